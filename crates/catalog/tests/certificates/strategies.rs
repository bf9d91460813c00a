//! Certificates of version 2: those that are made, and forgeries of them, each rejected with its reason named.

use crate::oracle::is_true;
use crate::parts::{assemble, seal};
use crate::random::Random;
use crate::shelf::Shelf;
use crate::{TestFiles, judge, verdict};
use flate2::read::ZlibDecoder;
use std::collections::BTreeSet;
use std::io::Read;
use yomikiri_catalog::{Ask, Certificate, Control, Effort, Halves, open};
use yomikiri_check::{Fault, Reason, rules};

/// The parts of a certificate of version 2.
#[derive(Clone)]
struct Trees {
    header: Vec<String>,
    rules: String,
    streams: Vec<Vec<u64>>,
}

impl Trees {
    fn of(bytes: &[u8]) -> Trees {
        let mut rest = bytes;
        let mut header = Vec::new();
        let length: usize = loop {
            let end = rest.iter().position(|&byte| byte == b'\n').unwrap();
            let line = String::from_utf8(rest[..end].to_vec()).unwrap();
            rest = &rest[end + 1..];
            match line.strip_prefix("rules ") {
                Some(length) => break length.parse().unwrap(),
                None => header.push(line),
            }
        };
        let rules = String::from_utf8(rest[..length].to_vec()).unwrap();
        rest = &rest[length..];
        let mut streams = Vec::new();
        while rest.len() > 32 {
            let length = u64::from_le_bytes(rest[..8].try_into().unwrap()) as usize;
            let mut raw = Vec::new();
            let mut decoder = ZlibDecoder::new(&rest[8..8 + length]);
            decoder.read_to_end(&mut raw).unwrap();
            streams.push(numbers(&raw));
            rest = &rest[8 + length..];
        }
        Trees {
            header,
            rules,
            streams,
        }
    }

    fn text(&self) -> Vec<u8> {
        let mut text = self.header.join("\n");
        text.push_str(&format!("\nrules {}\n{}", self.rules.len(), self.rules));
        text.into_bytes()
    }

    fn bytes(&self) -> Vec<u8> {
        let streams: Vec<Vec<u8>> = self.streams.iter().map(|list| varints(list)).collect();
        assemble(self.text(), &streams)
    }

    /// Replaces what follows a keyword of the header.
    fn set(&mut self, keyword: &str, text: &str) {
        let prefix = format!("{keyword} ");
        let line = self
            .header
            .iter_mut()
            .find(|line| line.starts_with(&prefix));
        *line.unwrap() = prefix + text;
    }

    /// Adds a line before the last one of the header, which says how far leaves may be played out.
    fn insert(&mut self, line: &str) {
        self.header.insert(self.header.len() - 1, line.to_owned());
    }
}

fn numbers(raw: &[u8]) -> Vec<u64> {
    let (mut numbers, mut value, mut shift) = (Vec::new(), 0u64, 0);
    for &byte in raw {
        value |= u64::from(byte & 127) << shift;
        shift += 7;
        if byte < 128 {
            numbers.push(value);
            (value, shift) = (0, 0);
        }
    }
    numbers
}

fn varints(numbers: &[u64]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for &number in numbers {
        let mut number = number;
        while number >= 128 {
            bytes.push(number as u8 | 128);
            number >>= 7;
        }
        bytes.push(number as u8);
    }
    bytes
}

/// Made with so little effort that tests are quick.
fn grown(spec: &str, position: &str, halves: Halves) -> Certificate {
    let game = open(spec, &TestFiles).unwrap_or_else(|error| panic!("{spec}: {error}"));
    let mut effort = Effort {
        nodes: Some(20_000),
        ..Effort::default()
    };
    game.prove_by_strategies(
        position,
        Ask::Winner,
        halves,
        &mut effort,
        &mut Control::new(),
    )
    .unwrap_or_else(|error| panic!("{spec} {position}: {error}"))
}

/// Two columns of four cells, where only whole columns are lines: Second answers in the same column.
///
/// ```text
/// 0 1
/// 2 3
/// 4 5
/// 6 7
/// ```
const COLUMNS: &str = "connect4:cols=2,rows=4,line=4";

