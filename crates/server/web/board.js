// Draws a diagram: the board, the pieces on it, and values and marks.

import { press } from "/dom.js";
import { cake, heap, layOut, written } from "/ground.js";
import { domino, piece, seeds, square } from "/pieces.js";
import { CELL, box, circle, el, fit, path, text } from "/svg.js";

/** Draws lines and arrows between places. */
function links({ links, layout }, centres) {
  const group = el("g", { class: "links" });
  const seen = new Map();
  for (const { from, to, directed, label } of links) {
    const [a, b] = [centres[from], centres[to]];
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const length = Math.hypot(dx, dy);
    const key = `${Math.min(from, to)} ${Math.max(from, to)}`;
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    if (!length) {
      group.append(el("path", { d: `M${a.x - 12} ${a.y - 24}C${a.x - 40} ${a.y - 70} ${a.x + 40} ${a.y - 70} ${a.x + 12} ${a.y - 26}`, class: "link", "marker-end": "url(#arrow)" }));
      continue;
    }
    const [ux, uy] = [dx / length, dy / length];
    // Links between the same two places bend apart, and long ones bend round the places between.
    const bend = directed ? (before + 1) * 14 + (length > 200 ? 22 : 0) : before * 16;
    const [mx, my] = [(a.x + b.x) / 2 - uy * bend, (a.y + b.y) / 2 + ux * bend];
    // A line to a node ends at its edge, a line to a cell in its middle.
    const cut = (p, towards) => {
      const [tx, ty] = [towards.x - p.x, towards.y - p.y];
      const edge = layout === "graph" ? Math.min(56 / Math.abs(tx), 30 / Math.abs(ty), 1) : 0;
      return { x: p.x + tx * edge, y: p.y + ty * edge };
    };
    const middle = { x: mx, y: my };
    const [start, end] = [cut(a, middle), cut(b, middle)];
    const attributes = { d: `M${start.x} ${start.y}Q${mx} ${my} ${end.x} ${end.y}`, class: "link" };
    if (directed) attributes["marker-end"] = "url(#arrow)";
    group.append(el("path", attributes));
    if (label) group.append(text((a.x + 2 * mx + b.x) / 4, (a.y + 2 * my + b.y) / 4, 13, label, "link-label"));
  }
  return group;
}

const arrow = () =>
  el("defs", {}, el("marker", { id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, orient: "auto-start-reverse" }, path("M0 0L8 4L0 8Z", "arrow")));

/** An arrow from a piece to its target. */
function moveArrow(from, to) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  if (!length) return el("g");
  const [ux, uy] = [dx / length, dy / length];
  const [start, end] = [{ x: from.x + ux * 16, y: from.y + uy * 16 }, { x: to.x - ux * 12, y: to.y - uy * 12 }];
  const [x, y] = [end.x - ux * 13, end.y - uy * 13];
  return el("g", {}, path(`M${start.x} ${start.y}L${x} ${y}`, "move-line"), path(`M${end.x} ${end.y}L${x - uy * 9} ${y + ux * 9}L${x + uy * 9} ${y - ux * 9}Z`, "move-head"));
}

/** The offsets of a value and its star from the middle of a place. */
function spotOf({ form, dx, dy }, { at, mark }) {
  switch (form) {
    // Beside the links that leave a node.
    case "graph":
      return { value: [-26, 25], star: [-26, -25] };
    // Outside of a place, which may have a letter.
    case "edges":
      return { value: [0, 30], star: [-17, -17] };
    case "columns":
      return { value: [0, 8], star: [0, -10] };
    case "points":
    case "ring":
      return { value: [0, 14], star: [0, -15] };
    case "hexes":
      return { value: [0, 14], star: [0, -14] };
    case "pits":
      return { value: [0, at[1] ? -46 : 46], star: [-28, at[1] ? -46 : 46] };
    case "cake":
      return { value: [8, dy / 2 - 19], star: [20 - dx / 2, dy / 2 - 19] };
    case "heaps":
      return { value: [0, dy / 2 - 19], star: [-36, 25 - dy / 2] };
    // On the edges of a card, which may have a number on either half.
    case "cards":
      return { value: [0, 38], star: [0, -38] };
    case "words":
      return { value: [0, 17], star: [-52, -14] };
    case "boxes":
      return { value: [0, 6], star: [0, -10] };
    // A domino needs the height of its place.
    default:
      return { value: [0, CELL / 2 - (mark?.glyph === "domino" ? 0 : 11)], star: [11 - CELL / 2, 12 - CELL / 2] };
  }
}

