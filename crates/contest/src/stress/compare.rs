//! Compares the program's output with the truth, as judges do.

use super::runner::{End, Run};
use super::verdict::Verdict;

/// The way to compare outputs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Compare<'w> {
    /// Whether to compare byte for byte, CRLF aside. Otherwise blanks at the end of a line and line ends at
    /// the end of the output do not matter.
    pub exact: bool,
    /// The tolerance of numbers, absolute or relative.
    pub tolerance: Option<f64>,
    /// The words that answers consist of, if they are known. If there are none or only one, whole numbers are
    /// answers too.
    pub words: Option<&'w [&'w str]>,
}

impl Compare<'_> {
    /// Returns the verdict of a run. If the program ended badly, its output is ignored, as judges do.
    pub fn verdict(&self, run: &Run, expected: &[u8]) -> Verdict {
        of_end(run.end).unwrap_or_else(|| self.outputs(&run.output, expected))
    }

    fn outputs(&self, output: &[u8], expected: &[u8]) -> Verdict {
        if output == expected {
            return Verdict::Agreement;
        }
        let output = without_crlf(output);
        if output == expected {
            return Verdict::Agreement;
        }
        if self.exact {
            if expected.strip_suffix(b"\n") == Some(&output[..]) {
                return Verdict::MissingNewline;
            }
        } else if lines(&output).eq(lines(expected)) {
            return Verdict::Agreement;
        }
        let (mut printed, mut truth) = (tokens(&output), tokens(expected));
        let (mut different, mut near) = (false, false);
        loop {
            match (printed.next(), truth.next()) {
                (None, None) if different => return Verdict::Different,
                (None, None) if near => return Verdict::Agreement,
                (None, None) => return Verdict::Spacing,
                (None, Some(_)) => return Verdict::Incomplete,
                // The words after a wrong answer are ignored.
                (Some(_), None) if different => return Verdict::Different,
                (Some(_), None) => return Verdict::Extra,
                (Some(printed), Some(truth)) if printed == truth => {}
                (Some(printed), Some(truth)) => {
                    if self.is_near(printed, truth) {
                        near = true;
                        continue;
                    }
                    if !self.is_answer(printed, truth) {
                        return Verdict::Garbage;
                    }
                    different = true;
                }
            }
        }
    }

    fn is_near(&self, token: &[u8], truth: &[u8]) -> bool {
        let Some(tolerance) = self.tolerance else {
            return false;
        };
        match (decimal(token), decimal(truth)) {
            (Some(number), Some(truth)) => {
                (number - truth).abs() <= tolerance * truth.abs().max(1.0)
            }
            _ => false,
        }
    }

    /// Returns whether a token could be an answer if the truth is `truth`.
    fn is_answer(&self, token: &[u8], truth: &[u8]) -> bool {
        let Some(words) = self.words else {
            // The problem is unknown: expect a number if the truth is one.
            return match integer(truth) {
                true => integer(token),
                false => decimal(truth).is_none() || decimal(token).is_some(),
            };
        };
        let word = |token: &[u8]| words.iter().any(|word| word.as_bytes() == token);
        // Single letters may be written together.
        let letters = words.len() > 1 && words.iter().all(|word| word.len() == 1);
        if letters && token.len() == truth.len() && token.iter().all(|&letter| word(&[letter])) {
            return true;
        }
        // If all answers of a problem are words, every truth is in the list.
        let numbers = integer(truth) || !words.is_empty() && words.len() == 1;
        word(token) || numbers && integer(token)
    }
}

/// Returns the verdict that follows from the way a program ended, if it decides.
pub(super) fn of_end(end: End) -> Option<Verdict> {
    match end {
        End::Code(0) => None,
        End::Code(code) => Some(Verdict::Exit { code }),
        End::Signal(signal) => Some(Verdict::Crash { signal }),
        End::Time => Some(Verdict::TooSlow),
        End::Output => Some(Verdict::TooLong),
        End::Memory => Some(Verdict::Memory),
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

/// Returns lines without trailing blanks, up to the last one that is not empty.
fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.trim_ascii_end()
        .split(|&byte| byte == b'\n')
        .map(<[u8]>::trim_ascii_end)
}

fn tokens(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(u8::is_ascii_whitespace)
        .filter(|token| !token.is_empty())
}

/// Returns whether a token is a whole number as judges write it.
fn integer(token: &[u8]) -> bool {
    let digits = token.strip_prefix(b"-").unwrap_or(token);
    let canonical = digits.len() == 1 || !digits.starts_with(b"0");
    !digits.is_empty() && canonical && digits.iter().all(u8::is_ascii_digit)
}

/// Parses a number with or without a fraction or an exponent, but no names such as `inf`.
fn decimal(token: &[u8]) -> Option<f64> {
    let plain = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
    let text = std::str::from_utf8(token).ok()?;
    let number: f64 = text.parse().ok()?;
    (token.iter().all(plain) && number.is_finite()).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn of(end: End, output: &str, expected: &str) -> Verdict {
        let run = Run {
            end,
            output: output.into(),
            errors: Default::default(),
            elapsed: Duration::ZERO,
            ruling: None,
        };
        let compare = Compare {
            exact: true,
            words: Some(&["Win", "Lose", "Loop"]),
            ..Compare::default()
        };
        compare.verdict(&run, expected.as_bytes())
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
        assert_eq!(ended(End::Memory), Verdict::Memory);
    }

    #[test]
    fn what_judges_overlook_is_overlooked() {
        let judged = |tolerance, output: &str, expected: &str| {
            let compare = Compare {
                tolerance,
                ..Compare::default()
            };
            compare.outputs(output.as_bytes(), expected.as_bytes())
        };
        for (output, verdict) in [
            ("1 2\n3\n", Verdict::Agreement),
            ("1 2 \n3", Verdict::Agreement),
            ("1 2\r\n3\r\n\r\n", Verdict::Agreement),
            ("1 2\n3\n\n \n", Verdict::Agreement),
            ("1  2\n3\n", Verdict::Spacing),
            ("1 2\n\n3\n", Verdict::Spacing),
            ("\n1 2\n3\n", Verdict::Spacing),
            ("1 2\n4", Verdict::Different),
            ("1 2\n3 4", Verdict::Extra),
            ("1 2", Verdict::Incomplete),
            ("1 2\nno", Verdict::Garbage),
            ("1 2\n3.0", Verdict::Garbage),
        ] {
            assert_eq!(judged(None, output, "1 2\n3\n"), verdict, "{output:?}");
        }
        let near = |output, expected| judged(Some(1e-6), output, expected);
        assert_eq!(near("0.3333333\n", "0.33333333333\n"), Verdict::Agreement);
        assert_eq!(near("0.3333\n", "0.33333333333\n"), Verdict::Different);
        assert_eq!(near("1000000.5\n", "1000000.0\n"), Verdict::Agreement);
        assert_eq!(near("1e0\n", "1\n"), Verdict::Agreement);
        assert_eq!(near("nan\n", "1.5\n"), Verdict::Garbage);
        assert_eq!(near("yes\n", "no\n"), Verdict::Different);
    }
}
