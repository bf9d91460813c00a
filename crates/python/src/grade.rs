//! Grading: compares games, a function or a program with perfect play.

use crate::calls::{Calls, Ended, calling};
use crate::errors;
use crate::game::Game;
use crate::position::Position;
use crate::solver::question;
use pyo3::prelude::*;
use std::ffi::OsString;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use yomikiri_catalog::grade::{
    Agent, Fault, GradeError, Grader, Opponent, Play, Played, Report, Row, TOGETHER, Whose,
};
use yomikiri_catalog::{AnyPosition, Control, Limits, Method, Refusal, thread_count};

/// A Python function that gets a Position and returns a move.
struct Function<'c> {
    game: Py<Game>,
    function: Py<PyAny>,
    time: Option<Duration>,
    calls: &'c Calls,
    /// The exception that the function raised. It ends the grading, and is raised again.
    raised: Option<PyErr>,
}

impl Agent for Function<'_> {
    fn choose(&mut self, position: &dyn AnyPosition) -> Result<String, Fault> {
        Python::attach(|py| {
            let position = Position::of(self.game.clone_ref(py), position.copied());
            let position = Bound::new(py, position).map_err(Ended::Raised);
            let said = position.and_then(|position| {
                let function = self.function.bind(py);
                self.calls.call(function, (position,), self.time)
            });
            match said {
                // A result that is no text is no move.
                Ok(said) => said.extract::<String>().map_err(|_| Fault::Illegal),
                Err(Ended::Late) => Err(Fault::Timeout),
                Err(Ended::Cancelled) => Err(Fault::Cancelled),
                Err(Ended::Raised(error)) => {
                    self.raised = Some(error);
                    Err(Fault::Cancelled)
                }
            }
        })
    }
}

/// The subject of grading.
enum Subject {
    /// Games, each with its line number.
    Games(Vec<(usize, Played)>),
    Function(Py<PyAny>),
    Program(Vec<OsString>),
}

/// The reason why there is no report.
enum Failed {
    Refused(Refusal),
    /// A game is wrong, given by its number.
    Game(usize, GradeError),
    Program(std::io::Error),
    Raised(PyErr),
}

/// A row of a data set: position, canonical, to_move, winner, margin, plies, best, moves, split.
type Line = (
    String,
    String,
    &'static str,
    &'static str,
    Option<i64>,
    Option<u32>,
    String,
    usize,
    &'static str,
);

/// The report as JSON, as text and as a page, with the positions.
type Graded = (String, String, String, Vec<Line>);

