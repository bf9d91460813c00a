//! Trees of version 4, good and forged.

use super::{Bench, Shelf, Trees, columns, of};
use std::collections::BTreeSet;
use yomikiri_check::{Does, Limits, Reason, check_trees};

/// Three rows of four cells, numbered from 0, with three in a row: First begins with cell 5 and wins.
const ROWS: &str = "cells
board ..../..../....
boards 1
marks own
lines win
full draw
line 1 2 3
line 2 3 4
line 5 6 7
line 6 7 8
line 9 10 11
line 10 11 12
line 1 5 9
line 2 6 10
line 3 7 11
line 4 8 12
line 1 6 11
line 2 7 12
line 3 6 9
line 4 7 10
";

/// First's half, with a walk.
fn rows(walk: &[u64]) -> Trees {
    let mut trees = of(ROWS, "least first", &[], walk);
    trees.header[0] = "yomikiri certificate 4".to_owned();
    trees
}

/// Cell 5, and after any reply cell 6, or cells 0 and 2.
const WALK: [u64; 7] = [7, 2, 1, 6, 2, 0, 2];

#[test]
fn threats_answer_replies() {
    let mut bench = Bench {
        shelf: Shelf::new("forged-threats"),
        reasons: BTreeSet::new(),
        kinds: 0,
        wrong: Vec::new(),
    };
    let b = &mut bench;
    b.good("threats", &rows(&WALK));
    b.good("other-order", &rows(&[7, 2, 2, 0, 2, 1, 6]));
    b.good("one-of-no-use", &rows(&[7, 3, 0, 1, 6, 2, 0, 2]));
    b.good("cells-after-the-win", &rows(&[7, 2, 3, 6, 6, 6, 2, 0, 2]));
    let leaf = |walk: &[u64]| {
        let mut leaf = columns(&[super::FOLLOW], walk);
        leaf.header[0] = "yomikiri certificate 4".to_owned();
        leaf
    };
    b.good("leaf", &leaf(&[0]));
    // At the root the other side moves, and no sequence helps.
    b.good("replies", &leaf(&[2, 0, 0, 1, 0]));
    b.bad("replies-without-count", &leaf(&[2, 0]), Reason::BadNumbers);
    for (name, walk) in [
        ("one-missing", &WALK[..4]),
        ("walk-too-short", &[7, 1, 1, 6, 2, 1, 2, 0, 0]),
        ("count-missing", &[7]),
        ("count-too-large", &[7, 1 << 60, 1, 6, 2, 0, 2]),
        ("length-too-large", &[7, 2, 1, 6, 1 << 60, 0, 2]),
        ("cell-beyond", &[7, 1, 1, 12]),
        ("cell-taken", &[7, 1, 1, 5]),
        ("no-threat", &[7, 1, 1, 3]),
        ("too-short", &[7, 2, 1, 6, 1, 0]),
        ("more-numbers", &[7, 2, 1, 6, 2, 0, 2, 2]),
    ] {
        b.bad(name, &rows(walk), Reason::BadNumbers);
    }
    b.bad("move-taken", &rows(&[14, 0]), Reason::IllegalMove);
    let mut other = |name: &str, change: &dyn Fn(&mut Trees), reason: Reason| {
        let mut parts = rows(&WALK);
        change(&mut parts);
        b.bad(name, &parts, reason);
    };
    let replaced = |from: &'static str, to: &'static str| {
        move |parts: &mut Trees| parts.rules = parts.rules.replace(from, to)
    };
    other(
        "lines-lose",
        &replaced("lines win", "lines lose"),
        Reason::BadClaim,
    );
    other(
        "marks-of-nobody",
        &replaced("marks own", "marks one"),
        Reason::BadClaim,
    );
    other(
        "two-boards",
        &replaced("boards 1", "boards 2"),
        Reason::BadClaim,
    );
    other(
        "line-gone",
        &replaced("line 3 6 9\n", ""),
        Reason::BadNumbers,
    );
    other(
        "other-version",
        &|parts| parts.header[0] = "yomikiri certificate 2".to_owned(),
        Reason::IllegalMove,
    );
    other(
        "of-plies",
        &|parts| {
            parts.set("ask", "distance");
            parts.set("least", "first 5");
        },
        Reason::BadClaim,
    );
    let with = |images: &[&str]| {
        let mut parts = rows(&WALK);
        images
            .iter()
            .for_each(|image| parts.insert(&format!("symmetry {image}")));
        parts
    };
    let (mirror, turned) = ("4 3 2 1 8 7 6 5 12 11 10 9", "12 11 10 9 8 7 6 5 4 3 2 1");
    b.good("images", &with(&[mirror, turned]));
    b.bad(
        "image-twice",
        &with(&[mirror, turned, mirror]),
        Reason::BadSymmetry,
    );
    let same = "1 2 3 4 5 6 7 8 9 10 11 12";
    b.bad(
        "image-that-moves-nothing",
        &with(&[same]),
        Reason::BadSymmetry,
    );
    b.bad("too-many-images", &with(&[mirror; 1025]), Reason::BadHeader);
    assert!(bench.wrong.is_empty(), "{:#?}", bench.wrong);
    assert_eq!(bench.kinds, 21);
}

#[test]
fn sequences_are_kept_for_whoever_shows_them() {
    let checked = check_trees(rows(&WALK).bytes().as_slice(), &Limits::default()).unwrap();
    let [tree] = checked.trees.as_slice() else {
        panic!("{} trees", checked.trees.len());
    };
    let [node] = tree.nodes.as_slice() else {
        panic!("{} positions", tree.nodes.len());
    };
    assert_eq!((node.code, node.does), (0, Does::Move(5)));
    assert_eq!(node.threats, Some(vec![vec![6], vec![0, 2]]));
    assert_eq!((tree.sizes(), tree.sequences()), ((1, 0), Some(2)));
    let said = checked.proved.to_string();
    assert!(
        said.contains("(1 position, 0 leaves, 2 threat sequences)"),
        "{said}"
    );
}
