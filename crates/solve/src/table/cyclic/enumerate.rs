//! All positions that play reaches, breadth first.

use super::{
    BATCH, Control, Hand, Options, Phase, SHARE, Source, TableError, Want, in_pieces, may_use,
};
use crate::space::Id;
use crate::table::runs::merged;
use crate::table::word::{Word, sort_and_dedup};

/// All keys, ascending.
pub(super) fn all<W: Word>(
    source: &dyn Source<W>,
    options: &Options,
    control: &mut Control<'_>,
    told: &mut dyn FnMut(Phase, u64, u64),
) -> Result<Vec<W>, TableError> {
    let mut hands = Hand::several(options);
    // Lists of what is known, each more than twice as long as the next.
    let mut known: Vec<Vec<W>> = Vec::new();
    let (mut count, mut ply) = (0, 0);
    let mut frontier: Vec<W> = source.starts().into_iter().map(|(_, key)| key).collect();
    while !frontier.is_empty() {
        count += frontier.len();
        may_use(3 * count * W::BYTES, options)?;
        if Id::try_from(count).is_err() {
            return Err(TableError::Unsupported(
                "there are more than 2^32 positions and play may cycle".to_owned(),
            ));
        }
        known.push(frontier.clone());
        while let [.., a, b] = &known[..]
            && a.len() <= 2 * b.len()
        {
            let one = merged(a, b);
            known.truncate(known.len() - 2);
            known.push(one);
        }
        let mut next: Vec<W> = Vec::new();
        // So many pieces at once, so that what they find does not grow without bound.
        for keys in frontier.chunks(SHARE * 4 * hands.len()) {
            let found = in_pieces(&mut hands, keys.len().div_ceil(SHARE), |hand, number| {
                let keys = &keys[number * SHARE..keys.len().min((number + 1) * SHARE)];
                found(source, keys, &known, hand)
            })?;
            let found = found
                .iter()
                .fold(Vec::new(), |all, keys| merged(&all, keys));
            next = merged(&next, &found);
            may_use((3 * count + 2 * next.len()) * W::BYTES, options)?;
            control.advance(keys.len() as u64)?;
            told(Phase::Enumerating, ply, count as u64);
        }
        frontier = next;
        ply += 1;
    }
    let lists = known.iter().rev();
    Ok(lists.fold(Vec::new(), |all, list| merged(&all, list)))
}

/// What some positions lead to and is not known, ascending.
fn found<W: Word>(
    source: &dyn Source<W>,
    keys: &[W],
    known: &[Vec<W>],
    hand: &mut Hand<W>,
) -> Result<Vec<W>, TableError> {
    let mut all = Vec::new();
    for keys in keys.chunks(BATCH) {
        source.expand(0, keys, Want::default(), &mut hand.batch)?;
        all.extend_from_slice(&hand.batch.children);
    }
    sort_and_dedup(&mut all, &mut hand.scratch, source.bits());
    for list in known {
        let mut rest = &list[..];
        all.retain(|key| {
            rest = &rest[less_than(rest, *key)..];
            rest.first() != Some(key)
        });
    }
    Ok(all)
}

/// How many keys of an ascending list are less; quick where they are few.
fn less_than<W: Word>(list: &[W], key: W) -> usize {
    let mut step = 1;
    while step < list.len() && list[step] < key {
        step *= 2;
    }
    let from = step / 2;
    from + list[from..list.len().min(step + 1)].partition_point(|known| *known < key)
}
