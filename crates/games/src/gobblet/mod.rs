//! Gobblet Gobblers: cups on three by three cells, where larger cups cover smaller ones. Endless play is a draw.
//!
//! * A move brings a new cup to the board, or moves an uncovered cup to another cell. The target cell is empty or
//!   has only smaller cups.
//! * Three uncovered cups of a player in a row win. The cups that a move uncovers count before the cup is put down:
//!   a player who thereby shows a row of the opponent loses, even with a row of their own, unless the cup covers
//!   this row again.

mod cups;
mod notation;

use crate::bits::Bits;
use crate::compact::{Compact, Moves, Offers, Rules};
use crate::family::{ENDLESS_DRAW, Family, Info, Visitor};
use crate::spec::{Args, Param, SpecError};
use crate::turn::status_of;
use cups::{ALL, CELLS, Gobblet, SIZES, TO_MOVE, cup, cups, ends, mover};
use yomikiri_core::diagram::{Glyph, Ground, Hand, Look};
use yomikiri_core::{Diagram, Outcome, Player, TextError};

impl Rules for Gobblet {
    fn offers(&self) -> Offers {
        Offers {
            reversible: true,
            ..Offers::default()
        }
    }
    fn bits(&self) -> u32 {
        TO_MOVE + 1
    }
    fn holds(&self, state: u128) -> bool {
        let fits = |size| {
            let [first, second] = Player::BOTH.map(|player| cups(state, player, size));
            let most = if size < self.sizes { self.each } else { 0 };
            first & second == 0 && first.count_ones().max(second.count_ones()) <= most
        };
        state >> self.bits() == 0 && (0..SIZES).all(fits)
    }

    fn start(&self) -> u128 {
        0
    }
    fn to_move(&self, state: u128) -> Player {
        mover(state)
    }
    fn outcome(&self, state: u128) -> Option<Outcome> {
        // No player is ever without a move: at most six of the largest cups are on nine cells, and the mover can
        // lift one or has one in hand.
        self.row(state).map(|(winner, _)| Outcome::Win(winner))
    }
    fn moves(&self, state: u128, moves: &mut Moves) {
        self.moves_of(state, moves);
    }
    fn play(&self, state: u128, mv: u32) -> u128 {
        let (mover, (from, to)) = (self.to_move(state), ends(mv));
        let passed = state ^ 1 << TO_MOVE;
        if let Some(size) = from.checked_sub(CELLS) {
            return passed | cup(mover, size, to);
        }
        let is_lifted = |size: &u32| cups(state, mover, *size) >> from & 1 == 1;
        match (0..self.sizes).rfind(is_lifted) {
            Some(size) => passed & !cup(mover, size, from) | cup(mover, size, to),
            None => passed,
        }
    }

    fn symmetries(&self) -> usize {
        self.images.len()
    }
    fn image(&self, state: u128, symmetry: usize) -> u128 {
        self.images[symmetry].of(state as u64).into()
    }
    fn predecessors(&self, state: u128, before: &mut Vec<u128>) {
        let mover = self.to_move(state).opponent();
        for size in 0..self.sizes {
            for to in self.free(state, mover, size).cells() {
                let lifted = (state & !cup(mover, size, to)) ^ 1 << TO_MOVE;
                let room = ALL & !self.taken(lifted, size) & !(1 << to);
                let moved = room.cells().map(|from| lifted | cup(mover, size, from));
                let was = std::iter::once(lifted).chain(moved);
                before.extend(was.filter(|&state| self.row(state).is_none()));
            }
        }
    }

    fn position_text(&self, state: u128) -> String {
        notation::text(state, mover(state))
    }
    fn parse_position(&self, text: &str) -> Result<u128, TextError> {
        self.parse(text)
    }
    fn move_text(&self, _: u128, mv: u32) -> String {
        notation::move_text(mv)
    }
    fn text_number(&self, mv: u32) -> Option<u32> {
        Some(mv)
    }
    fn diagram(&self, state: u128) -> Diagram {
        self.drawn(
            state,
            status_of(self.outcome(state), self.to_move(state), false),
        )
    }
    fn look(&self) -> Look {
        Look {
            hands: true,
            ..Look::new(Ground::Cells, Glyph::Token)
        }
    }
    fn hands(&self, state: u128) -> Vec<Hand> {
        self.in_hand(state).map(|(_, hand)| hand).collect()
    }
    fn decisive(&self, state: u128) -> Vec<usize> {
        let line = self.row(state).map_or(0, |(_, line)| line);
        line.cells().map(|cell| cell as usize).collect()
    }
    fn target(&self, _: u128, mv: u32) -> Option<usize> {
        Some(ends(mv).1 as usize)
    }
    fn source(&self, state: u128, mv: u32) -> Option<usize> {
        let (from, _) = ends(mv);
        let Some(size) = from.checked_sub(CELLS) else {
            return Some(from as usize);
        };
        let wanted = (self.to_move(state), size);
        let hand = self.in_hand(state).position(|(cup, _)| cup == wanted)?;
        Some(CELLS as usize + hand)
    }
}

/// The registry's entry.
#[derive(Clone, Copy, Debug)]
pub struct GobbletFamily;

impl Family for GobbletFamily {
    const INFO: Info = Info {
        name: "gobblet-gobblers",
        title: "Gobblet Gobblers",
        summary: "three cups in a row on 3 x 3 cells; a larger cup covers a smaller one",
        source: "Thierry Denoual (2003); as solved by Laurent (2020), endless play a draw",
        rules_version: 1,
        params: &[
            Param::int("sizes", (1, 3), "3", "the sizes of cups"),
            Param::int(
                "each",
                (1, 3),
                "2",
                "the cups of each size that a player has",
            ),
        ],
        examples: &["gobblet-gobblers", "gobblet-gobblers:each=1"],
        files: &[],
        notation: "who lifts a cup and so shows a row of the other player has lost, unless the cup covers this row again; a move is `row,column-row,column` from 1, a new cup its size, `*` and `row,column`; a position is its \
                   rows joined by `/`, of cells joined by `,`: the cups from the smallest, `S`, `M`, `L`, Second's small, \
                   or `.`; then `:second` where Second is to move",
        capabilities: &["keyed", "reversible", "symmetric"],
    };

    const UNSAID: Option<&'static str> = Some(
        "a cup covers another, which counts again when the cup goes, and no rules file has that",
    );

    fn build<V: Visitor>(args: &Args<'_>, mut visitor: V) -> Result<V::Output, SpecError> {
        let (sizes, each) = (args.int("sizes") as u32, args.int("each") as u32);
        let cups = format!("Each player has cups of sizes 1 to {sizes}, so many of each: {each}.");
        visitor.told([&*cups, "The players take turns to put down a new cup, or to move a cup of their own that is not covered. It goes to an empty cell, or covers smaller cups of either player.", "Whoever has three uncovered cups in a row wins, across, down or diagonally. A player who lifts a cup and so shows a row of the opponent loses, unless the cup covers this row again.", ENDLESS_DRAW]);
        Ok(visitor.visit(Compact::new(Gobblet::new(sizes, each))))
    }
}
