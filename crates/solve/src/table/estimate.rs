//! How large a table will be, from a sample.
//!
//! Sequential importance sampling on the graph of positions: each start has weight 1, and a position
//! takes from each of its parents that parent's weight, over the number of parents it has. If a tier
//! holds more positions than the sample may, some of them are drawn at random, in proportion to
//! weight, and share the weight of all. Then the expected weight of a tier is its number of positions,
//! and where nothing had to be drawn it *is* that number. Several samples tell how far chance goes.
//!
//! Parents that play cannot reach must not be counted. Which share of them that is, a tier at a time, is
//! found by following some of them back to a start; the parent that led to the position is reached
//! anyway.

use super::TableError;
use super::build::supports;
use super::source::{AnySource, Batch, Source, Want, source};
use super::values::values_a_block;
use super::word::Word;
use crate::Control;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use yomikiri_core::{Ask, Capabilities};

/// Positions that a sample keeps of a tier.
const SAMPLE: usize = 3000;
/// Samples drawn.
const SAMPLES: u64 = 8;
/// Parents of a tier's positions that are followed back to a start.
const FOLLOWED: usize = 96;
/// Positions looked at on the way back; a parent with more before it is taken to be reached.
const WAY_BACK: usize = 400;
/// What a stored position costs in all for each time that it is expanded: twice expanding, then
/// sorting, looking up, encoding. Measured on drop games and m,n,k games; it varies by half.
const STEPS: f64 = 3.5;

/// What a table will take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Reachable positions, orbits expanded.
    pub positions: f64,
    /// Stored positions.
    pub stored: f64,
    /// Stored positions of the largest tier.
    pub largest: f64,
    /// The share of the number by which it may be off: two standard errors. 0 where everything was
    /// counted.
    pub margin: f64,
    /// Bytes of the file, at most, for that many positions.
    pub bytes: f64,
    /// Bytes of memory that the build makes use of; with less it spills, but for games that may cycle,
    /// which need them.
    pub memory: f64,
    /// The time that one thread of this machine takes.
    pub time: Duration,
}

/// Estimates the size of a table.
///
/// # Errors
///
/// [`TableError::Unsupported`] for what no table can be made of, and for games too large to count
/// here whose moves cannot be taken back; limits.
pub fn estimate<G: Capabilities>(
    game: &G,
    ask: Ask,
    symmetric: bool,
    control: &mut Control<'_>,
) -> Result<Estimate, TableError> {
    supports(game, ask)?;
    match source(game, symmetric)? {
        AnySource::Narrow(source) => of_width(&*source, ask, control),
        AnySource::Wide(source) => of_width(&*source, ask, control),
        AnySource::Widest(source) => of_width(&*source, ask, control),
    }
}

/// One sample's counts.
#[derive(Default)]
struct Counts {
    positions: f64,
    stored: f64,
    largest: f64,
    key_bits: f64,
    expanded: u64,
    exact: bool,
}

fn of_width<W: Word>(
    source: &dyn Source<W>,
    ask: Ask,
    control: &mut Control<'_>,
) -> Result<Estimate, TableError> {
    let started = Instant::now();
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
    let elapsed = started.elapsed();
    let samples = all.len() as f64;
    let mean = |of: fn(&Counts) -> f64| all.iter().map(of).sum::<f64>() / samples;
    let positions = mean(|counts| counts.positions);
    let stored = mean(|counts| counts.stored);
    let spread: f64 = all
        .iter()
        .map(|counts| (counts.positions - positions).powi(2))
        .sum();
    let error = (spread / (samples - 1.0).max(1.0) / samples).sqrt();
    let expanded: u64 = all.iter().map(|counts| counts.expanded).sum();
    let each = elapsed.as_secs_f64() / expanded.max(1) as f64;
    let value_bits = match ask {
        Ask::Winner => 2.0,
        Ask::Distance => 6.0,
        Ask::Margin => 12.0,
    };
    let blocks = stored / values_a_block(ask) as f64;
    let key = W::BYTES as f64;
    Ok(Estimate {
        positions,
        stored,
        largest: mean(|counts| counts.largest),
        margin: 2.0 * error / positions.max(1.0),
        bytes: (mean(|counts| counts.key_bits) + stored * value_bits) / 8.0 + blocks * 30.0 + 400.0,
        memory: match source.cyclic() {
            true => stored * (3.0 * key + 16.0),
            false => mean(|counts| counts.largest) * 4.0 * (key + 8.0),
        },
        time: Duration::try_from_secs_f64(STEPS * each * stored).unwrap_or(Duration::MAX),
    })
}

/// A generator of pseudo-random numbers (splitmix64).
struct Random(u64);

impl Random {
    /// A number from 0 up to, and not including, 1.
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ mixed >> 31) as f64 / 2f64.powi(64)
    }
}

/// Which positions play reaches.
struct Origins<'s, W: Word> {
    source: &'s dyn Source<W>,
    /// What is known.
    reached: FxHashMap<W, bool>,
}

