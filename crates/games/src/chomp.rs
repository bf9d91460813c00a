//! Chomp: a bar of chocolate whose upper left square is poisoned. A move picks a square and eats it with everything
//! below it and right of it. The player who eats the poison loses.

use crate::compact::{Compact, Moves, Offers, Rules};
use crate::family::{Family, Info, Visitor};
use crate::spec::{Args, Param, SpecError};
use crate::turn::{count, mover_suffix, split_mover, status_of};
use yomikiri_core::diagram::{Glyph, Ground, Look, Mark, Place};
use yomikiri_core::{Counted, Diagram, Outcome, Player, TextError};

/// The bits of a row's field.
const WIDTH: u32 = 4;

/// The most rows and columns.
const MOST: i64 = 12;

/// One bar. A position stores the number of squares left in each row, which never grows from one row to the next, in
/// bit fields above the turn bit.
#[derive(Debug)]
struct Chomp {
    rows: u32,
    cols: u32,
}

impl Chomp {
    /// Returns the squares left of a row.
    #[inline]
    fn left(state: u128, row: u32) -> u32 {
        (state >> (1 + WIDTH * row)) as u32 & ((1 << WIDTH) - 1)
    }

    fn state(rows: impl DoubleEndedIterator<Item = u32>, to_move: Player) -> u128 {
        let rows = rows.rev();
        rows.fold(0, |rows, left| rows << WIDTH | u128::from(left)) << 1 | to_move as u128
    }

    fn lengths(&self, state: u128) -> impl DoubleEndedIterator<Item = u32> + use<> {
        (0..self.rows).map(move |row| Chomp::left(state, row))
    }
}

impl Rules for Chomp {
    fn offers(&self) -> Offers {
        Offers {
            acyclic: true,
            ..Offers::default()
        }
    }
    fn bits(&self) -> u32 {
        1 + WIDTH * self.rows
    }
    fn holds(&self, state: u128) -> bool {
        let falls = self
            .lengths(state)
            .is_sorted_by(|above, below| above >= below);
        state >> self.bits() == 0 && falls && Chomp::left(state, 0) <= self.cols
    }

    fn start(&self) -> u128 {
        Chomp::state((0..self.rows).map(|_| self.cols), Player::First)
    }
    fn to_move(&self, state: u128) -> Player {
        Player::after(state as u32 & 1)
    }
    fn outcome(&self, state: u128) -> Option<Outcome> {
        // The opponent has eaten the last square.
        (state >> 1 == 0).then(|| Outcome::Win(self.to_move(state)))
    }
    fn moves(&self, state: u128, moves: &mut Moves) {
        for (row, left) in (0..).zip(self.lengths(state)) {
            moves.extend((0..left).map(|col| row * self.cols + col));
        }
    }
    fn play(&self, state: u128, mv: u32) -> u128 {
        let (bitten, col) = (mv / self.cols, mv % self.cols);
        let lengths = (0..).zip(self.lengths(state).collect::<Moves>());
        let lengths: Moves = lengths
            .map(|(row, left)| if row < bitten { left } else { left.min(col) })
            .collect();
        Chomp::state(lengths.into_iter(), self.to_move(state).opponent())
    }

    fn rank(&self, state: u128) -> u64 {
        self.lengths(state).sum::<u32>().into()
    }
    fn draws(&self) -> bool {
        false
    }
    /// A square bar can be reflected in its diagonal.
    fn symmetries(&self) -> usize {
        if self.rows == self.cols { 2 } else { 1 }
    }
    fn image(&self, state: u128, symmetry: usize) -> u128 {
        if symmetry == 0 {
            return state;
        }
        let longer = |col| self.lengths(state).filter(|&left| left > col).count() as u32;
        Chomp::state((0..self.cols).map(longer), self.to_move(state))
    }

