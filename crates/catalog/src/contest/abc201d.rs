//! AtCoder ABC201 D: a piece on a grid of signs.

use super::scan::{Scan, integer, shown};
use super::stream::{Piece, Stream};
use super::{
    About, ContestError, Corner, Done, Fault, Options, Problem, Random, Streams, Subject,
    check_options, say_error,
};
use crate::face::START;
use crate::lang::Message;
use std::borrow::Cow;
use std::io::{self, Read, Write};
use std::ops::RangeInclusive;
use yomikiri::{Ask, Control, Game, Method, Notation, Player, Session, TextError};
use yomikiri_games::grid_walk::{Grid, GridWalk, Signs, Steps};

/// The greatest number of rows and of columns.
const MOST: i64 = 2000;
const ROWS: &str = "the number of rows";
const COLS: &str = "the number of columns";
/// Moves of a line of play that are shown.
const SHOWN: usize = 40;

/// AtCoder ABC201 D.
pub(super) struct Abc201D;

static ABOUT: About = About {
    id: "abc201d",
    judge: "AtCoder ABC201 D",
    title: "Game in Momotetsu World",
    game: "grid-walk",
    input: "H W, then H lines of W characters + or -",
    constraints: "1 <= H, W <= 2000",
    output: "Takahashi (moves first), Aoki or Draw",
    solvers: &[
        Method::Direct,
        Method::Memo,
        Method::Plain,
        Method::AlphaBeta,
        Method::Retrograde,
    ],
    perfect_play: false,
    many: true,
    words: &["Takahashi", "Aoki", "Draw"],
    example: "3 3\n---\n+-+\n+--\n",
};

impl Problem for Abc201D {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn run(
        &self,
        streams: &mut Streams<'_>,
        options: &Options,
        control: &mut Control<'_>,
    ) -> Result<Done, ContestError> {
        check_options(&ABOUT, options)?;
        if options.many {
            return many(streams, options, control);
        }
        let text = read_all(streams.input)?;
        let board = Board::read(&text).map_err(|error| Fault::locate(error, &text))?;
        let name = board.winner(options, control)?;
        if options.explain {
            board.explain(options, streams.notes, control)?;
        }
        streams.output.write_all(format!("{name}\n").as_bytes())?;
        streams.output.flush()?;
        Ok(Done::ONE)
    }

    fn corners(&self) -> &'static [Corner] {
        &[
            Corner::Uniform,
            Corner::Small,
            Corner::Negative,
            Corner::Ties,
            Corner::Row,
            Corner::Column,
            Corner::Equal,
            Corner::Sorted,
            Corner::Largest,
        ]
    }

    fn generate(&self, random: &mut Random, corner: Corner) -> String {
        let most = match corner {
            Corner::Small => 4,
            Corner::Largest => MOST,
            _ => *random.pick(&[5, 10, 40]).unwrap_or(&10),
        };
        let mut side = |least: i64| random.within(least..=most);
        let (rows, cols) = match corner {
            Corner::Row => (1, side(1)),
            Corner::Column => (side(1), 1),
            Corner::Largest => (MOST, MOST),
            _ => (side(1), side(1)),
        };
        // Of how many cells one is the other sign.
        let (usual, rare) = match corner {
            Corner::Negative => (b'-', 5),
            Corner::Equal => (*random.pick(b"+-").unwrap_or(&b'+'), u64::MAX),
            _ => (b'-', 2),
        };
        let mut cells: Vec<u8> = (0..rows * cols)
            .map(|cell| match corner {
                // Alternating signs: each player is offered the same, and decisions are narrow.
                Corner::Ties if !random.one_in(8) => {
                    b"+-"[((cell / cols + cell % cols) & 1) as usize]
                }
                _ if random.one_in(rare) => b'+',
                _ => usual,
            })
            .collect();
        if corner == Corner::Sorted {
            cells.sort_unstable();
            if random.one_in(2) {
                cells.reverse();
            }
        }
        write_board(&cells, cols as usize)
    }

    fn subject(&self, input: &str, _: usize, _: &Options) -> Option<Subject> {
        let board = Board::read(input.as_bytes()).ok()?;
        let rows = board.packed();
        let rows: Vec<_> = rows
            .chunks(board.cols)
            .map(String::from_utf8_lossy)
            .collect();
        Some(Subject {
            game: format!("{}:cells={}", ABOUT.game, rows.join("/")),
            file: None,
            position: START.to_owned(),
            ask: Ask::Margin,
            names: ["Takahashi", "Aoki"],
        })
    }

    fn smaller<'a>(&'a self, input: &'a str) -> Box<dyn Iterator<Item = String> + 'a> {
        match Board::read(input.as_bytes()) {
            Ok(board) => Box::new(smaller(board.packed(), board.cols)),
            Err(_) => Box::new(std::iter::empty()),
        }
    }
}

