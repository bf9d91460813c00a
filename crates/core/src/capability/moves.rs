//! The capabilities that concern moves: where they lead, where they come from, that they cannot go on for ever, and
//! which to try first.

use crate::{Game, Outcome};

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

/// Takes moves back.
///
/// **Law**: for all `q` and `p` that play can reach, `q` is among the predecessors of `p` exactly once
/// if a legal move leads from `q` to `p`, and otherwise never. Predecessors that play cannot reach may
/// appear too, each once, but a legal move must lead from them to `p`.
pub trait Reversible<G: Game>: Send + Sync {
    /// Returns the positions from which one legal move leads to `position`.
    fn predecessors(&self, position: &G::Position) -> impl Iterator<Item = G::Position>;
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
