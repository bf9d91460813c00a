//! An input that a shape has read, by the names of the shape.

use super::tree::{Item, Kind, Tree};
use super::values::Value;

/// An input of a [`Shape`](super::Shape), taken apart.
///
/// What is repeated stands in one list, in the order of the input: of `t*{n 1..9 | n*{a 0..5}}` there are as
/// many `n` as `t` says, and one list of all `a`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Given {
    names: Vec<String>,
    numbers: Vec<Vec<i64>>,
    words: Vec<String>,
    edges: Vec<[usize; 2]>,
    permutation: Vec<usize>,
    /// All of it.
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

    /// How many numbers, letters and edges there are, about.
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

    /// The greatest number, 0 without one.
    pub fn greatest(&self) -> i64 {
        self.numbers.iter().flatten().copied().max().unwrap_or(0)
    }

    /// All numbers of a name; none for a name that the shape does not have.
    pub fn numbers(&self, name: &str) -> &[i64] {
        let found = self.names.iter().position(|known| known == name);
        found.map_or(&[], |slot| &self.numbers[slot])
    }

    /// The first number of a name, 0 without one.
    pub fn number(&self, name: &str) -> i64 {
        self.numbers(name).first().copied().unwrap_or(0)
    }

    /// The numbers of a name in groups, whose sizes are the numbers of another name.
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

    /// All words, and the rows of grids.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// The edges of trees and graphs, vertices from 0.
    pub fn edges(&self) -> &[[usize; 2]] {
        &self.edges
    }

    /// The neighbours of each of so many vertices, where edges have no direction.
    pub fn neighbours(&self, vertices: usize) -> Vec<Vec<usize>> {
        let mut neighbours = vec![Vec::new(); vertices];
        for &[a, b] in &self.edges {
            neighbours[a].push(b);
            neighbours[b].push(a);
        }
        neighbours
    }

    /// The permuted numbers, from 0.
    pub fn permutation(&self) -> &[usize] {
        &self.permutation
    }
}

fn text(letters: &[u8]) -> String {
    String::from_utf8_lossy(letters).into_owned()
}
