// What boards look like, how pieces are moved, and how they get there.

import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, browser, PHONE, place, plies, says, server, visit } from "./browser.mjs";

begin();

const on = (state, options, run) => visit(browser, server.url, { p1: "human", p2: "human", ...state }, options, run);
const count = (page, selector) => page.locator(`#board ${selector}`).count();
const middle = async (page, index) => {
  const { x, y, width, height } = await place(page, index).locator(".cell").boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
};

/** What is seen of games: how often. */
const SEEN = [
  ["tictactoe", "2,2 1,1", { ".lattice": 9, ".mark.first path.stroke": 1, ".mark.second circle.stroke": 1, ".disc": 0, ".coordinate": 6, ".goal": 0 }],
  ["connect4:cols=5,rows=4", "3 3 2", { ".frame": 1, ".hole": 17, ".overs circle.disc": 3, "text.disc-symbol": 0, ".stroke": 0, ".coordinate": 5 }],
  ["hex", "2,2 1,1", { "path.cell": 9, ".side-line.first": 2, ".side-line.second": 2, "circle.disc": 2, ".stroke": 0 }],
  ["examples/rules/hex.toml", "2,2 1,1", { "path.cell": 16, ".side-line.first": 2, ".side-line.second": 2, "circle.disc": 2, ".stroke": 0 }],
  ["examples/rules/y.toml", "2,2", { "path.cell": 10, ".side-line": 0, "circle.disc": 1 }],
  ["examples/rules/cram.toml", "1,1+1,2 1,3+2,3", { ".mark.first .domino": 1, ".mark.second .domino": 1 }],
  ["othello", "", { "circle.disc": 4, ".stroke": 0, ".goal": 4 }],
  ["clobber", "", { ".cell.dark": 6, "circle.disc": 12 }],
  ["amazons", "3,1-1,3x2,3", { ".mark.first .disc": 1, ".mark.second .disc": 1, ".mark.common .domino": 1 }],
  ["nogo", "2,2 1,1", { ".mark.first .disc": 1, ".mark.second .disc": 1, ".stroke": 0 }],
  ["hexapawn", "", { "path.disc": 6, ".cell.dark": 4 }],
  ["dots-and-boxes:rows=1,cols=1", "1 2 3", { ".spot": 4, ".drawn": 3, ".owned-box": 0, ".coordinate": 1 }],
  ["cutcake", "4x6>4x2+4x4", { ".pebble": 24, ".cell": 12 }],
  ["toads-and-frogs", "", { ".coordinate": 8 }],
  ["dots-and-boxes:rows=1,cols=1", "1 2 3 4", { ".drawn": 4, ".owned.second .owned-box": 1 }],
  ["domineering", "1,1-2,1 1,2-1,3", { ".mark.first .domino": 1, ".mark.second .domino": 1 }],
  ["domineering:rows=2,cols=3", "", { ".domino": 0 }],
  ["kalah", "", { "circle.cell": 6, ".store": 2, ".pebble": 18, ".coordinate": 6 }],
  ["kalah:pits=2,seeds=2", "1", { ".seeds .pebble": 1, ".pebble": 8 }],
  ["nim:heaps=1/3/5", "", { ".pebble": 9, ".coordinate": 3 }],
  ["stones:stones=21,take=1/2/3", "3", { ".pebble": 18 }],
  ["six-mens-morris", "1 2", { "circle.cell": 16, ".link": 20, "circle.disc": 2, ".coordinate": 14 }],
  ["pong-hau-ki", "", { "circle.cell": 5, ".link": 7, "circle.disc": 4 }],
  ["shannon-switching", "1-2 1-3", { ".node": 4, ".node.end": 2, ".edge-line.first": 1, ".edge-line.second": 1 }],
  ["hackenbush:edges=0-1b/1-2r/1-2g/0-3g/3-3r", "1-2#2", { ".node.end": 2, ".node": 6, ".edge-line.first": 1, ".edge-line.second": 2, ".edge-line.common": 1, "text.disc-symbol": 4 }],
  ["hackenbush:edges=0-1b/1-2r/0-3g", "0-1", { ".node.end": 2, ".node": 3, ".edge-line": 1, ".ground .link": 1 }],
  ["chomp", "3,4", { ".choc": 16, ".bone": 1 }],
  ["dobutsu-shogi", "3,2-2,2", { "path.disc": 8, ".hand": 1, "[transform^='rotate(180']": 3 }],
  ["gobblet-gobblers", "S*2,2 M*2,2 L*1,1", { "circle.disc": 2 + 6, ".hand": 6, ".label": 1 + 3 }],
  ["take-ends:numbers=4/2/9/7/1/5", "", { ".label": 6 }],
  ["circle:places=5,first=3/2,second=1/2/3", "", { "circle.cell": 5, ".piece": 1 }],
  ["toppling-dominoes:row=xoox", "", { ".mark.first .domino": 2, ".mark.second .domino": 2, "text.disc-symbol": 0 }],
  // What a place is called stands at the edge, where its name is that of a row and a column.
  ["variants:file=examples/variants/small.ini,variant=duel", "", { ".coordinate": 7, ".label": 0 }],
  ["examples/rules/king-and-rook.toml", "", { "text.disc-symbol": 1, "path.disc-symbol": 2 }],
];

