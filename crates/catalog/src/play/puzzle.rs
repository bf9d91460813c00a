//! Positions in which one move alone wins, or one move alone saves the game.

use super::{Random, Slip};
use crate::answer::{Bound, Moves, QueryError};
use crate::{AnyGame, AnySession, Points, START};
use yomikiri::{Ask, Control, Player};

/// What is to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Task {
    /// The only move that wins.
    Win,
    /// The only move that does not lose.
    Save,
}

impl Task {
    /// Its name in data.
    pub const fn name(self) -> &'static str {
        match self {
            Task::Win => "win",
            Task::Save => "save",
        }
    }
}

/// A position with one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The position.
    pub position: String,
    /// The points gained before it: who wins is told of the whole game.
    pub points: Points,
    /// Who is to find the move.
    pub to_move: Player,
    /// What is to be found.
    pub task: Task,
    /// The only move that does it.
    pub solution: String,
}

/// The games played at random before the search gives up.
const GAMES: usize = 200;
/// The most plies of a game played at random.
const LONGEST: usize = 400;
/// The positions that are visited at most to judge one candidate: what is harder is no puzzle, and
/// later positions of the same game are easier.
const NODES: u64 = 100_000;

impl Puzzle {
    /// The puzzle in a position before which these points were gained, if it is one: one legal move keeps a
    /// win or a draw, and at least one other does not. The values are those of the whole game.
    pub fn of(moves: &Moves, points: Points) -> Option<Puzzle> {
        let Bound::Exact(value) = moves.answer.bound else {
            return None;
        };
        let task = match value.winner() {
            Some(winner) if winner != moves.to_move => return None,
            Some(_) => Task::Win,
            None => Task::Save,
        };
        let blunders =
            |value_of| Slip::between(value, value_of, moves.to_move).is_some_and(Slip::is_blunder);
        let mut keeping = moves.moves.iter().filter(|mv| !blunders(mv.value));
        let only = keeping.next()?;
        if keeping.next().is_some() || moves.moves.len() < 2 {
            return None;
        }
        Some(Puzzle {
            position: moves.answer.position.clone(),
            points,
            to_move: moves.to_move,
            task,
            solution: only.mv.clone(),
        })
    }
}

/// Draws a puzzle: plays games at random and looks through the later two thirds of each for a
/// position with one solution. `None` where a few hundred games have none, or the control ends the
/// search first. The same seed gives the same puzzle, unless time ends the search. The session is one of
/// the game's [`question`](Points::question) for who wins.
///
/// # Errors
///
/// When the session's method does not apply to some position.
pub fn puzzle(
    game: &dyn AnyGame,
    session: &mut dyn AnySession,
    random: &mut Random,
    control: &mut Control<'_>,
) -> Result<Option<Puzzle>, QueryError> {
    for _ in 0..GAMES {
        let mut played = Vec::new();
        let (mut at, mut points) = (START.to_owned(), Points::default());
        while played.len() < LONGEST {
            if control.advance(1).is_err() {
                return Ok(None);
            }
            let mut board = game.board(&at)?;
            if board.moves.is_empty() {
                break;
            }
            let index = random.below(board.moves.len() as u64) as usize;
            if board.moves.len() > 1 {
                played.push((at, points));
            }
            let mv = board.moves.swap_remove(index);
            points = points.after(board.to_move, mv.gain.unwrap_or(0));
            at = mv.position;
        }
        let late = played.split_off(played.len() / 3);
        let Some((candidate, points)) = random.pick(&late) else {
            continue;
        };
        let mut one = control.part(NODES);
        let found = session.moves(candidate, &mut one)?;
        if control.advance(one.done().nodes).is_err() {
            return Ok(None);
        }
        let found = points.moves(found, Ask::Winner);
        if let Some(puzzle) = Puzzle::of(&found, *points) {
            return Ok(Some(puzzle));
        }
    }
    Ok(None)
}
