// The view: the board, the moves, the tree, and messages.

import { drawBoard, drawTrack } from "/board.js";
import { caretOf } from "/client.js";
import { $, button, make } from "/dom.js";
import { dragging } from "/drag.js";
import { fit, reveal } from "/long.js";
import { animate } from "/motion.js";
import { nameOf } from "/names.js";
import { pastOf } from "/past.js";
import { picture } from "/picture.js";
import { sizeOf } from "/puzzles.js";
import { glyph } from "/study.js";
import { el } from "/svg.js";
import { t } from "/text.js";
import { drawTree, placesOf } from "/tree.js";
import { kind, level, rangeWords, result, short, slipWords, told, words } from "/value.js";

const SHOWN_MOVES = 120;

export class View {
  constructor(app) {
    this.app = app;
    this.thinking = false;
    /** Whether the focus is on the board or its controls. */
    this.isHeld = false;
    /** The node whose board is drawn, with its scene. */
    this.drawn = null;
    /** The end of a game that was a draw from start to end. */
    this.perfect = null;
    addEventListener("resize", () => this.drawn && this.keepRoom());
    // Firefox does not scroll to parts of an SVG. If the focus only returns to a redrawn board, nothing scrolls.
    $("board").addEventListener("focusin", ({ target, relatedTarget }) => relatedTarget && target.matches(":focus-visible") && reveal($("board"), [target.dataset.index]));
  }

  draw() {
    const { app } = this;
    this.drawStatus();
    this.drawBoard();
    this.drawMoves();
    this.drawLine();
    this.drawBar();
    app.study.draw();
    app.panels.moved();
  }

  /** Draws the evaluation bar: First's part grows with its prospects. */
  drawBar() {
    const { app } = this;
    const found = app.isAnalysing ? app.answers.known(app.tree.current) : null;
    const { outcome } = app.current;
    const exact = outcome ?? (found && !found.range ? found : null);
    for (const id of ["bar", "best-line"]) $(id).hidden = !app.isAnalysing;
    $("bar").className = `bar ${exact?.winner ?? "unknown"}`;
    $("bar").setAttribute("aria-label", t("bar", { value: exact ? told(exact) : t("unknown") }));
    $("bar-first").style.width = `${exact ? 50 + 50 * level(exact) : 50}%`;
    $("bar-text").textContent = exact ? told(exact) : "";
  }

  /** Shows the position of a move that was not made; null ends it. */
  peek(node, board) {
    if (!node) {
      if (this.isPeeking) this.drawBoard();
      this.isPeeking = false;
      return;
    }
    this.isPeeking = true;
    const { app } = this;
    const path = [];
    for (let at = node; at.parent; at = at.parent) path.unshift(at);
    const start = app.startBoard()?.diagram ?? board.diagram;
    const svg = picture(board.diagram, {
      last: new Set(node.target === undefined ? [] : [node.target]),
      past: pastOf(start, path, node.points),
      root: start,
    });
    svg.classList.add("peek");
    $("board").replaceChildren(svg);
    fit($("board"));
    reveal($("board"), [node.target]);
    this.drawn = null;
  }

  /** The values to show now, if they are exact and wanted. */
  shown() {
    const { app } = this;
    const found = app.isAnalysing && !app.panels.editing ? app.answers.known(app.tree.current) : null;
    return found && !found.range && !app.current.isCut ? found : null;
  }

