//! The moves of a chain and their probabilities, as the rows of a sparse matrix.

use std::ops::Range;

/// The roundings of an equation besides one for each of its moves: those of the weights, of the position's own
/// number, and of the sums.
const ROUNDINGS: f64 = 12.0;

/// The moves of each place.
#[derive(Debug)]
pub(super) struct Rows {
    /// The start of the moves of each place, with one more entry for the end.
    starts: Vec<usize>,
    targets: Vec<u32>,
    weights: Vec<f64>,
}

impl Rows {
    /// Creates the rows of no place, with room for this many places and moves.
    pub(super) fn new(places: usize, moves: usize) -> Rows {
        let mut rows = Rows {
            starts: Vec::with_capacity(places + 1),
            targets: Vec::with_capacity(moves),
            weights: Vec::with_capacity(moves),
        };
        rows.starts.push(0);
        rows
    }

    /// Adds a place, with the targets and probabilities of its moves.
    pub(super) fn push(&mut self, moves: impl Iterator<Item = (u32, f64)>) {
        for (target, weight) in moves {
            self.targets.push(target);
            self.weights.push(weight);
        }
        self.starts.push(self.targets.len());
    }

    /// Returns the moves of a place: their targets and probabilities.
    #[inline]
    pub(super) fn row(&self, at: usize) -> impl Iterator<Item = (usize, f64)> {
        let range = self.starts[at]..self.starts[at + 1];
        let targets = self.targets[range.clone()].iter();
        let targets = targets.map(|&to| to as usize);
        targets.zip(self.weights[range].iter().copied())
    }

    pub(super) fn is_end(&self, at: usize) -> bool {
        self.starts[at] == self.starts[at + 1]
    }

    /// Returns whether play can cycle in a component.
    pub(super) fn is_cycle(&self, block: &Range<usize>) -> bool {
        let to_itself = |at| self.row(at).any(|(to, _)| to == at);
        block.len() > 1 || to_itself(block.start)
    }

    /// Returns whether play never leaves a component, nor ends there.
    pub(super) fn is_closed(&self, block: &Range<usize>) -> bool {
        let stays = |at| self.row(at).all(|(to, _)| block.contains(&to));
        self.is_cycle(block) && block.clone().all(stays)
    }

    /// Returns the mean value after a move from a place.
    #[inline]
    pub(super) fn mean(&self, at: usize, values: &[f64]) -> f64 {
        self.row(at).map(|(to, weight)| weight * values[to]).sum()
    }

    /// Returns the greatest residual of a component as computed, and the most that rounding can have hidden of it.
    pub(super) fn missed(&self, block: &Range<usize>, own: &[f64], values: &[f64]) -> (f64, f64) {
        let (mut most, mut rounding) = (0.0f64, 0.0f64);
        for at in block.clone() {
            most = worse(most, (own[at] + self.mean(at, values) - values[at]).abs());
            let sizes = self.row(at).map(|(to, weight)| weight * values[to].abs());
            let size = own[at].abs() + values[at].abs() + sizes.sum::<f64>();
            let moves = (self.starts[at + 1] - self.starts[at]) as f64;
            rounding = worse(rounding, size * f64::EPSILON * (moves + ROUNDINGS));
        }
        (most, rounding)
    }
}

/// Returns the larger of two errors; NaN is worse than any.
pub(super) fn worse(one: f64, other: f64) -> f64 {
    match one >= other {
        true => one,
        false if other.is_nan() => f64::INFINITY,
        false => other,
    }
}
