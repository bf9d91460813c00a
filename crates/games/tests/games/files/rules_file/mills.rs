//! Lines that take pieces: against the game of the shelf, and against rules that were written a second time, on arrays.

use super::twins::{Tree, of_file};
use crate::shared::shared;
use std::collections::BTreeSet;
use yomikiri_core::{Game, Notation, Outcome, Player};
use yomikiri_games::compact::Compact;
use yomikiri_games::make::Shipped;

/// A position of a game that is played at random: the text, and what is known of it.
#[derive(Debug, PartialEq, Eq)]
struct Seen {
    mover: Player,
    outcome: Option<Outcome>,
    /// The moves as the game of the shelf writes them.
    moves: BTreeSet<String>,
}

fn played(spec: &str, seed: u64) -> Vec<Seen> {
    let game = shared(spec, &Shipped).unwrap_or_else(|error| panic!("{spec}: {error}"));
    random(&game, seed)
}

/// Plays at random, and tells all that is seen.
fn random(game: &Compact, seed: u64) -> Vec<Seen> {
    let mut random = seed;
    let mut seen = Vec::new();
    for _ in 0..60 {
        let mut position = game.start();
        for _ in 0..80 {
            let outcome = game.outcome(&position);
            let mut named = Vec::new();
            if outcome.is_none() {
                for mv in game.moves(&position) {
                    let name = game.move_text(&position, mv);
                    let name = name.trim_start_matches(['M', 'm']).trim_start_matches('*');
                    named.push((name.to_owned(), mv));
                }
            }
            named.sort_by(|(a, _), (b, _)| a.cmp(b));
            let count = named.len();
            let moves: BTreeSet<String> = named.iter().map(|(name, _)| name.clone()).collect();
            assert_eq!(moves.len(), count);
            seen.push(Seen {
                mover: game.to_move(&position),
                outcome,
                moves,
            });
            if count == 0 {
                break;
            }
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let takes: Vec<usize> = (0..count).filter(|&at| named[at].0.contains('x')).collect();
            let at = (random >> 33) as usize;
            // Mills are what is compared here: whoever can make one often does.
            let at = match takes.is_empty() || at.is_multiple_of(3) {
                true => at % count,
                false => takes[at % takes.len()],
            };
            position = game.play(&position, named[at].1);
        }
    }
    seen
}

#[test]
fn six_mens_morris_is_the_game_of_the_shelf() {
    for seed in 0..5 {
        let (file, shelf) = (
            played("examples/rules/morris.toml", seed),
            played("six-mens-morris", seed),
        );
        assert_eq!(file.len(), shelf.len());
        for (file, shelf) in file.iter().zip(&shelf) {
            assert_eq!(file, shelf);
        }
        let takes = |seen: &&Seen| seen.moves.iter().any(|name| name.contains('x'));
        let ends = file.iter().filter(|seen| seen.outcome.is_some()).count();
        assert!(
            ends > 5 && file.iter().filter(takes).count() > 100,
            "{ends}"
        );
    }
}

/// Men on six cells, three in hand each, two in a row or a column take one; who has one man has lost.
const SMALL: &str = "rules = 1\nkind = \"pieces\"\n[board]\nstart = '''\n..\n..\n..\n'''\n\
     [[piece]]\nletter = \"m\"\nmoves = [{ step = \"orthogonal\" }]\n\
     [hand]\nstart = \"MMM mmm\"\nfirst = true\n[end]\nline = 2\nways = [\"across\", \"upright\"]\nmake = \"take\"\nleast = 2\n";

type Men = ([char; 6], [usize; 2], usize);

fn text((board, hands, mover): &Men) -> String {
    let rows: Vec<String> = board.chunks(2).map(|row| row.iter().collect()).collect();
    let held = "M".repeat(hands[0]) + &"m".repeat(hands[1]);
    let held = if held.is_empty() {
        held
    } else {
        format!("+{held}")
    };
    format!("{}{held}{}", rows.join("/"), ["", ":second"][*mover])
}

fn in_line(board: &[char; 6], cell: usize) -> bool {
    beside(cell)
        .into_iter()
        .any(|other| board[other] == board[cell])
}

fn beside(cell: usize) -> Vec<usize> {
    let (row, col) = (cell / 2, cell % 2);
    let near = |other: &usize| (other / 2).abs_diff(row) + (other % 2).abs_diff(col) == 1;
    (0..6).filter(near).collect()
}

