//! Declared rules: a game as plain data, by which an independent program can play.
//!
//! Certificates carry the rules as text, so that a checker need not trust the code of the game.
//! [`Display`](std::fmt::Display) writes the text. The page *Certificates* of the book defines its meaning
//! and the numbers of positions and moves.

use crate::{Outcome, Player};
use std::fmt;

/// The version of the text form.
pub const DECLARED_VERSION: u32 = 1;

/// The rules of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Declaration {
    /// Claiming cells.
    Cells(DeclaredCells),
    /// One piece on a grid of points.
    Walk(DeclaredWalk),
    /// A game given as an explicit graph.
    Graph(DeclaredGraph),
    /// Heaps of stones.
    Heaps(DeclaredHeaps),
}

/// A game of claiming cells. Cells are numbered from 0 here, from 1 in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredCells {
    /// One board as drawn: `.` a cell, `_` a hole, rows joined by `/`, layers by `//`.
    pub board: String,
    /// The number of copies of the board.
    pub boards: usize,
    /// The marks that a player may place: `own`, `either` or `one`.
    pub marks: &'static str,
    /// Whether the maker of a line wins; otherwise the maker loses.
    pub lines_win: bool,
    /// The result of a full board without a line. `None` means First's weights minus Second's.
    pub full: Option<Outcome>,
    /// The weight of each cell of one board, if points decide.
    pub weights: Vec<i64>,
    /// For each cell of one board, the cell that must be marked before it. Empty if marks do not fall.
    pub support: Vec<Option<usize>>,
    /// The lines of one board, each ascending.
    pub lines: Vec<Vec<usize>>,
}

/// One piece on a grid of points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredWalk {
    /// The number of columns.
    pub cols: usize,
    /// The steps: rows down and columns right.
    pub steps: Vec<(u32, u32)>,
    /// The points of the cells, row after row; a whole number of rows.
    pub points: Vec<i64>,
}

/// A game given as an explicit graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredGraph {
    /// The result of play that never ends.
    pub endless: Outcome,
    /// The nodes with their names, which differ and contain no blanks or control characters. In certificates they
    /// contain none of `:=+-;#` either.
    pub nodes: Vec<(String, DeclaredNode)>,
}

/// A node of a [`DeclaredGraph`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeclaredNode {
    /// The game is over.
    Over(Outcome),
    /// A player moves. Each move has the number of the node to which it leads, and its gain.
    Turn(Player, Vec<(u32, i64)>),
}

/// Heaps of stones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredHeaps {
    /// The stones at the start.
    pub sizes: Vec<u32>,
    /// The numbers of stones that a move may remove, ascending; `None` means any number.
    pub take: Option<Vec<u32>>,
    /// A player who cannot move `loses` or `wins`; with `points`, each removed stone gains a point.
    pub stuck: &'static str,
}

impl fmt::Display for Declaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Declaration::Cells(cells) => cells.fmt(f),
            Declaration::Walk(walk) => walk.fmt(f),
            Declaration::Graph(graph) => graph.fmt(f),
            Declaration::Heaps(heaps) => heaps.fmt(f),
        }
    }
}

/// Writes each item after a blank, and then ends the line.
fn listed<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    items: impl IntoIterator<Item = T>,
) -> fmt::Result {
    for item in items {
        write!(f, " {item}")?;
    }
    f.write_str("\n")
}

impl fmt::Display for DeclaredCells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = if self.lines_win { "win" } else { "lose" };
        writeln!(f, "cells\nboard {}\nboards {}", self.board, self.boards)?;
        writeln!(f, "marks {}\nlines {lines}", self.marks)?;
        match self.full {
            Some(outcome) => writeln!(f, "full {outcome}")?,
            None => {
                f.write_str("full points\nweights")?;
                listed(f, &self.weights)?;
            }
        }
        if !self.support.is_empty() {
            f.write_str("support")?;
            let number = |below: &Option<usize>| below.map_or(0, |cell| cell + 1);
            listed(f, self.support.iter().map(number))?;
        }
        for line in &self.lines {
            f.write_str("line")?;
            listed(f, line.iter().map(|cell| cell + 1))?;
        }
        Ok(())
    }
}

impl fmt::Display for DeclaredWalk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.points.chunks(self.cols.max(1));
        writeln!(f, "walk\ngrid {} {}", rows.len(), self.cols)?;
        for (down, right) in &self.steps {
            writeln!(f, "step {down} {right}")?;
        }
        for row in rows {
            f.write_str("row")?;
            if row.iter().all(|points| points.abs() == 1) {
                let signs = row.iter().map(|&points| if points > 0 { '+' } else { '-' });
                writeln!(f, " {}", signs.collect::<String>())?;
            } else {
                listed(f, row)?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for DeclaredGraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "graph\nendless {}", self.endless)?;
        for (name, node) in &self.nodes {
            match node {
                DeclaredNode::Over(outcome) => writeln!(f, "{name} = {outcome}")?,
                DeclaredNode::Turn(player, moves) => {
                    write!(f, "{name} {player}:")?;
                    for &(target, gain) in moves {
                        let target = self.nodes.get(target as usize);
                        let target = target.map_or("", |(name, _)| name.as_str());
                        match gain {
                            0 => write!(f, " {target}")?,
                            gain => write!(f, " {target}{gain:+}")?,
                        }
                    }
                    f.write_str("\n")?;
                }
            }
        }
        Ok(())
    }
}

impl fmt::Display for DeclaredHeaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("heaps\nsizes")?;
        listed(f, &self.sizes)?;
        f.write_str("take")?;
        match &self.take {
            Some(take) => listed(f, take)?,
            None => f.write_str(" any\n")?,
        }
        writeln!(f, "stuck {}", self.stuck)
    }
}
