//! Which null windows to ask about.

/// How far from the ends of what is possible a result counts as quick.
const QUICK: i32 = 12;
/// Single steps outward before halving.
const OUTWARD: u32 = 5;

/// The questions asked so far of one position.
#[derive(Default)]
pub(super) struct Driver {
    quick: u32,
    steps: u32,
}

impl Driver {
    /// The next bound to ask about, given that the score lies in `lower..=upper` (and
    /// `lower < upper`): the answer is whether the score is at least the bound, which is above
    /// `lower` and at most `upper`.
    ///
    /// A quick win and a quick loss come first, because their proofs are short, and because the
    /// proof that there is none is short too. Then who wins; then a few steps outward from that,
    /// because results close to the draw are the common ones; then halves.
    pub(super) fn next(&mut self, lower: i32, upper: i32) -> i32 {
        if lower < 1 && upper > 1 && self.quick == 0 {
            self.quick = 1;
            if upper - QUICK > 1 {
                return upper - QUICK;
            }
        }
        if lower < -1 && upper >= 0 && self.quick <= 1 {
            self.quick = 2;
            if lower + QUICK < -1 {
                return lower + QUICK;
            }
        }
        if lower < 1 && upper >= 1 {
            return 1;
        }
        if lower < 0 && upper >= 0 {
            return 0;
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
        for top in [0, 1, 2, 7, 43, 1000] {
            for score in -top..=top {
                let (mut lower, mut upper, mut asked) = (-top, top, 0);
                let mut driver = Driver::default();
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
