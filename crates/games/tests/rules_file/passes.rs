//! Passes, and points of pieces, against rules that were written a second time, on arrays.

use super::twins::{Tree, of_file};
use std::collections::HashMap;
use yomikiri_core::{Outcome, Player};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum May {
    Never,
    Stuck,
    Always,
}

/// What ends the game without a winner on the board.
#[derive(Clone, Copy, Debug)]
enum Worth {
    Draw,
    First,
    Points,
}

type Rows = Vec<Vec<char>>;
type At = (usize, usize);

/// Rules of pieces that step or jump over one cell.
struct Told {
    /// Where a piece of First's goes from a cell: how far down and to the right, and whether over a piece that is there.
    ways: fn(char) -> Vec<(i32, i32, bool)>,
    /// Whether pieces go onto enemies, and whether they enclose them.
    onto: bool,
    encloses: bool,
    /// Whether who can capture has to.
    forced: bool,
    points: fn(char) -> i64,
    least: usize,
    may: May,
    /// What two passes are worth, or without passes having no move.
    worth: Worth,
}

fn is_own(piece: char, mover: usize) -> bool {
    piece.is_ascii_alphabetic() && piece.is_ascii_uppercase() == (mover == 0)
}

fn is_enemy(piece: char, mover: usize) -> bool {
    piece.is_ascii_alphabetic() && !is_own(piece, mover)
}

fn step(rows: &Rows, (row, col): At, (down, right): (i32, i32)) -> Option<At> {
    let row = usize::try_from(row as i32 + down).ok()?;
    let col = usize::try_from(col as i32 + right).ok()?;
    (row < rows.len() && col < rows[0].len()).then_some((row, col))
}

impl Told {
    /// The moves, each with its name, the board that it leads to, and whether it captures.
    fn moves(&self, rows: &Rows, mover: usize) -> Vec<(String, Rows, bool)> {
        let mut made = Vec::new();
        for row in 0..rows.len() {
            for col in 0..rows[0].len() {
                let piece = rows[row][col];
                if !is_own(piece, mover) {
                    continue;
                }
                for (down, right, jumps) in (self.ways)(piece.to_ascii_lowercase()) {
                    let way = if mover == 0 {
                        (down, right)
                    } else {
                        (-down, -right)
                    };
                    let Some(mut to) = step(rows, (row, col), way) else {
                        continue;
                    };
                    if jumps {
                        if rows[to.0][to.1] == '.' {
                            continue;
                        }
                        let Some(behind) = step(rows, to, way) else {
                            continue;
                        };
                        to = behind;
                    }
                    let there = rows[to.0][to.1];
                    if there != '.' && !(self.onto && is_enemy(there, mover)) {
                        continue;
                    }
                    let mut next = rows.clone();
                    next[row][col] = '.';
                    next[to.0][to.1] = piece;
                    let mut captures = there != '.';
                    for way in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                        let beside = step(rows, to, way).filter(|_| self.encloses);
                        let behind = beside.and_then(|at| step(rows, at, way));
                        if let (Some(beside), Some(behind)) = (beside, behind)
                            && is_enemy(next[beside.0][beside.1], mover)
                            && behind != (row, col)
                            && is_own(rows[behind.0][behind.1], mover)
                        {
                            next[beside.0][beside.1] = '.';
                            captures = true;
                        }
                    }
                    let sign = if captures { 'x' } else { '-' };
                    let name = format!("{},{}{sign}{},{}", row + 1, col + 1, to.0 + 1, to.1 + 1);
                    made.push((name, next, captures));
                }
            }
        }
        if self.forced && made.iter().any(|(_, _, captures)| *captures) {
            made.retain(|(_, _, captures)| *captures);
        }
        made
    }

    fn by_points(&self, rows: &Rows) -> Outcome {
        let worth = |piece: &char| {
            let points = (self.points)(piece.to_ascii_lowercase());
            if piece.is_ascii_uppercase() {
                points
            } else {
                -points
            }
        };
        let pieces = rows.iter().flatten().filter(|piece| **piece != '.');
        Outcome::Margin(pieces.map(worth).sum())
    }

    fn tree(&self, start: &str) -> Tree {
        let text = |rows: &Rows, mover: usize, passed: usize| {
            let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
            rows.join("/") + ["", ":second"][mover] + ["", ":passed", ":over"][passed]
        };
        let start: Rows = start.split('/').map(|row| row.chars().collect()).collect();
        let mut tree = Tree::new();
        let mut open = vec![(start, 0, 0)];
        while let Some((rows, mover, passed)) = open.pop() {
            let key = text(&rows, mover, passed);
            if tree.contains_key(&key) {
                continue;
            }
            let player = Player::BOTH[mover];
            let worth = || match self.worth {
                Worth::Draw => Outcome::Draw,
                Worth::First => Outcome::Win(Player::First),
                Worth::Points => self.by_points(&rows),
            };
            let few = |mover: usize| {
                let own = rows.iter().flatten().filter(|piece| is_own(**piece, mover));
                own.count() < self.least
            };
            let made = self.moves(&rows, mover);
            let outcome = if few(mover) {
                Some(Outcome::Win(player.opponent()))
            } else if few(1 - mover) {
                Some(Outcome::Win(player))
            } else if passed == 2 || self.may == May::Never && made.is_empty() {
                Some(worth())
            } else {
                None
            };
            let mut moves = Vec::new();
            if outcome.is_none() {
                let captures = self.forced && made.iter().any(|(_, _, captures)| *captures);
                if self.may == May::Always && !captures || self.may == May::Stuck && made.is_empty()
                {
                    moves.push(("pass".to_owned(), text(&rows, 1 - mover, passed + 1), 0));
                    open.push((rows.clone(), 1 - mover, passed + 1));
                }
                for (name, next, _) in made {
                    moves.push((name, text(&next, 1 - mover, 0), 0));
                    open.push((next, 1 - mover, 0));
                }
            }
            moves.sort();
            tree.insert(key, (player, outcome, moves));
        }
        tree
    }
}

