//! `table build`.

use super::args::{RoomArgs, SubjectArgs};
use super::estimate::{free_disk, too_large};
use super::info::Info;
use super::pace::{self, Pace};
use crate::args::OutputArgs;
use crate::console::Console;
use crate::outcome::{Exit, Failure};
use crate::sources::open_table;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use indicatif::HumanCount;
use std::io::ErrorKind;
use std::path::Path;
use std::time::Instant;
use yomikiri_catalog::Counted;
use yomikiri_catalog::table::{Building, Built, Disk, Extent, TableFault};

/// Build a table, or continue after an interruption
///
/// The command enumerates all positions tier by tier and then finds their values backward. Data that does not
/// fit in memory goes to scratch files. After a kill, a full disk or Ctrl-C, run the same command again: it
/// continues from the last checkpoint. Interruptions, threads and memory do not change the bytes of the
/// finished table.
#[derive(Debug, Args)]
pub(crate) struct TableBuildArgs {
    #[command(flatten)]
    pub(crate) subject: SubjectArgs,
    /// The directory of the table; created if it does not exist
    #[arg(short = 'o', long = "output", value_name = "DIR")]
    pub(crate) dir: std::path::PathBuf,
    /// Store only the positions that can arise while at least one player has made no mistake. They suffice for
    /// perfect play of either side. `one`: only those that can arise while at least one player has always made
    /// the first best move; these are far fewer. The command finds the positions by searching; play must not
    /// cycle
    #[arg(long, value_name = "MOVES", num_args = 0..=1, require_equals = true, default_missing_value = "all", value_parser = extents())]
    pub(crate) semi_strong: Option<Extent>,
    #[command(flatten)]
    pub(crate) room: RoomArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Parses the name of a semi-strong extent.
fn extents() -> impl TypedValueParser<Value = Extent> {
    let names = Extent::SEMI_STRONG.map(Extent::name);
    PossibleValuesParser::new(names).map(|name| Extent::semi_strong(&name).unwrap_or_default())
}

pub(super) fn run(args: &TableBuildArgs, console: &mut Console) -> Result<Exit, Failure> {
    let (game, mut subject) = args
        .subject
        .open(&mut args.room.control(console), console)?;
    subject.extent = args.semi_strong.unwrap_or_default();
    let options = args.room.options();
    // A table without an estimate may still be built, because the limits also hold while building. The number of
    // positions in a semi-strong table is unknown without a search.
    let estimate = match subject.extent.is_semi_strong() {
        false => Some(game.estimate_table(&subject, &mut args.room.control(console))),
        true => None,
    };
    match estimate {
        Some(Ok(found)) => {
            if let Some(fault) = too_large(&found, &options, free_disk(&args.dir)) {
                return Err(fault.into());
            }
        }
        Some(Err(TableFault::Stopped(why))) => return Err(Failure::stopped(why)),
        Some(Err(_)) | None => {}
    }
    let storage = Disk::at(&args.dir)?;
    let started = Instant::now();
    let mut teller = console.teller();
    let mut pace = Pace::new();
    let mut told = |building: &Building| teller(pace.building(building));
    let mut control = args.room.silent(console);
    let built = game
        .build_table(&subject, &storage, &options, &mut control, &mut told)
        .map_err(|fault| unbuilt(fault, &args.dir))?;
    let table = open_table(&args.dir)?;
    let summary = Info::of(&table)?;
    summary.say(args.output.json, console)?;
    match built {
        Built::WasThere => console.say("note: the table was there already"),
        Built::Finished => {
            let seconds = started.elapsed().as_secs_f64();
            let rate = (summary.positions as f64 / seconds.max(1e-9)) as u64;
            console.say(format_args!(
                "note: {} in this run, {}/s",
                pace::time(seconds),
                Counted(HumanCount(rate), "position")
            ));
        }
    }
    Ok(Exit::Answered)
}

/// Converts the fault of a build. If the disk is full, this says what to do.
fn unbuilt(fault: TableFault, dir: &Path) -> Failure {
    match &fault {
        TableFault::Io { error, .. }
            if matches!(
                error.kind(),
                ErrorKind::StorageFull | ErrorKind::QuotaExceeded
            ) =>
        {
            Failure::Limit(format!(
                "{fault}: make room in `{}` and run the same command again, which continues from the last checkpoint",
                dir.display()
            ))
        }
        _ => fault.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_has_advice() {
        let of = |kind: ErrorKind| {
            let fault = TableFault::Io {
                doing: "cannot write run-60".to_owned(),
                error: kind.into(),
            };
            match unbuilt(fault, Path::new("tables/c4")) {
                Failure::Limit(why) => why,
                other => panic!("{other:?}"),
            }
        };
        let full = of(ErrorKind::StorageFull);
        assert!(full.starts_with("cannot write run-60: "), "{full}");
        assert!(full.contains("make room in `tables/c4`"), "{full}");
        assert!(!of(ErrorKind::PermissionDenied).contains("make room"));
    }
}
