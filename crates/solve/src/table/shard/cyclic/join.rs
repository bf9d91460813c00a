//! The task that cuts all keys of a game into ranges.

use crate::table::TableError;
use crate::table::shard::cut::{FEW, bounds, put_cut};
use crate::table::shard::file::Kind;
use crate::table::shard::ranges::Cut;
use crate::table::shard::store::Store;
use crate::table::shard::task::Task;
use crate::table::shard::tools::Tools;
use crate::table::word::Word;
use std::collections::BTreeMap;

/// Cuts the keys of all plies into ranges of about the same size.
pub(in crate::table::shard) fn join<W: Word>(
    tools: &Tools<'_, '_, W>,
    store: &Store<'_>,
) -> Result<bool, TableError> {
    let cuts = store.cuts()?;
    let files = || {
        let tasks = (0..).zip(&cuts).flat_map(|(ply, cut)| {
            let shards = 0..cut.shards();
            shards.map(move |number| Task::Keys(ply, number))
        });
        tasks.map(|task| store.shard(task))
    };
    let mut count = 0;
    for file in files() {
        count += file?.only(Kind::Keys)?.count;
    }
    let mut sample: Vec<W> = Vec::new();
    for file in files() {
        let file = file?;
        let keys = file.keys(file.only(Kind::Keys)?)?;
        match count <= FEW {
            true => keys.keys(0..keys.tier.stored as usize, &mut sample)?,
            false => {
                sample.extend((0..keys.key_blocks()).map(|block| keys.first_key::<W>(block)));
            }
        }
    }
    let cut = Cut {
        rank: 0,
        bounds: bounds(sample, count, store.plan.cutting),
        sources: Vec::new(),
        pending: BTreeMap::new(),
    };
    put_cut(store, tools, Task::Join, Some(&cut))?;
    Ok(true)
}
