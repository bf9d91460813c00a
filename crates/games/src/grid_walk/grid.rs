//! A rectangle of points, and its text form.

use std::ops::Range;
use yomikiri_core::{Counted, TextError, check_points};

/// A rectangle of cells, each worth points to the player who enters it.
///
/// # As text
///
/// Rows from the top, separated by newlines or `/`. Blank rows at the end do not count. Either every row is made of
/// `+` (one point) and `-` (minus one), or every row is made of whole numbers with `;` or white space between them.
/// A row `H W`, the numbers of rows and columns, may precede rows of signs, as in the contest problem that made the
/// game known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    rows: usize,
    cols: usize,
    points: Points,
}

/// The points, row after row.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Points {
    /// Only +1 and -1: one byte a cell, `+` or `-`, as read.
    Signs(Vec<u8>),
    /// Any numbers, not all of magnitude 1.
    Weights(Vec<i64>),
}

/// The reason why points do not make a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridError {
    /// There are no rows, no columns, more than 2<sup>30</sup> cells, or not rows × columns points.
    Shape,
    /// With this cell (row and column from 0), the magnitudes of all points add up to more than
    /// 2<sup>62</sup>.
    Points {
        /// Its row.
        row: usize,
        /// Its column.
        col: usize,
    },
}

impl std::fmt::Display for GridError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            GridError::Shape => f.write_str("a grid has 1 to 2^30 cells in equal rows"),
            GridError::Points { row, col } => write!(
                f,
                "with the cell in row {}, column {} the points add up to more than 2^62",
                row + 1,
                col + 1
            ),
        }
    }
}

impl std::error::Error for GridError {}

/// The most cells of a grid, so that distances across it fit an `i32`.
const MOST_CELLS: usize = 1 << 30;

impl Grid {
    /// Builds a grid of these points, row after row.
    ///
    /// # Errors
    ///
    /// See [`GridError`].
    pub fn new(rows: usize, cols: usize, points: Vec<i64>) -> Result<Grid, GridError> {
        let cells = rows.checked_mul(cols).ok_or(GridError::Shape)?;
        if !(1..=MOST_CELLS).contains(&cells) || cells != points.len() {
            return Err(GridError::Shape);
        }
        check_points(points.iter().copied()).map_err(|cell| GridError::Points {
            row: cell / cols,
            col: cell % cols,
        })?;
        let points = if points.iter().all(|value| value.unsigned_abs() == 1) {
            Points::Signs(
                points
                    .iter()
                    .map(|&v| if v > 0 { b'+' } else { b'-' })
                    .collect(),
            )
        } else {
            Points::Weights(points)
        };
        Ok(Grid { rows, cols, points })
    }

