//! Proof-number search over sums of parts.
//!
//! First is always the one to move: where Second is, the sum stands for its negative.

use super::parts::{Part, Parts, Source};
use crate::Control;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;
use yomikiri_cgt::{Side, Value, Values};
use yomikiri_core::Stop;

/// What stands for infinity: an answer.
const INFINITE: u32 = u32::MAX;
/// The greatest effort that is not infinite.
const MOST: u32 = INFINITE - 1;
/// The positions that are looked at to find the value of one part, before it counts as a large one.
const MOST_POSITIONS: u32 = 10;
/// The steps of work that the value of one part may take, and the sum of two values.
const MOST_STEPS: u64 = 20_000;

/// What is to be added: the sum of all parts whose values are known, and the other parts.
#[derive(Clone, Debug)]
struct Sum {
    value: Value,
    parts: Vec<Part>,
}

/// How much is left to do, at least, to prove that First wins, or that First does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Effort {
    yes: u32,
    no: u32,
}

impl Effort {
    const YES: Effort = Effort {
        yes: 0,
        no: INFINITE,
    };
    const NO: Effort = Effort {
        yes: INFINITE,
        no: 0,
    };

    fn is_known(self) -> bool {
        self.yes == 0 || self.no == 0
    }
    /// The same question put to the other side.
    fn turned(self) -> Effort {
        Effort {
            yes: self.no,
            no: self.yes,
        }
    }
}

/// The key of a sum: its value, then its other parts in ascending order.
type Key = SmallVec<[u32; 8]>;

struct Node {
    effort: Effort,
    /// The sums after each move that are not lost for First, once somebody has asked.
    children: Option<Vec<Child>>,
}

/// A sum after a move, and its effort from the side of the sum before.
#[derive(Clone, Copy)]
struct Child {
    node: u32,
    effort: Effort,
}

/// Who wins sums, as far as that was asked.
pub(super) struct Search {
    pub(super) parts: Parts,
    values: Values<'static>,
    zero: Option<Value>,
    nodes: IndexMap<Key, Node, FxBuildHasher>,
    /// Of values by their numbers: see [`outcome`](Search::outcome).
    outcomes: Vec<Option<(bool, bool)>>,
    bytes: u64,
}

/// That a store of values is full: too deep, too many.
fn full(_: yomikiri_cgt::Error) -> Stop {
    Stop::Memory
}

impl Search {
    pub(super) fn new() -> Search {
        Search {
            parts: Parts::default(),
            values: Values::new(),
            zero: None,
            nodes: IndexMap::default(),
            outcomes: Vec::new(),
            bytes: 0,
        }
    }

    /// What is stored: sums and parts.
    pub(super) fn stored(&self) -> u64 {
        (self.nodes.len() + self.parts.known.len()) as u64
    }

    /// Whether First wins a sum of parts as the one who begins, or as the one who does not.
    pub(super) fn first_wins(
        &mut self,
        parts: &[Part],
        begins: bool,
        source: &mut dyn Source,
        control: &mut Control<'_>,
    ) -> Result<bool, Stop> {
        self.values.allow(u64::MAX);
        let zero = match self.zero {
            Some(zero) => zero,
            None => self.values.zero().map_err(full)?,
        };
        self.zero = Some(zero);
        let parts = parts.iter();
        let parts = match begins {
            true => parts.copied().collect(),
            false => parts.map(|&part| self.parts.negative(part)).collect(),
        };
        let sum = self.sum(zero, parts, source, control)?;
        let node = self.node(sum)?;
        let all = Effort {
            yes: INFINITE,
            no: INFINITE,
        };
        self.look(node, all, source, control)?;
        control.set_stored(self.stored());
        Ok((self.nodes[node as usize].effort.yes == 0) == begins)
    }

