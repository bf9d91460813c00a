//! The kind and the randomness of each case, which depend only on the seed and the case's number.

use crate::problems::{Corner, Family, Random};

/// The cases of a round; shares are counted in this many parts.
const ROUND: usize = 256;

/// The number of cases of each kind in a round. The shares of kinds that a source does not have go to
/// [`Corner::Uniform`], and that of the smallest to [`Corner::Small`].
///
/// More than a quarter is biased against the player who moves first: evenly drawn boards hardly ever test
/// the losing side, where most wrong programs fail. One case in 256 is as large as the constraints allow.
/// It is among the first ten, so that a slow program meets it at once, and a fast one does not spend its
/// time reading.
const SHARES: [(Corner, u16); Corner::ALL.len()] = [
    (Corner::Negative, 72),
    (Corner::Small, 54),
    (Corner::Uniform, 32),
    (Corner::Ties, 28),
    (Corner::Extreme, 24),
    (Corner::Row, 12),
    (Corner::Column, 12),
    (Corner::Sorted, 11),
    (Corner::Equal, 8),
    (Corner::Smallest, 2),
    (Corner::Largest, 1),
];

/// The shares add up to a round, and each kind has one.
const _: () = {
    let (mut sum, mut kinds, mut at) = (0, 0u32, 0);
    while at < SHARES.len() {
        sum += SHARES[at].1 as usize;
        kinds |= 1 << SHARES[at].0 as u32;
        at += 1;
    }
    assert!(sum == ROUND && kinds.count_ones() as usize == SHARES.len());
};

/// The stride is odd, so that its multiples reach every place of a round. It is near the golden section of
/// a round, so that any stretch of cases has about its share of every kind. The largest case is the 162nd.
const STRIDE: u64 = 159;
/// The place of case 0; it makes case 9 the largest.
const OFFSET: u64 = 104;

/// The kind of each case, and the random source of its input. Both are the same on every machine, at every
/// time and with any number of threads.
///
/// ```
/// use yomikiri_contest::problems::{Corner, problem};
/// use yomikiri_contest::stress::Plan;
///
/// let plan = Plan::new(problem("abc349e")?.corners(), 7, None);
/// assert_eq!(plan.random(3).bits(), plan.random(3).bits());
/// assert_ne!(plan.random(3).bits(), plan.random(4).bits());
/// # Ok::<(), yomikiri_catalog::TextError>(())
/// ```
pub struct Plan {
    base: u64,
    kinds: [Corner; ROUND],
}

impl Plan {
    /// Makes the plan for a seed, with the kinds of a family or, without one, with all known kinds.
    pub fn new(known: &[Corner], seed: u64, family: Option<Family>) -> Plan {
        let mut kinds = [Corner::Uniform; ROUND];
        let wanted = family.map(|family| family.of(known)).unwrap_or_default();
        if wanted.is_empty() {
            let shares = SHARES.iter().flat_map(|&(corner, share)| {
                let kind = match corner {
                    corner if known.contains(&corner) => corner,
                    Corner::Smallest if known.contains(&Corner::Small) => Corner::Small,
                    _ => Corner::Uniform,
                };
                std::iter::repeat_n(kind, usize::from(share))
            });
            for (kind, share) in kinds.iter_mut().zip(shares) {
                *kind = share;
            }
        } else {
            for (kind, share) in kinds.iter_mut().zip(wanted.iter().cycle()) {
                *kind = *share;
            }
        }
        Plan {
            base: Random::new(seed).bits(),
            kinds,
        }
    }

    /// Returns the kind of a case.
    pub fn corner(&self, case: u64) -> Corner {
        let at = case.wrapping_mul(STRIDE).wrapping_add(OFFSET);
        self.kinds[(at % ROUND as u64) as usize]
    }

    /// Returns the random source for the input of a case.
    pub fn random(&self, case: u64) -> Random {
        // SplitMix mixes every bit of its state, so neighbouring seeds share nothing.
        Random::new(self.base.wrapping_add(case))
    }

    /// Returns how many of every 256 cases have each kind, the most frequent first.
    pub fn shares(&self) -> Vec<(Corner, u64)> {
        self.count(0, ROUND as u64)
    }

    /// Returns how many of `cases` cases from `first` on have each kind, the most frequent first.
    pub fn count(&self, first: u64, cases: u64) -> Vec<(Corner, u64)> {
        let (rounds, rest) = (cases / ROUND as u64, cases % ROUND as u64);
        let mut counts: Vec<(Corner, u64)> = Corner::ALL
            .into_iter()
            .map(|corner| {
                let in_round = self.kinds.iter().filter(|&&kind| kind == corner).count();
                let more = (0..rest).filter(|at| self.corner(first.wrapping_add(*at)) == corner);
                (corner, rounds * in_round as u64 + more.count() as u64)
            })
            .filter(|&(_, count)| count > 0)
            .collect();
        counts.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        counts
    }
}
