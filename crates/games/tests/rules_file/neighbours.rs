//! Chains that join sides, marks that lie apart, liberties and tiles: against the games of the shelf, and against
//! rules that were written a second time, on drawn boards.

use super::twins::{Tree, of_file, same, same_tree, without_mover};
use std::collections::{BTreeSet, HashMap};
use yomikiri_core::{Outcome, Player};
use yomikiri_games::make::info;

const HEAD: &str = "rules = 1\nkind = \"positional\"\n";

/// The text of an example file.
fn example(name: &str) -> &'static str {
    let mut files = info("rules").unwrap().files.iter();
    files.find(|(path, _)| path.ends_with(name)).unwrap().1
}

/// Who wins, by plain recursion over a tree; of games that end in a win.
pub(super) fn winner(tree: &Tree, start: &str) -> Outcome {
    fn value<'t>(tree: &'t Tree, at: &'t str, known: &mut HashMap<&'t str, Outcome>) -> Outcome {
        if let Some(value) = known.get(at) {
            return *value;
        }
        let (mover, outcome, moves) = &tree[at];
        let found = outcome.unwrap_or_else(|| {
            let mut best = Outcome::Win(mover.opponent());
            for (_, next, _) in moves {
                match value(tree, next, known) {
                    Outcome::Win(player) if player == *mover => best = Outcome::Win(player),
                    Outcome::Draw if best != Outcome::Win(*mover) => best = Outcome::Draw,
                    _ => {}
                }
            }
            best
        });
        known.insert(at, found);
        found
    }
    value(tree, start, &mut HashMap::new())
}

#[test]
fn hex_is_the_hex_of_the_shelf() {
    let file = |rows: usize, cols: usize| {
        format!(
            "{HEAD}[board]\nrows = {rows}\ncols = {cols}\ncells = \"hexes\"\n\
             [lines.first]\njoin = [\"top\", \"bottom\"]\n[lines.second]\njoin = [\"left\", \"right\"]\n"
        )
    };
    for (rows, cols) in [(1, 1), (2, 2), (3, 3), (2, 4), (4, 2)] {
        same(&file(rows, cols), &format!("hex:rows={rows},cols={cols}"));
    }
}

#[test]
fn col_and_snort_are_those_of_the_shelf() {
    for (name, apart) in [("col", "alike"), ("snort", "unlike")] {
        for (rows, cols) in [(1, 5), (2, 3), (3, 3), (2, 4)] {
            let file = format!(
                "{HEAD}[board]\nrows = {rows}\ncols = {cols}\n[moves]\napart = \"{apart}\"\n[full]\nis = \"loss\"\n"
            );
            same(&file, &format!("{name}:rows={rows},cols={cols}"));
        }
    }
}

/// The same tree with other words in its texts.
fn renamed(tree: Tree, with: impl Fn(&str) -> String) -> Tree {
    let of = |(name, (player, outcome, moves)): (String, (Player, Option<Outcome>, Vec<_>))| {
        let mut moves: Vec<(String, String, i64)> = moves
            .into_iter()
            .map(|(mv, next, gain): (String, String, i64)| (with(&mv), with(&next), gain))
            .collect();
        moves.sort();
        (with(&name), (player, outcome, moves))
    };
    tree.into_iter().map(of).collect()
}

#[test]
fn dominoes_by_side_are_domineering() {
    for (rows, cols) in [(2, 2), (3, 3), (2, 4), (3, 4)] {
        let file = format!(
            "{HEAD}[board]\nrows = {rows}\ncols = {cols}\n[tiles]\nturned = false\n[tiles.first]\nshapes = [\"x/x\"]\n\
             [tiles.second]\nshapes = [\"xx\"]\n[moves]\nmarks = \"one\"\n[full]\nis = \"loss\"\n"
        );
        let tree = renamed(of_file(&file), |text| {
            text.replace('x', "#").replace('+', "-")
        });
        same_tree(tree, &format!("domineering:rows={rows},cols={cols}"));
    }
}

type At = (i32, i32);

/// Rules as they would be told over a drawn board, apart from what the files become.
#[derive(Clone, Default)]
struct Told {
    hexes: bool,
    /// Whether left and right edge touch, and upper and lower one.
    round: (bool, bool),
    /// The length of a row, and whether longer rows are none.
    row: Option<(usize, bool)>,
    /// What a chain of First's joins, and of Second's.
    joins: [Vec<Vec<At>>; 2],
    /// Whether a chain loses.
    loses: bool,
    alike: bool,
    unlike: bool,
    liberties: bool,
    /// Whether both place `x`.
    one: bool,
    /// What having no move is worth to who is to move; nothing: a draw.
    stuck: Option<bool>,
}

