//! The values of the parts of one game, lent from a file to searches of sums.

use super::parts::{self, Parts, PartsFault, Sections};
use super::{Evaluator, ValueError, Work};
use crate::answer::{Answer, Bound, Moves, QueryError};
use crate::{AnyGame, AnySession, Ask, Control, Refusal, Stop, Want};
use std::fmt::Display;
use std::io;
use std::mem::take;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use yomikiri::{PartValues, SharedParts};
use yomikiri_face::NormalPlay;

/// A file of values of parts, lent to [sessions](Loan::session) of one game. They search sums with it and add new
/// values. If sessions search at the same time, only one of them keeps using the file: see [`SharedParts`].
pub struct Loan<'g> {
    game: &'g dyn AnyGame,
    file: Mutex<File>,
}

struct File {
    parts: Parts,
    /// The content of the file, and the values found up to the last [`save`](Loan::save).
    sections: Sections,
    reading: Reading,
    /// The values that sessions use, with those found since then.
    shared: SharedParts,
    /// The number of found values when the bytes of the file were last made.
    made: usize,
}

/// The progress of reading the file.
enum Reading {
    Unread,
    Unchecked,
    /// The values were checked and are lent: Grundy values if the game is impartial, otherwise canonical forms.
    Lent {
        impartial: bool,
    },
    Wrong(PartsFault),
}

impl Parts {
    /// Lends the values of the parts of a game. The file is read and checked when a session is first asked.
    pub fn lend(self, game: &dyn AnyGame) -> Loan<'_> {
        Loan {
            game,
            file: Mutex::new(File {
                parts: self,
                sections: Sections::default(),
                reading: Reading::Unread,
                shared: Arc::new(Some(PartValues::default()).into()),
                made: 0,
            }),
        }
    }
}

/// Locks a mutex, poisoned or not: after a panic, the values of parts are either gone or complete.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Loan<'_> {
    /// Opens a session for sums that uses the file and adds to it. Before each answer it checks the values of the
    /// position's parts, and before the first one also other values, as [`value`](super::value()) does. These checks
    /// count towards the limits of the answer. If a limit of nodes or time ends the first check, the session searches
    /// without the file, as far as the limits allow, and repeats the check when it is next asked.
    ///
    /// # Errors
    ///
    /// If the positions of the game are no sums, or if the question is not who wins.
    pub fn session(&self, ask: Ask) -> Result<Box<dyn AnySession + '_>, Refusal> {
        let shared = Arc::clone(&locked(&self.file).shared);
        Ok(Box::new(Lent {
            loan: self,
            session: self.game.sums_session(ask, shared)?,
        }))
    }

    /// Writes the file, if it was checked and more was found. After a failure it may be called again.
    ///
    /// # Errors
    ///
    /// If the storage fails, or if there are too many values. The file then has its old or its new content.
    pub fn save(&self) -> io::Result<()> {
        let mut file = locked(&self.file);
        file.make(self.game)?;
        file.parts.save()
    }

    /// Returns the file with the values found. It is not written.
    ///
    /// # Errors
    ///
    /// If there are too many values.
    pub fn end(self) -> io::Result<Parts> {
        let file = self.file.into_inner();
        let mut file = file.unwrap_or_else(PoisonError::into_inner);
        file.make(self.game)?;
        Ok(file.parts)
    }

    /// Frees the memory of the values, for sessions that are opened from here on. They read the file again, with the
    /// values found. It is not written.
    ///
    /// # Errors
    ///
    /// If there are too many values.
    pub fn forget(&self) -> Result<(), QueryError> {
        let mut file = locked(&self.file);
        let made = file.make(self.game);
        let made = made.map_err(|error| file.wrong(error));
        file.reading = Reading::Unread;
        file.sections = Sections::default();
        file.shared = Arc::new(Some(PartValues::default()).into());
        file.made = 0;
        made
    }

    fn check(&self, position: &str, control: &mut Control<'_>) -> Result<(), QueryError> {
        let mut file = locked(&self.file);
        // A file can hold values only if the game's keys lead back to positions.
        let normal = self.game.normal(position)?;
        let Some(normal) = normal.filter(NormalPlay::leads_back) else {
            return Ok(());
        };
        let shared = Arc::clone(&file.shared);
        let Some(mut lent) = locked(&shared).take() else {
            return Ok(());
        };
        let checked = file.check(self.game, normal, &mut lent, control);
        *locked(&shared) = Some(lent);
        checked.or_else(|error| file.failure(error))
    }
}

