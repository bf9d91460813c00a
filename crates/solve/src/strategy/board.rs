//! A game of claimed cells as sets of bits.

use yomikiri_core::declared::DeclaredCells;
use yomikiri_core::{Outcome, Player};

const MOST_CELLS: usize = 64;

/// The marks on the board. First moves if they are even in number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Marks {
    /// First's.
    pub x: u64,
    /// Second's.
    pub o: u64,
}

/// The rules of a game in which each player has marks of their own, on one board of up to 64 cells.
#[derive(Clone, Debug)]
pub struct Board {
    cells: usize,
    lines: Vec<u64>,
    through: Vec<Vec<u64>>,
    /// The cell that has to be marked before each, as a set.
    below: Vec<u64>,
    /// Cells by how far their support is behind them, and those without.
    falls: Vec<(i32, u64)>,
    floor: u64,
    wins: bool,
    full: Option<Outcome>,
    weights: Vec<i64>,
    symmetries: Vec<Vec<u8>>,
}

/// The cells of a set from the lowest up.
pub(super) fn members(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        cell
    })
}

impl Marks {
    /// All cells with marks.
    pub fn taken(self) -> u64 {
        self.x | self.o
    }

    /// Who moves.
    pub fn to_move(self) -> Player {
        match self.taken().count_ones() % 2 {
            0 => Player::First,
            _ => Player::Second,
        }
    }

    /// A player's marks, and the other player's.
    pub(super) fn seen_by(self, player: Player) -> (u64, u64) {
        match player {
            Player::First => (self.x, self.o),
            Player::Second => (self.o, self.x),
        }
    }
}

