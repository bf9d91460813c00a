//! Hackenbush on lists of edges.

use super::{Naive, compare, margins, said, same, stuck_loses, with_turn};
use crate::shared::{shared, with};
use std::collections::HashMap;
use yomikiri_core::capability::{Bounded, Direct, Merged};
use yomikiri_core::{Ask, Outcome, Player, Value, Wdl};
use yomikiri_games::registry::{Playable, Visitor};
use yomikiri_games::spec::NoFiles;

#[derive(Clone)]
struct Hackenbush {
    edges: Vec<(usize, usize, char)>,
}

/// The edges that stand, as letters, and the turn.
type Position = (Vec<char>, usize);

impl Naive for Hackenbush {
    type Position = Position;
    fn start(&self) -> Position {
        (self.edges.iter().map(|edge| edge.2).collect(), 0)
    }
    fn turn(&self, (_, turn): &Position) -> usize {
        *turn
    }
    fn next(&self, (standing, turn): &Position) -> Vec<(i64, Position)> {
        let own = ["bg", "rg"][*turn];
        let cut = (0..standing.len()).filter(|&edge| own.contains(standing[edge]));
        let next = |edge: usize| {
            let mut left = standing.clone();
            left[edge] = '.';
            let mut joined = vec![0];
            for _ in &left {
                for (&(a, b, _), &letter) in self.edges.iter().zip(&left) {
                    if letter != '.' && (joined.contains(&a) || joined.contains(&b)) {
                        joined.extend([a, b]);
                    }
                }
                joined.sort_unstable();
                joined.dedup();
            }
            for (&(a, _, _), letter) in self.edges.iter().zip(&mut left) {
                if !joined.contains(&a) {
                    *letter = '.';
                }
            }
            (0, (left, 1 - turn))
        };
        cut.map(next).collect()
    }
    fn over(&self, (_, turn): &Position, stuck: bool) -> Option<Outcome> {
        stuck_loses(*turn, stuck)
    }
    fn text(&self, (standing, turn): &Position) -> String {
        with_turn(standing.iter().collect(), *turn)
    }
}

impl Hackenbush {
    fn of(spec: &str) -> Hackenbush {
        let edge = |edge: &str| {
            let (a, rest) = edge.split_once('-').unwrap();
            let (b, colour) = rest.split_at(rest.len() - 1);
            let [a, b] = [a, b].map(|node| node.parse().unwrap());
            (a, b, colour.chars().next().unwrap())
        };
        Hackenbush {
            edges: spec.split('/').map(edge).collect(),
        }
    }

    fn spec(&self) -> String {
        let edges = self.edges.iter();
        let edges = edges.map(|(a, b, colour)| format!("{a}-{b}{colour}"));
        format!("hackenbush:edges={}", edges.collect::<Vec<_>>().join("/"))
    }
}

/// Graphs with circles, parallel edges and loops, in some of these colours.
fn random(count: usize, colours: &[char]) -> Vec<Hackenbush> {
    let mut seed = 11_u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
        (seed >> 33) as usize % below
    };
    let mut graph = || {
        let mut nodes = 1;
        let edges = 1 + random(9);
        let edges = (0..edges).map(|_| {
            // Every third edge joins old nodes.
            let to = if random(3) == 0 { random(nodes) } else { nodes };
            let (from, colour) = (random(nodes), colours[random(colours.len())]);
            nodes = nodes.max(to + 1);
            match random(2) {
                0 => (from, to, colour),
                _ => (to, from, colour),
            }
        });
        Hackenbush {
            edges: edges.collect(),
        }
    };
    (0..count).map(|_| graph()).collect()
}

#[test]
fn positions() {
    for (edges, wins) in [
        ("0-1b/1-2r/1-3r/0-4r/4-5b", false),
        ("0-1b/1-2b/0-3r/3-4r/2-4g/2-5g/4-5g/0-6g/6-7b/6-8g", true),
        ("0-1g/1-2g/2-0g/1-1g/2-3g/2-4g", false),
        ("0-0g/0-1g/1-0g", true),
        ("0-1b/1-2r/0-3b/3-4r/0-5r", false),
    ] {
        let naive = Hackenbush::of(edges);
        assert_eq!(same(&naive.spec(), &naive).margin > 0, wins, "{edges}");
    }
    for naive in random(60, &['b', 'r', 'g']) {
        same(&naive.spec(), &naive);
    }
}

