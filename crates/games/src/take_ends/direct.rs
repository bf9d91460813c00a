//! Values of ever longer intervals, without recursion at any length.

use super::{Position, TakeEnds};
use crate::worth::of_margin;
use yomikiri_core::capability::Direct;
use yomikiri_core::{Ask, Game, Value};

/// The margins for the player to move of all intervals within one interval.
pub struct Table {
    /// The start of the interval.
    left: u32,
    /// The margins by length, from 1, and by the start of the interval.
    by_length: Vec<Vec<i64>>,
}

/// Computes the margins of all intervals of one length from those of the length before. `worths[i]` is that of the
/// interval that begins at `i`, and `length` is the new length.
fn lengthen(worths: &mut [i64], numbers: &[i64], length: usize) {
    let mut rest = worths;
    let mut taken = numbers.iter().zip(&numbers[length - 1..]);
    while let (Some((left, right)), [worth, next, ..]) = (taken.next(), &mut *rest) {
        *worth = (left - *next).max(right - *worth);
        rest = &mut rest[1..];
    }
}

impl TakeEnds {
    fn margin_of(&self, position: &Position) -> i64 {
        let numbers = self.left_numbers(position);
        let mut worths = numbers.to_vec();
        for length in 2..=numbers.len() {
            let intervals = numbers.len() - length + 2;
            lengthen(&mut worths[..intervals], numbers, length);
        }
        worths.first().copied().unwrap_or(0)
    }
}

/// Works from single numbers to the whole row. The value of an interval is the better of its ends, less the
/// opponent's value of the rest: O(n^2).
impl Direct<TakeEnds> for TakeEnds {
    type Table = Table;

    fn answers(&self, ask: Ask) -> bool {
        matches!(ask, Ask::Winner | Ask::Margin)
    }

    /// Memory: 8 bytes a number.
    fn value(&self, position: &Position, ask: Ask) -> Value {
        of_margin(self.margin_of(position), self.to_move(position), ask)
    }

    /// Memory: 8 bytes an interval.
    fn table(&self, position: &Position, _: Ask) -> Table {
        let numbers = self.left_numbers(position);
        let mut by_length = Vec::with_capacity(numbers.len());
        let mut worths = numbers.to_vec();
        for length in 1..=numbers.len() {
            if length > 1 {
                lengthen(&mut worths, numbers, length);
                worths.pop();
            }
            by_length.push(worths.clone());
        }
        Table {
            left: position.left,
            by_length,
        }
    }

    fn look_up(&self, table: &Table, position: &Position, ask: Ask) -> Value {
        let known = || {
            let worths = table
                .by_length
                .get((position.len() as usize).checked_sub(1)?)?;
            let at = position.left.checked_sub(table.left)?;
            worths.get(at as usize).copied()
        };
        // The margin of an interval outside the table is computed anew.
        let margin = known().unwrap_or_else(|| self.margin_of(position));
        of_margin(margin, self.to_move(position), ask)
    }

    fn cost(&self, position: &Position) -> u64 {
        let numbers = u64::from(position.len());
        1 + numbers * (numbers + 1) / 2
    }
}
