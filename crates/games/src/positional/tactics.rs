//! The lines that each player may still complete, counted for all lines at once.

use super::{Bits, Marks, Rules};

/// The most cells of a line that can be counted: the shares of longer lines would not fit the sum.
const LONGEST: usize = 16;

/// The lines of a board, grouped by shifts of each other.
#[derive(Clone, Debug)]
pub(super) struct Tactics<B> {
    forms: Box<[Form<B>]>,
    /// The number of cells of the longest line.
    longest: u32,
}

/// Lines that are shifts of each other.
#[derive(Clone, Debug)]
struct Form<B> {
    /// The first cell of each line.
    starts: B,
    /// The distances of a line's cells from its first, that one included.
    offsets: Box<[u8]>,
}

/// The prospects of one player's lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Prospects {
    /// The fewest cells that a line still lacks, or `None` if the opponent has a mark on each line.
    pub(super) wanted: Option<u32>,
    /// The sum of 2<sup>[`LONGEST`] - w</sup> over the lines without a mark of the opponent, where w is the number
    /// of cells that a line lacks.
    pub(super) potential: u64,
}

impl<B: Bits> Tactics<B> {
    /// Builds tactics from lines given as sets. `None` if there are no lines or one is too long.
    fn new(lines: &[B]) -> Option<Tactics<B>> {
        let longest = lines.iter().map(|line| line.count()).max()?;
        if longest as usize > LONGEST {
            return None;
        }
        let mut at_start: Vec<(B, u32)> = lines
            .iter()
            .map(|&line| (line >> line.lowest(), line.lowest()))
            .collect();
        at_start.sort_unstable();
        let form = |alike: &[(B, u32)]| Form {
            starts: alike.iter().fold(B::NONE, |set, (_, at)| set | B::bit(*at)),
            offsets: alike[0].0.cells().map(|offset| offset as u8).collect(),
        };
        Some(Tactics {
            forms: at_start.chunk_by(|a, b| a.0 == b.0).map(form).collect(),
            longest,
        })
    }

    /// Returns the tactics, if they hold: on a single board, with own marks, if a line wins.
    pub(super) fn of(rules: &Rules, patterns: &[B]) -> Option<Tactics<B>> {
        let fits = rules.boards == 1 && rules.marks == Marks::Own && !rules.misere;
        fits.then(|| Tactics::new(patterns)).flatten()
    }

    /// Returns the cells outside a set that would complete a line of it.
    #[inline]
    pub(super) fn completing(&self, set: B) -> B {
        let mut found = B::NONE;
        for form in &self.forms {
            // The starts of lines with all cells so far in the set, and of those with all but one.
            let (mut all, mut but_one) = (form.starts, B::NONE);
            for &offset in &form.offsets {
                let there = set >> u32::from(offset);
                but_one = (but_one & there) | (all & !there);
                all = all & there;
            }
            if but_one != B::NONE {
                for &offset in &form.offsets {
                    found = found | but_one << u32::from(offset);
                }
            }
        }
        found & !set
    }

    /// Returns the prospects of one player's lines, against the marks of the other.
    #[inline]
    pub(super) fn prospects(&self, own: B, other: B) -> Prospects {
        let (mut most, mut potential) = (None, 0);
        for form in &self.forms {
            let length = form.offsets.len() as u32;
            // The number of own marks on each line, in binary: each digit is a set of starts.
            let mut digits = [B::NONE; (LONGEST.ilog2() + 1) as usize];
            let digits = &mut digits[..=length.max(1).ilog2() as usize];
            let mut open = form.starts;
            for &offset in &form.offsets {
                let offset = u32::from(offset);
                open = open & !(other >> offset);
                let mut carry = own >> offset;
                for digit in &mut *digits {
                    (*digit, carry) = (*digit ^ carry, *digit & carry);
                }
            }
            let mut rest = open;
            for marks in (0..=length).rev() {
                if rest == B::NONE {
                    break;
                }
                let same = |set: B, (place, digit): (usize, &B)| match marks >> place & 1 {
                    0 => set & !*digit,
                    _ => set & *digit,
                };
                let lines = digits.iter().enumerate().fold(rest, same);
                if lines != B::NONE {
                    rest = rest & !lines;
                    let wanted = length - marks;
                    most = most.min(Some(wanted)).or(Some(wanted));
                    potential += u64::from(lines.count()) << (LONGEST as u32 - wanted);
                }
            }
        }
        Prospects {
            wanted: most,
            potential,
        }
    }

