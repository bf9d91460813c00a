//! The values of positions with few seeds, each found once.
//!
//! Irving, Donkers and Uiterwijk ("Solving Kalah", ICGA Journal 23, 2000) searched with endgame databases. Here the value of
//! a position is found when somebody asks for it, with those of all that follow from it, and is kept in an array for as
//! long as the game lives: one byte for each way to lay so many seeds into the pits.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

/// An array has no more entries than this: 14 seeds in twelve pits.
const MOST_ENTRIES: u64 = 10 << 20;
/// So large a part of the seeds at the start are few: of a small game a search is left to do.
const PART: (u32, u32) = (2, 5);

/// Positions with few seeds, by the seeds of each pit, those of whoever is to move first.
#[derive(Debug)]
pub(super) struct Endgame {
    /// The most seeds that are few.
    most: u32,
    /// For each pit, and each number of seeds in it and in the pits before it, what these add to the number of a position.
    ranks: Vec<u32>,
    /// By the number of a position: what it is worth to whoever is to move, counted from [`ZERO`]; 0 if it is not yet known.
    /// Made when the first one is asked for.
    values: OnceLock<Box<[AtomicU8]>>,
}

/// Stands for no difference. No difference is as great: there are fewer seeds.
const ZERO: i64 = 128;

impl Endgame {
    /// For so many pits of both players, and so many seeds at the start.
    pub(super) fn new(pits: u32, seeds: u32) -> Endgame {
        let most = (0..=seeds * PART.0 / PART.1).rev();
        let most = most
            .into_iter()
            .find(|&seeds| choose(seeds + pits, pits) <= MOST_ENTRIES)
            .unwrap_or(0);
        // The numbers of all ways to lay seeds into pits, those with fewer seeds first: the seeds up to each pit, one more
        // for each pit, are a set of numbers, and sets are numbered in the order of their greatest members.
        let ranks = (0..pits).flat_map(|pit| (0..=most).map(move |sum| choose(sum + pit, pit + 1)));
        Endgame {
            most,
            ranks: ranks.map(|rank| rank as u32).collect(),
            values: OnceLock::new(),
        }
    }

    /// The most seeds of a position that has an entry.
    pub(super) fn most(&self) -> u32 {
        self.most
    }

    fn values(&self) -> &[AtomicU8] {
        self.values.get_or_init(|| {
            let pits = self.ranks.len() as u32 / (self.most + 1);
            let entries = 0..choose(self.most + pits, pits);
            entries.map(|_| AtomicU8::new(0)).collect()
        })
    }

    /// The number of a position with few seeds, by the seeds of each pit of both sides in fields of so many bits.
    #[inline]
    pub(super) fn number(&self, sides: [u64; 2], width: u32) -> usize {
        let length = self.most as usize + 1;
        let half = self.ranks.len() / length / 2;
        let mut rows = self.ranks.chunks_exact(length);
        let (mut sum, mut number) = (0, 0);
        for mut side in sides {
            for row in rows.by_ref().take(half) {
                sum += side as usize & ((1 << width) - 1);
                number += row[sum] as usize;
                side >>= width;
            }
        }
        number
    }

    /// The value of the position with this number, if it is known.
    #[inline]
    pub(super) fn get(&self, number: usize) -> Option<i64> {
        // Threads that find a value at the same time find the same.
        let value = self.values()[number].load(Ordering::Relaxed);
        (value != 0).then(|| i64::from(value) - ZERO)
    }

    pub(super) fn set(&self, number: usize, value: i64) {
        self.values()[number].store((value + ZERO) as u8, Ordering::Relaxed);
    }
}

/// In how many ways so many of a set of `n` can be chosen; no less than so many, where there are more than a `u64` counts.
fn choose(n: u32, chosen: u32) -> u64 {
    let (n, chosen) = (u64::from(n), u64::from(chosen));
    (1..=chosen).fold(1u64, |ways, next| {
        ways.saturating_mul((n + next).saturating_sub(chosen)) / next
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// All ways to lay seeds into pits, each with a number of its own and none left over.
    #[test]
    fn every_position_has_its_number() {
        let endgame = Endgame::new(4, 14);
        assert_eq!(endgame.most(), 5);
        let mut ways: Vec<Vec<u32>> = vec![Vec::new()];
        for _ in 0..4 {
            let longer = |way: &Vec<u32>| {
                let way = way.clone();
                (0..=5).map(move |seeds| [&way[..], &[seeds]].concat())
            };
            ways = ways.iter().flat_map(longer).collect();
        }
        ways.retain(|way| way.iter().sum::<u32>() <= 5);
        let side = |pits: &[u32]| u64::from(pits[1] << 4 | pits[0]);
        let numbers: HashSet<usize> = ways
            .iter()
            .map(|way| endgame.number([side(&way[..2]), side(&way[2..])], 4))
            .collect();
        assert_eq!(numbers.len(), ways.len());
        assert_eq!(numbers.len() as u64, choose(9, 4));
        assert!(numbers.iter().all(|&number| number < numbers.len()));
    }

    #[test]
    fn the_greatest_array_is_that_of_fourteen_seeds() {
        assert_eq!(choose(26, 12), 9_657_700);
        assert_eq!(Endgame::new(12, 72).most(), 14);
    }
}
