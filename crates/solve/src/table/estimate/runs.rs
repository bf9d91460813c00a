//! The size of a game that cannot cycle and whose moves cannot be taken back.
//!
//! Tier by tier, positions are counted as long as there is room. From the first tier with too many on, several
//! independent runs go on with some positions of it each, drawn at random. A run plays all moves of its
//! positions, and keeps some of the positions that it reaches. If two runs reach the same position, they meet.
//! Two random positions of a tier of n are the same with chance 1/n, so the meetings show the number of
//! positions: the fewer meetings, the more positions.
//!
//! A run reaches a position with many parents more readily than one with few. That makes meetings more frequent, and
//! the estimate too small. The meetings of three runs, compared with those of two, show by how much, assuming that
//! the numbers of ways to positions have a gamma distribution. If meetings of three are rare, the range is made
//! wider.
//!
//! When runs hardly meet any more, the last meetings are extrapolated: the number of positions of a tier is the
//! number of moves that lead there, divided by the number of parents of a position, which is assumed to have
//! grown as before. The range goes from what the missing meetings leave possible to the case that all those moves
//! lead to different positions.

use super::size::{COUNTING, MOST_COUNTED, Size, key_bytes, room_for};
use crate::Control;
use crate::table::TableError;
use crate::table::clock::timed;
use crate::table::source::{Batch, Source, Want};
use crate::table::word::Word;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::time::Duration;
use yomikiri_core::random::Random;

/// The number of runs.
const RUNS: usize = 12;
/// The moves that all runs together play in all tiers.
const MOVES: f64 = 16e6;
/// The least and the most moves that all runs together play in one tier; a tier may have fewer.
const MOVES_OF_TIER: [f64; 2] = [4e3, 1.2e6];
/// The most positions counted in all tiers together.
const MOST_IN_ALL: u64 = 4 << 20;
/// The positions that are expanded at once, between two checks of the limits.
const AT_ONCE: usize = 1 << 10;
/// With fewer meetings of two runs than this there is no estimate. Meetings of three count from four times as many.
const TOO_FEW: f64 = 25.0;
/// The factor by which an estimate from meetings may be off, beyond statistical error, because the gamma
/// distribution holds only roughly. Estimates have been off by a tenth (domineering) and by a third (othello).
const SPREAD: f64 = 1.5;

/// The positions of a tier that moves have reached.
#[derive(Default)]
struct Arrivals<W> {
    /// All positions, as long as all are counted.
    counted: FxHashSet<W>,
    /// The positions that each run has reached, each with the moves that it stands for.
    runs: Vec<FxHashMap<W, Led>>,
}

/// The moves that led a run to a position.
#[derive(Clone, Copy, Default)]
struct Led {
    /// The number of moves of the whole game that they stand for.
    moves: f64,
    /// The number of moves that the run has played.
    played: f64,
}

/// The estimated number of positions of a tier.
#[derive(Clone, Copy)]
struct Told {
    about: f64,
    least: f64,
    most: f64,
}

/// The last tier with an estimate from meetings, from which later ones are extrapolated.
#[derive(Clone, Copy)]
struct Last {
    /// The number of tiers since the start.
    tier: f64,
    /// The number of parents of a position.
    parents: f64,
    /// The factor between the number that meetings of two show and the truth.
    evenness: f64,
    /// The factor by which the tier before may have had more positions than estimated.
    more: f64,
}

