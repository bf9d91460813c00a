//! The games behind the contest siblings: what is refused, what is over at once, and one that has no
//! method of its own. (Laws of all of them: `registry.rs`; their own methods: the catalogue's tests.)

use crate::shared::shared;
use proptest::prelude::*;
use yomikiri_core::{Game, Notation, Outcome, Player, laws};
use yomikiri_games::card_pairs::CardPairs;
use yomikiri_games::pair_board::PairBoard;
use yomikiri_games::shiritori::Shiritori;
use yomikiri_games::spec::NoFiles;
use yomikiri_games::stones::{Aim, Stones};
use yomikiri_games::two_stacks::TwoStacks;

#[test]
fn what_is_wrong_is_named_where_it_stands() {
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
        let error = shared(spec, &NoFiles).unwrap_err();
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
    let lost = Some(Outcome::Win(Player::Second));
    let cards = CardPairs::new(vec![]).unwrap();
    assert_eq!(cards.outcome(&cards.start()), lost);
    assert_eq!(cards.position_text(&cards.start()), "-");
    let words = Shiritori::new(vec![]).unwrap();
    assert_eq!(words.outcome(&words.start()), lost);
    assert_eq!(words.position_text(&words.start()), "-");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

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
