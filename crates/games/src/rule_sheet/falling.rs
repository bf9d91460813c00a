//! A rank for sheets without a step counter: how many propositions are still to vanish or to appear.
//!
//! In games in which men are put down, `cell(1,1,b)` vanishes for good. Games played at random tell which propositions
//! do so, and which appear for good. That is no proof, so the rank of every position is checked as it is asked about.

use yomikiri_core::random::Random;
use yomikiri_gdl::{Expander, Sheet, Turn};

/// The games that are played at random, and the most moves of each.
const GAMES: u64 = 32;
const MOST_MOVES: usize = 200;

/// Propositions by which a state has a rank.
#[derive(Debug)]
pub(super) struct Falling {
    /// Those that never appear.
    vanish: Vec<u64>,
    /// Those that never vanish.
    appear: Vec<u64>,
}

impl Falling {
    /// The propositions of a sheet, if the rank by them has fallen with every move of games played at random.
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
        // A word for each 64 propositions, and no bits beyond them.
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
        // What has stayed as it is at the start is expected to change once: a cell that no game has come to.
        for (word, start) in sheet.start().iter().enumerate() {
            let same = falling.vanish[word] & falling.appear[word];
            falling.vanish[word] &= start | !same;
            falling.appear[word] &= !start | !same;
        }
        let falls =
            |(before, after): &(Vec<u64>, Vec<u64>)| falling.rank(after) < falling.rank(before);
        steps.iter().all(falls).then_some(falling)
    }

    /// How many propositions of a state are still to vanish or to appear, and one.
    pub(super) fn rank(&self, state: &[u64]) -> u64 {
        let words = state.iter().zip(&self.vanish).zip(&self.appear);
        let left = words.map(|((state, vanish), appear)| {
            (state & vanish).count_ones() + (!state & appear).count_ones()
        });
        u64::from(left.sum::<u32>()) + 1
    }
}
