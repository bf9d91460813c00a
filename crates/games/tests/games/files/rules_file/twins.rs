//! Games declared in files against games that were there before: the same positions, moves, results and
//! gains, over all of play.

use super::laws::hold;
use crate::shared::with;
use std::collections::HashMap;
use yomikiri_core::laws::Sample;
use yomikiri_core::{Outcome, Player};
use yomikiri_games::compact::Compact;
use yomikiri_games::make::Shipped;
use yomikiri_games::placement::{Making, Placement, PlacementRules};
use yomikiri_games::positional::{self, Marks, Shape};
use yomikiri_games::registry::{Playable, Visitor};
use yomikiri_games::rules_file::RulesFile;

/// All that play can reach, by the texts of positions: who is to move or how it has ended, and the moves
/// with what they lead to and gain.
pub(super) type Tree = HashMap<String, (Player, Option<Outcome>, Vec<(String, String, i64)>)>;

struct Whole;

impl Visitor for Whole {
    type Output = Tree;
    fn visit<G: Playable>(self, game: G) -> Tree {
        let mut tree = Tree::new();
        let start = game.start();
        let name = game.position_text(&start);
        let mut open = vec![(start, name)];
        while let Some((position, name)) = open.pop() {
            if tree.contains_key(&name) {
                continue;
            }
            let outcome = game.outcome(&position);
            let mut moves = Vec::new();
            if outcome.is_none() {
                for mv in game.moves(&position) {
                    let next = game.play(&position, mv);
                    let gain = if game.has_gains() {
                        game.gain(&position, mv)
                    } else {
                        0
                    };
                    let name = game.position_text(&next);
                    moves.push((game.move_text(&position, mv), name.clone(), gain));
                    if !tree.contains_key(&name) {
                        open.push((next, name));
                    }
                }
                moves.sort();
            }
            tree.insert(name, (game.to_move(&position), outcome, moves));
        }
        tree
    }
}