/** Draws the pieces and labels on a place. */
function lying(diagram, ground, index, past) {
  const place = diagram.places[index];
  const { mark } = place;
  const { form, r } = ground;
  const { x, y } = ground.centres[index];
  if (form === "heaps") return heap(place, { x, y }, ground.dy - 8);
  if (form === "cake") return cake(place, { x, y });
  if (form === "pits") return [...seeds(Number(place.label) || 0, x, y, 34), ...written(form, place, { x, y }, place.at)];
  if (form === "boxes") return [];
  const parts = [];
  if (form === "edges" && mark) {
    parts.push(path(ground.curves[index], `edge-line ${mark.owner ?? "common"}`), piece(mark.glyph === "mark" ? { ...mark, glyph: "disc" } : mark, x, y, r));
  } else if (form === "graph" && mark) {
    parts.push(box(x, y, 108, 56, 28, "here"));
  } else if (form === "bar" && mark) {
    parts.push(square(x, y, mark.symbol === "!"));
  } else if (form === "words" && mark) {
    parts.push(el("g", { class: "mark common" }, path(`M${x - 54} ${y}h108`, "gone")));
  } else if (mark && mark.glyph === "domino") {
    const half = past.dominoes.find(({ covers }) => covers.includes(index));
    if (!half) parts.push(piece(mark, x, y));
    else if (half.covers[0] === index) parts.push(domino(ground.centres[index], ground.centres[half.covers[1]], half.owner));
  } else if (mark) {
    // Pieces that fall down columns are discs.
    parts.push(piece(form === "columns" && mark.owner ? { ...mark, glyph: "disc" } : mark, x, y, form === "columns" ? CELL * 0.38 : r));
  }
  // The name of a place is at the edge if possible.
  const isName = ground.isNamed && place.label === place.name;
  if (place.label !== undefined && !isName) parts.push(...written(form, place, { x, y }, place.at));
  return parts;
}

/** The closed boxes in the colours of their owners. */
function boxes(diagram, ground, past) {
  const fills = [];
  for (const [key, owner] of past.closed) {
    const [row, col] = key.split(",").map(Number);
    const { x, y } = ground.middle({ at: [0, row, col] });
    fills.push(el("g", { class: `mark owned ${owner}` }, box(x, y, 74, 74, 6, "owned-box"), ...(owner === "common" ? [] : [piece({ owner, glyph: "disc" }, x, y, 17)])));
  }
  return fills;
}

/** Joins the places that ended the game: by straight lines if they lie on one, otherwise neighbour to neighbour. */
function winning({ decisive, places, look, links }, { centres, form }) {
  const chosen = decisive.filter((index) => places[index].mark);
  if (chosen.length < 2 || look.glyph === "pawn") return null;
  const near = form === "hexes" ? CELL * 1.05 : Infinity;
  const parts = [];
  const line = (a, b) => parts.push(`M${centres[a].x} ${centres[a].y}L${centres[b].x} ${centres[b].y}`);
  if (form === "hexes") {
    chosen.forEach((a, at) => chosen.slice(at + 1).forEach((b) => Math.hypot(centres[a].x - centres[b].x, centres[a].y - centres[b].y) < near && line(a, b)));
  } else if (!links.length) {
    const key = (layer, row, col) => `${layer} ${row} ${col}`;
    const at = new Map(chosen.map((index) => [key(...places[index].at), index]));
    const same = (a, b) => places[a].mark.symbol === places[b].mark.symbol;
    for (const index of chosen) {
      const [layer, row, col] = places[index].at;
      for (const [down, right] of [[0, 1], [1, 0], [1, 1], [1, -1]]) {
        const step = (count) => at.get(key(layer, row + down * count, col + right * count));
        if (step(-1) !== undefined && same(step(-1), index)) continue;
        let count = 0;
        while (step(count + 1) !== undefined && same(step(count + 1), index)) count += 1;
        if (count >= 2) line(index, step(count));
      }
    }
  } else {
    const byPlace = [...chosen].sort((a, b) => centres[a].x - centres[b].x || centres[a].y - centres[b].y);
    line(byPlace[0], byPlace.at(-1));
  }
  return parts.length ? path(parts.join(""), "winning") : null;
}

