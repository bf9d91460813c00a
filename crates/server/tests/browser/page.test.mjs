// The page as people use it.

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { accessible, folder, launch, serve, visit } from "./browser.mjs";

let browser, server;
before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Opens the page of the server, or of another one, in a context of its own and runs a test on it. */
const on = (state, { origin = server.url, ...options }, run) => visit(browser, origin, state, options, run);

const status = (page) => page.textContent("#status");
const place = (page, index) => page.locator(`#board [data-index="${index}"]`);
const says = (page, id, text) => page.waitForFunction(([id, text]) => document.getElementById(id).textContent.includes(text), [id, text]);
const plies = (page) => page.locator("#tree .ply").count();

const GAMES = {
  tictactoe: "tictactoe",
  "weighted tic-tac-toe": "weighted-tictactoe:weights=2/7/6/9/5/1/4/3/8",
  "connect four": "connect4:cols=5,rows=4",
  "grid walk": "grid-walk:cells=---/+-+/+--",
  "a heap": "stones:stones=21,take=1/2/3",
};

for (const [name, game] of Object.entries(GAMES)) {
  test(`${name}: play, values, hints, back and forth`, async () => {
    await on({ g: game, p2: "human" }, {}, async (page) => {
      assert.match(await status(page), /to move/);
      await page.check("#analysis");
      await page.waitForSelector("#board .best");
      await page.waitForSelector("#moves .win, #moves .draw, #moves .loss");
      assert.match(await page.textContent("#verdict"), /wins|draw|loses/);
      // By value, best first: no move that is not best stands before one that is.
      const stars = await page.locator("#moves button").evaluateAll((all) => all.map((one) => one.textContent.includes("★")));
      assert.equal(stars.lastIndexOf(true), stars.filter(Boolean).length - 1);
      await accessible(page);
      for (const text of ["Hint 1", "Hint 2", "Hint 3"]) {
        await page.click("#hint");
        await says(page, "notice", text);
      }
      assert.ok((await page.locator("#board .hinted").count()) >= 1);
      await page.click("#why");
      await page.waitForSelector("#reason:not([hidden])");
      assert.match(await page.textContent("#reason"), /First|Second|Neither/);
      await page.locator("#moves button").first().click();
      await page.waitForFunction(() => document.querySelectorAll("#tree .ply").length === 1);
      await page.click("#undo");
      await page.waitForSelector("#undo:disabled");
      await page.click("#redo");
      await page.waitForSelector("#redo:disabled");
      // A machine on the other side answers.
      await page.selectOption("#player-second", "perfect");
      await page.waitForFunction(() => document.querySelectorAll("#tree .ply").length === 2);
      assert.match(await page.textContent("#live"), /plays|to move|wins|draw/);
    });
  });
}

test("every game of the list opens", async () => {
  await on({ g: "tictactoe" }, {}, async (page) => {
    const names = await page.locator("#family option").evaluateAll((all) => all.map((one) => one.value));
    assert.ok(names.length > 10);
    for (const name of names) {
      await page.selectOption("#family", name);
      await says(page, "summary", name);
      // A game without a board has its moves beside it.
      assert.ok((await page.locator("#board .place, #beside button").count()) > 0, name);
      await page.waitForSelector("#thinking", { state: "hidden" });
    }
  });
});

test("a game from a rules file opens and is played", async () => {
  await on({ g: "examples/rules/hexapawn.toml", p2: "human" }, {}, async (page) => {
    await says(page, "summary", "hexapawn");
    assert.equal(await page.locator("#board .place").count(), 9);
    await page.fill("#move-text", "3,1-2,1");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelectorAll("#tree .ply").length === 1);
    await page.click("#panel-rules summary");
    await page.selectOption("#examples", "examples/rules/drop-three.toml");
    await says(page, "summary", "drop-three");
    // What a file calls its game stands above the board.
    await says(page, "title", "Drop three");
    assert.ok(await page.isVisible("#title"));
    await page.selectOption("#family", "tictactoe");
    await says(page, "summary", "tictactoe");
    assert.ok(await page.isHidden("#title"));
  });
});

