//! The bytes of a certificate, from front to back.

use crate::all::All;
use crate::claim::{Ask, Claim, Goal, Player, Value, number};
use crate::codes::Codes;
use crate::fault::{Fault, Reason};
use crate::half::Half;
use crate::rules::Rules;
use crate::{Limits, Listed};
use flate2::{Decompress, FlushDecompress, Status};
use sha2::{Digest, Sha256};
use std::io::{BufRead, BufReader, Read};

const MAGIC: &str = "yomikiri certificate ";
const VERSION: &str = "1";
const MOST_LINE: u64 = 1 << 20;
const MOST_RULES: usize = 64 << 20;
/// The bytes decompressed at a time.
const CHUNK: usize = 64 << 10;

/// A certificate that has been read.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) game: String,
    pub(crate) position: String,
    pub(crate) root: u128,
    pub(crate) rules: Rules,
    pub(crate) claims: Claims,
}

/// What it claims.
#[derive(Debug)]
pub(crate) enum Claims {
    Halves(Vec<Half>),
    All(All),
}

/// Reads a certificate to its end and compares the digest. What it claims is not yet checked.
pub(crate) fn read(source: impl Read, limits: &Limits) -> Result<File, Fault> {
    let mut source = Hashed {
        inner: BufReader::with_capacity(CHUNK, source),
        hash: Sha256::new(),
    };
    let first = source.line(Reason::NotACertificate)?;
    match first.strip_prefix(MAGIC) {
        None => return Err(Reason::NotACertificate.into()),
        Some(VERSION) => {}
        Some(_) => return Err(Reason::UnknownVersion.into()),
    }
    let game = source.after("game")?;
    let position = source.after("position")?;
    let ask = Ask::parse(&source.after("ask")?).ok_or(Reason::BadHeader)?;
    let mut claimed = Vec::new();
    let mut line = source.line(Reason::BadHeader)?;
    let all = line == "all";
    if all {
        line = source.line(Reason::BadHeader)?;
    } else {
        for (word, claimant) in [("least ", Player::First), ("most ", Player::Second)] {
            if let Some(value) = line.strip_prefix(word) {
                claimed.push((claimant, value.to_owned()));
                line = source.line(Reason::BadHeader)?;
            }
        }
    }
    let root = line.strip_prefix("root ").and_then(number);
    let root: u128 = root
        .filter(|_| all || !claimed.is_empty())
        .ok_or(Reason::BadHeader)?;
    let length: usize = number(&source.after("rules")?)
        .filter(|&length| length <= MOST_RULES)
        .ok_or(Reason::BadHeader)?;

    let text = String::from_utf8(source.bytes(length)?).map_err(|_| Reason::BadRules)?;
    let bad_line = |line| Fault::at(Reason::BadRules, format!("line {line}"));
    let rules = Rules::parse(&text).map_err(bad_line)?;
    drop(text);

    let mut claims = Vec::new();
    for (claimant, value) in claimed {
        let value = Value::parse(ask, &value).ok_or(Reason::BadClaim)?;
        if ask == Ask::Distance && rules.has_gains() {
            return Err(Reason::BadClaim.into());
        }
        claims.push(Claim {
            claimant,
            ask,
            value,
        });
    }
    if all && !All::can_be_claimed(ask, &rules) {
        return Err(Reason::BadClaim.into());
    }
    if rules.state(root).is_none() {
        return Err(Reason::BadRoot.into());
    }

    let claims = if all {
        let (codes, [values]) = listed(&mut source, [true], limits)?;
        Claims::All(All::new(ask, codes, values)?)
    } else {
        let mut halves = Vec::new();
        for claim in claims {
            let ends = rules
                .endless()
                .is_none_or(|endless| !claim.needs_an_end(endless));
            let has_ranks = !ends || !matches!(claim.goal(), Goal::Reach(_, None));
            let lists = [true, has_ranks, rules.has_gains()];
            let (codes, [moves, ranks, bounds]) = listed(&mut source, lists, limits)?;
            halves.push(Half {
                claim,
                codes,
                moves,
                ranks,
                bounds,
            });
        }
        Claims::Halves(halves)
    };
    source.end()?;
    Ok(File {
        game,
        position,
        root,
        rules,
        claims,
    })
}

/// Reads a stream: codes, and as many numbers in each of the lists that there are; the others stay
/// empty.
fn listed<R: Read, const N: usize>(
    source: &mut Hashed<R>,
    lists: [bool; N],
    limits: &Limits,
) -> Result<Listed<N>, Fault> {
    let mut length = [0; 8];
    length.copy_from_slice(&source.bytes(8)?);
    let mut numbers = Numbers {
        source,
        left: u64::from_le_bytes(length),
        engine: Decompress::new(true),
        buffer: vec![0; CHUNK],
        unread: 0..0,
        done: false,
    };
    if numbers.next()? != 0 {
        return Err(Reason::UnknownLeaves.into());
    }
    let count = numbers.next()?;
    // A code with its share of the search tree, and the lists.
    let each = 19 + 8 * lists.into_iter().map(u64::from).sum::<u64>();
    if count.saturating_mul(each) > limits.memory {
        return Err(Fault::Limit("memory"));
    }
    let codes = codes(&mut numbers, count)?;
    let mut read = [const { Vec::new() }; N];
    for (list, _) in read.iter_mut().zip(lists).filter(|&(_, is_there)| is_there) {
        for _ in 0..count {
            list.push(numbers.next()?);
        }
    }
    numbers.end()?;
    Ok((codes, read))
}

