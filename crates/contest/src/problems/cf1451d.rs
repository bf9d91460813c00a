//! Codeforces 1451 D: a token that goes up or right and stays within a circle.

use super::About;
use super::stated::{STATED, Stated, first_if, lines};
use crate::shape::Given;
use yomikiri::Player;

/// Codeforces 1451 D.
pub(super) struct Cf1451D;

impl Stated for Cf1451D {
    /// The circle's radius, the length of a step, and the steps made in each direction.
    type Position = (i64, i64, [i64; 2]);

    const ABOUT: About = About {
        id: "cf1451d",
        judge: "Codeforces 1451 D",
        title: "Circle Game",
        game: "plane",
        input: "t, then t lines d k",
        shape: "t 1..100 | t*{d 1..100000 k 1..d |}",
        seconds: 2,
        constraints: &["1 <= t <= 100", "1 <= d <= 100000", "1 <= k <= d"],
        output: "for each test case a line: Ashish (moves first) or Utkarsh, whoever wins",
        words: &["Ashish", "Utkarsh"],
        example: "2\n2 1\n5 2\n",
        ..STATED
    };
    const NAMES: [&'static str; 2] = ["Ashish", "Utkarsh"];
    const SMALL: &'static str = "t 1..4 | t*{d 1..12 k 1..d |}";

    fn starts(given: &Given) -> Vec<(i64, i64, [i64; 2])> {
        let circles = given.numbers("d").iter().zip(given.numbers("k"));
        circles.map(|(&d, &k)| (d, k, [0, 0])).collect()
    }

    fn moves(
        _: &Given,
        &(d, k, [x, y]): &(i64, i64, [i64; 2]),
        _: Player,
    ) -> Vec<(i64, i64, [i64; 2])> {
        let ends = [[x + 1, y], [x, y + 1]].into_iter();
        let inside = ends.filter(|[x, y]| k * k * (x * x + y * y) <= d * d);
        inside.map(|end| (d, k, end)).collect()
    }

    fn name(_: &Given, (d, k, [x, y]): &(i64, i64, [i64; 2])) -> String {
        format!("d{d}.k{k}.{x}.{y}")
    }

    /// The second player can return to the diagonal. So the last point of the diagonal within the circle
    /// loses, unless one more step fits.
    fn law(given: &Given) -> Vec<Option<Player>> {
        let wins = |(d, k, _): (i64, i64, [i64; 2])| {
            let inside = |x: i64, y: i64| k * k * (x * x + y * y) <= d * d;
            let last = (0..).take_while(|&at| inside(at, at)).last().unwrap_or(0);
            inside(last + 1, last)
        };
        let starts = Self::starts(given).into_iter();
        starts.map(|start| first_if(wins(start))).collect()
    }

    fn tell(_: &Given, winners: &[Option<Player>]) -> String {
        lines(Self::NAMES, winners)
    }

    fn does(
        _: &Given,
        _: &(i64, i64, [i64; 2]),
        &(_, k, [x, y]): &(i64, i64, [i64; 2]),
        _: Player,
    ) -> String {
        format!("moves to ({}, {})", k * x, k * y)
    }
}
