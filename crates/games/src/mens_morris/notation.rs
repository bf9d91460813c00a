//! Positions and moves as text, and the picture.

use super::ternary::bits;
use super::{MensMorris, Move, NONE, Position};
use crate::spec::quoted;
use crate::turn::{count, mover_suffix, split_mover, status};
use yomikiri_core::diagram::{Glyph, Ground, Link, Look, Mark, Place};
use yomikiri_core::{Counted, Diagram, Game, Notation, Pictured, Player, TextError};

fn symbol(owner: Player) -> char {
    match owner {
        Player::First => 'x',
        Player::Second => 'o',
    }
}

impl MensMorris {
    fn owner(position: &Position, point: usize) -> Option<Player> {
        let owns = |player: &Player| position.men(*player) >> point & 1 == 1;
        Player::BOTH.into_iter().find(owns)
    }

    /// Returns the points of each row.
    fn rows(&self) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
        let mut start = 0;
        let rows = self.board.places.chunk_by(|a, b| a.0 == b.0);
        rows.map(move |row| {
            start += row.len();
            start - row.len()..start
        })
    }

    /// Reads the men of a position.
    fn parse_men(&self, text: &str) -> Result<(u16, u16), TextError> {
        let (mut first, mut second) = (0, 0);
        let mut rows = self.rows();
        let mut start = 0;
        for part in text.split('/') {
            let span = start..start + part.len();
            let Some(row) = rows.next() else {
                let why = format!("the board has {}", Counted(self.rows().count(), "row"));
                return Err(TextError::new(span, why));
            };
            if part.chars().count() != row.len() {
                let why = format!("a row of {} points is expected here", row.len());
                return Err(TextError::new(span, why));
            }
            for (point, (at, character)) in row.zip(part.char_indices()) {
                match character {
                    'x' => first |= 1 << point,
                    'o' => second |= 1 << point,
                    '.' => {}
                    _ => {
                        let span = start + at..start + at + character.len_utf8();
                        let why = format!("`x`, `o` or `.`, not {}", quoted(&text[span.clone()]));
                        return Err(TextError::new(span, why));
                    }
                }
            }
            start = span.end + 1;
        }
        match rows.next() {
            Some(row) => {
                let why = format!("a further row of {} points is expected here", row.len());
                Err(TextError::new(text.len()..text.len(), why))
            }
            None => Ok((first, second)),
        }
    }
}

impl Notation for MensMorris {
    fn position_text(&self, position: &Position) -> String {
        let row = |row: std::ops::Range<usize>| -> String {
            row.map(|point| MensMorris::owner(position, point).map_or('.', symbol))
                .collect()
        };
        let rows = self.rows().map(row).collect::<Vec<_>>().join("/");
        match self.all_set(position) {
            true => rows + mover_suffix(position.to_move),
            false => format!("{rows}:{}", position.set),
        }
    }

    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        let all = 2 * u32::from(self.men);
        let number = text.split_once(':');
        let number = number.filter(|(_, after)| after.starts_with(|c: char| c.is_ascii_digit()));
        let (rows, set, to_move) = match number {
            Some((rows, digits)) => {
                let set = count(digits, rows.len() + 1, 0..=all - 1)?;
                (rows, set, Player::after(set))
            }
            None => {
                let (rows, to_move) = split_mover(text)?;
                (rows, all, to_move)
            }
        };
        let (first, second) = self.parse_men(rows)?;
        let position = Position {
            first,
            second,
            // At most `all`.
            set: set as u8,
            to_move,
        };
        for player in Player::BOTH {
            let most = MensMorris::set_by(player, position.set);
            if position.men(player).count_ones() > most.into() {
                let why = format!("{player} has set no more than {most} men");
                return Err(TextError::new(0..rows.len(), why));
            }
        }
        Ok(position)
    }

    fn move_text(&self, _: &Position, mv: Move) -> String {
        let mut text = match mv.from {
            NONE => String::new(),
            from => format!("{}-", from + 1),
        };
        text.push_str(&(mv.to + 1).to_string());
        if mv.taken != NONE {
            text.push_str(&format!("x{}", mv.taken + 1));
        }
        text
    }
}

impl Pictured for MensMorris {
    fn diagram(&self, position: &Position) -> Diagram {
        let place = |(point, &(row, col)): (usize, &(u16, u16))| Place {
            name: (point + 1).to_string(),
            at: (0, row, col),
            mark: MensMorris::owner(position, point).map(|owner| Mark {
                symbol: symbol(owner),
                owner: Some(owner),
            }),
            label: None,
        };
        let after = |point: usize| {
            let next = self.board.next_to(point as u32);
            bits(next).filter(move |&other| other as usize > point)
        };
        let links = (0..self.board.points()).flat_map(|point| {
            after(point).map(move |other| Link {
                from: point,
                to: other as usize,
                directed: false,
                label: None,
            })
        });
        let mut notes = vec![status(self, position)];
        if !self.all_set(position) {
            let hand = |player| self.men - MensMorris::set_by(player, position.set);
            let [first, second] = Player::BOTH.map(hand);
            notes.push(format!("in hand: First {first}, Second {second}"));
        }
        Diagram {
            places: self.board.places.iter().enumerate().map(place).collect(),
            links: links.collect(),
            notes,
        }
    }

    fn decisive(&self, position: &Position) -> Vec<usize> {
        if self.takes || self.outcome(position).is_none() {
            return Vec::new();
        }
        let lines = [position.first, position.second].map(|men| self.board.in_lines(men));
        let shown = bits(lines[0] | lines[1]);
        shown.map(|point| point as usize).collect()
    }

    fn look(&self) -> Look {
        Look::new(Ground::Cells, Glyph::Disc)
    }

    fn target(&self, _: &Position, mv: Move) -> Option<usize> {
        Some(mv.to.into())
    }

    fn source(&self, _: &Position, mv: Move) -> Option<usize> {
        (mv.from != NONE).then(|| mv.from.into())
    }

    fn choice(&self, _: &Position, mv: Move) -> Option<usize> {
        (mv.taken != NONE).then(|| mv.taken.into())
    }
}
