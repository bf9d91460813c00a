//! Games of pawns that run forward: hexapawn and breakthrough.
//!
//! First's pawns stand on the last rows and go up, Second's on the first rows and go down. A pawn steps straight to
//! a free cell, and captures diagonally forward. In breakthrough it may also step diagonally to a free cell. A
//! player wins by bringing a pawn to the row farthest from home, and loses if there is no move.

use crate::bits::Bits;
use crate::compact::board::{Board, Image, Men};
use crate::compact::{Compact, Moves, Offers, Rules};
use crate::family::{Family, Info, STUCK_LOSES, Visitor};
use crate::pieces::{
    Captures, Direction, Ends, Hands, How, Kind, Onto, Over, Passes, PieceMove, PieceRules,
};
use crate::positional::Shape;
use crate::spec::{Args, Param, SpecError};
use crate::turn::status_of;
use yomikiri_core::diagram::{Glyph, Ground, Look};
use yomikiri_core::{Diagram, Outcome, Player, Score, TextError, Wdl};

/// One of the games on one board.
#[derive(Debug)]
struct Pawns {
    board: Board,
    /// The rows that a player's pawns fill at the start.
    filled: u32,
    /// Whether a pawn may step diagonally without taking.
    slants: bool,
    images: Vec<Image>,
    /// The reflection that exchanges top and bottom.
    turned: Option<Image>,
}

/// The column steps of the ways in which a pawn may go.
const WAYS: [i32; 3] = [-1, 0, 1];

/// Returns the row step of a player's pawns.
#[inline]
fn ahead(player: Player) -> i32 {
    match player {
        Player::First => -1,
        Player::Second => 1,
    }
}

impl Pawns {
    fn new(rows: u32, cols: u32, filled: u32, slants: bool) -> Pawns {
        let board = Board::new(rows, cols);
        let mut images = board.symmetries(false);
        let far = board.row(rows - 1);
        let turned = images
            .iter()
            .position(|image| image.of(far) == board.row(0));
        let turned = turned.map(|turned| images.swap_remove(turned));
        // Only reflections that exchange left and right are kept, because the players go in different directions.
        images.retain(|image| image.of(board.row(0)) == board.row(0));
        Pawns {
            board,
            filled,
            slants,
            images,
            turned,
        }
    }

    /// Returns the rules in terms of pieces.
    fn as_pieces(&self) -> Option<PieceRules> {
        let (rows, cols) = (self.board.rows, self.board.cols);
        let shape = Shape::full(1, rows as usize, cols as usize).ok()?;
        let men = self.board.men(self.start());
        let way = |right: &[i32], onto| PieceMove {
            how: How::Step,
            directions: right
                .iter()
                .map(|&right| Direction::Offset(1, right))
                .collect(),
            onto,
            over: Over::Any,
            takes: false,
            most: 0,
            far: false,
        };
        let slant = match self.slants {
            true => Onto::Any,
            false => Onto::Enemy,
        };
        Some(PieceRules {
            links: Vec::new(),
            arrows: Vec::new(),
            start: (0..rows * cols)
                .map(|cell| Some((men.owner(cell)?, 0)))
                .collect(),
            hands: Hands::default(),
            captures: Captures::default(),
            passes: Passes::default(),
            fly: [0; 2],
            mover: Player::First,
            kinds: vec![Kind {
                letter: 'p',
                name: Some("pawn".to_owned()),
                glyph: None,
                moves: vec![way(&[0], Onto::Empty), way(&[-1, 1], slant)],
                becomes: None,
                held: None,
                drops: None,
                points: 1,
            }],
            ends: Player::BOTH.map(|player| Ends {
                goal: shape.far_row(player),
                ..Ends::default()
            }),
            endless: Outcome::Draw,
            shape,
        })
    }

    /// Returns the cells that the player to move can reach in each way.
    #[inline]
    fn goals(&self, state: u128) -> [u64; 3] {
        let men = self.board.men(state);
        let (own, other) = men.sides();
        let free = self.board.all() & !(own | other);
        WAYS.map(|right| {
            let open = match right {
                0 => free,
                _ if self.slants => !own,
                _ => other,
            };
            self.board.shifted(own, ahead(men.to_move), right) & open
        })
    }

