// The page: the state of the table, the players, and the questions to the server.

import { addressOf, readAddress } from "/address.js";
import { Answers, key } from "/answers.js";
import { Client, Problem } from "/client.js";
import { bind } from "/controls.js";
import { Door } from "/door.js";
import { $ } from "/dom.js";
import { Settings } from "/settings.js";
import { sound, tremble } from "/sound.js";
import { currentLanguage, setLanguage, t, writeTexts } from "/text.js";
import { Tree } from "/tree.js";
import { rangeWords, told } from "/value.js";

/** The times, in milliseconds, after which the board shows what is proven so far. */
const PATIENCE = [250, 1000];

class App {
  constructor() {
    this.client = new Client({
      onLink: (linked) => this.view?.link(linked),
      onRevision: () => this.reread(),
    });
    this.families = [];
    this.players = { first: "human", second: "perfect" };
    this.rate = 30;
    this.analysis = false;
    this.asked = null;
    this.puzzle = null;
    /** The mistakes that a person is reviewing. */
    this.lesson = null;
    /** The room of a game with a friend. */
    this.room = null;
    /** The game on screen, unless it is still being opened. */
    this.entered = null;
    this.work = new AbortController();
    this.settings = new Settings(this);
    this.answers = new Answers(this);
    this.door = new Door(this);
  }

  /** Fetches the modules of the table once, or again after a failure. */
  furnish() {
    const failed = (error) => {
      this.furnished = null;
      throw error;
    };
    return (this.furnished ??= import("/table.js").then(({ furnish }) => furnish(this), failed));
  }

  /** Cancels the current work; new work listens to the returned signal. */
  newWork() {
    this.work.abort();
    this.work = new AbortController();
    return this.work.signal;
  }

  // --- beginning ---------------------------------------------------------------------------------

  async begin() {
    setLanguage(readAddress().language ?? this.settings.language);
    // Fetch everything for the first view at the same time.
    this.list();
    bind(this);
    addEventListener("hashchange", () => this.load());
    await this.load();
    this.client.look();
  }

  /** Fetches the list of games in the current language, once for each change of language. */
  list() {
    const language = currentLanguage();
    if (this.listed?.language === language) return this.listed.done;
    const listing = { language };
    const took = ({ games, opened }) => {
      if (this.listed === listing) [this.families, this.opened] = [games, opened];
    };
    const failed = (error) => {
      this.listed = null;
      throw error;
    };
    listing.done = this.client.get("games").then(took, failed);
    this.listed = listing;
    return listing.done;
  }

  /** Loads the state in the address. `anew`: answers about the current game may be outdated. */
  async load({ anew = false } = {}) {
    const wanted = readAddress(this.settings);
    const turn = (this.turn = {});
    this.hash = location.hash;
    if (wanted.theme) this.settings.setTheme(wanted.theme);
    const spoken = Promise.all([setLanguage(wanted.language ?? this.settings.language), this.list()]);
    if (wanted.room) return this.enterRoom(wanted, turn, spoken);
    this.leaveRoom();
    if (wanted.door || !wanted.game) {
      await spoken;
      // The address may have changed by now.
      if (turn !== this.turn) return undefined;
      if (wanted.door || !this.opened) {
        this.words();
        this.door.open(wanted.door ?? "play");
        // A game will ask for it again.
        return this.furnish().catch(() => undefined);
      }
    }
    this.ready = Promise.all([spoken, this.furnish()]).then(() => this.words());
    this.players = wanted.players;
    this.rate = wanted.rate;
    this.analysis = wanted.analysis;
    this.asked = wanted.asked;
    const read = async () => {
      const step = async (node, move) => {
        const board = await this.answers.board(node);
        const found = board.moves.find((one) => one.move === move);
        return found && [found, board.to_move];
      };
      if (this.tree.root.points && wanted.points) this.tree.root.points = wanted.points;
      this.tree = await Tree.read({ ...this.tree.root, comment: undefined }, wanted.moves, wanted.index, step);
      this.tree.readComments(wanted.comments);
    };
    const unread = () => turn === this.turn && this.tree.unread && this.view.notice(t("not_a_move", { move: this.tree.unread }));
    // Going back and forth within one game keeps all its answers.
    const points = wanted.points?.some(Boolean) ? wanted.points.join() : undefined;
    const root = this.tree?.root;
    const isSame = root && this.entered === this.game && wanted.game === this.game && wanted.start === root.position && points === (root.points?.some(Boolean) ? root.points.join() : undefined);
    if (isSame && !anew && wanted.puzzle === null && !this.puzzle) {
      this.newWork();
      await this.ready;
      if (turn !== this.turn) return undefined;
      try {
        // The address may only ask for another language.
        await Promise.all([read(), this.panels.translate()]);
      } catch (error) {
        if (error.name === "AbortError") return undefined;
        throw error;
      }
      this.lesson = null;
      this.enter();
      this.panels.words();
      this.view.notice(null);
      await this.show({ play: true });
      unread();
      return null;
    }
    const problem = await this.open(wanted.game, wanted.start, read, { play: wanted.puzzle === null });
    if (problem === null) unread();
    if (problem === null && wanted.puzzle !== null && turn === this.turn) await this.puzzles.open(wanted.puzzle, { push: false, grade: wanted.grade });
    return problem;
  }

