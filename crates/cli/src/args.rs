//! The arguments: one definition a flag, with its documentation beside it. Help, man pages and
//! completions come from here. Arguments of one verb alone may stand in the verb's own file.

use crate::examples;
use crate::grade::GradeArgs;
use crate::play::PlayArgs;
use crate::report::ReportArgs;
use crate::rules::RulesArgs;
use crate::serve::ServeArgs;
use crate::stress::StressArgs;
use crate::tables::args::{EstimateArgs, FromTableArgs, TableArgs};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::time::Duration;
use yomikiri_catalog::lang::Lang;
use yomikiri_catalog::{Ask, Halves, Limits, Method, SearchOptions, thread_count};

/// Exact answers for two-player games of perfect information: who wins, by how much, with which
/// moves
///
/// Data goes to stdout, everything else to stderr. A game is named by a line such as `tictactoe` or
/// `mnk:rows=3,cols=4,line=3`; see `yomikiri games`.
#[derive(Debug, Parser)]
#[command(name = "yomikiri", version, after_help = examples::EXIT_CODES)]
#[command(subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The verbs. What they are for stands here, so that the arguments of a verb are made only when it is
/// the one that is called: that is half of what starting costs.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum Command {
    /// Solve a position: who wins, by how much, how soon
    Solve(SolveArgs),
    /// List every legal move of a position with its value, best first
    Moves(MovesArgs),
    /// Count a game's positions, endings and values by ply
    Count(CountArgs),
    /// Draw the first plies of a game with the value of every position
    Tree(TreeArgs),
    /// Set every solver on the same position: value, calls, stored positions, seconds side by side
    ///
    /// Each solver gets 10 seconds and 1 GiB, or what --timeout and --max-memory give it. Exact values
    /// that differ would be a bug: they are shown, and the exit code is 1.
    Compare(CompareArgs),
    /// Answer a contest problem in the judge's format, with exactly the judge's bytes
    Contest(ContestArgs),
    /// Run a program on generated inputs and compare it with the truth, until they differ
    ///
    /// The case in which they differ is made as small as possible, explained, and written to NAME.in and
    /// NAME.out (what the program should have printed). A wrong answer, extra or missing output, a missing
    /// newline, garbage, a crash, a non-zero exit code and too much time or output are told apart.
    Stress(StressArgs),
    /// Play against perfect play, or weaker, in the terminal
    ///
    /// Where there is no terminal, or with --plain, moves are read from stdin, one a line, and boards are
    /// written to stdout; `:help` lists what else can be said. A line that is no move is reported, and
    /// makes the exit code 2 in the end.
    Play(PlayArgs),
    /// Play in the browser: a board with the value of every move, and an API
    ///
    /// The first line printed is the address. Needs no network. Every question is answered within 5
    /// seconds, or with the range proven by then; --timeout makes that shorter. Ctrl-C ends it.
    Serve(ServeArgs),
    /// Write a certificate: a file that proves what a position is worth to whoever does not believe us
    ///
    /// The value goes to stdout, how large the proof is to stderr. The file holds the rules of the game, so
    /// that it can be checked without our code for them: with `yomikiri check`, or with the small program
    /// `yomikiri-check`. Where a limit is reached there is no file.
    Prove(ProveArgs),
    /// Check a certificate: say what it claims, and whether it proves it
    ///
    /// Nothing of the solver is used: the rules are those in the file. The last line is `proved`, or the only
    /// one `rejected: REASON at POSITION`; then the exit code is 1.
    Check(CheckArgs),
    /// Show what perfect play of a game looks like: a page with charts, or JSON; two games side by side
    ///
    /// All positions that play can reach are enumerated and valued: how large the game is, the first moves, how
    /// soon it is decided, the longest win, how often a single move keeps the value, what comes of random and
    /// nearly perfect play. The page is one file in English and Japanese that needs no network. Without
    /// --max-memory half of the free memory is used at most; where a limit is reached there is no file.
    Report(ReportArgs),
    /// Say how large the table of a game will be, and how long it takes, from a sample
    ///
    /// The margin is that of the number of positions; the bytes are an upper bound for that number, the time is
    /// rough.
    Estimate(EstimateArgs),
    /// Build tables of whole games, ask them, verify them
    ///
    /// A table holds the value of every position that play can reach. It is one file in a directory of its
    /// own; the book has its format byte for byte.
    Table(TableArgs),
    /// Grade games that were played, or a program that plays, against the truth
    ///
    /// How many moves were perfect, how many kept who wins, blunders by kind, points given away: over all, by
    /// player, by ply, and by how hard the choice was, each rate with a 95% interval by game (Wilson's, with
    /// the design effect of the games).
    Grade(GradeArgs),
    /// List the games, or say all about one
    Games(GamesArgs),
    /// Check and write rules files: games of your own, without Rust
    ///
    /// A rules file is a game in TOML. Its path may stand wherever a game is named; the book tells what may
    /// be in it.
    Rules(RulesArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
    /// Print the manual, or write its pages into a folder
    Man(ManArgs),
}

