//! The bytes of a table's file: mapped, in memory, or elsewhere.

use crate::table::TableError;
use crate::table::storage::{Reading, read_exact_at};
use std::borrow::Cow;
use std::io;

/// The place of a table's bytes.
pub(super) enum Bytes {
    Mapped(memmap2::Mmap),
    Owned(Vec<u8>),
    /// Elsewhere, read as needed; only the directory is in memory.
    Ranges {
        file: Box<dyn Reading>,
        len: u64,
        directory: Vec<u8>,
    },
}

impl Bytes {
    /// Returns the whole file, if it is in memory or mapped.
    #[inline]
    pub(super) fn all(&self) -> Option<&[u8]> {
        match self {
            Bytes::Mapped(map) => Some(map),
            Bytes::Owned(bytes) => Some(bytes),
            Bytes::Ranges { .. } => None,
        }
    }

    pub(super) fn size(&self) -> u64 {
        match self {
            Bytes::Mapped(map) => map.len() as u64,
            Bytes::Owned(bytes) => bytes.len() as u64,
            Bytes::Ranges { len, .. } => *len,
        }
    }

    /// Returns `len` bytes from an offset on.
    #[inline]
    pub(super) fn some(&self, at: u64, len: u64) -> Result<Cow<'_, [u8]>, TableError> {
        let outside = || TableError::damaged("the directory points outside the file");
        let end = at.checked_add(len).filter(|end| *end <= self.size());
        let end = end.ok_or_else(outside)?;
        match self {
            Bytes::Mapped(map) => Ok(Cow::Borrowed(&map[at as usize..end as usize])),
            Bytes::Owned(bytes) => Ok(Cow::Borrowed(&bytes[at as usize..end as usize])),
            Bytes::Ranges { file, .. } => {
                let mut bytes = vec![0; usize::try_from(len).map_err(|_| outside())?];
                read_exact_at(file.as_ref(), at, &mut bytes)
                    .map_err(|error| TableError::io("cannot read the table", error))?;
                Ok(Cow::Owned(bytes))
            }
        }
    }

    /// Returns whether bytes have this checksum.
    pub(super) fn sum_is(&self, at: u64, len: u64, check: u32) -> Result<bool, TableError> {
        const AT_ONCE: u64 = 1 << 18;
        let mut hasher = crc32fast::Hasher::new();
        let mut done = 0;
        while done < len {
            let count = (len - done).min(AT_ONCE);
            let from = at.saturating_add(done);
            hasher.update(&self.some(from, count)?);
            done += count;
        }
        Ok(hasher.finalize() == check)
    }
}

impl Reading for Bytes {
    fn len(&self) -> io::Result<u64> {
        Ok(self.size())
    }
    fn read_at(&self, offset: u64, room: &mut [u8]) -> io::Result<usize> {
        if let Bytes::Ranges { file, .. } = self {
            return file.read_at(offset, room);
        }
        let from = usize::try_from(offset).unwrap_or(usize::MAX);
        let rest = self.all().and_then(|all| all.get(from..));
        let rest = rest.unwrap_or_default();
        let count = rest.len().min(room.len());
        room[..count].copy_from_slice(&rest[..count]);
        Ok(count)
    }
}
