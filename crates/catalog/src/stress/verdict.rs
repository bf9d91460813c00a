//! What became of one case: the program's output against the truth.

use std::fmt;

/// What became of a case. Each is told apart from all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The truth, as judges compare.
    Agreement,
    /// An answer of the right form that is not the truth.
    Different,
    /// The truth and then something else.
    Extra,
    /// The output ends before the answer is complete; nothing at all, perhaps.
    Incomplete,
    /// The truth, but the last line does not end; where bytes are compared.
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
    /// More memory than there is.
    Memory,
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
            Verdict::Memory => "too-much-memory",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
