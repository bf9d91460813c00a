//! Brute forces of the problems that are stated by a shape and rules, from their statements alone, each with
//! inputs that they can play out.

use super::super::brute::{Oracle, Tokens};
use std::collections::HashMap;
use std::hash::Hash;

/// Whether who is to move wins, where who cannot move loses.
fn wins<P: Clone + Eq + Hash>(
    at: &P,
    moves: &dyn Fn(&P) -> Vec<P>,
    known: &mut HashMap<P, bool>,
) -> bool {
    if let Some(&win) = known.get(at) {
        return win;
    }
    let win = moves(at).iter().any(|next| !wins(next, moves, known));
    known.insert(at.clone(), win);
    win
}

fn normal<P: Clone + Eq + Hash>(start: P, moves: impl Fn(&P) -> Vec<P>) -> bool {
    wins(&start, &moves, &mut HashMap::new())
}

/// One name or the other on a line.
fn said(win: bool, names: [&str; 2]) -> String {
    format!("{}\n", names[usize::from(!win)])
}

/// An answer for each test case.
fn cases(tokens: &mut Tokens<'_>, mut answer: impl FnMut(&mut Tokens<'_>) -> String) -> String {
    let count = tokens.number();
    (0..count).map(|_| answer(tokens)).collect()
}

fn sorted(mut numbers: Vec<i64>) -> Vec<i64> {
    numbers.sort_unstable();
    numbers
}

/// A list with one item replaced.
fn with(list: &[i64], at: usize, item: i64) -> Vec<i64> {
    let mut next = list.to_vec();
    next[at] = item;
    next
}

/// The pairs of a tree's edges, from 1.
fn tree(tokens: &mut Tokens<'_>) -> (usize, Vec<[usize; 2]>) {
    let n = tokens.number() as usize;
    let edge = |tokens: &mut Tokens<'_>| [tokens.number() as usize, tokens.number() as usize];
    (n, (1..n).map(|_| edge(tokens)).collect())
}

fn agc002e(input: &str) -> String {
    /// Whoever eats the last candy loses: nothing left is a win.
    fn win(piles: Vec<i64>) -> bool {
        if piles.is_empty() {
            return true;
        }
        let most = piles.iter().max().unwrap();
        let place = piles.iter().position(|pile| pile == most).unwrap();
        let mut without = piles.clone();
        without.remove(place);
        let less = piles
            .iter()
            .map(|pile| pile - 1)
            .filter(|&pile| pile > 0)
            .collect();
        !win(without) || !win(less)
    }
    let mut tokens = Tokens::of(input);
    let n = tokens.number();
    said(win(tokens.numbers(n)), ["First", "Second"])
}

fn agc014d(input: &str) -> String {
    /// Colours 0 none, 1 white, 2 black.
    fn win(colours: &mut Vec<u8>, edges: &[[usize; 2]], turn: u8) -> bool {
        let free: Vec<usize> = (0..colours.len()).filter(|&v| colours[v] == 0).collect();
        if free.is_empty() {
            let mut white: Vec<bool> = colours.iter().map(|&colour| colour == 1).collect();
            for &[a, b] in edges {
                if colours[a - 1] == 2 {
                    white[b - 1] = false;
                }
                if colours[b - 1] == 2 {
                    white[a - 1] = false;
                }
            }
            return white.contains(&true);
        }
        let mut found = turn == 2;
        for v in free {
            colours[v] = turn;
            let after = win(colours, edges, 3 - turn);
            colours[v] = 0;
            found = if turn == 1 {
                found || after
            } else {
                found && after
            };
        }
        found
    }
    let (n, edges) = tree(&mut Tokens::of(input));
    said(win(&mut vec![0; n], &edges, 1), ["First", "Second"])
}

