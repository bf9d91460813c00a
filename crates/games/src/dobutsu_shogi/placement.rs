//! Positions: the pieces on the board and in hand, their moves, and the possible last moves.

use super::animals::{
    ALL, CELLS, CHICK, ELEPHANT, GIRAFFE, HANDS, HEN, LION, Piece, SOURCES, bits, cells, far_row,
    in_hand, row,
};
use crate::compact::Moves;
use yomikiri_core::{Outcome, Player};

/// A position, unpacked. Its packed form has the cells at four bits each, then First's and Second's hands at two
/// bits a kind, then the turn bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    pub(super) cells: [Option<Piece>; CELLS],
    pub(super) hands: [[u8; HANDS]; 2],
    pub(super) to_move: Player,
}

/// The number of bits of a position.
pub(super) const BITS: u32 = 4 * CELLS as u32 + 4 * HANDS as u32 + 1;

impl Placement {
    pub(super) fn start() -> Placement {
        let mut cells = [None; CELLS];
        for (cell, kind) in [(9, ELEPHANT), (10, LION), (11, GIRAFFE), (7, CHICK)] {
            cells[cell] = Some(Piece {
                owner: Player::First,
                kind,
            });
            cells[CELLS - 1 - cell] = Some(Piece {
                owner: Player::Second,
                kind,
            });
        }
        Placement {
            cells,
            hands: [[0; HANDS]; 2],
            to_move: Player::First,
        }
    }

    pub(super) fn pack(&self) -> u128 {
        let mut state = self.to_move as u64;
        for count in self.hands.iter().flatten().rev() {
            state = state << 2 | u64::from(*count);
        }
        for cell in self.cells.iter().rev() {
            state = state << 4 | cell.map_or(0, Piece::code);
        }
        state.into()
    }

    /// Returns the position that an integer stands for, if each of its parts is valid.
    pub(super) fn unpack(state: u128) -> Option<Placement> {
        let mut state = u64::try_from(state).ok()?;
        let mut cells = [None; CELLS];
        for cell in &mut cells {
            *cell = match state & 15 {
                0 => None,
                code => Some(Piece::of_code(code)?),
            };
            state >>= 4;
        }
        let mut hands = [[0; HANDS]; 2];
        for count in hands.iter_mut().flatten() {
            *count = (state & 3) as u8;
            state >>= 2;
        }
        (state < 2).then_some(Placement {
            cells,
            hands,
            to_move: Player::after(state as u32),
        })
    }

    /// Returns the position that an integer stands for. The integer must be valid.
    pub(super) fn at(state: u128) -> Placement {
        Placement::unpack(state).unwrap_or_else(Placement::start)
    }

    /// Returns whether there are two of each animal in all and a lion each. One lion may be missing.
    pub(super) fn complete(&self) -> bool {
        let mut lions = [0; 2];
        let mut animals = [0; HANDS];
        for Piece { owner, kind } in self.cells.iter().flatten() {
            match *kind {
                LION => lions[*owner as usize] += 1,
                kind => animals[in_hand(kind)] += 1,
            }
        }
        for hand in &self.hands {
            for (count, held) in animals.iter_mut().zip(hand) {
                *count += held;
            }
        }
        animals == [2; HANDS] && matches!(lions, [1, 1] | [0, 1] | [1, 0])
    }

    pub(super) fn lion(&self, owner: Player) -> Option<usize> {
        let lion = Some(Piece { owner, kind: LION });
        self.cells.iter().position(|piece| *piece == lion)
    }

    /// Returns the cells of a player's pieces, a bit each.
    pub(super) fn of(&self, owner: Player) -> u16 {
        let of = |piece: &Option<Piece>| piece.is_some_and(|piece| piece.owner == owner);
        bits(self.cells.iter().map(of))
    }

    /// Returns whether a player's piece attacks a cell.
    pub(super) fn attacks(&self, attacker: Player, cell: usize) -> bool {
        (0..CELLS).any(|from| {
            let piece = self.cells[from].filter(|piece| piece.owner == attacker);
            piece.is_some_and(|piece| piece.reaches(from) >> cell & 1 == 1)
        })
    }

