// Analysis of a game by its values: marks of moves, the best line from here, how well each side played, and
// mistakes to learn from. It counts as `yomikiri grade` does.

import { $, button, make } from "/dom.js";
import { t } from "/text.js";
import { slipWords } from "/value.js";

/** The most moves of the best line. */
const LONGEST = 8;
/** Games with more positions take too long for a report. */
const REPORTED = 300_000;
/** The delay before a move of the line is drawn, in milliseconds. */
const LOOK = 60;

/** The mark of a move: `??` changed who wins, `?` lost points, `?!` only time, `!` was the only best one. */
export function glyph(app, node) {
  const before = app.analysis && !app.puzzle && !app.lesson && node.parent && app.answers.known(node.parent);
  if (!before || before.range) return null;
  const found = before.moves.find((one) => one.move === node.move);
  if (!found) return null;
  if (found.slip) {
    const sign = found.slip.blunder ? "??" : found.slip.kind === "plies" ? "?!" : "?";
    return { sign, label: slipWords(found.slip), isSlip: found.slip.kind !== "plies" };
  }
  const best = before.moves.filter((one) => one.is_best).length;
  return best === 1 && before.moves.length > 1 ? { sign: "!", label: t("only_move"), isSlip: false } : null;
}

export class Study {
  constructor(app) {
    this.app = app;
    // The move whose comment is shown.
    this.commented = {};
    $("review").addEventListener("click", () => this.review());
    $("learn").addEventListener("click", () => this.learn());
    $("promote").addEventListener("click", () => (app.tree.promote(), app.show()));
    $("comment").addEventListener("input", () => this.comment($("comment").value));
  }

  /** Stores a comment on the shown move; it appears among the moves and in the address. */
  comment(text) {
    const { app } = this;
    // Another move may already be current while its position is being fetched.
    this.commented.comment = text.trim() || undefined;
    app.view.drawLine();
    app.remember();
  }

  // --- the best line -----------------------------------------------------------------------------

  /** Follows best play from the current node, as far as it is proven. */
  async followBest(signal) {
    const { app } = this;
    const start = app.tree.current;
    const line = [];
    let [node, board] = [start, app.current];
    while (line.length < LONGEST && !board.outcome) {
      const found = await app.answers.value(node, { signal });
      if (found.range) break;
      const best = board.moves.find(({ move }) => move === found.moves[0]?.move);
      if (!best) break;
      const points = node.points?.map((had, side) => had + (side === ["first", "second"].indexOf(board.to_move) ? best.gain : 0)) ?? null;
      node = { ...best, parent: node, mover: board.to_move, points };
      board = await app.answers.board(node);
      line.push({ node, board });
      // If best play returns to a position, it would repeat for ever.
      if (line.slice(0, -1).some((one) => one.node.position === node.position)) break;
    }
    if (app.tree.current === start && !signal.aborted) this.drawBest(line);
  }

  /** Shows the line as buttons: hovering shows the position, a press plays up to it. */
  drawBest(line) {
    const { app } = this;
    const ply = app.tree.path().length;
    const buttons = line.map(({ node, board }, index) => {
      const move = button(`${ply + index}. ${node.move}`, () => this.playLine(line.slice(0, index + 1)));
      move.className = `ply ${node.mover}`;
      const look = () => {
        clearTimeout(this.looking);
        this.looking = setTimeout(() => app.view.peek(node, board), LOOK);
      };
      const leave = () => {
        clearTimeout(this.looking);
        app.view.peek(null);
      };
      for (const type of ["pointerenter", "focus"]) move.addEventListener(type, look);
      for (const type of ["pointerleave", "blur"]) move.addEventListener(type, leave);
      return move;
    });
    $("best-line").replaceChildren(...(line.length ? [make("span", { textContent: t("best_line") }), ...buttons] : []));
  }

  clearBest() {
    clearTimeout(this.looking);
    $("best-line").replaceChildren();
  }

  /** Plays the moves of a line. */
  async playLine(line) {
    const { app } = this;
    clearTimeout(this.looking);
    if (!app.canMove) return;
    for (const { node } of line) app.tree.play(node, node.mover);
    app.view.notice(null);
    await app.show({ push: true });
  }

  // --- how well it was played --------------------------------------------------------------------

  /** Finds the values of the whole game, and rates each side's play. */
  async review() {
    const { app } = this;
    app.analysis = true;
    $("analysis").checked = true;
    app.lesson = null;
    const end = app.tree.current;
    app.newWork();
    app.view.busy(t("thinking"));
    try {
      for (const node of app.tree.path()) await app.answers.value(node);
    } catch (error) {
      if (error.name !== "AbortError") throw error;
      return;
    }
    app.view.busy(null);
    if (app.tree.current !== end) return;
    await app.show();
  }