fn agc017d(input: &str) -> String {
    let (n, edges) = tree(&mut Tokens::of(input));
    // A position is the edges that are left, as bits.
    let moves = |&left: &u32| {
        let cut = (0..n - 1).filter(|at| left >> at & 1 == 1);
        let after = |cut: usize| {
            let mut reached = vec![1];
            let mut kept = 0;
            let mut at = 0;
            while at < reached.len() {
                for (edge, ends) in edges.iter().enumerate() {
                    if left >> edge & 1 == 0 || edge == cut || !ends.contains(&reached[at]) {
                        continue;
                    }
                    kept |= 1 << edge;
                    let other = ends[0] + ends[1] - reached[at];
                    if !reached.contains(&other) {
                        reached.push(other);
                    }
                }
                at += 1;
            }
            kept
        };
        cut.map(after).collect()
    };
    said(normal((1u32 << (n - 1)) - 1, moves), ["Alice", "Bob"])
}

fn agc020a(input: &str) -> String {
    let mut tokens = Tokens::of(input);
    let [n, a, b] = [(); 3].map(|()| tokens.number());
    // Rounds over all positions until nothing changes: (mine, the other's) of whoever moves.
    let mut known: HashMap<(i64, i64), bool> = HashMap::new();
    loop {
        let before = known.len();
        for mine in 1..=n {
            for other in (1..=n).filter(|&other| other != mine) {
                let steps = [mine - 1, mine + 1].into_iter();
                let steps = steps.filter(|&to| to >= 1 && to <= n && to != other);
                let after: Vec<Option<bool>> =
                    steps.map(|to| known.get(&(other, to)).copied()).collect();
                if after.contains(&Some(false)) {
                    known.insert((mine, other), true);
                } else if after.iter().all(|win| *win == Some(true)) {
                    known.insert((mine, other), false);
                }
            }
        }
        if known.len() == before {
            break;
        }
    }
    match known.get(&(a, b)) {
        Some(&win) => said(win, ["Alice", "Borys"]),
        None => "Draw\n".to_owned(),
    }
}

fn agc033c(input: &str) -> String {
    let (n, edges) = tree(&mut Tokens::of(input));
    let row = |v: usize| (0..n).map(|w| if v == w { 0 } else { 99 }).collect();
    let mut far: Vec<Vec<i32>> = (0..n).map(row).collect();
    for _ in 0..n {
        for row in &mut far {
            for &[a, b] in &edges {
                row[a - 1] = row[a - 1].min(row[b - 1] + 1);
                row[b - 1] = row[b - 1].min(row[a - 1] + 1);
            }
        }
    }
    let moves = |&coins: &u32| {
        let at = |v: &usize| coins >> v & 1 == 1;
        let after = |chosen: usize| {
            (0..n)
                .filter(at)
                .filter(|&v| v != chosen)
                .fold(0, |next, v| {
                    let step = (0..n).find(|&w| far[v][w] == 1 && far[w][chosen] < far[v][chosen]);
                    next | 1 << step.unwrap()
                })
        };
        (0..n).filter(at).map(after).collect()
    };
    said(normal((1u32 << n) - 1, moves), ["First", "Second"])
}

fn abc195e(input: &str) -> String {
    fn takahashi(number: u64, digits: &[u8], turns: &[u8]) -> bool {
        let Some((&digit, digits)) = digits.split_first() else {
            return number.is_multiple_of(7);
        };
        let after = [u64::from(digit - b'0'), 0];
        let mut after = after.map(|digit| takahashi(10 * number + digit, digits, &turns[1..]));
        after.sort_unstable();
        after[usize::from(turns[0] == b'T')]
    }
    let mut tokens = Tokens::of(input);
    tokens.number();
    let (digits, turns) = (tokens.word(), tokens.word());
    said(
        takahashi(0, digits.as_bytes(), turns.as_bytes()),
        ["Takahashi", "Aoki"],
    )
}

