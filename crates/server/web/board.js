// Draws a diagram: the one renderer for every game. All text is inserted as text.

import { press } from "/dom.js";

const NS = "http://www.w3.org/2000/svg";
const CELL = 64;

/** An SVG element with attributes and children. */
function el(name, attributes = {}, ...children) {
  const element = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

const text = (x, y, size, content, cls) =>
  el("text", { x, y, "font-size": size, class: cls, "text-anchor": "middle", "dominant-baseline": "central" }, content);

/** How wide a text is drawn, in units of its size: CJK letters are as wide as they are high. */
const width = (content) =>
  [...content].reduce((sum, letter) => sum + (letter.codePointAt(0) > 0x2e7f ? 1 : 0.58), 0);

const fit = (content, most, size) => Math.min(size, most / Math.max(width(content), 0.1));

/** Where the places lie: their centres, and the size of the whole. */
function layOut({ layout, places }) {
  const rows = Math.max(0, ...places.map((place) => place.at[1])) + 1;
  const cols = Math.max(0, ...places.map((place) => place.at[2])) + 1;
  const layers = Math.max(0, ...places.map((place) => place.at[0])) + 1;
  const graph = layout === "graph";
  const [dx, dy] = graph ? [132, 92] : [CELL, CELL];
  // Layers lie side by side while they are few and narrow.
  const across = Math.max(1, Math.min(layers, Math.floor(12 / cols) || 1));
  const gap = CELL / 2;
  const centres = places.map(({ at: [layer, row, col] }) => ({
    x: (layer % across) * (cols * dx + gap) + col * dx + dx / 2,
    y: Math.floor(layer / across) * (rows * dy + gap) + row * dy + dy / 2,
  }));
  const down = Math.ceil(layers / across);
  return {
    centres,
    w: across * cols * dx + (across - 1) * gap,
    h: down * rows * dy + (down - 1) * gap,
  };
}

/** The shape of a piece. */
function mark({ symbol, owner }, x, y, falls) {
  const r = CELL * 0.3;
  if (falls && owner) {
    const shape = el("g", { class: `mark ${owner}` });
    shape.append(el("circle", { cx: x, cy: y, r: CELL * 0.38, class: "disc" }), text(x, y, 22, symbol, "disc-symbol"));
    return shape;
  }
  const group = el("g", { class: `mark ${owner ?? "common"}` });
  if (symbol === "x") {
    group.append(el("path", { d: `M${x - r} ${y - r}L${x + r} ${y + r}M${x + r} ${y - r}L${x - r} ${y + r}`, class: "stroke" }));
  } else if (symbol === "o") {
    group.append(el("circle", { cx: x, cy: y, r, class: "stroke" }));
  } else if (symbol === "@") {
    group.append(el("circle", { cx: x, cy: y, r: CELL * 0.34, class: "piece" }));
  } else if (symbol === "#") {
    const d = CELL * 0.38;
    group.append(el("path", { d: `M${x - d} ${y + d}L${x + d} ${y - d}`, class: "gone" }));
  } else {
    group.append(text(x, y, 30, symbol, "symbol"));
  }
  return group;
}

/** A heap as pebbles, as far as they can be counted, and its number. */
function heap(label, x, y) {
  const group = el("g", { class: "heap" });
  const count = Number(label);
  const drawn = Number.isInteger(count) ? Math.max(0, Math.min(count, 25)) : 0;
  for (let pebble = 0; pebble < drawn; pebble += 1) {
    const [col, row] = [pebble % 5, Math.floor(pebble / 5)];
    group.append(el("circle", { cx: x - 14 + col * 8, cy: y + 13 - row * 7.5, r: 3.4, class: "pebble" }));
  }
  group.append(text(x + CELL / 2 - 14, y - CELL / 2 + 11, fit(label, 18, 12), label, "label"));
  return group;
}

/** Lines and arrows between places. */
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
    // Links between the same two places bend away from each other, and long ones round what is between.
    const bend = directed ? (before + 1) * 14 + (length > 200 ? 22 : 0) : before * 16;
    const [mx, my] = [(a.x + b.x) / 2 - uy * bend, (a.y + b.y) / 2 + ux * bend];
    // A line to a node ends at its edge, and one to a cell in its middle.
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
  el("defs", {}, el("marker", { id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, orient: "auto-start-reverse" }, el("path", { d: "M0 0L8 4L0 8Z", class: "arrow" })));

/**
 * The board as an SVG element.
 *
 * `moves` has a list of moves for each place (by index) that can be touched; `value(index)` gives
 * { kind, short, best } to show at a place, or null; `name(index)` is what a place is called aloud;
 * `touch(index)` is called when a place is touched. `last`, `hinted`: sets of places.
 */
export function drawBoard(diagram, { moves, value, name, touch, last, hinted, title, focus }) {
  const { centres, w, h } = layOut(diagram);
  const pad = 6;
  const svg = el("svg", { viewBox: `${-pad} ${-pad} ${w + 2 * pad} ${h + 2 * pad}`, role: "group", class: `diagram ${diagram.layout}`, "aria-label": title });
  svg.style.setProperty("--w", w + 2 * pad);
  // What is touched, and over all of it what is drawn there.
  const [spots, overs] = [el("g"), el("g", { class: "overs", "aria-hidden": "true" })];
  const decisive = new Set(diagram.decisive);
  diagram.places.forEach((place, index) => {
    const { x, y } = centres[index];
    const touched = moves.has(index);
    const found = value(index);
    const classes = ["place"];
    if (touched) classes.push("open");
    if (decisive.has(index)) classes.push("decisive");
    if (last.has(index)) classes.push("last");
    if (hinted.has(index)) classes.push("hinted");
    if (found) classes.push(found.kind, ...(found.best ? ["best"] : []));
    // What is drawn over it is said by the label.
    const spot = el("g", { class: classes.join(" "), "data-index": index, "aria-label": name(index) });
    const over = el("g", { class: classes.map((cls) => "on-" + cls).join(" ") });
    if (diagram.layout === "graph") {
      spot.append(el("rect", { x: x - 50, y: y - 24, width: 100, height: 48, rx: 24, class: "cell" }));
    } else {
      spot.append(el("rect", { x: x - CELL / 2 + 1.5, y: y - CELL / 2 + 1.5, width: CELL - 3, height: CELL - 3, rx: 7, class: "cell" }));
      if (diagram.layout === "columns" && !place.mark) spot.append(el("circle", { cx: x, cy: y, r: CELL * 0.38, class: "hole" }));
    }
    if (place.mark && diagram.layout === "graph") {
      over.append(el("rect", { x: x - 54, y: y - 28, width: 108, height: 56, rx: 28, class: "here" }));
    } else if (place.mark) {
      over.append(mark(place.mark, x, y, diagram.layout === "columns"));
    }
    if (place.label !== undefined) {
      if (diagram.layout === "heaps") over.append(heap(place.label, x, y));
      else if (diagram.layout === "graph") over.append(text(x, y, fit(place.label, 88, 14), place.label, "label"));
      else if (place.mark && place.mark.symbol !== "@" && place.mark.symbol !== "#") over.append(text(x + CELL / 2 - 12, y - CELL / 2 + 12, fit(place.label, 20, 13), place.label, "label small"));
      else over.append(text(x, y, fit(place.label, CELL - 12, 20), place.label, "label"));
    }
    if (found) {
      // A shape and a number, so that nothing hangs on the colour.
      const sign = { win: "▲", draw: "＝", loss: "▼" }[found.kind];
      const below = diagram.layout === "graph" ? 34 : CELL / 2 - 11;
      const content = sign + found.short;
      over.append(text(x, y + below, fit(content, CELL - 8, 14), content, "value"));
      if (found.best) over.append(text(x - CELL / 2 + 11, y - CELL / 2 + 12, 14, "★", "star"));
    }
    if (touched) {
      spot.setAttribute("role", "button");
      spot.setAttribute("tabindex", "-1");
      spot.addEventListener("click", press(() => touch(index)));
    } else {
      spot.setAttribute("role", "img");
    }
    spots.append(spot);
    overs.append(over);
  });
  const lines = links(diagram, centres);
  svg.append(arrow(), ...(diagram.layout === "graph" ? [lines, spots] : [spots, lines]), overs);
  walk(svg, centres, focus);
  return svg;
}

/** The one that costs least. */
const least = (all, cost) => all.reduce((best, one) => (best === undefined || cost(one) < cost(best) ? one : best), undefined);

/**
 * Arrow keys go from place to place, Enter and the space bar touch it; one place is in the tab order: the
 * one nearest to `focus`, where the focus was before.
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
      // A key that is held down is pressed once.
      if (!event.repeat) here.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      return;
    }
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const from = centres[here.dataset.index];
    // The nearest in that direction: what lies beside it counts double.
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
  // As wide as the picture may become.
  svg.append(el("line", { x1: 0, y1: h / 2, x2: 10 * w, y2: h / 2, class: "zero" }));
  const y = (level) => h / 2 - level * (h / 2 - 8);
  // The curve breaks where a value is not known.
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
