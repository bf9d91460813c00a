//! Wins by **threats** alone: each move leaves a line that lacks one cell, which the opponent has to mark, until
//! there are two such cells. These are the simplest of the threat sequences of Allis, van den Herik and Huntjens
//! (1996).

#[cfg(test)]
mod tests;

use super::line_sets::Set;
use super::{Bits, Full, Marks, Rules};

/// The most threats that are tried in the search for a win by threats, not counting those that answer a threat.
/// (Values from 64 to 1,000 were measured on 4x4x4: searches take about the same time.)
const MOST_MOVES: u32 = 64;

/// A search for wins by threats on one board.
#[derive(Clone, Debug)]
pub(super) enum Threats<B> {
    /// A board with at most 128 lines, of at most 7 cells.
    Few(Numbered<B, 2, 3>),
    /// A board with at most 384 lines, of at most 15 cells.
    Many(Numbered<B, 6, 4>),
}

/// The lines of a board by number. A set of cells is as wide as the board.
#[derive(Clone, Debug)]
pub(super) struct Numbered<B, const WORDS: usize, const DIGITS: usize> {
    /// The cells of each line.
    lines: Box<[B]>,
    /// The lines through each cell.
    through: Box<[Set<WORDS>]>,
    /// The lengths of the lines, as a set of lines for each binary digit.
    lengths: [Set<WORDS>; DIGITS],
    /// The most lines that go through the same two cells.
    together: u32,
}

/// One player's marks, and the cells that the player's lines lack.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side<B, const WORDS: usize, const DIGITS: usize> {
    marks: B,
    /// The lines with a mark of the player.
    begun: Set<WORDS>,
    /// The numbers of cells that lines lack, as a set of lines for each binary digit.
    wanted: [Set<WORDS>; DIGITS],
}

/// A position, seen by the player whose win is searched for.
#[derive(Clone, Copy, Debug)]
struct Board<B, const WORDS: usize, const DIGITS: usize> {
    own: Side<B, WORDS, DIGITS>,
    other: Side<B, WORDS, DIGITS>,
}

/// A move of a sequence, and the cell that the opponent then has to mark. Without an answer, the sequence ends in a
/// line, or in a position with two cells that complete one.
#[derive(Clone, Copy, Debug)]
struct Step {
    cell: u32,
    answer: Option<u32>,
}

/// The result of threats and pairings for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sifted {
    /// The player to move wins.
    Wins,
    /// The opponent wins.
    Loses,
    /// Neither is known. The values tell whether a pairing keeps the player from all lines, and whether one keeps
    /// the opponent.
    Open([bool; 2]),
}

/// The moves of a win by threats, the last one first.
#[derive(Debug, Default)]
pub(super) struct Sequence(Vec<Step>);

impl<B: Bits, const WORDS: usize, const DIGITS: usize> Side<B, WORDS, DIGITS> {
    fn new(lines: &Numbered<B, WORDS, DIGITS>, marks: B) -> Self {
        let mut side = Side {
            marks: B::NONE,
            begun: Set::NONE,
            wanted: lines.lengths,
        };
        for cell in marks.cells() {
            side.mark(lines, cell);
        }
        side
    }

    #[inline(always)]
    fn mark(&mut self, lines: &Numbered<B, WORDS, DIGITS>, cell: u32) {
        self.marks = self.marks | B::bit(cell);
        let through = &lines.through[cell as usize];
        // One loop instead of calls of `Set`: see `wanting`.
        for (word, &through) in through.0.iter().enumerate() {
            self.begun.0[word] |= through;
            let mut borrow = through;
            for digit in &mut self.wanted {
                digit.0[word] ^= borrow;
                borrow &= digit.0[word];
            }
        }
    }

    /// Returns the lines without a mark of the other player.
    pub(super) fn alive(&self, lines: &Numbered<B, WORDS, DIGITS>, other: &Self) -> Set<WORDS> {
        let none = Set::of_digits(&lines.lengths, 0);
        Set([u64::MAX; WORDS]).without(&other.begun).without(&none)
    }

