//! Tasks, and how a worker does them.

use crate::files::NamedFiles;
use self_cell::self_cell;
use std::collections::VecDeque;
use std::sync::Arc;
use yomikiri_catalog::lang::Lang;
use yomikiri_catalog::play::deal::DealError;
use yomikiri_catalog::play::{self, Deal, Grade, Looked, Puzzle, Random};
use yomikiri_catalog::report::{ReportError, linked_page, report};
use yomikiri_catalog::table::{Missing, OpenTable};
use yomikiri_catalog::values::{Detail, Found, OctalFound, ValueError, octal, value};
use yomikiri_catalog::{
    Answer, AnyGame, AnySession, Ask, Board, Bound, CensusError, Control, Moves, Points,
    QueryError, Refusal, START, SpecError, Stop, TextError, Want, Why, open, why,
};

/// The path of the style sheet of reports.
pub(crate) const REPORT_STYLE: &str = "/report.css";

/// A question. Equal tasks have equal answers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Task {
    /// The spec of the game, as given.
    pub(crate) game: String,
    /// The revision of the files that the spec may name.
    pub(crate) revision: u64,
    /// The kind of question.
    pub(crate) kind: Kind,
}

/// The kinds of questions about a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// The board of a position.
    Board { position: String },
    /// The value of a position and of its moves.
    Moves { position: String, ask: Ask },
    /// The reasons for the value of a position.
    Why { position: String, ask: Ask },
    /// The value of a sum of positions of normal play as a combinatorial game. The game of the task is the sum.
    Value {
        position: String,
        compare: Option<String>,
        detail: Detail,
    },
    /// Grundy values and the period of an octal game. The game of the task is its code.
    Octal { heaps: usize, most: usize },
    /// What its moves promise at first sight.
    Look { position: String },
    /// A report on perfect play, as a page in a language.
    Report { lang: Lang },
    /// A puzzle.
    Puzzle { seed: u64, grade: Option<Grade> },
    /// Numbers for the cells of a game.
    Deal { deal: Deal, seed: u64 },
}

/// The result of a task.
#[derive(Debug)]
pub(crate) enum Answered {
    /// A board, and the question that tells most about it.
    Board(Box<Board>, Ask),
    /// A board and its values, which may be a range.
    Moves(Box<(Board, Moves)>),
    /// The reasons.
    Why(Box<Why>),
    /// The value as a combinatorial game.
    Value(Box<Found>),
    /// Grundy values and the period.
    Octal(Box<OctalFound>),
    /// The moves at first sight.
    Look(Vec<Looked>),
    /// A page.
    Page(String),
    /// A puzzle, if there is one, and whether moves gain points in its game.
    Puzzle(Option<Puzzle>, bool),
    /// The spec of the dealt board.
    Deal(String),
    /// The question is wrong.
    Wrong(Wrong),
    /// No answer within this limit.
    Late(Stop),
}

/// The fault of a question.
#[derive(Clone, Debug)]
pub(crate) enum Wrong {
    /// The spec is wrong.
    Game(SpecError),
    /// The position or the question is wrong.
    Query(QueryError),
    /// No such board exists.
    NoDeal,
    /// The text of a parameter.
    Text {
        place: &'static str,
        error: TextError,
    },
    /// That does not go with this game, and why.
    NotOfThis(String),
}

impl Wrong {
    /// Why a sum has no value, but for a limit.
    fn of_value(error: ValueError) -> Wrong {
        let place = |other: bool| if other { "compare" } else { "game" };
        match error {
            ValueError::Text { other, error } => Wrong::Text {
                place: place(other),
                error,
            },
            ValueError::Spec { error, .. } if error.file.is_some() => Wrong::Game(*error),
            ValueError::Spec {
                other, at, error, ..
            } => Wrong::Text {
                place: place(other),
                error: error.error.shifted(at),
            },
            ValueError::Position {
                other,
                at: Some(at),
                error,
                ..
            } => Wrong::Text {
                place: place(other),
                error: error.shifted(at),
            },
            ValueError::Position { error, .. } => Wrong::Query(error.into()),
            error => Wrong::NotOfThis(error.to_string()),
        }
    }
}

