//! The verb `grade`: compares the moves of played games, or of a program, with exact values.

#[cfg(feature = "parquet")]
mod dataset;

use crate::args::{
    AskArgs, GameArg, LimitArgs, OutputArgs, SolverArgs, parquet_file, seconds, whole,
};
use crate::console::{Console, search_beside};
use crate::diagnostic::Diagnostic;
use crate::examples;
use crate::files;
use crate::interrupt;
use crate::lines::Lines;
use crate::outcome::{Exit, Failure};
use crate::progress::PATIENCE;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::ffi::OsString;
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;
use yomikiri_catalog::grade::{GradeError, Grader, Opponent, Play, Played, TOGETHER, Whose};
use yomikiri_catalog::{AnyGame, QueryError, Stop};

#[derive(Debug, Args)]
#[command(after_help = examples::GRADE)]
pub(crate) struct GradeArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,
    /// Grade these games, one per line (`-`: stdin). A line has moves separated by spaces, or a JSON object
    /// with `moves` and optionally `start` (a position), `first` and `second` (names). Empty lines and lines
    /// that begin with `#` are skipped. The command reports a bad line and does not count it
    #[arg(long, value_name = "FILE", required_unless_present = "command")]
    pub(crate) games: Option<String>,
    /// Grade this program, run without a shell. It reads one position per line and writes one move per line.
    /// The command counts illegal, late and missing moves, and plays a random move instead
    #[arg(value_name = "CMD", last = true, num_args = 1.., conflicts_with = "games")]
    pub(crate) command: Vec<OsString>,
    /// Grade only the moves of `first`, of `second`, or of the player with this name (only with --games).
    /// Without this, all moves are graded, and each name also gets its own counts
    #[arg(long, value_name = "WHO")]
    pub(crate) player: Option<String>,
    /// The number of games that CMD plays, alternately as First and as Second
    #[arg(
        long,
        value_name = "N",
        default_value_t = 100,
        value_parser = whole::<u64>(0..=u64::MAX),
        allow_negative_numbers = true,
        conflicts_with = "games"
    )]
    pub(crate) play: u64,
    /// The opponent of CMD
    #[arg(long, value_name = "WHO", default_value = "random", value_parser = opponent_parser())]
    pub(crate) opponent: Opponent,
    /// The seed of the games: the same number gives the same choices of the opponent
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// The time that CMD has for a move, in seconds
    #[arg(long, value_name = "S", default_value = "10", value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) move_timeout: Duration,
    /// Also write the report as a page with charts (`-`: only the page, to stdout)
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<String>,
    /// Write the positions with their values and all best moves as Parquet, split into `train`, `validation`
    /// and `test` with mirror images in the same part (only in a program built with `--features parquet`)
    #[arg(long, value_name = "FILE", value_parser = parquet_file)]
    pub(crate) dataset: Option<String>,
    #[command(flatten)]
    pub(crate) ask: AskArgs,
    #[command(flatten)]
    pub(crate) solver: SolverArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

fn opponent_parser() -> impl TypedValueParser<Value = Opponent> {
    let help = |opponent: Opponent| match opponent {
        Opponent::Random => "any legal move",
        Opponent::Perfect => "any perfect move",
        Opponent::Same => "CMD itself; the moves of both are graded",
    };
    let names = Opponent::ALL.map(|one| PossibleValue::new(one.name()).help(help(one)));
    PossibleValuesParser::new(names).try_map(|name| {
        let found = Opponent::ALL.into_iter().find(|one| one.name() == name);
        found.ok_or("no such opponent")
    })
}

pub(crate) fn run(args: &GradeArgs, console: &mut Console) -> Result<Exit, Failure> {
    // clap does not require `--games` if CMD, which excludes it, is given.
    if args.player.is_some() && args.games.is_none() {
        let wrong = Diagnostic::bare("`--player` does not apply to the games that a program plays");
        let help = "leave it out: only the program's moves are graded (use it with `--games FILE`)";
        return Err(wrong.helped(help).into());
    }
    let game: Arc<dyn AnyGame> = Arc::from(console.open(&args.game.game)?);
    let threads = args.limits.threads();
    // Between the moves of a program, searches are mostly too short to tell how far the work is.
    let patience = match args.games {
        Some(_) => Duration::ZERO,
        None => PATIENCE,
    };
    let watch = console.watch_several(patience);
    let controls = || search_beside(&args.solver, &args.limits, threads, watch.clone());
    let grader = Grader::new(
        &game,
        args.ask.ask,
        args.solver.solver.0,
        Box::new(controls),
    )?;
    let mut grader = grader.with_threads(threads);
    let graded = match &args.games {
        Some(path) => games(args, path, &mut grader, console),
        None => play(args, &mut grader, console),
    };
    let exit = graded?;
    let report = grader.report();
    #[cfg(feature = "parquet")]
    let rows = args.dataset.as_ref().map(|path| (path, grader.dataset()));
    drop(grader);
    let page_alone = args.html.as_deref() == Some("-");
    if let Some(path) = &args.html {
        console.save(path, report.html().as_bytes())?;
    }
    #[cfg(feature = "parquet")]
    if let Some((path, rows)) = &rows {
        dataset::write(path, rows)?;
    }
    match (page_alone, args.output.json) {
        (true, _) => {}
        (false, true) => writeln!(console.out(), "{}", report.json())?,
        (false, false) => write!(console.out(), "{report}")?,
    }
    console.flush()?;
    let short = report.unsolved > 0;
    Ok(exit.max(if short { Exit::Limit } else { Exit::Answered }))
}

