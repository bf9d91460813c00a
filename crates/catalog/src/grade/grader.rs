//! The grader: checks moves against the values of their positions.

use super::dataset::{Row, rows};
use super::judge::Judge;
use super::{Controls, Difficulty, Fault, Judged, Played, Side};
use crate::Points;
use crate::answer::QueryError;
use crate::play::Slip;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use yomikiri::{Ask, Method, Player, Refusal, TextError, Value};
use yomikiri_face::AnyGame;

/// The most games that are graded together, which bounds the memory.
pub const TOGETHER: usize = 1000;

/// A graded move.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The number of the game.
    pub game: usize,
    /// The plies before the move.
    pub ply: usize,
    /// The player.
    pub player: Player,
    /// The player's name, if the game gives it.
    pub name: Option<Arc<str>>,
    /// The difficulty of the choice.
    pub difficulty: Difficulty,
    /// Whether no move is better.
    pub perfect: bool,
    /// The loss that the move caused.
    pub slip: Option<Slip>,
    /// The points that the move gave away, if values are numbers of points.
    pub points: Option<u64>,
}

/// A move to grade, with the plies and the points before it, its position and its player's name.
pub(super) struct Choice {
    pub(super) ply: usize,
    pub(super) points: Points,
    pub(super) at: String,
    pub(super) mv: String,
    pub(super) name: Option<Arc<str>>,
}

/// Compares games with perfect play.
pub struct Grader<'g, 'c> {
    pub(super) game: &'g Arc<dyn AnyGame>,
    pub(super) judge: Judge<'g, 'c>,
    pub(super) samples: Vec<Sample>,
    pub(super) games: usize,
    /// The moves in positions that were not solved because of a limit.
    pub(super) unsolved: u64,
    pub(super) faults: BTreeMap<Fault, u64>,
}

/// The reason why a game was not graded.
#[derive(Clone, Debug, PartialEq)]
pub enum GradeError {
    /// The start or a move of the game is wrong.
    Text {
        /// The word.
        word: String,
        /// The number of the move, from 0; `None` for the start.
        number: Option<usize>,
        /// The fault.
        error: TextError,
    },
    /// The question has no answer.
    Query(QueryError),
}

impl fmt::Display for GradeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GradeError::Text { error, .. } => error.fmt(f),
            GradeError::Query(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for GradeError {}

impl From<QueryError> for GradeError {
    fn from(error: QueryError) -> GradeError {
        GradeError::Query(error)
    }
}

impl<'g, 'c> Grader<'g, 'c> {
    /// Makes a grader for one question. `controls` makes the control of every position that is solved.
    ///
    /// # Errors
    ///
    /// If the question or the method does not apply to the game.
    pub fn new(
        game: &'g Arc<dyn AnyGame>,
        ask: Ask,
        method: Option<Method>,
        controls: Controls<'c>,
    ) -> Result<Grader<'g, 'c>, Refusal> {
        Ok(Grader {
            game,
            judge: Judge::new(game.as_ref(), ask, method, controls)?,
            samples: Vec::new(),
            games: 0,
            unsolved: 0,
            faults: BTreeMap::new(),
        })
    }

    /// Sets the number of threads that share the positions of games graded together; the default is 1.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.judge.threads = threads.max(1);
        self
    }

    /// Grades the moves of a game. A game with a fault counts for nothing. A game without moves to grade is
    /// not read.
    ///
    /// # Errors
    ///
    /// If a position or a move is wrong, or if the question has no answer. A limit is no error: its moves
    /// are counted apart.
    pub fn game(&mut self, played: &Played) -> Result<(), GradeError> {
        let mut graded = self.games([played])?;
        graded.pop().unwrap_or(Ok(()))
    }

    /// Grades games together, [`TOGETHER`] or so, and returns for each whether it was graded.
    ///
    /// # Errors
    ///
    /// If the question has no answer. The inner errors are wrong positions or moves of a game.
    pub fn games<'p>(
        &mut self,
        played: impl IntoIterator<Item = &'p Played>,
    ) -> Result<Vec<Result<(), GradeError>>, QueryError> {
        let (mut games, mut graded) = (Vec::new(), Vec::new());
        for played in played {
            let choices = self.choices(played);
            graded.push(choices.map(|choices| games.extend(choices)));
        }
        self.grade(games)?;
        Ok(graded)
    }

    /// Returns the moves of a game that are to be graded; `None` if the game is not read.
    fn choices(&self, played: &Played) -> Result<Option<Vec<Choice>>, GradeError> {
        if played.side == Side::Neither {
            return Ok(None);
        }
        let text = |word: &str, number| {
            let word = word.to_owned();
            move |error| GradeError::Text {
                word,
                number,
                error,
            }
        };
        let start = Arc::clone(self.game).hold(&played.start);
        let mut at = start.map_err(text(&played.start, None))?;
        // The start may be a line of moves that gained points.
        let earlier = at.gains().len();
        let names = played.players.each_ref();
        let names = names.map(|name| name.as_deref().map(Arc::from));
        let mut choices = Vec::new();
        for (ply, mv) in played.moves.iter().enumerate() {
            if played.side.has(at.to_move()) {
                choices.push(Choice {
                    ply,
                    // The points follow when all moves are known.
                    points: Points::default(),
                    at: at.usual_text(),
                    mv: mv.clone(),
                    name: names[at.to_move() as usize].clone(),
                });
            }
            at.push(mv).map_err(text(mv, Some(ply)))?;
        }
        let gains = at.gains();
        if !gains.is_empty() {
            for choice in &mut choices {
                choice.points = Points::of(&gains[..earlier + choice.ply]);
            }
        }
        Ok(Some(choices))
    }

    /// Grades the moves of games.
    pub(super) fn grade(&mut self, games: Vec<Vec<Choice>>) -> Result<(), QueryError> {
        let positions = games.iter().flatten().map(|choice| choice.at.as_str());
        self.judge.all(positions)?;
        for choices in games {
            for choice in choices {
                match self.judge.at(&choice.at)? {
                    Some(judged) => self.samples.extend(self.sample(&judged, choice)),
                    None => self.unsolved += 1,
                }
            }
            self.games += 1;
        }
        Ok(())
    }

    /// Grades a move in its game as a whole; `None` if it is no legal move.
    fn sample(&self, judged: &Arc<Judged>, choice: Choice) -> Option<Sample> {
        let judged = judged.whole(choice.points, self.judge.ask);
        let found = judged.moves.iter().find(|known| known.mv == choice.mv)?;
        Some(Sample {
            game: self.games,
            ply: choice.ply,
            player: judged.to_move,
            name: choice.name,
            difficulty: judged.difficulty,
            perfect: found.best,
            slip: Slip::between(judged.value, found.value, judged.to_move),
            points: points(judged.value, found.value),
        })
    }

    /// Counts a fault of an agent.
    pub(super) fn fault(&mut self, fault: Fault) {
        *self.faults.entry(fault).or_default() += 1;
    }

    /// Returns the solved positions with all best moves, in the order of their texts.
    pub fn dataset(&self) -> Vec<Row> {
        rows(self.game.as_ref(), &self.judge)
    }
}

/// Returns the points between two values, if both are numbers of points.
fn points(best: Value, got: Value) -> Option<u64> {
    Some(best.margin()?.abs_diff(got.margin()?))
}
