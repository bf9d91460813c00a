// The front door, what is kept, and the browser's Back.

import assert from "node:assert/strict";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { PHONE, accessible, begin, browser, folder, launch, plies, serve, server, visit } from "./browser.mjs";

let games;
begin({
  start: launch,
  then: async () => {
    games = (await (await fetch(`${server.url}/api/v1/games`)).json()).games;
  },
});

const at = (state, options, run) => visit(browser, server.url, state, { ready: "#door svg", ...options }, run);
const status = (page, text) => page.waitForFunction((text) => document.getElementById("status").textContent.includes(text), text);
const atTable = (page) => page.waitForSelector("#board svg", { state: "visible" });
const atDoor = (page) => page.waitForSelector("#door", { state: "visible" });
/** Brings every card into sight, until each has its picture. */
const drawn = (page) =>
  page.evaluate(async () => {
    // They may be made anew meanwhile.
    const cards = () => document.querySelectorAll("#door .card");
    const until = performance.now() + 30_000;
    for (let index = 0; index < cards().length; index += 1) {
      while (!cards()[index]?.querySelector("svg")) {
        if (performance.now() > until) throw new Error(`card ${index} has no picture: ${cards()[index]?.outerHTML}`);
        cards()[index]?.scrollIntoView({ block: "center" });
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }
    scrollTo(0, 0);
  });

test("every game has a card with its picture, name, size and result, in both languages", async () => {
  await at({}, {}, async (page) => {
    await drawn(page);
    const shown = () => page.locator("#gallery .card").evaluateAll((all) => all.map((card) => [...card.children].map((part) => part.textContent)));
    const cards = await shown();
    assert.deepEqual(cards.map(([, title]) => title), games.map(({ title }) => title));
    for (const [at, [, title, size, result]] of cards.entries()) {
      assert.match(size, games[at].known.more ? /^more than .* positions$/ : /^[\d,.]+[MBT]? positions$/, title);
      const { winner, cited } = games[at].known;
      const worth = winner === "draw" ? "a draw" : `${winner === "first" ? "First" : "Second"} wins`;
      assert.equal(result, `${cited ? "Published" : "Solved"}: ${worth}`, title);
    }
    // What is drawn is the position that the server shows, mark for mark.
    for (const [at, { examples, known }] of games.entries()) {
      const query = new URLSearchParams({ game: examples[0], position: known.scene });
      const { diagram } = await (await fetch(`${server.url}/api/v1/board?${query}`)).json();
      const places = await page.locator(`#gallery li:nth-child(${at + 1}) .place:not(.hand)`).count();
      assert.equal(places, diagram.places.length, examples[0]);
    }
    await accessible(page);
    await page.keyboard.press("l");
    await page.waitForFunction(() => document.querySelector("#gallery strong").textContent === "三目並べ");
    for (const [, ...texts] of await shown()) for (const text of texts) assert.match(text, /[ぁ-んァ-ヶ一-龠]/);
    await accessible(page);
  });
});

test("play: level and side, by mouse; Back and Forward go a move each, and to the door", async () => {
  await at({}, { reducedMotion: "reduce" }, async (page) => {
    await page.check("[name=level][value=easy]");
    await page.check("[name=side][value=second]");
    await page.click("#gallery a >> nth=0");
    await atTable(page);
    await plies(page, 1);
    assert.equal(await page.title(), "Tic-tac-toe · Yomikiri");
    assert.equal(await page.inputValue("#player-first"), "easy");
    assert.equal(await page.inputValue("#player-second"), "human");
    for (const count of [3, 5]) {
      await page.locator("#board [role=button]").first().click();
      await plies(page, count);
      if (await page.evaluate(() => document.getElementById("status").textContent.startsWith("Over"))) break;
    }
    const after = await page.locator("#tree .ply").count();
    await page.goBack();
    await plies(page, after - 2);
    await status(page, "Second to move");
    await page.goForward();
    await plies(page, after);
    while ((await page.locator("#tree .ply").count()) > 1) {
      const now = await page.locator("#tree .ply").count();
      await page.goBack();
      await plies(page, now - 2);
    }
    await page.goBack();
    await atDoor(page);
    assert.ok(await page.isHidden("#table"));
    // The other side is one button away.
    await page.goForward();
    await plies(page, 1);
    await page.click("[data-side=first]");
    assert.equal(await page.inputValue("#player-second"), "easy");
    await page.click("#home");
    await atDoor(page);
    // At the door no key plays.
    const address = page.url();
    await page.keyboard.press("n");
    await page.keyboard.press("1");
    assert.equal(page.url(), address);
  });
});

test("analyse, puzzles, make: by keys alone", async () => {
  await at({}, {}, async (page) => {
    const press = async (selector) => {
      await page.focus(selector);
      await page.keyboard.press("Enter");
    };
    await press("[data-door=analyse]");
    await page.waitForSelector('[data-door=analyse][aria-pressed="true"]');
    await press("#gallery li:nth-child(1) a");
    await page.waitForSelector("#board .best");
    await page.goBack();
    await press("[data-door=puzzles]");
    await page.waitForFunction(() => document.querySelectorAll("#gallery li").length < 30);
    await press("#gallery li:nth-child(1) a");
    await status(page, "Puzzle:");
    const puzzle = page.url();
    // The address holds the puzzle: whoever opens it has the same one before them.
    const task = await page.textContent("#status");
    const board = await page.getAttribute("#board svg", "aria-label");
    await page.goto("about:blank");
    await page.goto(puzzle);
    await status(page, task);
    assert.equal(await page.getAttribute("#board svg", "aria-label"), board);
    // Over the blank page and the puzzle.
    for (let step = 0; step < 3; step += 1) await page.goBack();
    await page.waitForSelector('[data-door=puzzles][aria-pressed="true"]');
    await press("[data-door=make]");
    await page.waitForSelector("#make-how", { state: "visible" });
    await drawn(page);
    const examples = games.find(({ name }) => name === "rules").examples;
    assert.equal(await page.locator("#gallery .card").count(), examples.length);
    // What its file calls a game stands below its picture.
    assert.ok((await page.locator("#gallery strong").allTextContents()).includes("Order and Chaos"));
    await accessible(page);
    // The cards are made anew with the words of the page, and again with those of the server.
    const turn = () => Promise.all([page.waitForResponse(/\/api\/v1\/games\b/), page.keyboard.press("l")]);
    await turn();
    await page.waitForFunction(() => /[ぁ-んァ-ヶ一-龠]/.test(document.title));
    await drawn(page);
    await page.waitForFunction(() => {
      const titles = [...document.querySelectorAll("#gallery strong")];
      return titles.length > 0 && titles.every(({ textContent }) => /[ぁ-んァ-ヶ一-龠]/.test(textContent));
    });
    await turn();
    await page.waitForFunction(() => !/[ぁ-んァ-ヶ一-龠]/.test(document.title));
    // They were drawn before: no card is empty, in sight or not.
    await page.waitForFunction(() => {
      const cards = [...document.querySelectorAll("#door .card")];
      return cards.length > 0 && cards.every((card) => card.querySelector("svg"));
    });
    await press("#gallery li:nth-child(2) a");
    await status(page, "First to move");
  });
});

test("today's puzzle and today's fair board, by taps on a phone", async () => {
  await at({}, PHONE, async (page) => {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${wide} pixels too wide`);
    await page.tap("#today-puzzle");
    await status(page, "Puzzle:");
    const day = new URL(page.url()).hash.match(/z=(\d+)/)[1];
    assert.equal(day, await page.evaluate(() => new Date().toLocaleDateString("sv").replaceAll("-", "")));
    await page.goBack();
    await atDoor(page);
    await page.waitForFunction(() => /weights/.test(document.getElementById("today-board").href) && !/0%2F0%2F0/.test(document.getElementById("today-board").href));
    await page.tap("#today-board");
    await atTable(page);
    await page.check("#analysis");
    await page.waitForSelector("#board .best");
    const [wins, losses] = [await page.locator("#board .win").count(), await page.locator("#board .loss").count()];
    assert.ok(wins >= 3 && losses >= 3, "the opening decides");
  });
});

test("on every day there is a puzzle of the day", async () => {
  await at({}, {}, async (page) => {
    for (let day = 0; day < 16; day += 1) {
      const href = await page.evaluate((day) => {
        const real = Date;
        // Another day for the page, and for nothing else.
        window.Date = class extends real {
          constructor(...given) {
            super(...(given.length ? given : [real.UTC(2027, 0, 1 + day, 12)]));
          }
        };
        document.querySelector('[data-door="play"]').click();
        window.Date = real;
        return document.getElementById("today-puzzle").href;
      }, day);
      const asked = new URLSearchParams(new URL(href).hash.slice(1));
      const query = new URLSearchParams({ game: asked.get("g"), seed: asked.get("z"), grade: asked.get("y") });
      const answer = await fetch(`${server.url}/api/v1/puzzle?${query}`);
      assert.equal(answer.status, 200, asked.get("g"));
      const { line, solution, grade } = await answer.json();
      assert.ok(line[0] === solution && line.length % 2 === 1 && ["easy", "medium", "hard"].includes(grade));
    }
  });
});

test("settings are kept if the person agrees, and deleted if not", async () => {
  await at({}, {}, async (page) => {
    const kept = () => page.evaluate(() => localStorage.length && JSON.parse(localStorage.getItem("yomikiri")));
    await page.check("[name=level][value=medium]");
    assert.equal(await kept(), 0, "nothing is kept unasked");
    await page.click("#help-open");
    await page.check("#keep");
    await page.check("#sound");
    await page.keyboard.press("Escape");
    await page.check("[name=level][value=hard]");
    await page.click("#theme");
    await page.click("#lang");
    // Japanese is fetched when it is asked for, and kept when it is spoken.
    await page.waitForFunction(() => JSON.parse(localStorage.getItem("yomikiri")).language === "ja");
    assert.deepEqual(await kept(), { language: "ja", theme: "dark", level: "hard", sound: true, tremble: false, daily: null });
    await page.goto("about:blank");
    await page.goto(server.url);
    await page.waitForSelector("#door svg");
    assert.equal(await page.evaluate(() => document.documentElement.lang), "ja");
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
    assert.ok(await page.isChecked("[name=level][value=hard]"));
    // A move sounds, where a person may hear it.
    await page.evaluate(() => {
      window.heard = 0;
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (...given) {
        window.heard += 1;
        return start.apply(this, given);
      };
    });
    await page.click("#gallery a >> nth=0");
    await atTable(page);
    await page.locator("#board [role=button]").first().click();
    await plies(page, 2);
    assert.equal(await page.evaluate(() => window.heard), 2);
    await page.click("#help-open");
    await page.uncheck("#keep");
    assert.equal(await kept(), 0);
  });
});

test("a phone trembles with a move if a person wants it, and moves less motion", async () => {
  for (const reducedMotion of ["no-preference", "reduce"]) {
    await at({}, { ...PHONE, reducedMotion }, async (page) => {
      await page.evaluate(() => {
        window.felt = [];
        navigator.vibrate = (pattern) => window.felt.push(pattern);
      });
      const play = async (count) => {
        await page.locator("#board [role=button][data-index]").first().tap();
        await plies(page, count);
      };
      await page.tap("#gallery a >> nth=0");
      await atTable(page);
      await play(2);
      assert.deepEqual(await page.evaluate(() => window.felt), [], "not unasked");
      await page.tap("#help-open");
      await page.check("#tremble");
      await page.keyboard.press("Escape");
      await play(4);
      const felt = await page.evaluate(() => window.felt);
      assert.equal(felt.length, reducedMotion === "reduce" ? 0 : 2);
    });
  }
  // Where nothing could tremble, nothing is offered.
  await at({}, {}, async (page) => {
    await page.click("#help-open");
    assert.ok(await page.isHidden("#tremble-label"));
  });
});

test("nothing jumps while the cards are drawn", async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(() => {
    window.jumps = 0;
    new PerformanceObserver((list) => list.getEntries().forEach(({ value, hadRecentInput }) => (window.jumps += hadRecentInput ? 0 : value))).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(`${server.url}/#l=en`);
  await page.waitForSelector("#gallery svg");
  await drawn(page);
  assert.ok((await page.evaluate(() => window.jumps)) <= 0.02, `${await page.evaluate(() => window.jumps)}`);
  await context.close();
});

test("pictures of the front door", async () => {
  for (const width of [360, 1440]) {
    await at({}, { viewport: { width, height: 900 } }, async (page) => {
      await drawn(page);
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${wide} pixels too wide`);
        await accessible(page);
        await page.screenshot({ path: `${folder}/pictures/front-${width}-${colorScheme}.png`, fullPage: true });
      }
    });
  }
});

test("the puzzle of the day: days in a row, and a line to paste that leads to it", async () => {
  await at({}, {}, async (page) => {
    const solve = async () => {
      const found = page.waitForResponse(/api\/v1\/puzzle/);
      await page.click("#today-puzzle");
      const { line, solution } = await (await found).json();
      await status(page, "Puzzle:");
      for (let step = 0; step < line.length; step += 2) {
        await page.fill("#move-text", line[step]);
        await page.press("#move-text", "Enter");
        const then = step + 1 < line.length ? `answers ${line[step + 1]}` : line.length > 1 ? "Solved:" : "is the only one";
        await page.waitForFunction((then) => document.getElementById("notice").textContent.includes(then), then);
      }
      return solution;
    };
    // Kept since yesterday, the third day in a row.
    await page.click("#help-open");
    await page.check("#keep");
    await page.keyboard.press("Escape");
    await page.evaluate(() => {
      const yesterday = new Date(Date.now() - 86_400_000).toLocaleDateString("sv");
      const kept = JSON.parse(localStorage.getItem("yomikiri"));
      localStorage.setItem("yomikiri", JSON.stringify({ ...kept, daily: { day: yesterday, days: 3 } }));
    });
    await page.reload();
    await page.waitForFunction(() => document.getElementById("today-puzzle")?.textContent.includes("3 days in a row"));
    const solution = await solve();
    assert.match(await page.textContent("#notice"), /4 days in a row/);
    await page.click("#notice button >> nth=0");
    const line = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(line, /^Yomikiri \d{4}-\d\d-\d\d · .+ · solved at the first try · 4 days in a row\nhttp/);
    const link = line.split("\n")[1];
    assert.ok(!new URL(link).hash.includes(`m=${solution}`), "it does not tell the move");
    await page.click("#home");
    await page.waitForFunction(() => document.getElementById("today-puzzle").textContent.includes("4 days in a row"));
    // To solve it again counts no further.
    await solve();
    assert.match(await page.textContent("#notice"), /4 days in a row/);
    await page.goto("about:blank");
    await page.goto(link);
    await status(page, "Puzzle:");
  });
});

test("a solution on a sheet marks both cells of a domino", async () => {
  await at({ g: "domineering:rows=4,cols=4", p2: "human" }, { ready: "#board svg" }, async (page) => {
    await page.click("#panel-puzzle summary");
    await page.click("#sheet-open");
    await page.waitForSelector("#sheet", { state: "visible" });
    const puzzles = await page.locator("#sheet .solutions figure").count();
    assert.ok(puzzles > 0);
    assert.equal(await page.locator("#sheet .solutions .place.last").count(), 2 * puzzles);
  });
});

test("a sheet of puzzles to print, with their solutions", async () => {
  await at({ g: "tictactoe", p2: "human" }, { ready: "#board svg", colorScheme: "dark" }, async (page) => {
    await page.click("#panel-puzzle summary");
    await page.click("#sheet-open");
    await page.waitForSelector("#sheet", { state: "visible" });
    const captions = await page.locator("#sheet figcaption").allTextContents();
    assert.equal(captions.length, 12);
    for (const caption of captions.slice(0, 6)) assert.match(caption, /^\d\. (First|Second) to move\. Find the only move.* \((Easy|Medium|Hard), \d moves? to find\)$/);
    // Each solution is marked on its board.
    assert.equal(await page.locator("#sheet .solutions .place.last").count(), 6);
    await accessible(page);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    assert.ok(await page.isHidden("header"));
    assert.ok(await page.isHidden("#sheet button >> nth=0"));
    const light = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--ink").trim());
    assert.equal(await light(), "#1d2330", "on paper it is light");
    await page.screenshot({ path: `${folder}/pictures/sheet.png`, fullPage: true });
    assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector(".solutions")).breakBefore), "page", "the solutions are on a page of their own");
    await page.emulateMedia({ media: "screen" });
    await page.click("#sheet button >> nth=1");
    await atTable(page);
    // The board alone is printed as well.
    await page.emulateMedia({ media: "print" });
    for (const id of ["first-ply", "player-first", "help-open"]) assert.ok(await page.isHidden(`#${id}`), id);
    assert.ok(await page.isVisible("#board svg"));
    await page.emulateMedia({ media: "screen" });
  });
});

test("a pairing is drawn on the board, between the cells of each pair", async () => {
  for (const [colorScheme, width] of [["light", 1440], ["dark", 360]]) {
    await at({ g: "tictactoe", p2: "human" }, { ready: "#board svg", colorScheme, viewport: { width, height: 900 } }, async (page) => {
      await page.click("#why");
      await page.waitForSelector("#board line.pairing", { state: "attached" });
      const text = await page.textContent("#reason");
      assert.match(text, /a strategy can be stolen/);
      const pairs = text.match(/by the other one: ((?:\d,\d-\d,\d ?)+)/)[1].trim().split(" ");
      assert.equal(await page.locator("#board line.pairing").count(), pairs.length);
      // Each line joins the middles of the two cells that the text names.
      const ends = await page.evaluate(() => {
        const near = (x, y) => [...document.querySelectorAll("#board .place")].find((place) => {
          const { x: left, y: top, width, height } = place.getBBox();
          return x > left && x < left + width && y > top && y < top + height;
        })?.getAttribute("aria-label").split(", ")[0];
        return [...document.querySelectorAll("#board line.pairing")].map((line) => [near(line.x1.baseVal.value, line.y1.baseVal.value), near(line.x2.baseVal.value, line.y2.baseVal.value)].join("-"));
      });
      assert.deepEqual(ends.sort(), pairs.sort());
      await accessible(page);
      await page.screenshot({ path: `${folder}/pictures/pairing-${width}-${colorScheme}.png`, fullPage: true });
      // With the reason the pairing goes; it can be had again.
      await page.click("#reason >> text=Show the pairs on the board");
      await page.locator("#board [role=button][data-index]").first().click();
      await page.waitForSelector("#board line.pairing", { state: "detached" });
    });
  }
});

test("moves in a reason can be pressed, and are shown on the board", async () => {
  for (const [state, least] of [
    [{ g: "tictactoe", m: "1,1 1,2", i: "2" }, 5],
    [{ g: "hexapawn" }, 8],
    [{ g: "weighted-tictactoe:weights=2/7/6/9/5/1/4/3/8" }, 9],
  ]) {
    await at({ p2: "human", ...state }, { ready: "#board svg" }, async (page) => {
      await page.click("#why");
      await page.waitForSelector("#reason:not([hidden])");
      const links = page.locator("#reason .move-link");
      const count = await links.count();
      assert.ok(count >= least, `${count}`);
      for (let index = 0; index < Math.min(count, 7); index += 1) {
        await page.mouse.move(2, 2);
        await page.waitForSelector("#board .pointed", { state: "detached" });
        await links.nth(index).click();
        await page.waitForSelector("#board .pointed");
        // The places that the move names, and no others.
        const [name, places] = [await links.nth(index).textContent(), await page.locator("#board .pointed").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label").split(",").slice(0, 2).join()))];
        assert.deepEqual(places.sort(), name.split("-").sort());
      }
      await page.focus("#reason .move-link >> nth=0");
      await page.waitForSelector("#board .pointed");
      await accessible(page);
    });
  }
});

test("a named file opens its game; what it says is read again though it changed behind the door", async () => {
  const folder = await mkdtemp(join(tmpdir(), "yomikiri-"));
  const path = join(folder, "game.toml");
  await copyFile("examples/rules/drop-three.toml", path);
  const own = await serve(path);
  await visit(browser, own.url, {}, {}, async (page) => {
    assert.equal(await page.title(), "Drop three · Yomikiri");
    await page.click("#home");
    await page.waitForSelector("#door svg");
    const seen = await (await fetch(`${own.url}/healthz`)).json();
    // The page has to have asked before the file changes, to see that it does.
    await page.waitForResponse(/healthz/);
    await copyFile("examples/rules/tictactoe.toml", path);
    await page.waitForResponse(async (response) => response.url().endsWith("/healthz") && (await response.json()).revision > seen.revision);
    await page.goBack();
    await atTable(page);
    await page.waitForFunction(() => document.title === "Tic-tac-toe · Yomikiri");
    assert.equal(await page.locator("#board .place").count(), 9);
  });
  await own.stop();
  await rm(folder, { recursive: true });
});

test("a game from far down the gallery begins at its top, and is told", async () => {
  await visit(browser, server.url, { d: "play" }, { ...PHONE, ready: "#door svg" }, async (page) => {
    await page.locator("#gallery a").last().tap();
    await page.waitForSelector("#board svg");
    await page.waitForFunction(() => document.activeElement.id === "status" && scrollY === 0);
  });
});

test("a card is one stop of the Tab key, and so is a board", async () => {
  for (const [state, ready, stops] of [[{ d: "play" }, "#door svg", 24], [{ g: "tictactoe" }, "#board svg", 12]]) {
    await visit(browser, server.url, state, { ready }, async (page) => {
      for (let stop = 0; stop < stops; stop += 1) {
        await page.keyboard.press("Tab");
        assert.notEqual(await page.evaluate(() => document.activeElement.localName), "svg");
      }
    });
  }
});
