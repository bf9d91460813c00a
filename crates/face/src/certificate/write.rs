//! The bytes of a certificate. The same half gives the same bytes.

use super::half::Half;
use flate2::{Compression, write::ZlibEncoder};
use sha2::{Digest, Sha256};
use std::io::Write;
use yomikiri::strategy::{Board, Grown};
use yomikiri::{Ask, Player, Value};

/// The names of the game and the position in the file.
pub(crate) struct Names<'a> {
    pub(crate) game: &'a str,
    pub(crate) position: &'a str,
}

/// Returns the whole file of the halves of a value.
pub(super) fn file(
    names: &Names<'_>,
    ask: Ask,
    value: Value,
    root: u128,
    rules: &str,
    halves: &[Half],
) -> Vec<u8> {
    let word = |half: &Half| match half.claimant {
        Player::First => "least",
        Player::Second => "most",
    };
    let claims = halves
        .iter()
        .map(|half| format!("{} {value}\n", word(half)));
    let claims: String = claims.collect();
    let head = format!("{claims}root {root}\n");
    assemble(1, names, ask, &head, rules, halves.iter().map(stream))
}

/// Returns the whole file of all values, by ascending code: pairs of a code and the number of a value. With
/// `semi_strong`, only of positions in which a player has made no mistake.
pub(super) fn all(
    names: &Names<'_>,
    ask: Ask,
    root: u128,
    rules: &str,
    values: &[(u128, u64)],
    semi_strong: bool,
) -> Vec<u8> {
    let mut numbers = Numbers::default();
    numbers.codes(values.iter().map(|&(code, _)| code), values.len());
    for &(_, number) in values {
        numbers.push(number.into());
    }
    let (version, word) = match semi_strong {
        true => (3, "both"),
        false => (1, "all"),
    };
    let head = format!("{word}\nroot {root}\n");
    assemble(version, names, ask, &head, rules, [numbers.compressed()])
}

/// The subject of a certificate of trees: a position of a game of claimed cells, and a question.
pub(super) struct Subject<'s> {
    pub(super) names: &'s Names<'s>,
    pub(super) ask: Ask,
    /// The code of the position.
    pub(super) root: u128,
    pub(super) rules: &'s str,
    pub(super) board: &'s Board,
}

/// Returns the whole file of trees with strategies as leaves (version 2), or with threats (version 4).
pub(super) fn grown(
    version: u32,
    subject: &Subject<'_>,
    value: Value,
    halves: &[(Player, Grown)],
) -> Vec<u8> {
    let Subject {
        names,
        ask,
        root,
        rules,
        board,
    } = *subject;
    let mut head = String::new();
    for (claimant, _) in halves {
        head += &match claimant {
            Player::First => format!("least {value}\n"),
            Player::Second => format!("most {value}\n"),
        };
    }
    head += &format!("root {root}\n");
    // A single leaf needs no images, unless it is the image of the root.
    if halves.iter().any(|(_, half)| half.moves > 0) || !board.is_least(board.marks(root)) {
        for symmetry in board.symmetries() {
            let cells: Vec<String> = symmetry.iter().map(|cell| (cell + 1).to_string()).collect();
            head += &format!("symmetry {}\n", cells.join(" "));
        }
    }
    let playout: u64 = halves.iter().map(|(_, half)| half.playout).sum();
    head += &format!("playout {playout}\n");
    let stream = |(_, half): &(Player, Grown)| {
        let mut numbers = Numbers::default();
        numbers.push(half.strategies.len() as u128);
        let strategies = half
            .strategies
            .iter()
            .flat_map(|strategy| strategy.numbers());
        strategies.for_each(|number| numbers.push(number.into()));
        numbers.push(half.walk.len() as u128);
        half.walk
            .iter()
            .for_each(|&number| numbers.push(number.into()));
        numbers.compressed()
    };
    assemble(version, names, ask, &head, rules, halves.iter().map(stream))
}

fn assemble(
    version: u32,
    names: &Names<'_>,
    ask: Ask,
    head: &str,
    rules: &str,
    streams: impl IntoIterator<Item = Vec<u8>>,
) -> Vec<u8> {
    let text = format!(
        "yomikiri certificate {version}\ngame {}\nposition {}\nask {ask}\n{head}rules {}\n{rules}",
        plain(names.game),
        plain(names.position),
        rules.len()
    );
    let mut bytes = text.into_bytes();
    for stream in streams {
        bytes.extend((stream.len() as u64).to_le_bytes());
        bytes.extend(stream);
    }
    let digest = Sha256::digest(&bytes);
    bytes.extend(digest);
    bytes
}

/// Returns a name without signs that would end its line.
fn plain(name: &str) -> String {
    name.chars()
        .map(|sign| if sign.is_control() { ' ' } else { sign })
        .collect()
}

/// Returns the compressed numbers of a half.
fn stream(half: &Half) -> Vec<u8> {
    let mut numbers = Numbers::default();
    numbers.codes(
        half.entries.iter().map(|entry| entry.code),
        half.entries.len(),
    );
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
                Some(points) => 1 + u128::from(zigzag(points)),
            });
        }
    }
    numbers.compressed()
}

/// Encodes points: `b` as `2b`, or as `-2b - 1` if negative.
pub(super) fn zigzag(points: i64) -> u64 {
    (points << 1 ^ points >> 63) as u64
}

/// Numbers as varints, one after the other.
#[derive(Default)]
struct Numbers(Vec<u8>);

impl Numbers {
    /// Writes that there are no leaves, the number of codes, and their differences.
    fn codes(&mut self, codes: impl Iterator<Item = u128>, count: usize) {
        self.push(0);
        self.push(count as u128);
        let mut before = 0;
        for code in codes {
            self.push(code - before);
            before = code;
        }
    }

    fn compressed(self) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
        // Writing to memory does not fail.
        let written = encoder.write_all(&self.0);
        written.and_then(|()| encoder.finish()).unwrap_or_default()
    }

    fn push(&mut self, mut number: u128) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }
}
