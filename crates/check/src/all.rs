//! The claim of all values: every position listed has the value listed with it.

use crate::claim::{WON, Worth, before, points, worth};
use crate::fault::{Fault, Reason};
use crate::listed::Listed;
use crate::play::Play;
use crate::rules::{Rules, State, Step};
use crate::value::{Ask, Outcome, Player, Value};
use std::fmt;

/// Positions and their values.
pub(crate) struct All {
    ask: Ask,
    listed: Listed,
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
    pub(crate) fn can_be_claimed(ask: Ask, rules: &dyn Rules) -> bool {
        let ends = match rules.endless() {
            None => true,
            Some(Outcome::Draw | Outcome::Margin(0)) => ask == Ask::Distance,
            Some(_) => false,
        };
        ends && (ask == Ask::Margin || !rules.has_gains())
    }

    pub(crate) fn new(ask: Ask, listed: Listed) -> Result<All, Fault> {
        let is_value = |&number: &u64| match ask {
            Ask::Winner => number < 3,
            Ask::Margin => true,
            Ask::Distance => number != 1,
        };
        match listed.numbers.iter().all(is_value) {
            true => Ok(All { ask, listed }),
            false => Err(Reason::BadNumbers.into()),
        }
    }

    /// Checks every position.
    pub(crate) fn check(&self, root: Step, play: &mut Play<'_>) -> Result<Tally, Fault> {
        let mut positions = [0; 3];
        for (&code, &number) in self.listed.codes.all().iter().zip(&self.listed.numbers) {
            let sign = play.turn(code)?.sign();
            // As the mover sees it.
            let mut best = -WON;
            for step in play.rules.steps(code) {
                play.count()?;
                let next = sign * self.known(step, code, play)?;
                best = best.max(before(next, step.gain.into(), self.ask == Ask::Distance));
            }
            let value = self.worth(number);
            if sign * best != value {
                return Err(play.fault(Reason::ValueNotKept, code));
            }
            positions[(1 - value.signum()) as usize] += 1;
        }
        let root = self.value(self.known(root, root.code, play)?);
        Ok(Tally { positions, root })
    }

    /// First's worth of a position that is over or listed, moved to from another.
    fn known(&self, to: Step, from: u128, play: &Play<'_>) -> Result<Worth, Fault> {
        if let State::Over(outcome) = to.state {
            return Ok(worth(outcome, Player::First, self.ask != Ask::Margin));
        }
        let index = self.listed.codes.find(to.code);
        let index = index.ok_or_else(|| play.fault(Reason::MissingPosition, from))?;
        Ok(self.worth(self.listed.numbers[index]))
    }

    /// First's worth that a number stands for.
    fn worth(&self, number: u64) -> Worth {
        match (self.ask, number) {
            (Ask::Winner | Ask::Margin, 0) => WON,
            (Ask::Winner, 1) | (Ask::Distance, 0) => 0,
            (Ask::Winner, _) | (Ask::Margin, 1) => -WON,
            (Ask::Margin, _) => points(number - 2),
            (Ask::Distance, _) => {
                let won = WON - Worth::from(number / 2);
                if number.is_multiple_of(2) { won } else { -won }
            }
        }
    }

    /// A worth as an answer.
    fn value(&self, worth: Worth) -> Value {
        let winner = Player::of_parity((worth < 0).into());
        match (self.ask, worth.abs()) {
            (Ask::Winner | Ask::Distance, 0) => Value::Draw,
            (Ask::Winner, _) | (Ask::Margin, WON) => Value::Win(winner),
            // Both are numbers of 64 bits.
            (Ask::Margin, _) => Value::Points(worth as i64),
            (Ask::Distance, won) => Value::Within(winner, (WON - won) as u64),
        }
    }
}
