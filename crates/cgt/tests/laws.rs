//! The laws of games, on random games; and values against a naive recursion that keeps no canonical forms.

use proptest::prelude::*;
use std::cmp::Ordering;
use yomikiri_cgt::{Dyadic, Outcome, Side, Value, Values, terms};

/// A game as nothing but its options.
#[derive(Clone, Debug)]
struct Tree {
    left: Vec<Tree>,
    right: Vec<Tree>,
}

fn tree() -> impl Strategy<Value = Tree> {
    let leaf = Just(Tree {
        left: Vec::new(),
        right: Vec::new(),
    });
    leaf.prop_recursive(4, 48, 4, |inner| {
        let list = || proptest::collection::vec(inner.clone(), 0..4);
        (list(), list()).prop_map(|(left, right)| Tree { left, right })
    })
}

/// A tree in which both players have moves or neither.
fn dicot() -> impl Strategy<Value = Tree> {
    let leaf = Just(Tree {
        left: Vec::new(),
        right: Vec::new(),
    });
    leaf.prop_recursive(4, 32, 3, |inner| {
        let list = || proptest::collection::vec(inner.clone(), 1..3);
        (list(), list()).prop_map(|(left, right)| Tree { left, right })
    })
}

/// `a <= b` by the definition alone.
fn naive_le(a: &Tree, b: &Tree) -> bool {
    !a.left.iter().any(|left| naive_le(b, left)) && !b.right.iter().any(|right| naive_le(right, a))
}

fn value(values: &mut Values<'_>, tree: &Tree) -> Value {
    let left: Vec<Value> = tree.left.iter().map(|tree| value(values, tree)).collect();
    let right: Vec<Value> = tree.right.iter().map(|tree| value(values, tree)).collect();
    values.game(&left, &right).expect("it is small")
}

/// The game of a canonical form.
fn opened(values: &mut Values<'_>, value: Value) -> Tree {
    let [left, right] = [Side::Left, Side::Right].map(|side| {
        let options = values.options(value, side).expect("it is small");
        let opened = options.into_iter().map(|option| opened(values, option));
        opened.collect()
    });
    Tree { left, right }
}

/// The stops of a hot or cold game, and of a number the number. By the definition, over canonical forms.
fn naive_stop(values: &mut Values<'_>, value: Value, side: Side) -> Dyadic {
    if let Some(number) = values.as_number(value) {
        return number;
    }
    let (other, options) = match side {
        Side::Left => (Side::Right, values.options(value, side)),
        Side::Right => (Side::Left, values.options(value, side)),
    };
    let options = options.expect("it is small");
    let stops = options
        .into_iter()
        .map(|option| naive_stop(values, option, other));
    let stops: Vec<Dyadic> = stops.collect();
    let best = match side {
        Side::Left => stops.into_iter().max(),
        Side::Right => stops.into_iter().min(),
    };
    best.expect("what is no number has moves for both")
}

