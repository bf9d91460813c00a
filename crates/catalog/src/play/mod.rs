//! Playing for people: what a move gave away, opponents of different strength, puzzles, and boards
//! dealt at random. The page in the browser and the play in the terminal share it.
//!
//! All of it stands on exact values: an opponent that errs knows that it errs, and a puzzle has one
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

/// The lines of text beside a board, but for whose turn it is and how the game ended: whoever plays says that
/// better.
pub fn notes(diagram: &Diagram) -> impl Iterator<Item = &str> {
    let is_status = |note: &str| {
        ["first to move", "second to move"].contains(&note) || note.starts_with("over")
    };
    let notes = diagram.notes.iter().map(String::as_str);
    notes.filter(move |note| !is_status(note))
}

/// The question that tells a player most: points where there are any, else how soon the game is won or lost.
pub fn natural_ask(game: &dyn AnyGame) -> Ask {
    match game.counts_points() {
        true => Ask::Margin,
        false => Ask::Distance,
    }
}