    /// The value of a part, unless it takes too much to find.
    fn value(
        &mut self,
        part: Part,
        budget: &mut u32,
        source: &mut dyn Source,
        control: &mut Control<'_>,
    ) -> Result<Option<Value>, Stop> {
        let number = part.number();
        let value = match self.parts.known[number].value {
            Some(value) => value,
            None if self.parts.known[number].is_large || *budget == 0 => return Ok(None),
            None => {
                *budget -= 1;
                control.visit()?;
                let mut sides = [Vec::new(), Vec::new()];
                for (side, options) in sides.iter_mut().enumerate() {
                    let of = Part((number as u32) << 1 | side as u32);
                    for parts in self.parts.options(of, source) {
                        let Some(value) = self.value_of_all(&parts, budget, source, control)?
                        else {
                            return Ok(None);
                        };
                        let value = match side {
                            0 => Some(value),
                            // The options of the negative.
                            _ => self.values.negative(value).ok(),
                        };
                        let Some(value) = value else { return Ok(None) };
                        options.push(value);
                    }
                    options.sort_unstable();
                    options.dedup();
                }
                let Ok(value) = self.values.game(&sides[0], &sides[1]) else {
                    return Ok(None);
                };
                self.parts.known[number].value = Some(value);
                value
            }
        };
        match part.is_negative() {
            true => Ok(self.values.negative(value).ok()),
            false => Ok(Some(value)),
        }
    }

    fn value_of_all(
        &mut self,
        parts: &[Part],
        budget: &mut u32,
        source: &mut dyn Source,
        control: &mut Control<'_>,
    ) -> Result<Option<Value>, Stop> {
        let mut sum = self.values.zero().map_err(full)?;
        for &part in parts {
            let Some(value) = self.value(part, budget, source, control)? else {
                return Ok(None);
            };
            let Ok(added) = self.values.add(sum, value) else {
                return Ok(None);
            };
            sum = added;
        }
        Ok(Some(sum))
    }

    /// Adds parts to a value: those whose value is found, and is not hard to add, and the others as they are.
    fn sum(
        &mut self,
        value: Value,
        mut parts: Vec<Part>,
        source: &mut dyn Source,
        control: &mut Control<'_>,
    ) -> Result<Sum, Stop> {
        let mut sum = value;
        parts.sort_unstable();
        let parts = self.cancelled(parts);
        // A part alone is searched as it is: who wins is found sooner than a value.
        let is_alone = parts.len() == 1 && Some(value) == self.zero;
        let mut kept = Vec::with_capacity(parts.len());
        for part in parts {
            self.values.allow(MOST_STEPS);
            let mut budget = if is_alone { 0 } else { MOST_POSITIONS };
            let Some(value) = self.value(part, &mut budget, source, control)? else {
                self.parts.known[part.number()].is_large |= !is_alone;
                kept.push(part);
                continue;
            };
            self.values.allow(MOST_STEPS);
            match self.values.add(sum, value) {
                Ok(added) => sum = added,
                Err(_) => kept.push(part),
            }
        }
        self.values.allow(u64::MAX);
        Ok(Sum {
            value: sum,
            parts: kept,
        })
    }

