//! Columns of Parquet files.

use parquet::data_type::{ByteArray, DataType};
use parquet::errors::ParquetError;
use parquet::file::writer::SerializedColumnWriter;

/// Converts a text to a value of a column.
pub(crate) fn text(text: &str) -> Option<ByteArray> {
    Some(ByteArray::from(text.as_bytes().to_vec()))
}

/// Writes the values of a column. `None` is a missing value of an optional column.
pub(crate) fn put<T: DataType>(
    to: &mut SerializedColumnWriter<'_>,
    values: impl Iterator<Item = Option<T::T>>,
) -> Result<(), ParquetError> {
    let (mut there, mut levels) = (Vec::new(), Vec::new());
    for value in values {
        // This is the definition level; a required column has none.
        levels.push(i16::from(value.is_some()));
        there.extend(value);
    }
    let written = to.typed::<T>().write_batch(&there, Some(&levels), None);
    written.map(drop)
}
