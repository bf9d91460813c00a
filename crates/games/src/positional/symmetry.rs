//! The mirrorings, turnings and shifts of a board that change nothing, and one position to stand
//! for all that they make alike.

use super::{Bits, CellSet, MOST_BOARDS, Marks, Position, Positional, Shape, Wrap};
use yomikiri_core::capability::Symmetric;

/// Shifts are looked for only where that leaves this many candidates at most: it bounds the tables
/// at 4096 symmetries of 8 KiB each. The symmetries without shifts are a group as well.
const MOST_CANDIDATES: usize = 4096;

/// The symmetries of one board, each as the images of every four of its cells.
///
/// The symmetries of the whole game are made of these: each board by itself, the boards among each
/// other, and the two marks where either may be placed. Every one keeps the cells, the lines, the
/// weights and what rests on what, which is all that the rules speak of; so it maps games in play
/// onto games in play, move by move.
#[derive(Clone, Debug)]
pub struct Symmetries<B> {
    images: Box<[[B; 16]]>,
    /// How many of `images` make one symmetry.
    nibbles: usize,
}

impl<B: Bits> Symmetries<B> {
    /// Finds the symmetries of one board of the game among the turnings and mirrorings of the box
    /// and, where lines wrap round, its shifts as a torus; in a cube among its twists, too.
    pub(super) fn of<const COMMON: bool>(game: &Positional<B, COMMON>) -> Symmetries<B> {
        let lines = game.rules.lines();
        let keeps = |map: &Vec<usize>| keeps(map, &game.rules.shape, &lines, game);
        let mut maps = candidates(&game.rules.shape, game.rules.wrap);
        if game.rules.wrap == [false; 3] {
            maps = with_twists(&maps, &game.rules.shape);
        }
        maps.retain(keeps);
        let cells = game.order.len();
        let nibbles = cells.div_ceil(4);
        let mut images = Vec::with_capacity(maps.len() * nibbles);
        for map in &maps {
            for start in (0..cells).step_by(4) {
                let mut of_sets = [B::NONE; 16];
                for (set, image) in of_sets.iter_mut().enumerate() {
                    for bit in
                        (start..cells.min(start + 4)).filter(|bit| set >> (bit - start) & 1 != 0)
                    {
                        *image = *image | B::bit(game.bits[map[game.order[bit]]]);
                    }
                }
                images.push(of_sets);
            }
        }
        Symmetries {
            images: images.into(),
            nibbles,
        }
    }

    /// The number of symmetries of one board, the identity included.
    fn of_board(&self) -> usize {
        self.images.len() / self.nibbles
    }

    /// The images of what lies on one board.
    #[inline]
    fn all(&self, board: Position<B>) -> impl Iterator<Item = Position<B>> {
        let symmetries = self.images.chunks_exact(self.nibbles);
        symmetries.map(move |symmetry| Position {
            own: image(symmetry, board.own),
            other: image(symmetry, board.other),
            turn: board.turn,
        })
    }

    /// The least image of what lies on one board.
    #[inline]
    fn least(&self, board: Position<B>) -> Position<B> {
        let mut least = board;
        for symmetry in self.images.chunks_exact(self.nibbles) {
            // Most images are behind by the one set already.
            let own = image(symmetry, board.own);
            if own <= least.own {
                let other = image(symmetry, board.other);
                least = least.min(Position {
                    own,
                    other,
                    ..board
                });
            }
        }
        least
    }

    /// The number of symmetries that leave what lies on one board as it is.
    fn fixing(&self, board: Position<B>) -> usize {
        let keeps = |symmetry: &&[[B; 16]]| {
            image(symmetry, board.own) == board.own && image(symmetry, board.other) == board.other
        };
        let symmetries = self.images.chunks_exact(self.nibbles);
        symmetries.filter(keeps).count()
    }
}

/// The image of a set under one symmetry.
#[inline]
fn image<B: Bits>(symmetry: &[[B; 16]], set: B) -> B {
    let mut rest = set;
    let mut image = B::NONE;
    for of_sets in symmetry {
        image = image | of_sets[rest.word() & 15];
        rest = rest >> 4;
    }
    image
}