fn of_spec(spec: &str) -> Tree {
    with(spec, &Shipped, Whole).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

pub(super) fn of_file(text: &str) -> Tree {
    let file = RulesFile::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    file.build(Whole)
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
}

pub(super) fn same(file: &str, spec: &str) {
    same_tree(of_file(file), spec);
}

pub(super) fn same_tree(file_tree: Tree, spec: &str) {
    let spec_tree = of_spec(spec);
    assert_eq!(file_tree.len(), spec_tree.len(), "{spec}");
    for (name, node) in &spec_tree {
        assert_eq!(file_tree.get(name), Some(node), "{spec} at {name}");
    }
}

const HEAD: &str = "rules = 1\nkind = \"positional\"\n";

#[test]
fn files_of_the_family_are_the_family() {
    same(
        &format!("{HEAD}[board]\nrows = 3\ncols = 3\n[lines]\nrow = 3\n"),
        "tictactoe",
    );
    same(
        &format!(
            "{HEAD}[board]\nrows = 3\ncols = 3\n[lines]\nrow = 3\nmake = \"loss\"\n[moves]\nmarks = \"either\"\n"
        ),
        "tictactoe:misere=yes,wild=yes",
    );
    same(
        &format!("{HEAD}[board]\nrows = 3\ncols = 4\n[lines]\nrow = 3\n[moves]\ngravity = true\n"),
        "connect-k:rows=3,cols=4,line=3",
    );
    same(
        &format!(
            "{HEAD}[board]\nrows = 2\ncols = 2\ncopies = 2\n[lines]\nrow = 2\nmake = \"loss\"\n[moves]\nmarks = \"one\"\n"
        ),
        "notakto:size=2,boards=2",
    );
    // Cells are played by their names, which are in the order of the cells here.
    let mut named = of_file(&format!(
        "{HEAD}[board]\nmap = '''\na b\nc d\n'''\nwrap = true\n[lines]\nsets = [[\"a\", \"d\"], [\"2,1\", \"b\"]]\n\
             [full]\nis = \"points\"\nweights = [[1, -2], [3, 4]]\n"
    ));
    for (_, _, moves) in named.values_mut() {
        for (mv, _, _) in moves {
            let cell = "abcd".find(mv.as_str()).unwrap();
            *mv = format!("{},{}", cell / 2 + 1, cell % 2 + 1);
        }
    }
    same_tree(
        named,
        "positional:rows=2,cols=2,wrap=yes,patterns=1+4/2+3,full=points,weights=1/-2/3/4",
    );
    same(
        &format!(
            "{HEAD}[board]\nmap = '''\n..\n._\n\n..\n..\n'''\n[lines]\nrow = 2\n[full]\nis = \"second\"\n"
        ),
        "positional:shape=../._//../..,line=2,full=second",
    );
}

#[test]
fn shapes_stand_for_their_lines() {
    let shape = format!("{HEAD}[board]\nrows = 3\ncols = 3\n[lines]\nshapes = [\"xx/x.\"]\n");
    // An L of three cells has four forms, each in four places.
    let sets: Vec<String> = (0..2)
        .flat_map(|row| (0..2).map(move |col| row * 3 + col + 1))
        .flat_map(|corner| {
            let block = [corner, corner + 1, corner + 3, corner + 4];
            (0..4).map(move |left_out| {
                let cells = block
                    .iter()
                    .enumerate()
                    .filter(|(index, _)| *index != left_out);
                cells
                    .map(|(_, cell)| cell.to_string())
                    .collect::<Vec<_>>()
                    .join("+")
            })
        })
        .collect();
    same(
        &shape,
        &format!("positional:rows=3,cols=3,patterns={}", sets.join("/")),
    );
    let fixed =
        format!("{HEAD}[board]\nrows = 2\ncols = 3\n[lines]\nshapes = \"xx/x.\"\nturned = false\n");
    same(&fixed, "positional:rows=2,cols=3,patterns=1+2+4/2+3+5");
}

#[test]
fn graphs_are_graphs() {
    let text = "yard second: lane gate\nlane first: yard\ngate first: out yard\nout = first\n";
    let file = format!("rules = 1\nkind = \"graph\"\ngraph = \"\"\"\n{text}\"\"\"\n");
    let spec = format!("graph:text={}", text.trim().replace('\n', ";"));
    same(&file, &spec);
}

#[test]
fn heaps_are_heaps() {
    let heaps = |text: &str| format!("rules = 1\nkind = \"heaps\"\n[heaps]\n{text}");
    same(&heaps("sizes = [1, 3, 5]\n"), "nim:heaps=1/3/5");
    same(
        &heaps("sizes = [2, 4]\nstuck = \"win\"\n"),
        "nim:heaps=2/4,misere=yes",
    );
}

/// The hexapawn of the shelf calls its men otherwise; its tree is the same.
#[test]
fn pawns_are_pawns() {
    let (_, file) = yomikiri_games::make::info("rules")
        .unwrap()
        .files
        .iter()
        .find(|(path, _)| path.ends_with("hexapawn.toml"))
        .unwrap();
    let counts = |tree: Tree| {
        let over = tree.values().filter(|node| node.1.is_some()).count();
        let moves: usize = tree.values().map(|node| node.2.len()).sum();
        (tree.len(), over, moves)
    };
    assert_eq!(counts(of_file(file)), counts(of_spec("hexapawn")));
}

/// The rules of the family played by the rules beyond it, which declare nothing further.
fn beyond(rules: positional::Rules) -> Tree {
    let plain = PlacementRules::of(&rules);
    Whole.visit(Compact::new(Placement::new(rules, plain).unwrap()))
}

/// Positions beyond the family say whose turn it is; the family's do not need to.
pub(super) fn without_mover(tree: Tree) -> Tree {
    let strip = |name: &str| name.split(':').next().unwrap_or_default().to_owned();
    let node = |(name, (player, outcome, moves)): (String, (Player, Option<Outcome>, Vec<_>))| {
        let moves = moves
            .into_iter()
            .map(|(mv, next, gain): (String, String, i64)| (mv, strip(&next), gain));
        (strip(&name), (player, outcome, moves.collect()))
    };
    tree.into_iter().map(node).collect()
}

#[test]
fn placement_with_nothing_further_is_the_family() {
    let row = |rows: usize, cols: usize, line: usize| positional::Rules {
        line: Some(line),
        ..positional::Rules::new(Shape::full(1, rows, cols).unwrap())
    };
    let games = [
        (row(3, 3, 3), "tictactoe"),
        (
            positional::Rules {
                misere: true,
                ..row(3, 3, 3)
            },
            "tictactoe:misere=yes",
        ),
        (
            positional::Rules {
                marks: Marks::Either,
                ..row(2, 3, 2)
            },
            "mnk:rows=2,cols=3,line=2,wild=yes",
        ),
        (
            positional::Rules {
                gravity: true,
                ..row(3, 3, 3)
            },
            "connect-k:rows=3,cols=3,line=3",
        ),
        (
            positional::Rules {
                full: positional::Full::Points,
                weights: vec![1, -2, 3, 4, -5, 6],
                ..row(2, 3, 3)
            },
            "positional:rows=2,cols=3,line=3,full=points,weights=1/-2/3/4/-5/6",
        ),
    ];
    for (rules, spec) in games {
        let tree = without_mover(beyond(rules));
        let family = of_spec(spec);
        assert_eq!(tree.len(), family.len(), "{spec}");
        for (name, node) in &family {
            assert_eq!(tree.get(name), Some(node), "{spec} at {name}");
        }
    }
}

#[test]
fn what_goes_beyond_is_played_as_declared() {
    let game = |text: &str| of_file(&format!("{HEAD}{text}"));
    // Two placements a turn after one: x, then oo, then xx.
    let two = game("[board]\nrows = 1\ncols = 5\n[moves]\nplacements = 2\nopening = 1\n");
    assert_eq!(two["....."].0, Player::First);
    assert_eq!(two["x....:second"].2.len(), 4);
    assert_eq!(two["xo...:second:1"].0, Player::Second);
    assert_eq!(two["xoo.."].0, Player::First);
    assert!(!two.contains_key("xo..."));
    // The first mark has fewer cells, the second has all.
    let held = game(
        "[board]\nrows = 3\ncols = 3\n[lines]\nrow = 3\n[moves]\nforbidden = [\"centre\", \"1,1\"]\n",
    );
    assert_eq!(held[".../.../..."].2.len(), 7);
    assert_eq!(held["..x/.../...:second"].2.len(), 8);
    // The mark changes hands, once.
    let swapped = game("[board]\nrows = 1\ncols = 3\n[moves]\nswap = true\n");
    let after_one = &swapped["x..:second"].2;
    assert!(after_one.contains(&("swap".to_owned(), "o..".to_owned(), 0)));
    assert!(swapped["o.."].2.iter().all(|(mv, _, _)| mv != "swap"));
    // Two passes end the game like a full board.
    let passes =
        game("[board]\nrows = 1\ncols = 2\n[moves]\npass = true\n[full]\nis = \"second\"\n");
    assert_eq!(passes["..:second:passed"].1, None);
    assert_eq!(passes["..:over"].1, Some(Outcome::Win(Player::Second)));
    // Lines gain points for whoever makes them, and play goes on.
    let points = game(
        "[board]\nrows = 1\ncols = 3\n[lines]\nrow = 2\nmake = \"points\"\npoints = 3\n[moves]\nmarks = \"one\"\n",
    );
    assert!(
        points["x.x"]
            .2
            .contains(&("1,2".to_owned(), "xxx:second".to_owned(), 6))
    );
    // A named player wins by any line; a full board goes to the other.
    let order = game(
        "[board]\nrows = 1\ncols = 2\n[lines]\nrow = 2\nmake = \"first\"\n[moves]\nmarks = \"either\"\n[full]\nis = \"second\"\n",
    );
    assert_eq!(order["oo:line"].1, Some(Outcome::Win(Player::First)));
    assert_eq!(order["xo"].1, Some(Outcome::Win(Player::Second)));
}

#[test]
fn lines_by_side_are_those_of_one_player() {
    let game = |text: &str| of_file(&format!("{HEAD}[board]\nrows = 1\ncols = 5\n{text}"));
    let [first, second] = Player::BOTH.map(Outcome::Win).map(Some);
    // Breaker's line means nothing, Maker's wins, and a full board is Breaker's.
    let maker = game("[lines.first]\nrow = 2\n[full]\nis = \"second\"\n");
    assert_eq!((maker["oox.x"].0, maker["oox.x"].1), (Player::First, None));
    assert_eq!(maker["xx.o.:second"].1, first);
    assert_eq!(maker["xoxox:second"].1, second);
    // Avoider's line loses.
    let avoider = game("[lines.first]\nrow = 2\nmake = \"loss\"\n[full]\nis = \"first\"\n");
    assert_eq!(avoider["oox.x"].1, None);
    assert_eq!(avoider["xx.o.:second"].1, second);
    // What First makes three of Second makes two of.
    let uneven = game("[lines]\nrow = 3\n[lines.second]\nrow = 2\n");
    assert_eq!(uneven["xx.o.:second"].1, None);
    assert_eq!(uneven["xxoo."].1, second);
    // Where both place the same mark, a position says whether a line has ended the game.
    let shared = game("[lines.second]\nrow = 2\n[moves]\nmarks = \"one\"\n");
    assert!(!shared.contains_key("xx..."));
    assert_eq!(shared["xx...:line"].1, second);
    assert_eq!(shared["xxx..:second"].1, None);
}

#[test]
fn pieces_move_as_declared() {
    let head = "rules = 1\nkind = \"pieces\"\n";
    // A rook's slide stops before its own and on an enemy.
    let rook = of_file(&format!(
        "{head}[board]\nstart = '''\n.p.\n...\nRP.\n'''\n[[piece]]\nletter = \"r\"\nmoves = [{{ slide = \"orthogonal\" }}]\n\
         [[piece]]\nletter = \"p\"\n"
    ));
    let moves = |tree: &Tree, at: &str| -> Vec<String> {
        tree[at].2.iter().map(|(mv, _, _)| mv.clone()).collect()
    };
    assert_eq!(moves(&rook, ".p./.../RP."), ["3,1-1,1", "3,1-2,1"]);
    assert_eq!(
        rook["Rp./.../.P.:second"].1,
        Some(Outcome::Win(Player::First))
    );
    // A jump takes what it goes over, a knight leaps.
    let jumps = of_file(&format!(
        "{head}[board]\nstart = '''\n...\n.n.\nM..\n'''\n[[piece]]\nletter = \"m\"\n\
         moves = [{{ jump = \"diagonal\", over = \"enemy\", takes = true }}]\n\
         [[piece]]\nletter = \"n\"\nmoves = [{{ step = [[2, 1], [2, -1]], onto = \"empty\" }}]\n"
    ));
    assert_eq!(moves(&jumps, ".../.n./M.."), ["3,1x1,3"]);
    assert_eq!(
        jumps["..M/.../...:second"].1,
        Some(Outcome::Win(Player::First))
    );
    // A pawn becomes a queen on the far row.
    let queen = of_file(&format!(
        "{head}[board]\nstart = '''\n..\nP.\n.p\n'''\n[[piece]]\nletter = \"p\"\nbecomes = \"q\"\n\
         moves = [{{ step = \"forward\", onto = \"empty\" }}]\n[[piece]]\nletter = \"q\"\nmoves = [{{ step = \"all\" }}]\n"
    ));
    assert!(queen.contains_key("Q./../.p:second"));
    // Who has no royal piece left has lost.
    let royal = of_file(&format!(
        "{head}[board]\nstart = '''\nk.\nRK\n'''\n[[piece]]\nletter = \"k\"\nmoves = [{{ step = \"all\" }}]\n\
         [[piece]]\nletter = \"r\"\nmoves = [{{ slide = \"orthogonal\" }}]\n[end]\nroyal = [\"k\"]\n"
    ));
    assert_eq!(royal["R./.K:second"].1, Some(Outcome::Win(Player::First)));
}

#[test]
fn the_laws_hold_for_placement_and_pieces_out_of_the_ordinary() {
    let files = [
        format!("{HEAD}[board]\nrows = 2\ncols = 3\n[lines]\nrow = 2\n[moves]\nfirst = [\"x\", \"o\"]\nsecond = \"o\"\npass = true\n"),
        format!("{HEAD}[board]\nrows = 2\ncols = 3\n[moves]\nplacements = 3\nopening = 2\nswap = true\npass = true\n[full]\nis = \"points\"\nweights = [1, 2, 3, 4, 5, 6]\n"),
        format!("{HEAD}[board]\nmap = '''\n..\n_.\n\n..\n..\n'''\n[lines]\nrow = 2\nmake = \"points\"\n[moves]\ngravity = true\nplacements = 2\nopening = 2\nforbidden = [\"2,2,1\"]\n"),
        format!("{HEAD}[board]\nrows = 1\ncols = 4\n[lines]\nrow = 2\nmake = \"second\"\n[moves]\nmarks = \"one\"\npass = true\n"),
        "rules = 1\nkind = \"pieces\"\n[board]\nstart = '''\nn.n\n...\nN.N\n'''\nmover = \"second\"\n[[piece]]\nletter = \"n\"\nmoves = [{ step = [[2, 1], [2, -1], [1, 2], [1, -2]] }]\n[end]\nstuck = \"draw\"\n".to_owned(),
        "rules = 1\nkind = \"pieces\"\n[board]\nstart = '''\nk.\n._\n.K\n'''\n[[piece]]\nletter = \"k\"\nmoves = [{ step = \"orthogonal\" }, { jump = \"all\", over = \"any\" }]\n[end]\nroyal = \"k\"\nleast = 1\nendless = \"second\"\nstuck = \"win\"\n".to_owned(),
        // Moves back have to put back what a jump took, of either player, and what a piece was before.
        "rules = 1\nkind = \"pieces\"\n[board]\nstart = '''\nq.p\n.p.\nP.Q\n'''\n[[piece]]\nletter = \"p\"\nbecomes = \"q\"\nmoves = [{ step = \"forward\" }, { jump = \"all\", over = \"any\", takes = true }]\n[[piece]]\nletter = \"q\"\nmoves = [{ slide = \"orthogonal\", onto = \"empty\" }, { jump = \"diagonal\", over = \"enemy\", onto = \"any\", takes = true }]\n[end]\nleast = 1\nstuck = \"draw\"\n".to_owned(),
    ];
    for text in files {
        hold(&text, &Sample::default());
    }
}

#[test]
fn making_is_what_the_file_says() {
    let rules = positional::Rules {
        line: Some(2),
        ..positional::Rules::new(Shape::full(1, 1, 2).unwrap())
    };
    let with = |making| {
        let rules = rules.clone();
        let beyond = PlacementRules {
            making,
            marks: [[true, false]; 2],
            ..PlacementRules::of(&rules)
        };
        let tree = Whole.visit(Compact::new(Placement::new(rules, beyond).unwrap()));
        // Where the result depends on who made the line, the text tells that it is over.
        tree.get("xx").unwrap_or_else(|| &tree["xx:line"]).1
    };
    assert_eq!(with([Making::Wins; 2]), Some(Outcome::Win(Player::Second)));
    assert_eq!(with([Making::Loses; 2]), Some(Outcome::Win(Player::First)));
    assert_eq!(
        with([Making::Wins, Making::Loses]),
        Some(Outcome::Win(Player::First))
    );
    assert_eq!(with([Making::Points(5); 2]), Some(Outcome::Draw));
}

/// Who moves loses where the heaps are the integer parts of multiples of the golden ratio and of its square (Wythoff, "A
/// modification of the game of nim", Nieuw Archief voor Wiskunde 7, 1907).
#[test]
fn wythoffs_game_is_lost_at_the_golden_ratio() {
    let tree = of_file("rules = 1\nkind = \"heaps\"\n[heaps]\nsizes = [21, 21]\ntogether = 2\n");
    // But for three of Second's, to which no move of First leads.
    assert_eq!(tree.len(), 22 * 22 * 2 - 3);
    let cold = [
        (0, 0),
        (1, 2),
        (3, 5),
        (4, 7),
        (6, 10),
        (8, 13),
        (9, 15),
        (11, 18),
        (12, 20),
    ];
    let is_cold = |a: u32, b: u32| cold.contains(&(a.min(b), a.max(b)));
    for (position, (_, outcome, moves)) in &tree {
        let heaps = |text: &str| {
            let text = text.trim_end_matches(":second");
            let (a, b) = text.split_once('/').unwrap();
            (a.parse::<u32>().unwrap(), b.parse::<u32>().unwrap())
        };
        let (a, b) = heaps(position);
        assert_eq!(outcome.is_some(), a + b == 0, "{position}");
        assert_eq!(moves.len() as u32, a + b + a.min(b), "{position}");
        let can = moves.iter().any(|(_, next, _)| {
            let (a, b) = heaps(next);
            is_cold(a, b)
        });
        assert_eq!(can, !is_cold(a, b), "{position}");
    }
    assert!(
        tree["7/11"]
            .2
            .iter()
            .any(|(mv, next, _)| mv == "1+2,3" && next == "4/8:second")
    );
}