    /// Returns the numbers of cells that lines lack, as a set of lines for each binary digit.
    pub(super) fn wanted(&self) -> [Set<WORDS>; DIGITS] {
        self.wanted
    }

    /// Returns the lines that lack `cells` cells and have no mark of the other player. (With `Set::of_digits` and
    /// `Set::without` instead of one loop, the search of 4x4x4 takes a quarter more time.)
    #[inline(always)]
    fn wanting(&self, cells: usize, other: &Self) -> Set<WORDS> {
        let mut lines = Set::NONE;
        for word in 0..WORDS {
            lines.0[word] = !other.begun.0[word];
            for (place, digit) in self.wanted.iter().enumerate() {
                let digit = digit.0[word];
                lines.0[word] &= if cells >> place & 1 == 0 {
                    !digit
                } else {
                    digit
                };
            }
        }
        lines
    }
}

impl<B: Bits, const WORDS: usize, const DIGITS: usize> Board<B, WORDS, DIGITS> {
    /// Returns the empty cells of a set.
    #[inline(always)]
    fn free(&self, cells: B) -> B {
        cells & !(self.own.marks | self.other.marks)
    }

    /// Returns the empty cells that complete a line of the player's.
    #[inline(always)]
    fn completing(&self, lines: &Numbered<B, WORDS, DIGITS>) -> B {
        self.free(lines.cells(self.own.wanting(1, &self.other)))
    }

    /// Returns the empty cells that complete a line of the opponent's.
    #[inline(always)]
    fn dangers(&self, lines: &Numbered<B, WORDS, DIGITS>) -> B {
        self.free(lines.cells(self.other.wanting(1, &self.own)))
    }

    /// Returns the same position, seen by the other player.
    fn turned(&self) -> Self {
        Board {
            own: self.other,
            other: self.own,
        }
    }

    /// Adds a mark of the opponent.
    #[inline(always)]
    fn against(&self, lines: &Numbered<B, WORDS, DIGITS>, cell: u32) -> Self {
        let mut next = *self;
        next.other.mark(lines, cell);
        next
    }

    /// Adds a mark of the player.
    #[inline(always)]
    fn with(&self, lines: &Numbered<B, WORDS, DIGITS>, cell: u32) -> Self {
        let mut next = *self;
        next.own.mark(lines, cell);
        next
    }
}

impl<B: Bits> Threats<B> {
    /// Returns the search for a board with these lines, if threats are useful: each player completes lines of their
    /// own marks, a line wins on the only board, and any cell may be marked. (With gravity, threats wait above open
    /// cells: proof-number search took more positions there.) `None` also if the lines are too many or too long.
    pub(super) fn of(rules: &Rules, patterns: &[B], cells: u32) -> Option<Self> {
        let of_use = rules.boards == 1
            && rules.marks == Marks::Own
            && !rules.misere
            && !rules.gravity
            && rules.full != Full::Points;
        if !of_use {
            return None;
        }
        Numbered::new(patterns, cells)
            .map(Threats::Few)
            .or_else(|| Numbered::new(patterns, cells).map(Threats::Many))
    }

    /// Returns whether the player with the marks `own` wins by threats alone, with the move.
    ///
    /// The answer `true` is a proof: before each move the opponent can complete a line only on the cell that the
    /// move takes, if at all, and then has to mark the cell that the move leaves.
    pub(super) fn win(&self, own: B, other: B) -> bool {
        let steps = &mut Sequence::default();
        match self {
            Threats::Few(lines) => lines.win(&lines.board(own, other), steps),
            Threats::Many(lines) => lines.win(&lines.board(own, other), steps),
        }
    }

