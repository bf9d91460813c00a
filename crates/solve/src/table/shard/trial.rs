//! A trial: does all tasks of a subgame in a directory for scratch files, and measures them.

use super::file::Kind;
use super::finish;
use super::held::Held;
use super::run::{TaskRoom, of_any};
use super::standing::Watch;
use super::store::{Cutting, Plan, Store, names};
use super::subgame::Subgame;
use super::task::Task;
use crate::Control;
use crate::table::TableError;
use crate::table::clock::timed;
use crate::table::format::{FILE, Header, Subject};
use crate::table::kept::Kept;
use crate::table::site::Options;
use crate::table::source::Source;
use crate::table::storage::Storage;
use crate::table::word::Word;

/// A trial is repeated up to this many processor seconds, and at most this many times. Other work on the machine can
/// double the time of a single run, so the mean counts.
const LONG_ENOUGH: f64 = 2.0;
const MOST_TIMES: f64 = 8.0;

/// The files that a task opens besides those of its neighbours.
const OWN_FILES: f64 = 3.0;

/// The subject of trials, and the place of their files.
pub(super) struct Trials<'t> {
    pub(super) subject: &'t Subject,
    pub(super) cutting: Cutting,
    pub(super) scratch: &'t dyn Storage,
}

/// The measurements of a trial.
#[derive(Clone, Debug, Default)]
pub(super) struct Measured {
    /// Processor seconds of all tasks.
    pub(super) time: f64,
    /// Processor seconds of all repetitions of the trial.
    pub(super) in_all: f64,
    /// Processor seconds of the tasks that find keys, and of those that take moves back.
    pub(super) keys_time: f64,
    pub(super) back_time: f64,
    /// Processor seconds of the longest task.
    pub(super) longest: f64,
    /// Bytes of the files of keys and questions, of all other files but the table, and of the table.
    pub(super) key_bytes: f64,
    pub(super) other_bytes: f64,
    pub(super) table_bytes: f64,
    /// The numbers of keys and of questions.
    pub(super) stored: f64,
    pub(super) asked: f64,
    /// Stored positions of the largest task that finds keys.
    pub(super) largest: f64,
    /// Stored positions and shards of each tier.
    pub(super) tiers: Vec<(f64, f64)>,
    /// The numbers of shards, of tasks that take moves back, and of their rounds.
    pub(super) ranges: f64,
    pub(super) backs: f64,
    pub(super) rounds: u64,
}

impl Measured {
    /// Returns how many files the tasks open.
    pub(super) fn files(&self) -> f64 {
        let shards: Vec<f64> = self.tiers.iter().map(|(_, shards)| *shards).collect();
        files(&shards)
    }
    /// Returns the result of [`mean_shards`].
    pub(super) fn mean_shards(&self) -> f64 {
        mean_shards(&self.tiers)
    }
}

/// Returns the number of shards of a tier, averaged over all positions.
pub(super) fn mean_shards(tiers: &[(f64, f64)]) -> f64 {
    let all: f64 = tiers.iter().map(|(stored, _)| stored).sum();
    let sum: f64 = tiers.iter().map(|(stored, shards)| stored * shards).sum();
    (sum / all.max(1.0)).max(1.0)
}

/// Returns how many files the tasks open. A task that finds keys reads the questions of the tier before. One that
/// finds values reads these again, and the answers of the tier behind.
pub(super) fn files(shards: &[f64]) -> f64 {
    let at = |place: Option<usize>| place.and_then(|place| shards.get(place)).unwrap_or(&0.0);
    let of = |(place, own): (usize, &f64)| {
        let (before, behind) = (at(place.checked_sub(1)), at(Some(place + 1)));
        own * (2.0 * before + behind + 2.0 * OWN_FILES)
    };
    shards.iter().enumerate().map(of).sum()
}

