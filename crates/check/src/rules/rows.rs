//! `row` and `stacks`: numbers taken from the ends of a row, or from the tops of two stacks.

use super::lines::{Lines, integers};
use super::{Outcome, State, Step};
use crate::Player;
use std::fmt;

const MOST: usize = 65_536;

/// Whose turn it is, if anything is left to take.
fn turn(left: u64, taken: u64) -> State {
    match left {
        0 => State::Over(Outcome::Margin(0)),
        _ => State::Turn(Player::of_parity(taken)),
    }
}

/// Take from either end.
#[derive(Debug)]
pub(super) struct Row(Vec<i64>);

impl Row {
    pub(super) fn parse(lines: &mut Lines<'_>) -> Option<Row> {
        integers(lines.after("numbers")?, MOST).map(Row)
    }

    /// What is left, from and up to.
    fn ends(&self, code: u128) -> (u64, u64) {
        let size = self.0.len() as u64 + 1;
        // Codes of positions are below 2^33.
        (code as u64 / size, code as u64 % size)
    }

    pub(super) fn to_move(&self, code: u128) -> Player {
        let (from, to) = self.ends(code);
        Player::of_parity(self.0.len() as u64 - (to - from))
    }

    pub(super) fn state(&self, code: u128) -> Option<State> {
        let all = self.0.len() as u64;
        if code > u128::from(u64::MAX) {
            return None;
        }
        let (from, to) = self.ends(code);
        let is_position = from < to || code == 0;
        is_position.then(|| turn(to - from, all - (to - from)))
    }

    pub(super) fn step(&self, code: u128, number: u32) -> Option<Step> {
        let (from, to) = self.ends(code);
        let (gain, from, to) = match number {
            0 => (self.0[from as usize], from + 1, to),
            1 if to - from > 1 => (self.0[to as usize - 1], from, to - 1),
            _ => return None,
        };
        let all = self.0.len() as u64;
        let code = if from == to { 0 } else { from * (all + 1) + to };
        Some(Step {
            number,
            code: code.into(),
            state: turn(to - from, all - (to - from)),
            gain,
        })
    }

    pub(super) fn steps(&self, code: u128, steps: &mut Vec<Step>) {
        steps.extend((0..2).filter_map(|number| self.step(code, number)));
    }

    pub(super) fn show(&self, code: u128) -> String {
        let (from, to) = self.ends(code);
        if from == to {
            "nothing left".to_owned()
        } else {
            format!("{}-{}", from + 1, to)
        }
    }

    pub(super) fn has_gains(&self) -> bool {
        true
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "take from either end of {} numbers", self.0.len())
    }
}

/// Take from the top.
#[derive(Debug)]
pub(super) struct Stacks {
    /// From the bottom.
    left: Vec<i64>,
    right: Vec<i64>,
}

impl Stacks {
    pub(super) fn parse(lines: &mut Lines<'_>) -> Option<Stacks> {
        let mut stack = |word: &str| match lines.line()?.strip_prefix(word)? {
            "" => Some(Vec::new()),
            numbers => integers(numbers.strip_prefix(' ')?, MOST),
        };
        Some(Stacks {
            left: stack("left")?,
            right: stack("right")?,
        })
    }

    fn sizes(&self, code: u128) -> (u64, u64) {
        let size = self.right.len() as u64 + 1;
        // Codes of positions are below 2^33.
        (code as u64 / size, code as u64 % size)
    }

    fn turn(&self, left: u64, right: u64) -> State {
        let all = (self.left.len() + self.right.len()) as u64;
        turn(left + right, all - left - right)
    }

    pub(super) fn to_move(&self, code: u128) -> Player {
        let (left, right) = self.sizes(code);
        Player::of_parity((self.left.len() + self.right.len()) as u64 - left - right)
    }

    pub(super) fn state(&self, code: u128) -> Option<State> {
        let positions = (self.left.len() as u128 + 1) * (self.right.len() as u128 + 1);
        let (left, right) = self.sizes(code);
        (code < positions).then(|| self.turn(left, right))
    }

    pub(super) fn step(&self, code: u128, number: u32) -> Option<Step> {
        let (left, right) = self.sizes(code);
        let (gain, left, right) = match number {
            0 if left > 0 => (self.left[left as usize - 1], left - 1, right),
            1 if right > 0 => (self.right[right as usize - 1], left, right - 1),
            _ => return None,
        };
        Some(Step {
            number,
            code: (left * (self.right.len() as u64 + 1) + right).into(),
            state: self.turn(left, right),
            gain,
        })
    }

    pub(super) fn steps(&self, code: u128, steps: &mut Vec<Step>) {
        steps.extend((0..2).filter_map(|number| self.step(code, number)));
    }

    pub(super) fn show(&self, code: u128) -> String {
        let (left, right) = self.sizes(code);
        format!("{left}/{right}")
    }

    pub(super) fn has_gains(&self) -> bool {
        true
    }
}

impl fmt::Display for Stacks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (left, right) = (self.left.len(), self.right.len());
        write!(f, "take from stacks of {left} and {right} numbers")
    }
}
