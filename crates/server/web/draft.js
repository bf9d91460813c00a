// Edits the position on the board by touch. Fetched when needed.

import { Problem } from "/client.js";
import { $ } from "/dom.js";
import { t } from "/text.js";

/**
 * Allows editing if this game's positions are written as the drawn rows, or as the place of its only piece: reading
 * the text back must give the same board.
 */
export async function startEditing(app) {
  const { panels } = app;
  const { diagram } = app.current;
  const { position } = app.tree.current;
  const places = structuredClone(diagram.places);
  const pieces = places.filter((place) => place.mark?.symbol === "@");
  const draft = { ...diagram, decisive: [], places, isPiece: pieces.length === 1, symbols: [], rest: "" };
  // Some games write more after the rows: the player to move, the pieces in hand.
  const text = written(draft);
  if (position.startsWith(text)) draft.rest = position.slice(text.length);
  const marks = (board) => JSON.stringify(board?.diagram.places.map(({ mark }) => mark));
  const same = marks(await read(app, written(draft))) === marks(app.current);
  if (same) draft.symbols = await symbols(app);
  if (draft.symbols.length) panels.draft = draft;
  else $("edit").checked = false;
  app.view.notice(panels.draft ? null : t("edit_as_text"));
}

/** The marks on the board here and in the next two positions. */
async function symbols(app) {
  const found = new Map();
  let board = app.current;
  for (let ply = 0; board && ply < 3; ply += 1) {
    for (const { mark } of board.diagram.places) if (mark) found.set(mark.symbol, mark);
    board = board.moves.length ? await read(app, board.moves[0].position) : null;
  }
  return [...found.values()];
}

/** Handles a touch during editing: puts the next mark there that makes a valid position. */
export async function touchDraft(app, index) {
  const { draft } = app.panels;
  const { places, isPiece, symbols } = draft;
  const before = places.map(({ mark }) => mark);
  const order = [undefined, ...symbols];
  const now = order.findIndex((mark) => mark?.symbol === before[index]?.symbol);
  const turned = [...order.slice(now + 1), ...order.slice(0, now)];
  for (const mark of isPiece ? symbols : turned) {
    if (isPiece) for (const place of places) place.mark = undefined;
    places[index].mark = mark;
    const text = written(draft);
    if (!(await read(app, text))) continue;
    $("edit-text").value = text;
    $("edit-text").removeAttribute("aria-invalid");
    app.view.notice(null);
    return app.view.drawBoard();
  }
  places.forEach((place, at) => (place.mark = before[at]));
  app.view.notice(t("edit_none"));
}

/** Writes the draft as a position: rows of marks, `.` for an empty place, `_` for none, layers separated by `//`. */
function written({ places, isPiece, rest }) {
  if (isPiece) return places.find(({ mark }) => mark?.symbol === "@").name + rest;
  const layers = [];
  for (const { at: [layer, row, col], mark } of places) {
    const rows = (layers[layer] ??= []);
    const cells = (rows[row] ??= []);
    cells[col] = mark?.symbol ?? ".";
  }
  const cols = Math.max(...places.map((place) => place.at[2])) + 1;
  const line = (cells) => Array.from({ length: cols }, (_, col) => cells?.[col] ?? "_").join("");
  return layers.map((rows) => Array.from(rows, line).join("/")).join("//") + rest;
}

/** The board of a text, or null if it is no position. */
async function read(app, text) {
  try {
    return await app.answers.fetchBoard(app.game, { position: text });
  } catch (error) {
    if (error instanceof Problem || error.name === "AbortError") return null;
    throw error;
  }
}
