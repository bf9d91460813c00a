//! Games of men that move along the lines of a small board, where play may cycle: Pong hau k'i, and hare and hounds.
//!
//! A move takes a man along a line to a free point. A player who cannot move loses. In hare and hounds First's three
//! hounds never go back (to the left). Second's hare wins if it is to the left of all of them, and also if play
//! never ends.

use crate::bits::Bits;
use crate::compact::board::{Board, Image, Men, symbol};
use crate::compact::{Compact, Moves, Offers, Rules};
use crate::family::{ENDLESS_DRAW, Family, Info, STUCK_LOSES, Visitor};
use crate::pieces::{
    Captures, Direction, Ends, Hands, How, Kind, Onto, Over, Passes, PieceMove, PieceRules,
};
use crate::positional::Shape;
use crate::spec::{Args, SpecError};
use crate::turn::{mover_suffix, split_mover, status_of};
use yomikiri_core::diagram::{Glyph, Ground, Link, Look};
use yomikiri_core::{Diagram, Outcome, Player, TextError};

/// A board of points, which are cells of a rectangle, and the men on it.
#[derive(Debug)]
struct Trails {
    board: Board,
    points: u64,
    /// The neighbours of each point along lines.
    next: Vec<u64>,
    start: Men,
    /// Whether First's men hunt Second's, and so never go back.
    hunt: bool,
    images: Vec<Image>,
}

impl Trails {
    /// Builds a board. `drawn` is the start in rows. `lines` joins points, each given as row and column in one
    /// number: `[11, 12]` joins two adjacent points.
    fn new(drawn: &[&str], lines: &[[u32; 2]], hunt: bool) -> Trails {
        let cols = drawn.first().map_or(0, |row| row.len() as u32);
        let board = Board::new(drawn.len() as u32, cols);
        let of = |wanted: char| {
            let cells = (0..).zip(drawn.concat().chars().collect::<Vec<_>>());
            let cells = cells.filter(|&(_, symbol)| symbol == wanted);
            cells.fold(0u64, |set, (cell, _): (u32, _)| set | 1 << cell)
        };
        let cell = |point: u32| point / 10 * cols + point % 10;
        let mut next = vec![0; board.cells() as usize];
        for line in lines {
            let [a, b] = line.map(cell);
            next[a as usize] |= 1 << b;
            next[b as usize] |= 1 << a;
        }
        let start = Men {
            first: of('x'),
            second: of('o'),
            to_move: Player::First,
        };
        let points: u64 = board.all() & !of('_');
        let mut images = board.symmetries(false);
        images.retain(|image| {
            let lines_stay = points.cells().all(|point| {
                let to = image.of(1 << point).trailing_zeros();
                image.of(next[point as usize]) == next[to as usize]
            });
            let men_stay = image.of(start.first) == start.first;
            lines_stay && men_stay && image.of(start.second) == start.second
        });
        Trails {
            board,
            points,
            next,
            start,
            hunt,
            images,
        }
    }

    fn pong_hau_ki() -> Trails {
        let lines = [
            [0, 11],
            [2, 11],
            [11, 20],
            [11, 22],
            [0, 20],
            [2, 22],
            [20, 22],
        ];
        Trails::new(&["x_x", "_._", "o_o"], &lines, false)
    }

    fn hare_and_hounds() -> Trails {
        let lines = [
            // The lines along the rows and the columns.
            [1, 2],
            [2, 3],
            [10, 11],
            [11, 12],
            [12, 13],
            [13, 14],
            [21, 22],
            [22, 23],
            [1, 11],
            [11, 21],
            [2, 12],
            [12, 22],
            [3, 13],
            [13, 23],
            // The diagonal lines.
            [10, 1],
            [10, 21],
            [1, 12],
            [21, 12],
            [12, 3],
            [12, 23],
            [3, 14],
            [23, 14],
        ];
        Trails::new(&["_x.._", "x...o", "_x.._"], &lines, true)
    }

    #[inline]
    fn col(&self, cell: u32) -> u32 {
        cell % self.board.cols
    }

    /// Returns the points that a man of a player may reach from a point, whatever stands there.
    #[inline]
    fn ways(&self, player: Player, from: u32) -> u64 {
        let next = self.next[from as usize];
        match player {
            Player::First if self.hunt => {
                let back = next.cells().filter(|&to| self.col(to) < self.col(from));
                back.fold(next, |ways, to| ways & !(1 << to))
            }
            _ => next,
        }
    }

    #[inline]
    fn free(&self, men: &Men) -> u64 {
        self.points & !(men.first | men.second)
    }

    /// Returns whether the hare is to the left of all hounds.
    fn escaped(&self, men: &Men) -> bool {
        let leftmost = |set: u64| set.cells().map(|cell| self.col(cell)).min();
        self.hunt && leftmost(men.second) < leftmost(men.first)
    }

