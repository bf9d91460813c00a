//! Canonical forms: games without dominated options, and with reversible options bypassed.

use crate::store::{Compact, Side, Value, Values};
use crate::{Dyadic, Error};
use rustc_hash::{FxHashMap, FxHashSet};

/// A game that has no value yet. It is not a number, and is compared by its options.
struct Form<'o> {
    left: &'o [Value],
    right: &'o [Value],
    stops: [Dyadic; 2],
    /// For each compared value, whether it is at most as good as the form, and whether it is at least as
    /// good.
    at_most: FxHashMap<Value, bool>,
    at_least: FxHashMap<Value, bool>,
}

impl Values<'_> {
    /// Returns the value of the game with these options.
    ///
    /// # Errors
    ///
    /// If a limit was reached.
    pub fn game(&mut self, left: &[Value], right: &[Value]) -> Result<Value, Error> {
        self.deeper(|values| values.canonical(left, right))
    }

    fn canonical(&mut self, left: &[Value], right: &[Value]) -> Result<Value, Error> {
        let left = self.undominated(left, Side::Left)?;
        let right = self.undominated(right, Side::Right)?;
        let stops = match self.number_or_stops(&left, &right)? {
            Ok(number) => return self.number(number),
            Err(stops) => stops,
        };
        let mut form = Form {
            left: &left,
            right: &right,
            stops,
            at_most: FxHashMap::default(),
            at_least: FxHashMap::default(),
        };
        let new_left = self.bypassed(&mut form, Side::Left)?;
        let new_right = self.bypassed(&mut form, Side::Right)?;
        let mut left = match new_left {
            Some(new) => self.undominated(&new, Side::Left)?,
            None => left,
        };
        let mut right = match new_right {
            Some(new) => self.undominated(&new, Side::Right)?,
            None => right,
        };
        left.sort_unstable();
        right.sort_unstable();
        match self.recognized(&left, &right)? {
            Some(compact) => self.compact(compact),
            None => self.listed(&left, &right),
        }
    }

    /// Returns the number that these options make, or else the stops of their game.
    fn number_or_stops(
        &mut self,
        left: &[Value],
        right: &[Value],
    ) -> Result<Result<Dyadic, [Dyadic; 2]>, Error> {
        let low = left.iter().map(|&option| self.stop(option, Side::Right));
        let high = right.iter().map(|&option| self.stop(option, Side::Left));
        let (low, high) = (low.max(), high.min());
        if let (Some(low), Some(high)) = (low, high)
            && low > high
        {
            return Ok(Err([low, high]));
        }
        // By the simplicity theorem, this is the simplest number that is greater than or confused with every
        // option of Left, and less than or confused with every option of Right. Only for the stops
        // themselves this needs a check.
        let mut low_end = None;
        if let Some(low) = low {
            let value = self.number(low)?;
            let mut within = true;
            for &option in left {
                within = within && !self.le(value, option)?;
            }
            low_end = Some((low, within));
        }
        let mut high_end = None;
        if let Some(high) = high {
            let value = self.number(high)?;
            let mut within = true;
            for &option in right {
                within = within && !self.le(option, value)?;
            }
            high_end = Some((high, within));
        }
        if let (Some((low, above)), Some((high, below))) = (low_end, high_end)
            && low == high
        {
            return Ok(match above && below {
                true => Ok(low),
                false => Err([low, high]),
            });
        }
        Dyadic::simplest(low_end, high_end).map(Ok)
    }

    /// Returns the options of one side. An option with a reply that is no worse than the game for the other
    /// player is reversible, and is replaced by the options of that reply. Returns `None` if no option is reversible.
    fn bypassed(&mut self, form: &mut Form<'_>, side: Side) -> Result<Option<Vec<Value>>, Error> {
        let (mut waiting, other) = match side {
            Side::Left => (form.left.to_vec(), Side::Right),
            Side::Right => (form.right.to_vec(), Side::Left),
        };
        let mut seen: FxHashSet<Value> = waiting.iter().copied().collect();
        let (mut kept, mut reversible) = (Vec::new(), false);
        'options: while let Some(option) = waiting.pop() {
            for place in self.places(option, other)? {
                let reply = self.at(place);
                let reverses = match side {
                    Side::Left => self.at_most(form, reply)?,
                    Side::Right => self.at_least(form, reply)?,
                };
                if reverses {
                    reversible = true;
                    for place in self.places(reply, side)? {
                        let next = self.at(place);
                        if seen.insert(next) {
                            waiting.push(next);
                        }
                    }
                    continue 'options;
                }
            }
            kept.push(option);
        }
        Ok(reversible.then_some(kept))
    }

    /// Returns whether a value is at most as good as the form.
    fn at_most(&mut self, form: &mut Form<'_>, value: Value) -> Result<bool, Error> {
        if let Some(known) = self.by_stops(value, form.stops) {
            return Ok(known);
        }
        if let Some(&known) = form.at_most.get(&value) {
            return Ok(known);
        }
        let known = self.deeper(|values| {
            for &right in form.right {
                if values.le(right, value)? {
                    return Ok(false);
                }
            }
            if values.as_number(value).is_none() {
                for place in values.places(value, Side::Left)? {
                    let option = values.at(place);
                    if values.at_least(form, option)? {
                        return Ok(false);
                    }
                }
            }
            Ok(true)
        })?;
        form.at_most.insert(value, known);
        Ok(known)
    }

    /// Returns whether a value is at least as good as the form.
    fn at_least(&mut self, form: &mut Form<'_>, value: Value) -> Result<bool, Error> {
        let ([left, right], stops) = (self.stops(value), form.stops);
        if stops[0] < right {
            return Ok(true);
        }
        if stops[0] > left || stops[1] > right {
            return Ok(false);
        }
        if let Some(&known) = form.at_least.get(&value) {
            return Ok(known);
        }
        let known = self.deeper(|values| {
            for &left in form.left {
                if values.le(value, left)? {
                    return Ok(false);
                }
            }
            if values.as_number(value).is_none() {
                for place in values.places(value, Side::Right)? {
                    let option = values.at(place);
                    if values.at_most(form, option)? {
                        return Ok(false);
                    }
                }
            }
            Ok(true)
        })?;
        form.at_least.insert(value, known);
        Ok(known)
    }

    /// Returns the compact form with these canonical options, if there is one.
    fn recognized(&mut self, left: &[Value], right: &[Value]) -> Result<Option<Compact>, Error> {
        let forms = |options: &[Value]| -> Option<Vec<Compact>> {
            options
                .iter()
                .map(|&option| self.as_compact(option))
                .collect()
        };
        let (Some(lefts), Some(rights)) = (forms(left), forms(right)) else {
            return Ok(None);
        };
        let (Some(first), Some(other)) = (lefts.first(), rights.first()) else {
            return Ok(None);
        };
        let number = first.number;
        let mut all = lefts.iter().chain(&rights);
        if all.any(|form| form.number != number) {
            return Ok(None);
        }
        // A game with these options can only be one of these forms.
        let up = |form: &Compact, by: i32| Compact {
            number,
            ups: form.ups + by,
            nimber: form.nimber ^ 1,
        };
        let only = |ups, nimber| Compact {
            number,
            ups,
            nimber,
        };
        let candidates = [
            only(0, lefts.len() as u32),
            only(1, 1),
            only(-1, 1),
            up(other, 1),
            up(first, -1),
        ];
        for candidate in candidates {
            if candidate.is_number() {
                continue;
            }
            let value = match self.compact(candidate) {
                Ok(value) => value,
                Err(Error::Ups | Error::Nimber) => continue,
                Err(error) => return Err(error),
            };
            let mut same = true;
            for (side, options) in [(Side::Left, left), (Side::Right, right)] {
                let mut those = self.options(value, side)?;
                those.sort_unstable();
                same = same && those == options;
            }
            if same {
                return Ok(Some(candidate));
            }
        }
        Ok(None)
    }
}
