//! The size of a game that cannot cycle, from samples of its positions if moves can be taken back.
//!
//! This is sequential importance sampling on the graph of positions. Each start has weight 1, and a position
//! takes from each of its parents that parent's weight, divided by the position's number of parents. If a tier
//! holds more positions than the sample may, some of them are drawn at random in proportion to weight, and
//! share the weight of all. Then the expected weight of a tier is its number of positions; if nothing had to be
//! drawn, it *is* that number. Several samples show the statistical error.
//!
//! Parents that play cannot reach must not be counted. Their share is found for each tier by following some of
//! them back to a start. The parent that led to the position is reached anyway.

use super::runs;
use super::size::{Size, key_bytes};
use crate::Control;
use crate::table::TableError;
use crate::table::clock::timed;
use crate::table::source::{Batch, Source, Want};
use crate::table::word::Word;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::time::Duration;
use yomikiri_core::random::Random;

/// The most positions of a tier that a sample keeps, and the fewest, if more would take too long.
const SAMPLE: usize = 3000;
const FEWEST: usize = 100;
/// The moves taken back that a sample looks at, in all tiers together. It may be some more, since a tier is
/// measured by the one before.
const WORK: f64 = 8e6;
/// If samples had to look at more in all, moves are not taken back.
const MOST_WORK: f64 = 4e8;
/// The number of samples.
const SAMPLES: u64 = 8;
/// The parents of a tier's positions that are followed back to a start.
const FOLLOWED: usize = 96;
/// The most positions looked at on the way back. A parent with more before it counts as reached.
const WAY_BACK: usize = 400;
/// The factor by which the number of positions may be off, beyond statistical error: unreachable parents are
/// told from others only on average. Estimates have come to half the truth (breakthrough) and to a third more
/// (hexapawn).
const OUT_OF_REACH: f64 = 2.5;

/// The counts of one sample.
#[derive(Default)]
struct Counts {
    positions: f64,
    stored: f64,
    largest: f64,
    /// The bytes of the keys.
    keys: f64,
    tiers: Vec<f64>,
    expanded: u64,
    /// The time to expand them, and the number of their moves.
    expanding: Duration,
    moves: u64,
    exact: bool,
}

/// Returns the size of a game that cannot cycle.
pub(super) fn size<W: Word>(
    source: &dyn Source<W>,
    control: &mut Control<'_>,
) -> Result<Size, TableError> {
    if taking_back(source)?.is_none_or(|work| work > MOST_WORK) {
        return runs::size(source, control);
    }
    let mut all = Vec::new();
    let mut origins = Origins::new(source);
    for seed in 1..=SAMPLES {
        let counts = sample(source, seed, &mut origins, control)?;
        let exact = counts.exact;
        all.push(counts);
        if exact {
            break;
        }
    }
    let samples = all.len() as f64;
    let mean = |of: fn(&Counts) -> f64| all.iter().map(of).sum::<f64>() / samples;
    let positions = mean(|counts| counts.positions);
    let spread: f64 = all
        .iter()
        .map(|counts| (counts.positions - positions).powi(2))
        .sum();
    let error = (spread / (samples - 1.0).max(1.0) / samples).sqrt();
    // The margin is two standard errors.
    let times = match all.len() {
        1 => 1.0,
        _ => (1.0 + 2.0 * error / positions.max(1.0)) * OUT_OF_REACH,
    };
    let expanding: Duration = all.iter().map(|counts| counts.expanding).sum();
    let sum = |of: fn(&Counts) -> u64| all.iter().map(of).sum::<u64>();
    let expanded = sum(|counts| counts.expanded).max(1) as f64;
    Ok(Size {
        positions,
        least: positions / times,
        most: positions * times,
        stored: mean(|counts| counts.stored),
        largest: mean(|counts| counts.largest),
        keys: mean(|counts| counts.keys),
        plies: mean(|counts| counts.tiers.len() as f64),
        tiers: mean_tiers(&all),
        each: expanding.as_secs_f64() / expanded,
        moves: sum(|counts| counts.moves) as f64 / expanded,
    })
}

