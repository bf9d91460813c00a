//! Lists of numbers and words: their form in settings and files, and the errors of their items.

use crate::spec::{Args, FileForm, SpecError, quoted};
use std::fmt;
use std::ops::{Range, RangeInclusive};
use yomikiri_core::TextError;

/// The reason why a list does not make a game, with the item at fault.
///
/// If a game is made of several lists, items are numbered through all of them, in the order in which the game takes
/// them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadItem {
    /// The item's number, from 0, or the number of items if something is missing at the end.
    pub item: usize,
    /// The reason: one sentence without a full stop.
    pub why: String,
}

impl BadItem {
    /// Returns the error of an item.
    pub fn new(item: usize, why: impl Into<String>) -> BadItem {
        BadItem {
            item,
            why: why.into(),
        }
    }

    /// Converts the error to one in the text that the items were read from.
    pub(crate) fn at<T>(self, items: &[Item<T>], end: usize) -> TextError {
        let span = items
            .get(self.item)
            .map_or(end..end, |item| item.span.clone());
        TextError::new(span, self.why)
    }
}

impl fmt::Display for BadItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "item {}: {}", self.item + 1, self.why)
    }
}

impl std::error::Error for BadItem {}

/// A value read from a text, with its span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Item<T> {
    pub(crate) value: T,
    pub(crate) span: Range<usize>,
}

/// Returns the names of edges: the two nodes, then `#2`, `#3`, ... for edges that join the same nodes as edges before
/// them.
pub(crate) fn edge_names(edges: &[(u32, u32)]) -> Vec<String> {
    let name = |(item, &(a, b)): (usize, &(u32, u32))| match copy(edges, item) {
        0 => format!("{a}-{b}"),
        copy => format!("{a}-{b}#{}", copy + 1),
    };
    edges.iter().enumerate().map(name).collect()
}

/// Returns the number of edges before an edge that join the same nodes.
pub(crate) fn copy(edges: &[(u32, u32)], item: usize) -> usize {
    let before = edges[..item].iter();
    before.filter(|&&other| other == edges[item]).count()
}

/// Returns the tokens of a text: its parts between `joints`, split further at white space. A part with nothing in it
/// gives an empty token, unless it is the whole text.
fn tokens<'t>(text: &'t str, joints: &[char]) -> Vec<Item<&'t str>> {
    let mut tokens = Vec::new();
    if text.trim().is_empty() {
        return tokens;
    }
    let mut start = 0;
    for part in text.split(joints) {
        let before = tokens.len();
        for value in part.split_whitespace() {
            // Every word is a slice of the part that it was split from.
            let at = start + (value.as_ptr() as usize - part.as_ptr() as usize);
            tokens.push(Item {
                value,
                span: at..at + value.len(),
            });
        }
        if tokens.len() == before {
            tokens.push(Item {
                value: "",
                span: start..start,
            });
        }
        // Joints are single bytes.
        start += part.len() + 1;
    }
    tokens
}

/// Reads whole numbers joined by any of `joints` or by white space.
pub(crate) fn numbers(
    text: &str,
    joints: &[char],
    range: RangeInclusive<i64>,
) -> Result<Vec<Item<i64>>, TextError> {
    let number = |Item { value, span }: Item<&str>| {
        let digits = value.strip_prefix(['+', '-']).unwrap_or(value);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(TextError::new(span, "a whole number is expected here"));
        }
        match value.parse() {
            Ok(value) if range.contains(&value) => Ok(Item { value, span }),
            _ => Err(TextError::new(
                span,
                format!("out of range: {} to {}", range.start(), range.end()),
            )),
        }
    };
    tokens(text, joints).into_iter().map(number).collect()
}

/// Reads words of letters, of any script, joined by `/` or by white space.
pub(crate) fn words(text: &str) -> Result<Vec<Item<&str>>, TextError> {
    let tokens = tokens(text, &['/']);
    for Item { value, span } in &tokens {
        if value.is_empty() {
            return Err(TextError::new(span.clone(), "a word is expected here"));
        }
        if !value.chars().all(char::is_alphabetic) {
            let why = format!("{} is not made of letters only", quoted(value));
            return Err(TextError::new(span.clone(), why));
        }
    }
    Ok(tokens)
}

/// Returns the form of a file that holds a list: one item a line.
pub(crate) fn file_form(text: &str, joints: &[char]) -> FileForm {
    let items = tokens(text, joints).into_iter();
    FileForm::of_rules(
        items
            .map(|item| format!("{}\n", item.value))
            .collect::<String>(),
    )
}

/// Returns the values of items.
pub(crate) fn values<T: Clone>(items: &[Item<T>]) -> Vec<T> {
    items.iter().map(|item| item.value.clone()).collect()
}

/// Reads the text in the file that the setting `file` names, or written out as the setting `text`.
pub(crate) fn given<T>(
    args: &Args<'_>,
    file: &str,
    text: &str,
    read: impl Fn(&str) -> Result<T, TextError>,
) -> Result<T, SpecError> {
    match (args.file(file)?, args.get(text)) {
        (Some(_), Some(_)) => {
            Err(args.error(text, format!("given twice: by `{file}` and by `{text}`")))
        }
        (Some(named), None) => read(&named.text).map_err(|error| named.error(error)),
        (None, Some(written)) => read(written).map_err(|error| args.error_within(text, error)),
        (None, None) => Err(args.error(text, format!("`{file}=` or `{text}=` is needed"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_where_they_are_said_to() {
        let read = numbers("4/-2 9\n+007", &['/'], -9..=9).unwrap();
        assert_eq!(values(&read), [4, -2, 9, 7]);
        assert_eq!(read[3].span, 7..11);
        assert_eq!(numbers(" \n", &['/'], 0..=1), Ok(Vec::new()));
        for (text, span) in [
            ("4//2", 2..2),
            ("4/", 2..2),
            ("4/x", 2..3),
            ("4 10", 2..4),
            ("4/٣", 2..4),
            ("99999999999999999999", 0..20),
            ("-", 0..1),
        ] {
            let error = numbers(text, &['/'], -9..=9).unwrap_err();
            assert_eq!(error.span, span, "{text}");
        }
    }

    #[test]
    fn words_are_letters() {
        assert_eq!(
            values(&words("ab/しりとり\ncd").unwrap()),
            ["ab", "しりとり", "cd"]
        );
        assert_eq!(words("ab/c1").unwrap_err().span, 3..5);
        assert_eq!(words("ab//c").unwrap_err().span, 3..3);
    }
}
