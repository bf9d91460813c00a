//! What is true of declared rules: a naive recursion over the positions, played by the checker's reading
//! of the rules, which knows nothing of certificates.

use std::collections::HashMap;
use yomikiri_check::{Ask, Claim, Outcome, Player, Rules, State, Value};

/// Beyond all points.
const WON: i128 = 1 << 100;

/// The positions that follow from a root, with their moves: where to, and the points that the claimant
/// gets.
struct Space {
    turns: Vec<Option<Player>>,
    worths: Vec<i128>,
    moves: Vec<Vec<(usize, i128)>>,
}

fn worth(outcome: Outcome, claimant: Player) -> i128 {
    let of_first = match outcome {
        Outcome::Win(Player::First) => WON,
        Outcome::Win(Player::Second) => -WON,
        Outcome::Draw => 0,
        Outcome::Margin(points) => points.into(),
    };
    if claimant == Player::First {
        of_first
    } else {
        -of_first
    }
}

fn space(rules: &dyn Rules, root: u128, claimant: Player) -> Space {
    let mut ids = HashMap::from([(root, 0)]);
    let mut codes = vec![root];
    let mut space = Space {
        turns: Vec::new(),
        worths: Vec::new(),
        moves: Vec::new(),
    };
    for id in 0.. {
        let Some(&code) = codes.get(id) else { break };
        let mut moves = Vec::new();
        match rules.state(code).unwrap() {
            State::Over(outcome) => {
                space.turns.push(None);
                space.worths.push(worth(outcome, claimant));
            }
            State::Turn(mover) => {
                space.turns.push(Some(mover));
                space.worths.push(0);
                for step in rules.steps(code) {
                    let next = *ids.entry(step.code).or_insert_with(|| {
                        codes.push(step.code);
                        codes.len() - 1
                    });
                    let gain = i128::from(step.gain);
                    moves.push((next, if mover == claimant { gain } else { -gain }));
                }
            }
        }
        space.moves.push(moves);
    }
    space
}

/// Whether `claim` is true of the position; `endless` is what the rules say of play without end.
pub(crate) fn is_true(rules: &dyn Rules, root: u128, claim: &Claim, endless: Outcome) -> bool {
    let space = space(rules, root, claim.claimant);
    let own = |winner: Player| winner == claim.claimant;
    let threshold = match (claim.ask, claim.value) {
        (Ask::Margin, Value::Win(winner)) => {
            if own(winner) {
                WON
            } else {
                -WON
            }
        }
        (_, Value::Win(winner)) => {
            if own(winner) {
                1
            } else {
                -WON
            }
        }
        (_, Value::Points(points)) => worth(Outcome::Margin(points), claim.claimant),
        (_, Value::Draw) => 0,
        (_, Value::Within(winner, _) | Value::Endless(winner)) => i128::from(own(winner)),
    };
    let count = space.turns.len();
    // Values after so many plies; what goes on longer is endless.
    let goes_on = match claim.value {
        Value::Within(winner, _) if own(winner) => -WON,
        Value::Within(..) => WON,
        Value::Endless(winner) if !own(winner) => WON,
        _ if worth(endless, claim.claimant) >= threshold => WON,
        _ => -WON,
    };
    let plies = match claim.value {
        // A claim of delay speaks of fewer plies than that.
        Value::Within(winner, plies) if own(winner) => plies,
        Value::Within(_, plies) => match plies.checked_sub(1) {
            Some(plies) => plies,
            None => return true,
        },
        // With gains, a line of play worth having may be longer than there are positions.
        _ => 50 * count as u64 + 50,
    };
    let is_points = matches!(claim.ask, Ask::Winner | Ask::Margin);
    let end = |id: usize| match space.worths[id] {
        points if is_points => points,
        points if points >= threshold => WON,
        _ => -WON,
    };
    let mut values: Vec<i128> = (0..count)
        .map(|id| {
            if space.turns[id].is_none() {
                end(id)
            } else {
                goes_on
            }
        })
        .collect();
    for _ in 0..plies {
        let next: Vec<i128> = (0..count)
            .map(|id| {
                let Some(turn) = space.turns[id] else {
                    return end(id);
                };
                let after = space.moves[id].iter().map(|&(to, gain)| match values[to] {
                    WON => WON,
                    lost if lost == -WON => -WON,
                    points => points + gain,
                });
                if own(turn) { after.max() } else { after.min() }.unwrap()
            })
            .collect();
        if next == values {
            break;
        }
        values = next;
    }
    values[0] >= if is_points { threshold } else { 1 }
}