    /// Reads the text form.
    ///
    /// # Errors
    ///
    /// If there are no rows, rows differ in length or in number from the header, a character is not a sign, or a
    /// number is malformed or too large, or if totals exceed 2<sup>62</sup> (the error names the cell).
    pub fn parse(text: &str) -> Result<Grid, TextError> {
        let mut rows = split_rows(text);
        let Some((first, rest)) = rows.split_first() else {
            return Err(TextError::new(0..text.len(), "the grid has no rows"));
        };
        let digits_follow = rest.iter().any(has_digit);
        let header = if rest.is_empty() || digits_follow {
            None
        } else {
            parse_header(first)
        };
        let numbers = digits_follow || header.is_none() && has_digit(first);
        if header.is_some() {
            rows.remove(0);
        }
        let grid = if numbers {
            read_weights(&rows)?
        } else {
            read_signs(&rows)?
        };
        match header {
            Some((height, width, span)) if (height, width) != (grid.rows, grid.cols) => {
                let (rows, cols) = (grid.rows, grid.cols);
                Err(TextError::new(
                    span,
                    format!(
                        "the first line announces {} of {width}, not {rows} of {cols}",
                        Counted(height, "row")
                    ),
                ))
            }
            _ => Ok(grid),
        }
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Returns the points for entering a cell, row and column from 0.
    #[inline]
    pub fn points(&self, row: usize, col: usize) -> i64 {
        let cell = row * self.cols + col;
        match &self.points {
            Points::Signs(signs) => 44 - i64::from(signs[cell]),
            Points::Weights(weights) => weights[cell],
        }
    }

    /// Returns the label of a cell: its sign, or its number.
    pub fn label(&self, row: usize, col: usize) -> String {
        match &self.points {
            Points::Signs(signs) => char::from(signs[row * self.cols + col]).to_string(),
            Points::Weights(weights) => weights[row * self.cols + col].to_string(),
        }
    }

    /// Returns the cells as `+` and `-`, if all are signs.
    pub(super) fn signs(&self) -> Option<&[u8]> {
        match &self.points {
            Points::Signs(signs) => Some(signs),
            Points::Weights(_) => None,
        }
    }

    /// Returns the greatest magnitude of any cell.
    pub(super) fn greatest(&self) -> i64 {
        match &self.points {
            Points::Signs(_) => 1,
            // No magnitude exceeds 2^62, because the total was checked.
            Points::Weights(weights) => weights.iter().map(|value| value.abs()).max().unwrap_or(0),
        }
    }
}

impl std::fmt::Display for Grid {
    /// Writes one line, with rows joined by `/` and numbers by `;`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let between = if self.signs().is_some() { "" } else { ";" };
        for row in 0..self.rows {
            if row > 0 {
                f.write_str("/")?;
            }
            for col in 0..self.cols {
                let before = if col > 0 { between } else { "" };
                write!(f, "{before}{}", self.label(row, col))?;
            }
        }
        Ok(())
    }
}

/// A row of the text.
struct Row<'a> {
    /// The start of the row in the whole text, in bytes.
    start: usize,
    text: &'a str,
}

impl Row<'_> {
    fn span(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }
}

fn split_rows(text: &str) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    let mut start = 0;
    for part in text.split('\n').flat_map(|line| line.split('/')) {
        let indent = part.len() - part.trim_start().len();
        rows.push(Row {
            start: start + indent,
            text: part.trim(),
        });
        start += part.len() + 1;
    }
    while rows.last().is_some_and(|row| row.text.is_empty()) {
        rows.pop();
    }
    rows
}

fn has_digit(row: &Row<'_>) -> bool {
    has(row.text, |byte| byte.is_ascii_digit())
}

/// Returns whether any byte is of a kind. It looks at all bytes instead of stopping at the first, because that runs
/// at many bytes a cycle.
fn has(text: &str, kind: impl Fn(u8) -> bool) -> bool {
    text.bytes().fold(false, |found, byte| found | kind(byte))
}

/// Returns the height and width, if the row consists of two numbers without signs.
fn parse_header(row: &Row<'_>) -> Option<(usize, usize, Range<usize>)> {
    if !row
        .text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b' ')
    {
        return None;
    }
    let mut numbers = row
        .text
        .split_ascii_whitespace()
        .map(|word| word.parse().ok());
    match (numbers.next(), numbers.next(), numbers.next()) {
        (Some(Some(height)), Some(Some(width)), None) => Some((height, width, row.span())),
        _ => None,
    }
}

