//! The verb `play`: a game against an opponent or a friend, in the terminal, or line by line without a
//! terminal. `yomikiri_catalog::play` holds the code that the page in the browser uses too (levels,
//! what a move gave away).

mod lines;
mod opponent;
mod picture;
mod screen;
mod sitting;

use crate::args::{At, ColorArgs, LangArgs, LimitArgs, SolverArgs, ask_parser};
use crate::desk::Desk;
use crate::examples;
use crate::outcome::{Exit, Failure};
use clap::{Args, ValueEnum};
use sitting::Sitting;
use std::io::{IsTerminal, stdin, stdout};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use yomikiri_catalog::lang::Lang;
use yomikiri_catalog::play::{Level, Random, natural_ask};
use yomikiri_catalog::{AnyGame, Ask, Player, Points, START, TextError};

#[derive(Debug, Args)]
#[command(after_help = examples::PLAY)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) at: At,
    /// The side that people play
    #[arg(long = "as", value_enum, value_name = "SIDE", default_value_t = Side::First)]
    pub(crate) side: Side,
    /// The level of the opponent: `perfect`, `sound` (random, but it never gives the result away), or
    /// `errs:N` (perfect, except for N in a hundred of the moves on which a mistake is possible)
    #[arg(long, value_name = "LEVEL", default_value_t = Level::Perfect)]
    pub(crate) level: Level,
    /// Show the value of every move
    #[arg(long)]
    pub(crate) analysis: bool,
    /// The question by which moves are judged. Without this, it is `margin` if the game has points, and
    /// else `distance`
    #[arg(long, value_name = "QUESTION", value_parser = ask_parser())]
    pub(crate) ask: Option<Ask>,
    /// The seed of the opponent's random choices: the same number gives the same choices
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Read and write line by line, even on a terminal
    #[arg(long)]
    pub(crate) plain: bool,
    #[command(flatten)]
    pub(crate) solver: SolverArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) lang: LangArgs,
    #[command(flatten)]
    pub(crate) color: ColorArgs,
}

/// The side or sides that people play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Side {
    First,
    Second,
    /// Two people play
    Both,
    /// Nobody plays: watch two opponents
    Neither,
}

pub(crate) fn run(args: &PlayArgs, desk: &mut Desk) -> Result<Exit, Failure> {
    let lang = args.lang.lang();
    play(args, lang, desk).map_err(|failure| failure.in_language(lang))
}

fn play(args: &PlayArgs, lang: Lang, desk: &mut Desk) -> Result<Exit, Failure> {
    let spec = &args.at.game.game;
    let game: Arc<dyn AnyGame> = desk.open(spec)?.into();
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
    // What does not apply is refused before anything is shown.
    drop(game.session(sitting.question(), args.solver.solver.0)?);
    if stdin().is_terminal() && stdout().is_terminal() && !args.plain {
        screen::run(args, sitting, desk)
    } else {
        lines::run(args, sitting, desk)
    }
}

/// Returns the points gained before a position, if its text gives all moves from the start.
fn gained(game: &Arc<dyn AnyGame>, position: &str) -> Result<Option<Points>, TextError> {
    let mut held = Arc::clone(game).hold(position)?;
    let points = Points::of(&held.gains());
    while held.pop().is_some() {}
    Ok((held.usual_text() == game.usual(START, false)?).then_some(points))
}
