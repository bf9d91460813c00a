//! Texts on play that is over at the start of a rules file, on faults of its boards, and on its keys.

/// Patterns and their Japanese; more specific ones come first.
pub(super) const TEXTS: &[(&str, &str)] = &[
    // Reasons why play is over at the start.
    (
        "`{}`, where play starts, is an end",
        "始まりの `{0}` が終局",
    ),
    ("no move is left in any heap", "どの山にも手がない"),
    (
        "{} has a piece on its goal (`goal`)",
        "{0}の駒がゴールにある (`goal`)",
    ),
    ("{} has no royal piece (`royal`)", "{0}に王がない (`royal`)"),
    (
        "{} has fewer pieces than {} (`least`)",
        "{0}の駒が {1} 個より少ない (`least`)",
    ),
    (
        "{} has no move, and the last royal piece could be captured (`safe`)",
        "{0}に手がなく、最後の王が取られる (`safe`)",
    ),
    ("{} has no move (`stuck`)", "{0}に手がない (`stuck`)"),
    ("{} is not a mark", "{0} は印ではない"),
    ("the marks are `x` and `o`", "印は `x` と `o`"),
    ("a player needs a mark to place", "置く印が必要"),
    ("the board has no centre", "盤に中央のマスがない"),
    (
        "there is no cell left for the first mark",
        "最初の印を置けるマスがない",
    ),
    ("{} is in this set twice", "{0} はこの組に二度出てくる"),
    ("a set needs a cell", "マスが一つもない"),
    (
        "this shape fits nowhere on the board",
        "この形は盤のどこにも収まらない",
    ),
    ("there are more than {} lines", "列が {0} 本より多い"),
    (
        "`x` or `.` is expected in a shape, not `{}`",
        "形は `x` か `.` で描く: `{0}`",
    ),
    ("a shape needs a cell `x`", "形にはマス `x` が必要"),
    ("{} needs `{} =`", "{0}には `{1} =` が必要"),
    ("a section is expected here", "ここに節が必要"),
    ("{} has no key {}", "{0}に {1} という鍵はない"),
    ("its keys are {}", "鍵は {0}"),
    ("`{}` takes {}", "`{0}` に書けるのは {1}"),
    ("a whole number from {} to {}", "{0} から {1} までの整数"),
    ("`true` or `false`", "`true` か `false`"),
    ("text in quotation marks", "引用符で囲んだ文字列"),
    ("a list of words", "言葉のリスト"),
    ("a list of cells, or {}", "マスのリスト、または {0}"),
    ("a list of cells", "マスのリスト"),
    ("a list of lists of cells", "マスのリストのリスト"),
    (
        "captures require turns of one mark of each player's own, without gravity, passes, swaps, tiles, marks that lie apart, liberties, exact rows and points for lines",
        "取るゲームでは、一手番に自分の印を一つ置く。`gravity`、パス、引き継ぎ、タイル、隣り合えない印、呼吸点、`exact`、列の点とは一緒に使えない",
    ),
    (
        "{} cells are too many with captures: at most {}",
        "印を取るゲームで {0} マスは多すぎる（{1} まで）",
    ),
    (
        "marks are taken out of columns: it takes gravity",
        "印は列の下から抜くので、`gravity` が要る",
    ),
    (
        "players take out marks of their own, but these marks belong to nobody",
        "抜けるのは自分の印だけで、ここの印は誰のものでもない",
    ),
    (
        "taking marks out goes with turns of one mark, without passes, swaps, marks that lie apart, liberties and points for lines",
        "印を抜くゲームでは、一手番に印は一つ。パス、引き継ぎ、隣り合えない印、呼吸点、列の点とは一緒に使えない",
    ),
    ("a board of hexagons has one layer", "六角形の盤は一層だけ"),
    (
        "a chain makes no points: it wins or loses",
        "鎖は点にならない。勝ちか負けだけ",
    ),
    ("a chain makes no points", "鎖は点にならない"),
    ("a side needs a cell", "端にはマスが要る"),
    (
        "a chain joins two sides or more",
        "鎖は二つ以上の端をつなぐ",
    ),
    ("`exact` goes with `row`", "`exact` は `row` と一緒に使う"),
    ("all marks are alike here", "ここでは印は一種類だけ"),
    ("there are no tiles for {}", "{0}のタイルがない"),
    (
        "`shapes` draws them, and `sets` lists their cells",
        "`shapes` で形を描くか、`sets` でマスを並べる",
    ),
    ("tiles cannot be taken over", "タイルは引き継げない"),
    (
        "if a player may have no cell left for the next mark, a turn has one mark",
        "次の印を置けないことがあるゲームでは、一手番に置く印は一つ",
    ),
    (
        "a player who may pass is never without a move",
        "パスできる側の手はなくならない",
    ),
    ("tiles do not fall", "タイルは落ちない"),
    (
        "nothing falls on a board of hexagons: it has no columns",
        "六角形の盤には縦の列がないので、何も落ちない",
    ),
    (
        "`true`, `false`, or one of {}",
        "`true`、`false`、または {0} のどれか",
    ),
    (
        "a list of lists of cells, or of {}",
        "マスのリストのリスト。リストの代わりに {0} も書ける",
    ),
    (
        "a rules file of tiles has at most 60 cells, and both players have some",
        "タイルのルールのファイルは 60 マスまでで、両者にタイルがある",
    ),
    ("a list of whole numbers", "整数のリスト"),
    (
        "a list of directions: words, or pairs [forward, right]",
        "向きのリスト：言葉、または組 [前, 右]",
    ),
    ("a list of sections", "節のリスト"),
    ("a section", "節"),
    (
        "players claim cells; lines of cells decide",
        "マスを取り合い、マスの列で決まる",
    ),
    ("players move pieces over a board", "盤の上で駒を動かす"),
    ("players take from heaps", "山から取り合う"),
    (
        "the game is written down position by position",
        "局面を一つずつ書き並べたゲーム",
    ),
    (
        "the version of the language, 1; needed",
        "書式の版、1（必須）",
    ),
    (
        "the title of the game to show",
        "ゲームの呼び名（人のためだけ）",
    ),
    ("the kind of game; needed", "ゲームの種類（必須）"),
    ("the number of layers; default 1", "層の数（なければ 1）"),
    (
        "a drawn board in place of rows, cols and layers: `.` a cell, `_` a hole, any other letter or digit (or word, where blanks are between the cells) a cell of that name; layers are parted by an empty line",
        "盤の形を描く（rows・cols・layers の代わり）：`.` マス、`_` 穴、ほかの文字や数字（空白で区切れば言葉も）はその名前のマス。層は空の行で区切る",
    ),
    (
        "whether the board goes on across its edges: across only the left and the right one (a cylinder), or upright \
         only the upper and the lower one; default false",
        "盤が端を越えて続くか。`across` は左右の端だけ（円筒）、`upright` は上下の端だけ。既定は `false`",
    ),
    (
        "the number of copies of the board; the first line on a copy closes it, and the line that closes the last one \
         decides the game; default 1",
        "盤の枚数。最初に並んだ盤は閉じ、最後の盤を閉じた列で勝敗が決まる（なければ 1）",
    ),
    (
        "sets of cells that are lines, each a list of cells",
        "列とみなすマスの組。それぞれマスのリスト",
    ),
    (
        "drawn shapes that are lines at every place where they fit: rows joined by `/`, `x` a cell of the shape, `.` any",
        "どこに収まっても列とみなす形：行を `/` でつなぎ、`x` が形のマス、`.` は何でもよい",
    ),
    (
        "whether shapes may be turned and mirrored; default true",
        "形を回したり裏返したりしてよいか（なければ true）",
    ),
    (
        "the effect of a line: its maker wins or loses, a named player wins, or points; default win",
        "並べることの意味：並べた方の勝ちか負け、決まった側の勝ち、または点数（なければ win）",
    ),
    (
        "the points for a line, if lines make points; default 1",
        "列が点になるときの一列の点（なければ 1）",
    ),
    (
        "the marks that a player places: their own, either of two, or one common mark; default own",
        "置く印：自分の印、どちらでも、共通の印（なければ own）",
    ),
    (
        "the marks that First may place, `x`, `o` or both, in place of `marks`",
        "先手が置ける印、`x`、`o` または両方（`marks` の代わり）",
    ),
    (
        "the marks that Second may place, in place of `marks`",
        "後手が置ける印（`marks` の代わり）",
    ),
    (
        "whether marks fall to the bottom of their column; default false",
        "印が列の下に落ちるか（なければ false）",
    ),
    (
        "how many marks of the opponent in a row a placement captures if they lie between it and another mark of the player; needed",
        "置いた印と自分の別の印の間に、相手の印がいくつ並べば取れるか（必須）",
    ),
    ("how many captures win; needed", "何回取れば勝ちか（必須）"),
    (
        "which marks are captured; default none",
        "取れる印（なければ取れない）",
    ),
    (
        "whether a player may take a mark of their own out at the bottom of a column in place of a placement; play that goes round for ever is a draw; default false",
        "置く代わりに、列の一番下にある自分の印を抜けるか。終わらない対局は引き分け（なければ false）",
    ),
    (
        "the form of the cells: squares, or hexagons, each row of which is half a cell further to the right than the one above; default squares",
        "マスの形：正方形か六角形。六角形では、下の段ほど半マスずつ右にずれる（なければ squares）",
    ),
    (
        "whether a longer row is no line; default false",
        "それより長い並びを列としないか（なければ false）",
    ),
    (
        "sides of the board, or sets of cells: a chain of marks, each beside the next one, that touches all of them is a line, too",
        "盤の端、またはマスの組。隣り合う印の鎖が全部に触れれば、それも列になる",
    ),
    (
        "which marks may not be placed side by side: those that are alike, those that are not, any two; default none",
        "隣に置けない印：同じ印、違う印、すべて（なければ制限なし）",
    ),
    (
        "whether every chain of marks must keep a liberty, an empty cell beside it; default false",
        "どの印の鎖にも呼吸点（隣の空きマス）が要るか（なければ false）",
    ),
    (
        "the cells that a mark covers; default one cell",
        "一つの印が覆うマス（なければ一マス）",
    ),
    (
        "the tiles of First: each key replaces the one above",
        "先手が覆うマス（上の指定の代わり）",
    ),
    (
        "the tiles of Second: each key replaces the one above",
        "後手が覆うマス（上の指定の代わり）",
    ),
    ("a player's tiles", "一方の側のタイル"),
    (
        "how many marks are placed in a turn; default 1",
        "一手番に置く印の数（なければ 1）",
    ),
    (
        "the number of marks in the turn that places the first ones (Second's turn, if First passes), at most `placements`; default as many as in other turns",
        "最初の印を置く手番（先手がパスすれば後手の手番）に置く印の数。`placements` まで（なければほかと同じ）",
    ),
    (
        "cells that the very first mark may not take",
        "最初の印を置けないマス",
    ),
    (
        "whether Second may take over First's marks instead of its first turn; default false",
        "後手が最初の手番の代わりに先手の印を引き継げるか（なければ false）",
    ),
    (
        "whether a player may pass, or only one of them; two passes end the game like a full board; default false",
        "パスできるか、あるいはどちらか一方だけか。二度続けば盤が埋まったときと同じく終わる（なければ false）",
    ),
    (
        "the result of a full board without a line, or for a player without a move: a draw, a player wins, the cells' points decide, or the player to move loses or wins; default draw",
        "列のないまま埋まったとき、または手がないとき：引き分け、どちらかの勝ち、マスの点数、または手番の方の負けか勝ち（なければ draw）",
    ),
    (
        "the points of the cells in reading order, if points decide",
        "点数で決めるときの、左上から順のマスの点",
    ),
    ("a positional game", "マス取りのゲーム"),
    ("the places of the cells", "マスの配置"),
    ("which sets of cells decide", "どのマスの組で決まるか"),
    ("the rules of placing marks", "だれが何をどこに置けるか"),
    ("the result of a full board", "盤が埋まったときの意味"),
    (
        "the board as drawn at the start, First's pieces in capitals: `.` an empty cell, `_` a hole; needed",
        "最初の盤の図。先手の駒は大文字、`.` 空いたマス、`_` 穴（必須）",
    ),
    (
        "the cells' names, drawn like the start with blanks between them",
        "マスの名前。最初の盤と同じ形に空白で区切って描く",
    ),
    (
        "pairs of cells that a `link` step joins, beside or without straight steps",
        "`link` の歩みが結ぶマスの組（まっすぐな歩みのほかに、または代わりに）",
    ),
    (
        "the player who moves first; default first",
        "最初に動く側（なければ first）",
    ),
    ("a move", "手"),
    (
        "the piece goes one cell in these directions, or leaps by `[forward, right]`",
        "この向きに一マス動く、または `[前, 右]` だけ跳ぶ",
    ),
    (
        "the piece goes any number of empty cells in these directions",
        "この向きに空いたマスを好きなだけ動く",
    ),
    (
        "the piece goes over one piece next to it to the cell behind",
        "隣の駒を一つ跳び越えて、その先のマスへ動く",
    ),
    (
        "the cell it may end on: an empty cell, an enemy (which is captured), either; default any, for jumps empty",
        "どこに止まれるか：空いたマス、相手の駒（取る）、どちらでも（なければ any、跳ぶときは empty）",
    ),
    (
        "the pieces that a jump may go over; default any",
        "何を跳び越えられるか（なければ any）",
    ),
    (
        "whether a jump captures the piece jumped over; default false",
        "跳び越えた駒を取るか（なければ false）",
    ),
    ("a piece", "駒"),
    (
        "the letter that draws it, a small one; needed",
        "描くための小文字一つ（必須）",
    ),
    ("the name of the piece to show", "呼び名（人のためだけ）"),
    (
        "the form in which it is drawn: its letter alone, a disc, a pawn, a disc with a king's or a queen's crown, a \
         disc with its letter, a pointed tile with its letter; what its name tells, else token",
        "描く形：文字だけ、円盤、ポーン、王かクイーンの冠のある円盤、文字のある円盤、文字のある尖った駒（なければ呼び名から、それもなければ token）",
    ),
    (
        "how it moves; without it, not at all",
        "動き方（なければ動かない）",
    ),
    (
        "the cells on which it becomes another piece, or `far`, the player's far row; default far",
        "ほかの駒に成る所：マス、または一番奥の行 `far`（なければ far）",
    ),
    (
        "cells on which a player wins by bringing a piece there: a list, or `far`, the player's far row",
        "駒を着ければ勝ちになるマス：リスト、または一番奥の行 `far`",
    ),
    (
        "the letters of the pieces that win at the goal; default all",
        "着けば勝ちになる駒の文字（なければすべて）",
    ),
    (
        "the letters of royal pieces: a player who has none of them left has lost",
        "一つも残らなければ負けになる駒の文字",
    ),
    (
        "a player with fewer pieces than this has lost",
        "駒がこれより少なくなれば負け",
    ),
    (
        "the result for a player without a move; default loss",
        "動けないことの意味（なければ loss）",
    ),
    (
        "the result of endless play; default draw",
        "終わらない対局の値（なければ draw）",
    ),
    ("a game of pieces", "駒のゲーム"),
    ("the board and its pieces", "盤とその上の駒"),
    (
        "the pieces, one `[[piece]]` each; needed",
        "駒。一つごとに `[[piece]]`（必須）",
    ),
    ("how the game ends", "終わり方"),
    ("the heaps at the start; needed", "最初の山（必須）"),
    (
        "how many may be taken from a heap at a time; default any number",
        "一度に山から取れる数（なければいくつでも）",
    ),
    (
        "the number of heaps that the rest of the heap may form after a move: 0 (nothing is left), 1, 2 (it is split); default 0 and 1",
        "手の後に残りがいくつの山になるか：0（なくなる）、1、2（分かれる）（なければ 0 と 1）",
    ),
    (
        "whether the two heaps of a split must differ; default false",
        "分かれた二つの山の大きさが違わなければならないか（なければ false）",
    ),
    ("a game of heaps", "山のゲーム"),
    ("the heaps and the moves; needed", "山と手（必須）"),
    ("a graph", "グラフ"),
    (
        "the nodes in the text format of `graph`, a statement a line; needed",
        "`graph` の書式で点を一行ずつ（必須）",
    ),
];
