//! The value of a position, by those of its options; part by part.

use super::error::ValueError;
use crate::{Control, Player, Stop};
use rustc_hash::FxHashMap;
use std::sync::OnceLock;
use yomikiri_cgt::{Error, Value, Values, mex};
use yomikiri_face::NormalPlay;

/// How many moves deep games may be.
const DEEPEST: u64 = 1000;
/// About how many bytes remembering a position takes.
const ENTRY: usize = 40;

/// Finds values of positions of one game, and remembers them.
pub(super) struct Evaluator<'e, 'g, 'c, 'v> {
    game: NormalPlay<'g>,
    values: &'e mut Values<'v>,
    control: &'e mut Control<'c>,
    why: &'e OnceLock<Stop>,
    known: FxHashMap<u128, Value>,
    numbers: FxHashMap<u128, u32>,
}

impl<'e, 'g, 'c, 'v> Evaluator<'e, 'g, 'c, 'v> {
    pub(super) fn new(
        game: NormalPlay<'g>,
        values: &'e mut Values<'v>,
        control: &'e mut Control<'c>,
        why: &'e OnceLock<Stop>,
    ) -> Self {
        Evaluator {
            game,
            values,
            control,
            why,
            known: FxHashMap::default(),
            numbers: FxHashMap::default(),
        }
    }

    /// The value of a position with First to move.
    pub(super) fn value(&mut self, position: u128) -> Result<Value, ValueError> {
        self.is_shallow(position)?;
        if self.game.impartial() {
            let number = self.grundy(position)?;
            let value = self.values.nimber(number);
            return self.checked(value);
        }
        self.sum(position)
    }

    /// The Grundy value of a position of an impartial game.
    pub(super) fn grundy(&mut self, position: u128) -> Result<u32, ValueError> {
        self.is_shallow(position)?;
        self.number(position)
    }

    /// Games end sooner than they are too deep to go through.
    fn is_shallow(&self, position: u128) -> Result<(), ValueError> {
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

    fn visit(&mut self) -> Result<(), ValueError> {
        self.control.visit().map_err(ValueError::Stopped)?;
        let stored = self.known.len() + self.numbers.len();
        self.control.set_stored(stored as u64);
        let bytes = self.values.bytes() + stored * ENTRY;
        match self.control.memory() {
            Some(most) if bytes as u64 > most => Err(ValueError::Stopped(Stop::Memory)),
            _ => Ok(()),
        }
    }

    fn part(&mut self, part: u128) -> Result<Value, ValueError> {
        if let Some(&known) = self.known.get(&part) {
            return Ok(known);
        }
        self.visit()?;
        let mut sides = [Vec::new(), Vec::new()];
        for (player, options) in Player::BOTH.into_iter().zip(&mut sides) {
            for next in self.game.next(part, player) {
                options.push(self.sum(next)?);
            }
            options.sort_unstable();
            options.dedup();
        }
        let value = self.values.game(&sides[0], &sides[1]);
        let value = self.checked(value)?;
        self.known.insert(part, value);
        Ok(value)
    }

    fn number(&mut self, position: u128) -> Result<u32, ValueError> {
        let mut sum = 0;
        for part in self.game.parts(position) {
            if let Some(&known) = self.numbers.get(&part) {
                sum ^= known;
                continue;
            }
            self.visit()?;
            let mut reached = Vec::new();
            for next in self.game.next(part, Player::First) {
                reached.push(self.number(next)?);
            }
            let number = mex(reached);
            self.numbers.insert(part, number);
            sum ^= number;
        }
        Ok(sum)
    }
}
