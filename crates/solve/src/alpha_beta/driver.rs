//! The choice of the null windows to search.

use yomikiri_core::Player;

/// Single steps outward before the driver halves.
const OUTWARD: u32 = 5;

/// If more winning scores than this are possible, one for each number of plies, a win may be very quick, so the
/// driver asks about that first. (With fewer it makes no difference: within 3 % of the nodes on the larger sets
/// of Connect Four.)
const LONG: i32 = 42;
/// The number of plies of the quickest win that the driver asks about, or up to twice that.
const QUICKEST: i32 = 5;

/// The questions asked so far of one position.
pub(super) struct Driver {
    /// The player to move at the position.
    mover: Player,
    /// The best possible score, and the number of possible scores that win.
    upper: i32,
    wins: i32,
    /// How often the number of wins is halved for the next quick win.
    halved: u32,
    /// The next bound for a quick loss, if that is still to be asked.
    loss: Option<i32>,
    steps: u32,
}

impl Driver {
    /// Creates the driver for a score in `lower..=upper`, where no win is worth less than `least`.
    pub(super) fn new(mover: Player, (lower, upper): (i32, i32), least: i32) -> Driver {
        let slow = least - 1;
        let wins = upper - slow;
        let loss = lower - (lower + slow) / 2 - 1;
        Driver {
            mover,
            upper,
            wins,
            halved: match wins > LONG {
                true => (wins / QUICKEST).ilog2(),
                false => 1,
            },
            loss: (loss < -least).then_some(loss),
            steps: 0,
        }
    }

    /// Returns the next bound to ask about for a quick win or a quick loss, given that the score lies in
    /// `lower..=upper`: above `lower` and at most `upper`.
    ///
    /// These questions come first, because their proofs are short, whatever the answer; also if the winner is
    /// known. The nearer half of the possible wins counts as quick. If that is many, the driver asks about the
    /// nearer half of it before, and so on: for wins by plies each of these questions takes a small part of the
    /// time of the next. (The same holds for large wins in points.)
    pub(super) fn quick(&mut self, lower: i32, upper: i32) -> Option<i32> {
        let is_open = |bound: &i32| (lower + 1..=upper).contains(bound);
        while self.halved > 0 {
            let nearer = self.wins >> self.halved;
            let bound = match self.halved {
                1 => self.upper - nearer + 3,
                _ => self.upper - nearer,
            };
            self.halved -= 1;
            if bound > self.upper - self.wins + 1 && is_open(&bound) {
                return Some(bound);
            }
        }
        self.loss.take().filter(is_open)
    }

    /// Returns the next bound to ask about, given that the score lies in `lower..=upper` (and `lower < upper`):
    /// the answer is whether the score is at least the bound, which is above `lower` and at most `upper`.
    ///
    /// It asks first who wins: mostly the player who moved first. Then it takes a few steps outward, because
    /// results close to the draw are common, and after those it halves the range.
    pub(super) fn next(&mut self, lower: i32, upper: i32) -> i32 {
        let wins = (lower < 1 && upper >= 1).then_some(1);
        let draws = (lower < 0 && upper >= 0).then_some(0);
        let who = match self.mover {
            Player::First => wins.or(draws),
            Player::Second => draws.or(wins),
        };
        if let Some(bound) = who {
            return bound;
        }
        self.steps += 1;
        let (near, far) = if lower > 0 {
            (lower, upper)
        } else {
            (upper, lower)
        };
        match () {
            () if self.steps > OUTWARD => lower + (upper - lower + 1) / 2,
            // Results of one player are two plies apart, so a step of two reaches the next one.
            () if near < far => (lower + 2).min(upper),
            () => (upper - 1).max(lower + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_score_is_found() {
        let tops = [0, 1, 2, 7, 43, 100, 1000].into_iter();
        let cases = tops.flat_map(|top| Player::BOTH.map(|mover| (top, mover)));
        for (top, mover, least) in
            cases.flat_map(|(top, mover)| [1, top / 2].map(|least| (top, mover, least.max(1))))
        {
            for score in (-top..=top).filter(|&score: &i32| score == 0 || score.abs() >= least) {
                let (mut lower, mut upper, mut asked) = (-top, top, 0);
                let mut driver = Driver::new(mover, (lower, upper), least);
                while lower < upper {
                    let quick = driver.quick(lower, upper);
                    let bound = quick.unwrap_or_else(|| driver.next(lower, upper));
                    assert!(lower < bound && bound <= upper);
                    if score >= bound {
                        lower = bound
                    } else {
                        upper = bound - 1
                    }
                    asked += 1;
                }
                assert_eq!((lower, upper), (score, score));
                // Long games take a few more questions, one for each halving.
                let more = if top > LONG {
                    (top / QUICKEST).ilog2()
                } else {
                    0
                };
                assert!(asked < 24 + more);
            }
        }
    }

    /// Lists the wins that the driver asks about, and the loss, as plies.
    #[test]
    fn wins_in_ever_more_plies() {
        let quick = |top: i32| {
            let mut driver = Driver::new(Player::First, (-top, top), 1);
            let asked = std::iter::from_fn(|| driver.quick(-top, top));
            asked
                .map(|bound| bound.signum() * (top - bound.abs()))
                .collect::<Vec<i32>>()
        };
        assert_eq!(quick(100), [6, 12, 25, 47, -49]);
        assert_eq!(quick(43), [5, 10, 18, -20]);
        assert_eq!(quick(42), [18, -20]);
        assert_eq!(quick(1), []);
    }
}
