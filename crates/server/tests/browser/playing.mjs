// Plays games to their end on the board: by clicks, by taps, by keys. No move is chosen in the list of moves, and none
// is typed.

import assert from "node:assert/strict";

/** No game that is played here takes more plies before it ends or comes back to a position. */
const MOST_PLIES = 300;
/** Nor are so many pieces picked up and put back on the way. */
const MOST_TOUCHES = 4 * MOST_PLIES;

/**
 * On a machine with much else to do a touch may reach the page so late that it is none (a finger that rests is no tap). Each
 * is noted here and repeated, as a person does.
 */
export const lost = [];

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
 * Waits in the page until there is something else to do than `before`, and says what: { state, over, choosing, count,
 * spot }, the middle of one of all that can be touched, which `part` (from 0 up to 1) chooses.
 */
const look = (page, before, part) =>
  page.evaluate(async ([before, part]) => {
    const plies = () => `${document.querySelectorAll("#tree .ply").length} ${document.getElementById("status").textContent}`;
    // To pick up a piece, or to put it back, is not yet a move.
    const picked = () => document.querySelector("#board .picked")?.getAttribute("data-index") ?? "";
    // Whose piece goes to a place is chosen before what else the move does.
    const goals = () => [...document.querySelectorAll("#board .overs > g")].map((one) => (one.querySelector(".goal") ? 1 : 0)).join("");
    const state = () => `${plies()} ${picked()} ${goals()}` + (document.getElementById("choose").open ? ", choosing" : "");
    const since = performance.now();
    // A choice that was made is not yet a move.
    while (state() === before || `${state()}, choosing` === before) {
      if (performance.now() - since > 30_000) throw new Error(`nothing happened: ${before}, ${document.getElementById("notice").textContent}`);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const choosing = document.getElementById("choose").open;
    // What can be touched lies in the picture: beside it, other things lie on top.
    const frame = document.querySelector("#board svg").getBoundingClientRect();
    const lost = [...document.querySelectorAll("#board [role=button]")].find((place) => {
      const { top, right, bottom, left } = place.querySelector(".cell").getBoundingClientRect();
      return top < frame.top - 1 || right > frame.right + 1 || bottom > frame.bottom + 1 || left < frame.left - 1;
    });
    if (lost) throw new Error(`outside of the picture: ${lost.getAttribute("aria-label")}`);
    const query = choosing ? "#choices button" : "#board [role=button] .cell, #beside button";
    const all = document.querySelectorAll(query);
    const over = document.getElementById("status").textContent.startsWith("Over");
    const element = all[Math.floor(part * all.length)];
    element?.scrollIntoView({ block: "nearest" });
    const { x, y, width, height } = element?.getBoundingClientRect() ?? {};
    return { state: state(), over, choosing, count: all.length, spot: { x: x + width / 2, y: y + height / 2, width, height } };
  }, [before, part]);

/** How a place, a button or a choice is touched; `draw` gives random numbers. */
const MANNERS = {
  async clicks(page, { spot: { x, y } }) {
    await page.mouse.click(x, y);
  },
  async taps(page, { spot }) {
    let { x, y, width, height } = spot;
    // Two quick taps on one spot are a double tap, which is one move.
    const near = () => Math.hypot(page.tapped?.x - x, page.tapped?.y - y) < 24;
    if (near()) [x, y] = [x + 0.4 * width, y + 0.3 * height];
    if (near()) await page.waitForTimeout(400);
    page.tapped = { x, y };
    await page.touchscreen.tap(x, y);
  },
  async keys(page, { choosing, count }, draw) {
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
    // Past the last choice lies the browser: from there, Firefox gets no keys that a driver presses.
    const most = choosing ? Math.min(4, count) : 4;
    for (let steps = Math.floor(draw() * most); steps > 0; steps -= 1) await page.keyboard.press(keys[Math.floor(draw() * keys.length)]);
    await reach();
    await page.keyboard.press("Enter");
  },
};

/** Opens a game for two people. */
export async function open(page, game) {
  const address = new URLSearchParams({ l: "en", g: game, p1: "human", p2: "human" });
  await page.evaluate(async (address) => {
    document.getElementById("status").textContent = "";
    location.hash = address;
    const until = performance.now() + 60_000;
    while (document.getElementById("status").textContent === "") {
      if (performance.now() > until) throw new Error(`${address} is not shown`);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }, address.toString());
  assert.equal(await page.isVisible("#notice"), false, `${game}: ${await page.textContent("#notice")}`);
}

/** The most that may move on the page at once without being moved by anybody (a layout shift score; 0.1 is called good). */
const MOST_SHIFT = 0.02;

/**
 * In the page: notes the largest layout shift from now on, whoever caused it, and what it moved.
 * What the page has done so far is painted first: on a busy machine the board just opened may not be.
 */
export const watchShifts = (page) =>
  page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
    window.shift = { value: 0, moved: "" };
    window.shifts?.disconnect();
    window.shifts = new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries()) {
        const moved = sources.map(({ node, previousRect: from, currentRect: to }) => `${node?.id || node?.nodeName} ${from.top} to ${to.top}`).join(", ");
        if (value > window.shift.value) window.shift = { value, moved };
      }
    });
    window.shifts.observe({ type: "layout-shift" });
  });

/** Nothing has moved far since `watchShifts`. Firefox knows no layout shifts. */
export async function assertNoShift(page, game) {
  const { value, moved } = await page.evaluate(() => window.shift);
  assert.ok(value <= MOST_SHIFT, `${game}: the page jumps by ${value.toFixed(3)}: ${moved}`);
}

/** Plays one game to its end, and sees to it that nothing jumps. */
export async function play(page, game, manner) {
  await open(page, game);
  const draw = random(game);
  let seen = await look(page, null, draw());
  await watchShifts(page);
  for (let plies = 0; !seen.over; plies += 1) {
    assert.ok(plies < MOST_TOUCHES && Number(seen.state.split(" ")[0]) < MOST_PLIES, `${game} comes to an end`);
    assert.ok(seen.count > 0, `${game}: there is something to touch: ${seen.state}`);
    const touch = () => MANNERS[manner](page, seen, draw);
    const next = () => look(page, seen.state, draw());
    await touch();
    try {
      seen = await next().catch(async (error) => {
        if (manner !== "taps") throw error;
        lost.push(`${game}, ply ${plies}: ${error.message}`);
        await touch();
        return next();
      });
    } catch (error) {
      throw new Error(`${game}, ply ${plies}: ${error.message}`);
    }
  }
  await assertNoShift(page, game);
}
