// Exports the table as one file: every position of the tree with its picture and its proven values. The file needs
// no server and no script, so it works in a frame of any page. Fetched when needed; its texts are here.

import { make } from "/dom.js";
import { pastOf } from "/past.js";
import { picture } from "/picture.js";
import { currentLanguage, t } from "/text.js";
import { placesOf } from "/tree.js";
import { kind, result, short, words } from "/value.js";

/** The most positions of a file. */
const MOST = 200;

export const WORDS = {
  en: {
    working: "Finding the values of {count} positions",
    too_many: "A file holds {most} positions at most, and these are {count}: delete some variations.",
    start: "Start",
    moves: "Moves played: the arrow keys go through them",
    before: "Before",
    next: "Next",
    unknown: "not proven",
    proven: "All values were proven by Yomikiri.",
  },
  ja: {
    working: "{count} 局面の値を求めています",
    too_many: "ファイルに入る局面は {most} までですが、{count} あります。変化を減らしてください。",
    start: "開始",
    moves: "棋譜（矢印キーで移動できます）",
    before: "前へ",
    next: "次へ",
    unknown: "証明されていません",
    proven: "値はすべて Yomikiri が証明したものです。",
  },
};

const w = (key, values = {}) => WORDS[currentLanguage()][key].replace(/\{(\w+)\}/g, (_, name) => values[name]);

/** The styles of the exported page, added to the common ones. */
const STYLE = `
.exported { max-width: 62rem; margin: 0 auto; padding: 1rem; display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); }
@media (min-width: 44rem) { .exported { grid-template-columns: minmax(0, 1.3fr) minmax(14rem, 1fr); } }
.exported h1, .exported .foot { grid-column: 1 / -1; }
.exported .at { display: none; }
.exported fieldset { border: 1px solid var(--line); border-radius: 8px; align-self: start; min-width: 0; max-height: 32rem; overflow: auto; }
.exported .moves { height: auto; }
.exported .step { display: inline-block; padding: .1rem .4rem; margin: .1rem; border: 1px solid var(--cell-line); border-radius: 8px; border-left: 4px solid var(--first); cursor: pointer; }
.exported .step.second { border-left-color: var(--second); }
.exported .step:has(:checked) { background: var(--accent); color: var(--accent-ink); }
.exported .step:has(:focus-visible) { outline: 3px solid var(--focus); outline-offset: 2px; }
.exported .step input { position: absolute; opacity: 0; width: 1px; height: 1px; min-height: 0; }
.exported .moves li { border: 1px solid var(--cell-line); border-radius: 8px; padding: .2rem .5rem; overflow-wrap: anywhere; }
.exported .moves label { cursor: pointer; text-decoration: underline; }
.exported .win { background: var(--win-ground); color: var(--win); } .exported .draw { background: var(--draw-ground); color: var(--draw); } .exported .loss { background: var(--loss-ground); color: var(--loss); }
.exported .go { display: inline-block; padding: .35rem .9rem; border: 1px solid var(--cell-line); border-radius: 8px; cursor: pointer; }
`;

/** Finds all values, and lets the browser save the file. */
export async function exportPage(app) {
  const nodes = [...app.tree.nodes()];
  if (nodes.length > MOST) return app.view.notice(w("too_many", { most: MOST, count: nodes.length }));
  const signal = app.newWork();
  app.view.busy(w("working", { count: nodes.length }));
  const found = [];
  try {
    for (const node of nodes) {
      const board = await app.answers.board(node);
      found.push({ node, board, value: board.outcome ? null : await app.answers.value(node, { signal, anew: true }) });
      signal.throwIfAborted();
    }
    const style = await (await fetch("/style.css", { signal })).text();
    save(app, pageOf(app, found, style));
  } catch (error) {
    if (error.name !== "AbortError") throw error;
  } finally {
    app.view.busy(null);
  }
}

