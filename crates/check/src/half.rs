//! The check of one half: that the positions listed keep what they promise.

use crate::Player;
use crate::claim::{Claim, Goal, WON, Worth, plus};
use crate::codes::Codes;
use crate::fault::{Fault, Reason};
use crate::rules::{Rules, State, Step};

/// The positions that prove a claim.
#[derive(Debug)]
pub(crate) struct Half {
    pub(crate) claim: Claim,
    pub(crate) codes: Codes,
    /// The claimant's move at each.
    pub(crate) moves: Vec<u64>,
    /// Empty where the half has none.
    pub(crate) ranks: Vec<u64>,
    /// As they stand in the file; empty where the game has no gains.
    pub(crate) bounds: Vec<u64>,
}

/// The worth that a bound stands for.
fn bound(number: u64) -> Worth {
    match number.checked_sub(1) {
        None => WON,
        Some(zigzag) => points(zigzag),
    }
}

/// Points `b` from `2b`, or from `-2b - 1`.
pub(crate) fn points(zigzag: u64) -> Worth {
    Worth::from((zigzag >> 1) as i64 ^ -((zigzag & 1) as i64))
}

/// What a position promises the claimant.
#[derive(Clone, Copy, Debug)]
struct Promise {
    worth: Worth,
    rank: u64,
}

/// The rank of what is never lost, in a claim of delay.
const NEVER: u64 = u64::MAX;

/// One half while it is checked.
struct Check<'a> {
    half: &'a Half,
    rules: &'a Rules,
    threshold: Worth,
    delay: bool,
    /// Moves that may still be looked at.
    left: &'a mut u64,
    /// Scratch space: the moves of an opponent's position that is not listed.
    replies: Vec<Step>,
}

/// Who moves in a listed position.
pub(crate) fn turn(rules: &Rules, code: u128) -> Result<Player, Fault> {
    match rules.state(code) {
        Some(State::Turn(mover)) => Ok(mover),
        Some(State::Over(_)) => Err(Fault::at(Reason::GameIsOver, rules.show(code))),
        None => Err(Fault::at(Reason::NotAPosition, code.to_string())),
    }
}

/// Counts moves that are looked at.
pub(crate) fn count(left: &mut u64, moves: usize) -> Result<(), Fault> {
    *left = left
        .checked_sub(moves as u64)
        .ok_or(Fault::Limit("moves"))?;
    Ok(())
}

impl Half {
    /// Checks every position and the claim about the root. `left` counts the moves looked at down.
    pub(crate) fn check(&self, rules: &Rules, root: u128, left: &mut u64) -> Result<(), Fault> {
        let goal = self.claim.goal();
        let threshold = match goal {
            Goal::Reach(threshold, _) => threshold,
            Goal::Delay(_) => 0,
        };
        let mut check = Check {
            half: self,
            rules,
            threshold,
            delay: matches!(goal, Goal::Delay(_)),
            left,
            replies: Vec::new(),
        };
        let mut steps = Vec::new();
        for (index, &code) in self.codes.all().iter().enumerate() {
            check.position(index, code, &mut steps)?;
        }
        check.root(root, goal)
    }
}

