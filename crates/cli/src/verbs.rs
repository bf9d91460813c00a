//! The verbs of the command line, in the order of the help. The arguments and the code of a verb are in its own file.

use crate::books::{self, BookArgs};
use crate::check::{self, CheckArgs};
use crate::compare::{self, CompareArgs};
use crate::completions::{self, CompletionsArgs};
use crate::console::Console;
use crate::contest::{self, ContestArgs};
use crate::count::{self, CountArgs};
use crate::examples;
use crate::export::{self, ExportArgs};
use crate::games::{self, GamesArgs};
use crate::grade::{self, GradeArgs};
use crate::man::{self, ManArgs};
use crate::moves::{self, MovesArgs};
use crate::outcome::{Exit, Failure};
use crate::play::{self, PlayArgs};
use crate::prove::{self, ProveArgs};
use crate::report::{self, ReportArgs};
use crate::rules::{self, RulesArgs};
use crate::serve::{self, ServeArgs};
use crate::shards::{self, ShardArgs};
use crate::solve::{self, SolveArgs};
use crate::stress::{self, StressArgs};
use crate::tables::{self, EstimateArgs, TableArgs};
use crate::tree::{self, TreeArgs};
use crate::value::{self, ValueArgs};
use clap::{CommandFactory, Parser, Subcommand};

