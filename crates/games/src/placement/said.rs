//! The rules in sentences, for whoever wants to know whether they are the ones that were meant.

use super::{Making, PlacementRules};
use crate::positional::{CellSet, Full, Rules};
use crate::turn::named;
use std::collections::BTreeMap;
use yomikiri_core::Player;

/// The declaration of a game of claiming cells, a sentence each.
pub(crate) fn said(board: &Rules, rules: &PlacementRules) -> Vec<String> {
    let mut said = Vec::new();
    match rules.same_lines() {
        true => said.push(lines_said("lines", &rules.lines[0], rules.making[0])),
        false => said.extend(Player::BOTH.map(|player| {
            let whose = format!("lines of {}", named(player));
            let of = player as usize;
            lines_said(&whose, &rules.lines[of], rules.making[of])
        })),
    }
    said.push(match rules.marks {
        [[true, false], [false, true]] => "each player places marks of their own".to_owned(),
        [[true, true], [true, true]] => "both players place either mark".to_owned(),
        [first, second] if first == second => "both players place the same mark".to_owned(),
        [first, second] => {
            let marks = |marks: [bool; 2]| match marks {
                [true, true] => "`x` or `o`",
                [true, false] => "`x`",
                _ => "`o`",
            };
            format!(
                "marks of First: {}, of Second: {}",
                marks(first),
                marks(second)
            )
        }
    });
    if board.gravity {
        said.push("marks fall to the bottom of their column".to_owned());
    }
    if board.wrap {
        said.push("rows of cells go on across the edges".to_owned());
    }
    if board.boards > 1 {
        let boards = board.boards;
        said.push(format!(
            "{boards} boards, each of which dies with its first line"
        ));
    }
    if rules.placements > 1 {
        said.push(format!(
            "marks placed in a turn: {}, in the turn of the first mark: {}",
            rules.placements, rules.opening
        ));
    }
    if rules.forbidden != 0 {
        let cells = cells_said(board, rules.forbidden);
        said.push(format!("the very first mark may not go to {cells}"));
    }
    if rules.swap {
        said.push("Second may take over First's marks instead of its first turn".to_owned());
    }
    if rules.pass {
        said.push("a player may pass; two passes end the game like a full board".to_owned());
    }
    said.push(full_said(board.full, rules).to_owned());
    said
}

/// What a full board means: perhaps one without a line, perhaps with points that lines have made.
fn full_said(full: Full, rules: &PlacementRules) -> &'static str {
    let making = (0..2).filter(|&of| !rules.lines[of].is_empty());
    let (gaining, ending): (Vec<Making>, Vec<Making>) = making
        .map(|of| rules.making[of])
        .partition(|making| matches!(making, Making::Points(_)));
    match (full, ending.is_empty(), gaining.is_empty()) {
        (Full::Draw, false, true) => "a full board without a line is a draw",
        (Full::Draw, true, true) => "a full board is a draw",
        (Full::Draw, false, false) => {
            "a full board without a line is decided by the points gained in play"
        }
        (Full::Draw, true, false) => "a full board is decided by the points gained in play",
        (Full::Win(Player::First), false, _) => "a full board without a line: First wins",
        (Full::Win(Player::Second), false, _) => "a full board without a line: Second wins",
        (Full::Win(Player::First), true, _) => "a full board: First wins",
        (Full::Win(Player::Second), true, _) => "a full board: Second wins",
        (Full::Points, false, true) => {
            "a full board without a line is decided by the points of its cells"
        }
        (Full::Points, true, true) => "a full board is decided by the points of its cells",
        (Full::Points, false, false) => {
            "a full board without a line is decided by the points of its cells and those gained in play"
        }
        (Full::Points, true, false) => {
            "a full board is decided by the points of its cells and those gained in play"
        }
    }
}

/// Lines by their number and length, and what they make.
fn lines_said(whose: &str, lines: &[CellSet], making: Making) -> String {
    if lines.is_empty() {
        return format!("{whose}: none");
    }
    let mut lengths: BTreeMap<u32, usize> = BTreeMap::new();
    for line in lines {
        *lengths.entry(line.count_ones()).or_default() += 1;
    }
    let counts = lengths
        .into_iter()
        .map(|(length, count)| format!("{count} x {length}"));
    let counts = counts.collect::<Vec<_>>().join(" + ");
    match making {
        Making::Wins => format!("{whose}: {counts} cells; whoever makes one wins"),
        Making::Loses => format!("{whose}: {counts} cells; whoever makes one loses"),
        Making::Points(points) => {
            format!("{whose}: {counts} cells; whoever makes one gains {points} and play goes on")
        }
    }
}

fn cells_said(board: &Rules, set: CellSet) -> String {
    let cells = (0..board.shape.cells().len()).filter(|cell| set >> cell & 1 == 1);
    let names = cells.map(|cell| board.shape.name(cell));
    names.collect::<Vec<_>>().join(" ")
}
