//! The result of one move: the gates of the step when the moves of both roles are given.
//!
//! A gate of the step often has bodies for every move. Once the move is known, the bodies of all other moves
//! disappear, and a proposition that does not change mostly needs no gate. In logic, a function with some of its
//! inputs fixed is called a cofactor (Brayton and others, "Logic Minimization Algorithms for VLSI Synthesis", 1984,
//! section 2.1).

use super::simplify::{Body, simplify, substituted};
use super::{FALSE, Gates, Literal, Network, TRUE};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::hash_map::Entry;
use std::ops::Range;

/// The default limit, in bytes, of all cached cofactors. At the limit no further cofactor is built.
const MOST_BYTES: usize = 64 << 20;
/// A cofactor is discarded if it takes more than 1/`PART` of the step's gates and more than `SMALL` bytes.
const PART: usize = 8;
const SMALL: usize = 1024;
/// Building stops once the discarded cofactors outnumber the kept ones by more than this many.
const MOST_LARGE: usize = 4;

/// The cofactors of a network's step, by move.
#[derive(Debug)]
pub(crate) struct Cofactors {
    parts: Parts,
    /// The cofactors for a move of the role that waits. The move is mostly a no-op.
    waits: FxHashMap<u32, Wait>,
    /// The bytes of all cached cofactors, and their limit.
    bytes: usize,
    pub(crate) most: usize,
}

/// The cofactor for a move of one role, without a move of the other.
#[derive(Debug)]
pub(crate) struct Wait {
    /// The node of the move.
    node: u32,
    /// The gates of the cofactor. They depend on the state alone.
    pub(crate) gates: Gates,
    /// The literal of each proposition of the next state.
    pub(crate) next: Vec<Literal>,
    /// The literal that each node is equal to.
    known: Vec<Literal>,
    /// The cofactors of the other role's moves that have been requested, by move.
    given: FxHashMap<u32, Option<Given>>,
    /// The number of discarded ones among these.
    large: usize,
}

/// The cofactor of a move of the other role.
#[derive(Debug)]
pub(crate) struct Given {
    /// The gates that depend on the move. Their nodes come after the network's nodes.
    pub(crate) gates: Gates,
    /// The propositions of the next state whose literal differs from that without the move, a bit for each.
    pub(crate) touched: Box<[u64]>,
    /// The literals of the touched propositions that do not keep their value.
    pub(crate) next: Box<[(u32, Literal)]>,
}

impl Cofactors {
    pub(crate) fn new(network: &Network) -> Cofactors {
        Cofactors {
            parts: Parts::new(network),
            waits: FxHashMap::default(),
            bytes: 0,
            most: MOST_BYTES,
        }
    }

    /// Returns the cofactor for a move of one role, or `None` if there is no room for it.
    pub(crate) fn wait(&mut self, network: &Network, mv: u32) -> Option<&Wait> {
        match self.waits.entry(mv) {
            Entry::Occupied(known) => Some(known.into_mut()),
            Entry::Vacant(_) if self.bytes >= self.most => None,
            Entry::Vacant(new) => {
                let wait = Wait::new(network, &self.parts, mv);
                self.bytes += wait.bytes();
                Some(new.insert(wait))
            }
        }
    }

    /// Returns the cofactor for a move of the other role while this one waits, or `None` if it is too large or there
    /// is no room for it.
    pub(crate) fn given(&mut self, network: &Network, wait: u32, mv: u32) -> Option<&Given> {
        let wait = self.waits.get_mut(&wait)?;
        let is_dense = 2 * wait.large > wait.given.len() + MOST_LARGE;
        match wait.given.entry(mv) {
            Entry::Occupied(known) => known.into_mut().as_ref(),
            Entry::Vacant(_) if is_dense || self.bytes >= self.most => None,
            Entry::Vacant(new) => {
                let moves = [wait.node, network.move_node(mv) as u32];
                let given = Given::new(network, &self.parts, moves, &mut wait.known);
                self.bytes += given.as_ref().map_or(0, Given::bytes) + size_of::<Given>();
                wait.large += usize::from(given.is_none());
                new.insert(given).as_ref()
            }
        }
    }
}

