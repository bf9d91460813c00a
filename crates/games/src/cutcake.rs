//! Cutcake: a rectangular cake of squares. First cuts a piece from top to bottom, Second from left to right, along
//! the lines between squares. A player who cannot cut loses.

use crate::compact::{Compact, Moves, Offers, Rules};
use crate::family::{Family, Info, STUCK_LOSES, Visitor};
use crate::spec::{Args, Param, SpecError};
use crate::turn::{count, mover_suffix, split_mover, status_of};
use smallvec::SmallVec;
use yomikiri_core::capability::NumberAndNimber;
use yomikiri_core::diagram::{Glyph, Ground, Look, Place};
use yomikiri_core::{Diagram, Outcome, Player, Score, TextError, Wdl};

/// The most squares of a cake: at most half as many pieces can be cut further at the same time.
const MOST_SQUARES: u32 = 30;

/// The rows and columns of a piece.
type Piece = (u32, u32);

/// Pieces from the largest to the smallest.
type Pieces = SmallVec<[Piece; 16]>;

/// The game on one cake. A position is the list of its pieces except single squares, a byte each, from the largest
/// to the smallest, above the turn bit.
#[derive(Debug)]
struct Cutcake {
    rows: u32,
    cols: u32,
}

impl Cutcake {
    fn pieces(state: u128) -> Pieces {
        let mut left = state >> 1;
        let mut pieces = Pieces::new();
        while left != 0 {
            let byte = left as u32 & 0xff;
            pieces.push((byte >> 4, byte & 15));
            left >>= 8;
        }
        pieces
    }

    fn state(mut pieces: Pieces, to_move: Player) -> u128 {
        pieces.retain(|&mut piece| piece != (1, 1));
        pieces.sort_unstable_by(|a, b| b.cmp(a));
        let bytes = pieces.iter().rev();
        let list = bytes.fold(0, |list, &(rows, cols)| {
            list << 8 | u128::from(rows << 4 | cols)
        });
        list << 1 | to_move as u128
    }

    /// Returns the two pieces that result from a cut. A move is 16 times the place of the piece, plus the size of
    /// its left or upper part.
    fn cut((rows, cols): Piece, mover: Player, at: u32) -> [Piece; 2] {
        match mover {
            Player::First => [(rows, at), (rows, cols - at)],
            Player::Second => [(at, cols), (rows - at, cols)],
        }
    }

    /// Returns the value of a position: each piece is worth a whole number of cuts ("Winning Ways", chapter 2).
    fn worth(state: u128) -> NumberAndNimber {
        let whole = |(rows, cols): Piece| {
            let spare = |own: u32, other: u32| i128::from((own >> other.ilog2()).max(1) - 1);
            spare(cols, rows) - spare(rows, cols)
        };
        let cuts: i128 = Cutcake::pieces(state).into_iter().map(whole).sum();
        NumberAndNimber {
            number: cuts << NumberAndNimber::EXPONENT,
            nimber: 0,
        }
    }

    /// Returns the most pieces that can be cut further at the same time.
    fn plates(&self) -> u16 {
        // At most MOST_SQUARES.
        (self.rows * self.cols / 2).max(1) as u16
    }

    /// Returns whether a list of pieces can come from this cake.
    fn fits(&self, pieces: &Pieces) -> bool {
        let of_cake = |&(rows, cols): &Piece| {
            (1..=self.rows).contains(&rows) && (1..=self.cols).contains(&cols) && rows * cols > 1
        };
        let squares: u32 = pieces.iter().map(|(rows, cols)| rows * cols).sum();
        squares <= self.rows * self.cols
            && pieces.iter().all(of_cake)
            && pieces.is_sorted_by(|a, b| a >= b)
    }
}

fn name((rows, cols): Piece) -> String {
    format!("{rows}x{cols}")
}

