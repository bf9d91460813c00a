//! What is wrong with the input of a contest problem.

/// Patterns and their Japanese; what is more particular stands further up.
pub(super) const TEXTS: &[(&str, &str)] = &[
    (
        "`{}` does not take several inputs in one stream",
        "`{0}` は一つの入力に複数のケースを取れない",
    ),
    (
        "`{}` does not apply to `{}`; use one of {}",
        "`{0}` は `{1}` には使えない。使えるのは {2}",
    ),
    (
        "`{}` is about perfect play already: it has no other reading",
        "`{0}` はもともと最善手順を問う問題で、別の読み方はない",
    ),
    (
        "who has three in a row needs no solver: ask with perfect play",
        "三つ並んだかどうかにソルバーは要らない。--perfect-play と共に使う",
    ),
    ("there is no contest problem `{}`", "`{0}` という問題はない"),
    ("did you mean `{}`?", "`{0}` のことか"),
    ("there are {}", "あるのは {0}"),
    (
        "the sum of the board is odd, not {}",
        "盤面の数の和は奇数でなければならない: {0}",
    ),
    (
        "the input ends after {} of the {} numbers of a board",
        "盤面の {1} 個の数のうち {0} 個で入力が終わっている",
    ),
    (
        "the input ends where {} is expected",
        "{0}があるはずのところで入力が終わっている",
    ),
    (
        "the line ends where {} is expected",
        "{0}があるはずのところで行が終わっている",
    ),
    (
        "row {} is made of `+` and `-`, not {}",
        "{0} 行目は `+` と `-` だけから成る: {1}",
    ),
    (
        "row {} has {} cells, not {}",
        "{0} 行目のマスは {2} 個のはずが {1} 個ある",
    ),
    (
        "a board has {} cells, not {}",
        "盤面のマスは {0} 個のはずが {1} 個ある",
    ),
    (
        "a cell is `o`, `x` or `s`, not {}",
        "マスは `o`、`x`、`s` のどれか: {0}",
    ),
    (
        "a word has {} to {} letters A to Z or a to z, unlike {}",
        "単語は A-Z か a-z の {0} 文字以上 {1} 文字以下: {2}",
    ),
    (
        "a word has {} to {} letters a to z, unlike {}",
        "単語は a-z の {0} 文字以上 {1} 文字以下: {2}",
    ),
    (
        "the first allowed number is 1, not {}",
        "取れる個数の最初は 1: {0}",
    ),
    (
        "{} is greater than the one before, not {}",
        "{0}は一つ前より大きい: {1}",
    ),
    ("{} is listed twice", "{0} が二度出てくる"),
    ("{} is one too many here", "{0} はここでは余分"),
    (
        "{} follows where the input ends",
        "入力が終わるはずのところに {0} が続く",
    ),
    (
        "{} stands where {} is expected",
        "{1}があるはずのところに {0} がある",
    ),
    (
        "{} is written without needless zeros, not {}",
        "{0}に余分な 0 は付けない: {1}",
    ),
    ("{} is {} to {}, not {}", "{0}は {1} 以上 {2} 以下: {3}"),
    // What stands in gaps and has a name of its own.
    ("the number of a cell", "マスの数"),
    ("row {}", "{0} 行目"),
    ("a number of the row", "数列の数"),
    ("a number of the left stack", "左の山の数"),
    ("a number of the right stack", "右の山の数"),
    ("an allowed number", "取れる個数"),
    ("a vertical pair", "縦の組の点"),
    ("a horizontal pair", "横の組の点"),
    ("the front of a card", "カードの表"),
    ("the back of a card", "カードの裏"),
    ("the number of steps", "歩数の個数"),
    ("a step", "歩数"),
    ("a word", "単語"),
];
