//! Reading the text of declared rules.

use super::{Rules, cells, graph, heaps, walk};
use crate::text::Lines;

/// Reads declared rules. Time and memory: linear in the text.
///
/// # Errors
///
/// The number of the malformed line, from 1.
pub fn parse(text: &str) -> Result<Box<dyn Rules>, usize> {
    let mut lines = Lines { rest: text, at: 0 };
    let rules: Option<Box<dyn Rules>> = match lines.line() {
        Some("cells") => cells::parse(&mut lines),
        Some("walk") => walk::parse(&mut lines),
        Some("graph") => graph::parse(&mut lines),
        Some("heaps") => heaps::parse(&mut lines),
        _ => None,
    };
    let rules = rules.ok_or(lines.at)?;
    match lines.rest.is_empty() {
        true => Ok(rules),
        false => Err(lines.at + 1),
    }
}