/** The number of pieces for which a player's hand has room: three, or one for each kind if there are more. */
const roomIn = (hands, owner) => Math.max(3, hands.filter(({ mark }) => mark.owner === owner).length);

/** The places of pieces in hand: First's below the board, Second's above. */
function handPlaces(hands, ground) {
  // Up to three kinds have fixed places; more are centred.
  const left = (owner) => ground.w / 2 - ((roomIn(hands, owner) - 1) / 2) * CELL;
  const next = { first: left("first"), second: left("second") };
  return hands.map(({ mark }) => {
    const x = next[mark.owner];
    next[mark.owner] += CELL;
    return { x, y: mark.owner === "first" ? ground.h + 44 : -60 };
  });
}

/**
 * Returns the board as an SVG element. `moves` has a list of moves for each place that can be touched (by index; the
 * hands follow the places). `value(index)` gives { kind, short, best } to show at a place, or null. `name(index)` is
 * the spoken name of a place. `touch(index)` is called when a place is touched. `movable(index)` tells whether its
 * piece can be dragged. `preview(index)` gives the effect of a touch, { mark, covers }, or null. `last`, `hinted`,
 * `goals`, `legal` are sets of places; the last two get dots. `picked` is the place of the picked-up piece. `past`
 * holds facts that only the moves tell; `root` is the diagram of the start. `arrows` are moves from a source to a
 * target to show as arrows.
 */
