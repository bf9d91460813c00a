//! The games behind the contest siblings: their laws, the published samples, and their direct
//! methods against solvers that know nothing of them.

use proptest::prelude::*;
use std::collections::HashMap;
use yomikiri::{Control, Method, Session};
use yomikiri_core::{Ask, Capabilities, Game, Notation, Outcome, Value, laws};
use yomikiri_games::card_pairs::CardPairs;
use yomikiri_games::circle::Circle;
use yomikiri_games::make::{infos, make};
use yomikiri_games::pair_board::PairBoard;
use yomikiri_games::registry::{Info, Playable, Visitor};
use yomikiri_games::shiritori::Shiritori;
use yomikiri_games::spec::Files;
use yomikiri_games::stones::{Aim, Stones};
use yomikiri_games::take_ends::TakeEnds;
use yomikiri_games::two_stacks::TwoStacks;
use yomikiri_games::word_chain::WordChain;

const NAMES: [&str; 8] = [
    "take-ends",
    "two-stacks",
    "stones",
    "pair-board",
    "card-pairs",
    "shiritori",
    "word-chain",
    "circle",
];

/// The files that a family's examples name.
struct OwnFiles(Info);

impl Files for OwnFiles {
    fn read(&self, path: &str) -> Result<String, String> {
        let known = self.0.files.iter().find(|(name, _)| *name == path);
        known
            .map(|(_, text)| (*text).to_owned())
            .ok_or_else(|| format!("no file {path}"))
    }
}

fn families() -> impl Iterator<Item = Info> {
    let infos: HashMap<&str, Info> = infos().into_iter().map(|info| (info.name, info)).collect();
    NAMES.into_iter().map(move |name| infos[name])
}

/// Asks every question of every position that play reaches, by two methods.
fn agree<G: Capabilities>(game: &G, one: Method, other: Method) {
    for ask in Ask::ALL {
        let sessions = [one, other].map(|method| Session::new(game, ask, method));
        let [Ok(mut one), Ok(mut other)] = sessions else {
            assert!(game.has_gains() && ask == Ask::Distance);
            continue;
        };
        let mut seen = std::collections::HashSet::new();
        let mut queue = game.starts();
        while let Some(at) = queue.pop() {
            if !seen.insert(at.clone()) || seen.len() > 300 {
                continue;
            }
            let control = &mut Control::new();
            assert_eq!(one.value(&at, control), other.value(&at, control), "{at:?}");
            assert_eq!(one.moves(&at, control), other.moves(&at, control), "{at:?}");
            if game.outcome(&at).is_none() {
                queue.extend(game.moves(&at).map(|mv| game.play(&at, mv)));
            }
        }
    }
}

fn value<G: Capabilities>(game: &G, at: &G::Position, ask: Ask, method: Method) -> Value {
    let mut session = Session::new(game, ask, method).unwrap();
    session.value(at, &mut Control::new()).unwrap()
}

fn margin<G: Capabilities>(game: &G, method: Method) -> i64 {
    let value = value(game, &game.start(), Ask::Margin, method);
    value.margin().expect("an answer in points")
}

fn winner<G: Capabilities>(game: &G, at: &G::Position, method: Method) -> String {
    value(game, at, Ask::Winner, method).to_string()
}

#[test]
fn every_example_obeys_the_laws_and_offers_no_more_than_is_stated() {
    struct Laws(Info);
    impl Visitor for Laws {
        type Output = ();
        fn visit<G: Playable>(self, game: G) {
            let sample = laws::Sample {
                positions: 400,
                ..Default::default()
            };
            let report = laws::all(&game, &sample).unwrap_or_else(|broken| panic!("{broken}"));
            for offered in &report.offered {
                assert!(self.0.capabilities.contains(offered), "{offered}");
            }
        }
    }
    for info in families() {
        for example in info.examples {
            make(example, &OwnFiles(info), Laws(info)).unwrap();
        }
    }
}

#[test]
fn direct_methods_agree_with_other_solvers_on_every_example() {
    struct Agree;
    impl Visitor for Agree {
        type Output = ();
        fn visit<G: Playable>(self, game: G) {
            if game.direct().is_some() {
                agree(&game, Method::Direct, Method::Retrograde);
            }
        }
    }
    for info in families() {
        for example in info.examples {
            make(example, &OwnFiles(info), Agree).unwrap();
        }
    }
}

