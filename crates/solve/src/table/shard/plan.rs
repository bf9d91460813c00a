//! Planning: cutting the table of a game into tasks.

use super::store::{Cutting, MOST_SHARDS, Plan};
use crate::table::TableError;
use crate::table::build::supports;
use crate::table::finished::has_table;
use crate::table::format::{Header, Subject};
use crate::table::source::{AnySource, Source, source_of};
use crate::table::storage::Storage;
use crate::table::word::Word;
use yomikiri_core::Capabilities;

/// Plans the table of a game in a store: writes how it is cut. Repeating the call changes nothing.
///
/// # Errors
///
/// If the game cannot be cut into tasks, or the store holds another plan or a table of something
/// else.
pub fn plan<G: Capabilities>(
    game: &G,
    subject: &Subject,
    store: &dyn Storage,
    cutting: Cutting,
    tag: &str,
) -> Result<Plan, TableError> {
    fn about<W: Word>(source: &dyn Source<W>) -> (u32, bool, bool, u64) {
        let ranks = source.starts().into_iter().map(|(rank, _)| rank);
        let greatest = ranks.max().unwrap_or_default();
        (
            source.bits(),
            source.cyclic(),
            source.taken_back(),
            greatest.saturating_add(1),
        )
    }
    supports(game, subject.ask)?;
    let unsupported = |what: &str| Err(TableError::Unsupported(what.to_owned()));
    subject.held()?;
    if !(1..=MOST_SHARDS).contains(&cutting.shards) {
        return unsupported("a tier has 1 to 1048576 shards");
    }
    let (bits, cyclic, taken_back, most_tiers) = match source_of(game, subject)? {
        AnySource::Narrow(source) => about(&*source),
        AnySource::Wide(source) => about(&*source),
        AnySource::Widest(source) => about(&*source),
    };
    if subject.extent.is_semi_strong() {
        return unsupported("a semi-strong table cannot be cut into tasks: `table build` makes it");
    }
    if cyclic && !taken_back {
        return unsupported(
            "play may cycle, and its moves cannot be taken back or gain points: such games cannot be cut into tasks; \
             `table build` makes their tables",
        );
    }
    let header = Header {
        subject: subject.clone(),
        bits,
        cyclic,
    };
    // A table of something else is an error.
    has_table(store, &header)?;
    let plan = Plan::new(header, cutting, most_tiers);
    plan.write(store, tag)?;
    Ok(plan)
}
