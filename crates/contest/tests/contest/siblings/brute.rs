//! Brute forces of the sibling problems, from their statements alone.

use std::collections::HashMap;

/// Reads numbers and words one after another.
pub(super) struct Tokens<'t>(std::str::SplitAsciiWhitespace<'t>);

impl<'t> Tokens<'t> {
    pub(super) fn of(input: &'t str) -> Tokens<'t> {
        Tokens(input.split_ascii_whitespace())
    }
    pub(super) fn word(&mut self) -> &'t str {
        self.0.next().expect("the input goes on")
    }
    pub(super) fn number(&mut self) -> i64 {
        self.word().parse().expect("a number")
    }
    pub(super) fn numbers(&mut self, count: i64) -> Vec<i64> {
        (0..count).map(|_| self.number()).collect()
    }
}

fn edpc_l(input: &str) -> String {
    /// Taro's total less Jiro's, of the numbers from `l` to `r`.
    fn best(
        a: &[i64],
        l: usize,
        r: usize,
        taro: bool,
        known: &mut HashMap<(usize, usize), i64>,
    ) -> i64 {
        if l == r {
            return 0;
        }
        if let Some(&value) = known.get(&(l, r)) {
            return value;
        }
        let sign = if taro { 1 } else { -1 };
        let left = sign * a[l] + best(a, l + 1, r, !taro, known);
        let right = sign * a[r - 1] + best(a, l, r - 1, !taro, known);
        let value = if taro {
            left.max(right)
        } else {
            left.min(right)
        };
        known.insert((l, r), value);
        value
    }
    let mut tokens = Tokens::of(input);
    let n = tokens.number();
    let a = tokens.numbers(n);
    format!("{}\n", best(&a, 0, a.len(), true, &mut HashMap::new()))
}

fn edpc_k(input: &str) -> String {
    let mut tokens = Tokens::of(input);
    let (n, k) = (tokens.number(), tokens.number());
    let a = tokens.numbers(n);
    let mut wins: Vec<bool> = Vec::new();
    for stones in 0..=k {
        let win = a
            .iter()
            .any(|&a| a <= stones && !wins[(stones - a) as usize]);
        wins.push(win);
    }
    if wins[k as usize] {
        "First\n"
    } else {
        "Second\n"
    }
    .to_owned()
}

fn abc270d(input: &str) -> String {
    /// What each player gets in all, by the stones left and the player to move.
    fn play(
        stones: i64,
        player: usize,
        a: &[i64],
        known: &mut HashMap<(i64, usize), [i64; 2]>,
    ) -> [i64; 2] {
        if let Some(&totals) = known.get(&(stones, player)) {
            return totals;
        }
        let mut best = [0, 0];
        for &a_i in a.iter().filter(|&&a_i| a_i <= stones) {
            let mut totals = play(stones - a_i, 1 - player, a, known);
            totals[player] += a_i;
            if totals[player] > best[player] {
                best = totals;
            }
        }
        known.insert((stones, player), best);
        best
    }
    let mut tokens = Tokens::of(input);
    let (n, k) = (tokens.number(), tokens.number());
    let a = tokens.numbers(k);
    let mut known = HashMap::new();
    // From below, so that no call goes deep.
    for stones in 0..=n {
        play(stones, 0, &a, &mut known);
        play(stones, 1, &a, &mut known);
    }
    format!("{}\n", known[&(n, 0)][0])
}

fn tdpc_b(input: &str) -> String {
    /// What First gets from the items from `i` and from `j` on.
    fn first(a: &[i64], b: &[i64], known: &mut HashMap<(usize, usize), i64>, turn: bool) -> i64 {
        if a.is_empty() && b.is_empty() {
            return 0;
        }
        if let Some(&total) = known.get(&(a.len(), b.len())) {
            return total;
        }
        let mut totals = Vec::new();
        if let [top, rest @ ..] = a {
            totals.push(if turn { *top } else { 0 } + first(rest, b, known, !turn));
        }
        if let [top, rest @ ..] = b {
            totals.push(if turn { *top } else { 0 } + first(a, rest, known, !turn));
        }
        let totals = totals.into_iter();
        let total = if turn { totals.max() } else { totals.min() }.expect("a move");
        known.insert((a.len(), b.len()), total);
        total
    }
    let mut tokens = Tokens::of(input);
    let (a, b) = (tokens.number(), tokens.number());
    let (a, b) = (tokens.numbers(a), tokens.numbers(b));
    format!("{}\n", first(&a, &b, &mut HashMap::new(), true))
}

