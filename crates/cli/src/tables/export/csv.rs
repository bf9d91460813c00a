//! Comma-separated values.

use super::{Rows, TableFault, io};
use std::io::Write;
use yomikiri_catalog::table::Row;

/// Writes a heading and a line for every stored position.
pub(super) fn write(rows: Rows<'_>, out: &mut dyn Write) -> Result<io::Result<()>, TableFault> {
    if let Err(error) = out.write_all(b"position,key,ply,positions,value,margin,distance,best\n") {
        return Ok(Err(error));
    }
    let written = rows.each(&mut |row: Row| {
        let number = |number: Option<String>| number.unwrap_or_default();
        writeln!(
            out,
            "{},{},{},{},{},{},{},{}",
            quoted(&row.position),
            row.key,
            number(row.ply.map(|ply| ply.to_string())),
            row.positions,
            row.winner,
            number(row.margin.map(|margin| margin.to_string())),
            number(row.plies.map(|plies| plies.to_string())),
            quoted(&row.best),
        )
    })?;
    Ok(written.and_then(|()| out.flush()))
}

/// A field, in quotation marks where RFC 4180 wants them.
fn quoted(field: &str) -> String {
    match field.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.to_owned(),
    }
}
