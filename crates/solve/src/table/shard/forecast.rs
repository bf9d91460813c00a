//! What the tasks of a game will take, on this machine.
//!
//! An [estimate](crate::table::estimate()) tells how many positions each tier has. What they cost is found by a trial: the tasks
//! of a [subgame](super::subgame) are done for real, in a directory for scratch files, and what they take of a
//! processor's time is measured, not of the clock's, since the machine may have other work. A small game is done as a
//! whole, with the shards that it will have, and nothing is left to reckon. For others:
//!
//! * *Seconds.* A position costs so much, and so does each file that a task looks into. The second grows with the
//!   square of the number of shards. Two trials, with few shards and with many, tell one from the other.
//! * *Bytes.* In a larger game keys lie closer together: a key takes as many bits less as the mean gap has. Positions
//!   that moves lead to are asked about once by each shard, so more shards make more questions; the trials tell how
//!   many more, with the logarithm of the number of shards.
//! * *Where play may cycle*, a trial has as many shards as the game will have, and another one fewer, which tells what a task costs
//!   by itself. Everything else grows with the number of positions, and the number of tasks with the number of rounds: with
//!   the root of that of positions, as it did in parts of six men's morris (55 rounds of 118,000, 240 of 2,660,000).

use super::store::Cutting;
use super::subgame::Subgame;
use super::trial::{Measured, Trials, files, mean_shards};
use crate::Control;
use crate::table::build::supports;
use crate::table::estimate::{Size, of_size, sized_up};
use crate::table::format::Subject;
use crate::table::forward::room;
use crate::table::site::Options;
use crate::table::source::{AnySource, Source, source};
use crate::table::storage::Storage;
use crate::table::word::Word;
use crate::table::{Estimate, TableError};
use std::time::Duration;
use yomikiri_core::Capabilities;

/// What the tasks of a game will take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// Of the table itself.
    pub table: Estimate,
    /// Bytes of the store when all tasks are done, the table included.
    pub store_bytes: f64,
    /// The processor time of all tasks.
    pub time: Duration,
    /// Stored positions of the largest task.
    pub task_positions: f64,
    /// The processor time of the longest task, about.
    pub task_time: Duration,
    /// Bytes of memory that the largest task makes use of in one thread, beside the program's own.
    pub task_memory: f64,
    /// What a round costs, if play may cycle.
    pub round: Option<RoundForecast>,
    /// Stored positions of the subgame that was done for a trial, and the processor time of all trials.
    pub tried: u64,
    /// See `tried`.
    pub trial_time: Duration,
}

/// What a round costs in which all shards are active.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoundForecast {
    /// Bytes that are read, and about as many are written if much changes.
    pub bytes: f64,
    /// Processor time.
    pub time: Duration,
    /// The rounds of the trial: the game has more.
    pub tried: u64,
}

/// Positions in a shard of the trial with few shards, and of the one with many, at least.
const FEW_SHARDS: u64 = 1 << 14;
const MANY_SHARDS: u64 = 1000;
/// Shards that the trial of a whole game may have: as the game is cut, each task looks into files of many others.
const MOST_IN_TRIAL: u64 = 1000;
/// So many times fewer shards has the second trial where play may cycle.
const FEWER: u64 = 8;
/// Bits that a key takes at least.
const LEAST_KEY: f64 = 2.0;
/// Bytes of the open moves of a position, as they were measured.
const OPENS: f64 = 0.5;
/// Bytes for each position of a range while its values are found: key, label, and what is written.
const IN_A_ROUND: f64 = 12.0;

/// Foretells what the tasks of a game will take. Nothing of it depends on what the plan's store is; the trial's files go to
/// `scratch`, which has to be empty and is empty again.
///
/// # Errors
///
/// Those of [`estimate`](crate::table::estimate()), those of [`plan`](super::plan()), and everything that can happen
/// to files.
pub fn forecast<G: Capabilities>(
    game: &G,
    subject: &Subject,
    cutting: Cutting,
    scratch: &dyn Storage,
    control: &mut Control<'_>,
) -> Result<Forecast, TableError> {
    supports(game, subject.ask)?;
    let trials = Trials {
        subject,
        cutting,
        scratch,
    };
    trials.of_source(source(game, subject.symmetric)?, control)
}

/// The mean gap between the keys of a tier, in bits.
fn gap(bits: u32, tiers: impl Iterator<Item = f64>) -> f64 {
    let (mut all, mut sum) = (0.0, 0.0);
    for stored in tiers.filter(|stored| *stored > 0.0) {
        all += stored;
        sum += stored * (f64::from(bits) - stored.log2()).max(0.0);
    }
    sum / f64::max(all, 1.0)
}

