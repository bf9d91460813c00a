//! The solvers of one question, and which of them fits a position.

use std::sync::Arc;
use std::time::Duration;
use yomikiri::capability::{Acyclic, Bounded as _};
use yomikiri::method::choose;
use yomikiri::table::key_of;
use yomikiri::{Ask, Control, Halt, Method, Refusal, Session, SharedParts, Stop, Tablebase};
use yomikiri_games::registry::Playable;

/// The solvers that race, and the nodes that each gets: about a tenth of a second.
const RACE: [(Method, u64); 3] = [
    (Method::AlphaBeta, 50_000),
    (Method::Sums, 5_000),
    (Method::ProofNumber, 50_000),
];

/// The solvers that take turns if a game expands its own children and prunes moves, and the length of a turn in the
/// first round. Each round is twice as long as the one before. (Alpha-beta is ahead on most of these boards, and
/// proof numbers are far ahead on 4x4x4. Most boards are solved in the first turn.)
const TURNS: [Method; 2] = [Method::AlphaBeta, Method::ProofNumber];
const FIRST_TURN: Duration = Duration::from_secs(3);

/// The picked method and the highest rank for which it is known to suit. A method that suits a position also suits
/// all positions nearer to the end.
struct Picked {
    method: Method,
    reason: String,
    rank: Option<u64>,
}

/// The solvers of one question about a game.
pub(super) struct Solvers<'g, G: Playable> {
    game: &'g G,
    pub(super) ask: Ask,
    /// The method asked for; without one, the method is picked by position.
    method: Option<Method>,
    picked: Option<Picked>,
    /// The positions at which searches end, if there are any.
    tablebase: Option<Arc<dyn Tablebase<G> + 'g>>,
    /// One session for each method used so far.
    sessions: Vec<Session<'g, G>>,
}

impl<'g, G: Playable> Solvers<'g, G> {
    /// Creates the solver of the given method, or solvers of which one is picked for each position.
    ///
    /// # Errors
    ///
    /// A question or a method that does not apply is refused before the first position.
    pub(super) fn new(game: &'g G, ask: Ask, method: Option<Method>) -> Result<Self, Refusal> {
        let first = Session::new(game, ask, method.unwrap_or(Method::Retrograde))?;
        Ok(Solvers {
            game,
            ask,
            method,
            picked: None,
            tablebase: None,
            sessions: vec![first],
        })
    }

    /// Creates solvers whose searches end at the positions of a tablebase.
    pub(super) fn with_tablebase(
        game: &'g G,
        ask: Ask,
        tablebase: Arc<dyn Tablebase<G> + 'g>,
    ) -> Result<Self, Refusal> {
        Ok(Solvers {
            tablebase: Some(tablebase),
            ..Solvers::new(game, ask, None)?
        })
    }

    /// Creates the solver of sums, with the known values of parts.
    pub(super) fn by_sums(game: &'g G, ask: Ask, parts: SharedParts) -> Result<Self, Refusal> {
        Ok(Solvers {
            game,
            ask,
            method: Some(Method::Sums),
            picked: None,
            tablebase: None,
            sessions: vec![Session::by_sums(game, ask, parts, key_of)?],
        })
    }

    /// Returns the reason for the picked method, if one was picked.
    pub(super) fn reason(&self) -> Option<String> {
        self.picked.as_ref().map(|picked| picked.reason.clone())
    }

    /// Returns the number of positions that a method has stored.
    pub(super) fn stored(&self, method: Method) -> u64 {
        let mut sessions = self.sessions.iter();
        let session = sessions.find(|session| session.method() == method);
        session.map_or(0, Session::stored)
    }

