//! The data of one thread that outlive a search.

use super::super::context::{AllViews, Link, WordOf};
use super::history::History;
use crate::transposition::{Bounds, Layout, OWN_BYTES, Own, Place};
use std::time::Duration;
use yomikiri_core::Game;

/// The logarithm of the number of buckets that a table starts with: 2 KiB, or 4 KiB for long keys.
pub(crate) const FIRST_BITS: u32 = 6;
/// If the shared table has at most this many bytes, threads need no tables of their own.
const SMALL: u64 = 8 << 10;
/// If all tables together may take at most this many bytes, threads get no tables of their own.
const LEAST_SHARED: u64 = 256 << 10;
/// No position with more plies to come than this goes to a thread's own table, whatever the game.
const MOST_OWN: usize = 64;
/// The children that the stack has room for at first: those of some plies of most games.
const CHILDREN: usize = 32;

/// If a node takes at least this long, a memory access is a small part of it. Then threads have no tables of their
/// own beside a large shared one: a small table loses positions that are needed again, and searching one again takes
/// longer than the access. (Domineering on 9 x 9 cells takes 5 us a node. After 200 million nodes 4 million positions
/// were stored. Without own tables, 160 million nodes stored 94 million.)
const DEAR: Duration = Duration::from_micros(1);

/// Returns whether a table is larger than [`SMALL`].
fn is_large(layout: &Layout) -> bool {
    layout.bytes(layout.bucket_bits()) > SMALL
}

/// The limits of a search's tables, and the game's sizes that they depend on.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Room {
    /// The number of slots of moves.
    slots: usize,
    /// The most positions in a line of play.
    pub(crate) plies: usize,
    /// The most bytes of the shared table, and of the threads' own tables together.
    pub(crate) limit: u64,
    own_limit: u64,
    /// The number of threads that share the room.
    pub(crate) threads: usize,
    /// Whether the search has become long enough that scores of replies are worth their room.
    pub(crate) replies: bool,
    /// The time of a node; zero before it is known.
    pub(crate) node: Duration,
}

impl Room {
    /// Creates the room for moves with this many slots; the rest is still to be set.
    pub(crate) fn new(slots: usize) -> Room {
        Room {
            slots,
            ..Room::default()
        }
    }

    /// Returns the most plies to come of a position in a thread's own table: half of those of the first position. If
    /// several threads share a table it is three fifths, because reading an entry that another thread has just
    /// written is slow.
    fn own_rank(&self) -> u32 {
        let rank = self.plies.saturating_sub(1);
        let few = match self.threads > 1 {
            true => rank.saturating_mul(3) / 5,
            false => rank / 2,
        };
        few.min(MOST_OWN) as u32
    }

    /// Divides the bytes; `own`: threads may have tables of their own.
    pub(crate) fn share(&mut self, bytes: u64, own: bool) {
        self.own_limit = match own && bytes > LEAST_SHARED {
            true => bytes / 8,
            false => 0,
        };
        self.limit = bytes - self.own_limit;
    }
}

/// A child of a position, after forced play.
pub(super) struct Child<P, W> {
    /// The position that forced play leads to.
    pub(super) position: P,
    pub(super) place: Place<W>,
    /// The proven bounds of that position, for its player to move.
    pub(super) known: Bounds,
    pub(super) link: Link,
    /// The slot of the move.
    pub(super) slot: u32,
    /// Children of greater order are tried earlier. Two orders, below all others, mark those that are not tried
    /// (again).
    pub(super) order: i64,
}

/// The data of one thread that outlive a search. They are written at every node, so the data of two threads must not
/// share a cache line, or a pair of lines that a processor fetches together.
#[repr(align(128))]
pub(crate) struct Kept<G: Game, V: AllViews<G>> {
    /// The children of all positions on the current path.
    pub(super) stack: Vec<Child<G::Position, WordOf<G, V>>>,
    pub(super) scratch: V::Scratch,
    pub(super) history: History,
    /// The proven bounds of positions near the end of the game.
    pub(super) own: Option<Own<WordOf<G, V>>>,
    given: Room,
}

impl<G: Game, V: AllViews<G>> Kept<G, V> {
    pub(crate) fn new() -> Self {
        Kept {
            stack: Vec::with_capacity(CHILDREN),
            scratch: V::Scratch::default(),
            history: History::default(),
            own: None,
            given: Room::default(),
        }
    }

    /// Makes room for the history and the thread's own table, as far as a search with a table of this layout needs
    /// them.
    pub(crate) fn make_room(&mut self, room: &Room, layout: &Layout) {
        self.given = *room;
        self.grow(layout);
    }

    /// Like [`make_room`](Kept::make_room), for a table that has grown, now that a node takes the time `node`.
    pub(super) fn larger(&mut self, layout: &Layout, node: Duration) {
        self.given.node = node;
        self.grow(layout);
    }

    fn grow(&mut self, layout: &Layout) {
        let room = self.given;
        // A table that has grown also shows a long search.
        let replies = room.replies || layout.bucket_bits() > FIRST_BITS;
        self.history.make_room(room.slots, room.plies, replies);
        let is_wanted = is_large(layout) && (layout.is_near() || room.node < DEAR);
        // A table grows from one of half its size or less.
        let bytes = (2 * OWN_BYTES).min(room.own_limit / room.threads.max(1) as u64);
        let new = || Own::new(layout, FIRST_BITS, bytes, room.own_rank());
        match &mut self.own {
            Some(own) if is_wanted && own.fits(layout, bytes) => own.want(room.own_rank()),
            own => *own = if is_wanted { new() } else { None },
        }
    }

    /// Returns the thread's own table.
    pub(crate) fn own(&self) -> Option<&Own<WordOf<G, V>>> {
        self.own.as_ref()
    }

    /// Returns the number of positions in the thread's own table.
    pub(crate) fn stored(&self) -> u64 {
        self.own.as_ref().map_or(0, Own::len)
    }

    /// Returns the number of positions that fit it.
    pub(crate) fn room(&self) -> u64 {
        self.own.as_ref().map_or(0, Own::room)
    }
}