/// Lists of items, indexed by number.
#[derive(Debug)]
struct Lists<T> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy + Default> Lists<T> {
    /// Builds `count` lists. `each` hands out all pairs of a number and an item, the same ones every time.
    fn new(count: usize, each: impl Fn(&mut dyn FnMut(usize, T))) -> Lists<T> {
        let mut starts = vec![0u32; count + 2];
        each(&mut |number, _| starts[number + 2] += 1);
        for at in 2..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut items = vec![T::default(); starts[count + 1] as usize];
        each(&mut |number, item| {
            items[starts[number + 1] as usize] = item;
            starts[number + 1] += 1;
        });
        Lists { starts, items }
    }

    fn get(&self, number: usize) -> &[T] {
        &self.items[self.starts[number] as usize..self.starts[number + 1] as usize]
    }
}

/// A gate of the step.
#[derive(Debug)]
struct Part {
    node: u32,
    /// The number of the cycle that the gate belongs to.
    cycle: Option<u32>,
    bodies: Range<u32>,
}

/// The gates of the step with their bodies, indexed.
#[derive(Debug)]
pub(crate) struct Parts {
    gates: Vec<Part>,
    bodies: Vec<Range<u32>>,
    literals: Vec<Literal>,
    /// The bodies of each gate that require no move.
    free: Lists<u32>,
    /// For each move and each node that depends on moves: the bodies that contain it, with their gates.
    readers: Lists<(u32, u32)>,
    /// For each node, the propositions whose next value is the node or its negation.
    props: Lists<u32>,
}

impl Parts {
    fn new(network: &Network) -> Parts {
        let (mut gates, mut bodies, mut literals) = (Vec::new(), Vec::new(), Vec::new());
        let mut is_step = vec![false; network.nodes];
        is_step[network.move_nodes()].fill(true);
        network.step.each_in_block(|cycle, node, of_gate| {
            is_step[node] = true;
            let start = bodies.len() as u32;
            for body in of_gate {
                let start = literals.len() as u32;
                literals.extend_from_slice(body);
                bodies.push(start..literals.len() as u32);
            }
            gates.push(Part {
                node: node as u32,
                cycle,
                bodies: start..bodies.len() as u32,
            });
        });
        let body = |number: u32| {
            let Range { start, end } = bodies[number as usize];
            &literals[start as usize..end as usize]
        };
        let needs_move = |&literal: &Literal| {
            literal & 1 == 0 && network.move_nodes().contains(&((literal >> 1) as usize))
        };
        let each_body = |take: &mut dyn FnMut(usize, u32)| {
            for (gate, part) in gates.iter().enumerate() {
                part.bodies.clone().for_each(|body| take(gate, body));
            }
        };
        let free = Lists::new(gates.len(), |take| {
            each_body(&mut |gate, number| {
                if !body(number).iter().any(needs_move) {
                    take(gate, number);
                }
            });
        });
        let readers = Lists::new(network.nodes, |take| {
            each_body(&mut |gate, number| {
                let nodes = body(number).iter().map(|literal| (literal >> 1) as usize);
                let nodes = nodes.filter(|&node| is_step[node]);
                nodes.for_each(|node| take(node, (gate as u32, number)));
            });
        });
        let props = Lists::new(network.nodes, |take| {
            for (prop, literal) in network.next.iter().enumerate() {
                take((literal >> 1) as usize, prop as u32);
            }
        });
        Parts {
            free,
            readers,
            props,
            gates,
            bodies,
            literals,
        }
    }

    fn body(&self, number: u32) -> &[Literal] {
        let Range { start, end } = self.bodies[number as usize];
        &self.literals[start as usize..end as usize]
    }

