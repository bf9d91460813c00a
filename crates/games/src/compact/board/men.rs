//! Two players' men on a board, and positions of nothing but men and the turn, packed into an integer.

use super::{Board, Image, symbol};
use crate::digits::{from_digits, ternary};
use crate::turn::{mover_suffix, split_mover};
use std::ops::RangeInclusive;
use yomikiri_core::diagram::Mark;
use yomikiri_core::{Diagram, Player, TextError};

/// The board sizes whose keys have a digit in base 3 for each cell. On smaller boards a position fits a word as it
/// is. On larger ones the digits and the turn do not fit.
const TERNARY: RangeInclusive<u32> = 32..=39;

/// Two players' men on a board, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Men {
    pub(crate) first: u64,
    pub(crate) second: u64,
    pub(crate) to_move: Player,
}

impl Men {
    /// Returns the men of a player.
    #[inline]
    pub(crate) fn of(&self, player: Player) -> u64 {
        match player {
            Player::First => self.first,
            Player::Second => self.second,
        }
    }

    /// Returns the men of the player to move, and those of the other.
    #[inline]
    pub(crate) fn sides(&self) -> (u64, u64) {
        match self.to_move {
            Player::First => (self.first, self.second),
            Player::Second => (self.second, self.first),
        }
    }

    /// Returns the men after a move, from the mover's men and the opponent's. The opponent is to move.
    #[inline]
    pub(crate) fn after(mover: Player, own: u64, other: u64) -> Men {
        let (first, second) = match mover {
            Player::First => (own, other),
            Player::Second => (other, own),
        };
        Men {
            first,
            second,
            to_move: mover.opponent(),
        }
    }

    #[inline]
    pub(crate) fn owner(&self, cell: u32) -> Option<Player> {
        let owns = |player: &Player| self.of(*player) >> cell & 1 == 1;
        Player::BOTH.into_iter().find(owns)
    }

    /// Returns the mark drawn on a cell: its owner's, or `#` if both players hold it.
    fn mark(&self, cell: u32) -> Option<Mark> {
        let owner = self.owner(cell)?;
        let is_hole = (self.first & self.second) >> cell & 1 == 1;
        Some(Mark {
            symbol: if is_hole { '#' } else { symbol(owner) },
            owner: (!is_hole).then_some(owner),
        })
    }
}

/// Positions of men: two sets of at most 64 cells.
impl Board {
    /// Returns the canonical form of a position of men: the least among its images, each moved into the upper left
    /// corner.
    pub(crate) fn least_men(&self, men: Men, images: &[Image]) -> u128 {
        let moved = images.iter().map(|image| {
            let (first, second) = (image.of(men.first), image.of(men.second));
            let by = self.to_corner(first | second);
            self.pack(Men {
                first: first >> by,
                second: second >> by,
                ..men
            })
        });
        moved.min().unwrap_or_else(|| self.pack(men))
    }

    /// Does the same for the cells of `kept`, none of which is a hole. All other cells become holes.
    pub(crate) fn least_holed(&self, men: Men, kept: u64, images: &[Image]) -> u128 {
        let moved = images.iter().map(|image| {
            let men = Men {
                first: image.of(men.first),
                second: image.of(men.second),
                ..men
            };
            self.holed(men, image.of(kept))
        });
        moved.min().unwrap_or_else(|| self.pack(men))
    }

    /// Returns the position of the men on the cells of `kept`, moved into the upper left corner. All other cells become
    /// holes.
    #[inline]
    pub(crate) fn holed(&self, men: Men, kept: u64) -> u128 {
        let by = self.to_corner(kept);
        let moved = |set: u64| (set & kept) >> by;
        let holes = self.all() & !moved(kept);
        self.pack(Men {
            first: moved(men.first) | holes,
            second: moved(men.second) | holes,
            ..men
        })
    }

    /// Returns the number of bits of a position of men: the turn above Second's men above First's.
    pub(crate) fn men_bits(&self) -> u32 {
        2 * self.cells() + 1
    }

    /// Returns whether keys have digits in base 3.
    #[inline]
    fn is_ternary(&self) -> bool {
        TERNARY.contains(&self.cells())
    }

    /// Returns the number of bits of a position's [key](Board::men_key).
    pub(crate) fn key_bits(&self) -> u32 {
        match self.is_ternary() {
            true => 3u64.pow(self.cells()).ilog2() + 2,
            false => self.men_bits(),
        }
    }

    /// Returns the key of a position of men. On boards of 32 to 39 cells it has a digit in base 3 for each cell
    /// above the turn in the lowest bit, and it fits a word. On other boards the key is the position.
    #[inline]
    pub(crate) fn men_key(&self, state: u128) -> u128 {
        if !self.is_ternary() {
            return state;
        }
        let men = self.men(state);
        let digits = ternary::<u64, 5>(men.first) + 2 * ternary::<u64, 5>(men.second);
        (2 * digits + men.to_move as u64).into()
    }

    /// Returns the position of men with this key.
    pub(crate) fn men_of_key(&self, key: u128) -> Option<u128> {
        let state = match self.is_ternary() {
            true => {
                let digits = u64::try_from(key / 2).ok()?;
                let (first, second) = from_digits(digits, 3, self.cells());
                self.pack(Men {
                    first,
                    second,
                    to_move: Player::after(key as u32 & 1),
                })
            }
            false => key,
        };
        (self.holds_men(state) && self.men_key(state) == key).then_some(state)
    }

