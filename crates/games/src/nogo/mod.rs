//! NoGo: two players put stones on the points of a board. After each move every chain of stones must have a free
//! point beside it, so nobody may capture. A player who cannot move loses.

mod points;

use crate::bits::Bits;
use crate::compact::board::{Board, Image, holed_look, only, symbol};
use crate::compact::{Compact, Moves, Offers, Rules};
use crate::family::{Family, Info, STUCK_LOSES, Visitor};
use crate::spec::{Args, Param, SpecError};
use crate::turn::{mover_suffix, split_mover, status_of};
use points::{Grid, Points};
use yomikiri_core::diagram::{Glyph, Ground, Look, Mark};
use yomikiri_core::{Diagram, Outcome, Player, TextError};

/// The most points of a board: three bits for each and one for the turn fit in 128 bits.
const MOST_POINTS: u32 = 42;

/// The signs of what may lie on a point. The place of a sign says which sets have the point, as the sum of 1 for
/// First's, 2 for Second's and 4 for the set of free points that are safe for somebody. A point of the first two sets
/// alone is none.
const SIGNS: [char; 8] = ['.', 'x', 'o', '#', ' ', '1', '2', '3'];

/// The game on one board. A position has three sets of points: see [`SIGNS`].
#[derive(Debug)]
struct Nogo {
    board: Board,
    grid: Grid,
    images: Vec<Image>,
}

impl Nogo {
    fn new(rows: u32, cols: u32) -> Nogo {
        let board = Board::new(rows, cols);
        Nogo {
            grid: Grid(board.clone()),
            images: board.symmetries(true),
            board,
        }
    }

    /// Returns the three sets of a position.
    #[inline]
    fn sets(&self, state: u128) -> [u64; 3] {
        let (cells, all) = (self.board.cells(), self.board.all());
        // The mask leaves fewer than 64 bits.
        [0, cells, 2 * cells].map(|at| (state >> at) as u64 & all)
    }
    #[inline]
    fn of_sets(&self, [first, second, safe]: [u64; 3], to_move: Player) -> u128 {
        let cells = self.board.cells();
        u128::from(first)
            | u128::from(second) << cells
            | u128::from(safe) << (2 * cells)
            | (to_move as u128) << (3 * cells)
    }

    #[inline]
    fn points(&self, state: u128) -> Points {
        let [first, second, safe] = self.sets(state);
        Points {
            stones: [first & !second & !safe, second & !first & !safe],
            free: self.board.all() & !(first | second) | safe,
            safe: [first & safe, second & safe],
        }
    }
    #[inline]
    fn pack(&self, points: &Points, to_move: Player) -> u128 {
        let Points { stones, free, safe } = *points;
        let none = self.board.all() & !(stones[0] | stones[1] | free);
        let of = |player: usize| stones[player] | safe[player] | none;
        self.of_sets([of(0), of(1), safe[0] | safe[1]], to_move)
    }

    /// Returns the points that a player may take.
    #[inline]
    fn open(&self, state: u128, player: Player) -> u64 {
        self.grid.open(&self.points(state))[player as usize]
    }

    /// Returns the least image of the points of a part, moved into the upper left corner.
    fn least(&self, part: &Points, to_move: Player) -> u128 {
        let images = self.images.iter().map(|image| {
            let taken = part.stones[0] | part.stones[1];
            let by = self.board.to_corner(image.of(part.free | taken));
            let moved = |set: u64| image.of(set) >> by;
            let moved = Points {
                stones: part.stones.map(moved),
                free: moved(part.free),
                safe: part.safe.map(moved),
            };
            self.pack(&moved, to_move)
        });
        images.min().unwrap_or_default()
    }

    fn sign(&self, state: u128, cell: u32) -> char {
        let sets = self.sets(state).map(|set| (set >> cell & 1) as usize);
        SIGNS[sets[0] + 2 * sets[1] + 4 * sets[2]]
    }
}

impl Rules for Nogo {
    fn offers(&self) -> Offers {
        Offers {
            acyclic: true,
            merged: true,
            ordered: true,
            normal: true,
            ..Offers::default()
        }
    }
    fn bits(&self) -> u32 {
        3 * self.board.cells() + 1
    }
    fn holds(&self, state: u128) -> bool {
        let [first, second, safe] = self.sets(state);
        state >> self.bits() == 0 && safe & !(first | second) == 0
    }