type Cells = std::collections::BTreeMap<At, char>;

impl Told {
    /// The cell some steps away.
    fn at(&self, cells: &Cells, from: At, step: At) -> At {
        let most = cells.keys().fold((0, 0), |most: At, at| {
            (most.0.max(at.0 + 1), most.1.max(at.1 + 1))
        });
        let (row, col) = (from.0 + step.0, from.1 + step.1);
        (
            if self.round.1 {
                row.rem_euclid(most.0)
            } else {
                row
            },
            if self.round.0 {
                col.rem_euclid(most.1)
            } else {
                col
            },
        )
    }

    /// Whether a cell lies in a row of marks like it that is long enough, and where that counts not too long.
    fn in_row(&self, cells: &Cells, from: At) -> bool {
        let Some((length, exact)) = self.row else {
            return false;
        };
        let ways: &[At] = match self.hexes {
            true => &[(0, 1), (1, 0), (1, -1)],
            false => &[(0, 1), (1, 0), (1, 1), (1, -1)],
        };
        ways.iter().any(|&(down, right)| {
            let mut row = BTreeSet::from([from]);
            for step in [(down, right), (-down, -right)] {
                let mut at = self.at(cells, from, step);
                while cells.get(&at) == Some(&cells[&from]) && row.insert(at) {
                    at = self.at(cells, at, step);
                }
            }
            row.len() == length || !exact && row.len() > length
        })
    }

    fn near(&self, cells: &Cells, (row, col): At) -> BTreeSet<At> {
        let mut steps = vec![(-1, 0), (1, 0), (0, -1), (0, 1)];
        if self.hexes {
            steps.extend([(-1, 1), (1, -1)]);
        }
        let mut near = BTreeSet::new();
        for (down, right) in steps {
            let at = self.at(cells, (row, col), (down, right));
            if cells.contains_key(&at) && at != (row, col) {
                near.insert(at);
            }
        }
        near
    }

    fn chain(&self, cells: &Cells, from: At) -> BTreeSet<At> {
        let mut chain = BTreeSet::from([from]);
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            for other in self.near(cells, at) {
                if cells[&other] == cells[&from] && chain.insert(other) {
                    open.push(other);
                }
            }
        }
        chain
    }

    fn may(&self, cells: &Cells, at: At, mark: char) -> bool {
        let apart = self.near(cells, at).iter().any(|near| match cells[near] {
            '.' => false,
            other if other == mark => self.alike,
            _ => self.unlike,
        });
        if cells[&at] != '.' || apart {
            return false;
        }
        let mut after = cells.clone();
        after.insert(at, mark);
        !self.liberties
            || after.keys().filter(|at| after[at] != '.').all(|at| {
                let chain = self.chain(&after, *at);
                let mut beside = chain.iter().flat_map(|at| self.near(&after, *at));
                beside.any(|at| after[&at] == '.')
            })
    }

    /// All of play from an empty board.
    fn tree(&self, start: &str) -> Tree {
        let rows: Vec<Vec<char>> = start.split('/').map(|row| row.chars().collect()).collect();
        let mut empty = Cells::new();
        for (row, line) in (0..).zip(&rows) {
            for (col, &cell) in (0..).zip(line) {
                if cell == '.' {
                    empty.insert((row, col), '.');
                }
            }
        }
        let text = |cells: &Cells, mover: usize| {
            let drawn = |(row, line): (i32, &Vec<char>)| -> String {
                let cell = |col: i32| cells.get(&(row, col)).copied().unwrap_or('_');
                (0..line.len() as i32).map(cell).collect()
            };
            let drawn: Vec<String> = (0..).zip(&rows).map(drawn).collect();
            drawn.join("/") + if mover == 0 { "" } else { ":second" }
        };
        let mut tree = Tree::new();
        let mut open = vec![(empty, 0usize)];
        while let Some((cells, mover)) = open.pop() {
            let key = text(&cells, mover);
            if tree.contains_key(&key) {
                continue;
            }
            let player = Player::BOTH[mover];
            let joined = |of: usize| {
                let mark = if self.one { 'x' } else { ['x', 'o'][of] };
                let sides = &self.joins[of];
                let touches =
                    |chain: &BTreeSet<At>, side: &Vec<At>| side.iter().any(|at| chain.contains(at));
                let joins = |at: At| {
                    let chain = self.chain(&cells, at);
                    !sides.is_empty() && sides.iter().all(|side| touches(&chain, side))
                };
                let own = cells.iter().filter(|(_, found)| **found == mark);
                own.into_iter()
                    .any(|(at, _)| joins(*at) || self.in_row(&cells, *at))
            };
            // Whoever has just moved has made it.
            if joined(1 - mover) {
                let winner = if self.loses {
                    player
                } else {
                    player.opponent()
                };
                tree.insert(key, (player, Some(Outcome::Win(winner)), Vec::new()));
                continue;
            }
            let mark = if self.one { 'x' } else { ['x', 'o'][mover] };
            let free: Vec<At> = cells
                .keys()
                .copied()
                .filter(|at| self.may(&cells, *at, mark))
                .collect();
            if free.is_empty() {
                let outcome = match self.stuck {
                    None => Outcome::Draw,
                    Some(true) => Outcome::Win(player),
                    Some(false) => Outcome::Win(player.opponent()),
                };
                tree.insert(key, (player, Some(outcome), Vec::new()));
                continue;
            }
            let mut moves = Vec::new();
            for at in free {
                let mut next = cells.clone();
                next.insert(at, mark);
                moves.push((
                    format!("{},{}", at.0 + 1, at.1 + 1),
                    text(&next, 1 - mover),
                    0,
                ));
                open.push((next, 1 - mover));
            }
            moves.sort();
            tree.insert(key, (player, None, moves));
        }
        tree
    }
}

