//! Chains that join sides, marks that lie apart, liberties and tiles: against the games of the shelf, and against
//! rules that were written a second time, on drawn boards.

use super::told::{At, Told};
use super::twins::{Tree, of_file, same, same_tree, without_mover};
use std::collections::HashMap;
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

#[test]
fn nogo_is_that_of_the_shelf() {
    for (rows, cols) in [
        (1, 2),
        (1, 8),
        (2, 2),
        (2, 3),
        (2, 4),
        (2, 5),
        (3, 3),
        (3, 4),
    ] {
        let file = format!(
            "{HEAD}[board]\nrows = {rows}\ncols = {cols}\n[moves]\nliberties = true\n[full]\nis = \"loss\"\n"
        );
        same(&file, &format!("nogo:rows={rows},cols={cols}"));
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
            "rows = 3\ncols = 4\nwrap = \"across\"\n[lines]\nrow = 3\n",
            "..../..../....",
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

/// Marks are captured by being enclosed; so many captures win, whatever a row means.
#[test]
fn marks_are_captured_as_told() {
    let captures = |length: usize, win: u32| Told {
        captures: Some((length, win)),
        ..Told::default()
    };
    let cases = [
        (
            "rows = 1\ncols = 6\n[captures]\nlength = 1\nwin = 2\n",
            "......",
            captures(1, 2),
        ),
        (
            "rows = 1\ncols = 7\nwrap = \"across\"\n[lines]\nrow = 4\n[captures]\nlength = 2\nwin = 2\n",
            ".......",
            Told {
                row: Some((4, false)),
                round: (true, false),
                ..captures(2, 2)
            },
        ),
        (
            "rows = 3\ncols = 3\ncells = \"hexes\"\n[lines]\nrow = 3\nmake = \"loss\"\n[captures]\nlength = 1\nwin = 3\n",
            ".../.../...",
            Told {
                row: Some((3, false)),
                loses: true,
                hexes: true,
                ..captures(1, 3)
            },
        ),
        (
            "rows = 2\ncols = 4\n[captures]\nlength = 2\nwin = 15\n[full]\nis = \"loss\"\n",
            "..../....",
            Told {
                stuck: Some(false),
                ..captures(2, 15)
            },
        ),
    ];
    for (file, start, told) in cases {
        agree(&format!("{HEAD}[board]\n{file}"), &told, start);
    }
    let told = Told {
        row: Some((4, false)),
        ..captures(2, 1)
    };
    let tree = agree(example("/pente.toml"), &told, "..../..../....");
    assert_eq!(winner(&tree, "..../..../...."), Outcome::Draw);
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

/// Drawn shapes and tiles go on across the edges as rows do.
#[test]
fn shapes_and_tiles_wrap() {
    let ring = |rest: &str| {
        of_file(&format!(
            "{HEAD}[board]\nrows = 1\ncols = 4\nwrap = \"across\"\n{rest}"
        ))
    };
    let by = |line: &str| ring(&format!("[lines]\n{line}\n"));
    assert_eq!(by("shapes = [\"xx\"]"), by("row = 2"));
    // Four dominoes fit on a ring of four cells, and Second places the second one; three on a row, and First takes
    // the one in the middle.
    let tiles = ring("[tiles]\nshapes = [\"xx\"]\n[full]\nis = \"loss\"\n");
    assert_eq!(tiles["...."].2.len(), 4);
    assert_eq!(winner(&tiles, "...."), Outcome::Win(Player::Second));
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