  drawStatus() {
    const { app } = this;
    const { outcome, to_move: player, diagram } = app.current;
    const status = $("status");
    status.className = `status ${outcome ? (outcome.winner ?? "") : player}`;
    const isAsked = app.puzzles.isAsked(app.tree.current);
    status.parentElement.classList.toggle("long", isAsked || Boolean(outcome));
    if (isAsked) status.textContent = `${t(`puzzle_${app.puzzle.task}`, { player: t(player) })} (${sizeOf(app.puzzle)})`;
    else status.textContent = outcome ? result(app.current) : t("to_move", { player: t(player) });
    $("end").textContent = outcome ? this.ending() : "";
    $("end").classList.toggle("lost", outcome?.winner !== "draw" && !this.people().includes(outcome?.winner));
    const { points } = app.tree.current;
    const score = points ? [t("score", { first: points[0], second: points[1] })] : [];
    // Pieces left at the end may count too, such as kalah's seeds.
    const left = points && outcome?.margin !== undefined ? (outcome.winner === "second" ? -1 : 1) * Math.abs(outcome.margin) - points[0] + points[1] : 0;
    if (left) score.push(t("score_left", { player: t(left > 0 ? "first" : "second"), count: Math.abs(left) }));
    $("notes").replaceChildren(...[...score, ...diagram.notes].map((textContent) => make("p", { textContent })));
    app.puzzles.drawStreak();
    $("puzzle-end").hidden = !app.puzzle;
    const at = app.tree.current;
    for (const id of ["undo", "first-ply"]) $(id).disabled = !at.parent;
    for (const id of ["redo", "last-ply"]) $(id).disabled = !at.children.length;
    $("prune").disabled = Boolean(app.room) || (!at.parent && !at.children.length);
    // Controls that would leave the room are blocked until its game is over; only its own button leaves it.
    const isSeated = Boolean(app.room?.isUnderway);
    const isFair = Boolean(app.puzzle) || isSeated;
    for (const id of ["pick", "panel-source", "panel-play", "panel-analysis", "panel-deal", "panel-puzzle", "panel-rules", "panel-edit"]) $(id).inert = isSeated;
    $("hint").disabled = isFair || Boolean(outcome);
    $("why").disabled = isFair;
    $("again").disabled = Boolean(app.room);
  }

  /** What the end means to the player, if there is anything to say. */
  ending() {
    const { app } = this;
    const { winner } = app.current.outcome;
    if (winner === "draw") return app.tree.current === this.perfect ? t("nobody_better") : "";
    const people = this.people();
    if (people.length !== 1 || app.puzzle) return "";
    return t(people[0] === winner ? "you_won" : "you_lost");
  }

  /** The sides of the people at this page. */
  people() {
    const { players, room } = this.app;
    const isHere = (player) => (room?.side ? room.side === player : players[player] === "human");
    return ["first", "second"].filter(isHere);
  }

  /** The effect of a touch, if exactly one move goes there. */
  preview(index) {
    const { app } = this;
    if (app.panels.editing || !app.canMove) return null;
    const [move, ...others] = app.hand.movesAt(index);
    if (!move || others.length) return null;
    return { mark: this.markOf(move), covers: move.covers?.length ? move.covers : [move.target], isCut: app.current.diagram.look.ground === "branches" };
  }

  /** The piece that a move puts on its target. */
  markOf(move) {
    const { app } = this;
    const { to_move: owner, diagram } = app.current;
    const lying = (board) => board?.diagram.places.map(({ mark }) => mark).find((mark) => mark?.owner === owner);
    const moved = move.source === undefined ? null : (diagram.places[move.source]?.mark ?? diagram.hands[move.source - diagram.places.length]?.mark);
    const { glyph } = diagram.look;
    // A mark is shown if a similar one was seen: the player to move may own no marks.
    const known = moved ?? lying(app.current) ?? [...app.answers.boards.values()].map(lying).find(Boolean);
    return known ?? { owner, symbol: glyph === "mark" ? "" : "x", glyph };
  }

  /** The board as it lies; while a move is half chosen, its piece is at its target. */
  lying() {
    const { current: { diagram }, hand: { between } } = this.app;
    const [{ source, target, covers } = {}] = between?.moves ?? [];
    if (between?.part !== "choice" || covers?.length) return diagram;
    const marks = new Map([[source, undefined], [target, this.markOf(between.moves[0])]]);
    return { ...diagram, places: diagram.places.map((place, index) => (marks.has(index) ? { ...place, mark: marks.get(index) } : place)) };
  }