fn agree(file: &str, told: &Told, start: &str) -> Tree {
    let (found, told) = (of_file(file), told.tree(start));
    assert_eq!(found.len(), told.len(), "{file}");
    for (name, node) in &told {
        assert_eq!(found.get(name), Some(node), "{name} in\n{file}");
    }
    found
}

/// The cells of a triangle that points down, and its sides.
fn triangle(side: i32) -> (String, Vec<Vec<At>>) {
    let row = |row: i32| ".".repeat((side - row) as usize) + &"_".repeat(row as usize);
    let rows: Vec<String> = (0..side).map(row).collect();
    let top = (0..side).map(|col| (0, col)).collect();
    let left = (0..side).map(|row| (row, 0)).collect();
    let right = (0..side).map(|row| (row, side - 1 - row)).collect();
    (rows.join("/"), vec![top, left, right])
}

/// Exactly one player joins all three sides of a full board, and so First wins from the start: Schensted and Titus,
/// "Mudcrack Y & Poly-Y" (1975).
#[test]
fn y_is_won_by_first() {
    for side in 1..=4 {
        let (map, sides) = triangle(side);
        let drawn = map.replace('/', "\n");
        let file = format!(
            "{HEAD}[board]\nmap = '''\n{drawn}\n'''\ncells = \"hexes\"\n[lines]\njoin = [\"top\", \"left\", \"right\"]\n"
        );
        let told = Told {
            hexes: true,
            joins: [sides.clone(), sides],
            ..Told::default()
        };
        let tree = agree(&file, &told, &map);
        assert_eq!(winner(&tree, &map), Outcome::Win(Player::First), "{side}");
        let draws = tree.values().filter(|node| node.1 == Some(Outcome::Draw));
        assert_eq!(draws.count(), 0, "{side}");
        if side == 4 {
            let shipped = of_file(example("/y.toml"));
            assert_eq!(shipped, tree);
        }
    }
}

/// Chains on squares, by which nobody may be joined, on a cylinder too; chains that lose; chains between listed cells.
#[test]
fn chains_are_joined_as_told() {
    let upright = |col: i32| (0..3).map(|row| (row, col)).collect::<Vec<At>>();
    let across = |row: i32| (0..3).map(|col| (row, col)).collect::<Vec<At>>();
    let hex = [vec![across(0), across(2)], vec![upright(0), upright(2)]];
    let board = "[board]\nrows = 3\ncols = 3\n";
    let by_side = "[lines.first]\njoin = [\"top\", \"bottom\"]\n[lines.second]\njoin = [\"left\", \"right\"]\n";
    let told = |told: Told| Told {
        joins: hex.clone(),
        ..told
    };
    let cases = [
        (format!("{board}{by_side}"), told(Told::default())),
        (
            format!("{board}wrap = \"across\"\n{by_side}"),
            told(Told {
                round: (true, false),
                ..Told::default()
            }),
        ),
        (
            format!(
                "{board}wrap = \"upright\"\ncells = \"hexes\"\n[lines]\nmake = \"loss\"\n{by_side}"
            ),
            told(Told {
                round: (false, true),
                hexes: true,
                loses: true,
                ..Told::default()
            }),
        ),
        (
            format!("{board}[lines]\njoin = [[\"1,1\"], [\"3,3\", \"3,2\"], \"right\"]\n"),
            Told {
                joins: [0, 1].map(|_| vec![vec![(0, 0)], vec![(2, 2), (2, 1)], upright(2)]),
                ..Told::default()
            },
        ),
    ];
    for (file, told) in cases {
        agree(&format!("{HEAD}{file}"), &told, ".../.../...");
    }
}

