//! Texts about variants, pieces beside the board, lines of pieces, and games that other crates add.

/// Patterns and their Japanese; more specific ones come first.
pub(super) const TEXTS: &[(&str, &str)] = &[
    // Games of other crates.
    ("so the rules say", "ルールがそう決めている"),
    (
        "the laws of this game are tested with the program itself",
        "このゲームの法則はプログラム自身のテストで確かめる",
    ),
    (
        "a game cannot be called {}: a name is words of small letters and digits joined by `-`",
        "ゲームの名前を {0} にはできない：小文字と数字の語を `-` でつなぐ",
    ),
    ("two games are called `{}`", "`{0}` というゲームが二つある"),
    ("`{}` has no example", "`{0}` に例がない"),
    ("it is one of `{}`", "それは `{0}` の一つ"),
    (
        "{} is no example of `{}`: {}",
        "{0} は `{1}` の例ではない：{2}",
    ),
    // Pieces beside the board, and lines.
    ("there are more than 255 pieces", "駒が 255 個より多い"),
    (
        "{} kinds of pieces can be in hand: at most {}",
        "持ち駒になる駒が {0} 種類ある：最大 {1} 種類",
    ),
    (
        "{} slides {} onto {}, as far as it can, at most {}",
        "{0} は {1} に最大 {3}、進める限り動く：{2}",
    ),
    (
        "{} slides {} onto {}, as far as it can",
        "{0} は {1} に進める限り動く：{2}",
    ),
    (
        "{} slides {} onto {}, at most {}",
        "{0} は {1} に最大 {3}まで動く：{2}",
    ),
    (
        "{} may stay what it is there",
        "{0} はそこで成らなくてもよい",
    ),
    (
        "{} has lost with none left of {}",
        "{0}、{1} が一つも残らなければ負け",
    ),
    (
        "{} puts {} down from the hand on {} alone",
        "{0}が {1} を打てるのは {2} だけ",
    ),
    ("no cell", "どこにもない"),
    (
        "{} is {} in the hand of who has captured it",
        "{0} は取られると {1} として持ち駒になる",
    ),
    (
        "{} has {} in hand at the start",
        "{0}は初めに {1} を持っている",
    ),
    (
        "a piece in hand may be put on an empty cell in place of a move",
        "動く代わりに持ち駒を空いたマスに打ってよい",
    ),
    (
        "who has pieces in hand has to put one down",
        "持ち駒があるうちは打たなければならない",
    ),
    (
        "captured pieces come into the hand of who has captured them",
        "取った駒は取った側の持ち駒になる",
    ),
    ("up and down", "縦"),
    ("{} in a row ({}); {}", "{0} 個並び（{1}）; {2}"),
    ("{} in a row ({})", "{0} 個並び（{1}）"),
    ("a square of {} x {}; {}", "{0} x {1} の正方形; {2}"),
    ("a square of {} x {}", "{0} x {1} の正方形"),
    (
        "{}, but never has so many",
        "{0}(ただし、それだけの数を持つことはない)",
    ),
    (
        "at the start {} can capture the last royal piece of {}, and no move may leave it so",
        "初期局面で{0}は{1}の最後の王を取れる。王をそのように残す手は許されない",
    ),
    (
        "{} wins with a line of {}: {}",
        "{0}、{1}を次のように並べれば勝ち：{2}",
    ),
    (
        "{} has lost with a line of {}: {}",
        "{0}、{1}が次のように並べば負け：{2}",
    ),
    (
        "{} wins by having {} of {} on {}",
        "{0}、{2}を {1} 個 {3} に置けば勝ち",
    ),
    ("{} has a line (`line`)", "{0}の駒が並んでいる（`line`）"),
    ("a piece that can be in hand", "持ち駒になる駒"),
    ("there are not so many pieces", "駒はそれほど多くない"),
    // Keys of rules files.
    (
        "a move may also take the same number of stones from each of up to {} heaps",
        "一手で最大 {0} 個の山から同じ数ずつ取ってもよい",
    ),
    (
        "heaps that can be split are taken from one at a time",
        "分けられる山からは一度に一つずつ取る",
    ),
    (
        "from how many heaps a move may take the same number of stones at once; default 1",
        "一手でいくつの山から同じ数ずつ取れるか（なければ 1）",
    ),
    (
        "pairs of cells: a `link` step leads from the first one to the second one alone",
        "`link` の一歩が一つ目から二つ目へだけ行けるマスの組",
    ),
    (
        "a piece that moves captures each enemy that stands alone between it and another piece of its player, {}",
        "動いた駒は、自分のほかの駒との間に一つだけ挟んだ相手の駒を取る：{0}",
    ),
    ("in a row or column", "縦か横"),
    ("aslant", "斜め"),
    ("in a row or column, or aslant", "縦か横か斜め"),
    ("who can capture has to", "取れるときは取らなければならない"),
    (
        "a piece that has captured has to go on as long as it can capture",
        "取った駒は、取れる限り続けて取らなければならない",
    ),
    (
        "a piece that has captured may capture again in the same turn",
        "取った駒は、同じ手番で続けて取ってよい",
    ),
    (
        "no piece that has captured can go on from here",
        "取った駒がここから続けられない",
    ),
    ("a cell is expected here", "ここにはマスが必要"),
    ("{} is no way to enclose", "{0} という挟み方はない"),
    (
        "whether a slide has to go as far as it can; default false",
        "slide は進める限り進むか（なければ false）",
    ),
    (
        "whether who can capture has to; default false",
        "取れるときは取らなければならないか（なければ false）",
    ),
    (
        "whether a piece that has captured may capture again in the same turn, and has to where captures are forced; \
         false",
        "取った駒が同じ手番で続けて取ってよいか。取らなければならないときは、続けなければならない（なければ false）",
    ),
    (
        "where a piece that moves captures the enemies between it and another piece of its player: `orthogonal`, \
         `diagonal`; default nowhere",
        "動いた駒が、自分のほかの駒との間の相手の駒を取る向き：`orthogonal`、`diagonal`（なければ取らない）",
    ),
    (
        "what captures are beyond the moves of pieces",
        "駒の動きのほかの取り方",
    ),
    (
        "the most cells that a slide goes; default as many as there are",
        "slide で動けるマスの最大数（なければ盤の端まで）",
    ),
    (
        "the letter of the piece that it becomes on reaching a cell of `at`; of several the mover chooses one",
        "`at` のマスに着いて成る駒の文字。いくつかあれば動かす側が選ぶ",
    ),
    (
        "whether it may stay what it is instead; default false",
        "成らなくてもよいか（なければ false）",
    ),
    (
        "the letter of the piece that it is in the hand of who has captured it; default its own",
        "取られて持ち駒になったときの駒の文字（なければ元のまま）",
    ),
    (
        "the cells on which it may be put from the hand: cells, or `far`, the player's far row; default all",
        "持ち駒として打てるマス：マス、または一番奥の行 `far`（なければすべて）",
    ),
    (
        "the cells on which it may not be put from the hand: cells, or `far`; default none",
        "持ち駒として打てないマス：マス、または `far`（なければない）",
    ),
    (
        "how many pieces have to be at the goal; default 1",
        "goal に要る駒の数（なければ 1）",
    ),
    (
        "how many pieces next to each other in a row are a line; without this, `square` and `sets` there are no lines",
        "いくつ並べば列になるか。これも `square` も `sets` もなければ列はない",
    ),
    (
        "the side of a full square of pieces that is a line, too",
        "これも列と見なす、駒で埋まった正方形の一辺",
    ),
    (
        "where lines go: `across`, `upright`, `aslant`; default all",
        "列の向き：`across`（横）、`upright`（縦）、`aslant`（斜め）（なければすべて）",
    ),
    (
        "the letters of the pieces that make lines; default all",
        "列を作る駒の文字（なければすべて）",
    ),
    (
        "the result for a player who has a line. With `take`, the move that makes a line takes an enemy: one that is in no line, if there is such a one; default win",
        "列を作ったときの結果。`take` なら、列を作る手で敵の駒を一つ取る（あれば列の外から。なければ win）",
    ),
    (
        "the letters of the pieces in hand at the start, First's as capitals; default none",
        "最初の持ち駒の文字。First のものは大文字（なければない）",
    ),
    (
        "whether captured pieces come into the hand of who has captured them; default false",
        "取った駒が持ち駒になるか（なければ false）",
    ),
    (
        "whether who has pieces in hand has to put one down before any other moves; default false",
        "持ち駒があるうちはまず打たなければならないか（なければ false）",
    ),
    (
        "the pieces beside the board; default none",
        "盤の外の駒（なければない）",
    ),
    ("it becomes nothing", "成る駒がない"),
    (
        "`{}` goes with `becomes`",
        "`{0}` は `becomes` とともに使う",
    ),
    (
        "a piece has either `drop` or `undrop`",
        "`drop` と `undrop` はどちらか一つ",
    ),
    ("{} is no way of lines", "{0} は列の向きではない"),
    ("`most` goes with `slide`", "`most` は `slide` とともに使う"),
    // Variants.
    ("A chess variant", "変則チェス"),
    (
        "a variant of chess from a file in the format of variants.ini, on at most 36 squares",
        "variants.ini 形式のファイルによる、36 マス以下の変則チェス",
    ),
    (
        "the file; `PATH.ini#VARIANT` may stand in place of the whole spec",
        "ファイル。`PATH.ini#VARIANT` とだけ書いてもよい",
    ),
    (
        "the name of a variant in the file, such as gardner",
        "ファイルにある変種の名前。例えば gardner",
    ),
    (
        "the name of a variant in the file; optional if the file has only one",
        "ファイルにある変種の名前。変種が一つだけなら要らない",
    ),
    (
        "a move is `a1-a2`, `a1xa2` where it captures, `=Q` behind it what the piece becomes, `P*a2` a drop; a position is its rows joined by `/`, First's pieces in capitals, `+` and what is in hand",
        "手は `a1-a2`、取るときは `a1xa2`、成る駒は後ろに `=Q`、打つ手は `P*a2`　局面は行を `/` でつないだもの、First の駒は大文字、`+` の後は持ち駒",
    ),
    (
        "the path of a file of variants is needed",
        "変種のファイルのパスが必要",
    ),
    ("`{}` moves as `{}`: {}", "`{0}` の動きは `{1}`。{2}"),
    ("`{}`: {} is not supported", "`{0}`：{1}はここでは表せない"),
    (
        "hopping over a piece to go on",
        "駒を跳び越えてさらに進むこと",
    ),
    (
        "a leap that a piece between blocks",
        "間の駒に遮られる跳び方",
    ),
    ("a first move of its own", "最初だけの動き"),
    ("`{}` is no part of a move", "`{0}` は動きの一部ではない"),
    (
        "moves are written in Betza's notation: `mfWcfF`, `RN`",
        "動きは Betza の記法で書く：`mfWcfF`、`RN`",
    ),
    (
        "a letter such as `W` or `R` is missing at the end",
        "最後に `W` や `R` のような文字がない",
    ),
    (
        "`]` is missing at the end of a section's name",
        "セクション名の終わりに `]` がない",
    ),
    ("a variant needs a name", "変種には名前が要る"),
    (
        "another variant has this name",
        "この名前の変種がほかにある",
    ),
    (
        "a key with a value is expected here",
        "ここにはキーと値が要る",
    ),
    (
        "write `KEY = VALUE`, `[NAME]`, or `# COMMENT`",
        "`KEY = VALUE`、`[NAME]`、または `# COMMENT` と書く",
    ),
    (
        "this line stands before the first variant",
        "この行は最初の変種より前にある",
    ),
    ("a variant begins with `[NAME]`", "変種は `[NAME]` で始まる"),
    (
        "a variant begins with `[NAME]`, a comment with `#`",
        "変種は `[NAME]`、コメントは `#` で始まる",
    ),
    (
        "a comment needs a line of its own",
        "コメントは独立した行に書く",
    ),
    (
        "behind a value it is a part of the value",
        "値の後ろに書くと、値の一部になる",
    ),
    ("a piece is one letter", "駒は一文字"),
    (
        "`{}` moves as it always does; write `customPiece1 = {}:{}`",
        "`{0}` の動きは決まっている。`customPiece1 = {1}:{2}` と書く",
    ),
    ("how it moves is missing", "動き方がない"),
    (
        "the board is not that of chess, so `startFen` is needed",
        "チェスの盤ではないので `startFen` が要る",
    ),
    (
        "without it the start is that of chess, `{}`",
        "なければ最初の配置はチェスのもの、`{0}`",
    ),
    (
        "pieces are placed by keys such as `pawn = p`",
        "駒は `pawn = p` のようなキーで決める",
    ),
    (
        "castling is not supported",
        "キャスリングはここでは表せない",
    ),
    (
        "write `-` in its place, or `castling = false`",
        "代わりに `-` と書くか、`castling = false` と書く",
    ),
    (
        "the double step of pawns is not supported",
        "ポーンの二歩はここでは表せない",
    ),
    (
        "`capturesToHand` goes with `pieceDrops = true`",
        "`capturesToHand` は `pieceDrops = true` とともに使う",
    ),
    (
        "a piece in hand goes with `pieceDrops = true`",
        "持ち駒は `pieceDrops = true` とともに使う",
    ),
    (
        "pieces of both players become the same here",
        "ここでは両者の駒は同じものに成る",
    ),
    (
        "`{}` could become another piece where it leaves the region, too: this is not supported",
        "`{0}` は領域を出るときにも成れるが、それはここでは表せない",
    ),
    (
        "put none there at the start, or leave `{}` out",
        "初形でそこに置かないか、`{0}` を省く",
    ),
    (
        "let `dropRegionWhite` and `dropRegionBlack` leave the region out, or leave `{}` out",
        "`dropRegionWhite` と `dropRegionBlack` から領域を除くか、`{0}` を省く",
    ),
    (
        "let no other piece become it, or leave `{}` out",
        "ほかの駒がそれに成らないようにするか、`{0}` を省く",
    ),
    (
        "`{}` has no square of this board",
        "`{0}` のマスがこの盤に一つもない",
    ),
    ("write `{} = *{}`", "`{0} = *{1}` と書く"),
    (
        "write `mandatoryPiecePromotion = true`, or leave `{}` out",
        "`mandatoryPiecePromotion = true` と書くか、`{0}` を省く",
    ),
    (
        "two letters are expected here: `p:g`",
        "ここには二つの文字が要る：`p:g`",
    ),
    (
        "there are no letters left for pieces that have become others",
        "成った駒のための文字が残っていない",
    ),
    ("promoted {}", "成った {0}"),
    (
        "a draw by a line is not supported",
        "列による引き分けはここでは表せない",
    ),
    (
        "`{}` by losing pieces is not supported",
        "駒を失うことによる `{0}` はここでは表せない",
    ),
    (
        "only the loss of all pieces of one kind, or of any pieces, can be said here",
        "ここで表せるのは、一種類の駒をすべて失うこと、または駒の数だけ",
    ),
    (
        "the loss of a kind of pieces beside that of a king is not supported",
        "王のほかに駒の種類を失うことはここでは表せない",
    ),
    (
        "repetition that is won by who has repeated is not supported",
        "繰り返した側で決まる勝敗はここでは表せない",
    ),
    (
        "a number, or the letter of a file, is expected here",
        "ここには数か筋の文字が要る",
    ),
    (
        "{} x {} are {} squares, and at most {} are read",
        "{0} x {1} は {2} マスで、読めるのは {3} マスまで",
    ),
    (
        "without `maxRank` and `maxFile` a board is that of chess",
        "`maxRank` と `maxFile` がなければチェスの盤",
    ),
    ("this file has no variant", "このファイルに変種はない"),
    (
        "this file has several variants: name one of them",
        "このファイルには変種が複数ある。名前を一つ書くこと",
    ),
    (
        "the file has no variant {}",
        "ファイルに {0} という変種はない",
    ),
    ("`{}` of this base: {}", "元の変種の `{0}`：{1}"),
    (
        "a whole number up to 255 is expected here",
        "ここには 255 までの整数が要る",
    ),
    (
        "`win`, `loss` or `draw` is expected here",
        "ここには `win`、`loss`、`draw` のどれかが要る",
    ),
    (
        "{} of `{}` is not supported",
        "`{1}` の {0} はここでは表せない",
    ),
    ("`{}` is not supported", "`{0}` はここでは表せない"),
    ("no key is called {}", "{0} というキーはない"),
    (
        "{} is no variant that others can be based on here",
        "{0} はここでは元にできる変種ではない",
    ),
    (
        "those above it in the file are, and {}",
        "ファイルでそれより上にあるもの、および {0} なら使える",
    ),
    (
        "a square such as `a1` or `*1` is expected here",
        "ここには `a1` や `*1` のようなマスが要る",
    ),
    ("a position is expected here", "ここには局面が要る"),
    (
        "`]` is missing behind what is in hand",
        "持ち駒の後に `]` がない",
    ),
    (
        "a piece, a number or `*` is expected here",
        "ここには駒、数、`*` のどれかが要る",
    ),
    (
        "this rank has more than {} squares",
        "この段は {0} マスより多い",
    ),
    (
        "this rank has less than {} squares",
        "この段は {0} マスより少ない",
    ),
    ("{} ranks of {}", "{1} 段のうち {0} 段"),
    ("a piece in hand is expected here", "ここには持ち駒が要る"),
    (
        "`w` or `b` is expected here: who moves",
        "ここには `w` か `b` が要る：どちらの手番か",
    ),
    ("there is no piece {}", "{0} という駒はない"),
];
