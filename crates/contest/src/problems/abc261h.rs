//! AtCoder ABC261 H: a graph with costs, where one player wants to stop and the other to go on.

use super::simpler::{fewer, nearer, stretches};
use super::single::{Asked, Single, at_start};
use super::{About, ContestError, Corner, Fault, Random, Scan, Subject};
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use yomikiri::{Ask, Method, Outcome, Player, TextError, Value};
use yomikiri_games::compact::Compact;
use yomikiri_games::graph::{Graph, GraphError};

const MOST: usize = 200_000;
const COSTS: std::ops::RangeInclusive<i64> = 0..=1_000_000_000;

/// AtCoder ABC261 H.
pub(super) struct Abc261H;

/// A graph with vertices numbered from 1, the vertex where Takahashi begins, and the edges as (from, to,
/// cost).
#[derive(Clone)]
pub(super) struct Costs {
    vertices: i64,
    start: i64,
    edges: Vec<(i64, i64, i64)>,
}

impl Single for Abc261H {
    type Case = Costs;

    const ABOUT: About = About {
        id: "abc261h",
        judge: "AtCoder ABC261 H",
        title: "Game on Graph",
        game: "graph",
        input: "N M v, then M lines A B C: an edge from A to B of cost C",
        shape: "N 1..200000 M 0..200000 v 1..N | graph(N, M, directed){C 0..10^9}",
        seconds: 2,
        constraints: &[
            "1 <= N <= 200000",
            "0 <= M <= 200000",
            "1 <= v <= N",
            "1 <= A <= N",
            "1 <= B <= N",
            "0 <= C <= 1000000000",
            "no edge from a vertex to itself",
            "no edge twice",
        ],
        output: "the cost that Takahashi, who moves first, can end with, or INFINITY",
        solvers: &[Method::Retrograde],
        words: &["INFINITY"],
        example: "7 6 1\n1 2 1\n1 3 10\n2 4 100\n2 5 102\n3 6 20\n3 7 30\n",
        ..About::USUAL
    };
    const NAMES: [&'static str; 2] = ["Takahashi", "Aoki"];
    const CORNERS: &'static [Corner] = &[
        Corner::Uniform,
        Corner::Small,
        Corner::Negative,
        Corner::Extreme,
        Corner::Ties,
        Corner::Row,
        Corner::Equal,
        Corner::Sorted,
        Corner::Largest,
    ];

    fn read(scan: &mut Scan<'_>) -> Result<Costs, TextError> {
        let vertices = scan.integer("N", 1..=MOST as i64)?;
        let count = scan.integer("M", 0..=MOST as i64)?;
        let start = scan.integer("v", 1..=vertices)?;
        scan.end_line()?;
        let mut edges = Vec::with_capacity(count as usize);
        let mut known = HashSet::with_capacity(count as usize);
        for _ in 0..count {
            let (start, from) = scan.integer_at("A", 1..=vertices)?;
            let (end, to) = scan.integer_at("B", 1..=vertices)?;
            let wrong = |why| Err(TextError::new(start.start..end.end, why));
            if from == to {
                return wrong(format!("this edge leads from {from} to itself"));
            }
            if !known.insert((from, to)) {
                return wrong(format!("the edge from {from} to {to} is listed twice"));
            }
            edges.push((from, to, scan.integer("C", COSTS)?));
            scan.end_line()?;
        }
        Ok(Costs {
            vertices,
            start,
            edges,
        })
    }

    fn write(costs: &Costs) -> String {
        let edges = costs.edges.iter().map(|(a, b, c)| format!("{a} {b} {c}\n"));
        let count = costs.edges.len();
        let head = format!("{} {count} {}\n", costs.vertices, costs.start);
        head + &edges.collect::<String>()
    }

