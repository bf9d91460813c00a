//! Hex: the players mark the cells of a rhombus of hexagons. First connects the upper side to the lower, Second the
//! left to the right. Exactly one of them can succeed, so there is no draw.

mod connections;

use crate::bits::Bits;
use crate::compact::board::{Board, Image, Men};
use crate::compact::{Compact, Moves, Offers, Rules};
use crate::family::{Family, Info, Visitor};
use crate::spec::{Args, Param, SpecError};
use crate::turn::status_of;
use connections::{Asked, Found, NEXT, Neighbours};
use yomikiri_core::diagram::{Glyph, Ground, Look};
use yomikiri_core::{Diagram, Outcome, Player, Score, TextError, Wdl};

/// The game on one board. Each row is half a cell further to the right than the one above.
#[derive(Debug)]
struct Hex {
    board: Board,
    images: Vec<Image>,
    neighbours: Neighbours,
}

impl Hex {
    fn new(rows: u32, cols: u32) -> Hex {
        let board = Board::new(rows, cols);
        // The half turn lists all cells in the opposite order.
        let turned = Image::new((0..board.cells()).rev().collect());
        let same = Image::new((0..board.cells()).collect());
        let mut images = vec![same, turned];
        images.dedup();
        Hex {
            neighbours: Neighbours::new(&board),
            board,
            images,
        }
    }

    /// Returns the two sides that a player connects.
    fn sides(&self, player: Player) -> (u64, u64) {
        let Board { rows, cols, .. } = self.board;
        match player {
            Player::First => (self.board.row(0), self.board.row(rows - 1)),
            Player::Second => (self.board.col(0), self.board.col(cols - 1)),
        }
    }

    /// Returns the player's cells that are connected to one of the player's sides.
    fn joined(&self, cells: u64, side: u64) -> u64 {
        let mut joined = cells & side;
        loop {
            let near = NEXT
                .iter()
                .map(|&(down, right)| self.board.shifted(joined, down, right));
            let grown = joined | near.fold(0, |near, cells| near | cells) & cells;
            if grown == joined {
                return joined;
            }
            joined = grown;
        }
    }

    /// Returns the result for the mover, if connections decide it, and otherwise the cells to which moves are
    /// confined.
    fn sight(&self, state: u128) -> (Option<Wdl>, u64) {
        let men = self.board.men(state);
        let (own, other) = men.sides();
        let free = self.board.all() & !(own | other);
        let mover = men.to_move;
        let look = |player, stones, asked| self.neighbours.look(player, stones, free, asked);
        if look(mover, own, Asked::HalfJoined) == Found::Joined {
            return (Some(Wdl::Win), u64::MAX);
        }
        match look(mover.opponent(), other, Asked::Joined) {
            Found::Joined => (Some(Wdl::Loss), 0),
            Found::Open(needed) => (None, needed),
        }
    }

    /// Returns the player's cells that are connected to both sides.
    fn chain(&self, men: &Men, player: Player) -> u64 {
        let (one, other) = self.sides(player);
        self.joined(men.of(player), one) & self.joined(men.of(player), other)
    }
}

