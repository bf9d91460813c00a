//! The stream of a claim: positions listed, and numbers that belong to them.

use crate::codes::Codes;
use crate::fault::{Fault, Reason};
use crate::hashed::Hashed;
use flate2::bufread::ZlibDecoder;
use std::io::{BufReader, Error, ErrorKind, Read, Take};

/// Positions, and lists as long as theirs. Lists that the claim does not have are empty.
pub(crate) struct Listed {
    pub(crate) codes: Codes,
    /// The claimant's moves, or the numbers of values.
    pub(crate) numbers: Vec<u64>,
    pub(crate) ranks: Vec<u64>,
    pub(crate) bounds: Vec<u64>,
}

impl Listed {
    /// Reads a stream. `lists`: whether it has ranks, and bounds.
    pub(crate) fn read(source: &mut Hashed<impl Read>, lists: [bool; 2]) -> Result<Listed, Fault> {
        let memory = source.memory;
        let mut length = [0; 8];
        length.copy_from_slice(&source.exactly(8)?);
        let compressed = source.take(u64::from_le_bytes(length));
        let mut stream = Stream(BufReader::new(ZlibDecoder::new(compressed)));
        if stream.number()? != 0 {
            return Err(Reason::UnknownLeaves.into());
        }
        let count = stream.number()?;
        // A code with its share of the search tree, and the lists.
        let each = 19 + 8 + 8 * lists.into_iter().map(u64::from).sum::<u64>();
        if count.saturating_mul(each) > memory {
            return Err(Fault::Limit("memory"));
        }
        let listed = Listed {
            codes: stream.codes(count)?,
            numbers: stream.list(count)?,
            ranks: stream.list(if lists[0] { count } else { 0 })?,
            bounds: stream.list(if lists[1] { count } else { 0 })?,
        };
        stream.end()?;
        Ok(listed)
    }
}

/// The numbers of a stream: decompressed, from so many bytes of the file.
struct Stream<'s, R>(BufReader<ZlibDecoder<Take<&'s mut Hashed<R>>>>);

impl<R: Read> Stream<'_, R> {
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
    fn varint(&mut self, bits: u32) -> Result<u128, Fault> {
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

    fn number(&mut self) -> Result<u64, Fault> {
        // As narrow as it was asked for.
        self.varint(64).map(|value| value as u64)
    }

    // Room is taken as numbers come, not as many as a file says that there will be.

    fn list(&mut self, count: u64) -> Result<Vec<u64>, Fault> {
        let mut list = Vec::new();
        for _ in 0..count {
            list.push(self.number()?);
        }
        Ok(list)
    }

    fn codes(&mut self, count: u64) -> Result<Codes, Fault> {
        let mut codes: Vec<u128> = Vec::new();
        for _ in 0..count {
            let difference = self.varint(128)?;
            let code = match codes.last() {
                None => Some(difference),
                Some(before) => before.checked_add(difference).filter(|code| code > before),
            };
            codes.push(code.ok_or(Reason::NotAscending)?);
        }
        Ok(Codes::new(codes))
    }

    /// The end of the stream, where the length says that it is.
    fn end(mut self) -> Result<(), Fault> {
        match (self.byte()?, self.left()) {
            (Some(_), _) => Err(Reason::BadNumbers.into()),
            (None, 0) => Ok(()),
            (None, _) => Err(Reason::BadCompression.into()),
        }
    }
}
