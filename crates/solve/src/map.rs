//! Maps of very many positions, which grow within the memory limit.

use crate::Control;
use foldhash::fast::FixedState;
use std::collections::HashMap;
use std::hash::Hash;
use yomikiri_core::Stop;

/// The hash function for maps of very many positions. It uses every bit of the hash. The fastest
/// hash functions leave half the slots of a map of more than 2<sup>26</sup> entries unused.
pub(crate) type Hashing = FixedState;

/// A map of very many positions.
pub(crate) type Map<K, V> = HashMap<K, V, Hashing>;

/// Doubles the room of a full map, within the memory limit.
#[cold]
pub(crate) fn grow<K: Eq + Hash, V>(
    map: &mut Map<K, V>,
    control: &mut Control<'_>,
) -> Result<(), Stop> {
    let more = map.len().max(64);
    let (old, new) = (map.capacity(), map.len() + more);
    control.may_use(map_bytes::<(K, V)>(old) + map_bytes::<(K, V)>(new))?;
    map.try_reserve(more).map_err(|_| Stop::Memory)?;
    control.set_stored(map.len() as u64);
    Ok(())
}

/// Returns the bytes of a map that has room for `capacity` entries. The layout is that of the
/// standard library's map: a power of two of slots, each with one control byte, at most 7/8 of them
/// in use.
pub(crate) fn map_bytes<Entry>(capacity: usize) -> u64 {
    let slots = (capacity as u64 * 8).div_ceil(7).next_power_of_two();
    if capacity == 0 {
        0
    } else {
        slots * (size_of::<Entry>() as u64 + 1)
    }
}
