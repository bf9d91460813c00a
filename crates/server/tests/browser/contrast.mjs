// The contrast of what is drawn.

/**
 * What cannot be told from what it lies on: axe looks at no picture. Everything drawn on a board and the edges
 * of what can be touched must stand out by 3 to 1.
 */
export const faint = (page) =>
  page.evaluate(() => {
    const rgb = (colour) => colour.match(/[\d.]+/g).map(Number);
    const over = (top, ground) => {
      const [r, g, b, a = 1] = rgb(top);
      const below = rgb(ground);
      return [r, g, b].map((part, at) => part * a + below[at] * (1 - a));
    };
    const luminance = (parts) => {
      const [r, g, b] = parts.map((part) => (part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (top, ground) => {
      const [high, low] = [luminance(over(top, ground)), luminance(over(ground, ground))].sort((a, b) => b - a);
      return (high + 0.05) / (low + 0.05);
    };
    const paint = (element) => {
      const { fill, stroke } = getComputedStyle(element);
      return [fill, stroke].filter((colour) => colour !== "none");
    };
    const found = [];
    const hold = (element, paints, ground, least = 3) => {
      const best = Math.max(...paints.map((colour) => contrast(colour, ground)));
      if (best < least) found.push(`${element.tagName}.${element.getAttribute("class")} in ${element.parentElement.getAttribute("class")}: ${best.toFixed(2)}`);
    };
    const card = getComputedStyle(document.querySelector(".table")).backgroundColor;
    const [spots, overs] = [document.querySelectorAll("#board .place"), document.querySelectorAll("#board .overs > g")];
    const grounds = new Set([card]);
    spots.forEach((spot, at) => {
      const [cell, hole] = [".cell", ".hole"].map((part) => spot.querySelector(part));
      const frame = getComputedStyle(cell).fill;
      grounds.add(frame);
      hold(cell, paint(cell), card);
      if (hole) hold(hole, paint(hole), frame);
      const disc = overs[at].querySelector(".disc");
      for (const element of overs[at].querySelectorAll("path, circle, rect, text")) {
        const ground = element.matches(".disc-symbol, .gloss") ? getComputedStyle(disc).fill : element === disc || !hole ? frame : getComputedStyle(hole).fill;
        hold(element, element.matches("text") ? [getComputedStyle(element).fill] : paint(element), ground);
      }
    });
    // Each line on each ground that there is, once: a line is not the more visible for the places that share a colour.
    for (const line of document.querySelectorAll("#board .link")) for (const ground of grounds) hold(line, [getComputedStyle(line).stroke], ground);
    for (const field of document.querySelectorAll("main button:enabled, main input, main select")) {
      const { borderTopColor, backgroundColor } = getComputedStyle(field);
      if (field.checkVisibility() && field.type !== "checkbox") hold(field, [borderTopColor, backgroundColor], card);
    }
    return [...new Set(found)];
  });
