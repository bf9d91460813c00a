//! What a game may offer beyond its rules.
//!
//! Each capability is a small trait with a **law** that [`laws`](crate::laws) executes. A capability
//! able to change a value is a *fact*; [`Ordered`] alone is a *hint* and can change time only.
//!
//! Many capabilities hold for one instance of a game and not for another (weights break a symmetry,
//! a given graph may be acyclic). So a game does not *have* them: it *hands out* a view of each, or
//! none, through [`Capabilities`]. Solvers ask for the views they need in their signatures, so that
//! for example a depth-first cache cannot be built for a game that does not vouch for being acyclic.
//! Views are shared between threads. A view is usually `&Self`, with the trait implemented for the game itself.

mod absent;
mod by_reference;
mod declared;
mod parametric;

pub use absent::{Absent, possible};
pub use declared::Declared;
pub use parametric::Parametric;

use crate::{Ask, Distance, Game, Margin, Outcome, Plies, Score, Value, Wdl};
use std::hash::Hash;

/// Hands out the capabilities that hold for this instance of a game.
///
/// # Who should implement it
///
/// Every game of a registry. A game that is only passed to a solver by its author need not: the
/// author can pass the views directly.
///
/// Every method has a default that offers nothing, and names the law in its type.
pub trait Capabilities: Game + Sized {
    /// Whether every instance hands out a view of [`keyed`](Capabilities::keyed). (Its law, too.)
    ///
    /// Solvers remember positions under their keys, or else under themselves. Of a game that is always
    /// keyed they are compiled once instead of twice.
    const ALWAYS_KEYED: bool = false;

    /// A rank that falls with every move.
    fn acyclic(&self) -> Option<impl Acyclic<Self>> {
        None::<Absent>
    }
    /// A unique integer for every position.
    fn keyed(&self) -> Option<impl Keyed<Self>> {
        None::<Absent>
    }
    /// A coarser key under which equal keys have equal values.
    fn merged(&self) -> Option<impl Merged<Self>> {
        None::<Absent>
    }
    /// All children worth looking at, at once.
    fn expand(&self) -> Option<impl Expand<Self>> {
        None::<Absent>
    }
    /// A numbering of the positions.
    fn indexed(&self) -> Option<impl Indexed<Self>> {
        None::<Absent>
    }
    /// Moves backward.
    fn reversible(&self) -> Option<impl Reversible<Self>> {
        None::<Absent>
    }
    /// One position to stand for all its mirror images.
    fn symmetric(&self) -> Option<impl Symmetric<Self>> {
        None::<Absent>
    }
    /// Cheap true bounds.
    fn bounded(&self) -> Option<impl Bounded<Self>> {
        None::<Absent>
    }
    /// Which moves to try first.
    fn ordered(&self) -> Option<impl Ordered<Self>> {
        None::<Absent>
    }
    /// A faster exact method of the game's own.
    fn direct(&self) -> Option<impl Direct<Self>> {
        None::<Absent>
    }
    /// Weights that enter only at the end.
    fn parametric(&self) -> Option<impl Parametric<Self>> {
        None::<Absent>
    }
    /// The rules as plain data.
    fn declared(&self) -> Option<impl Declared<Self>> {
        None::<Absent>
    }

    /// The names of the capabilities that this instance offers.
    fn offered(&self) -> Vec<&'static str> {
        [
            ("acyclic", self.acyclic().is_some()),
            ("keyed", self.keyed().is_some()),
            ("merged", self.merged().is_some()),
            ("expand", self.expand().is_some()),
            ("indexed", self.indexed().is_some()),
            ("reversible", self.reversible().is_some()),
            ("symmetric", self.symmetric().is_some()),
            ("bounded", self.bounded().is_some()),
            ("ordered", self.ordered().is_some()),
            ("direct", self.direct().is_some()),
            ("parametric", self.parametric().is_some()),
            ("declared", self.declared().is_some()),
        ]
        .into_iter()
        .filter_map(|(name, offered)| offered.then_some(name))
        .collect()
    }
}

