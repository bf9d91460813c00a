//! Play against people: what a move gave away, opponents of different strength, puzzles, and boards dealt at
//! random. The page in the browser and the terminal share this module.
//!
//! Everything here rests on exact values: an opponent that errs knows that it errs, and a puzzle has one
//! solution because every other move was proven to be worse.

pub mod deal;
pub mod first_look;
pub mod level;
pub mod puzzle;
pub mod slip;

use crate::AnyGame;
use yomikiri::{Ask, Diagram};

pub use deal::{Deal, deal};
pub use first_look::{Looked, first_look};
pub use level::Level;
pub use puzzle::{Grade, Puzzle, Task, puzzle};
pub use slip::Slip;
pub use yomikiri::random::Random;

/// Returns the lines of text beside a board, without those about whose turn it is and how the game ended:
/// each caller says these in its own way.
pub fn notes(diagram: &Diagram) -> impl Iterator<Item = &str> {
    let is_status = |note: &str| {
        ["first to move", "second to move"].contains(&note) || note.starts_with("over")
    };
    let notes = diagram.notes.iter().map(String::as_str);
    notes.filter(move |note| !is_status(note))
}

/// Returns the question that tells a player most: points if there are any, otherwise how soon the game is won
/// or lost.
pub fn natural_ask(game: &dyn AnyGame) -> Ask {
    match game.counts_points() {
        true => Ask::Margin,
        false => Ask::Distance,
    }
}
