// The page as people use it: games, their moves, and what can be set up.

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { accessible, begin, GAMES, launch, on, place, played, plies, says, serve, server } from "./browser.mjs";

begin({ start: launch });

const status = (page) => page.textContent("#status");

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

test("the board of a rule sheet is touched", async () => {
  await on({ g: "examples/gdl/tictactoe.kif", p2: "human" }, {}, async (page) => {
    assert.equal(await page.locator("#board [role=button]").count(), 9);
    assert.equal(await page.locator("#beside button").count(), 0, "no move needs a button beside it");
    await place(page, 4).click();
    await says(page, "tree", "1. mark(2,2)");
    assert.equal(await page.locator("#board [role=button]").count(), 8);
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
  // A line may be what loses, marks may be nobody's, and what ends a game need not be a line.
  for (const [g, m, over] of [
    ["tictactoe:misere=yes", "1,1 2,2 1,2 3,3 1,3", "Over: Second wins, since First has made a line"],
    ["notakto", "1,1 1,2 1,3", "Over: Second wins, since First has made a line"],
    ["connect4:cols=5,rows=4", "1 2 1 2 1 2 1", "Over: First wins with a line"],
    ["hexapawn", "3,1-2,1 1,2-2,1 3,2-2,2 2,1-3,1", "Over: Second wins"],
  ]) {
    await on({ g, m, i: m.split(" ").length, p2: "human" }, {}, async (page) => assert.equal(await status(page), over, g));
  }
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
    assert.equal(await played(page), 3);
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
    assert.equal(await played(page), 3, "the address holds the branches");
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
    assert.equal(await played(page), 9);
  });
  await on({ g: "tictactoe", p1: "errs", p2: "human", r: "100" }, {}, async (page) => {
    await page.waitForFunction(() => document.querySelectorAll("#tree .ply").length === 1);
    assert.ok(await page.isVisible("#rate"));
  });
});

test("a double click is one click", async () => {
  for (const [game, index] of [["tictactoe", 4], ["connect4:cols=5,rows=4", 2], ["stones:stones=9,take=1", 0]]) {
    await on({ g: game, p2: "human" }, {}, async (page) => {
      await place(page, index).dblclick();
      await page.waitForSelector("#undo:enabled");
      await page.waitForTimeout(300);
      assert.equal(await played(page), 1, game);
    });
  }
  // The second click does not choose what opens under it, and none of the list is played for another.
  await on({ g: "stones:stones=9,take=1/2/3", p2: "human" }, {}, async (page) => {
    await place(page, 0).dblclick();
    await page.waitForSelector("#choose[open]");
    await page.waitForTimeout(300);
    assert.equal(await played(page), 0);
    await page.keyboard.press("Escape");
    await page.locator("#moves button").first().dblclick();
    await page.waitForSelector("#undo:enabled");
    await page.waitForTimeout(300);
    assert.equal(await played(page), 1);
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

test("an opponent whose only move leads back to a position ends the game by it", async () => {
  const m = "1,1-2,2 3,1-1,1 2,2-3,1 3,3-2,2 1,3-3,3 2,2-1,3 3,3-2,2";
  for (const p1 of ["perfect", "hard", "easy"]) {
    await on({ g: "pong-hau-ki", p1, p2: "human", m, i: 7 }, {}, async (page) => {
      await page.click('#board [data-index="1"]');
      await page.click('#board [data-index="4"]');
      await says(page, "status", "Over: a draw, since play goes round in circles");
      assert.equal(await page.isVisible("#notice"), false);
    });
  }
});

test("points are counted over the whole game", async () => {
  await on({ g: "take-ends:numbers=4/2/9/7/1/5", p2: "human", v: "1" }, {}, async (page) => {
    const margins = new Set();
    // Each move tells the points that it gains.
    assert.deepEqual((await page.locator("#moves button").allTextContents()).map((text) => text.match(/\S+ \([+−]\d+\)/)?.[0]).sort(), ["left (+4)", "right (+5)"]);
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
    assert.equal(await page.inputValue("#edit-text"), "xxxxx", "what is wrong stays to be corrected");
    await page.fill("#edit-text", "xo./x../...");
    await page.click("#edit-form button");
    await page.waitForFunction(() => new URLSearchParams(location.hash.slice(1)).get("s") === "xo./x../...");
    assert.equal(await page.getAttribute("#edit-text", "aria-invalid"), null);
  });
});

test("a link says which of its moves is none", async () => {
  await on({ g: "tictactoe", p2: "perfect", m: "1,1 1,1", i: 1 }, {}, async (page) => {
    await says(page, "notice", "1,1 is not a move here.");
    await plies(page, 2);
  });
});

test("only questions that a game has an answer to are asked", async () => {
  const chosen = (page) => page.inputValue("#ask");
  await on({ g: "kalah", a: "distance", v: "1", p2: "human" }, {}, async (page) => {
    assert.equal(await chosen(page), "margin");
    assert.ok(await page.evaluate(() => document.querySelector("#ask [value=distance]").disabled));
    await page.waitForSelector("#moves .win");
    assert.equal(await page.isVisible("#notice"), false);
    await page.selectOption("#family", "tictactoe");
    await page.waitForFunction(() => !document.querySelector("#ask [value=distance]").disabled);
  });
  await on({ g: "pair-board:vertical=0/15/0/0/0/25,horizontal=20/10/0/0/25/0", p2: "human" }, {}, async (page) => assert.equal(await chosen(page), "margin"));
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

test("an opponent that cannot prove the best move in time plays a sensible one, and says so", async () => {
  await on({ g: "hex", p2: "perfect" }, {}, async (page) => {
    const late = { status: 503, contentType: "application/problem+json", body: JSON.stringify({ status: 503, detail: "the time limit was reached" }) };
    await page.route(/api\/v1\/reply/, (route) => (route.request().url().includes("within") ? route.continue() : route.fulfill(late)));
    await page.locator("#board [role=button]").first().click();
    await plies(page, 2);
    await says(page, "notice", "not proven to be best");
    assert.ok(await page.locator("#board [role=button]").count(), "play goes on");
  });
});
