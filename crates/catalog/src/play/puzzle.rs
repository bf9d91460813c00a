//! Puzzles: positions in which exactly one move wins, or exactly one move saves the game. After the hardest answer to
//! it, exactly one move may do so again.

use super::{Random, Slip};
use crate::answer::{Bound, MoveAnswer, Moves, QueryError};
use crate::{AnyGame, AnySession, Points, START};
use yomikiri::{Ask, Control, Player};

/// The task of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Task {
    /// Find the only move that wins.
    Win,
    /// Find the only move that does not lose.
    Save,
}

impl Task {
    /// Returns its name in data.
    pub const fn name(self) -> &'static str {
        match self {
            Task::Win => "win",
            Task::Save => "save",
        }
    }
}

/// The difficulty of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// A guess is right in one of six cases or more.
    Easy,
    /// A difficulty between the other two.
    Medium,
    /// A guess is right in fewer than one of forty cases.
    Hard,
}

impl Grade {
    /// All grades.
    pub const ALL: [Grade; 3] = [Grade::Easy, Grade::Medium, Grade::Hard];

    /// Returns its name in data.
    pub const fn name(self) -> &'static str {
        match self {
            Grade::Easy => "easy",
            Grade::Medium => "medium",
            Grade::Hard => "hard",
        }
    }
}

/// A position with one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The position.
    pub position: String,
    /// The points gained before the position; the result is that of the whole game.
    pub points: Points,
    /// The player who is to find the move.
    pub to_move: Player,
    /// The task.
    pub task: Task,
    /// The only move that solves it.
    pub solution: String,
    /// The solution and its continuation: answers and, to each, the only move again. The last move is one to find.
    pub line: Vec<String>,
    /// The number of legal moves for each move to find.
    pub choices: Vec<usize>,
}

/// The games played at random before the search gives up.
const GAMES: usize = 200;
/// The most plies of a game played at random.
const LONGEST: usize = 400;
/// The most positions visited to judge one candidate. Harder positions make no puzzle, and later positions of the
/// same game are easier.
const NODES: u64 = 100_000;
/// The most moves that a puzzle asks for.
const MOST_FOUND: usize = 4;
/// The most answers examined before one of them is chosen.
const MOST_ANSWERS: usize = 12;
/// The most puzzles examined if a grade is wanted.
const MOST_GRADED: usize = 6;

impl Puzzle {
    /// Returns the puzzle in a position, if it is one: one legal move keeps a win or a draw, and at least one other
    /// does not. `points` were gained before the position, and the values are those of the whole game.
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
            line: vec![only.mv.clone()],
            choices: vec![moves.moves.len()],
        })
    }

    /// Returns the difficulty, computed from the moves to find and the choices at each.
    pub fn grade(&self) -> Grade {
        let guesses = self
            .choices
            .iter()
            .fold(1, |all: usize, &here| all.saturating_mul(here));
        match guesses {
            0..=6 => Grade::Easy,
            7..=40 => Grade::Medium,
            _ => Grade::Hard,
        }
    }

    /// Extends the line. As long as some answer that gives nothing more away leaves exactly one move again, it
    /// follows the answer that leaves the most moves to choose from. A position that takes more than a little effort
    /// ends the line.
    fn follow(
        &mut self,
        game: &dyn AnyGame,
        session: &mut dyn AnySession,
        solved: &MoveAnswer,
        control: &mut Control<'_>,
    ) -> Result<(), QueryError> {
        let MoveAnswer { position, gain, .. } = solved;
        let mut points = self.points.after(self.to_move, gain.unwrap_or(0));
        let mut at = position.clone();
        while self.choices.len() < MOST_FOUND {
            let board = game.board(&at)?;
            if board.outcome.is_some() || board.to_move == self.to_move {
                return Ok(());
            }
            let Some(answers) = judged(session, &at, points, control)? else {
                return Ok(());
            };
            let Bound::Exact(value) = answers.answer.bound else {
                return Ok(());
            };
            let gives_away = |value_of| {
                Slip::between(value, value_of, board.to_move).is_some_and(Slip::is_blunder)
            };
            let keeping = answers.moves.iter().filter(|mv| !gives_away(mv.value));
            let mut best: Option<(Puzzle, String, Points, String)> = None;
            for answer in keeping.take(MOST_ANSWERS) {
                let next = game.board(&answer.position)?;
                if next.outcome.is_some() || next.to_move != self.to_move {
                    continue;
                }
                let so_far = points.after(board.to_move, answer.gain.unwrap_or(0));
                let Some(found) = judged(session, &answer.position, so_far, control)? else {
                    continue;
                };
                let Some(puzzle) = Puzzle::of(&found, so_far) else {
                    continue;
                };
                let most = best.as_ref().map_or(0, |(puzzle, ..)| puzzle.choices[0]);
                let solved = found.moves.iter().find(|mv| mv.mv == puzzle.solution);
                if let Some(solved) = solved
                    && puzzle.task == self.task
                    && puzzle.choices[0] > most
                {
                    let gained = so_far.after(self.to_move, solved.gain.unwrap_or(0));
                    let next = solved.position.clone();
                    best = Some((puzzle, answer.mv.clone(), gained, next));
                }
            }
            let Some((puzzle, answer, gained, next)) = best else {
                return Ok(());
            };
            self.line.push(answer);
            self.line.push(puzzle.solution);
            self.choices.extend(puzzle.choices);
            (at, points) = (next, gained);
        }
        Ok(())
    }
}

