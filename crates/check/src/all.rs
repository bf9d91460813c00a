//! Claims of values: every listed position has the value listed with it. The positions are all, or those that
//! arise while a player has made no mistake.

use crate::claim::{WON, Worth, before, points, worth};
use crate::held::{Held, Values};
use crate::text::Counted;

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
    /// Whether positions are left out that arise only when both players have made a mistake.
    semi_strong: bool,
}

/// The summary of a claim of all values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The numbers of positions that First wins, that nobody wins and that Second wins. (By points too.)
    pub positions: [u64; 3],
    /// The value of the root.
    pub root: Value,
    /// Whether the positions are those in which a player has made no mistake. Then each value is one that a
    /// player can be sure of, and the root's is exact, because both can.
    pub semi_strong: bool,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, draw, second] = self.positions;
        let all = Counted(first + draw + second, "position");
        match self.semi_strong {
            false => write!(f, "the values of all {all} listed: ")?,
            true => write!(f, "what a player can be sure of in {all}: ")?,
        }
        write!(f, "first {first}, draw {draw}, second {second}")
    }
}

impl All {
    /// Returns whether values that agree with those of the next positions are thereby proven. With gains, they are so
    /// only under `margin`, because the sign of a sum is not the sum of signs. If play may cycle, they are so only
    /// under `distance` and if endless play is a draw: numbers of plies distinguish a win that arrives from one that
    /// does not, and a draw may go on for ever.
    pub(crate) fn can_be_claimed(ask: Ask, rules: &dyn Rules, semi_strong: bool) -> bool {
        let ends = match rules.endless() {
            None => true,
            Some(Outcome::Draw | Outcome::Margin(0)) => ask == Ask::Distance && !semi_strong,
            Some(_) => false,
        };
        ends && (ask == Ask::Margin || !rules.has_gains())
    }

    pub(crate) fn new(ask: Ask, listed: Listed, semi_strong: bool) -> Result<All, Fault> {
        let is_value = |&number: &u64| match ask {
            Ask::Winner => number < 3,
            Ask::Margin => true,
            Ask::Distance => number != 1,
        };
        match listed.numbers.iter().all(is_value) {
            true => Ok(All {
                ask,
                listed,
                semi_strong,
            }),
            false => Err(Reason::BadNumbers.into()),
        }
    }

    /// Checks every position.
    pub(crate) fn check(&self, root: Step, play: &mut Play<'_>) -> Result<Tally, Fault> {
        let mut positions = [0; 3];
        let listed = self.listed.codes.all().iter().zip(&self.listed.numbers);
        for (&code, &number) in listed {
            let mover = play.turn(code)?;
            // The best value, as the mover sees it.
            let mut best = None;
            for step in play.rules.steps(code) {
                play.count()?;
                match self.moved(step, mover) {
                    Some(moved) => best = best.max(Some(moved)),
                    None if !self.semi_strong => {
                        return Err(play.fault(Reason::MissingPosition, code));
                    }
                    None => {}
                }
            }
            let value = self.worth(number);
            if best != Some(mover.sign() * value) {
                return Err(play.fault(Reason::ValueNotKept, code));
            }
            positions[(1 - value.signum()) as usize] += 1;
        }
        let Some(worth) = self.known(root) else {
            return Err(play.fault(Reason::MissingPosition, root.code));
        };
        if self.semi_strong {
            self.is_held(root, play)?;
        }

        Ok(Tally {
            positions,
            root: self.answer(worth),
            semi_strong: self.semi_strong,
        })
    }

    /// Checks that a player can be sure of each value, and that both can be sure of the root's.
    fn is_held(&self, root: Step, play: &mut Play<'_>) -> Result<(), Fault> {
        let codes = self.listed.codes.all();
        let held = Held::find(self, codes.len(), play)?;
        let players = [Player::First, Player::Second];
        for (index, &code) in codes.iter().enumerate() {
            if !players.into_iter().any(|player| held.by(index, player)) {
                return Err(play.fault(Reason::NobodySure, code));
            }
        }
        let both = |index| players.into_iter().all(|player| held.by(index, player));
        match self.listed.codes.find(root.code) {
            Some(index) if !both(index) => Err(play.fault(Reason::ClaimNotKept, root.code)),
            _ => Ok(()),
        }
    }

    /// Returns First's worth of a position that is over or listed.
    fn known(&self, to: Step) -> Option<Worth> {
        if let State::Over(outcome) = to.state {
            return Some(worth(outcome, Player::First, self.ask != Ask::Margin));
        }
        let index = self.listed.codes.find(to.code)?;
        Some(self.worth(self.listed.numbers[index]))
    }

    /// Returns First's worth for the number of a value.
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

    /// Returns a worth as an answer.
    fn answer(&self, worth: Worth) -> Value {
        let winner = Player::of_parity((worth < 0).into());
        match (self.ask, worth.abs()) {
            (Ask::Winner | Ask::Distance, 0) => Value::Draw,
            (Ask::Winner, _) | (Ask::Margin, WON) => Value::Win(winner),
            // Both numbers fit 64 bits.
            (Ask::Margin, _) => Value::Points(worth as i64),
            (Ask::Distance, won) => Value::Within(winner, (WON - won) as u64),
        }
    }
}

impl Values for All {
    fn find(&self, code: u128) -> Option<usize> {
        self.listed.codes.find(code)
    }

    fn code(&self, index: usize) -> u128 {
        self.listed.codes.all()[index]
    }

    fn moved(&self, step: Step, mover: Player) -> Option<Worth> {
        let next = mover.sign() * self.known(step)?;
        Some(before(next, step.gain.into(), self.ask == Ask::Distance))
    }

    fn value(&self, index: usize, mover: Player) -> Worth {
        mover.sign() * self.worth(self.listed.numbers[index])
    }
}
