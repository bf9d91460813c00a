// Every game, played to its end on the board: by clicks and keys on a desk, by taps on a phone.
// No move is chosen in the list of moves, and none is typed.
//
// These are all examples there are; by taps on a desk, one of each game and every file.

import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { after, before, test } from "node:test";
import { launch, serve, visit } from "./browser.mjs";

/** Pages at the same time. */
const PAGES = 3;
/** No game of these takes more plies before it ends or comes back to a position. */
const MOST_PLIES = 300;
/** Nor are so many pieces picked up and put back on the way. */
const MOST_TOUCHES = 4 * MOST_PLIES;
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const DESK = { viewport: { width: 1440, height: 900 }, hasTouch: true };

let browser, server, games;
before(async () => {
  server = await serve();
  browser = await launch();
  const listed = (await (await fetch(`${server.url}/api/v1/games`)).json()).games;
  games = listed.flatMap(({ examples }) => examples.map((game, index) => ({ game, first: index === 0 || game.startsWith("examples/") })));
  const rules = (await readdir("examples/rules")).map((name) => `examples/rules/${name}`);
  assert.deepEqual(rules.filter((file) => !games.some(({ game }) => game === file)), [], "every file of rules is an example");
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
    const plies = () => `${document.querySelectorAll("#tree .ply").length} ${document.getElementById("status").textContent}`;
    // To pick up a piece, or to put it back, is not yet a move.
    const picked = () => document.querySelector("#board .picked")?.getAttribute("data-index") ?? "";
    const state = () => `${plies()} ${picked()}` + (document.getElementById("choose").open ? ", choosing" : "");
    const since = performance.now();
    // A choice that was made is not yet a move.
    while (state() === before || `${state()}, choosing` === before) {
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
    let { x, y, width, height } = spots[Math.floor(draw() * spots.length)];
    // Two quick taps on one spot are a double tap, which is one move.
    const near = () => Math.hypot(page.tapped?.x - x, page.tapped?.y - y) < 24;
    if (near()) [x, y] = [x + 0.4 * width, y + 0.3 * height];
    if (near()) await page.waitForTimeout(400);
    page.tapped = { x, y };
    await page.touchscreen.tap(x, y);
  },
  async keys(page, { choosing }, draw) {
    const focused = () =>
      page.evaluate(() => {
        const { activeElement: at } = document;
        return at.closest("#choices") ? "choice" : at.hasAttribute("data-index") ? "board" : at.closest("#beside") ? "beside" : "";
      });
    const reach = async () => {
      for (let tabs = 0; !(await focused()); tabs += 1) {
        assert.ok(tabs < 20, "what can be done is in reach");
        await page.keyboard.press("Tab");
      }
    };
    await reach();
    // Beside the board, arrow keys lead through the game, and Tab to the next button.
    const isBeside = (await focused()) === "beside";
    for (let steps = Math.floor(draw() * 4); isBeside && steps > 0; steps -= 1) {
      await page.keyboard.press("Tab");
      if ((await focused()) !== "beside") await page.keyboard.press("Shift+Tab");
    }
    if (isBeside) return page.keyboard.press("Enter");
    const keys = choosing ? ["Tab"] : ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
    for (let steps = Math.floor(draw() * 4); steps > 0; steps -= 1) await page.keyboard.press(keys[Math.floor(draw() * keys.length)]);
    await reach();
    await page.keyboard.press("Enter");
  },
};

/** Opens a game for two people. */
async function open(page, game) {
  const address = new URLSearchParams({ l: "en", g: game, p1: "human", p2: "human" });
  await page.evaluate(async (address) => {
    document.getElementById("status").textContent = "";
    location.hash = address;
    while (document.getElementById("status").textContent === "") await new Promise((resolve) => setTimeout(resolve, 2));
  }, address.toString());
  assert.equal(await page.isVisible("#notice"), false, `${game}: ${await page.textContent("#notice")}`);
}

/** Plays one game to its end. */
async function play(page, game, manner) {
  await open(page, game);
  const draw = random(game);
  let seen = await look(page, null);
  for (let plies = 0; !seen.over; plies += 1) {
    assert.ok(plies < MOST_TOUCHES && Number(seen.state.split(" ")[0]) < MOST_PLIES, `${game} comes to an end`);
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
  ["taps", "a phone", PHONE, true],
  ["taps", "a desk", DESK, false],
  ["keys", "a desk", DESK, true],
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
    for (const { game } of games.filter(({ first }) => first)) {
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
