//! Othello (Reversi with a fixed start) on small boards.
//!
//! A player places a disc so that it encloses lines of the opponent's discs between itself and another own disc, in
//! any of the eight directions, and turns all enclosed discs over. A player who cannot place one passes. When
//! neither can, the game is over, and discs are points. Empty cells at the end count for nobody.

mod endgame;
mod evaluation;
mod lines;

use self::evaluation::Evaluation;
use self::lines::{Lines, difference};
use crate::bits::Bits;
use crate::compact::board::{Board, Image, Men};
use crate::compact::{Compact, Moves, Offers, Rules};
use crate::family::{Family, Info, Visitor};
use crate::spec::{Args, Kind, Param, SpecError};
use crate::turn::status_of;
use yomikiri_core::diagram::{Glyph, Ground, Look};
use yomikiri_core::{Diagram, Margin, Outcome, Player, Score, TextError, Wdl};

/// The game on one board.
#[derive(Debug)]
struct Othello<const COLS: u32> {
    board: Board,
    images: Vec<Image>,
    lines: Lines<COLS>,
    evaluation: Evaluation,
}

impl<const COLS: u32> Othello<COLS> {
    fn new(rows: u32) -> Self {
        let board = Board::new(rows, COLS);
        let mut othello = Othello {
            images: Vec::new(),
            lines: Lines::new(&board),
            evaluation: Evaluation::new(&board),
            board,
        };
        let start = othello.board.men(othello.start());
        let mut images = othello.board.symmetries(true);
        // The other symmetries lead to positions that play from the start never reaches.
        images.retain(|image| image.of(start.first) == start.first);
        othello.images = images;
        othello
    }

    /// Returns the exact margin for the player to move, if few cells are free.
    fn exact(&self, state: u128) -> Option<i64> {
        let (own, other) = self.board.men(state).sides();
        let few = self.lines.free(own, other).count_ones() <= endgame::MOST_FREE;
        few.then(|| endgame::margin(&self.lines, own, other))
    }

    /// Returns the number of the pass move.
    fn pass(&self) -> u32 {
        self.board.cells()
    }
}

impl<const COLS: u32> Rules for Othello<COLS> {
    fn offers(&self) -> Offers {
        Offers {
            acyclic: true,
            bounded: true,
            ordered: true,
            ..Offers::default()
        }
    }
    fn bits(&self) -> u32 {
        self.board.key_bits()
    }
    fn holds(&self, state: u128) -> bool {
        self.board.holds_men(state)
    }
    fn key(&self, state: u128) -> u128 {
        self.board.men_key(state)
    }
    fn of_key(&self, key: u128) -> Option<u128> {
        self.board.men_of_key(key)
    }

    fn start(&self) -> u128 {
        let (row, col) = (self.board.rows / 2, self.board.cols / 2);
        let cell = |row: u32, col: u32| 1u64 << (row * self.board.cols + col);
        self.board.pack(Men {
            first: cell(row - 1, col) | cell(row, col - 1),
            second: cell(row - 1, col - 1) | cell(row, col),
            to_move: Player::First,
        })
    }
    fn to_move(&self, state: u128) -> Player {
        self.board.men(state).to_move
    }
    fn outcome(&self, state: u128) -> Option<Outcome> {
        let men = self.board.men(state);
        let over = self.lines.places(men.first, men.second) == 0
            && self.lines.places(men.second, men.first) == 0;
        over.then(|| Outcome::Margin(difference(men.first, men.second).into()))
    }
    fn moves(&self, state: u128, moves: &mut Moves) {
        let (own, other) = self.board.men(state).sides();
        match self.lines.places(own, other) {
            0 => moves.push(self.pass()),
            places => moves.extend(places.cells()),
        }
    }
    fn play(&self, state: u128, mv: u32) -> u128 {
        let men = self.board.men(state);
        let (mut own, mut other) = men.sides();
        if mv != self.pass() {
            let turned = self.lines.turned(own, other, mv);
            own |= turned | 1 << mv;
            other &= !turned;
        }
        self.board.pack(Men::after(men.to_move, own, other))
    }

