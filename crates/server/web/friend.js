// A game with a friend: the server keeps the room, and this page has one seat in it, or watches. After any
// failure of the page or the network, the address gives the seat back. Fetched when needed.

import { written } from "/address.js";
import { Problem } from "/client.js";
import { $, button, make } from "/dom.js";
import { linkField, onlyHere, origin } from "/share.js";
import { currentLanguage, t } from "/text.js";
import { Tree } from "/tree.js";
import { other } from "/value.js";

export const WORDS = {
  en: {
    title: "A game with a friend",
    you_play: "You play {side}. This page's address is your seat: keep it to yourself.",
    you_watch: "You look on.",
    friend_here: "Your friend is here.",
    friend_away: "Your friend is not here.",
    both: "First: {first}. Second: {second}.",
    here: "here",
    away: "away",
    watching: "{count} looking on",
    your_turn: "Your turn.",
    for_friend: "Link for your friend",
    for_watchers: "Link for those who look on",
    links: "Links",
    undo: "Ask to take back",
    again: "Ask to play again, sides changed",
    resign: "Resign",
    sure: "Resign this game?",
    play_on: "Play on",
    resign_sure: "Yes, resign",
    resigned: "{side} has resigned.",
    leave: "Leave the room",
    asked_undo: "{side} asks to take a move back.",
    asked_again: "{side} asks to play again, with the sides changed.",
    asking: "Waiting for your friend's answer.",
    agree: "Agree",
    refuse: "Refuse",
    not_any_more: "Do not ask any more",
    refused: "Your friend did not agree.",
    taken_back: "A move was taken back.",
    anew: "A new game begins.",
    gone: "This room is gone. The game stays here as it was.",
    not_yours: "It is not your turn.",
    no_help: "No help while you play against a friend.",
  },
  ja: {
    title: "友だちとの対局",
    you_play: "あなたは{side}です。このページのアドレスがあなたの席です。人に渡さないでください。",
    you_watch: "観戦しています。",
    friend_here: "相手は席にいます。",
    friend_away: "相手は席にいません。",
    both: "先手：{first}。後手：{second}。",
    here: "席にいる",
    away: "席にいない",
    watching: "観戦 {count}",
    your_turn: "あなたの番です。",
    for_friend: "相手へのリンク",
    for_watchers: "観戦する人へのリンク",
    links: "リンク",
    undo: "待ったを頼む",
    again: "手番を替えてもう一局頼む",
    resign: "投了",
    sure: "この対局を投了しますか？",
    play_on: "続ける",
    resign_sure: "投了する",
    resigned: "{side}が投了しました。",
    leave: "部屋を出る",
    asked_undo: "{side}が待ったを頼んでいます。",
    asked_again: "{side}が手番を替えてもう一局と言っています。",
    asking: "相手の返事を待っています。",
    agree: "応じる",
    refuse: "断る",
    not_any_more: "取り下げる",
    refused: "相手は応じませんでした。",
    taken_back: "手が戻されました。",
    anew: "新しい対局です。",
    gone: "この部屋はもうありません。対局はこのページに残ります。",
    not_yours: "あなたの番ではありません。",
    no_help: "友だちとの対局中は助けがありません。",
  },
};

const w = (key, values = {}) => WORDS[currentLanguage()][key].replace(/\{(\w+)\}/g, (_, name) => values[name]);

/** The pause before asking a busy server again, in milliseconds. */
const PAUSE = 2000;

/** Enters the room that the address names, or makes one. */
export async function enterRoom(app, { room: key, game, start, side }) {
  const asking = app.newWork();
  try {
    const isNew = key === "new";
    const data = isNew
      ? await app.client.post("rooms", { game, position: start, side }, asking)
      : await app.client.get(`rooms/${encodeURIComponent(key)}`, {}, asking);
    asking.throwIfAborted();
    const room = new Friend(app, isNew ? data.key : key, data);
    app.players = { first: "human", second: "human" };
    app.analysis = false;
    app.asked = null;
    const problem = await app.open(data.game, data.position, () => room.sync(data), { play: false, room });
    if (problem === null) room.listen();
    return problem;
  } catch (error) {
    if (error.name === "AbortError") return undefined;
    if (!(error instanceof Problem)) throw error;
    // If the room is gone, show a game with the error above it.
    if (!app.tree) await app.open(game ?? app.opened ?? "tictactoe");
    else {
      app.enter();
      await app.show();
    }
    app.wrong(error, game, start);
    return error;
  }
}

class Friend {
  constructor(app, key, data) {
    Object.assign(this, { app, key, data });
    this.work = new AbortController();
    this.isSending = false;
    /** Whether this page is asking its player to confirm resigning. */
    this.isResigning = false;
    /** The last update; updates are handled one after another. */
    this.last = Promise.resolve();
  }

