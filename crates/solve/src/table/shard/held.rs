//! Ranges that a worker holds in memory from one round to the next, so that it does not read and decode them for each.

use std::any::Any;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Ranges in memory, for all tasks of one worker on one store.
///
/// Only games whose play may cycle use it: each of their rounds changes a little in many ranges. It changes no byte of a file.
#[derive(Debug)]
pub struct Held {
    memory: u64,
    tasks: u64,
    ranges: Mutex<Ranges>,
}

#[derive(Debug, Default)]
struct Ranges {
    bytes: u64,
    by_number: HashMap<u64, Range>,
}

/// A range as it was after a round.
#[derive(Debug)]
struct Range {
    round: u64,
    bytes: u64,
    known: Box<dyn Any + Send>,
}

impl Held {
    /// Holds as much as `tasks` tasks at the same time leave of so many bytes.
    pub fn new(memory: u64, tasks: usize) -> Held {
        Held {
            memory,
            tasks: tasks as u64,
            ranges: Mutex::default(),
        }
    }

    fn ranges(&self) -> MutexGuard<'_, Ranges> {
        self.ranges.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands over a range as it was after a round, if it is here.
    pub(super) fn take<T: Any + Send>(&self, number: u64, round: u64) -> Option<T> {
        let mut ranges = self.ranges();
        let range = ranges.by_number.remove(&number)?;
        ranges.bytes -= range.bytes;
        // Another worker may have gone on from there since.
        (range.round == round).then_some(())?;
        range.known.downcast().ok().map(|known| *known)
    }

    /// Holds a range as it was after a round, if there is room. `needed`: the bytes that a task takes for such a range.
    ///
    /// A new range never displaces one of the last two rounds: rounds go through the ranges in turn, so the one that was
    /// used longest ago is needed next.
    pub(super) fn put<T: Any + Send>(
        &self,
        number: u64,
        round: u64,
        (bytes, needed): (u64, u64),
        known: T,
    ) {
        let mut ranges = self.ranges();
        ranges.keep(|held, _| *held != number);
        let room = self
            .memory
            .saturating_sub(needed.saturating_mul(self.tasks));
        let fits = |ranges: &Ranges| ranges.bytes.saturating_add(bytes) <= room;
        if !fits(&ranges) {
            ranges.keep(|_, range| range.round + 1 >= round);
        }
        if fits(&ranges) {
            ranges.bytes += bytes;
            let known = Box::new(known);
            let range = Range {
                round,
                bytes,
                known,
            };
            ranges.by_number.insert(number, range);
        }
    }

    /// Lets go of all ranges, for tasks that have no use for them and take all memory.
    pub(super) fn clear(&self) {
        *self.ranges() = Ranges::default();
    }
}

impl Ranges {
    fn keep(&mut self, which: impl Fn(&u64, &Range) -> bool) {
        self.by_number.retain(|number, range| which(number, range));
        self.bytes = self.by_number.values().map(|range| range.bytes).sum();
    }
}

#[cfg(test)]
mod tests {
    use super::Held;

    #[test]
    fn a_range_is_handed_over_once_and_after_its_round_alone() {
        let held = Held::new(100, 2);
        held.put(1, 7, (60, 20), "one");
        assert_eq!(held.take::<&str>(2, 7), None);
        assert_eq!(held.take::<&str>(1, 7), Some("one"));
        assert_eq!(held.take::<&str>(1, 7), None);
        held.put(1, 8, (60, 20), "one");
        assert_eq!(held.take::<&str>(1, 7), None);
        assert_eq!(held.take::<&str>(1, 8), None, "it was of no use");
        held.put(1, 8, (60, 20), "one");
        held.clear();
        assert_eq!(held.take::<&str>(1, 8), None);
    }

    #[test]
    fn nothing_is_held_beyond_what_tasks_leave() {
        let held = Held::new(100, 2);
        held.put(1, 7, (60, 20), "one");
        held.put(2, 7, (1, 20), "two");
        assert_eq!(held.take::<&str>(2, 7), None);
        // In its own place it has room, and in that of a range that was not needed for two rounds.
        held.put(1, 8, (60, 20), "one again");
        held.put(2, 9, (60, 20), "two");
        assert_eq!(held.take::<&str>(2, 9), None);
        held.put(2, 10, (60, 20), "two");
        assert_eq!(held.take::<&str>(1, 8), None);
        assert_eq!(held.take::<&str>(2, 10), Some("two"));
        held.put(3, 11, (10, 51), "tasks need it all");
        assert_eq!(held.take::<&str>(3, 11), None);
    }
}
