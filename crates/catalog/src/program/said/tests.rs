//! Invalid answers of programs.

use super::{answers, start};

#[test]
fn an_array_is_no_object() {
    assert_eq!(start(br#"{"start":"5"}"#).unwrap().1, "5");
    let why = |line: &str| start(line.as_bytes()).unwrap_err().to_string();
    let array = why(r#"["5"]"#);
    assert!(array.contains("expected an object"), "{array}");
    assert!(why("left").contains("is not JSON"), "{}", why("left"));
    let mut none = |_: super::Said<'_>| Ok(());
    let (_, fault) = answers(br#"[["first"]]"#, 1, &mut none).unwrap_err();
    assert!(fault.to_string().contains("expected an object"), "{fault}");
    answers(br#"[{"outcome":"first"}]"#, 1, &mut none).unwrap();
}
