//! Values of moves, computed from the values of the positions after them.

use yomikiri::{Ask, Distance, Game, Margin, Player, Score, Value, Wdl, places};
use yomikiri_games::registry::Playable;

/// Moves, each with its value.
pub(crate) type MoveValues<G> = Vec<(<G as Game>::Move, Value)>;

/// Returns the value of a position, if it is known.
type ValueOf<'v, G, E> = &'v mut dyn FnMut(&<G as Game>::Position) -> Result<Option<Value>, E>;

/// Returns each move of a position with its value as an answer to `ask`, in move order; none if the game is over.
/// `value_of` returns the values of positions, as answers to `known`; moves to positions without one are left
/// out. `Ok(None)` if the values do not imply the answer to `ask`.
///
/// # Errors
///
/// Errors of `value_of`.
pub(crate) fn moves<G: Playable, E>(
    game: &G,
    known: Ask,
    ask: Ask,
    position: &G::Position,
    value_of: ValueOf<'_, G, E>,
) -> Result<Option<MoveValues<G>>, E> {
    match known {
        Ask::Winner => by::<G, Wdl, E>(game, ask, position, value_of),
        Ask::Margin => by::<G, Margin, E>(game, ask, position, value_of),
        Ask::Distance => by::<G, Distance, E>(game, ask, position, value_of),
    }
}

fn by<G: Playable, S: Score, E>(
    game: &G,
    ask: Ask,
    position: &G::Position,
    value_of: ValueOf<'_, G, E>,
) -> Result<Option<MoveValues<G>>, E> {
    let mut moves = Vec::new();
    if game.outcome(position).is_some() {
        return Ok(Some(moves));
    }
    let mover = game.to_move(position);
    for mv in game.moves(position) {
        let next = game.play(position, mv);
        let to_move = game.to_move(&next);
        let Some(value) = value_of(&next)? else {
            continue;
        };
        let gain = match game.has_gains() {
            true => game.gain(position, mv),
            false => 0,
        };
        let moved = S::of_value(value, to_move)
            .and_then(|score| score.of_move(gain, mover, to_move))
            .and_then(|score| score.absolute(mover).answering(ask));
        let Some(moved) = moved else {
            return Ok(None);
        };
        moves.push((mv, moved));
    }
    Ok(Some(moves))
}

/// Returns the place of each value among them, for the mover: 0 for the best. `None` if a value answers another
/// question.
pub(crate) fn places_of(values: &[Value], ask: Ask, mover: Player) -> Option<Vec<usize>> {
    fn by<S: Score>(values: &[Value], mover: Player) -> Option<Vec<usize>> {
        let scores = values.iter().map(|value| S::of_value(*value, mover));
        Some(places(&scores.collect::<Option<Vec<S>>>()?))
    }
    match ask {
        Ask::Winner => by::<Wdl>(values, mover),
        Ask::Margin => by::<Margin>(values, mover),
        Ask::Distance => by::<Distance>(values, mover),
    }
}
