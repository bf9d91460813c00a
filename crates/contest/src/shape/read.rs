//! Reads an input by its shape, enforces the limits, and gives every error its place.

use super::edges::Joined;
use super::tree::{Allowed, Expr, Item, Kind, Order, Rules, Tree};
use super::values::{Edge, Value};
use crate::problems::{Scan, shown};
use std::collections::HashSet;
use yomikiri::TextError;
use yomikiri_catalog::Counted;

/// The most parts for which memory is reserved before they are read.
const ROOM: usize = 1 << 12;
/// The parts that an input may have beyond two for each of its bytes.
const MORE_PARTS: i64 = 10_000;

pub(super) fn read(tree: &Tree, input: &[u8]) -> Result<Vec<Value>, TextError> {
    let mut scan = Scan::new(input);
    let values = read_from(tree, &mut scan)?;
    scan.end()?;
    Ok(values)
}

/// Reads an input up to the shape's last line.
pub(super) fn read_from(tree: &Tree, scan: &mut Scan<'_>) -> Result<Vec<Value>, TextError> {
    let input = scan.text();
    let mut reader = Reader {
        tree,
        input,
        scan: scan.clone(),
        env: vec![0; tree.names.len()],
        left: 2 * input.len() as i64 + MORE_PARTS,
    };
    let values = reader.row(&tree.items)?;
    *scan = reader.scan;
    Ok(values)
}

struct Reader<'t, 'i> {
    tree: &'t Tree,
    input: &'i [u8],
    scan: Scan<'i>,
    env: Vec<i64>,
    /// The parts that may still come: repetitions of nothing consume no input.
    left: i64,
}

type Got<T> = Result<T, TextError>;

impl Reader<'_, '_> {
    /// Evaluates an expression. An error is one of the input, at the current place.
    fn value(&self, expr: &Expr) -> Got<i64> {
        let at = self.scan.at();
        expr.value(&self.env)
            .map_err(|error| TextError::new(at..at, error.message))
    }

    fn size(&self, expr: &Expr) -> Got<i64> {
        let size = self.value(expr)?;
        let at = self.scan.at();
        match size {
            0.. => Ok(size),
            _ => Err(TextError::new(
                at..at,
                format!("there would be {size} parts here"),
            )),
        }
    }

    fn row(&mut self, items: &[Item]) -> Got<Vec<Value>> {
        self.left -= 1;
        if self.left < 0 {
            let at = self.scan.at();
            let error = "there would be more parts than the input has bytes";
            return Err(TextError::new(at..at, error));
        }
        let mut values = Vec::with_capacity(items.len());
        for item in items {
            values.push(self.item(item)?);
        }
        Ok(values)
    }

    fn item(&mut self, item: &Item) -> Got<Value> {
        Ok(match &item.kind {
            Kind::Break => {
                self.scan.end_line()?;
                Value::Break
            }
            Kind::Number { slot, range, not } => {
                let (low, high) = (self.value(&range.low)?, self.value(&range.high)?);
                let what = &self.tree.names[*slot].text;
                let (span, number) = self.scan.integer_at(what, low..=high)?;
                if let Some(not) = not
                    && self.value(not)? == number
                {
                    return Err(TextError::new(span, format!("{what} is not {number} here")));
                }
                self.env[*slot] = number;
                Value::Number(number)
            }
            Kind::Word { length, letters } => {
                let (low, high) = (self.value(&length.low)?, self.value(&length.high)?);
                Value::Word(self.letters("a word", low, high, letters)?)
            }
            Kind::Grid {
                rows,
                columns,
                letters,
            } => {
                let (rows, columns) = (self.size(rows)?, self.size(columns)?);
                let mut grid = Vec::with_capacity((rows as usize).min(ROOM));
                for row in 1..=rows {
                    let what = format!("row {row}");
                    grid.push(self.letters(&what, columns, columns, letters)?);
                    self.scan.end_line()?;
                }
                Value::Grid(grid)
            }
            Kind::Permutation { count, base } => {
                let count = self.size(count)?;
                let mut order = Vec::with_capacity((count as usize).min(ROOM));
                let mut known = HashSet::new();
                for _ in 0..count {
                    let range = *base..=count.saturating_add(base - 1);
                    let what = "a number of the permutation";
                    let (span, number) = self.scan.integer_at(what, range)?;
                    if !known.insert(number) {
                        let error = format!("{number} is in this permutation already");
                        return Err(TextError::new(span, error));
                    }
                    order.push(number - base);
                }
                Value::Permutation(order)
            }
            Kind::Edges {
                vertices,
                count,
                allowed,
                base,
                body,
            } => {
                let vertices = self.size(vertices)?;
                let edges = match count {
                    Some(count) => self.size(count)?,
                    None => (vertices - 1).max(0),
                };
                let is_tree = count.is_none();
                Value::Edges(self.edges(vertices, edges, is_tree, *allowed, *base, body)?)
            }
            Kind::Repeat {
                count, body, rules, ..
            } => Value::Repeat(self.repeat(count, body, rules)?),
        })
    }

