//! The ranges proven of a position and of each of its moves when a limit is reached.

use super::by::By;
use super::moves::{MoveValue, places};
use crate::question::Question;
use crate::{Control, Failure, Refusal};
use yomikiri_core::{Game, Player, Score, Stop, Value};

/// The numbers of parts into which the remaining budget is divided, for each round over the moves. The earlier
/// rounds find cheap proofs. Their work on other moves is not lost, since a solver resumes where it stopped.
const ROUNDS: [usize; 3] = [8, 3, 1];
/// The most rounds, if time is left after those.
const MOST_ROUNDS: usize = 12;

/// A position and its moves, each with the range proven so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey<M> {
    /// The position is at least this good for First.
    pub lower: Value,
    /// The position is at most this good for First; the same as `lower` if its value is known.
    pub upper: Value,
    /// The legal moves, in move order. Empty if the game is over.
    pub moves: Vec<MoveRange<M>>,
    /// The limit that left something open, if there is one.
    pub stopped: Option<Stop>,
}

/// A legal move and the range of its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveRange<M> {
    /// The move.
    pub mv: M,
    /// The move is at least this good for First, counted from the position before it, as for [`MoveValue`].
    pub lower: Value,
    /// The move is at most this good for First.
    pub upper: Value,
    /// Whether no other move is better for the mover; `None` if that is open.
    pub best: Option<bool>,
    /// Its place in the order of quality, from 0 for the best: first by the mover's lower bound, then by the
    /// upper one. Moves of the same range share a place.
    pub place: usize,
}

impl<M: Copy> MoveRange<M> {
    /// Returns the move with its value, if the value is known and it is known whether another move is better.
    pub fn exact(&self) -> Option<MoveValue<M>> {
        (self.lower == self.upper).then_some(MoveValue {
            mv: self.mv,
            value: self.lower,
            best: self.best?,
            place: self.place,
        })
    }
}

impl<M> From<MoveValue<M>> for MoveRange<M> {
    fn from(exact: MoveValue<M>) -> MoveRange<M> {
        MoveRange {
            mv: exact.mv,
            lower: exact.value,
            upper: exact.value,
            best: Some(exact.best),
            place: exact.place,
        }
    }
}

/// A range as seen by the player to move.
#[derive(Clone, Copy)]
struct Range<S> {
    lower: S,
    upper: S,
}

impl<S: Score> Range<S> {
    const ALL: Range<S> = Range {
        lower: S::WORST,
        upper: S::BEST,
    };

    /// Returns the range of a known value.
    fn value(seen: S) -> Range<S> {
        Range {
            lower: seen,
            upper: seen,
        }
    }

    fn is_open(&self) -> bool {
        self.lower != self.upper
    }

    /// Returns the range that two proofs leave together.
    fn and(self, other: Range<S>) -> Range<S> {
        Range {
            lower: self.lower.max(other.lower),
            upper: self.upper.min(other.upper),
        }
    }

    /// Returns the range from First's side.
    fn absolute(self, mover: Player) -> (Value, Value) {
        let (lower, upper) = (self.lower.absolute(mover), self.upper.absolute(mover));
        match mover {
            Player::First => (lower, upper),
            Player::Second => (upper, lower),
        }
    }
}

/// The facts about a position before its moves are looked at.
pub(super) struct Known<S> {
    range: Range<S>,
    stopped: Option<Stop>,
}

impl<S: Score> Known<S> {
    pub(super) fn nothing() -> Known<S> {
        Known {
            range: Range::ALL,
            stopped: None,
        }
    }
}

impl<G: Game, Q: Question> By<'_, G, Q> {
    /// Returns the number of parts of the budget: one if the solver cannot resume.
    fn parts(&self, parts: usize) -> usize {
        if self.solver.resumes() { parts } else { 1 }
    }

    /// Searches the range of a position before its moves are looked at.
    pub(super) fn own_range(
        &mut self,
        at: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<Known<Q::Seen>, Refusal> {
        let parts = self.parts(2);
        let (range, stopped) = match control.sharing(parts, |control| self.see(at, 0, control)) {
            Ok(seen) => (Range::value(seen), None),
            Err(Failure::Refused(refusal)) => return Err(refusal),
            Err(Failure::Stopped { why, lower, upper }) => (Range { lower, upper }, Some(why)),
        };
        Ok(Known { range, stopped })
    }

    /// Searches each move of a position with a known range.
    pub(super) fn survey_moves(
        &mut self,
        at: &G::Position,
        mut known: Known<Q::Seen>,
        control: &mut Control<'_>,
    ) -> Result<Survey<G::Move>, Refusal> {
        let game = self.game;
        let mut moves: Vec<G::Move> = Vec::new();
        match game.outcome(at) {
            None => moves.extend(game.moves(at)),
            // The rules give the value without a search.
            Some(outcome) => {
                let score = Q::Score::of_outcome(outcome, game.to_move(at));
                if let Some(seen) = Q::see(score, 0) {
                    known.range = Range::value(seen);
                }
            }
        }
        if !moves.is_empty() {
            self.solver.follow(at);
        }
        let resumes = self.solver.resumes();
        let mut look =
            |index: usize, control: &mut Control<'_>| self.range_of_move(at, moves[index], control);
        let mut all = Together::of(known, moves.len());
        all.look_at_moves(resumes, &mut look, control)?;
        all.conclude();
        let mover = game.to_move(at);
        let (lower, upper) = all.own.range.absolute(mover);
        let ranked = moves.iter().zip(all.ranked(mover)).map(|(&mv, ranked)| {
            let ((lower, upper), best, place) = ranked;
            MoveRange {
                mv,
                lower,
                upper,
                best,
                place,
            }
        });
        Ok(Survey {
            lower,
            upper,
            moves: ranked.collect(),
            stopped: all.own.stopped,
        })
    }

    /// Returns the proven range of a move, for its mover, and the limit that was reached.
    fn range_of_move(
        &mut self,
        at: &G::Position,
        mv: G::Move,
        control: &mut Control<'_>,
    ) -> Result<(Range<Q::Seen>, Option<Stop>), Refusal> {
        let points = (Range::ALL, Some(Stop::Points));
        let Some(led) = self.led(at, mv, 0) else {
            return Ok(points);
        };
        let exact = |score| match led.seen::<Q>(score, 0) {
            Some(seen) => (Range::value(seen), None),
            None => points,
        };
        Ok(match self.after(&led, control) {
            Ok(score) => exact(score),
            Err(Failure::Refused(refusal)) => return Err(refusal),
            Err(Failure::Stopped { why, lower, upper }) => match self.game.outcome(&led.next) {
                // The rules give this value without a search.
                Some(outcome) => exact(Score::of_outcome(outcome, led.to_move)),
                None => {
                    let (lower, upper) = match led.mover == led.to_move {
                        true => (lower, upper),
                        false => (upper, lower),
                    };
                    let range = Range {
                        lower: led.seen::<Q>(lower, 0).unwrap_or(Q::Seen::WORST),
                        upper: led.seen::<Q>(upper, 0).unwrap_or(Q::Seen::BEST),
                    };
                    (range, Some(why).filter(|_| range.is_open()))
                }
            },
        })
    }
}

