//! `walk`: one piece on a grid of points.

use super::lines::{Lines, integers, numbers};
use super::{Kind, Outcome, State, Step};
use crate::Player;
use std::fmt;

const MOST_CELLS: usize = 1 << 24;
const MOST_STEPS: usize = 255;

#[derive(Debug)]
pub(super) struct Walk {
    rows: u32,
    cols: u32,
    /// Down and right.
    steps: Vec<(u32, u32)>,
    /// Row after row.
    points: Vec<i64>,
}

impl Walk {
    pub(super) fn parse(lines: &mut Lines<'_>) -> Option<Walk> {
        let size: Vec<u32> = numbers(lines.after("grid")?, 2)?;
        let &[rows, cols] = size.as_slice() else {
            return None;
        };
        let cells = (rows as usize).checked_mul(cols as usize)?;
        if !(1..=MOST_CELLS).contains(&cells) {
            return None;
        }
        let mut steps = Vec::new();
        while let Some(text) = lines.after_if("step") {
            let step: Vec<u32> = numbers(text, 2)?;
            let &[down, right] = step.as_slice() else {
                return None;
            };
            if (down, right) == (0, 0) || steps.len() == MOST_STEPS {
                return None;
            }
            steps.push((down, right));
        }
        if steps.is_empty() {
            return None;
        }
        let mut points = Vec::new();
        for row in 1..=rows as usize {
            let text = lines.after("row")?;
            if text.bytes().all(|sign| matches!(sign, b'+' | b'-')) {
                points.extend(text.bytes().map(|sign| if sign == b'+' { 1 } else { -1 }));
            } else {
                points.extend(integers(text, cols as usize)?);
            }
            if points.len() != row * cols as usize {
                return None;
            }
        }
        Some(Walk {
            rows,
            cols,
            steps,
            points,
        })
    }

    fn place(&self, code: u128) -> (u32, u32, Player) {
        // Codes of positions are below 2^25.
        let cell = (code / 2) as u32;
        let turn = Player::of_parity(code as u64);
        (cell / self.cols, cell % self.cols, turn)
    }

    fn turn(&self, row: u32, col: u32, turn: Player) -> State {
        let moves = (0..self.steps.len()).any(|index| self.next(row, col, index).is_some());
        if moves {
            State::Turn(turn)
        } else {
            State::Over(Outcome::Margin(0))
        }
    }

    fn next(&self, row: u32, col: u32, step: usize) -> Option<(u32, u32)> {
        let &(down, right) = self.steps.get(step)?;
        let (row, col) = (row.checked_add(down)?, col.checked_add(right)?);
        (row < self.rows && col < self.cols).then_some((row, col))
    }
}

impl Kind for Walk {
    fn state(&self, code: u128) -> Option<State> {
        if code >= 2 * self.points.len() as u128 {
            return None;
        }
        let (row, col, turn) = self.place(code);
        Some(self.turn(row, col, turn))
    }

    fn to_move(&self, code: u128) -> Player {
        self.place(code).2
    }

    fn step(&self, code: u128, number: u32) -> Option<Step> {
        let (row, col, turn) = self.place(code);
        let (row, col) = self.next(row, col, number as usize)?;
        let cell = row as usize * self.cols as usize + col as usize;
        let turn = turn.opponent();
        Some(Step {
            number,
            code: 2 * cell as u128 + u128::from(turn == Player::Second),
            state: self.turn(row, col, turn),
            gain: self.points[cell],
        })
    }

    fn steps(&self, code: u128, steps: &mut Vec<Step>) {
        steps.extend((0..self.steps.len() as u32).filter_map(|number| self.step(code, number)));
    }

    fn show(&self, code: u128) -> String {
        let (row, col, _) = self.place(code);
        format!("{},{}", row + 1, col + 1)
    }

    fn has_gains(&self) -> bool {
        true
    }
}

impl fmt::Display for Walk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "walk on a grid of {} rows, {} columns",
            self.rows, self.cols
        )
    }
}
