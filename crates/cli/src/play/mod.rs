//! The verb `play`: plays a game against an opponent or a friend, in the terminal, or line by line
//! without a terminal. `yomikiri_catalog::play` holds the code that the page in the browser uses too
//! (levels, what a move gave away).

mod args;
mod lines;
mod opponent;
mod picture;
mod screen;
mod sitting;

pub(crate) use args::PlayArgs;

use crate::console::Console;
use crate::outcome::{Exit, Failure};
use args::Side;
use sitting::Sitting;
use std::io::{IsTerminal, stdin, stdout};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use yomikiri_catalog::lang::Lang;
use yomikiri_catalog::play::{Random, natural_ask};
use yomikiri_catalog::{AnyGame, Player, Points, START, TextError};

pub(crate) fn run(args: &PlayArgs, console: &mut Console) -> Result<Exit, Failure> {
    let lang = args.lang.lang();
    play(args, lang, console).map_err(|failure| failure.in_language(lang))
}

fn play(args: &PlayArgs, lang: Lang, console: &mut Console) -> Result<Exit, Failure> {
    let spec = &args.at.game.game;
    let game: Arc<dyn AnyGame> = console.open(spec)?.into();
    let ask = args.ask.unwrap_or_else(|| natural_ask(&*game));
    let position = args.at.position();
    let wrong = |error: TextError| Failure::in_query(&position, error.into());
    let board = game.board(&position).map_err(wrong)?;
    let gained = gained(&game, &position).map_err(wrong)?;
    let level = |player| {
        let human = match args.side {
            Side::Both => true,
            Side::Neither => false,
            Side::First => player == Player::First,
            Side::Second => player == Player::Second,
        };
        (!human).then_some(args.level)
    };
    let seed = args.seed.unwrap_or_else(|| {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        now.map_or(0, |since| since.as_nanos() as u64)
    });
    let sitting = Sitting::new(
        &*game,
        ask,
        (board, gained),
        Player::BOTH.map(level),
        Random::new(seed),
        args.analysis,
        lang,
    );
    // Refuse a question or a solver that does not apply before anything is shown.
    drop(game.session(sitting.question(), args.solver.solver.0)?);
    if stdin().is_terminal() && stdout().is_terminal() && !args.plain {
        screen::run(args, &game, sitting, console)
    } else {
        lines::run(args, &*game, sitting, console)
    }
}

/// Returns the points gained before a position, if its text gives all moves from the start.
fn gained(game: &Arc<dyn AnyGame>, position: &str) -> Result<Option<Points>, TextError> {
    let mut held = Arc::clone(game).hold(position)?;
    let points = Points::of(&held.gains());
    while held.pop().is_some() {}
    Ok((held.usual_text() == game.usual(START, false)?).then_some(points))
}
