//! Values from a table that is filled from the bottoms of the stacks, without recursion at any height.

use super::{Position, TwoStacks};
use crate::worth::of_margin;
use yomikiri_core::capability::Direct;
use yomikiri_core::{Ask, Game, Value};

/// The margins for the player to move of a position and of all its successors.
pub struct Table {
    columns: usize,
    /// The margins, with a row for each count on the left, from 0.
    margins: Vec<i64>,
}

/// Replaces the row of margins for the count on the left below `top` by the next row.
fn next_row(row: &mut [i64], top: i64, right: &[i64]) {
    let mut before = top - row[0];
    row[0] = before;
    for (margin, number) in row[1..].iter_mut().zip(right) {
        before = (top - *margin).max(number - before);
        *margin = before;
    }
}

/// Returns the row for an empty left stack, where no move is a choice.
fn first_row(right: &[i64]) -> Vec<i64> {
    let mut margin = 0;
    let forced = right.iter().map(|number| {
        margin = number - margin;
        margin
    });
    std::iter::once(0).chain(forced).collect()
}

impl TwoStacks {
    fn margin_of(&self, position: &Position) -> i64 {
        let (left, right) = self.left_over(position);
        let mut row = first_row(right);
        for &top in left {
            next_row(&mut row, top, right);
        }
        row[right.len()]
    }
}

/// Fills the table for both stacks from the bottom up. The value of a position is the better of the numbers on top,
/// less the opponent's value of the rest: O(left x right).
impl Direct<TwoStacks> for TwoStacks {
    type Table = Table;

    fn answers(&self, ask: Ask) -> bool {
        matches!(ask, Ask::Winner | Ask::Margin)
    }

    /// Memory: 8 bytes a number of the right stack.
    fn value(&self, position: &Position, ask: Ask) -> Value {
        of_margin(self.margin_of(position), self.to_move(position), ask)
    }

    /// Memory: 8 bytes a position.
    fn table(&self, position: &Position, _: Ask) -> Table {
        let (left, right) = self.left_over(position);
        let mut row = first_row(right);
        let mut margins = row.clone();
        for &top in left {
            next_row(&mut row, top, right);
            margins.extend_from_slice(&row);
        }
        Table {
            columns: row.len(),
            margins,
        }
    }

    fn look_up(&self, table: &Table, position: &Position, ask: Ask) -> Value {
        let (left, right) = (position.left as usize, position.right as usize);
        let known = (right < table.columns)
            .then(|| table.margins.get(left * table.columns + right).copied())
            .flatten();
        // The margin of a position outside the table is computed anew.
        let margin = known.unwrap_or_else(|| self.margin_of(position));
        of_margin(margin, self.to_move(position), ask)
    }

    fn cost(&self, position: &Position) -> u64 {
        (u64::from(position.left) + 1) * (u64::from(position.right) + 1)
    }
}
