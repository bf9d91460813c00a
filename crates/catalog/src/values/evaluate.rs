//! Computes the value of a position from the values of its options, part by part.

use super::error::ValueError;
use super::parts::{PartsFault, Section};
use crate::{Control, Player, Stop};
use std::sync::OnceLock;
use yomikiri::capability::NumberAndNimber;
use yomikiri_cgt::{Dyadic, Error, Value, Values, mex};
use yomikiri_face::NormalPlay;

/// The most moves that a game may last.
const DEEPEST: u64 = 1000;
/// The approximate bytes that storing a position takes.
const ENTRY: usize = 40;
/// The number of parts of a file that are compared with the rules, besides those of the position asked about.
const SAMPLE: usize = 64;
/// The most bytes of a value in a message.
const SHORT: usize = 100;

/// An evaluator of positions of one game, which stores their values.
pub(super) struct Evaluator<'e, 'g, 'c, 'v> {
    game: NormalPlay<'g>,
    values: &'e mut Values<'v>,
    control: &'e mut Control<'c>,
    why: &'e OnceLock<Stop>,
    section: &'e mut Section,
}

impl<'e, 'g, 'c, 'v> Evaluator<'e, 'g, 'c, 'v> {
    pub(super) fn new(
        game: NormalPlay<'g>,
        values: &'e mut Values<'v>,
        control: &'e mut Control<'c>,
        why: &'e OnceLock<Stop>,
        section: &'e mut Section,
    ) -> Self {
        Evaluator {
            game,
            values,
            control,
            why,
            section,
        }
    }

    /// Returns the value of a position with First to move.
    pub(super) fn value(&mut self, position: u128) -> Result<Value, ValueError> {
        if self.game.impartial() {
            let number = self.grundy(position)?;
            let value = self.values.nimber(number);
            return self.checked(value);
        }
        self.refuse_deep(position)?;
        self.sum(position)
    }

    /// Returns the Grundy value of a position of an impartial game.
    pub(super) fn grundy(&mut self, position: u128) -> Result<u32, ValueError> {
        let mut sum = 0;
        for part in self.game.parts(position) {
            sum ^= self.part_number(part)?;
        }
        Ok(sum)
    }

    /// Derives values of the file again from those of their options: the parts of a position, and the first time also a
    /// sample or all of the others. Each move lowers the rank, so if all values agree, all are right. A sample detects
    /// a file of other rules; it may miss deliberate errors.
    pub(super) fn check(&mut self, position: u128, all: bool) -> Result<(), ValueError> {
        for part in self.game.parts(position) {
            self.check_part(part)?;
        }
        if self.section.is_checked {
            return Ok(());
        }
        for key in self.section.sample(if all { usize::MAX } else { SAMPLE }) {
            let part = self.game.at(key);
            let part = part.filter(|&part| self.game.key(part) == key);
            let part = part.ok_or_else(|| {
                ValueError::Parts(PartsFault::NoPosition {
                    game: self.section.name.clone(),
                    key,
                })
            })?;
            self.check_part(part)?;
        }
        self.section.is_checked = true;
        Ok(())
    }

    fn check_part(&mut self, part: u128) -> Result<(), ValueError> {
        let key = self.game.key(part);
        if self.section.checked.contains(&key) {
            return Ok(());
        }
        let wrong = match self.game.impartial() {
            true => {
                let Some(told) = self.section.numbers.told(key) else {
                    return Ok(());
                };
                let derived = self.derived_number(part)?;
                (told != derived).then(|| [told, derived].map(|number| format!("*{number}")))
            }
            false => {
                let Some(told) = self.section.values.told(key) else {
                    return Ok(());
                };
                self.refuse_deep(part)?;
                let derived = self.derived_value(part)?;
                let mut name = |value| {
                    let name = self.values.name(value, SHORT).ok().flatten();
                    name.unwrap_or_else(|| "...".to_owned())
                };
                (told != derived).then(|| [name(told), name(derived)])
            }
        };
        match wrong {
            None => {
                self.section.checked.insert(key);
                Ok(())
            }
            Some([told, derived]) => Err(ValueError::Parts(PartsFault::Wrong {
                game: self.section.name.clone(),
                position: self.game.text(part),
                told,
                derived,
            })),
        }
    }

    /// Fails if more moves may follow than the recursion may go deep.
    fn refuse_deep(&self, position: u128) -> Result<(), ValueError> {
        match self.game.plies(position) <= DEEPEST {
            true => Ok(()),
            false => Err(ValueError::Beyond(Error::Deep.to_string())),
        }
    }

