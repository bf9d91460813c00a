//! What solvers and people see of the game: the object-safe rules, text and picture.

use super::lines::Lines;
use super::play::{End, Fields, PASS, SWAP, placed};
use super::{Making, Placement, said};
use crate::compact::board::bits;
use crate::compact::{Moves, Offers, Rules};
use crate::positional::{Cell, Full, label};
use crate::spec::quoted;
use crate::turn::{mover_suffix, status_of};
use yomikiri_core::diagram::{Mark, Place};
use yomikiri_core::{Diagram, Layout, Margin, Outcome, Player, TextError};

impl Rules for Placement {
    fn offers(&self) -> Offers {
        Offers {
            acyclic: true,
            bounded: self.has_gains() || !self.board.weights.is_empty(),
            ordered: true,
            ..Offers::default()
        }
    }
    fn bits(&self) -> u32 {
        self.width()
    }
    fn holds(&self, state: u128) -> bool {
        state >> self.width().min(127) >> (self.width() / 128) == 0
            && self.pack(self.unpack(state)) == state
            && self.is_position(&self.unpack(state))
    }

    fn start(&self) -> u128 {
        self.pack(Fields {
            x: 0,
            o: 0,
            to_move: Player::First,
            left: self.turn(0),
            passed: false,
            end: End::Open,
        })
    }
    #[inline]
    fn to_move(&self, state: u128) -> Player {
        self.unpack(state).to_move
    }
    #[inline]
    fn outcome(&self, state: u128) -> Option<Outcome> {
        self.outcome_of(&self.unpack(state))
    }
    fn moves(&self, state: u128, moves: &mut Moves) {
        let fields = self.unpack(state);
        let marks = self.rules.marks[fields.to_move as usize];
        for cell in bits(self.open(&fields)) {
            let marked = (0..2).filter(|&mark| marks[mark as usize]);
            moves.extend(marked.map(|mark| 2 * cell + mark));
        }
        if self.may_swap(&fields) {
            moves.push(SWAP);
        }
        if self.may_pass(&fields) {
            moves.push(PASS);
        }
    }
    #[inline]
    fn play(&self, state: u128, mv: u32) -> u128 {
        let fields = self.unpack(state);
        self.pack(match mv {
            PASS => self.pass(&fields),
            SWAP => self.swap(&fields),
            _ => self.place(&fields, mv),
        })
    }
    /// Lines as sets of cells, however a file drew or listed them.
    fn one_form(&self) -> Option<String> {
        let (board, rules) = (&self.board, &self.rules);
        let lines = rules.lines.each_ref().map(|lines| {
            let mut lines = lines.clone();
            lines.sort_unstable();
            lines.dedup();
            lines
        });
        let board = (
            board.shape.text(|_| '.'),
            &board.weights,
            board.gravity,
            board.full,
        );
        let turns = (rules.placements, rules.opening, rules.forbidden);
        let turns = (turns, rules.swap, rules.pass);
        Some(format!(
            "placement {board:?} {lines:?} {:?} {:?} {turns:?}",
            rules.making, rules.marks
        ))
    }
    fn has_gains(&self) -> bool {
        !Player::BOTH.into_iter().all(|player| self.ends(player))
    }
    fn gain(&self, state: u128, mv: u32) -> i64 {
        let fields = self.unpack(state);
        match self.rules.making[fields.to_move as usize] {
            Making::Points(points) if mv < PASS => points * i64::from(self.lines_made(&fields, mv)),
            _ => 0,
        }
    }

