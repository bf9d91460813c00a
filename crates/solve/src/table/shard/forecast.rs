//! Forecasting the resources of a game's tasks on this machine.
//!
//! An [estimate](crate::table::estimate()) gives the number of positions of each tier. A trial measures their cost:
//! it does the tasks of a [subgame](super::subgame) in a directory for scratch files. It measures processor time and
//! not the clock's, since the machine may have other work. A small game is done as a whole, with its final shards, so
//! nothing has to be extrapolated. For other games:
//!
//! * *Seconds.* Each position has a cost, and so has each file that a task opens. The second grows with the square of
//!   the number of shards. Two trials, with few shards and with many, separate the two.
//! * *Bytes.* In a larger game keys lie closer together: a key takes fewer bits, by as many as the mean gap is
//!   shorter in bits. Each shard asks about each child once, so more shards ask more questions. From the trials, the
//!   forecast takes their growth with the logarithm of the number of shards.
//! * *Where play may cycle*, one trial has as many shards as the game will have, and another has fewer, which shows
//!   the cost of a task by itself. Everything else grows with the number of positions. The number of tasks grows with
//!   the number of rounds, that is with the square root of the number of positions, as in parts of six men's morris
//!   (55 rounds of 118,000, 240 of 2,660,000).

use super::store::Cutting;
use super::subgame::Subgame;
use super::trial::{Measured, Trials, files, mean_shards};
use crate::Control;
use crate::table::build::supports;
use crate::table::estimate::{Size, of_size, sized_up};
use crate::table::format::Subject;
use crate::table::forward::room;
use crate::table::site::Options;
use crate::table::source::{AnySource, Source, source_of};
use crate::table::storage::Storage;
use crate::table::word::Word;
use crate::table::{Estimate, TableError};
use std::time::Duration;
use yomikiri_core::Capabilities;

/// The forecast resources of a game's tasks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// The resources of the table itself.
    pub table: Estimate,
    /// Bytes of the store when all tasks are done, the table included.
    pub store_bytes: f64,
    /// The processor time of all tasks.
    pub time: Duration,
    /// Stored positions of the largest task.
    pub task_positions: f64,
    /// The approximate processor time of the longest task.
    pub task_time: Duration,
    /// Bytes of memory that the largest task uses in one thread, not counting the program itself.
    pub task_memory: f64,
    /// The cost of a round, if play may cycle.
    pub round: Option<RoundForecast>,
    /// Stored positions of the trial's subgame. `trial_time` is the processor time of all trials.
    pub tried: u64,
    /// See `tried`.
    pub trial_time: Duration,
}

/// The cost of a round in which all shards are active.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoundForecast {
    /// Bytes that are read. About as many are written if much changes.
    pub bytes: f64,
    /// Processor time.
    pub time: Duration,
    /// The rounds of the trial; the game has more.
    pub tried: u64,
}

/// The least positions in a shard, for the trial with few shards and for the one with many.
const FEW_SHARDS: u64 = 1 << 14;
const MANY_SHARDS: u64 = 1000;
/// The most shards in the trial of a whole game: each task opens files of many other shards.
const MOST_IN_TRIAL: u64 = 1000;
/// If play may cycle, the second trial has fewer shards by this factor.
const FEWER: u64 = 8;
/// The least bits of a key.
const LEAST_KEY: f64 = 2.0;
/// The measured bytes of a position's open moves.
const OPENS: f64 = 0.5;
/// The bytes of each position of a range while its values are found: key, label, and output.
const IN_A_ROUND: f64 = 12.0;

/// Forecasts the resources of a game's tasks. The result does not depend on the kind of the plan's store. The trial's
/// files go to `scratch`, which must be empty, and is empty again afterwards.
///
/// # Errors
///
/// As for [`estimate`](crate::table::estimate()) and [`plan`](super::plan()), and if a file cannot be read or
/// written.
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
    trials.of_source(source_of(game, subject)?, control)
}

/// Returns the mean gap between the keys of a tier, in bits.
fn gap(bits: u32, tiers: impl Iterator<Item = f64>) -> f64 {
    let (mut all, mut sum) = (0.0, 0.0);
    for stored in tiers.filter(|stored| *stored > 0.0) {
        all += stored;
        sum += stored * (f64::from(bits) - stored.log2()).max(0.0);
    }
    sum / f64::max(all, 1.0)
}

impl Trials<'_> {
    /// This is not generic, so that it is compiled in this crate, once for all games.
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

    /// Forecasts a game whose play cannot cycle.
    fn in_tiers<W: Word>(
        &self,
        (size, table): (&Size, Estimate),
        subgame: &Subgame<'_, W>,
        control: &mut Control<'_>,
    ) -> Result<Forecast, TableError> {
        let shards = self.cutting.shards;
        let few = self.measured(subgame, FEW_SHARDS, control)?;
        let many = self.measured(subgame, MANY_SHARDS, control)?;
        // The cost of a file; the trials differ in their number of files.
        let more = (many.files() - few.files()).max(1.0);
        let a_file = |few: f64, many: f64| ((many - few) / more).max(0.0);
        let time_of_file = a_file(few.time, many.time);
        let time = (few.time - time_of_file * few.files()).max(0.0) / few.stored.max(1.0);
        let bytes_of_file = a_file(few.other_bytes, many.other_bytes);
        let others = (few.other_bytes - bytes_of_file * few.files()).max(0.0);
        let others = others / few.stored.max(1.0);
        // The growth of questions with the logarithm of the number of shards.
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

    /// Forecasts a game whose play may cycle.
    fn in_rounds<W: Word>(
        &self,
        (size, table): (&Size, Estimate),
        subgame: &Subgame<'_, W>,
        control: &mut Control<'_>,
    ) -> Result<Forecast, TableError> {
        // The trial has as many ranges as the game will have.
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
        // The cost of positions in tasks that take moves back.
        let taken_back = (done.back_time - of_task * done.backs).max(0.0);
        let more = size.stored / done.stored.max(1.0);
        let seconds =
            (done.time - done.back_time + taken_back) * more + of_task * done.backs * more.sqrt();
        let range = size.stored / done.ranges.max(1.0);
        // If a ply has fewer shards than it may, each has fewer than twice `least` positions.
        let at_most = (2.0 * self.cutting.least as f64).max(range);
        let keys_at_once = (done.largest * more).min(at_most);
        let keys = done.key_bytes / (done.stored + done.asked).max(1.0);
        // The positions in the ranges of all tasks that take moves back.
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

/// Returns the measurements of the whole game, cut as it will be.
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

/// Returns the memory of a task that finds keys: the keys, and the children, twice while they are sorted, until they
/// are put aside.
fn memory_of_keys<W: Word>(stored: f64, moves: f64) -> f64 {
    let most = room::<W>(Options::default().memory, 1) as f64 / 2.0;
    W::BYTES as f64 * (2.0 * (stored * moves).min(most) + stored)
}

fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

#[cfg(test)]
mod tests {
    use super::gap;

    #[test]
    fn the_mean_gap_is_that_of_all_tiers() {
        assert_eq!(gap(10, [4.0, 0.0].into_iter()), 8.0);
    }
}
