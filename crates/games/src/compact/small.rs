//! The winner of a position that has fallen into small parts, from the values of the parts.
//!
//! Where a player who cannot move loses, a position is the sum of its parts, and the values of the parts tell who wins
//! it (Berlekamp, Conway and Guy, "Winning Ways"). So a search need not play small parts through.

use super::{Moves, Rules};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::fmt;
use std::sync::{Mutex, PoisonError, RwLock};
use yomikiri_cgt::{Value, Values};
use yomikiri_core::{Player, Wdl};

/// The parts of a position.
pub type Parts = SmallVec<[u128; 8]>;

/// The most bytes that values and sums take. What is not known then stays unknown, and is searched.
const MOST_BYTES: usize = 64 << 20;
/// The most steps of work for one value, one sum or one comparison. A game with harder values is searched.
const MOST_STEPS: u64 = 20_000;
/// The approximate bytes of a part or a sum in its map.
const ENTRY: usize = 64;

/// What is known of the small parts of one game. It fills as searches meet parts.
#[derive(Default)]
pub(super) struct SmallParts {
    known: RwLock<Known>,
    values: Mutex<Values<'static>>,
}

#[derive(Default)]
struct Known {
    /// The value of each part that was met, `None` if it takes too much work.
    parts: FxHashMap<u128, Option<Value>>,
    /// For values in ascending order, whether First wins their sum by moving first, and whether Second does. `None` if
    /// that takes too much work.
    sums: FxHashMap<SmallVec<[Value; 6]>, Option<[bool; 2]>>,
}

impl fmt::Debug for SmallParts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SmallParts").finish_non_exhaustive()
    }
}

impl SmallParts {
    /// Returns the result for the player to move, if all parts of a position are small and their sum is easy.
    pub(super) fn wdl(&self, rules: &dyn Rules, state: u128) -> Option<Wdl> {
        let mover = rules.to_move(state);
        let state = match mover {
            Player::First => state,
            Player::Second => rules.turned(state),
        };
        let mut parts = Parts::new();
        if !rules.small_parts(state, &mut parts) {
            return None;
        }
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let found = known.known(&parts);
        drop(known);
        let wins = found.unwrap_or_else(|| {
            let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
            let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
            let (known, values) = (&mut *known, &mut *values);
            Search {
                rules,
                known,
                values,
            }
            .wins(&parts)
        });
        wins.map(|wins| match wins[mover as usize] {
            true => Wdl::Win,
            false => Wdl::Loss,
        })
    }
}

impl Known {
    /// Returns who wins a sum, if that was asked before.
    fn known(&self, parts: &[u128]) -> Option<Option<[bool; 2]>> {
        let mut values = SmallVec::new();
        for part in parts {
            match self.parts.get(part)? {
                Some(value) => values.push(*value),
                None => return Some(None),
            }
        }
        values.sort_unstable();
        self.sums.get(&values).copied()
    }
}

/// The search for what is not known yet.
struct Search<'s> {
    rules: &'s dyn Rules,
    known: &'s mut Known,
    values: &'s mut Values<'static>,
}

impl Search<'_> {
    /// Finds who wins a sum.
    fn wins(&mut self, parts: &[u128]) -> Option<[bool; 2]> {
        let entries = self.known.parts.len() + self.known.sums.len();
        if self.values.bytes() + ENTRY * entries > MOST_BYTES {
            return None;
        }
        let mut values = SmallVec::new();
        for &part in parts {
            values.push(self.value(part)?);
        }
        values.sort_unstable();
        if let Some(&wins) = self.known.sums.get(&values) {
            return wins;
        }
        let wins = self.compared(&values);
        self.known.sums.insert(values, wins);
        wins
    }

    /// Compares a sum with zero: a part with the negative of all others, since that takes no sum of all.
    fn compared(&mut self, values: &[Value]) -> Option<[bool; 2]> {
        let Some((&last, rest)) = values.split_last() else {
            return Some([false; 2]);
        };
        let rest = self.sum(rest)?;
        self.values.allow(MOST_STEPS);
        let against = self.values.negative(last).ok()?;
        let first = !self.values.le(rest, against).ok()?;
        let second = !self.values.le(against, rest).ok()?;
        Some([first, second])
    }

    fn sum(&mut self, values: &[Value]) -> Option<Value> {
        self.values.allow(MOST_STEPS);
        let mut sum = self.values.zero().ok()?;
        for &value in values {
            sum = self.values.add(sum, value).ok()?;
        }
        Some(sum)
    }

    /// Returns the value of a part with First to move.
    fn value(&mut self, part: u128) -> Option<Value> {
        if let Some(&value) = self.known.parts.get(&part) {
            return value;
        }
        let value = match self.rules.parts(part)[..] {
            // Mirror images have the same value.
            [canonical] if canonical != part => self.value(canonical),
            _ => self.value_by_moves(part),
        };
        self.known.parts.insert(part, value);
        value
    }

    /// Does the same by the values after all moves, if the parts after them are small.
    fn value_by_moves(&mut self, part: u128) -> Option<Value> {
        let mut options = [Vec::new(), Vec::new()];
        for (player, options) in Player::BOTH.into_iter().zip(&mut options) {
            let state = match player {
                Player::First => part,
                Player::Second => self.rules.turned(part),
            };
            if self.rules.outcome(state).is_some() {
                continue;
            }
            let mut moves = Moves::new();
            self.rules.moves(state, &mut moves);
            for mv in moves {
                let next = self.rules.play(state, mv);
                let next = match player {
                    Player::First => self.rules.turned(next),
                    Player::Second => next,
                };
                let mut parts = Parts::new();
                if !self.rules.small_parts(next, &mut parts) {
                    return None;
                }
                let values = parts.into_iter().map(|part| self.value(part));
                let values = values.collect::<Option<SmallVec<[Value; 6]>>>()?;
                options.push(self.sum(&values)?);
            }
            options.sort_unstable();
            options.dedup();
        }
        self.values.allow(MOST_STEPS);
        let [left, right] = &options;
        self.values.game(left, right).ok()
    }
}
