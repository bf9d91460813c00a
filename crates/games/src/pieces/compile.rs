//! Compiles declared pieces to rays from each cell.

use super::bound::Bound;
use super::coding::Coding;
use super::ray::Ray;
use super::{
    Direction, How, Kind, Lines, MOST_CELLS, MOST_HELD, MOST_KINDS, Onto, Over, PieceMove,
    PieceRules, Pieces, Trap,
};
use crate::positional::{Cell, CellSet, Shape, symmetries_of};
use std::fmt;
use yomikiri_core::Player;

/// The reason why pieces make no playable game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PiecesError {
    /// There are more cells than [`MOST_CELLS`].
    TooManyCells(usize),
    /// There are more kinds than [`MOST_KINDS`], or none.
    Kinds(usize),
    /// The pieces on these cells need more bits than a position has.
    TooManyBits(u32),
    /// There are more kinds in hand than [`MOST_HELD`], or more pieces than can be counted.
    Held(usize),
}

impl fmt::Display for PiecesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PiecesError::TooManyCells(cells) => {
                write!(
                    f,
                    "{cells} cells are too many for pieces: at most {MOST_CELLS}"
                )
            }
            PiecesError::Held(kinds) if *kinds <= MOST_HELD => {
                f.write_str("there are more than 255 pieces")
            }
            PiecesError::Held(kinds) => write!(
                f,
                "{kinds} kinds of pieces can be in hand: at most {MOST_HELD}"
            ),
            PiecesError::Kinds(0) => f.write_str("there are no pieces"),
            PiecesError::Kinds(kinds) => write!(f, "{kinds} kinds of pieces: at most {MOST_KINDS}"),
            PiecesError::TooManyBits(bits) => write!(
                f,
                "so many pieces on so many cells need {bits} bits a position: at most 128"
            ),
        }
    }
}

impl std::error::Error for PiecesError {}

impl Pieces {
    /// Checks that a declaration can be played, and compiles it.
    ///
    /// # Errors
    ///
    /// See [`PiecesError`].
    pub fn new(rules: PieceRules) -> Result<Pieces, PiecesError> {
        let (cells, kinds) = (rules.shape.cells().len(), rules.kinds.len());
        if cells > MOST_CELLS {
            return Err(PiecesError::TooManyCells(cells));
        }
        if kinds == 0 || kinds > MOST_KINDS {
            return Err(PiecesError::Kinds(kinds));
        }
        let held = (0..kinds).filter(|&kind| {
            let most = Player::BOTH.map(|player| rules.most_held(player, kind));
            rules.hands.exist() && most.iter().any(|&most| most > 0)
        });
        let held = held.count();
        if held > MOST_HELD || rules.hands.exist() && rules.pieces() > 255 {
            return Err(PiecesError::Held(held));
        }
        let coding = Coding::new(&rules);
        if coding.bits() > 128 {
            return Err(PiecesError::TooManyBits(coding.bits()));
        }
        let of_kind = |player, kind: &Kind| -> Vec<Vec<Ray>> {
            (0..cells)
                .map(|cell| rays(&rules, player, kind, cell))
                .collect()
        };
        let rays = Player::BOTH.map(|player| {
            let kinds = rules.kinds.iter();
            kinds.map(|kind| of_kind(player, kind)).collect::<Vec<_>>()
        });
        let bound = Bound::new(&rules, &rays);
        let lines = Player::BOTH.map(|player| rules.ends[player as usize].lines.on(&rules.shape));
        let symmetries = symmetries(&rules, &rays, &lines);
        Ok(Pieces {
            lines,
            beside: beside(&rules),
            coding,
            rays,
            bound,
            symmetries,
            rules,
        })
    }
}

