//! Pieces beside the board, promotion by choice, lines of pieces: against rules that were written a second time, on
//! arrays, and against dobutsu shogi.

use super::Shared;
use super::twins::{Tree, of_file};
use crate::shared::shared;
use std::collections::BTreeSet;
use yomikiri_core::{Game, Notation, Outcome, Player};
use yomikiri_games::compact::Compact;
use yomikiri_games::make::Shipped;
use yomikiri_games::rules_file::RulesFile;

/// Three men each on nine cells: they are put down, and then they move to a free cell next to theirs.
const SETTLERS: &str = "rules = 1\nkind = \"pieces\"\n[board]\nstart = '''\n...\n...\n...\n'''\n\
     [[piece]]\nletter = \"m\"\nmoves = [{ step = \"all\", onto = \"empty\" }]\n\
     [hand]\nstart = \"MMM mmm\"\nfirst = true\n[end]\nline = 3\n";

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

/// A position of that game, written a second time: the cells, what is in hand, who moves.
type Settled = ([char; 9], [usize; 2], usize);

fn settled_text((board, hands, mover): &Settled) -> String {
    let rows: Vec<String> = board.chunks(3).map(|row| row.iter().collect()).collect();
    let held = "M".repeat(hands[0]) + &"m".repeat(hands[1]);
    let held = match held.is_empty() {
        true => held,
        false => format!("+{held}"),
    };
    let mover = if *mover == 0 { "" } else { ":second" };
    format!("{}{held}{mover}", rows.join("/"))
}

/// All of it, by plain rules.
fn settled() -> Tree {
    let name = |cell: usize| format!("{},{}", cell / 3 + 1, cell % 3 + 1);
    let mut tree = Tree::new();
    let mut open: Vec<Settled> = vec![(['.'; 9], [3, 3], 0)];
    while let Some(position) = open.pop() {
        let text = settled_text(&position);
        if tree.contains_key(&text) {
            continue;
        }
        let (board, hands, mover) = position;
        let player = [Player::First, Player::Second][mover];
        let has = |sign: char| {
            let full = |line: &[usize; 3]| line.iter().all(|&cell| board[cell] == sign);
            LINES.iter().any(full)
        };
        let mut moves = Vec::new();
        let free = (0..9).filter(|&cell| board[cell] == '.');
        let own = ['M', 'm'][mover];
        let mut outcome = match (has('M'), has('m')) {
            (true, _) => Some(Outcome::Win(Player::First)),
            (_, true) => Some(Outcome::Win(Player::Second)),
            _ => None,
        };
        let mut add = |text: String, next: Settled| {
            moves.push((text, settled_text(&next), 0));
            open.push(next);
        };
        if outcome.is_none() && hands[mover] > 0 {
            for cell in free {
                let (mut next, mut left) = (board, hands);
                next[cell] = own;
                left[mover] -= 1;
                add(format!("{own}*{}", name(cell)), (next, left, 1 - mover));
            }
        } else if outcome.is_none() {
            for to in free {
                for from in (0..9).filter(|&cell| board[cell] == own) {
                    let near = |a: usize, b: usize| a.abs_diff(b) <= 1;
                    if near(from / 3, to / 3) && near(from % 3, to % 3) {
                        let mut next = board;
                        next[from] = '.';
                        next[to] = own;
                        add(
                            format!("{}-{}", name(from), name(to)),
                            (next, hands, 1 - mover),
                        );
                    }
                }
            }
        }
        if outcome.is_none() && moves.is_empty() {
            outcome = Some(Outcome::Win(player.opponent()));
        }
        moves.sort();
        tree.insert(text, (player, outcome, moves));
    }
    tree
}

#[test]
fn men_are_put_down_before_they_move() {
    let (ours, plain) = (of_file(SETTLERS), settled());
    assert_eq!(ours.len(), plain.len());
    for (text, node) in &plain {
        assert_eq!(ours.get(text), Some(node), "{text}");
    }
    assert!(plain.len() > 3000, "{}", plain.len());
}

