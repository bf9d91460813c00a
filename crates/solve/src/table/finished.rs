//! The finished table of a directory: checks whether it is the wanted one, and whole.

use super::TableError;
use super::extent::Extent;
use super::format::{FILE, FOOTER, Header, MAGIC, Subject};
use super::reader::Table;
use super::storage::{Reading, Storage, read_exact_at};
use crate::Control;
use std::io;

/// Opens the finished table of a directory, which must be the wanted one. Checks its header, footer and directory.
///
/// # Errors
///
/// [`TableError::Missing`]; [`TableError::Damaged`]; [`TableError::Occupied`] for a table of something else, and for a file that is no
/// table.
pub(crate) fn finished(storage: &dyn Storage, wanted: &Header) -> Result<Table, TableError> {
    let file = storage.open(FILE).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => TableError::Missing,
        io::ErrorKind::InvalidInput => TableError::damaged(error.to_string()),
        _ => reading(error),
    })?;
    let first = first_bytes(file.as_ref())?;
    if first != MAGIC {
        // A power failure leaves such a file, or a single byte has changed.
        let is_cut = MAGIC.starts_with(&first) || first.iter().all(|byte| *byte == 0);
        let same = first.iter().zip(&MAGIC).filter(|(is, was)| is == was);
        return Err(match is_cut || same.count() + 1 == MAGIC.len() {
            true => TableError::damaged("it does not begin as a table does"),
            false => TableError::Occupied(format!(
                "`{FILE}` is no table of Yomikiri: give it another name"
            )),
        });
    }
    let header = Header::of_file(file.as_ref())?;
    if header.is_like(wanted) {
        return Table::from_reading(file);
    }
    let under = match header.subject.game == wanted.subject.game
        && header.subject.rules != wanted.subject.rules
    {
        true => ", under other rules",
        false => "",
    };
    let what = describe(&header);
    Err(TableError::Occupied(format!(
        "`{FILE}` is a table of {what}{under}: name another directory, or move the table"
    )))
}

/// Returns whether the wanted table is in a directory. A table counts as missing if [`finished`] finds damage.
///
/// # Errors
///
/// [`TableError::Occupied`], and errors of reading.
pub(crate) fn has_table(storage: &dyn Storage, wanted: &Header) -> Result<bool, TableError> {
    match finished(storage, wanted) {
        Ok(_) => Ok(true),
        Err(TableError::Missing | TableError::Damaged(_)) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Checks the digest of a table, which covers the whole file. If it is wrong, the error says where the damage is, if
/// a checksum shows it.
///
/// # Errors
///
/// [`TableError::Damaged`], and errors of reading.
pub(crate) fn is_whole(table: &Table, control: &mut Control<'_>) -> Result<(), TableError> {
    let end = table.size() - FOOTER as u64;
    if digest(table.reading(), end, control)? == table.digest() {
        return Ok(());
    }
    // Mostly a block's checksum shows the place.
    table.for_each(|_| {
        control.advance(0)?;
        Ok::<bool, TableError>(true)
    })?;
    Err(TableError::damaged("the digest of the file is wrong"))
}

/// Returns the digest of the first `len` bytes of a file.
pub(crate) fn digest(
    file: &dyn Reading,
    len: u64,
    control: &mut Control<'_>,
) -> Result<[u8; 32], TableError> {
    let mut hasher = blake3::Hasher::new();
    let mut buffer = vec![0; 1 << 20];
    let mut at = 0;
    while at < len {
        let count = buffer.len().min((len - at) as usize);
        read_exact_at(file, at, &mut buffer[..count]).map_err(reading)?;
        hasher.update(&buffer[..count]);
        at += count as u64;
        control.advance(0)?;
    }
    Ok(*hasher.finalize().as_bytes())
}

/// Describes the subject of a table in words.
pub(crate) fn describe(header: &Header) -> String {
    let Subject {
        game,
        ask,
        symmetric,
        extent,
        from,
        ..
    } = &header.subject;
    let symmetry = if *symmetric { "with" } else { "without" };
    let extent = match extent {
        Extent::Whole => "",
        Extent::BestMoves => ", semi-strong",
        Extent::FirstBest => ", semi-strong by one best move",
    };
    let part = match from.len() {
        0 => String::new(),
        1 => ", from another position than the start".to_owned(),
        count => format!(", from {count} given positions"),
    };
    format!("`{game}` for `{ask}`, {symmetry} symmetry{extent}{part}")
}

fn reading(error: io::Error) -> TableError {
    TableError::io("cannot read the table", error)
}

/// Returns the first bytes of a file, as many as the magic number has.
fn first_bytes(file: &dyn Reading) -> Result<Vec<u8>, TableError> {
    let len = file.len().map_err(reading)?.min(MAGIC.len() as u64);
    let mut first = vec![0; len as usize];
    read_exact_at(file, 0, &mut first).map_err(reading)?;
    Ok(first)
}
