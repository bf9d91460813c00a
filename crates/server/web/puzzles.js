// Puzzles: positions in which one move alone wins, or one alone does not lose.

import { puzzleOf, today } from "/day.js";
import { $ } from "/dom.js";
import { seed } from "/opponent.js";
import { t } from "/text.js";
import { Tree } from "/tree.js";

export class Puzzles {
  constructor(app) {
    this.app = app;
    this.streak = 0;
  }

  /** Sets the puzzle of a number on the table; the same number gives the same one. */
  async open(number = seed(), { push = true } = {}) {
    const { app } = this;
    app.newWork();
    app.view.busy(t("searching"));
    try {
      const puzzle = await app.client.get("puzzle", { game: app.game, seed: number }, app.work.signal);
      const from = app.puzzle?.from ?? app.tree.root;
      app.tree = new Tree(puzzle.position, puzzle.points);
      app.puzzle = { ...puzzle, seed: number, from, solved: false, missed: false };
      app.view.notice(null);
      await app.show({ push });
      app.view.say($("status").textContent);
    } catch (error) {
      if (error.name === "AbortError") return;
      app.view.busy(null);
      app.wrong(error, app.game, "");
    }
  }

  /** A move was made that is to solve the puzzle; those after it are for trying out. */
  attempted(move) {
    const { app } = this;
    const { puzzle } = app;
    const right = move === puzzle.solution;
    this.streak = right ? this.streak + (puzzle.solved || puzzle.missed ? 0 : 1) : 0;
    puzzle.solved ||= right;
    puzzle.missed ||= !right;
    const text = t(right ? "puzzle_right" : "puzzle_wrong", { move });
    this.drawStreak();
    if (!right) return app.view.notice(text, [[t("undo"), () => app.undo()]]);
    const again = [t("puzzle_new"), () => this.open()];
    if (!this.isOfToday) return app.view.notice(text, [again]);
    this.countDay();
    const told = [text, !puzzle.missed && t("days", { count: app.settings.days() })].filter(Boolean).join(" · ");
    app.view.notice(told, [[t("copy_result"), () => app.panels.copy(this.line())], again]);
  }

  /** Whether the puzzle on the table is that of the day. */
  get isOfToday() {
    const { app } = this;
    const daily = puzzleOf(today(), app.families);
    return daily?.family === app.panels.family() && app.puzzle.seed === daily.seed;
  }

  /** The puzzle of the day was solved: at once, or after a mistake, which ends the row. */
  countDay() {
    const { puzzle, settings } = this.app;
    if (settings.daily?.day === today()) return;
    settings.daily = { day: today(), days: puzzle.missed ? 0 : settings.days() + 1 };
    settings.keep();
  }

  /** What to paste where friends read it; it does not tell the move. */
  line() {
    const { app } = this;
    const days = app.settings.days();
    const how = [t(app.puzzle.missed ? "solved_late" : "solved_at_once"), days > 1 && t("days", { count: days })].filter(Boolean).join(" · ");
    const link = new URL(`#${app.door.address(app.game, { z: app.puzzle.seed, p1: "human", p2: "human", v: null }).slice(1)}`, location.href);
    return `Yomikiri ${today()} · ${app.panels.title()} · ${how}\n${link}`;
  }

  drawStreak() {
    $("streak").textContent = this.app.puzzle ? t("streak", { count: this.streak }) : "";
  }

  /** Leaves the puzzle where it stands. */
  end() {
    const { app } = this;
    app.puzzle = null;
    this.streak = 0;
    app.view.notice(null);
    app.show();
  }
}
