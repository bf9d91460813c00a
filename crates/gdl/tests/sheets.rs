//! Our own sheets: solved by plain recursion, and by their known sizes and values.

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::Arc;
use yomikiri_core::{Outcome, Player};
use yomikiri_gdl::{Expander, Limits, Refused, Scoring, Sheet, Steps, Turn, Unread, play_out};

/// A sheet of the examples.
fn sheet(name: &str) -> Arc<Sheet> {
    let path = format!(
        "{}/../../examples/gdl/{name}.kif",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(&path).unwrap();
    read(&text)
}

fn read(text: &str) -> Arc<Sheet> {
    Arc::new(Sheet::read(text, &Limits::default(), &|| false).unwrap())
}

/// What goals mean, by games played at random.
fn scoring(sheet: &Sheet) -> Scoring {
    Scoring::of(sheet, &play_out(sheet, 32, 500, |_| false))
}

/// What is known of a state: the role that moves, and where the moves lead, or the outcome.
enum Known {
    Over(Outcome),
    Moves(usize, Vec<usize>),
}

/// All states that can come about.
fn states(mut expander: Expander, sheet: &Arc<Sheet>) -> Vec<Known> {
    let scoring = scoring(sheet);
    let mut numbers = HashMap::from([(sheet.start().to_vec(), 0)]);
    let mut states = vec![sheet.start().to_vec()];
    let mut known = Vec::new();
    while known.len() < states.len() {
        let at = known.len();
        let end = states.len().min(at + expander.at_once());
        expander.expand(&states[at..end].concat());
        for turn in expander.turns() {
            known.push(match turn {
                &Turn::Over(goals) => Known::Over(scoring.outcome(goals).unwrap()),
                &Turn::Moves { role, first, count } => {
                    let next = |mv: usize| {
                        let next = expander.next(mv).to_vec();
                        *numbers.entry(next).or_insert_with_key(|next| {
                            states.push(next.clone());
                            states.len() - 1
                        })
                    };
                    Known::Moves(role, (first..first + count).map(next).collect())
                }
                Turn::Refused(refused) => panic!("{}", refused.tell(sheet.roles())),
            });
        }
    }
    known
}

/// What an outcome is worth for the first player.
fn worth(outcome: Outcome) -> i64 {
    match outcome {
        Outcome::Win(Player::First) => 1,
        Outcome::Win(Player::Second) => -1,
        Outcome::Draw => 0,
        Outcome::Margin(points) => points,
    }
}

/// The value of the start of a game without cycles, by recursion.
fn value(states: &[Known], at: usize, values: &mut HashMap<usize, i64>) -> i64 {
    if let Some(&value) = values.get(&at) {
        return value;
    }
    let found = match &states[at] {
        Known::Over(outcome) => worth(*outcome),
        Known::Moves(role, nexts) => {
            let nexts = nexts.iter().map(|&next| value(states, next, values));
            match role {
                0 => nexts.max().unwrap(),
                _ => nexts.min().unwrap(),
            }
        }
    };
    values.insert(at, found);
    found
}

fn solved(name: &str) -> (usize, i64) {
    let sheet = sheet(name);
    let states = states(Expander::new(&sheet), &sheet);
    (states.len(), value(&states, 0, &mut HashMap::new()))
}

#[test]
fn known_games_have_their_sizes_and_values() {
    // 5,478 positions, and a draw.
    assert_eq!(solved("tictactoe"), (5_478, 0));
    // 2 * 3 * 4 heaps, each reached with both players to move but the first one and those next to it.
    let (states, value) = solved("nim");
    assert_eq!(value, -1, "1, 2 and 3 have the nim-sum 0");
    assert!(states <= 48);
    let (_, margin) = solved("coins");
    assert_eq!(margin, 100 * by_hand(&[4, 1, 2, 6, 5, 2]) / 20);
}

/// The margin of the game of coins, by the coins alone.
fn by_hand(coins: &[i64]) -> i64 {
    match coins {
        [] => 0,
        [first, rest @ ..] => {
            let last = coins[coins.len() - 1];
            let without = &coins[..coins.len() - 1];
            (first - by_hand(rest)).max(last - by_hand(without))
        }
    }
}

#[test]
fn counters_are_found_and_dropped() {
    assert!(sheet("tictactoe").steps().is_none());
    let sheet = sheet("three_mens_morris");
    let steps = sheet.steps().unwrap();
    let expected = Steps {
        first: "step(0)".to_owned(),
        last: "step(40)".to_owned(),
        moves: 40,
        can_drop: true,
        ends_play: true,
    };
    assert_eq!(steps, expected);
    let with = states(Expander::new(&sheet), &sheet);
    let scoring = scoring(&sheet);
    let without = states(Expander::without_steps(&sheet, scoring).unwrap(), &sheet);
    assert!(
        with.len() > 10 * without.len(),
        "{} and {}",
        with.len(),
        without.len()
    );
    assert_eq!(value(&with, 0, &mut HashMap::new()), 0);
}

/// A game of two moves whose last rule is given.
fn small(more: &str) -> String {
    format!(
        "(role a) (role b) (init (step 0)) (succ 0 1) (succ 1 2)
         (<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))
         (<= (turn a) (true (step 0))) (<= (turn b) (true (step 1)))
         (<= (legal ?r left) (turn ?r)) (<= (legal ?r right) (turn ?r))
         (<= (legal ?r noop) (role ?r) (not (turn ?r)))
         (<= (next (chosen ?m)) (does a ?m) (distinct ?m noop))
         (<= (next (chosen ?m)) (true (chosen ?m)))
         (<= terminal (true (step 2))) {more}"
    )
}

