// The table for others: links with a copy button and a QR code for a phone, the board as text and as a picture.
// Fetched when needed.

import { addressOf } from "/address.js";
import { $, button, make } from "/dom.js";
import { currentLanguage, t } from "/text.js";

/** A longer link makes the code too fine for a camera. */
const LONGEST_CODE = 500;

export const WORDS = {
  en: {
    code: "Code of this link, for a phone's camera",
    copy: "Copy",
    link_here: "For other machines",
    only_here: "Only this computer reaches this server. Start it with --host 0.0.0.0, and others in your network reach it too.",
  },
  ja: {
    code: "このリンクのコード（カメラで読めます）",
    copy: "コピー",
    link_here: "ほかの端末から",
    only_here: "このサーバーにはこのコンピューターからしか届きません。--host 0.0.0.0 を付けて起動すると、同じネットワークから届きます。",
  },
};
const w = (key) => WORDS[currentLanguage()][key];

/** The origin at which others reach this server; null if they cannot. */
export async function origin(app) {
  const here = ["localhost", "[::1]"].includes(location.hostname) || location.hostname.startsWith("127.");
  if (!here) return location.origin;
  const { others } = await app.client.get("host");
  return others ?? null;
}

/** The note that others cannot reach this server. */
export const onlyHere = () => make("p", { className: "quiet", textContent: w("only_here") });

/** A link with its button and its code. */
export function linkField(app, label, url) {
  const field = make("input", { value: url, readOnly: true, size: 12 });
  field.addEventListener("focus", () => field.select());
  const copy = button(w("copy"), () => app.panels.copy(url));
  copy.setAttribute("aria-label", `${w("copy")}: ${label}`);
  const row = make("div", { className: "row link" }, make("label", {}, make("span", { textContent: label }), " ", field), copy);
  if (url.length > LONGEST_CODE) return row;
  const code = make("img", { src: `/api/v1/code?${new URLSearchParams({ text: url })}`, alt: `${w("code")}: ${label}`, className: "code", width: 164, height: 164 });
  return make("div", { className: "shared" }, row, code);
}

let shown = null;

/** Shows the link to the table for other machines. */
export async function drawShare(app) {
  const at = await origin(app);
  const url = at && `${at}/#${addressOf(app, { isShared: true })}`;
  const key = `${currentLanguage()} ${url}`;
  if (shown === key && $("share-link").childElementCount) return;
  shown = key;
  $("share-link").replaceChildren(url ? linkField(app, w("link_here"), url) : onlyHere());
}

/** The board as lines of text. */
export function asText(app) {
  const { diagram } = app.current;
  const rows = new Map();
  for (const { at, mark, label } of diagram.places) {
    const key = at[0] * 1000 + at[1];
    if (!rows.has(key)) rows.set(key, []);
    rows.get(key)[at[2]] = [mark?.symbol, label].filter((part) => part !== undefined).join(":") || ".";
  }
  const cells = [...rows.values()].flat().filter((cell) => cell !== undefined);
  const wide = Math.max(...cells.map((cell) => cell.length));
  const drawn = [...rows.values()].map((row) => Array.from(row, (cell) => (cell ?? "").padStart(wide)).join(" "));
  const moves = app.tree.path().map(({ move, comment }) => [move, comment && `{${comment}}`].filter(Boolean).join(" ")).filter(Boolean).join(" ");
  return [app.game, app.tree.current.position, moves, ...drawn, ...diagram.notes, $("status").textContent].filter(Boolean).join("\n");
}

/** Saves the picture, with inline styles, as a file. */
export function saveSvg(app) {
  const svg = $("board").querySelector("svg");
  const copy = svg.cloneNode(true);
  const from = [svg, ...svg.querySelectorAll("*")];
  const keys = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-linecap", "stroke-opacity", "font-family", "font-weight", "paint-order", "transform"];
  [copy, ...copy.querySelectorAll("*")].forEach((element, index) => {
    const style = getComputedStyle(from[index]);
    for (const key of keys) element.style.setProperty(key, style.getPropertyValue(key));
    element.removeAttribute("tabindex");
  });
  const { width, height } = svg.viewBox.baseVal;
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  const text = new XMLSerializer().serializeToString(copy);
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  const link = make("a", { href: url, download: `${app.panels.board.family}.svg` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
