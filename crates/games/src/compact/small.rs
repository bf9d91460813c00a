//! The winner of a position that has fallen into small parts, from the values of the parts.
//!
//! Where a player who cannot move loses, a position is the sum of its parts, and the values of the parts tell who wins
//! it (Berlekamp, Conway and Guy, "Winning Ways"). So a search need not play small parts through.

use super::{Moves, Parts, Rules};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::fmt;
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use yomikiri_cgt::{Value, Values};
use yomikiri_core::{Player, Wdl};

/// The values of parts.
type Sum = SmallVec<[Value; 6]>;

/// The most bytes that values and sums take, but for the last table that grows. What is not known then stays unknown,
/// and is searched.
const MOST_BYTES: usize = 32 << 20;
/// The most steps of work for one value, one sum or one comparison. A game with harder values is searched.
const MOST_STEPS: u64 = 20_000;

/// What is known of the small parts of one game. It fills as searches meet parts.
pub(super) struct SmallParts {
    /// Threads read this at the same time, also while one of them finds further values.
    known: RwLock<Known>,
    values: Mutex<Values<'static>>,
    most_bytes: usize,
    most_steps: u64,
}

#[derive(Default)]
struct Known {
    /// The value of each part that was met, `None` if it takes too much work.
    parts: FxHashMap<u128, Option<Value>>,
    /// For values in ascending order, whether First wins their sum by moving first, and whether Second does. `None` if
    /// that takes too much work.
    sums: FxHashMap<Sum, Option<[bool; 2]>>,
    /// Whether there is no room for more.
    is_full: bool,
}

impl Default for SmallParts {
    fn default() -> SmallParts {
        SmallParts::within(MOST_BYTES, MOST_STEPS)
    }
}

impl fmt::Debug for SmallParts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SmallParts").finish_non_exhaustive()
    }
}

impl SmallParts {
    fn within(most_bytes: usize, most_steps: u64) -> SmallParts {
        SmallParts {
            known: RwLock::default(),
            values: Mutex::default(),
            most_bytes,
            most_steps,
        }
    }

    /// Returns the result for the player to move, if all parts of a position are small and their sum is easy. While
    /// another thread finds a value, only what is known by then is returned.
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
        let found = self.read().known(&parts);
        let wins = found.unwrap_or_else(|| {
            let values = &mut *self.values.try_lock().ok()?;
            let small = self;
            Search {
                rules,
                small,
                values,
            }
            .wins(&parts)
        });
        wins.map(|wins| match wins[mover as usize] {
            true => Wdl::Win,
            false => Wdl::Loss,
        })
    }

    fn read(&self) -> RwLockReadGuard<'_, Known> {
        self.known.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Known> {
        self.known.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    /// Returns who wins a sum, if that was asked before or will never be known.
    fn known(&self, parts: &[u128]) -> Option<Option<[bool; 2]>> {
        let unknown = self.is_full.then_some(None);
        let mut values = Sum::new();
        for part in parts {
            match self.parts.get(part) {
                Some(Some(value)) => values.push(*value),
                Some(None) => return Some(None),
                None => return unknown,
            }
        }
        values.sort_unstable();
        self.sums.get(&values).copied().or(unknown)
    }

    /// Returns the approximate bytes.
    fn bytes(&self) -> usize {
        self.parts.capacity() * size_of::<(u128, Option<Value>)>()
            + self.sums.capacity() * size_of::<(Sum, Option<[bool; 2]>)>()
    }
}

/// The search for what is not known yet.
struct Search<'s> {
    rules: &'s dyn Rules,
    small: &'s SmallParts,
    values: &'s mut Values<'static>,
}

