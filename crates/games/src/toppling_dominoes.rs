//! Toppling dominoes: dominoes of First and Second stand on end in a row. A move topples a domino of the mover's to
//! the left or to the right, and all dominoes on that side fall with it as far as the next gap. A player who cannot
//! move loses.

use crate::bits::Bits;
use crate::compact::board::{Board, Image, Men, only};
use crate::compact::{Compact, Moves, Offers, Rules};
use crate::family::{Family, Info, STUCK_LOSES, Visitor};
use crate::spec::{Args, Kind, Param, SpecError};
use crate::turn::status_of;
use yomikiri_core::diagram::{Glyph, Ground, Look};
use yomikiri_core::{Diagram, Outcome, Player, TextError};

/// The most dominoes.
const MOST_DOMINOES: usize = 60;

/// The game on one row.
#[derive(Debug)]
struct TopplingDominoes {
    row: Board,
    /// The images of the row: as it is, and reversed.
    images: Vec<Image>,
    start: u128,
}

impl TopplingDominoes {
    /// Returns the dominoes that a move topples. A move is twice the domino, plus one if it falls to the right.
    fn falls(&self, men: &Men, mv: u32) -> u64 {
        let standing = men.first | men.second;
        let mut fallen = 0;
        let mut at = 1u64 << (mv / 2);
        while at & standing != 0 {
            fallen |= at;
            at = if mv.is_multiple_of(2) {
                at >> 1
            } else {
                at << 1
            };
        }
        fallen
    }
}

impl Rules for TopplingDominoes {
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
        self.start
    }
    fn to_move(&self, state: u128) -> Player {
        self.row.men(state).to_move
    }
    fn outcome(&self, state: u128) -> Option<Outcome> {
        let men = self.row.men(state);
        let stuck = men.sides().0 == 0;
        stuck.then(|| Outcome::Win(men.to_move.opponent()))
    }
    fn moves(&self, state: u128, moves: &mut Moves) {
        let (own, _) = self.row.men(state).sides();
        moves.extend(own.cells().flat_map(|domino| [2 * domino, 2 * domino + 1]));
    }
    fn play(&self, state: u128, mv: u32) -> u128 {
        let men = self.row.men(state);
        let fallen = self.falls(&men, mv);
        self.row.pack(Men {
            first: men.first & !fallen,
            second: men.second & !fallen,
            to_move: men.to_move.opponent(),
        })
    }

    /// Returns the number of standing dominoes.
    fn rank(&self, state: u128) -> u64 {
        let men = self.row.men(state);
        u64::from((men.first | men.second).count_ones())
    }
    fn slots(&self) -> usize {
        2 * self.row.cells() as usize
    }
    fn symmetries(&self) -> usize {
        self.images.len()
    }
    fn image(&self, state: u128, symmetry: usize) -> u128 {
        self.row.men_image(state, &self.images[symmetry])
    }
    fn turned(&self, state: u128) -> u128 {
        self.row.turned(state)
    }
    /// Returns the groups of dominoes between two gaps.
    fn parts(&self, state: u128) -> Vec<u128> {
        let groups = self.row.groups(state);
        groups
            .map(|group| self.row.least_men(group, &self.images))
            .collect()
    }
    fn negative(&self, state: u128) -> Option<u128> {
        only(self.parts(self.row.exchanged(state)))
    }

    fn position_text(&self, state: u128) -> String {
        self.row.men_text(state)
    }
    fn parse_position(&self, text: &str) -> Result<u128, TextError> {
        self.row.parse_men(text)
    }
    fn move_text(&self, _: u128, mv: u32) -> String {
        let way = if mv.is_multiple_of(2) {
            "left"
        } else {
            "right"
        };
        format!("{}-{way}", mv / 2 + 1)
    }
    fn text_number(&self, mv: u32) -> Option<u32> {
        Some(mv)
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
        Look::new(Ground::Cells, Glyph::Domino)
    }
    fn target(&self, _: u128, mv: u32) -> Option<usize> {
        Some(mv as usize / 2)
    }
    fn covers(&self, state: u128, mv: u32) -> Vec<usize> {
        let fallen = self.falls(&self.row.men(state), mv);
        fallen.cells().map(|domino| domino as usize).collect()
    }
}

/// The registry's entry.
#[derive(Clone, Copy, Debug)]
pub struct TopplingDominoesFamily;

impl Family for TopplingDominoesFamily {
    const INFO: Info = Info {
        name: "toppling-dominoes",
        title: "Toppling dominoes",
        summary: "topple a domino of your own to either side, and all dominoes beyond it fall too; a player who cannot move loses",
        source: "Albert, Nowakowski and Wolfe, \"Lessons in Play\" (2007); Fink, Nowakowski, Siegel and Wolfe, \"Toppling \
                 conjectures\", in Games of No Chance 4 (2015)",
        rules_version: 1,
        params: &[Param {
            name: "row",
            kind: Kind::Text("dominoes, `x` First's and `o` Second's, and `.` for gaps"),
            default: Some("xoxxoox"),
            required: false,
            help: "the dominoes from left to right",
        }],
        examples: &[
            "toppling-dominoes",
            "toppling-dominoes:row=xo",
            "toppling-dominoes:row=xxoxo.ox",
            "toppling-dominoes:row=xoxoxoxo",
            "toppling-dominoes:row=o",
        ],
        files: &[],
        notation: "a move is `2-left` or `2-right`, dominoes from 1 at the left; a position is the row, `x` First's, `o` \
                   Second's, `.` fallen, then `:second` where Second is to move",
        capabilities: &["acyclic", "keyed", "symmetric", "ordered", "normal"],
    };

    const UNSAID: Option<&'static str> =
        Some("a move cuts a row in two, and no rules file has that");

    fn build<V: Visitor>(args: &Args<'_>, mut visitor: V) -> Result<V::Output, SpecError> {
        visitor.told(["A player topples a domino of their own to the left or to the right. All dominoes on that side fall with it, as far as the next gap.", STUCK_LOSES]);
        let text = args.get("row").unwrap_or_default();
        let count = text.chars().count();
        if !(1..=MOST_DOMINOES).contains(&count) {
            return Err(args.error("row", "the row has from 1 to 60 dominoes"));
        }
        // At most 60.
        let row = Board::new(1, count as u32);
        let known = row.parse(text, "xo.");
        known.map_err(|error| args.error_within("row", error))?;
        let start = row.parse_men(text);
        let start = start.map_err(|error| args.error_within("row", error))?;
        Ok(visitor.visit(Compact::new(TopplingDominoes {
            images: row.symmetries(false),
            row,
            start,
        })))
    }
}
