// The page in a second engine: every kind of board to its end, keys, values, a reason, a puzzle, a friend.

import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, browser, launchFirefox, place, plies, says, server, visit } from "./browser.mjs";
import { play } from "./playing.mjs";

/** One small game of each kind of board and pieces. */
let kinds;

async function choose() {
  const ask = async (path) => (await fetch(`${server.url}/api/v1/${path}`)).json();
  kinds = new Map();
  for (const { examples } of (await ask("games")).games) {
    for (const game of examples.slice(0, 1)) {
      const { diagram: { layout, look, links } } = await ask(`board?${new URLSearchParams({ game })}`);
      const kind = `${layout} ${look.ground} ${look.glyph} ${links.length > 0}`;
      if (!kinds.has(kind)) kinds.set(kind, game);
    }
  }
}

begin({ start: launchFirefox, then: choose });

const at = (state, run) => visit(browser, server.url, { p1: "human", p2: "human", ...state }, {}, run);

for (const manner of ["clicks", "keys"]) {
  test(`Firefox: every kind of board to its end by ${manner}`, async () => {
    assert.ok(kinds.size >= 12, `${kinds.size} kinds`);
    await at({ g: "tictactoe" }, async (page) => {
      for (const game of kinds.values()) await play(page, game, manner);
    });
  });
}

test("Firefox: from the front door to a game, against the computer, and Back", async () => {
  await visit(browser, server.url, {}, { ready: "#gallery svg" }, async (page) => {
    await page.check("[name=level][value=easy]");
    await page.click("#gallery a >> nth=0");
    await page.waitForSelector("#board svg");
    await place(page, 4).click();
    await plies(page, 2);
    await page.goBack();
    await plies(page, 0);
  });
});

test("Firefox: values, a reason whose pairs are drawn, Japanese", async () => {
  await at({ g: "tictactoe", v: "1" }, async (page) => {
    await page.waitForSelector("#board .best");
    await page.click("#why");
    await page.waitForSelector("#board line.pairing", { state: "attached" });
    await page.click("#lang");
    await says(page, "status", "先手の番");
    await says(page, "says", "個並ぶと列になる");
  });
});

test("Firefox: a puzzle is solved", async () => {
  const { line } = await (await fetch(`${server.url}/api/v1/puzzle?game=tictactoe&seed=7`)).json();
  await at({ g: "tictactoe", z: "7" }, async (page) => {
    await says(page, "status", "Puzzle:");
    for (const [step, move] of line.entries()) {
      // The answers between are the server's.
      if (step % 2) continue;
      const { diagram } = await page.evaluate(async (position) => (await fetch(`/api/v1/board?game=tictactoe&position=${encodeURIComponent(position)}`)).json(), await page.inputValue("#edit-text"));
      await place(page, diagram.places.findIndex(({ name }) => name === move)).click();
      await says(page, "notice", step + 1 < line.length ? line[step + 1] : "Right");
    }
  });
});

test("Firefox: a piece is dragged", async () => {
  await at({ g: "hexapawn" }, async (page) => {
    const [from, to] = await Promise.all([6, 3].map((index) => place(page, index).locator(".cell").boundingBox()));
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 });
    await page.mouse.up();
    await plies(page, 1);
  });
});

test("Firefox: a long board scrolls to the focus", async () => {
  await at({ g: "mnk:rows=1,cols=40,line=40" }, async (page) => {
    await place(page, 0).focus();
    for (let steps = 1; steps < 40; steps += 1) await page.keyboard.press("ArrowRight");
    const [frame, spot] = await Promise.all([page.locator("#board.long"), place(page, 39)].map((one) => one.boundingBox()));
    assert.ok(spot.x >= frame.x && spot.x + spot.width <= frame.x + frame.width, JSON.stringify([frame, spot]));
    await page.keyboard.press("Enter");
    await plies(page, 1);
  });
});

test("Firefox: a sum of games, a mistake in it, and Back", async () => {
  await visit(browser, server.url, {}, { path: "sums.html", ready: "#signs button" }, async (page) => {
    await page.fill("#sum", "domineering:rows=2,cols=2 + ^");
    await page.keyboard.press("Enter");
    await says(page, "worth", "{1^|-1^}");
    await page.fill("#sum", "1 + clober");
    await page.keyboard.press("Enter");
    await says(page, "sum-wrong", "there is no game `clober`");
    assert.equal(await page.textContent("#sum-wrong mark"), "clober");
    await page.goBack();
    await says(page, "worth", "{1^|-1^}");
  });
});

test("Firefox: a game with a friend", async () => {
  await visit(browser, server.url, { g: "tictactoe", k: "new", w: "first" }, {}, async (page) => {
    await page.waitForSelector("#room-links input", { state: "attached" });
    const link = new URL(await page.inputValue("#room-links input >> nth=0"));
    await visit(browser, link.origin, Object.fromEntries(new URLSearchParams(link.hash.slice(1))), {}, async (friend) => {
      await place(page, 4).click();
      await plies(friend, 1);
    });
  });
});
