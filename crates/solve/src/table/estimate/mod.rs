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
//!
//! Where play may cycle, [walks](cyclic) tell; where it may not and moves cannot be taken back, [runs].

mod cyclic;
mod runs;
mod size;

use super::TableError;
use super::build::supports;
use super::clock::timed;
use super::format::{PLY, Subject, TIER};
use super::site::LEAST_MEMORY;
use super::source::{AnySource, Batch, Source, Want, source, source_from};
use super::values::{ENTRY_BYTES, PALETTE_BYTES, values_a_block};
use super::word::Word;
use crate::Control;
use rustc_hash::FxHashMap;
pub(crate) use size::MOST_COUNTED;
pub(super) use size::Size;
use size::key_bytes;
use std::collections::BTreeMap;
use std::time::Duration;
use yomikiri_core::random::Random;
use yomikiri_core::{Ask, Capabilities};

/// Positions that a sample keeps of a tier, at most, and where so many would take too long.
const SAMPLE: usize = 3000;
const FEWEST: usize = 100;
/// Moves taken back that a sample looks at, in all tiers together; some more, since a tier is measured by the
/// one before.
const WORK: f64 = 8e6;
/// Where samples would have to look at more in all, moves are not taken back.
const MOST_WORK: f64 = 4e8;
/// Samples drawn.
const SAMPLES: u64 = 8;
/// Parents of a tier's positions that are followed back to a start.
const FOLLOWED: usize = 96;
/// Positions looked at on the way back; a parent with more before it is taken to be reached.
const WAY_BACK: usize = 400;
/// How many times as many positions there may be, or as few, beside what chance does: parents that play
/// cannot reach are told from others on the average only. Estimates have been seen to come to half the
/// truth (breakthrough) and to a third more (hexapawn).
const OUT_OF_REACH: f64 = 2.5;
/// What a stored position of a game takes.
struct Cost {
    /// How often it is expanded, parents looked for included.
    expanded: f64,
    /// Seconds for each of its moves: the place of the child is looked up, once or more.
    a_move: f64,
}

/// Where play cannot cycle: once to enumerate, once to value.
const ACYCLIC: Cost = Cost {
    expanded: 1.9,
    a_move: 15e-9,
};
/// Where it can, moves are taken back, too.
const CYCLIC: Cost = Cost {
    expanded: 3.5,
    a_move: 140e-9,
};
/// Seconds that a stored position takes beside: sorting, encoding, compressing.
const STORING: f64 = 70e-9;
/// Seconds to open and close the files of a table.
const FILES: f64 = 4e-3;

/// Entries of a block's palette that take their full length, at most, where values are numbers: more are seldom
/// seen in small blocks, and all of them compress.
const PALETTE: f64 = 16.0;
/// Bytes of a block of values beside its palette and its codes: their number, what a compressor adds, the
/// entry in the index.
const VALUE_BLOCK: f64 = 2.0 + 20.0 + ENTRY_BYTES as f64;
/// Bytes of header, directory and footer, without what there is of each tier and ply.
const FRAME: f64 = 400.0;

/// What a table will take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Reachable positions, orbits expanded.
    pub positions: f64,
    /// Stored positions.
    pub stored: f64,
    /// Stored positions of the largest tier.
    pub largest: f64,
    /// There are no fewer reachable positions than this, and no more than `most`, as far as samples
    /// tell. All three are the same where everything was counted.
    pub least: f64,
    /// See `least`.
    pub most: f64,
    /// Bytes of the file, at most, for that many positions.
    pub bytes: f64,
    /// Bytes of memory that the build makes use of.
    pub memory: f64,
    /// Whether less memory will do, too, because what has no room goes to files. (It will not in games
    /// that may cycle where moves cannot be taken back or gain points.)
    pub spills: bool,
    /// The processor time that one thread of this machine takes, within a factor of 1.5 of what was measured on
    /// games of all kinds, where the number of positions is right.
    pub time: Duration,
}

/// Estimates the size of a table.
///
/// # Errors
///
/// [`TableError::Unsupported`] for what no table can be made of, and for games too large to count
/// here that may cycle and whose moves cannot be taken back; limits.
pub fn estimate<G: Capabilities>(
    game: &G,
    subject: &Subject,
    control: &mut Control<'_>,
) -> Result<Estimate, TableError> {
    supports(game, subject.ask)?;
    // The text of the rules is in the file as it is, and in memory meanwhile.
    let held = subject.held()? as f64;
    let found = of_source(source(game, subject.symmetric)?, subject.ask, control)?;
    Ok(Estimate {
        bytes: found.bytes + held,
        memory: found.memory + held,
        ..found
    })
}

/// Not generic, so that it is compiled in this crate, once for all games.
fn of_source(
    source: AnySource<'_>,
    ask: Ask,
    control: &mut Control<'_>,
) -> Result<Estimate, TableError> {
    match source {
        AnySource::Narrow(source) => of_width(&*source, ask, control),
        AnySource::Wide(source) => of_width(&*source, ask, control),
        AnySource::Widest(source) => of_width(&*source, ask, control),
    }
}

/// How many positions play reaches from one of them: no fewer, and no more, as far as samples tell.
/// Both are the same where all were counted.
///
/// # Errors
///
/// Those of [`estimate`].
pub(crate) fn reach<G: Capabilities>(
    game: &G,
    at: &G::Position,
    control: &mut Control<'_>,
) -> Result<(u64, u64), TableError> {
    sized(source_from(game, false, Some(at.clone()))?, control)
}

