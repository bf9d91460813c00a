// A page of its own, /proof.html: opens a certificate of version 2 and walks it. Whoever looks chooses any reply
// and sees the proof's answer, with the signs of the strategy on the cells and the rule that gave the move. Its words
// are here, in both languages.

import { button, make } from "/dom.js";
import { Proof } from "/proof.js";

export const WORDS = {
  en: {
    title: "A proof, move by move",
    choose: "Open a certificate that prove --strategy wrote:",
    what: "Choose any reply, and see what the proof answers. Whether it is a proof at all is for yomikiri check to say.",
    version: "This certificate lists positions. Only those of version 2 have strategies to walk through.",
    broken: "This is no certificate that can be read: {why}",
    claim_0: "First is sure of: {value}",
    claim_1: "Second is sure of: {value}",
    half: "Show",
    player_0: "First",
    player_1: "Second",
    reply: "{player} may play any cell with a button.",
    made: "{player} played {cell}: this move is listed in the proof.",
    by: "{player} played {cell} by the strategy: {rule}.",
    over: "Play is over.",
    nothing: "The proof says nothing of this position.",
    leaf: "From here on {player} follows this strategy: the first of these that gives a cell gives the move.",
    paired: "From here on {player} answers in pairs: whenever one cell of a pair is taken, the other is the answer.",
    back: "Take back",
    again: "From the start",
    home: "To the games",
    language: "日本語",
    win: "complete a line",
    stop: "take the cell where the other side could complete a line",
    take: "take the first of these that is open: {cells}",
    lowest: "take an open cell of these, the first in reading order: {cells}",
    only: "if exactly one of these is open, take it: {cells}",
    follow: "answer on top of the other side's mark, on these cells: {cells}",
    pair: "when one cell of a pair is taken, take the other: {cells}",
    when: "take {cell} if it is open and {guards}",
    any: "take the first open cell in reading order",
    first: "the cell that is taken first",
    guard_0: "{cell} is empty",
    guard_1: "{cell} is one's own",
    guard_2: "{cell} is the other side's",
    guard_common_0: "{cell} is not marked",
    guard_common_1: "{cell} is marked",
    guard_either_0: "{cell} has no {mark}",
    guard_either_1: "{cell} has an {mark}",
    follow_common: "answer on top of a mark, on these cells: {cells}",
    pair_common: "when one cell of a pair is marked, mark the other: {cells}",
    any_either: "mark the first open cell in reading order with x",
    any_turned: "take an open cell: the first one in the order that the strategy has",
    empty: "{player}: nothing is claimed",
    and: " and ",
    signs: "Signs: 1, 2, 3… an order; = one of a set; @ the only one of a set; ^ on top of the other's mark (or of any that belongs to nobody); ? under a condition; letters are pairs.",
  },
  ja: {
    title: "証明を一手ずつたどる",
    choose: "prove --strategy が書いた証明書を開く：",
    what: "好きな応手を選ぶと、証明の答えが見られます。証明として正しいかどうかは yomikiri check が調べます。",
    version: "この証明書は局面の一覧です。手順をたどれるのは第2版の証明書だけです。",
    broken: "読める証明書ではありません：{why}",
    claim_0: "先手が確保できる結果：{value}",
    claim_1: "後手が確保できる結果：{value}",
    half: "表示",
    player_0: "先手",
    player_1: "後手",
    reply: "{player}はボタンのあるマスならどこにでも置けます。",
    made: "{player}は {cell} に置きました。証明に書かれた手です。",
    by: "{player}は戦略に従って {cell} に置きました：{rule}。",
    over: "終局です。",
    nothing: "証明はこの局面について何も述べていません。",
    leaf: "ここから{player}は次の戦略に従います。上から順に見て、最初に当てはまるものが次の手です。",
    paired: "ここから{player}は組で応えます。組の一方に置かれたら、もう一方に置きます。",
    back: "一手戻す",
    again: "最初から",
    home: "ゲームへ",
    language: "English",
    win: "ラインを完成できるなら完成する",
    stop: "相手がラインを完成できるマスに置く",
    take: "次のうち最初に空いているマスに置く：{cells}",
    lowest: "次のうち空いているマスに、読む順で最初のものに置く：{cells}",
    only: "次のうちちょうど一つだけが空いているなら、そこに置く：{cells}",
    follow: "次のマスでは、相手の石の真上に置いて応える：{cells}",
    pair: "組の一方に置かれたら、もう一方に置く：{cells}",
    when: "{cell} が空いていて、{guards}なら、そこに置く",
    any: "読む順で最初の空いているマスに置く",
    first: "最初に置くマス",
    guard_0: "{cell} が空き",
    guard_1: "{cell} が自分の石",
    guard_2: "{cell} が相手の石",
    guard_common_0: "{cell} に石なし",
    guard_common_1: "{cell} に石あり",
    guard_either_0: "{cell} に {mark} なし",
    guard_either_1: "{cell} に {mark} あり",
    follow_common: "次のマスでは、石の真上に置く：{cells}",
    pair_common: "組の一方に石があれば、もう一方に置く：{cells}",
    any_either: "読む順で最初の空いているマスに x を置く",
    any_turned: "空いているマスのうち、戦略の順で最初のマスに置く",
    empty: "{player}：主張なし",
    and: "、",
    signs: "記号：1、2、3… は順番、= は集まりの一つ、@ は集まりでただ一つ、^ は相手の石の真上（石が共有なら、どの石でも）、? は条件つき、英字は組。",
  },
};

