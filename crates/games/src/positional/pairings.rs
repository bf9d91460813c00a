//! Pairings: a player who answers each mark in a pair of cells by the other cell never lets the opponent complete a
//! line that contains a pair. (Hales and Jewett, 1963.)

use super::Bits;
use super::line_sets::Set;
use super::threats::{Numbered, Side};

/// The most lines that get a pair, including failed attempts, before the search for a pairing gives up. (A board of
/// 7 x 7 cells with five in a row needs up to 22 pairs.)
const MOST_STEPS: u32 = 40;

/// A partial pairing.
#[derive(Clone, Copy, Debug)]
struct Pairs<B, const WORDS: usize, const DIGITS: usize> {
    /// The empty cells that are in no pair.
    free: B,
    /// The attacker's lines without a pair.
    waiting: Set<WORDS>,
    /// The numbers of free cells of all lines, as a set of lines for each binary digit.
    left: [Set<WORDS>; DIGITS],
}

impl<B: Bits, const WORDS: usize, const DIGITS: usize> Pairs<B, WORDS, DIGITS> {
    /// Returns the lines without a pair that have this many free cells.
    fn with(&self, cells: usize) -> Set<WORDS> {
        self.waiting.and(&Set::of_digits(&self.left, cells))
    }

    fn pair(mut self, lines: &Numbered<B, WORDS, DIGITS>, cells: [u32; 2]) -> Self {
        let [one, two] = cells.map(|cell| lines.through(cell));
        self.waiting = self.waiting.without(&one.and(&two));
        for (cell, through) in cells.into_iter().zip([one, two]) {
            self.free = self.free & !B::bit(cell);
            through.take_from(&mut self.left);
        }
        self
    }

    /// Returns whether all lines without a pair can get one.
    fn complete(&self, lines: &Numbered<B, WORDS, DIGITS>, steps: &mut u32) -> bool {
        if self.waiting == Set::NONE {
            return true;
        }
        let answered = self.free.count() / 2 * lines.together();
        if *steps == 0 || self.waiting.count() > answered {
            return false;
        }
        *steps -= 1;
        // A line with few cells has few pairs.
        let narrow = (2..1 << DIGITS).map(|cells| self.with(cells));
        let Some(line) = narrow.into_iter().find_map(|lines| lines.first()) else {
            return false;
        };
        let cells: Vec<u32> = (lines.line(line) & self.free).cells().collect();
        let mut pairs = Vec::new();
        for (index, &one) in cells.iter().enumerate() {
            for &two in &cells[index + 1..] {
                let next = self.pair(lines, [one, two]);
                if next.with(0) == Set::NONE && next.with(1) == Set::NONE {
                    pairs.push((next.with(2).count() + next.waiting.count(), next));
                }
            }
        }
        pairs.sort_by_key(|(worse, _)| *worse);
        pairs.iter().any(|(_, next)| next.complete(lines, steps))
    }
}

impl<B: Bits, const WORDS: usize, const DIGITS: usize> Numbered<B, WORDS, DIGITS> {
    /// Returns whether a pairing keeps the attacker from every line, whoever is to move. `free` has the empty cells.
    /// The answer `false` may be wrong.
    pub(super) fn has_pairing(
        &self,
        attacker: &Side<B, WORDS, DIGITS>,
        keeper: &Side<B, WORDS, DIGITS>,
        free: B,
    ) -> bool {
        // If no two lines share two cells, each needs its own pair. Such pairings are rare: with a search for them,
        // 4x4x4 took two fifths more time.
        if self.together() < 2 {
            return false;
        }
        let pairs = Pairs {
            free,
            waiting: attacker.alive(self, keeper),
            left: attacker.wanted(),
        };
        pairs.with(1) == Set::NONE && pairs.complete(self, &mut { MOST_STEPS })
    }
}
