//! An input that a shape has read, accessible by the names of the shape.

use super::tree::{Item, Kind, Tree};
use super::values::Value;

/// An input of a [`Shape`](super::Shape), taken apart.
///
/// Repeated values are in one list, in the order of the input: `t*{n 1..9 | n*{a 0..5}}` gives `t` numbers
/// `n`, and one list of all `a`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Given {
    names: Vec<String>,
    numbers: Vec<Vec<i64>>,
    words: Vec<String>,
    edges: Vec<[usize; 2]>,
    permutation: Vec<usize>,
    /// All values of the input.
    pub(super) values: Vec<Value>,
}

impl Given {
    pub(super) fn new(tree: &Tree, values: Vec<Value>) -> Given {
        let mut given = Given {
            names: tree.names.iter().map(|name| name.text.clone()).collect(),
            numbers: vec![Vec::new(); tree.names.len()],
            ..Given::default()
        };
        given.take(&tree.items, &values);
        given.values = values;
        given
    }

    /// Returns the approximate number of numbers, letters and edges.
    pub fn size(&self) -> usize {
        let numbers = self.numbers.iter().map(Vec::len).sum::<usize>();
        let letters = self.words.iter().map(String::len).sum::<usize>();
        numbers + letters + self.edges.len() + self.permutation.len()
    }

    fn take(&mut self, items: &[Item], values: &[Value]) {
        for (item, value) in items.iter().zip(values) {
            match (&item.kind, value) {
                (Kind::Number { slot, .. }, Value::Number(number)) => {
                    self.numbers[*slot].push(*number);
                }
                (_, Value::Word(word)) => self.words.push(text(word)),
                (_, Value::Grid(rows)) => self.words.extend(rows.iter().map(|row| text(row))),
                (_, Value::Permutation(order)) => {
                    self.permutation
                        .extend(order.iter().map(|&number| number as usize));
                }
                (Kind::Edges { body, .. }, Value::Edges(edges)) => {
                    for edge in edges {
                        self.edges.push(edge.ends.map(|end| end as usize));
                        self.take(body, &edge.rest);
                    }
                }
                (Kind::Repeat { body, .. }, Value::Repeat(rows)) => {
                    for row in rows {
                        self.take(body, row);
                    }
                }
                _ => {}
            }
        }
    }

    /// Returns the greatest number; 0 if there is none.
    pub fn greatest(&self) -> i64 {
        self.numbers.iter().flatten().copied().max().unwrap_or(0)
    }

    /// Returns all numbers of a name; none if the shape does not have the name.
    pub fn numbers(&self, name: &str) -> &[i64] {
        let found = self.names.iter().position(|known| known == name);
        found.map_or(&[], |slot| &self.numbers[slot])
    }

    /// Returns the first number of a name; 0 if there is none.
    pub fn number(&self, name: &str) -> i64 {
        self.numbers(name).first().copied().unwrap_or(0)
    }

    /// Returns the numbers of a name in groups whose sizes are the numbers of another name.
    pub fn groups(&self, sizes: &str, name: &str) -> Vec<&[i64]> {
        let mut rest = self.numbers(name);
        let sizes = self.numbers(sizes).iter();
        sizes
            .map(|&size| {
                let (group, others) = rest.split_at((size.max(0) as usize).min(rest.len()));
                rest = others;
                group
            })
            .collect()
    }

    /// Returns all words and the rows of grids.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// Returns the edges of trees and graphs, with vertices from 0.
    pub fn edges(&self) -> &[[usize; 2]] {
        &self.edges
    }

    /// Returns the neighbours of each vertex, with all edges as undirected.
    pub fn neighbours(&self, vertices: usize) -> Vec<Vec<usize>> {
        let mut neighbours = vec![Vec::new(); vertices];
        for &[a, b] in &self.edges {
            neighbours[a].push(b);
            neighbours[b].push(a);
        }
        neighbours
    }

    /// Returns the permuted numbers, from 0.
    pub fn permutation(&self) -> &[usize] {
        &self.permutation
    }
}

fn text(letters: &[u8]) -> String {
    String::from_utf8_lossy(letters).into_owned()
}
