// The front door: its actions, today's puzzle and board, and a picture of every game.

import { written } from "/address.js";
import { Problem } from "/client.js";
import { puzzleOf, puzzling, seedOf, today } from "/day.js";
import { $, make } from "/dom.js";
import { LEVELS, seed } from "/opponent.js";
import { picture } from "/picture.js";
import { currentLanguage, t } from "/text.js";
import { other } from "/value.js";

/** The family whose cells have numbers that can be dealt. */
const dealt = (families) => families.find(({ params }) => params.some(({ name }) => name === "weights"));

/** The key of a card's board. */
const key = ({ dataset: { game, position } }) => `${currentLanguage()} ${position} ${game}`;

/** The number of pictures fetched at once; the others follow when they come near. */
const AT_ONCE = 8;

export class Door {
  constructor(app) {
    this.app = app;
    this.isOpen = false;
    this.name = "play";
    this.side = "first";
    /** Whether to play with a friend over a link. */
    this.isFriend = false;
    /** Known boards, by game and position. */
    this.boards = new Map();
    /** The questions of each day. */
    this.days = new Map();
    this.near = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) this.draw(target);
    }, { rootMargin: "200px" });
    for (const button of document.querySelectorAll("[data-door]")) button.addEventListener("click", () => this.pass(button.dataset.door));
    for (const field of document.querySelectorAll("[name=level], [name=side]")) field.addEventListener("change", () => this.choose(field));
  }

  /** Opens a door. */
  open(name) {
    const { app } = this;
    app.newWork();
    app.view?.busy(null);
    app.view?.notice(null);
    this.name = name;
    this.show(true);
    document.title = t("front_title");
    this.words();
    app.remember();
  }

  /** Switches to another door, as a new step of the browser's history. */
  pass(name) {
    this.name = name;
    this.app.remember({ push: true });
    this.words();
  }

  close() {
    const wasOpen = this.isOpen;
    this.show(false);
    if (!wasOpen) return;
    // The cards may have been scrolled far. A game begins at the top, and a screen reader announces it.
    scrollTo(0, 0);
    $("status").focus({ preventScroll: true });
  }

  show(isOpen) {
    this.isOpen = isOpen;
    $("door").hidden = !isOpen;
    for (const id of ["table", "pick"]) $(id).hidden = isOpen;
    // Shown earlier, it would jump from the top to the end.
    $("foot").hidden = false;
  }

  /** Handles the choice of a level or a side. */
  choose({ name, value }) {
    const { settings } = this.app;
    if (name === "side") this.side = value;
    else {
      this.isFriend = value === "friend";
      if (!this.isFriend) settings.level = value;
    }
    settings.keep();
    this.drawCards();
  }

  /** Updates the texts after a change of language, door or list of games. */
  words() {
    if (!this.isOpen) return;
    document.title = t("front_title");
    for (const button of document.querySelectorAll("[data-door]")) button.setAttribute("aria-pressed", String(button.dataset.door === this.name));
    const { settings } = this.app;
    const level = LEVELS.includes(settings.level) ? settings.level : "perfect";
    for (const field of document.querySelectorAll("[name=level]")) field.checked = field.value === (this.isFriend ? "friend" : level);
    for (const field of document.querySelectorAll("[name=side]")) field.checked = field.value === this.side;
    $("opponent").hidden = this.name !== "play";
    $("door-help").textContent = t(`door_${this.name}_help`);
    $("make-how").hidden = this.name !== "make";
    this.drawCards();
  }

  /** The address of a card. */
  address(game, more = {}) {
    const { settings } = this.app;
    const level = LEVELS.includes(settings.level) ? settings.level : "perfect";
    if (this.isFriend && this.name === "play" && !("z" in more)) return `#${written({ k: "new", g: game, w: this.side, l: currentLanguage(), t: settings.theme })}`;
    const players = this.name === "play" ? { [this.side]: "human", [other(this.side)]: level } : { first: "human", second: "human" };
    return `#${written({ g: game, p1: players.first, p2: players.second, v: this.name === "analyse" ? 1 : null, l: currentLanguage(), t: settings.theme, ...more })}`;
  }

  /** The texts and addresses of the cards. */
  cards() {
    const { families } = this.app;
    const card = (family, more) => ({ game: family.examples[0], title: family.title, help: family.summary, known: family.known, ...more });
    switch (this.name) {
      case "puzzles":
        return families.filter(puzzling).map((family) => card(family, { more: { z: seed() } }));
      case "make":
        // A family whose only setting is a file has examples that people wrote.
        return families
          .filter(({ params }) => params.length === 1 && params[0].kind === "file" && params[0].required)
          .flatMap(({ examples }) => examples.map((game) => ({ game, title: game.replace(/^.*\/|\.\w+$/g, "").replaceAll("-", " "), isFile: true })));
      default:
        return families.filter(({ examples }) => examples.length).map((family) => card(family));
    }
  }

  drawCards() {
    this.near.disconnect();
    const draw = ({ game, title, help, known, more, isFile }) => {
      const thumb = make("div", { className: "thumb" });
      Object.assign(thumb.dataset, { game, position: known?.scene ?? "start", ...(isFile && { titled: "" }) });
      const name = make("strong", { textContent: title });
      const facts = known ? [make("span", { className: "quiet", textContent: this.size(known) }), make("span", { className: `solved ${known.winner}`, textContent: this.solved(known) })] : [];
      return make("li", {}, make("a", { className: "card", href: this.address(game, more), title: help ?? game }, thumb, name, ...facts));
    };
    this.drawToday();
    $("gallery").replaceChildren(...this.cards().map(draw));
    const thumbs = [...$("door").querySelectorAll(".thumb")];
    // The first cards are visible on every screen, so fetch them at once. Known boards cost nothing, so
    // rebuilt cards keep their pictures.
    for (const [index, thumb] of thumbs.entries()) {
      if (index < AT_ONCE || this.boards.has(key(thumb))) this.draw(thumb);
      else this.near.observe(thumb);
    }
  }

  size({ positions, more }) {
    const format = new Intl.NumberFormat(currentLanguage(), positions < 1e6 ? {} : { notation: "compact", maximumSignificantDigits: 3 });
    return t(more ? "positions_more" : "positions", { count: format.format(positions) });
  }

  solved({ winner, cited }) {
    return t(`${cited ? "cited" : "solved"}_${winner === "draw" ? "draw" : "win"}`, { player: t(winner) });
  }

  /** The puzzle and the board of the day, the same for everybody. */
  drawToday() {
    const { families } = this.app;
    const weighted = dealt(families);
    const cards = [];
    const card = (id, title, text, family, href) => {
      const thumb = make("div", { className: "thumb" });
      Object.assign(thumb.dataset, { game: family.examples[0], position: "start" });
      const link = make("a", { className: "card today", id, href }, thumb, make("strong", { textContent: title }), make("span", { className: "quiet", textContent: text }));
      cards.push(link);
      return { link, thumb };
    };
    const puzzle = puzzleOf(today(), families);
    if (puzzle) {
      const { family, seed, grade } = puzzle;
      const streak = this.app.settings.days();
      const text = [t("today_puzzle_help", { game: family.title }), streak && t("days", { count: streak })].filter(Boolean).join(" · ");
      const { link, thumb } = card("today-puzzle", t("today_puzzle"), text, family, this.address(family.examples[0], { z: seed, y: grade, p1: "human", p2: "human", v: null }));
      this.daily("puzzle", { game: family.examples[0], seed, grade }).then((found) => {
        if (!found) return;
        link.lastChild.textContent = [text, t("puzzle_size", { grade: t(found.grade), count: (found.line.length + 1) / 2 })].join(" · ");
        this.redraw(thumb, { position: found.position });
      });
    }
    if (weighted) {
      const { link, thumb } = card("today-board", t("today_board"), t("today_board_help", { game: weighted.title }), weighted, this.address(weighted.examples[0]));
      this.daily("deal", { game: weighted.examples[0], deal: "fair", seed: seedOf(today()) }).then((found) => {
        if (!found) return;
        link.href = this.address(found.game);
        this.redraw(thumb, { game: found.game });
      });
    }
    $("today").replaceChildren(...cards);
  }

  /** Asks a question of the day once; null if it fails. */
  async daily(name, params) {
    const day = `${name} ${params.game} ${params.seed}`;
    try {
      return await (this.days.get(day) ?? this.days.set(day, this.app.client.get(name, params)).get(day));
    } catch (error) {
      this.days.delete(day);
      if (error instanceof Problem) return null;
      throw error;
    }
  }

  /** Draws another position on a card. */
  redraw(thumb, changes) {
    Object.assign(thumb.dataset, changes);
    return this.draw(thumb);
  }

  /** Draws the picture of a card that becomes visible. */
  async draw(thumb) {
    this.near.unobserve(thumb);
    const { game, position } = thumb.dataset;
    const asked = key(thumb);
    try {
      const board = await (this.boards.get(asked) ?? this.fetch(asked, { game, position }));
      // The card may want another picture by now.
      if (thumb.dataset.game !== game || thumb.dataset.position !== position) return;
      thumb.replaceChildren(picture(board.diagram));
      if ("titled" in thumb.dataset && board.title) thumb.nextSibling.textContent = board.title;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }

  fetch(asked, params) {
    const found = this.app.client.get("board", params);
    this.boards.set(asked, found);
    found.catch(() => this.boards.delete(asked));
    return found;
  }
}
