// Keys alone, and fingers alone: everything is in reach, and where one is is seen.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, begin, launch, on, place, played, says } from "./browser.mjs";

begin({ start: launch });

const status = (page) => page.textContent("#status");

test("the focus is seen where keys put it, near the last move, in a colour of its own", async () => {
  await on({ g: "tictactoe", p2: "human" }, {}, async (page) => {
    const ring = () =>
      page.evaluate(() => {
        const stroke = (cell) => getComputedStyle(cell).stroke;
        const cells = [...document.querySelectorAll("#board .open .cell")];
        const usual = stroke(document.querySelector("#board .place:not(:focus) .cell"));
        return cells.filter((cell) => stroke(cell) !== usual && cell.parentElement.matches(":focus")).map((cell) => [cell.parentElement.dataset.index, stroke(cell)]);
      });
    await place(page, 8).click();
    await page.waitForSelector("#undo:enabled");
    await page.mouse.move(0, 0);
    assert.deepEqual(await ring(), [], "a click leaves no ring");
    await page.keyboard.press("ArrowLeft");
    const [[index, colour]] = await ring();
    assert.ok(index !== "0", "near to what was played");
    const players = await page.evaluate(() => ["--first", "--second"].map((name) => getComputedStyle(document.documentElement).getPropertyValue(name)));
    const rgb = (hex) => `rgb(${[1, 3, 5].map((at) => parseInt(hex.trim().slice(at, at + 2), 16)).join(", ")})`;
    assert.ok(!players.map(rgb).includes(colour), colour);
  });
});

test("with the keyboard alone", async () => {
  await on({ g: "tictactoe", p2: "human" }, {}, async (page) => {
    for (let tabs = 0; !(await page.evaluate(() => document.activeElement.hasAttribute("data-index"))); tabs += 1) {
      assert.ok(tabs < 20, "the board is in reach");
      await page.keyboard.press("Tab");
    }
    // 1,1 2,1 1,2 2,2 1,3
    for (const keys of [["Enter"], ["ArrowDown", "Enter"], ["ArrowUp", "Enter"], ["ArrowDown", "Enter"], ["ArrowUp", "Enter"]]) {
      const before = await played(page);
      for (const key of keys) await page.keyboard.press(key);
      await page.waitForFunction((count) => document.querySelectorAll("#tree .ply").length === count, before + 1);
    }
    assert.match(await page.textContent("#live"), /plays|Over|to move|wins/);
    await page.keyboard.press("u");
    await page.waitForSelector("#redo:enabled");
    await page.keyboard.press("a");
    await page.waitForSelector("#board .best");
    await page.keyboard.press("?");
    await page.waitForSelector("#help[open]");
    await page.keyboard.press("Escape");
    await page.waitForSelector("#help", { state: "hidden" });
    await page.keyboard.press("n");
    await page.waitForFunction(() => !document.querySelector("#tree .ply"));
  });
});

test("keys are heard wherever the focus was left", async () => {
  await on({ g: "tictactoe", p2: "human", m: "2,2", i: 1 }, {}, async (page) => {
    // A dialog that is closed keeps the focus for a moment, in a field of its own.
    await page.click("#help-open");
    await page.focus("#keys");
    await page.evaluate(() => {
      document.getElementById("help").close();
      document.getElementById("keys").dispatchEvent(new KeyboardEvent("keydown", { key: "n", bubbles: true }));
    });
    await page.waitForFunction(() => !document.querySelector("#tree .ply"));
    // Keys that are typed into a field are not heard.
    await page.click("#panel-rules summary");
    await page.fill("#spec", "");
    await page.locator("#spec").pressSequentially("an");
    assert.equal(await page.isChecked("#analysis"), false);
  });
  // Where the game is over no place can be touched: the board itself has the focus then.
  await on({ g: "tictactoe", p2: "human", m: "1,1 2,1 1,2 2,2", i: 4 }, {}, async (page) => {
    await place(page, 2).focus();
    await page.keyboard.press("Enter");
    await says(page, "status", "First wins");
    assert.equal(await page.evaluate(() => document.activeElement.id), "board");
  });
  await on({ g: "connect4:cols=5,rows=4", p2: "human" }, {}, async (page) => {
    const address = page.url();
    await page.focus("#skip");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.id), "board");
    assert.equal(page.url(), address, "the address holds the game");
  });
});

test("by touch, on a phone, in Japanese and in the dark", async () => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, colorScheme: "dark", reducedMotion: "reduce" };
  await on({ g: "connect4:cols=5,rows=4", p2: "perfect", v: "1", l: "ja" }, phone, async (page) => {
    assert.equal(await page.evaluate(() => document.documentElement.lang), "ja");
    // Any place of a column drops a mark into it.
    await place(page, 2).tap();
    await page.waitForFunction(() => document.querySelectorAll("#tree .ply").length === 2);
    assert.match(await status(page), /先手の番/);
    await page.click("#hint");
    await says(page, "notice", "ヒント1");
    await page.click("#why");
    await page.waitForSelector("#reason:not([hidden])");
    assert.match(await page.textContent("#reason"), /[ぁ-ん]/);
    const moving = await page.evaluate(() => document.getAnimations().filter((one) => one.playState === "running").length);
    assert.equal(moving, 0, "nothing moves for those who asked for that");
    await accessible(page);
  });
});
