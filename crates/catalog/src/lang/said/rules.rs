//! What is wrong with a rules file, and what its keys are for.

/// Patterns and their Japanese; what is more particular stands further up.
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
    ("NoGo", "ノーゴー"),
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
        "a move cuts a row in two, and no rules file has that",
        "手が列を二つに分けるゲームは、ルールのファイルで書けない",
    ),
    (
        "one piece gains points by where it goes, and no rules file has those",
        "一つの駒が行き先によって点を得るゲームは、ルールのファイルで書けない",
    ),
    (
        "what is taken gains points, and no rules file has those",
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
        "what a move may leave depends on how many stones it takes, and in a rules file it does not",
        "取る数によって残せる山が変わる。ルールのファイルでは変わらない",
    ),
    (
        "the winner joins two points or cuts them apart, and no ending of a rules file is that",
        "二つの点をつなぐか切るかで勝つ終わり方は、ルールのファイルで書けない",
    ),
    (
        "men are placed first and move then, and a rules file does one or the other",
        "先に駒を置き、後で動かすゲームである。ルールのファイルで書けるのはどちらか一方",
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
        "a lion on the farthest row wins only where it cannot be taken at once, and no rules file has that",
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
    (
        "it has {} layers, {} rows and {} columns",
        "盤は {0} 層 {1} 行 {2} 列",
    ),
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
    ("{} names for {} cells", "{1} マスに {0} 個の名前"),
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
        "the lines that First makes: each key in place of the one above",
        "先手の作る列：各鍵は上のものに代わる",
    ),
    (
        "the lines that Second makes: each key in place of the one above",
        "後手の作る列：各鍵は上のものに代わる",
    ),
    ("a player's lines", "一方の側の列"),
    (
        "what making a line means for the player: a win, a loss, or points; win",
        "その側が並べることの意味：勝ち、負け、点数（なければ win）",
    ),
    (
        "whether the last royal piece may not be left where it could be captured at once; then having no move is lost while it could be captured, and else is what `stuck` says; false",
        "最後の王を、すぐ取られる所に残してはならないか。そのとき、取られる所で動けなければ負け、そうでなければ `stuck` のとおり（なければ false）",
    ),
    (
        "what ends the game for First: each key in place of the one above",
        "先手にとっての終わり方：各鍵は上のものに代わる",
    ),
    (
        "what ends the game for Second: each key in place of the one above",
        "後手にとっての終わり方：各鍵は上のものに代わる",
    ),
    ("a player's end", "一方の側の終わり方"),
    (
        "there are at most {} pieces, as at the start",
        "駒は最初と同じく {0} 個まで",
    ),
    (
        "`:line` where a line has ended the game",
        "列で終わったときは `:line`",
    ),
    // What a file declares, sentence by sentence.
    ("First", "先手"),
    ("Second", "後手"),
    ("lines", "列"),
    ("lines of {}", "{0}の列"),
    ("{}: none", "{0}：なし"),
    (
        "{}: {} cells; whoever makes one wins",
        "{0}：{1} マス。作った方の勝ち",
    ),
    (
        "{}: {} cells; whoever makes one loses",
        "{0}：{1} マス。作った方の負け",
    ),
    (
        "{}: {} cells; whoever makes one gains {} and play goes on",
        "{0}：{1} マス。作った方が {2} 点を得て続ける",
    ),
    (
        "each player places marks of their own",
        "それぞれ自分の印を置く",
    ),
    (
        "both players place either mark",
        "どちらもどちらの印でも置ける",
    ),
    ("both players place the same mark", "どちらも同じ印を置く"),
    ("`x` or `o`", "`x` か `o`"),
    (
        "marks of First: {}, of Second: {}",
        "先手は {0}、後手は {1} を置く",
    ),
    (
        "marks fall to the bottom of their column",
        "印は列の下に落ちる",
    ),
    (
        "{} enemies in a row between a mark placed and another one of its player are captured; captures that win: {}",
        "置いた印と自分の別の印の間に並ぶ相手の印 {0} 個を取る。勝ちになる回数：{1}",
    ),
    (
        "captures: First {}, Second {}",
        "取った回数：先手 {0}、後手 {1}",
    ),
    (
        "`:2-1` how often First has captured, and Second",
        "`:2-1` は先手と後手の取った回数",
    ),
    (
        "a player may take a mark of their own out at the bottom of a column instead; the marks above it fall",
        "置く代わりに、列の一番下にある自分の印を抜いてよい。上の印は落ちる",
    ),
    ("the cells are hexagons", "マスは六角形"),
    (
        "tiles: {} cells; a player covers one at a time",
        "タイル：{0} マス。一手で一枚置く",
    ),
    (
        "tiles of {}: {} cells; a player covers one at a time",
        "{0}のタイル：{1} マス。一手で一枚置く",
    ),
    (
        "the board goes on across its left and its right edge",
        "盤は左右の端を越えて続く",
    ),
    (
        "the board goes on across its upper and its lower edge",
        "盤は上下の端を越えて続く",
    ),
    (
        "no two marks that are alike may lie side by side",
        "同じ印は隣り合えない",
    ),
    (
        "no two marks that differ may lie side by side",
        "違う印は隣り合えない",
    ),
    ("no two marks may lie side by side", "印は隣り合えない"),
    (
        "every chain of marks has to keep an empty cell beside it",
        "どの印の鎖も、隣に空きマスが要る",
    ),
    (
        "if a player has no move, the game ends like with a full board",
        "手がなければ、盤が埋まったときと同じく終わる",
    ),
    ("a longer row is no line", "それより長い並びは列ではない"),
    (
        "a longer row of {} is no line",
        "{0}のそれより長い並びは列ではない",
    ),
    (
        "whoever joins {} by a chain of marks loses",
        "{0} を印の鎖でつないだ方の負け",
    ),
    (
        "whoever joins {} by a chain of marks wins",
        "{0} を印の鎖でつないだ方の勝ち",
    ),
    (
        "{} loses by a chain of marks that joins {}",
        "{0}は {1} を印の鎖でつなぐと負け",
    ),
    (
        "{} wins by a chain of marks that joins {}",
        "{0}は {1} を印の鎖でつなぐと勝ち",
    ),
    ("rows of cells go on across the edges", "列は端を越えて続く"),
    (
        "{} boards, each of which dies with its first line",
        "盤は {0} 枚、それぞれ最初に並んだとき終わる",
    ),
    (
        "marks placed in a turn: {}, in the turn of the first mark: {}",
        "一手番に置く印：{0}、最初の印を置く手番だけ：{1}",
    ),
    (
        "the very first mark may not go to {}",
        "最初の印は {0} に置けない",
    ),
    (
        "Second may take over First's marks instead of its first turn",
        "後手は最初の手番の代わりに先手の印を引き継げる",
    ),
    (
        "a player may pass; two passes end the game like a full board",
        "パスできる。二度続けば盤が埋まったときと同じく終わる",
    ),
    (
        "a full board without a line is a draw",
        "列のないまま埋まれば引き分け",
    ),
    ("this key is there already", "このキーはもうある"),
    (
        "`=` and a value are missing after this key",
        "このキーのあとに `=` と値がない",
    ),
    ("a value is missing after `=`", "`=` のあとに値がない"),
    ("a second `=`", "`=` が二つある"),
    ("a text stands in quotes", "文字列は引用符で囲む"),
    (
        "this list has no end (`]`)",
        "この一覧に終わり（`]`）がない",
    ),
    (
        "this heading has no end (`]`)",
        "この見出しに終わり（`]`）がない",
    ),
    (
        "this text in quotes has no end, or an escape that is none",
        "この文字列に終わりがないか、`\\` の使い方が違う",
    ),
    ("this is not TOML: {}", "TOML ではない：{0}"),
    (
        "a full board without a line: First wins",
        "列のないまま埋まれば先手の勝ち",
    ),
    (
        "a full board without a line: Second wins",
        "列のないまま埋まれば後手の勝ち",
    ),
    ("a full board is a draw", "盤が埋まれば引き分け"),
    ("a full board: First wins", "盤が埋まれば先手の勝ち"),
    ("a full board: Second wins", "盤が埋まれば後手の勝ち"),
    (
        "a full board is decided by the points of its cells",
        "盤が埋まればマスの点で決まる",
    ),
    (
        "a full board is decided by the points gained in play",
        "盤が埋まれば、それまでに得た点で決まる",
    ),
    (
        "a full board is decided by the points of its cells and those gained in play",
        "盤が埋まれば、マスの点とそれまでに得た点で決まる",
    ),
    (
        "a full board without a line is decided by the points gained in play",
        "列のないまま埋まれば、それまでに得た点で決まる",
    ),
    (
        "a full board without a line is decided by the points of its cells and those gained in play",
        "列のないまま埋まれば、マスの点とそれまでに得た点で決まる",
    ),
    (
        "a full board without a line is decided by the points of its cells",
        "列のないまま埋まればマスの点で決まる",
    ),
    (
        "Capitals are First's and look up, small letters are Second's and look down; {} moves first",
        "先手（大文字）は上を向き、後手（小文字）は下を向く。先に動くのは{0}",
    ),
    ("in all directions", "全方向"),
    ("along links", "リンク沿い"),
    ("an empty cell or an enemy", "空いたマスか相手の駒"),
    ("an empty cell", "空いたマス"),
    ("an enemy", "相手の駒"),
    ("a piece of its own", "自分の駒"),
    ("any piece", "どの駒でも"),
    ("{} steps {} onto {}", "{0} は {1} に一歩動く：{2}"),
    ("{} slides {} onto {}", "{0} は {1} に好きなだけ動く：{2}"),
    (
        "{} jumps {} over {} onto {}",
        "{0} は {1} に{2}を跳び越える：{3}",
    ),
    (
        "{} captures {} by jumping {} over it onto {}",
        "{0} は {2} に跳び越えた{1}を取る：{3}",
    ),
    ("{} never moves", "{0} は動かない"),
    ("the far row", "一番奥の行"),
    (
        "{} of {} becomes {} on {}",
        "{1}の {0} は {3} で {2} に成る",
    ),
    ("{} becomes {} on {}", "{0} は {2} で {1} に成る"),
    ("a player", "どちらの側も"),
    (
        "{} wins by bringing {} to {}",
        "{0}、{1}を {2} に着ければ勝ち",
    ),
    (
        "{} has lost with none left of {}",
        "{0}、{1} が一つも残らなければ負け",
    ),
    (
        "{} may not leave the last of {} where it could be captured, and has lost with no move while it could be",
        "{0}、最後の {1} を取られる所に残せず、取られる所で動けなければ負け",
    ),
    (
        "{} has lost with fewer pieces than {}",
        "{0}、駒が {1} 個より少なければ負け",
    ),
    ("{} with no move has lost", "{0}、動けなければ負け"),
    (
        "{} with no move ends the game in a draw",
        "{0}、動けなければ引き分け",
    ),
    ("{} with no move has won", "{0}、動けなければ勝ち"),
    (
        "{} wins where play goes round for ever",
        "終わらない対局は{0}の勝ち",
    ),
    (
        "play that goes round for ever is a draw",
        "終わらない対局は引き分け",
    ),
    (
        "play that goes round for ever is worth {} points",
        "終わらない対局は {0} 点",
    ),
    ("heaps at the start: {}", "最初の山：{0}"),
    ("any number of stones", "好きな数の石"),
    (
        "a move takes {} from a heap, and leaves so many heaps of it: {} (two of them unequal)",
        "一手で一つの山から {0} を取り、残す山の数は {1}（二つなら異なる大きさ）",
    ),
    (
        "a move takes {} from a heap, and leaves so many heaps of it: {}",
        "一手で一つの山から {0} を取り、残す山の数は {1}",
    ),
    ("nodes: {}, moves: {}", "点：{0}、手：{1}"),
    ("play starts at {}: {} moves", "{0} から始まる：{1}の手番"),
    ("play starts at {}", "{0} から始まる"),
    // Why play is over at the start.
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
        "captures go with turns of one mark of one's own, without gravity, passes, swaps, tiles, marks that lie apart, liberties, exact rows and points for lines",
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
        "players take out marks of their own, and these are nobody's",
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
        "a turn has one mark where a player may have no cell left for the next one",
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
        "what the game is called; for people only",
        "ゲームの呼び名（人のためだけ）",
    ),
    ("the kind of game; needed", "ゲームの種類（必須）"),
    ("the number of layers; 1", "層の数（なければ 1）"),
    (
        "a drawn board in place of rows, cols and layers: `.` a cell, `_` a hole, any other letter or digit (or word, where blanks are between the cells) a cell of that name; layers are parted by an empty line",
        "盤の形を描く（rows・cols・layers の代わり）：`.` マス、`_` 穴、ほかの文字や数字（空白で区切れば言葉も）はその名前のマス。層は空の行で区切る",
    ),
    (
        "whether the board goes on across its edges: across only the left and the right one (a cylinder), or upright \
         only the upper and the lower one; false",
        "盤が端を越えて続くか。`across` は左右の端だけ（円筒）、`upright` は上下の端だけ。既定は `false`",
    ),
    (
        "copies of the board, each of which dies with its first line; 1",
        "盤の枚数。それぞれ最初に並んだとき終わる（なければ 1）",
    ),
    (
        "sets of cells that are lines, each a list of cells",
        "列とみなすマスの組。それぞれマスのリスト",
    ),
    (
        "drawn shapes that are lines wherever they fit: rows joined by `/`, `x` a cell of the shape, `.` any",
        "どこに収まっても列とみなす形：行を `/` でつなぎ、`x` が形のマス、`.` は何でもよい",
    ),
    (
        "whether shapes may be turned and mirrored; true",
        "形を回したり裏返したりしてよいか（なければ true）",
    ),
    (
        "what making a line means: who makes it wins or loses, a named player wins, or points; win",
        "並べることの意味：並べた方の勝ちか負け、決まった側の勝ち、または点数（なければ win）",
    ),
    (
        "the points for a line, where lines make points; 1",
        "列が点になるときの一列の点（なければ 1）",
    ),
    (
        "whose marks are placed: one's own, either of two, the one there is; own",
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
        "whether marks fall to the bottom of their column; false",
        "印が列の下に落ちるか（なければ false）",
    ),
    (
        "how many marks of the opponent in a row a placement captures if they lie between it and another mark of the player; needed",
        "置いた印と自分の別の印の間に、相手の印がいくつ並べば取れるか（必須）",
    ),
    ("how many captures win; needed", "何回取れば勝ちか（必須）"),
    (
        "which marks are captured; none",
        "取れる印（なければ取れない）",
    ),
    (
        "whether a player may take a mark of their own out at the bottom of a column in place of a placement; play that goes round for ever is a draw; false",
        "置く代わりに、列の一番下にある自分の印を抜けるか。終わらない対局は引き分け（なければ false）",
    ),
    (
        "the form of the cells: squares, or hexagons, each row of which is half a cell further to the right than the one above; squares",
        "マスの形：正方形か六角形。六角形では、下の段ほど半マスずつ右にずれる（なければ squares）",
    ),
    (
        "whether a longer row is no line; false",
        "それより長い並びを列としないか（なければ false）",
    ),
    (
        "sides of the board, or sets of cells: a chain of marks, each beside the next one, that touches all of them is a line, too",
        "盤の端、またはマスの組。隣り合う印の鎖が全部に触れれば、それも列になる",
    ),
    (
        "which marks may not be placed side by side: those that are alike, those that are not, any two; none",
        "隣に置けない印：同じ印、違う印、すべて（なければ制限なし）",
    ),
    (
        "whether every chain of marks must keep a liberty, an empty cell beside it; false",
        "どの印の鎖にも呼吸点（隣の空きマス）が要るか（なければ false）",
    ),
    (
        "what a mark covers; one cell",
        "一つの印が覆うマス（なければ一マス）",
    ),
    (
        "what First covers: each key in place of the one above",
        "先手が覆うマス（上の指定の代わり）",
    ),
    (
        "what Second covers: each key in place of the one above",
        "後手が覆うマス（上の指定の代わり）",
    ),
    ("a player's tiles", "一方の側のタイル"),
    (
        "how many marks are placed in a turn; 1",
        "一手番に置く印の数（なければ 1）",
    ),
    (
        "how many marks are placed in the turn that places the first ones (where First passes, that is Second's), at most `placements`; as many as in any",
        "最初の印を置く手番（先手がパスすれば後手の手番）に置く印の数。`placements` まで（なければほかと同じ）",
    ),
    (
        "cells that the very first mark may not take",
        "最初の印を置けないマス",
    ),
    (
        "whether Second may take over First's marks instead of its first turn; false",
        "後手が最初の手番の代わりに先手の印を引き継げるか（なければ false）",
    ),
    (
        "whether a player may pass; two passes end the game like a full board; false",
        "パスできるか。二度続けば盤が埋まったときと同じく終わる（なければ false）",
    ),
    (
        "what a full board without a line means, or having no move: a draw, a player wins, the cells' points decide, or who is to move then loses or wins; draw",
        "列のないまま埋まったとき、または手がないとき：引き分け、どちらかの勝ち、マスの点数、または手番の方の負けか勝ち（なければ draw）",
    ),
    (
        "the points of the cells in reading order, where points decide",
        "点数で決めるときの、左上から順のマスの点",
    ),
    ("a positional game", "マス取りのゲーム"),
    ("where the cells are", "マスの配置"),
    ("which sets of cells decide", "どのマスの組で決まるか"),
    ("who may place what where", "だれが何をどこに置けるか"),
    ("what a full board means", "盤が埋まったときの意味"),
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
    ("who moves first; first", "最初に動く側（なければ first）"),
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
        "what it may end on: an empty cell, an enemy (who is captured), either; any, for jumps empty",
        "どこに止まれるか：空いたマス、相手の駒（取る）、どちらでも（なければ any、跳ぶときは empty）",
    ),
    (
        "what a jump may go over; any",
        "何を跳び越えられるか（なければ any）",
    ),
    (
        "whether a jump captures the piece jumped over; false",
        "跳び越えた駒を取るか（なければ false）",
    ),
    ("a piece", "駒"),
    (
        "the letter that draws it, a small one; needed",
        "描くための小文字一つ（必須）",
    ),
    (
        "what it is called; for people only",
        "呼び名（人のためだけ）",
    ),
    (
        "the form in which it is drawn: its letter alone, a disc, a pawn, a crowned disc, a disc with its letter, a \
         pointed tile with its letter; what its name tells, else token",
        "描く形：文字だけ、円盤、ポーン、冠のある円盤、文字のある円盤、文字のある尖った駒（なければ呼び名から、それもなければ token）",
    ),
    (
        "how it moves; without it, not at all",
        "動き方（なければ動かない）",
    ),
    (
        "where it becomes another piece: cells, or `far`, the player's far row; far",
        "ほかの駒に成る所：マス、または一番奥の行 `far`（なければ far）",
    ),
    (
        "cells that win for who brings a piece there: a list, or `far`, the player's far row",
        "駒を着ければ勝ちになるマス：リスト、または一番奥の行 `far`",
    ),
    (
        "the letters of the pieces that win at the goal; all",
        "着けば勝ちになる駒の文字（なければすべて）",
    ),
    (
        "the letters of pieces of which a player who has none left has lost",
        "一つも残らなければ負けになる駒の文字",
    ),
    (
        "a player with fewer pieces than this has lost",
        "駒がこれより少なくなれば負け",
    ),
    (
        "what having no move means for a player; loss",
        "動けないことの意味（なければ loss）",
    ),
    (
        "what play that goes round for ever is worth; draw",
        "終わらない対局の値（なければ draw）",
    ),
    ("a game of pieces", "駒のゲーム"),
    ("the board and what stands on it", "盤とその上の駒"),
    (
        "the pieces, one `[[piece]]` each; needed",
        "駒。一つごとに `[[piece]]`（必須）",
    ),
    ("how the game ends", "終わり方"),
    ("the heaps at the start; needed", "最初の山（必須）"),
    (
        "how many may be taken from a heap at a time; any number",
        "一度に山から取れる数（なければいくつでも）",
    ),
    (
        "into how many heaps what is left of the heap may lie after a move: 0 (it is used up), 1, 2 (it is split); 0 and 1",
        "手の後に残りがいくつの山になるか：0（なくなる）、1、2（分かれる）（なければ 0 と 1）",
    ),
    (
        "whether the two heaps of a split must differ; false",
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
