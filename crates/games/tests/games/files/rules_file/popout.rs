//! Columns out of which marks are taken: against rules that were written a second time, on columns of letters.

use super::Shared;
use super::twins::{Tree, of_file};
use yomikiri::{Ask, Control, Method, Session, Value};
use yomikiri_core::{Game, Outcome, Player};
use yomikiri_games::compact::Compact;
use yomikiri_games::rules_file::RulesFile;

fn file(rows: usize, cols: usize, row: usize, make: &str) -> String {
    format!(
        "rules = 1\nkind = \"positional\"\n[board]\nrows = {rows}\ncols = {cols}\n[lines]\nrow = {row}\nmake = \"{make}\"\n\
         [moves]\ngravity = true\npopout = true\n"
    )
}

/// The columns from below, each a word of `x` and `o`.
type Columns = Vec<Vec<u8>>;

/// Whether a mark makes a row of this length.
fn has_row(columns: &Columns, mark: u8, length: usize) -> bool {
    let is = |col: i32, height: i32| {
        let column = usize::try_from(col).ok().and_then(|col| columns.get(col));
        let height = usize::try_from(height).ok();
        column
            .zip(height)
            .and_then(|(column, height)| column.get(height))
            == Some(&mark)
    };
    (0..columns.len() as i32).any(|col| {
        (0..columns[col as usize].len() as i32).any(|height| {
            [(0, 1), (1, 0), (1, 1), (1, -1)].iter().any(|(right, up)| {
                (0..length as i32).all(|step| is(col + right * step, height + up * step))
            })
        })
    })
}

/// What follows: the column, whether its lowest mark is taken out, and the columns then.
fn moves(columns: &Columns, mark: u8, rows: usize) -> Vec<(usize, bool, Columns)> {
    let mut moves = Vec::new();
    for col in 0..columns.len() {
        let column = &columns[col];
        let mut next = columns.clone();
        if column.len() < rows {
            next[col].push(mark);
            moves.push((col, false, next));
        }
        if column.first() == Some(&mark) {
            let mut next = columns.clone();
            next[col].remove(0);
            moves.push((col, true, next));
        }
    }
    moves
}

/// Whose row counts, where `mover` has just moved.
fn made(columns: &Columns, mover: usize, length: usize) -> Option<usize> {
    [mover, 1 - mover]
        .into_iter()
        .find(|&of| has_row(columns, b"xo"[of], length))
}

fn told(rows: usize, cols: usize, length: usize, loses: bool) -> Tree {
    let text = |columns: &Columns, mover: usize| {
        let cell =
            |height: usize, col: usize| columns[col].get(height).map_or('.', |mark| *mark as char);
        let row = |height: usize| (0..cols).map(|col| cell(height, col)).collect::<String>();
        let drawn: Vec<String> = (0..rows).rev().map(row).collect();
        drawn.join("/") + if mover == 0 { "" } else { ":second" }
    };
    let mut tree = Tree::new();
    let mut open = vec![(vec![Vec::new(); cols], 0)];
    while let Some((columns, mover)) = open.pop() {
        let key = text(&columns, mover);
        if tree.contains_key(&key) {
            continue;
        }
        let player = Player::BOTH[mover];
        let follows = moves(&columns, b"xo"[mover], rows);
        let outcome = match made(&columns, 1 - mover, length) {
            Some(maker) => Some(Outcome::Win(
                Player::BOTH[if loses { 1 - maker } else { maker }],
            )),
            None if follows.is_empty() => Some(Outcome::Draw),
            None => None,
        };
        let mut found = Vec::new();
        if outcome.is_none() {
            for (col, out, next) in follows {
                let name = match out {
                    true => format!("pop-{rows},{}", col + 1),
                    false => format!("{},{}", rows - columns[col].len(), col + 1),
                };
                found.push((name, text(&next, 1 - mover), 0));
                open.push((next, 1 - mover));
            }
            found.sort();
        }
        tree.insert(key, (player, outcome, found));
    }
    tree
}

