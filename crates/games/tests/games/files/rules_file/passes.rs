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
    /// Whose turn it is has lost.
    Loss,
}

type Rows = Vec<Vec<char>>;
type At = (usize, usize);

/// Rules of pieces that step or jump over one cell.
struct Told {
    /// Where a piece of First's goes from a cell: how far down and to the right, and whether over a piece that is there.
    ways: fn(char) -> Vec<(i32, i32, bool)>,
    /// Which pieces go onto enemies, and whether pieces enclose them.
    onto: fn(char) -> bool,
    encloses: bool,
    /// Whether who can capture has to.
    forced: bool,
    points: fn(char) -> i64,
    least: usize,
    may: [May; 2],
    /// What two passes are worth, and for a player who may not pass having no move.
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
                    let onto = (self.onto)(piece.to_ascii_lowercase());
                    if there != '.' && !(onto && is_enemy(there, mover)) {
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
                Worth::Loss => Outcome::Win(player.opponent()),
            };
            let may = self.may[mover];
            // A pass that no other one can follow is not remembered.
            let remembered = usize::from(!self.may.contains(&May::Never));
            let few = |mover: usize| {
                let own = rows.iter().flatten().filter(|piece| is_own(**piece, mover));
                own.count() < self.least
            };
            let made = self.moves(&rows, mover);
            let outcome = if few(mover) {
                Some(Outcome::Win(player.opponent()))
            } else if few(1 - mover) {
                Some(Outcome::Win(player))
            } else if passed == 2 || may == May::Never && made.is_empty() {
                Some(worth())
            } else {
                None
            };
            let mut moves = Vec::new();
            if outcome.is_none() {
                let captures = self.forced && made.iter().any(|(_, _, captures)| *captures);
                if may == May::Always && !captures || may == May::Stuck && made.is_empty() {
                    let next = (rows.clone(), 1 - mover, passed + remembered);
                    moves.push(("pass".to_owned(), text(&next.0, next.1, next.2), 0));
                    open.push(next);
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
        onto: |_| false,
        encloses: true,
        forced: false,
        points: |_| 1,
        least: 2,
        may: [May::Stuck; 2],
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
    told.may = [May::Never; 2];
    let stuck = file
        .replace("pass = \"stuck\"", "pass = false")
        .replace("passed", "stuck");
    same(&stuck, &told, "mmm/m.M/MMM");
    told.may = [May::Always; 2];
    told.worth = Worth::First;
    told.forced = true;
    let all = file.replace("pass = \"stuck\"", "pass = true");
    let all = all.replace("passed = \"points\"", "passed = \"first\"");
    let all = all.replace("[captures]\n", "[captures]\nforced = true\n");
    same(&with_start(&all, "m.m/.../M.M"), &told, "m.m/.../M.M");
}

#[test]
fn one_player_may_pass() {
    let file = example("seega.toml");
    let one = |told: &mut Told, may: [May; 2], stuck: &str| {
        told.may = may;
        let [first, second] = may.map(|may| match may {
            May::Never => "false",
            May::Stuck => "\"stuck\"",
            May::Always => "true",
        });
        let moves = format!("[moves.first]\npass = {first}\n[moves.second]\npass = {second}");
        let file = file.replace("[moves]\npass = \"stuck\"", &moves);
        file.replace("passed = \"points\"", stuck)
    };
    let mut told = Told {
        ways: straight,
        onto: |_| false,
        encloses: true,
        forced: false,
        points: |_| 1,
        least: 2,
        may: [May::Never; 2],
        worth: Worth::Loss,
    };
    let passes = |tree: &Tree, of: Player| {
        let passes =
            |moves: &[(String, String, i64)]| moves.iter().any(|(name, ..)| name == "pass");
        tree.values()
            .filter(|(mover, _, moves)| *mover == of && passes(moves))
            .count()
    };
    let start = "mmm/m.M/MMM";
    let text = one(&mut told, [May::Stuck, May::Never], "");
    let tree = same(&text, &told, start);
    assert!(passes(&tree, Player::First) > 0 && passes(&tree, Player::Second) == 0);
    assert!(tree.keys().all(|text| !text.contains("passed")));
    let text = one(&mut told, [May::Never, May::Always], "stuck = \"loss\"");
    let tree = same(&text, &told, start);
    assert!(passes(&tree, Player::Second) > 0 && passes(&tree, Player::First) == 0);
    told.worth = Worth::Points;
    let text = one(
        &mut told,
        [May::Never, May::Stuck],
        "[end.first]\nstuck = \"points\"",
    );
    same(&text, &told, start);
    // Nobody can move: First passes, and Second, who may not, has the points.
    let walled = "MmM/mMm/MmM";
    let text = one(&mut told, [May::Stuck, May::Never], "stuck = \"points\"");
    let tree = same(&with_start(&text, walled), &told, walled);
    assert_eq!(tree.len(), 2);
    assert_eq!(tree["MmM/mMm/MmM:second"].1, Some(Outcome::Margin(1)));
    told.worth = Worth::Points;
    told.forced = true;
    let text = one(&mut told, [May::Stuck, May::Always], "passed = \"points\"");
    let text = text.replace("[captures]\n", "[captures]\nforced = true\n");
    let small = "m.m/.../M.M";
    let tree = same(&with_start(&text, small), &told, small);
    assert!(!tree.keys().any(|text| text.ends_with(":over")));
    let tree = same(&with_start(&text, walled), &told, walled);
    assert_eq!(tree["MmM/mMm/MmM:over"].1, Some(Outcome::Margin(1)));
}

#[test]
fn the_cat_may_wait() {
    let file = example("cat-and-mouse.toml");
    let mut told = Told {
        ways: straight,
        onto: |piece| piece == 'c',
        encloses: false,
        forced: false,
        points: |_| 1,
        least: 1,
        may: [May::Always, May::Never],
        worth: Worth::Loss,
    };
    let start = "...m/..../..../C...";
    let tree = same(&file, &told, start);
    assert_eq!(tree.len(), 496);
    // The parity of the steps between them never changes without a pass.
    told.may = [May::Never; 2];
    let tree = same(&file.replace("pass = true", "pass = false"), &told, start);
    let lost = |(_, outcome, _): &(Player, Option<Outcome>, _)| {
        *outcome == Some(Outcome::Win(Player::First))
    };
    assert!(tree.len() == 240 && !tree.values().any(lost));
}

#[test]
fn pieces_count_points() {
    let file = example("gold-and-silver.toml");
    let told = Told {
        ways: |piece| match piece {
            'g' => vec![(-1, 0, false), (-1, -1, false), (-1, 1, false)],
            _ => vec![(-1, 0, false), (-1, 0, true)],
        },
        onto: |_| true,
        encloses: false,
        forced: false,
        points: |piece| if piece == 'g' { 3 } else { 1 },
        least: 0,
        may: [May::Always; 2],
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
    same(&with_start(&drawn, "sg/../SG"), &told, "sg/../SG");
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