impl Rules for Cutcake {
    fn offers(&self) -> Offers {
        Offers {
            acyclic: true,
            bounded: true,
            normal: true,
            ..Offers::default()
        }
    }
    fn bits(&self) -> u32 {
        1 + 8 * u32::from(self.plates())
    }
    fn holds(&self, state: u128) -> bool {
        let pieces = Cutcake::pieces(state);
        // A zero byte between others would be a piece that does not fit.
        self.fits(&pieces) && state >> self.bits() == 0
    }

    fn start(&self) -> u128 {
        let whole = (self.rows, self.cols);
        Cutcake::state([whole].into_iter().collect(), Player::First)
    }
    fn to_move(&self, state: u128) -> Player {
        Player::after(state as u32 & 1)
    }
    fn outcome(&self, state: u128) -> Option<Outcome> {
        let mover = self.to_move(state);
        let can_cut = |&(rows, cols): &Piece| match mover {
            Player::First => cols > 1,
            Player::Second => rows > 1,
        };
        let stuck = !Cutcake::pieces(state).iter().any(can_cut);
        stuck.then(|| Outcome::Win(mover.opponent()))
    }
    fn moves(&self, state: u128, moves: &mut Moves) {
        let mover = self.to_move(state);
        let pieces = Cutcake::pieces(state);
        for (place, &(rows, cols)) in (0..).zip(&pieces) {
            // Of equal pieces only the first is cut, and of two cuts with the same parts only one is listed.
            let first: u32 = place;
            if first > 0 && pieces[first as usize - 1] == (rows, cols) {
                continue;
            }
            let length = match mover {
                Player::First => cols,
                Player::Second => rows,
            };
            moves.extend((1..=length / 2).map(|at| 16 * place + at));
        }
    }
    fn play(&self, state: u128, mv: u32) -> u128 {
        let mover = self.to_move(state);
        let mut pieces = Cutcake::pieces(state);
        let piece = pieces.remove(mv as usize / 16);
        pieces.extend(Cutcake::cut(piece, mover, mv % 16));
        Cutcake::state(pieces, mover.opponent())
    }

    /// Returns the number of cuts until only single squares are left.
    fn rank(&self, state: u128) -> u64 {
        let pieces = Cutcake::pieces(state);
        let cuts = pieces.iter().map(|(rows, cols)| rows * cols - 1);
        cuts.sum::<u32>().into()
    }
    fn wdl(&self, state: u128) -> (Wdl, Wdl) {
        let mover = self.to_move(state);
        let winner = Cutcake::worth(state).winner(mover);
        let result = Wdl::of_outcome(Outcome::Win(winner), mover);
        (result, result)
    }
    fn turned(&self, state: u128) -> u128 {
        state ^ 1
    }
    fn number_and_nimber(&self, state: u128) -> Option<NumberAndNimber> {
        Some(Cutcake::worth(state))
    }
    /// The parts are the single pieces.
    fn parts(&self, state: u128) -> Vec<u128> {
        let pieces = Cutcake::pieces(state).into_iter();
        let alone = |piece| Cutcake::state([piece].into_iter().collect(), self.to_move(state));
        pieces.map(alone).collect()
    }
    /// Returns the transposed piece, if it fits the cake.
    fn negative(&self, state: u128) -> Option<u128> {
        let turned: Pieces = match Cutcake::pieces(state)[..] {
            [(rows, cols)] => [(cols, rows)].into_iter().collect(),
            _ => return None,
        };
        let fits = self.fits(&turned);
        fits.then(|| Cutcake::state(turned, self.to_move(state)))
    }

