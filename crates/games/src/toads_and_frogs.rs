//! Toads and frogs: First's toads move right and Second's frogs left along a row, one place, or over one animal of
//! the other kind onto the empty place behind it. A player who cannot move loses.

use crate::bits::Bits;
use crate::compact::board::{Board, Men};
use crate::compact::{Compact, Moves, Offers, Rules};
use crate::family::{Family, Info, STUCK_LOSES, Visitor};
use crate::pieces::{
    Captures, Direction, Ends, Hands, How, Kind, Onto, Over, Passes, PieceMove, PieceRules,
};
use crate::positional::Shape;
use crate::spec::{Args, Param, SpecError};
use crate::turn::status_of;
use yomikiri_core::diagram::{Glyph, Ground, Look};
use yomikiri_core::{Diagram, Outcome, Player, TextError};

/// The most places of a row.
const MOST_PLACES: u32 = 60;

/// The game on one row.
#[derive(Debug)]
struct ToadsAndFrogs {
    row: Board,
    toads: u32,
    frogs: u32,
}

impl ToadsAndFrogs {
    /// Returns a set moved ahead by `places` places, from a player's view.
    #[inline]
    fn ahead(&self, set: u64, mover: Player, places: u32) -> u64 {
        match mover {
            Player::First => set << places & self.row.all(),
            Player::Second => set >> places,
        }
    }

    /// Returns the animals of the player to move that can step, and those that can jump.
    #[inline]
    fn movers(&self, state: u128) -> (u64, u64) {
        let men = self.row.men(state);
        let (own, other) = men.sides();
        let free = self.row.all() & !(own | other);
        let back = men.to_move.opponent();
        let steps = own & self.ahead(free, back, 1);
        let jumps = own & self.ahead(other & self.ahead(free, back, 1), back, 1);
        (steps, jumps)
    }

    /// Returns the target of a move.
    #[inline]
    fn to(&self, men: &Men, from: u32) -> u32 {
        let (_, other) = men.sides();
        let next = self.ahead(1 << from, men.to_move, 1);
        let places = if other & next == 0 { 1 } else { 2 };
        self.ahead(1 << from, men.to_move, places).trailing_zeros()
    }
}

impl Rules for ToadsAndFrogs {
    fn pieces(&self) -> Option<PieceRules> {
        let row = self.row.men(self.start());
        let ahead = |how, over| PieceMove {
            how,
            directions: vec![Direction::Offset(0, 1)],
            onto: Onto::Empty,
            over,
            takes: false,
            most: 0,
            far: false,
        };
        Some(PieceRules {
            shape: Shape::full(1, 1, self.row.cols as usize).ok()?,
            links: Vec::new(),
            arrows: Vec::new(),
            start: (0..self.row.cells())
                .map(|place| Some((row.owner(place)?, 0)))
                .collect(),
            hands: Hands::default(),
            captures: Captures::default(),
            passes: Passes::default(),
            fly: [0; 2],
            mover: Player::First,
            kinds: vec![Kind {
                letter: 't',
                name: None,
                glyph: None,
                moves: vec![ahead(How::Step, Over::Any), ahead(How::Jump, Over::Enemy)],
                becomes: None,
                held: None,
                drops: None,
                points: 1,
            }],
            ends: [Ends::default(), Ends::default()],
            endless: Outcome::Draw,
        })
    }
    fn offers(&self) -> Offers {
        Offers {
            acyclic: true,
            ordered: true,
            normal: true,
            ..Offers::default()
        }
    }
    fn bits(&self) -> u32 {
        self.row.men_bits()
    }
    fn holds(&self, state: u128) -> bool {
        self.row.holds_men(state)
    }

    fn start(&self) -> u128 {
        let (toads, frogs) = (self.toads, self.frogs);
        self.row.pack(Men {
            first: (1 << toads) - 1,
            second: ((1 << frogs) - 1) << (self.row.cols - frogs),
            to_move: Player::First,
        })
    }
    fn to_move(&self, state: u128) -> Player {
        self.row.men(state).to_move
    }
    fn outcome(&self, state: u128) -> Option<Outcome> {
        let stuck = self.movers(state) == (0, 0);
        stuck.then(|| Outcome::Win(self.to_move(state).opponent()))
    }
    fn moves(&self, state: u128, moves: &mut Moves) {
        let (steps, jumps) = self.movers(state);
        moves.extend((steps | jumps).cells());
    }
    fn play(&self, state: u128, mv: u32) -> u128 {
        let men = self.row.men(state);
        let (own, other) = men.sides();
        let own = own & !(1 << mv) | 1 << self.to(&men, mv);
        self.row.pack(Men::after(men.to_move, own, other))
    }

