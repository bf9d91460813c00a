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

/** The parts of each form's question in the address: `x` the sum, `c` the other one, `o` the octal code, `h` and `n` its heaps. */
const FORMS = { sum: ["x", "c"], octal: ["o", "h", "n"] };

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

/** Whether a press of a key belongs to a word that is being composed. (Safari ends that before the press that ends it.) */
const isComposing = (event) => event.isComposing || event.keyCode === 229;

/** A text of a field as it is asked: a line break is a blank, of the same length. */
const typed = (field) => field.value.replaceAll("\n", " ");

class Sums {
  constructor() {
    this.settings = new Settings(this);
    this.client = new Client({
      onLink: (linked) => this.link(linked),
      // A file of rules was saved. Octal games have none.
      onRevision: () => this.ask("sum"),
    });
    this.field = $("sum");
    this.found = null;
    this.heaps = null;
    /** The question of each form that was asked last. */
    this.held = { sum: null, octal: null };
    // A later revision of a file is known by the first one.
    this.client.look();
    this.sumWork = new Work("sum-busy");
    this.octalWork = new Work("octal-busy");
    this.sumWork.onStop = () => this.stop(this.sumWork, "sum-wrong", () => this.askSum());
    this.octalWork.onStop = () => this.stop(this.octalWork, "octal-wrong", () => this.askOctal());
    this.octal = ["code", "heaps", "most"].map($);
    this.addExamples();
    this.bind();
  }

