//! Values from a table that is filled backward from the end, without recursion at any size.

use super::{GridWalk, Position, Signs, Step};
use std::ops::Sub;
use yomikiri_core::capability::Direct;
use yomikiri_core::{Ask, Outcome, Player, Value};

/// The worth of entering each cell from some corner on: its points, less the margin of the opponent, who moves next.
/// The game is the same for both players, so one number serves both.
struct Worths<T> {
    /// The corner: the table has nothing above or left of it.
    row: usize,
    col: usize,
    cols: usize,
    /// The number of rows kept. A row overwrites the one so many rows below it.
    kept: usize,
    cells: Vec<T>,
}

/// A number of points, wide enough for the sums in question.
trait Number: Copy + Ord + Default + Sub<Output = Self> {
    /// Less than any worth. It marks cells to which no step leads.
    const NONE: Self;
    /// Narrows a number known to fit.
    fn of(points: i64) -> Self;
    /// Returns the inverse of [`of`](Number::of).
    fn points(self) -> i64;
}

/// This type fits the margins of grids of signs: a walk has fewer than 2<sup>31</sup> plies.
impl Number for i32 {
    const NONE: i32 = i32::MIN;
    fn of(points: i64) -> i32 {
        points as i32
    }
    fn points(self) -> i64 {
        i64::from(self)
    }
}

/// This type fits all margins: a game's total is checked when the game is made.
impl Number for i64 {
    const NONE: i64 = i64::MIN;
    fn of(points: i64) -> i64 {
        points
    }
    fn points(self) -> i64 {
        self
    }
}

impl<T: Number> Worths<T> {
    /// Fills the table from the end back to `position` and keeps only the last `kept` rows. Every step must lead at
    /// most `kept - 1` rows down, or off the grid.
    fn fill(game: &GridWalk, position: &Position, kept: usize) -> Worths<T> {
        let (row, col) = (position.row as usize, position.col as usize);
        let (rows, cols) = (game.grid.rows(), game.grid.cols() - col);
        let cells = vec![T::default(); kept * cols];
        let mut table = Worths {
            row,
            col,
            cols,
            kept,
            cells,
        };
        let steps = game.steps.as_slice().iter();
        let (within, down): (Vec<Step>, Vec<Step>) = steps.partition(|step| step.down == 0);
        let mut line = vec![T::NONE; cols];
        for r in (row..rows).rev() {
            // First the best of the rows below, a step at a time. These updates are independent.
            line.fill(T::NONE);
            for step in down.iter().filter(|step| r + (step.down as usize) < rows) {
                let below = table.line(r + step.down as usize);
                let below = below.get(step.right as usize..).unwrap_or_default();
                for (best, &worth) in line.iter_mut().zip(below) {
                    *best = (*best).max(worth);
                }
            }
            // Then, from the right, the cells of the row itself.
            for c in (0..cols).rev() {
                let mut best = line[c];
                for step in &within {
                    best = best.max(
                        line.get(c + step.right as usize)
                            .copied()
                            .unwrap_or(T::NONE),
                    );
                }
                let best = if best == T::NONE { T::default() } else { best };
                line[c] = T::of(game.grid.points(r, col + c)) - best;
            }
            let start = (r - row) % kept * cols;
            table.cells[start..start + cols].copy_from_slice(&line);
        }
        table
    }

    /// Returns the worths of a row.
    fn line(&self, row: usize) -> &[T] {
        let start = (row - self.row) % self.kept * self.cols;
        &self.cells[start..start + self.cols]
    }

    /// Returns the best margin of the player to move in a cell.
    fn best(&self, game: &GridWalk, row: usize, col: usize) -> T {
        let worths = game.steps.as_slice().iter().filter_map(|step| {
            let row = row + step.down as usize;
            let col = col + step.right as usize;
            (row < game.grid.rows() && col < game.grid.cols()).then(|| self.worth(row, col))
        });
        worths.max().unwrap_or_default()
    }