/// Rows that must not be longer, rows of hexagons, and rows on a cylinder.
#[test]
fn rows_are_as_long_as_told() {
    let exact = Some((3, true));
    let cases = [
        (
            "rows = 1\ncols = 8\n[lines]\nrow = 3\nexact = true\n",
            "........",
            Told {
                row: exact,
                ..Told::default()
            },
        ),
        (
            "rows = 3\ncols = 4\n[lines]\nrow = 3\nexact = true\nmake = \"loss\"\n",
            "..../..../....",
            Told {
                row: exact,
                loses: true,
                ..Told::default()
            },
        ),
        (
            "rows = 2\ncols = 5\nwrap = \"across\"\n[lines]\nrow = 3\nexact = true\n",
            "...../.....",
            Told {
                row: exact,
                round: (true, false),
                ..Told::default()
            },
        ),
        (
            "rows = 3\ncols = 3\nwrap = \"across\"\n[lines]\nrow = 3\n",
            ".../.../...",
            Told {
                row: Some((3, false)),
                round: (true, false),
                ..Told::default()
            },
        ),
        (
            "rows = 3\ncols = 3\nwrap = \"upright\"\n[lines]\nrow = 3\n",
            ".../.../...",
            Told {
                row: Some((3, false)),
                round: (false, true),
                ..Told::default()
            },
        ),
        (
            "rows = 3\ncols = 3\ncells = \"hexes\"\n[lines]\nrow = 3\n",
            ".../.../...",
            Told {
                row: Some((3, false)),
                hexes: true,
                ..Told::default()
            },
        ),
    ];
    for (file, start, told) in cases {
        let tree = without_mover(of_file(&format!("{HEAD}[board]\n{file}")));
        let told = without_mover(told.tree(start));
        assert_eq!(tree.len(), told.len(), "{file}");
        for (name, node) in &told {
            assert_eq!(tree.get(name), Some(node), "{name} in\n{file}");
        }
    }
}

/// First wins on three rows of three, as on four of four: Nash (1949). So he does in the reverse game if the number
/// of cells is even, and else Second: Lagarias and Sleator, "Who wins misère Hex?" (1999).
#[test]
fn who_wins_hex_and_reverse_hex() {
    let file = |side: usize, make: &str| {
        format!(
            "{HEAD}[board]\nrows = {side}\ncols = {side}\ncells = \"hexes\"\n[lines]\nmake = \"{make}\"\n\
             [lines.first]\njoin = [\"top\", \"bottom\"]\n[lines.second]\njoin = [\"left\", \"right\"]\n"
        )
    };
    for side in 1..=3 {
        let empty = vec![".".repeat(side); side].join("/");
        let tree = of_file(&file(side, "win"));
        assert_eq!(winner(&tree, &empty), Outcome::Win(Player::First));
        let tree = of_file(&file(side, "loss"));
        let reverse = if side % 2 == 0 {
            Player::First
        } else {
            Player::Second
        };
        assert_eq!(winner(&tree, &empty), Outcome::Win(reverse));
    }
}