fn naive_birthday(tree: &Tree) -> u64 {
    let all = tree.left.iter().chain(&tree.right);
    all.map(|tree| 1 + naive_birthday(tree)).max().unwrap_or(0)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn values_compare_as_games_do(a in tree(), b in tree()) {
        let mut values = Values::new();
        let (x, y) = (value(&mut values, &a), value(&mut values, &b));
        prop_assert_eq!(values.le(x, y).unwrap(), naive_le(&a, &b));
        prop_assert_eq!(values.le(y, x).unwrap(), naive_le(&b, &a));
        prop_assert_eq!(x == y, naive_le(&a, &b) && naive_le(&b, &a));
        // The canonical form is the game, and nothing in it can be left out.
        let form = opened(&mut values, x);
        prop_assert!(naive_le(&a, &form) && naive_le(&form, &a));
        prop_assert_eq!(naive_birthday(&form), values.birthday(x));
        for (options, left) in [(&form.left, true), (&form.right, false)] {
            for (at, option) in options.iter().enumerate() {
                for (other_at, other) in options.iter().enumerate() {
                    let dominated = if left { naive_le(option, other) } else { naive_le(other, option) };
                    prop_assert!(at == other_at || !dominated);
                }
                let replies = if left { &option.right } else { &option.left };
                for reply in replies {
                    let reverses = if left { naive_le(reply, &form) } else { naive_le(&form, reply) };
                    prop_assert!(!reverses);
                }
            }
        }
        for side in [Side::Left, Side::Right] {
            prop_assert_eq!(values.stop(x, side), naive_stop(&mut values, x, side));
        }
    }

    #[test]
    fn games_are_a_partially_ordered_group(a in tree(), b in tree(), c in tree()) {
        let mut values = Values::new();
        let [a, b, c] = [a, b, c].map(|tree| value(&mut values, &tree));
        let zero = values.zero().unwrap();
        let (ab, bc) = (values.add(a, b).unwrap(), values.add(b, c).unwrap());
        prop_assert_eq!(values.add(b, a).unwrap(), ab);
        prop_assert_eq!(values.add(ab, c).unwrap(), values.add(a, bc).unwrap());
        prop_assert_eq!(values.add(a, zero).unwrap(), a);
        prop_assert_eq!(values.sub(a, a).unwrap(), zero);
        let minus = values.negative(a).unwrap();
        prop_assert_eq!(values.negative(minus).unwrap(), a);
        prop_assert_eq!(values.sub(ab, b).unwrap(), a);
        // The order is that of the difference, and adding keeps it.
        let difference = values.sub(a, b).unwrap();
        prop_assert_eq!(values.le(a, b).unwrap(), values.le(difference, zero).unwrap());
        let ac = values.add(a, c).unwrap();
        prop_assert_eq!(values.le(a, b).unwrap(), values.le(ac, bc).unwrap());
    }

    #[test]
    fn sums_are_sums_of_their_moves(a in tree(), b in tree()) {
        // The sum by its definition.
        fn naive(a: &Tree, b: &Tree) -> Tree {
            let side = |mine: &[Tree], yours: &[Tree]| {
                let first = mine.iter().map(|option| naive(option, b));
                first.chain(yours.iter().map(|option| naive(a, option))).collect()
            };
            Tree { left: side(&a.left, &b.left), right: side(&a.right, &b.right) }
        }
        let mut values = Values::new();
        let sum = value(&mut values, &naive(&a, &b));
        let (a, b) = (value(&mut values, &a), value(&mut values, &b));
        prop_assert_eq!(values.add(a, b).unwrap(), sum);
    }

    #[test]
    fn names_are_read_back(a in tree()) {
        let mut values = Values::new();
        let a = value(&mut values, &a);
        let name = values.name(a, 10_000).unwrap().expect("it is short");
        prop_assert_eq!(values.parse(&name).map_err(|error| error.to_string()), Ok(a), "{}", name);
        let mut others = Values::new();
        let other = others.parse(&name).unwrap();
        prop_assert_eq!(others.name(other, 10_000).unwrap(), Some(name));
    }

    #[test]
    fn means_add_up_and_thermographs_are_right(a in tree(), b in tree()) {
        let mut values = Values::new();
        let (a, b) = (value(&mut values, &a), value(&mut values, &b));
        let sum = values.add(a, b).unwrap();
        let of = [a, b, sum].map(|value| values.thermograph(value).unwrap());
        prop_assert_eq!(of[0].mean.plus(of[1].mean).unwrap(), of[2].mean);
        // The sum is no hotter than its parts.
        prop_assert!(of[2].temperature <= of[0].temperature.max(of[1].temperature));
        // The walls begin at the stops and are those of cooled games.
        for (value, graph) in [a, b, sum].into_iter().zip(&of) {
            for (side, wall) in [(Side::Left, &graph.left), (Side::Right, &graph.right)] {
                prop_assert_eq!(wall.at(Dyadic::ZERO).unwrap(), values.stop(value, side));
                for eighths in 0..24 {
                    let tax = Dyadic::new(eighths, 3).unwrap();
                    let cooled = cooled(&mut values, value, tax);
                    prop_assert_eq!(wall.at(tax).unwrap(), values.stop(cooled, side), "{} {}", side_name(side), tax);
                }
            }
        }
    }

    #[test]
    fn reduced_forms_are_the_same_for_all_that_is_about_the_same(a in tree(), small in dicot()) {
        let mut values = Values::new();
        let (a, small) = (value(&mut values, &a), value(&mut values, &small));
        let reduced = values.reduced(a).unwrap();
        let rest = values.sub(a, reduced).unwrap();
        for side in [Side::Left, Side::Right] {
            prop_assert_eq!(values.stop(rest, side), Dyadic::ZERO);
        }
        prop_assert_eq!(values.reduced(reduced).unwrap(), reduced);
        let moved = values.add(a, small).unwrap();
        prop_assert_eq!(values.reduced(moved).unwrap(), reduced);
        prop_assert!(values.birthday(reduced) <= values.birthday(a));
    }

    #[test]
    fn atomic_weights_add_up(a in dicot(), b in dicot()) {
        let mut values = Values::new();
        let (a, b) = (value(&mut values, &a), value(&mut values, &b));
        let sum = values.add(a, b).unwrap();
        let of = [a, b, sum].map(|value| values.atomic_weight(value).unwrap());
        prop_assert_eq!(values.add(of[0], of[1]).unwrap(), of[2]);
        // Two ahead wins.
        let (two, zero) = (values.parse("2").unwrap(), values.zero().unwrap());
        if values.le(two, of[2]).unwrap() {
            prop_assert_eq!(values.compare(sum, zero).unwrap(), Some(Ordering::Greater));
        }
        let minus = values.negative(a).unwrap();
        let weight = values.atomic_weight(minus).unwrap();
        prop_assert_eq!(values.negative(weight).unwrap(), of[0]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5000))]

    #[test]
    fn any_text_is_read_or_refused(signs in proptest::collection::vec(0..SIGNS.len(), 0..24)) {
        let text: String = signs.into_iter().map(|sign| SIGNS[sign]).collect();
        let mut values = Values::within(5000).while_true(|_| false);
        match values.parse(&text) {
            Ok(value) => {
                let name = values.name(value, 10_000).unwrap().expect("it is short");
                prop_assert_eq!(values.parse(&name).map_err(|error| error.to_string()), Ok(value), "{}", text);
            }
            Err(error) => prop_assert!(text.get(error.span.clone()).is_some(), "{} {:?}", text, error),
        }
        for term in terms(&text).unwrap_or_default() {
            prop_assert!(text.get(term.span).is_some());
        }
    }
}

