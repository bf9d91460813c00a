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
    /// For a score that lies in `lower..=upper`, of which no win is worth less than `least`.
    pub(super) fn new(mover: Player, (lower, upper): (i32, i32), least: i32) -> Driver {
        let slow = least - 1;
        let win = upper - (upper - slow) / 2 + 3;
        let loss = lower - (lower + slow) / 2 - 1;
        Driver {
            mover,
            quick: [
                (win > least).then_some(win),
                (loss < -least).then_some(loss),
            ],
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
        let cases = tops.flat_map(|top| Player::BOTH.map(|mover| (top, mover)));
        for (top, mover, least) in
            cases.flat_map(|(top, mover)| [1, top / 2].map(|least| (top, mover, least.max(1))))
        {
            for score in (-top..=top).filter(|&score: &i32| score == 0 || score.abs() >= least) {
                let (mut lower, mut upper, mut asked) = (-top, top, 0);
                let mut driver = Driver::new(mover, (lower, upper), least);
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