test("boards and pieces are drawn as what they are", async () => {
  for (const [g, m, seen] of SEEN) {
    await on({ g, m, i: m.split(" ").filter(Boolean).length }, {}, async (page) => {
      const found = {};
      for (const selector of Object.keys(seen)) found[selector] = await count(page, selector);
      assert.deepEqual(found, seen, `${g} ${m}`);
    });
  }
});

test("all places of a move are marked: of the last one, of a hint, and of the one at the cursor", async () => {
  const marked = (page, what) => page.$$eval(`#board .${what}`, (all) => all.map((one) => Number(one.dataset.index)).sort((a, b) => a - b));
  for (const [g, m, last] of [
    ["domineering", "1,2-2,2", [1, 6]],
    ["examples/rules/cram.toml", "1,1+1,2", [0, 1]],
    ["clobber:rows=2,cols=3", "1,1-1,2", [0, 1]],
    ["amazons", "3,1-1,3x2,3", [2, 6, 8]],
    ["dobutsu-shogi", "3,2-2,2", [4, 7]],
  ]) {
    await on({ g, m, i: 1 }, {}, async (page) => {
      assert.deepEqual(await marked(page, "place.last"), last, g);
    });
  }
  await on({ g: "domineering:rows=3,cols=3" }, {}, async (page) => {
    for (let level = 1; level <= 3; level += 1) {
      const before = await page.textContent("#notice");
      await page.click("#hint");
      await page.waitForFunction((before) => document.getElementById("notice").textContent !== before, before);
    }
    await page.waitForFunction(() => document.querySelectorAll("#board .hinted").length === 2);
    const [one, other] = await marked(page, "hinted");
    assert.equal(other, one + 3, "one above the other");
    await place(page, 0).focus();
    assert.equal(await page.locator("#board .ghost .domino").count(), 1);
  });
});

test("a piece is picked up, its goals are shown, and it is put back", async () => {
  await on({ g: "hexapawn", m: "3,1-2,1", i: 1 }, {}, async (page) => {
    await place(page, 1).click();
    assert.equal(await count(page, ".picked"), 1);
    assert.equal(await place(page, 1).getAttribute("aria-pressed"), "true");
    assert.equal(await count(page, ".goal"), 2, "on, and to take");
    await page.waitForFunction(() => document.getElementById("live").textContent.includes("2 places"));
    await page.keyboard.press("Escape");
    assert.equal(await count(page, ".picked, .goal"), 0);
    await place(page, 1).click();
    await page.mouse.move(0, 0);
    await page.waitForTimeout(500);
    await place(page, 1).click();
    assert.equal(await count(page, ".picked"), 0);
    await page.waitForTimeout(500);
    await place(page, 1).click();
    await place(page, 3).click();
    await plies(page, 2);
    assert.match(await page.textContent("#tree"), /1,2-2,1/);
  });
});

