//! A cache of answers with a limit in bytes.

use crate::work::{Answered, Task};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::sync::Arc;

/// The answers by task. When the cache is full, entries that were not used since their last turn go
/// first (the second-chance algorithm).
#[derive(Debug)]
pub(crate) struct Cache {
    entries: FxHashMap<Arc<Task>, Entry>,
    order: VecDeque<Arc<Task>>,
    bytes: usize,
    most: usize,
}

#[derive(Debug)]
struct Entry {
    answer: Arc<Answered>,
    bytes: usize,
    used: bool,
}

impl Cache {
    /// Makes a cache of at most this many bytes.
    pub(crate) fn new(most: usize) -> Cache {
        Cache {
            entries: FxHashMap::default(),
            order: VecDeque::new(),
            bytes: 0,
            most,
        }
    }

    /// Returns the bytes in use, by the estimate of [`Answered::bytes`].
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns the answer, if it is known.
    pub(crate) fn get(&mut self, task: &Task) -> Option<Arc<Answered>> {
        let entry = self.entries.get_mut(task)?;
        entry.used = true;
        Some(entry.answer.clone())
    }

    /// Stores an answer, unless it alone would fill an eighth of the cache.
    pub(crate) fn put(&mut self, task: Task, answer: Arc<Answered>) {
        let bytes = task.bytes() + answer.bytes();
        if bytes > self.most / 8 || self.entries.contains_key(&task) {
            return;
        }
        while self.bytes + bytes > self.most {
            let Some(oldest) = self.order.pop_front() else {
                return;
            };
            match self.entries.get_mut(&oldest) {
                Some(entry) if entry.used => {
                    entry.used = false;
                    self.order.push_back(oldest);
                }
                _ => {
                    let gone = self.entries.remove(&oldest);
                    self.bytes -= gone.map_or(0, |entry| entry.bytes);
                }
            }
        }
        let task = Arc::new(task);
        self.order.push_back(task.clone());
        self.bytes += bytes;
        let used = false;
        self.entries.insert(
            task,
            Entry {
                answer,
                bytes,
                used,
            },
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::Kind;

    fn task(number: usize) -> Task {
        Task {
            game: format!("{number:0100}"),
            revision: 0,
            kind: Kind::Deal {
                deal: yomikiri_catalog::play::Deal::Random,
                seed: 0,
            },
        }
    }

    #[test]
    fn it_stays_bounded_and_keeps_what_is_asked_for() {
        let answer = Arc::new(Answered::Deal("x".repeat(1000)));
        let mut cache = Cache::new(100_000);
        for number in 0..1000 {
            cache.put(task(number), answer.clone());
            assert!(cache.get(&task(0)).is_some(), "asked for every time");
            assert!(cache.bytes() <= 100_000);
        }
        assert!(cache.get(&task(500)).is_none(), "long forgotten");
        assert!(cache.get(&task(999)).is_some());
        assert_eq!(cache.entries.len(), cache.order.len());
        let huge = Arc::new(Answered::Deal("x".repeat(50_000)));
        cache.put(task(1000), huge);
        assert!(cache.get(&task(1000)).is_none());
    }
}
