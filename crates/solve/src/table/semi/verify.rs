//! Verifying a semi-strong table: from the start down it finds the clean players and checks that every value
//! follows; then searches show that the omitted moves are mistakes.

use super::judge::Judge;
use super::pass::{Seen, Step};
use super::sides::Sides;
use crate::Control;
use crate::table::TableError;
use crate::table::backward::{InFile, Tally, provide};
use crate::table::extent::Extent;
use crate::table::fold::Marks;
use crate::table::format::Tier;
use crate::table::forward::piece;
use crate::table::part::Part;
use crate::table::plan::groups;
use crate::table::reader::Table;
use crate::table::site::Options;
use crate::table::source::{Batch, Source, Want};
use crate::table::starts::{mark_starts, plies_are_right, tier_is_right};
use crate::table::tiers::TierFile;
use crate::table::word::Word;
use crate::table::work::in_pieces;
use crate::table::worth::{Worth, Worths, seen_by};
use yomikiri_core::{Player, Stop, Value};

/// The approximate most positions at which the omitted moves are searched, unless all are searched.
const SEARCHED: u64 = 4096;
/// The positions that are searched between two checks of the limits, for each thread.
const AT_ONCE: usize = 64;

/// The counts of a verification.
pub(crate) struct Found {
    pub(crate) positions: u64,
    pub(crate) stored: u64,
    pub(crate) left_out: u64,
    pub(crate) searched: u64,
}

/// Receives how much was checked, and the total.
type Told<'t> = &'t mut dyn FnMut(u64, u64);

/// Verifies a table's keys, values and counts.
///
/// # Errors
///
/// If a fault is found; limits.
pub(crate) fn verify<W: Word>(
    source: &dyn Source<W>,
    table: &Table,
    options: &Options,
    control: &mut Control<'_>,
    told: Told<'_>,
) -> Result<Found, TableError> {
    let run = Run {
        source,
        table,
        options,
    };
    run.all(control, told)
}

/// The judge and the buffers of a thread.
type Searching<'j, W> = (Box<dyn Judge<W> + 'j>, Batch<W>);

struct Run<'r, W: Word> {
    source: &'r dyn Source<W>,
    table: &'r Table,
    options: &'r Options,
}

/// The result of a tier.
struct OfTier<W> {
    unit: bool,
    left_out: u64,
    chosen: Vec<W>,
}

