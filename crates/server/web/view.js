// What is shown of the app: the board, the moves, the tree; and what is said.

import { drawBoard, drawTrack } from "/board.js";
import { $, button, make } from "/dom.js";
import { t } from "/text.js";
import { drawTree } from "/tree.js";
import { isOpen, kind, level, result, short, slipWords, told, words } from "/value.js";

const SHOWN_MOVES = 120;

export class View {
  constructor(app) {
    this.app = app;
    this.thinking = false;
    /** Whether the focus is on the board, or on what belongs to it. */
    this.isHeld = false;
  }

  draw() {
    const { app } = this;
    this.drawStatus();
    this.drawBoard();
    this.drawMoves();
    this.drawLine();
    app.panels.moved();
  }

  /** The values to show now, if they are exact and wanted. */
  shown() {
    const { app } = this;
    const found = app.analysis && !app.puzzle && !app.panels.editing ? app.known(app.tree.current) : null;
    return found && !found.range && app.current.returned === undefined ? found : null;
  }

  drawStatus() {
    const { app } = this;
    const { outcome, to_move: player, diagram } = app.current;
    const status = $("status");
    status.className = `status ${outcome ? (outcome.winner ?? "") : player}`;
    if (app.puzzle && !app.tree.current.parent) status.textContent = t(`puzzle_${app.puzzle.task}`, { player: t(player) });
    else status.textContent = outcome ? result(app.current) : t("to_move", { player: t(player) });
    const { points } = app.tree.current;
    const score = points ? [t("score", { first: points[0], second: points[1] })] : [];
    $("notes").replaceChildren(...[...score, ...diagram.notes].map((textContent) => make("p", { textContent })));
    $("streak").textContent = app.puzzle ? t("streak", { count: app.streak }) : "";
    $("puzzle-end").hidden = !app.puzzle;
    const at = app.tree.current;
    for (const id of ["undo", "first-ply"]) $(id).disabled = !at.parent;
    for (const id of ["redo", "last-ply"]) $(id).disabled = !at.children.length;
    $("prune").disabled = !at.parent && !at.children.length;
    $("hint").disabled = Boolean(app.puzzle) || Boolean(outcome);
    $("why").disabled = Boolean(app.puzzle);
  }

