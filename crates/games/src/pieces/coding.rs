//! Positions as integers of at most 128 bits: a code for every cell, or a list of the pieces, whichever
//! takes fewer bits.
//!
//! Moves never add a piece, so a list has as many places as there are pieces at the start.

use super::{MOST_CELLS, MOST_KINDS, PieceRules};
use yomikiri_core::Player;

/// What stands on every cell, by codes (0: nothing), and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board {
    pub(super) codes: [u8; MOST_CELLS],
    pub(super) mover: Player,
}

/// How positions become integers.
#[derive(Clone, Debug)]
pub(super) struct Coding {
    cells: u32,
    /// The piece of each code, from 1.
    pieces: Vec<(Player, usize)>,
    /// The code of each player's pieces; 0 for those that the player cannot have.
    codes: [[u8; MOST_KINDS]; 2],
    form: Form,
    /// The bits of a code.
    width: u32,
}

#[derive(Clone, Copy, Debug)]
enum Form {
    /// A code for every cell, the first lowest.
    Cells,
    /// Pieces in the order of their cells: the code below the cell's number. Places left over are 0.
    List {
        places: u32,
        /// The bits of a cell's number.
        cell: u32,
    },
}

/// The bits of numbers up to `most`.
fn width(most: usize) -> u32 {
    usize::BITS - most.leading_zeros()
}

impl Coding {
    pub(super) fn new(rules: &PieceRules) -> Coding {
        let mut pieces = Vec::new();
        let mut codes = [[0; MOST_KINDS]; 2];
        let within_reach = rules.within_reach();
        for kind in 0..rules.kinds.len() {
            for (player, codes) in Player::BOTH.into_iter().zip(&mut codes) {
                if within_reach[player as usize] >> kind & 1 == 1 {
                    pieces.push((player, kind));
                    // At most 26 kinds of two players.
                    codes[kind] = pieces.len() as u8;
                }
            }
        }
        let cells = rules.shape.cells().len() as u32;
        let width = width(pieces.len());
        let list = Form::List {
            places: rules.start.iter().flatten().count() as u32,
            cell: self::width(cells as usize - 1),
        };
        let with = |form| Coding {
            cells,
            pieces: pieces.clone(),
            codes,
            form,
            width,
        };
        let (cells, list) = (with(Form::Cells), with(list));
        match list.bits() < cells.bits() {
            true => list,
            false => cells,
        }
    }

    /// The bits of a position; more than 128 where it does not fit.
    pub(super) fn bits(&self) -> u32 {
        let of_pieces = match self.form {
            Form::Cells => self.width * self.cells,
            Form::List { places, cell } => places * (self.width + cell),
        };
        of_pieces + 1
    }

    /// The most pieces of a position.
    pub(super) fn most_pieces(&self) -> u32 {
        match self.form {
            Form::Cells => self.cells,
            Form::List { places, .. } => places,
        }
    }

    /// The piece that a code stands for.
    #[inline]
    pub(super) fn piece(&self, code: u8) -> Option<(Player, usize)> {
        let index = usize::from(code).checked_sub(1)?;
        self.pieces.get(index).copied()
    }

    /// The code of a piece; 0 where the player cannot have it.
    #[inline]
    pub(super) fn code(&self, (player, kind): (Player, usize)) -> u8 {
        self.codes[player as usize][kind]
    }

    /// The pieces that players can have.
    pub(super) fn pieces(&self) -> &[(Player, usize)] {
        &self.pieces
    }

    /// The integer of a position of at most [`most_pieces`](Coding::most_pieces) pieces.
    #[inline]
    pub(super) fn pack(&self, board: &Board) -> u128 {
        let codes = &board.codes[..self.cells as usize];
        let mover = (board.mover as u128) << (self.bits() - 1);
        match self.form {
            Form::Cells => {
                codes
                    .iter()
                    .rev()
                    .fold(0, |state, &code| state << self.width | u128::from(code))
                    | mover
            }
            Form::List { cell: bits, .. } => {
                let pieces = (0u128..).zip(codes).filter(|(_, code)| **code != 0);
                let (mut state, mut at) = (mover, 0);
                for (cell, &code) in pieces {
                    state |= (cell << self.width | u128::from(code)) << at;
                    at += self.width + bits;
                }
                state
            }
        }
    }

    /// The position of an integer that is one.
    #[inline]
    pub(super) fn unpack(&self, state: u128) -> Board {
        let mut codes = [0; MOST_CELLS];
        let code = |state: u128| (state & ((1 << self.width) - 1)) as u8;
        match self.form {
            Form::Cells => {
                let mut rest = state;
                for at in &mut codes[..self.cells as usize] {
                    *at = code(rest);
                    rest >>= self.width;
                }
            }
            Form::List { places, cell: bits } => {
                let mut rest = state;
                for _ in 0..places {
                    let cell = (rest >> self.width) as usize & ((1 << bits) - 1);
                    // A cell's number has at most seven bits.
                    if code(rest) != 0 {
                        codes[cell] = code(rest);
                    }
                    rest >>= self.width + bits;
                }
            }
        }
        Board {
            codes,
            mover: Player::after((state >> (self.bits() - 1)) as u32 & 1),
        }
    }

    /// Whether an integer is a position.
    pub(super) fn holds(&self, state: u128) -> bool {
        let board = self.unpack(state);
        let (on, off) = board.codes.split_at(self.cells as usize);
        let known = on
            .iter()
            .all(|&code| usize::from(code) <= self.pieces.len());
        known && off.iter().all(|&code| code == 0) && self.pack(&board) == state
    }
}
