// Every game, played to its end on the board: by clicks and keys on a desk, by taps on a phone.
// No move is chosen in the list of moves, and none is typed.
//
// By clicks on a desk these are all examples there are. In the other ways they are one of each game on the list and all files: what
// a phone shows of larger boards has tests of its own (long, looks), the desk's layout is that of the clicks, and keys choose what
// clicks choose; that they reach all of it is a test of its own. EVERY=1 plays all examples in all ways, which takes thrice as long.

import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { test } from "node:test";
import { PHONE, begin, browser, serve, server, visit } from "./browser.mjs";
import { lost, open, play } from "./playing.mjs";

/** Of the thousands of taps in a test, so many may have to be repeated. */
const MOST_LOST = 2;
/** Pages at the same time. */
const PAGES = 3;
const DESK = { viewport: { width: 1440, height: 900 }, hasTouch: true };

let games;
begin({
  then: async () => {
    const listed = (await (await fetch(`${server.url}/api/v1/games`)).json()).games;
    games = listed.flatMap(({ examples }) => examples.map((game, index) => ({ game, first: index === 0, file: game.startsWith("examples/") })));
    const rules = (await readdir("examples/rules")).map((name) => `examples/rules/${name}`);
    assert.deepEqual(rules.filter((file) => !games.some(({ game }) => game === file)), [], "every file of rules is an example");
  },
});

/** Clicks on everything and some taps have boards that move; the others have boards at rest, which are drawn less often. */
const QUIET = { reducedMotion: "reduce" };

for (const [manner, name, options, every] of [
  ["clicks", "a desk", DESK, true],
  ["taps", "a phone", { ...PHONE, ...QUIET }, false],
  ["taps", "a desk", DESK, false],
  ["keys", "a desk", { ...DESK, ...QUIET }, false],
]) {
  test(`every game to its end: ${manner} on ${name}`, async () => {
    const waiting = games.filter(({ first, file }) => every || first || file || process.env.EVERY).map(({ game }) => game);
    const failed = [];
    lost.length = 0;
    const one = () =>
      visit(browser, server.url, { g: "tictactoe" }, options, async (page) => {
        for (let game; (game = waiting.pop()); ) await play(page, game, manner).catch((error) => failed.push(`${game}: ${error.message}`));
      });
    await Promise.all(Array.from({ length: PAGES }, one));
    assert.deepEqual(failed, []);
    assert.ok(lost.length <= MOST_LOST, lost.join("; "));
  });
}

test("every game written down in a file to its end", async () => {
  const files = (await readdir("examples")).filter((name) => name.endsWith(".graph"));
  assert.ok(files.length > 1);
  for (const file of files) {
    const game = `graph:file=examples/${file}`;
    const own = await serve(game);
    for (const [manner, options] of [["clicks", DESK], ["taps", PHONE], ["keys", DESK]]) {
      await visit(browser, own.url, { g: game }, options, (page) => play(page, game, manner));
    }
    await own.stop();
  }
});

test("the arrow keys lead to every place that can be touched", async () => {
  await visit(browser, server.url, { g: "tictactoe" }, DESK, async (page) => {
    for (const { game } of games.filter(({ first, file }) => first || file)) {
      await open(page, game);
      const missed = await page.evaluate(() => {
        const buttons = [...document.querySelectorAll("#board [role=button]")];
        const reached = new Set(buttons.slice(0, 1));
        for (const button of reached) {
          for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
            button.focus();
            button.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
            reached.add(document.activeElement);
          }
        }
        return buttons.filter((button) => !reached.has(button)).map((button) => button.getAttribute("aria-label"));
      });
      assert.deepEqual(missed, [], game);
    }
  });
});
