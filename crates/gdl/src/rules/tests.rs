//! Tests of what rules are read as.

use super::*;
use crate::read::read;

fn program(text: &str) -> Result<Program, TextError> {
    rules(&read(text)?)
}

#[test]
fn ors_are_taken_apart() {
    let text = "(<= (a ?x) (b ?x) (or (c ?x) (and (d ?x) (not (or (e ?x) (f ?x))))))";
    let program = program(text).unwrap();
    let bodies: Vec<usize> = program.rules.iter().map(|rule| rule.body.len()).collect();
    assert_eq!(bodies, [2, 4]);
    assert!(matches!(program.rules[1].body[3], Condition::No(_)));
    assert_eq!(&text[program.rules[1].places[3].clone()], "(f ?x)");
}

#[test]
fn same_terms_replace_variables() {
    let same = program("(<= (a ?x ?y) (b ?x) (not (distinct ?y (s ?x))))").unwrap();
    assert!(matches!(
        same.rules[0].head.args[1],
        Pattern::Compound(_, _)
    ));
    assert_eq!(same.rules[0].body.len(), 1);
    assert!(
        program("(<= (a) (b) (not (distinct c d)))")
            .unwrap()
            .rules
            .is_empty()
    );
    let never = program("(<= (a ?x) (b ?x) (not (distinct ?x (s ?x))))");
    assert!(never.unwrap().rules.is_empty());
    let chain =
        "(<= (a ?x ?z) (b ?x) (not (distinct ?x ?y)) (not (distinct ?y ?z)) (not (distinct ?z 1)))";
    let nested = "(<= (a ?z) (b ?x) (not (distinct ?y (s ?x))) (not (distinct ?z (s ?y))) (not (distinct ?x 1)))";
    let Pattern::Ground(term) = program(nested).unwrap().rules[0].head.args[0] else {
        panic!("variables are left");
    };
    assert_eq!(program(nested).unwrap().terms.show(term), "s(s(1))");
    let endless = "(<= (a ?x) (b ?x) (not (distinct ?x (s ?y))) (not (distinct ?y (s ?x))))";
    assert!(program(endless).unwrap().rules.is_empty());
    let mut doubled = String::from("(<= (a ?x0) (b ?x30)");
    for n in 0..30 {
        doubled.push_str(&format!("(not (distinct ?x{n} (f ?x{0} ?x{0})))", n + 1));
    }
    assert!(
        program(&format!("{doubled})"))
            .unwrap_err()
            .message
            .contains("too large")
    );
    let one = program(chain).unwrap();
    assert!(
        one.rules[0]
            .head
            .args
            .iter()
            .all(|arg| matches!(arg, Pattern::Ground(_)))
    );
}

#[test]
fn what_is_no_rule_is_refused_with_its_place() {
    for (text, place, message) in [
        (
            "(role)",
            "(role)",
            "`role` has 0 arguments here and 1 elsewhere",
        ),
        (
            "(a b) (<= (c ?x) (a ?x ?x))",
            "(a ?x ?x)",
            "`a` has 2 arguments here and 1 elsewhere",
        ),
        ("(<= )", "(<= )", "this rule has no head"),
        ("<=", "<=", "an arrow stands at the start of a list"),
        (
            "(<= (true ?x) (a ?x))",
            "(true ?x)",
            "`true` cannot be the head of a rule",
        ),
        (
            "(<= (a ?x) ?x)",
            "?x",
            "a variable cannot stand for a relation",
        ),
        ("(a ((b)))", "((b))", "a term begins with its name"),
        ("()", "()", "a relation begins with its name"),
        (
            "(<= (a) (not (b) (c)))",
            "(not (b) (c))",
            "`not` is not used like this in a condition",
        ),
    ] {
        let error = program(text).unwrap_err();
        assert_eq!(
            (&text[error.span], error.message.as_str()),
            (place, message)
        );
    }
    let or = "(or (b 1) (b 2) (b 3) (b 4))".repeat(12);
    let error = program(&format!("(<= (a) {or})")).unwrap_err();
    assert!(error.message.contains("too many conditions"));
}
