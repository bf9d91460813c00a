//! The check of one half: that the listed positions keep their guarantees.

use crate::claim::{Claim, WON, Worth, before, points, worth};
use crate::fault::{Fault, Reason};
use crate::listed::Listed;
use crate::play::Play;
use crate::rules::{State, Step};
use crate::value::Player;

/// The positions that prove a claim.
pub(crate) struct Half {
    claim: Claim,
    listed: Listed,
    threshold: Worth,
    /// Whether ranks have to fall, so that play ends. In a claim of plies, ranks are worths instead.
    ranks_fall: bool,
}

/// The guarantee of a position to the claimant.
#[derive(Clone, Copy)]
struct Promise {
    worth: Worth,
    /// If ranks have to fall, the number that the ranks of earlier positions have to exceed.
    rank: u128,
}

impl Half {
    pub(crate) fn new(claim: Claim, listed: Listed) -> Half {
        Half {
            claim,
            threshold: claim.threshold(),
            ranks_fall: !claim.counts_plies() && !listed.ranks.is_empty(),
            listed,
        }
    }

    /// Checks every position and the claim about the root. Returns what it proves.
    pub(crate) fn check(&self, root: Step, play: &mut Play<'_>) -> Result<(Claim, u64), Fault> {
        let codes = self.listed.codes.all();
        for (index, (&code, &number)) in codes.iter().zip(&self.listed.numbers).enumerate() {
            let mover = play.turn(code)?;
            if mover == self.claim.claimant {
                // No rules have move numbers beyond 32 bits.
                let number = u32::try_from(number).ok();
                let step = number.and_then(|number| play.rules.step(code, number));
                let step = step.ok_or_else(|| play.fault(Reason::IllegalMove, code))?;
                self.keep(index, step, play)?;
            } else if number == 0 {
                for step in play.rules.steps(code) {
                    self.keep(index, step, play)?;
                }
            } else {
                return Err(play.fault(Reason::IllegalMove, code));
            }
        }
        // A claim that nothing can contradict needs nothing of the root.
        if self.threshold > -WON && self.promise(root, root.code, play)?.worth < self.threshold {
            return Err(play.fault(Reason::ClaimNotKept, root.code));
        }
        Ok((self.claim, codes.len() as u64))
    }

    /// Checks that a move from a listed position keeps the guarantee of the position.
    fn keep(&self, index: usize, step: Step, play: &mut Play<'_>) -> Result<(), Fault> {
        let (code, here) = (self.listed.codes.all()[index], self.of_listed(index));
        play.count()?;
        let next = self.promise(step, code, play)?;
        let next = self.before(next, play.rules.to_move(code), step.gain);
        if next.worth < here.worth {
            let same_result = next.worth.signum() == here.worth.signum();
            let reason = if play.rules.has_gains() {
                Reason::BoundNotKept
            } else if self.claim.counts_plies() && same_result {
                Reason::RankNotKept
            } else {
                Reason::EndingFallsShort
            };
            return Err(play.fault(reason, code));
        }
        if self.ranks_fall && next.rank > here.rank {
            return Err(play.fault(Reason::RankNotKept, code));
        }
        Ok(())
    }

    /// Returns the guarantee of the position after a move from another: its own, or if the opponent is to
    /// move, that of the worst reply.
    fn promise(&self, to: Step, from: u128, play: &mut Play<'_>) -> Result<Promise, Fault> {
        let opponent = self.claim.claimant.opponent();
        let rules = play.rules;
        let missing = || Fault::at(Reason::MissingPosition, rules.show(from));
        let mut worst = self.known(to);
        if worst.is_some() || to.state != State::Turn(opponent) {
            return worst.or(self.unknown()).ok_or_else(missing);
        }
        for step in rules.steps(to.code) {
            play.count()?;
            let next = self.known(step).or(self.unknown());
            let next = next.ok_or_else(missing)?;
            let next = self.before(next, opponent, step.gain);
            worst = Some(worst.map_or(next, |worst| Promise {
                worth: worst.worth.min(next.worth),
                rank: worst.rank.max(next.rank),
            }));
        }
        worst.ok_or_else(missing)
    }

    /// Returns the guarantee of a position that is over or listed.
    fn known(&self, at: Step) -> Option<Promise> {
        match at.state {
            State::Over(outcome) => Some(Promise {
                worth: worth(outcome, self.claim.claimant, self.claim.counts_plies()),
                rank: 0,
            }),
            State::Turn(_) => Some(self.of_listed(self.listed.codes.find(at.code)?)),
        }
    }

    /// Returns the guarantee of a listed position.
    fn of_listed(&self, index: usize) -> Promise {
        let rank = self.listed.ranks.get(index).copied().unwrap_or(0);
        let worth = match self.listed.bounds.get(index) {
            _ if self.claim.counts_plies() => self.threshold.signum() * (WON - Worth::from(rank)),
            None => self.threshold,
            Some(0) => WON,
            Some(bound) => points(bound - 1),
        };
        let rank = rank.into();
        Promise { worth, rank }
    }

    /// Returns the guarantee of an unknown position: in a claim of delay, that the game is not over yet.
    fn unknown(&self) -> Option<Promise> {
        let (worth, rank) = (-WON, 0);
        let is_delay = self.claim.counts_plies() && self.threshold < 0;
        is_delay.then_some(Promise { worth, rank })
    }

    /// Returns a guarantee as it is one move earlier.
    fn before(&self, next: Promise, mover: Player, gain: i64) -> Promise {
        let points = mover.sign() * self.claim.claimant.sign() * Worth::from(gain);
        Promise {
            worth: before(next.worth, points, self.claim.counts_plies()),
            rank: next.rank + 1,
        }
    }
}
