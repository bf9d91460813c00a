// Lays out boards by the form of their places: where each place is, how it looks, and what is drawn below.

import { CELL, box, circle, el, fit, path, text } from "/svg.js";

const HEX = CELL / Math.sqrt(3);
const most = (places, part) => Math.max(0, ...places.map(({ at }) => at[part]));

/** The form of the ground; a grid with lines between its places is a board of points. */
export function formOf({ layout, look, links, places }) {
  if (layout !== "grid") return layout;
  const { ground } = look;
  if ((ground === "cells" || ground === "checks") && links.some(({ directed }) => !directed)) return "points";
  if (ground === "ring" && places.length > 40) return "cells";
  return ground === "branches" ? "edges" : ground;
}

/** The distances of columns and rows. */
const STEPS = { graph: [150, 96], points: [86, 86], hexes: [CELL / 2, 1.5 * HEX], boxes: [46, 46], pits: [80, 92], cards: [62, 84], words: [132, 58], heaps: [100, 0] };

/** The touchable size of a place, if it is less than nearly a cell. */
const TARGETS = { graph: 48, points: 56, cards: 54, words: 50, heaps: 48, ring: 52, edges: 42 };

/** Whether the screen is narrow, as on a phone. */
const narrow = matchMedia("(max-width: 30rem)");

/** The stones of a heap are in rows of five; at most this many rows are drawn. */
const ROWS = 12;
const stones = (place) => Math.max(0, Number(place.label) || 0);
const heapRows = (places) => Math.min(ROWS, Math.max(1, ...places.map((place) => Math.ceil(stones(place) / 5))));

/** The rows and columns of a piece of cake; none on an empty plate. */
export const squares = ({ label }) => (label ?? "0x0").split("x").map(Number);

/** A grid of places, layers side by side while there is room. `root` reserves the room of the start. */
function grid(form, places, root) {
  const all = [...places, ...(root ?? [])];
  const [rows, cols, layers] = [1, 2, 0].map((part) => most(all, part) + 1);
  let [dx, dy] = STEPS[form] ?? [CELL, CELL];
  if (form === "heaps") dy = heapRows(all) * 17 + 58;
  if (form === "cake") {
    const [high, wide] = [0, 1].map((part) => Math.max(1, ...all.map((place) => squares(place)[part])));
    [dx, dy] = [Math.max(CELL, wide * 12 + 24), high * 12 + 48];
  }
  // Stacked cards stay on the floor; the nodes of a graph are centred in their column.
  const floor = form === "cards" ? rows - 1 - most(places, 1) : 0;
  const high = (col) => most(places.filter(({ at }) => at[2] === col), 1);
  const sunk = (col) => (form === "graph" ? (rows - 1 - high(col)) / 2 : floor);
  const across = Math.max(1, Math.min(layers, Math.floor((narrow.matches ? 6 : 12) / cols)));
  const gap = CELL / 2;
  // On a narrow screen, a wide graph goes downwards.
  if (form === "graph" && narrow.matches && cols > rows) {
    const [wide, high] = [124, 84];
    const down = ({ at: [, row, col] }) => ({ x: (row + sunk(col)) * wide + wide / 2, y: col * high + high / 2 });
    return { dx: wide, dy: high, rows, cols, layers, middle: down, centres: places.map(down), w: rows * wide, h: cols * high };
  }
  const middle = ({ at: [layer, row, col] }) => ({
    x: (layer % across) * (cols * dx + gap) + col * dx + dx / 2,
    y: Math.floor(layer / across) * (rows * dy + gap) + (row + sunk(col)) * dy + dy / 2,
  });
  const down = Math.ceil(layers / across);
  return { dx, dy, rows, cols, layers, middle, centres: places.map(middle), w: across * cols * dx + (across - 1) * gap, h: down * rows * dy + (down - 1) * gap };
}

