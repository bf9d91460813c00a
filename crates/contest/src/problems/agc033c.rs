//! AtCoder AGC033 C: coins on a tree that move together.

use super::About;
use super::agc014d::from_root;
use super::stated::{STATED, Stated, dotted, first_if, lines};
use crate::shape::Given;
use yomikiri::Player;

/// AtCoder AGC033 C.
pub(super) struct Agc033C;

impl Stated for Agc033C {
    /// The vertices with coins, numbered from 0 and in order.
    type Position = Vec<usize>;

    const ABOUT: About = About {
        id: "agc033c",
        judge: "AtCoder AGC033 C",
        title: "Removing Coins",
        game: "tree",
        input: "N, then N-1 lines of two integers: the edges of a tree",
        shape: "N 1..200000 | tree(N)",
        seconds: 2,
        constraints: &[
            "1 <= N <= 200000",
            "each integer 1 to N",
            "the edges make a tree",
        ],
        output: "the winner: First or Second",
        words: &["First", "Second"],
        example: "3\n1 2\n2 3\n",
        ..STATED
    };
    const NAMES: [&'static str; 2] = ["Takahashi", "Aoki"];
    const SMALL: &'static str = "N 1..8 | tree(N)";

    fn starts(given: &Given) -> Vec<Vec<usize>> {
        vec![(0..given.number("N") as usize).collect()]
    }

    /// A move removes the coins of a vertex, and all others come a step nearer to it.
    fn moves(given: &Given, coins: &Vec<usize>, _: Player) -> Vec<Vec<usize>> {
        let neighbours = given.neighbours(given.number("N") as usize);
        let from = |chosen: usize| {
            let mut nearer = vec![chosen; neighbours.len()];
            let mut queue = vec![(chosen, chosen)];
            while let Some((vertex, parent)) = queue.pop() {
                nearer[vertex] = parent;
                let others = neighbours[vertex].iter().filter(|&&other| other != parent);
                queue.extend(others.map(|&other| (other, vertex)));
            }
            let others = coins.iter().filter(|&&coin| coin != chosen);
            let mut next: Vec<usize> = others.map(|&coin| nearer[coin]).collect();
            next.sort_unstable();
            next.dedup();
            next
        };
        coins.iter().map(|&chosen| from(chosen)).collect()
    }

    fn name(_: &Given, coins: &Vec<usize>) -> String {
        dotted(coins.iter().map(|vertex| vertex + 1))
    }

    /// A move shortens the longest path by one edge or by two, and both are possible while it has two. So the
    /// game is a heap from which each player takes one or two.
    fn law(given: &Given) -> Vec<Option<Player>> {
        let neighbours = given.neighbours(given.number("N") as usize);
        let mut below = vec![0; neighbours.len()];
        let mut longest = 0;
        for (vertex, parent) in from_root(&neighbours).into_iter().rev() {
            if let Some(parent) = parent {
                longest = longest.max(below[parent] + below[vertex] + 1);
                below[parent] = below[parent].max(below[vertex] + 1);
            }
        }
        vec![first_if(longest % 3 != 1)]
    }

    fn tell(_: &Given, winners: &[Option<Player>]) -> String {
        lines(["First", "Second"], winners)
    }

    fn does(given: &Given, coins: &Vec<usize>, to: &Vec<usize>, mover: Player) -> String {
        let all = Self::moves(given, coins, mover);
        let chosen = all.iter().position(|next| next == to).unwrap_or(0);
        format!("chooses vertex {}", coins[chosen] + 1)
    }
}