/// Grades games (a line each), or a function, or a program.
#[pyfunction]
#[pyo3(signature = (game, games, function, program, ask, solver, player, play, opponent, seed, threads, move_timeout, timeout, memory))]
#[expect(
    clippy::too_many_arguments,
    reason = "all given by the Python half, by name"
)]
pub(crate) fn grade(
    py: Python<'_>,
    game: &Bound<'_, Game>,
    games: Option<Vec<String>>,
    function: Option<Py<PyAny>>,
    program: Option<Vec<OsString>>,
    ask: &str,
    solver: &str,
    player: Option<String>,
    play: u64,
    opponent: &str,
    seed: u64,
    threads: usize,
    move_timeout: Option<f64>,
    timeout: Option<f64>,
    memory: Option<u64>,
) -> PyResult<Graded> {
    let ask = question(ask)?;
    let method = match solver {
        "auto" => None,
        name => Some(name.parse::<Method>().map_err(errors::value)?),
    };
    let move_time = errors::seconds(move_timeout)?;
    let limits = Limits {
        time: errors::seconds(timeout)?,
        memory,
        nodes: None,
    };
    let named = Opponent::ALL.into_iter().find(|one| one.name() == opponent);
    let opponent = named.ok_or_else(|| {
        errors::value(format!(
            "opponent is random, perfect or self, not {opponent:?}"
        ))
    })?;
    let play = Play {
        games: play,
        opponent,
        seed,
        ..Play::default()
    };
    let lines = games.unwrap_or_default();
    let subject = match (function, program) {
        (Some(function), None) => Subject::Function(function),
        (None, Some(program)) => Subject::Program(program),
        _ => Subject::Games(played(py, &lines, player.as_deref())?),
    };
    let threads = thread_count(threads);
    let held = game.clone().unbind();
    let erased = &game.get().game;
    let watched = game.get().watched(None);
    let calls = Calls::default();
    let work = |cancel: &AtomicBool| {
        let controls = || Control::new().limited(limits).cancelled_by(cancel);
        let grader = Grader::new(erased, ask, method, Box::new(controls));
        let mut grader = grader.map_err(Failed::Refused)?.with_threads(threads);
        match subject {
            Subject::Games(games) => {
                for games in games.chunks(TOGETHER) {
                    let graded = grader.games(games.iter().map(|(_, game)| game));
                    let graded = graded.map_err(|error| Failed::Game(0, error.into()))?;
                    for ((index, _), graded) in games.iter().zip(graded) {
                        graded.map_err(|error| Failed::Game(*index, error))?;
                    }
                }
            }
            Subject::Function(function) => {
                let mut agent = Function {
                    game: held,
                    function,
                    time: move_time,
                    calls: &calls,
                    raised: None,
                };
                let graded = grader.play(&mut agent, &play);
                if let Some(raised) = agent.raised {
                    return Err(Failed::Raised(raised));
                }
                graded.map_err(|error| Failed::Game(0, error))?;
            }
            Subject::Program(words) => {
                let time = move_time.unwrap_or(Duration::from_secs(10));
                play_program(&mut grader, &words, time, cancel, &play)?;
            }
        }
        Ok((grader.report(), grader.dataset()))
    };
    match calling(py, watched, &calls, work)? {
        Ok((report, rows)) => Ok(graded(&report, rows)),
        Err(Failed::Refused(refusal)) => Err(errors::refused(py, &refusal)),
        Err(Failed::Raised(raised)) => Err(raised),
        Err(Failed::Program(error)) => Err(error.into()),
        Err(Failed::Game(index, GradeError::Text { word, error, .. })) => {
            let error = errors::text(py, "MoveError", &word, &error, Some(index));
            Err(errors::unless_failed(py, &**erased, error))
        }
        Err(Failed::Game(index, GradeError::Query(error))) => {
            Err(errors::query(py, "", &error, Some(index)))
        }
    }
}

/// Reads the lines of games.
fn played(
    py: Python<'_>,
    lines: &[String],
    player: Option<&str>,
) -> PyResult<Vec<(usize, Played)>> {
    let mut games = Vec::with_capacity(lines.len());
    let mut whose = Whose::new(player);
    for (index, line) in lines.iter().enumerate() {
        let read = Played::read(line)
            .map_err(|error| errors::text(py, "GradeError", line, &error, Some(index)))?;
        if let Some(mut game) = read {
            whose.keep(&mut game);
            games.push((index, game));
        }
    }
    let player = player.unwrap_or_default();
    let known = whose.check();
    known.map_err(|error| errors::text(py, "GradeError", player, &error, None))?;
    Ok(games)
}

#[cfg(unix)]
fn play_program(
    grader: &mut Grader<'_, '_>,
    words: &[OsString],
    time: Duration,
    cancel: &AtomicBool,
    play: &Play,
) -> Result<(), Failed> {
    let agent = yomikiri_catalog::grade::Command::new(words, time, cancel);
    let mut agent = agent.map_err(Failed::Program)?;
    let graded = grader.play(&mut agent, play);
    graded.map_err(|error| Failed::Game(0, error))
}

#[cfg(not(unix))]
fn play_program(
    _: &mut Grader<'_, '_>,
    _: &[OsString],
    _: Duration,
    _: &AtomicBool,
    _: &Play,
) -> Result<(), Failed> {
    let why = "programs are run on Unix only: give a function";
    Err(Failed::Program(std::io::Error::new(
        std::io::ErrorKind::Unsupported,
        why,
    )))
}

fn graded(report: &Report, rows: Vec<Row>) -> Graded {
    let lines = rows.into_iter().map(|row| {
        (
            row.position,
            row.canonical,
            row.to_move,
            row.winner,
            row.margin,
            row.plies,
            row.best,
            row.moves,
            row.split,
        )
    });
    (
        report.json(),
        report.to_string(),
        report.html(),
        lines.collect(),
    )
}
