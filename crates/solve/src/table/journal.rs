//! The journal of a build: a record of the finished steps, from which an interrupted build resumes.
//!
//! Each record is appended with its length and checksum, and only after its data are durable in the
//! table's file. A record that is cut off counts as missing, and so do all after it. The journal is
//! removed when the table has its final name.

use super::TableError;
use super::format::{TIER, Taker, Tier};
use super::storage::{Sink, Storage, read_exact_at};

/// The name of the file.
pub(crate) const JOURNAL: &str = "journal";

/// A finished step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Record {
    /// The table being built: its header, byte for byte. This is the first record.
    Begun(Vec<u8>),
    /// The keys of a tier are in the file; and whether all its moves led to the next lower rank.
    Keys(Tier, bool),
    /// The keys of all tiers are in the file.
    Enumerated,
    /// The values of a tier are in the file.
    Values(Tier),
    /// In a game that may cycle: the keys of a ply are in the file of plies, in the form of a tier
    /// in a table.
    Ply(Tier),
}

impl Record {
    fn bytes(&self) -> Vec<u8> {
        let with_tier = |code: u8, tier: &Tier| {
            let mut bytes = vec![code];
            tier.put(&mut bytes);
            bytes
        };
        match self {
            Record::Begun(header) => [&[0], &header[..]].concat(),
            Record::Keys(tier, false) => with_tier(1, tier),
            Record::Keys(tier, true) => with_tier(2, tier),
            Record::Enumerated => vec![3],
            Record::Values(tier) => with_tier(4, tier),
            Record::Ply(tier) => with_tier(5, tier),
        }
    }

    fn read(bytes: &[u8]) -> Option<Record> {
        let (code, rest) = bytes.split_first()?;
        let tier = || Tier::get(rest).filter(|_| rest.len() == TIER);
        match code {
            0 => Some(Record::Begun(rest.to_vec())),
            1 => tier().map(|tier| Record::Keys(tier, false)),
            2 => tier().map(|tier| Record::Keys(tier, true)),
            3 if rest.is_empty() => Some(Record::Enumerated),
            4 => tier().map(Record::Values),
            5 => tier().map(Record::Ply),
            _ => None,
        }
    }
}

/// A resumed journal.
pub(crate) struct Resumed {
    pub(crate) journal: Journal,
    /// The header of the table that is being built.
    pub(crate) header: Vec<u8>,
    /// The finished steps.
    pub(crate) records: Vec<Record>,
}

/// A journal that is being written.
pub(crate) struct Journal {
    sink: Sink,
}

impl Journal {
    /// Begins a journal.
    pub(crate) fn begin(storage: &dyn Storage, header: &[u8]) -> Result<Journal, TableError> {
        let file = storage
            .create(JOURNAL)
            .map_err(|error| TableError::io("cannot make the journal", error))?;
        let mut journal = Journal {
            sink: Sink::new(JOURNAL, file, 0),
        };
        journal.write(&[Record::Begun(header.to_vec())])?;
        Ok(journal)
    }

    /// Reads a journal as far as it is whole, and appends to it from there. `None` if even its first
    /// record is broken: then nothing was finished.
    pub(crate) fn resume(storage: &dyn Storage) -> Result<Option<Resumed>, TableError> {
        let reading = |error| TableError::io("cannot read the journal", error);
        let file = storage.open(JOURNAL).map_err(reading)?;
        let len = file.len().map_err(reading)?;
        let mut bytes = vec![0; usize::try_from(len).unwrap_or(usize::MAX)];
        read_exact_at(file.as_ref(), 0, &mut bytes).map_err(reading)?;
        drop(file);
        let (mut records, mut whole) = (Vec::new(), 0);
        let mut taker = Taker(&bytes);
        while let Some(record) = take(&mut taker) {
            records.push(record);
            whole = bytes.len() - taker.0.len();
        }
        let Some(Record::Begun(header)) = records.first().cloned() else {
            return Ok(None);
        };
        records.remove(0);
        let file = storage
            .append(JOURNAL, whole as u64)
            .map_err(|error| TableError::io("cannot go on with the journal", error))?;
        let sink = Sink::new(JOURNAL, file, whole as u64);
        Ok(Some(Resumed {
            journal: Journal { sink },
            header,
            records,
        }))
    }

    /// Appends records and makes them durable.
    pub(crate) fn write(&mut self, records: &[Record]) -> Result<(), TableError> {
        for record in records {
            let bytes = record.bytes();
            self.sink.put(&(bytes.len() as u32).to_le_bytes())?;
            self.sink.put(&crc32fast::hash(&bytes).to_le_bytes())?;
            self.sink.put(&bytes)?;
        }
        self.sink.sync()
    }
}

fn take(taker: &mut Taker<'_>) -> Option<Record> {
    let len = taker.int32()? as usize;
    let check = taker.int32()?;
    let bytes = taker.take(len)?;
    if crc32fast::hash(bytes) != check {
        return None;
    }
    Record::read(bytes)
}
