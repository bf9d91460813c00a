//! One game, one question, one method: gives values, best moves and lines of play.

mod size;
mod survey;

use survey::Known;
pub use survey::{MoveRange, Survey};

use crate::method::{self, Method, engine};
use crate::question::{Exactly, Question, SignOfMargin};
use crate::{Control, Failure, PartKey, Refusal, SharedParts, Solver};
use rustc_hash::FxHashSet;
use std::fmt;
use yomikiri_core::{Ask, Capabilities, Distance, Game, Margin, Player, Score, Stop, Value, Wdl};

/// Answers one question about any number of positions of one game, by one method. It keeps what it
/// learns for the next position.
///
/// ```
/// # use yomikiri::*;
/// # use yomikiri::capability::Acyclic;
/// // Take one or two stones; who cannot move loses.
/// struct Stones;
/// impl Game for Stones {
///     type Position = (u32, Player);
///     type Move = u32;
///     fn start(&self) -> (u32, Player) { (4, Player::First) }
///     fn to_move(&self, p: &(u32, Player)) -> Player { p.1 }
///     fn outcome(&self, p: &(u32, Player)) -> Option<Outcome> {
///         (p.0 == 0).then_some(Outcome::Win(p.1.opponent()))
///     }
///     fn moves(&self, p: &(u32, Player)) -> impl Iterator<Item = u32> { 1..=p.0.min(2) }
///     fn play(&self, p: &(u32, Player), n: u32) -> (u32, Player) { (p.0 - n, p.1.opponent()) }
/// }
/// impl Acyclic<Stones> for Stones {
///     fn rank(&self, p: &(u32, Player)) -> u64 { p.0.into() }
/// }
/// impl Capabilities for Stones {
///     fn acyclic(&self) -> Option<impl Acyclic<Self>> { Some(self) }
/// }
///
/// let mut session = Session::new(&Stones, Ask::Distance, Method::Memo)?;
/// let value = session.value(&Stones.start(), &mut Control::new())?;
/// assert_eq!(value.to_string(), "first 3");
/// assert_eq!(session.line(&Stones.start(), &mut Control::new())?, [1, 1, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Session<'g, G: Game> {
    game: &'g G,
    ask: Ask,
    method: Method,
    inquiry: Box<dyn Inquiry<G> + 'g>,
}

/// A legal move and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveValue<M> {
    /// The move.
    pub mv: M,
    /// The value of making the move, counted from the position before it. It includes the move's
    /// own gain and ply.
    pub value: Value,
    /// True if no other move is better for the mover.
    pub best: bool,
    /// The move's place in the order of quality, from 0 for the best. Equal moves share a place.
    pub place: usize,
}

/// Returns the [place](MoveValue::place) of each score, or of other comparable items, among all of them.
pub fn places<S: Ord + Clone>(scores: &[S]) -> Vec<usize> {
    let mut best_first = scores.to_vec();
    best_first.sort_unstable_by(|a, b| b.cmp(a));
    best_first.dedup();
    let place = |score: &S| best_first.partition_point(|better| better > score);
    scores.iter().map(place).collect()
}

/// The reason why there is no exact answer, in absolute terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The method does not apply.
    Refused(Refusal),
    /// A limit was reached. The true value lies between `lower` and `upper`, seen from First's
    /// side, and these two differ.
    Stopped {
        /// The limit.
        why: Stop,
        /// Proven: First gets at least this.
        lower: Value,
        /// Proven: First gets at most this.
        upper: Value,
    },
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Halt::Refused(refusal) => refusal.fmt(f),
            Halt::Stopped { why, lower, upper } => {
                write!(f, "{why}; proven so far: {lower}..{upper}")
            }
        }
    }
}

impl std::error::Error for Halt {}

impl From<Refusal> for Halt {
    fn from(refusal: Refusal) -> Halt {
        Halt::Refused(refusal)
    }
}

impl Halt {
    fn new<S: Score>(failure: Failure<S>, to_move: Player) -> Halt {
        match failure {
            Failure::Refused(refusal) => Halt::Refused(refusal),
            Failure::Stopped { why, lower, upper } => {
                let (lower, upper) = match to_move {
                    Player::First => (lower, upper),
                    Player::Second => (upper, lower),
                };
                Halt::Stopped {
                    why,
                    lower: lower.absolute(to_move),
                    upper: upper.absolute(to_move),
                }
            }
        }
    }
}