impl File {
    /// Checks the file's values of a position, and the first time also other values.
    fn check(
        &mut self,
        game: &dyn AnyGame,
        normal: NormalPlay<'_>,
        lent: &mut PartValues,
        control: &mut Control<'_>,
    ) -> Result<(), ValueError> {
        if let Reading::Wrong(fault) = &self.reading {
            return Err(ValueError::Parts(fault.clone()));
        }
        let all = self.parts.check_all;
        let mut values = take(&mut lent.values);
        // A search may have left a lower limit.
        values.allow(u64::MAX);
        let mut work = Work::new(values, Some(all), control);
        work.sections = take(&mut self.sections);
        let checked = self.checked(game, normal, lent, &mut work);
        work.sections.forget_unchecked();
        lent.values = work.values.unwatched();
        self.sections = work.sections;
        if let Err(ValueError::Parts(fault)) = &checked {
            self.reading = Reading::Wrong(fault.clone());
        }
        checked
    }

    fn checked(
        &mut self,
        game: &dyn AnyGame,
        normal: NormalPlay<'_>,
        lent: &mut PartValues,
        work: &mut Work<'_, '_, '_>,
    ) -> Result<(), ValueError> {
        if let Reading::Unread = self.reading {
            work.read_parts(&self.parts)?;
            self.reading = Reading::Unchecked;
        }
        let (start, all) = (normal.start(), self.parts.check_all);
        let section = work.sections.of(game.name(), game.rules());
        Evaluator::new(normal, &mut work.values, work.control, &work.why, section)
            .check(start, all)?;
        if let Reading::Unchecked = self.reading {
            // Only values of the game's kind were checked.
            let impartial = normal.impartial();
            match impartial {
                false => lent.learn(section.values.all()),
                true => {
                    for (key, number) in section.numbers.all() {
                        let value = work.values.nimber(number);
                        let value = value
                            .map_err(|error| ValueError::of(error, work.why.get().copied()))?;
                        lent.learn([(key, value)]);
                    }
                }
            }
            self.reading = Reading::Lent { impartial };
        }
        Ok(())
    }

    /// Makes the bytes of the file anew, if there are new values.
    fn make(&mut self, game: &dyn AnyGame) -> io::Result<()> {
        let mut shared = locked(&self.shared);
        // A running search has the values.
        let (Reading::Lent { impartial }, Some(lent)) = (&self.reading, &mut *shared) else {
            return Ok(());
        };
        lent.values.allow(u64::MAX);
        let section = self.sections.of(game.name(), game.rules());
        for (key, value) in lent.take_found() {
            match (impartial, lent.values.as_nimber(value)) {
                (false, _) => section.values.insert(key, value),
                (true, Some(number)) => section.numbers.insert(key, number),
                (true, None) => {}
            }
        }
        let found = self.sections.found();
        if found > self.made {
            let bytes = parts::write(&self.sections, &mut lent.values);
            let bytes = bytes.map_err(|error| io::Error::other(error.to_string()))?;
            self.parts.replace(bytes);
            self.made = found;
        }
        Ok(())
    }

    /// Converts an error. If the values are not in use yet, an answer without them may still be possible.
    fn failure(&self, error: ValueError) -> Result<(), QueryError> {
        let is_lent = matches!(self.reading, Reading::Lent { .. });
        Err(match error {
            ValueError::Stopped(Stop::Nodes | Stop::Time | Stop::Cancelled) if !is_lent => {
                return Ok(());
            }
            ValueError::Stopped(why) => QueryError::Stopped(why),
            error => self.wrong(error),
        })
    }

    fn wrong(&self, why: impl Display) -> QueryError {
        QueryError::Parts(format!("`{}`: {why}", self.parts.path()))
    }
}

/// A session that checks the values that it uses.
struct Lent<'l> {
    loan: &'l Loan<'l>,
    session: Box<dyn AnySession + 'l>,
}

impl AnySession for Lent<'_> {
    fn answer(
        &mut self,
        position: &str,
        want: Want,
        control: &mut Control<'_>,
    ) -> Result<Answer, QueryError> {
        self.loan.check(position, control)?;
        self.session.answer(position, want, control)
    }

    fn value(
        &mut self,
        position: &str,
        control: &mut Control<'_>,
    ) -> Result<(Bound, Option<Stop>), QueryError> {
        self.loan.check(position, control)?;
        self.session.value(position, control)
    }

    fn moves(&mut self, position: &str, control: &mut Control<'_>) -> Result<Moves, QueryError> {
        self.loan.check(position, control)?;
        self.session.moves(position, control)
    }
}

#[cfg(test)]
mod tests;
