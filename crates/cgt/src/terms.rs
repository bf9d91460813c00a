//! Splitting a sum, as people type it, into its terms.

use crate::parse::ParseError;
use std::ops::Range;

/// One term of a sum as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Whether it is subtracted.
    pub minus: bool,
    /// Its bytes in the text.
    pub span: Range<usize>,
}

/// Splits a sum at every `+` and `-` that stands alone between blanks, outside of braces and parentheses.
///
/// # Errors
///
/// If a term is missing.
pub fn terms(text: &str) -> Result<Vec<Term>, ParseError> {
    let mut terms = Vec::new();
    let (mut minus, mut start, mut depth) = (false, None, 0i32);
    let mut end = 0;
    let missing = |at: usize| ParseError {
        span: at..at,
        message: "a game or a value is expected here".to_owned(),
    };
    let mut words = Vec::new();
    let mut from = None;
    for (at, character) in text.char_indices() {
        match (character.is_whitespace(), from) {
            (true, Some(first)) => {
                words.push(first..at);
                from = None;
            }
            (false, None) => from = Some(at),
            _ => {}
        }
    }
    words.extend(from.map(|first| first..text.len()));
    for word in words {
        let written = &text[word.clone()];
        if depth == 0 && matches!(written, "+" | "-") {
            match start.take() {
                Some(first) => terms.push(Term {
                    minus,
                    span: first..end,
                }),
                // This is a sign before the first term.
                None if terms.is_empty() && end == 0 => {}
                None => return Err(missing(word.start)),
            }
            minus = written == "-";
            end = word.end;
            continue;
        }
        for character in written.chars() {
            match character {
                '{' | '(' => depth += 1,
                '}' | ')' => depth -= 1,
                _ => {}
            }
        }
        start = start.or(Some(word.start));
        end = word.end;
    }
    match start {
        Some(first) => terms.push(Term {
            minus,
            span: first..end,
        }),
        None => return Err(missing(text.len())),
    }
    Ok(terms)
}
