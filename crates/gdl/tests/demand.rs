//! Grounding what is asked for alone: the same states, moves and ends as with all atoms, in fewer of them.

use std::sync::Arc;
use yomikiri_gdl::{Expander, Limits, Sheet, Size};

/// A row of cells that two roles mark in turn. The end counts the marks of both, from cell to cell, with numbers up to `most`.
fn counted(most: usize) -> String {
    let numbers: String = (0..most)
        .map(|n| format!("(succ {n} {}) (number {n}) ", n + 1))
        .collect();
    format!(
        "(role a) (role b) (init (control a)) {numbers} (number {most})
         (after 1 2) (after 2 3) (after 3 4) (after 4 5) (after 5 6)
         (init (cell 1 e)) (init (cell 2 e)) (init (cell 3 e)) (init (cell 4 e)) (init (cell 5 e)) (init (cell 6 e))
         (<= (next (control a)) (true (control b))) (<= (next (control b)) (true (control a)))
         (<= (legal ?r (mark ?c)) (true (control ?r)) (true (cell ?c e)) (not (beside ?r ?c)))
         (<= (legal ?r pass) (true (control ?r)))
         (<= (legal ?r noop) (role ?r) (not (true (control ?r))))
         (<= (beside ?r ?c) (after ?c ?d) (true (cell ?d ?r)))
         (<= (next (cell ?c ?r)) (does ?r (mark ?c)))
         (<= (next (cell ?c ?m)) (true (cell ?c ?m)) (distinct ?m e))
         (<= (next (cell ?c e)) (true (cell ?c e)) (not (marked ?c)))
         (<= (marked ?c) (does ?r (mark ?c)))
         (<= (next (passed ?r)) (does ?r pass))
         (<= over (true (passed a)) (true (control a))) (<= over (true (passed b)) (true (control b)))
         (<= (one ?c ?x ?o ?y ?o) (true (cell ?c a)) (succ ?x ?y) (number ?o))
         (<= (one ?c ?x ?o ?x ?p) (true (cell ?c b)) (succ ?o ?p) (number ?x))
         (<= (one ?c ?x ?o ?x ?o) (true (cell ?c e)) (number ?x) (number ?o))
         (<= (all 6 ?x ?o ?y ?p) (one 6 ?x ?o ?y ?p))
         (<= (all ?c ?x ?o ?z ?q) (one ?c ?x ?o ?y ?p) (after ?c ?d) (all ?d ?y ?p ?z ?q))
         (<= (count ?x ?o) (all 1 0 0 ?x ?o))
         (<= (more ?x ?o) (succ ?o ?x)) (<= (more ?x ?o) (succ ?z ?x) (more ?z ?o))
         (<= terminal over) (<= terminal (count 3 ?o)) (<= terminal (count ?x 3))
         (<= (goal a 100) (count ?x ?o) (more ?x ?o)) (<= (goal b 100) (count ?x ?o) (more ?o ?x))
         (<= (goal a 0) (count ?x ?o) (more ?o ?x)) (<= (goal b 0) (count ?x ?o) (more ?x ?o))
         (<= (goal ?r 50) (count ?x ?x) (role ?r))"
    )
}

