// The page of sums: what a sum is worth, how it compares, who moves where; mistakes at their place; octal games; and the way there
// from a board and back.

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { PHONE, accessible, begin, browser, folder, says, serve, server, visit } from "./browser.mjs";

begin();

const at = (state, options, run) => visit(browser, options.origin ?? server.url, state, { path: "sums.html", ready: "#signs button", viewport: { width: 1280, height: 900 }, ...options }, run);
const api = async (path, params) => (await fetch(`${server.url}/api/v1/${path}?${new URLSearchParams(params)}`)).json();
const asked = (page) => page.evaluate(() => Object.fromEntries(new URLSearchParams(location.hash.slice(1))));
const SMALL = { ...PHONE, viewport: { width: 375, height: 740 } };
/** The part of the text that the page marks as wrong, and what is selected in a field. */
const mark = (page, id = "sum-wrong") => page.textContent(`#${id} mark`);
const selected = (page) => page.evaluate(() => document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd));
const wrong = (page, text, id = "sum-wrong") => says(page, id, text);
/** Types a sum or something else, and asks it. */
const ask = async (page, text, id = "sum") => {
  await page.fill(`#${id}`, text);
  await page.keyboard.press("Enter");
};
const focused = (page) => page.evaluate(() => document.activeElement.id);
/** Waits until the answer is that to the question asked last, with the gains of its moves. */
const answered = (page, value) => page.waitForFunction((value) => document.querySelector("#answer:not([inert]) #worth")?.textContent === value && document.querySelector("#sum-form[aria-busy=false]"), value);

test("a sum that is typed has its value, its facts and its moves, by keys alone", async () => {
  await at({}, {}, async (page) => {
    assert.ok(await page.isHidden("#answer"));
    await page.focus("#skip");
    await page.keyboard.press("Enter");
    await page.keyboard.type("domineering:rows=2,cols=2 + clobber:rows=1,cols=4 xo.. - 1/2");
    await page.keyboard.press("Tab");
    await page.keyboard.type("*");
    await page.keyboard.press("Enter");
    await answered(page, "{1/2*|-3/2*}");
    await says(page, "outcome", "Whoever begins wins.");
    const facts = await page.evaluate(() => Object.fromEntries([...document.querySelectorAll(".facts dt")].map((term) => [term.textContent, term.nextSibling.textContent])));
    assert.deepEqual(facts, {
      Kind: "hot: the player who moves first gains",
      Mean: "-1/2",
      Temperature: "1",
      Stops: "1/2 if First begins, -3/2 if Second begins",
      Birthday: "5",
      "Reduced form": "{1/2|-3/2}",
    });
    assert.equal(await page.locator("#answer .thermograph svg polyline").count(), 2);
    await says(page, "compared", "The two are confused");
    assert.deepEqual(await page.locator(".terms li").allTextContents(), ["+ domineering:rows=2,cols=2 = ±1 On the board", "+ clobber:rows=1 xo.. = * On the board", "- 1/2"]);
    const first = page.locator(".players > section >> nth=0");
    assert.deepEqual(await first.locator("h4").allTextContents(), ["Exact: 2 best of 4", "Hotstrat, at temperature 1"]);
    assert.equal(await first.locator(".made >> nth=0 >> li >> nth=0").textContent(), "domineering:rows=2,cols=2: 1,1-2,1 → 1 wins incentive {2|0}");
    assert.equal(await first.locator(".verdict").textContent(), "Hotstrat wins.");
    await first.locator("summary").focus();
    await page.keyboard.press("Enter");
    await first.locator("details li >> nth=3").waitFor();
    assert.equal(await first.locator("details li").count(), 4);
    await accessible(page);
    // The address holds the question: after a reload, and for others.
    const { x, c } = await asked(page);
    assert.deepEqual([x, c], ["domineering:rows=2,cols=2 + clobber:rows=1,cols=4 xo.. - 1/2", "*"]);
    await page.reload();
    await answered(page, "{1/2*|-3/2*}");
    await page.click("text=Copy link");
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
  });
});

