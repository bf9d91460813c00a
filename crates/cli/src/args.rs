//! Arguments that several verbs share: one definition for each flag, with its documentation beside it. Help, man pages
//! and completions come from here. The arguments of a single verb are in the verb's own file.
//!
//! Plain comments describe these structs, because clap would use a doc comment as the description of the
//! verb that contains the struct.

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Arg, ArgMatches, Args, Command, ValueEnum};
use std::borrow::Cow;
use std::ffi::OsStr;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;
use yomikiri_catalog::lang::Lang;
use yomikiri_catalog::{AFTER, Ask, Limits, Method, SearchOptions, tells_moves, thread_count};
use yomikiri_contest::problems::{Family, problems};

// A game.
#[derive(Debug, Args)]
pub(crate) struct GameArg {
    /// The game: NAME, NAME:key=value,key=value, or a file with rules: FILE.toml, FILE.kif, FILE.graph,
    /// FILE.ini#VARIANT
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
}

// A position of a game.
#[derive(Debug, Args)]
pub(crate) struct At {
    #[command(flatten)]
    pub(crate) game: GameArg,
    /// The position, in the game's notation, or `POSITION after MOVE MOVE` (in quotes)
    #[arg(value_name = "POSITION", default_value = yomikiri_catalog::START)]
    position: String,
    /// Play these moves from the position first: "MOVE MOVE"
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    after: Option<String>,
}

impl At {
    /// Returns the position as text.
    pub(crate) fn position(&self) -> Cow<'_, str> {
        position_after(&self.position, self.after.as_deref())
    }
}

/// Returns a position after some more moves, as text.
pub(crate) fn position_after<'a>(position: &'a str, after: Option<&str>) -> Cow<'a, str> {
    let position = position.trim_start();
    match after {
        None => Cow::Borrowed(position),
        // The text has moves after it already.
        Some(moves) if tells_moves(position) => format!("{position} {moves}").into(),
        Some(moves) => format!("{position} {AFTER} {moves}").into(),
    }
}

/// Parses the path of a Parquet file to write. Fails in a program without the feature `parquet`.
pub(crate) fn parquet_file(path: &str) -> Result<String, String> {
    match cfg!(feature = "parquet") {
        true => Ok(path.to_owned()),
        false => Err(
            "this program was built without Parquet: build it with `--features parquet`".to_owned(),
        ),
    }
}

// The question.
#[derive(Debug, Args)]
pub(crate) struct AskArgs {
    /// The question
    #[arg(long, value_name = "QUESTION", default_value_t = Ask::Winner, value_parser = ask_parser())]
    pub(crate) ask: Ask,
}

/// Parses the questions by name.
pub(crate) fn ask_parser() -> impl TypedValueParser<Value = Ask> {
    let help = |ask: Ask| match ask {
        Ask::Winner => "who wins",
        Ask::Margin => "First's points minus Second's",
        Ask::Distance => "who wins and in how many plies: the winner hurries, the loser delays",
    };
    let names = Ask::ALL.map(|ask| PossibleValue::new(ask.name()).help(help(ask)));
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Ask>())
}

// The solver and its options.
#[derive(Debug, Args)]
pub(crate) struct SolverArgs {
    /// The solver to use
    #[arg(long, value_name = "SOLVER", default_value = "auto", value_parser = solver_parser())]
    pub(crate) solver: Solver,
    /// Turn off this optimisation (may be repeated). This changes only the time, never the answer
    #[arg(long, value_name = "NAME", value_parser = switch_parser())]
    pub(crate) without: Vec<String>,
    /// List the optimisations for --without (shows this help in full)
    #[arg(long, action = clap::ArgAction::HelpLong)]
    help_search: Option<bool>,
}

impl SolverArgs {
    /// Returns the optimisations that a search may use.
    pub(crate) fn options(&self) -> SearchOptions {
        let without =
            |options: SearchOptions, name: &String| options.without(name).unwrap_or(options);
        self.without.iter().fold(SearchOptions::ALL, without)
    }
}

