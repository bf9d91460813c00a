// Run by hand: pictures of every game and every screen, at three widths in both themes, on contact sheets to look at.
//
//     YOMIKIRI=target/debug/yomikiri BROWSER=$PWD/target/browser node crates/server/tests/browser/pictures.mjs FOLDER
//
// A second argument chooses what is taken: `games`, `values` or `screens`.

import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { launch, serve } from "./browser.mjs";

const folder = resolve(process.argv[2] ?? "pictures");
const wanted = process.argv[3];
/** A width and a height, how large a picture stands on a sheet, and how many stand in a row and on a sheet. */
const SIZES = [
  { width: 360, height: 740, shown: 300, row: 7, count: 14 },
  { width: 768, height: 1000, shown: 400, row: 5, count: 10 },
  { width: 1440, height: 900, shown: 600, row: 3, count: 9 },
];
const THEMES = ["light", "dark"];
/** So many moves are made before a picture is taken. */
const PLIES = 4;

await mkdir(folder, { recursive: true });
const server = await serve();
const browser = await launch();
const ask = async (path, params = {}) => (await fetch(`${server.url}/api/v1/${path}?${new URLSearchParams(params)}`)).json();

/** A few moves of a game, here and there on the board. */
async function opening(game) {
  const moves = [];
  let position = "start";
  for (let ply = 0; ply < PLIES; ply += 1) {
    const board = await ask("board", { game, position });
    if (!board.moves?.length) break;
    const move = board.moves[(7 * ply + 3) % board.moves.length];
    const after = await ask("board", { game, position: move.position });
    if (!after.moves?.length) break;
    moves.push(move.move);
    position = move.position;
  }
  return moves;
}

/** Pictures side by side, with their names. */
async function sheets(name, pictures, { width, height, shown, row, count }) {
  for (let first = 0; first < pictures.length; first += count) {
    const some = pictures.slice(first, first + count);
    const figures = some.map(({ title, path }) => `<figure><img src="${path}" width="${shown}"><figcaption>${title.replace(/[&<]/g, "")}</figcaption></figure>`);
    const page = join(folder, "sheet.html");
    await writeFile(page, `<!doctype html><meta charset="utf-8"><style>body { display: grid; grid-template-columns: repeat(${row}, ${shown}px); gap: 6px; margin: 6px; background: #777; font: 13px sans-serif } figure { margin: 0 }</style>${figures.join("")}`);
    const context = await browser.newContext({ viewport: { width: row * (shown + 6) + 6, height: Math.ceil((shown * height) / width) } });
    const sheet = await context.newPage();
    await sheet.goto(`file://${page}`);
    await sheet.screenshot({ path: join(folder, `${name}-${first / count + 1}.png`), fullPage: true });
    await context.close();
  }
}

/** Takes pictures of states, [{ title, state, prepare }], at all widths in both themes. */
async function take(name, all) {
  for (const size of SIZES) {
    const { width, height } = size;
    const context = await browser.newContext({ viewport: { width, height }, reducedMotion: "reduce" });
    const page = await context.newPage();
    const taken = { light: [], dark: [] };
    for (const [number, { title, state, url, prepare }] of all.entries()) {
      await page.goto("about:blank");
      await page.goto(url ?? `${server.url}/#${new URLSearchParams({ l: "en", ...state })}`);
      try {
        await page.waitForSelector("#board svg, #door svg, .api h2, .exported, svg", { state: "attached", timeout: 10_000 });
        await prepare?.(page);
        await page.waitForTimeout(150);
      } catch (error) {
        console.log(`${title} at ${width}: ${error.message.split("\n")[0]}`);
      }
      for (const theme of THEMES) {
        await page.emulateMedia({ colorScheme: theme });
        const path = join(folder, `${name}-${number}-${width}-${theme}.png`);
        await page.screenshot({ path });
        taken[theme].push({ title, path });
      }
    }
    await context.close();
    for (const theme of THEMES) await sheets(`sheet-${name}-${width}-${theme}`, taken[theme], size);
  }
}

const { games } = await ask("games");
const specs = games.flatMap(({ name, examples }) => (name === "rules" || name === "graph" ? examples : examples.slice(0, 1)));
const states = [];
for (const game of specs) {
  const moves = await opening(game);
  states.push({ title: game, state: { g: game, m: moves.join(" "), i: moves.length, p1: "human", p2: "human" } });
}
if (!wanted || wanted === "games") await take("games", states);
if (!wanted || wanted === "values") {
  const best = (page) => page.waitForSelector("#moves .win, #moves .draw, #moves .loss, #notice:not([hidden])");
  await take("values", states.map(({ title, state }) => ({ title, state: { ...state, v: 1 }, prepare: best })));
}
if (!wanted || wanted === "screens") {
  const bottom = (selector) => async (page) => {
    await page.click(`${selector} summary`).catch(() => null);
    await page.locator(selector).scrollIntoViewIfNeeded();
  };
  await take("screens", [
    { title: "front door", state: {} },
    { title: "front door, Japanese", state: { l: "ja" } },
    { title: "door: puzzles", state: { d: "puzzles" } },
    { title: "door: make", state: { d: "make", l: "ja" } },
    { title: "analysis", state: { g: "connect4", v: 1, m: "4 4 4", i: 3, p2: "human" }, prepare: (page) => page.waitForSelector("#best-line button") },
    { title: "review", state: { g: "tictactoe", m: "1,1 1,2 2,2 1,3 3,3", i: 5, p2: "perfect" }, prepare: async (page) => (await page.click("#review"), await page.waitForSelector("#report:not([hidden])")) },
    { title: "reason", state: { g: "tictactoe", p2: "human" }, prepare: async (page) => (await page.click("#why"), await page.waitForSelector("#reason:not([hidden])")) },
    { title: "reason: nim, Japanese", state: { g: "nim", p2: "human", l: "ja" }, prepare: async (page) => (await page.click("#why"), await page.waitForSelector("#reason:not([hidden])")) },
    { title: "puzzle", state: { g: "connect4:cols=5,rows=4", z: 3 }, prepare: (page) => page.waitForFunction(() => document.getElementById("status").textContent.startsWith("Puzzle")) },
    { title: "sheet of puzzles", state: { g: "tictactoe" }, prepare: async (page) => (await page.evaluate(() => (document.getElementById("panel-puzzle").open = true)), await page.click("#sheet-open"), await page.waitForSelector("#sheet:not([hidden])")) },
    { title: "room", state: { g: "connect4", k: "new" }, prepare: (page) => page.waitForSelector("#room-links input", { state: "attached" }) },
    { title: "settings", state: { g: "tictactoe", p2: "human" }, prepare: (page) => page.click("#help-open") },
    { title: "settings, Japanese", state: { g: "tictactoe", p2: "human", l: "ja" }, prepare: (page) => page.click("#help-open") },
    { title: "rules", state: { g: "connect4", p2: "human" }, prepare: bottom("#panel-rules") },
    { title: "share", state: { g: "connect4", p2: "human" }, prepare: bottom("#panel-share") },
    { title: "numbers", state: { g: "weighted-tictactoe:weights=2/7/6/9/5/1/4/3/8", p2: "human", v: 1 }, prepare: bottom("#panel-deal") },
    { title: "a wrong game", state: { g: "tictacto" } },
    { title: "API", url: `${server.url}/api` },
  ]);
}
await browser.close();
await server.stop();