impl Trials<'_> {
    /// Does all tasks of a subgame, with shards of at least this many positions, and measures them.
    pub(super) fn measured<W: Word>(
        &self,
        subgame: &Subgame<'_, W>,
        least: u64,
        control: &mut Control<'_>,
    ) -> Result<Measured, TableError> {
        let cutting = Cutting {
            shards: self.cutting.shards,
            least,
        };
        let mut measured = self.once(subgame, cutting, control)?;
        let mut times = 1.0;
        while measured.in_all < LONG_ENOUGH && times < MOST_TIMES {
            measured.meet(&self.once(subgame, cutting, control)?, times);
            times += 1.0;
        }
        Ok(measured)
    }

    /// Does all tasks once, and leaves no file behind.
    fn once<W: Word>(
        &self,
        subgame: &Subgame<'_, W>,
        cutting: Cutting,
        control: &mut Control<'_>,
    ) -> Result<Measured, TableError> {
        let measured = self.measure(subgame, cutting, control);
        for name in names(self.scratch)? {
            let removed = self.scratch.remove(&name);
            removed.map_err(|error| TableError::io(format!("cannot remove {name}"), error))?;
        }
        measured
    }

    fn measure<W: Word>(
        &self,
        subgame: &Subgame<'_, W>,
        cutting: Cutting,
        control: &mut Control<'_>,
    ) -> Result<Measured, TableError> {
        let header = Header {
            subject: self.subject.clone(),
            bits: subgame.bits(),
            cyclic: subgame.cyclic(),
        };
        let kept = Kept::new(self.scratch);
        Plan::new(header, cutting, 0).write(&kept, TAG)?;
        let options = Options::default();
        let held = Held::new(options.memory, 1);
        let room = TaskRoom {
            store: &kept,
            scratch: self.scratch,
            tag: TAG,
            options,
            held: Some(&held),
            lasting: false,
        };
        let mut measured = Measured::default();
        let mut watch = Watch::default();
        let told = &mut |_: &_| ();
        loop {
            let (standing, took) = timed(|| watch.standing(&kept));
            measured.time += took.as_secs_f64();
            let ready = standing?.ready;
            if ready.is_empty() {
                break;
            }
            for task in ready {
                let (done, took) = timed(|| {
                    let store = Store::open(&kept)?;
                    match task {
                        Task::Finish => {
                            finish::finish(
                                &store,
                                &kept,
                                false,
                                TAG,
                                &room.options,
                                control,
                                told,
                            )?;
                        }
                        _ => {
                            of_any(subgame, &store, &room, &kept, task, control, told)?;
                        }
                    }
                    Ok::<(), TableError>(())
                });
                done?;
                measured.add(&kept, task, took.as_secs_f64())?;
            }
        }
        measured.count(&Store::open(&kept)?)?;
        measured.in_all = measured.time;
        Ok(measured)
    }
}

/// The name of the only worker.
const TAG: &str = "0";

impl Measured {
    /// Takes the mean of `times` repetitions of a trial and one more.
    fn meet(&mut self, other: &Measured, times: f64) {
        for (mine, theirs) in [
            (&mut self.time, other.time),
            (&mut self.keys_time, other.keys_time),
            (&mut self.back_time, other.back_time),
            (&mut self.longest, other.longest),
        ] {
            *mine = (*mine * times + theirs) / (times + 1.0);
        }
        self.in_all += other.in_all;
    }

    /// Adds a finished task.
    fn add(&mut self, storage: &dyn Storage, task: Task, seconds: f64) -> Result<(), TableError> {
        self.time += seconds;
        let name = match task {
            Task::Finish => FILE.to_owned(),
            _ => task.to_string(),
        };
        let len = storage.open(&name).and_then(|file| file.len());
        let len = len.map_err(|error| TableError::io(format!("cannot read {name}"), error))? as f64;
        match task {
            Task::Finish => {
                self.table_bytes = len;
                return Ok(());
            }
            Task::Keys(..) => {
                self.keys_time += seconds;
                self.key_bytes += len;
            }
            Task::Back(..) => {
                self.back_time += seconds;
                self.backs += 1.0;
                self.other_bytes += len;
            }
            Task::Open(_) => {
                self.ranges += 1.0;
                self.other_bytes += len;
            }
            Task::Round(round) => {
                self.rounds = self.rounds.max(round);
                self.other_bytes += len;
            }
            _ => self.other_bytes += len,
        }
        self.longest = self.longest.max(seconds);
        Ok(())
    }

    /// Counts the contents of the files.
    fn count(&mut self, store: &Store<'_>) -> Result<(), TableError> {
        for (tier, cut) in (0..).zip(store.cuts()?) {
            let mut stored = 0.0;
            for number in 0..cut.shards() {
                let file = store.shard(Task::Keys(tier, number))?;
                for section in &file.sections {
                    let count = section.count as f64;
                    match section.kind {
                        Kind::Keys => {
                            stored += count;
                            self.largest = self.largest.max(count);
                        }
                        Kind::Questions => self.asked += count,
                        _ => {}
                    }
                }
            }
            self.stored += stored;
            self.tiers.push((stored, cut.shards() as f64));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{files, mean_shards};

    #[test]
    fn files_are_counted_by_neighbours() {
        assert_eq!(
            files(&[1.0, 4.0, 2.0]),
            1.0 * 10.0 + 4.0 * 10.0 + 2.0 * 14.0
        );
        assert_eq!(mean_shards(&[(1.0, 1.0), (3.0, 5.0)]), 4.0);
    }
}