/// Play cannot cycle.
///
/// **Law**: [`rank`](Acyclic::rank) strictly falls with every move. So it bounds the plies still to
/// come, and a value found by depth-first search belongs to the position whatever path led there:
/// it may be cached.
pub trait Acyclic<G: Game>: Send + Sync {
    /// An upper bound on the plies still to come, strictly falling with every move.
    fn rank(&self, position: &G::Position) -> u64;
}

/// A unique integer key of a position.
///
/// **Law**: injective over every position that the game's [`Notation`](crate::Notation) accepts and
/// all that follow from it, so that a value cached under a key can never belong to another position.
/// A key that leaves anything out carries, in its doc comment, the argument why two positions still
/// cannot share it.
pub trait Keyed<G: Game>: Send + Sync {
    /// The key's type.
    type Key: Key;
    /// The number of low bits that any key uses.
    fn bits(&self) -> u32 {
        Self::Key::BITS
    }
    /// The key of a position.
    fn key(&self, position: &G::Position) -> Self::Key;
    /// Whether [`position`](Keyed::position) leads back. Tables, which hold keys alone, need a game
    /// that does, or one that is [`Indexed`].
    fn leads_back(&self) -> bool {
        false
    }
    /// The way back from a key that [`leads_back`](Keyed::leads_back): **law**, `position(key(p)) ==
    /// Some(p)` for every position of the first law, and for any other integer either `None` or a
    /// position whose key it is.
    fn position(&self, key: Self::Key) -> Option<G::Position> {
        let _ = key;
        None
    }
}

/// An unsigned integer that can serve as a key.
pub trait Key: Copy + Ord + Hash + std::fmt::Debug + Send + Sync + Into<u128> + 'static {
    /// Its width.
    const BITS: u32;
    /// What keys of this type are reckoned with: `u64`, or `u128` where that is too short for them.
    type Word: Key;
    /// Narrows a number known to fit: the way back from `Into<u128>`.
    fn from_u128(wide: u128) -> Self;
}

impl Key for u32 {
    const BITS: u32 = 32;
    type Word = u64;
    #[inline]
    fn from_u128(wide: u128) -> u32 {
        wide as u32
    }
}

impl Key for u64 {
    const BITS: u32 = 64;
    type Word = u64;
    #[inline]
    fn from_u128(wide: u128) -> u64 {
        wide as u64
    }
}

impl Key for u128 {
    const BITS: u32 = 128;
    type Word = u128;
    #[inline]
    fn from_u128(wide: u128) -> u128 {
        wide
    }
}

/// A coarser key than [`Keyed`]'s.
///
/// **Law**: positions with equal keys have the same player to move and equal values under every
/// question. The implementation's doc comment carries the proof.
pub trait Merged<G: Game>: Send + Sync {
    /// The key's type; of no more than 64 bits where [`Keyed`]'s has no more.
    type Key: Key;
    /// The number of low bits that any key uses.
    fn bits(&self) -> u32 {
        Self::Key::BITS
    }
    /// The key of a position and of all that are worth the same for the reason proven.
    fn merged_key(&self, position: &G::Position) -> Self::Key;
}

/// All children of a position at once, with scratch space for what they share (forced replies,
/// threats, order).
///
/// **Law**: what [`expand`](Expand::expand) gives are children that `moves` and `play` give, each
/// once, and the best of them under every question is as good as the best of all: only children
/// proven irrelevant are left out, and never all of them.
pub trait Expand<G: Game>: Send + Sync {
    /// Reused between calls, so that expanding allocates nothing.
    type Scratch: Default + Send;
    /// The children of a position that is not over, in any order; those that mostly decide a question come
    /// first, for whoever asks may stop before there are no more.
    fn expand(
        &self,
        position: &G::Position,
        scratch: &mut Self::Scratch,
    ) -> impl Iterator<Item = (G::Move, G::Position)>;

    /// Plays on from a position that is not over, for as long as one move is as good as any.
    ///
    /// **Law**: what is [`Decided`](Forced::Decided) is the result of perfect play, in as many plies
    /// as the fastest win and the slowest loss take; what is [`Open`](Forced::Open) is reached by
    /// that many moves, and the position is worth what its moves, each the best, lead to; nothing is
    /// forced from there. Offered only by games whose moves gain nothing.
    #[inline]
    fn forced(&self, position: &G::Position) -> Forced<G::Position> {
        Forced::Open {
            position: position.clone(),
            plies: 0,
        }
    }
}

