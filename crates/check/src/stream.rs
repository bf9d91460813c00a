//! The numbers of a stream.

use crate::fault::{Fault, Reason};
use crate::hashed::Hashed;
use flate2::bufread::ZlibDecoder;
use std::io::{BufReader, Error, ErrorKind, Read, Take};

/// The numbers of a stream: decompressed, from so many bytes of the file.
pub(crate) struct Stream<'s, R>(BufReader<ZlibDecoder<Take<&'s mut Hashed<R>>>>);

impl<'s, R: Read> Stream<'s, R> {
    /// The stream that begins here, with its length.
    pub(crate) fn open(source: &'s mut Hashed<R>) -> Result<Stream<'s, R>, Fault> {
        let mut length = [0; 8];
        length.copy_from_slice(&source.exactly(8)?);
        let compressed = source.take(u64::from_le_bytes(length));
        Ok(Stream(BufReader::new(ZlibDecoder::new(compressed))))
    }

    /// How many compressed bytes are left.
    fn left(&self) -> u64 {
        self.0.get_ref().get_ref().limit()
    }

    /// The next byte that was compressed; `None` after the last.
    fn byte(&mut self) -> Result<Option<u8>, Fault> {
        let byte = self.0.by_ref().bytes().next();
        byte.transpose().map_err(|error| self.fault(error))
    }

    fn fault(&self, error: Error) -> Fault {
        match error.kind() {
            ErrorKind::UnexpectedEof if self.left() > 0 => Reason::Truncated.into(),
            ErrorKind::UnexpectedEof => Reason::BadCompression.into(),
            // So says the decompressor, and the system never without a number.
            ErrorKind::InvalidInput if error.raw_os_error().is_none() => {
                Reason::BadCompression.into()
            }
            _ => error.into(),
        }
    }

    /// A number below two to the power of `bits`.
    pub(crate) fn varint(&mut self, bits: u32) -> Result<u128, Fault> {
        let (mut value, mut shift) = (0, 0);
        loop {
            let byte = self.byte()?.ok_or(Reason::BadNumbers)?;
            let part = u128::from(byte & 0x7f);
            let fits = shift < bits && part < 1 << (bits - shift).min(7);
            if !fits || (byte == 0 && shift > 0) {
                return Err(Reason::BadNumbers.into());
            }
            value |= part << shift;
            if byte < 0x80 {
                return Ok(value);
            }
            shift += 7;
        }
    }

    pub(crate) fn number(&mut self) -> Result<u64, Fault> {
        // As narrow as it was asked for.
        self.varint(64).map(|value| value as u64)
    }

    /// So many numbers. Room is taken as they come, not for as many as a file says that there will be.
    pub(crate) fn list(&mut self, count: u64) -> Result<Vec<u64>, Fault> {
        let mut list = Vec::new();
        for _ in 0..count {
            list.push(self.number()?);
        }
        Ok(list)
    }

    /// The end of the stream, where the length says that it is.
    pub(crate) fn end(mut self) -> Result<(), Fault> {
        match (self.byte()?, self.left()) {
            (Some(_), _) => Err(Reason::BadNumbers.into()),
            (None, 0) => Ok(()),
            (None, _) => Err(Reason::BadCompression.into()),
        }
    }
}