    /// Returns the bodies of a gate that can hold if only the moves `nodes` are made.
    fn bodies(&self, gate: usize, nodes: &[u32]) -> impl Iterator<Item = &[Literal]> {
        let with = nodes.iter().flat_map(move |&node| {
            let readers = self.readers.get(node as usize);
            let start = readers.partition_point(|&(other, _)| (other as usize) < gate);
            let of_gate = readers[start..].iter();
            of_gate.take_while(move |(other, _)| *other as usize == gate)
        });
        let free = self.free.get(gate).iter();
        free.chain(with.map(|(_, body)| body))
            .map(|&body| self.body(body))
    }

    /// Returns the gates of the cycle that a gate belongs to.
    fn cycle(&self, gate: usize) -> Range<usize> {
        let cycle = self.gates[gate].cycle;
        let is_in = |part: &Part| part.cycle.is_some() && part.cycle == cycle;
        let before = self.gates[..gate]
            .iter()
            .rev()
            .take_while(|part| is_in(part));
        let after = self.gates[gate..].iter().take_while(|part| is_in(part));
        gate - before.count()..gate + after.count()
    }
}

impl Wait {
    fn new(network: &Network, parts: &Parts, mv: u32) -> Wait {
        let wait = network.move_node(mv) as u32;
        let mut known: Vec<Literal> = (0..network.nodes as u32).map(|node| 2 * node).collect();
        known[network.move_nodes()].fill(FALSE);
        known[wait as usize] = TRUE;
        let mut gates = Gates::default();
        let mut scratch = Vec::new();
        let mut gate = 0;
        while gate < parts.gates.len() {
            let cycle = parts.cycle(gate);
            for gate in cycle.start..cycle.end.max(gate + 1) {
                let node = parts.gates[gate].node;
                let mut bodies: Vec<Body> = parts
                    .bodies(gate, &[wait])
                    .filter_map(|body| substituted(body, &known, &mut scratch))
                    .collect();
                let literal = match cycle.is_empty() {
                    true => simplify(&mut bodies),
                    false => None,
                };
                match literal {
                    Some(literal) => known[node as usize] = literal,
                    None => gates.add(node, bodies.iter().map(|body| &body[..])),
                }
            }
            match cycle.is_empty() {
                true => gates.end_plain(),
                false => gates.end_cycle(),
            }
            gate = cycle.end.max(gate + 1);
        }
        let next = network.next.iter();
        Wait {
            node: wait,
            next: next
                .map(|literal| known[(literal >> 1) as usize] ^ (literal & 1))
                .collect(),
            given: FxHashMap::default(),
            large: 0,
            gates,
            known,
        }
    }

    fn bytes(&self) -> usize {
        size_of::<Wait>() + self.gates.bytes() + 4 * (self.known.len() + self.next.len())
    }
}

impl Given {
    /// Builds the cofactor of two moves, unless it is too large. `known` has the literal of each node if the first
    /// move is made alone. It is modified and restored.
    fn new(
        network: &Network,
        parts: &Parts,
        moves: [u32; 2],
        known: &mut [Literal],
    ) -> Option<Given> {
        let most = (network.step.bytes() / PART).max(SMALL);
        let mut change = Change {
            parts,
            moves,
            known,
            old: Vec::new(),
            open: BinaryHeap::new(),
            gates: Gates::default(),
            next: 2 * network.nodes as Literal,
            scratch: Vec::new(),
        };
        change.set(moves[1], TRUE);
        while change.gates.bytes() <= most
            && let Some(Reverse((gate, body))) = change.open.pop()
        {
            change.gate(gate, body);
        }
        let is_small = change.gates.bytes() <= most;
        let Change {
            known, old, gates, ..
        } = change;
        let mut touched = vec![0; network.words()];
        let mut next = Vec::new();
        for &(node, _) in &old {
            for &prop in parts.props.get(node as usize) {
                touched[prop as usize / 64] |= 1 << (prop % 64);
                let literal = known[node as usize] ^ (network.next[prop as usize] & 1);
                if literal != 2 * (prop + 1) {
                    next.push((prop, literal));
                }
            }
        }
        for (node, old) in old.into_iter().rev() {
            known[node as usize] = old;
        }
        is_small.then(|| Given {
            gates,
            touched: touched.into(),
            next: next.into(),
        })
    }

