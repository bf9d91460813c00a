//! The frame of a table's file: header, directory, footer. The book's page on the format specifies it byte
//! for byte, for authors of other readers.

use super::TableError;
use super::block::sum_is;
use super::extent::Extent;
use super::keys::{KEYS_A_BLOCK, entry_bytes};
use super::storage::{Reading, read_exact_at};
use super::values::{ENTRY_BYTES, values_a_block};
use super::word::Word;
use yomikiri_core::Ask;

/// The first eight bytes.
pub const MAGIC: [u8; 8] = *b"YOMITBL\n";
/// The newest version of the format; all versions up to it are read. A table is written in the oldest
/// version that can hold it: version 1 if the spec describes the game completely, version 2 if it names a
/// file, version 3 if the table is semi-strong.
pub const VERSION: u32 = 3;
/// The file's name in its directory.
pub const FILE: &str = "table.yomikiri";

/// The bytes of the footer: the directory's offset, length and checksum, the footer's own checksum, and the
/// digest of everything before the footer.
pub(crate) const FOOTER: usize = 8 + 8 + 4 + 4 + 32;
/// The bytes of a tier's directory entry.
pub(crate) const TIER: usize = 10 * 8 + 2 * 4;
/// The bytes of a ply in the directory.
pub(crate) const PLY: usize = 3 * 8;
/// The most bytes of a spec.
const LONGEST_SPEC: usize = 1 << 20;
/// The most bytes of a file that a spec names.
pub(crate) const LONGEST_FILE: usize = 1 << 30;
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
}

impl Subject {
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

/// Returns the code of an extent in a header of version 3.
fn semi_strong_kind(extent: Extent) -> Option<u8> {
    match extent {
        Extent::Whole => None,
        Extent::BestMoves => Some(1),
        Extent::FirstBest => Some(2),
    }
}

pub(crate) fn ask_code(ask: Ask) -> u8 {
    match ask {
        Ask::Winner => 0,
        Ask::Margin => 1,
        Ask::Distance => 2,
    }
}

/// Takes bytes one after another; a missing byte is an error, not a panic.
pub(crate) struct Taker<'b>(pub(crate) &'b [u8]);

impl<'b> Taker<'b> {
    pub(crate) fn take(&mut self, count: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }
    pub(crate) fn byte(&mut self) -> Option<u8> {
        Some(self.take(1)?[0])
    }
    pub(crate) fn int32(&mut self) -> Option<u32> {
        self.take(4).map(u32::get)
    }
    pub(crate) fn int64(&mut self) -> Option<u64> {
        self.take(8).map(u64::get)
    }
}

impl Header {
    /// Returns the version of the format.
    pub(crate) fn version(&self) -> u32 {
        match (self.subject.extent.is_semi_strong(), &self.subject.file) {
            (true, _) => 3,
            (false, Some(_)) => 2,
            (false, None) => 1,
        }
    }

    /// Returns whether tables with these headers have the same keys and values: the same game, under any
    /// name, and the same question.
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
        of(self) == of(other)
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
        } = &self.subject;
        let mut body = vec![
            ask_code(*ask),
            u8::from(*symmetric),
            u8::from(self.cyclic),
            self.bits as u8,
        ];
        body.extend_from_slice(rules);
        body.extend_from_slice(&(game.len() as u32).to_le_bytes());
        body.extend_from_slice(game.as_bytes());
        if let Some(kind) = semi_strong_kind(*extent) {
            body.extend_from_slice(&[kind, u8::from(file.is_some())]);
        }
        if let Some(file) = file {
            body.extend_from_slice(&(file.len() as u32).to_le_bytes());
            body.extend_from_slice(file.as_bytes());
        }
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&self.version().to_le_bytes());
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
            3 => {
                let kind = Some(taker.byte()?);
                let mut known = Extent::SEMI_STRONG.into_iter();
                known.find(|extent| semi_strong_kind(*extent) == kind)?
            }
            _ => Extent::Whole,
        };
        let has_file = match version {
            3 => match taker.byte()? {
                0 => false,
                1 => true,
                _ => return None,
            },
            version => version == 2,
        };
        let file = match has_file {
            false => None,
            true => {
                let len = taker.int32()? as usize;
                Some(text(taker.take(len).filter(|_| len <= LONGEST_FILE)?)?)
            }
        };
        let valid = (1..=128).contains(&bits) && taker.0.is_empty();
        valid.then_some(())?;
        Some(Header {
            subject: Subject {
                game,
                file,
                rules,
                ask,
                symmetric,
                extent,
            },
            bits,
            cyclic,
        })
    }
}

