//! Dots and boxes: the players draw the sides of boxes. The player who draws the last side of a box gets a point for
//! it and moves again.

mod rows;
mod strings;

use self::strings::Strings;
use crate::bits::Bits;
use crate::compact::{Compact, Moves, Offers, Rules};
use crate::family::{Family, Info, MORE_POINTS, Visitor};
use crate::spec::{Args, Param, SpecError};
use crate::turn::{mover_suffix, split_mover, status_of};
use yomikiri_core::capability::Forced;
use yomikiri_core::diagram::{Glyph, Ground, Look, Mark, Place};
use yomikiri_core::{Diagram, Margin, Outcome, Player, TextError};

/// The game on one board. A position is the set of drawn sides, numbered in reading order, with the turn in the bit
/// above them. The points so far are in the gains.
#[derive(Debug)]
struct DotsAndBoxes {
    rows: u32,
    cols: u32,
    /// The row and column of each side in the picture, where dots and boxes take places too.
    places: Vec<(u32, u32)>,
    /// The four sides of each box.
    boxes: Vec<u64>,
    strings: Strings,
}

impl DotsAndBoxes {
    fn new(rows: u32, cols: u32) -> DotsAndBoxes {
        let (height, width) = (2 * rows + 1, 2 * cols + 1);
        let places = (0..height).flat_map(|row| (0..width).map(move |col| (row, col)));
        let places: Vec<(u32, u32)> = places.filter(|(row, col)| (row + col) % 2 == 1).collect();
        let number = |place: (u32, u32)| places.iter().position(|&side| side == place);
        let side = |row, col| 1u64 << number((row, col)).unwrap_or_default();
        let boxes = (0..rows).flat_map(|row| (0..cols).map(move |col| (2 * row + 1, 2 * col + 1)));
        let sides = |(row, col)| {
            side(row - 1, col) | side(row, col - 1) | side(row, col + 1) | side(row + 1, col)
        };
        let boxes: Vec<u64> = boxes.map(sides).collect();
        let mut images = Vec::new();
        for turned in [false, true] {
            for (down, across) in [(false, false), (false, true), (true, false), (true, true)] {
                let image = |&(row, col): &(u32, u32)| {
                    let row = if down { height - 1 - row } else { row };
                    let col = if across { width - 1 - col } else { col };
                    number(if turned { (col, row) } else { (row, col) })
                };
                if !turned || rows == cols {
                    let image = places.iter().map(image);
                    images.extend(
                        image
                            .map(|side| side.map(|side| side as u32))
                            .collect::<Option<Vec<u32>>>(),
                    );
                }
            }
        }
        // The distances are in half places, because the middle of the board may lie between two places.
        let far = |&(row, col): &(u32, u32)| {
            (2 * row).abs_diff(height - 1) + (2 * col).abs_diff(width - 1)
        };
        let far = places.iter().map(far).collect();
        DotsAndBoxes {
            rows,
            cols,
            strings: Strings::new(&boxes, images, far),
            boxes,
            places,
        }
    }

    fn sides(&self) -> u32 {
        self.places.len() as u32
    }

    #[inline]
    fn all(&self) -> u64 {
        (1 << self.sides()) - 1
    }

    #[inline]
    fn drawn(&self, state: u128) -> u64 {
        state as u64 & self.all()
    }

    /// Returns the sides that are not drawn.
    #[inline]
    fn left(&self, state: u128) -> u64 {
        self.all() & !self.drawn(state)
    }

    /// Returns the number of boxes that no player has.
    #[inline]
    fn open(&self, state: u128) -> u32 {
        let drawn = self.drawn(state);
        self.boxes
            .iter()
            .filter(|&&sides| sides & drawn != sides)
            .count() as u32
    }

    /// Returns the character for a drawn side in this row: even rows hold horizontal sides.
    fn stroke((row, _): (u32, u32)) -> char {
        if row % 2 == 0 { '-' } else { '|' }
    }
}

impl Rules for DotsAndBoxes {
    fn offers(&self) -> Offers {
        Offers {
            acyclic: true,
            merged: true,
            expand: true,
            bounded: true,
            ordered: true,
            ..Offers::default()
        }
    }
    fn bits(&self) -> u32 {
        self.sides() + 1
    }
    fn holds(&self, state: u128) -> bool {
        state >> self.bits() == 0
    }

