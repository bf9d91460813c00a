//! The arguments of the command line: one definition for each flag, with its documentation beside it.
//! Help, man pages and completions come from here. The arguments of a single verb may stand in the verb's
//! own file; those of several verbs stand in `shared`.

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
use crate::value::ValueArgs;
use clap::{Args, Parser, Subcommand, ValueEnum};
use yomikiri_catalog::Halves;

/// Exact answers for two-player games of perfect information: who wins, by how much, with which
/// moves
///
/// Data goes to stdout, everything else to stderr. You name a game by a line such as `tictactoe` or
/// `mnk:rows=3,cols=4,line=3`; see `yomikiri games`.
#[derive(Debug, Parser)]
#[command(name = "yomikiri", version, after_help = examples::EXIT_CODES)]
#[command(subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The verbs and their descriptions. The descriptions stand here, so that clap makes only the arguments of
/// the verb that is called. That saves half of the start-up time.
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
    /// Run every solver on the same position: value, calls, stored positions and seconds side by side
    ///
    /// Each solver gets 10 seconds and 1 GiB, or the limits of --timeout and --max-memory. If exact values
    /// differ, that is a bug: the command shows them and ends with exit code 1.
    Compare(CompareArgs),
    /// Answer a contest problem in the judge's format, byte for byte
    Contest(ContestArgs),
    /// Run a program on generated inputs until its output differs from the exact answer
    ///
    /// The command makes the failing case as small as it can, explains it, and writes it to NAME.in and
    /// NAME.out (the output that the program should have printed). It distinguishes a wrong answer, extra or
    /// missing output, a missing newline, garbage, a crash, a non-zero exit code, and too much time or output.
    Stress(StressArgs),
    /// Play against perfect play, or a weaker opponent, in the terminal
    ///
    /// Without a terminal, or with --plain, the command reads moves from stdin, one per line, and writes boards
    /// to stdout; `:help` lists the other commands. If a line is not a move, the command reports it and ends
    /// with exit code 2.
    Play(PlayArgs),
    /// Play in the browser: a board with the value of every move, and an API
    ///
    /// The first line of output is the address. The server needs no network. It answers every question within
    /// 5 seconds, if need be with the range proven so far; --timeout changes the time. Ctrl-C ends it.
    Serve(ServeArgs),
    /// Write a certificate: a file that proves the value of a position without trust in the solver
    ///
    /// The value goes to stdout, the size of the proof to stderr. The file contains the rules of the game, so
    /// you can check it without our code for them: with `yomikiri check`, or with the small program
    /// `yomikiri-check`. If a limit is reached, no file is written.
    Prove(ProveArgs),
    /// Check a certificate: print its claims, and whether it proves them
    ///
    /// The check uses the rules in the file and no code of the solver. For a good certificate the last line is
    /// `proved`. For a bad one the only line is `rejected: REASON at POSITION`, and the exit code is 1.
    Check(CheckArgs),
    /// Show what perfect play of a game looks like: a page with charts, or JSON; two games side by side
    ///
    /// The command enumerates all positions that play can reach and finds their values. The report shows how
    /// large the game is, the first moves, how soon it is decided, the longest win, how often a single move keeps
    /// the value, and the results of random and nearly perfect play. The page is one file in English and Japanese
    /// that needs no network. Without --max-memory the command uses at most half of the free memory. If it reaches
    /// a limit, it writes no file.
    Report(ReportArgs),
    /// Estimate the size of a game's table and the time to build it, from a sample
    ///
    /// The range is one of the number of positions. The bytes are an upper bound for that number, and the time is
    /// rough.
    Estimate(EstimateArgs),
    /// Build, probe, verify and export tables of whole games
    ///
    /// A table holds the value of every position that play can reach. It is one file in a directory of its
    /// own; the book documents its format byte for byte.
    Table(TableArgs),
    /// Find the value of a position as a combinatorial game: who wins it alone and in sums with others
    ///
    /// For games in which who cannot move has lost. The value is the canonical form as the books write it, with
    /// outcome, mean, temperature, stops and best moves; First is Left. GAME may be a sum of games and values,
    /// such as "domineering:rows=2,cols=2 + ^* - {2|1}".
    Value(ValueArgs),
    /// Grade the moves of played games, or of a program, against exact values
    ///
    /// The grade counts perfect moves, moves that kept who wins, blunders by kind, and points given away: over all
    /// moves, by player, by ply, and by the difficulty of the choice. Each rate has a 95% interval by game
    /// (Wilson's, with the design effect of the games).
    Grade(GradeArgs),
    /// List the games, or describe one
    Games(GamesArgs),
    /// Check and write rules files: games of your own, without Rust
    ///
    /// A rules file declares a game in TOML. Wherever a command takes the name of a game, it also takes the path
    /// of such a file. The book lists all keys.
    Rules(RulesArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
    /// Print the manual, or write its pages to a folder
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
            Command::Value(args) => args.output.color.color,
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
    /// Print all best moves too, as `best ...` (--json always has them for a single position)
    #[arg(long)]
    pub(crate) best: bool,
    /// Print a line of perfect play too, as `line ...`: at each position the first best move
    #[arg(long)]
    pub(crate) line: bool,
    /// Give the reason too: a forced win as a tree, a defence, or a comparison of points. If there is no
    /// short reason, say so and give the size of a proof
    #[arg(long, conflicts_with = "positions")]
    pub(crate) why: bool,
    /// Solve the position in each line of FILE (`-`: stdin), and print one answer per line, in order, as soon
    /// as it is known. A bad line gets `error`, and the reason on stderr. A line may be `after MOVE MOVE`; if
    /// positions are the columns played, an empty line is the start
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "after"])]
    pub(crate) positions: Option<String>,
    /// With --positions: solve each line from nothing. Without this, the solver keeps what it has learnt
    /// from the lines before
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
    /// Give the reason for the position's value, as `solve --why` does
    #[arg(long, conflicts_with = "positions")]
    pub(crate) why: bool,
    /// List only the legal moves, without solving
    #[arg(long, conflicts_with_all = ["why", "ask", "solver", "without", "table"])]
    pub(crate) no_values: bool,
    /// List the moves of the position in each line of FILE (`-`: stdin), in order, as soon as they are known.
    /// Each line of output has the position's value and then each move with its value, `*` before the best,
    /// separated by tabs. A bad line gets `error`, and the reason on stderr
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
    /// Also count the lines of play by length, and the nodes of the game tree by depth (perft)
    #[arg(long)]
    pub(crate) lines: bool,
    /// Stop counting after N plies
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
    /// The depth of the tree, in plies
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=100))]
    pub(crate) plies: u32,
    /// The format of the tree
    #[arg(long, value_enum, default_value_t = TreeFormat::Text)]
    pub(crate) format: TreeFormat,
    /// Instead of a tree, list the finished positions that decide the game whatever the weights are, each
    /// with its points under the given weights
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

