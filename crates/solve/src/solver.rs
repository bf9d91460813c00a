//! The contract of every solver, and its refusals.

use crate::Control;
use std::fmt;
use yomikiri_core::{Ask, Bytes, Game, Score, Stop};

/// The most plies that a recursive solver goes down. A position whose
/// [rank](yomikiri_core::capability::Acyclic::rank) is greater is refused.
pub const DEPTH_LIMIT: u64 = 100_000;

/// The range of scores that the caller wants to tell apart.
///
/// **The window contract**: if a solver is asked within `(lower, upper)` and answers `s`, then `s`
/// is exact if `lower < s < upper`; the true score is at most `s` if `s <= lower`; it is at least
/// `s` if `s >= upper`. [`Window::full`] asks for the exact score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window<S> {
    /// For scores up to here, an upper bound is enough.
    pub lower: S,
    /// For scores from here on, a lower bound is enough.
    pub upper: S,
}

impl<S: Score> Window<S> {
    /// The full window: the answer is exact. (The answers `lower` and `upper` are exact too, since
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
/// An exact method. It takes what it needs of a game, beyond the rules, as capability views in its
/// constructor. So an unsound combination does not compile.
///
/// # Laws
///
/// Every solver in every configuration passes the truth files. On random games it agrees with
/// [`Plain`](crate::Plain), or with a naive fixpoint if play can cycle. Threads, cache sizes and
/// options never change an answer.
pub trait Solver<G: Game, S: Score>: Send {
    /// Returns the score of a position for the player to move there, within a [`Window`].
    ///
    /// A solver may keep what it learns for later calls.
    ///
    /// # Errors
    ///
    /// [`Failure::Refused`] if the method does not apply. [`Failure::Stopped`], with the range
    /// proven so far, if a limit was reached.
    fn score(
        &mut self,
        position: &G::Position,
        window: Window<S>,
        control: &mut Control<'_>,
    ) -> Result<S, Failure<S>>;

    /// Announces that all positions asked about next follow from this one (to find best moves, or a
    /// line of play), until [`unfollow`](Solver::unfollow). The solver may use this to save time.
    /// It never changes an answer.
    fn follow(&mut self, position: &G::Position) {
        let _ = position;
    }

    /// Returns whether results from before a limit was reached help the next call. Only then it pays to
    /// give a question a part of the time, and to return to it.
    fn resumes(&self) -> bool {
        true
    }

    /// Counts the positions that play can reach from one, if the method has to enumerate them all and
    /// there are at most `most`. The enumeration serves the next question about this position.
    ///
    /// # Errors
    ///
    /// If a limit was reached.
    fn count(
        &mut self,
        position: &G::Position,
        most: usize,
        control: &mut Control<'_>,
    ) -> Result<Option<usize>, Stop> {
        let _ = (position, most, control);
        Ok(None)
    }

    /// Announces that the next questions may be about any position again.
    fn unfollow(&mut self) {}

    /// Returns the number of positions stored.
    fn stored(&self) -> u64;
}

/// The reason why there is no exact answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure<S> {
    /// The method does not apply to this game, position or question.
    Refused(Refusal),
    /// A limit was reached. The true score lies in `lower..=upper`.
    Stopped {
        /// The limit.
        why: Stop,
        /// Proven: the score is at least this.
        lower: S,
        /// Proven: the score is at most this.
        upper: S,
    },
}

impl<S: Score> Failure<S> {
    /// Returns a failure with nothing proven.
    pub const fn stopped(why: Stop) -> Failure<S> {
        Failure::Stopped {
            why,
            lower: S::WORST,
            upper: S::BEST,
        }
    }

    /// Returns the score itself, if the proven range leaves only one. Then the limit does not matter.
    ///
    /// # Errors
    ///
    /// The failure, if the range leaves more than one score.
    pub fn settled(self) -> Result<S, Failure<S>> {
        match self {
            Failure::Stopped { lower, upper, .. } if lower == upper => Ok(lower),
            failure => Err(failure),
        }
    }
}

/// The reason why a method does not apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// The method searches depth-first, but play may cycle, or the game does not guarantee that it
    /// cannot.
    NotAcyclic,
    /// The method recurses, but play may take more plies than its greatest depth.
    TooDeep {
        /// The number of plies that play may take from the position asked about.
        plies: u64,
        /// The greatest depth of the method: [`DEPTH_LIMIT`], and less for `sums`.
        most: u64,
    },
    /// The question is `distance`, but moves gain points.
    DistanceWithGains,
    /// The game has both gains and cycles, in a mixture that label setting cannot solve: some moves
    /// gain for First and some for Second, or endless play is not the worst outcome for the player
    /// who pays.
    GainsWithCycles,
    /// The game has no method of its own for this question.
    NotDirect(Ask),
    /// The game has no weights that enter only at its end, or such weights do not decide the
    /// question.
    NotParametric(Ask),
    /// Proof-number search answers only who wins.
    NotWinLoss(Ask),
    /// The solver of sums answers only who wins, and only in games of normal play.
    NotSums(Ask),
    /// The positions of the game have no keys, or keys that do not fit the transposition table of proof-number search.
    NoKeys,
    /// There are more positions than a 32-bit number can count.
    TooManyPositions,
    /// The positions that play can reach do not fit the memory allowed.
    TooLarge {
        /// The least number of positions, counted or estimated from samples.
        positions: u64,
        /// The least number of bytes that these positions take.
        needed: u64,
        /// The bytes allowed.
        allowed: u64,
    },
}

impl Refusal {
    /// Returns whether the method would apply if the game were smaller or the machine larger.
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
            Refusal::TooDeep { plies, most } => write!(
                f,
                "play may take {plies} plies from here, more than the {most} that this solver goes down: use {}",
                match *most < DEPTH_LIMIT {
                    true => "alpha_beta",
                    false => "retrograde",
                }
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
            Refusal::NotWinLoss(ask) => {
                write!(f, "proof_number answers only `winner`, not `{ask}`")
            }
            Refusal::NotSums(Ask::Winner) => f.write_str(
                "sums is for games in which a player who cannot move loses, and nothing else ends play",
            ),
            Refusal::NotSums(ask) => write!(f, "sums answers only `winner`, not `{ask}`"),
            Refusal::NoKeys => f.write_str(
                "positions of this game have no keys that fit the transposition table of proof_number: use alpha_beta",
            ),
            Refusal::TooManyPositions => {
                f.write_str("the game has more than 4,294,967,294 positions")
            }
            Refusal::TooLarge {
                positions,
                needed,
                allowed,
            } => write!(
                f,
                "play reaches at least {positions} positions, and all have to be enumerated in memory: \
                 that takes {} or more, of {} allowed (a table works on disk)",
                Bytes(*needed),
                Bytes(*allowed)
            ),
        }
    }
}

impl std::error::Error for Refusal {}