fn abc025c(input: &str) -> String {
    /// First's points when the board is full.
    fn first(
        cells: &mut [u8; 9],
        ply: u8,
        b: &[i64],
        c: &[i64],
        known: &mut HashMap<[u8; 9], i64>,
    ) -> i64 {
        if let Some(&points) = known.get(cells) {
            return points;
        }
        let mut points = if ply.is_multiple_of(2) {
            i64::MIN
        } else {
            i64::MAX
        };
        for cell in 0..9 {
            if cells[cell] != b'.' {
                continue;
            }
            cells[cell] = b"ox"[usize::from(ply % 2)];
            let after = first(cells, ply + 1, b, c, known);
            cells[cell] = b'.';
            points = if ply.is_multiple_of(2) {
                points.max(after)
            } else {
                points.min(after)
            };
        }
        if ply == 9 {
            points = 0;
            for row in 0..3 {
                for col in 0..3 {
                    let cell = 3 * row + col;
                    if row < 2 && cells[cell] == cells[cell + 3] {
                        points += b[3 * row + col];
                    }
                    if col < 2 && cells[cell] == cells[cell + 1] {
                        points += c[2 * row + col];
                    }
                }
            }
        }
        known.insert(*cells, points);
        points
    }
    let mut tokens = Tokens::of(input);
    let (b, c) = (tokens.numbers(6), tokens.numbers(6));
    let points = first(&mut [b'.'; 9], 0, &b, &c, &mut HashMap::new());
    let sum: i64 = b.iter().chain(&c).sum();
    format!("{points}\n{}\n", sum - points)
}

fn abc354e(input: &str) -> String {
    fn wins(cards: &[(i64, i64)], gone: u32, known: &mut HashMap<u32, bool>) -> bool {
        if let Some(&win) = known.get(&gone) {
            return win;
        }
        let mut win = false;
        for i in 0..cards.len() {
            for j in 0..i {
                let both = 1 << i | 1 << j;
                let share = cards[i].0 == cards[j].0 || cards[i].1 == cards[j].1;
                win |= gone & both == 0 && share && !wins(cards, gone | both, known);
            }
        }
        known.insert(gone, win);
        win
    }
    let mut tokens = Tokens::of(input);
    let n = tokens.number();
    let cards: Vec<_> = (0..n).map(|_| (tokens.number(), tokens.number())).collect();
    let win = wins(&cards, 0, &mut HashMap::new());
    if win { "Takahashi\n" } else { "Aoki\n" }.to_owned()
}

fn abc278f(input: &str) -> String {
    fn wins(
        words: &[&str],
        said: u32,
        last: Option<char>,
        known: &mut HashMap<(u32, Option<char>), bool>,
    ) -> bool {
        if let Some(&win) = known.get(&(said, last)) {
            return win;
        }
        let win = (0..words.len()).any(|i| {
            let fits = last.is_none_or(|last| words[i].starts_with(last));
            said >> i & 1 == 0
                && fits
                && !wins(words, said | 1 << i, words[i].chars().last(), known)
        });
        known.insert((said, last), win);
        win
    }
    let mut tokens = Tokens::of(input);
    let n = tokens.number();
    let words: Vec<&str> = (0..n).map(|_| tokens.word()).collect();
    let win = wins(&words, 0, None, &mut HashMap::new());
    if win { "First\n" } else { "Second\n" }.to_owned()
}

/// Of positions with the positions that follow, whether who moves wins (`Some(true)`), loses, or
/// neither: rounds over everything until nothing changes.
fn fixpoint(next: &[Vec<usize>], lost: &[bool]) -> Vec<Option<bool>> {
    let mut known: Vec<Option<bool>> = lost.iter().map(|&lost| lost.then_some(false)).collect();
    loop {
        let mut changed = false;
        for at in 0..next.len() {
            if known[at].is_some() {
                continue;
            }
            if next[at].iter().any(|&to| known[to] == Some(false)) {
                known[at] = Some(true);
            } else if next[at].iter().all(|&to| known[to] == Some(true)) {
                known[at] = Some(false);
            }
            changed |= known[at].is_some();
        }
        if !changed {
            return known;
        }
    }
}

