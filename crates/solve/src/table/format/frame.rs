//! The footer, and the whole frame as it is read.

use super::directory::{PLY, Ply, TIER, Tier};
use super::header::Header;
use super::taker::Taker;
use crate::table::TableError;
use crate::table::block::sum_is;
use crate::table::storage::{Reading, read_exact_at};
use crate::table::word::Word;

/// The bytes of the footer: the directory's offset, length and checksum, the footer's own checksum, and the
/// digest of everything before the footer.
pub(crate) const FOOTER: usize = 8 + 8 + 4 + 4 + 32;

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
