//! What solvers and people see of the game: the object-safe rules, text and picture.

use super::play::unpack;
use super::{Direction, How, Pieces};
use crate::compact::{Moves, Offers, Rules};
use crate::positional::Cell;
use crate::turn::{mover_suffix, split_mover, status_of};
use yomikiri_core::diagram::{Link, Mark, Place};
use yomikiri_core::{Diagram, Outcome, Player, TextError};

impl Rules for Pieces {
    fn offers(&self) -> Offers {
        Offers {
            acyclic: self.acyclic,
            reversible: true,
            ..Offers::default()
        }
    }
    fn bits(&self) -> u32 {
        self.width * self.cells() + 1
    }
    fn holds(&self, state: u128) -> bool {
        self.is_position(state)
    }

    fn start(&self) -> u128 {
        self.packed(self.rules.start.iter().copied(), self.rules.mover)
    }
    fn endless(&self) -> Outcome {
        self.rules.endless
    }
    #[inline]
    fn to_move(&self, state: u128) -> Player {
        self.mover(state)
    }
    fn outcome(&self, state: u128) -> Option<Outcome> {
        self.result(state)
    }
    fn moves(&self, state: u128, moves: &mut Moves) {
        self.legal(state, moves);
    }
    fn play(&self, state: u128, mv: u32) -> u128 {
        self.after(state, mv)
    }
    fn rank(&self, state: u128) -> u64 {
        self.rows_to_go(state)
    }
    fn symmetries(&self) -> usize {
        self.symmetries.len()
    }
    fn image(&self, state: u128, symmetry: usize) -> u128 {
        self.mapped(state, &self.symmetries[symmetry])
    }
    fn predecessors(&self, state: u128, before: &mut Vec<u128>) {
        self.before(state, before);
    }

    fn position_text(&self, state: u128) -> String {
        let place = |cell: usize| {
            let piece = self.at(state, cell as u32);
            piece.map_or('.', |piece| self.letter(piece))
        };
        self.rules.shape.text(place) + mover_suffix(self.mover(state))
    }
    fn parse_position(&self, text: &str) -> Result<u128, TextError> {
        let (drawn, mover) = split_mover(text)?;
        let mut pieces = vec![None; self.cells() as usize];
        let mut at = 0;
        for (before, cell) in self.rules.shape.places() {
            if !drawn[at..].starts_with(before) {
                let error = TextError::expected(drawn, at, "`/` and a further row");
                return Err(error.help(self.form()));
            }
            at += before.len();
            let found = drawn[at..].chars().next();
            match (cell, found) {
                (None, Some('_')) | (Some(_), Some('.')) => {}
                (None, _) => return Err(TextError::expected(drawn, at, "`_`, a hole,")),
                (Some(cell), found) => {
                    let piece = found.and_then(|letter| self.piece(letter));
                    let wrong = || {
                        let what = format!("`.` or a piece ({})", self.letters());
                        TextError::expected(drawn, at, what).help(self.form())
                    };
                    pieces[cell] = Some(piece.ok_or_else(wrong)?);
                }
            }
            at += found.map_or(0, char::len_utf8);
        }
        if at < drawn.len() {
            let error = TextError::new(at..drawn.len(), "the board ends before this");
            return Err(error.help(self.form()));
        }
        Ok(self.packed(pieces, mover))
    }
    fn move_text(&self, state: u128, mv: u32) -> String {
        let (from, to, taken) = unpack(mv);
        let captures = taken.is_some() || self.at(state, to).is_some();
        let sign = if captures { 'x' } else { '-' };
        // Where links bend, a cell may be reached over several; and a jump onto an enemy takes two.
        let over = match taken {
            Some(over) if self.links_jump() || self.at(state, to).is_some() => {
                format!("({})", self.cell_name(over))
            }
            _ => String::new(),
        };
        format!("{}{sign}{}{over}", self.cell_name(from), self.cell_name(to))
    }
    fn diagram(&self, state: u128) -> Diagram {
        let place = |(number, cell): (usize, &Cell)| {
            let piece = self.at(state, number as u32);
            Place {
                name: self.cell_name(number as u32),
                at: (0, cell.row, cell.col),
                mark: piece.map(|piece| Mark {
                    symbol: self.letter(piece),
                    owner: Some(piece.0),
                }),
                label: None,
            }
        };
        let link = |&(from, to): &(usize, usize)| Link {
            from,
            to,
            directed: false,
            label: None,
        };
        Diagram {
            places: self
                .rules
                .shape
                .cells()
                .iter()
                .enumerate()
                .map(place)
                .collect(),
            links: self.rules.links.iter().map(link).collect(),
            notes: vec![status_of(self.result(state), self.mover(state))],
        }
    }
    fn target(&self, _: u128, mv: u32) -> Option<usize> {
        Some(unpack(mv).1 as usize)
    }
}

impl Pieces {
    fn letter(&self, (owner, kind): (Player, usize)) -> char {
        let letter = self.rules.kinds[kind].letter;
        match owner {
            Player::First => letter.to_ascii_uppercase(),
            Player::Second => letter,
        }
    }

    fn piece(&self, letter: char) -> Option<(Player, usize)> {
        let owner = match letter.is_ascii_uppercase() {
            true => Player::First,
            false => Player::Second,
        };
        let small = letter.to_ascii_lowercase();
        let kind = self
            .rules
            .kinds
            .iter()
            .position(|kind| kind.letter == small)?;
        Some((owner, kind))
    }

    /// All letters of pieces, for people.
    fn letters(&self) -> String {
        let kinds = self.rules.kinds.iter();
        let pair = |letter: char| format!("{} {letter}", letter.to_ascii_uppercase());
        kinds
            .map(|kind| pair(kind.letter))
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn cell_name(&self, cell: u32) -> String {
        match self.rules.names.get(cell as usize) {
            Some(name) => name.clone(),
            None => self.rules.shape.name(cell as usize),
        }
    }

    /// Whether pieces jump along links.
    fn links_jump(&self) -> bool {
        let mut moves = self.rules.kinds.iter().flat_map(|kind| &kind.moves);
        moves.any(|mv| mv.how == How::Jump && mv.directions.contains(&Direction::Link))
    }

    /// What a position looks like, by example.
    fn form(&self) -> String {
        format!("the start is `{}`", self.position_text(self.start()))
    }
}
