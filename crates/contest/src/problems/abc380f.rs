//! AtCoder ABC380 F: cards exchanged with the table.

use super::About;
use super::stated::{STATED, Stated, first_if, lines};
use crate::shape::Given;
use yomikiri::Player;

/// AtCoder ABC380 F.
pub(super) struct Abc380F;

impl Stated for Abc380F {
    /// The cards in the hands of Takahashi and of Aoki, as bits in the order of the input.
    type Position = [u16; 2];

    const ABOUT: About = About {
        id: "abc380f",
        judge: "AtCoder ABC380 F",
        title: "Exchange Game",
        game: "cards",
        input: "N M L, then a line each of N, of M and of L integers: two hands and the table",
        shape: "N 1..10 M 1..11-N L 1..12-N-M | N*{A 1..10^9} | M*{B 1..10^9} | L*{C 1..10^9}",
        seconds: 2,
        constraints: &[
            "1 <= N",
            "1 <= M",
            "1 <= L",
            "N + M + L <= 12",
            "each integer 1 to 1000000000",
        ],
        output: "the winner: Takahashi (moves first) or Aoki",
        words: &["Takahashi", "Aoki"],
        example: "1 1 2\n2\n4\n1 3\n",
        ..STATED
    };
    const NAMES: [&'static str; 2] = ["Takahashi", "Aoki"];
    const SMALL: &'static str = "N 1..3 M 1..3 L 1..3 | N*{A 1..6} | M*{B 1..6} | L*{C 1..6}";
    /// The rules only compare cards.
    const GREATEST: i64 = i64::MAX;

    fn starts(given: &Given) -> Vec<[u16; 2]> {
        let (n, m) = (given.number("N"), given.number("M"));
        let first = (1 << n) - 1;
        vec![[first, ((1 << (n + m)) - 1) & !first]]
    }

    fn moves(given: &Given, hands: &[u16; 2], mover: Player) -> Vec<[u16; 2]> {
        options(&cards(given), *hands, mover as usize)
    }

    /// Names the hands: A1, A2, ... were Takahashi's, B1, ... Aoki's, and C1, ... lay on the table.
    fn name(given: &Given, hands: &[u16; 2]) -> String {
        let sizes = ["N", "M", "L"].map(|name| given.number(name) as usize);
        let labels: Vec<String> = ["A", "B", "C"]
            .iter()
            .zip(sizes)
            .flat_map(|(letter, size)| (1..=size).map(move |at| format!("{letter}{at}")))
            .collect();
        let hand = |hand: u16| {
            let held = (0..labels.len()).filter(|at| hand >> at & 1 == 1);
            held.map(|at| labels[at].clone())
                .collect::<Vec<_>>()
                .join(".")
        };
        format!("{}_{}", hand(hands[0]), hand(hands[1]))
    }

    /// Solves all positions that play reaches, each once.
    fn law(given: &Given) -> Vec<Option<Player>> {
        let cards = cards(given);
        let starts = Self::starts(given).into_iter();
        // A key tells where each card is and who moves.
        let mut known = vec![None; 2 * 3usize.pow(cards.len() as u32)];
        starts
            .map(|start| first_if(wins(&cards, start, 0, &mut known)))
            .collect()
    }

    fn tell(_: &Given, winners: &[Option<Player>]) -> String {
        lines(Self::NAMES, winners)
    }

    fn does(given: &Given, from: &[u16; 2], to: &[u16; 2], mover: Player) -> String {
        let cards = cards(given);
        let (from, to) = (from[mover as usize], to[mover as usize]);
        let card = |of: u16| cards.get(of.trailing_zeros() as usize).copied();
        let played = card(from & !to).unwrap_or_default();
        match card(to & !from) {
            Some(taken) => format!("plays {played} and takes {taken}"),
            None => format!("plays {played}"),
        }
    }
}

fn cards(given: &Given) -> Vec<i64> {
    ["A", "B", "C"].map(|name| given.numbers(name)).concat()
}

/// Returns the positions after playing a card to the table and, optionally, taking a lower one from it.
fn options(cards: &[i64], hands: [u16; 2], mover: usize) -> Vec<[u16; 2]> {
    let in_hands = hands[0] | hands[1];
    let mut moves = Vec::new();
    for played in (0..cards.len()).filter(|at| hands[mover] >> at & 1 == 1) {
        let mut next = hands;
        next[mover] &= !(1 << played);
        moves.push(next);
        let on_table = (0..cards.len()).filter(|at| in_hands >> at & 1 == 0);
        for taken in on_table.filter(|&at| cards[at] < cards[played]) {
            let mut next = next;
            next[mover] |= 1 << taken;
            moves.push(next);
        }
    }
    moves
}

/// Returns whether the mover wins. Each move loses a card or lowers it, so the recursion is bounded by 12
/// cards of 12 ranks.
fn wins(cards: &[i64], hands: [u16; 2], mover: usize, known: &mut [Option<bool>]) -> bool {
    let place = |at: usize| usize::from(hands[0] >> at & 1) + 2 * usize::from(hands[1] >> at & 1);
    let places = (0..cards.len()).fold(0, |places, at| 3 * places + place(at));
    let key = 2 * places + mover;
    if let Some(wins) = known[key] {
        return wins;
    }
    let moves = options(cards, hands, mover);
    let mut moves = moves.into_iter();
    let won = moves.any(|next| !wins(cards, next, 1 - mover, known));
    known[key] = Some(won);
    won
}
