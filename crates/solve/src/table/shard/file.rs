//! The frame of a shard's file: a head, sections, a directory, a footer. The book's page on shards specifies it byte
//! for byte.

use super::head::{HEAD, Head};
use crate::table::TableError;
use crate::table::block::sum_is;
use crate::table::format::{Taker, Tier};
use crate::table::keys::{KEYS_A_BLOCK, entry_bytes};
use crate::table::storage::{Reading, Sink, Storage, read_exact_at};
use crate::table::tiers::TierFile;
use crate::table::values::{ENTRY_BYTES, values_a_block};
use crate::table::word::Word;
use std::io;
use yomikiri_core::Ask;

/// The bytes of a section in the directory.
const SECTION: usize = 2 * 4 + 5 * 8;
/// The bytes of the numbers at the end of the directory.
const FACTS: usize = 5 * 8;
/// The bytes of the footer.
const FOOTER: usize = 2 * 8 + 2 * 4;
/// The bytes at the end of a file that are read at once.
const TAIL: u64 = 4096;
/// The number of keys in a block of questions. Every shard of the tier in question reads the whole index, so there
/// are few entries.
pub(super) const QUESTIONS_A_BLOCK: usize = 2048;
/// The number of keys that are read at once from a list that may be long.
pub(super) const KEYS_AT_ONCE: usize = QUESTIONS_A_BLOCK * 8;
/// The name of the plan's file.
pub(super) const PLAN: &str = "plan";

/// The contents of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Keys of the shard, in blocks as in a table. `a` is their rank.
    Keys,
    /// Keys of children. `a` is their rank.
    Questions,
    /// Values of the shard, in blocks as in a table. `a` is their rank.
    Values,
    /// Values that answer the questions of shard `b` of tier `a`, in the order of the questions.
    Answers,
    /// The first keys of all ranges of a tier but the first, 16 bytes each.
    Bounds,
    /// The tiers with moves that lead to a tier: their numbers, ascending, 8 bytes each.
    Sources,
    /// Tiers still to come, by descending rank: the rank, the number of tiers with moves that lead there, these tiers;
    /// 8 bytes each.
    Pending,
    /// The header of the table.
    Header,
    /// The settings of a plan.
    Settings,
    /// Keys of positions of range `b` with moves into positions of the score `a`.
    Mail,
    /// The number of open moves of each position and its player to move, as values of the question `margin`.
    Opens,
    /// The side and the score of a round, and the remaining scores.
    Scores,
    /// The last round in which each range was active, 8 bytes each.
    States,
    /// The active ranges of a round, and the ranges whose keys they read.
    Active,
    /// Positions by ply: all, First's wins, Second's wins, 8 bytes each.
    Plies,
    /// Places of positions in their range, as keys.
    Places,
}

/// The codes of kinds.
const KINDS: [(Kind, u32); 16] = [
    (Kind::Keys, 1),
    (Kind::Questions, 2),
    (Kind::Values, 3),
    (Kind::Answers, 4),
    (Kind::Bounds, 5),
    (Kind::Sources, 6),
    (Kind::Pending, 7),
    (Kind::Header, 8),
    (Kind::Settings, 9),
    (Kind::Mail, 10),
    (Kind::Opens, 11),
    (Kind::Scores, 12),
    (Kind::States, 13),
    (Kind::Active, 14),
    (Kind::Plies, 15),
    (Kind::Places, 16),
];

/// A section in the directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Section {
    pub(super) kind: Kind,
    pub(super) a: u64,
    pub(super) b: u64,
    /// The number of entries.
    pub(super) count: u64,
    /// The start of the section.
    pub(super) at: u64,
    /// The bytes of its blocks; their index follows.
    pub(super) len: u64,
    /// The checksum of the index, or of the bytes if there is no index.
    pub(super) check: u32,
}

impl Section {
    /// Returns the section that holds a tier's keys, labelled with `rank`.
    pub(super) fn of_keys(kind: Kind, rank: u64, tier: &Tier) -> Section {
        Section {
            kind,
            a: rank,
            b: 0,
            count: tier.stored,
            at: tier.keys_at,
            len: tier.keys_len,
            check: tier.keys_check,
        }
    }

    /// Returns the keys in the form of a tier.
    pub(super) fn keys(&self) -> Tier {
        Tier {
            rank: self.a,
            reach: self.a,
            stored: self.count,
            keys_at: self.at,
            keys_len: self.len,
            keys_check: self.check,
            ..Tier::default()
        }
    }

