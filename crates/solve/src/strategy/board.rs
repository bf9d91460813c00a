//! A game of claimed cells as sets of bits.

mod symmetry;

use yomikiri_core::declared::DeclaredCells;
use yomikiri_core::{Outcome, Player};

const MOST_CELLS: usize = 64;

/// The marks on the boards. First moves if their number is even.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Marks {
    /// First's marks, or all marks if they belong to nobody.
    pub x: u64,
    /// Second's marks.
    pub o: u64,
}

/// The rules of a game of claimed cells, with at most 64 cells in all.
///
/// If a player chooses between two marks, a cell *here* is a cell of the board together with one of the marks: first
/// all cells with an X, then all with an O. So in every game a move is a cell, by the number that the move has in
/// certificates.
#[derive(Clone, Debug)]
pub struct Board {
    cells: usize,
    /// Whether marks belong to nobody.
    common: bool,
    /// The distance from a cell with an X to the same one with an O; 0 if there is one kind of mark.
    twin: usize,
    /// The cells of each board, if there are several boards.
    parts: Vec<u64>,
    lines: Vec<u64>,
    through: Vec<Vec<u64>>,
    /// For each cell, the cells of which one has to be marked before it.
    below: Vec<u64>,
    /// The cells by the distance to their supporting cell, and the cells without support; of two kinds of marks,
    /// those of the first.
    falls: Vec<(i32, u64)>,
    floor: u64,
    wins: bool,
    full: Option<Outcome>,
    weights: Vec<i64>,
    symmetries: Vec<Vec<u8>>,
}

/// Returns the cells of a set in ascending order.
pub(super) fn members(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        cell
    })
}

impl Marks {
    /// Returns all cells with marks.
    pub fn taken(self) -> u64 {
        self.x | self.o
    }

    /// Returns the player to move.
    pub fn to_move(self) -> Player {
        match self.taken().count_ones() % 2 {
            0 => Player::First,
            _ => Player::Second,
        }
    }
}

impl Board {
    /// Creates the board from the declared rules; `None` if there are too many cells.
    pub fn new(declared: &DeclaredCells) -> Option<Board> {
        let drawn = declared.board.matches('.').count();
        let on_all = drawn.checked_mul(declared.boards)?;
        let kinds = if declared.marks == "either" { 2 } else { 1 };
        let cells = on_all.checked_mul(kinds)?;
        if !(1..=MOST_CELLS).contains(&cells) {
            return None;
        }
        let set = |line: &Vec<usize>| line.iter().fold(0u64, |set, cell| set | 1 << cell);
        let drawn_lines: Vec<u64> = declared.lines.iter().map(set).collect();
        let on = |at: usize| drawn_lines.iter().map(move |line| line << at);
        let lines: Vec<u64> = (0..cells).step_by(drawn).flat_map(on).collect();
        let through = |cell: usize| {
            let through = lines.iter().filter(|&&line| line >> cell & 1 == 1);
            through.copied().collect()
        };
        let twin = if kinds == 2 { on_all } else { 0 };
        let part = |at: usize| with_twins(u64::MAX >> (MOST_CELLS - drawn) << at, twin);
        let support = |cell: usize| {
            let below = declared.support.get(cell % drawn).copied().flatten();
            below.map(|below| cell / drawn * drawn + below)
        };
        let below = |cell: usize| {
            let below = support(cell % on_all).map(|below| with_twins(1 << below, twin));
            below.unwrap_or(0)
        };
        let mut falls: Vec<(i32, u64)> = Vec::new();
        let mut floor = 0;
        for cell in 0..on_all {
            let Some(below) = support(cell) else {
                floor |= 1 << cell;
                continue;
            };
            let distance = below as i32 - cell as i32;
            match falls.iter_mut().find(|(known, _)| *known == distance) {
                Some((_, set)) => *set |= 1 << cell,
                None => falls.push((distance, 1 << cell)),
            }
        }
        let weights = [1, -1].iter().take(kinds).flat_map(|sign| {
            let board = declared.weights.iter().map(move |weight| sign * weight);
            board.collect::<Vec<i64>>().repeat(declared.boards)
        });
        let mut board = Board {
            cells,
            common: declared.marks != "own",
            twin,
            parts: match declared.boards {
                1 => Vec::new(),
                _ => (0..on_all).step_by(drawn).map(part).collect(),
            },
            through: (0..cells).map(through).collect(),
            below: (0..cells).map(below).collect(),
            weights: weights.collect(),
            lines,
            falls,
            floor,
            wins: declared.lines_win,
            full: declared.full,
            symmetries: Vec::new(),
        };
        board.symmetries = board.find_symmetries(&declared.board, declared.boards);
        Some(board)
    }