    /// Returns the cells of the lines on which only one player has marks, or none has.
    #[inline]
    pub(super) fn alive(&self, own: B, other: B) -> B {
        let mut alive = B::NONE;
        for form in &self.forms {
            let (mut by_own, mut by_other) = (form.starts, form.starts);
            for &offset in &form.offsets {
                by_own = by_own & !(other >> u32::from(offset));
                by_other = by_other & !(own >> u32::from(offset));
            }
            for &offset in &form.offsets {
                alive = alive | (by_own | by_other) << u32::from(offset);
            }
        }
        alive
    }

    /// Returns the hint for a move, given the marks after it: the amount by which it improves the mover's lines and
    /// harms the opponent's. The most useful move has the greatest hint.
    pub(super) fn weigh(&self, mover: B, opponent: B) -> i32 {
        let ours = self.prospects(mover, opponent).potential;
        let theirs = self.prospects(opponent, mover).potential;
        // Most boards have lines far below the length limit, so the unused low bits are shifted out.
        let shift = LONGEST as u32 - self.longest;
        let scaled = |potential: u64| (potential >> shift).min(1 << 20) as i32;
        // The history of moves decides between moves that are nearly equal.
        64 * (scaled(ours) - scaled(theirs))
    }
}

/// Half of the share of a complete line.
const HALF: u64 = 1 << (LONGEST - 1);

/// Returns whether a player may still complete a line, as far as counting can tell: **Erdős and Selfridge** (1973).
/// Let each line without a mark of the opponent count 2<sup>-w</sup>, where w cells are missing. Suppose that the
/// opponent always marks the cell whose lines count most. Then after the opponent's mark and the player's next one
/// the sum is no greater than before: the opponent took away at least as much as the player's mark adds by doubling
/// the lines through its cell. A complete line counts 1. So the player never has one if the sum is below 1 with the
/// opponent to move, or below 1/2 with the player to move, whose first mark at most doubles it.
///
/// This holds if any cell may be marked. Any other benefit of the opponent's marks only helps the opponent.
pub(super) fn may_complete(prospects: Prospects, to_move: bool) -> bool {
    prospects.potential >= if to_move { HALF } else { 2 * HALF }
}

#[cfg(test)]
mod tests {
    use super::super::Shape;
    use super::*;

    /// Checks every set against a look at every line by itself.
    #[test]
    fn threats_and_prospects_of_every_board() {
        for (rows, cols, length, wrap) in [
            (3, 3, 3, false),
            (3, 3, 3, true),
            (2, 4, 2, false),
            (1, 9, 4, false),
        ] {
            let lines: Vec<u32> = Shape::full(1, rows, cols)
                .expect("a board")
                .lines(length, [wrap; 3])
                .into_iter()
                .map(|line| line as u32)
                .collect();
            let tactics = Tactics::new(&lines).expect("there are lines");
            for own in 0..1_u32 << (rows * cols) {
                let missing = lines.iter().map(|line| line & !own);
                let threats = missing.filter(|rest| rest.is_power_of_two());
                assert_eq!(
                    tactics.completing(own),
                    threats.fold(0, |all, one| all | one)
                );
                for other in [0, 1, 0b101_0000, 0b1_1001_0010].map(|set: u32| set & !own) {
                    let open = lines.iter().filter(|&&line| line & other == 0);
                    let wanted = open.map(|line| (line & !own).count_ones());
                    let found = tactics.prospects(own, other);
                    assert_eq!(found.wanted, wanted.clone().min());
                    let potential: u64 = wanted.map(|w| 1 << (LONGEST as u32 - w)).sum();
                    assert_eq!(found.potential, potential);
                }
            }
        }
        assert!(Tactics::<u32>::new(&[]).is_none());
        assert!(Tactics::<u32>::new(&[u32::MAX]).is_none());
    }
}
