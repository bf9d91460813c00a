//! Values of positions of normal play, as combinatorial games: the worth of a position whoever moves, alone and
//! in sums.

mod error;
mod evaluate;
mod loan;
mod moves;
mod octal;
mod parts;
mod read;
mod strategy;
mod svg;
mod text;
mod unmet;

pub use error::ValueError;
pub use loan::Loan;
pub use octal::{HEAPS, MOST_STONES, OctalFound, OctalJson, STONES, octal};
pub use parts::{Parts, PartsFault};
pub use svg::svg;
pub use text::{Json, JsonMove};
pub use unmet::Unmet;
pub use yomikiri_cgt::{Dyadic, Outcome, Period, Side, Thermograph};

use crate::{AnyGame, Control, Files, Player, Stop, TextError};
use evaluate::Evaluator;
use parts::{Section, Sections, Unread};
use read::{Content, Read, advised_position, advised_value, placed, read};
use std::cmp::Ordering;
use std::sync::{Arc, OnceLock};
use yomikiri_cgt::{Error, Value, Values};
use yomikiri_face::NormalPlay;

/// The most bytes of a value that is written out.
pub const LONGEST_NAME: usize = 1000;

/// A move in a term of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValuedMove {
    /// The number of the term.
    pub term: usize,
    /// The move: in the game's notation, or the option of a typed value.
    pub mv: String,
    /// The value of the term after the move; `None` if it is too long to write.
    pub value: Option<String>,
    /// Whether the move wins against best replies.
    pub wins: bool,
    /// Whether no other move is at least as good in every sum with other games.
    pub best: bool,
    /// The gain of the move for its player, if incentives were asked for; `None` also if it is too long to write.
    pub incentive: Option<String>,
    /// The temperature of the term, if incentives were asked for.
    pub temperature: Option<Dyadic>,
    /// Whether hotstrat would choose the move, if incentives were asked for.
    pub is_hot: bool,
}

/// The details to find of a sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Detail {
    /// Grundy values alone; all games have to be impartial.
    Grundy,
    /// The details that [`Found`] has of every sum.
    #[default]
    Usual,
    /// The incentives of all moves too, and the moves of hotstrat.
    Incentives,
}

/// A term of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TermValue {
    /// The game's name, or the value as typed.
    pub text: String,
    /// The position; `None` for a typed value.
    pub position: Option<String>,
    /// Whether the term is subtracted.
    pub minus: bool,
    /// The value of the term; `None` if it is too long to write.
    pub value: Option<String>,
}

/// The known facts about a position or a sum.
#[derive(Clone, Debug)]
pub struct Found {
    /// The terms of the sum.
    pub terms: Vec<TermValue>,
    /// The canonical form; `None` if it is too long to write.
    pub value: Option<String>,
    /// The outcome class: who wins.
    pub outcome: Outcome,
    /// The Grundy value, if the game is impartial.
    pub grundy: Option<u32>,
    /// The stop if Left begins.
    pub left_stop: Dyadic,
    /// The stop if Right begins.
    pub right_stop: Dyadic,
    /// The thermograph, with mean and temperature.
    pub thermograph: Thermograph,
    /// The most moves that the canonical form lasts.
    pub birthday: u64,
    /// The atomic weight of an all-small game; `None` also if it is too long to write.
    pub atomic_weight: Option<String>,
    /// The reduced canonical form; `None` if it is too long to write.
    pub reduced: Option<String>,
    /// The moves of Left and of Right, the best ones first; empty if only Grundy values are asked for.
    pub moves: [Vec<ValuedMove>; 2],
    /// Whether incentives were asked for.
    pub has_incentives: bool,
    /// The comparison with another sum, if one was given: `None` inside if they are confused.
    pub compared: Option<Option<Ordering>>,
    /// The positions visited.
    pub positions: u64,
    /// The canonical forms stored.
    pub forms: usize,
}

/// Returns the value of a sum as people type it: `GAME POSITION + 2.(GAME - GAME) - VALUE`. A single game may have its
/// position apart. Compares it with a second sum, if one is given. Takes known values from `parts`, and adds new ones
/// to it, even if a limit ends the work.
///
/// # Errors
///
/// See [`ValueError`].
pub fn value(
    sum: &str,
    position: Option<&str>,
    other: Option<&str>,
    detail: Detail,
    files: &dyn Files,
    parts: Option<&mut Parts>,
    control: &mut Control<'_>,
) -> Result<Found, ValueError> {
    let mut read_terms = read(sum, false, files)?;
    if let Some(given) = position {
        placed(sum, &mut read_terms, given)?;
    }
    let other_terms = other.map(|other| read(other, true, files)).transpose()?;
    let other = other.zip(other_terms.as_deref());
    valued(sum, &read_terms, other, detail, parts, control)
}