impl Task {
    /// Returns an estimate of its bytes.
    pub(crate) fn bytes(&self) -> usize {
        let position = match &self.kind {
            Kind::Board { position }
            | Kind::Look { position }
            | Kind::Moves { position, .. }
            | Kind::Why { position, .. } => position.len(),
            Kind::Value {
                position, compare, ..
            } => position.len() + compare.as_ref().map_or(0, String::len),
            _ => 0,
        };
        128 + self.game.len() + position
    }

    /// Returns whether the task always finishes within one time slice.
    pub(crate) fn is_quick(&self) -> bool {
        matches!(self.kind, Kind::Board { .. } | Kind::Look { .. })
    }
}

/// Returns an estimate of the bytes of a board.
fn board_bytes(board: &Board) -> usize {
    let moves = board.moves.iter();
    let moves: usize = moves.map(|mv| 64 + mv.mv.len() + mv.position.len()).sum();
    board.game.len()
        + board.position.len()
        + 96 * board.diagram.places.len()
        + 64 * board.diagram.links.len()
        + moves
}

impl Answered {
    /// Returns an estimate of its bytes.
    pub(crate) fn bytes(&self) -> usize {
        256 + match self {
            Answered::Board(board, _) => board_bytes(board),
            Answered::Moves(both) => 3 * board_bytes(&both.0),
            // At most a screen of text with its data.
            Answered::Why(_) => 16 << 10,
            Answered::Value(found) => {
                let moves = found.moves.iter().flatten();
                let length = |text: &Option<String>| text.as_ref().map_or(0, String::len);
                let texts =
                    moves.map(|mv| 64 + mv.mv.len() + length(&mv.value) + length(&mv.incentive));
                4096 + texts.sum::<usize>()
            }
            // A value may be written in six digits.
            Answered::Octal(found) => 8 * found.values.len(),
            Answered::Page(page) => page.len(),
            Answered::Look(looked) => {
                let texts = looked.iter().map(|mv| 64 + mv.mv.len() + mv.position.len());
                texts.sum()
            }
            Answered::Puzzle(puzzle, _) => puzzle
                .as_ref()
                .map_or(0, |found| 256 + found.position.len()),
            Answered::Deal(spec) => spec.len(),
            // A span, a message and advice.
            Answered::Wrong(_) => 1024,
            Answered::Late(_) => 0,
        }
    }

    /// Returns why the answer is incomplete, if it is.
    pub(crate) fn stopped(&self) -> Option<Stop> {
        match self {
            Answered::Moves(both) => both.1.answer.stopped,
            Answered::Octal(found) => found.stopped,
            Answered::Late(why) => Some(*why),
            _ => None,
        }
    }
}

/// A game with the tables for its answers.
struct Sources {
    game: Box<dyn AnyGame>,
    tables: Arc<[OpenTable]>,
}

impl Sources {
    /// Returns the sources of answers, the fastest first: the tables of this game and question, then the solvers,
    /// since a table covers only the positions that play can reach from where it starts.
    fn sessions(&self, ask: Ask) -> Result<Sessions<'_>, Refusal> {
        let tables = self.tables.iter();
        let tables =
            tables.filter_map(|table| self.game.table_session(table, ask, Missing::Refuse).ok());
        Ok(Sessions {
            tables: tables.collect(),
            solvers: self.game.session(ask, None)?,
        })
    }
}

struct Sessions<'g> {
    tables: Vec<Box<dyn AnySession + 'g>>,
    solvers: Box<dyn AnySession + 'g>,
}

impl Sessions<'_> {
    /// Returns the first answer of a table; `None` if no table has the position or all that have it are damaged. A limit
    /// ends the question.
    fn read<T>(
        &mut self,
        mut ask: impl FnMut(&mut dyn AnySession) -> Result<T, QueryError>,
    ) -> Result<Option<T>, QueryError> {
        for table in &mut self.tables {
            match ask(&mut **table) {
                Ok(found) => return Ok(Some(found)),
                Err(error @ QueryError::Stopped(_)) => return Err(error),
                Err(_) => {}
            }
        }
        Ok(None)
    }
}

