//! Random inputs of a shape, with a strategy for each kind of input.

use super::edges;
use super::read::first_number;
use super::tree::{Allowed, Expr, Item, Kind, Limits, Order, Rules, Slot, Tree};
use super::values::{Edge, Value, write};
use crate::problems::{Corner, Random};
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use yomikiri::TextError;

/// The tries before an input counts as impossible: limits may contradict each other only for some values.
const TRIES: u64 = 200;
/// At least this many tries are made, unless their parts exceed [`PARTS`]. After them, the tries end as soon as they
/// have drawn more than [`WORK`] parts in all.
const FEW_TRIES: u64 = 5;
const WORK: i64 = 200_000;
/// The most numbers, letters and edges of an input: larger inputs come from a wrong exponent. Under a fuzzer the limit
/// is lower, because it learns nothing from large inputs.
const PARTS: i64 = if cfg!(fuzzing) { 60_000 } else { 6_000_000 };
/// The sizes that are drawn if the limit is higher, except for the largest inputs.
const USUAL: [i64; 3] = [6, 12, 60];

pub(super) fn generate(
    tree: &Tree,
    random: &mut Random,
    corner: Corner,
) -> Result<String, TextError> {
    let mut failed = None;
    let mut spent = 0;
    for attempt in 0..TRIES {
        if attempt >= FEW_TRIES && spent > WORK || spent > PARTS {
            break;
        }
        let mut draw = Draw {
            tree,
            corner,
            all_greatest: random.one_in(3),
            ends: HashMap::new(),
            env: vec![0; tree.names.len()],
            known: vec![false; tree.names.len()],
            equal: HashMap::new(),
            left: PARTS,
            room: None,
            random,
        };
        match draw.row(&tree.items) {
            Ok(values) => return Ok(write(&tree.items, &values)),
            Err(Stuck::Unlucky(error)) => {
                spent += PARTS - draw.left;
                failed = Some(error);
            }
            Err(Stuck::Never(error)) => return Err(error),
        }
    }
    Err(failed.unwrap_or_else(|| TextError::new(0..0, "no input of this shape was found")))
}

/// The reason why a try failed.
enum Stuck {
    /// Other numbers may succeed.
    Unlucky(TextError),
    /// No numbers can succeed.
    Never(TextError),
}

impl From<TextError> for Stuck {
    fn from(error: TextError) -> Stuck {
        Stuck::Unlucky(error)
    }
}

struct Draw<'a> {
    tree: &'a Tree,
    random: &'a mut Random,
    corner: Corner,
    /// For the largest inputs: whether all numbers are the greatest too.
    all_greatest: bool,
    /// For the largest inputs: the end of the range that all numbers of a name take, if they share one.
    ends: HashMap<Slot, Option<End>>,
    env: Vec<i64>,
    known: Vec<bool>,
    /// The common value of all numbers of a slot, if they are to be equal.
    equal: HashMap<Slot, i64>,
    /// The parts that may still be drawn.
    left: i64,
    /// The greatest value of the next number if a sum is limited.
    room: Option<i64>,
}

/// An end of a range.
#[derive(Clone, Copy)]
enum End {
    Low,
    High,
}

type Drawn<T> = Result<T, Stuck>;

