//! Errors in specs.

/// Patterns and their Japanese; more specific ones come first.
pub(super) const TEXTS: &[(&str, &str)] = &[
    ("there is no game {}", "{0} というゲームはない"),
    (
        "a file of rules ends in `.toml`, `.graph`, `.kif` or `.ini`; a program that knows the rules is named as `program:command=PATH`",
        "ルールのファイルは `.toml`、`.graph`、`.kif`、`.ini` で終わる。ルールを知るプログラムなら `program:command=PATH` と書く",
    ),
    ("the name of a game is missing", "ゲームの名前がない"),
    (
        "write NAME or NAME:key=value,key=value",
        "「名前」または「名前:鍵=値,鍵=値」と書く",
    ),
    (
        "a setting `key=value` is expected here",
        "ここに設定 `鍵=値` が必要",
    ),
    ("a key is missing before `=`", "`=` の前に鍵がない"),
    ("`{}` has no setting {}", "`{0}` に {1} という設定はない"),
    ("it has no settings", "設定はない"),
    ("its settings are {}", "設定は {0}"),
    ("`{}` is given twice", "`{0}` が二度指定されている"),
    ("`{}` needs `{}=`", "`{0}` には `{1}=` が必要"),
    ("out of range: {} to {}", "範囲外（{0} から {1} まで）"),
    ("{} is not one of the choices", "{0} は選べない"),
    (
        "one of {} is expected here, not {}",
        "ここには {0} のどれかが必要: {1}",
    ),
    (
        "one of {}, or [forward, right]",
        "{0} のどれか、または [前, 右]",
    ),
    (
        "one of a to z; First's pieces are drawn by the capital",
        "`a` から `z` のどれか。先手の駒は大文字で描く",
    ),
    ("one of {}", "{0} のどれか"),
    ("a value is missing", "値がない"),
    ("a path is missing", "パスがない"),
    ("cannot read {}: {}", "{0} を読めない: {1}"),
];
