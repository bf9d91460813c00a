//! Whose turn it is, in positions as text and beside pictures.

use std::ops::RangeInclusive;
use yomikiri_core::{Game, Outcome, Player, TextError};

/// Splits `:first` or `:second` off a position's text; without either it is First's turn.
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

/// What [`split_mover`] splits off, in its shortest form.
pub(crate) fn mover_suffix(player: Player) -> &'static str {
    match player {
        Player::First => "",
        Player::Second => ":second",
    }
}

/// A number in a position's text, which stands there from byte `start` on.
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

/// A player in a sentence.
pub(crate) const fn named(player: Player) -> &'static str {
    match player {
        Player::First => "First",
        Player::Second => "Second",
    }
}

/// Whose turn it is, or how the game has ended: a line beside a picture.
pub(crate) fn status<G: Game>(game: &G, position: &G::Position) -> String {
    let (outcome, to_move) = (game.outcome(position), game.to_move(position));
    status_of(outcome, to_move, game.has_gains())
}

/// The same, given what the rules say. Where moves gain points, points at the end are not the result: a
/// position does not know what was gained before it, so that only whoever knows the line of play tells it.
pub(crate) fn status_of(outcome: Option<Outcome>, to_move: Player, has_gains: bool) -> String {
    match outcome {
        Some(Outcome::Draw | Outcome::Margin(_)) if has_gains => "over".to_owned(),
        Some(outcome) => format!("over: {outcome}"),
        None => format!("{to_move} to move"),
    }
}