/// Without a stretch of rows or columns (from half of them down to one), then with a `-` turned into
/// a `+`.
fn smaller(cells: Vec<u8>, cols: usize) -> impl Iterator<Item = String> {
    let rows = cells.len() / cols;
    let stretches = |size: usize| {
        let lengths = std::iter::successors(Some(size / 2), |&length| Some(length / 2));
        let lengths = lengths.take_while(|&length| length > 0);
        lengths.flat_map(move |length| {
            (0..=size - length)
                .step_by(length)
                .map(move |from| from..from + length)
        })
    };
    let (by_row, by_col, by_sign) = (cells.clone(), cells.clone(), cells);
    let fewer_rows = stretches(rows).map(move |gone| {
        let kept = by_row
            .chunks(cols)
            .enumerate()
            .filter(|(row, _)| !gone.contains(row));
        write_board(
            &kept.flat_map(|(_, row)| row).copied().collect::<Vec<_>>(),
            cols,
        )
    });
    let fewer_cols = stretches(cols).map(move |gone| {
        let kept = by_col
            .iter()
            .enumerate()
            .filter(|(cell, _)| !gone.contains(&(cell % cols)));
        let kept: Vec<u8> = kept.map(|(_, &sign)| sign).collect();
        write_board(&kept, cols - gone.len())
    });
    let minuses: Vec<usize> = (0..by_sign.len())
        .filter(|&cell| by_sign[cell] == b'-')
        .collect();
    let fewer_minuses = minuses.into_iter().map(move |cell| {
        let mut cells = by_sign.clone();
        cells[cell] = b'+';
        write_board(&cells, cols)
    });
    fewer_rows.chain(fewer_cols).chain(fewer_minuses)
}

fn write_board(cells: &[u8], cols: usize) -> String {
    let mut text = format!("{} {cols}\n", cells.len() / cols);
    for row in cells.chunks(cols) {
        text.extend(row.iter().map(|&sign| char::from(sign)));
        text.push('\n');
    }
    text
}

/// Reads everything, with room made at once for as much as the first line announces: a board of
/// four million cells is copied into place once and not again whenever a buffer grows.
fn read_all(input: &mut dyn Read) -> io::Result<Vec<u8>> {
    const FIRST: u64 = 1 << 12;
    let mut text = Vec::with_capacity(FIRST as usize);
    let count = Read::take(&mut *input, FIRST).read_to_end(&mut text)?;
    if count == FIRST as usize {
        if let Ok((rows, cols)) = header(&mut Scan::new(&text)) {
            text.reserve(rows * (cols + 2));
        }
        input.read_to_end(&mut text)?;
    }
    Ok(text)
}

fn header(scan: &mut Scan<'_>) -> Result<(usize, usize), TextError> {
    const SIDE: RangeInclusive<i64> = 1..=MOST;
    let rows = scan.integer(ROWS, SIDE)?;
    let cols = scan.integer(COLS, SIDE)?;
    scan.end_line()?;
    Ok((rows as usize, cols as usize))
}

/// A board, within the text it was read from where the rows lie evenly there.
struct Board<'t> {
    cells: Cow<'t, [u8]>,
    rows: usize,
    cols: usize,
    /// The distance from one row to the next.
    stride: usize,
}

