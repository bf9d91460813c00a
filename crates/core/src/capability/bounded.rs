//! The capability of games that bound scores.

use crate::{Distance, Game, Margin, Score, Wdl};

/// Bounds the score of a position, for the player to move, by a cheap computation.
///
/// **Law**: the bounds contain the score, and no margin by points is greater than
/// [`greatest_margin`](Bounded::greatest_margin). Bounds are facts: a search prunes by them.
pub trait Bounded<G: Game>: Send + Sync {
    /// The greatest number of plies about which a search asks [`near_distance`](Bounded::near_distance).
    /// The search never asks it about wins and losses in more plies, but may ask it about a draw.
    const NEAR: u32 = 0;

    /// Returns bounds on the answer to [`Ask::Winner`](crate::Ask::Winner).
    fn wdl(&self, position: &G::Position) -> (Wdl, Wdl) {
        let _ = position;
        (Wdl::WORST, Wdl::BEST)
    }
    /// Returns bounds on the answer to [`Ask::Margin`](crate::Ask::Margin). In a game with gains they bound the points
    /// still to come.
    fn margin(&self, position: &G::Position) -> (Margin, Margin) {
        let _ = position;
        (Margin::WORST, Margin::BEST)
    }
    /// Returns bounds on the answer to [`Ask::Distance`](crate::Ask::Distance). By default they follow from
    /// [`wdl`](Bounded::wdl). A search may use either method to answer who wins.
    fn distance(&self, position: &G::Position) -> (Distance, Distance) {
        Distance::by_result(self.wdl(position))
    }
    /// Returns the bounds of [`distance`](Bounded::distance) for a position that is *open*: the game is not over, and
    /// no move is forced ([`Expand::forced`](super::Expand::forced) leads nowhere else). Some games must find out
    /// whether a position is open before they can bound it. A search knows that already, so it calls this method and
    /// saves the work.
    ///
    /// **Law**: for an open position the result equals that of `distance`.
    fn open_distance(&self, position: &G::Position) -> (Distance, Distance) {
        self.distance(position)
    }
    /// Returns bounds on the answer to [`Ask::Distance`](crate::Ask::Distance) that decide whether it is at least
    /// `asked`, or `None` if the game cannot tell. A game that sees a few plies ahead can answer sooner than a search
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
    /// [`Ask::Winner`](crate::Ask::Winner). `moves` holds all of them at first. The computation of a bound often shows,
    /// too, which moves are useless, such as those that leave a threat of the opponent in place.
    ///
    /// **Law**: the bounds contain the score. For its player, a removed move leads to no better result under
    /// [`Ask::Winner`](crate::Ask::Winner) than the lower bound. The others stay in their order. If moves gain points,
    /// none is removed.
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
