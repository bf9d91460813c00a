// The page /proof.html: opens a certificate of version 2 or 4 and walks it. The user chooses any reply and sees the
// proof's answer, with the signs of the strategy or the threats on the cells, and in words. Its texts are here, in both
// languages.

import { button, make } from "/dom.js";
import { Proof, turned } from "/proof.js";

export const WORDS = {
  en: {
    title: "A proof, move by move",
    choose: "Open a certificate that prove --strategy or prove --threats wrote:",
    what: "Choose any reply, and see what the proof answers. Whether it is a proof at all is for yomikiri check to say.",
    reading: "Reading the tree:",
    lists: "This certificate lists positions. Only those of versions 2 and 4 have a tree to walk through.",
    version: "This page opens certificates of versions 2 and 4. This one is of another version.",
    broken: "This is no certificate that can be read: {why}",
    claim_0: "First is sure of: {value}",
    claim_1: "Second is sure of: {value}",
    half: "Show",
    player_0: "First",
    player_1: "Second",
    reply: "{player} may play any cell with a button.",
    made: "{player} played {cell}: this move is listed in the proof.",
    by: "{player} played {cell} by the strategy: {rule}.",
    threat: "{player} played {cell}: threat {number} of {count}.",
    completed: "{player} played {cell} and completed a line.",
    over: "Play is over.",
    nothing: "The proof says nothing of this position.",
    leaf: "From here on {player} follows this strategy: the first of these that gives a cell gives the move.",
    paired: "From here on {player} answers in pairs: whenever one cell of a pair is taken, the other is the answer.",
    threats: "From here on {player} wins by threats. If {other} does not answer one, {player} completes a line.",
    forced: "{player} plays {cell}, {other} has to play {forced}",
    ends: "{player} plays {cell} and can complete a line at {ends}",
    opened: "{player} plays {cell}, {other} has to play {forced}, and {player} can complete a line at {ends}",
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
    signs_threats: "Signs: 1, 3, 5… the threats; 2, 4… the replies that they force; ! a cell that completes a line.",
    signs_left: "Sign: + where no threats win. After every other reply {player} completes a line at once or wins by threats.",
    signs: "Signs: 1, 2, 3… an order; = one of a set; @ the only one of a set; ^ on top of the other's mark (or of any that belongs to nobody); ? under a condition; letters are pairs.",
  },
  ja: {
    title: "証明を一手ずつたどる",
    choose: "prove --strategy か prove --threats が書いた証明書を開く：",
    what: "好きな応手を選ぶと、証明の答えが見られます。証明として正しいかどうかは yomikiri check が調べます。",
    reading: "木を読んでいます：",
    lists: "この証明書は局面の一覧です。手順をたどれるのは第2版と第4版の証明書だけです。",
    version: "このページで開けるのは第2版と第4版の証明書です。これは別の版です。",
    broken: "読める証明書ではありません：{why}",
    claim_0: "先手が確保できる結果：{value}",
    claim_1: "後手が確保できる結果：{value}",
    half: "表示",
    player_0: "先手",
    player_1: "後手",
    reply: "{player}はボタンのあるマスならどこにでも置けます。",
    made: "{player}は {cell} に置きました。証明に書かれた手です。",
    by: "{player}は戦略に従って {cell} に置きました：{rule}。",
    threat: "{player}は {cell} に置きました。全{count}回のリーチの{number}回目です。",
    completed: "{player}は {cell} に置き、ラインを完成しました。",
    over: "終局です。",
    nothing: "証明はこの局面について何も述べていません。",
    leaf: "ここから{player}は次の戦略に従います。上から順に見て、最初に当てはまるものが次の手です。",
    paired: "ここから{player}は組で応えます。組の一方に置かれたら、もう一方に置きます。",
    threats: "ここから{player}はリーチの連続で勝ちます。{other}がリーチを防がなければ、{player}はラインを完成します。",
    forced: "{player}が {cell} に置くと、{other}は {forced} に置くしかない",
    ends: "{player}は {cell} に置き、{ends} のいずれでもラインを完成できる",
    opened: "{player}が {cell} に置くと、{other}は {forced} に置くしかなく、{player}は {ends} でラインを完成できる",
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
    signs_threats: "記号：1、3、5… はリーチ、2、4… はそれを防ぐ応手、! はラインが完成するマス。",
    signs_left: "記号：+ はリーチの連続では勝てない応手。他の応手には、{player}がすぐにラインを完成するか、リーチの連続で勝ちます。",
    signs: "記号：1、2、3… は順番、= は集まりの一つ、@ は集まりでただ一つ、^ は相手の石の真上（石が共有なら、どの石でも）、? は条件つき、英字は組。",
  },
};

