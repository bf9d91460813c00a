//! Which null windows to ask about.

use yomikiri_core::Player;

/// Single steps outward before halving.
const OUTWARD: u32 = 5;

/// The questions asked so far of one position.
pub(super) struct Driver {
    /// Who is to move there.
    mover: Player,
    /// What is still to be asked of a quick win and of a quick loss.
    quick: [Option<i32>; 2],
    steps: u32,
}

impl Driver {
    /// For a score that lies in `lower..=upper`.
    pub(super) fn new(mover: Player, (lower, upper): (i32, i32)) -> Driver {
        let (win, loss) = (upper - upper / 2 + 3, lower - lower / 2 - 1);
        Driver {
            mover,
            quick: [(win > 1).then_some(win), (loss < -1).then_some(loss)],
            steps: 0,
        }
    }

    /// The next bound to ask about, given that the score lies in `lower..=upper` (and
    /// `lower < upper`): the answer is whether the score is at least the bound, which is above
    /// `lower` and at most `upper`.
    ///
    /// A quick win and a quick loss come first (quick: in the nearer half of what is possible),
    /// because their proofs are short, and because the proof that there is none is short too; also
    /// where it is known who wins. Then who wins: mostly it is who moved first. Then a few steps outward
    /// from that, because results close to the draw are the common ones; then halves.
    pub(super) fn next(&mut self, lower: i32, upper: i32) -> i32 {
        for quick in &mut self.quick {
            if let Some(bound) = quick.take()
                && (lower + 1..=upper).contains(&bound)
            {
                return bound;
            }
        }
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
        let tops = [0, 1, 2, 7, 43, 1000].into_iter();
        for (top, mover) in tops.flat_map(|top| Player::BOTH.map(|mover| (top, mover))) {
            for score in -top..=top {
                let (mut lower, mut upper, mut asked) = (-top, top, 0);
                let mut driver = Driver::new(mover, (lower, upper));
                while lower < upper {
                    let bound = driver.next(lower, upper);
                    assert!(lower < bound && bound <= upper);
                    if score >= bound {
                        lower = bound
                    } else {
                        upper = bound - 1
                    }
                    asked += 1;
                }
                assert_eq!((lower, upper), (score, score));
                assert!(asked < 24);
            }
        }
    }
}
