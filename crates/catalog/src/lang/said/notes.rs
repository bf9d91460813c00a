//! The notes beside a board.

/// Patterns and their Japanese; more specific ones come first.
pub(super) const TEXTS: &[(&str, &str)] = &[
    ("over: first", "終局：先手の勝ち"),
    ("over: second", "終局：後手の勝ち"),
    ("over: draw", "終局：引き分け"),
    ("over: {}", "終局：{0}"),
    ("over", "終局"),
    ("first to move", "先手の番"),
    ("second to move", "後手の番"),
    ("{}, {} more to place", "{0}、あと {1} 個置く"),
    ("{} to move", "{0}の番"),
    ("First {}, Second {}", "先手 {0}、後手 {1}"),
    ("cells: First {}, Second {}", "マス：先手 {0}、後手 {1}"),
    ("in hand: First {}, Second {}", "手持ち：先手 {0}、後手 {1}"),
    ("boxes left: {}", "残りの箱：{0}"),
    (
        "First joins top and bottom, Second left and right",
        "先手は上下、後手は左右をつなぐ",
    ),
    ("{} joins {} and {}", "{0}が {1} と {2} をつなぐ"),
    ("rows {}..{}, columns {}..{}", "{0}〜{1}行、{2}〜{3}列"),
    ("the next word begins with {}", "次の言葉は「{0}」で始まる"),
    ("{}: {} of {} are drawn", "{0}：{2}個のうち{1}個を表示"),
    ("{} of {} nodes are drawn", "{1}個のうち{0}個を表示"),
    ("{} of {} words are drawn", "{1}個のうち{0}個を表示"),
    ("left", "左"),
    ("right", "右"),
    ("first", "先手"),
    ("second", "後手"),
];