    /// Returns the index of a point among the drawn points.
    fn place(&self, point: u32) -> usize {
        (self.points & ((1 << point) - 1)).count_ones() as usize
    }
}

impl Rules for Trails {
    fn pieces(&self) -> Option<PieceRules> {
        if self.hunt {
            return None;
        }
        let point = |cell: u32| self.points >> cell & 1 == 1;
        let drawn = self.board.text(|cell| if point(cell) { '.' } else { '_' });
        let shape = Shape::drawn(&drawn).ok()?;
        let names = (0..shape.cells().len()).map(|cell| {
            let letter = char::from_digit(10 + cell as u32, 36)?;
            Some(letter.to_string())
        });
        let shape = shape.with_names(names.collect());
        let links = self.points.cells().flat_map(|from| {
            let after = (self.next[from as usize])
                .cells()
                .filter(move |&to| to > from);
            after.map(move |to| (self.place(from), self.place(to)))
        });
        let way = PieceMove {
            how: How::Step,
            directions: vec![Direction::Link],
            onto: Onto::Empty,
            over: Over::Any,
            takes: false,
            most: 0,
            far: false,
        };
        Some(PieceRules {
            shape,
            links: links.collect(),
            arrows: Vec::new(),
            start: self
                .points
                .cells()
                .map(|cell| Some((self.start.owner(cell)?, 0)))
                .collect(),
            hands: Hands::default(),
            captures: Captures::default(),
            passes: Passes::default(),
            fly: [0; 2],
            mover: self.start.to_move,
            kinds: vec![Kind {
                letter: 's',
                name: Some("stone".to_owned()),
                glyph: None,
                moves: vec![way],
                becomes: None,
                held: None,
                drops: None,
                points: 1,
            }],
            ends: [Ends::default(), Ends::default()],
            endless: self.endless(),
        })
    }
    fn offers(&self) -> Offers {
        Offers {
            reversible: true,
            ..Offers::default()
        }
    }
    fn bits(&self) -> u32 {
        self.board.men_bits()
    }
    fn holds(&self, state: u128) -> bool {
        let men = self.board.men(state);
        let same = |now: u64, start: u64| now.count_ones() == start.count_ones();
        self.board.holds_men(state)
            && (men.first | men.second) & !self.points == 0
            && same(men.first, self.start.first)
            && same(men.second, self.start.second)
    }

    fn start(&self) -> u128 {
        self.board.pack(self.start)
    }
    fn endless(&self) -> Outcome {
        match self.hunt {
            true => Outcome::Win(Player::Second),
            false => Outcome::Draw,
        }
    }
    fn to_move(&self, state: u128) -> Player {
        self.board.men(state).to_move
    }
    fn outcome(&self, state: u128) -> Option<Outcome> {
        let men = self.board.men(state);
        if self.escaped(&men) {
            return Some(Outcome::Win(Player::Second));
        }
        let free = self.free(&men);
        let can_move = men
            .of(men.to_move)
            .cells()
            .any(|from| self.ways(men.to_move, from) & free != 0);
        (!can_move).then_some(Outcome::Win(men.to_move.opponent()))
    }
    fn moves(&self, state: u128, moves: &mut Moves) {
        let men = self.board.men(state);
        let free = self.free(&men);
        for from in men.of(men.to_move).cells() {
            let goals = (self.ways(men.to_move, from) & free).cells();
            moves.extend(goals.map(|to| from << 8 | to));
        }
    }
    fn play(&self, state: u128, mv: u32) -> u128 {
        let men = self.board.men(state);
        let (own, other) = men.sides();
        let own = own & !(1 << (mv >> 8)) | 1 << (mv & 0xff);
        self.board.pack(Men::after(men.to_move, own, other))
    }

    fn symmetries(&self) -> usize {
        self.images.len()
    }
    fn image(&self, state: u128, symmetry: usize) -> u128 {
        self.board.men_image(state, &self.images[symmetry])
    }
    fn predecessors(&self, state: u128, before: &mut Vec<u128>) {
        let men = self.board.men(state);
        let mover = men.to_move.opponent();
        let (other, own) = men.sides();
        let free = self.free(&men);
        for to in own.cells() {
            let sources = (self.next[to as usize] & free).cells();
            for from in sources.filter(|&from| self.ways(mover, from) >> to & 1 == 1) {
                let moved = Men::after(mover, own & !(1 << to) | 1 << from, other);
                let earlier = self.board.pack(Men {
                    to_move: mover,
                    ..moved
                });
                if self.outcome(earlier).is_none() {
                    before.push(earlier);
                }
            }
        }
    }

