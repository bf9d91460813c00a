// Boards with too many places for a finger are drawn larger, and scroll.

import { t } from "/text.js";

/** The least touchable size of a place, in pixels of the page. */
const LEAST = 24;
/** As in style.css: the size of a place on a scrolling board, and the part of the window that a board may fill in height. */
const EASY = 36;
const HIGH = 0.68;
/** The widest fade at an edge beyond which the board continues, in pixels. */
const FADE = 24;

/** Shows at which edges the board continues. */
function fade(board) {
  const { scrollLeft: left, scrollTop: top } = board;
  const hidden = { left, right: board.scrollWidth - board.clientWidth - left, top, bottom: board.scrollHeight - board.clientHeight - top };
  for (const [side, size] of Object.entries(hidden)) board.style.setProperty(`--${side}`, `${Math.min(size, FADE)}px`);
}

/** Makes the board scroll if its places would be too small. */
export function fit(board) {
  const svg = board.querySelector("svg");
  if (!svg) return;
  const { width, height } = svg.viewBox.baseVal;
  const { target } = svg.scene.ground;
  // The window's own height changes as a phone shows and hides its bars.
  const isLong = board.clientWidth > 0 && Math.min(board.clientWidth / width, (HIGH * document.documentElement.clientHeight) / height) * target < LEAST;
  board.classList.toggle("long", isLong);
  // If no place can be touched, the board itself takes the focus, so that keys scroll it.
  const isStop = isLong && !svg.querySelector("[tabindex='0']");
  board.tabIndex = isStop ? 0 : -1;
  for (const [name, value] of Object.entries({ role: "group", "aria-label": t("board") })) {
    if (isStop) board.setAttribute(name, value);
    else board.removeAttribute(name);
  }
  board.onscroll = isLong ? () => fade(board) : null;
  if (isLong) fade(board);
}

/** Scrolls the board, and not the page, to places and their surroundings; if not all fit, the last one is visible. */
export function reveal(board, places) {
  const frame = board.getBoundingClientRect();
  const by = (low, high, from, to) => Math.min(0, low - EASY - from) || Math.max(0, high + EASY - to);
  for (const index of places) {
    const spot = board.querySelector(`[data-index="${index}"]`)?.getBoundingClientRect();
    if (spot) board.scrollBy(by(spot.left, spot.right, frame.left, frame.right), by(spot.top, spot.bottom, frame.top, frame.bottom));
  }
}

/** The distance from the edge at which a dragged piece scrolls the board, and the speed in pixels a frame. */
const EDGE = 16;
const SPEED = 6;

/** Scrolls the board while a piece is held at its edge. */
export function nudge(board, { clientX, clientY }) {
  const { left, right, top, bottom } = board.getBoundingClientRect();
  const towards = (at, low, high) => (at < low + EDGE ? -SPEED : at > high - EDGE ? SPEED : 0);
  board.scrollBy(towards(clientX, left, right), towards(clientY, top, bottom));
}
