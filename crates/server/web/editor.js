// Edits the rules file that the server was started with, beside the board: checks it during typing, and saves it.
// Fetched when opened; its texts are here, in both languages.

import { answerOf, caretOf, Problem } from "/client.js";
import { $, button, make } from "/dom.js";
import { currentLanguage } from "/text.js";

/** The pause in typing before a draft is checked, in milliseconds. */
const REST = 300;

export const WORDS = {
  en: {
    rules: "Rules of {file}",
    checking: "Checking…",
    right: "These rules can be played.",
    right_unsaved: "These rules can be played. They are not saved yet.",
    save: "Save",
    saved: "Saved: the board plays by these rules now.",
    back: "Back to the file",
    line: "Go to line {number}",
    elsewhere: "The file was changed elsewhere. Your draft is still here.",
    only_here: "Rules are saved only from the machine that the server runs on.",
    facts: "{places} places, {moves} first moves",
    longest: "at most {longest} plies",
    endless: "play may go on for ever",
    over: "Play is over at the start: {why}",
  },
  ja: {
    rules: "{file} のルール",
    checking: "確認しています…",
    right: "このルールで遊べます。",
    right_unsaved: "このルールで遊べます。まだ保存していません。",
    save: "保存",
    saved: "保存しました。盤面はこのルールになりました。",
    back: "ファイルの内容に戻す",
    line: "{number} 行目へ",
    elsewhere: "ファイルがほかの所で変更されました。書きかけの内容は残っています。",
    only_here: "ルールを保存できるのは、サーバーが動いている機械からだけです。",
    facts: "場所 {places}、初手 {moves} 通り",
    longest: "長くて {longest} 手",
    endless: "終わらないことがあります",
    over: "始まった時点で終わっています：{why}",
  },
};

const w = (key, values = {}) => WORDS[currentLanguage()][key].replace(/\{(\w+)\}/g, (_, name) => values[name]);

const asJson = (body) => ({ headers: { "Content-Type": "application/json", "Accept-Language": currentLanguage() }, body: JSON.stringify(body) });

