//! Positions and the values of their moves; each position is solved once.

use crate::Points;
use crate::answer::QueryError;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use yomikiri::{Ask, Control, Method, Player, Refusal, Stop, Value};
use yomikiri_face::{AnyGame, AnySession};

/// A function that makes the control for each position that is solved.
pub type Controls<'c> = Box<dyn Fn() -> Control<'c> + Sync + 'c>;

/// The difficulty of finding a perfect move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Difficulty {
    /// There is only one legal move.
    Forced,
    /// Every move is perfect.
    Free,
    /// At least half of the moves are perfect.
    Easy,
    /// More than one move is perfect, but less than half.
    Hard,
    /// Exactly one move is perfect.
    Only,
}

impl Difficulty {
    /// All difficulties, the easiest first.
    pub const ALL: [Difficulty; 5] = [
        Difficulty::Forced,
        Difficulty::Free,
        Difficulty::Easy,
        Difficulty::Hard,
        Difficulty::Only,
    ];

    /// Returns the difficulty for `perfect` perfect moves among `moves`.
    pub fn of(moves: usize, perfect: usize) -> Difficulty {
        match (moves, perfect) {
            (0 | 1, _) => Difficulty::Forced,
            _ if perfect == moves => Difficulty::Free,
            (_, 1) => Difficulty::Only,
            _ if 2 * perfect >= moves => Difficulty::Easy,
            _ => Difficulty::Hard,
        }
    }

    /// Returns the difficulty of a choice among moves.
    fn among(moves: &[JudgedMove]) -> Difficulty {
        let perfect = moves.iter().filter(|mv| mv.best).count();
        Difficulty::of(moves.len(), perfect)
    }

    /// Returns its name in data.
    pub const fn name(self) -> &'static str {
        match self {
            Difficulty::Forced => "forced",
            Difficulty::Free => "free",
            Difficulty::Easy => "easy",
            Difficulty::Hard => "hard",
            Difficulty::Only => "only",
        }
    }

    /// Returns its meaning.
    pub const fn summary(self) -> &'static str {
        match self {
            Difficulty::Forced => "one legal move",
            Difficulty::Free => "every move is perfect",
            Difficulty::Easy => "at least half of the moves are perfect",
            Difficulty::Hard => "less than half, but more than one",
            Difficulty::Only => "just one perfect move",
        }
    }

    /// Returns whether a mistake is possible.
    pub const fn is_decision(self) -> bool {
        !matches!(self, Difficulty::Forced | Difficulty::Free)
    }
}

/// A legal move and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedMove {
    /// The move.
    pub mv: String,
    /// The value of making it.
    pub value: Value,
    /// Whether no other move is better.
    pub best: bool,
}

/// A position with the values of its moves; they count only the points still to come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The player to move.
    pub to_move: Player,
    /// The value of the position.
    pub value: Value,
    /// The legal moves, best first.
    pub moves: Vec<JudgedMove>,
    /// The difficulty of finding a perfect move.
    pub difficulty: Difficulty,
}

impl Judged {
    /// Returns the position with values that answer `ask` about a whole game, of which `points` were gained
    /// before.
    pub(super) fn whole(self: &Arc<Judged>, points: Points, ask: Ask) -> Arc<Judged> {
        if points.ahead() == 0 && self.value.ask() == ask {
            return Arc::clone(self);
        }
        let value = points.value(self.value, ask);
        let moves = self.moves.iter().map(|mv| {
            let worth = points.value(mv.value, ask);
            JudgedMove {
                mv: mv.mv.clone(),
                value: worth,
                // A move is perfect if it has the value of the position.
                best: worth == value,
            }
        });
        let moves: Vec<JudgedMove> = moves.collect();
        Arc::new(Judged {
            to_move: self.to_move,
            value,
            difficulty: Difficulty::among(&moves),
            moves,
        })
    }
}

/// A solver that solves each position once.
pub(super) struct Judge<'g, 'c> {
    game: &'g dyn AnyGame,
    method: Option<Method>,
    session: Box<dyn AnySession + 'g>,
    controls: Controls<'c>,
    /// The question that the judged values answer.
    pub(super) ask: Ask,
    /// The question that the solver answers for `ask`.
    question: Ask,
    /// The threads that solve positions, at least one.
    pub(super) threads: usize,
    /// The judged positions by their usual texts; `None` if a limit was reached first.
    pub(super) known: FxHashMap<String, Option<Arc<Judged>>>,
}

