use super::checks::twice;
use super::known::{FIRST_PART, PARTS, Slots};

#[test]
fn every_number_has_a_place_of_its_own() {
    let mut expected = (0, 0);
    for number in 0..10_000 {
        assert_eq!(Slots::place(number), expected);
        expected.1 += 1;
        if expected.1 == 1 << (expected.0 as u32 + FIRST_PART) {
            expected = (expected.0 + 1, 0);
        }
    }
    assert!(Slots::place(u32::MAX).0 < PARTS);
}

#[test]
fn a_line_that_comes_twice_is_found() {
    for (lines, found) in [
        ("", None),
        ("a\nb\n", None),
        ("a\nb\na\n", Some("a")),
        ("1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n", None),
        ("1\n2\n3\n4\n5\n6\n7\n8\n9\n3\n", Some("3")),
    ] {
        assert_eq!(twice(lines), found);
    }
}
