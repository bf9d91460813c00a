//! Problems that are not in the list, each with a right and a wrong program.

use crate::programs::Tokens;
use std::collections::HashSet;

/// A program: the input and whether it is the wrong one.
pub(super) type Solve = fn(&mut Tokens<'_>, bool) -> String;

/// A problem with a wrong program: its name, its inputs, both programs, and how many bytes the smallest case
/// may have.
pub(super) struct Case(
    pub(super) &'static str,
    pub(super) &'static str,
    pub(super) Solve,
    pub(super) usize,
);

pub(super) const CASES: &[Case] = &[
    Case(
        "greatest sum",
        "n 1..100 | n*{a -10^9..10^9}",
        greatest_sum,
        5,
    ),
    Case("sum of 32 bits", "n 1..100 | n*{a 1..10^9}", sum, 36),
    Case("increasing", "n 1..60 | n*{a 1..10^9}", increasing, 6),
    Case("brackets", "s word(1..60, '()')", brackets, 3),
    Case(
        "components",
        "n 1..20 m 0..n*(n-1)/2 | graph(n, m)",
        components,
        16,
    ),
    Case("diameter", "n 2..40 | tree(n)", diameter, 10),
    Case("islands", "h 1..8 w 1..8 | grid(h, w, .#)", islands, 10),
    Case(
        "one way",
        "n 2..12 m 0..n*(n-1) | graph(n, m, directed){w 1..99}",
        one_way,
        10,
    ),
    Case("cycles", "n 1..30 | perm(n)", cycles, 10),
    Case(
        "knapsack",
        "n 1..10 W 1..30 | n*{w 1..10 v 1..10 |}",
        knapsack,
        16,
    ),
    Case(
        "not reset",
        "t 1..9 | t*{n 1..9 | n*{a 1..99} |}",
        not_reset,
        10,
    ),
];

pub(super) fn greatest_sum(input: &mut Tokens<'_>, wrong: bool) -> String {
    let count = input.size();
    let numbers = input.numbers(count);
    let mut best = if wrong { 0 } else { i64::MIN };
    let mut sum = 0i64;
    for number in numbers {
        sum = sum.max(0) + number;
        best = best.max(sum);
    }
    format!("{best}\n")
}

pub(super) fn sum(input: &mut Tokens<'_>, wrong: bool) -> String {
    let count = input.size();
    let sum: i64 = input.numbers(count).iter().sum();
    match wrong {
        true => format!("{}\n", sum as i32),
        false => format!("{sum}\n"),
    }
}

fn increasing(input: &mut Tokens<'_>, wrong: bool) -> String {
    let count = input.size();
    let numbers = input.numbers(count);
    let mut longest = vec![1; count];
    for at in 0..count {
        for before in 0..at {
            let goes_on = match wrong {
                true => numbers[before] <= numbers[at],
                false => numbers[before] < numbers[at],
            };
            if goes_on {
                longest[at] = longest[at].max(longest[before] + 1);
            }
        }
    }
    format!("{}\n", longest.iter().max().expect("not empty"))
}

fn brackets(input: &mut Tokens<'_>, wrong: bool) -> String {
    let mut open = 0;
    let mut fits = true;
    for letter in input.word().chars() {
        open += if letter == '(' { 1 } else { -1 };
        fits &= open >= 0 || wrong;
    }
    if fits && open == 0 { "Yes\n" } else { "No\n" }.to_owned()
}

fn edges(input: &mut Tokens<'_>, count: usize) -> Vec<[usize; 2]> {
    (0..count)
        .map(|_| [input.size() - 1, input.size() - 1])
        .collect()
}

fn components(input: &mut Tokens<'_>, wrong: bool) -> String {
    let (vertices, count) = (input.size(), input.size());
    let edges = edges(input, count);
    if wrong {
        return format!("{}\n", vertices.saturating_sub(count).max(1));
    }
    let mut group: Vec<usize> = (0..vertices).collect();
    for [a, b] in edges {
        let (from, to) = (group[a], group[b]);
        group
            .iter_mut()
            .filter(|of| **of == from)
            .for_each(|of| *of = to);
    }
    format!("{}\n", group.iter().collect::<HashSet<_>>().len())
}

fn diameter(input: &mut Tokens<'_>, wrong: bool) -> String {
    let vertices = input.size();
    let edges = edges(input, vertices - 1);
    let farthest = |start: usize| {
        let mut distance = vec![usize::MAX; vertices];
        distance[start] = 0;
        for _ in 0..vertices {
            for &[a, b] in &edges {
                for (from, to) in [(a, b), (b, a)] {
                    let next = distance[from].saturating_add(1);
                    distance[to] = distance[to].min(next);
                }
            }
        }
        distance.into_iter().max().unwrap_or(0)
    };
    let longest = match wrong {
        true => farthest(0),
        false => (0..vertices).map(farthest).max().unwrap_or(0),
    };
    format!("{longest}\n")
}

fn islands(input: &mut Tokens<'_>, wrong: bool) -> String {
    let (rows, columns) = (input.number(), input.number());
    let grid: Vec<Vec<u8>> = (0..rows).map(|_| input.word().into()).collect();
    let mut seen = HashSet::new();
    let mut count = 0;
    for start in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        let mut open = vec![start];
        let mut size = 0;
        while let Some((row, column)) = open.pop() {
            let inside = (0..rows).contains(&row) && (0..columns).contains(&column);
            if !inside || grid[row as usize][column as usize] != b'#' || !seen.insert((row, column))
            {
                continue;
            }
            size += 1;
            for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                open.push((row + down, column + right));
            }
            if wrong {
                for (down, right) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                    open.push((row + down, column + right));
                }
            }
        }
        count += i32::from(size > 0);
    }
    format!("{count}\n")
}

