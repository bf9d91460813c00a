//! The size of a game whose play may cycle, in which no order of positions helps sampling.
//!
//! Small games are counted. In larger ones several random walks follow moves forward and back. A step is accepted
//! with a chance that makes every position equally likely in the long run (Metropolis and Hastings). So the number of
//! times that one walk was a move away from where another was shows how many positions are joined by moves in either
//! direction: the fewer meetings, the more positions. Play from the start may reach only some of these. For a few
//! positions that the walks reached, a search backward either comes to a counted position, or has nowhere left to go,
//! or is given up. The first share bounds the number of positions that play reaches from below, the second from
//! above. A search that was given up leaves doubt; the estimate counts it as reached, since ways back that end do so
//! soon.

use super::size::{AT_ONCE, MOST_COUNTED, Size, key_bytes, room_for};
use crate::Control;
use crate::table::TableError;
use crate::table::clock::timed;
use crate::table::source::{Batch, Source, Want};
use crate::table::word::Word;
use rustc_hash::FxHashSet;
use std::time::Duration;
use yomikiri_core::random::Random;

/// The number of walks.
const WALKS: usize = 8;
/// The steps that each walk takes before it is recorded.
const LOST: usize = 2000;
/// The steps of each walk: the first number, then twice as many, up to the last.
const STEPS: [usize; 4] = [4_000, 8_000, 16_000, 32_000];
/// This many positions are counted whatever the limit of memory: some 2 MB.
const LEAST_COUNTED: usize = 1 << 14;
/// The bytes of a position while positions are counted: a measured upper bound.
const COUNTING: u64 = 150;
/// A sufficient number of meetings.
const ENOUGH: f64 = 400.0;
/// With fewer meetings than this, there is no estimate.
const TOO_FEW: f64 = 6.0;
/// The most positions beside the walks that are kept; with more, the walks stop.
const MOST_BESIDE: usize = 1 << 23;
/// The positions that are followed back.
const FOLLOWED: usize = 240;
/// If not all positions are counted, the assumed most plies; a ply takes few bytes.
const MOST_PLIES: f64 = 1000.0;
/// The most positions looked at on one way back.
const WAY_BACK: usize = 2000;
/// The most positions looked at on all ways back together.
const WAYS_BACK: usize = 150_000;

/// Returns the size of a game, counted or estimated.
pub(super) fn size<W: Word>(
    source: &dyn Source<W>,
    control: &mut Control<'_>,
) -> Result<Size, TableError> {
    let counted = count(source, control)?;
    let plies = match counted.whole {
        true => counted.plies,
        false => counted.plies.max(MOST_PLIES),
    };
    let sized = |positions: f64, stored: f64| Size {
        positions,
        least: positions,
        most: positions,
        stored,
        largest: stored,
        keys: key_bytes(source.bits(), stored),
        tiers: vec![stored],
        plies,
        each: counted.each,
        moves: counted.moves,
    };
    let known = counted.known.len() as f64;
    if counted.whole {
        return Ok(sized(counted.positions, known));
    }
    if !source.parents(counted.start, &mut Vec::new())? {
        return Err(TableError::Unsupported(format!(
            "play may cycle in this game, it has {} positions or more, and moves cannot be taken back: nothing is known to estimate from",
            counted.known.len()
        )));
    }
    let joined = walked(source, counted.start, control)?;
    let shares = shares(source, &counted.known, &joined.seen, control)?;
    let least = known.max(joined.least * shares.reached);
    let most = least.max(joined.most * (1.0 - shares.out_of_reach));
    let middle = (joined.least * joined.most).sqrt();
    let stored = (middle * shares.not_out_of_reach).clamp(least, most);
    Ok(Size {
        least: least * joined.orbit,
        most: most * joined.orbit,
        ..sized(stored * joined.orbit, stored)
    })
}

/// The first positions, breadth first.
struct Counted<W> {
    start: W,
    known: FxHashSet<W>,
    /// Whether these are all positions.
    whole: bool,
    /// The plies after which the last of them is first reached, plus 1.
    plies: f64,
    /// The positions with orbits expanded.
    positions: f64,
    /// The seconds to expand a position, and its number of moves.
    each: f64,
    moves: f64,
}

