//! Files that are written and read again, and files with faults.

use super::format::{Unread, read, write};
use super::section::{Section, Sections, Worths};
use super::{Parts, PartsFault};
use crate::values::{Detail, ValueError, value};
use crate::{Control, Limits, NoFiles, open};
use proptest::prelude::*;
use sha2::{Digest, Sha256};
use yomikiri_cgt::{Dyadic, Value, Values};

/// A game that has only options.
#[derive(Clone, Debug)]
struct Tree {
    left: Vec<Tree>,
    right: Vec<Tree>,
}

fn tree() -> impl Strategy<Value = Tree> {
    let leaf = Just(Tree {
        left: Vec::new(),
        right: Vec::new(),
    });
    leaf.prop_recursive(4, 48, 4, |inner| {
        let list = || proptest::collection::vec(inner.clone(), 0..4);
        (list(), list()).prop_map(|(left, right)| Tree { left, right })
    })
}

fn made(values: &mut Values<'_>, tree: &Tree) -> Value {
    let left: Vec<Value> = tree.left.iter().map(|tree| made(values, tree)).collect();
    let right: Vec<Value> = tree.right.iter().map(|tree| made(values, tree)).collect();
    values.game(&left, &right).expect("it is small")
}

fn name(values: &mut Values<'_>, value: Value) -> String {
    let name = values.name(value, 100_000).expect("it is small");
    name.expect("it is short")
}

fn whole(bytes: &[u8], values: &mut Values<'_>) -> Sections {
    match read(bytes, values) {
        Ok(sections) => sections,
        Err(Unread::Fault(fault)) => panic!("{fault}"),
        Err(Unread::Limit(error)) => panic!("{error}"),
    }
}

proptest! {
    /// A written file is read again, also into a store with other forms in another order.
    #[test]
    fn forms_are_read_as_they_were_written(
        games in proptest::collection::vec((any::<bool>(), any::<u128>(), tree()), 1..12),
        numbers in proptest::collection::btree_map(any::<u128>(), any::<u32>(), 0..5),
        other in tree(),
    ) {
        let mut values = Values::new();
        let mut sections = Sections::default();
        for (second, key, tree) in &games {
            let value = made(&mut values, tree);
            sections.of(if *second { "b" } else { "a" }, [u8::from(*second); 32]).values.insert(*key, value);
        }
        for (&key, &number) in &numbers {
            sections.of("c", [3; 32]).numbers.insert(key, number);
        }
        let bytes = write(&sections, &mut values).unwrap();
        let mut others = Values::new();
        made(&mut others, &other);
        let again = whole(&bytes, &mut others);
        let same = whole(&bytes, &mut values);
        for section in &mut sections.all {
            let [there, here] = [&again, &same].map(|sections| {
                sections.all.iter().find(|read| read.rules == section.rules).expect("it was written")
            });
            prop_assert_eq!((&there.name, there.len()), (&section.name, section.len()));
            for (key, value) in section.values.sorted() {
                prop_assert_eq!(here.values.told(key), Some(value));
                let read = there.values.told(key).expect("it was written");
                prop_assert_eq!(name(&mut others, read), name(&mut values, value));
            }
            for (key, number) in section.numbers.sorted() {
                prop_assert_eq!(there.numbers.told(key), Some(number));
            }
        }
        prop_assert_eq!(again.found(), 0);
        prop_assert_eq!(write(&same, &mut values).unwrap(), bytes);
    }
}

/// Makes a file with blocks of these kinds and contents, under right checksums.
fn forged(blocks: &[(u8, &[u8])]) -> Vec<u8> {
    let mut bytes = b"yomikiri parts 1\n".to_vec();
    for (kind, payload) in blocks {
        bytes.push(*kind);
        bytes.push(payload.len() as u8);
        bytes.extend(*payload);
        let check = Sha256::digest(&bytes);
        bytes.extend(&check[..8]);
    }
    bytes
}

fn fault(bytes: &[u8]) -> PartsFault {
    match read(bytes, &mut Values::new()) {
        Err(Unread::Fault(fault)) => fault,
        Err(Unread::Limit(error)) => panic!("{error}"),
        Ok(_) => panic!("it was read"),
    }
}

/// 0 and 1, and 1 as the negative numerator.
const ZERO: [u8; 5] = [0, 0, 0, 0, 0];
const ONE: [u8; 5] = [0, 2, 0, 0, 0];
const MINUS: [u8; 5] = [0, 1, 0, 0, 0];

