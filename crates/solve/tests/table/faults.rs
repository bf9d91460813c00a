//! Every call to the disk fails once, in every way; the build goes on afterwards and comes to the same
//! bytes.

use crate::cyclic::build_tight;
use crate::memory::{Fault, Memory};
use crate::{Build, TIGHT, Verify, built, subject, with};
use yomikiri::Ask;
use yomikiri::table::{Built, FILE, Options, Storage, Subject, Table, TableError};

const SPEC: &str = "mnk:rows=3,cols=3,line=3";

fn build(
    spec: &str,
    subject: &Subject,
    storage: &Memory,
    options: Options,
) -> Result<Built, TableError> {
    let build = Build {
        subject,
        storage,
        options,
    };
    with(spec, build)
}

/// Fails every `step`-th call of the build of a game of the registry, one at a time.
fn survives(spec: &str, ask: Ask, symmetric: bool, options: Options, step: u64) {
    let subject = subject(spec, ask, symmetric);
    survives_all(step, |storage| build(spec, &subject, storage, options));
}

/// Fails every `step`-th call of a build, one at a time.
pub(crate) fn survives_all(step: u64, build: impl Fn(&Memory) -> Result<Built, TableError>) {
    let undisturbed = Memory::default();
    assert_eq!(build(&undisturbed).unwrap(), Built::Finished);
    assert_eq!(undisturbed.names().unwrap(), [FILE]);
    let expected = undisturbed.file(FILE).unwrap();
    for fault in [Fault::Error, Fault::NoSpace, Fault::Short, Fault::Crash] {
        let mut n = 1;
        loop {
            let storage = Memory::default();
            storage.fail(n, fault);
            let result = build(&storage);
            let reached = storage.calls() >= n;
            match &result {
                Ok(_) => {}
                Err(TableError::Io { .. }) => {
                    assert!(fault != Fault::Short, "call {n}: {result:?}");
                    // Whatever has the final name is whole.
                    if let Some(bytes) = storage.file(FILE) {
                        assert!(bytes == expected, "{fault:?} at call {n}");
                    }
                }
                Err(other) => panic!("{fault:?} at call {n}: {other:?}"),
            }
            storage.mend();
            let again = build(&storage);
            again.unwrap_or_else(|error| panic!("{fault:?} at call {n}: {error}"));
            assert!(
                storage.file(FILE).unwrap() == expected,
                "{fault:?} at call {n}"
            );
            assert_eq!(storage.names().unwrap(), [FILE], "{fault:?} at call {n}");
            if !reached {
                assert!(n > 10, "the build is longer than that");
                break;
            }
            n += step;
        }
    }
}

#[test]
fn every_call_may_fail() {
    survives(SPEC, Ask::Winner, true, TIGHT, 1);
}

#[test]
fn every_call_of_a_build_that_spills_may_fail() {
    // Large enough that runs go to scratch files.
    survives(
        "connect-k:cols=4,rows=4,line=4",
        Ask::Distance,
        false,
        TIGHT,
        23,
    );
}

#[test]
fn every_call_of_a_build_whose_play_may_cycle_may_fail() {
    survives("three-mens-morris", Ask::Distance, true, TIGHT, 1);
}

#[test]
fn every_call_of_one_that_spills_as_well_may_fail() {
    survives_all(149, build_tight);
}

#[test]
fn a_build_that_fails_time_and_again_comes_to_its_end() {
    let expected = built(SPEC, Ask::Distance, false, TIGHT);
    let subject = subject(SPEC, Ask::Distance, false);
    for step in [9, 13, 31] {
        let storage = Memory::default();
        let mut fault = 0;
        let mut rounds = 0;
        loop {
            storage.mend();
            storage.fail(step + rounds, [Fault::Crash, Fault::Error][fault % 2]);
            fault += 1;
            rounds += 1;
            assert!(rounds < 1000, "it never ends");
            if build(SPEC, &subject, &storage, TIGHT).is_ok() {
                break;
            }
        }
        assert!(storage.file(FILE).unwrap() == expected);
        assert!(rounds > 1);
    }
}

