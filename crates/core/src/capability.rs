//! Capabilities: the facts and hints that a game may offer beyond its rules.
//!
//! Each capability is a small trait with a **law** that [`laws`](crate::laws) executes. A capability
//! that can change a value is a *fact*. [`Ordered`] alone is a *hint*: it can change only the time.
//!
//! Many capabilities hold for one instance of a game and not for another: weights break a symmetry, and
//! a given graph may be acyclic. So a game does not *have* capabilities. Through [`Capabilities`] it
//! *hands out* a view of each one that holds. Solvers name the views that they need in their signatures.
//! For example, nobody can build a depth-first cache for a game that does not state that it is acyclic.
//! Threads share views. A view is usually `&Self`, with the trait implemented for the game itself.

mod absent;
mod by_reference;
mod declared;
mod parametric;

pub use absent::{Absent, possible};
pub use declared::Declared;
pub use parametric::Parametric;

use crate::{Ask, Distance, Game, Margin, Outcome, Player, Score, Value, Wdl};
use std::hash::Hash;

/// Hands out the capabilities that hold for this instance of a game.
///
/// # Who should implement it
///
/// Every game that a registry lists or that a `Session` of the crate `yomikiri` solves. An author who
/// builds a solver by hand can pass the views directly.
///
/// Every method has a default that offers nothing. The trait in a method's type states the law.
pub trait Capabilities: Game + Sized {
    /// Whether every instance hands out a view of [`keyed`](Capabilities::keyed). This is also the law.
    ///
    /// Solvers store positions under their keys, or without keys under the positions themselves. For a game that is
    /// always keyed, the solvers are compiled once instead of twice.
    const ALWAYS_KEYED: bool = false;

    /// Offers a rank that falls with every move.
    fn acyclic(&self) -> Option<impl Acyclic<Self>> {
        None::<Absent>
    }
    /// Offers a unique integer for every position.
    fn keyed(&self) -> Option<impl Keyed<Self>> {
        None::<Absent>
    }
    /// Offers a coarser key: positions with equal keys have equal values.
    fn merged(&self) -> Option<impl Merged<Self>> {
        None::<Absent>
    }
    /// Offers all relevant children of a position at once.
    fn expand(&self) -> Option<impl Expand<Self>> {
        None::<Absent>
    }
    /// Offers a numbering of the positions.
    fn indexed(&self) -> Option<impl Indexed<Self>> {
        None::<Absent>
    }
    /// Offers the predecessors of a position.
    fn reversible(&self) -> Option<impl Reversible<Self>> {
        None::<Absent>
    }
    /// Offers a canonical position for each set of mirror images.
    fn symmetric(&self) -> Option<impl Symmetric<Self>> {
        None::<Absent>
    }
    /// Offers bounds on scores that are cheap to compute.
    fn bounded(&self) -> Option<impl Bounded<Self>> {
        None::<Absent>
    }
    /// Offers hints about which moves to try first.
    fn ordered(&self) -> Option<impl Ordered<Self>> {
        None::<Absent>
    }
    /// Offers the game's own, faster exact method.
    fn direct(&self) -> Option<impl Direct<Self>> {
        None::<Absent>
    }
    /// Offers normal play: the same position with the other player to move, and the parts of which it is the sum.
    fn normal(&self) -> Option<impl Normal<Self>> {
        None::<Absent>
    }
    /// Offers weights that matter only at the end of the game.
    fn parametric(&self) -> Option<impl Parametric<Self>> {
        None::<Absent>
    }
    /// Offers the rules as plain data.
    fn declared(&self) -> Option<impl Declared<Self>> {
        None::<Absent>
    }

    /// Returns the names of the capabilities that this instance offers.
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
            ("normal", self.normal().is_some()),
            ("parametric", self.parametric().is_some()),
            ("declared", self.declared().is_some()),
        ]
        .into_iter()
        .filter_map(|(name, offered)| offered.then_some(name))
        .collect()
    }
}