#[test]
fn what_nobody_writes_is_refused_where_it_stands() {
    let forms = |forms: &[&[u8]]| forged(&[(b'F', &forms.concat()), (b'E', b"")]);
    assert!(read(&forms(&[&ZERO, &ONE, &MINUS]), &mut Values::new()).is_ok());
    // {1|-1}, and with 0 as an option that 1 dominates.
    let hot = [1, 1, 2, 1];
    assert!(read(&forms(&[&ZERO, &ONE, &MINUS, &hot]), &mut Values::new()).is_ok());
    let dominated = [2, 1, 3, 2, 1];
    let first = 17 + 2;
    let cases: [(Vec<u8>, usize, &str); 18] = [
        (b"yomikiri parts 2\n".to_vec(), 0, "version"),
        (b"yomikiri".to_vec(), 0, "no file of parts"),
        (forged(&[]), 17, "bytes are missing"),
        (
            forged(&[(b'F', &ZERO)]),
            17 + 2 + 5 + 8,
            "bytes are missing",
        ),
        (forged(&[(b'G', b""), (b'E', b"")]), 17, "no such block"),
        (forged(&[(b'E', b"x")]), 17, "no such block"),
        (
            [&forged(&[(b'E', b"")])[..], b"x"].concat(),
            27,
            "behind the end",
        ),
        (
            forms(&[&ZERO, &ONE, &MINUS, &dominated]),
            first + 15,
            "form 3 is not canonical",
        ),
        // {0|0} is star, which has a form without options.
        (
            forms(&[&ZERO, &[1, 1, 1, 1]]),
            first + 5,
            "form 1 is not canonical",
        ),
        // {1|1} with the right options missing is 2.
        (
            forms(&[&ZERO, &ONE, &[1, 0, 1]]),
            first + 10,
            "form 2 is not canonical",
        ),
        (forms(&[&ZERO, &ZERO]), first + 5, "form 1 is there twice"),
        (
            forms(&[&ZERO, &[1, 1, 2, 1]]),
            first + 7,
            "not an earlier form",
        ),
        (
            forms(&[&ZERO, &[1, 1, 0, 1]]),
            first + 7,
            "not an earlier form",
        ),
        (
            forms(&[&ZERO, &ONE, &MINUS, &[2, 1, 1, 3, 1]]),
            first + 18,
            "out of order",
        ),
        (forms(&[&[0, 2, 61, 0, 0]]), first, "out of range"),
        (forms(&[&[0, 0, 0, 0, 0x80, 8]]), first, "out of range"),
        (
            forged(&[
                (b'V', &[&[0; 32][..], b"\x01a", &[7, 0]].concat()),
                (b'E', b""),
            ]),
            first + 34,
            "a value that is not there",
        ),
        (
            forged(&[(b'N', &[&[0; 32][..], b"\x01\xff"].concat()), (b'E', b"")]),
            first + 32,
            "no text",
        ),
    ];
    for (bytes, at, why) in cases {
        let fault = fault(&bytes);
        let PartsFault::Damaged { byte, what } = &fault else {
            panic!("{fault}");
        };
        assert!(*byte == at && what.contains(why), "{fault}; {at}: {why}");
    }
}

#[test]
fn no_changed_byte_and_no_missing_end_goes_unnoticed() {
    let mut parts = Parts::from_bytes(Vec::new());
    let sum = "clobber:rows=1,cols=5 xoxox + nim:heaps=2/3";
    asked(sum, &mut parts).unwrap();
    let bytes = parts.bytes().to_vec();
    for at in 0..bytes.len() {
        fault(&bytes[..at]);
        for bit in [1, 0x80] {
            let mut changed = bytes.clone();
            changed[at] ^= bit;
            fault(&changed);
        }
    }
}

pub(in crate::values) const ROW: &str = "clobber:rows=1,cols=6 xoxoxo";

pub(in crate::values) fn asked(sum: &str, parts: &mut Parts) -> Result<Option<String>, ValueError> {
    let found = value(
        sum,
        None,
        None,
        Detail::Usual,
        &NoFiles,
        Some(parts),
        &mut Control::new(),
    );
    found.map(|found| found.value)
}

