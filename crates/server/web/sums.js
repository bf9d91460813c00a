// The page /sums.html: works out what a sum of games is worth, and lists the values of octal games. The address holds what
// was asked, so a copied link asks the same.

import { written } from "/address.js";
import { Client, Problem } from "/client.js";
import { $, button, make } from "/dom.js";
import { Settings } from "/settings.js";
import { drawHeaps, drawWorth } from "/sumanswer.js";
import { w, writeWords } from "/sumtext.js";
import { currentLanguage, setLanguage, t, writeTexts } from "/text.js";

/** Sums to try, some with another one to compare with. */
const SUMS = [
  ["domineering:rows=2,cols=2 + clobber:rows=1,cols=2 - 1/2", "*"],
  ["{3|0} + +_4", ""],
  ["hackenbush:edges=0-1g/1-2b - ^", "0"],
  ["nim:heaps=3/5 - *6", ""],
  ["2.(toads-and-frogs:toads=1,gap=2,frogs=1 + ±1)", ""],
];
/** Octal codes to try, with the largest heap among which a period is found if the usual one is too small. */
const CODES = [["0.137", ""], ["0.77", ""], ["4.56", ""], ["0.16", "600000"]];
/** Signs that are hard to type on a phone. */
const KEYS = [" + ", " - ", "*", "^", "v", "±", "{", "|", "}", "/"];
/** The limits of the API. */
const MOST_HEAPS = 10_000;
const MOST_STONES = 1_000_000;
/** The heaps that are listed, and those among which a period is looked for, unless the user says otherwise. */
const HEAPS = "120";
const STONES = "20000";

/** The time, in milliseconds, after which the page shows that it works. */
const SOON = 150;

/** Work that a user waits for and can stop: a request, with the seconds that it has taken. */
class Work {
  constructor(id) {
    this.place = $(id);
    this.form = this.place.closest("form");
    this.aborted = new AbortController();
    this.place.querySelector("button").addEventListener("click", () => this.onStop());
  }

  /** Cancels the former work, and begins new work. */
  begin() {
    this.end();
    this.aborted = new AbortController();
    this.form.ariaBusy = "true";
    const since = performance.now();
    const tell = () => (this.place.querySelector(".told").textContent = w("working", { count: Math.floor((performance.now() - since) / 1000) }));
    tell();
    this.ticking = setInterval(tell, 1000);
    // Answers that come at once need no sign of work.
    this.showing = setTimeout(() => (this.place.hidden = false), SOON);
    return this.aborted.signal;
  }

  end() {
    this.aborted.abort();
    clearInterval(this.ticking);
    clearTimeout(this.showing);
    this.place.hidden = true;
    this.form.ariaBusy = "false";
  }
}

/** The part of a text that a span of bytes marks, as characters from and up to. */
export function marked(text, [from, to]) {
  const bytes = new TextEncoder().encode(text);
  const length = (end) => new TextDecoder().decode(bytes.slice(0, end)).length;
  return [length(from), length(to)];
}

class Sums {
  constructor() {
    this.settings = new Settings(this);
    this.client = new Client({
      onLink: (linked) => this.link(linked),
      // A file of rules was saved.
      onRevision: () => this.ask(),
    });
    this.field = $("sum");
    this.found = null;
    this.heaps = null;
    // A later revision of a file is known by the first one.
    this.client.look();
    this.sumWork = new Work("sum-busy");
    this.octalWork = new Work("octal-busy");
    this.sumWork.onStop = () => this.stop(this.sumWork, "sum-wrong", () => this.askSum());
    this.octalWork.onStop = () => this.stop(this.octalWork, "octal-wrong", () => this.askOctal());
    this.bind();
  }