  /** Enters a room. */
  async enterRoom(wanted, turn, spoken) {
    if (this.room?.key === wanted.room && !this.door.isOpen) {
      await spoken;
      return this.translate();
    }
    this.leaveRoom();
    this.ready = Promise.all([spoken, this.furnish()]).then(() => this.words());
    const [{ enterRoom }] = await Promise.all([import("/friend.js"), this.ready]);
    return turn === this.turn ? enterRoom(this, wanted) : undefined;
  }

  /** Detaches the current game from its room. */
  leaveRoom() {
    this.room?.leave();
    this.room = null;
  }

  /** Shows the table instead of the front door. */
  enter() {
    this.entered = this.game;
    const family = this.families.find(({ name }) => name === this.game.split(":")[0]);
    $("worth").hidden = !family?.capabilities.includes("normal");
    this.door.close();
    this.head();
  }

  /** Sets the title of the window. */
  head() {
    if (!this.door.isOpen) document.title = `${this.panels.title()} · Yomikiri`;
  }

  /**
   * Opens a game at a position; `then` may play moves before it is shown. Resolves to null, or to the problem, which
   * is shown while the former game stays; undefined if something else was opened meanwhile.
   */
  async open(game, position = "start", then = null, { play = true, push = false, room = null } = {}) {
    const asking = this.newWork();
    const before = [this.game, this.tree, this.natural];
    try {
      const [board] = await Promise.all([this.answers.fetchBoard(game, { position }), this.ready]);
      asking.throwIfAborted();
      this.answers.forget();
      if (board.points && this.asked === "distance") this.asked = null;
      const reading = this.newWork();
      this.entered = null;
      this.game = board.game;
      this.natural = board.natural_ask;
      this.tree = new Tree(board.position, board.points);
      this.answers.boards.set(key(this.tree.root), board);
      await then?.();
      reading.throwIfAborted();
      this.puzzle = null;
      this.lesson = null;
      this.leaveRoom();
      this.room = room;
      this.view.notice(null);
      this.view.stale(false);
      this.panels.opened(board);
      this.enter();
      await this.show({ play, push });
      return null;
    } catch (error) {
      if (error.name === "AbortError") return undefined;
      [this.game, this.tree, this.natural] = before;
      await this.ready;
      // An invalid address leads to the default game.
      if (this.tree) {
        this.enter();
        await this.show();
      } else if (game !== "tictactoe" || position !== "start") await this.open("tictactoe");
      this.wrong(error, game, position);
      return error;
    }
  }

  /** Shows an error in a text. */
  wrong(error, game, position) {
    if (!(error instanceof Problem)) throw error;
    const source = { game, position }[error.in];
    let part = "";
    if (source && error.span) {
      // Spans count bytes.
      const bytes = new TextEncoder().encode(source);
      part = t("wrong_at", { part: new TextDecoder().decode(bytes.slice(...error.span)) || source.slice(-12) });
    }
    this.view.notice([error.detail, part, error.help].filter(Boolean).join(" · "), [], error.line);
  }

