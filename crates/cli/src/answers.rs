//! How verbs show answers: their boards, marks, reasons and notes.

use crate::desk::Desk;
use crate::outcome::Failure;
use serde::Serialize;
use std::io::Write;
use yomikiri_catalog::answer::JsonAnswer;
use yomikiri_catalog::lang::Lang;
use yomikiri_catalog::why::JsonWhy;
use yomikiri_catalog::{Answer, AnyGame, Diagram, Method, Stop, Why};

/// What is said of the values of positions where moves gain points.
pub(crate) const TO_COME: &str = "note: a value is of the points still to come: \
                       what was gained before a position is not known";

/// Boards with more places than this are not drawn: nobody could look at them.
const DRAWN: usize = 2_500;

/// An answer with its reason, where that was asked for.
#[derive(Debug, Serialize)]
pub(crate) struct Explained<'a> {
    #[serde(flatten)]
    pub(crate) answer: JsonAnswer<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) why: Option<JsonWhy<'a>>,
}

/// A reason, line by line.
pub(crate) fn write_why(why: &Why, lang: Lang, desk: &mut Desk) -> Result<(), Failure> {
    for line in why.text(lang) {
        writeln!(desk.out(), "{line}")?;
    }
    Ok(())
}

/// Draws a board, if it can be looked at.
pub(crate) fn draw(diagram: &Diagram, desk: &mut Desk) -> Result<(), Failure> {
    let places = diagram.places.len();
    match places <= DRAWN {
        true => writeln!(desk.out(), "{diagram}")?,
        false => desk.say(format_args!(
            "note: a board of {places} places is not drawn"
        )),
    }
    Ok(())
}

/// The mark of a move: whether it is among the best, or `None` where that is open.
pub(crate) fn mark(best: Option<bool>) -> char {
    match best {
        Some(true) => '*',
        Some(false) => ' ',
        None => '?',
    }
}

/// Where a limit was met: which memory that was, and what would help.
pub(crate) fn say_more(game: &dyn AnyGame, answer: &Answer, desk: &mut Desk) {
    if let Some(fault) = game.fault()
        && answer.stopped == Some(Stop::Memory)
    {
        desk.say(format_args!("note: {fault}"));
    }
    let is_cut = answer.stopped.is_some_and(|why| why != Stop::Cancelled);
    let is_enumerated = answer.solver == Method::Retrograde.name() || game.fault().is_some();
    if is_cut
        && is_enumerated
        && let Some(advice) = game.advice()
    {
        desk.say(format_args!("note: {advice}"));
    }
}