/// States that play cannot cycle.
///
/// **Law**: [`rank`](Acyclic::rank) strictly falls with every move. So it bounds the plies still to
/// come. A value found by depth-first search then belongs to the position, whatever path led there, and
/// a solver may cache it.
pub trait Acyclic<G: Game>: Send + Sync {
    /// Returns an upper bound on the plies still to come. It strictly falls with every move.
    fn rank(&self, position: &G::Position) -> u64;

    /// Returns whether play may end in a draw. If not, a search for the winner need not ask about draws.
    ///
    /// **Law**: if this is `false`, no position that is over is a draw, and no move gains points.
    fn draws(&self) -> bool {
        true
    }
}

/// Gives every position a unique integer key.
///
/// **Law**: the key is injective over every position that the game's [`Notation`](crate::Notation)
/// accepts and over all positions that follow from it. So a value cached under a key can never belong to
/// another position. If a key leaves anything out, its doc comment carries the argument why two positions
/// still cannot share it.
pub trait Keyed<G: Game>: Send + Sync {
    /// The key's type.
    type Key: Key;
    /// Returns how many low bits a key may use.
    fn bits(&self) -> u32 {
        Self::Key::BITS
    }
    /// Returns the key of a position.
    fn key(&self, position: &G::Position) -> Self::Key;
    /// Returns whether [`position`](Keyed::position) turns keys back into positions. Tables hold only keys, so they
    /// need a game that does this, or a game that is [`Indexed`].
    fn leads_back(&self) -> bool {
        false
    }
    /// Returns the position of a key, if keys [lead back](Keyed::leads_back).
    ///
    /// **Law**: `position(key(p)) == Some(p)` for every position of the first law. For any other integer
    /// the result is `None` or a position whose key it is.
    fn position(&self, key: Self::Key) -> Option<G::Position> {
        let _ = key;
        None
    }
}

/// An unsigned integer that can serve as a key.
pub trait Key: Copy + Ord + Hash + std::fmt::Debug + Send + Sync + Into<u128> + 'static {
    /// The width in bits.
    const BITS: u32;
    /// The type in which solvers compute with these keys: `u64`, or `u128` if keys need more bits.
    type Word: Key;
    /// Narrows a number that is known to fit. This is the inverse of `Into<u128>`.
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

/// Gives positions a coarser key than [`Keyed`]: several positions of the same value may share a key.
///
/// **Law**: positions with equal keys have equal values for the player to move, under every question. So
/// a key may leave out whose turn it is. The implementation's doc comment carries the proof.
pub trait Merged<G: Game>: Send + Sync {
    /// The key's type. It has at most 64 bits if the key of [`Keyed`] has at most 64.
    type Key: Key;
    /// Returns how many low bits a key may use.
    fn bits(&self) -> u32 {
        Self::Key::BITS
    }
    /// Returns the key that a position shares with other positions of the same value.
    fn merged_key(&self, position: &G::Position) -> Self::Key;
}

/// Gives all relevant children of a position at once, so that they can share work (forced replies,
/// threats, order).
///
/// **Law**: each child that [`expand`](Expand::expand) gives is one that `moves` and `play` give, and it comes once.
/// Under every question, the best of these children is as good as the best of all children. So `expand` may leave
/// out children that are proven irrelevant, but never all of them.
pub trait Expand<G: Game>: Send + Sync {
    /// Scratch space that is reused between calls, so that expanding allocates nothing.
    type Scratch: Default + Send;
    /// Returns the children of a position that is not over, in any order. Children that often decide a
    /// question should come first, because a caller may stop early.
    fn expand(
        &self,
        position: &G::Position,
        scratch: &mut Self::Scratch,
    ) -> impl Iterator<Item = (G::Move, G::Position)>;

    /// Plays on from a position that is not over, as long as one move is as good as any other.
    ///
    /// **Law**: a [`Decided`](Forced::Decided) result is the result of perfect play, in as many plies as
    /// the fastest win or the slowest loss takes. An [`Open`](Forced::Open) position is reached by the
    /// stated number of moves, each of them a best one and with the stated gain in all, and nothing is
    /// forced from there.
    #[inline]
    fn forced(&self, position: &G::Position) -> Forced<G::Position> {
        Forced::Open {
            position: position.clone(),
            plies: 0,
            gain: 0,
        }
    }
}

