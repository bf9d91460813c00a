//! `moves`: lists every legal move of a position, or of many positions, with its value.

mod legal;

use crate::answers::{Explained, draw, mark, say_more, write_why};
use crate::args::{AskArgs, At, FromTableArgs, LangArgs, LimitArgs, OutputArgs, SolverArgs};
use crate::batch::{self, Asked, Means};
use crate::console::Console;
use crate::examples;
use crate::outcome::{Exit, Failure};
use crate::sources;
use anstyle::{AnsiColor, Style};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use yomikiri_catalog::answer::{JsonAnswer, JsonAnyMove};
use yomikiri_catalog::table::OpenTable;
use yomikiri_catalog::{Answer, AnyGame, AnySession, Bound, Control, Moves, QueryError, why};

#[derive(Debug, Args)]
#[command(after_help = examples::MOVES)]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    pub(crate) at: At,
    #[command(flatten)]
    pub(crate) ask: AskArgs,
    #[command(flatten)]
    pub(crate) solver: SolverArgs,
    /// Give the reason for the position's value, as `solve --why` does
    #[arg(long, conflicts_with = "positions")]
    pub(crate) why: bool,
    /// List only the legal moves, without solving
    #[arg(long, conflicts_with_all = ["why", "ask", "solver", "without", "table"])]
    pub(crate) no_values: bool,
    /// List the moves of the position in each line of FILE (`-`: stdin), in order, as soon as they are known.
    /// Each line of output has the position's value and then each move with its value, `*` before the best,
    /// separated by tabs. For a bad line, print `error`, and the reason on stderr
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "after"])]
    pub(crate) positions: Option<String>,
    #[command(flatten)]
    pub(crate) lang: LangArgs,
    #[command(flatten)]
    pub(crate) from: FromTableArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// The position's own answer, after its moves.
#[derive(Debug, Serialize)]
pub(crate) struct Summary<'a> {
    summary: bool,
    #[serde(flatten)]
    explained: Explained<'a>,
}

/// A position of a batch.
#[derive(Debug, Serialize)]
struct JsonMoves<'a> {
    #[serde(flatten)]
    answer: JsonAnswer<'a>,
    to_move: &'static str,
    moves: Vec<JsonAnyMove<'a>>,
}

pub(crate) fn run(args: &MovesArgs, console: &mut Console) -> Result<Exit, Failure> {
    let (game, table) = sources::given(&args.at.game.game, &args.from, console)?;
    let (game, table) = (game.as_ref(), table.as_ref());
    match &args.positions {
        Some(path) => {
            let means = Means {
                ask: args.ask.ask,
                solver: &args.solver,
                limits: &args.limits,
                table,
                parts: None,
                cold: false,
                json: args.output.json,
            };
            match args.no_values {
                true => {
                    let json = args.output.json;
                    batch::run(game, path, &legal::Alone { game, json }, means, console)
                }
                false => batch::run(game, path, args, means, console),
            }
        }
        None if args.no_values => legal::one(game, &args.at, args.output.json, console),
        None => one(game, table, args, console),
    }
}

/// Lists the moves of one position.
fn one(
    game: &dyn AnyGame,
    table: Option<&OpenTable>,
    args: &MovesArgs,
    console: &mut Console,
) -> Result<Exit, Failure> {
    let (ask, solver) = (args.ask.ask, args.solver.solver.0);
    let mut session = sources::session(game, ask, solver, table)?;
    let position = args.at.position();
    let position = position.as_ref();
    let mut control = console.search_from(game, position, &args.solver, &args.limits);
    let found = session
        .moves(position, &mut control)
        .map_err(|error| Failure::in_query(position, error))?;
    let why = match args.why && found.answer.stopped.is_none() {
        true => {
            let mut control = console.search(&args.solver, &args.limits);
            let why = why(game, position, args.ask.ask, &mut control);
            Some(why.map_err(|error| Failure::in_query(position, error))?)
        }
        false => None,
    };
    let lang = args.lang.lang();
    if args.output.json {
        for mv in &found.json() {
            console.json(mv)?;
        }
        console.json(&Summary {
            summary: true,
            explained: Explained {
                answer: JsonAnswer::from(&found.answer),
                why: why.as_ref().map(|why| why.json(lang)),
            },
        })?;
    } else {
        write(&found, console)?;
        if let Some(why) = &why {
            write_why(why, lang, console)?;
        }
        console.flush()?;
    }
    if let Some(what) = short_of(&found) {
        console.say(what);
    }
    say_more(game, &found.answer, console);
    Ok(Exit::from(found.answer.stopped))
}