impl Trials<'_> {
    /// Not generic, so that it is compiled in this crate, once for all games.
    fn of_source(
        &self,
        source: AnySource<'_>,
        control: &mut Control<'_>,
    ) -> Result<Forecast, TableError> {
        match source {
            AnySource::Narrow(source) => self.forecast(&*source, control),
            AnySource::Wide(source) => self.forecast(&*source, control),
            AnySource::Widest(source) => self.forecast(&*source, control),
        }
    }

    fn forecast<W: Word>(
        &self,
        source: &dyn Source<W>,
        control: &mut Control<'_>,
    ) -> Result<Forecast, TableError> {
        let mut size = sized_up(source, control)?;
        let subgame = Subgame::of(source, control)?;
        if subgame.is_whole() {
            size = size.known(subgame.stored() as f64);
        }
        let table = of_size(source, self.subject.ask, &size);
        let least = self.cutting.least.max(1);
        if subgame.is_whole() && subgame.stored() as u64 / least <= MOST_IN_TRIAL {
            let done = self.measured(&subgame, least, control)?;
            return Ok(of_whole::<W>(&done, size.moves, table, source.cyclic()));
        }
        match source.cyclic() {
            true => self.in_rounds((&size, table), &subgame, control),
            false => self.in_tiers((&size, table), &subgame, control),
        }
    }

    /// Where play cannot cycle.
    fn in_tiers<W: Word>(
        &self,
        (size, table): (&Size, Estimate),
        subgame: &Subgame<'_, W>,
        control: &mut Control<'_>,
    ) -> Result<Forecast, TableError> {
        let shards = self.cutting.shards;
        let few = self.measured(subgame, FEW_SHARDS, control)?;
        let many = self.measured(subgame, MANY_SHARDS, control)?;
        // What a file costs, of which the trials differ in number.
        let more = (many.files() - few.files()).max(1.0);
        let a_file = |few: f64, many: f64| ((many - few) / more).max(0.0);
        let time_of_file = a_file(few.time, many.time);
        let time = (few.time - time_of_file * few.files()).max(0.0) / few.stored.max(1.0);
        let bytes_of_file = a_file(few.other_bytes, many.other_bytes);
        let others = (few.other_bytes - bytes_of_file * few.files()).max(0.0);
        let others = others / few.stored.max(1.0);
        // Questions, by the logarithm of the number of shards.
        let asked = |measured: &Measured| measured.asked / measured.stored.max(1.0);
        let logs = (many.mean_shards() / few.mean_shards()).ln();
        let slope = match logs > 0.1 {
            true => ((asked(&many) - asked(&few)) / logs).max(0.0),
            false => 0.0,
        };
        let least = self.cutting.least.max(1) as f64;
        let cut = |stored: &f64| {
            let known = stored * asked(&many).max(1.0);
            (*stored, (known / least).floor().clamp(1.0, shards as f64))
        };
        let tiers: Vec<(f64, f64)> = size.tiers.iter().map(cut).collect();
        let grown = slope * (mean_shards(&tiers) / many.mean_shards()).ln();
        let asked = (asked(&many) + grown).clamp(0.0, size.moves.max(1.0));
        let nearer = gap(subgame.bits(), few.tiers.iter().map(|(stored, _)| *stored))
            - gap(subgame.bits(), size.tiers.iter().copied());
        let key = few.key_bytes * 8.0 / (few.stored + few.asked).max(1.0);
        let key = (key - nearer).max(LEAST_KEY) / 8.0;
        let of_shards: Vec<f64> = tiers.iter().map(|(_, shards)| *shards).collect();
        let files = files(&of_shards);
        let keys_of_table = size.stored * key;
        let bytes =
            size.stored * (1.0 + asked) * key + others * size.stored + bytes_of_file * files;
        let seconds = time * size.stored + time_of_file * files;
        let largest = tiers.iter().map(|(stored, shards)| stored / shards);
        let largest = largest.fold(0.0, f64::max);
        let share = few.keys_time.max(few.time - few.keys_time) / few.time.max(1e-9);
        Ok(Forecast {
            store_bytes: bytes + keys_of_table,
            time: duration(seconds),
            task_positions: largest,
            task_time: duration(seconds * share * largest / size.stored.max(1.0)),
            task_memory: memory_of_keys::<W>(largest, size.moves),
            round: None,
            tried: few.stored as u64,
            trial_time: duration(few.in_all + many.in_all),
            table,
        })
    }

    /// Where play may cycle.
    fn in_rounds<W: Word>(
        &self,
        (size, table): (&Size, Estimate),
        subgame: &Subgame<'_, W>,
        control: &mut Control<'_>,
    ) -> Result<Forecast, TableError> {
        // As many ranges as the game will have.
        let ranges = size.stored / self.cutting.least.max(1) as f64;
        let ranges = ranges.clamp(1.0, self.cutting.shards as f64);
        let first = (subgame.stored() as f64 / ranges) as u64;
        let done = self.measured(subgame, first.max(1), control)?;
        let fewer = self.measured(subgame, first.max(1) * FEWER, control)?;
        let tasks = done.backs - fewer.backs;
        let of_task = match tasks > 0.0 {
            true => ((done.back_time - fewer.back_time) / tasks).max(0.0),
            false => 0.0,
        };
        // What positions cost while moves are taken back.
        let taken_back = (done.back_time - of_task * done.backs).max(0.0);
        let more = size.stored / done.stored.max(1.0);
        let seconds =
            (done.time - done.back_time + taken_back) * more + of_task * done.backs * more.sqrt();
        let range = size.stored / done.ranges.max(1.0);
        // A ply with fewer shards than it may have has fewer than twice `least` positions in each.
        let at_most = (2.0 * self.cutting.least as f64).max(range);
        let keys_at_once = (done.largest * more).min(at_most);
        let keys = done.key_bytes / (done.stored + done.asked).max(1.0);
        // The positions of the ranges of all tasks that take moves back.
        let read = done.backs * done.stored / done.ranges.max(1.0);
        Ok(Forecast {
            store_bytes: (done.key_bytes + done.other_bytes) * more + size.stored * keys,
            time: duration(seconds),
            task_positions: range.max(keys_at_once),
            task_time: duration(done.longest * more),
            task_memory: memory_of_keys::<W>(keys_at_once, size.moves).max(range * IN_A_ROUND),
            round: Some(RoundForecast {
                bytes: size.stored * (keys + OPENS),
                time: duration(taken_back / read.max(1.0) * size.stored + of_task * done.ranges),
                tried: done.rounds,
            }),
            tried: done.stored as u64,
            trial_time: duration(done.in_all + fewer.in_all),
            table,
        })
    }
}

