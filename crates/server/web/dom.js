// Elements, and what it means to press one.

export const $ = (id) => document.getElementById(id);

/** An element with properties and children. */
export const make = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};

/** Where was clicked last. */
let last = { clientX: 0, clientY: 0 };

/** What a click does: the second one of a double click, meant for what lay there before, does nothing. */
export const press = (run) => (event) => {
  const apart = Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY);
  last = event;
  // Quick taps count as one after the other wherever they are.
  if (event.detail < 2 || apart > 20) run(event);
};

/** A button with a text. */
export function button(textContent, run) {
  const element = make("button", { type: "button", textContent });
  element.addEventListener("click", press(run));
  return element;
}
