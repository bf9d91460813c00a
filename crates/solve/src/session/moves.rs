//! Moves with their values, and the order of their quality.

use yomikiri_core::Value;

/// A legal move and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveValue<M> {
    /// The move.
    pub mv: M,
    /// The value of making the move, counted from the position before it. It includes the move's
    /// own gain and ply.
    pub value: Value,
    /// True if no other move is better for the mover.
    pub best: bool,
    /// The move's place in the order of quality, from 0 for the best. Equal moves share a place.
    pub place: usize,
}

/// Returns the [place](MoveValue::place) of each score, or of other comparable items, among all of them.
pub fn places<S: Ord + Clone>(scores: &[S]) -> Vec<usize> {
    let mut best_first = scores.to_vec();
    best_first.sort_unstable_by(|a, b| b.cmp(a));
    best_first.dedup();
    let place = |score: &S| best_first.partition_point(|better| better > score);
    scores.iter().map(place).collect()
}
