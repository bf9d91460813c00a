//! Codeforces 917 B: two marbles on a graph; the letters of the moves never descend.

use super::About;
use super::stated::{STATED, Stated, first_if};
use crate::shape::Given;
use yomikiri::Player;

/// Codeforces 917 B.
pub(super) struct Cf917B;

impl Stated for Cf917B {
    /// The vertices of Max and of Lucas, from 0, and the letter of the move before.
    type Position = ([usize; 2], u8);

    const ABOUT: About = About {
        id: "cf917b",
        judge: "Codeforces 917 B",
        title: "MADMAX",
        game: "graph",
        input: "n m, then m lines v u c: an edge from v to u with the letter c",
        shape: "n 2..100 m 1..n*(n-1)/2 | graph(n, m, directed acyclic){c word(1, a-z)}",
        seconds: 1,
        constraints: &[
            "2 <= n <= 100",
            "1 <= m <= n(n-1)/2",
            "1 <= v <= n",
            "1 <= u <= n",
            "each c a letter a to z",
            "no edge from a vertex to itself",
            "no edge twice",
            "the edges make no circle",
        ],
        output: "n lines of n letters: A if Max, at the vertex of the line, beats Lucas, else B",
        words: &["A", "B"],
        example: "4 4\n1 2 b\n1 3 a\n2 4 c\n3 4 b\n",
        ..STATED
    };
    const NAMES: [&'static str; 2] = ["Max", "Lucas"];
    const SMALL: &'static str =
        "n 2..5 m 1..min(7, n*(n-1)/2) | graph(n, m, directed acyclic){c word(1, a-d)}";

    fn starts(given: &Given) -> Vec<([usize; 2], u8)> {
        let vertices = given.number("n") as usize;
        let line = |max| (0..vertices).map(move |lucas| ([max, lucas], b'a'));
        (0..vertices).flat_map(line).collect()
    }

    fn moves(
        given: &Given,
        (at, letter): &([usize; 2], u8),
        mover: Player,
    ) -> Vec<([usize; 2], u8)> {
        let edges = &edges(given)[at[mover as usize]];
        let open = edges.iter().filter(|(_, next)| next >= letter);
        open.map(|&(to, letter)| {
            let mut next = *at;
            next[mover as usize] = to;
            (next, letter)
        })
        .collect()
    }

    /// Names the vertices, and the least letter that the next move may have.
    fn name(_: &Given, ([max, lucas], letter): &([usize; 2], u8)) -> String {
        format!("{}.{}{}", max + 1, lucas + 1, char::from(*letter))
    }

    /// Solves each pair of the mover's and the other player's vertex with each letter once.
    fn law(given: &Given) -> Vec<Option<Player>> {
        let edges = edges(given);
        let vertices = edges.len();
        let mut known = vec![None; vertices * vertices * 26];
        let starts = Self::starts(given).into_iter();
        starts
            .map(|([max, lucas], _)| first_if(wins(&edges, max, lucas, 0, &mut known)))
            .collect()
    }

    fn tell(given: &Given, winners: &[Option<Player>]) -> String {
        let letter = |winner: &Option<Player>| match winner {
            Some(Player::First) => 'A',
            _ => 'B',
        };
        let lines = winners.chunks(given.number("n") as usize);
        lines
            .map(|line| line.iter().map(letter).collect::<String>() + "\n")
            .collect()
    }

    fn does(
        _: &Given,
        _: &([usize; 2], u8),
        (to, letter): &([usize; 2], u8),
        mover: Player,
    ) -> String {
        let (vertex, letter) = (to[mover as usize] + 1, char::from(*letter));
        format!("moves to vertex {vertex} by {letter}")
    }

    fn called(given: &Given, start: usize) -> String {
        let vertices = given.number("n") as usize;
        let (max, lucas) = (start / vertices + 1, start % vertices + 1);
        format!("Max at vertex {max}, Lucas at {lucas}")
    }
}

/// Returns the edges from each vertex with their letters.
fn edges(given: &Given) -> Vec<Vec<(usize, u8)>> {
    let mut from = vec![Vec::new(); given.number("n") as usize];
    for (&[v, u], letter) in given.edges().iter().zip(given.words()) {
        from[v].push((u, letter.as_bytes()[0]));
    }
    from
}

/// Returns whether the mover wins. The recursion is no deeper than two paths are long.
fn wins(
    edges: &[Vec<(usize, u8)>],
    mover: usize,
    other: usize,
    least: u8,
    known: &mut [Option<bool>],
) -> bool {
    let key = (mover * edges.len() + other) * 26 + usize::from(least);
    if let Some(wins) = known[key] {
        return wins;
    }
    let mut open = edges[mover].iter().map(|&(to, letter)| (to, letter - b'a'));
    let won = open.any(|(to, letter)| letter >= least && !wins(edges, other, to, letter, known));
    known[key] = Some(won);
    won
}
