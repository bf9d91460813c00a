// The picture of a position without interaction; a text beside it describes it.

import { drawBoard } from "/board.js";
import { pastOf } from "/past.js";

/** `more` as in `drawBoard`. */
export function picture(diagram, more = {}) {
  const nothing = () => null;
  const none = new Set();
  const svg = drawBoard(diagram, {
    moves: new Map(),
    value: nothing,
    name: () => "",
    touch: nothing,
    preview: nothing,
    movable: () => false,
    last: none,
    hinted: none,
    goals: none,
    legal: none,
    picked: null,
    past: pastOf(diagram, [], null),
    root: diagram,
    title: "",
    ...more,
  });
  svg.setAttribute("aria-hidden", "true");
  return svg;
}
