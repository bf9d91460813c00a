//! What a worker holds of ranges from one round to the next, so that it does not read and decode them for each.

use crate::table::site::Options;
use std::any::Any;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What is known of ranges, in memory, for all tasks of one worker on one store.
///
/// Only games whose play may cycle use it: each of their rounds changes a little in many ranges. It changes no byte of a file.
#[derive(Debug)]
pub struct Held {
    room: u64,
    ranges: Mutex<Ranges>,
}

#[derive(Debug, Default)]
struct Ranges {
    bytes: u64,
    /// By the number of the range: the round after which this is known, its bytes, and what is known.
    by_number: HashMap<u64, (u64, u64, Box<dyn Any + Send>)>,
}

impl Held {
    /// Holds up to `room` bytes.
    pub fn new(room: u64) -> Held {
        Held {
            room,
            ranges: Mutex::default(),
        }
    }

    /// The part of a worker's memory that is best spent on this: a quarter.
    pub fn share(options: &Options) -> u64 {
        options.memory / 4
    }

    fn ranges(&self) -> MutexGuard<'_, Ranges> {
        self.ranges.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands over what is known of a range after a round, if it is here.
    pub(super) fn take<T: Any + Send>(&self, number: u64, round: u64) -> Option<T> {
        let mut ranges = self.ranges();
        let (after, bytes, known) = ranges.by_number.remove(&number)?;
        ranges.bytes -= bytes;
        // What another worker has gone on from since is of no use.
        (after == round).then_some(())?;
        known.downcast().ok().map(|known| *known)
    }

    /// Holds what is known of a range after a round, if there is room. Nothing makes room: rounds go through the ranges in
    /// turn, so what was used longest ago is what is needed next.
    pub(super) fn put<T: Any + Send>(&self, number: u64, round: u64, bytes: u64, known: T) {
        let mut ranges = self.ranges();
        if let Some((_, bytes, _)) = ranges.by_number.remove(&number) {
            ranges.bytes -= bytes;
        }
        if ranges.bytes.saturating_add(bytes) <= self.room {
            ranges.bytes += bytes;
            let entry = (round, bytes, Box::new(known) as Box<dyn Any + Send>);
            ranges.by_number.insert(number, entry);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Held;

    #[test]
    fn a_range_is_handed_over_once_and_after_its_round_alone() {
        let held = Held::new(100);
        held.put(1, 7, 60, "one");
        assert_eq!(held.take::<&str>(2, 7), None);
        assert_eq!(held.take::<&str>(1, 7), Some("one"));
        assert_eq!(held.take::<&str>(1, 7), None);
        held.put(1, 8, 60, "one");
        assert_eq!(held.take::<&str>(1, 7), None);
        assert_eq!(held.take::<&str>(1, 8), None, "it was of no use");
    }

    #[test]
    fn nothing_is_held_beyond_the_room() {
        let held = Held::new(100);
        held.put(1, 7, 60, "one");
        held.put(2, 7, 60, "two");
        assert_eq!(held.take::<&str>(2, 7), None);
        held.put(1, 8, 100, "one again");
        assert_eq!(held.take::<&str>(1, 8), Some("one again"));
        held.put(2, 8, 100, "two");
        assert_eq!(held.take::<&str>(2, 8), Some("two"));
    }
}
