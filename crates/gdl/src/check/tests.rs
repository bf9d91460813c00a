use super::*;

const SHEET: &str =
    "(role a) (role b) (init s) (legal a noop) (legal b noop) (terminal) (goal a 0) (p 1) (q 1)";

#[test]
fn mistakes_have_their_places() {
    for (more, place, message) in [
        (
            "(<= (r ?x) (not (p ?x)))",
            "(r ?x)",
            "no condition of this rule says what `?x` may be",
        ),
        (
            "(<= (r) (not (p ?x)))",
            "(p ?x)",
            "no condition of this rule says what `?x` may be",
        ),
        (
            "(<= (r) (p ?x) (distinct ?x ?y))",
            "(distinct ?x ?y)",
            "no condition of this rule says what `?y` may be",
        ),
        (
            "(r ?x)",
            "(r ?x)",
            "no condition of this rule says what `?x` may be",
        ),
        (
            "(<= (r) (not (t))) (<= (t) (r))",
            "(t)",
            "`r` depends on itself through `not t`",
        ),
        (
            "(<= (r ?x) (next ?x))",
            "(next ?x)",
            "`next` cannot be a condition",
        ),
        (
            "(<= (r) (does a noop)) (<= (goal a 1) (r))",
            "(r)",
            "`goal` cannot depend on the moves, as it does through `r`",
        ),
        (
            "(<= (init ?x) (true ?x))",
            "(true ?x)",
            "`init` cannot depend on a state, as it does through `true`",
        ),
        (
            "(role c)",
            "(role c)",
            "this game has 3 roles; games of two roles are solved",
        ),
        (
            "(role random)",
            "(role random)",
            "this game has chance: its role `random` throws dice",
        ),
        (
            "(<= (role ?x) (p ?x))",
            "(role ?x)",
            "a role has to be a name",
        ),
        (
            "(goal a 150)",
            "(goal a 150)",
            "a goal has to be between 0 and 100, not 150",
        ),
        (
            "(goal a 99999999999999999999)",
            "(goal a 99999999999999999999)",
            "a goal has to be between 0 and 100, not 99999999999999999999",
        ),
        (
            "(<= (goal a 1) (true (s 1)))",
            "(true (s 1))",
            "`s` has 1 arguments here and 0 elsewhere",
        ),
        (
            "(<= (next (t ?m)) (does a (mark ?m))) (<= (next (t ?m)) (does b (mark ?m ?m)))",
            "(does b (mark ?m ?m))",
            "`mark` has 2 arguments here and 1 elsewhere",
        ),
    ] {
        let text = format!("{SHEET} {more}");
        let nodes = crate::read::read(&text).unwrap();
        let error = check(&crate::rules::rules(&nodes).unwrap()).unwrap_err();
        assert_eq!(
            (&text[error.span], error.message.as_str()),
            (place, message)
        );
    }
}

#[test]
fn a_sheet_has_two_roles_and_what_a_game_needs() {
    for (text, message) in [
        (
            "(init s) (legal a noop) (terminal) (goal a 0)",
            "there are no roles; a game for two has two of them",
        ),
        (
            "(role a) (init s) (legal a noop) (terminal) (goal a 0)",
            "this game has one role; games of two roles are solved",
        ),
        (
            "(role a) (role b) (init s) (terminal)",
            "there is no rule for `legal`",
        ),
        (
            "(role a) (role b) (init s) (legal a noop) (terminal)",
            "there is no rule for `goal`",
        ),
        ("", "there is no rule for `legal`"),
    ] {
        let nodes = crate::read::read(text).unwrap();
        let error = check(&crate::rules::rules(&nodes).unwrap()).unwrap_err();
        assert_eq!(error.message, message);
    }
}

#[test]
fn names_in_one_place_alone_are_found() {
    for (more, never, unused) in [
        ("", &[][..], &[][..]),
        ("(<= (goal a 1) (cel 1) (not (p 2)))", &["cel"], &[]),
        (
            "(<= (goal a 1) (true (s 1)) (true (t 1)) (true s))",
            &["t"],
            &[],
        ),
        (
            "(<= (goal a 1) (true (t 1))) (<= (next ?x) (true ?x))",
            &[],
            &[],
        ),
        ("(<= (next s) (does a mark) (does ?r noop))", &["mark"], &[]),
        (
            "(initt (s 2)) (<= (r) (initt s)) (<= (r) (does a noop)) (base s) (input a noop)",
            &[],
            &["r"],
        ),
    ] {
        let nodes = crate::read::read(&format!("{SHEET} {more}")).unwrap();
        let found = doubtful(&crate::rules::rules(&nodes).unwrap());
        assert_eq!(found.never, never, "{more}");
        // The sheet itself has these two.
        let own = |name: &&String| !["p", "q"].contains(&name.as_str());
        let others: Vec<&String> = found.unused.iter().filter(own).collect();
        assert_eq!(others, unused, "{more}");
    }
}