/// Returns the mean number of positions of each tier.
fn mean_tiers(all: &[Counts]) -> Vec<f64> {
    let tiers = all.iter().map(|counts| counts.tiers.len()).max();
    let of = |tier: usize| all.iter().filter_map(move |counts| counts.tiers.get(tier));
    (0..tiers.unwrap_or_default())
        .map(|tier| of(tier).sum::<f64>() / all.len() as f64)
        .collect()
}

/// Returns the moves taken back that the smallest samples would look at, by the maximum on a random line of
/// play; `None` if moves cannot be taken back.
fn taking_back<W: Word>(source: &dyn Source<W>) -> Result<Option<f64>, TableError> {
    let mut batch = Batch::default();
    let mut before = Vec::new();
    let mut random = Random::new(0);
    let starts = source.starts();
    let Some(&(highest, start)) = starts.first() else {
        return Ok(None);
    };
    let (mut at, mut most) = (start, 0);
    loop {
        before.clear();
        if !source.parents(at, &mut before)? {
            return Ok(None);
        }
        source.expand(0, &[at], Want::default(), &mut batch)?;
        most = most.max(batch.children.len() * before.len());
        match batch.children.get(random.index(batch.children.len())) {
            Some(next) => at = *next,
            None => break,
        }
    }
    let positions = FEWEST as f64 * (highest as f64 + 1.0) * SAMPLES as f64;
    Ok(Some(most as f64 * positions))
}

/// The knowledge about which positions play reaches.
struct Origins<'s, W: Word> {
    source: &'s dyn Source<W>,
    /// The positions about which this is known.
    reached: FxHashMap<W, bool>,
    /// The number of moves taken back that were looked at.
    looked_at: usize,
}

