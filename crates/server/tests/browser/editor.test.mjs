// The rules file beside the board: checked while somebody types, and saved.

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { accessible, begin, browser, folder as target, serve, visit } from "./browser.mjs";

let folder, path, text, own;
begin({
  isServed: false,
  then: async () => {
    folder = await mkdtemp(join(tmpdir(), "yomikiri-"));
    path = join(folder, "own.toml");
    text = await readFile("examples/rules/hexapawn.toml", "utf8");
    await writeFile(path, text);
    own = await serve(path);
  },
  atLast: async () => {
    await own?.stop();
    await rm(folder, { recursive: true });
  },
});

const on = (state, options, run) => visit(browser, own.url, { g: path, p2: "human", ...state }, options, run);
const verdict = (page, words) => page.waitForFunction((words) => document.getElementById("source-verdict")?.textContent.includes(words), words);

async function openEditor(page) {
  await page.click("#panel-source summary");
  await page.waitForFunction(() => document.getElementById("source-text")?.value);
  assert.equal(await page.inputValue("#source-text"), await readFile(path, "utf8"));
}

test("a mistake is shown while it is typed; what is right is saved and played", async () => {
  await on({}, {}, async (page) => {
    // The rules stand under the board, too.
    assert.match(await page.textContent("#summary"), /own\.toml$/);
    assert.ok((await page.locator("#says p").count()) > 2);
    await openEditor(page);
    await verdict(page, "can be played");
    assert.ok(await page.isDisabled("#source-save"));
    // By keys alone: the caret goes where the line is, and letters are no commands here.
    const at = text.indexOf('name = "pawn"');
    await page.focus("#source-text");
    await page.evaluate((at) => document.getElementById("source-text").setSelectionRange(at, at + 4), at);
    await page.keyboard.type("nome");
    await page.waitForSelector("#source-text[aria-invalid=true]");
    const number = text.slice(0, at).split("\n").length;
    assert.match(await page.textContent("#source-more pre"), new RegExp(`${number}: nome[^]*\\^`));
    assert.ok(await page.isDisabled("#source-save"));
    await page.keyboard.press("Control+s");
    await accessible(page);
    await page.screenshot({ path: `${target}/pictures/editor-wrong.png` });
    await page.getByRole("button", { name: `Go to line ${number}` }).click();
    const chosen = () => page.evaluate(() => (({ value, selectionStart, selectionEnd }) => value.slice(selectionStart, selectionEnd))(document.getElementById("source-text")));
    assert.match(await chosen(), /nome/);
    assert.equal(await readFile(path, "utf8"), text, "nothing was saved");
    await page.fill("#source-text", `${text}# mine\n`);
    await verdict(page, "not saved yet");
    assert.ok((await page.locator("#source-more li").count()) > 2);
    await accessible(page);
    await page.keyboard.press("Control+s");
    await verdict(page, "Saved");
    assert.equal(await readFile(path, "utf8"), `${text}# mine\n`);
    await page.waitForFunction(() => document.getElementById("notice").textContent.includes("read again"));
    assert.ok(await page.isDisabled("#source-save"));
    await page.screenshot({ path: `${target}/pictures/editor.png` });
  });
});

test("a draft outlives what is saved elsewhere, and both languages and a phone show it", async () => {
  await on({ l: "ja", t: "dark" }, { viewport: { width: 360, height: 740 }, hasTouch: true }, async (page) => {
    await page.locator("#panel-source summary").tap();
    await page.waitForFunction(() => document.getElementById("source-text")?.value);
    await page.fill("#source-text", `${text}# mine and yours\n`);
    await verdict(page, "保存していません");
    await writeFile(path, `${text}# theirs\n`);
    await verdict(page, "ほかの所");
    assert.equal(await page.inputValue("#source-text"), `${text}# mine and yours\n`);
    await page.locator("#source-save").tap();
    await verdict(page, "読み直す");
    assert.equal(await readFile(path, "utf8"), `${text}# theirs\n`, "nobody's change is lost");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing sticks out");
    await accessible(page);
    await page.screenshot({ path: `${target}/pictures/editor-phone.png`, fullPage: true });
    await page.locator("#source-back").tap();
    await page.waitForFunction(() => document.getElementById("source-text").value.includes("theirs"));
    const words = await page.evaluate(() => import("/editor.js").then(({ WORDS: { en, ja } }) => [Object.keys(en), Object.keys(ja)]));
    assert.deepEqual(words[0], words[1], "all is said in both languages");
  });
});

test("a game that is not in the file of the start has no editor", async () => {
  await on({ g: "tictactoe" }, {}, async (page) => {
    assert.ok(!(await page.isVisible("#panel-source")));
    assert.equal(await page.locator("#editor textarea").count(), 0);
  });
});
