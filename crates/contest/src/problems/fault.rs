//! Faults of a contest input and their places.

use std::fmt;
use std::io;
use std::ops::Range;
use yomikiri::{Bytes, Halt, Refusal, Stop, TextError};
use yomikiri_catalog::lang::{Lang, Message, said};

/// The most bytes of a line that an excerpt shows on either side of the fault.
const AROUND: usize = 60;

/// A fault of an input, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The error, with its span in bytes of the whole input.
    pub error: TextError,
    /// The number of the line in which the span begins, from 1.
    pub line: u64,
    /// The byte of that line at which the span begins, from 1.
    pub column: u64,
    /// The part of that line to show.
    pub excerpt: Excerpt,
}

/// A line of the input, cut to what can be shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excerpt {
    /// The text. Bytes that are not UTF-8 are replaced.
    pub text: String,
    /// The span of the fault in `text`, in bytes. A fault that goes on beyond the text ends with it.
    pub span: Range<usize>,
}

impl Fault {
    /// Finds the line and column of an error whose span is in bytes of `text`, the whole input.
    pub fn locate(error: TextError, text: &[u8]) -> Fault {
        let start = error.span.start.min(text.len());
        let line_start = text[..start]
            .iter()
            .rposition(|&b| b == b'\n')
            .map_or(0, |at| at + 1);
        let rest = &text[line_start..];
        let line = &rest[..rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len())];
        let number = 1 + text[..line_start].iter().filter(|&&b| b == b'\n').count() as u64;
        Fault::in_line(error, line, line_start, number)
    }

    /// Finds the column of an error in a line at hand, given the line's bytes, its start in the
    /// whole input, and its number from 1.
    pub fn in_line(error: TextError, line: &[u8], line_start: usize, number: u64) -> Fault {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let within = |at: usize| at.saturating_sub(line_start).min(line.len());
        let (start, end) = (within(error.span.start), within(error.span.end));
        let from = start.saturating_sub(AROUND);
        let to = line.len().min(start + AROUND);
        let lossy = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (before, wrong) = (lossy(&line[from..start]), lossy(&line[start..end.min(to)]));
        let after = lossy(&line[end.min(to)..to]);
        Fault {
            line: number,
            column: 1 + (error.span.start - line_start.min(error.span.start)) as u64,
            excerpt: Excerpt {
                span: before.len()..before.len() + wrong.len(),
                text: before + &wrong + &after,
            },
            error,
        }
    }
}

impl Fault {
    /// Returns the fault and its place in a language.
    pub fn text(&self, lang: Lang) -> String {
        Message::Place {
            line: self.line,
            column: self.column,
            what: &said(&self.error.to_string(), lang),
        }
        .text(lang)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Lang::En))
    }
}

impl std::error::Error for Fault {}

/// The reason why a problem was not answered.
#[derive(Debug)]
pub enum ContestError {
    /// The input is not what the problem allows.
    Input(Fault),
    /// An option does not apply to the problem.
    Option(String),
    /// The solver asked for does not apply to this input.
    Refused(Refusal),
    /// A limit was reached first.
    Stopped(Stop),
    /// The solver needs all positions that play can reach, and these are more than are played out here.
    TooLarge,
    /// Reading or writing failed.
    Io(io::Error),
}

impl fmt::Display for ContestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ContestError::Input(fault) => fault.fmt(f),
            ContestError::Option(what) => f.write_str(what),
            // The text of the refusal also names tables, which no contest problem uses.
            ContestError::Refused(Refusal::TooLarge {
                positions,
                needed,
                allowed,
            }) => write!(
                f,
                "play reaches at least {positions} positions, and all have to be enumerated in memory: \
                 that takes {} or more, of {} allowed",
                Bytes(*needed),
                Bytes(*allowed)
            ),
            ContestError::Refused(refusal) => refusal.fmt(f),
            ContestError::Stopped(stop) => stop.fmt(f),
            ContestError::TooLarge => f.write_str(
                "this input is too large to be played out, which this solver needs: use the solver `direct`",
            ),
            ContestError::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ContestError {}

impl ContestError {
    /// Returns the limit that one input of a stream has met, in words. The rest of the stream can be answered.
    ///
    /// # Errors
    ///
    /// This error, if it ends the stream.
    pub(super) fn limit(self) -> Result<String, ContestError> {
        let is_limit = match &self {
            ContestError::Stopped(why) => *why != Stop::Cancelled,
            ContestError::Refused(refusal) => refusal.is_limit(),
            ContestError::TooLarge => true,
            _ => false,
        };
        match is_limit {
            true => Ok(self.to_string()),
            false => Err(self),
        }
    }
}

impl From<Fault> for ContestError {
    fn from(fault: Fault) -> ContestError {
        ContestError::Input(fault)
    }
}

impl From<Refusal> for ContestError {
    fn from(refusal: Refusal) -> ContestError {
        ContestError::Refused(refusal)
    }
}

impl From<Halt> for ContestError {
    fn from(halt: Halt) -> ContestError {
        match halt {
            Halt::Refused(refusal) => ContestError::Refused(refusal),
            Halt::Stopped { why, .. } => ContestError::Stopped(why),
        }
    }
}

impl From<io::Error> for ContestError {
    fn from(error: io::Error) -> ContestError {
        ContestError::Io(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found_in_any_bytes() {
        let text = b"1 2\r\n3 \xff4\r\n5";
        let fault = Fault::locate(TextError::new(7..9, "odd"), text);
        assert_eq!((fault.line, fault.column), (2, 3));
        assert_eq!(fault.excerpt.text, "3 \u{fffd}4");
        assert_eq!(&fault.excerpt.text[fault.excerpt.span], "\u{fffd}4");
        let fault = Fault::locate(TextError::new(12..12, "short"), text);
        assert_eq!(
            (fault.line, fault.column, fault.to_string()),
            (3, 2, "line 3, column 2: short".to_owned())
        );
        let long = vec![b'a'; 10_000_000];
        let fault = Fault::locate(TextError::new(5_000_000..9_000_000, "long"), &long);
        assert_eq!((fault.line, fault.column), (1, 5_000_001));
        assert_eq!(
            (fault.excerpt.text.len(), fault.excerpt.span),
            (120, 60..120)
        );
    }
}