    /// The marks still to be placed, with a pass before each where there are passes, and the swap while it
    /// may still come.
    fn rank(&self, state: u128) -> u64 {
        let fields = self.unpack(state);
        if self.is_over(&fields) {
            return 0;
        }
        let empty = u64::from((self.all() & !fields.taken()).count_ones());
        let swap = u64::from(self.swap_may_come(&fields));
        match self.rules.pass {
            false => empty + swap,
            true => 2 * empty + u64::from(!fields.passed) + swap,
        }
    }
    fn symmetries(&self) -> usize {
        self.symmetries.len()
    }
    fn image(&self, state: u128, symmetry: usize) -> u128 {
        let fields = self.unpack(state);
        self.pack(Fields {
            x: self.symmetries[symmetry].of(fields.x),
            o: self.symmetries[symmetry].of(fields.o),
            ..fields
        })
    }
    /// The lines still open to each player, and the weights.
    fn margin(&self, state: u128) -> (Margin, Margin) {
        let fields = self.unpack(state);
        let outright = |player: Player| self.ends(player) && self.lines[player as usize].len() > 0;
        if Player::BOTH.into_iter().any(outright) || matches!(self.board.full, Full::Win(_)) {
            return (Margin::Loss, Margin::Win);
        }
        let weights: i64 = self.board.weights.iter().map(|weight| weight.abs()).sum();
        let lines = |player: Player| match self.rules.making[player as usize] {
            Making::Points(points) => {
                points * self.lines[player as usize].unmade(fields.x, fields.o) as i64
            }
            _ => 0,
        };
        (
            Margin::Points(-weights - lines(fields.to_move.opponent())),
            Margin::Points(weights + lines(fields.to_move)),
        )
    }
    fn greatest_margin(&self) -> Option<u64> {
        Some(self.greatest)
    }
    /// Cells of many lines first.
    fn hint(&self, _: u128, mv: u32) -> i32 {
        match mv {
            PASS | SWAP => 0,
            _ => {
                let through = |lines: &Lines| lines.number_through(placed(mv).0) as i32;
                self.lines.iter().map(through).max().unwrap_or(0)
            }
        }
    }

    fn position_text(&self, state: u128) -> String {
        let fields = self.unpack(state);
        let mut text = self.rows_text(&fields);
        text.push_str(mover_suffix(fields.to_move));
        if !self.is_over(&fields) && fields.left != self.turn(fields.taken()) {
            text.push_str(&format!(":{}", fields.left));
        }
        if fields.passed {
            text.push_str(":passed");
        }
        if fields.end == End::Passed {
            text.push_str(":over");
        }
        if fields.end == End::Line && !self.told {
            text.push_str(":line");
        }
        text
    }
    fn parse_position(&self, text: &str) -> Result<u128, TextError> {
        let rows = text.split(':').next().unwrap_or_default();
        let (x, o) = self.parse_rows(rows)?;
        let mut fields = Fields {
            x,
            o,
            to_move: Player::First,
            left: self.turn(x | o),
            passed: false,
            end: End::Open,
        };
        if self.told && self.is_decided(&fields) {
            fields.end = End::Line;
        }
        let mut at = rows.len() + 1;
        for word in text.get(at..).unwrap_or_default().split(':') {
            let span = at..at + word.len();
            at = span.end + 1;
            match (word, word.parse::<u32>()) {
                ("", _) if text.len() == rows.len() => {}
                ("first", _) => fields.to_move = Player::First,
                ("second", _) => fields.to_move = Player::Second,
                ("passed", _) if self.rules.pass => fields.passed = true,
                ("over", _) if self.rules.pass => fields.end = End::Passed,
                ("line", _) if !self.told => fields.end = End::Line,
                (_, Ok(left)) if (1..=self.turn(x | o)).contains(&left) => fields.left = left,
                _ => {
                    let message = format!("{} is not expected here", quoted(word));
                    return Err(TextError::new(span, message).help(self.suffixes()));
                }
            }
        }
        if self.is_over(&fields) {
            fields.left = 1;
        }
        match self.is_position(&fields) {
            true => Ok(self.pack(fields)),
            false => Err(TextError::new(
                rows.len()..text.len(),
                "this does not go with what lies on the board",
            )
            .help(self.suffixes())),
        }
    }
    fn move_text(&self, state: u128, mv: u32) -> String {
        match mv {
            PASS => return "pass".to_owned(),
            SWAP => return "swap".to_owned(),
            _ => {}
        }
        let (cell, second) = placed(mv);
        let name = self.board.shape.name(cell as usize);
        match self.rules.marks[self.to_move(state) as usize] {
            [true, true] if second => format!("o{name}"),
            [true, true] => format!("x{name}"),
            _ => name,
        }
    }
    fn diagram(&self, state: u128) -> Diagram {
        let fields = self.unpack(state);
        let owned = self.rules.own_marks();
        let mark = |cell: usize| {
            let (symbol, owner) = match (fields.x >> cell & 1, fields.o >> cell & 1) {
                (1, _) => ('x', Player::First),
                (_, 1) => ('o', Player::Second),
                _ => return None,
            };
            Some(Mark {
                symbol,
                owner: owned.then_some(owner),
            })
        };
        let place = |(number, cell): (usize, &Cell)| Place {
            name: self.board.shape.name(number),
            at: (cell.layer, cell.row, cell.col),
            mark: mark(number),
            label: label(
                self.board.weights.get(number),
                self.board
                    .shape
                    .given_name(number)
                    .filter(|_| mark(number).is_none()),
            ),
        };
        Diagram {
            places: self
                .board
                .shape
                .cells()
                .iter()
                .enumerate()
                .map(place)
                .collect(),
            links: Vec::new(),
            notes: self.notes(&fields),
        }
    }
    fn layout(&self) -> Layout {
        match self.board.gravity {
            true => Layout::Columns,
            false => Layout::Grid,
        }
    }
    fn decisive(&self, state: u128) -> Vec<usize> {
        let fields = self.unpack(state);
        match fields.end {
            End::Line => {
                let cells = self.made_by(fields.to_move.opponent(), &fields);
                (0..self.cells as usize)
                    .filter(|cell| cells >> cell & 1 == 1)
                    .collect()
            }
            _ => Vec::new(),
        }
    }
    fn sentences(&self) -> Vec<String> {
        said(&self.board, &self.rules)
    }
    fn target(&self, _: u128, mv: u32) -> Option<usize> {
        (mv < PASS).then(|| placed(mv).0 as usize)
    }
}

