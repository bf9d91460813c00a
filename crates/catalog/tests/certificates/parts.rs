//! A certificate taken apart and put together again: what forgers do.

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use sha2::{Digest, Sha256};
use std::io::{Read, Write};

/// The parts of a certificate, in order.
#[derive(Clone, Debug)]
pub(crate) struct Parts {
    /// The lines of the header, the first one first; `rules` is made anew.
    pub(crate) header: Vec<String>,
    pub(crate) rules: String,
    pub(crate) halves: Vec<Half>,
    /// What follows the digest.
    pub(crate) trailing: Vec<u8>,
}

/// The numbers of a half.
#[derive(Clone, Debug)]
pub(crate) struct Half {
    pub(crate) leaves: u128,
    /// Codes as they are, not as differences.
    pub(crate) codes: Vec<u128>,
    pub(crate) moves: Vec<u128>,
    /// As many lists as the half has: ranks, bounds, both, none.
    pub(crate) rest: Vec<Vec<u128>>,
    /// What follows the numbers.
    pub(crate) trailing: Vec<u8>,
}

impl Parts {
    pub(crate) fn of(bytes: &[u8]) -> Parts {
        let mut rest = bytes;
        let mut line = || {
            let end = rest.iter().position(|&byte| byte == b'\n').unwrap();
            let line = String::from_utf8(rest[..end].to_vec()).unwrap();
            rest = &rest[end + 1..];
            line
        };
        let mut header = Vec::new();
        let length: usize = loop {
            let line = line();
            match line.strip_prefix("rules ") {
                Some(length) => break length.parse().unwrap(),
                None => header.push(line),
            }
        };
        let rules = String::from_utf8(rest[..length].to_vec()).unwrap();
        rest = &rest[length..];
        let mut halves = Vec::new();
        while rest.len() > 32 {
            let length = u64::from_le_bytes(rest[..8].try_into().unwrap()) as usize;
            halves.push(Half::of(&rest[8..8 + length]));
            rest = &rest[8 + length..];
        }
        Parts {
            header,
            rules,
            halves,
            trailing: Vec::new(),
        }
    }

    /// Replaces what follows a keyword of the header.
    pub(crate) fn set(&mut self, keyword: &str, text: &str) {
        let prefix = format!("{keyword} ");
        let line = self
            .header
            .iter_mut()
            .find(|line| line.starts_with(&prefix));
        *line.unwrap() = prefix + text;
    }

    /// Replaces the one occurrence of a text in the rules.
    pub(crate) fn replace(&mut self, from: &str, to: &str) {
        assert_eq!(
            self.rules.matches(from).count(),
            1,
            "{from} in\n{}",
            self.rules
        );
        self.rules = self.rules.replace(from, to);
    }

    /// All before the streams.
    pub(crate) fn text(&self) -> Vec<u8> {
        let mut text = self.header.join("\n");
        text.push_str(&format!("\nrules {}\n{}", self.rules.len(), self.rules));
        text.into_bytes()
    }

    /// The file, lengths and digest made to fit.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let streams: Vec<Vec<u8>> = self.halves.iter().map(Half::numbers).collect();
        let mut bytes = assemble(self.text(), &streams);
        bytes.extend(&self.trailing);
        bytes
    }
}

/// A file of a text and of uncompressed streams.
pub(crate) fn assemble(text: Vec<u8>, streams: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = text;
    for numbers in streams {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(numbers).unwrap();
        let stream = encoder.finish().unwrap();
        bytes.extend((stream.len() as u64).to_le_bytes());
        bytes.extend(stream);
    }
    seal(bytes)
}

/// A stream that holds all numbers, but not its own end.
pub(crate) fn unfinished(numbers: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(numbers).unwrap();
    encoder.flush().unwrap();
    encoder.get_ref().clone()
}

/// The bytes with their digest.
pub(crate) fn seal(mut bytes: Vec<u8>) -> Vec<u8> {
    let digest = Sha256::digest(&bytes);
    bytes.extend(digest);
    bytes
}

impl Half {
    fn of(stream: &[u8]) -> Half {
        let mut raw = Vec::new();
        ZlibDecoder::new(stream).read_to_end(&mut raw).unwrap();
        let mut numbers = Vec::new();
        let (mut value, mut shift) = (0u128, 0);
        for byte in raw {
            value |= u128::from(byte & 127) << shift;
            shift += 7;
            if byte < 128 {
                numbers.push(value);
                (value, shift) = (0, 0);
            }
        }
        let count = numbers[1] as usize;
        let mut lists = match count {
            0 => Vec::new(),
            _ => numbers[2..].chunks(count).map(<[u128]>::to_vec).collect(),
        };
        lists.resize(lists.len().max(2), Vec::new());
        let rest = lists.split_off(2);
        let mut code = 0;
        for difference in &mut lists[0] {
            code += *difference;
            *difference = code;
        }
        Half {
            leaves: numbers[0],
            moves: lists.pop().unwrap(),
            codes: lists.pop().unwrap(),
            rest,
            trailing: Vec::new(),
        }
    }

    /// The stream before it is compressed.
    pub(crate) fn numbers(&self) -> Vec<u8> {
        let mut numbers = vec![self.leaves, self.codes.len() as u128];
        let mut before = 0u128;
        for &code in &self.codes {
            numbers.push(code.wrapping_sub(before));
            before = code;
        }
        numbers.extend(&self.moves);
        numbers.extend(self.rest.iter().flatten());
        let mut bytes = Vec::new();
        for mut number in numbers {
            while number >= 128 {
                bytes.push(number as u8 | 128);
                number >>= 7;
            }
            bytes.push(number as u8);
        }
        bytes.extend(&self.trailing);
        bytes
    }

    /// Takes a position out.
    pub(crate) fn drop(&mut self, index: usize) {
        self.codes.remove(index);
        self.moves.remove(index);
        for list in &mut self.rest {
            list.remove(index);
        }
    }
}
