//! Boards one after another, read in constant memory.

use super::super::scan::{integer, shown};
use super::super::stream::{Piece, Stream};
use super::super::{ContestError, Done, Fault, Options, Streams};
use super::board::{Board, COLS, MOST, ROWS, all_signs, wrong_signs};
use std::borrow::Cow;
use std::io;
use yomikiri::{Control, TextError};
use yomikiri_catalog::lang::Message;

/// Answers boards one after another; a bad board gets `error` in place of its answer.
pub(super) fn many(
    streams: &mut Streams<'_>,
    options: &Options,
    control: &mut Control<'_>,
) -> Result<Done, ContestError> {
    let mut boards = Boards {
        stream: Stream::new(streams.input, streams.output),
        waiting: None,
        first: Piece::default(),
        cells: Vec::new(),
    };
    let mut done = Done::default();
    while let Some(board) = boards.next()? {
        match board {
            Err(fault) => {
                boards
                    .stream
                    .refuse(&fault, 1, streams.notes, options.lang)?;
                done.bad += 1;
            }
            Ok((rows, cols)) => {
                let board = Board {
                    cells: Cow::Borrowed(&boards.cells),
                    rows,
                    cols,
                };
                let notes = &mut *streams.notes;
                let answer = control.for_next_question(|control| {
                    let name = board.winner(options, control)?;
                    if options.explain {
                        let number = done.answered + done.bad + done.unanswered + 1;
                        let head = Message::Board { number }.text(options.lang);
                        writeln!(notes, "{head}")?;
                        board.explain(options, notes, control)?;
                    }
                    Ok(name)
                });
                match answer {
                    Ok(name) => {
                        done.answered += 1;
                        boards.stream.print(name.as_bytes())?;
                        boards.stream.print(b"\n")?;
                    }
                    Err(error) => {
                        let error: ContestError = error;
                        let limit = TextError::new(boards.first.span.clone(), error.limit()?);
                        let fault = boards.stream.fault(limit, &boards.first);
                        boards
                            .stream
                            .refuse(&fault, 1, streams.notes, options.lang)?;
                        done.unanswered += 1;
                    }
                }
            }
        }
    }
    boards.stream.finish()?;
    Ok(done)
}

/// The boards of a stream.
///
/// Rows consist of signs, and sizes of digits. So after a bad board, the next one begins with the
/// next token that begins with a digit and does not stand in the place of a size.
struct Boards<'a> {
    stream: Stream<'a>,
    /// A token that was read but belongs to the next board.
    waiting: Option<Piece>,
    /// The first token of the last board read.
    first: Piece,
    /// The cells of the last board read, without gaps.
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
        self.first = token;
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

    /// Skips the rest of a board of unknown size: its second number if that has not been read, and
    /// everything up to the next token that begins with a digit.
    fn pass_over(
        &mut self,
        fault: Fault,
        sizes_read: bool,
    ) -> io::Result<Result<(usize, usize), Fault>> {
        if !sizes_read {
            // This is a second size, or the first row.
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

/// Returns whether a token begins like a number.
fn is_size(token: &Piece) -> bool {
    let digits = token.bytes.strip_prefix(b"-").unwrap_or(&token.bytes);
    digits.first().is_some_and(u8::is_ascii_digit)
}