    /// Each free cell allows two plies, since a disc follows a pass, plus one if the mover has to pass now.
    fn rank(&self, state: u128) -> u64 {
        let men = self.board.men(state);
        let (own, other) = men.sides();
        let free = self.board.cells() - (own | other).count_ones();
        u64::from(2 * free) + u64::from(self.lines.places(own, other) == 0)
    }
    fn symmetries(&self) -> usize {
        self.images.len()
    }
    fn image(&self, state: u128, symmetry: usize) -> u128 {
        self.board.men_image(state, &self.images[symmetry])
    }
    fn wdl(&self, state: u128) -> (Wdl, Wdl) {
        let exact = self.exact(state).map(|margin| match margin.signum() {
            1 => Wdl::Win,
            -1 => Wdl::Loss,
            _ => Wdl::Draw,
        });
        exact.map_or((Wdl::WORST, Wdl::BEST), |exact| (exact, exact))
    }
    /// No player has more discs than there are cells.
    fn margin(&self, state: u128) -> (Margin, Margin) {
        let cells = i64::from(self.board.cells());
        let (least, most) = match self.exact(state) {
            Some(exact) => (exact, exact),
            None => (-cells, cells),
        };
        (Margin::Points(least), Margin::Points(most))
    }
    fn greatest_margin(&self) -> Option<u64> {
        Some(self.board.cells().into())
    }
    fn hint(&self, state: u128, mv: u32) -> i32 {
        self.hint_after(state, mv, self.play(state, mv))
    }
    /// The position that looks worst for the opponent comes first.
    fn hint_after(&self, _: u128, _: u32, next: u128) -> i32 {
        let (own, other) = self.board.men(next).sides();
        -self.evaluation.of(&self.lines, own, other)
    }

    fn position_text(&self, state: u128) -> String {
        self.board.men_text(state)
    }
    fn parse_position(&self, text: &str) -> Result<u128, TextError> {
        self.board.parse_men(text)
    }
    fn move_text(&self, _: u128, mv: u32) -> String {
        match mv {
            pass if pass == self.pass() => "pass".to_owned(),
            cell => self.board.name(cell),
        }
    }
    fn text_number(&self, mv: u32) -> Option<u32> {
        Some(mv)
    }
    fn diagram(&self, state: u128) -> Diagram {
        let men = self.board.men(state);
        let note = status_of(self.outcome(state), men.to_move, self.has_gains());
        let mut diagram = self.board.men_diagram(state, note);
        let [first, second] = [men.first, men.second].map(u64::count_ones);
        let discs = format!("First {first}, Second {second}");
        diagram.notes.push(discs);
        diagram
    }
    fn look(&self) -> Look {
        Look::new(Ground::Cells, Glyph::Disc)
    }
    fn target(&self, _: u128, mv: u32) -> Option<usize> {
        (mv != self.pass()).then_some(mv as usize)
    }
}

/// The registry's entry.
#[derive(Clone, Copy, Debug)]
pub struct OthelloFamily;

impl Family for OthelloFamily {
    const INFO: Info = Info {
        name: "othello",
        title: "Othello",
        summary: "enclose the other's discs and turn them over; the player with more discs at the end wins",
        source: "the rules of the World Othello Federation, on a smaller board; a cell left empty counts for nobody",
        rules_version: 1,
        params: &[
            Param {
                name: "rows",
                kind: Kind::Choice(&["4", "6"]),
                default: Some("4"),
                required: false,
                help: "the number of rows",
            },
            Param {
                name: "cols",
                kind: Kind::Choice(&["4", "6"]),
                default: Some("4"),
                required: false,
                help: "the number of columns",
            },
        ],
        examples: &["othello", "othello:cols=6", "othello:rows=6,cols=6"],
        files: &[],
        notation: "a move is `row,column` from 1, or `pass`; a position is its rows joined by `/`, `x` First, `o` \
                   Second, `.` empty, then `:second` where Second is to move",
        capabilities: &["acyclic", "keyed", "symmetric", "bounded", "ordered"],
    };

    const UNSAID: Option<&'static str> =
        Some("a move turns over the men of the opponent, and no rules file has that");

    fn build<V: Visitor>(args: &Args<'_>, mut visitor: V) -> Result<V::Output, SpecError> {
        visitor.told(["A player puts down a disc so that discs of the opponent lie in a straight line between it and another disc of the player, and turns all discs between them over.", "A player who cannot do so passes. The game ends when neither player can move.", "The player with more discs wins; equal numbers are a draw."]);
        // The choices are 4 and 6.
        let (rows, cols) = (args.int("rows") as u32, args.int("cols") as u32);
        Ok(visitor.visit(match cols {
            4 => Compact::new(Othello::<4>::new(rows)),
            _ => Compact::new(Othello::<6>::new(rows)),
        }))
    }
}