impl Command {
    /// Whether to colour.
    pub(crate) fn color(&self) -> Color {
        match self {
            Command::Solve(args) => args.output.color.color,
            Command::Moves(args) => args.output.color.color,
            Command::Count(args) => args.output.color.color,
            Command::Tree(args) => args.output.color.color,
            Command::Compare(args) => args.output.color.color,
            Command::Contest(args) => args.color.color,
            Command::Stress(args) => args.form.color.color,
            Command::Play(args) => args.color.color,
            Command::Serve(args) => args.color.color,
            Command::Prove(args) => args.output.color.color,
            Command::Check(args) => args.color.color,
            Command::Report(args) => args.output.color.color,
            Command::Estimate(args) => args.output.color.color,
            Command::Table(args) => args.command.color(),
            Command::Grade(args) => args.output.color.color,
            Command::Games(args) => args.output.color.color,
            Command::Rules(args) => args.color(),
            Command::Completions(_) | Command::Man(_) => Color::Auto,
        }
    }
}

#[derive(Debug, Args)]
#[command(after_help = examples::SOLVE)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) at: At,
    #[command(flatten)]
    pub(crate) ask: AskArgs,
    #[command(flatten)]
    pub(crate) solver: SolverArgs,
    #[command(flatten)]
    pub(crate) from: FromTableArgs,
    /// All best moves too, in a line `best ...` (--json always has them for a single position)
    #[arg(long)]
    pub(crate) best: bool,
    /// A line of perfect play too, in a line `line ...`: each time the first best move
    #[arg(long)]
    pub(crate) line: bool,
    /// Say why, in lines that follow: a forced win as a tree, a defence, what is to be compared; or that
    /// there is no short reason, and how large a proof is
    #[arg(long, conflicts_with = "positions")]
    pub(crate) why: bool,
    /// Solve every line of FILE (`-`: stdin), an answer a line, in order and as they come. A bad
    /// line gets `error`, and the reason on stderr
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub(crate) positions: Option<String>,
    /// With --positions: solve each line from nothing. Without this, what is learnt from one stays
    /// for the next
    #[arg(long, requires = "positions")]
    pub(crate) cold: bool,
    #[command(flatten)]
    pub(crate) lang: LangArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
#[command(after_help = examples::MOVES)]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    pub(crate) at: At,
    #[command(flatten)]
    pub(crate) ask: AskArgs,
    #[command(flatten)]
    pub(crate) solver: SolverArgs,
    /// Say why the position is worth what it is worth, as `solve --why` does
    #[arg(long)]
    pub(crate) why: bool,
    #[command(flatten)]
    pub(crate) lang: LangArgs,
    #[command(flatten)]
    pub(crate) from: FromTableArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
#[command(after_help = examples::COUNT)]
pub(crate) struct CountArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,
    /// Count positions up to symmetry
    #[arg(long)]
    pub(crate) symmetric: bool,
    /// Count the lines of play by length too
    #[arg(long)]
    pub(crate) lines: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
#[command(after_help = examples::TREE)]
pub(crate) struct TreeArgs {
    #[command(flatten)]
    pub(crate) at: At,
    /// How deep
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=100))]
    pub(crate) plies: u32,
    /// What to draw it as
    #[arg(long, value_enum, default_value_t = TreeFormat::Text)]
    pub(crate) format: TreeFormat,
    /// Draw no tree but the finished positions that decide play whatever the weights are, each with
    /// its points as they are
    #[arg(long, conflicts_with_all = ["plies", "format", "ask", "solver"])]
    pub(crate) parametric: bool,
    #[command(flatten)]
    pub(crate) ask: AskArgs,
    #[command(flatten)]
    pub(crate) solver: SolverArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// What a tree is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TreeFormat {
    /// Indented lines: move, value, `*` where the move is best, position
    Text,
    /// Graphviz
    Dot,
    /// Mermaid
    Mermaid,
    /// A node a line, parents before children; the same as --json
    Json,
}