fn abc206f(input: &str) -> String {
    cases(&mut Tokens::of(input), |tokens| {
        let n = tokens.number();
        let all: Vec<(i64, i64)> = (0..n).map(|_| (tokens.number(), tokens.number())).collect();
        let moves = |&chosen: &u32| {
            let fits = |&at: &usize| {
                let taken = (0..all.len()).filter(|other| chosen >> other & 1 == 1);
                taken
                    .into_iter()
                    .all(|other| all[other].1 <= all[at].0 || all[at].1 <= all[other].0)
            };
            let free = (0..all.len()).filter(fits);
            free.map(|at| chosen | 1 << at).collect()
        };
        said(normal(0u32, moves), ["Alice", "Bob"])
    })
}

fn abc368f(input: &str) -> String {
    let mut tokens = Tokens::of(input);
    let n = tokens.number();
    let moves = |numbers: &Vec<i64>| {
        let mut found = Vec::new();
        for at in 0..numbers.len() {
            for divisor in (1..numbers[at]).filter(|divisor| numbers[at] % divisor == 0) {
                found.push(sorted(with(numbers, at, divisor)));
            }
        }
        found
    };
    said(normal(sorted(tokens.numbers(n)), moves), ["Anna", "Bruno"])
}

fn abc380f(input: &str) -> String {
    type Hands = (Vec<i64>, Vec<i64>, Vec<i64>);
    let mut tokens = Tokens::of(input);
    let [n, m, l] = [(); 3].map(|()| tokens.number());
    let [a, b, c] = [n, m, l].map(|count| sorted(tokens.numbers(count)));
    // The mover's hand, the other's, and the table.
    let moves = |(mine, other, table): &Hands| {
        let mut found = Vec::new();
        for (at, &card) in mine.iter().enumerate() {
            let mut left = mine.clone();
            left.remove(at);
            let lying = sorted([&table[..], &[card]].concat());
            found.push((other.clone(), left.clone(), lying.clone()));
            for (place, &lesser) in lying.iter().enumerate() {
                if lesser < card {
                    let mut rest = lying.clone();
                    rest.remove(place);
                    found.push((other.clone(), sorted([&left[..], &[lesser]].concat()), rest));
                }
            }
        }
        found
    };
    said(normal((a, b, c), moves), ["Takahashi", "Aoki"])
}

fn cf603c(input: &str) -> String {
    let mut tokens = Tokens::of(input);
    let (n, k) = (tokens.number(), tokens.number());
    let moves = |piles: &Vec<i64>| {
        let mut found = Vec::new();
        for (at, &pile) in piles.iter().enumerate() {
            if pile > 0 {
                found.push(sorted(with(piles, at, pile - 1)));
            }
            if pile > 0 && pile % 2 == 0 {
                let mut next = piles.clone();
                next.remove(at);
                next.extend((0..k).map(|_| pile / 2));
                found.push(sorted(next));
            }
        }
        found
    };
    said(normal(sorted(tokens.numbers(n)), moves), ["Kevin", "Nicky"])
}

fn cf768e(input: &str) -> String {
    let mut tokens = Tokens::of(input);
    let n = tokens.number();
    let piles: Vec<(i64, Vec<i64>)> = tokens.numbers(n).into_iter().map(|s| (s, vec![])).collect();
    let moves = |piles: &Vec<(i64, Vec<i64>)>| {
        let mut found = Vec::new();
        for (at, (pile, taken)) in piles.iter().enumerate() {
            for number in (1..=*pile).filter(|number| !taken.contains(number)) {
                let mut next = piles.clone();
                next[at] = (pile - number, sorted([&taken[..], &[number]].concat()));
                found.push(next);
            }
        }
        found
    };
    // Jon moves first, and YES is Sam's.
    said(normal(piles, moves), ["NO", "YES"])
}