    fn start(&self) -> u128 {
        0
    }
    #[inline]
    fn to_move(&self, state: u128) -> Player {
        Player::after((state >> (3 * self.board.cells())) as u32)
    }
    fn outcome(&self, state: u128) -> Option<Outcome> {
        let (points, to_move) = (self.points(state), self.to_move(state));
        let stuck = !self.grid.has_easy_move(&points, to_move)
            && self.grid.open(&points)[to_move as usize] == 0;
        stuck.then(|| Outcome::Win(to_move.opponent()))
    }
    fn moves(&self, state: u128, moves: &mut Moves) {
        moves.extend((self.open(state, self.to_move(state))).cells());
    }
    fn play(&self, state: u128, mv: u32) -> u128 {
        let mover = self.to_move(state);
        let after = self.grid.after(self.points(state), mover, 1 << mv);
        self.pack(&after, mover.opponent())
    }

    /// Returns the number of free points.
    fn rank(&self, state: u128) -> u64 {
        self.points(state).free.count_ones().into()
    }
    /// Returns the key of the live points and open chains, with the players exchanged if Second is to move.
    fn merged_key(&self, state: u128) -> u128 {
        let (mut live, _) = self.grid.live(&self.points(state));
        if self.to_move(state) == Player::Second {
            live.stones.reverse();
            live.safe.reverse();
        }
        self.canonical(self.pack(&live, Player::First))
    }
    /// Returns about the number of points left to the mover, less the number left to the opponent.
    fn hint(&self, state: u128, mv: u32) -> i32 {
        self.hint_after(state, mv, self.play(state, mv))
    }
    fn hint_after(&self, state: u128, _: u32, next: u128) -> i32 {
        let mover = self.to_move(state);
        let open = self.grid.about_open(&self.points(next));
        let left = |player: Player| open[player as usize] as i32;
        16 * (left(mover) - left(mover.opponent()))
    }
    fn slots(&self) -> usize {
        self.board.cells() as usize
    }
    fn symmetries(&self) -> usize {
        self.images.len()
    }
    fn image(&self, state: u128, symmetry: usize) -> u128 {
        self.of_sets(
            self.sets(state).map(|set| self.images[symmetry].of(set)),
            self.to_move(state),
        )
    }
    fn canonical(&self, state: u128) -> u128 {
        let [first, second, safe] = self.sets(state);
        // In a position the last set is above the others. It is usually empty.
        let [safe, second, first] = match safe {
            0 => {
                let [second, first] = self.board.least([second, first], true);
                [0, second, first]
            }
            _ => self.board.least([safe, second, first], true),
        };
        self.of_sets([first, second, safe], self.to_move(state))
    }
    fn turned(&self, state: u128) -> u128 {
        state ^ 1 << (3 * self.board.cells())
    }
    /// Returns the parts: see [`points`].
    fn parts(&self, state: u128) -> Vec<u128> {
        let (live, settled) = self.grid.live(&self.points(state));
        let [first, second] = live.stones;
        let beside = |set: u64| self.grid.joined(&live, settled, set);
        let parts = self
            .board
            .components_by(live.free | first | second, beside)
            .into_iter();
        let part = |part: u64| {
            let part = Points {
                stones: live.stones.map(|stones| stones & part),
                free: live.free & part,
                safe: live.safe.map(|safe| safe & part),
            };
            self.least(&part, self.to_move(state))
        };
        // If a chain without liberties ends play, it is a part by itself.
        parts
            .filter(|part| part & live.free != 0)
            .map(part)
            .collect()
    }
    fn negative(&self, state: u128) -> Option<u128> {
        let [first, second, safe] = self.sets(state);
        only(self.parts(self.of_sets([second, first, safe], self.to_move(state))))
    }

