// Boards of many places: each place is large enough for a finger, and the board scrolls, not the page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, begin, on, place, plies } from "./browser.mjs";
import { open } from "./playing.mjs";

begin();

const to = (count) => Array.from({ length: count }, (_, index) => index + 1);
/** Of every form that boards have, one of the longest. */
const LONG = [
  "clobber:rows=1,cols=49",
  `toppling-dominoes:row=${"xo".repeat(30)}`,
  "mnk:rows=1,cols=128,line=3",
  "mnk:rows=128,cols=1,line=3",
  "mnk:rows=8,cols=16,line=5",
  "connect-k:cols=32,rows=4,line=4",
  "connect4:cols=1,rows=30,line=2",
  `nim:heaps=${to(16).join("/")}`,
  `grid-walk:cells=${"-+".repeat(20)},moves=0+1/0+2`,
  `take-ends:numbers=${to(60).join("/")}`,
  `two-stacks:left=${to(30).join("/")},right=${to(20).join("/")}`,
  "kalah:pits=6,seeds=6",
  "hex:rows=7,cols=7",
  "dots-and-boxes:rows=5,cols=5",
  "chomp:rows=12,cols=12",
  "toads-and-frogs:toads=20,gap=20,frogs=20",
  "circle:places=40,first=3/2,second=1/2/3",
  "circle:places=200,first=3/2,second=1/2/3",
  "positional:rows=4,cols=4,layers=8,line=4",
  `pair-board:rows=1,cols=16,horizontal=${to(15).join("/")}`,
  `card-pairs:cards=${to(20).map((card) => `${card % 5}:${card % 7}`).join("/")}`,
  `word-chain:words=${to(40).map((word) => `a${"bcdefghij"[word % 9]}${"klmnopqr"[word % 8]}a`).join("/")}`,
  `graph:text=${to(20).map((node) => `n${node} first: n${node + 1} n${node + 2}`).join("; ")}; n21 = first; n22 = second`,
  `shannon-switching:edges=${to(12).map((node) => `${node}-${node + 1}/${node}-${node + 2}`).join("/")},from=1,to=14`,
];
const DESK = { viewport: { width: 1280, height: 800 }, hasTouch: true };
const PHONE = { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true };

const middle = async (target) => {
  const { x, y, width, height } = await target.boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
};
const hasScrolled = (page) => page.evaluate(() => document.getElementById("board").scrollLeft);
/** Whether all of a place is in the part of the board that is seen. */
const isSeen = (page, selector) =>
  page.evaluate((selector) => {
    const [frame, spot] = ["#board", `#board ${selector}`].map((one) => document.querySelector(one).getBoundingClientRect());
    return spot.left >= frame.left && spot.right <= frame.right && spot.top >= frame.top && spot.bottom <= frame.bottom;
  }, selector);

