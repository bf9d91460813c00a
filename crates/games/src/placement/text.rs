//! The game as solvers and people see it: the object-safe rules, text and picture.

use super::play::{End, Fields, PASS, POP, SWAP, placed};
use super::{Making, Placement, PlacementRules, Stuck, said};
use crate::bits::Bits;
use crate::compact::{Moves, Offers, Rules};
use crate::positional::{CellSet, Full};
use crate::spec::quoted;
use crate::turn::{mover_suffix, named};
use yomikiri_core::diagram::Look;
use yomikiri_core::{Diagram, Layout, Margin, Outcome, Player, TextError};

impl Rules for Placement {
    fn offers(&self) -> Offers {
        Offers {
            acyclic: !self.rules.popout,
            bounded: self.has_gains() || !self.board.weights.is_empty(),
            ordered: true,
            merged: self.is_about_room,
            normal: self.is_normal(),
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
            captured: [0; 2],
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
        self.all_moves(&self.unpack(state), moves);
    }
    #[inline]
    fn play(&self, state: u128, mv: u32) -> u128 {
        let fields = self.unpack(state);
        self.pack(match mv {
            PASS => self.pass(&fields),
            SWAP => self.swap(&fields),
            _ if mv >= POP => self.pop(&fields, mv - POP),
            _ => self.place(&fields, mv),
        })
    }
    /// The form has lines as sets of cells, however a file drew or listed them.
    fn one_form(&self) -> Option<String> {
        let (board, rules) = (&self.board, &self.rules);
        let sorted = |sets: &Vec<CellSet>| {
            let mut sets = sets.clone();
            sets.sort_unstable();
            sets.dedup();
            sets
        };
        let lines = rules.lines.each_ref().map(sorted);
        let shape = board.shape.text(|_| '.');
        let drawn = (shape, &board.weights, board.gravity, board.full);
        let turns = (rules.placements, rules.opening, rules.forbidden);
        let turns = (turns, rules.swap, rules.passes_meet());
        let mut form = format!(
            "placement {drawn:?} {lines:?} {:?} {:?} {turns:?}",
            rules.making, rules.marks
        );
        // Newer features of the language appear in the form only if they are used, so that the forms of older games
        // stay the same.
        let plain = PlacementRules::of(board);
        let mut tell = |key: &str, told: bool, what: String| {
            if told {
                form.push_str(&format!(" {key} {what}"));
            }
        };
        let near: Vec<u64> = (0..self.cells as usize)
            .map(|cell| self.adjacency.beside(cell))
            .collect();
        tell("beside", rules.is_about_neighbours(), format!("{near:?}"));
        let [joins, tiles] = [&rules.joins, &rules.tiles].map(|of| of.each_ref().map(sorted));
        let mut exact = rules.exact.clone();
        exact.iter_mut().for_each(|rows| rows.sort_unstable());
        tell("exact", rules.exact != plain.exact, format!("{exact:?}"));
        tell("joins", rules.joins != plain.joins, format!("{joins:?}"));
        tell("tiles", rules.tiles != plain.tiles, format!("{tiles:?}"));
        tell(
            "apart",
            rules.apart != plain.apart,
            format!("{:?}", rules.apart),
        );
        let pass = rules.pass;
        tell("pass", pass[0] != pass[1], format!("{pass:?}"));
        tell("popout", rules.popout, String::new());
        let captures = format!("{:?} {:?}", rules.captures, self.flanks);
        tell("captures", rules.captures.is_some(), captures);
        tell("liberties", rules.liberties, String::new());
        tell(
            "stuck",
            rules.stuck != plain.stuck,
            format!("{:?}", rules.stuck),
        );
        Some(form)
    }
    fn has_gains(&self) -> bool {
        self.rules.has_points()
    }
    fn gain(&self, state: u128, mv: u32) -> i64 {
        let fields = self.unpack(state);
        match self.rules.making[fields.to_move as usize] {
            Making::Points(points) if mv < PASS => points * i64::from(self.lines_made(&fields, mv)),
            _ => 0,
        }
    }

    /// Returns the number of marks still to be placed, doubled if each can have a pass before it, plus the swap
    /// while it is still possible.
    fn rank(&self, state: u128) -> u64 {
        let fields = self.unpack(state);
        if self.is_over(&fields) {
            return 0;
        }
        let empty = u64::from((self.all() & !fields.taken()).count_ones());
        // A capture empties fewer cells than it counts here.
        let empty = empty
            + self.rules.captures.map_or(0, |captures| {
                let still = |count: u32| captures.win as u64 - u64::from(count);
                let still: u64 = fields.captured.into_iter().map(still).sum();
                (captures.length as u64 + 1) * still
            });
        let swap = u64::from(self.swap_may_come(&fields));
        match self.rules.pass {
            [false, false] => empty + swap,
            [true, true] => 2 * empty + u64::from(!fields.passed) + swap,
            // A swap may give the next turn to the player who may pass.
            may => 2 * empty + u64::from(may[fields.to_move as usize]) + 2 * swap,
        }
    }
    fn turned(&self, state: u128) -> u128 {
        self.pack(self.turn_of(&self.unpack(state)))
    }
    fn impartial(&self) -> bool {
        self.is_impartial
    }
    fn parts(&self, state: u128) -> Vec<u128> {
        let parts = self.parts_of(&self.unpack(state)).into_iter();
        parts.map(|part| self.pack(part)).collect()
    }
    fn negative(&self, state: u128) -> Option<u128> {
        let negative = self.negative_of(&self.unpack(state))?;
        Some(self.pack(negative))
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
    /// The bounds follow from the lines still open to each player and the weights.
    fn margin(&self, state: u128) -> (Margin, Margin) {
        let fields = self.unpack(state);
        let outright = |player: Player| self.ends(player) && self.lines[player as usize].exist();
        let all = matches!(self.board.full, Full::Win(_))
            || self.rules.captures.is_some()
            || self.rules.stuck != Stuck::Full;
        if all || Player::BOTH.into_iter().any(outright) {
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
    fn merged_key(&self, state: u128) -> u128 {
        self.pack(self.by_room(&self.unpack(state)))
    }
    fn hint(&self, state: u128, mv: u32) -> i32 {
        self.hint_after(state, mv, self.play(state, mv))
    }
    fn hint_after(&self, state: u128, mv: u32, next: u128) -> i32 {
        match mv {
            _ if self.is_about_room => self.hint_by_room(&self.unpack(next)),
            _ if mv >= PASS => 0,
            _ => self.hint_by_cells(self.covered(self.to_move(state), mv)),
        }
    }
    /// With chains on squares a search remembers nothing: it would take 2 to 8 times the nodes. (On hexagons it takes a
    /// third to a tenth, except on narrow boards.)
    fn slots(&self) -> usize {
        let chains = (0..2).any(|of| !self.rules.joins[of].is_empty());
        if chains && !self.board.shape.has_hexes() {
            return 0;
        }
        let tiles = self.tiles.iter().map(Vec::len).max().unwrap_or(0);
        (2 * tiles.max(self.cells as usize)).next_power_of_two()
    }
    fn slot_mask(&self) -> u32 {
        (self.slots() as u32).wrapping_sub(1)
    }

    fn position_text(&self, state: u128) -> String {
        let fields = self.unpack(state);
        let mut text = self.rows_text(&fields);
        text.push_str(mover_suffix(fields.to_move));
        if !self.is_over(&fields) && fields.left != self.turn(fields.taken()) {
            text.push_str(&format!(":{}", fields.left));
        }
        if fields.captured != [0; 2] {
            let [first, second] = fields.captured;
            text.push_str(&format!(":{first}-{second}"));
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
            captured: [0; 2],
        };
        let mut at = rows.len() + 1;
        for word in text.get(at..).unwrap_or_default().split(':') {
            let span = at..at + word.len();
            at = span.end + 1;
            match (word, word.parse::<u32>()) {
                ("", _) if text.len() == rows.len() => {}
                ("first", _) => fields.to_move = Player::First,
                ("second", _) => fields.to_move = Player::Second,
                ("passed", _) if self.rules.passes_meet() => fields.passed = true,
                ("over", _) if self.rules.passes_meet() => fields.end = End::Passed,
                ("line", _) if !self.told => fields.end = End::Line,
                _ if self.rules.captures.is_some() && captured(word).is_some() => {
                    fields.captured = captured(word).unwrap_or_default();
                }
                (_, Ok(left)) if (1..=self.turn(x | o)).contains(&left) => fields.left = left,
                _ => {
                    let message = format!("{} is not expected here", quoted(word));
                    return Err(TextError::new(span, message).help(self.suffixes()));
                }
            }
        }
        if self.told && fields.end == End::Open && self.is_decided(&fields) {
            fields.end = End::Line;
        }
        // A mark that was taken out may have completed a line of the opponent alone.
        if self.rules.popout
            && fields.end == End::Line
            && self.made_by(fields.to_move.opponent(), &fields) == 0
        {
            fields.end = End::Given;
        }
        if self.is_over(&fields) {
            fields.left = 1;
        }
        match self.is_position(&fields) {
            true => Ok(self.pack(fields)),
            false => Err(TextError::new(
                rows.len()..text.len(),
                "this contradicts the marks on the board",
            )
            .help(self.suffixes())),
        }
    }
    fn move_text(&self, state: u128, mv: u32) -> String {
        match mv {
            PASS => return "pass".to_owned(),
            SWAP => return "swap".to_owned(),
            _ if mv >= POP => {
                // No cell's name has such a hyphen.
                return format!("pop-{}", self.board.shape.name((mv - POP) as usize));
            }
            _ => {}
        }
        let (_, second) = placed(mv);
        let mover = self.to_move(state);
        let names = self
            .covered(mover, mv)
            .cells()
            .map(|cell| self.board.shape.name(cell as usize));
        let name = names.collect::<Vec<_>>().join("+");
        match self.rules.marks[mover as usize] {
            [true, true] if second => format!("o{name}"),
            [true, true] => format!("x{name}"),
            _ => name,
        }
    }
    fn diagram(&self, state: u128) -> Diagram {
        self.drawn(&self.unpack(state))
    }
    fn layout(&self) -> Layout {
        // If marks can be taken out, a touch must tell which cell of the column is meant.
        match self.board.gravity && !self.rules.popout {
            true => Layout::Columns,
            false => Layout::Grid,
        }
    }
    fn look(&self) -> Look {
        self.pictured()
    }
    fn decisive(&self, state: u128) -> Vec<usize> {
        let fields = self.unpack(state);
        let maker = self.maker(&fields);
        let cells = maker.map_or(0, |maker| self.made_by(maker, &fields));
        cells.cells().map(|cell| cell as usize).collect()
    }
    fn sentences(&self) -> Vec<String> {
        said(&self.board, &self.rules)
    }
    fn why_over(&self, state: u128) -> Option<String> {
        let fields = self.unpack(state);
        let stuck = self.rules.restricts() && self.is_over(&fields) && !self.full(&fields);
        (stuck && fields.end == End::Open).then(|| format!("{} has no move", named(fields.to_move)))
    }
    fn target(&self, state: u128, mv: u32) -> Option<usize> {
        if mv >= POP {
            return Some((mv - POP) as usize);
        }
        (mv < PASS).then(|| self.covered(self.to_move(state), mv).trailing_zeros() as usize)
    }
    /// Returns the other end of a tile of two cells.
    fn choice(&self, state: u128, mv: u32) -> Option<usize> {
        match self.covers(state, mv)[..] {
            [_, other] => Some(other),
            _ => None,
        }
    }
    fn covers(&self, state: u128, mv: u32) -> Vec<usize> {
        let cells = match mv < PASS {
            true => self.covered(self.to_move(state), mv),
            false => 0,
        };
        match cells.count_ones() {
            0 | 1 => Vec::new(),
            _ => cells.cells().map(|cell| cell as usize).collect(),
        }
    }
}

/// Reads the captures of both players in a position's text.
fn captured(word: &str) -> Option<[u32; 2]> {
    let (first, second) = word.split_once('-')?;
    let number = |text: &str| {
        let digits = text.len() <= 2 && text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| text.parse().ok()).flatten()
    };
    Some([number(first)?, number(second)?])
}

impl Placement {
    /// Returns the parts that may follow the rows of a position.
    fn suffixes(&self) -> String {
        let mut words = vec!["`:second` where Second is to move"];
        if self.rules.placements > 1 || self.rules.opening > 1 {
            words.push("`:` and the placements left in a turn begun");
        }
        if self.rules.captures.is_some() {
            words.push("`:2-1` how often First has captured, and Second");
        }
        if self.rules.passes_meet() {
            words.push("`:passed` after a pass, `:over` after two");
        }
        if !self.told {
            words.push("`:line` where a line has ended the game");
        }
        format!("after the rows: {}", words.join(", "))
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
            return Err(TextError::new(
                0..rows.len(),
                "a mark lies above an empty cell",
            ));
        }
        Ok((x, o))
    }

    /// Returns an example of a position's text.
    fn form(&self) -> String {
        format!("the start is `{}`", self.position_text(self.start()))
    }
}