impl AnySession for Sessions<'_> {
    fn answer(
        &mut self,
        position: &str,
        want: Want,
        control: &mut Control<'_>,
    ) -> Result<Answer, QueryError> {
        match self.read(|table| table.answer(position, want, control))? {
            Some(found) => Ok(found),
            None => self.solvers.answer(position, want, control),
        }
    }

    fn value(
        &mut self,
        position: &str,
        control: &mut Control<'_>,
    ) -> Result<(Bound, Option<Stop>), QueryError> {
        match self.read(|table| table.value(position, control))? {
            Some(found) => Ok(found),
            None => self.solvers.value(position, control),
        }
    }

    fn moves(&mut self, position: &str, control: &mut Control<'_>) -> Result<Moves, QueryError> {
        let mut past_table = None;
        for table in &mut self.tables {
            let why = match table.moves(position, control) {
                Ok(found) if found.bounds.is_empty() => return Ok(found),
                Ok(_) => "the table leaves out some moves of this position".to_owned(),
                Err(error @ QueryError::Stopped(_)) => return Err(error),
                // The position is not in the table, or the table is damaged.
                Err(error) => error.to_string(),
            };
            past_table.get_or_insert(why);
        }
        let found = self.solvers.moves(position, control)?;
        Ok(Moves {
            past_table,
            ..found
        })
    }
}

self_cell!(
    // The session borrows the game that is stored beside it. This macro avoids writing `unsafe`
    // here; the library vouches for its soundness.
    struct Seat {
        owner: Sources,
        #[not_covariant]
        dependent: Sessions,
    }
);

/// The open games of a worker, with the tables of their solvers; the last used comes last.
pub(crate) struct Rooms {
    open: VecDeque<(String, u64, Ask, Seat)>,
    most: usize,
    tables: Arc<[OpenTable]>,
}

impl Rooms {
    /// Makes room for `most` games, whose answers may come from these tables.
    pub(crate) fn new(most: usize, tables: Arc<[OpenTable]>) -> Rooms {
        Rooms {
            open: VecDeque::new(),
            most,
            tables,
        }
    }

    /// Does a task, as far as the control allows.
    pub(crate) fn work(
        &mut self,
        task: &Task,
        files: &NamedFiles,
        control: &mut Control<'_>,
    ) -> Answered {
        self.try_work(task, files, control)
            .unwrap_or_else(Answered::Wrong)
    }

