//! Games whose play may cycle: all positions are one tier, found breadth first and valued backward.
//!
//! There is no order in which what follows comes first. Where moves can be taken back and gain nothing,
//! values spread from the finished positions by [layers](layers): what is in memory is the keys and some 14
//! bytes a position. Otherwise the [moves](moves) themselves are in memory: 16 bytes each.
//!
//! Keys are found within whatever memory there is, and are kept ply after ply, whatever happens; values
//! are found anew.

mod enumerate;
mod layers;
mod moves;
mod set;

use super::TableError;
use super::backward::{Tally, Worker, encode};
use super::build::{Building, Job, Options, Phase};
use super::fold::Marks;
use super::format::{Ply, Tier};
use super::forward::{BATCH, PIECE};
use super::part::Part;
use super::reader::Table;
use super::source::{Batch, Source, Want};
use super::tiers::TierFile;
use super::verify::{Verified, Verifying};
use super::word::Word;
use super::work::in_pieces;
use crate::Control;
use crate::space::Id;
use yomikiri_core::{Ask, Player, Score};

/// Whether a key is one of a canonical position is looked at once, when it is first valued.
const CHECKED: Want = Want {
    orbits: false,
    checks: true,
};
/// Positions in a piece of work.
const SHARE: usize = PIECE / 4;

/// What each thread works with.
struct Hand<W> {
    batch: Batch<W>,
    keys: Vec<W>,
    scratch: Vec<W>,
}

impl<W: Word> Hand<W> {
    fn several(options: &Options) -> Vec<Hand<W>> {
        let one = |_| Hand {
            batch: Batch::default(),
            keys: Vec::new(),
            scratch: Vec::new(),
        };
        (0..options.threads.max(1)).map(one).collect()
    }
}

/// The scores of all positions, as First sees them, by their places among the keys.
enum Scores<S> {
    Each(Vec<S>),
    /// By label; 0 is endless play.
    Labelled {
        labels: Vec<u16>,
        of: Vec<S>,
    },
}

impl<S: Score> Scores<S> {
    #[inline]
    fn get(&self, place: usize) -> S {
        match self {
            Scores::Each(scores) => scores[place],
            Scores::Labelled { labels, of } => of[usize::from(labels[place])],
        }
    }
}

/// A game, whole.
struct Whole<W, S: Score> {
    /// All keys, ascending.
    part: Part<W, S>,
    scores: Scores<S>,
    /// The counts of all positions.
    tally: Tally,
    /// Positions by the ply at which play first reaches them.
    plies: Vec<Ply>,
}

/// A score as one player sees it, seen by First, and the other way round.
#[inline]
fn seen_by<S: Score>(player: Player, score: S) -> S {
    match player {
        Player::First => score,
        Player::Second => score.turned(),
    }
}

/// The least that so many positions need while they are valued: keys and their index, labels and counts,
/// and a layer or two.
pub(crate) fn needed<W: Word>(count: u64) -> u64 {
    count.saturating_mul(W::BYTES as u64 + 2 + 4 + 8)
}

/// Refuses what does not fit.
fn may_use(bytes: u64, options: &Options) -> Result<(), TableError> {
    match bytes <= options.memory {
        true => Ok(()),
        false => Err(TableError::NoRoom {
            of: "memory",
            needed: bytes,
            allowed: options.memory,
        }),
    }
}

/// Values all positions, whose keys these are: those that play reaches and no others, or it is an error.
fn valued<W: Word, S: Score>(
    source: &dyn Source<W>,
    keys: Vec<W>,
    options: &Options,
    control: &mut Control<'_>,
    told: &mut dyn FnMut(u64, u64),
) -> Result<Whole<W, S>, TableError> {
    let part: Part<W, S> = Part::new(0, 0, keys, Vec::new());
    told(0, 0);
    let scores = match source.taken_back() {
        true => layers::values(source, &part, options, control, told)?,
        false => Scores::Each(moves::values(source, &part, options, control)?),
    };
    let mut hands = Hand::several(options);
    let (tally, plies) = counted(source, &part, &scores, &mut hands, control)?;
    Ok(Whole {
        part,
        scores,
        tally,
        plies,
    })
}

