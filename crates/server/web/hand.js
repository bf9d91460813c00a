// Moves by hand: touch a place, pick a piece up and put it down, or type a column.

import { $, button } from "/dom.js";
import { t } from "/text.js";

/** With more choices than this, their effects are not shown, because each needs a request. */
const MOST_TOLD = 12;

export class Hand {
  constructor(app) {
    this.app = app;
    /** The place of the picked-up piece. */
    this.picked = null;
    /**
     * The moves to one place between which the next touch decides, and the part of a move that it gives, `source` or
     * `choice`: { moves, part }; null: none.
     */
    this.between = null;
  }

  /** Resets the hand. */
  rest() {
    this.picked = null;
    this.between = null;
  }

  /** The held place: that of the picked-up piece, or of a half-chosen move. */
  get held() {
    return this.between ? this.between.moves[0].target : this.picked;
  }

  /** The moves that the next touches may make, and the part of a move that the next touch gives. */
  get offered() {
    const { moves } = this.app.current;
    return this.between ?? { moves: this.picked === null ? moves : this.movesFrom(this.picked), part: "target" };
  }

  /** The places that the next touch may choose, if something is held. */
  get next() {
    const { moves, part } = this.offered;
    return new Set(this.held === null ? [] : moves.map((move) => move[part]));
  }

  /** The part of a move whose places on the board distinguish moves to one place: the moved piece, or a further effect. */
  apart(moves) {
    const places = (part) => new Set(moves.map((move) => move[part]));
    const part = places("source").size > 1 ? "source" : "choice";
    const isTold = places(part).size > 1 && [...places(part)].every((index) => this.app.current.diagram.places[index]);
    return isTold ? part : null;
  }

  /** Handles a touch on a place. */
  touch(index) {
    const { app } = this;
    if (app.panels.editing) return import("/draft.js").then(({ touchDraft }) => touchDraft(app, index));
    if (!app.canMove) return;
    const moves = this.movesAt(index);
    if (!moves.length) return this.pick(this.held === index ? null : index);
    return this.choose(moves);
  }

  /** Says why a touch beside all moves does nothing, if a person is to move. A notice that asks for an answer stays. */
  refuse(index) {
    const { app } = this;
    const { outcome, to_move: player, diagram } = app.current;
    if (!app.canMove) return;
    const owner = [...diagram.places, ...(diagram.hands ?? [])][index]?.mark?.owner;
    const isOthers = owner && owner !== player;
    const text = outcome ? t("hint_over") : t(isOthers ? "not_yours" : "no_move_there", { player: owner && t(owner) });
    if ($("notice").hidden || $("notice").querySelectorAll("button").length === 1) app.view.notice(text);
    else app.view.say(text);
  }

  /** Picks up the piece of a place and shows its goals; null puts it back. */
  pick(index) {
    const { app } = this;
    if (index !== null && !this.movesFrom(index).length) return;
    if (index === this.held) return;
    this.rest();
    this.picked = index;
    app.view.drawBoard();
    if (index !== null) app.view.say(t("picked", { count: this.goals(index).size }));
  }

  /** Handles a dragged piece. */
  drop(from, to) {
    const { app } = this;
    if (app.canMove) this.choose(this.movesFrom(from).filter(({ target }) => target === to));
  }

  /** Makes the move, or lets a person choose one of several: on the board, if places distinguish them. */
  async choose(moves) {
    const { app } = this;
    if (moves.length === 1) return app.make(moves[0]);
    const part = this.apart(moves);
    if (part) {
      this.between = { moves, part };
      app.view.drawBoard();
      return app.view.say(t("choose_place", { count: this.next.size }));
    }
    const node = app.tree.current;
    // Fetch the effects before showing the choice, so that nothing moves under a finger.
    const changes = moves.length > MOST_TOLD ? [] : await Promise.all(moves.map((move) => this.change(move).catch(() => null)));
    if (app.tree.current !== node || $("choose").open) return undefined;
    const text = (move, change) => app.view.moveText(move) + (change ? ` (${change})` : "");
    $("choices").replaceChildren(...moves.map((move, index) => button(text(move, changes[index]), () => ($("choose").close(), app.make(move)))));
    return $("choose").showModal();
  }

  /** What a move changes in the number on its place, if it changes nothing else: `7 → 4`. */
  async change({ position, target }) {
    const { app } = this;
    const before = app.current.diagram.places;
    const after = (await app.answers.fetchBoard(app.game, { position })).diagram.places;
    const changed = [...before.keys()].filter((index) => before[index].label !== after[index]?.label);
    const isAlone = before.length === after.length && changed.join() === String(target);
    return isAlone && before[target].label && after[target].label ? `${before[target].label} → ${after[target].label}` : null;
  }

  /** The moves of the piece on a place. */
  movesFrom(index) {
    const { app } = this;
    if (!app.mayTouch) return [];
    return app.current.moves.filter(({ source, target }) => source === index && target !== undefined);
  }

  /** The places to which the piece of a place may go; none while a move is half chosen. */
  goals(index) {
    return new Set(this.between ? [] : this.movesFrom(index).map(({ target }) => target));
  }

  /** The moves to a place: those of the picked-up piece, if there is one, or those that the place decides between. */
  movesAt(index) {
    const { app } = this;
    if (!app.mayTouch) return [];
    if (this.between) return this.between.moves.filter((move) => move[this.between.part] === index);
    const { diagram } = app.current;
    const moves = this.picked === null ? app.current.moves : this.movesFrom(this.picked);
    const place = diagram.places[index];
    if (!place) return [];
    const same = ({ target }) => {
      if (target === index) return true;
      const other = diagram.places[target];
      return diagram.layout === "columns" && other && !place.mark && other.at[0] === place.at[0] && other.at[2] === place.at[2];
    };
    return moves.filter(same);
  }

  /** Plays into a column, from 0. */
  column(col) {
    const { app } = this;
    const { diagram, moves } = app.current;
    const there = moves.filter(({ target }) => diagram.places[target]?.at[2] === col);
    if (app.canMove && there.length) this.choose(there);
  }
}