test("a piece is picked up and put down with keys alone", async () => {
  await on({ g: "hexapawn" }, {}, async (page) => {
    await place(page, 7).focus();
    await page.keyboard.press("Enter");
    assert.equal(await count(page, ".picked"), 1);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await plies(page, 1);
    assert.match(await page.textContent("#tree"), /3,2-2,2/);
  });
});

test("a piece is dragged to where it may go, and nowhere else", async () => {
  await on({ g: "hexapawn" }, {}, async (page) => {
    const [from, wrong, right] = [await middle(page, 6), await middle(page, 5), await middle(page, 3)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(wrong.x, wrong.y, { steps: 4 });
    assert.equal(await count(page, ".held"), 1, "it is under the pointer");
    assert.equal(await count(page, ".goal"), 1);
    await page.mouse.up();
    assert.equal(await count(page, ".held, .goal, .away, .picked"), 0);
    await plies(page, 0);
    await page.waitForTimeout(100);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(right.x + 8, right.y + 8, { steps: 4 });
    assert.equal(await count(page, ".under"), 1);
    await page.mouse.up();
    await plies(page, 1);
    assert.match(await page.textContent("#tree"), /3,1-2,1/);
  });
});

test("a finger drags a piece, and one in hand", async () => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
  await on({ g: "dobutsu-shogi", m: "3,2-2,2 1,3-2,2", i: 2 }, phone, async (page) => {
    const touches = await page.context().newCDPSession(page);
    const drag = async (from, to) => {
      const at = (point) => [{ x: point.x, y: point.y }];
      await touches.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(from) });
      for (const part of [0.3, 0.7, 1]) {
        const point = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
        await touches.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(point) });
      }
      await touches.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    };
    // Behind the twelve cells: First's chick in hand, to the third row.
    await drag(await middle(page, 12), await middle(page, 7));
    await plies(page, 3);
    assert.match(await page.textContent("#tree"), /C\*3,2/);
  });
});

test("digits play columns", async () => {
  await on({ g: "connect4:cols=5,rows=4" }, {}, async (page) => {
    await page.keyboard.press("3");
    await plies(page, 1);
    await page.keyboard.press("9");
    await page.keyboard.press("1");
    await plies(page, 2);
    assert.match(await page.textContent("#tree"), /1\. 3.*2\. 1/);
    await page.click("#help-open");
    await page.uncheck("#keys");
    await page.keyboard.press("Escape");
    await page.waitForSelector("#help", { state: "hidden" });
    await page.keyboard.press("2");
    await page.waitForTimeout(100);
    await plies(page, 2);
  });
});

test("what a touch would do is seen under the pointer", async () => {
  await on({ g: "domineering" }, {}, async (page) => {
    const { x, y } = await middle(page, 6);
    await page.mouse.move(x, y);
    const { height } = await page.locator("#board .preview .domino").boundingBox();
    const cell = await place(page, 6).locator(".cell").boundingBox();
    assert.ok(height > 1.6 * cell.height, "the whole domino");
    await page.mouse.move(2, 2);
    assert.equal(await count(page, ".preview > *"), 0);
    await place(page, 6).focus();
    assert.equal(await count(page, ".preview .domino"), 1, "for keys, too");
  });
  for (const [g, index, ghosts] of [["connect4:cols=5,rows=4", 2, 1], ["chomp", 13, 4], ["nim", 2, 0], ["dots-and-boxes", 1, 1]]) {
    await on({ g }, {}, async (page) => {
      const { x, y } = await middle(page, index);
      await page.mouse.move(x, y);
      assert.equal(await count(page, ".preview .ghost"), ghosts, g);
    });
  }
});