  bind() {
    const submit = (id, run) => $(id).addEventListener("submit", (event) => (event.preventDefault(), run()));
    submit("sum-form", () => this.submit("sum", { x: typed($("sum")), c: typed($("other")) }, () => this.askSum(true)));
    submit("octal-form", () => {
      for (const field of this.octal) field.value = field.value.trim();
      const [o, h, n] = this.octal.map((field) => field.value);
      this.submit("octal", { o, h, n }, () => this.askOctal(true));
    });
    for (const field of [$("sum"), $("other")]) {
      field.addEventListener("focus", () => (this.field = field));
      // A sum is one line, however it is wrapped.
      field.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" || isComposing(event)) return;
        event.preventDefault();
        $("sum-form").requestSubmit();
      });
      field.addEventListener("input", () => field.removeAttribute("aria-invalid"));
    }
    for (const field of this.octal) field.addEventListener("input", () => field.removeAttribute("aria-invalid"));
    $("add").addEventListener("click", () => this.addGame());
    $("skip").addEventListener("click", (event) => (event.preventDefault(), $("sum").focus()));
    $("lang").addEventListener("click", async () => {
      await this.settings.turnLanguage();
      this.keep({});
      this.words();
      this.list();
      for (const form of Object.keys(FORMS)) this.again(form, true);
    });
    $("theme").addEventListener("click", () => {
      this.settings.turnTheme();
      this.keep({});
      this.words();
      this.again("sum", false);
    });
    addEventListener("hashchange", () => this.load());
    addEventListener("keydown", (event) => {
      if (isComposing(event)) return;
      const works = [this.sumWork, this.octalWork].filter(({ place }) => !place.hidden);
      if (event.key === "Escape") works.forEach((work) => work.onStop());
    });
  }

  /** Puts a text where the user was typing, without a second blank before it. */
  insert(text) {
    const { field } = this;
    const { selectionStart: from, selectionEnd: to, value } = field;
    field.setRangeText(/\s$/.test(value.slice(0, from)) ? text.trimStart() : text, from, to, "end");
    field.removeAttribute("aria-invalid");
    field.focus();
  }

  /** Adds the chosen game at the end of the field where the user was typing. */
  addGame() {
    const [game, { field }] = [$("add-game").value, this];
    if (!game) return $("add-game").focus();
    field.setSelectionRange(field.value.length, field.value.length);
    const before = field.value.trimEnd();
    this.insert((before === "" || /[({|]$/.test(before) ? "" : /[+-]$/.test(before) ? " " : " + ") + game);
    $("add-game").value = "";
  }

  // --- the address -------------------------------------------------------------------------------

  /** Reads the questions in the address. */
  read() {
    const hash = new URLSearchParams(location.hash.slice(1));
    const [x, c, o, h, n] = Object.values(FORMS).flat().map((name) => hash.get(name) ?? "");
    return { x, c, o: o.trim(), h: h.trim(), n: n.trim(), hash };
  }

  /** A form's question in the address, as one text. */
  question(form) {
    const asked = this.read();
    return JSON.stringify(FORMS[form].map((name) => asked[name]));
  }

  /** Writes changes to the address; with `push`, as a new step of the browser's history. */
  keep(changes, { push = false } = {}) {
    const { x, c, o, h, n } = { ...this.read(), ...changes };
    const address = `#${written({ x, c, o, h, n, l: currentLanguage(), t: this.settings.theme })}`;
    if (address !== location.hash) history[push ? "pushState" : "replaceState"](null, "", address);
    this.linkExamples();
  }

  /** Loads what the address asks now and did not ask before, and the question of the form `chosen`. */
  async load(chosen = null) {
    const turn = (this.turn = {});
    const { x, c, o, h, n, hash } = this.read();
    if (hash.has("t")) this.settings.setTheme(hash.get("t"));
    await setLanguage(hash.get("l") ?? this.settings.language);
    if (turn !== this.turn) return;
    const isOther = this.told !== currentLanguage();
    this.keep({});
    this.words();
    this.list();
    const isNew = (form) => form === chosen || this.held[form] !== this.question(form);
    const forms = Object.keys(FORMS).filter(isNew);
    if (forms.includes("sum")) [$("sum").value, $("other").value] = [x, c];
    if (forms.includes("octal")) this.octal.forEach((field, index) => (field.value = [o, h || HEAPS, n || STONES][index]));
    for (const form of Object.keys(FORMS)) {
      if (forms.includes(form)) this.ask(form);
      else this.again(form, isOther);
    }
  }

  /** Puts what the user typed into the address, and asks it. */
  submit(form, changes, run) {
    this.keep(changes, { push: true });
    this.held[form] = this.question(form);
    return run();
  }

  // --- asking ------------------------------------------------------------------------------------

  /** Asks a form's question in the address. */
  ask(form) {
    const { x, o } = this.read();
    this.held[form] = this.question(form);
    if (form === "sum" && x.trim()) this.askSum();
    else if (form === "sum") this.clear(this.sumWork, "sum-wrong", "answer");
    else if (o) this.askOctal();
    else this.clear(this.octalWork, "octal-wrong", "heap-values");
  }

  /**
   * Shows again what was found: its links lead to boards in the same theme. In another language, what the server said in words is
   * asked again.
   */
  again(form, isOther) {
    if (form === "sum" && this.found && !(isOther && this.found.note)) this.draw();
    else if (form === "octal" && isOther && this.heaps?.parts.period !== undefined) drawHeaps($("heap-values"), this.heaps);
    else if (isOther) this.ask(form);
  }

  clear(work, wrong, answer) {
    work.end();
    this[answer === "answer" ? "found" : "heaps"] = null;
    $(answer).hidden = true;
    this.notice(wrong, null);
  }

  /** Runs a question about the texts `asked`; `isTyped`: a mistake leads back to its field. */
  async run(work, wrong, answer, question, asked, isTyped) {
    this.notice(wrong, null);
    const signal = work.begin();
    try {
      await question(signal);
    } catch (error) {
      if (signal.aborted || error.name === "AbortError") return;
      if (!(error instanceof Problem)) throw error;
      $(answer).hidden = true;
      this.wrong(wrong, error, asked, isTyped);
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
    return this.run(this.sumWork, "sum-wrong", "answer", question, asked, isTyped);
  }

  askOctal(isTyped = false) {
    const { o, h, n } = this.read();
    const asked = { code: o, heaps: h || HEAPS, most: n || STONES };
    this.heaps = null;
    const bad = [["heaps", MOST_HEAPS], ["most", MOST_STONES]].filter(([id, most]) => !/^\d{1,9}$/.test(asked[id]) || Number(asked[id]) > most);
    if (bad.length) {
      this.clear(this.octalWork, "octal-wrong", "heap-values");
      this.notice("octal-wrong", bad.map(([id, most]) => w("number", { field: w(id), most: most.toLocaleString("en") })));
      for (const [id] of bad) $(id).setAttribute("aria-invalid", "true");
      return isTyped && $(bad[0][0]).focus();
    }
    const question = async (signal) => {
      this.heaps = await this.client.get("octal", asked, signal);
      drawHeaps($("heap-values"), this.heaps);
      $("heap-values").hidden = false;
      $("live").textContent = $("heap-values").querySelector(".verdict").textContent;
    };
    return this.run(this.octalWork, "octal-wrong", "heap-values", question, asked, isTyped);
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

  /** Shows a problem, with the wrong part of the texts `asked` marked. */
  wrong(id, error, asked, isTyped) {
    const [name, span] = error.span && error.in in asked ? [error.in, marked(asked[error.in], error.span)] : this.place(error, asked) ?? [error.in];
    const parts = [error.detail, error.help].filter(Boolean);
    if (span) {
      const [[from, to], text] = [span, asked[name]];
      const mark = make("mark", { className: from === to ? "gap" : "", textContent: text.slice(from, to) || "\u200b" });
      parts.push(make("pre", {}, text.slice(0, from), mark, text.slice(to)), w("here"));
    }
    if (error.line) parts.push(make("pre", { textContent: `${error.line.file}:${error.line.number}: ${error.line.text}` }));
    // A limit was reached, or the server or a proxy failed.
    const isBrief = error.status >= 500;
    this.notice(id, [...parts, ...(isBrief ? [button(t("try_again"), () => (id === "sum-wrong" ? this.askSum() : this.askOctal()))] : [])]);
    const field = { game: $("sum"), compare: $("other"), code: $("code"), heaps: $("heaps"), most: $("most") }[name];
    // The user may have typed on.
    if (!field || typed(field) !== asked[name]) return;
    field.setAttribute("aria-invalid", "true");
    if (!isTyped) return;
    field.focus();
    if (span) field.setSelectionRange(...span);
  }

  /**
   * The name of the text with a game that has no value, and the place of the game in it. The message has the game between
   * backticks, perhaps with other parameters than the user typed.
   */
  place({ status, detail }, asked) {
    const game = status === 422 && /`([^`]+)`/.exec(detail)?.[1];
    if (!game) return null;
    const wordsOf = ([name, text]) => [...text.matchAll(/[^\s()]+/g)].map(({ 0: word, index }) => ({ word, at: [name, [index, index + word.length]] }));
    const family = Object.entries(asked).flatMap(wordsOf).filter(({ word }) => word.split(":")[0] === game.split(":")[0]);
    const found = family.find(({ word }) => word === game) ?? (family.length === 1 ? family[0] : null);
    return found && found.at;
  }

  link(linked) {
    $("gone").hidden = linked;
    $("gone").textContent = linked ? "" : w("gone");
    if (linked) $("live").textContent = t("back");
  }

  words() {
    this.told = currentLanguage();
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

  /** Links to examples. */
  addExamples() {
    const add = (id, form, textContent, parts) => {
      const link = make("a", { textContent });
      // The address may be this one already while the fields say something else.
      link.addEventListener("click", () => link.href === location.href && this.load(form));
      $(id).append(" ", link);
      return { link, parts };
    };
    const sums = SUMS.map(([sum, other]) => add("examples", "sum", other ? `${sum} ∥ ${other}` : sum, { x: sum, c: other }));
    const codes = CODES.map(([code, most]) => add("codes", "octal", code, { o: code, h: "", n: most }));
    this.examples = [...sums, ...codes];
  }

  /** Has each example leave the other question as it is now. */
  linkExamples() {
    const { x, c, o, h, n } = this.read();
    const manners = { l: currentLanguage(), t: this.settings.theme };
    for (const { link, parts } of this.examples) link.href = `#${written({ x, c, o, h, n, ...parts, ...manners })}`;
  }

  /** Lists the games that have values: those of files without their examples, but with the one that the server was started with. */
  async list() {
    const { games, opened } = await this.client.get("games").catch((error) => {
      if (error instanceof Problem) return { games: [] };
      throw error;
    });
    const isFile = ({ params }) => params.some(({ kind, required }) => kind === "file" && required);
    const known = games.filter((game) => game.capabilities.includes("normal") && game.examples.length && !isFile(game));
    const option = (value, textContent) => make("option", { value, textContent });
    const first = opened ? [option(opened, opened)] : [];
    const chosen = $("add-game").value;
    $("add-game").replaceChildren(option("", `${w("add_game")}…`), ...first, ...known.map(({ title, examples }) => option(examples[0], title)));
    $("add-game").value = chosen;
  }
}

// (The tests load only parts of this module.)
if (document.getElementById("sum-form")) new Sums().load();
