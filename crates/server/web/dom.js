// Makes elements, and handles presses.

export const $ = (id) => document.getElementById(id);

/** An element with properties and children. */
export const make = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};

/** The place of the last click. */
let last = { clientX: 0, clientY: 0 };

/** Runs on a click, but ignores the second click of a double click, which was meant for the former content. */
export const press = (run) => (event) => {
  const apart = Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY);
  last = event;
  // Quick taps count as multiple clicks even if they are far apart.
  if (event.detail < 2 || apart > 20) run(event);
};

/** A button with a text. */
export function button(textContent, run) {
  const element = make("button", { type: "button", textContent });
  element.addEventListener("click", press(run));
  return element;
}
