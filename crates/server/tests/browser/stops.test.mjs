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
/** Every path on which something is worked out, as a request about a game. */
const ENDPOINTS = {
  board: {},
  position: {},
  why: {},
  value: {},
  reply: { level: "perfect", seed: 7 },
  puzzle: { seed: 7 },
  deal: { deal: "spicy", seed: 7 },
  report: {},
  positions: null,
  rooms: null,
};
/** The path of octal games, which have codes and no specs: nothing is known of periods of these. */
const OCTAL = ["0.007", "0.16", "0.6"];
/** The paths on which nothing is worked out: what is told there is known. */
const QUIET = ["games", "rooms/{key}", "rooms/{key}/moves", "rooms/{key}/wishes", "rooms/{key}/resignation", "host", "code", "source", "source/check"];

const asked = (endpoint, game) => {
  const extra = ENDPOINTS[endpoint];
  if (extra) return [`${endpoint}?${new URLSearchParams({ game, ...extra })}`, {}];
  const body = endpoint === "rooms" ? { game, side: "first" } : { questions: [{ game }, { game, ask: "margin" }] };
  return [endpoint, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }];
};

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
    const specs = [...LARGE, ...games.map(({ examples }) => examples[0])];
    const { paths } = await (await fetch(`${server.url}/api/v1/openapi.json`)).json();
    const named = Object.keys(paths).filter((path) => path.startsWith("/api/")).map((path) => path.replace("/api/v1/", ""));
    assert.deepEqual(named.sort(), [...Object.keys(ENDPOINTS), "octal", ...QUIET].sort(), "no path is forgotten");
    const late = [];
    let [refused, left] = [0, 0];
    const requests = specs.flatMap((game) => Object.keys(ENDPOINTS).map((endpoint) => [`${endpoint} ${game}`, ...asked(endpoint, game)]));
    requests.push(...OCTAL.map((code) => [`octal ${code}`, `octal?code=${code}&most=1000000`, {}]));
    for (const [name, path, options] of requests) {
      const gone = new AbortController();
      const answer = fetch(`${server.url}/api/v1/${path}`, { ...options, signal: gone.signal }).then(
        // Of a batch, each question has its answer or its problem. Of an octal game, what is known is told.
        async (response) => (/"status":503|"stopped":/.test(await response.text()) ? 503 : response.status),
        () => "gone",
      );
      if (manner === "left alone") setTimeout(() => gone.abort(), 60);
      const status = await answer;
      if (status !== 503 && status !== "gone") continue;
      if (status === 503) refused += 1;
      else left += 1;
      const took = await stands(server.pid);
      if (took > SOON) late.push(name);
    }
    await server.stop();
    assert.deepEqual(late, []);
    assert.ok((manner === "left alone" ? left : refused) > 10, `${refused} refused, ${left} left`);
  });
}
