// Puzzles, and numbers dealt to weighted boards.

import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, GAMES, on, place, says, server } from "./browser.mjs";

begin();

const status = (page) => page.textContent("#status");

test("numbers: typed, random, fair, spicy, of the day", async () => {
  await on({ g: GAMES["weighted tic-tac-toe"], p2: "human", v: "1" }, {}, async (page) => {
    await page.click("#panel-deal summary");
    const numbers = () => page.locator("#deal-cells input").evaluateAll((all) => all.map((one) => one.value).join("/"));
    const signs = (kind) => page.locator(`#board .${kind}`).count();
    const dealt = async (click) => {
      const old = await numbers();
      await click();
      await page.waitForFunction((old) => [...document.querySelectorAll("#deal-cells input")].map((one) => one.value).join("/") !== old, old);
      await page.waitForSelector("#board .best");
    };
    await page.locator("#deal-cells input").nth(4).fill("-7");
    await page.click("#deal-form button");
    await says(page, "summary", "2/7/6/9/-7/1/4/3/8");
    await dealt(() => page.click("[data-deal=random]"));
    await dealt(() => page.click("[data-deal=spicy]"));
    assert.equal(await signs("loss"), 8, "all but one lose");
    await dealt(() => page.click("[data-deal=fair]"));
    assert.ok((await signs("win")) >= 3 && (await signs("loss")) >= 3, "the opening decides");
    await page.fill("#day", "2026-11-21");
    await dealt(() => page.click("#daily"));
    const today = await numbers();
    await dealt(() => page.click("[data-deal=random]"));
    await dealt(() => page.click("#daily"));
    assert.equal(await numbers(), today, "the same for everybody on that day");
    await place(page, 0).click();
    await says(page, "notes", `First ${today.split("/")[0]}, Second 0`);
  });
});

test("puzzles", async () => {
  await on({ g: "tictactoe" }, {}, async (page) => {
    let puzzle = null;
    // One move to find; those that go on have a test of their own.
    do {
      const found = page.waitForResponse(/api\/v1\/puzzle/);
      await page.keyboard.press("p");
      puzzle = await (await found).json();
    } while (puzzle.line.length > 1);
    await page.waitForFunction((position) => document.getElementById("edit-text").value === position, puzzle.position);
    await says(page, "status", "Puzzle:");
    const board = await (await fetch(`${server.url}/api/v1/board?game=tictactoe&position=${puzzle.position}`)).json();
    const target = (wanted) => board.moves.find(({ move }) => (move === puzzle.solution) === wanted).target;
    await place(page, target(false)).click();
    await says(page, "notice", "does not do it");
    assert.equal(await page.locator("#board [role=button]").count(), 0, "nobody plays for the other side by mistake");
    await page.click("#notice button");
    await says(page, "status", "Puzzle:");
    await place(page, target(true)).click();
    await says(page, "notice", "is the only one");
    // What the other player does then is no answer to the puzzle.
    const streak = await page.textContent("#streak");
    if (await page.locator("#board [role=button]").count()) {
      await page.locator("#board [role=button]").first().click();
      await page.waitForFunction(() => document.querySelectorAll("#tree .ply").length === 3);
      assert.equal(await page.isVisible("#notice"), false);
      assert.equal(await page.textContent("#streak"), streak);
    }
    await page.click("#panel-puzzle summary");
    await page.keyboard.press("n");
    await page.waitForSelector("#puzzle-end", { state: "hidden" });
    assert.equal(await page.locator("#board .mark").count(), 0, "a new game begins at the start");
    await page.keyboard.press("p");
    await page.click("#puzzle-end");
    await page.waitForSelector("#puzzle-end", { state: "hidden" });
  });
});

test("a puzzle that goes on: each only move after the answer that asks most", async () => {
  // The puzzle of a number and a grade is always the same one.
  let puzzle = null;
  let z = 0;
  while (!(puzzle?.line.length > 1)) {
    z += 1;
    puzzle = await (await fetch(`${server.url}/api/v1/puzzle?game=connect4:cols=5,rows=4&seed=${z}&grade=hard`)).json();
  }
  await on({ g: "connect4:cols=5,rows=4", z, y: "hard", p2: "human" }, { reducedMotion: "reduce" }, async (page) => {
    const { line } = puzzle;
    const count = (line.length + 1) / 2;
    const play = async (move) => {
      await page.fill("#move-text", move);
      await page.press("#move-text", "Enter");
    };
    await says(page, "status", `${count} moves to find`);
    assert.equal(await page.inputValue("#grade"), "hard");
    const asked = await status(page);
    for (let step = 0; step < line.length; step += 2) {
      // A move that is not the one is told so at every step, and can be taken back.
      const wrong = await page.evaluate(([right]) => [...document.querySelectorAll("#moves button")].map(({ textContent }) => textContent).find((move) => move !== right), [line[step]]);
      await play(wrong);
      await says(page, "notice", "does not do it");
      await page.click("#notice button");
      await says(page, "status", "Puzzle:");
      await play(line[step]);
      const isLast = step + 1 === line.length;
      await says(page, "notice", isLast ? `Solved: ${count} moves found` : `answers ${line[step + 1]}`);
      if (!isLast) assert.equal(await status(page), asked);
    }
    assert.deepEqual(await page.locator("#tree .ply[aria-current], #tree .ply").count() >= line.length, true);
    assert.equal(await page.textContent("#streak"), "Solved in a row: 0", "not at the first try");
  });
});

test("a puzzle of another grade than was asked for says so", async () => {
  await on({ g: "tictactoe" }, {}, async (page) => {
    await page.route(/api\/v1\/puzzle/, async (route) => {
      const puzzle = await (await route.fetch()).json();
      await route.fulfill({ json: { ...puzzle, grade: "medium" } });
    });
    await page.click("#panel-puzzle summary");
    await page.selectOption("#grade", "hard");
    await page.click("#puzzle");
    await says(page, "notice", "No puzzle of the grade “Hard” was found. This one is “Medium”.");
  });
});
