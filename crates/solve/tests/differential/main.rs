//! Random small games written down as tables, solved by everything there is and by naive methods
//! that live here: see `oracle`.

mod agreement;
mod interrupts;
mod oracle;
mod random;
mod sums;
mod table;

use agreement::check;
use proptest::prelude::*;
use random::Shape;

/// So many random games; failures shrink, and print all that is needed to write them down as tests.
fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(cases(4_000))]

    #[test]
    fn acyclic_games(table in random::table(Shape::Acyclic, 9)) {
        check(&table);
    }

    #[test]
    fn acyclic_games_with_gains(table in random::table(Shape::AcyclicWithGains, 9)) {
        check(&table);
    }

    #[test]
    fn cyclic_games(table in random::table(Shape::Cyclic, 9)) {
        check(&table);
    }

    #[test]
    fn cyclic_games_with_gains_that_one_player_pays(
        table in random::table(Shape::CyclicOneWay, 9)
    ) {
        check(&table);
    }

    #[test]
    fn cyclic_games_with_any_gains(table in random::table(Shape::CyclicWithGains, 7)) {
        check(&table);
    }
}
