//! Which null windows to ask about.

use yomikiri_core::Player;

/// Single steps outward before halving.
const OUTWARD: u32 = 5;

/// Where more scores than this are possible that win, one for each number of plies, a win may be very quick:
/// that is asked about first. (With fewer it makes no odds: within 3 % of the nodes on the larger sets of Connect
/// Four.)
const LONG: i32 = 42;
/// The plies of the quickest win that is asked about, or up to twice as many.
const QUICKEST: i32 = 5;

/// The questions asked so far of one position.
pub(super) struct Driver {
    /// Who is to move there.
    mover: Player,
    /// The best score that is possible, and how many are that win.
    upper: i32,
    wins: i32,
    /// How often their number is halved for the next quick win.
    halved: u32,
    /// What is still to be asked of a quick loss.
    loss: Option<i32>,
    steps: u32,
}

impl Driver {
    /// For a score that lies in `lower..=upper`, of which no win is worth less than `least`.
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

    /// The next bound to ask about for a quick win or a quick loss, given that the score lies in
    /// `lower..=upper`: above the one and at most the other.
    ///
    /// These come first, because their proofs are short, and because the proof that there is none is short
    /// too; also where it is known who wins. Quick is what lies in the nearer half of what is possible. Where
    /// that is much, the nearer half of it is asked about before, and so on: of wins by plies each of these
    /// questions takes a small part of the time of the next. (Of points, too, many are asked about first.)
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

    /// The next bound to ask about, given that the score lies in `lower..=upper` (and
    /// `lower < upper`): the answer is whether the score is at least the bound, which is above
    /// `lower` and at most `upper`.
    ///
    /// First who wins: mostly it is who moved first. Then a few steps outward from that, because results
    /// close to the draw are the common ones; then halves.
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
            // Results of one player are two plies apart: a step of two is a step of one.
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
                // In long games a few more, one for each halving.
                let more = if top > LONG {
                    (top / QUICKEST).ilog2()
                } else {
                    0
                };
                assert!(asked < 24 + more);
            }
        }
    }

    /// The wins that are asked about, and the loss, as plies.
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
