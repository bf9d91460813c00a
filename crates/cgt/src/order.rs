//! Comparing games.

use crate::store::{Compact, Side, Value, Values};
use crate::{Dyadic, Error};
use std::cmp::Ordering;

/// The winner of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Left wins, whoever begins: the game is positive.
    Left,
    /// Right wins, whoever begins: the game is negative.
    Right,
    /// The player who begins wins: the game is confused with 0.
    Next,
    /// The player who does not begin wins: the game is 0.
    Previous,
}

impl Values<'_> {
    /// Returns whether one game is at most as good for Left as another.
    ///
    /// # Errors
    ///
    /// If a limit was reached.
    pub fn le(&mut self, a: Value, b: Value) -> Result<bool, Error> {
        if a == b {
            return Ok(true);
        }
        if let (Some(a), Some(b)) = (self.as_compact(a), self.as_compact(b)) {
            return Ok(compact_le(a, b));
        }
        if let Some(known) = self.by_stops(a, self.stops(b)) {
            return Ok(known);
        }
        if let Some(&known) = self.less.get(&(a, b)) {
            return Ok(known);
        }
        let known = self.deeper(|values| values.le_by_options(a, b))?;
        self.less.insert((a, b), known);
        Ok(known)
    }

    pub(crate) fn stops(&self, value: Value) -> [Dyadic; 2] {
        [Side::Left, Side::Right].map(|side| self.stop(value, side))
    }

    /// Returns whether a value is at most as good as a game with these stops, if the stops decide it.
    pub(crate) fn by_stops(&self, a: Value, stops: [Dyadic; 2]) -> Option<bool> {
        let [left, right] = self.stops(a);
        if left < stops[1] {
            Some(true)
        } else if left > stops[0] || right > stops[1] {
            Some(false)
        } else {
            None
        }
    }

    /// `a <= b` unless Left has a move to something as good as `b`, or Right one to something as bad as `a`.
    /// A player need not move in a number while there is anything else (number avoidance: Siegel, II.3.19).
    fn le_by_options(&mut self, a: Value, b: Value) -> Result<bool, Error> {
        if self.as_number(a).is_none() {
            for place in self.places(a, Side::Left)? {
                if self.le(b, self.at(place))? {
                    return Ok(false);
                }
            }
        }
        if self.as_number(b).is_none() {
            for place in self.places(b, Side::Right)? {
                if self.le(self.at(place), a)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Compares two games; `None` if they are confused with each other.
    ///
    /// # Errors
    ///
    /// If a limit was reached.
    pub fn compare(&mut self, a: Value, b: Value) -> Result<Option<Ordering>, Error> {
        Ok(match (self.le(a, b)?, self.le(b, a)?) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Less),
            (false, true) => Some(Ordering::Greater),
            (false, false) => None,
        })
    }

    /// Returns who wins.
    ///
    /// # Errors
    ///
    /// If a limit was reached.
    pub fn outcome(&mut self, value: Value) -> Result<Outcome, Error> {
        let zero = self.zero()?;
        Ok(match self.compare(value, zero)? {
            Some(Ordering::Equal) => Outcome::Previous,
            Some(Ordering::Less) => Outcome::Right,
            Some(Ordering::Greater) => Outcome::Left,
            None => Outcome::Next,
        })
    }

    /// Returns the games that are not dominated for a player: none of the others is at least as good.
    ///
    /// # Errors
    ///
    /// If a limit was reached.
    pub fn undominated(&mut self, games: &[Value], side: Side) -> Result<Vec<Value>, Error> {
        let mut best: Vec<Value> = Vec::new();
        'games: for &game in games {
            let mut kept = Vec::with_capacity(best.len() + 1);
            for &other in &best {
                let (worse, better) = match side {
                    Side::Left => (game, other),
                    Side::Right => (other, game),
                };
                if self.le(worse, better)? {
                    continue 'games;
                }
                if !self.le(better, worse)? {
                    kept.push(other);
                }
            }
            kept.push(game);
            best = kept;
        }
        Ok(best)
    }
}

/// Compares the numbers first, then the ups; one up alone does not outweigh star. (Winning Ways, chapter 3.)
fn compact_le(a: Compact, b: Compact) -> bool {
    match a.number.cmp(&b.number) {
        Ordering::Less => true,
        Ordering::Greater => false,
        Ordering::Equal => {
            let (ups, nimber) = (b.ups - a.ups, a.nimber ^ b.nimber);
            match ups {
                0 => nimber == 0,
                1 => nimber != 1,
                ups => ups > 1,
            }
        }
    }
}
