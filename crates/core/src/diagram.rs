//! A board as plain data, for a terminal, a browser or a notebook to draw.

use crate::{Game, Player};
use std::fmt;

/// Draws positions.
///
/// # Who should implement it
///
/// Every game that people look at. Solvers never need it.
///
/// # Law
///
/// [`laws::pictured`](crate::laws::pictured): every place has its own name, every link and every
/// [`target`](Pictured::target) and place of [`decisive`](Pictured::decisive) names a place that
/// exists, and drawing as text never panics.
pub trait Pictured: Game {
    /// The board with what lies on it.
    fn diagram(&self, position: &Self::Position) -> Diagram;

    /// What the board looks like. A hint to whoever draws: any diagram can be drawn in any form.
    fn layout(&self) -> Layout {
        Layout::Grid
    }

    /// The places, by their indices in [`Diagram::places`], that show why the game is over: the
    /// cells of the lines that were made. None where nothing on the board shows it.
    fn decisive(&self, position: &Self::Position) -> Vec<usize> {
        let _ = position;
        Vec::new()
    }

    /// The index of the place that a person would touch to make this move, if there is one.
    fn target(&self, position: &Self::Position, mv: Self::Move) -> Option<usize> {
        let _ = (position, mv);
        None
    }
}

/// What a board looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Layout {
    /// Cells side by side.
    #[default]
    Grid,
    /// Columns that marks fall down: to touch any place of a column is to touch the lowest free one.
    Columns,
    /// Nodes with arrows between them.
    Graph,
    /// Heaps, whose labels count what lies in them.
    Heaps,
}

impl Layout {
    /// Its name in data.
    pub const fn name(self) -> &'static str {
        match self {
            Layout::Grid => "grid",
            Layout::Columns => "columns",
            Layout::Graph => "graph",
            Layout::Heaps => "heaps",
        }
    }
}

/// A board and what lies on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagram {
    /// The places of the board, in reading order.
    pub places: Vec<Place>,
    /// Connections to draw between places.
    pub links: Vec<Link>,
    /// Lines of text beside the board: running totals and the like.
    pub notes: Vec<String>,
}

/// A place on the board: a cell of a grid, a node of a graph, a heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its name in the game's notation.
    pub name: String,
    /// Which layer, row (from the top) and column (from the left) it lies in, each from 0.
    pub at: (u16, u16, u16),
    /// What lies there.
    pub mark: Option<Mark>,
    /// What is written there: a weight, a sign, a count.
    pub label: Option<String>,
}

/// A piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// How it is written.
    pub symbol: char,
    /// Whose it is, if anybody's.
    pub owner: Option<Player>,
}

/// A connection between two places, by their indices in [`Diagram::places`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Where it starts.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// Whether it can be followed from start to end only.
    pub directed: bool,
    /// What is written on it.
    pub label: Option<String>,
}

impl Diagram {
    /// Rows of marks and labels, layers one below the other. A place with a mark and a label shows
    /// both (`x:3`); an empty place without a label shows `.`; where there is no place, nothing.
    fn rows(&self) -> Vec<String> {
        let texts: Vec<String> = self.places.iter().map(Place::text).collect();
        let width = texts
            .iter()
            .map(|text| text.chars().count())
            .max()
            .unwrap_or(0);
        let mut order: Vec<usize> = (0..self.places.len()).collect();
        order.sort_by_key(|&index| self.places[index].at);
        let mut rows: Vec<String> = Vec::new();
        let mut last: Option<(u16, u16)> = None;
        let mut column = 0;
        for index in order {
            let (layer, row, col) = self.places[index].at;
            if last != Some((layer, row)) {
                if last.is_some_and(|(before, _)| before != layer) {
                    rows.push(String::new());
                }
                rows.push(String::new());
                last = Some((layer, row));
                column = 0;
            }
            let line = rows.last_mut().expect("a row was just pushed");
            while column < col {
                line.extend(std::iter::repeat_n(' ', width + 1));
                column += 1;
            }
            line.push_str(&format!("{:>width$} ", texts[index]));
            column = col + 1;
        }
        for row in &mut rows {
            row.truncate(row.trim_end().len());
        }
        rows
    }
}

impl Place {
    fn text(&self) -> String {
        match (&self.mark, &self.label) {
            (None, None) => ".".to_owned(),
            (None, Some(label)) => label.clone(),
            (Some(mark), None) => mark.symbol.to_string(),
            (Some(mark), Some(label)) => format!("{}:{label}", mark.symbol),
        }
    }
}

impl fmt::Display for Diagram {
    /// Several lines of plain text, each ended by a newline.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.rows() {
            writeln!(f, "{row}")?;
        }
        for link in &self.links {
            let arrow = if link.directed { "->" } else { "--" };
            let (from, to) = (&self.places[link.from].name, &self.places[link.to].name);
            match &link.label {
                Some(label) => writeln!(f, "{from} {arrow} {to}  {label}")?,
                None => writeln!(f, "{from} {arrow} {to}")?,
            }
        }
        for note in &self.notes {
            writeln!(f, "{note}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(at: (u16, u16, u16), mark: Option<char>, label: Option<&str>) -> Place {
        Place {
            name: format!("{at:?}"),
            at,
            mark: mark.map(|symbol| Mark {
                symbol,
                owner: None,
            }),
            label: label.map(str::to_owned),
        }
    }

    #[test]
    fn rows_align_and_holes_stay_empty() {
        let diagram = Diagram {
            places: vec![
                place((0, 0, 0), Some('x'), Some("-10")),
                place((0, 0, 2), None, None),
                place((0, 1, 1), None, Some("7")),
                place((1, 0, 0), Some('o'), None),
            ],
            links: vec![],
            notes: vec!["First 3".to_owned()],
        };
        assert_eq!(
            diagram.to_string(),
            "x:-10           .\n          7\n\n    o\nFirst 3\n"
        );
    }
}
