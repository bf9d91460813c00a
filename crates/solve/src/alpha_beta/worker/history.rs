//! The history heuristic: scores of how often moves have caused cutoffs, added to the game's own hints.

use yomikiri_core::Player;

/// The most scores of each kind, and the most for replies. Any of the replies may be read at any time,
/// and the caches next to a processor have room for no more.
const MOST: usize = 1 << 20;
const MOST_REPLIES: usize = 1 << 17;
/// The greatest absolute value of a score.
const LIMIT: i32 = 256;

/// The place of a node in the search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path {
    /// The number of plies that lead to it.
    pub(super) ply: u32,
    /// The [slot](yomikiri_core::capability::Ordered::slot) of the move that leads to it (before any
    /// forced play), or the number of slots if there is none.
    pub(super) after: u32,
}

/// Scores of moves by slot: how often a move has caused a cutoff lately, and how often it was tried in
/// vain before one that did. There are three kinds: by player, by the move that it answers, and by ply.
/// The score by player is the first to become useful.
#[derive(Clone, Default)]
pub(super) struct History {
    slots: usize,
    by_ply: Vec<i16>,
    by_player: Vec<i16>,
    /// By player, and by the slot of the move before.
    replies: Vec<i16>,
}

/// The index where the scores for one position begin, in each kind. (These are not slices, which would be
/// taken for every position before it is known whether any score is read.)
#[derive(Clone, Copy)]
pub(super) struct Rows {
    slots: usize,
    by_ply: usize,
    by_player: usize,
    replies: usize,
}

// The weight of each kind, in sixteenths, and how slowly it changes: a step covers one part in this many
// of the way.
const BY_PLY: (i32, i32) = (2, 4);
const BY_PLAYER: (i32, i32) = (6, 16);
const REPLIES: (i32, i32) = (3, 4);

impl History {
    /// Makes room for moves with `slots` slots and for `plies` plies; with `replies`, if the search is
    /// long enough to be worth it, for scores of replies too.
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

    /// Returns the path of the root, after no move.
    pub(super) fn root(&self) -> Path {
        Path {
            ply: 0,
            after: self.slots as u32,
        }
    }

    /// Returns where the scores of a position with this player to move are.
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

    /// Returns the score of a move; 0 if none is stored.
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

    /// Remembers whether a move caused a cutoff, or was tried before one that did.
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

    /// The greatest absolute score of a move.
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
        // The less there is in common, the less the score counts: at another ply, after another move, for
        // another player.
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

    /// A game may name more slots than it declared, and boards may be large.
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
