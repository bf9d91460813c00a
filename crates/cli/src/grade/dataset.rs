//! Solved positions as Parquet.

use crate::columns::{put, text};
use crate::files;
use crate::outcome::Failure;
use parquet::basic::{Compression, ZstdLevel};
use parquet::data_type::{ByteArrayType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use std::fs::File;
use std::io::BufWriter;
use std::sync::Arc;
use yomikiri_catalog::grade::Row;

/// The rows of a group.
const ROWS: usize = 1 << 16;

const SCHEMA: &str = "message dataset {
    required binary position (STRING);
    required binary canonical (STRING);
    required binary to_move (STRING);
    required binary value (STRING);
    optional int64 margin (INTEGER(64,true));
    optional int32 distance (INTEGER(32,false));
    required binary best (STRING);
    required int32 moves (INTEGER(32,false));
    required binary split (STRING);
}";

/// Writes a data set, completely or not at all.
pub(super) fn write(path: &str, rows: &[Row]) -> Result<(), Failure> {
    let failed = |error: ParquetError| Failure::Limit(format!("cannot write `{path}`: {error}"));
    files::create(path, |file| write_rows(file, rows).map_err(failed))
}

fn write_rows(file: &File, rows: &[Row]) -> Result<(), ParquetError> {
    let schema = Arc::new(parse_message_type(SCHEMA)?);
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(3)?))
        .build();
    let mut file = SerializedFileWriter::new(BufWriter::new(file), schema, Arc::new(properties))?;
    for rows in rows.chunks(ROWS) {
        let mut group = file.next_row_group()?;
        let mut column = 0;
        while let Some(mut writer) = group.next_column()? {
            let to = &mut writer;
            match column {
                0 => put::<ByteArrayType>(to, rows.iter().map(|row| text(&row.position)))?,
                1 => put::<ByteArrayType>(to, rows.iter().map(|row| text(&row.canonical)))?,
                2 => put::<ByteArrayType>(to, rows.iter().map(|row| text(row.to_move)))?,
                3 => put::<ByteArrayType>(to, rows.iter().map(|row| text(row.winner)))?,
                4 => put::<Int64Type>(to, rows.iter().map(|row| row.margin))?,
                // The bits of an unsigned number, as declared in the schema.
                5 => put::<Int32Type>(
                    to,
                    rows.iter().map(|row| row.plies.map(|plies| plies as i32)),
                )?,
                6 => put::<ByteArrayType>(to, rows.iter().map(|row| text(&row.best)))?,
                7 => put::<Int32Type>(to, rows.iter().map(|row| Some(row.moves as i32)))?,
                _ => put::<ByteArrayType>(to, rows.iter().map(|row| text(row.split)))?,
            }
            writer.close()?;
            column += 1;
        }
        group.close()?;
    }
    file.close().map(drop)
}
