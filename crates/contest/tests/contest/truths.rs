//! What `testdata/contest.toml` says.

use crate::{MANY, PERFECT, answer, run, run_bytes};
use std::collections::BTreeMap;
use std::path::Path;
use toml::{Table, Value};
use yomikiri_contest::problems::{ContestError, Options, problem, problems};

fn truths() -> Table {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/contest.toml");
    std::fs::read_to_string(path).unwrap().parse().unwrap()
}

/// The entries of a kind whose problem has an adaptor.
fn entries(kind: &str) -> Vec<Table> {
    let table = truths();
    let entries = table[kind]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry.as_table().unwrap());
    let known = |entry: &&Table| problem(text(entry, "id")).is_ok();
    entries.filter(known).cloned().collect()
}

fn text<'t>(entry: &'t Table, key: &str) -> &'t str {
    entry[key].as_str().unwrap()
}

fn size(entry: &Table, key: &str) -> usize {
    entry[key].as_integer().unwrap() as usize
}

#[test]
fn samples_by_every_solver() {
    let samples = entries("sample");
    for problem in problems() {
        let about = problem.about();
        assert!(
            samples.iter().any(|sample| text(sample, "id") == about.id),
            "{}",
            about.id
        );
    }
    let mut refused = 0;
    for sample in &samples {
        let (id, input, output) = (
            text(sample, "id"),
            text(sample, "input"),
            text(sample, "output"),
        );
        let mut options = Options::default();
        for option in sample
            .get("options")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            match option.as_str().unwrap() {
                "--perfect-play" => options.perfect_play = true,
                other => panic!("{id}: what does {other} mean?"),
            }
        }
        let crlf = input.replace('\n', "\r\n");
        for variant in [
            input,
            input.trim_end(),
            &crlf,
            &format!("{input}\n \n"),
            &format!("{crlf}\r\n"),
        ] {
            assert_eq!(
                run(id, variant, &options).output,
                output,
                "{id} {variant:?}"
            );
        }
        let about = problem(id).unwrap().about();
        if about.perfect_play && !options.perfect_play {
            continue;
        }
        for &method in about.solvers {
            let options = Options {
                method: Some(method),
                ..options
            };
            let by = run_bytes(id, &mut input.as_bytes(), &options);
            // Some samples of problems with laws are too large to be played out.
            let is_large = matches!(&by, Err(ContestError::TooLarge));
            if is_large && method != about.solvers[0] && problem(id).unwrap().is_shaped() {
                refused += 1;
                continue;
            }
            let by = by.unwrap_or_else(|error| panic!("{id} by {method}: {error}"));
            assert_eq!(by.output, output, "{id} by {method}: {input:?}");
            let explained = run(
                id,
                input,
                &Options {
                    explain: true,
                    ..options
                },
            );
            assert_eq!(explained.output, output);
            assert_ne!(explained.notes, "");
        }
    }
    assert!(refused < 8, "{refused} samples are not played out");
}

#[test]
fn examples_are_answered() {
    for problem in problems() {
        let about = problem.about();
        assert_ne!(answer(about.id, about.example), "");
    }
}

#[test]
fn sweeps_over_all_boards_of_a_shape() {
    for sweep in entries("sweep") {
        let id = text(&sweep, "id");
        let (rows, cols) = (size(&sweep, "rows"), size(&sweep, "cols"));
        let cells = sweep["cells"].as_array().unwrap();
        let mut input = String::new();
        for board in 0..cells.len().pow((rows * cols) as u32) {
            let mut rest = board;
            let mut board = Vec::new();
            for _ in 0..rows * cols {
                board.push(&cells[rest % cells.len()]);
                rest /= cells.len();
            }
            match id {
                "abc349e" => {
                    let numbers: Vec<i64> = board
                        .iter()
                        .map(|cell| cell.as_integer().unwrap())
                        .collect();
                    if numbers.iter().sum::<i64>() % 2 != 0 {
                        input += &numbers.iter().map(|n| format!("{n} ")).collect::<String>();
                        input.push('\n');
                    }
                }
                _ => {
                    input += &format!("{rows} {cols}\n");
                    for row in board.chunks(cols) {
                        input.extend(row.iter().map(|cell| cell.as_str().unwrap()));
                        input.push('\n');
                    }
                }
            }
        }
        let said = run(id, &input, &MANY);
        assert_eq!((said.done.bad, said.notes), (0, String::new()));
        let mut counts = BTreeMap::new();
        for line in said.output.lines() {
            *counts.entry(line.to_owned()).or_insert(0) += 1;
        }
        for (answer, count) in sweep["answers"].as_table().unwrap() {
            let count = count.as_integer().unwrap();
            let found = counts.remove(answer).unwrap_or(0);
            assert_eq!(found, count, "{answer} in {id} {rows}x{cols} of {cells:?}");
        }
        assert!(counts.is_empty(), "{counts:?}");
    }
}

