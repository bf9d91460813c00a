//! The game as solvers and people see it: the object-safe rules, text and picture.

use super::coding::Board;
use super::play::{PASS, Parts, STOP, TAKEN, unpack};
use super::{Direction, How, Kind, MOST_CELLS, MOST_HELD, PieceRules, Pieces};
use crate::compact::{Moves, Offers, Rules};
use crate::positional::Cell;
use crate::turn::{mover_suffix, named, split_mover, status_of};
use yomikiri_core::diagram::{Glyph, Ground, Hand, Link, Look, Mark, Place};
use yomikiri_core::{Counted, Diagram, Outcome, Player, TextError};

/// The part of a position's text for the passes just made.
const PASSED: [&str; 3] = ["", ":passed", ":over"];

impl Rules for Pieces {
    fn offers(&self) -> Offers {
        Offers {
            acyclic: self.bound.holds(),
            reversible: !self.rules.hands.exist()
                && !self.rules.captures.again
                && !self.rules.captures.encloses()
                && !self.rules.passes.meet()
                && !Player::BOTH.iter().any(|&player| self.rules.takes(player)),
            normal: self.is_normal(),
            ordered: true,
            ..Offers::default()
        }
    }
    fn bits(&self) -> u32 {
        self.coding.bits()
    }
    fn holds(&self, state: u128) -> bool {
        self.coding.holds(state) && self.fits(&self.coding.unpack(state))
    }

    fn start(&self) -> u128 {
        let mut hands = [[0; MOST_HELD]; 2];
        for &(owner, kind, count) in &self.rules.hands.start {
            if let Some(place) = self.coding.held_place(kind) {
                // At most 255 pieces.
                hands[owner as usize][place] += count as u8;
            }
        }
        self.packed(self.rules.start.iter().copied(), hands, self.rules.mover)
    }
    fn endless(&self) -> Outcome {
        self.rules.endless
    }
    #[inline]
    fn to_move(&self, state: u128) -> Player {
        self.coding.unpack(state).mover
    }
    fn outcome(&self, state: u128) -> Option<Outcome> {
        self.result(&self.coding.unpack(state))
    }
    fn moves(&self, state: u128, moves: &mut Moves) {
        self.legal(&self.coding.unpack(state), moves);
    }
    fn play(&self, state: u128, mv: u32) -> u128 {
        self.coding
            .pack(&self.moved(&self.coding.unpack(state), mv))
    }
    /// Captures come first, then pieces near the end of their way where there is a goal. The numbers are set against
    /// what a search remembers of moves.
    fn hint(&self, state: u128, mv: u32) -> i32 {
        let board = self.coding.unpack(state);
        let Parts {
            from, to, taken, ..
        } = unpack(mv);
        let (Ok(from), false) = (from, mv == PASS || mv == STOP) else {
            return 0;
        };
        let takes = taken.is_some() || board.codes[to as usize] != 0;
        let kind = self.at(&board, from).map(|(_, kind)| kind);
        let goal = self.rules.ends[board.mover as usize].goal != 0;
        let left = kind
            .filter(|_| goal)
            .and_then(|kind| self.bound.moves_left(board.mover, kind, to));
        let near = left.map_or(0, |left| 64 - left.min(64) as i32);
        160 * i32::from(takes) + 16 * near
    }
    /// A move is remembered by the cells that a piece leaves and enters.
    fn slots(&self) -> usize {
        (self.cells() as usize) << (TAKEN / 2)
    }
    fn slot_mask(&self) -> u32 {
        (1 << TAKEN) - 1
    }
    fn rank(&self, state: u128) -> u64 {
        let board = self.coding.unpack(state);
        self.bound.plies_left(&board, self.coding.held(), |player| {
            self.men(&board, player)
        })
    }
    fn symmetries(&self) -> usize {
        self.symmetries.len()
    }
    fn image(&self, state: u128, symmetry: usize) -> u128 {
        let board = self.coding.unpack(state);
        self.coding
            .pack(&self.mapped(&board, &self.symmetries[symmetry]))
    }
    fn predecessors(&self, state: u128, before: &mut Vec<u128>) {
        self.before(&self.coding.unpack(state), before);
    }
    fn turned(&self, state: u128) -> u128 {
        let board = self.coding.unpack(state);
        self.coding.pack(&Board {
            mover: board.mover.opponent(),
            ..board
        })
    }
    fn pieces(&self) -> Option<PieceRules> {
        Some(self.rules.clone())
    }
    fn counts_points(&self) -> bool {
        self.rules.counts_points()
    }
    fn sentences(&self) -> Vec<String> {
        self.said()
    }
    fn why_over(&self, state: u128) -> Option<String> {
        self.why(&self.coding.unpack(state))
    }

