//! Estimates how many rows a plan looks at, before it looks at them.
//!
//! A plan is a tree: each row of a scan that fits leads to the rows of the next scan. Its size is estimated as in Knuth,
//! "Estimating the efficiency of backtrack programs" (1975): a path takes one row of each scan at random, and adds up the
//! numbers of rows, each times all numbers before it. The size of the tree is the mean of such sums. A mean
//! of few paths may be wrong, upwards too, so the median of several means counts.

use super::plan::{Rounds, Scan, Step, known_row, known_value};
use super::store::{END, Store};
use crate::limits::{Budget, Unread};
use crate::rules::{Atom, Condition, Rule};
use crate::terms::Terms;
use yomikiri_core::TextError;
use yomikiri_core::random::Random;

/// The paths of a mean.
const PATHS: usize = 32;

/// The means.
const MEANS: usize = 9;

/// How many times the steps that are left an estimate has to pass. If a rule takes no more steps than are left, each mean
/// passes that many times as many with a chance of at most one in this number (Markov), and five of nine means with
/// one of less than 1 in 700.
const TIMES: f64 = 10.0;

/// The steps from which on it is worth while to look ahead.
const MANY: f64 = 4e6;

/// A plan that has not been carried out yet.
pub(super) struct Probe<'p> {
    pub(super) store: &'p Store,
    pub(super) terms: &'p Terms,
    pub(super) is_growing: &'p [bool],
    pub(super) rule: &'p Rule,
    pub(super) steps: &'p [Step],
    pub(super) new: Option<usize>,
}

impl Probe<'_> {
    /// Looks ahead, if the rule may take long.
    ///
    /// # Errors
    ///
    /// If it takes far more steps than are left.
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
                // To look ahead must not take as long as to go.
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

    /// The steps if all values of a column were equally frequent and no condition failed.
    fn expected(&self) -> f64 {
        let (mut rows, mut steps) = (1.0, 0.0);
        for step in self.steps {
            if let Step::Scan(scan) = step {
                let known: Vec<usize> = scan.known.iter().map(|&(column, _)| column).collect();
                let view = &self.store.views[scan.view];
                let [first, end] = self.range(scan);
                // A scan of new rows looks at few of all.
                let share = f64::from(end.saturating_sub(first)) / view.of.len().max(1) as f64;
                rows *= view.estimate(&known) * share;
                steps += rows;
            }
        }
        steps
    }

    /// The sum of a path.
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

    /// Whether a condition holds whose variables are known.
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

    /// The first row that a scan may look at, and the one behind the last.
    fn range(&self, scan: &Scan) -> [u32; 2] {
        let view = &self.store.views[scan.view];
        let is_growing = self.is_growing[view.pred as usize];
        scan.range(view, self.new == Some(scan.condition), is_growing)
    }

    /// The number of rows that a scan looks at, and whether the one that was drawn among them fits.
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
