//! The rules in sentences, for people who want to check them.

use super::{Captures, Making, PlacementRules, Stuck};
use crate::positional::{CellSet, Full, Rules};
use crate::turn::named;
use std::collections::BTreeMap;
use yomikiri_core::Player;

/// Describes a game of claiming cells, a sentence for each rule.
pub(crate) fn said(board: &Rules, rules: &PlacementRules) -> Vec<String> {
    let mut said = Vec::new();
    if board.shape.has_hexes() {
        said.push("the cells are hexagons".to_owned());
    }
    match rules.same_lines() {
        true => said.extend(lines_said(board, rules, None)),
        false => {
            for player in Player::BOTH {
                said.extend(lines_said(board, rules, Some(player)));
            }
        }
    }
    let [first, second] = rules.tiles.each_ref().map(|tiles| counted(tiles));
    match (first == second, rules.tiles[0].is_empty()) {
        (_, true) => {}
        (true, _) => said.push(format!(
            "tiles: {first} cells; a player covers one at a time"
        )),
        (false, _) => said.extend(Player::BOTH.into_iter().zip([first, second]).map(
            |(player, tiles)| {
                let player = named(player);
                format!("tiles of {player}: {tiles} cells; a player covers one at a time")
            },
        )),
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
    if let Some(captures) = rules.captures {
        let Captures { length, win } = captures;
        said.push(format!(
            "{length} enemies in a row between a mark placed and another one of its player are captured; captures that \
             win: {win}"
        ));
    }
    if rules.popout {
        said.push(
            "a player may take a mark of their own out at the bottom of a column instead; the marks above it fall"
                .to_owned(),
        );
    }
    match board.wrap {
        [_, false, false] => {}
        [_, false, true] => {
            said.push("the board goes on across its left and its right edge".to_owned());
        }
        [_, true, false] => {
            said.push("the board goes on across its upper and its lower edge".to_owned());
        }
        [_, true, true] => said.push("rows of cells go on across the edges".to_owned()),
    }
    match rules.apart {
        [false, false] => {}
        [true, false] => said.push("no two marks that are alike may lie side by side".to_owned()),
        [false, true] => said.push("no two marks that differ may lie side by side".to_owned()),
        [true, true] => said.push("no two marks may lie side by side".to_owned()),
    }
    if rules.liberties {
        said.push("every chain of marks has to keep an empty cell beside it".to_owned());
    }
    if board.boards > 1 {
        let boards = board.boards;
        said.push(format!(
            "{boards} boards; the first line on a board closes it"
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
    if rules.passes_meet() {
        said.push("a player may pass; two passes end the game like a full board".to_owned());
    } else {
        let may = Player::BOTH
            .into_iter()
            .filter(|&player| rules.pass[player as usize]);
        said.extend(may.map(|player| format!("{} may pass in place of a move", named(player))));
    }
    if rules.popout {
        said.push(
            "a full board ends the game only if the player whose turn it is has no mark to take out"
                .to_owned(),
        );
    }
    if rules.restricts() && rules.stuck == Stuck::Full {
        said.push("if a player has no move, the game ends like with a full board".to_owned());
    }
    let end = match rules.stuck {
        Stuck::Loses => "a player with no move has lost",
        Stuck::Wins => "a player with no move has won",
        Stuck::Full => full_said(board.full, rules),
    };
    said.push(end.to_owned());
    said
}

/// Describes the effect of a full board, with regard to lines and the points that lines make.
fn full_said(full: Full, rules: &PlacementRules) -> &'static str {
    let making = (0..2).filter(|&of| rules.makes_lines(of));
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

/// Describes lines of both players or of one by number and length, chains by the sides that they connect, and the
/// effect of both.
fn lines_said(board: &Rules, rules: &PlacementRules, player: Option<Player>) -> Vec<String> {
    let of = player.map_or(0, |player| player as usize);
    let (lines, making) = (&rules.lines[of], rules.making[of]);
    let whose = match player {
        Some(player) => format!("lines of {}", named(player)),
        None => "lines".to_owned(),
    };
    let mut said = Vec::new();
    let mut exact: Vec<CellSet> = rules.exact[of].iter().map(|(line, _)| *line).collect();
    exact.sort_unstable();
    exact.dedup();
    let all = [&lines[..], &exact].concat();
    let counts = counted(&all);
    if !all.is_empty() {
        said.push(match making {
            Making::Wins if board.boards > 1 => {
                format!("{whose}: {counts} cells; whoever closes the last board with one wins")
            }
            Making::Loses if board.boards > 1 => {
                format!("{whose}: {counts} cells; whoever closes the last board with one loses")
            }
            Making::Wins => format!("{whose}: {counts} cells; whoever makes one wins"),
            Making::Loses => format!("{whose}: {counts} cells; whoever makes one loses"),
            Making::Points(points) => {
                format!(
                    "{whose}: {counts} cells; whoever makes one gains {points} and play goes on"
                )
            }
        });
    } else if rules.joins[of].is_empty() {
        said.push(format!("{whose}: none"));
    }
    if !exact.is_empty() {
        said.push(match player {
            None => "a longer row does not count as a line".to_owned(),
            Some(player) => format!("a longer row of {} is no line", named(player)),
        });
    }
    if !rules.joins[of].is_empty() {
        let sides = rules.joins[of].iter().map(|&side| side_said(board, side));
        let sides = sides.collect::<Vec<_>>().join(", ");
        said.push(match (player, making) {
            (None, Making::Loses) => format!("whoever joins {sides} by a chain of marks loses"),
            (None, _) => format!("whoever joins {sides} by a chain of marks wins"),
            (Some(player), Making::Loses) => {
                let player = named(player);
                format!("{player} loses by a chain of marks that joins {sides}")
            }
            (Some(player), _) => {
                format!(
                    "{} wins by a chain of marks that joins {sides}",
                    named(player)
                )
            }
        });
    }
    said
}

/// Describes sets of cells by number and size.
fn counted(sets: &[CellSet]) -> String {
    let mut sizes: BTreeMap<u32, usize> = BTreeMap::new();
    for set in sets {
        *sizes.entry(set.count_ones()).or_default() += 1;
    }
    let counts = sizes
        .into_iter()
        .map(|(size, count)| format!("{count} x {size}"));
    counts.collect::<Vec<_>>().join(" + ")
}

/// Describes a side by its word, or by its cells.
fn side_said(board: &Rules, side: CellSet) -> String {
    let words = ["top", "right", "bottom", "left"].into_iter();
    match words
        .into_iter()
        .find(|word| board.shape.side(word) == Some(side))
    {
        Some(word) => format!("`{word}`"),
        None => format!("`{}`", cells_said(board, side)),
    }
}

fn cells_said(board: &Rules, set: CellSet) -> String {
    let cells = (0..board.shape.cells().len()).filter(|cell| set >> cell & 1 == 1);
    let names = cells.map(|cell| board.shape.name(cell));
    names.collect::<Vec<_>>().join(" ")
}