    /// Returns a lower bound on the number of moves in which a pawn certainly reaches the far row, if its player
    /// moves nothing else, `first` or after the opponent. (Saffidine, Jouandeau and Cazenave, "Solving breakthrough
    /// with race patterns and job-level proof number search", 2012, have such races as patterns.)
    ///
    /// The opponent's pawns are assumed to be on every cell that any of them could reach by then, as if all could
    /// move at each turn. The pawn keeps to cells that none of these could capture, and steps straight only if none
    /// of them could block it. So each step is possible, whatever the opponent does.
    fn race(&self, men: &Men, runner: Player, first: bool) -> Option<u32> {
        let (own, other) = (men.of(runner), men.of(runner.opponent()));
        let way = ahead(runner);
        let both = |set, way| self.board.shifted(set, way, -1) | self.board.shifted(set, way, 1);
        let reply = |here: u64, there: u64| {
            let taken = both(there, -way);
            let there = there | taken | self.board.shifted(there, -way, 0);
            (here & !taken, there)
        };
        let (mut here, mut there) = match first {
            true => (own, other),
            false => reply(own, other),
        };
        for moves in 1..self.board.rows {
            let slanting = if self.slants { both(here, way) } else { 0 };
            here = (self.board.shifted(here, way, 0) & !there | slanting) & !own;
            if here & self.far_row(runner) != 0 {
                return Some(moves);
            }
            (here, there) = reply(here, there);
            if here == 0 {
                return None;
            }
        }
        None
    }

    /// Returns the number of moves that a player's nearest pawn needs to the far row, if nothing stops it.
    fn nearest(&self, men: &Men, player: Player) -> u32 {
        let rows = self.board.rows;
        let row = |steps: u32| match player {
            Player::First => steps,
            Player::Second => rows - 1 - steps,
        };
        let mut near = (0..rows).filter(|&steps| men.of(player) & self.board.row(row(steps)) != 0);
        near.next().unwrap_or(rows)
    }

    /// Returns the farthest row for a player's pawns.
    fn far_row(&self, player: Player) -> u64 {
        match player {
            Player::First => self.board.row(0),
            Player::Second => self.board.row(self.board.rows - 1),
        }
    }

    /// Returns the cells from which and to which a move goes.
    fn ends(&self, state: u128, mv: u32) -> (u32, u32) {
        let (to, right) = (mv / 3, WAYS[mv as usize % 3]);
        let by = ahead(self.to_move(state)) * self.board.cols as i32 + right;
        (to.wrapping_add_signed(-by), to)
    }
}

