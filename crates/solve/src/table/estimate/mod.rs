//! Estimating the size of a table from a sample.
//!
//! If play may cycle, [walks](cyclic) are used; if it may not and moves cannot be taken back, [runs];
//! otherwise [samples](sample).

mod cyclic;
mod resources;
mod runs;
mod sample;
mod size;

use super::TableError;
use super::build::supports;
use super::format::Subject;
use super::source::{AnySource, Source, source, source_of};
use super::word::Word;
use crate::Control;
pub use resources::Estimate;
pub(super) use resources::of_size;
pub(crate) use size::MOST_COUNTED;
pub(super) use size::Size;
use yomikiri_core::{Ask, Capabilities};

/// Estimates the size of a table.
///
/// # Errors
///
/// [`TableError::Unsupported`] if no table of the game is possible, and for games too large to count here that
/// may cycle and whose moves cannot be taken back; limits.
pub fn estimate<G: Capabilities>(
    game: &G,
    subject: &Subject,
    control: &mut Control<'_>,
) -> Result<Estimate, TableError> {
    supports(game, subject.ask)?;
    // The text of the rules is in the file unchanged, and in memory meanwhile.
    let held = subject.held()? as f64;
    let found = of_source(source_of(game, subject)?, subject.ask, control)?;
    Ok(Estimate {
        bytes: found.bytes + held,
        memory: found.memory + held,
        ..found
    })
}

/// This is not generic, so that it is compiled in this crate, once for all games.
fn of_source(
    source: AnySource<'_>,
    ask: Ask,
    control: &mut Control<'_>,
) -> Result<Estimate, TableError> {
    match source {
        AnySource::Narrow(source) => of_width(&*source, ask, control),
        AnySource::Wide(source) => of_width(&*source, ask, control),
        AnySource::Widest(source) => of_width(&*source, ask, control),
    }
}

/// Returns the least and the most positions that play reaches from a position, as far as samples show. They are
/// equal if all were counted.
///
/// # Errors
///
/// As for [`estimate`].
pub(crate) fn reach<G: Capabilities>(
    game: &G,
    at: &G::Position,
    control: &mut Control<'_>,
) -> Result<(u64, u64), TableError> {
    sized(source(game, false, vec![at.clone()])?, control)
}

/// Does the work of [`reach`]. This is not generic, so that it is compiled in this crate, once for all games.
fn sized(source: AnySource<'_>, control: &mut Control<'_>) -> Result<(u64, u64), TableError> {
    fn of<W: Word>(
        source: &dyn Source<W>,
        control: &mut Control<'_>,
    ) -> Result<(u64, u64), TableError> {
        let sized = sized_up(source, control)?;
        Ok((sized.least as u64, sized.most as u64))
    }
    match source {
        AnySource::Narrow(source) => of(&*source, control),
        AnySource::Wide(source) => of(&*source, control),
        AnySource::Widest(source) => of(&*source, control),
    }
}

fn of_width<W: Word>(
    source: &dyn Source<W>,
    ask: Ask,
    control: &mut Control<'_>,
) -> Result<Estimate, TableError> {
    let sized = sized_up(source, control)?;
    Ok(of_size(source, ask, &sized))
}

/// Returns the size of a game.
///
/// # Errors
///
/// As for [`estimate`].
pub(super) fn sized_up<W: Word>(
    source: &dyn Source<W>,
    control: &mut Control<'_>,
) -> Result<Size, TableError> {
    match source.cyclic() {
        true => cyclic::size(source, control),
        false => sample::size(source, control),
    }
}
