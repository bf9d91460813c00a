//! Positions as integers of at most 128 bits: a code for every cell or a list of the pieces, whichever takes fewer
//! bits.
//!
//! Moves never add a piece, so a list has as many places as there are pieces at the start, on the board and in hand.
//! Above it are these fields: the hands, a number for each player and kind; the player to move; if pieces may
//! capture again, one more than the cell of the one that may; and if both players may pass, the number of passes
//! just made.

use super::{MOST_CELLS, MOST_HELD, MOST_KINDS, PieceRules};
use yomikiri_core::Player;

/// The codes of the pieces on every cell (0 for none), the pieces in hand, and the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board {
    pub(super) codes: [u8; MOST_CELLS],
    /// The number of pieces of each kind that can be in hand, for each player.
    pub(super) hands: [[u8; MOST_HELD]; 2],
    pub(super) mover: Player,
    /// The cell of the piece that has captured and may go on.
    pub(super) going: Option<u32>,
    /// The number of passes just made. Two end the game.
    pub(super) passed: u8,
}

/// The coding of positions as integers.
#[derive(Clone, Debug)]
pub(super) struct Coding {
    cells: u32,
    /// The piece of each code, from 1.
    pieces: Vec<(Player, usize)>,
    /// The code of each player's pieces, or 0 for those that the player cannot have.
    codes: [[u8; MOST_KINDS]; 2],
    form: Form,
    /// The number of bits of a code.
    width: u32,
    /// The kinds that can be in hand.
    held: Vec<usize>,
    /// The most pieces of each of these kinds that each player can have in hand.
    most: [[u8; MOST_HELD]; 2],
    /// The number of all pieces, on the board and in hand.
    total: u32,
    /// The number of bits for the cell of a piece that captures again.
    going: u32,
    /// The number of bits for the passes just made.
    passed: u32,
}

#[derive(Clone, Copy, Debug)]
enum Form {
    /// A code for every cell, the first lowest.
    Cells,
    /// The pieces in the order of their cells: the code below the cell's number. Unused places are 0.
    List {
        places: u32,
        /// The number of bits of a cell's number.
        cell: u32,
    },
}

