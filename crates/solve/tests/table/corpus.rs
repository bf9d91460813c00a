//! What the fuzz target starts from, and what it has found, on the stable toolchain.

#[path = "../../../../fuzz/exercises/table.rs"]
mod exercise;

use std::path::Path;

#[test]
fn the_corpus_is_read_without_a_panic() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/table");
    let mut count = 0;
    for entry in std::fs::read_dir(corpus).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        exercise::read(&bytes);
        exercise::read(&bytes[..bytes.len() / 2]);
        count += 1;
    }
    assert!(count >= 4, "{count} inputs");
}
