//! `walk`: one piece on a grid of points.

use super::{Rules, State, Step};
use crate::text::{Counted, Lines, number, numbers, points};
use crate::value::{Outcome, Player};

const MOST_CELLS: usize = 1 << 24;
const MOST_STEPS: usize = 255;

struct Walk {
    rows: usize,
    cols: usize,
    /// The steps, as rows down and columns to the right.
    steps: Vec<(usize, usize)>,
    /// The points of the cells, row by row.
    points: Vec<i64>,
}

pub(super) fn parse(lines: &mut Lines<'_>) -> Option<Box<dyn Rules>> {
    let pair = |text| {
        let two = numbers(text, 2..=2, number::<u32>)?;
        Some((two[0] as usize, two[1] as usize))
    };
    let (rows, cols) = pair(lines.after("grid")?)?;
    let may_be = |cells: &usize| (1..=MOST_CELLS).contains(cells);
    rows.checked_mul(cols).filter(may_be)?;
    let mut steps = Vec::new();
    while let Some(text) = lines.after_if("step")? {
        steps.push(pair(text).filter(|&step| step != (0, 0))?);
        if steps.len() > MOST_STEPS {
            return None;
        }
    }
    steps.first()?;
    let mut all = Vec::new();
    for row in 1..=rows {
        let text = lines.after("row")?;
        if text.bytes().all(|sign| matches!(sign, b'+' | b'-')) {
            all.extend(text.bytes().map(|sign| if sign == b'+' { 1 } else { -1 }));
        } else {
            all.extend(numbers(text, cols..=cols, points)?);
        }
        if all.len() != row * cols {
            return None;
        }
    }
    Some(Box::new(Walk {
        rows,
        cols,
        steps,
        points: all,
    }))
}

impl Walk {
    /// Returns the row and the column of the piece.
    fn place(&self, code: u128) -> (usize, usize) {
        // Codes of positions are below 2^25.
        let cell = (code / 2) as usize;
        (cell / self.cols, cell % self.cols)
    }

    /// Returns the cell after a step.
    fn next(&self, code: u128, step: usize) -> Option<usize> {
        let &(down, right) = self.steps.get(step)?;
        let (row, col) = self.place(code);
        let (row, col) = (row.saturating_add(down), col.saturating_add(right));
        (row < self.rows && col < self.cols).then_some(row * self.cols + col)
    }
}

impl Rules for Walk {
    fn state(&self, code: u128) -> Option<State> {
        if code >= 2 * self.points.len() as u128 {
            return None;
        }
        let goes_on = (0..self.steps.len()).any(|step| self.next(code, step).is_some());
        Some(match goes_on {
            true => State::Turn(self.to_move(code)),
            false => State::Over(Outcome::Margin(0)),
        })
    }

    fn to_move(&self, code: u128) -> Player {
        Player::of_parity(code)
    }

    fn most_moves(&self, _code: u128) -> u32 {
        self.steps.len() as u32
    }

    fn step(&self, code: u128, number: u32) -> Option<Step> {
        let cell = self.next(code, number as usize)?;
        let code = 2 * cell as u128 + (code + 1) % 2;
        let (state, gain) = (self.state(code)?, self.points[cell]);
        Some(Step { code, state, gain })
    }

    fn show(&self, code: u128) -> String {
        let (row, col) = self.place(code);
        format!("{},{}", row + 1, col + 1)
    }

    fn words(&self) -> String {
        let Walk { rows, cols, .. } = self;
        format!(
            "walk on a grid of {}, {}",
            Counted(rows, "row"),
            Counted(cols, "column")
        )
    }

    fn has_gains(&self) -> bool {
        true
    }
}