fn count<W: Word>(
    source: &dyn Source<W>,
    control: &mut Control<'_>,
) -> Result<Counted<W>, TableError> {
    let mut expanding = Duration::ZERO;
    let mut batch = Batch::default();
    let want = Want {
        orbits: true,
        checks: false,
    };
    let mut open: Vec<W> = source.starts().into_iter().map(|(_, key)| key).collect();
    let start = open.first().copied().unwrap_or_default();
    let mut known: FxHashSet<W> = open.iter().copied().collect();
    let (mut positions, mut plies, mut expanded, mut moves) = (0.0, 0.0, 0, 0);
    let most = room_for(COUNTING, MOST_COUNTED, control).max(LEAST_COUNTED);
    let mut next = Vec::new();
    while !open.is_empty() && known.len() <= most {
        plies += 1.0;
        for some in open.chunks(AT_ONCE) {
            let (done, took) = timed(|| source.expand(0, some, want, &mut batch));
            done?;
            expanding += took;
            expanded += some.len();
            moves += batch.children.len();
            control.advance(some.len() as u64)?;
            positions += batch.orbits.iter().map(|orbit| *orbit as f64).sum::<f64>();
            next.extend(batch.children.iter().filter(|child| known.insert(**child)));
        }
        open.clear();
        std::mem::swap(&mut open, &mut next);
    }
    Ok(Counted {
        start,
        whole: open.is_empty(),
        known,
        plies,
        positions,
        each: expanding.as_secs_f64() / expanded.max(1) as f64,
        moves: moves as f64 / expanded.max(1) as f64,
    })
}

/// The positions that are joined to the start, as estimated by walks.
struct Joined<W> {
    least: f64,
    most: f64,
    /// The mean size of an orbit.
    orbit: f64,
    /// A uniform sample of them.
    seen: Vec<W>,
}

/// One walk.
struct Walk<W> {
    at: W,
    orbit: u64,
    next: Vec<W>,
    random: Random,
}

fn walked<W: Word>(
    source: &dyn Source<W>,
    start: W,
    control: &mut Control<'_>,
) -> Result<Joined<W>, TableError> {
    let mut batch = Batch::default();
    // A list may take twice its length when it grows.
    let beside_bytes = 4 * size_of::<(W, u8)>() as u64;
    let most_beside = room_for(beside_bytes, MOST_BESIDE, control);
    let mut walks = Vec::new();
    for seed in 1..=WALKS as u64 {
        let mut walk = Walk {
            at: start,
            orbit: 1,
            next: Vec::new(),
            random: Random::new(seed),
        };
        walk.orbit = beside(source, start, &mut batch, &mut walk.next)?;
        for _ in 0..LOST {
            walk.step(source, &mut batch)?;
        }
        walks.push(walk);
    }
    // The positions where each walk was, and those one move away.
    let mut at: Vec<(W, u8)> = Vec::new();
    let mut near: Vec<(W, u8)> = Vec::new();
    let (mut orbits, mut steps) = (0.0, 0);
    for goal in STEPS {
        for (number, walk) in (0..).zip(&mut walks) {
            for _ in steps..goal {
                walk.step(source, &mut batch)?;
                at.push((walk.at, number));
                near.extend(walk.next.iter().map(|next| (*next, number)));
                orbits += walk.orbit as f64;
            }
            control.advance((goal - steps) as u64)?;
        }
        steps = goal;
        at.sort_unstable();
        near.sort_unstable();
        let met = Meetings::of(&at, &near);
        let last = goal == STEPS[STEPS.len() - 1] || near.len() > most_beside / 2;
        if met.all() >= ENOUGH || (last && met.all() >= TOO_FEW) {
            let moves = near.len() as f64 / at.len() as f64;
            let (least, most) = met.range(moves * (steps * steps) as f64);
            let mut random = Random::new(0);
            let seen = (0..FOLLOWED).map(|_| at[random.index(at.len())].0);
            return Ok(Joined {
                least,
                most,
                orbit: orbits / at.len() as f64,
                seen: seen.collect(),
            });
        }
        if last {
            break;
        }
    }
    Err(TableError::Unsupported(
        "play may cycle in this game, and it has far more positions than were looked at: too many to estimate"
            .to_owned(),
    ))
}

impl<W: Word> Walk<W> {
    fn step(&mut self, source: &dyn Source<W>, batch: &mut Batch<W>) -> Result<(), TableError> {
        if self.next.is_empty() {
            return Ok(());
        }
        let to = self.next[self.random.index(self.next.len())];
        let mut next = Vec::new();
        let orbit = beside(source, to, batch, &mut next)?;
        // Walks reach positions with many moves more often, so they leave them more readily.
        if self.random.unit() * next.len() as f64 <= self.next.len() as f64 {
            (self.at, self.orbit, self.next) = (to, orbit, next);
        }
        Ok(())
    }
}

/// Finds all positions one move away in either direction, and returns the size of the position's orbit.
fn beside<W: Word>(
    source: &dyn Source<W>,
    key: W,
    batch: &mut Batch<W>,
    next: &mut Vec<W>,
) -> Result<u64, TableError> {
    let want = Want {
        orbits: true,
        checks: false,
    };
    source.expand(0, &[key], want, batch)?;
    source.parents(key, next)?;
    next.extend_from_slice(&batch.children);
    next.sort_unstable();
    next.dedup();
    next.retain(|other| *other != key);
    Ok(batch.orbits.first().copied().unwrap_or(1))
}