/// The place to which forced play leads: play in which one move is as good as any other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forced<P> {
    /// Forced play leads to the end of the game.
    Decided {
        /// The result of perfect play. If moves gain points, it includes the points still to come.
        outcome: Outcome,
        /// The plies to the end of the game, counted from the position asked about.
        plies: u32,
    },
    /// Forced play leads to a position that is not over.
    Open {
        /// The position.
        position: P,
        /// The plies to it; 0 if it is the position asked about.
        plies: u32,
        /// The points that the player to move at the position asked about gains on the way, minus the opponent's.
        gain: i64,
    },
}

/// Numbers the positions, for tables (rank and unrank).
///
/// **Law**: `position(index(p)) == Some(p)` and `index(p) < len()` for every position that the notation
/// accepts and all that follow from it. `index(position(i)) == i` for every `i < len()` that is not a
/// gap (`None`).
pub trait Indexed<G: Game>: Send + Sync {
    /// Returns the number of indices, gaps included.
    fn len(&self) -> u64;
    /// Returns whether there are no indices. Every game has some.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Returns the index of a position.
    fn index(&self, position: &G::Position) -> u64;
    /// Returns the position with an index, or `None` for a gap.
    fn position(&self, index: u64) -> Option<G::Position>;
}

/// Takes moves back.
///
/// **Law**: for all `q` and `p` that play can reach, `q` is among the predecessors of `p` exactly once
/// if a legal move leads from `q` to `p`, and otherwise never. Predecessors that play cannot reach may
/// appear too, each once, but a legal move must lead from them to `p`.
pub trait Reversible<G: Game>: Send + Sync {
    /// Returns the positions from which one legal move leads to `position`.
    fn predecessors(&self, position: &G::Position) -> impl Iterator<Item = G::Position>;
}

/// Picks one canonical position from each orbit: the positions that a symmetry of the game makes alike.
///
/// **Law**: [`canonical`](Symmetric::canonical) is idempotent and keeps the player to move, the outcome
/// and the value. It commutes with play: the canonical forms of a position's children are those of the
/// children of its canonical form. All [`images`](Symmetric::images) of a position have the same canonical
/// form, and steps from image to image reach the whole [`orbit`](Symmetric::orbit).
pub trait Symmetric<G: Game>: Send + Sync {
    /// Returns the number of symmetries, the identity included.
    fn order(&self) -> usize;
    /// Returns the representative of the position's orbit.
    fn canonical(&self, position: &G::Position) -> G::Position;
    /// Returns the number of different positions in the orbit, whether or not play reaches them. It
    /// divides [`order`](Symmetric::order).
    fn orbit(&self, position: &G::Position) -> u64;
    /// Returns the images of a position under a set of symmetries that generates all others. Play need
    /// not reach the images; the laws use them to look at mirror images.
    fn images(&self, position: &G::Position) -> Vec<G::Position>;
}

/// Bounds the score of a position, for the player to move, by a cheap computation.
///
/// **Law**: the bounds contain the score, and no margin by points is greater than
/// [`greatest_margin`](Bounded::greatest_margin). Bounds are facts: a search prunes by them.
pub trait Bounded<G: Game>: Send + Sync {
    /// The greatest number of plies about which a search asks [`near_distance`](Bounded::near_distance).
    /// The search never asks it about wins and losses in more plies, but may ask it about a draw.
    const NEAR: u32 = 0;

