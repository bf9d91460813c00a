// A game saved as a page of its own, which needs no server and no script.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { accessible, begin, browser, folder as target, launch, server, visit } from "./browser.mjs";

let folder;
begin({
  start: launch,
  then: async () => {
    folder = await mkdtemp(join(tmpdir(), "yomikiri-"));
  },
  atLast: () => rm(folder, { recursive: true }),
});

/** Saves what the page shows; resolves to the path of the file. */
async function saved(state, name) {
  const path = join(folder, name);
  await visit(browser, server.url, { p1: "human", p2: "human", ...state }, {}, async (page) => {
    await page.click("#panel-share summary");
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save-page")]);
    await download.saveAs(path);
    const words = await page.evaluate(() => import("/export.js").then(({ WORDS: { en, ja } }) => [Object.keys(en), Object.keys(ja)]));
    assert.deepEqual(words[0], words[1]);
  });
  return path;
}

/** Opens a file with no network and no scripts. */
async function opened(path, options, run) {
  const context = await browser.newContext({ offline: true, ...options });
  try {
    const page = await context.newPage();
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(`file://${path}`);
    await run(page);
    assert.deepEqual(asked.filter((url) => !url.startsWith("file://") || !url.endsWith(".html")), []);
  } finally {
    await context.close();
  }
}

test("a game with its variations and values is a file that works by itself", async () => {
  const path = await saved({ g: "tictactoe", m: "2,2 1,1 ( 1,2 ) 3,3", i: 3, c: "1 the <middle>" }, "game.html");
  const text = await readFile(path, "utf8");
  assert.ok(!text.includes("<script"));
  await opened(path, { javaScriptEnabled: false, viewport: { width: 1200, height: 800 } }, async (page) => {
    const status = () => page.locator(".at:visible .status").textContent();
    assert.equal(await page.locator(".at").count(), 5);
    assert.equal(await page.locator(".at:visible").count(), 1, "where it was saved");
    // By mouse: back to the start, whose nine moves have their values.
    await page.locator(".step", { hasText: "Start" }).click();
    assert.equal(await status(), "First to move");
    assert.equal(await page.locator(".at:visible .moves li").count(), 9);
    assert.match(await page.locator(".at:visible .verdict").textContent(), /draw/);
    await page.locator(".at:visible label", { hasText: "2,2" }).click();
    assert.equal(await page.locator(".at:visible .comment").textContent(), "the <middle>");
    assert.equal(await page.locator(".at:visible .moves .loss").count(), 4);
    assert.equal(await page.locator(".at:visible svg .place.loss").count(), 4);
    // By keys: the arrows go through the moves.
    await page.focus("input:checked");
    await page.keyboard.press("ArrowDown");
    assert.equal(await page.locator(".step:has(:checked)").textContent(), "2. 1,1");
    await page.locator(".at:visible .go", { hasText: "Next" }).click();
    assert.equal(await page.locator(".step:has(:checked)").textContent(), "3. 3,3");
    await page.screenshot({ path: `${target}/pictures/export.png`, fullPage: true });
  });
});

test("it works in the frame of another page, on a phone, in Japanese and in the dark", async () => {
  const path = await saved({ g: "hexapawn", m: "3,1-2,1 1,2-2,2", i: 2, l: "ja" }, "hexapawn.html");
  const blog = join(folder, "blog.html");
  await writeFile(blog, `<!doctype html><html lang="en"><title>Blog</title><h1>Blog</h1><iframe title="game" src="hexapawn.html" sandbox width="340" height="600"></iframe>`);
  await opened(blog, { viewport: { width: 360, height: 740 }, hasTouch: true, colorScheme: "dark" }, async (page) => {
    const frame = page.frameLocator("iframe");
    await frame.locator(".step", { hasText: "開始" }).tap();
    assert.equal(await frame.locator(".at:visible .status").textContent(), "先手の番");
    assert.equal(await frame.locator(".at:visible .moves li").count(), 3);
    await frame.locator(".at:visible .go", { hasText: "次へ" }).tap();
    assert.equal(await frame.locator(".step:has(:checked)").textContent(), "1. 3,1-2,1");
    await page.screenshot({ path: `${target}/pictures/export-frame.png`, fullPage: true });
  });
  await opened(path, { viewport: { width: 360, height: 740 }, colorScheme: "dark" }, async (page) => {
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing sticks out");
    await accessible(page);
  });
});

