//! A rank for sheets without a step counter: the number of propositions that are still to vanish or to appear.
//!
//! In games where men are placed, `cell(1,1,b)` vanishes for good. Random games tell which propositions vanish for
//! good, and which appear for good. That is not a proof, so the rank of every position is checked when it is asked
//! about.

use yomikiri_core::random::Random;
use yomikiri_gdl::{Expander, Sheet, Turn};

/// The number of random games. `MOST_MOVES` is the most moves of each.
const GAMES: u64 = 32;
const MOST_MOVES: usize = 200;

/// The propositions that determine the rank of a state.
#[derive(Debug)]
pub(super) struct Falling {
    /// The propositions that never appear.
    vanish: Vec<u64>,
    /// The propositions that never vanish.
    appear: Vec<u64>,
}

impl Falling {
    /// Finds the propositions of a sheet, if the rank from them falls with every move of random games.
    pub(super) fn find(sheet: &Sheet, expander: &mut Expander) -> Option<Falling> {
        let mut steps: Vec<(Vec<u64>, Vec<u64>)> = Vec::new();
        for seed in 0..GAMES {
            let mut random = Random::new(seed);
            let mut state = sheet.start().to_vec();
            for _ in 0..MOST_MOVES {
                expander.expand(&state);
                let Turn::Moves { first, count, .. } = expander.turns()[0] else {
                    break;
                };
                let next = expander.next(first + random.index(count)).to_vec();
                steps.push((std::mem::replace(&mut state, next.clone()), next));
            }
        }
        // Each word has 64 propositions, and no bits beyond the last.
        let beyond = |word: usize| sheet.size().propositions.saturating_sub(64 * word);
        let all = || -> Vec<u64> {
            let mask = |word| u64::MAX >> (64 - beyond(word).clamp(1, 64));
            (0..sheet.words()).map(mask).collect()
        };
        let mut falling = Falling {
            vanish: all(),
            appear: all(),
        };
        for (before, after) in &steps {
            for (word, (before, after)) in before.iter().zip(after).enumerate() {
                falling.vanish[word] &= before | !after;
                falling.appear[word] &= !before | after;
            }
        }
        // A proposition that never changed in the games is expected to change once, such as a cell that no game has
        // reached.
        for (word, start) in sheet.start().iter().enumerate() {
            let same = falling.vanish[word] & falling.appear[word];
            falling.vanish[word] &= start | !same;
            falling.appear[word] &= !start | !same;
        }
        let falls =
            |(before, after): &(Vec<u64>, Vec<u64>)| falling.rank(after) < falling.rank(before);
        steps.iter().all(falls).then_some(falling)
    }

    /// Returns one more than the number of propositions of a state that are still to vanish or to appear.
    pub(super) fn rank(&self, state: &[u64]) -> u64 {
        let words = state.iter().zip(&self.vanish).zip(&self.appear);
        let left = words.map(|((state, vanish), appear)| {
            (state & vanish).count_ones() + (!state & appear).count_ones()
        });
        u64::from(left.sum::<u32>()) + 1
    }
}
