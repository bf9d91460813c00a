// The spoken names of places, for those who do not see the board.

import { formOf } from "/ground.js";
import { t } from "/text.js";

/** A piece in words. A sign is told as it is. */
function piece({ symbol, owner, glyph }) {
  if (owner && glyph !== "mark") return t(`piece_${glyph}`, { player: t(owner), symbol: symbol.toUpperCase() });
  return { "@": t("the_piece"), "#": t("taken") }[symbol] ?? symbol;
}

/** What lies on a place, for boards on which it is more than a piece or a number. */
const LYING = {
  bar: ({ mark }) => t(!mark ? "eaten" : mark.symbol === "!" ? "poisoned" : "square"),
  // A dot has a label, a side has none.
  boxes: ({ mark, label }) => !label && t(mark ? "drawn" : "empty"),
  // A label repeats the name of an edge.
  edges: ({ mark }, { look }) => (mark ? t(mark.owner ? "of_player" : "of_both", { player: mark.owner && t(mark.owner) }) : t(look.ground === "branches" ? "cut" : "empty")),
  heaps: ({ label }) => t("stones", { count: Number(label) }),
  pits: ({ label }) => t("seeds", { count: Number(label) }),
  words: ({ mark }) => mark && piece(mark),
};

/** The name of a place, and what kind of place it is. */
const NAMED = {
  boxes: ({ name, label }) => (label ? name : t("side", { name })),
  edges: ({ name }) => t("edge", { name }),
  // The lower row is First's.
  pits: ({ name, at }) => t("pit", { number: name.split(" ").at(-1), player: t(at[1] ? "first" : "second") }),
};

/** What lies on a place of any other board. */
function lying({ mark, label, name }, form) {
  // The name of a place may be written on it, but a number on a card is a number.
  const isName = label === name && form !== "cards";
  // A number may accompany a piece.
  const shown = label && !isName && (/^-?\d+$/.test(label) ? t("numbered", { label }) : label);
  return [mark && piece(mark), shown].filter(Boolean).join(t("comma")) || t("empty");
}

/** The spoken name of a place or, after the places, of a hand. */
export function nameOf(index, diagram) {
  const place = diagram.places[index];
  if (!place) {
    const { mark, count } = diagram.hands[index - diagram.places.length];
    return t("in_hand", { piece: piece(mark), count });
  }
  const form = formOf(diagram);
  const what = LYING[form] ? LYING[form](place, diagram) : lying(place, form);
  const name = NAMED[form]?.(place) ?? place.name;
  return what ? t("place", { place: name, what }) : name;
}
