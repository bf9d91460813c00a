//! Rectangular boards as sets of cells, with the shifts, symmetries, texts and pictures that games on them share.

mod least;
mod men;

pub(crate) use men::Men;

use crate::bits::Bits;
use crate::spec::quoted;
use least::Reflections;
use smallvec::SmallVec;
use yomikiri_core::diagram::{Glyph, Ground, Look, Mark, Place};
use yomikiri_core::{Counted, Diagram, Player, TextError};

/// A rectangle of cells, numbered in reading order. It has at most as many cells as a set has bits.
#[derive(Clone, Debug)]
pub(crate) struct Board<B = u64> {
    pub(crate) rows: u32,
    pub(crate) cols: u32,
    /// The set of all cells. `left` holds the cells of the first column, `right` those of the last.
    all: B,
    left: B,
    right: B,
    reflections: Reflections<B>,
}

/// Returns what a set grows to by taking in neighbours within another set, again and again.
#[inline]
pub(crate) fn flood<B: Bits>(mut set: B, within: B, beside: impl Fn(B) -> B) -> B {
    loop {
        let grown = set | (within & beside(set));
        if grown == set {
            return set;
        }
        set = grown;
    }
}

/// Returns the look of a board with holes: see [`Board::men_text`].
pub(crate) fn holed_look(ground: Ground, glyph: Glyph) -> Look {
    Look {
        glyphs: vec![('#', Glyph::Domino)],
        ..Look::new(ground, glyph)
    }
}

/// Returns the part if there is exactly one.
pub(crate) fn only(parts: Vec<u128>) -> Option<u128> {
    match parts[..] {
        [part] => Some(part),
        _ => None,
    }
}

/// Returns the character for a player's men.
pub(crate) const fn symbol(owner: Player) -> char {
    match owner {
        Player::First => 'x',
        Player::Second => 'o',
    }
}

impl<B: Bits> Board<B> {
    pub(crate) fn new(rows: u32, cols: u32) -> Board<B> {
        debug_assert!((1..=B::BITS).contains(&(rows * cols)));
        let left = (0..rows).fold(B::NONE, |set, row| set | B::bit(row * cols));
        Board {
            rows,
            cols,
            all: B::low(rows * cols),
            left,
            right: left << (cols - 1),
            reflections: Reflections::new(rows, cols),
        }
    }

    /// Returns the number of cells.
    #[inline]
    pub(crate) fn cells(&self) -> u32 {
        self.rows * self.cols
    }

    /// Returns the set of all cells.
    #[inline]
    pub(crate) fn all(&self) -> B {
        self.all
    }

    /// Returns the cells of a row.
    pub(crate) fn row(&self, row: u32) -> B {
        B::low(self.cols) << (row * self.cols)
    }

    /// Returns the cells of a column.
    pub(crate) fn col(&self, col: u32) -> B {
        self.left << col
    }

    /// Returns a set moved down and right by so many rows and columns (negative: up and left; at most one column).
    /// Cells that leave the board are dropped.
    #[inline]
    pub(crate) fn shifted(&self, set: B, down: i32, right: i32) -> B {
        let stays = match right {
            0 => set,
            1 => set & !self.right,
            _ => set & !self.left,
        };
        let by = down * self.cols as i32 + right;
        let moved = if by >= 0 {
            stays << by.unsigned_abs()
        } else {
            stays >> by.unsigned_abs()
        };
        moved & self.all()
    }

    /// Returns the cells above, below, left and right of those of a set.
    #[inline]
    pub(crate) fn sides(&self, set: B) -> [B; 4] {
        [
            set >> self.cols,
            set << self.cols & self.all,
            (set & !self.left) >> 1,
            (set & !self.right) << 1,
        ]
    }

    /// Returns the orthogonal neighbours of the cells of a set.
    #[inline]
    pub(crate) fn beside(&self, set: B) -> B {
        let [up, down, left, right] = self.sides(set);
        up | down | left | right
    }

    /// Returns the least image of sets of cells, compared one after the other, under the
    /// [symmetries](Board::symmetries).
    #[inline(always)]
    pub(crate) fn least<const N: usize>(&self, sets: [B; N], diagonals: bool) -> [B; N] {
        self.reflections.least(sets, diagonals)
    }

    /// Returns the images of all cells under each symmetry of the rectangle, the identity first. A square's
    /// symmetries that exchange rows and columns are included only if `diagonals` is set.
    pub(crate) fn symmetries(&self, diagonals: bool) -> Vec<Image<B>> {
        let (rows, cols) = (self.rows, self.cols);
        let flips = [(false, false), (false, true), (true, false), (true, true)];
        let turns = [false, true].into_iter();
        let turns = turns.filter(|&turned| !turned || diagonals && rows == cols);
        let mut images: Vec<Image<B>> = Vec::new();
        for turned in turns {
            for (down, across) in flips {
                let image = |cell: u32| {
                    let (row, col) = (cell / cols, cell % cols);
                    let row = if down { rows - 1 - row } else { row };
                    let col = if across { cols - 1 - col } else { col };
                    if turned {
                        col * cols + row
                    } else {
                        row * cols + col
                    }
                };
                let image = Image::new((0..self.cells()).map(image).collect());
                // On a board of one row or column some of them coincide.
                if !images.contains(&image) {
                    images.push(image);
                }
            }
        }
        images
    }