const SIGNS: [&str; 22] = [
    "0", "1", "7", "/", "2", "{", "}", "|", "||", ",", "(", ")", "^", "v", "*", "±", "+-", "+_",
    "-_", " ", " + ", " - ",
];

fn side_name(side: Side) -> &'static str {
    match side {
        Side::Left => "left",
        Side::Right => "right",
    }
}

/// A game with a tax on every move, by the definition: cooled until its stops meet, and from there a number.
fn cooled(values: &mut Values<'_>, value: Value, tax: Dyadic) -> Value {
    if values.as_number(value).is_some() {
        return value;
    }
    let graph = values.thermograph(value).unwrap();
    if tax > graph.temperature {
        return values.number(graph.mean).unwrap();
    }
    let tax_value = values.number(tax).unwrap();
    let mut sides = [Side::Left, Side::Right].map(|side| {
        let mut options = Vec::new();
        for option in values.options(value, side).unwrap() {
            let option = cooled(values, option, tax);
            options.push(match side {
                Side::Left => values.sub(option, tax_value).unwrap(),
                Side::Right => values.add(option, tax_value).unwrap(),
            });
        }
        options
    });
    let right = sides[1].split_off(0);
    values.game(&sides[0], &right).unwrap()
}

#[test]
fn outcomes_have_their_names() {
    let mut values = Values::new();
    for (text, outcome) in [
        ("0", Outcome::Previous),
        ("*", Outcome::Next),
        ("^", Outcome::Left),
        ("v*", Outcome::Next),
        ("vv*", Outcome::Right),
        ("±1", Outcome::Next),
        ("{2||1|-5}", Outcome::Left),
        ("+_2", Outcome::Left),
    ] {
        let value = values.parse(text).unwrap();
        assert_eq!(values.outcome(value), Ok(outcome), "{text}");
    }
}
