//! Values by layers: each side in turn takes what it can force to end better than endless play, the best
//! first, going backward from the finished positions.
//!
//! A position of the side is settled by its first move into a settled one; a position of the opponent
//! once all its moves lead into settled ones, which a count of those still open tells. No ply makes a
//! score better for the side, so scores are settled in falling order and each is final (the argument of
//! [`Retrograde`](crate::Retrograde)). With `distance` a layer is what is decided in so many plies; the
//! other questions have the layers of one score one after the other.

use super::pile::{Pile, Room};
use super::shards::{Shard, Shards, rounds};
use super::worth::{Worth, Worths, seen_by};
use super::{BATCH, CHECKED, Control, Hand, Options, Player, SHARE, Source, TableError, in_pieces};
use crate::table::tiers::TierFile;
use crate::table::word::Word;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};
use yomikiri_core::Outcome;

/// Of what is known of a position: the bits of the count of open moves, the bit that tells that Second is to
/// move, and where the label of the score begins, which is 0 while there is none. No count has all its bits set.
pub(crate) const OPEN: u32 = SECOND - 1;
pub(crate) const SECOND: u32 = 1 << 15;
pub(crate) const LABEL: u32 = 16;

/// The label in what is known of a position.
pub(super) fn label_of(known: u32) -> usize {
    (known >> LABEL) as usize
}

/// What is to be settled, by the score that the side then has.
type Pending<W> = BTreeMap<Worth, Pile<W>>;

/// The labels given so far.
struct Labels {
    /// The scores of the labels, as First sees them.
    of: Vec<Worth>,
    by_score: BTreeMap<Worth, u32>,
}

impl Labels {
    /// The label of a score, as First sees it.
    fn of(&mut self, score: Worth) -> Result<u32, TableError> {
        if let Some(label) = self.by_score.get(&score) {
            return Ok(*label);
        }
        let label = u16::try_from(self.of.len()).map_err(|_| {
            TableError::Unsupported("there are more than 65,535 different values".to_owned())
        })?;
        self.of.push(score);
        self.by_score.insert(score, label.into());
        Ok(label.into())
    }
}

/// Puts the label of its score beside every position, and tells the scores of the labels, as First sees
/// them: label 0 is endless play.
pub(super) fn values<W: Word>(
    source: &dyn Source<W>,
    worths: Worths,
    shards: &mut Shards<'_, W>,
    options: &Options,
    control: &mut Control<'_>,
    told: &mut dyn FnMut(u64, u64),
) -> Result<Vec<Worth>, TableError> {
    let mut labels = Labels {
        of: vec![worths.of_endless(source.endless())],
        by_score: BTreeMap::new(),
    };
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
            let score = worths.of_outcome(outcome);
            for (side, pending) in Player::BOTH.into_iter().zip(&mut finished) {
                let seen = seen_by(side, score);
                if seen > seen_by(side, worths.of_endless(source.endless())) {
                    let label = labels.of(score)?;
                    shard.known[place].fetch_or(label << LABEL, Ordering::Relaxed);
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
                second: side == Player::Second,
                label: labels.of(seen_by(side, earlier))? << LABEL,
            };
            let parents = |hand: &mut Hand<W>| parents(source, hand);
            shards.spread(
                &mut pile,
                &mut hands,
                control,
                parents,
                |shard, hand| settling.settle(shard, &hand.made),
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
    Ok(labels.of)
}

/// A finished position, by its place in its shard, with its result.
pub(crate) struct Finished<W> {
    pub(crate) key: W,
    pub(crate) place: usize,
    pub(crate) outcome: Outcome,
}

/// Counts the moves of the positions of a shard into what is known of them, and hands out the finished ones.
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

/// The positions before each of those at hand.
pub(crate) fn parents<W: Word>(
    source: &dyn Source<W>,
    hand: &mut Hand<W>,
) -> Result<(), TableError> {
    for &key in &hand.keys {
        hand.scratch.clear();
        source.parents(key, &mut hand.scratch)?;
        // Each counts once for every different position that it leads to.
        hand.scratch.sort_unstable();
        hand.scratch.dedup();
        hand.made.extend_from_slice(&hand.scratch);
    }
    Ok(())
}

/// How the positions before a layer are settled.
#[derive(Clone, Copy)]
struct Settling {
    /// Whether the side is Second.
    second: bool,
    /// The label that they get, where it stands in what is known of a position.
    label: u32,
}

impl Settling {
    /// Settles the positions of a shard that lead to the layer, those of the side and those of the
    /// opponent, and tells which they are.
    fn settle<W: Word>(self, shard: &Shard<W>, leading: &[W]) -> Result<[Vec<W>; 2], TableError> {
        let mut settled = [Vec::new(), Vec::new()];
        for &key in leading {
            // What play does not reach may lead here, too.
            let Some(place) = shard.keys.find(key) else {
                continue;
            };
            let known = &shard.known[place];
            let before = known.load(Ordering::Relaxed);
            if label_of(before) != 0 {
                continue;
            }
            if (before & SECOND != 0) == self.second {
                // Of several threads that come here, one finds no label.
                let before = known.fetch_or(self.label, Ordering::Relaxed);
                if label_of(before) == 0 {
                    settled[0].push(key);
                }
                continue;
            }
            match known.fetch_sub(1, Ordering::Relaxed) & OPEN {
                0 => {
                    return Err(TableError::Unsupported(
                        "the game's moves back are not the dual of its moves".to_owned(),
                    ));
                }
                1 => {
                    known.fetch_or(self.label, Ordering::Relaxed);
                    settled[1].push(key);
                }
                _ => {}
            }
        }
        Ok(settled)
    }
}
