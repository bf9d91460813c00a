//! One board of signs: strict reading, writing, solving and explaining.

use super::super::scan::{Scan, shown};
use super::super::telling::{Moves, Teller};
use super::super::{ContestError, Fault, Options};
use std::borrow::Cow;
use std::io::Write;
use std::ops::RangeInclusive;
use yomikiri::{Ask, Control, Game, Method, Notation, Outcome, Player, TextError};
use yomikiri_catalog::Counted;
use yomikiri_catalog::lang::Message;
use yomikiri_face::Sessions;
use yomikiri_games::compact::Compact;
use yomikiri_games::grid_walk::{Grid, GridWalk, Signs, Steps};

/// The greatest number of rows, and of columns.
pub(super) const MOST: i64 = 2000;
pub(super) const ROWS: &str = "the number of rows";
pub(super) const COLS: &str = "the number of columns";
/// The most moves of a line of play that are shown.
const SHOWN: usize = 40;

/// A board, row after row.
pub(super) struct Board<'t> {
    pub(super) cells: Cow<'t, [u8]>,
    pub(super) rows: usize,
    pub(super) cols: usize,
}

impl Board<'_> {
    /// Reads one board, which must be all of the input.
    pub(super) fn read(text: &[u8]) -> Result<Board<'static>, TextError> {
        let mut scan = Scan::new(text);
        let (rows, cols) = header(&mut scan)?;
        let mut cells = Vec::with_capacity(rows * cols);
        for row in 1..=rows {
            let (span, signs) = scan.word(&format!("row {row}"))?;
            if signs.len() != cols || !all_signs(signs) {
                return Err(wrong_signs(signs, row, cols).shifted(span.start));
            }
            cells.extend_from_slice(signs);
            scan.end_line()?;
        }
        scan.end()?;
        Ok(Board {
            cells: cells.into(),
            rows,
            cols,
        })
    }

    fn game(&self) -> Result<Compact, TextError> {
        let rows: Vec<_> = self
            .cells
            .chunks(self.cols)
            .map(String::from_utf8_lossy)
            .collect();
        let grid = Grid::parse(&rows.join("\n"))?;
        Ok(Compact::of(GridWalk::new(grid, Steps::default())))
    }

    pub(super) fn winner(
        &self,
        options: &Options,
        control: &mut Control<'_>,
    ) -> Result<&'static str, ContestError> {
        let signs = Signs::new(&self.cells, self.rows, self.cols, self.cols);
        let winner = match (options.method, signs) {
            // The game's direct solver, on the text as it is.
            (None | Some(Method::Direct), Some(signs)) => {
                control.visit().map_err(ContestError::Stopped)?;
                Outcome::Margin(signs.margin()).winner()
            }
            (method, _) => {
                let game = self
                    .game()
                    .map_err(|error| Fault::locate(error, &self.cells))?;
                let method = method.unwrap_or(Method::Direct);
                let mut session = game.session(Ask::Winner, method)?;
                session.value(&game.start(), control)?.winner()
            }
        };
        Ok(name(winner))
    }

    /// Explains the margin, the result of each first move, and a line of best play.
    pub(super) fn explain(
        &self,
        options: &Options,
        notes: &mut dyn Write,
        control: &mut Control<'_>,
    ) -> Result<(), ContestError> {
        let game = self
            .game()
            .map_err(|error| Fault::locate(error, &self.cells))?;
        let method = options.method.unwrap_or(Method::Direct);
        let mut session = game.session(Ask::Margin, method)?;
        let start = game.start();
        let value = session.value(&start, control)?;
        let lang = options.lang;
        let value = value.to_string();
        let message = Message::WalkMargin { value: &value };
        writeln!(notes, "{}", message.text(lang))?;
        let teller = Teller {
            names: ["Takahashi", "Aoki"],
            lang,
            worth: &|_| None,
        };
        let does = |at: &u128, mv| {
            let (to, gain) = (game.move_text(at, mv), game.gain(at, mv));
            format!("moves to {to} ({gain:+})")
        };
        let mut at = start;
        let line = session.line(&start, control)?;
        let mut moves = Moves::default();
        for &mv in line.iter().take(SHOWN) {
            moves
                .told
                .push(teller.did(game.to_move(&at), &does(&at, mv)));
            at = game.play(&at, mv);
        }
        moves.more = line.len() > moves.told.len();
        if !moves.told.is_empty() {
            for line in teller.lines(&moves, 3) {
                writeln!(notes, "{line}")?;
            }
        }
        // The result of the other first move.
        let found = session.moves(&start, control)?;
        if let Some(other) = found.iter().find(|found| !found.best) {
            let did = &teller.did(game.to_move(&start), &does(&start, other.mv));
            let worth = &other.value.to_string();
            writeln!(notes, "{}", Message::Instead { did, worth }.text(lang))?;
        }
        Ok(())
    }
}

/// Reads the first line of a board: its numbers of rows and columns.
pub(super) fn header(scan: &mut Scan<'_>) -> Result<(usize, usize), TextError> {
    const SIDE: RangeInclusive<i64> = 1..=MOST;
    let rows = scan.integer(ROWS, SIDE)?;
    let cols = scan.integer(COLS, SIDE)?;
    scan.end_line()?;
    Ok((rows as usize, cols as usize))
}

/// Returns the line end of an input with this first line.
pub(super) fn line_end(head: &[u8]) -> &'static [u8] {
    if head.ends_with(b"\r\n") {
        b"\r\n"
    } else {
        b"\n"
    }
}

/// Writes a board in the judge's form.
pub(super) fn write_board(cells: &[u8], cols: usize) -> String {
    let mut text = format!("{} {cols}\n", cells.len() / cols);
    for row in cells.chunks(cols) {
        text.extend(row.iter().map(|&sign| char::from(sign)));
        text.push('\n');
    }
    text
}

/// Returns the judge's answer.
pub(super) fn name(winner: Option<Player>) -> &'static str {
    match winner {
        Some(Player::First) => "Takahashi",
        Some(Player::Second) => "Aoki",
        None => "Draw",
    }
}

pub(super) fn all_signs(row: &[u8]) -> bool {
    row.iter()
        .fold(true, |all, &cell| all & ((cell == b'+') | (cell == b'-')))
}

/// Describes the fault of a row that has one.
pub(super) fn wrong_signs(line: &[u8], number: usize, cols: usize) -> TextError {
    let signs = line
        .iter()
        .take_while(|&&cell| cell == b'+' || cell == b'-')
        .count();
    if signs < line.len().min(cols) {
        // Show a character of more than one byte whole.
        let more = line[signs + 1..]
            .iter()
            .take_while(|&&byte| byte & 0xc0 == 0x80)
            .count();
        let span = signs..signs + 1 + if line[signs] >= 0xc0 { more } else { 0 };
        let bad = shown(&line[span.clone()]);
        return TextError::new(
            span,
            format!("row {number} is made of `+` and `-`, not {bad}"),
        );
    }
    let span = if signs < cols {
        signs..signs
    } else {
        cols..line.len()
    };
    let length = line.len();
    TextError::new(
        span,
        format!("row {number} has {}, not {cols}", Counted(length, "cell")),
    )
}
