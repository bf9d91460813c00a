//! `solve`: finds the value of a position, or of many.

use crate::answers::{Explained, TO_COME, say_more, write_why};
use crate::args::{AskArgs, At, FromTableArgs, LangArgs, LimitArgs, OutputArgs, SolverArgs};
use crate::batch::{self, Asked, Means};
use crate::console::Console;
use crate::examples;
use crate::outcome::{Exit, Failure};
use crate::parts::{self, PartsArgs};
use crate::sources;
use clap::Args;
use std::io::Write;
use yomikiri_catalog::answer::JsonAnswer;
use yomikiri_catalog::lang::Lang;
use yomikiri_catalog::values::Loan;
use yomikiri_catalog::{
    Answer, AnyGame, AnySession, Bound, Control, Method, QueryError, Want, why,
};

#[derive(Debug, Args)]
#[command(after_help = examples::SOLVE)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) at: At,
    #[command(flatten)]
    pub(crate) ask: AskArgs,
    #[command(flatten)]
    pub(crate) solver: SolverArgs,
    #[command(flatten)]
    pub(crate) from: FromTableArgs,
    #[command(flatten)]
    pub(crate) parts: PartsArgs,
    /// Also print all best moves, as `best ...`. They take more time, since every move needs a value
    #[arg(long)]
    pub(crate) best: bool,
    /// Also print a line of perfect play, as `line ...`: at each position the first best move
    #[arg(long)]
    pub(crate) line: bool,
    /// Also give the reason: a forced win as a tree, a defence, or a comparison of points. If there is no short
    /// reason, say so and give the size of a proof
    #[arg(long, conflicts_with = "positions")]
    pub(crate) why: bool,
    /// Solve the position in each line of FILE (`-`: stdin), and print one answer per line, in order, as soon
    /// as it is known. For a bad line, print `error`, and the reason on stderr. A line may be `after MOVE
    /// MOVE`. In games that write a position as the columns played, an empty line is the start. With --parts a
    /// single thread solves all lines and adds their values to the same file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "after"])]
    pub(crate) positions: Option<String>,
    /// With --positions: start each line with an empty solver. Without this, the solver reuses its results from
    /// earlier lines. Values of --parts are reused in any case
    #[arg(long, requires = "positions")]
    pub(crate) cold: bool,
    #[command(flatten)]
    pub(crate) lang: LangArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

pub(crate) fn run(args: &SolveArgs, console: &mut Console) -> Result<Exit, Failure> {
    let (game, table) = sources::given(&args.at.game.game, &args.from, console)?;
    let game = game.as_ref();
    let parts = lent(args, game, table.is_some())?;
    let means = Means {
        ask: args.ask.ask,
        solver: &args.solver,
        limits: &args.limits,
        table: table.as_ref(),
        parts: parts.as_ref(),
        cold: args.cold,
        json: args.output.json,
    };
    let told = match &args.positions {
        Some(path) => {
            if game.has_gains() && !args.output.json {
                console.say(MOSTLY_TO_COME);
            }
            batch::run(game, path, args, means, console)
        }
        None => one(args, game, means, console),
    };
    match parts {
        Some(parts) => parts::both(told, args.parts.saved(parts.save()), Lang::En, console),
        None => told,
    }
}

/// Opens the file of parts, if one is given.
fn lent<'g>(
    args: &SolveArgs,
    game: &'g dyn AnyGame,
    has_table: bool,
) -> Result<Option<Loan<'g>>, Failure> {
    if args.parts.parts.is_none() {
        return Ok(None);
    }
    if has_table {
        return Err(Failure::bad(
            "--parts cannot be used with --table: a table has the answers already",
        ));
    }
    let solver = args.solver.solver.0;
    if solver.is_some_and(|solver| solver != Method::Sums) {
        return Err(Failure::bad("--parts is for --solver sums"));
    }
    Ok(args.parts.open()?.map(|parts| parts.lend(game)))
}

/// Answers about one position, and prints the answer.
fn one(
    args: &SolveArgs,
    game: &dyn AnyGame,
    means: Means<'_>,
    console: &mut Console,
) -> Result<Exit, Failure> {
    let mut session = means.session(game)?;
    let position = args.at.position();
    let position = position.as_ref();
    let mut control = console.search_from(game, position, &args.solver, &args.limits);
    let want = wanted(args);
    let answer = session
        .answer(position, want, &mut control)
        .map_err(|error| Failure::in_query(position, error))?;
    let why = match args.why && answer.stopped.is_none() {
        true => {
            let mut control = console.search(&args.solver, &args.limits);
            let why = why(game, position, args.ask.ask, &mut control);
            Some(why.map_err(|error| Failure::in_query(position, error))?)
        }
        false => None,
    };
    let lang = args.lang.lang();
    if args.output.json {
        console.json(&Explained {
            answer: JsonAnswer::from(&answer),
            why: why.as_ref().map(|why| why.json(lang)),
        })?;
    } else {
        write(&answer, console)?;
        if let Some(why) = &why {
            write_why(why, lang, console)?;
        }
        console.flush()?;
        if answer.to_come {
            console.say(TO_COME);
        }
        if let Some(reason) = &answer.reason {
            console.say(format_args!("note: solver {}: {reason}", answer.solver));
        }
    }
    if let Some(what) = short_of(&answer, want) {
        console.say(what);
    }
    say_more(game, &answer, console);
    Ok(Exit::from(answer.stopped))
}

/// [`TO_COME`] for a batch.
const MOSTLY_TO_COME: &str = "note: a value is of the points still to come; \
                              only `after MOVES` from the start tells what was gained before";

/// For each line of a batch, this finds the value of its position.
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

    fn write(&self, found: &Answer, console: &mut Console) -> Result<(), Failure> {
        match self.output.json {
            true => console.json(&JsonAnswer::from(found)),
            false => write(found, console),
        }
    }

    fn short_of(&self, found: &Answer) -> Option<String> {
        short_of(found, wanted(self))
    }
}

/// Returns what the flags ask for besides the value.
fn wanted(args: &SolveArgs) -> Want {
    Want {
        best: args.best,
        line: args.line,
    }
}

/// Writes an answer as text: the value on a line, then `best` and `line`, each on a line, if they were asked
/// for and found.
fn write(answer: &Answer, console: &mut Console) -> Result<(), Failure> {
    let out = console.out();
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

/// Says in a line which part of the wanted answer a limit cut short.
pub(crate) fn short_of(answer: &Answer, want: Want) -> Option<String> {
    let why = answer.stopped?;
    Some(match answer.bound {
        // Nothing is known until all positions are enumerated.
        Bound::Range { .. } if answer.solver == Method::Retrograde.name() => format!(
            "limit: {why}; nothing is known before all positions are enumerated (`yomikiri table build` \
             works on disk and can be interrupted)"
        ),
        Bound::Range { .. } if answer.bound.is_unknown() => {
            format!("limit: {why}; nothing is known so far")
        }
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