    /// Returns the cells that the player with the marks `own` marks in a win by threats alone, first to last. Empty
    /// if no win is found.
    pub(super) fn cells(&self, own: B, other: B) -> Vec<u32> {
        let steps = &mut Sequence::default();
        let wins = match self {
            Threats::Few(lines) => lines.win(&lines.board(own, other), steps),
            Threats::Many(lines) => lines.win(&lines.board(own, other), steps),
        };
        let cells = steps.0.iter().rev().map(|step| step.cell);
        if wins { cells.collect() } else { Vec::new() }
    }

    /// Returns the winner, as far as threats and pairings tell. If the opponent would win by threats after a pass,
    /// removes the moves that still allow such a win. Each move marks a `cell`. Pairings are searched for only if
    /// `pairings` is set.
    pub(super) fn sift<M>(
        &self,
        own: B,
        other: B,
        pairings: bool,
        moves: &mut Vec<M>,
        cell: impl Fn(&M) -> u32,
    ) -> Sifted {
        match self {
            Threats::Few(lines) => lines.sift(&lines.board(own, other), pairings, moves, cell),
            Threats::Many(lines) => lines.sift(&lines.board(own, other), pairings, moves, cell),
        }
    }
}

impl<B: Bits, const WORDS: usize, const DIGITS: usize> Numbered<B, WORDS, DIGITS> {
    /// Creates the lines, or returns `None` if there are none, too many, or too long ones.
    fn new(patterns: &[B], cells: u32) -> Option<Self> {
        let longest = patterns.iter().map(|line| line.count()).max()?;
        let set = |of: &dyn Fn(&B) -> bool| {
            Set(std::array::from_fn(|word| {
                let lines = patterns.iter().skip(64 * word).take(64).enumerate();
                lines.fold(0, |set, (bit, line)| set | u64::from(of(line)) << bit)
            }))
        };
        if patterns.len() > 64 * WORDS || longest >= 1 << DIGITS {
            return None;
        }
        let through: Box<[Set<WORDS>]> = (0..cells)
            .map(|cell| set(&|line| *line & B::bit(cell) != B::NONE))
            .collect();
        let pairs = (1..through.len()).flat_map(|two| (0..two).map(move |one| (one, two)));
        let together = pairs.map(|(one, two)| through[one].and(&through[two]).count());
        Some(Numbered {
            lines: patterns.into(),
            together: together.max().unwrap_or(0),
            through,
            lengths: std::array::from_fn(|place| set(&|line| line.count() >> place & 1 != 0)),
        })
    }

    /// Returns the most lines that go through the same two cells.
    pub(super) fn together(&self) -> u32 {
        self.together
    }

    /// Returns the cells of a line.
    pub(super) fn line(&self, line: usize) -> B {
        self.lines[line]
    }

    /// Returns the lines through a cell.
    pub(super) fn through(&self, cell: u32) -> Set<WORDS> {
        self.through[cell as usize]
    }

    /// Returns the position, from the marks of the player whose win is searched for and the other's.
    fn board(&self, own: B, other: B) -> Board<B, WORDS, DIGITS> {
        Board {
            own: Side::new(self, own),
            other: Side::new(self, other),
        }
    }

    /// Returns the cells of a set of lines.
    #[inline(always)]
    fn cells(&self, lines: Set<WORDS>) -> B {
        let mut cells = B::NONE;
        lines.for_each(|line| cells = cells | self.lines[line]);
        cells
    }

    fn sift<M>(
        &self,
        board: &Board<B, WORDS, DIGITS>,
        pairings: bool,
        moves: &mut Vec<M>,
        cell: impl Fn(&M) -> u32,
    ) -> Sifted {
        let (mut found, mut other) = (Sequence::default(), Sequence::default());
        if self.win(board, &mut found) {
            return Sifted::Wins;
        }
        let passed = board.turned();
        if self.win(&passed, &mut found) {
            moves.retain(|mv| {
                let next = passed.against(self, cell(mv));
                !self.holds(&found, &next) && !self.win(&next, &mut other)
            });
        }
        match moves.is_empty() {
            true => Sifted::Loses,
            false if pairings => Sifted::Open(self.kept(board)),
            false => Sifted::Open([false; 2]),
        }
    }

