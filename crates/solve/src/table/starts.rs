//! The checks of a table of tiers besides its moves: the starts, and the counts by tier and by ply.

use super::TableError;
use super::backward::Tally;
use super::fold::Marks;
use super::format::{Ply, Tier};
use super::reader::Table;
use super::source::Source;
use super::tiers::TierFile;
use super::word::Word;

/// Sets the marks of each kind at the starts, all of which must be in the table.
pub(crate) fn mark_starts<W: Word>(
    source: &dyn Source<W>,
    table: &Table,
    tiers: &[Tier],
    kinds: &[&[Marks]],
) -> Result<(), TableError> {
    let missing = || TableError::damaged("a position that play starts from is missing");
    // The starts of a rank are together, in ascending order of keys, as in a tier.
    for starts in source.starts().chunk_by(|one, other| one.0 == other.0) {
        let place = tiers.iter().position(|tier| tier.rank == starts[0].0);
        let place = place.ok_or_else(missing)?;
        let file = table.reading();
        let ask = table.subject().ask;
        let reader = TierFile::open(file, table.key_bits(), ask, tiers[place], false)?;
        let (mut at, stored) = (0, tiers[place].stored as usize);
        let mut waiting = starts.iter().map(|(_, key)| *key).peekable();
        let mut keys = Vec::new();
        while at < stored && waiting.peek().is_some() {
            keys.clear();
            let to = (at + (1 << 14)).min(stored);
            reader.keys::<W>(at..to, &mut keys)?;
            let last = keys.last().copied();
            while let Some(key) = waiting.next_if(|key| Some(*key) <= last) {
                let found = keys.binary_search(&key).map_err(|_| missing())?;
                for marks in kinds {
                    marks[place].set(at + found);
                }
            }
            at = to;
        }
        if waiting.next().is_some() {
            return Err(missing());
        }
    }
    Ok(())
}

/// Checks a tier's own numbers: its positions, the numbers by winner, and the lowest rank that its moves reach.
pub(crate) fn tier_is_right(tier: &Tier, tally: Tally, reach: u64) -> Result<(), TableError> {
    let fault = |what| TableError::damaged(format!("the tier of rank {}: {what}", tier.rank));
    let counts = (tier.positions, tier.first, tier.second);
    if (tally.positions, tally.first, tally.second) != counts {
        return Err(fault("its counts are wrong"));
    }
    match reach == tier.reach {
        true => Ok(()),
        false => Err(fault("it does not reach the rank that it says")),
    }
}

/// Checks the counts by ply. `unit`: whether all moves lead to the next lower rank.
pub(crate) fn plies_are_right<W: Word>(
    source: &dyn Source<W>,
    table: &Table,
    tiers: &[Tier],
    unit: bool,
) -> Result<(), TableError> {
    let top = tiers.first().map_or(0, |tier| tier.rank);
    let together = source.starts().iter().all(|(rank, _)| *rank == top);
    let ply = |tier: &Tier| Ply {
        positions: tier.positions,
        first: tier.first,
        second: tier.second,
    };
    let expected: Vec<Ply> = match unit && together {
        true => tiers.iter().map(ply).collect(),
        false => Vec::new(),
    };
    match table.plies().eq(expected) {
        true => Ok(()),
        false => Err(TableError::damaged("the counts by ply are wrong")),
    }
}