    pub(super) fn outcome(&self) -> Option<Outcome> {
        let last = self.to_move.opponent();
        for player in [last, self.to_move] {
            if self.lion(player.opponent()).is_none() {
                return Some(Outcome::Win(player));
            }
        }
        let there = self.lion(last).filter(|&cell| row(cell) == far_row(last));
        if there.is_some_and(|cell| !self.attacks(self.to_move, cell)) {
            return Some(Outcome::Win(last));
        }
        (!self.can_move()).then_some(Outcome::Win(last))
    }

    pub(super) fn can_move(&self) -> bool {
        let (own, other) = (self.of(self.to_move), self.of(self.to_move.opponent()));
        let holds = self.hands[self.to_move as usize] != [0; HANDS];
        let mut pieces = (0..CELLS).zip(&self.cells);
        holds && (own | other) != ALL
            || pieces.any(|(from, piece)| {
                piece.is_some_and(|piece| {
                    piece.owner == self.to_move && piece.reaches(from) & !own != 0
                })
            })
    }

    /// Returns the cell of the opponent's lion, if the player to move can take it.
    pub(super) fn catch(&self) -> Option<usize> {
        let lion = self.lion(self.to_move.opponent())?;
        self.attacks(self.to_move, lion).then_some(lion)
    }

    /// Appends the moves. A move's number holds its origin (a cell, or 12 plus the kind dropped) and its target.
    pub(super) fn moves(&self, moves: &mut Moves) {
        let own = self.of(self.to_move);
        for (from, piece) in (0..CELLS).zip(&self.cells) {
            if let Some(piece) = piece.filter(|piece| piece.owner == self.to_move) {
                moves.extend(cells(piece.reaches(from) & !own).map(|to| number(from, to)));
            }
        }
        let free = ALL & !own & !self.of(self.to_move.opponent());
        for (kind, &count) in self.hands[self.to_move as usize].iter().enumerate() {
            if count > 0 {
                moves.extend(cells(free).map(|to| number(CELLS + kind, to)));
            }
        }
    }

    /// Calls `each` with all positions before the last move, over or not.
    pub(super) fn before(&self, mut each: impl FnMut(Placement)) {
        let mover = self.to_move.opponent();
        let last = Placement {
            to_move: mover,
            ..*self
        };
        let free = ALL & !self.of(mover) & !self.of(self.to_move);
        let taken = self.taken();
        for (to, piece) in (0..CELLS).zip(&self.cells) {
            let Some(piece) = piece.filter(|piece| piece.owner == mover) else {
                continue;
            };
            // The kinds that the piece may have been before its move.
            let grew = piece.kind == HEN && row(to) == far_row(mover);
            let was = [Some(piece.kind), grew.then_some(CHICK)];
            for kind in was.into_iter().flatten() {
                if kind == CHICK && !grew && row(to) == far_row(mover) {
                    continue;
                }
                let old = Piece { kind, ..piece };
                let sources = SOURCES[mover as usize][usize::from(kind)][to];
                for from in cells(sources & free) {
                    for &taken in taken.iter().flatten() {
                        let mut before = last;
                        before.cells[from] = Some(old);
                        before.cells[to] = taken;
                        if let Some(taken) = taken
                            && taken.kind != LION
                        {
                            before.hands[mover as usize][in_hand(taken.kind)] -= 1;
                        }
                        each(before);
                    }
                }
            }
            if usize::from(piece.kind) < HANDS {
                let mut before = last;
                before.cells[to] = None;
                before.hands[mover as usize][usize::from(piece.kind)] += 1;
                each(before);
            }
        }
    }

    /// Returns the pieces that the last move may have taken: none, or one in the mover's hand now. If the lion is
    /// missing, the move took the lion.
    pub(super) fn taken(&self) -> [Option<Option<Piece>>; 5] {
        let mover = self.to_move.opponent();
        let piece = |kind: u8| {
            Some(Some(Piece {
                owner: self.to_move,
                kind,
            }))
        };
        if self.lion(self.to_move).is_none() {
            return [piece(LION), None, None, None, None];
        }
        let hand = self.hands[mover as usize];
        let held = |kind: u8| piece(kind).filter(|_| hand[in_hand(kind)] > 0);
        [
            Some(None),
            held(GIRAFFE),
            held(ELEPHANT),
            held(CHICK),
            held(HEN),
        ]
    }
}

pub(super) fn number(from: usize, to: usize) -> u32 {
    (from << 4 | to) as u32
}

pub(super) fn ends(mv: u32) -> (usize, usize) {
    ((mv >> 4) as usize, (mv & 15) as usize)
}
