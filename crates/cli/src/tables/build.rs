//! `table build`.

use super::args::TableBuildArgs;
use super::estimate::{free_disk, too_large};
use super::info::Info;
use super::pace::Pace;
use super::{control, open_table, options, pace, subject};
use crate::desk::Desk;
use crate::outcome::{Exit, Failure};
use indicatif::{HumanBytes, HumanCount};
use std::io::Write;
use std::time::Instant;
use yomikiri_catalog::table::{Building, Built, Disk, TableFault};

pub(super) fn run(args: &TableBuildArgs, desk: &mut Desk) -> Result<Exit, Failure> {
    let (game, subject) = subject(&args.subject, desk)?;
    let options = options(&args.room);
    // What cannot be estimated may be built all the same: limits are kept while building, too.
    match game.estimate_table(&subject, &mut control(&args.room, desk)) {
        Ok(found) => {
            if let Some(fault) = too_large(&found, &options, free_disk(&args.dir)) {
                return Err(fault.into());
            }
        }
        Err(TableFault::Stopped(why)) => return Err(Failure::stopped(why)),
        Err(_) => {}
    }
    let storage = Disk::at(&args.dir)?;
    let started = Instant::now();
    let mut teller = desk.teller();
    let mut pace = Pace::new();
    let mut told = |building: &Building| teller(pace.building(building));
    let mut control = control(&args.room, desk);
    let built = game.build_table(&subject, &storage, &options, &mut control, &mut told)?;
    let table = open_table(&args.dir)?;
    let summary = Info::of(&table);
    match args.output.json {
        true => desk.json(&summary)?,
        false => writeln!(
            desk.out(),
            "{}: {} positions, first {}, draw {}, second {}; {} stored in {}",
            summary.game,
            summary.positions,
            summary.first,
            summary.draw,
            summary.second,
            summary.stored,
            HumanBytes(summary.bytes),
        )?,
    }
    desk.flush()?;
    match built {
        Built::WasThere => desk.say("note: the table was there already"),
        Built::Finished => {
            let seconds = started.elapsed().as_secs_f64();
            let rate = (summary.positions as f64 / seconds.max(1e-9)) as u64;
            desk.say(format_args!(
                "note: {} in this run, {} positions/s",
                pace::time(seconds),
                HumanCount(rate)
            ));
        }
    }
    Ok(Exit::Answered)
}
