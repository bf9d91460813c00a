// A sheet of puzzles to print, with the solutions at its end.

import { Problem } from "/client.js";
import { $, button, make } from "/dom.js";
import { seed } from "/opponent.js";
import { picture } from "/picture.js";
import { t } from "/text.js";

const PUZZLES = 6;
/** Puzzles that are looked at: some come twice. */
const MOST_TRIES = 3 * PUZZLES;

/** Finds the puzzles of the game on the table, and shows their sheet. */
export async function openSheet(app) {
  const signal = app.newWork();
  app.view.busy(t("searching"));
  const puzzles = new Map();
  try {
    for (let tries = 0; puzzles.size < PUZZLES && tries < MOST_TRIES; tries += 1) {
      const puzzle = await app.client.get("puzzle", { game: app.game, seed: seed() }, signal);
      if (puzzles.has(puzzle.position)) continue;
      const { diagram } = await app.answers.fetchBoard(app.game, { position: puzzle.position });
      puzzles.set(puzzle.position, { ...puzzle, diagram });
    }
  } catch (error) {
    if (error.name === "AbortError") return;
    if (!(error instanceof Problem)) throw error;
    // What was found until then is enough.
    if (!puzzles.size) return app.wrong(error, app.game, "");
  } finally {
    app.view.busy(null);
  }
  draw(app, [...puzzles.values()]);
}

function draw(app, puzzles) {
  const title = make("h2", { id: "sheet-title", textContent: t("sheet_title", { game: app.panels.title() }), tabIndex: -1 });
  const figures = puzzles.map(({ diagram, task, to_move: player }, index) =>
    make("figure", {}, picture(diagram), make("figcaption", { textContent: `${index + 1}. ${t(`sheet_${task}`, { player: t(player) })}` })),
  );
  const solutions = make("p", { className: "solutions", textContent: `${t("solutions")} ${puzzles.map(({ solution }, index) => `${index + 1}. ${solution}`).join("  ")}` });
  const close = () => {
    $("sheet").hidden = true;
    $("sheet").replaceChildren();
    document.body.classList.remove("with-sheet");
    $("sheet-open").focus();
  };
  const buttons = make("div", { className: "row" }, button(t("print"), () => print()), button(t("close"), close));
  $("sheet").replaceChildren(title, buttons, make("div", { className: "figures" }, ...figures), solutions);
  $("sheet").hidden = false;
  document.body.classList.add("with-sheet");
  title.focus();
}
