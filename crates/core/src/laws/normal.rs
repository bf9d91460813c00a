//! The law of normal play.

use super::hashed::{Map, Set};
use super::report::{Broken, Count, Law};
use super::sample::{Sampled, children};
use crate::capability::{Normal, NumberAndNimber};
use crate::{Game, Outcome, Player};

/// Positions, each with the number of its occurrences.
type Parts<G> = Map<<G as Game>::Position, usize>;

pub(super) fn normal<G: Game>(
    sampled: &Sampled<'_, G>,
    view: &impl Normal<G>,
) -> Result<Count, Broken> {
    let game = sampled.game;
    let mut count = Count::default();
    if game.has_gains() {
        return Err(sampled.broken(
            Law::Normal,
            &game.start(),
            "moves gain points in a game of normal play".to_owned(),
        ));
    }
    for position in &sampled.positions {
        let fail = |why: String| Err(sampled.broken(Law::Normal, position, why));
        let mover = game.to_move(position);
        let turned = view.turned(position);
        if game.to_move(&turned) == mover {
            return fail("turned, it is the same player's turn".to_owned());
        }
        if view.turned(&turned) != *position {
            return fail("turned twice, it is another position".to_owned());
        }
        for side in [position, &turned] {
            let loses = Outcome::Win(game.to_move(side).opponent());
            match game.outcome(side) {
                Some(outcome) if outcome != loses => {
                    return fail(format!(
                        "it is over with {side:?}, and the player to move has not lost: {outcome}"
                    ));
                }
                _ => count.check(),
            }
            for (mv, child) in children(game, side) {
                if game.to_move(&child) == game.to_move(side) {
                    return fail(format!(
                        "after the move {mv:?} it is the same player's turn"
                    ));
                }
                count.check();
            }
            if let Err(why) = sums(game, view, side) {
                return fail(why);
            }
            count.check();
            if let Err(why) = numbers(game, view, side) {
                return fail(why);
            }
            count.check();
            for part in view.parts(side) {
                if let Err(why) = negatives(game, view, &part) {
                    return fail(why);
                }
                count.check();
            }
        }
        if view.impartial() {
            let own = children(game, position).into_iter();
            let own: Set<G::Position> = own.map(|(_, next)| view.turned(&next)).collect();
            let other = children(game, &turned).into_iter();
            let other: Set<G::Position> = other.map(|(_, next)| next).collect();
            if own != other {
                return fail("turned, there are other moves in an impartial game".to_owned());
            }
            count.check();
        }
    }
    Ok(count)
}

/// Counts the occurrences of each position.
fn counted<G: Game>(parts: Vec<G::Position>) -> Parts<G> {
    let mut counted: Parts<G> = Map::default();
    for part in parts {
        *counted.entry(part).or_default() += 1;
    }
    counted
}

/// Checks that one player's moves in a part lead to the negatives of the positions that the other player's moves
/// reach in the negative of the part. Checks nothing if the game does not know some of these negatives.
fn negatives<G: Game>(game: &G, view: &impl Normal<G>, part: &G::Position) -> Result<(), String> {
    let Some(negative) = view.negative(part) else {
        return Ok(());
    };
    if game.to_move(&negative) != game.to_move(part) {
        return Err(format!(
            "in the negative of {part:?} it is another player's turn"
        ));
    }
    let mut of_part: Vec<Parts<G>> = Vec::new();
    for (_, child) in children(game, part) {
        let parts = view.parts(&child);
        let negatives: Option<Vec<G::Position>> =
            parts.iter().map(|part| view.negative(part)).collect();
        let Some(negatives) = negatives else {
            return Ok(());
        };
        of_part.push(counted::<G>(negatives));
    }
    let of_negative = children(game, &view.turned(&negative)).into_iter();
    let of_negative: Vec<Parts<G>> = of_negative
        .map(|(_, child)| counted::<G>(view.parts(&view.turned(&child))))
        .collect();
    match differ::<G>(&of_part, &of_negative) {
        true => Err(format!("the negative of the part {part:?} has other moves")),
        false => Ok(()),
    }
}

