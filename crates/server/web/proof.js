// Reads and walks a certificate of version 2 or 4 in the browser: the tree of a proof, and the answers of its
// strategies and threats. Nothing is proved here; checkers do that. The book's page "Certificates" describes the file.

import { Race } from "/threats.js";

/** The cells of a set, from the lowest up. */
const members = (set) => {
  const cells = [];
  for (let cell = 0; set >> BigInt(cell); cell += 1) if ((set >> BigInt(cell)) & 1n) cells.push(cell);
  return cells;
};

class Numbers {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  /** The groups of seven bits of a number, the lowest first. */
  groups() {
    const from = this.at;
    for (;;) {
      if (this.at >= this.bytes.length) throw new Error("truncated");
      if (this.bytes[this.at++] < 128) return this.bytes.subarray(from, this.at);
    }
  }

  one() {
    return this.groups().reduceRight((value, byte) => value * 128 + (byte & 127), 0);
  }

  set() {
    return members(this.groups().reduceRight((value, byte) => (value << 7n) | BigInt(byte & 127), 0n));
  }

  list(count = this.one()) {
    return Array.from({ length: count }, () => this.one());
  }

  pairs() {
    return Array.from({ length: this.one() }, () => this.list(2));
  }

  strategy() {
    const count = this.one();
    if (count === 0) {
      const first = this.one();
      return { first: first ? first - 1 : null, pairs: this.pairs() };
    }
    return { rules: Array.from({ length: count }, () => this.rule()) };
  }

  rule() {
    const kind = ["win", "stop", "take", "lowest", "only", "follow", "pair", "when", "any"][this.one()];
    if (kind === "take") return { kind, cells: this.list() };
    if (kind === "lowest" || kind === "only" || kind === "follow") return { kind, cells: this.set() };
    if (kind === "pair") return { kind, pairs: this.pairs() };
    if (kind === "when") return { kind, cell: this.one(), guards: this.list().map((number) => ({ cell: Math.floor(number / 3), is: number % 3 })) };
    if (!kind) throw new Error("bad strategy");
    return { kind };
  }
}

/**
 * A game of claimed cells, as a certificate declares it. A position has the mark of each cell: 1 for First's, 2 for
 * Second's, 0 for none; if marks have no owner, 1 for every mark. If a player chooses between two marks, each cell
 * occurs twice, with an X and with an O.
 */
class Game {
  constructor(text) {
    const drawn = [];
    const said = {};
    for (const line of text.trimEnd().split("\n")) {
      const [word, ...rest] = line.split(" ");
      if (word === "line") drawn.push(rest.map((cell) => cell - 1));
      else said[word] = rest.join(" ");
    }
    const board = said.board ?? "";
    this.size = [...board].filter((sign) => sign === ".").length;
    this.boards = Number(said.boards ?? 1);
    this.onBoards = this.size * this.boards;
    this.isCommon = said.marks !== "own";
    this.kinds = said.marks === "either" ? 2 : 1;
    this.count = this.kinds * this.onBoards;
    this.cells = Array.from({ length: this.count }, (_, cell) => cell);
    /** The rows of each layer of each board. */
    this.layers = Array.from({ length: this.boards }, () => board.split("//").map((rows) => rows.split("/"))).flat();
    const starts = this.cells.filter((cell) => cell % this.size === 0);
    this.lines = starts.flatMap((start) => drawn.map((line) => line.map((cell) => start + cell)));
    /** The numbers of the lines through each cell. */
    this.through = this.cells.map(() => []);
    this.lines.forEach((line, number) => line.forEach((cell) => this.through[cell].push(number)));
    const support = (said.support ?? "").split(" ").filter(Boolean).map(Number);
    /** For each cell, those of which one must be marked before it. */
    this.below = this.cells.map((cell) => {
      const below = support[cell % this.size];
      const at = cell - (cell % this.size) + below - 1;
      return below ? [...new Set([at, this.twin(at)])] : [];
    });
    this.linesWin = said.lines === "win";
    this.names = this.named();
  }

  /** The cell with the other kind of mark; the cell itself if there is one kind. */
  twin(cell) {
    return (cell + this.onBoards) % this.count;
  }

  /** The cells as moves are written. */
  named() {
    const names = [];
    for (const [layer, rows] of this.layers.entries()) {
      for (const [row, signs] of rows.entries()) {
        for (const [column, sign] of [...signs].entries()) {
          if (sign === ".") names.push([...(this.layers.length > 1 ? [layer + 1] : []), row + 1, column + 1].join(","));
        }
      }
    }
    return this.kinds === 2 ? ["x", "o"].flatMap((mark) => names.map((name) => mark + name)) : names;
  }

  mover(at) {
    let marked = 0;
    for (const mark of at) if (mark) marked += 1;
    return marked % 2;
  }

  /** A player's mark; both players share common marks. */
  mark(player) {
    return this.isCommon ? 1 : player + 1;
  }

