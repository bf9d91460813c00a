//! The weights of the cells enter only at the end.

use super::{Bits, Position, Positional};
use yomikiri_core::capability::Parametric;
use yomikiri_core::{Game, Outcome};

/// The weights are those of the cells in the order of their bits, over all boards.
///
/// That they enter only at the end: lines, open cells and turns are read off the sets of marks alone;
/// the one place in the rules that adds weights up is what a full board without a line is worth, and
/// there each counts once, for whoever has the cell.
impl<B: Bits, const COMMON: bool> Parametric<Positional<B, COMMON>> for Positional<B, COMMON> {
    fn weights(&self) -> &[i64] {
        &self.weights
    }

    fn form(&self, position: &Position<B>, counts: &mut [i64]) -> bool {
        if !matches!(self.outcome(position), Some(Outcome::Margin(_))) {
            return false;
        }
        let of = |set: B, cell: u32| i64::from(set & B::bit(cell) != B::NONE);
        for (cell, count) in (0..).zip(counts) {
            *count = of(position.first(), cell) - of(position.second(), cell);
        }
        true
    }
}
