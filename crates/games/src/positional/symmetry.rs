//! The symmetries of a board: reflections, rotations and shifts that change nothing.

use super::{Bits, CellSet, Position, Rules, Shape, Wrap};

/// The most candidates for symmetries. If shifts would exceed it they are left out. It bounds the tables at 4096
/// symmetries of 8 KiB each. The symmetries without shifts are a group as well.
const MOST_CANDIDATES: usize = 4096;

/// The symmetries of one board, each as the images of every four of its cells.
///
/// These generate the symmetries of the whole game: those of each board, the permutations of the boards, and the
/// exchange of the two marks if either may be placed. Each keeps the cells, the lines, the weights and the support
/// of cells, which is all that the rules depend on. So it maps play to play, move by move.
#[derive(Clone, Debug)]
pub struct Symmetries<B> {
    images: Box<[[B; 16]]>,
    /// The number of `images` that make one symmetry.
    nibbles: usize,
}

impl<B: Bits> Symmetries<B> {
    /// Finds the symmetries of one board among the rotations and reflections of the box, its shifts as a torus if
    /// lines wrap round, and the twists of a cube. `order` has the cell of each bit, and `bits` the bit of each cell.
    pub(super) fn of(rules: &Rules, order: &[usize], bits: &[u32]) -> Symmetries<B> {
        let lines = rules.lines();
        let mut maps = candidates(&rules.shape, rules.wrap);
        if rules.wrap == [false; 3] {
            maps = with_twists(&maps, &rules.shape);
        }
        maps.retain(|map| keeps(map, &lines, rules));
        let cells = order.len();
        let nibbles = cells.div_ceil(4);
        let mut images = Vec::with_capacity(maps.len() * nibbles);
        for map in &maps {
            for start in (0..cells).step_by(4) {
                let mut of_sets = [B::NONE; 16];
                for (set, image) in of_sets.iter_mut().enumerate() {
                    for bit in
                        (start..cells.min(start + 4)).filter(|bit| set >> (bit - start) & 1 != 0)
                    {
                        *image = *image | B::bit(bits[map[order[bit]]]);
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

    /// Returns the number of symmetries of one board, the identity included.
    pub(super) fn of_board(&self) -> usize {
        self.images.len() / self.nibbles
    }

    /// Returns the images of one board.
    #[inline]
    pub(super) fn all(&self, board: Position<B>) -> impl Iterator<Item = Position<B>> {
        let symmetries = self.images.chunks_exact(self.nibbles);
        symmetries.map(move |symmetry| Position {
            own: image(symmetry, board.own),
            other: image(symmetry, board.other),
            turn: board.turn,
        })
    }

    /// Returns the least image of one board.
    #[inline]
    pub(super) fn least(&self, board: Position<B>) -> Position<B> {
        let mut least = board;
        for symmetry in self.images.chunks_exact(self.nibbles) {
            // Usually the first set alone shows that an image is not less.
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

    /// Returns the number of symmetries that fix one board.
    pub(super) fn fixing(&self, board: Position<B>) -> usize {
        let keeps = |symmetry: &&[[B; 16]]| {
            image(symmetry, board.own) == board.own && image(symmetry, board.other) == board.other
        };
        let symmetries = self.images.chunks_exact(self.nibbles);
        symmetries.filter(keeps).count()
    }
}

/// Returns the image of a set under one symmetry.
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

/// Returns all distinct maps of the cells onto cells from the rotations and reflections of the box, and on a torus
/// its shifts. (Some flat boards have shifts and twists that happen to keep their lines, such as 4x4 with four in a
/// row. Published counts up to symmetry do not use them, and neither does this.) The maps are a group, and so are
/// those of them that keep any further structure.
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
    // Shifts along one axis and an exchange with a different axis would not be a group.
    let each = [0, 1, 2].map(|axis| (size[axis], wrap[axis]));
    let axes = || {
        AXES.into_iter()
            .filter(|axes| axes.map(|axis| (size[axis], wrap[axis])) == each)
    };
    let flips = 1 << size.iter().filter(|&&size| size > 1).count();
    // The number of shifts along each axis that wraps round.
    let mut round: [usize; 3] = std::array::from_fn(|axis| if wrap[axis] { size[axis] } else { 1 });
    if axes().count() * flips * round.iter().product::<usize>() > MOST_CANDIDATES {
        round = [1; 3];
    }
    let shifts: usize = round.iter().product();
    let mut maps = Vec::new();
    for axes in axes() {
        // To flip an axis of length one changes nothing.
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

/// The largest cube whose twists are considered. A larger full cube has more cells than any board, and a larger
/// sparse one has too many twists.
const MOST_TWISTED: usize = 5;

/// Returns the given maps and all their compositions with twists of a cube, without repetition. A twist permutes the
/// layers along all three axes alike and keeps opposite layers opposite. So it keeps the lines through the whole
/// cube: with its rotations and reflections, 4x4x4 has 192 symmetries (Silver, 1967).
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

/// Returns all permutations of layers that keep opposite layers opposite.
fn twists(size: usize) -> Vec<Vec<usize>> {
    // They are generated from the identity by exchanges of two pairs, or of the layers of one pair.
    let mut found = vec![(0..size).collect::<Vec<usize>>()];
    let mut next = 0;
    while let Some(twist) = found.get(next).cloned() {
        next += 1;
        // The layer in the middle is opposite to itself.
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

/// Returns all rotations and reflections of a board's cells onto its cells, the identity first: those of the box, or
/// for hexagons those of the cells drawn in it.
pub(crate) fn symmetries_of(shape: &Shape) -> Vec<Vec<u32>> {
    // The maps are sorted, and none comes before the identity.
    let maps = match shape.has_hexes() {
        true => turned(shape),
        false => candidates(shape, [false; 3]),
    };
    let narrow = |map: Vec<usize>| map.into_iter().map(|cell| cell as u32).collect();
    maps.into_iter().map(narrow).collect()
}

/// Returns the rotations and reflections of a flat board of hexagons, wherever it lies in its box, in order.
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

/// A rotation or reflection of the plane: the images of a step down and a step to the right.
pub(crate) type Turn = [(i32, i32); 2];

/// Returns all rotations and reflections of a plane of squares, or of hexagons whose rows are each half a cell
/// further to the right than the one above. The identity is first.
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

/// Returns the image of a place.
pub(crate) fn turned_by([down, right]: Turn, (row, col): (i32, i32)) -> (i32, i32) {
    (row * down.0 + col * right.0, row * down.1 + col * right.1)
}

/// Returns whether a map of the cells keeps the weights, the support of cells, and the lines (given in sorted
/// order).
fn keeps(map: &[usize], lines: &[CellSet], rules: &Rules) -> bool {
    let cells = 0..map.len();
    let (shape, weights) = (&rules.shape, &rules.weights);
    let same_weight = |cell: usize| weights.is_empty() || weights[cell] == weights[map[cell]];
    let same_below = |cell: usize| {
        !rules.gravity || shape.below(map[cell]) == shape.below(cell).map(|below| map[below])
    };
    let line_again = |line: &CellSet| {
        let image: CellSet = line.cells().map(|cell| 1 << map[cell as usize]).sum();
        lines.binary_search(&image).is_ok()
    };
    // Distinct lines have distinct images, so a map into the lines is a map onto them.
    cells
        .into_iter()
        .all(|cell| same_weight(cell) && same_below(cell))
        && lines.iter().all(line_again)
}