/// The codes, ascending.
fn codes<R: Read>(numbers: &mut Numbers<'_, R>, count: u64) -> Result<Codes, Fault> {
    let mut codes: Vec<u128> = Vec::new();
    for _ in 0..count {
        let difference = numbers.varint(128)?;
        let code = match codes.last() {
            None => Some(difference),
            Some(_) if difference == 0 => None,
            Some(before) => before.checked_add(difference),
        };
        codes.push(code.ok_or(Reason::NotAscending)?);
    }
    Ok(Codes::new(codes))
}

/// What is read, and the digest of what has been.
struct Hashed<R> {
    inner: BufReader<R>,
    hash: Sha256,
}

impl<R: Read> Hashed<R> {
    /// What is buffered, at least a byte unless the file has ended.
    fn buffered(&mut self) -> Result<&[u8], Fault> {
        self.inner.fill_buf().map_err(Fault::Io)
    }

    /// Goes on by so many of the buffered bytes.
    fn consume(&mut self, count: usize) {
        self.hash.update(&self.inner.buffer()[..count]);
        self.inner.consume(count);
    }

    fn bytes(&mut self, count: usize) -> Result<Vec<u8>, Fault> {
        let mut bytes = Vec::new();
        while bytes.len() < count {
            let buffered = self.buffered()?;
            let taken = buffered.len().min(count - bytes.len());
            if taken == 0 {
                return Err(Reason::Truncated.into());
            }
            bytes.extend_from_slice(&buffered[..taken]);
            self.consume(taken);
        }
        Ok(bytes)
    }

    /// A line without its end; `bad` if it is no such line.
    fn line(&mut self, bad: Reason) -> Result<String, Fault> {
        let mut bytes = Vec::new();
        loop {
            let buffered = self.buffered()?;
            let end = buffered.iter().position(|&byte| byte == b'\n');
            let taken = end.map_or(buffered.len(), |end| end + 1);
            if taken == 0 {
                let ended = match bad {
                    Reason::NotACertificate => bad,
                    _ => Reason::Truncated,
                };
                return Err(ended.into());
            }
            bytes.extend_from_slice(&buffered[..taken]);
            self.consume(taken);
            if bytes.len() as u64 > MOST_LINE + 1 {
                return Err(bad.into());
            }
            if end.is_some() {
                bytes.pop();
                let line = String::from_utf8(bytes).map_err(|_| bad)?;
                let clean = !line.contains(char::is_control);
                return if clean { Ok(line) } else { Err(bad.into()) };
            }
        }
    }

    /// What follows a keyword and a blank in a line of the header.
    fn after(&mut self, keyword: &str) -> Result<String, Fault> {
        let line = self.line(Reason::BadHeader)?;
        let rest = line.strip_prefix(keyword);
        let rest = rest.and_then(|rest| rest.strip_prefix(' '));
        Ok(rest.ok_or(Reason::BadHeader)?.to_owned())
    }

    /// Compares the digest, after which nothing may follow.
    fn end(mut self) -> Result<(), Fault> {
        let digest = self.hash.finalize_reset();
        if self.bytes(digest.len())? != digest.as_slice() {
            return Err(Reason::WrongDigest.into());
        }
        match self.buffered()? {
            [] => Ok(()),
            _ => Err(Reason::TrailingBytes.into()),
        }
    }
}

/// The numbers of a stream.
struct Numbers<'s, R> {
    source: &'s mut Hashed<R>,
    /// Compressed bytes not yet read.
    left: u64,
    engine: Decompress,
    buffer: Vec<u8>,
    unread: std::ops::Range<usize>,
    done: bool,
}

impl<R: Read> Numbers<'_, R> {
    /// Decompresses more; whether there was more.
    fn more(&mut self) -> Result<bool, Fault> {
        while !self.done {
            let buffered = self.source.buffered()?;
            let most = usize::try_from(self.left).unwrap_or(usize::MAX);
            let input = &buffered[..buffered.len().min(most)];
            if input.is_empty() && self.left > 0 {
                return Err(Reason::Truncated.into());
            }
            // Even when all is read, more may be waiting to be written.
            let (read, written) = (self.engine.total_in(), self.engine.total_out());
            let status = self
                .engine
                .decompress(input, &mut self.buffer, FlushDecompress::None)
                .map_err(|_| Reason::BadCompression)?;
            let read = self.engine.total_in() - read;
            let written = self.engine.total_out() - written;
            self.source.consume(read as usize);
            self.left -= read;
            self.unread = 0..written as usize;
            self.done = status == Status::StreamEnd;
            if written > 0 {
                return Ok(true);
            }
            if read == 0 && !self.done {
                return Err(Reason::BadCompression.into());
            }
        }
        Ok(false)
    }

    fn varint(&mut self, bits: u32) -> Result<u128, Fault> {
        let mut value = 0;
        let mut shift = 0;
        loop {
            if self.unread.is_empty() && !self.more()? {
                return Err(Reason::BadNumbers.into());
            }
            let byte = self.buffer[self.unread.start];
            self.unread.start += 1;
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

    fn next(&mut self) -> Result<u64, Fault> {
        // As narrow as it was asked for.
        self.varint(64).map(|value| value as u64)
    }

    /// The end of the stream, where the length says that it is.
    fn end(mut self) -> Result<(), Fault> {
        if !self.unread.is_empty() || self.more()? {
            return Err(Reason::BadNumbers.into());
        }
        match self.left {
            0 => Ok(()),
            _ => Err(Reason::BadCompression.into()),
        }
    }
}
