#!/usr/bin/env node
// Dodgem on 3 x 3 cells. First's cars drive up and off at the top, Second's to the right and off at the right;
// nobody drives back. Whoever has no car left has won, and so has whoever cannot move.
//     yomikiri solve "program:command=node examples/program/dodgem.js"
const N = 3;

function about(position) {
  const [board, mover] = position.split(":");
  const rows = (board || "").split("/");
  const wrong = rows.length !== N || rows.some((row) => !/^[xo.]{3}$/.test(row));
  if (wrong || !["first", "second"].includes(mover)) return { error: "write it as `o../o../.xx:first`" };
  const [car, other] = mover === "first" ? ["x", "second"] : ["o", "first"];
  if (!board.includes("x")) return { outcome: "first" };
  if (!board.includes("o")) return { outcome: "second" };
  const ahead = mover === "first" ? [[-1, 0], [0, -1], [0, 1]] : [[0, 1], [-1, 0], [1, 0]];
  const moves = [];
  for (let row = 0; row < N; row++) {
    for (let col = 0; col < N; col++) {
      if (rows[row][col] !== car) continue;
      ahead.forEach(([down, right], forward) => {
        const [r, c] = [row + down, col + right];
        const off = r < 0 || c < 0 || r >= N || c >= N;
        if (off ? forward !== 0 : rows[r][c] !== ".") return;
        const next = rows.map((text) => [...text]);
        next[row][col] = ".";
        if (!off) next[r][c] = car;
        const to = off ? "off" : `${r + 1},${c + 1}`;
        moves.push([`${row + 1},${col + 1}-${to}`, next.map((signs) => signs.join("")).join("/") + ":" + other]);
      });
    }
  }
  return moves.length ? { to_move: mover, moves } : { outcome: mover };
}

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const asked = JSON.parse(line);
  const start = { start: "o../o../.xx:first", title: "Dodgem" };
  console.log(JSON.stringify(asked === "start" ? start : asked.map(about)));
});
