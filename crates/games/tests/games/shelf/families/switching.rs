//! Shannon's switching game on lists of edges.

use super::{Naive, WON, same, with_turn};
use crate::shared::shared;
use yomikiri_core::laws::{self, Sample};
use yomikiri_core::random::Random;
use yomikiri_core::{Outcome, Player};
use yomikiri_games::spec::NoFiles;

struct Switching {
    edges: Vec<(usize, usize)>,
    ends: (usize, usize),
    short: usize,
}

type Position = (Vec<char>, usize);

impl Switching {
    /// Whether the edges that are not barred join the ends.
    fn joins(&self, owners: &[char], goes: impl Fn(char) -> bool) -> bool {
        let mut reached = vec![self.ends.0];
        for _ in &self.edges {
            for (&(a, b), &owner) in self.edges.iter().zip(owners) {
                if goes(owner) && reached.contains(&a) != reached.contains(&b) {
                    reached.extend([a, b]);
                }
            }
        }
        reached.contains(&self.ends.1)
    }
}

impl Naive for Switching {
    type Position = Position;
    fn start(&self) -> Position {
        (vec!['.'; self.edges.len()], 0)
    }
    fn turn(&self, (_, turn): &Position) -> usize {
        *turn
    }
    fn next(&self, (owners, turn): &Position) -> Vec<(i64, Position)> {
        let free = (0..owners.len()).filter(|&edge| owners[edge] == '.');
        let taken = |edge: usize| {
            let mut owners = owners.clone();
            owners[edge] = ['x', 'o'][*turn];
            (0, (owners, 1 - turn))
        };
        free.map(taken).collect()
    }
    fn over(&self, (owners, _): &Position, stuck: bool) -> Option<Outcome> {
        let (short, cut) = [('x', 'o'), ('o', 'x')][self.short];
        if self.joins(owners, |owner| owner == short) {
            return Some(Outcome::Win(Player::BOTH[self.short]));
        }
        if !self.joins(owners, |owner| owner != cut) {
            return Some(Outcome::Win(Player::BOTH[1 - self.short]));
        }
        assert!(!stuck, "somebody has succeeded");
        None
    }
    fn text(&self, (owners, turn): &Position) -> String {
        with_turn(owners.iter().collect(), *turn)
    }
}

#[test]
fn positions() {
    let bridge = [(1, 2), (1, 3), (2, 3), (2, 4), (3, 4)];
    let all = [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
    let count = |edges: &[(usize, usize)], short: usize| {
        let naive = Switching {
            edges: edges.to_vec(),
            ends: (1, 4),
            short,
        };
        let named: Vec<String> = edges.iter().map(|(a, b)| format!("{a}-{b}")).collect();
        let first = ["short", "cut"][short];
        let spec = format!("shannon-switching:edges={},first={first}", named.join("/"));
        same(&spec, &naive).margin
    };
    // Who starts wins over the bridge; with two trees that share no edge Short wins in any case.
    assert_eq!([count(&bridge, 0), count(&bridge, 1)], [WON, WON]);
    assert_eq!([count(&all, 0), count(&all, 1)], [WON, -WON]);
}

/// On random graphs, many of them with parallel edges, two trees that share no edge tell of every position what plain
/// recursion tells.
#[test]
fn two_trees_tell_who_wins() {
    let mut random = Random::new(1964);
    let (mut begun, mut parallel) = ([0; 2], 0);
    for _ in 0..120 {
        let nodes = 2 + random.index(5);
        let edges: Vec<(usize, usize)> = (0..3 + random.index(5))
            .map(|_| {
                let a = random.index(nodes);
                let b = (a + 1 + random.index(nodes - 1)) % nodes;
                (a + 1, b + 1)
            })
            .collect();
        let texts: Vec<String> = edges.iter().map(|(a, b)| format!("{a}-{b}")).collect();
        let mut pairs: Vec<(usize, usize)> =
            edges.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
        pairs.sort_unstable();
        parallel += usize::from(pairs.windows(2).any(|pair| pair[0] == pair[1]));
        for (short, first) in ["short", "cut"].into_iter().enumerate() {
            let spec = format!(
                "shannon-switching:edges={},from=1,to={nodes},first={first}",
                texts.join("/")
            );
            let naive = Switching {
                edges: edges.clone(),
                ends: (1, nodes),
                short,
            };
            let game = shared(&spec, &NoFiles);
            assert_eq!(game.is_ok(), naive.joins(&naive.start().0, |_| true));
            let Ok(game) = game else {
                continue;
            };
            same(&spec, &naive);
            let sample = Sample {
                positions: 300,
                mutations: 0,
                ..Sample::default()
            };
            laws::all(&game, &sample).unwrap_or_else(|broken| panic!("{spec}: {broken}"));
            begun[short] += 1;
        }
    }
    assert!(begun.iter().all(|&count| count > 60), "{begun:?}");
    assert!(parallel > 60, "{parallel}");
}