  /** The moves of the game so far whose values are known. */
  judged() {
    const { app } = this;
    return app.tree.path().slice(1).flatMap((node) => {
      const before = app.answers.known(node.parent);
      const found = before && !before.range && before.moves.find((one) => one.move === node.move);
      // If all moves are equally good, no mistake is possible.
      return found ? [{ node, found, isDecision: before.moves.some((one) => !one.is_best) }] : [];
    });
  }

  /** The mistakes of the person who plays; of both sides if both or none are people. */
  mistakes() {
    const { players } = this.app;
    const people = ["first", "second"].filter((player) => players[player] === "human");
    const isMine = (player) => people.length !== 1 || people[0] === player;
    return this.judged().filter(({ node, found }) => isMine(node.mover) && found.slip && found.slip.kind !== "plies");
  }

  draw() {
    const { app } = this;
    const isOver = Boolean(app.current.outcome) && Boolean(app.tree.current.parent) && !app.puzzle;
    const isKnown = isOver && app.analysis && app.tree.path().slice(0, -1).every((node) => app.answers.known(node));
    $("review").hidden = !isOver || isKnown;
    // The buttons for value and reason make room for it, so nothing else moves.
    $("review").parentElement.classList.toggle("over", isOver);
    $("report").hidden = !isKnown;
    $("promote").disabled = !app.tree.isVariation();
    this.commented = app.tree.current;
    const { comment = "" } = this.commented;
    if ($("comment").value.trim() !== comment) $("comment").value = comment;
    if (!isKnown) return;
    const judged = this.judged();
    const rows = ["first", "second"].map((player) => {
      const mine = judged.filter(({ node }) => node.mover === player);
      const decisions = mine.filter(({ isDecision }) => isDecision);
      const best = decisions.filter(({ found }) => found.is_best).length;
      const kept = mine.filter(({ found }) => !found.slip?.blunder).length;
      const percent = decisions.length ? Math.round((100 * best) / decisions.length) : 100;
      return make("p", { textContent: t("played", { player: t(player), percent, best, decisions: decisions.length, kept, moves: mine.length }) });
    });
    $("report-rows").replaceChildren(...rows);
    $("learn").hidden = !this.mistakes().length;
    // Offer a report only if the game is small enough.
    const { known } = app.panels.family();
    $("game-report").hidden = !known || known.more || known.positions > REPORTED;
    $("game-report").href = `/api/v1/report?${new URLSearchParams({ game: app.game })}`;
  }

  // --- learning from mistakes --------------------------------------------------------------------

  /** Goes to the first mistake, to find a better move. */
  learn() {
    const { app } = this;
    app.lesson = { mistakes: this.mistakes(), index: 0, end: app.tree.current };
    return this.task();
  }

  /** Shows the position before a mistake. */
  async task() {
    const { app } = this;
    const { mistakes, index } = app.lesson;
    const { node, found } = mistakes[index];
    app.tree.go(node.parent);
    await app.show();
    app.view.notice(t("lesson", { number: index + 1, count: mistakes.length, move: node.move, slip: slipWords(found.slip) }), [[t("lesson_end"), () => this.end()]]);
  }

  /** Handles a try at a better move. */
  attempted(node) {
    const { app } = this;
    const { lesson } = app;
    const { found } = lesson.mistakes[lesson.index];
    const values = app.answers.known(lesson.mistakes[lesson.index].node.parent);
    const tried = values.moves.find((one) => one.move === node.move);
    const isRight = tried && (tried.is_best || (found.slip.blunder && !tried.slip?.blunder));
    const again = [t("try_again"), () => this.task()];
    if (!isRight) {
      lesson.wrong = node;
      app.view.draw();
      return app.view.notice(t("lesson_wrong", { move: node.move }), [again, [t("lesson_end"), () => this.end()]]);
    }
    lesson.index += 1;
    const isLast = lesson.index === lesson.mistakes.length;
    const next = isLast ? [t("lesson_end"), () => this.end()] : [t("lesson_next"), () => this.task()];
    app.view.notice(t(isLast ? "lesson_done" : "lesson_right", { move: node.move }), [next]);
  }

  /** Returns to the end of the game. */
  end() {
    const { app } = this;
    const { end } = app.lesson;
    app.lesson = null;
    app.tree.go(end);
    return app.show();
  }
}