fn read_signs(rows: &[Row<'_>]) -> Result<Grid, TextError> {
    let cols = rows[0].text.len();
    let mut signs = Vec::with_capacity(rows.len() * cols);
    for (index, row) in rows.iter().enumerate() {
        let is_sign = |c: char| matches!(c, '+' | '-');
        if has(row.text, |byte| !is_sign(byte.into()))
            && let Some((at, bad)) = row.text.char_indices().find(|&(_, c)| !is_sign(c))
        {
            let start = row.start + at;
            return Err(TextError::new(
                start..start + bad.len_utf8(),
                "`+` or `-` is expected here",
            )
            .help("or whole numbers with `;` or white space between them, in every row"));
        }
        check_length(row, index, row.text.len(), cols)?;
        signs.extend_from_slice(row.text.as_bytes());
    }
    if signs.len() > MOST_CELLS {
        return Err(TextError::new(rows[0].span(), GridError::Shape.to_string()));
    }
    Ok(Grid {
        rows: rows.len(),
        cols,
        points: Points::Signs(signs),
    })
}

fn read_weights(rows: &[Row<'_>]) -> Result<Grid, TextError> {
    let mut points = Vec::new();
    let mut spans = Vec::new();
    let mut cols = 0;
    for (index, row) in rows.iter().enumerate() {
        let before = points.len();
        let place = |text: &str| {
            let at = row.start + (text.as_ptr().addr() - row.text.as_ptr().addr());
            at..at + text.len()
        };
        let wrong = |text: &str| {
            TextError::new(place(text), "a whole number is expected here")
                .help("rows are all of numbers or all of `+` and `-`")
        };
        for part in row.text.split(';') {
            // White space may be of any width. A `;` needs a number on either side.
            if part.trim().is_empty() && part.len() < row.text.len() {
                return Err(wrong(part));
            }
            for word in part.split_whitespace() {
                let value: i64 = word.parse().map_err(|_| wrong(word))?;
                points.push(value);
                spans.push(place(word));
            }
        }
        if index == 0 {
            cols = points.len();
        }
        check_length(row, index, points.len() - before, cols)?;
    }
    Grid::new(rows.len(), cols, points).map_err(|error| {
        let span = match error {
            GridError::Points { row, col } => spans[row * cols + col].clone(),
            GridError::Shape => rows[0].span(),
        };
        TextError::new(span, error.to_string())
    })
}

fn check_length(row: &Row<'_>, index: usize, length: usize, cols: usize) -> Result<(), TextError> {
    let number = index + 1;
    if length == 0 {
        Err(TextError::new(row.span(), format!("row {number} is empty")))
    } else if length != cols {
        Err(TextError::new(
            row.span(),
            format!(
                "row {number} has {} where row 1 has {cols}",
                Counted(length, "cell")
            ),
        ))
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_ways_of_writing_the_same_signs() {
        let plain = Grid::parse("--+/+-+").unwrap();
        for text in [
            "2 3\n--+\n+-+\n",
            "2 3\r\n--+\r\n+-+",
            "--+\n+-+\n\n",
            "-1 -1 1/1;-1;+1",
        ] {
            assert_eq!(Grid::parse(text).unwrap(), plain, "{text:?}");
        }
        assert_eq!(plain.to_string(), "--+/+-+");
        assert_eq!((plain.rows(), plain.cols()), (2, 3));
        assert_eq!(plain.points(1, 0), 1);
        assert_eq!(plain.points(1, 1), -1);
    }

    #[test]
    fn numbers_have_no_header() {
        for (text, span) in [
            ("1;2;3/4;;5;6", 8..8),
            (";1;2/3;4;", 0..0),
            ("3;4;", 4..4),
            ("1; ;2", 2..3),
        ] {
            assert_eq!(Grid::parse(text).unwrap_err().span, span, "{text}");
        }
        assert_eq!(Grid::parse("1; 2 ;  3").unwrap().cols(), 3);
        let grid = Grid::parse("2 2\n1 2\n3 4\n").unwrap();
        assert_eq!((grid.rows(), grid.cols()), (3, 2));
        assert_eq!(grid.to_string(), "2;2/1;2/3;4");
        assert_eq!(Grid::parse(&grid.to_string()).unwrap(), grid);
    }

    #[test]
    fn errors_point_at_the_cell() {
        for (text, span) in [
            ("", 0..0),
            ("\n \n", 0..3),
            ("+-/+", 3..4),
            ("+-//+-", 3..3),
            ("+-/+é", 4..6),
            ("3 2\n+-\n+-", 0..3),
            ("1 2/3 x", 6..7),
            ("1 2/3 99999999999999999999", 6..26),
            ("4611686018427387904 0/0 -1", 24..26),
            ("1\u{3000}2\u{3000}x", 8..9),
        ] {
            assert_eq!(Grid::parse(text).unwrap_err().span, span, "{text:?}");
        }
        assert_eq!(Grid::new(0, 3, vec![]), Err(GridError::Shape));
        assert_eq!(Grid::new(1, 2, vec![1]), Err(GridError::Shape));
        assert_eq!(
            Grid::new(1, 1, vec![i64::MIN]),
            Err(GridError::Points { row: 0, col: 0 })
        );
    }
}