    /// Returns the values in the form of a tier.
    pub(super) fn values(&self) -> Tier {
        Tier {
            rank: self.a,
            reach: self.a,
            stored: self.count,
            values_at: self.at,
            values_len: self.len,
            values_check: self.check,
            ..Tier::default()
        }
    }

    /// Returns the end of the section, including its index.
    fn end(&self, bits: u32, ask: Ask) -> Option<u64> {
        let index = match self.kind {
            Kind::Keys => {
                let blocks = self.count.div_ceil(KEYS_A_BLOCK as u64);
                blocks.checked_mul(entry_bytes(bits) as u64)?
            }
            Kind::Questions | Kind::Mail | Kind::Places => {
                let blocks = self.count.div_ceil(QUESTIONS_A_BLOCK as u64);
                blocks.checked_mul(entry_bytes(bits) as u64)?
            }
            Kind::Values | Kind::Answers => {
                let blocks = self.count.div_ceil(values_a_block(ask) as u64);
                blocks.checked_mul(ENTRY_BYTES as u64)?
            }
            Kind::Opens => {
                let blocks = self.count.div_ceil(values_a_block(Ask::Margin) as u64);
                blocks.checked_mul(ENTRY_BYTES as u64)?
            }
            _ => 0,
        };
        self.at.checked_add(self.len)?.checked_add(index)
    }
}

/// The numbers at the end of a shard's directory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Facts {
    /// The least rank that a move leads to.
    pub(super) reach: u64,
    /// Whether all moves lead to the next lower rank.
    pub(super) unit: bool,
    /// The number of positions, orbits expanded, and those that each side wins.
    pub(super) positions: u64,
    pub(super) first: u64,
    pub(super) second: u64,
}

/// Begins a file under a name of its writer's own.
pub(super) fn begin(storage: &dyn Storage, name: &str, head: &Head) -> Result<Sink, TableError> {
    let file = storage
        .create(name)
        .map_err(|error| TableError::io(format!("cannot make {name}"), error))?;
    let mut sink = Sink::new(name, file, 0);
    sink.put(&head.bytes())?;
    Ok(sink)
}

/// Appends bytes as a section.
pub(super) fn put_raw(
    sink: &mut Sink,
    kind: Kind,
    count: u64,
    bytes: &[u8],
) -> Result<Section, TableError> {
    let at = sink.len();
    sink.put(bytes)?;
    Ok(Section {
        kind,
        a: 0,
        b: 0,
        count,
        at,
        len: bytes.len() as u64,
        check: crc32fast::hash(bytes),
    })
}

/// Returns numbers in the form of a section without blocks.
pub(super) fn int64s(numbers: &[u64]) -> Vec<u8> {
    let bytes = numbers.iter().flat_map(|number| number.to_le_bytes());
    bytes.collect()
}

/// Writes the directory and footer, and renames the file to its final name. With `lasting`, it makes the file durable
/// first.
pub(super) fn end(
    storage: &dyn Storage,
    mut sink: Sink,
    (part, name): (&str, &str),
    sections: &[Section],
    facts: Facts,
    lasting: bool,
) -> Result<(), TableError> {
    let at = sink.len();
    let mut directory = (sections.len() as u64).to_le_bytes().to_vec();
    for section in sections {
        let code = KINDS.iter().find(|(kind, _)| *kind == section.kind);
        let code = code.map_or(0, |(_, code)| *code);
        directory.extend_from_slice(&code.to_le_bytes());
        directory.extend_from_slice(&section.check.to_le_bytes());
        for number in [section.a, section.b, section.count, section.at, section.len] {
            directory.extend_from_slice(&number.to_le_bytes());
        }
    }
    let unit = u64::from(facts.unit);
    for number in [
        facts.reach,
        unit,
        facts.positions,
        facts.first,
        facts.second,
    ] {
        directory.extend_from_slice(&number.to_le_bytes());
    }
    let mut footer = at.to_le_bytes().to_vec();
    footer.extend_from_slice(&(directory.len() as u64).to_le_bytes());
    footer.extend_from_slice(&crc32fast::hash(&directory).to_le_bytes());
    let check = crc32fast::hash(&footer);
    footer.extend_from_slice(&check.to_le_bytes());
    sink.put(&directory)?;
    sink.put(&footer)?;
    match lasting {
        true => sink.sync()?,
        false => sink.flush()?,
    }
    // Some file systems show the written bytes to others only after the file is closed.
    drop(sink);
    storage
        .rename(part, name)
        .map_err(|error| TableError::io(format!("cannot give {name} its name"), error))?;
    match lasting {
        true => storage
            .sync()
            .map_err(|error| TableError::io("cannot make the directory lasting", error)),
        false => Ok(()),
    }
}

