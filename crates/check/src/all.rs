//! The claim of all values: every position listed has the value listed with it.

use crate::claim::{Ask, Claim, Player, Value, WON, Worth, plus};
use crate::codes::Codes;
use crate::fault::{Fault, Reason};
use crate::half::{count, points, turn};
use crate::rules::{Outcome, Rules, State};
use std::cmp::Ordering;
use std::fmt;

/// Positions and their values.
#[derive(Debug)]
pub(crate) struct All {
    ask: Ask,
    codes: Codes,
    /// As they stand in the file.
    values: Vec<u64>,
}

/// What a claim of all values comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// How many positions First wins, how many nobody, how many Second. (By points too.)
    pub positions: [u64; 3],
    /// The value of the root.
    pub root: Value,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, draw, second] = self.positions;
        let all = first + draw + second;
        write!(f, "the values of all {all} positions listed: ")?;
        write!(f, "first {first}, draw {draw}, second {second}")
    }
}

impl All {
    /// Whether values that agree with those of the next positions are proven by that. With gains, the
    /// sign of a sum is not the sum of signs. Where play may cycle, numbers of plies tell a win that
    /// comes about from one that does not; and what is nobody's win may go on for ever.
    pub(crate) fn can_be_claimed(ask: Ask, rules: &Rules) -> bool {
        let ends = match rules.endless() {
            None => true,
            Some(endless) => {
                ask == Ask::Distance && matches!(endless, Outcome::Draw | Outcome::Margin(0))
            }
        };
        ends && (ask == Ask::Margin || !rules.has_gains())
    }

    pub(crate) fn new(ask: Ask, codes: Codes, values: Vec<u64>) -> Result<All, Fault> {
        let all = All { ask, codes, values };
        let is_value = |&number: &u64| match ask {
            Ask::Winner => number < 3,
            Ask::Margin => true,
            Ask::Distance => number != 1,
        };
        match all.values.iter().all(is_value) {
            true => Ok(all),
            false => Err(Reason::BadNumbers.into()),
        }
    }

    /// First's worth that a number stands for. Of a win in `n` plies, that is `n` less than [`WON`].
    fn worth(&self, number: u64) -> Worth {
        match (self.ask, number) {
            (Ask::Winner, 0) | (Ask::Margin, 0) => WON,
            (Ask::Winner, 1) | (Ask::Distance, 0) => 0,
            (Ask::Winner, _) | (Ask::Margin, 1) => -WON,
            (Ask::Margin, _) => points(number - 2),
            (Ask::Distance, _) => {
                let won = WON - Worth::from(number / 2);
                if number.is_multiple_of(2) { won } else { -won }
            }
        }
    }

    /// First's worth of an outcome.
    fn of_outcome(&self, outcome: Outcome) -> Worth {
        let claimant = Player::First;
        let worth = Claim {
            claimant,
            ask: self.ask,
            value: Value::Draw,
        }
        .worth(outcome);
        match self.ask {
            Ask::Margin => worth,
            _ => worth.signum() * WON,
        }
    }

    /// The worth of a position moved to from another.
    fn known(&self, rules: &Rules, from: u128, code: u128, state: State) -> Result<Worth, Fault> {
        if let State::Over(outcome) = state {
            return Ok(self.of_outcome(outcome));
        }
        let value = self
            .codes
            .find(code)
            .and_then(|index| self.values.get(index));
        let missing = || Fault::at(Reason::MissingPosition, rules.show(from));
        value.map(|&number| self.worth(number)).ok_or_else(missing)
    }

    /// Checks every position. `left` counts the moves looked at down.
    pub(crate) fn check(&self, rules: &Rules, root: u128, left: &mut u64) -> Result<Tally, Fault> {
        let mut positions = [0; 3];
        let mut steps = Vec::new();
        for (&code, &number) in self.codes.all().iter().zip(&self.values) {
            let mover = turn(rules, code)?;
            rules.steps(code, &mut steps);
            count(left, steps.len())?;
            let mut best: Option<Worth> = None;
            for step in &steps {
                let next = self.known(rules, code, step.code, step.state)?;
                // Gains are within 64 bits, and so are their negatives but one, which rules refuse.
                best = Some(match (mover, best) {
                    (Player::First, best) => plus(next, step.gain).max(best.unwrap_or(-WON)),
                    (Player::Second, best) => plus(next, -step.gain).min(best.unwrap_or(WON)),
                });
            }
            let mut best = best.ok_or(Reason::GameIsOver)?;
            if self.ask == Ask::Distance {
                best -= best.signum();
            }
            if best != self.worth(number) {
                return Err(Fault::at(Reason::ValueNotKept, rules.show(code)));
            }
            positions[match best.cmp(&0) {
                Ordering::Greater => 0,
                Ordering::Equal => 1,
                Ordering::Less => 2,
            }] += 1;
        }
        let state = rules.state(root).ok_or(Reason::BadRoot)?;
        let root = self.value(self.known(rules, root, root, state)?);
        Ok(Tally { positions, root })
    }

    /// A worth as an answer.
    fn value(&self, worth: Worth) -> Value {
        let winner = if worth > 0 {
            Player::First
        } else {
            Player::Second
        };
        match (self.ask, worth.abs()) {
            (Ask::Winner | Ask::Distance, 0) => Value::Draw,
            (Ask::Winner, _) | (Ask::Margin, WON) => Value::Win(winner),
            // Both are sums of numbers of 64 bits.
            (Ask::Margin, _) => Value::Points(worth as i64),
            (Ask::Distance, won) => Value::Within(winner, (WON - won) as u64),
        }
    }
}
