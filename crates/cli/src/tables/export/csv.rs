//! Comma-separated values.

use super::rows::Rows;
use std::io::{self, Write};
use yomikiri_catalog::table::{Row, TableFault};

const HEADING: &str = "position,key,to_move,ply,positions,value,margin,distance,endless,best\n";

/// Writes a heading, and a line for every position.
pub(super) fn write(rows: Rows<'_>, out: &mut dyn Write) -> Result<io::Result<()>, TableFault> {
    if let Err(error) = out.write_all(HEADING.as_bytes()) {
        return Ok(Err(error));
    }
    let written = rows.each(&mut |row: Row| {
        let given = |value: Option<String>| value.unwrap_or_default();
        writeln!(
            out,
            "{},{},{},{},{},{},{},{},{},{}",
            quoted(&row.position),
            row.key,
            row.to_move,
            given(row.ply.map(|ply| ply.to_string())),
            row.positions,
            row.winner,
            given(row.margin.map(|margin| margin.to_string())),
            given(row.plies.map(|plies| plies.to_string())),
            given(row.endless.map(|endless| endless.to_string())),
            quoted(&row.best),
        )
    })?;
    Ok(written.and_then(|()| out.flush()))
}

/// Quotes a field if RFC 4180 requires it.
fn quoted(field: &str) -> String {
    match field.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.to_owned(),
    }
}
