//! The game of the amazons: two players' amazons move like chess queens. After each move the amazon that moved
//! shoots an arrow, which flies like a queen and burns the cell where it lands. No piece enters or crosses a burnt
//! cell. A player who cannot move loses.

use crate::bits::Bits;
use crate::compact::board::{Board, Image, Men, holed_look, only};
use crate::compact::{Compact, Moves, Offers, Rules};
use crate::family::{Family, Info, STUCK_LOSES, Visitor};
use crate::spec::{Args, Param, SpecError};
use crate::turn::status_of;
use yomikiri_core::diagram::{Glyph, Ground, Look};
use yomikiri_core::{Diagram, Outcome, Player, TextError};

/// The eight directions, as steps down and to the right. In the last four the cell numbers increase.
const DIRECTIONS: [(i32, i32); 8] = [
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
];

/// The game on one board. A cell that both players hold is burnt.
#[derive(Debug)]
struct Amazons {
    board: Board,
    /// The cells in each direction from each cell, on an empty board.
    rays: Vec<[u64; 8]>,
    start: Men,
    /// The symmetries of the start.
    images: Vec<Image>,
    /// The symmetries of the board, also those that do not keep the start.
    all_images: Vec<Image>,
}

/// A move: the cells from which and to which an amazon goes, and the cell that its arrow burns.
#[derive(Clone, Copy)]
struct Move {
    from: u32,
    to: u32,
    burnt: u32,
}

impl Amazons {
    fn new(rows: u32, cols: u32) -> Amazons {
        let board = Board::new(rows, cols);
        let ray = |cell: u32, (down, right): (i32, i32)| {
            let mut at = board.shifted(1 << cell, down, right);
            let mut ray = 0;
            while at != 0 {
                ray |= at;
                at = board.shifted(at, down, right);
            }
            ray
        };
        let rays = (0..board.cells())
            .map(|cell| DIRECTIONS.map(|direction| ray(cell, direction)))
            .collect();
        let start = start(&board);
        let all_images = board.symmetries(true);
        let mut images = all_images.clone();
        images.retain(|image| {
            image.of(start.first) == start.first && image.of(start.second) == start.second
        });
        Amazons {
            board,
            rays,
            start,
            images,
            all_images,
        }
    }

    /// Returns the cells that an amazon or an arrow can reach from a cell.
    #[inline]
    fn reach(&self, cell: u32, occupied: u64) -> u64 {
        let rays = &self.rays[cell as usize];
        let mut reach = 0;
        for (direction, ray) in rays.iter().enumerate() {
            let blockers = ray & occupied;
            // Only the nearest blocker counts: the highest cell in a direction where numbers fall, else the lowest.
            let beyond = match blockers {
                0 => 0,
                _ if direction < 4 => {
                    let nearest = blockers.ilog2();
                    1 << nearest | self.rays[nearest as usize][direction]
                }
                _ => {
                    let nearest = blockers.trailing_zeros();
                    1 << nearest | self.rays[nearest as usize][direction]
                }
            };
            reach |= ray & !beyond;
        }
        reach
    }

    /// Returns the cells of a set and their neighbours, also diagonal ones.
    #[inline]
    fn spread(&self, set: u64) -> u64 {
        let row = set | self.board.shifted(set, 0, 1) | self.board.shifted(set, 0, -1);
        row | self.board.shifted(row, 1, 0) | self.board.shifted(row, -1, 0)
    }

    /// Returns the amazons of the player to move, and all occupied or burnt cells.
    #[inline]
    fn sides(&self, men: &Men) -> (u64, u64) {
        let (own, other) = men.sides();
        (own & !other, own | other)
    }

    fn number(&self, Move { from, to, burnt }: Move) -> u32 {
        (from * self.board.cells() + to) * self.board.cells() + burnt
    }

    #[inline]
    fn of_number(&self, mv: u32) -> Move {
        let cells = self.board.cells();
        Move {
            from: mv / (cells * cells),
            to: mv / cells % cells,
            burnt: mv % cells,
        }
    }

