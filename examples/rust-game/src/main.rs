//! Quarto on small boards, with all that the command `yomikiri` can do.
//!
//! A piece has as many attributes as the board has rows. Who moves puts the piece that the opponent
//! has chosen on an empty cell, wins with a line of pieces that have an attribute in common, and else
//! chooses the opponent's next piece.

use yomikiri_cli::{App, game::*};

fn main() -> std::process::ExitCode {
    App::new().family::<QuartoFamily>().main()
}

struct QuartoFamily;

impl OwnFamily for QuartoFamily {
    const INFO: Info = Info {
        name: "quarto",
        title: "Quarto",
        summary: "pieces with attributes; the opponent chooses which one you place",
        source: "Blaise Müller, 1991; smaller boards",
        rules_version: 1,
        params: &[Param::int("side", (2, 4), "3", "the rows, columns and attributes")],
        examples: &["quarto", "quarto:side=2"],
        files: &[],
        notation: "a position: rows of pieces, and the one to place; a move: cell and next piece",
        capabilities: &["acyclic", "keyed"],
    };
    fn build(args: &Args<'_>) -> Result<OwnGame, SpecError> {
        let n = args.int("side") as u32;
        let line = |from: u32, step: u32| (0..n).map(|i| from + i * step).collect();
        let straight = (0..n).flat_map(|i| [line(i * n, 1), line(i, n)]);
        let lines = straight.chain([line(0, n + 1), line(n - 1, n - 1)]).collect();
        Ok(Compact::new(Quarto { n, cells: n * n, pieces: 1 << n, lines }).into())
    }
}

/// A position has five bits for each cell, 0 or else one more than the attributes of its piece. Above
/// them is the piece to place.
#[derive(Debug)]
struct Quarto {
    n: u32,
    cells: u32,
    pieces: u32,
    lines: Vec<Vec<u32>>,
}

impl Quarto {
    fn at(&self, state: u128, cell: u32) -> u32 {
        (state >> (5 * cell)) as u32 & 31
    }
    fn given(&self, state: u128) -> u32 {
        self.at(state, self.cells)
    }
    fn placed(&self, state: u128) -> u32 {
        (0..self.cells).filter(|&cell| self.at(state, cell) > 0).count() as u32
    }
    fn wins(&self, state: u128, line: &[u32]) -> bool {
        let pieces = || line.iter().map(|&cell| self.at(state, cell));
        let all = pieces().fold(self.pieces - 1, |bits, piece| bits & piece.wrapping_sub(1));
        let none = pieces().fold(self.pieces - 1, |bits, piece| bits & !piece.wrapping_sub(1));
        all | none > 0 && pieces().all(|piece| piece > 0)
    }
}

impl Rules for Quarto {
    fn offers(&self) -> Offers {
        Offers { acyclic: true, ..Offers::default() }
    }
    fn bits(&self) -> u32 {
        5 * (self.cells + 1)
    }
    fn holds(&self, state: u128) -> bool {
        let seen = (0..=self.cells).fold(0, |seen, cell| seen | 1u64 << self.at(state, cell));
        let count = self.placed(state) + u32::from(self.given(state) > 0);
        let differ = (seen >> 1).count_ones() == count && seen >> (self.pieces + 1) == 0;
        let is_asked = state > 0 && self.outcome(state).is_none();
        state >> self.bits() == 0 && differ && (self.given(state) > 0) == is_asked
    }
    fn start(&self) -> u128 {
        0
    }
    fn to_move(&self, state: u128) -> Player {
        Player::after(self.placed(state) + u32::from(state > 0))
    }
    fn outcome(&self, state: u128) -> Option<Outcome> {
        match self.lines.iter().any(|line| self.wins(state, line)) {
            true => Some(Outcome::Win(self.to_move(state).opponent())),
            false => (self.placed(state) == self.pieces).then_some(Outcome::Draw),
        }
    }
    /// A move is 32 times the cell, and the next piece if there is one. The first move only chooses.
    fn moves(&self, state: u128, moves: &mut Moves) {
        let free = |piece: &u32| (0..=self.cells).all(|cell| self.at(state, cell) != *piece);
        let next: Moves = (1..=self.pieces).filter(free).collect();
        for cell in (0..self.cells).filter(|&cell| state > 0 && self.at(state, cell) == 0) {
            match self.outcome(self.play(state, 32 * cell)) {
                Some(_) => moves.push(32 * cell),
                None => moves.extend(next.iter().map(|next| 32 * cell + next)),
            }
        }
        if state == 0 {
            moves.extend(next);
        }
    }
    fn play(&self, state: u128, mv: u32) -> u128 {
        let above = 5 * self.cells;
        let board = state & !(31 << above) | u128::from(self.given(state)) << (5 * (mv / 32));
        board | u128::from(mv % 32) << above
    }
    fn rank(&self, state: u128) -> u64 {
        (2 * (self.pieces - self.placed(state)) - u32::from(self.given(state) > 0)).into()
    }
    fn position_text(&self, state: u128) -> String {
        let at = |row: u32, col: u32| letter(self.at(state, row * self.n + col));
        let row = |row: u32| (0..self.n).map(|col| at(row, col)).collect::<String>();
        let rows: Vec<String> = (0..self.n).map(row).collect();
        format!("{}:{}", rows.join("/"), letter(self.given(state)))
    }
    fn parse_position(&self, text: &str) -> Result<u128, TextError> {
        let letters = text.chars().filter(|sign| !"/:".contains(*sign)).take(25);
        let read = |sign| u128::from((1..32).find(|&n| letter(n) == sign).unwrap_or(0));
        let pieces = (0..).zip(letters.map(read));
        let state = pieces.fold(0, |state, (cell, piece)| state | piece << (5 * cell));
        match self.holds(state) && self.position_text(state) == text {
            true => Ok(state),
            false => Err(TextError::new(0..text.len(), "this is no position of Quarto")),
        }
    }
    fn move_text(&self, state: u128, mv: u32) -> String {
        let (cell, next) = (mv / 32, letter(mv % 32));
        match state {
            0 => next.to_string(),
            _ => format!("{},{}{next}", cell / self.n + 1, cell % self.n + 1),
        }
    }
    fn diagram(&self, state: u128) -> Diagram {
        drawn(&self.position_text(state))
    }
}

/// The letter of a piece.
fn letter(piece: u32) -> char {
    char::from(if piece == 0 { b'.' } else { b'`' + piece as u8 })
}

#[test]
fn the_laws_hold() {
    yomikiri_cli::check_laws::<QuartoFamily>().unwrap();
}