/// All maps of the cells onto cells that the box's turnings and mirrorings give, and on a torus its
/// shifts too; each once. (Some flat boards have shifts and twists that happen to keep their lines, 4x4 with four
/// in a row for one. Published counts up to symmetry do not use them, and neither does this.)
/// Together they are a group, and so are those of them that keep any further structure.
fn candidates(shape: &Shape, wrap: Wrap) -> Vec<Vec<usize>> {
    const AXES: [[usize; 3]; 6] = [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ];
    let size = shape.size();
    // Shifts along one axis and a turn onto another one would not be a group.
    let each = [0, 1, 2].map(|axis| (size[axis], wrap[axis]));
    let axes = || {
        AXES.into_iter()
            .filter(|axes| axes.map(|axis| (size[axis], wrap[axis])) == each)
    };
    let flips = 1 << size.iter().filter(|&&size| size > 1).count();
    // As many as there are along each axis that wraps round.
    let mut round: [usize; 3] = std::array::from_fn(|axis| if wrap[axis] { size[axis] } else { 1 });
    if axes().count() * flips * round.iter().product::<usize>() > MOST_CANDIDATES {
        round = [1; 3];
    }
    let shifts: usize = round.iter().product();
    let mut maps = Vec::new();
    for axes in axes() {
        // Turning round an axis of length one changes nothing.
        for flip in (0..8).filter(|flip| (0..3).all(|axis| flip >> axis & 1 == 0 || size[axis] > 1))
        {
            for shift in 0..shifts {
                let shift = [
                    shift / round[2] / round[1],
                    shift / round[2] % round[1],
                    shift % round[2],
                ];
                let moved = |cell: usize| {
                    let from = shape.at(cell);
                    let mut to = axes.map(|axis| from[axis]);
                    for axis in 0..3 {
                        if flip >> axis & 1 != 0 {
                            to[axis] = size[axis] - 1 - to[axis];
                        }
                        to[axis] = (to[axis] + shift[axis]) % size[axis];
                    }
                    shape.number(to)
                };
                maps.extend(
                    (0..shape.cells().len())
                        .map(moved)
                        .collect::<Option<Vec<usize>>>(),
                );
            }
        }
    }
    maps.sort_unstable();
    maps.dedup();
    maps
}

/// Twists are looked for in cubes of at most so many layers: with more, a cube of cells is larger than any board, and one with few
/// cells has twists without number.
const MOST_TWISTED: usize = 5;