    fn position_text(&self, state: u128) -> String {
        let board = self.coding.unpack(state);
        let place = |cell: usize| {
            let piece = self.at(&board, cell as u32);
            piece.map_or('.', |piece| self.letter(piece))
        };
        let mut text = self.rules.shape.text(place);
        let hands: String = self.in_hand(&board).fold(String::new(), |all, hand| {
            all + &hand.mark.symbol.to_string().repeat(hand.count as usize)
        });
        if !hands.is_empty() {
            text.push('+');
            text.push_str(&hands);
        }
        if let Some(cell) = board.going {
            text.push('>');
            text.push_str(&self.cell_name(cell));
        }
        text.push_str(mover_suffix(board.mover));
        text + PASSED[usize::from(board.passed)]
    }
    fn parse_position(&self, text: &str) -> Result<u128, TextError> {
        let passes = (1..=2u8).filter(|_| self.rules.passes.meet());
        let mut passes = passes
            .filter_map(|number| Some((text.strip_suffix(PASSED[usize::from(number)])?, number)));
        if let Some((before, passed)) = passes.next() {
            let board = self.coding.unpack(self.parse_position(before)?);
            let none = board.passed == 0;
            let board = Board { passed, ..board };
            return match none && self.fits(&board) {
                true => Ok(self.coding.pack(&board)),
                false => Err(TextError::new(
                    before.len() + 1..text.len(),
                    "nobody has passed here: the game is over, or a turn goes on",
                )),
            };
        }
        let (all, mover) = split_mover(text)?;
        let (all, going) = match all.split_once('>') {
            Some((all, cell)) if self.rules.captures.again => (all, Some(cell)),
            _ => (all, None),
        };
        let (drawn, held) = match all.split_once('+') {
            Some((drawn, held)) if self.rules.hands.exist() => (drawn, Some(held)),
            _ => (all, None),
        };
        let mut pieces = vec![None; self.cells() as usize];
        let mut room = self.coding.most_pieces();
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
                    room = room.checked_sub(1).ok_or_else(|| {
                        let most = self.coding.most_pieces();
                        let why = format!(
                            "there can be at most {}, as at the start",
                            Counted(most, "piece")
                        );
                        TextError::new(at..at + 1, why)
                    })?;
                }
            }
            at += found.map_or(0, char::len_utf8);
        }
        if at < drawn.len() {
            let error = TextError::new(at..drawn.len(), "the board ends before this");
            return Err(error.help(self.form()));
        }
        let mut hands = [[0; MOST_HELD]; 2];
        for (index, letter) in held.unwrap_or_default().char_indices() {
            let here = at + 1 + index;
            let place = self.piece(letter);
            let place =
                place.and_then(|(owner, kind)| Some((owner, self.coding.held_place(kind)?)));
            let most = |(owner, place)| self.coding.most_held(owner, place);
            let Some((owner, place)) = place.filter(|&at| most(at) > 0) else {
                return Err(TextError::expected(
                    all,
                    here,
                    "a piece that can be in hand",
                ));
            };
            let count = &mut hands[owner as usize][place];
            let there = pieces.iter().flatten().count() + index;
            if *count == most((owner, place)) || there >= self.coding.total() as usize {
                let why = "there are not so many pieces";
                return Err(TextError::new(here..here + 1, why));
            }
            *count += 1;
        }
        let state = self.packed(pieces, hands, mover);
        let Some(name) = going else {
            return Ok(state);
        };
        let span = all.len() + 1..all.len() + 1 + name.len();
        let cell = (0..self.cells()).find(|&cell| self.cell_name(cell) == name);
        let Some(cell) = cell else {
            return Err(TextError::new(span, "a cell is expected here"));
        };
        let board = Board {
            going: Some(cell),
            ..self.coding.unpack(state)
        };
        match self.fits(&board) {
            true => Ok(self.coding.pack(&board)),
            false => Err(TextError::new(
                span,
                "no piece that has captured can go on from here",
            )),
        }
    }
    fn move_text(&self, state: u128, mv: u32) -> String {
        match mv {
            STOP => return "stop".to_owned(),
            PASS => return "pass".to_owned(),
            _ => {}
        }
        let board = self.coding.unpack(state);
        let Parts {
            from,
            to,
            taken,
            chosen,
        } = unpack(mv);
        // A line may take a piece on any cell.
        let of_line = taken.filter(|_| self.rules.takes(board.mover));
        let taken = taken.filter(|_| of_line.is_none());
        let takes = of_line.map_or(String::new(), |cell| format!("x{}", self.cell_name(cell)));
        let from = match from {
            Ok(from) => from,
            Err(place) => {
                let letter = self.letter((board.mover, self.coding.held()[place]));
                return format!("{letter}*{}{takes}", self.cell_name(to));
            }
        };
        let onto_enemy = self.at(&board, to).is_some();
        let captures = match of_line {
            Some(_) => onto_enemy,
            None => self.captures(&board, mv),
        };
        let sign = if captures { 'x' } else { '-' };
        // The captured cell is ambiguous without this part in three cases. If links bend, a cell may be reached over
        // several others. A jump onto an enemy captures two pieces. If pieces can be enclosed, a move that jumps
        // over nothing may capture on the same cell.
        let is_told = self.links_jump() || onto_enemy || self.rules.captures.encloses();
        let over = match taken {
            Some(over) if is_told => {
                format!("({})", self.cell_name(over))
            }
            _ => String::new(),
        };
        let becomes = match chosen {
            Some(kind) => format!("={}", self.letter((board.mover, kind))),
            None => String::new(),
        };
        format!(
            "{}{sign}{}{over}{becomes}{takes}",
            self.cell_name(from),
            self.cell_name(to)
        )
    }
    fn diagram(&self, state: u128) -> Diagram {
        let board = self.coding.unpack(state);
        let place = |(number, cell): (usize, &Cell)| {
            let piece = self.at(&board, number as u32);
            Place {
                name: self.cell_name(number as u32),
                at: (0, cell.row, cell.col),
                mark: piece.map(|piece| Mark {
                    symbol: self.letter(piece),
                    owner: Some(piece.0),
                }),
                label: match piece {
                    None => self.rules.shape.given_name(number).map(str::to_owned),
                    Some(_) => None,
                },
            }
        };
        let link = |&(from, to): &(usize, usize), directed| Link {
            from,
            to,
            directed,
            label: None,
        };
        let links = self.rules.links.iter().map(|pair| link(pair, false));
        let arrows = self.rules.arrows.iter().map(|pair| link(pair, true));
        Diagram {
            places: self
                .rules
                .shape
                .cells()
                .iter()
                .enumerate()
                .map(place)
                .collect(),
            links: links.chain(arrows).collect(),
            notes: self.notes(&board),
        }
    }
    /// The glyphs of pieces are the chosen ones, or else follow from their names. A piece with an unknown name is a
    /// disc with its letter.
    fn look(&self) -> Look {
        let ground = match self.rules.links.is_empty() && self.rules.arrows.is_empty() {
            true => Ground::Checks,
            false => Ground::Cells,
        };
        let glyph = |name: &str| match name {
            "pawn" => Some(Glyph::Pawn),
            "disc" | "man" | "piece" | "stone" => Some(Glyph::Disc),
            "king" => Some(Glyph::King),
            "queen" => Some(Glyph::Queen),
            _ => None,
        };
        let kinds = self.rules.kinds.iter();
        let drawn = |kind: &Kind| {
            let named = || kind.name.as_deref().and_then(glyph);
            Some((kind.letter, kind.glyph.or_else(named)?))
        };
        let both = kinds
            .clone()
            .filter_map(drawn)
            .flat_map(|(letter, glyph)| [(letter.to_ascii_uppercase(), glyph), (letter, glyph)]);
        let chosen = kinds.clone().filter(|kind| kind.glyph.is_some());
        let chosen = chosen.flat_map(|kind| [kind.letter.to_ascii_uppercase(), kind.letter]);
        Look {
            hands: !self.coding.held().is_empty(),
            glyphs: both.collect(),
            chosen: chosen.collect(),
            ..Look::new(ground, Glyph::Token)
        }
    }
    fn hands(&self, state: u128) -> Vec<Hand> {
        self.in_hand(&self.coding.unpack(state)).collect()
    }
    fn target(&self, _: u128, mv: u32) -> Option<usize> {
        (mv != STOP && mv != PASS).then(|| unpack(mv).to as usize)
    }
    fn source(&self, state: u128, mv: u32) -> Option<usize> {
        if mv == STOP || mv == PASS {
            return None;
        }
        match unpack(mv).from {
            Ok(from) => Some(from as usize),
            Err(place) => {
                let board = self.coding.unpack(state);
                let symbol = self.letter((board.mover, self.coding.held()[place]));
                let hand = self
                    .in_hand(&board)
                    .position(|hand| hand.mark.symbol == symbol);
                hand.map(|hand| self.cells() as usize + hand)
            }
        }
    }
    fn choice(&self, _: u128, mv: u32) -> Option<usize> {
        if mv == STOP || mv == PASS {
            return None;
        }
        unpack(mv).taken.map(|cell| cell as usize)
    }
}