    /// Returns the number of cells that the amazons of a player see.
    fn sight(&self, men: &Men, player: Player) -> u32 {
        let occupied = men.first | men.second;
        let amazons = men.of(player) & !men.of(player.opponent());
        let seen = amazons
            .cells()
            .fold(0, |seen, at| seen | self.reach(at, occupied));
        seen.count_ones()
    }
}

/// Returns the start: four amazons each near the first and the last row, as on the board of ten by ten. On boards
/// with fewer than four rows or columns each player has one, in two opposite corners.
fn start(board: &Board) -> Men {
    let at = |row: u32, col: u32| 1u64 << (row * board.cols + col);
    let (last, right) = (board.rows - 1, board.cols - 1);
    let four =
        |edge: u32, inner: u32| at(edge, 1) | at(edge, right - 1) | at(inner, 0) | at(inner, right);
    let (first, second) = match last.min(right) {
        3.. => (four(last, last - 1), four(0, 1)),
        _ => (at(last, 0), at(0, right)),
    };
    Men {
        first,
        second,
        to_move: Player::First,
    }
}

impl Rules for Amazons {
    fn offers(&self) -> Offers {
        Offers {
            acyclic: true,
            ordered: true,
            normal: true,
            ..Offers::default()
        }
    }
    fn bits(&self) -> u32 {
        self.board.men_bits()
    }
    fn holds(&self, state: u128) -> bool {
        state >> self.bits() == 0
    }

    fn start(&self) -> u128 {
        self.board.pack(self.start)
    }
    fn to_move(&self, state: u128) -> Player {
        self.board.men(state).to_move
    }
    fn outcome(&self, state: u128) -> Option<Outcome> {
        let men = self.board.men(state);
        let (own, occupied) = self.sides(&men);
        let stuck = self.spread(own) & !occupied == 0;
        stuck.then(|| Outcome::Win(men.to_move.opponent()))
    }
    fn moves(&self, state: u128, moves: &mut Moves) {
        let (own, occupied) = self.sides(&self.board.men(state));
        for from in own.cells() {
            for to in self.reach(from, occupied).cells() {
                // The cell that the amazon has left is free.
                let shots = self.reach(to, occupied & !(1 << from)).cells();
                moves.extend(shots.map(|burnt| self.number(Move { from, to, burnt })));
            }
        }
    }
    fn play(&self, state: u128, mv: u32) -> u128 {
        let men = self.board.men(state);
        let (own, other) = men.sides();
        let Move { from, to, burnt } = self.of_number(mv);
        let own = own & !(1 << from) | 1 << to | 1 << burnt;
        self.board
            .pack(Men::after(men.to_move, own, other | 1 << burnt))
    }

    /// Returns the cells that are not burnt.
    fn rank(&self, state: u128) -> u64 {
        let men = self.board.men(state);
        u64::from(self.board.cells() - (men.first & men.second).count_ones())
    }
    /// A move comes earlier the more cells the mover's amazons see after it, and the fewer the opponent's do.
    fn hint(&self, state: u128, mv: u32) -> i32 {
        self.hint_after(state, mv, self.play(state, mv))
    }
    fn hint_after(&self, state: u128, _: u32, next: u128) -> i32 {
        let mover = self.to_move(state);
        let men = self.board.men(next);
        let sight = |player| self.sight(&men, player) as i32;
        16 * (sight(mover) - sight(mover.opponent()))
    }
    fn slots(&self) -> usize {
        self.board.cells().pow(3) as usize
    }
    fn symmetries(&self) -> usize {
        self.images.len()
    }
    fn image(&self, state: u128, symmetry: usize) -> u128 {
        self.board.men_image(state, &self.images[symmetry])
    }
    fn turned(&self, state: u128) -> u128 {
        self.board.turned(state)
    }
    /// Returns the connected regions of unburnt cells in which an amazon can move.
    fn parts(&self, state: u128) -> Vec<u128> {
        let men = self.board.men(state);
        let (burnt, amazons) = (men.first & men.second, men.first ^ men.second);
        let regions = self
            .board
            .components_by(self.board.all() & !burnt, |set| self.spread(set));
        let can_move = |region: &u64| region & amazons != 0 && region & !amazons != 0;
        regions
            .into_iter()
            .filter(can_move)
            .map(|region| self.board.least_holed(men, region, &self.all_images))
            .collect()
    }
    fn negative(&self, state: u128) -> Option<u128> {
        only(self.parts(self.board.exchanged(state)))
    }

