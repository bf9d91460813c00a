// Draws a game in a file written by the command line (`yomikiri export`): the same page as export.js makes. The file
// contains this code; the server's own page never fetches it.

import { make } from "/dom.js";
import { lookOf, mainOf } from "/export.js";
import { setLanguage } from "/text.js";
import { Tree } from "/tree.js";

/** Shows `{ language, title, line: [{ move, board, value }], at }`, whose first entry has no move. */
export async function show({ language, title, line, at }) {
  await setLanguage(language);
  const [start] = line;
  const tree = new Tree(start.board.position, start.board.points);
  const found = line.map(({ move, board, value }, index) => {
    const before = line[index - 1]?.board;
    if (before) tree.play(before.moves.find((one) => one.move === move), before.to_move);
    return { node: tree.current, board, value };
  });
  tree.go(found[at].node);
  const app = { tree, panels: { title: () => title }, startBoard: () => start.board };
  document.head.append(make("style", { textContent: lookOf(found) }));
  document.body.append(mainOf(app, found));
}
