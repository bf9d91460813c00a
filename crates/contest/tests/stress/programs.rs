//! Programs as contestants write them, from the statements: one that is right for each problem, and
//! the same with a flaw. They share nothing with our engine.

mod cyclic;

use cyclic::{abc209e, abc261h, cf787c};
use std::collections::HashMap;

/// What a program answers: the whole output for an input.
pub(crate) type Program = fn(&mut Tokens<'_>, &str) -> String;

/// The program for each problem. Its second argument is the name of the flaw; without one, `""`.
pub(crate) const PROGRAMS: &[(&str, Program)] = &[
    ("abc349e", abc349e),
    ("abc201d", abc201d),
    ("aoj0066", aoj0066),
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

/// The input, word by word.
pub(crate) struct Tokens<'t>(std::str::SplitAsciiWhitespace<'t>);

impl<'t> Tokens<'t> {
    pub(crate) fn of(input: &'t str) -> Tokens<'t> {
        Tokens(input.split_ascii_whitespace())
    }
    pub(crate) fn word(&mut self) -> &'t str {
        self.0.next().expect("the input goes on")
    }
    pub(crate) fn number(&mut self) -> i64 {
        self.word().parse().expect("a number")
    }
    pub(crate) fn size(&mut self) -> usize {
        self.number() as usize
    }
    pub(crate) fn numbers(&mut self, count: usize) -> Vec<i64> {
        (0..count).map(|_| self.number()).collect()
    }
}

/// Three in a row on a board of nine, as it is usually tested: a flag for each line.
pub(crate) fn has_line(board: &[u8], player: u8, flaw: &str) -> bool {
    let is = |cell: usize| board[cell] == player;
    if flaw == "all-nine" {
        return (0..9).all(is);
    }
    let mut line = true;
    for row in 0..3 {
        line = (0..3).all(|col| is(3 * row + col));
        if line {
            return true;
        }
    }
    if flaw != "no-columns" {
        for col in 0..3 {
            line = (0..3).all(|row| is(3 * row + col));
            if line {
                return true;
            }
        }
    }
    if flaw == "no-diagonals" {
        return false;
    }
    if flaw != "flag-not-reset" {
        line = true;
    }
    for step in 0..3 {
        line &= is(4 * step);
    }
    if line {
        return true;
    }
    (0..3).all(|step| is(2 + 2 * step))
}

fn abc349e(input: &mut Tokens<'_>, flaw: &str) -> String {
    struct Play<'f> {
        weights: Vec<i64>,
        flaw: &'f str,
        known: HashMap<Vec<u8>, i64>,
    }
    const WIN: i64 = 1 << 40;
    impl Play<'_> {
        /// First's points less Second's; a line is worth more than all points.
        fn value(&mut self, board: &mut Vec<u8>, player: u8) -> i64 {
            let full = board.iter().all(|&mark| mark != 0);
            let line = |player| has_line(board, player, self.flaw);
            if !(full && self.flaw == "full-first") {
                if line(1) {
                    return WIN;
                }
                if line(2) {
                    return if self.flaw == "line-is-first" {
                        WIN
                    } else {
                        -WIN
                    };
                }
            }
            if full {
                let total = |player: u8| -> i64 {
                    let own = (0..9).filter(|&cell| board[cell] == player);
                    let sum: i64 = own.map(|cell| self.weights[cell]).sum();
                    if self.flaw == "i32" {
                        i64::from(sum as i32)
                    } else {
                        sum
                    }
                };
                return total(1) - total(2);
            }
            if let Some(&value) = self.known.get(board) {
                return value;
            }
            let mut values = Vec::new();
            for cell in 0..9 {
                if board[cell] == 0 {
                    board[cell] = player;
                    values.push(self.value(board, 3 - player));
                    board[cell] = 0;
                }
            }
            let first = (player == 1) != (self.flaw == "min-max");
            let values = values.into_iter();
            let value = if first { values.max() } else { values.min() }.expect("a free cell");
            self.known.insert(board.clone(), value);
            value
        }
    }
    let mut play = Play {
        weights: input.numbers(9),
        flaw,
        known: HashMap::new(),
    };
    let value = play.value(&mut vec![0; 9], 1);
    if value > 0 { "Takahashi\n" } else { "Aoki\n" }.to_owned()
}

