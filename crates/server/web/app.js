// The page: what is on the table, who plays, what is asked, what is shown.

import { drawBoard, drawTrack } from "/board.js";
import { Client, Problem } from "/client.js";
import { Panels } from "/panels.js";
import { currentLanguage, said, setLanguage, t, writeTexts } from "/text.js";
import { Tree, drawTree } from "/tree.js";
import { kind, level, result, short, slipWords, words } from "/value.js";

const $ = (id) => document.getElementById(id);
const SHOWN_MOVES = 120;
const seed = () => Math.floor(Math.random() * 2 ** 32);
const quiet = matchMedia("(prefers-reduced-motion: reduce)");

class App {
  constructor() {
    this.client = new Client({
      onLink: (linked) => this.link(linked),
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
    this.forget();
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
    await setLanguage(hash.get("l") ?? (navigator.language.startsWith("ja") ? "ja" : "en"));
    this.setTheme(hash.get("t") ?? "auto");
    this.words();
    this.bind();
    const games = await this.client.get("games");
    this.families = games.games;
    this.opened = games.opened;
    this.panels.families();
    await this.client.look();
    await this.load();
    addEventListener("hashchange", () => this.load());
  }

  /** What the address says. */
  async load() {
    const hash = new URLSearchParams(location.hash.slice(1));
    const player = (name, otherwise) => (/^(human|perfect|sound|errs)$/.test(hash.get(name)) ? hash.get(name) : otherwise);
    this.players = { first: player("p1", "human"), second: player("p2", "perfect") };
    this.rate = Math.min(100, Math.max(0, Number(hash.get("r") ?? 30) || 0));
    this.analysis = hash.get("v") === "1";
    this.asked = hash.get("a");
    await setLanguage(hash.get("l") ?? currentLanguage());
    this.setTheme(hash.get("t") ?? this.theme);
    this.words();
    const game = hash.get("g") ?? this.opened ?? "weighted-tictactoe:weights=2/7/6/9/5/1/4/3/8";
    await this.open(game, hash.get("s") ?? "start", async () => {
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
      const board = await this.board(position);
      this.game = board.game;
      this.boards.set(position, board);
      this.tree = new Tree(board.position);
      this.boards.set(board.position, board);
      this.natural = board.natural_ask;
      this.notice(null);
      await then?.();
      this.panels.opened(board);
      await this.show({ play });
      return true;
    } catch (error) {
      if (error.name === "AbortError") return false;
      [this.game, this.tree] = before;
      this.wrong(error, game, position);
      const said = $("notice").textContent;
      // An address that names nothing leads to the usual game.
      if (this.tree) await this.show();
      else if (game !== "tictactoe" || position !== "start") await this.open("tictactoe");
      this.notice(said);
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
    this.notice([said(error.detail), part, said(error.help ?? "")].filter(Boolean).join(" · "));
  }

  /** The named file was saved. */
  async reread() {
    const text = this.tree.toText();
    const [root, index] = [this.tree.root.position, this.tree.index()];
    this.forget();
    location.replace(`#${this.address({ m: text, i: index, s: root })}`);
    await this.load();
    this.notice(t("reloaded"));
  }

  // --- asking ------------------------------------------------------------------------------------

  get ask() {
    return this.asked ?? this.natural;
  }

  async board(position) {
    const known = this.boards.get(position);
    if (known) return known;
    const board = await this.client.get("board", { game: this.game, position }, this.work.signal);
    this.boards.set(position, board);
    return board;
  }

  known(position) {
    return this.values.get(`${this.ask} ${position}`);
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
        this.notice(said(error.detail));
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
    this.reason(null);
    try {
      this.current = await this.board(this.tree.current.position);
      this.busy(null);
      this.draw();
      this.remember();
      if (this.current.outcome) this.say(result(this.current));
      else if (play && !this.puzzle && this.players[this.current.to_move] !== "human") return await this.reply(signal);
      if (this.analysis && !this.puzzle) await this.analyse(signal);
    } catch (error) {
      if (error.name === "AbortError") return;
      this.busy(null);
      this.wrong(error, this.game, this.tree.current.position);
    }
  }

  /** Finds the values of this position, then of the others of this line. */
  async analyse(signal) {
    const late = setTimeout(() => this.busy(t("thinking")), 150);
    try {
      await this.value(this.tree.current.position, { signal });
    } finally {
      clearTimeout(late);
    }
    this.busy(null);
    this.draw();
    for (const node of this.tree.line()) {
      if (this.known(node.position)) continue;
      await this.value(node.position, { signal });
      this.drawLine();
    }
  }

  level(player) {
    const name = this.players[player];
    return name === "errs" ? `errs:${this.rate}` : name;
  }

  /** Lets the opponent move. */
  async reply(signal) {
    const { to_move: player } = this.current;
    this.busy(t("thinking_move", { player: t(player) }));
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
      this.busy(null);
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
    this.notice(text, actions);
  }

  /** Makes a move of the current position. */
  async make({ move, position }) {
    this.notice(null);
    const player = this.current.to_move;
    if (this.puzzle) return this.attempt({ move, position });
    this.tree.play(move, position, player);
    this.say(t("made", { player: t(player), move }));
    await this.show({ play: true });
  }

  /** A place was touched. */
  touch(index) {
    if (this.panels.editing) return this.panels.touch(index);
    const moves = this.movesAt(index);
    if (this.thinking || !moves.length) return;
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
    this.notice(null);
    this.show();
  }

  undo() {
    this.tree.undo();
    // Against an opponent, to where a person is to move.
    const machine = (node) => this.players[this.boards.get(node.position)?.to_move] !== "human";
    const person = Object.values(this.players).includes("human");
    while (person && this.tree.current.parent && machine(this.tree.current)) this.tree.undo();
    this.notice(null);
    this.show();
  }

  async again() {
    this.tree = new Tree(this.tree.root.position);
    this.notice(null);
    await this.show({ play: true });
  }

  // --- hints and puzzles -------------------------------------------------------------------------

  async hint() {
    if (this.current.outcome) return this.notice(t("hint_over"));
    this.busy(t("thinking"));
    const found = await this.value(this.tree.current.position, { anew: true }).catch((error) => {
      if (error.name !== "AbortError") throw error;
    });
    this.busy(null);
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
    this.notice(text);
    this.say(text);
    this.drawBoard();
  }

  /** Tells why the position is worth what it is worth. */
  async why() {
    if (this.puzzle) return;
    const { position } = this.tree.current;
    const { signal } = this.work;
    const asked = { game: this.game, position, ask: this.ask, lang: currentLanguage() };
    this.busy(t("thinking"));
    try {
      const { text } = await this.client.get("why", asked, signal);
      this.busy(null);
      this.reason(text.join("\n"));
      this.say(text[0] ?? "");
      $("reason").focus();
    } catch (error) {
      if (error.name === "AbortError") return;
      this.busy(null);
      if (error.status === 503) return this.tooHard(error, [[t("think_on"), () => this.why()]]);
      this.wrong(error, this.game, position);
    }
  }

  reason(text) {
    $("reason").hidden = !text;
    $("reason").textContent = text ?? "";
  }

  async newPuzzle(number = seed()) {
    this.work.abort();
    this.work = new AbortController();
    this.busy(t("searching"));
    try {
      const puzzle = await this.client.get("puzzle", { game: this.game, seed: number }, this.work.signal);
      this.tree = new Tree(puzzle.position);
      this.puzzle = { ...puzzle, seed: number, solved: false };
      this.notice(null);
      await this.show();
      this.say($("status").textContent);
    } catch (error) {
      if (error.name === "AbortError") return;
      this.busy(null);
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
    this.say(text);
    this.notice(text, right ? [[t("puzzle_new"), () => this.newPuzzle()]] : [[t("undo"), () => this.undo()]]);
  }

  endPuzzle() {
    this.puzzle = null;
    this.streak = 0;
    this.notice(null);
    this.show();
  }

  // --- showing -----------------------------------------------------------------------------------

  draw() {
    this.drawStatus();
    this.drawBoard();
    this.drawMoves();
    this.drawLine();
    this.panels.moved();
  }

  /** The values to show now, if they are exact and wanted. */
  shown() {
    const found = this.analysis && !this.puzzle && !this.panels.editing ? this.known(this.tree.current.position) : null;
    return found && !found.range ? found : null;
  }

  drawStatus() {
    const { outcome, to_move: player, diagram } = this.current;
    const status = $("status");
    status.className = `status ${outcome ? (outcome.winner ?? "") : player}`;
    if (this.puzzle && !this.tree.current.parent) status.textContent = t(`puzzle_${this.puzzle.task}`, { player: t(player) });
    else status.textContent = outcome ? result(this.current) : t("to_move", { player: t(player) });
    $("notes").replaceChildren(
      // Whose turn it is has been said.
      ...diagram.notes.filter((note) => !/^(first|second) to move$|^over/.test(note)).map((note) => {
        const line = document.createElement("p");
        line.textContent = said(note);
        return line;
      }),
    );
    $("streak").textContent = this.puzzle ? t("streak", { count: this.streak }) : "";
    $("puzzle-end").hidden = !this.puzzle;
    const at = this.tree.current;
    for (const id of ["undo", "first-ply"]) $(id).disabled = !at.parent;
    for (const id of ["redo", "last-ply"]) $(id).disabled = !at.children.length;
    $("prune").disabled = !at.parent && !at.children.length;
    $("hint").disabled = Boolean(this.puzzle) || Boolean(outcome);
    $("why").disabled = Boolean(this.puzzle);
  }

  drawBoard() {
    const { diagram } = this.current;
    const values = this.shown();
    const open = new Map();
    for (const index of diagram.places.keys()) {
      const moves = this.panels.editing ? [1] : this.movesAt(index);
      if (moves.length) open.set(index, moves);
    }
    const best = (index) => values?.moves.find((move) => move.target === index);
    const value = (index) => {
      const found = best(index);
      return found && { kind: kind(found, values.to_move), short: short(found), best: found.is_best };
    };
    const name = (index) => {
      const { mark, label, name: place } = diagram.places[index];
      const what = [mark ? mark.symbol : t("empty"), ...(label ? [t("numbered", { label })] : [])].join(", ");
      const found = best(index);
      const worth = found ? `, ${words(found, values.to_move)}${found.is_best ? ", " + t("best") : ""}` : "";
      return t("place", { place, what }) + worth;
    };
    const focus = document.activeElement?.closest?.("[data-index]")?.dataset.index;
    const svg = drawBoard(this.panels.editing ? this.panels.draft : diagram, {
      moves: open,
      value,
      name,
      touch: (index) => this.touch(index),
      last: this.lastPlaces(),
      hinted: this.hinted ?? new Set(),
      title: `${t("board")}: ${this.game}`,
      focus,
    });
    $("board").replaceChildren(svg);
    if (focus !== undefined) (svg.querySelector(`[data-index="${focus}"][tabindex]`) ?? svg.querySelector("[tabindex]"))?.focus();
  }

  /** The place of the last move. */
  lastPlaces() {
    const { parent, move } = this.tree.current;
    const found = parent && this.boards.get(parent.position)?.moves.find((one) => one.move === move);
    return new Set(found?.target !== undefined ? [found.target] : []);
  }

  moveText(move) {
    const values = this.shown();
    const found = values?.moves.find((one) => one.move === move.move);
    return found ? `${move.move}${found.is_best ? " ★" : ""} · ${words(found, values.to_move)}` : move.move;
  }

  drawMoves() {
    const values = this.shown();
    const known = this.analysis && !this.puzzle ? this.known(this.tree.current.position) : null;
    const player = this.current.to_move;
    $("verdict").textContent = values && !this.current.outcome ? t("position_is", { player: t(player), value: words(values, player) }) : "";
    if (known?.range) this.tooHard(known, [[t("think_on"), () => this.thinkOn()]]);
    $("cost").textContent = values ? t("cost", { solver: values.solver, nodes: values.nodes, seconds: values.seconds.toFixed(3) }) : "";
    const moves = values?.moves ?? this.current.moves;
    const items = moves.slice(0, SHOWN_MOVES).map((move) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      const sign = values ? { win: "▲ ", draw: "＝ ", loss: "▼ " }[kind(move, player)] : "";
      if (values) item.className = kind(move, player);
      button.textContent = sign + this.moveText(move);
      button.addEventListener("click", () => this.thinking || this.make(move));
      item.append(button);
      return item;
    });
    if (moves.length > SHOWN_MOVES) {
      const rest = document.createElement("li");
      rest.textContent = t("more_moves", { count: moves.length - SHOWN_MOVES });
      items.push(rest);
    }
    $("moves").replaceChildren(...items);
  }

  async thinkOn() {
    this.notice(null);
    this.busy(t("thinking"));
    await this.value(this.tree.current.position, { anew: true }).catch(() => null);
    this.busy(null);
    this.draw();
  }

  /** What a node's move gave away, if that is known. */
  slip(node) {
    const before = this.analysis && !this.puzzle && node.parent && this.known(node.parent.position);
    return before && !before.range ? before.moves.find((one) => one.move === node.move)?.slip : null;
  }

  /** The tree and the evaluation over the game. */
  drawLine() {
    const mark = (node) => {
      const slip = this.slip(node);
      if (!slip || slip.kind === "plies") return null;
      return { sign: slip.blunder ? "??" : "?", label: slipWords(slip) };
    };
    const name = (node, ply) => `${ply}. ${node.move}, ${t(node.mover)}`;
    $("tree").replaceChildren(drawTree(this.tree, { go: (node) => this.go(node), mark, name }));
    const line = this.tree.line();
    $("track").hidden = !this.analysis || Boolean(this.puzzle) || line.length < 2;
    const points = line.map((node, ply) => {
      const found = this.known(node.position);
      const exact = found && !found.range;
      const value = exact ? `${t("first")} ${words(found, "first")}` : t("unknown");
      return { level: exact ? level(found) : null, slip: this.slip(node)?.blunder, label: t("ply_label", { ply, value }) };
    });
    if (!$("track").hidden) $("track").replaceChildren(drawTrack(points, line.indexOf(this.tree.current), (ply) => this.go(line[ply]), t("track")));
    const slip = this.slip(this.tree.current);
    if (slip && slip.kind !== "plies" && !this.thinking) {
      const text = t("this_move", { move: this.tree.current.move, slip: slipWords(slip) });
      if ($("notice").hidden) this.notice(text);
    }
  }

  /** That something is being worked out; null: that it is not. */
  busy(text) {
    this.thinking = text !== null;
    $("thinking").hidden = text === null;
    $("thinking-text").textContent = text ?? "";
  }

  /** Something to know, with what can be done about it. */
  notice(text, actions = []) {
    $("notice").hidden = text === null;
    const line = document.createElement("span");
    line.textContent = text ?? "";
    const buttons = actions.map(([label, run]) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = label;
      button.addEventListener("click", () => (this.notice(null), run()));
      return button;
    });
    $("notice").replaceChildren(line, ...buttons);
    if (text) this.say(text);
  }

  /** Says something to those who cannot see the page. What is said in one breath is said together. */
  say(text) {
    clearTimeout(this.breath);
    this.breath = setTimeout(() => (this.saying = []), 1200);
    this.saying = [...(this.saying ?? []).filter((one) => one !== text), text];
    $("live").textContent = this.saying.join(" ");
  }

  link(linked) {
    $("gone").hidden = linked;
    $("gone").textContent = linked ? "" : t("gone");
    if (linked) this.say(t("back"));
  }

  setTheme(theme) {
    this.theme = ["light", "dark"].includes(theme) ? theme : "auto";
    if (this.theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = this.theme;
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

  // --- what is touched ---------------------------------------------------------------------------

  toggleAnalysis() {
    this.analysis = !this.analysis;
    $("analysis").checked = this.analysis;
    this.notice(null);
    this.show();
  }

  async toggleLanguage() {
    await setLanguage(currentLanguage() === "ja" ? "en" : "ja");
    this.reason(null);
    this.words();
    this.draw();
    this.remember();
  }

  toggleTheme() {
    this.setTheme({ auto: "dark", dark: "light", light: "auto" }[this.theme]);
    this.words();
    this.remember();
  }

  bind() {
    const on = (id, run, event = "click") => $(id).addEventListener(event, run);
    on("undo", () => this.undo());
    on("redo", () => (this.tree.redo(), this.notice(null), this.show()));
    on("first-ply", () => this.go(this.tree.root));
    on("last-ply", () => this.go(this.tree.line().at(-1)));
    on("hint", () => this.hint());
    on("why", () => this.why());
    on("again", () => this.again());
    on("prune", () => (this.tree.prune(), this.show()));
    on("puzzle", () => this.newPuzzle());
    on("puzzle-end", () => this.endPuzzle());
    on("lang", () => this.toggleLanguage());
    on("theme", () => this.toggleTheme());
    on("help-open", () => $("help").showModal());
    on("analysis", () => this.toggleAnalysis(), "change");
    on("ask", () => ((this.asked = $("ask").value), this.show()), "change");
    on("stop", () => {
      this.work.abort();
      this.work = new AbortController();
      this.busy(null);
      this.notice(t("stopped"), [[t("think_on"), () => this.show({ play: true })]]);
    });
    on("type-move", (event) => {
      event.preventDefault();
      const text = $("move-text").value.trim();
      const move = this.current.moves.find((one) => one.move === text);
      if (!move) return this.notice(t("not_a_move", { move: text }));
      $("move-text").value = "";
      if (!this.thinking) this.make(move);
    }, "submit");
    const keys = {
      ArrowLeft: () => this.undo(),
      ArrowRight: () => $("redo").click(),
      Home: () => this.go(this.tree.root),
      End: () => $("last-ply").click(),
      a: () => this.toggleAnalysis(),
      h: () => this.hint(),
      w: () => this.why(),
      n: () => this.again(),
      p: () => this.newPuzzle(),
      u: () => this.undo(),
      t: () => this.toggleTheme(),
      l: () => this.toggleLanguage(),
      "?": () => $("help").showModal(),
    };
    addEventListener("keydown", (event) => {
      const typing = event.target.closest?.("input, select, textarea, dialog[open]");
      const letter = event.key.length === 1;
      if (typing || event.ctrlKey || event.metaKey || event.altKey || (letter && !$("keys").checked)) return;
      const run = keys[event.key];
      if (run && this.current) (event.preventDefault(), run());
    });
  }
}

const app = new App();
app.begin();