/// Counts positions by the ply at which play first reaches them, and in all.
fn counted<W: Word, S: Score>(
    source: &dyn Source<W>,
    part: &Part<W, S>,
    scores: &Scores<S>,
    hands: &mut [Hand<W>],
    control: &mut Control<'_>,
) -> Result<(Tally, Vec<Ply>), TableError> {
    let missing = || TableError::damaged("a position that play reaches is missing");
    let reached = Marks::new(part.keys.len() as u64);
    let mut layer: Vec<u32> = Vec::new();
    for (_, key) in source.starts() {
        let place = part.find(key).ok_or_else(missing)?;
        if reached.add(place) {
            layer.push(place as u32);
        }
    }
    let want = Want {
        orbits: true,
        ..Want::default()
    };
    let (mut all, mut plies) = (Tally::default(), Vec::new());
    while !layer.is_empty() {
        let pieces = in_pieces(hands, layer.len().div_ceil(SHARE), |hand, number| {
            let places = &layer[number * SHARE..layer.len().min((number + 1) * SHARE)];
            let (mut tally, mut next) = (Tally::default(), Vec::new());
            for places in places.chunks(BATCH) {
                hand.keys.clear();
                let keys = places.iter().map(|place| part.keys[*place as usize]);
                hand.keys.extend(keys);
                source.expand(0, &hand.keys, want, &mut hand.batch)?;
                for (place, orbit) in places.iter().zip(&hand.batch.orbits) {
                    tally.count(scores.get(*place as usize), *orbit);
                }
                for child in &hand.batch.children {
                    let place = part.find(*child).ok_or_else(missing)?;
                    if reached.add(place) {
                        next.push(place as u32);
                    }
                }
            }
            Ok((tally, next))
        })?;
        control.advance(layer.len() as u64)?;
        layer.clear();
        let mut of_ply = Tally::default();
        for (tally, next) in pieces {
            of_ply.add(tally);
            layer.extend(next);
        }
        // Neighbours in the table are looked at together.
        layer.sort_unstable();
        all.add(of_ply);
        plies.push(Ply {
            positions: of_ply.positions,
            first: of_ply.first,
            second: of_ply.second,
        });
    }
    match reached.first_unset(part.keys.len() as u64) {
        None => Ok((all, plies)),
        Some(_) => Err(TableError::damaged(
            "it holds a position that play does not reach",
        )),
    }
}

/// Enumerates, values and writes.
pub(crate) fn build<W: Word, S: Score>(job: &mut Job<'_, '_, W>) -> Result<(), TableError> {
    let mut tier = match job.tiers.first() {
        Some(tier) => *tier,
        None => enumerate::all(job)?,
    };
    let keys = keys_of(job, tier)?;
    let told = &mut *job.told;
    let mut telling = |layer, done| {
        told(&Building {
            phase: Phase::Valuing,
            tier: layer,
            done,
            total: None,
            positions: 0,
        });
    };
    let whole = valued::<W, S>(job.source, keys, job.options, job.control, &mut telling)?;
    tier.positions = whole.tally.positions;
    tier.first = whole.tally.first;
    tier.second = whole.tally.second;
    tier.values_at = job.part.len();
    let mut workers: Vec<Worker<W>> = Worker::several(1)?;
    let writer = &mut workers[0].writer;
    let (mut at, mut scores) = (0, Vec::new());
    while at < whole.part.keys.len() {
        let to = (at + PIECE).min(whole.part.keys.len());
        scores.clear();
        scores.extend((at..to).map(|place| whole.scores.get(place)));
        encode(writer, &scores, job.ask)?;
        at = to;
    }
    job.part.put(&writer.bytes)?;
    tier.values_len = job.part.len() - tier.values_at;
    tier.values_check = crc32fast::hash(&writer.index);
    job.part.put(&writer.index)?;
    job.may_write()?;
    job.tiers = vec![tier];
    job.layers = whole.plies;
    Ok(())
}

/// The keys that are written.
fn keys_of<W: Word>(job: &mut Job<'_, '_, W>, tier: Tier) -> Result<Vec<W>, TableError> {
    let file = job.reading()?;
    let reader = TierFile::open(file.as_ref(), job.bits, Ask::Winner, tier, false)?;
    read_keys(&reader, job.options)
}

/// All keys of a table's one tier, if they can be valued in memory.
fn read_keys<W: Word>(reader: &TierFile<'_>, options: &Options) -> Result<Vec<W>, TableError> {
    let stored = reader.tier.stored;
    may_use(needed::<W>(stored), options)?;
    let mut keys = Vec::with_capacity(stored as usize);
    reader.keys(0..stored as usize, &mut keys)?;
    Ok(keys)
}

/// Values the keys again and compares. Valuing finds whether they are those that play reaches.
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
    if Id::try_from(tier.stored).is_err() || (tier.rank, tier.reach) != (0, 0) {
        return fault("its tier is none of a game whose play may cycle");
    }
    let ask = table.subject().ask;
    let file = TierFile::open(table.reading(), table.key_bits(), ask, tier, true)?;
    let keys: Vec<W> = read_keys(&file, options)?;
    if !keys.is_sorted_by(|a, b| a < b) {
        return fault("its keys are not in ascending order");
    }
    let total = tier.stored;
    let mut telling = |_, done| told(&Verifying { done, total });
    let whole = valued::<W, S>(source, keys, options, control, &mut telling)?;
    let mut at = 0;
    while at < whole.part.keys.len() {
        let range = at..(at + PIECE).min(whole.part.keys.len());
        let mut scores = Vec::new();
        file.scores::<S>(range.clone(), &mut scores)?;
        for (place, stored) in (at..).zip(&scores) {
            let should = whole.scores.get(place);
            if should.store() != *stored {
                return Err(TableError::damaged(format!(
                    "the position with key {:#x} has the value `{}`, and `{}` is true",
                    whole.part.keys[place].wide(),
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
