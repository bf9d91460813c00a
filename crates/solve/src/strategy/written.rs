//! A tree in the order in which a file has it.

use super::Claim;
use super::board::{Board, Marks, members};
use super::learn::Learner;
use super::rules::{Rule, Strategy, View, choose};
use rustc_hash::{FxHashMap, FxHashSet};
use yomikiri_core::Stop;

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

/// Through how many positions a shorter strategy is played in all.
const MOST_PLAYED: usize = 2_000_000;

/// Makes strategies shorter, where they hold as well then.
pub(super) fn simplify(
    learner: &mut Learner<'_>,
    plan: &mut FxHashMap<Marks, Does>,
) -> Result<(), Stop> {
    let mut users: FxHashMap<Vec<Rule>, Vec<Marks>> = FxHashMap::default();
    for (&at, does) in plan.iter() {
        if let Does::Follow(Strategy::List(rules)) = does {
            users.entry(rules.clone()).or_default().push(at);
        }
    }
    let mut order: Vec<(Vec<Rule>, Vec<Marks>)> = users.into_iter().collect();
    for (_, at) in &mut order {
        at.sort_unstable_by_key(|at| (at.o, at.x));
    }
    order.sort_unstable_by_key(|(_, at)| {
        (
            std::cmp::Reverse(at.len()),
            at.first().map(|at| (at.o, at.x)),
        )
    });
    for (rules, positions) in order {
        let holds = |rules: &[Rule], learner: &mut Learner<'_>| {
            for &at in &positions {
                if !learner.holds(at, rules, MOST_PLAYED / positions.len())? {
                    return Ok(false);
                }
            }
            Ok::<bool, Stop>(true)
        };
        let mut short = rules.clone();
        let mut index = short.len();
        while index > 0 {
            index -= 1;
            let mut without = short.clone();
            without.remove(index);
            if !without.is_empty() && holds(&without, learner)? {
                short = without;
                continue;
            }
            let mut place = match &short[index] {
                Rule::Take(cells) => cells.len(),
                _ => continue,
            };
            while place > 0 {
                place -= 1;
                let mut without = short.clone();
                if let Rule::Take(cells) = &mut without[index] {
                    if cells.len() < 2 {
                        break;
                    }
                    cells.remove(place);
                }
                if holds(&without, learner)? {
                    short = without;
                }
            }
        }
        let short = Strategy::List(super::learn::joined(short));
        for at in positions {
            plan.insert(at, Does::Follow(short.clone()));
        }
    }
    Ok(())
}

/// Walks through a plan as a checker does.
pub(super) fn write(
    board: &Board,
    claim: Claim,
    root: Marks,
    plan: &FxHashMap<Marks, Does>,
) -> Grown {
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
                if let Strategy::List(rules) = strategy {
                    play_out(board, claim, at, rules, number, &mut played);
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
    grown
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

/// Notes the claimant's positions in the play by a strategy from a leaf on.
fn play_out(
    board: &Board,
    claim: Claim,
    leaf: Marks,
    rules: &[Rule],
    number: usize,
    played: &mut FxHashSet<(usize, Marks)>,
) {
    let mut stack = Vec::new();
    match leaf.to_move() == claim.claimant {
        true => stack.push(leaf),
        false => push_replies(board, leaf, &mut stack),
    }
    while let Some(at) = stack.pop() {
        if !played.insert((number, at)) {
            continue;
        }
        let view = View::of(board, at, claim.claimant);
        if let Some(cell) = choose(rules, &view, board)
            && let (next, None) = board.play(at, cell)
        {
            push_replies(board, next, &mut stack);
        }
    }
}