impl<'s, W: Word> Origins<'s, W> {
    fn new(source: &'s dyn Source<W>) -> Origins<'s, W> {
        let starts = source.starts().into_iter();
        Origins {
            source,
            reached: starts.map(|(_, key)| (key, true)).collect(),
            looked_at: 0,
        }
    }

    /// Returns whether play reaches a position, as far as a short way back shows.
    fn reach(&mut self, key: W) -> Result<bool, TableError> {
        if let Some(known) = self.reached.get(&key) {
            return Ok(*known);
        }
        // The path back to here: each position with its parents that are still to be tried.
        let mut way: Vec<(W, Vec<W>)> = Vec::new();
        let mut next = Some(key);
        let mut looked_at = 0;
        loop {
            if let Some(at) = next.take() {
                match self.reached.get(&at).copied() {
                    Some(false) => {}
                    known => {
                        looked_at += 1;
                        if known == Some(true) || looked_at > WAY_BACK {
                            // All positions on the path are reached too; if the limit was, they may be.
                            if known == Some(true) {
                                self.reached.extend(way.iter().map(|(key, _)| (*key, true)));
                            }
                            return Ok(true);
                        }
                        let mut before = Vec::new();
                        self.source.parents(at, &mut before)?;
                        self.looked_at += before.len() + 1;
                        way.push((at, before));
                    }
                }
            }
            let Some((at, before)) = way.last_mut() else {
                return Ok(false);
            };
            match before.pop() {
                Some(before) => next = Some(before),
                None => {
                    // None of its parents is reached.
                    self.reached.insert(*at, false);
                    way.pop();
                }
            }
        }
    }
}

fn sample<W: Word>(
    source: &dyn Source<W>,
    seed: u64,
    origins: &mut Origins<'_, W>,
    control: &mut Control<'_>,
) -> Result<Counts, TableError> {
    let mut random = Random::new(seed);
    let mut counts = Counts {
        exact: true,
        ..Counts::default()
    };
    let mut tiers: BTreeMap<u64, FxHashMap<W, f64>> = BTreeMap::new();
    let mut batch = Batch::default();
    let mut parents = Vec::new();
    for (rank, key) in source.starts() {
        tiers.entry(rank).or_default().insert(key, 1.0);
    }
    let highest = tiers.last_key_value().map_or(0, |(rank, _)| *rank);
    // The moves taken back that a tier may look at, and the number of positions that it keeps for that.
    let work_of_tier = WORK / (highest as f64 + 1.0);
    let mut keep = SAMPLE;
    let want = Want {
        orbits: true,
        checks: false,
    };
    while let Some((rank, tier)) = tiers.pop_last() {
        let mut kept: Vec<(W, f64)> = tier.into_iter().collect();
        kept.sort_unstable_by_key(|(key, _)| *key);
        let total: f64 = kept.iter().map(|(_, weight)| *weight).sum();
        if kept.len() > keep {
            counts.exact = false;
            kept = drawn(&kept, total, keep, &mut random);
        }
        let mut work = 0.0;
        origins.looked_at = 0;
        let keys: Vec<W> = kept.iter().map(|(key, _)| *key).collect();
        let (done, took) = timed(|| source.expand(rank, &keys, want, &mut batch));
        done?;
        counts.expanding += took;
        counts.moves += batch.children.len() as u64;
        let mut start = 0;
        // Each child with its rank, the weight that it receives, and the number of its other parents.
        let mut led: Vec<(u64, W, f64, usize)> = Vec::new();
        let (mut followed, mut reached) = (0, 0);
        let children = batch.children.len().max(1);
        control.advance(keys.len() as u64)?;
        for (place, &end) in batch.ends.iter().enumerate() {
            let weight = kept[place].1;
            counts.positions += weight * batch.orbits[place] as f64;
            let end = end as usize;
            let mut children_here: Vec<(u64, W)> = (start..end)
                .map(|child| (batch.ranks[child], batch.children[child]))
                .collect();
            start = end;
            children_here.sort_unstable();
            children_here.dedup();
            for (to, child) in children_here {
                // While everything is counted, weights are not needed.
                if counts.exact {
                    tiers.entry(to).or_default().insert(child, 1.0);
                    continue;
                }
                parents.clear();
                source.parents(child, &mut parents)?;
                work += parents.len() as f64 + 1.0;
                parents.sort_unstable();
                parents.dedup();
                parents.retain(|parent| *parent != keys[place]);
                if random.unit() * (children as f64) < FOLLOWED as f64
                    && (origins.looked_at as f64) < work_of_tier
                    && let Some(parent) = parents.get(random.index(parents.len()))
                {
                    followed += 1;
                    reached += usize::from(origins.reach(*parent)?);
                }
                led.push((to, child, weight, parents.len()));
            }
        }
        if work > work_of_tier {
            keep = ((keep as f64 * work_of_tier / work) as usize).clamp(FEWEST, keep);
        }
        let share = match followed {
            0 => 1.0,
            _ => reached as f64 / followed as f64,
        };
        for (to, child, weight, others) in led {
            *tiers.entry(to).or_default().entry(child).or_insert(0.0) +=
                weight * mean_share(share, others + 1);
        }
        counts.stored += total;
        counts.largest = counts.largest.max(total);
        counts.keys += key_bytes(source.bits(), total);
        counts.tiers.push(total);
        counts.expanded += keys.len() as u64;
    }
    Ok(counts)
}

/// Returns the mean of one over the number of reached parents. One of `parents` is reached, and each other one
/// with this chance.
fn mean_share(chance: f64, parents: usize) -> f64 {
    match chance > 1e-9 {
        true => (1.0 - (1.0 - chance).powi(parents as i32)) / (chance * parents as f64),
        false => 1.0,
    }
}

/// Draws a sample in proportion to weight (systematic resampling). Each draw has the same share of the weight.
fn drawn<W: Word>(
    all: &[(W, f64)],
    total: f64,
    count: usize,
    random: &mut Random,
) -> Vec<(W, f64)> {
    let share = total / count as f64;
    let mut next = random.unit() * share;
    let (mut sum, mut drawn) = (0.0, Vec::with_capacity(count));
    for &(key, weight) in all {
        sum += weight;
        let mut own = 0.0;
        while next < sum {
            own += share;
            next += share;
        }
        if own > 0.0 {
            drawn.push((key, own));
        }
    }
    drawn
}