  get side() {
    return this.data.side ?? null;
  }

  /** Whether this page plays in a running game: then there is no help. */
  get isUnderway() {
    return this.side !== null && !this.isOver;
  }

  /** The player who has resigned, if any. */
  get resigned() {
    return this.data.resigned ?? null;
  }

  get isOver() {
    const { tree, current } = this.app;
    if (this.resigned) return true;
    // This is known only at the end of the line; the user may be viewing an earlier move.
    if (current && this.app.shown === tree.current && !tree.current.children.length) this.wasOver = Boolean(current.outcome);
    return this.wasOver ?? false;
  }

  get mayMove() {
    const { tree, current } = this.app;
    return !this.isSending && !this.resigned && current?.to_move === this.side && !tree.current.children.length && tree.path().length - 1 === this.data.moves.length;
  }

  // --- what the server tells ---------------------------------------------------------------------

  /** Updates the tree from the room. Resolves to whether anything changed. */
  async sync(data) {
    const { app } = this;
    const { tree } = app;
    let [node, known] = [tree.root, 0];
    while (known < data.moves.length && node.children[0]?.move === data.moves[known]) [node, known] = [node.children[0], known + 1];
    if (known === data.moves.length && !node.children.length) return false;
    const branch = new Tree(node.position, node.points);
    for (const move of data.moves.slice(known)) {
      const board = await app.answers.board(branch.current);
      const found = board.moves.find((one) => one.move === move);
      if (!found) break;
      branch.play(found, board.to_move);
    }
    const wasAtEnd = !tree.current.children.length;
    node.children = branch.root.children;
    node.next = 0;
    for (const child of node.children) child.parent = node;
    const end = node.children.length ? branch.current : node;
    this.wasOver = undefined;
    if (wasAtEnd || !tree.path().every((at) => !at.parent || at.parent.children.includes(at))) tree.go(end);
    return true;
  }

  /** Handles the server's data of the room. */
  take(data) {
    this.last = this.last.then(async () => {
      const { app, data: before } = this;
      if (this.work.signal.aborted || data.change < before.change) return;
      this.data = { ...data, key: before.key };
      const isNew = await this.sync(data);
      if (this.work.signal.aborted) return;
      const [had, has] = [before.moves.length, data.moves.length];
      if (data.resigned && !before.resigned) {
        this.isResigning = false;
        app.view.notice(null);
        await app.show();
      } else if (before.resigned && !data.resigned) {
        this.wasOver = undefined;
        await app.show();
        app.view.notice(w("anew"));
      } else if (isNew) {
        const isMove = has > had;
        if (isMove) app.view.notice(null);
        await app.show({ isMove });
        const { move, mover } = app.tree.line().at(-1);
        if (isMove) app.view.say([t("made", { player: t(mover), move }), this.mayMove && w("your_turn")].filter(Boolean).join(" "));
        else app.view.notice(w(has || before.side === data.side ? "taken_back" : "anew"));
      } else if (before.wish && !data.wish && before.wish.by === this.side && !this.isSending) {
        app.view.notice(w("refused"));
      }
      this.draw();
    });
    return this.last;
  }

