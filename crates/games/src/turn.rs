//! The turn in texts of positions and beside pictures.

use std::ops::RangeInclusive;
use yomikiri_core::{Game, Outcome, Player, TextError};

/// Splits `:first` or `:second` off a position's text. Without either it is First's turn.
pub(crate) fn split_mover(text: &str) -> Result<(&str, Player), TextError> {
    let Some((rest, mover)) = text.split_once(':') else {
        return Ok((text, Player::First));
    };
    match mover {
        "first" => Ok((rest, Player::First)),
        "second" => Ok((rest, Player::Second)),
        _ => Err(TextError::new(
            rest.len() + 1..text.len(),
            "`first` or `second` is expected here",
        )),
    }
}

/// Returns the shortest suffix that [`split_mover`] splits off.
pub(crate) fn mover_suffix(player: Player) -> &'static str {
    match player {
        Player::First => "",
        Player::Second => ":second",
    }
}

/// Reads a number in a position's text, which begins there at byte `start`.
pub(crate) fn count(
    digits: &str,
    start: usize,
    range: RangeInclusive<u32>,
) -> Result<u32, TextError> {
    let number = digits.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| {
        TextError::new(
            start..start + digits.len(),
            format!(
                "a number from {} to {} is expected here",
                range.start(),
                range.end()
            ),
        )
    })
}

/// Returns the name of a player in a sentence.
pub(crate) const fn named(player: Player) -> &'static str {
    match player {
        Player::First => "First",
        Player::Second => "Second",
    }
}

/// Returns the turn, or the result of the game: a note beside a picture.
pub(crate) fn status<G: Game>(game: &G, position: &G::Position) -> String {
    let (outcome, to_move) = (game.outcome(position), game.to_move(position));
    status_of(outcome, to_move, game.has_gains())
}

/// Does the same from an outcome. If moves gain points, the points at the end are not the result: a position does
/// not record earlier gains, so only the line of play tells the result.
pub(crate) fn status_of(outcome: Option<Outcome>, to_move: Player, has_gains: bool) -> String {
    match outcome {
        Some(Outcome::Draw | Outcome::Margin(_)) if has_gains => "over".to_owned(),
        Some(outcome) => format!("over: {outcome}"),
        None => format!("{to_move} to move"),
    }
}