    /// Returns the number of cells.
    pub fn count(&self) -> usize {
        self.cells
    }

    /// Returns whether a player wins by a line of their own marks on the only board; then there are threats to
    /// complete one.
    pub fn has_threats(&self) -> bool {
        self.wins && !self.common && self.ends_by_line()
    }

    /// Returns the symmetries found, without the identity. Each gives the image of every cell.
    pub fn symmetries(&self) -> &[Vec<u8>] {
        &self.symmetries
    }

    pub(super) fn all(&self) -> u64 {
        u64::MAX >> (MOST_CELLS - self.cells)
    }

    pub(super) fn lines(&self) -> &[u64] {
        &self.lines
    }

    pub(super) fn through(&self, cell: usize) -> &[u64] {
        &self.through[cell]
    }

    pub(super) fn below(&self, cell: usize) -> u64 {
        self.below[cell]
    }

    pub(super) fn lines_win(&self) -> bool {
        self.wins
    }

    pub(super) fn full(&self) -> Option<Outcome> {
        self.full
    }

    /// Returns whether two cells, the lower one first, are the same cell of the board with the two marks.
    pub(super) fn are_twins(&self, one: usize, two: usize) -> bool {
        self.twin > 0 && two == one + self.twin
    }

    /// Returns whether marks belong to nobody.
    pub(super) fn is_common(&self) -> bool {
        self.common
    }

    /// Returns whether play ends with the first line.
    pub(super) fn ends_by_line(&self) -> bool {
        self.parts.is_empty()
    }

    /// Returns a player's own marks, and those of the other player. Marks that belong to nobody are in both sets.
    pub(super) fn seen_by(&self, at: Marks, player: Player) -> (u64, u64) {
        match player {
            _ if self.common => (at.x, at.x),
            Player::First => (at.x, at.o),
            Player::Second => (at.o, at.x),
        }
    }

    /// Returns whether some cell needs another to be marked first.
    pub(super) fn has_gravity(&self) -> bool {
        !self.falls.is_empty()
    }

    /// Returns the code of a position in certificates.
    pub fn code(&self, at: Marks) -> u128 {
        u128::from(at.x) | u128::from(at.o) << self.cells
    }

    /// Returns the position with a code.
    pub fn marks(&self, code: u128) -> Marks {
        Marks {
            x: code as u64 & self.all(),
            o: (code >> self.cells) as u64,
        }
    }

    /// Returns the cells that can be marked.
    #[inline]
    pub(super) fn open(&self, own: u64, other: u64) -> u64 {
        let marked = own | other;
        match self.twin == 0 && self.parts.is_empty() {
            true => self.supported(marked),
            false => self.open_of_many(own, other),
        }
    }

    #[cold]
    fn open_of_many(&self, own: u64, other: u64) -> u64 {
        let open = self.supported(self.taken(own | other));
        with_twins(open, self.twin) & !self.dead(own, other)
    }

    /// Returns the cells that have no mark and may still get one.
    pub(super) fn empty(&self, at: Marks) -> u64 {
        self.all() & !self.taken(at.taken()) & !self.dead(at.x, at.o)
    }

    /// Returns marked cells, with their twins.
    fn taken(&self, marked: u64) -> u64 {
        with_twins(marked | marked >> self.twin, self.twin)
    }

    /// Returns the greatest number of moves that are left.
    pub(super) fn left(&self, at: Marks) -> u32 {
        let kinds = if self.twin > 0 { 2 } else { 1 };
        self.empty(at).count_ones() / kinds
    }

    /// Returns the unmarked cells that have support, even on boards on which play has ended.
    #[inline]
    fn supported(&self, taken: u64) -> u64 {
        let mut open = self.floor;
        for &(distance, set) in &self.falls {
            open |= set
                & match distance {
                    0.. => taken >> distance,
                    _ => taken << -distance,
                };
        }
        open & !taken
    }

    /// Returns the cells of the boards with a line, if there are several boards.
    fn dead(&self, own: u64, other: u64) -> u64 {
        if self.parts.is_empty() {
            return 0;
        }
        let is_made = |line: &&u64| *line & !own == 0 || *line & !other == 0;
        let made = self.lines.iter().filter(is_made);
        let made = made.fold(0, |made, line| made | line);
        let dead = self.parts.iter().filter(|&part| part & made != 0);
        dead.fold(0, |dead, part| dead | part)
    }