/// What was measured of the whole game, as it will be cut.
fn of_whole<W: Word>(done: &Measured, moves: f64, table: Estimate, cyclic: bool) -> Forecast {
    let ranges = done.ranges.max(1.0);
    let range = done.stored / ranges;
    let in_a_round = if cyclic { range * IN_A_ROUND } else { 0.0 };
    let keys = done.key_bytes / (done.stored + done.asked).max(1.0);
    let round = RoundForecast {
        bytes: done.stored * (keys + OPENS),
        time: duration(done.back_time / done.backs.max(1.0) * ranges),
        tried: done.rounds,
    };
    Forecast {
        store_bytes: done.key_bytes + done.other_bytes + done.table_bytes,
        time: duration(done.time),
        task_positions: if cyclic {
            range.max(done.largest)
        } else {
            done.largest
        },
        task_time: duration(done.longest),
        task_memory: memory_of_keys::<W>(done.largest, moves).max(in_a_round),
        round: cyclic.then_some(round),
        tried: done.stored as u64,
        trial_time: duration(done.in_all),
        table,
    }
}

/// The memory of a task that finds keys: what moves lead to, twice while it is sorted, as long as it is not put aside; and
/// the keys themselves.
fn memory_of_keys<W: Word>(stored: f64, moves: f64) -> f64 {
    let most = room::<W>(Options::default().memory, 1) as f64 / 2.0;
    W::BYTES as f64 * (2.0 * (stored * moves).min(most) + stored)
}

fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::extent::Extent;
    use crate::table::storage::Disk;
    use yomikiri_core::Ask;
    use yomikiri_games::connect4::{Board, Connect4};
    use yomikiri_games::mens_morris::MensMorris;

    fn told<G: Capabilities>(game: &G, shards: u64, least: u64) -> Forecast {
        let subject = Subject {
            game: "a game".to_owned(),
            file: None,
            rules: [0; 32],
            ask: Ask::Winner,
            symmetric: true,
            extent: Extent::Whole,
        };
        let dir = tempfile::tempdir().unwrap();
        let scratch = Disk::at(dir.path()).unwrap();
        let cutting = Cutting { shards, least };
        let told = forecast(game, &subject, cutting, &scratch, &mut Control::new()).unwrap();
        assert!(scratch.names().unwrap().is_empty());
        told
    }

    /// A game that is its own subgame.
    #[test]
    fn a_small_game_is_foretold_as_it_is() {
        let game = Connect4::new(Board::<8, 4>::new(4, 4, 8, 4).unwrap());
        let told = told(&game, 8, 2000);
        assert_eq!(told.tried, 80_541);
        assert_eq!(told.table.stored, 80_541.0);
        assert_eq!(told.table.least, told.table.most);
        assert!(told.trial_time > Duration::ZERO && told.time > Duration::ZERO);
        // What a real run with these shards left, the plan apart.
        assert_eq!(told.store_bytes, 403_454.0);
        assert!(told.task_memory > 0.0 && told.round.is_none());
    }

    #[test]
    fn rounds_are_tried() {
        let told = told(&MensMorris::three(), 3, 100);
        let round = told.round.unwrap();
        assert!(round.tried > 1 && round.bytes > 0.0);
        assert_eq!(told.tried as f64, told.table.stored);
    }

    #[test]
    fn the_mean_gap_is_that_of_all_tiers() {
        assert_eq!(gap(10, [4.0, 0.0].into_iter()), 8.0);
    }
}