/** Real touches: a finger goes down, rests for so many milliseconds, moves, rests again, and goes up. */
async function swipe(page, from, to, [before, after] = [0, 0]) {
  const touches = await page.context().newCDPSession(page);
  const began = Date.now() / 1000;
  // The times that the page is told are those of an idle machine.
  const send = (type, at, ...touchPoints) => touches.send("Input.dispatchTouchEvent", { type, touchPoints, timestamp: began + at / 1000 });
  await send("touchStart", 0, from);
  for (const part of [0.2, 0.4, 0.6, 0.8, 1]) {
    await send("touchMove", before + 80 * part, { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
  }
  await send("touchEnd", before + after + 90);
  await touches.detach();
}

/** Pans the board by a finger until a place is seen. */
async function pan(page, index) {
  for (let swipes = 0; ; swipes += 1) {
    const { from, by } = await page.evaluate(async (index) => {
      const board = document.getElementById("board");
      board.scrollIntoView({ block: "center" });
      // What a finger has set in motion comes to rest.
      for (let was; was !== `${board.scrollLeft} ${board.scrollTop}`; ) {
        was = `${board.scrollLeft} ${board.scrollTop}`;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      const [frame, spot] = [board, board.querySelector(`[data-index="${index}"] .cell`)].map((one) => one.getBoundingClientRect());
      const [width, height] = [frame.width / 2 - 20, frame.height / 2 - 20];
      const far = (low, high, from, to, most) => Math.max(-most, Math.min(most, from < low ? low - from + 30 : to > high ? high - to - 30 : 0));
      return {
        from: { x: frame.left + frame.width / 2, y: frame.top + frame.height / 2 },
        by: [far(frame.left, frame.right, spot.left, spot.right, width), far(frame.top, frame.bottom, spot.top, spot.bottom, height)],
      };
    }, index);
    if (!by[0] && !by[1]) return;
    assert.ok(swipes < 40, `place ${index} comes into view`);
    const [x, y] = by.map((distance) => distance / 2);
    await swipe(page, { x: from.x - x, y: from.y - y }, { x: from.x + x, y: from.y + y }, [0, 200]);
  }
}

/** Taps what can be touched last, and where it can go or what is chosen, until a move is made. */
async function tapLast(page) {
  const tap = async (target) => {
    const { x, y } = await middle(target);
    await page.touchscreen.tap(x, y);
  };
  const last = await page.locator("#board [role=button]").last().getAttribute("data-index");
  await pan(page, last);
  await tap(place(page, last).locator(".cell"));
  await page.waitForFunction(() => document.querySelector("#tree .ply, #board .picked, #choose[open]"));
  if (await page.locator("#choose[open]").count()) await tap(page.locator("#choices button").first());
  if (await page.locator("#board .picked").count()) {
    const goal = await page.evaluate(() => [...document.querySelectorAll("#board .overs > g")].findIndex((over) => over.querySelector(".goal")));
    await pan(page, goal);
    await tap(place(page, goal).locator(".cell"));
  }
  await plies(page, 1);
}

for (const [name, options] of [["a desk", DESK], ["a phone", PHONE]]) {
  test(`every place of a long board is large enough, and a finger reaches the far end: ${name}`, async () => {
    await on({ g: "tictactoe", p2: "human" }, { ...options, reducedMotion: "reduce" }, async (page) => {
      for (const game of LONG) {
        await open(page, game);
        const { least, wide } = await page.evaluate(() => {
          const sizes = [...document.querySelectorAll("#board [role=button]")].map((one) => one.getBoundingClientRect()).flatMap(({ width, height }) => [width, height]);
          return { least: Math.min(...sizes), wide: document.documentElement.scrollWidth - innerWidth };
        });
        assert.ok(least >= 24, `${game}: ${least.toFixed(1)} pixels`);
        assert.ok(wide <= 0, `${game}: the page is ${wide} pixels too wide`);
        assert.ok(await isSeen(page, "[tabindex='0']"), `${game}: where to begin is seen`);
        await tapLast(page).catch((error) => assert.fail(`${game}: ${error.message}`));
      }
    });
  });
}

test("a board that fits does not scroll, and one that grows too small for its window does", async () => {
  await on({ g: "mnk:rows=2,cols=16,line=3", p2: "human", m: "2,16", i: 1 }, DESK, async (page) => {
    const isLong = () => page.locator("#board.long").count();
    assert.equal(await isLong(), 0);
    await page.setViewportSize(PHONE.viewport);
    await page.waitForSelector("#board.long");
    assert.ok(await isSeen(page, ".last"));
    await page.emulateMedia({ media: "print" });
    assert.ok(await page.evaluate(() => document.querySelector("#board svg").getBoundingClientRect().right <= innerWidth), "on paper all of it is seen");
    await page.emulateMedia({ media: "screen" });
    await page.setViewportSize(DESK.viewport);
    await page.waitForSelector("#board:not(.long)");
  });
});

test("by keys the focus stays in view, as does each move, its answer, and what is stepped to", async () => {
  await on({ g: "mnk:rows=1,cols=40,line=40", p2: "human" }, PHONE, async (page) => {
    await place(page, 0).focus();
    for (let steps = 1; steps < 40; steps += 1) await page.keyboard.press("ArrowRight");
    assert.equal(await page.evaluate(() => document.activeElement.dataset.index), "39");
    assert.ok(await isSeen(page, ":focus"));
    await page.keyboard.press("Enter");
    await plies(page, 1);
    assert.ok(await isSeen(page, ".last"));
    // Whoever else makes the next move, it is shown.
    await page.evaluate(() => [...document.querySelectorAll("#moves button")].find((one) => one.textContent === "1,1").click());
    await plies(page, 2);
    assert.ok(await isSeen(page, ".last[data-index='0']"));
    await page.click("#undo");
    await page.waitForSelector("#board .last[data-index='39']");
    assert.ok(await isSeen(page, ".last"));
    await page.click("#redo");
    await page.waitForSelector("#board .last[data-index='0']");
    assert.ok(await isSeen(page, ".last"));
    await accessible(page);
  });
  await on({ g: "mnk:rows=1,cols=20,line=3", p2: "perfect" }, PHONE, async (page) => {
    await pan(page, 19);
    await place(page, 19).tap();
    await plies(page, 2);
    assert.ok(await isSeen(page, ".last"), "the computer's move");
    await page.click("#hint");
    await page.click("#hint");
    await page.click("#hint");
    await page.waitForSelector("#board .hinted");
    assert.ok(await isSeen(page, ".hinted"), "a hint");
  });
});

test("a board without places to touch is reached by keys, and scrolls", async () => {
  await on({ g: "mnk:rows=1,cols=20,line=3", p2: "human", m: "1,1 1,20 1,2 1,19 1,3", i: 5 }, PHONE, async (page) => {
    assert.equal(await page.locator("#board [role=button]").count(), 0, "the game is over");
    await accessible(page);
    for (let tabs = 0; (await page.evaluate(() => document.activeElement.id)) !== "board"; tabs += 1) {
      assert.ok(tabs < 20, "the board is in reach");
      await page.keyboard.press("Tab");
    }
    const before = await hasScrolled(page);
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction((before) => document.getElementById("board").scrollLeft > before, before);
    await plies(page, 5);
  });
});

test("a finger that moves at once pans a long board, and one that rests drags the piece, to beyond the edge", async () => {
  await on({ g: "clobber:rows=1,cols=49", p2: "human" }, PHONE, async (page) => {
    await swipe(page, await middle(place(page, 4)), await middle(place(page, 0)));
    await page.waitForFunction(() => document.getElementById("board").scrollLeft > 60);
    assert.equal(await page.locator("#board .held").count(), 0);
    await plies(page, 0);
    await pan(page, 6);
    const left = await hasScrolled(page);
    const spot = await middle(place(page, 6));
    await page.touchscreen.tap(spot.x, spot.y);
    await page.waitForSelector("#board .picked");
    assert.equal(await hasScrolled(page), left, "a board that is drawn again stays where it is");
    await page.keyboard.press("Escape");
    await page.waitForSelector("#board:not(:has(.picked))");
    await swipe(page, await middle(place(page, 8)), await middle(place(page, 7)), [300, 0]);
    await plies(page, 1);
    assert.match(await page.textContent("#tree"), /1,9-1,8/);
    const { x, y } = await middle(place(page, 9));
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(352, y, { steps: 4 });
    const before = await hasScrolled(page);
    await page.waitForFunction((before) => document.getElementById("board").scrollLeft > before + 100, before);
    await page.mouse.up();
    await plies(page, 1);
  });
});