#[test]
fn samples_of_the_contests() {
    use Method::{Direct, Memo};
    for (numbers, expected) in [
        ("10 80 90 30", 10),
        ("10 100 10", -80),
        (
            "1000000000/1/1000000000/1/1000000000/1/1000000000/1/1000000000/1",
            4_999_999_995,
        ),
        ("4/2/9/7/1/5", 2),
    ] {
        assert_eq!(margin(&TakeEnds::parse(numbers).unwrap(), Direct), expected);
    }
    // Both totals together are all there is.
    for (left, right, expected) in [
        (vec![1], vec![2, 10], 11),
        (vec![2, 4, 5, 4, 2], vec![2, 8, 3, 4, 5], 21),
    ] {
        let total: i64 = left.iter().chain(&right).sum();
        let game = TwoStacks::new(left, right).unwrap();
        assert_eq!((total + margin(&game, Direct)) / 2, expected);
    }
    for (stones, take, expected) in [
        (4, vec![2, 3], "first"),
        (5, vec![2, 3], "second"),
        (20, vec![1, 2, 3], "second"),
        (21, vec![1, 2, 3], "first"),
    ] {
        let game = Stones::new(stones, take, Aim::Normal).unwrap();
        assert_eq!(winner(&game, &game.start(), Direct), expected);
    }
    for (stones, take, expected) in [(10, vec![1, 4], 5), (11, vec![1, 2, 3, 6], 8)] {
        let game = Stones::new(stones, take, Aim::Points).unwrap();
        assert_eq!((i64::from(stones) + margin(&game, Direct)) / 2, expected);
    }
    for (vertical, horizontal, expected) in [
        ([0, 15, 0, 0, 0, 25], [20, 10, 0, 0, 25, 0], (15, 80)),
        ([18, 22, 15, 11, 16, 17], [4, 25, 22, 15, 10, 4], (72, 107)),
    ] {
        let game = PairBoard::new(3, 3, &vertical, &horizontal).unwrap();
        let first = (game.total() + margin(&game, Memo)) / 2;
        assert_eq!((first, game.total() - first), expected);
    }
    let cards = CardPairs::parse("1 9\n2 5\n4 9\n1 4\n2 5\n").unwrap();
    assert_eq!(winner(&cards, &cards.start(), Direct), "second");
    for words in ["enum/float/if/modint/takahashi/template", "abcc/ccb/baca/a"] {
        let game = Shiritori::parse(words).unwrap();
        assert_eq!(winner(&game, &game.start(), Direct), "first");
    }
    for (words, expected) in [
        (vec!["abcd", "bcda", "ada"], vec!["second", "first", "draw"]),
        (vec!["ABC"], vec!["draw"]),
    ] {
        let game = WordChain::new(words.iter().copied(), 3).unwrap();
        let opened = words.iter().map(|word| game.opened_with(word).unwrap());
        let found: Vec<String> = opened.map(|at| winner(&game, &at, Direct)).collect();
        assert_eq!(found, expected);
    }
    let game = Circle::new(5, vec![3, 2], vec![1, 2, 3]).unwrap();
    let found: Vec<String> = game
        .starts()
        .iter()
        .map(|at| winner(&game, at, Direct))
        .collect();
    let expected = "second first first draw draw second second second";
    assert_eq!(found.join(" "), expected);
}

#[test]
fn what_is_wrong_is_named_where_it_stands() {
    struct Nothing;
    impl Visitor for Nothing {
        type Output = ();
        fn visit<G: Playable>(self, _: G) {}
    }
    let big = "9223372036854775807";
    for (spec, wrong) in [
        ("take-ends:numbers=4/x/2", "x"),
        ("take-ends:numbers=4611686018427387904/0/-1/1", "-1"),
        (&format!("take-ends:numbers=1/{big}"), big),
        ("take-ends", ""),
        ("two-stacks:left=1/2,right=4611686018427387901/3", "3"),
        ("two-stacks:left=1//2", ""),
        ("stones:stones=5,take=2/0", "0"),
        ("stones:stones=5,take=2/3/2", "2"),
        ("stones:stones=5,take=", ""),
        ("stones:stones=1000001,take=1", "1000001"),
        ("pair-board:rows=4,cols=5", "5"),
        ("pair-board:vertical=1/2/3/4/5,horizontal=1/2/3/4/5/6", ""),
        (
            "pair-board:vertical=1/2/3/4/5/6/7,horizontal=1/2/3/4/5/6",
            "7",
        ),
        ("pair-board:vertical=1/2/3/4/5/6,horizontal=1/2/3/4/5", ""),
        (
            "pair-board:vertical=1/2/3/4/5/6,horizontal=1/2/3/4/5/4611686018427387904",
            "4611686018427387904",
        ),
        ("card-pairs:cards=1:2/3", "3"),
        ("shiritori:words=ab/ba/ab", "ab"),
        ("shiritori:words=ab/b4", "b4"),
        ("word-chain:words=abc/ab", "ab"),
        ("circle:places=5,first=3/5,second=1", "5"),
        ("circle:places=5,first=3,second=1/2/1", "1"),
    ] {
        let error = make(spec, &OwnFiles(families().next().unwrap()), Nothing).unwrap_err();
        assert_eq!(&spec[error.error.span.clone()], wrong, "{spec}: {error}");
    }
    let game = Stones::new(9, vec![1], Aim::Normal).unwrap();
    assert_eq!(game.parse_position("10").unwrap_err().span, 0..2);
    assert_eq!(game.parse_position("3:third").unwrap_err().span, 2..7);
}

