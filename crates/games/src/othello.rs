//! Othello (Reversi with a fixed start) on small boards.
//!
//! A disc is placed so that it closes lines of the opponent's discs between itself and one of its own, in
//! any of the eight directions; all discs so closed in are turned over. Who cannot place one passes; when
//! neither can, the game is over, and discs are points. Empty cells at the end count for nobody.

use crate::compact::board::{Board, Image, Men, bits};
use crate::compact::{Compact, Moves, Offers, Rules};
use crate::family::{Family, Info, Visitor};
use crate::spec::{Args, Kind, Param, SpecError};
use crate::turn::status_of;
use yomikiri_core::diagram::{Glyph, Ground, Look};
use yomikiri_core::{Diagram, Margin, Outcome, Player, TextError};

/// Down and right, for each direction.
const WAYS: [(i32, i32); 8] = [
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
];

/// The game on one board.
#[derive(Debug)]
struct Othello {
    board: Board,
    images: Vec<Image>,
}

impl Othello {
    fn new(rows: u32, cols: u32) -> Othello {
        let board = Board::new(rows, cols);
        let mut othello = Othello {
            images: Vec::new(),
            board,
        };
        let start = othello.board.men(othello.start());
        let mut images = othello.board.symmetries(true);
        // The others lead to positions that no play from the start reaches.
        images.retain(|image| image.of(start.first) == start.first);
        othello.images = images;
        othello
    }

    /// The opponent's discs in a row from `from` in one direction, and the cells behind the rows.
    #[inline]
    fn run(&self, from: u64, other: u64, (down, right): (i32, i32)) -> (u64, u64) {
        let mut run = 0;
        let mut ahead = self.board.shifted(from, down, right) & other;
        while ahead != 0 {
            run |= ahead;
            let next = self.board.shifted(ahead, down, right);
            if next & other == 0 {
                return (run, self.board.shifted(run, down, right) & !other);
            }
            ahead = next & other;
        }
        (0, 0)
    }

    /// The cells where the owner of a set of discs may place one.
    #[inline]
    fn places(&self, own: u64, other: u64) -> u64 {
        let free = self.board.all() & !(own | other);
        let behind = WAYS.iter().map(|&way| self.run(own, other, way).1);
        behind.fold(0, |places, behind| places | behind) & free
    }

    /// The discs that one placed on a cell turns over.
    #[inline]
    fn turned(&self, own: u64, other: u64, cell: u32) -> u64 {
        let runs = WAYS.iter().map(|&way| self.run(1 << cell, other, way));
        let closed = runs.filter(|(_, behind)| behind & own != 0);
        closed.fold(0, |turned, (run, _)| turned | run)
    }

    /// The move that is a pass.
    fn pass(&self) -> u32 {
        self.board.cells()
    }
}

impl Rules for Othello {
    fn offers(&self) -> Offers {
        Offers {
            acyclic: true,
            bounded: true,
            ordered: true,
            ..Offers::default()
        }
    }
    fn bits(&self) -> u32 {
        self.board.men_bits()
    }
    fn holds(&self, state: u128) -> bool {
        self.board.holds_men(state)
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
        let over =
            self.places(men.first, men.second) == 0 && self.places(men.second, men.first) == 0;
        let discs = |men: u64| i64::from(men.count_ones());
        over.then(|| Outcome::Margin(discs(men.first) - discs(men.second)))
    }
    fn moves(&self, state: u128, moves: &mut Moves) {
        let (own, other) = self.board.men(state).sides();
        match self.places(own, other) {
            0 => moves.push(self.pass()),
            places => moves.extend(bits(places)),
        }
    }
    fn play(&self, state: u128, mv: u32) -> u128 {
        let men = self.board.men(state);
        let (mut own, mut other) = men.sides();
        if mv != self.pass() {
            let turned = self.turned(own, other, mv);
            own |= turned | 1 << mv;
            other &= !turned;
        }
        self.board.pack(Men::after(men.to_move, own, other))
    }

    /// After a pass a disc follows: two plies a free cell, and one for who has to pass now.
    fn rank(&self, state: u128) -> u64 {
        let men = self.board.men(state);
        let (own, other) = men.sides();
        let free = self.board.cells() - (own | other).count_ones();
        u64::from(2 * free) + u64::from(self.places(own, other) == 0)
    }
    fn symmetries(&self) -> usize {
        self.images.len()
    }
    fn image(&self, state: u128, symmetry: usize) -> u128 {
        self.board.men_image(state, &self.images[symmetry])
    }
    /// Nobody has more discs than there are cells.
    fn margin(&self, _: u128) -> (Margin, Margin) {
        let cells = i64::from(self.board.cells());
        (Margin::Points(-cells), Margin::Points(cells))
    }
    fn greatest_margin(&self) -> Option<u64> {
        Some(self.board.cells().into())
    }
    /// Few replies first.
    fn hint(&self, state: u128, mv: u32) -> i32 {
        let (own, other) = self.board.men(self.play(state, mv)).sides();
        -(self.places(own, other).count_ones() as i32)
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
        summary: "close in the other's discs and turn them over; who has more discs at the end wins",
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

    fn build<V: Visitor>(args: &Args<'_>, visitor: V) -> Result<V::Output, SpecError> {
        // The choices are 4 and 6.
        let (rows, cols) = (args.int("rows") as u32, args.int("cols") as u32);
        Ok(visitor.visit(Compact::new(Othello::new(rows, cols))))
    }
}
