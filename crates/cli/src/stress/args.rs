//! The arguments of `stress`.

use crate::args::{LangArgs, OutputArgs, ProblemId, family, seconds, size, whole};
use crate::examples;
use clap::Args;
use std::ffi::OsString;
use std::time::Duration;
use yomikiri_contest::problems::Family;

#[derive(Debug, Args)]
#[command(after_help = examples::STRESS)]
pub(crate) struct StressArgs {
    /// The problem (see `contest --list`). For any other problem, use --input or --generate instead
    #[arg(value_name = "ID", value_parser = ProblemId, hide_possible_values = true)]
    pub(crate) id: Option<String>,
    /// The program and its arguments, run without a shell. The program reads the input from stdin; `{}` in an
    /// argument is replaced by the name of a file with the input
    #[arg(value_name = "CMD", last = true, num_args = 1..)]
    pub(crate) command: Vec<OsString>,
    /// Any problem: the shape of its inputs, such as 'n 1..8 | n*{a -9..9}' (see the book, "Any problem")
    #[arg(long, value_name = "SHAPE", conflicts_with = "id", help_heading = OPEN)]
    pub(crate) input: Option<String>,
    /// Any problem: a command that prints an input. It gets a seed and a size, in place of {seed} and {size} or
    /// as two more arguments
    #[arg(long, value_name = "CMD", conflicts_with = "id", help_heading = OPEN)]
    pub(crate) generate: Option<String>,
    /// A slow but correct program that reads the input and prints the answer. Or FILE.py:NAME, a Python
    /// function from the input to the answer; or FILE.toml, a mapping to a game (see the book, "Any problem")
    #[arg(long, value_name = "CMD", conflicts_with = "id", help_heading = OPEN)]
    pub(crate) oracle: Option<String>,
    /// A command that judges outputs, called like testlib's checkers with the names of input, output and answer
    #[arg(long, value_name = "CMD", conflicts_with = "id", help_heading = OPEN)]
    pub(crate) checker: Option<String>,
    /// A command that talks to the program, called like testlib's interactors with the names of input, output
    /// and answer
    #[arg(long, value_name = "CMD", conflicts_with = "id", help_heading = OPEN)]
    pub(crate) interactor: Option<String>,
    /// The maximum size for the generator
    #[arg(long, value_name = "N", default_value_t = 10, requires = "generate", value_parser = whole::<u64>(0..=u64::MAX), allow_negative_numbers = true, help_heading = OPEN)]
    pub(crate) size: u64,
    /// The time limit of --oracle, --generate and --checker for each case, in seconds. If the oracle takes
    /// longer, the case tests only time, memory and crashes
    #[arg(long, value_name = "S", default_value = "10", value_parser = some_seconds, allow_negative_numbers = true, help_heading = OPEN)]
    pub(crate) oracle_timeout: Duration,
    /// The tolerance for numbers in the output, absolute or relative
    #[arg(long, value_name = "E", conflicts_with = "id", value_parser = tolerance, allow_negative_numbers = true, help_heading = OPEN)]
    pub(crate) tolerance: Option<f64>,
    /// Compare byte for byte (CRLF aside). Without this, spaces at the end of a line, the last newline and
    /// empty lines at the end are ignored
    #[arg(long, conflicts_with_all = ["checker", "tolerance"])]
    pub(crate) exact: bool,
    /// The time limit for each case, in seconds (default: the problem's own, 2 without one, or --timeout if
    /// that is less)
    #[arg(
        long,
        value_name = "S",
        value_parser = some_seconds,
        allow_negative_numbers = true,
        visible_alias = "case-timeout"
    )]
    pub(crate) time_limit: Option<Duration>,
    /// The memory limit for each case (on Linux), such as 256M; 0: none. The stack may take 15/16 of it, up to 1G, as
    /// far as the hard limit of the system (`ulimit -Hs`) allows
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = size, allow_negative_numbers = true)]
    pub(crate) memory_limit: u64,
    /// Run only cases of this kind
    #[arg(long, value_name = "KIND", value_parser = family())]
    pub(crate) kind: Option<Family>,
    /// Continue after the first failure, and keep one small case for each verdict
    #[arg(long)]
    pub(crate) all: bool,
    /// The seed of the cases: the same number gives the same cases, for every -j
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// The number of the first case
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) from: u64,
    /// Run at most this many cases (without --timeout: 10,000 cases or 60 s, whichever comes first)
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) cases: Option<u64>,
    /// Start no case after this many seconds
    #[arg(long, value_name = "S", value_parser = some_seconds, allow_negative_numbers = true)]
    pub(crate) timeout: Option<Duration>,
    /// The time for shrinking the case, in seconds (default: as long as 2000 runs of the program take, from 10
    /// to 60); 0: do not shrink it
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) shrink_timeout: Option<Duration>,
    /// The number of programs that run at the same time; 0: one per processor
    #[arg(
        short = 'j',
        long,
        value_name = "N",
        default_value_t = 0,
        value_parser = whole::<usize>(0..=usize::MAX as u64),
        allow_negative_numbers = true
    )]
    pub(crate) threads: usize,
    /// Write NAME.in and NAME.out instead of ID-fail.in and ID-fail.out (open-fail without an ID)
    #[arg(short = 'o', long, value_name = "NAME")]
    pub(crate) output: Option<String>,
    /// Add the cases to this directory, named as `oj test` expects: stress-1.in, stress-1.out, ... A case that is
    /// there already is not added again
    #[arg(long, value_name = "DIR", conflicts_with = "output")]
    pub(crate) save_as: Option<String>,
    /// Compare with perfect play, in problems that ask about the position as it stands
    #[arg(long)]
    pub(crate) perfect_play: bool,
    #[command(flatten)]
    pub(crate) lang: LangArgs,
    #[command(flatten)]
    pub(crate) form: OutputArgs,
}

/// The default of `--oracle-timeout`.
pub(crate) const ORACLE_TIME: Duration = Duration::from_secs(10);

/// The heading of the arguments for problems that are not on the list.
const OPEN: &str = "Any problem";

/// A number of seconds that is not 0.
fn some_seconds(text: &str) -> Result<Duration, String> {
    match seconds(text)? {
        Duration::ZERO => Err("more than 0 seconds are needed".to_owned()),
        some => Ok(some),
    }
}

fn tolerance(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    let number = number.filter(|number: &f64| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| "a number is expected, such as 1e-6".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_time_at_all_is_refused() {
        assert_eq!(some_seconds("0.5"), Ok(Duration::from_millis(500)));
        assert!(some_seconds("0").is_err());
        assert!(tolerance("1e-6").is_ok() && tolerance("-1").is_err() && tolerance("nan").is_err());
    }
}
