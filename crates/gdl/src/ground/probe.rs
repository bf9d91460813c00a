//! Estimates how many rows a plan looks at, before it runs.
//!
//! A plan is a tree: each matching row of a scan leads to the rows of the next scan. The size of the tree is
//! estimated as in Knuth, "Estimating the efficiency of backtrack programs" (1975): a path takes one random row of
//! each scan and adds up the numbers of rows, each multiplied by all numbers before it. The mean of such sums
//! estimates the size. Because a mean of few paths can be far off, even upwards, the probe takes the median of
//! several means.

use super::plan::{Rounds, Scan, Step, known_row, known_value};
use super::store::{END, Store};
use crate::limits::{Budget, Unread};
use crate::rules::{Atom, Condition, Rule};
use crate::terms::Terms;
use yomikiri_core::TextError;
use yomikiri_core::random::Random;

/// The number of paths for each mean.
const PATHS: usize = 32;

/// The number of means.
const MEANS: usize = 9;

/// A rule is rejected if the estimate exceeds the remaining steps by this factor. If a rule takes no more steps than
/// remain, each mean exceeds this limit with a probability of at most 1 / `TIMES` (Markov), and five of nine means
/// do with a probability below 1 in 700.
const TIMES: f64 = 10.0;

/// The number of steps above which it is worth looking ahead.
const MANY: f64 = 4e6;

/// A plan that has not run yet.
pub(super) struct Probe<'p> {
    pub(super) store: &'p Store,
    pub(super) terms: &'p Terms,
    pub(super) is_growing: &'p [bool],
    pub(super) rule: &'p Rule,
    pub(super) steps: &'p [Step],
    pub(super) new: Option<usize>,
}

impl Probe<'_> {
    /// Looks ahead if the rule may take long.
    ///
    /// # Errors
    ///
    /// Returns an error if the rule takes far more steps than are left.
    pub(super) fn refuse(&self, budget: &mut Budget<'_>) -> Result<(), Unread> {
        let expected = self.expected();
        if expected < MANY {
            return Ok(());
        }
        let mut random = Random::new(1);
        let mut means = [0.0; MEANS];
        let before = budget.steps();
        for mean in &mut means {
            for _ in 0..PATHS {
                *mean += self.path(&mut random, budget)? / PATHS as f64;
                // Looking ahead must not take as long as the search itself.
                if (budget.steps() - before) as f64 > expected / 4.0 {
                    return Ok(());
                }
            }
        }
        means.sort_unstable_by(f64::total_cmp);
        let steps = means[MEANS / 2];
        if steps <= TIMES * budget.left() as f64 {
            return Ok(());
        }
        let millions = steps / 1e6;
        let message = format!(
            "this rule takes about {millions:.0} million steps to ground: its conditions have too few variables in common"
        );
        Err(TextError::new(self.rule.span.clone(), message).into())
    }

    /// Returns the number of steps if all values of a column were equally frequent and no condition failed.
    fn expected(&self) -> f64 {
        let (mut rows, mut steps) = (1.0, 0.0);
        for step in self.steps {
            if let Step::Scan(scan) = step {
                let known: Vec<usize> = scan.known.iter().map(|&(column, _)| column).collect();
                let view = &self.store.views[scan.view];
                let [first, end] = self.range(scan);
                // A scan of new rows looks at a small part of all rows.
                let share = f64::from(end.saturating_sub(first)) / view.of.len().max(1) as f64;
                rows *= view.estimate(&known) * share;
                steps += rows;
            }
        }
        steps
    }

    /// Returns the sum of a random path.
    fn path(&self, random: &mut Random, budget: &mut Budget<'_>) -> Result<f64, Unread> {
        let mut values = vec![0; self.rule.vars];
        let (mut rows, mut sum) = (1.0, 0.0);
        for step in self.steps {
            let goes_on = match step {
                Step::Scan(scan) => {
                    let (count, goes_on) = self.scan(scan, &mut values, random);
                    budget.spend(scan.index.map_or(1, |_| count))?;
                    rows *= count as f64;
                    sum += rows;
                    goes_on
                }
                Step::Differ { condition } => match &self.rule.body[*condition] {
                    Condition::Differ([a, b]) => {
                        let [a, b] = [a, b].map(|side| known_value(self.terms, side, &values));
                        a != b || a.is_none()
                    }
                    _ => true,
                },
                Step::Fails { condition } => !self.holds(*condition, Rounds::All, &values),
                Step::Holds { condition, rounds } => self.holds(*condition, *rounds, &values),
            };
            if !goes_on {
                break;
            }
        }
        Ok(sum)
    }

    /// Returns whether a condition holds. Its variables are known.
    fn holds(&self, condition: usize, rounds: Rounds, values: &[u32]) -> bool {
        let holds = |atom: &Atom| {
            let is_old = rounds == Rounds::Old && self.is_growing[atom.pred as usize];
            known_row(
                (self.store, self.terms),
                atom,
                values,
                is_old,
                &mut Vec::new(),
            )
            .is_some()
        };
        self.rule.body[condition].atom().is_some_and(holds)
    }

    /// Returns the first row that a scan may look at and the end of the range.
    fn range(&self, scan: &Scan) -> [u32; 2] {
        let view = &self.store.views[scan.view];
        let is_growing = self.is_growing[view.pred as usize];
        scan.range(view, self.new == Some(scan.condition), is_growing)
    }

    /// Returns the number of rows that a scan looks at, and whether the row drawn from them matches.
    fn scan(&self, scan: &Scan, values: &mut [u32], random: &mut Random) -> (u64, bool) {
        let view = &self.store.views[scan.view];
        let [first, end] = self.range(scan);
        let (mut count, mut drawn) = (0, END);
        match scan.index {
            None if first < end => {
                count = u64::from(end - first);
                drawn = first + random.index((end - first) as usize) as u32;
            }
            None => {}
            Some(_) => {
                let mut row = scan.last(view, end, values);
                while row != END && row >= first {
                    count += 1;
                    if random.index(count as usize) == 0 {
                        drawn = row;
                    }
                    row = scan.before(view, row);
                }
            }
        }
        (count, drawn < end && scan.take(view, drawn, values))
    }
}