#[derive(Debug, Args)]
#[command(after_help = examples::COMPARE)]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    pub(crate) at: At,
    #[command(flatten)]
    pub(crate) ask: AskArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
#[command(after_help = examples::CONTEST)]
pub(crate) struct ContestArgs {
    /// The problem (see --list)
    #[arg(value_name = "ID", required_unless_present = "list")]
    pub(crate) id: Option<String>,
    /// The input (`-`, or nothing: stdin)
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) file: String,
    #[command(flatten)]
    pub(crate) solver: SolverArgs,
    /// Say on stderr how perfect play goes and what it comes to
    #[arg(long)]
    pub(crate) explain: bool,
    /// Answer under perfect play, where the judge asks about the position as it stands
    #[arg(long)]
    pub(crate) perfect_play: bool,
    /// Answer inputs one after another, separated by white space, an answer a line
    #[arg(long)]
    pub(crate) many: bool,
    /// Print a valid random input instead of answering one
    #[arg(long, conflicts_with_all = ["explain", "perfect_play", "many", "file", "solver"])]
    pub(crate) random: bool,
    /// Which random input: the same number, the same input
    #[arg(long, value_name = "N", requires = "random")]
    pub(crate) seed: Option<u64>,
    /// List the problems
    #[arg(long, exclusive = true)]
    pub(crate) list: bool,
    #[command(flatten)]
    pub(crate) lang: LangArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) color: ColorArgs,
}

#[derive(Debug, Args)]
#[command(after_help = examples::PROVE)]
pub(crate) struct ProveArgs {
    #[command(flatten)]
    pub(crate) at: At,
    #[command(flatten)]
    pub(crate) ask: AskArgs,
    /// Write the certificate here (`-`: stdout)
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub(crate) file: String,
    /// What to prove: the exact value, or a half of it
    #[arg(long, value_enum, default_value_t = Half::Both)]
    pub(crate) half: Half,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// What to prove of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Half {
    /// That First gets at least the value
    Least,
    /// That First gets at most the value
    Most,
    /// That the value is exact
    Both,
}

impl From<Half> for Halves {
    fn from(half: Half) -> Halves {
        match half {
            Half::Least => Halves::Least,
            Half::Most => Halves::Most,
            Half::Both => Halves::Both,
        }
    }
}

#[derive(Debug, Args)]
#[command(after_help = examples::CHECK)]
pub(crate) struct CheckArgs {
    /// The certificate (`-`: stdin)
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// Keep the positions listed within so many bytes (4G unless given)
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) max_memory: Option<u64>,
    /// Look at no more moves than this (100,000,000,000 unless given)
    #[arg(long, value_name = "N")]
    pub(crate) max_moves: Option<u64>,
    #[command(flatten)]
    pub(crate) color: ColorArgs,
}

/// The language of what is said.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct LangArgs {
    /// The language of messages; without it, that of LC_ALL, LC_MESSAGES or LANG
    #[arg(long, value_name = "LANG")]
    #[arg(value_parser = lang_parser())]
    lang: Option<Lang>,
}