/// Exact answers for two-player games of perfect information: who wins, by how much, with which moves
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
    /// differ, Yomikiri has a bug: the command shows them and ends with exit code 1.
    Compare(CompareArgs),
    /// Answer a contest problem in the judge's format, byte for byte
    Contest(ContestArgs),
    /// Run a program on generated inputs until its output differs from the exact answer
    ///
    /// The command shrinks the failing case, explains it, and writes it to NAME.in and NAME.out (the output
    /// that the program should have printed). It distinguishes a wrong answer, extra or missing output,
    /// garbage, a crash, a non-zero exit code, and too much time, memory or output.
    ///
    /// For a problem that is not in the list, describe its inputs with --input or make them with --generate,
    /// get the answers from --oracle, and judge outputs with --checker or --interactor.
    Stress(StressArgs),
    /// Play against perfect play, or a weaker opponent, in the terminal
    ///
    /// Without a terminal, or with --plain, the command reads moves from stdin, one per line, and writes boards
    /// to stdout; `:help` lists the other commands. If a line is not a move, the command reports it and ends
    /// with exit code 2.
    Play(PlayArgs),
    /// Play in the browser: a board with the value of every move, and an API
    ///
    /// The first line of output is the address. The server needs no network. It answers every question within 5
    /// seconds (see --timeout); if the time is too short, the answer is the range proven so far. Ctrl-C stops
    /// the server.
    Serve(ServeArgs),
    /// Write a certificate: a file that proves the value of a position to someone who does not trust the solver
    ///
    /// The value goes to stdout, the size of the proof to stderr. The file contains the rules of the game, so
    /// you can check it without our code for them: with `yomikiri check`, or with the small program
    /// `yomikiri-check`. If a limit is reached, the command writes no file and ends with exit code 3. With
    /// --strategy it then writes the half that it has found, unless FILE exists.
    Prove(ProveArgs),
    /// Check a certificate: print its claims, and whether it proves them
    ///
    /// The check uses the rules in the file and no code of the solver. For a good certificate the last line is
    /// `proved`. For a bad one the only line is `rejected: REASON at POSITION`, and the exit code is 1.
    Check(CheckArgs),
    /// Report on perfect play of a game: a page with charts, or JSON; two games side by side
    ///
    /// The command enumerates all positions that play can reach and finds their values. The report shows the
    /// size of the game, the first moves, how soon the game is decided, the longest win, how often a single
    /// move keeps the value, and the results of random and nearly perfect play. The page is a single file in
    /// English and Japanese that needs no network. Without --max-memory the command uses at most half of the
    /// free memory. If it reaches a limit, it writes no file.
    Report(ReportArgs),
    /// Write a game as one HTML file: the moves of a position, best play after each, and all values
    ///
    /// The browser page of `serve` saves the same file. It needs no server and no network, and works in the
    /// frame of another page. If a limit is reached, the file holds what was found by then, and the exit code
    /// is 3.
    Export(ExportArgs),
    /// Estimate the size of a game's table and the time to build it, from a sample
    ///
    /// The command prints a range for the number of positions, an upper bound for the bytes, and a rough time.
    Estimate(EstimateArgs),
    /// Build, probe, verify and export tables of whole games
    ///
    /// A table holds the value of every position that play can reach. It is one file in a directory of its
    /// own; the book documents its format byte for byte.
    Table(TableArgs),
    /// Build a table task by task, with many processes or machines that share a folder
    ///
    /// A plan cuts the work on a whole game into tasks. Each task reads files of a folder, writes one file, and
    /// ends. Slurm, make, or `shard work` runs the tasks. If a task is killed, run it again. The finished table
    /// has the same bytes as that of `table build`.
    Shard(ShardArgs),
    /// Build and verify opening books
    ///
    /// A book holds the values of all positions of a game's first plies. For the games whose books the program
    /// contains, it answers these positions at once.
    Book(BookArgs),
    /// Find the value of a position as a combinatorial game: the winner alone and in sums with other games
    ///
    /// The command is for games of normal play: a player who cannot move loses. It prints the canonical form in
    /// the usual notation, the outcome, mean, temperature, stops and best moves. First is Left. GAME may be a
    /// sum of games and values, such as "domineering:rows=2,cols=2 + ^* - {2|1}".
    Value(ValueArgs),
    /// Grade the moves of played games, or of a program, against exact values
    ///
    /// The command counts perfect moves, moves that did not change the winner, blunders by kind, and points
    /// given away: over all moves, by player, by ply, and by the difficulty of the choice. Each rate has a 95%
    /// interval (Wilson's, with the design effect of moves from the same game).
    Grade(GradeArgs),
    /// List the games, or describe one
    Games(GamesArgs),
    /// Check and write rules files: games of your own, without programming
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
    /// Runs the verb.
    ///
    /// # Errors
    ///
    /// If the verb fails.
    pub(crate) fn run(&self, console: &mut Console) -> Result<Exit, Failure> {
        match self {
            Command::Solve(args) => solve::run(args, console),
            Command::Moves(args) => moves::run(args, console),
            Command::Count(args) => count::run(args, console),
            Command::Tree(args) => tree::run(args, console),
            Command::Compare(args) => compare::run(args, console),
            Command::Contest(args) => contest::run(args, console),
            Command::Stress(args) => stress::run(args, console),
            Command::Play(args) => play::run(args, console),
            Command::Serve(args) => serve::run(args, console),
            Command::Prove(args) => prove::run(args, console),
            Command::Check(args) => check::run(args, console),
            Command::Report(args) => report::run(args, console),
            Command::Export(args) => export::run(args, console),
            Command::Estimate(args) => tables::estimate(args, console),
            Command::Table(args) => tables::run(args, console),
            Command::Shard(args) => shards::run(args, console),
            Command::Book(args) => books::run(args, console),
            Command::Value(args) => value::run(args, console),
            Command::Grade(args) => grade::run(args, console),
            Command::Games(args) => games::run(args, console),
            Command::Rules(args) => rules::run(args, console),
            Command::Completions(args) => completions::run(args, &mut Cli::command(), console),
            Command::Man(args) => man::run(args, Cli::command(), console),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definitions_are_sound() {
        Cli::command().debug_assert();
    }

    /// Clap adds arguments late (`defer`). Their descriptions must not replace the description of their verb.
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

    /// What is wrong with a number is said in our words, whichever option it is given to.
    #[test]
    fn every_option_names_what_it_expects() {
        fn verbs(command: &clap::Command, path: &[String]) -> Vec<Vec<String>> {
            let inner = command.get_subcommands().flat_map(|verb| {
                let path = [path, &[verb.get_name().to_owned()]].concat();
                verbs(verb, &path)
            });
            let options = command.get_opts().filter_map(|option| {
                let name = format!("--{}", option.get_long()?);
                Some([path, &[name]].concat())
            });
            inner.chain(options).collect()
        }
        let mut command = Cli::command();
        command.build();
        let (mut numbers, foreign) = (
            0,
            ["invalid digit", "invalid float", "cannot parse", "not in"],
        );
        for words in verbs(&command, &[]) {
            for value in ["-1", "1.5", "x", "99999999999999999999"] {
                let given = [&["yomikiri".to_owned()], &words[..], &[value.to_owned()]].concat();
                let told = Cli::try_parse_from(given).map_err(|error| error.to_string());
                let told = told.err().unwrap_or_default();
                numbers += usize::from(told.contains("a whole number from"));
                let is_ours = foreign.iter().all(|words| !told.contains(words));
                assert!(is_ours, "{words:?} {value}: {told}");
            }
        }
        assert!(numbers > 100, "{numbers}");
    }
}
