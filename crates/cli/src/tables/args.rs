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

/// Build a table, or continue after an interruption
///
/// The command enumerates all positions tier by tier and then finds their values backward. Data that does not
/// fit in memory goes to scratch files. After a kill, a full disk or Ctrl-C the same command goes on from the
/// last checkpoint. The finished table has the same bytes, whatever the interruptions, threads and memory.
#[derive(Debug, Args)]
pub(crate) struct TableBuildArgs {
    #[command(flatten)]
    pub(crate) subject: SubjectArgs,
    /// The directory of the table; the command makes it if it does not exist
    #[arg(short = 'o', long = "output", value_name = "DIR")]
    pub(crate) dir: std::path::PathBuf,
    #[command(flatten)]
    pub(crate) room: RoomArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Describe a table, as JSON: positions and values in all and by ply, sizes, digests
#[derive(Debug, Args)]
pub(crate) struct TableInfoArgs {
    #[command(flatten)]
    pub(crate) dir: DirArg,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Look up positions in a table: the value and the best moves, one line per position
#[derive(Debug, Args)]
pub(crate) struct TableProbeArgs {
    #[command(flatten)]
    pub(crate) dir: DirArg,
    /// The positions, in the game's notation. `-` reads one position per line from stdin and answers each at
    /// once. The command reports a text that is not a position and answers the others. Write `--` before positions that
    /// begin with `-`
    #[arg(value_name = "POSITION", default_value = yomikiri_catalog::START)]
    pub(crate) positions: Vec<String>,
    /// The question, if it is not the table's own; a table of margins or distances also tells who wins
    #[arg(long, value_name = "QUESTION", value_parser = ask_parser())]
    pub(crate) ask: Option<Ask>,
    /// Print all legal moves with their values too, in further columns `MOVE VALUE`
    #[arg(long)]
    pub(crate) moves: bool,
    /// The memory for blocks of values, in bytes [default: 64M]
    #[arg(long, value_name = "SIZE", value_parser = size, allow_negative_numbers = true)]
    pub(crate) cache: Option<u64>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Verify a table: checksums, then every key and every value against the rules
///
/// Exit codes: 0 the table is right, 1 it is not, and the first fault is named.
#[derive(Debug, Args)]
pub(crate) struct TableVerifyArgs {
    #[command(flatten)]
    pub(crate) dir: DirArg,
    #[command(flatten)]
    pub(crate) room: RoomArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Export all positions in a format that other programs can read
///
/// The export has one row for each stored position, or with `--unfold` one for each reachable position. The
/// columns are the position's text, its key, the player to move, the ply at which play first reaches it (if the
/// table knows), the number of reachable positions for which it stands, its value, margin and distance, whether
/// it is won by play that never ends, and its best moves.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("form").required(true))]
pub(crate) struct TableExportArgs {
    #[command(flatten)]
    pub(crate) dir: DirArg,
    /// The file for comma-separated values with a heading (`-`: stdout)
    #[arg(long, value_name = "FILE", group = "form")]
    pub(crate) csv: Option<String>,
    /// The file for Apache Parquet (only in a program that was built with `--features parquet`)
    #[arg(long, value_name = "FILE", group = "form", value_parser = parquet_file)]
    pub(crate) parquet: Option<String>,
    /// The file for a certificate of all values, for `yomikiri check`. The game must have declared rules or be
    /// small, because all positions are held in memory
    #[arg(long, value_name = "FILE", group = "form")]
    pub(crate) certificate: Option<String>,
    /// Write a row for every position that play can reach, each with its own best moves. Otherwise a row
    /// may stand for several mirror images
    #[arg(long, conflicts_with = "certificate")]
    pub(crate) unfold: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) color: ColorArgs,
}

// The subject of a table: a game, a question, and the use of symmetry.
#[derive(Debug, Args)]
pub(crate) struct SubjectArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,
    #[command(flatten)]
    pub(crate) ask: AskArgs,
    /// Store one position for all its mirror images; without this, wherever a symmetry holds
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
    /// Read the answers from a table (its directory, or its file) instead of solving. The table must have the
    /// same rules, wherever their file lies, and the same question, unless the question is who wins
    #[arg(long, value_name = "PATH", conflicts_with_all = ["solver", "without"])]
    pub(crate) table: Option<std::path::PathBuf>,
}

// The limits for work on a table.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct RoomArgs {
    /// The memory to use, in bytes (64K, 256M, 1G); a build needs at least 1M
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = size, allow_negative_numbers = true)]
    pub(crate) max_memory: u64,
    /// The disk space to use, scratch files included, in bytes
    #[arg(long, value_name = "SIZE", value_parser = size, allow_negative_numbers = true)]
    pub(crate) max_disk: Option<u64>,
    /// Stop after this many seconds; finished work is kept
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) timeout: Option<Duration>,
    /// The number of threads; 0: as many as there are processors
    #[arg(
        short = 'j',
        long,
        value_name = "N",
        default_value_t = 0,
        allow_negative_numbers = true
    )]
    pub(crate) threads: usize,
}

/// Parses `yes` and `no` as a flag.
fn yes_or_no() -> impl TypedValueParser<Value = bool> {
    PossibleValuesParser::new(["yes", "no"]).map(|word| word == "yes")
}