    /// Returns the sum of the numbers of places ahead of each animal.
    fn rank(&self, state: u128) -> u64 {
        let men = self.row.men(state);
        let toads = men.first.cells().map(|place| self.row.cols - 1 - place);
        u64::from(toads.chain(men.second.cells()).sum::<u32>())
    }
    fn slots(&self) -> usize {
        self.row.cols as usize
    }
    fn turned(&self, state: u128) -> u128 {
        self.row.turned(state)
    }

    fn position_text(&self, state: u128) -> String {
        self.row.men_text(state)
    }
    fn parse_position(&self, text: &str) -> Result<u128, TextError> {
        self.row.parse_men(text)
    }
    fn move_text(&self, state: u128, mv: u32) -> String {
        let to = self.to(&self.row.men(state), mv);
        format!("{}-{}", mv + 1, to + 1)
    }
    fn diagram(&self, state: u128) -> Diagram {
        let note = status_of(self.outcome(state), self.to_move(state), self.has_gains());
        let mut diagram = self.row.men_diagram(state, note);
        for (place, number) in diagram.places.iter_mut().zip(1..) {
            place.name = number.to_string();
        }
        diagram
    }
    fn look(&self) -> Look {
        Look::new(Ground::Cells, Glyph::Disc)
    }
    fn target(&self, state: u128, mv: u32) -> Option<usize> {
        Some(self.to(&self.row.men(state), mv) as usize)
    }
    fn source(&self, _: u128, mv: u32) -> Option<usize> {
        Some(mv as usize)
    }
}

/// The registry's entry.
#[derive(Clone, Copy, Debug)]
pub struct ToadsAndFrogsFamily;

impl Family for ToadsAndFrogsFamily {
    const INFO: Info = Info {
        name: "toads-and-frogs",
        title: "Toads and Frogs",
        summary: "toads go right and frogs left, one place or over one of the others; a player who cannot move loses",
        source: "Berlekamp, Conway and Guy, \"Winning Ways\", chapter 1; Erickson, \"New Toads and Frogs results\", in \
                 Games of No Chance (1996)",
        rules_version: 1,
        params: &[
            Param::int("toads", (0, 30), "3", "First's toads, at the left end"),
            Param::int("gap", (0, 30), "2", "the empty places between them"),
            Param::int("frogs", (0, 30), "3", "Second's frogs, at the right end"),
        ],
        examples: &[
            "toads-and-frogs",
            "toads-and-frogs:toads=2,gap=2,frogs=2",
            "toads-and-frogs:toads=1,gap=5,frogs=1",
            "toads-and-frogs:toads=4,gap=1,frogs=3",
            "toads-and-frogs:toads=0,gap=3,frogs=1",
        ],
        files: &[],
        notation: "a move is `from-to`, places from 1 at the left; a position is its places, `x` a toad, `o` a frog, `.` \
                   empty, then `:second` where Second is to move",
        capabilities: &["acyclic", "keyed", "ordered", "normal"],
    };

    fn build<V: Visitor>(args: &Args<'_>, mut visitor: V) -> Result<V::Output, SpecError> {
        visitor.told(["First moves a toad to the right, and Second a frog to the left: to the next place if it is empty, or over one animal of the other kind to the empty place behind it.", STUCK_LOSES]);
        // Ranges have been checked.
        let [toads, gap, frogs] = ["toads", "gap", "frogs"].map(|key| args.int(key) as u32);
        let places = toads + gap + frogs;
        if !(1..=MOST_PLACES).contains(&places) {
            return Err(args.error("gap", "the row has from 1 to 60 places"));
        }
        Ok(visitor.visit(Compact::new(ToadsAndFrogs {
            row: Board::new(1, places),
            toads,
            frogs,
        })))
    }
}
