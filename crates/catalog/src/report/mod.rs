//! Reports about perfect play of a whole game, for designers who tune its rules.
//!
//! All counts are over the positions that play can reach from the start. These are enumerated once, without their types
//! ([`AnyGame::reached`]). [`report`] computes plain data, and [`page`] makes a self-contained page of it.

mod chance;
mod data;
mod html;
mod lines;
mod plies;
mod solved;

pub use data::{
    Chances, Choices, Count, Endings, FirstMove, Line, LongestWin, Ply, Report, Shown, Size,
};
pub use html::{STYLE, linked_page, page};

use crate::answer::JSON_VERSION;
use crate::{AnyGame, START};
use chance::{NEAR_PERFECT, RANDOM, SLIPS, expected};
use solved::Solved;
use std::fmt;
use yomikiri::{Ask, CensusError, CensusOptions, Control, Outcome, Player, Stop, TextError, Value};

/// The reason why there is no report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReportError {
    /// A limit was reached, or the game cannot be solved.
    Census(CensusError),
    /// The game does not read a text that it has written: a bug of the game.
    Text(TextError),
}

impl fmt::Display for ReportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReportError::Census(error) => error.fmt(f),
            ReportError::Text(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReportError {}

impl From<CensusError> for ReportError {
    fn from(error: CensusError) -> ReportError {
        ReportError::Census(error)
    }
}

impl From<Stop> for ReportError {
    fn from(stop: Stop) -> ReportError {
        ReportError::Census(stop.into())
    }
}

impl From<TextError> for ReportError {
    fn from(error: TextError) -> ReportError {
        ReportError::Text(error)
    }
}

/// Computes the report about perfect play of a game.
///
/// Memory: that of enumerating the game, then at most 220 bytes a position and 40 a move. Time: about eighty visits to
/// each position, or some hundred for each figure if play can cycle.
///
/// # Errors
///
/// If a limit of `control` was reached, or if retrograde analysis cannot solve the game.
pub fn report(game: &dyn AnyGame, control: &mut Control<'_>) -> Result<Report, ReportError> {
    let solved = Solved::new(game.reached(control)?, game.has_gains(), control)?;
    let settled = plies::settled(&solved, control)?;
    let settled = settled.as_deref();
    let by_ply = plies::by_ply(&solved, settled, control)?;
    let size = plies::size(&solved, control)?;
    let (mut values, mut sharpness) = (Count::default(), Choices::default());
    for ply in &by_ply {
        values.add(&ply.values);
        sharpness.add(&ply.choices);
    }
    // The start, and for random play also the positions after the first moves.
    let mut from = vec![0];
    let mut by_slips = Vec::with_capacity(SLIPS.len());
    for slips in &SLIPS[..RANDOM] {
        by_slips.extend(expected(&solved, settled, *slips, &from, control)?);
    }
    from.extend(solved.reached.edges().moves(0).map(|(to, _)| to as usize));
    let mut random = expected(&solved, settled, SLIPS[RANDOM], &from, control)?;
    let after_first = random.split_off(1);
    by_slips.extend(random);
    let after_first = first_moves(game, &solved, after_first)?;
    let start = game.board(START)?;
    let mut report = Report {
        version: JSON_VERSION,
        game: game.name().to_owned(),
        title: game.title().map(str::to_owned),
        summary: game.info().summary,
        ask: if solved.points {
            Ask::Margin
        } else {
            Ask::Winner
        }
        .name(),
        cyclic: solved.cyclic,
        endless: solved.cyclic.then(|| endless(&solved).into()),
        gains: solved.gains,
        value: solved.value(0).into(),
        line: lines::perfect(game, &solved)?,
        size,
        first_moves: after_first,
        first_positions_up_to_symmetry: None,
        values,
        plies: by_ply,
        sharpness,
        longest_win: lines::longest_win(game, &solved)?,
        random: by_slips[RANDOM],
        near_perfect: by_slips[NEAR_PERFECT],
        by_slips,
        start: start.diagram,
        layout: start.layout,
    };
    drop(solved);
    up_to_symmetry(game, &mut report, control)?;
    Ok(report)
}

/// Returns the value of endless play.
fn endless(solved: &Solved) -> Value {
    match solved.reached.endless() {
        outcome if solved.points => Value::Margin(match outcome {
            Outcome::Draw => Outcome::Margin(0),
            other => other,
        }),
        outcome => Value::Winner(outcome.winner()),
    }
}

/// Returns the first moves with their values.
fn first_moves(
    game: &dyn AnyGame,
    solved: &Solved,
    random: Vec<Chances>,
) -> Result<Vec<FirstMove>, TextError> {
    let moves = game.board(START)?.moves.into_iter();
    let edges = solved.reached.edges();
    let reached = edges.moves(0).zip(&solved.kept[edges.numbers(0)]);
    let sign = match solved.reached.to_move(0) {
        Player::First => 1.0,
        Player::Second => -1.0,
    };
    let found = moves.zip(reached).zip(random);
    let found = found.map(|((mv, ((to, gain), &keeps)), next)| FirstMove {
        mv: mv.mv,
        value: solved.value_of_move(0, to as usize, gain).into(),
        keeps,
        random: Chances {
            margin: next.margin.map(|points| points + sign * gain as f64),
            ..next
        },
        target: mv.target,
    });
    Ok(found.collect())
}

/// Adds the counts up to symmetry, if the game has one.
fn up_to_symmetry(
    game: &dyn AnyGame,
    report: &mut Report,
    control: &mut Control<'_>,
) -> Result<(), CensusError> {
    if !game.offered().contains(&"symmetric") {
        return Ok(());
    }
    let options = CensusOptions {
        symmetric: true,
        ..CensusOptions::default()
    };
    let census = game.census(options, control)?;
    if let Some(error) = census.stopped {
        return Err(error);
    }
    report.size.up_to_symmetry = Some(census.positions);
    // All positions after the first move are new, unless play returns to the start.
    report.first_positions_up_to_symmetry = census.by_ply.get(1).copied();
    Ok(())
}
