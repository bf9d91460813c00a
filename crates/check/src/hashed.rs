//! The bytes of a file, with the digest of those read, and the lines of the header.

use crate::fault::{Fault, Reason};
use sha2::{Digest, Sha256};
use std::io::{self, BufRead, BufReader, Read};

const MOST_LINE: usize = 1 << 20;
const BUFFER: usize = 64 << 10;

/// A source of bytes, with the digest of those read so far.
pub(crate) struct Hashed<R> {
    inner: BufReader<R>,
    hash: Sha256,
    /// The most bytes of a list of positions.
    pub(crate) memory: u64,
}

impl<R: Read> Read for Hashed<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(into)?;
        self.consume(read);
        Ok(read)
    }
}

impl<R: Read> BufRead for Hashed<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.hash.update(&self.inner.buffer()[..count]);
        self.inner.consume(count);
    }
}

impl<R: Read> Hashed<R> {
    pub(crate) fn new(source: R, memory: u64) -> Hashed<R> {
        Hashed {
            inner: BufReader::with_capacity(BUFFER, source),
            hash: Sha256::new(),
            memory,
        }
    }

    /// Reads exactly `count` bytes. It allocates no more than there are.
    pub(crate) fn exactly(&mut self, count: usize) -> Result<Vec<u8>, Fault> {
        let mut bytes = Vec::new();
        self.take(count as u64).read_to_end(&mut bytes)?;
        match bytes.len() == count {
            true => Ok(bytes),
            false => Err(Reason::Truncated.into()),
        }
    }

    /// Reads a line without its end; the error is `bad` if it is no such line.
    pub(crate) fn line(&mut self, bad: Reason) -> Result<String, Fault> {
        let mut bytes = Vec::new();
        self.take(MOST_LINE as u64 + 1)
            .read_until(b'\n', &mut bytes)?;
        if bytes.pop_if(|&mut byte| byte == b'\n').is_none() {
            let ended = bytes.len() <= MOST_LINE && bad != Reason::NotACertificate;
            return Err(if ended { Reason::Truncated } else { bad }.into());
        }
        let line = String::from_utf8(bytes).ok();
        let line = line.filter(|line| !line.contains(char::is_control));
        line.ok_or(bad.into())
    }

    /// Reads a line of the header, and returns the part after a keyword, which includes its blank.
    pub(crate) fn after(&mut self, keyword: &str) -> Result<String, Fault> {
        let line = self.line(Reason::BadHeader)?;
        let rest = line.strip_prefix(keyword).ok_or(Reason::BadHeader)?;
        Ok(rest.to_owned())
    }

    /// Compares the digest, after which the file must end.
    pub(crate) fn end(mut self) -> Result<(), Fault> {
        let digest = self.hash.finalize_reset();
        if self.exactly(digest.len())? != digest.as_slice() {
            return Err(Reason::WrongDigest.into());
        }
        match self.fill_buf()? {
            [] => Ok(()),
            _ => Err(Reason::TrailingBytes.into()),
        }
    }
}