    fn try_work(
        &mut self,
        task: &Task,
        files: &NamedFiles,
        control: &mut Control<'_>,
    ) -> Result<Answered, Wrong> {
        match &task.kind {
            Kind::Board { position } => {
                let game = open(&task.game, files).map_err(Wrong::Game)?;
                let board = game.board(position).map_err(|e| Wrong::Query(e.into()))?;
                Ok(Answered::Board(Box::new(board), play::natural_ask(&*game)))
            }
            Kind::Moves { position, ask } => {
                let (mut seat, known) = self.seat(task, *ask, files)?;
                let mut found = moves(&mut seat, position, control);
                // The entries that the solver stored for earlier positions leave too little memory for this
                // one: start again with an empty solver.
                let full = |found: &Result<(Board, Moves), QueryError>| {
                    found
                        .as_ref()
                        .is_ok_and(|found| found.1.answer.stopped == Some(Stop::Memory))
                };
                if known && full(&found) {
                    drop(seat);
                    seat = self.new_seat(&task.game, *ask, files)?;
                    found = moves(&mut seat, position, control);
                }
                // A failed game never recovers, so do not keep it: the next question opens it again.
                let failed = matches!(found, Err(QueryError::Failed(_)));
                if !full(&found) && !failed {
                    self.keep(task, *ask, seat);
                }
                let found = found.map_err(Wrong::Query)?;
                Ok(Answered::Moves(Box::new(found)))
            }
            Kind::Why { position, ask } => {
                let game = open(&task.game, files).map_err(Wrong::Game)?;
                match why(&*game, position, *ask, control) {
                    Ok(why) => Ok(Answered::Why(Box::new(why))),
                    Err(QueryError::Stopped(why)) => Ok(Answered::Late(why)),
                    Err(error) => Err(Wrong::Query(error)),
                }
            }
            Kind::Report { lang } => {
                let game = open(&task.game, files).map_err(Wrong::Game)?;
                match report(&*game, control) {
                    Ok(found) => Ok(Answered::Page(linked_page(&[found], *lang, REPORT_STYLE))),
                    Err(ReportError::Census(CensusError::Stopped(_))) => {
                        Ok(Answered::Late(Stop::Time))
                    }
                    Err(error) => Err(Wrong::NotOfThis(error.to_string())),
                }
            }
            Kind::Value {
                position,
                compare,
                detail,
            } => {
                let apart = Some(position.as_str()).filter(|position| *position != START);
                let compare = compare.as_deref();
                match value(&task.game, apart, compare, *detail, files, None, control) {
                    Ok(found) => Ok(Answered::Value(Box::new(found))),
                    Err(ValueError::Stopped(why)) => Ok(Answered::Late(why)),
                    Err(error) => Err(Wrong::of_value(error)),
                }
            }
            Kind::Octal { heaps, most } => match octal(&task.game, *heaps, *most, control) {
                Ok(found) => Ok(Answered::Octal(Box::new(found))),
                Err(error) => Err(Wrong::Text {
                    place: "code",
                    error,
                }),
            },
            Kind::Look { position } => {
                let game = open(&task.game, files).map_err(Wrong::Game)?;
                let looked = play::first_look(&*game, position, control);
                looked.map(Answered::Look).map_err(Wrong::Query)
            }
            Kind::Puzzle { seed, grade } => {
                let game = open(&task.game, files).map_err(Wrong::Game)?;
                let has_gains = game.has_gains();
                let ask = Points::question(has_gains, Ask::Winner);
                let (mut seat, _) = self.seat(task, ask, files)?;
                let mut random = Random::new(*seed);
                let found = seat.with_dependent_mut(|sources, sessions| {
                    play::puzzle(&*sources.game, sessions, &mut random, *grade, control)
                });
                self.keep(task, ask, seat);
                Ok(match found.map_err(Wrong::Query)? {
                    // No puzzle was found, or there was no time; the control tells which.
                    None if control.advance(0).is_err() => Answered::Late(Stop::Time),
                    found => Answered::Puzzle(found, has_gains),
                })
            }
            Kind::Deal { deal, seed } => {
                match play::deal(&task.game, *deal, &mut Random::new(*seed), control) {
                    Ok(spec) => Ok(Answered::Deal(spec)),
                    Err(DealError::Spec(error)) => Err(Wrong::Game(error)),
                    Err(DealError::Query(error)) => Err(Wrong::Query(error)),
                    Err(DealError::NotFound) if control.advance(0).is_err() => {
                        Ok(Answered::Late(Stop::Time))
                    }
                    Err(DealError::NotFound) => Err(Wrong::NoDeal),
                }
            }
        }
    }

    /// Returns the game's session, and whether it was open already.
    fn seat(&mut self, task: &Task, ask: Ask, files: &NamedFiles) -> Result<(Seat, bool), Wrong> {
        let known = self.open.iter().position(|(game, revision, open_ask, _)| {
            (game.as_str(), *revision, *open_ask) == (task.game.as_str(), task.revision, ask)
        });
        match known.and_then(|index| self.open.remove(index)) {
            Some((_, _, _, seat)) => Ok((seat, true)),
            None => Ok((self.new_seat(&task.game, ask, files)?, false)),
        }
    }

    fn new_seat(&self, game: &str, ask: Ask, files: &NamedFiles) -> Result<Seat, Wrong> {
        let sources = Sources {
            game: open(game, files).map_err(Wrong::Game)?,
            tables: Arc::clone(&self.tables),
        };
        Seat::try_new(sources, |sources| sources.sessions(ask))
            .map_err(|refusal| Wrong::Query(refusal.into()))
    }

    fn keep(&mut self, task: &Task, ask: Ask, seat: Seat) {
        while self.open.len() >= self.most {
            self.open.pop_front();
        }
        self.open
            .push_back((task.game.clone(), task.revision, ask, seat));
    }
}

fn moves(
    seat: &mut Seat,
    position: &str,
    control: &mut Control<'_>,
) -> Result<(Board, Moves), QueryError> {
    seat.with_dependent_mut(|sources, sessions| {
        let board = sources.game.board(position)?;
        Ok((board, sessions.moves(position, control)?))
    })
}
