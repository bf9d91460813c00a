//! AtCoder ABC206 F: intervals that do not intersect.

use super::About;
use super::stated::{STATED, Stated, dotted, first_if, lines, mex};
use crate::shape::Given;
use yomikiri::Player;

/// The greatest end of an interval.
const END: usize = 100;

/// AtCoder ABC206 F.
pub(super) struct Abc206F;

impl Stated for Abc206F {
    /// The test case, and its intervals that can still be chosen, counted from 0 and in order.
    type Position = (usize, Vec<usize>);

    const ABOUT: About = About {
        id: "abc206f",
        judge: "AtCoder ABC206 F",
        title: "Interval Game 2",
        game: "intervals",
        input: "T, then T times: N, then N lines L R",
        shape: "T 1..20 | T*{N 1..100 | N*{L 1..99 R L+1..100 |}}",
        seconds: 2,
        constraints: &[
            "1 <= T <= 20",
            "1 <= N <= 100",
            "1 <= L < R",
            "L < R <= 100",
        ],
        output: "for each test case a line: Alice (moves first) or Bob, whoever wins",
        words: &["Alice", "Bob"],
        example: "2\n2\n58 98\n11 29\n1\n5 9\n",
        ..STATED
    };
    const NAMES: [&'static str; 2] = ["Alice", "Bob"];
    const SMALL: &'static str = "T 1..3 | T*{N 1..6 | N*{L 1..7 R L+1..8 |}}";

    fn starts(given: &Given) -> Vec<(usize, Vec<usize>)> {
        let sizes = given.numbers("N").iter().enumerate();
        sizes
            .map(|(case, &size)| (case, (0..size as usize).collect()))
            .collect()
    }

    fn moves(
        given: &Given,
        (case, free): &(usize, Vec<usize>),
        _: Player,
    ) -> Vec<(usize, Vec<usize>)> {
        let intervals = &cases(given)[*case];
        let chosen = free.iter().map(|&at| intervals[at]);
        chosen
            .map(|(left, right)| {
                let apart = |&&at: &&usize| intervals[at].1 <= left || right <= intervals[at].0;
                (*case, free.iter().filter(apart).copied().collect())
            })
            .collect()
    }

    /// Names the test case, then the remaining intervals, counted from 1 in the order of the input.
    fn name(_: &Given, (case, free): &(usize, Vec<usize>)) -> String {
        format!("case{}_{}", case + 1, dotted(free.iter().map(|at| at + 1)))
    }

    /// A chosen interval leaves two stretches, one before it and one after it; the law computes the Grundy
    /// numbers of all stretches that play reaches.
    fn law(given: &Given) -> Vec<Option<Player>> {
        let wins = |intervals: &Vec<(usize, usize)>| {
            let mut known = vec![[None; END + 1]; END + 1];
            grundy(intervals, (0, END), &mut known) > 0
        };
        let cases = cases(given);
        let wins = cases.iter().map(|intervals| first_if(wins(intervals)));
        wins.collect()
    }

    fn tell(_: &Given, winners: &[Option<Player>]) -> String {
        lines(Self::NAMES, winners)
    }

    fn does(
        given: &Given,
        (case, free): &(usize, Vec<usize>),
        to: &(usize, Vec<usize>),
        mover: Player,
    ) -> String {
        let all = Self::moves(given, &(*case, free.clone()), mover);
        let chosen = all.iter().position(|next| next == to).unwrap_or(0);
        let (left, right) = cases(given)[*case][free[chosen]];
        format!("chooses the interval from {left} to {right}")
    }
}

/// Returns the Grundy number of a stretch. The stretches inside it are shorter, so the recursion ends.
fn grundy(
    intervals: &[(usize, usize)],
    (from, to): (usize, usize),
    known: &mut [[Option<u32>; END + 1]],
) -> u32 {
    if let Some(value) = known[from][to] {
        return value;
    }
    let inside = intervals.iter().filter(|&&(l, r)| from <= l && r <= to);
    let left: Vec<u32> = inside
        .map(|&(l, r)| grundy(intervals, (from, l), known) ^ grundy(intervals, (r, to), known))
        .collect();
    let value = mex(left);
    known[from][to] = Some(value);
    value
}

/// Returns the intervals of each test case.
fn cases(given: &Given) -> Vec<Vec<(usize, usize)>> {
    let (left, right) = (given.groups("N", "L"), given.groups("N", "R"));
    let pair = |(left, right): (&[i64], &[i64])| {
        let ends = left.iter().zip(right);
        ends.map(|(&l, &r)| (l as usize, r as usize)).collect()
    };
    left.into_iter().zip(right).map(pair).collect()
}
