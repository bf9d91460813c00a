//! Inputs of any length, answered as they arrive, in constant memory.

use super::{Fault, Notes};
use std::io::{self, Read, Write};
use std::ops::Range;
use yomikiri::TextError;
use yomikiri_catalog::lang::Lang;

/// The size of reads and writes, in bytes.
const CHUNK: usize = 1 << 16;

/// The most bytes of one piece that are kept; the rest of a longer one is skipped.
const KEPT: usize = 1 << 12;

/// A stream that is read piece by piece and answered, in memory that does not grow.
///
/// **All printed answers are written and flushed before every read**, since a read may block: so a
/// program can talk with us over pipes. Between reads there are no flushes, so a file is read and
/// answered in large chunks.
pub struct Stream<'a> {
    input: &'a mut dyn Read,
    output: &'a mut dyn Write,
    buffer: Box<[u8]>,
    /// The part of the buffer that has been read and not consumed.
    unread: Range<usize>,
    /// The offset of the buffer in the whole input.
    offset: usize,
    /// The line that contains the buffer's first byte: its offset in the whole input, and its number
    /// from 1.
    line: (usize, u64),
    ended: bool,
    answers: Vec<u8>,
}

/// A token or a line: its span in the whole input, and its first bytes (all of them, unless it is
/// long).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) span: Range<usize>,
    pub(super) bytes: Vec<u8>,
}

impl<'a> Stream<'a> {
    /// Starts at the beginning of an input.
    pub fn new(input: &'a mut dyn Read, output: &'a mut dyn Write) -> Stream<'a> {
        Stream {
            input,
            output,
            buffer: vec![0; CHUNK + KEPT].into(),
            unread: 0..0,
            offset: 0,
            line: (0, 1),
            ended: false,
            answers: Vec::with_capacity(CHUNK),
        }
    }

    /// Returns the bytes that have been read and not consumed.
    #[inline]
    pub fn unread(&self) -> &[u8] {
        &self.buffer[self.unread.clone()]
    }

    /// Consumes this many of the unread bytes, at most all.
    #[inline]
    pub fn consume(&mut self, bytes: usize) {
        self.unread.start += bytes.min(self.unread.len());
    }

    /// Returns the offset of the first unread byte in the whole input.
    pub fn at(&self) -> usize {
        self.offset + self.unread.start
    }

    /// Returns the unread bytes, and the buffer to which answers are added.
    #[inline]
    pub(super) fn work(&mut self) -> (&[u8], &mut Vec<u8>) {
        (&self.buffer[self.unread.clone()], &mut self.answers)
    }

    /// Adds text to the output.
    ///
    /// # Errors
    ///
    /// If the buffer is full and cannot be written.
    #[inline]
    pub fn print(&mut self, text: &[u8]) -> io::Result<()> {
        self.answers.extend_from_slice(text);
        if self.answers.len() >= CHUNK {
            self.write()
        } else {
            Ok(())
        }
    }

    fn write(&mut self) -> io::Result<()> {
        self.output.write_all(&self.answers)?;
        self.answers.clear();
        Ok(())
    }

    /// Writes the rest of the output.
    ///
    /// # Errors
    ///
    /// If writing fails.
    pub fn finish(mut self) -> io::Result<()> {
        self.write()?;
        self.output.flush()
    }

    /// Reads more after the unread bytes, of which there are at most [`KEPT`]. Returns whether there
    /// was more.
    pub(super) fn fill(&mut self) -> io::Result<bool> {
        if self.ended {
            return Ok(false);
        }
        self.write()?;
        self.output.flush()?;
        let consumed = &self.buffer[..self.unread.start];
        let newlines = count_newlines(consumed);
        if let Some(last) = consumed.iter().rposition(|&byte| byte == b'\n') {
            self.line = (self.offset + last + 1, self.line.1 + newlines);
        }
        self.offset += self.unread.start;
        self.buffer.copy_within(self.unread.clone(), 0);
        self.unread = 0..self.unread.len();
        let count = loop {
            match self.input.read(&mut self.buffer[self.unread.end..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                done => break done?,
            }
        };
        self.unread.end += count;
        self.ended = count == 0;
        Ok(count > 0)
    }

    /// Reads the next token, between white space of any kind; `None` at the end.
    pub(super) fn token(&mut self) -> io::Result<Option<Piece>> {
        loop {
            let start = self
                .unread()
                .iter()
                .position(|byte| !byte.is_ascii_whitespace());
            self.consume(start.unwrap_or(usize::MAX));
            if start.is_some() {
                return self.piece(|byte| byte.is_ascii_whitespace()).map(Some);
            }
            if !self.fill()? {
                return Ok(None);
            }
        }
    }

    /// Reads the next line without its end; `None` if nothing is left.
    pub(super) fn line(&mut self) -> io::Result<Option<Piece>> {
        if self.unread.is_empty() && !self.fill()? {
            return Ok(None);
        }
        let mut line = self.piece(|byte| byte == b'\n')?;
        self.consume(1);
        if line.bytes.len() == line.span.len() && line.bytes.ends_with(b"\r") {
            line.bytes.pop();
            line.span.end -= 1;
        }
        Ok(Some(line))
    }

    /// Reads everything up to a byte that ends the piece, or to the end of the input.
    fn piece(&mut self, ends: impl Fn(u8) -> bool) -> io::Result<Piece> {
        let start = self.at();
        let mut bytes = Vec::new();
        loop {
            let unread = self.unread();
            let length = unread.iter().position(|&byte| ends(byte));
            let part = &unread[..length.unwrap_or(unread.len())];
            let room = KEPT - bytes.len();
            bytes.extend_from_slice(&part[..part.len().min(room)]);
            self.consume(length.unwrap_or(usize::MAX));
            if length.is_some() || !self.fill()? {
                return Ok(Piece {
                    span: start..self.at(),
                    bytes,
                });
            }
        }
    }

    /// Returns the line and the column, both from 1, of an unread byte or of the piece read last.
    pub(super) fn place(&self, at: usize) -> (u64, u64) {
        // An offset before the buffer belongs to a long piece in the line of the buffer's first byte,
        // because pieces do not cross the end of a line.
        let before = at.saturating_sub(self.offset).min(self.buffer.len());
        let passed = &self.buffer[..before];
        let newlines = count_newlines(passed);
        let line_start = match passed.iter().rposition(|&byte| byte == b'\n') {
            Some(last) => self.offset + last + 1,
            None => self.line.0,
        };
        (
            self.line.1 + newlines,
            at.saturating_sub(line_start) as u64 + 1,
        )
    }

    /// Answers a faulty input by so many lines `error`, and writes the fault on the notes.
    pub(super) fn refuse(
        &mut self,
        fault: &Fault,
        lines: u64,
        notes: &mut dyn Notes,
        lang: Lang,
    ) -> io::Result<()> {
        notes.bad(fault, lines, lang)?;
        (0..lines).try_for_each(|_| self.print(b"error\n"))
    }

    /// Returns the fault of the piece that was read last.
    pub(super) fn fault(&self, error: TextError, piece: &Piece) -> Fault {
        let (line, column) = self.place(error.span.start);
        let shown = Fault::in_line(error, &piece.bytes, piece.span.start, line);
        Fault { column, ..shown }
    }
}