pub(super) fn size<W: Word>(
    source: &dyn Source<W>,
    control: &mut Control<'_>,
) -> Result<Size, TableError> {
    let mut tiers: BTreeMap<u64, Arrivals<W>> = BTreeMap::new();
    for (rank, key) in source.starts() {
        tiers.entry(rank).or_default().counted.insert(key);
    }
    let highest = tiers.last_key_value().map_or(0, |(rank, _)| *rank);
    let of_tier = (MOVES / (highest as f64 + 1.0)).clamp(MOVES_OF_TIER[0], MOVES_OF_TIER[1]);
    let most_counted = room_for(COUNTING, MOST_COUNTED, control);
    let mut all = Sum::default();
    let mut random = Random::new(1);
    let mut last = Last {
        tier: 0.0,
        parents: 1.0,
        evenness: 1.0,
        more: 1.0,
    };
    let want = Want {
        orbits: true,
        checks: false,
    };
    let mut batch = Batch::default();
    let mut counting = true;
    let mut number = 0.0;
    while let Some((_, mut arrivals)) = tiers.pop_last() {
        number += 1.0;
        if counting {
            let here = arrivals.counted.len();
            let waiting: usize = tiers.values().map(|tier| tier.counted.len()).sum();
            if here + waiting > most_counted || all.expanded + here as u64 > MOST_IN_ALL {
                counting = false;
                // The runs part here, and in each tier below that some moves have reached.
                part(&mut arrivals, of_tier, all.branching(), &mut random);
                for tier in tiers.values_mut() {
                    part(tier, of_tier, all.branching(), &mut random);
                }
                let told = Told {
                    about: here as f64,
                    least: here as f64,
                    most: here as f64,
                };
                run_on(
                    source,
                    told,
                    arrivals,
                    &mut tiers,
                    &mut all,
                    &mut random,
                    control,
                    of_tier,
                )?;
                last.tier = number;
                continue;
            }
            let mut keys: Vec<W> = arrivals.counted.into_iter().collect();
            keys.sort_unstable();
            let told = Told {
                about: keys.len() as f64,
                least: keys.len() as f64,
                most: keys.len() as f64,
            };
            let mut orbits = 0.0;
            for some in keys.chunks(AT_ONCE) {
                all.expand(source, some, want, &mut batch)?;
                control.advance(some.len() as u64)?;
                orbits += batch.orbits.iter().map(|orbit| *orbit as f64).sum::<f64>();
                for (rank, child) in batch.ranks.iter().zip(&batch.children) {
                    let tier = tiers.entry(*rank).or_default();
                    tier.counted.insert(*child);
                }
            }
            let orbit = orbits / (keys.len() as f64).max(1.0);
            all.add(source.bits(), told, orbit);
            last.tier = number;
            continue;
        }
        let told = tell(&arrivals, number, source.bits(), &mut last);
        last.more = told.most / told.about.max(1.0);
        run_on(
            source,
            told,
            arrivals,
            &mut tiers,
            &mut all,
            &mut random,
            control,
            of_tier,
        )?;
    }
    Ok(all.size())
}

/// Gives each run some of the known positions.
fn part<W: Word>(arrivals: &mut Arrivals<W>, moves: f64, branching: f64, random: &mut Random) {
    let mut keys: Vec<W> = std::mem::take(&mut arrivals.counted).into_iter().collect();
    keys.sort_unstable();
    let keep = kept(moves, branching);
    arrivals.runs = (0..RUNS)
        .map(|_| {
            let mut run: FxHashMap<W, Led> = FxHashMap::default();
            for _ in 0..keep.min(2 * keys.len()) {
                if let Some(key) = keys.get(random.index(keys.len())) {
                    run.insert(*key, Led::default());
                }
            }
            let moves = keys.len() as f64 / run.len().max(1) as f64;
            run.values_mut()
                .for_each(|led| *led = Led { moves, played: 1.0 });
            run
        })
        .collect();
}

/// Returns how many positions of a tier a run keeps.
fn kept(moves: f64, branching: f64) -> usize {
    (moves / RUNS as f64 / branching.max(1.0)).max(16.0) as usize
}

