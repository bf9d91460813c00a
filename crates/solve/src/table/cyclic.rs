//! Games whose play may cycle: all positions are one tier, found breadth first and valued together.
//!
//! There is no order in which what follows comes first, so everything is in memory at once: the keys
//! twice, four bytes a move forward and eight backward. A build that is cut off begins anew.

use super::TableError;
use super::backward::{Tally, Worker, encode};
use super::build::{Building, Job, Options, Phase};
use super::format::{Ply, Tier};
use super::forward::{BATCH, PIECE};
use super::keys::KeyBlocks;
use super::part::Part;
use super::reader::Table;
use super::source::{Batch, Source, Want};
use super::tiers::TierFile;
use super::verify::{Verified, Verifying};
use super::word::{Word, sort_and_dedup};
use crate::Control;
use crate::retrograde::values_of;
use crate::space::{Edges, Id, SpaceError};
use yomikiri_core::{Player, Score};

/// Children gathered before they are sorted, at least.
const GATHERED: usize = 1 << 22;

/// A game, whole.
struct Whole<W, S> {
    /// All keys, ascending.
    keys: Vec<W>,
    /// Their scores, as First sees them.
    scores: Vec<S>,
    /// The counts of all positions.
    tally: Tally,
    /// Positions by the ply at which play first reaches them.
    plies: Vec<Ply>,
}

/// Refuses what does not fit.
fn may_use(bytes: usize, options: &Options) -> Result<(), TableError> {
    match bytes as u64 <= options.memory {
        true => Ok(()),
        false => Err(TableError::NoRoom {
            of: "memory",
            needed: bytes as u64,
            allowed: options.memory,
        }),
    }
}

/// Two ascending lists without a common key as one.
fn merged<W: Word>(a: &[W], b: &[W]) -> Vec<W> {
    let mut all = Vec::with_capacity(a.len() + b.len());
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    while let (Some(&&x), Some(&&y)) = (a.peek(), b.peek()) {
        all.push(x.min(y));
        if x < y {
            a.next();
        } else {
            b.next();
        }
    }
    all.extend(a);
    all.extend(b);
    all
}

/// All keys, ascending, and those of each layer: first reached after 0, 1, 2, … plies.
fn enumerate<W: Word>(
    source: &dyn Source<W>,
    options: &Options,
    control: &mut Control<'_>,
    told: &mut dyn FnMut(u64, u64),
) -> Result<(Vec<W>, Vec<Vec<W>>), TableError> {
    let mut batch = Batch::default();
    let (mut scratch, mut children) = (Vec::new(), Vec::new());
    let mut layers: Vec<Vec<W>> = Vec::new();
    // Lists of what is known, each more than twice as long as the next.
    let mut known: Vec<Vec<W>> = Vec::new();
    let mut count = 0;
    let mut frontier: Vec<W> = source.starts().into_iter().map(|(_, key)| key).collect();
    while !frontier.is_empty() {
        count += frontier.len();
        may_use((4 * count + 2 * GATHERED.min(count)) * W::BYTES, options)?;
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
        let mut sorted = 0;
        for keys in frontier.chunks(BATCH) {
            source.expand(0, keys, Want::default(), &mut batch)?;
            children.extend_from_slice(&batch.children);
            if children.len() > 2 * sorted + GATHERED {
                sort_and_dedup(&mut children, &mut scratch, source.bits());
                sorted = children.len();
                may_use((4 * count + 2 * sorted) * W::BYTES, options)?;
            }
        }
        sort_and_dedup(&mut children, &mut scratch, source.bits());
        children.retain(|key| known.iter().all(|list| list.binary_search(key).is_err()));
        control.advance(frontier.len() as u64)?;
        told(layers.len() as u64, count as u64);
        layers.push(std::mem::take(&mut frontier));
        frontier.append(&mut children);
    }
    let all = known
        .iter()
        .rev()
        .fold(Vec::new(), |all, list| merged(&all, list));
    Ok((all, layers))
}

