//! The declaration of a game of the family.

use super::lines::TABULATED;
use super::{CellSet, MOST_BOARDS, MOST_CELLS, RulesError, Shape, Wrap};
use yomikiri_core::{Player, check_points};

/// The declaration of a game of claiming cells, independent of any fast way to play it.
///
/// `shape`, `patterns` and `weights` describe one board. `boards` copies of it are played.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The cells.
    pub shape: Shape,
    /// The number of cells in a row that make a line, if rows are lines.
    pub line: Option<usize>,
    /// Whether rows of cells go on across the edges of the box.
    pub wrap: Wrap,
    /// Further sets of cells that are lines.
    pub patterns: Vec<CellSet>,
    /// The points of each cell in reading order. Empty if no cell has any.
    pub weights: Vec<i64>,
    /// Whether marks fall to the bottom of their column.
    pub gravity: bool,
    /// Whether making a line loses.
    pub misere: bool,
    /// The marks that a player may place.
    pub marks: Marks,
    /// The meaning of a full board without a line.
    pub full: Full,
    /// The number of copies of the board that are played at once. The first line on a copy closes it.
    pub boards: usize,
}

/// The marks that a player may place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Marks {
    /// Each player has a mark: `x` First, `o` Second.
    Own,
    /// Both players may place `x` or `o`.
    Either,
    /// There is only the mark `x`.
    One,
}

/// The meaning of a full board without a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Full {
    /// The game is a draw.
    Draw,
    /// The result is First's weights minus Second's.
    Points,
    /// This player wins.
    Win(Player),
}

impl Rules {
    /// Returns rules for two players, each with their own mark, on one board without lines. A full board is a draw.
    pub fn new(shape: Shape) -> Rules {
        Rules {
            shape,
            line: None,
            wrap: [false; 3],
            patterns: Vec::new(),
            weights: Vec::new(),
            gravity: false,
            misere: false,
            marks: Marks::Own,
            full: Full::Draw,
            boards: 1,
        }
    }

    /// Returns the number of cells over all boards.
    pub fn cells(&self) -> usize {
        self.shape.cells().len().saturating_mul(self.boards)
    }

    /// Returns whether these are the rules of most games: one board of at most 16 cells, own marks, no gravity, a
    /// line wins, and a full board does not. Such a game can be compiled to [faster code](super::Positional).
    pub fn are_common(&self) -> bool {
        self.cells() <= TABULATED
            && self.boards == 1
            && self.marks == Marks::Own
            && !self.gravity
            && !self.misere
            && !matches!(self.full, Full::Win(_))
    }

    /// Returns all distinct sets of cells that are lines on one board, explicit or in a row, in sorted order.
    pub fn lines(&self) -> Vec<CellSet> {
        let mut lines = self.patterns.clone();
        if let Some(length) = self.line {
            lines.extend(self.shape.lines(length, self.wrap));
        }
        lines.sort_unstable();
        lines.dedup();
        lines
    }

    /// Checks that the parts fit together.
    ///
    /// # Errors
    ///
    /// The first error found.
    pub fn check(&self) -> Result<(), RulesError> {
        let cells = self.shape.cells().len();
        if !(1..=MOST_BOARDS).contains(&self.boards) {
            return Err(RulesError::Boards(self.boards));
        }
        if self.cells() > MOST_CELLS {
            return Err(RulesError::TooManyCells {
                cells: self.cells(),
                most: MOST_CELLS,
            });
        }
        let leaves = |set: &CellSet| *set == 0 || set.checked_shr(cells as u32).unwrap_or(0) != 0;
        if let Some(index) = self.patterns.iter().position(leaves) {
            return Err(RulesError::Pattern(index));
        }
        if !self.weights.is_empty() {
            if self.full != Full::Points {
                return Err(RulesError::WeightsUnused);
            }
            if self.weights.len() != cells {
                return Err(RulesError::WeightCount {
                    weights: self.weights.len(),
                    cells,
                });
            }
            // Each weight counts on every board. If that product overflows, it is beyond the limit in any case.
            let total = |weight: &i64| weight.saturating_mul(self.boards as i64);
            check_points(self.weights.iter().map(total)).map_err(RulesError::Points)?;
        }
        if self.full == Full::Points && self.marks != Marks::Own {
            return Err(RulesError::PointsOfNobody);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::POINTS_LIMIT;

    #[test]
    fn what_does_not_fit_is_refused() {
        let good = || Rules {
            line: Some(3),
            ..Rules::new(Shape::full(1, 3, 3).unwrap())
        };
        let points = || Rules {
            full: Full::Points,
            weights: vec![1; 9],
            ..good()
        };
        assert_eq!(good().check(), Ok(()));
        assert_eq!(points().check(), Ok(()));
        let bad = [
            (
                Rules {
                    boards: 0,
                    ..good()
                },
                RulesError::Boards(0),
            ),
            (
                Rules {
                    boards: 9,
                    ..good()
                },
                RulesError::Boards(9),
            ),
            (
                Rules {
                    patterns: vec![1, 0],
                    ..good()
                },
                RulesError::Pattern(1),
            ),
            (
                Rules {
                    patterns: vec![1 << 9],
                    ..good()
                },
                RulesError::Pattern(0),
            ),
            (
                Rules {
                    weights: vec![0; 9],
                    ..good()
                },
                RulesError::WeightsUnused,
            ),
            (
                Rules {
                    weights: vec![0; 8],
                    ..points()
                },
                RulesError::WeightCount {
                    weights: 8,
                    cells: 9,
                },
            ),
            (
                Rules {
                    weights: vec![POINTS_LIMIT; 9],
                    ..points()
                },
                RulesError::Points(1),
            ),
            (
                Rules {
                    weights: vec![i64::MIN; 9],
                    boards: 2,
                    ..points()
                },
                RulesError::Points(0),
            ),
            (
                Rules {
                    marks: Marks::Either,
                    ..points()
                },
                RulesError::PointsOfNobody,
            ),
        ];
        for (rules, error) in bad {
            assert_eq!(rules.check(), Err(error));
        }
        assert!(Shape::full(1, 0, 3).is_err());
        assert!(Shape::full(usize::MAX, usize::MAX, 3).is_err());
        let large = Shape::full(1, 8, 9).unwrap();
        let two = Rules {
            boards: 2,
            ..Rules::new(large)
        };
        assert_eq!(
            two.check(),
            Err(RulesError::TooManyCells {
                cells: 144,
                most: 128
            })
        );
    }
}