/// The half of Second from the start of [`COLUMNS`], with strategies and a walk of one's own.
fn columns(strategies: &[&[u64]], walk: &[u64]) -> Trees {
    let mut parts = Trees::of(&grown(COLUMNS, "start", Halves::Most).bytes);
    parts.header.retain(|line| !line.starts_with("symmetry"));
    parts.set("playout", "1000");
    let mut stream = vec![strategies.len() as u64];
    stream.extend(strategies.iter().copied().flatten());
    stream.push(walk.len() as u64);
    stream.extend(walk);
    parts.streams = vec![stream];
    parts
}

/// All cells of [`COLUMNS`].
const ALL: u64 = 255;
/// Follow up anywhere.
const FOLLOW: &[u64] = &[1, 5, ALL];
/// The pairs of a cell and the one on top of it.
const PAIRS: &[u64] = &[0, 0, 4, 6, 4, 2, 0, 7, 5, 3, 1];

struct Bench {
    shelf: Shelf,
    reasons: BTreeSet<String>,
    kinds: usize,
    wrong: Vec<String>,
}

impl Bench {
    fn good(&mut self, name: &str, parts: &Trees) {
        let said = verdict(&parts.bytes());
        if said != "proved" {
            self.wrong.push(format!("{name}: {said}"));
        }
        self.shelf.put(name, &parts.bytes());
    }

    fn bad(&mut self, name: &str, parts: &Trees, expected: Reason) {
        self.kinds += 1;
        let bytes = parts.bytes();
        match judge(&bytes) {
            Err(Fault::Rejected { reason, .. }) if reason == expected => {
                self.reasons.insert(reason.name());
            }
            _ => self.wrong.push(format!("{name}: {}", verdict(&bytes))),
        }
        self.shelf.put(name, &bytes);
    }

    /// A strategy alone, at the root.
    fn leaf(&mut self, name: &str, strategy: &[u64], expected: Reason) {
        self.bad(name, &columns(&[strategy], &[0]), expected);
    }

    /// A changed head of the good leaf.
    fn head(&mut self, name: &str, expected: Reason, change: impl FnOnce(&mut Trees)) {
        let mut parts = columns(&[FOLLOW], &[0]);
        change(&mut parts);
        self.bad(name, &parts, expected);
    }
}

