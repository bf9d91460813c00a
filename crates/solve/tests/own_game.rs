//! The example of a game of one's own does what it says.

#[allow(dead_code, reason = "an example has a `main`")]
#[path = "../examples/own_game.rs"]
mod own_game;

use std::sync::atomic::AtomicBool;
use yomikiri::{Halt, Stop};

#[test]
fn it_solves_the_game() {
    // Whoever opens in the middle mirrors the opponent from then on: First wins any row.
    let going = AtomicBool::new(false);
    let wins = |pins| own_game::report(pins, &going).unwrap();
    assert_eq!(wins(1), "1 pins: first 1, opening with 0b1");
    assert!(wins(9).starts_with("9 pins: first "), "{}", wins(9));
}

#[test]
fn it_can_be_cancelled() {
    let halt = own_game::report(14, &AtomicBool::new(true)).unwrap_err();
    assert!(
        matches!(
            halt,
            Halt::Stopped {
                why: Stop::Cancelled,
                ..
            }
        ),
        "{halt}"
    );
}
