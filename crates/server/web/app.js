// The page: what is on the table, who plays, what is asked.

import { Client, Problem } from "/client.js";
import { bind } from "/controls.js";
import { Panels } from "/panels.js";
import { currentLanguage, setLanguage, t, writeTexts } from "/text.js";
import { Tree } from "/tree.js";
import { result, words } from "/value.js";
import { View } from "/view.js";

const $ = (id) => document.getElementById(id);
const seed = () => Math.floor(Math.random() * 2 ** 32);
const quiet = matchMedia("(prefers-reduced-motion: reduce)");

class App {
  constructor() {
    this.client = new Client({
      onLink: (linked) => this.view.link(linked),
      onRevision: () => this.reread(),
    });
    this.families = [];
    this.players = { first: "human", second: "perfect" };
    this.rate = 30;
    this.analysis = false;
    this.asked = null;
    this.theme = "auto";
    this.puzzle = null;
    this.streak = 0;
    this.hinted = new Set();
    this.forget();
    this.view = new View(this);
    this.panels = new Panels(this);
  }

  /** Forgets what was learnt of a game. */
  forget() {
    this.boards = new Map();
    this.values = new Map();
    this.hints = 0;
    this.work?.abort();
    this.work = new AbortController();
  }

  // --- beginning ---------------------------------------------------------------------------------

  async begin() {
    const hash = new URLSearchParams(location.hash.slice(1));
    setLanguage(hash.get("l") ?? (navigator.language.startsWith("ja") ? "ja" : "en"));
    // All that the first view needs is fetched at the same time.
    this.listed = this.list();
    bind(this);
    await this.load();
    addEventListener("hashchange", () => this.load());
    this.client.look();
  }

  /** Learns which games there are. */
  async list() {
    this.families = (await this.client.get("games")).games;
  }

  /** What the address says. */
  async load() {
    const hash = new URLSearchParams(location.hash.slice(1));
    const player = (name, otherwise) => (/^(human|perfect|sound|errs)$/.test(hash.get(name)) ? hash.get(name) : otherwise);
    this.players = { first: player("p1", "human"), second: player("p2", "perfect") };
    this.rate = Math.min(100, Math.max(0, Number(hash.get("r") ?? 30) || 0));
    this.analysis = hash.get("v") === "1";
    this.asked = hash.get("a");
    this.setTheme(hash.get("t") ?? this.theme);
    this.ready = Promise.all([setLanguage(hash.get("l") ?? currentLanguage()), this.listed]).then(() => this.words());
    // Without a game, the server knows one.
    await this.open(hash.get("g"), hash.get("s") ?? "start", async () => {
      const step = async (position, move) => {
        const board = await this.board(position);
        const found = board.moves.find((one) => one.move === move);
        return found && { position: found.position, mover: board.to_move };
      };
      this.tree = await Tree.read(this.tree.root.position, hash.get("m") ?? "", Number(hash.get("i") ?? 0), step);
    });
  }

  /** Opens a game at a position; `then` may play moves before it is shown. Says what is wrong, if so. */
  async open(game, position = "start", then = null, { play = true } = {}) {
    const before = [this.game, this.tree];
    try {
      this.forget();
      this.game = game;
      this.puzzle = null;
      const [board] = await Promise.all([this.board(position), this.ready]);
      this.game = board.game;
      this.boards.set(position, board);
      this.tree = new Tree(board.position);
      this.boards.set(board.position, board);
      this.natural = board.natural_ask;
      this.view.notice(null);
      await then?.();
      this.panels.opened(board);
      await this.show({ play });
      return true;
    } catch (error) {
      if (error.name === "AbortError") return false;
      [this.game, this.tree] = before;
      await this.ready;
      this.wrong(error, game, position);
      const said = $("notice").textContent;
      // An address that names nothing leads to the usual game.
      if (this.tree) await this.show();
      else if (game !== "tictactoe" || position !== "start") await this.open("tictactoe");
      this.view.notice(said);
      return false;
    }
  }

