//! Dobutsu shogi (animal shogi): shogi on three columns and four rows, with a lion, a giraffe, an elephant
//! and a chick each. Play may go round for ever, which is a draw.
//!
//! * The **lion** goes one step any way, the **giraffe** straight, the **elephant** aslant, the **chick**
//!   forward; a chick that moves to the farthest row becomes a **hen**, which goes any way but aslant
//!   backward.
//! * A piece that is taken goes to the hand of who took it, a hen as a chick, and may be dropped on any free
//!   cell instead of a move, also on the farthest row, where a chick stays one.
//! * Who takes the lion (the catch) has won. Who has moved, and whose lion stands on the farthest row where it cannot be
//!   taken at once (the try), has won. Who cannot move has lost.
//! * With `catch=must` who can take the lion has to. Nothing wins sooner, and so every value and its length
//!   are as they are without (a try that wins as soon is no move then); but play reaches fewer positions, those that
//!   Tanaka counts: with both lions, seen from the side of the player to move, mirror images as one.

mod animals;
mod notation;

use crate::compact::{Compact, Moves, Offers, Rules};
use crate::registry::{Family, Info, Visitor};
use crate::spec::{Args, Kind, Param, SpecError};
use animals::{
    ALL, CELLS, CHICK, COLS, ELEPHANT, GIRAFFE, HANDS, HEN, LION, Piece, SOURCES, bits, cells,
    far_row, in_hand, row,
};
use yomikiri_core::diagram::{Glyph, Ground, Hand, Look};
use yomikiri_core::{Diagram, Outcome, Player, TextError};

/// A position, unpacked. Packed it is the cells at four bits each, then First's and Second's hands at two
/// bits a kind, then whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Placement {
    cells: [Option<Piece>; CELLS],
    hands: [[u8; HANDS]; 2],
    to_move: Player,
}

/// The bits of a position.
const BITS: u32 = 4 * CELLS as u32 + 4 * HANDS as u32 + 1;

impl Placement {
    fn start() -> Placement {
        let mut cells = [None; CELLS];
        for (cell, kind) in [(9, ELEPHANT), (10, LION), (11, GIRAFFE), (7, CHICK)] {
            cells[cell] = Some(Piece {
                owner: Player::First,
                kind,
            });
            cells[CELLS - 1 - cell] = Some(Piece {
                owner: Player::Second,
                kind,
            });
        }
        Placement {
            cells,
            hands: [[0; HANDS]; 2],
            to_move: Player::First,
        }
    }

    fn pack(&self) -> u128 {
        let mut state = self.to_move as u64;
        for count in self.hands.iter().flatten().rev() {
            state = state << 2 | u64::from(*count);
        }
        for cell in self.cells.iter().rev() {
            state = state << 4 | cell.map_or(0, Piece::code);
        }
        state.into()
    }

    /// What an integer stands for, if every part of it does for something.
    fn unpack(state: u128) -> Option<Placement> {
        let mut state = u64::try_from(state).ok()?;
        let mut cells = [None; CELLS];
        for cell in &mut cells {
            *cell = match state & 15 {
                0 => None,
                code => Some(Piece::of_code(code)?),
            };
            state >>= 4;
        }
        let mut hands = [[0; HANDS]; 2];
        for count in hands.iter_mut().flatten() {
            *count = (state & 3) as u8;
            state >>= 2;
        }
        (state < 2).then_some(Placement {
            cells,
            hands,
            to_move: Player::after(state as u32),
        })
    }

    /// The position that an integer stands for, known to stand for one.
    fn at(state: u128) -> Placement {
        Placement::unpack(state).unwrap_or_else(Placement::start)
    }

    /// Whether there are two of each animal in all, a lion each; one lion may have been taken.
    fn complete(&self) -> bool {
        let mut lions = [0; 2];
        let mut animals = [0; HANDS];
        for Piece { owner, kind } in self.cells.iter().flatten() {
            match *kind {
                LION => lions[*owner as usize] += 1,
                kind => animals[in_hand(kind)] += 1,
            }
        }
        for hand in &self.hands {
            for (count, held) in animals.iter_mut().zip(hand) {
                *count += held;
            }
        }
        animals == [2; HANDS] && matches!(lions, [1, 1] | [0, 1] | [1, 0])
    }

    fn lion(&self, owner: Player) -> Option<usize> {
        let lion = Some(Piece { owner, kind: LION });
        self.cells.iter().position(|piece| *piece == lion)
    }

    /// The cells of a player's pieces, a bit each.
    fn of(&self, owner: Player) -> u16 {
        let of = |piece: &Option<Piece>| piece.is_some_and(|piece| piece.owner == owner);
        bits(self.cells.iter().map(of))
    }

    /// Whether a player's piece attacks a cell.
    fn attacks(&self, attacker: Player, cell: usize) -> bool {
        (0..CELLS).any(|from| {
            let piece = self.cells[from].filter(|piece| piece.owner == attacker);
            piece.is_some_and(|piece| piece.reaches(from) >> cell & 1 == 1)
        })
    }

    fn outcome(&self) -> Option<Outcome> {
        let last = self.to_move.opponent();
        for player in [last, self.to_move] {
            if self.lion(player.opponent()).is_none() {
                return Some(Outcome::Win(player));
            }
        }
        let there = self.lion(last).filter(|&cell| row(cell) == far_row(last));
        if there.is_some_and(|cell| !self.attacks(self.to_move, cell)) {
            return Some(Outcome::Win(last));
        }
        (!self.can_move()).then_some(Outcome::Win(last))
    }