test("hotstrat errs beside the exact moves, and Back leads to the former sum", async () => {
  await at({ x: "1 + ^" }, {}, async (page) => {
    await answered(page, "1^");
    await page.click("#examples a >> text={3|0} + +_4");
    await answered(page, "{3,{3|0}|||3|0||-1|-4}");
    const second = page.locator(".players > section >> nth=1");
    assert.deepEqual(await second.locator(".beside-exact > div").allTextContents(), [
      "Exact: 1 best of 2+_4: {0|-4} wins incentive {4,{4|0}|0}",
      "Hotstrat, at temperature 3/2{3|0}: 0 incentive {3|0}Hotstrat errs. A winning move: +_4: {0|-4}",
    ]);
    await page.fill("#sum", "typed anew");
    await page.click("#examples a >> text={3|0} + +_4");
    await page.waitForFunction(() => document.getElementById("sum").value === "{3|0} + +_4");
    await page.goBack();
    await answered(page, "1^");
    assert.equal(await page.inputValue("#sum"), "1 + ^");
    await page.goForward();
    await answered(page, "{3,{3|0}|||3|0||-1|-4}");
  });
});

test("each kind of value has its name, and each comparison its sign", async () => {
  for (const [x, c, value, kind, sign] of [
    ["* + *", "0", "0", "zero", "="],
    ["0.5 - 1", "0", "-1/2", "a number", "<"],
    ["nim:heaps=3/5", "*6", "*6", "a nimber", "="],
    ["+_2", "0", "+_2", "an infinitesimal", ">"],
    ["1 + ^*", "1", "1^*", "a number and an infinitesimal", "∥"],
    ["±1", "2", "±1", "hot", "<"],
  ]) {
    await at({ x, c }, {}, async (page) => {
      await answered(page, value);
      assert.ok((await page.textContent(".facts dd >> nth=0")).startsWith(kind), x);
      assert.ok((await page.textContent("#answer")).includes(`${x} ${sign} ${c}`), x);
    });
  }
  await at({ x: "^ + ^*" }, {}, async (page) => {
    await answered(page, "^^*");
    assert.ok((await page.textContent(".facts")).includes("Atomic weight2"));
  });
});

test("a mistake is marked at its place in the text", async () => {
  await at({}, {}, async (page) => {
    const type = async (sum, other = "") => {
      await page.fill("#sum", sum);
      await page.fill("#other", other);
      await page.click("#sum-form .main");
    };
    await type("");
    await wrong(page, "The sum is empty");
    // Bytes are not letters: ± is two.
    await type("±1 + clober:rows=1");
    await wrong(page, "there is no game `clober`");
    assert.ok((await page.textContent("#sum-wrong")).includes("did you mean `clobber`?"));
    assert.equal(await mark(page), "clober");
    assert.equal(await selected(page), "clober");
    assert.equal(await page.getAttribute("#sum", "aria-invalid"), "true");
    await accessible(page);
    await page.keyboard.type("clobber");
    await page.keyboard.press("End");
    await page.keyboard.type(",cols=2");
    await page.keyboard.press("Enter");
    await answered(page, "±(1*)");
    assert.ok(await page.isHidden("#sum-wrong"));
    assert.equal(await page.getAttribute("#sum", "aria-invalid"), null);
    // An answer that was there is gone with a mistake.
    await type("1 + {1|");
    await wrong(page, "`}` is expected here");
    assert.ok(await page.isVisible("#sum-wrong mark.gap"));
    assert.ok(await page.isHidden("#answer"));
    // The game is real, but its values are of another kind.
    await type("1 + tictactoe");
    await wrong(page, "`tictactoe` has no value of this kind");
    assert.equal(await mark(page), "tictactoe");
    await type("clobber:rows=1,cols=4 xo.x.");
    await wrong(page, "is expected here");
    assert.ok("xo.x.".includes(await mark(page)));
    await type("1", "2 + domineering:rows=x");
    await wrong(page, "a whole number from 1 to");
    assert.equal(await mark(page), "x");
    assert.equal(await focused(page), "other");
    await type("501.(^)");
    await wrong(page, "a multiple of up is beyond 500");
    // What is wrong is read again in the other language.
    await page.click("#lang");
    await wrong(page, "印が誤りの場所です");
    assert.ok(!(await page.textContent("#sum-wrong")).includes("beyond"));
  });
  // An address with a mistake shows it, and leaves the focus alone.
  await at({ x: "<b>1</b>" }, {}, async (page) => {
    await page.waitForSelector("#sum-wrong mark");
    assert.equal(await page.locator("#sum-wrong b").count(), 0);
    assert.equal(await page.evaluate(() => document.activeElement.tagName), "BODY");
  });
});