  /** Waits for news until the room is left. */
  async listen() {
    const { app } = this;
    const { signal } = this.work;
    this.draw();
    while (!signal.aborted) {
      try {
        await this.take(await app.client.get(`rooms/${this.key}`, { after: this.data.change }, signal));
      } catch (error) {
        if (error.name === "AbortError") return;
        if (!(error instanceof Problem)) throw error;
        if (error.status !== 503) return this.gone();
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
    }
  }

  /** Handles that the server has removed the room. */
  gone() {
    this.app.leaveRoom();
    this.app.view.notice(w("gone"));
    return this.app.show();
  }

  // --- what a person does ------------------------------------------------------------------------

  /** Sends a command, and handles its result. */
  async send(name, body) {
    const { app } = this;
    this.isSending = true;
    try {
      const data = await app.client.post(`rooms/${this.key}/${name}`, body, this.work.signal);
      await this.take(data);
    } catch (error) {
      if (error.name === "AbortError") return;
      if (!(error instanceof Problem)) throw error;
      if (error.status === 404) return this.gone();
      app.view.notice(error.detail);
    } finally {
      this.isSending = false;
      if (!this.work.signal.aborted) {
        app.view.draw();
        this.draw();
      }
    }
  }

  make({ move }) {
    return this.send("moves", { move, ply: this.data.moves.length });
  }

  wish(wish, agree) {
    return this.send("wishes", { wish, agree });
  }

  /** Leaves the room, and keeps the game on the table. */
  leave() {
    this.work.abort();
    $("room").hidden = true;
    $("room").replaceChildren();
    this.drawn = null;
  }

  resign() {
    this.isResigning = false;
    return this.send("resignation", { ply: this.data.moves.length });
  }

  /** Shows or hides the question whether to resign. */
  askToResign(isResigning) {
    this.isResigning = isResigning;
    this.draw();
    if (isResigning) this.app.view.say(w("sure"));
  }

  // --- what is shown -----------------------------------------------------------------------------

  /** Updates the texts after a change of language. */
  words() {
    $("room").replaceChildren();
    this.drawn = null;
    this.draw();
  }

  draw() {
    if (this.work.signal.aborted) return;
    const room = $("room");
    room.hidden = false;
    if (!room.childElementCount) {
      const now = make("div", { id: "room-now" });
      const links = make("details", { id: "room-links", open: this.side !== null && !this.data.here[other(this.side)] }, make("summary", { textContent: w("links") }));
      room.append(make("h3", { id: "room-title", textContent: w("title") }), now, links);
      this.drawLinks(links);
    }
    const drawn = JSON.stringify([this.data, this.isOver, this.isSending, this.isResigning]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const held = document.activeElement?.closest("#room-now button")?.dataset.wish;
    $("room-now").replaceChildren(make("p", { id: "room-said", textContent: this.said() }), ...this.buttons());
    if (held) ($("room-now").querySelector(`[data-wish="${held}"]`) ?? $("room-now").querySelector("button"))?.focus();
    // A friend who has arrived no longer needs the link.
    if (this.side && this.data.here[other(this.side)] && !this.wasHere) $("room-links").open = false;
    this.wasHere = this.side && this.data.here[other(this.side)];
  }

  said() {
    const { here } = this.data;
    const place = (isHere) => w(isHere ? "here" : "away");
    return [
      this.side ? w("you_play", { side: t(this.side) }) : w("you_watch"),
      this.side ? w(here[other(this.side)] ? "friend_here" : "friend_away") : w("both", { first: place(here.first), second: place(here.second) }),
      this.resigned ? w("resigned", { side: t(this.resigned) }) : "",
      here.watching > 0 ? w("watching", { count: here.watching }) : "",
    ].filter(Boolean).join(" ");
  }

  buttons() {
    const { wish } = this.data;
    const parts = [];
    const row = make("div", { className: "row" });
    const add = (name, run, isDisabled = false) => {
      const made = button(w(name), run);
      made.dataset.wish = name;
      made.disabled = isDisabled || this.isSending;
      row.append(made);
    };
    if (this.side && wish) {
      const isMine = wish.by === this.side;
      parts.push(make("p", { className: "asked", textContent: isMine ? w("asking") : w(`asked_${wish.wish}`, { side: t(wish.by) }) }));
      if (!isMine) add("agree", () => this.wish(wish.wish, true));
      add(isMine ? "not_any_more" : "refuse", () => this.wish(wish.wish, false));
      if (!isMine && this.drawnWish !== wish.wish) this.app.view.say(w(`asked_${wish.wish}`, { side: t(wish.by) }));
    } else if (this.isResigning && !this.isOver) {
      parts.push(make("p", { className: "asked", textContent: w("sure") }));
      add("play_on", () => this.askToResign(false));
      add("resign_sure", () => this.resign());
    } else if (this.side) {
      const hasMoved = this.app.tree.line().some(({ mover }) => mover === this.side);
      add("undo", () => this.wish("undo", true), !hasMoved || Boolean(this.resigned));
      if (!this.isOver) add("resign", () => this.askToResign(true));
      if (this.isOver) add("again", () => this.wish("again", true));
    }
    this.drawnWish = wish?.wish;
    add("leave", () => this.quit());
    return [...parts, row];
  }

  /** Leaves the room for good, as a step of the browser's history: Back leads to the seat again. */
  quit() {
    const { app } = this;
    app.leaveRoom();
    app.view.notice(null);
    return app.show({ push: true });
  }

  async drawLinks(links) {
    const { data, app } = this;
    const at = await origin(app).catch(() => null);
    const url = (key) => `${at ?? location.origin}/#${written({ k: key, l: currentLanguage() })}`;
    const parts = at ? [] : [onlyHere()];
    if (data.friend) parts.push(linkField(app, w("for_friend"), url(data.friend)));
    parts.push(linkField(app, w("for_watchers"), url(data.watch)));
    links.replaceChildren(links.firstChild, ...parts);
    // On a phone the links are below the board, but a player who waits for a friend must see what to send.
    if (links.open && !this.hasShownLinks) $("room").scrollIntoView({ block: "nearest" });
    this.hasShownLinks = true;
  }
}
