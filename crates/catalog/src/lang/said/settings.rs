//! Texts of the settings of the library's games, and of the forms of their values and files.

/// Texts and their Japanese, in no order.
pub(super) const TEXTS: &[(&str, &str)] = &[
    ("the sizes of cups", "カップの大きさの種類の数"),
    (
        "the cups of each size that a player has",
        "それぞれの大きさのカップを一人が持つ個数",
    ),
    (
        "the rules file; a path that ends in `.toml` may stand in place of the whole spec",
        "ルールのファイル（`.toml` で終わるパスだけでゲームの指定になる）",
    ),
    (
        "whether a player with three men left may move to any free point",
        "石が残り三つになったら、空いたどの点へも動かせるか",
    ),
    (
        "the direction in which the player who starts places dominoes",
        "先手の置き方（upright 縦、lying 横）",
    ),
    (
        "the number of columns; the board has at most 49 cells",
        "列の数（盤は 49 マスまで）",
    ),
    (
        "the number of columns; the board has at most 42 points",
        "列の数（盤は 42 点まで）",
    ),
    ("the number of rows of boxes", "箱の行の数"),
    ("the number of columns of boxes", "箱の列の数"),
    ("the stones of each heap", "それぞれの山の石の数"),
    (
        "whether a player who cannot move wins",
        "動けない方が勝ちか",
    ),
    (
        "the octal code; kayles is 0.77, dawsons-kayles 0.07; grundy splits a heap into two of different sizes",
        "八進の符号。kayles は 0.77、dawsons-kayles は 0.07。grundy は山を大きさの違う二つに分ける",
    ),
    (
        "kayles, dawsons-kayles, grundy, or an octal code such as `0.77`",
        "kayles、dawsons-kayles、grundy、または `0.77` のような八進の符号",
    ),
    ("the pits of each player", "それぞれの穴の数"),
    ("the seeds in each pit at the start", "始めの一穴の種の数"),
    (
        "whether a player who can take the lion has to: the same values, fewer positions",
        "ライオンを取れる者は必ず取るか。値は同じで、局面が減る",
    ),
    (
        "edges A-B joined by `/`, nodes counted from 1",
        "辺 A-B を `/` でつなぐ（点は1から数える）",
    ),
    (
        "the graph; edges may be parallel; at most 60 edges",
        "グラフ（同じ二点を結ぶ辺が何本あってもよい。辺は 60 本まで）",
    ),
    ("one of the two nodes", "二つの点の一方"),
    ("the other of the two nodes", "二つの点の他方"),
    (
        "whether the player who starts joins (short) or parts (cut)",
        "先手がつなぐ側（short）か切る側（cut）か",
    ),
    (
        "edges such as `0-1b` joined by `/`: two nodes from 0 to 99, 0 the ground, and `b` blue, `r` red or `g` green",
        "`0-1b` のような辺を `/` でつなぐ：0から99の二つの点（0は地面）と、`b` 青、`r` 赤、`g` 緑のどれか",
    ),
    (
        "the graph: First cuts blue edges, Second red ones, both green ones",
        "グラフ。先手は青い辺、後手は赤い辺を切り、緑の辺はどちらも切れる",
    ),
    ("the number of rows", "行の数"),
    (
        "the number of rows; needed without a shape",
        "行の数。形がなければ必要",
    ),
    (
        "the number of columns; needed without a shape",
        "列の数。形がなければ必要",
    ),
    (
        "the number of rows; columns x (rows + 1) is at most 64",
        "行の数（列の数 ×（行の数 + 1）は 64 以下）",
    ),
    ("the number of columns", "列の数"),
    ("the number of layers", "層の数"),
    (
        "how many cells in a row are a line",
        "いくつ並べば列になるか",
    ),
    ("whether making a line loses", "並べた方が負けか"),
    (
        "whether a player may place either mark",
        "どちらの印を置いてもよいか",
    ),
    (
        "whether lines go on across the edges, as on a torus",
        "列が端を越えて続くか（トーラス）",
    ),
    (
        "a drawn board, in place of rows, cols and layers",
        "盤の形を描く（rows・cols・layers の代わり）",
    ),
    (
        "further sets of cells that are lines",
        "ほかに列とみなすマスの組",
    ),
    (
        "whether marks fall to the bottom of their column",
        "印が列の下に落ちるか",
    ),
    (
        "the marks that a player places: their own, either of two, or one common mark",
        "置く印：自分の印、どちらでも、共通の印",
    ),
    (
        "the result of a full board: a draw, the points decide, or a player wins",
        "埋まったとき：引き分け、点数、どちらかの勝ち",
    ),
    (
        "copies of the board; each dies with a line",
        "盤の枚数（並んだ盤は終わる）",
    ),
    (
        "points of the cells, for `full=points`",
        "マスの点（`full=points` のとき）",
    ),
    ("the numbers in the nine cells", "九つのマスの数"),
    (
        "the number of rows, of columns and of cells in a line",
        "行・列・並べる数",
    ),
    ("the number of boards", "盤の枚数"),
    (
        "the number of layers, rows, columns and cells in a line",
        "層・行・列・並べる数",
    ),
    (
        "whole numbers, one a cell in reading order, joined by `/`",
        "左上から順に整数を `/` でつなぐ",
    ),
    ("whole numbers joined by `/`", "整数を `/` でつなぐ"),
    ("words joined by `/`", "言葉を `/` でつなぐ"),
    (
        "cards FRONT:BACK joined by `/`",
        "カード「表:裏」を `/` でつなぐ",
    ),
    (
        "rows of `.` (a cell) and `_` (a hole) joined by `/`, layers by `//`",
        "`.`（マス）と `_`（穴）の行を `/` で、層を `//` でつなぐ",
    ),
    (
        "cells numbered from 1 in reading order joined by `+`, sets by `/`",
        "1から順に番号をつけたマスを `+` で、組を `/` でつなぐ",
    ),
    (
        "lines joined by `;`: a first: b c+2; b = draw; c = second",
        "行を `;` でつなぐ：`a first: b c+2; b = draw; c = second`",
    ),
    (
        "rows joined by `/`: of + and -, or of numbers joined by `;`",
        "行を `/` でつなぐ（+ と -、または数を `;` でつないだもの）",
    ),
    (
        "steps joined by `/`: right, down, diagonal, DOWN+RIGHT",
        "動き方を `/` でつなぐ：right、down、diagonal、下+右",
    ),
    (
        "the graph, written out; required unless a file is given",
        "グラフそのもの。これかファイルが必要",
    ),
    (
        "the grid, written out; required unless a file is given",
        "マス目そのもの。これかファイルが必要",
    ),
    (
        "the steps that the piece may take, in the order in which they are listed",
        "駒の動き方",
    ),
    ("the stones at the start", "最初の石の数"),
    (
        "the numbers of stones that may be removed at a time",
        "一度に取れる石の数",
    ),
    (
        "whether a player who cannot move loses (normal) or wins (misere), or stones are points",
        "取れない方が負け（normal）、勝ち（misere）、または石の数が点（points）",
    ),
    ("the rows of the board", "盤の行"),
    ("the columns of the board", "盤の列"),
    (
        "the points of each cell and the one below it, row after row; required if there are several rows",
        "各マスとその下のマスの組の点を行ごとに（行が複数なら必要）",
    ),
    (
        "the points of each cell and the one right of it, row after row; needed where there are several columns",
        "各マスとその右のマスの組の点を行ごとに（列が複数なら必要）",
    ),
    (
        "the numbers from the left, written out; required unless a file is given",
        "左からの数。これかファイルが必要",
    ),
    (
        "the cards, written out; required unless a file is given",
        "カードそのもの。これかファイルが必要",
    ),
    (
        "the words, written out; required unless a file is given",
        "言葉そのもの。これかファイルが必要",
    ),
    (
        "the words, written out; required unless a file is given; capitals are different letters",
        "言葉そのもの（大文字は別の文字とみなす）。これかファイルが必要",
    ),
    (
        "the number of letters that a word shares with the one before",
        "前の言葉と重なる文字数",
    ),
    (
        "the left stack, from the top; without it, the stack is empty",
        "左の山を上から（なければ空）",
    ),
    (
        "the right stack, from the top; without it, the stack is empty",
        "右の山を上から（なければ空）",
    ),
    ("the number of places", "場所の数"),
    ("First's numbers of steps", "先手の歩数"),
    ("Second's numbers of steps", "後手の歩数"),
    (
        "the grid: lines of + and -, after a line `H W` or without one; or lines of whole numbers",
        "マス目：`+` と `-` の行（先頭に `H W` の行があってもよい）、または整数の行",
    ),
    (
        "the graph: lines such as `a first: b c+2` and `b = draw`",
        "グラフ：`a first: b c+2` や `b = draw` のような行",
    ),
    (
        "the numbers from the left, separated by white space",
        "左からの数を空白で区切る",
    ),
    (
        "the cards: a line FRONT BACK for each",
        "カード：一枚ごとに「表 裏」の行",
    ),
    ("the words, separated by white space", "言葉を空白で区切る"),
    (
        "the rows of pieces that each player begins with",
        "それぞれが始めに持つ駒の行の数",
    ),
];
