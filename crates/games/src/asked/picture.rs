//! Pictures of positions that are known only by their texts.

use super::Arena;
use crate::turn::status_of;
use yomikiri_core::diagram::{Mark, Place};
use yomikiri_core::{Diagram, Player};

/// The most rows and columns of a board found in a text.
const MOST: usize = 64;

/// Returns the picture of a position: the board from its source or found in its text, and notes.
pub(super) fn diagram(arena: &Arena, number: u32) -> Diagram {
    let beside = arena.source().beside(number);
    let text = beside.unwrap_or_else(|| arena.text(number));
    let rows = board(arena, number);
    let known = arena.known(number);
    let state = status_of(known.outcome, known.to_move, arena.about().has_gains);
    let places = rows.map_or_else(Vec::new, |rows| places(&rows));
    Diagram {
        places,
        links: Vec::new(),
        notes: [text, state]
            .into_iter()
            .filter(|note| !note.is_empty())
            .collect(),
    }
}

/// Returns the rows of a position's board, if it has one.
fn board(arena: &Arena, number: u32) -> Option<Vec<String>> {
    let cells = arena.source().cells(number);
    cells.or_else(|| rows(&arena.text(number)))
}

/// Returns the cells that a move from one position to another changes on the board: the cell that its piece left, if
/// any, and the cell that is filled. `None` if other cells change too.
pub(super) fn made(arena: &Arena, from: u32, to: u32) -> Option<(Option<usize>, usize)> {
    let signs = |number| board(arena, number).map(|rows| rows.concat());
    changed(&signs(from)?, &signs(to)?)
}

/// Does the same for the signs of two boards.
fn changed(before: &str, after: &str) -> Option<(Option<usize>, usize)> {
    let pairs = before.chars().zip(after.chars());
    let changes = pairs.enumerate().filter(|(_, (old, new))| old != new);
    match changes.take(3).collect::<Vec<_>>()[..] {
        [(at, (_, new))] if mark(new).is_some() => Some((None, at)),
        [(from, (old, new)), (to, (_, there))] | [(to, (_, there)), (from, (old, new))]
            if mark(new).is_none() && mark(there).is_some() && old == there =>
        {
            Some((Some(from), to))
        }
        _ => None,
    }
}

/// Returns the picture of a text that begins with the rows of a board (`x.o/.../..x`), up to the first colon. Any
/// other text gives a note alone.
pub fn drawn(text: &str) -> Diagram {
    Diagram {
        places: rows(text).map_or_else(Vec::new, |rows| places(&rows)),
        links: Vec::new(),
        notes: vec![text.to_owned()],
    }
}

/// Returns the places of a board with the marks on them.
fn places(rows: &[String]) -> Vec<Place> {
    let mut places = Vec::new();
    for (row, cells) in rows.iter().enumerate() {
        for (col, sign) in cells.chars().enumerate() {
            places.push(Place {
                name: format!("{},{}", row + 1, col + 1),
                // Boards have few rows and columns. Cells beyond the limit are drawn at the edge.
                at: (0, row.min(999) as u16, col.min(999) as u16),
                mark: mark(sign),
                label: None,
            });
        }
    }
    places
}

/// Returns the rows of equal width at the start of a text such as `x.o/.../..x`, up to the first colon.
fn rows(text: &str) -> Option<Vec<String>> {
    let board = text.split(':').next().unwrap_or_default();
    let rows: Vec<String> = board.split('/').map(str::to_owned).collect();
    let width = rows[0].chars().count();
    let same = rows.iter().all(|row| row.chars().count() == width);
    (same && (1..=MOST).contains(&width) && (2..=MOST).contains(&rows.len())).then_some(rows)
}

fn mark(sign: char) -> Option<Mark> {
    let owner = match sign {
        '.' | '_' => return None,
        'x' | 'X' => Some(Player::First),
        'o' | 'O' => Some(Player::Second),
        _ => None,
    };
    Some(Mark {
        symbol: sign,
        owner,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_made_where_the_board_changes() {
        for (before, after, made) in [
            ("....", "..x.", Some((None, 2))),
            ("x...", "..x.", Some((Some(0), 2))),
            ("..x.", "x...", Some((Some(2), 0))),
            ("x.o.", "..x.", Some((Some(0), 2))),
            // Discs are turned over; a man is taken elsewhere; a man becomes another; nothing is seen.
            ("xo..", "xxx.", None),
            ("xo..", "..x.", None),
            ("x...", "..k.", None),
            ("x...", "....", None),
            ("x...", "x...", None),
        ] {
            assert_eq!(changed(before, after), made, "{before} {after}");
        }
    }

    #[test]
    fn boards_are_found_in_texts() {
        let found = |text| rows(text).map(|rows| rows.len());
        for (text, count) in [
            ("x.o/.../o..", Some(3)),
            ("x./.o:second", Some(2)),
            ("x./.o.:second", None),
            ("7", None),
            ("a/b", Some(2)),
            ("/", None),
            ("", None),
        ] {
            assert_eq!(found(text), count, "{text}");
        }
    }
}
