//! The kinds of cases. (These tests reach every problem. Among the unit tests they would compile all of them again.)

use yomikiri_contest::problems::{Corner, Family, problems};
use yomikiri_contest::stress::Plan;

/// The cases of a round.
const ROUND: u64 = 256;

#[test]
fn shares_are_as_stated() {
    for problem in problems() {
        let plan = Plan::new(problem.corners(), 0, None);
        let share = |corner| {
            let shares = plan.shares();
            let found = shares.iter().find(|&&(known, _)| known == corner);
            found.map_or(0, |&(_, count)| count)
        };
        let id = problem.about().id;
        assert!(4 * share(Corner::Negative) >= ROUND, "{id}");
        assert!(share(Corner::Largest) <= 1, "{id}");
        for (corner, count) in plan.shares() {
            // Evenly spread: any 64 cases have about a quarter of a round's.
            let few = plan.count(1000, 64);
            let few = few.iter().find(|&&(known, _)| known == corner);
            let few = few.map_or(0, |&(_, count)| count);
            assert!(
                few.abs_diff(count / 4) <= 2,
                "{id} {corner}: {few} of {count}"
            );
        }
        assert_eq!(
            plan.count(5, 10_000).iter().map(|&(_, n)| n).sum::<u64>(),
            10_000
        );
    }
}

#[test]
fn cases_depend_on_the_seed_and_the_number_alone() {
    for problem in problems() {
        let plan = |seed| Plan::new(problem.corners(), seed, None);
        let (one, two, again) = (plan(1), plan(2), plan(1));
        let cases = (0..40).filter(|&case| one.corner(case) != Corner::Largest);
        let (mut same, mut other) = (0, 0);
        let input = |plan: &Plan, case| problem.generate(&mut plan.random(case), plan.corner(case));
        for case in cases {
            let made = input(&one, case);
            assert_eq!(made, input(&again, case));
            other += u32::from(made != input(&two, case));
            same += 1;
        }
        assert!(2 * other > same, "{}", problem.about().id);
    }
}

#[test]
fn the_largest_case_is_among_the_first_ten() {
    for problem in problems() {
        let plan = Plan::new(problem.corners(), 5, None);
        let has_largest = problem.corners().contains(&Corner::Largest);
        assert_eq!(plan.corner(9) == Corner::Largest, has_largest);
        for family in Family::ALL {
            let plan = Plan::new(problem.corners(), 5, Some(family));
            let wanted = family.of(problem.corners());
            if !wanted.is_empty() {
                assert!((0..300).all(|case| wanted.contains(&plan.corner(case))));
            }
        }
    }
}
