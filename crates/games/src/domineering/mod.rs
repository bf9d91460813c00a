//! Domineering: one player lays dominoes upright, the other flat. A player who cannot move loses.
//!
//! The rules are those of Göran Andersson's game as in Berlekamp, Conway and Guy, "Winning Ways".

mod bounds;

use crate::bits::Bits;
use crate::compact::board::{Board, Image, only};
use crate::compact::{Compact, Moves, Offers, Rules};
use crate::family::{Family, Info, STUCK_LOSES, Visitor};
use crate::placement::MOST_CELLS;
use crate::spec::{Args, Kind, Param, SpecError};
use crate::turn::{mover_suffix, split_mover, status_of};
use bounds::Way;
use yomikiri_core::capability::Key;
use yomikiri_core::diagram::{Glyph, Ground, Look, Mark};
use yomikiri_core::processor::is_x86_64_v3;
use yomikiri_core::{Diagram, Outcome, Player, TextError, Wdl};

/// The game on one board. A position is the set of covered cells, with the turn in the bit above them. It no longer
/// matters who laid a domino.
#[derive(Debug)]
struct Domineering<B> {
    board: Board<B>,
    /// The player who lays dominoes upright.
    upright: Player,
    images: Vec<Image<B>>,
    /// The directions of First's and of Second's dominoes.
    ways: [Way<B>; 2],
    /// Whether the processor is an [x86-64-v3](is_x86_64_v3): it counts and shifts long sets in fewer steps.
    is_v3: bool,
}

impl<B: Bits + Key> Domineering<B> {
    fn new(rows: u32, cols: u32, upright: Player) -> Self {
        let board = Board::new(rows, cols);
        Domineering {
            images: board.symmetries(false),
            ways: Player::BOTH.map(|player| Way::new(&board, player == upright)),
            is_v3: is_x86_64_v3(),
            board,
            upright,
        }
    }

    #[inline]
    fn covered(&self, state: u128) -> B {
        B::from_u128(state & self.board.all().into())
    }

    /// Returns the distance from a cell to the one below it or right of it, which the rest of the mover's domino
    /// covers.
    #[inline]
    fn far(&self, mover: Player) -> u32 {
        if mover == self.upright {
            self.board.cols
        } else {
            1
        }
    }

    #[inline]
    fn free(&self, state: u128) -> B {
        self.board.all() & !self.covered(state)
    }

    /// Returns the upper or left cells of the places where the mover can lay a domino.
    #[inline]
    fn places(&self, state: u128) -> B {
        let way = &self.ways[self.to_move(state) as usize];
        way.starts(self.free(state))
    }

    #[inline(always)]
    fn wdl_anywhere(&self, state: u128) -> (Wdl, Wdl) {
        let free = self.free(state);
        let mover = self.to_move(state);
        let (own, other) = (
            &self.ways[mover as usize],
            &self.ways[mover.opponent() as usize],
        );
        let wins = |way: &Way<B>, to_move, against: &Way<B>| {
            let marked = way.mark(free);
            marked.wins(to_move, against.most(free))
        };
        if wins(own, true, other) {
            (Wdl::Win, Wdl::Win)
        } else if wins(other, false, own) {
            (Wdl::Loss, Wdl::Loss)
        } else {
            (Wdl::Loss, Wdl::Win)
        }
    }