/** What the settings of the other page keep in the browser. */
const kept = () => {
  try {
    return JSON.parse(localStorage.getItem("yomikiri"))?.language;
  } catch {
    return null;
  }
};

/** What the link to this page asked for. */
const asked = new URLSearchParams(location.hash.slice(1)).get("l");
let language = (asked ?? kept() ?? navigator.language).startsWith("ja") ? "ja" : "en";

const w = (key, values = {}) => WORDS[language][key].replace(/\{(\w+)\}/g, (_, name) => values[name]);

const bit = (cell) => 1n << BigInt(cell);

class Walk {
  constructor() {
    this.place = document.getElementById("proof");
    this.proof = null;
    this.wrong = null;
    this.draw();
  }

  async open(file) {
    [this.proof, this.wrong] = [null, null];
    try {
      this.proof = await Proof.read(new Uint8Array(await file.arrayBuffer()));
      this.begin(this.proof.trees.findIndex((tree) => tree.walk.length) >= 0 ? this.proof.trees.findIndex((tree) => tree.walk.length) : 0);
    } catch (error) {
      this.wrong = error.message === "version" ? w("version") : w("broken", { why: error.message });
    }
    this.draw();
  }

  begin(half) {
    this.half = half;
    this.past = [];
    this.now = { at: this.proof.root, strategy: null, said: null, over: false };
    this.settle();
  }

  get tree() {
    return this.proof.trees[this.half];
  }

  /** Plays the proof's moves until the other side is to move. `last`: what the other side has marked. */
  settle(last) {
    const { game } = this.proof;
    const now = this.now;
    if (now.over) return;
    if (!now.strategy) {
      const does = this.tree.at(now.at);
      if (does?.strategy) [now.strategy, now.image, now.back, now.isNew] = [does.strategy, does.image, does.back, true];
      else if (game.mover(now.at) !== this.tree.claimant) return;
      else if (!does) return void (now.said = w("nothing"));
      else return this.mark(does.cell, () => w("made", { player: w(`player_${this.tree.claimant}`), cell: this.name(does.cell) }));
    }
    if (game.mover(now.at) !== this.tree.claimant) return;
    const image = (set) => this.cells(set).reduce((all, cell) => all | bit(now.image[cell]), 0n);
    const answer = this.tree.answer(now.strategy, now.at.map(image), last === undefined || now.isNew ? undefined : now.image[last]);
    if (!answer) return void (now.said = w("nothing"));
    const cell = now.back.get(answer.cell);
    this.mark(cell, () => w("by", { player: w(`player_${this.tree.claimant}`), cell: this.name(cell), rule: this.sentence(answer.rule) }));
  }

