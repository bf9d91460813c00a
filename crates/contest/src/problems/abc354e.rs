//! AtCoder ABC354 E: cards removed in pairs that share a front or a back.

use super::simpler::{fewer, nearer};
use super::single::{Asked, Single, at_start, numbers, refused};
use super::{About, ContestError, Corner, Random, Scan, Subject};
use yomikiri::{Ask, Player, TextError};
use yomikiri_games::card_pairs::CardPairs;
use yomikiri_games::compact::Compact;

const MOST: usize = 18;
const VALUES: std::ops::RangeInclusive<i64> = 1..=1_000_000_000;

/// AtCoder ABC354 E.
pub(super) struct Abc354E;

impl Single for Abc354E {
    /// Fronts and backs.
    type Case = Vec<(i64, i64)>;

    const ABOUT: About = About {
        id: "abc354e",
        judge: "AtCoder ABC354 E",
        title: "Remove Pairs",
        game: "card-pairs",
        input: "N, then N lines of two integers",
        shape: "N 1..18 | N*{A 1..10^9 B 1..10^9 |}",
        seconds: 2,
        constraints: &["1 <= N <= 18", "each integer 1 to 1000000000"],
        output: "the winner: Takahashi (moves first) or Aoki",
        words: &["Takahashi", "Aoki"],
        example: "5\n1 9\n2 5\n4 9\n1 4\n2 5\n",
        ..About::USUAL
    };
    const NAMES: [&'static str; 2] = ["Takahashi", "Aoki"];
    const CORNERS: &'static [Corner] = &[
        Corner::Uniform,
        Corner::Small,
        Corner::Negative,
        Corner::Extreme,
        Corner::Ties,
        Corner::Row,
        Corner::Equal,
        Corner::Sorted,
        Corner::Largest,
    ];

    fn read(scan: &mut Scan<'_>) -> Result<Vec<(i64, i64)>, TextError> {
        let count = scan.integer("N", 1..=MOST as i64)?;
        scan.end_line()?;
        let mut cards = Vec::with_capacity(count as usize);
        for _ in 0..count {
            let front = scan.integer("the front of a card", VALUES)?;
            cards.push((front, scan.integer("the back of a card", VALUES)?));
            scan.end_line()?;
        }
        Ok(cards)
    }

    fn write(cards: &Vec<(i64, i64)>) -> String {
        let lines = cards
            .iter()
            .map(|(front, back)| format!("{front} {back}\n"));
        format!("{}\n{}", cards.len(), lines.collect::<String>())
    }

    fn answer(cards: &Vec<(i64, i64)>, asked: &mut Asked<'_, '_>) -> Result<String, ContestError> {
        let game = CardPairs::new(cards.clone()).map_err(refused)?;
        let winner = asked.value(&Compact::of(game), Ask::Winner)?.winner();
        let first = winner == Some(Player::First);
        Ok(if first { "Takahashi\n" } else { "Aoki\n" }.to_owned())
    }

    fn against_first(_: &Vec<(i64, i64)>, answer: &str) -> bool {
        answer == "Aoki\n"
    }

    fn does(_: &Vec<(i64, i64)>, cards: &str, _: i64) -> String {
        let (one, other) = cards.split_once(',').unwrap_or((cards, ""));
        format!("removes cards {one} and {other}")
    }

    fn subject(cards: &Vec<(i64, i64)>, _: usize) -> Option<Subject> {
        let cards = cards.iter().map(|(front, back)| format!("{front}:{back}"));
        let cards: Vec<String> = cards.collect();
        at_start::<Self>(
            format!("card-pairs:cards={}", cards.join("/")),
            Ask::Distance,
        )
    }

    fn generate(random: &mut Random, corner: Corner) -> Vec<(i64, i64)> {
        let count = match corner {
            Corner::Largest => MOST,
            Corner::Small => random.within(1..=5) as usize,
            _ => random.within(1..=10) as usize,
        };
        // Cards must share sides now and then, so most kinds draw from few different numbers.
        let kinds = match corner {
            Corner::Uniform if random.one_in(4) => *VALUES.end(),
            Corner::Ties => 2,
            _ => 1 + count as i64 / 2,
        };
        let mut side = |corner| {
            let of = numbers(random, corner, count, *VALUES.start()..=kinds);
            let far = corner == Corner::Extreme;
            let shift = if far { *VALUES.end() - kinds } else { 0 };
            of.into_iter().map(move |number| number + shift)
        };
        // No two backs are alike.
        let backs: Vec<i64> = match corner {
            Corner::Row => (1..=count as i64).collect(),
            _ => side(corner).collect(),
        };
        side(corner).zip(backs).collect()
    }

    /// Returns fewer cards, then cards with a number of the fronts or the backs lowered throughout, then
    /// with one card lowered.
    fn smaller(cards: Vec<(i64, i64)>) -> Box<dyn Iterator<Item = Vec<(i64, i64)>>> {
        let fewer = fewer(cards.clone(), 1);
        let one = cards.clone();
        let throughout = SIDES.into_iter().flat_map(move |side| {
            let cards = one.clone();
            let mut numbers: Vec<i64> = cards.iter().map(|card| side_of(card, side)).collect();
            numbers.sort_unstable();
            numbers.dedup();
            lower_numbers(&numbers).into_iter().map(move |(old, new)| {
                let replaced = |card: &(i64, i64)| match side_of(card, side) == old {
                    true => with_side(*card, side, new),
                    false => *card,
                };
                cards.iter().map(replaced).collect()
            })
        });
        let alone = (0..cards.len()).flat_map(move |at| {
            let cards = cards.clone();
            SIDES.into_iter().flat_map(move |side| {
                let cards = cards.clone();
                nearer(side_of(&cards[at], side), *VALUES.start()).map(move |number| {
                    let mut next = cards.clone();
                    next[at] = with_side(next[at], side, number);
                    next
                })
            })
        });
        Box::new(fewer.chain(throughout).chain(alone))
    }
}

/// The sides of a card.
#[derive(Clone, Copy)]
enum Side {
    Front,
    Back,
}

const SIDES: [Side; 2] = [Side::Front, Side::Back];

fn side_of(card: &(i64, i64), side: Side) -> i64 {
    match side {
        Side::Front => card.0,
        Side::Back => card.1,
    }
}

fn with_side(card: (i64, i64), side: Side, number: i64) -> (i64, i64) {
    match side {
        Side::Front => (number, card.1),
        Side::Back => (card.0, number),
    }
}

/// Pairs each of the ascending numbers with its lower replacements: a lower number of the list, or a
/// number nearer to the least.
fn lower_numbers(numbers: &[i64]) -> Vec<(i64, i64)> {
    let lower = numbers.iter().enumerate().flat_map(|(at, &number)| {
        let there = numbers[..at].iter().copied();
        let mut all: Vec<i64> = there.chain(nearer(number, *VALUES.start())).collect();
        all.sort_unstable();
        all.dedup();
        all.into_iter().map(move |new| (number, new))
    });
    lower.collect()
}
