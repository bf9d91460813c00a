//! The drawn board, and the cells that a file names.

use crate::positional::{CellSet, Shape};
use crate::rules_file::board::{Sketch, check_name, row_of, rows_of};
use crate::rules_file::read::{At, Reader};
use crate::spec::{nearest, quoted};
use yomikiri_core::{Counted, Player, TextError};

/// The drawn board.
pub(super) struct Drawn {
    pub(super) shape: Shape,
    pub(super) start: Vec<Option<(Player, usize)>>,
}

impl Drawn {
    pub(super) fn read(board: &Reader<'_>, letters: &[char]) -> Result<Drawn, TextError> {
        let text = board.text("start").ok_or_else(|| board.missing("start"))?;
        let mut sketch = Sketch::default();
        let mut start = Vec::new();
        each_cell(&text, |row, at, word| {
            if row {
                sketch.push('/', at..at);
            }
            let here = |message: String| {
                let span = at..at + word.len();
                board.error_in(&text, TextError::new(span, message))
            };
            sketch.push(if word == "_" { '_' } else { '.' }, at..at + word.len());
            match (word, word.chars().next()) {
                ("_", _) => {}
                (".", _) => start.push(None),
                (_, Some(letter)) if word.len() == 1 && letter.is_ascii_alphabetic() => {
                    let owner = match letter.is_ascii_uppercase() {
                        true => Player::First,
                        false => Player::Second,
                    };
                    let small = letter.to_ascii_lowercase();
                    let kind = letters.iter().position(|&known| known == small);
                    let kind = kind.ok_or_else(|| {
                        here(format!("there is no piece `{small}`"))
                            .help("each letter needs a [[piece]] of its own")
                    })?;
                    start.push(Some((owner, kind)));
                }
                _ => {
                    return Err(here(format!(
                        "`.`, `_` or the letter of a piece is expected, not {}",
                        quoted(word)
                    )));
                }
            }
            Ok(())
        })?;
        let mut shape = sketch.shape(board, &text)?;
        if let Some(drawn) = board.text("names") {
            let names = cell_names(board, &drawn, &shape)?;
            shape = shape.with_names(names.into_iter().map(Some).collect());
        }
        Ok(Drawn { shape, start })
    }

    /// Returns the number of the cell that a word names.
    pub(super) fn cell(&self, word: &At<&str>) -> Result<usize, TextError> {
        if let Some(cell) = self.shape.named(word.value) {
            return Ok(cell);
        }
        let number = |text: &str| text.trim().parse::<usize>().ok()?.checked_sub(1);
        let at = word.value.split_once(',');
        let at = at.and_then(|(row, col)| Some((number(row)?, number(col)?)));
        let cell = at.and_then(|(row, col)| self.shape.number([0, row, col]));
        cell.ok_or_else(|| {
            let names = self.shape.given_names();
            let error = word.error(format!("there is no cell {}", quoted(word.value)));
            match nearest(word.value, &names) {
                Some(near) => error.help(format!("did you mean `{near}`?")),
                None => error.help("a cell is named by `names`, or is `row,column` from 1"),
            }
        })
    }

    /// Returns the set of all cells.
    pub(super) fn all(&self) -> CellSet {
        let cells = 0..self.shape.cells().len();
        cells.fold(0, |set, cell| set | 1 << cell)
    }

    /// Reads a player's set of cells: a list, or the far row.
    pub(super) fn cells(
        &self,
        words: &At<Vec<At<&str>>>,
        player: Player,
    ) -> Result<CellSet, TextError> {
        let mut cells = 0;
        for word in &words.value {
            cells |= match word.value {
                "far" => self.shape.far_row(player),
                _ => 1 << self.cell(word)?,
            };
        }
        Ok(cells)
    }

    /// Reads the pairs of cells of a key. Links go both ways and are stored with the lower cell first.
    pub(super) fn links(
        &self,
        board: &Reader<'_>,
        key: &str,
    ) -> Result<Vec<(usize, usize)>, TextError> {
        let mut links = Vec::new();
        for pair in board.word_sets(key) {
            let [from, to] = &pair.value[..] else {
                return Err(pair.error("a link joins two cells"));
            };
            let (from, to) = (self.cell(from)?, self.cell(to)?);
            if from == to {
                return Err(pair.error("a link joins two different cells"));
            }
            let ends = match key {
                "links" => (from.min(to), from.max(to)),
                _ => (from, to),
            };
            if links.contains(&ends) {
                return Err(pair.error("these cells are linked twice"));
            }
            links.push(ends);
        }
        Ok(links)
    }
}

/// Hands every cell of a drawn board to `each`: whether it begins a further row, its place in the text, and its
/// content.
fn each_cell<'t>(
    text: &At<&'t str>,
    mut each: impl FnMut(bool, usize, &'t str) -> Result<(), TextError>,
) -> Result<(), TextError> {
    let rows = rows_of(text.value).filter(|(_, row)| !row.is_empty());
    for (number, (start, row)) in rows.enumerate() {
        for (index, (offset, word)) in row_of(row).into_iter().enumerate() {
            each(index == 0 && number > 0, start + offset, word)?;
        }
    }
    Ok(())
}

/// Reads the names of the cells, drawn like the board.
fn cell_names(
    board: &Reader<'_>,
    drawn: &At<&str>,
    shape: &Shape,
) -> Result<Vec<String>, TextError> {
    let mut names: Vec<String> = Vec::new();
    each_cell(drawn, |_, at, word| {
        if word == "_" {
            return Ok(());
        }
        let taken = names.iter().any(|name| name == word);
        check_name(word, taken).map_err(|error| board.error_in(drawn, error.shifted(at)))?;
        names.push(word.to_owned());
        Ok(())
    })?;
    let cells = shape.cells().len();
    match names.len() == cells {
        true => Ok(names),
        false => Err(drawn.error(format!(
            "{} given, for {}",
            Counted(names.len(), "name"),
            Counted(cells, "cell")
        ))),
    }
}
