//! The verdict on one case: the program's output compared with the truth.

use std::fmt;

/// The verdict on a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The output is the truth, as judges compare.
    Agreement,
    /// The answer has the right form but is wrong.
    Different,
    /// The output is the truth, followed by more.
    Extra,
    /// The output ends before the answer is complete; it may be empty.
    Incomplete,
    /// The output is the truth without the last newline; only in a comparison of bytes.
    MissingNewline,
    /// The output is the truth with other blanks or line ends.
    Spacing,
    /// The output is no answer to any input.
    Garbage,
    /// A signal that was not ours killed the program.
    Crash {
        /// The signal's number.
        signal: i32,
    },
    /// The program ended with a failing exit code.
    Exit {
        /// The exit code.
        code: i32,
    },
    /// The program had not finished within the time limit of a case.
    TooSlow,
    /// The program printed more than any answer is long.
    TooLong,
    /// The program used more memory than its limit.
    Memory,
}

impl Verdict {
    /// Returns its name in data.
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

/// Returns a signal's number, with its name if programs often die by it.
pub(super) fn named(signal: i32) -> String {
    let name = match signal {
        4 => "SIGILL",
        6 => "SIGABRT",
        7 if cfg!(target_os = "linux") => "SIGBUS",
        8 => "SIGFPE",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        13 => "SIGPIPE",
        15 => "SIGTERM",
        _ => return format!("signal {signal}"),
    };
    format!("signal {signal} ({name})")
}