/// A file that is read.
pub(super) struct ShardFile {
    file: Box<dyn Reading>,
    pub(super) head: Head,
    pub(super) sections: Vec<Section>,
    pub(super) facts: Facts,
}

/// Returns the error for a file that no task has written yet.
pub(super) fn not_there(name: &str) -> TableError {
    TableError::NotYet(format!("`{name}` is not there yet: run its task first"))
}

/// Returns the error for a file that cannot be read. A folder or a pipe in its place counts as damage.
fn unreadable(name: &str, error: io::Error) -> TableError {
    match error.kind() {
        io::ErrorKind::InvalidInput => TableError::damaged(error.to_string()),
        _ => TableError::io(format!("cannot read {name}"), error),
    }
}

impl ShardFile {
    /// Opens a file, and checks its frame.
    ///
    /// # Errors
    ///
    /// [`TableError::NotYet`] if there is no file; [`TableError::Damaged`].
    pub(super) fn open(storage: &dyn Storage, name: &str) -> Result<ShardFile, TableError> {
        let file = storage.open(name).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => not_there(name),
            _ => within(name, unreadable(name, error)),
        })?;
        ShardFile::of(file, name).map_err(|error| within(name, error))
    }

    fn of(file: Box<dyn Reading>, name: &str) -> Result<ShardFile, TableError> {
        let failed = |error| unreadable(name, error);
        let wrong = || TableError::damaged("its directory is not what it should be");
        let size = file.len().map_err(failed)?;
        if size < (HEAD + 8 + FACTS + FOOTER) as u64 {
            return Err(TableError::damaged("it is cut off"));
        }
        let bytes = |at: u64, len: usize| {
            let mut bytes = vec![0; len];
            read_exact_at(file.as_ref(), at, &mut bytes).map_err(failed)?;
            Ok::<Vec<u8>, TableError>(bytes)
        };
        let head = Head::read(&bytes(0, HEAD)?)?;
        // Mostly this read includes the directory.
        let some = size.min(TAIL) as usize;
        let tail = bytes(size - some as u64, some)?;
        let footer = &tail[some - FOOTER..];
        let mut taker = Taker(footer);
        let mut next = || taker.int64().ok_or_else(wrong);
        let (at, len) = (next()?, next()?);
        let check = taker.int32().ok_or_else(wrong)?;
        let footer_check = taker.int32().ok_or_else(wrong)?;
        if !sum_is(&footer[..20], footer_check) {
            return Err(TableError::damaged(
                "the checksum of its footer is wrong: it is cut off or damaged",
            ));
        }
        if at < HEAD as u64 || at.checked_add(len) != Some(size - FOOTER as u64) {
            return Err(wrong());
        }
        let len = usize::try_from(len).map_err(|_| wrong())?;
        let directory = match (some - FOOTER).checked_sub(len) {
            Some(before) => tail[before..some - FOOTER].to_vec(),
            None => bytes(at, len)?,
        };
        if !sum_is(&directory, check) {
            return Err(TableError::damaged(
                "the checksum of its directory is wrong",
            ));
        }
        let mut taker = Taker(&directory);
        let mut read = || {
            let count = usize::try_from(taker.int64()?).ok()?;
            let expected = count.checked_mul(SECTION)?.checked_add(FACTS)?;
            (taker.0.len() == expected).then_some(())?;
            let mut sections = Vec::with_capacity(count);
            for _ in 0..count {
                let code = taker.int32()?;
                let kind = KINDS.iter().find(|(_, known)| *known == code)?.0;
                let check = taker.int32()?;
                let section = Section {
                    kind,
                    check,
                    a: taker.int64()?,
                    b: taker.int64()?,
                    count: taker.int64()?,
                    at: taker.int64()?,
                    len: taker.int64()?,
                };
                section.end(head.bits, head.ask).filter(|end| *end <= at)?;
                sections.push(section);
            }
            let facts = Facts {
                reach: taker.int64()?,
                unit: taker.int64()? == 1,
                positions: taker.int64()?,
                first: taker.int64()?,
                second: taker.int64()?,
            };
            Some((sections, facts))
        };
        let (sections, facts) = read().ok_or_else(wrong)?;
        Ok(ShardFile {
            file,
            head,
            sections,
            facts,
        })
    }

    pub(super) fn reading(&self) -> &dyn Reading {
        self.file.as_ref()
    }

    /// Returns the section of a kind with these numbers.
    pub(super) fn section(&self, kind: Kind, a: u64, b: u64) -> Option<Section> {
        let is = |section: &&Section| (section.kind, section.a, section.b) == (kind, a, b);
        self.sections.iter().find(is).copied()
    }

    /// Returns the first section of a kind, if there is one.
    pub(super) fn section_of(&self, kind: Kind) -> Option<&Section> {
        self.sections.iter().find(|section| section.kind == kind)
    }

    /// Returns the only section of a kind.
    pub(super) fn only(&self, kind: Kind) -> Result<Section, TableError> {
        let mut of_kind = self.sections.iter().filter(|section| section.kind == kind);
        match (of_kind.next(), of_kind.next()) {
            (Some(section), None) => Ok(*section),
            _ => Err(TableError::damaged(
                "it does not have the sections that it should have",
            )),
        }
    }

    /// Opens a section of keys.
    pub(super) fn keys(&self, section: Section) -> Result<TierFile<'_>, TableError> {
        let a_block = match section.kind {
            Kind::Questions | Kind::Mail | Kind::Places => QUESTIONS_A_BLOCK,
            _ => KEYS_A_BLOCK,
        };
        let Head { bits, ask, .. } = self.head;
        let file = self.file.as_ref();
        TierFile::open_some(file, bits, ask, section.keys(), Some(a_block), false)
    }

    /// Opens a section of values.
    pub(super) fn values(&self, section: Section) -> Result<TierFile<'_>, TableError> {
        let Head { bits, mut ask, .. } = self.head;
        if section.kind == Kind::Opens {
            ask = Ask::Margin;
        }
        let file = self.file.as_ref();
        TierFile::open_some(file, bits, ask, section.values(), None, true)
    }

    /// Returns the bytes of the only section of a kind without blocks.
    pub(super) fn raw(&self, kind: Kind) -> Result<Vec<u8>, TableError> {
        let section = self.only(kind)?;
        let mut bytes = vec![0; section.len as usize];
        read_exact_at(self.file.as_ref(), section.at, &mut bytes)
            .map_err(|error| TableError::io("cannot read the shard", error))?;
        match sum_is(&bytes, section.check) {
            true => Ok(bytes),
            false => Err(TableError::damaged("the checksum of a section is wrong")),
        }
    }

    /// Returns the numbers of the only section of a kind.
    pub(super) fn numbers(&self, kind: Kind) -> Result<Vec<u64>, TableError> {
        let bytes = self.raw(kind)?;
        Ok(bytes.chunks_exact(8).map(u64::get).collect())
    }

    /// Reads everything, and checks every checksum.
    pub(super) fn check(&self) -> Result<(), TableError> {
        const AT_ONCE: usize = 1 << 16;
        for &section in &self.sections {
            let count = usize::try_from(section.count).unwrap_or(usize::MAX);
            let ranges = (0..count)
                .step_by(AT_ONCE)
                .map(|from| from..count.min(from + AT_ONCE));
            match section.kind {
                Kind::Keys | Kind::Questions | Kind::Mail | Kind::Places => {
                    let (keys, mut last) = (self.keys(section)?, None);
                    let mut some: Vec<u128> = Vec::new();
                    for range in ranges {
                        some.clear();
                        keys.keys(range, &mut some)?;
                        let follows = last < some.first().copied();
                        if !follows || !some.is_sorted_by(|a, b| a < b) {
                            return Err(TableError::damaged("its keys do not ascend"));
                        }
                        last = some.last().copied();
                    }
                }
                Kind::Values | Kind::Answers | Kind::Opens => {
                    let (values, mut some) = (self.values(section)?, Vec::new());
                    for range in ranges {
                        some.clear();
                        values.values(range, Some, &mut some)?;
                    }
                }
                kind => _ = self.raw(kind)?,
            }
        }
        Ok(())
    }
}

/// Adds the name of the damaged file to an error.
pub(super) fn within(name: &str, error: TableError) -> TableError {
    match error {
        TableError::Damaged(what) => TableError::Damaged(format!("`{name}`: {what}")),
        TableError::Format(what) => TableError::Format(format!("`{name}`: {what}")),
        error => error,
    }
}