#[test]
fn a_directory_in_use_or_of_something_else_is_refused() {
    let storage = Memory::default();
    let wanted = subject(SPEC, Ask::Winner, true);
    let lock = storage.lock().unwrap().unwrap();
    let refused = build(SPEC, &wanted, &storage, TIGHT);
    assert!(matches!(refused, Err(TableError::Locked)), "{refused:?}");
    drop(lock);
    // An unfinished build of another question.
    storage.fail(60, Fault::Error);
    assert!(build(SPEC, &subject(SPEC, Ask::Distance, true), &storage, TIGHT).is_err());
    storage.mend();
    let refused = build(SPEC, &wanted, &storage, TIGHT).unwrap_err();
    assert!(
        refused.to_string().contains("unfinished table of `mnk"),
        "{refused}"
    );
    // A finished one, and one of other rules.
    let storage = Memory::default();
    build(SPEC, &wanted, &storage, TIGHT).unwrap();
    assert_eq!(
        build(SPEC, &wanted, &storage, TIGHT).unwrap(),
        Built::WasThere
    );
    let other = Subject {
        rules: [1; 32],
        ..wanted
    };
    let refused = build(SPEC, &other, &storage, TIGHT).unwrap_err();
    assert!(matches!(refused, TableError::Occupied(_)), "{refused:?}");
    assert!(refused.to_string().contains("other rules"), "{refused}");
}

/// A game is known by its rules: under another name, from a file with another title, it goes on where it
/// was left, and is the same table.
#[test]
fn the_same_rules_under_another_name_go_on() {
    let of = |game: &str, file: String| Subject {
        game: game.to_owned(),
        file: Some(file),
        ..subject(SPEC, Ask::Winner, true)
    };
    // Much longer than the rest of the table.
    let begun = of("a", "1\n".repeat(10 << 20));
    let taken_up = of("a/b/c", "2\n".to_owned());
    let undisturbed = Memory::default();
    build(SPEC, &begun, &undisturbed, TIGHT).unwrap();
    let storage = Memory::default();
    storage.fail(undisturbed.calls() - 10, Fault::Error);
    assert!(build(SPEC, &begun, &storage, TIGHT).is_err());
    storage.mend();
    assert_eq!(
        build(SPEC, &taken_up, &storage, TIGHT).unwrap(),
        Built::Finished
    );
    let bytes = storage.file(FILE).unwrap();
    assert!(bytes == undisturbed.file(FILE).unwrap());
    assert_eq!(
        build(SPEC, &taken_up, &storage, TIGHT).unwrap(),
        Built::WasThere
    );
    let table = Table::from_bytes(bytes).unwrap();
    assert_eq!((table.version(), table.subject()), (2, &begun));
    let other = Subject {
        rules: [1; 32],
        ..begun
    };
    let refused = build(SPEC, &other, &storage, TIGHT).unwrap_err();
    assert!(refused.to_string().contains("other rules"), "{refused}");
}

#[test]
fn limits_are_kept_and_said() {
    let subject = subject(SPEC, Ask::Winner, false);
    let too_little = Options {
        memory: 1000,
        ..TIGHT
    };
    let refused = build(SPEC, &subject, &Memory::default(), too_little);
    assert!(matches!(
        refused,
        Err(TableError::NoRoom { of: "memory", .. })
    ));
    let storage = Memory::default();
    let small_disk = Options {
        disk: Some(3000),
        ..TIGHT
    };
    let refused = build(SPEC, &subject, &storage, small_disk);
    assert!(
        matches!(refused, Err(TableError::NoRoom { of: "disk", .. })),
        "{refused:?}"
    );
    build(SPEC, &subject, &storage, TIGHT).unwrap();
    let table = Table::from_bytes(storage.file(FILE).unwrap()).unwrap();
    let verify = Verify {
        table: &table,
        options: TIGHT,
    };
    assert_eq!(with(SPEC, verify).unwrap().positions, 5478);
}
