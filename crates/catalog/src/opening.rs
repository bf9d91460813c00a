//! Making and checking opening books.
//!
//! A solver finds the values of the deepest ply. The values of each earlier ply follow from the next one by the rules.

use crate::answer::{Bound, QueryError};
use crate::book::{Book, Opening};
use crate::{AnyGame, AnySession};
use rustc_hash::FxHashMap;
use std::fmt;
use yomikiri::{Ask, Control, Method, Stop, Value};

/// The reason why there is no book.
#[derive(Debug)]
pub enum BookError<E> {
    /// A solver gave no value.
    Query(QueryError),
    /// Such a book cannot exist, for this reason.
    Book(String),
    /// The listener for values failed.
    Told(E),
}

impl<E> BookError<E> {
    fn no_opening() -> BookError<E> {
        let what = "an opening book needs a game in which play cannot return to a position, with keys that lead back to positions";
        BookError::Book(what.to_owned())
    }
}

impl<E> From<QueryError> for BookError<E> {
    fn from(error: QueryError) -> BookError<E> {
        BookError::Query(error)
    }
}

/// Values of positions by key.
pub type Known = FxHashMap<u128, Value>;

/// A book to be made.
#[derive(Clone, Copy)]
pub struct Making<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// The question.
    pub ask: Ask,
    /// The last ply.
    pub plies: usize,
    /// The solver for the positions of the last ply.
    pub method: Method,
}

/// A value found while a book is made or checked.
#[derive(Clone, Copy, Debug)]
pub struct FoundValue {
    /// The key of the position.
    pub key: u128,
    /// Its value.
    pub value: Value,
    /// The number of values known now.
    pub done: usize,
    /// The number of values in all.
    pub total: usize,
}

/// Makes a book. `known` holds values of positions of the last ply, by key, that need not be found again. `told`
/// receives each other value as soon as it is found.
///
/// # Errors
///
/// See [`BookError`]. The values told before a limit was reached remain right.
pub fn make<E>(
    making: Making<'_>,
    known: &Known,
    control: &mut Control<'_>,
    told: &mut dyn FnMut(FoundValue) -> Result<(), E>,
) -> Result<Book, BookError<E>> {
    let game = making.game;
    let opening = game.opening().ok_or_else(BookError::no_opening)?;
    let mut plies = vec![vec![opening.start().0]];
    while let Some(last) = plies.last()
        && plies.len() <= making.plies
    {
        let next = opening.after(last);
        if next.is_empty() {
            let last = plies.len() - 1;
            return Err(BookError::Book(format!(
                "play is over after ply {last}: a book can have no more plies"
            )));
        }
        plies.push(next);
    }
    let deepest = plies.pop().unwrap_or_default();
    let mut solver = Solver::new(making, opening)?;
    let mut after = Known::default();
    for (index, &key) in deepest.iter().enumerate() {
        let value = match known.get(&key) {
            Some(&value) => value,
            None => {
                let value = solver.value(key, control)?;
                let (done, total) = (index + 1, deepest.len());
                let found = FoundValue {
                    key,
                    value,
                    done,
                    total,
                };
                told(found).map_err(BookError::Told)?;
                value
            }
        };
        after.insert(key, value);
    }
    let mut valued = vec![deepest.iter().map(|key| (*key, after[key])).collect()];
    for ply in plies.iter().rev() {
        let value = |&key: &u128| {
            let mut value_of = |next| after.get(&next).copied();
            let value = opening.backed_up(key, making.ask, &mut value_of);
            Some((key, value?))
        };
        let values: Option<Vec<(u128, Value)>> = ply.iter().map(value).collect();
        let unasked = || BookError::Book(format!("moves of this game tell no `{}`", making.ask));
        let values = values.ok_or_else(unasked)?;
        after = values.iter().copied().collect();
        valued.push(values);
    }
    valued.reverse();
    let book = Book::new(game.name(), game.rules(), making.ask, opening, &valued);
    book.map_err(BookError::Book)
}

/// Solves positions given by their keys.
struct Solver<'a> {
    making: Making<'a>,
    opening: &'a dyn Opening,
    session: Box<dyn AnySession + 'a>,
    /// Whether the session has stored anything yet.
    used: bool,
}