  /** The empty places where a person may put a piece, if only some are legal; otherwise no hints are needed. */
  legal() {
    const { app } = this;
    const { diagram, moves, to_move: player } = app.current;
    if (app.panels.editing || app.hand.between || this.shown() || !app.mayTouch || app.players[player] !== "human" || diagram.layout === "columns") return new Set();
    const isEmpty = ({ mark, label }) => !mark && !label;
    const put = moves.filter(({ source, target, covers }) => source === undefined && target !== undefined && !covers?.length && isEmpty(diagram.places[target]));
    const targets = new Set(put.map(({ target }) => target));
    return targets.size < diagram.places.filter(isEmpty).length ? targets : new Set();
  }

  drawBoard() {
    const { app } = this;
    const { diagram } = app.current;
    const values = this.shown();
    const open = new Map();
    for (const index of diagram.places.keys()) {
      const moves = app.panels.editing ? [1] : [...app.hand.movesAt(index), ...app.hand.movesFrom(index)];
      if (moves.length || index === app.hand.held) open.set(index, moves);
    }
    const hands = app.panels.editing ? [] : (diagram.hands ?? []);
    hands.forEach((_, hand) => {
      const moves = app.hand.movesFrom(diagram.places.length + hand);
      if (moves.length) open.set(diagram.places.length + hand, moves);
    });
    const goals = app.panels.editing ? new Set() : app.hand.next;
    // For each place, the best of the moves that its touch may lead to.
    const { moves: offered, part } = app.hand.offered;
    const places = new Map(offered.map((move) => [move.move, move[part]]));
    const best = new Map([...this.knownMoves()].reverse().map((found) => [places.get(found.move), found]));
    const board = app.panels.editing ? app.panels.draft : this.lying();
    const value = (index) => {
      const found = best.get(index);
      return found && { kind: kind(found, app.current.to_move), short: short(found), best: found.is_best };
    };
    const name = (index) => {
      const found = best.get(index);
      const worth = found ? `, ${words(found, app.current.to_move)}${found.is_best ? ", " + t("best") : ""}` : "";
      return nameOf(index, board) + (goals.has(index) ? t("comma") + t(app.hand.between ? "to_choose" : "reachable") : "") + worth;
    };
    // A player with keys continues at the same place, even if the pressed element is gone.
    const active = document.activeElement;
    const focus = active?.closest("[data-index]")?.dataset.index;
    this.isHeld = Boolean(active?.closest("#board, #beside, #choose")) || (active === document.body && this.isHeld);
    const path = app.tree.path();
    const start = app.startBoard()?.diagram ?? diagram;
    const svg = drawBoard(board, {
      moves: open,
      value,
      name,
      touch: (index) => app.hand.touch(index),
      last: placesOf(app.tree.current),
      hinted: app.coach.hinted,
      goals,
      legal: this.legal(),
      movable: (index) => !app.panels.editing && app.hand.goals(index).size > 0,
      picked: app.panels.editing ? null : app.hand.held,
      preview: (index) => this.preview(index),
      past: pastOf(start, path.slice(1), app.tree.current.points),
      root: start,
      title: `${t("board")}: ${app.panels.title()}`,
      focus,
      arrows: (app.hand.between ? [] : offered).filter(({ source, move }) => source !== undefined && values?.moves.find((one) => one.move === move)?.is_best),
    });
    $("board").replaceChildren(svg);
    if (!app.panels.editing) svg.addEventListener("click", ({ target }) => target.closest("[role=button]") ?? app.hand.refuse(target.closest("[data-index]")?.dataset.index));
    if (!app.panels.editing) dragging(svg, { goals: (index) => [...app.hand.goals(index)], drop: (from, to) => app.hand.drop(from, to) });
    this.move(svg.scene);
    $("board").classList.toggle("editing", app.panels.editing);
    // Moves without a place: passing, swapping.
    const beside = app.panels.editing ? [] : app.current.moves.filter(({ target }) => target === undefined);
    $("beside").replaceChildren(...beside.map((move) => button(this.moveText(move), () => app.make(move))));
    const next = svg.querySelector("[tabindex='0']") ?? $("beside").querySelector("button") ?? $("board");
    if (this.isHeld) next.focus({ preventScroll: true });
    this.keepRoom();
  }

