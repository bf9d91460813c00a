//! The facts about positions, and the slots that hold them by number.

use rustc_hash::FxHasher;
use std::hash::Hasher;
use std::sync::OnceLock;
use yomikiri_core::{Outcome, Player};

/// The most moves that a position may have.
pub const MOST_MOVES: usize = 1 << 20;

/// The number of kinds of moves.
pub const KINDS: usize = 1 << 12;

/// The facts that a source has given about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// The player to move. By convention First, if play is over.
    pub to_move: Player,
    /// The result, if play is over.
    pub outcome: Option<Outcome>,
    /// The rank, in a game that has ranks. It is 0 if play is over.
    pub rank: u64,
    /// The positions that the moves lead to, in move order.
    pub targets: Box<[u32]>,
    /// The gains of the moves. Empty if no move gains anything.
    pub gains: Box<[i64]>,
    /// The texts of the moves, each ended by a newline. Empty if moves are named after their targets.
    pub names: Box<str>,
    /// The kinds of the moves, each below [`KINDS`]. A search remembers how well the moves of each kind have done.
    /// Empty if nothing says which moves of different positions are alike.
    pub kinds: Box<[u16]>,
}

impl Known {
    /// Returns a position where play is over.
    pub fn over(outcome: Outcome) -> Known {
        Known {
            to_move: Player::First,
            outcome: Some(outcome),
            rank: 0,
            targets: Box::default(),
            gains: Box::default(),
            names: Box::default(),
            kinds: Box::default(),
        }
    }

    /// Returns the kinds of moves with these texts, each ended by a newline: moves with equal texts are of one kind.
    pub fn kinds_of(names: &str) -> Box<[u16]> {
        let kind = |name: &str| {
            let mut hasher = FxHasher::default();
            hasher.write(name.as_bytes());
            // The upper bits depend on every byte.
            (hasher.finish() >> (u64::BITS - KINDS.ilog2())) as u16
        };
        names.split_terminator('\n').map(kind).collect()
    }

    /// Returns the approximate size in bytes, with the allocator's overhead.
    pub(super) fn bytes(&self) -> u64 {
        let lists = 4 * self.targets.len() + 8 * self.gains.len() + 2 * self.kinds.len();
        (size_of::<Known>() + 16 * 4 + lists + self.names.len()) as u64
    }
}

/// The binary logarithm of the number of slots in the first part. Each further part has twice as many.
pub(super) const FIRST_PART: u32 = 10;
/// The number of parts, enough for all numbers below 2^32.
pub(super) const PARTS: usize = 23;

/// Slots that are filled one by one.
type Part = Box<[OnceLock<Box<Known>>]>;

/// A slot for every number, in parts that never move, so that readers need no lock.
#[derive(Debug, Default)]
pub(super) struct Slots {
    parts: [OnceLock<Part>; PARTS],
}

impl Slots {
    /// Returns the part that holds a number, and the number's place in it.
    #[inline]
    pub(super) fn place(number: u32) -> (usize, usize) {
        let shifted = u64::from(number) + (1 << FIRST_PART);
        let power = shifted.ilog2();
        (
            (power - FIRST_PART) as usize,
            (shifted - (1 << power)) as usize,
        )
    }

    #[inline]
    pub(super) fn get(&self, number: u32) -> Option<&Known> {
        let (part, place) = Slots::place(number);
        self.parts[part].get()?[place].get().map(|known| &**known)
    }

    pub(super) fn set(&self, number: u32, known: Known) {
        let (part, place) = Slots::place(number);
        let slots = self.parts[part].get_or_init(|| {
            let len = 1usize << (part as u32 + FIRST_PART);
            (0..len).map(|_| OnceLock::new()).collect()
        });
        // The first answer stays.
        let _ = slots[place].set(Box::new(known));
    }
}
