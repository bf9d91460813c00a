//! Clobber: men stand on all cells, First's and Second's in turn like the colours of a chessboard. A man moves to a
//! neighbouring cell with an opponent's man and takes it. A player who cannot move loses.

use crate::bits::Bits;
use crate::compact::board::{Board, Image, Men, flood, only};
use crate::compact::{Compact, Moves, Offers, Parts, Rules};
use crate::family::{Family, Info, STUCK_LOSES, Visitor};
use crate::pieces::{
    Captures, Direction, Ends, Hands, How, Kind, Onto, Over, Passes, PieceMove, PieceRules,
};
use crate::positional::Shape;
use crate::spec::{Args, Param, SpecError};
use crate::turn::status_of;
use yomikiri_core::diagram::{Glyph, Ground, Look};
use yomikiri_core::{Diagram, Outcome, Player, TextError};

/// The steps down and right of each direction of a move.
const STEPS: [(i32, i32); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];

/// Returns the cells that have the colour of the first cell on a chessboard.
fn light(board: &Board) -> u64 {
    let light = |cell: &u32| (cell / board.cols + cell % board.cols).is_multiple_of(2);
    let cells = (0..board.cells()).filter(light);
    cells.fold(0, |set, cell| set | 1 << cell)
}

/// The game on one board.
#[derive(Debug)]
struct Clobber {
    board: Board,
    images: Vec<Image>,
    /// The symmetries of the board, also those that do not keep the start.
    all_images: Vec<Image>,
}

impl Clobber {
    fn new(rows: u32, cols: u32) -> Clobber {
        let board = Board::new(rows, cols);
        let all_images = board.symmetries(true);
        let mut images = all_images.clone();
        // The other symmetries lead to positions that play from the start never reaches.
        images.retain(|image| image.of(light(&board)) == light(&board));
        Clobber {
            board,
            images,
            all_images,
        }
    }

    /// Returns the men of the player to move that can go in each direction.
    #[inline]
    fn movers(&self, state: u128) -> [u64; 4] {
        let (own, other) = self.board.men(state).sides();
        STEPS.map(|(down, right)| own & self.board.shifted(other, -down, -right))
    }

    /// Returns the men in groups that hold men of both players.
    #[inline]
    fn live(&self, own: u64, other: u64) -> u64 {
        let met = own & self.board.beside(other);
        flood(met, own | other, |set| self.board.beside(set))
    }

    /// Returns the cells from which and to which a move goes.
    #[inline]
    fn ends(&self, mv: u32) -> (u32, u32) {
        let (from, step) = (mv / 4, STEPS[mv as usize % 4]);
        let by = step.0 * self.board.cols as i32 + step.1;
        (from, from.wrapping_add_signed(by))
    }
}