    /// Returns the connected components of a set, by orthogonal neighbours.
    pub(crate) fn components(&self, set: B) -> Vec<B> {
        self.components_by(set, |component| self.beside(component))
    }

    /// Does the same with `beside` as the neighbours of a set.
    pub(crate) fn components_by(&self, set: B, beside: impl Fn(B) -> B) -> Vec<B> {
        let mut left = set;
        let mut components = Vec::new();
        while left != B::NONE {
            let component = flood(B::bit(left.lowest()), left, &beside);
            left = left & !component;
            components.push(component);
        }
        components
    }

    /// Does the same, unless a component is large: then there is none. A component is small if it has at most a quarter
    /// of the cells of the board and two more, and at most 8. (On boards of clobber, col and snort this takes about the
    /// least time. Finding the values of larger parts takes longer than searching them.)
    #[inline]
    pub(crate) fn small_components(
        &self,
        set: B,
        beside: impl Fn(B) -> B,
    ) -> Option<SmallVec<[B; 8]>> {
        let most = (self.cells() / 4 + 2).min(8);
        let (mut left, mut components) = (set, SmallVec::new());
        while left != B::NONE {
            let mut component = B::bit(left.lowest());
            loop {
                let grown = component | (left & beside(component));
                if grown == component {
                    break;
                }
                // Most positions have a large component, and most of these show it at once.
                if grown.count() > most {
                    return None;
                }
                component = grown;
            }
            left = left & !component;
            components.push(component);
        }
        Some(components)
    }

    /// Returns the number of bits by which to shift a non-empty set right to move it into the upper left corner.
    pub(crate) fn to_corner(&self, set: B) -> u32 {
        let row = set.lowest() / self.cols;
        let col = (0..self.cols).find(|&col| set & self.col(col) != B::NONE);
        row * self.cols + col.unwrap_or(0)
    }

    /// Returns a cell as text: `row,column` from 1.
    pub(crate) fn name(&self, cell: u32) -> String {
        format!("{},{}", cell / self.cols + 1, cell % self.cols + 1)
    }

    /// Returns the text of a board: its rows joined by `/`.
    pub(crate) fn text(&self, symbol: impl Fn(u32) -> char) -> String {
        let row = |row: u32| -> String {
            (row * self.cols..(row + 1) * self.cols)
                .map(&symbol)
                .collect()
        };
        (0..self.rows).map(row).collect::<Vec<_>>().join("/")
    }

    /// Reads rows joined by `/`. Returns, for each cell, the place of its sign in `symbols`.
    pub(crate) fn parse(&self, text: &str, symbols: &str) -> Result<Vec<usize>, TextError> {
        let mut found = Vec::new();
        let mut start = 0;
        for (number, part) in text.split('/').enumerate() {
            let span = start..start + part.len();
            start = span.end + 1;
            if number >= self.rows as usize {
                let why = format!("the board has {}", Counted(self.rows, "row"));
                return Err(TextError::new(span, why));
            }
            if part.chars().count() != self.cols as usize {
                let why = format!("a row of {} is expected here", Counted(self.cols, "cell"));
                return Err(TextError::new(span, why));
            }
            for (at, character) in part.char_indices() {
                let at = span.start + at;
                let place = symbols.chars().position(|symbol| symbol == character);
                found.push(place.ok_or_else(|| {
                    let all = symbols.chars().map(|symbol| format!("`{symbol}`"));
                    let all = all.collect::<Vec<_>>().join(", ");
                    let span = at..at + character.len_utf8();
                    let what = quoted(&text[span.clone()]);
                    TextError::new(span, format!("one of {all} is expected here, not {what}"))
                })?);
            }
        }
        if found.len() < self.cells() as usize {
            let why = format!(
                "a further row of {} is expected here",
                Counted(self.cols, "cell")
            );
            return Err(TextError::new(text.len()..text.len(), why));
        }
        Ok(found)
    }

    /// Returns the picture, with the mark of each cell and one note.
    pub(crate) fn diagram(&self, mark: impl Fn(u32) -> Option<Mark>, note: String) -> Diagram {
        let place = |cell: u32| Place {
            name: self.name(cell),
            // There are at most 128 rows and columns.
            at: (0, (cell / self.cols) as u16, (cell % self.cols) as u16),
            mark: mark(cell),
            label: None,
        };
        Diagram {
            places: (0..self.cells()).map(place).collect(),
            links: Vec::new(),
            notes: vec![note],
        }
    }
}

/// A symmetry: the image of every cell, in a table that maps sets eight cells at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Image<B = u64> {
    bytes: Vec<[B; 256]>,
}

impl<B: Bits> Image<B> {
    /// Builds the table from the image of each cell.
    pub(crate) fn new(cells: Vec<u32>) -> Image<B> {
        let byte = |eight: &[u32]| {
            std::array::from_fn(|set| {
                let moved = eight.iter().enumerate();
                let moved = moved.filter(|(cell, _)| set >> cell & 1 == 1);
                moved.fold(B::NONE, |image, (_, &to)| image | B::bit(to))
            })
        };
        Image {
            bytes: cells.chunks(8).map(byte).collect(),
        }
    }

    /// Returns the image of a set of cells.
    #[inline]
    pub(crate) fn of(&self, set: B) -> B {
        let (mut image, mut left) = (B::NONE, set);
        for table in &self.bytes {
            image = image | table[left.word() & 0xff];
            left = left >> 8;
        }
        image
    }
}
