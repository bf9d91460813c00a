//! AtCoder AGC014 D: a tree painted in two colours.

use super::About;
use super::stated::{STATED, Stated, first_if, lines};
use crate::shape::Given;
use yomikiri::{Outcome, Player};

/// AtCoder AGC014 D.
pub(super) struct Agc014D;

impl Stated for Agc014D {
    /// The vertices' colours: `w`, `b`, or `o` for unpainted.
    type Position = String;

    const ABOUT: About = About {
        id: "agc014d",
        judge: "AtCoder AGC014 D",
        title: "Black and White Tree",
        game: "tree",
        input: "N, then N-1 lines of two integers: the edges of a tree",
        shape: "N 2..100000 | tree(N)",
        seconds: 2,
        constraints: &[
            "2 <= N <= 100000",
            "each integer 1 to N",
            "the edges make a tree",
        ],
        output: "the winner: First or Second",
        words: &["First", "Second"],
        example: "3\n1 2\n2 3\n",
        ..STATED
    };
    const NAMES: [&'static str; 2] = ["Takahashi", "Aoki"];
    const SMALL: &'static str = "N 2..7 | tree(N)";

    fn starts(given: &Given) -> Vec<String> {
        vec!["o".repeat(given.number("N") as usize)]
    }

    fn moves(_: &Given, colours: &String, mover: Player) -> Vec<String> {
        let colour = ["w", "b"][mover as usize];
        let free = colours.match_indices('o');
        free.map(|(at, _)| {
            let mut next = colours.clone();
            next.replace_range(at..=at, colour);
            next
        })
        .collect()
    }

    /// First has won if a white vertex has no black neighbour.
    fn over(given: &Given, colours: &String, _: Player) -> Option<Outcome> {
        let is = |vertex: usize, colour: u8| colours.as_bytes()[vertex] == colour;
        let neighbours = given.neighbours(colours.len());
        let stays = |vertex: usize| {
            is(vertex, b'w') && !neighbours[vertex].iter().any(|&other| is(other, b'b'))
        };
        let won = (0..colours.len()).any(stays);
        let winner = if won { Player::First } else { Player::Second };
        (!colours.contains('o')).then_some(Outcome::Win(winner))
    }

    fn name(_: &Given, colours: &String) -> String {
        colours.clone()
    }

    /// If the tree can be cut into pairs of neighbours, Second wins by answering in the other vertex of the
    /// pair. Otherwise First takes the neighbours of leaves, and at last a vertex whose neighbours are all
    /// leaves.
    fn law(given: &Given) -> Vec<Option<Player>> {
        let vertices = given.number("N") as usize;
        let neighbours = given.neighbours(vertices);
        let order = from_root(&neighbours);
        let mut paired = vec![false; vertices];
        let mut perfect = true;
        // A leaf must be paired with its parent.
        for &(vertex, parent) in order.iter().rev() {
            if paired[vertex] {
                continue;
            }
            match parent {
                Some(parent) if !paired[parent] => {
                    paired[vertex] = true;
                    paired[parent] = true;
                }
                _ => perfect = false,
            }
        }
        vec![first_if(!perfect)]
    }

    fn tell(_: &Given, winners: &[Option<Player>]) -> String {
        lines(["First", "Second"], winners)
    }

    fn does(_: &Given, from: &String, to: &String, mover: Player) -> String {
        let same = from.bytes().zip(to.bytes()).take_while(|(a, b)| a == b);
        let vertex = same.count() + 1;
        match mover {
            Player::First => format!("paints vertex {vertex} white"),
            Player::Second => format!("paints vertex {vertex} black"),
        }
    }
}

/// Returns the vertices of a tree with their parents, from vertex 0 on, each after its parent.
pub(super) fn from_root(neighbours: &[Vec<usize>]) -> Vec<(usize, Option<usize>)> {
    let mut order = vec![(0, None)];
    let mut at = 0;
    while let Some(&(vertex, parent)) = order.get(at) {
        at += 1;
        let others = neighbours[vertex]
            .iter()
            .filter(|&&other| Some(other) != parent);
        order.extend(others.map(|&other| (other, Some(vertex))));
    }
    order
}
