//! Col and snort: two players colour the cells of a board, each in their own colour. In col no two neighbours may
//! have the same colour, and in snort no two may have different ones. A player who cannot move loses.

use crate::bits::Bits;
use crate::compact::board::{Board, Image, Men, holed_look, only};
use crate::compact::{Compact, Moves, Offers, Parts, Rules};
use crate::family::{Family, Info, STUCK_LOSES, Visitor};
use crate::spec::{Args, Param, SpecError};
use crate::turn::status_of;
use yomikiri_core::diagram::{Glyph, Ground, Look};
use yomikiri_core::{Diagram, Outcome, Player, TextError};

/// The game on one board. A cell that both players hold is a hole.
#[derive(Debug)]
struct Colouring {
    board: Board,
    images: Vec<Image>,
    /// Whether neighbours must differ in colour (col) rather than agree (snort).
    differ: bool,
}

impl Colouring {
    fn new(rows: u32, cols: u32, differ: bool) -> Colouring {
        let board = Board::new(rows, cols);
        Colouring {
            images: board.symmetries(true),
            board,
            differ,
        }
    }

    /// Returns the cells that a player may colour.
    #[inline]
    fn allowed(&self, men: &Men, player: Player) -> u64 {
        let (own, other) = (men.of(player), men.of(player.opponent()));
        let against = if self.differ {
            own & !other
        } else {
            other & !own
        };
        self.board.all() & !(own | other) & !self.board.beside(against)
    }

    /// Returns the cells that some player may colour.
    #[inline]
    fn open(&self, men: &Men) -> u64 {
        self.allowed(men, Player::First) | self.allowed(men, Player::Second)
    }

    /// Returns a group of cells that some player may colour, with the coloured cells beside it.
    #[inline]
    fn kept(&self, men: &Men, group: u64) -> u64 {
        group | self.board.beside(group) & (men.first ^ men.second)
    }
}

