// What everything looks like: it stands out, nothing jumps, nothing sticks out, and the first view is light.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, begin, browser, folder, GAMES, on, PHONE, place, says, server } from "./browser.mjs";
import { faint } from "./contrast.mjs";
import { assertNoShift, open, watchShifts } from "./playing.mjs";

begin();

test("everything drawn stands out, in both themes", async () => {
  for (const colorScheme of ["light", "dark"]) {
    await on({ g: "tictactoe", p2: "human" }, { colorScheme }, async (page) => {
      for (const name of await page.locator("#family option").evaluateAll((all) => all.map((one) => one.value))) {
        await page.selectOption("#family", name);
        await says(page, "summary", name);
        for (let ply = 0; ply < 3; ply += 1) {
          assert.deepEqual(await faint(page), [], `${name} after ply ${ply}, ${colorScheme}`);
          const move = page.locator("#moves button").first();
          if (!(await move.count())) break;
          await move.click();
          await page.waitForFunction((count) => document.querySelectorAll("#tree .ply").length === count, ply + 1);
        }
      }
    });
    for (const state of [{ g: "connect4:cols=5,rows=4", m: "1 2 3 3", i: 4 }, { g: "connect4:cols=4,rows=3,line=3", m: "1 2 1 2 1", i: 5 }, { g: "tictactoe", m: "1,1 2,1", i: 2 }, { g: GAMES["weighted tic-tac-toe"] }]) {
      await on({ ...state, p2: "human", v: "1" }, { colorScheme }, async (page) => {
        await page.waitForSelector("#board .best, #board .decisive");
        assert.deepEqual(await faint(page), [], `${state.g}, ${colorScheme}`);
      });
    }
  }
});

for (const [width, height] of [[360, 740], [1440, 900]]) {
  test(`nothing jumps when the computer moves: ${width}`, async () => {
    for (const game of ["tictactoe", "othello", "take-ends:numbers=4/2/9/7/1/5"]) {
      for (const v of ["", "1"]) {
        await on({ g: game, v }, { viewport: { width, height } }, async (page) => {
          if (v) await page.waitForSelector("#board .best");
          await watchShifts(page);
          const top = () => page.evaluate(() => document.getElementById("board").getBoundingClientRect().top);
          const before = await top();
          const tops = new Set();
          await page.locator("#board [role=button]").first().click();
          for (let look = 0; look < 20; look += 1) {
            tops.add(await top());
            await page.waitForTimeout(25);
          }
          await page.waitForFunction(() => document.querySelectorAll("#tree .ply").length >= 2);
          assert.deepEqual([...tops], [before], `${game}: the board stays where it is`);
          await page.waitForTimeout(100);
          await assertNoShift(page, game);
        });
      }
    }
  });
}

test("a phone has room for the title of every game", async () => {
  for (const l of ["en", "ja"]) {
    await on({ g: "tictactoe", p2: "human", l }, PHONE, async (page) => {
      const cut = await page.evaluate(() => {
        const select = document.getElementById("family");
        const look = getComputedStyle(select);
        const pen = document.createElement("canvas").getContext("2d");
        pen.font = `${look.fontWeight} ${look.fontSize} ${look.fontFamily}`;
        // The arrow takes about twenty pixels.
        const room = select.clientWidth - parseFloat(look.paddingLeft) - parseFloat(look.paddingRight) - 20;
        return [...select.options].map(({ text }) => `${text}: ${pen.measureText(text).width} of ${room}`).filter((told) => parseFloat(told.split(": ").at(-1)) > room);
      });
      assert.deepEqual(cut, []);
    });
  }
});

test("the graph breaks where nothing is proven", async () => {
  await on({ g: "tictactoe" }, {}, async (page) => {
    const path = await page.evaluate(async () => {
      const { drawTrack } = await import("/board.js");
      const points = [0, 0.5, null, -0.5, 0].map((level) => ({ level, slip: null, label: "" }));
      return drawTrack(points, 0, () => {}, "").querySelector(".curve").getAttribute("d");
    });
    assert.equal(path.match(/M/g).length, 2, path);
    assert.equal(path.match(/L/g).length, 2, path);
  });
});

test("on a phone every place is wide enough for a finger, and what is said has the room of its line", async () => {
  const { games } = await (await fetch(`${server.url}/api/v1/games`)).json();
  await on({ g: "tictactoe", p2: "human", m: "1,1", i: 1 }, PHONE, async (page) => {
    const high = (id) => page.evaluate((id) => document.getElementById(id).getBoundingClientRect().height, id);
    assert.ok((await high("status")) < 40, "`Second to move` is one line");
    const small = [];
    for (const game of games.flatMap(({ examples }) => examples)) {
      await open(page, game);
      const least = await page.evaluate(() => {
        const sizes = [...document.querySelectorAll("#board [role=button]")].map((one) => one.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height));
        return Math.min(...sizes);
      });
      if (least < 24) small.push(`${game}: ${least.toFixed(1)}`);
    }
    assert.deepEqual(small, []);
    // A game that is told in words has no empty board above them.
    await open(page, games.find(({ name }) => name === "program").examples[0]);
    assert.ok((await high("board")) < 10 && (await page.locator("#beside button").count()) > 0);
  });
  // A task and a result are long.
  for (const state of [{ g: "connect4:cols=5,rows=4", z: 3 }, { g: "graph:text=endless second; a first: b; b second: a c; c = first", m: "b a", i: 2, p2: "human" }]) {
    await on(state, PHONE, async (page) => {
      await page.waitForSelector(".head.long");
      assert.ok(await page.evaluate(() => document.getElementById("status").getBoundingClientRect().width > 0.6 * innerWidth), state.g);
    });
  }
  await on({ g: "tictactoe" }, { viewport: { width: 768, height: 900 } }, async (page) => {
    assert.ok((await page.locator("header").boundingBox()).height < 70, "the head of the page is one row");
  });
});

