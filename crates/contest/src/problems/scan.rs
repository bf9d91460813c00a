//! Strict reading of judges' input, with the place of each fault.

use std::ops::{Range, RangeInclusive};
use yomikiri::TextError;

/// A reader of an input in memory, line by line and token by token.
///
/// Tokens of a line are separated by blanks or tabs. Lines end with a newline or CRLF, which the last
/// one may lack. Every error's span is in bytes of the whole input; if something is missing, the span
/// is empty and at the place where it should be.
#[derive(Clone, Debug)]
pub struct Scan<'t> {
    text: &'t [u8],
    at: usize,
}

impl<'t> Scan<'t> {
    /// Starts at the beginning of an input.
    pub fn new(text: &'t [u8]) -> Scan<'t> {
        Scan { text, at: 0 }
    }

    /// Returns the whole input.
    pub(crate) fn text(&self) -> &'t [u8] {
        self.text
    }

    /// Returns the byte at which the next token is looked for.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Reads the next token of this line, if the line goes on.
    pub fn token(&mut self) -> Option<(Range<usize>, &'t [u8])> {
        self.skip_blanks();
        let length = token_length(&self.text[self.at..]);
        let span = self.at..self.at + length;
        self.at = span.end;
        (length > 0).then(|| (span.clone(), &self.text[span]))
    }

    /// Reads the next token of this line.
    ///
    /// # Errors
    ///
    /// If the line, or the input, ends before `what`.
    pub fn word(&mut self, what: &str) -> Result<(Range<usize>, &'t [u8]), TextError> {
        let at = self.at;
        self.token().ok_or_else(|| {
            let ends = if self.at >= self.text.len() {
                "input"
            } else {
                "line"
            };
            let error = format!("the {ends} ends where {what} is expected");
            TextError::new(at.min(self.at)..at.min(self.at), error)
        })
    }

    /// Reads a whole number within `range`, the next token of this line.
    ///
    /// # Errors
    ///
    /// If the token is missing, is not a number (a plus sign, leading zeros and `-0` are not
    /// accepted), or is out of range.
    pub fn integer(&mut self, what: &str, range: RangeInclusive<i64>) -> Result<i64, TextError> {
        Ok(self.integer_at(what, range)?.1)
    }

    /// Reads a whole number like [`integer`](Scan::integer), and returns its span too.
    ///
    /// # Errors
    ///
    /// As [`integer`](Scan::integer).
    pub fn integer_at(
        &mut self,
        what: &str,
        range: RangeInclusive<i64>,
    ) -> Result<(Range<usize>, i64), TextError> {
        let (span, token) = self.word(what)?;
        match integer(token, what, range) {
            Ok(number) => Ok((span, number)),
            Err(error) => Err(TextError { span, ..error }),
        }
    }

    /// Reads the end of this line; the next token is looked for in the next line.
    ///
    /// # Errors
    ///
    /// If more follows in this line.
    pub fn end_line(&mut self) -> Result<(), TextError> {
        match self.token() {
            Some((span, token)) => Err(TextError::new(
                span,
                format!("{} is one too many here", shown(token)),
            )),
            None => {
                let rest = &self.text[self.at..];
                let end = rest.iter().position(|&byte| byte == b'\n');
                self.at += end.map_or(rest.len(), |end| end + 1);
                Ok(())
            }
        }
    }

    /// Reads the end of the input; blank lines may stand before it.
    ///
    /// # Errors
    ///
    /// If more follows.
    pub fn end(&self) -> Result<(), TextError> {
        let rest = &self.text[self.at..];
        let Some(start) = rest.iter().position(|byte| !byte.is_ascii_whitespace()) else {
            return Ok(());
        };
        let more = &rest[start..];
        let length = token_length(more);
        let span = self.at + start..self.at + start + length;
        Err(TextError::new(
            span,
            format!("{} follows where the input ends", shown(&more[..length])),
        ))
    }

    fn skip_blanks(&mut self) {
        // A carriage return is a blank only at the end of a line; elsewhere it is part of a token.
        while let Some(byte) = self.text.get(self.at) {
            match byte {
                b' ' | b'\t' => self.at += 1,
                b'\r' if matches!(self.text.get(self.at + 1), None | Some(b'\n')) => self.at += 1,
                _ => break,
            }
        }
    }
}