/// Returns the file with a change to its one section.
pub(in crate::values) fn altered(
    bytes: &[u8],
    alter: impl Fn(&mut Section, &mut Values<'_>),
) -> Parts {
    let mut values = Values::new();
    let read = whole(bytes, &mut values);
    let [read] = &read.all[..] else {
        panic!("the file is of one game");
    };
    let mut sections = Sections::default();
    let section = sections.of(&read.name, read.rules);
    for (key, value) in read.values.sorted() {
        section.values.insert(key, value);
    }
    for (key, number) in read.numbers.sorted() {
        section.numbers.insert(key, number);
    }
    alter(section, &mut values);
    Parts::from_bytes(write(&sections, &mut values).unwrap())
}

#[test]
fn a_wrong_value_is_found_by_the_rules() {
    for sum in [ROW, "nim:heaps=2/5"] {
        let mut parts = Parts::from_bytes(Vec::new());
        let right = asked(sum, &mut parts).unwrap();
        let bytes = parts.bytes().to_vec();
        let mut values = Values::new();
        let sections = whole(&bytes, &mut values);
        let keys = sections.all[0].sample(usize::MAX);
        assert!(keys.len() > 3, "{keys:?}");
        for key in keys {
            let mut parts = altered(&bytes, |section, values| match section.numbers.get(key) {
                Some(number) => section.numbers.insert(key, number ^ 1),
                None => {
                    let seven = values.number(Dyadic::whole(7)).unwrap();
                    section.values.insert(key, seven);
                }
            });
            // The file is small, so the sample is all of it.
            for check_all in [false, true] {
                parts.check_all = check_all;
                let found = asked(sum, &mut parts);
                assert!(
                    matches!(&found, Err(ValueError::Parts(PartsFault::Wrong { .. }))),
                    "{sum} {key}: {found:?}"
                );
            }
        }
        let mut parts = altered(&bytes, |_, _| ());
        assert_eq!(asked(sum, &mut parts).unwrap(), right);
    }
}

#[test]
fn a_number_of_no_position_is_found_by_the_rules() {
    let mut parts = Parts::from_bytes(Vec::new());
    asked(ROW, &mut parts).unwrap();
    let bytes = parts.bytes().to_vec();
    let mut parts = altered(&bytes, |section, values| {
        let zero = values.zero().unwrap();
        section.values.insert(u128::MAX, zero);
    });
    let none = PartsFault::NoPosition {
        game: "clobber:rows=1,cols=6".to_owned(),
        key: u128::MAX,
    };
    for check_all in [false, true] {
        parts.check_all = check_all;
        let found = asked(ROW, &mut parts);
        assert!(
            matches!(&found, Err(ValueError::Parts(fault)) if *fault == none),
            "{found:?}"
        );
    }
}

/// Values derived from a file whose check was cut short are not kept.
#[test]
fn what_rests_on_an_unchecked_file_is_not_kept() {
    let mut parts = Parts::from_bytes(Vec::new());
    asked(ROW, &mut parts).unwrap();
    let bytes = parts.bytes().to_vec();
    let game = open("clobber:rows=1,cols=6", &NoFiles).unwrap();
    let normal = game.normal("xoxoxo").unwrap().unwrap();
    let [part] = normal.parts(normal.start())[..] else {
        panic!("the row is one part");
    };
    // This file has only the value of the row, so the values of its options must be found for the check.
    let mut parts = altered(&bytes, |section, _| {
        let value = section.values.get(normal.key(part)).unwrap();
        section.values = Worths::default();
        section.values.insert(normal.key(part), value);
    });
    let before = parts.bytes().to_vec();
    let mut few = Control::new().limited(Limits {
        nodes: Some(4),
        ..Limits::default()
    });
    let found = value(
        ROW,
        None,
        None,
        Detail::Usual,
        &NoFiles,
        Some(&mut parts),
        &mut few,
    );
    assert!(matches!(found, Err(ValueError::Stopped(_))), "{found:?}");
    assert_eq!(parts.bytes(), before);
}

/// A position whose parts are in the file is not searched again.
#[test]
fn what_is_in_the_file_is_not_found_again() {
    let mut visited = Vec::new();
    let mut parts = Parts::from_bytes(Vec::new());
    for _ in 0..2 {
        let mut control = Control::new();
        let sum = "domineering:rows=4,cols=4";
        let found = value(
            sum,
            None,
            None,
            Detail::Usual,
            &NoFiles,
            Some(&mut parts),
            &mut control,
        )
        .unwrap();
        let alone = value(
            sum,
            None,
            None,
            Detail::Usual,
            &NoFiles,
            None,
            &mut Control::new(),
        )
        .unwrap();
        assert_eq!((found.value, found.moves), (alone.value, alone.moves));
        visited.push(found.positions);
        // The next run reads what this one has written.
        parts = Parts::from_bytes(parts.bytes().to_vec());
    }
    assert!(visited[1] * 2 < visited[0], "{visited:?}");
}

/// Values found before a limit are kept, and the next run continues from there.
#[test]
fn a_limit_loses_nothing() {
    let sum = "domineering:rows=4,cols=4";
    let mut parts = Parts::from_bytes(Vec::new());
    let mut rounds = 0;
    loop {
        let mut few = Control::new().limited(Limits {
            nodes: Some(200),
            ..Limits::default()
        });
        match value(
            sum,
            None,
            None,
            Detail::Usual,
            &NoFiles,
            Some(&mut parts),
            &mut few,
        ) {
            Ok(_) => break,
            Err(ValueError::Stopped(_)) => rounds += 1,
            Err(error) => panic!("{error}"),
        }
        assert!(rounds < 100, "it never ends");
    }
    assert!(rounds > 1);
}
