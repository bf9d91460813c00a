//! The cells of a board, and the rows among them.

use super::{MOST_CELLS, RulesError};
use std::ops::Range;
use yomikiri_core::{Player, TextError};

/// A set of cells of one board: bit `i` is the `i`-th cell in reading order, not counting holes.
pub type CellSet = u128;

/// The greatest number of places in the box around a board, holes included.
const MOST_PLACES: usize = 4096;

/// The place of a cell, each coordinate from 0, rows from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The layer.
    pub layer: u16,
    /// The row, from the top.
    pub row: u16,
    /// The column, from the left.
    pub col: u16,
}

/// A box of layers, rows and columns, in which some places may be holes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    size: [usize; 3],
    /// The cells in reading order.
    cells: Vec<Cell>,
    /// The number of the cell at each place of the box, or `None` for a hole.
    numbers: Vec<Option<u16>>,
    /// The given names of the cells, by number.
    names: Vec<Option<String>>,
    /// Whether the cells are hexagons, with each row half a cell further to the right than the one above.
    hexes: bool,
}

/// Whether rows of cells go on across the edges, by axis: layers, rows, columns.
pub type Wrap = [bool; 3];

impl Shape {
    /// Returns a box without holes.
    ///
    /// # Errors
    ///
    /// [`RulesError::NoCells`] or [`RulesError::TooManyCells`].
    pub fn full(layers: usize, rows: usize, cols: usize) -> Result<Shape, RulesError> {
        let cells = layers.saturating_mul(rows).saturating_mul(cols);
        if cells > MOST_CELLS {
            return Err(RulesError::TooManyCells {
                cells,
                most: MOST_CELLS,
            });
        }
        if cells == 0 {
            return Err(RulesError::NoCells);
        }
        Ok(Shape::of_places([layers, rows, cols], &vec![true; cells]))
    }

    /// Reads a drawn board: rows joined by `/`, layers by `//`, `.` a cell, `_` a hole.
    ///
    /// # Errors
    ///
    /// If rows or layers differ in size, if there is an invalid character, or if there are no cells or too many.
    pub fn drawn(text: &str) -> Result<Shape, TextError> {
        let mut places = Vec::new();
        let mut size: [Option<usize>; 3] = [None; 3];
        let layers = spans(text, 0, "//");
        size[0] = Some(layers.len());
        for layer in layers {
            let rows = spans(&text[layer.clone()], layer.start, "/");
            if *size[1].get_or_insert(rows.len()) != rows.len() {
                return Err(TextError::new(
                    layer,
                    "all layers need the same number of rows",
                ));
            }
            for row in rows {
                let width = text[row.clone()].chars().count();
                if width == 0 {
                    return Err(TextError::new(row, "an empty row"));
                }
                if *size[2].get_or_insert(width) != width {
                    return Err(TextError::new(
                        row,
                        "all rows need the same number of columns",
                    ));
                }
                for (at, char) in text[row.clone()].char_indices() {
                    let span = row.start + at..row.start + at + char.len_utf8();
                    if places.len() == MOST_PLACES {
                        return Err(TextError::new(span, "the board is too large"));
                    }
                    match char {
                        '.' => places.push(true),
                        '_' => places.push(false),
                        _ => return Err(TextError::new(span, "`.` (a cell) or `_` (a hole) here")),
                    }
                }
            }
        }
        let whole = 0..text.len();
        match places.iter().filter(|&&cell| cell).count() {
            0 => return Err(TextError::new(whole, RulesError::NoCells.to_string())),
            cells if cells > MOST_CELLS => {
                let error = RulesError::TooManyCells {
                    cells,
                    most: MOST_CELLS,
                };
                return Err(TextError::new(whole, error.to_string()));
            }
            _ => {}
        }
        Ok(Shape::of_places(
            size.map(|size| size.unwrap_or(0)),
            &places,
        ))
    }

    fn of_places(size: [usize; 3], places: &[bool]) -> Shape {
        let [_, rows, cols] = size;
        let mut cells = Vec::new();
        let mut numbers = Vec::with_capacity(places.len());
        for (place, &is_cell) in places.iter().enumerate() {
            numbers.push(is_cell.then_some(cells.len() as u16));
            if is_cell {
                let (layer, row, col) = (place / cols / rows, place / cols % rows, place % cols);
                cells.push(Cell {
                    layer: layer as u16,
                    row: row as u16,
                    col: col as u16,
                });
            }
        }
        Shape {
            size,
            names: Vec::new(),
            hexes: false,
            cells,
            numbers,
        }
    }

