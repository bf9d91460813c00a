// A printable sheet of puzzles, with the solutions at its end.

import { Problem } from "/client.js";
import { $, button, make } from "/dom.js";
import { seed } from "/opponent.js";
import { picture } from "/picture.js";
import { sizeOf, solutionOf } from "/puzzles.js";
import { t } from "/text.js";
import { placesOf } from "/tree.js";

const PUZZLES = 6;
/** The most puzzles tried, because some repeat. */
const MOST_TRIES = 3 * PUZZLES;

/** Finds puzzles of the current game, and shows their sheet. */
export async function openSheet(app) {
  const signal = app.newWork();
  app.view.busy(t("searching"));
  const puzzles = new Map();
  const grade = $("grade").value;
  try {
    for (let tries = 0; puzzles.size < PUZZLES && tries < MOST_TRIES; tries += 1) {
      const puzzle = await app.client.get("puzzle", { game: app.game, seed: seed(), ...(grade && { grade }) }, signal);
      if (puzzles.has(puzzle.position)) continue;
      const { diagram, moves } = await app.answers.fetchBoard(app.game, { position: puzzle.position });
      puzzles.set(puzzle.position, { ...puzzle, diagram, move: moves.find(({ move }) => move === puzzle.solution) });
    }
  } catch (error) {
    if (error.name === "AbortError") return;
    if (!(error instanceof Problem)) throw error;
    // The puzzles found so far are enough.
    if (!puzzles.size) return app.wrong(error, app.game, "");
  } finally {
    app.view.busy(null);
  }
  draw(app, [...puzzles.values()]);
}

function draw(app, puzzles) {
  const title = make("h2", { id: "sheet-title", textContent: t("sheet_title", { game: app.panels.title() }), tabIndex: -1 });
  const figure = (picture, caption, index) => make("figure", {}, picture, make("figcaption", { textContent: `${index + 1}. ${caption}` }));
  const figures = puzzles.map((puzzle, index) => figure(picture(puzzle.diagram), `${t(`sheet_${puzzle.task}`, { player: t(puzzle.to_move) })} (${sizeOf(puzzle)})`, index));
  // Mark the move, since not every board shows the names of its places.
  const marked = (move) => ({ last: placesOf(move), arrows: move.source === undefined ? [] : [move] });
  const answers = puzzles.map((puzzle, index) => figure(picture(puzzle.diagram, marked(puzzle.move ?? {})), solutionOf(puzzle), index));
  const solutions = make("section", { className: "solutions" }, make("h3", { textContent: t("solutions") }), make("div", { className: "figures" }, ...answers));
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
