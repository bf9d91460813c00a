//! Positions as the columns played from the start, where moves are named by their column:
//! `4453`, or `10,4,4` with commas where there are more than nine columns.

use super::shape::spans;
use super::{Bits, Move, Position, Positional};
use std::ops::Range;
use yomikiri_core::{Game, TextError};

impl<B: Bits, const COMMON: bool> Positional<B, COMMON> {
    /// Whether a text is to be read as columns played, not as a drawn board.
    pub(super) fn is_played(text: &str) -> bool {
        !text.is_empty()
            && text
                .bytes()
                .all(|byte| byte.is_ascii_digit() || byte == b',')
    }

    /// The number of a move's column, from 1.
    pub(super) fn column_text(&self, mv: Move) -> String {
        (self.cell(mv.cell()).col + 1).to_string()
    }

    /// The columns played, and a further one.
    pub(super) fn extend_played(&self, text: &str, mv: Move) -> String {
        let comma = if self.has_commas(text) { "," } else { "" };
        format!("{text}{comma}{}", self.column_text(mv))
    }

    /// Reads the columns played from the start. Each must have been legal.
    pub(super) fn parse_played(&self, text: &str) -> Result<Position<B>, TextError> {
        let parts: Vec<Range<usize>> = if self.has_commas(text) {
            spans(text, 0, ",")
        } else {
            (0..text.len()).map(|at| at..at + 1).collect()
        };
        let cols = self.rules.shape.size()[2];
        let mut position = self.start();
        for span in parts {
            let column = text[span.clone()].parse::<usize>().ok();
            let Some(column) = column.filter(|column| (1..=cols).contains(column)) else {
                return Err(TextError::new(span, format!("columns are 1 to {cols}")));
            };
            if self.outcome(&position).is_some() {
                return Err(TextError::new(
                    span.start..text.len(),
                    "the game is over before this",
                ));
            }
            let falls = |mv: &Move| usize::from(self.cell(mv.cell()).col) + 1 == column;
            let Some(mv) = self.moves(&position).find(falls) else {
                return Err(TextError::new(span, format!("column {column} is full")));
            };
            position = self.play(&position, mv);
        }
        Ok(position)
    }

    fn has_commas(&self, text: &str) -> bool {
        self.rules.shape.size()[2] > 9 || text.contains(',')
    }
}