impl<'s, W: Word> Origins<'s, W> {
    fn new(source: &'s dyn Source<W>) -> Origins<'s, W> {
        let starts = source.starts().into_iter();
        Origins {
            source,
            reached: starts.map(|(_, key)| (key, true)).collect(),
        }
    }

    /// Whether play reaches a position, as far as a short way back tells.
    fn reach(&mut self, key: W) -> Result<bool, TableError> {
        if let Some(known) = self.reached.get(&key) {
            return Ok(*known);
        }
        // The way here, each position with those before it that are still to be tried.
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
                            // What is on the way is reached, too; where the limit was, perhaps.
                            if known == Some(true) {
                                self.reached.extend(way.iter().map(|(key, _)| (*key, true)));
                            }
                            return Ok(true);
                        }
                        let mut before = Vec::new();
                        self.source.parents(at, &mut before)?;
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
                    // Nothing before it is reached.
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
    let mut random = Random(seed);
    let mut counts = Counts {
        exact: true,
        ..Counts::default()
    };
    if source.cyclic() {
        return count_cyclic(source, control);
    }
    let mut tiers: BTreeMap<u64, FxHashMap<W, f64>> = BTreeMap::new();
    for (rank, key) in source.starts() {
        tiers.entry(rank).or_default().insert(key, 1.0);
    }
    let mut batch = Batch::default();
    let mut parents = Vec::new();
    let want = Want {
        orbits: true,
        checks: false,
    };
    while let Some((rank, tier)) = tiers.pop_last() {
        let mut kept: Vec<(W, f64)> = tier.into_iter().collect();
        kept.sort_unstable_by_key(|(key, _)| *key);
        let total: f64 = kept.iter().map(|(_, weight)| *weight).sum();
        if kept.len() > SAMPLE {
            counts.exact = false;
            kept = drawn(&kept, total, &mut random);
        }
        let keys: Vec<W> = kept.iter().map(|(key, _)| *key).collect();
        source.expand(rank, &keys, want, &mut batch)?;
        let mut start = 0;
        // Where a move leads, with the weight it brings and the other parents.
        let mut led: Vec<(u64, W, f64, usize)> = Vec::new();
        let (mut followed, mut reached) = (0, 0);
        let children = batch.children.len().max(1);
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
                // While everything is counted, nothing needs to be weighed.
                if counts.exact {
                    tiers.entry(to).or_default().insert(child, 1.0);
                    continue;
                }
                parents.clear();
                if !source.parents(child, &mut parents)? {
                    return Err(TableError::Unsupported(format!(
                        "some tiers have more than {SAMPLE} positions, and moves cannot be taken back in this game: nothing is known to estimate from"
                    )));
                }
                parents.sort_unstable();
                parents.dedup();
                parents.retain(|parent| *parent != keys[place]);
                if random.next() * (children as f64) < FOLLOWED as f64
                    && let Some(parent) =
                        parents.get((random.next() * parents.len() as f64) as usize)
                {
                    followed += 1;
                    reached += usize::from(origins.reach(*parent)?);
                }
                led.push((to, child, weight, parents.len()));
            }
        }
        let share = match followed {
            0 => 1.0,
            _ => reached as f64 / followed as f64,
        };
        for (to, child, weight, others) in led {
            let parents = 1.0 + share * others as f64;
            *tiers.entry(to).or_default().entry(child).or_insert(0.0) += weight / parents;
        }
        counts.stored += total;
        counts.largest = counts.largest.max(total);
        let gap = 2f64.powi(source.bits() as i32) / total.max(1.0);
        counts.key_bits += total * (2.3 + gap.log2().max(0.0)) + 200.0;
        counts.expanded += keys.len() as u64;
        control.advance(keys.len() as u64)?;
    }
    Ok(counts)
}

/// Draws a sample in proportion to weight (systematic resampling); each has the same share then.
fn drawn<W: Word>(all: &[(W, f64)], total: f64, random: &mut Random) -> Vec<(W, f64)> {
    let share = total / SAMPLE as f64;
    let mut next = random.next() * share;
    let (mut sum, mut drawn) = (0.0, Vec::with_capacity(SAMPLE));
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

/// The most positions of a game that may cycle that are counted.
const MOST_COUNTED: usize = 1 << 20;

/// Counts a game that may cycle; there is no order to sample it in.
fn count_cyclic<W: Word>(
    source: &dyn Source<W>,
    control: &mut Control<'_>,
) -> Result<Counts, TableError> {
    let mut counts = Counts {
        exact: true,
        ..Counts::default()
    };
    let mut batch = Batch::default();
    let want = Want {
        orbits: true,
        checks: false,
    };
    let mut known: rustc_hash::FxHashSet<W> = rustc_hash::FxHashSet::default();
    let mut open: Vec<W> = source.starts().into_iter().map(|(_, key)| key).collect();
    known.extend(&open);
    while !open.is_empty() {
        source.expand(0, &open, want, &mut batch)?;
        control.advance(open.len() as u64)?;
        counts.positions += batch.orbits.iter().map(|orbit| *orbit as f64).sum::<f64>();
        open.clear();
        open.extend(batch.children.iter().filter(|child| known.insert(**child)));
        if known.len() > MOST_COUNTED {
            return Err(TableError::Unsupported(format!(
                "play may cycle in this game and it has more than {MOST_COUNTED} positions: nothing is known to estimate from"
            )));
        }
    }
    counts.stored = known.len() as f64;
    counts.largest = counts.stored;
    counts.expanded = known.len() as u64;
    let gap = 2f64.powi(source.bits() as i32) / counts.stored.max(1.0);
    counts.key_bits = counts.stored * (2.3 + gap.log2().max(0.0));
    Ok(counts)
}