  /** Keeps the greatest room of this game, so that nothing below moves if the board or its surroundings shrink. */
  keepRoom() {
    fit($("board"));
    const shown = `${this.app.game} ${innerWidth}`;
    if (shown !== this.keptFor) {
      $("board").scrollTo(0, 0);
      this.followed = null;
    }
    for (const element of [$("board"), $("beside").parentElement]) {
      if (shown !== this.keptFor) element.style.minHeight = "";
      element.style.minHeight = `${element.offsetHeight}px`;
    }
    this.keptFor = shown;
    this.follow();
  }

  /** Scrolls the board to news: a hint, the last move, or where to begin. */
  follow() {
    const { hinted } = this.app.coach;
    const node = this.app.tree.current;
    const { followed } = this;
    this.followed = { node, hinted };
    const start = $("board").querySelector("[tabindex='0']")?.dataset.index;
    if (hinted.size && hinted !== followed?.hinted) reveal($("board"), hinted);
    else if (node !== followed?.node) reveal($("board"), node.parent ? placesOf(node) : [start]);
  }

  /** Animates pieces if a move has led here, and continues if the board is redrawn meanwhile. */
  move(scene) {
    const node = this.app.tree.current;
    const before = this.drawn;
    const isNext = before && before.node !== node && node.parent === before.node;
    const isSame = before?.node === node;
    const step = isNext ? { from: before.scene, since: performance.now() } : isSame ? before.step : null;
    this.drawn = { node, scene, step };
    if (step) animate(step.from, scene, node, performance.now() - step.since);
  }

  /** A move with the points that it gains, and its value if shown. */
  moveText(move) {
    const player = this.app.current.to_move;
    const same = (one) => one.move === move.move;
    const written = move.gain ? `${move.move} (${move.gain > 0 ? "+" : "−"}${Math.abs(move.gain)})` : move.move;
    const found = this.shown()?.moves.find(same);
    if (found) return `${written}${found.is_best ? " ★" : ""} · ${words(found, player)}`;
    const proven = this.proven()?.moves?.find(same);
    if (!proven) return written;
    if (proven.bound === "exact") return `${written} · ${words(proven, player)}`;
    const range = rangeWords(proven);
    return range ? `${written} · ${range}` : written;
  }

  /** What was proven of the position before a limit, if values are shown. */
  proven() {
    const { app } = this;
    const known = app.isAnalysing ? app.answers.known(app.tree.current) : null;
    return known?.range ? known : null;
  }

  /** The moves with proven values, best first. */
  knownMoves() {
    if (this.app.panels.editing || this.app.current.isCut) return [];
    return this.shown()?.moves ?? this.proven()?.moves?.filter(({ bound }) => bound === "exact") ?? [];
  }

  drawMoves() {
    const { app } = this;
    const values = this.shown();
    const proven = this.proven();
    const player = app.current.to_move;
    $("verdict").textContent = values && !app.current.outcome ? t("position_is", { player: t(player), value: words(values, player) }) : "";
    if (proven && !proven.isPending) app.tooHard(proven, [[t("think_on"), () => app.thinkOn()]]);
    $("cost").textContent = values ? t("cost", { solver: values.solver, nodes: values.nodes, seconds: values.seconds.toFixed(3) }) : "";
    const why = values?.past_table;
    $("past-table").hidden = !why;
    $("past-table").textContent = why ? t("past_table", { why }) : "";
    const moves = values?.moves ?? app.current.moves;
    const known = new Map(this.knownMoves().map((found) => [found.move, kind(found, player)]));
    const items = moves.slice(0, SHOWN_MOVES).map((move) => {
      const className = known.get(move.move) ?? "";
      const sign = { win: "▲ ", draw: "＝ ", loss: "▼ " }[className] ?? "";
      return make("li", { className }, button(sign + this.moveText(move), () => app.make(move)));
    });
    const rest = moves.length - SHOWN_MOVES;
    if (rest > 0) items.push(make("li", { textContent: t("more_moves", { count: rest }) }));
    $("moves").replaceChildren(...items);
  }