fn abc201d(input: &mut Tokens<'_>, flaw: &str) -> String {
    let (height, width) = (input.size(), input.size());
    let rows: Vec<&[u8]> = (0..height).map(|_| input.word().as_bytes()).collect();
    let points = |row: usize, col: usize| if rows[row][col] == b'+' { 1 } else { -1 };
    let value = if flaw == "forward" {
        // The best way to reach each cell, as if the game were played backward.
        let mut best = vec![vec![0_i64; width]; height];
        for row in 0..height {
            for col in 0..width {
                let mut ways = Vec::new();
                if row > 0 {
                    ways.push(best[row - 1][col]);
                }
                if col > 0 {
                    ways.push(best[row][col - 1]);
                }
                let first = (row + col) % 2 == 1;
                let ways = ways.into_iter();
                best[row][col] = match if first { ways.max() } else { ways.min() } {
                    None => 0,
                    Some(way) if first => way + points(row, col),
                    Some(way) => way - points(row, col),
                };
            }
        }
        best[height - 1][width - 1]
    } else if flaw == "no-memo" {
        // Every way to the end, one by one.
        fn walk(
            (row, col): (usize, usize),
            size: (usize, usize),
            points: &dyn Fn(usize, usize) -> i64,
        ) -> i64 {
            let step = |row: usize, col: usize| {
                (row < size.0 && col < size.1)
                    .then(|| points(row, col) - walk((row, col), size, points))
            };
            step(row + 1, col).max(step(row, col + 1)).unwrap_or(0)
        }
        walk((0, 0), (height, width), &points)
    } else {
        let mut best = vec![vec![0_i64; width]; height];
        for row in (0..height).rev() {
            for col in (0..width).rev() {
                let down = (row + 1 < height).then(|| points(row + 1, col) - best[row + 1][col]);
                let right = (col + 1 < width).then(|| points(row, col + 1) - best[row][col + 1]);
                let both = match (down, right) {
                    (Some(down), Some(right)) if flaw == "min-max" => Some(down.min(right)),
                    (down, right) => down.max(right),
                };
                best[row][col] = both.unwrap_or(0);
            }
        }
        best[0][0]
    };
    let value = match flaw {
        "parity" if (height + width) % 2 == 1 => -value,
        "start-counts" => value + points(0, 0),
        "one-by-one" if height * width == 1 => panic!("there is nothing to play"),
        _ => value,
    };
    ["Aoki\n", "Draw\n", "Takahashi\n"][(value.signum() + 1) as usize].to_owned()
}

fn aoj0066(input: &mut Tokens<'_>, flaw: &str) -> String {
    let mut lines: Vec<&str> = input.0.by_ref().collect();
    if flaw == "last-line" {
        lines.pop();
    }
    let mut output = String::new();
    for line in lines {
        let board = line.as_bytes();
        output += match (has_line(board, b'o', flaw), has_line(board, b'x', flaw)) {
            (true, _) => "o\n",
            (_, true) => "x\n",
            _ => "d\n",
        };
    }
    output
}