impl Board {
    /// The rules as they are declared; `None` where strategies do not apply.
    pub fn new(declared: &DeclaredCells) -> Option<Board> {
        let cells = declared.board.matches('.').count();
        if declared.marks != "own" || declared.boards != 1 || !(1..=MOST_CELLS).contains(&cells) {
            return None;
        }
        let set = |line: &Vec<usize>| line.iter().fold(0u64, |set, cell| set | 1 << cell);
        let lines: Vec<u64> = declared.lines.iter().map(set).collect();
        let through = |cell: usize| {
            let through = lines.iter().filter(|&&line| line >> cell & 1 == 1);
            through.copied().collect()
        };
        let support = |cell: usize| declared.support.get(cell).copied().flatten();
        let mut falls: Vec<(i32, u64)> = Vec::new();
        let mut floor = 0;
        for cell in 0..cells {
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
        let mut board = Board {
            cells,
            through: (0..cells).map(through).collect(),
            below: (0..cells)
                .map(|cell| support(cell).map_or(0, |below| 1 << below))
                .collect(),
            lines,
            falls,
            floor,
            wins: declared.lines_win,
            full: declared.full,
            weights: declared.weights.clone(),
            symmetries: Vec::new(),
        };
        board.symmetries = board.find_symmetries(&declared.board);
        Some(board)
    }

    /// How many cells there are.
    pub fn count(&self) -> usize {
        self.cells
    }

    /// The symmetries found, each the cell that takes the place of each; without that which moves nothing.
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

    /// Whether some cell has to wait for another.
    pub(super) fn has_gravity(&self) -> bool {
        !self.falls.is_empty()
    }

    /// The code of a position in certificates.
    pub fn code(&self, at: Marks) -> u128 {
        u128::from(at.x) | u128::from(at.o) << self.cells
    }

    /// The position with a code.
    pub fn marks(&self, code: u128) -> Marks {
        Marks {
            x: code as u64 & self.all(),
            o: (code >> self.cells) as u64,
        }
    }

    /// The cells that can be marked.
    #[inline]
    pub(super) fn open(&self, taken: u64) -> u64 {
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

    /// Whether a cell completes a line of these marks.
    #[inline]
    pub(super) fn completes(&self, marks: u64, cell: usize) -> bool {
        let with = marks | 1 << cell;
        self.through[cell].iter().any(|line| line & !with == 0)
    }

    /// The cells that complete a line of these marks.
    pub(super) fn completing(&self, marks: u64) -> u64 {
        let rests = self.lines.iter().map(|line| line & !marks);
        rests
            .filter(|rest| rest.is_power_of_two())
            .fold(0, |set, rest| set | rest)
    }

    /// How the game ends on a board without a line on which no cell is open.
    pub(super) fn full_outcome(&self, at: Marks) -> Outcome {
        let weight = |(cell, &weight): (usize, &i64)| {
            weight * ((at.x >> cell & 1) as i64 - (at.o >> cell & 1) as i64)
        };
        let points = || self.weights.iter().enumerate().map(weight).sum();
        self.full.unwrap_or_else(|| Outcome::Margin(points()))
    }

    /// The position after the mover has marked a cell, and how the game ended if it did.
    pub(super) fn play(&self, at: Marks, cell: usize) -> (Marks, Option<Outcome>) {
        let mover = at.to_move();
        let (own, _) = at.seen_by(mover);
        let mut next = at;
        match mover {
            Player::First => next.x |= 1 << cell,
            Player::Second => next.o |= 1 << cell,
        }
        if self.completes(own, cell) {
            let winner = if self.wins { mover } else { mover.opponent() };
            return (next, Some(Outcome::Win(winner)));
        }
        if self.open(next.taken()) != 0 {
            return (next, None);
        }
        (next, Some(self.full_outcome(next)))
    }

    /// How many cells of its column lie below each empty cell, without those that are marked.
    pub(super) fn waits(&self, taken: u64, cell: usize) -> u32 {
        let (mut waits, mut at) = (0, cell);
        while self.below[at] & !taken != 0 {
            at = self.below[at].trailing_zeros() as usize;
            waits += 1;
        }
        waits
    }

    /// A set after a symmetry.
    pub(super) fn image(symmetry: &[u8], set: u64) -> u64 {
        members(set).fold(0, |set, cell| set | 1 << symmetry[cell])
    }

    /// The least of a position's images and itself, by code, and the symmetry that leads to it.
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

    /// Whether a position is the least of its images.
    pub fn is_least(&self, at: Marks) -> bool {
        self.least(at).1.is_none()
    }

    /// The symmetries of the drawing that leave the rules as they are.
    fn find_symmetries(&self, drawing: &str) -> Vec<Vec<u8>> {
        // Where each cell lies: layer, row, column.
        let mut places = Vec::new();
        for (layer, rows) in drawing.split("//").enumerate() {
            for (row, signs) in rows.split('/').enumerate() {
                for (column, sign) in signs.bytes().enumerate() {
                    if sign == b'.' {
                        places.push([layer, row, column]);
                    }
                }
            }
        }
        let size = [0, 1, 2].map(|axis| {
            places
                .iter()
                .map(|place| place[axis] + 1)
                .max()
                .unwrap_or(1)
        });
        let orders = [
            [0, 1, 2],
            [0, 2, 1],
            [1, 0, 2],
            [1, 2, 0],
            [2, 0, 1],
            [2, 1, 0],
        ];
        let mut found: Vec<Vec<u8>> = Vec::new();
        for order in orders {
            if order.map(|axis| size[axis]) != size {
                continue;
            }
            for flips in 0..8 {
                let image = |place: &[usize; 3]| {
                    let moved = [0, 1, 2].map(|axis| match flips >> axis & 1 {
                        0 => place[order[axis]],
                        _ => size[axis] - 1 - place[order[axis]],
                    });
                    let cell = places.iter().position(|known| *known == moved)?;
                    u8::try_from(cell).ok()
                };
                let Some(symmetry) = places.iter().map(image).collect::<Option<Vec<u8>>>() else {
                    continue;
                };
                let moves = symmetry
                    .iter()
                    .enumerate()
                    .any(|(cell, &image)| cell != usize::from(image));
                if moves && !found.contains(&symmetry) && self.is_left_by(&symmetry) {
                    found.push(symmetry);
                }
            }
        }
        found
    }

    /// Whether a permutation leaves the rules as they are.
    fn is_left_by(&self, symmetry: &[u8]) -> bool {
        let mut lines = self.lines.clone();
        let mut images: Vec<u64> = lines
            .iter()
            .map(|&line| Board::image(symmetry, line))
            .collect();
        lines.sort_unstable();
        images.sort_unstable();
        let keeps = |(cell, &image): (usize, &u8)| {
            let image = usize::from(image);
            Board::image(symmetry, self.below[cell]) == self.below[image]
                && self.weights.get(cell) == self.weights.get(image)
        };
        lines == images && symmetry.iter().enumerate().all(keeps)
    }
}
