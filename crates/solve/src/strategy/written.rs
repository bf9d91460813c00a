//! A tree in the order in which a file has it.

use super::Claim;
use super::board::{Board, Marks, members};
use super::rules::{Rule, Strategy, View, choose};
use rustc_hash::{FxHashMap, FxHashSet};

/// What is done at a position.
#[derive(Clone, Debug)]
pub(super) enum Does {
    /// The claimant marks a cell.
    Move(u8),
    /// The other side moves.
    Replies,
    /// The claimant follows a strategy from here on.
    Follow(Strategy),
}

/// A tree, ready to be written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grown {
    /// The strategies in the order in which they come up.
    pub strategies: Vec<Strategy>,
    /// The walk: 0 a new strategy, 1 and a number a strategy known, else 2 more than the move.
    pub walk: Vec<u64>,
    /// How many positions have a move.
    pub moves: u64,
    /// How many positions have a strategy.
    pub leaves: u64,
    /// How many positions are met in playing the strategies out.
    pub playout: u64,
}

/// Walks through a plan as a checker does; `None` where a list does not hold.
pub(super) fn write(
    board: &Board,
    claim: Claim,
    root: Marks,
    plan: FxHashMap<Marks, Does>,
) -> Option<Grown> {
    let mut grown = Grown::default();
    let mut numbers: FxHashMap<&Strategy, usize> = FxHashMap::default();
    let mut met = FxHashSet::default();
    let mut played = FxHashSet::default();
    let mut stack = vec![root];
    while let Some(at) = stack.pop() {
        if at.to_move() != claim.claimant && at != root {
            push_replies(board, at, &mut stack);
            continue;
        }
        let at = board.least(at).0;
        if !met.insert(at) {
            continue;
        }
        match plan.get(&at) {
            Some(Does::Follow(strategy)) => {
                grown.leaves += 1;
                let next = numbers.len();
                let number = *numbers.entry(strategy).or_insert(next);
                if number == next {
                    grown.strategies.push(strategy.clone());
                    grown.walk.push(0);
                } else {
                    grown.walk.extend([1, number as u64]);
                }
                if let Strategy::List(rules) = strategy
                    && !play_out(board, claim, at, rules, number, &mut played)
                {
                    return None;
                }
            }
            Some(Does::Move(cell)) => {
                grown.moves += 1;
                grown.walk.push(u64::from(*cell) + 2);
                if let (next, None) = board.play(at, (*cell).into()) {
                    stack.push(next);
                }
            }
            Some(Does::Replies) => {
                grown.walk.push(2);
                grown.moves += 1;
                push_replies(board, at, &mut stack);
            }
            None => {}
        }
    }
    grown.playout = played.len() as u64;
    Some(grown)
}

/// Pushes every position after a reply in which play goes on, the first one on top.
fn push_replies(board: &Board, at: Marks, stack: &mut Vec<Marks>) {
    let from = stack.len();
    for cell in members(board.open(at.taken())) {
        if let (after, None) = board.play(at, cell) {
            stack.push(after);
        }
    }
    stack[from..].reverse();
}

/// Notes the claimant's positions in the play by a strategy from a leaf on; whether a move is given everywhere.
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
    let mut stack = Vec::new();
    let replies = |view: &View, stack: &mut Vec<View>| {
        for cell in members(view.open & !view.stops) {
            let after = view.after(board, cell, false);
            if after.open != 0 {
                stack.push(after);
            }
        }
    };
    match leaf.to_move() == claimant {
        true => stack.push(view),
        false => replies(&view, &mut stack),
    }
    while let Some(at) = stack.pop() {
        if !played.insert((number, at.own, at.other)) {
            continue;
        }
        let Some(cell) = choose(rules, &at, board) else {
            return false;
        };
        let after = at.after(board, cell, true);
        if at.wins >> cell & 1 == 0 && after.open != 0 {
            replies(&after, &mut stack);
        }
    }
    true
}
