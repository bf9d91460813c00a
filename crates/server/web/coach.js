// Helps the player: hints, reasons, and a remark if neither side could have done better.

import { $ } from "/dom.js";
import { t } from "/text.js";
import { placesOf } from "/tree.js";
import { told } from "/value.js";

export class Coach {
  constructor(app) {
    this.app = app;
    this.forget();
  }

  /** Resets the hints for another position. */
  forget() {
    this.hints = 0;
    /** The places that a hint marks. */
    this.hinted = new Set();
  }

  /** Shows the next of three levels of hints. */
  async hint() {
    const { app } = this;
    if (app.room?.isUnderway) return;
    if (app.current.outcome) return app.view.notice(t("hint_over"));
    app.view.busy(t("thinking"));
    const found = await app.answers.value(app.tree.current, { anew: true }).catch((error) => {
      if (error.name !== "AbortError") throw error;
    });
    app.view.busy(null);
    if (!found) return;
    if (found.range) return app.tooHard(found, [[t("think_on"), () => this.hint()]]);
    const player = found.to_move;
    const keeping = found.moves.filter((move) => !move.slip?.blunder);
    this.hints = Math.min(this.hints + 1, 3);
    const best = found.moves[0];
    const places = ({ move }) => [...placesOf(app.current.moves.find((one) => one.move === move) ?? {})];
    this.hinted = new Set({ 2: keeping, 3: [best] }[this.hints]?.flatMap(places) ?? []);
    const text = [
      t("hint_value", { value: told(found) }),
      t("hint_some", { count: keeping.length }),
      t("hint_move", { move: best.move }),
    ][this.hints - 1];
    app.view.notice(text);
    app.view.say(text);
    app.hand.rest();
    app.view.drawBoard();
  }

  /** Explains the value of the position. */
  why() {
    return this.explain("why", { ask: this.app.ask });
  }

  /** Shows the position's value as a combinatorial game. */
  worth() {
    return this.explain("value", {});
  }

  /** Shows the server's explanation as lines of text. */
  async explain(path, more) {
    const { app } = this;
    if (app.puzzle || app.room?.isUnderway) return;
    const { position } = app.tree.current;
    const { signal } = app.work;
    app.view.busy(t("thinking"));
    try {
      const question = app.client.get(path, { game: app.game, position, ...more }, signal);
      const [said, { tell }] = await Promise.all([question, import("/reason.js")]);
      if (signal.aborted) return;
      app.view.busy(null);
      app.view.reason((app) => tell(app, said));
      app.view.say(said.text[0] ?? "");
      $("reason").focus();
    } catch (error) {
      if (error.name === "AbortError") return;
      app.view.busy(null);
      if (error.status === 503) return app.tooHard(error, [[t("think_on"), () => this.explain(path, more)]]);
      app.wrong(error, app.game, position);
    }
  }

  /** Tells whether a draw was the best result for both: every position of the game must have been a draw. */
  async judge(signal) {
    const { app } = this;
    if (app.current.outcome.winner !== "draw" || app.current.isCut || app.puzzle) return;
    const end = app.tree.current;
    for (const node of app.tree.path()) {
      const found = await app.answers.value(node, { signal });
      if (found.range || found.winner !== "draw") return;
    }
    if (app.shown !== end) return;
    app.view.perfect = end;
    app.view.drawStatus();
    app.view.say(t("nobody_better"));
  }
}
