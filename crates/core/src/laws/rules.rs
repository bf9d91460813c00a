//! The laws of [`Game`] itself.

use super::hashed::Set;
use super::report::{Broken, Count, Law};
use super::sample::Sampled;
use crate::{Game, Outcome, POINTS_LIMIT, Player};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The number of positions of which each is compared with every other.
const PAIRED: usize = 400;

/// The number of arrivals at a position by other paths that are compared with the first arrival.
const ARRIVALS: u8 = 2;

pub(super) fn rules<G: Game>(sampled: &Sampled<'_, G>) -> Result<Count, Broken> {
    let mut count = Count::default();
    starts(sampled, &mut count)?;
    hashes(sampled, &mut count)?;
    let mut arrivals = vec![0; sampled.positions.len()];
    for position in &sampled.positions {
        let future = Future::of(sampled, position)?;
        same(
            sampled,
            position,
            &future,
            "asked again",
            &Future::of(sampled, position)?,
        )?;
        count.check();
        for (_, _, child) in &future.moves {
            let Some(index) = sampled.find(child) else {
                continue;
            };
            if arrivals[index] < ARRIVALS {
                arrivals[index] += 1;
                let (stored, arrived) = (
                    Future::of(sampled, &sampled.positions[index])?,
                    Future::of(sampled, child)?,
                );
                same(sampled, child, &stored, "reached by another path", &arrived)?;
                count.check();
            }
        }
    }
    after_moves(sampled)?;
    points(sampled, &mut count)?;
    Ok(count)
}

/// Checks the statements that games make a second time about positions after moves.
fn after_moves<G: Game>(sampled: &Sampled<'_, G>) -> Result<(), Broken> {
    let game = sampled.game;
    for position in &sampled.positions {
        let fail = |explanation: String| Err(sampled.broken(Law::Rules, position, explanation));
        for (mv, _, next) in Future::of(sampled, position)?.moves {
            let (outcome, again) = (game.outcome(&next), game.outcome_after_move(&next));
            if outcome != again {
                return fail(format!(
                    "after {mv:?}, the outcome was {outcome:?}, and `outcome_after_move` is {again:?}"
                ));
            }
            if G::ALTERNATING && game.to_move(&next) == game.to_move(position) {
                return fail(format!(
                    "the game is alternating, but {mv:?} does not pass the turn"
                ));
            }
        }
    }
    Ok(())
}

fn starts<G: Game>(sampled: &Sampled<'_, G>, count: &mut Count) -> Result<(), Broken> {
    let game = sampled.game;
    let start = game.start();
    let fail = |explanation: &str| Err(sampled.broken(Law::Rules, &start, explanation));
    if game.starts().first() != Some(&start) {
        return fail("`starts` does not begin with `start`");
    }
    if game.starts() != game.starts() || game.start() != start {
        return fail("the starts differ when asked again");
    }
    if game.endless() != game.endless() || game.has_gains() != game.has_gains() {
        return fail("`endless` or `has_gains` differs when asked again");
    }
    if beyond(game.endless()) {
        return fail("`endless` is beyond the limit of points");
    }
    count.check();
    Ok(())
}

/// Checks that equal positions have equal hashes. The sample separates two positions if their hashes differ, so
/// equal positions in it show a broken law.
fn hashes<G: Game>(sampled: &Sampled<'_, G>, count: &mut Count) -> Result<(), Broken> {
    let fail = |position: &G::Position, explanation: &str| {
        Err(sampled.broken(Law::Rules, position, explanation))
    };
    for position in &sampled.positions {
        let copy = position.clone();
        if *position != copy {
            return fail(position, "a position does not equal its clone");
        }
        if hash_of(position) != hash_of(&copy) {
            return fail(position, "a position and its clone have different hashes");
        }
        count.check();
    }
    let few = &sampled.positions[..sampled.positions.len().min(PAIRED)];
    for (index, position) in few.iter().enumerate() {
        if let Some(equal) = few[..index].iter().find(|other| *other == position) {
            let explanation = format!("equal positions have different hashes: {equal:?} and this");
            return fail(position, &explanation);
        }
        count.check();
    }
    Ok(())
}

fn hash_of(position: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    position.hash(&mut hasher);
    hasher.finish()
}

fn beyond(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::Margin(points) if points.unsigned_abs() > POINTS_LIMIT as u64)
}

