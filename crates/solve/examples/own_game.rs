//! A game of one's own, solved: rules, one capability, a progress callback and cancellation.
//!
//! Run it with `cargo run --release -p yomikiri --example own_game`.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "it talks to whoever runs it"
)]

use std::sync::atomic::AtomicBool;
use yomikiri::capability::Acyclic;
use yomikiri::{Ask, Capabilities, Control, Game, Halt, Method, Outcome, Player, Session};

/// A row of pins. A move knocks down one, or two that stand side by side; the last pin wins.
struct Kayles {
    pins: u32,
}

impl Game for Kayles {
    /// The standing pins as bits, and whose turn it is.
    type Position = (u32, Player);
    /// The pins to knock down.
    type Move = u32;

    fn start(&self) -> (u32, Player) {
        ((1 << self.pins) - 1, Player::First)
    }
    fn to_move(&self, at: &(u32, Player)) -> Player {
        at.1
    }
    fn outcome(&self, at: &(u32, Player)) -> Option<Outcome> {
        (at.0 == 0).then_some(Outcome::Win(at.1.opponent()))
    }
    fn moves(&self, &(standing, _): &(u32, Player)) -> impl Iterator<Item = u32> {
        let throws = (0..self.pins).flat_map(|pin| [0b1 << pin, 0b11 << pin]);
        throws.filter(move |throw| standing & throw == *throw)
    }
    fn play(&self, at: &(u32, Player), throw: u32) -> (u32, Player) {
        (at.0 & !throw, at.1.opponent())
    }
}

impl Acyclic<Kayles> for Kayles {
    /// Every move knocks something down, so play cannot cycle and values may be remembered.
    fn rank(&self, at: &(u32, Player)) -> u64 {
        at.0.count_ones().into()
    }
}

impl Capabilities for Kayles {
    fn acyclic(&self) -> Option<impl Acyclic<Self>> {
        Some(self)
    }
}

/// Reports who wins, and the opening throw. Another thread may set `stop` at any time.
fn report(pins: u32, stop: &AtomicBool) -> Result<String, Halt> {
    let game = Kayles { pins };
    let mut session = Session::new(&game, Ask::Distance, Method::AlphaBeta)?;
    let mut control = Control::new()
        .cancelled_by(stop)
        .on_progress(|progress| eprintln!("{} positions visited", progress.nodes));
    let value = session.value(&game.start(), &mut control)?;
    let line = session.line(&game.start(), &mut control)?;
    Ok(format!("{pins} pins: {value}, opening with {:#b}", line[0]))
}

fn main() -> Result<(), Halt> {
    let stop = AtomicBool::new(false);
    println!("{}", report(14, &stop)?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri::Stop;

    #[test]
    fn it_solves_the_game() {
        // Whoever opens in the middle mirrors the opponent from then on: First wins any row.
        let going = AtomicBool::new(false);
        let wins = |pins| report(pins, &going).unwrap();
        assert_eq!(wins(1), "1 pins: first 1, opening with 0b1");
        assert!(wins(9).starts_with("9 pins: first "), "{}", wins(9));
    }

    #[test]
    fn it_can_be_cancelled() {
        let halt = report(14, &AtomicBool::new(true)).unwrap_err();
        let why = Stop::Cancelled;
        assert!(
            matches!(halt, Halt::Stopped { why: stop, .. } if stop == why),
            "{halt}"
        );
    }
}
