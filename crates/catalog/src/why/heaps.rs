//! The reason in games of heaps: the nim sum (Bouton 1901, Sprague 1935, Grundy 1939).

use crate::{AnyGame, DeclaredAt, QueryError};
use yomikiri::declared::{Declaration, DeclaredHeaps};
use yomikiri::{Player, Value};
use yomikiri_cgt::mex;

/// The largest heap whose Grundy number is computed.
const MOST: u32 = 100_000;

/// The reason why the heaps decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heaps {
    /// The winner.
    pub player: Player,
    /// The stones of each heap.
    pub sizes: Vec<u64>,
    /// The rule of comparison.
    pub rule: HeapRule,
    /// The numbers that count for each heap.
    pub numbers: Vec<u64>,
    /// A move that leaves the other player a sum of 0, if there is a winning move.
    pub answer: Option<String>,
}

/// The number that counts for a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeapRule {
    /// Its stones.
    Stones,
    /// Its stones modulo this number.
    Rest(u64),
    /// Its Grundy number.
    Grundy,
    /// Its stones, in misère play: as with [`Stones`](HeapRule::Stones) while some heap has two.
    Misere,
    /// The stones of the only heap, less one, modulo this number, in misère play.
    RestMisere(u64),
}

/// Decodes the heaps of a code, as the page on certificates defines it: the last one is in the lowest digits, above
/// the turn.
fn sizes(rules: &DeclaredHeaps, code: u128) -> Option<Vec<u64>> {
    let mut code = code >> 1;
    let mut sizes = Vec::new();
    for &most in rules.sizes.iter().rev() {
        let base = u128::from(most) + 1;
        sizes.push(u64::try_from(code % base).ok()?);
        code /= base;
    }
    sizes.reverse();
    (code == 0).then_some(sizes)
}

/// Returns the Grundy numbers of heaps up to a size.
fn grundy(take: &[u32], most: u64) -> Vec<u32> {
    let mut numbers: Vec<u32> = Vec::new();
    for size in 0..=most {
        let left = take
            .iter()
            .filter_map(|&taken| size.checked_sub(u64::from(taken)));
        let number = mex(left.map(|left| numbers[left as usize]));
        numbers.push(number);
    }
    numbers
}

/// Returns the rule and the numbers of the heaps; `None` if no well-known rule applies.
fn counted(rules: &DeclaredHeaps, sizes: &[u64]) -> Option<(HeapRule, Vec<u64>)> {
    let run = rules.take.as_ref().and_then(|take| {
        let is_run = (1..).zip(take).all(|(number, taken)| number == *taken);
        is_run.then_some(take.len() as u64 + 1)
    });
    let rests = |base: u64| sizes.iter().map(|size| size % base).collect();
    match (rules.stuck, &rules.take, run) {
        ("loses", None, _) => Some((HeapRule::Stones, sizes.to_vec())),
        ("loses", _, Some(base)) => Some((HeapRule::Rest(base), rests(base))),
        ("loses", Some(take), None) => {
            let most = sizes.iter().copied().max()?;
            if most > u64::from(MOST) || take.len() > 1000 {
                return None;
            }
            let numbers = grundy(take, most);
            let of = sizes.iter().map(|&size| u64::from(numbers[size as usize]));
            Some((HeapRule::Grundy, of.collect()))
        }
        ("wins", None, _) if sizes.iter().any(|&size| size > 1) => {
            Some((HeapRule::Misere, sizes.to_vec()))
        }
        ("wins", _, Some(base)) if sizes.len() == 1 => {
            let rest = (sizes[0] + base - 1) % base;
            Some((HeapRule::RestMisere(base), vec![rest]))
        }
        _ => None,
    }
}

fn sum(numbers: &[u64]) -> u64 {
    numbers.iter().fold(0, |sum, number| sum ^ number)
}

/// Returns the reason for a position of heaps, if a well-known rule decides it and agrees with the proven value.
pub(super) fn heaps(
    game: &dyn AnyGame,
    position: &str,
    at: &DeclaredAt,
    value: Value,
) -> Result<Option<Heaps>, QueryError> {
    let Declaration::Heaps(rules) = &at.rules else {
        return Ok(None);
    };
    let told = |code| sizes(rules, code).and_then(|sizes| Some((counted(rules, &sizes)?, sizes)));
    let Some(((rule, numbers), sizes)) = told(at.code) else {
        return Ok(None);
    };
    let wins = sum(&numbers) != 0;
    let player = if wins {
        at.to_move
    } else {
        at.to_move.opponent()
    };
    if value.winner() != Some(player) {
        return Ok(None);
    }
    let mut answer = None;
    for (mv, _) in at.moves.iter().filter(|_| wins) {
        let Ok(next) = game.play(position, mv) else {
            return Ok(None);
        };
        let Some(after) = game.declared_at(&next)? else {
            return Ok(None);
        };
        // Near the end of a misère game other rules hold, and such a move is not told.
        if told(after.code).is_some_and(|((same, numbers), _)| same == rule && sum(&numbers) == 0) {
            answer = Some(mv.clone());
            break;
        }
    }
    Ok(Some(Heaps {
        player,
        sizes,
        rule,
        numbers,
        answer,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grundy_numbers_of_takeaways() {
        assert_eq!(grundy(&[1, 2, 3], 8), [0, 1, 2, 3, 0, 1, 2, 3, 0]);
        // Taking one or three: odd or even.
        assert_eq!(grundy(&[1, 3], 5), [0, 1, 0, 1, 0, 1]);
        assert_eq!(grundy(&[2], 5), [0, 0, 1, 1, 0, 0]);
    }
}
