// Facts that only the moves of a game tell, and no position: who drew a line, closed a box, put a domino.

/**
 * Computes them from the first diagram and the nodes of play after it: { owners: place to player, dominoes: [{ covers,
 * owner }], closed: "row,column" of a box to its closer, points }.
 */
export function pastOf(diagram, nodes, points) {
  const past = { owners: new Map(), dominoes: [], closed: new Map(), points };
  const hasBoxes = diagram.look.ground === "boxes";
  const at = new Map(diagram.places.map(({ at: [, row, col], mark }, index) => [`${row},${col}`, { index, isDrawn: Boolean(mark) }]));
  const rows = Math.max(0, ...diagram.places.map((place) => place.at[1]));
  const cols = Math.max(0, ...diagram.places.map((place) => place.at[2]));
  const close = (owner) => {
    if (!hasBoxes) return;
    for (let row = 1; row < rows; row += 2) {
      for (let col = 1; col < cols; col += 2) {
        const sides = [[row - 1, col], [row + 1, col], [row, col - 1], [row, col + 1]];
        if (!past.closed.has(`${row},${col}`) && sides.every((side) => at.get(side.join())?.isDrawn)) past.closed.set(`${row},${col}`, owner);
      }
    }
  };
  close("common");
  for (const { target, covers, mover } of nodes) {
    if (target !== undefined) past.owners.set(target, mover);
    if (covers?.length === 2) past.dominoes.push({ covers, owner: mover });
    for (const side of hasBoxes ? at.values() : []) side.isDrawn ||= side.index === target;
    close(mover);
  }
  return past;
}
