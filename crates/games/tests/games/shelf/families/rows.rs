//! Toads and frogs, and toppling dominoes, on rows of characters.

use super::{Naive, same, stuck_loses, with_turn};
use yomikiri_core::Outcome;

type Position = (String, usize);

struct Toads {
    start: String,
}

impl Naive for Toads {
    type Position = Position;
    fn start(&self) -> Position {
        (self.start.clone(), 0)
    }
    fn turn(&self, (_, turn): &Position) -> usize {
        *turn
    }
    fn next(&self, (row, turn): &Position) -> Vec<(i64, Position)> {
        // Every place where one of these patterns stands.
        let patterns = [
            [("x.", ".x"), ("xo.", ".ox")],
            [(".o", "o."), (".xo", "ox.")],
        ];
        let mut next = Vec::new();
        for (before, after) in patterns[*turn] {
            for at in 0..row.len() {
                if row[at..].starts_with(before) {
                    let moved = format!("{}{after}{}", &row[..at], &row[at + before.len()..]);
                    next.push((0, (moved, 1 - turn)));
                }
            }
        }
        next
    }
    fn over(&self, (_, turn): &Position, stuck: bool) -> Option<Outcome> {
        stuck_loses(*turn, stuck)
    }
    fn text(&self, (row, turn): &Position) -> String {
        with_turn(row.clone(), *turn)
    }
}

struct Toppling {
    start: String,
}

impl Naive for Toppling {
    type Position = Position;
    fn start(&self) -> Position {
        (self.start.clone(), 0)
    }
    fn turn(&self, (_, turn): &Position) -> usize {
        *turn
    }
    fn next(&self, (row, turn): &Position) -> Vec<(i64, Position)> {
        let own = ['x', 'o'][*turn];
        let fallen = |part: &str| ".".repeat(part.len());
        let mut next = Vec::new();
        for (at, _) in row.match_indices(own) {
            let (left, right) = row.split_at(at);
            let stays = left.rfind('.').map_or(0, |gap| gap + 1);
            let toppled = format!(
                "{}{}.{}",
                &left[..stays],
                fallen(&left[stays..]),
                &right[1..]
            );
            next.push((0, (toppled, 1 - turn)));
            let falls = right.find('.').unwrap_or(right.len());
            let toppled = format!("{left}{}{}", fallen(&right[..falls]), &right[falls..]);
            next.push((0, (toppled, 1 - turn)));
        }
        next
    }
    fn over(&self, (_, turn): &Position, stuck: bool) -> Option<Outcome> {
        stuck_loses(*turn, stuck)
    }
    fn text(&self, (row, turn): &Position) -> String {
        with_turn(row.clone(), *turn)
    }
}

#[test]
fn toads_and_frogs() {
    for (toads, gap, frogs) in [(3, 2, 3), (2, 3, 2), (1, 4, 3), (4, 1, 4), (0, 2, 1)] {
        let spec = format!("toads-and-frogs:toads={toads},gap={gap},frogs={frogs}");
        let start = "x".repeat(toads) + &".".repeat(gap) + &"o".repeat(frogs);
        same(&spec, &Toads { start });
    }
}

#[test]
fn toppling_dominoes() {
    for row in ["xoxxoox", "xo", "oxxo.xoo", "xxxxxoooo", "o"] {
        let start = row.to_owned();
        same(&format!("toppling-dominoes:row={row}"), &Toppling { start });
    }
}

struct Cake {
    rows: usize,
    cols: usize,
}

impl Naive for Cake {
    type Position = (Vec<(usize, usize)>, usize);
    fn start(&self) -> Self::Position {
        (vec![(self.rows, self.cols)], 0)
    }
    fn turn(&self, (_, turn): &Self::Position) -> usize {
        *turn
    }
    fn next(&self, (pieces, turn): &Self::Position) -> Vec<(i64, Self::Position)> {
        let mut next = Vec::new();
        for (at, &(rows, cols)) in pieces.iter().enumerate() {
            let length = [cols, rows][*turn];
            for cut in 1..length {
                let mut after = pieces.clone();
                after.remove(at);
                match turn {
                    0 => after.extend([(rows, cut), (rows, cols - cut)]),
                    _ => after.extend([(cut, cols), (rows - cut, cols)]),
                }
                after.retain(|&piece| piece != (1, 1));
                after.sort_unstable();
                after.reverse();
                let after = (0, (after, 1 - turn));
                if !next.contains(&after) {
                    next.push(after);
                }
            }
        }
        next
    }
    fn over(&self, (_, turn): &Self::Position, stuck: bool) -> Option<Outcome> {
        stuck_loses(*turn, stuck)
    }
    fn text(&self, (pieces, turn): &Self::Position) -> String {
        let names = pieces.iter().map(|(rows, cols)| format!("{rows}x{cols}"));
        let names: Vec<String> = names.collect();
        let list = match pieces.as_slice() {
            [] => "1x1".to_owned(),
            _ => names.join("/"),
        };
        with_turn(list, *turn)
    }
}

#[test]
fn cutcake() {
    for (rows, cols) in [(2, 3), (3, 3), (4, 4), (2, 7), (5, 3)] {
        same(
            &format!("cutcake:rows={rows},cols={cols}"),
            &Cake { rows, cols },
        );
    }
}
