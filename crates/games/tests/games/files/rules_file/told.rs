//! Rules of claimed cells as they would be told over a drawn board, written a second time.

use super::twins::Tree;
use std::collections::BTreeSet;
use std::ops::Index;
use yomikiri_core::{Outcome, Player};

/// Row and column.
pub(super) type At = (i32, i32);

/// Rules as they would be told over a drawn board, apart from what the files become.
#[derive(Clone, Default)]
pub(super) struct Told {
    pub(super) hexes: bool,
    /// Whether left and right edge touch, and upper and lower one.
    pub(super) round: (bool, bool),
    /// The length of a row, and whether longer rows are none.
    pub(super) row: Option<(usize, bool)>,
    /// What a chain of First's joins, and of Second's.
    pub(super) joins: [Vec<Vec<At>>; 2],
    /// Whether a chain loses.
    pub(super) loses: bool,
    /// How many marks in a row are captured, and how many captures win.
    pub(super) captures: Option<(usize, u32)>,
    pub(super) alike: bool,
    pub(super) unlike: bool,
    pub(super) liberties: bool,
    /// Whether both place `x`.
    pub(super) one: bool,
    /// What having no move is worth to who is to move; nothing: a draw.
    pub(super) stuck: Option<bool>,
}

/// A drawn board: `_` where there is no cell.
#[derive(Clone)]
struct Cells {
    rows: i32,
    cols: i32,
    drawn: Vec<char>,
}

impl Cells {
    /// The board without marks, as wide as its longest row.
    fn empty(rows: &[Vec<char>]) -> Cells {
        let cols = rows.iter().map(Vec::len).max().unwrap_or_default();
        let drawn = rows.iter().flat_map(|row| {
            let row = row.iter().map(|&cell| if cell == '.' { '.' } else { '_' });
            row.chain(std::iter::repeat('_')).take(cols)
        });
        Cells {
            rows: rows.len() as i32,
            cols: cols as i32,
            drawn: drawn.collect(),
        }
    }

    fn index(&self, (row, col): At) -> Option<usize> {
        let inside = (0..self.rows).contains(&row) && (0..self.cols).contains(&col);
        inside.then_some((row * self.cols + col) as usize)
    }

    /// What stands on a cell, if it is one.
    fn get(&self, at: At) -> Option<char> {
        Some(self.drawn[self.index(at)?]).filter(|&found| found != '_')
    }

    fn set(&mut self, at: At, mark: char) {
        let index = self.index(at).expect("a cell");
        self.drawn[index] = mark;
    }

    /// All cells in reading order.
    fn all(&self) -> impl Iterator<Item = At> {
        let all = (0..self.rows).flat_map(|row| (0..self.cols).map(move |col| (row, col)));
        all.filter(|&at| self.get(at).is_some())
    }

    fn row(&self, row: usize, length: usize) -> String {
        let cols = self.cols as usize;
        self.drawn[row * cols..][..length].iter().collect()
    }
}

impl Index<At> for Cells {
    type Output = char;
    fn index(&self, at: At) -> &char {
        &self.drawn[self.index(at).expect("a cell")]
    }
}

impl Told {
    /// The cell some steps away.
    fn at(&self, cells: &Cells, from: At, step: At) -> At {
        let most = (cells.rows, cells.cols);
        let (row, col) = (from.0 + step.0, from.1 + step.1);
        (
            if self.round.1 {
                row.rem_euclid(most.0)
            } else {
                row
            },
            if self.round.0 {
                col.rem_euclid(most.1)
            } else {
                col
            },
        )
    }

    /// Whether a cell lies in a row of marks like it that is long enough, and where that counts not too long.
    fn in_row(&self, cells: &Cells, from: At) -> bool {
        let Some((length, exact)) = self.row else {
            return false;
        };
        let ways: &[At] = match self.hexes {
            true => &[(0, 1), (1, 0), (1, -1)],
            false => &[(0, 1), (1, 0), (1, 1), (1, -1)],
        };
        ways.iter().any(|&(down, right)| {
            let mut row = vec![from];
            for step in [(down, right), (-down, -right)] {
                let mut at = self.at(cells, from, step);
                while cells.get(at) == Some(cells[from]) && !row.contains(&at) {
                    row.push(at);
                    at = self.at(cells, at, step);
                }
            }
            row.len() == length || !exact && row.len() > length
        })
    }

    /// The marks that one just placed captures, in each direction.
    fn captured(&self, cells: &Cells, from: At, length: usize) -> Vec<Vec<At>> {
        let mut ways = vec![(0, 1), (1, 0), (0, -1), (-1, 0), (1, -1), (-1, 1)];
        if !self.hexes {
            ways.extend([(1, 1), (-1, -1)]);
        }
        let captured = |way: At| {
            let mut between = Vec::new();
            let mut at = self.at(cells, from, way);
            for _ in 0..length {
                let found = cells.get(at)?;
                if found == '.' || found == cells[from] {
                    return None;
                }
                between.push(at);
                at = self.at(cells, at, way);
            }
            (at != from && cells.get(at) == Some(cells[from])).then_some(between)
        };
        ways.into_iter().filter_map(captured).collect()
    }