test("on a phone a notice covers nothing of the game", async () => {
  await on({ g: "othello", p2: "human" }, PHONE, async (page) => {
    await place(page, 0).locator(".cell").tap();
    await page.waitForSelector("#notice:not([hidden])");
    const under = await page.evaluate(() => {
      const { bottom } = document.getElementById("notice").getBoundingClientRect();
      return [...document.querySelectorAll("#status, #board, #table .row button")].filter((one) => one.checkVisibility() && one.getBoundingClientRect().top < bottom).length;
    });
    assert.equal(under, 0);
  });
});

test("no panel is wider than the page", async () => {
  for (const width of [360, 768, 1440]) {
    await on({ g: "tictactoe" }, { viewport: { width, height: 740 } }, async (page) => {
      await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
      for (const name of await page.locator("#family option").evaluateAll((all) => all.map((one) => one.value))) {
        await page.selectOption("#family", name);
        await says(page, "summary", name);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${name} at ${width}: ${wide} pixels too wide`);
      }
      await page.goto(`${server.url}/api`);
      await page.waitForSelector("h2 >> text=GET /api/v1/position");
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `the API at ${width}: ${wide} pixels too wide`);
    });
  }
});

test("every panel is fit for everybody, in both themes", async () => {
  for (const colorScheme of ["light", "dark"]) {
    await on({ g: GAMES["weighted tic-tac-toe"], p1: "human", p2: "errs", v: "1", m: "1,2", i: 0 }, { colorScheme }, async (page) => {
      await page.waitForSelector("#board .best");
      await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
      await page.check("#edit");
      await accessible(page);
      await page.uncheck("#edit");
      await page.click("#help-open");
      await accessible(page);
    });
  }
});

for (const [name, state, ready] of [
  ["the front door in English", { l: "en" }, "#gallery svg"],
  ["the front door in Japanese", { l: "ja" }, "#gallery svg"],
  ["a board", { g: "tictactoe", l: "en" }, "#board [role=button]"],
]) {
  test(`the first view is light and quick: ${name}`, async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    // When it can be used, and not when the test comes to look.
    await page.addInitScript((ready) => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector(ready)) return;
        window.usable = performance.now();
        observer.disconnect();
      }).observe(document, { subtree: true, childList: true });
    }, ready);
    await page.goto(`${server.url}/#${new URLSearchParams(state)}`);
    await page.waitForFunction(() => window.usable);
    await page.waitForLoadState("networkidle");
    const [took, sent, read] = await page.evaluate(() => {
      const entries = ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind));
      const sum = (part) => entries.reduce((sum, entry) => sum + entry[part], 0);
      return [window.usable, sum("encodedBodySize"), sum("decodedBodySize")];
    });
    console.log(`${name}: ${sent} bytes sent, ${read} read, usable after ${took.toFixed(0)} ms`);
    assert.ok(sent > 20_000 && sent <= 200_000, `${sent} bytes`);
    await context.close();
  });
}

test("pictures at three widths in both themes", async () => {
  for (const width of [360, 768, 1440]) {
    for (const [name, game] of Object.entries({ ...GAMES, graph: "graph:text=yard second: lane gate; lane first: yard; gate first: out yard; out = first" })) {
      await on({ g: game, v: "1", p2: "human" }, { viewport: { width, height: 900 } }, async (page) => {
        await page.waitForSelector("#board .best");
        for (const colorScheme of ["light", "dark"]) {
          await page.emulateMedia({ colorScheme });
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert.ok(wide <= 0, `${name} at ${width}: ${wide} pixels too wide`);
          await page.screenshot({ path: `${folder}/pictures/${name.replaceAll(" ", "-")}-${width}-${colorScheme}.png`, fullPage: true });
        }
      });
    }
  }
});

test("the API's page", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${server.url}/api`);
  await page.waitForSelector("h2 >> text=GET /api/v1/position");
  await accessible(page);
  for (const [width, least] of [[360, 300], [768, 700], [1440, 850]]) {
    await page.setViewportSize({ width, height: 900 });
    const wide = await page.evaluate(() => Math.min(...[...document.querySelectorAll(".api p, .api section")].slice(0, 4).map((one) => one.getBoundingClientRect().width)));
    assert.ok(wide >= least - 80, `what is said is ${wide} pixels wide of ${width}`);
  }
  await context.close();
});