impl Placement {
    /// What may follow the rows of a position.
    fn suffixes(&self) -> String {
        let mut words = vec!["`:second` where Second is to move"];
        if self.rules.placements > 1 || self.rules.opening > 1 {
            words.push("`:` and the placements left in a turn begun");
        }
        if self.rules.pass {
            words.push("`:passed` after a pass, `:over` after two");
        }
        if !self.told {
            words.push("`:line` where a line has ended the game");
        }
        format!("after the rows: {}", words.join(", "))
    }

    fn notes(&self, fields: &Fields) -> Vec<String> {
        let mut notes = Vec::new();
        if !self.board.weights.is_empty() {
            let (first, second) = (self.weight(fields.x), self.weight(fields.o));
            // What lines have made is gained along play, and no position tells it.
            notes.push(match self.has_gains() {
                true => format!("cells: First {first}, Second {second}"),
                false => format!("First {first}, Second {second}"),
            });
        }
        let mut status = status_of(self.outcome_of(fields), fields.to_move, self.has_gains());
        if fields.left > 1 {
            status.push_str(&format!(", {} more to place", fields.left));
        }
        notes.push(status);
        notes
    }

    fn rows_text(&self, fields: &Fields) -> String {
        self.board
            .shape
            .text(|cell| match (fields.x >> cell & 1, fields.o >> cell & 1) {
                (1, _) => 'x',
                (_, 1) => 'o',
                _ => '.',
            })
    }

    fn parse_rows(&self, rows: &str) -> Result<(u64, u64), TextError> {
        let (mut x, mut o) = (0, 0);
        let mut at = 0;
        for (before, cell) in self.board.shape.places() {
            if !rows[at..].starts_with(before) {
                let what = format!("`{before}`");
                return Err(TextError::expected(rows, at, what).help(self.form()));
            }
            at += before.len();
            match (rows[at..].chars().next(), cell) {
                (Some('_'), None) | (Some('.'), Some(_)) => {}
                (Some('x'), Some(cell)) => x |= 1 << cell,
                (Some('o'), Some(cell)) => o |= 1 << cell,
                (_, None) => return Err(TextError::expected(rows, at, "`_`, a hole,")),
                (_, Some(_)) => {
                    let error = TextError::expected(rows, at, "`x`, `o` or `.`");
                    return Err(error.help(self.form()));
                }
            }
            at += 1;
        }
        if at < rows.len() {
            let error = TextError::new(at..rows.len(), "the board ends before this");
            return Err(error.help(self.form()));
        }
        if !self.rests(x | o) {
            return Err(TextError::new(0..rows.len(), "a mark rests on nothing"));
        }
        Ok((x, o))
    }

    /// What a position looks like, by example.
    fn form(&self) -> String {
        format!("the start is `{}`", self.position_text(self.start()))
    }
}
