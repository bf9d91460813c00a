//! AOJ 0401: white and black stones in areas.

use super::About;
use super::stated::{STATED, Stated, first_if, mex};
use crate::shape::Given;
use yomikiri::Player;

/// AOJ 0401.
pub(super) struct Aoj0401;

/// The most stones of a colour in an area at the start.
const MOST: usize = 100;

impl Stated for Aoj0401 {
    /// The numbers of white and black stones of each area, in order.
    type Position = Vec<(i64, i64)>;

    const ABOUT: About = About {
        id: "aoj0401",
        judge: "AOJ 0401",
        title: "Playing with Stones",
        game: "stones",
        input: "N, then N lines w b",
        shape: "N 1..10000 | N*{w 1..100 b 1..100 |}",
        seconds: 1,
        constraints: &["1 <= N <= 10000", "1 <= w <= 100", "1 <= b <= 100"],
        output: "0 if Koshiro, who moves first, wins, else 1 (Ukiko)",
        words: &["0", "1"],
        example: "3\n2 46\n94 8\n46 57\n",
        ..STATED
    };
    const NAMES: [&'static str; 2] = ["Koshiro", "Ukiko"];
    const SMALL: &'static str = "N 1..2 | N*{w 1..3 b 1..3 |}";

    fn starts(given: &Given) -> Vec<Vec<(i64, i64)>> {
        let whites = given.numbers("w").iter();
        let mut areas: Vec<_> = whites
            .copied()
            .zip(given.numbers("b").iter().copied())
            .collect();
        areas.sort_unstable();
        vec![areas]
    }

    fn moves(_: &Given, areas: &Vec<(i64, i64)>, _: Player) -> Vec<Vec<(i64, i64)>> {
        let mut moves = Vec::new();
        for (at, &(white, black)) in areas.iter().enumerate() {
            let fewer = (white > 0).then_some((white - 1, black));
            let swapped = (black > 0).then_some((white + 1, black - 1));
            let taken = (1..=white.min(black)).map(|taken| (white, black - taken));
            for area in fewer.into_iter().chain(swapped).chain(taken) {
                let mut next = areas.clone();
                next[at] = area;
                next.sort_unstable();
                moves.push(next);
            }
        }
        moves
    }

    fn name(_: &Given, areas: &Vec<(i64, i64)>) -> String {
        let areas = areas
            .iter()
            .map(|(white, black)| format!("{white}_{black}"));
        areas.collect::<Vec<_>>().join(".")
    }

    /// The game is a sum of areas. A move that adds a white stone removes a black one, so an area never has more stones
    /// than at the start.
    fn law(given: &Given) -> Vec<Option<Player>> {
        let most = 2 * MOST;
        let mut grundy = vec![vec![0; most + 1]; MOST + 1];
        for black in 0..=MOST {
            for white in 0..=most - black {
                let fewer = (white > 0).then(|| grundy[black][white - 1]);
                let swapped = (black > 0).then(|| grundy[black - 1][white + 1]);
                let taken = (1..=white.min(black)).map(|taken| grundy[black - taken][white]);
                let next: Vec<u32> = fewer.into_iter().chain(swapped).chain(taken).collect();
                grundy[black][white] = mex(next);
            }
        }
        let areas = given.numbers("w").iter().zip(given.numbers("b"));
        // The shape has checked that the numbers are in range.
        let sum = areas.fold(0, |sum, (&white, &black)| {
            sum ^ grundy[black as usize][white as usize]
        });
        vec![first_if(sum != 0)]
    }

    fn tell(_: &Given, winners: &[Option<Player>]) -> String {
        match winners {
            [Some(Player::First)] => "0\n".to_owned(),
            _ => "1\n".to_owned(),
        }
    }

    fn does(_: &Given, from: &Vec<(i64, i64)>, to: &Vec<(i64, i64)>, _: Player) -> String {
        // After the common areas are removed, one area is left of each position.
        let (mut gone, mut new) = (from.clone(), to.clone());
        gone.retain(|area| match new.iter().position(|other| other == area) {
            Some(at) => {
                new.swap_remove(at);
                false
            }
            None => true,
        });
        let first = |areas: &[(i64, i64)]| areas.first().copied().unwrap_or_default();
        let ((white, black), (whiter, blacker)) = (first(&gone), first(&new));
        match (whiter - white, black - blacker) {
            (-1, _) => format!("removes a white stone from {white} white and {black} black"),
            (1, _) => {
                format!("replaces a black stone of {white} white and {black} black by a white one")
            }
            (_, taken) => {
                format!("removes {taken} of the black stones from {white} white and {black} black")
            }
        }
    }
}
