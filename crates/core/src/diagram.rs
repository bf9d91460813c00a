//! Boards as plain data, which a terminal, a browser or a notebook can draw.

use crate::{Game, Player};
use std::fmt;

/// Draws positions.
///
/// # Who should implement it
///
/// Every game that people play or look at. Solvers never need it.
///
/// # Law
///
/// [`laws::pictured`](crate::laws::pictured): every place has its own name. All links, [targets](Pictured::target),
/// [choices](Pictured::choice), [decisive](Pictured::decisive) places and [covered](Pictured::covers) places exist.
/// Every [`source`](Pictured::source) is a place or a hand. There are [hands](Pictured::hands) only if
/// [`Look::hands`] says so. Drawing as text never panics.
pub trait Pictured: Game {
    /// Returns the board and everything that lies on it.
    fn diagram(&self, position: &Self::Position) -> Diagram;

    /// Returns the look of the board. This is a hint: a diagram can be drawn in any form.
    fn layout(&self) -> Layout {
        Layout::Grid
    }

    /// Returns the look of pictures of the board. Text shows none of it.
    fn look(&self) -> Look {
        Look::default()
    }

    /// Returns the pieces beside the board that players may put on it.
    fn hands(&self, position: &Self::Position) -> Vec<Hand> {
        let _ = position;
        Vec::new()
    }

    /// Returns the places that show why the game is over, such as the cells of a line, by their indices in
    /// [`Diagram::places`]. The list is empty if nothing on the board shows it.
    fn decisive(&self, position: &Self::Position) -> Vec<usize> {
        let _ = position;
        Vec::new()
    }

    /// Returns whether the board is the same for both players here, an extra mark never harms its owner, and there
    /// are no draws. Then the player to move wins, by strategy stealing.
    fn can_steal(&self, position: &Self::Position) -> bool {
        let _ = position;
        false
    }

    /// Returns the index of the place that a person touches to make this move, if there is one.
    fn target(&self, position: &Self::Position, mv: Self::Move) -> Option<usize> {
        let _ = (position, mv);
        None
    }

    /// Returns the index of the place from which the move takes a piece, if it does. Pieces in hand are numbered
    /// after the places: the index of the [hand](Pictured::hands) is added to the number of places.
    fn source(&self, position: &Self::Position, mv: Self::Move) -> Option<usize> {
        let _ = (position, mv);
        None
    }

    /// Returns the index of the place that a person touches after the target, if moves with the same source and
    /// target differ in it: the place of the man that a mill takes, or the cell that an arrow burns.
    fn choice(&self, position: &Self::Position, mv: Self::Move) -> Option<usize> {
        let _ = (position, mv);
        None
    }

    /// Returns the indices of all places that the move fills or takes, if there are more than its target, such as
    /// both halves of a domino.
    fn covers(&self, position: &Self::Position, mv: Self::Move) -> Vec<usize> {
        let _ = (position, mv);
        Vec::new()
    }
}

/// The look of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Layout {
    /// Cells side by side.
    #[default]
    Grid,
    /// Columns in which marks fall: a touch anywhere in a column means its lowest free place.
    Columns,
    /// Nodes with arrows between them.
    Graph,
    /// Heaps, whose labels count their stones.
    Heaps,
}

impl Layout {
    /// Returns the name of the layout in data.
    pub const fn name(self) -> &'static str {
        match self {
            Layout::Grid => "grid",
            Layout::Columns => "columns",
            Layout::Graph => "graph",
            Layout::Heaps => "heaps",
        }
    }
}

/// The look of pictures of a board. This is a hint, as [`Layout`] is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// The form of the places.
    pub ground: Ground,
    /// The form of the pieces.
    pub glyph: Glyph,
    /// Whether there may be pieces beside the board, in [hands](Pictured::hands).
    pub hands: bool,
    /// The forms of pieces that differ from `glyph`, by their symbols.
    pub glyphs: Vec<(char, Glyph)>,
    /// The symbols of pieces whose form the author of the rules chose. Text draws these symbols, too.
    pub chosen: Vec<char>,
    /// The owners of the top, right, bottom and left side of the board.
    pub sides: [Option<Player>; 4],
    /// The nodes that the places join, if the places are [edges](Ground::Edges) or [branches](Ground::Branches).
    pub nodes: Vec<Node>,
    /// For each place, the indices of the nodes that it joins.
    pub edges: Vec<(usize, usize)>,
}

impl Look {
    /// Creates a look from a ground and the form of the pieces on it.
    pub fn new(ground: Ground, glyph: Glyph) -> Look {
        Look {
            ground,
            glyph,
            ..Look::default()
        }
    }
}

/// A node of a graph whose edges are the places of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The name of the node.
    pub name: String,
    /// The row (from the top) and column (from the left), in half steps from 0.
    pub at: (u16, u16),
    /// Whether the node is one of the nodes to join, or the ground.
    pub is_end: bool,
}