    fn letters(&mut self, what: &str, low: i64, high: i64, alphabet: &[u8]) -> Got<Vec<u8>> {
        let (span, word) = self.scan.word(what)?;
        let wrong = |error: String| Err(TextError::new(span.clone(), error));
        if let Some(at) = word.iter().position(|letter| !alphabet.contains(letter)) {
            let rest = word.len() - at;
            let text = String::from_utf8_lossy(alphabet);
            let letter = shown(&word[at..at + rest.min(1)]);
            let error = format!("{what} is made of the letters `{text}`, not of {letter}");
            return Err(TextError::new(span.start + at..span.start + at + 1, error));
        }
        let length = word.len() as i64;
        if length < low || length > high {
            return wrong(match low == high {
                true => format!("{what} is {} long, not {length}", Counted(low, "letter")),
                false => format!("{what} has {low} to {high} letters, not {length}"),
            });
        }
        Ok(word.to_vec())
    }

    fn edges(
        &mut self,
        vertices: i64,
        count: i64,
        is_tree: bool,
        allowed: Allowed,
        base: i64,
        body: &[Item],
    ) -> Got<Vec<Edge>> {
        let mut edges = Vec::with_capacity((count as usize).min(ROOM));
        let mut known = HashSet::new();
        let mut joined = Joined::default();
        let start = self.scan.at();
        for _ in 0..count {
            let range = base..=vertices.saturating_add(base - 1);
            let (first, a) = self.scan.integer_at("a vertex", range.clone())?;
            let (last, b) = self.scan.integer_at("a vertex", range)?;
            let span = first.start..last.end;
            let wrong = |error: &str| Err(TextError::new(span.clone(), error));
            if a == b && !allowed.loops {
                return wrong("this edge leads from a vertex to itself");
            }
            let pair = match allowed.directed {
                true => (a, b),
                false => (a.min(b), a.max(b)),
            };
            if !allowed.multi && !known.insert(pair) {
                return wrong("this edge is there already");
            }
            let closes = !joined.join(a - base, b - base);
            if is_tree && closes {
                return wrong("this edge closes a circle: that is no tree");
            }
            let rest = self.row(body)?;
            self.scan.end_line()?;
            edges.push(Edge {
                ends: [a - base, b - base],
                rest,
            });
        }
        let whole = start..self.scan.at();
        if allowed.connected && joined.groups(vertices) > 1 {
            return Err(TextError::new(whole, "this graph is not connected"));
        }
        if allowed.acyclic && super::edges::has_cycle(&edges) {
            return Err(TextError::new(whole, "this graph has a circle"));
        }
        Ok(edges)
    }

    fn repeat(&mut self, count: &Expr, body: &[Item], rules: &Rules) -> Got<Vec<Vec<Value>>> {
        let count = self.size(count)?;
        let limit = match &rules.sum {
            Some(limit) => Some(self.value(limit)?),
            None => None,
        };
        let mut rows: Vec<Vec<Value>> = Vec::with_capacity((count as usize).min(ROOM));
        let mut known = HashSet::new();
        let mut sum = 0i128;
        for _ in 0..count {
            let start = self.next_token();
            let row = self.row(body)?;
            let end = self.scan.at();
            let text = &self.input[start.min(end)..end];
            let span = start..start + text.trim_ascii_end().len();
            let wrong = |error: String| Err(TextError::new(span.clone(), error));
            let first = first_number(&row);
            if let (Some(first), Some(limit)) = (first, limit) {
                sum += i128::from(first);
                if sum > i128::from(limit) {
                    return wrong(format!("the sum comes to {sum}, more than {limit}"));
                }
            }
            let last = rows.last().and_then(|row| first_number(row));
            let descends = |equal: bool| match (last, first) {
                (Some(last), Some(first)) => last > first || equal && last == first,
                _ => false,
            };
            match rules.order {
                Order::Any => {}
                Order::Sorted if descends(false) => {
                    return wrong("this is less than the one before".to_owned());
                }
                Order::Ascending if descends(true) => {
                    return wrong("this is not greater than the one before".to_owned());
                }
                Order::Distinct if !known.insert(row.clone()) => {
                    return wrong("this is there already".to_owned());
                }
                _ => {}
            }
            rows.push(row);
        }
        Ok(rows)
    }

    /// Returns where the next token begins, without moving there.
    fn next_token(&self) -> usize {
        let at = self.scan.at();
        let blanks = self.input[at..]
            .iter()
            .take_while(|byte| byte.is_ascii_whitespace());
        at + blanks.count()
    }
}

/// Returns the number that a repetition begins with, if it does.
pub(super) fn first_number(row: &[Value]) -> Option<i64> {
    match row.first() {
        Some(Value::Number(number)) => Some(*number),
        _ => None,
    }
}
