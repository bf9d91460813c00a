//! Forged certificates, each rejected with its reason named, with lengths and digests made to fit.

use crate::oracle::is_true;
use crate::parts::{Parts, assemble, seal, unfinished};
use crate::random::{Random, endless, graph};
use crate::shelf::Shelf;
use crate::{TestFiles, judge, prove, verdict};
use std::collections::BTreeSet;
use yomikiri_catalog::{Ask, Certificate, Control, Halves, open};
use yomikiri_check::{Fault, Reason, State, rules};

const CYCLE: &str = "graph:text=a first: a b; b second: c d; c first: a d; d = first";
const WALK: &str = "grid-walk:cells=---/+-+/+--";
const TOLL: &str = "graph:text=endless second; 1t first: 2a-1 3a-10; 2a second: 4t+100 5t+102; \
                    3a second: 6t+20 7t+30; 4t = 0; 5t = 0; 6t = 0; 7t = 0";
const TURNS: &str = "graph:text=a first: b c; b first: c d; c second: e f; e second: d f g; \
                     f second: g d; d = first; g = second";
const RACE: &str = "mnk:rows=3,cols=4,line=3";

/// The forger's bench.
struct Bench {
    shelf: Shelf,
    reasons: BTreeSet<String>,
    kinds: usize,
    /// What was not judged as expected.
    wrong: Vec<String>,
}

impl Bench {
    fn expect(&mut self, name: &str, bytes: &[u8], expected: Reason) {
        if let Err(Fault::Rejected { reason, .. }) = judge(bytes)
            && reason == expected
        {
            self.reasons.insert(reason.name());
        } else {
            self.wrong.push(format!("{name}: {}", verdict(bytes)));
        }
        self.shelf.put(name, bytes);
    }

    /// Changes the parts of a good certificate.
    fn forge(
        &mut self,
        name: &str,
        good: &Certificate,
        expected: Reason,
        change: impl FnOnce(&mut Parts),
    ) {
        self.kinds += 1;
        let mut parts = Parts::of(&good.bytes);
        assert_eq!(
            verdict(&parts.bytes()),
            "proved",
            "taken apart and put together"
        );
        change(&mut parts);
        self.expect(name, &parts.bytes(), expected);
    }
}

/// A listed position of a half by which marks it has.
fn somewhere(parts: &Parts, half: usize, marks: u32) -> usize {
    let mut codes = parts.halves[half].codes.iter();
    codes.position(|code| code.count_ones() == marks).unwrap()
}