fn switch_parser() -> impl TypedValueParser<Value = String> {
    let switches = SearchOptions::SWITCHES;
    PossibleValuesParser::new(switches.map(|(name, help, _)| PossibleValue::new(name).help(help)))
}

/// A solver, or `None` for the one that suits the position best.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Solver(pub(crate) Option<Method>);

fn solver_parser() -> impl TypedValueParser<Value = Solver> {
    let auto = PossibleValue::new("auto").help("the solver that suits the position best");
    let methods =
        Method::ALL.map(|method| PossibleValue::new(method.name()).help(method.summary()));
    PossibleValuesParser::new([auto].into_iter().chain(methods)).try_map(|name| {
        Ok::<_, String>(Solver(match name.as_str() {
            "auto" => None,
            name => Some(name.parse::<Method>()?),
        }))
    })
}

// Limits of each question asked; a limit reached gives a proven range and exit code 3.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitArgs {
    /// Stop after this many seconds for each position (0.5 is half a second)
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) timeout: Option<Duration>,
    /// The memory for stored positions, in bytes (64K, 256M, 1G). Default for alpha_beta and proof_number: half
    /// of the free memory, or 1G if the system does not report it
    #[arg(long, value_name = "SIZE", value_parser = size, allow_negative_numbers = true)]
    pub(crate) max_memory: Option<u64>,
    /// Visit at most this many positions for each question
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) max_nodes: Option<u64>,
    /// The number of threads; 0: all. If a command solves many positions, one thread solves each, and each thread has
    /// its own transposition table. For a single position, or with --max-memory, alpha_beta and proof_number use all
    /// threads on each position. With --max-nodes they use one. Threads change only the time, never the answer
    #[arg(
        short = 'j',
        long,
        value_name = "N",
        default_value_t = 0,
        value_parser = whole::<usize>(0..=usize::MAX as u64),
        allow_negative_numbers = true
    )]
    pub(crate) threads: usize,
}

impl LimitArgs {
    /// Returns the limits of one question.
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            nodes: self.max_nodes,
            memory: self.max_memory,
            time: self.timeout,
        }
    }

    /// Returns the number of threads to use, at least one.
    pub(crate) fn threads(&self) -> usize {
        thread_count(self.threads)
    }
}

// A table to read answers from.
#[derive(Debug, Args)]
pub(crate) struct FromTableArgs {
    /// Read the answers from a table (its directory, or its file) instead of solving. The table must have been
    /// built for the same rules (the location of the rules file does not matter) and the same question; every
    /// table also answers `winner`. A position that a semi-strong table, or a table of a part of the game,
    /// leaves out is searched, and the search ends at positions that the table has
    #[arg(long, value_name = "PATH", conflicts_with_all = ["solver", "without"])]
    pub(crate) table: Option<std::path::PathBuf>,
}

/// Parses seconds, with or without a fraction.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse().ok().filter(|&number: &f64| number >= 0.0);
    let number = number.ok_or("a number of seconds is expected, such as 10 or 0.5")?;
    Duration::try_from_secs_f64(number)
        .map_err(|_| "nobody waits that long: leave it out for no limit".to_owned())
}

/// Makes a parser of whole numbers in a range. The type has all numbers of the range.
pub(crate) fn whole<T: FromStr + Clone + Send + Sync + 'static>(
    range: RangeInclusive<u64>,
) -> impl TypedValueParser<Value = T> {
    move |text: &str| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let number = number.and_then(|_: u64| text.parse().ok());
        number.ok_or_else(|| {
            let (least, most) = (range.start(), range.end());
            let most = match most.checked_add(1) {
                None => "2^64 - 1".to_owned(),
                Some(next) if next == 1 << 32 => "2^32 - 1".to_owned(),
                Some(_) => most.to_string(),
            };
            format!("a whole number from {least} to {most} is expected")
        })
    }
}

/// Parses the name of a family of cases.
pub(crate) fn family() -> impl TypedValueParser<Value = Family> {
    PossibleValuesParser::new(Family::ALL.map(Family::name)).try_map(|name| {
        let found = Family::ALL.into_iter().find(|family| family.name() == name);
        found.ok_or("there is no such kind")
    })
}