/// Returns the number of bits for numbers up to `most`.
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
                    // There are at most 26 kinds of two players.
                    codes[kind] = pieces.len() as u8;
                }
            }
        }
        let cells = rules.shape.cells().len() as u32;
        let width = width(pieces.len());
        let total = rules.pieces();
        let list = Form::List {
            places: total,
            cell: self::width(cells as usize - 1),
        };
        let can_be_held = |kind: &usize| {
            let most = Player::BOTH.map(|player| rules.most_held(player, *kind));
            most.iter().any(|&most| most > 0)
        };
        let held: Vec<usize> = match rules.hands.exist() {
            true => (0..rules.kinds.len()).filter(can_be_held).collect(),
            false => Vec::new(),
        };
        let mut most = [[0; MOST_HELD]; 2];
        for player in Player::BOTH {
            for (most, &kind) in most[player as usize].iter_mut().zip(&held) {
                *most = rules.most_held(player, kind).min(255) as u8;
            }
        }
        let with = |form| Coding {
            cells,
            pieces: pieces.clone(),
            codes,
            form,
            width,
            held: held.clone(),
            most,
            total,
            going: match rules.captures.again {
                true => self::width(cells as usize),
                false => 0,
            },
            passed: if rules.passes.meet() { 2 } else { 0 },
        };
        let (cells, list) = (with(Form::Cells), with(list));
        match list.bits() < cells.bits() {
            true => list,
            false => cells,
        }
    }

    /// Returns the number of bits of a position, which is more than 128 if it does not fit.
    pub(super) fn bits(&self) -> u32 {
        let fields = (0..self.held.len()).map(|index| self.hand_width(index));
        self.of_pieces() + 2 * fields.sum::<u32>() + 1 + self.going + self.passed
    }

    /// Returns the number of bits for the pieces on the board.
    #[inline]
    fn of_pieces(&self) -> u32 {
        match self.form {
            Form::Cells => self.width * self.cells,
            Form::List { places, cell } => places * (self.width + cell),
        }
    }

    /// Returns the number of bits for the pieces of a kind in a hand.
    #[inline]
    fn hand_width(&self, index: usize) -> u32 {
        width(self.most[0][index].max(self.most[1][index]).into())
    }

    /// Returns the kinds that can be in hand.
    #[inline]
    pub(super) fn held(&self) -> &[usize] {
        &self.held
    }

    /// Returns the place of a kind among those that can be in hand.
    #[inline]
    pub(super) fn held_place(&self, kind: usize) -> Option<usize> {
        self.held.iter().position(|&other| other == kind)
    }

    /// Returns the most pieces of a kind that a player can have in hand, by its place.
    pub(super) fn most_held(&self, player: Player, place: usize) -> u8 {
        self.most[player as usize][place]
    }

    /// Returns the number of all pieces, on the board and in hand.
    pub(super) fn total(&self) -> u32 {
        self.total
    }

    /// Returns the most pieces on the board.
    pub(super) fn most_pieces(&self) -> u32 {
        match self.form {
            Form::Cells if self.held.is_empty() => self.cells,
            // No piece is ever in hand that was not in the game from the start.
            Form::Cells => self.cells.min(self.total),
            Form::List { places, .. } => places,
        }
    }

    /// Returns the piece with a code.
    #[inline]
    pub(super) fn piece(&self, code: u8) -> Option<(Player, usize)> {
        let index = usize::from(code).checked_sub(1)?;
        self.pieces.get(index).copied()
    }

    /// Returns the code of a piece, or 0 if the player cannot have it.
    #[inline]
    pub(super) fn code(&self, (player, kind): (Player, usize)) -> u8 {
        self.codes[player as usize][kind]
    }

    /// Returns the pieces that players can have.
    pub(super) fn pieces(&self) -> &[(Player, usize)] {
        &self.pieces
    }

    /// Returns the integer of a position of at most [`most_pieces`](Coding::most_pieces) pieces.
    #[inline]
    pub(super) fn pack(&self, board: &Board) -> u128 {
        let codes = &board.codes[..self.cells as usize];
        let going = board.going.map_or(0, |cell| cell + 1);
        let going = u128::from(board.passed) << self.going | u128::from(going);
        let mut above = going << 1 | board.mover as u128;
        for hand in board.hands.iter().rev() {
            for index in (0..self.held.len()).rev() {
                above = above << self.hand_width(index) | u128::from(hand[index]);
            }
        }
        // A position that fits has at least the mover's bit above the pieces, so the shift is less than 128.
        let mover = above << self.of_pieces();
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

    /// Returns the position of a valid integer.
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
        let mut hands = [[0; MOST_HELD]; 2];
        let mut rest = state >> self.of_pieces();
        for hand in &mut hands {
            for (index, count) in hand[..self.held.len()].iter_mut().enumerate() {
                let width = self.hand_width(index);
                *count = (rest & ((1 << width) - 1)) as u8;
                rest >>= width;
            }
        }
        Board {
            codes,
            hands,
            mover: Player::after(rest as u32 & 1),
            going: ((rest >> 1) as u32 & ((1 << self.going) - 1)).checked_sub(1),
            passed: (rest >> 1 >> self.going) as u8 & ((1 << self.passed) - 1),
        }
    }

    /// Returns whether an integer is a position.
    pub(super) fn holds(&self, state: u128) -> bool {
        let board = self.unpack(state);
        let (on, off) = board.codes.split_at(self.cells as usize);
        let known = on
            .iter()
            .all(|&code| usize::from(code) <= self.pieces.len());
        let hands = board.hands.as_flattened().iter();
        let fits = hands.clone().zip(self.most.as_flattened());
        let held: u32 = hands.map(|&count| u32::from(count)).sum();
        let there = on.iter().filter(|code| **code != 0).count() as u32;
        known
            && board.going.is_none_or(|cell| cell < self.cells)
            && board.passed <= 2
            && off.iter().all(|&code| code == 0)
            && fits.into_iter().all(|(count, most)| count <= most)
            && (self.held.is_empty() || there + held <= self.total)
            && self.pack(&board) == state
    }
}