/** Labels of rows and columns at the edges, if the places are named by them. */
function coordinates(form, places, centres, { h }) {
  // `1,2` is a row and a column; `b3` is a column and a row; `4` is a column of a single row.
  const part = (name) => /^(\d+),(\d+)$/.exec(name) ?? /^(?=[a-z]+(\d+)$)([a-z]+)/.exec(name) ?? /^()(\d+)$/.exec(name);
  const below = { pits: 36, heaps: 12 }[form];
  if (below) return places.map(({ name, at }, index) => text(centres[index].x, at[1] || form === "heaps" ? h + below : -below, 14, /\d*$/.exec(name)[0], "coordinate"));
  if (!["cells", "checks", "points", "columns", "hexes", "bar"].includes(form) || most(places, 0)) return [];
  const parts = places.map(({ name }) => part(name));
  if (!parts.every((found) => found?.[2])) return [];
  const [rows, cols] = [new Map(), new Map()];
  parts.forEach(([, row, col], index) => {
    const at = centres[index];
    if (!rows.has(row) || rows.get(row).x > at.x) rows.set(row, at);
    if (!cols.has(col) || cols.get(col).y > at.y) cols.set(col, at);
  });
  // Names may look like rows and columns without being such.
  const kinds = (part, along) => new Set(parts.map((found, index) => `${found[part]} ${places[index].at[along]}`)).size;
  if (form !== "hexes" && (kinds(1, 1) !== rows.size || kinds(2, 2) !== cols.size)) return [];
  const label = (x, y, content) => text(x, y, form === "columns" ? 17 : 14, content, "coordinate");
  if (form === "columns") return [...cols].map(([col, { x }]) => label(x, h + 21, col));
  // Each row of hexagons is further to the right than the one above.
  const beside = (x) => (form === "hexes" ? x - CELL / 2 - 20 : -13);
  const [aside, above] = form === "hexes" ? [10, 18] : [0, 13];
  return [...[...rows].filter(([row]) => row).map(([row, { x, y }]) => label(beside(x), y, row)), ...[...cols].map(([col, { x }]) => label(x + aside, -above, col))];
}

/** A corner of a hexagon, clockwise from 0 at the top. */
const corner = ({ x, y }, number, r = HEX) => {
  const angle = (number * Math.PI) / 3 - Math.PI / 2;
  return `${(x + r * Math.cos(angle)).toFixed(2)} ${(y + r * Math.sin(angle)).toFixed(2)}`;
};
const hexagon = (at, r, cls) => path(`M${[0, 1, 2, 3, 4, 5].map((number) => corner(at, number, r)).join("L")}Z`, cls);

/** The sides of a board of hexagons in the colours of their owners. */
function hexSides(places, centres, sides) {
  const rows = most(places, 1);
  const cols = Math.max(...places.map(({ at }) => at[2] - at[1]));
  const lines = [[], [], [], []];
  places.forEach(({ at: [, row, col] }, index) => {
    const line = (from, ...corners) => lines[from].push("M" + corners.map((number) => corner(centres[index], number, HEX + 4)).join("L"));
    if (row === 0) line(0, 5, 0, 1);
    if (row === rows) line(2, 2, 3, 4);
    if (col - row === 0) line(3, ...(row < rows ? [5, 4, 3] : [5, 4]));
    if (col - row === cols) line(1, ...(row > 0 ? [0, 1, 2] : [1, 2]));
  });
  return lines.map((parts, side) => path(parts.join(""), `side-line ${sides[side]}`));
}

/** The half steps of a graph's nodes across, on a narrow screen and on others, and down; the least distance of round places on edges, if possible; the bend between parallel edges. */
const ACROSS = [46, 72];
const DOWN = 72;
const APART = 46;
const PARALLEL = 104;

