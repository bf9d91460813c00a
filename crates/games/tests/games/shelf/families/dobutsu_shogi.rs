//! Dobutsu shogi on rows of characters, with the steps of every piece as a picture.

use super::{Naive, alike, joined, with_turn};
use yomikiri_core::{Outcome, Player};

struct Animals {
    /// Whether who can take the lion has to.
    must_catch: bool,
}

/// The rows, what First and Second have in hand (letters in capitals, sorted), whose turn it is.
type Position = (Vec<Vec<char>>, [String; 2], usize);

/// Where a piece of First's may go from the middle.
fn steps(piece: char) -> [&'static str; 3] {
    match piece {
        'L' => ["***", "* *", "***"],
        'G' => [" * ", "* *", " * "],
        'E' => ["* *", "   ", "* *"],
        'C' => [" * ", "   ", "   "],
        'H' => ["***", "* *", " * "],
        _ => unreachable!("no piece {piece}"),
    }
}

fn owner(piece: char) -> usize {
    usize::from(piece.is_ascii_lowercase())
}

/// The cells that a piece steps to.
fn goals(cells: &[Vec<char>], row: usize, col: usize) -> Vec<(usize, usize)> {
    let piece = cells[row][col];
    let picture = steps(piece.to_ascii_uppercase());
    let mut goals = Vec::new();
    for (down, line) in (-1i32..).zip(picture) {
        for (right, step) in (-1i32..).zip(line.chars()) {
            let down = if owner(piece) == 0 { down } else { -down };
            let (to_row, to_col) = (row as i32 + down, col as i32 + right);
            if step == '*' && (0..4).contains(&to_row) && (0..3).contains(&to_col) {
                goals.push((to_row as usize, to_col as usize));
            }
        }
    }
    goals
}

fn all() -> impl Iterator<Item = (usize, usize)> {
    (0..4).flat_map(|row| (0..3).map(move |col| (row, col)))
}

fn find(cells: &[Vec<char>], piece: char) -> Option<(usize, usize)> {
    all().find(|&(row, col)| cells[row][col] == piece)
}

fn sorted(hand: &str) -> String {
    // In the order of the notation.
    ["G", "E", "C"]
        .map(|kind| hand.matches(kind).collect::<String>())
        .concat()
}

impl Naive for Animals {
    type Position = Position;
    fn start(&self) -> Position {
        let rows = ["gle", ".c.", ".C.", "ELG"].map(|row| row.chars().collect());
        (rows.to_vec(), [String::new(), String::new()], 0)
    }
    fn turn(&self, (_, _, turn): &Position) -> usize {
        *turn
    }
    fn next(&self, (cells, hands, turn): &Position) -> Vec<(i64, Position)> {
        let mut next = Vec::new();
        let own = |cell: char| cell != '.' && owner(cell) == *turn;
        for (row, col) in all().filter(|&(row, col)| own(cells[row][col])) {
            for (to_row, to_col) in goals(cells, row, col) {
                let there = cells[to_row][to_col];
                if own(there) {
                    continue;
                }
                let (mut after, mut hands) = (cells.clone(), hands.clone());
                let piece = match (cells[row][col], to_row) {
                    ('C', 0) => 'H',
                    ('c', 3) => 'h',
                    (piece, _) => piece,
                };
                after[row][col] = '.';
                after[to_row][to_col] = piece;
                if !".Ll".contains(there) {
                    let taken = there.to_ascii_uppercase();
                    hands[*turn].push(if taken == 'H' { 'C' } else { taken });
                    hands[*turn] = sorted(&hands[*turn]);
                }
                next.push((0, (after, hands, 1 - turn)));
            }
        }
        for kind in ["G", "E", "C"]
            .into_iter()
            .filter(|kind| hands[*turn].contains(kind))
        {
            for (row, col) in all().filter(|&(row, col)| cells[row][col] == '.') {
                let (mut after, mut hands) = (cells.clone(), hands.clone());
                hands[*turn] = hands[*turn].replacen(kind, "", 1);
                let letter = kind.chars().next().unwrap();
                after[row][col] = if *turn == 0 {
                    letter
                } else {
                    letter.to_ascii_lowercase()
                };
                next.push((0, (after, hands, 1 - turn)));
            }
        }
        let lion = if *turn == 0 { 'l' } else { 'L' };
        let catches = |(_, (cells, _, _)): &(i64, Position)| find(cells, lion).is_none();
        if self.must_catch && next.iter().any(catches) {
            next.retain(catches);
        }
        next
    }
    fn over(&self, (cells, _, turn): &Position, stuck: bool) -> Option<Outcome> {
        let last = 1 - turn;
        let lions = ['L', 'l'];
        if find(cells, lions[*turn]).is_none() {
            return Some(Outcome::Win(Player::BOTH[last]));
        }
        let lion = find(cells, lions[last]).expect("nobody loses the own lion by moving");
        let taker = |&(row, col): &(usize, usize)| {
            let piece = cells[row][col];
            piece != '.' && owner(piece) == *turn && goals(cells, row, col).contains(&lion)
        };
        if lion.0 == [0, 3][last] && !all().any(|cell| taker(&cell)) {
            return Some(Outcome::Win(Player::BOTH[last]));
        }
        stuck.then_some(Outcome::Win(Player::BOTH[last]))
    }
    fn text(&self, (cells, hands, turn): &Position) -> String {
        let mut text = joined(cells);
        let held = format!("{}{}", hands[0], hands[1].to_ascii_lowercase());
        if !held.is_empty() {
            text += &format!("+{held}");
        }
        with_turn(text, *turn)
    }
}

#[test]
fn along_random_courses_of_play() {
    alike("dobutsu-shogi", &Animals { must_catch: false }, 3_000);
    let must_catch = true;
    alike("dobutsu-shogi:catch=must", &Animals { must_catch }, 3_000);
}

/// The four first moves of the published solution.
#[test]
fn first_moves() {
    let animals = Animals { must_catch: false };
    assert_eq!(animals.next(&animals.start()).len(), 4);
}