/// Enumerates and values everything.
fn whole<W: Word, S: Score>(
    source: &dyn Source<W>,
    options: &Options,
    control: &mut Control<'_>,
    told: &mut dyn FnMut(Phase, u64, u64),
) -> Result<Whole<W, S>, TableError> {
    let mut found = |ply, count| told(Phase::Enumerating, ply, count);
    let (keys, layers) = enumerate(source, options, control, &mut found)?;
    let part: Part<W, S> = Part::new(0, 0, keys, Vec::new());
    let count = part.keys.len();
    told(Phase::Valuing, 0, 0);
    let mut edges = Edges::default();
    let (mut movers, mut terminals) = (Vec::with_capacity(count), Vec::new());
    let mut orbits: Vec<u64> = Vec::with_capacity(count);
    let mut batch = Batch::default();
    let want = Want {
        orbits: true,
        checks: true,
    };
    for keys in part.keys.chunks(BATCH) {
        source.expand(0, keys, want, &mut batch)?;
        let mut start = 0;
        for (place, &end) in batch.ends.iter().enumerate() {
            let mover = batch.movers[place];
            if let Some(outcome) = batch.outcomes[place] {
                terminals.push((movers.len() as Id, S::of_outcome(outcome, mover)));
            }
            movers.push(mover);
            for child in start..end as usize {
                let target = part.find(batch.children[child]);
                let missing = || TableError::damaged("a position that a move leads to is missing");
                let gain = batch.gains.get(child).copied();
                edges.push_move(target.ok_or_else(missing)? as Id, gain);
            }
            edges.end_position();
            start = end as usize;
        }
        orbits.extend_from_slice(&batch.orbits);
        let bytes = count * (3 * W::BYTES + 32 + 2 * size_of::<Option<S>>()) + edges.len() * 16;
        may_use(bytes, options)?;
        control.advance(keys.len() as u64)?;
    }
    let valued = values_of(&edges, movers.clone(), terminals, source.endless());
    let scores: Vec<S> = valued.map_err(|error| match error {
        SpaceError::Stopped(stop) => TableError::Stopped(stop),
        SpaceError::Refused(refusal) => TableError::Unsupported(refusal.to_string()),
    })?;
    let seen = |(score, mover): (S, &Player)| match mover {
        Player::First => score,
        Player::Second => score.turned(),
    };
    let scores: Vec<S> = scores.into_iter().zip(&movers).map(seen).collect();
    let mut all = Tally::default();
    let mut plies = Vec::with_capacity(layers.len());
    for layer in layers {
        let mut tally = Tally::default();
        for key in layer {
            if let Some(place) = part.find(key) {
                tally.count(scores[place], orbits[place]);
            }
        }
        all.add(tally);
        plies.push(Ply {
            positions: tally.positions,
            first: tally.first,
            second: tally.second,
        });
    }
    Ok(Whole {
        keys: part.keys,
        scores,
        tally: all,
        plies,
    })
}

/// Enumerates, values and writes.
pub(crate) fn build<W: Word, S: Score>(job: &mut Job<'_, '_, W>) -> Result<(), TableError> {
    let told = &mut *job.told;
    let mut telling = |phase, tier, done| {
        told(&Building {
            phase,
            tier,
            done,
            total: None,
            positions: 0,
        });
    };
    let whole = whole::<W, S>(job.source, job.options, job.control, &mut telling)?;
    let mut tier = Tier {
        stored: whole.keys.len() as u64,
        positions: whole.tally.positions,
        first: whole.tally.first,
        second: whole.tally.second,
        keys_at: job.part.len(),
        ..Tier::default()
    };
    let mut index = Vec::new();
    for keys in whole.keys.chunks(PIECE) {
        let blocks = KeyBlocks::encode(keys, job.bits);
        index.extend(blocks.index_from(job.part.len() - tier.keys_at, job.bits));
        job.part.put(&blocks.bytes)?;
    }
    tier.keys_len = job.part.len() - tier.keys_at;
    tier.keys_check = crc32fast::hash(&index);
    job.part.put(&index)?;
    tier.values_at = job.part.len();
    let mut workers: Vec<Worker<W>> = Worker::several(1)?;
    let writer = &mut workers[0].writer;
    encode(writer, &whole.scores, job.ask)?;
    job.part.put(&writer.bytes)?;
    tier.values_len = job.part.len() - tier.values_at;
    tier.values_check = crc32fast::hash(&writer.index);
    job.part.put(&writer.index)?;
    job.may_write()?;
    job.tiers.push(tier);
    job.layers = whole.plies;
    Ok(())
}

/// Works everything out again and compares.
pub(crate) fn verify<W: Word, S: Score>(
    source: &dyn Source<W>,
    table: &Table,
    options: &Options,
    control: &mut Control<'_>,
    told: &mut dyn FnMut(&Verifying),
) -> Result<Verified, TableError> {
    let fault = |what: &str| Err(TableError::damaged(what));
    let tiers: Vec<Tier> = table.tiers().collect();
    let [tier] = tiers[..] else {
        return fault("there is not one tier, though play may cycle");
    };
    let total = tier.stored;
    let mut telling = |_, _, done| told(&Verifying { done, total });
    let whole = whole::<W, S>(source, options, control, &mut telling)?;
    if tier.stored != whole.keys.len() as u64 || (tier.rank, tier.reach) != (0, 0) {
        return fault("it does not hold as many positions as play reaches");
    }
    let ask = table.subject().ask;
    let file = TierFile::open(table.reading(), table.key_bits(), ask, tier, true)?;
    let mut at = 0;
    while at < whole.keys.len() {
        let range = at..(at + PIECE).min(whole.keys.len());
        let (mut keys, mut scores) = (Vec::new(), Vec::new());
        file.keys::<W>(range.clone(), &mut keys)?;
        file.scores::<S>(range.clone(), &mut scores)?;
        if keys != whole.keys[range.clone()] {
            return fault("its keys are not those of the positions that play reaches");
        }
        for (place, stored) in (at..).zip(&scores) {
            let should = whole.scores[place];
            if should.store() != *stored {
                return Err(TableError::damaged(format!(
                    "the position with key {:#x} has the value `{}`, and `{}` is true",
                    whole.keys[place].wide(),
                    S::load(*stored).absolute(Player::First),
                    should.absolute(Player::First)
                )));
            }
        }
        at = range.end;
    }
    let counts = (whole.tally.positions, whole.tally.first, whole.tally.second);
    if counts != (tier.positions, tier.first, tier.second) || !table.plies().eq(whole.plies) {
        return fault("its counts are wrong");
    }
    Ok(Verified {
        positions: tier.positions,
        stored: tier.stored,
    })
}
