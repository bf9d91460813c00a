//! The bytes of a certificate. The same half gives the same bytes.

use super::{Half, Names};
use flate2::{Compression, write::ZlibEncoder};
use sha2::{Digest, Sha256};
use std::io::Write;
use yomikiri::{Ask, Player, Value};

/// The whole file.
pub(super) fn file(
    names: &Names<'_>,
    ask: Ask,
    value: Value,
    root: u128,
    rules: &str,
    halves: &[Half],
) -> Vec<u8> {
    let mut text = format!(
        "yomikiri certificate 1\ngame {}\nposition {}\nask {ask}\n",
        plain(names.game),
        plain(names.position)
    );
    for half in halves {
        let word = match half.claimant {
            Player::First => "least",
            Player::Second => "most",
        };
        text.push_str(&format!("{word} {value}\n"));
    }
    text.push_str(&format!("root {root}\nrules {}\n{rules}", rules.len()));
    let mut bytes = text.into_bytes();
    for half in halves {
        let stream = stream(half);
        bytes.extend((stream.len() as u64).to_le_bytes());
        bytes.extend(stream);
    }
    let digest = Sha256::digest(&bytes);
    bytes.extend(digest);
    bytes
}

/// A name without what would end its line.
fn plain(name: &str) -> String {
    name.chars()
        .map(|sign| if sign.is_control() { ' ' } else { sign })
        .collect()
}

/// The compressed numbers of a half.
fn stream(half: &Half) -> Vec<u8> {
    let mut numbers = Numbers::default();
    numbers.push(0);
    numbers.push(half.entries.len() as u128);
    let mut before = 0;
    for entry in &half.entries {
        numbers.push(entry.code - before);
        before = entry.code;
    }
    for entry in &half.entries {
        numbers.push(entry.number.into());
    }
    if half.has_ranks {
        for entry in &half.entries {
            numbers.push(entry.rank.into());
        }
    }
    if half.has_bounds {
        for entry in &half.entries {
            numbers.push(match entry.bound {
                None => 0,
                Some(points) => 1 + u128::from((points << 1 ^ points >> 63) as u64),
            });
        }
    }
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    // Writing to memory does not fail.
    let written = encoder.write_all(&numbers.0);
    written.and_then(|()| encoder.finish()).unwrap_or_default()
}

/// Varints, one after the other.
#[derive(Default)]
struct Numbers(Vec<u8>);

impl Numbers {
    fn push(&mut self, mut number: u128) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }
}