    fn bytes(&self) -> usize {
        self.gates.bytes() + 8 * (self.touched.len() + self.next.len())
    }
}

/// The propagation of a further move, from the first gates to the last.
struct Change<'c> {
    parts: &'c Parts,
    moves: [u32; 2],
    known: &'c mut [Literal],
    /// The nodes whose literal changed, with the old literals.
    old: Vec<(u32, Literal)>,
    /// The gates to process, each with a body that could not hold before and may hold now, or with [`ALL`].
    open: BinaryHeap<Reverse<(u32, u32)>>,
    gates: Gates,
    /// The literal of the next new node.
    next: Literal,
    scratch: Vec<Literal>,
}

/// Marks that all bodies of a gate have to be processed.
const ALL: u32 = u32::MAX;

impl Change<'_> {
    /// Sets the literal of a node.
    fn set(&mut self, node: u32, literal: Literal) {
        let old = std::mem::replace(&mut self.known[node as usize], literal);
        if old == literal {
            return;
        }
        self.old.push((node, old));
        for &(gate, number) in self.parts.readers.get(node as usize) {
            let held = |&literal: &Literal| literal >> 1 == node && old ^ (literal & 1) != FALSE;
            let body = match self.parts.body(number).iter().any(held) {
                true => ALL,
                false => number,
            };
            self.open.push(Reverse((gate, body)));
        }
    }

    /// Gives a node a new literal.
    fn set_new(&mut self, node: u32) {
        let literal = self.next;
        self.next += 2;
        self.set(node, literal);
    }

    /// Processes a gate. `body` is its first queued body.
    fn gate(&mut self, gate: u32, body: u32) {
        let mut numbers = vec![body];
        while let Some(Reverse((other, number))) = self.open.peek()
            && *other == gate
        {
            numbers.push(*number);
            self.open.pop();
        }
        let cycle = self.parts.cycle(gate as usize);
        if !cycle.is_empty() {
            return self.cycle(cycle);
        }
        let node = self.parts.gates[gate as usize].node;
        let mut bodies = match numbers.last() {
            Some(&ALL) => self.all(gate as usize),
            _ => {
                let before = [2 * node];
                let more = numbers.iter().map(|&number| self.parts.body(number));
                let all = [&before[..]].into_iter().chain(more);
                all.filter_map(|body| substituted(body, self.known, &mut self.scratch))
                    .collect()
            }
        };
        match simplify(&mut bodies) {
            Some(literal) => self.set(node, literal),
            None => {
                let new = self.next >> 1;
                self.gates.add(new, bodies.iter().map(|body| &body[..]));
                self.gates.end_plain();
                self.set_new(node);
            }
        }
    }

    /// Processes gates that depend on each other.
    fn cycle(&mut self, cycle: Range<usize>) {
        for gate in cycle.clone() {
            self.set_new(self.parts.gates[gate].node);
        }
        while let Some(Reverse((gate, _))) = self.open.peek()
            && cycle.contains(&(*gate as usize))
        {
            self.open.pop();
        }
        for gate in cycle {
            let node = self.known[self.parts.gates[gate].node as usize] >> 1;
            let bodies = self.all(gate);
            self.gates.add(node, bodies.iter().map(|body| &body[..]));
        }
        self.gates.end_cycle();
    }

    fn all(&mut self, gate: usize) -> Vec<Body> {
        let bodies = self.parts.bodies(gate, &self.moves);
        bodies
            .filter_map(|body| substituted(body, self.known, &mut self.scratch))
            .collect()
    }
}
