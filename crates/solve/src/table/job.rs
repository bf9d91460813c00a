//! A build in progress: the finished parts, and their records in the journal.

use super::TableError;
use super::format::{Ply, Tier};
use super::journal::{Journal, Record};
use super::site::Site;
use super::storage::{Reading, Sink};
use super::word::Word;

/// The name of the table's file while it is being built.
pub(crate) const PART: &str = "table.part";
/// The name of the file that holds the keys of a game that may cycle, ply by ply, until all are found.
pub(crate) const PLIES: &str = "plies.part";

/// A build in progress.
pub(crate) struct Job<'j, 'c, W: Word> {
    pub(crate) site: Site<'j, 'c, W>,
    /// The tiers in the order of enumeration, that is in falling order of rank.
    pub(crate) tiers: Vec<Tier>,
    /// The number of tiers at the end of the list that have values.
    pub(crate) valued: usize,
    /// Whether every move so far led to the next lower rank.
    pub(crate) unit: bool,
    /// Positions by layer, for a game that may cycle.
    pub(crate) layers: Vec<Ply>,
    /// The place of the keys of each ply in the file of plies.
    pub(crate) plies: Vec<Tier>,
    /// The file that is written beside the table: the one of plies, or the one of sides.
    pub(crate) beside: Option<Sink>,
    pub(crate) enumerated: bool,
    pub(crate) journal: Journal,
    /// Records of finished work that is not durable yet.
    pub(crate) waiting: Vec<Record>,
    /// Positions since the last checkpoint.
    pub(crate) since: u64,
}

impl<W: Word> Job<'_, '_, W> {
    /// Notes that a step is finished. After every [`checkpoint`](super::site::Options::checkpoint)
    /// positions, makes all steps durable.
    pub(crate) fn record(&mut self, record: Record, positions: u64) -> Result<(), TableError> {
        self.waiting.push(record);
        self.since += positions;
        if self.since >= self.site.options.checkpoint {
            self.checkpoint()?;
        }
        Ok(())
    }

    /// Makes all noted steps durable.
    pub(crate) fn checkpoint(&mut self) -> Result<(), TableError> {
        if let Some(beside) = &mut self.beside {
            beside.sync()?;
        }
        self.site.part.sync()?;
        self.journal.write(&self.waiting)?;
        self.waiting.clear();
        self.since = 0;
        Ok(())
    }

    /// Opens the written part of the table to read it.
    pub(crate) fn reading(&mut self) -> Result<Box<dyn Reading>, TableError> {
        self.site.part.flush()?;
        self.site
            .storage
            .open(PART)
            .map_err(|error| TableError::io("cannot read the table", error))
    }

    /// Fails if the build exceeds the disk space that is allowed.
    pub(crate) fn may_write(&self) -> Result<(), TableError> {
        self.site
            .may_write(self.beside.as_ref().map_or(0, Sink::len))
    }

    /// Returns the number of stored positions of all tiers.
    pub(crate) fn stored(&self) -> u64 {
        self.tiers.iter().map(|tier| tier.stored).sum()
    }

    /// Takes over the records of an earlier run.
    pub(crate) fn take_up(&mut self, records: &[Record]) -> Result<(), TableError> {
        for record in records {
            match record {
                Record::Begun(_) => {}
                Record::Keys(tier, unit) => {
                    self.tiers.push(*tier);
                    self.unit &= unit;
                }
                Record::Ply(ply) => self.plies.push(*ply),
                Record::Enumerated => self.enumerated = true,
                Record::Values(tier) => {
                    self.valued += 1;
                    let place = self.tiers.len().checked_sub(self.valued);
                    let known = place.and_then(|place| self.tiers.get_mut(place));
                    match known.filter(|known| known.rank == tier.rank) {
                        Some(known) => *known = *tier,
                        None => return Err(TableError::damaged("the journal contradicts itself")),
                    }
                }
            }
        }
        Ok(())
    }
}