impl<'g, G: Capabilities> Session<'g, G> {
    /// Creates a session on `game`.
    ///
    /// # Errors
    ///
    /// If the method or the question does not apply to this game.
    pub fn new(game: &'g G, ask: Ask, method: Method) -> Result<Session<'g, G>, Refusal> {
        let gains = game.has_gains();
        let inquiry: Box<dyn Inquiry<G> + 'g> = match ask {
            Ask::Distance if gains => return Err(Refusal::DistanceWithGains),
            Ask::Distance => inquiry::<G, Exactly<Distance>>(game, method)?,
            Ask::Margin => inquiry::<G, Exactly<Margin>>(game, method)?,
            Ask::Winner if gains => inquiry::<G, SignOfMargin>(game, method)?,
            Ask::Winner => inquiry::<G, Exactly<Wdl>>(game, method)?,
        };
        Ok(Session {
            game,
            ask,
            method,
            inquiry,
        })
    }
}

impl<'g, G: Capabilities> Session<'g, G> {
    /// Creates a session on `game` that asks who wins by [`Method::Sums`]. For each search it borrows the values in
    /// `parts`, and returns them together with the new ones. `key` computes the key of a part; values of parts
    /// without a key are not kept.
    ///
    /// # Errors
    ///
    /// If the positions of this game are no sums, or another question is asked.
    pub fn by_sums(
        game: &'g G,
        ask: Ask,
        parts: SharedParts,
        key: PartKey<G>,
    ) -> Result<Session<'g, G>, Refusal> {
        if ask != Ask::Winner {
            return Err(Refusal::NotSums(ask));
        }
        let solver = method::sums(game, parts, key)?;
        Ok(Session {
            game,
            ask,
            method: Method::Sums,
            inquiry: Box::new(By::<G, Exactly<Wdl>> { game, solver }),
        })
    }
}

fn inquiry<'g, G: Capabilities, Q: Question>(
    game: &'g G,
    method: Method,
) -> Result<Box<dyn Inquiry<G> + 'g>, Refusal> {
    let solver = engine::<G, Q::Score>(game, method)?;
    Ok(Box::new(By::<G, Q> { game, solver }))
}

impl<'g, G: Game> Session<'g, G> {
    /// Returns the game.
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// Returns the question.
    pub fn ask(&self) -> Ask {
        self.ask
    }

    /// Returns the method.
    pub fn method(&self) -> Method {
        self.method
    }

    /// Returns the value of a position.
    ///
    /// # Errors
    ///
    /// If the method does not apply or a limit was reached.
    pub fn value(&mut self, at: &G::Position, control: &mut Control<'_>) -> Result<Value, Halt> {
        self.inquiry.value(at, control)
    }

