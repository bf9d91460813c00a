//! Random small sheets, and our own, against an evaluator that does what the definition of the language says.

mod naive;

use naive::{Naive, Term, of};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;
use yomikiri_gdl::{Expander, Limits, Refused, Sheet, Turn};

type Facts = BTreeSet<Term>;

/// The states that are looked at of each sheet.
const STATES: usize = 25;

struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % end
    }
    fn of<'t>(&mut self, some: &[&'t str]) -> &'t str {
        some[self.below(some.len())]
    }
}

/// A random term: a variable of the first few, or a constant.
fn arg(random: &mut Random, vars: usize) -> String {
    match random.below(vars + 2) {
        n if n < vars => ["?x", "?y", "?z"][n].to_owned(),
        _ => random.of(&["1", "2", "3"]).to_owned(),
    }
}

fn has(text: &str, var: &str) -> bool {
    text.contains(var)
}

/// A random atom that holds in states or always.
fn atom(random: &mut Random, level: usize, vars: usize) -> String {
    let (a, b) = (arg(random, vars), arg(random, vars));
    match random.below(8) {
        0 => format!("(s1 {a})"),
        1 => format!("(s2 {a} {b})"),
        2 => format!("(path {a} {b})"),
        3 => format!("(true (f {a}))"),
        4 => format!("(true (g {a} {b}))"),
        5 => format!("(true (h (k {a}) {b}))"),
        6 if level > 0 => format!("(d{} {a} {b})", random.below(level)),
        _ => "(true c)".to_owned(),
    }
}

/// Conditions of a random safe rule, and the variables that its head may have.
fn body(random: &mut Random, level: usize, with_moves: bool) -> (String, Vec<&'static str>) {
    let vars = random.below(4);
    let mut text = String::new();
    for _ in 0..1 + random.below(3) {
        let atom = if with_moves && random.below(3) == 0 {
            let a = arg(random, vars);
            format!("(does {} (m {a}))", random.of(&["a", "b", "?z"]))
        } else {
            atom(random, level, vars)
        };
        let _ = write!(text, " {atom}");
    }
    let bound: Vec<&str> = ["?x", "?y", "?z"]
        .into_iter()
        .filter(|var| has(&text, var))
        .collect();
    let safe = |text: &str| {
        ["?x", "?y", "?z"]
            .iter()
            .all(|var| !has(text, var) || bound.contains(var))
    };
    for _ in 0..random.below(3) {
        let (a, b) = (arg(random, vars), arg(random, vars));
        let more = match random.below(5) {
            0 => format!("(distinct {a} {b})"),
            1 => format!("(not (distinct {a} {b}))"),
            2 => format!(
                "(or {} {})",
                atom(random, level, vars),
                atom(random, level, vars)
            ),
            3 => format!(
                "(or (distinct {a} {b}) (not {}))",
                atom(random, level, vars)
            ),
            _ => format!("(not {})", atom(random, level, vars)),
        };
        if safe(&more) {
            let _ = write!(text, " {more}");
        }
    }
    (text, bound)
}

fn head_arg(random: &mut Random, bound: &[&str]) -> String {
    match bound.is_empty() || random.below(3) == 0 {
        true => random.of(&["1", "2", "3"]).to_owned(),
        false => bound[random.below(bound.len())].to_owned(),
    }
}

