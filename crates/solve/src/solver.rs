//! What every solver promises, and how it says no.

use crate::Control;
use std::fmt;
use yomikiri_core::{Ask, Game, Score, Stop};

/// A range of scores that interests the caller.
///
/// **The window contract**: asked within `(lower, upper)`, a solver answers with a score `s` of which
/// is known: if `lower < s < upper` it is exact; if `s <= lower` the true score is at most `s`; if
/// `s >= upper` it is at least `s`. [`Window::full`] asks for the exact score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window<S> {
    /// Scores up to here need only be proven to be no better.
    pub lower: S,
    /// Scores from here on need only be proven to be no worse.
    pub upper: S,
}

impl<S: Score> Window<S> {
    /// Everything: the answer is exact. (`lower` and `upper` themselves are met exactly too, since
    /// no score lies beyond them.)
    pub const fn full() -> Window<S> {
        Window {
            lower: S::WORST,
            upper: S::BEST,
        }
    }
}

/// Answers one question about positions of one game, exactly.
///
/// # Who should implement it
///
/// An exact method. What it needs of a game beyond the rules it takes as capability views when it is
/// made, so that a combination that would be unsound cannot be written down.
///
/// # Laws
///
/// Every solver in every configuration passes the truth files and agrees with [`Plain`](crate::Plain)
/// (or, where play cycles, with a naive fixpoint) on random games. Threads, cache sizes and switches
/// never change an answer.
pub trait Solver<G: Game, S: Score> {
    /// The score of a position for the player to move there, within a [`Window`].
    ///
    /// A solver may keep what it learns for later calls.
    ///
    /// # Errors
    ///
    /// [`Failure::Refused`] when the method does not apply, [`Failure::Stopped`] with the range proven
    /// so far when a limit was reached.
    fn score(
        &mut self,
        position: &G::Position,
        window: Window<S>,
        control: &mut Control<'_>,
    ) -> Result<S, Failure<S>>;

    /// Told that the positions asked about next all follow from this one (for the best moves, or a
    /// line of play), until [`unfollow`](Solver::unfollow). What a solver makes of it changes time
    /// only.
    fn follow(&mut self, position: &G::Position) {
        let _ = position;
    }

    /// Whether what was learnt before a limit was met helps the next call: only then it pays to give a
    /// question a part of the time, and to come back to it.
    fn resumes(&self) -> bool {
        true
    }

    /// Told that any position may be asked about again.
    fn unfollow(&mut self) {}

    /// The number of positions stored.
    fn stored(&self) -> u64;
}

/// Why there is no exact answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure<S> {
    /// The method does not apply to this game, position or question.
    Refused(Refusal),
    /// A limit was reached. The true score lies in `lower..=upper`.
    Stopped {
        /// Which limit.
        why: Stop,
        /// Proven: the score is at least this.
        lower: S,
        /// Proven: the score is at most this.
        upper: S,
    },
}

impl<S: Score> Failure<S> {
    /// Stopped with nothing proven.
    pub const fn stopped(why: Stop) -> Failure<S> {
        Failure::Stopped {
            why,
            lower: S::WORST,
            upper: S::BEST,
        }
    }

    /// The score itself, where what is proven leaves only one: no limit matters any more then.
    ///
    /// # Errors
    ///
    /// The failure, where more than one score is left.
    pub fn settled(self) -> Result<S, Failure<S>> {
        match self {
            Failure::Stopped { lower, upper, .. } if lower == upper => Ok(lower),
            failure => Err(failure),
        }
    }
}

/// Why a method does not apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// The method searches depth-first, and play may cycle (or the game does not vouch that it
    /// cannot).
    NotAcyclic,
    /// The method recurses, and play may take more plies than [`DEPTH_LIMIT`](crate::DEPTH_LIMIT).
    TooDeep {
        /// The plies that play may take from the position asked about.
        plies: u64,
    },
    /// `distance` in a game whose moves gain points.
    DistanceWithGains,
    /// Gains and cycles together, beyond what label setting can do: some moves gain for First and
    /// some for Second, or endless play is not the worst for the player who pays.
    GainsWithCycles,
    /// The game has no method of its own for this question.
    NotDirect(Ask),
    /// Nothing in the game is a weight that enters only at the end, or the question is for more than
    /// such weights decide.
    NotParametric(Ask),
    /// Proof-number search answers who wins, in games whose moves gain nothing.
    NotWinLoss(Ask),
    /// The positions of the game have no keys that fit a transposition table.
    NoKeys,
    /// More positions than a 32-bit number can count.
    TooManyPositions,
    /// The positions that can be reached will not fit the memory allowed.
    TooLarge {
        /// How many there are at least, counted or as far as samples tell.
        positions: u64,
        /// The bytes that so many take at least.
        needed: u64,
        /// The bytes allowed.
        allowed: u64,
    },
}

impl Refusal {
    /// Whether the method would apply, were the game smaller or the machine larger.
    pub const fn is_limit(&self) -> bool {
        matches!(self, Refusal::TooManyPositions | Refusal::TooLarge { .. })
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NotAcyclic => f.write_str(
                "play may cycle in this game, and a depth-first solver would be unsound: \
                 use retrograde",
            ),
            Refusal::TooDeep { plies } => write!(
                f,
                "play may take {plies} plies from here, more than the {} that a recursive solver \
                 goes down: use retrograde",
                crate::DEPTH_LIMIT
            ),
            Refusal::DistanceWithGains => f.write_str(
                "`distance` is not defined for a game whose moves gain points: ask for `margin`",
            ),
            Refusal::GainsWithCycles => f.write_str(
                "a game with both gains and cycles can be solved only where all gains run one way \
                 and endless play is the worst for the player who pays",
            ),
            Refusal::NotDirect(ask) => {
                write!(f, "this game has no direct method for `{ask}`")
            }
            Refusal::NotParametric(ask) => write!(
                f,
                "`{ask}` of this game is no function of weights that enter at its end"
            ),
            Refusal::NotWinLoss(ask) => write!(
                f,
                "proof_number answers `winner`, in games whose moves gain nothing, and not `{ask}` \
                 here"
            ),
            Refusal::NoKeys => {
                f.write_str("positions of this game have no keys that fit a transposition table")
            }
            Refusal::TooManyPositions => {
                f.write_str("the game has more than 4,294,967,294 positions")
            }
            Refusal::TooLarge {
                positions,
                needed,
                allowed,
            } => write!(
                f,
                "at least {positions} positions can be reached, counted or estimated, and all have to \
                 be enumerated: that takes {needed} bytes of memory or more, and {allowed} are allowed"
            ),
        }
    }
}

impl std::error::Error for Refusal {}