/// The same. Not generic, so that it is compiled in this crate, once for all games.
fn sized(source: AnySource<'_>, control: &mut Control<'_>) -> Result<(u64, u64), TableError> {
    fn of<W: Word>(
        source: &dyn Source<W>,
        control: &mut Control<'_>,
    ) -> Result<(u64, u64), TableError> {
        let sized = sized_up(source, control)?;
        Ok((sized.least as u64, sized.most as u64))
    }
    match source {
        AnySource::Narrow(source) => of(&*source, control),
        AnySource::Wide(source) => of(&*source, control),
        AnySource::Widest(source) => of(&*source, control),
    }
}

/// One sample's counts.
#[derive(Default)]
struct Counts {
    positions: f64,
    stored: f64,
    largest: f64,
    /// Bytes of the keys.
    keys: f64,
    tiers: Vec<f64>,
    expanded: u64,
    /// The time that expanding them took, and their moves.
    expanding: Duration,
    moves: u64,
    exact: bool,
}

fn of_width<W: Word>(
    source: &dyn Source<W>,
    ask: Ask,
    control: &mut Control<'_>,
) -> Result<Estimate, TableError> {
    let sized = sized_up(source, control)?;
    Ok(of_size(source, ask, &sized))
}

/// The size of a game.
///
/// # Errors
///
/// Those of [`estimate`].
pub(super) fn sized_up<W: Word>(
    source: &dyn Source<W>,
    control: &mut Control<'_>,
) -> Result<Size, TableError> {
    match source.cyclic() {
        true => cyclic::size(source, control),
        false => size(source, control),
    }
}

/// What a table takes whose game has this size.
pub(super) fn of_size<W: Word>(source: &dyn Source<W>, ask: Ask, sized: &Size) -> Estimate {
    // Of a value in a block, and how many are told apart there.
    let (value_bits, palette) = match ask {
        Ask::Winner => (2.0, 3.0),
        Ask::Distance => (6.0, PALETTE),
        Ask::Margin => (12.0, PALETTE),
    };
    // Each tier has a block at least, be it ever so small.
    let tiers = sized.tiers.len() as f64;
    let blocks = sized.stored / values_a_block(ask) as f64 + tiers;
    let palettes = (blocks * palette).min(sized.stored) * PALETTE_BYTES as f64;
    let values = sized.stored * value_bits / 8.0 + palettes + blocks * VALUE_BLOCK;
    let frame = FRAME + tiers * TIER as f64 + sized.plies * PLY as f64;
    let key = W::BYTES as f64;
    let memory = match (source.cyclic(), source.taken_back()) {
        (true, true) => super::cyclic::memory::<W>(sized.stored as u64, source.bits()) as f64,
        (true, false) => {
            let moves = (sized.stored * sized.moves) as u64;
            super::cyclic::needed_for_moves::<W>(sized.stored as u64, moves) as f64
        }
        (false, _) => sized.largest * 4.0 * (key + 8.0),
    };
    let cost = if source.cyclic() { CYCLIC } else { ACYCLIC };
    let position = cost.expanded * sized.each + cost.a_move * sized.moves + STORING;
    let seconds = FILES + position * sized.stored;
    Estimate {
        positions: sized.positions,
        stored: sized.stored,
        largest: sized.largest,
        least: sized.least,
        most: sized.most,
        bytes: frame + sized.keys + values,
        memory: memory.max(LEAST_MEMORY as f64),
        spills: !source.cyclic() || source.taken_back(),
        time: Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX),
    }
}

/// The size of a game that cannot cycle.
fn size<W: Word>(source: &dyn Source<W>, control: &mut Control<'_>) -> Result<Size, TableError> {
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
    // Two standard errors.
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

/// The mean number of positions of each tier.
fn mean_tiers(all: &[Counts]) -> Vec<f64> {
    let tiers = all.iter().map(|counts| counts.tiers.len()).max();
    let of = |tier: usize| all.iter().filter_map(move |counts| counts.tiers.get(tier));
    (0..tiers.unwrap_or_default())
        .map(|tier| of(tier).sum::<f64>() / all.len() as f64)
        .collect()
}

/// The moves taken back that the smallest samples would look at, as the most of a random line of play tells;
/// `None` where they cannot be taken back.
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

/// Which positions play reaches.
struct Origins<'s, W: Word> {
    source: &'s dyn Source<W>,
    /// What is known.
    reached: FxHashMap<W, bool>,
    /// Moves taken back that were looked at.
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
    // Moves taken back that a tier may have looked at, and how many positions it keeps for that.
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
        // Where a move leads, with the weight it brings and the other parents.
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
                // While everything is counted, nothing needs to be weighed.
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

/// The mean of one over the number of reached parents, of which there are `parents` in all: one is
/// reached, and each other one with this chance.
fn mean_share(chance: f64, parents: usize) -> f64 {
    match chance > 1e-9 {
        true => (1.0 - (1.0 - chance).powi(parents as i32)) / (chance * parents as f64),
        false => 1.0,
    }
}

/// Draws a sample in proportion to weight (systematic resampling); each has the same share then.
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
