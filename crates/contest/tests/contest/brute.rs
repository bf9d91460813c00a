//! Answers against programs that share nothing with the engine.

use crate::{MANY, PERFECT, answer, get, run};
use std::collections::HashMap;
use yomikiri_contest::problems::{Options, Random};

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

fn has_line(set: u16) -> bool {
    LINES.iter().any(|line| set & line == *line)
}

/// The best margin for whoever moves; an outright win is `WIN`.
const WIN: i64 = 1 << 40;

fn weighted(board: &[i64], own: u16, other: u16, known: &mut HashMap<(u16, u16), i64>) -> i64 {
    if has_line(other) {
        return -WIN;
    }
    let points = |set: u16| {
        (0..9)
            .filter(|cell| set >> cell & 1 == 1)
            .map(|cell| board[cell])
            .sum::<i64>()
    };
    if own | other == 0o777 {
        return points(own) - points(other);
    }
    if let Some(&value) = known.get(&(own, other)) {
        return value;
    }
    let free = (0..9).filter(|cell| (own | other) >> cell & 1 == 0);
    let value = free
        .map(|cell| -weighted(board, other, own | 1 << cell, known))
        .max()
        .unwrap();
    known.insert((own, other), value);
    value
}

/// Boards from every corner, and boards on which a margin decides by little.
#[test]
fn weighted_boards() {
    let problem = get("abc349e");
    let mut random = Random::new(349);
    let (mut all, mut expected, mut aoki) = (String::new(), String::new(), 0);
    for round in 0..700 {
        let corner = problem.corners()[round % problem.corners().len()];
        let input = problem.generate(&mut random, corner);
        let board: Vec<i64> = input
            .split_whitespace()
            .map(|word| word.parse().unwrap())
            .collect();
        let value = weighted(&board, 0, 0, &mut HashMap::new());
        let name = if value > 0 { "Takahashi\n" } else { "Aoki\n" };
        aoki += u32::from(value < 0);
        all += &input;
        expected += name;
        if round % 7 == 0 {
            assert_eq!(answer("abc349e", &input), name, "{input}");
            let notes = run(
                "abc349e",
                &input,
                &Options {
                    explain: true,
                    ..Options::default()
                },
            )
            .notes;
            if value.abs() == WIN {
                assert!(notes.contains("three in a row"), "{notes}");
            } else {
                let first = (board.iter().sum::<i64>() + value) / 2;
                assert!(
                    notes.contains(&format!("can get {first} points")),
                    "{input}{notes}"
                );
                assert!(
                    notes.contains(&format!("margin {value:+}\n")),
                    "{input}{notes}"
                );
            }
        }
    }
    assert_eq!(run("abc349e", &all, &MANY).output, expected);
    assert!(aoki > 20, "Aoki has to be tested too: {aoki}");
}

/// The whole table, in the usual way.
fn walk(rows: &[&[u8]]) -> i64 {
    let (height, width) = (rows.len(), rows[0].len());
    let mut best = vec![vec![0_i64; width]; height];
    for row in (0..height).rev() {
        for col in (0..width).rev() {
            let enter = |r: usize, c: usize| {
                if rows[r][c] == b'+' {
                    1 - best[r][c]
                } else {
                    -1 - best[r][c]
                }
            };
            let down = (row + 1 < height).then(|| enter(row + 1, col));
            let right = (col + 1 < width).then(|| enter(row, col + 1));
            best[row][col] = down.max(right).unwrap_or(0);
        }
    }
    best[0][0]
}

#[test]
fn grids() {
    let problem = get("abc201d");
    let mut random = Random::new(201);
    let (mut all, mut expected) = (String::new(), String::new());
    for round in 0..400 {
        let corner = problem.corners()[round % (problem.corners().len() - 1)];
        let input = problem.generate(&mut random, corner);
        let rows: Vec<&[u8]> = input.lines().skip(1).map(str::as_bytes).collect();
        let name = ["Aoki\n", "Draw\n", "Takahashi\n"][(walk(&rows).signum() + 1) as usize];
        assert_eq!(answer("abc201d", &input), name, "{input}");
        all += &input;
        expected += name;
    }
    assert_eq!(run("abc201d", &all, &MANY).output, expected);
}

/// 1 where `o` wins, -1 where `x` does; whose turn it is follows from the number of empty cells.
fn perfect(o: u16, x: u16, known: &mut HashMap<(u16, u16), i32>) -> i32 {
    let free: Vec<u16> = (0..9)
        .map(|cell| 1 << cell)
        .filter(|cell| (o | x) & cell == 0)
        .collect();
    if has_line(o) {
        return 1;
    }
    if has_line(x) {
        return -1;
    }
    if let Some(&value) = known.get(&(o, x)) {
        return value;
    }
    let o_moves = free.len() % 2 == 1;
    let after = free.iter().map(|&cell| match o_moves {
        true => perfect(o | cell, x, known),
        false => perfect(o, x | cell, known),
    });
    let value = if o_moves { after.max() } else { after.min() }.unwrap_or(0);
    known.insert((o, x), value);
    value
}

/// Every one of the 19,683 boards, also those that no play reaches.
#[test]
fn every_board_under_perfect_play() {
    let (mut input, mut expected) = (String::new(), String::new());
    let mut known = HashMap::new();
    for code in 0..19_683_u32 {
        let digits: Vec<u32> = (0..9).map(|cell| code / 3_u32.pow(cell) % 3).collect();
        let set = |digit: u32| {
            (0..9)
                .filter(|&cell| digits[cell] == digit)
                .map(|cell| 1_u16 << cell)
                .sum::<u16>()
        };
        let value = perfect(set(1), set(2), &mut known);
        input.extend(digits.iter().map(|&digit| ['s', 'o', 'x'][digit as usize]));
        input.push('\n');
        expected += ["x\n", "d\n", "o\n"][(value + 1) as usize];
    }
    let said = run("aoj0066", &input, &PERFECT);
    assert_eq!(said.done.answered, 19_683);
    assert!(said.output == expected);
    for &method in get("aoj0066").about().solvers {
        let options = Options {
            method: Some(method),
            ..PERFECT
        };
        assert!(
            run("aoj0066", &input, &options).output == expected,
            "{method}"
        );
    }
}
