//! Certificates of version 2: those that are made, and what becomes of them when they are changed. (Forged
//! leaves, each rejected with its reason named, are tests of the checker.)

use crate::oracle::is_true as is_true_of;
use crate::parts::assemble;
use crate::random::Random;
use crate::shelf::Shelf;
use crate::{TestFiles, judge, verdict};
use flate2::read::ZlibDecoder;
use std::collections::HashMap;
use std::io::Read;
use std::time::Duration;
use yomikiri_catalog::{
    Ask, Certificate, Control, Effort, Growth, Halves, Notes, Player, ProveError, Stop, open,
};
use yomikiri_check::{Outcome, rules};

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
const COLUMNS: &str = "connect4:cols=2,rows=4,line=4";

/// Games in which all of this can be compared with the values of all positions.
const SMALL: [&str; 14] = [
    "tictactoe",
    "tictactoe:misere=yes",
    "mnk:rows=3,cols=4,line=3",
    "mnk:rows=2,cols=3,line=2",
    "connect4:cols=4,rows=3,line=3",
    "connect4:cols=3,rows=4,line=3",
    "connect4:cols=4,rows=3",
    "weighted-tictactoe:weights=0/1/2/3/4/5/6/7/-9",
    COLUMNS,
    // Marks of nobody, several boards, marks of one's choice.
    "notakto",
    "notakto:size=2,boards=3",
    "tictactoe:wild=yes",
    "mnk:rows=2,cols=3,line=3,wild=yes,misere=yes",
    "mnk:rows=2,cols=3,line=2,wild=yes,misere=yes",
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
    for spec in [
        "tictactoe",
        "connect4:cols=4,rows=3",
        "connect4:cols=5,rows=4",
    ] {
        let one = grown(spec, "start", Halves::Both).bytes;
        for threads in [1, 2, 5] {
            let game = open(spec, &TestFiles).unwrap();
            let mut effort = Effort {
                nodes: Some(20_000),
                threads,
                ..Effort::default()
            };
            let control = &mut Control::new();
            let again =
                game.prove_by_strategies("start", Ask::Winner, Halves::Both, &mut effort, control);
            assert!(one == again.unwrap().bytes, "{spec}, {threads} threads");
        }
    }
}

/// Made with what was noted before; the certificate, and the notes with what is new.
fn noting(spec: &str, nodes: u64, text: &str) -> (Result<Certificate, ProveError>, String) {
    let game = open(spec, &TestFiles).unwrap();
    let mut lines = text.to_owned();
    let mut add = |line: &str| {
        lines.push_str(line);
        lines.push('\n');
    };
    let mut effort = Effort {
        nodes: Some(nodes),
        notes: Some(Notes::new(text.to_owned(), &mut add)),
        ..Effort::default()
    };
    let control = &mut Control::new();
    let made = game.prove_by_strategies("start", Ask::Winner, Halves::Both, &mut effort, control);
    drop(effort);
    (made, lines)
}

fn size(made: &Certificate) -> u64 {
    let counts = made.positions.iter().chain(&made.leaves);
    counts.map(|(_, count)| count).sum()
}

#[test]
fn a_search_goes_on_where_one_ended() {
    let spec = "connect4:cols=5,rows=4";
    let (first, text) = noting(spec, 1, "");
    let first = first.unwrap();
    assert_eq!(verdict(&first.bytes), "proved");
    let (more, longer) = noting(spec, 200_000, &text);
    let more = more.unwrap();
    assert_eq!(verdict(&more.bytes), "proved");
    assert!(
        size(&more) <= size(&first),
        "{} {}",
        size(&more),
        size(&first)
    );
    assert!(longer.starts_with(&text) && longer.len() > text.len());
    // What breaks off in the middle of a line is of use up to there.
    let (cut, _) = noting(spec, 1, &text[..text.len() * 2 / 3]);
    assert_eq!(verdict(&cut.unwrap().bytes), "proved");
}

#[test]
fn a_search_takes_up_the_tree_that_is_noted() {
    for (spec, is_larger) in [
        ("connect4:cols=5,rows=5", true),
        ("mnk:rows=4,cols=4,line=4", false),
    ] {
        let (made, text) = noting(spec, 400_000, "");
        let made = made.unwrap();
        // A first look at some positions of the tree may find leaves.
        let (again, _) = noting(spec, 1, &text);
        let again = again.unwrap();
        assert!(
            size(&again) <= size(&made),
            "{spec}: {} {}",
            size(&again),
            size(&made)
        );
        let (anew, _) = noting(spec, 1, "");
        assert_eq!(size(&anew.unwrap()) > size(&again), is_larger, "{spec}");
    }
}

/// What a limit of time leaves is proved: the first tree of each half whatever it takes, unless the limit is strict;
/// and each half of a draw gets a part of the time to become smaller in.
#[test]
fn every_half_gets_a_part_of_the_time() {
    let game = open("connect4:cols=5,rows=4", &TestFiles).unwrap();
    let made_in = |time: Duration, strict: bool| {
        let mut smaller: HashMap<Player, Vec<u64>> = HashMap::new();
        let mut tell = |growth: &Growth| {
            smaller
                .entry(growth.claimant)
                .or_default()
                .extend(growth.least);
        };
        let mut effort = Effort {
            time: Some(time),
            strict,
            tell: Some(&mut tell),
            ..Effort::default()
        };
        let control = &mut Control::new();
        let made =
            game.prove_by_strategies("start", Ask::Winner, Halves::Both, &mut effort, control);
        (made, smaller)
    };
    let (none, _) = made_in(Duration::ZERO, true);
    assert_eq!(none.unwrap_err(), ProveError::Stopped(Stop::Time));
    let (first, _) = made_in(Duration::ZERO, false);
    let first = first.unwrap();
    assert_eq!(verdict(&first.bytes), "proved");
    assert_eq!(first.positions.len(), 2);
    let (more, smaller) = made_in(Duration::from_secs(4), false);
    let more = more.unwrap();
    assert_eq!(verdict(&more.bytes), "proved");
    assert!(size(&more) < size(&first));
    for claimant in Player::BOTH {
        // It went on after it had a tree.
        assert!(!smaller[&claimant].is_empty(), "{claimant}");
    }
}

