//! Columns of Parquet files.

use parquet::data_type::{ByteArray, DataType};
use parquet::errors::ParquetError;
use parquet::file::writer::SerializedColumnWriter;

/// A text as a value of a column.
pub(crate) fn text(text: &str) -> Option<ByteArray> {
    Some(ByteArray::from(text.as_bytes().to_vec()))
}

/// Writes the values of a column; `None` where there is none, in an optional one.
pub(crate) fn put<T: DataType>(
    to: &mut SerializedColumnWriter<'_>,
    values: impl Iterator<Item = Option<T::T>>,
) -> Result<(), ParquetError> {
    let (mut there, mut levels) = (Vec::new(), Vec::new());
    for value in values {
        // The level of definition; one that must be there has none to look at.
        levels.push(i16::from(value.is_some()));
        there.extend(value);
    }
    let written = to.typed::<T>().write_batch(&there, Some(&levels), None);
    written.map(drop)
}
