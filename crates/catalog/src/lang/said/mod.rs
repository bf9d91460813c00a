//! Translations of texts that are made where no language is known.
//!
//! Errors arise deep in the reading of an input, and games make summaries and notes. No language is
//! known there. So, as with gettext, the English text is the key: a text is matched with the patterns of
//! the table, and the contents of their gaps go into the gaps of the other language. Tests read the
//! sources to check that the table is complete; a text without an entry stays English.

mod asked;
mod contest;
mod counted;
mod declared;
mod expected;
mod games;
mod keys;
mod normal;
mod notes;
mod played;
mod players;
mod program;
mod proofs;
mod rules;
mod settings;
mod shapes;
mod sheets;
mod shelf;
mod specs;
mod told;
mod values;
mod variants;

use super::Lang;
use std::collections::HashMap;
use std::sync::LazyLock;
use yomikiri::TextError;

/// Patterns with the gaps `{}`, and their Japanese texts with the gaps `{0}` and so on. The content of a
/// gap is translated in the same way. A text without gaps takes precedence, then the first pattern that
/// matches.
const TABLE: [&[(&str, &str)]; 22] = [
    played::TEXTS,
    variants::TEXTS,
    program::TEXTS,
    proofs::TEXTS,
    values::TEXTS,
    notes::TEXTS,
    specs::TEXTS,
    games::TEXTS,
    expected::TEXTS,
    rules::TEXTS,
    declared::TEXTS,
    keys::TEXTS,
    players::TEXTS,
    shelf::TEXTS,
    settings::TEXTS,
    normal::TEXTS,
    contest::TEXTS,
    asked::TEXTS,
    shapes::TEXTS,
    sheets::TEXTS,
    told::TEXTS,
    counted::TEXTS,
];

/// The table's texts without gaps.
static WHOLE: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let rows = TABLE.into_iter().flatten().copied();
    rows.filter(|(text, _)| !text.contains("{}")).collect()
});

/// The table's patterns with gaps.
static GAPPED: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    let rows = TABLE.into_iter().flatten().copied();
    rows.filter(|(text, _)| text.contains("{}")).collect()
});

/// Translates a text of the program (an error, a summary, a note beside a board).
pub fn said(text: &str, lang: Lang) -> String {
    match lang {
        Lang::En => text.to_owned(),
        Lang::Ja => japanese(text).unwrap_or_else(|| text.to_owned()),
    }
}

/// Translates an error.
#[must_use]
pub fn said_error(error: &TextError, lang: Lang) -> TextError {
    TextError {
        span: error.span.clone(),
        message: said(&error.message, lang),
        help: error.help.as_deref().map(|help| said(help, lang)),
    }
}

fn japanese(text: &str) -> Option<String> {
    if let Some(text) = WHOLE.get(text) {
        return Some((*text).to_owned());
    }
    let fit = |(pattern, into): &(&str, &'static str)| Some((*into, gaps(pattern, text)?));
    let is_count = text.starts_with(|first: char| first.is_ascii_digit());
    let counts = counted::COUNTS.iter().filter(|_| is_count);
    let (into, gaps) = GAPPED.iter().chain(counts).find_map(fit)?;
    Some(filled(into, &gaps))
}

/// Fills the gaps of a text, each with its content in Japanese.
fn filled(mut into: &str, gaps: &[&str]) -> String {
    let mut text = String::new();
    while let Some((before, after)) = into.split_once('{') {
        text.push_str(before);
        let gap = after.split_once('}').and_then(|(number, rest)| {
            let gap = gaps.get(number.parse::<usize>().ok()?)?;
            Some((gap, rest))
        });
        let Some((gap, rest)) = gap else {
            text.push('{');
            into = after;
            continue;
        };
        text.push_str(&japanese(gap).unwrap_or_else(|| (*gap).to_owned()));
        into = rest;
    }
    text + into
}

/// Returns the contents of a pattern's gaps in a text that matches it. Each gap ends where the next part
/// of the pattern first occurs.
fn gaps<'t>(pattern: &str, text: &'t str) -> Option<Vec<&'t str>> {
    let mut parts = pattern.split("{}");
    let mut rest = text.strip_prefix(parts.next()?)?;
    let mut gaps = Vec::new();
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        let end = match parts.peek() {
            // The last part must be the end of the text.
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
            said("N is 1 to 5, not `9`", Lang::Ja),
            "Nは 1 以上 5 以下: `9`"
        );
        assert_eq!(
            said("the line ends where row 3 is expected", Lang::Ja),
            "3 行目があるはずのところで行が終わっている"
        );
        assert_eq!(
            said("N is 1 to 5, not `9`", Lang::En),
            "N is 1 to 5, not `9`"
        );
    }

    #[test]
    fn only_numbers_are_counted() {
        assert_eq!(said("2 heaps", Lang::Ja), "2 個の山");
        assert_eq!(said("Two heaps", Lang::Ja), "Two heaps");
    }

    #[test]
    fn what_stands_in_a_gap_is_no_pattern() {
        assert_eq!(
            said("there is no game `{0}{}`", Lang::Ja),
            "`{0}{}` というゲームはない"
        );
    }

    #[test]
    fn every_gap_of_a_pattern_is_used() {
        for (pattern, text) in TABLE.into_iter().flatten() {
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

    #[test]
    fn no_text_stands_in_the_table_twice() {
        let rows = TABLE.into_iter().flatten().count();
        assert_eq!(WHOLE.len() + GAPPED.len(), rows);
        let mut gapped: Vec<_> = GAPPED.iter().map(|(pattern, _)| pattern).collect();
        gapped.sort_unstable();
        gapped.dedup();
        assert_eq!(gapped.len(), GAPPED.len());
    }

    /// No pattern is hidden by a more general one above it.
    #[test]
    fn every_pattern_is_found_by_itself() {
        for (pattern, text) in GAPPED.iter() {
            let sample = pattern.replace("{}", "7");
            let count = pattern.matches("{}").count();
            let expected = filled(text, &vec!["7"; count]);
            assert_eq!(said(&sample, Lang::Ja), expected, "{pattern}");
        }
    }
}