/// Returns the value of a parsed sum; compared with another one and its text, if there is one.
fn valued(
    sum: &str,
    terms: &[Read],
    other: Option<(&str, &[Read])>,
    detail: Detail,
    parts: Option<&mut Parts>,
    control: &mut Control<'_>,
) -> Result<Found, ValueError> {
    let check_all = parts.as_ref().map(|parts| parts.check_all);
    let mut work = Work::new(Values::new(), check_all, control);
    let Some(parts) = parts else {
        return work.found(sum, terms, other, detail);
    };
    work.read_parts(parts)?;
    let found = work.found(sum, terms, other, detail);
    work.sections.forget_unchecked();
    if !matches!(found, Err(ValueError::Parts(_))) && work.sections.found() > 0 {
        let bytes = parts::write(&work.sections, &mut work.values);
        parts.replace(work.checked(bytes)?);
    }
    found
}

/// Returns the position of a game of normal play.
fn normal_play<'g>(
    game: &'g dyn AnyGame,
    position: &str,
    other: bool,
    at: Option<usize>,
    control: &mut Control<'_>,
) -> Result<NormalPlay<'g>, ValueError> {
    let normal = game.normal(position);
    let normal = normal.map_err(|error| ValueError::Position {
        other,
        at,
        position: position.to_owned(),
        error: advised_position(position, error),
    })?;
    normal.ok_or_else(|| {
        let unmet = Unmet::of(game, position, control);
        ValueError::NotNormal(game.name().to_owned(), unmet)
    })
}

struct Work<'w, 'a, 'v> {
    values: Values<'v>,
    why: Arc<OnceLock<Stop>>,
    control: &'w mut Control<'a>,
    sections: Sections,
    /// If there is a file of parts: whether to compare all of it with the rules.
    check_all: Option<bool>,
}

/// A term, or one of its copies, with its value.
#[derive(Clone)]
struct Worth<'r> {
    read: &'r Read,
    /// The value without the sign of the term.
    value: Value,
    /// The value with the sign.
    signed: Value,
    /// For a game, the moves of Left and of Right: text and value.
    moves: [Vec<(String, Value)>; 2],
    grundy: Option<u32>,
}

impl<'w, 'a> Work<'w, 'a, 'a> {
    fn new(values: Values<'a>, check_all: Option<bool>, control: &'w mut Control<'a>) -> Self {
        let why = Arc::new(OnceLock::new());
        let (noted, memory) = (Arc::clone(&why), control.memory());
        let mut part = control.part(u64::MAX);
        let values = values.while_true(move |bytes| {
            let stop = match part.advance(1) {
                Err(stop) => Some(stop),
                Ok(()) if memory.is_some_and(|most| bytes as u64 > most) => Some(Stop::Memory),
                Ok(()) => None,
            };
            // The first reason counts.
            if let Some(stop) = stop {
                let _ = noted.set(stop);
            }
            stop.is_none()
        });
        Work {
            values,
            why,
            control,
            sections: Sections::default(),
            check_all,
        }
    }
}

