// The page that walks a certificate of strategies or of threats: whatever one replies, the proof has an answer.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { accessible, folder as target, launchShell, serve } from "./browser.mjs";

const run = promisify(execFile);
let browser, folder, own;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "yomikiri-"));
  own = await serve("tictactoe");
  browser = await launchShell();
});
after(async () => {
  await browser?.close();
  await own?.stop();
  await rm(folder, { recursive: true });
});

async function proof(spec, ...more) {
  const path = join(folder, `${spec.replaceAll(/\W/g, "_")}.proof`);
  await run(process.env.YOMIKIRI, ["prove", spec, "-o", path, ...more]);
  return path;
}

/** Opens the page in a language, and a file on it. */
async function on(locale, path, walk) {
  const context = await browser.newContext({ locale, viewport: { width: 1000, height: 900 } });
  const page = await context.newPage();
  const trouble = [];
  page.setDefaultTimeout(60_000);
  page.on("pageerror", (error) => trouble.push(error.stack));
  page.on("console", (message) => message.type() === "error" && !/Failed to load resource|Cross-Origin-Opener/.test(message.text()) && trouble.push(message.text()));
  try {
    await page.goto(`${own.url}/proof.html`);
    await page.setInputFiles("#certificate", path);
    await walk(page);
    assert.deepEqual(trouble, []);
  } finally {
    await context.close();
  }
}

/** A game in which a player chooses the mark, and who makes a line loses. */
async function either() {
  const path = join(folder, "either.toml");
  await writeFile(path, 'rules = 1\ntitle = "Wild"\nkind = "positional"\n[board]\nrows = 3\ncols = 3\n[lines]\nrow = 3\nmake = "loss"\n[moves]\nmarks = "either"\n[full]\nis = "draw"\n');
  return path;
}

const replies = (page) => page.locator(".proof-board button");
const said = (page) => page.textContent("#proof-said");

test("every reply has an answer, up to the end of play, in each half of each proof", async () => {
  const draws = ["tictactoe", "mnk:rows=5,cols=5,line=5", "connect4:cols=4,rows=3", await either()].map((spec) => [spec, [0, 1]]);
  const strategies = [...draws, ["notakto:boards=2", [1]]].map((one) => [...one, "--strategy", "--nodes", "20000"]);
  // Where marks fall, and where the other side begins.
  const fall = ["connect4:cols=4,rows=3", [0], "--threats"];
  const second = ["tictactoe", [0, 1], "--threats", "--after", "1,1"];
  for (const [spec, halves, ...how] of [...strategies, fall, second]) {
    await on("en", await proof(spec, ...how), async (page) => {
      await page.waitForSelector(".proof-board");
      for (const half of halves) {
        await page.locator("main > .row").first().locator("button").nth(half).click();
        for (let game = 0; game < 4; game += 1) {
          await page.getByRole("button", { name: "From the start" }).click();
          for (let ply = 0; (await replies(page).count()) > 0; ply += 1) {
            const count = await replies(page).count();
            await replies(page)
              .nth((game * 7 + ply * 3) % count)
              .click();
            assert.doesNotMatch(await said(page), /says nothing/, spec);
          }
          assert.match(await said(page), /Play is over/);
        }
      }
      await accessible(page);
    });
  }
});

test("rules are told in words, moves are taken back, and both languages have all words", async () => {
  const path = await proof("connect4:cols=4,rows=4", "--strategy", "--nodes", "20000");
  for (const [locale, button] of [["en", "Take back"], ["ja", "一手戻す"]]) {
    await on(locale, path, async (page) => {
      await page.waitForSelector(".proof-board");
      const before = await page.textContent(".proof-board");
      await replies(page).first().click();
      assert.match(await said(page), locale === "en" ? /by the strategy|listed in the proof/ : /戦略|証明/);
      assert.ok((await page.locator("#proof-rules li").count()) > 0);
      await page.screenshot({ path: `${target}/pictures/proof-${locale}.png` });
      await page.getByRole("button", { name: button }).click();
      assert.equal(await page.textContent(".proof-board"), before);
      const words = await page.evaluate(() => import("/walk.js").then(({ WORDS: { en, ja } }) => [Object.keys(en), Object.keys(ja)]));
      assert.deepEqual(words[0], words[1]);
      await accessible(page);
    });
  }
});

