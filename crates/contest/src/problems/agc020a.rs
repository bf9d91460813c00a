//! AtCoder AGC020 A: two tokens on a strip; play might never end.

use super::About;
use super::stated::{STATED, Stated, first_if, lines};
use crate::shape::Given;
use yomikiri::Player;

/// AtCoder AGC020 A.
pub(super) struct Agc020A;

impl Stated for Agc020A {
    /// The cells of the tokens of Alice and of Borys.
    type Position = [i64; 2];

    const ABOUT: About = About {
        id: "agc020a",
        judge: "AtCoder AGC020 A",
        title: "Move and Win",
        game: "strip",
        input: "N A B",
        shape: "N 2..100 A 1..N-1 B A+1..N",
        seconds: 2,
        constraints: &["2 <= N <= 100", "1 <= A < B", "A < B <= N"],
        output: "Alice (moves first), Borys or Draw",
        words: &["Alice", "Borys", "Draw"],
        example: "5 2 4\n",
        ..STATED
    };
    const NAMES: [&'static str; 2] = ["Alice", "Borys"];
    const SMALL: &'static str = "N 2..12 A 1..N-1 B A+1..N";

    fn starts(given: &Given) -> Vec<[i64; 2]> {
        vec![[given.number("A"), given.number("B")]]
    }

    fn moves(given: &Given, tokens: &[i64; 2], mover: Player) -> Vec<[i64; 2]> {
        let mut moves = Vec::new();
        for step in [-1, 1] {
            let mut next = *tokens;
            next[mover as usize] += step;
            let on_strip = (1..=given.number("N")).contains(&next[mover as usize]);
            if on_strip && next[0] != next[1] {
                moves.push(next);
            }
        }
        moves
    }

    fn name(_: &Given, [a, b]: &[i64; 2]) -> String {
        format!("{a}.{b}")
    }

    /// The player who moves next to the other's token pushes it to the end of the strip.
    fn law(given: &Given) -> Vec<Option<Player>> {
        vec![first_if((given.number("B") - given.number("A")) % 2 == 0)]
    }

    fn tell(_: &Given, winners: &[Option<Player>]) -> String {
        lines(Self::NAMES, winners)
    }

    fn does(_: &Given, _: &[i64; 2], to: &[i64; 2], mover: Player) -> String {
        format!("moves to cell {}", to[mover as usize])
    }
}
