// The page: what is on the table, who plays, what is asked.

import { Client, Problem } from "/client.js";
import { bind } from "/controls.js";
import { $ } from "/dom.js";
import { Hand } from "/hand.js";
import { Panels } from "/panels.js";
import { currentLanguage, setLanguage, t, writeTexts } from "/text.js";
import { Tree } from "/tree.js";
import { isOpen, told } from "/value.js";
import { View } from "/view.js";

const seed = () => Math.floor(Math.random() * 2 ** 32);
const quiet = matchMedia("(prefers-reduced-motion: reduce)");

/** What to ask the server about a node, and by what its answers are remembered. */
const asked = ({ position, points }) => ({ position, ...(points && { points: points.join(",") }) });
const key = ({ position, points }) => `${position} ${points ?? ""}`;

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
    this.replySignal = null;
    this.forget();
    this.hand = new Hand(this);
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
    return this.open(hash.get("g"), hash.get("s") ?? "start", async () => {
      const step = async (node, move) => {
        const board = await this.board(node);
        const found = board.moves.find((one) => one.move === move);
        return found && [found, board.to_move];
      };
      const points = hash.get("o")?.split(",").map(Number);
      if (this.tree.root.points && points?.length === 2 && points.every(Number.isInteger)) this.tree.root.points = points;
      this.tree = await Tree.read(this.tree.root, hash.get("m") ?? "", Number(hash.get("i") ?? 0), step);
    });
  }

  /**
   * Opens a game at a position; `then` may play moves before it is shown. Resolves to null, or to the
   * problem, which is shown: then the game before stays. Undefined: something else was opened meanwhile.
   */
  async open(game, position = "start", then = null, { play = true } = {}) {
    this.work.abort();
    this.work = new AbortController();
    const before = [this.game, this.tree, this.natural];
    try {
      const [board] = await Promise.all([this.fetchBoard(game, { position }), this.ready]);
      this.forget();
      this.game = board.game;
      this.natural = board.natural_ask;
      this.tree = new Tree(board.position, board.points);
      this.boards.set(key(this.tree.root), board);
      await then?.();
      this.puzzle = null;
      this.view.notice(null);
      this.view.stale(false);
      this.panels.opened(board);
      await this.show({ play });
      return null;
    } catch (error) {
      if (error.name === "AbortError") return undefined;
      [this.game, this.tree, this.natural] = before;
      await this.ready;
      // An address that names nothing leads to the usual game.
      if (this.tree) await this.show();
      else if (game !== "tictactoe" || position !== "start") await this.open("tictactoe");
      this.wrong(error, game, position);
      return error;
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
    this.view.notice([error.detail, part, error.help].filter(Boolean).join(" · "), [], error.line);
  }

  /** The named file was saved: it is read again. While it is wrong, the board stays as it was, in grey. */
  async reread() {
    location.replace(`#${this.address()}`);
    let problem = await this.load();
    // The position may be none by the new rules.
    if (problem?.in === "position") problem = await this.open(this.game);
    if (problem === null) this.view.notice(t("reloaded"));
    else if (problem) this.view.stale(true);
  }

  // --- asking ------------------------------------------------------------------------------------

  get ask() {
    return this.asked ?? this.natural;
  }

  async board(node) {
    const known = this.boards.get(key(node));
    // What is written beside it is in the language of its time.
    if (known?.lang === currentLanguage()) return known;
    const board = await this.fetchBoard(this.game, asked(node));
    this.boards.set(key(node), board);
    return board;
  }

  /** Without a game, the server knows one. */
  async fetchBoard(game, at) {
    const lang = currentLanguage();
    const board = await this.client.get("board", { ...(game && { game }), ...at }, this.work.signal);
    return Object.assign(board, { lang });
  }

  /** The board of the current node. Where play has come back to a position, it could go on for ever: it is over. */
  async currentBoard() {
    const path = this.tree.path();
    const node = path.at(-1);
    const board = await this.board(node);
    // The root may be written in another form, as `start`: there, what follows is compared.
    const looks = ({ to_move, diagram, moves }) => JSON.stringify([to_move, diagram, moves]);
    const same = (other) => other.position === node.position || (!other.parent && looks(this.boards.get(key(other)) ?? {}) === looks(board));
    const returned = board.endless ? path.findIndex(same) : -1;
    if (!board.endless || board.outcome || path[returned] === node) return board;
    return { ...board, outcome: board.endless, moves: [], returned };
  }

  /** The board that this game began with. */
  startBoard() {
    return this.boards.get(key(this.tree.root));
  }

  known(node) {
    return this.values.get(`${this.ask} ${key(node)}`);
  }

  /** What a node's move gave away, if that is known. */
  slip(node) {
    const before = this.analysis && !this.puzzle && node.parent && this.known(node.parent);
    return before && !before.range ? before.moves.find((one) => one.move === node.move)?.slip : null;
  }

  /** The values of a position: exact, or the range proven; asks once unless `anew`. */
  async value(node, { signal = this.work.signal, anew = false } = {}) {
    const known = this.known(node);
    if (known && !(anew && known.range)) return known;
    let found;
    try {
      found = await this.client.get("position", { game: this.game, ...asked(node), ask: this.ask }, signal);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.status === 422 && this.asked) {
        this.asked = null;
        this.view.notice(error.detail);
        return this.value(node, { signal, anew });
      }
      found = { ...error, range: true, detail: error.detail };
    }
    this.values.set(`${this.ask} ${key(node)}`, found);
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
    this.hand.picked = null;
    this.view.reason(null);
    $("choose").close();
    const node = this.tree.current;
    try {
      this.current = await this.currentBoard();
      if (signal.aborted) return;
      this.shown = node;
      this.view.busy(null);
      this.view.draw();
      this.remember();
      if (this.current.outcome) {
        this.view.say([$("end").textContent, $("status").textContent].filter(Boolean).join(" "));
        await this.judge(signal);
      }
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
      await this.value(this.tree.current, { signal });
    } finally {
      clearTimeout(late);
    }
    this.view.busy(null);
    this.view.draw();
    for (const node of this.tree.line()) {
      if (this.known(node)) continue;
      await this.value(node, { signal });
      this.view.drawLine();
    }
  }

  async thinkOn() {
    this.view.notice(null);
    this.view.busy(t("thinking"));
    await this.value(this.tree.current, { anew: true }).catch(() => null);
    this.view.busy(null);
    this.view.draw();
  }

  /** Whether a draw is the best that either player could have made: it is said where every position was one. */
  async judge(signal) {
    if (this.current.outcome.winner !== "draw" || this.current.returned !== undefined || this.puzzle) return;
    const end = this.tree.current;
    for (const node of this.tree.path()) {
      const found = await this.value(node, { signal });
      if (found.range || found.winner !== "draw") return;
    }
    if (this.shown !== end) return;
    this.view.perfect = end;
    this.view.drawStatus();
    this.view.say(t("nobody_better"));
  }

  level(player) {
    const name = this.players[player];
    return name === "errs" ? `errs:${this.rate}` : name;
  }

  /** Whether an opponent's move is on its way. */
  get replying() {
    return this.replySignal?.aborted === false;
  }

  /** Lets the opponent move. */
  async reply(signal) {
    const { to_move: player } = this.current;
    this.replySignal = signal;
    this.view.busy(t("thinking_move", { player: t(player) }));
    const both = this.players.first !== "human" && this.players.second !== "human";
    const pace = new Promise((resolve) => setTimeout(resolve, both ? 700 : quiet.matches ? 0 : 250));
    try {
      const params = { game: this.game, ...asked(this.tree.current), ask: this.ask, level: this.level(player), seed: seed() };
      let [reply] = await Promise.all([this.client.get("reply", params, signal), pace]);
      // To come back to a position ends the game: an opponent that does not play perfectly could give it away so.
      const returns = this.current.endless && this.tree.path().some(({ position }) => position === reply.position);
      if (returns) reply = await this.client.get("reply", { ...params, level: "perfect" }, signal);
      if (signal.aborted) return;
      await this.play(reply);
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 503) throw error;
      this.replySignal = null;
      this.view.busy(null);
      this.tooHard(error, [
        [t("think_on"), () => this.show({ play: true })],
        [t("any_move"), () => this.play(this.current.moves[Math.floor(Math.random() * this.current.moves.length)])],
      ]);
    }
  }

  /** Says what was proven, and offers what can be done. */
  tooHard({ detail, help, lower, upper }, actions) {
    const proven = () => {
      if (isOpen({ lower, upper })) return t("nothing_proven");
      const [worst, best] = [lower, upper].map((value) => told(value, "first"));
      return worst === best ? t("proven", { value: worst }) : t("between", { lower: worst, upper: best });
    };
    // What is no range is another problem: too much to do, a fault.
    const text = lower ? proven() : help;
    this.view.notice([detail, text].filter(Boolean).join(" · "), actions);
  }

  /** Whether a person may move: what is shown is what is played, and no other move is being made. */
  get canMove() {
    return !this.replying && !this.view.isStale && this.shown === this.tree.current;
  }

  /** Makes a person's move. */
  async make(move) {
    if (this.canMove) await this.play(move);
  }

  /** Makes a move, whoever chose it. */
  async play({ move }) {
    this.view.notice(null);
    const player = this.current.to_move;
    const attempt = this.puzzle && !this.tree.current.parent;
    this.tree.play(this.current.moves.find((one) => one.move === move), player);
    this.view.say(t("made", { player: t(player), move }));
    await this.show({ play: true });
    if (attempt) this.attempted(move);
  }

  go(node) {
    this.tree.go(node);
    this.view.notice(null);
    this.show();
  }

  undo() {
    this.tree.undo();
    // Against an opponent, to where a person is to move.
    const machine = (node) => this.players[this.boards.get(key(node))?.to_move] !== "human";
    const person = Object.values(this.players).includes("human");
    while (person && this.tree.current.parent && machine(this.tree.current)) this.tree.undo();
    this.view.notice(null);
    this.show();
  }

  async again() {
    const { position, points } = this.puzzle?.from ?? this.tree.root;
    this.puzzle = null;
    this.tree = new Tree(position, points);
    this.view.notice(null);
    await this.show({ play: true });
  }

  // --- hints and puzzles -------------------------------------------------------------------------

  async hint() {
    if (this.current.outcome) return this.view.notice(t("hint_over"));
    this.view.busy(t("thinking"));
    const found = await this.value(this.tree.current, { anew: true }).catch((error) => {
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
      t("hint_value", { value: told(found, player) }),
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
      const from = this.puzzle?.from ?? this.tree.root;
      this.tree = new Tree(puzzle.position, puzzle.points);
      this.puzzle = { ...puzzle, from, solved: false, missed: false };
      this.view.notice(null);
      await this.show();
      this.view.say($("status").textContent);
    } catch (error) {
      if (error.name === "AbortError") return;
      this.view.busy(null);
      this.wrong(error, this.game, "");
    }
  }

  /** A move was made that is to solve the puzzle; those after it are for trying out. */
  attempted(move) {
    const right = move === this.puzzle.solution;
    this.streak = right ? this.streak + (this.puzzle.solved || this.puzzle.missed ? 0 : 1) : 0;
    this.puzzle.solved ||= right;
    this.puzzle.missed ||= !right;
    const text = t(right ? "puzzle_right" : "puzzle_wrong", { move });
    $("streak").textContent = t("streak", { count: this.streak });
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
    const [board] = await Promise.all([this.currentBoard(), this.list()]).catch(() => []);
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
      o: this.tree.root.points?.some(Boolean) ? this.tree.root.points.join(",") : null,
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