/// Counts newlines in byte-sized sums, which takes an eighth of the time of word-sized sums.
fn count_newlines(text: &[u8]) -> u64 {
    let in_bytes = |part: &[u8]| {
        part.iter()
            .fold(0, |sum, &byte| sum + u8::from(byte == b'\n'))
    };
    text.chunks(255).map(|part| u64::from(in_bytes(part))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    /// A reader that returns a few bytes at a time, and records how much had been written before each
    /// read.
    struct Slow<'a> {
        rest: &'a [u8],
        step: usize,
        written: &'a RefCell<Vec<u8>>,
        seen: Vec<usize>,
    }

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.seen.push(self.written.borrow().len());
            let count = self.step.min(self.rest.len()).min(buffer.len());
            buffer[..count].copy_from_slice(&self.rest[..count]);
            self.rest = &self.rest[count..];
            Ok(count)
        }
    }

    struct Written<'a>(&'a RefCell<Vec<u8>>);

    impl Write for Written<'_> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().extend_from_slice(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn tokens(text: &[u8], step: usize) -> Vec<(Range<usize>, usize, (u64, u64))> {
        let written = RefCell::new(Vec::new());
        let mut input = Slow {
            rest: text,
            step,
            written: &written,
            seen: vec![],
        };
        let mut output = Written(&written);
        let mut stream = Stream::new(&mut input, &mut output);
        let mut found = Vec::new();
        while let Some(token) = stream.token().unwrap() {
            stream.print(b"x").unwrap();
            let place = stream.place(token.span.start);
            found.push((token.span, token.bytes.len(), place));
        }
        stream.finish().unwrap();
        assert_eq!(written.borrow().len(), found.len());
        found
    }

    #[test]
    fn pieces_do_not_depend_on_how_reads_cut_the_input() {
        let mut text = b"ab  c\r\n\n d ".to_vec();
        let long = text.len()..text.len() + 200_000;
        text.resize(long.end, b'y');
        text.extend_from_slice(b"\n z");
        let expected = vec![
            (0..2, 2, (1, 1)),
            (4..5, 1, (1, 5)),
            (9..10, 1, (3, 2)),
            (long.clone(), KEPT, (3, 4)),
            (long.end + 2..long.end + 3, 1, (4, 2)),
        ];
        for step in [1, 2, 3, 1000, 1 << 20] {
            assert_eq!(tokens(&text, step), expected, "{step}");
        }
    }

    #[test]
    fn every_read_finds_the_answers_written() {
        let written = RefCell::new(Vec::new());
        let mut input = Slow {
            rest: b"1\n22\n333",
            step: 2,
            written: &written,
            seen: vec![],
        };
        let mut output = Written(&written);
        let mut stream = Stream::new(&mut input, &mut output);
        while let Some(line) = stream.line().unwrap() {
            stream.print(&line.bytes).unwrap();
        }
        stream.finish().unwrap();
        assert_eq!(*written.borrow(), b"122333");
        // Reads give `1.`, `22`, `.3`, `33`, nothing.
        assert_eq!(input.seen, [0, 1, 1, 3, 3]);
    }
}
