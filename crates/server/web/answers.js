// The server's answers about the positions of a game: boards and values.

import { Problem } from "/client.js";
import { currentLanguage } from "/text.js";
import { other } from "/value.js";

/** The parameters of a question about a node, and (`key`) the key of its answers. */
export const asked = ({ position, points }) => ({ position, ...(points && { points: points.join(",") }) });
export const key = ({ position, points }) => `${position} ${points ?? ""}`;

export class Answers {
  constructor(app) {
    this.app = app;
    this.forget();
  }

  /** Forgets the answers about a game. */
  forget() {
    this.boards = new Map();
    this.values = new Map();
  }

  /** Fetches a board; without a game the server chooses one. */
  async fetchBoard(game, at) {
    const { app } = this;
    const lang = currentLanguage();
    const board = await app.client.get("board", { ...(game && { game }), ...at }, app.work.signal);
    return Object.assign(board, { lang });
  }

  async board(node) {
    const known = this.boards.get(key(node));
    // A board's texts are in the language in which it was fetched.
    if (known?.lang === currentLanguage()) return known;
    const board = await this.fetchBoard(this.app.game, asked(node));
    this.boards.set(key(node), board);
    return board;
  }

  /** The board of a node, if it is known. */
  seen(node) {
    return this.boards.get(key(node));
  }

  /**
   * The board of the current node. If play has returned to a position, it could cycle for ever, so the game is over;
   * it is also over if a player has resigned. In both cases the position itself is not over, and no values are shown.
   */
  async current() {
    const path = this.app.tree.path();
    const node = path.at(-1);
    const board = await this.board(node);
    const { resigned } = this.app.room ?? {};
    if (resigned && !node.children.length && !board.outcome) return { ...board, outcome: { winner: other(resigned) }, moves: [], resigned, isCut: true };
    // The root may be written in another form, such as `start`, so compare its board.
    const looks = ({ to_move, diagram, moves }) => JSON.stringify([to_move, diagram, moves]);
    const same = (before) => before.position === node.position || (!before.parent && looks(this.seen(before) ?? {}) === looks(board));
    const returned = board.endless ? path.findIndex(same) : -1;
    if (!board.endless || board.outcome || path[returned] === node) return board;
    return { ...board, outcome: board.endless, moves: [], returned, isCut: true };
  }

  /** The values of a node, if they are known; sends no request. */
  known(node) {
    return this.values.get(`${this.app.ask} ${key(node)}`);
  }

  /** What a node's move gave away, if it is known. */
  slip(node) {
    const before = node.parent && this.known(node.parent);
    return before && !before.range ? before.moves.find((one) => one.move === node.move)?.slip : null;
  }

  /** The values of a position: exact, or the proven range; asks once, unless `anew`. */
  async value(node, { signal = this.app.work.signal, anew = false, within } = {}) {
    const { app } = this;
    const known = this.known(node);
    if (known && !(anew && known.range)) return known;
    let found;
    try {
      found = await app.client.get("position", { game: app.game, ...asked(node), ask: app.ask, ...(within && { within }) }, signal);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.status === 422 && app.asked) {
        app.asked = null;
        app.view.notice(error.detail);
        return this.value(node, { signal, anew, within });
      }
      // This range came early: the server has not used its whole time yet.
      found = { ...error, range: true, detail: error.detail, isPending: within !== undefined };
    }
    this.values.set(`${app.ask} ${key(node)}`, found);
    return found;
  }
}