/// Returns the rays of a piece from a cell.
fn rays(rules: &PieceRules, player: Player, kind: &Kind, cell: usize) -> Vec<Ray> {
    let mut rays = Vec::new();
    for mv in &kind.moves {
        for &direction in &mv.directions {
            for cells in ways(rules, player, mv, direction, cell) {
                rays.push(Ray {
                    cells,
                    jump: mv.how == How::Jump,
                    onto_empty: mv.onto != Onto::Enemy,
                    onto_enemy: mv.onto != Onto::Empty,
                    over_own: mv.over != Over::Enemy,
                    over_enemy: mv.over != Over::Own,
                    takes: mv.takes,
                    far: mv.far,
                });
            }
        }
    }
    rays
}

/// Returns the cells on each ray in a direction.
fn ways(
    rules: &PieceRules,
    player: Player,
    mv: &PieceMove,
    direction: Direction,
    cell: usize,
) -> Vec<Vec<u8>> {
    let how = mv.how;
    let steps = match (how, mv.most) {
        (How::Step, _) => 1,
        (How::Jump, _) => 2,
        (How::Slide, 0) => MOST_CELLS,
        (How::Slide, most) => most as usize,
    };
    match direction {
        Direction::Offset(forward, right) => {
            let along = std::iter::successors(Some(cell), |&cell| {
                offset(rules, player, cell, forward, right)
            });
            let cells: Vec<u8> = along.skip(1).take(steps).map(|cell| cell as u8).collect();
            let enough = !cells.is_empty() && (how != How::Jump || cells.len() == 2);
            enough.then_some(cells).into_iter().collect()
        }
        // Links have no direction in which to go on: a slide is a step, and a jump goes on along any other link.
        Direction::Link => {
            let next = |cell: usize| {
                let other = move |&(a, b): &(usize, usize)| match (a == cell, b == cell) {
                    (true, _) => Some(b),
                    (_, true) => Some(a),
                    _ => None,
                };
                let arrows = rules.arrows.iter().filter(move |(from, _)| *from == cell);
                let links = rules.links.iter().filter_map(other);
                links.chain(arrows.map(|&(_, to)| to))
            };
            match how {
                How::Step | How::Slide => next(cell).map(|to| vec![to as u8]).collect(),
                How::Jump => next(cell)
                    .flat_map(|over| {
                        let behind = next(over).filter(move |&to| to != cell);
                        behind.map(move |to| vec![over as u8, to as u8])
                    })
                    .collect(),
            }
        }
    }
}

/// Returns the cell at an offset forward and to the right, from the player's view.
fn offset(
    rules: &PieceRules,
    player: Player,
    cell: usize,
    forward: i32,
    right: i32,
) -> Option<usize> {
    let Cell { row, col, .. } = rules.shape.cells()[cell];
    let (down, right) = match player {
        Player::First => (-forward, right),
        Player::Second => (forward, -right),
    };
    let row = usize::try_from(i32::from(row) + down).ok()?;
    let col = usize::try_from(i32::from(col) + right).ok()?;
    rules.shape.number([0, row, col])
}

/// Returns, for each cell, the adjacent cells on which it may help to enclose an enemy, with the cells behind them.
fn beside(rules: &PieceRules) -> Vec<Vec<(u32, u32)>> {
    let ways = [
        [(1, 0), (-1, 0), (0, 1), (0, -1)],
        [(1, 1), (1, -1), (-1, 1), (-1, -1)],
    ];
    let ways = ways.into_iter().zip(rules.captures.custodial);
    let ways: Vec<(i32, i32)> = ways
        .filter(|(_, counts)| *counts)
        .flat_map(|(ways, _)| ways)
        .collect();
    let of_cell = |cell: usize| {
        let pairs = ways.iter().filter_map(|&(forward, right)| {
            let next = |cell| offset(rules, Player::First, cell, forward, right);
            let beside = next(cell)?;
            Some((beside as u32, next(beside)? as u32))
        });
        pairs.collect()
    };
    (0..rules.shape.cells().len()).map(of_cell).collect()
}