test("a mistake is marked only in what was asked", async () => {
  await at({}, {}, async (page) => {
    await ask(page, "1 + clober");
    await wrong(page, "there is no game `clober`");
    // The address is asked again while something else is being typed.
    await page.fill("#sum", "a draft of another sum");
    await page.click("#lang");
    await wrong(page, "印が誤りの場所です");
    assert.equal(await mark(page), "clober");
    assert.equal(await page.textContent("#sum-wrong pre"), "1 + clober");
    assert.equal(await page.getAttribute("#sum", "aria-invalid"), null);
    await page.click("#lang");
    // The message names games in short; of two of one family it is not known which.
    for (const [sum, part] of [["1 + connect4:rows=6,cols=4", "connect4:rows=6,cols=4"], ["2.(connect4:cols=7,rows=6) + *", "connect4:cols=7,rows=6"]]) {
      await ask(page, sum);
      await wrong(page, "has no value of this kind");
      await says(page, "sum-wrong", part);
      assert.deepEqual([await mark(page), await selected(page)], [part, part]);
    }
    await ask(page, "connect4:rows=6,cols=4 + connect4:rows=6,cols=5");
    await page.waitForFunction(() => document.getElementById("sum-wrong").textContent.includes("no value") && !document.querySelector("#sum-wrong mark"));
  });
});

test("a game is added as a term of its own, by keys alone", async () => {
  await at({}, {}, async (page) => {
    await page.waitForFunction(() => document.getElementById("add-game").options.length > 5);
    const add = async (id, text, sum) => {
      await page.fill(`#${id}`, text);
      await page.selectOption("#add-game", "domineering");
      await page.click("#add");
      assert.deepEqual([await page.inputValue(`#${id}`), await focused(page)], [sum, id]);
    };
    for (const sign of ["+", "-"]) await add("sum", `1 ${sign}`, `1 ${sign} domineering`);
    for (const text of ["", "1 - ", "2.(", "{", "{1|"]) await add("sum", text, `${text}domineering`);
    await add("sum", "1 ", "1 + domineering");
    await add("other", "*", "* + domineering");
    await add("other", "", "domineering");
    // A sign after a blank brings no second one.
    await page.fill("#sum", "1 ");
    await page.click("#signs button >> nth=1");
    assert.equal(await page.inputValue("#sum"), "1 - ");
    // The list may be walked through before anything is added.
    const second = await page.evaluate(() => document.getElementById("add-game").options[2].value);
    for (const _ of [1, 2]) await page.press("#add-game", "ArrowDown");
    assert.deepEqual([await focused(page), await page.inputValue("#sum")], ["add-game", "1 - "]);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    assert.equal(await page.inputValue("#sum"), `1 - ${second}`);
    // Nothing is chosen now: the button leads to the list.
    await page.click("#add");
    assert.equal(await focused(page), "add-game");
  });
});

test("examples, Back, languages and themes ask only what is new, and leave drafts and the focus", async () => {
  await at({ o: "0.77", x: "1" }, {}, async (page) => {
    await answered(page, "1");
    await says(page, "heap-values", "Period: 12");
    const paths = [];
    page.on("request", (request) => request.url().includes("/api/") && paths.push(new URL(request.url()).pathname.split("/").at(-1)));
    await page.fill("#code", "0.1");
    await page.focus("#examples a >> text=nim");
    await page.keyboard.press("Enter");
    await answered(page, "0");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "nim:heaps=3/5 - *6");
    assert.equal(await page.inputValue("#code"), "0.1");
    await page.fill("#sum", "a draft");
    await page.click("#codes a >> text=0.137");
    await says(page, "heap-values", "Period: 34");
    assert.equal(await page.inputValue("#sum"), "a draft");
    await page.goBack();
    await says(page, "heap-values", "Period: 12");
    assert.equal(await page.inputValue("#sum"), "a draft");
    assert.equal(paths.filter((path) => path === "octal").length, 2);
    assert.equal(paths.filter((path) => path === "value").length, 2);
    await page.click("#lang");
    await says(page, "answer", "先手の手");
    await says(page, "heap-values", "周期：12");
    await page.click("#theme");
    await page.waitForFunction(() => document.querySelector(".terms a").href.includes("t=dark"));
    assert.equal(await page.inputValue("#sum"), "a draft");
    assert.equal(paths.filter((path) => ["octal", "value"].includes(path)).length, 4);
  });
});

