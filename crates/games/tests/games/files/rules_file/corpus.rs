//! The corpus of the fuzz target, and much of what one changed byte makes of it.

#[path = "../../../../../../fuzz/exercises/rules.rs"]
mod exercise;

use std::path::Path;

#[test]
fn the_corpus_is_borne() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/rules");
    let mut files = 0;
    for entry in std::fs::read_dir(corpus).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        exercise::read_rules(&bytes);
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] = changed[at].wrapping_mul(31).wrapping_add(at as u8) & 127;
            exercise::read_rules(&changed);
        }
        files += 1;
    }
    assert!(files >= 12, "only {files} files");
}