test("pieces have the form that their file chooses", async () => {
  const folder = await mkdtemp(join(tmpdir(), "yomikiri-"));
  const text = await readFile("examples/rules/hexapawn.toml", "utf8");
  const forms = new Set();
  const look = (g, origin) => on({ g, p2: "human" }, { origin }, async (page) => forms.add(await page.evaluate(() => document.querySelector("#board .mark").innerHTML)));
  try {
    await look("examples/rules/hexapawn.toml", server.url);
    for (const glyph of ["king", "tile"]) {
      const path = join(folder, `${glyph}.toml`);
      await writeFile(path, text.replace('name = "pawn"', `name = "pawn"\nglyph = "${glyph}"`));
      const own = await serve(path);
      await look(path, own.url).finally(() => own.stop());
    }
    assert.equal(forms.size, 3, "each form looks different");
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("a game to its end, and why it ended", async () => {
  await on({ g: "tictactoe", p2: "human" }, {}, async (page) => {
    for (const [ply, index] of [0, 3, 1, 4, 2].entries()) {
      await place(page, index).click();
      await page.waitForFunction((count) => document.querySelectorAll("#tree .ply").length === count, ply + 1);
    }
    assert.equal(await status(page), "Over: First wins with a line");
    assert.equal(await page.locator("#board .decisive").count(), 3);
    assert.match(await page.textContent("#live"), /First wins with a line/);
  });
  const full = "1,1 1,2 1,3 2,1 2,3 2,2 3,1 3,3 3,2";
  await on({ g: "weighted-tictactoe:weights=0/0/0/0/5/0/0/0/0", m: full, i: 9 }, {}, async (page) => {
    assert.equal(await status(page), "Over: Second wins by 5 points");
    assert.equal(await page.textContent("#notes"), "First 0, Second 5");
  });
});

test("branches, jumps and deletion", async () => {
  await on({ g: "tictactoe", p2: "human" }, {}, async (page) => {
    await place(page, 4).click();
    await page.waitForSelector("#undo:enabled");
    await place(page, 0).click();
    await says(page, "tree", "2. 1,1");
    await page.click("#undo");
    await place(page, 1).click();
    await says(page, "tree", "2. 1,2");
    assert.equal(await plies(page), 3);
    assert.equal(await page.locator("#tree .branch").count(), 1);
    await page.click("#tree .ply >> nth=0");
    await page.waitForSelector('#tree .ply[aria-current="step"] >> text="1. 2,2"');
    await page.keyboard.press("End");
    await page.waitForSelector('#tree .ply[aria-current="step"] >> text="2. 1,2"');
    await page.keyboard.press("Home");
    await page.waitForSelector("#undo:disabled");
    const address = page.url();
    await page.goto("about:blank");
    await page.goto(address);
    await says(page, "tree", "2. 1,2");
    assert.equal(await plies(page), 3, "the address holds the branches");
    await page.click("#tree .ply >> nth=0");
    await page.click("#prune");
    await page.waitForFunction(() => !document.querySelector("#tree .ply"));
  });
});

test("a blunder is marked", async () => {
  await on({ g: "tictactoe", p1: "human", p2: "human", v: "1", m: "2,2 1,2", i: 2 }, {}, async (page) => {
    await says(page, "tree", "??");
    await says(page, "notice", "gave away a draw");
    await page.waitForSelector("#track .cross", { state: "attached" });
    assert.match(await page.locator("#tree .slip").getAttribute("aria-label"), /gave away a draw/);
    await accessible(page);
  });
});

test("opponents, and two of them", async () => {
  await on({ g: "tictactoe", p1: "perfect", p2: "sound" }, { reducedMotion: "reduce" }, async (page) => {
    await page.waitForFunction(() => document.getElementById("status").textContent.startsWith("Over: a draw"), null, { timeout: 30_000 });
    assert.equal(await plies(page), 9);
  });
  await on({ g: "tictactoe", p1: "errs", p2: "human", r: "100" }, {}, async (page) => {
    await page.waitForFunction(() => document.querySelectorAll("#tree .ply").length === 1);
    assert.ok(await page.isVisible("#rate"));
  });
});

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

/**
 * What cannot be told from what it lies on: axe looks at no picture. Everything drawn on a board and the edges
 * of what can be touched must stand out by 3 to 1.
 */
const faint = (page) =>
  page.evaluate(() => {
    const rgb = (colour) => colour.match(/[\d.]+/g).map(Number);
    const over = (top, ground) => {
      const [r, g, b, a = 1] = rgb(top);
      const below = rgb(ground);
      return [r, g, b].map((part, at) => part * a + below[at] * (1 - a));
    };
    const luminance = (parts) => {
      const [r, g, b] = parts.map((part) => (part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (top, ground) => {
      const [high, low] = [luminance(over(top, ground)), luminance(over(ground, ground))].sort((a, b) => b - a);
      return (high + 0.05) / (low + 0.05);
    };
    const paint = (element) => {
      const { fill, stroke } = getComputedStyle(element);
      return [fill, stroke].filter((colour) => colour !== "none");
    };
    const found = [];
    const hold = (element, paints, ground, least = 3) => {
      const best = Math.max(...paints.map((colour) => contrast(colour, ground)));
      if (best < least) found.push(`${element.tagName}.${element.getAttribute("class")} in ${element.parentElement.getAttribute("class")}: ${best.toFixed(2)}`);
    };
    const card = getComputedStyle(document.querySelector(".table")).backgroundColor;
    const [spots, overs] = [document.querySelectorAll("#board .place"), document.querySelectorAll("#board .overs > g")];
    spots.forEach((spot, at) => {
      const [cell, hole] = [".cell", ".hole"].map((part) => spot.querySelector(part));
      const frame = getComputedStyle(cell).fill;
      hold(cell, paint(cell), card);
      if (hole) hold(hole, paint(hole), frame);
      const disc = overs[at].querySelector(".disc");
      for (const element of overs[at].querySelectorAll("path, circle, rect, text")) {
        const ground = element.matches(".disc-symbol, .gloss") ? getComputedStyle(disc).fill : element === disc || !hole ? frame : getComputedStyle(hole).fill;
        hold(element, element.matches("text") ? [getComputedStyle(element).fill] : paint(element), ground);
      }
      for (const line of document.querySelectorAll("#board .link")) for (const ground of [card, frame]) hold(line, [getComputedStyle(line).stroke], ground);
    });
    for (const field of document.querySelectorAll("main button:enabled, main input, main select")) {
      const { borderTopColor, backgroundColor } = getComputedStyle(field);
      if (field.checkVisibility() && field.type !== "checkbox") hold(field, [borderTopColor, backgroundColor], card);
    }
    return [...new Set(found)];
  });

test("everything drawn stands out, in both themes", async () => {
  for (const colorScheme of ["light", "dark"]) {
    await on({ g: "tictactoe", p2: "human" }, { colorScheme }, async (page) => {
      for (const name of await page.locator("#family option").evaluateAll((all) => all.map((one) => one.value))) {
        await page.selectOption("#family", name);
        await says(page, "summary", name);
        for (let ply = 0; ply < 3; ply += 1) {
          assert.deepEqual(await faint(page), [], `${name} after ply ${ply}, ${colorScheme}`);
          const move = page.locator("#moves button").first();
          if (!(await move.count())) break;
          await move.click();
          await page.waitForFunction((count) => document.querySelectorAll("#tree .ply").length === count, ply + 1);
        }
      }
    });
    for (const state of [{ g: "connect4:cols=5,rows=4", m: "1 2 3 3", i: 4 }, { g: "connect4:cols=4,rows=3,line=3", m: "1 2 1 2 1", i: 5 }, { g: "tictactoe", m: "1,1 2,1", i: 2 }, { g: GAMES["weighted tic-tac-toe"] }]) {
      await on({ ...state, p2: "human", v: "1" }, { colorScheme }, async (page) => {
        await page.waitForSelector("#board .best, #board .decisive");
        assert.deepEqual(await faint(page), [], `${state.g}, ${colorScheme}`);
      });
    }
  }
});

test("a double click is one click", async () => {
  for (const [game, index] of [["tictactoe", 4], ["connect4:cols=5,rows=4", 2], ["stones:stones=9,take=1", 0]]) {
    await on({ g: game, p2: "human" }, {}, async (page) => {
      await place(page, index).dblclick();
      await page.waitForSelector("#undo:enabled");
      await page.waitForTimeout(300);
      assert.equal(await plies(page), 1, game);
    });
  }
  // The second click does not choose what opens under it, and none of the list is played for another.
  await on({ g: "stones:stones=9,take=1/2/3", p2: "human" }, {}, async (page) => {
    await place(page, 0).dblclick();
    await page.waitForSelector("#choose[open]");
    await page.waitForTimeout(300);
    assert.equal(await plies(page), 0);
    await page.keyboard.press("Escape");
    await page.locator("#moves button").first().dblclick();
    await page.waitForSelector("#undo:enabled");
    await page.waitForTimeout(300);
    assert.equal(await plies(page), 1);
  });
});

test("a choice is closed with the position that it was about", async () => {
  await on({ g: "nim", p2: "human" }, {}, async (page) => {
    await place(page, 2).click();
    await page.waitForSelector("#choose[open]");
    await page.evaluate(() => (location.hash = new URLSearchParams({ g: "tictactoe", l: "en" })));
    await says(page, "summary", "tictactoe");
    await page.waitForSelector("#choose", { state: "hidden" });
  });
});

test("to pass is a button beside the board, on a phone too", async () => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
  await on({ g: "othello:cols=6", p2: "human", s: "xxxxxx/xxoo.x/xoxxxx/xxxxxx:second" }, phone, async (page) => {
    await page.click("#panel-analysis summary");
    const pass = page.locator("#beside button");
    const moves = await page.locator("#moves button").evaluateAll((all) => all.map((one) => one.textContent));
    if (!moves.includes("pass")) return assert.fail(`a position in which to pass is needed: ${moves}`);
    assert.equal(await pass.textContent(), "pass");
    const { y, height } = await pass.boundingBox();
    assert.ok(y + height < 740 && height >= 38, "in reach of a finger without scrolling");
    await pass.tap();
    await says(page, "status", "to move");
    await page.waitForFunction(() => document.querySelectorAll("#tree .ply").length === 1);
  });
});

test("the focus is seen where keys put it, near the last move, in a colour of its own", async () => {
  await on({ g: "tictactoe", p2: "human" }, {}, async (page) => {
    const ring = () =>
      page.evaluate(() => {
        const stroke = (cell) => getComputedStyle(cell).stroke;
        const cells = [...document.querySelectorAll("#board .open .cell")];
        const usual = stroke(document.querySelector("#board .place:not(:focus) .cell"));
        return cells.filter((cell) => stroke(cell) !== usual && cell.parentElement.matches(":focus")).map((cell) => [cell.parentElement.dataset.index, stroke(cell)]);
      });
    await place(page, 8).click();
    await page.waitForSelector("#undo:enabled");
    await page.mouse.move(0, 0);
    assert.deepEqual(await ring(), [], "a click leaves no ring");
    await page.keyboard.press("ArrowLeft");
    const [[index, colour]] = await ring();
    assert.ok(index !== "0", "near to what was played");
    const players = await page.evaluate(() => ["--first", "--second"].map((name) => getComputedStyle(document.documentElement).getPropertyValue(name)));
    const rgb = (hex) => `rgb(${[1, 3, 5].map((at) => parseInt(hex.trim().slice(at, at + 2), 16)).join(", ")})`;
    assert.ok(!players.map(rgb).includes(colour), colour);
  });
});

/** Adds up what moves without being moved by anybody, in `window.shifted`. */
const watchShifts = (page) =>
  page.evaluate(() => {
    window.shifted = 0;
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => (window.shifted += entry.value))).observe({ type: "layout-shift" });
  });

for (const [width, height] of [[360, 740], [1440, 900]]) {
  test(`nothing jumps when the computer moves: ${width}`, async () => {
    for (const game of ["tictactoe", "othello", "take-ends:numbers=4/2/9/7/1/5"]) {
      for (const v of ["", "1"]) {
        await on({ g: game, v }, { viewport: { width, height } }, async (page) => {
          if (v) await page.waitForSelector("#board .best");
          await page.waitForTimeout(100);
          await watchShifts(page);
          const top = () => page.evaluate(() => document.getElementById("board").getBoundingClientRect().top);
          const before = await top();
          const tops = new Set();
          await page.locator("#board [role=button]").first().click();
          for (let look = 0; look < 20; look += 1) {
            tops.add(await top());
            await page.waitForTimeout(25);
          }
          await page.waitForFunction(() => document.querySelectorAll("#tree .ply").length >= 2);
          assert.deepEqual([...tops], [before], `${game}: the board stays where it is`);
          await page.waitForTimeout(100);
          const shifted = await page.evaluate(() => window.shifted);
          assert.ok(shifted <= 0.02, `${game}: ${shifted}`);
        });
      }
    }
  });
}

test("the graph breaks where nothing is proven", async () => {
  await on({ g: "tictactoe" }, {}, async (page) => {
    const path = await page.evaluate(async () => {
      const { drawTrack } = await import("/board.js");
      const points = [0, 0.5, null, -0.5, 0].map((level) => ({ level, slip: null, label: "" }));
      return drawTrack(points, 0, () => {}, "").querySelector(".curve").getAttribute("d");
    });
    assert.equal(path.match(/M/g).length, 2, path);
    assert.equal(path.match(/L/g).length, 2, path);
  });
});

test("an error is told as what it is", async () => {
  for (const [status, body, text] of [
    [503, { detail: "too much is waiting already" }, "too much is waiting already"],
    [500, { detail: "a fault of ours" }, "a fault of ours"],
    [503, { detail: "the limit of memory was reached", bound: "range", lower: { winner: "second" }, upper: { winner: "first" } }, "the limit of memory was reached · Nothing is proven yet."],
    [503, { detail: "the time limit was reached", bound: "range", lower: { winner: "draw" }, upper: { winner: "first", plies: 1 } }, "“draw” to “First wins in 1 ply”"],
    [503, { detail: "the time limit was reached", bound: "range", lower: { winner: "second", plies: 36 }, upper: { winner: "first", plies: 35 } }, "First cannot win in under 35 plies, Second cannot win in under 36 plies"],
  ]) {
    await on({ g: "tictactoe", p2: "human" }, {}, async (page) => {
      await page.route("**/api/v1/position*", (route) => route.fulfill({ status, contentType: "application/problem+json", body: JSON.stringify({ status, ...body }) }));
      await page.check("#analysis");
      await says(page, "notice", text);
      if (!body.bound) assert.ok(!(await page.textContent("#notice")).includes("proven"));
    });
  }
});

test("where a limit is reached, the list says what is proven of each move", async () => {
  // First has three in column 1, on a board too large to solve: whatever does not block loses.
  await on({ g: "connect4:cols=8,rows=7", p1: "human", p2: "human", v: "1", m: "1 2 1 2 1", i: 5 }, {}, async (page) => {
    await says(page, "notice", "the time limit was reached");
    const moves = (await page.locator("#moves li").allTextContents()).map((text) => text.trim());
    assert.equal(moves.length, 8);
    assert.match(moves[0], /^1 · First cannot win in under \d+ plies, Second cannot win in under \d+ plies$/);
    for (const [index, text] of moves.slice(1).entries()) assert.equal(text, `▼ ${index + 2} · loses in 2 plies`);
  });
});

test("one ply, two plies; a draw is nobody's", async () => {
  await on({ g: "tictactoe" }, {}, async (page) => {
    const said = await page.evaluate(async () => {
      const { told, words } = await import("/value.js");
      return [
        words({ winner: "first", plies: 1 }, "first"),
        words({ winner: "first", plies: 2 }, "second"),
        words({ winner: "first", margin: 1 }, "first"),
        told({ winner: "draw" }, "first"),
        told({ winner: "second", plies: 4 }, "first"),
      ];
    });
    assert.deepEqual(said, ["wins in 1 ply", "loses in 2 plies", "wins by 1 point", "draw", "First loses in 4 plies"]);
  });
  await on({ g: "tictactoe", p2: "human", v: "1", m: "2,2", i: 1 }, {}, async (page) => {
    await page.waitForSelector("#track [aria-label='After ply 1: draw']", { state: "attached" });
    await page.click("#hint");
    await says(page, "notice", "with best play, draw");
  });
});

test("play that comes back to a position is over", async () => {
  const loop = (endless) => `graph:text=endless ${endless}; a first: b; b second: a c; c = first`;
  for (const [endless, moves, over] of [
    ["draw", ["b", "a"], "Over: a draw, since play goes round in circles (as after ply 0)"],
    ["second", ["b", "a"], "Over: Second wins, since play goes round in circles (as after ply 0)"],
    ["draw", ["b", "c"], "Over: First wins"],
  ]) {
    await on({ g: loop(endless), p2: "human", v: "1" }, {}, async (page) => {
      for (const [index, move] of moves.entries()) {
        await page.fill("#move-text", move);
        await page.keyboard.press("Enter");
        await page.waitForFunction((count) => document.querySelectorAll("#tree .ply").length === count, index + 1);
      }
      assert.equal(await status(page), over);
      assert.equal(await page.locator("#board [role=button], #moves button").count(), 0);
      await page.click("#undo");
      await says(page, "status", "to move");
    });
  }
});

test("points are counted over the whole game", async () => {
  await on({ g: "take-ends:numbers=4/2/9/7/1/5", p2: "human", v: "1" }, {}, async (page) => {
    const margins = new Set();
    for (let ply = 0; ply < 6; ply += 1) {
      await page.waitForSelector("#board .best");
      // Best play keeps the value of the whole game, whatever has been gained by then.
      const value = await page.locator("#track [role=button]").last().getAttribute("aria-label").catch(() => null);
      if (ply) margins.add(value.replace(/^[^:]*/, ""));
      await page.locator("#moves button").first().click();
      await page.waitForFunction((count) => document.querySelectorAll("#tree .ply").length === count, ply + 1);
    }
    assert.equal(margins.size, 1, [...margins].join());
    const score = await page.textContent("#notes");
    const [, first, second] = score.match(/First (-?\d+), Second (-?\d+)/).map(Number);
    assert.equal(first + second, 28);
    await says(page, "status", first === second ? "even on points" : `wins by ${Math.abs(first - second)} point`);
  });
});

test("a file that is saved broken is shown with its line, and the board in grey", async () => {
  const folder = await mkdtemp(join(tmpdir(), "yomikiri-"));
  const path = join(folder, "own.toml");
  const text = await readFile("examples/rules/hexapawn.toml", "utf8");
  await writeFile(path, text);
  const own = await serve(path);
  try {
    await on({ g: path, p2: "human" }, { origin: own.url }, async (page) => {
      await page.fill("#move-text", "3,1-2,1");
      await page.keyboard.press("Enter");
      await page.waitForSelector("#undo:enabled");
      await writeFile(path, text.replace('name = "pawn"', 'nome = "pawn"'));
      await page.waitForSelector("#board[inert]");
      const line = text.split("\n").findIndex((one) => one.startsWith("name =")) + 1;
      await says(page, "notice", `own.toml:${line}`);
      assert.match(await page.textContent("#notice pre"), /nome[^]*\^/);
      assert.ok(!(await page.textContent("#notice")).includes("read again"));
      assert.equal(await plies(page), 1, "as of the last good save");
      await page.locator("#board .place").nth(4).click({ force: true, timeout: 1000 }).catch(() => null);
      await page.locator("#moves button").first().click();
      assert.equal(await plies(page), 1, "which is not played on");
      await accessible(page);
      await writeFile(path, text + "\n");
      await says(page, "notice", "read again");
      assert.equal(await page.locator("#board[inert]").count(), 0);
      assert.equal(await plies(page), 1, "the game goes on");
    });
  } finally {
    await own.stop();
    await rm(folder, { recursive: true });
  }
});

test("what is written by touch is a position, in every game", async () => {
  await on({ g: "tictactoe", p2: "human" }, {}, async (page) => {
    const names = await page.locator("#family option").evaluateAll((all) => all.map((one) => one.value));
    await page.click("#panel-edit summary");
    const touched = [];
    for (const name of names) {
      await page.selectOption("#family", name);
      await says(page, "summary", name);
      await page.waitForFunction(() => !document.getElementById("edit").checked);
      const game = new URLSearchParams(page.url().split("#")[1]).get("g");
      await page.check("#edit").catch(() => null);
      await page.waitForFunction(() => !document.getElementById("edit").checked || document.querySelector("#board.editing"));
      for (let at = 0; at < 4 && (await page.isChecked("#edit")); at += 1) {
        const spots = page.locator("#board [role=button]");
        const asked = page.waitForResponse(/api.v1.board/);
        await spots.nth(at % (await spots.count())).click();
        await asked;
        await page.waitForTimeout(60);
        const position = await page.inputValue("#edit-text");
        const found = await fetch(`${server.url}/api/v1/board?${new URLSearchParams({ game, position })}`);
        assert.equal(found.status, 200, `${game}: ${position}`);
        touched.push(name);
      }
    }
    assert.ok(new Set(touched).size >= 12, `${new Set(touched).size} games are edited by touch`);
  });
});

test("no panel is wider than the page", async () => {
  for (const width of [360, 768, 1440]) {
    await on({ g: "tictactoe" }, { viewport: { width, height: 740 } }, async (page) => {
      await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
      for (const name of await page.locator("#family option").evaluateAll((all) => all.map((one) => one.value))) {
        await page.selectOption("#family", name);
        await says(page, "summary", name);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${name} at ${width}: ${wide} pixels too wide`);
      }
      await page.goto(`${server.url}/api`);
      await page.waitForSelector("h2 >> text=GET /api/v1/position");
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `the API at ${width}: ${wide} pixels too wide`);
    });
  }
});

test("an address may give a position by the moves that lead to it", async () => {
  await on({ g: "tictactoe", s: "after 1,1 2,2", p2: "human" }, {}, async (page) => {
    assert.equal(await page.locator("#board .mark").count(), 2);
    assert.equal(await status(page), "First to move");
  });
});

test("rules and positions of one's own", async () => {
  await on({ g: "mnk:rows=3,cols=4,line=3", p2: "human" }, {}, async (page) => {
    await page.click("#panel-rules summary");
    await page.fill('#params [name="cols"]', "5");
    await page.selectOption('#params [name="misere"]', "yes");
    await page.click("#rules-form button");
    await says(page, "summary", "mnk:cols=5,misere=yes");
    await page.fill("#spec", "tictacto");
    await page.click("#spec-form button");
    await says(page, "notice", "tictactoe");
    await page.fill("#spec", "tictactoe");
    await page.click("#spec-form button");
    await says(page, "summary", "tictactoe");
    await page.click("#panel-edit summary");
    await page.check("#edit");
    await page.waitForSelector("#board.editing");
    const edited = (text) => page.waitForFunction((text) => document.getElementById("edit-text").value === text, text);
    await place(page, 0).click();
    await edited("x../.../...");
    await place(page, 1).click();
    await edited("xx./.../...");
    await place(page, 1).click();
    await edited("xo./.../...");
    await page.click("#edit-form button");
    await page.waitForFunction(() => new URLSearchParams(location.hash.slice(1)).get("s") === "xo./.../...");
    assert.equal(await page.locator("#board .mark").count(), 2);
    await page.fill("#edit-text", "xxxxx");
    await page.click("#edit-form button");
    await says(page, "notice", "Wrong here");
    assert.equal(await page.getAttribute("#edit-text", "aria-invalid"), "true");
  });
});

test("sharing", async () => {
  await on({ g: "tictactoe", p2: "human", m: "2,2", i: 1 }, {}, async (page) => {
    await page.click("#panel-share summary");
    await page.click("#copy-text");
    await says(page, "notice", "Copied");
    const text = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(text, /^tictactoe\n/);
    assert.match(text, /\. x \./);
    await page.click("#copy-link");
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save-svg")]);
    const svg = await readFile(await download.path(), "utf8");
    assert.match(svg, /^<svg[^>]*xmlns/);
    assert.match(svg, /style="fill: /);
  });
});

test("with the keyboard alone", async () => {
  await on({ g: "tictactoe", p2: "human" }, {}, async (page) => {
    for (let tabs = 0; !(await page.evaluate(() => document.activeElement.hasAttribute("data-index"))); tabs += 1) {
      assert.ok(tabs < 20, "the board is in reach");
      await page.keyboard.press("Tab");
    }
    // 1,1 2,1 1,2 2,2 1,3
    for (const keys of [["Enter"], ["ArrowDown", "Enter"], ["ArrowUp", "Enter"], ["ArrowDown", "Enter"], ["ArrowUp", "Enter"]]) {
      const before = await plies(page);
      for (const key of keys) await page.keyboard.press(key);
      await page.waitForFunction((count) => document.querySelectorAll("#tree .ply").length === count, before + 1);
    }
    assert.match(await page.textContent("#live"), /plays|Over|to move|wins/);
    await page.keyboard.press("u");
    await page.waitForSelector("#redo:enabled");
    await page.keyboard.press("a");
    await page.waitForSelector("#board .best");
    await page.keyboard.press("?");
    await page.waitForSelector("#help[open]");
    await page.keyboard.press("Escape");
    await page.waitForSelector("#help", { state: "hidden" });
    await page.keyboard.press("n");
    await page.waitForFunction(() => !document.querySelector("#tree .ply"));
  });
});

test("keys are heard wherever the focus was left", async () => {
  await on({ g: "tictactoe", p2: "human", m: "2,2", i: 1 }, {}, async (page) => {
    // A dialog that is closed keeps the focus for a moment, in a field of its own.
    await page.click("#help-open");
    await page.focus("#keys");
    await page.evaluate(() => {
      document.getElementById("help").close();
      document.getElementById("keys").dispatchEvent(new KeyboardEvent("keydown", { key: "n", bubbles: true }));
    });
    await page.waitForFunction(() => !document.querySelector("#tree .ply"));
    // Keys that are typed into a field are not heard.
    await page.click("#panel-rules summary");
    await page.fill("#spec", "");
    await page.locator("#spec").pressSequentially("an");
    assert.equal(await page.isChecked("#analysis"), false);
  });
  // Where the game is over no place can be touched: the board itself has the focus then.
  await on({ g: "tictactoe", p2: "human", m: "1,1 2,1 1,2 2,2", i: 4 }, {}, async (page) => {
    await place(page, 2).focus();
    await page.keyboard.press("Enter");
    await says(page, "status", "First wins");
    assert.equal(await page.evaluate(() => document.activeElement.id), "board");
  });
  await on({ g: "connect4:cols=5,rows=4", p2: "human" }, {}, async (page) => {
    const address = page.url();
    await page.focus("#skip");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.id), "board");
    assert.equal(page.url(), address, "the address holds the game");
  });
});

test("by touch, on a phone, in Japanese and in the dark", async () => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, colorScheme: "dark", reducedMotion: "reduce" };
  await on({ g: "connect4:cols=5,rows=4", p2: "perfect", v: "1", l: "ja" }, phone, async (page) => {
    assert.equal(await page.evaluate(() => document.documentElement.lang), "ja");
    // Any place of a column drops a mark into it.
    await place(page, 2).tap();
    await page.waitForFunction(() => document.querySelectorAll("#tree .ply").length === 2);
    assert.match(await status(page), /先手の番/);
    await page.click("#hint");
    await says(page, "notice", "ヒント1");
    await page.click("#why");
    await page.waitForSelector("#reason:not([hidden])");
    assert.match(await page.textContent("#reason"), /[ぁ-ん]/);
    const moving = await page.evaluate(() => document.getAnimations().filter((one) => one.playState === "running").length);
    assert.equal(moving, 0, "nothing moves for those who asked for that");
    await accessible(page);
  });
});

test("every panel is fit for everybody, in both themes", async () => {
  for (const colorScheme of ["light", "dark"]) {
    await on({ g: GAMES["weighted tic-tac-toe"], p1: "human", p2: "errs", v: "1", m: "1,2", i: 0 }, { colorScheme }, async (page) => {
      await page.waitForSelector("#board .best");
      await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
      await page.check("#edit");
      await accessible(page);
      await page.uncheck("#edit");
      await page.click("#help-open");
      await accessible(page);
    });
  }
});

test("both languages say everything", async () => {
  await on({ g: "tictactoe" }, {}, async (page) => {
    const missing = await page.evaluate(async () => {
      const { en: english } = await import("/text.js");
      const { ja: japanese } = await import("/ja.js");
      const [en, ja] = [Object.keys(english), Object.keys(japanese)];
      const named = [...document.querySelectorAll("[data-t], [data-aria]")].map((one) => one.dataset.t ?? one.dataset.aria);
      return [
        en.filter((key) => !ja.includes(key)),
        ja.filter((key) => !en.includes(key)),
        named.filter((key) => !en.includes(key)),
      ];
    });
    assert.deepEqual(missing, [[], [], []]);
    await page.click("#lang");
    await says(page, "status", "先手の番");
    await says(page, "summary", "三目並べ");
    await page.click("#lang");
    await says(page, "status", "First to move");
    await says(page, "summary", "three in a row");
  });
});

test("what the server says is told in Japanese", async () => {
  await on({ g: "shiritori:words=ab/bc/ca", p2: "human" }, {}, async (page) => {
    await page.locator("#moves button").first().click();
    await says(page, "notes", "the next word begins with b");
    await page.click("#lang");
    await says(page, "notes", "次の言葉は「b」で始まる");
    await page.click("#undo");
    await page.waitForSelector("#undo:disabled");
    // Every text that games say of themselves, where it is read.
    const names = await page.locator("#family option").evaluateAll((all) => all.map((one) => one.value));
    await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
    for (const name of names) {
      await page.selectOption("#family", name);
      await says(page, "summary", name);
      const said = await page.evaluate(() => [...document.querySelectorAll("#summary, #notation, #params .quiet, #notes p")].map((one) => one.textContent));
      // A position is the same in every language: one word with signs in it.
      const isPosition = (text) => !/\s/.test(text) && /[^a-z]/i.test(text);
      assert.deepEqual(said.filter((text) => !isPosition(text) && !/[ぁ-んァ-ヶ一-龠]/.test(text)), [], name);
    }
    for (const [spec, words] of [
      ["tictacto", "というゲームはない"],
      ["mnk:rows=99,cols=3,line=3", "128 マスまで"],
      ["mnk:rows=x", "整数が必要"],
      ["grid-walk:cells=-x-", "ここに `+` か `-` が必要"],
      ["graph:file=/etc/passwd", "サーバーの起動時"],
    ]) {
      await page.fill("#spec", spec);
      await page.click("#spec-form button");
      await says(page, "notice", words);
    }
    await page.fill("#spec", "tictactoe");
    await page.click("#spec-form button");
    await says(page, "summary", "三目並べ");
    await page.fill("#edit-text", "xx");
    await page.click("#edit-form button");
    await says(page, "notice", "空の盤は");
  });
});

test("names stay text", async () => {
  const evil = '<img src=x onerror="window.hacked=1">';
  const states = [
    { g: evil },
    { g: "tictactoe", s: evil },
    { g: "tictactoe", m: evil },
    { g: `shiritori:words=${evil}/x`, v: "1" },
    { g: `graph:text=a first: b; b = draw`, s: evil },
  ];
  for (const state of states) {
    await on(state, {}, async (page) => {
      await page.waitForTimeout(200);
      assert.equal(await page.evaluate(() => window.hacked), undefined);
      assert.equal(await page.locator("main img").count(), 0);
    });
  }
});

test("thinking shows, stops, and ends in what was proven", async () => {
  await on({ g: "connect4:cols=8,rows=7", p1: "perfect", p2: "human" }, {}, async (page) => {
    await says(page, "thinking-text", "First is thinking");
    await page.click("#stop");
    await says(page, "notice", "Stopped");
    await page.click("#notice button >> nth=0");
    await says(page, "thinking-text", "First is thinking");
    await says(page, "notice", "Proven so far");
    await page.click("#notice button >> nth=1");
    await page.waitForFunction(() => document.querySelectorAll("#tree .ply").length === 1);
  });
});

test("a server that goes and comes back", async () => {
  let own = await serve();
  await on({ g: "tictactoe", p2: "human" }, { origin: own.url }, async (page) => {
    await place(page, 4).click();
    await says(page, "tree", "1. 2,2");
    await own.stop();
    await page.selectOption("#player-second", "perfect");
    await page.waitForSelector("#gone", { state: "visible" });
    assert.equal(await plies(page), 1, "the game is kept");
    await accessible(page);
    own = await serve("--port", own.port);
    await page.waitForSelector("#gone", { state: "hidden" });
    await page.waitForFunction(() => document.querySelectorAll("#tree .ply").length === 2);
  });
  await own.stop();
});

for (const [name, state, ready] of [
  ["the front door in English", { l: "en" }, "#gallery svg"],
  ["the front door in Japanese", { l: "ja" }, "#gallery svg"],
  ["a board", { g: "tictactoe", l: "en" }, "#board [role=button]"],
]) {
  test(`the first view is light and quick: ${name}`, async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    // When it can be used, and not when the test comes to look.
    await page.addInitScript((ready) => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector(ready)) return;
        window.usable = performance.now();
        observer.disconnect();
      }).observe(document, { subtree: true, childList: true });
    }, ready);
    await page.goto(`${server.url}/#${new URLSearchParams(state)}`);
    await page.waitForFunction(() => window.usable);
    await page.waitForLoadState("networkidle");
    const [took, sent, read] = await page.evaluate(() => {
      const entries = ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind));
      const sum = (part) => entries.reduce((sum, entry) => sum + entry[part], 0);
      return [window.usable, sum("encodedBodySize"), sum("decodedBodySize")];
    });
    console.log(`${name}: ${sent} bytes sent, ${read} read, usable after ${took.toFixed(0)} ms`);
    assert.ok(sent > 20_000 && sent <= 200_000, `${sent} bytes`);
    await context.close();
  });
}

test("pictures at three widths in both themes", async () => {
  for (const width of [360, 768, 1440]) {
    for (const [name, game] of Object.entries({ ...GAMES, graph: "graph:text=yard second: lane gate; lane first: yard; gate first: out yard; out = first" })) {
      await on({ g: game, v: "1", p2: "human" }, { viewport: { width, height: 900 } }, async (page) => {
        await page.waitForSelector("#board .best");
        for (const colorScheme of ["light", "dark"]) {
          await page.emulateMedia({ colorScheme });
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert.ok(wide <= 0, `${name} at ${width}: ${wide} pixels too wide`);
          await page.screenshot({ path: `${folder}/pictures/${name.replaceAll(" ", "-")}-${width}-${colorScheme}.png`, fullPage: true });
        }
      });
    }
  }
});

test("the API's page", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${server.url}/api`);
  await page.waitForSelector("h2 >> text=GET /api/v1/position");
  await accessible(page);
  await context.close();
});
