//! What perfect play of a whole game looks like: for designers who tune its rules.
//!
//! Everything is counted over all positions that play can reach from the start, which are enumerated once,
//! without their types ([`AnyGame::reached`]). [`report`] works out plain data; [`page`] makes a page of it
//! that needs nothing else to be read.

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

/// Why there is no report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReportError {
    /// A limit was reached, or the game cannot be valued.
    Census(CensusError),
    /// The game does not read what it has written. A bug of the game.
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

/// Works out what perfect play of a game looks like.
///
/// Memory: that of enumerating the game, then at most 220 bytes a position and 40 a move. Visits each position about eighty
/// times; where play can cycle, some hundred times for each figure.
///
/// # Errors
///
/// A limit of `control`; a game that cannot be valued backward.
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
    // The start, and of random play also what first moves lead to.
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

/// What play that never ends is worth.
fn endless(solved: &Solved) -> Value {
    match solved.reached.endless() {
        outcome if solved.points => Value::Margin(match outcome {
            Outcome::Draw => Outcome::Margin(0),
            other => other,
        }),
        outcome => Value::Winner(outcome.winner()),
    }
}

/// The first moves with what they are worth.
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

/// Counts up to symmetry, where there is one.
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
    // After the first move everything is new, unless play returns to the start.
    report.first_positions_up_to_symmetry = census.by_ply.get(1).copied();
    Ok(())
}
