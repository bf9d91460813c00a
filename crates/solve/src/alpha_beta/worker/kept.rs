//! What a thread searches with, and keeps from one search to the next.

use super::super::ground::Offers;
use super::super::ground::WordOf;
use super::children::Child;
use super::history::History;
use crate::transposition::{Layout, OWN_BYTES, Own};
use std::time::Duration;
use yomikiri_core::Game;

/// The logarithm of the number of buckets that a table starts with: 2 KiB, or 4 where keys are long.
pub(crate) const FIRST_BITS: u32 = 6;
/// Beside a shared table of so many bytes threads need none of their own.
const SMALL: u64 = 8 << 10;
/// Of fewer bytes for all tables together threads get none.
const LEAST_SHARED: u64 = 256 << 10;
/// With more plies to come than this a position is not nearly over, whatever the game.
const MOST_OWN: usize = 64;
/// The children that there is room for from the beginning: those of some plies of most games.
const CHILDREN: usize = 32;

/// Where a node takes so long, a wait for memory is a small part of it. Then threads have no tables of their own beside a
/// table that is not near: a small table loses positions that are needed again, and to search one again takes longer than
/// the wait. (Domineering on 9 x 9 cells takes 5 us a node. After 200 million nodes 4 million positions were stored. Without
/// own tables 160 million nodes stored 94 million.)
const DEAR: Duration = Duration::from_micros(1);

/// Whether a table is larger than that.
fn is_large(layout: &Layout) -> bool {
    layout.bytes(layout.bucket_bits()) > SMALL
}

/// What a search may keep, and what that has to hold.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Room {
    /// How many slots moves have.
    slots: usize,
    /// How many positions a line of play has at most.
    pub(crate) plies: usize,
    /// The bytes that the table may have, and those that the threads may have together for their own.
    pub(crate) limit: u64,
    own_limit: u64,
    /// How many threads search with such room.
    pub(crate) threads: usize,
    /// Whether the search has turned out to be so long that scores of replies are worth their room.
    pub(crate) replies: bool,
    /// How long a node takes, once that is known.
    pub(crate) node: Duration,
}

impl Room {
    /// For moves with so many slots; the rest is still to be set.
    pub(crate) fn new(slots: usize) -> Room {
        Room {
            slots,
            ..Room::default()
        }
    }

    /// With how many plies to come a position goes to a thread's own table: half of those from the first
    /// position on, and three fifths where several threads share a table, for reading what another has just
    /// written takes long.
    fn own_rank(&self) -> u32 {
        let rank = self.plies.saturating_sub(1);
        let few = match self.threads > 1 {
            true => rank.saturating_mul(3) / 5,
            false => rank / 2,
        };
        few.min(MOST_OWN) as u32
    }

    /// Divides so many bytes; `own`: threads may have tables of their own.
    pub(crate) fn share(&mut self, bytes: u64, own: bool) {
        self.own_limit = match own && bytes > LEAST_SHARED {
            true => bytes / 8,
            false => 0,
        };
        self.limit = bytes - self.own_limit;
    }
}

/// What a thread keeps from one search to the next. It is written at every node: what two threads keep
/// must not lie on one cache line, or on two that a processor fetches together.
#[repr(align(128))]
pub(crate) struct Kept<G: Game, V: Offers<G>> {
    /// The children of all positions on the way to the present one.
    pub(super) stack: Vec<Child<G::Position, WordOf<G, V>>>,
    pub(super) scratch: V::Scratch,
    pub(super) history: History,
    /// What is proven of positions with few plies to come.
    pub(super) own: Option<Own<WordOf<G, V>>>,
    given: Room,
}

impl<G: Game, V: Offers<G>> Kept<G, V> {
    pub(crate) fn new() -> Self {
        Kept {
            stack: Vec::with_capacity(CHILDREN),
            scratch: V::Scratch::default(),
            history: History::default(),
            own: None,
            given: Room::default(),
        }
    }

    /// Makes room for what is remembered of moves, and a table of the thread's own, as far as a search
    /// with such a table needs them.
    pub(crate) fn make_room(&mut self, room: &Room, layout: &Layout) {
        self.given = *room;
        self.grow(layout);
    }

    /// The same for a table that has become larger, where nodes take so long.
    pub(super) fn larger(&mut self, layout: &Layout, node: Duration) {
        self.given.node = node;
        self.grow(layout);
    }

    fn grow(&mut self, layout: &Layout) {
        let room = self.given;
        // Or so long that the first table did not do.
        let replies = room.replies || layout.bucket_bits() > FIRST_BITS;
        self.history.make_room(room.slots, room.plies, replies);
        let is_wanted = is_large(layout) && (layout.is_near() || room.node < DEAR);
        // A table grows out of one of half its size or less.
        let bytes = (2 * OWN_BYTES).min(room.own_limit / room.threads.max(1) as u64);
        let new = || Own::new(layout, FIRST_BITS, bytes, room.own_rank());
        match &mut self.own {
            Some(own) if is_wanted && own.fits(layout, bytes) => own.want(room.own_rank()),
            own => *own = if is_wanted { new() } else { None },
        }
    }

    /// The thread's own table.
    pub(crate) fn own(&self) -> Option<&Own<WordOf<G, V>>> {
        self.own.as_ref()
    }

    /// The positions in the thread's own table.
    pub(crate) fn stored(&self) -> u64 {
        self.own.as_ref().map_or(0, Own::len)
    }

    /// How many it has room for.
    pub(crate) fn room(&self) -> u64 {
        self.own.as_ref().map_or(0, Own::room)
    }
}
