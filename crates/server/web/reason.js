// Shows the reason for a value as text with moves to press, which the board then marks.

import { written } from "/address.js";
import { $, button, make } from "/dom.js";
import { currentLanguage, t } from "/text.js";
import { placesOf } from "/tree.js";

export const WORDS = {
  en: { in_sum: "This position in a sum" },
  ja: { in_sum: "この局面を和に入れる" },
};

/** The most positions of a reason in which a move is searched. */
const MOST_LOOKS = 12;

/** All moves that a reason names, and the positions where some are made. */
function named(parts) {
  const [moves, positions] = [new Set(), []];
  const walk = (value) => {
    if (Array.isArray(value)) return value.forEach(walk);
    if (!value || typeof value !== "object") return;
    for (const [key, part] of Object.entries(value)) {
      if ((key === "answer" || key === "move") && typeof part === "string") moves.add(part);
      else if (["threats", "line"].includes(key) && Array.isArray(part)) part.forEach((move) => moves.add(move));
      else if (key === "pairs" && Array.isArray(part)) part.flat().forEach((move) => moves.add(move));
      else if (key === "position" && typeof part === "string") positions.push(part);
      walk(part);
    }
  };
  walk(parts);
  return { moves, positions };
}

/** Splits a line of text into parts: { move } for a move, { text } for the rest. */
export function inParts(line, moves) {
  const parts = [];
  const escaped = [...moves].sort((a, b) => b.length - a.length).map((move) => move.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (!escaped.length) return [{ text: line }];
  // A move that is a plain number follows its player's name; other numbers are plies and points.
  const players = [t("first"), t("second"), "First", "Second"].join("|");
  const pattern = new RegExp(`(?<![\\w,.+>-])(?:${escaped.join("|")})(?![\\w+>]|[,.-]\\w)`, "g");
  let at = 0;
  for (const found of line.matchAll(pattern)) {
    const before = line.slice(0, found.index);
    if (/^-?\d+$/.test(found[0]) && !new RegExp(`(?:${players})\\s*$`).test(before)) continue;
    parts.push({ text: line.slice(at, found.index) }, { move: found[0] });
    at = found.index + found[0].length;
  }
  parts.push({ text: line.slice(at) });
  return parts.filter(({ text, move }) => move || text);
}

/** The pairings of a reason: { pairs: [[move, move]], owner }, by their text in the reason. */
function pairings(parts) {
  const found = new Map();
  const walk = (node, owner) => {
    if (node.pairs?.length) found.set(node.pairs.map((pair) => pair.join("-")).join(" "), { pairs: node.pairs, owner });
    for (const { then } of node.replies ?? []) walk(then, owner);
  };
  for (const { tree, player } of parts) if (tree) walk(tree, player);
  return found;
}

/** Draws a pairing on the board. */
function pair(app, { pairs, owner }) {
  const place = (name) => (seen(app, name) ?? spelt(app, name))?.values().next().value;
  const places = pairs.map((moves) => moves.map(place));
  app.view.pairs(places.filter((both) => both.every((index) => index !== undefined)), owner);
}

/** Embeds a picture from the server; the page's policy allows only its own styles. */
const picture = (svg) => make("div", { className: "thermograph" }, document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true));

/** A link to the page that adds this position to others and to values. */
function inSum(app, { game, position }) {
  const x = position === "start" ? game : `${game} ${position}`;
  const l = currentLanguage();
  const link = make("a", { id: "in-sum", textContent: WORDS[l].in_sum });
  const lead = () => (link.href = `/sums.html#${written({ x, l, t: app.settings.theme })}`);
  lead();
  // The theme may have changed by then.
  for (const type of ["pointerdown", "click"]) link.addEventListener(type, lead);
  return make("p", {}, link);
}

/** Shows the server's reason or value. */
export function tell(app, said) {
  const { text, parts, thermograph } = said;
  const { moves, positions } = named(parts);
  const pairs = pairings(Array.isArray(parts) ? parts : []);
  const joined = (line) => [...pairs].filter(([written]) => line.includes(written)).map(([, pairing]) => button(t("show_pairs"), () => pair(app, pairing)));
  const drawn = (line) =>
    make("div", {}, ...inParts(line, moves).map((part) => {
      if (!part.move) return document.createTextNode(part.text);
      const link = button(part.move, () => show(app, part.move, positions));
      link.className = "move-link";
      link.setAttribute("aria-label", t("show_move", { move: part.move }));
      for (const type of ["pointerenter", "focus"]) link.addEventListener(type, () => show(app, part.move, positions));
      for (const type of ["pointerleave", "blur"]) link.addEventListener(type, () => app.view.point(new Set()));
      return link;
    }), ...joined(line));
  $("reason").replaceChildren(...text.map(drawn), ...(thermograph ? [inSum(app, said), picture(thermograph)] : []));
  const [first] = pairs.values();
  if (first) pair(app, first);
}

/** Marks the places of a move on the board. */
async function show(app, name, positions) {
  const node = app.tree.current;
  const places = seen(app, name) ?? spelt(app, name) ?? (await sought(app, name, positions).catch(() => null));
  if (places && app.tree.current === node) app.view.point(places);
}

const among = (board, name) => board.moves.find(({ move }) => move === name);

/** The places of a move of this position, or of another known one. */
function seen(app, name) {
  const board = [app.current, ...app.answers.boards.values()].find((board) => among(board, name));
  return board && placesOf(among(board, name));
}

/** The places of a move written as the names of its places. */
function spelt(app, name) {
  const words = name.split(/[^\w,]+|(?<=\d)x(?=\d)/);
  const places = app.current.diagram.places.flatMap((place, index) => (words.includes(place.name) ? [index] : []));
  return places.length === words.length ? new Set(places) : null;
}

/** The places of a move in one of the reason's positions. */
async function sought(app, name, positions) {
  for (const position of positions.slice(0, MOST_LOOKS)) {
    const board = await app.answers.board({ position, points: app.tree.current.points });
    if (among(board, name)) return placesOf(among(board, name));
  }
  return null;
}
