//! What is wrong with an input, in other languages than the one it was noticed in.
//!
//! Faults are put into words deep in the reading of an input, where no language is known. So, as
//! gettext does, the English text is the key: a text is matched with the patterns below, and what
//! stands in their gaps goes into the gaps of the other language. A test makes every fault that the
//! tests know and holds the list to be complete; a fault that is not on it stays English.

use super::Lang;

/// Patterns, of which `{}` are the gaps, and their Japanese texts, of which `{0}` and so on are. What
/// stands in a gap is put into Japanese in the same way. The first pattern that matches counts: what
/// is more particular stands further up.
const PATTERNS: &[(&str, &str)] = &[
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
    ("the number of rows", "行の数"),
    ("the number of columns", "列の数"),
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

/// What is wrong, in a language.
pub fn fault(message: &str, lang: Lang) -> String {
    match lang {
        Lang::En => message.to_owned(),
        Lang::Ja => japanese(message).unwrap_or_else(|| message.to_owned()),
    }
}

fn japanese(message: &str) -> Option<String> {
    let (pattern, text) = PATTERNS
        .iter()
        .find(|(pattern, _)| gaps(pattern, message).is_some())?;
    let mut text = (*text).to_owned();
    for (at, gap) in gaps(pattern, message)?.into_iter().enumerate() {
        text = text.replace(
            &format!("{{{at}}}"),
            &japanese(gap).unwrap_or_else(|| gap.to_owned()),
        );
    }
    Some(text)
}

/// What of a text stands in the gaps of a pattern, if it is made by it. Each gap ends where what
/// follows it in the pattern begins first.
fn gaps<'t>(pattern: &str, text: &'t str) -> Option<Vec<&'t str>> {
    let mut parts = pattern.split("{}");
    let mut rest = text.strip_prefix(parts.next()?)?;
    let mut gaps = Vec::new();
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        let end = match parts.peek() {
            // The last part is the end of the text.
            None => rest.strip_suffix(part)?.len(),
            Some(_) => rest.find(part)?,
        };
        gaps.push(&rest[..end]);
        rest = &rest[end + part.len()..];
    }
    rest.is_empty().then_some(gaps)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_matched_whole() {
        assert_eq!(
            gaps("{} is {} to {}, not {}", "N is 1 to 5, not `9`"),
            Some(vec!["N", "1", "5", "`9`"])
        );
        assert_eq!(gaps("a step", "a step further"), None);
        assert_eq!(gaps("there are {}", "there are a, b"), Some(vec!["a, b"]));
        assert_eq!(gaps("there are {}", "there is a"), None);
        assert_eq!(
            fault("N is 1 to 5, not `9`", Lang::Ja),
            "Nは 1 以上 5 以下: `9`"
        );
        assert_eq!(
            fault("the line ends where row 3 is expected", Lang::Ja),
            "3 行目があるはずのところで行が終わっている"
        );
        assert_eq!(
            fault("N is 1 to 5, not `9`", Lang::En),
            "N is 1 to 5, not `9`"
        );
    }

    #[test]
    fn every_gap_of_a_pattern_is_used() {
        for (pattern, text) in PATTERNS {
            let count = pattern.matches("{}").count();
            for gap in 0..count {
                assert!(text.contains(&format!("{{{gap}}}")), "{pattern}");
            }
            assert!(
                !text.contains(&format!("{{{count}}}")) && !text.is_ascii(),
                "{pattern}"
            );
        }
    }
}