#[test]
fn every_kind_of_forged_leaf_is_named() {
    let mut bench = Bench {
        shelf: Shelf::new("forged-strategies"),
        reasons: BTreeSet::new(),
        kinds: 0,
        wrong: Vec::new(),
    };
    let b = &mut bench;
    b.good("follow", &columns(&[FOLLOW], &[0]));
    b.good("pairs", &columns(&[PAIRS], &[0]));
    let mut exact = columns(&[FOLLOW], &[0]);
    // Either column has one or three marks, the other none, two or four.
    exact.set("playout", "12");
    b.good("playout-exact", &exact);
    let mut mirrored = columns(&[FOLLOW], &[2, 0]);
    mirrored.insert("symmetry 2 1 4 3 6 5 8 7");
    b.good("mirrored", &mirrored);
    b.good("both-first-moves", &columns(&[FOLLOW], &[2, 0, 1, 0]));
    b.good(
        "follow-as-pair",
        &columns(&[&[1, 6, 4, 6, 4, 2, 0, 7, 5, 3, 1]], &[0]),
    );
    b.good("follow-as-lowest", &columns(&[&[1, 3, 0b11_0011]], &[0]));
    b.good("follow-as-only", &columns(&[&[1, 4, 0b11_0011]], &[0]));
    b.good("follow-as-take", &columns(&[&[1, 2, 4, 4, 0, 5, 1]], &[0]));
    let whens: &[u64] = &[
        4,
        7,
        4,
        1,
        3 * 6 + 2,
        7,
        0,
        1,
        3 * 2 + 2,
        7,
        5,
        1,
        3 * 7 + 2,
        7,
        1,
        1,
        3 * 3 + 2,
    ];
    b.good("follow-as-when", &columns(&[whens], &[0]));

    // The strategy itself.
    b.leaf("kind-unknown", &[1, 9], Reason::BadStrategy);
    b.leaf("cell-not-there", &[1, 2, 1, 8], Reason::BadStrategy);
    b.leaf("set-not-there", &[1, 5, 256], Reason::BadStrategy);
    b.leaf("set-empty", &[1, 5, 0], Reason::BadStrategy);
    b.leaf("take-empty", &[1, 2, 0], Reason::BadStrategy);
    b.leaf("take-twice", &[1, 2, 2, 3, 3], Reason::BadStrategy);
    b.leaf("pair-of-one", &[1, 6, 1, 3, 3], Reason::BadStrategy);
    b.leaf("pairs-share", &[1, 6, 2, 6, 4, 4, 2], Reason::BadStrategy);
    b.leaf("pair-empty", &[1, 6, 0], Reason::BadStrategy);
    b.leaf("guard-not-there", &[1, 7, 0, 1, 24], Reason::BadStrategy);
    b.leaf("guards-none", &[1, 7, 0, 0], Reason::BadStrategy);
    b.leaf("guarded-not-there", &[1, 7, 8, 1, 0], Reason::BadStrategy);
    b.leaf("rules-too-many", &[4097, 8], Reason::BadStrategy);
    b.leaf("take-too-many", &[1, 2, 4096, 0], Reason::BadStrategy);
    b.leaf("rule-missing", &[9, 5, ALL], Reason::BadStrategy);

    // What it does.
    b.leaf("no-rule", &[1, 3, 1], Reason::NoRule);
    b.leaf("sign-missing", &[1, 5, ALL & !0b10], Reason::NoRule);
    b.leaf("only-of-two", &[1, 4, ALL], Reason::NoRule);
    b.leaf(
        "guard-changed",
        &[4, 7, 4, 1, 3 * 6 + 1, 7, 0, 1, 8, 7, 5, 1, 23, 7, 1, 1, 11],
        Reason::NoRule,
    );
    b.leaf("two-moves", &[2, 2, 1, 7, 5, ALL], Reason::TwoMoves);
    b.leaf(
        "order-exchanged",
        &[2, 8, 5, ALL],
        Reason::StrategyFallsShort,
    );
    b.leaf(
        "odd-for-even",
        &[2, 3, 0b1100_1100, 8],
        Reason::StrategyFallsShort,
    );
    b.leaf("any", &[1, 8], Reason::StrategyFallsShort);
    b.head("claims-more", Reason::StrategyFallsShort, |p| {
        p.set("most", "second")
    });
    b.head("bound-too-small", Reason::PlayoutTooLong, |p| {
        p.set("playout", "11")
    });
    b.head("bound-nothing", Reason::PlayoutTooLong, |p| {
        p.set("playout", "0")
    });

    // Pairings.
    b.leaf(
        "pair-missing",
        &[0, 0, 3, 6, 4, 2, 0, 7, 5],
        Reason::PairingFails,
    );
    b.leaf(
        "pair-upside-down",
        &[0, 0, 4, 4, 6, 2, 0, 7, 5, 3, 1],
        Reason::PairingFails,
    );
    b.leaf(
        "pair-apart",
        &[0, 0, 4, 6, 4, 2, 1, 7, 5, 3, 0],
        Reason::PairingFails,
    );
    b.leaf(
        "pair-shifted",
        &[0, 0, 4, 4, 2, 6, 7, 5, 3, 0, 1],
        Reason::PairingFails,
    );
    b.leaf(
        "pairing-first-not-there",
        &[0, 9, 1, 6, 4],
        Reason::BadStrategy,
    );
    b.leaf("pairing-empty", &[0, 0, 0], Reason::BadStrategy);
    b.leaf(
        "pairing-out-of-turn",
        &[0, 7, 1, 6, 4],
        Reason::PairingFails,
    );
    let mut parts = columns(&[PAIRS], &[0]);
    parts.set("most", "second");
    b.bad("pairing-claims-more", &parts, Reason::PairingFails);
    let mut parts = columns(&[PAIRS], &[0]);
    parts.rules = parts.rules.replace("lines win", "lines lose");
    b.bad("pairing-where-lines-lose", &parts, Reason::PairingFails);
    let mut parts = columns(&[PAIRS], &[0]);
    parts.rules = parts.rules.replace("full draw", "full first");
    b.bad("pairing-where-full-loses", &parts, Reason::PairingFails);
    b.bad(
        "pairing-when-to-move",
        &columns(&[PAIRS], &[2, 0, 1, 0]),
        Reason::PairingFails,
    );
    // After 7 and the answer 5 the pairs are marked in part.
    b.bad(
        "pairing-of-marked",
        &columns(&[&[0, 6, 4, 6, 4, 2, 0, 7, 5, 3, 1]], &[2, 0, 1, 0]),
        Reason::PairingFails,
    );

    // The tree.
    b.bad(
        "strategy-unused",
        &columns(&[FOLLOW, FOLLOW], &[0]),
        Reason::BadNumbers,
    );
    b.bad(
        "strategy-unknown",
        &columns(&[FOLLOW], &[1, 0]),
        Reason::BadStrategy,
    );
    b.bad("strategy-none", &columns(&[], &[0]), Reason::BadStrategy);
    b.bad(
        "strategy-later",
        &columns(&[FOLLOW, FOLLOW], &[2, 1, 1, 0]),
        Reason::BadStrategy,
    );
    b.bad("walk-empty", &columns(&[FOLLOW], &[]), Reason::BadNumbers);
    b.bad(
        "walk-goes-on",
        &columns(&[FOLLOW], &[0, 0]),
        Reason::BadNumbers,
    );
    b.bad(
        "reply-left-out",
        &columns(&[FOLLOW], &[2, 0]),
        Reason::BadNumbers,
    );
    b.bad(
        "number-left-out",
        &columns(&[FOLLOW], &[2, 0, 1]),
        Reason::BadNumbers,
    );
    b.bad(
        "move-of-the-other",
        &columns(&[FOLLOW], &[3]),
        Reason::IllegalMove,
    );
    b.bad(
        "move-in-the-air",
        &columns(&[FOLLOW], &[2, 2 + 3, 0]),
        Reason::IllegalMove,
    );
    b.bad(
        "move-outside",
        &columns(&[FOLLOW], &[2, 1 << 40]),
        Reason::IllegalMove,
    );
    // First fills the column on the left, where nobody answers.
    let silly = columns(&[], &[2, 9, 7, 5, 3]);
    b.bad("tree-loses", &silly, Reason::EndingFallsShort);
    let mut goes_on = columns(&[FOLLOW], &[0]);
    goes_on.streams[0].push(0);
    b.bad("stream-goes-on", &goes_on, Reason::BadNumbers);
    let mut twice = columns(&[FOLLOW], &[0]);
    twice.streams.push(twice.streams[0].clone());
    b.bad("half-too-many", &twice, Reason::WrongDigest);

    // The head.
    b.head("symmetry-short", Reason::BadSymmetry, |p| {
        p.insert("symmetry 2 1")
    });
    b.head("symmetry-long", Reason::BadSymmetry, |p| {
        p.insert("symmetry 2 1 4 3 6 5 8 7 9")
    });
    b.head("symmetry-twice", Reason::BadSymmetry, |p| {
        p.insert("symmetry 1 1 4 3 6 5 8 7")
    });
    b.head("symmetry-upside-down", Reason::BadSymmetry, |p| {
        p.insert("symmetry 7 8 5 6 3 4 1 2")
    });
    b.head("symmetry-of-a-pair", Reason::BadSymmetry, |p| {
        p.insert("symmetry 2 1 3 4 5 6 7 8")
    });
    b.head("symmetry-zero", Reason::BadSymmetry, |p| {
        p.insert("symmetry 0 1 4 3 6 5 8 7")
    });
    b.head("symmetries-too-many", Reason::BadHeader, |p| {
        (0..65).for_each(|_| p.insert("symmetry 2 1 4 3 6 5 8 7"));
    });
    b.head("playout-missing", Reason::BadHeader, |p| {
        drop(p.header.pop())
    });
    b.head("playout-not-a-number", Reason::BadHeader, |p| {
        p.set("playout", "012")
    });
    b.head("symmetry-last", Reason::BadHeader, |p| {
        p.header.push("symmetry 2 1 4 3 6 5 8 7".to_owned())
    });
    b.head("version-one", Reason::BadHeader, |p| {
        p.header[0] = "yomikiri certificate 1".to_owned()
    });
    b.head("version-three", Reason::UnknownVersion, |p| {
        p.header[0] = "yomikiri certificate 3".to_owned()
    });
    b.head("distance", Reason::BadClaim, |p| p.set("ask", "distance"));
    b.head("all", Reason::BadClaim, |p| {
        let line = p
            .header
            .iter_mut()
            .find(|line| line.starts_with("most "))
            .unwrap();
        *line = "all".to_owned();
    });
    b.head("two-boards", Reason::BadClaim, |p| {
        p.rules = p.rules.replace("boards 1", "boards 2")
    });
    b.head("marks-of-nobody", Reason::BadClaim, |p| {
        p.rules = p.rules.replace("marks own", "marks one")
    });
    b.head("heaps", Reason::BadClaim, |p| {
        p.rules = "heaps\nsizes 3\ntake any\nstuck loses\n".to_owned()
    });
    b.head("column-shorter", Reason::StrategyFallsShort, |p| {
        let line = p
            .rules
            .lines()
            .find(|line| line.starts_with("line "))
            .unwrap()
            .to_owned();
        p.rules = p.rules.replace(&line, &line[..line.rfind(' ').unwrap()]);
        p.set("playout", "1000");
    });

    assert!(bench.wrong.is_empty(), "{:#?}", bench.wrong);
    assert!(bench.kinds >= 60, "{}", bench.kinds);
    for reason in [
        "bad symmetry",
        "bad strategy",
        "no rule",
        "two moves",
        "strategy falls short",
        "playout too long",
        "pairing fails",
    ] {
        assert!(
            bench.reasons.contains(reason),
            "{reason}: {:?}",
            bench.reasons
        );
    }
}