impl Pieces {
    pub(super) fn letter(&self, (owner, kind): (Player, usize)) -> char {
        let letter = self.rules.kinds[kind].letter;
        match owner {
            Player::First => letter.to_ascii_uppercase(),
            Player::Second => letter,
        }
    }

    /// Returns the pieces in the players' hands, First's before Second's.
    fn in_hand(&self, board: &Board) -> impl Iterator<Item = Hand> {
        let hands = board.hands;
        let all = Player::BOTH.into_iter().flat_map(move |owner| {
            let counts = hands[owner as usize].into_iter();
            let counts = counts.zip(self.coding.held());
            counts.map(move |(count, &kind)| (owner, kind, count))
        });
        let all = all.filter(|&(_, _, count)| count > 0);
        all.map(|(owner, kind, count)| Hand {
            mark: Mark {
                symbol: self.letter((owner, kind)),
                owner: Some(owner),
            },
            count: count.into(),
        })
    }

    /// Returns the piece with this letter, if the player can have it.
    fn piece(&self, letter: char) -> Option<(Player, usize)> {
        let known = self.coding.pieces().iter();
        known.copied().find(|piece| self.letter(*piece) == letter)
    }

    /// Returns all letters of pieces, for people.
    fn letters(&self) -> String {
        let known = self.coding.pieces().iter();
        let letters = known.map(|&piece| self.letter(piece).to_string());
        letters.collect::<Vec<_>>().join(" ")
    }

