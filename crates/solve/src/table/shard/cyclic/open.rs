//! The task that opens a range: it finds the keys, the number of moves of each position, and the parents of the
//! finished ones.

use super::mail::Mailing;
use super::plies::{each_between, of_ply};
use super::state::{may_hold, put};
use crate::table::TableError;
use crate::table::cyclic::{Finished, Hand, Labels, count_moves};
use crate::table::forward::PIECE;
use crate::table::key_writer::KeyWriter;
use crate::table::keys::KEYS_A_BLOCK;
use crate::table::runs::{Merged, Run, Scratch};
use crate::table::shard::file::{Facts, Kind, Section};
use crate::table::shard::store::Store;
use crate::table::shard::task::Task;
use crate::table::shard::tools::Tools;
use crate::table::tiers::TierFile;
use crate::table::word::Word;
use crate::table::worth::{Worth, Worths, seen_by};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicU32;
use yomikiri_core::Player;

/// Returns the side for which a score is better than endless play.
pub(super) fn side_of(score: Worth, endless: Worth) -> Option<Player> {
    let better = |side: &Player| seen_by(*side, score) > seen_by(*side, endless);
    Player::BOTH.into_iter().find(better)
}

/// Opens a range. Returns whether there is such a range.
pub(in crate::table::shard) fn open<W: Word>(
    tools: &mut Tools<'_, '_, W>,
    store: &Store<'_>,
    number: u64,
) -> Result<bool, TableError> {
    let cut = store.join()?;
    if number >= cut.shards() {
        return Ok(false);
    }
    let (task, header) = (Task::Open(number), &store.plan.header);
    let (bits, worths) = (header.bits, Worths(header.subject.ask));
    let range = cut.range(number);
    let mut head = store.head(task);
    (head.from, head.to) = range;
    let disk = tools.options.disk;
    let scratch = Scratch::new(tools.scratch, tools.options.memory / 4, disk);
    let mut runs: Vec<Run<W>> = Vec::new();
    for (ply, cut) in (0..).zip(&store.cuts()?) {
        for file in of_ply(store, ply, cut, range)? {
            each_between(&file, (W::narrow(range.0), W::narrow(range.1)), |keys| {
                if !keys.is_empty() {
                    runs.push(scratch.keep(keys.to_vec())?);
                }
                Ok(())
            })?;
            tools.control.advance(0)?;
        }
    }
    let mut merged = Merged::new(runs, &scratch, bits)?;
    let mut sink = tools.output.begin(task, &head)?;
    let (mut writer, mut keys) = (
        KeyWriter::new(sink.len(), bits, KEYS_A_BLOCK),
        Vec::<W>::new(),
    );
    loop {
        keys.clear();
        merged.take(PIECE, &mut keys)?;
        if keys.is_empty() {
            break;
        }
        writer.put(&keys, &mut sink)?;
        tools.control.advance(0)?;
    }
    let list = writer.finish(&mut sink)?;
    may_hold::<W>(list.stored, bits, tools.options)?;
    sink.flush()?;
    let mut sections = vec![Section::of_keys(Kind::Keys, 0, &list)];
    let file = tools.output.reopen(task)?;
    let reader = TierFile::open(file.as_ref(), bits, head.ask, list, false)?;
    let count = list.stored as usize;
    let known: Vec<AtomicU32> = (0..count).map(|_| AtomicU32::new(0)).collect();
    let mut hands = Hand::several(tools.options);
    let endless = worths.of_endless(tools.source.endless())?;
    let mut labels = Labels::new(endless);
    let mut finished: BTreeMap<Worth, Vec<W>> = BTreeMap::new();
    let mut label_of: Vec<(usize, u32)> = Vec::new();
    let each = |one: Finished<W>| {
        let score = worths.of_outcome(one.outcome)?;
        if side_of(score, endless).is_some() {
            label_of.push((one.place, labels.of(score)?));
            finished.entry(score).or_default().push(one.key);
        }
        Ok(())
    };
    let control = &mut *tools.control;
    count_moves(
        tools.source,
        &reader,
        0..count,
        &known,
        &mut hands,
        control,
        each,
    )?;
    drop(reader);
    drop(file);
    let mut known: Vec<u32> = known.into_iter().map(AtomicU32::into_inner).collect();
    for (place, label) in label_of {
        known[place] |= label;
    }
    sections.extend(put(&known, &labels, worths, &mut sink)?);
    drop(known);
    let mut mailing = Mailing::new(&cut, bits, tools.options.memory);
    for (score, keys) in &finished {
        mailing.back_from(
            tools.source,
            keys,
            *score,
            &mut hands,
            tools.control,
            &mut sink,
        )?;
    }
    sections.append(&mut mailing.sections);
    tools.output.end(task, sink, &sections, Facts::default())?;
    Ok(true)
}
