//! The corpus of the fuzz target, and all that one changed byte makes of it, on the stable toolchain.

#[path = "../../../fuzz/exercises/certificate.rs"]
mod exercise;

use std::path::Path;

#[test]
fn the_corpus_is_borne() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/certificate");
    let mut files = 0;
    for entry in std::fs::read_dir(corpus).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        exercise::check_certificate(&bytes);
        for at in 0..bytes.len().min(2000) {
            let mut changed = bytes.clone();
            changed[at] = changed[at].wrapping_mul(31).wrapping_add(at as u8);
            exercise::check_certificate(&changed);
        }
        files += 1;
    }
    assert!(files >= 8, "only {files} files");
}