export function drawBoard(diagram, { moves, value, name, touch, preview, movable, last, hinted, goals, legal, picked, past, title, focus, root, arrows = [] }) {
  const ground = layOut(diagram, root);
  const { w, h, form } = ground;
  const [top, right, bottom, left] = ground.pad;
  const hands = diagram.hands ?? [];
  const beside = diagram.look.hands ? 84 : 0;
  const room = Math.max(roomIn(hands, "first"), roomIn(hands, "second"));
  const wider = diagram.look.hands ? Math.max(0, room * CELL - w) / 2 : 0;
  ground.centres.push(...handPlaces(hands, ground));
  const { centres } = ground;
  const [width, height] = [w + left + right + 2 * wider, h + top + bottom + 2 * beside];
  const svg = el("svg", { viewBox: `${-left - wider} ${-top - beside} ${width} ${height}`, role: "group", class: `diagram${diagram.places.length || root?.places.length ? "" : " bare"} ${diagram.layout} form-${form} glyph-${diagram.look.glyph}`, "aria-label": title });
  svg.style.setProperty("--w", width);
  svg.style.setProperty("--target", ground.target);
  // The touchable places, and above them the drawings.
  const layer = (cls) => el("g", { class: cls, "aria-hidden": "true" });
  const [spots, overs, shown, effects] = [el("g"), layer("overs"), layer("preview"), layer("effects")];
  const decisive = new Set(diagram.decisive);
  const all = [...diagram.places, ...hands];
  all.forEach((place, index) => {
    const { x, y } = centres[index];
    const isHand = index >= diagram.places.length;
    const touched = moves.has(index);
    const found = value(index);
    const classes = ["place"];
    if (touched) classes.push("open");
    if (isHand) classes.push("hand");
    if (decisive.has(index)) classes.push("decisive");
    if (last.has(index) && !isHand) classes.push("last");
    if (hinted.has(index)) classes.push("hinted");
    if (index === picked) classes.push("picked");
    if (movable(index)) classes.push("movable");
    if (found) classes.push(found.kind, ...(found.best ? ["best"] : []));
    // The label describes what is drawn over the place.
    const spot = el("g", { class: classes.join(" "), "data-index": index, "aria-label": name(index) });
    const over = el("g", { class: classes.map((cls) => "on-" + cls).join(" ") });
    if (isHand) {
      spot.append(box(x, y, CELL - 4, CELL, 8, "cell"));
      over.append(piece(place.mark, x, y));
      if (place.count > 1) over.append(text(x + 22, y - 22, 16, `×${place.count}`, "label small"));
    } else {
      const cell = ground.cell(index);
      if (form === "boxes" && place.mark) cell.classList.add(past.owners.get(index) ?? "common");
      // A side can also be touched between the middles of its boxes.
      if (form === "boxes" && touched) spot.append(cell, path(`M${x - 34} ${y}L${x} ${y - 34}L${x + 34} ${y}L${x} ${y + 34}Z`, "touch"));
      else spot.append(cell);
      if (form === "columns" && !place.mark) spot.append(circle(x, y, CELL * 0.38, "hole"));
      over.append(...lying(diagram, ground, index, past));
    }
    if (found) {
      // Shape and number carry the meaning without the colour.
      const at = spotOf(ground, place);
      const content = { win: "▲", draw: "＝", loss: "▼" }[found.kind] + found.short;
      over.append(text(x + at.value[0], y + at.value[1], fit(content, form === "edges" ? 38 : CELL - 12, 14), content, "value"));
      if (found.best) over.append(text(x + at.star[0], y + at.star[1], 14, "★", "star"));
    } else if (["boxes", "points"].includes(form) && !ground.isNamed && !place.mark && !place.label) {
      over.append(text(x, y, 11, place.name, "coordinate"));
    }
    if (touched) {
      spot.setAttribute("role", "button");
      spot.setAttribute("tabindex", "-1");
      if (index === picked) spot.setAttribute("aria-pressed", "true");
      spot.addEventListener("click", press(() => touch(index)));
    } else {
      spot.setAttribute("role", "img");
    }
    if (goals.has(index) || legal.has(index)) over.append(circle(x, y, goals.has(index) ? 9 : 6, "goal"));
    spots.append(spot);
    overs.append(over);
  });
  const lines = links(diagram, centres);
  const marks = [...(form === "boxes" ? boxes(diagram, ground, past) : []), ...(ground.stores ?? []).flatMap((store) => stored(store, past))];
  svg.append(arrow(), el("g", { class: "ground", "aria-hidden": "true" }, ...ground.under, ...marks));
  // Arrows are below the pieces and their values.
  const ways = el("g", { class: "arrows", "aria-hidden": "true" }, ...arrows.map(({ source, target }) => moveArrow(centres[source], centres[target])));
  svg.append(lines, spots, ways, overs, el("g", { class: "effects", "aria-hidden": "true" }, ...(ground.nodes ?? [])));
  const line = winning(diagram, ground);
  if (line) svg.append(el("g", { class: "effects", "aria-hidden": "true" }, line));
  svg.append(shown, effects);
  const show = (event) => {
    const index = Number(event.target.closest?.("[role=button]")?.dataset.index ?? NaN);
    if (index === shown.index) return;
    shown.index = index;
    shown.replaceChildren(...ghost(Number.isNaN(index) ? null : preview(index), diagram, ground));
  };
  // Without this, Chromium puts an SVG with focus listeners into the tab order.
  svg.setAttribute("tabindex", "-1");
  for (const type of ["pointerover", "focusin"]) svg.addEventListener(type, show);
  svg.addEventListener("pointerleave", () => ((shown.index = NaN), shown.replaceChildren()));
  walk(svg, centres, focus);
  svg.scene = { diagram, ground, spots, overs, effects };
  return svg;
}

/** The store of a player's points. */
const stored = ({ x, y, owner }, { points }) => {
  const count = points?.[owner === "first" ? 0 : 1] ?? 0;
  return [
    el("g", { class: "seeds" }, ...seeds(count, x, y, 27)),
    text(x, owner === "first" ? 2 * y - 22 : 22, 19, String(count), "label count"),
  ];
};