#[test]
fn marks_lie_apart_and_breathe_as_told() {
    let moves = |board: &str, moves: &str, full: &str| {
        format!("{HEAD}[board]\n{board}\n[moves]\n{moves}\n[full]\n{full}\n")
    };
    let (wide, square) = ("rows = 2\ncols = 4", "rows = 3\ncols = 3");
    let lost = Some(false);
    let cases = [
        (
            moves(wide, "liberties = true", "is = \"win\""),
            "..../....",
            Told {
                liberties: true,
                stuck: Some(true),
                ..Told::default()
            },
        ),
        (
            moves(wide, "marks = \"one\"\napart = \"all\"", "is = \"loss\""),
            "..../....",
            Told {
                one: true,
                alike: true,
                unlike: true,
                stuck: lost,
                ..Told::default()
            },
        ),
        (
            moves(
                &format!("{wide}\nwrap = \"across\""),
                "apart = \"unlike\"",
                "is = \"draw\"",
            ),
            "..../....",
            Told {
                round: (true, false),
                unlike: true,
                ..Told::default()
            },
        ),
        (
            moves(
                &format!("{square}\ncells = \"hexes\""),
                "apart = \"alike\"",
                "is = \"loss\"",
            ),
            ".../.../...",
            Told {
                hexes: true,
                alike: true,
                stuck: lost,
                ..Told::default()
            },
        ),
    ];
    for (file, start, told) in cases {
        agree(&file, &told, start);
    }
    let told = Told {
        liberties: true,
        stuck: lost,
        ..Told::default()
    };
    let nogo = agree(example("/nogo.toml"), &told, ".../.../...");
    assert_eq!(winner(&nogo, ".../.../..."), Outcome::Win(Player::First));
}

/// Node Kayles on a path is Dawson's chess, 0.137: "Winning Ways", chapter 4.
#[test]
fn marks_apart_on_a_row_are_dawsons_chess() {
    for cells in 1..=14 {
        let file = format!(
            "{HEAD}[board]\nrows = 1\ncols = {cells}\n[moves]\nmarks = \"one\"\napart = \"all\"\n[full]\nis = \"loss\"\n"
        );
        let winner = winner(&of_file(&file), &".".repeat(cells));
        let lost = [4, 8, 14].contains(&cells);
        let expected = if lost { Player::Second } else { Player::First };
        assert_eq!(winner, Outcome::Win(expected), "{cells}");
    }
}

/// Cram: with two even sides, Second answers opposite the centre; with one, First begins there: Gardner, Scientific
/// American (February 1974).
#[test]
fn cram_is_symmetric() {
    let lost = |covered: u32, rows: usize, cols: usize| {
        fn loses(covered: u32, rows: usize, cols: usize, known: &mut HashMap<u32, bool>) -> bool {
            if let Some(lost) = known.get(&covered) {
                return *lost;
            }
            let mut lost = true;
            for at in 0..rows * cols {
                for to in [at + 1, at + cols] {
                    let is_domino = to < rows * cols && (to == at + cols || to % cols != 0);
                    let both = 1 << at | 1 << to;
                    if is_domino && covered & both == 0 && loses(covered | both, rows, cols, known)
                    {
                        lost = false;
                    }
                }
            }
            known.insert(covered, lost);
            lost
        }
        loses(covered, rows, cols, &mut HashMap::new())
    };
    for (rows, cols) in [
        (1, 6),
        (2, 2),
        (2, 3),
        (3, 3),
        (2, 4),
        (3, 4),
        (4, 4),
        (3, 5),
    ] {
        let file = format!(
            "{HEAD}[board]\nrows = {rows}\ncols = {cols}\n[tiles]\nsets = {:?}\n[moves]\nmarks = \"one\"\n[full]\nis = \"loss\"\n",
            dominoes(rows, cols)
        );
        let tree = of_file(&file);
        let empty = vec![".".repeat(cols); rows].join("/");
        let expected = if lost(0, rows, cols) {
            Player::Second
        } else {
            Player::First
        };
        assert_eq!(
            winner(&tree, &empty),
            Outcome::Win(expected),
            "{rows} x {cols}"
        );
        match (rows % 2, cols % 2) {
            (0, 0) => assert_eq!(expected, Player::Second),
            (1, 1) => {}
            _ => assert_eq!(expected, Player::First),
        }
        if (rows, cols) == (3, 4) {
            assert_eq!(of_file(example("/cram.toml")), tree);
        }
    }
}

/// The cells of each domino, by name.
fn dominoes(rows: usize, cols: usize) -> Vec<[String; 2]> {
    let mut dominoes = Vec::new();
    for row in 1..=rows {
        for col in 1..=cols {
            let name = |row: usize, col: usize| format!("{row},{col}");
            if col < cols {
                dominoes.push([name(row, col), name(row, col + 1)]);
            }
            if row < rows {
                dominoes.push([name(row, col), name(row + 1, col)]);
            }
        }
    }
    dominoes
}
