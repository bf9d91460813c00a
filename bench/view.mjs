// How long the page takes to its first view: from the start of the navigation until the board is drawn,
// and until the first click is taken, in a new browser profile each time. Prints medians, in both languages.
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

/** In the page, from its very beginning: clicks a place as soon as there is one, and notes when. */
function watch() {
  const until = (there, then) => {
    const look = new MutationObserver(() => there() && (look.disconnect(), then()));
    look.observe(document, { childList: true, subtree: true });
  };
  const place = () => document.querySelector("#board [role=button]");
  until(place, () => {
    window.drawn = performance.now();
    until(() => document.querySelector("#tree .ply"), () => (window.taken = performance.now()));
    // What is drawn is looked at before it is touched.
    setTimeout(() => place().dispatchEvent(new MouseEvent("click", { bubbles: true })));
  });
}

const median = (times) => times.toSorted((a, b) => a - b)[times.length >> 1].toFixed(0);
for (const language of ["en", "ja"]) {
  const [drawn, taken] = [[], []];
  // The first run warms what a browser keeps for all profiles.
  for (let run = 0; run <= Number(runs); run += 1) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.addInitScript(watch);
    await page.goto(`${url}/#g=tictactoe&l=${language}`);
    await page.waitForFunction(() => window.taken);
    const times = await page.evaluate(() => [window.drawn, window.taken]);
    if (run > 0) [drawn, taken].forEach((list, index) => list.push(times[index]));
    await context.close();
  }
  console.log(`${language}: board drawn after ${median(drawn)} ms, first click taken after ${median(taken)} ms (medians of ${runs}, at most ${Math.max(...taken).toFixed(0)} ms)`);
}
await browser.close();
server.kill("SIGTERM");
