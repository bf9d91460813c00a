//! Reads the lines of an input without delay and in bounded memory.

use crate::interrupt::{self, Attended};
use crate::outcome::Failure;
use std::io::{self, Read};

/// The longest line that is read, in bytes; positions are far shorter in every game. Longer lines are
/// skipped.
pub(crate) const LINE_LIMIT: usize = 1 << 20;

/// The least size of a read. It exceeds the standard library's own buffer, which is then bypassed.
const CHUNK: usize = 64 << 10;

/// A line without its end (`\n` or `\r\n`; the last line needs none).
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line<'a> {
    /// The bytes of the line.
    Whole(&'a [u8]),
    /// The line was longer than [`LINE_LIMIT`] and was skipped.
    TooLong,
}

impl<'a> Line<'a> {
    /// Returns the text of the line.
    ///
    /// # Errors
    ///
    /// If the line has none, with the reason in words.
    pub(crate) fn text(self) -> Result<&'a str, String> {
        match self {
            Line::Whole(bytes) => {
                str::from_utf8(bytes).map_err(|_| "the line is not UTF-8 text".to_owned())
            }
            Line::TooLong => Err(format!("the line is longer than {LINE_LIMIT} bytes")),
        }
    }
}

/// A reader that splits an input into lines.
pub(crate) struct Lines<R> {
    source: R,
    buffer: Vec<u8>,
    /// The start of the bytes that were read but not handed out; `end` is their end.
    start: usize,
    end: usize,
    /// Whether the current line is being skipped.
    skipping: bool,
    ended: bool,
    /// Whether an interrupt ends the input, instead of the process.
    is_attended: bool,
}

impl Lines<Box<dyn Read>> {
    /// Reads the lines of `source` up to an interrupt.
    ///
    /// # Errors
    ///
    /// If the system refuses a thread.
    pub(crate) fn attended(source: impl Read + Send + 'static) -> Result<Self, Failure> {
        let source = Attended::new(source);
        let source = source.map_err(|error| Failure::system("cannot read the input", &error))?;
        Ok(Lines {
            is_attended: true,
            ..Lines::new(Box::new(source))
        })
    }
}

impl<R: Read> Lines<R> {
    /// Reads the lines of `source`.
    pub(crate) fn new(source: R) -> Lines<R> {
        Lines {
            source,
            buffer: vec![0; CHUNK],
            start: 0,
            end: 0,
            skipping: false,
            ended: false,
            is_attended: false,
        }
    }

