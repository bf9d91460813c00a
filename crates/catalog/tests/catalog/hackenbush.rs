//! Values of hackenbush against a recursion over the rules alone, which knows no parts.

use std::collections::HashMap;
use yomikiri::Control;
use yomikiri_catalog::NoFiles;
use yomikiri_catalog::values::{Detail, value};
use yomikiri_cgt::{Value, Values};

/// Two nodes, 0 the ground, and a colour.
type Edge = (usize, usize, char);

/// What stands after some edges have been taken out.
fn standing(edges: &[Edge]) -> Vec<Edge> {
    let mut joined = vec![0];
    for _ in edges {
        for &(a, b, _) in edges {
            if joined.contains(&a) != joined.contains(&b) {
                joined.extend([a, b]);
            }
        }
    }
    let stand = edges.iter().filter(|(a, ..)| joined.contains(a));
    stand.copied().collect()
}

fn recursion(
    edges: &[Edge],
    values: &mut Values<'_>,
    known: &mut HashMap<Vec<Edge>, Value>,
) -> Value {
    if let Some(&value) = known.get(edges) {
        return value;
    }
    let mut sides = [Vec::new(), Vec::new()];
    for (side, own) in sides.iter_mut().zip(["bg", "rg"]) {
        for at in (0..edges.len()).filter(|&at| own.contains(edges[at].2)) {
            let left = [&edges[..at], &edges[at + 1..]].concat();
            side.push(recursion(&standing(&left), values, known));
        }
        side.sort_unstable();
        side.dedup();
    }
    let value = values.game(&sides[0], &sides[1]).expect("it is small");
    known.insert(edges.to_vec(), value);
    value
}

#[test]
fn values_are_those_of_the_rules_alone() {
    let mut seed = 5_u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
        (seed >> 33) as usize % below
    };
    for _ in 0..150 {
        let mut nodes = 1;
        let count = 1 + random(7);
        let edges: Vec<Edge> = (0..count)
            .map(|_| {
                let from = random(nodes);
                let to = if random(3) == 0 { random(nodes) } else { nodes };
                nodes = nodes.max(to + 1);
                (from, to, ['b', 'r', 'g'][random(3)])
            })
            .collect();
        let texts = edges
            .iter()
            .map(|(a, b, colour)| format!("{a}-{b}{colour}"));
        let spec = format!("hackenbush:edges={}", texts.collect::<Vec<_>>().join("/"));
        let mut values = Values::new();
        let truth = recursion(&edges, &mut values, &mut HashMap::new());
        let truth = values.name(truth, 10_000).expect("it is small");
        let found = value(
            &spec,
            None,
            None,
            Detail::Usual,
            &NoFiles,
            None,
            &mut Control::new(),
        );
        assert_eq!(found.expect(&spec).value, truth, "{spec}");
    }
}