impl Rules for Clobber {
    fn pieces(&self) -> Option<PieceRules> {
        let men = self.board.men(self.start());
        let takes = PieceMove {
            how: How::Step,
            directions: STEPS
                .iter()
                .map(|&(down, right)| Direction::Offset(-down, right))
                .collect(),
            onto: Onto::Enemy,
            over: Over::Any,
            takes: false,
            most: 0,
            far: false,
        };
        Some(PieceRules {
            shape: Shape::full(1, self.board.rows as usize, self.board.cols as usize).ok()?,
            links: Vec::new(),
            arrows: Vec::new(),
            start: (0..self.board.cells())
                .map(|cell| Some((men.owner(cell)?, 0)))
                .collect(),
            hands: Hands::default(),
            captures: Captures::default(),
            passes: Passes::default(),
            fly: [0; 2],
            mover: Player::First,
            kinds: vec![Kind {
                letter: 'm',
                name: Some("man".to_owned()),
                glyph: None,
                moves: vec![takes],
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
            bounded: true,
            merged: true,
            ordered: true,
            normal: true,
            small_parts: true,
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
        let first = light(&self.board);
        self.board.pack(Men {
            first,
            second: self.board.all() & !first,
            to_move: Player::First,
        })
    }
    fn to_move(&self, state: u128) -> Player {
        self.board.men(state).to_move
    }
    fn outcome(&self, state: u128) -> Option<Outcome> {
        let stuck = self.movers(state) == [0; 4];
        stuck.then(|| Outcome::Win(self.to_move(state).opponent()))
    }
    fn moves(&self, state: u128, moves: &mut Moves) {
        let movers = self.movers(state);
        let any = movers.iter().fold(0, |any, movers| any | movers);
        for from in any.cells() {
            let steps = (0..4).filter(|&step| movers[step as usize] >> from & 1 == 1);
            moves.extend(steps.map(|step| 4 * from + step));
        }
    }
    fn play(&self, state: u128, mv: u32) -> u128 {
        let men = self.board.men(state);
        let (own, other) = men.sides();
        let (from, to) = self.ends(mv);
        let (own, other) = (own & !(1 << from) | 1 << to, other & !(1 << to));
        self.board.pack(Men::after(men.to_move, own, other))
    }

    /// Returns the number of men: every move takes one.
    fn rank(&self, state: u128) -> u64 {
        let men = self.board.men(state);
        u64::from((men.first | men.second).count_ones())
    }
    /// Returns the key of the men that may still move or be taken, with the players exchanged if Second is to move. The
    /// other men are in groups of one player's men: such a group stays as it is, because only a neighbour of the
    /// opponent's could change it, and men move only onto men.
    fn merged_key(&self, state: u128) -> u128 {
        let (own, other) = self.board.men(state).sides();
        let live = self.live(own, other);
        let least = self.board.least_image([own & live, other & live]);
        self.board.men_key(least)
    }
    /// A move comes earlier the fewer moves it leaves to the opponent.
    fn hint(&self, state: u128, mv: u32) -> i32 {
        let movers = self.movers(self.play(state, mv));
        let moves: u32 = movers.iter().map(|movers| movers.count_ones()).sum();
        -16 * moves as i32
    }
    fn slots(&self) -> usize {
        4 * self.board.cells() as usize
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
    /// Returns the connected groups that hold men of both players.
    fn parts(&self, state: u128) -> Vec<u128> {
        let groups = self.board.groups(state);
        let groups = groups.filter(|group| group.first != 0 && group.second != 0);
        groups
            .map(|group| self.board.least_men(group, &self.all_images))
            .collect()
    }
    fn small_parts(&self, state: u128, parts: &mut Parts) -> bool {
        let men = self.board.men(state);
        let groups = self
            .board
            .small_components(men.first | men.second, |set| self.board.beside(set));
        let Some(groups) = groups else {
            return false;
        };
        for group in groups {
            let by = self.board.to_corner(group);
            let part = Men {
                first: (men.first & group) >> by,
                second: (men.second & group) >> by,
                ..men
            };
            if part.first != 0 && part.second != 0 {
                parts.push(self.board.pack(part));
            }
        }
        true
    }
    fn negative(&self, state: u128) -> Option<u128> {
        only(self.parts(self.board.exchanged(state)))
    }

    fn position_text(&self, state: u128) -> String {
        self.board.men_text(state)
    }
    fn parse_position(&self, text: &str) -> Result<u128, TextError> {
        self.board.parse_men(text)
    }
    fn move_text(&self, _: u128, mv: u32) -> String {
        let (from, to) = self.ends(mv);
        format!("{}-{}", self.board.name(from), self.board.name(to))
    }
    fn text_number(&self, mv: u32) -> Option<u32> {
        Some(mv)
    }
    fn diagram(&self, state: u128) -> Diagram {
        let note = status_of(self.outcome(state), self.to_move(state), self.has_gains());
        self.board.men_diagram(state, note)
    }
    fn look(&self) -> Look {
        Look::new(Ground::Checks, Glyph::Disc)
    }
    fn target(&self, _: u128, mv: u32) -> Option<usize> {
        Some(self.ends(mv).1 as usize)
    }
    fn source(&self, _: u128, mv: u32) -> Option<usize> {
        Some(self.ends(mv).0 as usize)
    }
}

/// The registry's entry.
#[derive(Clone, Copy, Debug)]
pub struct ClobberFamily;

impl Family for ClobberFamily {
    const INFO: Info = Info {
        name: "clobber",
        title: "Clobber",
        summary: "move a man onto a neighbouring man of the opponent and take it; a player who cannot move loses",
        source: "Albert, Grossman, Nowakowski and Wolfe, \"An introduction to Clobber\", INTEGERS 5 (2005)",
        rules_version: 1,
        params: &[
            Param::int("rows", (1, 7), "3", "the number of rows"),
            Param::int(
                "cols",
                (1, 49),
                "4",
                "the number of columns; the board has at most 49 cells",
            ),
        ],
        examples: &[
            "clobber",
            "clobber:rows=2,cols=3",
            "clobber:rows=1,cols=9",
            "clobber:rows=3,cols=3",
        ],
        files: &[],
        notation: "a move is `row,column-row,column` from 1; a position is its rows joined by `/`, `x` First, `o` \
                   Second, `.` empty, then `:second` where Second is to move",
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
        visitor.told(["A player moves one of their men onto a man of the opponent in a cell beside it (not diagonally), and takes that man off the board.", STUCK_LOSES]);
        // Ranges have been checked.
        let (rows, cols) = (args.int("rows") as u32, args.int("cols") as u32);
        if rows * cols > 49 {
            return Err(args.error("cols", "the board has at most 49 cells"));
        }
        Ok(visitor.visit(Compact::new(Clobber::new(rows, cols))))
    }
}
