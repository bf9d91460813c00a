//! Valuing by layers: each side in turn takes the results that it can force and that are better for it than
//! endless play, the best first, by retrograde analysis from the finished positions.
//!
//! A position of the side is settled by its first move into a settled position, and one of the opponent when
//! all its moves lead into settled positions, which a count of open moves shows. A ply never improves a
//! score for the side, so scores are settled in falling order and each is final (the argument of
//! [`Retrograde`](crate::Retrograde)). With `distance`, a layer holds the positions decided in one number of
//! plies; with the other questions, the layers of each score follow one another.

use super::hand::{CHECKED, Hand, SHARE};
use super::pile::{Pile, Room};
use super::settle::{Labels, OPEN, SECOND, Settling};
use super::shards::{Shards, rounds};
use crate::Control;
use crate::table::TableError;
use crate::table::forward::BATCH;
use crate::table::site::Options;
use crate::table::source::Source;
use crate::table::tiers::TierFile;
use crate::table::word::Word;
use crate::table::work::in_pieces;
use crate::table::worth::{Worth, Worths, seen_by};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};
use yomikiri_core::{Outcome, Player};

/// The positions to settle from, by the side's score.
type Pending<W> = BTreeMap<Worth, Pile<W>>;

/// Labels every position with its score, and returns the scores of the labels, as First sees them. Label 0
/// is endless play.
pub(super) fn values<W: Word>(
    source: &dyn Source<W>,
    worths: Worths,
    shards: &mut Shards<'_, W>,
    options: &Options,
    control: &mut Control<'_>,
    told: &mut dyn FnMut(u64, u64),
) -> Result<Vec<Worth>, TableError> {
    let mut labels = Labels::new(worths.of_endless(source.endless())?);
    let mut hands = Hand::several(options);
    let (scratch, room) = (shards.scratch, Room::new(options.memory / 8));
    let mut finished = [Pending::new(), Pending::new()];
    for number in 0..shards.count() {
        let (tier, places) = (shards.tier, shards.places(number));
        let shard = shards.change(number)?;
        let finished = |Finished {
                            key,
                            place,
                            outcome,
                        }: Finished<W>| {
            let score = worths.of_outcome(outcome)?;
            for (side, pending) in Player::BOTH.into_iter().zip(&mut finished) {
                let seen = seen_by(side, score);
                if seen > seen_by(side, worths.of_endless(source.endless())?) {
                    let label = labels.of(score)?;
                    shard.known[place].fetch_or(label, Ordering::Relaxed);
                    let pile = pending.entry(seen).or_default();
                    pile.add(&[key], &room, scratch)?;
                }
            }
            Ok(())
        };
        count_moves(
            source,
            tier,
            places,
            &shard.known,
            &mut hands,
            control,
            finished,
        )?;
    }
    let piles = finished.iter().flat_map(Pending::values);
    let mut settled = piles.map(|pile| pile.len() as u64).sum();
    let mut layer = 0;
    for (side, mut pending) in Player::BOTH.into_iter().zip(finished) {
        while let Some((score, mut pile)) = pending.pop_last() {
            let earlier = worths.after_ply(score);
            let settling = Settling {
                side,
                label: labels.of(seen_by(side, earlier))?,
            };
            let parents = |hand: &mut Hand<W>| parents(source, hand);
            shards.spread(
                &mut pile,
                &mut hands,
                control,
                parents,
                |shard, hand| {
                    let mut settled = [Vec::new(), Vec::new()];
                    let known = &mut &shard.known[..];
                    settling.settle(&shard.keys, known, &hand.made, |key, of_side| {
                        settled[usize::from(!of_side)].push(key);
                    })?;
                    Ok(settled)
                },
                |[of_side, of_opponent]| {
                    settled += (of_side.len() + of_opponent.len()) as u64;
                    told(layer, settled);
                    for keys in [of_side, of_opponent] {
                        if !keys.is_empty() {
                            let pile = pending.entry(earlier).or_default();
                            pile.add(&keys, &room, scratch)?;
                        }
                    }
                    Ok(())
                },
            )?;
            layer += 1;
            pile.clear(&room, scratch)?;
        }
    }
    Ok(labels.scores())
}

/// A finished position, with its place in its shard and its outcome.
pub(crate) struct Finished<W> {
    pub(crate) key: W,
    pub(crate) place: usize,
    pub(crate) outcome: Outcome,
}

/// Stores the number of moves of each position of a shard in its state, and passes the finished positions to
/// `each`.
pub(crate) fn count_moves<W: Word>(
    source: &dyn Source<W>,
    tier: &TierFile<'_>,
    places: Range<usize>,
    known: &[AtomicU32],
    hands: &mut [Hand<W>],
    control: &mut Control<'_>,
    mut each: impl FnMut(Finished<W>) -> Result<(), TableError>,
) -> Result<(), TableError> {
    for round in rounds(places.len(), SHARE, hands.len()) {
        let found = in_pieces(hands, round.len().div_ceil(SHARE), |hand, number| {
            let mut finished = Vec::new();
            let mut place = round.start + number * SHARE;
            let from = places.start + place;
            let to = (from + SHARE).min(places.start + round.end);
            hand.keys.clear();
            tier.keys(from..to, &mut hand.keys)?;
            for keys in hand.keys.chunks(BATCH) {
                source.expand(0, keys, CHECKED, &mut hand.batch)?;
                let mut start = 0;
                let batch = &mut hand.batch;
                for (at, &end) in batch.ends.iter().enumerate() {
                    let children = &mut batch.children[start..end as usize];
                    start = end as usize;
                    let mover = batch.movers[at];
                    if let Some(outcome) = batch.outcomes[at] {
                        finished.push(Finished {
                            key: keys[at],
                            place,
                            outcome,
                        });
                    }
                    children.sort_unstable();
                    let different = children.chunk_by(|a, b| a == b).count();
                    let different = u32::try_from(different).ok().filter(|count| *count < OPEN);
                    let different = different.ok_or_else(|| {
                        TableError::Unsupported("a position has more than 32,766 moves".to_owned())
                    })?;
                    let second = match mover {
                        Player::First => 0,
                        Player::Second => SECOND,
                    };
                    known[place].store(different | second, Ordering::Relaxed);
                    place += 1;
                }
            }
            Ok(finished)
        })?;
        found.into_iter().flatten().try_for_each(&mut each)?;
        control.advance(round.len() as u64)?;
    }
    Ok(())
}

/// Finds the parents of the hand's positions.
pub(crate) fn parents<W: Word>(
    source: &dyn Source<W>,
    hand: &mut Hand<W>,
) -> Result<(), TableError> {
    for &key in &hand.keys {
        hand.scratch.clear();
        source.parents(key, &mut hand.scratch)?;
        // A parent counts once for every different position that it leads to.
        hand.scratch.sort_unstable();
        hand.scratch.dedup();
        hand.made.extend_from_slice(&hand.scratch);
    }
    Ok(())
}