    /// Returns the method for a position: the one asked for, or whichever fits best.
    pub(super) fn pick(
        &mut self,
        at: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<Method, Refusal> {
        if let Some(method) = self.method {
            return Ok(method);
        }
        let game = self.game;
        let rank = game.acyclic().map(|acyclic| acyclic.rank(at));
        let picked = match self.picked.take() {
            Some(picked) if rank <= picked.rank => picked,
            _ => {
                let mut choice = choose(game, self.ask, at, control);
                // A search that stores every position it meets does not read the tablebase.
                if self.tablebase.is_some() && choice.method == Method::Memo {
                    choice.method = Method::AlphaBeta;
                }
                if choice.method == Method::Retrograde {
                    let session = self.session(choice.method)?;
                    if let Some(size) = session.size_up(at, control)? {
                        choice.reason = format!("{}, and {size}", choice.reason);
                    }
                }
                if choice.method == Method::AlphaBeta
                    && let Some(first) = self.first_to_answer(at, control)
                {
                    choice.method = first;
                    choice.reason = format!("{}, and it was the first to answer", choice.reason);
                }
                Picked {
                    method: choice.method,
                    reason: choice.reason,
                    rank,
                }
            }
        };
        Ok(self.picked.insert(picked).method)
    }

    /// Lets several solvers search for who wins, and returns the first that finds it, if one does. The results of all are
    /// kept.
    fn first_to_answer(&mut self, at: &G::Position, control: &mut Control<'_>) -> Option<Method> {
        if self.ask != Ask::Winner {
            return None;
        }
        let game = self.game;
        let sifts = game.bounded().is_some_and(|bounded| bounded.sifts());
        match game.expand().is_some() {
            // Such games have been tuned for alpha-beta.
            true if !sifts => None,
            true => self.by_turns(at, control),
            false => self.by_race(at, sifts, control),
        }
    }

    /// Lets solvers take turns until one of them has an answer.
    fn by_turns(&mut self, at: &G::Position, control: &mut Control<'_>) -> Option<Method> {
        let mut turn = FIRST_TURN;
        loop {
            let mut is_open = false;
            for method in TURNS {
                let Ok(session) = self.session(method) else {
                    continue;
                };
                let found = control.for_at_most(turn, |control| session.value(at, control));
                let left = control.time_left().is_none_or(|left| !left.is_zero());
                match found {
                    Ok(_) => return Some(method),
                    Err(Halt::Stopped {
                        why: Stop::Time, ..
                    }) if left => is_open = true,
                    Err(Halt::Stopped {
                        why: Stop::Memory, ..
                    }) => {}
                    Err(_) => return None,
                }
            }
            if !is_open {
                return None;
            }
            turn = turn.saturating_mul(2);
        }
    }

    /// Gives each solver a few nodes, one after the other.
    fn by_race(
        &mut self,
        at: &G::Position,
        sifts: bool,
        control: &mut Control<'_>,
    ) -> Option<Method> {
        let mut race = RACE;
        // If a game prunes moves in a search for the winner, proof-number search profits more than alpha-beta.
        if sifts {
            race.reverse();
        }
        for (method, nodes) in race {
            // Sums are not looked up in a tablebase.
            if self.tablebase.is_some() && method == Method::Sums {
                continue;
            }
            let Ok(session) = self.session(method) else {
                continue;
            };
            let mut part = control.part(nodes);
            let found = session.value(at, &mut part);
            // If this exceeds the limit, the next search notices it from `control`.
            let over = control.advance(part.done().nodes).is_err();
            if found.is_ok() || over {
                return found.is_ok().then_some(method);
            }
        }
        None
    }

    /// Returns the session of a method, which is made when it is first used.
    pub(super) fn session(&mut self, method: Method) -> Result<&mut Session<'g, G>, Refusal> {
        let index = match self
            .sessions
            .iter()
            .position(|session| session.method() == method)
        {
            Some(index) => index,
            None => {
                let (game, ask) = (self.game, self.ask);
                self.sessions.push(match &self.tablebase {
                    Some(known) => Session::with_tablebase(game, ask, method, Arc::clone(known))?,
                    None => Session::new(game, ask, method)?,
                });
                self.sessions.len() - 1
            }
        };
        Ok(&mut self.sessions[index])
    }
}