/// Estimates the size of a tier from its meetings.
fn tell<W: Word>(arrivals: &Arrivals<W>, tier: f64, bits: u32, last: &mut Last) -> Told {
    let weights: Vec<f64> = arrivals
        .runs
        .iter()
        .map(|run| {
            // The values are sorted, because sums must not depend on the order of the hash table.
            let mut moves: Vec<f64> = run.values().map(|led| led.moves).collect();
            moves.sort_unstable_by(f64::total_cmp);
            moves.iter().sum()
        })
        .collect();
    // The chances of each position to be reached by one run, by two, and by three.
    let mut chances: FxHashMap<W, (u32, [f64; 3])> = FxHashMap::default();
    for (run, weight) in arrivals.runs.iter().zip(&weights) {
        for (key, led) in run {
            let chance = led.moves / weight;
            let (met, [one, two, three]) = chances.entry(*key).or_default();
            *met += 1;
            *three += *two * chance;
            *two += *one * chance;
            *one += chance;
        }
    }
    let distinct = chances.len() as f64;
    let of_two = |met: u32| f64::from(met) * (f64::from(met) - 1.0) / 2.0;
    let of_three = |met: u32| of_two(met) * (f64::from(met) - 2.0) / 3.0;
    let mut found: Vec<(W, (u32, [f64; 3]))> = chances.into_iter().collect();
    found.sort_unstable_by_key(|(key, _)| *key);
    let (mut pairs, mut triples, mut two, mut three) = (0.0, 0.0, 0.0, 0.0);
    for (_, (met, [_, both, all])) in &found {
        pairs += of_two(*met);
        triples += of_three(*met);
        two += both;
        three += all;
    }
    let runs = weights.iter().filter(|weight| **weight > 0.0).count() as u32;
    two /= of_two(runs).max(1.0);
    three /= of_three(runs).max(1.0);
    // The number of moves that lead here.
    let moves = weights.iter().sum::<f64>() / weights.len().max(1) as f64;
    // There is at most one position for each pattern of the key's bits.
    let possible = 2f64.powi(bits as i32);
    let upper = moves.min(possible).max(distinct);
    let most = (moves * last.more).min(possible).max(distinct);
    if pairs < TOO_FEW {
        // This counts as if there had been a few meetings more.
        let chance = (two / pairs.max(1.0) * (pairs + 5.0)).max(f64::MIN_POSITIVE);
        let least = match pairs > 0.0 {
            true => 1.0 / chance,
            false => distinct * distinct / 2.0 / 5.0,
        };
        let least = least.clamp(distinct.min(upper), upper);
        let grown = 1.0 + (last.parents - 1.0) * tier / last.tier.max(1.0);
        return Told {
            about: (moves / grown).clamp(least, upper),
            least,
            most,
        };
    }
    let told_by_three = triples >= 4.0 * TOO_FEW;
    if told_by_three {
        let more = (three / (two * two) - 1.0).clamp(0.0, 0.75);
        last.evenness = 1.0 / (1.0 - more);
    }
    let error = 1.0
        + 3.0 / pairs.sqrt()
        + if told_by_three {
            3.0 / triples.sqrt()
        } else {
            0.5
        };
    let about = (last.evenness / two).max(distinct).min(upper);
    last.tier = tier;
    last.parents = (moves / about).max(1.0);
    // If a run reaches nearly all positions, little can be wrong.
    let seen = distinct / about;
    let spread = 1.0 + (SPREAD * error * last.evenness.sqrt() - 1.0) * (1.0 - seen * seen).max(0.1);
    Told {
        about,
        least: (about / spread).max(distinct),
        most: (about * spread).min(most),
    }
}

