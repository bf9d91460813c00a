//! The limits of the family, and the errors of its rules.

use std::fmt;
use yomikiri_core::Counted;

/// The greatest number of cells of a game, over all its boards.
pub const MOST_CELLS: usize = 128;

/// The greatest number of boards played at once.
pub const MOST_BOARDS: usize = 8;

/// The reason why rules describe no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RulesError {
    /// The board has no cells.
    NoCells,
    /// There are more cells than supported.
    TooManyCells {
        /// The number of cells.
        cells: usize,
        /// The number of cells supported.
        most: usize,
    },
    /// There are no boards, or more than [`MOST_BOARDS`].
    Boards(usize),
    /// An explicit pattern, by its index, is empty or names a cell that is not on the board.
    Pattern(usize),
    /// The number of weights differs from the number of cells.
    WeightCount {
        /// The number of weights.
        weights: usize,
        /// The number of cells.
        cells: usize,
    },
    /// With the weight of this cell, points exceed ±2<sup>62</sup>.
    Points(usize),
    /// Weights are given, but points decide nothing.
    WeightsUnused,
    /// Points are to decide, but marks belong to no player.
    PointsOfNobody,
    /// Rules that are not [common](super::Rules::are_common) were to be compiled as common rules.
    Uncommon,
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RulesError::NoCells => f.write_str("the board has no cells"),
            RulesError::TooManyCells { cells, most } => {
                write!(f, "{cells} cells are too many: at most {most}")
            }
            RulesError::Boards(boards) => write!(f, "{boards} boards: 1 to {MOST_BOARDS}"),
            RulesError::Pattern(index) => {
                write!(f, "pattern {} is empty or leaves the board", index + 1)
            }
            RulesError::WeightCount { weights, cells } => {
                write!(
                    f,
                    "a weight for each of {} is needed, {weights} given",
                    Counted(cells, "cell")
                )
            }
            RulesError::Points(cell) => {
                write!(f, "with the weight of cell {}, points pass 2^62", cell + 1)
            }
            RulesError::WeightsUnused => {
                f.write_str("weights count only if points decide on a full board")
            }
            RulesError::PointsOfNobody => {
                f.write_str("points need marks that belong to a player each")
            }
            RulesError::Uncommon => f.write_str("these are not the rules of a common game"),
        }
    }
}

impl std::error::Error for RulesError {}