/// The moves of a position may lead to more than there is room for.
#[test]
fn the_room_for_moves_is_limited() {
    let sheet = sheet("tictactoe");
    let all = states(Expander::new(&sheet), &sheet).len();
    // 9 moves of a state with 28 propositions take 72 bytes.
    let few = Expander::new(&sheet).holding(1_000);
    assert!((2..=13).contains(&few.at_once()), "{}", few.at_once());
    assert_eq!(states(few, &sheet).len(), all);
    let mut none = Expander::new(&sheet).holding(8);
    assert_eq!(none.at_once(), 1);
    none.expand(sheet.start());
    assert_eq!(none.turns(), [Turn::Refused(Refused::Large)]);
    assert!(none.moves().is_empty());
}

/// What is refused in the first state, in the order of the states, that is refused.
fn refused(text: &str) -> String {
    let sheet = read(text);
    let scoring = scoring(&sheet);
    let mut expander = Expander::new(&sheet);
    let mut states = vec![sheet.start().to_vec()];
    while let Some(state) = states.pop() {
        expander.expand(&state);
        let refused = match &expander.turns()[0] {
            Turn::Over(goals) => scoring.outcome(*goals).err(),
            Turn::Moves { first, count, .. } => {
                states.extend((*first..first + count).map(|mv| expander.next(mv).to_vec()));
                None
            }
            Turn::Refused(refused) => Some(refused.clone()),
        };
        if let Some(refused) = refused {
            return refused.tell(sheet.roles());
        }
    }
    panic!("nothing is refused");
}

#[test]
fn games_that_are_not_solved_are_refused_by_name() {
    let goals = "(<= (goal a 100) (true (chosen left))) (<= (goal a 0) (true (chosen right)))";
    for (more, told) in [
        (
            goals.to_owned(),
            "play is over, and the role `b` has no goal value: a number from 0 to 100",
        ),
        (
            format!("{goals} (goal b 100) (goal b 0)"),
            "play is over, and the role `b` has two goals, 0 and 100",
        ),
        (
            format!("{goals} (goal b many) (goal nobody 1)"),
            "play is over, and the role `b` has no goal value: a number from 0 to 100",
        ),
        (
            format!("{goals} (goal b 100)"),
            "the goals 100 and 100 are no win and no draw: who wins has 100 while the other has 0",
        ),
        (
            format!("{goals} (<= (legal b up) (true (step 0)))"),
            "both roles have a choice of moves at once: only games of turns are solved",
        ),
    ] {
        assert_eq!(refused(&small(&more)), told);
    }
    let stuck = small(goals).replace(
        "(<= (turn b) (true (step 1)))",
        "(<= (turn b) (true (step 5)))",
    );
    let stuck = stuck.replace(
        "(<= (legal ?r noop) (role ?r) (not (turn ?r)))",
        "(<= (legal b noop) (turn a)) (<= (legal a noop) (true (step 1)))",
    );
    assert_eq!(
        refused(&stuck),
        "the role `b` has no legal move, and play is not over"
    );
}