impl Rules for Pawns {
    fn pieces(&self) -> Option<PieceRules> {
        self.as_pieces()
    }
    fn offers(&self) -> Offers {
        Offers {
            acyclic: true,
            reversible: true,
            merged: true,
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
        let rows =
            |from: u32| (from..from + self.filled).fold(0, |set, row| set | self.board.row(row));
        self.board.pack(Men {
            first: rows(self.board.rows - self.filled),
            second: rows(0),
            to_move: Player::First,
        })
    }
    fn to_move(&self, state: u128) -> Player {
        self.board.men(state).to_move
    }
    /// If both players have reached their rows (no play leads there), the player who moved last wins.
    fn outcome(&self, state: u128) -> Option<Outcome> {
        let men = self.board.men(state);
        let last = men.to_move.opponent();
        let reached = |player: &Player| men.of(*player) & self.far_row(*player) != 0;
        if let Some(winner) = [last, men.to_move].into_iter().find(reached) {
            return Some(Outcome::Win(winner));
        }
        (self.goals(state) == [0; 3]).then_some(Outcome::Win(last))
    }
    fn moves(&self, state: u128, moves: &mut Moves) {
        for (way, goals) in (0..).zip(self.goals(state)) {
            moves.extend(goals.cells().map(|to| 3 * to + way));
        }
    }
    fn play(&self, state: u128, mv: u32) -> u128 {
        let men = self.board.men(state);
        let (own, other) = men.sides();
        let (from, to) = self.ends(state, mv);
        let (own, other) = (own & !(1 << from) | 1 << to, other & !(1 << to));
        self.board.pack(Men::after(men.to_move, own, other))
    }

    /// Returns the number of rows that all pawns still have to go.
    fn rank(&self, state: u128) -> u64 {
        let men = self.board.men(state);
        let rows = self.board.rows;
        let to_go = |row: u32| {
            let of_row = |men: u64| (men & self.board.row(row)).count_ones();
            of_row(men.first) * row + of_row(men.second) * (rows - 1 - row)
        };
        (0..rows).map(to_go).sum::<u32>().into()
    }
    fn draws(&self) -> bool {
        false
    }
    /// The player who moved last took a step, and perhaps captured a pawn where it ended. (Play reaches no position
    /// with more pawns than at the start.)
    fn predecessors(&self, state: u128, before: &mut Vec<u128>) {
        let men = self.board.men(state);
        let mover = men.to_move.opponent();
        let (own, other) = (men.of(mover), men.of(men.to_move));
        let free = self.board.all() & !(own | other);
        let all = self.filled * self.board.cols;
        for right in WAYS {
            let sources = self.board.shifted(own, -ahead(mover), -right) & free;
            for from in sources.cells() {
                let to = self.board.shifted(1 << from, ahead(mover), right);
                let own = own & !to | 1 << from;
                let stepped = (right == 0 || self.slants).then_some(other);
                let took = (right != 0 && other.count_ones() < all).then_some(other | to);
                for other in stepped.into_iter().chain(took) {
                    // The opponent is to move in the resulting position, so the mover is right.
                    let men = Men::after(men.to_move, other, own);
                    let state = self.board.pack(men);
                    if self.outcome(state).is_none() {
                        before.push(state);
                    }
                }
            }
        }
    }
    /// A player wins the race with a certain run that is short enough to finish before the opponent's nearest pawn
    /// can.
    fn wdl(&self, state: u128) -> (Wdl, Wdl) {
        let men = self.board.men(state);
        let (mover, other) = (men.to_move, men.to_move.opponent());
        let run = self.race(&men, mover, true);
        if run.is_some_and(|moves| moves <= self.nearest(&men, other)) {
            return (Wdl::Win, Wdl::Win);
        }
        let run = self.race(&men, other, false);
        match run.is_some_and(|moves| moves < self.nearest(&men, mover)) {
            true => (Wdl::Loss, Wdl::Loss),
            false => (Wdl::WORST, Wdl::BEST),
        }
    }
    /// A move comes earlier the farther the pawn gets. A capture is worth three rows.
    fn hint(&self, state: u128, mv: u32) -> i32 {
        let men = self.board.men(state);
        let (_, other) = men.sides();
        let to = mv / 3;
        let row = to / self.board.cols;
        let gone = match men.to_move {
            Player::First => self.board.rows - 1 - row,
            Player::Second => row,
        };
        let taken = (other >> to & 1) as i32;
        20 * gone as i32 + 60 * taken
    }
    fn slots(&self) -> usize {
        3 * self.board.cells() as usize
    }
    fn symmetries(&self) -> usize {
        self.images.len()
    }
    fn image(&self, state: u128, symmetry: usize) -> u128 {
        self.board.men_image(state, &self.images[symmetry])
    }

    /// The board upside down exchanges the players' moves, so the mover always stands below.
    fn merged_key(&self, state: u128) -> u128 {
        let men = self.board.men(state);
        let state = match (&self.turned, men.to_move) {
            (Some(turned), Player::Second) => self.board.pack(Men {
                first: turned.of(men.second),
                second: turned.of(men.first),
                to_move: Player::First,
            }),
            _ => state,
        };
        self.key(self.canonical(state))
    }

    fn position_text(&self, state: u128) -> String {
        self.board.men_text(state)
    }
    fn parse_position(&self, text: &str) -> Result<u128, TextError> {
        self.board.parse_men(text)
    }
    fn move_text(&self, state: u128, mv: u32) -> String {
        let (from, to) = self.ends(state, mv);
        format!("{}-{}", self.board.name(from), self.board.name(to))
    }
    fn diagram(&self, state: u128) -> Diagram {
        let note = status_of(self.outcome(state), self.to_move(state), self.has_gains());
        self.board.men_diagram(state, note)
    }
    fn decisive(&self, state: u128) -> Vec<usize> {
        let men = self.board.men(state);
        let there = Player::BOTH.map(|player| men.of(player) & self.far_row(player));
        (there[0] | there[1])
            .cells()
            .map(|cell| cell as usize)
            .collect()
    }
    fn look(&self) -> Look {
        Look::new(Ground::Checks, Glyph::Pawn)
    }
    fn target(&self, state: u128, mv: u32) -> Option<usize> {
        Some(self.ends(state, mv).1 as usize)
    }
    fn source(&self, state: u128, mv: u32) -> Option<usize> {
        Some(self.ends(state, mv).0 as usize)
    }
}

const NOTATION: &str = "a move is `row,column-row,column` from 1; a position is its rows joined by `/`, `x` First (who goes \
     up), `o` Second, `.` empty, then `:second` where Second is to move";

const CAPABILITIES: &[&str] = &[
    "acyclic",
    "keyed",
    "merged",
    "reversible",
    "symmetric",
    "bounded",
    "ordered",
];

/// The registry's entry of `hexapawn`.
#[derive(Clone, Copy, Debug)]
pub struct HexapawnFamily;

impl Family for HexapawnFamily {
    const INFO: Info = Info {
        name: "hexapawn",
        title: "Hexapawn",
        summary: "pawns step on and take diagonally; reach the far row, or leave the other no move",
        source: "Gardner, \"How to build a game-learning machine\", Scientific American (March 1962)",
        rules_version: 1,
        params: &[
            Param::int("rows", (3, 7), "3", "the number of rows"),
            Param::int("cols", (1, 7), "3", "the number of columns"),
        ],
        examples: &[
            "hexapawn",
            "hexapawn:rows=3,cols=4",
            "hexapawn:rows=4,cols=3",
            "hexapawn:rows=5,cols=1",
        ],
        files: &[],
        notation: NOTATION,
        capabilities: CAPABILITIES,
    };