impl Rules for Colouring {
    fn offers(&self) -> Offers {
        Offers {
            acyclic: true,
            bounded: true,
            merged: true,
            ordered: true,
            normal: true,
            small_parts: true,
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
        0
    }
    fn to_move(&self, state: u128) -> Player {
        self.board.men(state).to_move
    }
    fn outcome(&self, state: u128) -> Option<Outcome> {
        let men = self.board.men(state);
        let stuck = self.allowed(&men, men.to_move) == 0;
        stuck.then(|| Outcome::Win(men.to_move.opponent()))
    }
    fn moves(&self, state: u128, moves: &mut Moves) {
        let men = self.board.men(state);
        moves.extend(self.allowed(&men, men.to_move).cells());
    }
    fn play(&self, state: u128, mv: u32) -> u128 {
        self.board.claimed(state, mv)
    }

    /// Returns the number of free cells.
    fn rank(&self, state: u128) -> u64 {
        self.board.free(state).count_ones().into()
    }
    /// Returns the key of the cells that each player may colour, the mover first. They decide all further play: a move
    /// takes its cell from both, and the cells beside it from one of them.
    fn merged_key(&self, state: u128) -> u128 {
        let men = self.board.men(state);
        let sets = [men.to_move, men.to_move.opponent()].map(|player| self.allowed(&men, player));
        self.board.least_image(sets)
    }
    /// Returns the number of cells left to the mover, less the number left to the opponent.
    fn hint(&self, state: u128, mv: u32) -> i32 {
        let mover = self.to_move(state);
        let men = self.board.men(self.play(state, mv));
        let left = |player| self.allowed(&men, player).count_ones() as i32;
        16 * (left(mover) - left(mover.opponent()))
    }
    fn slots(&self) -> usize {
        self.board.cells() as usize
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
    /// Returns the connected groups of cells that some player may colour, with the coloured cells beside them.
    fn parts(&self, state: u128) -> Vec<u128> {
        let men = self.board.men(state);
        let groups = self.board.components(self.open(&men)).into_iter();
        let part = |group| {
            self.board
                .least_holed(men, self.kept(&men, group), &self.images)
        };
        groups.map(part).collect()
    }
    fn small_parts(&self, state: u128, parts: &mut Parts) -> bool {
        let men = self.board.men(state);
        let groups = self
            .board
            .small_components(self.open(&men), |set| self.board.beside(set));
        let Some(groups) = groups else {
            return false;
        };
        let part = |group| self.board.holed(men, self.kept(&men, group));
        parts.extend(groups.into_iter().map(part));
        true
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
        self.board.name(mv)
    }
    fn text_number(&self, mv: u32) -> Option<u32> {
        Some(mv)
    }
    fn diagram(&self, state: u128) -> Diagram {
        let note = status_of(self.outcome(state), self.to_move(state), self.has_gains());
        self.board.men_diagram(state, note)
    }
    fn look(&self) -> Look {
        holed_look(Ground::Cells, Glyph::Disc)
    }
    fn target(&self, _: u128, mv: u32) -> Option<usize> {
        Some(mv as usize)
    }
    fn file_body(&self) -> Option<String> {
        let Board { rows, cols, .. } = self.board;
        let apart = if self.differ { "alike" } else { "unlike" };
        Some(format!(
            "kind = \"positional\"\n\n[board]\nrows = {rows}\ncols = {cols}\n\n[moves]\napart = \"{apart}\"\n\n\
             [full]\nis = \"loss\"\n"
        ))
    }
}

const PARAMS: &[Param] = &[
    Param::int("rows", (1, 7), "3", "the number of rows"),
    Param::int(
        "cols",
        (1, 20),
        "3",
        "the number of columns; the board has at most 49 cells",
    ),
];

const NOTATION: &str = "a move is `row,column` from 1; a position is its rows joined by `/`, `x` First, `o` Second, `.` \
                        free, `#` no cell, then `:second` where Second is to move";

fn build<V: Visitor>(args: &Args<'_>, differ: bool, visitor: V) -> Result<V::Output, SpecError> {
    // Ranges have been checked.
    let (rows, cols) = (args.int("rows") as u32, args.int("cols") as u32);
    if rows * cols > 49 {
        return Err(args.error("cols", "the board has at most 49 cells"));
    }
    Ok(visitor.visit(Compact::new(Colouring::new(rows, cols, differ))))
}

/// The registry's entry of col.
#[derive(Clone, Copy, Debug)]
pub struct ColFamily;

impl Family for ColFamily {
    const INFO: Info = Info {
        name: "col",
        title: "Col",
        summary: "colour a cell in your colour that no neighbour has; a player who cannot move loses",
        source: "Colin Vout's game; Berlekamp, Conway and Guy, \"Winning Ways\", chapter 2",
        rules_version: 1,
        params: PARAMS,
        examples: &[
            "col",
            "col:rows=2,cols=4",
            "col:rows=1,cols=7",
            "col:rows=1,cols=1",
        ],
        files: &[],
        notation: NOTATION,
        capabilities: &[
            "acyclic",
            "keyed",
            "merged",
            "symmetric",
            "bounded",
            "ordered",
            "normal",
        ],
    };

    fn build<V: Visitor>(args: &Args<'_>, mut visitor: V) -> Result<V::Output, SpecError> {
        visitor.told(["The players take turns to colour an empty cell in their own colour. Two cells of the same colour may not share a side.", STUCK_LOSES]);
        build(args, true, visitor)
    }
}

/// The registry's entry of snort.
#[derive(Clone, Copy, Debug)]
pub struct SnortFamily;

impl Family for SnortFamily {
    const INFO: Info = Info {
        name: "snort",
        title: "Snort",
        summary: "colour a cell in your colour beside none of the opponent's; a player who cannot move loses",
        source: "Simon Norton's game; Berlekamp, Conway and Guy, \"Winning Ways\", chapter 6",
        rules_version: 1,
        params: PARAMS,
        examples: &[
            "snort",
            "snort:rows=2,cols=4",
            "snort:rows=1,cols=7",
            "snort:rows=1,cols=1",
        ],
        files: &[],
        notation: NOTATION,
        capabilities: &[
            "acyclic",
            "keyed",
            "merged",
            "symmetric",
            "bounded",
            "ordered",
            "normal",
        ],
    };

    fn build<V: Visitor>(args: &Args<'_>, mut visitor: V) -> Result<V::Output, SpecError> {
        visitor.told(["The players take turns to colour an empty cell in their own colour. Two cells of different colours may not share a side.", STUCK_LOSES]);
        build(args, false, visitor)
    }
}
