// What a request starts stops with it: after every answer that could not be found in time, and after every
// client that has gone, the server's processor time stands still. No browser is needed.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { serve } from "./browser.mjs";

/** It stands still within so many milliseconds of processor time, and while the test has patience. */
const SOON = 500;
const PATIENCE = 10_000;
/** Games beyond what is found at once, beside one of each family. */
const LARGE = [
  "nim:heaps=30/40/50/60",
  "connect4:cols=8,rows=7",
  "hex:rows=6,cols=6",
  "chomp:rows=8,cols=9",
  "domineering:rows=8,cols=8",
  "clobber:rows=6,cols=6",
  "breakthrough:rows=6,cols=5",
  "dots-and-boxes:rows=4,cols=4",
  "positional:rows=6,cols=6,line=4,full=points,weights=" + Array.from({ length: 36 }, (_, at) => at % 7).join("/"),
];
const ENDPOINTS = ["board", "position", "why", "value", "reply", "puzzle", "deal"];

/** The processor time of a process in milliseconds. */
async function spent(pid) {
  const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).replace(/^.*\) /, "").split(" ");
  // Ticks of a hundredth of a second, of the program and of the system for it.
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

/** Waits until the process does nothing; the processor time that it took until then, or Infinity. Time of the clock would tell
 * how busy the machine is. */
async function stands(pid) {
  const [began, first] = [performance.now(), await spent(pid)];
  let [before, quiet] = [first, 0];
  while (performance.now() - began < PATIENCE) {
    await pause(30);
    const now = await spent(pid);
    quiet = now - before < 10 ? quiet + 1 : 0;
    if (quiet === 2) return now - first;
    before = now;
  }
  return Infinity;
}

for (const manner of ["answered in time", "left alone"]) {
  test(`nothing goes on for a request that was ${manner}`, { skip: process.platform !== "linux" }, async () => {
    const server = await serve("--timeout", manner === "left alone" ? "30" : "0.3");
    const { games } = await (await fetch(`${server.url}/api/v1/games`)).json();
    const specs = [...LARGE, ...games.map(({ examples }) => examples.at(-1)).filter((spec) => !spec.includes("file="))];
    const late = [];
    let [refused, left] = [0, 0];
    for (const game of specs) {
      for (const endpoint of ENDPOINTS) {
        const extra = { reply: { level: "perfect", seed: 7 }, puzzle: { seed: 7 }, deal: { deal: "spicy", seed: 7 } }[endpoint];
        const query = new URLSearchParams({ game, ...extra });
        const gone = new AbortController();
        const answer = fetch(`${server.url}/api/v1/${endpoint}?${query}`, { signal: gone.signal }).then(
          async (response) => (await response.arrayBuffer(), response.status),
          () => "gone",
        );
        if (manner === "left alone") setTimeout(() => gone.abort(), 60);
        const status = await answer;
        if (status !== 503 && status !== "gone") continue;
        if (status === 503) refused += 1;
        else left += 1;
        const took = await stands(server.pid);
        if (took > SOON) late.push(`${endpoint} ${game}`);
      }
    }
    await server.stop();
    assert.deepEqual(late, []);
    assert.ok((manner === "left alone" ? left : refused) > 10, `${refused} refused, ${left} left`);
  });
}