/// What the game says without a search, held to margins: the positions of which a bound decides who wins, and all.
struct Told<'m>(&'m HashMap<&'m str, i64>);

impl Visitor for Told<'_> {
    type Output = (usize, usize);
    fn visit<G: Playable>(self, game: G) -> (usize, usize) {
        let (direct, bounded, merged) = (game.direct(), game.bounded(), game.merged());
        assert_ne!(direct.is_some(), bounded.is_some());
        let mut decided = 0;
        let mut shared: HashMap<u128, bool> = HashMap::new();
        for (&text, &margin) in self.0 {
            let at = game.parse_position(text).expect(text);
            let winner = if margin > 0 {
                Player::First
            } else {
                Player::Second
            };
            let wins = winner == game.to_move(&at);
            if let Some(direct) = &direct {
                let found = direct.value(&at, Ask::Winner);
                assert_eq!(found, Value::Winner(Some(winner)), "{text}");
                decided += 1;
            }
            if let Some(bounded) = &bounded {
                let score = if wins { Wdl::Win } else { Wdl::Loss };
                let (least, most) = bounded.wdl(&at);
                assert!(least <= score && score <= most, "{text}");
                decided += usize::from(least == most);
            }
            if let Some(merged) = &merged {
                let key = merged.merged_key(&at).into();
                assert_eq!(*shared.entry(key).or_insert(wins), wins, "{text}");
            }
        }
        (decided, self.0.len())
    }
}

#[test]
fn worths_are_those_of_the_rules() {
    let mut counts = [(0, 0); 3];
    for (colours, count) in [&['g'][..], &['b', 'r'], &['b', 'r', 'g']]
        .into_iter()
        .zip(&mut counts)
    {
        for naive in random(250, colours) {
            let (said, _) = said(&naive);
            let spec = naive.spec();
            compare(&spec, &naive, &said);
            let told = with(&spec, &NoFiles, Told(&margins(&said, 0))).expect(&spec);
            *count = (count.0 + told.0, count.1 + told.1);
        }
    }
    let [green, numbers, all] = counts;
    assert_eq!(green.0, green.1, "all of green graphs are told");
    assert!(4 * numbers.0 > 3 * numbers.1, "{numbers:?}");
    assert!(2 * all.0 > all.1, "{all:?}");
}

#[test]
fn wrong_graphs_and_positions_are_shown() {
    let spans = |edges: &str| {
        let spec = format!("hackenbush:edges={edges}");
        let error = shared(&spec, &NoFiles).expect_err(&spec);
        let start = "hackenbush:edges=".len();
        (error.error.span.start - start)..(error.error.span.end - start)
    };
    for (edges, span) in [
        ("0-1b/2-3r", 5..9),
        ("1-2b/2-3r", 0..4),
        ("0-1b//1-2r", 5..5),
        ("0-1b/1r", 5..7),
        ("0-1b/1-2x", 8..9),
        ("0-1b/1-2", 7..8),
        ("0-1b/1-100r", 7..10),
        ("0-1b/-2r", 5..5),
        ("0-1b/1-青", 7..10),
        (&["0-1b"; 61].join("/"), 300..304),
    ] {
        assert_eq!(spans(edges), span, "{edges}");
    }
    let game = shared("hackenbush:edges=0-1b/1-2r/2-3g/0-1g", &NoFiles).expect("a game");
    for (position, span) in [
        ("brg", 3..3),
        ("brggg", 4..5),
        ("rrgg", 0..1),
        ("br青g", 2..5),
        (".rg.", 1..2),
        ("..g.", 2..3),
        ("b.gg", 2..3),
        ("brgg:third", 5..10),
    ] {
        use yomikiri_core::Notation;
        let error = game.parse_position(position).expect_err(position);
        assert_eq!(error.span, span, "{position}: {error}");
    }
    use yomikiri_core::Notation;
    let at = game
        .parse_position(".rgg:second")
        .expect("joined by the other edge");
    let moves: Vec<String> = yomikiri_core::Game::moves(&game, &at)
        .map(|mv| game.move_text(&at, mv))
        .collect();
    assert_eq!(moves, ["1-2", "2-3", "0-1#2"]);
}