/// The rules of the small game again, with so many men with which each player flies.
fn small(fly: [usize; 2]) -> Tree {
    let name = |cell: usize| format!("{},{}", cell / 2 + 1, cell % 2 + 1);
    let mut tree = Tree::new();
    let mut open: Vec<Men> = vec![(['.'; 6], [3, 3], 0)];
    while let Some(position) = open.pop() {
        let key = text(&position);
        if tree.contains_key(&key) {
            continue;
        }
        let (board, hands, mover) = position;
        let signs = ['M', 'm'];
        let (own, other) = (signs[mover], signs[1 - mover]);
        let count = |of: usize| board.iter().filter(|sign| **sign == signs[of]).count() + hands[of];
        let player = Player::BOTH[mover];
        let mut outcome = match (count(mover) < 2, count(1 - mover) < 2) {
            (true, _) => Some(Outcome::Win(player.opponent())),
            (_, true) => Some(Outcome::Win(player)),
            _ => None,
        };
        let mut moves = Vec::new();
        let mut made: Vec<(String, [char; 6], [usize; 2], usize)> = Vec::new();
        for to in (0..6).filter(|_| outcome.is_none()) {
            if hands[mover] > 0 {
                if board[to] == '.' {
                    let (mut next, mut left) = (board, hands);
                    next[to] = own;
                    left[mover] -= 1;
                    made.push((format!("{own}*{}", name(to)), next, left, to));
                }
                continue;
            }
            let near = beside(to);
            let flies = count(mover) <= fly[mover] && board[to] == '.';
            let comes = |&from: &usize| {
                board[from] == own && board[to] != own && (flies || near.contains(&from))
            };
            for from in (0..6).filter(comes) {
                let mut next = board;
                next[from] = '.';
                next[to] = own;
                let sign = if board[to] == other { 'x' } else { '-' };
                made.push((format!("{}{sign}{}", name(from), name(to)), next, hands, to));
            }
        }
        for (text_of, board, hands, to) in made {
            let men: Vec<usize> = (0..6).filter(|&cell| board[cell] == other).collect();
            let open_men: Vec<usize> = men
                .iter()
                .copied()
                .filter(|&cell| !in_line(&board, cell))
                .collect();
            let prey = if open_men.is_empty() { men } else { open_men };
            if !in_line(&board, to) || prey.is_empty() {
                let next = (board, hands, 1 - mover);
                moves.push((text_of, text(&next), 0));
                open.push(next);
                continue;
            }
            for cell in prey {
                let mut board = board;
                board[cell] = '.';
                let next = (board, hands, 1 - mover);
                moves.push((format!("{text_of}x{}", name(cell)), text(&next), 0));
                open.push(next);
            }
        }
        if outcome.is_none() && moves.is_empty() {
            outcome = Some(Outcome::Win(player.opponent()));
        }
        moves.sort();
        tree.insert(key, (player, outcome, moves));
    }
    tree
}

fn same(file: &str, fly: [usize; 2]) -> Tree {
    let (file, plain) = (of_file(file), small(fly));
    for (position, node) in &plain {
        assert_eq!(file.get(position), Some(node), "{position}");
    }
    assert_eq!(file.len(), plain.len());
    plain
}

#[test]
fn few_men_fly_as_in_rules_written_a_second_time() {
    let file = |moves: &str| SMALL.replace("[end]", &format!("{moves}\n[end]"));
    let all = same(&file("[moves]\nfly = 2"), [2; 2]);
    let one = same(&file("[moves.second]\nfly = 2"), [0, 2]);
    same(&file("[moves]\nfly = 3\n[moves.first]\nfly = 2"), [2, 3]);
    let far = |tree: &Tree, mover: Player| {
        let moves = tree.values().filter(|(of, ..)| *of == mover);
        let moves = moves.flat_map(|(_, _, moves)| moves);
        moves
            .filter(|(name, ..)| name.starts_with("1,1-3,"))
            .count()
    };
    assert!(Player::BOTH.iter().all(|&mover| far(&all, mover) > 0));
    assert_eq!(far(&one, Player::First), 0);
    assert!(far(&one, Player::Second) > 0);
}

#[test]
fn lines_take_as_in_rules_written_a_second_time() {
    let plain = same(SMALL, [0; 2]);
    let twice = plain.values().flat_map(|(_, _, moves)| moves);
    assert!(
        twice
            .filter(|(name, ..)| name.matches('x').count() == 2)
            .count()
            > 0
    );
}
