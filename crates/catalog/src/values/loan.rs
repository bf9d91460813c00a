//! What a file says of the parts of one game, for a search of sums.

use super::parts::{self, Parts, Sections};
use super::{Evaluator, ValueError, Work, normal_play};
use crate::{AnyGame, Control};
use std::sync::{Arc, PoisonError};
use yomikiri::{PartValues, SharedParts};

/// The values of the parts of one game, lent by a file to a [session](AnyGame::sums_session).
pub struct Loan {
    sections: Sections,
    name: String,
    rules: [u8; 32],
    /// Whether the file holds Grundy values of this game, and not canonical forms.
    impartial: bool,
    /// Whether the file may hold values of this game: its keys have to lead back to positions, so that they can be checked.
    is_kept: bool,
    shared: SharedParts,
}

impl Loan {
    /// What a session uses and adds to.
    pub fn shared(&self) -> SharedParts {
        Arc::clone(&self.shared)
    }
}

impl Parts {
    /// Lends the values of the parts of a game, after they were checked as [`value`](super::value()) checks them.
    ///
    /// # Errors
    ///
    /// If the text is no position of the game, the game is not one of normal play, the file is damaged or wrong, or a limit
    /// is reached.
    pub fn lend(
        &self,
        game: &dyn AnyGame,
        position: &str,
        control: &mut Control<'_>,
    ) -> Result<Loan, ValueError> {
        let normal = normal_play(game, position)?;
        let (impartial, is_kept) = (normal.impartial(), normal.leads_back());
        let mut work = Work::new(Some(self.check_all), control);
        let mut known = Vec::new();
        if is_kept {
            work.read_parts(self)?;
            let section = work.sections.of(game.name(), game.rules());
            let (start, all) = (normal.start(), self.check_all);
            Evaluator::new(normal, &mut work.values, work.control, &work.why, section)
                .check(start, all)?;
            // Only what is of the game's kind was checked.
            let numbers: Vec<(u128, u32)> = match impartial {
                true => section.numbers.all().collect(),
                false => Vec::new(),
            };
            if !impartial {
                known.extend(section.values.all());
            }
            for (key, number) in numbers {
                let value = work.values.nimber(number);
                known.push((key, work.checked(value)?));
            }
        }
        let Work {
            values, sections, ..
        } = work;
        Ok(Loan {
            sections,
            name: game.name().to_owned(),
            rules: game.rules(),
            impartial,
            is_kept,
            shared: Arc::new(Some(PartValues::new(values.unwatched(), known)).into()),
        })
    }

    /// Takes back what was lent, with what a session has added. Of a session that was not dropped yet, nothing is kept.
    ///
    /// # Errors
    ///
    /// If there are too many values.
    pub fn take_back(&mut self, loan: Loan) -> Result<(), ValueError> {
        let mut sections = loan.sections;
        let shared = loan.shared.lock();
        let shared = shared.unwrap_or_else(PoisonError::into_inner).take();
        let Some(shared) = shared.filter(|_| loan.is_kept) else {
            return Ok(());
        };
        let (mut values, found) = shared.into_found();
        values.allow(u64::MAX);
        let section = sections.of(&loan.name, loan.rules);
        for (key, value) in found {
            match (loan.impartial, values.as_nimber(value)) {
                (false, _) => section.values.insert(key, value),
                (true, Some(number)) => section.numbers.insert(key, number),
                (true, None) => {}
            }
        }
        if sections.has_grown() {
            let bytes = parts::write(&sections, &mut values);
            self.replace(bytes.map_err(|error| ValueError::of(error, None))?);
        }
        Ok(())
    }
}