/// The statements of the rules about a position and its moves.
struct Future<G: Game> {
    to_move: Player,
    outcome: Option<Outcome>,
    moves: Vec<(G::Move, i64, G::Position)>,
}

impl<G: Game> Future<G> {
    /// Calls each method of the rules once, and checks the results by themselves.
    fn of(sampled: &Sampled<'_, G>, position: &G::Position) -> Result<Future<G>, Broken> {
        let game = sampled.game;
        let fail = |explanation: String| Err(sampled.broken(Law::Rules, position, explanation));
        let outcome = game.outcome(position);
        if outcome.is_some_and(beyond) {
            return fail("the final margin is beyond the limit of points".to_owned());
        }
        let mut moves: Vec<(G::Move, i64, G::Position)> = Vec::new();
        if outcome.is_none() {
            for mv in game.moves(position) {
                if moves.iter().any(|(other, ..)| *other == mv) {
                    return fail(format!("the move {mv:?} is listed twice"));
                }
                let gain = game.gain(position, mv);
                if gain != 0 && !game.has_gains() {
                    return fail(format!(
                        "the move {mv:?} gains {gain}, but `has_gains` is false"
                    ));
                }
                if gain.unsigned_abs() > POINTS_LIMIT as u64 {
                    return fail(format!("the gain of {mv:?} is beyond the limit of points"));
                }
                moves.push((mv, gain, game.play(position, mv)));
            }
            if moves.is_empty() {
                return fail("the game is not over, but there are no moves".to_owned());
            }
        }
        Ok(Future {
            to_move: game.to_move(position),
            outcome,
            moves,
        })
    }
}

/// Checks that equal positions have equal futures.
fn same<G: Game>(
    sampled: &Sampled<'_, G>,
    position: &G::Position,
    one: &Future<G>,
    when: &str,
    other: &Future<G>,
) -> Result<(), Broken> {
    let names = |future: &Future<G>| future.moves.iter().map(|(mv, ..)| *mv).collect::<Vec<_>>();
    let gains = |future: &Future<G>| {
        future
            .moves
            .iter()
            .map(|(_, gain, _)| *gain)
            .collect::<Vec<_>>()
    };
    let what = if one.to_move != other.to_move {
        format!(
            "the player to move was {}, and is {}",
            one.to_move, other.to_move
        )
    } else if one.outcome != other.outcome {
        format!(
            "the outcome was {:?}, and is {:?}",
            one.outcome, other.outcome
        )
    } else if names(one) != names(other) {
        format!(
            "the moves were {:?}, and are {:?}",
            names(one),
            names(other)
        )
    } else if one.moves == other.moves {
        return Ok(());
    } else if gains(one) != gains(other) {
        format!(
            "the gains of the moves were {:?}, and are {:?}",
            gains(one),
            gains(other)
        )
    } else {
        "the positions after the moves differ".to_owned()
    };
    Err(sampled.broken(Law::Rules, position, format!("{when}, {what}")))
}

/// Checks that the points stay within the limit along every line of play until a position repeats, and along every
/// later part of the line.
fn points<G: Game>(sampled: &Sampled<'_, G>, count: &mut Count) -> Result<(), Broken> {
    let game = sampled.game;
    'lines: for line in &sampled.lines {
        let mut position = line.from.clone();
        let mut visited = Set::from_iter([position.clone()]);
        let mut total: i128 = 0;
        // The least and the greatest total before any part of the line that ends here.
        let (mut least, mut most) = (0, 0);
        let mut check = |position: &G::Position, total: i128| {
            count.check();
            if total - least > i128::from(POINTS_LIMIT) || most - total > i128::from(POINTS_LIMIT) {
                let explanation = "a line of play that ends here is beyond the limit of points";
                return Err(sampled.broken(Law::Rules, position, explanation));
            }
            (least, most) = (least.min(total), most.max(total));
            Ok(())
        };
        for &mv in &line.moves {
            let gain = if game.has_gains() {
                i128::from(game.gain(&position, mv))
            } else {
                0
            };
            total += if game.to_move(&position) == Player::First {
                gain
            } else {
                -gain
            };
            position = game.play(&position, mv);
            // A cycle collects points without end, so only the line up to it counts.
            if !visited.insert(position.clone()) {
                continue 'lines;
            }
            check(&position, total)?;
        }
        if let Some(Outcome::Margin(points)) = game.outcome(&position) {
            check(&position, total + i128::from(points))?;
        }
    }
    Ok(())
}