    /// Gives names to the cells, in their order. A name replaces the row and column.
    #[must_use]
    pub(crate) fn with_names(self, names: Vec<Option<String>>) -> Shape {
        Shape { names, ..self }
    }

    /// Makes the cells hexagons.
    #[must_use]
    pub(crate) fn with_hexes(self) -> Shape {
        Shape {
            hexes: true,
            ..self
        }
    }

    /// Returns whether the cells are hexagons.
    pub(crate) fn has_hexes(&self) -> bool {
        self.hexes
    }

    /// Removes the given names of the cells.
    #[must_use]
    pub(crate) fn without_names(&self) -> Shape {
        self.clone().with_names(Vec::new())
    }

    /// Returns the given name of a cell.
    pub(crate) fn given_name(&self, number: usize) -> Option<&str> {
        self.names.get(number)?.as_deref()
    }

    /// Returns the cell with this given name.
    pub(crate) fn named(&self, name: &str) -> Option<usize> {
        let is = |given: &Option<String>| given.as_deref() == Some(name);
        self.names.iter().position(is)
    }

    /// Returns all given names of cells.
    pub(crate) fn given_names(&self) -> Vec<&str> {
        self.names.iter().flatten().map(String::as_str).collect()
    }

    /// Returns the row that is farthest from a player: First sits below, Second above.
    pub(crate) fn far_row(&self, player: Player) -> CellSet {
        let [_, rows, cols] = self.size;
        let row = match player {
            Player::First => 0,
            Player::Second => rows - 1,
        };
        let cells = (0..cols).filter_map(|col| self.number([0, row, col]));
        cells.fold(0, |set, cell| set | 1 << cell)
    }

    /// Returns the numbers of layers, rows and columns of the box.
    pub fn size(&self) -> [usize; 3] {
        self.size
    }

    /// Returns the cells in reading order: by layer, then row, then column.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns the number of the cell at a layer, row and column, or `None` for a hole and for any place outside the
    /// box.
    pub fn number(&self, at: [usize; 3]) -> Option<usize> {
        let [layers, rows, cols] = self.size;
        let [layer, row, col] = at;
        if layer >= layers || row >= rows || col >= cols {
            return None;
        }
        self.numbers[(layer * rows + row) * cols + col].map(usize::from)
    }

    /// Returns the name of a cell: the given one, or `row,column` from 1, preceded by the layer if there are
    /// several.
    pub(crate) fn name(&self, number: usize) -> String {
        if let Some(name) = self.given_name(number) {
            return name.to_owned();
        }
        let [layer, row, col] = self.at(number).map(|place| place + 1);
        match self.size[0] {
            1 => format!("{row},{col}"),
            _ => format!("{layer},{row},{col}"),
        }
    }

    /// Returns every place of the box in reading order: the separator before it in a drawing, and its cell.
    pub(crate) fn places(&self) -> impl Iterator<Item = (&'static str, Option<usize>)> + '_ {
        let [_, rows, cols] = self.size;
        self.numbers.iter().enumerate().map(move |(place, cell)| {
            let before = match (place / cols / rows, place / cols % rows, place % cols) {
                (0, 0, 0) => "",
                (_, 0, 0) => "//",
                (_, _, 0) => "/",
                _ => "",
            };
            (before, cell.map(usize::from))
        })
    }

    /// Returns the drawn board: rows joined by `/`, layers by `//`, and `_` for a hole.
    pub(crate) fn text(&self, symbol: impl Fn(usize) -> char) -> String {
        let mut text = String::new();
        for (before, cell) in self.places() {
            text.push_str(before);
            text.push(cell.map_or('_', &symbol));
        }
        text
    }

    /// Returns the cell directly below a cell, or `None` for the floor or a hole.
    pub fn below(&self, number: usize) -> Option<usize> {
        let Cell { layer, row, col } = self.cells[number];
        self.number([layer.into(), usize::from(row) + 1, col.into()])
    }

    /// Returns all distinct sets of `length` cells in a row, sorted, in any of the thirteen straight directions of
    /// space (the three of a board of hexagons), and across the edges as `wrap` says. On a small torus different
    /// starts can give the same set. A row that meets itself before it is long enough is not a line.
    pub fn lines(&self, length: usize, wrap: Wrap) -> Vec<CellSet> {
        let mut lines: Vec<CellSet> = self.rows(length, wrap).map(|(line, _)| line).collect();
        lines.sort_unstable();
        lines.dedup();
        lines
    }

    /// Returns the same sets, possibly repeated, each with the cells that would make it longer.
    pub(crate) fn rows(
        &self,
        length: usize,
        wrap: Wrap,
    ) -> impl Iterator<Item = (CellSet, CellSet)> + '_ {
        (0..self.cells.len())
            .flat_map(move |start| self.directions().map(move |direction| (start, direction)))
            .filter_map(move |(start, direction)| self.line(start, direction, length, wrap))
    }

