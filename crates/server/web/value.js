// Values from a player's side.

import { t } from "/text.js";

/** The other player. */
export const other = (player) => (player === "first" ? "second" : "first");

/** `win`, `draw` or `loss` for a player. */
export const kind = (value, player) => (value.winner === "draw" ? "draw" : value.winner === player ? "win" : "loss");

/** The value in a few letters: the points or the plies to the end. */
export function short(value) {
  if (value.margin !== undefined) return value.margin === 0 ? "" : String(Math.abs(value.margin));
  return value.plies !== undefined ? String(value.plies) : "";
}

/** The value in words, for a player. */
export function words(value, player) {
  const found = kind(value, player);
  if (found === "draw") return t("draw");
  if (value.margin !== undefined) return t(found + "_by", { count: Math.abs(value.margin) });
  if (value.plies !== undefined) return t(found + "_in", { count: value.plies });
  return t(found);
}

/** The value as a clause: who wins, and how. */
export const told = (value) => (value.winner === "draw" ? t("draw") : t("told", { player: t(value.winner), value: words(value, value.winner) }));

/** A number with its sign. */
const signed = (points) => (points > 0 ? "+" : points < 0 ? "−" : "") + Math.abs(points);

/** A range of values in words; null if it tells nothing. */
export function rangeWords({ lower, upper }) {
  if (lower.margin !== undefined && upper.margin !== undefined) return t("points_from_to", { lower: signed(lower.margin), upper: signed(upper.margin) });
  const isOpen = lower.winner === "second" && upper.winner === "first";
  if (!isOpen || lower.margin !== undefined || upper.margin !== undefined) return t("from_to", { lower: told(lower), upper: told(upper) });
  // The winner is open, but early wins are ruled out.
  const late = [upper, lower].filter(({ plies }) => plies > 1);
  return late.map(({ winner, plies }) => t("no_win_under", { player: t(winner), count: plies })).join(t("comma")) || null;
}

/** The height of the evaluation track, from -1 (Second wins at once) to 1 (First does). */
export function level(value) {
  if (value.winner === "draw") return 0;
  const sign = value.winner === "first" ? 1 : -1;
  if (value.margin !== undefined) return (sign * (0.35 + 0.6 * Math.abs(value.margin))) / (1 + 0.6 * Math.abs(value.margin));
  if (value.plies !== undefined) return sign * (0.4 + 0.6 / (1 + value.plies / 8));
  return sign;
}

/** What a move gave away, in words. */
export const slipWords = (slip) => t("slip_" + slip.kind.replaceAll("-", "_"), { count: slip.amount });

/** The result of a finished game, with the reason. */
export function result(board) {
  const { outcome: { winner, margin }, returned, resigned, lined } = board;
  const player = winner === "draw" ? "" : t(winner);
  if (resigned) return t("over_resigned", { player, other: t(resigned) });
  if (returned !== undefined) return t(winner === "draw" ? "over_circle" : "over_circle_won", { player, ply: returned });
  if (margin === 0) return t("over_even");
  if (margin !== undefined) return t("over_points", { player, points: Math.abs(margin) });
  if (winner === "draw") return t("over_draw");
  if (!lined) return t("over_won", { player });
  return t(lined === winner ? "over_line" : "over_line_lost", { player, other: t(lined) });
}
