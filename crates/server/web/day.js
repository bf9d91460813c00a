// Days, and the puzzle of each: the same for everybody.

/** A day in the form in which they are written. */
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

/** Games in which a puzzle is neither seen at once nor too hard to find in time. */
const PUZZLING = { least: 1000, most: 1_000_000 };
export const puzzling = ({ known }) => known && !known.more && known.positions >= PUZZLING.least && known.positions <= PUZZLING.most;

/** The week grows harder, from Sunday on. */
const GRADES = ["hard", "easy", "easy", "medium", "medium", "medium", "hard"];

/** The puzzle of a day, { family, seed, grade }: from day to day through all games. */
export function puzzleOf(day, families) {
  const able = families.filter(puzzling);
  return able.length ? { family: able[Math.floor(Date.parse(day) / 86_400_000) % able.length], seed: seedOf(day), grade: GRADES[new Date(day).getUTCDay()] } : null;
}