/** The language in the main page's stored settings. */
const kept = () => {
  try {
    return JSON.parse(localStorage.getItem("yomikiri"))?.language;
  } catch {
    return null;
  }
};

/** The language in the link to this page. */
const asked = new URLSearchParams(location.hash.slice(1)).get("l");
let language = (asked ?? kept() ?? navigator.language).startsWith("ja") ? "ja" : "en";

const w = (key, values = {}) => WORDS[language][key].replace(/\{(\w+)\}/g, (_, name) => values[name]);

/** Yields to the browser. (Timers are slow on hidden pages.) */
const pause = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(port1.close());
    port2.postMessage(null);
  });

class Walk {
  constructor() {
    this.place = document.getElementById("proof");
    this.proof = null;
    this.wrong = null;
    this.draw();
  }

  async open(file) {
    [this.proof, this.wrong, this.file] = [null, null, file];
    this.reading = make("progress", { id: "proof-reading", max: 1, value: 0 });
    this.draw();
    /** Shows the progress of reading, and yields. Choosing another file ends it. */
    const tell = (part) => {
      if (this.file !== file) throw new Error("another file");
      this.reading.value = part;
      return pause();
    };
    try {
      const proof = await Proof.read(new Uint8Array(await file.arrayBuffer()), tell);
      if (this.file !== file) return;
      this.proof = proof;
      this.begin(Math.max(0, proof.trees.findIndex((tree) => tree.walk.length)));
    } catch ({ message }) {
      if (this.file !== file) return;
      this.wrong = ["lists", "version"].includes(message) ? w(message) : w("broken", { why: message });
    }
    this.reading = null;
    this.draw();
  }

  begin(half) {
    this.half = half;
    this.past = [];
    this.now = { at: this.proof.root, strategy: null, sequences: null, steps: null, said: null, over: false };
    this.settle();
  }

  get tree() {
    return this.proof.trees[this.half];
  }

  /** The claimant, or the other side, in words. */
  player(isOther = false) {
    return w(`player_${isOther ? 1 - this.tree.claimant : this.tree.claimant}`);
  }

  /** Whether the other side is to choose a move. */
  get isReply() {
    return !this.now.over && this.proof.game.mover(this.now.at) !== this.tree.claimant;
  }

  /** Plays the proof's moves until the other side is to move. `last`: the other side's last mark. */
  settle(last) {
    const now = this.now;
    if (now.over || (now.sequences && this.threaten())) return;
    if (!now.strategy) {
      const does = this.tree.at(now.at);
      now.sequences = does?.sequences;
      if (does?.strategy) [now.strategy, now.back, now.isNew] = [does.strategy, does.back, true];
      else if (this.isReply) return;
      else if (!does) return void (now.said = () => w("nothing"));
      else return this.mark(does.cell, () => w("made", { player: this.player(), cell: this.name(does.cell) }));
    }
    if (this.isReply) return;
    const image = (cell) => now.back.indexOf(cell);
    const answer = this.tree.answer(now.strategy, turned(now.at, now.back), last === undefined || now.isNew ? undefined : image(last));
    if (!answer) return void (now.said = () => w("nothing"));
    const cell = now.back[answer.cell];
    this.mark(cell, () => w("by", { player: this.player(), cell: this.name(cell), rule: this.sentence(answer.rule) }));
  }

  /** Plays what wins against the last reply by threats; false if nothing does. */
  threaten() {
    const now = this.now;
    const win = this.tree.threats(now.at, now.sequences);
    if (!win) return false;
    if (!win.steps) {
      this.mark(win.cell, () => w("completed", { player: this.player(), cell: this.name(win.cell) }));
      return true;
    }
    const [{ cell }, ...rest] = win.steps;
    // The rest of the sequence wins after the forced reply.
    now.sequences = [rest.map((step) => step.cell)];
    now.steps ??= win.steps;
    const [number, count] = [now.steps.length - rest.length, now.steps.length];
    this.mark(cell, () => w("threat", { player: this.player(), cell: this.name(cell), number, count }));
    return true;
  }

  mark(cell, said) {
    const { game } = this.proof;
    this.now.over = game.isOver(this.now.at, cell);
    this.now.at = game.play(this.now.at, cell);
    [this.now.last, this.now.said] = [cell, said];
  }

  /** Plays the other side's move. */
  reply(cell) {
    this.past.push(this.now);
    this.now = { ...this.now, isNew: false };
    this.mark(cell, null);
    this.settle(cell);
    this.draw();
  }

  name(cell) {
    return this.proof.game.names[cell] ?? "?";
  }