/// Where play leads while one move is as good as any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forced<P> {
    /// To the end, with this result.
    Decided {
        /// The result of perfect play.
        outcome: Outcome,
        /// The plies to the end of the game, counted from the position asked about.
        plies: u32,
    },
    /// To a position that is not over.
    Open {
        /// The position.
        position: P,
        /// The plies to it; 0 where it is the position asked about itself.
        plies: u32,
    },
}

/// A numbering of the positions, for tables.
///
/// **Law**: `position(index(p)) == Some(p)` and `index(p) < len()` for every position that notation
/// accepts and all that follow from it; `index(position(i)) == i` for every `i < len()` that is not a
/// gap (`None`).
pub trait Indexed<G: Game>: Send + Sync {
    /// The number of indices, gaps included.
    fn len(&self) -> u64;
    /// Whether there are no indices. (There always are.)
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The index of a position.
    fn index(&self, position: &G::Position) -> u64;
    /// The position with an index, unless it is a gap.
    fn position(&self, index: u64) -> Option<G::Position>;
}

/// Moves backward.
///
/// **Law**: the dual of `moves`: `q` is among the predecessors of `p` exactly once when a legal move
/// leads from `q` to `p` (and never otherwise), for all `q` and `p` that play can reach. Further
/// predecessors that play cannot reach may appear, each once, but a legal move must lead from them
/// too.
pub trait Reversible<G: Game>: Send + Sync {
    /// The positions from which one move leads here.
    fn predecessors(&self, position: &G::Position) -> impl Iterator<Item = G::Position>;
}

/// One position to stand for all that a symmetry of the game makes alike.
///
/// **Law**: [`canonical`](Symmetric::canonical) is idempotent, keeps the player to move, the outcome
/// and the value, and commutes with play: the canonical children of a position are those of its
/// canonical form. [`images`](Symmetric::images) have the same canonical form, and going from image to
/// image leads through the whole [`orbit`](Symmetric::orbit).
pub trait Symmetric<G: Game>: Send + Sync {
    /// The number of symmetries, the identity included.
    fn order(&self) -> usize;
    /// The representative of the position's orbit.
    fn canonical(&self, position: &G::Position) -> G::Position;
    /// The number of different positions in the orbit, whether or not play reaches them. It divides
    /// [`order`](Symmetric::order).
    fn orbit(&self, position: &G::Position) -> u64;
    /// The images of a position under enough symmetries that all others are made by applying these one
    /// after another. Play need not reach them: the laws look at mirror images by this.
    fn images(&self, position: &G::Position) -> Vec<G::Position>;
}

/// Cheap true bounds on a position's score, for the player to move.
///
/// **Law**: the bounds contain the score, and no margin by points is beyond the greatest. They are
/// facts: a search prunes by them.
pub trait Bounded<G: Game>: Send + Sync {
    /// Of wins and losses in more plies than these [`near_distance`](Bounded::near_distance) is never
    /// asked; of a draw it may be.
    const NEAR: u32 = 0;