#[test]
fn every_kind_of_forgery_is_named() {
    let mut bench = Bench {
        shelf: Shelf::new("forged"),
        reasons: BTreeSet::new(),
        kinds: 0,
        wrong: Vec::new(),
    };
    let b = &mut bench;
    let board = prove("tictactoe", "start", Ask::Winner);
    let cycle = prove(CYCLE, "start", Ask::Winner);
    let walk = prove(WALK, "start", Ask::Margin);
    let toll = prove(TOLL, "start", Ask::Margin);
    let race = prove(RACE, "start", Ask::Distance);

    // What is claimed.
    b.forge("least-raised", &board, Reason::EndingFallsShort, |p| {
        p.set("least", "first")
    });
    b.forge("most-lowered", &board, Reason::EndingFallsShort, |p| {
        p.set("most", "second")
    });
    b.forge("margin-raised", &walk, Reason::ClaimNotKept, |p| {
        p.set("least", "+3")
    });
    b.forge("sooner", &race, Reason::ClaimNotKept, |p| {
        p.set("least", "first 6")
    });
    b.forge("later", &race, Reason::ClaimNotKept, |p| {
        p.set("most", "first 8")
    });
    b.forge("other-question", &board, Reason::BadClaim, |p| {
        p.set("ask", "margin")
    });
    b.forge("distance-of-points", &walk, Reason::BadClaim, |p| {
        p.set("ask", "distance");
        p.set("least", "draw");
        p.set("most", "draw");
    });
    b.forge("signed-nought", &walk, Reason::BadClaim, |p| {
        p.set("least", "+0")
    });
    b.forge("no-such-value", &board, Reason::BadClaim, |p| {
        p.set("least", "win")
    });
    b.forge("other-root", &board, Reason::MissingPosition, |p| {
        p.set("root", "1025")
    });
    b.forge("crowded-root", &board, Reason::BadRoot, |p| {
        p.set("root", "513513513")
    });
    b.forge("no-claim", &board, Reason::BadHeader, |p| {
        p.header
            .retain(|line| !line.starts_with("least") && !line.starts_with("most"));
        p.halves.clear();
    });
    b.forge("claims-exchanged", &cycle, Reason::BadNumbers, |p| {
        p.set("least", "second");
        p.set("most", "second");
    });

    // The rules.
    b.forge("line-moved", &board, Reason::EndingFallsShort, |p| {
        p.replace("line 4 5 6", "line 2 5 6")
    });
    b.forge("line-outside", &board, Reason::BadRules, |p| {
        p.replace("line 4 5 6", "line 4 5 10")
    });
    b.forge("cell-less", &board, Reason::BadRules, |p| {
        p.replace("board .../.../...", "board .../...")
    });
    b.forge("lines-lose", &cycle, Reason::EndingFallsShort, |p| {
        p.replace("d = first", "d = second")
    });
    b.forge("misere", &board, Reason::EndingFallsShort, |p| {
        p.replace("lines win", "lines lose")
    });
    b.forge("move-added", &cycle, Reason::MissingPosition, |p| {
        p.replace("b second: c d", "b second: e c d\ne first: e")
    });
    b.forge("grid-changed", &walk, Reason::BoundNotKept, |p| {
        p.replace("row +-+", "row ---")
    });
    b.forge("gains-changed", &toll, Reason::BoundNotKept, |p| {
        p.replace("7t+30", "7t+31")
    });
    b.forge("endless-changed", &toll, Reason::BadNumbers, |p| {
        p.replace("endless second", "endless first")
    });
    b.forge("rules-cut", &board, Reason::BadRules, |p| {
        p.rules.truncate(20)
    });
    b.forge("rules-cut-at-a-step", &walk, Reason::BadRules, |p| {
        p.rules = "walk\ngrid 1 2\nstep 0 1".to_owned()
    });

    // The positions.
    b.forge("code-twice", &board, Reason::NotAscending, |p| {
        let half = &mut p.halves[0];
        half.codes.insert(1, half.codes[0]);
        half.moves.insert(1, half.moves[0]);
    });
    b.forge("order-broken", &board, Reason::NotAscending, |p| {
        p.halves[0].codes.swap(3, 4)
    });
    b.forge("marked-twice", &board, Reason::NotAPosition, |p| {
        p.halves[1].codes.push((1 << 18) - 1);
        p.halves[1].moves.push(0);
    });
    b.forge("beyond-the-board", &board, Reason::NotAPosition, |p| {
        p.halves[0].codes.push(1 << 90);
        p.halves[0].moves.push(0);
    });
    b.forge("already-over", &board, Reason::GameIsOver, |p| {
        // Three in a row for First in the top row, Second in the middle row.
        let over = 0b111 | 0b011_000 << 9;
        let half = &mut p.halves[1];
        let at = half.codes.partition_point(|&code| code < over);
        half.codes.insert(at, over);
        half.moves.insert(at, 0);
    });

    // The moves.
    b.forge("move-taken", &board, Reason::IllegalMove, |p| {
        let at = somewhere(p, 0, 2);
        let code = p.halves[0].codes[at];
        p.halves[0].moves[at] = (code & 511).trailing_zeros().into();
    });
    b.forge("move-outside", &board, Reason::IllegalMove, |p| {
        p.halves[0].moves[0] = 1 << 40
    });
    b.forge("move-of-the-other", &board, Reason::IllegalMove, |p| {
        // A position of the opponent, with a move.
        let half = &mut p.halves[0];
        half.codes.insert(1, 1);
        half.moves.insert(1, 1);
    });
    b.forge("move-circling", &cycle, Reason::RankNotKept, |p| {
        p.halves[0].moves[0] = 0
    });

    // Ranks and bounds.
    b.forge("rank-equal", &cycle, Reason::RankNotKept, |p| {
        let ranks = &mut p.halves[0].rest[0];
        ranks[1] = ranks[0];
    });
    b.forge("rank-of-speed", &race, Reason::RankNotKept, |p| {
        p.halves[0].rest[0][0] -= 2
    });
    b.forge("rank-of-delay", &race, Reason::RankNotKept, |p| {
        let ranks = &mut p.halves[1].rest[0];
        let least = ranks.iter().position(|&rank| rank <= 2).unwrap();
        ranks[least] += 2;
    });
    b.forge("bound-raised", &walk, Reason::BoundNotKept, |p| {
        p.halves[0].rest[0][0] += 2
    });
    b.forge("bound-won", &walk, Reason::BoundNotKept, |p| {
        p.halves[0].rest[0][0] = 0
    });
    b.forge("toll-bound", &toll, Reason::BoundNotKept, |p| {
        // One more point: -2b - 1 is two less.
        let bounds = p.halves[0].rest.last_mut().unwrap();
        bounds[0] -= 2;
    });

    // The numbers and the bytes.
    b.forge("leaves", &board, Reason::UnknownLeaves, |p| {
        p.halves[0].leaves = 1
    });
    b.forge("numbers-go-on", &board, Reason::BadNumbers, |p| {
        p.halves[0].trailing = vec![0]
    });
    b.forge("number-missing", &board, Reason::BadNumbers, |p| {
        p.halves[0].moves.truncate(3)
    });
    b.forge("trailing", &board, Reason::TrailingBytes, |p| {
        p.trailing = vec![0]
    });
    b.forge("other-magic", &board, Reason::NotACertificate, |p| {
        p.header[0] = "yomikiri certificat 1".into()
    });
    b.forge("other-version", &board, Reason::UnknownVersion, |p| {
        p.header[0] = "yomikiri certificate 5".into()
    });
    b.forge("header-order", &board, Reason::BadHeader, |p| {
        p.header.swap(1, 2)
    });
    b.forge("half-missing", &board, Reason::BadCompression, |p| {
        drop(p.halves.pop())
    });

    let good = &board.bytes;
    let mut bytes = good.clone();
    *bytes.last_mut().unwrap() ^= 1;
    b.expect("digest", &bytes, Reason::WrongDigest);
    let parts = Parts::of(good);
    let mut bytes = assemble(parts.text(), &[parts.halves[0].numbers()]);
    bytes.truncate(bytes.len() - 32);
    bytes.extend(20u64.to_le_bytes());
    bytes.extend([7; 20]);
    b.expect("no-stream", &seal(bytes), Reason::BadCompression);
    let mut bytes = parts.text();
    let stream = unfinished(&parts.halves[0].numbers());
    bytes.extend((stream.len() as u64).to_le_bytes());
    bytes.extend(stream);
    b.expect("stream-unfinished", &seal(bytes), Reason::BadCompression);
    let mut long = parts.clone();
    long.set("position", &"x".repeat((1 << 20) - "position ".len()));
    assert_eq!(verdict(&long.bytes()), "proved", "as long as a line may be");
    long.header[2].push('x');
    b.expect("line-too-long", &long.bytes(), Reason::BadHeader);
    for length in 0..good.len() {
        let cut = &good[..length];
        let expected = if length < 23 {
            Reason::NotACertificate
        } else {
            Reason::Truncated
        };
        match judge(cut) {
            Err(Fault::Rejected { reason, .. }) => assert_eq!(reason, expected, "cut at {length}"),
            other => panic!("cut at {length}: {other:?}"),
        }
    }
    b.expect("cut", &good[..good.len() - 40], Reason::Truncated);

    assert!(bench.wrong.is_empty(), "{:#?}", bench.wrong);
    assert!(bench.kinds >= 40);
    // One more speaks of all values alone.
    assert_eq!(bench.reasons.len(), 21, "{:?}", bench.reasons);
}