impl<'a> Solver<'a> {
    fn new(making: Making<'a>, opening: &'a dyn Opening) -> Result<Solver<'a>, QueryError> {
        Ok(Solver {
            session: making.game.session(making.ask, Some(making.method))?,
            making,
            opening,
            used: false,
        })
    }

    fn value(&mut self, key: u128, control: &mut Control<'_>) -> Result<Value, QueryError> {
        let text = self.opening.text(key).unwrap_or_default();
        loop {
            let (bound, stopped) = self.session.value(&text, control)?;
            match (bound, stopped) {
                (Bound::Exact(value), _) => {
                    self.used = true;
                    return Ok(value);
                }
                // The table entries of earlier positions must not cost this position its value, so retry with an empty
                // table.
                (_, Some(Stop::Memory)) if self.used => {
                    *self = Solver::new(self.making, self.opening)?;
                }
                (_, why) => return Err(QueryError::Stopped(why.unwrap_or(Stop::Time))),
            }
        }
    }
}

/// The numbers of values of a book that were checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// The values checked against those one ply later.
    pub backed_up: usize,
    /// The values checked against a solver.
    pub solved: usize,
}

/// A fault of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BookFault {
    /// The book belongs to other rules.
    OtherRules,
    /// A ply has the wrong number of positions.
    Count {
        /// The ply.
        ply: usize,
    },
    /// A position has another value.
    Value {
        /// The position as text.
        position: String,
        /// The value in the book.
        said: Value,
        /// The true value.
        is: Value,
    },
}

impl fmt::Display for BookFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookFault::OtherRules => f.write_str("the book is one of other rules"),
            BookFault::Count { ply } => {
                write!(f, "ply {ply} has another number of positions")
            }
            BookFault::Value { position, said, is } => {
                write!(f, "the book says `{said}` of {position}, which is `{is}`")
            }
        }
    }
}

/// Checks a book: the positions of all plies and the values of all but the last ply by the rules, and in the last ply
/// the value of every `every`th position by a solver that does not know the book. Returns `None` as the fault if all
/// is right.
///
/// # Errors
///
/// See [`BookError`].
pub fn check<E>(
    making: Making<'_>,
    book: &Book,
    every: usize,
    control: &mut Control<'_>,
    told: &mut dyn FnMut(FoundValue) -> Result<(), E>,
) -> Result<(Checked, Option<BookFault>), BookError<E>> {
    let opening = making.game.opening().ok_or_else(BookError::no_opening)?;
    let mut checked = Checked::default();
    if !making.game.has_rules(&book.rules()) || book.start() != opening.start() {
        return Ok((checked, Some(BookFault::OtherRules)));
    }
    let said = |key: u128| {
        let rank = opening.rank(key)?;
        Some(book.find((key, rank), opening)?.1)
    };
    let wrong = |key: u128, is: Value| {
        let said = said(key).filter(|&said| said != is)?;
        let position = opening.text(key).unwrap_or_default();
        Some(BookFault::Value { position, said, is })
    };
    for ply in 0..book.last_ply() {
        let Some(keys) = book.keys(ply, opening) else {
            return Ok((checked, Some(BookFault::Count { ply })));
        };
        if book.keys(ply + 1, opening).is_none() {
            return Ok((checked, Some(BookFault::Count { ply: ply + 1 })));
        }
        for &key in keys {
            let is = opening.backed_up(key, book.ask(), &mut |next| said(next));
            if let Some(fault) = is.and_then(|is| wrong(key, is)) {
                return Ok((checked, Some(fault)));
            }
            checked.backed_up += 1;
        }
    }
    let ply = book.last_ply();
    let Some(keys) = book.keys(ply, opening) else {
        return Ok((checked, Some(BookFault::Count { ply })));
    };
    let mut solver = Solver::new(making, opening)?;
    let total = keys.len().div_ceil(every.max(1));
    for &key in keys.iter().step_by(every.max(1)) {
        let value = solver.value(key, control)?;
        if let Some(fault) = wrong(key, value) {
            return Ok((checked, Some(fault)));
        }
        checked.solved += 1;
        let done = checked.solved;
        told(FoundValue {
            key,
            value,
            done,
            total,
        })
        .map_err(BookError::Told)?;
    }
    Ok((checked, None))
}
