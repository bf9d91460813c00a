//! Texts of rules files: heaps by side and with a memory, passes and points of pieces.

pub(super) const TEXTS: &[(&str, &str)] = &[
    (
        "{} takes {} from a heap, and leaves so many heaps of it: {} (two of them unequal)",
        "{0}は一手で一つの山から {1} を取り、残す山の数は {2}（二つなら異なる大きさ）",
    ),
    (
        "{} takes {} from a heap, and leaves so many heaps of it: {}",
        "{0}は一手で一つの山から {1} を取り、残す山の数は {2}",
    ),
    ("{} takes {} from a heap", "{0}は一つの山から {1} を取る"),
    (
        "the first move takes at most so many stones: {}",
        "最初の手で取れる石の数の上限：{0}",
    ),
    (
        "a later move takes at most so many times the stones of the move before it: {}",
        "その後の手で取れる石は、直前の手で取られた数のこの倍数まで：{0}",
    ),
    (
        "a move takes another number of stones than the move before it",
        "直前の手と同じ数の石は取れない",
    ),
    (
        "stones that the last move has taken: {}",
        "直前の手で取られた石：{0}",
    ),
    (
        "a move that may split a heap does not depend on the one before it",
        "山を分けられるゲームでは、手を直前の手に依存させられない",
    ),
    (
        "a move that takes from several heaps does not depend on the one before it",
        "複数の山から取れるゲームでは、手を直前の手に依存させられない",
    ),
    (
        "no heap has lost that many stones",
        "そんなに石の減った山はない",
    ),
    (
        "the most stones that the first move of all takes; default any number",
        "最初の一手で取れる石の数の上限（なければいくつでも）",
    ),
    (
        "a move takes at most this many times the stones that the move before it has taken (2: Fibonacci nim); default any number",
        "取れる石は直前の手で取られた数の何倍までか（2 ならフィボナッチ・ニム、なければいくつでも）",
    ),
    (
        "whether a move may take the same number of stones as the move before it; default true",
        "直前の手と同じ数の石を取ってよいか（なければ true）",
    ),
    (
        "the moves of First: each key replaces the one above",
        "先手の取り方（上のキーの代わり）",
    ),
    (
        "the moves of Second: each key replaces the one above",
        "後手の取り方（上のキーの代わり）",
    ),
    ("a player's moves", "一方の手"),
    ("Fibonacci nim", "フィボナッチ・ニム"),
    ("Odd and even", "奇数と偶数"),
    ("a player with no move passes", "手のない側はパスする"),
    ("{} with no move passes", "{0}は手がなければパスする"),
    (
        "{} may pass in place of a move",
        "{0}は指す代わりにパスしてよい",
    ),
    ("only {} passes here", "ここでパスするのは{0}だけ"),
    (
        "without two passes one after the other, `passed` has no effect",
        "パスが二回続くことがないので、`passed` には意味がない",
    ),
    (
        "`stuck` is for the player who may not pass",
        "`stuck` はパスできない側の結果",
    ),
    (
        "the options of First: each key replaces the one above",
        "先手にできること（上のキーの代わり）",
    ),
    (
        "the options of Second: each key replaces the one above",
        "後手にできること（上のキーの代わり）",
    ),
    (
        "with how many pieces or fewer, on the board and in hand, a player may move them to any empty cell; default never",
        "盤上と手元の駒が何個以下になったら、どの空きマスへも動かせるか（なければ動かせない）",
    ),
    (
        "a player with {} pieces or fewer may move them to any empty cell",
        "駒が {0} 個以下の側は、どの空きマスへも動かせる",
    ),
    (
        "{} with {} or fewer may move them to any empty cell",
        "{0}は{1}以下なら、どの空きマスへも動かせる",
    ),
    (
        "lists of cells: a piece of the player's on the first cell of one with enemies on all others of it ends the game; default none",
        "マスの並びの一覧。先頭のマスに自分の駒、残りのすべてに敵の駒があれば終わる（なければなし）",
    ),
    (
        "the result of a trapped piece for its player; default loss",
        "駒を閉じ込められた側の結果（なければ負け）",
    ),
    (
        "a trap is a cell and at least one more, on which an enemy stands",
        "`trapped` の並びには、マスのほかに敵の立つマスが一つ以上要る",
    ),
    (
        "a player has won with a piece on a cell and enemies on all cells in its brackets: {}",
        "次のマスに駒があり、かっこ内のすべてに敵がいれば、その側の勝ち: {0}",
    ),
    (
        "{} has won with a piece on a cell and enemies on all cells in its brackets: {}",
        "{0}は、次のマスに駒があり、かっこ内のすべてに敵がいれば勝ち: {1}",
    ),
    (
        "a player has lost with a piece on a cell and enemies on all cells in its brackets: {}",
        "次のマスに駒があり、かっこ内のすべてに敵がいれば、その側の負け: {0}",
    ),
    (
        "{} has lost with a piece on a cell and enemies on all cells in its brackets: {}",
        "{0}は、次のマスに駒があり、かっこ内のすべてに敵がいれば負け: {1}",
    ),
    (
        "{} has a piece trapped (`trapped`)",
        "{0}の駒が閉じ込められている（`trapped`）",
    ),
    ("Flying morris", "飛ぶモリス"),
    ("Patience", "がまん比べ"),
    ("the section of a player's options", "一方にできること"),
    (
        "listed lines, each the cells that have to be full of a player's pieces; default none",
        "列の一覧。それぞれ、自分の駒で埋めるマスの組（なければなし）",
    ),
    (
        "these cells are a line already",
        "これらのマスはすでに列になっている",
    ),
    ("a line needs a cell", "列にはマスが要る"),
    ("across", "横"),
    ("across, up and down", "横、縦"),
    ("across, aslant", "横、斜め"),
    ("up and down, aslant", "縦、斜め"),
    ("across, up and down, aslant", "横、縦、斜め"),
    (
        "{} takes an enemy by a move that makes a line of {}, one in no line if there is such a one: {}",
        "{0}は {1} の列を作る手で敵の駒を一つ取る（あれば列の外から）：{2}",
    ),
    (
        "if a line takes, pieces do not capture by jumps or by enclosing, captures are neither forced nor continued, and no piece has to be safe",
        "列で取るゲームでは、跳んで取る手、必ず取る・続けて取る規則、挟んで取る規則、守るべき駒の安全は使えない",
    ),
    ("Cat and mouse", "猫と鼠"),
    ("Little tafl", "小さなタフル"),
    ("Picaria", "ピカリア"),
    ("Dao", "ダオ"),
    (
        "a player may pass in place of a move",
        "指す代わりにパスしてよい",
    ),
    (
        "two passes one after the other end the game in a draw",
        "パスが二回続くと引き分けで終わる",
    ),
    (
        "two passes one after the other end the game, and {} has won",
        "パスが二回続くと終わり、{0}の勝ち",
    ),
    (
        "two passes one after the other end the game, and points decide",
        "パスが二回続くと終わり、点で決まる",
    ),
    ("points of {} for its player: {}", "{0} の点：{1}"),
    (
        "{} with no move ends the game, and points decide",
        "手のない{0}の番で終わり、点で決まる",
    ),
    ("both players have passed", "両者がパスした"),
    ("{} has passed", "{0}がパスした"),
    (
        "nobody has passed here: the game is over, or a turn goes on",
        "ここでは誰もパスしていない。終局しているか、手番の途中",
    ),
    (
        "its points for its player, if points decide; default 1",
        "点で決まるときのこの駒の点（なければ 1）",
    ),
    (
        "whether a player may pass in place of a move, or, by `stuck`, passes without one; two passes one after the other end the game; default false",
        "指す代わりにパスしてよいか。`stuck` なら手のないときだけパスする。パスが二回続くと終わる（なければ false）",
    ),
    (
        "the result of two passes one after the other; default draw",
        "続けて二回パスしたときの結果（なければ引き分け）",
    ),
    (
        "the options of players besides moving a piece",
        "駒を動かす代わりにできること",
    ),
    ("points decide nothing here", "ここでは点は何も決めない"),
    (
        "write `stuck = \"points\"`, or `passed = \"points\"`",
        "`stuck = \"points\"` または `passed = \"points\"` と書く",
    ),
    ("nobody passes here", "ここでは誰もパスしない"),
    (
        "write `pass = true` or `pass = \"stuck\"` in [moves]",
        "[moves] に `pass = true` または `pass = \"stuck\"` と書く",
    ),
    (
        "a player without a move passes here",
        "ここでは手のない側はパスする",
    ),
    (
        "`passed` is the result of two passes",
        "続けて二回パスしたときの結果は `passed`",
    ),
    ("Little seega", "小さなシーガ"),
    ("Gold and silver", "金と銀"),
    ("Tapatan", "タパタン"),
    ("Achi", "アチ"),
    ("Little Teeko", "小さなティーコ"),
    ("Little shogi", "小さな将棋"),
    ("Little halma", "小さなハルマ"),
    ("One-way streets", "一方通行"),
];