    fn answer(costs: &Costs, asked: &mut Asked<'_, '_>) -> Result<String, ContestError> {
        let game = graph(costs)
            .map_err(|error| Fault::locate(TextError::new(0..0, error.to_string()), b""))?;
        Ok(match asked.value(&Compact::of(game), Ask::Margin)? {
            Value::Margin(Outcome::Margin(margin)) => format!("{}\n", -margin),
            _ => "INFINITY\n".to_owned(),
        })
    }

    fn against_first(_: &Costs, answer: &str) -> bool {
        answer == "INFINITY\n"
    }

    fn does(_: &Costs, node: &str, gain: i64) -> String {
        let vertex = node.trim_end_matches(['t', 'a']);
        format!("moves to vertex {vertex} at cost {}", gain.abs())
    }

    fn worth(_: &Costs, value: Value) -> Option<String> {
        Some(match value {
            Value::Margin(Outcome::Margin(margin)) => format!("the cost is {}", -margin),
            _ => "the cost is INFINITY".to_owned(),
        })
    }

    fn subject(costs: &Costs, _: usize) -> Option<Subject> {
        Some(Subject {
            file: Some(graph(costs).ok()?.to_text()),
            ..at_start::<Self>("graph:file=graph".to_owned(), Ask::Margin)?
        })
    }

    fn generate(random: &mut Random, corner: Corner) -> Costs {
        let most = match corner {
            Corner::Small | Corner::Negative => 5,
            _ => *random.pick(&[6, 12, 40]).unwrap_or(&12),
        };
        let vertices = match corner {
            Corner::Largest => MOST as i64,
            _ => random.within(1..=most),
        };
        let count = match corner {
            Corner::Largest => MOST as i64,
            // A path with some edges that lead back.
            Corner::Row => vertices - 1 + random.within(0..=2),
            _ => random.within(0..=2 * vertices),
        };
        let same = random.within(COSTS);
        let cost = |random: &mut Random| match corner {
            Corner::Small | Corner::Negative => random.within(0..=9),
            Corner::Ties => random.within(0..=1),
            Corner::Equal => same,
            Corner::Extreme => *COSTS.end() - random.within(0..=1),
            _ => random.within(COSTS),
        };
        let start = match corner {
            Corner::Row | Corner::Sorted => 1,
            _ => random.within(1..=vertices),
        };
        // Half of the graphs grow from the start: in the others, play never reaches most vertices.
        let grows = corner != Corner::Largest && random.one_in(2);
        let mut reached = vec![start];
        let edge = |at: i64| {
            let (from, to) = match corner {
                Corner::Row if at < vertices - 1 => (at + 1, at + 2),
                // Edges lead only onward, so play ends.
                Corner::Sorted if vertices > 1 => {
                    let from = random.within(1..=vertices - 1);
                    (from, random.within(from + 1..=vertices))
                }
                // A long way with many edges that lead back.
                Corner::Largest if random.one_in(2) => {
                    let from = random.within(1..=vertices);
                    (from, random.within(from..=vertices.min(from + 3)))
                }
                _ if grows => {
                    let from = *random.pick(&reached).unwrap_or(&start);
                    let to = random.within(1..=vertices);
                    reached.push(to);
                    (from, to)
                }
                _ => (random.within(1..=vertices), random.within(1..=vertices)),
            };
            (from, to, cost(random))
        };
        let mut edges: Vec<(i64, i64, i64)> = (0..count).map(edge).collect();
        // No edge is a loop, and no edge occurs twice.
        edges.retain(|(from, to, _)| from != to);
        edges.sort_unstable();
        edges.dedup_by_key(|edge| (edge.0, edge.1));
        random.shuffle(&mut edges);
        Costs {
            vertices,
            start,
            edges,
        }
    }