/// A tier in the directory: all positions of one rank, or all positions if play can cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tier {
    /// The rank of its positions.
    pub rank: u64,
    /// The least rank that a move from here leads to, or its own rank if no move leaves the tier.
    pub reach: u64,
    /// Positions stored.
    pub stored: u64,
    /// Positions: the stored ones with their orbits.
    pub positions: u64,
    /// Positions of these that First wins.
    pub first: u64,
    /// Positions of these that Second wins; the rest are draws.
    pub second: u64,
    /// The start of its blocks of keys.
    pub keys_at: u64,
    /// The bytes of the blocks of keys. Their index follows them.
    pub keys_len: u64,
    /// The start of its blocks of values.
    pub values_at: u64,
    /// The bytes of the blocks of values. Their index follows them.
    pub values_len: u64,
    /// The checksum of the index of keys.
    pub keys_check: u32,
    /// The checksum of the index of values.
    pub values_check: u32,
}

impl Tier {
    /// Returns the number of positions that nobody wins.
    pub fn draw(&self) -> u64 {
        // In a damaged table the numbers need not add up.
        self.positions
            .wrapping_sub(self.first)
            .wrapping_sub(self.second)
    }

    /// Returns the number of blocks of keys.
    pub(crate) fn key_blocks(&self) -> u64 {
        self.stored.div_ceil(KEYS_A_BLOCK as u64)
    }

    /// Returns the length of the index of keys.
    pub(crate) fn key_index_len(&self, bits: u32) -> Option<u64> {
        self.key_blocks().checked_mul(entry_bytes(bits) as u64)
    }

    /// Returns the length of the index of values.
    pub(crate) fn value_index_len(&self, ask: Ask) -> Option<u64> {
        let blocks = self.stored.div_ceil(values_a_block(ask) as u64);
        blocks.checked_mul(ENTRY_BYTES as u64)
    }

    /// Returns the end of the section of keys.
    pub(crate) fn keys_end(&self, bits: u32) -> Option<u64> {
        let index = self.key_index_len(bits)?;
        self.keys_at.checked_add(self.keys_len)?.checked_add(index)
    }

    /// Returns the end of the section of values.
    pub(crate) fn values_end(&self, ask: Ask) -> Option<u64> {
        let index = self.value_index_len(ask)?;
        self.values_at
            .checked_add(self.values_len)?
            .checked_add(index)
    }

    pub(crate) fn put(&self, bytes: &mut Vec<u8>) {
        for number in [
            self.rank,
            self.reach,
            self.stored,
            self.positions,
            self.first,
            self.second,
            self.keys_at,
            self.keys_len,
            self.values_at,
            self.values_len,
        ] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend_from_slice(&self.keys_check.to_le_bytes());
        bytes.extend_from_slice(&self.values_check.to_le_bytes());
    }

    pub(crate) fn get(bytes: &[u8]) -> Option<Tier> {
        let mut taker = Taker(bytes);
        let mut next = || taker.int64();
        let mut tier = Tier {
            rank: next()?,
            reach: next()?,
            stored: next()?,
            positions: next()?,
            first: next()?,
            second: next()?,
            ..Tier::default()
        };
        tier.keys_at = next()?;
        tier.keys_len = next()?;
        tier.values_at = next()?;
        tier.values_len = next()?;
        tier.keys_check = taker.int32()?;
        tier.values_check = taker.int32()?;
        Some(tier)
    }
}

/// The positions that play first reaches at one ply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ply {
    /// Positions.
    pub positions: u64,
    /// Positions that First wins.
    pub first: u64,
    /// Positions that Second wins.
    pub second: u64,
}

/// Returns the directory's bytes: tiers in falling order of rank, then the plies, if they are known.
pub(crate) fn directory(tiers: &[Tier], plies: &[Ply]) -> Vec<u8> {
    let mut bytes = (tiers.len() as u64).to_le_bytes().to_vec();
    for tier in tiers {
        tier.put(&mut bytes);
    }
    bytes.extend_from_slice(&(plies.len() as u64).to_le_bytes());
    for ply in plies {
        for number in [ply.positions, ply.first, ply.second] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
    }
    bytes
}

