//! The rules in sentences for people who want to play.

use super::{Full, Marks, Rules};
use yomikiri_core::Player;

/// Describes how players move, what a line is, what ends the game, and who wins then.
pub(super) fn said(rules: &Rules) -> Vec<String> {
    let has_lines = rules.line.is_some() || !rules.patterns.is_empty();
    let mut said = vec![
        match rules.marks {
            Marks::Own => "The players take turns to put a mark of their own in an empty cell.",
            Marks::Either => {
                "The players take turns to put an `x` or an `o`, as they like, in an empty cell."
            }
            Marks::One => "The players take turns to put an `x` in an empty cell.",
        }
        .to_owned(),
    ];
    if rules.gravity {
        let has_holes = rules.shape.cells().len() < rules.shape.size().iter().product();
        said.push(
            match has_holes {
                true => "A mark falls in its column until it rests on the floor, on a hole or on another mark.",
                false => "A mark falls to the lowest empty cell of its column.",
            }
            .to_owned(),
        );
    }
    if let Some(line) = rules.line {
        said.push(match rules.shape.size()[0] {
            1 => format!("A line is so many equal marks in a row, across, down or diagonally: {line}."),
            _ => format!(
                "A line is so many equal marks in a row, across, down, through the layers or diagonally: {line}."
            ),
        });
    }
    if !rules.patterns.is_empty() {
        said.push(
            match rules.line {
                Some(_) => "The sets of cells of the setting `patterns` are lines too, if their marks are equal.",
                None => "The sets of cells of the setting `patterns` are lines, if their marks are equal.",
            }
            .to_owned(),
        );
    }
    if has_lines && rules.wrap != [false; 3] {
        said.push("Lines go on across the edges of the board.".to_owned());
    }
    let line = match (rules.boards, rules.misere) {
        (1, false) => "Whoever makes a line wins.",
        (1, true) => "Whoever makes a line loses.",
        (_, false) => "A line closes its board. Whoever closes the last board wins.",
        (_, true) => "A line closes its board. Whoever closes the last board loses.",
    };
    if has_lines {
        said.push(line.to_owned());
    }
    // With one kind of mark, a full board has a line.
    if has_lines && rules.marks == Marks::One {
        return said;
    }
    let full = match (has_lines, rules.boards) {
        (false, _) => "Play ends when the board is full.",
        (true, 1) => "Play also ends when the board is full.",
        (true, _) => "Play also ends when every board that is left is full.",
    };
    let result = match rules.full {
        Full::Draw => "Then it is a draw.",
        Full::Win(Player::First) => "Then First wins.",
        Full::Win(Player::Second) => "Then Second wins.",
        Full::Points => {
            "Then the player whose cells have more points wins, and equal points are a draw."
        }
    };
    said.extend([full, result].map(str::to_owned));
    said
}