impl<'t> Board<'t> {
    /// Reads one board that is all of the input.
    fn read(text: &'t [u8]) -> Result<Board<'t>, TextError> {
        let mut scan = Scan::new(text);
        let (rows, cols) = header(&mut scan)?;
        if let Some(board) = Board::even(&text[scan.at()..], rows, cols) {
            scan.skip(board.cells.len());
            scan.end_line()?;
            scan.end()?;
            return Ok(board);
        }
        // Either something is wrong, or lines end in different ways.
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
            stride: cols,
        })
    }

    /// The rows that a text begins with, if they all end alike and are as they should be.
    ///
    /// Each byte is looked at once, by a loop that the compiler turns into vector code.
    fn even(text: &'t [u8], rows: usize, cols: usize) -> Option<Board<'t>> {
        let end: &[u8] = if text.get(cols) == Some(&b'\r') {
            b"\r\n"
        } else {
            b"\n"
        };
        let stride = cols + end.len();
        let cells = text.get(..(rows - 1) * stride + cols)?;
        let good = |row: &[u8]| {
            let (signs, after) = row.split_at(cols);
            all_signs(signs) && (after.is_empty() || after == end)
        };
        // The last chunk is without its end, which has not been looked at.
        let even = cells.chunks(stride).all(good);
        even.then_some(Board {
            cells: cells.into(),
            rows,
            cols,
            stride,
        })
    }

    fn packed(&self) -> Vec<u8> {
        let rows = (0..self.rows).map(|row| &self.cells[row * self.stride..][..self.cols]);
        rows.collect::<Vec<_>>().concat()
    }

    fn game(&self) -> Result<GridWalk, TextError> {
        let rows = self.packed();
        let rows: Vec<_> = rows
            .chunks(self.cols)
            .map(String::from_utf8_lossy)
            .collect();
        Ok(GridWalk::new(
            Grid::parse(&rows.join("\n"))?,
            Steps::default(),
        ))
    }

    fn winner(
        &self,
        options: &Options,
        control: &mut Control<'_>,
    ) -> Result<&'static str, ContestError> {
        let signs = Signs::new(&self.cells, self.rows, self.cols, self.stride);
        let winner = match (options.method, signs) {
            // The direct method of the game, on the text as it is.
            (None | Some(Method::Direct), Some(signs)) => {
                control.visit().map_err(ContestError::Stopped)?;
                yomikiri::Outcome::Margin(signs.margin()).winner()
            }
            (method, _) => {
                let game = self
                    .game()
                    .map_err(|error| Fault::locate(error, &self.cells))?;
                let method = method.unwrap_or(Method::Direct);
                let mut session = Session::new(&game, Ask::Winner, method)?;
                session.value(&game.start(), control)?.winner()
            }
        };
        Ok(name(winner))
    }

    /// The margin, the first moves with what they lead to, and a line of best play.
    fn explain(
        &self,
        options: &Options,
        notes: &mut dyn Write,
        control: &mut Control<'_>,
    ) -> Result<(), ContestError> {
        let game = self
            .game()
            .map_err(|error| Fault::locate(error, &self.cells))?;
        let method = options.method.unwrap_or(Method::Direct);
        let mut session = Session::new(&game, Ask::Margin, method)?;
        let start = game.start();
        let value = session.value(&start, control)?;
        let lang = options.lang;
        let value = value.to_string();
        let message = Message::WalkMargin { value: &value };
        writeln!(notes, "{}", message.text(lang))?;
        for found in session.moves(&start, control)? {
            let to = game.move_text(&start, found.mv);
            let value = found.value.to_string();
            let message = match found.best {
                true => Message::BestFirstStep {
                    to: &to,
                    value: &value,
                },
                false => Message::FirstStep {
                    to: &to,
                    value: &value,
                },
            };
            writeln!(notes, "{}", message.text(lang))?;
        }
        let mut at = start;
        let line = session.line(&start, control)?;
        let mut texts = Vec::new();
        for &mv in line.iter().take(SHOWN) {
            let to = game.move_text(&at, mv);
            texts.push(format!("{to} {:+}", game.gain(&at, mv)));
            at = game.play(&at, mv);
        }
        let more = line.len() - texts.len();
        if more > 0 {
            texts.push(Message::MoreMoves { count: more }.text(lang));
        }
        if !texts.is_empty() {
            let line = texts.join(", ");
            writeln!(notes, "{}", Message::BestSteps { line: &line }.text(lang))?;
        }
        Ok(())
    }
}

fn name(winner: Option<Player>) -> &'static str {
    match winner {
        Some(Player::First) => "Takahashi",
        Some(Player::Second) => "Aoki",
        None => "Draw",
    }
}

fn all_signs(row: &[u8]) -> bool {
    row.iter()
        .fold(true, |all, &cell| all & ((cell == b'+') | (cell == b'-')))
}

