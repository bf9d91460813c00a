//! Reading a finished table.

mod bytes;

use bytes::Bytes;

use super::TableError;
use super::block::{Block, BlockName, not_adding_up};
use super::format::{FILE, Frame, Ply, Subject, Tier};
use super::keys::{KEYS_A_BLOCK, decode_block, entry_bytes, find_in_block, key_bytes};
use super::place::{Place, key_bits_of, place_of};
use super::storage::{Reading, open_file};
use super::values::{ENTRY_BYTES, ValueBlock, values_a_block};
use super::word::Word;
use std::borrow::Cow;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use yomikiri_core::{Capabilities, Value};

/// The bytes of the cache of value blocks, unless the caller chooses another size.
pub const DEFAULT_CACHE: usize = 64 << 20;
/// The approximate bytes of a block of values in the cache.
const BLOCK: usize = 4608;

/// The index of a tier's keys or values.
#[derive(Clone, Copy)]
struct Index<'t> {
    bytes: &'t Bytes,
    at: u64,
    len: u64,
    /// The bytes of an entry.
    entry: usize,
    /// The contents of its blocks, `keys` or `values`, and the rank of the tier.
    of: (&'static str, u64),
}

impl<'t> Index<'t> {
    fn count(&self) -> usize {
        (self.len / self.entry as u64) as usize
    }

    fn entry(&self, number: usize) -> Result<Cow<'t, [u8]>, TableError> {
        if number >= self.count() {
            return Err(not_adding_up());
        }
        let at = self.at + (number * self.entry) as u64;
        self.bytes.some(at, self.entry as u64)
    }
}

/// A finished table, open to reads by any number of threads.
///
/// Opening reads the header, directory and footer and checks their checksums. An index is checked when its tier is
/// first read, a block every time it is read. Only [`verify`](super::verify) checks the digest of the whole file.
pub struct Table {
    bytes: Bytes,
    frame: Frame,
    /// Whether the indices of each tier have been checked.
    checked: Box<[AtomicBool]>,
    /// Recently read blocks of values. Each block has a single slot.
    cache: Box<[Mutex<Option<Cached>>]>,
}

/// A block of values, with its tier number and its block number.
type Cached = ((usize, usize), Arc<ValueBlock>);

/// A stored position with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The rank of its tier.
    pub rank: u64,
    /// Its key.
    pub key: u128,
    /// Its value.
    pub value: Value,
}