    /// Leaves out what is worth nothing together: a part and its negative.
    fn cancelled(&self, sorted: Vec<Part>) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::with_capacity(sorted.len());
        for part in sorted {
            match parts.last() {
                Some(&last) if self.parts.negative(part) == last => {
                    parts.pop();
                }
                _ => parts.push(part),
            }
        }
        parts
    }

    /// Whether First, to move, wins a sum, where that follows from what is known of each part alone.
    fn decided(&mut self, sum: &Sum) -> Result<Option<bool>, Stop> {
        let (value_wins, value_loses) = self.outcome(sum.value)?;
        if sum.parts.is_empty() {
            return Ok(Some(value_wins));
        }
        let parts = sum.parts.iter();
        let parts = parts.map(|&part| (self.parts.wins(part, true), self.parts.wins(part, false)));
        let mut all_lose = true;
        // Those that may be lost if Second begins, and whether First wins one of all, and one of these.
        let (mut open, mut is_won, mut is_open_won) = (0, false, false);
        for (wins, loses) in parts.chain([(Some(value_wins), Some(value_loses))]) {
            all_lose &= wins == Some(false);
            is_won |= wins == Some(true);
            if loses != Some(false) {
                open += 1;
                is_open_won = wins == Some(true);
            }
        }
        Ok(match open {
            _ if all_lose => Some(false),
            0 if is_won => Some(true),
            1 if is_open_won => Some(true),
            _ => None,
        })
    }

    /// Whether First wins a value if First begins, and whether Second wins it if Second does.
    fn outcome(&mut self, value: Value) -> Result<(bool, bool), Stop> {
        let number = value.number() as usize;
        if let Some(&Some(known)) = self.outcomes.get(number) {
            return Ok(known);
        }
        let zero = self.values.zero().map_err(full)?;
        let known = (
            !self.values.le(value, zero).map_err(full)?,
            !self.values.le(zero, value).map_err(full)?,
        );
        self.outcomes
            .resize(self.outcomes.len().max(number + 1), None);
        self.outcomes[number] = Some(known);
        Ok(known)
    }

    /// The node of a sum.
    fn node(&mut self, sum: Sum) -> Result<u32, Stop> {
        let mut key = Key::new();
        key.push(sum.value.number());
        key.extend(sum.parts.iter().map(|part| part.0));
        if let Some(index) = self.nodes.get_index_of(&key) {
            return Ok(index as u32);
        }
        let effort = match self.decided(&sum)? {
            Some(true) => Effort::YES,
            Some(false) => Effort::NO,
            None => self.unknown(&sum)?,
        };
        self.bytes += (size_of::<Key>() + size_of::<Node>() + 24) as u64;
        if key.spilled() {
            self.bytes += 4 * key.len() as u64;
        }
        let (index, _) = self.nodes.insert_full(
            key,
            Node {
                effort,
                children: None,
            },
        );
        u32::try_from(index).map_err(|_| Stop::Memory)
    }

    /// The effort of a sum that nothing is known of: as if each move of First led to a sum that is a single step
    /// from either answer.
    fn unknown(&mut self, sum: &Sum) -> Result<Effort, Stop> {
        let parts = sum.parts.iter();
        let moves = parts.map(|&part| self.parts.moves(part));
        let moves = moves.fold(0u32, u32::saturating_add);
        let options = self.values.options(sum.value, Side::Left).map_err(full)?;
        let no = moves.saturating_add(options.len() as u32);
        Ok(Effort {
            yes: 1,
            no: no.clamp(1, MOST),
        })
    }

    fn sum_of(&self, node: u32) -> Sum {
        let (key, _) = self.nodes.get_index(node as usize).expect("a node");
        Sum {
            value: Value::of_number(key[0]),
            parts: key[1..].iter().map(|&part| Part(part)).collect(),
        }
    }

    /// Finds the sums after each move of First, as they are for Second.
    fn expand(
        &mut self,
        node: u32,
        source: &mut dyn Source,
        control: &mut Control<'_>,
    ) -> Result<Vec<Child>, Stop> {
        control.visit()?;
        let sum = self.sum_of(node);
        let mut sums: Vec<(Value, Vec<Part>)> = Vec::new();
        for (at, &part) in sum.parts.iter().enumerate() {
            if at > 0 && sum.parts[at - 1] == part {
                continue;
            }
            let mut rest = sum.parts.clone();
            rest.remove(at);
            for option in self.parts.options(part, source) {
                let mut parts = rest.clone();
                parts.extend(option);
                sums.push((sum.value, parts));
            }
        }
        for value in self.values.options(sum.value, Side::Left).map_err(full)? {
            sums.push((value, sum.parts.clone()));
        }
        let mut children = Vec::with_capacity(sums.len());
        for (value, parts) in sums {
            let sum = self.sum(value, parts, source, control)?;
            let value = self.values.negative(sum.value).map_err(full)?;
            let mut parts: Vec<Part> = sum.parts.iter().map(|&p| self.parts.negative(p)).collect();
            parts.sort_unstable();
            let child = self.node(Sum { value, parts })?;
            children.push(child);
            if self.nodes[child as usize].effort.no == 0 {
                children = vec![child];
                break;
            }
        }
        children.sort_unstable();
        children.dedup();
        self.bytes += (children.len() * size_of::<Child>()) as u64;
        let bytes = self.bytes + self.parts.bytes + self.values.bytes() as u64;
        if control.memory().is_some_and(|most| bytes > most) {
            return Err(Stop::Memory);
        }
        let child = |node| Child {
            node,
            effort: Effort::NO,
        };
        Ok(children.into_iter().map(child).collect())
    }

    /// Works on a node until one of its efforts is at least the limit's, and says what they are.
    fn look(
        &mut self,
        node: u32,
        limit: Effort,
        source: &mut dyn Source,
        control: &mut Control<'_>,
    ) -> Result<Effort, Stop> {
        let known = &mut self.nodes[node as usize];
        if known.effort.is_known() {
            return Ok(known.effort);
        }
        let mut children = match known.children.take() {
            Some(children) => children,
            None => self.expand(node, source, control)?,
        };
        // They may have been looked at in other sums.
        children.retain_mut(|child| {
            child.effort = self.nodes[child.node as usize].effort.turned();
            child.effort.no != 0
        });
        let effort = loop {
            let (effort, best, second) = sum_up(&children);
            if effort.is_known() || effort.yes >= limit.yes || effort.no >= limit.no {
                break effort;
            }
            let child = children[best];
            let others = effort.no.saturating_sub(child.effort.no);
            let child_limit = Effort {
                yes: limit.yes.min(second.saturating_add(second / 4 + 1)),
                no: (limit.no - others).max(child.effort.no.saturating_add(1)),
            };
            match self.look(child.node, child_limit.turned(), source, control) {
                Ok(found) if found.yes == 0 => {
                    children.swap_remove(best);
                }
                Ok(found) => children[best].effort = found.turned(),
                Err(stop) => {
                    self.nodes[node as usize].children = Some(children);
                    return Err(stop);
                }
            }
        };
        self.nodes[node as usize].effort = effort;
        match effort.is_known() {
            true => self.solved(node, effort.yes == 0, children.capacity()),
            false => self.nodes[node as usize].children = Some(children),
        }
        Ok(effort)
    }

    /// Keeps what is known of a part alone. Where its moves led matters no more.
    fn solved(&mut self, node: u32, wins: bool, children: usize) {
        self.bytes = self
            .bytes
            .saturating_sub((children * size_of::<Child>()) as u64);
        let Some((key, _)) = self.nodes.get_index(node as usize) else {
            return;
        };
        if let [value, part] = key[..]
            && self.zero.map(Value::number) == Some(value)
        {
            self.parts.note(Part(part), wins);
        }
    }
}

/// The effort of a node by those of its children; the child to look at, and the effort for a yes by the second
/// best one.
fn sum_up(children: &[Child]) -> (Effort, usize, u32) {
    let (mut best, mut least, mut second) = (usize::MAX, INFINITE, INFINITE);
    let mut most = 0;
    for (index, child) in children.iter().enumerate() {
        let Effort { yes, no } = child.effort;
        most = no.max(most);
        if yes < least {
            (best, second, least) = (index, least, yes);
        } else {
            second = second.min(yes);
        }
    }
    if least == 0 {
        return (Effort::YES, best, second);
    }
    // Weak proof numbers: the greatest counts, and one more for each other.
    let Some(others) = children.len().checked_sub(1) else {
        return (Effort::NO, best, second);
    };
    let no = most.saturating_add(others as u32).min(MOST);
    let yes = least.min(MOST);
    (Effort { yes, no }, best, second)
}
