//! Which case is made how: by the seed and the case's number alone.

use crate::contest::{Corner, Problem, Random};

/// Cases in a round; shares are counted in so many parts.
const ROUND: usize = 256;

/// How many cases of a round are of which kind. Kinds that a problem does not have go to
/// [`Corner::Uniform`], except [`Corner::Negative`], which no problem lacks.
///
/// More than a quarter is negative-biased: evenly drawn boards hardly ever test the losing side of
/// whoever moves first, and that is where most wrong programs are wrong. One in 256 is as large as
/// the constraints allow, so that a slow program meets such a case within its first minute and a
/// quick one does not spend its time on reading.
const SHARES: [(Corner, u16); Corner::ALL.len()] = [
    (Corner::Negative, 72),
    (Corner::Small, 56),
    (Corner::Uniform, 32),
    (Corner::Ties, 28),
    (Corner::Extreme, 24),
    (Corner::Row, 12),
    (Corner::Column, 12),
    (Corner::Sorted, 11),
    (Corner::Equal, 8),
    (Corner::Largest, 1),
];

/// Odd, so that its multiples meet every place of a round; near the golden section of a round, so
/// that any stretch of cases has every kind in about its share. The largest case is the 162nd.
const STRIDE: u64 = 159;

/// All cases of a problem for a seed. The same wherever, whenever and by however many threads they
/// are made.
///
/// ```
/// use yomikiri_catalog::contest::problem;
/// use yomikiri_catalog::stress::Plan;
///
/// let plan = Plan::new(problem("abc349e")?, 7);
/// assert_eq!(plan.input(3), plan.input(3));
/// assert_ne!(plan.input(3), plan.input(4));
/// # Ok::<(), yomikiri_catalog::TextError>(())
/// ```
pub struct Plan<'p> {
    problem: &'p dyn Problem,
    base: u64,
    kinds: [Corner; ROUND],
}

impl<'p> Plan<'p> {
    /// The cases of a problem for a seed.
    pub fn new(problem: &'p dyn Problem, seed: u64) -> Plan<'p> {
        let known = problem.corners();
        let shares = SHARES.iter().flat_map(|&(corner, share)| {
            let kind = match known.contains(&corner) {
                true => corner,
                false => Corner::Uniform,
            };
            std::iter::repeat_n(kind, usize::from(share))
        });
        let mut kinds = [Corner::Uniform; ROUND];
        for (kind, share) in kinds.iter_mut().zip(shares) {
            *kind = share;
        }
        Plan {
            problem,
            base: Random::new(seed).bits(),
            kinds,
        }
    }

    /// The kind of a case.
    pub fn corner(&self, case: u64) -> Corner {
        self.kinds[(case.wrapping_mul(STRIDE) % ROUND as u64) as usize]
    }

    /// The input of a case.
    pub fn input(&self, case: u64) -> String {
        // SplitMix mixes every bit of its state: neighbours share nothing.
        let mut random = Random::new(self.base.wrapping_add(case));
        self.problem.generate(&mut random, self.corner(case))
    }

    /// How many of every 256 cases are of which kind, the most frequent first.
    pub fn shares(&self) -> Vec<(Corner, u64)> {
        self.count(0, ROUND as u64)
    }

    /// How many of `cases` cases from the `first` on are of which kind, the most frequent first.
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
    use crate::contest::PROBLEMS;

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
            let plan = Plan::new(*problem, 0);
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
            let (one, two) = (Plan::new(*problem, 1), Plan::new(*problem, 2));
            let again = Plan::new(*problem, 1);
            let cases = (0..40).filter(|&case| one.corner(case) != Corner::Largest);
            let (mut same, mut other) = (0, 0);
            for case in cases {
                assert_eq!(one.input(case), again.input(case));
                other += u32::from(one.input(case) != two.input(case));
                same += 1;
            }
            assert!(2 * other > same, "{}", problem.about().id);
        }
    }
}