    /// Returns whether pairings keep the player from all lines, and whether they keep the opponent.
    fn kept(&self, board: &Board<B, WORDS, DIGITS>) -> [bool; 2] {
        let free = board.free(B::low(self.through.len() as u32));
        [
            self.has_pairing(&board.own, &board.other, free),
            self.has_pairing(&board.other, &board.own, free),
        ]
    }

    /// Returns whether the player, to move, wins by threats alone, with the sequence. The answer is `false` if
    /// [`MOST_MOVES`] do not suffice.
    fn win(&self, board: &Board<B, WORDS, DIGITS>, sequence: &mut Sequence) -> bool {
        sequence.0.clear();
        self.find(board, &mut { MOST_MOVES }, &mut sequence.0)
    }

    fn find(&self, board: &Board<B, WORDS, DIGITS>, left: &mut u32, steps: &mut Vec<Step>) -> bool {
        let completing = board.completing(self);
        if completing != B::NONE {
            let cell = completing.lowest();
            steps.push(Step { cell, answer: None });
            return true;
        }
        let dangers = board.dangers(self);
        if dangers != B::NONE {
            return dangers.without_lowest() == B::NONE
                && self.go_on(board, dangers.lowest(), left, steps);
        }
        // If two lines that lack two cells cross, a mark leaves two lines that lack one.
        let (mut once, mut twice) = (B::NONE, B::NONE);
        board.own.wanting(2, &board.other).for_each(|line| {
            let cells = board.free(self.lines[line]);
            twice = twice | once & cells;
            once = once | cells;
        });
        // This fails if the lines share both cells.
        for cell in twice.cells() {
            let answers = board.with(self, cell).completing(self);
            if answers.without_lowest() != B::NONE {
                steps.push(Step { cell, answer: None });
                return true;
            }
        }
        // A threat is useful if it also advances another line.
        let far = board.own.wanting(3, &board.other);
        for cell in once.cells() {
            if !self.through[cell as usize].meets(&far) {
                continue;
            }
            let Some(less) = left.checked_sub(1) else {
                return false;
            };
            *left = less;
            if self.go_on(board, cell, left, steps) {
                return true;
            }
        }
        false
    }

    /// Returns whether a mark on a cell is a threat and wins by the threats that follow.
    #[inline(always)]
    fn go_on(
        &self,
        board: &Board<B, WORDS, DIGITS>,
        cell: u32,
        left: &mut u32,
        steps: &mut Vec<Step>,
    ) -> bool {
        let next = board.with(self, cell);
        let answers = next.completing(self);
        if answers == B::NONE {
            return false;
        }
        let one = answers.without_lowest() == B::NONE;
        let answer = one.then(|| answers.lowest());
        let wins = answer.is_none_or(|answer| self.find(&next.against(self, answer), left, steps));
        if wins {
            steps.push(Step { cell, answer });
        }
        wins
    }

    /// Returns whether a sequence still wins after an additional mark of the opponent.
    fn holds(&self, sequence: &Sequence, board: &Board<B, WORDS, DIGITS>) -> bool {
        let mut board = *board;
        for &Step { cell, answer } in sequence.0.iter().rev() {
            if board.completing(self) != B::NONE {
                return true;
            }
            let dangers = board.dangers(self);
            if board.free(B::bit(cell)) == B::NONE || dangers & !B::bit(cell) != B::NONE {
                return false;
            }
            board.own.mark(self, cell);
            let answers = board.completing(self);
            match answer {
                Some(answer) if answers == B::bit(answer) => board.other.mark(self, answer),
                _ => return answers != B::NONE && answers.without_lowest() != B::NONE,
            }
        }
        // The last step has no answer and returns above.
        false
    }
}
