//! Boards of claimed cells as files draw them, and cells by name.

use super::read::{At, Reader};
use crate::positional::{RulesError, Shape};
use crate::spec::{nearest, quoted};
use std::ops::Range;
use yomikiri_core::{Counted, TextError};

/// A board. Its shape knows the names of its cells.
pub(super) struct Board {
    pub(super) shape: Shape,
}

impl Board {
    /// Reads the board of a `[board]` section.
    pub(super) fn read(section: &Reader<'_>) -> Result<Board, TextError> {
        let board = Board::of_squares(section)?;
        if section.choice("cells", "squares") != "hexes" {
            return Ok(board);
        }
        match board.shape.size() {
            [1, ..] => Ok(Board {
                shape: board.shape.with_hexes(),
            }),
            _ => Err(section.error("cells", "a board of hexagons has one layer")),
        }
    }

    fn of_squares(section: &Reader<'_>) -> Result<Board, TextError> {
        if let Some(map) = section.text("map") {
            for key in ["rows", "cols", "layers"] {
                if section.has(key) {
                    return Err(section.error(key, format!("the board is drawn: `{key}` follows")));
                }
            }
            return drawn(section, &map);
        }
        let size = |key: &'static str| section.size(key).ok_or_else(|| section.missing(key));
        let layers = section.size("layers").unwrap_or(1);
        let shape = Shape::full(layers, size("rows")?, size("cols")?);
        let shape = shape.map_err(|error| section.error("rows", error.to_string()))?;
        Ok(Board { shape })
    }

    /// Returns the number of the cell that a word names.
    pub(super) fn cell(&self, word: &At<&str>) -> Result<usize, TextError> {
        if let Some(cell) = self.shape.named(word.value) {
            return Ok(cell);
        }
        let [layers, rows, cols] = self.shape.size();
        let numbers: Option<Vec<usize>> = word
            .value
            .split(',')
            .map(|number| number.trim().parse::<usize>().ok()?.checked_sub(1))
            .collect();
        let at = match numbers.as_deref() {
            Some(&[row, col]) if layers == 1 => self.shape.number([0, row, col]),
            Some(&[layer, row, col]) => self.shape.number([layer, row, col]),
            _ => {
                let names = self.shape.given_names();
                let message = format!("there is no cell {}", quoted(word.value));
                let form = match layers {
                    1 => "`row,column`",
                    _ => "`layer,row,column`",
                };
                return Err(match nearest(word.value, &names) {
                    Some(near) => word.error(message).help(format!("did you mean `{near}`?")),
                    None => word
                        .error(message)
                        .help(format!("a cell is named on the map, or is {form} from 1")),
                });
            }
        };
        at.ok_or_else(|| {
            let message = format!("{} is not on the board", quoted(word.value));
            let size = format!(
                "it has {}, {} and {}",
                Counted(layers, "layer"),
                Counted(rows, "row"),
                Counted(cols, "column")
            );
            word.error(message).help(size)
        })
    }
}

/// Reads a drawn board.
fn drawn(section: &Reader<'_>, map: &At<&str>) -> Result<Board, TextError> {
    let mut sketch = Sketch::default();
    let mut names: Vec<Option<String>> = Vec::new();
    for (start, row) in rows_of(map.value) {
        if row.is_empty() {
            // An empty line separates layers. Before the first row and after the last it is ignored.
            if !sketch.text.is_empty() && !sketch.text.ends_with('/') {
                sketch.push('/', start..start);
            }
            continue;
        }
        if !sketch.text.is_empty() {
            sketch.push('/', start..start);
        }
        for (offset, word) in row_of(row) {
            let at = start + offset;
            let place = at..at + word.len();
            if word == "_" {
                sketch.push('_', place);
                continue;
            }
            sketch.push('.', place);
            if word == "." {
                names.push(None);
                continue;
            }
            let taken = names.iter().flatten().any(|name| name == word);
            check_name(word, taken).map_err(|error| section.error_in(map, error.shifted(at)))?;
            names.push(Some(word.to_owned()));
        }
    }
    let shape = sketch.shape(section, map)?;
    Ok(Board {
        shape: shape.with_names(names),
    })
}

/// A drawn board in the form that [`Shape::drawn`] reads, with the place of each character in the drawing.
#[derive(Default)]
pub(super) struct Sketch {
    text: String,
    places: Vec<Range<usize>>,
}

impl Sketch {
    pub(super) fn push(&mut self, character: char, place: Range<usize>) {
        debug_assert!(character.is_ascii());
        self.text.push(character);
        self.places.push(place);
    }

    /// Returns the board. The place of a mistake is that in the drawing.
    pub(super) fn shape(
        &self,
        section: &Reader<'_>,
        drawing: &At<&str>,
    ) -> Result<Shape, TextError> {
        let text = self.text.trim_end_matches('/');
        if text.is_empty() {
            return Err(drawing.error(RulesError::NoCells.to_string()));
        }
        Shape::drawn(text).map_err(|error| {
            let places = self.places.get(error.span.clone()).unwrap_or_default();
            match places {
                [] => drawing.error(error.message),
                [first, ..] => {
                    let end = places.last().map_or(first.end, |last| last.end);
                    let span = first.start..end;
                    section.error_in(drawing, TextError { span, ..error })
                }
            }
        })
    }
}

/// Returns the rows of a drawing without surrounding blanks, each with its start in the text.
pub(super) fn rows_of(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut end = 0;
    text.split_inclusive('\n').map(move |line| {
        let start = end + (line.len() - line.trim_start().len());
        end += line.len();
        (start, line.trim())
    })
}

/// Checks that a word can name another cell.
///
/// # Errors
///
/// If it cannot. The span is all of the word.
pub(super) fn check_name(word: &str, taken: bool) -> Result<(), TextError> {
    let error = |message: String| TextError::new(0..word.len(), message);
    if !word.chars().all(char::is_alphanumeric) {
        let message = format!("{} is no name of a cell", quoted(word));
        return Err(error(message).help("names are made of letters and digits"));
    }
    if ["pass", "stop", "swap"].contains(&word) {
        return Err(error(format!("{} is the name of a move", quoted(word))));
    }
    match taken {
        true => Err(error(format!("{} is on the board twice", quoted(word)))),
        false => Ok(()),
    }
}

/// Returns the cells of a drawn row: words if it has blanks, else characters.
pub(super) fn row_of(row: &str) -> Vec<(usize, &str)> {
    if row.contains(char::is_whitespace) {
        let words = row.split_whitespace();
        let place = |word: &str| word.as_ptr() as usize - row.as_ptr() as usize;
        return words.map(|word| (place(word), word)).collect();
    }
    let of = |(at, character): (usize, char)| (at, &row[at..at + character.len_utf8()]);
    row.char_indices().map(of).collect()
}
