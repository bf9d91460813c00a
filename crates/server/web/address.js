// The address holds the whole state of the table, so a copied link shows the same.

import { PLAYERS } from "/opponent.js";
import { currentLanguage } from "/text.js";

/** The doors of the front page. */
export const DOORS = ["play", "analyse", "puzzles", "make"];

/** The grades of puzzles. */
export const GRADES = ["easy", "medium", "hard"];

/** Reads the address. Players that it does not name follow `level`. */
export function readAddress({ level = "perfect" } = {}) {
  const hash = new URLSearchParams(location.hash.slice(1));
  const player = (name, otherwise) => {
    const found = hash.get(name) === "sound" ? "hard" : hash.get(name);
    return PLAYERS.includes(found) ? found : otherwise;
  };
  const points = hash.get("o")?.split(",").map(Number);
  const door = hash.get("d");
  return {
    door: DOORS.includes(door) ? door : null,
    game: hash.get("g"),
    start: hash.get("s") ?? "start",
    points: points?.length === 2 && points.every(Number.isInteger) ? points : null,
    moves: hash.get("m") ?? "",
    index: Number(hash.get("i") ?? 0),
    comments: hash.get("c") ?? "",
    room: hash.get("k"),
    side: hash.get("w") === "second" ? "second" : "first",
    puzzle: /^\d{1,15}$/.test(hash.get("z") ?? "") ? Number(hash.get("z")) : null,
    grade: GRADES.includes(hash.get("y")) ? hash.get("y") : "",
    players: { first: player("p1", "human"), second: player("p2", level) },
    rate: Math.min(100, Math.max(0, Number(hash.get("r") ?? 30) || 0)),
    asked: hash.get("a"),
    analysis: hash.get("v") === "1",
    language: hash.get("l"),
    theme: hash.get("t"),
  };
}

/** Makes an address of its parts, without those that are null or empty. */
export const written = (parts) => new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== null && value !== undefined && value !== ""));

/** Returns the address of the whole state. With `isShared` it is for others, who must not take this page's seat. */
export function addressOf(app, { isShared = false } = {}) {
  const manners = { l: currentLanguage(), t: app.settings.theme };
  if (app.door.isOpen) return written({ d: app.door.name, ...manners });
  if (app.room && !isShared) return written({ k: app.room.key, ...manners });
  const { tree, puzzle } = app;
  return written({
    g: app.game,
    s: tree.root.position,
    o: tree.root.points?.some(Boolean) ? tree.root.points.join(",") : null,
    m: tree.toText(),
    i: tree.index(),
    c: tree.commentsToText(),
    z: puzzle?.seed,
    y: puzzle?.wanted,
    p1: app.players.first,
    p2: app.players.second,
    r: app.rate,
    a: app.asked,
    v: app.analysis ? 1 : null,
    ...manners,
  });
}