impl Lines {
    /// Returns the cells of all lines on a board.
    pub(crate) fn on(&self, shape: &Shape) -> Vec<CellSet> {
        let [across, upright, aslant] = self.ways;
        let ways = [
            (0, 1, across),
            (1, 0, upright),
            (1, 1, aslant),
            (1, -1, aslant),
        ];
        let mut found = self.sets.clone();
        for cell in shape.cells() {
            let at = |down: i32, right: i32| {
                let row = usize::try_from(i32::from(cell.row) + down).ok()?;
                let col = usize::try_from(i32::from(cell.col) + right).ok()?;
                shape.number([0, row, col])
            };
            for (down, right, _) in ways.into_iter().filter(|(_, _, counts)| *counts) {
                let along = (0..self.row as i32).map(|far| at(down * far, right * far));
                found.extend(union(along).filter(|_| self.row > 0));
            }
            let side = self.square as i32;
            let all = (0..side).flat_map(|down| (0..side).map(move |right| (down, right)));
            let square = union(all.map(|(down, right)| at(down, right)));
            found.extend(square.filter(|_| side > 0));
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Returns the error that a board has no room for a row of this length, if so.
    pub(crate) fn lacks_row(&self, shape: &Shape) -> Option<String> {
        let row = self.row;
        self.lacks(shape, row, 0)
            .then(|| format!("the board has no line of {row} cells"))
    }

    /// Returns the error that a board has no room for a square of this size, if so.
    pub(crate) fn lacks_square(&self, shape: &Shape) -> Option<String> {
        let side = self.square;
        self.lacks(shape, 0, side)
            .then(|| format!("the board has no square of {side} by {side} cells"))
    }

    fn lacks(&self, shape: &Shape, row: u32, square: u32) -> bool {
        let alone = Lines {
            row,
            square,
            sets: Vec::new(),
            ..self.clone()
        };
        alone.exist() && alone.on(shape).is_empty()
    }
}

/// Returns the union of the cells, if all of them exist.
fn union(mut cells: impl Iterator<Item = Option<usize>>) -> Option<CellSet> {
    cells.try_fold(0, |set: CellSet, cell| Some(set | 1 << cell?))
}

/// Returns the symmetries of the board that keep every player's ways, goals, lines and promotions.
fn symmetries(
    rules: &PieceRules,
    rays: &[Vec<Vec<Vec<Ray>>>; 2],
    lines: &[Vec<CellSet>; 2],
) -> Vec<Vec<u32>> {
    let sorted = |mut rays: Vec<Ray>| {
        rays.sort_unstable();
        rays
    };
    let moved = |map: &[u32], ray: &Ray| Ray {
        cells: ray
            .cells
            .iter()
            .map(|&cell| map[usize::from(cell)] as u8)
            .collect(),
        ..ray.clone()
    };
    let keeps = |map: &Vec<u32>| {
        let same_ways = rays.iter().flatten().all(|kind| {
            (0..map.len()).all(|cell| {
                let images = kind[cell].iter().map(|ray| moved(map, ray)).collect();
                sorted(images) == sorted(kind[map[cell] as usize].clone())
            })
        });
        let moved = |set: CellSet| {
            let cells = (0..map.len()).filter(|cell| set >> cell & 1 == 1);
            cells.fold(0, |image: CellSet, cell| image | 1 << map[cell])
        };
        let becoming = rules.kinds.iter().filter_map(|kind| kind.becomes);
        let dropping = rules.kinds.iter().filter_map(|kind| kind.drops);
        let goals = rules.ends.iter().map(|ends| ends.goal);
        let sets = goals.chain(becoming.flat_map(|becomes| becomes.at));
        let mut sets = sets.chain(dropping.flatten());
        let same_lines = lines.iter().all(|lines| {
            let mut images: Vec<CellSet> = lines.iter().map(|&line| moved(line)).collect();
            images.sort_unstable();
            images == *lines
        });
        let same_traps = rules.ends.iter().all(|ends| {
            let image = |&(cell, by): &Trap| (map[cell] as usize, moved(by));
            let mut images = ends.traps.iter().map(image);
            images.all(|image| ends.traps.contains(&image))
        });
        same_ways && same_lines && same_traps && sets.all(|set| moved(set) == set)
    };
    let maps = symmetries_of(&rules.shape).into_iter();
    maps.filter(keeps).collect()
}
