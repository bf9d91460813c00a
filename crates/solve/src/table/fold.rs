//! The recursion for a batch of positions whose children's worths are in memory.

use super::TableError;
use super::part::Part;
use super::source::Batch;
use super::word::Word;
use super::worth::{Worth, Worths, seen_by};
use std::sync::atomic::{AtomicU64, Ordering};
use yomikiri_core::Stop;

/// One bit for every position of a tier. Several threads may set bits.
pub(crate) struct Marks(Vec<AtomicU64>);

impl Marks {
    pub(crate) fn new(len: u64) -> Marks {
        let words = len.div_ceil(64) as usize;
        Marks((0..words).map(|_| AtomicU64::new(0)).collect())
    }

    pub(crate) fn set(&self, index: usize) {
        if let Some(word) = self.0.get(index / 64) {
            word.fetch_or(1 << (index % 64), Ordering::Relaxed);
        }
    }

    pub(crate) fn has(&self, index: usize) -> bool {
        let word = self.0.get(index / 64);
        word.is_some_and(|word| word.load(Ordering::Relaxed) >> (index % 64) & 1 != 0)
    }

    /// Returns the first position below `len` that has no mark.
    pub(crate) fn first_unset(&self, len: u64) -> Option<u64> {
        (0..).zip(&self.0).find_map(|(number, word)| {
            let unset = !word.load(Ordering::Relaxed);
            let index = number * 64 + u64::from(unset.trailing_zeros());
            (unset != 0 && index < len).then_some(index)
        })
    }
}

/// The way to fold.
#[derive(Clone, Copy)]
pub(crate) struct How<'m> {
    /// The question.
    pub(crate) worths: Worths,
    /// Whether no worth is known yet; otherwise the worths from other parts are carried on.
    pub(crate) fresh: bool,
    /// Whether the parts hold all children; then a missing child is an error.
    pub(crate) all: bool,
    /// The marks of each part's tier, which are set for every child found. With marks, all children
    /// are looked up.
    pub(crate) marks: Option<&'m [Option<&'m Marks>]>,
}

/// Raises the worths of a batch by those of its children in the parts. Returns how many children it
/// looked up and found.
///
/// The parts are in ascending order of rank, and those of one rank in ascending order of keys.
pub(crate) fn fold<W: Word>(
    batch: &Batch<W>,
    parts: &[&Part<W>],
    how: How<'_>,
    into: &mut [Worth],
) -> Result<u64, TableError> {
    let mut start = 0;
    let mut found = 0;
    let mut last = 0;
    let (worst, best_of_all) = (-how.worths.best(), how.worths.best());
    for (index, &end) in batch.ends.iter().enumerate() {
        let children = start..end as usize;
        start = children.end;
        let mover = batch.movers[index];
        if let Some(outcome) = batch.outcomes[index] {
            into[index] = how.worths.of_outcome(outcome)?;
            continue;
        }
        let mut best = match how.fresh {
            true => worst,
            false => seen_by(mover, into[index]),
        };
        for child in children {
            let (rank, key) = (batch.ranks[child], batch.children[child]);
            let Some(at) = look_up(parts, &mut last, rank, key) else {
                if how.all {
                    return Err(TableError::damaged(format!(
                        "the position with key {:#x} of rank {rank}, which a move leads to, is missing",
                        key.wide()
                    )));
                }
                continue;
            };
            found += 1;
            if let Some(marks) = how.marks.and_then(|marks| marks[last]) {
                marks.set(parts[last].base + at);
            }
            let gain = batch.gains.get(child).copied().unwrap_or(0);
            let next = seen_by(mover, parts[last].worths.get(at));
            let moved = how.worths.after_move(next, gain).ok_or(Stop::Points)?;
            if moved > best {
                best = moved;
                // No other child can be better, and nothing else is needed of them.
                if best == best_of_all && how.all && how.marks.is_none() {
                    break;
                }
            }
        }
        into[index] = seen_by(mover, best);
    }
    Ok(found)
}

/// Finds a key. `last` is the part to try first; it is set to the part with the key.
#[inline]
pub(crate) fn look_up<W: Word>(
    parts: &[&Part<W>],
    last: &mut usize,
    rank: u64,
    key: W,
) -> Option<usize> {
    if let Some(part) = parts.get(*last)
        && part.rank == rank
        && let Some(at) = part.find(key)
    {
        return Some(at);
    }
    let from = parts.partition_point(|part| part.rank < rank);
    for (place, part) in parts.iter().enumerate().skip(from) {
        if part.rank != rank {
            break;
        }
        if part.spans(key) {
            *last = place;
            return part.find(key);
        }
    }
    None
}