fn cf850c(input: &str) -> String {
    let mut tokens = Tokens::of(input);
    let n = tokens.number();
    let is_power = |number: i64| {
        let prime = (2..=number).find(|divisor| number % divisor == 0);
        prime.is_some_and(|prime| {
            let mut rest = number;
            while rest % prime == 0 {
                rest /= prime;
            }
            rest == 1
        })
    };
    let moves = |numbers: &Vec<i64>| {
        let most = numbers.iter().copied().max().unwrap_or(1);
        let powers = (2..=most).filter(|&power| is_power(power));
        let powers = powers.filter(|power| numbers.iter().any(|number| number % power == 0));
        powers
            .map(|power| {
                let divided = |number: &i64| {
                    if number % power == 0 {
                        number / power
                    } else {
                        *number
                    }
                };
                numbers.iter().map(divided).collect()
            })
            .collect()
    };
    said(normal(tokens.numbers(n), moves), ["Mojtaba", "Arpa"])
}

fn cf917b(input: &str) -> String {
    type State = (usize, usize, char);
    let mut tokens = Tokens::of(input);
    let (n, m) = (tokens.number() as usize, tokens.number());
    let edge = |tokens: &mut Tokens<'_>| {
        let (v, u) = (tokens.number() as usize, tokens.number() as usize);
        (v, u, tokens.word().chars().next().unwrap())
    };
    let edges: Vec<(usize, usize, char)> = (0..m).map(|_| edge(&mut tokens)).collect();
    // The mover's marble, the other's, and the last letter.
    let moves = |&(mine, other, last): &State| {
        let own = edges.iter().filter(|(v, _, c)| *v == mine && *c >= last);
        own.map(|&(_, u, c)| (other, u, c)).collect()
    };
    let line = |max: usize| {
        let letter = |lucas: usize| {
            if normal((max, lucas, 'a'), moves) {
                'A'
            } else {
                'B'
            }
        };
        (1..=n).map(letter).collect::<String>() + "\n"
    };
    (1..=n).map(line).collect()
}

fn cf1033c(input: &str) -> String {
    let mut tokens = Tokens::of(input);
    let n = tokens.number();
    let a = tokens.numbers(n);
    let moves = |&at: &i64| {
        let number = |at: i64| a[at as usize];
        let to = (0..n).filter(|&to| number(to) > number(at));
        to.filter(|to| (to - at).abs() % number(at) == 0).collect()
    };
    let letter = |at: i64| if normal(at, moves) { 'A' } else { 'B' };
    (0..n).map(letter).collect::<String>() + "\n"
}

fn cf1147c(input: &str) -> String {
    let mut tokens = Tokens::of(input);
    let n = tokens.number();
    let moves = |piles: &Vec<i64>| {
        let mut found = Vec::new();
        let half = piles.len() as u32 / 2;
        for chosen in (0u32..1 << piles.len()).filter(|chosen| chosen.count_ones() == half) {
            let places: Vec<usize> = (0..piles.len())
                .filter(|at| chosen >> at & 1 == 1)
                .collect();
            let mut after = vec![piles.clone()];
            for at in places {
                let less = after
                    .iter()
                    .flat_map(|piles| (0..piles[at]).map(|left| with(piles, at, left)));
                after = less.collect();
            }
            found.extend(after.into_iter().map(sorted));
        }
        found
    };
    said(normal(sorted(tokens.numbers(n)), moves), ["Alice", "Bob"])
}

fn cf1194d(input: &str) -> String {
    cases(&mut Tokens::of(input), |tokens| {
        let (n, k) = (tokens.number(), tokens.number());
        let moves = |&cell: &i64| {
            [1, 2, k]
                .iter()
                .map(|step| cell - step)
                .filter(|&to| to >= 0)
                .collect()
        };
        said(normal(n, moves), ["Alice", "Bob"])
    })
}

