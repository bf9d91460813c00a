//! Reads a grid of signs from the end of its file: the solver needs the values of the last rows first,
//! so it keeps no row.

use super::super::Scan;
use super::board::line_end;
use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use yomikiri::TextError;
use yomikiri_games::grid_walk::{SignBands, Worths};

/// The rows that are read at once: as many as the solver works on at once.
const ROWS: usize = 32;

/// The bytes within which a valid first line ends.
const HEAD: usize = 32;

/// Returns the margin of a grid for the player who moves first, and leaves the file at its end.
/// Returns `None`, with the file where it was, if anything is unusual: lines must have no blanks and
/// all end alike (the last may lack its end), and nothing may follow them.
pub(super) fn margin(
    file: &mut File,
    header: impl Fn(&mut Scan<'_>) -> Result<(usize, usize), TextError>,
) -> io::Result<Option<i64>> {
    let start = file.stream_position()?;
    let found = match of_even(file, start, header) {
        // The file has become shorter meanwhile.
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => None,
        found => found?,
    };
    file.seek(match found {
        Some(_) => SeekFrom::End(0),
        None => SeekFrom::Start(start),
    })?;
    Ok(found)
}

fn of_even(
    file: &mut File,
    start: u64,
    header: impl Fn(&mut Scan<'_>) -> Result<(usize, usize), TextError>,
) -> io::Result<Option<i64>> {
    let bytes = file.metadata()?.len().saturating_sub(start);
    let mut head = [0; HEAD];
    let read = file.read(&mut head)?;
    let Some(end) = head[..read].iter().position(|&byte| byte == b'\n') else {
        return Ok(None);
    };
    let head = &head[..=end];
    let end = line_end(head);
    let Some((rows, cols)) = header(&mut Scan::new(head)).ok() else {
        return Ok(None);
    };
    let line = cols + end.len();
    let even = (head.len() + rows * line) as u64;
    let is_even = bytes == even || bytes == even - end.len() as u64;
    let (true, Some(mut bands)) = (is_even, SignBands::new(rows.min(ROWS), cols)) else {
        return Ok(None);
    };
    let mut worths = Worths::new(cols);
    let mut text = vec![0; rows.min(ROWS) * line];
    for first in (0..rows).step_by(ROWS).rev() {
        let from = head.len() + first * line;
        let to = (from + ROWS * line).min(bytes as usize);
        let text = &mut text[..to - from];
        file.seek(SeekFrom::Start(start + from as u64))?;
        file.read_exact(text)?;
        bands.clear();
        for line in text.chunks(line) {
            let (signs, ended) = line.split_at(cols.min(line.len()));
            if !(bands.push(signs) && end.starts_with(ended)) {
                return Ok(None);
            }
        }
        if !worths.climb(&bands) {
            return Ok(None);
        }
    }
    Ok(Some(worths.margin()))
}

#[cfg(test)]
mod tests {
    use super::super::packed::{Input, read};
    use super::super::samples::{header, sample};
    use super::*;
    use crate::problems::Random;
    use std::io::Write;

    /// Returns the rest of a file.
    fn rest(file: &mut File) -> String {
        let mut text = String::new();
        file.read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn as_forward_or_not_at_all() {
        let mut random = Random::new(201);
        let (mut found, mut left) = (0, 0);
        for _ in 0..2000 {
            let text = sample(&mut random, 70).text;
            let before = ["", "7 7\n", "x"][random.below(3) as usize];
            let mut file = tempfile::tempfile().unwrap();
            write!(file, "{before}{text}").unwrap();
            file.seek(SeekFrom::Start(before.len() as u64)).unwrap();
            match margin(&mut file, header).unwrap() {
                Some(margin) => {
                    let Input::Packed(bands) = read(&mut text.as_bytes(), header).unwrap() else {
                        panic!("{text}")
                    };
                    assert_eq!(margin, bands.margin(), "{text}");
                    assert_eq!(rest(&mut file), "");
                    found += 1;
                }
                None => {
                    assert_eq!(rest(&mut file), text);
                    left += 1;
                }
            }
        }
        assert!(found > 500 && left > 500, "{found} {left}");
    }
}
