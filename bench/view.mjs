// How long the page takes to its first view: from the start of the navigation until the board is drawn,
// and until the first click is taken; and how long the empty board of Connect Four takes, from the touch of "Show values"
// until all seven are painted. In a new browser profile each time. Prints medians, in both languages.
//
//     BROWSER=target/browser node bench/view.mjs PROGRAM [RUNS]
//
// PROGRAM is a `yomikiri`; BROWSER is where ci/browser.sh has put playwright-core.

import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { resolve } from "node:path";

const { chromium } = createRequire(`${resolve(process.env.BROWSER)}/`)("playwright-core");
const [program, runs = "21"] = process.argv.slice(2);

const server = spawn(program, ["serve", "--no-open"], { stdio: ["ignore", "pipe", "inherit"] });
const url = await new Promise((found) => {
  let text = "";
  server.stdout.on("data", (data) => (text += data).includes("\n") && found(text.trim()));
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});

/** In the page, from its very beginning: `until(there, then)` looks at each change of the page. */
function watch() {
  window.until = (there, then) => {
    const look = new MutationObserver(() => there() && (look.disconnect(), then()));
    look.observe(document, { childList: true, subtree: true, attributes: true });
  };
}

/** Clicks a place as soon as there is one, and notes when. */
function touch() {
  const place = () => document.querySelector("#board [role=button]");
  until(place, () => {
    window.drawn = performance.now();
    until(() => document.querySelector("#tree .ply"), () => (window.done = performance.now()));
    // What is drawn is looked at before it is touched.
    setTimeout(() => place().dispatchEvent(new MouseEvent("click", { bubbles: true })));
  });
}

/** Asks for values once the page is at rest, and notes how long it takes until the frame with all seven is painted. */
function ask() {
  until(() => document.querySelectorAll("#board .place").length === 42, () => setTimeout(() => {
    const asked = performance.now();
    const has = (kind) => document.querySelectorAll(`#board .place.${kind}`).length;
    const painted = () => requestAnimationFrame(() => setTimeout(() => (window.done = performance.now() - asked)));
    until(() => has("win") + has("draw") + has("loss") === 7, painted);
    document.getElementById("analysis").click();
  }, 500));
}

/** In a new profile: what a game's page has noted at the end of what it does. */
async function visit(address, does) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(watch);
  await page.addInitScript(does);
  await page.goto(`${url}/#${address}`);
  await page.waitForFunction(() => window.done);
  const times = await page.evaluate(() => [window.drawn, window.done]);
  await context.close();
  return times;
}

/** Several visits, by number. The first warms what a browser keeps for all profiles. */
async function visits(address, does) {
  const all = [];
  for (let run = 0; run <= Number(runs); run += 1) all.push(await visit(address, does));
  return [0, 1].map((index) => all.slice(1).map((times) => times[index]));
}

const median = (times) => times.toSorted((a, b) => a - b)[times.length >> 1].toFixed(0);
const most = (times) => Math.max(...times).toFixed(0);
for (const language of ["en", "ja"]) {
  const [drawn, taken] = await visits(`g=tictactoe&l=${language}`, touch);
  console.log(`${language}: board drawn after ${median(drawn)} ms, first click taken after ${median(taken)} ms (medians of ${runs}, at most ${most(taken)} ms)`);
}
const [, painted] = await visits("g=connect4&l=en", ask);
console.log(`connect4: seven values painted ${median(painted)} ms after they were asked for (median of ${runs}, at most ${most(painted)} ms)`);
await browser.close();
server.kill("SIGTERM");
