//! Solved positions as Parquet.

use crate::outcome::Failure;
use parquet::basic::{Compression, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::parser::parse_message_type;
use std::fs::{self, File};
use std::io::BufWriter;
use std::sync::Arc;
use yomikiri_catalog::grade::Row;

/// Rows in a group.
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

/// Writes a data set; what is half-written goes.
pub(super) fn write(path: &str, rows: &[Row]) -> Result<(), Failure> {
    let file = File::create(path)
        .map_err(|error| Failure::bad(format!("cannot write `{path}`: {error}")))?;
    write_rows(file, rows).map_err(|error| {
        // Only a file: what was named may be a pipe. That it cannot be removed changes nothing.
        if fs::metadata(path).is_ok_and(|about| about.is_file()) {
            let _ = fs::remove_file(path);
        }
        Failure::Limit(format!("cannot write `{path}`: {error}"))
    })
}

fn write_rows(file: File, rows: &[Row]) -> Result<(), ParquetError> {
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
                0 => text(to, rows, |row| &row.position)?,
                1 => text(to, rows, |row| &row.canonical)?,
                2 => text(to, rows, |row| row.to_move)?,
                3 => text(to, rows, |row| row.winner)?,
                4 => put::<Int64Type>(to, rows.iter().map(|row| row.margin))?,
                // The bits of an unsigned number, as the schema says.
                5 => put::<Int32Type>(
                    to,
                    rows.iter().map(|row| row.plies.map(|plies| plies as i32)),
                )?,
                6 => text(to, rows, |row| &row.best)?,
                7 => put::<Int32Type>(to, rows.iter().map(|row| Some(row.moves as i32)))?,
                _ => text(to, rows, |row| row.split)?,
            }
            writer.close()?;
            column += 1;
        }
        group.close()?;
    }
    file.close().map(drop)
}

/// Writes a column of texts.
fn text<'r>(
    to: &mut SerializedColumnWriter<'_>,
    rows: &'r [Row],
    of: impl Fn(&'r Row) -> &'r str,
) -> Result<(), ParquetError> {
    let texts = rows
        .iter()
        .map(|row| Some(ByteArray::from(of(row).as_bytes().to_vec())));
    put::<ByteArrayType>(to, texts)
}

/// Writes the values of a column; `None` where there is none, in an optional one.
fn put<T: DataType>(
    to: &mut SerializedColumnWriter<'_>,
    values: impl Iterator<Item = Option<T::T>>,
) -> Result<(), ParquetError> {
    let (mut there, mut levels) = (Vec::new(), Vec::new());
    for value in values {
        levels.push(i16::from(value.is_some()));
        there.extend(value);
    }
    let written = to.typed::<T>().write_batch(&there, Some(&levels), None);
    written.map(drop)
}