#[test]
fn listed_lines_are_lines() {
    let cell = |cell: &usize| format!("\"{},{}\"", cell / 3 + 1, cell % 3 + 1);
    let line =
        |line: &[usize; 3]| format!("[{}]", line.iter().map(cell).collect::<Vec<_>>().join(", "));
    let all = LINES.iter().map(line).collect::<Vec<_>>().join(", ");
    let listed = SETTLERS.replace("line = 3", &format!("sets = [{all}]"));
    assert!(listed != SETTLERS && of_file(&listed) == of_file(SETTLERS));
    // Beside rows, too: the corners of a board of three rows are a line of one player's.
    let corners = "[end.second]\nsets = [[\"1,1\", \"1,3\", \"3,1\"]]\n";
    let tree = of_file(&format!("{SETTLERS}{corners}"));
    let won = |text: &str| tree.get(text).and_then(|(_, outcome, _)| *outcome);
    assert_eq!(won("m.m/M.M/m.M"), Some(Outcome::Win(Player::Second)));
    assert_eq!(won("M.M/m.m/M.m:second"), None);
}

/// Dobutsu shogi, but that a lion on the farthest row has not won.
const ANIMALS: &str = "rules = 1\nkind = \"pieces\"\n[board]\nstart = '''\ngle\n.c.\n.C.\nELG\n'''\n\
     [[piece]]\nletter = \"l\"\nmoves = [{ step = \"all\" }]\n\
     [[piece]]\nletter = \"g\"\nmoves = [{ step = \"orthogonal\" }]\n\
     [[piece]]\nletter = \"e\"\nmoves = [{ step = \"diagonal\" }]\n\
     [[piece]]\nletter = \"c\"\nmoves = [{ step = \"forward\" }]\nbecomes = \"h\"\n\
     [[piece]]\nletter = \"h\"\nheld = \"c\"\n\
     moves = [{ step = [\"orthogonal\", \"forward-left\", \"forward-right\"] }]\n\
     [hand]\ncaptures = true\n[end]\nroyal = \"l\"\n";

/// Positions of a game along a line of play, each with its moves and what they lead to, in one form, and whether play is
/// over there. Each number chooses a move.
struct Walk<'l>(&'l [usize]);

type Walked = Vec<(BTreeSet<(String, String)>, bool)>;

impl Walk<'_> {
    fn along(self, game: &Compact) -> Walked {
        // What is in hand stands in another order, and moves are written in another way.
        let form = |text: &str| {
            let (text, mover) = text.split_once(':').unwrap_or((text, ""));
            let (board, held) = text.split_once('+').unwrap_or((text, ""));
            // A lion that was captured is in nobody's hand there, and play is over.
            let mut held: Vec<char> = held.chars().filter(|&sign| !"Ll".contains(sign)).collect();
            held.sort_unstable();
            format!("{board}+{held:?}:{mover}")
        };
        let mut walked = Vec::new();
        let mut at = game.start();
        for &choice in self.0 {
            let over = game.outcome(&at).is_some();
            let mut moves = Vec::new();
            if !over {
                for mv in game.moves(&at) {
                    let next = game.play(&at, mv);
                    let text = game.move_text(&at, mv).replace('x', "-").to_uppercase();
                    moves.push((text, form(&game.position_text(&next)), next));
                }
            }
            moves.sort_by(|a, b| (&a.0, &a.1).cmp(&(&b.0, &b.1)));
            let told = moves.iter().map(|(mv, next, _)| (mv.clone(), next.clone()));
            walked.push((told.collect(), over));
            if moves.is_empty() {
                break;
            }
            at = moves.swap_remove(choice % moves.len()).2;
        }
        walked
    }
}

#[test]
fn captured_pieces_come_back_as_in_dobutsu_shogi() {
    let mut random = 7u64;
    let mut next = || {
        random = random
            .wrapping_mul(0x5851_F42D_4C95_7F2D)
            .wrapping_add(0x1405_7B7E_F767_814F);
        (random >> 40) as usize
    };
    let (mut same, mut drops) = (0, 0);
    let their_game = shared("dobutsu-shogi", &Shipped).expect("it is a game");
    let file = RulesFile::parse(ANIMALS).expect("it is right");
    let our_game = file.build(Shared).expect("it is a game");
    for _ in 0..400 {
        let line: Vec<usize> = (0..40).map(|_| next()).collect();
        let theirs = Walk(&line).along(&their_game);
        let ours = Walk(&line).along(&our_game);
        for (theirs, ours) in theirs.iter().zip(&ours) {
            if theirs.1 && !ours.1 {
                // A lion has come across.
                break;
            }
            assert_eq!(theirs, ours);
            same += 1;
            drops += usize::from(ours.0.iter().any(|(mv, _)| mv.contains('*')));
        }
    }
    assert!(
        same > 3000 && drops > 500,
        "{same} positions, {drops} with drops"
    );
}