    /// Returns the next line, or `None` at the end. `before_read` is called whenever the next line has not
    /// arrived: then the read may block, and its sender may be waiting for our answers.
    ///
    /// # Errors
    ///
    /// If `before_read` or reading fails.
    pub(crate) fn next(
        &mut self,
        mut before_read: impl FnMut() -> Result<(), Failure>,
    ) -> Result<Option<Line<'_>>, Failure> {
        self.next_while(|| before_read().map(|()| true))
    }

    /// Returns the next line like [`next`](Lines::next), but calls `goes_on` instead. If that returns
    /// false, no further line is wanted, and the input ends.
    ///
    /// # Errors
    ///
    /// If `goes_on` or reading fails.
    pub(crate) fn next_while(
        &mut self,
        mut goes_on: impl FnMut() -> Result<bool, Failure>,
    ) -> Result<Option<Line<'_>>, Failure> {
        let mut searched = 0;
        loop {
            let found = self.buffer[self.start + searched..self.end]
                .iter()
                .position(|&byte| byte == b'\n');
            if let Some(offset) = found {
                let (from, to) = (self.start, self.start + searched + offset);
                self.start = to + 1;
                return Ok(Some(self.line(from, to)));
            }
            if self.end - self.start > LINE_LIMIT {
                self.skipping = true;
            }
            if self.skipping {
                self.start = self.end;
            }
            searched = self.end - self.start;
            if self.ended {
                let (from, to) = (self.start, self.end);
                self.start = self.end;
                let nothing = from == to && !self.skipping;
                return Ok((!nothing).then(|| self.line(from, to)));
            }
            self.make_room();
            if !goes_on()? || !self.read()? {
                return Ok(None);
            }
        }
    }

    fn line(&mut self, from: usize, to: usize) -> Line<'_> {
        let long = std::mem::take(&mut self.skipping);
        let line = &self.buffer[from..to];
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if long || line.len() > LINE_LIMIT {
            return Line::TooLong;
        }
        Line::Whole(line)
    }

    /// Makes room for at least half a chunk, without moving the same bytes again and again.
    fn make_room(&mut self) {
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        if self.buffer.len() - self.end < CHUNK / 2 {
            self.buffer.resize(self.buffer.len() * 2, 0);
        }
    }

    /// Reads more, unless an interrupt has ended the input: then the rest is no whole line.
    fn read(&mut self) -> Result<bool, Failure> {
        loop {
            let room = &mut self.buffer[self.end..];
            let read = match self.is_attended {
                true => self.source.read(room),
                false => interrupt::waiting(|| self.source.read(room)),
            };
            match read {
                Ok(0) if self.is_attended && interrupt::is_raised() => return Ok(false),
                Ok(0) => self.ended = true,
                Ok(count) => self.end += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(Failure::system("cannot read the input", &error)),
            }
            return Ok(true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader that returns at most this many bytes at once.
    struct Drops<'a>(&'a [u8], usize);

    impl Read for Drops<'_> {
        fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(self.0.len()).min(room.len());
            let (now, later) = self.0.split_at(count);
            room[..count].copy_from_slice(now);
            self.0 = later;
            Ok(count)
        }
    }

    fn lines(text: &[u8], at_once: usize) -> Vec<Option<Vec<u8>>> {
        let mut lines = Lines::new(Drops(text, at_once));
        let mut all = Vec::new();
        while let Some(line) = lines.next(|| Ok(())).expect("nothing fails here") {
            all.push(match line {
                Line::Whole(bytes) => Some(bytes.to_vec()),
                Line::TooLong => None,
            });
        }
        all
    }

    #[test]
    fn lines_are_cut_the_same_however_they_arrive() {
        let text = b"one\r\n\ntwo three\n\r\nlast";
        for at_once in [1, 2, 3, 7, 1 << 20] {
            let expected = ["one", "", "two three", "", "last"];
            let expected = expected.map(|line| Some(line.as_bytes().to_vec()));
            assert_eq!(lines(text, at_once), expected);
        }
        assert!(lines(b"", 1).is_empty());
        assert_eq!(lines(b"\n", 1), [Some(Vec::new())]);
    }

    #[test]
    fn long_lines_are_skipped_in_bounded_memory() {
        let mut text = vec![b'x'; LINE_LIMIT];
        text.extend(b"\nshort\n");
        text.extend(vec![b'y'; LINE_LIMIT + 1]);
        text.extend(b"\nshort\n");
        text.extend(vec![b'z'; 5 * LINE_LIMIT]);
        for at_once in [1000, 1 << 30] {
            let found = lines(&text, at_once);
            assert_eq!(found.len(), 5);
            assert_eq!(found[0].as_ref().map(Vec::len), Some(LINE_LIMIT));
            assert_eq!(found[1].as_deref(), Some(&b"short"[..]));
            assert_eq!(found[2], None);
            assert_eq!(found[3].as_deref(), Some(&b"short"[..]));
            assert_eq!(found[4], None);
        }
        let mut reader = Lines::new(Drops(&text[LINE_LIMIT + 7..], 1 << 30));
        while reader
            .next(|| Ok(()))
            .expect("nothing fails here")
            .is_some()
        {}
        assert!(reader.buffer.len() <= 4 * LINE_LIMIT);
    }

    #[test]
    fn what_is_here_is_handed_out_before_more_is_read() {
        let mut reads = 0;
        let mut lines = Lines::new(Drops(b"a\nb\nc\n", 4));
        let mut next = |reads: &mut i32| {
            let line = lines.next(|| {
                *reads += 1;
                Ok(())
            });
            line.expect("nothing fails here").is_some()
        };
        let mut seen = Vec::new();
        while next(&mut reads) {
            seen.push(reads);
        }
        assert_eq!(seen, [1, 1, 2]);
    }
}
