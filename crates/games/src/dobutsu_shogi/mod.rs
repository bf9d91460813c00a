//! Dobutsu shogi (animal shogi): shogi on three columns and four rows, with a lion, a giraffe, an elephant
//! and a chick each. Endless play is a draw.
//!
//! * The **lion** moves one step in any direction, the **giraffe** straight, the **elephant** diagonally, and the
//!   **chick** forward. A chick that moves to the farthest row becomes a **hen**, which moves in any direction
//!   except diagonally backward.
//! * A captured piece goes to the capturer's hand, a hen as a chick. Instead of a move, a player may drop it on any
//!   free cell, also on the farthest row, where a chick stays a chick.
//! * A player who takes the lion (the catch) wins. A player who has moved wins if their own lion is on the farthest
//!   row and cannot be taken at once (the try). A player who cannot move loses.
//! * With `catch=must` a player who can take the lion has to. Nothing wins sooner, so every value and its length are
//!   the same as without it (a try that wins as soon is then not a legal move). But play reaches fewer positions:
//!   those that Tanaka counts, with both lions, from the view of the player to move, and with mirror images counted
//!   once.

mod animals;
mod notation;
mod placement;

use crate::compact::{Compact, Moves, Offers, Rules};
use crate::family::{ENDLESS_DRAW, Family, Info, STUCK_LOSES, Visitor};
use crate::spec::{Args, Kind, Param, SpecError};
use animals::{CELLS, CHICK, HANDS, HEN, LION, Piece, far_row, in_hand, row};
use placement::{BITS, Placement, ends};
use yomikiri_core::diagram::{Glyph, Ground, Hand, Look};
use yomikiri_core::{Diagram, Outcome, Player, TextError};

/// Returns the position after a move, packed as before. Enumerating games does little else.
fn play(state: u64, mv: u32) -> u64 {
    let (from, to) = ends(mv);
    let mover = Player::after((state >> (BITS - 1)) as u32);
    let passed = state ^ 1 << (BITS - 1);
    if let Some(kind) = from.checked_sub(CELLS) {
        let piece = Piece {
            owner: mover,
            kind: kind as u8,
        };
        return passed - one_held(mover, kind) + (piece.code() << (4 * to));
    }
    let on = |cell: usize| Piece::of_code(state >> (4 * cell) & 15);
    let mut next = passed & !(15 << (4 * from)) & !(15 << (4 * to));
    if let Some(taken) = on(to)
        && taken.kind != LION
    {
        next += one_held(mover, in_hand(taken.kind));
    }
    let Some(piece) = on(from) else {
        return next;
    };
    let grown = piece.kind == CHICK && row(to) == far_row(mover);
    let kind = if grown { HEN } else { piece.kind };
    next | Piece { kind, ..piece }.code() << (4 * to)
}

/// Returns the unit of a piece of this kind in a player's hand, in a packed position.
fn one_held(player: Player, kind: usize) -> u64 {
    1 << (4 * CELLS + 2 * (HANDS * player as usize + kind))
}

/// The game.
#[derive(Debug)]
struct DobutsuShogi {
    /// Whether a player who can take the lion must do so.
    must_catch: bool,
}

impl Rules for DobutsuShogi {
    fn offers(&self) -> Offers {
        Offers {
            reversible: true,
            ..Offers::default()
        }
    }
    fn bits(&self) -> u32 {
        BITS
    }
    fn holds(&self, state: u128) -> bool {
        Placement::unpack(state).is_some_and(|table| table.complete())
    }

    fn start(&self) -> u128 {
        Placement::start().pack()
    }
    fn to_move(&self, state: u128) -> Player {
        Player::after((state >> (BITS - 1)) as u32)
    }
    fn outcome(&self, state: u128) -> Option<Outcome> {
        Placement::at(state).outcome()
    }
    fn moves(&self, state: u128, moves: &mut Moves) {
        let table = Placement::at(state);
        table.moves(moves);
        if self.must_catch
            && let Some(lion) = table.catch()
        {
            moves.retain(|mv| ends(*mv).1 == lion);
        }
    }
    fn play(&self, state: u128, mv: u32) -> u128 {
        play(state as u64, mv).into()
    }