impl Work<'_, '_, '_> {
    fn checked<T>(&self, found: Result<T, Error>) -> Result<T, ValueError> {
        found.map_err(|error| ValueError::of(error, self.why.get().copied()))
    }

    /// Reads a file of parts, if there is one.
    fn read_parts(&mut self, parts: &Parts) -> Result<(), ValueError> {
        if parts.bytes().is_empty() {
            return Ok(());
        }
        self.sections = match parts::read(parts.bytes(), &mut self.values) {
            Ok(sections) => sections,
            Err(Unread::Fault(fault)) => return Err(ValueError::Parts(fault)),
            Err(Unread::Limit(error)) => return self.checked(Err(error)),
        };
        Ok(())
    }

    fn found(
        &mut self,
        sum: &str,
        read: &[Read],
        other: Option<(&str, &[Read])>,
        detail: Detail,
    ) -> Result<Found, ValueError> {
        let grundy = detail == Detail::Grundy;
        let mut worths = Vec::new();
        for term in read {
            let worth = self.worth(sum, term, grundy, false)?;
            worths.extend(std::iter::repeat_n(worth, term.copies));
        }
        let total = self.total(&worths)?;
        let mut compared = None;
        if let Some((text, others)) = other {
            let mut those = Vec::new();
            for term in others {
                let worth = self.worth(text, term, grundy, true)?;
                those.extend(std::iter::repeat_n(worth, term.copies));
            }
            let those = self.total(&those)?;
            let how = self.values.compare(total, those);
            compared = Some(self.checked(how)?);
        }
        let moves = match grundy {
            true => [Vec::new(), Vec::new()],
            false => self.moves(&worths, detail)?,
        };
        let grundy = worths
            .iter()
            .try_fold(0, |sum, worth| Some(sum ^ worth.grundy?));
        let mut terms = Vec::new();
        for worth in &worths {
            let position = match &worth.read.content {
                Content::Typed => None,
                Content::Game { position, .. } => Some(position.clone()),
            };
            let text = match &worth.read.content {
                Content::Typed => worth.read.text.clone(),
                Content::Game { game, .. } => game.name().to_owned(),
            };
            terms.push(TermValue {
                text,
                position,
                minus: worth.read.minus,
                value: self.name(worth.value)?,
            });
        }
        let outcome = self.values.outcome(total);
        let outcome = self.checked(outcome)?;
        let thermograph = self.values.thermograph(total);
        let thermograph = self.checked(thermograph)?;
        let reduced = self.values.reduced(total);
        let reduced = self.checked(reduced)?;
        let weight = match self.values.atomic_weight(total) {
            Ok(weight) => self.name(weight)?,
            Err(Error::NotAllSmall) => None,
            Err(error) => return Err(ValueError::of(error, self.why.get().copied())),
        };
        Ok(Found {
            terms,
            value: self.name(total)?,
            outcome,
            grundy,
            left_stop: self.values.stop(total, Side::Left),
            right_stop: self.values.stop(total, Side::Right),
            thermograph,
            birthday: self.values.birthday(total),
            atomic_weight: weight,
            reduced: self.name(reduced)?,
            moves,
            has_incentives: detail == Detail::Incentives,
            compared,
            positions: self.control.done().nodes,
            forms: self.values.len(),
        })
    }

    fn name(&mut self, value: Value) -> Result<Option<String>, ValueError> {
        let name = self.values.name(value, LONGEST_NAME);
        self.checked(name)
    }

    fn worth<'r>(
        &mut self,
        whole: &str,
        read: &'r Read,
        grundy: bool,
        other: bool,
    ) -> Result<Worth<'r>, ValueError> {
        let mut moves = [Vec::new(), Vec::new()];
        let Content::Game { game, position, at } = &read.content else {
            let written = &whole[read.span.clone()];
            let value = self.values.parse(written).map_err(|error| {
                if let Some(stop) = self.why.get().copied() {
                    return ValueError::Stopped(stop);
                }
                let error = TextError::new(error.span, error.message);
                let error = advised_value(written, error).shifted(read.span.start);
                ValueError::Text { other, error }
            })?;
            let number = self.values.as_nimber(value);
            if grundy && number.is_none() {
                return Err(ValueError::NotImpartial(written.to_owned()));
            }
            for (side, moves) in [Side::Left, Side::Right].into_iter().zip(&mut moves) {
                let options = self.values.options(value, side);
                for option in self.checked(options)? {
                    let name = self.name(option)?.unwrap_or_else(|| "...".to_owned());
                    moves.push((name, option));
                }
            }
            return Ok(Worth {
                read,
                value,
                signed: self.signed(read.minus, value)?,
                moves,
                grundy: number,
            });
        };
        let normal = normal_play(game.as_ref(), position, other, *at, self.control)?;
        if grundy && !normal.impartial() {
            return Err(ValueError::NotImpartial(game.name().to_owned()));
        }
        let mut alone = Section::default();
        // The position of a key can be looked up only if the keys lead back to positions.
        let check_all = self.check_all.filter(|_| normal.leads_back());
        let section = match check_all {
            Some(_) => self.sections.of(game.name(), game.rules()),
            None => &mut alone,
        };
        let mut evaluator =
            Evaluator::new(normal, &mut self.values, self.control, &self.why, section);
        if let Some(all) = check_all {
            evaluator.check(normal.start(), all)?;
        }
        let value = evaluator.value(normal.start())?;
        let number = match normal.impartial() {
            true => Some(evaluator.grundy(normal.start())?),
            false => None,
        };
        if !other && !grundy {
            for (player, moves) in Player::BOTH.into_iter().zip(&mut moves) {
                for (text, next) in normal.moves(normal.start(), player) {
                    moves.push((text, evaluator.value(next)?));
                }
            }
        }
        Ok(Worth {
            read,
            value,
            signed: self.signed(read.minus, value)?,
            moves,
            grundy: number,
        })
    }

    fn signed(&mut self, minus: bool, value: Value) -> Result<Value, ValueError> {
        match minus {
            false => Ok(value),
            true => {
                let negative = self.values.negative(value);
                self.checked(negative)
            }
        }
    }

    fn total<'t, 'r: 't>(
        &mut self,
        worths: impl IntoIterator<Item = &'t Worth<'r>>,
    ) -> Result<Value, ValueError> {
        let zero = self.values.zero();
        let mut total = self.checked(zero)?;
        for worth in worths {
            let sum = self.values.add(total, worth.signed);
            total = self.checked(sum)?;
        }
        Ok(total)
    }
}