#[test]
fn a_leaf_is_named_with_the_position() {
    let said = verdict(&columns(&[&[1, 3, 1]], &[0]).bytes());
    assert_eq!(
        said,
        "rejected: no rule at ../../../.x in the leaf ../../../.."
    );
}

/// Games in which all of this can be compared with the values of all positions.
const SMALL: [&str; 9] = [
    "tictactoe",
    "tictactoe:misere=yes",
    "mnk:rows=3,cols=4,line=3",
    "mnk:rows=2,cols=3,line=2",
    "connect4:cols=4,rows=3,line=3",
    "connect4:cols=3,rows=4,line=3",
    "connect4:cols=4,rows=3",
    "weighted-tictactoe:weights=0/1/2/3/4/5/6/7/-9",
    COLUMNS,
];

#[test]
fn what_is_made_is_accepted_and_true() {
    let mut shelf = Shelf::new("strategies");
    for spec in SMALL {
        let made = grown(spec, "start", Halves::Both);
        assert_eq!(verdict(&made.bytes), "proved", "{spec}");
        let game = open(spec, &TestFiles).unwrap();
        let known = game.prove("start", Ask::Winner, Halves::Both, &mut Control::new());
        assert_eq!(made.value, known.unwrap().value, "{spec}");
        shelf.put_next(&made.bytes);
    }
    // Draws of larger boards.
    for (spec, most) in [
        ("mnk:rows=5,cols=5,line=5", 1_200),
        ("connect4:cols=4,rows=4", 4_000),
    ] {
        let made = grown(spec, "start", Halves::Both);
        assert_eq!(verdict(&made.bytes), "proved", "{spec}");
        assert!(
            made.bytes.len() < most,
            "{spec}: {} bytes",
            made.bytes.len()
        );
        shelf.put_next(&made.bytes);
    }
}

