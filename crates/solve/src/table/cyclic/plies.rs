//! Counting positions by the ply at which play first reaches them, and checking that play reaches
//! all.

use super::hand::Hand;
use super::pile::{Pile, Room};
use super::shards::{Shard, Shards, Valued};
use crate::Control;
use crate::table::TableError;
use crate::table::backward::Tally;
use crate::table::format::Ply;
use crate::table::forward::BATCH;
use crate::table::site::Options;
use crate::table::source::{Source, Want};
use crate::table::word::{Word, sort_and_dedup};
use std::sync::atomic::Ordering;

/// The bits set in the state of a position that has been reached.
const REACHED: u32 = super::settle::OPEN;

/// Counts all positions by ply; their scores are known.
pub(super) fn counted<W: Word>(
    source: &dyn Source<W>,
    shards: &mut Shards<'_, W>,
    valued: &Valued,
    options: &Options,
    control: &mut Control<'_>,
    told: &mut dyn FnMut(u64, u64),
) -> Result<(Tally, Vec<Ply>), TableError> {
    let mut hands = Hand::several(options);
    let (scratch, room) = (shards.scratch, Room::new(options.memory / 8));
    let mut layer = Pile::default();
    let starts: Vec<W> = source.starts().into_iter().map(|(_, key)| key).collect();
    layer.add(&starts, &room, scratch)?;
    let (mut all, mut plies, mut reached) = (Tally::default(), Vec::new(), 0);
    while !layer.is_empty() {
        let (mut next, mut of_ply) = (Pile::default(), Tally::default());
        let at_start = plies.is_empty();
        shards.spread(
            &mut layer,
            &mut hands,
            control,
            |hand| match at_start {
                true => {
                    hand.made.clone_from(&hand.keys);
                    Ok(())
                }
                false => children(source, hand),
            },
            |shard, hand| arrive(source, shard, valued, &hand.made),
            |(tally, new)| {
                of_ply.add(tally);
                told(
                    plies.len() as u64,
                    (reached + next.len() + new.len()) as u64,
                );
                next.add(&new, &room, scratch)
            },
        )?;
        layer.clear(&room, scratch)?;
        reached += next.len();
        if !next.is_empty() {
            plies.push(Ply {
                positions: of_ply.positions,
                first: of_ply.first,
                second: of_ply.second,
            });
        }
        all.add(of_ply);
        layer = next;
    }
    match reached == shards.stored() {
        true => Ok((all, plies)),
        false => Err(TableError::damaged(
            "it holds a position that play does not reach",
        )),
    }
}

/// Finds the children of the hand's positions.
fn children<W: Word>(source: &dyn Source<W>, hand: &mut Hand<W>) -> Result<(), TableError> {
    for keys in hand.keys.chunks(BATCH) {
        source.expand(0, keys, Want::default(), &mut hand.batch)?;
        hand.made.extend_from_slice(&hand.batch.children);
    }
    sort_and_dedup(&mut hand.made, &mut hand.scratch, source.bits());
    Ok(())
}

/// Marks positions of a shard. Counts and returns those that had no mark.
fn arrive<W: Word>(
    source: &dyn Source<W>,
    shard: &Shard<W>,
    valued: &Valued,
    keys: &[W],
) -> Result<(Tally, Vec<W>), TableError> {
    let (mut tally, mut new) = (Tally::default(), Vec::new());
    for &key in keys {
        let place = shard.keys.find(key);
        let missing = || TableError::damaged("a position that play reaches is missing");
        let place = place.ok_or_else(missing)?;
        if shard.known[place].fetch_or(REACHED, Ordering::Relaxed) & REACHED != REACHED {
            tally.count(valued.score(shard, place), source.orbit(key)?);
            new.push(key);
        }
    }
    Ok((tally, new))
}
