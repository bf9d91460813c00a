//! The arguments of `estimate` and `table`.

use crate::args::{
    AskArgs, Color, ColorArgs, GameArg, LimitArgs, OutputArgs, ask_parser, parquet_file, seconds,
    size,
};
use crate::examples;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, Args, Subcommand};
use std::time::Duration;
use yomikiri_catalog::Ask;

#[derive(Debug, Args)]
#[command(after_help = examples::ESTIMATE)]
pub(crate) struct EstimateArgs {
    #[command(flatten)]
    pub(crate) subject: SubjectArgs,
    #[command(flatten)]
    pub(crate) room: RoomArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
#[command(after_help = examples::TABLE)]
pub(crate) struct TableArgs {
    #[command(subcommand)]
    pub(crate) command: TableCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum TableCommand {
    Build(TableBuildArgs),
    Info(TableInfoArgs),
    Probe(TableProbeArgs),
    Verify(TableVerifyArgs),
    Export(TableExportArgs),
}

impl TableCommand {
    pub(crate) fn color(&self) -> Color {
        match self {
            TableCommand::Build(args) => args.output.color.color,
            TableCommand::Info(args) => args.output.color.color,
            TableCommand::Probe(args) => args.output.color.color,
            TableCommand::Verify(args) => args.output.color.color,
            TableCommand::Export(args) => args.color.color,
        }
    }
}

/// Build a table, or go on building it after an interruption
///
/// Enumerates all positions tier by tier, then values them backward, and spills to disk what does not
/// fit in memory. After a kill, a full disk or Ctrl-C the same command goes on from the last
/// checkpoint; the finished bytes are the same, whatever the interruptions, threads and memory.
#[derive(Debug, Args)]
pub(crate) struct TableBuildArgs {
    #[command(flatten)]
    pub(crate) subject: SubjectArgs,
    /// The directory, made if it is not there
    #[arg(short = 'o', long = "output", value_name = "DIR")]
    pub(crate) dir: std::path::PathBuf,
    #[command(flatten)]
    pub(crate) room: RoomArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Say what a table holds, as JSON: positions and values in all and by ply, sizes, digests
#[derive(Debug, Args)]
pub(crate) struct TableInfoArgs {
    #[command(flatten)]
    pub(crate) dir: DirArg,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Ask a table about positions: the value and the best moves of each, a line a position
#[derive(Debug, Args)]
pub(crate) struct TableProbeArgs {
    #[command(flatten)]
    pub(crate) dir: DirArg,
    /// The positions, in the game's notation; `-` for one a line from stdin, answered as they come.
    /// Without any, the start. What is no position is reported, and the others are answered
    #[arg(value_name = "POSITION", default_value = yomikiri_catalog::START)]
    pub(crate) positions: Vec<String>,
    /// The question, if not the table's own: a table of margins or distances also tells who wins
    #[arg(long, value_name = "QUESTION", value_parser = ask_parser())]
    pub(crate) ask: Option<Ask>,
    /// All legal moves too, each with its value: after the best moves a column a move, `MOVE VALUE`
    #[arg(long)]
    pub(crate) moves: bool,
    /// Keep blocks of values within so many bytes (64M)
    #[arg(long, value_name = "SIZE", value_parser = size, allow_negative_numbers = true)]
    pub(crate) cache: Option<u64>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Verify a table: checksums, then every key and every value against the rules
///
/// Exit codes: 0 all of it is true, 1 it is not and the first fault is named.
#[derive(Debug, Args)]
pub(crate) struct TableVerifyArgs {
    #[command(flatten)]
    pub(crate) dir: DirArg,
    #[command(flatten)]
    pub(crate) room: RoomArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Write all positions in a form that other programs read
///
/// A row a stored position, or with `--unfold` a row a position: its text, its key, who is to move, the ply
/// at which play first reaches it (where the table knows), the reachable positions that it stands for, its
/// value, margin and distance, whether it is won by play that never ends, its best moves.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("form").required(true))]
pub(crate) struct TableExportArgs {
    #[command(flatten)]
    pub(crate) dir: DirArg,
    /// Comma-separated values with a heading (`-`: stdout)
    #[arg(long, value_name = "FILE", group = "form")]
    pub(crate) csv: Option<String>,
    /// Apache Parquet, by a program that was built with `--features parquet`
    #[arg(long, value_name = "FILE", group = "form", value_parser = parquet_file)]
    pub(crate) parquet: Option<String>,
    /// A certificate of all values, for `yomikiri check`: of games with declared rules, and small ones,
    /// for every position is held in memory
    #[arg(long, value_name = "FILE", group = "form")]
    pub(crate) certificate: Option<String>,
    /// All positions that play can reach, each with its own best moves, also where the table stores one for
    /// all its mirror images
    #[arg(long, conflicts_with = "certificate")]
    pub(crate) unfold: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) color: ColorArgs,
}

// What a table is to be of.
#[derive(Debug, Args)]
pub(crate) struct SubjectArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,
    #[command(flatten)]
    pub(crate) ask: AskArgs,
    /// Whether one position stands for all that a symmetry makes alike; without it, wherever one holds
    #[arg(long, value_name = "YES", value_parser = yes_or_no())]
    pub(crate) symmetry: Option<bool>,
}

// A table.
#[derive(Debug, Args)]
pub(crate) struct DirArg {
    /// The table's directory, or its file
    #[arg(value_name = "DIR")]
    pub(crate) dir: std::path::PathBuf,
}

// A table to read answers from.
#[derive(Debug, Args)]
pub(crate) struct FromTableArgs {
    /// Read the answers from a table (its directory, or its file) instead of solving. It has to be one of
    /// the same rules, wherever their file lies, and of the same question (who wins is told by every table)
    #[arg(long, value_name = "PATH", conflicts_with_all = ["solver", "without"])]
    pub(crate) table: Option<std::path::PathBuf>,
}

// What work on a table may use.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct RoomArgs {
    /// Work within so many bytes of memory (64K, 256M, 1G); building takes 1M at least
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = size, allow_negative_numbers = true)]
    pub(crate) max_memory: u64,
    /// Keep files, scratch files included, within so many bytes
    #[arg(long, value_name = "SIZE", value_parser = size, allow_negative_numbers = true)]
    pub(crate) max_disk: Option<u64>,
    /// Stop after so many seconds; what is done stays done
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) timeout: Option<Duration>,
    /// Threads, 0 for as many as there are processors
    #[arg(
        short = 'j',
        long,
        value_name = "N",
        default_value_t = 0,
        allow_negative_numbers = true
    )]
    pub(crate) threads: usize,
}

/// `yes` and `no` as a flag.
fn yes_or_no() -> impl TypedValueParser<Value = bool> {
    PossibleValuesParser::new(["yes", "no"]).map(|word| word == "yes")
}
