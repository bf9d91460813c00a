//! Codeforces 1033 C: a token moved to greater numbers, by multiples of the number that it leaves.

use super::About;
use super::stated::{STATED, Stated, first_if};
use crate::shape::Given;
use yomikiri::Player;

/// Codeforces 1033 C.
pub(super) struct Cf1033C;

impl Stated for Cf1033C {
    /// The token's cell, from 0.
    type Position = usize;

    const ABOUT: About = About {
        id: "cf1033c",
        judge: "Codeforces 1033 C",
        title: "Permutation Game",
        game: "cells",
        input: "n, then a line of n integers: a permutation",
        shape: "n 1..100000 | perm(n)",
        seconds: 1,
        constraints: &[
            "1 <= n <= 100000",
            "each integer 1 to n",
            "no integer twice",
        ],
        output: "n letters: A if Alice, who moves first, wins from that cell, else B",
        words: &["A", "B"],
        example: "8\n3 6 5 4 2 7 1 8\n",
        ..STATED
    };
    const NAMES: [&'static str; 2] = ["Alice", "Bob"];
    const SMALL: &'static str = "n 1..10 | perm(n)";

    fn starts(given: &Given) -> Vec<usize> {
        (0..given.permutation().len()).collect()
    }

    fn moves(given: &Given, &at: &usize, _: Player) -> Vec<usize> {
        let numbers = given.permutation();
        let step = numbers[at] + 1;
        let before = (1..).map_while(move |times| at.checked_sub(times * step));
        let after = (at + step..numbers.len()).step_by(step);
        before
            .chain(after)
            .filter(|&to| numbers[to] > numbers[at])
            .collect()
    }

    fn name(_: &Given, at: &usize) -> String {
        (at + 1).to_string()
    }

    /// Works from the greatest number down, because all moves lead to greater numbers.
    fn law(given: &Given) -> Vec<Option<Player>> {
        let numbers = given.permutation();
        let mut cells = vec![0; numbers.len()];
        for (cell, &number) in numbers.iter().enumerate() {
            cells[number] = cell;
        }
        let mut wins = vec![false; numbers.len()];
        for &cell in cells.iter().rev() {
            wins[cell] = Self::moves(given, &cell, Player::First)
                .iter()
                .any(|&to| !wins[to]);
        }
        wins.into_iter().map(first_if).collect()
    }

    fn tell(_: &Given, winners: &[Option<Player>]) -> String {
        let letter = |winner: &Option<Player>| match winner {
            Some(Player::First) => 'A',
            _ => 'B',
        };
        winners.iter().map(letter).collect::<String>() + "\n"
    }

    fn does(_: &Given, _: &usize, to: &usize, _: Player) -> String {
        format!("moves to cell {}", to + 1)
    }

    fn called(_: &Given, start: usize) -> String {
        format!("from cell {}", start + 1)
    }
}