fn abc209e(input: &str) -> String {
    let mut tokens = Tokens::of(input);
    let n = tokens.number();
    let words: Vec<&str> = (0..n).map(|_| tokens.word()).collect();
    // A position is the word that was said last.
    let follows = |word: &str, next: &str| word[word.len() - 3..] == next[..3];
    let next: Vec<Vec<usize>> = words
        .iter()
        .map(|word| {
            (0..words.len())
                .filter(|&i| follows(word, words[i]))
                .collect()
        })
        .collect();
    let known = fixpoint(&next, &vec![false; next.len()]);
    let line = |known: &Option<bool>| match known {
        Some(true) => "Aoki\n",
        Some(false) => "Takahashi\n",
        None => "Draw\n",
    };
    known.iter().map(line).collect()
}

fn cf787c(input: &str) -> String {
    let mut tokens = Tokens::of(input);
    let n = tokens.number();
    let steps: Vec<Vec<i64>> = (0..2)
        .map(|_| {
            let count = tokens.number();
            tokens.numbers(count)
        })
        .collect();
    // Position 2 * place + player, places from 0.
    let next = |at: i64| {
        let (place, player) = (at / 2, (at % 2) as usize);
        let to = |step: &i64| (2 * ((place + step) % n) + 1 - player as i64) as usize;
        steps[player].iter().map(to).collect()
    };
    let next: Vec<Vec<usize>> = (0..2 * n).map(next).collect();
    let lost: Vec<bool> = (0..2 * n).map(|at| at < 2).collect();
    let known = fixpoint(&next, &lost);
    let line = |player: usize| {
        let words = (1..n as usize).map(|place| match known[2 * place + player] {
            Some(true) => "Win",
            Some(false) => "Lose",
            None => "Loop",
        });
        words.collect::<Vec<_>>().join(" ") + "\n"
    };
    line(0) + &line(1)
}

fn abc261h(input: &str) -> String {
    let mut tokens = Tokens::of(input);
    let (n, m, v) = (
        tokens.number() as usize,
        tokens.number(),
        tokens.number() as usize,
    );
    let mut edges = vec![Vec::new(); n + 1];
    for _ in 0..m {
        let (a, b, c) = (
            tokens.number() as usize,
            tokens.number() as usize,
            tokens.number(),
        );
        edges[a].push((b, c));
    }
    // What Takahashi pays if he has to be done within so many moves; None: he is not.
    let mut costs = vec![[None, None]; n + 1];
    for _ in 0..=2 * n + 1 {
        let before = costs.clone();
        let pay =
            |player: usize, &(b, c): &(usize, i64)| before[b][1 - player].map(|cost| cost + c);
        for vertex in 1..=n {
            let out = &edges[vertex];
            if out.is_empty() {
                costs[vertex] = [Some(0), Some(0)];
                continue;
            }
            let all: Option<Vec<i64>> = out.iter().map(|edge| pay(1, edge)).collect();
            costs[vertex] = [
                out.iter().filter_map(|edge| pay(0, edge)).min(),
                all.and_then(|all| all.into_iter().max()),
            ];
        }
    }
    match costs[v][0] {
        Some(cost) => format!("{cost}\n"),
        None => "INFINITY\n".to_owned(),
    }
}

/// From an input to the judge's answer.
pub(super) type Oracle = fn(&str) -> String;

/// Each problem's.
pub(super) const ORACLES: [(&str, Oracle); 10] = [
    ("edpc-l", edpc_l),
    ("edpc-k", edpc_k),
    ("abc025c", abc025c),
    ("tdpc-b", tdpc_b),
    ("abc354e", abc354e),
    ("abc278f", abc278f),
    ("abc270d", abc270d),
    ("abc209e", abc209e),
    ("cf787c", cf787c),
    ("abc261h", abc261h),
];
