//! Positions of board games as rows of small integers, the form that array libraries use.

use std::fmt;
use yomikiri::{Counted, TextError};
use yomikiri_face::{AnyGame, START};

/// The code of an empty cell.
pub const EMPTY: i8 = 0;
/// The code of `x`, the mark of First.
pub const FIRST: i8 = 1;
/// The code of `o`, the mark of Second.
pub const SECOND: i8 = 2;

/// The suffix of a position's text if Second is to move, in games whose boards do not tell the turn.
const SECOND_TO_MOVE: &str = ":second";

/// The form of one game's positions as rows of integers.
///
/// A row has a cell for each place of the board, in reading order (layers, rows from the top, columns from
/// the left; without holes): [`EMPTY`], [`FIRST`] or [`SECOND`]. If the board does not tell whose turn it
/// is, one more cell at the end does: [`FIRST`] or [`SECOND`].
///
/// A game has this form if its positions are written as such a board and nothing else. A test checks this
/// for every listed game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cells {
    /// The text of a position with cells to fill in.
    template: String,
    /// The index in `template` of each place of the board.
    places: Vec<usize>,
    /// Whether a row has a cell for the turn.
    turn: bool,
}

/// A row that is no position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CellsError {
    /// The row has the wrong number of integers.
    Length {
        /// The integers in the row.
        found: usize,
        /// The cells of a position.
        expected: usize,
    },
    /// An integer is no code of a cell.
    Code {
        /// The index in the row.
        cell: usize,
        /// The integer.
        code: i8,
    },
    /// The game has no such board.
    Board(TextError),
}

