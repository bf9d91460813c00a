//! Traps, and passes of one player in games of claimed cells: against rules that were written a second time.

use super::twins::{Tree, of_file};
use yomikiri_core::{Outcome, Player};

/// Stones step in all directions. Two corners are traps.
const TRAPS: &str = "rules = 1\nkind = \"pieces\"\n[board]\nstart = '''\nM..\n.Mm\n.m.\n'''\n\
     [[piece]]\nletter = \"m\"\nmoves = [{ step = \"all\", onto = \"empty\" }]\n\
     [end]\ntrapped = [[\"1,1\", \"1,2\", \"2,1\"], [\"3,3\", \"2,3\"]]\n";

/// Whether a player has a stone in a trap.
fn is_trapped(rows: &[Vec<char>], mover: usize) -> bool {
    let (own, other) = (['M', 'm'][mover], ['M', 'm'][1 - mover]);
    rows[0][0] == own && rows[0][1] == other && rows[1][0] == other
        || rows[2][2] == own && rows[1][2] == other
}

#[test]
fn a_trapped_piece_wins_or_loses() {
    for (trap, wins) in [
        ("", [false; 2]),
        ("trap = \"win\"", [true; 2]),
        ("[end.second]\ntrap = \"win\"", [false, true]),
    ] {
        let tree = of_file(&format!("{TRAPS}{trap}\n"));
        let mut trapped = 0;
        for (text, (mover, outcome, moves)) in &tree {
            let rows = text.split(':').next().unwrap_or_default().split('/');
            let rows: Vec<Vec<char>> = rows.map(|row| row.chars().collect()).collect();
            let (mover, last) = (*mover as usize, 1 - *mover as usize);
            let says =
                |of: usize| is_trapped(&rows, of).then_some(if wins[of] { of } else { 1 - of });
            // Where traps say both, it counts what they say for who moved last.
            let winner = match [says(last), says(mover)] {
                [Some(one), Some(other)] if one != other => Some(last),
                [one, other] => one.or(other),
            };
            trapped += usize::from(winner.is_some());
            let stuck = (moves.is_empty() && winner.is_none()).then_some(last);
            let expected = winner.or(stuck).map(|of| Outcome::Win(Player::BOTH[of]));
            assert_eq!(*outcome, expected, "{text} {trap}");
        }
        assert!(trapped > 10, "{trapped} {trap}");
    }
}

/// Three in a row loses on 3 x 3 cells, and some players may pass.
fn patience(may: [bool; 2]) -> Tree {
    const LINES: [[usize; 3]; 8] = [
        [0, 1, 2],
        [3, 4, 5],
        [6, 7, 8],
        [0, 3, 6],
        [1, 4, 7],
        [2, 5, 8],
        [0, 4, 8],
        [2, 4, 6],
    ];
    let text = |cells: &[char; 9], mover: usize| {
        let rows: Vec<String> = cells.chunks(3).map(|row| row.iter().collect()).collect();
        rows.join("/") + ["", ":second"][mover]
    };
    let mut tree = Tree::new();
    let mut open = vec![(['.'; 9], 0)];
    while let Some((cells, mover)) = open.pop() {
        let key = text(&cells, mover);
        if tree.contains_key(&key) {
            continue;
        }
        let made = |sign: char| {
            let mut lines = LINES.iter();
            lines.any(|line| line.iter().all(|&cell| cells[cell] == sign))
        };
        let outcome = match (made('x'), made('o')) {
            (true, _) => Some(Outcome::Win(Player::Second)),
            (_, true) => Some(Outcome::Win(Player::First)),
            _ if !cells.contains(&'.') => Some(Outcome::Draw),
            _ => None,
        };
        let mut moves = Vec::new();
        if outcome.is_none() {
            for cell in (0..9).filter(|&cell| cells[cell] == '.') {
                let mut next = cells;
                next[cell] = ['x', 'o'][mover];
                let name = format!("{},{}", cell / 3 + 1, cell % 3 + 1);
                moves.push((name, text(&next, 1 - mover), 0));
                open.push((next, 1 - mover));
            }
            if may[mover] {
                moves.push(("pass".to_owned(), text(&cells, 1 - mover), 0));
                open.push((cells, 1 - mover));
            }
        }
        moves.sort();
        tree.insert(key, (Player::BOTH[mover], outcome, moves));
    }
    tree
}

#[test]
fn one_player_may_pass_where_cells_are_claimed() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rules/");
    let file = std::fs::read_to_string(format!("{folder}patience.toml")).unwrap();
    for (word, may, positions) in [
        ("\"second\"", [false, true], 14_939),
        ("\"first\"", [true, false], 20_417),
    ] {
        let file = file.replace("pass = \"second\"", &format!("pass = {word}"));
        let (theirs, mine) = (of_file(&file), patience(may));
        for (position, node) in &mine {
            assert_eq!(theirs.get(position), Some(node), "{word} at {position}");
        }
        assert_eq!((theirs.len(), mine.len()), (positions, positions), "{word}");
    }
}
