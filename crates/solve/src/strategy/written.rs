//! A tree in the order of a file.

use super::Claim;
use super::board::{Board, Marks, members};
use super::pairing;
use super::play::Ready;
use super::rules::{Does, Rule, Strategy, View};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::collections::hash_map::Entry;

/// A tree, ready to be written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grown {
    /// The strategies in the order of their first use.
    pub strategies: Vec<Strategy>,
    /// The walk: 0 is a new strategy, 1 and a number a known strategy, and any other number a move plus 2. In a tree
    /// with threats, their sequences follow, for the replies.
    pub walk: Vec<u64>,
    /// The number of positions that have a move.
    pub moves: u64,
    /// The number of positions that have a strategy.
    pub leaves: u64,
    /// The number of sequences of threats.
    pub sequences: u64,
    /// The number of positions reached in playing the strategies out.
    pub playout: u64,
}

impl Grown {
    /// Writes a leaf with a strategy, and returns the number of the strategy.
    pub(super) fn leaf<'s>(
        &mut self,
        strategy: Cow<'s, Strategy>,
        numbers: &mut FxHashMap<Cow<'s, Strategy>, usize>,
    ) -> usize {
        self.leaves += 1;
        let next = numbers.len();
        match numbers.entry(strategy) {
            Entry::Occupied(known) => {
                self.walk.extend([1, *known.get() as u64]);
                *known.get()
            }
            Entry::Vacant(new) => {
                self.strategies.push(new.key().clone().into_owned());
                self.walk.push(0);
                *new.insert(next)
            }
        }
    }
}

/// Walks through a plan as a checker does; `None` if a strategy does not hold, or a position has none.
pub(super) fn write(
    board: &Board,
    claim: Claim,
    root: Marks,
    plan: FxHashMap<Marks, Does>,
) -> Option<Grown> {
    let mut grown = Grown::default();
    let mut numbers = FxHashMap::default();
    let mut met = FxHashSet::default();
    let mut played = FxHashSet::default();
    let mut stack = vec![root];
    while let Some(at) = stack.pop() {
        if at.to_move() != claim.claimant && at != root {
            push_replies(board, &claim, at, &mut stack)?;
            continue;
        }
        let at = board.least(at).0;
        if !met.insert(at) {
            continue;
        }
        match plan.get(&at) {
            Some(Does::Follow(strategy)) => {
                let number = grown.leaf(Cow::Borrowed(strategy), &mut numbers);
                let holds = match strategy {
                    Strategy::List(rules) => play_out(board, claim, at, rules, number, &mut played),
                    Strategy::Pairing { first, pairs } => {
                        pairing::holds(board, at, &claim, *first, pairs)
                    }
                };
                if !holds {
                    return None;
                }
            }
            Some(Does::Move(cell)) => {
                grown.moves += 1;
                grown.walk.push(u64::from(*cell) + 2);
                match board.play(at, (*cell).into()) {
                    (next, None) => stack.push(next),
                    (_, Some(outcome)) if claim.reaches(outcome) => {}
                    _ => return None,
                }
            }
            Some(Does::Replies) => {
                grown.walk.push(2);
                grown.moves += 1;
                push_replies(board, &claim, at, &mut stack)?;
            }
            None => return None,
        }
    }
    grown.playout = played.len() as u64;
    Some(grown)
}

/// Pushes every position after a reply in which play goes on, the first one on top; `None` if a reply ends play below
/// the claim.
fn push_replies(board: &Board, claim: &Claim, at: Marks, stack: &mut Vec<Marks>) -> Option<()> {
    let from = stack.len();
    for cell in members(board.open(at.x, at.o)) {
        match board.play(at, cell) {
            (after, None) => stack.push(after),
            (_, Some(outcome)) if claim.reaches(outcome) => {}
            _ => return None,
        }
    }
    stack[from..].reverse();
    Some(())
}

/// Notes the claimant's positions in the play by a strategy from a leaf on. Returns whether the strategy keeps the
/// claim.
fn play_out(
    board: &Board,
    claim: Claim,
    leaf: Marks,
    rules: &[Rule],
    number: usize,
    played: &mut FxHashSet<(usize, u64, u64)>,
) -> bool {
    let claimant = claim.claimant;
    let view = View::of(board, leaf, claimant);
    let rules = Ready::new(rules);
    let mut stack = Vec::new();
    let replies = |view: &View, stack: &mut Vec<View>| {
        // The replies that may end play come first.
        let (dangerous, quiet) = (view.open & view.stops, view.open & !view.stops);
        members(dangerous).chain(members(quiet)).all(|cell| {
            let (after, kept) = view.step(board, &claim, cell, false);
            stack.extend(kept.is_none().then_some(after));
            kept.unwrap_or(true)
        })
    };
    let begins = match leaf.to_move() == claimant {
        true => {
            stack.push(view);
            true
        }
        false => replies(&view, &mut stack),
    };
    if !begins {
        return false;
    }
    while let Some(at) = stack.pop() {
        if !played.insert((number, at.own, at.other)) {
            continue;
        }
        let Some(cell) = rules.choose(&at, board) else {
            return false;
        };
        let holds = match at.step(board, &claim, cell, true) {
            (after, None) => replies(&after, &mut stack),
            (_, Some(kept)) => kept,
        };
        if !holds {
            return false;
        }
    }
    true
}
