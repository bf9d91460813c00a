//! What became of one case: the program's output against the truth.

use super::runner::{End, Run};
use std::fmt;

/// What became of a case. Each is told apart from all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The truth, byte for byte (line ends may be CRLF).
    Agreement,
    /// An answer of the right form that is not the truth.
    Different,
    /// The truth and then something else.
    Extra,
    /// The output ends before the answer is complete; nothing at all, perhaps.
    Incomplete,
    /// The truth, but the last line does not end.
    MissingNewline,
    /// The truth, but blanks and line ends are not where they should be.
    Spacing,
    /// Something that is no answer to any input.
    Garbage,
    /// Killed by a signal that was not ours.
    Crash {
        /// The signal's number.
        signal: i32,
    },
    /// It ended by itself and said that it failed.
    Exit {
        /// The exit code.
        code: i32,
    },
    /// Not done when the time for a case was over.
    TooSlow,
    /// More output than any answer is long.
    TooLong,
}

impl Verdict {
    /// Its name in data.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Agreement => "agreement",
            Verdict::Different => "different-answer",
            Verdict::Extra => "extra-output",
            Verdict::Incomplete => "incomplete-output",
            Verdict::MissingNewline => "missing-newline",
            Verdict::Spacing => "white-space",
            Verdict::Garbage => "garbage",
            Verdict::Crash { .. } => "crash",
            Verdict::Exit { .. } => "exit-code",
            Verdict::TooSlow => "too-slow",
            Verdict::TooLong => "too-much-output",
        }
    }

    /// What a run amounts to. `words` are those that answers of the problem are made of, besides
    /// numbers where the truth has numbers. The output is not looked at where the program did not
    /// end well: a judge does not do so either.
    pub fn of(run: &Run, expected: &[u8], words: &[&str]) -> Verdict {
        match run.end {
            End::Signal(signal) => Verdict::Crash { signal },
            End::Code(0) => compare(&run.output, expected, words),
            End::Code(code) => Verdict::Exit { code },
            End::Time => Verdict::TooSlow,
            End::Output => Verdict::TooLong,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Byte for byte but for CRLF, as `oj test` compares; then by tokens, to say what is wrong.
fn compare(output: &[u8], expected: &[u8], words: &[&str]) -> Verdict {
    if output == expected {
        return Verdict::Agreement;
    }
    let output = without_crlf(output);
    if output == expected {
        return Verdict::Agreement;
    }
    if expected.strip_suffix(b"\n") == Some(&output[..]) {
        return Verdict::MissingNewline;
    }
    let (mut printed, mut truth) = (tokens(&output), tokens(expected));
    let mut different = false;
    loop {
        match (printed.next(), truth.next()) {
            (None, None) if different => return Verdict::Different,
            (None, None) => return Verdict::Spacing,
            (None, Some(_)) => return Verdict::Incomplete,
            // Nothing is said of what follows an answer that is wrong anyway.
            (Some(_), None) if different => return Verdict::Different,
            (Some(_), None) => return Verdict::Extra,
            (Some(printed), Some(truth)) if printed == truth => {}
            (Some(printed), Some(truth)) => {
                if !is_answer(printed, truth, words) {
                    return Verdict::Garbage;
                }
                different = true;
            }
        }
    }
}

fn without_crlf(output: &[u8]) -> Vec<u8> {
    let mut kept = Vec::with_capacity(output.len());
    for (at, &byte) in output.iter().enumerate() {
        if byte != b'\r' || output.get(at + 1) != Some(&b'\n') {
            kept.push(byte);
        }
    }
    kept
}

fn tokens(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(u8::is_ascii_whitespace)
        .filter(|token| !token.is_empty())
}

/// Whether a token could be an answer where the truth is `truth`.
fn is_answer(token: &[u8], truth: &[u8], words: &[&str]) -> bool {
    let word = |token: &[u8]| words.iter().any(|word| word.as_bytes() == token);
    // Problems whose answers are words only have words that no truth is missing from.
    let numbers = integer(truth) || !words.is_empty() && words.len() == 1;
    word(token) || numbers && integer(token)
}

/// Whether a token is a whole number as judges write it.
fn integer(token: &[u8]) -> bool {
    let digits = token.strip_prefix(b"-").unwrap_or(token);
    let canonical = digits.len() == 1 || !digits.starts_with(b"0");
    !digits.is_empty() && canonical && digits.iter().all(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn of(end: End, output: &str, expected: &str) -> Verdict {
        let run = Run {
            end,
            output: output.into(),
            errors: vec![],
            elapsed: Duration::ZERO,
        };
        Verdict::of(&run, expected.as_bytes(), &["Win", "Lose", "Loop"])
    }

    #[test]
    fn each_is_told_apart() {
        let printed = |output| of(End::Code(0), output, "Win Lose\nLoop Win\n");
        for (output, verdict) in [
            ("Win Lose\nLoop Win\n", Verdict::Agreement),
            ("Win Lose\r\nLoop Win\r\n", Verdict::Agreement),
            ("Win Lose\nLoop Win", Verdict::MissingNewline),
            ("Win Lose\r\nLoop Win", Verdict::MissingNewline),
            ("Win Lose\nLoop Win\n\n", Verdict::Spacing),
            ("Win Lose\nLoop Win \n", Verdict::Spacing),
            ("Win  Lose\nLoop Win\n", Verdict::Spacing),
            ("Win\nLose\nLoop\nWin\n", Verdict::Spacing),
            ("Win Lose\nLoop Win\ndebug\n", Verdict::Extra),
            ("Win Lose\nLoop Win\nWin\n", Verdict::Extra),
            ("Win Lose\n", Verdict::Incomplete),
            ("", Verdict::Incomplete),
            ("Win Win\nLoop Win\n", Verdict::Different),
            ("Win Win\nLoop Win\nmore", Verdict::Different),
            ("Win win\nLoop Win\n", Verdict::Garbage),
            ("Win 3\nLoop Win\n", Verdict::Garbage),
            ("\u{0}\u{1}", Verdict::Garbage),
        ] {
            assert_eq!(printed(output), verdict, "{output:?}");
        }
        let number = |output| of(End::Code(0), output, "-12\n");
        assert_eq!(number("12\n"), Verdict::Different);
        for output in ["-12.0\n", "+12\n", "012\n", "-\n", "twelve\n"] {
            assert_eq!(number(output), Verdict::Garbage, "{output}");
        }
    }

    #[test]
    fn what_did_not_end_well_is_not_compared() {
        let ended = |end| of(end, "Win\n", "Win\n");
        assert_eq!(ended(End::Code(3)), Verdict::Exit { code: 3 });
        assert_eq!(ended(End::Signal(11)), Verdict::Crash { signal: 11 });
        assert_eq!(ended(End::Time), Verdict::TooSlow);
        assert_eq!(ended(End::Output), Verdict::TooLong);
    }
}