fn cf1312f(input: &str) -> String {
    type Castles = Vec<(i64, char)>;
    cases(&mut Tokens::of(input), |tokens| {
        let n = tokens.number();
        let attacks = ['x', 'y', 'z'].map(|kind| (kind, tokens.number()));
        let castles: Castles = tokens.numbers(n).into_iter().map(|a| (a, 'x')).collect();
        let moves = |castles: &Castles| {
            let mut found = Vec::new();
            for (at, &(defenders, last)) in castles.iter().enumerate() {
                for (kind, strength) in attacks {
                    if defenders > 0 && (kind == 'x' || kind != last) {
                        let mut next = castles.clone();
                        next[at] = ((defenders - strength).max(0), kind);
                        found.push(next);
                    }
                }
            }
            found
        };
        let won = moves(&castles)
            .into_iter()
            .filter(|next| !normal(next.clone(), moves))
            .count();
        format!("{won}\n")
    })
}

fn cf1382b(input: &str) -> String {
    cases(&mut Tokens::of(input), |tokens| {
        let n = tokens.number();
        let moves = |piles: &Vec<i64>| match piles.iter().position(|&pile| pile > 0) {
            Some(at) => (0..piles[at]).map(|left| with(piles, at, left)).collect(),
            None => vec![],
        };
        said(normal(tokens.numbers(n), moves), ["First", "Second"])
    })
}

fn cf1396b(input: &str) -> String {
    cases(&mut Tokens::of(input), |tokens| {
        let n = tokens.number();
        let moves = |(piles, last): &(Vec<i64>, Option<usize>)| {
            let free = (0..piles.len()).filter(|&at| piles[at] > 0 && Some(at) != *last);
            free.map(|at| (with(piles, at, piles[at] - 1), Some(at)))
                .collect()
        };
        said(normal((tokens.numbers(n), None), moves), ["T", "HL"])
    })
}

fn cf1451d(input: &str) -> String {
    cases(&mut Tokens::of(input), |tokens| {
        let (d, k) = (tokens.number(), tokens.number());
        let moves = |&(x, y): &(i64, i64)| {
            let ends = [(x + k, y), (x, y + k)].into_iter();
            ends.filter(|(x, y)| x * x + y * y <= d * d).collect()
        };
        said(normal((0, 0), moves), ["Ashish", "Utkarsh"])
    })
}

fn cf1537d(input: &str) -> String {
    cases(&mut Tokens::of(input), |tokens| {
        let moves = |&n: &i64| {
            (2..n)
                .filter(|divisor| n % divisor == 0)
                .map(|divisor| n - divisor)
                .collect()
        };
        said(normal(tokens.number(), moves), ["Alice", "Bob"])
    })
}

fn cf1704f(input: &str) -> String {
    cases(&mut Tokens::of(input), |tokens| {
        tokens.number();
        let start = (tokens.word().as_bytes().to_vec(), b'R');
        let moves = |(tiles, own): &(Vec<u8>, u8)| {
            let pairs = (1..tiles.len()).filter(|&at| tiles[at] == *own || tiles[at - 1] == *own);
            let painted = |at: usize| {
                let mut next = tiles.clone();
                next[at - 1..=at].fill(b'.');
                (next, if *own == b'R' { b'B' } else { b'R' })
            };
            pairs.map(painted).collect()
        };
        said(normal(start, moves), ["Alice", "Bob"])
    })
}

fn yuki361(input: &str) -> String {
    let mut tokens = Tokens::of(input);
    let (l, d) = (tokens.number(), tokens.number());
    let moves = |lengths: &Vec<i64>| {
        let mut found = Vec::new();
        for (at, &length) in lengths.iter().enumerate() {
            for a in 1..length {
                for b in 1..length - a {
                    let c = length - a - b;
                    let most = a.max(b).max(c) - a.min(b).min(c);
                    if a != b && b != c && c != a && most <= d {
                        let mut next = lengths.clone();
                        next.remove(at);
                        next.extend([a, b, c]);
                        found.push(sorted(next));
                    }
                }
            }
        }
        found
    };
    said(normal(vec![l], moves), ["kado", "matsu"])
}