    fn start(&self) -> u128 {
        0
    }
    fn to_move(&self, state: u128) -> Player {
        Player::after((state >> self.sides()) as u32)
    }
    fn outcome(&self, state: u128) -> Option<Outcome> {
        (self.drawn(state) == self.all()).then_some(Outcome::Margin(0))
    }
    fn moves(&self, state: u128, moves: &mut Moves) {
        moves.extend(self.left(state).cells());
    }
    fn play(&self, state: u128, mv: u32) -> u128 {
        let passes = self.strings.taken(self.left(state), mv) == 0;
        (state | 1 << mv) ^ u128::from(passes) << self.sides()
    }
    fn has_gains(&self) -> bool {
        true
    }
    fn gain(&self, state: u128, mv: u32) -> i64 {
        self.strings.taken(self.left(state), mv).into()
    }

    fn rank(&self, state: u128) -> u64 {
        u64::from(self.sides() - self.drawn(state).count_ones())
    }
    fn symmetries(&self) -> usize {
        self.strings.symmetries()
    }
    fn image(&self, state: u128, symmetry: usize) -> u128 {
        let turn = state >> self.sides() << self.sides();
        turn | u128::from(self.strings.image(self.drawn(state), symmetry))
    }
    /// See [`strings`].
    fn merged_key(&self, state: u128) -> u128 {
        self.strings.canonical(self.left(state)).into()
    }
    /// See [`strings`].
    fn relevant(&self, state: u128, moves: &mut Moves) {
        self.strings.relevant(self.left(state), moves);
    }
    /// Takes every box that is best taken at once.
    fn forced(&self, state: u128) -> Forced<u128> {
        let mover = self.to_move(state);
        let (mut at, mut plies, mut gain) = (state, 0, 0);
        // A player who takes a box moves again.
        while let Some(mv) = self.strings.forced(self.left(at)) {
            gain += self.gain(at, mv);
            at = self.play(at, mv);
            plies += 1;
        }
        match self.left(at) {
            0 => Forced::Decided {
                outcome: Outcome::Margin(if mover == Player::First { gain } else { -gain }),
                plies,
            },
            _ => Forced::Open {
                position: at,
                plies,
                gain,
            },
        }
    }
    /// See [`strings`].
    fn margin(&self, state: u128) -> (Margin, Margin) {
        let (lower, upper) = self.strings.margin(self.left(state));
        (Margin::Points(lower), Margin::Points(upper))
    }
    fn greatest_margin(&self) -> Option<u64> {
        Some(self.boxes.len() as u64)
    }
    /// Every box finally belongs to some player.
    fn odd(&self, state: u128) -> Option<bool> {
        Some(self.open(state) % 2 == 1)
    }
    /// Moves that take boxes come first, then moves that give nothing away, from the middle outward, then those that
    /// give away least.
    fn hint(&self, state: u128, mv: u32) -> i32 {
        self.strings.hint(self.left(state), mv)
    }