  here(cell) {
    return this.now.back[cell];
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

  /** The words for a kind of rule; they differ for common marks, and if the cells are in another order than in the strategy. */
  kind(kind) {
    const isTurned = this.now.back.some((cell, image) => cell !== image);
    if (this.proof.game.isCommon) {
      const common = { stop: "win", follow: "follow_common", pair: "pair_common" }[kind];
      if (common) return common;
    }
    if (kind === "any") return isTurned ? "any_turned" : this.proof.game.kinds === 2 ? "any_either" : "any";
    return kind === "lowest" && (isTurned || this.proof.game.kinds === 2) ? "take" : kind;
  }

  /** A threat of a sequence, and its consequence. */
  step({ cell, forced, ends }) {
    const kind = forced === undefined ? "ends" : ends.length ? "opened" : "forced";
    const names = ends.map((end) => this.name(end)).join(w("and"));
    return w(kind, { player: this.player(), other: this.player(true), cell: this.name(cell), forced: this.name(forced), ends: names });
  }

  /** The sign of each cell that the proof mentions. */
  signs() {
    const { strategy, steps, sequences, at } = this.now;
    if (strategy) return this.signsOf(strategy);
    const signs = new Map();
    if (steps) {
      const cells = steps.flatMap(({ cell, forced }) => [cell, forced]);
      cells.forEach((cell, index) => signs.set(cell, String(index + 1)));
      steps.at(-1).ends.forEach((cell) => signs.set(cell, "!"));
    } else if (sequences && this.isReply) {
      this.tree.left(at, sequences).forEach((cell) => signs.set(cell, "+"));
    }
    return signs;
  }

  /** The sign of each cell that a strategy mentions. */
  signsOf(strategy) {
    const signs = new Map();
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
    const { at, last } = this.now;
    const open = this.isReply ? game.open(at) : [];
    const signs = this.signs();
    let number = -1;
    /** The mark on a cell: First's or Second's, or the first or the second of two to choose from. */
    const marked = (cells) => {
      const [first, second] = game.kinds === 2 ? cells.map((cell) => at[cell]) : [1, 2].map((mark) => at[cells[0]] === mark);
      return first ? "×" : second ? "○" : null;
    };
    const square = (sign) => {
      if (sign !== ".") return make("td", { className: "hole" });
      number += 1;
      const cells = Array.from({ length: game.kinds }, (_, kind) => number + kind * game.onBoards);
      const place = make("td", { className: cells.includes(last) ? "last" : "" });
      const mark = marked(cells);
      if (mark) place.append(make("span", { className: "mark", textContent: mark }));
      else if (cells.some((cell) => open.includes(cell))) place.append(...cells.map(reply));
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
    if (this.reading) parts.push(make("p", {}, make("label", {}, w("reading"), " ", this.reading)));
    if (this.wrong) parts.push(make("p", { id: "proof-wrong", textContent: this.wrong }));
    if (this.proof) parts.push(...this.drawProof());
    const before = this.place.querySelector(".proof-boards")?.scrollLeft ?? 0;
    this.place.replaceChildren(...parts);
    // A wide board keeps its scroll position, and the last move is visible. Keys reach it even without a reply.
    const boards = this.place.querySelector(".proof-boards");
    boards?.scrollTo(before, 0);
    if (boards?.scrollWidth > boards?.clientWidth) boards.tabIndex = 0;
    this.place.querySelector(".last")?.scrollIntoView({ block: "nearest", inline: "nearest" });
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
    const said = now.said?.() ?? "";
    const next = now.over ? w("over") : this.isReply ? w("reply", { player: this.player(true) }) : "";
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
    const [player, other] = [this.player(), this.player(true)];
    if (now.strategy) {
      parts.push(make("p", { textContent: w(now.strategy.pairs ? "paired" : "leaf", { player }) }));
      if (now.strategy.rules) parts.push(make("ol", { id: "proof-rules" }, ...now.strategy.rules.map((rule) => make("li", { textContent: this.sentence(rule) }))));
      parts.push(make("p", { textContent: w("signs") }));
    } else if (now.steps) {
      parts.push(make("p", { textContent: w("threats", { player, other }) }));
      parts.push(make("ol", { id: "proof-threats" }, ...now.steps.map((step) => make("li", { textContent: this.step(step) }))));
      parts.push(make("p", { textContent: w("signs_threats") }));
    } else if (now.sequences && this.isReply) {
      parts.push(make("p", { textContent: w("signs_left", { player }) }));
    }
    return parts;
  }
}

// (The tests load only the words.)
if (document.getElementById("proof") && !document.querySelector("#proof > *")) new Walk();