impl Search<'_> {
    /// Finds who wins a sum.
    fn wins(&mut self, parts: &[u128]) -> Option<[bool; 2]> {
        let mut values = Sum::new();
        for &part in parts {
            values.push(self.value(part)?);
        }
        values.sort_unstable();
        let wins = self.compared(&values);
        let mut known = self.small.write();
        known.sums.insert(values, wins);
        known.is_full = self.values.bytes() + known.bytes() > self.small.most_bytes;
        wins
    }

    /// Compares a sum with zero: a part with the negative of all others, since that takes no sum of all.
    fn compared(&mut self, values: &[Value]) -> Option<[bool; 2]> {
        let Some((&last, rest)) = values.split_last() else {
            return Some([false; 2]);
        };
        let rest = self.sum(rest)?;
        self.values.allow(self.small.most_steps);
        let against = self.values.negative(last).ok()?;
        let first = !self.values.le(rest, against).ok()?;
        let second = !self.values.le(against, rest).ok()?;
        Some([first, second])
    }

    fn sum(&mut self, values: &[Value]) -> Option<Value> {
        self.values.allow(self.small.most_steps);
        let mut sum = self.values.zero().ok()?;
        for &value in values {
            sum = self.values.add(sum, value).ok()?;
        }
        Some(sum)
    }

    /// Returns the value of a part with First to move.
    fn value(&mut self, part: u128) -> Option<Value> {
        if let Some(&value) = self.small.read().parts.get(&part) {
            return value;
        }
        let value = match self.rules.parts(part)[..] {
            // Mirror images have the same value.
            [canonical] if canonical != part => self.value(canonical),
            _ => self.value_by_moves(part),
        };
        self.small.write().parts.insert(part, value);
        value
    }

    /// Does the same by the values after all moves.
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
                let values = values.collect::<Option<Sum>>()?;
                options.push(self.sum(&values)?);
            }
            options.sort_unstable();
            options.dedup();
        }
        self.values.allow(self.small.most_steps);
        let [left, right] = &options;
        self.values.game(left, right).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compact::Offers;
    use yomikiri_core::{Diagram, Outcome, TextError};

    /// Heaps of at most 7 stones, one in each byte below the turn. First takes a stone from a heap, Second two.
    #[derive(Debug)]
    struct Heaps;

    const HEAPS: u32 = 3;
    const TURN: u128 = 1 << (8 * HEAPS);

    fn heaps(state: u128) -> impl Iterator<Item = (u32, u128)> {
        let heap = move |at| (at, state >> (8 * at) & 0xff);
        (0..HEAPS).map(heap).filter(|&(_, stones)| stones > 0)
    }

    impl Rules for Heaps {
        fn offers(&self) -> Offers {
            Offers::default()
        }
        fn bits(&self) -> u32 {
            8 * HEAPS + 1
        }
        fn holds(&self, _: u128) -> bool {
            true
        }
        fn start(&self) -> u128 {
            0x07_07_07
        }
        fn to_move(&self, state: u128) -> Player {
            Player::after((state / TURN) as u32)
        }
        fn outcome(&self, state: u128) -> Option<Outcome> {
            let mut moves = Moves::new();
            self.moves(state, &mut moves);
            let lost = Outcome::Win(self.to_move(state).opponent());
            moves.is_empty().then_some(lost)
        }
        fn moves(&self, state: u128, moves: &mut Moves) {
            let taken = self.to_move(state) as u128 + 1;
            moves.extend(
                heaps(state)
                    .filter(|heap| heap.1 >= taken)
                    .map(|heap| heap.0),
            );
        }
        fn play(&self, state: u128, mv: u32) -> u128 {
            let taken = self.to_move(state) as u128 + 1;
            (state - (taken << (8 * mv))) ^ TURN
        }
        fn turned(&self, state: u128) -> u128 {
            state ^ TURN
        }
        fn parts(&self, state: u128) -> Vec<u128> {
            heaps(state)
                .map(|(_, stones)| stones | state & TURN)
                .collect()
        }
        fn small_parts(&self, state: u128, parts: &mut Parts) -> bool {
            // As it lies.
            parts.extend(heaps(state).map(|(at, stones)| stones << (8 * at)));
            true
        }
        fn position_text(&self, state: u128) -> String {
            state.to_string()
        }
        fn parse_position(&self, text: &str) -> Result<u128, TextError> {
            text.parse()
                .map_err(|_| TextError::new(0..text.len(), "a number"))
        }
        fn move_text(&self, _: u128, mv: u32) -> String {
            mv.to_string()
        }
        fn diagram(&self, _: u128) -> Diagram {
            Diagram::default()
        }
    }

    fn wins(state: u128) -> bool {
        let mut moves = Moves::new();
        Heaps.moves(state, &mut moves);
        moves.iter().any(|&mv| !wins(Heaps.play(state, mv)))
    }

    /// Asks about all positions of heaps of at most 3 stones, and returns how many were known.
    fn known(small: &SmallParts) -> u32 {
        let mut known = 0;
        for number in 0..2 * 64_u32 {
            let heap = |at: u32| u128::from(number >> (2 * at) & 3) << (8 * at);
            let state = u128::from(number / 64) * TURN + heap(0) + heap(1) + heap(2);
            if let Some(wdl) = small.wdl(&Heaps, state) {
                assert_eq!(wdl == Wdl::Win, wins(state), "{state:x}");
                known += 1;
            }
        }
        known
    }

    #[test]
    fn small_parts_tell_the_winner() {
        assert_eq!(known(&SmallParts::default()), 128);
    }

    #[test]
    fn beyond_the_limits_nothing_is_known() {
        // Without work, only the sum of nothing is known, for both players to move.
        let lazy = SmallParts::within(usize::MAX, 0);
        assert_eq!(known(&lazy), 2);
        let narrow = SmallParts::within(0, MOST_STEPS);
        let first = known(&narrow);
        assert!((1..64).contains(&first), "{first}");
        assert_eq!(known(&narrow), first, "nothing is found any more");
    }

    #[test]
    fn threads_share_what_is_known() {
        let small = SmallParts::default();
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| known(&small));
            }
        });
        assert_eq!(known(&small), 128);
    }
}
