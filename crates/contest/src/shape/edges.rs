//! Trees and graphs: connectivity, cycles, and random edges.

use super::tree::Allowed;
use super::values::Edge;
use crate::problems::{Corner, Random};
use std::collections::{HashMap, HashSet};

/// Groups of connected vertices (a union-find structure).
#[derive(Debug, Default)]
pub(super) struct Joined {
    above: HashMap<i64, i64>,
    joins: i64,
}

impl Joined {
    fn head(&mut self, vertex: i64) -> i64 {
        let mut head = vertex;
        while let Some(&above) = self.above.get(&head) {
            head = above;
        }
        // Path compression: the way is shorter next time.
        let mut at = vertex;
        while at != head {
            at = self.above.insert(at, head).unwrap_or(head);
        }
        head
    }

    /// Joins two vertices; returns false if they are connected already.
    pub(super) fn join(&mut self, a: i64, b: i64) -> bool {
        let (a, b) = (self.head(a), self.head(b));
        if a == b {
            return false;
        }
        self.above.insert(a, b);
        self.joins += 1;
        true
    }

    /// Returns the number of groups among `vertices` vertices.
    pub(super) fn groups(&self, vertices: i64) -> i64 {
        vertices - self.joins
    }
}

/// Returns whether directed edges form a cycle.
pub(super) fn has_cycle(edges: &[Edge]) -> bool {
    let mut next: HashMap<i64, Vec<i64>> = HashMap::new();
    let mut into: HashMap<i64, usize> = HashMap::new();
    for edge in edges {
        let [from, to] = edge.ends;
        next.entry(from).or_default().push(to);
        into.entry(from).or_default();
        *into.entry(to).or_default() += 1;
    }
    let mut open: Vec<i64> = into
        .iter()
        .filter(|(_, count)| **count == 0)
        .map(|(&v, _)| v)
        .collect();
    let mut done = 0;
    while let Some(vertex) = open.pop() {
        done += 1;
        for to in next.get(&vertex).into_iter().flatten() {
            if let Some(count) = into.get_mut(to) {
                *count -= 1;
                if *count == 0 {
                    open.push(*to);
                }
            }
        }
    }
    done < into.len()
}

/// Draws the edges of a random tree with vertices from 0.
pub(super) fn tree(random: &mut Random, corner: Corner, vertices: i64) -> Vec<[i64; 2]> {
    let shape = match corner {
        Corner::Row => 0,
        Corner::Column => 1,
        _ => random.below(5),
    };
    let mut edges: Vec<[i64; 2]> = (1..vertices)
        .map(|vertex| match shape {
            // A path, a star, and a tree in which each vertex has a recent parent.
            0 => [vertex - 1, vertex],
            1 => [0, vertex],
            2 => [random.within((vertex - 3).max(0)..=vertex - 1), vertex],
            _ => [random.within(0..=vertex - 1), vertex],
        })
        .collect();
    if corner != Corner::Sorted && corner != Corner::Smallest {
        relabel(random, vertices, &mut edges);
        random.shuffle(&mut edges);
        for edge in &mut edges {
            if random.one_in(2) {
                edge.swap(0, 1);
            }
        }
    }
    edges
}

fn relabel(random: &mut Random, vertices: i64, edges: &mut [[i64; 2]]) {
    let mut labels: Vec<i64> = (0..vertices).collect();
    random.shuffle(&mut labels);
    for end in edges.iter_mut().flatten() {
        *end = labels[*end as usize];
    }
}

/// Draws the edges of a random graph with vertices from 0; `None` if there are not that many.
pub(super) fn graph(
    random: &mut Random,
    corner: Corner,
    vertices: i64,
    count: i64,
    allowed: Allowed,
) -> Option<Vec<[i64; 2]>> {
    let (fewest, most) = allowed.edges(vertices);
    if count < fewest || count > most {
        return None;
    }
    let mut edges: Vec<[i64; 2]> = Vec::with_capacity(count as usize);
    if allowed.connected {
        edges = tree(random, corner, vertices);
        if allowed.acyclic {
            for edge in &mut edges {
                edge.sort_unstable();
            }
        }
    } else if corner == Corner::Row && count >= vertices - 1 {
        // A path, extended below.
        edges.extend((1..vertices).map(|vertex| [vertex - 1, vertex]));
    }
    let key = |[a, b]: [i64; 2]| match allowed.directed {
        true => [a, b],
        false => [a.min(b), a.max(b)],
    };
    let mut known: HashSet<[i64; 2]> = edges.iter().copied().map(key).collect();
    // If most of the possible edges are wanted, list the missing ones: they are fewer.
    if !allowed.multi && count > most / 2 {
        let mut all = Vec::new();
        for a in 0..vertices {
            for b in 0..vertices {
                let fits = (allowed.loops || a != b) && (!allowed.acyclic || a < b);
                if fits && (allowed.directed || a <= b) && !known.contains(&[a, b]) {
                    all.push([a, b]);
                }
            }
        }
        random.shuffle(&mut all);
        let more = count as usize - edges.len();
        edges.extend(all.into_iter().take(more));
    }
    while (edges.len() as i64) < count {
        let mut edge = [
            random.within(0..=vertices - 1),
            random.within(0..=vertices - 1),
        ];
        if corner == Corner::Column && random.one_in(2) {
            edge[0] = 0;
        }
        if allowed.acyclic {
            edge.sort_unstable();
        }
        let is_new =
            (allowed.loops || edge[0] != edge[1]) && (allowed.multi || known.insert(key(edge)));
        if is_new {
            edges.push(edge);
        }
    }
    if corner != Corner::Sorted {
        if random.one_in(2) {
            relabel(random, vertices, &mut edges);
        }
        random.shuffle(&mut edges);
    }
    Some(edges)
}
