//! The animals, and their moves from every cell.

use yomikiri_core::Player;

pub(super) const COLS: usize = 3;
pub(super) const CELLS: usize = 12;

/// The kinds of pieces. Those before the lion can be in hand.
pub(super) const GIRAFFE: u8 = 0;
pub(super) const ELEPHANT: u8 = 1;
pub(super) const CHICK: u8 = 2;
pub(super) const LION: u8 = 3;
pub(super) const HEN: u8 = 4;

/// The number of kinds that can be in hand.
pub(super) const HANDS: usize = 3;

/// The number of kinds.
const KINDS: usize = 5;

/// The cells that a player's pieces of a kind reach from each cell, a bit each.
static GOALS: [[[u16; CELLS]; KINDS]; 2] = goals(false);
/// The cells from which they reach each cell.
pub(super) static SOURCES: [[[u16; CELLS]; KINDS]; 2] = goals(true);

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) owner: Player,
    pub(super) kind: u8,
}

pub(super) fn row(cell: usize) -> usize {
    cell / COLS
}

/// Returns the farthest row for a player's chick and lion.
pub(super) fn far_row(player: Player) -> usize {
    match player {
        Player::First => 0,
        Player::Second => CELLS / COLS - 1,
    }
}

/// Returns the index in a hand of a captured piece.
pub(super) fn in_hand(kind: u8) -> usize {
    usize::from(if kind == HEN { CHICK } else { kind })
}

/// The pieces by code, less 1: First's, then Second's.
const PIECES: [Piece; 2 * KINDS] = {
    let mut pieces = [Piece {
        owner: Player::First,
        kind: GIRAFFE,
    }; 2 * KINDS];
    let mut code = 0;
    while code < 2 * KINDS {
        let owner = Player::BOTH[code / KINDS];
        pieces[code] = Piece {
            owner,
            kind: (code % KINDS) as u8,
        };
        code += 1;
    }
    pieces
};

impl Piece {
    /// Returns a number from 1 to 10; 0 stands for no piece.
    pub(super) fn code(self) -> u64 {
        1 + u64::from(self.kind) + KINDS as u64 * self.owner as u64
    }

    /// Returns the piece with a code.
    pub(super) fn of_code(code: u64) -> Option<Piece> {
        PIECES.get((code as usize).wrapping_sub(1)).copied()
    }

    /// Returns the cells that the piece reaches from a cell, whatever stands there, a bit each.
    pub(super) fn reaches(self, from: usize) -> u16 {
        GOALS[self.owner as usize][usize::from(self.kind)][from]
    }
}

/// All cells.
pub(super) const ALL: u16 = (1 << CELLS) - 1;

/// Returns the numbers of the set bits, in ascending order.
pub(super) fn cells(mut bits: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        (cell < CELLS).then_some(cell)
    })
}

pub(super) fn bits(set: impl Iterator<Item = bool>) -> u16 {
    (0..)
        .zip(set)
        .fold(0, |bits, (cell, set)| bits | u16::from(set) << cell)
}

/// Returns the cells that pieces reach from each cell, by player and kind, or the cells that they come from.
const fn goals(back: bool) -> [[[u16; CELLS]; KINDS]; 2] {
    let mut goals = [[[0; CELLS]; KINDS]; 2];
    let mut step = 0;
    while step < 2 * KINDS * CELLS * CELLS {
        let (from, to) = (step / CELLS % CELLS, step % CELLS);
        let (player, kind) = (
            step / (KINDS * CELLS * CELLS),
            step / (CELLS * CELLS) % KINDS,
        );
        if reaches(player == 0, kind as u8, from, to) {
            let (at, bit) = if back { (to, from) } else { (from, to) };
            goals[player][kind][at] |= 1 << bit;
        }
        step += 1;
    }
    goals
}

/// Returns whether a piece reaches one cell from another, whatever stands there.
const fn reaches(first: bool, kind: u8, from: usize, to: usize) -> bool {
    let down = (to / COLS) as i32 - (from / COLS) as i32;
    let right = (to % COLS) as i32 - (from % COLS) as i32;
    let ahead = if first { -down } else { down };
    if from == to || down.abs() > 1 || right.abs() > 1 {
        return false;
    }
    let straight = down == 0 || right == 0;
    match kind {
        GIRAFFE => straight,
        ELEPHANT => !straight,
        CHICK => ahead == 1 && right == 0,
        HEN => straight || ahead == 1,
        _ => true,
    }
}
