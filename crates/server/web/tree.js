// The moves played, with all branches. If moves gain points, a node knows the points gained on the way to it,
// which a position alone does not tell; otherwise `points` is null.

/** The most letters of a comment. */
export const LONGEST_COMMENT = 300;

/** The places that a move touches: where it comes from, and all that it fills or takes. */
export const placesOf = ({ source, choice, covers, target }) => new Set([source, choice, ...(covers ?? []), target].filter((index) => index !== undefined));

export class Tree {
  constructor(position, points = null) {
    this.root = { parent: null, move: null, mover: null, position, points, children: [], next: 0 };
    this.current = this.root;
  }

  /** Makes a move: follows its branch, or starts one. */
  play({ move, position, gain, target, source, choice, covers }, mover) {
    const at = this.current;
    let index = at.children.findIndex((child) => child.move === move);
    if (index < 0) {
      index = at.children.length;
      const points = at.points?.map((had, side) => had + (side === ["first", "second"].indexOf(mover) ? gain : 0)) ?? null;
      at.children.push({ parent: at, move, mover, position, points, target, source, choice, covers, children: [], next: 0 });
    }
    at.next = index;
    this.current = at.children[index];
  }

  /** Goes to a node; `redo` then follows the way there. */
  go(node) {
    for (let at = node; at.parent; at = at.parent) at.parent.next = at.parent.children.indexOf(at);
    this.current = node;
  }

  undo() {
    if (this.current.parent) this.current = this.current.parent;
  }

  redo() {
    this.current = this.current.children[this.current.next] ?? this.current;
  }

  /** Whether the current move is in a variation. */
  isVariation() {
    return this.path().some((node) => node.parent && node.parent.children[0] !== node);
  }

  /** Makes the way to the current move the main line, from its first variation on. */
  promote() {
    const path = this.path();
    const at = path.findIndex((node) => node.parent && node.parent.children[0] !== node);
    if (at < 0) return;
    const { parent } = path[at];
    parent.children.splice(parent.children.indexOf(path[at]), 1);
    parent.children.unshift(path[at]);
    parent.next = 0;
  }

  /** Deletes the current move and all later ones. */
  prune() {
    const at = this.current;
    if (!at.parent) {
      at.children = [];
      return;
    }
    at.parent.children.splice(at.parent.children.indexOf(at), 1);
    at.parent.next = 0;
    this.current = at.parent;
  }

  /** The nodes from the root to the current one. */
  path() {
    const path = [];
    for (let at = this.current; at; at = at.parent) path.unshift(at);
    return path;
  }

  /** The path, continued along the branches last taken. */
  line() {
    const line = this.path();
    for (let at = this.current; (at = at.children[at.next]); ) line.push(at);
    return line;
  }

  /** All nodes, parents before children. */
  *nodes(from = this.root) {
    yield from;
    for (const child of from.children) yield* this.nodes(child);
  }

  /** Moves joined by blanks, each branch in its own brackets: `a b ( c d ) e`. */
  toText() {
    const write = (node) => {
      if (!node.children.length) return [];
      const [main, ...others] = node.children;
      const branches = others.flatMap((child) => ["(", child.move, ...write(child), ")"]);
      return [main.move, ...branches, ...write(main)];
    };
    return write(this.root).join(" ");
  }

  /** The number of the current node in the order of `nodes`. */
  index() {
    return [...this.nodes()].indexOf(this.current);
  }

  /** The comments, one a line: the number of the node, and the text. */
  commentsToText() {
    const nodes = [...this.nodes()].map(({ comment }, index) => comment && `${index} ${comment}`);
    return nodes.filter(Boolean).join("\n");
  }

  /** Reads `commentsToText`. */
  readComments(text) {
    const nodes = [...this.nodes()];
    for (const [, index, comment] of text.matchAll(/^(\d+) (.+)$/gm)) {
      if (nodes[index]) nodes[index].comment = comment.slice(0, LONGEST_COMMENT);
    }
  }

  /**
   * Reads `toText` up to the first token that is no move, which is `unread` then; `step(node, move)` gives the move with
   * its result and its player, or null.
   */
  static async read({ position, points, comment }, text, index, step) {
    const tree = new Tree(position, points);
    tree.root.comment = comment;
    const stack = [];
    for (const token of text.split(" ").filter(Boolean)) {
      if (token === "(") {
        stack.push(tree.current);
        tree.undo();
      } else if (token === ")") {
        tree.current = stack.pop() ?? tree.root;
      } else {
        const next = await step(tree.current, token);
        if (!next) {
          tree.unread = token;
          break;
        }
        tree.play(...next);
      }
    }
    tree.go([...tree.nodes()][index] ?? tree.root);
    return tree;
  }
}

/** Draws the tree as buttons; `mark(node)` gives { sign, label, isSlip } for a move with a mark, or null. */
export function drawTree(tree, { go, mark, name }) {
  const list = document.createElement("div");
  const button = (node, ply) => {
    const element = document.createElement("button");
    element.type = "button";
    element.className = `ply ${node.mover}`;
    const found = mark(node);
    element.textContent = `${ply}. ${node.move}${found ? " " + found.sign : ""}`;
    element.setAttribute("aria-label", name(node, ply) + (found ? ", " + found.label : ""));
    if (found?.isSlip) element.classList.add("slip");
    if (node === tree.current) element.setAttribute("aria-current", "step");
    element.addEventListener("click", () => go(node));
    return node.comment ? [element, " ", commented(node)] : [element];
  };
  const commented = ({ comment }) => Object.assign(document.createElement("span"), { className: "comment", textContent: comment });
  const write = (into, node, ply) => {
    for (let at = node; at.children.length; at = at.children[0], ply += 1) {
      into.append(...button(at.children[0], ply), " ");
      for (const child of at.children.slice(1)) {
        const branch = document.createElement("div");
        branch.className = "branch";
        branch.append(...button(child, ply), " ");
        write(branch, child, ply + 1);
        into.append(branch);
      }
    }
  };
  if (tree.root.comment) list.append(commented(tree.root), " ");
  write(list, tree.root, 1);
  return list;
}
