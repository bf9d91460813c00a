//! The numbers of a stream.

use crate::fault::{Fault, Reason};
use crate::hashed::Hashed;
use flate2::bufread::ZlibDecoder;
use std::io::{BufReader, Error, ErrorKind, Read, Take};

/// The decompressed numbers of a stream of a stated length.
pub(crate) struct Stream<'s, R>(BufReader<ZlibDecoder<Take<&'s mut Hashed<R>>>>);

impl<'s, R: Read> Stream<'s, R> {
    /// Opens the stream that begins here with its length.
    pub(crate) fn open(source: &'s mut Hashed<R>) -> Result<Stream<'s, R>, Fault> {
        let mut length = [0; 8];
        length.copy_from_slice(&source.exactly(8)?);
        let compressed = source.take(u64::from_le_bytes(length));
        Ok(Stream(BufReader::new(ZlibDecoder::new(compressed))))
    }

    /// Returns the number of compressed bytes that are left.
    fn left(&self) -> u64 {
        self.0.get_ref().get_ref().limit()
    }

    /// Returns the next decompressed byte; `None` after the last.
    fn byte(&mut self) -> Result<Option<u8>, Fault> {
        let byte = self.0.by_ref().bytes().next();
        byte.transpose().map_err(|error| self.fault(error))
    }

    fn fault(&self, error: Error) -> Fault {
        match error.kind() {
            ErrorKind::UnexpectedEof if self.left() > 0 => Reason::Truncated.into(),
            ErrorKind::UnexpectedEof => Reason::BadCompression.into(),
            // The decompressor reports this; an error of the system always has a number.
            ErrorKind::InvalidInput if error.raw_os_error().is_none() => {
                Reason::BadCompression.into()
            }
            _ => error.into(),
        }
    }

    /// Reads a number below two to the power of `bits`.
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
        // The varint has at most the 64 bits that were asked for.
        self.varint(64).map(|value| value as u64)
    }

    /// Reads `count` numbers. Memory grows with the numbers read, not with the count that a file
    /// states.
    pub(crate) fn list(&mut self, count: u64) -> Result<Vec<u64>, Fault> {
        let mut list = Vec::new();
        for _ in 0..count {
            list.push(self.number()?);
        }
        Ok(list)
    }

    /// Checks that the stream ends where its length says.
    pub(crate) fn end(mut self) -> Result<(), Fault> {
        match (self.byte()?, self.left()) {
            (Some(_), _) => Err(Reason::BadNumbers.into()),
            (None, 0) => Ok(()),
            (None, _) => Err(Reason::BadCompression.into()),
        }
    }
}