    /// Returns graphs with fewer edges or vertices, with two vertices merged, or with lower costs.
    fn smaller(costs: Costs) -> Box<dyn Iterator<Item = Costs>> {
        let [one, two, three, four] = [(); 4].map(|()| costs.clone());
        let fewer_edges = fewer(one.edges.clone(), 0).map(move |edges| Costs {
            edges,
            ..one.clone()
        });
        let fewer_vertices = stretches(two.vertices as usize)
            .map(|gone| gone.start as i64 + 1..gone.end as i64 + 1)
            .filter_map(move |gone| without(&two, &gone));
        let pairs = (1..=three.vertices).flat_map(|gone| (1..gone).map(move |into| (gone, into)));
        let merged = pairs.map(move |(gone, into)| merged(&three, gone, into));
        let lower_costs = (0..four.edges.len()).flat_map(move |at| {
            let costs = four.clone();
            nearer(costs.edges[at].2, *COSTS.start()).map(move |cost| {
                let mut next = costs.clone();
                next.edges[at].2 = cost;
                next
            })
        });
        let fewer = fewer_edges.chain(fewer_vertices);
        Box::new(fewer.chain(merged).chain(lower_costs))
    }
}

/// Removes a stretch of vertices and their edges; the later vertices move up. `None` if play starts in the
/// stretch.
fn without(costs: &Costs, gone: &Range<i64>) -> Option<Costs> {
    let count = gone.end - gone.start;
    let moved = |vertex: i64| match vertex < gone.start {
        true => vertex,
        false => vertex - count,
    };
    let kept = costs.edges.iter();
    let kept = kept.filter(|(a, b, _)| !gone.contains(a) && !gone.contains(b));
    (!gone.contains(&costs.start)).then(|| Costs {
        vertices: costs.vertices - count,
        start: moved(costs.start),
        edges: kept.map(|&(a, b, c)| (moved(a), moved(b), c)).collect(),
    })
}

/// Merges one vertex into an earlier one; the later vertices move up. Edges between the two disappear, and if
/// two edges become one, the cheaper stays.
fn merged(costs: &Costs, gone: i64, into: i64) -> Costs {
    let moved = |vertex: i64| match vertex == gone {
        true => into,
        false => vertex - i64::from(vertex > gone),
    };
    let mut edges: Vec<(i64, i64, i64)> = Vec::with_capacity(costs.edges.len());
    let mut places = HashMap::with_capacity(costs.edges.len());
    for &(a, b, cost) in &costs.edges {
        let (a, b) = (moved(a), moved(b));
        if a == b {
            continue;
        }
        let at = *places.entry((a, b)).or_insert(edges.len());
        match edges.get_mut(at) {
            Some((_, _, known)) => *known = cost.min(*known),
            None => edges.push((a, b, cost)),
        }
    }
    Costs {
        vertices: costs.vertices - 1,
        start: moved(costs.start),
        edges,
    }
}

/// Builds the graph with every vertex twice, `1t` where Takahashi moves and `1a` where Aoki does. Each cost
/// is a loss of Takahashi and a gain of Aoki, and endless play is a win for Aoki.
fn graph(costs: &Costs) -> Result<Graph, GraphError> {
    let mut builder = Graph::builder();
    builder.endless(Outcome::Win(Player::Second));
    let mut stuck = vec![true; costs.vertices as usize + 1];
    for &(from, _, _) in &costs.edges {
        stuck[from as usize] = false;
    }
    let mut nodes = Vec::with_capacity(costs.vertices as usize + 1);
    nodes.push(None);
    for (vertex, &stuck) in (0..).zip(&stuck).skip(1) {
        let mut node = |letter: char, player| {
            let name = format!("{vertex}{letter}");
            match stuck {
                true => builder.over(name, Outcome::Margin(0)),
                false => builder.turn(name, player),
            }
        };
        nodes.push(Some([node('t', Player::First), node('a', Player::Second)]));
    }
    for &(from, to, cost) in &costs.edges {
        if let (Some([first, second]), Some([next_first, next_second])) =
            (nodes[from as usize], nodes[to as usize])
        {
            builder.edge(first, next_second, -cost);
            builder.edge(second, next_first, cost);
        }
    }
    if let Some([start, _]) = nodes[costs.start as usize] {
        builder.start(start);
    }
    builder.build()
}
