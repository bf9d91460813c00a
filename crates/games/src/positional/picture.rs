//! The board as a diagram.

use super::{Bits, Marks, Move, Position, Positional, label};
use yomikiri_core::diagram::{Mark, Place};
use yomikiri_core::{Diagram, Game, Layout, Pictured, Player};

impl<B: Bits, const COMMON: bool> Positional<B, COMMON> {
    /// Returns all bits in reading order, board after board.
    fn bits_in_reading_order(&self) -> impl Iterator<Item = u32> {
        (0..self.rules.boards).flat_map(move |board| {
            (0..self.bits.len()).map(move |number| self.bit_of(board, number))
        })
    }
}

impl<B: Bits, const COMMON: bool> Pictured for Positional<B, COMMON> {
    fn diagram(&self, position: &Position<B>) -> Diagram {
        let owned = self.rules.marks == Marks::Own;
        let place = |bit| {
            let cell = self.cell(bit);
            let mark = match self.symbol(position, bit) {
                '.' => None,
                symbol => {
                    let player = if symbol == 'x' {
                        Player::First
                    } else {
                        Player::Second
                    };
                    Some(Mark {
                        symbol,
                        owner: owned.then_some(player),
                    })
                }
            };
            let name = self.given_name(bit).filter(|_| mark.is_none());
            let label = label(self.weights.get(bit as usize), name);
            Place {
                name: self.cell_text(bit),
                at: (cell.layer, cell.row, cell.col),
                mark,
                label,
            }
        };
        let totals = || {
            let (first, second) = (
                self.points(position.first()),
                self.points(position.second()),
            );
            format!("First {first}, Second {second}")
        };
        Diagram {
            places: self.bits_in_reading_order().map(place).collect(),
            links: Vec::new(),
            notes: if self.weights.is_empty() {
                Vec::new()
            } else {
                vec![totals()]
            },
        }
    }

    fn layout(&self) -> Layout {
        match self.rules.gravity {
            true => Layout::Columns,
            false => Layout::Grid,
        }
    }

    /// Returns the cells of all lines, if a line ended the game.
    fn decisive(&self, position: &Position<B>) -> Vec<usize> {
        if self.outcome(position).is_none() {
            return Vec::new();
        }
        let made = (0..self.rules.boards).fold(B::NONE, |made, board| {
            let (own, other) = (
                self.on_board(position.own, board),
                self.on_board(position.other, board),
            );
            let lines = self.patterns.iter();
            let lines = lines.filter(|&&line| own & line == line || other & line == line);
            let here = lines.fold(B::NONE, |set, &line| set | line);
            made | here << (board as u32 * self.board_cells)
        });
        let bits = self.bits_in_reading_order().enumerate();
        bits.filter(|&(_, bit)| made & B::bit(bit) != B::NONE)
            .map(|(place, _)| place)
            .collect()
    }

    fn target(&self, _: &Position<B>, mv: Move) -> Option<usize> {
        self.bits_in_reading_order()
            .position(|bit| bit == mv.cell())
    }
}