    /// The mirror symmetry exchanges left and right.
    fn symmetries(&self) -> usize {
        2
    }
    fn image(&self, state: u128, symmetry: usize) -> u128 {
        // The middle column stays.
        const LEFT: u128 = 0x00F_00F_00F_00F;
        match symmetry {
            0 => state,
            _ => {
                let kept = state & !(LEFT | LEFT << 8);
                kept | (state & LEFT) << 8 | state >> 8 & LEFT
            }
        }
    }
    fn predecessors(&self, state: u128, before: &mut Vec<u128>) {
        let table = Placement::at(state);
        let caught = table.lion(table.to_move).is_none();
        table.before(|table| {
            let spared = self.must_catch && !caught && table.catch().is_some();
            if !spared && table.outcome().is_none() {
                before.push(table.pack());
            }
        });
    }

    fn position_text(&self, state: u128) -> String {
        Placement::at(state).text()
    }
    fn parse_position(&self, text: &str) -> Result<u128, TextError> {
        Placement::parse(text).map(|table| table.pack())
    }
    fn move_text(&self, _: u128, mv: u32) -> String {
        notation::move_text(mv)
    }
    fn text_number(&self, mv: u32) -> Option<u32> {
        Some(mv)
    }
    fn diagram(&self, state: u128) -> Diagram {
        Placement::at(state).diagram()
    }
    fn look(&self) -> Look {
        Look {
            hands: true,
            ..Look::new(Ground::Cells, Glyph::Tile)
        }
    }
    fn hands(&self, state: u128) -> Vec<Hand> {
        Placement::at(state).in_hand().collect()
    }
    fn target(&self, _: u128, mv: u32) -> Option<usize> {
        Some(ends(mv).1)
    }
    fn source(&self, state: u128, mv: u32) -> Option<usize> {
        let (from, _) = ends(mv);
        match from.checked_sub(CELLS) {
            None => Some(from),
            Some(kind) => Placement::at(state)
                .hand_of_mover(kind)
                .map(|hand| CELLS + hand),
        }
    }
}

/// The registry's entry.
#[derive(Clone, Copy, Debug)]
pub struct DobutsuShogiFamily;

impl Family for DobutsuShogiFamily {
    const INFO: Info = Info {
        name: "dobutsu-shogi",
        title: "Dobutsu shogi",
        summary: "shogi of four animals each on 3 x 4 cells; take the lion, or bring yours across",
        source: "Kitao Madoka and Fujita Maiko (2008); as solved by Tanaka Tetsuro (2009), endless play a draw",
        rules_version: 1,
        params: &[Param {
            name: "catch",
            kind: Kind::Choice(&["may", "must"]),
            default: Some("may"),
            required: false,
            help: "whether a player who can take the lion has to: the same values, fewer positions",
        }],
        examples: &["dobutsu-shogi", "dobutsu-shogi:catch=must"],
        files: &[],
        notation: "a move is `row,column-row,column` from 1, a drop the animal, `*` and `row,column`; a position is its \
                   rows joined by `/`, `L` lion, `G` giraffe, `E` elephant, `C` chick, `H` hen, Second's small, `.` \
                   empty, then `+` and what is in hand, then `:second` where Second is to move",
        capabilities: &["keyed", "reversible", "symmetric"],
    };

    const UNSAID: Option<&'static str> = Some(
        "a lion on the farthest row wins only if it cannot be taken at once, which no rules file can express",
    );

    fn build<V: Visitor>(args: &Args<'_>, mut visitor: V) -> Result<V::Output, SpecError> {
        let must_catch = args.get("catch") == Some("must");
        let told = [
            "The lion moves one step in any direction, the giraffe straight, the elephant diagonally, and the chick forward. A chick that moves to the far row becomes a hen, which moves in all directions except diagonally back.",
            "A piece moves to an empty cell, or takes a piece of the opponent. The player who took it may later drop it on any empty cell in place of a move, a hen as a chick.",
            "A player wins who takes the opponent's lion, or whose own lion stands on the far row and cannot be taken at once.",
            STUCK_LOSES,
            ENDLESS_DRAW,
        ];
        let must = must_catch.then_some("A player who can take the lion has to.");
        visitor.told(told.into_iter().chain(must));
        Ok(visitor.visit(Compact::new(DobutsuShogi { must_catch })))
    }
}