impl LangArgs {
    /// The language: the flag, or the locale's. Here and nowhere else the environment is asked.
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

/// The languages by name.
fn lang_parser() -> impl TypedValueParser<Value = Lang> {
    PossibleValuesParser::new(Lang::ALL.map(Lang::name)).try_map(|name| {
        let found = Lang::ALL.into_iter().find(|lang| lang.name() == name);
        found.ok_or("no such language")
    })
}

#[derive(Debug, Args)]
#[command(after_help = examples::GAMES)]
pub(crate) struct GamesArgs {
    /// A game's name, or a whole spec
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
#[command(after_help = examples::COMPLETIONS)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
#[command(after_help = examples::MAN)]
pub(crate) struct ManArgs {
    /// Write the pages here, a file each; made if it is not there
    #[arg(value_name = "DIR")]
    pub(crate) dir: Option<std::path::PathBuf>,
}

/// A game.
#[derive(Debug, Args)]
pub(crate) struct GameArg {
    /// The game: NAME or NAME:key=value,key=value
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
}

/// A position of a game.
#[derive(Debug, Args)]
pub(crate) struct At {
    #[command(flatten)]
    pub(crate) game: GameArg,
    /// The position, in the game's notation
    #[arg(value_name = "POSITION", default_value = yomikiri_catalog::START)]
    pub(crate) position: String,
}

/// The question.
#[derive(Debug, Args)]
pub(crate) struct AskArgs {
    /// The question
    #[arg(long, value_name = "QUESTION", default_value_t = Ask::Winner, value_parser = ask_parser())]
    pub(crate) ask: Ask,
}

/// The questions by name.
pub(crate) fn ask_parser() -> impl TypedValueParser<Value = Ask> {
    let help = |ask: Ask| match ask {
        Ask::Winner => "who wins",
        Ask::Margin => "by how many points, from First's side",
        Ask::Distance => "who wins and in how many plies: soonest to win, latest to lose",
    };
    let names = Ask::ALL.map(|ask| PossibleValue::new(ask.name()).help(help(ask)));
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Ask>())
}

/// How to solve.
#[derive(Debug, Args)]
pub(crate) struct SolverArgs {
    /// The solver
    #[arg(long, value_name = "SOLVER", default_value = "auto", value_parser = solver_parser())]
    pub(crate) solver: Solver,
    /// Search without an optimisation; may be given again. It changes time, never an answer
    #[arg(long, value_name = "NAME", value_parser = switch_parser())]
    pub(crate) without: Vec<String>,
    /// Say what a search can do without: this help in full
    #[arg(long, action = clap::ArgAction::HelpLong)]
    help_search: Option<bool>,
}

impl SolverArgs {
    /// What a search may do.
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

/// A solver, or whichever fits best.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Solver(pub(crate) Option<Method>);

fn solver_parser() -> impl TypedValueParser<Value = Solver> {
    let auto = PossibleValue::new("auto").help("whichever fits the position best");
    let methods =
        Method::ALL.map(|method| PossibleValue::new(method.name()).help(method.summary()));
    PossibleValuesParser::new([auto].into_iter().chain(methods)).try_map(|name| {
        Ok::<_, String>(Solver(match name.as_str() {
            "auto" => None,
            name => Some(name.parse::<Method>()?),
        }))
    })
}

/// Limits of each question asked; a limit reached gives a proven range and exit code 3.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitArgs {
    /// Stop after so many seconds (0.5 is half of one) for each position
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub(crate) timeout: Option<Duration>,
    /// Keep stored positions within so many bytes (64K, 256M, 1G). Without this, a table of alpha_beta
    /// or proof_number grows to half of the free memory at most (1G where the system does not tell)
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) max_memory: Option<u64>,
    /// Visit at most so many positions for each one asked about
    #[arg(long, value_name = "N")]
    pub(crate) max_nodes: Option<u64>,
    /// Threads, 0 for all. The lines of --positions and the positions of `grade` have one each, and a
    /// table each; otherwise, and
    /// with --max-memory, alpha_beta uses all on one position. With --max-nodes it uses one. They
    /// change time, never an answer
    #[arg(short = 'j', long, value_name = "N", default_value_t = 0)]
    pub(crate) threads: usize,
}

impl LimitArgs {
    /// The limits of one question.
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            nodes: self.max_nodes,
            memory: self.max_memory,
            time: self.timeout,
        }
    }

    /// The threads to use, at least one.
    pub(crate) fn threads(&self) -> usize {
        thread_count(self.threads)
    }
}

/// Seconds, perhaps a fraction.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text
        .parse()
        .map_err(|_| "a number of seconds is expected, such as 10 or 0.5".to_owned())?;
    Duration::try_from_secs_f64(number).map_err(|error| error.to_string())
}

/// Bytes, perhaps in units of 1024.
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

/// The form of what is printed.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArgs {
    /// JSON, an object a line; a summary object, where there is one, comes last
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) color: ColorArgs,
}

/// The colours of what is printed.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct ColorArgs {
    /// Colours; `auto` looks at the terminal and at NO_COLOR
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Color::Auto)]
    pub(crate) color: Color,
}

/// When to colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definitions_are_sound() {
        Cli::command().debug_assert();
    }

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
