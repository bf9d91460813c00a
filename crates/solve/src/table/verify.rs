//! Verifying a table against the rules: every number is derived again from the rules and the table.

use super::TableError;
use super::backward::{InFile, Tally, provide};
use super::build::{clean, supports};
use super::column::Column;
use super::cyclic;
use super::finished::is_whole;
use super::fold::{How, Marks, fold};
use super::format::Tier;
use super::forward::{BATCH, piece};
use super::part::Part;
use super::plan::groups;
use super::reader::Table;
use super::semi;
use super::site::{Options, Verified, Verifying};
use super::source::{AnySource, Batch, Source, Want, source_of};
use super::starts::{mark_starts, plies_are_right, tier_is_right};
use super::storage::Storage;
use super::tiers::TierFile;
use super::word::Word;
use super::work::in_pieces;
use super::worth::Worths;
use crate::Control;
use std::ops::Range;
use yomikiri_core::Capabilities;

/// Verifies a table. It checks the checksums and the digest first. Then it checks that the keys are exactly those
/// of the starts and of all positions that follow from them; that every value is the result of the recursion on the
/// values of the children; and every count. In a semi-strong table, the keys are those that follow as long as one
/// player has made no mistake, and it searches some or all of the moves that the table leaves out.
///
/// It streams through the file within `options.memory`, which must hold at least one bit for each stored position.
/// If play may cycle and there are more facts about positions than fit, they go to files in `scratch`, which has to
/// be a directory of its own; these files are removed again.
///
/// # Errors
///
/// [`TableError::Damaged`] with the first fault found; [`TableError::OtherRules`] and [`TableError::Unsupported`]
/// if the table is not one of this game; limits.
pub fn verify<G: Capabilities>(
    game: &G,
    table: &Table,
    scratch: &dyn Storage,
    options: &Options,
    control: &mut Control<'_>,
    told: &mut dyn FnMut(&Verifying),
) -> Result<Verified, TableError> {
    let subject = table.subject();
    is_whole(table, control)?;
    sections(table)?;
    supports(game, subject.ask)?;
    let source = source_of(game, subject)?;
    of_source(source, table, scratch, options, control, told)
}

/// This is not generic, so that it is compiled in this crate, once for all games.
fn of_source(
    source: AnySource<'_>,
    table: &Table,
    scratch: &dyn Storage,
    options: &Options,
    control: &mut Control<'_>,
    told: &mut dyn FnMut(&Verifying),
) -> Result<Verified, TableError> {
    match source {
        AnySource::Narrow(source) => of_width(&*source, table, scratch, options, control, told),
        AnySource::Wide(source) => of_width(&*source, table, scratch, options, control, told),
        AnySource::Widest(source) => of_width(&*source, table, scratch, options, control, told),
    }
}

/// Checks that the sections fill the file without gaps or overlaps, in the order of the format.
fn sections(table: &Table) -> Result<(), TableError> {
    let bits = table.key_bits();
    let ask = table.subject().ask;
    let tiers: Vec<Tier> = table.tiers().collect();
    if tiers.len() != table.frame().tiers || !tiers.is_sorted_by(|a, b| a.rank > b.rank) {
        return Err(TableError::damaged("the tiers are not in order of rank"));
    }
    let mut at = Some(table.frame().header_len as u64);
    for tier in &tiers {
        at = at
            .filter(|at| *at == tier.keys_at)
            .and_then(|_| tier.keys_end(bits));
    }
    for tier in tiers.iter().rev() {
        at = at
            .filter(|at| *at == tier.values_at)
            .and_then(|_| tier.values_end(ask));
    }
    match at.filter(|at| *at == table.frame().directory_at as u64) {
        Some(_) => Ok(()),
        None => Err(TableError::damaged(
            "the sections do not fill the file as they should",
        )),
    }
}

fn of_width<W: Word>(
    source: &dyn Source<W>,
    table: &Table,
    scratch: &dyn Storage,
    options: &Options,
    control: &mut Control<'_>,
    told: &mut dyn FnMut(&Verifying),
) -> Result<Verified, TableError> {
    if source.bits() != table.key_bits() || source.cyclic() != table.cyclic() {
        return Err(TableError::other_keys());
    }
    if source.cyclic() {
        let verified = cyclic::verify(source, table, scratch, options, control, told);
        // No file is left behind, whatever the result.
        let cleaned = clean(scratch);
        return verified.and_then(|verified| cleaned.map(|()| verified));
    }
    if table.subject().extent.is_semi_strong() {
        let found = semi::verify(source, table, options, control, &mut |done, total| {
            told(&Verifying { done, total });
        })?;
        return Ok(Verified {
            positions: found.positions,
            stored: found.stored,
            left_out: found.left_out,
            searched: found.searched,
        });
    }
    let run = Run {
        source,
        table,
        options,
    };
    run.all(control, told)
}