/** The round places on the edges of a graph, short edges first: near the middle, where the others leave room. */
function edgeMiddles({ nodes, edges }) {
  const across = ACROSS[narrow.matches ? 0 : 1];
  const at = (node) => ({ x: 34 + nodes[node].at[1] * across, y: 46 + nodes[node].at[0] * DOWN });
  const found = edges.map(() => null);
  const curves = edges.map(() => null);
  const long = ([a, b]) => Math.hypot(at(a).x - at(b).x, at(a).y - at(b).y);
  const order = [...edges.keys()].sort((one, other) => long(edges[one]) - long(edges[other]));
  for (const edge of order) {
    const [from, to] = edges[edge].map(at);
    const straight = (part) => ({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
    // An edge bends round a node in its way.
    const through = nodes.some((_, node) => {
      const [{ x, y }, parts] = [at(node), [...Array(19).keys()].map((part) => straight((part + 1) / 20))];
      return !edges[edge].includes(node) && parts.some((point) => Math.hypot(point.x - x, point.y - y) < 26);
    });
    const size = long(edges[edge]) || 1;
    // Parallel edges bend apart.
    const parallel = [...edges.keys()].filter((other) => String(edges[other]) === String(edges[edge]));
    const bend = (through ? 110 : 0) + (parallel.indexOf(edge) - (parallel.length - 1) / 2) * PARALLEL;
    const middle = { x: straight(0.5).x + ((to.y - from.y) / size) * bend, y: straight(0.5).y - ((to.x - from.x) / size) * bend };
    curves[edge] = [from, middle, to];
    const on = (part) => {
      const [a, b, c] = [(1 - part) ** 2, 2 * part * (1 - part), part ** 2];
      return { x: a * from.x + b * middle.x + c * to.x, y: a * from.y + b * middle.y + c * to.y };
    };
    const others = [...found.filter(Boolean), ...nodes.map((_, node) => at(node))];
    const room = (point) => Math.min(...others.map(({ x, y }) => Math.hypot(x - point.x, y - point.y)));
    const points = [0.5, 0.42, 0.58, 0.33, 0.67, 0.27, 0.73].map(on);
    found[edge] = points.find((point) => room(point) >= APART) ?? points.reduce((best, point) => (room(point) > room(best) ? point : best));
  }
  const most = (part) => Math.max(0, ...nodes.map((node) => node.at[part]));
  return { at, curves, centres: found, w: 68 + most(1) * across, h: 92 + most(0) * DOWN };
}

/** Computes the layout: { centres, w, h, pad, form, target, under, cell(index) }. */
export function layOut(diagram, root) {
  const form = formOf(diagram);
  const { places, look } = diagram;
  const ground = { form, target: TARGETS[form] ?? CELL - 4, pad: [6, 6, 6, 6], under: [], r: CELL * 0.36, ...(form === "edges" || form === "ring" ? {} : grid(form, places, root?.places)) };
  const { centres } = ground;
  const isGone = (index) => look.ground === "branches" && !places[index].mark;
  const usual = (index, width, height, rx, cls = "cell") => box(ground.centres[index].x, ground.centres[index].y, width, height, rx, cls);
  const panel = (more) => box(ground.w / 2, ground.h / 2, ground.w + more, ground.h + more, 14, "panel");
  const kinds = {
    cells: (index) => usual(index, CELL - 1.5, CELL - 1.5, 2),
    checks: (index) => usual(index, CELL - 1.5, CELL - 1.5, 2, (places[index].at[1] + places[index].at[2]) % 2 ? "cell dark" : "cell"),
    columns: (index) => usual(index, CELL, CELL, 0),
    bar: (index) => usual(index, CELL - 3, CELL - 3, 8),
    graph: (index) => usual(index, 100, 48, 24),
    cards: (index) => usual(index, 54, 76, 8),
    words: (index) => usual(index, 126, 50, 8),
    heaps: (index) => usual(index, 92, ground.dy - 8, 12),
    cake: (index) => usual(index, ground.dx - 8, ground.dy - 8, 12),
    // The lower row is First's.
    pits: (index) => circle(centres[index].x, centres[index].y, 37, `cell of-${places[index].at[1] ? "first" : "second"}`),
    points: (index) => circle(centres[index].x, centres[index].y, 28, "cell"),
    hexes: (index) => hexagon(centres[index], HEX - 0.7, "cell"),
    ring: (index) => circle(ground.centres[index].x, ground.centres[index].y, 26, "cell"),
    edges: (index) => circle(ground.centres[index].x, ground.centres[index].y, isGone(index) ? 0 : 21, "cell"),
    boxes: (index) => {
      const { at, mark } = places[index];
      const { x, y } = centres[index];
      if (at[1] % 2 === 0 && at[2] % 2 === 0) return circle(x, y, 8, "cell spot");
      const lies = at[1] % 2 === 0;
      return box(x, y, lies ? 66 : 20, lies ? 20 : 66, 8, mark ? "cell drawn" : "cell");
    },
  };
  ground.cell = kinds[form];
  if (form === "cells" || form === "checks") {
    // Squares that no piece enters still belong to a board of two colours.
    if (form === "checks") ground.under.push(box(ground.w / 2, ground.h / 2, ground.w + 2, ground.h + 2, 3, "panel"));
    ground.under.push(...centres.map(({ x, y }) => box(x, y, CELL + 1.5, CELL + 1.5, 3, "lattice")));
  } else if (form === "columns") {
    // One solid board for each layer.
    ground.pad = [26, 14, 34, 14];
    for (let layer = 0; layer <= most(places, 0); layer += 1) {
      const own = centres.filter((_, index) => places[index].at[0] === layer);
      const [xs, ys] = [own.map(({ x }) => x), own.map(({ y }) => y)];
      const [left, top] = [Math.min(...xs) - CELL / 2 - 7, Math.min(...ys) - CELL / 2 - 7];
      const [right, bottom] = [Math.max(...xs) + CELL / 2 + 7, Math.max(...ys) + CELL / 2 + 7];
      ground.under.push(el("rect", { x: left, y: top, width: right - left, height: bottom - top, rx: 18, class: "frame" }));
    }
  } else if (form === "points") {
    ground.pad = [10, 10, 10, 10];
    ground.under.push(panel(0));
  } else if (form === "hexes") {
    const [xs, ys] = [centres.map(({ x }) => x), centres.map(({ y }) => y)];
    const [left, top] = [Math.min(...xs) - CELL / 2, Math.min(...ys) - HEX];
    for (const at of centres) (at.x -= left), (at.y -= top);
    Object.assign(ground, { w: Math.max(...xs) + CELL / 2 - left, h: Math.max(...ys) + HEX - top, pad: [32, 12, 12, 34], r: CELL * 0.34 });
    if (look.sides) ground.under.push(...hexSides(places, centres, look.sides));
  } else if (form === "boxes") {
    ground.pad = [2, 2, 2, 2];
  } else if (form === "pits") {
    ground.pad = [46, 76, 46, 76];
    const rest = el("rect", { x: -72, y: -22, width: ground.w + 144, height: ground.h + 44, rx: 40, class: "panel" });
    const store = ({ x, owner }) => el("rect", { x: x - 28, y: 6, width: 56, height: ground.h - 12, rx: 32, class: `cell store of-${owner}` });
    ground.stores = [{ x: ground.w + 36, y: ground.h / 2, owner: "first" }, { x: -36, y: ground.h / 2, owner: "second" }];
    ground.under.push(rest, ...ground.stores.map(store));
  } else if (form === "ring") {
    const radius = Math.max(92, (places.length * 60) / (2 * Math.PI));
    const turn = (index) => (index / Math.max(places.length, 1)) * 2 * Math.PI - Math.PI / 2;
    ground.centres = places.map((_, index) => ({ x: radius + 30 + radius * Math.cos(turn(index)), y: radius + 30 + radius * Math.sin(turn(index)) }));
    ground.w = ground.h = 2 * radius + 60;
    ground.under.push(circle(radius + 30, radius + 30, radius, "link"));
  } else if (form === "edges") {
    const { at, curves, centres: middles, ...sizes } = edgeMiddles(look);
    Object.assign(ground, sizes, { centres: middles });
    ground.curves = curves.map(([a, b, c]) => `M${a.x} ${a.y}Q${b.x} ${b.y} ${c.x} ${c.y}`);
    const above = Math.min(0, ...middles.map(({ y }) => y - 30));
    ground.pad = [6 - above, 6, 6, 6];
    ground.r = 14;
    ground.under.push(...ground.curves.filter((_, index) => !isGone(index)).map((curve) => path(curve, "link")));
    ground.nodes = look.nodes.flatMap(({ name, is_end: isEnd }, node) => {
      if (!isEnd && !look.edges.some((ends, index) => ends.includes(node) && !isGone(index))) return [];
      const { x, y } = at(node);
      return [circle(x, y, isEnd ? 25 : 20, isEnd ? "node end" : "node"), text(x, y, fit(name, 34, 18), name, "node-name")];
    });
  }
  const names = coordinates(form, places, ground.centres, ground);
  if (form === "heaps") ground.pad = [6, 6, 26, 6];
  else if (names.length && !["columns", "hexes", "pits"].includes(form)) ground.pad = [26, 6, 6, 28];
  ground.under.push(el("g", { class: "coordinates" }, ...names));
  ground.isNamed = names.length > 0;
  return ground;
}

/** The text or count on a place that is no piece. */
export function written(form, { label, mark }, { x, y }, at) {
  const shown = (size, wide, dy = 0) => [text(x, y + dy, fit(label, wide, size), label, "label")];
  switch (form) {
    case "pits":
      return [text(x, y + (at[1] ? 1 : -1) * 47, 21, label, "label count")];
    case "heaps":
    case "cake":
      return [];
    case "cards": {
      const [front, back] = label.split(":");
      if (back === undefined) return shown(26, 46);
      return [path(`M${x - 22} ${y}h44`, "card-line"), text(x, y - 19, fit(front, 46, 22), front, "label"), text(x, y + 19, fit(back, 46, 22), back, "label")];
    }
    case "words":
      return shown(18, 112);
    case "graph":
      return shown(14, 88);
    case "boxes":
    case "edges":
      return [];
    case "ring":
      return shown(17, 36);
    default:
      if (mark && mark.symbol !== "@" && mark.symbol !== "#") {
        return [text(x + CELL / 2 - 12, y - CELL / 2 + 12, fit(label, 20, 13), label, "label small")];
      }
      return shown(20, CELL - 12);
  }
}

/** The squares of a piece of cake. */
export function cake(place, { x, y }) {
  const [rows, cols] = squares(place);
  return Array.from({ length: rows * cols }, (_, at) => box(x + ((at % cols) - (cols - 1) / 2) * 12, y - 10 + (Math.floor(at / cols) - (rows - 1) / 2) * 12, 10, 10, 2, "pebble"));
}

/** The stones of a heap in rows of five, from the bottom, with a number above. */
export function heap(place, { x, y }, height) {
  const count = stones(place);
  const drawn = Math.min(count, 5 * ROWS);
  const bottom = y + height / 2 - 30;
  const first = (Math.min(drawn, 5) - 1) / 2;
  const all = Array.from({ length: drawn }, (_, stone) => circle(x + ((stone % 5) - first) * 17, bottom - Math.floor(stone / 5) * 17, 7, "pebble"));
  return [...all, text(x, y - height / 2 + 17, fit(place.label, 80, 17), place.label, "label")];
}