  mark(cell, said) {
    const { game } = this.proof;
    this.now.over = game.isOver(this.now.at, cell);
    this.now.at = game.play(this.now.at, cell);
    [this.now.last, this.now.said] = [cell, said];
  }

  /** The other side plays. */
  reply(cell) {
    this.past.push(this.now);
    this.now = { ...this.now, isNew: false };
    this.mark(cell, null);
    this.settle(cell);
    this.draw();
  }

  cells(set) {
    return Array.from({ length: this.proof.game.count }, (_, cell) => cell).filter((cell) => set & bit(cell));
  }

  name(cell) {
    return this.proof.game.names[cell] ?? "?";
  }

  here(cell) {
    return this.now.back.get(cell);
  }

  sentence(rule) {
    const { isCommon, kinds } = this.proof.game;
    const isEither = kinds === 2;
    const names = (cells) => cells.map((cell) => this.name(this.here(cell))).join(" ");
    const guard = ({ cell, is }) => {
      const name = this.name(this.here(cell));
      if (isEither) return w(`guard_either_${Math.min(is, 1)}`, { mark: name[0], cell: name.slice(1) });
      return w(isCommon ? `guard_common_${Math.min(is, 1)}` : `guard_${is}`, { cell: name });
    };
    const guards = (rule.guards ?? []).map(guard).join(w("and"));
    const cells = rule.pairs ? rule.pairs.map((pair) => pair.map((cell) => this.name(this.here(cell))).join("-")).join(" ") : names(rule.cells ?? []);
    return w(this.kind(rule.kind), { cells, guards, cell: rule.cell === undefined ? "" : this.name(this.here(rule.cell)) });
  }

  /** The words for a kind of rule: others for marks of nobody, and where the cells are in another order here than in the strategy. */
  kind(kind) {
    const isTurned = this.now.image.some((image, cell) => image !== cell);
    if (this.proof.game.isCommon) {
      const common = { stop: "win", follow: "follow_common", pair: "pair_common" }[kind];
      if (common) return common;
    }
    if (kind === "any") return isTurned ? "any_turned" : this.proof.game.kinds === 2 ? "any_either" : "any";
    return kind === "lowest" && (isTurned || this.proof.game.kinds === 2) ? "take" : kind;
  }

  /** The sign of each cell that the strategy speaks of. */
  signs() {
    const signs = new Map();
    const { strategy } = this.now;
    if (!strategy) return signs;
    const put = (cell, sign) => signs.has(this.here(cell)) || signs.set(this.here(cell), sign);
    let [place, letter] = [0, 0];
    const pairs = (list) => list.forEach((pair) => (pair.forEach((cell) => put(cell, String.fromCharCode(97 + (letter % 26)))), (letter += 1)));
    if (strategy.pairs) {
      if (strategy.first !== null) put(strategy.first, "1");
      pairs(strategy.pairs);
    }
    for (const rule of strategy.rules ?? []) {
      if (rule.kind === "take") rule.cells.forEach((cell) => put(cell, String((place += 1))));
      if (rule.kind === "when") put(rule.cell, "?");
      if (rule.kind === "pair") pairs(rule.pairs);
      const sign = { lowest: "=", only: "@", follow: "^" }[rule.kind];
      if (sign) rule.cells.forEach((cell) => put(cell, sign));
    }
    return signs;
  }