/// How often each walk was one move away from where each other one was, at any times.
struct Meetings([[f64; WALKS]; WALKS]);

impl Meetings {
    /// Counts the meetings; both lists are sorted.
    fn of<W: Word>(at: &[(W, u8)], near: &[(W, u8)]) -> Meetings {
        let mut met = [[0.0; WALKS]; WALKS];
        let mut rest = near;
        for here in at.chunk_by(|a, b| a.0 == b.0) {
            let key = here[0].0;
            rest = &rest[rest.partition_point(|(other, _)| *other < key)..];
            for (_, near) in rest.iter().take_while(|(other, _)| *other == key) {
                for (_, at) in here {
                    met[usize::from(*near)][usize::from(*at)] += 1.0;
                }
            }
        }
        for (walk, met) in met.iter_mut().enumerate() {
            met[walk] = 0.0;
        }
        Meetings(met)
    }

    fn all(&self) -> f64 {
        self.0.iter().flatten().sum()
    }

    /// Returns the number of meetings without a walk.
    fn without(&self, walk: usize) -> f64 {
        let own: f64 = self.0[walk].iter().sum();
        let others: f64 = self.0.iter().map(|met| met[walk]).sum();
        self.all() - own - others
    }

    /// Returns the range of the number of positions, given `chances` of two walks to meet, spread over all positions.
    /// The change when each walk in turn is left out (the jackknife) gives the standard error; the range is three of
    /// these either way.
    fn range(&self, chances: f64) -> (f64, f64) {
        let walks = WALKS as f64;
        let about = |pairs: f64, met: f64| (pairs * chances / met.max(1.0)).ln();
        let whole = about(walks * (walks - 1.0), self.all());
        let pairs = (walks - 1.0) * (walks - 2.0);
        let without: Vec<f64> = (0..WALKS)
            .map(|walk| about(pairs, self.without(walk)))
            .collect();
        let mean = without.iter().sum::<f64>() / walks;
        let squares: f64 = without.iter().map(|one| (one - mean).powi(2)).sum();
        let error = ((walks - 1.0) / walks * squares).sqrt();
        let error = error.max(1.0 / self.all().sqrt());
        ((whole - 3.0 * error).exp(), (whole + 3.0 * error).exp())
    }
}

/// The shares of a sample.
struct Shares {
    /// Lower bounds of the share that play reaches and the share that it does not: two standard errors below the
    /// sample.
    reached: f64,
    out_of_reach: f64,
    /// The share not shown to be out of reach.
    not_out_of_reach: f64,
}

fn shares<W: Word>(
    source: &dyn Source<W>,
    known: &FxHashSet<W>,
    some: &[W],
    control: &mut Control<'_>,
) -> Result<Shares, TableError> {
    let (mut all, mut reached, mut out_of_reach, mut looked_at) = (0.0, 0.0, 0.0, 0);
    for key in some {
        match reaches(source, known, *key, &mut looked_at)? {
            Some(true) => reached += 1.0,
            Some(false) => out_of_reach += 1.0,
            None => {}
        }
        all += 1.0;
        if looked_at > WAYS_BACK {
            break;
        }
        control.advance(0)?;
    }
    // This takes two standard errors off, and adds one position to the total: a share of all does not prove that
    // there are no others.
    let sure = |count: f64| {
        let share = count / (all + 1.0);
        (share - 2.0 * (share * (1.0 - share) / all).sqrt()).max(0.0)
    };
    Ok(Shares {
        reached: sure(reached),
        out_of_reach: sure(out_of_reach),
        not_out_of_reach: 1.0 - out_of_reach / f64::max(all, 1.0),
    })
}

/// Returns whether play reaches a position, because a counted one leads to it; `None` if the way back is too long.
/// Adds the positions that it looked at to `looked_at`.
fn reaches<W: Word>(
    source: &dyn Source<W>,
    known: &FxHashSet<W>,
    key: W,
    looked_at: &mut usize,
) -> Result<Option<bool>, TableError> {
    let mut seen = FxHashSet::default();
    let mut open = vec![key];
    let mut before = Vec::new();
    let mut found = Some(false);
    while let Some(at) = open.pop() {
        if known.contains(&at) {
            found = Some(true);
            break;
        }
        if !seen.insert(at) {
            continue;
        }
        if seen.len() > WAY_BACK {
            found = None;
            break;
        }
        before.clear();
        source.parents(at, &mut before)?;
        open.extend(before.iter().filter(|before| !seen.contains(before)));
    }
    *looked_at += seen.len();
    Ok(found)
}
