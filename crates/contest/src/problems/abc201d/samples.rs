//! Small grids that test the readers, some of them with faults.

use super::super::{Random, Scan};
use yomikiri::TextError;

/// An input.
pub(super) struct Sample {
    pub(super) rows: i64,
    pub(super) cols: i64,
    /// The text without faults.
    pub(super) even: String,
    /// The text, perhaps altered.
    pub(super) text: String,
}

/// Reads the size from the first line.
pub(super) fn header(scan: &mut Scan<'_>) -> Result<(usize, usize), TextError> {
    let size = (
        scan.integer("H", 1..=99)? as usize,
        scan.integer("W", 1..=9)? as usize,
    );
    scan.end_line()?;
    Ok(size)
}

/// Makes an input of at most `most_rows` rows; three in four are cut, extended or altered.
pub(super) fn sample(random: &mut Random, most_rows: i64) -> Sample {
    let (rows, cols) = (random.within(1..=most_rows), random.within(1..=9));
    let end = if random.one_in(2) { "\n" } else { "\r\n" };
    let mut even = format!("{rows} {cols}{end}");
    for _ in 0..rows {
        even.extend((0..cols).map(|_| if random.one_in(2) { '+' } else { '-' }));
        even += end;
    }
    let mut text = even.clone();
    match random.below(4) {
        0 => {}
        1 => text.truncate(random.below(text.len() as u64 + 1) as usize),
        2 => text.push_str(["\n", " \r\n", "x", "\n-"][random.below(4) as usize]),
        _ => {
            let at = random.below(text.len() as u64) as usize;
            text.replace_range(at..=at, ["*", "+", "\n", "7"][random.below(4) as usize]);
        }
    }
    Sample {
        rows,
        cols,
        even,
        text,
    }
}
