//! The positional family against a reading of its rules on drawn boards, cell by cell, and against
//! published counts and values.

use proptest::prelude::*;
use std::collections::{HashMap, HashSet};
use yomikiri_core::capability::Symmetric;
use yomikiri_core::laws::{self, Law, Sample};
use yomikiri_core::{Game, Outcome, Player};
use yomikiri_games::make::{infos, make};
use yomikiri_games::registry::{Playable, Visitor};
use yomikiri_games::spec::{NoFiles, SpecError};

fn with<V: Visitor>(spec: &str, visitor: V) -> V::Output {
    make(spec, &NoFiles, visitor).unwrap_or_else(|error| panic!("{spec}: {error}"))
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

    fn outcome(&self, grid: &Grid) -> Option<Outcome> {
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
        if !self.moves(grid).is_empty() {
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
            assert_eq!(game.outcome(&position), drawn.outcome(&grid), "{here}");
            assert_eq!(game.parse_position(&here).as_ref(), Ok(&position), "{here}");
            if game.outcome(&position).is_some() {
                continue;
            }
            let mut moves = Vec::new();
            for mv in game.moves(&position) {
                let next = game.play(&position, mv);
                moves.push((game.move_text(&position, mv), game.position_text(&next)));
                if seen.insert(game.position_text(&next)) {
                    queue.push(next);
                }
            }
            moves.sort();
            assert_eq!(moves, drawn.moves(&grid), "{here}");
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

/// Every law on every example of the family's names.
#[test]
fn the_examples_keep_the_laws() {
    struct Laws;
    impl Visitor for Laws {
        type Output = Result<laws::Report, laws::Broken>;
        fn visit<G: Playable>(self, game: G) -> Self::Output {
            laws::all(&game, &Sample::default())
        }
    }
    let names = [
        "tictactoe",
        "weighted-tictactoe",
        "mnk",
        "connect-k",
        "connect4",
        "notakto",
        "tictactoe-3d",
        "positional",
    ];
    for info in infos()
        .into_iter()
        .filter(|info| names.contains(&info.name))
    {
        let mut offered = HashSet::new();
        for spec in info.examples {
            let report = with(spec, Laws).unwrap_or_else(|broken| panic!("{spec}: {broken}"));
            assert!(report.count(Law::Notation).checks > 0, "{spec}");
            offered.extend(report.offered);
        }
        assert_eq!(
            offered,
            info.capabilities.iter().copied().collect(),
            "{}",
            info.name
        );
    }
}

struct Orders;

impl Visitor for Orders {
    type Output = usize;
    fn visit<G: Playable>(self, game: G) -> usize {
        game.symmetric().map_or(1, |symmetric| symmetric.order())
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
        // Only whole rows are lines, and they do not mind in which order the columns stand.
        ("connect-k:cols=4,rows=3,line=4", 8),
        ("connect-k:cols=1,rows=3", 1),
        ("tictactoe-3d", 48),
        ("notakto:boards=2", 128),
        ("weighted-tictactoe:weights=0/0/0/0/1/0/0/0/0", 8),
        ("weighted-tictactoe:weights=1/0/0/0/0/0/0/0/0", 2),
        ("weighted-tictactoe:weights=1/2/3/4/5/6/7/8/9", 1),
        // The other two rows can be exchanged.
        ("positional:rows=3,cols=3,patterns=1+2+3", 12),
        ("positional:shape=.../_../...,line=3", 2),
    ] {
        assert_eq!(with(spec, Orders), order, "{spec}");
    }
}

/// What is asked of a position's text: its rows, or where it is wrong and why.
struct Read(&'static str);

impl Visitor for Read {
    type Output = Result<String, (std::ops::Range<usize>, String)>;
    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let position = game.parse_position(self.0);
        position
            .map(|position| game.position_text(&position))
            .map_err(|error| (error.span, error.message))
    }
}

#[test]
fn wrong_positions_are_pointed_at() {
    for (spec, text, span, message) in [
        (
            "tictactoe",
            "",
            0..0,
            "`.`, `x` or `o` for layer 1, row 1, column 1 is expected here",
        ),
        (
            "tictactoe",
            "x.",
            2..2,
            "`.`, `x` or `o` for layer 1, row 1, column 3 is expected here",
        ),
        (
            "tictactoe",
            "x../...",
            7..7,
            "`/` and a further row is expected here",
        ),
        (
            "tictactoe",
            "x..é",
            3..5,
            "`/` and a further row is expected here",
        ),
        (
            "tictactoe",
            "x../.../.../",
            11..12,
            "the board ends before this",
        ),
        (
            "tictactoe",
            "x../.X./...",
            5..6,
            "`.`, `x` or `o` for layer 1, row 2, column 2 is expected here",
        ),
        (
            "notakto",
            "x../.o./...",
            5..6,
            "`.` or `x` for layer 1, row 2, column 2 is expected here",
        ),
        (
            "tictactoe-3d:size=2",
            "../../..",
            5..6,
            "`//` and a further layer is expected here",
        ),
        (
            "positional:shape=._/..,line=2",
            "../..",
            1..2,
            "`_`, the hole at layer 1, row 1, column 2, is expected here",
        ),
        (
            "connect-k:cols=3,rows=3",
            ".x./.../.o.",
            1..2,
            "this mark rests on nothing",
        ),
        ("connect4", "8", 0..1, "columns are 1 to 7"),
        ("connect4", "4444444", 6..7, "column 4 is full"),
        (
            "connect4",
            "1212121212",
            7..10,
            "the game is over before this",
        ),
        ("connect4", "1,,2", 2..2, "columns are 1 to 7"),
        ("connect4:cols=10", "11", 0..2, "columns are 1 to 10"),
        (
            "connect4",
            "99999999999999999999999,1",
            0..23,
            "columns are 1 to 7",
        ),
        (
            "connect4",
            "12x",
            0..1,
            "`.`, `x` or `o` for layer 1, row 1, column 1 is expected here",
        ),
    ] {
        let expected = Err((span, message.to_owned()));
        assert_eq!(with(spec, Read(text)), expected, "{spec} {text}");
    }
    // Any board is a position, whether or not play leads there.
    let unreachable = "xxx/ooo/xxx";
    assert_eq!(
        with("tictactoe", Read(unreachable)).as_deref(),
        Ok(unreachable)
    );
    assert_eq!(
        with("connect4", Read("4453")).as_deref(),
        Ok("......./......./......./......./...o.../..oxx..")
    );
    assert_eq!(
        with("connect4:cols=10,rows=2", Read("10,4")).as_deref(),
        Ok("........../...o.....x")
    );
}

/// Positions are printed back in the form given.
#[test]
fn columns_played_are_extended() {
    struct Extend(&'static str, &'static str);
    impl Visitor for Extend {
        type Output = Option<String>;
        fn visit<G: Playable>(self, game: G) -> Option<String> {
            let position = game.parse_position(self.0).expect("a position");
            let mv = game.parse_move(&position, self.1).expect("a move");
            game.extend_text(self.0, &position, mv)
        }
    }
    assert_eq!(
        with("connect4", Extend("4453", "1")).as_deref(),
        Some("44531")
    );
    assert_eq!(
        with("connect4", Extend("4,4", "1")).as_deref(),
        Some("4,4,1")
    );
    assert_eq!(
        with("connect4:cols=12", Extend("10", "12")).as_deref(),
        Some("10,12")
    );
    assert_eq!(with("connect4:cols=3,rows=1", Extend("x..", "2")), None);
    assert_eq!(with("tictactoe", Extend("x../.../...", "2,2")), None);
}

struct Ignore;

impl Visitor for Ignore {
    type Output = ();
    fn visit<G: Playable>(self, _: G) {}
}

fn refused(spec: &str) -> SpecError {
    make(spec, &NoFiles, Ignore).expect_err(spec)
}

#[test]
fn wrong_specs_are_pointed_at() {
    for (spec, wrong) in [
        ("weighted-tictactoe:weights=1/2/3", "1/2/3"),
        ("weighted-tictactoe:weights=1/2/3/4/5/6/7/8/x", "x"),
        (
            "weighted-tictactoe:weights=0/0/4611686018427387904/0/-7/0/0/0/0",
            "-7",
        ),
        (
            "weighted-tictactoe:weights=0/9223372036854775808/0/0/0/0/0/0/0",
            "9223372036854775808",
        ),
        ("mnk:rows=100,cols=3", "100"),
        ("mnk:rows=12,cols=13", "13"),
        ("notakto:size=8,boards=3", "8"),
        ("positional:cols=3", ""),
        ("positional:shape=../..,rows=3", "3"),
        ("positional:shape=../.,line=2", "."),
        ("positional:rows=2,cols=2,patterns=1+2/5", "5"),
        ("positional:rows=2,cols=2,patterns=1+2+1", "1"),
        ("positional:rows=2,cols=2,weights=1/2/3/4", "1/2/3/4"),
        ("positional:rows=2,cols=2,full=points,marks=one", "points"),
        (
            "positional:rows=2,cols=2,full=points,boards=2,weights=4611686018427387904/0/0/0",
            "4611686018427387904",
        ),
    ] {
        let error = refused(spec);
        assert_eq!(&spec[error.error.span.clone()], wrong, "{spec}: {error}");
    }
}

/// The board as people see it.
#[test]
fn boards_are_drawn() {
    struct Draw(&'static str);
    impl Visitor for Draw {
        type Output = String;
        fn visit<G: Playable>(self, game: G) -> String {
            game.diagram(&game.parse_position(self.0).expect("a position"))
                .to_string()
        }
    }
    assert_eq!(
        with(
            "weighted-tictactoe:weights=3/0/0/0/-1/0/0/0/10",
            Draw("x../.o./...")
        ),
        " x:3    0    0\n   0 o:-1    0\n   0    0   10\nFirst 3, Second -1\n"
    );
    assert_eq!(
        with("positional:shape=._/..,line=2", Draw("x_/.o")),
        "x\n. o\n"
    );
}

/// Reads a text and, where it is accepted, writes it and reads that again.
struct Again<'t>(&'t str);

impl Visitor for Again<'_> {
    type Output = Result<(), TestCaseError>;
    fn visit<G: Playable>(self, game: G) -> Self::Output {
        match game.parse_position(self.0) {
            Ok(position) => {
                let again = game.parse_position(&game.position_text(&position));
                prop_assert_eq!(again, Ok(position));
            }
            Err(error) => {
                prop_assert!(error.span.start <= error.span.end && error.span.end <= self.0.len());
                prop_assert!(self.0.get(error.span).is_some());
            }
        }
        Ok(())
    }
}

const SPECS: [&str; 7] = [
    "tictactoe",
    "tictactoe:wild=yes",
    "notakto:size=2,boards=2",
    "connect4:cols=3,rows=2,line=2",
    "connect4:cols=11,rows=1",
    "tictactoe-3d:size=2",
    "positional:shape=.._/_..,line=2,gravity=yes",
];

proptest! {
    #[test]
    fn no_text_is_misread(spec in prop::sample::select(&SPECS), text in "[.xo_/]{0,12}|[0-9,]{0,8}|.{0,12}") {
        with(spec, Again(&text))?;
    }

    #[test]
    fn drawn_boards_are_read_back(text in "[.xo]{3}/[.xo]{3}/[.xo]{3}") {
        with("tictactoe", Again(&text))?;
        let grid = grid(&text);
        let (to_move, outcome) = with("tictactoe", State(&text));
        // Where both have a line, First's counts.
        prop_assert_eq!(outcome, PLAIN.outcome(&grid));
        prop_assert_eq!(to_move, PLAIN.to_move(&grid));
    }

    #[test]
    fn no_spec_panics(weights in "[0-9/+-]{0,24}", patterns in "[0-9+/]{0,8}", shape in "[._/]{0,10}") {
        let spec = format!("positional:shape={shape},patterns={patterns},weights={weights},full=points");
        if let Err(error) = make(&spec, &NoFiles, Ignore) {
            prop_assert!(spec.get(error.error.span).is_some());
        }
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