    #[inline]
    pub(crate) fn pack(&self, men: Men) -> u128 {
        let cells = self.cells();
        u128::from(men.first)
            | u128::from(men.second) << cells
            | (men.to_move as u128) << (2 * cells)
    }

    #[inline]
    pub(crate) fn men(&self, state: u128) -> Men {
        let cells = self.cells();
        Men {
            // The mask leaves fewer than 64 bits.
            first: state as u64 & self.all(),
            second: (state >> cells) as u64 & self.all(),
            to_move: Player::after((state >> (2 * cells)) as u32 & 1),
        }
    }

    /// Returns the cells that no player holds.
    #[inline]
    pub(crate) fn free(&self, state: u128) -> u64 {
        let men = self.men(state);
        self.all() & !(men.first | men.second)
    }

    /// Returns the position after the mover has claimed a free cell.
    #[inline]
    pub(crate) fn claimed(&self, state: u128, cell: u32) -> u128 {
        let men = self.men(state);
        let (own, other) = men.sides();
        self.pack(Men::after(men.to_move, own | 1 << cell, other))
    }

    /// Returns the same position of men with the other player to move.
    #[inline]
    pub(crate) fn turned(&self, state: u128) -> u128 {
        state ^ 1 << (2 * self.cells())
    }

    /// Returns the same position of men with their owners exchanged.
    #[inline]
    pub(crate) fn exchanged(&self, state: u128) -> u128 {
        let men = self.men(state);
        self.pack(Men {
            first: men.second,
            second: men.first,
            ..men
        })
    }

    /// Returns the least image of two sets of cells under all symmetries, as a position with First to move.
    #[inline]
    pub(crate) fn least_image(&self, [first, second]: [u64; 2]) -> u128 {
        // In a position Second's men are above First's.
        let [second, first] = self.least([second, first], true);
        self.pack(Men {
            first,
            second,
            to_move: Player::First,
        })
    }

    /// Returns the men of a position, by connected group.
    pub(crate) fn groups(&self, state: u128) -> impl Iterator<Item = Men> {
        let men = self.men(state);
        let groups = self.components(men.first | men.second).into_iter();
        groups.map(move |group| Men {
            first: men.first & group,
            second: men.second & group,
            ..men
        })
    }

    /// Returns whether an integer is a position of men, with no cell held twice.
    pub(crate) fn holds_men(&self, state: u128) -> bool {
        let men = self.men(state);
        state >> self.men_bits() == 0 && men.first & men.second == 0
    }

    /// Returns the image of a position of men.
    #[inline]
    pub(crate) fn men_image(&self, state: u128, image: &Image) -> u128 {
        let men = self.men(state);
        self.pack(Men {
            first: image.of(men.first),
            second: image.of(men.second),
            ..men
        })
    }

    /// Returns rows of `x`, `o` and `.`, then `:second` where Second is to move. A cell that both players hold is a
    /// hole, `#`.
    pub(crate) fn men_text(&self, state: u128) -> String {
        let men = self.men(state);
        self.text(|cell| men.mark(cell).map_or('.', |mark| mark.symbol)) + mover_suffix(men.to_move)
    }

    pub(crate) fn parse_men(&self, text: &str) -> Result<u128, TextError> {
        self.parse_symbols(text, "xo.")
    }

    /// Reads a text of [`men_text`](Board::men_text). The board may have holes.
    pub(crate) fn parse_holed(&self, text: &str) -> Result<u128, TextError> {
        self.parse_symbols(text, "xo.#")
    }

    fn parse_symbols(&self, text: &str, symbols: &str) -> Result<u128, TextError> {
        let (rows, to_move) = split_mover(text)?;
        let found = self.parse(rows, symbols)?;
        let set = |wanted: usize| {
            let cells = found.iter().enumerate();
            // A hole is in both sets.
            let cells = cells.filter(|(_, found)| [wanted, 3].contains(*found));
            cells.fold(0, |set, (cell, _)| set | 1 << cell)
        };
        Ok(self.pack(Men {
            first: set(0),
            second: set(1),
            to_move,
        }))
    }

    pub(crate) fn men_diagram(&self, state: u128, note: String) -> Diagram {
        let men = self.men(state);
        self.diagram(|cell| men.mark(cell), note)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_men_lead_back() {
        let mut random = 1u64;
        for (rows, cols, bits) in [(5, 6, 61), (4, 8, 52), (6, 6, 59), (3, 13, 63), (5, 8, 81)] {
            let board = Board::<u64>::new(rows, cols);
            assert_eq!(board.key_bits(), bits);
            let mut state = board.pack(Men {
                first: 0,
                second: board.all(),
                to_move: Player::Second,
            });
            for turn in 0..200 {
                let key = board.men_key(state);
                assert!(key >> bits == 0);
                assert_eq!(board.men_of_key(key), Some(state));
                let mut sets = [0; 3];
                for cell in 0..board.cells() {
                    random = random.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
                    sets[(random >> 33) as usize % 3] |= 1 << cell;
                }
                state = board.pack(Men {
                    first: sets[0],
                    second: sets[1],
                    to_move: Player::after(turn),
                });
            }
            assert_eq!(board.men_of_key(1 << bits), None);
            assert_eq!(board.men_of_key(u128::MAX), None);
        }
    }
}