#[test]
fn who_moves_chooses_what_a_piece_becomes() {
    let file = |more: &str| {
        format!(
            "rules = 1\nkind = \"pieces\"\n[board]\nstart = '''\n.k.\nP..\nK..\n'''\n\
             [[piece]]\nletter = \"k\"\nmoves = [{{ step = \"orthogonal\" }}]\n\
             [[piece]]\nletter = \"q\"\nmoves = [{{ slide = \"all\", most = 1 }}]\n\
             [[piece]]\nletter = \"n\"\nmoves = [{{ step = [[2, 1]] }}]\n\
             [[piece]]\nletter = \"p\"\nmoves = [{{ step = \"forward\" }}, \
             {{ step = \"forward-right\", onto = \"enemy\" }}]\n{more}"
        )
    };
    let moves = |more: &str| {
        let tree = of_file(&file(more));
        let (_, _, moves) = &tree[".k./P../K.."];
        let own = moves.iter().filter(|(mv, ..)| mv.starts_with("2,1"));
        let all: Vec<String> = own
            .map(|(mv, to, _)| format!("{mv} {}", to.trim_end_matches("/.../K..:second")))
            .collect();
        all.join("; ")
    };
    assert_eq!(
        moves("becomes = [\"q\", \"n\"]\n"),
        "2,1-1,1=N Nk.; 2,1-1,1=Q Qk.; 2,1x1,2=N .N.; 2,1x1,2=Q .Q."
    );
    assert_eq!(
        moves("becomes = \"q\"\nmay = true\n"),
        "2,1-1,1=P Pk.; 2,1-1,1=Q Qk.; 2,1x1,2=P .P.; 2,1x1,2=Q .Q."
    );
    assert_eq!(moves("becomes = \"q\"\n"), "2,1-1,1 Qk.; 2,1x1,2 .Q.");
}

/// The number of positions of an example, and who wins, by a plain fixpoint over all of them: play that never ends is a
/// draw.
fn example(name: &str) -> (usize, Outcome) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rules/");
    let text = std::fs::read_to_string(format!("{folder}{name}.toml")).unwrap();
    let game = RulesFile::parse(&text).unwrap().build(Shared).unwrap();
    let start = game.position_text(&game.start());
    let tree = of_file(&text);
    let mut names: Vec<&String> = tree.keys().collect();
    names.sort_unstable();
    let number = |name: &String| names.binary_search(&name).unwrap();
    let nodes: Vec<_> = names.iter().map(|name| &tree[*name]).collect();
    let next: Vec<Vec<usize>> = nodes
        .iter()
        .map(|(_, _, moves)| moves.iter().map(|(_, next, _)| number(next)).collect())
        .collect();
    let mut before = vec![Vec::new(); nodes.len()];
    for (from, next) in next.iter().enumerate() {
        next.iter().for_each(|&to| before[to].push(from));
    }
    let mut winner: Vec<Option<Player>> = nodes
        .iter()
        .map(|(_, outcome, _)| outcome.and_then(Outcome::winner))
        .collect();
    let mut open: Vec<usize> = (0..nodes.len())
        .filter(|&node| winner[node].is_some())
        .collect();
    while let Some(node) = open.pop() {
        for &from in &before[node] {
            if winner[from].is_some() || nodes[from].1.is_some() {
                continue;
            }
            let mover = nodes[from].0;
            let won = winner[node] == Some(mover);
            let lost = next[from]
                .iter()
                .all(|&to| winner[to] == Some(mover.opponent()));
            if won || lost {
                winner[from] = Some(if won { mover } else { mover.opponent() });
                open.push(from);
            }
        }
    }
    let value = winner[number(&start)].map_or(Outcome::Draw, Outcome::Win);
    (nodes.len(), value)
}

/// As many positions as classes of Python with rules written by themselves have (`crates/python/tests/test_rules.py`).
/// Who begins wins three men's morris in the middle, and so with four men each. Teeko is a draw on its own board, too (Guy
/// Steele 1998). Programs of Python with rules of their own count and value Picaria and the little tafl so.
#[test]
fn examples_with_hands_have_known_values() {
    assert_eq!(example("tapatan"), (5390, Outcome::Win(Player::First)));
    assert_eq!(example("achi"), (5716, Outcome::Win(Player::First)));
    assert_eq!(example("teeko").1, Outcome::Draw);
    assert_eq!(example("picaria"), (76495, Outcome::Win(Player::First)));
    assert_eq!(example("tafl"), (46224, Outcome::Win(Player::Second)));
    assert_eq!(example("cat-and-mouse"), (496, Outcome::Win(Player::First)));
}
