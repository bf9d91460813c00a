// Draws pieces by their forms. First's and Second's differ in more than colour.

import { CELL, box, circle, el, path, text } from "/svg.js";

/** The sign of a disc's owner besides the colour: a ring for First, a dot for Second. */
function device(owner, x, y, r) {
  if (owner === "first") return [circle(x, y, r * 0.62, "disc-symbol line")];
  return owner === "second" ? [circle(x, y, r * 0.2, "disc-symbol")] : [];
}

const disc = (x, y, r, ...on) => [circle(x, y, r, "disc"), ...on];

const crown = (x, y) => path(`M${x - 13} ${y + 10}L${x - 14} ${y - 8}L${x - 6} ${y}L${x} ${y - 12}L${x + 6} ${y}L${x + 14} ${y - 8}L${x + 13} ${y + 10}Z`, "disc-symbol");

/** A queen's crown, whose points end in balls. */
const coronet = (x, y) => [
  path(`M${x - 11} ${y + 11}L${x - 15} ${y - 5}L${x - 7} ${y + 2}L${x - 6} ${y - 9}L${x} ${y + 1}L${x + 6} ${y - 9}L${x + 7} ${y + 2}L${x + 15} ${y - 5}L${x + 11} ${y + 11}Z`, "disc-symbol"),
  ...[[-15, -7], [-6, -12], [6, -12], [15, -7]].map(([dx, dy]) => circle(x + dx, y + dy, 2.6, "disc-symbol")),
];

const pawn = (x, y) => [
  path(`M${x - 18} ${y + 23}h36v-6q-10 -3 -11 -17h5v-5h-24v5h5q-1 14 -11 17z`, "disc"),
  circle(x, y - 13, 10.5, "disc"),
];

/** A tile, pointed at the end that faces the opponent. */
function tile(symbol, owner, x, y) {
  const body = [
    path(`M${x} ${y - 27}L${x + 18} ${y - 19}L${x + 24} ${y + 26}H${x - 24}L${x - 18} ${y - 19}Z`, "disc"),
    text(x, y + 4, 27, symbol.toUpperCase(), "disc-symbol"),
  ];
  return [el("g", owner === "second" ? { transform: `rotate(180 ${x} ${y})` } : {}, ...body)];
}

/** A domino standing on one place: First's has a dot on each half, Second's two. */
function standing(owner, x, y) {
  const dots = owner === "first" ? [0] : [-6, 6];
  const pips = [-13, 13].flatMap((dy) => dots.map((dx) => circle(x + dx, y + dy, 3.5, "disc-symbol")));
  return [box(x, y, 30, CELL - 10, 7, "domino disc"), path(`M${x - 9} ${y}h18`, "disc-symbol line thin"), ...pips];
}

/** A mark that is drawn as its letter or sign. */
function written(symbol, x, y) {
  const r = CELL * 0.3;
  if (symbol === "x") return [path(`M${x - r} ${y - r}L${x + r} ${y + r}M${x + r} ${y - r}L${x - r} ${y + r}`, "stroke")];
  if (symbol === "o") return [circle(x, y, r, "stroke")];
  if (symbol === "@") return [circle(x, y, CELL * 0.36, "piece")];
  if (symbol === "#") return [path(`M${x - 24} ${y + 24}L${x + 24} ${y - 24}`, "gone")];
  return [text(x, y, 30, symbol, "symbol")];
}

/** The parts of a piece around its centre. */
function parts({ symbol, owner, glyph }, x, y, r) {
  switch (glyph) {
    case "disc":
      return disc(x, y, r, ...device(owner, x, y, r));
    case "king":
      return disc(x, y, r, crown(x, y));
    case "queen":
      return disc(x, y, r, ...coronet(x, y));
    case "token":
      return disc(x, y, r, text(x, y, r * 1.1, symbol.toUpperCase(), "disc-symbol"), ...(owner === "first" ? [circle(x, y, r * 0.84, "disc-symbol line thin")] : []));
    case "pawn":
      return pawn(x, y);
    case "tile":
      return tile(symbol, owner, x, y);
    case "domino":
      return owner ? standing(owner, x, y) : [box(x, y, CELL - 12, CELL - 12, 8, "domino")];
    default:
      return written(symbol, x, y);
  }
}

/** A piece around its centre. */
export const piece = (mark, x, y, r = CELL * 0.36) => el("g", { class: `mark ${mark.owner ?? "common"}` }, ...parts(mark, x, y, r));

/** One domino over two places. */
export function domino(a, b, owner) {
  const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
  const lies = a.y === b.y;
  const [long, short] = [2 * CELL - 12, CELL - 12];
  const pip = ({ x: px, y: py }, turned) => (turned ? [[-11, -11], [0, 0], [11, 11]] : [[-9, 9], [9, -9]]).map(([dx, dy]) => circle(px + dx, py + dy, 4, "disc-symbol"));
  return el(
    "g",
    { class: `mark ${owner ?? "common"}` },
    box(x, y, lies ? long : short, lies ? short : long, 9, "domino disc"),
    path(lies ? `M${x} ${y - short / 2 + 7}v${short - 14}` : `M${x - short / 2 + 7} ${y}h${short - 14}`, "disc-symbol line thin"),
    ...pip(a, owner === "first"),
    ...pip(b, owner === "first"),
  );
}

/** A square of the bar, or the poisoned one. */
export function square(x, y, isPoison) {
  const d = CELL / 2 - 5;
  const parts = [box(x, y, 2 * d, 2 * d, 7, "choc disc"), path(`M${x - d + 9} ${y + d - 9}V${y - d + 9}H${x + d - 9}`, "gloss")];
  if (isPoison) {
    parts.push(
      path(`M${x - 15} ${y - 4}a15 14 0 1 1 30 0q0 7 -6 10v8h-18v-8q-6 -3 -6 -10z`, "disc-symbol bone"),
      circle(x - 6, y - 3, 4, "socket"),
      circle(x + 6, y - 3, 4, "socket"),
    );
  }
  return el("g", { class: "mark common" }, ...parts);
}

/** Seeds or stones in a round place, up to a countable number. */
export function seeds(count, x, y, radius) {
  const drawn = Math.min(count, 60);
  const r = Math.max(2.4, Math.min(5.5, radius / (1.25 * Math.sqrt(drawn + 1))));
  const spread = (radius - r - 3) / Math.sqrt(Math.max(drawn - 0.5, 1));
  return Array.from({ length: drawn }, (_, seed) => {
    const [turn, out] = [seed * 2.39996, drawn === 1 ? 0 : spread * Math.sqrt(seed + 0.3)];
    return circle(x + out * Math.cos(turn), y + out * Math.sin(turn), r, "pebble");
  });
}
