//! Values by layers: each side in turn takes what it can force to end better than endless play, the best
//! first, going backward from the finished positions.
//!
//! A position of the side is settled by its first move into a settled one; a position of the opponent
//! once all its moves lead into settled ones, which a count of those still open tells. No ply makes a
//! score better for the side, so scores are settled in falling order and each is final (the argument of
//! [`Retrograde`](crate::Retrograde)). With `distance` a layer is what is decided in so many plies; the
//! other questions have the layers of one score one after the other.

use super::{
    BATCH, CHECKED, Control, Hand, Options, Part, Player, SHARE, Score, Scores, Source, TableError,
    in_pieces, may_use, needed, seen_by,
};
use crate::table::word::Word;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU16, Ordering};
use yomikiri_core::Stop;

/// Set beside the count of open moves where Second is to move.
const SECOND: u16 = 1 << 15;

/// What is known of every position, by its place among the keys.
struct Layers<'l, W, S: Score> {
    source: &'l dyn Source<W>,
    part: &'l Part<W, S>,
    /// The label of the score, 0 while there is none.
    labels: Vec<AtomicU16>,
    /// Different positions that moves lead to and that are not settled, with [`SECOND`].
    open: Vec<AtomicU16>,
    /// The scores of the labels, as First sees them.
    of: Vec<S>,
}

/// Positions to settle next: those of the side, and those of the opponent.
type Next = [Vec<u32>; 2];

/// The scores of all positions.
pub(super) fn values<W: Word, S: Score>(
    source: &dyn Source<W>,
    part: &Part<W, S>,
    options: &Options,
    control: &mut Control<'_>,
    told: &mut dyn FnMut(u64, u64),
) -> Result<Scores<S>, TableError> {
    let count = part.keys.len();
    may_use(needed::<W>(count as u64), options)?;
    let zeros = || (0..count).map(|_| AtomicU16::new(0)).collect();
    let mut layers = Layers {
        source,
        part,
        labels: zeros(),
        open: zeros(),
        of: vec![S::of_endless(source.endless(), Player::First)],
    };
    let mut hands = Hand::several(options);
    let terminals = layers.count_moves(&mut hands, control)?;
    let mut settled = 0;
    for side in Player::BOTH {
        let endless = S::of_endless(source.endless(), side);
        let mut pending: BTreeMap<S, Vec<u32>> = BTreeMap::new();
        for &(place, score) in &terminals {
            let score = seen_by(side, score);
            if score > endless {
                pending.entry(score).or_default().push(place);
            }
        }
        while let Some((score, mut places)) = pending.pop_last() {
            places.sort_unstable();
            places.dedup();
            let label = layers.label(seen_by(side, score))?;
            let found = in_pieces(&mut hands, places.len().div_ceil(SHARE), |hand, number| {
                let places = &places[number * SHARE..places.len().min((number + 1) * SHARE)];
                layers.settle(places, label, side, hand)
            })?;
            let points = || Stop::Points;
            let own = score.after_ply(0).ok_or_else(points)?;
            let other = score.turned().after_ply(0).ok_or_else(points)?.turned();
            for [of_side, of_opponent] in found {
                pending.entry(own).or_default().extend(of_side);
                pending.entry(other).or_default().extend(of_opponent);
            }
            pending.retain(|_, places| !places.is_empty());
            settled += places.len() as u64;
            control.advance(places.len() as u64)?;
            told(layers.of.len() as u64, settled);
        }
    }
    let labels = layers.labels.into_iter().map(AtomicU16::into_inner);
    Ok(Scores::Labelled {
        labels: labels.collect(),
        of: layers.of,
    })
}

impl<W: Word, S: Score> Layers<'_, W, S> {
    /// Counts the moves of every position, and finds the finished ones with their scores as First sees
    /// them.
    fn count_moves(
        &self,
        hands: &mut [Hand<W>],
        control: &mut Control<'_>,
    ) -> Result<Vec<(u32, S)>, TableError> {
        let keys = &self.part.keys[..];
        let counted = in_pieces(hands, keys.len().div_ceil(SHARE), |hand, number| {
            let mut terminals = Vec::new();
            let mut place = number * SHARE;
            for keys in keys[place..keys.len().min(place + SHARE)].chunks(BATCH) {
                self.source.expand(0, keys, CHECKED, &mut hand.batch)?;
                let mut start = 0;
                let batch = &mut hand.batch;
                for (at, &end) in batch.ends.iter().enumerate() {
                    let children = &mut batch.children[start..end as usize];
                    start = end as usize;
                    let mover = batch.movers[at];
                    if let Some(outcome) = batch.outcomes[at] {
                        let score = seen_by(mover, S::of_outcome(outcome, mover));
                        terminals.push((place as u32, score));
                    }
                    children.sort_unstable();
                    let different = children.chunk_by(|a, b| a == b).count();
                    let different = u16::try_from(different)
                        .ok()
                        .filter(|count| *count < SECOND);
                    let different = different.ok_or_else(|| {
                        TableError::Unsupported("a position has more than 32,767 moves".to_owned())
                    })?;
                    let second = match mover {
                        Player::First => 0,
                        Player::Second => SECOND,
                    };
                    self.open[place].store(different | second, Ordering::Relaxed);
                    place += 1;
                }
            }
            Ok(terminals)
        })?;
        control.advance(keys.len() as u64)?;
        Ok(counted.concat())
    }

    /// A new label.
    fn label(&mut self, score: S) -> Result<u16, TableError> {
        // The layers of one score share a label.
        if self.of.len() == 1 || self.of.last() != Some(&score) {
            self.of.push(score);
        }
        u16::try_from(self.of.len() - 1).map_err(|_| {
            TableError::Unsupported("there are more than 65,535 different values".to_owned())
        })
    }

    /// Settles positions, and finds what is to be settled because of it.
    fn settle(
        &self,
        places: &[u32],
        label: u16,
        side: Player,
        hand: &mut Hand<W>,
    ) -> Result<Next, TableError> {
        let mut next = Next::default();
        for &place in places {
            let own = &self.labels[place as usize];
            let settled = own.compare_exchange(0, label, Ordering::Relaxed, Ordering::Relaxed);
            if settled.is_err() {
                continue;
            }
            hand.keys.clear();
            self.source
                .parents(self.part.keys[place as usize], &mut hand.keys)?;
            hand.keys.sort_unstable();
            hand.keys.dedup();
            for parent in &hand.keys {
                // What play does not reach may lead here, too.
                let Some(parent) = self.part.find(*parent) else {
                    continue;
                };
                if self.labels[parent].load(Ordering::Relaxed) != 0 {
                    continue;
                }
                let open = &self.open[parent];
                let second = open.load(Ordering::Relaxed) & SECOND != 0;
                if second == (side == Player::Second) {
                    next[0].push(parent as u32);
                    continue;
                }
                match open.fetch_sub(1, Ordering::Relaxed) & !SECOND {
                    0 => {
                        return Err(TableError::Unsupported(
                            "the game's moves back are not the dual of its moves".to_owned(),
                        ));
                    }
                    1 => next[1].push(parent as u32),
                    _ => {}
                }
            }
        }
        Ok(next)
    }
}