/// A search of a move, by its number. Returns its range, and the limit that was reached.
type Look<'l, S> =
    dyn FnMut(usize, &mut Control<'_>) -> Result<(Range<S>, Option<Stop>), Refusal> + 'l;

/// A position and its moves by number. It does not depend on the game, so it is compiled once for each score.
struct Together<S> {
    own: Known<S>,
    moves: Vec<Range<S>>,
}

impl<S: Score> Together<S> {
    fn of(own: Known<S>, moves: usize) -> Together<S> {
        Together {
            own,
            moves: vec![Range::ALL; moves],
        }
    }

    /// Searches the moves in rounds, or once if the solver has to begin anew each time.
    fn look_at_moves(
        &mut self,
        resumes: bool,
        look: &mut Look<'_, S>,
        control: &mut Control<'_>,
    ) -> Result<(), Refusal> {
        if !resumes {
            return (0..self.moves.len()).try_for_each(|index| self.look_at(index, look, control));
        }
        let mut open: Vec<usize> = (0..self.moves.len()).collect();
        // The last round is repeated as long as some budget is left, because other moves can use the part that
        // a move did not need.
        for round in 0..MOST_ROUNDS {
            let parts = match ROUNDS.get(round) {
                Some(parts) => *parts,
                None if control.has_time_left() => 1,
                None => break,
            };
            control.sharing(parts, |control| {
                let count = open.len();
                let mut open = open.iter().enumerate();
                open.try_for_each(|(nth, &index)| {
                    control.sharing(count - nth, |control| self.look_at(index, look, control))
                })
            })?;
            open.retain(|&index| self.moves[index].is_open());
            if open.is_empty() {
                break;
            }
        }
        Ok(())
    }

    /// Searches a move, and keeps what was proven of it.
    fn look_at(
        &mut self,
        index: usize,
        look: &mut Look<'_, S>,
        control: &mut Control<'_>,
    ) -> Result<(), Refusal> {
        let (range, stopped) = look(index, control)?;
        self.moves[index] = self.moves[index].and(range);
        self.own.stopped = stopped.or(self.own.stopped);
        Ok(())
    }

    /// Combines the ranges: the value of a position is that of its best move. So the moves bound it, and it
    /// bounds every move.
    fn conclude(&mut self) {
        let best = |of: fn(&Range<S>) -> S| self.moves.iter().map(of).max();
        if let (Some(lower), Some(upper)) = (best(|range| range.lower), best(|range| range.upper)) {
            self.own.range = self.own.range.and(Range { lower, upper });
        }
        for range in &mut self.moves {
            range.upper = range.upper.min(self.own.range.upper);
        }
        if !self.own.range.is_open() && !self.moves.iter().any(Range::is_open) {
            self.own.stopped = None;
        }
    }

    /// Returns each move with its range from First's side, whether it is the best, and its place.
    fn ranked(&self, mover: Player) -> Vec<((Value, Value), Option<bool>, usize)> {
        let sure = self.moves.iter().map(|range| range.lower).max();
        let mut hopes: Vec<S> = self.moves.iter().map(|range| range.upper).collect();
        hopes.sort_unstable_by(|a, b| b.cmp(a));
        let pairs = self.moves.iter().map(|range| (range.lower, range.upper));
        let pairs: Vec<(S, S)> = pairs.collect();
        let ranked = self.moves.iter().zip(places(&pairs));
        let ranked = ranked.map(|(range, place)| {
            // The most that the best of the others can be worth.
            let others = match hopes.first() == Some(&range.upper) {
                true => hopes.get(1),
                false => hopes.first(),
            };
            let best = match () {
                () if sure.is_some_and(|sure| range.upper < sure) => Some(false),
                () if others.is_none_or(|&others| range.lower >= others) => Some(true),
                () => None,
            };
            (range.absolute(mover), best, place)
        });
        ranked.collect()
    }
}
