// What values tell of a game: the bar, the best line, marks, the review, mistakes to learn from.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, accessible, begin, browser, folder, plies, says, server, visit } from "./browser.mjs";

begin();

const at = (state, options, run) => visit(browser, server.url, { p1: "human", p2: "human", ...state }, options, run);
const ask = async (path, params) => (await fetch(`${server.url}/api/v1/${path}?${new URLSearchParams(params)}`)).json();
/** The length of First's part of the bar. */
const bar = (page) => page.evaluate(() => parseFloat(document.getElementById("bar-first").style.width));

test("the bar, the best line and arrows, with a mouse and with keys", async () => {
  await at({ g: "hexapawn", v: "1" }, {}, async (page) => {
    await page.waitForSelector("#best-line button");
    // What the server proves: Second wins, and the line is as long as that takes.
    const found = await ask("position", { game: "hexapawn", ask: "distance" });
    assert.equal(found.winner, "second");
    const line = await page.locator("#best-line button").allTextContents();
    assert.equal(line.length, found.plies);
    assert.equal(line[0], `1. ${found.moves[0].move}`);
    await says(page, "bar", `Second wins in ${found.plies} plies`);
    assert.ok((await bar(page)) < 50);
    // An arrow for each best move.
    assert.equal(await page.locator("#board .move-line").count(), found.moves.filter((one) => one.is_best).length);
    await accessible(page);
    const marks = () => page.locator("#board .mark").count();
    const before = await marks();
    await page.hover("#best-line button >> nth=2");
    await page.waitForSelector("#board .peek");
    assert.ok((await marks()) < before, "a pawn was taken by then");
    assert.equal(await page.locator("#tree .ply").count(), 0, "nothing is played by looking");
    await page.mouse.move(2, 2);
    await page.waitForSelector("#board .peek", { state: "detached" });
    assert.equal(await marks(), before);
    await page.focus("#best-line button >> nth=1");
    await page.waitForSelector("#board .peek");
    await page.keyboard.press("Enter");
    await plies(page, 2);
    await page.waitForSelector("#board .peek", { state: "detached" });
    await page.screenshot({ path: `${folder}/pictures/analysis-1440-light.png` });
    // A slower loss is none that a mark warns of; the only best move has one.
    await says(page, "tree", " !");
  });
  // Play that goes round in circles has no line without end.
  await at({ g: "pong-hau-ki", v: "1" }, {}, async (page) => {
    await page.waitForSelector("#best-line button");
    assert.ok((await page.locator("#best-line button").count()) <= 8);
    assert.equal(await bar(page), 50);
  });
});

test("a game is reviewed, and its mistakes are mended", async () => {
  // 2. 1,2 loses; 4. 1,3 loses sooner than it has to.
  await at({ g: "tictactoe", m: "1,1 1,2 2,2 1,3 3,3", i: "5" }, {}, async (page) => {
    await page.click("#review");
    await page.waitForSelector("#report", { state: "visible" });
    // From the review a link leads to the report on the game, which shows itself under the page's own policy.
    const [report] = await Promise.all([page.context().waitForEvent("page"), page.click("#game-report")]);
    await report.waitForSelector("svg");
    assert.ok(await report.evaluate(() => document.styleSheets[0].cssRules.length > 5));
    await report.close();
    // Counted by hand, as the command line's grade counts.
    assert.deepEqual(await page.locator("#report-rows p").allTextContents(), [
      "First: 100% best moves (2 of 2 where a mistake could be made); 3 of 3 kept the result",
      "Second: 0% best moves (0 of 2 where a mistake could be made); 1 of 2 kept the result",
    ]);
    assert.deepEqual(await page.locator("#tree .ply").allTextContents(), ["1. 1,1", "2. 1,2 ??", "3. 2,2", "4. 1,3 ?!", "5. 3,3 !"]);
    await says(page, "bar", "First wins");
    await accessible(page);
    await page.click("#learn");
    await says(page, "notice", "Mistake 1 of 1: 1,2 gave away a draw");
    assert.equal(await page.locator("#board .best").count(), 0, "the answer is not shown");
    await page.click('#board [data-index="2"]');
    await says(page, "notice", "1,3 is no better");
    await page.click("#notice button >> nth=0");
    await says(page, "notice", "Mistake 1 of 1");
    await page.click('#board [data-index="4"]');
    await says(page, "notice", "Right: 2,2 is better. That was the last mistake.");
    await page.click("#notice button >> nth=0");
    await says(page, "status", "First wins with a line");
    assert.equal(await page.locator("#tree .branch").count(), 2, "what was tried stays as variations");
    // A variation becomes the main line.
    assert.ok(await page.isDisabled("#promote"));
    await page.click('#tree .branch .ply >> text=/^2. 2,2/');
    await page.waitForSelector("#promote:enabled");
    await page.click("#promote");
    await page.waitForSelector("#promote:disabled");
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.waitForSelector('#tree .ply[aria-current="step"] >> text=/^2. 2,2/');
  });
});

