// Buttons, fields and keys outside the panels.

import { $ } from "/dom.js";
import { t } from "/text.js";

/** Connects buttons, fields and keys to their actions. */
export function bind(app) {
  app.settings.bind();
  const on = (id, run, event = "click") => $(id).addEventListener(event, run);
  // The address holds the game, so it cannot hold an anchor.
  on("skip", (event) => (event.preventDefault(), $(app.door.isOpen ? "gallery" : "board").focus()));
  on("undo", () => app.undo());
  on("redo", () => (app.tree.redo(), app.view.notice(null), app.show()));
  on("first-ply", () => app.go(app.tree.root));
  on("last-ply", () => app.go(app.tree.line().at(-1)));
  on("hint", () => app.coach.hint());
  on("why", () => app.coach.why());
  on("worth", () => app.coach.worth());
  on("again", () => app.again());
  on("prune", () => (app.tree.prune(), app.show()));
  for (const side of document.querySelectorAll("[data-friend]")) side.addEventListener("click", () => app.panels.invite(side.dataset.friend));
  on("puzzle", () => app.puzzles.open());
  on("sheet-open", async () => (await import("/sheet.js")).openSheet(app));
  on("puzzle-end", () => app.puzzles.end());
  on("lang", () => app.toggleLanguage());
  on("theme", () => app.toggleTheme());
  on("help-open", () => $("help").showModal());
  on("analysis", () => app.toggleAnalysis(), "change");
  on("ask", () => ((app.asked = $("ask").value), app.show()), "change");
  on("stop", () => {
    app.newWork();
    app.view.busy(null);
    app.view.notice(t("stopped"), [[t("think_on"), () => app.show({ play: true })]]);
  });
  on("type-move", (event) => {
    event.preventDefault();
    const text = $("move-text").value.trim();
    const move = app.current.moves.find((one) => one.move === text);
    if (!move) return app.view.notice(t("not_a_move", { move: text }));
    $("move-text").value = "";
    app.make(move);
  }, "submit");
  const keys = {
    ArrowLeft: () => app.undo(),
    ArrowRight: () => $("redo").click(),
    Home: () => app.go(app.tree.root),
    End: () => $("last-ply").click(),
    a: () => app.toggleAnalysis(),
    h: () => app.coach.hint(),
    w: () => app.coach.why(),
    v: () => $("worth").hidden || app.coach.worth(),
    n: () => app.again(),
    p: () => app.puzzles.open(),
    u: () => app.undo(),
    t: () => app.toggleTheme(),
    l: () => app.toggleLanguage(),
    "?": () => $("help").showModal(),
  };
  addEventListener("keydown", (event) => {
    // A dialog that was just closed keeps the focus until the next frame.
    const dialog = event.target.closest?.("dialog");
    const typing = dialog ? dialog.open : event.target.closest?.("input, select, textarea");
    const letter = event.key.length === 1;
    if (typing || event.ctrlKey || event.metaKey || event.altKey || (letter && !$("keys").checked)) return;
    // A scrolling board that has the focus scrolls by arrow keys.
    if (event.target.matches?.(".long") && event.key.startsWith("Arrow")) return;
    // Digits play columns.
    if (/^[1-9]$/.test(event.key) && !app.door.isOpen && app.current?.diagram.layout === "columns") return app.hand.column(Number(event.key) - 1);
    if (event.key === "Escape" && app.hand && app.hand.held !== null) return app.hand.pick(null);
    // At the front door, no key makes a move.
    const run = app.door.isOpen && !["t", "l", "?"].includes(event.key) ? null : keys[event.key];
    if (run && (app.current || app.door.isOpen)) (event.preventDefault(), run());
  });
}