/// Checks a value that a game knows: it is that of the other player's turn and the sum of the parts, and the moves
/// of the player to move allow it. If the values after all moves are known, no other value passes for both players.
///
/// Proof: let G be the position, x + *n the value, and let the player who moves second in G - x - *n reply. A move in G
/// to y + *m loses unless y is better for the mover than x, or y = x and m = n. A move from *n to *k is met only by
/// the opponent's move in G to x + *k. If n > 0, G has both players' moves to x, which meet a move in -x. If n = 0, a
/// move in -x to the negative of an option of x is met only by a move in G to something at least as good for the
/// player who makes it as that option.
fn numbers<G: Game>(game: &G, view: &impl Normal<G>, position: &G::Position) -> Result<(), String> {
    let Some(value) = view.number_and_nimber(position) else {
        return Ok(());
    };
    let turned = view.number_and_nimber(&view.turned(position));
    if turned != Some(value) {
        return Err(format!("it is worth {value:?}, and turned {turned:?}"));
    }
    let parts = view.parts(position).into_iter();
    let parts: Option<Vec<_>> = parts.map(|part| view.number_and_nimber(&part)).collect();
    let zero = NumberAndNimber::ZERO;
    let sum = parts.map(|parts| parts.into_iter().fold(zero, NumberAndNimber::plus));
    if sum.is_some_and(|sum| sum != value) {
        return Err(format!("it is worth {value:?}, and its parts {sum:?}"));
    }
    let sign = match game.to_move(position) {
        Player::First => 1,
        Player::Second => -1,
    };
    let mut is_complete = true;
    let mut options = Vec::new();
    for (mv, child) in children(game, position) {
        let Some(next) = view.number_and_nimber(&child) else {
            is_complete = false;
            continue;
        };
        if sign * (next.number - value.number) > 0 || next == value {
            return Err(format!(
                "it is worth {value:?}, and after the move {mv:?} {next:?}: no value has such an option"
            ));
        }
        options.push(next);
    }
    let is_there = |nimber| {
        let number = value.number;
        options.contains(&NumberAndNimber { number, nimber })
    };
    let allow = match option_of(value.number, sign) {
        _ if value.nimber > 0 => (0..value.nimber).all(is_there),
        Some(least) => options.iter().any(|option| {
            let more = sign * (option.number - least);
            more > 0 || more == 0 && option.nimber == 0
        }),
        None => true,
    };
    match is_complete && !allow {
        true => Err(format!(
            "it is worth {value:?}, and its moves are not enough for that: {options:?}"
        )),
        false => Ok(()),
    }
}

/// Returns the option of a number in canonical form, for First if the sign is 1, for Second if it is -1.
fn option_of(number: i128, sign: i128) -> Option<i128> {
    let one = 1 << NumberAndNimber::EXPONENT;
    match number % one {
        0 => (sign * number > 0).then_some(number - sign * one),
        _ => Some(number - sign * (number & number.wrapping_neg())),
    }
}

/// Returns whether either list contains something that the other lacks.
fn differ<G: Game>(a: &[Parts<G>], b: &[Parts<G>]) -> bool {
    let lacks = |a: &[Parts<G>], b: &[Parts<G>]| a.iter().any(|parts| !b.contains(parts));
    lacks(a, b) || lacks(b, a)
}

/// Checks that the moves of a position are those of its parts.
fn sums<G: Game>(game: &G, view: &impl Normal<G>, position: &G::Position) -> Result<(), String> {
    let parts = view.parts(position);
    if parts.len() == 1 && parts[0] == *position {
        return Ok(());
    }
    let mover = game.to_move(position);
    if let Some(part) = parts.iter().find(|part| game.to_move(part) != mover) {
        return Err(format!("in the part {part:?} it is another player's turn"));
    }
    // After a move in one part, the other player is to move in the other parts too.
    let of_other = |at: usize| {
        let rest = parts.iter().enumerate();
        let rest = rest.filter(move |(other, _)| *other != at);
        rest.flat_map(|(_, part)| view.parts(&view.turned(part)))
            .collect::<Vec<_>>()
    };
    let whole: Vec<Parts<G>> = children(game, position)
        .into_iter()
        .map(|(_, child)| counted::<G>(view.parts(&child)))
        .collect();
    let mut by_parts: Vec<Parts<G>> = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        for (_, child) in children(game, part) {
            let mut after = of_other(at);
            after.extend(view.parts(&child));
            by_parts.push(counted::<G>(after));
        }
    }
    match differ::<G>(&whole, &by_parts) {
        true => Err("its moves do not lead where those of its parts lead".to_owned()),
        false => Ok(()),
    }
}
