//! Reads a grid of signs into an eighth of its size, in one pass.

use super::super::Scan;
use super::board::line_end;
use std::io::{self, ErrorKind, Read};
use std::ops::Range;
use yomikiri::TextError;
use yomikiri_games::grid_walk::SignBands;

/// The bytes held at once. Each chunk is processed while it is still in a cache, and the whole text
/// is never in memory. (Mapping the pages for four million bytes takes longer than all of the
/// processing.)
const CHUNK: usize = 1 << 16;

/// The result of reading an input.
pub(super) enum Input {
    /// The input is in the usual form.
    Packed(SignBands),
    /// Something about the input is unusual. This is all of its text, for the strict reader.
    Text(Vec<u8>),
}

/// Reads a line with the numbers of rows and columns, and then the rows. The input must have no
/// blanks, lines that all end alike (the last may lack its end), and only white space after them.
pub(super) fn read(
    input: &mut dyn Read,
    header: impl Fn(&mut Scan<'_>) -> Result<(usize, usize), TextError>,
) -> io::Result<Input> {
    let mut chunks = Chunks {
        input,
        buffer: vec![0; CHUNK],
        unread: 0..0,
        ended: false,
    };
    let head = loop {
        let unread = chunks.unread();
        match unread.iter().position(|&byte| byte == b'\n') {
            Some(end) => break unread[..=end].to_vec(),
            None if !chunks.fill()? => return chunks.all_after(Vec::new()),
            None => {}
        }
    };
    let size = header(&mut Scan::new(&head)).ok();
    let Some((mut bands, cols)) =
        size.and_then(|(rows, cols)| Some((SignBands::new(rows, cols)?, cols)))
    else {
        return chunks.all_after(Vec::new());
    };
    chunks.consume(head.len());
    let end = line_end(&head);
    let line = cols + end.len();
    while bands.missing() > 0 {
        while chunks.unread().len() < line && chunks.fill()? {}
        let good = match chunks.unread().get(..line) {
            Some(line) => line.ends_with(end) && bands.push(&line[..cols]),
            None => bands.missing() == 1 && bands.push(chunks.unread()),
        };
        if !good {
            break;
        }
        chunks.consume(line);
    }
    if bands.missing() == 0 {
        while chunks.fill()? {}
        if chunks.ended && chunks.unread().trim_ascii().is_empty() {
            return Ok(Input::Packed(bands));
        }
    }
    // All lines so far were in the usual form, so their text can be restored exactly.
    let mut text = head;
    for row in 0..bands.filled() {
        text.extend(bands.row(row));
        text.extend_from_slice(end);
    }
    chunks.all_after(text)
}

/// An input that is read chunk by chunk.
struct Chunks<'a> {
    input: &'a mut dyn Read,
    buffer: Vec<u8>,
    unread: Range<usize>,
    ended: bool,
}

impl Chunks<'_> {
    fn unread(&self) -> &[u8] {
        &self.buffer[self.unread.clone()]
    }

    fn consume(&mut self, bytes: usize) {
        self.unread.start += bytes.min(self.unread.len());
    }

    /// Reads more after the unread bytes; returns whether there was more, and room for it.
    fn fill(&mut self) -> io::Result<bool> {
        self.buffer.copy_within(self.unread.clone(), 0);
        self.unread = 0..self.unread.len();
        let room = &mut self.buffer[self.unread.end..];
        if self.ended || room.is_empty() {
            return Ok(false);
        }
        let count = loop {
            match self.input.read(room) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                done => break done?,
            }
        };
        self.unread.end += count;
        self.ended = count == 0;
        Ok(count > 0)
    }

    /// Returns the whole input, of which `text` has been consumed.
    fn all_after(self, mut text: Vec<u8>) -> io::Result<Input> {
        text.extend_from_slice(self.unread());
        if !self.ended {
            self.input.read_to_end(&mut text)?;
        }
        Ok(Input::Text(text))
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{header, sample};
    use super::*;
    use crate::problems::Random;

    /// A reader that returns a few bytes at a time.
    struct Drops<'a>(&'a [u8], usize);

    impl Read for Drops<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.0.len().min(buffer.len()).min(self.1);
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    #[test]
    fn what_is_even_is_packed_and_nothing_else_is_lost() {
        let mut random = Random::new(201);
        let (mut packed, mut kept) = (0, 0);
        for _ in 0..3000 {
            let sample = sample(&mut random, 9);
            let (text, rows, cols) = (sample.text, sample.rows, sample.cols);
            let even = sample.even;
            let step = 1 + random.below(40) as usize;
            match read(&mut Drops(text.as_bytes(), step), header).unwrap() {
                Input::Text(all) => {
                    assert_eq!(String::from_utf8(all).unwrap(), text);
                    assert_ne!(text, even);
                    kept += 1;
                }
                Input::Packed(bands) => {
                    let lines = text.trim_end().lines().skip(1).map(str::as_bytes);
                    assert!(lines.clone().all(|line| line.len() == cols as usize));
                    assert_eq!(lines.clone().count(), rows as usize);
                    for (row, line) in lines.enumerate() {
                        assert!(bands.row(row).eq(line.iter().copied()));
                    }
                    packed += 1;
                }
            }
        }
        assert!(packed > 500 && kept > 500, "{packed} {kept}");
    }

    #[test]
    fn a_long_line_or_a_long_end_is_kept() {
        let blank = format!("1 1\n+\n{}", "\n".repeat(3 * CHUNK));
        for text in ["7".repeat(3 * CHUNK), blank.clone(), blank + "x"] {
            let Input::Text(all) = read(&mut text.as_bytes(), header).unwrap() else {
                panic!("packed")
            };
            assert!(all == text.as_bytes());
        }
    }
}