/// The error of a sheet, and the text that it points at.
fn unread(text: &str, limits: Limits) -> (String, String) {
    match Sheet::read(text, &limits, &|| false) {
        Ok(_) => panic!("it was read"),
        Err(Unread::Text(error)) => (error.message, text[error.span].to_owned()),
        Err(other) => (other.to_string(), String::new()),
    }
}

#[test]
fn endless_terms_and_large_sheets_end() {
    let small_limits = Limits {
        steps: 2_000_000,
        bytes: 64 << 20,
        ..Limits::default()
    };
    let endless =
        small("(<= (next (n (s ?x))) (true (n ?x))) (init (n 0)) (<= (goal a 0) (true (n ?x)))");
    let (message, place) = unread(&endless, Limits::default());
    assert_eq!(
        message,
        "this rule makes terms that are nested deeper than 60: they may grow without end"
    );
    assert_eq!(place, "(next (n (s ?x)))");
    // What asks for ever larger terms has no more than the start gives it.
    let asks = small(
        "(init (n (s (s 0)))) (<= (p ?x) (true (n ?x))) (<= (p ?x) (p (s ?x))) (<= (goal a 0) (p 0)) (p (q q))",
    );
    assert_eq!(read(&asks).size().propositions, 4);
    // As many terms of each depth as there are pairs of those before.
    let pairs = small("(q 0) (q 1) (<= (q (p ?x ?y)) (q ?x) (q ?y)) (<= (goal a 0) (q 2))");
    let (message, _) = unread(&pairs, small_limits);
    assert!(
        message.contains("million steps") || message.contains("MiB"),
        "{message}"
    );
    // A megabyte of facts.
    let facts: String = (0..60_000)
        .map(|n| format!("(fact {n} {})\n", n + 1))
        .collect();
    assert!(facts.len() > 1 << 20);
    let large = read(&small(&format!(
        "{facts} (<= (goal a 100) (fact 0 ?x)) (goal b 0)"
    )));
    assert_eq!(large.size().propositions, 3);
    let stopped = Sheet::read(&pairs, &Limits::default(), &|| true).err();
    assert_eq!(stopped, Some(Unread::Stopped));
}

/// The caller is also asked whether to stop after the last step: while gates are made and texts are written.
#[test]
fn the_work_after_the_last_step_can_be_stopped() {
    let numbers: String = (0..150).map(|n| format!("(n {n}) ")).collect();
    let text = small(&format!(
        "{numbers} (<= (next (cell ?x ?y)) (does a left) (n ?x) (n ?y)) (<= (goal a 100) (true (cell ?x ?y)))"
    ));
    let calls = Cell::new(0);
    let counted = || {
        calls.set(calls.get() + 1);
        false
    };
    let whole = Sheet::read(&text, &Limits::default(), &counted).unwrap();
    assert_eq!(whole.size().propositions, 150 * 150 + 3);
    // The steps alone are one call for each 2^16 of them.
    let steps = whole.size().steps >> 16;
    assert!(calls.get() > steps + 5, "{} calls, {steps}", calls.get());
    for last in 1..=calls.get() {
        calls.set(0);
        let stops = || {
            calls.set(calls.get() + 1);
            calls.get() == last
        };
        let stopped = Sheet::read(&text, &Limits::default(), &stops).err();
        assert_eq!(stopped, Some(Unread::Stopped), "at call {last}");
    }
}