/// The form of the places of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ground {
    /// Cells of one colour, or round points if links join the places.
    #[default]
    Cells,
    /// Cells of alternating colours.
    Checks,
    /// Hexagons. A step to the right is two columns.
    Hexes,
    /// The dots, sides and boxes of a grid of boxes. The rows and columns of dots are even. Boxes are not places.
    Boxes,
    /// Two rows of pits, Second's on top from right to left. Each player has a store, at the right end of the own
    /// row, with the points gained.
    Pits,
    /// The squares of a bar that is eaten. A place without a mark has been eaten.
    Bar,
    /// Cards. A label of two parts `a:b` is written on both halves of a card.
    Cards,
    /// Cards that are as wide as words.
    Words,
    /// Pieces of a cake. A label `2x3` is a piece of two rows and three columns of squares.
    Cake,
    /// Places in a circle, in their order.
    Ring,
    /// Edges of a graph: see [`Look::nodes`].
    Edges,
    /// Edges as above, but an edge without a mark is gone, and so is a node without edges.
    Branches,
}

impl Ground {
    /// Returns the name of the ground in data.
    pub const fn name(self) -> &'static str {
        match self {
            Ground::Cells => "cells",
            Ground::Checks => "checks",
            Ground::Hexes => "hexes",
            Ground::Boxes => "boxes",
            Ground::Pits => "pits",
            Ground::Bar => "bar",
            Ground::Cards => "cards",
            Ground::Words => "words",
            Ground::Cake => "cake",
            Ground::Ring => "ring",
            Ground::Edges => "edges",
            Ground::Branches => "branches",
        }
    }
}

/// The form of a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Glyph {
    /// A written mark: a cross, a ring, a letter.
    #[default]
    Mark,
    /// A disc in its owner's colour.
    Disc,
    /// A pawn.
    Pawn,
    /// A disc with a crown.
    King,
    /// A disc with a crown of balls.
    Queen,
    /// A disc with its symbol.
    Token,
    /// A tile with its symbol, pointed at the end that faces the opponent. First's tiles point up.
    Tile,
    /// A domino: half of one on each of the two places that a move covers, or a whole one on its place.
    Domino,
}

impl Glyph {
    /// All glyphs.
    pub const ALL: [Glyph; 8] = [
        Glyph::Mark,
        Glyph::Disc,
        Glyph::Pawn,
        Glyph::King,
        Glyph::Queen,
        Glyph::Token,
        Glyph::Tile,
        Glyph::Domino,
    ];

    /// Returns the name of the glyph in data.
    pub const fn name(self) -> &'static str {
        match self {
            Glyph::Mark => "mark",
            Glyph::Disc => "disc",
            Glyph::Pawn => "pawn",
            Glyph::King => "king",
            Glyph::Queen => "queen",
            Glyph::Token => "token",
            Glyph::Tile => "tile",
            Glyph::Domino => "domino",
        }
    }
}

/// Equal pieces beside the board that their owner may put on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hand {
    /// One of the pieces.
    pub mark: Mark,
    /// The number of pieces.
    pub count: u32,
}

/// A board and everything that lies on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagram {
    /// The places of the board, in reading order.
    pub places: Vec<Place>,
    /// The connections to draw between places.
    pub links: Vec<Link>,
    /// Lines of text beside the board, such as running totals.
    pub notes: Vec<String>,
}

/// A place on the board: a cell of a grid, a node of a graph, a heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The name of the place in the game's notation.
    pub name: String,
    /// The layer, row (from the top) and column (from the left), each from 0.
    pub at: (u16, u16, u16),
    /// The piece that lies there.
    pub mark: Option<Mark>,
    /// The text at the place: a weight, a sign, a count, or at an empty place the name given to it.
    pub label: Option<String>,
}

/// A piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The symbol that text shows.
    pub symbol: char,
    /// The player who owns the piece, if either does.
    pub owner: Option<Player>,
}

/// A connection between two places, by their indices in [`Diagram::places`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The place where it starts.
    pub from: usize,
    /// The place where it ends.
    pub to: usize,
    /// Whether the connection leads only from start to end.
    pub directed: bool,
    /// The text of the connection.
    pub label: Option<String>,
}

impl Diagram {
    /// Writes rows of marks and labels, with layers one below the other. A place with a mark and a label
    /// shows both (`x:3`), an empty place without a label shows `.`, and a gap shows nothing.
    fn rows(&self) -> Vec<String> {
        let texts: Vec<String> = self.places.iter().map(Place::text).collect();
        let width = texts.iter().map(|text| columns(text)).max().unwrap_or(0);
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
            line.extend(std::iter::repeat_n(' ', width - columns(&texts[index])));
            line.push_str(&texts[index]);
            line.push(' ');
            column = col + 1;
        }
        for row in &mut rows {
            row.truncate(row.trim_end().len());
        }
        rows
    }
}

/// Returns the columns that a text takes on a terminal. Wide characters, such as Chinese, Japanese and Korean ones,
/// take two.
fn columns(text: &str) -> usize {
    let wide = |letter: char| {
        matches!(letter, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}'
            | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ff60}'
            | '\u{ffe0}'..='\u{ffe6}' | '\u{1f300}'..='\u{1faff}' | '\u{20000}'..='\u{3fffd}')
    };
    text.chars()
        .map(|letter| 1 + usize::from(wide(letter)))
        .sum()
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
    /// Writes several lines of plain text. Each ends with a newline.
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
        let diagram = Diagram {
            places: vec![
                place((0, 0, 0), None, Some("左上")),
                place((0, 0, 1), Some('x'), None),
                place((0, 0, 2), None, Some("n")),
            ],
            ..Diagram::default()
        };
        assert_eq!(diagram.to_string(), "左上    x    n\n");
    }
}