/// Each run keeps some of the positions that it has reached, and plays all their moves.
#[expect(clippy::too_many_arguments, reason = "all of them change")]
fn run_on<W: Word>(
    source: &dyn Source<W>,
    told: Told,
    arrivals: Arrivals<W>,
    tiers: &mut BTreeMap<u64, Arrivals<W>>,
    all: &mut Sum,
    random: &mut Random,
    control: &mut Control<'_>,
    moves: f64,
) -> Result<(), TableError> {
    let want = Want {
        orbits: true,
        checks: false,
    };
    let mut batch = Batch::default();
    let keep = kept(moves, all.branching());
    let (mut orbits, mut looked_at) = (0.0, 0.0);
    for (number, run) in arrivals.runs.into_iter().enumerate() {
        // A position must not be more likely to be kept because more of the played moves led there.
        let mut found: Vec<(W, f64)> = run
            .into_iter()
            .map(|(key, led)| (key, led.moves / led.played.max(1.0)))
            .collect();
        found.sort_unstable_by_key(|(key, _)| *key);
        let keys = drawn(&found, keep, random);
        let each = told.about / keys.len().max(1) as f64;
        for some in keys.chunks(AT_ONCE) {
            all.expand(source, some, want, &mut batch)?;
            control.advance(some.len() as u64)?;
            orbits += batch.orbits.iter().map(|orbit| *orbit as f64).sum::<f64>();
            looked_at += some.len() as f64;
            for (rank, child) in batch.ranks.iter().zip(&batch.children) {
                let tier = tiers.entry(*rank).or_default();
                if tier.runs.is_empty() {
                    tier.runs.resize_with(RUNS, FxHashMap::default);
                }
                let led = tier.runs[number].entry(*child).or_default();
                led.moves += each;
                led.played += 1.0;
            }
        }
    }
    all.add(source.bits(), told, orbits / f64::max(looked_at, 1.0));
    Ok(())
}

/// Draws `count` of some positions, in proportion to their weights (systematic resampling), each at most once.
fn drawn<W: Word>(all: &[(W, f64)], count: usize, random: &mut Random) -> Vec<W> {
    if all.len() <= count {
        return all.iter().map(|(key, _)| *key).collect();
    }
    let total: f64 = all.iter().map(|(_, weight)| weight).sum();
    let share = total / count as f64;
    let mut next = random.unit() * share;
    let (mut sum, mut drawn) = (0.0, Vec::with_capacity(count));
    for &(key, weight) in all {
        sum += weight;
        if next < sum {
            drawn.push(key);
        }
        while next < sum {
            next += share;
        }
    }
    drawn
}

/// The sum of all tiers.
#[derive(Default)]
struct Sum {
    positions: f64,
    least: f64,
    most: f64,
    stored: f64,
    largest: f64,
    keys: f64,
    tiers: Vec<f64>,
    expanded: u64,
    moves: u64,
    expanding: Duration,
}

impl Sum {
    fn expand<W: Word>(
        &mut self,
        source: &dyn Source<W>,
        keys: &[W],
        want: Want,
        batch: &mut Batch<W>,
    ) -> Result<(), TableError> {
        let (done, took) = timed(||
        // All keys of a batch have one rank, and only checks use it.
        source.expand(0, keys, want, batch));
        done?;
        self.expanding += took;
        self.expanded += keys.len() as u64;
        self.moves += batch.children.len() as u64;
        Ok(())
    }

    fn branching(&self) -> f64 {
        self.moves as f64 / self.expanded.max(1) as f64
    }

    /// Adds a tier, each of whose positions stands for `orbit` positions.
    fn add(&mut self, bits: u32, told: Told, orbit: f64) {
        self.positions += told.about * orbit;
        self.least += told.least * orbit;
        self.most += told.most * orbit;
        self.stored += told.about;
        self.largest = self.largest.max(told.about);
        self.keys += key_bytes(bits, told.about);
        self.tiers.push(told.about);
    }

    fn size(self) -> Size {
        Size {
            positions: self.positions,
            least: self.least,
            most: self.most,
            stored: self.stored,
            largest: self.largest,
            keys: self.keys,
            moves: self.branching(),
            each: self.expanding.as_secs_f64() / self.expanded.max(1) as f64,
            plies: self.tiers.len() as f64,
            tiers: self.tiers,
        }
    }
}
