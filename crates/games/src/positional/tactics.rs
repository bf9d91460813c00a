//! Facts about a board that need no search, if each player makes lines of their own marks on one board and a line
//! wins. Only the order of moves is heuristic.

use super::{Bits, Full, Marks, Move, Position, Positional};
use yomikiri_core::capability::{Expand, Forced};
use yomikiri_core::{Game, Outcome, Plies};

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
    pub(super) fn new(lines: &[B]) -> Option<Tactics<B>> {
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

/// The moves of a position that is not over, judged by the threats.
enum Outlook<B> {
    /// The player to move completes a line on each of these cells.
    Wins(B),
    /// The opponent completes a line after every move, also after those on these cells.
    Loses(B),
    /// The best of these moves is a best move.
    Open(B),
}

impl<B: Bits, const COMMON: bool> Positional<B, COMMON> {
    /// Returns the tactics, if they hold: on a single board, with own marks, if a line wins.
    pub(super) fn tactics_of(rules: &super::Rules, patterns: &[B]) -> Option<Tactics<B>> {
        let fits = rules.boards == 1 && rules.marks == Marks::Own && !rules.misere;
        fits.then(|| Tactics::new(patterns)).flatten()
    }

    fn outlook(&self, tactics: &Tactics<B>, position: &Position<B>) -> Outlook<B> {
        let open = self.open(position);
        let wins = tactics.completing(position.own) & open;
        if wins != B::NONE {
            return Outlook::Wins(wins);
        }
        let threats = tactics.completing(position.other) & !position.own;
        let answers = threats & open;
        let candidates = match answers {
            none if none == B::NONE => open,
            one if one.without_lowest() == B::NONE => one,
            several => return Outlook::Loses(several),
        };
        if !self.rules.gravity {
            return Outlook::Open(self.without_twins(tactics, position, candidates));
        }
        // A mark right below a threat gives that cell to the opponent. (Below a supported cell lies another column.)
        let handing = (threats & !answers & !self.supported) >> 1;
        let safe = candidates & !handing;
        match safe == B::NONE && candidates != B::NONE {
            true => Outlook::Loses(candidates),
            false => Outlook::Open(safe),
        }
    }

    /// Removes all but the first of the cells on which no line can be completed any more. These cells are
    /// equivalent: after a mark on one, the others can be marked in its place later on, and the same lines are
    /// completed as soon. (Points would tell them apart.)
    fn without_twins(&self, tactics: &Tactics<B>, position: &Position<B>, cells: B) -> B {
        if self.rules.full == Full::Points {
            return cells;
        }
        let mut alive = B::NONE;
        for form in &tactics.forms {
            let (mut own, mut other) = (form.starts, form.starts);
            for &offset in &form.offsets {
                own = own & !(position.other >> u32::from(offset));
                other = other & !(position.own >> u32::from(offset));
            }
            for &offset in &form.offsets {
                alive = alive | (own | other) << u32::from(offset);
            }
        }
        let dead = cells & !alive;
        match dead == B::NONE {
            true => cells,
            false => cells & alive | B::bit(dead.lowest()),
        }
    }

    /// Returns the hint for a move: the amount by which it improves the mover's lines and harms the opponent's. The
    /// most useful move has the greatest hint.
    pub(super) fn weigh(&self, tactics: &Tactics<B>, next: &Position<B>) -> i32 {
        let mover = tactics.prospects(next.other, next.own).potential;
        let opponent = tactics.prospects(next.own, next.other).potential;
        // Most boards have lines far below the length limit, so the unused low bits are shifted out.
        let shift = LONGEST as u32 - tactics.longest;
        let scaled = |potential: u64| (potential >> shift).min(1 << 20) as i32;
        // The history of moves decides between moves that are nearly equal.
        64 * (scaled(mover) - scaled(opponent))
    }

    /// Returns the first plies at which the player to move can have won, and can have lost; `None` for never.
    pub(super) fn decided_from(
        &self,
        tactics: &Tactics<B>,
        position: &Position<B>,
    ) -> (Option<Plies>, Option<Plies>) {
        let own = tactics.prospects(position.own, position.other);
        let other = tactics.prospects(position.other, position.own);
        // The counting bound holds only if any empty cell may be marked.
        let free = !self.rules.gravity && self.rules.full == Full::Draw;
        // The player who begins on an empty board does not lose. If the second player could win, the first could use
        // the same strategy, because an extra mark never harms (strategy stealing).
        let begins = free && position.taken() == B::NONE;
        let wins = own.wanted.filter(|_| !free || may_complete(own, true));
        let loses = other
            .wanted
            .filter(|_| !begins && (!free || may_complete(other, false)));
        let count = |plies: u32| Plies::Count(plies);
        (
            wins.map(|wanted| count((2 * wanted).max(1) - 1)),
            loses.map(|wanted| count(2 * wanted)),
        )
    }
}

impl<B: Bits, const COMMON: bool> Expand<Positional<B, COMMON>> for Positional<B, COMMON> {
    type Scratch = ();

    /// Yields one winning move, or else one move if all lose two plies later, or else the moves that may be best.
    fn expand(
        &self,
        position: &Position<B>,
        (): &mut (),
    ) -> impl Iterator<Item = (Move, Position<B>)> {
        let cells = match &self.tactics {
            None => self.open(position),
            Some(tactics) => match self.outlook(tactics, position) {
                Outlook::Open(cells) => cells,
                Outlook::Wins(cells) | Outlook::Loses(cells) => B::bit(cells.lowest()),
            },
        };
        cells.cells().map(|cell| {
            let mv = Move::own_mark(cell);
            (mv, self.play(position, mv))
        })
    }

    fn forced(&self, position: &Position<B>) -> Forced<Position<B>> {
        let (mut at, mut plies) = (*position, 0);
        let Some(tactics) = &self.tactics else {
            let position = at;
            let gain = 0;
            return Forced::Open {
                position,
                plies,
                gain,
            };
        };
        loop {
            let (outcome, more) = match self.outlook(tactics, &at) {
                Outlook::Open(cells) if cells.without_lowest() == B::NONE => {
                    at = self.play(&at, Move::own_mark(cells.lowest()));
                    plies += 1;
                    match self.outcome(&at) {
                        None => continue,
                        Some(outcome) => (outcome, 0),
                    }
                }
                Outlook::Open(_) => {
                    let position = at;
                    let gain = 0;
                    return Forced::Open {
                        position,
                        plies,
                        gain,
                    };
                }
                Outlook::Wins(_) => (Outcome::Win(at.turn), 1),
                Outlook::Loses(_) => (Outcome::Win(at.turn.opponent()), 2),
            };
            return Forced::Decided {
                outcome,
                plies: plies + more,
            };
        }
    }
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
