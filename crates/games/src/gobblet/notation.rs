//! Positions and moves as text, and the picture.

use super::cups::{CELLS, Gobblet, SIZES, TO_MOVE, cup, cups, ends};
use crate::compact::board::Board;
use crate::turn::{mover_suffix, split_mover};
use std::ops::Range;
use yomikiri_core::diagram::{Hand, Mark};
use yomikiri_core::{Diagram, Player, TextError};

/// The letters of First's cups by size. Second's are lower case.
const LETTERS: [char; SIZES as usize] = ['S', 'M', 'L'];

fn letter(player: Player, size: u32) -> char {
    let letter = LETTERS[size as usize];
    match player {
        Player::First => letter,
        Player::Second => letter.to_ascii_lowercase(),
    }
}

/// Returns the cups of these sizes, First's before Second's.
fn kinds(sizes: Range<u32>) -> impl Iterator<Item = (Player, u32)> {
    Player::BOTH
        .into_iter()
        .flat_map(move |player| sizes.clone().map(move |size| (player, size)))
}

fn board() -> Board {
    Board::new(3, 3)
}

/// Returns the cups on a cell, the smallest first.
fn stack(state: u128, cell: u32) -> impl DoubleEndedIterator<Item = (Player, u32)> {
    (0..SIZES).flat_map(move |size| {
        let has = move |player: &Player| cups(state, *player, size) >> cell & 1 == 1;
        Player::BOTH
            .into_iter()
            .find(has)
            .map(|player| (player, size))
    })
}

/// Returns the letters of cups, or `.` if there are none.
fn letters(cups: impl Iterator<Item = (Player, u32)>) -> String {
    let letters: String = cups.map(|(player, size)| letter(player, size)).collect();
    if letters.is_empty() {
        ".".to_owned()
    } else {
        letters
    }
}

pub(super) fn text(state: u128, to_move: Player) -> String {
    let row = |row: u32| {
        (3 * row..3 * row + 3)
            .map(|cell| letters(stack(state, cell)))
            .collect::<Vec<_>>()
    };
    let rows = [0, 1, 2].map(|of| row(of).join(","));
    rows.join("/") + mover_suffix(to_move)
}

pub(super) fn move_text(mv: u32) -> String {
    let (from, to) = ends(mv);
    let to = board().name(to);
    match from.checked_sub(CELLS) {
        None => format!("{}-{to}", board().name(from)),
        Some(size) => format!("{}*{to}", LETTERS[size as usize]),
    }
}

impl Gobblet {
    /// Returns the kinds of cups in the players' hands, First's before Second's.
    pub(super) fn in_hand(&self, state: u128) -> impl Iterator<Item = ((Player, u32), Hand)> {
        kinds(0..self.sizes).filter_map(move |(player, size)| {
            let mark = Mark {
                symbol: letter(player, size),
                owner: Some(player),
            };
            let count = self.held(state, player, size);
            (count > 0).then_some(((player, size), Hand { mark, count }))
        })
    }

    /// Returns the picture, with a note about the game.
    pub(super) fn drawn(&self, state: u128, status: String) -> Diagram {
        let top = |cell: u32| {
            let (owner, size) = stack(state, cell).next_back()?;
            Some(Mark {
                symbol: letter(owner, size),
                owner: Some(owner),
            })
        };
        let mut diagram = board().diagram(top, status);
        for (cell, place) in (0..).zip(&mut diagram.places) {
            let below = stack(state, cell).rev().skip(1);
            let below: String = below.map(|(owner, size)| letter(owner, size)).collect();
            place.label = (!below.is_empty()).then_some(below);
        }
        diagram
    }

    pub(super) fn parse(&self, text: &str) -> Result<u128, TextError> {
        let (rows, to_move) = split_mover(text)?;
        let mut state = (to_move as u128) << TO_MOVE;
        let mut cell = 0;
        let mut start = 0;
        for (number, row) in rows.split('/').enumerate() {
            let end = start + row.len();
            if number >= 3 {
                return Err(TextError::new(start..end, "the board has 3 rows"));
            }
            if row.split(',').count() != 3 {
                let why = "a row of 3 cells joined by `,` is expected here";
                return Err(TextError::new(start..end, why));
            }
            for stack in row.split(',') {
                state |= self.parse_stack(text, start..start + stack.len(), cell)?;
                start += stack.len() + 1;
                cell += 1;
            }
        }
        if cell < CELLS {
            let why = "a further row of 3 cells is expected here";
            return Err(TextError::new(rows.len()..rows.len(), why));
        }
        for (player, size) in kinds(0..SIZES) {
            if cups(state, player, size).count_ones() > self.each {
                let letter = letter(player, size);
                let span = rows.rfind(letter).map_or(0..0, |at| at..at + 1);
                let why = format!("there are at most {} cups `{letter}`", self.each);
                return Err(TextError::new(span, why));
            }
        }
        Ok(state)
    }

    /// Reads the cups in a part of a text and places them on a cell.
    fn parse_stack(&self, text: &str, span: Range<usize>, cell: u32) -> Result<u128, TextError> {
        if &text[span.clone()] == "." {
            return Ok(0);
        }
        let expected = |at: usize, least: u32| {
            let letters = kinds(least..self.sizes)
                .map(|(player, size)| format!("`{}`", letter(player, size)));
            let letters = letters.collect::<Vec<_>>().join(", ");
            let what = match letters.is_empty() {
                true => "the end of the cell".to_owned(),
                false => format!("one of {letters}"),
            };
            let help = "a larger cup stands behind a smaller one, and an empty cell is `.`";
            TextError::expected(text, at, what).help(help)
        };
        let mut state = 0;
        let mut least = 0;
        for (at, sign) in text[span.clone()].char_indices() {
            let found =
                kinds(least..self.sizes).find(|&(player, size)| letter(player, size) == sign);
            let (player, size) = found.ok_or_else(|| expected(span.start + at, least))?;
            state |= cup(player, size, cell);
            least = size + 1;
        }
        if state == 0 {
            return Err(expected(span.start, 0));
        }
        Ok(state)
    }
}