impl Rules for Hex {
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
        0
    }
    fn to_move(&self, state: u128) -> Player {
        self.board.men(state).to_move
    }
    fn outcome(&self, state: u128) -> Option<Outcome> {
        let men = self.board.men(state);
        let joins = |player: &Player| {
            let (one, other) = self.sides(*player);
            self.joined(men.of(*player), one) & other != 0
        };
        Player::BOTH.into_iter().find(joins).map(Outcome::Win)
    }
    fn moves(&self, state: u128, moves: &mut Moves) {
        moves.extend(self.board.free(state).cells());
    }
    fn play(&self, state: u128, mv: u32) -> u128 {
        self.board.claimed(state, mv)
    }

    /// Returns the number of free cells.
    fn rank(&self, state: u128) -> u64 {
        self.board.free(state).count_ones().into()
    }
    fn draws(&self) -> bool {
        false
    }
    fn wdl(&self, state: u128) -> (Wdl, Wdl) {
        match self.sight(state).0 {
            Some(score) => (score, score),
            None => (Wdl::WORST, Wdl::BEST),
        }
    }
    /// The distance search is faster without the bounds, because connections tell nothing about plies.
    fn bounds_distances(&self) -> bool {
        false
    }
    fn sifts(&self) -> bool {
        true
    }
    fn sift(&self, state: u128, moves: &mut Vec<u32>) -> (Wdl, Wdl) {
        let (score, needed) = self.sight(state);
        match score {
            // Any move may be the winning one.
            Some(Wdl::Win) => (Wdl::Win, Wdl::Win),
            Some(score) => {
                moves.clear();
                (score, score)
            }
            None => {
                moves.retain(|&mv| needed >> mv & 1 == 1);
                (Wdl::WORST, Wdl::BEST)
            }
        }
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

    fn position_text(&self, state: u128) -> String {
        self.board.men_text(state)
    }
    fn parse_position(&self, text: &str) -> Result<u128, TextError> {
        self.board.parse_men(text)
    }
    fn move_text(&self, _: u128, mv: u32) -> String {
        self.board.name(mv)
    }
    fn text_number(&self, mv: u32) -> Option<u32> {
        Some(mv)
    }
    fn diagram(&self, state: u128) -> Diagram {
        let note = status_of(self.outcome(state), self.to_move(state), self.has_gains());
        let mut diagram = self.board.men_diagram(state, note);
        // A column of the picture is half a cell.
        for place in &mut diagram.places {
            let (layer, row, col) = place.at;
            place.at = (layer, row, 2 * col + row);
        }
        diagram
            .notes
            .push("First joins top and bottom, Second left and right".to_owned());
        diagram
    }
    /// Returns true on an empty board that is as wide as high: its reflection exchanges the players.
    fn can_steal(&self, state: u128) -> bool {
        let men = self.board.men(state);
        self.board.rows == self.board.cols && men.first | men.second == 0
    }
    fn decisive(&self, state: u128) -> Vec<usize> {
        let men = self.board.men(state);
        let chains = Player::BOTH.map(|player| self.chain(&men, player));
        (chains[0] | chains[1])
            .cells()
            .map(|cell| cell as usize)
            .collect()
    }
    fn look(&self) -> Look {
        let [across, along] = [Some(Player::First), Some(Player::Second)];
        Look {
            sides: [across, along, across, along],
            ..Look::new(Ground::Hexes, Glyph::Disc)
        }
    }
    fn target(&self, _: u128, mv: u32) -> Option<usize> {
        Some(mv as usize)
    }
    fn file_body(&self) -> Option<String> {
        let Board { rows, cols, .. } = self.board;
        Some(format!(
            "kind = \"positional\"\n\n[board]\nrows = {rows}\ncols = {cols}\ncells = \"hexes\"\n\n\
             [lines.first]\njoin = [\"top\", \"bottom\"]\n\n[lines.second]\njoin = [\"left\", \"right\"]\n"
        ))
    }
}

/// The registry's entry.
#[derive(Clone, Copy, Debug)]
pub struct HexFamily;

impl Family for HexFamily {
    const INFO: Info = Info {
        name: "hex",
        title: "Hex",
        summary: "join two opposite sides of a rhombus of hexagons: First top and bottom, Second left and right",
        source: "Piet Hein (1942) and John Nash (1948); Gardner, Scientific American (July 1957)",
        rules_version: 1,
        params: &[
            Param::int("rows", (1, 7), "3", "the number of rows"),
            Param::int("cols", (1, 7), "3", "the number of columns"),
        ],
        examples: &[
            "hex",
            "hex:rows=2,cols=2",
            "hex:rows=3,cols=4",
            "hex:rows=4,cols=4",
            "hex:rows=1,cols=1",
        ],
        files: &[],
        notation: "a move is `row,column` from 1; a position is its rows joined by `/`, `x` First, `o` Second, `.` \
                   empty, then `:second` where Second is to move",
        capabilities: &["acyclic", "keyed", "symmetric", "bounded", "ordered"],
    };

    fn build<V: Visitor>(args: &Args<'_>, mut visitor: V) -> Result<V::Output, SpecError> {
        visitor.told(["The players take turns to mark an empty cell.", "First wins with a chain of marks from the upper side to the lower, and Second with one from the left side to the right.", "One of them always succeeds, so there is no draw."]);
        // Ranges have been checked.
        let (rows, cols) = (args.int("rows") as u32, args.int("cols") as u32);
        Ok(visitor.visit(Compact::new(Hex::new(rows, cols))))
    }
}
