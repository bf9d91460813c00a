//! One game, one question, one method: gives values, best moves and lines of play.

mod by;
mod halt;
mod inquiry;
mod moves;
mod size;
mod survey;

use by::By;
pub use halt::Halt;
use inquiry::Inquiry;
pub use moves::{MoveValue, places};
pub use survey::{MoveRange, Survey};

use crate::method::{self, Method, engine_with};
use crate::question::{Exactly, Question, SignOfMargin};
use crate::{Control, PartKey, Refusal, SharedParts, Tablebase};
use std::sync::Arc;
use yomikiri_core::{Ask, Capabilities, Distance, Game, Margin, Stop, Value, Wdl};

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

impl<'g, G: Capabilities> Session<'g, G> {
    /// Creates a session on `game`.
    ///
    /// # Errors
    ///
    /// If the method or the question does not apply to this game.
    pub fn new(game: &'g G, ask: Ask, method: Method) -> Result<Session<'g, G>, Refusal> {
        Session::with(game, ask, method, None)
    }

    /// Creates a session on `game` whose searches end at the positions of a tablebase. Only
    /// [`AlphaBeta`](Method::AlphaBeta), for positions that fit its table, and [`ProofNumber`](Method::ProofNumber)
    /// make use of it.
    ///
    /// # Errors
    ///
    /// As for [`new`](Session::new).
    pub fn with_tablebase(
        game: &'g G,
        ask: Ask,
        method: Method,
        tablebase: Arc<dyn Tablebase<G> + 'g>,
    ) -> Result<Session<'g, G>, Refusal> {
        Session::with(game, ask, method, Some(tablebase))
    }

    fn with(
        game: &'g G,
        ask: Ask,
        method: Method,
        tablebase: Option<Arc<dyn Tablebase<G> + 'g>>,
    ) -> Result<Session<'g, G>, Refusal> {
        let gains = game.has_gains();
        let inquiry: Box<dyn Inquiry<G> + 'g> = match ask {
            Ask::Distance if gains => return Err(Refusal::DistanceWithGains),
            Ask::Distance => inquiry::<G, Exactly<Distance>>(game, method, tablebase)?,
            Ask::Margin => inquiry::<G, Exactly<Margin>>(game, method, tablebase)?,
            Ask::Winner if gains => inquiry::<G, SignOfMargin>(game, method, tablebase)?,
            Ask::Winner => inquiry::<G, Exactly<Wdl>>(game, method, tablebase)?,
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
    tablebase: Option<Arc<dyn Tablebase<G> + 'g>>,
) -> Result<Box<dyn Inquiry<G> + 'g>, Refusal> {
    let solver = engine_with::<G, Q::Score>(game, method, tablebase)?;
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