fn edpc_l(input: &mut Tokens<'_>, flaw: &str) -> String {
    let count = input.size();
    let a = input.numbers(count);
    let mut total = 0;
    if flaw == "greedy" {
        let (mut left, mut right, mut sign) = (0, count, 1);
        while left < right {
            if a[left] >= a[right - 1] {
                total += sign * a[left];
                left += 1;
            } else {
                right -= 1;
                total += sign * a[right];
            }
            sign = -sign;
        }
    } else {
        // By lengths; `best[l]` is of the numbers from `l` on, so many as the round says.
        let mut best = vec![0_i64; count + 1];
        for length in 1..=count {
            for left in 0..=count - length {
                let (from_left, from_right) =
                    (a[left] - best[left + 1], a[left + length - 1] - best[left]);
                let value = match flaw {
                    "min-max" => from_left.min(from_right),
                    _ => from_left.max(from_right),
                };
                best[left] = if flaw == "i32" {
                    i64::from(value as i32)
                } else {
                    value
                };
            }
        }
        total = best[0];
    }
    format!("{total}\n")
}

fn edpc_k(input: &mut Tokens<'_>, flaw: &str) -> String {
    let (count, stones) = (input.size(), input.size());
    let take = input.numbers(count);
    let first = if flaw == "period" {
        // As if play had the period of the least and the greatest number together.
        stones as i64 % (take[0] + take[count - 1]) >= take[0]
    } else {
        let mut wins = vec![false; stones + 1];
        for left in 0..=stones {
            let taken = take.iter().map(|&number| number as usize);
            let mut next = taken.filter(|&number| match flaw {
                "never-all" => number < left,
                _ => number <= left,
            });
            wins[left] = next.any(|number| !wins[left - number]);
        }
        wins[stones]
    };
    if first { "First\n" } else { "Second\n" }.to_owned()
}

fn abc025c(input: &mut Tokens<'_>, flaw: &str) -> String {
    struct Pairs<'f> {
        vertical: Vec<i64>,
        horizontal: Vec<i64>,
        flaw: &'f str,
        known: HashMap<Vec<u8>, i64>,
    }
    impl Pairs<'_> {
        /// First's points.
        fn points(&self, board: &[u8]) -> i64 {
            let vertical = (0..6).filter(|&at| board[at] == board[at + 3]);
            let horizontal = (0..6).filter(|&at| {
                let cell = at / 2 * 3 + at % 2;
                board[cell] == board[cell + 1]
            });
            let horizontal: i64 = horizontal.map(|at| self.horizontal[at]).sum();
            vertical.map(|at| self.vertical[at]).sum::<i64>() + horizontal
        }
        fn value(&mut self, board: &mut Vec<u8>, player: u8) -> i64 {
            if board.iter().all(|&mark| mark != 0) {
                return self.points(board);
            }
            if let Some(&value) = self.known.get(board) {
                return value;
            }
            let mut values = Vec::new();
            for cell in 0..9 {
                if board[cell] == 0 {
                    board[cell] = player;
                    values.push(self.value(board, 3 - player));
                    board[cell] = 0;
                }
            }
            let values = values.into_iter();
            let first = player == 1 || self.flaw == "both-for-first";
            let value = if first { values.max() } else { values.min() }.expect("a free cell");
            self.known.insert(board.clone(), value);
            value
        }
    }
    let (first, second) = (input.numbers(6), input.numbers(6));
    let (vertical, horizontal) = match flaw {
        "swapped" => (second, first),
        _ => (first, second),
    };
    let total: i64 = vertical.iter().chain(&horizontal).sum();
    let mut pairs = Pairs {
        vertical,
        horizontal,
        flaw,
        known: HashMap::new(),
    };
    let first = pairs.value(&mut vec![0; 9], 1);
    format!("{first}\n{}\n", total - first)
}