/// The given maps, and all that follow from them by twists of a cube, each once. A twist permutes the layers along all three axes
/// alike, and layers that face each other face each other still. So it keeps the lines through the whole cube: with its turnings
/// and mirrorings, 4x4x4 has 192 symmetries (Silver, 1967).
fn with_twists(maps: &[Vec<usize>], shape: &Shape) -> Vec<Vec<usize>> {
    let [size, ..] = shape.size();
    if shape.size() != [size; 3] || size > MOST_TWISTED {
        return maps.to_vec();
    }
    let twists = twists(size);
    let mut all = Vec::new();
    for twist in &twists {
        let twisted = |cell: &usize| shape.number(shape.at(*cell).map(|at| twist[at]));
        let of_map = |map: &Vec<usize>| map.iter().map(twisted).collect::<Option<Vec<usize>>>();
        all.extend(maps.iter().filter_map(of_map));
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// All permutations of layers that keep those that face each other so.
fn twists(size: usize) -> Vec<Vec<usize>> {
    // What follows from the identity by exchanging two pairs, or the layers of one.
    let mut found = vec![(0..size).collect::<Vec<usize>>()];
    let mut next = 0;
    while let Some(twist) = found.get(next).cloned() {
        next += 1;
        // (The layer in the middle faces itself.)
        let outer = || (0..size).filter(|layer| 2 * layer + 1 != size);
        for (a, b) in outer().flat_map(|a| outer().map(move |b| (a, b))) {
            let mut other = twist.clone();
            other.swap(a, b);
            if b != size - 1 - a {
                other.swap(size - 1 - a, size - 1 - b);
            }
            if !found.contains(&other) {
                found.push(other);
            }
        }
    }
    found
}

/// All maps of a board's cells onto its cells that turn and mirror it, the identity first: the box, or where cells are
/// hexagons, what is drawn in it.
pub(crate) fn symmetries_of(shape: &Shape) -> Vec<Vec<u32>> {
    // The maps come in order, and none is before the identity.
    let maps = match shape.has_hexes() {
        true => turned(shape),
        false => candidates(shape, [false; 3]),
    };
    let narrow = |map: Vec<usize>| map.into_iter().map(|cell| cell as u32).collect();
    maps.into_iter().map(narrow).collect()
}

/// The maps that turn and mirror a flat board of hexagons, wherever it lies in its box; in order.
fn turned(shape: &Shape) -> Vec<Vec<usize>> {
    let places = || {
        shape
            .cells()
            .iter()
            .map(|cell| (i32::from(cell.row), i32::from(cell.col)))
    };
    let least = |places: &mut dyn Iterator<Item = (i32, i32)>| {
        let least = |a: (i32, i32), b: (i32, i32)| (a.0.min(b.0), a.1.min(b.1));
        places.reduce(least).unwrap_or_default()
    };
    let (top, left) = least(&mut places());
    let map = |turn: Turn| {
        let (up, aside) = least(&mut places().map(|place| turned_by(turn, place)));
        let image = |place| {
            let (row, col) = turned_by(turn, place);
            shape.number([0, (row - up + top) as usize, (col - aside + left) as usize])
        };
        places().map(image).collect::<Option<Vec<usize>>>()
    };
    let mut maps: Vec<Vec<usize>> = turns(true).into_iter().filter_map(map).collect();
    maps.sort_unstable();
    maps.dedup();
    maps
}

/// A turning or mirroring of the plane: what a step down and a step to the right become.
pub(crate) type Turn = [(i32, i32); 2];

/// All turnings and mirrorings of a plane of squares, or of hexagons each row of which is half a cell further to the
/// right than the one above; the identity first.
pub(crate) fn turns(hexes: bool) -> Vec<Turn> {
    let (count, quarter, mirror): (usize, Turn, Turn) = match hexes {
        true => (6, [(1, -1), (1, 0)], [(0, 1), (1, 0)]),
        false => (4, [(0, -1), (1, 0)], [(1, 0), (0, -1)]),
    };
    let mut turns = Vec::new();
    for first in [[(1, 0), (0, 1)], mirror] {
        let again = |turn: &Turn| Some(turn.map(|step| turned_by(quarter, step)));
        turns.extend(std::iter::successors(Some(first), again).take(count));
    }
    turns
}

/// The image of a place.
pub(crate) fn turned_by([down, right]: Turn, (row, col): (i32, i32)) -> (i32, i32) {
    (row * down.0 + col * right.0, row * down.1 + col * right.1)
}

/// Whether a map of the cells keeps the weights, what rests on what, and the lines (given sorted).
fn keeps<B: Bits, const COMMON: bool>(
    map: &[usize],
    shape: &Shape,
    lines: &[CellSet],
    game: &Positional<B, COMMON>,
) -> bool {
    let cells = 0..map.len();
    let weights = &game.rules.weights;
    let same_weight = |cell: usize| weights.is_empty() || weights[cell] == weights[map[cell]];
    let same_below = |cell: usize| {
        !game.rules.gravity || shape.below(map[cell]) == shape.below(cell).map(|below| map[below])
    };
    let line_again = |line: &CellSet| {
        let image: CellSet = line.cells().map(|cell| 1 << map[cell as usize]).sum();
        lines.binary_search(&image).is_ok()
    };
    // Distinct lines have distinct images, so into the lines is onto them.
    cells
        .into_iter()
        .all(|cell| same_weight(cell) && same_below(cell))
        && lines.iter().all(line_again)
}

impl<B: Bits, const COMMON: bool> Positional<B, COMMON> {
    /// The symmetries of one board, found when first asked for.
    pub(super) fn symmetries(&self) -> &Symmetries<B> {
        self.symmetries.get_or_init(|| Symmetries::of(self))
    }

    fn canonical_boards(&self, position: &Position<B>) -> Position<B> {
        let symmetries = self.symmetries();
        if self.rules.boards == 1 {
            return symmetries.least(*position);
        }
        let mut boards = [*position; MOST_BOARDS];
        let boards = &mut boards[..self.rules.boards];
        for (index, board) in boards.iter_mut().enumerate() {
            *board = symmetries.least(self.board_of(position, index));
        }
        boards.sort_unstable();
        let mut joined = Position {
            own: B::NONE,
            other: B::NONE,
            turn: position.turn,
        };
        for (index, board) in (0..).zip(&*boards) {
            joined.own = joined.own | board.own << (index * self.board_cells);
            joined.other = joined.other | board.other << (index * self.board_cells);
        }
        joined
    }

    /// The position with something else on one of its boards.
    fn with_board(&self, position: &Position<B>, index: usize, board: &Position<B>) -> Position<B> {
        let mut with = Position {
            own: B::NONE,
            other: B::NONE,
            turn: position.turn,
        };
        for at in 0..self.rules.boards {
            let board = match at == index {
                true => *board,
                false => self.board_of(position, at),
            };
            let shift = at as u32 * self.board_cells;
            with.own = with.own | board.own << shift;
            with.other = with.other | board.other << shift;
        }
        with
    }

    /// One board of several, with the turn of all.
    fn board_of(&self, position: &Position<B>, board: usize) -> Position<B> {
        Position {
            own: self.on_board(position.own, board),
            other: self.on_board(position.other, board),
            turn: position.turn,
        }
    }
}

/// With the two marks exchanged.
fn exchanged<B: Bits>(position: &Position<B>) -> Position<B> {
    Position {
        own: position.other,
        other: position.own,
        turn: position.turn,
    }
}

impl<B: Bits, const COMMON: bool> Symmetric<Positional<B, COMMON>> for Positional<B, COMMON> {
    /// Saturates where boards have so many symmetries that their combinations pass a `usize`.
    fn order(&self) -> usize {
        let of_board = self.symmetries().of_board();
        let marks = if self.rules.marks == Marks::Either {
            2
        } else {
            1
        };
        (1..=self.rules.boards).fold(marks, |order: usize, places| {
            order.saturating_mul(of_board).saturating_mul(places)
        })
    }

    #[inline]
    fn canonical(&self, position: &Position<B>) -> Position<B> {
        let canonical = self.canonical_boards(position);
        if self.rules.marks == Marks::Either {
            canonical.min(self.canonical_boards(&exchanged(position)))
        } else {
            canonical
        }
    }

    /// Each board by itself, each with the one behind it, and the marks exchanged.
    fn images(&self, position: &Position<B>) -> Vec<Position<B>> {
        let mut images = Vec::new();
        for index in 0..self.rules.boards {
            let of_board = self.symmetries().all(self.board_of(position, index));
            images.extend(of_board.map(|board| self.with_board(position, index, &board)));
            if index > 0 {
                let [one, other] = [index - 1, index].map(|at| self.board_of(position, at));
                let swapped = self.with_board(position, index, &one);
                images.push(self.with_board(&swapped, index - 1, &other));
            }
        }
        if self.rules.marks == Marks::Either {
            images.push(exchanged(position));
        }
        images
    }

    fn orbit(&self, position: &Position<B>) -> u64 {
        let symmetries = self.symmetries();
        let mut orbit: u64 = 1;
        let mut forms = Vec::with_capacity(self.rules.boards);
        for index in 0..self.rules.boards {
            let board = self.board_of(position, index);
            let least = symmetries.least(board);
            orbit = orbit.saturating_mul((symmetries.of_board() / symmetries.fixing(board)) as u64);
            forms.push(least);
            // The arrangements of the boards so far are those of one board less, times the places
            // for the new one, over the boards like it: a multinomial, exact at every step when
            // multiplied first.
            let alike = forms.iter().filter(|form| **form == least).count() as u64;
            orbit = orbit.saturating_mul(index as u64 + 1) / alike;
        }
        let exchanges = self.rules.marks == Marks::Either
            && self.canonical_boards(&exchanged(position)) != self.canonical_boards(position);
        if exchanges {
            orbit.saturating_mul(2)
        } else {
            orbit
        }
    }
}