/// The id of a contest problem. Shells complete it; an unknown one passes, since the verb says more about it than clap.
#[derive(Clone)]
pub(crate) struct ProblemId;

impl TypedValueParser for ProblemId {
    type Value = String;
    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }
    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let ids = problems().iter().map(|problem| problem.about().id);
        Some(Box::new(ids.map(PossibleValue::new)))
    }
}

/// Parses a number of bytes, with or without a unit of 1024.
pub(crate) fn size(text: &str) -> Result<u64, String> {
    let expected = || "a number of bytes is expected, such as 65536, 64K, 256M or 1G".to_owned();
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" | "B" => 0,
        "K" | "KIB" => 10,
        "M" | "MIB" => 20,
        "G" | "GIB" => 30,
        "T" | "TIB" => 40,
        _ => return Err(expected()),
    };
    let number: u64 = digits.parse().map_err(|_| expected())?;
    number
        .checked_mul(1 << shift)
        .ok_or_else(|| "that is more than any machine has".to_owned())
}

// The form of the output.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArgs {
    /// Print JSON, one object per line; if there is a summary object, it comes last
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) color: ColorArgs,
}

// The colours of the output.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct ColorArgs {
    /// The use of colours; `auto` depends on the terminal and on NO_COLOR
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Color::Auto)]
    pub(crate) color: Color,
}

/// The options that concern the whole run, whatever the verb. An option that the verb does not have is not given.
#[derive(Debug)]
pub(crate) struct Common {
    pub(crate) json: bool,
    pub(crate) color: Color,
    pub(crate) timeout: Option<Duration>,
    pub(crate) memory: Option<u64>,
}

impl Common {
    /// Reads the options of the verb, or of the verb of that verb.
    pub(crate) fn of(matches: &ArgMatches) -> Common {
        let mut verb = matches;
        while let Some((_, inner)) = verb.subcommand() {
            verb = inner;
        }
        Common {
            json: given(verb, "json").unwrap_or(false),
            color: given(verb, "color").unwrap_or(Color::Auto),
            timeout: given(verb, "timeout"),
            memory: given(verb, "max_memory"),
        }
    }
}

/// Returns the value of an option, or `None` if the verb has no such option or the option has no value.
fn given<T: Copy + Send + Sync + 'static>(verb: &ArgMatches, option: &str) -> Option<T> {
    verb.try_get_one(option).ok().flatten().copied()
}

/// When to colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

// The language of messages.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct LangArgs {
    /// The language of explanations, and of all messages of `contest`, `play`, `report`, `stress` and `value`
    /// (default: from LC_ALL, LC_MESSAGES or LANG)
    #[arg(long, value_name = "LANG")]
    #[arg(value_parser = lang_parser())]
    lang: Option<Lang>,
}

impl LangArgs {
    /// Returns the language of the flag, or else of the locale. Only this method reads the environment.
    pub(crate) fn lang(&self) -> Lang {
        let locale = || {
            let names = ["LC_ALL", "LC_MESSAGES", "LANG"];
            let mut values = names.iter().filter_map(|name| std::env::var(name).ok());
            values.find(|value| !value.is_empty())
        };
        self.lang
            .unwrap_or_else(|| Lang::of_locale(&locale().unwrap_or_default()))
    }
}

/// Parses the languages by name.
fn lang_parser() -> impl TypedValueParser<Value = Lang> {
    PossibleValuesParser::new(Lang::ALL.map(Lang::name)).try_map(|name| {
        let found = Lang::ALL.into_iter().find(|lang| lang.name() == name);
        found.ok_or("no such language")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_seconds() {
        for (text, bytes) in [("0", 0), ("65536", 65536), ("64K", 65536), ("1g", 1 << 30)] {
            assert_eq!(size(text), Ok(bytes));
        }
        for text in ["", "K", "-1", "1.5G", "1X", "99999999T", "１", "1 G"] {
            assert!(size(text).is_err(), "{text}");
        }
        assert_eq!(seconds("0.25"), Ok(Duration::from_millis(250)));
        for text in ["", "-1", "NaN", "inf", "1e300", "soon"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }
}
