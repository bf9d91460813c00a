// Puzzles: positions in which exactly one move wins, or exactly one does not lose. Some continue: after the hardest
// answer, again exactly one move does.

import { puzzleOf, today } from "/day.js";
import { $ } from "/dom.js";
import { seed } from "/opponent.js";
import { t } from "/text.js";
import { Tree } from "/tree.js";

/** The time that a move stays before it is answered, in milliseconds. */
const PACE = 350;

const quiet = matchMedia("(prefers-reduced-motion: reduce)");

/** The grade and the number of moves to find, in words. */
export const sizeOf = ({ grade, line }) => t("puzzle_size", { grade: t(grade), count: (line.length + 1) / 2 });

/** The whole solution, with answers in brackets. */
export const solutionOf = ({ line }) => line.map((move, index) => (index % 2 ? `(${move})` : move)).join(" ");

export class Puzzles {
  constructor(app) {
    this.app = app;
    this.streak = 0;
  }

  /** Opens the puzzle of a number; the same number and grade give the same one. */
  async open(number = seed(), { push = true, grade = $("grade").value } = {}) {
    const { app } = this;
    if (app.room?.isUnderway) return;
    app.newWork();
    app.view.busy(t("searching"));
    try {
      const puzzle = await app.client.get("puzzle", { game: app.game, seed: number, ...(grade && { grade }) }, app.work.signal);
      const from = app.puzzle?.from ?? app.tree.root;
      app.leaveRoom();
      app.tree = new Tree(puzzle.position, puzzle.points);
      $("grade").value = grade;
      app.puzzle = { ...puzzle, wanted: grade || null, seed: number, from, solved: false, missed: false, step: 0, at: app.tree.root };
      app.view.notice(null);
      await app.show({ push });
      app.view.say($("status").textContent);
      if (grade && puzzle.grade !== grade) app.view.notice(t("puzzle_other_grade", { wanted: t(grade), found: t(puzzle.grade) }));
    } catch (error) {
      if (error.name === "AbortError") return;
      app.view.busy(null);
      app.wrong(error, app.game, "");
    }
  }

  /** Whether a move at a node is a try at the puzzle; other moves are free. */
  isAsked(node) {
    return this.app.puzzle?.at === node;
  }

  /** Handles a try at the puzzle. */
  async attempted(move) {
    const { app } = this;
    const { puzzle } = app;
    const { line, step } = puzzle;
    const right = move === line[step];
    puzzle.missed ||= !right;
    if (!right) {
      this.streak = 0;
      this.drawStreak();
      puzzle.wrong = app.tree.current;
      app.view.draw();
      return app.view.notice(t("puzzle_wrong", { move }), [[t("undo"), () => app.undo()]]);
    }
    if (step + 1 < line.length) return this.answer(move);
    this.streak += puzzle.solved || puzzle.missed ? 0 : 1;
    puzzle.solved = true;
    this.drawStreak();
    const count = (line.length + 1) / 2;
    const text = count > 1 ? t("puzzle_solved", { move, count }) : t("puzzle_right", { move });
    const again = [t("puzzle_new"), () => this.open()];
    if (!this.isOfToday) return app.view.notice(text, [again]);
    this.countDay();
    const told = [text, !puzzle.missed && t("days", { count: app.settings.days() })].filter(Boolean).join(" · ");
    app.view.notice(told, [[t("copy_result"), () => app.panels.copy(this.line())], again]);
  }

  /** Makes the other player's answer; the next move is then to be found. */
  async answer(move) {
    const { app } = this;
    const { puzzle } = app;
    const node = app.tree.current;
    await new Promise((resolve) => setTimeout(resolve, quiet.matches ? 0 : PACE));
    // The user may have taken the move back, or gone elsewhere.
    if (app.puzzle !== puzzle || app.tree.current !== node || app.shown !== node) return;
    const reply = puzzle.line[puzzle.step + 1];
    const player = t(app.current.to_move);
    await app.play({ move: reply }, { isPerson: false });
    if (app.puzzle !== puzzle) return;
    puzzle.step += 2;
    puzzle.at = node.children.find((child) => child.move === reply);
    app.view.drawStatus();
    app.view.notice(t("puzzle_next", { move, player, reply, number: puzzle.step / 2 + 1, count: (puzzle.line.length + 1) / 2 }));
  }

  /** Whether the current puzzle is that of the day. */
  get isOfToday() {
    const { app } = this;
    const daily = puzzleOf(today(), app.families);
    return daily?.family === app.panels.family() && app.puzzle.seed === daily.seed && app.puzzle.wanted === daily.grade;
  }

  /** Counts the puzzle of the day: solved at once, or after a mistake, which ends the streak. */
  countDay() {
    const { puzzle, settings } = this.app;
    if (settings.daily?.day === today()) return;
    settings.daily = { day: today(), days: puzzle.missed ? 0 : settings.days() + 1 };
    settings.keep();
  }

  /** The text to share with friends, which does not give the move away. */
  line() {
    const { app } = this;
    const days = app.settings.days();
    const how = [t(app.puzzle.missed ? "solved_late" : "solved_at_once"), days > 1 && t("days", { count: days })].filter(Boolean).join(" · ");
    const link = new URL(`#${app.door.address(app.game, { z: app.puzzle.seed, y: app.puzzle.wanted, p1: "human", p2: "human", v: null }).slice(1)}`, location.href);
    return `Yomikiri ${today()} · ${app.panels.title()} · ${how}\n${link}`;
  }

  drawStreak() {
    $("streak").textContent = this.app.puzzle ? t("streak", { count: this.streak }) : "";
  }

  /** Leaves the puzzle at its current position. */
  end() {
    const { app } = this;
    app.puzzle = null;
    this.streak = 0;
    app.view.notice(null);
    app.show();
  }
}
