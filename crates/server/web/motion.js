// Animates a board into the next one: pieces slide, fall, turn over, appear and vanish. Users who asked for
// reduced motion see none.

const LONG = 200;
const quiet = matchMedia("(prefers-reduced-motion: reduce)");

const same = (a, b) => a?.symbol === b?.symbol && a?.owner === b?.owner;

/** The elapsed part of the motion, in milliseconds: a board may be redrawn while pieces move. */
let gone = 0;

/** Animates an element between keyframes. */
const run = (element, frames, { delay = 0, ...more } = {}) => element.animate(frames, { duration: LONG, easing: "ease-out", ...more, delay: delay - gone });

const shift = (from, to) => [{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` }, { transform: "none" }];

/** The vanishing picture of the piece that was on a place. */
function leave(before, after, index, frames) {
  const rest = before.overs.children[index]?.querySelector(".mark");
  if (!rest) return;
  const copy = rest.cloneNode(true);
  after.effects.append(copy);
  copy.classList.add("turns");
  run(copy, frames, { fill: "forwards" }).finished.then(() => copy.remove(), () => copy.remove());
}

/**
 * Animates from the scene before a move to the one after it, of which `elapsed` milliseconds are over. The move goes
 * from `source` (if a piece moved) to `target`.
 */
export function animate(before, after, { source, target }, elapsed = 0) {
  gone = elapsed;
  if (quiet.matches || !before || before.diagram.places.length !== after.diagram.places.length) return;
  const { form, centres } = after.ground;
  const slid = source !== undefined && source !== target && before.ground.centres[source];
  after.diagram.places.forEach(({ mark }, index) => {
    const was = before.diagram.places[index].mark;
    if (same(was, mark)) return;
    const now = after.overs.children[index].querySelector(".mark");
    if (now && index === target && slid) {
      run(now, shift(before.ground.centres[source], centres[index]));
      if (was) leave(before, after, index, [{ opacity: 1 }, { opacity: 0 }]);
    } else if (now && form === "columns" && !was) {
      run(now, shift({ x: centres[index].x, y: -40 }, centres[index]), { easing: "cubic-bezier(.4, 0, 1, 1)" });
    } else if (now && was && mark.glyph === "disc") {
      now.classList.add("turns");
      leave(before, after, index, [{ transform: "scaleX(1)" }, { transform: "scaleX(0)", offset: 0.5 }, { transform: "scaleX(0)" }]);
      run(now, [{ transform: "scaleX(0)" }, { transform: "scaleX(0)", offset: 0.5 }, { transform: "scaleX(1)" }]);
    } else if (now) {
      now.classList.add("turns");
      run(now, [{ transform: "scale(.4)", opacity: 0.2 }, { transform: "none", opacity: 1 }]);
    } else if (was && index !== source) {
      leave(before, after, index, [{ transform: "none", opacity: 1 }, { transform: "scale(.6)", opacity: 0 }]);
    }
  });
  if (form === "boxes" && target !== undefined) run(after.spots.children[target].querySelector(".cell"), [{ opacity: 0 }, { opacity: 1 }]);
  if (form === "pits") sow(before, after, source ?? target);
  const line = after.effects.parentElement.querySelector(".winning");
  if (line) {
    const length = line.getTotalLength();
    run(line, [{ strokeDasharray: `${length} ${length}`, strokeDashoffset: length }, { strokeDasharray: `${length} ${length}`, strokeDashoffset: 0 }], { delay: LONG, fill: "backwards" });
  }
}

/** Seeds come from the emptied pit. */
function sow(before, after, source) {
  const from = after.ground.centres[source];
  after.diagram.places.forEach(({ label }, index) => {
    const more = Number(label) - Number(before.diagram.places[index].label);
    if (!from || more <= 0) return;
    const seeds = [...after.overs.children[index].querySelectorAll(".pebble")].slice(-more);
    for (const seed of seeds) run(seed, shift(from, after.ground.centres[index]));
  });
}