fn yuki2619(input: &str) -> String {
    let mut tokens = Tokens::of(input);
    let n = tokens.number();
    let moves = |heaps: &Vec<i64>| {
        let mut found = Vec::new();
        for at in 0..heaps.len() {
            found.extend((0..heaps[at]).map(|left| with(heaps, at, left)));
        }
        found.retain(|heaps| heaps.is_sorted());
        found
    };
    said(normal(tokens.numbers(n), moves), ["First", "Second"])
}

fn aoj0401(input: &str) -> String {
    let mut tokens = Tokens::of(input);
    let n = tokens.number();
    let stones = tokens.numbers(2 * n);
    let moves = |stones: &Vec<i64>| {
        let mut found = Vec::new();
        for area in 0..stones.len() / 2 {
            let (w, b) = (stones[2 * area], stones[2 * area + 1]);
            let put = |w, b| with(&with(stones, 2 * area, w), 2 * area + 1, b);
            if w > 0 {
                found.push(put(w - 1, b));
            }
            if b > 0 {
                found.push(put(w + 1, b - 1));
            }
            found.extend(
                (1..=b)
                    .filter(|&taken| taken <= w)
                    .map(|taken| put(w, b - taken)),
            );
        }
        found
    };
    said(normal(stones, moves), ["0", "1"])
}

/// Each problem's, with the shape of the inputs that it is given here.
pub(super) const ORACLES: &[(&str, &str, Oracle)] = &[
    ("agc002e", "N 1..5 | N*{a 1..6}", agc002e),
    ("agc014d", "N 2..8 | tree(N)", agc014d),
    ("agc017d", "N 2..10 | tree(N)", agc017d),
    ("agc020a", "N 2..12 A 1..N-1 B A+1..N", agc020a),
    ("agc033c", "N 1..10 | tree(N)", agc033c),
    ("abc195e", "N 1..10 | word(N, 0-9) | word(N, AT)", abc195e),
    (
        "abc206f",
        "T 1..3 | T*{N 1..8 | N*{L 1..9 R L+1..10 |}}",
        abc206f,
    ),
    ("abc368f", "N 1..3 | N*{A 2..40}", abc368f),
    (
        "abc380f",
        "N 1..3 M 1..3 L 1..3 | N*{A 1..9} | M*{B 1..9} | L*{C 1..9}",
        abc380f,
    ),
    ("cf603c", "n 1..2 k 1..4 | n*{a 1..9}", cf603c),
    ("cf768e", "n 1..2 | n*{s 1..9 |}", cf768e),
    ("cf850c", "n 1..4 | n*{a 1..100}", cf850c),
    (
        "cf917b",
        "n 2..6 m 1..min(9, n*(n-1)/2) | graph(n, m, directed acyclic){c word(1, a-d)}",
        cf917b,
    ),
    ("cf1033c", "n 1..12 | perm(n)", cf1033c),
    ("cf1147c", "n 2..4 | n*{a 1..4}", cf1147c),
    ("cf1194d", "T 1..6 | T*{n 0..60 k 3..12 |}", cf1194d),
    (
        "cf1312f",
        "t 1..3 | t*{n 1..3 x 1..5 y 1..5 z 1..5 | n*{a 1..9}}",
        cf1312f,
    ),
    ("cf1382b", "t 1..4 | t*{n 1..5 | n*{a 1..4}}", cf1382b),
    ("cf1396b", "t 1..4 | t*{n 1..4 | n*{a 1..4}}", cf1396b),
    ("cf1451d", "t 1..6 | t*{d 1..30 k 1..d |}", cf1451d),
    ("cf1537d", "t 1..6 | t*{n 1..300 |}", cf1537d),
    ("cf1704f", "t 1..3 | t*{n 2..11 | word(n, RB) |}", cf1704f),
    ("yuki361", "L 1..24 D 1..L", yuki361),
    ("yuki2619", "N 1..4 | N*{A 1..7} sorted", yuki2619),
    ("aoj0401", "N 1..3 | N*{w 1..4 b 1..4 |}", aoj0401),
];
