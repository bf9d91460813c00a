//! Valuing over all moves in memory, for games without moves back, or whose moves gain points.

use super::hand::CHECKED;
use super::shards::Shards;
use crate::Control;
use crate::retrograde::values_of;
use crate::space::{Edges, Id, SpaceError};
use crate::table::TableError;
use crate::table::forward::BATCH;
use crate::table::site::Options;
use crate::table::source::{Batch, Source};
use crate::table::word::Word;
use crate::table::worth::{Worth, Worths};
use yomikiri_core::{Ask, Distance, Margin, Outcome, Player, Score, Wdl};

/// Returns the least bytes for this many positions and moves.
pub(crate) fn needed<W: Word>(positions: u64, moves: u64) -> u64 {
    let each = 3 * W::BYTES as u64 + 64;
    positions
        .saturating_mul(each)
        .saturating_add(moves.saturating_mul(16))
}

/// Returns the scores of all positions, as First sees them.
pub(super) fn values<W: Word>(
    source: &dyn Source<W>,
    worths: Worths,
    shards: &mut Shards<'_, W>,
    options: &Options,
    control: &mut Control<'_>,
) -> Result<Vec<Worth>, TableError> {
    let count = shards.stored();
    options.may_use(needed::<W>(count as u64, 0))?;
    // This much memory holds all positions in one shard, unless there are more than can be numbered.
    if shards.count() > 1 {
        return Err(TableError::Unsupported(
            "there are more than 2^31 positions, play may cycle, and moves are not taken back"
                .to_owned(),
        ));
    }
    let tier = shards.tier;
    let places = &shards.load(0)?.keys;
    let mut edges = Edges::default();
    let (mut movers, mut terminals) = (Vec::with_capacity(count), Vec::new());
    let mut batch = Batch::default();
    let mut keys: Vec<W> = Vec::new();
    for from in (0..count).step_by(BATCH) {
        keys.clear();
        tier.keys(from..count.min(from + BATCH), &mut keys)?;
        source.expand(0, &keys, CHECKED, &mut batch)?;
        let mut start = 0;
        for (place, &end) in batch.ends.iter().enumerate() {
            let mover = batch.movers[place];
            if let Some(outcome) = batch.outcomes[place] {
                terminals.push((movers.len() as Id, outcome));
            }
            movers.push(mover);
            for child in start..end as usize {
                let target = places.find(batch.children[child]);
                let missing = || TableError::damaged("a position that a move leads to is missing");
                let gain = batch.gains.get(child).copied();
                edges.push_move(target.ok_or_else(missing)? as Id, gain);
            }
            edges.end_position();
            start = end as usize;
        }
        options.may_use(needed::<W>(count as u64, edges.len() as u64))?;
        control.advance(keys.len() as u64)?;
    }
    let over = Moves {
        edges,
        movers,
        terminals,
        endless: source.endless(),
    };
    let worths = match worths.0 {
        Ask::Winner => over.worths::<Wdl>(worths, control),
        Ask::Margin => over.worths::<Margin>(worths, control),
        Ask::Distance => over.worths::<Distance>(worths, control),
    };
    worths.map_err(|error| match error {
        SpaceError::Stopped(stop) => TableError::Stopped(stop),
        SpaceError::Refused(refusal) => TableError::Unsupported(refusal.to_string()),
    })
}

/// All positions and moves.
struct Moves {
    edges: Edges,
    movers: Vec<Player>,
    /// The finished positions, with their outcomes.
    terminals: Vec<(Id, Outcome)>,
    endless: Outcome,
}

impl Moves {
    /// Returns the worth of each position.
    fn worths<S: Score>(
        self,
        worths: Worths,
        control: &mut Control<'_>,
    ) -> Result<Vec<Worth>, SpaceError> {
        let movers = &self.movers;
        let terminals = self.terminals.into_iter();
        let terminals =
            terminals.map(|(id, outcome)| (id, S::of_outcome(outcome, movers[id as usize])));
        let scores: Vec<S> = values_of(
            &self.edges,
            movers.clone(),
            terminals.collect(),
            self.endless,
            control,
        )?;
        let worth = |(score, &mover): (S, &Player)| worths.of(score.absolute(mover));
        // Each score answers its own question.
        Ok(scores
            .into_iter()
            .zip(movers)
            .map(|scored| worth(scored).unwrap_or_default())
            .collect())
    }
}