#[test]
fn marks_are_taken_out_as_told() {
    for (rows, cols, length, make) in [
        (1, 3, 2, "win"),
        (3, 2, 3, "win"),
        (3, 3, 3, "win"),
        (2, 4, 2, "loss"),
    ] {
        let (found, told) = (
            of_file(&file(rows, cols, length, make)),
            told(rows, cols, length, make == "loss"),
        );
        assert_eq!(found.len(), told.len());
        for (name, node) in &told {
            assert_eq!(found.get(name), Some(node), "{name} on {rows} x {cols}");
        }
    }
}

/// Who wins with best play, by sweeps over all columns that there can be: a draw where nobody can force anything.
fn swept(rows: usize, cols: usize, length: usize) -> Option<Player> {
    // A column is a one with its marks behind it, the lowest one last.
    let of_code = |code: usize| -> Columns {
        let column = |col: usize| -> Vec<u8> {
            let word = code >> (col * (rows + 1)) & ((2 << rows) - 1);
            let height = word.max(1).ilog2();
            (0..height).map(|at| b"xo"[word >> at & 1]).collect()
        };
        (0..cols).map(column).collect()
    };
    let code = |columns: &Columns| {
        columns.iter().enumerate().fold(0, |code, (col, column)| {
            let word = column
                .iter()
                .rev()
                .fold(1, |word, mark| word << 1 | usize::from(*mark == b'o'));
            code | word << (col * (rows + 1))
        })
    };
    let all = 1usize << (cols * (rows + 1));
    let is_code =
        |code: &usize| (0..cols).all(|col| code >> (col * (rows + 1)) & ((2 << rows) - 1) != 0);
    // For each position and mover: its followers, and 0 open or drawn, 1 won, 2 lost by the mover.
    let mut values = vec![0u8; 2 * all];
    let mut open: Vec<(usize, Vec<usize>)> = Vec::new();
    for position in (0..all).filter(is_code) {
        let columns = of_code(position);
        for mover in 0..2 {
            let node = 2 * position + mover;
            if let Some(maker) = made(&columns, 1 - mover, length) {
                values[node] = if maker == mover { 1 } else { 2 };
                continue;
            }
            let follows = moves(&columns, b"xo"[mover], rows);
            let follows = follows
                .iter()
                .map(|(_, _, next)| 2 * code(next) + 1 - mover);
            open.push((node, follows.collect()));
        }
    }
    loop {
        let before = open.len();
        open.retain(|(node, follows)| {
            if follows.iter().any(|next| values[*next] == 2) {
                values[*node] = 1;
            } else if !follows.is_empty() && follows.iter().all(|next| values[*next] == 1) {
                values[*node] = 2;
            }
            values[*node] == 0
        });
        if open.len() == before {
            break;
        }
    }
    let start = code(&vec![Vec::new(); cols]);
    [None, Some(Player::First), Some(Player::Second)][usize::from(values[2 * start])]
}

/// The same by the solver of games that may go on for ever.
#[test]
fn who_wins_popout() {
    let winner = |game: &Compact| {
        let session = Session::new(game, Ask::Winner, Method::Retrograde);
        let value = session
            .expect("it applies")
            .value(&game.start(), &mut Control::new());
        value.expect("it fits")
    };
    for (rows, cols, length) in [
        (1, 3, 2),
        (2, 3, 2),
        (3, 3, 3),
        (3, 4, 3),
        (4, 3, 3),
        (4, 4, 4),
    ] {
        let text = match rows * cols {
            16 => include_str!("../../../../../../examples/rules/popout.toml").to_owned(),
            _ => file(rows, cols, length, "win"),
        };
        let file = RulesFile::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let game = file
            .build(Shared)
            .unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(
            winner(&game),
            Value::Winner(swept(rows, cols, length)),
            "{rows} x {cols}"
        );
    }
}
