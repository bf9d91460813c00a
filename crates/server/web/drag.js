// Drags a piece to a legal place, with a mouse or a finger. A piece dropped elsewhere returns.

import { nudge } from "/long.js";

/** A shorter move, in pixels, is a click. */
const SLOP = 6;
/** A piece falls to a legal place within this distance, in units of the picture. */
const NEAR = 40;
/** On a scrolling board, a finger that moves before this time, in milliseconds, pans the board. */
const REST = 150;

/**
 * Makes pieces of a board draggable. `goals(index)` gives the places to which the piece of a place may go, none if it
 * may not move; `drop(from, to)` is called when it is dropped there.
 */
export function dragging(svg, { goals, drop }) {
  const { ground: { centres }, overs, effects, spots } = svg.scene;
  let held = null;
  const point = ({ clientX, clientY }) => new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
  /** The place to which a piece dropped here would fall. */
  const goal = (at) => {
    const near = (index) => Math.hypot(centres[index].x - at.x, centres[index].y - at.y);
    const best = held.goals.reduce((one, other) => (one === null || near(other) < near(one) ? other : one), null);
    return best !== null && near(best) < NEAR ? best : null;
  };
  /** Whether a moving finger pans the board instead of dragging. */
  const pans = ({ timeStamp }) => held.from.pointerType === "touch" && !held.ghost && svg.parentElement.matches(".long") && timeStamp - held.from.timeStamp < REST;
  /** Moves the piece under the pointer, and marks where it would fall. */
  const carry = () => {
    const at = point(held.last);
    const start = centres[held.index];
    held.ghost.setAttribute("transform", `translate(${at.x - start.x} ${at.y - start.y})`);
    const under = goal(at);
    for (const index of held.goals) spots.children[index].classList.toggle("under", index === under);
  };
  /** A long board scrolls while a piece is at its edge, even if the pointer rests. */
  const follow = (drag) => {
    if (held !== drag || !svg.isConnected) return;
    nudge(svg.parentElement, held.last);
    carry();
    requestAnimationFrame(() => follow(drag));
  };
  const end = () => {
    if (!held) return;
    effects.replaceChildren();
    overs.children[held.index].classList.remove("away");
    for (const index of held.goals) spots.children[index].classList.remove("goal-place", "under");
    svg.classList.remove("dragging");
    held = null;
  };
  svg.addEventListener("pointerdown", (event) => {
    const index = Number(event.target.closest?.("[role=button]")?.dataset.index ?? NaN);
    if (event.button !== 0 || !event.isPrimary || Number.isNaN(index) || !goals(index).length) return;
    held = { index, goals: goals(index), from: event, id: event.pointerId, ghost: null };
  });
  svg.addEventListener("pointermove", (event) => {
    if (held?.id !== event.pointerId || pans(event)) return;
    held.last = event;
    if (!held.ghost) {
      if (Math.hypot(event.clientX - held.from.clientX, event.clientY - held.from.clientY) < SLOP) return;
      svg.setPointerCapture(held.id);
      svg.classList.add("dragging");
      const piece = overs.children[held.index];
      held.ghost = piece.cloneNode(true);
      held.ghost.classList.add("held");
      piece.classList.add("away");
      const circle = (index) => Object.entries({ cx: centres[index].x, cy: centres[index].y, r: 9, class: "goal" });
      const dots = held.goals.map((index) => {
        const dot = document.createElementNS(svg.namespaceURI, "circle");
        for (const [key, value] of circle(index)) dot.setAttribute(key, value);
        return dot;
      });
      effects.replaceChildren(...dots, held.ghost);
      for (const index of held.goals) spots.children[index].classList.add("goal-place");
      if (svg.parentElement.matches(".long")) follow(held);
    }
    carry();
  });
  svg.addEventListener("pointerup", (event) => {
    if (held?.id !== event.pointerId) return;
    const { ghost, index } = held;
    const to = ghost && goal(point(event));
    end();
    if (!ghost) return;
    // The click after a drag belongs to the drag.
    const swallow = (click) => click.stopPropagation();
    svg.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => svg.removeEventListener("click", swallow, { capture: true }), 50);
    if (to !== null) drop(index, to);
  });
  svg.addEventListener("pointercancel", end);
  // A finger that holds a piece does not scroll the page.
  svg.addEventListener("touchmove", (event) => held && !pans(event) && event.cancelable && event.preventDefault(), { passive: false });
}