test("pieces move in a fifth of a second, and not for those who asked for rest", async () => {
  for (const reducedMotion of ["no-preference", "reduce"]) {
    for (const [g, index] of [["connect4:cols=5,rows=4", 2], ["othello", 1], ["tictactoe", 4], ["hexapawn", 3], ["kalah", 3], ["dots-and-boxes", 1]]) {
      await on({ g }, { reducedMotion }, async (page) => {
        await page.evaluate(() => {
          window.moved = [];
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (frames, timing) {
            window.moved.push(timing.duration);
            return animate.call(this, frames, timing);
          };
        });
        await place(page, index).click();
        await plies(page, 1);
        const moved = await page.evaluate(() => window.moved);
        if (reducedMotion === "reduce") assert.deepEqual(moved, [], g);
        else assert.ok(moved.length > 0 && moved.every((duration) => duration <= 200), `${g}: ${moved}`);
        await page.waitForFunction(() => document.getAnimations().every((one) => one.playState !== "running" || one.effect.getTiming().iterations === Infinity));
        assert.equal(await count(page, ".effects > .mark"), 0, "nothing is left over");
        if (g === "othello") assert.equal(await count(page, "circle.disc"), 5);
      });
    }
  }
});

test("the line that won is drawn", async () => {
  for (const [g, m, lines] of [["tictactoe", "1,1 2,1 1,2 2,2 1,3", 1], ["connect4:cols=4,rows=3,line=3", "1 2 1 2 1", 1], ["three-mens-morris", "1 4 2 5 3", 1], ["hex:rows=2,cols=2", "1,1 1,2 2,1", 1], ["hexapawn", "", 0]]) {
    await on({ g, m, i: m.split(" ").filter(Boolean).length }, {}, async (page) => {
      assert.equal(await count(page, ".winning"), lines, g);
    });
  }
});

test("the end is told in a plain sentence", async () => {
  const end = (page) => page.textContent("#end");
  for (const [state, said] of [
    [{ p2: "perfect", m: "1,1 2,1 1,2 2,2 1,3", i: 5 }, "You won!"],
    [{ p2: "perfect", m: "1,1 2,1 1,2 2,2 3,3 2,3", i: 6 }, "You lost."],
    [{ m: "1,1 2,1 1,2 2,2 1,3", i: 5 }, ""],
    // Second errs, and First gives it back.
    [{ m: "2,2 1,2 3,2 1,1 1,3 3,1 2,1 2,3 3,3", i: 9 }, ""],
  ]) {
    await on({ g: "tictactoe", ...state }, {}, async (page) => {
      await page.waitForFunction(() => document.getElementById("status").textContent.startsWith("Over"));
      await page.waitForTimeout(300);
      assert.equal(await end(page), said);
    });
  }
  await on({ g: "tictactoe", p1: "perfect", p2: "perfect" }, { reducedMotion: "reduce" }, async (page) => {
    await page.waitForFunction(() => document.getElementById("end").textContent === "Nobody could do better.", null, { timeout: 30_000 });
    await page.click("#undo");
    await page.waitForFunction(() => document.getElementById("end").textContent === "");
  });
});

