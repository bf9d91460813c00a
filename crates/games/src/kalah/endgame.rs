//! The values of positions with few seeds, each computed once.
//!
//! Irving, Donkers and Uiterwijk ("Solving Kalah", ICGA Journal 23, 2000) searched with endgame databases. Here the
//! value of a position is computed on demand, with those of all its successors, and stays in an array while the game
//! lives: one byte for each distribution of that many seeds over the pits.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

/// The most entries of an array: 14 seeds in twelve pits fit.
const MOST_ENTRIES: u64 = 10 << 20;
/// The largest fraction of the starting seeds that counts as few. It leaves some work to a search of a small game.
const PART: (u32, u32) = (2, 5);

/// Values of positions with few seeds, by the seeds of each pit, the mover's first.
#[derive(Debug)]
pub(super) struct Endgame {
    /// The most seeds that count as few.
    most: u32,
    /// The term that each pit adds to the number of a position, by the sum of the seeds in it and in the pits before
    /// it.
    ranks: Vec<u32>,
    /// The value for the player to move by position number, plus [`ZERO`]; 0 if it is unknown. Allocated at the
    /// first query.
    values: OnceLock<Box<[AtomicU8]>>,
}

/// The code of a difference of 0. All differences are smaller, because there are fewer seeds.
const ZERO: i64 = 128;

impl Endgame {
    /// Builds the table for `pits` pits of both players together and `seeds` seeds at the start.
    pub(super) fn new(pits: u32, seeds: u32) -> Endgame {
        let most = (0..=seeds * PART.0 / PART.1).rev();
        let most = most
            .into_iter()
            .find(|&seeds| choose(seeds + pits, pits) <= MOST_ENTRIES)
            .unwrap_or(0);
        // These terms number all distributions of seeds over pits, those with fewer seeds first. The partial sums of
        // seeds, plus one for each pit, form a set of numbers, and the sets are numbered in the order of their
        // greatest members.
        let ranks = (0..pits).flat_map(|pit| (0..=most).map(move |sum| choose(sum + pit, pit + 1)));
        Endgame {
            most,
            ranks: ranks.map(|rank| rank as u32).collect(),
            values: OnceLock::new(),
        }
    }

    /// Returns the most seeds of a position that has an entry.
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

    /// Returns the number of a position with few seeds, from both sides' seeds in fields of `width` bits.
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

    /// Returns the value of the position with this number, if it is known.
    #[inline]
    pub(super) fn get(&self, number: usize) -> Option<i64> {
        // Threads that compute a value at the same time compute the same one.
        let value = self.values()[number].load(Ordering::Relaxed);
        (value != 0).then(|| i64::from(value) - ZERO)
    }

    pub(super) fn set(&self, number: usize, value: i64) {
        self.values()[number].store((value + ZERO) as u8, Ordering::Relaxed);
    }
}

/// Returns the binomial coefficient. It is at least `chosen` if a `u64` cannot hold it.
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

    /// Checks that all ways to lay seeds into pits have distinct numbers without gaps.
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