/// A random sheet in which roles take turns.
fn sheet(random: &mut Random) -> String {
    let mut text = String::from(
        "(role a) (role b) (init (control a)) (s1 1)\n(<= (path ?x ?y) (s2 ?x ?y))\n\
         (<= (path ?x ?z) (s2 ?x ?y) (path ?y ?z))\n(<= (next (control a)) (true (control b)))\n\
         (<= (next (control b)) (true (control a)))\n(<= (legal ?r pass) (true (control ?r)))\n",
    );
    // Who waits does the same in all states, or not.
    text.push_str(match random.below(2) {
        0 => "(<= (legal a noop) (true (control b)))\n(<= (legal b noop) (true (control a)))\n",
        _ => {
            "(<= (legal a noop) (true (control b)) (not (true c)))\n\
             (<= (legal a wait) (true (control b)) (true c))\n\
             (<= (legal b noop) (true (control a)) (not (true (f 2))))\n\
             (<= (legal b wait) (true (control a)) (true (f 2)))\n\
             (<= (next (f 3)) (does b wait))\n"
        }
    });
    // What a move hits, and what is hit from there.
    if random.below(2) == 0 {
        text.push_str(
            "(<= (hit ?x) (does ?r (m ?x)))\n(<= (hit ?y) (hit ?x) (true (g ?x ?y)))\n\
             (<= any (hit ?x) (true (f ?x)))\n(<= (next (f ?x)) (true (f ?x)) (not (hit ?x)))\n\
             (<= (next (g ?x ?y)) (true (g ?x ?y)) (hit ?x) (not any))\n\
             (<= (next c) (true (f 1)) (not any))\n",
        );
    }
    for _ in 0..1 + random.below(5) {
        let (a, b) = (random.of(&["1", "2", "3"]), random.of(&["1", "2", "3"]));
        let _ = match random.below(6) {
            0 => writeln!(text, "(s1 {a})"),
            1 => writeln!(text, "(s2 {a} {b})"),
            2 => writeln!(text, "(init (f {a}))"),
            3 => writeln!(text, "(init (h (k {a}) {b}))"),
            _ => writeln!(text, "(init (g {a} {b}))"),
        };
    }
    text.push_str("(s2 1 2)\n");
    for level in 0..3 {
        for _ in 0..1 + random.below(3) {
            let (body, bound) = body(random, level, false);
            let (a, b) = (head_arg(random, &bound), head_arg(random, &bound));
            let _ = writeln!(text, "(<= (d{level} {a} {b}){body})");
        }
        if random.below(2) == 0 {
            let _ = writeln!(
                text,
                "(<= (d{level} ?x ?z) (d{level} ?x ?y) (d{level} ?y ?z))"
            );
        }
    }
    for _ in 0..3 + random.below(5) {
        let (body, bound) = body(random, 2, false);
        let role = random.of(&["a", "b"]);
        let a = head_arg(random, &bound);
        let _ = writeln!(
            text,
            "(<= (legal {role} (m {a})) (true (control {role})){body})"
        );
    }
    for _ in 0..3 + random.below(5) {
        let (body, bound) = body(random, 3, true);
        let (a, b) = (head_arg(random, &bound), head_arg(random, &bound));
        let head = match random.below(4) {
            0 => format!("(f {a})"),
            1 => format!("(g {a} {b})"),
            2 => format!("(h (k {a}) {b})"),
            _ => "c".to_owned(),
        };
        let _ = writeln!(text, "(<= (next {head}){body})");
    }
    text.push_str(
        "(<= (next (f ?x)) (does ?r (m ?x)))\n(<= (next (g ?x ?y)) (does ?r (m ?x)) (true (f ?y)))\n\
         (<= (next (f ?x)) (true (f ?x)) (does ?r pass))\n\
         (<= (next (g ?x ?y)) (true (g ?x ?y)) (does ?r noop) (not (s2 ?y ?x)))\n\
         (<= (legal ?r (m ?x)) (true (control ?r)) (s1 ?x))\n",
    );
    let (over, _) = body(random, 3, false);
    let _ = writeln!(text, "(<= terminal{over} (true c) (true (f 1)))");
    for role in ["a", "b"] {
        let (body, _) = body(random, 3, false);
        let _ = writeln!(
            text,
            "(<= (won {role}){body})\n(<= (goal {role} 100) (won {role}))\n(<= (goal {role} 0) (not (won {role})))"
        );
    }
    text
}

