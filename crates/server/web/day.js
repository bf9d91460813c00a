// Days, and the puzzle of each day, which is the same for everybody.

/** Writes a day as YYYY-MM-DD. */
function written(date) {
  const two = (number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

export const today = () => written(new Date());

export function yesterday() {
  const date = new Date();
  date.setDate(date.getDate() - 1);
  return written(date);
}

/** The seed of a day. */
export const seedOf = (day) => Number(day.replaceAll("-", ""));

/** Games whose puzzles are neither obvious nor too slow to find. */
const PUZZLING = { least: 1000, most: 1_000_000 };
export const puzzling = ({ known }) => known && !known.more && known.positions >= PUZZLING.least && known.positions <= PUZZLING.most;

/** The grades of the week from Sunday on; puzzles get harder towards its end. */
const GRADES = ["hard", "easy", "easy", "medium", "medium", "medium", "hard"];

/** The puzzle of a day, { family, seed, grade }; each day takes the next game. */
export function puzzleOf(day, families) {
  const able = families.filter(puzzling);
  return able.length ? { family: able[Math.floor(Date.parse(day) / 86_400_000) % able.length], seed: seedOf(day), grade: GRADES[new Date(day).getUTCDay()] } : null;
}
