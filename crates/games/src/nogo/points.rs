//! Which points a player may take, and the parts into which a position falls.
//!
//! A *chain* is a largest set of connected stones of one player. Its *liberties* are the free points beside it. A
//! free point may be *safe* for a player: their stone there can never be captured, whatever lies beside it. No point
//! of an ordinary board is. Parts have such points, because a part leaves out all stones that can never be captured.
//!
//! A player may take a free point if two things hold:
//!
//! 1. A free point is beside it, or it is safe for the player, or it is beside a chain of the player's with another
//!    liberty.
//! 2. It is not the only liberty of a chain of the opponent's.
//!
//! # What never changes
//!
//! **A point that a player may not take stays closed to that player.** If 1 fails, then all stones beside the point
//! belong to the opponent or to chains that have no other liberty. No move but one on the point itself gives such a
//! chain a stone or a liberty. If 2 fails, the same holds for the opponent's chain.
//!
//! So a point that neither player may take is *dead*: it stays free. A chain beside a dead point has a liberty to the
//! end of play. Such a chain is *safe*. A player's stone is safe on a point that is beside a dead point or beside a
//! safe chain of theirs. All other free points are *live*, and all other chains are *open*. All liberties of open
//! chains are live.
//!
//! # Parts
//!
//! Whether a player may take a live point depends on the live points beside it, on the open chains beside it and
//! their liberties, and on whether it is safe for the player. So a live point and an open stone beside it belong to
//! the same part, and so do two stones of a chain. Two live points side by side belong to the same part unless both
//! are *settled*: a point is settled if it is safe for every player who may take it. Nothing else joins parts.
//!
//! Let P be a part. A move outside of P changes nothing about P:
//!
//! - The live points, the open stones and the liberties of P's chains stay as they are, because a point beside an
//!   open stone of P is in P, and only a move on a point changes who may take it or its neighbours.
//! - A point of P that has a neighbour in another part is settled. A player who may take it does not need that
//!   neighbour as a liberty. A player who may not take it never will.
//! - A point of P that is safe for a player remains so. One that is not safe for a player who may take it is not
//!   settled. Then all live points beside it are in P, and so no move outside of P makes a stone beside it safe or a
//!   point beside it dead.
//!
//! And what is not in P can be drawn as no point at all, if each live point says for whom it is safe: for a player who
//! may take it, this replaces the dead points, the safe chains and the settled points outside of P. A player who may
//! not take it is said not to be safe there. Such a player may not take it in the drawing either: the drawing adds no
//! liberty to the player's chains beside it, and the opponent's chain that would be captured is in P with all its
//! liberties.

use crate::compact::board::{Board, flood};
use yomikiri_core::Player;

/// What lies on the points of a board. The sets of a pair are First's and Second's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Points {
    /// The stones.
    pub(super) stones: [u64; 2],
    pub(super) free: u64,
    /// The free points that are safe for each player.
    pub(super) safe: [u64; 2],
}

/// The chains and free points of a board.
#[derive(Clone, Debug)]
pub(super) struct Grid(pub(super) Board);

impl Grid {
    #[inline]
    fn beside(&self, set: u64) -> u64 {
        self.0.beside(set)
    }

    /// Returns the points that have at least two neighbours in a set.
    #[inline]
    fn beside_two(&self, set: u64) -> u64 {
        let [up, down, left, right] = self.0.sides(set);
        (up & down) | (left & right) | ((up | down) & (left | right))
    }

    /// Returns the stones connected with those of a set.
    #[inline]
    fn chain(&self, stones: u64, from: u64) -> u64 {
        flood(from & stones, stones, |chain| self.beside(chain))
    }

