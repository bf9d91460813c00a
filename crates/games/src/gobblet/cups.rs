//! Cups on the board as sets of cells, with queries about them.

use crate::bits::Bits;
use crate::compact::Moves;
use crate::compact::board::{Board, Image};
use yomikiri_core::Player;

/// The number of cells of a set of cups, and the set of all cells.
pub(super) const CELLS: u32 = 9;
pub(super) const ALL: u32 = 0o777;

/// The most sizes.
pub(super) const SIZES: u32 = 3;

/// The number of the bit that says that Second is to move. It is above six sets of cells: the cups of each size, the
/// smallest first, First's before Second's.
pub(super) const TO_MOVE: u32 = 2 * SIZES * CELLS;

/// The rows, columns and diagonals.
const LINES: [u32; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// The game.
#[derive(Debug)]
pub(super) struct Gobblet {
    /// The number of sizes, and the number of cups of each size that a player has.
    pub(super) sizes: u32,
    pub(super) each: u32,
    /// The symmetries of the square, as maps of whole positions.
    pub(super) images: Vec<Image>,
}

/// Returns the cells of a player's cups of a size.
pub(super) fn cups(state: u128, player: Player, size: u32) -> u32 {
    (state >> at(player, size)) as u32 & ALL
}

/// Returns the lowest bit of a player's cups of a size.
fn at(player: Player, size: u32) -> u32 {
    CELLS * (SIZES * player as u32 + size)
}

pub(super) fn cup(player: Player, size: u32, cell: u32) -> u128 {
    1 << (at(player, size) + cell)
}

/// Returns the number of a move, from its origin (a cell, or 9 plus the size of a new cup) and its target.
fn number(from: u32, to: u32) -> u32 {
    from << 4 | to
}

pub(super) fn ends(mv: u32) -> (u32, u32) {
    (mv >> 4, mv & 15)
}

/// Returns the first line within a set.
fn line(set: u32) -> Option<u32> {
    LINES.into_iter().find(|line| set & line == *line)
}

/// Returns the player to move.
pub(super) fn mover(state: u128) -> Player {
    Player::after((state >> TO_MOVE) as u32 & 1)
}

impl Gobblet {
    pub(super) fn new(sizes: u32, each: u32) -> Gobblet {
        let of_position = |board: &Image| {
            let moved = |cell: u32| board.of(1 << cell).trailing_zeros();
            let of_bit = |bit: u32| match bit {
                TO_MOVE => TO_MOVE,
                _ => bit - bit % CELLS + moved(bit % CELLS),
            };
            Image::new((0..=TO_MOVE).map(of_bit).collect())
        };
        let of_board = Board::new(3, 3).symmetries(true);
        Gobblet {
            sizes,
            each,
            images: of_board.iter().map(of_position).collect(),
        }
    }

    /// Returns the cells where a player's cup is uncovered.
    fn shown(&self, state: u128, player: Player) -> u32 {
        (0..self.sizes).fold(0, |shown, size| {
            shown & !cups(state, player.opponent(), size) | cups(state, player, size)
        })
    }

    /// Returns the cells with a cup of this size or a larger one.
    pub(super) fn taken(&self, state: u128, size: u32) -> u32 {
        let both = |size| cups(state, Player::First, size) | cups(state, Player::Second, size);
        (size..self.sizes).fold(0, |taken, size| taken | both(size))
    }

    /// Returns the cells of a player's cups of a size that may be lifted.
    pub(super) fn free(&self, state: u128, player: Player, size: u32) -> u32 {
        cups(state, player, size) & !self.taken(state, size + 1)
    }

    /// Returns the number of a player's cups of a size that are not on the board.
    pub(super) fn held(&self, state: u128, player: Player, size: u32) -> u32 {
        self.each
            .saturating_sub(cups(state, player, size).count_ones())
    }

    /// Returns the winner by a row, and the row. If both players show a row, the one who moved last loses.
    pub(super) fn row(&self, state: u128) -> Option<(Player, u32)> {
        let to_move = mover(state);
        [to_move, to_move.opponent()]
            .into_iter()
            .find_map(|player| Some((player, line(self.shown(state, player))?)))
    }

    pub(super) fn moves_of(&self, state: u128, moves: &mut Moves) {
        let mover = mover(state);
        for size in (0..self.sizes).rev() {
            let room = ALL & !self.taken(state, size);
            let new = (self.held(state, mover, size) > 0).then_some(CELLS + size);
            for from in new.into_iter().chain(self.free(state, mover, size).cells()) {
                moves.extend(room.cells().map(|to| number(from, to)));
            }
        }
    }
}