test("a reply is refuted by a sequence of threats, and play goes on to its end; or the tree answers it", async () => {
  const path = await proof("mnk:rows=5,cols=5,line=4", "start after 3,3 3,4 2,3 4,3", "--threats");
  const words = {
    en: { tree: /listed in the proof/, threat: /threat (\d) of (\d)/, completed: /completed a line. Play is over/, again: "From the start" },
    ja: { tree: /証明に書かれた手/, threat: /全(?<count>\d)回のリーチの(?<number>\d)回目/, completed: /ラインを完成しました。 終局です/, again: "最初から" },
  };
  for (const [locale, { tree, threat, completed, again }] of Object.entries(words)) {
    await on(locale, path, async (page) => {
      const signed = (sign) => replies(page).filter({ hasText: new RegExp(`^${sign}$`) });
      const threats = async () => {
        const { 1: one, 2: two, groups } = threat.exec(await said(page)) ?? assert.fail(await said(page));
        return [groups?.number ?? one, groups?.count ?? two].map(Number);
      };
      await signed("\\+").first().click();
      assert.match(await said(page), tree);

      // Every threat is answered, up to the one that makes two.
      let [first, count] = [0, 0];
      for (let reply = 0; count < 2; reply += 1) {
        await page.getByRole("button", { name: again }).click();
        await signed("·").nth(reply).click();
        [first, count] = await threats();
        assert.equal(first, 1);
      }
      assert.equal(await page.locator("#proof-threats li").count(), count);
      await page.screenshot({ path: `${target}/pictures/proof-threats-${locale}.png` });
      await accessible(page);
      for (let number = 2; number <= count; number += 1) {
        await signed(2 * number - 2).click();
        assert.deepEqual(await threats(), [number, count]);
      }
      assert.ok((await signed("!").count()) > 1);
      await signed("!").first().click();
      assert.match(await said(page), completed);

      // The first one is not.
      await page.getByRole("button", { name: again }).click();
      await signed("·").first().click();
      await signed("·").first().click();
      assert.match(await said(page), completed);
    });
  }
});

test("a board wider than the page scrolls, and shows the last move", async () => {
  await on("en", await proof("mnk:rows=1,cols=30,line=5", "--strategy"), async (page) => {
    await page.waitForSelector(".proof-board");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    while (await replies(page).count()) {
      await replies(page).last().click();
      await page.waitForSelector(".last");
      const [frame, last] = await Promise.all([".proof-boards", ".last"].map((one) => page.locator(one).boundingBox()));
      assert.ok(last.x > frame.x - 1 && last.x + last.width < frame.x + frame.width + 1, JSON.stringify([frame, last]));
    }
    await accessible(page);
  });
});

test("a file that is no such certificate is refused in words", async () => {
  const listed = await proof("tictactoe");
  await on("en", listed, async (page) => {
    await page.waitForSelector("#proof-wrong");
    assert.match(await page.textContent("#proof-wrong"), /lists positions/);
  });
  const later = join(folder, "later");
  await writeFile(later, (await readFile(listed, "latin1")).replace("certificate 1", "certificate 5"), "latin1");
  await on("en", later, async (page) => {
    await page.waitForSelector("#proof-wrong");
    assert.match(await page.textContent("#proof-wrong"), /another version/);
  });
  const other = join(folder, "other");
  await writeFile(other, "nothing of the kind\n");
  await on("en", other, async (page) => {
    await page.waitForSelector("#proof-wrong");
    assert.match(await page.textContent("#proof-wrong"), /no certificate/);
  });
});

test("the page is found from the first one, in its language", async () => {
  const context = await browser.newContext({ locale: "en" });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  try {
    await page.goto(`${own.url}/#d=play&l=ja`);
    await page.click("text=証明をたどる");
    await page.waitForSelector("#certificate");
    assert.equal(await page.getAttribute("html", "lang"), "ja");
  } finally {
    await context.close();
  }
});
