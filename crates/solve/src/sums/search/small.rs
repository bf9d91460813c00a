//! The sum of parts: small parts become values, and a part and its negative cancel.

use super::super::parts::{Part, Source, Terms};
use super::{Effort, Search, Sum, full};
use crate::Control;
use smallvec::smallvec;
use yomikiri_cgt::Value;
use yomikiri_core::Stop;

/// The most positions searched for the value of one part, before the part counts as large.
const MOST_POSITIONS: u32 = 14;
/// The most moves in a part whose value is searched.
const MOST_MOVES: u32 = 12;
/// The most steps of work for the value of one part, and for the sum of two values.
const MOST_STEPS: u64 = 20_000;

impl Search {
    /// Adds parts to a value: parts whose value is found and easy to add go into the value, the others stay as they
    /// are.
    pub(super) fn sum(
        &mut self,
        value: Value,
        mut parts: Terms,
        source: &mut dyn Source,
        control: &mut Control<'_>,
    ) -> Result<Sum, Stop> {
        let mut sum = value;
        parts.sort_unstable();
        let parts = match self.options.cancel {
            true => cancelled(&parts),
            false => parts,
        };
        if !self.options.values {
            for &part in &parts {
                self.parts.admit(part, source);
            }
            return Ok(Sum { value, parts });
        }
        // A single part is searched as it is, because that finds the winner sooner than a value.
        let is_alone = parts.len() == 1 && self.is_zero(value);
        let mut kept = Terms::new();
        for part in parts {
            self.values.allow(MOST_STEPS);
            match self.value_if_small(part, is_alone, source, control)? {
                Some(value) => {
                    self.values.allow(MOST_STEPS);
                    match self.values.add(sum, value) {
                        Ok(added) => {
                            sum = added;
                            continue;
                        }
                        Err(_) => {
                            self.parts.admit(part, source);
                            self.note_outcome(part, value);
                        }
                    }
                }
                None => self.parts.admit(part, source),
            }
            kept.push(part);
        }
        self.values.allow(u64::MAX);
        if self.is_impartial && kept.len() > 1 {
            return self.with_nimbers(sum, kept, source, control);
        }
        Ok(Sum {
            value: sum,
            parts: kept,
        })
    }

    /// Returns the value of a part, unless finding it takes too much work.
    fn value(
        &mut self,
        part: Part,
        budget: &mut u32,
        source: &mut dyn Source,
        control: &mut Control<'_>,
    ) -> Result<Option<Value>, Stop> {
        let number = part.number();
        let value = match self.parts.known[number].value {
            Some(value) => value,
            None if self.parts.known[number].is_large || *budget == 0 => return Ok(None),
            None => {
                *budget -= 1;
                control.visit()?;
                self.parts.open(number, source);
                if self.parts.takes_more(number, *budget as usize) {
                    return Ok(None);
                }
                let left = self.values_of_options(number, 0, budget, source, control)?;
                let Some(left) = left else { return Ok(None) };
                let right = match self.is_impartial {
                    true => Some(left.clone()),
                    false => self.values_of_options(number, 1, budget, source, control)?,
                };
                let Some(right) = right else { return Ok(None) };
                let Ok(value) = self.values.game(&left, &right) else {
                    return Ok(None);
                };
                self.note_value(number, value);
                value
            }
        };
        match part.is_negative() {
            true => Ok(self.values.negative(value).ok()),
            false => Ok(Some(value)),
        }
    }

    /// Returns the values of the options of a side of a part, unless finding them takes too much work.
    fn values_of_options(
        &mut self,
        number: usize,
        side: usize,
        budget: &mut u32,
        source: &mut dyn Source,
        control: &mut Control<'_>,
    ) -> Result<Option<Vec<Value>>, Stop> {
        let (mut values, mut place) = (Vec::new(), 0);
        while let Some(parts) = self.parts.option(number, side, &mut place) {
            let parts = Terms::from_slice(parts);
            let Some(value) = self.value_of_all(&parts, budget, source, control)? else {
                return Ok(None);
            };
            values.push(value);
        }
        values.sort_unstable();
        values.dedup();
        Ok(Some(values))
    }