/// Where Second wins, First's half says nothing. It is no proof of anything if Second's is not found in time.
#[test]
fn a_half_that_claims_nothing_is_no_half_of_a_proof() {
    let game = open("notakto:boards=2", &TestFiles).unwrap();
    let mut effort = Effort {
        time: Some(Duration::from_millis(100)),
        strict: true,
        ..Effort::default()
    };
    let control = &mut Control::new();
    let made = game.prove_by_strategies("start", Ask::Winner, Halves::Both, &mut effort, control);
    assert_eq!(made.unwrap_err(), ProveError::Stopped(Stop::Time));
}

/// The largest goal that a few minutes reach: a tree is taken up again, and never becomes larger.
#[test]
#[ignore = "minutes: cargo test --release -p yomikiri-catalog --test certificates -- --ignored"]
fn a_search_of_a_large_board_goes_on_where_one_ended() {
    let spec = "connect4:cols=6,rows=6";
    let (first, text) = noting(spec, 20_000_000, "");
    let first = first.unwrap();
    let (again, _) = noting(spec, 1, &text);
    assert!(again.unwrap().bytes == first.bytes);
    let (more, _) = noting(spec, 60_000_000, &text);
    let more = more.unwrap();
    assert!(size(&more) < size(&first));
    for made in [&first, &more] {
        assert_eq!(verdict(&made.bytes), "proved");
    }
}

#[test]
fn notes_of_another_search_are_refused_and_false_ones_prove_nothing() {
    let spec = "connect4:cols=4,rows=3";
    let (made, text) = noting(spec, 20_000, "");
    made.unwrap();
    for other in ["connect4:cols=3,rows=4,line=3", "tictactoe"] {
        let (made, _) = noting(other, 1, &text);
        assert_eq!(made.unwrap_err(), ProveError::OtherNotes, "{other}");
    }
    let (made, _) = noting(spec, 1, "nonsense\n");
    assert_eq!(made.unwrap_err(), ProveError::OtherNotes);
    let mut random = Random::new(11);
    let (mut refused, mut proved) = (0, 0);
    for _ in 0..300 {
        // A number of some line is another one.
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let line = 1 + random.below(lines.len() as u64 - 1) as usize;
        let mut words: Vec<String> = lines[line].split(' ').map(str::to_owned).collect();
        let word = 1 + random.below(words.len() as u64 - 2) as usize;
        words[word] = random.below(24).to_string();
        lines[line] = words.join(" ");
        match noting(spec, 1, &(lines.join("\n") + "\n")).0 {
            Ok(made) => {
                assert_eq!(verdict(&made.bytes), "proved", "{}", lines[line]);
                proved += 1;
            }
            Err(error) => {
                assert_eq!(error, ProveError::OtherNotes, "{}", lines[line]);
                refused += 1;
            }
        }
    }
    assert!(proved > 0 && refused > 0, "{proved} {refused}");
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
    let (mut tries, mut proved) = (0, 0);
    for spec in SMALL {
        let made = grown(spec, "start", Halves::Both);
        proved += changed(spec, &made, 1_000, &mut random, &mut shelf);
        tries += 1_000;
    }
    assert!(proved > 100 && proved < tries, "{proved} of {tries}");
}

/// Changes numbers and claims of a certificate of trees in so many ways, and says how many were still proved: no claim of them
/// is false.
pub(crate) fn changed(
    spec: &str,
    made: &Certificate,
    ways: u32,
    random: &mut Random,
    shelf: &mut Shelf,
) -> u32 {
    let good = Trees::of(&made.bytes);
    let declared = rules(&good.rules).unwrap();
    let mut truths = HashMap::new();
    let mut proved = 0;
    for way in 0..ways {
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
                // There are few claims, and working one out takes a while.
                let is_true = truths.entry(claim.to_string());
                let is_true =
                    is_true.or_insert_with(|| is_true_of(&*declared, 0, claim, Outcome::Draw));
                assert!(*is_true, "{spec}: {claim}");
            }
        }
        if way % 5 == 4 {
            shelf.put_next(&bytes);
        }
    }
    proved
}

#[test]
fn refusals_are_clear() {
    for (spec, ask, why) in [
        ("stones:stones=21,take=1/2/3", Ask::Winner, "claimed cells"),
        ("tictactoe", Ask::Distance, "plies"),
        ("notakto:boards=8", Ask::Winner, "more than 64"),
        ("mnk:rows=6,cols=6,line=4,wild=yes", Ask::Winner, "64 cells"),
    ] {
        let game = open(spec, &TestFiles).unwrap();
        let made = game.prove_by_strategies(
            "start",
            ask,
            Halves::Both,
            &mut Effort::default(),
            &mut Control::new(),
        );
        let error = made.unwrap_err().to_string();
        assert!(
            error.starts_with("strategies") && error.contains(why),
            "{spec}: {error}"
        );
    }
}
