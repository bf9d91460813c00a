// Draws the answers of the page /sums.html: the value of a sum, and the values of heaps.

import { written } from "/address.js";
import { make } from "/dom.js";
import { w } from "/sumtext.js";
import { currentLanguage, t } from "/text.js";

/** The most moves of a list that are shown at once. */
const SHOWN = 8;
/** The values in a row of the table of heaps. */
const ROW = 10;
const NUMBER = /^-?\d+(\/\d+)?$/;
const NIMBER = /^\*\d*$/;
/** The sign between two sums that are compared. */
const SIGNS = { less: "<", equal: "=", greater: ">", confused: "∥" };

const said = (value) => value ?? w("long");
const code = (text) => make("code", { textContent: text });

/** A term as a user types it. */
const typed = ({ term, position }) => (position === null || position === "start" ? term : `${term} ${position}`);

/** The parts of an answer with equal terms as one, which stands there `count` times, and with the moves in one of them. */
function gathered(parts) {
  const [kinds, firsts] = [new Map(), new Map()];
  parts.terms.forEach((term, index) => {
    const key = JSON.stringify(term);
    if (kinds.has(key)) return kinds.get(key).count++;
    firsts.set(index, kinds.size);
    kinds.set(key, { ...term, count: 1 });
  });
  const once = (moves) => moves.filter(({ term }) => firsts.has(term)).map((move) => ({ ...move, term: firsts.get(move.term) }));
  return { ...parts, terms: [...kinds.values()], first: once(parts.first), second: once(parts.second) };
}

/** The kind of a value. Equal stops mean that it differs from a number by an infinitesimal. */
function kindOf({ value, left_stop: left, right_stop: right }) {
  if (value === "0") return "zero";
  if (NUMBER.test(value)) return "number";
  if (NIMBER.test(value)) return "nimber";
  if (left !== right) return "hot";
  return left === "0" ? "infinitesimal" : "near";
}

/** The facts about a value, a line each. */
function facts(parts) {
  const rows = [
    ["kind", w(`is_${kindOf(parts)}`)],
    ["grundy", parts.grundy],
    ["mean", parts.mean],
    ["temperature", parts.temperature],
    ["stops", w("stops_are", { left: parts.left_stop, right: parts.right_stop })],
    ["birthday", parts.birthday],
    ["weight", parts.atomic_weight && code(parts.atomic_weight)],
    ["reduced", code(said(parts.reduced))],
  ];
  const known = rows.filter(([, value]) => value !== undefined && value !== null);
  return make("dl", { className: "facts" }, ...known.flatMap(([key, value]) => [make("dt", { textContent: w(key) }), make("dd", {}, value)]));
}

/** The terms with their values; a position leads to its board. */
function termsOf({ terms }, theme) {
  const line = (term) => {
    const item = make("li", {}, code(term.minus ? "- " : "+ "), code(typed(term)));
    if (typed(term) !== term.value) item.append(" = ", code(said(term.value)));
    if (term.count > 1) item.append(" ", make("span", { className: "quiet", textContent: `×${term.count}` }));
    if (term.position === null) return item;
    const { term: g, position: s } = term;
    const link = make("a", { href: `/#${written({ g, s, p1: "human", p2: "human", l: currentLanguage(), t: theme })}`, textContent: w("on_board") });
    link.setAttribute("aria-label", w("on_board_of", { term: typed(term) }));
    item.append(" ", link);
    return item;
  };
  return make("section", {}, make("h3", { textContent: w("terms") }), make("ul", { className: "terms" }, ...terms.map(line)));
}

/** A picture from the server; the page's policy allows only its own styles. */
function thermograph(svg) {
  const picture = document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
  picture.setAttribute("aria-label", w("thermograph"));
  return make("figure", { className: "thermograph" }, picture, make("figcaption", { className: "quiet", textContent: w("thermograph_how") }));
}

/** A move in words: the term if there are several, the move, and the value that it leaves. */
function moveText(move, terms) {
  const term = terms[move.term];
  const place = terms.length > 1 ? `${typed(term)}: ` : "";
  // A move in a typed value is the value that it leaves.
  return place + (term.position === null ? said(move.value) : `${move.move} → ${said(move.value)}`);
}

function moveItem(move, terms) {
  const item = make("li", {}, code(moveText(move, terms)));
  if (move.wins) item.append(" ", make("strong", { className: "wins", textContent: w("wins") }));
  if (move.incentive !== undefined) item.append(" ", make("span", { className: "quiet", textContent: w("gain", { gain: said(move.incentive) }) }));
  return item;
}

function moveList(moves, terms) {
  const list = make("ul", { className: "made" }, ...moves.slice(0, SHOWN).map((move) => moveItem(move, terms)));
  if (moves.length > SHOWN) list.append(make("li", { className: "quiet", textContent: w("more", { count: moves.length - SHOWN }) }));
  return list;
}

