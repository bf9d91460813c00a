// Puzzles: positions in which one move alone wins, or one alone does not lose.

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
    app.view.notice(text, right ? [[t("puzzle_new"), () => this.open()]] : [[t("undo"), () => app.undo()]]);
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