    fn worth(&self, row: usize, col: usize) -> T {
        self.cells[(row - self.row) % self.kept * self.cols + (col - self.col)]
    }

    fn covers(&self, position: &Position) -> bool {
        position.row as usize >= self.row && position.col as usize >= self.col
    }

    /// Returns the margin for the player to move in a position whose rows are kept.
    fn margin(&self, game: &GridWalk, position: &Position) -> i64 {
        self.best(game, position.row as usize, position.col as usize)
            .points()
    }
}

/// The worths of a position and of all its successors.
pub struct Table(Width);

enum Width {
    Narrow(Worths<i32>),
    Wide(Worths<i64>),
}

impl GridWalk {
    /// Returns the grid from a position on, if it consists of signs and the steps are the usual ones.
    fn usual_signs(&self, position: &Position) -> Option<Signs<'_>> {
        let cells = self.grid.signs().filter(|_| self.steps.are_usual())?;
        let (rows, cols) = (self.grid.rows(), self.grid.cols());
        let signs = Signs::new(cells, rows, cols, cols)?;
        signs.from_cell(position.row as usize, position.col as usize)
    }

    /// Returns the margin for the player to move, with as few rows as the steps allow.
    fn margin_by_rows(&self, position: &Position) -> i64 {
        if let Some(signs) = self.usual_signs(position) {
            return signs.margin();
        }
        let rows = self.grid.rows() - position.row as usize;
        let down = self.steps.as_slice().iter().map(|step| step.down as usize);
        let kept = down.filter(|&down| down < rows).max().unwrap_or(0) + 1;
        match self.grid.signs() {
            Some(_) => Worths::<i32>::fill(self, position, kept).margin(self, position),
            None => Worths::<i64>::fill(self, position, kept).margin(self, position),
        }
    }
}

/// Returns the absolute value. `distance` has no answer here; a caller who asks for it gets the margin, whose type
/// says so.
fn answer(margin: i64, to_move: Player, ask: Ask) -> Value {
    let margin = match to_move {
        Player::First => Outcome::Margin(margin),
        Player::Second => Outcome::Margin(-margin),
    };
    match ask {
        Ask::Winner => Value::Winner(margin.winner()),
        Ask::Margin | Ask::Distance => Value::Margin(margin),
    }
}

/// Works backward from the end and looks once at every cell below and right of the piece.
impl Direct<GridWalk> for GridWalk {
    type Table = Table;

    fn answers(&self, ask: Ask) -> bool {
        matches!(ask, Ask::Winner | Ask::Margin)
    }

    /// Memory: one row of numbers more than the longest step down.
    fn value(&self, position: &Position, ask: Ask) -> Value {
        answer(self.margin_by_rows(position), position.to_move, ask)
    }

    /// Memory: 4 bytes a cell for signs, 8 for other numbers, from `position` on.
    fn table(&self, position: &Position, _: Ask) -> Table {
        let rows = self.grid.rows() - position.row as usize;
        if let Some(signs) = self.usual_signs(position) {
            return Table(Width::Narrow(Worths {
                row: position.row as usize,
                col: position.col as usize,
                cols: self.grid.cols() - position.col as usize,
                kept: rows,
                cells: signs.worths(),
            }));
        }
        Table(match self.grid.signs() {
            Some(_) => Width::Narrow(Worths::fill(self, position, rows)),
            None => Width::Wide(Worths::fill(self, position, rows)),
        })
    }

    fn look_up(&self, table: &Table, position: &Position, ask: Ask) -> Value {
        let margin = match &table.0 {
            Width::Narrow(worths) if worths.covers(position) => worths.margin(self, position),
            Width::Wide(worths) if worths.covers(position) => worths.margin(self, position),
            // The position does not follow from the one that the table was made for.
            _ => self.margin_by_rows(position),
        };
        answer(margin, position.to_move, ask)
    }

    fn cost(&self, position: &Position) -> u64 {
        let rows = self.grid.rows() as u64 - u64::from(position.row);
        let cols = self.grid.cols() as u64 - u64::from(position.col);
        rows * cols
    }
}
