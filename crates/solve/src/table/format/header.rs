//! The header: the subject of a table, and what its keys are.

use super::taker::Taker;
use crate::table::TableError;
use crate::table::block::sum_is;
use crate::table::extent::Extent;
use crate::table::keys::key_bytes;
use crate::table::storage::{Reading, read_exact_at};
use crate::table::word::Word;
use yomikiri_core::Ask;

/// The first eight bytes.
pub const MAGIC: [u8; 8] = *b"YOMITBL\n";
/// The newest version of the format; all versions up to it are read. A table is written in the oldest
/// version that can hold it: version 1 if the spec describes the game completely, version 2 if it names a
/// file, version 3 if the table is semi-strong, version 4 if it is of a part of the game.
pub const VERSION: u32 = 4;

/// The most positions that play starts from in a table of a part of a game.
pub const MOST_STARTS: usize = 1 << 20;

/// The most bytes of a spec.
const LONGEST_SPEC: usize = 1 << 20;
/// The most bytes of a file that a spec names.
const LONGEST_FILE: usize = 1 << 30;
/// The bytes of a header before its body, and of its checksum.
const AROUND_BODY: usize = 16 + 4;

/// The subject of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The canonical spec of the game. Nothing here reads this text.
    pub game: String,
    /// The text of the file that the spec names, if it names one. With this text the spec describes the
    /// game anywhere.
    pub file: Option<String>,
    /// A digest of the rules: the same for all tables of the same game.
    pub rules: [u8; 32],
    /// The question.
    pub ask: Ask,
    /// Whether one position stands for all its images under symmetry.
    pub symmetric: bool,
    /// The choice of the positions that the table holds.
    pub extent: Extent,
    /// The [keys](crate::table::key_of) of the positions that play starts from, in ascending order and without
    /// duplicates. If there are none, play starts where the game does, and the table is of the whole game.
    pub from: Vec<u128>,
}

impl Subject {
    /// Returns whether the table is of a part of the game: of the positions that play reaches from given ones.
    pub fn is_part(&self) -> bool {
        !self.from.is_empty()
    }

    /// Returns the bytes of the file that the table holds.
    ///
    /// # Errors
    ///
    /// [`TableError::Unsupported`] if a table cannot hold so many.
    pub(crate) fn held(&self) -> Result<u64, TableError> {
        let held = self.file.as_ref().map_or(0, String::len);
        match held <= LONGEST_FILE {
            true => Ok(held as u64),
            false => Err(TableError::Unsupported(format!(
                "a table holds the rules of its game as a text, and this one has {} MiB: at most {}",
                held >> 20,
                LONGEST_FILE >> 20
            ))),
        }
    }
}

/// The digest of rules given as texts: BLAKE3 over each text in order, preceded by its length in bytes as
/// eight little-endian bytes.
#[derive(Clone, Debug, Default)]
pub struct RulesDigest(blake3::Hasher);

impl RulesDigest {
    /// Adds a text.
    pub fn add(&mut self, text: &str) {
        self.0.update(&(text.len() as u64).to_le_bytes());
        self.0.update(text.as_bytes());
    }

    /// Returns the digest of the texts added so far.
    pub fn finish(&self) -> [u8; 32] {
        *self.0.finalize().as_bytes()
    }
}

/// The header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) subject: Subject,
    /// The bits of a key.
    pub(crate) bits: u32,
    /// Whether play can cycle (then there is one tier) or every move leads to a tier of lower rank.
    pub(crate) cyclic: bool,
}

/// Returns the code of an extent in a header of version 3 or 4.
fn extent_code(extent: Extent) -> u8 {
    match extent {
        Extent::Whole => 0,
        Extent::BestMoves => 1,
        Extent::FirstBest => 2,
    }
}

/// Returns the extent with a code in a header of this version. In version 3 all tables are semi-strong.
fn extent_of(version: u32, code: u8) -> Option<Extent> {
    let whole = (version > 3).then_some(Extent::Whole);
    let mut known = whole.into_iter().chain(Extent::SEMI_STRONG);
    known.find(|extent| extent_code(*extent) == code)
}

pub(crate) fn ask_code(ask: Ask) -> u8 {
    match ask {
        Ask::Winner => 0,
        Ask::Margin => 1,
        Ask::Distance => 2,
    }
}

impl Header {
    /// Returns the version of the format.
    pub(crate) fn version(&self) -> u32 {
        match (self.subject.extent, &self.subject.file) {
            _ if self.subject.is_part() => 4,
            (Extent::BestMoves | Extent::FirstBest, _) => 3,
            (Extent::Whole, Some(_)) => 2,
            (Extent::Whole, None) => 1,
        }
    }

    /// Returns whether tables with these headers have the same keys and values: the same game, under any
    /// name, from the same positions, and the same question.
    pub(crate) fn is_like(&self, other: &Header) -> bool {
        let of = |header: &Header| {
            let Subject {
                rules,
                ask,
                symmetric,
                extent,
                ..
            } = header.subject;
            (rules, ask, symmetric, extent, header.bits, header.cyclic)
        };
        of(self) == of(other) && self.subject.from == other.subject.from
    }

