// A certificate of version 2, read and walked in the browser: the tree of a proof, and what its strategies
// answer. Nothing is proved here: that is what the checkers are for. The book's page "Certificates" says what the
// file holds.

/** Cells of a set, from the lowest up. */
const members = (set) => {
  const cells = [];
  for (let cell = 0; set >> BigInt(cell); cell += 1) if ((set >> BigInt(cell)) & 1n) cells.push(cell);
  return cells;
};

const bit = (cell) => 1n << BigInt(cell);

class Numbers {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  big() {
    let [value, shift] = [0n, 0n];
    for (;;) {
      if (this.at >= this.bytes.length) throw new Error("truncated");
      const byte = this.bytes[this.at++];
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
      shift += 7n;
    }
  }

  one() {
    return Number(this.big());
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
    if (kind === "lowest" || kind === "only" || kind === "follow") return { kind, cells: members(this.big()) };
    if (kind === "pair") return { kind, pairs: this.pairs() };
    if (kind === "when") return { kind, cell: this.one(), guards: this.list().map((number) => ({ cell: Math.floor(number / 3), is: number % 3 })) };
    if (!kind) throw new Error("bad strategy");
    return { kind };
  }
}

/**
 * A game of claimed cells, as a certificate declares it. A position is two sets: First's marks and Second's; or all marks,
 * and nothing, where marks belong to nobody. Where a player chooses between two marks, each cell is there with an X and with an O.
 */
class Game {
  constructor(text) {
    const drawn = [];
    const said = {};
    for (const line of text.trimEnd().split("\n")) {
      const [word, ...rest] = line.split(" ");
      if (word === "line") drawn.push(rest.reduce((set, cell) => set | bit(cell - 1), 0n));
      else said[word] = rest.join(" ");
    }
    const board = said.board ?? "";
    const size = [...board].filter((sign) => sign === ".").length;
    const boards = Number(said.boards ?? 1);
    this.onBoards = size * boards;
    this.isCommon = said.marks !== "own";
    this.kinds = said.marks === "either" ? 2 : 1;
    this.count = this.kinds * this.onBoards;
    /** The rows of each layer of each board. */
    this.layers = Array.from({ length: boards }, () => board.split("//").map((rows) => rows.split("/"))).flat();
    const starts = Array.from({ length: this.count / size }, (_, part) => part * size);
    this.lines = starts.flatMap((start) => drawn.map((line) => line << BigInt(start)));
    /** The cells of each board, where there are several. */
    this.boards = boards === 1 ? [] : starts.slice(0, boards).map((start) => this.kindsOf((bit(size) - 1n) << BigInt(start)));
    const support = (said.support ?? "").split(" ").filter(Boolean).map(Number);
    /** Of each cell those one of which has to be marked before it. */
    this.below = Array.from({ length: this.count }, (_, cell) => {
      const below = support[cell % size] ?? 0;
      const at = cell - (cell % size) + below - 1;
      return below ? this.kindsOf(bit(at % this.onBoards)) : 0n;
    });
    this.linesWin = said.lines === "win";
    this.names = this.named();
  }

  /** A set with every kind of mark. */
  kindsOf(set) {
    return this.kinds === 2 ? set | (set << BigInt(this.onBoards)) : set;
  }

  /** Cells as moves are written. */
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

  mover([x, o]) {
    return members(x | o).length % 2;
  }

  /** A player's marks. Those of nobody are of both. */
  marks(at, player) {
    return at[this.isCommon ? 0 : player];
  }

  open(at) {
    const marked = at[0] | at[1];
    // With either mark on it, a cell is taken.
    const taken = this.kinds === 2 ? this.kindsOf((marked | (marked >> BigInt(this.onBoards))) & (bit(this.onBoards) - 1n)) : marked;
    const dead = this.dead(at);
    const isOpen = (cell) => !((taken | dead) & bit(cell)) && (!this.below[cell] || taken & this.below[cell]);
    return Array.from({ length: this.count }, (_, cell) => cell).filter(isOpen);
  }

  /** The cells of the boards with a line, where there are several boards. */
  dead(at) {
    if (!this.boards.length) return 0n;
    const isMade = (line) => (line & at[0]) === line || (line & at[1]) === line;
    const made = this.lines.filter(isMade).reduce((all, line) => all | line, 0n);
    return this.boards.filter((board) => board & made).reduce((all, board) => all | board, 0n);
  }

  /** The line that a cell would complete for these marks. */
  completes(marks, cell) {
    const all = marks | bit(cell);
    return this.lines.find((line) => line & bit(cell) && (line & all) === line);
  }

  play(at, cell) {
    const next = [...at];
    next[this.isCommon ? 0 : this.mover(at)] |= bit(cell);
    return next;
  }

  /** Whether play is over after a cell was marked: by a line, on the last board that has none, or because no cell is open. */
  isOver(at, cell) {
    const line = this.completes(this.marks(at, this.mover(at)), cell);
    return (line !== undefined && !this.boards.length) || this.open(this.play(at, cell)).length === 0;
  }
}