    /// Bounds on the answer to [`Ask::Winner`].
    fn wdl(&self, position: &G::Position) -> (Wdl, Wdl) {
        let _ = position;
        (Wdl::WORST, Wdl::BEST)
    }
    /// Bounds on the answer to [`Ask::Margin`]: of the points still to come, in a game with gains.
    fn margin(&self, position: &G::Position) -> (Margin, Margin) {
        let _ = position;
        (Margin::WORST, Margin::BEST)
    }
    /// Bounds on the answer to [`Ask::Distance`]; unless a game knows better, what [`wdl`](Bounded::wdl)
    /// says of it. A search may use either to answer who wins.
    fn distance(&self, position: &G::Position) -> (Distance, Distance) {
        let (lower, upper) = self.wdl(position);
        let lower = match lower {
            Wdl::Loss => Distance::WORST,
            Wdl::Draw => Distance::Draw,
            Wdl::Win => Distance::Win(Plies::Endless),
        };
        let upper = match upper {
            Wdl::Loss => Distance::Loss(Plies::Endless),
            Wdl::Draw => Distance::Draw,
            Wdl::Win => Distance::BEST,
        };
        (lower, upper)
    }
    /// What [`distance`](Bounded::distance) says of a position that is *open*: play goes on, and nothing is
    /// forced ([`Expand::forced`] leads nowhere else). A game that has to find out whether a position is
    /// open before it can tell bounds saves a search, which knows, that work here.
    ///
    /// **Law**: of an open position it says what `distance` says.
    fn open_distance(&self, position: &G::Position) -> (Distance, Distance) {
        self.distance(position)
    }
    /// Bounds on the answer to [`Ask::Distance`] that tell whether it is at least `asked`, where looking
    /// the next few plies ahead tells it sooner than a search would: most of a search for the distance
    /// lies in the last few plies of what is asked. `None` where it does not.
    ///
    /// **Law**: the bounds contain the score, and `asked` is not beyond the lower one, or it is beyond
    /// the upper one.
    fn near_distance(
        &self,
        position: &G::Position,
        asked: Distance,
    ) -> Option<(Distance, Distance)> {
        let _ = (position, asked);
        None
    }
    /// The greatest margin by points, either way, that any position can be worth (points still to
    /// come, in a game with gains); 0 in a game without points. `None`: not known.
    fn greatest_margin(&self) -> Option<u64> {
        None
    }
}

/// A [`Score`] that knows which of [`Bounded`]'s methods speaks of it.
pub trait BoundedScore: Score {
    /// The bounds for this question.
    fn bounds<G: Game>(view: &impl Bounded<G>, position: &G::Position) -> (Self, Self);
}

impl BoundedScore for Wdl {
    #[inline]
    fn bounds<G: Game>(view: &impl Bounded<G>, position: &G::Position) -> (Wdl, Wdl) {
        view.wdl(position)
    }
}

impl BoundedScore for Margin {
    #[inline]
    fn bounds<G: Game>(view: &impl Bounded<G>, position: &G::Position) -> (Margin, Margin) {
        view.margin(position)
    }
}

impl BoundedScore for Distance {
    #[inline]
    fn bounds<G: Game>(view: &impl Bounded<G>, position: &G::Position) -> (Distance, Distance) {
        view.distance(position)
    }
}

/// Which moves to try first. A hint: it may change time only.
pub trait Ordered<G: Game>: Send + Sync {
    /// Moves with a greater hint are tried earlier; equal ones as [`expand`](Expand::expand) gives them, or
    /// in move order. A search adds what it remembers of moves with the same [slot](Ordered::slot), from
    /// -176 to 176: a difference of that size is a strong opinion, one of 10 leaves the choice to what has
    /// been found so far.
    fn hint(&self, position: &G::Position, mv: G::Move) -> i32;

    /// The same for a move whose next position is at hand already.
    #[inline]
    fn hint_after(&self, position: &G::Position, mv: G::Move, next: &G::Position) -> i32 {
        let _ = next;
        self.hint(position, mv)
    }

    /// A number below [`slots`](Ordered::slots) for a move, under which a search remembers how well
    /// moves of the kind have done. Different moves may share one.
    #[inline]
    fn slot(&self, mv: G::Move) -> usize {
        let _ = mv;
        0
    }

    /// How many numbers there are. With none or one, nothing is remembered.
    fn slots(&self) -> usize {
        0
    }
}

/// A game's own faster exact method.
///
/// **Law**: equals the plain recursion, for every question it answers, by [`value`](Direct::value)
/// and by [`look_up`](Direct::look_up) alike.
pub trait Direct<G: Game>: Send + Sync {
    /// The values of many positions at once; `()` for a method that is as quick without.
    type Table: Send + 'static;

    /// Whether the method answers this question.
    fn answers(&self, ask: Ask) -> bool;

    /// The value of a position under a question that it [`answers`](Direct::answers).
    fn value(&self, position: &G::Position, ask: Ask) -> Value;

    /// The values of `position` and of everything that follows from it, for best moves and lines.
    fn table(&self, position: &G::Position, ask: Ask) -> Self::Table;

    /// The value of a position that the table was made for or that follows from it.
    fn look_up(&self, table: &Self::Table, position: &G::Position, ask: Ask) -> Value;

    /// Positions that one call of [`value`](Direct::value) looks at, for the record.
    fn cost(&self, position: &G::Position) -> u64;
}
