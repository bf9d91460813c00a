//! The board at the start, with the value of each first move in its cell.

use super::words::{self, both};
use crate::html::escape;
use crate::report::data::{FirstMove, Report};
use std::fmt::Write;
use yomikiri::{Layout, Player};

/// The width of a cell.
const CELL: f64 = 48.0;
/// Boards wider or higher than this are not drawn.
const MOST: u16 = 20;

/// Draws the board; empty if the first moves do not belong to different cells of a grid.
pub(super) fn first_moves(report: &Report) -> String {
    let places = &report.start.places;
    let mut of_place: Vec<Option<&FirstMove>> = vec![None; places.len()];
    for mv in &report.first_moves {
        let target = mv.target.and_then(|target| of_place.get_mut(target));
        match target {
            Some(free @ None) => *free = Some(mv),
            // The move has no place, or two moves have the same one.
            _ => return String::new(),
        }
    }
    let size = |at: fn(&(u16, u16, u16)) -> u16| places.iter().map(|place| at(&place.at)).max();
    let (Some(layers), Some(rows), Some(cols)) =
        (size(|at| at.0), size(|at| at.1), size(|at| at.2))
    else {
        return String::new();
    };
    let grid = matches!(report.layout, Layout::Grid | Layout::Columns);
    if !grid || layers > 0 || rows >= MOST || cols >= MOST || report.first_moves.is_empty() {
        return String::new();
    }
    let (width, height) = (f64::from(cols + 1) * CELL, f64::from(rows + 1) * CELL);
    let mut svg = format!(
        "<figure class=\"board\">\n<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" role=\"img\">\n{}",
        words::FIRST_MOVES.titles()
    );
    for (place, mv) in places.iter().zip(of_place) {
        let (x, y) = (f64::from(place.at.2) * CELL, f64::from(place.at.1) * CELL);
        let class = match mv.map(|mv| mv.value.ahead) {
            Some(Some(Player::First)) => "first",
            Some(Some(Player::Second)) => "second",
            Some(None) => "draw",
            None => "none",
        };
        let mut text = mv.map(|mv| short(&mv.value.text)).unwrap_or_default();
        if mv.is_some_and(|mv| mv.keeps) {
            text.push('*');
        }
        let _ = writeln!(
            svg,
            "<rect class=\"cell {class}\" x=\"{:.0}\" y=\"{:.0}\" width=\"{:.0}\" height=\"{:.0}\"><title>{}</title></rect>\
             <text class=\"cell\" x=\"{:.0}\" y=\"{:.0}\">{}</text>",
            x + 1.0,
            y + 1.0,
            CELL - 2.0,
            CELL - 2.0,
            escape(&place.name),
            x + CELL / 2.0,
            y + CELL / 2.0 + 5.0,
            escape(&text)
        );
    }
    let key = both(
        "Plies to the win, = a draw, or the margin; * keeps the value.",
        "勝ちまでの手数、= は引き分け、または点差。* は価値を保つ手。",
    );
    svg + &format!("</svg>\n<figcaption>{key}</figcaption>\n</figure>\n")
}

/// Shortens a value to a few characters; the colour tells the winner.
fn short(value: &str) -> String {
    match value.split_once(' ') {
        Some((_, "endless")) => "∞".to_owned(),
        Some((_, plies)) => plies.to_owned(),
        None if value == "draw" => "=".to_owned(),
        None => value.to_owned(),
    }
}