test("only a person's own mistakes are to be learnt from, by taps on a phone, in Japanese and in the dark", async () => {
  await at({ g: "tictactoe", p2: "perfect", m: "1,1 1,2 2,2 1,3 3,3", i: "5", l: "ja" }, { ...PHONE, colorScheme: "dark" }, async (page) => {
    await page.tap("#review");
    await page.waitForSelector("#report", { state: "visible" });
    assert.ok(await page.isHidden("#learn"), "First made none");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${wide} pixels too wide`);
    await accessible(page);
    await page.screenshot({ path: `${folder}/pictures/review-360-dark.png`, fullPage: true });
    await page.tap("#again");
    await page.waitForSelector("#report", { state: "hidden" });
    assert.ok(await page.isHidden("#review"));
  });
});

/** The questions about values that the page has asked from its start on, with what was answered. */
const watched = (page) =>
  page.evaluate(() =>
    performance.getEntriesByType("resource").flatMap(({ name, responseStatus: status }) => {
      const { pathname, searchParams } = new URL(name);
      return pathname === "/api/v1/position" ? [{ status, within: searchParams.get("within"), position: searchParams.get("position") }] : [];
    }),
  );

test("the first moves of Connect Four have their values at once, from the book", async () => {
  await at({ g: "connect4" }, {}, async (page) => {
    await page.check("#analysis");
    await page.waitForFunction(() => document.querySelectorAll("#moves .win, #moves .draw, #moves .loss").length === 7);
    assert.match(await page.textContent("#verdict"), /First to move: wins in 41 plies/);
    assert.match(await page.textContent("#moves li >> nth=0"), /4 ★ · wins in 41 plies/);
    assert.match(await page.textContent("#cost"), /^book, \d+ positions/);
    const asked = await watched(page);
    assert.deepEqual(asked.filter(({ position }) => position === "start"), [{ status: 200, within: "250", position: "start" }], "one question, and the answer");
    assert.equal(await page.locator("#board :is(.place.win, .place.draw, .place.loss)").count(), 7);
    await accessible(page);
    await page.screenshot({ path: `${folder}/pictures/connect4-book.png` });
  });
});

test("values appear as they are proven", async () => {
  // Too large to solve in time; but whatever does not block column 1 loses at sight.
  await at({ g: "connect4:cols=8,rows=7", v: "1", m: "1 2 1 2 1", i: 5 }, {}, async (page) => {
    await page.waitForFunction(() => document.querySelectorAll("#moves .loss").length === 7);
    assert.ok(await page.locator("#notice").isHidden(), "before the time is over");
    assert.equal(await page.locator("#board :is(.place.win, .place.draw, .place.loss)").count(), 7);
    assert.equal((await watched(page)).find(({ within }) => within)?.status, 503);
    await page.waitForFunction(() => document.getElementById("notice").textContent.includes("the time limit was reached"));
    const asked = await watched(page);
    const same = asked.filter(({ position }) => position === asked[0].position);
    assert.deepEqual(same.map(({ within }) => within), ["250", "1000", null]);
    assert.equal(await page.locator("#moves .loss").count(), 7);
    await accessible(page);
  });
});

test("comments on moves stand among the moves, in the address and in the copied text", async () => {
  await at({ g: "tictactoe", m: "2,2 1,1 ( 1,2 )", i: 2 }, {}, async (page) => {
    // By keys alone; what is typed is no command.
    await page.focus("#comment");
    await page.keyboard.type("a corner: na, nb");
    await says(page, "tree", "a corner: na, nb");
    assert.equal(await page.locator("#tree .ply").count(), 3, "no key has played");
    const shows = (text) => page.waitForFunction((text) => document.getElementById("comment").value === text, text);
    await page.click("#first-ply");
    await shows("");
    await page.fill("#comment", "<b>the start</b>");
    await page.click("#tree .branch .ply");
    await shows("");
    await page.fill("#comment", "a side 辺");
    const told = await page.locator("#tree .comment").allTextContents();
    assert.deepEqual(told.sort(), ["<b>the start</b>", "a corner: na, nb", "a side 辺"]);
    await page.click("#panel-share summary");
    await page.click("#copy-text");
    await says(page, "notice", "Copied");
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(copied.includes("{<b>the start</b>} 2,2 1,2 {a side 辺}"), copied);
    await accessible(page);
    await page.reload();
    await page.waitForSelector("#tree .comment");
    assert.equal(await page.locator("#tree .comment").count(), 3, "the address holds them");
    await shows("a side 辺");
    await page.fill("#comment", " ");
    assert.equal(await page.locator("#tree .comment").count(), 2);
    await page.screenshot({ path: `${folder}/pictures/comments.png` });
  });
});

test("the value of a position of normal play, by a button and by a key", async () => {
  const game = "clobber:rows=1,cols=4";
  await at({ g: game }, {}, async (page) => {
    await page.click("#worth");
    await says(page, "reason", "0");
    assert.equal(await page.locator("#reason .thermograph svg").count(), 1);
    // Its moves can be pressed.
    assert.ok(await page.locator("#reason .move-link").count());
    await accessible(page);
    await page.keyboard.press("ArrowRight");
    await page.locator("#board [data-move], #board .place").first().focus();
    await page.keyboard.press("v");
    await page.waitForSelector("#reason .thermograph svg");
  });
  await at({ g: "tictactoe" }, {}, async (page) => assert.ok(await page.isHidden("#worth")));
});