  /** Draws the tree and the evaluation over the game. */
  drawLine() {
    const { app } = this;
    const mark = (node) => glyph(app, node);
    const name = (node, ply) => `${ply}. ${node.move}, ${t(node.mover)}`;
    $("tree").replaceChildren(drawTree(app.tree, { go: (node) => app.go(node), mark, name }));
    const line = app.tree.line();
    $("track").hidden = !app.isAnalysing;
    const points = line.map((node, ply) => {
      const found = app.answers.known(node);
      const exact = found && !found.range;
      const seen = app.answers.seen(node);
      const value = seen?.outcome ? result(seen) : exact ? told(found) : t("unknown");
      return { level: exact ? level(found) : null, slip: app.slip(node)?.blunder, label: t("ply_label", { ply, value }) };
    });
    if (!$("track").hidden) $("track").replaceChildren(drawTrack(points, line.indexOf(app.tree.current), (ply) => app.go(line[ply]), t("track")));
    const slip = app.slip(app.tree.current);
    if (slip && slip.kind !== "plies" && !this.thinking) {
      const text = t("this_move", { move: app.tree.current.move, slip: slipWords(slip) });
      if ($("notice").hidden) this.notice(text);
    }
  }

  /** Shows that a computation is running; null ends it. */
  busy(text) {
    this.thinking = text !== null;
    // Its room is kept, so that nothing jumps.
    $("thinking").classList.toggle("idle", text === null);
    $("thinking-text").textContent = text ?? "";
  }

  /** Shows a notice with actions, and the line of a file that it is about. */
  notice(text, actions = [], line = null) {
    $("notice").hidden = text === null;
    const buttons = actions.map(([label, run]) => button(label, () => (this.notice(null), run())));
    const close = button("✕", () => this.notice(null));
    close.setAttribute("aria-label", t("close"));
    $("notice").replaceChildren(make("span", { textContent: text ?? "" }), ...buttons, close);
    if (line) {
      const { file, number, text: source } = line;
      $("notice").append(make("pre", { textContent: `${file}:${number}\n${source}\n${caretOf(line)}` }));
    }
    if (text) this.say(line ? `${text} (${line.file}:${line.number})` : text);
  }

  /** Whether the board shows outdated rules. */
  get isStale() {
    return $("board").inert;
  }

  stale(stale) {
    for (const id of ["board", "beside"]) $(id).inert = stale;
  }

  /** Announces a text to screen readers. Texts at nearly the same time are announced together. */
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

  /** Shows the reason for the value, drawn by `tell`; null hides it. */
  reason(tell) {
    this.pairs([]);
    $("reason").hidden = !tell;
    if (tell) tell(this.app);
    else $("reason").replaceChildren();
  }

  /** Joins the two places of each pair, in the colour of the player who answers one by the other. */
  pairs(pairs, owner = "") {
    const { scene } = $("board").querySelector("svg") ?? {};
    if (!scene?.effects) return;
    for (const drawn of scene.effects.querySelectorAll(".pairing")) drawn.remove();
    const { centres } = scene.ground;
    for (const [a, b] of pairs) {
      const [from, to] = [centres[a], centres[b]];
      scene.effects.append(el("line", { class: `pairing ${owner}`, x1: from.x, y1: from.y, x2: to.x, y2: to.y }));
      for (const { x, y } of [from, to]) scene.effects.append(el("circle", { class: `pairing ${owner}`, cx: x, cy: y, r: 9 }));
    }
  }

  /** Marks places on the board while the user looks at their names. */
  point(places) {
    const svg = $("board").querySelector("svg");
    for (const spot of svg?.querySelectorAll("[data-index]") ?? []) spot.classList.toggle("pointed", places.has(Number(spot.dataset.index)));
    reveal($("board"), places);
  }
}
