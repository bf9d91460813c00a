//! Every relative link in our pages leads to a file, and every page of the book is in its summary.

use std::fs;
use std::path::{Path, PathBuf};

/// The repository's root.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The pages of a folder.
fn pages(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    paths
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        .collect()
}

/// What the links `[text](target)` of a page point to, apart from other sites and places on the same
/// page.
fn targets(page: &str) -> Vec<&str> {
    let ends = page
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next());
    let relative = ends.filter(|target| !target.contains("://") && !target.starts_with('#'));
    relative
        .filter_map(|target| target.split('#').next())
        .collect()
}

#[test]
fn every_link_leads_somewhere() {
    let mut links = 0;
    for folder in [
        ".",
        "book/src",
        "testdata",
        "bench",
        "bench/record",
        "docs/decisions",
    ] {
        for path in pages(folder) {
            let page = fs::read_to_string(&path).expect("a page is text");
            for target in targets(&page) {
                links += 1;
                let lead = path.parent().expect("a page lies in a folder").join(target);
                assert!(lead.exists(), "{}: nothing at `{target}`", path.display());
            }
        }
    }
    assert!(links > 0, "no page has any link");
}

#[test]
fn every_page_of_the_book_is_in_its_summary() {
    let summary = fs::read_to_string(root().join("book/src/SUMMARY.md")).expect("the summary");
    let listed = targets(&summary);
    for path in pages("book/src") {
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .expect("a plain name");
        assert!(
            name == "SUMMARY.md" || listed.contains(&name),
            "{name} is not in the summary"
        );
    }
}

#[test]
fn links_are_found() {
    let page = "[a](b.md), ![c](d/e.png), [f](https://example.org/), [g](#h), [i](j.md#k) (l)";
    assert_eq!(targets(page), ["b.md", "d/e.png", "j.md"]);
}