    fn position_text(&self, state: u128) -> String {
        let pieces = Cutcake::pieces(state);
        let names: Vec<String> = pieces.into_iter().map(name).collect();
        let list = match names.is_empty() {
            true => "1x1".to_owned(),
            false => names.join("/"),
        };
        list + mover_suffix(self.to_move(state))
    }
    fn parse_position(&self, text: &str) -> Result<u128, TextError> {
        let (list, to_move) = split_mover(text)?;
        let mut pieces = Pieces::new();
        let (mut start, mut squares) = (0, 0);
        for part in list.split('/') {
            let span = start..start + part.len();
            let Some((rows, cols)) = part.split_once('x') else {
                return Err(TextError::new(
                    span,
                    "a piece such as `2x3` is expected here",
                ));
            };
            let cols_at = start + rows.len() + 1;
            let piece = (
                count(rows, start, 1..=self.rows)?,
                count(cols, cols_at, 1..=self.cols)?,
            );
            squares += piece.0 * piece.1;
            if squares > self.rows * self.cols {
                let why = "the pieces have more squares than the cake";
                return Err(TextError::new(span, why));
            }
            pieces.push(piece);
            start += part.len() + 1;
        }
        Ok(Cutcake::state(pieces, to_move))
    }
    fn move_text(&self, state: u128, mv: u32) -> String {
        let piece = Cutcake::pieces(state)[mv as usize / 16];
        let [one, other] = Cutcake::cut(piece, self.to_move(state), mv % 16);
        format!("{}>{}+{}", name(piece), name(one), name(other))
    }
    fn diagram(&self, state: u128) -> Diagram {
        let pieces = Cutcake::pieces(state);
        // There are as many plates as pieces to cut can exist, so that all pictures have the same size.
        let plates = self.plates();
        let row = (1..).find(|row| row * row >= plates).unwrap_or(1);
        let place = |number: u16| Place {
            name: format!("piece {}", number + 1),
            at: (0, number / row, number % row),
            mark: None,
            label: pieces.get(usize::from(number)).map(|&piece| name(piece)),
        };
        Diagram {
            places: (0..plates).map(place).collect(),
            links: Vec::new(),
            notes: vec![status_of(
                self.outcome(state),
                self.to_move(state),
                self.has_gains(),
            )],
        }
    }
    fn look(&self) -> Look {
        Look::new(Ground::Cake, Glyph::Mark)
    }
    fn target(&self, _: u128, mv: u32) -> Option<usize> {
        Some(mv as usize / 16)
    }
}

/// The registry's entry.
#[derive(Clone, Copy, Debug)]
pub struct CutcakeFamily;

impl Family for CutcakeFamily {
    const INFO: Info = Info {
        name: "cutcake",
        title: "Cutcake",
        summary: "cut a piece of cake along a line, First from top to bottom, Second from left to right; a player who cannot cut loses",
        source: "Berlekamp, Conway and Guy, \"Winning Ways\", chapter 2",
        rules_version: 1,
        params: &[
            Param::int("rows", (1, 15), "4", "the number of rows"),
            Param::int(
                "cols",
                (1, 15),
                "6",
                "the number of columns; the cake has at most 30 squares",
            ),
        ],
        examples: &[
            "cutcake",
            "cutcake:rows=3,cols=3",
            "cutcake:rows=2,cols=5",
            "cutcake:rows=1,cols=1",
        ],
        files: &[],
        notation: "a move is `PIECE>LEFT+RIGHT` or `PIECE>UPPER+LOWER`, such as `2x3>2x1+2x2`; a position is its pieces \
                   joined by `/`, rows x columns, then `:second` where Second is to move",
        capabilities: &["acyclic", "keyed", "bounded", "normal"],
    };

    const UNSAID: Option<&'static str> =
        Some("a move cuts a row in two, and no rules file has that");

    fn build<V: Visitor>(args: &Args<'_>, mut visitor: V) -> Result<V::Output, SpecError> {
        visitor.told(["The players take turns to cut one piece of the cake into two along a line between its squares: First from top to bottom, Second from left to right.", STUCK_LOSES]);
        // Ranges have been checked.
        let (rows, cols) = (args.int("rows") as u32, args.int("cols") as u32);
        if rows * cols > MOST_SQUARES {
            return Err(args.error("cols", "the cake has at most 30 squares"));
        }
        Ok(visitor.visit(Compact::new(Cutcake { rows, cols })))
    }
}