#[test]
fn the_same_nodes_make_the_same_file() {
    for spec in ["tictactoe", "connect4:cols=4,rows=3"] {
        let [one, two] = [(); 2].map(|()| grown(spec, "start", Halves::Both).bytes);
        assert!(one == two, "{spec}");
    }
}

#[test]
fn every_position_of_a_small_game_has_a_proof() {
    let spec = "connect4:cols=3,rows=3,line=3";
    let game = open(spec, &TestFiles).unwrap();
    let mut waiting = vec![String::new()];
    let mut count = 0;
    while let Some(line) = waiting.pop() {
        let position = if line.is_empty() {
            "start".to_owned()
        } else {
            format!("start after {line}")
        };
        let made = grown(spec, &position, Halves::Both);
        assert_eq!(verdict(&made.bytes), "proved", "{position}");
        let known = game
            .prove(&position, Ask::Winner, Halves::Both, &mut Control::new())
            .unwrap();
        assert_eq!(made.value, known.value, "{position}");
        count += 1;
        let at = game.declared_at(&position).unwrap().unwrap();
        if line.split_whitespace().count() < 5 {
            waiting.extend(
                at.moves
                    .iter()
                    .map(|(mv, _)| format!("{line} {mv}").trim().to_owned()),
            );
        }
    }
    assert!(count > 200, "{count}");
}