#[test]
fn generated_boards() {
    for board in entries("generated") {
        let (rows, cols) = (size(&board, "rows"), size(&board, "cols"));
        let mut x = board["seed"].as_integer().unwrap() as u64;
        let mut input = format!("{rows} {cols}\n");
        for _ in 0..rows {
            for _ in 0..cols {
                x ^= x << 7;
                x ^= x >> 9;
                input.push(if x % 2 == 1 { '+' } else { '-' });
            }
            input.push('\n');
        }
        let output = format!("{}\n", text(&board, "output"));
        let id = text(&board, "id");
        assert_eq!(answer(id, &input), output);
        assert_eq!(answer(id, &input.replace('\n', "\r\n")), output);
        assert_eq!(run(id, &input, &MANY).output, output);
        let explained = run(
            id,
            &input,
            &Options {
                explain: true,
                ..Options::default()
            },
        );
        let margin = board["margin"].as_integer().unwrap();
        assert!(
            explained.notes.contains(&format!(": {margin:+}\n")),
            "{}",
            explained.notes
        );
    }
}

/// Who has a line on a board of nine letters.
fn line_of(board: &[u8; 9]) -> Option<u8> {
    const LINES: [[usize; 3]; 8] = [
        [0, 1, 2],
        [3, 4, 5],
        [6, 7, 8],
        [0, 3, 6],
        [1, 4, 7],
        [2, 5, 8],
        [0, 4, 8],
        [2, 4, 6],
    ];
    let line = LINES
        .iter()
        .find(|l| board[l[0]] != b's' && l.iter().all(|&c| board[c] == board[l[0]]));
    line.map(|line| board[line[0]])
}

#[test]
fn the_two_readings_of_aoj_0066() {
    let truth = truths();
    let truth = truth["aoj0066-readings"].as_table().unwrap();
    let mut reachable = vec![[b's'; 9]];
    let mut next = 0;
    while let Some(board) = reachable.get(next).copied() {
        next += 1;
        let empty = board.iter().filter(|&&cell| cell == b's').count();
        if line_of(&board).is_some() {
            continue;
        }
        for cell in (0..9).filter(|&cell| board[cell] == b's') {
            let mut after = board;
            after[cell] = if empty % 2 == 1 { b'o' } else { b'x' };
            if !reachable.contains(&after) {
                reachable.push(after);
            }
        }
    }
    let over = |board: &&[u8; 9]| line_of(board).is_some() || !board.contains(&b's');
    assert_eq!(reachable.len(), size(truth, "reachable"));
    assert_eq!(
        reachable.iter().filter(over).count(),
        size(truth, "finished")
    );
    let input: String = reachable
        .iter()
        .map(|board| format!("{}\n", std::str::from_utf8(board).unwrap()))
        .collect();
    let (now, perfect) = (
        answer("aoj0066", &input),
        run("aoj0066", &input, &PERFECT).output,
    );
    let differ = |board: &&([u8; 9], (&str, &str))| board.1.0 != board.1.1;
    let both: Vec<_> = reachable
        .iter()
        .copied()
        .zip(now.lines().zip(perfect.lines()))
        .collect();
    for (board, (now, _)) in &both {
        assert_eq!(now.as_bytes(), [line_of(board).unwrap_or(b'd')]);
    }
    assert_eq!(both.len(), reachable.len());
    assert_eq!(both.iter().filter(differ).count(), size(truth, "differ"));
    let finished = both
        .iter()
        .filter(|board| over(&&board.0))
        .filter(differ)
        .count();
    assert_eq!(finished, size(truth, "differ_when_finished"));
}