impl<W: Word> Run<'_, W> {
    fn worths(&self) -> Worths {
        Worths(self.table.subject().ask)
    }

    fn extent(&self) -> Extent {
        self.table.subject().extent
    }

    fn all(&self, control: &mut Control<'_>, told: Told<'_>) -> Result<Found, TableError> {
        let tiers: Vec<Tier> = self.table.tiers().collect();
        let total: u64 = tiers.iter().map(|tier| tier.stored).sum();
        if total / 4 > self.options.memory / 4 {
            return Err(TableError::NoRoom {
                of: "memory",
                needed: total,
                allowed: self.options.memory,
            });
        }
        let marks = || tiers.iter().map(|tier| Marks::new(tier.stored)).collect();
        let clean: [Vec<Marks>; 2] = [marks(), marks()];
        mark_starts(self.source, self.table, &tiers, &[&clean[0], &clean[1]])?;
        let mut workers: Vec<Batch<W>> = (0..self.options.threads.max(1))
            .map(|_| Batch::default())
            .collect();
        let (mut chosen, mut to_search) = (Vec::new(), 0);
        let (mut done, mut unit, mut left_out) = (0, true, 0);
        for place in 0..tiers.len() {
            let mut verifying = |more: u64| {
                done += more;
                told(done, total);
                control.advance(more)
            };
            let of = self.tier(&tiers, place, &clean, &mut workers, &mut verifying)?;
            unit &= of.unit;
            left_out += of.left_out;
            chosen.push((tiers[place].rank, of.chosen));
            to_search += chosen.last().map_or(0, |(_, keys)| keys.len() as u64);
            let needed = to_search * W::BYTES as u64;
            if needed > self.options.memory / 4 {
                return Err(TableError::NoRoom {
                    of: "memory",
                    needed: 4 * needed,
                    allowed: self.options.memory,
                });
            }
        }
        plies_are_right(self.source, self.table, &tiers, unit)?;
        let mut searched = 0;
        // The deepest positions are searched first: they are quick, and their results serve the others.
        let judges = workers
            .iter()
            .map(|_| self.source.judge(self.worths().0, self.extent(), control));
        let judges = judges.collect::<Result<Vec<_>, _>>()?;
        let mut judges: Vec<_> = judges.into_iter().zip(workers).collect();
        for (rank, keys) in chosen.iter().rev() {
            for keys in keys.chunks(AT_ONCE * judges.len()) {
                self.search(*rank, keys, &mut judges, control)?;
                searched += keys.len() as u64;
                told(searched, to_search);
                control.advance(keys.len() as u64)?;
            }
        }
        Ok(Found {
            positions: tiers.iter().map(|tier| tier.positions).sum(),
            stored: total,
            left_out,
            searched,
        })
    }

    /// Verifies a tier, after all tiers above it.
    fn tier(
        &self,
        tiers: &[Tier],
        place: usize,
        clean: &[Vec<Marks>; 2],
        workers: &mut [Batch<W>],
        verifying: &mut dyn FnMut(u64) -> Result<(), Stop>,
    ) -> Result<OfTier<W>, TableError> {
        let tier = tiers[place];
        let (file, bits, ask) = (self.table.reading(), self.table.key_bits(), self.worths().0);
        let fault =
            |what: &str| TableError::damaged(format!("the tier of rank {}: {what}", tier.rank));
        if tier.stored == 0 || tier.reach > tier.rank {
            return Err(fault("is empty or reaches upward"));
        }
        let memory = self.options.memory;
        let below = tiers[place + 1..].iter();
        let below = below.take_while(|other| other.rank >= tier.reach);
        let below: Vec<Tier> = below.copied().collect();
        let plan = groups::<W>(ask, &below, memory / 4);
        let piece_len = piece(memory, workers.len());
        let slab = (memory as usize / 8 / size_of::<Seen>() / piece_len).max(1) * piece_len;
        let total: u64 = tiers.iter().map(|tier| tier.stored).sum();
        let own = TierFile::open(file, bits, ask, tier, true)?;
        let own_clean = [&clean[0][place], &clean[1][place]];
        let mut known: Vec<Part<W>> = Vec::new();
        let mut all = OfTier {
            unit: true,
            left_out: 0,
            chosen: Vec::new(),
        };
        let (mut last_key, mut reach, mut tally) = (None, tier.rank, Tally::default());
        for at in (0..tier.stored as usize).step_by(slab) {
            let range = at..(at + slab).min(tier.stored as usize);
            let mut seen = vec![Seen::default(); range.len()];
            // The followed move is known only after all moves have been looked at. So if only the first best move
            // is followed, a second round marks the clean players.
            let rounds = match self.extent() {
                Extent::FirstBest => 2,
                _ => 1,
            };
            let groups = plan.iter().enumerate();
            for (round, (number, group)) in
                (0..rounds).flat_map(|round| groups.clone().map(move |group| (round, group)))
            {
                provide(
                    group,
                    &mut known,
                    &InFile { file, bits, ask },
                    ask,
                    memory / 4,
                )?;
                let parts: Vec<&Part<W>> = known.iter().collect();
                let place_of = |part: &&Part<W>| {
                    let of = tiers.iter().position(|tier| tier.rank == part.rank);
                    of.map(|place| [&clean[0][place], &clean[1][place]])
                };
                let step = Step {
                    worths: self.worths(),
                    source: self.source,
                    own: &own,
                    rank: tier.rank,
                    clean: own_clean,
                    parts: &parts,
                    marks: parts.iter().map(place_of).collect(),
                    fresh: number == 0 && round == 0,
                    last: number + 1 == plan.len() && round == 0,
                    round,
                    extent: self.extent(),
                    one_in: match self.options.search_all {
                        true => 1,
                        false => (total / SEARCHED).max(1),
                    },
                };
                let pieces =
                    in_pieces(workers, range.len().div_ceil(piece_len), |batch, number| {
                        let from = range.start + number * piece_len;
                        let here = from..range.end.min(from + piece_len);
                        let offset = from - range.start;
                        let seen = seen[offset..offset + here.len()].to_vec();
                        step.piece(batch, here, seen)
                    })?;
                seen.clear();
                for piece in pieces {
                    if number == 0 && round == 0 {
                        if last_key >= piece.first {
                            return Err(fault("its keys do not ascend"));
                        }
                        last_key = piece.last;
                    }
                    reach = reach.min(piece.reach);
                    all.unit &= piece.unit;
                    tally.add(piece.tally);
                    all.left_out += piece.left_out;
                    all.chosen.extend(piece.chosen);
                    seen.extend(piece.seen);
                }
                if plan.len() > 1 {
                    known.clear();
                }
            }
            verifying(range.len() as u64)?;
        }
        tier_is_right(&tier, tally, reach)?;
        Ok(all)
    }

    /// Returns the worth of a position whose mover moves to one of this value.
    fn moved(&self, next: Value, mover: Player, gain: i64) -> Option<Worth> {
        let next = seen_by(mover, self.worths().of(next)?);
        let moved = self.worths().after_move(next, gain)?;
        Some(seen_by(mover, moved))
    }

    /// Searches positions of a rank: the best moves must be those in the table, with the table's value.
    fn search(
        &self,
        rank: u64,
        keys: &[W],
        judges: &mut [Searching<'_, W>],
        control: &Control<'_>,
    ) -> Result<(), TableError> {
        let memory = self.options.memory / 2 / judges.len() as u64;
        let part = |judge| (judge, control.part(u64::MAX).with_table_memory(memory));
        let mut parts: Vec<_> = judges.iter_mut().map(part).collect();
        in_pieces(
            &mut parts,
            keys.len(),
            |((judge, batch), control), number| {
                let key = keys[number];
                let mut best = Vec::new();
                judge.best(&[key], &[Sides::BOTH], None, control, &mut best)?;
                self.source.expand(rank, &[key], Want::default(), batch)?;
                let lost = || TableError::damaged("a position that was there is missing");
                let value = self.table.get(rank, key.wide())?.ok_or_else(lost)?;
                let mut is_found = false;
                for (child, is_best) in best.iter().enumerate() {
                    // The moves after the one followed best move may be in the table or not.
                    if is_found && self.extent() == Extent::FirstBest {
                        break;
                    }
                    is_found |= *is_best;

                    let (to, next) = (batch.ranks[child], batch.children[child]);
                    let there = self.table.get(to, next.wide())?;
                    let gain = batch.gains.get(child).copied().unwrap_or(0);
                    let mover = batch.movers[0];
                    let moved = there.and_then(|there| self.moved(there, mover, gain));
                    if (moved == self.worths().of(value)) != *is_best {
                        return Err(TableError::damaged(format!(
                            "the tier of rank {rank}: a search finds other best moves than the table in the position with \
                         key {:#x}",
                            key.wide()
                        )));
                    }
                }
                Ok(())
            },
        )?;
        Ok(())
    }
}