    fn checked<T>(&self, found: Result<T, Error>) -> Result<T, ValueError> {
        found.map_err(|error| ValueError::of(error, self.why.get().copied()))
    }

    fn sum(&mut self, position: u128) -> Result<Value, ValueError> {
        let zero = self.values.zero();
        let mut sum = self.checked(zero)?;
        for part in self.game.parts(position) {
            let value = self.part(part)?;
            let added = self.values.add(sum, value);
            sum = self.checked(added)?;
        }
        Ok(sum)
    }

    /// Counts a look at a part's options. `open` parts wait for the values of others.
    fn visit(&mut self, open: usize) -> Result<(), ValueError> {
        self.control.visit().map_err(ValueError::Stopped)?;
        let stored = self.section.len();
        self.control.set_stored(stored as u64);
        let bytes = self.values.bytes() + stored * ENTRY + open * size_of::<(u128, bool)>();
        match self.control.memory() {
            Some(most) if bytes as u64 > most => Err(ValueError::Stopped(Stop::Memory)),
            _ => Ok(()),
        }
    }

    fn part(&mut self, part: u128) -> Result<Value, ValueError> {
        let key = self.game.key(part);
        if let Some(known) = self.section.values.get(key) {
            return Ok(known);
        }
        let value = match self.game.number_and_nimber(part) {
            Some(known) => self.known_value(known)?,
            None => self.derived_value(part)?,
        };
        self.section.values.insert(key, value);
        Ok(value)
    }

    fn known_value(&mut self, known: NumberAndNimber) -> Result<Value, ValueError> {
        let number = Dyadic::new(known.number, NumberAndNimber::EXPONENT);
        let number = number.and_then(|number| self.values.number(number));
        let number = self.checked(number)?;
        let nimber = self.values.nimber(known.nimber);
        let nimber = self.checked(nimber)?;
        let sum = self.values.add(number, nimber);
        self.checked(sum)
    }

    /// Computes the value of a part from those of its options.
    fn derived_value(&mut self, part: u128) -> Result<Value, ValueError> {
        self.visit(0)?;
        let mut sides = [Vec::new(), Vec::new()];
        for (player, options) in Player::BOTH.into_iter().zip(&mut sides) {
            for next in self.game.next(part, player) {
                options.push(self.sum(next)?);
            }
            options.sort_unstable();
            options.dedup();
        }
        let value = self.values.game(&sides[0], &sides[1]);
        self.checked(value)
    }

    /// Returns the Grundy value of a part. A loop takes the place of the recursion, because games may last any number of
    /// moves.
    fn part_number(&mut self, part: u128) -> Result<u32, ValueError> {
        // The parts that wait, and whether each is looked at for the first time.
        let mut open = Vec::new();
        let (mut part, mut is_new) = (part, true);
        loop {
            let key = self.game.key(part);
            let number = match self.section.numbers.get(key) {
                Some(stored) => Ok(stored),
                None => {
                    let found = match self.game.number_and_nimber(part) {
                        Some(known) => Ok(known.nimber),
                        None => {
                            if is_new {
                                self.visit(open.len() + 1)?;
                            }
                            self.number_of_options(part)
                        }
                    };
                    if let Ok(number) = found {
                        self.section.numbers.insert(key, number);
                    }
                    found
                }
            };
            match number {
                Ok(number) if open.is_empty() => return Ok(number),
                Ok(_) => {}
                Err(unknown) => {
                    open.push((part, false));
                    open.extend(unknown.into_iter().map(|part| (part, true)));
                }
            }
            if let Some(next) = open.pop() {
                (part, is_new) = next;
            }
        }
    }

    /// Computes the Grundy value of a part from those of its options. Fails with the parts of options whose values are
    /// not known yet.
    fn number_of_options(&mut self, part: u128) -> Result<u32, Vec<u128>> {
        let (mut reached, mut unknown) = (Vec::new(), Vec::new());
        for next in self.game.next(part, Player::First) {
            let mut sum = 0;
            for part in self.game.parts(next) {
                match self.section.numbers.get(self.game.key(part)) {
                    Some(number) => sum ^= number,
                    None => unknown.push(part),
                }
            }
            reached.push(sum);
        }
        match unknown.is_empty() {
            true => Ok(mex(reached)),
            false => Err(unknown),
        }
    }

    /// Computes the Grundy value of a part, even if it is known.
    fn derived_number(&mut self, part: u128) -> Result<u32, ValueError> {
        self.visit(0)?;
        loop {
            match self.number_of_options(part) {
                Ok(number) => return Ok(number),
                Err(unknown) => {
                    for part in unknown {
                        self.part_number(part)?;
                    }
                }
            }
        }
    }
}