/// Returns the values of a position's moves in the whole game; `None` if they take more than a little effort.
fn judged(
    session: &mut dyn AnySession,
    position: &str,
    points: Points,
    control: &mut Control<'_>,
) -> Result<Option<Moves>, QueryError> {
    let mut one = control.part(NODES);
    let found = session.moves(position, &mut one)?;
    let is_whole = found.answer.stopped.is_none();
    if control.advance(one.done().nodes).is_err() || !is_whole {
        return Ok(None);
    }
    Ok(Some(points.moves(found, Ask::Winner)))
}

/// Draws a puzzle: plays random games and searches the later two thirds of each for a position with one solution,
/// whose line it then extends. If a grade is wanted, it returns the first puzzle of that grade among a few, or else
/// the nearest one. Returns `None` if a few hundred games have no puzzle, or if the control ends the search. The same
/// seed gives the same puzzle, unless time ends the search. The session must answer the game's
/// [`question`](Points::question) for who wins.
///
/// # Errors
///
/// If the session's method does not apply to some position.
pub fn puzzle(
    game: &dyn AnyGame,
    session: &mut dyn AnySession,
    random: &mut Random,
    wanted: Option<Grade>,
    control: &mut Control<'_>,
) -> Result<Option<Puzzle>, QueryError> {
    let mut nearest: Option<Puzzle> = None;
    let mut count = 0;
    for _ in 0..GAMES {
        let mut played = Vec::new();
        let (mut at, mut points) = (START.to_owned(), Points::default());
        while played.len() < LONGEST {
            if control.advance(1).is_err() {
                return Ok(nearest);
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
            return Ok(nearest);
        }
        let found = points.moves(found, Ask::Winner);
        let Some(mut puzzle) = Puzzle::of(&found, *points) else {
            continue;
        };
        let solved = found.moves.iter().find(|mv| mv.mv == puzzle.solution);
        if let Some(solved) = solved {
            puzzle.follow(game, session, solved, control)?;
        }
        let Some(wanted) = wanted else {
            return Ok(Some(puzzle));
        };
        if puzzle.grade() == wanted {
            return Ok(Some(puzzle));
        }
        let far = |puzzle: &Puzzle| (puzzle.grade() as u8).abs_diff(wanted as u8);
        if nearest
            .as_ref()
            .is_none_or(|known| far(&puzzle) < far(known))
        {
            nearest = Some(puzzle);
        }
        count += 1;
        if count == MOST_GRADED {
            break;
        }
    }
    Ok(nearest)
}
