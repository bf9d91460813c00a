//! Errors in the settings of games, in positions and in moves.

/// Patterns and their Japanese; more specific ones come first.
pub(super) const TEXTS: &[(&str, &str)] = &[
    ("`{}` is not a legal move here", "`{0}` はここでは指せない"),
    ("the game is over", "終局している"),
    ("legal: {}", "指せる手: {0}"),
    ("there are {} legal moves", "指せる手は {0} 通り"),
    ("the board has at most 49 cells", "盤は 49 マスまで"),
    ("the board has at most 42 points", "盤は 42 点まで"),
    ("the position ends before this", "局面はこの前で終わる"),
    (
        "`//` and Second's pits are expected here",
        "ここに `//` と後手の穴が必要",
    ),
    ("item {}: {}", "{0} 番目: {1}"),
    (
        "{} is not made of letters only",
        "{0} は文字だけから成っていない",
    ),
    (
        "given twice: by `{}` and by `{}`",
        "`{0}` と `{1}` で二重に指定されている",
    ),
    ("`{}=` or `{}=` is needed", "`{0}=` か `{1}=` が必要"),
    ("from 1 to {} edges are needed", "辺は 1 本から {0} 本まで"),
    (
        "an edge joins two different nodes",
        "辺は異なる二つの点を結ぶ",
    ),
    (
        "this edge is not joined to the ground",
        "この辺は地面につながっていない",
    ),
    (
        "no edges lead from node {} to node {}",
        "点 {0} から点 {1} へ辺がつながっていない",
    ),
    (
        "the nodes to connect are `from={}` and `to={}`",
        "つなぐ点は `from={0}` と `to={1}`",
    ),
    (
        "the two nodes must be different",
        "二つの点は異なっていなければならない",
    ),
    (
        "no point is here: `_` is expected",
        "ここに点はない。`_` が必要",
    ),
    (
        "a point is here: `x`, `o` or `.` is expected",
        "ここは点。`x`、`o`、`.` のどれかが必要",
    ),
    ("{} has {} of `{}`", "{0}の `{2}` は {1} 個"),
    ("there are two of each animal", "動物は二つずつ"),
    (
        "a row of 3 cells joined by `,` is expected here",
        "ここには `,` でつないだ 3 マスの行が必要",
    ),
    ("the end of the cell", "マスの終わり"),
    (
        "there are at most {} cups `{}`",
        "カップ `{1}` は {0} 個まで",
    ),
    (
        "a larger cup stands behind a smaller one, and an empty cell is `.`",
        "大きいカップは小さいカップの後に書き、空きマスは `.`",
    ),
    (
        "two of each animal are needed, in all, and a lion each but one that has been taken",
        "動物は合わせて二つずつ、ライオンは（取られたものを除き）一つずつ必要",
    ),
    (
        "what comes before the lion can be in hand",
        "持ち駒にできるのはライオン以外",
    ),
    ("more than {} cards", "カードが {0} 枚より多い"),
    ("a card needs two sides", "カードには表と裏が必要"),
    (
        "{} signs are expected, `#` or `.`",
        "`#` か `.` が {0} 個必要",
    ),
    ("`#` or `.`, not {}", "`#` か `.`: {0}"),
    (
        "cards go in pairs: an odd number of them is gone",
        "カードは二枚ずつなくなるのに、なくなった枚数が奇数",
    ),
    ("the graph has no nodes", "グラフに点がない"),
    (
        "more than 2^32 - 1 nodes or edges",
        "点か辺が 2^32 - 1 より多い",
    ),
    ("node {} has a bad name", "点 {0} の名前は使えない"),
    (
        "node {} has the name of another",
        "点 {0} の名前は別の点の名前",
    ),
    (
        "node {} is neither over nor has moves",
        "点 {0} は終局でもなく手もない",
    ),
    (
        "node {} is over and yet has moves",
        "点 {0} は終局なのに手がある",
    ),
    ("there is no node {}", "点 {0} はない"),
    (
        "with the gain of edge {} the points exceed 2^62",
        "辺 {0} の得点で合計が 2^62 を超える",
    ),
    (
        "with the margin of node {} the points exceed 2^62",
        "点 {0} の点差で合計が 2^62 を超える",
    ),
    (
        "with the margin of endless play the points exceed 2^62",
        "終わらない対局の点差で合計が 2^62 を超える",
    ),
    ("no node is called {}", "{0} という点はない"),
    (
        "nothing more is expected after an outcome",
        "結果の後には何も続かない",
    ),
    (
        "one statement may name several nodes",
        "一つの文にいくつもの点を書ける",
    ),
    (
        "write `a first: b c+5` or `a = draw`",
        "`a first: b c+5` か `a = draw` と書く",
    ),
    (
        "{} is neither `first` nor `second`",
        "{0} は `first` でも `second` でもない",
    ),
    ("write them together: {}", "続けて {0} と書く"),
    (
        "a gain stands directly after the name of its node",
        "得点は移る先の名前のすぐ後に続けて書く",
    ),
    (
        "who moves at {}, `first` or `second`?",
        "{0} で動くのは `first` か `second` か",
    ),
    ("{} is defined twice", "{0} が二度定義されている"),
    (
        "a node is `a first: b c+5` or `b = draw`",
        "点は `a first: b c+5` か `b = draw` の形",
    ),
    ("{} cannot be a node's name", "{0} は点の名前にできない"),
    (
        "{} is not over and has no moves",
        "{0} は終局でないのに手がない",
    ),
    (
        "list the nodes to move to after the `:`, or write `= draw`",
        "`:` の後に行き先の点を並べるか、`= draw` と書く",
    ),
    (
        "with this gain the points add up to more than 2^62",
        "この得点で合計が 2^62 を超える",
    ),
    (
        "all gains and the margin of {} exceed 2^62 points",
        "すべての得点と {0} の点差の合計が 2^62 を超える",
    ),
    (
        "all gains and this margin exceed 2^62 points",
        "すべての得点とこの点差の合計が 2^62 を超える",
    ),
    (
        "define it: `{} = draw` or `{} first: ...`",
        "定義を書く：`{0} = draw` か `{1} first: ...`",
    ),
    ("this number exceeds 2^62", "この数は 2^62 を超える"),
    (
        "first, second, draw, or a margin such as +3, 0, -2",
        "first、second、draw、または +3、0、-2 のような点差",
    ),
    ("{} is no outcome", "{0} は結果ではない"),
    (
        "the graph is given twice: by `file` and by `text`",
        "グラフが `file` と `text` で二重に指定されている",
    ),
    (
        "`graph` needs `file=` or `text=`",
        "`graph` には `file=` か `text=` が必要",
    ),
    (
        "the grid is given twice: by `file` and by `cells`",
        "マス目が `file` と `cells` で二重に指定されている",
    ),
    (
        "`grid-walk` needs `file=` or `cells=`",
        "`grid-walk` には `file=` か `cells=` が必要",
    ),
    (
        "a grid has 1 to 2^30 cells in equal rows",
        "マス目は 1 マスから 2^30 マスまでで、行の長さはすべて同じ",
    ),
    (
        "with the cell in row {}, column {} the points add up to more than 2^62",
        "{0} 行 {1} 列のマスで点の合計が 2^62 を超える",
    ),
    ("the grid has no rows", "マス目に行がない"),
    (
        "the first line announces {} of {}, not {} of {}",
        "{0} {1} 列と書かれているのに、続くのは {2} 行 {3} 列",
    ),
    (
        "or whole numbers with `;` or white space between them, in every row",
        "またはどの行も `;` か空白で区切った整数",
    ),
    (
        "rows are all of numbers or all of `+` and `-`",
        "行はすべて数か、すべて `+` と `-` のどちらか",
    ),
    ("row {} is empty", "{0} 行目が空"),
    (
        "row {} has {} where row 1 has {}",
        "1 行目は {2} マスなのに {0} 行目は {1}",
    ),
    (
        "the cell alone tells whose turn it is",
        "マスだけで手番が決まる",
    ),
    (
        "right, down, diagonal, or DOWN+RIGHT such as 1+2",
        "right、down、diagonal、または 1+2 のような「下+右」",
    ),
    (
        "a step must leave the cell",
        "歩みはマスを離れなければならない",
    ),
    ("this step is listed twice", "この歩みは二度出てくる"),
    ("more than {} steps", "歩みが {0} 種類より多い"),
    ("a step is from 1 to {}", "一歩は 1 から {0} まで"),
    ("this step is given twice", "この歩数は二度出てくる"),
    ("at least one step is needed", "歩数が少なくとも一つ必要"),
    ("from 1 to {} heaps are needed", "山は 1 個から {0} 個まで"),
    (
        "a move that takes nothing must split a heap",
        "何も取らない手は山を分けなければならない",
    ),
    ("a heap has at most {} stones", "一つの山は {0} 個まで"),
    (
        "more than {} stones, of heaps that can be split",
        "分けられる山の石が合わせて {0} 個より多い",
    ),
    (
        "these heaps have too many positions",
        "この山では局面が多すぎる",
    ),
    (
        "kayles, dawsons-kayles, grundy, or an octal code such as `0.77` is expected here",
        "ここに kayles、dawsons-kayles、grundy、または `0.77` のような八進の符号が必要",
    ),
    (
        "`0` or `4` is expected before the point: a move that takes nothing can only split",
        "小数点の前は `0` か `4`。何も取らない手は分けることしかできない",
    ),
    ("a digit from 0 to 7", "0 から 7 の数字"),
    ("no more than 64 digits", "64 桁まで"),
    ("this code allows no move", "この符号では手がない"),
    ("`x`, `o` or `.`, not {}", "`x`、`o`、`.` のどれか: {0}"),
    (
        "{} has set no more than {} men",
        "{0}が置いた石は {1} 個まで",
    ),
    ("at least one number is needed", "数が少なくとも一つ必要"),
    (
        "more than {} numbers on a stack",
        "一つの山の数が {0} 個より多い",
    ),
    ("more than {} numbers", "数が {0} 個より多い"),
    (
        "at least one stone must be removed",
        "少なくとも一つは取らなければならない",
    ),
    ("this number is given twice", "この数は二度出てくる"),
    ("a board has 1 to {} cells", "盤は 1 マスから {0} マスまで"),
    ("a board has at most {} cells", "盤は {0} マスまで"),
    ("`{}=` is needed: {}", "`{0}=` が必要: {1}"),
    ("{} needed, not {}", "{0}が必要（ここには {1} 個）"),
    (
        "with this number the points add up to more than 2^62",
        "この数で点の合計が 2^62 を超える",
    ),
    ("a word has at least {}", "言葉は {0}以上"),
    ("a word has at least one letter", "言葉は 1 文字以上"),
    ("too many words", "言葉が多すぎる"),
    ("more than {} words", "言葉が {0} 個より多い"),
    ("at least one word is needed", "言葉が少なくとも一つ必要"),
    ("this word is listed twice", "この言葉は二度出てくる"),
    (
        "`:first` or `:second` is missing",
        "`:first` か `:second` がない",
    ),
    (
        "no word begins or ends with {}",
        "{0} で始まる言葉も終わる言葉もない",
    ),
    (
        "two counts LEFT,RIGHT are expected",
        "二つの個数「左,右」が必要",
    ),
    ("columns are 1 to {}", "列は 1 から {0} まで"),
    ("the game is over before this", "これより前に終局している"),
    ("column {} is full", "{0} 列目は埋まっている"),
    ("this mark lies above an empty cell", "この印の下に何もない"),
    ("a mark lies above an empty cell", "下に何もない印がある"),
    (
        "the empty board is `{}`; or write the columns played",
        "空の盤は `{0}`。または落とした列を並べる",
    ),
    (
        "rows are joined by `/`; or write the columns played",
        "行は `/` でつなぐ。または落とした列を並べる",
    ),
    ("the empty board is `{}`", "空の盤は `{0}`"),
    (
        "rows are joined by `/`, layers by `//`",
        "行は `/`、層は `//` でつなぐ",
    ),
    ("the start is `{}`", "最初の局面は `{0}`"),
    ("the board ends before this", "盤はこの前で終わる"),
    (
        "{} columns x {} rows are too many: columns x (rows + 1) is at most {} (`connect-k` takes up to 128 cells)",
        "{0} 列 × {1} 行は大きすぎる：列の数 ×（行の数 + 1）は {2} まで（`connect-k` なら 128 マスまで）",
    ),
    ("the board has no cells", "盤にマスがない"),
    ("{} boards: 1 to {}", "{0} 枚の盤: 1 枚から {1} 枚まで"),
    (
        "pattern {} is empty or leaves the board",
        "{0} 番目の組は空か、盤の外に出る",
    ),
    (
        "a weight for each of {} is needed, {} given",
        "{0}分の数が必要: {1} 個",
    ),
    (
        "with the weight of cell {}, points pass 2^62",
        "{0} 番のマスの数で点の合計が 2^62 を超える",
    ),
    (
        "weights count only if points decide on a full board",
        "マスの数に意味があるのは、埋まった盤を点数で決めるときだけ",
    ),
    (
        "these are not the rules of a common game",
        "知られたゲームのルールではない",
    ),
    ("the drawn board has {} {}", "描かれた盤の {1} は {0}"),
    (
        "a board needs `{}=`, or `shape=`",
        "盤には `{0}=` か `shape=` が必要",
    ),
    (
        "a whole number of 64 bits is expected here, not {}",
        "ここに 64 ビットの整数が必要: {0}",
    ),
    (
        "cell {} is in this set twice",
        "マス {0} はこの組に二度出てくる",
    ),
    (
        "all layers need the same number of rows",
        "どの層も行の数が同じでなければならない",
    ),
    ("an empty row", "空の行"),
    (
        "`row`, `sets`, `shapes` and `join` make lines; leave `[lines]` out if there are none",
        "`row`・`sets`・`shapes`・`join` で列を書く。列がなければ `[lines]` を省く",
    ),
    (
        "these weights are no whole rows of the board",
        "この重みは盤の行にそろっていない",
    ),
    (
        "write the weights of each row in a list, or all of them in one list",
        "行ごとに一つのリストにするか、全部を一つのリストに書く",
    ),
    (
        "all rows need the same number of columns",
        "どの行も列の数が同じでなければならない",
    ),
    ("the board is too large", "盤が大きすぎる"),
    (
        "`.` (a cell) or `_` (a hole) here",
        "ここは `.`（マス）か `_`（穴）",
    ),
    (
        "{} cells are too many for pieces: at most {}",
        "駒のゲームには {0} マスは多すぎる: {1} マスまで",
    ),
    (
        "{} cells are too many with such turns, marks or lines: at most {}",
        "この手番・印・列では {0} マスは多すぎる: {1} マスまで",
    ),
    (
        "{} cells are too many: at most {}",
        "{0} マスは多すぎる: {1} マスまで",
    ),
    ("there are no pieces", "駒がない"),
    (
        "{} kinds of pieces: at most {}",
        "駒が {0} 種類: {1} 種類まで",
    ),
    (
        "so many pieces on so many cells need {} bits a position: at most 128",
        "このマスと駒の種類では一局面に {0} ビット要る: 128 ビットまで",
    ),
    (
        "copies of a board need the usual turns, marks and lines",
        "盤を複数にするには、ふつうの手番・印・列でなければならない",
    ),
    (
        "no cell is left for the first mark",
        "最初の印を置けるマスがない",
    ),
    ("the points pass 2^62", "点の合計が 2^62 を超える"),
    (
        "points need marks that belong to a player each",
        "点数で決めるには、それぞれの印が一方のものでなければならない",
    ),
];