/// A move with its value as text: `*` marks the best, `?` a move that may be the best.
struct Row {
    mark: char,
    mv: String,
    worth: String,
}

fn rows(found: &Moves) -> Vec<Row> {
    let row = |best: Option<bool>, mv: &String, bound: Bound| Row {
        mark: mark(best),
        mv: mv.clone(),
        worth: bound.to_string(),
    };
    let exact = found.moves.iter();
    let exact = exact.map(|mv| row(Some(mv.best), &mv.mv, Bound::Exact(mv.value)));
    let bounds = found.bounds.iter().map(|mv| row(mv.best, &mv.mv, mv.bound));
    exact.chain(bounds).collect()
}

fn write(found: &Moves, console: &mut Console) -> Result<(), Failure> {
    let best = console.styled(AnsiColor::Green.on_default());
    let heading = console.styled(Style::new().bold());
    draw(&found.diagram, console)?;
    let value = &found.answer.bound;
    let of = match found.answer.to_come {
        true => " of the points still to come",
        false => "",
    };
    let rows = rows(found);
    let out = console.out();
    match rows.is_empty() {
        true => writeln!(out, "{heading}over: {value}{of}{heading:#}")?,
        false => writeln!(
            out,
            "{heading}{} to move: {value}{of}{heading:#}",
            found.to_move
        )?,
    }
    let widest = rows.iter().map(|row| row.mv.chars().count()).max();
    let width = widest.unwrap_or(0);
    for Row { mark, mv, worth } in &rows {
        let style = if *mark == '*' { best } else { Style::new() };
        writeln!(out, "{style}{mark} {mv:width$} {worth}{style:#}")?;
    }
    Ok(())
}

/// Says in a line what a limit cut short.
fn short_of(found: &Moves) -> Option<String> {
    let why = found.answer.stopped?;
    let is_known = found.bounds.iter().any(|mv| !mv.bound.is_unknown());
    let so_far = match found.answer.bound {
        bound if bound.is_unknown() && !is_known => "nothing is known so far",
        Bound::Range { .. } => "these ranges are proven so far",
        Bound::Exact(_) => "the value is exact, and of the moves these ranges are proven so far",
    };
    Some(format!("limit: {why}; {so_far}"))
}

/// For each line of a batch, this finds the values of the position's moves.
impl Asked for MovesArgs {
    type Found = Moves;

    fn find(
        &self,
        session: &mut dyn AnySession,
        text: &str,
        control: &mut Control<'_>,
    ) -> Result<Moves, QueryError> {
        session.moves(text, control)
    }

    fn answer<'f>(&self, found: &'f Moves) -> Option<&'f Answer> {
        Some(&found.answer)
    }

    fn write(&self, found: &Moves, console: &mut Console) -> Result<(), Failure> {
        if self.output.json {
            return console.json(&JsonMoves {
                answer: JsonAnswer::from(&found.answer),
                to_move: found.to_move.name(),
                moves: found.json(),
            });
        }
        let out = console.out();
        write!(out, "{}", found.answer.bound)?;
        for Row { mark, mv, worth } in rows(found) {
            let mark = match mark {
                ' ' => String::new(),
                mark => format!("{mark} "),
            };
            write!(out, "\t{mark}{mv} {worth}")?;
        }
        Ok(out.write_all(b"\n")?)
    }

    fn short_of(&self, found: &Moves) -> Option<String> {
        short_of(found)
    }
}