export class Editor {
  constructor(app) {
    this.app = app;
    /** The file as the server has it. */
    this.file = null;
    /** The result of checking the draft. */
    this.found = null;
    this.checking = new AbortController();
    this.text = make("textarea", { id: "source-text", rows: 16, spellcheck: false, autocapitalize: "off", wrap: "off" });
    this.text.setAttribute("autocomplete", "off");
    this.verdict = make("p", { id: "source-verdict" });
    this.verdict.setAttribute("role", "status");
    this.more = make("div", { id: "source-more" });
    this.save = button("", () => this.keep());
    this.save.id = "source-save";
    this.back = button("", () => this.read());
    this.back.id = "source-back";
    $("editor").replaceChildren(this.text, make("div", { className: "row" }, this.save, this.back), this.verdict, this.more);
    this.text.addEventListener("input", () => this.typed());
    this.text.addEventListener("keydown", (event) => {
      if (event.key !== "s" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (!this.save.disabled) this.keep();
    });
    addEventListener("beforeunload", (event) => this.isDraft && event.preventDefault());
  }

  /** Whether there are unsaved changes. */
  get isDraft() {
    return this.file !== null && this.text.value !== this.file.text;
  }

  /** Asks the server; throws a Problem. */
  async ask(path, options) {
    return answerOf(await fetch(`/api/v1/source${path}`, options));
  }

  /** Shows the file. */
  async read() {
    await this.tried(async () => {
      this.file = await this.ask("", { headers: { "Accept-Language": currentLanguage() }, cache: "no-store" });
      this.text.value = this.file.text;
      await this.check();
    });
  }

  /** Updates after the file was saved elsewhere or the language changed; a draft stays. */
  async refresh() {
    if (this.file === null) return;
    if (!this.isDraft) return this.read();
    await this.tried(async () => {
      const now = await this.ask("", { cache: "no-store" });
      await this.check();
      if (now.seen !== this.file.seen) this.verdict.textContent = w("elsewhere");
    });
  }

  typed() {
    clearTimeout(this.resting);
    this.checking.abort();
    this.found = null;
    this.draw(w("checking"));
    this.resting = setTimeout(() => this.tried(() => this.check()), REST);
  }

  /** Checks the draft: what it declares, or where it is wrong. */
  async check() {
    this.checking.abort();
    const { signal } = (this.checking = new AbortController());
    const text = this.text.value;
    try {
      this.found = await this.ask("/check", { method: "POST", ...asJson({ text }), signal });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.found = error;
    }
    if (!signal.aborted) this.draw();
  }

  /** Saves the draft. */
  async keep() {
    await this.tried(async () => {
      const { seen } = this.file;
      const text = this.text.value;
      this.file = await this.ask("", { method: "PUT", ...asJson({ text, seen }) });
      this.draw(w("saved"));
      // The server notices the change in a moment, and the page then opens the game again.
      setTimeout(() => this.app.client.look(), 400);
    });
  }

  /** Runs an action, and shows the server's refusal if there is one. */
  async tried(run) {
    try {
      await run();
    } catch (error) {
      if (error.name === "AbortError") return;
      if (error instanceof Problem) this.draw([error.detail, error.help].filter(Boolean).join(" · "));
      // A missing server is reported elsewhere; the next keystroke asks again.
      else this.app.client.look();
    }
  }

  draw(text = null) {
    const { found } = this;
    const wrong = found instanceof Problem;
    const { file, may_save: may } = this.file ?? {};
    this.text.setAttribute("aria-label", w("rules", { file }));
    this.text.setAttribute("aria-invalid", wrong);
    this.text.setAttribute("aria-describedby", "source-verdict");
    this.save.textContent = w("save");
    this.back.textContent = w("back");
    this.save.disabled = !may || !this.isDraft || wrong || !found;
    this.back.disabled = !this.isDraft;
    this.verdict.classList.toggle("wrong", wrong && text === null);
    if (text !== null) this.verdict.textContent = text;
    else if (wrong) this.verdict.textContent = [found.detail, found.help].filter(Boolean).join(" · ");
    else this.verdict.textContent = this.isDraft ? (may ? w("right_unsaved") : w("only_here")) : w("right");
    if (wrong) this.more.replaceChildren(...this.fault(found));
    else if (found) this.more.replaceChildren(...this.facts(found));
  }

  /** The wrong line, with a button that goes to it. */
  fault({ line, span }) {
    if (!line) return [];
    const go = button(w("line", { number: line.number }), () => {
      // Spans count bytes.
      const bytes = new TextEncoder().encode(this.text.value);
      const [from, to] = span.map((at) => new TextDecoder().decode(bytes.slice(0, at)).length);
      this.text.focus();
      this.text.setSelectionRange(from, Math.max(to, from));
      this.text.scrollTop = ((line.number - 4) * this.text.scrollHeight) / this.text.value.split("\n").length;
    });
    return [make("pre", { textContent: `${line.number}: ${line.text}\n${" ".repeat(`${line.number}: `.length)}${caretOf(line)}` }), go];
  }

  /** The rules in sentences, and the board at the start. */
  facts({ title, start, says, places, moves, longest, over }) {
    const count = [w("facts", { places, moves }), longest === undefined ? w("endless") : w("longest", { longest })].join(" · ");
    const list = make("ul", {}, ...says.map((textContent) => make("li", { textContent })));
    const board = start ? [make("pre", { textContent: start })] : [];
    const warning = over === undefined ? [] : [make("p", { className: "notice", textContent: w("over", { why: over }) })];
    return [make("p", { className: "quiet", textContent: [title, count].filter(Boolean).join(": ") }), ...warning, list, ...board];
  }
}
