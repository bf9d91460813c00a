//! Codeforces 1312 F: attacks on castles; two kinds may not be repeated on the castle that they hit last.

use super::About;
use super::stated::{STATED, Stated, dotted, mex};
use crate::shape::Given;
use std::collections::HashMap;
use std::ops::Range;
use yomikiri::Player;

/// The defenders of a castle, and the kind of the last attack on it; 0 stands for a mixed attack or none.
type Castle = (i64, usize);
/// The kinds of attacks: x, y and z of the input.
const ATTACKS: [&str; 3] = ["a mixed attack", "an infantry attack", "a cavalry attack"];
/// The Grundy numbers of a castle with some number of defenders, by the kind of the last attack.
type Row = [u32; 3];

/// Codeforces 1312 F.
pub(super) struct Cf1312F;

impl Stated for Cf1312F {
    /// The test case, and its castles, in order.
    type Position = (usize, Vec<Castle>);

    const ABOUT: About = About {
        id: "cf1312f",
        judge: "Codeforces 1312 F",
        title: "Attack on Red Kingdom",
        game: "castles",
        input: "t, then t times: n x y z and a line of n integers",
        shape: "t 1..1000 | t*{n 1..300000 x 1..5 y 1..5 z 1..5 | n*{a 1..10^18}} sum <= 300000",
        seconds: 3,
        constraints: &[
            "1 <= t <= 1000",
            "1 <= n <= 300000",
            "1 <= x <= 5",
            "1 <= y <= 5",
            "1 <= z <= 5",
            "each integer 1 to 1000000000000000000",
            "the sum of all n at most 300000",
        ],
        output: "for each test case a line: the number of first attacks that win",
        example: "3\n2 1 3 4\n7 6\n1 1 2 3\n1\n1 1 2 2\n3\n",
        ..STATED
    };
    const NAMES: [&'static str; 2] = ["the White King", "the Black King"];
    const SMALL: &'static str = "t 1..2 | t*{n 1..2 x 1..5 y 1..5 z 1..5 | n*{a 1..7}}";

    /// Returns the positions after each first attack, with the other king to move.
    fn starts(given: &Given) -> Vec<(usize, Vec<Castle>)> {
        let castles = given.groups("n", "a").into_iter().enumerate();
        let each = castles.flat_map(|(case, castles)| {
            let attacks = strengths(given, case);
            (0..castles.len()).flat_map(move |at| {
                (0..3).map(move |kind| {
                    let mut after: Vec<Castle> = castles.iter().map(|&a| (a, 0)).collect();
                    after[at] = ((castles[at] - attacks[kind]).max(0), kind);
                    (case, in_order(after))
                })
            })
        });
        each.collect()
    }

    fn first(_: &Given, _: &(usize, Vec<Castle>)) -> Player {
        Player::Second
    }

    fn moves(
        given: &Given,
        (case, castles): &(usize, Vec<Castle>),
        _: Player,
    ) -> Vec<(usize, Vec<Castle>)> {
        let attacks = strengths(given, *case);
        let mut moves = Vec::new();
        for (at, &(defenders, last)) in castles.iter().enumerate() {
            for kind in (0..3).filter(|&kind| kind == 0 || kind != last) {
                let mut next = castles.clone();
                next[at] = ((defenders - attacks[kind]).max(0), kind);
                moves.push((*case, in_order(next)));
            }
        }
        moves
    }

    /// Names the test case, then the defenders, with y or z added if the last attack was of that kind.
    fn name(_: &Given, (case, castles): &(usize, Vec<Castle>)) -> String {
        let castle = |&(defenders, last): &Castle| format!("{defenders}{}", ["", "y", "z"][last]);
        format!("case{}_{}", case + 1, dotted(castles.iter().map(castle)))
    }

    fn law(given: &Given) -> Vec<Option<Player>> {
        let mut periods = HashMap::new();
        let mut winners = Vec::new();
        for (case, castles) in given.groups("n", "a").into_iter().enumerate() {
            let attacks = strengths(given, case);
            let (rows, start) = periods.entry(attacks).or_insert_with(|| repeating(attacks));
            let row = |defenders: i64| -> &Row {
                let length = (rows.len() - *start) as i64;
                let at = defenders.max(0);
                match usize::try_from(at) {
                    Ok(at) if at < rows.len() => &rows[at],
                    _ => &rows[*start + ((at - *start as i64) % length) as usize],
                }
            };
            let all = castles.iter().fold(0, |sum, &castle| sum ^ row(castle)[0]);
            for &castle in castles {
                let others = all ^ row(castle)[0];
                let after = (0..3).map(|kind| others ^ row(castle - attacks[kind])[kind]);
                winners.extend(after.map(|sum| {
                    Some(if sum == 0 {
                        Player::First
                    } else {
                        Player::Second
                    })
                }));
            }
        }
        winners
    }

    fn tell(given: &Given, winners: &[Option<Player>]) -> String {
        let mut rest = winners;
        let mut text = String::new();
        for &castles in given.numbers("n") {
            let (own, others) = rest.split_at((3 * castles as usize).min(rest.len()));
            let wins = own.iter().filter(|&&winner| winner == Some(Player::First));
            text += &format!("{}\n", wins.count());
            rest = others;
        }
        text
    }

    /// A number of the answer counts first attacks, so it speaks of all starts of its case.
    fn starts_of(given: &Given, word: usize) -> Range<usize> {
        let mut attacks = given
            .numbers("n")
            .iter()
            .map(|&castles| 3 * castles as usize);
        let before: usize = attacks.clone().take(word).sum();
        before..before + attacks.nth(word).unwrap_or(0)
    }

    fn does(
        given: &Given,
        (case, castles): &(usize, Vec<Castle>),
        (_, to): &(usize, Vec<Castle>),
        _: Player,
    ) -> String {
        let attacks = strengths(given, *case);
        let made = castles
            .iter()
            .enumerate()
            .find_map(|(at, &(defenders, last))| {
                let mut kinds = (0..3).filter(|&kind| kind == 0 || kind != last);
                let leads = |&kind: &usize| {
                    let mut next = castles.clone();
                    next[at] = ((defenders - attacks[kind]).max(0), kind);
                    in_order(next) == *to
                };
                Some((defenders, kinds.find(leads)?))
            });
        let (defenders, kind) = made.unwrap_or_default();
        format!("makes {} on a castle of {defenders}", ATTACKS[kind])
    }

    /// Names a start by the first attack that leads to it.
    fn called(given: &Given, start: usize) -> String {
        let mut attack = start;
        for (case, castles) in given.groups("n", "a").into_iter().enumerate() {
            if attack < 3 * castles.len() {
                let (castle, kind) = (attack / 3 + 1, ATTACKS[attack % 3]);
                let case = case + 1;
                return format!("test case {case}, {kind} on castle {castle} first");
            }
            attack -= 3 * castles.len();
        }
        String::new()
    }
}

fn in_order(mut castles: Vec<Castle>) -> Vec<Castle> {
    castles.retain(|&(defenders, _)| defenders > 0);
    castles.sort_unstable();
    castles
}

fn strengths(given: &Given, case: usize) -> [i64; 3] {
    ["x", "y", "z"].map(|name| given.numbers(name)[case])
}

/// Computes the Grundy numbers up to the first repetition, and where the period begins. A row depends only on
/// the five rows before it, so five equal rows make all later ones equal.
fn repeating(attacks: [i64; 3]) -> (Vec<Row>, usize) {
    let mut rows: Vec<Row> = vec![[0; 3]];
    let mut seen: HashMap<Vec<Row>, usize> = HashMap::new();
    loop {
        let at = rows.len();
        let option = |kind: usize| rows[at.saturating_sub(attacks[kind] as usize)][kind];
        let [x, y, z] = [option(0), option(1), option(2)];
        rows.push([mex([x, y, z]), mex([x, z]), mex([x, y])]);
        if rows.len() > 5
            && let Some(first) = seen.insert(rows[rows.len() - 5..].to_vec(), rows.len())
        {
            // The same five rows have the same successors.
            return (rows, first);
        }
    }
}