/// Compares states of a sheet, from the start on. Returns how many were compared.
fn compare(text: &str, all: bool) -> usize {
    let naive = Naive::read(text);
    let limits = Limits {
        all,
        ..Limits::default()
    };
    let sheet =
        Sheet::read(text, &limits, &|| false).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let sheet = Arc::new(sheet);
    let known: Vec<String> = (0..sheet.size().propositions)
        .map(|at| sheet.proposition(at))
        .collect();
    let bits = |facts: &Facts| {
        let mut state = vec![0u64; sheet.words()];
        for fact in facts {
            // The sheet leaves out what nothing depends on.
            if let Some(at) = known.iter().position(|text| *text == fact.text()) {
                state[at / 64] |= 1 << (at % 64);
            }
        }
        state
    };
    let mut states = vec![naive.start()];
    assert_eq!(sheet.start(), bits(&states[0]), "the start of\n{text}");
    let mut expander = Expander::new(&sheet);
    // With gates for no moves, and for some.
    let mut others = [0, 3_000].map(|bytes| Expander::new(&sheet).keeping(bytes));
    let mut at = 0;
    while at < states.len() {
        // Few states and many at once are evaluated by different code.
        let most = if at % 2 == 0 { 3 } else { 70 };
        let batch = states[at..states.len().min(at + most)].to_vec();
        let packed: Vec<u64> = batch.iter().flat_map(&bits).collect();
        let packed = packed.repeat(if most == 3 { 1 } else { 3 });
        expander.expand(&packed);
        for other in &mut others {
            other.expand(&packed);
            assert_eq!(other.turns(), expander.turns(), "{text}");
            assert_eq!(other.moves(), expander.moves(), "{text}");
            for mv in 0..other.moves().len() {
                assert_eq!(other.next(mv), expander.next(mv), "{text}");
            }
        }
        for (lane, state) in batch.iter().enumerate() {
            let context = || format!("{} of\n{text}", sheet.state_text(&bits(state)));
            let written = sheet.state_text(&bits(state));
            assert_eq!(sheet.parse_state(&written), Ok(bits(state)));
            let facts = naive.state(state);
            let turn = &expander.turns()[lane];
            if of(&facts, "terminal").next().is_some() {
                let mut goals: BTreeMap<String, Vec<i32>> = BTreeMap::new();
                for goal in of(&facts, "goal") {
                    goals
                        .entry(goal[0].text())
                        .or_default()
                        .push(goal[1].text().parse().unwrap());
                }
                match turn {
                    Turn::Over([a, b]) => assert_eq!(
                        (&goals["a"][..], &goals["b"][..]),
                        (&[*a][..], &[*b][..]),
                        "{}",
                        context()
                    ),
                    other => panic!("{other:?} {}", context()),
                }
                continue;
            }
            let mut legal: BTreeMap<String, Vec<&Term>> = BTreeMap::new();
            for mv in of(&facts, "legal") {
                legal.entry(mv[0].text()).or_default().push(&mv[1]);
            }
            let Turn::Moves { role, first, count } = *turn else {
                let both = legal.values().all(|moves| moves.len() > 1);
                assert!(
                    both && *turn == Turn::Refused(Refused::Simultaneous),
                    "{turn:?} {}",
                    context()
                );
                continue;
            };
            let names = ["a", "b"];
            let found: BTreeSet<&str> = expander.moves()[first..first + count]
                .iter()
                .map(|&mv| sheet.move_text(mv))
                .collect();
            let expected: Vec<String> = legal[names[role]].iter().map(|mv| mv.text()).collect();
            assert_eq!(
                found,
                expected.iter().map(String::as_str).collect(),
                "{}",
                context()
            );
            let waits = legal[names[1 - role]].clone();
            assert_eq!(waits.len(), 1, "{}", context());
            for at in first..first + count {
                let name = sheet.move_text(expander.moves()[at]);
                let mv = legal[names[role]]
                    .iter()
                    .find(|mv| mv.text() == name)
                    .unwrap();
                let made = [(role, (*mv).clone()), (1 - role, waits[0].clone())];
                let made =
                    made.map(|(role, mv)| [Term::Of(names[role].to_owned(), Vec::new()), mv]);
                let next = naive.next(state, &made);
                assert_eq!(
                    expander.next(at),
                    bits(&next),
                    "after {name} in {}",
                    context()
                );
                if states.len() < STATES && !states.contains(&next) {
                    states.push(next);
                }
            }
        }
        at += batch.len();
    }
    states.len()
}

#[test]
fn random_sheets_are_what_the_definition_says() {
    let mut random = Random(7);
    let mut compared = 0;
    for _ in 0..60 {
        let text = sheet(&mut random);
        // All atoms that can hold, and those alone that are asked for.
        for all in [true, false] {
            compared += compare(&text, all);
        }
    }
    assert!(compared > 1200, "only {compared} states were compared");
}