struct Run<'r, W: Word> {
    source: &'r dyn Source<W>,
    table: &'r Table,
    options: &'r Options,
}

/// The result of a piece.
struct Piece<W> {
    first: Option<W>,
    last: Option<W>,
    worths: Column,
    found: u64,
    children: u64,
    reach: u64,
    unit: bool,
    tally: Tally,
}

impl<W: Word> Run<'_, W> {
    fn all(
        &self,
        control: &mut Control<'_>,
        told: &mut dyn FnMut(&Verifying),
    ) -> Result<Verified, TableError> {
        let tiers: Vec<Tier> = self.table.tiers().collect();
        let total: u64 = tiers.iter().map(|tier| tier.stored).sum();
        if total / 8 > self.options.memory / 4 {
            return Err(TableError::NoRoom {
                of: "memory",
                needed: total / 2,
                allowed: self.options.memory,
            });
        }
        let marks: Vec<Marks> = tiers.iter().map(|tier| Marks::new(tier.stored)).collect();
        let mut workers: Vec<Batch<W>> = (0..self.options.threads.max(1))
            .map(|_| Batch::default())
            .collect();
        let mut known: Vec<Part<W>> = Vec::new();
        let (mut done, mut unit) = (0, true);
        for place in (0..tiers.len()).rev() {
            let mut verifying = |more: u64| {
                done += more;
                told(&Verifying { done, total });
                control.advance(more)
            };
            unit &= self.tier(
                &tiers,
                place,
                &marks,
                &mut known,
                &mut workers,
                &mut verifying,
            )?;
        }
        mark_starts(self.source, self.table, &tiers, &[&marks])?;
        for (tier, marks) in tiers.iter().zip(&marks) {
            if let Some(index) = marks.first_unset(tier.stored) {
                return Err(TableError::damaged(format!(
                    "position {index} of the tier of rank {} cannot be reached",
                    tier.rank
                )));
            }
        }
        plies_are_right(self.source, self.table, &tiers, unit)?;
        Ok(Verified {
            positions: tiers.iter().map(|tier| tier.positions).sum(),
            stored: total,
            ..Verified::default()
        })
    }

    /// Verifies one tier. Returns whether all its moves lead to the next lower rank.
    fn tier(
        &self,
        tiers: &[Tier],
        place: usize,
        marks: &[Marks],
        known: &mut Vec<Part<W>>,
        workers: &mut [Batch<W>],
        verifying: &mut dyn FnMut(u64) -> Result<(), yomikiri_core::Stop>,
    ) -> Result<bool, TableError> {
        let tier = tiers[place];
        let (file, ask, bits) = (
            self.table.reading(),
            self.table.subject().ask,
            self.table.key_bits(),
        );
        let fault =
            |what: &str| TableError::damaged(format!("the tier of rank {}: {what}", tier.rank));
        if tier.stored == 0 || tier.reach > tier.rank {
            return Err(fault("is empty or reaches upward"));
        }
        let memory = self.options.memory;
        let below: Vec<Tier> = tiers[place + 1..]
            .iter()
            .take_while(|other| other.rank >= tier.reach)
            .copied()
            .collect();
        let plan = groups::<W>(ask, &below, memory / 4);
        let one_group = plan.len() == 1;
        let piece_len = piece(memory, workers.len());
        let slab = match one_group {
            true => piece_len * 4 * workers.len(),
            false => (memory as usize / 8 / Column::bytes_each(ask) / piece_len).max(1) * piece_len,
        };
        let own = TierFile::open(file, bits, ask, tier, true)?;
        let (mut at, mut last_key) = (0, None);
        let (mut tally, mut reach, mut unit) = (Tally::default(), tier.rank, true);
        while at < tier.stored as usize {
            let range = at..(at + slab).min(tier.stored as usize);
            let mut worths = Column::with_capacity(ask, 0);
            let (mut found, mut children) = (0, 0);
            for (number, group) in plan.iter().enumerate() {
                provide(group, known, &InFile { file, bits, ask }, ask, memory / 4)?;
                let parts: Vec<&Part<W>> = known.iter().collect();
                let part_marks: Vec<Option<&Marks>> = parts
                    .iter()
                    .map(|part| {
                        let of = tiers.iter().position(|tier| tier.rank == part.rank);
                        of.map(|place| &marks[place])
                    })
                    .collect();
                let step = Step {
                    source: self.source,
                    own: &own,
                    rank: tier.rank,
                    parts: &parts,
                    how: How {
                        worths: Worths(ask),
                        fresh: number == 0,
                        all: one_group,
                        marks: Some(&part_marks),
                    },
                    last: number + 1 == plan.len(),
                };
                let pieces =
                    in_pieces(workers, range.len().div_ceil(piece_len), |batch, number| {
                        let from = range.start + number * piece_len;
                        let here = from..range.end.min(from + piece_len);
                        step.piece(batch, here, &worths, from - range.start)
                    })?;
                worths.clear();
                for piece in pieces {
                    if number == 0 {
                        if last_key >= piece.first {
                            return Err(fault("its keys do not ascend"));
                        }
                        last_key = piece.last;
                        children += piece.children;
                    }
                    found += piece.found;
                    reach = reach.min(piece.reach);
                    unit &= piece.unit;
                    tally.add(piece.tally);
                    worths.append(&piece.worths, 0..piece.worths.len());
                }
                if !one_group {
                    known.clear();
                }
            }
            if found != children {
                return Err(fault("a position that a move leads to is missing"));
            }
            at = range.end;
            verifying(range.len() as u64)?;
        }
        tier_is_right(&tier, tally, reach)?;
        Ok(unit)
    }
}

