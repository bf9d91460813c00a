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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problems::PROBLEMS;

    #[test]
    fn shares_are_as_stated() {
        assert_eq!(
            SHARES
                .iter()
                .map(|&(_, share)| usize::from(share))
                .sum::<usize>(),
            ROUND
        );
        for corner in Corner::ALL {
            assert!(SHARES.iter().any(|&(known, _)| known == corner));
        }
        for problem in PROBLEMS {
            let plan = Plan::new(problem.corners(), 0, None);
            let share = |corner| {
                let shares = plan.shares();
                let found = shares.iter().find(|&&(known, _)| known == corner);
                found.map_or(0, |&(_, count)| count)
            };
            let id = problem.about().id;
            assert!(4 * share(Corner::Negative) >= ROUND as u64, "{id}");
            assert!(share(Corner::Largest) <= 1, "{id}");
            for (corner, count) in plan.shares() {
                // Evenly spread: any 64 cases have about a quarter of a round's.
                let few = plan.count(1000, 64);
                let few = few.iter().find(|&&(known, _)| known == corner);
                let few = few.map_or(0, |&(_, count)| count);
                assert!(
                    few.abs_diff(count / 4) <= 2,
                    "{id} {corner}: {few} of {count}"
                );
            }
            assert_eq!(
                plan.count(5, 10_000).iter().map(|&(_, n)| n).sum::<u64>(),
                10_000
            );
        }
    }

    #[test]
    fn cases_depend_on_the_seed_and_the_number_alone() {
        for problem in PROBLEMS {
            let plan = |seed| Plan::new(problem.corners(), seed, None);
            let (one, two, again) = (plan(1), plan(2), plan(1));
            let cases = (0..40).filter(|&case| one.corner(case) != Corner::Largest);
            let (mut same, mut other) = (0, 0);
            let input =
                |plan: &Plan, case| problem.generate(&mut plan.random(case), plan.corner(case));
            for case in cases {
                assert_eq!(input(&one, case), input(&again, case));
                other += u32::from(input(&one, case) != input(&two, case));
                same += 1;
            }
            assert!(2 * other > same, "{}", problem.about().id);
        }
    }

    #[test]
    fn the_largest_case_is_among_the_first_ten() {
        for problem in PROBLEMS {
            let plan = Plan::new(problem.corners(), 5, None);
            let has_largest = problem.corners().contains(&Corner::Largest);
            assert_eq!(plan.corner(9) == Corner::Largest, has_largest);
            for family in Family::ALL {
                let plan = Plan::new(problem.corners(), 5, Some(family));
                let wanted = family.of(problem.corners());
                if !wanted.is_empty() {
                    assert!((0..300).all(|case| wanted.contains(&plan.corner(case))));
                }
            }
        }
    }
}