impl<'g, 'c> Judge<'g, 'c> {
    pub(super) fn new(
        game: &'g dyn AnyGame,
        ask: Ask,
        method: Option<Method>,
        controls: Controls<'c>,
    ) -> Result<Judge<'g, 'c>, Refusal> {
        let question = Points::question(game.has_gains(), ask);
        Ok(Judge {
            game,
            method,
            session: game.session(question, method)?,
            controls,
            ask,
            question,
            threads: 1,
            known: FxHashMap::default(),
        })
    }

    /// Returns a position by its usual text; `None` if a limit was reached first.
    ///
    /// # Errors
    ///
    /// If the question has no answer, or if the search is to stop.
    pub(super) fn at(&mut self, text: &str) -> Result<Option<Arc<Judged>>, QueryError> {
        if let Some(known) = self.known.get(text) {
            return Ok(known.clone());
        }
        let judged = judged(self.session.as_mut(), text, &mut (self.controls)())?;
        self.known.insert(text.to_owned(), judged.clone());
        Ok(judged)
    }

    /// Solves the positions that are not known yet, shared by all threads. Each thread keeps its table for
    /// its next positions.
    ///
    /// # Errors
    ///
    /// As for [`at`](Judge::at); the error of the first bad position found, in order.
    pub(super) fn all<'t>(
        &mut self,
        texts: impl Iterator<Item = &'t str>,
    ) -> Result<(), QueryError> {
        if self.threads == 1 {
            // Then the session solves them when they are asked for.
            return Ok(());
        }
        let mut texts: Vec<&str> = texts
            .filter(|text| !self.known.contains_key(*text))
            .collect();
        texts.sort_unstable();
        texts.dedup();
        let (game, question, method) = (self.game, self.question, self.method);
        let (controls, next) = (&self.controls, AtomicUsize::new(0));
        let work = || {
            let mut found = Vec::new();
            let mut session = game
                .session(question, method)
                .map_err(|error| (0, error.into()))?;
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(&text) = texts.get(index) else {
                    return Ok(found);
                };
                let judged = judged(session.as_mut(), text, &mut controls());
                found.push((
                    text,
                    judged.map_err(|error| {
                        // Let the other threads stop.
                        next.store(texts.len(), Ordering::Relaxed);
                        (index, error)
                    })?,
                ));
            }
        };
        let parts: Vec<Result<Vec<_>, (usize, QueryError)>> = std::thread::scope(|scope| {
            let helpers = (1..self.threads.min(texts.len())).map_while(|_| {
                // Fewer threads than wanted only cost time.
                let helper = std::thread::Builder::new().spawn_scoped(scope, work);
                helper.ok()
            });
            let helpers: Vec<_> = helpers.collect();
            let mut parts = vec![work()];
            parts.extend(helpers.into_iter().map(|helper| {
                let part = helper.join();
                part.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            }));
            parts
        });
        let (mut found, mut failed) = (Vec::new(), None);
        for part in parts {
            match part {
                Ok(part) => found.extend(part),
                Err(error) => failed = failed.into_iter().chain([error]).min_by_key(|(at, _)| *at),
            }
        }
        match failed {
            Some((_, error)) => Err(error),
            None => {
                let found = found.into_iter();
                let found = found.map(|(text, judged)| (text.to_owned(), judged));
                self.known.extend(found);
                Ok(())
            }
        }
    }
}

/// Solves a position and its moves; `None` if a limit was reached first.
fn judged(
    session: &mut dyn AnySession,
    text: &str,
    control: &mut Control<'_>,
) -> Result<Option<Arc<Judged>>, QueryError> {
    let found = session.moves(text, control)?;
    match (found.answer.stopped, found.answer.bound) {
        (Some(Stop::Cancelled), _) => Err(QueryError::Stopped(Stop::Cancelled)),
        (None, crate::Bound::Exact(value)) => {
            let moves = found.moves.into_iter().map(|mv| JudgedMove {
                mv: mv.mv,
                value: mv.value,
                best: mv.best,
            });
            let moves: Vec<JudgedMove> = moves.collect();
            Ok(Some(Arc::new(Judged {
                to_move: found.to_move,
                value,
                difficulty: Difficulty::among(&moves),
                moves,
            })))
        }
        _ => Ok(None),
    }
}
