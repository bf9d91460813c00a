// A real browser and a real server, for the tests. Run by ci/browser.sh, which says where the program
// (YOMIKIRI) and the browsers' driver (BROWSER) are.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before } from "node:test";

export const folder = process.env.BROWSER;
const require = createRequire(`${folder}/`);
const { chromium, firefox } = require("playwright-core");
const axe = await readFile(require.resolve("axe-core/axe.min.js"), "utf8");

/** Servers that run. A test that fails leaves its own behind: nobody waits for it, and it ends with the tests. */
const running = new Set();
process.on("exit", () => running.forEach((child) => child.kill()));

/** Starts the server; resolves to { url, stop, port, pid }. */
export async function serve(...args) {
  const child = spawn(process.env.YOMIKIRI, ["serve", "--no-open", ...args], { stdio: ["ignore", "pipe", "inherit"] });
  running.add(child);
  child.on("exit", () => running.delete(child));
  const url = await new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (data) => (text += data).includes("\n") && resolve(text.trim()));
    child.on("exit", () => reject(new Error("the server ended")));
  });
  child.unref();
  child.stdout.unref();
  const stop = () => new Promise((resolve) => (child.exitCode === null ? (child.ref(), child.on("exit", resolve), child.kill("SIGTERM")) : resolve()));
  return { url, stop, port: new URL(url).port, pid: child.pid };
}

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
export const launch = (executablePath = CHROMIUM) =>
  chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });

/**
 * Chromium's headless shell where there is one: the same engine in half the processor time, without what surrounds a page. Tests of
 * Back and Forward, of several windows, of downloads and of the main keyboard paths use Chromium itself.
 */
export const launchShell = () => launch([process.env.CHROMIUM, "/usr/bin/chromium-headless-shell", CHROMIUM].find(existsSync));

export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** Games of many kinds. */
export const GAMES = {
  tictactoe: "tictactoe",
  "weighted tic-tac-toe": "weighted-tictactoe:weights=2/7/6/9/5/1/4/3/8",
  "connect four": "connect4:cols=5,rows=4",
  "grid walk": "grid-walk:cells=---/+-+/+--",
  "a heap": "stones:stones=21,take=1/2/3",
};

/** Those of the file of tests that has begun. */
export let browser, server;

/**
 * Starts a browser for a file of tests, and a server if it does not start its own; `then` does what else comes before the
 * tests, `atLast` what comes after them. All ends with the tests.
 */
export function begin({ start = launchShell, isServed = true, then, atLast } = {}) {
  before(async () => {
    [browser, server] = await Promise.all([start(), isServed ? serve() : null]);
    await then?.();
  });
  after(async () => {
    await Promise.all([browser?.close(), server?.stop()]);
    await atLast?.();
  });
}

export const place = (page, index) => page.locator(`#board [data-index="${index}"]`);
/** Waits until what is shown somewhere contains a text. */
export const says = (page, id, text) => page.waitForFunction(([id, text]) => document.getElementById(id)?.textContent.includes(text), [id, text]);
/** Waits until so many moves stand in the tree. */
export const plies = (page, count) => page.waitForFunction((count) => document.querySelectorAll("#tree .ply").length === count, count);
/** How many moves stand there. */
export const played = (page) => page.locator("#tree .ply").count();

/** Firefox, as the distribution has it: it is spoken to by WebDriver BiDi. */
export const launchFirefox = () => firefox.launch({ channel: "moz-firefox", executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr" });

/** Opens the page in a context of its own, runs a test on it, and looks for what must never be. */
export async function visit(browser, origin, state, options, run) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  if (browser.browserType().name() === "chromium") await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  const trouble = [];
  // The machine may be slow, and other tests run beside this one.
  page.setDefaultTimeout(60_000);
  page.on("pageerror", (error) => trouble.push(`error: ${error.stack}`));
  // What the server refuses, and a server that is gone, a browser reports by itself.
  page.on("console", (message) => {
    // Of a header that only means something on trusted origins it complains in a network without certificates.
    const isUsual = /^(Failed to load resource|The Cross-Origin-Opener-Policy header has been ignored)/.test(message.text());
    if (message.type() === "error" && !isUsual) trouble.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith("blob:")) trouble.push(`foreign: ${request.url()}`);
  });
  try {
    await page.goto(`${origin}/${options.path ?? ""}#${new URLSearchParams({ l: "en", ...state })}`);
    await page.waitForSelector(options.ready ?? "#board svg");
    await run(page);
    assert.deepEqual(trouble, []);
  } finally {
    await context.close();
  }
}

/** Opens the page of the file's server, or of another one, and runs a test on it. */
export const on = (state, { origin = server.url, ...options }, run) => visit(browser, origin, state, options, run);

/** That nothing serious stands in the way of anybody. */
export async function accessible(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run());
  const serious = found.violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  assert.deepEqual(serious.map(({ id, nodes }) => [id, nodes[0].html, nodes[0].failureSummary]), []);
}
