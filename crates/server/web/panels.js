// The panels beside the board: players, numbers, rules, editing, sharing.

import { GRADES, addressOf, written } from "/address.js";
import { Problem } from "/client.js";
import { seedOf, today } from "/day.js";
import { $, make } from "/dom.js";
import { PLAYERS } from "/opponent.js";
import { currentLanguage, t } from "/text.js";
import { other } from "/value.js";

/** Fills a select with [value, text] pairs, and keeps the choice. */
function options(select, pairs, chosen) {
  select.replaceChildren(...pairs.map(([value, text]) => make("option", { value, textContent: text })));
  if (pairs.some(([value]) => value === chosen)) select.value = chosen;
}

/** Builds a spec. */
const spec = (name, given) => (given.size ? `${name}:${[...given].map(([key, value]) => `${key}=${value}`).join(",")}` : name);

export class Panels {
  constructor(app) {
    this.app = app;
    this.draft = null;
    /** The position with which the game was opened. */
    this.board = null;
    this.bind();
  }

  get editing() {
    return this.draft !== null;
  }

  family() {
    return this.app.families.find((family) => family.name === this.board.family);
  }

  /** The game's title. */
  title() {
    return this.board.title ?? this.family().title;
  }

  /** Fetches the opening board again in the current language. */
  async translate() {
    const { board } = this;
    if (!board || board.lang === currentLanguage()) return;
    const told = await this.app.answers.fetchBoard(board.game, { position: board.position, ...(board.points && { points: board.points.join() }) });
    if (this.board === board) this.board = told;
  }

  /** The settings of the game, by name. */
  given() {
    return new Map(this.board.settings.map(({ name, value }) => [name, value]));
  }

  /** Updates the texts after a change of language. */
  words() {
    const { app } = this;
    options($("family"), app.families.map((family) => [family.name, family.title]), this.board?.family);
    const players = PLAYERS.map((name) => [name, t(name)]);
    for (const player of ["first", "second"]) options($(`player-${player}`), players, app.players[player]);
    options($("ask"), ["winner", "margin", "distance"].map((name) => [name, t(`ask_${name}`)]), app.tree && app.ask);
    options($("grade"), [["", t("any_grade")], ...GRADES.map((name) => [name, t(name)])], $("grade").value);
    if (this.board) this.opened(this.board);
  }

  /** Updates the panels for a new game. */
  opened(board) {
    const { app } = this;
    this.board = board;
    const family = this.family();
    const given = this.given();
    $("family").value = family.name;
    // A title that the list of games does not have.
    $("title").textContent = board.title ?? "";
    $("title").hidden = !board.title;
    $("summary").textContent = app.game.length < 60 ? app.game : family.name;
    // Games of other crates have none.
    $("says").replaceChildren(...(board.says ?? [family.summary]).map((textContent) => make("p", { textContent })));
    $("source").textContent = t("source", { source: family.source });
    $("notation").textContent = t("notation", { notation: family.notation });
    $("spec").value = app.game;
    options($("examples"), [["", ""], ...family.examples.map((example) => [example, example])], "");
    $("player-first").value = app.players.first;
    $("player-second").value = app.players.second;
    $("rate").value = app.rate;
    $("rate-label").hidden = !Object.values(app.players).includes("errs");
    $("analysis").checked = app.analysis;
    // Plies are no value of a game whose moves gain points.
    $("ask").querySelector("[value=distance]").disabled = Boolean(board.points);
    $("params").replaceChildren(...family.params.filter(({ kind }) => kind !== "file").map((param) => this.param(param, given)));
    const { places } = board.diagram;
    const numbers = places.length > 0 && places.every((place) => /^-?\d+$/.test(place.label ?? ""));
    $("panel-deal").hidden = !numbers || !family.params.some((param) => param.name === "weights");
    if (!$("panel-deal").hidden) {
      $("deal-cells").style.gridTemplateColumns = `repeat(${Math.max(...places.map((place) => place.at[2])) + 1}, minmax(0, 1fr))`;
      $("deal-cells").replaceChildren(
        ...places.map((place) => {
          const input = make("input", { type: "number", step: 1, value: place.label, required: true });
          input.setAttribute("aria-label", t("number_at", { place: place.name }));
          return input;
        }),
      );
      if (!$("day").value) $("day").value = today();
    }
    this.stopEditing();
    this.showSource(given);
  }

  /** The rules file of the server can be edited while its game is on the table. */
  showSource(given) {
    const file = this.board.family === "rules" ? given.get("file") : undefined;
    const isOpened = file !== undefined && [file, `rules:file=${file}`].includes(this.app.opened);
    $("panel-source").hidden = !isOpened;
    if (isOpened) this.editor?.refresh();
  }

  /** Fetches the editor on first use. */
  async editSource() {
    if (!$("panel-source").open || this.editor) return;
    const { Editor } = await import("/editor.js");
    this.editor ??= new Editor(this.app);
    await this.editor.read();
  }

  /** The field of a setting. */
  param(param, given) {
    const value = given.get(param.name) ?? param.default ?? "";
    let field;
    if (param.kind === "int") field = make("input", { type: "number", min: param.min, max: param.max, step: 1, value });
    else if (param.kind === "flag" || param.kind === "choice") {
      field = make("select");
      options(field, (param.choices ?? ["no", "yes"]).map((word) => [word, param.kind === "flag" ? t(word) : word]), value || "no");
    } else field = make("input", { value, autocomplete: "off", spellcheck: false });
    field.name = param.name;
    const title = param.required ? t("required", { name: param.name }) : param.name;
    const help = [param.help, param.form].filter(Boolean).join(": ");
    return make("label", {}, make("span", { textContent: title }), field, make("span", { className: "quiet", textContent: help }));
  }