    fn near(&self, cells: &Cells, (row, col): At) -> BTreeSet<At> {
        let mut steps = vec![(-1, 0), (1, 0), (0, -1), (0, 1)];
        if self.hexes {
            steps.extend([(-1, 1), (1, -1)]);
        }
        let mut near = BTreeSet::new();
        for (down, right) in steps {
            let at = self.at(cells, (row, col), (down, right));
            if cells.get(at).is_some() && at != (row, col) {
                near.insert(at);
            }
        }
        near
    }

    fn chain(&self, cells: &Cells, from: At) -> BTreeSet<At> {
        let mut chain = BTreeSet::from([from]);
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            for other in self.near(cells, at) {
                if cells[other] == cells[from] && chain.insert(other) {
                    open.push(other);
                }
            }
        }
        chain
    }

    fn may(&self, cells: &Cells, at: At, mark: char) -> bool {
        let apart = self.near(cells, at).iter().any(|near| match cells[*near] {
            '.' => false,
            other if other == mark => self.alike,
            _ => self.unlike,
        });
        if cells[at] != '.' || apart {
            return false;
        }
        let mut after = cells.clone();
        after.set(at, mark);
        !self.liberties
            || after.all().filter(|at| after[*at] != '.').all(|at| {
                let chain = self.chain(&after, at);
                let mut beside = chain.iter().flat_map(|at| self.near(&after, *at));
                beside.any(|at| after[at] == '.')
            })
    }

    /// All of play from an empty board.
    pub(super) fn tree(&self, start: &str) -> Tree {
        let rows: Vec<Vec<char>> = start.split('/').map(|row| row.chars().collect()).collect();
        let text = |cells: &Cells, mover: usize, counts: [u32; 2]| {
            let drawn = |(row, line): (usize, &Vec<char>)| cells.row(row, line.len());
            let drawn: Vec<String> = rows.iter().enumerate().map(drawn).collect();
            let counts = match counts {
                [0, 0] => String::new(),
                [first, second] => format!(":{first}-{second}"),
            };
            drawn.join("/") + if mover == 0 { "" } else { ":second" } + &counts
        };
        let mut tree = Tree::new();
        let mut open = vec![(Cells::empty(&rows), 0usize, [0, 0])];
        while let Some((cells, mover, counts)) = open.pop() {
            let key = text(&cells, mover, counts);
            if tree.contains_key(&key) {
                continue;
            }
            let player = Player::BOTH[mover];
            let joined = |of: usize| {
                let mark = if self.one { 'x' } else { ['x', 'o'][of] };
                let sides = &self.joins[of];
                let touches =
                    |chain: &BTreeSet<At>, side: &Vec<At>| side.iter().any(|at| chain.contains(at));
                let joins = |at: At| {
                    !sides.is_empty() && {
                        let chain = self.chain(&cells, at);
                        sides.iter().all(|side| touches(&chain, side))
                    }
                };
                let mut own = cells.all().filter(|at| cells[*at] == mark);
                own.any(|at| joins(at) || self.in_row(&cells, at))
            };
            if self
                .captures
                .is_some_and(|(_, win)| counts[1 - mover] >= win)
            {
                let winner = Outcome::Win(player.opponent());
                tree.insert(key, (player, Some(winner), Vec::new()));
                continue;
            }
            // Whoever has just moved has made it.
            if joined(1 - mover) {
                let winner = if self.loses {
                    player
                } else {
                    player.opponent()
                };
                tree.insert(key, (player, Some(Outcome::Win(winner)), Vec::new()));
                continue;
            }
            let mark = if self.one { 'x' } else { ['x', 'o'][mover] };
            let free: Vec<At> = cells
                .all()
                .filter(|at| self.may(&cells, *at, mark))
                .collect();
            if free.is_empty() {
                let outcome = match self.stuck {
                    None => Outcome::Draw,
                    Some(true) => Outcome::Win(player),
                    Some(false) => Outcome::Win(player.opponent()),
                };
                tree.insert(key, (player, Some(outcome), Vec::new()));
                continue;
            }
            let mut moves = Vec::new();
            for at in free {
                let mut next = cells.clone();
                next.set(at, mark);
                let mut counts = counts;
                if let Some((length, win)) = self.captures {
                    for taken in self.captured(&next, at, length) {
                        counts[mover] = (counts[mover] + 1).min(win);
                        for at in taken {
                            next.set(at, '.');
                        }
                    }
                }
                let name = text(&next, 1 - mover, counts);
                if !tree.contains_key(&name) {
                    open.push((next, 1 - mover, counts));
                }
                moves.push((format!("{},{}", at.0 + 1, at.1 + 1), name, 0));
            }
            moves.sort();
            tree.insert(key, (player, None, moves));
        }
        tree
    }
}