    fn value_of_all(
        &mut self,
        parts: &[Part],
        budget: &mut u32,
        source: &mut dyn Source,
        control: &mut Control<'_>,
    ) -> Result<Option<Value>, Stop> {
        let mut sum = self.values.zero().map_err(full)?;
        for &part in parts {
            let Some(value) = self.value(part, budget, source, control)? else {
                return Ok(None);
            };
            let Ok(added) = self.values.add(sum, value) else {
                return Ok(None);
            };
            sum = added;
        }
        Ok(Some(sum))
    }

    /// Returns the value of a part unless the part is large, which it is once and for all if finding its value takes too
    /// much work. `only_known`: only returns a known value.
    fn value_if_small(
        &mut self,
        part: Part,
        only_known: bool,
        source: &mut dyn Source,
        control: &mut Control<'_>,
    ) -> Result<Option<Value>, Stop> {
        let known = &self.parts.known[part.number()];
        if known.value.is_some() || known.is_large {
            return self.value(part, &mut 0, source, control);
        }
        self.parts.admit(part, source);
        let value = match self.parts.has_more_moves(part, MOST_MOVES) {
            true => None,
            false if only_known => return Ok(None),
            false => self.value(part, &mut { MOST_POSITIONS }, source, control)?,
        };
        self.parts.known[part.number()].is_large = value.is_none();
        Ok(value)
    }

    /// Adds the nimbers of all parts but the largest one to a sum. So only one part is searched at a time, together with a
    /// nimber.
    ///
    /// Source: Lemoine and Viennot, "Nimbers are inevitable" (2012).
    fn with_nimbers(
        &mut self,
        mut value: Value,
        mut parts: Terms,
        source: &mut dyn Source,
        control: &mut Control<'_>,
    ) -> Result<Sum, Stop> {
        parts.sort_by_key(|&part| (self.parts.moves(part), part));
        let largest = parts.pop();
        for part in parts {
            let nimber = self.nimber(part, source, control)?;
            value = self.values.add(value, nimber).map_err(full)?;
        }
        Ok(Sum {
            value,
            parts: largest.into_iter().collect(),
        })
    }

    /// Returns the nimber of a part of an impartial game: the one with which its sum is lost for the player to move.
    fn nimber(
        &mut self,
        part: Part,
        source: &mut dyn Source,
        control: &mut Control<'_>,
    ) -> Result<Value, Stop> {
        let mut number = 0;
        loop {
            if let Some(value) = self.parts.known[part.number()].value {
                return Ok(value);
            }
            let value = self.values.nimber(number).map_err(full)?;
            let node = self.node(Sum {
                value,
                parts: smallvec![part],
            })?;
            if self.look(node, Effort::ALL, source, control)?.no == 0 {
                self.note_value(part.number(), value);
            }
            number += 1;
        }
    }

    pub(super) fn note_value(&mut self, number: usize, value: Value) {
        let known = &mut self.parts.known[number].value;
        if known.is_none() {
            *known = Some(value);
            if let Some(found) = &mut self.found {
                found.push((number, value));
            }
        }
    }

    /// Notes who wins a part alone whose value is known but hard to add, unless that is hard to find too.
    fn note_outcome(&mut self, part: Part, value: Value) {
        let is_known = [true, false].map(|first| self.parts.wins(part, first).is_some());
        self.values.allow(MOST_STEPS);
        if is_known != [true; 2]
            && let Ok(outcome) = self.outcome(value)
        {
            self.parts.note_both(part, outcome);
        }
    }
}

/// Removes pairs of a part and its negative from parts in ascending order, which are worth nothing together.
fn cancelled(sorted: &[Part]) -> Terms {
    let mut parts = Terms::new();
    for &part in sorted {
        match parts.last() {
            Some(&last) if part.negative() == last => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts
}