/// Pieces on a row of cells that two roles move by one cell. A piece beside the king of its role that an enemy looks at
/// through it may not move: three pieces of `men` each and what lies between.
fn pinned(men: usize) -> String {
    let pieces: String = (0..men)
        .flat_map(|n| ["a", "b"].map(|role| format!("(owner {role} {role}{n}) ")))
        .collect();
    let cells: String = (1..10)
        .map(|cell| format!("(right {cell} {}) ", cell + 1))
        .collect();
    // Every man may become any other one, so that all can stand anywhere.
    let others: String = (1..men)
        .flat_map(|n| ["a", "b"].map(|role| format!("(follows {role}{} {role}{n}) ", n - 1)))
        .collect();
    format!(
        "(role a) (role b) {pieces} {cells} {others} (king a0) (king b0)
         (init (control a)) (init (on a0 1)) (init (on a1 3)) (init (on b1 7)) (init (on b0 10)) (init (step 0))
         (<= (next (control a)) (true (control b))) (<= (next (control b)) (true (control a)))
         (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5)
         (<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))
         (<= (full ?c) (true (on ?p ?c)))
         (<= (cell ?c) (right ?c ?d)) (<= (cell ?d) (right ?c ?d)) (<= (empty ?c) (cell ?c) (not (full ?c)))
         (<= (seen right ?p ?c) (right ?c ?d) (true (on ?p ?d)))
         (<= (seen right ?p ?c) (right ?c ?d) (empty ?d) (seen right ?p ?d))
         (<= (seen left ?p ?c) (right ?d ?c) (true (on ?p ?d)))
         (<= (seen left ?p ?c) (right ?d ?c) (empty ?d) (seen left ?p ?d))
         (<= (between ?p ?q ?r) (true (on ?q ?c)) (seen left ?p ?c) (seen right ?r ?c))
         (<= (pinned ?q) (between ?p ?q ?r) (king ?p) (owner ?o ?p) (owner ?o ?q) (owner ?e ?r) (distinct ?o ?e))
         (<= (pinned ?q) (between ?p ?q ?r) (king ?r) (owner ?o ?r) (owner ?o ?q) (owner ?e ?p) (distinct ?o ?e))
         (<= (legal ?o (move ?p ?c ?d)) (true (control ?o)) (owner ?o ?p) (true (on ?p ?c)) (or (right ?c ?d) (right ?d ?c))
             (empty ?d) (not (pinned ?p)))
         (<= (legal ?o (turn ?p ?q ?c)) (true (control ?o)) (owner ?o ?p) (true (on ?p ?c)) (follows ?p ?q) (not (king ?p)))
         (<= (legal ?o pass) (true (control ?o)))
         (<= (legal ?o noop) (role ?o) (not (true (control ?o))))
         (<= (next (on ?p ?d)) (does ?o (move ?p ?c ?d)))
         (<= (next (on ?q ?c)) (does ?o (turn ?p ?q ?c)))
         (<= (touched ?p) (does ?o (move ?p ?c ?d))) (<= (touched ?p) (does ?o (turn ?p ?q ?c)))
         (<= (next (on ?p ?c)) (true (on ?p ?c)) (not (touched ?p)))
         (<= terminal (true (step 5)))
         (<= (goal ?o 100) (role ?o) (pinned ?q) (owner ?e ?q) (role ?e) (distinct ?o ?e) (not (mine ?o)))
         (<= (mine ?o) (pinned ?q) (owner ?o ?q))
         (<= (goal ?o 0) (mine ?o) (role ?e) (distinct ?o ?e) (not (mine ?e)))
         (<= (goal ?o 50) (role ?o) (role ?e) (distinct ?o ?e) (not (mine ?o)) (not (mine ?e)))
         (<= (goal ?o 50) (mine ?o) (role ?e) (distinct ?o ?e) (mine ?e))"
    )
}

/// What a sheet says in all states: the texts of the propositions and moves, and what follows from each state.
fn told(text: &str, all: bool, most: usize) -> (Size, Vec<String>) {
    let limits = Limits {
        all,
        ..Limits::default()
    };
    let sheet = Arc::new(Sheet::read(text, &limits, &|| false).unwrap());
    let mut expander = Expander::new(&sheet);
    let mut told = Vec::new();
    let mut states = vec![sheet.start().to_vec()];
    while told.len() < states.len() && told.len() < most {
        let state = states[told.len()].clone();
        expander.expand(&state);
        let mut line = format!("{} {:?}", sheet.state_text(&state), expander.turns()[0]);
        for (at, &mv) in expander.moves().iter().enumerate() {
            let next = expander.next(at).to_vec();
            line += &format!(" {}>{}", sheet.move_text(mv), sheet.state_text(&next));
            if !states.contains(&next) {
                states.push(next);
            }
        }
        told.push(line);
    }
    (sheet.size(), told)
}

#[test]
fn atoms_that_nobody_asks_for_are_not_derived() {
    // Small ones are the same both ways.
    for text in [counted(4), pinned(3)] {
        let (all, plain) = told(&text, true, 300);
        let (asked, narrow) = told(&text, false, 300);
        assert!(asked.atoms < all.atoms);
        assert!(plain.len() > 60, "only {} states", plain.len());
        assert_eq!(plain, narrow);
        assert_eq!(
            (all.propositions, all.moves, all.gates, all.literals),
            (asked.propositions, asked.moves, asked.gates, asked.literals)
        );
    }
    // Large ones are grounded one way alone.
    for (text, call) in [
        (counted(60), "(all ?a ?b ?c ?d ?e)"),
        (pinned(30), "(between ?a ?b ?c)"),
    ] {
        let steps = |text: &str, all| {
            let limits = Limits {
                steps: 6_000_000,
                all,
                ..Limits::default()
            };
            Sheet::read(text, &limits, &|| false).map(|sheet| sheet.size().steps)
        };
        let asked = steps(&text, false).unwrap();
        assert!(asked < 4_000_000, "{asked} steps");
        assert!(steps(&text, true).is_err());
        // Somebody who asks for all of it.
        let all = format!("{text} (<= (goal a 1) {call} (distinct ?a ?a))");
        assert!(steps(&all, false).is_err());
    }
}
