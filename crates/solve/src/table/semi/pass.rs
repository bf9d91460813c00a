//! One pass over a part of a tier of a semi-strong table: finds the clean players, and checks whether
//! the values follow.

use super::sides::Sides;
use crate::table::TableError;
use crate::table::backward::Tally;
use crate::table::column::Column;
use crate::table::extent::Extent;
use crate::table::fold::{Marks, look_up};
use crate::table::forward::BATCH;
use crate::table::part::Part;
use crate::table::source::{Batch, Source, Want};
use crate::table::tiers::TierFile;
use crate::table::word::Word;
use crate::table::worth::{Worth, Worths, seen_by};
use std::ops::Range;
use yomikiri_core::{Player, Stop};

/// The facts about a position, while its children are looked up part by part.
#[derive(Clone, Copy, Default)]
pub(super) struct Seen {
    /// The number of moves to positions found so far.
    found: u32,
    /// The first of these moves that keeps the value: its number plus 1, or 0.
    kept: u32,
}

/// The result of a piece.
pub(super) struct Piece<W> {
    pub(super) first: Option<W>,
    pub(super) last: Option<W>,
    pub(super) seen: Vec<Seen>,
    pub(super) reach: u64,
    pub(super) unit: bool,
    pub(super) tally: Tally,
    pub(super) left_out: u64,
    /// The positions at which the omitted moves are to be searched.
    pub(super) chosen: Vec<W>,
}

/// One pass over pieces of a tier, with one group of children in memory.
pub(super) struct Step<'s, W: Word> {
    pub(super) worths: Worths,
    pub(super) source: &'s dyn Source<W>,
    pub(super) own: &'s TierFile<'s>,
    pub(super) rank: u64,
    /// The positions of this tier where First is clean, and those where Second is.
    pub(super) clean: [&'s Marks; 2],
    pub(super) parts: &'s [&'s Part<W>],
    /// The clean marks of the tier of each part.
    pub(super) marks: Vec<Option<[&'s Marks; 2]>>,
    pub(super) fresh: bool,
    pub(super) last: bool,
    /// The number of the round: in round 0 values are checked; in round 1 the followed move is known.
    pub(super) round: u32,
    pub(super) extent: Extent,
    /// One position in this many is chosen to be searched.
    pub(super) one_in: u64,
}

impl<W: Word> Step<'_, W> {
    fn fault(&self, key: W, what: &str) -> TableError {
        TableError::damaged(format!(
            "the tier of rank {}: the position with key {:#x} {what}",
            self.rank,
            key.wide()
        ))
    }

    pub(super) fn piece(
        &self,
        batch: &mut Batch<W>,
        range: Range<usize>,
        seen: Vec<Seen>,
    ) -> Result<Piece<W>, TableError> {
        let mut keys = Vec::with_capacity(range.len());
        self.own.keys::<W>(range.clone(), &mut keys)?;
        let mut worths = Column::with_capacity(self.worths.0, range.len());
        self.own.worths(range.clone(), &mut worths)?;
        if !keys.is_sorted_by(|a, b| a < b) {
            let rank = self.rank;
            return Err(TableError::damaged(format!(
                "the tier of rank {rank}: its keys do not ascend"
            )));
        }
        let mut piece = Piece {
            first: keys.first().copied(),
            last: keys.last().copied(),
            seen,
            reach: self.rank,
            unit: true,
            tally: Tally::default(),
            left_out: 0,
            chosen: Vec::new(),
        };
        let want = Want {
            orbits: self.last,
            checks: self.fresh,
        };
        for (number, here) in keys.chunks(BATCH).enumerate() {
            self.source.expand(self.rank, here, want, batch)?;
            for &to in &batch.ranks {
                if to >= self.rank {
                    let rank = self.rank;
                    return Err(TableError::damaged(format!(
                        "the tier of rank {rank}: a move does not lead to a lower rank"
                    )));
                }
                piece.reach = piece.reach.min(to);
                piece.unit &= to + 1 == self.rank;
            }
            let mut start = 0;
            for (index, &key) in here.iter().enumerate() {
                let at = number * BATCH + index;
                let children = start..batch.ends[index] as usize;
                start = children.end;
                let worth = worths.get(at);
                let place = range.start + at;
                self.position(batch, index, children, (key, place, worth), &mut piece, at)?;
            }
        }
        Ok(piece)
    }

    /// Checks a position with number `index` in the batch and `at` in the piece.
    fn position(
        &self,
        batch: &Batch<W>,
        index: usize,
        children: Range<usize>,
        (key, place, worth): (W, usize, Worth),
        piece: &mut Piece<W>,
        at: usize,
    ) -> Result<(), TableError> {
        let clean = Player::BOTH
            .into_iter()
            .zip(self.clean)
            .filter(|(_, marks)| marks.has(place))
            .fold(Sides::NONE, |sides, (player, _)| {
                sides.with(Sides::of(player))
            });
        if clean == Sides::NONE {
            return Err(self.fault(key, "cannot come about while a player has made no mistake"));
        }
        let mover = batch.movers[index];
        let value = seen_by(mover, worth);
        let count = children.len();
        if let Some(outcome) = batch.outcomes[index]
            && self.worths.of_outcome(outcome)? != worth
        {
            return Err(self.fault(key, "does not have the value of its outcome"));
        }
        let mut last = 0;
        for (child, number) in children.zip(1..) {
            let (rank, next) = (batch.ranks[child], batch.children[child]);
            let Some(found) = look_up(self.parts, &mut last, rank, next) else {
                continue;
            };
            let part = self.parts[last];
            let gain = batch.gains.get(child).copied().unwrap_or(0);
            let next = seen_by(mover, part.worths.get(found));
            let moved = self.worths.after_move(next, gain).ok_or(Stop::Points)?;
            if moved > value {
                let is = self.worths.value(worth);
                let should = self.worths.value(seen_by(mover, moved));
                let what = format!("has the value `{is}`, and a move gives `{should}`");
                return Err(self.fault(key, &what));
            }
            let seen = &mut piece.seen[at];
            if self.round == 0 {
                seen.found += 1;
                if moved == value && (seen.kept == 0 || number < seen.kept) {
                    seen.kept = number;
                }
            }
            let is_followed = match self.extent {
                Extent::FirstBest => self.round == 1 && seen.kept == number,
                _ => moved == value,
            };
            let after = clean.after(mover, is_followed);
            let marks = self.marks[last].into_iter().flatten();
            for (player, marks) in Player::BOTH.into_iter().zip(marks) {
                if after.has(player) {
                    marks.set(part.base + found);
                }
            }
        }
        if !self.last {
            return Ok(());
        }
        piece.tally.count(worth, batch.orbits[index]);
        let seen = piece.seen[at];
        if batch.outcomes[index].is_some() {
            return Ok(());
        }
        if seen.kept == 0 {
            let is = self.worths.value(worth);
            return Err(self.fault(key, &format!("has the value `{is}`, which no move keeps")));
        }
        if (seen.found as usize) < count {
            if clean.has(mover.opponent()) {
                return Err(self.fault(key, "has a move to a position that is missing"));
            }
            piece.left_out += 1;
            if mixed(key.wide()).is_multiple_of(self.one_in) {
                piece.chosen.push(key);
            }
        }
        Ok(())
    }
}

/// Returns a number that depends on all bits of a key, so that the chosen positions are of all kinds.
fn mixed(key: u128) -> u64 {
    let mut state = (key as u64) ^ ((key >> 64) as u64).rotate_left(32);
    state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ (state >> 31)
}
