//! The fuzz target's exercise, on its corpus and on what is left of it when a part is cut out.

#[path = "../../../fuzz/exercises/sheet.rs"]
mod exercise;

#[test]
fn the_corpus_is_read_whole_and_in_parts() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/sheet");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        exercise::read_sheet(&bytes);
        count += 1;
        for start in (0..bytes.len()).step_by(23) {
            let end = bytes.len().min(start + 17);
            exercise::read_sheet(&[&bytes[..start], &bytes[end..]].concat());
        }
    }
    assert!(count >= 4, "{count} files");
}