    fn position_text(&self, state: u128) -> String {
        self.board.men_text(state)
    }
    fn parse_position(&self, text: &str) -> Result<u128, TextError> {
        self.board.parse_holed(text)
    }
    fn move_text(&self, _: u128, mv: u32) -> String {
        let Move { from, to, burnt } = self.of_number(mv);
        let [from, to, burnt] = [from, to, burnt].map(|cell| self.board.name(cell));
        format!("{from}-{to}x{burnt}")
    }
    fn text_number(&self, mv: u32) -> Option<u32> {
        Some(mv)
    }
    fn diagram(&self, state: u128) -> Diagram {
        let note = status_of(self.outcome(state), self.to_move(state), self.has_gains());
        self.board.men_diagram(state, note)
    }
    fn look(&self) -> Look {
        holed_look(Ground::Checks, Glyph::Queen)
    }
    fn target(&self, _: u128, mv: u32) -> Option<usize> {
        Some(self.of_number(mv).to as usize)
    }
    fn source(&self, _: u128, mv: u32) -> Option<usize> {
        Some(self.of_number(mv).from as usize)
    }
    fn choice(&self, _: u128, mv: u32) -> Option<usize> {
        Some(self.of_number(mv).burnt as usize)
    }
}

/// The registry's entry.
#[derive(Clone, Copy, Debug)]
pub struct AmazonsFamily;

impl Family for AmazonsFamily {
    const INFO: Info = Info {
        name: "amazons",
        title: "Amazons",
        summary: "move an amazon like a queen, then burn a cell that it sees; a player who cannot move loses",
        source: "Walter Zamkauskas's game (1988); Müller, \"Solving 5x5 Amazons\" (2001); Song and Müller, \"An enhanced \
                 solver for the game of Amazons\" (2014)",
        rules_version: 1,
        params: &[
            Param::int("rows", (1, 7), "3", "the number of rows"),
            Param::int(
                "cols",
                (1, 20),
                "4",
                "the number of columns; the board has at most 49 cells",
            ),
        ],
        examples: &[
            "amazons",
            "amazons:rows=3,cols=3",
            "amazons:rows=2,cols=4",
            "amazons:rows=1,cols=6",
            "amazons:rows=1,cols=1",
        ],
        files: &[],
        notation: "a move is `1,2-3,2x3,1`: from, to, and the cell that the arrow burns, each `row,column` from 1; a position \
                   is its rows joined by `/`, `x` First, `o` Second, `.` free, `#` burnt, then `:second` where Second is to \
                   move",
        capabilities: &["acyclic", "keyed", "symmetric", "ordered", "normal"],
    };

    const UNSAID: Option<&'static str> =
        Some("a piece moves and shoots in one move, and no rules file has that");

    fn build<V: Visitor>(args: &Args<'_>, mut visitor: V) -> Result<V::Output, SpecError> {
        visitor.told(["A player moves an amazon like a chess queen. From there the amazon shoots an arrow, which flies like a queen too, and the cell where it lands is burnt.", "No amazon and no arrow enters or crosses a burnt cell or another amazon.", STUCK_LOSES]);
        // Ranges have been checked.
        let (rows, cols) = (args.int("rows") as u32, args.int("cols") as u32);
        if rows * cols > 49 {
            return Err(args.error("cols", "the board has at most 49 cells"));
        }
        Ok(visitor.visit(Compact::new(Amazons::new(rows, cols))))
    }
}
