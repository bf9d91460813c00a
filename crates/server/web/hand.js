// How a person makes moves on the board: touches a place, picks a piece up and puts it down, types a column.

import { $, button } from "/dom.js";
import { t } from "/text.js";

/** Of more choices it is not told what each does: each has to be asked for. */
const MOST_TOLD = 12;

export class Hand {
  constructor(app) {
    this.app = app;
    /** The place whose piece is picked up. */
    this.picked = null;
    /** The moves to one place between which a further touch decides; null: none. */
    this.between = null;
  }

  /** Puts everything back. */
  rest() {
    this.picked = null;
    this.between = null;
  }

  /** The place that is held: that of the piece that is picked up, or that of a move of which a part is to be chosen. */
  get held() {
    return this.between ? this.between[0].target : this.picked;
  }

  /** The places of which the next touch means one. */
  get next() {
    if (this.between) return new Set(this.between.map(({ choice }) => choice));
    return this.picked === null ? new Set() : this.goals(this.picked);
  }

  /** The board while a part of a move is still to be chosen: the piece lies where it goes. */
  lying(diagram) {
    const [{ source, target } = {}] = this.between ?? [];
    if (!diagram.places[source]) return diagram;
    const { mark } = diagram.places[source];
    const marks = new Map([[source, undefined], [target, mark]]);
    return { ...diagram, places: diagram.places.map((place, index) => (marks.has(index) ? { ...place, mark: marks.get(index) } : place)) };
  }

  /** A place was touched. */
  touch(index) {
    const { app } = this;
    if (app.panels.editing) return app.panels.touch(index);
    if (!app.canMove) return;
    const moves = this.movesAt(index);
    if (!moves.length) return this.pick(this.held === index ? null : index);
    return this.choose(moves);
  }

  /** Picks up the piece of a place, so that its goals are shown; null: puts it back. */
  pick(index) {
    const { app } = this;
    if (index !== null && !this.movesFrom(index).length) return;
    if (index === this.held) return;
    this.rest();
    this.picked = index;
    app.view.drawBoard();
    if (index !== null) app.view.say(t("picked", { count: this.goals(index).size }));
  }

  /** A piece was dragged. */
  drop(from, to) {
    const { app } = this;
    if (app.canMove) this.choose(this.movesFrom(from).filter(({ target }) => target === to));
  }

  /** Makes the move, or lets a person choose one of several: on the board, where each has a place that tells it. */
  async choose(moves) {
    const { app } = this;
    if (moves.length === 1) return app.make(moves[0]);
    const choices = new Set(moves.map(({ choice }) => choice));
    if (choices.size > 1 && !choices.has(undefined)) {
      this.between = moves;
      app.view.drawBoard();
      return app.view.say(t("choose_place", { count: choices.size }));
    }
    const node = app.tree.current;
    // Known before the choice is shown, so that nothing moves under a finger.
    const changes = moves.length > MOST_TOLD ? [] : await Promise.all(moves.map((move) => this.change(move).catch(() => null)));
    if (app.tree.current !== node || $("choose").open) return undefined;
    const text = (move, change) => app.view.moveText(move) + (change ? ` (${change})` : "");
    $("choices").replaceChildren(...moves.map((move, index) => button(text(move, changes[index]), () => ($("choose").close(), app.make(move)))));
    return $("choose").showModal();
  }

  /** What a move does to the number on its place, where it changes nothing else: `7 → 4`. */
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

  /** Where the piece of a place may go. */
  goals(index) {
    return new Set(this.movesFrom(index).map(({ target }) => target));
  }

  /** The moves to a place: those of the piece that is picked up, if one is; or those that the place decides on. */
  movesAt(index) {
    const { app } = this;
    if (!app.mayTouch) return [];
    if (this.between) return this.between.filter(({ choice }) => choice === index);
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