    /// Returns every legal move with its value, in move order. Empty if the game is over.
    ///
    /// # Errors
    ///
    /// The same as for [`value`](Session::value). The range is that of the position, and may be a single
    /// value.
    pub fn moves(
        &mut self,
        at: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<Vec<MoveValue<G::Move>>, Halt> {
        let found = self.inquiry.moves(at, control)?;
        match found.stopped {
            None => Ok(found.moves.iter().filter_map(MoveRange::exact).collect()),
            Some(why) => Err(Halt::Stopped {
                why,
                lower: found.lower,
                upper: found.upper,
            }),
        }
    }

    /// Returns what can be proven of a position and of each of its moves within the limits. It searches only the
    /// moves, so it suits positions whose own value is known or not wanted.
    ///
    /// If nodes or time are limited and the solver can resume, the moves get equal parts of the remaining budget, in
    /// rounds. The first parts are small, so that cheap proofs are found.
    ///
    /// # Errors
    ///
    /// If the method does not apply. A limit is no error.
    pub fn moves_so_far(
        &mut self,
        at: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<Survey<G::Move>, Refusal> {
        self.inquiry.moves(at, control)
    }

    /// Like [`moves_so_far`](Session::moves_so_far), for a position of which nothing is known. It first searches the
    /// position's own value, in half of the time, or without that limit if the solver cannot resume.
    ///
    /// # Errors
    ///
    /// As for [`moves_so_far`](Session::moves_so_far).
    pub fn survey(
        &mut self,
        at: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<Survey<G::Move>, Refusal> {
        self.inquiry.survey(at, control)
    }

    /// Returns a principal variation: the line from here to the end that takes the first best move, in move order, at
    /// each position. If play can go on for ever, the line stops before it repeats a position.
    ///
    /// # Errors
    ///
    /// The same as for [`value`](Session::value).
    pub fn line(
        &mut self,
        at: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<Vec<G::Move>, Halt> {
        self.inquiry.line(at, control)
    }

    /// Returns the number of positions that play can reach from one, if the method enumerates them all and there are
    /// at most `most`. They are not enumerated again for the next question about this position.
    ///
    /// # Errors
    ///
    /// If a limit was reached.
    pub fn count(
        &mut self,
        at: &G::Position,
        most: usize,
        control: &mut Control<'_>,
    ) -> Result<Option<usize>, Stop> {
        self.inquiry.count(at, most, control)
    }

    /// Returns the number of positions stored.
    pub fn stored(&self) -> u64 {
        self.inquiry.stored()
    }
}

/// A [`Session`] with the type of its question erased.
trait Inquiry<G: Game> {
    fn value(&mut self, at: &G::Position, control: &mut Control<'_>) -> Result<Value, Halt>;
    fn moves(
        &mut self,
        at: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<Survey<G::Move>, Refusal>;
    fn survey(
        &mut self,
        at: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<Survey<G::Move>, Refusal>;
    fn line(&mut self, at: &G::Position, control: &mut Control<'_>) -> Result<Vec<G::Move>, Halt>;
    fn count(
        &mut self,
        at: &G::Position,
        most: usize,
        control: &mut Control<'_>,
    ) -> Result<Option<usize>, Stop>;
    fn stored(&self) -> u64;
}

struct By<'g, G: Game, Q: Question> {
    game: &'g G,
    solver: Box<dyn Solver<G, Q::Score> + 'g>,
}

/// The result of a move, by the rules alone.
struct Led<G: Game> {
    next: G::Position,
    mover: Player,
    /// The next player to move.
    to_move: Player,
    gain: i64,
    /// The lead, in points, of the next player to move.
    next_lead: i64,
}

impl<G: Game> Led<G> {
    /// Converts a score of the next position to the view of the player who made the move and was `lead` points ahead.
    fn seen<Q: Question>(&self, score: Q::Score, lead: i64) -> Option<Q::Seen> {
        Q::see(score.of_move(self.gain, self.mover, self.to_move)?, lead)
    }
}

/// A move, its score and the position it leads to.
struct Step<G: Game, Q: Question> {
    next: G::Position,
    /// The score of the move, as its mover sees it.
    seen: Q::Seen,
    /// The score of the next position, as the player to move there sees it.
    next_seen: Q::Seen,
    /// The lead, in points, of the player to move there.
    next_lead: i64,
}

impl<G: Game, Q: Question> By<'_, G, Q> {
    /// Returns the score of a position as seen by the player to move, who is `lead` points ahead.
    fn see(
        &mut self,
        at: &G::Position,
        lead: i64,
        control: &mut Control<'_>,
    ) -> Result<Q::Seen, Failure<Q::Seen>> {
        match self.solver.score(at, Q::window(lead), control) {
            Ok(score) => Q::see(score, lead).ok_or(Failure::stopped(Stop::Points)),
            Err(failure) => seen_failure::<Q>(failure, lead).settled(),
        }
    }

    /// Returns the result of a move of a player who is `lead` points ahead. `None` if the points exceed the limit.
    fn led(&self, at: &G::Position, mv: G::Move, lead: i64) -> Option<Led<G>> {
        let game = self.game;
        let mover = game.to_move(at);
        let next = game.play(at, mv);
        let to_move = game.to_move(&next);
        let gain = if game.has_gains() {
            game.gain(at, mv)
        } else {
            0
        };
        let led = lead.checked_add(gain)?;
        let next_lead = if mover == to_move {
            led
        } else {
            led.checked_neg()?
        };
        Some(Led {
            next,
            mover,
            to_move,
            gain,
            next_lead,
        })
    }

    /// Returns the score of the position after a move, as exactly as its mover needs it.
    fn after(
        &mut self,
        led: &Led<G>,
        control: &mut Control<'_>,
    ) -> Result<Q::Score, Failure<Q::Score>> {
        let window = Q::window(led.next_lead);
        control.aside(|control| self.solver.score(&led.next, window, control))
    }

    /// Returns the score of a move for its mover, who is `lead` points ahead.
    fn step(
        &mut self,
        at: &G::Position,
        mv: G::Move,
        lead: i64,
        control: &mut Control<'_>,
    ) -> Result<Step<G, Q>, Failure<Q::Seen>> {
        let points = || Failure::stopped(Stop::Points);
        let led = self.led(at, mv, lead).ok_or_else(points)?;
        // A range proven there belongs to another position, and proves nothing about this one.
        let score = self.after(&led, control).map_err(|failure| match failure {
            Failure::Refused(refusal) => Failure::Refused(refusal),
            Failure::Stopped { why, .. } => Failure::stopped(why),
        })?;
        Ok(Step {
            seen: led.seen::<Q>(score, lead).ok_or_else(points)?,
            next_seen: Q::see(score, led.next_lead).ok_or_else(points)?,
            next: led.next,
            next_lead: led.next_lead,
        })
    }
}

fn seen_failure<Q: Question>(failure: Failure<Q::Score>, lead: i64) -> Failure<Q::Seen> {
    match failure {
        Failure::Refused(refusal) => Failure::Refused(refusal),
        Failure::Stopped { why, lower, upper } => Failure::Stopped {
            why,
            lower: Q::see(lower, lead).unwrap_or(Q::Seen::WORST),
            upper: Q::see(upper, lead).unwrap_or(Q::Seen::BEST),
        },
    }
}

impl<G: Game, Q: Question> Inquiry<G> for By<'_, G, Q> {
    fn value(&mut self, at: &G::Position, control: &mut Control<'_>) -> Result<Value, Halt> {
        let to_move = self.game.to_move(at);
        self.solver.unfollow();
        match self.see(at, 0, control) {
            Ok(seen) => Ok(seen.absolute(to_move)),
            Err(failure) => Err(Halt::new(failure, to_move)),
        }
    }

    fn moves(
        &mut self,
        at: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<Survey<G::Move>, Refusal> {
        self.survey_moves(at, Known::nothing(), control)
    }

    fn survey(
        &mut self,
        at: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<Survey<G::Move>, Refusal> {
        self.solver.unfollow();
        let known = self.own_range(at, control)?;
        self.survey_moves(at, known, control)
    }

    fn line(&mut self, at: &G::Position, control: &mut Control<'_>) -> Result<Vec<G::Move>, Halt> {
        let game = self.game;
        let start_to_move = game.to_move(at);
        let halt = |failure| Halt::new(failure, start_to_move);
        self.solver.follow(at);
        let (mut at, mut lead) = (at.clone(), 0);
        let mut best = self.see(&at, lead, control).map_err(halt)?;
        let mut before = FxHashSet::default();
        let mut line = Vec::new();
        while game.outcome(&at).is_none() && before.insert(at.clone()) {
            let mut found = None;
            for mv in game.moves(&at) {
                let step = self.step(&at, mv, lead, control).map_err(halt)?;
                if step.seen == best {
                    found = Some((mv, step));
                    break;
                }
            }
            // By the recursion, some move has the value of the position. Endless play is the exception: its distance
            // has no number of plies by which moves could differ.
            let Some((mv, step)) = found else { break };
            line.push(mv);
            (at, lead, best) = (step.next, step.next_lead, step.next_seen);
        }
        if game.outcome(&at).is_none() && before.contains(&at) {
            // The last move went back to a position that the line already contains.
            line.pop();
        }
        Ok(line)
    }

    fn count(
        &mut self,
        at: &G::Position,
        most: usize,
        control: &mut Control<'_>,
    ) -> Result<Option<usize>, Stop> {
        self.solver.count(at, most, control)
    }

    fn stored(&self) -> u64 {
        self.solver.stored()
    }
}