  drawBoard() {
    const { app } = this;
    const { diagram } = app.current;
    const values = this.shown();
    const open = new Map();
    for (const index of diagram.places.keys()) {
      const moves = app.panels.editing ? [1] : app.movesAt(index);
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
    // Whoever plays by keys goes on where they were, though what they pressed is gone.
    const active = document.activeElement;
    const focus = active?.closest("[data-index]")?.dataset.index;
    this.isHeld = Boolean(active?.closest("#board, #beside, #choose")) || (active === document.body && this.isHeld);
    const svg = drawBoard(app.panels.editing ? app.panels.draft : diagram, {
      moves: open,
      value,
      name,
      touch: (index) => app.touch(index),
      last: this.lastPlaces(),
      hinted: app.hinted,
      title: `${t("board")}: ${app.game}`,
      focus,
    });
    $("board").replaceChildren(svg);
    $("board").classList.toggle("editing", app.panels.editing);
    // Moves that no place stands for: to pass, to swap.
    const beside = app.panels.editing ? [] : app.current.moves.filter(({ target }) => target === undefined);
    $("beside").replaceChildren(...beside.map((move) => button(this.moveText(move), () => app.make(move))));
    const next = svg.querySelector("[tabindex='0']") ?? $("beside").querySelector("button") ?? $("board");
    if (this.isHeld) next.focus({ preventScroll: true });
  }

  /** The place of the last move. */
  lastPlaces() {
    const { target } = this.app.tree.current;
    return new Set(target === undefined ? [] : [target]);
  }

  moveText(move) {
    const player = this.app.current.to_move;
    const same = (one) => one.move === move.move;
    const found = this.shown()?.moves.find(same);
    if (found) return `${move.move}${found.is_best ? " ★" : ""} · ${words(found, player)}`;
    const proven = this.proven()?.moves?.find(same);
    if (!proven) return move.move;
    if (proven.bound === "exact") return `${move.move} · ${words(proven, player)}`;
    if (isOpen(proven)) return move.move;
    const { lower, upper } = proven;
    return `${move.move} · ${t("from_to", { lower: told(lower, "first"), upper: told(upper, "first") })}`;
  }

  /** What was proven of the position before a limit was reached, where values are shown. */
  proven() {
    const { app } = this;
    const known = app.analysis && !app.puzzle ? app.known(app.tree.current) : null;
    return known?.range ? known : null;
  }

  drawMoves() {
    const { app } = this;
    const values = this.shown();
    const proven = this.proven();
    const player = app.current.to_move;
    $("verdict").textContent = values && !app.current.outcome ? t("position_is", { player: t(player), value: words(values, player) }) : "";
    if (proven) app.tooHard(proven, [[t("think_on"), () => app.thinkOn()]]);
    $("cost").textContent = values ? t("cost", { solver: values.solver, nodes: values.nodes, seconds: values.seconds.toFixed(3) }) : "";
    const moves = values?.moves ?? app.current.moves;
    const items = moves.slice(0, SHOWN_MOVES).map((move) => {
      const sign = values ? { win: "▲ ", draw: "＝ ", loss: "▼ " }[kind(move, player)] : "";
      const className = values ? kind(move, player) : "";
      return make("li", { className }, button(sign + this.moveText(move), () => app.make(move)));
    });
    const rest = moves.length - SHOWN_MOVES;
    if (rest > 0) items.push(make("li", { textContent: t("more_moves", { count: rest }) }));
    $("moves").replaceChildren(...items);
  }

  /** The tree and the evaluation over the game. */
  drawLine() {
    const { app } = this;
    const mark = (node) => {
      const slip = app.slip(node);
      if (!slip || slip.kind === "plies") return null;
      return { sign: slip.blunder ? "??" : "?", label: slipWords(slip) };
    };
    const name = (node, ply) => `${ply}. ${node.move}, ${t(node.mover)}`;
    $("tree").replaceChildren(drawTree(app.tree, { go: (node) => app.go(node), mark, name }));
    const line = app.tree.line();
    $("track").hidden = !app.analysis || Boolean(app.puzzle);
    const points = line.map((node, ply) => {
      const found = app.known(node);
      const exact = found && !found.range;
      const value = exact ? told(found, "first") : t("unknown");
      return { level: exact ? level(found) : null, slip: app.slip(node)?.blunder, label: t("ply_label", { ply, value }) };
    });
    if (!$("track").hidden) $("track").replaceChildren(drawTrack(points, line.indexOf(app.tree.current), (ply) => app.go(line[ply]), t("track")));
    const slip = app.slip(app.tree.current);
    if (slip && slip.kind !== "plies" && !this.thinking) {
      const text = t("this_move", { move: app.tree.current.move, slip: slipWords(slip) });
      if ($("notice").hidden) this.notice(text);
    }
  }

  /** That something is being worked out; null: that it is not. */
  busy(text) {
    this.thinking = text !== null;
    // Its room is kept, so that nothing jumps.
    $("thinking").classList.toggle("idle", text === null);
    $("thinking-text").textContent = text ?? "";
  }

  /** Something to know, with what can be done about it, and the line of a file that it is about. */
  notice(text, actions = [], line = null) {
    $("notice").hidden = text === null;
    const buttons = actions.map(([label, run]) => button(label, () => (this.notice(null), run())));
    const close = button("✕", () => this.notice(null));
    close.setAttribute("aria-label", t("close"));
    $("notice").replaceChildren(make("span", { textContent: text ?? "" }), ...buttons, close);
    if (line) {
      const { file, number, text: source, marked: [from, to] } = line;
      const letters = [...source];
      // As wide as what stands above it: CJK letters fill two columns.
      const blank = (letter) => (letter === "\t" ? letter : letter.codePointAt(0) > 0x2e7f ? "\u3000" : " ");
      const caret = letters.slice(0, from).map(blank).join("") + "^".repeat(Math.max(1, to - from));
      $("notice").append(make("pre", { textContent: `${file}:${number}\n${source}\n${caret}` }));
    }
    if (text) this.say(line ? `${text} (${line.file}:${line.number})` : text);
  }

  /** Whether the board shows rules that hold no more. */
  get isStale() {
    return $("board").inert;
  }

  stale(stale) {
    for (const id of ["board", "beside"]) $(id).inert = stale;
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

  /** Why the position is worth what it is worth; null: not told. */
  reason(text) {
    $("reason").hidden = !text;
    $("reason").textContent = text ?? "";
  }
}