    fn position_text(&self, state: u128) -> String {
        let drawn = self.drawn(state);
        let mut text = String::new();
        for (side, &place) in self.places.iter().enumerate() {
            if side > 0 && self.places[side - 1].0 != place.0 {
                text.push('/');
            }
            text.push(if drawn >> side & 1 == 1 {
                DotsAndBoxes::stroke(place)
            } else {
                '.'
            });
        }
        text + mover_suffix(self.to_move(state))
    }
    fn parse_position(&self, text: &str) -> Result<u128, TextError> {
        let (sides, to_move) = split_mover(text)?;
        let mut drawn = 0u128;
        let mut at = 0;
        for (side, &place) in self.places.iter().enumerate() {
            if side > 0 && self.places[side - 1].0 != place.0 {
                if !sides[at..].starts_with('/') {
                    return Err(TextError::expected(sides, at, "`/`"));
                }
                at += 1;
            }
            let stroke = DotsAndBoxes::stroke(place);
            match sides[at..].chars().next() {
                Some('.') => {}
                Some(found) if found == stroke => drawn |= 1 << side,
                _ => {
                    let what = format!("`{stroke}` or `.`");
                    return Err(TextError::expected(sides, at, what));
                }
            }
            // Either sign is one byte.
            at += 1;
        }
        if at < sides.len() {
            return Err(TextError::new(
                at..sides.len(),
                "the position ends before this",
            ));
        }
        Ok(drawn | (to_move as u128) << self.sides())
    }
    fn move_text(&self, _: u128, mv: u32) -> String {
        (mv + 1).to_string()
    }
    fn text_number(&self, mv: u32) -> Option<u32> {
        Some(mv)
    }
    fn diagram(&self, state: u128) -> Diagram {
        let drawn = self.drawn(state);
        let mut side = 0;
        let mut places = Vec::new();
        for row in 0..=2 * self.rows {
            for col in 0..=2 * self.cols {
                let mut place = Place {
                    name: String::new(),
                    // At most eleven of each.
                    at: (0, row as u16, col as u16),
                    mark: None,
                    label: None,
                };
                if (row + col) % 2 == 1 {
                    let symbol = DotsAndBoxes::stroke((row, col));
                    place.mark = (drawn >> side & 1 == 1).then_some(Mark {
                        symbol,
                        owner: None,
                    });
                    side += 1;
                    place.name = side.to_string();
                } else if row % 2 == 0 {
                    place.name = format!("dot {},{}", row / 2 + 1, col / 2 + 1);
                    place.label = Some("+".to_owned());
                } else {
                    continue;
                }
                places.push(place);
            }
        }
        Diagram {
            places,
            links: Vec::new(),
            notes: vec![
                status_of(self.outcome(state), self.to_move(state), self.has_gains()),
                format!("boxes left: {}", self.open(state)),
            ],
        }
    }
    fn look(&self) -> Look {
        Look::new(Ground::Boxes, Glyph::Mark)
    }
    fn target(&self, _: u128, mv: u32) -> Option<usize> {
        let (row, col) = self.places[mv as usize];
        // A row of horizontal sides has a place in every column. A row that crosses boxes has one in every other
        // column.
        let before = (row / 2) * (2 * self.cols + 1 + self.cols + 1);
        let within = if row % 2 == 0 {
            col
        } else {
            2 * self.cols + 1 + col / 2
        };
        Some((before + within) as usize)
    }
}

/// The registry's entry.
#[derive(Clone, Copy, Debug)]
pub struct DotsAndBoxesFamily;

impl Family for DotsAndBoxesFamily {
    const INFO: Info = Info {
        name: "dots-and-boxes",
        title: "Dots and boxes",
        summary: "draw sides of boxes; a player who closes a box gets a point and moves again",
        source: "Lucas (1889); Berlekamp, \"The Dots and Boxes Game\" (2000)",
        rules_version: 1,
        params: &[
            Param::int("rows", (1, 5), "2", "the number of rows of boxes"),
            Param::int("cols", (1, 5), "2", "the number of columns of boxes"),
        ],
        examples: &[
            "dots-and-boxes",
            "dots-and-boxes:rows=1,cols=1",
            "dots-and-boxes:rows=1,cols=3",
            "dots-and-boxes:rows=2,cols=3",
        ],
        files: &[],
        notation: "a move is the side drawn, numbered from 1 in reading order; a position is the rows of sides \
                   joined by `/`, `-` or `|` drawn and `.` not, then `:second` where Second is to move",
        capabilities: &[
            "acyclic",
            "keyed",
            "merged",
            "expand",
            "symmetric",
            "bounded",
            "ordered",
        ],
    };

    const UNSAID: Option<&'static str> =
        Some("a move takes an edge between cells, and in a rules file a cell");

    fn build<V: Visitor>(args: &Args<'_>, mut visitor: V) -> Result<V::Output, SpecError> {
        visitor.told([
            "The players take turns to draw a side of a box.",
            "Whoever draws the last missing side of a box gets a point for it and moves again.",
            "The game ends when all sides are drawn.",
            MORE_POINTS,
        ]);
        // Ranges have been checked.
        let (rows, cols) = (args.int("rows") as u32, args.int("cols") as u32);
        Ok(visitor.visit(Compact::new(DotsAndBoxes::new(rows, cols))))
    }
}
