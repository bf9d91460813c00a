//! Reduced canonical forms: the simplest game that differs from a game by an infinitesimal. (Grossman and
//! Siegel, "Reductions of partizan games", in Games of No Chance 3, 2009.)

use crate::store::{Side, Value, Values};
use crate::{Dyadic, Error};
use rustc_hash::FxHashSet;

impl Values<'_> {
    /// Returns the simplest game that differs from a game only by an infinitesimal.
    ///
    /// # Errors
    ///
    /// If a limit was reached.
    pub fn reduced(&mut self, value: Value) -> Result<Value, Error> {
        let [left, right] = self.stops(value);
        if left == right {
            return self.number(left);
        }
        if let Some(&known) = self.reduced.get(&value) {
            return Ok(known);
        }
        let reduced = self.deeper(|values| {
            let left = values.reduced_options(value, Side::Left)?;
            let right = values.reduced_options(value, Side::Right)?;
            values.game(&left, &right)
        })?;
        self.reduced.insert(value, reduced);
        Ok(reduced)
    }

    /// Returns whether a game is at most as good as another, up to an infinitesimal.
    fn about_le(&mut self, a: Value, b: Value) -> Result<bool, Error> {
        if self.le(a, b)? {
            return Ok(true);
        }
        let difference = self.sub(b, a)?;
        Ok(self.stop(difference, Side::Right) >= Dyadic::ZERO)
    }

    /// Returns the reduced options of a hot game, without dominated ones, and with reversible ones bypassed,
    /// both up to an infinitesimal.
    fn reduced_options(&mut self, value: Value, side: Side) -> Result<Vec<Value>, Error> {
        let other = match side {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        };
        let mut waiting = Vec::new();
        for option in self.options(value, side)? {
            waiting.push(self.reduced(option)?);
        }
        let mut seen: FxHashSet<Value> = waiting.iter().copied().collect();
        let mut kept: Vec<Value> = Vec::new();
        'options: while let Some(option) = waiting.pop() {
            // A move to a number needs no answer.
            let replies = match self.as_number(option) {
                Some(_) => Vec::new(),
                None => self.options(option, other)?,
            };
            for reply in replies {
                let reverses = match side {
                    Side::Left => self.about_le(reply, value)?,
                    Side::Right => self.about_le(value, reply)?,
                };
                if reverses {
                    let next = match self.as_number(reply) {
                        Some(_) => vec![reply],
                        None => self.options(reply, side)?,
                    };
                    waiting.extend(next.into_iter().filter(|&next| seen.insert(next)));
                    continue 'options;
                }
            }
            kept.push(option);
        }
        let mut best: Vec<Value> = Vec::new();
        'kept: for option in kept {
            let mut still = Vec::new();
            for &rival in &best {
                let (worse, better) = match side {
                    Side::Left => (option, rival),
                    Side::Right => (rival, option),
                };
                if self.about_le(worse, better)? {
                    continue 'kept;
                }
                if !self.about_le(better, worse)? {
                    still.push(rival);
                }
            }
            still.push(option);
            best = still;
        }
        Ok(best)
    }
}