test("what tells moves to one place apart is touched on the board", async () => {
  const goals = async (page) => (await page.locator("#board .overs > g").evaluateAll((all) => all.map((one, index) => (one.querySelector(".goal") ? index : -1)))).filter((index) => index >= 0);
  const played = (page, moves) => page.waitForFunction((moves) => new URLSearchParams(location.hash.slice(1)).get("m") === moves, moves);
  await on({ g: "amazons:rows=3,cols=3" }, {}, async (page) => {
    const lies = (index) => page.locator("#board .overs > g").nth(index).locator(".disc").count();
    await place(page, 6).click();
    assert.deepEqual(await goals(page), [0, 3, 4, 7, 8]);
    await place(page, 4).click();
    // The amazon lies where it goes, and sees all other cells but the one in the corner.
    assert.deepEqual([await lies(6), await lies(4)], [0, 1]);
    assert.deepEqual(await goals(page), [0, 1, 3, 5, 6, 7, 8]);
    assert.equal(await place(page, 6).getAttribute("aria-label"), "3,1, empty, to choose");
    assert.match(await place(page, 4).getAttribute("aria-label"), /^2,2, queen of First/);
    // It goes back if it is touched again, or by Escape.
    await place(page, 4).click();
    assert.deepEqual([await lies(6), await lies(4), await goals(page)], [1, 0, []]);
    for (const index of [6, 4]) await place(page, index).click();
    await page.keyboard.press("Escape");
    assert.deepEqual([await lies(6), await lies(4), await goals(page)], [1, 0, []]);
    for (const index of [6, 4, 6]) await place(page, index).click();
    await played(page, "3,1-2,2x3,1");
    assert.equal(await count(page, ".mark.common .domino"), 1, "the burnt cell");
    assert.equal(await count(page, ".last"), 2, "where the amazon and the arrow went");
  });
  // Whose piece goes there is chosen first, where several can.
  await on({ g: "amazons:rows=4,cols=4" }, {}, async (page) => {
    await place(page, 5).click();
    assert.deepEqual(await goals(page), [8, 13]);
    await place(page, 13).click();
    assert.equal((await goals(page)).includes(13), true, "the cell that it has left");
    await place(page, 13).click();
    await played(page, "4,2-2,2x4,2");
  });
  await on({ g: "six-mens-morris", m: "1 4 2 5", i: 4 }, {}, async (page) => {
    await place(page, 2).click();
    assert.deepEqual(await goals(page), [3, 4]);
    assert.equal(await page.locator("#board .overs > g").nth(2).locator(".disc").count(), 1, "the man is set");
    await place(page, 4).click();
    await played(page, "1 4 2 5 3x5");
  });
  await on({ g: "examples/rules/cram.toml" }, {}, async (page) => {
    await place(page, 0).click();
    const [right, below] = await goals(page);
    await place(page, below).click();
    await played(page, "1,1+2,1");
    assert.equal(right, 1);
  });
});

test("while a part of a move is to be chosen, the values and the hint are those of the moves that are left", async () => {
  const value = (page, index) => page.locator("#board .overs > g").nth(index).locator(".value").textContent();
  await on({ g: "amazons:rows=3,cols=3", v: "1" }, {}, async (page) => {
    await page.waitForFunction(() => document.querySelectorAll("#board .value").length > 0);
    for (const index of [6, 3]) await place(page, index).click();
    const told = new Map((await page.locator("#moves button").allTextContents()).map((text) => text.replace(/^. /, "").split(/ ★? ?· | ★/)));
    const shots = [0, 1, 4, 5, 6, 7];
    for (const index of shots) {
      const sign = (await value(page, index))[0];
      const worth = told.get(`3,1-2,1x${Math.floor(index / 3) + 1},${(index % 3) + 1}`);
      assert.equal(sign === "▲", worth.startsWith("wins"), `${index}: ${sign} ${worth}`);
    }
    assert.equal(await count(page, ".value"), shots.length, "and no others");
    // A hint is about whole moves.
    await page.click("#hint");
    await page.waitForFunction(() => !document.querySelector("#board .picked"));
  });
});

test("a choice of several moves to one place tells what each does to its number", async () => {
  await on({ g: "nim", p2: "human" }, {}, async (page) => {
    await place(page, 1).click();
    // Three at once: a number is asked for before the choice is shown, and until then there are none.
    await page.waitForFunction(() => document.querySelectorAll("#choices button").length === 3);
    for (const told of await page.locator("#choices button").allTextContents()) assert.match(told, / \(3 → [0-2]\)$/);
    assert.match(await place(page, 1).getAttribute("aria-label"), /^heap 2, 3 stones/);
  });
});