impl Draw<'_> {
    fn spend(&mut self, parts: i64, span: &Range<usize>) -> Drawn<()> {
        self.left = self.left.saturating_sub(parts);
        match self.left {
            0.. => Ok(()),
            _ => {
                let error = format!("an input of this size has more than {PARTS} parts");
                Err(Stuck::Never(TextError::new(span.clone(), error)))
            }
        }
    }

    fn size(&mut self, expr: &Expr) -> Drawn<i64> {
        let size = expr.value(&self.env)?;
        if size < 0 {
            let error = format!("there would be {size} parts here");
            return Err(TextError::new(expr.span.clone(), error).into());
        }
        self.spend(size, &expr.span)?;
        Ok(size)
    }

    fn row(&mut self, items: &[Item]) -> Drawn<Vec<Value>> {
        items.iter().map(|item| self.item(item)).collect()
    }

    fn item(&mut self, item: &Item) -> Drawn<Value> {
        Ok(match &item.kind {
            Kind::Break => Value::Break,
            Kind::Number { slot, range, not } => {
                let number = self.number(item, *slot, range, not.as_ref())?;
                self.env[*slot] = number;
                self.known[*slot] = true;
                Value::Number(number)
            }
            Kind::Word { length, letters } => {
                let (low, high) = length.values(&self.env)?;
                let low = low.max(1);
                if low > high {
                    let error = format!("no word has {low} to {high} letters");
                    return Err(TextError::new(item.span.clone(), error).into());
                }
                let length = self.count(low, high);
                self.spend(length, &item.span)?;
                let frequent = self.frequent(letters);
                Value::Word(self.letters(length, letters, frequent))
            }
            Kind::Grid {
                rows,
                columns,
                letters,
            } => {
                let (rows, columns) = (self.size(rows)?, self.size(columns)?);
                self.spend(rows.saturating_mul(columns), &item.span)?;
                if rows > 0 && columns == 0 {
                    let error = "no word has 0 letters";
                    return Err(TextError::new(item.span.clone(), error).into());
                }
                let frequent = self.frequent(letters);
                let row = |_| self.letters(columns, letters, frequent);
                Value::Grid((0..rows).map(row).collect())
            }
            Kind::Permutation { count, .. } => {
                let mut order: Vec<i64> = (0..self.size(count)?).collect();
                match self.corner {
                    Corner::Smallest | Corner::Equal => {}
                    Corner::Sorted => order.reverse(),
                    _ => self.random.shuffle(&mut order),
                }
                Value::Permutation(order)
            }
            Kind::Edges {
                vertices,
                count,
                allowed,
                body,
                ..
            } => self.edges(item, vertices, count.as_ref(), *allowed, body)?,
            Kind::Repeat {
                count, body, rules, ..
            } => Value::Repeat(self.repeat(item, count, body, rules)?),
        })
    }

    /// Draws a number that counts parts.
    fn count(&mut self, low: i64, high: i64) -> i64 {
        let near = |more: i64| low.saturating_add(more).min(high);
        match self.corner {
            Corner::Largest => high,
            Corner::Smallest => low,
            Corner::Small | Corner::Negative => self.random.within(low..=near(4)),
            Corner::Row if self.random.one_in(2) => low.max(1).min(high),
            Corner::Row => near(2),
            _ => {
                let usual = *self.random.pick(&USUAL).unwrap_or(&6);
                let most = high.min(low.max(usual));
                match self.corner == Corner::Extreme && self.random.one_in(3) {
                    true => most,
                    false => self.random.within(low..=most),
                }
            }
        }
    }

    fn number(
        &mut self,
        item: &Item,
        slot: Slot,
        range: &Limits,
        not: Option<&Expr>,
    ) -> Drawn<i64> {
        let (mut low, mut high) = range.values(&self.env)?;
        if let Some(room) = self.room.take() {
            high = high.min(room);
        }
        let name = &self.tree.names[slot];
        if let Some((vertices, allowed)) = &name.edges_of {
            // Draw no more edges than the graph can have.
            let mut slots = Vec::new();
            vertices.slots(&mut slots);
            if slots.iter().all(|&slot| self.known[slot]) {
                let (fewest, most) = allowed.edges(vertices.value(&self.env)?);
                low = low.max(fewest);
                high = high.min(most);
            }
        }
        if low > high {
            let error = format!("no number is {low} to {high}");
            return Err(TextError::new(item.span.clone(), error).into());
        }
        let not = match not {
            Some(not) => Some(not.value(&self.env)?),
            None => None,
        };
        for _ in 0..64 {
            let number = match name.is_size {
                true => self.count(low, high),
                false => self.value(slot, low, high),
            };
            if Some(number) != not {
                return Ok(number);
            }
            // If the kind of input yields only one number, take a neighbour of it.
            let other = [number + 1, number - 1];
            if let Some(&other) = other.iter().find(|other| (low..=high).contains(other)) {
                return Ok(other);
            }
        }
        let error = "no number is left here";
        Err(TextError::new(item.span.clone(), error).into())
    }

    fn value(&mut self, slot: Slot, low: i64, high: i64) -> i64 {
        let middle = 0.clamp(low, high);
        let from = |less: i64| middle.saturating_sub(less).max(low);
        let to = |more: i64| middle.saturating_add(more).min(high);
        match self.corner {
            Corner::Smallest => middle,
            Corner::Largest if self.all_greatest => high,
            Corner::Largest => match self.end(slot) {
                Some(End::High) => high,
                Some(End::Low) => low,
                None if self.random.one_in(8) => high,
                None => self.random.within(low..=high),
            },
            Corner::Small | Corner::Negative => self.random.within(from(5)..=to(5)),
            Corner::Ties => self.random.within(middle..=to(1)),
            Corner::Extreme => match self.random.one_in(2) {
                true => self.random.within(high.saturating_sub(1).max(low)..=high),
                false => self.random.within(low..=low.saturating_add(1).min(high)),
            },
            Corner::Column if self.random.one_in(2) => high,
            Corner::Column => low,
            Corner::Equal => {
                let known = self.equal.get(&slot).copied();
                let random = &mut *self.random;
                let same = known.unwrap_or_else(|| random.within(low..=high));
                self.equal.insert(slot, same);
                same.clamp(low, high)
            }
            _ => self.random.within(low..=high),
        }
    }

    /// Draws the end of the range for the numbers of a name: slow inputs may need a large number, or a small one
    /// beside a large one.
    fn end(&mut self, slot: Slot) -> Option<End> {
        let random = &mut *self.random;
        *self
            .ends
            .entry(slot)
            .or_insert_with(|| match random.within(0..=7) {
                0..4 => Some(End::High),
                4 => Some(End::Low),
                _ => None,
            })
    }

    /// Draws, for half of the words and grids, a letter that is far more frequent than the others, and how rarely
    /// another one comes.
    fn frequent(&mut self, letters: &[u8]) -> Option<(u8, u64)> {
        let letter = *self.random.pick(letters)?;
        let others = *self.random.pick(&[4, 10])?;
        self.random.one_in(2).then_some((letter, others))
    }

    fn letters(&mut self, length: i64, letters: &[u8], frequent: Option<(u8, u64)>) -> Vec<u8> {
        let first = letters.first().copied().unwrap_or(b'a');
        let last = letters.last().copied().unwrap_or(first);
        let few = &letters[..letters.len().min(2)];
        let same = *self.random.pick(letters).unwrap_or(&first);
        let mut word: Vec<u8> = (0..length)
            .map(|_| match self.corner {
                Corner::Smallest => first,
                Corner::Largest if self.all_greatest => last,
                Corner::Equal => same,
                Corner::Ties | Corner::Small => *self.random.pick(few).unwrap_or(&first),
                _ if let Some((letter, others)) = frequent
                    && !self.random.one_in(others) =>
                {
                    letter
                }
                _ => *self.random.pick(letters).unwrap_or(&first),
            })
            .collect();
        if self.corner == Corner::Sorted {
            let rank = |letter: &u8| letters.iter().position(|known| known == letter);
            word.sort_unstable_by_key(rank);
        }
        word
    }

    fn edges(
        &mut self,
        item: &Item,
        vertices: &Expr,
        count: Option<&Expr>,
        allowed: Allowed,
        body: &[Item],
    ) -> Drawn<Value> {
        let vertices = self.size(vertices)?;
        let ends = match count {
            None => Some(edges::tree(self.random, self.corner, vertices)),
            Some(count) => {
                let count = self.size(count)?;
                edges::graph(self.random, self.corner, vertices, count, allowed)
            }
        };
        let Some(ends) = ends else {
            let error = format!("no graph of the vertices 1 to {vertices} has so many edges");
            return Err(TextError::new(item.span.clone(), error).into());
        };
        let mut edges = Vec::with_capacity(ends.len());
        for ends in ends {
            self.spend(body.len() as i64, &item.span)?;
            let rest = self.row(body)?;
            edges.push(Edge { ends, rest });
        }
        Ok(Value::Edges(edges))
    }

    fn repeat(
        &mut self,
        item: &Item,
        count: &Expr,
        body: &[Item],
        rules: &Rules,
    ) -> Drawn<Vec<Vec<Value>>> {
        let count = self.size(count)?;
        let limit = match &rules.sum {
            Some(limit) => Some(limit.value(&self.env)?),
            None => None,
        };
        let least = match &body[0].kind {
            Kind::Number { range, .. } if limit.is_some() => range.low.value(&self.env)?,
            _ => 0,
        };
        let mut rows: Vec<Vec<Value>> = Vec::new();
        let mut known = HashSet::new();
        let mut sum = 0i64;
        let is_new = matches!(rules.order, Order::Distinct | Order::Ascending);
        let (mut misses, mut in_a_row) = (0, 0);
        while (rows.len() as i64) < count {
            if let Some(limit) = limit {
                // Reserve the least values of the other rows.
                let others = least.saturating_mul(count - rows.len() as i64 - 1);
                self.room = Some(limit.saturating_sub(sum).saturating_sub(others));
            }
            let row = self.row(body)?;
            self.spend(body.len() as i64, &item.span)?;
            let key = match rules.order {
                Order::Ascending => row[..1].to_vec(),
                _ if is_new => row.clone(),
                _ => Vec::new(),
            };
            if is_new && !known.insert(key) {
                misses += 1;
                in_a_row += 1;
                // If one value is left of `count`, about `count` draws miss it.
                let most = |others: i64| 1000 + 20 * others;
                if misses > most(count) || in_a_row > most(rows.len() as i64) {
                    let error = "not so many different ones are found";
                    return Err(TextError::new(item.span.clone(), error).into());
                }
                if misses > 16 && self.corner != Corner::Uniform {
                    // This kind of input does not have so many different rows.
                    self.corner = Corner::Uniform;
                }
                continue;
            }
            in_a_row = 0;
            sum = sum.saturating_add(first_number(&row).unwrap_or(0));
            rows.push(row);
        }
        let free = rules.order == Order::Any && self.corner == Corner::Sorted;
        if free
            && let [item] = body
            && matches!(item.kind, Kind::Number { .. })
        {
            rows.sort_unstable_by_key(|row| first_number(row));
            if self.random.one_in(2) {
                rows.reverse();
            }
        }
        if matches!(rules.order, Order::Sorted | Order::Ascending) {
            rows.sort_by_key(|row| first_number(row));
        }
        Ok(rows)
    }
}
