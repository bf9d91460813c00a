//! The keys of all plies, in their files.

use crate::table::TableError;
use crate::table::runs::{Merged, Run, Scratch};
use crate::table::shard::file::{KEYS_AT_ONCE, Kind, ShardFile};
use crate::table::shard::ranges::Cut;
use crate::table::shard::store::Store;
use crate::table::shard::task::Task;
use crate::table::shard::tools::Tools;
use crate::table::word::Word;

/// Returns the files of a ply whose ranges overlap with a range.
pub(super) fn of_ply(
    store: &Store<'_>,
    ply: u64,
    cut: &Cut,
    (from, to): (u128, u128),
) -> Result<Vec<ShardFile>, TableError> {
    let overlaps = |number: &u64| {
        let (first, last) = cut.range(*number);
        first <= to && last >= from
    };
    let numbers = (0..cut.shards()).filter(overlaps);
    numbers
        .map(|number| store.shard(Task::Keys(ply, number)))
        .collect()
}

/// Passes the keys of a file between two keys to `each`, some at a time.
pub(super) fn each_between<W: Word>(
    file: &ShardFile,
    range: (W, W),
    mut each: impl FnMut(&[W]) -> Result<(), TableError>,
) -> Result<(), TableError> {
    let list = file.keys(file.only(Kind::Keys)?)?;
    let places = list.places_between(range.0, range.1);
    let mut keys = Vec::new();
    for from in places.clone().step_by(KEYS_AT_ONCE) {
        keys.clear();
        let some = from..places.end.min(from + KEYS_AT_ONCE);
        list.keys_between(some, range, &mut keys)?;
        each(&keys)?;
    }
    Ok(())
}

/// Returns the keys of a range without those that earlier plies have reached.
pub(in crate::table::shard) fn less_known<'m, 's, W: Word>(
    tools: &mut Tools<'_, '_, W>,
    store: &Store<'_>,
    ply: u64,
    (from, to): (W, W),
    mut merged: Merged<'_, '_, W>,
    scratch: &'m Scratch<'s>,
) -> Result<Merged<'m, 's, W>, TableError> {
    let mut known = Vec::new();
    for before in 0..ply {
        // The last ply has no tier after it.
        if let Some(cut) = store.cut(before)? {
            known.extend(of_ply(store, before, &cut, (from.wide(), to.wide()))?);
        }
    }
    let most = (tools.options.memory / 16) as usize / W::BYTES;
    let mut runs: Vec<Run<W>> = Vec::new();
    loop {
        let mut keys: Vec<W> = Vec::new();
        merged.take(most.max(1), &mut keys)?;
        let (Some(&first), Some(&last)) = (keys.first(), keys.last()) else {
            break;
        };
        for file in &known {
            each_between(file, (first, last), |reached| {
                drop_all(&mut keys, reached);
                Ok(())
            })?;
        }
        if !keys.is_empty() {
            runs.push(scratch.keep(keys)?);
        }
        tools.control.advance(0)?;
    }
    Merged::new(runs, scratch, store.plan.header.bits)
}

/// Removes the keys that are in another list; both lists ascend.
fn drop_all<W: Word>(keys: &mut Vec<W>, others: &[W]) {
    let (Some(&first), Some(&last)) = (others.first(), others.last()) else {
        return;
    };
    let from = keys.partition_point(|key| *key < first);
    let to = keys.partition_point(|key| *key <= last);
    let (mut next, mut kept) = (0, from);
    for place in from..to {
        let key = keys[place];
        while next < others.len() && others[next] < key {
            next += 1;
        }
        if others.get(next) != Some(&key) {
            keys[kept] = key;
            kept += 1;
        }
    }
    keys.drain(kept..to);
}

#[cfg(test)]
mod tests {
    use super::drop_all;

    #[test]
    fn what_is_among_others_is_dropped() {
        let cases: [(&[u32], &[u32], &[u32]); 5] = [
            (&[1, 3, 5], &[], &[1, 3, 5]),
            (&[1, 3, 5], &[3], &[1, 5]),
            (&[1, 3, 5], &[0, 1, 2, 5, 9], &[3]),
            (&[1, 3, 5], &[1, 3, 5], &[]),
            (&[], &[1], &[]),
        ];
        for (keys, others, left) in cases {
            let mut keys = keys.to_vec();
            drop_all(&mut keys, others);
            assert_eq!(keys, left);
        }
    }
}