  /** The boards, layer by layer. */
  boards() {
    const { game } = this.proof;
    const open = this.now.over ? [] : game.open(this.now.at);
    const isReply = !this.now.over && game.mover(this.now.at) !== this.tree.claimant;
    const signs = this.signs();
    let number = -1;
    /** Which mark is on a cell: First's or Second's, or the first or the second of two that a player chooses from. */
    const marked = (cells) => {
      const [first, second] = game.kinds === 2 ? cells.map((cell) => this.now.at[0] & bit(cell)) : this.now.at.map((set) => set & bit(cells[0]));
      return first ? "×" : second ? "○" : null;
    };
    const square = (sign) => {
      if (sign !== ".") return make("td", { className: "hole" });
      number += 1;
      const cells = Array.from({ length: game.kinds }, (_, kind) => number + kind * game.onBoards);
      const place = make("td", { className: cells.includes(this.now.last) ? "last" : "" });
      const mark = marked(cells);
      if (mark) place.append(make("span", { className: "mark", textContent: mark }));
      else if (isReply && cells.some((cell) => open.includes(cell))) place.append(...cells.map(reply));
      else place.append(make("span", { className: "sign", textContent: cells.flatMap((cell) => signs.get(cell) ?? []).join(" ") }));
      return place;
    };
    const reply = (cell) => {
      const [sign, name] = [signs.get(cell), this.name(cell)];
      const mark = game.kinds === 2 ? "×○"[cell < game.onBoards ? 0 : 1] : "";
      const press = button(mark + (sign ?? (mark ? "" : "·")), () => this.reply(cell));
      press.setAttribute("aria-label", sign ? `${name}: ${sign}` : name);
      return press;
    };
    const rows = (rows) => rows.map((row) => make("tr", {}, ...[...row].map(square)));
    const layers = game.layers.map((layer) => make("table", { className: "proof-board" }, ...rows(layer)));
    return make("div", { className: "proof-boards" }, ...layers);
  }

  draw() {
    document.documentElement.lang = language;
    document.title = `Yomikiri: ${w("title")}`;
    const input = make("input", { type: "file", id: "certificate" });
    input.addEventListener("change", () => input.files.length && this.open(input.files[0]));
    const turn = button(w("language"), () => {
      language = language === "ja" ? "en" : "ja";
      this.draw();
    });
    const home = make("a", { href: `/#l=${language}`, textContent: w("home") });
    const parts = [make("h1", { textContent: w("title") }), make("p", {}, home, " ", turn), make("p", { textContent: w("what") }), make("p", {}, make("label", { textContent: w("choose") }, " ", input))];
    if (this.wrong) parts.push(make("p", { id: "proof-wrong", textContent: this.wrong }));
    if (this.proof) parts.push(...this.drawProof());
    this.place.replaceChildren(...parts);
  }

  drawProof() {
    const { proof, now } = this;
    const claims = proof.claims.map(({ claimant, value }, half) => {
      const isEmpty = !proof.trees[half].walk.length;
      const said = isEmpty ? w("empty", { player: w(`player_${claimant}`) }) : w(`claim_${claimant}`, { value });
      const show = button(said, () => {
        this.begin(half);
        this.draw();
      });
      show.setAttribute("aria-pressed", String(half === this.half));
      show.disabled = isEmpty;
      return show;
    });
    const said = typeof now.said === "function" ? now.said() : (now.said ?? "");
    const { game } = proof;
    const isReply = !now.over && game.mover(now.at) !== this.tree.claimant;
    const next = now.over ? w("over") : isReply ? w("reply", { player: w(`player_${1 - this.tree.claimant}`) }) : "";
    const status = make("p", { id: "proof-said", textContent: `${said} ${next}`.trim() });
    status.setAttribute("role", "status");
    const back = button(w("back"), () => {
      this.now = this.past.pop();
      this.draw();
    });
    back.disabled = !this.past.length;
    const again = button(w("again"), () => {
      this.begin(this.half);
      this.draw();
    });
    const parts = [make("p", { textContent: `${proof.said_game}: ${proof.said_position}` }), make("div", { className: "row" }, ...claims), this.boards(), status, make("div", { className: "row" }, back, again)];
    if (now.strategy) {
      const player = w(`player_${this.tree.claimant}`);
      parts.push(make("p", { textContent: w(now.strategy.pairs ? "paired" : "leaf", { player }) }));
      if (now.strategy.rules) parts.push(make("ol", { id: "proof-rules" }, ...now.strategy.rules.map((rule) => make("li", { textContent: this.sentence(rule) }))));
      parts.push(make("p", { textContent: w("signs") }));
    }
    return parts;
  }
}

// (The tests fetch the words alone.)
if (document.getElementById("proof") && !document.querySelector("#proof > *")) new Walk();