    fn position_text(&self, state: u128) -> String {
        let men = self.board.men(state);
        let at = |cell: u32| match men.owner(cell) {
            Some(owner) => symbol(owner),
            None if self.points >> cell & 1 == 1 => '.',
            None => '_',
        };
        self.board.text(at) + mover_suffix(men.to_move)
    }
    fn parse_position(&self, text: &str) -> Result<u128, TextError> {
        let (rows, to_move) = split_mover(text)?;
        let mut sets = [0u64; 4];
        for (cell, found) in (0u32..).zip(self.board.parse(rows, "xo._")?) {
            sets[found] |= 1 << cell;
            let hole = self.points >> cell & 1 == 0;
            if (found == 3) != hole {
                // Every cell is one byte, and so is each separator of rows.
                let at = (cell + cell / self.board.cols) as usize;
                let why = if hole {
                    "no point is here: `_` is expected"
                } else {
                    "a point is here: `x`, `o` or `.` is expected"
                };
                return Err(TextError::new(at..at + 1, why));
            }
        }
        let [first, second, ..] = sets;
        for (player, set) in [(Player::First, first), (Player::Second, second)] {
            let men = self.start.of(player).count_ones();
            if set.count_ones() != men {
                let why = format!("{player} has {men} of `{}`", symbol(player));
                return Err(TextError::new(0..rows.len(), why));
            }
        }
        Ok(self.board.pack(Men {
            first,
            second,
            to_move,
        }))
    }
    fn move_text(&self, _: u128, mv: u32) -> String {
        format!(
            "{}-{}",
            self.board.name(mv >> 8),
            self.board.name(mv & 0xff)
        )
    }
    fn text_number(&self, mv: u32) -> Option<u32> {
        Some(mv)
    }
    fn diagram(&self, state: u128) -> Diagram {
        let note = status_of(self.outcome(state), self.to_move(state), self.has_gains());
        let mut diagram = self.board.men_diagram(state, note);
        let mut cell = 0;
        diagram.places.retain(|_| {
            cell += 1;
            self.points >> (cell - 1) & 1 == 1
        });
        for from in self.points.cells() {
            let after = (self.next[from as usize]).cells().filter(|&to| to > from);
            diagram.links.extend(after.map(|to| Link {
                from: self.place(from),
                to: self.place(to),
                directed: false,
                label: None,
            }));
        }
        diagram
    }
    fn look(&self) -> Look {
        Look::new(Ground::Cells, Glyph::Disc)
    }
    fn target(&self, _: u128, mv: u32) -> Option<usize> {
        Some(self.place(mv & 0xff))
    }
    fn source(&self, _: u128, mv: u32) -> Option<usize> {
        Some(self.place(mv >> 8))
    }
}

const NOTATION: &str = "a move is `row,column-row,column` from 1; a position is its rows joined by `/`, `x` First, `o` \
     Second, `.` a free point, `_` none, then `:second` where Second is to move";

const CAPABILITIES: &[&str] = &["keyed", "reversible", "symmetric"];

/// The registry's entry of `pong-hau-ki`.
#[derive(Clone, Copy, Debug)]
pub struct PongHauKiFamily;

impl Family for PongHauKiFamily {
    const INFO: Info = Info {
        name: "pong-hau-ki",
        title: "Pong hau k'i",
        summary: "two men each on five points; move along a line, and block the other",
        source: "Murray, \"A History of Board-Games Other Than Chess\" (1952)",
        rules_version: 1,
        params: &[],
        examples: &["pong-hau-ki"],
        files: &[],
        notation: NOTATION,
        capabilities: CAPABILITIES,
    };

    fn build<V: Visitor>(_: &Args<'_>, mut visitor: V) -> Result<V::Output, SpecError> {
        visitor.told(["First and Second have two men each. A player moves a man along a line to the free point.", STUCK_LOSES, ENDLESS_DRAW]);
        Ok(visitor.visit(Compact::new(Trails::pong_hau_ki())))
    }
}

/// The registry's entry of `hare-and-hounds`.
#[derive(Clone, Copy, Debug)]
pub struct HareAndHoundsFamily;

impl Family for HareAndHoundsFamily {
    const INFO: Info = Info {
        name: "hare-and-hounds",
        title: "Hare and hounds",
        summary: "three hounds that never go back hunt a hare; it escapes past them, or for ever",
        source: "the French military hunt in Berlekamp, Conway and Guy, \"Winning Ways\", chapter 21; who cannot move \
                 loses, and endless play is the hare's",
        rules_version: 1,
        params: &[],
        examples: &["hare-and-hounds"],
        files: &[],
        notation: NOTATION,
        capabilities: CAPABILITIES,
    };

    const UNSAID: Option<&'static str> =
        Some("the hare wins once it has passed all hounds, and no ending of a rules file is that");

    fn build<V: Visitor>(_: &Args<'_>, mut visitor: V) -> Result<V::Output, SpecError> {
        visitor.told(["First moves a hound along a line to a free point, but never back to the left. Second moves the hare along a line to a free point, in any direction.", "First wins if the hare cannot move. Second wins if the hare is to the left of all hounds, if no hound can move, or if play never ends."]);
        Ok(visitor.visit(Compact::new(Trails::hare_and_hounds())))
    }
}
