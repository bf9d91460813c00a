//! Reads an object by ranges, with a bounded number of blocks in memory.

use super::remote::{call, cut_short, failed};
use object_store::path::Path;
use object_store::{Error, GetOptions, GetRange, ObjectStore};
use std::collections::HashMap;
use std::io;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};
use yomikiri_catalog::table::Reading;

/// The least size of a read.
const BLOCK: u64 = 128 << 10;
/// The most blocks that one sequential read fetches.
const AHEAD: u64 = 16;

/// An object as it was when it was opened.
pub(super) struct Ranges {
    store: Arc<dyn ObjectStore>,
    path: Path,
    len: u64,
    /// The version tag, which detects that the object was replaced.
    tag: Option<String>,
    blocks: Mutex<Blocks>,
}

struct Blocks {
    held: HashMap<u64, (Arc<[u8]>, u64)>,
    /// The most blocks that are held.
    most: u64,
    /// The number of uses so far, which dates the last use of each block.
    uses: u64,
    /// The block after the last read, and (`run`) the number of blocks of that read.
    next: u64,
    run: u64,
}

impl Blocks {
    fn get(&mut self, number: u64) -> Option<Arc<[u8]>> {
        self.uses += 1;
        let (block, used) = self.held.get_mut(&number)?;
        *used = self.uses;
        Some(Arc::clone(block))
    }

    /// Returns the blocks to fetch for a missing one: more of them if reads are sequential.
    fn wanted(&mut self, number: u64, count: u64) -> Range<u64> {
        self.run = match number == self.next {
            true => (2 * self.run).clamp(1, AHEAD.min(self.most / 2).max(1)),
            false => 1,
        };
        self.next = (number + self.run).min(count);
        number..self.next
    }

    fn put(&mut self, first: u64, bytes: &[u8]) {
        for (number, block) in (first..).zip(bytes.chunks(BLOCK as usize)) {
            if self.held.len() as u64 >= self.most {
                let oldest = self.held.iter().min_by_key(|(_, (_, used))| *used);
                let oldest = oldest.map(|(number, _)| *number);
                oldest.map(|number| self.held.remove(&number));
            }
            self.uses += 1;
            self.held.insert(number, (block.into(), self.uses));
        }
    }
}

impl Ranges {
    /// Opens an object, of which at most `memory` bytes may be in memory.
    ///
    /// # Errors
    ///
    /// If the network fails; [`Error::NotFound`] if there is no object.
    pub(super) fn open(
        store: &Arc<dyn ObjectStore>,
        path: Path,
        memory: u64,
    ) -> Result<Ranges, Error> {
        let (from, at) = (Arc::clone(store), path.clone());
        let (len, tag, first) = call(move || {
            let (store, path) = (Arc::clone(&from), at.clone());
            async move {
                let options = GetOptions {
                    range: Some(GetRange::Bounded(0..BLOCK)),
                    ..GetOptions::default()
                };
                let got = match store.get_opts(&path, options).await {
                    Ok(got) => got,
                    Err(error @ Error::NotFound { .. }) => return Err(error),
                    // An empty object has no ranges.
                    Err(error) => match store.head(&path).await {
                        Ok(meta) if meta.size == 0 => return Ok((0, meta.e_tag, Vec::new())),
                        _ => return Err(error),
                    },
                };
                let (len, tag) = (got.meta.size, got.meta.e_tag.clone());
                let bytes = got.bytes().await?;
                match bytes.len() as u64 == len.min(BLOCK) {
                    true => Ok((len, tag, bytes.to_vec())),
                    false => Err(cut_short()),
                }
            }
        })?;
        let mut blocks = Blocks {
            held: HashMap::new(),
            most: (memory / BLOCK).max(2),
            uses: 0,
            next: 1,
            run: 1,
        };
        blocks.put(0, &first);
        Ok(Ranges {
            store: Arc::clone(store),
            path,
            len,
            // A weak tag is not valid for ranges.
            tag: tag.filter(|tag| !tag.starts_with("W/")),
            blocks: Mutex::new(blocks),
        })
    }

    fn fetch(&self, range: Range<u64>) -> Result<Vec<u8>, Error> {
        let (from, at, tag) = (Arc::clone(&self.store), self.path.clone(), self.tag.clone());
        call(move || {
            let (store, path, range) = (Arc::clone(&from), at.clone(), range.clone());
            let options = GetOptions {
                range: Some(GetRange::Bounded(range.clone())),
                if_match: tag.clone(),
                ..GetOptions::default()
            };
            async move {
                let bytes = store.get_opts(&path, options).await?.bytes().await?;
                match bytes.len() as u64 == range.end - range.start {
                    true => Ok(bytes.to_vec()),
                    false => Err(cut_short()),
                }
            }
        })
    }
}

impl Reading for Ranges {
    fn len(&self) -> io::Result<u64> {
        Ok(self.len)
    }
    fn read_at(&self, offset: u64, room: &mut [u8]) -> io::Result<usize> {
        if offset >= self.len || room.is_empty() {
            return Ok(0);
        }
        let lock = || self.blocks.lock().unwrap_or_else(PoisonError::into_inner);
        let number = offset / BLOCK;
        let held = lock().get(number);
        let block = match held {
            Some(block) => block,
            None => {
                let wanted = lock().wanted(number, self.len.div_ceil(BLOCK));
                let range = wanted.start * BLOCK..(wanted.end * BLOCK).min(self.len);
                let bytes = self.fetch(range).map_err(failed)?;
                lock().put(wanted.start, &bytes);
                bytes[..bytes.len().min(BLOCK as usize)].into()
            }
        };
        let rest = block.get((offset % BLOCK) as usize..).unwrap_or_default();
        let count = rest.len().min(room.len());
        room[..count].copy_from_slice(&rest[..count]);
        Ok(count)
    }
}
