//! Sums and negatives.

use crate::Error;
use crate::store::{Compact, Side, Value, Values};

impl Values<'_> {
    /// Returns the sum of two games.
    ///
    /// # Errors
    ///
    /// If a limit was reached.
    pub fn add(&mut self, a: Value, b: Value) -> Result<Value, Error> {
        if let (Some(a), Some(b)) = (self.as_compact(a), self.as_compact(b)) {
            return self.compact(Compact {
                number: a.number.plus(b.number)?,
                ups: a.ups.checked_add(b.ups).ok_or(Error::Ups)?,
                nimber: a.nimber ^ b.nimber,
            });
        }
        let zero = self.zero()?;
        match (a == zero, b == zero) {
            (true, _) => return Ok(b),
            (_, true) => return Ok(a),
            _ => {}
        }
        if self.negatives.get(&a) == Some(&b) {
            return Ok(zero);
        }
        let key = (a.min(b), a.max(b));
        if let Some(&known) = self.sums.get(&key) {
            return Ok(known);
        }
        let sum = self.deeper(|values| {
            let left = values.moves_in_sum(a, b, Side::Left)?;
            let right = values.moves_in_sum(a, b, Side::Right)?;
            values.game(&left, &right)
        })?;
        self.sums.insert(key, sum);
        Ok(sum)
    }

    /// Returns the options of a sum. If the other summand is no number, no player moves in a number
    /// (number translation: Siegel, II.3.20).
    fn moves_in_sum(&mut self, a: Value, b: Value, side: Side) -> Result<Vec<Value>, Error> {
        let mut moves = Vec::new();
        for (moved, kept) in [(a, b), (b, a)] {
            if self.as_number(moved).is_some() {
                continue;
            }
            for option in self.options(moved, side)? {
                moves.push(self.add(option, kept)?);
            }
        }
        moves.sort_unstable();
        moves.dedup();
        Ok(moves)
    }

    /// Returns the negative of a game: the players exchange roles.
    ///
    /// # Errors
    ///
    /// If a limit was reached.
    pub fn negative(&mut self, value: Value) -> Result<Value, Error> {
        if let Some(compact) = self.as_compact(value) {
            return self.compact(Compact {
                number: compact.number.negated(),
                ups: -compact.ups,
                nimber: compact.nimber,
            });
        }
        if let Some(&known) = self.negatives.get(&value) {
            return Ok(known);
        }
        let negative = self.deeper(|values| {
            let [left, right] =
                [Side::Right, Side::Left].map(|side| -> Result<Vec<Value>, Error> {
                    let mut negatives = Vec::new();
                    for option in values.options(value, side)? {
                        negatives.push(values.negative(option)?);
                    }
                    negatives.sort_unstable();
                    Ok(negatives)
                });
            // The mirror image of a canonical form is canonical.
            values.listed(&left?, &right?)
        })?;
        self.negatives.insert(value, negative);
        self.negatives.insert(negative, value);
        Ok(negative)
    }

    /// Returns the difference of two games.
    ///
    /// # Errors
    ///
    /// If a limit was reached.
    pub fn sub(&mut self, a: Value, b: Value) -> Result<Value, Error> {
        let b = self.negative(b)?;
        self.add(a, b)
    }
}
