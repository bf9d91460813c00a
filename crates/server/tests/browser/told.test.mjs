// What the page tells: values, faults, ranges, in both languages, also when the server is slow, wrong or gone.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { accessible, begin, folder as target, on, place, played, plies, says, serve, server } from "./browser.mjs";

begin();

test("an error is told as what it is", async () => {
  for (const [status, body, text] of [
    [503, { detail: "too much is waiting already" }, "too much is waiting already"],
    [500, { detail: "a fault of ours" }, "a fault of ours"],
    [503, { detail: "the limit of memory was reached", help: "raise it", limit: "memory", bound: "range", lower: { winner: "second" }, upper: { winner: "first" } }, "the limit of memory was reached · Nothing is proven yet. · raise it"],
    [503, { detail: "the time limit was reached", bound: "range", lower: { winner: "draw" }, upper: { winner: "first", plies: 1 } }, "“draw” to “First wins in 1 ply”"],
    [503, { detail: "the time limit was reached", bound: "range", lower: { winner: "second", plies: 36 }, upper: { winner: "first", plies: 35 } }, "First cannot win in under 35 plies, Second cannot win in under 36 plies"],
  ]) {
    await on({ g: "tictactoe", p2: "human" }, {}, async (page) => {
      await page.route("**/api/v1/position*", (route) => route.fulfill({ status, contentType: "application/problem+json", body: JSON.stringify({ status, ...body }) }));
      await page.check("#analysis");
      await says(page, "notice", text);
      // More time does not help where memory is the limit.
      assert.equal(await page.locator("#notice button >> text=Think on").count(), body.limit === "memory" ? 0 : 1, text);
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

test("a semi-strong table answers while a player has made no mistake, and then a solver does", async () => {
  const folder = await mkdtemp(join(tmpdir(), "yomikiri-"));
  const g = "connect4:cols=4,rows=4";
  await promisify(execFile)(process.env.YOMIKIRI, ["table", "build", g, "--ask", "distance", "--semi-strong", "-o", folder]);
  const own = await serve("--table", folder);
  const asked = { g, p1: "human", p2: "human", v: "1" };
  try {
    for (const { l, table, solver, draw, ends, past } of [
      { l: "en", table: /^table, /, solver: /^(memo|alpha_beta), /, draw: /draw/, ends: "Over: a draw", past: /^These values are a solver's, not a table's: the table does not have this position: it is semi-strong, and [^.]+\.$/ },
      { l: "ja", table: /^table、/, solver: /^(memo|alpha_beta)、/, draw: /引き分け/, ends: "引き分け", past: /^この値は表から読んだものではなく、解法が求めたもの。この局面は表にない。準強解の表なので、[^。]+。$/ },
    ]) {
      // Perfect play of both, to the end.
      await on({ ...asked, l }, { origin: own.url }, async (page) => {
        for (let ply = 0; ply < 16; ply += 1) {
          await page.waitForSelector("#moves .draw");
          assert.match(await page.textContent("#cost"), table);
          assert.match(await page.textContent("#verdict"), draw);
          assert.ok(await page.isHidden("#past-table"));
          await page.locator("#moves button").first().click();
          await plies(page, ply + 1);
        }
        await says(page, "status", ends);
      });
      // Each has made a mistake, First with the third move and Second with the fourth. The page says who found the values.
      await on({ ...asked, l, m: "2 1 2", i: 3 }, { origin: own.url }, async (page) => {
        await page.waitForSelector("#moves .win");
        await page.fill("#move-text", "1");
        await page.keyboard.press("Enter");
        await plies(page, 4);
        await page.waitForSelector("#moves .draw");
        assert.match(await page.textContent("#verdict"), draw);
        assert.equal(await page.locator("#moves button").count(), 4);
        assert.match(await page.textContent("#cost"), solver);
        assert.ok(await page.isVisible("#past-table"));
        assert.match(await page.textContent("#past-table"), past);
        await accessible(page);
        await page.screenshot({ path: `${target}/pictures/semi-strong-${l}.png` });
      });
    }
  } finally {
    await own.stop();
    await rm(folder, { recursive: true });
  }
});

test("one ply, two plies; a draw is nobody's", async () => {
  await on({ g: "tictactoe" }, {}, async (page) => {
    const said = await page.evaluate(async () => {
      const { rangeWords, told, words } = await import("/value.js");
      return [
        words({ winner: "first", plies: 1 }, "first"),
        words({ winner: "first", plies: 2 }, "second"),
        words({ winner: "first", margin: 1 }, "first"),
        told({ winner: "draw" }),
        told({ winner: "second", plies: 4 }),
        rangeWords({ lower: { winner: "second", margin: -46 }, upper: { winner: "first", margin: 46 } }),
      ];
    });
    assert.deepEqual(said, ["wins in 1 ply", "loses in 2 plies", "wins by 1 point", "draw", "Second wins in 4 plies", "−46 to +46 for First"]);
  });
  await on({ g: "tictactoe", p2: "human", v: "1", m: "2,2", i: 1 }, {}, async (page) => {
    await page.waitForSelector("#track [aria-label='After ply 1: draw']", { state: "attached" });
    await page.click("#hint");
    await says(page, "notice", "with best play, draw");
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
      assert.equal(await played(page), 1, "as of the last good save");
      await page.locator("#board .place").nth(4).click({ force: true, timeout: 1000 }).catch(() => null);
      await page.locator("#moves button").first().click();
      assert.equal(await played(page), 1, "which is not played on");
      await accessible(page);
      await writeFile(path, text + "\n");
      await says(page, "notice", "read again");
      assert.equal(await page.locator("#board[inert]").count(), 0);
      assert.equal(await played(page), 1, "the game goes on");
    });
  } finally {
    await own.stop();
    await rm(folder, { recursive: true });
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
    await says(page, "says", "列を作った方の勝ち");
    await page.click("#lang");
    await says(page, "status", "First to move");
    await says(page, "says", "Whoever makes a line wins.");
  });
});

test("an address that asks for another language and nothing else is told in it from top to bottom", async () => {
  const speak = (page, l) => page.evaluate((l) => (location.hash = new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(location.hash.slice(1))), l })), l);
  const english = (page) => page.evaluate(() => [document.title, document.querySelector("#title").textContent, ...[...document.querySelectorAll("#family option, #gallery strong, #says p")].map((one) => one.textContent)].filter((text) => text && !/[ぁ-んァ-ヶ一-龠]/.test(text)));
  const [{ move }] = (await (await fetch(`${server.url}/api/v1/board?game=examples/rules/drop-three.toml`)).json()).moves;
  await on({ g: "examples/rules/drop-three.toml", p2: "human", m: move, i: 1 }, {}, async (page) => {
    assert.equal(await page.title(), "Drop three · Yomikiri");
    await speak(page, "ja");
    await says(page, "status", "後手の番");
    await page.waitForFunction(() => /[ぁ-んァ-ヶ一-龠]/.test(document.title));
    assert.deepEqual(await english(page), []);
    assert.equal(await played(page), 1, "the game is what it was");
    await speak(page, "en");
    await says(page, "status", "Second to move");
    await page.waitForFunction(() => document.title === "Drop three · Yomikiri");
    // The button does the same.
    await page.click("#lang");
    await page.waitForFunction(() => /[ぁ-んァ-ヶ一-龠]/.test(document.title));
    assert.deepEqual(await english(page), []);
  });
  await on({}, { ready: "#gallery svg" }, async (page) => {
    await speak(page, "ja");
    await page.waitForFunction(() => document.querySelector("#gallery strong").textContent === "三目並べ");
    assert.deepEqual(await english(page), []);
  });
  await on({ g: "examples/rules/drop-three.toml", k: "new" }, {}, async (page) => {
    await page.waitForSelector("#room:not([hidden])");
    await speak(page, "ja");
    await says(page, "room-said", "あなたは先手です。");
    await page.waitForFunction(() => /[ぁ-んァ-ヶ一-龠]/.test(document.title));
    assert.deepEqual(await english(page), []);
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
      const said = await page.evaluate(() => [...document.querySelectorAll("#says p, #notation, #params .quiet, #notes p")].map((one) => one.textContent));
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
    await says(page, "says", "列を作った方の勝ち");
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
    await says(page, "notice", "not proven to be best");
    await page.waitForFunction(() => document.querySelectorAll("#tree .ply").length === 1);
    assert.ok(await page.locator("#board [role=button]").count(), "play goes on");
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
    assert.equal(await played(page), 1, "the game is kept");
    await accessible(page);
    own = await serve("--port", own.port);
    await page.waitForSelector("#gone", { state: "hidden" });
    await page.waitForFunction(() => document.querySelectorAll("#tree .ply").length === 2);
  });
  await own.stop();
});

test("the bar tells the winner beside the line that parts it", async () => {
  for (const [g, m] of [["tictactoe", ""], ["hackenbush", ""], ["domineering", ""]]) {
    await on({ g, m, p2: "human", v: "1" }, { viewport: { width: 320, height: 700 } }, async (page) => {
      await page.waitForFunction(() => document.getElementById("bar-text").textContent);
      await page.evaluate(() => Promise.all(document.getElementById("bar-first").getAnimations().map((one) => one.finished)));
      const [line, from, to] = await page.evaluate(() => {
        const range = document.createRange();
        range.selectNodeContents(document.getElementById("bar-text"));
        const { left, right } = range.getBoundingClientRect();
        return [document.getElementById("bar-first").getBoundingClientRect().right, left, right];
      });
      assert.ok(to < line || from > line, `${g}: ${from} to ${to}, and the line at ${line}`);
    });
  }
});
