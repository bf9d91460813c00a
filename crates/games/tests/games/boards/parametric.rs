//! One skeleton of rules for all weights: held equal to plain recursion with each weighting.

use proptest::prelude::*;
use yomikiri::capability::Parametric;
use yomikiri::{
    Ask, ByKey, Capabilities, Compiled, Control, Form, Game, Method, Outcome, Player, Refusal,
    Session, Skeleton, Value,
};
use yomikiri_games::positional::{Full, Positional, Rules, Shape};

type Board = Positional<u32>;

/// A board of so many rows and columns on which lines win, or lose.
fn rules(rows: usize, cols: usize, line: usize, misere: bool) -> Rules {
    Rules {
        line: Some(line),
        full: Full::Points,
        misere,
        weights: vec![0; rows * cols],
        ..Rules::new(Shape::full(1, rows, cols).unwrap())
    }
}

fn game(rules: &Rules, weights: &[i64]) -> Board {
    let weights = weights.to_vec();
    Board::new(Rules {
        weights,
        ..rules.clone()
    })
    .unwrap()
}

fn compiled(rules: &Rules) -> Compiled {
    let game = game(rules, &rules.weights);
    let key = ByKey(game.keyed().unwrap());
    let mut skeleton = Skeleton::new(&game, game.acyclic().unwrap(), key, &game);
    skeleton
        .compile(&game.start(), &mut Control::new())
        .unwrap()
}

/// The margin by plain recursion.
fn plain(game: &Board) -> Outcome {
    let mut session = Session::new(game, Ask::Margin, Method::Plain).unwrap();
    match session.value(&game.start(), &mut Control::new()).unwrap() {
        Value::Margin(outcome) => outcome,
        other => panic!("{other}"),
    }
}

fn check(rules: &Rules, compiled: &Compiled, weights: &[i64]) {
    let game = game(rules, weights);
    let expected = plain(&game);
    let mut scratch = compiled.scratch();
    assert_eq!(
        compiled.margin(weights, &mut scratch),
        expected,
        "{weights:?}"
    );
    assert_eq!(
        compiled.winner(weights, &mut scratch),
        expected.winner(),
        "{weights:?}"
    );
}

#[test]
fn sixteen_full_boards_decide_weighted_tic_tac_toe() {
    let compiled = compiled(&rules(3, 3, 3, false));
    assert_eq!(compiled.forms().len(), 16);
    assert!(compiled.is_table());
    for Form { constant, counts } in compiled.forms() {
        assert_eq!(
            (*constant, counts.iter().sum::<i64>(), counts.len()),
            (0, 1, 9)
        );
        assert!(counts.iter().all(|count| count.abs() == 1));
    }
}

#[test]
fn many_forms_make_a_diagram() {
    let rules = rules(2, 5, 3, false);
    let compiled = compiled(&rules);
    assert_eq!(compiled.forms().len(), 100);
    assert!(!compiled.is_table());
    assert!(compiled.nodes() > 100);
    let mut x = 1_u64;
    for _ in 0..3 {
        let weights: Vec<i64> = std::iter::repeat_with(|| {
            x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (x >> 33) as i64 % 20 - 10
        })
        .take(10)
        .collect();
        check(&rules, &compiled, &weights);
    }
}

#[test]
fn how_many_full_boards_matter() {
    for (rows, cols, line, misere, forms, table) in [
        (3, 3, 3, true, 8, true),
        (2, 4, 3, false, 44, false),
        (2, 5, 3, true, 100, false),
        // Whoever begins wins by a line, whatever the weights.
        (3, 4, 3, false, 0, true),
        // No line at all: every full board matters.
        (1, 4, 5, false, 6, true),
        (3, 3, 4, false, 126, false),
    ] {
        let compiled = compiled(&rules(rows, cols, line, misere));
        let found = (compiled.forms().len(), compiled.is_table());
        assert_eq!(
            found,
            (forms, table),
            "{rows}x{cols}, {line} in a row, misère {misere}"
        );
    }
}

#[test]
fn weights_that_decide_nothing_leave_no_form() {
    // Whoever begins makes the line of two.
    let compiled = compiled(&rules(2, 2, 2, false));
    assert_eq!((compiled.forms().len(), compiled.is_table()), (0, true));
    let mut scratch = compiled.scratch();
    let first = Outcome::Win(Player::First);
    assert_eq!(compiled.margin(&[5, -5, 3, 0], &mut scratch), first);
    assert_eq!(
        compiled.winner(&[5, -5, 3, 0], &mut scratch),
        Some(Player::First)
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_weighting_is_worth_what_recursion_says(
        shape in prop::sample::select(vec![
            (1, 3, 2, false), (2, 2, 2, true), (2, 3, 3, false), (2, 3, 2, true),
            (1, 6, 3, false), (2, 4, 3, false), (2, 4, 3, true),
        ]),
        gravity: bool,
        weights in prop::collection::vec(-4_i64..=4, 8),
    ) {
        let (rows, cols, line, misere) = shape;
        let rules = Rules { gravity, ..rules(rows, cols, line, misere) };
        let compiled = compiled(&rules);
        // The skeleton counts weights in the order of the game's own.
        let own = game(&rules, &weights[..rows * cols]);
        let expected = plain(&own);
        let mut scratch = compiled.scratch();
        prop_assert_eq!(compiled.margin(own.weights(), &mut scratch), expected);
        prop_assert_eq!(compiled.winner(own.weights(), &mut scratch), expected.winner());
    }

    #[test]
    fn the_solver_agrees_on_values_moves_and_lines(
        weights in prop::collection::vec(-4_i64..=4, 9),
        misere: bool,
    ) {
        let rules = rules(3, 3, 3, misere);
        let own = game(&rules, &weights);
        for ask in [Ask::Winner, Ask::Margin] {
            let control = &mut Control::new();
            let mut memo = Session::new(&own, ask, Method::Memo).unwrap();
            let mut by_skeleton = Session::new(&own, ask, Method::Parametric).unwrap();
            let start = own.start();
            prop_assert_eq!(by_skeleton.value(&start, control), memo.value(&start, control));
            prop_assert_eq!(by_skeleton.moves(&start, control), memo.moves(&start, control));
            prop_assert_eq!(by_skeleton.line(&start, control), memo.line(&start, control));
            prop_assert_eq!(by_skeleton.stored(), memo.stored());
        }
        let distance = Session::new(&own, Ask::Distance, Method::Parametric).err();
        prop_assert_eq!(distance, Some(Refusal::NotParametric(Ask::Distance)));
    }
}
