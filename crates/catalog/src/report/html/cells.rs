//! The tables of the page and the texts of their cells.

use super::words::{self, Both, percent, wide};
use crate::report::data::{Chances, Report};

/// A function that describes a game; `None` if the entry does not apply or is not known.
pub(super) type Told = fn(&Report) -> Option<String>;

/// Formats the shares of First, draws and Second.
pub(super) fn thirds(shares: [f64; 3]) -> String {
    let [first, draw, second] = shares.map(percent);
    format!("{first} / {draw} / {second}")
}

/// Formats the probabilities of the results.
pub(super) fn result(chances: &Chances) -> Option<String> {
    let results = chances.results?;
    let mut text = thirds([results.first, results.draw, results.second]);
    if let Some(unended) = chances.unended.filter(|&unended| unended >= 0.0005) {
        text += &format!("; {} {}", words::UNENDED, percent(unended));
    }
    Some(text)
}

/// Formats the expected margin.
pub(super) fn margin(chances: &Chances) -> Option<String> {
    chances.margin.map(|margin| format!("{margin:+.2}"))
}

/// Makes a cell of a table; `None` becomes a dash.
pub(super) fn cell(text: Option<String>) -> String {
    format!("<td>{}</td>", text.as_deref().unwrap_or("-"))
}

/// A row of a table: the attributes of its tag, and its cells.
pub(super) type Row<const N: usize> = (&'static str, [Option<String>; N]);

/// Makes a row of numbers.
pub(super) fn row<const N: usize>(numbers: [Option<u64>; N]) -> Row<N> {
    let text = |number: Option<u64>| number.map(|number| wide(number.into()));
    ("", numbers.map(text))
}

/// Makes a table without its empty columns.
pub(super) fn table<const N: usize>(head: [Both; N], rows: impl Iterator<Item = Row<N>>) -> String {
    let rows: Vec<Row<N>> = rows.collect();
    let shown: [bool; N] =
        std::array::from_fn(|column| rows.iter().any(|(_, cells)| cells[column].is_some()));
    let head = head.iter().zip(shown).filter(|&(_, shown)| shown);
    let head: String = head
        .map(|(name, _)| format!("<th scope=\"col\">{name}</th>"))
        .collect();
    let rows = rows.into_iter().map(|(mark, cells)| {
        let cells = cells.into_iter().zip(shown).filter(|&(_, shown)| shown);
        let cells: String = cells.map(|(text, _)| cell(text)).collect();
        format!("<tr{mark}>{cells}</tr>\n")
    });
    let rows: String = rows.collect();
    format!(
        "<div class=\"table\"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n"
    )
}
