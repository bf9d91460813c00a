//! The positional family against a reading of its rules on drawn boards, cell by cell, and against
//! published counts and values.

use proptest::prelude::*;
use std::collections::{HashMap, HashSet};
use yomikiri_core::capability::Symmetric;
use yomikiri_core::{Game, Outcome, Player};
use yomikiri_games::registry::{Playable, Visitor};
use yomikiri_games::spec::NoFiles;

fn with<V: Visitor>(spec: &str, visitor: V) -> V::Output {
    crate::shared::with(spec, &NoFiles, visitor).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

/// The rules as they would be explained over a drawn board. Slow, and on purpose written apart
/// from the engine.
#[derive(Clone)]
struct Drawn {
    /// The empty board or boards, one a layer.
    start: &'static str,
    /// The number of layers that make one board.
    depth: usize,
    line: usize,
    wrap: bool,
    gravity: bool,
    misere: bool,
    marks: &'static str,
    full: &'static str,
    weights: &'static [i64],
}

const PLAIN: Drawn = Drawn {
    start: ".../.../...",
    depth: 1,
    line: 3,
    wrap: false,
    gravity: false,
    misere: false,
    marks: "own",
    full: "draw",
    weights: &[],
};

type Grid = Vec<Vec<Vec<char>>>;

fn grid(text: &str) -> Grid {
    text.split("//")
        .map(|layer| layer.split('/').map(|row| row.chars().collect()).collect())
        .collect()
}

fn text(grid: &Grid) -> String {
    let layer = |rows: &Vec<Vec<char>>| {
        rows.iter()
            .map(|row| row.iter().collect())
            .collect::<Vec<String>>()
            .join("/")
    };
    grid.iter().map(layer).collect::<Vec<_>>().join("//")
}

impl Drawn {
    fn has_line(&self, board: &[Vec<Vec<char>>], mark: char) -> bool {
        let size = [board.len(), board[0].len(), board[0][0].len()].map(|n| n as i32);
        let line = |start: [i32; 3], step: [i32; 3]| {
            let mut seen = Vec::new();
            (0..self.line as i32).all(|i| {
                let mut at = [0, 1, 2].map(|axis| start[axis] + i * step[axis]);
                if self.wrap {
                    at = [0, 1, 2].map(|axis| at[axis].rem_euclid(size[axis]));
                }
                let inside = (0..3).all(|axis| (0..size[axis]).contains(&at[axis]));
                let [l, r, c] = at.map(|i| i as usize);
                let again = seen.contains(&at);
                seen.push(at);
                inside && board[l][r][c] == mark && !again
            })
        };
        let range = |n: i32| 0..n;
        range(size[0]).any(|l| {
            range(size[1]).any(|r| {
                range(size[2]).any(|c| {
                    (0..27)
                        .filter(|step| *step != 13)
                        .any(|step| line([l, r, c], [step / 9 - 1, step / 3 % 3 - 1, step % 3 - 1]))
                })
            })
        })
    }

    fn dead(&self, board: &[Vec<Vec<char>>]) -> bool {
        self.has_line(board, 'x') || self.has_line(board, 'o')
    }

    fn to_move(&self, grid: &Grid) -> Player {
        let marks = grid
            .iter()
            .flatten()
            .flatten()
            .filter(|c| "xo".contains(**c))
            .count();
        Player::after(marks as u32)
    }

    /// How play has ended; `moves` are those that there are.
    fn outcome(&self, grid: &Grid, moves: &[(String, String)]) -> Option<Outcome> {
        if grid.chunks(self.depth).all(|board| self.dead(board)) {
            let maker = if self.marks == "own" && grid.len() == self.depth {
                if self.has_line(grid, 'x') {
                    Player::First
                } else {
                    Player::Second
                }
            } else {
                self.to_move(grid).opponent()
            };
            return Some(Outcome::Win(if self.misere {
                maker.opponent()
            } else {
                maker
            }));
        }
        if !moves.is_empty() {
            return None;
        }
        Some(match self.full {
            "first" => Outcome::Win(Player::First),
            "second" => Outcome::Win(Player::Second),
            "draw" => Outcome::Draw,
            _ => {
                let cells = grid.iter().flatten().flatten().filter(|c| **c != '_');
                let points = cells
                    .zip(self.weights.iter().cycle())
                    .map(|(c, weight)| match c {
                        'x' => *weight,
                        'o' => -weight,
                        _ => 0,
                    });
                Outcome::Margin(points.sum())
            }
        })
    }

    /// Each move's text and the position it leads to; sorted.
    fn moves(&self, grid: &Grid) -> Vec<(String, String)> {
        let marks: &[(&str, char)] = match (self.marks, self.to_move(grid)) {
            ("either", _) => &[("x", 'x'), ("o", 'o')],
            ("own", Player::Second) => &[("", 'o')],
            _ => &[("", 'x')],
        };
        let mut moves = Vec::new();
        for (l, layer) in grid.iter().enumerate() {
            let board = l / self.depth * self.depth;
            if self.dead(&grid[board..board + self.depth]) {
                continue;
            }
            for (r, row) in layer.iter().enumerate() {
                for c in (0..row.len()).filter(|c| row[*c] == '.') {
                    let falls = layer.get(r + 1).is_some_and(|below| below[c] == '.');
                    if self.gravity && falls {
                        continue;
                    }
                    for (before, mark) in marks {
                        let mut next = grid.clone();
                        next[l][r][c] = *mark;
                        let place = match grid.len() {
                            1 => format!("{before}{},{}", r + 1, c + 1),
                            _ => format!("{before}{},{},{}", l + 1, r + 1, c + 1),
                        };
                        moves.push((place, text(&next)));
                    }
                }
            }
        }
        moves.sort();
        moves
    }
}

/// Compares every position that play can reach; gives their number.
struct Against(Drawn);

impl Visitor for Against {
    type Output = usize;
    fn visit<G: Playable>(self, game: G) -> usize {
        let drawn = self.0;
        let mut seen = HashSet::from([game.position_text(&game.start())]);
        let mut queue = vec![game.start()];
        assert!(seen.contains(drawn.start));
        while let Some(position) = queue.pop() {
            let here = game.position_text(&position);
            let grid = grid(&here);
            assert_eq!(game.to_move(&position), drawn.to_move(&grid), "{here}");
            let told = drawn.moves(&grid);
            let outcome = game.outcome(&position);
            assert_eq!(outcome, drawn.outcome(&grid, &told), "{here}");
            assert_eq!(game.parse_position(&here).as_ref(), Ok(&position), "{here}");
            if outcome.is_some() {
                continue;
            }
            let mut moves = Vec::new();
            for mv in game.moves(&position) {
                let next = game.play(&position, mv);
                let name = game.position_text(&next);
                if !seen.contains(&name) {
                    seen.insert(name.clone());
                    queue.push(next);
                }
                moves.push((game.move_text(&position, mv), name));
            }
            moves.sort();
            assert_eq!(moves, told, "{here}");
        }
        seen.len()
    }
}

#[test]
fn every_rule_means_what_it_says_on_a_drawn_board() {
    let cases = [
        ("tictactoe", PLAIN),
        (
            "tictactoe:misere=yes",
            Drawn {
                misere: true,
                ..PLAIN
            },
        ),
        (
            "tictactoe:wild=yes",
            Drawn {
                marks: "either",
                ..PLAIN
            },
        ),
        (
            "mnk:wrap=yes",
            Drawn {
                wrap: true,
                ..PLAIN
            },
        ),
        (
            "mnk:rows=2,cols=5,line=3,wrap=yes",
            Drawn {
                start: "...../.....",
                wrap: true,
                ..PLAIN
            },
        ),
        (
            "weighted-tictactoe:weights=1/-2/3/-4/5/-6/7/-8/9",
            Drawn {
                full: "points",
                weights: &[1, -2, 3, -4, 5, -6, 7, -8, 9],
                ..PLAIN
            },
        ),
        (
            "connect-k:cols=3,rows=3,line=3",
            Drawn {
                gravity: true,
                ..PLAIN
            },
        ),
        (
            "tictactoe-3d:size=2",
            Drawn {
                start: "../..//../..",
                depth: 2,
                line: 2,
                ..PLAIN
            },
        ),
        (
            "notakto",
            Drawn {
                marks: "one",
                misere: true,
                ..PLAIN
            },
        ),
        (
            "notakto:size=2,boards=3",
            Drawn {
                start: "../..//../..//../..",
                line: 2,
                marks: "one",
                misere: true,
                ..PLAIN
            },
        ),
        (
            "positional:shape=.../_../.._,line=2,full=first",
            Drawn {
                start: ".../_../.._",
                line: 2,
                full: "first",
                ..PLAIN
            },
        ),
        (
            "positional:shape=.../_../...,line=3,gravity=yes,marks=either,misere=yes",
            Drawn {
                start: ".../_../...",
                gravity: true,
                marks: "either",
                misere: true,
                ..PLAIN
            },
        ),
        (
            "positional:rows=2,cols=2,layers=2,line=2,gravity=yes,full=second",
            Drawn {
                start: "../..//../..",
                depth: 2,
                line: 2,
                gravity: true,
                full: "second",
                ..PLAIN
            },
        ),
        (
            "positional:rows=1,cols=4,line=3,boards=2,full=points,weights=1/-2/3/4",
            Drawn {
                start: "....//....",
                full: "points",
                weights: &[1, -2, 3, 4],
                ..PLAIN
            },
        ),
    ];
    for (spec, drawn) in cases {
        assert!(with(spec, Against(drawn)) > 10, "{spec}");
    }
}

/// Positions by ply; those up to symmetry; finished ones by result (First, Second, other).
#[derive(Debug, Default, PartialEq)]
struct Counts {
    plies: Vec<usize>,
    canonical: Vec<usize>,
    finished: [usize; 3],
    tree: u64,
}

struct Count;

impl Visitor for Count {
    type Output = Counts;
    fn visit<G: Playable>(self, game: G) -> Counts {
        let mut counts = Counts::default();
        let symmetric = game.symmetric();
        let mut lines: HashMap<G::Position, u64> = HashMap::from([(game.start(), 1)]);
        while !lines.is_empty() {
            counts.plies.push(lines.len());
            counts.tree += lines.values().sum::<u64>();
            if let Some(symmetric) = &symmetric {
                let canonical: HashSet<_> = lines.keys().map(|p| symmetric.canonical(p)).collect();
                let orbits: u64 = canonical.iter().map(|p| symmetric.orbit(p)).sum();
                assert_eq!(orbits, lines.len() as u64);
                counts.canonical.push(canonical.len());
            }
            let mut next: HashMap<G::Position, u64> = HashMap::new();
            for (position, paths) in &lines {
                match game.outcome(position) {
                    Some(Outcome::Win(Player::First)) => counts.finished[0] += 1,
                    Some(Outcome::Win(Player::Second)) => counts.finished[1] += 1,
                    Some(_) => counts.finished[2] += 1,
                    None => {
                        for mv in game.moves(position) {
                            *next.entry(game.play(position, mv)).or_default() += paths;
                        }
                    }
                }
            }
            lines = next;
        }
        counts
    }
}

/// TRUTHS: tic-tac-toe (OEIS A008907 for the positions up to symmetry).
#[test]
fn tictactoe_is_counted() {
    let counts = with("tictactoe", Count);
    assert_eq!(
        counts.plies,
        [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    );
    assert_eq!(counts.canonical, [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]);
    assert_eq!(counts.finished, [626, 316, 16]);
    assert_eq!(counts.tree, 549_946);
}

/// Two independent programs agree on these totals.
#[test]
fn other_boards_are_counted() {
    for (spec, positions) in [
        ("mnk:rows=3,cols=4,line=3", 111_973),
        ("mnk:rows=3,cols=4,line=4", 142_231),
        ("connect-k:cols=3,rows=3,line=3", 694),
        ("connect-k:cols=4,rows=3,line=3", 7_157),
        ("connect-k:cols=4,rows=4,line=3", 41_750),
        ("connect-k:cols=4,rows=4,line=4", 161_029),
        ("connect4:cols=4,rows=4,line=4", 161_029),
    ] {
        assert_eq!(
            with(spec, Count).plies.iter().sum::<usize>(),
            positions,
            "{spec}"
        );
    }
}

/// The first plies of the real board (OEIS A212693), where the cells pass 32 and lines are tested
/// by shifts.
#[test]
fn connect_four_opens_as_published() {
    struct Open(usize);
    impl Visitor for Open {
        type Output = Vec<usize>;
        fn visit<G: Playable>(self, game: G) -> Vec<usize> {
            let mut level = HashSet::from([game.start()]);
            let mut counts = Vec::new();
            for _ in 0..self.0 {
                counts.push(level.len());
                level = level
                    .iter()
                    .filter(|position| game.outcome(position).is_none())
                    .flat_map(|position| game.moves(position).map(|mv| game.play(position, mv)))
                    .collect();
            }
            counts
        }
    }
    let published = [1, 7, 49, 238, 1120, 4263, 16_422, 54_859, 184_275];
    assert_eq!(with("connect4", Open(9)), published);
}

/// The winner by naive recursion with a memo: First's 1, 0 or -1.
struct Winner;

impl Visitor for Winner {
    type Output = &'static str;
    fn visit<G: Playable>(self, game: G) -> &'static str {
        fn value<G: Game>(game: &G, at: &G::Position, memo: &mut HashMap<G::Position, i8>) -> i8 {
            if let Some(known) = memo.get(at) {
                return *known;
            }
            let value = match game.outcome(at).map(Outcome::winner) {
                Some(None) => 0,
                Some(Some(Player::First)) => 1,
                Some(Some(Player::Second)) => -1,
                None => {
                    let values = game
                        .moves(at)
                        .map(|mv| value(game, &game.play(at, mv), memo));
                    let values: Vec<i8> = values.collect();
                    let best = match game.to_move(at) {
                        Player::First => values.into_iter().max(),
                        Player::Second => values.into_iter().min(),
                    };
                    best.expect("a position that is not over has a move")
                }
            };
            memo.insert(at.clone(), value);
            value
        }
        match value(&game, &game.start(), &mut HashMap::new()) {
            0 => "draw",
            1 => "first",
            _ => "second",
        }
    }
}

#[test]
fn values_are_as_published() {
    for (spec, winner) in [
        ("tictactoe", "draw"),
        ("tictactoe:misere=yes", "draw"),
        ("tictactoe:wild=yes", "first"),
        ("tictactoe:misere=yes,wild=yes", "draw"),
        ("mnk:wrap=yes", "first"),
        ("mnk:rows=3,cols=4,line=3", "first"),
        ("mnk:rows=1,cols=5,line=3", "draw"),
        ("mnk:rows=2,cols=5,line=3", "draw"),
        ("connect-k:cols=3,rows=3,line=3", "draw"),
        ("connect-k:cols=4,rows=3,line=3", "first"),
        ("connect-k:cols=4,rows=4,line=3", "first"),
        ("connect-k:cols=4,rows=4,line=4", "draw"),
        ("notakto", "first"),
        ("notakto:boards=2", "second"),
        ("notakto:size=4", "second"),
        ("weighted-tictactoe:weights=0/0/0/0/1/0/0/0/0", "first"),
        (
            "weighted-tictactoe:weights=-1/1/0/-4/-2/-5/-4/-1/-5",
            "second",
        ),
        (
            "weighted-tictactoe:weights=-1/-1/-1/-1/-1/-1/-1/-1/-1",
            "second",
        ),
        ("weighted-tictactoe:weights=2/2/2/2/-15/2/2/2/2", "first"),
        (
            "weighted-tictactoe:weights=-1/-2/-3/-4/-5/-6/-7/-8/-9",
            "second",
        ),
    ] {
        assert_eq!(with(spec, Winner), winner, "{spec}");
    }
}

struct Orders;

impl Visitor for Orders {
    type Output = usize;
    fn visit<G: Playable>(self, game: G) -> usize {
        game.symmetric().map_or(1, |symmetric| symmetric.order())
    }
}

/// A large cube with few cells: its twists are too many to look for.
#[test]
fn a_large_cube_of_holes_has_few_symmetries() {
    for size in [5, 12, 16] {
        let layer = |layer: usize| {
            let row = |row: usize| {
                (0..size)
                    .map(|col| ['_', '.'][usize::from(layer == row && row == col)])
                    .collect()
            };
            (0..size).map(row).collect::<Vec<String>>().join("/")
        };
        let shape = (0..size).map(layer).collect::<Vec<String>>().join("//");
        let order = with(&format!("positional:shape={shape},line=5"), Orders);
        // The cells of one diagonal of the space: turned round, and in the small cube by all twists.
        assert_eq!(order, if size == 5 { 8 } else { 2 }, "{size}");
    }
}

#[test]
fn symmetries_are_found() {
    for (spec, order) in [
        ("tictactoe", 8),
        ("tictactoe:wild=yes", 16),
        ("mnk:rows=3,cols=4", 4),
        ("mnk:wrap=yes", 72),
        ("connect-k:cols=4,rows=3,line=3", 2),
        ("connect-k:cols=1,rows=4", 1),
        ("tictactoe-3d", 48),
        // With the twists of its layers (Silver, 1967). A flat board has none.
        ("tictactoe-3d:size=4", 192),
        ("mnk:rows=4,cols=4,line=4", 8),
        ("notakto:boards=2", 128),
        ("weighted-tictactoe:weights=0/0/0/0/1/0/0/0/0", 8),
        ("weighted-tictactoe:weights=1/0/0/0/0/0/0/0/0", 2),
        ("weighted-tictactoe:weights=1/2/3/4/5/6/7/8/9", 1),
        // The other two rows can be exchanged.
        ("positional:rows=3,cols=3,wrap=yes,patterns=1+2+3", 12),
        ("positional:shape=.../_../...,line=3", 2),
    ] {
        assert_eq!(with(spec, Orders), order, "{spec}");
    }
}

struct State<'t>(&'t str);

impl Visitor for State<'_> {
    type Output = (Player, Option<Outcome>);
    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let position = game.parse_position(self.0).expect("a drawn board");
        (game.to_move(&position), game.outcome(&position))
    }
}

proptest! {
    #[test]
    fn any_drawn_board_has_an_outcome(text in "[.xo]{3}/[.xo]{3}/[.xo]{3}") {
        let grid = grid(&text);
        let (to_move, outcome) = with("tictactoe", State(&text));
        // Where both have a line, First's counts.
        prop_assert_eq!(outcome, PLAIN.outcome(&grid, &PLAIN.moves(&grid)));
        prop_assert_eq!(to_move, PLAIN.to_move(&grid));
    }
}