  /** Reads the named file again after it was saved. If it is wrong, the board stays as it was, in grey. */
  async reread() {
    if (this.door.isOpen) {
      // Answers by the old rules must not be shown when the user returns to the game.
      this.entered = null;
      return this.door.boards.clear();
    }
    location.replace(`#${addressOf(this)}`);
    let problem = await this.load({ anew: true });
    // The position may be invalid by the new rules.
    if (problem?.in === "position") problem = await this.open(this.game);
    if (problem === null) this.view.notice(t("reloaded"));
    else if (problem) this.view.stale(true);
  }

  // --- asking ------------------------------------------------------------------------------------

  get ask() {
    return this.asked ?? this.natural;
  }

  /** The board at the start of this game. */
  startBoard() {
    return this.answers.seen(this.tree.root);
  }

  /** Whether to show values: not while the user has to find a move. */
  get isAnalysing() {
    return this.analysis && !this.puzzle && !this.lesson && !this.room?.isUnderway;
  }

  /** What a node's move gave away, if values are shown. */
  slip(node) {
    return this.isAnalysing ? this.answers.slip(node) : null;
  }

  // --- playing -----------------------------------------------------------------------------------

  /**
   * Shows the current position. With `play`, an opponent to move makes its move; with `push`, the browser's Back leads
   * to the previous view.
   */
  async show({ play = false, push = false, isMove = false } = {}) {
    const signal = this.newWork();
    this.coach.forget();
    this.hand.rest();
    this.study.clearBest();
    this.view.reason(null);
    $("choose").close();
    const node = this.tree.current;
    try {
      this.current = await this.answers.current();
      if (signal.aborted) return;
      this.shown = node;
      this.view.busy(null);
      this.view.draw();
      const isOver = Boolean(this.current.outcome);
      if (isMove && this.settings.sound) sound({ isOver });
      if (isMove && this.settings.tremble) tremble({ isOver });
      this.remember({ push });
      if (this.current.outcome) {
        this.view.say([$("end").textContent, $("status").textContent].filter(Boolean).join(" "));
        await this.coach.judge(signal);
      } else if (play && !this.puzzle && !this.lesson && this.players[this.current.to_move] !== "human") return await this.opponent.move(signal);
      if (this.isAnalysing) await this.analyse(signal);
    } catch (error) {
      if (error.name === "AbortError") return;
      this.view.busy(null);
      this.wrong(error, this.game, this.tree.current.position);
    }
  }

  /** Finds the values of this position, then of the others of this line. */
  async analyse(signal) {
    const late = setTimeout(() => this.view.busy(t("thinking")), 150);
    try {
      // Show values as they are proven, and ask again with more time for the rest.
      const { current } = this.tree;
      let known = this.answers.known(current);
      for (const within of [...PATIENCE, undefined]) {
        if (known && !known.isPending) break;
        known = await this.answers.value(current, { signal, within, anew: true });
        if (known.isPending) this.view.draw();
      }
    } finally {
      clearTimeout(late);
    }
    this.view.busy(null);
    this.view.draw();
    for (const node of this.tree.line()) {
      const known = this.answers.known(node);
      if (known && !known.isPending) continue;
      await this.answers.value(node, { signal, anew: true });
      this.view.drawLine();
    }
    await this.study.followBest(signal);
  }

  async thinkOn() {
    this.view.notice(null);
    this.view.busy(t("thinking"));
    await this.answers.value(this.tree.current, { anew: true }).catch(() => null);
    this.view.busy(null);
    this.view.draw();
  }

  /** Shows what was proven, and what the user can do. More time does not help where memory is the limit. */
  tooHard(found, actions) {
    this.view.notice(this.limit(found), found.limit === "memory" ? [] : actions);
  }

  /** Describes the limit that was reached, and what was proven until then. */
  limit({ detail, help, limit, lower, upper }) {
    const proven = () => {
      const [worst, best] = [lower, upper].map((value) => told(value));
      if (worst === best) return t("proven", { value: worst });
      const range = rangeWords({ lower, upper });
      return range ? t("so_far", { range }) : t("nothing_proven");
    };
    // Without a range it is another problem: too much work, or a fault.
    const text = lower ? proven() : help;
    return [detail, text, limit === "memory" && text !== help && help].filter(Boolean).join(" · ");
  }

