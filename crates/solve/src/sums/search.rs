//! Proof-number search over sums of parts.
//!
//! First is always to move. If Second is to move in the real sum, the search works on its negative.

mod small;

use super::known::ENTRY;
use super::parts::{Part, Parts, Source, Terms};
use crate::{Control, Options};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use yomikiri_cgt::{Dyadic, Side, Value, Values};
use yomikiri_core::Stop;

/// Efforts of sums.
type Effort = crate::effort::Effort<{ u32::MAX }>;

/// The most parts. Far more would have no numbers.
const MOST_PARTS: usize = 1 << 29;

/// A sum: the sum of all parts with known values, and the other parts in ascending order. Sums that are equal by
/// these are the same node.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Sum {
    value: Value,
    parts: Terms,
}

struct Node {
    effort: Effort,
    /// The sums after each move that are not lost for First, once the node was expanded.
    children: Option<Vec<Child>>,
}

/// A sum after a move, and its effort as seen by the parent.
#[derive(Clone, Copy)]
struct Child {
    node: u32,
    effort: Effort,
}

/// The search, with the known winners of sums.
pub(super) struct Search {
    pub(super) parts: Parts,
    pub(super) values: Values<'static>,
    /// What the search may do.
    pub(super) options: Options,
    /// Whether both players always have the same moves, so that every value is a nimber.
    pub(super) is_impartial: bool,
    /// The parts, by number, whose values this search has found, if they are wanted.
    pub(super) found: Option<Vec<(usize, Value)>>,
    /// The number of values of parts that were known before this search.
    pub(super) lent: usize,
    nodes: IndexMap<Sum, Node, FxBuildHasher>,
    /// See [`outcome`](Search::outcome).
    outcomes: FxHashMap<Value, (bool, bool)>,
    bytes: u64,
}

/// Returns the error for a full value store: the values are too deep or too many.
fn full(_: yomikiri_cgt::Error) -> Stop {
    Stop::Memory
}

impl Search {
    pub(super) fn new(is_impartial: bool) -> Search {
        Search {
            parts: Parts::default(),
            values: Values::new(),
            options: Options::ALL,
            is_impartial,
            found: None,
            lent: 0,
            nodes: IndexMap::default(),
            outcomes: FxHashMap::default(),
            bytes: 0,
        }
    }

    /// Returns the number of stored sums and parts.
    pub(super) fn stored(&self) -> u64 {
        (self.nodes.len() + self.parts.known.len()) as u64
    }

    /// Returns whether First wins a sum of parts. `begins`: whether First moves first.
    pub(super) fn first_wins(
        &mut self,
        parts: &[Part],
        begins: bool,
        source: &mut dyn Source,
        control: &mut Control<'_>,
    ) -> Result<bool, Stop> {
        self.values.allow(u64::MAX);
        let zero = self.values.zero().map_err(full)?;
        let parts = parts.iter();
        let parts = match begins {
            true => parts.copied().collect(),
            false => parts.map(|part| part.negative()).collect(),
        };
        let sum = self.sum(zero, parts, source, control)?;
        let node = self.node(sum)?;
        let effort = self.look(node, Effort::ALL, source, control)?;
        control.set_stored(self.stored());
        Ok((effort.yes == 0) == begins)
    }

    fn is_zero(&self, value: Value) -> bool {
        self.values.as_number(value) == Some(Dyadic::ZERO)
    }

