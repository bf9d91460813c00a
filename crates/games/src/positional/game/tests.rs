use super::*;
use std::collections::HashSet;

#[test]
fn compiled_as_common_or_not_a_game_is_the_same() {
    let board = || Shape::full(1, 3, 3).unwrap();
    let drawn = Shape::drawn(".../_../...").unwrap();
    let weights = vec![3, -1, 4, 1, -5, 9, -2, 6, -5];
    let plain = Rules {
        line: Some(3),
        ..Rules::new(board())
    };
    let all = [
        plain.clone(),
        Rules {
            full: Full::Points,
            weights,
            wrap: [true; 3],
            ..plain
        },
        Rules {
            patterns: vec![0b11, 0b110_000],
            ..Rules::new(drawn)
        },
    ];
    for rules in all {
        let common = Positional::<u16, true>::new(rules.clone()).unwrap();
        let general = Positional::<u32>::new(rules).unwrap();
        let mut seen = HashSet::from([general.start()]);
        let mut open = vec![general.start()];
        while let Some(position) = open.pop() {
            let of_common = Position::new(position.first() as u16, position.second() as u16);
            assert_eq!(common.outcome(&of_common), general.outcome(&position));
            if general.outcome(&position).is_some() {
                continue;
            }
            assert!(common.moves(&of_common).eq(general.moves(&position)));
            for mv in general.moves(&position) {
                let next = general.play(&position, mv);
                let played = common.play(&of_common, mv);
                assert_eq!(u32::from(played.first()), next.first());
                assert_eq!(u32::from(played.second()), next.second());
                assert_eq!(common.outcome_after_move(&played), general.outcome(&next));
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        assert!(seen.len() > 100);
    }
}

#[test]
fn uncommon_rules_are_not_compiled_as_common() {
    let rules = || Rules {
        line: Some(3),
        ..Rules::new(Shape::full(1, 2, 3).unwrap())
    };
    for uncommon in [
        Rules {
            gravity: true,
            ..rules()
        },
        Rules {
            boards: 2,
            ..rules()
        },
        Rules {
            marks: Marks::Either,
            ..rules()
        },
        Rules {
            misere: true,
            ..rules()
        },
        Rules {
            full: Full::Win(Player::First),
            ..rules()
        },
    ] {
        let refused = Positional::<u16, true>::new(uncommon).err();
        assert_eq!(refused, Some(RulesError::Uncommon));
    }
    let large = Rules {
        shape: Shape::full(1, 3, 6).unwrap(),
        ..rules()
    };
    let refused = Positional::<u32, true>::new(large.clone()).err();
    assert_eq!(refused, Some(RulesError::Uncommon));
    let refused = Positional::<u16, true>::new(large).err();
    let (cells, most) = (18, 16);
    assert_eq!(refused, Some(RulesError::TooManyCells { cells, most }));
}

#[test]
fn sets_become_positions_with_their_turn() {
    let position = Position::<u32>::new(0b101, 0b010);
    assert_eq!((position.first(), position.second()), (0b101, 0b010));
    assert_eq!(position.turn, Player::Second);
    // Both have a line: First's counts, whoever is to move.
    let game = Positional::<u32>::new(Rules {
        line: Some(1),
        ..Rules::new(Shape::full(1, 1, 3).unwrap())
    });
    let game = game.unwrap();
    for (first, second) in [(1, 2), (5, 2)] {
        let outcome = game.outcome(&Position::new(first, second));
        assert_eq!(outcome, Some(Outcome::Win(Player::First)));
    }
}
