//! Ranges that a worker keeps in memory from one round to the next, so that it need not read and decode them each
//! time.

use std::any::Any;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The ranges in memory for all tasks of one worker on one store.
///
/// Only games whose play may cycle use it, because each of their rounds changes a little in many ranges. It does not
/// affect any byte of a file.
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

/// A range in its state after a round.
#[derive(Debug)]
struct Range {
    round: u64,
    bytes: u64,
    known: Box<dyn Any + Send>,
}

impl Held {
    /// Creates an empty cache. It may use what `tasks` simultaneous tasks leave of `memory` bytes.
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

    /// Removes and returns a range in its state after a round, if it is here.
    pub(super) fn take<T: Any + Send>(&self, number: u64, round: u64) -> Option<T> {
        let mut ranges = self.ranges();
        let range = ranges.by_number.remove(&number)?;
        ranges.bytes -= range.bytes;
        // Another worker may have changed the range since.
        (range.round == round).then_some(())?;
        range.known.downcast().ok().map(|known| *known)
    }

    /// Stores a range in its state after a round, if there is room. `needed` is the number of bytes that a task takes
    /// for such a range.
    ///
    /// A new range never displaces one used in the last two rounds. Rounds go through the ranges in turn, so the
    /// range used longest ago is needed next.
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

    /// Drops all ranges, for tasks that do not use them and need all memory.
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
        // It fits in its own place, and in the place of a range that was not needed for two rounds.
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