test("what lies on a place is told in words", async () => {
  for (const [g, moves, names, l] of [
    ["take-ends:numbers=1/2/3/4", [], { 0: "1, number 1", 1: "2, number 2" }],
    ["kalah", [], { 0: "pit 3 of Second, 3 seeds", 3: "pit 1 of First, 3 seeds" }],
    ["kalah", [], { 3: "先手の穴1、種3個" }, "ja"],
    ["chomp", ["1,3"], { 0: "1,1, poisoned square", 1: "1,2, square", 2: "1,3, eaten" }],
    ["circle:places=5,first=3/2,second=1/2/3", [], { 0: "1, empty", 1: "2, the piece" }],
    ["dots-and-boxes", ["1"], { 0: "dot 1,1", 1: "side 1, drawn", 3: "side 2, empty" }],
    ["hackenbush", ["6-7"], { 0: "edge 0-1, of First", 2: "edge 0-3, of Second", 4: "edge 2-4, of both", 8: "edge 6-7, cut" }],
    ["shannon-switching", ["1-2"], { 0: "edge 1-2, of First", 1: "edge 1-3, empty" }],
    ["shiritori:words=enum/modint", ["enum"], { 0: "enum, taken", 1: "modint" }],
    ["card-pairs:cards=1:9/1:5", [], { 0: "1, 1:9" }],
    ["nim", [], { 0: "heap 1, 1 stone" }],
  ]) {
    await on({ g, p2: "human", m: moves.join(" "), i: moves.length, ...(l && { l }) }, {}, async (page) => {
      for (const [index, name] of Object.entries(names)) assert.equal(await place(page, index).getAttribute("aria-label"), name, g);
    });
  }
});

test("a touch that moves nothing says so", async () => {
  for (const [g, spot, text] of [
    ["amazons", '[data-index="3"] .cell', "That is Second's."],
    ["othello", '[data-index="0"] .cell', "No move leads there."],
    ["hackenbush", '[data-index="2"] .cell', "That is Second's."],
    ["kalah", ".store", "No move leads there."],
  ]) {
    await on({ g, p2: "human" }, {}, async (page) => {
      const { x, y, width, height } = await page.locator(`#board ${spot}`).first().boundingBox();
      await page.mouse.click(x + width / 2, y + height / 2);
      await says(page, "notice", text);
      await says(page, "live", text);
    });
  }
  await on({ g: "tictactoe", p2: "human", m: "1,1", i: 1 }, {}, async (page) => {
    await place(page, 0).click();
    await says(page, "notice", "That is First's.");
    await place(page, 4).click();
    await plies(page, 2);
    assert.equal(await page.isVisible("#notice"), false, "a move answers it");
  });
});

test("values lie over nothing that has to be read", async () => {
  for (const g of ["hackenbush", "kalah", "card-pairs:cards=1:9/2:5/4:9/1:4/2:5", "toppling-dominoes", "graph:text=a first: b+3 c-1; b second: d e+5; c second: e-2 d; d = +1; e = -4"]) {
    for (const options of [{}, PHONE]) {
      await on({ g, p2: "human", v: "1" }, options, async (page) => {
        await page.waitForSelector("#board .value");
        assert.equal(await page.locator("#board.long").count(), 0, `${g} fits`);
        const over = await page.evaluate(() => {
          // Digits are less high than their line.
          const box = (one) => {
            const { left, right, top, bottom } = one.getBoundingClientRect();
            const air = one.localName === "text" ? (bottom - top) / 5 : 0;
            return { left, right, top: top + air, bottom: bottom - air };
          };
          const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
          const values = [...document.querySelectorAll("#board .value, #board .star")];
          const read = [...document.querySelectorAll("#board :is(.label, .link-label, .disc-symbol:not(.line), .node-name)")];
          return values.flatMap((value) => read.filter((one) => meet(box(value), box(one))).map((one) => `${value.textContent} over ${one.textContent || one.outerHTML}`));
        });
        assert.deepEqual(over, [], g);
      });
    }
  }
});