  bind() {
    const submit = (id, run) => $(id).addEventListener("submit", (event) => (event.preventDefault(), run()));
    submit("sum-form", () => this.submit({ x: $("sum").value, c: $("other").value }, () => this.askSum(true)));
    submit("octal-form", () => this.submit({ o: $("code").value, h: $("heaps").value, n: $("most").value }, () => this.askOctal(true)));
    for (const field of [$("sum"), $("other")]) {
      field.addEventListener("focus", () => (this.field = field));
      // A sum is one line, however it is wrapped.
      field.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" || event.isComposing) return;
        event.preventDefault();
        $("sum-form").requestSubmit();
      });
      field.addEventListener("input", () => field.removeAttribute("aria-invalid"));
    }
    for (const id of ["code", "heaps", "most"]) $(id).addEventListener("input", () => $(id).removeAttribute("aria-invalid"));
    $("add-game").addEventListener("change", () => {
      this.insert(($("sum").value.trim() && this.field === $("sum") ? " + " : "") + $("add-game").value, true);
      $("add-game").value = "";
    });
    $("skip").addEventListener("click", (event) => (event.preventDefault(), $("sum").focus()));
    $("lang").addEventListener("click", async () => {
      await this.settings.turnLanguage();
      this.keep({});
      this.words();
      this.list();
      this.ask();
    });
    $("theme").addEventListener("click", () => {
      this.settings.turnTheme();
      this.keep({});
      this.words();
      // Links lead to boards in the same theme.
      if (this.found) this.draw();
    });
    addEventListener("hashchange", () => this.load());
    addEventListener("keydown", (event) => {
      const works = [this.sumWork, this.octalWork].filter(({ place }) => !place.hidden);
      if (event.key === "Escape") works.forEach((work) => work.onStop());
    });
  }

  /** Puts a text where the user was typing, or at the end. */
  insert(text, isLast = false) {
    const { field } = this;
    const at = isLast ? [field.value.length, field.value.length] : [field.selectionStart, field.selectionEnd];
    field.setRangeText(text, ...at, "end");
    field.removeAttribute("aria-invalid");
    field.focus();
  }

  // --- the address -------------------------------------------------------------------------------

  /** Reads the question in the address: `x` the sum, `c` the other one, `o` the octal code, `h` and `n` its heaps. */
  read() {
    const hash = new URLSearchParams(location.hash.slice(1));
    const [x, c, o, h, n] = ["x", "c", "o", "h", "n"].map((name) => hash.get(name) ?? "");
    return { x, c, o, h, n, hash };
  }

  /** Writes changes to the address; with `push`, as a new step of the browser's history. */
  keep(changes, { push = false } = {}) {
    const { x, c, o, h, n } = { ...this.read(), ...changes };
    const address = `#${written({ x, c, o, h, n, l: currentLanguage(), t: this.settings.theme })}`;
    if (address !== location.hash) history[push ? "pushState" : "replaceState"](null, "", address);
    this.linkExamples();
  }

  /** Loads what the address asks. */
  async load() {
    const turn = (this.turn = {});
    const { x, c, o, h, n, hash } = this.read();
    if (hash.has("t")) this.settings.setTheme(hash.get("t"));
    await setLanguage(hash.get("l") ?? this.settings.language);
    if (turn !== this.turn) return;
    [$("sum").value, $("other").value, $("code").value] = [x, c, o];
    [$("heaps").value, $("most").value] = [h || HEAPS, n || STONES];
    this.keep({});
    this.words();
    this.list();
    this.ask();
  }

  /** Puts what the user typed into the address, and asks it. */
  submit(changes, run) {
    // A line break is a blank, of the same length.
    const clean = Object.entries(changes).map(([name, text]) => [name, text.replaceAll("\n", " ")]);
    this.keep(Object.fromEntries(clean), { push: true });
    return run();
  }

  // --- asking ------------------------------------------------------------------------------------

  /** Asks everything in the address. */
  ask() {
    const { x, o } = this.read();
    if (x.trim()) this.askSum();
    else this.clear(this.sumWork, "sum-wrong", "answer");
    if (o.trim()) this.askOctal();
    else this.clear(this.octalWork, "octal-wrong", "heap-values");
  }

  clear(work, wrong, answer) {
    work.end();
    if (answer === "answer") this.found = null;
    $(answer).hidden = true;
    this.notice(wrong, null);
  }

  /** Runs a question; `isTyped`: a mistake leads back to its field. */
  async run(work, wrong, answer, question, isTyped) {
    this.notice(wrong, null);
    const signal = work.begin();
    try {
      await question(signal);
    } catch (error) {
      if (signal.aborted || error.name === "AbortError") return;
      if (!(error instanceof Problem)) throw error;
      $(answer).hidden = true;
      this.wrong(wrong, error, isTyped);
    } finally {
      if (!signal.aborted) work.end();
    }
  }

  askSum(isTyped = false) {
    const { x, c } = this.read();
    this.found = null;
    if (!x.trim()) {
      this.clear(this.sumWork, "sum-wrong", "answer");
      this.notice("sum-wrong", [w("no_sum")]);
      $("sum").setAttribute("aria-invalid", "true");
      return $("sum").focus();
    }
    const asked = { game: x, ...(c.trim() && { compare: c }) };
    // The answer to the former question is not that to this one.
    $("answer").inert = true;
    const question = async (signal) => {
      const said = await this.client.get("value", asked, signal);
      const found = { said, sum: x.trim(), other: c.trim(), note: null };
      this.found = found;
      $("live").textContent = w("ready", { sum: x, value: said.parts.value ?? w("long") }) + " " + w(said.parts.outcome);
      // The gains of moves may take much longer than the value. If they do not, everything is drawn at once.
      const drawing = setTimeout(() => this.found === found && this.draw(), SOON);
      try {
        found.said = await this.client.get("value", { ...asked, incentives: "yes" }, signal);
      } catch (error) {
        if (error.name !== "AbortError" && !(error instanceof Problem)) throw error;
        if (signal.aborted) return;
        found.note = w("gains_late", { why: error.detail });
      } finally {
        clearTimeout(drawing);
      }
      this.draw();
    };
    return this.run(this.sumWork, "sum-wrong", "answer", question, isTyped);
  }

  askOctal(isTyped = false) {
    const { o, h, n } = this.read();
    const params = { code: o.trim(), heaps: h || HEAPS, most: n || STONES };
    for (const [id, most] of [["heaps", MOST_HEAPS], ["most", MOST_STONES]]) {
      const number = params[id].trim();
      if (/^\d{1,9}$/.test(number) && Number(number) <= most) continue;
      $("heap-values").hidden = true;
      this.octalWork.end();
      $(id).setAttribute("aria-invalid", "true");
      if (isTyped) $(id).focus();
      return this.notice("octal-wrong", [w("number", { most: most.toLocaleString("en") })]);
    }
    const question = async (signal) => {
      const said = await this.client.get("octal", { code: params.code, heaps: params.heaps.trim(), most: params.most.trim() }, signal);
      drawHeaps($("heap-values"), said);
      $("heap-values").hidden = false;
      $("live").textContent = $("heap-values").querySelector(".verdict").textContent;
    };
    return this.run(this.octalWork, "octal-wrong", "heap-values", question, isTyped);
  }

  /** Stops work; a value that is known by then stays. */
  stop(work, wrong, again) {
    work.end();
    if (work === this.sumWork && this.found) {
      this.found.note = w("gains_late", { why: w("gains_stopped") });
      return this.draw();
    }
    $(work === this.sumWork ? "answer" : "heap-values").hidden = true;
    return this.notice(wrong, [t("stopped"), button(t("try_again"), again)]);
  }

  // --- showing -----------------------------------------------------------------------------------

  draw() {
    const { said, sum, other, note } = this.found;
    const open = [...$("answer").querySelectorAll("details")].map((one) => one.open);
    const actions = [button(t("copy_link"), (event) => this.copy(event.currentTarget))];
    drawWorth($("answer"), said, { sum, other, theme: this.settings.theme, note, actions });
    $("answer").querySelectorAll("details").forEach((one, index) => (one.open = Boolean(open[index])));
    $("answer").hidden = false;
    $("answer").inert = false;
  }

  async copy(pressed) {
    const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
    const text = t(copied ? "copied" : "not_copied");
    pressed.after(make("span", { className: "quiet", textContent: text }));
    $("live").textContent = text;
    pressed.disabled = true;
  }

  /** Shows a message; null hides it. */
  notice(id, content) {
    $(id).hidden = !content;
    $(id).replaceChildren(...(content ?? []).map((part) => (typeof part === "string" ? make("p", { textContent: part }) : part)));
    if (content) return;
    for (const field of $(id).closest("form").querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
  }

  /** Shows a problem, with the wrong part of the typed text marked. */
  wrong(id, error, isTyped) {
    const field = { game: $("sum"), compare: $("other"), code: $("code"), heaps: $("heaps"), most: $("most") }[error.in] ?? null;
    const [at, span] = field && error.span ? [field, marked(field.value, error.span)] : this.place(error);
    const parts = [error.detail, error.help].filter(Boolean);
    if (at) {
      const [from, to] = span;
      const text = at.value.replaceAll("\n", " ");
      const mark = make("mark", { className: from === to ? "gap" : "", textContent: text.slice(from, to) || "\u200b" });
      parts.push(make("pre", {}, text.slice(0, from), mark, text.slice(to)), w("here"));
    }
    if (error.line) parts.push(make("pre", { textContent: `${error.line.file}:${error.line.number}: ${error.line.text}` }));
    const isLimit = error.status === 503;
    this.notice(id, [...parts, ...(isLimit ? [button(t("try_again"), () => (id === "sum-wrong" ? this.askSum() : this.askOctal()))] : [])]);
    const wrongField = at ?? field;
    wrongField?.setAttribute("aria-invalid", "true");
    if (!wrongField || !isTyped) return;
    wrongField.focus();
    if (at) wrongField.setSelectionRange(...span);
  }

  /** The field and the place of a game that has no value: the message names it between backticks. */
  place({ status, detail }) {
    const name = status === 422 && /`([^`]+)`/.exec(detail)?.[1];
    if (!name) return [null, null];
    const pattern = new RegExp(`(?<![^\\s(])${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?=[\\s:)]|$)`);
    for (const field of [$("sum"), $("other")]) {
      const found = pattern.exec(field.value);
      if (found) return [field, [found.index, found.index + name.length]];
    }
    return [null, null];
  }

  link(linked) {
    $("gone").hidden = linked;
    $("gone").textContent = linked ? "" : w("gone");
    if (linked) $("live").textContent = t("back");
  }

  words() {
    writeTexts();
    writeWords();
    document.title = `${w("title")} · Yomikiri`;
    $("home").href = `/#${written({ d: "play", l: currentLanguage(), t: this.settings.theme })}`;
    $("lang").textContent = t("language");
    $("lang").setAttribute("aria-label", t("language_label"));
    $("lang").lang = currentLanguage() === "ja" ? "en" : "ja";
    $("theme").textContent = t(`theme_${this.settings.theme}`);
    $("signs").replaceChildren(...KEYS.map((sign) => {
      const key = button(sign.trim(), () => this.insert(sign));
      key.setAttribute("aria-label", w("insert_sign", { sign: sign.trim() }));
      return key;
    }));
    this.linkExamples();
  }

  /** Links to examples, which leave the other question as it is. */
  linkExamples() {
    const { x, c, o, h, n } = this.read();
    const manners = { l: currentLanguage(), t: this.settings.theme };
    const link = (text, parts) => {
      const found = make("a", { href: `#${written({ x, c, o, h, n, ...parts, ...manners })}`, textContent: text });
      // The address may be this one already while the fields say something else.
      found.addEventListener("click", () => found.href === location.href && this.load());
      return found;
    };
    const sums = SUMS.map(([sum, other]) => link(other ? `${sum} ∥ ${other}` : sum, { x: sum, c: other }));
    $("examples").replaceChildren(w("examples"), ...sums.flatMap((one) => [" ", one]));
    const codes = CODES.map(([code, most]) => link(code, { o: code, h: "", n: most }));
    $("codes").replaceChildren(w("examples"), ...codes.flatMap((one) => [" ", one]));
  }

  /** Lists the games that have values: those of files without their examples, but with the one that the server was started with. */
  async list() {
    const { games, opened } = await this.client.get("games");
    const isFile = ({ params }) => params.some(({ kind, required }) => kind === "file" && required);
    const known = games.filter((game) => game.capabilities.includes("normal") && game.examples.length && !isFile(game));
    const option = (value, textContent) => make("option", { value, textContent });
    const first = opened ? [option(opened, opened)] : [];
    $("add-game").replaceChildren(option("", `${w("add_game")}…`), ...first, ...known.map(({ title, examples }) => option(examples[0], title)));
  }
}

// (The tests load only parts of this module.)
if (document.getElementById("sum-form")) new Sums().load();