#[test]
fn changed_strategies_prove_nothing_false() {
    let mut shelf = Shelf::new("changed-strategies");
    let mut random = Random::new(5);
    let (mut tries, mut proved) = (0u32, 0u32);
    for spec in SMALL {
        let made = grown(spec, "start", Halves::Both);
        let good = Trees::of(&made.bytes);
        let declared = rules(&good.rules).unwrap();
        for _ in 0..1_500 {
            tries += 1;
            let mut parts = good.clone();
            parts.set("playout", "100000");
            for _ in 0..=random.below(3) {
                let half = random.below(parts.streams.len() as u64) as usize;
                let stream = &mut parts.streams[half];
                let at = random.below(stream.len() as u64) as usize;
                match random.below(6) {
                    0 => stream[at] = stream[at].wrapping_add(1),
                    1 => stream[at] = stream[at].saturating_sub(1),
                    2 => stream[at] = random.below(12),
                    3 => stream[at] ^= 1 << random.below(16),
                    4 => {
                        let other = random.below(stream.len() as u64) as usize;
                        stream.swap(at, other);
                    }
                    // What is claimed.
                    _ => {
                        let value = ["first", "draw", "second"][random.below(3) as usize];
                        parts.set(["least", "most"][random.below(2) as usize], value);
                    }
                }
            }
            let bytes = parts.bytes();
            if let Ok(said) = judge(&bytes) {
                proved += 1;
                for (claim, _) in &said.claims {
                    assert!(is_true(&*declared, 0, claim, None), "{spec}: {claim}");
                }
            }
            if tries.is_multiple_of(5) {
                shelf.put_next(&bytes);
            }
        }
    }
    assert!(proved > 100 && proved < tries, "{proved} of {tries}");
}

#[test]
fn refusals_are_clear() {
    for (spec, ask) in [
        ("stones:stones=21,take=1/2/3", Ask::Winner),
        ("tictactoe", Ask::Distance),
        ("tictactoe:wild=yes", Ask::Winner),
    ] {
        let game = open(spec, &TestFiles).unwrap();
        let made = game.prove_by_strategies(
            "start",
            ask,
            Halves::Both,
            &mut Effort::default(),
            &mut Control::new(),
        );
        assert!(
            made.unwrap_err()
                .to_string()
                .starts_with("strategies prove"),
            "{spec}"
        );
    }
}

#[test]
fn a_digest_of_another_file_is_rejected() {
    let mut bytes = columns(&[FOLLOW], &[0]).bytes();
    bytes.truncate(bytes.len() - 32);
    let mut other = bytes.clone();
    other[40] ^= 1;
    let digest = seal(other);
    bytes.extend(&digest[digest.len() - 32..]);
    assert_eq!(verdict(&bytes), "rejected: wrong digest");
}