    /// Returns the position with these pieces.
    fn packed(
        &self,
        pieces: impl IntoIterator<Item = Option<(Player, usize)>>,
        hands: [[u8; MOST_HELD]; 2],
        mover: Player,
    ) -> u128 {
        let mut codes = [0; MOST_CELLS];
        for (code, piece) in codes.iter_mut().zip(pieces) {
            *code = piece.map_or(0, |piece| self.coding.code(piece));
        }
        self.coding.pack(&Board {
            codes,
            hands,
            mover,
            going: None,
            passed: 0,
        })
    }

    /// Returns whether a position is consistent: a piece that is to go on can do so, and passes were possible.
    fn fits(&self, board: &Board) -> bool {
        if board.passed > 0 && (board.going.is_some() || self.is_decided(board)) {
            return false;
        }
        let Some(cell) = board.going else {
            return true;
        };
        let piece = self.at(board, cell);
        piece.is_some_and(|(owner, _)| owner == board.mover) && self.goes_on(board)
    }

    pub(super) fn cell_name(&self, cell: u32) -> String {
        self.rules.shape.name(cell as usize)
    }

    /// Returns whether pieces jump along links.
    fn links_jump(&self) -> bool {
        let mut moves = self.rules.kinds.iter().flat_map(|kind| &kind.moves);
        moves.any(|mv| mv.how == How::Jump && mv.directions.contains(&Direction::Link))
    }

    /// Returns the notes beside the picture.
    fn notes(&self, board: &Board) -> Vec<String> {
        let result = self.result(board);
        let mut notes = vec![status_of(result, board.mover, self.has_gains())];
        if board.passed == 1 && result.is_none() {
            notes.push(format!("{} has passed", named(board.mover.opponent())));
        }
        if self.rules.counts_points() {
            let [first, second] = Player::BOTH.map(|player| self.points(board, player));
            notes.push(format!("points: First {first}, Second {second}"));
        }
        notes
    }

    /// Returns an example of a position's text.
    fn form(&self) -> String {
        format!("the start is `{}`", self.position_text(self.start()))
    }
}
