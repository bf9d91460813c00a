//! Games' own methods against solvers that know nothing of them: on every example of the registry, and
//! on random games of the families that have one.

use proptest::prelude::*;
use std::collections::HashSet;
use yomikiri_catalog::{
    AnyGame, Ask, Bound, Control, Method, NoFiles, Shipped, Value, infos, open,
};

/// Asks every question of up to 300 positions that play reaches, by two methods; tells how many
/// questions both answer.
fn agree(game: &dyn AnyGame, one: Method, other: Method) -> usize {
    let mut answered = 0;
    for ask in Ask::ALL {
        let sessions = [one, other].map(|method| game.session(ask, Some(method)));
        let [Ok(mut one), Ok(mut other)] = sessions else {
            continue;
        };
        let mut seen = HashSet::new();
        let mut queue = vec!["start".to_owned()];
        while let Some(at) = queue.pop() {
            if seen.len() == 300 || !seen.insert(at.clone()) {
                continue;
            }
            let found = [&mut one, &mut other].map(|session| {
                let moves = session.moves(&at, &mut Control::new());
                moves.unwrap_or_else(|error| panic!("{} {at}: {error}", game.name()))
            });
            let [by_one, by_other] = &found;
            let name = game.name();
            assert_eq!(by_one.answer.bound, by_other.answer.bound, "{name} {at}");
            assert_eq!(by_one.answer.best, by_other.answer.best, "{name} {at}");
            assert_eq!(by_one.moves, by_other.moves, "{name} {at}");
            queue.extend(by_one.moves.iter().map(|mv| mv.position.clone()));
        }
        answered += 1;
    }
    answered
}

fn opened(spec: &str) -> Box<dyn AnyGame> {
    open(spec, &NoFiles).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

/// Holds the game's own method to plain recursion.
fn as_plain(spec: &str) {
    assert!(agree(&*opened(spec), Method::Plain, Method::Direct) > 0);
}

/// Holds the game's own method to retrograde analysis.
fn as_retrograde(spec: &str) {
    assert!(agree(&*opened(spec), Method::Retrograde, Method::Direct) > 0);
}

fn value(spec: &str, ask: Ask) -> Value {
    let game = opened(spec);
    let mut session = game.session(ask, Some(Method::Direct)).unwrap();
    let want = Default::default();
    let answer = session.answer("start", want, &mut Control::new()).unwrap();
    match answer.bound {
        Bound::Exact(value) => value,
        Bound::Range { .. } => panic!("no limit was set"),
    }
}

#[test]
fn on_every_example() {
    let mut direct = 0;
    for info in infos() {
        for example in info.examples {
            let game = open(example, &Shipped).unwrap();
            if game.offered().contains(&"direct") {
                assert!(agree(&*game, Method::Direct, Method::Retrograde) > 0);
                direct += 1;
            }
        }
    }
    assert!(
        direct >= 20,
        "only {direct} examples have a method of their own"
    );
}

/// A game that is over before it begins is worth what it says.
#[test]
fn nothing_to_play_with() {
    assert_eq!(
        value("stones:stones=0,take=1", Ask::Winner).to_string(),
        "second"
    );
}

#[test]
fn long_games_need_no_stack() {
    let numbers: Vec<i64> = (0..3000).map(|n| n * 7919 % 1013 - 500).collect();
    let spec = format!("take-ends:numbers={}", joined(&numbers, "/"));
    let game = opened(&spec);
    let mut session = game.session(Ask::Margin, Some(Method::Direct)).unwrap();
    let want = yomikiri_catalog::Want::ALL;
    let answer = session.answer("start", want, &mut Control::new()).unwrap();
    let mut row = &numbers[..];
    let mut total = 0;
    for (ply, end) in answer.line.unwrap().iter().enumerate() {
        let (taken, rest) = match end.as_str() {
            "left" => row.split_first().unwrap(),
            _ => row.split_last().unwrap(),
        };
        total += if ply % 2 == 0 { *taken } else { -taken };
        row = rest;
    }
    assert!(row.is_empty());
    assert_eq!(Some(total), value(&spec, Ask::Margin).margin());
    // A period of 7: 0 and 2 are lost.
    let heap = "stones:stones=1000000,take=1/3/4";
    assert_eq!(value(heap, Ask::Winner).to_string(), "first");
}

fn joined<T: ToString>(parts: impl IntoIterator<Item = T>, by: &str) -> String {
    let parts: Vec<String> = parts.into_iter().map(|part| part.to_string()).collect();
    parts.join(by)
}

fn numbers(least: usize, most: usize) -> impl Strategy<Value = Vec<i64>> {
    prop::collection::vec(-9i64..=9, least..=most)
}

fn any_words(letters: &'static str, most: usize) -> impl Strategy<Value = String> {
    prop::collection::btree_set(letters, 1..=most).prop_map(|words| joined(words, "/"))
}

fn steps(places: u32) -> impl Strategy<Value = String> {
    let steps = prop::collection::btree_set(1..places, 1..=4.min(places as usize - 1));
    steps.prop_map(|steps| joined(steps, "/"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn take_ends(numbers in numbers(1, 9)) {
        as_plain(&format!("take-ends:numbers={}", joined(numbers, "/")));
    }

    #[test]
    fn two_stacks(left in numbers(1, 5), right in numbers(1, 5)) {
        let (left, right) = (joined(left, "/"), joined(right, "/"));
        as_plain(&format!("two-stacks:left={left},right={right}"));
    }

    #[test]
    fn stones(
        stones in 0u32..20,
        take in prop::collection::btree_set(1u32..9, 1..=4),
        aim in prop::sample::select(vec!["normal", "misere", "points"]),
    ) {
        let take = joined(take.into_iter().rev(), "/");
        as_plain(&format!("stones:stones={stones},take={take},aim={aim}"));
    }

    #[test]
    fn card_pairs(cards in prop::collection::vec((1..=4, 1..=4), 1..=8)) {
        let cards = cards.into_iter().map(|(front, back)| format!("{front}:{back}"));
        as_plain(&format!("card-pairs:cards={}", joined(cards, "/")));
    }

    #[test]
    fn shiritori(words in any_words("[a-c]{1,3}", 6)) {
        as_plain(&format!("shiritori:words={words}"));
    }

    #[test]
    fn word_chain(words in any_words("[ab]{2,4}", 10), link in 1..=2) {
        as_retrograde(&format!("word-chain:words={words},link={link}"));
    }

    #[test]
    fn circle((places, first, second) in (2u32..=12).prop_flat_map(|n| (Just(n), steps(n), steps(n)))) {
        as_retrograde(&format!("circle:places={places},first={first},second={second}"));
    }
}
