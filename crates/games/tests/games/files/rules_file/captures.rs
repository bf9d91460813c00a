//! Captures beyond the ways of pieces, and slides to the end: against rules that were written a second time, on arrays.

use super::twins::{Tree, of_file};
use crate::shared::shared;
use std::collections::HashSet;
use yomikiri_core::{Notation, Outcome, Player};
use yomikiri_games::make::Shipped;
use yomikiri_games::rules_file::RulesFile;

/// A board of letters and dots in rows, who moves, and the cell of the piece that goes on capturing.
type Seen = (Vec<Vec<char>>, usize, Option<(usize, usize)>);

/// A move: its text, and what it leads to.
type Made = (String, Seen);

const SLANTS: [(i32, i32); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
const STRAIGHT: [(i32, i32); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

fn text((board, mover, going): &Seen) -> String {
    let rows: Vec<String> = board.iter().map(|row| row.iter().collect()).collect();
    let going = going.map_or(String::new(), |at| format!(">{}", name(at)));
    let mover = if *mover == 0 { "" } else { ":second" };
    format!("{}{going}{mover}", rows.join("/"))
}

fn name((row, col): (usize, usize)) -> String {
    format!("{},{}", row + 1, col + 1)
}

fn is_own(letter: char, mover: usize) -> bool {
    letter.is_ascii_alphabetic() && letter.is_ascii_uppercase() == (mover == 0)
}

fn is_enemy(letter: char, mover: usize) -> bool {
    letter.is_ascii_alphabetic() && !is_own(letter, mover)
}

fn step(
    board: &[Vec<char>],
    (row, col): (usize, usize),
    (down, right): (i32, i32),
) -> Option<(usize, usize)> {
    let row = usize::try_from(row as i32 + down).ok()?;
    let col = usize::try_from(col as i32 + right).ok()?;
    (row < board.len() && col < board[0].len() && board[row][col] != '_').then_some((row, col))
}

fn own(seen: &Seen) -> Vec<(usize, usize)> {
    let (board, mover, _) = seen;
    let all = (0..board.len()).flat_map(|row| (0..board[0].len()).map(move |col| (row, col)));
    all.filter(|&(row, col)| is_own(board[row][col], *mover))
        .collect()
}

/// All of play from a start, by moves that are given and by who has lost: `None` where the game goes on.
fn tree(
    start: Seen,
    moves: impl Fn(&Seen) -> Vec<Made>,
    over: impl Fn(&Seen) -> Option<Outcome>,
) -> Tree {
    let mut tree = Tree::new();
    let mut open = vec![start];
    while let Some(seen) = open.pop() {
        let key = text(&seen);
        if tree.contains_key(&key) {
            continue;
        }
        let players = [Player::First, Player::Second];
        let mover = players[seen.1];
        let mut outcome = over(&seen);
        let mut found = Vec::new();
        if outcome.is_none() {
            let mut texts = HashSet::new();
            for (mv, next) in moves(&seen) {
                assert!(texts.insert(mv.clone()));
                let name = text(&next);
                if !tree.contains_key(&name) {
                    open.push(next);
                }
                found.push((mv, name, 0));
            }
            found.sort();
            if found.is_empty() {
                outcome = Some(Outcome::Win(mover.opponent()));
            }
        }
        tree.insert(key, (mover, outcome, found));
    }
    tree
}

fn board(rows: &str) -> Vec<Vec<char>> {
    rows.split('/').map(|row| row.chars().collect()).collect()
}

/// The file of a game with another start.
fn with_start(file: &str, rows: &str) -> String {
    let info = yomikiri_games::make::info("rules").expect("it is there");
    let example = info.files.iter().find(|(path, _)| path.ends_with(file));
    let (_, text) = example.expect("it is shipped");
    let mut parts = text.splitn(3, "\"\"\"");
    let [before, _, after] =
        [(); 3].map(|()| parts.next().expect("the start stands in quotation marks"));
    format!("{before}\"\"\"\n{}\n\"\"\"{after}", rows.replace('/', "\n"))
}

/// Where a man or a king may go: one step, and over an enemy.
fn ways(letter: char) -> &'static [(i32, i32)] {
    match letter {
        'M' => &SLANTS[..2],
        'm' => &SLANTS[2..],
        _ => &SLANTS,
    }
}

/// The captures of a piece.
fn jumps(seen: &Seen, from: (usize, usize)) -> Vec<Made> {
    let (board, mover, _) = seen;
    let mut made = Vec::new();
    let letter = board[from.0][from.1];
    for &way in ways(letter) {
        let Some(over) = step(board, from, way) else {
            continue;
        };
        let Some(to) = step(board, over, way) else {
            continue;
        };
        if !is_enemy(board[over.0][over.1], *mover) || board[to.0][to.1] != '.' {
            continue;
        }
        let mut next = board.clone();
        next[from.0][from.1] = '.';
        next[over.0][over.1] = '.';
        let far = if *mover == 0 { 0 } else { board.len() - 1 };
        let crowned = letter.eq_ignore_ascii_case(&'m') && to.0 == far;
        let king = if *mover == 0 { 'K' } else { 'k' };
        next[to.0][to.1] = if crowned { king } else { letter };
        let on = (next.clone(), *mover, Some(to));
        let goes_on = !crowned && !jumps(&on, to).is_empty();
        let after = match goes_on {
            true => on,
            false => (next, 1 - mover, None),
        };
        made.push((format!("{}x{}", name(from), name(to)), after));
    }
    made
}

fn checkers(seen: &Seen, forced: bool) -> Vec<Made> {
    let (board, mover, going) = seen;
    if let Some(from) = going {
        let mut made = jumps(seen, *from);
        if !forced {
            made.push(("stop".to_owned(), (board.clone(), 1 - mover, None)));
        }
        return made;
    }
    let mut made: Vec<Made> = own(seen)
        .into_iter()
        .flat_map(|from| jumps(seen, from))
        .collect();
    if forced && !made.is_empty() {
        return made;
    }
    for from in own(seen) {
        let letter = board[from.0][from.1];
        for &way in ways(letter) {
            let Some(to) = step(board, from, way).filter(|&(row, col)| board[row][col] == '.')
            else {
                continue;
            };
            let mut next = board.clone();
            next[from.0][from.1] = '.';
            let far = if *mover == 0 { 0 } else { board.len() - 1 };
            let crowned = letter.eq_ignore_ascii_case(&'m') && to.0 == far;
            let king = if *mover == 0 { 'K' } else { 'k' };
            next[to.0][to.1] = if crowned { king } else { letter };
            made.push((
                format!("{}-{}", name(from), name(to)),
                (next, 1 - mover, None),
            ));
        }
    }
    made
}

fn same(file: &str, rows: &str, mine: &Tree) {
    let theirs = of_file(file);
    assert_eq!(theirs.len(), mine.len(), "{rows}");
    for (position, node) in mine {
        assert_eq!(theirs.get(position), Some(node), "{rows} at {position}");
    }
}

#[test]
fn captures_that_are_forced_and_go_on() {
    for rows in ["_m_m/._._/_._./._M_/_M_.", "_m_./._m_/_._./M_._/_._M"] {
        let file = with_start("checkers.toml", rows);
        let start = (board(rows), 0, None);
        let mine = tree(start.clone(), |seen| checkers(seen, true), |_| None);
        assert!(
            mine.keys().any(|text| text.contains('>')),
            "{rows}: no turn goes on"
        );
        same(&file, rows, &mine);
        let free = file.replace("forced = true\n", "");
        let mine = tree(start, |seen| checkers(seen, false), |_| None);
        assert!(
            mine.values()
                .any(|(_, _, moves)| moves.iter().any(|(mv, ..)| mv == "stop"))
        );
        same(&free, rows, &mine);
    }
}

/// Stones that slide and are captured between two others.
fn hasami(seen: &Seen, ways: &[(i32, i32)]) -> Vec<Made> {
    let (board, mover, _) = seen;
    let mut made = Vec::new();
    for from in own(seen) {
        for &way in &STRAIGHT {
            let mut at = from;
            while let Some(to) = step(board, at, way).filter(|&(row, col)| board[row][col] == '.') {
                at = to;
                let mut next = board.clone();
                next[to.0][to.1] = next[from.0][from.1];
                next[from.0][from.1] = '.';
                let moved = next.clone();
                for &way in ways {
                    let Some(beside) = step(board, to, way) else {
                        continue;
                    };
                    let Some(behind) = step(board, beside, way) else {
                        continue;
                    };
                    if is_enemy(moved[beside.0][beside.1], *mover)
                        && is_own(moved[behind.0][behind.1], *mover)
                    {
                        next[beside.0][beside.1] = '.';
                    }
                }
                let sign = if next == moved { '-' } else { 'x' };
                made.push((
                    format!("{}{sign}{}", name(from), name(to)),
                    (next, 1 - mover, None),
                ));
            }
        }
    }
    made
}

#[test]
fn enemies_between_two_stones_are_captured() {
    let few = |seen: &Seen| {
        let cells = || seen.0.iter().flatten();
        let count = |mover| cells().filter(|letter| is_own(**letter, mover)).count();
        match (count(0) < 2, count(1) < 2) {
            (true, _) => Some(Outcome::Win(Player::Second)),
            (_, true) => Some(Outcome::Win(Player::First)),
            _ => None,
        }
    };
    let captures = |tree: &Tree| {
        tree.values()
            .any(|(_, _, moves)| moves.iter().any(|(mv, ..)| mv.contains('x')))
    };
    for rows in ["mmm/.../MMM", "mm_/.m./M.M/..M"] {
        let file = with_start("hasami.toml", rows);
        let mine = tree((board(rows), 0, None), |seen| hasami(seen, &STRAIGHT), few);
        assert!(captures(&mine));
        same(&file, rows, &mine);
        let aslant = file.replace(
            "\"orthogonal\"\n\n[end]",
            "[\"orthogonal\", \"diagonal\"]\n\n[end]",
        );
        assert_ne!(file, aslant);
        let all: Vec<_> = STRAIGHT.into_iter().chain(SLANTS).collect();
        let mine = tree((board(rows), 0, None), |seen| hasami(seen, &all), few);
        same(&aslant, rows, &mine);
    }
}

/// Stones that slide until something stops them.
fn sliders(seen: &Seen) -> Vec<Made> {
    let (board, mover, _) = seen;
    let mut made = Vec::new();
    for from in own(seen) {
        for way in STRAIGHT.into_iter().chain(SLANTS) {
            let mut to = from;
            while let Some(next) = step(board, to, way).filter(|&(row, col)| board[row][col] == '.')
            {
                to = next;
            }
            if to != from {
                let mut next = board.clone();
                next[to.0][to.1] = next[from.0][from.1];
                next[from.0][from.1] = '.';
                made.push((
                    format!("{}-{}", name(from), name(to)),
                    (next, 1 - mover, None),
                ));
            }
        }
    }
    made
}

#[test]
fn slides_go_to_the_end() {
    let lines = |seen: &Seen| {
        let (board, mover, _) = seen;
        let has = |mover: usize| {
            own(&(board.clone(), mover, None)).into_iter().any(|from| {
                [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(|way| {
                    let next =
                        step(board, from, way).and_then(|at| Some((at, step(board, at, way)?)));
                    let owned = |(row, col): (usize, usize)| is_own(board[row][col], mover);
                    next.is_some_and(|(a, b)| owned(a) && owned(b))
                })
            })
        };
        let winner = [1 - mover, *mover].into_iter().find(|&mover| has(mover));
        winner.map(|mover| Outcome::Win([Player::First, Player::Second][mover]))
    };
    let rows = "M.m/m.M/M.m";
    let file = with_start("sliders.toml", rows).replace("stuck = \"draw\"", "stuck = \"loss\"");
    same(&file, rows, &tree((board(rows), 0, None), sliders, lines));
}

#[test]
fn positions_in_which_a_turn_goes_on() {
    let read = |name: &str, text: &str| {
        let spec = format!("rules:file=examples/rules/{name}.toml");
        let game = shared(&spec, &Shipped).expect("it is shipped");
        let position = game.parse_position(text);
        let position = position.map_err(|error| error.to_string())?;
        Ok::<_, String>(game.position_text(&position))
    };
    let on = "_m_m/._m_/_._./._m_/_._M>5,4";
    assert_eq!(read("checkers", on).as_deref(), Ok(on));
    // Nothing to capture, not the mover's, not there, no cell.
    for (text, wrong) in [
        (
            "_m_m/._m_/_._./._._/_._M>5,4",
            "no piece that has captured can go on from here",
        ),
        (
            "_m_m/._m_/_._./._m_/_._M>4,3",
            "no piece that has captured can go on from here",
        ),
        (
            "_m_m/._m_/_._./._m_/_._M>5,2",
            "no piece that has captured can go on from here",
        ),
        ("_m_m/._m_/_._./._m_/_._M>5,9", "a cell is expected here"),
    ] {
        assert!(
            read("checkers", text).expect_err(text).contains(wrong),
            "{text}"
        );
    }
    assert!(read("draughts", "_m_m/._._/_._./M_M_>4,1").is_err());
}

#[test]
fn wrong_words_about_captures() {
    let wrong = |text: &str| {
        let error = RulesFile::parse(text).err().expect("it is wrong");
        (text[error.span.clone()].to_owned(), error.message)
    };
    let file = with_start("hasami.toml", "mmm/.../MMM");
    let (span, message) = wrong(&file.replace("\"orthogonal\"\n\n[end]", "\"sideways\"\n\n[end]"));
    assert_eq!(
        (span.as_str(), message.as_str()),
        ("\"sideways\"", "`sideways` is no way to enclose")
    );
    let (span, message) =
        wrong(&file.replace("slide = \"orthogonal\"", "step = \"all\", far = true"));
    assert_eq!(
        (span.as_str(), message.as_str()),
        ("true", "`far` goes with `slide`")
    );
}

#[test]
fn arrows_lead_one_way() {
    // Round and round: each player has one way, until somebody stands in it.
    let file = "rules = 1\nkind = \"pieces\"\n[board]\nstart = \"Am.\"\nnames = \"a b c\"\n\
                oneway = [[\"a\", \"b\"], [\"b\", \"c\"], [\"c\", \"a\"]]\n\
                [[piece]]\nletter = \"a\"\nmoves = [{ step = \"link\", onto = \"empty\" }]\n\
                [[piece]]\nletter = \"m\"\nmoves = [{ step = \"link\", onto = \"empty\" }]\n[end]\nstuck = \"draw\"\n";
    let file = file.replace(
        "[[piece]]\nletter = \"a\"",
        "mover = \"second\"\n[[piece]]\nletter = \"a\"",
    );
    let tree = of_file(&file);
    let mut at = "Am.:second".to_owned();
    let mut line = Vec::new();
    for _ in 0..6 {
        let (_, outcome, moves) = &tree[&at];
        assert_eq!((*outcome, moves.len()), (None, 1), "{at}");
        line.push(moves[0].0.clone());
        at.clone_from(&moves[0].1);
    }
    assert_eq!(line, ["b-c", "a-b", "c-a", "b-c", "a-b", "c-a"]);
    assert_eq!(at, "Am.:second");
}
