//! What is expected at a place in the text of a position.

/// Patterns and their Japanese; more specific ones come first.
pub(super) const TEXTS: &[(&str, &str)] = &[
    ("{} is not expected here", "{0} はここには来ない"),
    (
        "this contradicts the marks on the board",
        "これは盤の上のものと合わない",
    ),
    ("after the rows: {}", "行の後に：{0}"),
    (
        "`:second` where Second is to move, {}",
        "後手の番なら `:second`、{0}",
    ),
    (
        "`:` and the placements left in a turn begun, {}",
        "手番の途中なら `:` と残りの個数、{0}",
    ),
    (
        "`:second` where Second is to move",
        "後手の番なら `:second`",
    ),
    (
        "`:` and the placements left in a turn begun",
        "手番の途中なら `:` と残りの個数",
    ),
    (
        "`:passed` after a pass, `:over` after two",
        "パスの後は `:passed`、二度の後は `:over`",
    ),
    (
        "a further row of {} points is expected here",
        "ここにさらに {0} 点の行が必要",
    ),
    (
        "a row of {} points is expected here",
        "ここに {0} 点の行が必要",
    ),
    (
        "a further row of {} is expected here",
        "ここにさらに {0}の行が必要",
    ),
    ("a row of {} is expected here", "ここに {0}の行が必要"),
    (
        "a cell from 1 to {} is expected here",
        "ここに 1 から {0} までのマスが必要",
    ),
    (
        "a whole number from {} to {} is expected here",
        "ここに {0} から {1} までの整数が必要",
    ),
    (
        "a number from {} to {} is expected here",
        "ここに {0} から {1} までの数が必要",
    ),
    (
        "a number from 0 to {} is expected",
        "0 から {0} までの数が必要",
    ),
    (
        "a {} from 1 to {} is expected here",
        "ここに 1 から {1} までの{0}が必要",
    ),
    ("a step is expected here", "ここに歩みが必要"),
    ("{} is expected here", "ここに {0} が必要"),
    ("`{}` and a further {}", "`{0}` と次の{1}"),
    ("row", "行"),
    ("column", "列"),
    ("layer", "層"),
    ("`_`, the hole at {},", "`_`（{0}の穴）"),
    ("`_`, a hole,", "`_`（穴）"),
    ("`.` or a piece ({})", "`.` か駒（{0}）"),
    ("`.` or `x` for {}", "{0}に `.` か `x`"),
    ("`.`, `x` or `o` for {}", "{0}に `.`、`x`、`o` のどれか"),
    ("layer {}, row {}, column {}", "{0} 層 {1} 行 {2} 列"),
    ("row {}, column {}", "{0} 行 {1} 列"),
    ("`x`, `o` or `.`", "`x`、`o`、`.` のどれか"),
    ("`.`, `x` or `o`", "`.`、`x`、`o` のどれか"),
    ("`.` or `x`", "`.` か `x`"),
    ("`+` or `-`", "`+` か `-`"),
    (
        "`G`, `E`, `C`, `g`, `e` or `c`",
        "`G`、`E`、`C`、`g`、`e`、`c` のどれか",
    ),
    ("`first` or `second`", "`first` か `second`"),
    ("`yes` or `no`", "`yes` か `no`"),
    ("`{}` or `.`", "`{0}` か `.`"),
    ("a whole number", "整数"),
    ("a cell ROW,COLUMN", "マス「行,列」"),
    ("FIRST-LAST or `empty`", "「最初-最後」か `empty`"),
    (
        "a letter that some word ends with",
        "どれかの言葉の最後の文字",
    ),
    ("an edge such as `1-2`", "`1-2` のような辺"),
    ("an edge such as `0-1b`", "`0-1b` のような辺"),
    ("`b`, `r` or `g`", "`b`、`r`、`g` のどれか"),
    ("a letter for a further edge", "次の辺の文字"),
    ("a node's name", "点の名前"),
    ("the name of a node to move to", "行き先の点の名前"),
    (
        "a gain such as `+5`, or a blank,",
        "`+5` のような得点か空白",
    ),
    ("a blank is expected after a number", "数の後には空白が必要"),
    ("an outcome", "結果"),
];
