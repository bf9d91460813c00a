//! The parts of a player by kind and worth, and what the player takes of them.

use crate::bits::Bits;

/// The most that a part can add to a sum.
pub(super) const MOST_WORTH: usize = 8;
/// The worth of a block in the first and in the second sum. Each of its lines has half of it.
pub(super) const BLOCK: [u16; 2] = [8, 4];

/// The number of parts of each kind and worth.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Parts {
    pub(super) blocks: u16,
    pub(super) singles: Worths,
    pub(super) paired: Worths,
    pub(super) options: Worths,
}

impl Parts {
    /// Returns the least worth that a player takes, given the worth of a block.
    #[inline(always)]
    pub(super) fn taken(&self, to_move: bool, block: u16) -> u32 {
        if !to_move {
            return self.left(block).into();
        }
        let mut best = 0;
        if self.blocks > 0 {
            let mut rest = *self;
            rest.blocks -= 1;
            best = block + rest.left(block);
        }
        let mut rest = [*self; 3];
        let [first, second, third] = &mut rest;
        let worths = [
            first.singles.take_best(),
            second.paired.take_best(),
            third.options.take_best(),
        ];
        for (worth, rest) in worths.iter().zip(&rest) {
            if *worth > 0 {
                best = best.max(worth + rest.left(block));
            }
        }
        best.into()
    }

    /// Does the same with the opponent to move.
    #[inline(always)]
    fn left(&self, block: u16) -> u16 {
        let (two, line) = (self.blocks / 2, block / 2);
        let mut paired = self.paired;
        if two > 0 {
            paired.lower(line);
        }
        paired.add(2 * (self.blocks % 2), line);
        let (singles, single) = self.singles.every(2);
        let (options, option) = self.options.every(2);
        let (pairs, pair) = paired.every(3);
        let more = match (single, pair, option) {
            (Some(one), Some(other), _)
            | (Some(one), None, Some(other))
            | (None, Some(one), Some(other)) => one.min(other),
            _ => 0,
        };
        two * block + singles + options + pairs + more
    }
}

/// Parts of one kind: the number of those worth at least 1, at least 2, and so on. In this form one step of a
/// processor does the same for all worths.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Worths(pub(super) [u16; MOST_WORTH]);

impl Worths {
    /// Counts parts, given the cells where they are worth at least 1, at least 2 and so on.
    #[inline(always)]
    pub(super) fn of<B: Bits>(parts: B, worths: &[B]) -> Worths {
        let mut counts = Worths::default();
        for (count, &worth) in counts.0.iter_mut().zip(worths) {
            *count = (parts & worth).count() as u16;
        }
        counts
    }

    /// Adds parts of one worth.
    #[inline(always)]
    pub(super) fn add(&mut self, count: u16, worth: u16) {
        for parts in &mut self.0[..worth.into()] {
            *parts += count;
        }
    }

    /// Lowers the worth of each part to at most this.
    #[inline(always)]
    fn lower(&mut self, most: u16) {
        for parts in &mut self.0[most.into()..] {
            *parts = 0;
        }
    }

    /// Takes the best part, and returns its worth; 0 if there is none.
    #[inline(always)]
    fn take_best(&mut self) -> u16 {
        let mut worth = 0;
        for parts in &mut self.0 {
            worth += u16::from(*parts > 0);
            *parts = parts.saturating_sub(1);
        }
        worth
    }

    /// Returns the sum of the worths of every `nth` part, from the greatest down, and the least worth if parts are
    /// left over.
    #[inline(always)]
    fn every(&self, nth: u16) -> (u16, Option<u16>) {
        let all = self.0[0];
        let (mut sum, mut least) = (0, 0);
        for &parts in &self.0 {
            // Every `nth` of the parts worth at least so much is worth at least so much.
            sum += parts / nth;
            least += u16::from(parts == all);
        }
        (sum, (!all.is_multiple_of(nth)).then_some(least))
    }
}
