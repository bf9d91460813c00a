//! Forged leaves of certificates of version 2, and threats of version 4 (`threats`), each rejected with its reason named. All of them, and those that
//! are good, are left behind with the verdicts, as `crates/catalog/tests/certificates` leaves its own:
//! `ci/certificates.sh` holds the checker in Python to them.

mod threats;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::Path;
use yomikiri_check::{Does, Fault, Limits, Proved, Reason, Rule, Strategy, check, check_trees};

/// The parts of a certificate of version 2.
#[derive(Clone)]
struct Trees {
    header: Vec<String>,
    rules: String,
    streams: Vec<Vec<u64>>,
}

impl Trees {
    /// The file, lengths and digest made to fit.
    fn bytes(&self) -> Vec<u8> {
        let mut text = self.header.join("\n");
        text.push_str(&format!("\nrules {}\n{}", self.rules.len(), self.rules));
        let mut bytes = text.into_bytes();
        for numbers in &self.streams {
            let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
            encoder.write_all(&varints(numbers)).unwrap();
            let stream = encoder.finish().unwrap();
            bytes.extend((stream.len() as u64).to_le_bytes());
            bytes.extend(stream);
        }
        let digest = Sha256::digest(&bytes);
        bytes.extend(digest);
        bytes
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

fn judge(bytes: &[u8]) -> Result<Proved, Fault> {
    check(bytes, &Limits::default())
}

fn verdict(bytes: &[u8]) -> String {
    match judge(bytes) {
        Ok(_) => "proved".to_owned(),
        Err(fault) => format!("rejected: {fault}"),
    }
}

/// Writes files for the other checker.
struct Shelf {
    folder: String,
    verdicts: String,
}

impl Shelf {
    fn new(name: &str) -> Shelf {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join("certificates")
            .join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Shelf {
            folder: folder.display().to_string(),
            verdicts: String::new(),
        }
    }

    fn put(&mut self, name: &str, bytes: &[u8]) {
        fs::write(format!("{}/{name}.proof", self.folder), bytes).unwrap();
        self.verdicts
            .push_str(&format!("{name}.proof\t{}\n", verdict(bytes)));
    }
}

impl Drop for Shelf {
    fn drop(&mut self) {
        let _ = fs::write(format!("{}/verdicts", self.folder), &self.verdicts);
    }
}

/// Two columns of four cells, where only whole columns are lines: Second answers in the same column.
///
/// ```text
/// 0 1
/// 2 3
/// 4 5
/// 6 7
/// ```
const COLUMNS: &str = "cells
board ../../../..
boards 1
marks own
lines win
full draw
support 3 4 5 6 7 8 0 0
line 1 3 5 7
line 2 4 6 8
";

/// The half of Second from the start of [`COLUMNS`], with strategies and a walk of one's own.
fn columns(strategies: &[&[u64]], walk: &[u64]) -> Trees {
    let header = [
        "yomikiri certificate 2",
        "game columns",
        "position start",
        "ask winner",
        "most draw",
        "root 0",
        "playout 1000",
    ];
    let mut stream = vec![strategies.len() as u64];
    stream.extend(strategies.iter().copied().flatten());
    stream.push(walk.len() as u64);
    stream.extend(walk);
    Trees {
        header: header.map(str::to_owned).to_vec(),
        rules: COLUMNS.to_owned(),
        streams: vec![stream],
    }
}

/// Two boards of two cells and a line each, marks of nobody. Who makes the second line loses: that is Second.
const BOARDS: &str = "cells
board ..
boards 2
marks one
lines lose
full draw
line 1 2
";

/// Two cells and a line, with a mark of one's choice. Second can complete a line, or leave none.
const EITHER: &str = "cells
board ..
boards 1
marks either
lines win
full draw
line 1 2
";

/// A half of another game, from its start.
fn of(rules: &str, claim: &str, strategies: &[&[u64]], walk: &[u64]) -> Trees {
    let mut trees = columns(strategies, walk);
    trees.header[4] = claim.to_owned();
    trees.rules = rules.to_owned();
    trees
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
    let in_order: &[u64] = &[2, 5, ALL, 2, 8, 6, 7, 4, 5, 2, 3, 0, 1];
    b.good("follow-then-take", &columns(&[in_order], &[0]));
    b.good("any-is-the-highest-here", &columns(&[&[1, 8]], &[0]));
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
    b.leaf("rule-missing", &[9, 5, ALL], Reason::BadNumbers);

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
    let exchanged: &[u64] = &[2, 2, 8, 6, 7, 4, 5, 2, 3, 0, 1, 5, ALL];
    b.leaf("order-exchanged", exchanged, Reason::StrategyFallsShort);
    let downwards: &[u64] = &[1, 2, 8, 7, 6, 5, 4, 3, 2, 1, 0];
    b.leaf("odd-for-even", downwards, Reason::StrategyFallsShort);
    b.leaf(
        "take-only",
        &[1, 2, 8, 6, 7, 4, 5, 2, 3, 0, 1],
        Reason::StrategyFallsShort,
    );
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
    b.head("version-five", Reason::UnknownVersion, |p| {
        p.header[0] = "yomikiri certificate 5".to_owned()
    });
    b.head("version-nought", Reason::UnknownVersion, |p| {
        p.header[0] = "yomikiri certificate 0".to_owned()
    });
    b.head("version-with-nought", Reason::UnknownVersion, |p| {
        p.header[0] = "yomikiri certificate 02".to_owned()
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
    b.head("two-boards", Reason::NoRule, |p| {
        p.rules = p.rules.replace("boards 1", "boards 2")
    });
    b.head("marks-not-known", Reason::BadRules, |p| {
        p.rules = p.rules.replace("marks own", "marks two")
    });
    b.head("heaps", Reason::BadClaim, |p| {
        p.rules = "heaps\nsizes 3\ntake any\nstuck loses\n".to_owned()
    });
    b.head("column-shorter", Reason::StrategyFallsShort, |p| {
        p.rules = p.rules.replace("line 1 3 5 7", "line 7");
    });

    boards(b);
    either(b);
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

/// Leaves on several boards, and of marks of nobody.
fn boards(b: &mut Bench) {
    let first = |strategy: &[u64], walk: &[u64]| of(BOARDS, "least first", &[strategy], walk);
    let any: &[u64] = &[1, 8];
    b.good("boards-any", &first(any, &[0]));
    b.good("boards-take", &first(&[1, 2, 4, 3, 1, 0, 2], &[0]));
    b.good("boards-images", &{
        let mut parts = first(any, &[2, 0, 1, 0, 1, 0]);
        parts.insert("symmetry 2 1 4 3");
        parts.insert("symmetry 3 4 1 2");
        parts.insert("symmetry 4 3 2 1");
        parts
    });
    // A mark of nobody is one of both: the third move is any of those that are open, whoever made the others.
    for (name, is) in [("boards-own", 1), ("boards-other", 2)] {
        let guard = |cell: u64| 3 * cell + is;
        let rules = [2, 7, 3, 1, guard(0), 8];
        b.good(name, &first(&rules, &[0]));
        let alone = [1, 7, 3, 1, guard(0)];
        b.bad(
            &format!("{name}-alone"),
            &first(&alone, &[0]),
            Reason::NoRule,
        );
    }
    b.good("boards-pairs", &first(&[2, 6, 2, 0, 1, 2, 3, 8], &[0]));
    b.bad(
        "boards-pairing",
        &of(BOARDS, "most second", &[&[0, 0, 2, 0, 1, 2, 3]], &[0]),
        Reason::PairingFails,
    );
    b.bad(
        "boards-second",
        &of(BOARDS, "most second", &[any], &[0]),
        Reason::StrategyFallsShort,
    );
    b.bad(
        "boards-cell",
        &first(&[1, 2, 1, 4], &[0]),
        Reason::BadStrategy,
    );
    // The first board is dead once both of its cells are marked.
    b.bad("boards-dead", &first(&[1, 3, 0b11], &[0]), Reason::NoRule);
    for (name, images) in [("boards-mixed", "1 3 2 4"), ("boards-short", "2 1")] {
        let mut parts = first(any, &[0]);
        parts.insert(&format!("symmetry {images}"));
        b.bad(name, &parts, Reason::BadSymmetry);
    }
}

/// Leaves of a game in which a player chooses the mark.
fn either(b: &mut Bench) {
    let second = |strategy: &[u64], walk: &[u64]| of(EITHER, "most second", &[strategy], walk);
    b.good("either-win", &second(&[1, 0], &[0]));
    b.good("either-stop", &second(&[1, 1], &[0]));
    b.good("either-pairs", &second(&[1, 6, 2, 0, 1, 2, 3], &[0]));
    b.good("either-images", &{
        let mut parts = second(&[1, 0], &[2, 0]);
        parts.insert("symmetry 2 1 4 3");
        parts.insert("symmetry 3 4 1 2");
        parts.insert("symmetry 4 3 2 1");
        parts
    });
    // The other mark completes nothing, and then the board is full.
    b.bad(
        "either-other",
        &second(&[1, 6, 2, 0, 3, 1, 2], &[0]),
        Reason::StrategyFallsShort,
    );
    // A cell with one mark is not open for the other.
    b.bad(
        "either-twice",
        &second(&[1, 6, 2, 0, 2, 1, 3], &[0]),
        Reason::NoRule,
    );
    b.bad(
        "either-pairing",
        &second(&[0, 0, 2, 0, 1, 2, 3], &[0]),
        Reason::PairingFails,
    );
    b.bad(
        "either-not-there",
        &second(&[1, 2, 1, 4], &[0]),
        Reason::BadStrategy,
    );
    for (name, images) in [("either-split", "2 1 3 4"), ("either-half", "3 2 1 4")] {
        let mut parts = second(&[1, 0], &[0]);
        parts.insert(&format!("symmetry {images}"));
        b.bad(name, &parts, Reason::BadSymmetry);
    }
    let mut large = second(&[1, 0], &[0]);
    large.rules = large
        .rules
        .replace("board ..", &format!("board {}", ".".repeat(33)));
    b.bad("either-too-many", &large, Reason::BadClaim);
}

#[test]
fn a_leaf_is_named_with_the_position() {
    let said = verdict(&columns(&[&[1, 3, 1]], &[0]).bytes());
    assert_eq!(
        said,
        "rejected: no rule at ../../../.x in the leaf ../../../.."
    );
}

#[test]
fn a_digest_of_another_file_is_rejected() {
    let mut bytes = columns(&[FOLLOW], &[0]).bytes();
    *bytes.last_mut().unwrap() ^= 1;
    assert_eq!(verdict(&bytes), "rejected: wrong digest");
}

#[test]
fn limits_stop_a_leaf() {
    let bytes = columns(&[FOLLOW], &[0]).bytes();
    for limits in [
        Limits {
            moves: 5,
            ..Limits::default()
        },
        Limits {
            memory: 50,
            ..Limits::default()
        },
    ] {
        assert!(
            matches!(check(bytes.as_slice(), &limits), Err(Fault::Limit(_))),
            "{limits:?}"
        );
    }
}

/// A file takes no more memory than the limit says, whatever it holds or says that it holds. The checker in Python gets
/// the same files (`ci/certificates.sh`).
#[test]
fn the_limit_bounds_memory_and_not_the_file() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("certificates/too-much");
    fs::create_dir_all(&folder).unwrap();
    let within = |parts: &Trees, memory| {
        let limits = Limits {
            memory,
            ..Limits::default()
        };
        check(parts.bytes().as_slice(), &limits)
    };
    let stops = |name: &str, parts: &Trees, memory| {
        let said = within(parts, memory);
        let is_limit = matches!(said, Err(Fault::Limit("memory")));
        assert!(is_limit, "{name}, {memory} bytes: {said:?}");
        fs::write(folder.join(format!("{name}.proof")), parts.bytes()).unwrap();
    };
    // A walk of more numbers than follow, and one of a million.
    let mut promised = columns(&[FOLLOW], &[]);
    *promised.streams[0].last_mut().unwrap() = 1 << 60;
    stops("walk-promised", &promised, Limits::default().memory);
    stops("walk", &columns(&[FOLLOW], &[0; 1 << 20]), 1 << 20);
    let any: &[u64] = &[1, 8];
    let strategies = columns(&vec![any; 1 << 18], &[]);
    stops("strategies", &strategies, 1 << 20);
    // A leaf that is played through twelve positions, however many the file allows.
    let leaf = columns(&[FOLLOW], &[0]);
    let read = size_of::<Rule>() as u64 + 64 + 128;
    for met in 0..12 {
        stops("leaf", &leaf, read + met * 96);
    }
    assert!(within(&leaf, read + 12 * 96).is_ok());
}

#[test]
fn trees_are_kept_for_whoever_shows_them() {
    let bytes = columns(&[FOLLOW], &[2, 0, 1, 0]).bytes();
    let checked = check_trees(bytes.as_slice(), &Limits::default()).unwrap();
    assert_eq!(checked.proved.leaves, [2]);
    let [tree] = checked.trees.as_slice() else {
        panic!("one claim has one tree");
    };
    assert!(matches!(tree.strategies[0], Strategy::List(_)));
    let does: Vec<Does> = tree.nodes.iter().map(|node| node.does).collect();
    assert_eq!(does, [Does::Replies, Does::Follows(0), Does::Follows(0)]);
    assert!(
        checked
            .proved
            .to_string()
            .contains("(1 position, 2 leaves)")
    );
}
