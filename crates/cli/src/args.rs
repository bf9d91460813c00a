//! The arguments: one definition a flag, with its documentation beside it. Help, man pages and
//! completions come from here. Arguments of one verb alone may stand in the verb's own file, and those of
//! several stand in `shared`.

mod shared;

pub(crate) use shared::{
    AskArgs, At, Color, ColorArgs, GameArg, LangArgs, LimitArgs, OutputArgs, SolverArgs,
    ask_parser, parquet_file, seconds, size,
};

use crate::examples;
use crate::grade::GradeArgs;
use crate::play::PlayArgs;
use crate::report::ReportArgs;
use crate::rules::RulesArgs;
use crate::serve::ServeArgs;
use crate::stress::StressArgs;
use crate::tables::args::{EstimateArgs, FromTableArgs, TableArgs};
use clap::{Args, Parser, Subcommand, ValueEnum};
use yomikiri_catalog::Halves;

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
            Command::Contest(args) => args.output.color.color,
            Command::Stress(args) => args.form.color.color,
            Command::Play(args) => args.color.color,
            Command::Serve(args) => args.color.color,
            Command::Prove(args) => args.output.color.color,
            Command::Check(args) => args.output.color.color,
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
    /// line gets `error`, and the reason on stderr. A line may be `after MOVE MOVE`; where positions are
    /// the columns played, an empty one is the start
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "after"])]
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
    #[arg(long, conflicts_with = "positions")]
    pub(crate) why: bool,
    /// List the legal moves alone, and solve nothing
    #[arg(long, conflicts_with_all = ["why", "ask", "solver", "without", "table"])]
    pub(crate) no_values: bool,
    /// List the moves of every line of FILE (`-`: stdin), a line each, in order and as they come: the
    /// position's value and then each move, `*` before the best, with its value, all of them separated by
    /// tabs. A bad line gets `error`, and the reason on stderr
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "after"])]
    pub(crate) positions: Option<String>,
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
    /// Count the lines of play by length too, and the nodes of the game tree by depth (perft)
    #[arg(long)]
    pub(crate) lines: bool,
    /// Count no further than after N plies
    #[arg(long, value_name = "N")]
    pub(crate) plies: Option<u32>,
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

/// What a contest's input is answered by, and no random one is made with.
const ANSWERING: [&str; 5] = ["explain", "perfect_play", "many", "file", "solver"];

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
    #[arg(long, conflicts_with_all = ANSWERING)]
    pub(crate) random: bool,
    /// Which random input: the same number, the same input
    // (What conflicts with --random would count as a reason for its being missing.)
    #[arg(long, value_name = "N", requires = "random")]
    #[arg(conflicts_with_all = ANSWERING)]
    pub(crate) seed: Option<u64>,
    /// List the problems
    #[arg(long, conflicts_with_all = ["id", "random", "explain", "perfect_play", "many", "solver"])]
    pub(crate) list: bool,
    /// With --list: the form of the input, every constraint, and the output of each
    #[arg(long, requires = "list")]
    pub(crate) long: bool,
    #[command(flatten)]
    pub(crate) lang: LangArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
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
    #[arg(long, value_name = "SIZE", value_parser = size, allow_negative_numbers = true)]
    pub(crate) max_memory: Option<u64>,
    /// Look at no more moves than this (100,000,000,000 unless given)
    #[arg(long, value_name = "N")]
    pub(crate) max_moves: Option<u64>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
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

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definitions_are_sound() {
        Cli::command().debug_assert();
    }

    /// Arguments are made late, and must not put a description of theirs in the place of their verb's.
    #[test]
    fn every_verb_keeps_its_description() {
        fn descriptions(command: &clap::Command) -> Vec<(String, [Option<String>; 2])> {
            let verbs = command
                .get_subcommands()
                .filter(|verb| verb.get_name() != "help");
            let text = |verb: &clap::Command| {
                [verb.get_about(), verb.get_long_about()].map(|text| Some(text?.to_string()))
            };
            verbs
                .map(|verb| (verb.get_name().to_owned(), text(verb)))
                .collect()
        }
        let mut command = Cli::command();
        let stated = descriptions(&command);
        command.build();
        assert_eq!(descriptions(&command), stated);
        assert!(stated.iter().all(|(_, [about, _])| about.is_some()));
    }
}