    /// Returns bounds on the answer to [`Ask::Winner`].
    fn wdl(&self, position: &G::Position) -> (Wdl, Wdl) {
        let _ = position;
        (Wdl::WORST, Wdl::BEST)
    }
    /// Returns bounds on the answer to [`Ask::Margin`]. In a game with gains they bound the points still
    /// to come.
    fn margin(&self, position: &G::Position) -> (Margin, Margin) {
        let _ = position;
        (Margin::WORST, Margin::BEST)
    }
    /// Returns bounds on the answer to [`Ask::Distance`]. By default they follow from
    /// [`wdl`](Bounded::wdl). A search may use either method to answer who wins.
    fn distance(&self, position: &G::Position) -> (Distance, Distance) {
        Distance::by_result(self.wdl(position))
    }
    /// Returns the bounds of [`distance`](Bounded::distance) for a position that is *open*: the game is
    /// not over, and no move is forced ([`Expand::forced`] leads nowhere else). Some games must find out
    /// whether a position is open before they can bound it. A search knows that already, so it calls this
    /// method and saves the work.
    ///
    /// **Law**: for an open position the result equals that of `distance`.
    fn open_distance(&self, position: &G::Position) -> (Distance, Distance) {
        self.distance(position)
    }
    /// Returns bounds on the answer to [`Ask::Distance`] that decide whether it is at least `asked`, or
    /// `None` if the game cannot tell. A game that sees a few plies ahead can answer sooner than a search
    /// would, and most of a search for the distance lies in the last few plies of the question.
    ///
    /// **Law**: the bounds contain the score. Either `asked` is at most the lower bound, or it is greater
    /// than the upper one.
    fn near_distance(
        &self,
        position: &G::Position,
        asked: Distance,
    ) -> Option<(Distance, Distance)> {
        let _ = (position, asked);
        None
    }
    /// Returns whether [`sift`](Bounded::sift) may remove moves. If so, a search for the winner calls it.
    fn sifts(&self) -> bool {
        false
    }
    /// Removes some of the moves of a position that is not over, and returns bounds on the answer to
    /// [`Ask::Winner`]. `moves` holds all of them at first. The computation of a bound often shows, too, which moves
    /// are useless, such as those that leave a threat of the opponent in place.
    ///
    /// **Law**: the bounds contain the score. For its player, a removed move leads to no better result under
    /// [`Ask::Winner`] than the lower bound. The others stay in their order. If moves gain points, none is removed.
    fn sift(&self, position: &G::Position, moves: &mut Vec<G::Move>) -> (Wdl, Wdl) {
        let _ = moves;
        self.wdl(position)
    }
    /// Looks for a win by threats of the player to move, in a position that is not over. Puts the player's moves,
    /// from first to last, into `moves`. Returns whether it found a win; `moves` is empty otherwise.
    ///
    /// **Law**: played in order, the moves win. After each of them except the last, exactly one reply prevents an
    /// immediate win, and the next move answers this reply. After the last one, no reply does.
    fn threats(&self, position: &G::Position, moves: &mut Vec<G::Move>) -> bool {
        let _ = position;
        moves.clear();
        false
    }
    /// Returns the greatest margin by points, for either player, that any position can be worth. In a game
    /// with gains this counts the points still to come; in a game without points it is 0. `None` means
    /// that the game does not know.
    fn greatest_margin(&self) -> Option<u64> {
        None
    }
    /// Returns whether the margin is odd, if this does not depend on the rest of the play, as when every point that
    /// is left goes to one of the players. Then a search asks only about every other margin.
    ///
    /// **Law**: if the result is `Some`, the margin consists of points and is odd or even as stated. Then the result
    /// is `Some` for every position that follows, too, and a move changes it exactly if it gains an odd number of
    /// points.
    fn odd(&self, position: &G::Position) -> Option<bool> {
        let _ = position;
        None
    }
}

/// A [`Score`] that [`Bounded`] can bound.
pub trait BoundedScore: Score {
    /// Calls the method of [`Bounded`] for this type of score.
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

/// Tells a search which moves to try first. This is a hint: it may change only the time.
pub trait Ordered<G: Game>: Send + Sync {
    /// Returns the hint of a move. A search tries moves with greater hints earlier, and moves with equal
    /// hints in the order of [`expand`](Expand::expand) or of `moves`. To each hint it adds a number from
    /// -176 to 176 that says how well moves with the same [slot](Ordered::slot) have done. So a difference
    /// of 176 between two hints is a strong opinion, and a difference of 10 leaves the choice to what the
    /// search has found.
    fn hint(&self, position: &G::Position, mv: G::Move) -> i32;

    /// Returns the hint of a move. The caller already has the next position and passes it.
    #[inline]
    fn hint_after(&self, position: &G::Position, mv: G::Move, next: &G::Position) -> i32 {
        let _ = next;
        self.hint(position, mv)
    }