/// The format of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TreeFormat {
    /// Indented lines: move, value, `*` where the move is best, position
    Text,
    /// Graphviz
    Dot,
    /// Mermaid
    Mermaid,
    /// One node per line, parents before children; the same as --json
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

/// The arguments of answering, which making a random input does not take.
const ANSWERING: [&str; 5] = ["explain", "perfect_play", "many", "file", "solver"];

#[derive(Debug, Args)]
#[command(after_help = examples::CONTEST)]
pub(crate) struct ContestArgs {
    /// The problem (see --list)
    #[arg(value_name = "ID", required_unless_present = "list")]
    pub(crate) id: Option<String>,
    /// The input (`-` or nothing: stdin)
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) file: String,
    #[command(flatten)]
    pub(crate) solver: SolverArgs,
    /// Explain on stderr how perfect play goes and to which result it leads
    #[arg(long)]
    pub(crate) explain: bool,
    /// Answer for perfect play, in a problem where the judge asks about the position as it stands
    #[arg(long)]
    pub(crate) perfect_play: bool,
    /// Answer many inputs, separated by white space, with one answer per line
    #[arg(long)]
    pub(crate) many: bool,
    /// Print a random valid input instead of an answer
    #[arg(long, conflicts_with_all = ANSWERING)]
    pub(crate) random: bool,
    /// The seed of the random input: the same number gives the same input
    // (Otherwise an argument that conflicts with --random would excuse its absence.)
    #[arg(long, value_name = "N", requires = "random")]
    #[arg(conflicts_with_all = ANSWERING)]
    pub(crate) seed: Option<u64>,
    /// List the problems
    #[arg(long, conflicts_with_all = ["id", "random", "explain", "perfect_play", "many", "solver"])]
    pub(crate) list: bool,
    /// With --list: also show the form of the input, every constraint, and the output
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
    /// The file for the certificate (`-`: stdout)
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub(crate) file: String,
    /// Prove the exact value, or one half of it
    #[arg(long, value_enum, default_value_t = Half::Both)]
    pub(crate) half: Half,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// The part of a value to prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Half {
    /// First gets at least the value
    Least,
    /// First gets at most the value
    Most,
    /// The value is exact
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
    /// The memory for the listed positions, in bytes [default: 4G]
    #[arg(long, value_name = "SIZE", value_parser = size, allow_negative_numbers = true)]
    pub(crate) max_memory: Option<u64>,
    /// The greatest number of moves to examine [default: 100,000,000,000]
    #[arg(long, value_name = "N")]
    pub(crate) max_moves: Option<u64>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
#[command(after_help = examples::GAMES)]
pub(crate) struct GamesArgs {
    /// The name of a game, or a whole spec
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
    /// The folder for the pages, one file per page; the command makes it if it does not exist
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

    /// Clap makes arguments late. Their descriptions must not replace the description of their verb.
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
