//! The arguments of `play`.

use crate::args::{At, ColorArgs, LangArgs, LimitArgs, SolverArgs, ask_parser, whole};
use crate::examples;
use clap::{Args, ValueEnum};
use yomikiri_catalog::Ask;
use yomikiri_catalog::play::Level;

#[derive(Debug, Args)]
#[command(after_help = examples::PLAY)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) at: At,
    /// The side or sides that humans play
    #[arg(long = "as", value_enum, value_name = "SIDE", default_value_t = Side::First)]
    pub(crate) side: Side,
    /// The level of the opponent: `perfect`, `sound` (random, but it never gives the result away), or `errs:N`
    /// (perfect, but errs on N % of the moves where a mistake is possible)
    #[arg(long, value_name = "LEVEL", default_value_t = Level::Perfect)]
    pub(crate) level: Level,
    /// Show the value of every move
    #[arg(long)]
    pub(crate) analysis: bool,
    /// The question that decides which moves are best (default: `margin` if the game has points, `distance`
    /// otherwise)
    #[arg(long, value_name = "QUESTION", value_parser = ask_parser())]
    pub(crate) ask: Option<Ask>,
    /// The seed of the opponent's random choices: the same number gives the same choices
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
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
    /// Two humans play
    Both,
    /// The program plays both sides
    Neither,
}
