//! The parametric view: the weights of the cells matter only at the end.

use super::{Bits, Position, Positional};
use yomikiri_core::capability::Parametric;
use yomikiri_core::{Game, Outcome};

/// The parameters are the weights of the cells in the order of their bits, over all boards.
///
/// The weights matter only at the end: lines, open cells and turns depend only on the sets of marks. The rules add
/// weights up only for the value of a full board without a line, where each counts once, for the owner of the cell.
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