    fn position_text(&self, state: u128) -> String {
        self.board.text(|cell| self.sign(state, cell)) + mover_suffix(self.to_move(state))
    }
    fn parse_position(&self, text: &str) -> Result<u128, TextError> {
        let (rows, to_move) = split_mover(text)?;
        // A row has no blank: the text of a position is one word.
        let signs: String = SIGNS.iter().filter(|sign| **sign != ' ').collect();
        let found = self.board.parse(rows, &signs)?;
        let set = |of: usize| {
            let cells = found.iter().enumerate();
            let cells = cells.filter(|&(_, &found)| {
                let sign = found + usize::from(found > 3);
                sign >> of & 1 == 1
            });
            cells.fold(0, |set, (cell, _)| set | 1 << cell)
        };
        Ok(self.of_sets([set(0), set(1), set(2)], to_move))
    }
    fn move_text(&self, _: u128, mv: u32) -> String {
        self.board.name(mv)
    }
    fn text_number(&self, mv: u32) -> Option<u32> {
        Some(mv)
    }
    fn diagram(&self, state: u128) -> Diagram {
        let note = status_of(self.outcome(state), self.to_move(state), self.has_gains());
        let mark = |cell| {
            let (sign, owner) = match self.sign(state, cell) {
                'x' => (symbol(Player::First), Some(Player::First)),
                'o' => (symbol(Player::Second), Some(Player::Second)),
                '#' => ('#', None),
                _ => return None,
            };
            Some(Mark {
                symbol: sign,
                owner,
            })
        };
        let mut diagram = self.board.diagram(mark, note);
        for (cell, place) in (0..).zip(&mut diagram.places) {
            let sign = self.sign(state, cell);
            place.label = sign.is_ascii_digit().then(|| sign.to_string());
        }
        diagram
    }
    fn look(&self) -> Look {
        holed_look(Ground::Cells, Glyph::Disc)
    }
    fn target(&self, _: u128, mv: u32) -> Option<usize> {
        Some(mv as usize)
    }
    fn file_body(&self) -> Option<String> {
        let Board { rows, cols, .. } = self.board;
        Some(format!(
            "kind = \"positional\"\n\n[board]\nrows = {rows}\ncols = {cols}\n\n[moves]\nliberties = true\n\n\
             [full]\nis = \"loss\"\n"
        ))
    }
}

/// The registry's entry.
#[derive(Clone, Copy, Debug)]
pub struct NogoFamily;

impl Family for NogoFamily {
    const INFO: Info = Info {
        name: "nogo",
        title: "NoGo",
        summary: "put a stone on a free point such that all chains of stones keep a free point beside them; a player who \
                  cannot move loses",
        source: "Neil McKay's game, also called Anti Atari Go; Chou, Teytaud and Yen, \"Revisiting Monte-Carlo tree search on a \
                 normal form game: NoGo\" (2011); Du, Wei and Müller, \"Solving NoGo on small rectangular boards\" (2023)",
        rules_version: 1,
        params: &[
            Param::int("rows", (1, 6), "3", "the number of rows"),
            Param::int(
                "cols",
                (1, 42),
                "3",
                "the number of columns; the board has at most 42 points",
            ),
        ],
        examples: &[
            "nogo",
            "nogo:rows=2,cols=4",
            "nogo:rows=1,cols=7",
            "nogo:rows=1,cols=1",
        ],
        files: &[],
        notation: "a move is `row,column` from 1; a position is its rows joined by `/`, `x` First, `o` Second, `.` free, `#` no \
                   point, `1`, `2` or `3` free and safe from capture for First, Second or both, then `:second` where Second is \
                   to move",
        capabilities: &[
            "acyclic",
            "keyed",
            "merged",
            "symmetric",
            "ordered",
            "normal",
        ],
    };

    fn build<V: Visitor>(args: &Args<'_>, mut visitor: V) -> Result<V::Output, SpecError> {
        visitor.told(["The players take turns to put a stone of their own on a free point. After each move, every chain of stones of either player must have a free point beside it.", STUCK_LOSES]);
        // Ranges have been checked.
        let (rows, cols) = (args.int("rows") as u32, args.int("cols") as u32);
        if rows * cols > MOST_POINTS {
            return Err(args.error("cols", "the board has at most 42 points"));
        }
        Ok(visitor.visit(Compact::new(Nogo::new(rows, cols))))
    }
}
