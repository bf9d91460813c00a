//! What the target `certificate` does with its input.

use flate2::Compression;
use flate2::write::ZlibEncoder;
use sha2::{Digest, Sha256};
use std::io::Write;
use yomikiri_check::{Limits, check};

/// Little room, so that a file that takes more than it may shows.
const LIMITS: Limits = Limits {
    memory: 1 << 20,
    moves: 1 << 16,
};

/// Checks the bytes as they are, and as what a certificate is made of: lengths, compression and digest
/// are made to fit, since no mutation would hit on them.
///
/// Up to the first byte 0 are the lines before `rules`, up to the next one the rules; then come two bytes,
/// the length of the first stream's numbers, these, and those of the second stream.
pub(super) fn check_certificate(bytes: &[u8]) {
    let _ = check(bytes, &LIMITS);
    let mut parts = bytes.splitn(3, |&byte| byte == 0);
    let (Some(header), Some(rules), Some(rest)) = (parts.next(), parts.next(), parts.next()) else {
        return;
    };
    let Some((length, numbers)) = rest.split_first_chunk::<2>() else {
        return;
    };
    let first = usize::from(u16::from_le_bytes(*length)).min(numbers.len());
    let (first, second) = numbers.split_at(first);
    let mut file = header.to_vec();
    file.extend(format!("rules {}\n", rules.len()).into_bytes());
    file.extend(rules);
    for numbers in [first, second]
        .into_iter()
        .filter(|numbers| !numbers.is_empty())
    {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::none());
        let stream = encoder.write_all(numbers).and_then(|()| encoder.finish());
        let stream = stream.unwrap_or_default();
        file.extend((stream.len() as u64).to_le_bytes());
        file.extend(stream);
    }
    let digest = Sha256::digest(&file);
    file.extend(digest);
    let _ = check(file.as_slice(), &LIMITS);
}
