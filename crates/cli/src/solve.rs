//! `solve`: the value of a position, or of many.

use crate::args::SolveArgs;
use crate::batch::{self, Asked, Means};
use crate::desk::Desk;
use crate::outcome::{Exit, Failure};
use crate::tables;
use serde::Serialize;
use std::io::Write;
use yomikiri_catalog::answer::JsonAnswer;
use yomikiri_catalog::lang::Lang;
use yomikiri_catalog::why::JsonWhy;
use yomikiri_catalog::{Answer, AnySession, Bound, Control, Method, QueryError, Want, Why, why};

pub(crate) fn run(args: &SolveArgs, desk: &mut Desk) -> Result<Exit, Failure> {
    let (game, table) = tables::given(&args.at.game.game, &args.from, desk)?;
    if let Some(path) = &args.positions {
        if game.has_gains() && !args.output.json {
            desk.say(MOSTLY_TO_COME);
        }
        let means = Means {
            ask: args.ask.ask,
            solver: &args.solver,
            limits: &args.limits,
            table: table.as_ref(),
            cold: args.cold,
            json: args.output.json,
        };
        return batch::run(game.as_ref(), path, args, means, desk);
    }
    let (ask, solver) = (args.ask.ask, args.solver.solver.0);
    let mut session = tables::session(game.as_ref(), ask, solver, table.as_ref())?;
    let want = match args.output.json {
        true => Want::ALL,
        false => wanted(args),
    };
    let position = args.at.position();
    let position = position.as_ref();
    let mut control = desk.search_from(game.as_ref(), position, &args.solver, &args.limits);
    let answer = session
        .answer(position, want, &mut control)
        .map_err(|error| Failure::in_query(position, error))?;
    let why = match args.why && answer.stopped.is_none() {
        true => {
            let mut control = desk.search(&args.solver, &args.limits);
            let why = why(game.as_ref(), position, args.ask.ask, &mut control);
            Some(why.map_err(|error| Failure::in_query(position, error))?)
        }
        false => None,
    };
    let lang = args.lang.lang();
    if args.output.json {
        desk.json(&Explained {
            answer: JsonAnswer::from(&answer),
            why: why.as_ref().map(|why| why.json(lang)),
        })?;
    } else {
        write(&answer, desk)?;
        if let Some(why) = &why {
            write_why(why, lang, desk)?;
        }
        desk.flush()?;
        if answer.to_come {
            desk.say(TO_COME);
        }
        if let Some(reason) = &answer.reason {
            desk.say(format_args!("note: solver {}: {reason}", answer.solver));
        }
    }
    if let Some(what) = short_of(&answer, want) {
        desk.say(what);
    }
    Ok(Exit::from(answer.stopped))
}

/// What is said of the values of positions where moves gain points.
pub(crate) const TO_COME: &str = "note: a value is of the points still to come: \
                       what was gained before a position is not known";
/// The same of a batch.
const MOSTLY_TO_COME: &str = "note: a value is of the points still to come; \
                              only `after MOVES` from the start tells what was gained before";

/// A line of a batch is asked what its position is worth.
impl Asked for SolveArgs {
    type Found = Answer;

    fn find(
        &self,
        session: &mut dyn AnySession,
        text: &str,
        control: &mut Control<'_>,
    ) -> Result<Answer, QueryError> {
        session.answer(text, wanted(self), control)
    }

    fn answer<'f>(&self, found: &'f Answer) -> Option<&'f Answer> {
        Some(found)
    }

    fn write(&self, found: &Answer, desk: &mut Desk) -> Result<(), Failure> {
        match self.output.json {
            true => desk.json(&JsonAnswer::from(found)),
            false => write(found, desk),
        }
    }

    fn short_of(&self, found: &Answer) -> Option<String> {
        short_of(found, wanted(self))
    }
}

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

/// What the flags ask for beside the value.
fn wanted(args: &SolveArgs) -> Want {
    Want {
        best: args.best,
        line: args.line,
    }
}

/// An answer as text: the value on a line, then `best` and `line`, each on a line, where they were
/// asked for and found.
fn write(answer: &Answer, desk: &mut Desk) -> Result<(), Failure> {
    let out = desk.out();
    writeln!(out, "{answer}")?;
    for (name, moves) in [("best", &answer.best), ("line", &answer.line)] {
        let Some(moves) = moves else { continue };
        out.write_all(name.as_bytes())?;
        for mv in moves {
            write!(out, " {mv}")?;
        }
        out.write_all(b"\n")?;
    }
    Ok(())
}

/// What a limit cut short of what was wanted, in a line.
pub(crate) fn short_of(answer: &Answer, want: Want) -> Option<String> {
    let why = answer.stopped?;
    Some(match answer.bound {
        // Before all positions are there nothing is known.
        Bound::Range { .. } if answer.solver == Method::Retrograde.name() => format!(
            "limit: {why}; nothing is known before all positions are enumerated (`yomikiri table build` \
             works on disk and can be interrupted)"
        ),
        Bound::Range { .. } => format!("limit: {why}; this range is proven so far"),
        Bound::Exact(_) => {
            let unknown = match answer.best {
                None if want.best => "the moves are",
                _ => "the line is",
            };
            format!("limit: {why}; the value is exact, {unknown} not known")
        }
    })
}