  /** Updates the panels for a new position. */
  moved() {
    $("ask").value = this.app.ask;
    if (!this.editing) {
      $("edit-text").value = this.app.tree.current.position;
      $("edit-text").removeAttribute("aria-invalid");
    }
    this.drawShare();
  }

  // --- players -----------------------------------------------------------------------------------

  /** Sets the players from here on. */
  play(players) {
    const { app } = this;
    app.leaveRoom();
    app.players = players;
    for (const player of ["first", "second"]) $(`player-${player}`).value = players[player];
    $("rate-label").hidden = !Object.values(players).includes("errs");
    const level = Object.values(players).find((name) => name !== "human");
    if (level) app.settings.level = level;
    app.settings.keep();
    app.view.notice(null);
    app.show({ play: true });
  }

  /** Makes a room to play this game with a friend. */
  invite(side) {
    const { app } = this;
    location.hash = written({ k: "new", g: app.game, s: app.tree.root.position, w: side, l: currentLanguage(), t: app.settings.theme });
  }

  /** A person takes one side, and the former opponent the other. */
  playAs(side) {
    const { app } = this;
    const level = Object.values(app.players).find((name) => name !== "human") ?? app.settings.level;
    this.play({ [side]: "human", [other(side)]: level });
  }

  // --- editing -----------------------------------------------------------------------------------

  stopEditing() {
    this.draft = null;
    $("edit").checked = false;
  }

  // --- sharing -----------------------------------------------------------------------------------

  /** Draws the link for other machines, if its panel is open. */
  async drawShare() {
    if (!$("panel-share").open) return;
    const { drawShare } = await import("/share.js");
    await drawShare(this.app).catch(() => undefined);
  }

  async copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      this.app.view.notice(t("copied"));
    } catch {
      this.app.view.notice(t("not_copied"));
    }
  }

  // --- dealing -----------------------------------------------------------------------------------

  async deal(kind, seed) {
    const { app } = this;
    app.view.busy(t("dealing"));
    try {
      const dealt = await app.client.get("deal", { game: app.game, deal: kind, seed }, app.work.signal);
      await app.open(dealt.game);
    } catch (error) {
      if (error instanceof Problem) app.wrong(error, app.game, "");
      else if (error.name !== "AbortError") throw error;
    } finally {
      if ($("thinking-text").textContent === t("dealing")) app.view.busy(null);
    }
  }

  bind() {
    const { app } = this;
    const on = (id, event, run) => $(id).addEventListener(event, run);
    const submit = (id, run) => on(id, "submit", (event) => (event.preventDefault(), run()));
    on("panel-source", "toggle", () => this.editSource());
    on("family", "change", () => {
      const family = app.families.find(({ name }) => name === $("family").value);
      app.asked = null;
      app.open(family.examples[0] ?? family.name);
    });
    for (const player of ["first", "second"]) {
      on(`player-${player}`, "change", () => {
        this.play({ ...app.players, [player]: $(`player-${player}`).value });
      });
    }
    for (const button of document.querySelectorAll("[data-side]")) button.addEventListener("click", () => this.playAs(button.dataset.side));
    on("rate", "change", () => {
      app.rate = Math.min(100, Math.max(0, Math.round(Number($("rate").value)) || 0));
      $("rate").value = app.rate;
      app.remember();
    });
    on("examples", "change", () => $("examples").value && ((app.asked = null), app.open($("examples").value)));
    submit("spec-form", () => ((app.asked = null), app.open($("spec").value.trim())));
    submit("rules-form", () => {
      const { name, params } = this.family();
      const given = this.given();
      for (const param of params) {
        const field = $("params").querySelector(`[name="${param.name}"]`);
        if (!field) continue;
        if (field.value === "" || field.value === param.default) given.delete(param.name);
        else given.set(param.name, field.value);
      }
      app.asked = null;
      app.open(spec(name, given));
    });
    submit("deal-form", () => {
      const given = this.given();
      given.set("weights", [...$("deal-cells").children].map((input) => input.value || "0").join("/"));
      app.open(spec(this.board.family, given));
    });
    for (const button of document.querySelectorAll("[data-deal]")) {
      button.addEventListener("click", () => this.deal(button.dataset.deal, Math.floor(Math.random() * 2 ** 32)));
    }
    on("daily", "click", () => this.deal("fair", seedOf($("day").value || today())));
    on("edit", "change", async () => {
      app.view.notice(null);
      if ($("edit").checked) await (await import("/draft.js")).startEditing(app);
      else this.stopEditing();
      app.view.draw();
    });
    submit("edit-form", async () => {
      const text = $("edit-text").value.trim();
      const problem = await app.open(app.game, text, null, { play: false });
      if (problem?.in !== "position") return;
      // The position that stays shown is not the one to correct.
      $("edit-text").value = text;
      $("edit-text").setAttribute("aria-invalid", "true");
    });
    on("panel-share", "toggle", () => this.drawShare());
    on("copy-link", "click", () => this.copy(new URL(`#${addressOf(app, { isShared: true })}`, location.href).href));
    on("copy-text", "click", async () => this.copy((await import("/share.js")).asText(app)));
    on("save-svg", "click", async () => (await import("/share.js")).saveSvg(app));
    on("save-page", "click", async () => (await import("/export.js")).exportPage(app));
  }
}