    /// Returns the slot of a move, a number below [`slots`](Ordered::slots). Under this number a search
    /// remembers how well moves of this kind have done. Different moves may share a slot.
    #[inline]
    fn slot(&self, mv: G::Move) -> usize {
        let _ = mv;
        0
    }

    /// Returns the number of slots. With 0 or 1 slots a search remembers nothing.
    fn slots(&self) -> usize {
        0
    }

    /// Returns whether a search for the winner should ask about quick wins and losses first. For this the search
    /// counts plies, so it distinguishes many positions that it could otherwise treat alike. It pays if a line of
    /// play can end long before the board is full.
    fn quick_first(&self) -> bool {
        true
    }
}

/// Solves positions by the game's own, faster exact method.
///
/// **Law**: for every question that the method answers, [`value`](Direct::value) and
/// [`look_up`](Direct::look_up) give the value of the plain recursion.
pub trait Direct<G: Game>: Send + Sync {
    /// The values of many positions at once, or `()` if the method is as fast without a table.
    type Table: Send + 'static;

    /// Returns whether the method answers this question.
    fn answers(&self, ask: Ask) -> bool;

    /// Returns the value of a position under a question that the method [`answers`](Direct::answers).
    fn value(&self, position: &G::Position, ask: Ask) -> Value;

    /// Returns a table of the values of `position` and of all positions that follow from it, for best
    /// moves and lines.
    fn table(&self, position: &G::Position, ask: Ask) -> Self::Table;

    /// Returns the value of the position for which the table was made, or of one that follows from it.
    fn look_up(&self, table: &Self::Table, position: &G::Position, ask: Ask) -> Value;

    /// Returns how many positions one call of [`value`](Direct::value) visits, for statistics.
    fn cost(&self, position: &G::Position) -> u64;
}

/// States that a game is one of normal play: the players move alternately, and a player who cannot move has lost.
///
/// Such a position has a value as a combinatorial game, given by the moves that each player would have. The value of
/// a sum is the sum of the values.
///
/// **Law**: no move gains points, the turn passes with every move, and a position that is over is lost for
/// the player to move. [`turned`](Normal::turned) changes nothing but whose turn it is: it is its own
/// inverse. In an [`impartial`](Normal::impartial) game, turning commutes with play. The moves of a position
/// are those of its [`parts`](Normal::parts): the parts of its children are its own parts with one of them
/// replaced by the parts of one of that part's children.
pub trait Normal<G: Game>: Send + Sync {
    /// Returns the same position with the other player to move.
    fn turned(&self, position: &G::Position) -> G::Position;

    /// Returns whether both players always have the same moves.
    fn impartial(&self) -> bool {
        false
    }

    /// Returns positions whose sum is the position, with the same player to move. Equal parts may be given as the
    /// same position, and parts in which neither player has a move may be left out. By default the position is its
    /// only part.
    fn parts(&self, position: &G::Position) -> Vec<G::Position> {
        vec![position.clone()]
    }

    /// Returns the moves that a player would have in a position with First to move, in move order. Each comes with
    /// the position after it, in which First is to move again. The list is empty if the player cannot move.
    fn moves_of(
        &self,
        game: &G,
        position: &G::Position,
        player: Player,
    ) -> Vec<(G::Move, G::Position)> {
        let turned;
        let from = match player {
            Player::First => position,
            Player::Second => {
                turned = self.turned(position);
                &turned
            }
        };
        if game.outcome(from).is_some() {
            return Vec::new();
        }
        let next = |mv| {
            let next = game.play(from, mv);
            match player {
                Player::First => (mv, self.turned(&next)),
                Player::Second => (mv, next),
            }
        };
        game.moves(from).map(next).collect()
    }

    /// Returns the negative of a position: each player has the moves of the other, and these lead to negatives
    /// again. The negative has the form of a part, with the same player to move. Returns `None` if the game does not
    /// know it. The player who moves second wins the sum of a position and its negative.
    fn negative(&self, position: &G::Position) -> Option<G::Position> {
        let _ = position;
        None
    }
}