  /** Whether a person may move: the shown position is the current one, and no other move is being made. */
  get canMove() {
    return !this.opponent.isMoving && !this.view.isStale && this.shown === this.tree.current && this.mayTouch;
  }

  /** Whether a person may touch the board: not while a friend is to move, nor after a wrong try, which is first taken back. */
  get mayTouch() {
    const isWrong = (this.puzzle ?? this.lesson)?.wrong === this.tree.current;
    return !isWrong && (this.room?.mayMove ?? true);
  }

  /** Makes a person's move. */
  async make(move) {
    if (this.canMove) await (this.room ? this.room.make(move) : this.play(move));
  }

  /** Makes a move of any player. Back leads to the last turn of a person. */
  async play({ move }, { isPerson = true } = {}) {
    this.view.notice(null);
    const player = this.current.to_move;
    const attempt = isPerson && this.puzzles.isAsked(this.tree.current);
    const isLesson = this.lesson && this.tree.current === this.lesson.mistakes[this.lesson.index]?.node.parent;
    this.tree.play(this.current.moves.find((one) => one.move === move), player);
    this.view.say(t("made", { player: t(player), move }));
    await this.show({ play: true, push: isPerson, isMove: true });
    if (attempt) await this.puzzles.attempted(move);
    if (isLesson) this.study.attempted(this.tree.current);
  }

  go(node) {
    this.tree.go(node);
    this.view.notice(null);
    this.show();
  }

  undo() {
    this.tree.undo();
    // Against an opponent, go back to the last turn of a person.
    const machine = (node) => this.players[this.answers.seen(node)?.to_move] !== "human";
    const person = Object.values(this.players).includes("human");
    while (person && !this.puzzle && this.tree.current.parent && machine(this.tree.current)) this.tree.undo();
    this.view.notice(null);
    this.show();
  }

  async again() {
    if (this.room) return this.room.isOver && this.room.side ? this.room.wish("again", true) : undefined;
    const { position, points } = this.puzzle?.from ?? this.tree.root;
    this.puzzle = null;
    this.lesson = null;
    this.tree = new Tree(position, points);
    this.view.notice(null);
    await this.show({ play: true, push: true });
  }

  // --- manners -----------------------------------------------------------------------------------

  toggleAnalysis() {
    this.analysis = !this.analysis;
    $("analysis").checked = this.analysis;
    this.view.notice(null);
    this.show();
  }

  async toggleLanguage() {
    await this.settings.turnLanguage();
    this.view?.reason(null);
    this.words();
    this.remember();
    if (!this.door.isOpen) this.view.draw();
    await this.translate();
  }

  /** Fetches the server's texts in the current language, and shows them. */
  async translate() {
    const node = this.tree?.current;
    const [board] = await Promise.all([node && this.answers.current(), this.list(), this.panels?.translate()]).catch(() => []);
    if (node !== this.tree?.current) return;
    this.words();
    if (!board) return;
    this.current = board;
    if (!this.door.isOpen) this.view.draw();
  }

  toggleTheme() {
    this.settings.turnTheme();
    this.words();
    this.remember();
  }

  words() {
    writeTexts();
    $("walk-proof").href = `/proof.html#l=${currentLanguage()}`;
    $("sums").href = `/sums.html#l=${currentLanguage()}&t=${this.settings.theme}`;
    this.settings.words();
    $("help-text").replaceChildren(
      ...t("help_text").split("\n").map((line) => Object.assign(document.createElement("p"), { textContent: line })),
    );
    this.panels?.words();
    if (this.panels?.board) this.head();
    this.room?.words();
    this.door.words();
  }

  /** Writes the state to the address; with `push`, as a new step of the browser's history. */
  remember({ push = false } = {}) {
    // The user has gone elsewhere, and the page will hear of it soon: do not overwrite that address.
    if (location.hash !== this.hash) return;
    const address = `#${addressOf(this)}`;
    if (address !== location.hash) history[push ? "pushState" : "replaceState"](null, "", address);
    this.hash = location.hash;
  }
}

const app = new App();
app.begin();