function save(app, page) {
  const url = URL.createObjectURL(new Blob([page], { type: "text/html" }));
  make("a", { href: url, download: `${app.panels.board.family}.html` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** The styles that show the position of the chosen move. */
export function lookOf(found) {
  const shows = found.map((_, number) => `.exported:has(#m${number}:checked) #n${number}`).join(", ");
  return `${STYLE}${shows} { display: block; }\n`;
}

/** The content of the file. The moves are radio buttons, and the chosen one shows its position. */
export function mainOf(app, found) {
  const numbers = new Map(found.map(({ node }, number) => [node, number]));
  const positions = make("div", {}, ...found.map((one) => position(app, one, numbers)));
  return make("main", { className: "exported" }, make("h1", { textContent: app.panels.title() }), positions, tree(app, numbers), make("p", { className: "foot quiet", textContent: w("proven") }));
}

/** Makes the file. */
function pageOf(app, found, style) {
  const page = document.implementation.createHTMLDocument(app.panels.title());
  page.documentElement.lang = currentLanguage();
  page.head.append(
    make("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
    make("meta", { name: "color-scheme", content: "light dark" }),
  );
  page.head.prepend(make("meta"));
  page.head.firstChild.setAttribute("charset", "utf-8");
  page.body.append(mainOf(app, found));
  // Added as text: this page's policy forbids inline styles, also in documents that it makes.
  const look = `<style>\n${style}${lookOf(found)}</style></head>`;
  return `<!doctype html>\n${page.documentElement.outerHTML.replace("</head>", () => look)}\n`;
}

/** A label that selects a node. */
const way = (numbers, node, className, text) => {
  const label = make("label", { className, textContent: text });
  label.htmlFor = `m${numbers.get(node)}`;
  return label;
};

/** A position with its values. */
function position(app, { node, board, value }, numbers) {
  const { to_move: player, outcome, diagram } = board;
  const exact = value && !value.range;
  const known = exact ? value.moves : (value?.moves?.filter(({ bound }) => bound === "exact") ?? []);
  const path = [];
  for (let at = node; at.parent; at = at.parent) path.unshift(at);
  const start = app.startBoard()?.diagram ?? diagram;
  const svg = picture(diagram, {
    value: (index) => {
      const move = known.find(({ target }) => target === index);
      return move && { kind: kind(move, player), short: short(move), best: move.is_best };
    },
    last: placesOf(node),
    past: pastOf(start, path, node.points),
    root: start,
    arrows: board.moves.filter(({ source, move }) => source !== undefined && known.some((one) => one.move === move && one.is_best)),
  });
  const said = outcome ? result(board) : t("to_move", { player: t(player) });
  const verdict = outcome ? "" : exact ? t("position_is", { player: t(player), value: words(value, player) }) : w("unknown");
  const item = (move) => {
    const text = `${{ win: "▲", draw: "＝", loss: "▼" }[kind(move, player)]} ${move.move}${move.is_best ? " ★" : ""} · ${words(move, player)}`;
    const next = node.children.find((child) => child.move === move.move);
    return make("li", { className: kind(move, player) }, next ? way(numbers, next, "", text) : text);
  };
  const next = node.children[0];
  const ways = [node.parent && way(numbers, node.parent, "go", `◀ ${w("before")}`), next && way(numbers, next, "go", `${w("next")} ▶`)];
  const section = make("section", { id: `n${numbers.get(node)}`, className: "at" });
  section.append(
    make("h2", { className: `status ${outcome ? (outcome.winner ?? "") : player}`, textContent: said }),
    svg,
    ...diagram.notes.map((textContent) => make("p", { className: "notes", textContent })),
    make("p", { className: "verdict", textContent: verdict }),
    make("ol", { className: "moves" }, ...known.map(item)),
    ...(node.comment ? [make("p", { className: "comment", textContent: node.comment })] : []),
    make("p", { className: "row" }, ...ways.filter(Boolean)),
  );
  return section;
}

/** The moves with all variations. */
function tree(app, numbers) {
  const step = (node, ply) => {
    const number = numbers.get(node);
    const input = make("input", { type: "radio", name: "move", id: `m${number}` });
    if (node === app.tree.current) input.setAttribute("checked", "");
    return make("label", { className: `step ${node.mover ?? ""}` }, input, ply ? `${ply}. ${node.move}` : w("start"));
  };
  const write = (into, node, ply) => {
    for (let at = node; at.children.length; at = at.children[0], ply += 1) {
      into.append(step(at.children[0], ply));
      for (const child of at.children.slice(1)) {
        const branch = make("div", { className: "branch" }, step(child, ply));
        write(branch, child, ply + 1);
        into.append(branch);
      }
    }
  };
  const list = make("fieldset", {}, make("legend", { textContent: w("moves") }), step(app.tree.root, 0));
  write(list, app.tree.root, 1);
  return list;
}