/// Grades the games of a file.
fn games(
    args: &GradeArgs,
    path: &str,
    grader: &mut Grader<'_, '_>,
    console: &Console,
) -> Result<Exit, Failure> {
    let mut lines = Lines::new(files::open(path)?);
    let path = files::shown(path);
    let mut whose = Whose::new(args.player.as_deref());
    let (mut number, mut exit) = (0, Exit::Answered);
    // The games of the next group, and the bad lines between them.
    let mut read: Vec<Read> = Vec::new();
    while let Some(line) = lines.next(|| Ok(()))? {
        number += 1;
        let (line, game) = match line.text() {
            Ok(line) => {
                let bad = |error| Box::new(Diagnostic::in_line(path, number, line, &error));
                (line.to_owned(), Played::read(line).map_err(bad))
            }
            Err(why) => {
                let why = format!("{path}:{number}: {why}");
                (String::new(), Err(Box::new(Diagnostic::bare(why))))
            }
        };
        if let Some(mut game) = game.transpose() {
            if let Ok(game) = &mut game {
                whose.keep(game);
            }
            read.push(Read { number, line, game });
        }
        if read.len() == TOGETHER {
            exit = exit.max(together(path, std::mem::take(&mut read), grader, console)?);
        }
    }
    exit = exit.max(together(path, read, grader, console)?);
    let player = args.player.as_deref().unwrap_or_default();
    let known = whose.check();
    known.map_err(|error| Diagnostic::at("player", player, &error))?;
    Ok(exit)
}

/// A line that was read.
struct Read {
    number: usize,
    line: String,
    game: Result<Played, Box<Diagnostic>>,
}

/// Grades games together, and reports bad lines, in order.
fn together(
    path: &str,
    read: Vec<Read>,
    grader: &mut Grader<'_, '_>,
    console: &Console,
) -> Result<Exit, Failure> {
    let games = read.iter().filter_map(|read| read.game.as_ref().ok());
    let mut graded = grader.games(games).map_err(of_query)?.into_iter();
    let mut exit = Exit::Answered;
    for Read { number, line, game } in read {
        let wrong = match game {
            Err(diagnostic) => diagnostic,
            Ok(game) => match graded.next() {
                None | Some(Ok(())) => continue,
                Some(Err(GradeError::Query(error))) => return Err(of_query(error)),
                Some(Err(GradeError::Text {
                    word,
                    number: mv,
                    error,
                })) => Box::new(match game.in_line(mv, &error) {
                    Some(error) => Diagnostic::in_line(path, number, &line, &error),
                    None => {
                        let what = mv.map_or("start".to_owned(), |mv| format!("move {}", mv + 1));
                        Diagnostic::bare(format!("{path}:{number}: {what} `{word}`: {error}"))
                    }
                }),
            },
        };
        console.say_error(&wrong);
        exit = Exit::BadInput;
    }
    Ok(exit)
}

/// Lets the program play, and grades it.
#[cfg(unix)]
fn play(args: &GradeArgs, grader: &mut Grader<'_, '_>, console: &Console) -> Result<Exit, Failure> {
    let program = args.command.first().map(|word| word.to_string_lossy());
    let program = program.unwrap_or_default();
    let agent =
        yomikiri_catalog::grade::Command::new(&args.command, args.move_timeout, interrupt::flag());
    let agent =
        agent.map_err(|error| Failure::bad(format!("cannot start `{program}`: {error}")))?;
    let mut tell = console.teller();
    let mut agent = agent.while_waiting(|waited| {
        if waited >= PATIENCE {
            tell(format!("waiting for a move of `{program}`"));
        }
    });
    let play = Play {
        games: args.play,
        opponent: args.opponent,
        seed: args.seed,
        ..Play::default()
    };
    match grader.play(&mut agent, &play) {
        Ok(()) => Ok(Exit::Answered),
        Err(GradeError::Query(error)) => Err(of_query(error)),
        Err(error) => Err(Failure::bad(error.to_string())),
    }
}

#[cfg(not(unix))]
fn play(_: &GradeArgs, _: &mut Grader<'_, '_>, _: &Console) -> Result<Exit, Failure> {
    let _ = (interrupt::flag(), Play::default());
    Err(Failure::bad("programs are run on Unix only"))
}

fn of_query(error: QueryError) -> Failure {
    match error {
        QueryError::Stopped(Stop::Cancelled) => Failure::stopped(Stop::Cancelled),
        error => Failure::in_query("", error),
    }
}
