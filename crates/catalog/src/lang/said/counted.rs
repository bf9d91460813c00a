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
];
