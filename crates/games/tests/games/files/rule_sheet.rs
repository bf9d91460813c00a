//! Rule sheets as games: every value against rules that are written out here once more.

use std::collections::HashMap;
use std::sync::Arc;
use yomikiri_core::{Game, Notation, Outcome, Pictured, Player};
use yomikiri_games::asked::{Arena, Asked, Source};
use yomikiri_games::compact::Compact;
use yomikiri_games::rule_sheet::{Options, RuleSheet, Unplayed, read};

const MEMORY: u64 = 256 << 20;

fn text(name: &str) -> String {
    let path = format!("{}/sheets/{name}.kif", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

fn source(text: &str, drops: bool) -> Result<RuleSheet, Unplayed> {
    let sheet = read(text, MEMORY, &|| false).unwrap();
    let options = Options {
        drops_steps: drops,
        ..Options::default()
    };
    RuleSheet::new(sheet, "a sheet".to_owned(), options, &|| false)
}

/// The game of a sheet, and what is asked.
fn game(name: &str) -> (Compact, Arc<Arena>) {
    let source: Box<dyn Source> = Box::new(source(&text(name), false).unwrap());
    let arena = Arc::new(Arena::new(source, MEMORY));
    (Compact::new(Asked::new(Arc::clone(&arena))), arena)
}

type Position = <Compact as Game>::Position;

/// Whether play is over, and what the first player gets, by the text of the position.
type Values = HashMap<String, (bool, i64)>;

fn worth(outcome: Outcome) -> i64 {
    match outcome {
        Outcome::Win(Player::First) => 1,
        Outcome::Win(Player::Second) => -1,
        Outcome::Draw => 0,
        Outcome::Margin(points) => points,
    }
}

fn value(game: &Compact, position: &Position, values: &mut Values) -> i64 {
    let text = game.position_text(position);
    if let Some(&(_, value)) = values.get(&text) {
        return value;
    }
    let outcome = game.outcome(position);
    let found = match outcome {
        Some(outcome) => worth(outcome),
        None => {
            let nexts = game.moves(position).map(|mv| game.play(position, mv));
            let nexts: Vec<i64> = nexts.map(|next| value(game, &next, values)).collect();
            best(game.to_move(position) == Player::First, &nexts)
        }
    };
    values.insert(text, (outcome.is_some(), found));
    found
}

fn best(is_first: bool, nexts: &[i64]) -> i64 {
    let best = match is_first {
        true => nexts.iter().max(),
        false => nexts.iter().min(),
    };
    *best.expect("a move")
}

fn values(name: &str) -> (i64, Values) {
    let (game, arena) = game(name);
    let mut values = Values::new();
    let start = value(&game, &game.start(), &mut values);
    assert_eq!(arena.fault(), None);
    (start, values)
}

/// Games of `rows` times `cols` cells in which three in a row win, with discs that fall or not: cells by row, `.` for
/// free ones. The value of each board.
fn three(rows: usize, cols: usize, falls: bool, board: &str, values: &mut Values) -> i64 {
    if let Some(&(_, value)) = values.get(board) {
        return value;
    }
    let cells: Vec<u8> = board.bytes().collect();
    let free = cells.iter().filter(|&&cell| cell == b'.').count();
    let at = |row: isize, col: isize| {
        let inside = (0..rows as isize).contains(&row) && (0..cols as isize).contains(&col);
        if inside {
            cells[row as usize * cols + col as usize]
        } else {
            b'.'
        }
    };
    let mut won = None;
    for row in 0..rows as isize {
        for col in 0..cols as isize {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let line = [0, 1, 2].map(|step| at(row + step * down, col + step * right));
                if line[0] != b'.' && line == [line[0]; 3] {
                    won = Some(line[0]);
                }
            }
        }
    }
    let mine = if (rows * cols - free).is_multiple_of(2) {
        b'x'
    } else {
        b'o'
    };
    let found = match won {
        Some(b'x') => 1,
        Some(_) => -1,
        None if free == 0 => 0,
        None => {
            // The first row is the lowest.
            let can = |&cell: &usize| {
                cells[cell] == b'.' && (!falls || cell < cols || cells[cell - cols] != b'.')
            };
            let nexts = (0..cells.len()).filter(can).map(|cell| {
                let mut next = cells.clone();
                next[cell] = mine;
                String::from_utf8(next).unwrap()
            });
            let nexts: Vec<String> = nexts.collect();
            let nexts: Vec<i64> = nexts
                .iter()
                .map(|next| three(rows, cols, falls, next, values))
                .collect();
            best(mine == b'x', &nexts)
        }
    };
    values.insert(board.to_owned(), (won.is_some() || free == 0, found));
    found
}

/// The board of a position's text, by row: arguments of `cell` are row and column, or the other way round.
fn board(text: &str, rows: usize, cols: usize, is_col_first: bool) -> String {
    let cells = text.split('+').next().unwrap().trim_start_matches("cell");
    let mut board = vec![b'.'; rows * cols];
    for cell in cells.split(')').filter(|cell| !cell.is_empty()) {
        let parts: Vec<&str> = cell.trim_start_matches('(').split(',').collect();
        let place = |at: usize| parts[at].parse::<usize>().unwrap() - 1;
        let (row, col) = if is_col_first {
            (place(1), place(0))
        } else {
            (place(0), place(1))
        };
        board[row * cols + col] = match parts[2] {
            "empty" => b'.',
            "x" | "red" => b'x',
            _ => b'o',
        };
    }
    String::from_utf8(board).unwrap()
}

#[test]
fn every_position_has_the_value_of_the_same_game() {
    for (name, rows, cols, falls, count) in [
        ("tictactoe", 3, 3, false, Some(5_478)),
        ("connect4", 4, 4, true, None),
    ] {
        let (start, sheet) = values(name);
        let mut truth = Values::new();
        let empty = ".".repeat(rows * cols);
        assert_eq!(start, three(rows, cols, falls, &empty, &mut truth));
        assert_eq!(sheet.len(), count.unwrap_or(truth.len()));
        for (text, value) in sheet {
            let board = board(&text, rows, cols, falls);
            assert_eq!(truth.get(&board), Some(&value), "{text} is {board}");
        }
    }
}

#[test]
fn heaps_are_lost_when_their_nim_sum_is_zero() {
    let (start, sheet) = values("nim");
    assert_eq!(start, -1);
    for (text, (_, value)) in sheet {
        // `control(first)+heap(a,1)(b,2)`; empty heaps are left out.
        let is_first = text.contains("control(first)");
        let heaps = text.split_once("+heap").map_or("", |(_, heaps)| heaps);
        let sizes = heaps
            .split(',')
            .skip(1)
            .map(|rest| u32::from(rest.as_bytes()[0] - b'0'));
        let sum = sizes.fold(0, |sum, size| sum ^ size);
        let wins = if (sum != 0) == is_first { 1 } else { -1 };
        assert_eq!(value, wins, "{text}");
    }
}

#[test]
fn margins_are_the_differences_of_goals() {
    let (margin, _) = values("coins");
    assert_eq!(margin, 5 * coins(&[4, 1, 2, 6, 5, 2]));
}

fn coins(row: &[i64]) -> i64 {
    match row {
        [] => 0,
        [first, rest @ ..] => {
            let (last, others) = row.split_last().expect("there is a coin");
            (first - coins(rest)).max(last - coins(others))
        }
    }
}

#[test]
fn moves_and_positions_are_written_and_read() {
    let (game, _) = game("tictactoe");
    let start = game.start();
    let moves: Vec<String> = game
        .moves(&start)
        .map(|mv| game.move_text(&start, mv))
        .collect();
    assert_eq!(moves[..2], ["mark(1,1)", "mark(1,2)"]);
    let mv = game.parse_move(&start, "mark(2,2)").unwrap();
    let next = game.play(&start, mv);
    let text = game.position_text(&next);
    assert!(
        text.contains("(2,2,x)") && text.ends_with("+control(o)"),
        "{text}"
    );
    assert_eq!(game.parse_position(&text), Ok(next));
    let error = game.parse_position("cell(1,1,x)+cell(9,9,x)").unwrap_err();
    let message = "`cell(9,9,x)` is no proposition of this game";
    assert_eq!((error.span, error.message.as_str()), (12..23, message));
    // Nobody moves there.
    let error = game.parse_position("cell(1,1,x)(1,2,empty)").unwrap_err();
    assert_eq!(
        error.message,
        "the role `x` has no legal move, and play is not over"
    );
    let drawn = game.diagram(&next);
    assert_eq!(drawn.places.len(), 9);
    assert_eq!(
        drawn.places[4].mark.as_ref().map(|mark| mark.symbol),
        Some('x')
    );
}

#[test]
fn what_is_not_solved_is_refused_before_it_is_played() {
    let both = "(role a) (role b) (init s) (legal a 1) (legal a 2) (legal b 1) (legal b 2) (<= terminal (true t)) (goal a 0)";
    let fault = source(both, false).unwrap_err().fault;
    assert_eq!(
        fault.message,
        "both roles have a choice of moves at once: only games of turns are solved"
    );
    let fault = source(&text("nim"), true).unwrap_err().fault;
    assert_eq!(fault.message, "this sheet has no step counter");
    let said = source(&text("three_mens_morris"), true)
        .unwrap()
        .sentences();
    assert!(
        said.last()
            .unwrap()
            .starts_with("play is without the step counter"),
        "{said:?}"
    );
}