fn one_way(input: &mut Tokens<'_>, wrong: bool) -> String {
    let (vertices, count) = (input.size(), input.size());
    let mut distance = vec![i64::MAX; vertices];
    distance[0] = 0;
    let edges: Vec<(usize, usize, i64)> = (0..count)
        .map(|_| (input.size() - 1, input.size() - 1, input.number()))
        .collect();
    for _ in 0..vertices {
        for &(a, b, cost) in &edges {
            distance[b] = distance[b].min(distance[a].saturating_add(cost));
            if wrong {
                distance[a] = distance[a].min(distance[b].saturating_add(cost));
            }
        }
    }
    match distance[vertices - 1] {
        i64::MAX => "-1\n".to_owned(),
        distance => format!("{distance}\n"),
    }
}

fn cycles(input: &mut Tokens<'_>, wrong: bool) -> String {
    let count = input.size();
    let order: Vec<usize> = (0..count).map(|_| input.size() - 1).collect();
    if wrong {
        // As if all were of one or two.
        let moved = (0..count).filter(|&at| order[at] != at).count();
        return format!("{}\n", count - moved + moved / 2);
    }
    let mut seen = vec![false; count];
    let mut cycles = 0;
    for start in 0..count {
        let mut at = start;
        cycles += u32::from(!seen[start]);
        while !std::mem::replace(&mut seen[at], true) {
            at = order[at];
        }
    }
    format!("{cycles}\n")
}

fn knapsack(input: &mut Tokens<'_>, wrong: bool) -> String {
    let (count, room) = (input.size(), input.size());
    let mut things: Vec<(usize, i64)> =
        (0..count).map(|_| (input.size(), input.number())).collect();
    if wrong {
        things.sort_by_key(|&(weight, value)| -1000 * value / weight as i64);
        let (mut left, mut total) = (room, 0);
        for (weight, value) in things {
            if weight <= left {
                left -= weight;
                total += value;
            }
        }
        return format!("{total}\n");
    }
    let mut best = vec![0; room + 1];
    for (weight, value) in things {
        for used in (weight..=room).rev() {
            best[used] = best[used].max(best[used - weight] + value);
        }
    }
    format!("{}\n", best[room])
}

fn not_reset(input: &mut Tokens<'_>, wrong: bool) -> String {
    let mut text = String::new();
    let mut best = 0;
    for _ in 0..input.size() {
        if !wrong {
            best = 0;
        }
        let count = input.size();
        best = input.numbers(count).into_iter().fold(best, i64::max);
        text += &format!("{best}\n");
    }
    text
}
