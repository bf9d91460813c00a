//! Numbers of things, and sentences about them: English has a word for one thing and another for several.

#[rustfmt::skip]
pub(super) const TEXTS: &[(&str, &str)] = &[
    ("the bar has {}", "板は {0}"),
    ("the squares left of {} are expected here", "ここに {0}分の残りのマスの数が必要"),
    ("the seeds of {} are expected here", "ここに {0}の種の数が必要"),
    ("the graph has {}", "グラフにあるのは {0}"),
    ("the position has {}", "局面にあるのは {0}"),
    ("the sizes of {} are expected here", "ここに {0}の石の数が必要"),
    ("the board has {}, not {}", "盤は {0}（ここには {1}）"),
    ("the board has {}", "盤は {0}"),
];

/// Numbers of things. A count begins with a digit: `Two heaps` may be the title of somebody's game.
#[rustfmt::skip]
pub(super) const COUNTS: &[(&str, &str)] = &[
    ("{} row", "{0} 行"),
    ("{} rows", "{0} 行"),
    ("{} cell", "{0} マス"),
    ("{} cells", "{0} マス"),
    ("{} pit", "{0} 個の穴"),
    ("{} pits", "{0} 個の穴"),
    ("{} edge", "{0} 本の辺"),
    ("{} edges", "{0} 本の辺"),
    ("{} heap", "{0} 個の山"),
    ("{} heaps", "{0} 個の山"),
    ("{} point", "{0} 点"),
    ("{} points", "{0} 点"),
    ("{} ply", "{0} 手"),
    ("{} plies", "{0} 手"),
    ("{} move", "{0} 手"),
    ("{} moves", "{0} 手"),
    ("{} proposition", "{0} 個の命題"),
    ("{} propositions", "{0} 個の命題"),
    ("{} gate", "{0} 個のゲート"),
    ("{} gates", "{0} 個のゲート"),
    ("{} literal", "{0} 個のリテラル"),
    ("{} literals", "{0} 個のリテラル"),
    ("{} piece", "駒 {0} 個"),
    ("{} pieces", "駒 {0} 個"),
    ("{} letter", "{0} 文字"),
    ("{} letters", "{0} 文字"),
    ("{} name", "{0} 個の名前"),
    ("{} names", "{0} 個の名前"),
    ("{} layer", "{0} 層"),
    ("{} layers", "{0} 層"),
    ("{} column", "{0} 列"),
    ("{} columns", "{0} 列"),
    ("{} number", "{0} 個の数"),
    ("{} numbers", "{0} 個の数"),
];