    fn build<V: Visitor>(args: &Args<'_>, mut visitor: V) -> Result<V::Output, SpecError> {
        visitor.told(["First's pawns go up, and Second's go down. A pawn steps straight forward to an empty cell, or takes a pawn of the opponent diagonally forward.", "Whoever brings a pawn to the far row wins.", STUCK_LOSES]);
        // Ranges have been checked.
        let (rows, cols) = (args.int("rows") as u32, args.int("cols") as u32);
        Ok(visitor.visit(Compact::new(Pawns::new(rows, cols, 1, false))))
    }
}

/// The registry's entry of `breakthrough`.
#[derive(Clone, Copy, Debug)]
pub struct BreakthroughFamily;

impl Family for BreakthroughFamily {
    const INFO: Info = Info {
        name: "breakthrough",
        title: "Breakthrough",
        summary: "pieces step on, straight or diagonally, and take diagonally; reach the far row",
        source: "Dan Troyka's game (2000); Handscomb, \"8x8 game design competition\", Abstract Games 7 (2001)",
        rules_version: 1,
        params: &[
            Param::int("rows", (4, 7), "5", "the number of rows"),
            // In one column two pieces could block each other, which the rules do not cover.
            Param::int("cols", (2, 7), "4", "the number of columns"),
            Param::int(
                "ranks",
                (1, 2),
                "2",
                "the rows of pieces that each player begins with",
            ),
        ],
        examples: &[
            "breakthrough",
            "breakthrough:rows=4,cols=2",
            "breakthrough:rows=4,cols=3",
            "breakthrough:rows=5,cols=2",
            "breakthrough:rows=4,cols=3,ranks=1",
        ],
        files: &[],
        notation: NOTATION,
        capabilities: CAPABILITIES,
    };

    fn build<V: Visitor>(args: &Args<'_>, mut visitor: V) -> Result<V::Output, SpecError> {
        visitor.told(["First's pieces go up, and Second's go down. A piece steps forward to an empty cell, straight or diagonally, or takes a piece of the opponent diagonally forward.", "Whoever brings a piece to the far row wins.", STUCK_LOSES]);
        // Ranges have been checked.
        let [rows, cols, ranks] = ["rows", "cols", "ranks"].map(|name| args.int(name) as u32);
        Ok(visitor.visit(Compact::new(Pawns::new(rows, cols, ranks, true))))
    }
}
