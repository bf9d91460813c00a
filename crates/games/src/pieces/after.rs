//! The positions after moves.

use super::Pieces;
use super::coding::Board;
use super::play::{PASS, Parts, STOP, unpack};
use smallvec::SmallVec;
use yomikiri_core::Player;

impl Pieces {
    /// Returns the position after a move. The turn passes, unless the piece that captured may or must go on.
    #[inline]
    pub(super) fn moved(&self, board: &Board, mv: u32) -> Board {
        let mover = board.mover;
        if mv == STOP {
            return Board {
                mover: mover.opponent(),
                going: None,
                ..*board
            };
        }
        if mv == PASS {
            return Board {
                mover: mover.opponent(),
                passed: board.passed + u8::from(self.rules.passes.meet()),
                ..*board
            };
        }
        let mut next = self.shifted(board, mv);
        let rules = &self.rules.captures;
        if !rules.encloses() && !rules.again {
            return next;
        }
        let Parts { from, to, .. } = unpack(mv);
        let Ok(from) = from else { return next };
        let captured = rules.again && self.captures(board, mv);
        if rules.encloses() {
            let held: SmallVec<[u32; 8]> = self.enclosed(&next, mover, to).collect();
            for cell in held {
                if self.rules.hands.captures {
                    let piece = self.at(&next, cell);
                    self.keep(&mut next, mover, piece);
                }
                next.codes[cell as usize] = 0;
            }
        }
        // A piece that has become another does not go on.
        let same = board.codes[from as usize] == next.codes[to as usize];
        if captured && same {
            let going = Board {
                mover,
                going: Some(to),
                ..next
            };
            if self.goes_on(&going) {
                return going;
            }
        }
        next
    }

    /// Returns whether a piece that may have captured can capture again, and the captures have not ended the game.
    pub(super) fn goes_on(&self, going: &Board) -> bool {
        let passed = Board {
            mover: going.mover.opponent(),
            going: None,
            ..*going
        };
        self.decided(&passed).is_none() && self.can_capture(going)
    }

    /// Returns the position after a piece has moved or has been put down, with the turn passed on.
    #[inline]
    pub(super) fn shifted(&self, board: &Board, mv: u32) -> Board {
        let parts = unpack(mv);
        let (mover, to) = (board.mover, parts.to);
        let mut next = *board;
        next.mover = mover.opponent();
        next.going = None;
        next.passed = 0;
        let from = match parts.from {
            Ok(from) => from,
            Err(place) => {
                let hand = &mut next.hands[mover as usize][place];
                *hand = hand.saturating_sub(1);
                let piece = (mover, self.coding.held()[place]);
                next.codes[to as usize] = self.coding.code(piece);
                if let Some(taken) = parts.taken {
                    if self.rules.hands.captures {
                        self.keep(&mut next, mover, self.at(board, taken));
                    }
                    next.codes[taken as usize] = 0;
                }
                return next;
            }
        };
        if self.rules.hands.captures {
            for cell in [Some(to), parts.taken].into_iter().flatten() {
                self.keep(&mut next, mover, self.at(board, cell));
            }
        }
        let piece = self.at(board, from).map(|(owner, kind)| {
            // Without a choice the piece becomes exactly one kind, or stays.
            let turned = || self.rules.turns(kind, owner, to).trailing_zeros() as usize;
            (owner, parts.chosen.unwrap_or_else(turned))
        });
        next.codes[from as usize] = 0;
        if let Some(taken) = parts.taken {
            next.codes[taken as usize] = 0;
        }
        next.codes[to as usize] = piece.map_or(0, |piece| self.coding.code(piece));
        next
    }

    /// Puts a captured piece into the player's hand.
    fn keep(&self, board: &mut Board, player: Player, captured: Option<(Player, usize)>) {
        let kind = captured.map(|(_, kind)| self.rules.held(kind));
        if let Some(place) = kind.and_then(|kind| self.coding.held_place(kind)) {
            board.hands[player as usize][place] += 1;
        }
    }

    pub(super) fn mapped(&self, board: &Board, map: &[u32]) -> Board {
        let mut image = *board;
        for (&code, &to) in board.codes.iter().zip(map) {
            image.codes[to as usize] = code;
        }
        image.going = board.going.map(|cell| map[cell as usize]);
        image
    }
}