    /// Returns whether First, to move, wins a sum, if that follows from the facts about each part alone.
    fn decided(&mut self, sum: &Sum) -> Result<Option<bool>, Stop> {
        let (value_wins, value_loses) = self.outcome(sum.value)?;
        if sum.parts.is_empty() {
            return Ok(Some(value_wins));
        }
        if !self.options.outcomes {
            return Ok(None);
        }
        let parts = sum.parts.iter();
        let parts = parts.map(|&part| (self.parts.wins(part, true), self.parts.wins(part, false)));
        let mut all_lose = true;
        // `open` counts the parts that are not known to be lost for Second when Second moves first. The others tell
        // whether First wins any part by moving first, and whether First so wins an open part.
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

    /// Returns whether First wins a value by moving first, and whether Second does by moving first.
    fn outcome(&mut self, value: Value) -> Result<(bool, bool), Stop> {
        if let Some(&known) = self.outcomes.get(&value) {
            return Ok(known);
        }
        let zero = self.values.zero().map_err(full)?;
        let known = (
            !self.values.le(value, zero).map_err(full)?,
            !self.values.le(zero, value).map_err(full)?,
        );
        self.outcomes.insert(value, known);
        Ok(known)
    }

    /// Returns the node of a sum.
    fn node(&mut self, sum: Sum) -> Result<u32, Stop> {
        if let Some(index) = self.nodes.get_index_of(&sum) {
            return Ok(index as u32);
        }
        let effort = match self.decided(&sum)? {
            Some(true) => Effort::YES,
            Some(false) => Effort::NO,
            None => self.unknown(&sum)?,
        };
        self.bytes += (size_of::<Sum>() + size_of::<Node>() + 24) as u64;
        if sum.parts.spilled() {
            self.bytes += (size_of::<Part>() * sum.parts.len()) as u64;
        }
        let (index, _) = self.nodes.insert_full(
            sum,
            Node {
                effort,
                children: None,
            },
        );
        u32::try_from(index).map_err(|_| Stop::Memory)
    }

    /// Returns the effort of a sum of which only the number of First's moves is known.
    fn unknown(&mut self, sum: &Sum) -> Result<Effort, Stop> {
        let moves = sum.parts.iter().map(|&part| self.parts.moves(part));
        let moves = moves.fold(0, usize::saturating_add);
        let options = self.values.options(sum.value, Side::Left).map_err(full)?;
        Ok(Effort::unknown(moves.saturating_add(options.len())))
    }

    /// Returns the nodes of the sums after each move of First, from Second's side, or only one that is lost for Second.
    fn after_moves(
        &mut self,
        sum: &Sum,
        source: &mut dyn Source,
        control: &mut Control<'_>,
    ) -> Result<Vec<u32>, Stop> {
        let mut nodes = Vec::new();
        for (at, &part) in sum.parts.iter().enumerate() {
            if at > 0 && sum.parts[at - 1] == part {
                continue;
            }
            let mut rest = sum.parts.clone();
            rest.remove(at);
            let (number, is_negative) = (part.number(), part.is_negative());
            self.parts.open(number, source);
            let mut place = 0;
            while let Some(option) = self.parts.option(number, is_negative.into(), &mut place) {
                let mut parts = rest.clone();
                parts.extend(option.iter().map(|part| part.negative_if(is_negative)));
                let node = self.turned(sum.value, parts, source, control)?;
                if self.nodes[node as usize].effort.no == 0 {
                    return Ok(vec![node]);
                }
                nodes.push(node);
            }
        }
        for value in self.values.options(sum.value, Side::Left).map_err(full)? {
            let node = self.turned(value, sum.parts.clone(), source, control)?;
            if self.nodes[node as usize].effort.no == 0 {
                return Ok(vec![node]);
            }
            nodes.push(node);
        }
        Ok(nodes)
    }

    /// Returns the node of the negative of a sum.
    fn turned(
        &mut self,
        value: Value,
        parts: Terms,
        source: &mut dyn Source,
        control: &mut Control<'_>,
    ) -> Result<u32, Stop> {
        let mut sum = self.sum(value, parts, source, control)?;
        sum.value = self.values.negative(sum.value).map_err(full)?;
        for part in &mut sum.parts {
            *part = part.negative();
        }
        sum.parts.sort_unstable();
        self.node(sum)
    }

    /// Returns the children of a node: the sums after each move of First.
    fn expand(
        &mut self,
        node: u32,
        source: &mut dyn Source,
        control: &mut Control<'_>,
    ) -> Result<Vec<Child>, Stop> {
        control.visit()?;
        let Some((sum, _)) = self.nodes.get_index(node as usize) else {
            return Ok(Vec::new());
        };
        let sum = sum.clone();
        let mut children = self.after_moves(&sum, source, control)?;
        children.sort_unstable();
        children.dedup();
        self.bytes += (children.len() * size_of::<Child>()) as u64;
        let shared = ENTRY * (self.lent + self.found.as_ref().map_or(0, Vec::len));
        let bytes = self.bytes + self.parts.bytes + (self.values.bytes() + shared) as u64;
        let is_full = self.parts.known.len() > MOST_PARTS;
        if is_full || control.memory().is_some_and(|most| bytes > most) {
            return Err(Stop::Memory);
        }
        let child = |node| Child {
            node,
            effort: Effort::NO,
        };
        Ok(children.into_iter().map(child).collect())
    }

    /// Searches a node until one of its efforts reaches the limit, and returns its efforts.
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
        // The children may have been searched in other sums.
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

    /// Notes what a solved sum tells of a part, if it has one part only. Its children are not needed any more.
    fn solved(&mut self, node: u32, wins: bool, children: usize) {
        self.bytes = self
            .bytes
            .saturating_sub((children * size_of::<Child>()) as u64);
        let Some((sum, _)) = self.nodes.get_index(node as usize) else {
            return;
        };
        if let [part] = sum.parts[..] {
            let value = sum.value;
            if self.is_zero(value) {
                self.parts.note(part, wins);
            }
            if self.is_impartial && !wins {
                self.note_value(part.number(), value);
            }
        }
    }
}

/// Returns the effort of a node from those of its children, the child to look at, and the effort for a yes of the
/// second best one.
fn sum_up(children: &[Child]) -> (Effort, usize, u32) {
    let (mut best, mut least, mut second) = (usize::MAX, Effort::NO.yes, Effort::NO.yes);
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
    // Weak proof numbers: the greatest, plus one for each other child.
    let Some(others) = children.len().checked_sub(1) else {
        return (Effort::NO, best, second);
    };
    let no = most.saturating_add(others as u32).min(Effort::MOST);
    let yes = least.min(Effort::MOST);
    (Effort { yes, no }, best, second)
}
