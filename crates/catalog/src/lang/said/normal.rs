//! Texts of games of normal play that have values.

/// Texts and their Japanese, in no order.
pub(super) const TEXTS: &[(&str, &str)] = &[
    (
        "toads go right and frogs left, one place or over one of the others; a player who cannot move loses",
        "ヒキガエルは右へ、カエルは左へ、一つ進むか相手を一匹跳び越す。動けない方が負け",
    ),
    (
        "First's toads, at the left end",
        "左端に並ぶ先手のヒキガエルの数",
    ),
    ("the empty places between them", "間の空いた所の数"),
    (
        "Second's frogs, at the right end",
        "右端に並ぶ後手のカエルの数",
    ),
    (
        "a move is `from-to`, places from 1 at the left; a position is its places, `x` a toad, `o` a frog, `.` empty, then `:second` where Second is to move",
        "手は「元-先」（左から 1、2、…）。局面は並び：`x` ヒキガエル（先手）、`o` カエル（後手）、`.` 空き。後手番なら `:second` をつける",
    ),
    ("the row has from 1 to 60 places", "並びは 1 から 60 か所"),
    (
        "topple a domino of your own to either side, and all dominoes beyond it fall too; a player who cannot move loses",
        "自分のドミノを左右どちらかへ倒すと、その先もすべて倒れる。倒せない方が負け",
    ),
    (
        "dominoes, `x` First's and `o` Second's, and `.` for gaps",
        "ドミノの並び（`x` 先手、`o` 後手、`.` 隙間）",
    ),
    (
        "the dominoes from left to right",
        "左から右へのドミノの並び",
    ),
    (
        "a move is `2-left` or `2-right`, dominoes from 1 at the left; a position is the row, `x` First's, `o` Second's, `.` fallen, then `:second` where Second is to move",
        "手は `2-left` か `2-right`（ドミノは左から 1、2、…）。局面は並び：`x` 先手、`o` 後手、`.` 倒れた。後手番なら `:second` をつける",
    ),
    ("the row has from 1 to 60 dominoes", "ドミノは 1 から 60 個"),
    (
        "colour a cell in your colour that no neighbour has; a player who cannot move loses",
        "隣に自分の色がないマスを自分の色で塗る。塗れない方が負け",
    ),
    (
        "colour a cell in your colour beside none of the opponent's; a player who cannot move loses",
        "隣に相手の色がないマスを自分の色で塗る。塗れない方が負け",
    ),
    (
        "put a stone on a free point such that all chains of stones keep a free point beside them; a player who cannot move loses",
        "空いた点に石を置く。置いたあと、どの石のつながりも隣に空いた点を残すこと。置けない方が負け",
    ),
    (
        "a move is `row,column` from 1; a position is its rows joined by `/`, `x` First, `o` Second, `.` free, `#` no point, `1`, `2` or `3` free and safe from capture for First, Second or both, then `:second` where Second is to move",
        "手は「行,列」（1から数える）。局面は行を `/` でつなぐ：`x` 先手、`o` 後手、`.` 空き、`#` 点なし、`1` `2` `3` は空きで、順に先手、後手、両者の石が取られない点。後手番なら `:second` をつける",
    ),
    (
        "move an amazon like a queen, then burn a cell that it sees; a player who cannot move loses",
        "アマゾンをクイーンのように動かし、そこから見えるマスを一つ燃やす。動かせない方の負け",
    ),
    (
        "a move is `1,2-3,2x3,1`: from, to, and the cell that the arrow burns, each `row,column` from 1; a position is its rows joined by `/`, `x` First, `o` Second, `.` free, `#` burnt, then `:second` where Second is to move",
        "手は `1,2-3,2x3,1` のように書く：動く前のマス、動いた先、矢が燃やすマス（それぞれ1から数えた「行,列」）。局面は行を `/` でつなぐ：`x` 先手、`o` 後手、`.` 空き、`#` 燃えたマス。後手番なら `:second` をつける",
    ),
    (
        "a move is `row,column` from 1; a position is its rows joined by `/`, `x` First, `o` Second, `.` free, `#` no cell, then `:second` where Second is to move",
        "手は「行,列」（1から数える）。局面は行を `/` でつなぐ：`x` 先手、`o` 後手、`.` 空き、`#` マスなし。後手番なら `:second` をつける",
    ),
    (
        "cut a piece of cake along a line, First from top to bottom, Second from left to right; a player who cannot cut loses",
        "ケーキの一切れを線に沿って切る。先手は縦に、後手は横に。切れない方が負け",
    ),
    (
        "the number of columns; the cake has at most 30 squares",
        "列の数（ケーキは 30 マスまで）",
    ),
    ("the cake has at most 30 squares", "ケーキは 30 マスまで"),
    (
        "the pieces have more squares than the cake",
        "切れ端のマスの数がケーキより多い",
    ),
    (
        "a piece such as `2x3` is expected here",
        "ここに `2x3` のような一切れが必要",
    ),
    ("piece {}", "{0} 番の一切れ"),
    (
        "a move is `PIECE>LEFT+RIGHT` or `PIECE>UPPER+LOWER`, such as `2x3>2x1+2x2`; a position is its pieces joined by `/`, rows x columns, then `:second` where Second is to move",
        "手は `2x3>2x1+2x2` のように「切る前>左+右」か「切る前>上+下」。局面は一切れ「行x列」を `/` でつなぐ。後手番なら `:second` をつける",
    ),
];