/// Returns the footer's bytes; `digest` is that of the file before the footer.
pub(crate) fn footer(at: u64, directory: &[u8], digest: [u8; 32]) -> Vec<u8> {
    let mut bytes = at.to_le_bytes().to_vec();
    bytes.extend_from_slice(&(directory.len() as u64).to_le_bytes());
    bytes.extend_from_slice(&crc32fast::hash(directory).to_le_bytes());
    let check = crc32fast::hash(&bytes);
    bytes.extend_from_slice(&check.to_le_bytes());
    bytes.extend_from_slice(&digest);
    bytes
}

/// The frame of a file, read and checked except for the digest.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) header: Header,
    pub(crate) header_len: usize,
    /// The start of the directory.
    pub(crate) directory_at: usize,
    pub(crate) tiers: usize,
    pub(crate) plies: usize,
    pub(crate) digest: [u8; 32],
}

impl Frame {
    /// Reads the frame of a file. The cost is that of checking the directory: 88 bytes for each tier.
    pub(crate) fn read(file: &[u8]) -> Result<Frame, TableError> {
        let (header, header_len) = Header::read(file)?;
        let end = Footer::place(file.len() as u64, header_len)? as usize;
        let footer = Footer::read(&file[end..], header_len, end as u64)?;
        Frame::of(header, header_len, &footer, &file[footer.at..end])
    }

    /// Like [`read`](Frame::read), for a file that is not in memory. Also returns the bytes of its
    /// directory.
    pub(crate) fn read_from(file: &dyn Reading) -> Result<(Frame, Vec<u8>), TableError> {
        let failed = |error| TableError::io("cannot read the table", error);
        let read = |at: u64, len: u64| {
            let mut bytes = vec![0; usize::try_from(len).unwrap_or(usize::MAX)];
            read_exact_at(file, at, &mut bytes).map_err(failed)?;
            Ok::<Vec<u8>, TableError>(bytes)
        };
        let size = file.len().map_err(failed)?;
        let header = Header::of_file(file)?;
        let header_len = header.bytes().len();
        let end = Footer::place(size, header_len)?;
        let footer = Footer::read(&read(end, FOOTER as u64)?, header_len, end)?;
        let directory = read(footer.at as u64, end - footer.at as u64)?;
        let frame = Frame::of(header, header_len, &footer, &directory)?;
        Ok((frame, directory))
    }

    fn of(
        header: Header,
        header_len: usize,
        footer: &Footer,
        directory: &[u8],
    ) -> Result<Frame, TableError> {
        let wrong = |what: &str| TableError::damaged(what);
        if !sum_is(directory, footer.check) {
            return Err(wrong("the checksum of the directory is wrong"));
        }
        let counts = || {
            let mut taker = Taker(directory);
            let tiers = usize::try_from(taker.int64()?).ok()?;
            taker.take(tiers.checked_mul(TIER)?)?;
            let plies = usize::try_from(taker.int64()?).ok()?;
            taker.take(plies.checked_mul(PLY)?)?;
            taker.0.is_empty().then_some((tiers, plies))
        };
        let (tiers, plies) = counts().ok_or_else(|| wrong("the directory is not what it says"))?;
        Ok(Frame {
            header,
            header_len,
            directory_at: footer.at,
            tiers,
            plies,
            digest: footer.digest,
        })
    }

    /// Returns the `index`-th tier in the directory.
    pub(crate) fn tier(&self, directory: &[u8], index: usize) -> Option<Tier> {
        let at = 8 + index * TIER;
        Tier::get(directory.get(at..at + TIER)?)
    }

    /// Returns the rank of the `index`-th tier.
    pub(crate) fn rank(&self, directory: &[u8], index: usize) -> Option<u64> {
        let at = 8 + index * TIER;
        directory.get(at..at + 8).map(u64::get)
    }

    /// Returns the plies.
    pub(crate) fn plies<'f>(&self, directory: &'f [u8]) -> impl Iterator<Item = Ply> + 'f {
        let at = 8 + self.tiers * TIER + 8;
        let bytes = directory.get(at..at + self.plies * PLY).unwrap_or_default();
        bytes.chunks_exact(PLY).map(|ply| Ply {
            positions: u64::get(ply),
            first: u64::get(&ply[8..]),
            second: u64::get(&ply[16..]),
        })
    }
}

/// The contents of a footer.
struct Footer {
    /// The start of the directory, and its checksum.
    at: usize,
    check: u32,
    digest: [u8; 32],
}

