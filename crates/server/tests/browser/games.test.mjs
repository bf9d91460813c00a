// Every game, played to its end on the board: by clicks, by taps and by keys, on a phone and on a desk.
// No move is chosen in the list of moves, and none is typed.

import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { after, before, test } from "node:test";
import { launch, serve, visit } from "./browser.mjs";

/** Pages at the same time. */
const PAGES = 3;
/** No game of these takes more plies before it ends or comes back to a position. */
const MOST_PLIES = 300;
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const DESK = { viewport: { width: 1440, height: 900 }, hasTouch: true };

let browser, server, games;
before(async () => {
  server = await serve();
  browser = await launch();
  const listed = (await (await fetch(`${server.url}/api/v1/games`)).json()).games;
  const rules = (await readdir("examples/rules")).filter((name) => name.endsWith(".toml"));
  const graphs = (await readdir("examples")).filter((name) => name.endsWith(".graph"));
  games = listed.flatMap(({ examples }) => examples.map((game, index) => ({ game, first: index === 0 })));
  for (const file of [...rules.map((name) => `examples/rules/${name}`), ...graphs.map((name) => `graph:file=examples/${name}`)]) {
    if (!games.some(({ game }) => game === file)) games.push({ game: file, first: true });
  }
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Numbers from 0 up to 1, the same ones for the same text. */
function random(text) {
  let state = [...text].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) | 0, 7);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Waits in the page until there is something else to do than `before`, and says what: { state, over,
 * choosing, spots } with the middle of everything that can be touched.
 */
const look = (page, before) =>
  page.evaluate(async (before) => {
    const state = () => {
      const chosen = document.getElementById("choose").open ? "choosing" : "";
      return `${document.querySelectorAll("#tree .ply").length} ${document.getElementById("status").textContent} ${chosen}`;
    };
    const since = performance.now();
    while (state() === before) {
      if (performance.now() - since > 10_000) throw new Error(`nothing happened: ${before}, ${document.getElementById("notice").textContent}`);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const choosing = document.getElementById("choose").open;
    const query = choosing ? "#choices button" : "#board [role=button] .cell, #beside button";
    const all = [...document.querySelectorAll(query)];
    const spot = (element) => {
      element.scrollIntoView({ block: "nearest" });
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2, width, height };
    };
    const over = document.getElementById("status").textContent.startsWith("Over");
    return { state: state(), over, choosing, count: all.length, spots: over ? [] : all.map(spot) };
  }, before);

/** How a place, a button or a choice is touched; `draw` gives random numbers. */
const MANNERS = {
  async clicks(page, { spots }, draw) {
    const { x, y } = spots[Math.floor(draw() * spots.length)];
    await page.mouse.click(x, y);
  },
  async taps(page, { spots }, draw) {
    const { x, y } = spots[Math.floor(draw() * spots.length)];
    await page.touchscreen.tap(x, y);
  },
  async keys(page, { choosing }, draw) {
    const focused = () =>
      page.evaluate(() => {
        const { activeElement: at } = document;
        return at.closest("#choices") ? "choice" : at.hasAttribute("data-index") ? "board" : at.closest("#beside") ? "beside" : "";
      });
    for (let tabs = 0; !(await focused()); tabs += 1) {
      assert.ok(tabs < 20, "the board is in reach");
      await page.keyboard.press("Tab");
    }
    if (choosing) for (let steps = Math.floor(draw() * 3); steps > 0; steps -= 1) await page.keyboard.press("Tab");
    else for (let steps = Math.floor(draw() * 4); steps > 0; steps -= 1) await page.keyboard.press(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"][Math.floor(draw() * 4)]);
    if (await focused()) await page.keyboard.press("Enter");
  },
};

/** Plays one game to its end. */
async function play(page, game, manner) {
  const address = new URLSearchParams({ l: "en", g: game, p1: "human", p2: "human" });
  await page.evaluate(async (address) => {
    document.getElementById("status").textContent = "";
    location.hash = address;
    while (document.getElementById("status").textContent === "") await new Promise((resolve) => setTimeout(resolve, 2));
  }, address.toString());
  assert.equal(await page.isVisible("#notice"), false, `${game}: ${await page.textContent("#notice")}`);
  const draw = random(game);
  let seen = await look(page, null);
  for (let plies = 0; !seen.over; plies += 1) {
    assert.ok(plies < MOST_PLIES, `${game} comes to an end`);
    assert.ok(seen.count > 0, `${game}: there is something to touch: ${seen.state}`);
    await MANNERS[manner](page, seen, draw);
    try {
      seen = await look(page, seen.state);
    } catch (error) {
      throw new Error(`${game}, ply ${plies}: ${error.message}`);
    }
  }
}

for (const [manner, name, options, every] of [
  ["clicks", "a desk", DESK, true],
  ["clicks", "a phone", PHONE, false],
  ["taps", "a phone", PHONE, true],
  ["taps", "a desk", DESK, false],
  ["keys", "a desk", DESK, true],
  ["keys", "a phone", PHONE, false],
]) {
  test(`every game to its end: ${manner} on ${name}`, async () => {
    const waiting = games.filter(({ first }) => every || first).map(({ game }) => game);
    const failed = [];
    const one = () =>
      visit(browser, server.url, { g: "tictactoe" }, options, async (page) => {
        for (let game; (game = waiting.pop()); ) await play(page, game, manner).catch((error) => failed.push(`${game}: ${error.message}`));
      });
    await Promise.all(Array.from({ length: PAGES }, one));
    assert.deepEqual(failed, []);
  });
}
