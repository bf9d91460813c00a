//! Sentences about the declarations of a rules file.

/// Patterns and their Japanese; more specific ones come first.
pub(super) const TEXTS: &[(&str, &str)] = &[
    ("First", "先手"),
    ("Second", "後手"),
    ("lines", "列"),
    ("lines of {}", "{0}の列"),
    ("{}: none", "{0}：なし"),
    (
        "{}: {} cells; whoever closes the last board with one wins",
        "{0}：{1} マス。最後の盤を列で閉じた方の勝ち",
    ),
    (
        "{}: {} cells; whoever closes the last board with one loses",
        "{0}：{1} マス。最後の盤を列で閉じた方の負け",
    ),
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
    (
        "a longer row does not count as a line",
        "それより長い並びは列ではない",
    ),
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
        "{} boards; the first line on a board closes it",
        "盤は {0} 枚。最初に並んだ盤は閉じる",
    ),
    (
        "a full board ends the game only if the player whose turn it is has no mark to take out",
        "盤が埋まっても、手番の方に取り出せる印があれば続く",
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
        "play that goes round for ever has the margin {}",
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
    ("a move takes {} from a heap", "一つの山から {0} を取る"),
    (
        "every end says who wins, or that it is a draw",
        "どの終わりも、どちらかの勝ちか引き分けと決まっている",
    ),
    (
        "the points of the moves and of the end add up, and the player with more wins; equal points are a draw",
        "手の点と終わりの点を足し、多い方の勝ち。同点なら引き分け",
    ),
    ("nodes: {}, moves: {}", "点：{0}、手：{1}"),
    ("play starts at {}: {} moves", "{0} から始まる：{1}の手番"),
    ("play starts at {}", "{0} から始まる"),
];
