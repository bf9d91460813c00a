//! Values over all moves in memory: for games that do not take moves back, or whose moves gain points.

use super::{BATCH, CHECKED, Control, Options, Part, Score, Source, TableError, may_use, seen_by};
use crate::retrograde::values_of;
use crate::space::{Edges, Id, SpaceError};
use crate::table::source::Batch;
use crate::table::word::Word;

/// The scores of all positions, as First sees them.
pub(super) fn values<W: Word, S: Score>(
    source: &dyn Source<W>,
    part: &Part<W, S>,
    options: &Options,
    control: &mut Control<'_>,
) -> Result<Vec<S>, TableError> {
    let count = part.keys.len();
    let mut edges = Edges::default();
    let (mut movers, mut terminals) = (Vec::with_capacity(count), Vec::new());
    let mut batch = Batch::default();
    for keys in part.keys.chunks(BATCH) {
        source.expand(0, keys, CHECKED, &mut batch)?;
        let mut start = 0;
        for (place, &end) in batch.ends.iter().enumerate() {
            let mover = batch.movers[place];
            if let Some(outcome) = batch.outcomes[place] {
                terminals.push((movers.len() as Id, S::of_outcome(outcome, mover)));
            }
            movers.push(mover);
            for child in start..end as usize {
                let target = part.find(batch.children[child]);
                let missing = || TableError::damaged("a position that a move leads to is missing");
                let gain = batch.gains.get(child).copied();
                edges.push_move(target.ok_or_else(missing)? as Id, gain);
            }
            edges.end_position();
            start = end as usize;
        }
        let bytes = count * (3 * W::BYTES + 32 + 2 * size_of::<Option<S>>()) + edges.len() * 16;
        may_use(bytes as u64, options)?;
        control.advance(keys.len() as u64)?;
    }
    let valued = values_of(&edges, movers.clone(), terminals, source.endless(), control);
    let scores: Vec<S> = valued.map_err(|error| match error {
        SpaceError::Stopped(stop) => TableError::Stopped(stop),
        SpaceError::Refused(refusal) => TableError::Unsupported(refusal.to_string()),
    })?;
    let seen = |(score, mover)| seen_by(mover, score);
    Ok(scores.into_iter().zip(movers).map(seen).collect())
}