    fn position_text(&self, state: u128) -> String {
        let lengths: Vec<String> = self.lengths(state).map(|left| left.to_string()).collect();
        lengths.join("/") + mover_suffix(self.to_move(state))
    }
    fn parse_position(&self, text: &str) -> Result<u128, TextError> {
        let (rows, to_move) = split_mover(text)?;
        let mut lengths = Vec::new();
        let mut most = self.cols;
        let mut start = 0;
        for part in rows.split('/') {
            if lengths.len() == self.rows as usize {
                let why = format!("the bar has {}", Counted(self.rows, "row"));
                return Err(TextError::new(start..rows.len(), why));
            }
            most = count(part, start, 0..=most)?;
            lengths.push(most);
            start += part.len() + 1;
        }
        if lengths.len() < self.rows as usize {
            let why = format!(
                "the squares left of {} are expected here",
                Counted(self.rows, "row")
            );
            return Err(TextError::new(rows.len()..rows.len(), why));
        }
        Ok(Chomp::state(lengths.into_iter(), to_move))
    }
    fn move_text(&self, _: u128, mv: u32) -> String {
        format!("{},{}", mv / self.cols + 1, mv % self.cols + 1)
    }
    fn text_number(&self, mv: u32) -> Option<u32> {
        Some(mv)
    }
    fn diagram(&self, state: u128) -> Diagram {
        let place = |square: u32| {
            let (row, col) = (square / self.cols, square % self.cols);
            let symbol = if square == 0 { '!' } else { '@' };
            Place {
                name: self.move_text(state, square),
                // At most twelve of each.
                at: (0, row as u16, col as u16),
                mark: (col < Chomp::left(state, row)).then_some(Mark {
                    symbol,
                    owner: None,
                }),
                label: None,
            }
        };
        Diagram {
            places: (0..self.rows * self.cols).map(place).collect(),
            links: Vec::new(),
            notes: vec![status_of(
                self.outcome(state),
                self.to_move(state),
                self.has_gains(),
            )],
        }
    }
    fn look(&self) -> Look {
        Look::new(Ground::Bar, Glyph::Mark)
    }
    fn target(&self, _: u128, mv: u32) -> Option<usize> {
        Some(mv as usize)
    }
    fn covers(&self, state: u128, mv: u32) -> Vec<usize> {
        let (top, left) = (mv / self.cols, mv % self.cols);
        let row = |row: u32| (left..Chomp::left(state, row)).map(move |col| row * self.cols + col);
        let squares = (top..self.rows).flat_map(row);
        squares.map(|square| square as usize).collect()
    }
}

/// The registry's entry.
#[derive(Clone, Copy, Debug)]
pub struct ChompFamily;

impl Family for ChompFamily {
    const INFO: Info = Info {
        name: "chomp",
        title: "Chomp",
        summary: "eat a square and all below and right of it; the player who eats the poisoned corner loses",
        source: "Gale, \"A curious Nim-type game\", American Mathematical Monthly 81 (1974)",
        rules_version: 1,
        params: &[
            Param::int("rows", (1, MOST), "4", "the number of rows"),
            Param::int("cols", (1, MOST), "5", "the number of columns"),
        ],
        examples: &[
            "chomp",
            "chomp:rows=3,cols=3",
            "chomp:rows=1,cols=1",
            "chomp:rows=2,cols=6",
        ],
        files: &[],
        notation: "a move is the square bitten, `row,column` from 1, where 1,1 is poisoned; a position is the squares \
                   left of each row joined by `/`, then `:second` where Second is to move",
        capabilities: &["acyclic", "keyed", "symmetric"],
    };

    const UNSAID: Option<&'static str> =
        Some("a move takes all cells beyond one, and in a rules file one");

    fn build<V: Visitor>(args: &Args<'_>, mut visitor: V) -> Result<V::Output, SpecError> {
        visitor.told(["The players take turns to bite a square, and eat with it all squares below it, right of it, and below those to the right.", "The square at the top left is poisoned: whoever eats it loses."]);
        // Ranges have been checked.
        let (rows, cols) = (args.int("rows") as u32, args.int("cols") as u32);
        Ok(visitor.visit(Compact::new(Chomp { rows, cols })))
    }
}
