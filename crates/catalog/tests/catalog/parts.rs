//! Files of parts: what is left where the disk fails, and the corpus of the fuzz target.

#[path = "../../../../fuzz/exercises/parts.rs"]
mod exercise;
#[path = "../../../solve/tests/table/memory.rs"]
#[expect(dead_code, reason = "tables are tested with more of it")]
mod memory;

use memory::{Fault, Memory};
use std::io;
use yomikiri::table::Storage;
use yomikiri_catalog::values::{Detail, Parts, value};
use yomikiri_catalog::{Control, NoFiles};

const FILE: &str = "clobber.parts";

/// Asks for a value beside the file, and writes the file.
fn round(storage: &Memory, sum: &str) -> io::Result<Option<String>> {
    let mut parts = Parts::within(Box::new(storage.clone()), FILE)?;
    let mut control = Control::new();
    let found = value(
        sum,
        None,
        None,
        Detail::Usual,
        &NoFiles,
        Some(&mut parts),
        &mut control,
    );
    let found = found.unwrap_or_else(|error| panic!("{sum}: {error}"));
    parts.save()?;
    Ok(found.value)
}

#[test]
fn every_call_may_fail_and_the_file_is_whole() {
    let (small, large) = (
        "clobber:rows=1,cols=6 xoxo..",
        "clobber:rows=1,cols=6 xoxoxo",
    );
    let undisturbed = Memory::default();
    round(&undisturbed, small).unwrap();
    let old = undisturbed.file(FILE).unwrap();
    let right = round(&undisturbed, large).unwrap();
    let new = undisturbed.file(FILE).unwrap();
    assert!(old != new);
    for fault in [Fault::Error, Fault::NoSpace, Fault::Short, Fault::Crash] {
        let mut n = 1;
        loop {
            let storage = Memory::default();
            round(&storage, small).unwrap();
            storage.fail(n, fault);
            let ran = round(&storage, large);
            let reached = storage.calls() >= n;
            if let Ok(value) = &ran {
                assert_eq!(*value, right);
            }
            storage.mend();
            let left = storage.file(FILE).unwrap();
            assert!(left == old || left == new, "{fault:?} at call {n}");
            assert!(ran.is_err() || left == new, "{fault:?} at call {n}");
            let names = storage.names().unwrap();
            match fault {
                // Nobody is left to tidy up.
                Fault::Crash => assert!(names.len() <= 2, "{names:?}"),
                _ => assert_eq!(names, [FILE], "{fault:?} at call {n}"),
            }
            assert_eq!(round(&storage, large).unwrap(), right);
            assert!(storage.file(FILE).unwrap() == new, "{fault:?} at call {n}");
            if !reached {
                assert!(n > 5, "there are more calls");
                break;
            }
            n += 1;
        }
    }
}

#[test]
fn the_corpus_of_the_fuzzer() {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/parts");
    let mut count = 0;
    for entry in std::fs::read_dir(corpus).expect("there is a corpus") {
        let bytes = std::fs::read(entry.expect("an entry").path()).expect("a file");
        exercise::read(&bytes);
        exercise::read(&bytes[..bytes.len() / 2]);
        count += 1;
    }
    assert!(count >= 4, "{count} inputs");
}