/// A game that is over before it begins is worth what it says.
#[test]
fn nothing_to_play_with() {
    let stacks = TwoStacks::new(vec![], vec![]).unwrap();
    assert_eq!(stacks.outcome(&stacks.start()), Some(Outcome::Margin(0)));
    let cards = CardPairs::new(vec![]).unwrap();
    assert_eq!(winner(&cards, &cards.start(), Method::Direct), "second");
    let words = Shiritori::new(vec![]).unwrap();
    assert_eq!(winner(&words, &words.start(), Method::Direct), "second");
    for game in [
        &words.position_text(&words.start()),
        &cards.position_text(&cards.start()),
    ] {
        assert_eq!(game, "-");
    }
}

#[test]
fn long_games_need_no_stack() {
    let numbers: Vec<i64> = (0..3000).map(|n| n * 7919 % 1013 - 500).collect();
    let row = TakeEnds::new(numbers.clone()).unwrap();
    let mut session = Session::new(&row, Ask::Margin, Method::Direct).unwrap();
    let line = session.line(&row.start(), &mut Control::new()).unwrap();
    assert_eq!(line.len(), 3000);
    let mut at = row.start();
    let mut total = 0;
    for (ply, &end) in line.iter().enumerate() {
        total += row.gain(&at, end) * if ply % 2 == 0 { 1 } else { -1 };
        at = row.play(&at, end);
    }
    assert_eq!(total, margin(&row, Method::Direct));
    let heap = Stones::new(1_000_000, vec![1, 3, 4], Aim::Normal).unwrap();
    // A period of 7: 0 and 2 are lost.
    assert_eq!(winner(&heap, &heap.start(), Method::Direct), "first");
}

fn small_numbers(most: usize) -> impl Strategy<Value = Vec<i64>> {
    prop::collection::vec(-9i64..=9, 0..=most)
}

fn any_words(letters: &'static str, most: usize) -> impl Strategy<Value = Vec<String>> {
    prop::collection::btree_set(letters, 1..=most).prop_map(|words| words.into_iter().collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn take_ends_is_what_recursion_finds(numbers in prop::collection::vec(-9i64..=9, 1..=9)) {
        agree(&TakeEnds::new(numbers).unwrap(), Method::Plain, Method::Direct);
    }

    #[test]
    fn two_stacks_is_what_recursion_finds(left in small_numbers(5), right in small_numbers(5)) {
        agree(&TwoStacks::new(left, right).unwrap(), Method::Plain, Method::Direct);
    }

    #[test]
    fn stones_is_what_recursion_finds(
        stones in 0u32..20,
        take in prop::collection::btree_set(1u32..9, 1..=4),
        aim in prop::sample::select(vec![Aim::Normal, Aim::Misere, Aim::Points]),
    ) {
        let take = take.into_iter().rev().collect();
        agree(&Stones::new(stones, take, aim).unwrap(), Method::Plain, Method::Direct);
    }

    #[test]
    fn card_pairs_is_what_recursion_finds(
        cards in prop::collection::vec((1i64..=4, 1i64..=4), 0..=8)
    ) {
        agree(&CardPairs::new(cards).unwrap(), Method::Plain, Method::Direct);
    }

    #[test]
    fn shiritori_is_what_recursion_finds(words in any_words("[a-c]{1,3}", 6)) {
        agree(&Shiritori::new(words).unwrap(), Method::Plain, Method::Direct);
    }

    #[test]
    fn word_chain_is_what_retrograde_analysis_finds(
        words in any_words("[ab]{2,4}", 10),
        link in 1usize..=2,
    ) {
        let game = WordChain::new(words.iter().map(String::as_str), link).unwrap();
        agree(&game, Method::Retrograde, Method::Direct);
    }

    #[test]
    fn circle_is_what_retrograde_analysis_finds(
        places in 2u32..=12,
        first in prop::collection::btree_set(1u32..12, 1..=4),
        second in prop::collection::btree_set(1u32..12, 1..=4),
    ) {
        let within = |steps: std::collections::BTreeSet<u32>| -> Vec<u32> {
            let mut steps: Vec<u32> = steps.into_iter().map(|step| step % (places - 1) + 1).collect();
            steps.sort_unstable();
            steps.dedup();
            steps
        };
        let game = Circle::new(places, within(first), within(second)).unwrap();
        agree(&game, Method::Retrograde, Method::Direct);
    }

    #[test]
    fn pair_board_obeys_the_laws(
        rows in 1usize..=3,
        cols in 1usize..=3,
        points in prop::collection::vec(-9i64..=9, 12),
    ) {
        let (vertical, horizontal) = PairBoard::pairs(rows, cols);
        let game = PairBoard::new(
            rows,
            cols,
            &points[..vertical],
            &points[vertical..vertical + horizontal],
        );
        let sample = laws::Sample { positions: 60, playouts: 2, mutations: 50, ..Default::default() };
        if let Err(broken) = laws::all(&game.unwrap(), &sample) {
            prop_assert!(false, "{}", broken);
        }
    }
}