impl fmt::Display for CellsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CellsError::Length { found, expected } => {
                write!(
                    f,
                    "a row has {} here, not {found}",
                    Counted(expected, "cell")
                )
            }
            CellsError::Code { cell, code } => write!(
                f,
                "{code} stands for nothing in cell {cell}: {EMPTY} is empty, {FIRST} First's, {SECOND} Second's"
            ),
            CellsError::Board(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CellsError {}

impl Cells {
    /// Returns the form of a game's positions, or `None` if it has none.
    pub fn of(game: &dyn AnyGame) -> Option<Cells> {
        let template = game.usual(START, false).ok()?;
        let diagram = game.diagram(START).ok()?;
        let mut places = Vec::new();
        for (index, symbol) in template.char_indices() {
            match symbol {
                '/' | '_' => {}
                '.' | 'x' | 'o' => {
                    let place = diagram.places.get(places.len())?;
                    let shown = place.mark.map_or('.', |mark| mark.symbol);
                    if shown != symbol {
                        return None;
                    }
                    places.push(index);
                }
                _ => return None,
            }
        }
        if places.is_empty() || places.len() != diagram.places.len() {
            return None;
        }
        let turned = format!("{template}{SECOND_TO_MOVE}");
        let cells = Cells {
            turn: game.usual(&turned, false).is_ok(),
            template,
            places,
        };
        // A start may look like a board although later positions say more than a board does.
        let (_, moves) = game.legal(START).ok()?;
        let mut next = moves.iter().map(|mv| game.play(START, mv));
        next.all(|text| text.is_ok_and(|text| cells.writes(&text)))
            .then_some(cells)
    }

    /// Returns whether a row keeps everything that the usual text says.
    fn writes(&self, usual: &str) -> bool {
        let again = self.row(usual).map(|row| self.text(&row));
        again.is_some_and(|again| again.is_ok_and(|again| again == usual))
    }

    /// Returns the number of integers in a row.
    pub fn width(&self) -> usize {
        self.places.len() + usize::from(self.turn)
    }

    /// Returns the number of places on the board.
    pub fn places(&self) -> usize {
        self.places.len()
    }

    /// Returns the text of the position that a row stands for, without checking that the game has such a
    /// board.
    ///
    /// # Errors
    ///
    /// [`CellsError::Length`] and [`CellsError::Code`], if the row has such a fault.
    pub fn text(&self, row: &[i8]) -> Result<String, CellsError> {
        let mut text = String::new();
        self.write(row, &mut text)?;
        Ok(text)
    }

    /// Writes the text of a row into `text`, which loses its former contents.
    ///
    /// # Errors
    ///
    /// As [`text`](Cells::text). `text` holds no position then.
    pub(crate) fn write(&self, row: &[i8], text: &mut String) -> Result<(), CellsError> {
        if row.len() != self.width() {
            return Err(CellsError::Length {
                found: row.len(),
                expected: self.width(),
            });
        }
        let bad = |cell: usize| CellsError::Code {
            cell,
            code: row[cell],
        };
        let mut bytes = std::mem::take(text).into_bytes();
        bytes.clear();
        bytes.extend_from_slice(self.template.as_bytes());
        for (cell, &place) in self.places.iter().enumerate() {
            bytes[place] = match row[cell] {
                EMPTY => b'.',
                FIRST => b'x',
                SECOND => b'o',
                _ => return Err(bad(cell)),
            };
        }
        if self.turn {
            match row[self.places.len()] {
                FIRST => {}
                SECOND => bytes.extend_from_slice(SECOND_TO_MOVE.as_bytes()),
                _ => return Err(bad(self.places.len())),
            }
        }
        // The bytes replaced and their replacements are ASCII.
        *text = String::from_utf8(bytes).unwrap_or_default();
        Ok(())
    }

    /// Returns the row of a position in its game's usual form; `None` for any other text.
    pub fn row(&self, usual: &str) -> Option<Vec<i8>> {
        let (board, turn) = match usual.strip_suffix(SECOND_TO_MOVE) {
            Some(board) => (board, SECOND),
            None => (usual, FIRST),
        };
        if board.len() != self.template.len() {
            return None;
        }
        let code = |&place: &usize| match board.as_bytes()[place] {
            b'.' => Some(EMPTY),
            b'x' => Some(FIRST),
            b'o' => Some(SECOND),
            _ => None,
        };
        let mut row = self.places.iter().map(code).collect::<Option<Vec<i8>>>()?;
        row.extend(self.turn.then_some(turn));
        Some(row)
    }

    /// Packs a row into a number that no other row of the same length has, two bits a cell. `None` if the
    /// row has more than 64 cells or a cell without a meaning.
    #[inline]
    pub(crate) fn packed(row: &[i8]) -> Option<u128> {
        if row.len() > 64 {
            return None;
        }
        let (mut packed, mut seen) = (0u128, 0u8);
        // Halves of 64 bits are faster than whole numbers of 128.
        for half in row.chunks(32) {
            let mut bits = 0u64;
            for &cell in half {
                bits = bits << 2 | u64::from(cell as u8 & 3);
                seen |= if cell == 3 { 4 } else { cell as u8 };
            }
            packed = packed << 64 | u128::from(bits);
        }
        (seen < 4).then_some(packed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NoFiles, open};

    #[test]
    fn rows_and_texts() {
        let game = open("positional:shape=.._/.../_..,line=2", &NoFiles).unwrap();
        let cells = Cells::of(game.as_ref()).unwrap();
        assert_eq!((cells.width(), cells.places()), (7, 7));
        let row = [1, 0, 2, 0, 0, 0, 1];
        let text = cells.text(&row).unwrap();
        assert_eq!(text, "x._/o../_.x");
        assert_eq!(cells.row(&text).unwrap(), row);
        assert_eq!(cells.row("x._/o../_."), None);
        let error = |row: &[i8]| cells.text(row).unwrap_err().to_string();
        assert_eq!(error(&[0; 6]), "a row has 7 cells here, not 6");
        assert!(error(&[0, 0, -1, 0, 0, 0, 0]).starts_with("-1 stands for nothing in cell 2"));
        let graph = open("graph:text=a first: b; b = draw", &NoFiles).unwrap();
        assert_eq!(Cells::of(graph.as_ref()), None);
    }

    #[test]
    fn rows_are_packed_only_where_they_stand_for_something() {
        assert_eq!(Cells::packed(&[0, 1, 2]), Some(0b00_01_10));
        for bad in [3, 4, -1, i8::MIN, i8::MAX] {
            assert_eq!(Cells::packed(&[0, bad, 0]), None, "{bad}");
        }
        assert_eq!(Cells::packed(&[0; 65]), None);
    }
}