/** Draws the effect of a move faintly: { mark, covers, isCut }. */
function ghost(wanted, { places }, { form, centres, r }) {
  if (!wanted) return [];
  const { mark, covers, isCut } = wanted;
  const [a, b] = covers.map((index) => centres[index]);
  if (form === "boxes") {
    const lies = places[covers[0]].at[1] % 2 === 0;
    return [box(a.x, a.y, lies ? 78 : 9, lies ? 9 : 78, 4, `ghost side ${mark.owner}`)];
  }
  if (mark.glyph === "domino" && b && !places[covers[0]].mark) return [el("g", { class: "ghost" }, domino(a, b, mark.owner))];
  if (covers.length > 1 || isCut || form === "cards") return covers.map((index) => box(centres[index].x, centres[index].y, form === "cards" ? 54 : CELL - 10, form === "cards" ? 76 : CELL - 10, 8, "ghost taken"));
  if (["heaps", "pits", "graph", "words", "ring"].includes(form) || !mark.symbol) return [];
  return [el("g", { class: "ghost" }, piece(form === "columns" || form === "edges" ? { ...mark, glyph: "disc" } : mark, a.x, a.y, form === "columns" ? CELL * 0.38 : r))];
}

/** Returns the item of least cost. */
const least = (all, cost) => all.reduce((best, one) => (best === undefined || cost(one) < cost(best) ? one : best), undefined);

/**
 * Arrow keys move between places, Enter and the space bar touch one. One place is in the tab order: the one nearest to
 * `focus`, which had the focus before.
 */
function walk(svg, centres, focus) {
  const buttons = [...svg.querySelectorAll("[role=button]")];
  const centre = (button) => centres[button.dataset.index];
  const was = centres[focus] ?? { x: 0, y: 0 };
  const distance = ({ x, y }) => Math.hypot(x - was.x, y - was.y);
  const first = focus === undefined ? buttons[0] : least(buttons, (button) => distance(centre(button)));
  first?.setAttribute("tabindex", "0");
  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  svg.addEventListener("keydown", (event) => {
    const here = event.target.closest?.("[data-index]");
    if (!here || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      // A key that is held down counts once.
      if (!event.repeat) here.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      return;
    }
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const from = centres[here.dataset.index];
    // Take the nearest place in that direction; a sideways distance counts double.
    const cost = (button) => {
      const { x, y } = centre(button);
      const [dx, dy] = [x - from.x, y - from.y];
      const ahead = dx * step[0] + dy * step[1];
      return ahead > 1 ? ahead + 2 * Math.abs(dx * step[1] + dy * step[0]) : Infinity;
    };
    const next = least(buttons, cost);
    if (!next || cost(next) === Infinity) return;
    for (const button of buttons) button.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    next.focus();
  });
}

/** The evaluation over the game: `points` are { level: -1..1 or null, slip, label }, from First's side. */
export function drawTrack(points, current, go, title) {
  const step = 14;
  const [w, h] = [Math.max(points.length - 1, 16) * step + 16, 60];
  const svg = el("svg", { viewBox: `0 0 ${w} ${h}`, class: "track-picture", role: "group", "aria-label": title, preserveAspectRatio: "xMinYMid" });
  // The line spans the widest possible picture.
  svg.append(el("line", { x1: 0, y1: h / 2, x2: 10 * w, y2: h / 2, class: "zero" }));
  const y = (level) => h / 2 - level * (h / 2 - 8);
  // The curve breaks at unknown values.
  const known = (point) => Boolean(point) && point.level !== null;
  const curve = points.map((point, ply) => known(point) && `${known(points[ply - 1]) ? "L" : "M"}${8 + ply * step} ${y(point.level)}`);
  svg.append(el("path", { d: curve.filter(Boolean).join(""), class: "curve" }));
  points.forEach(({ level, slip, label }, ply) => {
    const x = 8 + ply * step;
    const group = el("g", { role: "button", tabindex: "-1", "aria-label": label, class: ply === current ? "at" : "" });
    group.append(el("rect", { x: x - step / 2, y: 0, width: step, height: h, class: "touch" }));
    if (level !== null) group.append(el("circle", { cx: x, cy: y(level), r: 3, class: "dot" }));
    if (slip) group.append(el("path", { d: `M${x - 4} ${y(level ?? 0) - 4}l8 8m0 -8l-8 8`, class: "cross" }));
    group.addEventListener("click", () => go(ply));
    svg.append(group);
  });
  return svg;
}
