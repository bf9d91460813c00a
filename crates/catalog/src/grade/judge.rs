//! Positions and the values of their moves, each solved once.

use super::Controls;
use crate::answer::QueryError;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use yomikiri::{Ask, Method, Player, Refusal, Stop, Value};
use yomikiri_face::{AnyGame, AnySession};

/// How hard it is to find a perfect move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Difficulty {
    /// There is only one legal move.
    Forced,
    /// Every move is perfect.
    Free,
    /// At least half of the moves are perfect.
    Easy,
    /// Less than half are, but more than one.
    Hard,
    /// Just one is.
    Only,
}

impl Difficulty {
    /// All, the easiest first.
    pub const ALL: [Difficulty; 5] = [
        Difficulty::Forced,
        Difficulty::Free,
        Difficulty::Easy,
        Difficulty::Hard,
        Difficulty::Only,
    ];

    /// Of so many moves so many perfect ones.
    pub fn of(moves: usize, perfect: usize) -> Difficulty {
        match (moves, perfect) {
            (0 | 1, _) => Difficulty::Forced,
            _ if perfect == moves => Difficulty::Free,
            (_, 1) => Difficulty::Only,
            _ if 2 * perfect >= moves => Difficulty::Easy,
            _ => Difficulty::Hard,
        }
    }

    /// Its name in data.
    pub const fn name(self) -> &'static str {
        match self {
            Difficulty::Forced => "forced",
            Difficulty::Free => "free",
            Difficulty::Easy => "easy",
            Difficulty::Hard => "hard",
            Difficulty::Only => "only",
        }
    }

    /// What it means.
    pub const fn summary(self) -> &'static str {
        match self {
            Difficulty::Forced => "one legal move",
            Difficulty::Free => "every move is perfect",
            Difficulty::Easy => "at least half of the moves are perfect",
            Difficulty::Hard => "less than half, but more than one",
            Difficulty::Only => "just one perfect move",
        }
    }

    /// Whether a mistake can be made.
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
    /// Whether no other is better.
    pub best: bool,
}

/// A position with the values of its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Who is to move.
    pub to_move: Player,
    /// What the position is worth.
    pub value: Value,
    /// The legal moves, best first.
    pub moves: Vec<JudgedMove>,
    /// How hard it is to find a perfect one.
    pub difficulty: Difficulty,
}

/// Solves positions, each once.
pub(super) struct Judge<'g, 'c> {
    session: Box<dyn AnySession + 'g>,
    controls: Controls<'c>,
    pub(super) ask: Ask,
    pub(super) known: FxHashMap<String, Rc<Judged>>,
}

impl<'g, 'c> Judge<'g, 'c> {
    pub(super) fn new(
        game: &'g dyn AnyGame,
        ask: Ask,
        method: Option<Method>,
        controls: Controls<'c>,
    ) -> Result<Judge<'g, 'c>, Refusal> {
        Ok(Judge {
            session: game.session(ask, method)?,
            controls,
            ask,
            known: FxHashMap::default(),
        })
    }

    /// A position by its usual text; `None` where a limit was reached first.
    ///
    /// # Errors
    ///
    /// A question that has no answer, and the wish to stop.
    pub(super) fn at(&mut self, text: &str) -> Result<Option<Rc<Judged>>, QueryError> {
        if let Some(known) = self.known.get(text) {
            return Ok(Some(Rc::clone(known)));
        }
        let found = self.session.moves(text, &mut (self.controls)())?;
        match (found.answer.stopped, found.answer.bound) {
            (Some(Stop::Cancelled), _) => Err(QueryError::Stopped(Stop::Cancelled)),
            (None, crate::Bound::Exact(value)) => {
                let moves = found.moves.into_iter().map(|mv| JudgedMove {
                    mv: mv.mv,
                    value: mv.value,
                    best: mv.best,
                });
                let moves: Vec<JudgedMove> = moves.collect();
                let perfect = moves.iter().filter(|mv| mv.best).count();
                let judged = Rc::new(Judged {
                    to_move: found.to_move,
                    value,
                    difficulty: Difficulty::of(moves.len(), perfect),
                    moves,
                });
                self.known.insert(text.to_owned(), Rc::clone(&judged));
                Ok(Some(judged))
            }
            _ => Ok(None),
        }
    }
}