const key = ([x, o]) => `${x} ${o}`;

/** The tree of one half: what is done at each position. */
class Tree {
  constructor(proof, claimant, numbers) {
    Object.assign(this, { proof, claimant });
    this.strategies = Array.from({ length: numbers.one() }, () => numbers.strategy());
    this.walk = numbers.list();
    this.does = new Map();
    this.follow();
  }

  /** Walks as a checker does. */
  follow() {
    const { game, root } = this.proof;
    const walk = this.walk[Symbol.iterator]();
    const number = () => {
      const { value, done } = walk.next();
      if (done) throw new Error("bad numbers");
      return value;
    };
    const replies = (at) => game.open(at).filter((cell) => !game.isOver(at, cell)).map((cell) => game.play(at, cell));
    const stack = this.walk.length ? [root] : [];
    let used = 0;
    while (stack.length) {
      let at = stack.pop();
      const isRoot = key(at) === key(root);
      if (game.mover(at) !== this.claimant && !isRoot) {
        stack.push(...replies(at).reverse());
        continue;
      }
      at = this.proof.least(at).at;
      if (this.does.has(key(at))) continue;
      const said = number();
      if (said < 2) {
        this.does.set(key(at), { strategy: this.strategies[said ? number() : used++] });
      } else if (game.mover(at) === this.claimant) {
        this.does.set(key(at), { cell: said - 2 });
        if (!game.isOver(at, said - 2)) stack.push(game.play(at, said - 2));
      } else {
        this.does.set(key(at), { replies: true });
        stack.push(...replies(at).reverse());
      }
    }
  }

  /** What the proof says of a position that the tree has: the cells are those of the position. */
  at(position) {
    const { at, symmetry } = this.proof.least(position);
    const does = this.does.get(key(at));
    if (!does) return null;
    // Where each cell of the image lies here.
    const back = new Map(symmetry.map((image, cell) => [image, cell]));
    return { ...does, cell: does.cell === undefined ? undefined : back.get(does.cell), image: symmetry, back };
  }

  /** What a strategy answers at a position after its leaf: a cell, and the rule that gives it. */
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
    const [own, other] = [this.claimant, 1 - this.claimant].map((player) => game.marks(position, player));
    const has = (cell, is) => ([~(own | other), own, other][is] & bit(cell)) !== 0n;
    const gives = {
      win: () => open.find((cell) => game.completes(own, cell) !== undefined),
      stop: () => open.find((cell) => game.completes(other, cell) !== undefined),
      take: ({ cells }) => cells.find((cell) => open.includes(cell)),
      lowest: ({ cells }) => open.find((cell) => cells.includes(cell)),
      only: ({ cells }) => {
        const there = open.filter((cell) => cells.includes(cell));
        return there.length === 1 ? there[0] : undefined;
      },
      follow: ({ cells }) => open.find((cell) => cells.includes(cell) && other & game.below[cell]),
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

/** A certificate of version 2. */
export class Proof {
  /** Reads the bytes of a file; throws an Error that says what is wrong. */
  static async read(bytes) {
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
    if (magic !== "yomikiri certificate 2") throw new Error(magic.startsWith("yomikiri certificate") ? "version" : "not a certificate");
    proof.claims = [];
    proof.symmetries = [];
    for (;;) {
      const [word, ...rest] = line().split(" ");
      const text = rest.join(" ");
      if (word === "least" || word === "most") proof.claims.push({ claimant: word === "least" ? 0 : 1, value: text });
      else if (word === "symmetry") proof.symmetries.push(rest.map((cell) => cell - 1));
      else if (word === "rules") {
        const length = Number(text);
        proof.game = new Game(new TextDecoder().decode(bytes.subarray(at, at + length)));
        at += length;
        break;
      } else proof[`said_${word}`] = text;
    }
    const root = BigInt(proof.said_root);
    const all = bit(proof.game.count) - 1n;
    proof.root = [root & all, root >> BigInt(proof.game.count)];
    proof.trees = [];
    for (const { claimant } of proof.claims) {
      const length = Number(new DataView(bytes.buffer, bytes.byteOffset + at, 8).getBigUint64(0, true));
      const packed = bytes.subarray(at + 8, at + 8 + length);
      at += 8 + length;
      const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
      const numbers = new Numbers(new Uint8Array(await new Response(stream).arrayBuffer()));
      proof.trees.push(new Tree(proof, claimant, numbers));
    }
    return proof;
  }

  /** The least image of a position, and the cell to which each goes. */
  least(at) {
    const code = ([x, o]) => x | (o << BigInt(this.game.count));
    const same = Array.from({ length: this.game.count }, (_, cell) => cell);
    let best = { at, symmetry: same };
    for (const symmetry of this.symmetries) {
      const image = at.map((set) => members(set).reduce((all, cell) => all | bit(symmetry[cell]), 0n));
      if (code(image) < code(best.at)) best = { at: image, symmetry };
    }
    return best;
  }
}

export { members };