    fn can_move(&self) -> bool {
        let (own, other) = (self.of(self.to_move), self.of(self.to_move.opponent()));
        let holds = self.hands[self.to_move as usize] != [0; HANDS];
        let mut pieces = (0..CELLS).zip(&self.cells);
        holds && (own | other) != ALL
            || pieces.any(|(from, piece)| {
                piece.is_some_and(|piece| {
                    piece.owner == self.to_move && piece.reaches(from) & !own != 0
                })
            })
    }

    /// Where the other lion is, if the player to move can take it.
    fn catch(&self) -> Option<usize> {
        let lion = self.lion(self.to_move.opponent())?;
        self.attacks(self.to_move, lion).then_some(lion)
    }

    /// Moves are numbered by where they come from, a cell or 12 and the kind dropped, and where they go.
    fn moves(&self, moves: &mut Moves) {
        let own = self.of(self.to_move);
        for (from, piece) in (0..CELLS).zip(&self.cells) {
            if let Some(piece) = piece.filter(|piece| piece.owner == self.to_move) {
                moves.extend(cells(piece.reaches(from) & !own).map(|to| number(from, to)));
            }
        }
        let free = ALL & !own & !self.of(self.to_move.opponent());
        for (kind, &count) in self.hands[self.to_move as usize].iter().enumerate() {
            if count > 0 {
                moves.extend(cells(free).map(|to| number(CELLS + kind, to)));
            }
        }
    }

    /// Calls `each` with all positions before the last move, over or not.
    fn before(&self, mut each: impl FnMut(Placement)) {
        let mover = self.to_move.opponent();
        let last = Placement {
            to_move: mover,
            ..*self
        };
        let free = ALL & !self.of(mover) & !self.of(self.to_move);
        let taken = self.taken();
        for (to, piece) in (0..CELLS).zip(&self.cells) {
            let Some(piece) = piece.filter(|piece| piece.owner == mover) else {
                continue;
            };
            // What the piece was, and what may have stood where it went.
            let grew = piece.kind == HEN && row(to) == far_row(mover);
            let was = [Some(piece.kind), grew.then_some(CHICK)];
            for kind in was.into_iter().flatten() {
                if kind == CHICK && !grew && row(to) == far_row(mover) {
                    continue;
                }
                let old = Piece { kind, ..piece };
                let sources = SOURCES[mover as usize][usize::from(kind)][to];
                for from in cells(sources & free) {
                    for &taken in taken.iter().flatten() {
                        let mut before = last;
                        before.cells[from] = Some(old);
                        before.cells[to] = taken;
                        if let Some(taken) = taken
                            && taken.kind != LION
                        {
                            before.hands[mover as usize][in_hand(taken.kind)] -= 1;
                        }
                        each(before);
                    }
                }
            }
            if usize::from(piece.kind) < HANDS {
                let mut before = last;
                before.cells[to] = None;
                before.hands[mover as usize][usize::from(piece.kind)] += 1;
                each(before);
            }
        }
    }

    /// What the last move may have taken: nothing, or what is in the mover's hand now; but a lion that is not
    /// there.
    fn taken(&self) -> [Option<Option<Piece>>; 5] {
        let mover = self.to_move.opponent();
        let piece = |kind: u8| {
            Some(Some(Piece {
                owner: self.to_move,
                kind,
            }))
        };
        if self.lion(self.to_move).is_none() {
            return [piece(LION), None, None, None, None];
        }
        let hand = self.hands[mover as usize];
        let held = |kind: u8| piece(kind).filter(|_| hand[in_hand(kind)] > 0);
        [
            Some(None),
            held(GIRAFFE),
            held(ELEPHANT),
            held(CHICK),
            held(HEN),
        ]
    }
}

/// The position after a move, packed as before: enumerating games does little else.
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

/// One piece of a kind in a player's hand, in a packed position.
fn one_held(player: Player, kind: usize) -> u64 {
    1 << (4 * CELLS + 2 * (HANDS * player as usize + kind))
}

fn number(from: usize, to: usize) -> u32 {
    (from << 4 | to) as u32
}

fn ends(mv: u32) -> (usize, usize) {
    ((mv >> 4) as usize, (mv & 15) as usize)
}

/// The game.
#[derive(Debug)]
struct DobutsuShogi {
    /// Whether who can take the lion has to.
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

    /// Left and right.
    fn symmetries(&self) -> usize {
        2
    }
    fn image(&self, state: u128, symmetry: usize) -> u128 {
        // Of every row the middle stays.
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
        Look::new(Ground::Cells, Glyph::Tile)
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
            help: "whether who can take the lion has to: values stay the same, positions get fewer",
        }],
        examples: &["dobutsu-shogi", "dobutsu-shogi:catch=must"],
        files: &[],
        notation: "a move is `row,column-row,column` from 1, a drop the animal, `*` and `row,column`; a position is its \
                   rows joined by `/`, `L` lion, `G` giraffe, `E` elephant, `C` chick, `H` hen, Second's small, `.` \
                   empty, then `+` and what is in hand, then `:second` where Second is to move",
        capabilities: &["keyed", "reversible", "symmetric"],
    };

    fn build<V: Visitor>(args: &Args<'_>, visitor: V) -> Result<V::Output, SpecError> {
        let must_catch = args.get("catch") == Some("must");
        Ok(visitor.visit(Compact::new(DobutsuShogi { must_catch })))
    }
}
