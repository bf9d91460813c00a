// Builds pictures. All text is inserted as text, never as markup.

const NS = "http://www.w3.org/2000/svg";

/** The side of a normal cell. */
export const CELL = 64;

/** An SVG element with attributes and children. */
export function el(name, attributes = {}, ...children) {
  const element = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

export const circle = (x, y, r, cls) => el("circle", { cx: x, cy: y, r, class: cls });

/** A rectangle around its centre. */
export const box = (x, y, width, height, rx, cls) =>
  el("rect", { x: x - width / 2, y: y - height / 2, width, height, rx, class: cls });

export const path = (d, cls, more = {}) => el("path", { d, class: cls, ...more });

export const text = (x, y, size, content, cls) =>
  el("text", { x, y, "font-size": size, class: cls, "text-anchor": "middle", "dominant-baseline": "central" }, content);

/** The width of a text in units of its size: CJK letters are as wide as high. */
const width = (content) =>
  [...content].reduce((sum, letter) => sum + (letter.codePointAt(0) > 0x2e7f ? 1 : 0.58), 0);

/** The greatest size up to `size` at which a text is no wider than `most`. */
export const fit = (content, most, size) => Math.min(size, most / Math.max(width(content), 0.1));
