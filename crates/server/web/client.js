// Sends questions to the server in the current language. If the server cannot be reached, they are sent
// again later.

import { pathOf, take } from "/early.js";
import { currentLanguage, t } from "/text.js";

/** A problem+json of the server as an error. */
export class Problem extends Error {
  constructor(data) {
    super(data.detail ?? "");
    Object.assign(this, data);
  }
}

/** What a response says; throws a Problem, also if something between, such as a proxy, answered in the server's place. */
export async function answerOf(response) {
  const data = await response.json().catch((error) => {
    if (error instanceof SyntaxError) return null;
    throw error;
  });
  if (response.ok && data) return data;
  throw new Problem(data ?? { status: response.status, detail: t("no_answer", { status: response.status }) });
}

/** The caret under the wrong part of a line. */
export function caretOf({ text, marked: [from, to] }) {
  // Blanks are as wide as the letters above: CJK letters take two columns.
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
  /** `onLink(true | false)` is called when the server is found or lost; `onRevision()` when a file changed. */
  constructor({ onLink, onRevision }) {
    Object.assign(this, { onLink, onRevision, linked: true, revision: null });
    setInterval(() => document.visibilityState === "visible" && this.look(), 4000);
  }

  /** Checks whether the server is alive. */
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

  /** Returns the answer to a question; throws a Problem, or an AbortError if the signal aborts. */
  get(name, params, signal) {
    return this.ask(pathOf(name, params), { signal });
  }

  /** Sends a command. It is sent again if no answer came, so repeating it must do no harm. */
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
      return answerOf(response);
    }
  }
}
