//! The declared model of rules: a game as plain data that a stranger's program can play by.
//!
//! Certificates carry it as text, so that whoever checks one need not trust the code of the game. The
//! text form is what [`Display`](std::fmt::Display) writes; the page *Certificates* of the book says
//! what it means, how positions are numbered and how moves are.

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
    /// A game written down.
    Graph(DeclaredGraph),
    /// Heaps of stones.
    Heaps(DeclaredHeaps),
}

/// A game of claiming cells. Cells are numbered from 0 here, from 1 in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredCells {
    /// One board as drawn: `.` a cell, `_` a hole, rows joined by `/`, layers by `//`.
    pub board: String,
    /// How many copies of it are played.
    pub boards: usize,
    /// Which marks a player may place: `own`, `either` or `one`.
    pub marks: &'static str,
    /// Whether making a line wins.
    pub lines_win: bool,
    /// What a full board without a line means; `None`: First's weights less Second's.
    pub full: Option<Outcome>,
    /// Of each cell of one board, where points decide.
    pub weights: Vec<i64>,
    /// For each cell of one board the one that has to be marked before it; empty where nothing falls.
    pub support: Vec<Option<usize>>,
    /// The lines of one board, each ascending.
    pub lines: Vec<Vec<usize>>,
}

/// One piece on a grid of points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredWalk {
    /// The number of columns.
    pub cols: usize,
    /// Rows down and columns right.
    pub steps: Vec<(u32, u32)>,
    /// Row after row; a whole number of rows.
    pub points: Vec<i64>,
}

/// A game written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredGraph {
    /// What play that never ends is worth.
    pub endless: Outcome,
    /// The nodes with their names, different and without blanks, control characters and `:=+-;#`.
    pub nodes: Vec<(String, DeclaredNode)>,
}

/// A node of a [`DeclaredGraph`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeclaredNode {
    /// The game is over.
    Over(Outcome),
    /// A player moves: each move with the number of the node moved to, and its gain.
    Turn(Player, Vec<(u32, i64)>),
}

/// Heaps of stones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredHeaps {
    /// The stones at the start.
    pub sizes: Vec<u32>,
    /// The numbers that may be removed, ascending; `None` is any.
    pub take: Option<Vec<u32>>,
    /// Who cannot move `loses` or `wins`, or every stone removed is a point: `points`.
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

/// Each item after a blank, then the end of the line.
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