#[test]
fn joins_of_too_many_are_refused_before_they_are_made() {
    let cells: String = (0..100).map(|n| format!("(r {n}) ")).collect();
    let pairs: String = (0..900)
        .map(|n| format!("(p {} {}) ", n / 30, n % 30))
        .collect();
    for (facts, head, body, millions) in [
        // Relations without common variables, fixed ones and one that grows.
        (
            &cells,
            "(t ?a ?b ?c ?d ?e)",
            "(r ?a) (r ?b) (r ?c) (r ?d) (r ?e)",
            10_101..=10_101,
        ),
        (
            &cells,
            "(legal a (m ?a ?b ?c ?d ?e))",
            "(r ?a) (r ?b) (r ?c) (r ?d) (r ?e)",
            10_101..=10_101,
        ),
        // Conditions that narrow the search a little.
        (
            &cells,
            "(t ?a ?b ?c ?d ?e)",
            "(r ?a) (r ?b) (distinct ?a ?b) (r ?c) (not (u ?b ?c)) (r ?d) (r ?e)",
            9_000..=10_500,
        ),
        // Each relation shares a variable with the one before.
        (
            &pairs,
            "(t ?a ?b ?c ?d ?e ?f)",
            "(p ?a ?b) (p ?b ?c) (p ?c ?d) (p ?d ?e) (p ?e ?f) (p ?a ?g) (p ?g ?f)",
            20_000..=900_000,
        ),
    ] {
        // What play does not depend on is not grounded.
        let goal = match head.starts_with("(t") {
            true => format!("(<= (goal a 0) {head})"),
            false => "(goal b 0)".to_owned(),
        };
        let rule = format!("(<= {head} {body})");
        let looks = Cell::new(0);
        let counted = || {
            looks.set(looks.get() + 1);
            false
        };
        let text = small(&format!("{facts} (u 1 1) {rule} {goal}"));
        let Err(Unread::Text(error)) = Sheet::read(&text, &Limits::default(), &counted) else {
            panic!("{rule}");
        };
        let told = error
            .message
            .split(' ')
            .find_map(|word| word.parse::<u64>().ok());
        assert!(
            told.is_some_and(|told| millions.contains(&told)),
            "{}",
            error.message
        );
        assert_eq!(&text[error.span], head);
        // Somebody is asked every 65,536 steps.
        assert!(looks.get() < 10, "{} looks: {rule}", looks.get());
    }
    // A million rows are no reason.
    let sheet = read(&small(&format!(
        "{cells} (<= (t ?a) (r ?a) (r ?b) (r ?c) (u ?a ?b ?c)) (u 1 2 3) (<= (v ?a ?b ?c) (r ?a) (r ?b) (r ?c)) \
         (<= (goal a 100) (t 1) (v 1 2 3)) (goal b 0)"
    )));
    assert!(sheet.size().steps > 1_000_000);
}

#[test]
fn old_forms_and_mixed_letters_are_read() {
    let text = small("( <= ( goal A 100 ) ) (<= (GOAL b 0) (or (not (distinct x y)) (Role a)))");
    let sheet = read(&text);
    assert_eq!(sheet.roles(), ["a", "b"]);
    assert_eq!(
        scoring(&sheet).outcome([100, 0]),
        Ok(Outcome::Win(Player::First))
    );
}

#[test]
fn opposites_of_themselves_are_refused_where_an_atom_is_one() {
    let fine = small(
        "(<= (goal a 100) (true (chosen left))) (<= (goal a 0) (not (goal a 100))) (goal b 50)",
    );
    read(&fine);
    let (message, place) = unread(
        &small(
            "(goal a 0) (<= (legal a up) (not (legal a down))) (<= (legal a down) (not (legal a up)))",
        ),
        Limits::default(),
    );
    assert_eq!(
        (message.as_str(), place.as_str()),
        (
            "`legal` depends on itself through `not legal`",
            "(legal a down)"
        )
    );
}

#[test]
fn states_are_written_and_read() {
    let sheet = sheet("tictactoe");
    let text = sheet.state_text(sheet.start());
    assert_eq!(
        text,
        "cell(1,1,empty)(1,2,empty)(1,3,empty)(2,1,empty)(2,2,empty)(2,3,empty)(3,1,empty)(3,2,empty)(3,3,empty)+control(x)"
    );
    assert_eq!(sheet.parse_state(&text), Ok(sheet.start().to_vec()));
    assert_eq!(
        sheet.parse_state("control(x)+cell(1,1,x)(1,4,x)"),
        Err(22..29)
    );
    assert_eq!(sheet.parse_state("-"), Ok(vec![0]));
    assert_eq!(sheet.parse_state(""), Err(0..0));
    assert!(Refused::NoMove(1).tell(sheet.roles()).contains("`o`"));
}