    /// Returns the row of cells from a start, with the cells before and behind it.
    fn line(
        &self,
        start: usize,
        direction: [isize; 3],
        length: usize,
        wrap: Wrap,
    ) -> Option<(CellSet, CellSet)> {
        let mut at = self.at(start);
        let mut set: CellSet = 0;
        for step in 0..length {
            if step > 0 {
                at = self.stepped(at, direction, wrap);
            }
            let bit = 1 << self.number(at)?;
            if set & bit != 0 {
                return None;
            }
            set |= bit;
        }
        let before = self.stepped(self.at(start), direction.map(|along| -along), wrap);
        let ends = [before, self.stepped(at, direction, wrap)];
        let ends = ends.into_iter().filter_map(|end| self.number(end));
        let ends = ends.fold(0, |ends, end| ends | 1 << end);
        (set != 0).then_some((set, ends & !set))
    }

    /// Returns the place one step on, which may be outside the box.
    fn stepped(&self, at: [usize; 3], direction: [isize; 3], wrap: Wrap) -> [usize; 3] {
        std::array::from_fn(|axis| {
            let next = at[axis].wrapping_add_signed(direction[axis]);
            let size = self.size[axis];
            match (wrap[axis], next) {
                (true, usize::MAX) => size - 1,
                (true, next) => next % size,
                (false, next) => next,
            }
        })
    }

    /// Returns the directions in which cells lie in a row, one of each opposite pair.
    fn directions(&self) -> impl Iterator<Item = [isize; 3]> {
        let hexes = self.hexes;
        // A hexagon's lower neighbours are the cells straight below and to the left of that.
        directions().filter(move |[_, down, right]| !hexes || down * right != 1)
    }

    /// Returns the runs of `length` cells that start beside a cell, in each direction, with the cell behind each
    /// run.
    pub(crate) fn flanks(&self, cell: usize, length: usize, wrap: Wrap) -> Vec<(CellSet, CellSet)> {
        let flank = |direction: [isize; 3]| {
            let mut at = self.stepped(self.at(cell), direction, wrap);
            let mut between: CellSet = 0;
            for _ in 0..length {
                between |= 1 << self.number(at)?;
                at = self.stepped(at, direction, wrap);
            }
            let far: CellSet = 1 << self.number(at)?;
            let all = between | far;
            let apart =
                between.count_ones() as usize == length && all.count_ones() as usize > length;
            (apart && all >> cell & 1 == 0).then_some((between, far))
        };
        let both = |direction: [isize; 3]| [direction, direction.map(|along| -along)];
        let mut flanks: Vec<_> = self.directions().flat_map(both).filter_map(flank).collect();
        flanks.sort_unstable();
        flanks.dedup();
        flanks
    }

    /// Returns the cells on a side of the board: the `top` or `bottom` row, or the first (`left`) or last (`right`)
    /// cell of each row.
    pub(crate) fn side(&self, word: &str) -> Option<CellSet> {
        let [layers, rows, cols] = self.size;
        let ends = |last: bool| {
            let rows = (0..layers).flat_map(|layer| (0..rows).map(move |row| (layer, row)));
            let end = |(layer, row)| {
                let mut cells = (0..cols).filter_map(|col| self.number([layer, row, col]));
                match last {
                    true => cells.next_back(),
                    false => cells.next(),
                }
            };
            rows.filter_map(end).fold(0, |side, cell| side | 1 << cell)
        };
        let row = |row: usize| {
            let cells = (0..layers).flat_map(|layer| (0..cols).map(move |col| [layer, row, col]));
            let cells = cells.filter_map(|at| self.number(at));
            cells.fold(0, |side, cell| side | 1 << cell)
        };
        match word {
            "top" => Some(row(0)),
            "bottom" => Some(row(rows - 1)),
            "left" => Some(ends(false)),
            "right" => Some(ends(true)),
            _ => None,
        }
    }

