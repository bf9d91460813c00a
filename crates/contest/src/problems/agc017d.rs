//! AtCoder AGC017 D: a tree from which edges are cut.

use super::About;
use super::agc014d::from_root;
use super::stated::{STATED, Stated, dotted, first_if, lines};
use crate::shape::Given;
use yomikiri::Player;

/// AtCoder AGC017 D.
pub(super) struct Agc017D;

impl Stated for Agc017D {
    /// The vertices that are left, numbered from 0 and in order.
    type Position = Vec<usize>;

    const ABOUT: About = About {
        id: "agc017d",
        judge: "AtCoder AGC017 D",
        title: "Game on Tree",
        game: "tree",
        input: "N, then N-1 lines of two integers: the edges of a tree",
        shape: "N 2..100000 | tree(N)",
        seconds: 2,
        constraints: &[
            "2 <= N <= 100000",
            "each integer 1 to N",
            "the edges make a tree",
        ],
        output: "Alice (moves first) or Bob, whoever wins",
        words: &["Alice", "Bob"],
        example: "5\n1 2\n2 3\n2 4\n4 5\n",
        ..STATED
    };
    const NAMES: [&'static str; 2] = ["Alice", "Bob"];
    const SMALL: &'static str = "N 2..8 | tree(N)";

    fn starts(given: &Given) -> Vec<Vec<usize>> {
        vec![(0..given.number("N") as usize).collect()]
    }

    /// A cut removes a vertex with everything that hangs on it.
    fn moves(given: &Given, left: &Vec<usize>, _: Player) -> Vec<Vec<usize>> {
        let order = from_root(&given.neighbours(given.number("N") as usize));
        let cut = left.iter().filter(|&&vertex| vertex > 0);
        cut.map(|&cut| {
            let mut gone = vec![cut];
            for &(vertex, parent) in &order {
                if parent.is_some_and(|parent| gone.contains(&parent)) {
                    gone.push(vertex);
                }
            }
            let kept = left.iter().filter(|vertex| !gone.contains(vertex));
            kept.copied().collect()
        })
        .collect()
    }

    fn name(_: &Given, left: &Vec<usize>) -> String {
        dotted(left.iter().map(|vertex| vertex + 1))
    }

    /// Green Hackenbush: a stalk adds one to the Grundy number, and branches side by side add as in
    /// Nim.
    fn law(given: &Given) -> Vec<Option<Player>> {
        let neighbours = given.neighbours(given.number("N") as usize);
        let mut grundy = vec![0u32; neighbours.len()];
        for (vertex, parent) in from_root(&neighbours).into_iter().rev() {
            if let Some(parent) = parent {
                grundy[parent] ^= grundy[vertex] + 1;
            }
        }
        vec![first_if(grundy[0] > 0)]
    }

    fn tell(_: &Given, winners: &[Option<Player>]) -> String {
        lines(Self::NAMES, winners)
    }

    fn does(given: &Given, from: &Vec<usize>, to: &Vec<usize>, _: Player) -> String {
        let order = from_root(&given.neighbours(given.number("N") as usize));
        let cut = order.iter().find_map(|&(vertex, parent)| {
            let gone = from.contains(&vertex) && !to.contains(&vertex);
            parent.filter(|_| gone).map(|parent| (parent, vertex))
        });
        let (parent, vertex) = cut.unwrap_or_default();
        format!("removes the edge {} {}", parent + 1, vertex + 1)
    }
}