fn tdpc_b(input: &mut Tokens<'_>, flaw: &str) -> String {
    let (left, right) = (input.size(), input.size());
    let (a, b) = (input.numbers(left), input.numbers(right));
    if flaw == "greedy" {
        let (mut i, mut j, mut totals) = (0, 0, [0, 0]);
        for turn in 0..left + right {
            let from_left = j == right || i < left && a[i] >= b[j];
            totals[turn % 2] += if from_left { a[i] } else { b[j] };
            if from_left { i += 1 } else { j += 1 }
        }
        return format!("{}\n", totals[0]);
    }
    // First's total from the items from `i` and `j` on.
    let mut best = vec![vec![0_i64; right + 1]; left + 1];
    for i in (0..=left).rev() {
        for j in (0..=right).rev() {
            let first = (i + j) % 2 == usize::from(flaw == "second-opens");
            let mut ways = Vec::new();
            if i < left {
                ways.push(best[i + 1][j] + if first { a[i] } else { 0 });
            }
            if j < right {
                ways.push(best[i][j + 1] + if first { b[j] } else { 0 });
            }
            let ways = ways.into_iter();
            best[i][j] = if first { ways.max() } else { ways.min() }.unwrap_or(0);
        }
    }
    format!("{}\n", best[0][0])
}

fn abc354e(input: &mut Tokens<'_>, flaw: &str) -> String {
    let count = input.size();
    let cards: Vec<(i64, i64)> = (0..count)
        .map(|_| (input.number(), input.number()))
        .collect();
    let fit = |a: (i64, i64), b: (i64, i64)| match flaw {
        "fronts-only" => a.0 == b.0,
        "both-sides" => a == b,
        _ => a.0 == b.0 || a.1 == b.1,
    };
    let mut wins = vec![false; 1 << count];
    for left in 0..1_usize << count {
        let on = |card: usize| left >> card & 1 == 1;
        let pairs = (0..count).flat_map(|b| (0..b).map(move |a| (a, b)));
        let mut pairs = pairs.filter(|&(a, b)| on(a) && on(b) && fit(cards[a], cards[b]));
        wins[left] = match flaw {
            // As if every pair that fits now were taken in the end.
            "count-pairs" => pairs.count() % 2 == 1,
            _ => pairs.any(|(a, b)| !wins[left & !(1 << a) & !(1 << b)]),
        };
    }
    if wins[(1 << count) - 1] {
        "Takahashi\n"
    } else {
        "Aoki\n"
    }
    .to_owned()
}

fn abc278f(input: &mut Tokens<'_>, flaw: &str) -> String {
    struct Words<'t, 'f> {
        words: Vec<&'t [u8]>,
        flaw: &'f str,
        known: HashMap<(usize, u8), bool>,
    }
    impl Words<'_, '_> {
        /// Whether who says the next word wins.
        fn wins(&mut self, said: usize, last: Option<u8>) -> bool {
            let key = match self.flaw {
                "no-last-word" => (said, 0),
                _ => (said, last.unwrap_or(0)),
            };
            if let Some(&wins) = self.known.get(&key) {
                return wins;
            }
            let mut wins = false;
            for word in 0..self.words.len() {
                let letters = self.words[word];
                let fits = last.is_none_or(|last| letters[0] == last);
                if said >> word & 1 == 0 && fits {
                    wins |= !self.wins(said | 1 << word, letters.last().copied());
                    if self.flaw == "first-only" && last.is_none() {
                        break;
                    }
                }
            }
            self.known.insert(key, wins);
            wins
        }
    }
    let count = input.size();
    let mut words = Words {
        words: (0..count).map(|_| input.word().as_bytes()).collect(),
        flaw,
        known: HashMap::new(),
    };
    if words.wins(0, None) {
        "First\n"
    } else {
        "Second\n"
    }
    .to_owned()
}

fn abc270d(input: &mut Tokens<'_>, flaw: &str) -> String {
    let (stones, count) = (input.size(), input.size());
    let take: Vec<usize> = input
        .numbers(count)
        .into_iter()
        .map(|number| number as usize)
        .collect();
    // What whoever moves gets of so many stones.
    let mut best = vec![0_usize; stones + 1];
    for left in 1..=stones {
        let fit = take.iter().filter(|&&number| number <= left);
        let mut ways = fit.map(|&number| left - best[left - number]);
        best[left] = match flaw {
            "greedy" => ways.next_back(),
            "smallest" => ways.min(),
            _ => ways.max(),
        }
        .unwrap_or(0);
    }
    format!("{}\n", best[stones])
}