/** The moves of a player: the best ones, and beside them those of hotstrat, if they are known. */
function movesOf(parts, player) {
  const { terms, hotstrat } = parts;
  const moves = parts[player];
  const name = t(player);
  const section = make("section", {}, make("h3", { textContent: w("moves_of", { player: name }) }));
  if (!moves.length) {
    section.append(make("p", { textContent: w("no_move", { player: name }) }));
    return section;
  }
  const best = moves.filter((move) => move.best);
  const column = (title, list, ...more) => make("div", {}, make("h4", { textContent: title }), moveList(list, terms), ...more);
  const exact = moves.length === 1 ? w("only") : w("best", { best: best.length, count: moves.length });
  const columns = make("div", { className: "beside-exact" }, column(exact, best));
  if (hotstrat) {
    const hot = moves.filter((move) => move.hotstrat);
    const winning = moves.find((move) => move.wins);
    const verdict = w(`hot_${hotstrat[player]}`, { player: name, move: winning ? moveText(winning, terms) : "" });
    columns.append(column(w("hotstrat", { temperature: hot[0].temperature }), hot, make("p", { className: `verdict ${hotstrat[player]}`, textContent: verdict })));
  }
  section.append(columns);
  if (moves.length > Math.min(best.length, SHOWN)) {
    const all = make("details", {}, make("summary", { textContent: w("all", { count: moves.length }) }));
    // The list may be long, and few people open it.
    all.addEventListener("toggle", () => all.open && all.childElementCount === 1 && all.append(make("ul", { className: "made" }, ...moves.map((move) => moveItem(move, terms)))));
    section.append(all);
  }
  return section;
}

/** The comparison with another sum. */
function comparison(parts, sum, other) {
  const between = make("p", {}, code(sum), ` ${SIGNS[parts.compared]} `, code(other));
  return make("section", {}, make("h3", { textContent: w("compared") }), between, make("p", { id: "compared", textContent: w(parts.compared) }));
}

/** Draws the value of a sum; `note` tells why something is missing. */
export function drawWorth(place, { parts: all, thermograph: svg }, { sum, other, theme, note, actions }) {
  const parts = gathered(all);
  const label = make("p", { className: "quiet", textContent: w("canonical") });
  const value = make("h2", { id: "worth" }, code(said(parts.value)));
  const outcome = make("p", { id: "outcome", textContent: w(parts.outcome) });
  const sections = [facts(parts), thermograph(svg)];
  const parted = parts.terms.length > 1 || parts.terms[0].position !== null;
  const more = [parts.compared && comparison(parts, sum, other), parted && termsOf(parts, theme)].filter(Boolean);
  const moves = make("div", { className: "players" }, movesOf(parts, "first"), movesOf(parts, "second"));
  const missing = note ? [make("p", { id: "missing", className: "quiet", textContent: note })] : [];
  place.replaceChildren(label, value, outcome, ...more, make("div", { className: "known" }, ...sections), moves, ...missing, make("div", { className: "row" }, ...actions));
}

/** Draws the values of heaps, with their period and its proof. */
export function drawHeaps(place, { code: name, text, parts }) {
  const { values, period, period_from: from, checked_to: checked } = parts;
  const kind = (heap) => (period === undefined || heap < from ? "" : heap < from + period ? "periodic" : "");
  const rows = [];
  for (let at = 0; at < values.length; at += ROW) {
    const some = values.slice(at, at + ROW);
    const head = make("th", { scope: "row", textContent: String(at) });
    head.setAttribute("aria-label", w("heap_from", { from: at, to: at + some.length - 1 }));
    rows.push(make("tr", {}, head, ...some.map((value, index) => make("td", { className: kind(at + index), textContent: String(value) }))));
  }
  const corner = make("th", { scope: "col", textContent: w("heap") });
  const heads = Array.from({ length: Math.min(ROW, values.length) }, (_, column) => make("th", { scope: "col", textContent: `+${column}` }));
  const table = make("table", {}, make("thead", {}, make("tr", {}, corner, ...heads)), make("tbody", {}, ...rows));
  const scroll = make("div", { className: "heaps-table", tabIndex: 0, role: "group" }, table);
  scroll.setAttribute("aria-label", w("values"));
  const isShaded = period !== undefined && values.length > from;
  // Without a period, the server says how far it looked, and why no further.
  const about = period === undefined ? [text.at(-1)] : [w("period_of", { length: period, from }), w("period_proof", { from, checked }), ...(isShaded ? [w("shaded")] : [])];
  const lines = about.map((line, index) => make("p", { className: index ? "quiet" : "verdict", textContent: line }));
  place.replaceChildren(make("h3", { textContent: w("values_of", { code: name }) }), ...lines, scroll);
}
