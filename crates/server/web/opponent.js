// The players: people, and opponents of different strength.

import { asked } from "/answers.js";
import { Problem } from "/client.js";
import { t } from "/text.js";

export const LEVELS = ["easy", "medium", "hard", "perfect"];
export const PLAYERS = ["human", ...LEVELS, "errs"];

const quiet = matchMedia("(prefers-reduced-motion: reduce)");

/** A random seed for the server. */
export const seed = () => Math.floor(Math.random() * 2 ** 32);

/** Weak opponents move quickly: after this time, in milliseconds, a sensible move is enough. */
const SOON = { easy: 100, medium: 100 };

/** The extra milliseconds for an opponent whose best move was not proven in time. */
const LATE = 500;

/** Whether an answer was not found in time. */
const isLate = (error) => error instanceof Problem && error.status === 503;

/** The server's name of a level; `rate` is for the level that a person sets. */
const named = (player, rate) => ({ easy: "errs:60", medium: "errs:25", hard: "sound", errs: `errs:${rate}` })[player] ?? player;

export class Opponent {
  constructor(app) {
    this.app = app;
    this.signal = null;
  }

  /** Whether a move is being made. */
  get isMoving() {
    return this.signal?.aborted === false;
  }

  /** Makes the move of the player to move. */
  async move(signal) {
    const { app } = this;
    const { to_move: player } = app.current;
    this.signal = signal;
    app.view.busy(t("thinking_move", { player: t(player) }));
    let late = null;
    const both = app.players.first !== "human" && app.players.second !== "human";
    const pace = new Promise((resolve) => setTimeout(resolve, both ? 700 : quiet.matches ? 0 : 250));
    try {
      const level = named(app.players[player], app.rate);
      const soon = SOON[app.players[player]];
      const params = { game: app.game, ...asked(app.tree.current), ask: app.ask, level, seed: seed(), ...(soon && { within: soon }) };
      const best = app.client.get("reply", params, signal);
      // Then take a sensible move by what is proven so far.
      const sensible = (error) => {
        if (soon || !isLate(error)) throw error;
        late = error;
        return app.client.get("reply", { ...params, within: LATE }, signal);
      };
      let [reply] = await Promise.all([best.catch(sensible), pace]);
      // A return to a position ends the game, so an imperfect opponent could lose by it. Do not ask again for
      // what could not be proven just now.
      const returns = !late && app.current.endless && app.tree.path().some(({ position }) => position === reply.position);
      if (returns) reply = await app.client.get("reply", { ...params, level: "perfect", within: undefined }, signal);
      if (signal.aborted) return;
      await app.play(reply, { isPerson: false });
      if (late && !app.current.outcome) app.view.notice([app.limit(late), t("sensible", { move: reply.move })].join(" · "));
    } catch (error) {
      if (!isLate(error)) throw error;
      this.signal = null;
      app.view.busy(null);
      app.tooHard(error, [[t("think_on"), () => app.show({ play: true })]]);
    }
  }
}