impl Table {
    /// Opens the table in a directory, or a table's file itself.
    ///
    /// # Errors
    ///
    /// [`TableError::Missing`] if there is none; [`TableError::Format`] if the file is no table of a known version;
    /// [`TableError::Damaged`] if a checksum is wrong or the file is cut off.
    pub fn open(path: &Path) -> Result<Table, TableError> {
        let file = match path.is_dir() {
            true => path.join(FILE),
            false => path.to_owned(),
        };
        let file = open_file(&file).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => TableError::Missing,
            io::ErrorKind::InvalidInput => TableError::damaged(error.to_string()),
            _ => TableError::io("cannot open the table", error),
        })?;
        let failed = |error| TableError::io("cannot read the table", error);
        if file.metadata().map_err(failed)?.len() == 0 {
            return Table::from_bytes(Vec::new());
        }
        // SAFETY: the map is read as plain bytes, and every use is first checked against a checksum or a length. A
        // finished table is never written again. If another program truncates the file while it is mapped, the system
        // ends this process; that is the price of a map, and it is stated here.
        let map = unsafe { memmap2::Mmap::map(&file) }.map_err(failed)?;
        Table::new(Bytes::Mapped(map))
    }

    /// Opens a table whose file is in memory.
    ///
    /// # Errors
    ///
    /// As for [`open`](Table::open).
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Table, TableError> {
        Table::new(Bytes::Owned(bytes))
    }

    /// Opens a table whose file is elsewhere and is read on demand. `file` should cache ranges that are read again
    /// and again.
    ///
    /// # Errors
    ///
    /// As for [`open`](Table::open), and errors of `file`.
    pub fn from_reading(file: Box<dyn Reading>) -> Result<Table, TableError> {
        let failed = |error| TableError::io("cannot read the table", error);
        let len = file.len().map_err(failed)?;
        let (frame, directory) = Frame::read_from(file.as_ref())?;
        let bytes = Bytes::Ranges {
            file,
            len,
            directory,
        };
        Ok(Table::of(bytes, frame))
    }

    fn new(bytes: Bytes) -> Result<Table, TableError> {
        let frame = Frame::read(bytes.all().unwrap_or_default())?;
        Ok(Table::of(bytes, frame))
    }

    fn of(bytes: Bytes, frame: Frame) -> Table {
        let checked = (0..frame.tiers).map(|_| AtomicBool::new(false)).collect();
        let table = Table {
            bytes,
            frame,
            checked,
            cache: Box::default(),
        };
        table.with_cache(DEFAULT_CACHE)
    }

    /// Returns the directory of the file.
    #[inline]
    fn directory(&self) -> &[u8] {
        match &self.bytes {
            Bytes::Mapped(map) => &map[self.frame.directory_at..],
            Bytes::Owned(bytes) => &bytes[self.frame.directory_at..],
            Bytes::Ranges { directory, .. } => directory,
        }
    }

    /// Sets the bytes for blocks of values in memory; 0 for none. The default is [`DEFAULT_CACHE`].
    #[must_use]
    pub fn with_cache(mut self, bytes: usize) -> Table {
        // There are at most as many slots as blocks.
        let blocks = usize::try_from(self.bytes.size() / 16 + 1).unwrap_or(usize::MAX);
        let slots = (bytes / BLOCK).min(blocks);
        self.cache = (0..slots).map(|_| Mutex::new(None)).collect();
        self
    }

    /// Returns the subject of the table.
    pub fn subject(&self) -> &Subject {
        &self.frame.header.subject
    }

    /// Returns the version of the file's format.
    pub fn version(&self) -> u32 {
        self.frame.header.version()
    }

    /// Returns whether play can cycle; then there is one tier.
    pub fn cyclic(&self) -> bool {
        self.frame.header.cyclic
    }

    /// Returns the bits of a key.
    pub fn key_bits(&self) -> u32 {
        self.frame.header.bits
    }

    /// Returns the tiers in falling order of rank, as the directory lists them.
    pub fn tiers(&self) -> impl Iterator<Item = Tier> + '_ {
        (0..self.frame.tiers).filter_map(|index| self.frame.tier(self.directory(), index))
    }

    /// Returns the positions by the ply at which play first reaches them; empty if that is not known.
    pub fn plies(&self) -> impl Iterator<Item = Ply> + '_ {
        self.frame.plies(self.directory())
    }

    /// Returns the BLAKE3 digest of the file without its footer, as the footer states it.
    pub fn digest(&self) -> [u8; 32] {
        self.frame.digest
    }

    /// Returns the size of the file in bytes.
    pub fn size(&self) -> u64 {
        self.bytes.size()
    }

    pub(crate) fn frame(&self) -> &Frame {
        &self.frame
    }

    pub(crate) fn reading(&self) -> &dyn Reading {
        &self.bytes
    }

    /// Returns the value of a position, or `None` if the table does not have it because play does not reach it.
    ///
    /// # Errors
    ///
    /// [`TableError::Damaged`] if the file is damaged; [`TableError::OtherRules`] if keys of this game have another
    /// number of bits than the table's.
    pub fn probe<G: Capabilities>(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Result<Option<Value>, TableError> {
        let Some(Place { rank, key }) = place_of(game, self.subject().symmetric, position) else {
            return Ok(None);
        };
        // Among keys of another kind, this key could find the value of another position.
        if key_bits_of(game) != Some(self.key_bits()) {
            return Err(TableError::other_keys());
        }
        self.get(rank, key)
    }

    /// Returns the value of the position with a key, in the tier of a rank.
    ///
    /// # Errors
    ///
    /// [`TableError::Damaged`] if the file is damaged.
    pub fn get(&self, rank: u64, key: u128) -> Result<Option<Value>, TableError> {
        let directory = self.directory();
        let (mut low, mut high) = (0, self.frame.tiers);
        while low < high {
            let middle = (low + high) / 2;
            match self.frame.rank(directory, middle) {
                Some(other) if other > rank => low = middle + 1,
                _ => high = middle,
            }
        }
        let Some(tier) = self
            .frame
            .tier(directory, low)
            .filter(|_| low < self.frame.tiers)
        else {
            return Ok(None);
        };
        if tier.rank != rank || tier.stored == 0 {
            return Ok(None);
        }
        self.check(low, &tier)?;
        let Some(index) = self.find(&tier, key)? else {
            return Ok(None);
        };
        let a_block = values_a_block(self.subject().ask);
        let block = self.values(low, &tier, index / a_block)?;
        block.value(index % a_block).map(Some)
    }

    fn index(
        &self,
        at: Option<u64>,
        len: Option<u64>,
        entry: usize,
        of: (&'static str, u64),
    ) -> Result<Index<'_>, TableError> {
        let damaged = || TableError::damaged("the directory does not add up");
        let (at, len) = (at.ok_or_else(damaged)?, len.ok_or_else(damaged)?);
        let end = at.checked_add(len);
        if end.is_none_or(|end| end > self.bytes.size()) {
            return Err(TableError::damaged("the directory points outside the file"));
        }
        Ok(Index {
            bytes: &self.bytes,
            at,
            len,
            entry,
            of,
        })
    }

    fn key_index(&self, tier: &Tier) -> Result<Index<'_>, TableError> {
        let at = tier.keys_at.checked_add(tier.keys_len);
        let len = tier.key_index_len(self.key_bits());
        self.index(at, len, entry_bytes(self.key_bits()), ("keys", tier.rank))
    }

    fn value_index(&self, tier: &Tier) -> Result<Index<'_>, TableError> {
        let at = tier.values_at.checked_add(tier.values_len);
        let len = tier.value_index_len(self.subject().ask);
        self.index(at, len, ENTRY_BYTES, ("values", tier.rank))
    }

    /// Checks the indices of a tier, once.
    fn check(&self, number: usize, tier: &Tier) -> Result<(), TableError> {
        if self.checked[number].load(Ordering::Acquire) {
            return Ok(());
        }
        let (keys, values) = (self.key_index(tier)?, self.value_index(tier)?);
        let is = |index: Index<'_>, check| self.bytes.sum_is(index.at, index.len, check);
        if !is(keys, tier.keys_check)? || !is(values, tier.values_check)? {
            let rank = tier.rank;
            return Err(TableError::damaged(format!(
                "the checksum of an index of the tier of rank {rank} is wrong"
            )));
        }
        self.checked[number].store(true, Ordering::Release);
        Ok(())
    }

    /// Returns the checked bytes of a block. The first block starts at `at`, and all blocks together have `len`
    /// bytes.
    fn block(
        &self,
        index: Index<'_>,
        number: usize,
        (at, len): (u64, u64),
    ) -> Result<Cow<'_, [u8]>, TableError> {
        let before = number.checked_sub(1).map(|before| index.entry(before));
        let before = before.transpose()?;
        let block = Block::of(before.as_deref(), &index.entry(number)?, len)?;
        let start = at.checked_add(block.start).ok_or_else(not_adding_up)?;
        let bytes = self.bytes.some(start, block.end - block.start)?;
        let (what, rank) = index.of;
        block.check(&bytes, BlockName { number, what, rank })?;
        Ok(bytes)
    }

    /// Returns the place of a key in its tier.
    fn find(&self, tier: &Tier, key: u128) -> Result<Option<usize>, TableError> {
        let index = self.key_index(tier)?;
        let first = |number: usize| {
            let entry = index.entry(number)?;
            Ok::<u128, TableError>(u128::get(&entry[..key_bytes(self.key_bits())]))
        };
        let (mut low, mut high) = (0, index.count());
        while low < high {
            let middle = (low + high) / 2;
            if first(middle)? <= key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let Some(number) = low.checked_sub(1) else {
            return Ok(None);
        };
        let block = self.block(index, number, (tier.keys_at, tier.keys_len))?;
        let start = number * KEYS_A_BLOCK;
        let count = (tier.stored as usize - start).min(KEYS_A_BLOCK);
        let place = find_in_block(&block, first(number)?, count, key)?;
        Ok(place.map(|place| start + place))
    }

    /// Returns a block of values, from the cache if it is there.
    fn values(
        &self,
        tier_number: usize,
        tier: &Tier,
        number: usize,
    ) -> Result<Arc<ValueBlock>, TableError> {
        let id = (tier_number, number);
        let hash = (tier_number as u64)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .wrapping_add(number as u64);
        let slot = match self.cache.len() as u64 {
            0 => None,
            slots => Some(&self.cache[(hash % slots) as usize]),
        };
        if let Some(slot) = slot {
            let held = slot.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some((_, block)) = held.as_ref().filter(|(other, _)| *other == id) {
                return Ok(Arc::clone(block));
            }
        }
        let index = self.value_index(tier)?;
        let bytes = self.block(index, number, (tier.values_at, tier.values_len))?;
        let ask = self.subject().ask;
        let a_block = values_a_block(ask);
        let count = (tier.stored as usize - number * a_block).min(a_block);
        let block = Arc::new(ValueBlock::read(&bytes, count, ask)?);
        if let Some(slot) = slot {
            let mut held = slot.lock().unwrap_or_else(PoisonError::into_inner);
            *held = Some((id, Arc::clone(&block)));
        }
        Ok(block)
    }

    /// Passes all stored positions with their values to `each`, until it returns false: tier by tier in falling order
    /// of rank, within a tier in ascending order of keys.
    ///
    /// # Errors
    ///
    /// [`TableError::Damaged`] if the file is damaged, and errors of `each`.
    pub fn for_each<E: From<TableError>>(
        &self,
        mut each: impl FnMut(Entry) -> Result<bool, E>,
    ) -> Result<(), E> {
        let mut failed = None;
        self.each_entry(&mut |entry| match each(entry) {
            Ok(goes_on) => goes_on,
            Err(error) => {
                failed = Some(error);
                false
            }
        })?;
        failed.map_or(Ok(()), Err)
    }

    /// Does what [`Table::for_each`] does. Not generic: it is compiled once, and not for each closure.
    fn each_entry(&self, each: &mut dyn FnMut(Entry) -> bool) -> Result<(), TableError> {
        let a_block = values_a_block(self.subject().ask);
        for (tier_number, tier) in self.tiers().enumerate() {
            self.check(tier_number, &tier)?;
            let index = self.key_index(&tier)?;
            let mut keys: Vec<u128> = Vec::with_capacity(KEYS_A_BLOCK);
            for number in 0..index.count() {
                keys.clear();
                let block = self.block(index, number, (tier.keys_at, tier.keys_len))?;
                let first = u128::get(&index.entry(number)?[..key_bytes(self.key_bits())]);
                let start = number * KEYS_A_BLOCK;
                let count = (tier.stored as usize - start).min(KEYS_A_BLOCK);
                decode_block(&block, first, count, |some| {
                    keys.extend_from_slice(some);
                    true
                })?;
                let values = self.values(tier_number, &tier, start / a_block)?;
                for (place, &key) in (start..).zip(&keys) {
                    let entry = Entry {
                        rank: tier.rank,
                        key,
                        value: values.value(place % a_block)?,
                    };
                    if !each(entry) {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }
}