  /** Whether a cell has no mark of either kind, and waits for no other cell. */
  isFree(at, cell) {
    const below = this.below[cell];
    return !at[cell] && !at[this.twin(cell)] && (!below.length || below.some((other) => at[other]));
  }

  open(at) {
    const dead = this.dead(at);
    return this.cells.filter((cell) => this.isFree(at, cell) && !dead.has(this.boardOf(cell)));
  }

  boardOf(cell) {
    return Math.floor((cell % this.onBoards) / this.size);
  }

  /** The boards with a line, if there are several boards. */
  dead(at) {
    const isMade = (line) => at[line[0]] && line.every((cell) => at[cell] === at[line[0]]);
    return new Set(this.boards === 1 ? [] : this.lines.filter(isMade).map(([cell]) => this.boardOf(cell)));
  }

  /** Whether a cell would complete a line for a player. */
  completes(at, player, cell) {
    const has = (other) => other === cell || at[other] === this.mark(player);
    return this.through[cell].some((number) => this.lines[number].every(has));
  }

  play(at, cell) {
    const next = at.slice();
    next[cell] = this.mark(this.mover(at));
    return next;
  }

  /** Whether marking a cell ends play: by a line, on the last board without one, or because no cell is open. */
  isOver(at, cell) {
    const isLine = this.completes(at, this.mover(at), cell);
    return (isLine && this.boards === 1) || this.open(this.play(at, cell)).length === 0;
  }

  /** Decodes a position: a bit for each of First's marks, then one for each of Second's. */
  position(code) {
    const at = new Uint8Array(this.count);
    for (const bit of members(code)) at[bit % this.count] = bit < this.count ? 1 : 2;
    return at;
  }
}

const key = (at) => String.fromCharCode(...at);

/** The time that a walk through a tree takes before it yields to the page, in milliseconds. */
const TURN = 50;

/** The tree of one half: the action at each position. */
class Tree {
  constructor(proof, claimant, numbers) {
    Object.assign(this, { proof, claimant });
    this.strategies = Array.from({ length: numbers.one() }, () => numbers.strategy());
    this.walk = numbers.list();
    this.does = new Map();
  }

  /** Walks as a checker does. `tell` is sometimes called with the finished part, and awaited. */
  async follow(tell) {
    const { game, root, hasThreats } = this.proof;
    let read = 0;
    const number = () => {
      if (read === this.walk.length) throw new Error("bad numbers");
      return this.walk[read++];
    };
    const cell = () => {
      const cell = number();
      if (cell >= game.count) throw new Error("bad numbers");
      return cell;
    };
    const list = (one) => Array.from({ length: number() }, one);
    /** Pushes the positions after the replies, except those after which threats win; returns the sequences. */
    const reply = (at) => {
      const sequences = hasThreats ? list(() => list(cell)) : null;
      const goOn = this.left(at, sequences).filter((cell) => !game.isOver(at, cell));
      stack.push(...goOn.map((cell) => game.play(at, cell)).reverse());
      return sequences;
    };
    const stack = this.walk.length ? [root] : [];
    let used = 0;
    let until = performance.now() + TURN;
    while (stack.length) {
      if (performance.now() > until) {
        await tell(read / this.walk.length);
        until = performance.now() + TURN;
      }
      const { at } = this.proof.least(stack.pop());
      const name = key(at);
      if (this.does.has(name)) continue;
      const said = number();
      if (said < 2) {
        this.does.set(name, { strategy: this.strategies[said ? number() : used++] });
      } else if (game.mover(at) !== this.claimant) {
        this.does.set(name, { sequences: reply(at) });
      } else {
        const does = { cell: said - 2 };
        this.does.set(name, does);
        if (!game.isOver(at, does.cell)) does.sequences = reply(game.play(at, does.cell));
      }
    }
  }

  /**
   * The replies to a position; in version 4 only those after which the claimant neither completes a line at once nor
   * wins by a sequence.
   */
  left(at, sequences) {
    const { game } = this.proof;
    const race = sequences && new Race(game, at, this.claimant);
    return game.open(at).filter((cell) => !race?.winAfter(cell, sequences));
  }

  /** The proof's entry of a position in the tree, with the cells of that position. */
  at(position) {
    const { at, back } = this.proof.least(position);
    const does = this.does.get(key(at));
    if (!does) return null;
    const sequences = does.sequences?.map((sequence) => sequence.map((cell) => back[cell]));
    return { strategy: does.strategy, sequences, cell: back[does.cell], back };
  }

  /** How threats win a position that the tree leaves out: by the cell that completes a line, or in steps. */
  threats(position, sequences) {
    const race = new Race(this.proof.game, position, this.claimant);
    const win = race.win(sequences);
    if (!win?.sequence) return win;
    const steps = [];
    race.wins(win.sequence, steps);
    return { steps };
  }