    /// Returns the cells that share a side with a cell.
    pub(crate) fn beside(&self, cell: usize, wrap: Wrap) -> CellSet {
        let straight = |[layer, down, right]: &[isize; 3]| {
            let steps = layer.abs() + down.abs() + right.abs();
            steps == 1 || self.hexes && layer == &0
        };
        let both = |direction: [isize; 3]| [direction, direction.map(|along| -along)];
        let near = self.directions().filter(straight).flat_map(both);
        let near =
            near.filter_map(|direction| self.number(self.stepped(self.at(cell), direction, wrap)));
        near.fold(0, |near, other| near | 1 << other) & !(1 << cell)
    }

    /// Returns the place of a cell as layer, row, column.
    pub(super) fn at(&self, number: usize) -> [usize; 3] {
        let Cell { layer, row, col } = self.cells[number];
        [layer.into(), row.into(), col.into()]
    }
}

/// Returns the directions, one of each opposite pair: those whose first non-zero step is forward.
fn directions() -> impl Iterator<Item = [isize; 3]> {
    const STEPS: [isize; 3] = [-1, 0, 1];
    STEPS
        .into_iter()
        .flat_map(|l| {
            STEPS
                .into_iter()
                .flat_map(move |r| STEPS.map(move |c| [l, r, c]))
        })
        .filter(|direction| *direction > [0, 0, 0])
}

/// Returns the spans of the parts of `text` between separators, shifted by `offset`.
pub(super) fn spans(text: &str, offset: usize, separator: &str) -> Vec<Range<usize>> {
    let mut start = offset;
    text.split(separator)
        .map(|part| {
            let span = start..start + part.len();
            start = span.end + separator.len();
            span
        })
        .collect()
}

/// Returns the label of a cell: its weight, its name while it is empty, or both.
pub(crate) fn label(weight: Option<&i64>, name: Option<&str>) -> Option<String> {
    match (weight, name) {
        (Some(weight), Some(name)) => Some(format!("{name}:{weight}")),
        (Some(weight), None) => Some(weight.to_string()),
        (None, name) => name.map(str::to_owned),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(layers: usize, rows: usize, cols: usize, length: usize, wrap: bool) -> usize {
        Shape::full(layers, rows, cols)
            .unwrap()
            .lines(length, [wrap; 3])
            .len()
    }

    #[test]
    fn lines_are_counted() {
        assert_eq!(lines(1, 3, 3, 3, false), 8);
        assert_eq!(lines(1, 3, 3, 3, true), 12);
        assert_eq!(lines(1, 6, 7, 4, false), 69);
        assert_eq!(lines(3, 3, 3, 3, false), 49);
        assert_eq!(lines(4, 4, 4, 4, false), 76);
        // A ring of five has five arcs of three, whatever the directions across its single row.
        assert_eq!(lines(1, 1, 5, 3, true), 5);
        assert_eq!(lines(1, 1, 5, 5, true), 1);
        assert_eq!(lines(1, 1, 5, 6, true), 0);
        assert_eq!(lines(1, 2, 2, 1, false), 4);
        assert_eq!(lines(1, 2, 2, 2, true), 6);
    }

    #[test]
    fn drawn_boards_have_holes() {
        let shape = Shape::drawn("..._/_.../....").unwrap();
        assert_eq!(shape.size(), [1, 3, 4]);
        assert_eq!(shape.cells().len(), 10);
        assert_eq!(shape.number([0, 1, 0]), None);
        assert_eq!(shape.number([0, 1, 1]), Some(3));
        assert_eq!(shape.below(0), None);
        assert_eq!(shape.below(1), Some(3));
        assert_eq!(shape.lines(3, [false; 3]).len(), 1 + 1 + 2 + 2 + 1 + 2);
    }

    #[test]
    fn bad_drawings_are_pointed_at() {
        for (text, span) in [
            ("", 0..0),
            ("__/__", 0..5),
            ("../.", 3..4),
            ("..//../..", 4..9),
            ("..///..", 4..7),
            ("../", 3..3),
            ("../x.", 3..4),
            ("é.", 0..2),
        ] {
            assert_eq!(Shape::drawn(text).unwrap_err().span, span, "{text}");
        }
        assert!(Shape::drawn(&".".repeat(128)).is_ok());
        assert!(Shape::drawn(&".".repeat(129)).is_err());
        assert!(Shape::drawn(&"_".repeat(5000)).is_err());
    }
}
