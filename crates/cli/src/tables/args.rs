//! Shared code of the verbs of tables: arguments, and the values that they stand for.

use crate::args::{AskArgs, GameArg, seconds, size, whole};
use crate::console::Console;
use crate::files;
use crate::outcome::Failure;
use crate::sources::{open_table, write_down};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::time::Duration;
use yomikiri_catalog::table::{OpenTable, Options, Subject};
use yomikiri_catalog::{AnyGame, Control, Limits, TableGameError, open_table_game, thread_count};

// The subject of a table: a game, a question, the positions that play starts from, and the use of symmetry.
#[derive(Debug, Args)]
pub(crate) struct SubjectArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,
    #[command(flatten)]
    pub(crate) ask: AskArgs,
    /// Start from this position, and not from the start of the game (may be repeated): the table then holds only
    /// what play can reach from these positions. In the game's notation, or `POSITION after MOVE MOVE` (in quotes)
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    pub(crate) from: Vec<String>,
    /// Store one position for all its mirror images (default: yes, if the game has a symmetry, and the images of
    /// every start are starts too)
    #[arg(long, value_name = "YES", value_parser = yes_or_no())]
    pub(crate) symmetry: Option<bool>,
}

/// The note on tables of games whose rules a program tells.
const WRITTEN: &str = "note: the table is of the graph that this game comes to: it has the texts of positions; without \
                       the game, moves are called after the positions that they lead to";

impl SubjectArgs {
    /// Opens the game, and returns it with the rest of the table's subject. A game that a program knows is enumerated,
    /// under the limit of time.
    ///
    /// # Errors
    ///
    /// If the spec or a position is bad, if the program fails, or if the limit is reached.
    pub(crate) fn open(
        &self,
        control: &mut Control<'_>,
        console: &Console,
    ) -> Result<(Box<dyn AnyGame>, Subject), Failure> {
        let game = console.open(&self.game.game)?;
        if write_down(game.as_ref(), control)? {
            console.say(WRITTEN);
        }
        let subject = match self.from.is_empty() {
            true => game.subject(self.ask.ask, self.symmetry),
            false => {
                let part = game.part(self.ask.ask, self.symmetry, &self.from);
                part.map_err(|error| Failure::in_part("--from", &self.from, error))?
            }
        };
        Ok((game, subject))
    }
}

// A table.
#[derive(Debug, Args)]
pub(crate) struct DirArg {
    /// The table's directory, or its file; in a program built with `--features stores` also an address (s3, gs,
    /// az, http, https)
    #[arg(value_name = "DIR")]
    pub(crate) dir: std::path::PathBuf,
}

impl DirArg {
    /// Opens the table and its game.
    ///
    /// # Errors
    ///
    /// If the path has no table, if the table is damaged, or if the game is not the table's.
    pub(super) fn open(&self) -> Result<(OpenTable, Box<dyn AnyGame>), Failure> {
        let table = open_table(&self.dir)?;
        let game = of_table(table.subject(), open_table_game(&table, &files::Disk))?;
        Ok((table, game))
    }
}

/// Returns the game opened for a table or a plan, or converts the error.
pub(crate) fn of_table(
    subject: &Subject,
    game: Result<Box<dyn AnyGame>, TableGameError>,
) -> Result<Box<dyn AnyGame>, Failure> {
    game.map_err(|error| match error {
        TableGameError::Spec(error) => Failure::in_spec(&subject.game, error),
        TableGameError::Table(fault) => fault.into(),
    })
}

// The limits for work on a table.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct RoomArgs {
    /// The memory to use, in bytes (64K, 256M, 1G): at least 1M, for some games more. All threads together
    /// share it
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = size, allow_negative_numbers = true)]
    pub(crate) max_memory: u64,
    /// The disk space to use, scratch files included, in bytes
    #[arg(long, value_name = "SIZE", value_parser = size, allow_negative_numbers = true)]
    pub(crate) max_disk: Option<u64>,
    /// Stop after this many seconds; finished work is kept
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) timeout: Option<Duration>,
    /// The number of threads; 0: one per processor
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

impl RoomArgs {
    /// Returns the limits for building and verifying.
    pub(crate) fn options(&self) -> Options {
        Options {
            memory: self.max_memory,
            disk: self.max_disk,
            threads: thread_count(self.threads),
            ..Options::default()
        }
    }

    /// Returns the limit of time. The work keeps to the memory itself: see [`options`](RoomArgs::options).
    fn limits(&self) -> Limits {
        Limits {
            time: self.timeout,
            ..Limits::default()
        }
    }

    /// Returns the control of work that reports its progress itself, with its limit of time.
    pub(crate) fn silent(&self, console: &Console) -> Control<'static> {
        console.silent(self.limits())
    }

    /// Returns the control of the work, with its limit of time.
    pub(crate) fn control(&self, console: &Console) -> Control<'static> {
        console.control_within(self.limits())
    }
}

/// Parses `yes` and `no` as a flag.
fn yes_or_no() -> impl TypedValueParser<Value = bool> {
    PossibleValuesParser::new(["yes", "no"]).map(|word| word == "yes")
}