/// Returns the length of the token that text begins with: up to a blank or the end of the line. Other
/// white space (a form feed, a carriage return within a line) is part of a token, so it leads to an
/// error that people see.
fn token_length(text: &[u8]) -> usize {
    let end = text
        .iter()
        .position(|byte| matches!(byte, b' ' | b'\t' | b'\n'));
    let length = end.unwrap_or(text.len());
    let ends_line = text.get(length).is_none_or(|&byte| byte == b'\n');
    if ends_line && text[..length].ends_with(b"\r") {
        length - 1
    } else {
        length
    }
}

/// Reads a token as a whole number within `range`. The span of an error is all of `token`.
///
/// # Errors
///
/// As [`Scan::integer`].
pub(super) fn integer(
    token: &[u8],
    what: &str,
    range: RangeInclusive<i64>,
) -> Result<i64, TextError> {
    let error = |message| Err(TextError::new(0..token.len(), message));
    let digits = token.strip_prefix(b"-").unwrap_or(token);
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return error(format!("{} stands where {what} is expected", shown(token)));
    }
    if digits[0] == b'0' && token.len() > 1 {
        return error(format!(
            "{what} is written without needless zeros, not {}",
            shown(token)
        ));
    }
    // Nineteen digits do not overflow their 128-bit sum.
    let value = match digits.len() {
        1..=19 => digits
            .iter()
            .fold(0, |sum: i128, digit| 10 * sum + i128::from(digit - b'0')),
        _ => i128::MAX,
    };
    let value = if digits.len() < token.len() {
        -value
    } else {
        value
    };
    match i64::try_from(value) {
        Ok(value) if range.contains(&value) => Ok(value),
        _ => {
            let (low, high) = range.into_inner();
            error(format!("{what} is {low} to {high}, not {}", shown(token)))
        }
    }
}

/// Returns a token as it can be put into a message: shortened, and without control characters for a
/// terminal.
pub(crate) fn shown(token: &[u8]) -> String {
    const MOST: usize = 24;
    // A character takes at most four bytes.
    let text = String::from_utf8_lossy(&token[..token.len().min(4 * MOST + 4)]);
    let plain = |c: char| {
        if c.is_control() {
            char::REPLACEMENT_CHARACTER
        } else {
            c
        }
    };
    let more = if text.chars().nth(MOST).is_some() {
        "..."
    } else {
        ""
    };
    format!(
        "`{}{more}`",
        text.chars().take(MOST).map(plain).collect::<String>()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_tokens() {
        for text in ["2 30\n-4\n", "2 30\r\n-4", " 2\t30 \r\n-4 \r\n\r\n \n"] {
            let mut scan = Scan::new(text.as_bytes());
            assert_eq!(scan.integer("a", 0..=9), Ok(2));
            assert_eq!(scan.integer("b", 0..=30), Ok(30));
            assert_eq!(scan.end_line(), Ok(()));
            assert_eq!(scan.integer("c", -4..=9), Ok(-4));
            assert_eq!(scan.end_line(), Ok(()));
            assert_eq!(scan.end(), Ok(()), "{text:?}");
        }
    }

    #[test]
    fn errors_point_at_the_token_or_where_it_should_be() {
        let read = |text: &str| -> Result<(), TextError> {
            let mut scan = Scan::new(text.as_bytes());
            scan.integer("a", -9..=99)?;
            scan.integer("b", i64::MIN..=i64::MAX)?;
            scan.end_line()?;
            scan.end()
        };
        assert_eq!(read("1 -9223372036854775808\n"), Ok(()));
        for (text, span) in [
            ("", 0..0),
            ("1", 1..1),
            ("1 \n2", 1..1),
            ("100 2", 0..3),
            ("1 9223372036854775808", 2..21),
            ("1 99999999999999999999999999999999999999999", 2..43),
            ("+1 2", 0..2),
            ("01 2", 0..2),
            ("-0 2", 0..2),
            ("- 2", 0..1),
            ("1 2x", 2..4),
            ("1 2\u{3000}", 2..6),
            ("1\r2", 0..3),
            ("1 2\u{c}", 2..4),
            ("1 2 3\n", 4..5),
            ("1 2\n\n 3 4\n", 6..7),
        ] {
            assert_eq!(read(text).unwrap_err().span, span, "{text:?}");
        }
        let long = vec![b'9'; 10_000_000];
        assert!(integer(&long, "a", 0..=9).unwrap_err().message.len() < 100);
        assert_eq!(shown(b"\x1b[1m\xff"), "`\u{fffd}[1m\u{fffd}`");
    }
}
