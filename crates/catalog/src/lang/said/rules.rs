//! Names of games of rules files, and errors in a file.

/// Patterns and their Japanese; more specific ones come first.
pub(super) const TEXTS: &[(&str, &str)] = &[
    ("Avoider and Enforcer", "避ける者と強いる者"),
    ("Little draughts", "小さなチェッカー"),
    ("Little checkers", "小さなチェッカー"),
    ("Little hasami", "小さなはさみ将棋"),
    ("Sliders", "滑る石"),
    ("Wythoff's game", "ワイトホフのゲーム"),
    ("Drop three", "落として三目"),
    ("Fox and geese", "きつねとがちょう"),
    ("King and rook against king", "王とルーク対王"),
    ("Maker and Breaker", "作る者と壊す者"),
    ("Little Pente", "小さなペンテ"),
    ("PopOut", "ポップアウト"),
    ("{} has no move", "{0}の手がない"),
    ("Y", "ワイ（Y）"),
    ("Cram", "クラム"),
    ("Three in a row on a cylinder", "円筒の三目並べ"),
    ("Exactly three in a row", "ちょうど三目"),
    ("Nim, misère", "ニム（最後に取れば負け）"),
    ("Order and Chaos", "秩序と混沌"),
    ("Split", "山分け"),
    ("Squares", "正方形"),
    ("Three in a row with a swap", "交換つき三目並べ"),
    ("Territory", "陣取り"),
    ("Toads and frogs", "ひきがえるとかえる"),
    ("Toll", "通行料"),
    ("Two at a time", "二つずつ"),
    ("Wolf and sheep", "おおかみとひつじ"),
    (
        "a rules file begins with its version",
        "ルールのファイルは版から始まる",
    ),
    (
        "write `rules = {}` in the first line",
        "最初の行に `rules = {0}` と書く",
    ),
    (
        "only version {} of the rules is known",
        "扱えるルールの版は {0} だけ",
    ),
    (
        "a rules file needs `kind =`",
        "ルールのファイルには `kind =` が必要",
    ),
    (
        "a rules file has at most {} KiB",
        "ルールのファイルは {0} KiB まで",
    ),
    ("leave it out", "省く"),
    ("this `{}` says nothing", "この `{0}` は何も書いていない"),
    (
        "this `{}` has control characters",
        "この `{0}` に制御文字がある",
    ),
    ("this is not a kind of game", "そのような種類のゲームはない"),
    (
        "the path of a rules file is needed",
        "ルールのファイルのパスが必要",
    ),
    (
        "`{}` cannot be written as a rules file: {}",
        "`{0}` はルールのファイルに書けない: {1}",
    ),
    (
        "a piece moves and shoots in one move, and no rules file has that",
        "駒を動かして矢も射る手は、ルールのファイルで書けない",
    ),
    (
        "a move cuts a row in two, and no rules file has that",
        "手が列を二つに分けるゲームは、ルールのファイルで書けない",
    ),
    (
        "moving the one piece gains points, which no rules file can express",
        "一つの駒が行き先によって点を得るゲームは、ルールのファイルで書けない",
    ),
    (
        "in a rules file stones are no points, and a heap has at most 250 of them",
        "ルールファイルでは石は点にならず、一つの山の石は 250 個まで",
    ),
    (
        "taking gains points, which no rules file can express",
        "取ったものが点になるゲームは、ルールのファイルで書けない",
    ),
    (
        "no rules file has the numbers or cards that it is played with",
        "このゲームの数やカードは、ルールのファイルで書けない",
    ),
    (
        "no rules file has the words that it is played with",
        "このゲームの言葉は、ルールのファイルで書けない",
    ),
    (
        "both players move the same piece, and in a rules file each has pieces of its own",
        "同じ駒を二人で動かす。ルールのファイルでは駒は一人ずつのもの",
    ),
    (
        "the rest that a move may leave depends on the number of stones taken, which no rules file can express",
        "取る数によって残せる山が変わる。ルールのファイルでは変わらない",
    ),
    (
        "the winner joins two points or cuts them apart, and no ending of a rules file is that",
        "二つの点をつなぐか切るかで勝つ終わり方は、ルールのファイルで書けない",
    ),
    (
        "a rules file cannot express flying",
        "ルールのファイルでは、駒は飛べない",
    ),
    (
        "a move takes an edge between cells, and in a rules file a cell",
        "一手でマスの間の辺を取る。ルールのファイルではマスを取る",
    ),
    (
        "a move turns over the men of the opponent, and no rules file has that",
        "相手の石を裏返す手は、ルールのファイルで書けない",
    ),
    (
        "a move takes all cells beyond one, and in a rules file one",
        "一手であるマスから先をすべて取る。ルールのファイルでは一つ",
    ),
    (
        "a move sows seeds, and no rules file has those",
        "種をまく手は、ルールのファイルで書けない",
    ),
    (
        "the hare wins once it has passed all hounds, and no ending of a rules file is that",
        "うさぎがすべての犬を抜いて勝つ終わり方は、ルールのファイルで書けない",
    ),
    (
        "a lion on the farthest row wins only if it cannot be taken at once, which no rules file can express",
        "一番奥の行のライオンはすぐに取られないときだけ勝ちになり、ルールファイルではそれを表せない",
    ),
    (
        "its rules are not declared as data, which they are up to 64 cells",
        "このルールはデータとして宣言されていない（宣言されるのは 64 マスまで）",
    ),
    (
        "the board is drawn: `{}` follows",
        "盤は描かれているので `{0}` は決まっている",
    ),
    ("there is no cell {}", "{0} というマスはない"),
    (
        "a cell is named on the map, or is {} from 1",
        "マスは図の名前か、1 から数えた {0}",
    ),
    (
        "a cell is named by `names`, or is `row,column` from 1",
        "マスは `names` の名前か、1 から数えた `行,列`",
    ),
    ("{} is not on the board", "{0} は盤の上にない"),
    ("it has {}, {} and {}", "盤は {0} {1} {2}"),
    ("{} is no name of a cell", "{0} はマスの名前にならない"),
    (
        "names are made of letters and digits",
        "名前は文字と数字から成る",
    ),
    ("{} is on the board twice", "{0} は盤に二度出てくる"),
    (
        "a heap has 0 to {} stones",
        "一つの山は 0 個から {0} 個まで",
    ),
    (
        "a move leaves 0, 1 or 2 heaps of a heap",
        "一手で一つの山から残る山は 0、1、2 個のどれか",
    ),
    (
        "a move has to leave something, or nothing: 0, 1, 2",
        "手が残す山の数が必要: 0、1、2",
    ),
    ("no move splits a heap", "山を分ける手がない"),
    ("write `{}`", "`{0}` と書く"),
    (
        "another piece has the letter `{}`",
        "文字 `{0}` は別の駒が使っている",
    ),
    ("{} is not a small letter", "{0} は小文字一つではない"),
    ("there is no piece `{}`", "`{0}` という駒はない"),
    ("the pieces are {}", "駒は {0}"),
    (
        "each letter needs a [[piece]] of its own",
        "文字ごとに [[piece]] が必要",
    ),
    (
        "`.`, `_` or the letter of a piece is expected, not {}",
        "`.`、`_`、駒の文字のどれかが必要: {0}",
    ),
    ("a link joins two cells", "リンクは二つのマスを結ぶ"),
    (
        "a link joins two different cells",
        "リンクは異なる二つのマスを結ぶ",
    ),
    (
        "these cells are linked twice",
        "このマスの組は二度結ばれている",
    ),
    ("more than {} moves", "手が {0} 種類より多い"),
    ("more than {} directions", "向きが {0} 個より多い"),
    (
        "at least one direction is needed",
        "向きが少なくとも一つ必要",
    ),
    ("`{}` goes with `{}`", "`{0}` は `{1}` と共に使う"),
    ("{} given, for {}", "{1}に{0}"),
    ("or `slide =`, or `jump =`", "または `slide =` か `jump =`"),
    (
        "a move has either `{}` or `{}`",
        "手は `{0}` か `{1}` のどちらか",
    ),
    ("write two moves", "手を二つに分けて書く"),
    ("{} is not a direction", "{0} は向きではない"),
    ("a piece has to go somewhere", "駒は動かなければならない"),
    ("no board is as large as that", "それほど大きな盤はない"),
    ("lines make no points here", "ここでは列は点にならない"),
    (
        "`marks` and `{}` say the same thing",
        "`marks` と `{0}` は同じことを言う",
    ),
    (
        "the first turn cannot have more placements than others",
        "最初の手番に置く数は、ほかの手番より多くできない",
    ),
    (
        "marks can be taken over only where each player has their own",
        "印を引き継げるのは、それぞれが自分の印を持つときだけ",
    ),
    ("{} is the name of a move", "{0} は手の名前"),
    (
        "the board has no {} cells in a row",
        "この盤に {0} マス続く列はない",
    ),
    (
        "the board has no line of {} cells",
        "この盤に {0} マスの列はない",
    ),
    (
        "the board has no square of {} by {} cells",
        "この盤に {0} × {1} マスの正方形はない",
    ),
    (
        "each player makes lines of their own marks: say what a line makes for each of them",
        "それぞれが自分の印で列を作る。列の意味は側ごとに書く",
    ),
    (
        "write `[lines.first]` and `[lines.second]`, each with its own `make =`; without lines of one player, those mean nothing",
        "`[lines.first]` と `[lines.second]` に分け、それぞれに `make =` を書く。一方の列がなければ、その列には意味がない",
    ),
    (
        "marks can be taken over only where both players make the same by the same lines",
        "印を引き継げるのは、双方の列とその意味が同じときだけ",
    ),
    (
        "the lines that First makes: each key replaces the one above",
        "先手の作る列：各鍵は上のものに代わる",
    ),
    (
        "the lines that Second makes: each key replaces the one above",
        "後手の作る列：各鍵は上のものに代わる",
    ),
    ("a player's lines", "一方の側の列"),
    (
        "the effect of a line for the player: a win, a loss, or points; default win",
        "その側が並べることの意味：勝ち、負け、点数（なければ win）",
    ),
    (
        "whether a player may not leave the last royal piece where the opponent could capture it at once; then a player without a move has lost if it could be captured, and otherwise gets the result of `stuck`; default false",
        "最後の王を、すぐ取られる所に残してはならないか。そのとき、取られる所で動けなければ負け、そうでなければ `stuck` のとおり（なければ false）",
    ),
    (
        "the ends for First: each key replaces the one above",
        "先手にとっての終わり方：各鍵は上のものに代わる",
    ),
    (
        "the ends for Second: each key replaces the one above",
        "後手にとっての終わり方：各鍵は上のものに代わる",
    ),
    ("a player's end", "一方の側の終わり方"),
    (
        "there can be at most {}, as at the start",
        "最初と同じく {0}まで",
    ),
    (
        "`:line` where a line has ended the game",
        "列で終わったときは `:line`",
    ),
];