  /** Shows what is wrong with a text. */
  wrong(error, game, position) {
    if (!(error instanceof Problem)) throw error;
    const source = { game, position }[error.in];
    let part = "";
    if (source && error.span) {
      // Spans count bytes.
      const bytes = new TextEncoder().encode(source);
      part = t("wrong_at", { part: new TextDecoder().decode(bytes.slice(...error.span)) || source.slice(-12) });
    }
    this.view.notice([error.detail, part, error.help].filter(Boolean).join(" · "));
  }

  /** The named file was saved. */
  async reread() {
    const text = this.tree.toText();
    const [root, index] = [this.tree.root.position, this.tree.index()];
    this.forget();
    location.replace(`#${this.address({ m: text, i: index, s: root })}`);
    await this.load();
    this.view.notice(t("reloaded"));
  }

  // --- asking ------------------------------------------------------------------------------------

  get ask() {
    return this.asked ?? this.natural;
  }

  async board(position) {
    const lang = currentLanguage();
    const known = this.boards.get(position);
    // What is written beside it is in the language of its time.
    if (known?.lang === lang) return known;
    const asked = { ...(this.game && { game: this.game }), position };
    const board = await this.client.get("board", asked, this.work.signal);
    board.lang = lang;
    this.boards.set(position, board);
    return board;
  }

  known(position) {
    return this.values.get(`${this.ask} ${position}`);
  }

  /** What a node's move gave away, if that is known. */
  slip(node) {
    const before = this.analysis && !this.puzzle && node.parent && this.known(node.parent.position);
    return before && !before.range ? before.moves.find((one) => one.move === node.move)?.slip : null;
  }