/// The certificates that are dropped from, moved in and flipped.
fn good() -> Vec<(String, Certificate)> {
    let mut good = Vec::new();
    for (spec, asks) in [
        ("tictactoe", &Ask::ALL[..]),
        ("weighted-tictactoe:weights=0/1/2/3/4/5/6/7/-9", &Ask::ALL),
        ("connect4:cols=4,rows=3", &Ask::ALL),
        ("notakto:boards=1", &Ask::ALL),
        ("tictactoe:wild=yes", &[Ask::Winner]),
        (RACE, &Ask::ALL),
        (WALK, &[Ask::Winner, Ask::Margin]),
        (CYCLE, &Ask::ALL),
        (TOLL, &[Ask::Winner, Ask::Margin]),
        (TURNS, &Ask::ALL),
        ("stones:stones=21,take=1/2/3", &Ask::ALL),
        ("take-ends:numbers=4/2/9/7/1/5", &[Ask::Winner, Ask::Margin]),
        (
            "two-stacks:left=1/5/2,right=7/3/3",
            &[Ask::Winner, Ask::Margin],
        ),
        ("circle:places=9,first=3/6,second=1/8", &Ask::ALL),
        ("card-pairs:cards=1:9/2:5/4:9/1:4/2:5", &Ask::ALL),
    ] {
        for &ask in asks {
            good.push((format!("{spec} {ask}"), prove(spec, "start", ask)));
        }
    }
    good
}