    /// Returns the outcome if the game ended with a mark. `line`: whether the mark completed a line.
    #[inline]
    pub(super) fn ended(
        &self,
        after: Marks,
        mover: Player,
        line: bool,
        open: u64,
    ) -> Option<Outcome> {
        if line && (self.parts.is_empty() || self.dead(after.x, after.o) == self.all()) {
            let winner = if self.wins { mover } else { mover.opponent() };
            return Some(Outcome::Win(winner));
        }
        (open == 0).then(|| self.full_outcome(after))
    }

    /// Returns whether a cell completes a line of these marks.
    #[inline]
    pub(super) fn completes(&self, marks: u64, cell: usize) -> bool {
        let with = marks | 1 << cell;
        self.through[cell].iter().any(|line| line & !with == 0)
    }

    /// Returns the cells that complete a line of these marks.
    pub(super) fn completing(&self, marks: u64) -> u64 {
        let rests = self.lines.iter().map(|line| line & !marks);
        rests
            .filter(|rest| rest.is_power_of_two())
            .fold(0, |set, rest| set | rest)
    }

    /// Returns the outcome if no cell is open and some board has no line.
    fn full_outcome(&self, at: Marks) -> Outcome {
        let weight = |(cell, &weight): (usize, &i64)| {
            weight * ((at.x >> cell & 1) as i64 - (at.o >> cell & 1) as i64)
        };
        let points = || self.weights.iter().enumerate().map(weight).sum();
        self.full.unwrap_or_else(|| Outcome::Margin(points()))
    }

    /// Returns the position after the mover has marked a cell, and the outcome if the game ended.
    pub(super) fn play(&self, at: Marks, cell: usize) -> (Marks, Option<Outcome>) {
        let mover = at.to_move();
        let (own, _) = self.seen_by(at, mover);
        let mut next = at;
        match mover {
            Player::Second if !self.common => next.o |= 1 << cell,
            _ => next.x |= 1 << cell,
        }
        let open = self.open(next.x, next.o);
        (
            next,
            self.ended(next, mover, self.completes(own, cell), open),
        )
    }

    /// Returns the number of unmarked cells below an empty cell in its column.
    pub(super) fn waits(&self, taken: u64, cell: usize) -> u32 {
        let (mut waits, mut at) = (0, cell);
        while self.below[at] != 0 && self.below[at] & taken == 0 {
            at = self.below[at].trailing_zeros() as usize;
            waits += 1;
        }
        waits
    }

    /// Returns the image of a set under a symmetry.
    pub(super) fn image(symmetry: &[u8], set: u64) -> u64 {
        members(set).fold(0, |set, cell| set | 1 << symmetry[cell])
    }

    /// Returns the least of a position and its images, by code, and the symmetry that leads to it.
    pub(super) fn least(&self, at: Marks) -> (Marks, Option<usize>) {
        let (mut least, mut by) = (at, None);
        for (index, symmetry) in self.symmetries.iter().enumerate() {
            let image = Marks {
                x: Board::image(symmetry, at.x),
                o: Board::image(symmetry, at.o),
            };
            if (image.o, image.x) < (least.o, least.x) {
                (least, by) = (image, Some(index));
            }
        }
        (least, by)
    }

    /// Returns whether a position is the least of its images.
    pub fn is_least(&self, at: Marks) -> bool {
        self.least(at).1.is_none()
    }
}

/// Returns cells with both of their marks; `twin` is 0 if there is one kind of mark.
fn with_twins(cells: u64, twin: usize) -> u64 {
    cells | cells << twin
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Returns a board without lines, or several copies of it. `falls`: whether it fills from the last row up.
    pub(super) fn board(drawing: &str, boards: usize, marks: &'static str, falls: bool) -> Board {
        let row = drawing.find('/').unwrap_or(drawing.len());
        let cells = drawing.matches('.').count();
        let below = |cell: usize| (cell + row < cells).then_some(cell + row);
        let declared = DeclaredCells {
            board: drawing.to_owned(),
            boards,
            marks,
            lines_win: true,
            full: Some(Outcome::Draw),
            weights: Vec::new(),
            support: (0..cells).filter(|_| falls).map(below).collect(),
            lines: Vec::new(),
        };
        Board::new(&declared).unwrap()
    }

    /// The twin of a marked cell is not empty, and no cell of a dead board is.
    #[test]
    fn what_may_still_be_marked() {
        let either = board("..", 1, "either", false);
        let at = Marks { x: 0b0010, o: 0 };
        assert_eq!((either.empty(at), either.left(at)), (0b0101, 1));
        let mut two = board("..", 2, "one", false);
        two.lines = vec![0b0011, 0b1100];
        let at = Marks { x: 0b0111, o: 0 };
        assert_eq!((two.empty(at), two.left(at)), (0b1000, 1));
        assert_eq!(two.open(at.x, at.x), 0b1000);
    }
}