  /** The values of a position: exact, or the range proven; asks once unless `anew`. */
  async value(position, { signal = this.work.signal, anew = false } = {}) {
    const key = `${this.ask} ${position}`;
    const known = this.values.get(key);
    if (known && !(anew && known.range)) return known;
    let found;
    try {
      found = await this.client.get("position", { game: this.game, position, ask: this.ask }, signal);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.status === 422 && this.asked) {
        this.asked = null;
        this.view.notice(error.detail);
        return this.value(position, { signal, anew });
      }
      found = { range: true, lower: error.lower, upper: error.upper, detail: error.detail };
    }
    this.values.set(key, found);
    return found;
  }

  // --- playing -----------------------------------------------------------------------------------

  /** Shows the current position. With `play`, an opponent whose turn it is moves. */
  async show({ play = false } = {}) {
    this.work.abort();
    this.work = new AbortController();
    const { signal } = this.work;
    this.hints = 0;
    this.hinted = new Set();
    this.view.reason(null);
    try {
      this.current = await this.board(this.tree.current.position);
      this.view.busy(null);
      this.view.draw();
      this.remember();
      if (this.current.outcome) this.view.say(result(this.current));
      else if (play && !this.puzzle && this.players[this.current.to_move] !== "human") return await this.reply(signal);
      if (this.analysis && !this.puzzle) await this.analyse(signal);
    } catch (error) {
      if (error.name === "AbortError") return;
      this.view.busy(null);
      this.wrong(error, this.game, this.tree.current.position);
    }
  }

  /** Finds the values of this position, then of the others of this line. */
  async analyse(signal) {
    const late = setTimeout(() => this.view.busy(t("thinking")), 150);
    try {
      await this.value(this.tree.current.position, { signal });
    } finally {
      clearTimeout(late);
    }
    this.view.busy(null);
    this.view.draw();
    for (const node of this.tree.line()) {
      if (this.known(node.position)) continue;
      await this.value(node.position, { signal });
      this.view.drawLine();
    }
  }

  async thinkOn() {
    this.view.notice(null);
    this.view.busy(t("thinking"));
    await this.value(this.tree.current.position, { anew: true }).catch(() => null);
    this.view.busy(null);
    this.view.draw();
  }

  level(player) {
    const name = this.players[player];
    return name === "errs" ? `errs:${this.rate}` : name;
  }

  /** Lets the opponent move. */
  async reply(signal) {
    const { to_move: player } = this.current;
    this.view.busy(t("thinking_move", { player: t(player) }));
    const both = this.players.first !== "human" && this.players.second !== "human";
    const pace = new Promise((resolve) => setTimeout(resolve, both ? 700 : quiet.matches ? 0 : 250));
    try {
      const position = this.tree.current.position;
      const params = { game: this.game, position, ask: this.ask, level: this.level(player), seed: seed() };
      const [reply] = await Promise.all([this.client.get("reply", params, signal), pace]);
      if (signal.aborted) return;
      await this.make(reply);
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 503) throw error;
      this.view.busy(null);
      this.tooHard(error, [
        [t("think_on"), () => this.show({ play: true })],
        [t("any_move"), () => this.make(this.current.moves[Math.floor(Math.random() * this.current.moves.length)])],
      ]);
    }
  }

  /** Says what was proven, and offers what can be done. */
  tooHard(problem, actions) {
    const { lower, upper } = problem;
    const open = lower && upper && lower.winner === "second" && upper.winner === "first";
    const text = !lower || open ? t("nothing_proven") : t("between", { lower: words(lower, "first"), upper: words(upper, "first"), player: t("first") });
    this.view.notice(text, actions);
  }

  /** Makes a move of the current position. */
  async make({ move, position }) {
    this.view.notice(null);
    const player = this.current.to_move;
    if (this.puzzle) return this.attempt({ move, position });
    this.tree.play(move, position, player);
    this.view.say(t("made", { player: t(player), move }));
    await this.show({ play: true });
  }

  /** A place was touched. */
  touch(index) {
    if (this.panels.editing) return this.panels.touch(index);
    const moves = this.movesAt(index);
    if (this.view.thinking || !moves.length) return;
    if (moves.length === 1) return this.make(moves[0]);
    $("choices").replaceChildren(
      ...moves.map((move) => {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = this.moveText(move);
        button.addEventListener("click", () => ($("choose").close(), this.make(move)));
        return button;
      }),
    );
    $("choose").showModal();
  }

  movesAt(index) {
    const { diagram, moves } = this.current;
    const place = diagram.places[index];
    const same = ({ target }) => {
      if (target === index) return true;
      const other = diagram.places[target];
      return diagram.layout === "columns" && other && !place.mark && other.at[0] === place.at[0] && other.at[2] === place.at[2];
    };
    return moves.filter(same);
  }

  go(node) {
    this.tree.go(node);
    this.view.notice(null);
    this.show();
  }

  undo() {
    this.tree.undo();
    // Against an opponent, to where a person is to move.
    const machine = (node) => this.players[this.boards.get(node.position)?.to_move] !== "human";
    const person = Object.values(this.players).includes("human");
    while (person && this.tree.current.parent && machine(this.tree.current)) this.tree.undo();
    this.view.notice(null);
    this.show();
  }

  async again() {
    this.tree = new Tree(this.tree.root.position);
    this.view.notice(null);
    await this.show({ play: true });
  }

  // --- hints and puzzles -------------------------------------------------------------------------

  async hint() {
    if (this.current.outcome) return this.view.notice(t("hint_over"));
    this.view.busy(t("thinking"));
    const found = await this.value(this.tree.current.position, { anew: true }).catch((error) => {
      if (error.name !== "AbortError") throw error;
    });
    this.view.busy(null);
    if (!found) return;
    if (found.range) return this.tooHard(found, [[t("think_on"), () => this.hint()]]);
    const player = found.to_move;
    const keeping = found.moves.filter((move) => !move.slip?.blunder);
    this.hints = Math.min(this.hints + 1, 3);
    const best = found.moves[0];
    this.hinted = new Set({ 2: keeping, 3: [best] }[this.hints]?.map((move) => move.target) ?? []);
    const text = [
      t("hint_value", { player: t(player), value: words(found, player) }),
      t("hint_some", { count: keeping.length }),
      t("hint_move", { move: best.move }),
    ][this.hints - 1];
    this.view.notice(text);
    this.view.say(text);
    this.view.drawBoard();
  }

  /** Tells why the position is worth what it is worth. */
  async why() {
    if (this.puzzle) return;
    const { position } = this.tree.current;
    const { signal } = this.work;
    const asked = { game: this.game, position, ask: this.ask };
    this.view.busy(t("thinking"));
    try {
      const { text } = await this.client.get("why", asked, signal);
      this.view.busy(null);
      this.view.reason(text.join("\n"));
      this.view.say(text[0] ?? "");
      $("reason").focus();
    } catch (error) {
      if (error.name === "AbortError") return;
      this.view.busy(null);
      if (error.status === 503) return this.tooHard(error, [[t("think_on"), () => this.why()]]);
      this.wrong(error, this.game, position);
    }
  }

  async newPuzzle(number = seed()) {
    this.work.abort();
    this.work = new AbortController();
    this.view.busy(t("searching"));
    try {
      const puzzle = await this.client.get("puzzle", { game: this.game, seed: number }, this.work.signal);
      this.tree = new Tree(puzzle.position);
      this.puzzle = { ...puzzle, seed: number, solved: false };
      this.view.notice(null);
      await this.show();
      this.view.say($("status").textContent);
    } catch (error) {
      if (error.name === "AbortError") return;
      this.view.busy(null);
      this.wrong(error, this.game, "");
    }
  }

  /** A move that is to solve the puzzle. */
  async attempt({ move, position }) {
    const right = move === this.puzzle.solution;
    const mover = this.current.to_move;
    this.streak = right ? this.streak + (this.puzzle.solved || this.puzzle.missed ? 0 : 1) : 0;
    this.puzzle.solved ||= right;
    this.puzzle.missed ||= !right;
    this.tree.play(move, position, mover);
    await this.show();
    const text = t(right ? "puzzle_right" : "puzzle_wrong", { move });
    this.view.say(text);
    this.view.notice(text, right ? [[t("puzzle_new"), () => this.newPuzzle()]] : [[t("undo"), () => this.undo()]]);
  }

  endPuzzle() {
    this.puzzle = null;
    this.streak = 0;
    this.view.notice(null);
    this.show();
  }

  // --- manners -----------------------------------------------------------------------------------

  setTheme(theme) {
    this.theme = ["light", "dark"].includes(theme) ? theme : "auto";
    if (this.theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = this.theme;
  }

  toggleAnalysis() {
    this.analysis = !this.analysis;
    $("analysis").checked = this.analysis;
    this.view.notice(null);
    this.show();
  }

  async toggleLanguage() {
    await setLanguage(currentLanguage() === "ja" ? "en" : "ja");
    this.view.reason(null);
    this.words();
    this.view.draw();
    this.remember();
    // What the server says, in that language.
    const node = this.tree.current;
    const [board] = await Promise.all([this.board(node.position), this.list()]).catch(() => []);
    if (!board || node !== this.tree.current) return;
    this.current = board;
    this.words();
    this.view.draw();
  }

  toggleTheme() {
    this.setTheme({ auto: "dark", dark: "light", light: "auto" }[this.theme]);
    this.words();
    this.remember();
  }

  words() {
    writeTexts();
    $("lang").textContent = t("language");
    $("lang").setAttribute("aria-label", t("language_label"));
    $("lang").lang = currentLanguage() === "ja" ? "en" : "ja";
    $("theme").textContent = t(`theme_${this.theme}`);
    $("help-text").replaceChildren(
      ...t("help_text").split("\n").map((line) => Object.assign(document.createElement("p"), { textContent: line })),
    );
    this.panels?.words();
  }

  // --- the address -------------------------------------------------------------------------------

  /** The whole state, as it stands in the address. */
  address(changes = {}) {
    const state = {
      g: this.game,
      s: this.tree.root.position,
      m: this.tree.toText(),
      i: this.tree.index(),
      p1: this.players.first,
      p2: this.players.second,
      r: this.rate,
      a: this.asked,
      v: this.analysis ? 1 : null,
      l: currentLanguage(),
      t: this.theme,
      ...changes,
    };
    return new URLSearchParams(Object.entries(state).filter(([, value]) => value !== null && value !== ""));
  }

  remember() {
    history.replaceState(null, "", `#${this.address()}`);
  }
}

const app = new App();
app.begin();