#[test]
fn the_good_ones_are_shelved_for_the_other_checker() {
    let mut shelf = Shelf::new("good");
    for (number, (name, made)) in good().iter().enumerate() {
        assert_eq!(verdict(&made.bytes), "proved", "{name}");
        shelf.put(&format!("good-{number}"), &made.bytes);
    }
    let mut random = Random::new(3);
    for number in 0..300 {
        let spec = graph(&mut random);
        let game = open(&spec, &TestFiles).unwrap();
        for ask in Ask::ALL {
            if let Ok(made) = game.prove("start", ask, Halves::Both, &mut Control::new()) {
                shelf.put(&format!("random-{number}-{ask}"), &made.bytes);
            }
        }
    }
}

#[test]
fn no_position_can_be_spared() {
    let made = prove("tictactoe", "start", Ask::Winner);
    let parts = Parts::of(&made.bytes);
    for half in 0..2 {
        for index in 0..parts.halves[half].codes.len() {
            let mut forged = parts.clone();
            forged.halves[half].drop(index);
            let said = verdict(&forged.bytes());
            assert!(
                said.starts_with("rejected: missing position at "),
                "{half} {index}: {said}"
            );
        }
    }
}

/// That what is proved of the text in a file is true of it.
fn assert_true(bytes: &[u8], what: &str) -> bool {
    let Ok(said) = judge(bytes) else { return false };
    let parts = Parts::of(bytes);
    let rules = rules(&parts.rules).unwrap();
    let root = parts
        .header
        .iter()
        .find_map(|line| line.strip_prefix("root "));
    let root: u128 = root.unwrap().parse().unwrap();
    for (claim, _) in &said.claims {
        let holds = is_true(&*rules, root, claim, endless(&parts.rules));
        assert!(
            holds,
            "{what}: {claim}\n{}",
            String::from_utf8_lossy(&parts.text())
        );
    }
    true
}

#[test]
fn moves_of_all_kinds_prove_nothing_false() {
    let mut accepted = 0;
    for (name, made) in good() {
        let parts = Parts::of(&made.bytes);
        let rules = rules(&parts.rules).unwrap();
        for half in 0..parts.halves.len() {
            for index in (0..parts.halves[half].codes.len()).take(40) {
                let code = parts.halves[half].codes[index];
                assert!(matches!(rules.state(code), Some(State::Turn(_))));
                let numbers = 0..rules.most_moves(code);
                for number in numbers.filter(|&number| rules.step(code, number).is_some()) {
                    let mut forged = parts.clone();
                    forged.halves[half].moves[index] = number.into();
                    accepted += usize::from(judge(&forged.bytes()).is_ok());
                }
            }
        }
        assert!(assert_true(&made.bytes, &name));
    }
    assert!(accepted > 0, "the very moves of the proof are among them");
}

#[test]
fn flipped_bits_prove_nothing_false() {
    let mut shelf = Shelf::new("flipped");
    let good = good();
    let mut random = Random::new(1);
    let (mut tries, mut proved) = (0usize, 0);
    while tries < 4_000 {
        for (name, made) in &good {
            tries += 1;
            let parts = Parts::of(&made.bytes);
            let mut text = parts.text();
            let mut streams: Vec<Vec<u8>> =
                parts.halves.iter().map(|half| half.numbers()).collect();
            let sizes = std::iter::once(text.len()).chain(streams.iter().map(Vec::len));
            let all: usize = sizes.sum();
            // As often in the text as in the numbers: what is claimed is short.
            let mut at = match random.below(2) {
                0 => random.below(text.len() as u64) as usize,
                _ => random.below(all as u64) as usize,
            };
            let bit = 1 << random.below(8);
            for piece in std::iter::once(&mut text).chain(&mut streams) {
                match piece.get_mut(at) {
                    Some(byte) => {
                        *byte ^= bit;
                        break;
                    }
                    None => at -= piece.len(),
                }
            }
            let bytes = assemble(text, &streams);
            proved += usize::from(assert_true(&bytes, name));
            if tries.is_multiple_of(4) {
                shelf.put(&format!("flipped-{tries}"), &bytes);
            }
        }
    }
    assert!(proved > 0 && proved < tries / 2, "{proved} of {tries}");
}
