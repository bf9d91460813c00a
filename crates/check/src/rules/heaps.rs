//! `heaps`: heaps of stones.

use super::lines::{Lines, numbers};
use super::{Kind, Outcome, State, Step};
use crate::Player;
use std::fmt;

const MOST_HEAPS: usize = 16;
const MOST_STONES: u32 = 1_000_000;
const MOST_NUMBERS: usize = 1_000;

#[derive(Debug)]
pub(super) struct Heaps {
    sizes: Vec<u32>,
    /// Ascending; `None` is any.
    take: Option<Vec<u32>>,
    stuck: Stuck,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stuck {
    Loses,
    Wins,
    Points,
}

impl Heaps {
    pub(super) fn parse(lines: &mut Lines<'_>) -> Option<Heaps> {
        let sizes: Vec<u32> = numbers(lines.after("sizes")?, MOST_HEAPS)?;
        let heap = |codes: u128, &size: &u32| {
            let small = size <= MOST_STONES;
            small
                .then(|| codes.checked_mul(u128::from(size) + 1))
                .flatten()
        };
        sizes.iter().try_fold(2, heap)?;
        let take = match lines.after("take")? {
            "any" => None,
            text => {
                let take: Vec<u32> = numbers(text, MOST_NUMBERS)?;
                let ascends = take.windows(2).all(|two| two[0] < two[1]);
                if !ascends || take[0] == 0 || take.iter().any(|&number| number > MOST_STONES) {
                    return None;
                }
                Some(take)
            }
        };
        let stuck = match lines.after("stuck")? {
            "loses" => Stuck::Loses,
            "wins" => Stuck::Wins,
            "points" => Stuck::Points,
            _ => return None,
        };
        Some(Heaps { sizes, take, stuck })
    }

    /// The heap's size in a position, and the worth of one stone of it in the code.
    fn heap(&self, code: u128, heap: usize) -> (u32, u128) {
        let lower = self.sizes[heap + 1..].iter();
        let unit = lower.fold(2, |unit, &size| unit * (u128::from(size) + 1));
        let size = (code / unit) % (u128::from(self.sizes[heap]) + 1);
        (size as u32, unit)
    }

    /// How many stones the moves with the `k`-th number remove.
    fn removed(&self, k: u32) -> Option<u32> {
        match &self.take {
            None => k.checked_add(1),
            Some(take) => take.get(k as usize).copied(),
        }
    }

    fn turn(&self, code: u128) -> State {
        let turn = self.to_move(code);
        let least = self.removed(0).unwrap_or(1);
        if (0..self.sizes.len()).any(|heap| self.heap(code, heap).0 >= least) {
            return State::Turn(turn);
        }
        State::Over(match self.stuck {
            Stuck::Loses => Outcome::Win(turn.opponent()),
            Stuck::Wins => Outcome::Win(turn),
            Stuck::Points => Outcome::Margin(0),
        })
    }
}

impl Kind for Heaps {
    fn state(&self, code: u128) -> Option<State> {
        let (_, unit) = self.heap(code, 0);
        let within = code / unit <= u128::from(self.sizes[0]);
        within.then(|| self.turn(code))
    }

    fn to_move(&self, code: u128) -> Player {
        Player::of_parity(code as u64)
    }

    fn step(&self, code: u128, number: u32) -> Option<Step> {
        let heaps = self.sizes.len();
        let (size, unit) = self.heap(code, number as usize % heaps);
        let removed = self.removed(number / heaps as u32)?;
        if removed > size {
            return None;
        }
        let code = (code - unit * u128::from(removed)) ^ 1;
        Some(Step {
            number,
            code,
            state: self.turn(code),
            gain: if self.has_gains() { removed.into() } else { 0 },
        })
    }

    fn steps(&self, code: u128, steps: &mut Vec<Step>) {
        let heaps = self.sizes.len() as u32;
        let greatest = (0..self.sizes.len())
            .map(|heap| self.heap(code, heap).0)
            .max();
        let greatest = greatest.unwrap_or(0);
        let allowed = (0..).map_while(|k| Some((k, self.removed(k)?)));
        for (k, _) in allowed.take_while(|&(_, removed)| removed <= greatest) {
            let numbers = k * heaps..(k + 1) * heaps;
            steps.extend(numbers.filter_map(|number| self.step(code, number)));
        }
    }

    fn show(&self, code: u128) -> String {
        let heap = |heap| self.heap(code, heap).0.to_string();
        (0..self.sizes.len())
            .map(heap)
            .collect::<Vec<_>>()
            .join("/")
    }

    fn has_gains(&self) -> bool {
        self.stuck == Stuck::Points
    }
}

impl fmt::Display for Heaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} heaps of stones", self.sizes.len())
    }
}
