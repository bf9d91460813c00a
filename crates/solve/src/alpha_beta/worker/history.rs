//! How well moves have done so far, which is added to the game's own hints about their order.

use yomikiri_core::Player;

/// The scores of one kind that are kept at most, and those of replies, of which any may be looked at at
/// any time: the caches next to a processor have room for no more.
const MOST: usize = 1 << 20;
const MOST_REPLIES: usize = 1 << 17;
/// A score stays within this, either way.
const LIMIT: i32 = 256;

/// Where a node lies in the search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path {
    /// The plies that lead to it.
    pub(super) ply: u32,
    /// The [slot](yomikiri_core::capability::Ordered::slot) of the move that does (before what that
    /// forced); the number of slots, where there is none.
    pub(super) after: u32,
}

/// Scores of moves by slot: how often a move has cut off, of late, and how often it was tried before one
/// that did. They are kept in three ways: what a player's moves do anywhere, what they do in answer to
/// the move before, and what they do at this ply. The first is the soonest to tell something.
#[derive(Clone, Default)]
pub(super) struct History {
    slots: usize,
    by_ply: Vec<i16>,
    by_player: Vec<i16>,
    /// By player, and the slot of the move before.
    replies: Vec<i16>,
}

/// Where the scores that concern one position begin, in each kind. (Not slices: those of every position
/// would be cut out before it is known whether any is looked at.)
#[derive(Clone, Copy)]
pub(super) struct Rows {
    slots: usize,
    by_ply: usize,
    by_player: usize,
    replies: usize,
}

// How much each counts, in sixteenths, and how slowly it changes: a step goes that part of the way.
const BY_PLY: (i32, i32) = (2, 4);
const BY_PLAYER: (i32, i32) = (6, 16);
const REPLIES: (i32, i32) = (3, 4);

impl History {
    /// Makes room for moves with so many slots, and for so many plies. `replies`: the search is so long
    /// that it is worth the time to make room for those.
    pub(super) fn make_room(&mut self, slots: usize, plies: usize, replies: bool) {
        if !(2..=MOST).contains(&slots) {
            return;
        }
        self.slots = slots;
        let grow = |scores: &mut Vec<i16>, rows: usize, most: usize| {
            let count = slots.saturating_mul(rows);
            if scores.len() < count && count <= most {
                scores.resize(count, 0);
            }
        };
        grow(&mut self.by_ply, plies, MOST);
        grow(&mut self.by_player, 2, MOST);
        if replies {
            grow(&mut self.replies, 2 * (slots + 1), MOST_REPLIES);
        }
    }

    /// Where a search begins: after no move.
    pub(super) fn root(&self) -> Path {
        Path {
            ply: 0,
            after: self.slots as u32,
        }
    }

    /// Where the scores of a position are, with that player to move.
    #[inline(always)]
    pub(super) fn rows(&self, path: Path, player: Player) -> Rows {
        let (slots, player) = (self.slots, player as usize);
        Rows {
            slots,
            by_ply: path.ply as usize * slots,
            by_player: player * slots,
            replies: (player * (slots + 1) + path.after as usize) * slots,
        }
    }

    /// The score of a move; 0 where none is kept.
    #[inline(always)]
    pub(super) fn score(&self, rows: Rows, slot: usize) -> i32 {
        if slot >= rows.slots {
            return 0;
        }
        let part = |scores: &[i16], row: usize, (weight, _): (i32, i32)| {
            weight * i32::from(scores.get(row + slot).copied().unwrap_or_default())
        };
        let by_ply = part(&self.by_ply, rows.by_ply, BY_PLY);
        let by_player = part(&self.by_player, rows.by_player, BY_PLAYER);
        (by_ply + by_player + part(&self.replies, rows.replies, REPLIES)) >> 4
    }

    /// Remembers that a move cut off, or that it did not where one did.
    #[inline(always)]
    pub(super) fn reward(&mut self, rows: Rows, slot: usize, cut: bool) {
        if slot >= rows.slots {
            return;
        }
        let goal = if cut { LIMIT } else { -LIMIT };
        let step = |scores: &mut [i16], row: usize, (_, part): (i32, i32)| {
            if let Some(score) = scores.get_mut(row + slot) {
                *score += ((goal - i32::from(*score)) / part) as i16;
            }
        };
        step(&mut self.by_ply, rows.by_ply, BY_PLY);
        step(&mut self.by_player, rows.by_player, BY_PLAYER);
        step(&mut self.replies, rows.replies, REPLIES);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The most that all that is remembered of a move can count.
    const MOST_OF_ALL: i32 = (BY_PLY.0 + BY_PLAYER.0 + REPLIES.0) * LIMIT / 16;

    fn path(ply: u32, after: u32) -> Path {
        Path { ply, after }
    }

    #[test]
    fn moves_are_remembered_by_player_by_what_they_answer_and_by_ply() {
        let mut history = History::default();
        history.make_room(5, 3, true);
        for _ in 0..100 {
            let rows = history.rows(path(2, 5), Player::Second);
            history.reward(rows, 4, true);
            history.reward(rows, 1, false);
        }
        let of = |at, player, slot| history.score(history.rows(at, player), slot);
        let (best, worst) = (
            of(path(2, 5), Player::Second, 4),
            of(path(2, 5), Player::Second, 1),
        );
        assert!(MOST_OF_ALL * 9 / 10 < best && best <= MOST_OF_ALL);
        assert!((-MOST_OF_ALL..-MOST_OF_ALL * 9 / 10).contains(&worst));
        assert_eq!(of(path(2, 5), Player::Second, 0), 0);
        // Another ply, another move before, another player: the less there is in common, the less counts.
        let elsewhere = [
            of(path(1, 5), Player::Second, 4),
            of(path(1, 0), Player::Second, 4),
            of(path(2, 5), Player::First, 4),
            of(path(1, 5), Player::First, 4),
        ];
        assert!(best > elsewhere[0] && elsewhere[0] > elsewhere[1]);
        assert!(elsewhere[1] > elsewhere[2] && elsewhere[2] > elsewhere[3]);
        assert_eq!(elsewhere[3], 0);
    }

    /// A game may name slots that it said there are none of, and boards may be large.
    #[test]
    fn what_has_no_room_is_forgotten() {
        for (slots, plies, replies) in [
            (0, 10, true),
            (1, 10, true),
            (usize::MAX, 10, true),
            (2000, 1000, true),
            (4, 2, false),
        ] {
            let mut history = History::default();
            history.make_room(slots, plies, replies);
            for (at, slot) in [(path(0, 0), 0), (path(9999, 9999), 9999), (path(0, 3), 4)] {
                for player in Player::BOTH {
                    let rows = history.rows(at, player);
                    history.reward(rows, slot, true);
                    let score = history.score(rows, slot);
                    assert!(score.abs() <= MOST_OF_ALL);
                    assert!(slots > 1 && slot < slots || score == 0);
                }
            }
        }
    }
}
