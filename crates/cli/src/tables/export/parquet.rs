//! Writes Apache Parquet, a group of rows at a time.

use super::rows::Rows;
use crate::columns::{put, text};
use parquet::basic::{Compression, ZstdLevel};
use parquet::data_type::{BoolType, ByteArrayType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::ColumnPath;
use std::io::{self, Write};
use std::sync::Arc;
use yomikiri_catalog::table::{Row, TableFault};

/// The rows of a group, which is held in memory: some ten megabytes.
const ROWS: usize = 1 << 16;

/// Returns the columns. Keys of more than 64 bits are text, since Parquet has no integers that
/// wide.
fn schema(wide: bool) -> String {
    let key = match wide {
        true => "binary key (STRING)",
        false => "int64 key (INTEGER(64,false))",
    };
    format!(
        "message table {{
            required binary position (STRING);
            required {key};
            required binary to_move (STRING);
            optional int64 ply (INTEGER(64,false));
            required int64 positions (INTEGER(64,false));
            required binary value (STRING);
            optional int64 margin (INTEGER(64,true));
            optional int32 distance (INTEGER(32,false));
            optional boolean endless;
            required binary best (STRING);
        }}"
    )
}

/// Writes all positions.
pub(super) fn write(rows: Rows<'_>, out: impl Write + Send) -> Result<io::Result<()>, TableFault> {
    let mut file = match Groups::new(out, rows.table.key_bits() > 64) {
        Ok(file) => file,
        Err(error) => return Ok(Err(failed(error))),
    };
    let written = rows.each(&mut |row| file.row(row).map_err(failed))?;
    Ok(written.and_then(|()| file.finish().map_err(failed)))
}

fn failed(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => io::Error::other(error.to_string()),
        other => io::Error::other(other.to_string()),
    }
}

/// A file with the rows of its next group.
struct Groups<W: Write + Send> {
    file: SerializedFileWriter<W>,
    wide: bool,
    rows: Vec<Row>,
}

impl<W: Write + Send> Groups<W> {
    fn new(out: W, wide: bool) -> Result<Self, ParquetError> {
        let schema = Arc::new(parse_message_type(&schema(wide))?);
        // Every position and every key is different, so a dictionary would only cost time.
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(3)?))
            .set_column_dictionary_enabled(ColumnPath::from("position"), false)
            .set_column_dictionary_enabled(ColumnPath::from("key"), false)
            .build();
        Ok(Groups {
            file: SerializedFileWriter::new(out, schema, Arc::new(properties))?,
            wide,
            rows: Vec::with_capacity(ROWS),
        })
    }

    fn row(&mut self, row: Row) -> Result<(), ParquetError> {
        self.rows.push(row);
        match self.rows.len() {
            ROWS => self.write_group(),
            _ => Ok(()),
        }
    }

    fn finish(mut self) -> Result<(), ParquetError> {
        if !self.rows.is_empty() {
            self.write_group()?;
        }
        self.file.close().map(drop)
    }

    fn write_group(&mut self) -> Result<(), ParquetError> {
        let (rows, wide) = (&self.rows, self.wide);
        let mut group = self.file.next_row_group()?;
        let mut column = 0;
        while let Some(mut writer) = group.next_column()? {
            let to = &mut writer;
            match column {
                0 => put::<ByteArrayType>(to, rows.iter().map(|row| text(&row.position)))?,
                1 if wide => {
                    put::<ByteArrayType>(to, rows.iter().map(|row| text(&row.key.to_string())))?
                }
                // The bits of an unsigned number, as declared in the schema.
                1 => put::<Int64Type>(to, rows.iter().map(|row| Some(row.key as i64)))?,
                2 => put::<ByteArrayType>(to, rows.iter().map(|row| text(row.to_move)))?,
                3 => put::<Int64Type>(to, rows.iter().map(|row| row.ply.map(|ply| ply as i64)))?,
                4 => put::<Int64Type>(to, rows.iter().map(|row| Some(row.positions as i64)))?,
                5 => put::<ByteArrayType>(to, rows.iter().map(|row| text(row.winner)))?,
                6 => put::<Int64Type>(to, rows.iter().map(|row| row.margin))?,
                7 => put::<Int32Type>(
                    to,
                    rows.iter().map(|row| row.plies.map(|plies| plies as i32)),
                )?,
                8 => put::<BoolType>(to, rows.iter().map(|row| row.endless))?,
                _ => put::<ByteArrayType>(to, rows.iter().map(|row| text(&row.best)))?,
            }
            writer.close()?;
            column += 1;
        }
        group.close()?;
        self.rows.clear();
        Ok(())
    }
}