/// One pass over pieces of a tier, with one group of children in memory.
struct Step<'s, W: Word> {
    source: &'s dyn Source<W>,
    own: &'s TierFile<'s>,
    rank: u64,
    parts: &'s [&'s Part<W>],
    how: How<'s>,
    last: bool,
}

impl<W: Word> Step<'_, W> {
    /// Verifies a range of the tier. The worths from earlier groups begin at `offset` of `before`.
    fn piece(
        &self,
        batch: &mut Batch<W>,
        range: Range<usize>,
        before: &Column,
        offset: usize,
    ) -> Result<Piece<W>, TableError> {
        let worths_of = self.how.worths;
        let mut keys = Vec::with_capacity(range.len());
        self.own.keys::<W>(range.clone(), &mut keys)?;
        let fault =
            |what: &str| TableError::damaged(format!("the tier of rank {}: {what}", self.rank));
        if !keys.is_sorted_by(|a, b| a < b) {
            return Err(fault("its keys do not ascend"));
        }
        let mut piece = Piece {
            first: keys.first().copied(),
            last: keys.last().copied(),
            worths: Column::with_capacity(worths_of.0, keys.len()),
            found: 0,
            children: 0,
            reach: self.rank,
            unit: true,
            tally: Tally::default(),
        };
        let want = Want {
            orbits: self.last,
            checks: self.how.fresh,
        };
        let mut room = [0; BATCH];
        for (number, keys) in keys.chunks(BATCH).enumerate() {
            let worths = &mut room[..keys.len()];
            if !self.how.fresh {
                let at = offset + number * BATCH;
                before.copy(at..at + keys.len(), worths);
            }
            self.source.expand(self.rank, keys, want, batch)?;
            for &to in &batch.ranks {
                if to >= self.rank {
                    return Err(fault("a move does not lead to a lower rank"));
                }
                piece.reach = piece.reach.min(to);
                piece.unit &= to + 1 == self.rank;
            }
            piece.children += batch.children.len() as u64;
            piece.found += fold(batch, self.parts, self.how, worths)?;
            piece.worths.extend(worths);
            if self.last {
                for (worth, orbit) in worths.iter().zip(&batch.orbits) {
                    piece.tally.count(*worth, *orbit);
                }
            }
        }
        if self.last {
            let mut stored = Column::with_capacity(worths_of.0, keys.len());
            self.own.worths(range.clone(), &mut stored)?;
            let differs = |index: &usize| stored.get(*index) != piece.worths.get(*index);
            if let Some(index) = (0..keys.len()).find(differs) {
                let is = worths_of.value(stored.get(index));
                let should = worths_of.value(piece.worths.get(index));
                return Err(fault(&format!(
                    "the position with key {:#x} has the value `{is}`, and `{should}` follows from its moves",
                    keys[index].wide()
                )));
            }
        }
        Ok(piece)
    }
}