  /** A strategy's answer at a position after its leaf: a cell, and the rule that gives it. */
  answer(strategy, position, last) {
    const { game } = this.proof;
    const open = game.open(position);
    if (strategy.pairs) {
      const pair = strategy.pairs.find((pair) => pair.includes(last));
      const other = pair?.find((cell) => cell !== last);
      if (other !== undefined && open.includes(other)) return { cell: other, rule: { kind: "pair", pairs: [pair] } };
      if (last === undefined && strategy.first !== null) return { cell: strategy.first, rule: { kind: "first" } };
      return { cell: open[0], rule: { kind: "any" } };
    }
    const [own, other] = [this.claimant, 1 - this.claimant];
    const has = (cell, is) => position[cell] === [0, game.mark(own), game.mark(other)][is];
    const gives = {
      win: () => open.find((cell) => game.completes(position, own, cell)),
      stop: () => open.find((cell) => game.completes(position, other, cell)),
      take: ({ cells }) => cells.find((cell) => open.includes(cell)),
      lowest: ({ cells }) => open.find((cell) => cells.includes(cell)),
      only: ({ cells }) => {
        const there = open.filter((cell) => cells.includes(cell));
        return there.length === 1 ? there[0] : undefined;
      },
      follow: ({ cells }) => open.find((cell) => cells.includes(cell) && game.below[cell].some((below) => has(below, 2))),
      pair: ({ pairs }) => {
        const answers = pairs.map(([one, two]) => (has(one, 2) && open.includes(two) ? two : has(two, 2) && open.includes(one) ? one : undefined));
        return answers.find((cell) => cell !== undefined);
      },
      when: ({ cell, guards }) => (open.includes(cell) && guards.every((guard) => has(guard.cell, guard.is)) ? cell : undefined),
      any: () => open[0],
    };
    if (!game.linesWin) gives.win = gives.stop = () => undefined;
    for (const rule of strategy.rules) {
      const cell = gives[rule.kind](rule);
      if (cell !== undefined) return { cell, rule };
    }
    return null;
  }
}

/** A certificate of version 2 or 4. */
export class Proof {
  /** Reads the bytes of a file; throws an Error with the reason. `tell`: see `follow`. */
  static async read(bytes, tell) {
    const proof = new Proof();
    let at = 0;
    const line = () => {
      const end = bytes.indexOf(10, at);
      if (end < 0) throw new Error("truncated");
      const text = new TextDecoder().decode(bytes.subarray(at, end));
      at = end + 1;
      return text;
    };
    const magic = line();
    const version = /^yomikiri certificate (\d+)$/.exec(magic)?.[1];
    if (!version) throw new Error("not a certificate");
    if (version !== "2" && version !== "4") throw new Error(version === "1" || version === "3" ? "lists" : "version");
    proof.hasThreats = version === "4";
    proof.claims = [];
    /** For each symmetry, the source of each cell of the image. */
    proof.sources = [];
    for (;;) {
      const [word, ...rest] = line().split(" ");
      const text = rest.join(" ");
      if (word === "least" || word === "most") proof.claims.push({ claimant: word === "least" ? 0 : 1, value: text });
      else if (word === "symmetry") proof.sources.push(source(rest));
      else if (word === "rules") {
        const length = Number(text);
        proof.game = new Game(new TextDecoder().decode(bytes.subarray(at, at + length)));
        at += length;
        break;
      } else proof[`said_${word}`] = text;
    }
    proof.root = proof.game.position(BigInt(proof.said_root));
    proof.trees = [];
    for (const { claimant } of proof.claims) {
      const length = Number(new DataView(bytes.buffer, bytes.byteOffset + at, 8).getBigUint64(0, true));
      const packed = bytes.subarray(at + 8, at + 8 + length);
      at += 8 + length;
      const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
      const numbers = new Numbers(new Uint8Array(await new Response(stream).arrayBuffer()));
      const tree = new Tree(proof, claimant, numbers);
      const done = proof.trees.length;
      await tree.follow((part) => tell((done + part) / proof.claims.length));
      proof.trees.push(tree);
    }
    return proof;
  }

  /** The least image of a position, and the source of each of its cells. */
  least(at) {
    let back = this.game.cells;
    for (const source of this.sources) if (isLess(at, source, back)) back = source;
    return { at: turned(at, back), back };
  }
}

/** The image of a position under a symmetry. */
export const turned = (at, source) => {
  const image = new Uint8Array(at.length);
  for (let cell = 0; cell < at.length; cell += 1) image[cell] = at[source[cell]];
  return image;
};

/** The source of each cell of the image, for a symmetry given by the target of each cell. */
const source = (goes) => {
  const source = new Uint8Array(goes.length);
  goes.forEach((image, cell) => (source[image - 1] = cell));
  return source;
};

/** Whether the image from one source has a smaller code than that from another: Second's marks weigh more, and so do later cells. */
const isLess = (at, one, other) => {
  for (const mark of [2, 1]) {
    for (let cell = at.length - 1; cell >= 0; cell -= 1) {
      const isThere = at[other[cell]] === mark;
      if ((at[one[cell]] === mark) !== isThere) return isThere;
    }
  }
  return false;
};