    /// A search with this hint is no shorter if it also remembers which moves did well. The hint is the mover's
    /// count less the opponent's: the most dominoes that fit the free cells, plus the most that the other player
    /// cannot prevent. Among equals, the best place on an empty board comes first.
    #[inline(always)]
    fn hint_anywhere(&self, state: u128, mv: u32, next: u128) -> i32 {
        let free = self.free(next);
        let left = |way: &Way<B>| (way.most(free) + way.safe(free)) as i32;
        let mover = self.to_move(state);
        let [own, other] = [mover, mover.opponent()].map(|player| &self.ways[player as usize]);
        128 * (left(own) - left(other)) + own.standing(mv)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn wdl_v3(&self, state: u128) -> (Wdl, Wdl) {
        self.wdl_anywhere(state)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn hint_v3(&self, state: u128, mv: u32, next: u128) -> i32 {
        self.hint_anywhere(state, mv, next)
    }
}

impl<B: Bits + Key> Rules for Domineering<B> {
    fn offers(&self) -> Offers {
        Offers {
            acyclic: true,
            bounded: true,
            ordered: true,
            normal: true,
            ..Offers::default()
        }
    }
    fn bits(&self) -> u32 {
        self.board.cells() + 1
    }
    fn holds(&self, state: u128) -> bool {
        state >> self.bits() == 0
    }

    fn start(&self) -> u128 {
        0
    }
    fn to_move(&self, state: u128) -> Player {
        Player::after((state >> self.board.cells()) as u32)
    }
    fn outcome(&self, state: u128) -> Option<Outcome> {
        let stuck = self.places(state) == B::NONE;
        stuck.then(|| Outcome::Win(self.to_move(state).opponent()))
    }
    /// The best places on an empty board come first: a search that looks at the moves in this order soon finds one
    /// whose bounds suffice.
    fn moves(&self, state: u128, moves: &mut Moves) {
        let places = self.places(state);
        for &set in self.ways[self.to_move(state) as usize].order() {
            moves.extend((places & set).cells());
        }
    }
    fn play(&self, state: u128, mv: u32) -> u128 {
        let domino = 1u128 << mv | 1 << (mv + self.far(self.to_move(state)));
        (state | domino) ^ 1 << self.board.cells()
    }

    /// Returns an upper bound on the number of dominoes that still fit the free cells.
    fn rank(&self, state: u128) -> u64 {
        u64::from(self.board.cells() - self.covered(state).count()) / 2
    }
    fn symmetries(&self) -> usize {
        self.images.len()
    }
    fn image(&self, state: u128, symmetry: usize) -> u128 {
        let covered = self.covered(state);
        let turn = state ^ covered.into();
        turn | self.images[symmetry].of(covered).into()
    }
    fn canonical(&self, state: u128) -> u128 {
        let covered = self.covered(state);
        let [least] = self.board.least([covered], false);
        (state ^ covered.into()) | least.into()
    }

    #[inline]
    fn wdl(&self, state: u128) -> (Wdl, Wdl) {
        #[cfg(target_arch = "x86_64")]
        if self.is_v3 {
            // SAFETY: the processor has its features.
            return unsafe { self.wdl_v3(state) };
        }
        self.wdl_anywhere(state)
    }
    fn hint(&self, state: u128, mv: u32) -> i32 {
        self.hint_after(state, mv, self.play(state, mv))
    }
    fn hint_after(&self, state: u128, mv: u32, next: u128) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if self.is_v3 {
            // SAFETY: the same.
            return unsafe { self.hint_v3(state, mv, next) };
        }
        self.hint_anywhere(state, mv, next)
    }

    fn turned(&self, state: u128) -> u128 {
        state ^ 1 << self.board.cells()
    }
    /// Returns the connected groups of free cells, each in the upper left corner of a board that is covered
    /// elsewhere.
    fn parts(&self, state: u128) -> Vec<u128> {
        let turn = state ^ self.covered(state).into();
        let parts = self.board.components(self.free(state)).into_iter();
        let parts = parts.filter(|part| part.count() > 1).map(|part| {
            let moved = self.images.iter().map(|image| {
                let image = image.of(part);
                image >> self.board.to_corner(image)
            });
            let least = moved.min().unwrap_or(part);
            turn | (self.board.all() & !least).into()
        });
        parts.collect()
    }
    /// Returns the part transposed, which exchanges upright and flat dominoes, if it then fits the board.
    fn negative(&self, state: u128) -> Option<u128> {
        let (rows, cols) = (self.board.rows, self.board.cols);
        let mut free = B::NONE;
        for cell in self.free(state).cells() {
            let (row, col) = (cell % cols, cell / cols);
            if row >= rows || col >= cols {
                return None;
            }
            free = free | B::bit(row * cols + col);
        }
        let turn = state ^ self.covered(state).into();
        only(self.parts(turn | (self.board.all() & !free).into()))
    }

    fn position_text(&self, state: u128) -> String {
        let covered = self.covered(state);
        let symbol = |cell| {
            if covered & B::bit(cell) != B::NONE {
                '#'
            } else {
                '.'
            }
        };
        self.board.text(symbol) + mover_suffix(self.to_move(state))
    }
    fn parse_position(&self, text: &str) -> Result<u128, TextError> {
        let (rows, to_move) = split_mover(text)?;
        let found = self.board.parse(rows, ".#")?;
        let covered = found.iter().enumerate();
        let covered = covered.fold(0, |set, (cell, &found)| set | (found as u128) << cell);
        Ok(covered | (to_move as u128) << self.board.cells())
    }
    fn move_text(&self, state: u128, mv: u32) -> String {
        let far = mv + self.far(self.to_move(state));
        format!("{}-{}", self.board.name(mv), self.board.name(far))
    }
    fn diagram(&self, state: u128) -> Diagram {
        let covered = self.covered(state);
        let mark = |cell| {
            (covered & B::bit(cell) != B::NONE).then_some(Mark {
                symbol: '#',
                owner: None,
            })
        };
        let note = status_of(self.outcome(state), self.to_move(state), self.has_gains());
        self.board.diagram(mark, note)
    }
    fn look(&self) -> Look {
        Look::new(Ground::Cells, Glyph::Domino)
    }
    fn target(&self, _: u128, mv: u32) -> Option<usize> {
        Some(mv as usize)
    }
    fn file_body(&self) -> Option<String> {
        let (rows, cols) = (self.board.rows, self.board.cols);
        if rows * cols > MOST_CELLS as u32 || rows == 1 || cols == 1 {
            return None;
        }
        let [first, second] = match self.upright {
            Player::First => ["x/x", "xx"],
            Player::Second => ["xx", "x/x"],
        };
        Some(format!(
            "kind = \"positional\"\n\n[board]\nrows = {rows}\ncols = {cols}\n\n[tiles]\nturned = false\n\n\
             [tiles.first]\nshapes = [\"{first}\"]\n\n[tiles.second]\nshapes = [\"{second}\"]\n\n\
             [moves]\nmarks = \"one\"\n\n[full]\nis = \"loss\"\n"
        ))
    }
    fn covers(&self, state: u128, mv: u32) -> Vec<usize> {
        let far = mv + self.far(self.to_move(state));
        vec![mv as usize, far as usize]
    }
}

/// The registry's entry.
#[derive(Clone, Copy, Debug)]
pub struct DomineeringFamily;

impl Family for DomineeringFamily {
    const INFO: Info = Info {
        name: "domineering",
        title: "Domineering",
        summary: "cover two free cells in turn, one player vertically, the other horizontally; a player who cannot move loses",
        source: "Göran Andersson's game; Berlekamp, Conway and Guy, \"Winning Ways\", chapter 5",
        rules_version: 1,
        params: &[
            Param::int("rows", (1, 10), "5", "the number of rows"),
            Param::int("cols", (1, 10), "5", "the number of columns"),
            Param {
                name: "first",
                kind: Kind::Choice(&["upright", "lying"]),
                default: Some("upright"),
                required: false,
                help: "the direction in which the player who starts places dominoes",
            },
        ],
        examples: &[
            "domineering",
            "domineering:rows=2,cols=3",
            "domineering:rows=3,cols=3,first=lying",
            "domineering:rows=4,cols=5",
            "domineering:rows=1,cols=1",
        ],
        files: &[],
        notation: "a move is the two cells covered, `row,column-row,column` from 1; a position is its rows \
                   joined by `/`, `#` covered and `.` free, then `:second` where Second is to move",
        capabilities: &[
            "acyclic",
            "keyed",
            "symmetric",
            "bounded",
            "ordered",
            "normal",
        ],
    };

    const UNSAID: Option<&'static str> =
        Some("a rules file of tiles has at most 60 cells, and both players have some");

    fn build<V: Visitor>(args: &Args<'_>, mut visitor: V) -> Result<V::Output, SpecError> {
        let turns = match args.get("first") {
            Some("lying") => {
                "With each move, First covers two free cells side by side (horizontally), and Second two free cells one above the other (vertically)."
            }
            _ => {
                "With each move, First covers two free cells one above the other (vertically), and Second two free cells side by side (horizontally)."
            }
        };
        visitor.told([turns, STUCK_LOSES]);
        Ok(visitor.visit(game(args)))
    }
}

/// Builds the game: not in [`build`](Family::build), which is compiled with every visitor, but once, with this crate.
#[inline(never)]
fn game(args: &Args<'_>) -> Compact {
    let upright = match args.get("first") {
        Some("lying") => Player::Second,
        _ => Player::First,
    };
    // Ranges have been checked.
    let (rows, cols) = (args.int("rows") as u32, args.int("cols") as u32);
    match rows * cols {
        0..=u64::BITS => Compact::new(Domineering::<u64>::new(rows, cols, upright)),
        _ => Compact::new(Domineering::<u128>::new(rows, cols, upright)),
    }
}
