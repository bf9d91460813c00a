//! `moves`: every legal move of a position with its value.

use crate::args::MovesArgs;
use crate::desk::Desk;
use crate::outcome::{Exit, Failure};
use crate::solve::{Explained, short_of, write_why};
use crate::tables;
use anstyle::{AnsiColor, Style};
use serde::Serialize;
use std::io::Write;
use yomikiri_catalog::answer::{JsonAnswer, JsonMove};
use yomikiri_catalog::{Moves, Want, why};

/// Boards with more places than this are not drawn: nobody could look at them.
const DRAWN: usize = 2_500;

/// The position's own answer, after its moves.
#[derive(Debug, Serialize)]
pub(crate) struct Summary<'a> {
    summary: bool,
    #[serde(flatten)]
    explained: Explained<'a>,
}

pub(crate) fn run(args: &MovesArgs, desk: &mut Desk) -> Result<Exit, Failure> {
    let game = desk.open(&args.at.game.game)?;
    let table = tables::given(&args.from)?;
    let (ask, solver) = (args.ask.ask, args.solver.solver.0);
    let mut session = tables::session(game.as_ref(), ask, solver, table.as_ref())?;
    let position = args.at.position();
    let position = position.as_ref();
    let mut control = desk.search_from(game.as_ref(), position, &args.solver, &args.limits);
    let found = session
        .moves(position, &mut control)
        .map_err(|error| Failure::in_query(position, error))?;
    let why = match args.why && found.answer.stopped.is_none() {
        true => {
            let mut control = desk.search(&args.solver, &args.limits);
            let why = why(game.as_ref(), position, args.ask.ask, &mut control);
            Some(why.map_err(|error| Failure::in_query(position, error))?)
        }
        false => None,
    };
    let lang = args.lang.lang();
    if args.output.json {
        for mv in &found.moves {
            desk.json(&JsonMove::from(mv))?;
        }
        desk.json(&Summary {
            summary: true,
            explained: Explained {
                answer: JsonAnswer::from(&found.answer),
                why: why.as_ref().map(|why| why.json(lang)),
            },
        })?;
    } else {
        write(&found, desk)?;
        if let Some(why) = &why {
            write_why(why, lang, desk)?;
        }
        desk.flush()?;
    }
    if let Some(what) = short_of(&found.answer, Want::ALL) {
        desk.say(what);
    }
    Ok(Exit::from(found.answer.stopped))
}

fn write(found: &Moves, desk: &mut Desk) -> Result<(), Failure> {
    let best = desk.styled(AnsiColor::Green.on_default());
    let heading = desk.styled(Style::new().bold());
    let places = found.diagram.places.len();
    if places <= DRAWN {
        writeln!(desk.out(), "{}", found.diagram)?;
    } else {
        desk.say(format_args!(
            "note: a board of {places} places is not drawn"
        ));
    }
    let value = &found.answer.bound;
    let of = match found.answer.to_come {
        true => " of the points still to come",
        false => "",
    };
    let out = desk.out();
    let over = found.moves.is_empty() && found.answer.stopped.is_none();
    match over {
        true => writeln!(out, "{heading}over: {value}{of}{heading:#}")?,
        false => writeln!(
            out,
            "{heading}{} to move: {value}{of}{heading:#}",
            found.to_move
        )?,
    }
    let widest = found.moves.iter().map(|mv| mv.mv.chars().count()).max();
    let width = widest.unwrap_or(0);
    for mv in &found.moves {
        let (mark, style) = match mv.best {
            true => ('*', best),
            false => (' ', Style::new()),
        };
        writeln!(out, "{style}{mark} {:width$} {}{style:#}", mv.mv, mv.value)?;
    }
    Ok(())
}