test("the command line writes the same page, which draws itself", async () => {
  const path = join(folder, "written.html");
  const run = (...args) => promisify(execFile)(process.env.YOMIKIRI, ["export", ...args]);
  await run("tictactoe", "--after", "2,2 1,1 3,3", "-o", path);
  const browsers = await saved({ g: "tictactoe", m: "2,2 1,1 3,3", i: 3 }, "saved.html");
  const [shown, counts] = [[], []];
  for (const file of [path, browsers]) {
    await opened(file, { viewport: { width: 1200, height: 800 } }, async (page) => {
      await page.waitForSelector(".at", { state: "attached" });
      // Up to the move that was given; the command line goes on with best play.
      shown.push(await page.locator(".at").evaluateAll((all) => all.slice(0, 3).map((one) => one.innerHTML.replace(/<p class="row">[^]*/, ""))));
      counts.push(await page.locator(".at").count());
      assert.equal(await page.locator(".step:has(:checked)").textContent(), "3. 3,3", "where it opens");
    });
  }
  assert.deepEqual(shown[0], shown[1]);
  assert.deepEqual(counts, [10, 4], "best play goes on to the end");
  // Where no script may run, as in a mail, every position stands there as text, with its values.
  await opened(path, { javaScriptEnabled: false, viewport: { width: 360, height: 740 }, colorScheme: "dark" }, async (page) => {
    assert.equal(await page.locator("h1").innerText(), "Tic-tac-toe");
    assert.equal(await page.locator("section:visible").count(), 10);
    assert.deepEqual((await page.locator("section h2").allInnerTexts()).slice(0, 3), ["1. 2,2", "2. 1,1", "3. 3,3"]);
    assert.equal((await page.locator("section >> nth=1 >> pre").innerText()).trim(), ". . .\n. x .\n. . .");
    assert.equal(await page.locator("section >> nth=1 >> p").innerText(), "Second to move: draw");
    const moves = await page.locator("section >> nth=1 >> li").allInnerTexts();
    assert.equal(moves.length, 8);
    assert.match(moves[0], /^1,1 ★ · draw$/);
    assert.match(moves[7], /· First wins in \d+$/);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing sticks out");
    await page.screenshot({ path: `${target}/pictures/export-text.png`, fullPage: true });
  });
  await opened(path, {}, async (page) => {
    await page.waitForSelector(".at", { state: "attached" });
    assert.equal(await page.locator("section:not(.at)").count(), 0, "what is drawn is not written as well");
  });
  // In the frame of a page that lets it draw, on a phone, in Japanese and in the dark.
  await run("connect4:cols=4,rows=4", "--lang", "ja", "-o", join(folder, "four.html"));
  const blog = join(folder, "frame.html");
  await writeFile(blog, `<!doctype html><html lang="en"><title>Blog</title><iframe title="game" src="four.html" sandbox="allow-scripts" width="340" height="600"></iframe>`);
  await opened(blog, { viewport: { width: 360, height: 740 }, hasTouch: true, colorScheme: "dark" }, async (page) => {
    const frame = page.frameLocator("iframe");
    await frame.locator(".at:visible .go", { hasText: "次へ" }).tap();
    assert.match(await frame.locator(".at:visible .status").textContent(), /後手の番/);
    await page.screenshot({ path: `${target}/pictures/export-written.png`, fullPage: true });
  });
  await opened(join(folder, "four.html"), { viewport: { width: 360, height: 740 } }, async (page) => {
    await page.waitForSelector(".at", { state: "attached" });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing sticks out");
    await accessible(page);
  });
});
