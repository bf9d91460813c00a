//! The output of answers: boards, marks, reasons and notes.

use crate::console::Console;
use crate::outcome::Failure;
use serde::Serialize;
use std::io::Write;
use yomikiri_catalog::answer::JsonAnswer;
use yomikiri_catalog::lang::Lang;
use yomikiri_catalog::why::JsonWhy;
use yomikiri_catalog::{Answer, AnyGame, Diagram, Method, Stop, Why};

/// The note on values of positions if moves gain points.
pub(crate) const TO_COME: &str = "note: a value is of the points still to come: \
                       what was gained before a position is not known";

/// The most places of a board that is drawn; larger drawings are unreadable.
const DRAWN: usize = 2_500;

/// An answer with its reason, if one was asked for.
#[derive(Debug, Serialize)]
pub(crate) struct Explained<'a> {
    #[serde(flatten)]
    pub(crate) answer: JsonAnswer<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) why: Option<JsonWhy<'a>>,
}

/// Writes a reason line by line.
pub(crate) fn write_why(why: &Why, lang: Lang, console: &mut Console) -> Result<(), Failure> {
    for line in why.text(lang) {
        writeln!(console.out(), "{line}")?;
    }
    Ok(())
}

/// Draws a board, unless it is too large.
pub(crate) fn draw(diagram: &Diagram, console: &mut Console) -> Result<(), Failure> {
    let places = diagram.places.len();
    match places <= DRAWN {
        true => writeln!(console.out(), "{diagram}")?,
        false => console.say(format_args!(
            "note: a board of {places} places is not drawn"
        )),
    }
    Ok(())
}

/// Returns the mark of a move: whether it is among the best, or `None` if that is unknown.
pub(crate) fn mark(best: Option<bool>) -> char {
    match best {
        Some(true) => '*',
        Some(false) => ' ',
        None => '?',
    }
}

/// Explains a limit that stopped an answer: which memory it was, and what would help.
pub(crate) fn say_more(game: &dyn AnyGame, answer: &Answer, console: &mut Console) {
    if let Some(fault) = game.fault()
        && answer.stopped == Some(Stop::Memory)
    {
        console.say(format_args!("note: {fault}"));
    }
    let is_cut = answer.stopped.is_some_and(|why| why != Stop::Cancelled);
    let is_enumerated = answer.solver == Method::Retrograde.name() || game.fault().is_some();
    if is_cut
        && is_enumerated
        && let Some(advice) = game.advice()
    {
        console.say(format_args!("note: {advice}"));
    }
}