test("an answer that is not the server's is told, and the former one is gone", async () => {
  await at({ x: "1", o: "0.77" }, {}, async (page) => {
    await answered(page, "1");
    await says(page, "heap-values", "Period: 12");
    await page.route(/value\?|octal\?/, (route) => route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" }));
    await ask(page, "2");
    await wrong(page, "the server's answer cannot be read (status 502)");
    await ask(page, "0.137", "code");
    await wrong(page, "the server's answer cannot be read (status 502)", "octal-wrong");
    for (const id of ["answer", "heap-values"]) assert.ok(await page.isHidden(`#${id}`));
    await page.unroute(/value\?|octal\?/);
    await page.click("#sum-wrong button >> text=Try again");
    await answered(page, "2");
  });
});

test("equal parts are listed once", async () => {
  await at({ x: "100.(hackenbush:edges=0-1g/1-2b) + 1" }, {}, async (page) => {
    await page.waitForSelector("#answer:not([inert]) .terms li");
    assert.deepEqual(await page.locator(".terms li").allTextContents(), ["+ hackenbush:edges=0-1g/1-2b = ^* ×100 On the board", "+ 1"]);
  });
  await at({ x: "3.(clobber:rows=1,cols=2)" }, {}, async (page) => {
    await answered(page, "*");
    assert.deepEqual(await page.locator(".players h4 >> nth=0").allTextContents(), ["Exact: the only move"]);
    assert.ok((await page.textContent(".made li >> nth=0")).startsWith("1,1-1,2 → 0"));
  });
});

test("a limit and a stop end the work, and the user can go on", async () => {
  const short = await serve("--timeout", "0.5");
  await at({ x: "clobber:rows=6,cols=6 + 1" }, { origin: short.url }, async (page) => {
    await wrong(page, "the time limit was reached");
    assert.ok(await page.isVisible("#sum-wrong button >> text=Try again"));
    await ask(page, "1/4");
    await answered(page, "1/4");
    await page.fill("#code", "0.007");
    await ask(page, "1000000", "most");
    await says(page, "heap-values", "the time limit was reached");
    await page.screenshot({ path: `${folder}/pictures/sums-limit.png`, fullPage: true });
  });
  await short.stop();
  await at({ x: "clobber:rows=6,cols=6" }, {}, async (page) => {
    await page.click("#sum-busy button");
    await wrong(page, "Stopped.");
    assert.ok(await page.isHidden("#sum-busy"));
    await page.click("#sum-wrong button");
    await page.waitForSelector("#sum-busy", { state: "visible" });
    await says(page, "sum-busy", "Working, ");
    // Escape may cancel a word that is being composed.
    await page.evaluate(() => document.getElementById("sum").dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", isComposing: true, bubbles: true })));
    assert.ok(await page.isVisible("#sum-busy"));
    await page.keyboard.press("Escape");
    await wrong(page, "Stopped.");
  });
  // The gains may be too much where the value is not.
  await at({}, {}, async (page) => {
    await page.route(/incentives=yes/, (route) => route.fulfill({ status: 503, contentType: "application/problem+json", body: JSON.stringify({ status: 503, detail: "the time limit was reached" }) }));
    await ask(page, "±1 + ^");
    await says(page, "missing", "were not found: the time limit was reached");
    assert.equal(await page.textContent("#worth"), "{1^|-1^}");
    assert.equal(await page.locator(".beside-exact > div").count(), 2, "the exact moves alone");
  });
});

test("a later question ends the earlier one", async () => {
  await at({}, {}, async (page) => {
    await page.route(/game=1/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      await route.continue().catch(() => {});
    });
    await ask(page, "1");
    await ask(page, "2");
    await answered(page, "2");
    await page.waitForTimeout(900);
    assert.equal(await page.textContent("#worth"), "2");
  });
});

test("a position is put into a sum by taps on a phone, in Japanese, and leads back to its board", async () => {
  const { moves } = await api("board", { game: "clobber:rows=2,cols=3" });
  const { position } = moves[0];
  const { parts } = await api("value", { game: "clobber:rows=2,cols=3", position });
  await at({ g: "clobber:rows=2,cols=3", m: moves[0].move, i: 1, p1: "human", p2: "human", l: "ja", t: "dark" }, { ...SMALL, path: "", ready: "#board svg" }, async (page) => {
    await page.tap("#worth");
    await page.waitForSelector("#in-sum");
    await page.tap("#theme");
    await page.tap("#in-sum");
    await answered(page, parts.value);
    assert.equal(await page.inputValue("#sum"), `clobber:rows=2,cols=3 ${position}`);
    assert.equal(await page.getAttribute("html", "lang"), "ja");
    assert.equal(await page.getAttribute("html", "data-theme"), "light");
    // Signs and games by touch, where the caret is and at the end.
    await page.selectOption("#add-game", "domineering");
    await page.tap("#add");
    assert.equal(await page.inputValue("#sum"), `clobber:rows=2,cols=3 ${position} + domineering`);
    await page.tap("#sum");
    await page.fill("#sum", `clobber:rows=2,cols=3 ${position}`);
    await page.tap("#signs button >> nth=0");
    await page.tap("#signs button >> nth=5");
    await page.keyboard.type("1");
    assert.equal(await page.inputValue("#sum"), `clobber:rows=2,cols=3 ${position} + ±1`);
    await page.tap("#sum-form .main");
    await page.waitForFunction(() => document.querySelectorAll(".terms li").length === 2);
    await says(page, "answer", "先手の手");
    await accessible(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${wide} pixels too wide`);
    await page.tap(".terms a");
    await page.waitForSelector("#board svg");
    const game = await asked(page);
    assert.deepEqual([game.g, game.s, game.l, game.t], ["clobber:rows=2,cols=3", position, "ja", "light"]);
    await page.goBack();
    await page.waitForFunction(() => document.querySelectorAll(".terms li").length === 2);
  });
});

test("every game with values can stand in a sum where its board is", async () => {
  const { games } = await api("games", {});
  const normal = games.filter(({ capabilities, examples, params }) => capabilities.includes("normal") && examples.length && !params.some(({ kind, required }) => kind === "file" && required));
  assert.ok(normal.length >= 10);
  let compared = 0;
  for (const { name, examples } of normal) {
    const game = examples.at(-1).startsWith("stones") ? "stones:stones=4,take=2/3" : examples[1] ?? examples[0];
    const { moves } = await api("board", { game });
    const position = moves[0]?.position ?? "start";
    const [alone, summed] = await Promise.all([api("value", { game, position }), api("value", { game: `1 + ${game} ${position}` })]);
    if (alone.status) {
      assert.equal(alone.status, summed.status, `${name}: ${alone.detail}`);
      continue;
    }
    assert.equal(summed.parts.terms[1].value, alone.parts.value, `${game} ${position}`);
    assert.equal(summed.parts.terms[1].position, position, game);
    compared += 1;
  }
  assert.ok(compared > normal.length / 2, `only ${compared} of ${normal.length} games have a value`);
});

test("an octal game has its values, its period and the proof", async () => {
  await at({}, {}, async (page) => {
    await ask(page, "0.137", "code");
    await says(page, "heap-values", "Period: 34, from heaps of 52 on");
    await says(page, "heap-values", "The proof: the values repeat from 52 up to 175.");
    // Known values: 0.137 is Dawson's Chess.
    assert.deepEqual(await page.locator("#heap-values tbody tr >> nth=0 >> td").allTextContents(), "0 1 1 2 0 3 1 1 0 3".split(" "));
    assert.equal(await page.locator("#heap-values .periodic").count(), 34);
    await accessible(page);
    await ask(page, "5", "heaps");
    await page.waitForFunction(() => document.querySelectorAll("#heap-values td").length === 6);
    const { o, h } = await asked(page);
    assert.deepEqual([o, h], ["0.137", "5"]);
    await page.goBack();
    await page.waitForFunction(() => document.querySelectorAll("#heap-values td").length === 121);
    await ask(page, "0.9", "code");
    await wrong(page, "a digit from 0 to 7 is expected here", "octal-wrong");
    assert.deepEqual([await mark(page, "octal-wrong"), await selected(page)], ["9", "9"]);
    await page.fill("#code", "0.77");
    await page.fill("#most", "1e6");
    await ask(page, "-3", "heaps");
    await wrong(page, "“List heaps up to”: a whole number up to 10,000", "octal-wrong");
    await wrong(page, "“Look for a period up to”: a whole number up to 1,000,000", "octal-wrong");
    for (const id of ["heaps", "most"]) assert.equal(await page.getAttribute(`#${id}`, "aria-invalid"), "true");
    assert.equal(await focused(page), "heaps");
    await page.fill("#heaps", "40");
    await ask(page, "20", "most");
    await says(page, "heap-values", "no period is proven by the values up to");
    await page.click("#codes a >> text=0.77");
    await says(page, "heap-values", "Period: 12, from heaps of 71 on");
    // A sum and a code may stand in one address.
    await ask(page, "*2");
    await answered(page, "*2");
    assert.ok(await page.isVisible("#heap-values"));
    await page.click("#examples a >> text=nim");
    await answered(page, "0");
    assert.ok(await page.isVisible("#heap-values"), "an example of one leaves the other");
  });
});

test("a server that is gone and comes back", async () => {
  const own = await serve();
  await at({ x: "1" }, { origin: own.url }, async (page) => {
    await answered(page, "1");
    await own.stop();
    await ask(page, "2");
    await says(page, "gone", "The server cannot be reached.");
    const again = await serve("--port", own.port);
    await answered(page, "2");
    assert.ok(await page.isHidden("#gone"));
    await again.stop();
  });
});

test("a game of a file stands in a sum, and its value is asked again when the file is saved", async () => {
  const own = await mkdtemp(join(tmpdir(), "yomikiri-"));
  const path = join(own, "own.toml");
  const text = await readFile("examples/rules/col.toml", "utf8");
  await writeFile(path, text.replace("rows = 3", "rows = 1"));
  const serving = await serve(path);
  await at({}, { origin: serving.url }, async (page) => {
    await page.selectOption("#add-game", path);
    await page.click("#add");
    await page.click("#sum-form .main");
    // Col on a row of three cells: whoever begins loses, whether in the middle or at an end.
    await answered(page, "0");
    await writeFile(path, text.replace("rows = 3", "rows = 1").replace("cols = 3", "cols = 1"));
    await answered(page, "*");
  });
  await serving.stop();
  await rm(own, { recursive: true });
});

test("both languages say everything, and the front page leads here", async () => {
  await at({ d: "play" }, { path: "", ready: "#gallery svg" }, async (page) => {
    await page.click("#sums");
    await page.waitForSelector("#sum");
    const words = await page.evaluate(() => Promise.all(["/sumtext.js", "/reason.js"].map((name) => import(name))).then((all) => all.map(({ WORDS: { en, ja } }) => [Object.keys(en), Object.keys(ja)])));
    for (const [en, ja] of words) assert.deepEqual(en, ja);
    const missing = await page.evaluate(async () => {
      const { WORDS } = await import("/sumtext.js");
      const named = [...document.querySelectorAll("[data-w], [data-waria]")].map((one) => one.dataset.w ?? one.dataset.waria);
      return named.filter((name) => !(name in WORDS.en));
    });
    assert.deepEqual(missing, []);
    await page.click("#home");
    await page.waitForSelector("#gallery svg");
  });
});

test("pictures at two widths in both themes", async () => {
  const x = "domineering:rows=2,cols=2 + clobber:rows=1,cols=2 - 1/2";
  for (const [width, options] of [[375, SMALL], [1280, {}]]) {
    for (const colorScheme of ["light", "dark"]) {
      for (const l of ["en", "ja"]) {
        await at({ x, c: "*", o: "0.137", l }, { ...options, colorScheme }, async (page) => {
          await answered(page, "{1/2*|-3/2*}");
          await page.waitForSelector("#heap-values td");
          await accessible(page);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert.ok(wide <= 0, `${width}: ${wide} pixels too wide`);
          await page.screenshot({ path: `${folder}/pictures/sums-${width}-${colorScheme}-${l}.png`, fullPage: true });
        });
      }
    }
  }
});