fn example(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rules/");
    std::fs::read_to_string(format!("{folder}{name}")).unwrap()
}

fn same(file: &str, told: &Told, start: &str) -> Tree {
    let (theirs, mine) = (of_file(file), told.tree(start));
    for (position, node) in &mine {
        assert_eq!(theirs.get(position), Some(node), "{start} at {position}");
    }
    assert_eq!(theirs.len(), mine.len(), "{start}");
    mine
}

/// A file with another start.
fn with_start(file: &str, rows: &str) -> String {
    let mut parts = file.splitn(3, "\"\"\"");
    let [before, _, after] = [(); 3].map(|()| parts.next().unwrap());
    format!("{before}\"\"\"\n{}\n\"\"\"{after}", rows.replace('/', "\n"))
}

fn straight(_: char) -> Vec<(i32, i32, bool)> {
    vec![(0, 1, false), (1, 0, false), (0, -1, false), (-1, 0, false)]
}

#[test]
fn who_has_no_move_passes() {
    let file = example("seega.toml");
    let mut told = Told {
        ways: straight,
        onto: false,
        encloses: true,
        forced: false,
        points: |_| 1,
        least: 2,
        may: May::Stuck,
        worth: Worth::Points,
    };
    let tree = same(&file, &told, "mmm/m.M/MMM");
    assert!(
        tree.values()
            .any(|(_, _, moves)| moves.iter().any(|(name, ..)| name == "pass"))
    );
    // Nobody can move, and that is so after a pass, too.
    let walled = with_start(&file, "MmM/mMm/MmM");
    let tree = same(&walled, &told, "MmM/mMm/MmM");
    assert_eq!(tree["MmM/mMm/MmM:over"].1, Some(Outcome::Margin(1)));
    assert_eq!(tree.len(), 3);
    // Without passes, points may decide, too.
    told.may = May::Never;
    let stuck = file
        .replace("pass = \"stuck\"", "pass = false")
        .replace("passed", "stuck");
    same(&stuck, &told, "mmm/m.M/MMM");
    told.may = May::Always;
    told.worth = Worth::First;
    told.forced = true;
    let all = file.replace("pass = \"stuck\"", "pass = true");
    let all = all.replace("passed = \"points\"", "passed = \"first\"");
    let all = all.replace("[captures]\n", "[captures]\nforced = true\n");
    same(&with_start(&all, "m.m/.../M.M"), &told, "m.m/.../M.M");
}

#[test]
fn pieces_count_points() {
    let file = example("gold-and-silver.toml");
    let told = Told {
        ways: |piece| match piece {
            'g' => vec![(-1, 0, false), (-1, -1, false), (-1, 1, false)],
            _ => vec![(-1, 0, false), (-1, 0, true)],
        },
        onto: true,
        encloses: false,
        forced: false,
        points: |piece| if piece == 'g' { 3 } else { 1 },
        least: 0,
        may: May::Always,
        worth: Worth::Points,
    };
    let tree = same(&file, &told, "sgs/.../.../SGS");
    assert_eq!(margin(&tree, "sgs/.../.../SGS", &mut HashMap::new()), 0);
    let told = Told {
        worth: Worth::Draw,
        ..told
    };
    let drawn = file
        .replace("passed = \"points\"\n", "")
        .replace("points = 3\n", "");
    same(&drawn, &told, "sgs/.../.../SGS");
}

/// The value of a game that has to end and has no winner but by points, for First.
fn margin(tree: &Tree, position: &str, known: &mut HashMap<String, i64>) -> i64 {
    if let Some(value) = known.get(position) {
        return *value;
    }
    let (mover, outcome, moves) = &tree[position];
    let value = match outcome {
        Some(Outcome::Margin(points)) => *points,
        Some(outcome) => panic!("{position}: {outcome}"),
        None => {
            let values = moves.iter().map(|(_, next, _)| margin(tree, next, known));
            let values: Vec<i64> = values.collect();
            match mover {
                Player::First => values.into_iter().max().unwrap(),
                Player::Second => values.into_iter().min().unwrap(),
            }
        }
    };
    known.insert(position.to_owned(), value);
    value
}