impl Check<'_> {
    fn rejected(&self, reason: Reason, code: u128) -> Fault {
        Fault::at(reason, self.rules.show(code))
    }

    /// What a listed position promises.
    fn listed(&self, index: usize) -> Promise {
        Promise {
            worth: self
                .half
                .bounds
                .get(index)
                .map_or(self.threshold, |&number| bound(number)),
            rank: self.half.ranks.get(index).copied().unwrap_or(0),
        }
    }

    /// Checks a listed position.
    fn position(&mut self, index: usize, code: u128, steps: &mut Vec<Step>) -> Result<(), Fault> {
        let half = self.half;
        // The lists are as long as each other: that is how they were read.
        let number = half.moves.get(index).copied().unwrap_or(u64::MAX);
        let mover = turn(self.rules, code)?;
        let here = self.listed(index);
        if mover == half.claim.claimant {
            // No rules have moves beyond 32 bits.
            let step = u32::try_from(number)
                .ok()
                .and_then(|number| self.rules.step(code, number));
            let step = step.ok_or_else(|| self.rejected(Reason::IllegalMove, code))?;
            count(self.left, 1)?;
            return self.keeps(code, here, mover, &step);
        }
        if number != 0 {
            return Err(self.rejected(Reason::IllegalMove, code));
        }
        self.rules.steps(code, steps);
        count(self.left, steps.len())?;
        for step in steps.iter() {
            self.keeps(code, here, mover, step)?;
        }
        Ok(())
    }

    /// Checks that a move from a position keeps what the position promises.
    fn keeps(
        &mut self,
        code: u128,
        here: Promise,
        mover: Player,
        step: &Step,
    ) -> Result<(), Fault> {
        let next = self.promise(step.code, step.state)?;
        let next = next.ok_or_else(|| self.rejected(Reason::MissingPosition, code))?;
        if self.delay {
            // Here one more ply can be held out than there, and no more.
            if here.rank > next.rank.saturating_add(1) {
                return Err(self.rejected(Reason::RankNotKept, code));
            }
            return Ok(());
        }
        if self.after(next.worth, mover, step.gain) < here.worth {
            let reason = if self.half.bounds.is_empty() {
                Reason::EndingFallsShort
            } else {
                Reason::BoundNotKept
            };
            return Err(self.rejected(reason, code));
        }
        if !self.half.ranks.is_empty() && next.rank >= here.rank {
            return Err(self.rejected(Reason::RankNotKept, code));
        }
        Ok(())
    }

    /// The worth of a move that gains its mover points.
    fn after(&self, worth: Worth, mover: Player, gain: i64) -> Worth {
        if mover == self.half.claim.claimant {
            plus(worth, gain)
        } else {
            // The gains of declared rules are within 64 bits, and so are their negatives but one,
            // which the rules refuse.
            plus(worth, -gain)
        }
    }

    /// What a position promises; `None` where it promises nothing.
    fn promise(&mut self, code: u128, state: State) -> Result<Option<Promise>, Fault> {
        if let Some(promise) = self.known(code, state) {
            return Ok(Some(promise));
        }
        if state != State::Turn(self.half.claim.claimant.opponent()) {
            return Ok(self.nothing());
        }
        let mover = self.half.claim.claimant.opponent();
        let mut replies = std::mem::take(&mut self.replies);
        self.rules.steps(code, &mut replies);
        let counted = count(self.left, replies.len());
        let mut least: Option<Promise> = None;
        let mut complete = true;
        for step in &replies {
            let Some(next) = self.known(step.code, step.state).or(self.nothing()) else {
                complete = false;
                break;
            };
            let worth = self.after(next.worth, mover, step.gain);
            least = Some(match least {
                None => Promise { worth, ..next },
                Some(least) => Promise {
                    worth: least.worth.min(worth),
                    rank: if self.delay {
                        least.rank.min(next.rank)
                    } else {
                        least.rank.max(next.rank)
                    },
                },
            });
        }
        self.replies = replies;
        counted?;
        Ok(least.filter(|_| complete).map(|least| Promise {
            rank: least.rank.saturating_add(1),
            ..least
        }))
    }

    /// What a position promises that is over or listed.
    fn known(&self, code: u128, state: State) -> Option<Promise> {
        match state {
            State::Over(outcome) => {
                let worth = self.half.claim.worth(outcome);
                Some(Promise {
                    worth,
                    rank: if self.delay && worth >= 0 { NEVER } else { 0 },
                })
            }
            State::Turn(_) => self.half.codes.find(code).map(|index| self.listed(index)),
        }
    }

    /// What is promised where nothing is known: in a claim of delay, that the game is not over yet.
    fn nothing(&self) -> Option<Promise> {
        self.delay.then_some(Promise { worth: 0, rank: 0 })
    }

    /// Checks the claim about the root.
    fn root(&mut self, root: u128, goal: Goal) -> Result<(), Fault> {
        let Some(state) = self.rules.state(root) else {
            return Err(Reason::BadRoot.into());
        };
        if self.threshold == -WON {
            return Ok(());
        }
        let promise = self.promise(root, state)?;
        let promise = promise.ok_or_else(|| self.rejected(Reason::MissingPosition, root))?;
        let kept = match goal {
            Goal::Delay(plies) => promise.rank >= plies,
            Goal::Reach(threshold, plies) => {
                promise.worth >= threshold && plies.is_none_or(|plies| promise.rank <= plies)
            }
        };
        if kept {
            Ok(())
        } else {
            Err(self.rejected(Reason::ClaimNotKept, root))
        }
    }
}