/// What is wrong with a row, given that something is.
fn wrong_signs(line: &[u8], number: usize, cols: usize) -> TextError {
    let signs = line
        .iter()
        .take_while(|&&cell| cell == b'+' || cell == b'-')
        .count();
    if signs < line.len().min(cols) {
        // A character of more than one byte is shown whole.
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
    TextError::new(span, format!("row {number} has {length} cells, not {cols}"))
}

/// Boards one after another.
fn many(
    streams: &mut Streams<'_>,
    options: &Options,
    control: &mut Control<'_>,
) -> Result<Done, ContestError> {
    let mut boards = Boards {
        stream: Stream::new(streams.input, streams.output),
        waiting: None,
        cells: Vec::new(),
    };
    let mut done = Done::default();
    while let Some(board) = boards.next()? {
        match board {
            Err(fault) => {
                say_error(streams.notes, &fault, options.lang)?;
                boards.stream.print(b"error\n")?;
                done.bad += 1;
            }
            Ok((rows, cols)) => {
                let board = Board {
                    cells: Cow::Borrowed(&boards.cells),
                    rows,
                    cols,
                    stride: cols,
                };
                let name = board.winner(options, control)?;
                done.answered += 1;
                if options.explain {
                    let number = done.answered + done.bad;
                    let head = Message::Board { number }.text(options.lang);
                    writeln!(streams.notes, "{head}")?;
                    board.explain(options, streams.notes, control)?;
                }
                boards.stream.print(name.as_bytes())?;
                boards.stream.print(b"\n")?;
            }
        }
    }
    boards.stream.finish()?;
    Ok(done)
}

/// The boards of a stream.
///
/// Rows are made of signs and sizes of digits. So where a board is bad, the next one begins with the
/// next token that begins with a digit and is not in the place of a size.
struct Boards<'a> {
    stream: Stream<'a>,
    /// A token that was read and belongs to the next board.
    waiting: Option<Piece>,
    /// The cells of the board read last, without gaps.
    cells: Vec<u8>,
}

impl Boards<'_> {
    fn token(&mut self) -> io::Result<Option<Piece>> {
        match self.waiting.take() {
            Some(token) => Ok(Some(token)),
            None => self.stream.token(),
        }
    }

    fn next(&mut self) -> io::Result<Option<Result<(usize, usize), Fault>>> {
        let Some(token) = self.token()? else {
            return Ok(None);
        };
        let rows = match self.size(&token, ROWS) {
            Ok(rows) => rows,
            Err(fault) => return self.pass_over(fault, !is_size(&token)).map(Some),
        };
        let Some(token) = self.token()? else {
            return Ok(Some(Err(self.missing(COLS))));
        };
        let cols = match self.size(&token, COLS) {
            Ok(cols) => cols,
            Err(fault) => return self.pass_over(fault, true).map(Some),
        };
        self.cells.clear();
        let mut fault = None;
        for row in 1..=rows {
            let Some(token) = self.token()? else {
                return Ok(Some(Err(
                    fault.unwrap_or_else(|| self.missing(&format!("row {row}")))
                )));
            };
            if is_size(&token) {
                let error = format!("{} stands where row {row} is expected", shown(&token.bytes));
                let fault = fault.unwrap_or_else(|| {
                    self.stream
                        .fault(TextError::new(token.span.clone(), error), &token)
                });
                self.waiting = Some(token);
                return Ok(Some(Err(fault)));
            }
            if token.bytes.len() == cols && all_signs(&token.bytes) {
                self.cells.extend_from_slice(&token.bytes);
            } else if fault.is_none() {
                let error = wrong_signs(&token.bytes, row, cols).shifted(token.span.start);
                fault = Some(self.stream.fault(error, &token));
            }
        }
        Ok(Some(fault.map_or(Ok((rows, cols)), Err)))
    }

    fn size(&self, token: &Piece, what: &str) -> Result<usize, Fault> {
        match integer(&token.bytes, what, 1..=MOST) {
            Ok(size) => Ok(size as usize),
            Err(error) => {
                let error = TextError {
                    span: token.span.clone(),
                    ..error
                };
                Err(self.stream.fault(error, token))
            }
        }
    }

    /// Passes over the rest of a board whose size cannot be known: its second number if that is still
    /// to come, and everything up to the next token that begins with a digit.
    fn pass_over(
        &mut self,
        fault: Fault,
        sizes_read: bool,
    ) -> io::Result<Result<(usize, usize), Fault>> {
        if !sizes_read {
            // A second size, or the first row already.
            self.waiting = self.stream.token()?;
            if self.waiting.as_ref().is_some_and(is_size) {
                self.waiting = None;
            }
        }
        while let Some(token) = self.token()? {
            if is_size(&token) {
                self.waiting = Some(token);
                break;
            }
        }
        Ok(Err(fault))
    }

    fn missing(&self, what: &str) -> Fault {
        let end = Piece {
            span: self.stream.at()..self.stream.at(),
            bytes: vec![],
        };
        let message = format!("the input ends where {what} is expected");
        self.stream
            .fault(TextError::new(end.span.clone(), message), &end)
    }
}

/// Whether a token begins like a number.
fn is_size(token: &Piece) -> bool {
    let digits = token.bytes.strip_prefix(b"-").unwrap_or(&token.bytes);
    digits.first().is_some_and(u8::is_ascii_digit)
}