    /// Returns the header's bytes.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let Subject {
            game,
            file,
            rules,
            ask,
            symmetric,
            extent,
            from,
        } = &self.subject;
        let version = self.version();
        let mut body = vec![
            ask_code(*ask),
            u8::from(*symmetric),
            u8::from(self.cyclic),
            self.bits as u8,
        ];
        body.extend_from_slice(rules);
        body.extend_from_slice(&(game.len() as u32).to_le_bytes());
        body.extend_from_slice(game.as_bytes());
        if version >= 3 {
            body.extend_from_slice(&[extent_code(*extent), u8::from(file.is_some())]);
        }
        if let Some(file) = file {
            body.extend_from_slice(&(file.len() as u32).to_le_bytes());
            body.extend_from_slice(file.as_bytes());
        }
        if version >= 4 {
            body.extend_from_slice(&(from.len() as u32).to_le_bytes());
            for key in from {
                body.extend_from_slice(&key.to_le_bytes()[..key_bytes(self.bits)]);
            }
        }
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&version.to_le_bytes());
        bytes.extend_from_slice(&(body.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&body);
        let check = crc32fast::hash(&bytes);
        bytes.extend_from_slice(&check.to_le_bytes());
        bytes
    }

    /// Reads a header from the beginning of a file, and returns its length too.
    pub(crate) fn read(file: &[u8]) -> Result<(Header, usize), TableError> {
        let cut = || TableError::damaged("the file is cut off in its header");
        let mut taker = Taker(file);
        if taker.take(8) != Some(&MAGIC[..]) {
            return Err(TableError::Format(
                "this is no table of Yomikiri".to_owned(),
            ));
        }
        let version = taker.int32().ok_or_else(cut)?;
        // Headers of all versions have the same form around their body.
        let len = taker.int32().ok_or_else(cut)? as usize;
        let body = taker.take(len).ok_or_else(cut)?;
        let check = taker.int32().ok_or_else(cut)?;
        let end = file.len() - taker.0.len() - 4;
        if !sum_is(&file[..end], check) {
            return Err(TableError::damaged("the checksum of the header is wrong"));
        }
        if !(1..=VERSION).contains(&version) {
            return Err(TableError::Format(format!(
                "the table has format version {version}; this program knows versions 1 to {VERSION}"
            )));
        }
        let header = Header::read_body(version, body)
            .ok_or_else(|| TableError::damaged("the header says what no header says"))?;
        Ok((header, end + 4))
    }

    /// Reads the header of a table's file, and nothing else of it.
    ///
    /// # Errors
    ///
    /// If the system fails, and as for [`Header::read`].
    pub(crate) fn of_file(file: &dyn Reading) -> Result<Header, TableError> {
        let reading = |error| TableError::io("cannot read the table", error);
        let len = file.len().map_err(reading)?;
        let first = |count: u64| {
            let mut bytes = vec![0; count.min(len) as usize];
            read_exact_at(file, 0, &mut bytes).map_err(reading)?;
            Ok::<Vec<u8>, TableError>(bytes)
        };
        let start = first(AROUND_BODY as u64)?;
        let body = start.get(12..16).map_or(0, u32::get);
        let bytes = first(u64::from(body) + AROUND_BODY as u64)?;
        Header::read(&bytes).map(|(header, _)| header)
    }

    fn read_body(version: u32, body: &[u8]) -> Option<Header> {
        let mut taker = Taker(body);
        let code = taker.byte()?;
        let ask = Ask::ALL.into_iter().find(|ask| ask_code(*ask) == code)?;
        let mut flag = || match taker.byte()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        };
        let (symmetric, cyclic) = (flag()?, flag()?);
        let bits = u32::from(taker.byte()?);
        let mut rules = [0; 32];
        rules.copy_from_slice(taker.take(32)?);
        let len = taker.int32()? as usize;
        let text = |bytes: &[u8]| str::from_utf8(bytes).ok().map(str::to_owned);
        let game = text(taker.take(len).filter(|_| len <= LONGEST_SPEC)?)?;
        // The spec is written into scripts and messages, so it must be one line.
        (!game.contains(char::is_control)).then_some(())?;
        let extent = match version {
            1 | 2 => Extent::Whole,
            _ => extent_of(version, taker.byte()?)?,
        };
        let has_file = match version {
            1 | 2 => version == 2,
            _ => match taker.byte()? {
                0 => false,
                1 => true,
                _ => return None,
            },
        };
        let file = match has_file {
            false => None,
            true => {
                let len = taker.int32()? as usize;
                Some(text(taker.take(len).filter(|_| len <= LONGEST_FILE)?)?)
            }
        };
        (1..=128).contains(&bits).then_some(())?;
        let from = match version {
            1..=3 => Vec::new(),
            _ => starts(&mut taker, bits)?,
        };
        taker.0.is_empty().then_some(())?;
        Some(Header {
            subject: Subject {
                game,
                file,
                rules,
                ask,
                symmetric,
                extent,
                from,
            },
            bits,
            cyclic,
        })
    }
}

/// Reads the keys of the positions that play starts from: at least one, in ascending order.
fn starts(taker: &mut Taker<'_>, bits: u32) -> Option<Vec<u128>> {
    let count = taker.int32()? as usize;
    (1..=MOST_STARTS).contains(&count).then_some(())?;
    let each = key_bytes(bits);
    let keys = taker.take(count * each)?.chunks_exact(each);
    let keys: Vec<u128> = keys
        .map(|key| {
            let mut bytes = [0; 16];
            bytes[..each].copy_from_slice(key);
            u128::from_le_bytes(bytes)
        })
        .collect();
    // All are within the bits if the last one is.
    let fit = keys.last()?.checked_shr(bits).unwrap_or(0) == 0;
    (fit && keys.is_sorted_by(|a, b| a < b)).then_some(keys)
}
