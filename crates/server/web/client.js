// Asks the server, in the language spoken. A server that cannot be reached is waited for; what was asked
// is asked again.

import { pathOf, take } from "/early.js";
import { currentLanguage } from "/text.js";

/** What the server says went wrong: its problem+json as an error. */
export class Problem extends Error {
  constructor(data) {
    super(data.detail ?? "");
    Object.assign(this, data);
  }
}

/** The caret under the part of a line that is wrong. */
export function caretOf({ text, marked: [from, to] }) {
  // As wide as what stands above it: CJK letters fill two columns.
  const blank = (letter) => (letter === "\t" ? letter : letter.codePointAt(0) > 0x2e7f ? "\u3000" : " ");
  return [...text].slice(0, from).map(blank).join("") + "^".repeat(Math.max(1, to - from));
}

const pause = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    const stop = () => reject(new DOMException("", "AbortError"));
    if (signal?.aborted) stop();
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => (clearTimeout(timer), stop()), { once: true });
  });

export class Client {
  /** `onLink(true | false)` hears when the server is lost and found; `onRevision()` when a file changed. */
  constructor({ onLink, onRevision }) {
    Object.assign(this, { onLink, onRevision, linked: true, revision: null });
    setInterval(() => document.visibilityState === "visible" && this.look(), 4000);
  }

  /** Whether the server lives. */
  async look() {
    try {
      const health = await (await fetch("/healthz", { cache: "no-store" })).json();
      if (this.revision !== null && health.revision !== this.revision) this.onRevision();
      this.revision = health.revision;
      this.link(true);
    } catch {
      this.link(false);
    }
    return this.linked;
  }

  link(linked) {
    if (linked !== this.linked) this.onLink((this.linked = linked));
  }

  /** The answer to a question; throws a Problem, or an AbortError when the signal says so. */
  get(name, params, signal) {
    return this.ask(pathOf(name, params), { signal });
  }

  /** What comes of something that is done. What was not answered is sent again, so it must do no harm twice. */
  post(name, body, signal) {
    return this.ask(pathOf(name), { method: "POST", body: JSON.stringify(body), signal });
  }

  async ask(url, options) {
    const { method, signal } = options;
    const kind = method ? { "Content-Type": "application/json" } : {};
    for (;;) {
      let response;
      try {
        const language = currentLanguage();
        const early = method ? null : await take(url, language);
        response = early ?? (await fetch(url, { ...options, headers: { "Accept-Language": language, ...kind } }));
        signal?.throwIfAborted();
      } catch (error) {
        if (error.name === "AbortError") throw error;
        this.link(false);
        do await pause(1000, signal);
        while (!(await this.look()));
        continue;
      }
      this.link(true);
      const data = await response.json();
      if (!response.ok) throw new Problem(data);
      return data;
    }
  }
}