    /// Returns the points that each player may take.
    ///
    /// If some chain has no liberty, a move cannot give it one, and so nobody may move.
    #[inline]
    pub(super) fn open(&self, points: &Points) -> [u64; 2] {
        let Points { stones, free, safe } = *points;
        let beside_free = self.beside(free);
        let mut lives = safe.map(|safe| (beside_free | safe) & free);
        let mut closed = [0; 2];
        let rich = self.beside_two(free);
        for player in 0..2 {
            let stones = stones[player];
            if stones & !beside_free != 0 {
                // A stone without a liberty of its own needs one of its chain.
                if self.chain(stones, beside_free) != stones {
                    return [0; 2];
                }
            }
            // A stone with two liberties settles its chain.
            let settled = match stones & !rich {
                0 => stones,
                _ => self.chain(stones, rich),
            };
            lives[player] |= self.beside(settled) & free;
            let mut left = stones & !settled;
            while left != 0 {
                let chain = self.chain(left, left & left.wrapping_neg());
                left &= !chain;
                let liberties = self.beside(chain) & free;
                match liberties.is_power_of_two() {
                    true => closed[1 - player] |= liberties,
                    false => lives[player] |= liberties,
                }
            }
        }
        [lives[0] & !closed[0], lives[1] & !closed[1]]
    }

    /// Returns whether some move of a player is easy to see: on a point beside a free point and beside no stone of the
    /// opponent's, where every stone has a liberty of its own.
    #[inline]
    pub(super) fn has_easy_move(&self, points: &Points, player: Player) -> bool {
        let Points { stones, free, .. } = *points;
        let beside_free = self.beside(free);
        let other = stones[player.opponent() as usize];
        (stones[0] | stones[1]) & !beside_free == 0 && free & beside_free & !self.beside(other) != 0
    }

    /// Returns about how many points each player may take. Chains are judged by pairs of neighbouring stones alone.
    #[inline]
    pub(super) fn about_open(&self, points: &Points) -> [u32; 2] {
        let Points { stones, free, safe } = *points;
        let beside_free = self.beside(free);
        let rich = self.beside_two(free);
        let of = |player: usize| {
            let (own, other) = (stones[player], stones[1 - player]);
            let secure = |stones: u64| {
                let rich = rich & stones;
                rich | (self.beside(rich) & stones)
            };
            let lives = beside_free | safe[player] | self.beside(secure(own));
            let closed = self.beside(other & !secure(other));
            (free & lives & !closed).count_ones()
        };
        [of(0), of(1)]
    }

    /// Returns the points after a move. A stone on a point that is safe for the mover is left out, with its chain.
    /// The points beside it are safe for the mover.
    #[inline]
    pub(super) fn after(&self, mut points: Points, mover: Player, at: u64) -> Points {
        let mover = mover as usize;
        points.free &= !at;
        if points.safe[mover] & at == 0 {
            points.stones[mover] |= at;
        } else {
            let chain = self.chain(points.stones[mover] | at, at);
            points.stones[mover] &= !chain;
            points.safe[mover] |= self.beside(chain) & points.free;
        }
        points.safe = points.safe.map(|safe| safe & !at);
        points
    }

    /// Returns the live points and the open chains. The set in addition contains the settled points.
    pub(super) fn live(&self, points: &Points) -> (Points, u64) {
        let open = self.open(points);
        let free = open[0] | open[1];
        let beside_dead = self.beside(points.free & !free);
        let mut live = Points { free, ..*points };
        for (player, &open) in open.iter().enumerate() {
            let stones = points.stones[player];
            let unharmed = self.chain(stones, beside_dead);
            live.stones[player] = stones & !unharmed;
            let safe = points.safe[player] | beside_dead | self.beside(unharmed);
            live.safe[player] = safe & open;
        }
        let unsafe_for = |player: usize| open[player] & !live.safe[player];
        (live, free & !unsafe_for(0) & !unsafe_for(1))
    }

    /// Returns the neighbours of a set in the same part.
    #[inline]
    pub(super) fn joined(&self, live: &Points, settled: u64, set: u64) -> u64 {
        let [first, second] = live.stones;
        let free = set & live.free;
        let beside = |set| self.beside(set);
        (beside(free) & (first | second))
            | (beside(set & first) & (first | live.free))
            | (beside(set & second) & (second | live.free))
            | (beside(free & !settled) & live.free)
            | (beside(free) & live.free & !settled)
    }
}