impl Footer {
    /// Returns the start of the footer in a file of this size.
    fn place(size: u64, header_len: usize) -> Result<u64, TableError> {
        size.checked_sub(FOOTER as u64)
            .filter(|at| *at >= header_len as u64)
            .ok_or_else(|| TableError::damaged("the file is cut off"))
    }

    /// Reads a footer that begins at `end`, the end of the directory.
    fn read(footer: &[u8], header_len: usize, end: u64) -> Result<Footer, TableError> {
        let wrong = |what: &str| TableError::damaged(what);
        if !sum_is(&footer[..20], u32::get(&footer[20..24])) {
            return Err(wrong(
                "the checksum of the footer is wrong: the file is cut off or damaged",
            ));
        }
        let (at, len) = (u64::get(&footer[..8]), u64::get(&footer[8..16]));
        let at_place = at >= header_len as u64 && at.checked_add(len) == Some(end);
        let at = usize::try_from(at).ok().filter(|_| at_place);
        let at = at.ok_or_else(|| wrong("the directory is not where the footer says"))?;
        let mut digest = [0; 32];
        digest.copy_from_slice(&footer[24..]);
        Ok(Footer {
            at,
            check: u32::get(&footer[16..20]),
            digest,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(named: Option<&str>, extent: Extent) -> Vec<u8> {
        let header = Header {
            subject: Subject {
                game: "nothing:at=all".to_owned(),
                file: named.map(str::to_owned),
                rules: [7; 32],
                ask: Ask::Distance,
                symmetric: true,
                extent,
            },
            bits: 9,
            cyclic: false,
        };
        let mut bytes = header.bytes();
        let at = bytes.len() as u64;
        let tiers = [Tier {
            rank: 3,
            stored: 1,
            ..Tier::default()
        }];
        let directory = directory(&tiers, &[Ply::default(), Ply::default()]);
        bytes.extend_from_slice(&directory);
        let digest = *blake3::hash(&bytes).as_bytes();
        bytes.extend_from_slice(&footer(at, &directory, digest));
        bytes
    }

    #[test]
    fn frames_come_back() {
        for (version, named) in [
            (1, None),
            (2, Some("")),
            (2, Some("a = 1\n")),
            (3, None),
            (3, Some("a = 1\n")),
        ] {
            let extent = match version {
                3 => Extent::FirstBest,
                _ => Extent::Whole,
            };
            let bytes = file(named, extent);
            let frame = Frame::read(&bytes).unwrap();
            assert_eq!(frame.header.version(), version);
            assert_eq!(bytes[8], version as u8);
            assert_eq!(frame.header.subject.game, "nothing:at=all");
            assert_eq!(frame.header.subject.file.as_deref(), named);
            assert_eq!(frame.header.subject.extent, extent);
            assert_eq!((frame.tiers, frame.plies), (1, 2));
            assert_eq!(frame.tier(&bytes[frame.directory_at..], 0).unwrap().rank, 3);
            assert_eq!(frame.plies(&bytes[frame.directory_at..]).count(), 2);
            assert_eq!(frame.header.bytes().len(), frame.header_len);
        }
    }

    #[test]
    fn another_version_is_refused_by_name() {
        for version in [0, VERSION + 1] {
            let mut bytes = file(None, Extent::Whole);
            let end = Frame::read(&bytes).unwrap().header_len - 4;
            bytes[8] = version as u8;
            // A flipped bit must not look like another version.
            let error = Frame::read(&bytes).unwrap_err().to_string();
            assert!(error.contains("checksum of the header"), "{error}");
            let check = crc32fast::hash(&bytes[..end]);
            bytes[end..end + 4].copy_from_slice(&check.to_le_bytes());
            let error = Frame::read(&bytes).unwrap_err().to_string();
            assert!(error.contains(&format!("version {version};")), "{error}");
        }
    }

    #[test]
    fn a_frame_that_is_cut_or_flipped_is_refused() {
        for extent in [Extent::Whole, Extent::BestMoves, Extent::FirstBest] {
            let bytes = file(Some("b = 2\n"), extent);
            for cut in 0..bytes.len() {
                assert!(Frame::read(&bytes[..cut]).is_err(), "cut at {cut}");
            }
            let digest = bytes.len() - 32;
            for bit in 0..digest * 8 {
                let mut flipped = bytes.clone();
                flipped[bit / 8] ^= 1 << (bit % 8);
                assert!(Frame::read(&flipped).is_err(), "bit {bit}");
            }
        }
    }
}
