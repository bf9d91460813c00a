//! Gates, one for each set of bodies. Equal gates are shared.

use super::raw::{NEW, Raw};
use crate::limits::{Budget, Unread};
use crate::net::simplify::{Body, simplify, substituted};
use crate::net::{FALSE, Gates, Literal, Network, TRUE};
use crate::order::components;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// The definition of a node.
#[derive(Clone, Debug, Default)]
struct Gate {
    bodies: Vec<Body>,
    /// The cycle that the gate belongs to.
    cycle: Option<u32>,
}

/// Assigns nodes to atoms.
pub(super) struct Builder {
    /// The literal of each atom.
    pub(super) literal: Vec<Literal>,
    inputs: usize,
    /// The gates, after the inputs. Each gate comes after its inputs.
    gates: Vec<Gate>,
    /// Whether each node depends on moves.
    pub(super) is_step: Vec<bool>,
    /// The first gate for each hash of bodies. Equal gates are shared unless a different gate with the same hash
    /// came first.
    by_hash: FxHashMap<u64, u32>,
    /// A buffer for the literals of a body.
    scratch: Vec<Literal>,
    cycles: u32,
}

impl Builder {
    pub(super) fn new(atoms: usize, inputs: usize) -> Builder {
        Builder {
            literal: vec![NEW; atoms],
            inputs,
            gates: Vec::new(),
            is_step: vec![false; inputs + 1],
            by_hash: FxHashMap::default(),
            scratch: Vec::new(),
            cycles: 0,
        }
    }

    /// Defines all needed atoms. Returns whether an atom depends on its own negation.
    pub(super) fn define(
        &mut self,
        raw: &Raw,
        needed: &[bool],
        budget: &mut Budget<'_>,
    ) -> Result<bool, Unread> {
        let mut edges: Vec<Vec<u32>> = vec![Vec::new(); needed.len()];
        let mut size = 0;
        for (atom, edges) in edges.iter_mut().enumerate() {
            budget.pass(2)?;
            if needed[atom] && self.literal[atom] == NEW {
                edges.extend(
                    raw.bodies(atom as u32)
                        .flatten()
                        .map(|&literal| literal >> 1),
                );
                edges.sort_unstable();
                edges.dedup();
                size += edges.len();
                budget.pass(edges.len() as u64)?;
            }
        }
        budget.hold(size * 8 + needed.len() * 32)?;
        let mut is_opposed = false;
        for mut component in components(&edges) {
            budget.spend(1)?;
            component.sort_unstable();
            let first = component[0];
            if !needed[first as usize] || self.literal[first as usize] != NEW {
                continue;
            }
            let is_cycle = component.len() > 1 || edges[first as usize].contains(&first);
            match is_cycle {
                true => {
                    let is_member = |&literal: &u32| {
                        literal & 1 == 1 && component.binary_search(&(literal >> 1)).is_ok()
                    };
                    let mut literals = component
                        .iter()
                        .flat_map(|&atom| raw.bodies(atom).flatten());
                    is_opposed |= literals.any(is_member);
                    self.cycle(raw, &component);
                }
                false => {
                    budget.pass(4 * raw.bodies(first).count() as u64)?;
                    let bodies = raw.bodies(first).filter_map(|body| self.body(body));
                    let bodies: Vec<Body> = bodies.collect();
                    self.literal[first as usize] = self.gate(bodies);
                }
            }
        }
        Ok(is_opposed)
    }

    /// Returns a body in literals of nodes, or `None` if it never holds. Atoms without a node stay marked as
    /// [`NEW`].
    fn body(&mut self, body: &[u32]) -> Option<Body> {
        substituted(body, &self.literal, &mut self.scratch)
    }

    /// Returns the literal for the disjunction of some bodies.
    fn gate(&mut self, mut bodies: Vec<Body>) -> Literal {
        if let Some(literal) = simplify(&mut bodies) {
            return literal;
        }
        let mut hasher = FxHasher::default();
        bodies.hash(&mut hasher);
        let new = self.gates.len() as u32;
        let known = *self.by_hash.entry(hasher.finish()).or_insert(new);
        let is_known = self
            .gates
            .get(known as usize)
            .is_some_and(|gate| gate.bodies == bodies);
        if !is_known {
            self.push(bodies, None);
        }
        let gate = if is_known { known } else { new };
        2 * (self.inputs as u32 + 1 + gate)
    }

    fn push(&mut self, bodies: Vec<Body>, cycle: Option<u32>) {
        let is_step = bodies
            .iter()
            .flatten()
            .any(|&literal| self.is_step[(literal >> 1) as usize]);
        self.is_step.push(is_step);
        self.gates.push(Gate { bodies, cycle });
    }

    /// Defines atoms that depend on each other, with a gate for each.
    pub(super) fn cycle(&mut self, raw: &Raw, atoms: &[u32]) {
        // First settle the atoms that always or never hold.
        let mut open: Vec<u32> = atoms.to_vec();
        loop {
            let before = open.len();
            open.retain(|&atom| {
                let mut can_hold = false;
                for body in raw.bodies(atom) {
                    let value = |&literal: &u32| match self.literal[(literal >> 1) as usize] {
                        NEW => NEW,
                        known => known ^ (literal & 1),
                    };
                    if body.iter().all(|literal| value(literal) == TRUE) {
                        self.literal[atom as usize] = TRUE;
                        return false;
                    }
                    can_hold |= !body.iter().any(|literal| value(literal) == FALSE);
                }
                if !can_hold {
                    self.literal[atom as usize] = FALSE;
                }
                can_hold
            });
            if open.len() == before {
                break;
            }
        }
        let first = self.inputs + 1 + self.gates.len();
        for (at, &atom) in open.iter().enumerate() {
            self.literal[atom as usize] = 2 * (first + at) as u32;
        }
        let all: Vec<Vec<Body>> = open
            .iter()
            .map(|&atom| {
                let mut bodies: Vec<Body> = raw
                    .bodies(atom)
                    .filter_map(|body| self.body(body))
                    .collect();
                bodies.sort_unstable();
                bodies.dedup();
                bodies
            })
            .collect();
        let inputs = all
            .iter()
            .flatten()
            .flatten()
            .map(|&literal| (literal >> 1) as usize);
        let is_step = inputs
            .filter(|&node| node < first)
            .any(|node| self.is_step[node]);
        for bodies in all {
            self.is_step.push(is_step);
            self.gates.push(Gate {
                bodies,
                cycle: Some(self.cycles),
            });
        }
        self.cycles += 1;
    }

    /// Inlines each gate that only one other gate uses, drops unused gates, and writes the rest.
    pub(super) fn finish(
        mut self,
        network: &mut Network,
        budget: &mut Budget<'_>,
    ) -> Result<(), Unread> {
        let first = self.inputs + 1;
        let mut uses = vec![0u32; first + self.gates.len()];
        for literal in self
            .gates
            .iter()
            .flat_map(|gate| gate.bodies.iter().flatten())
        {
            uses[(literal >> 1) as usize] += 1;
        }
        let legal = network.legal.iter();
        let roots = legal.chain(network.goals.iter().map(|(_, _, literal)| literal));
        let roots: Vec<Literal> = roots
            .chain([&network.terminal])
            .chain(&network.next)
            .copied()
            .collect();
        for literal in &roots {
            uses[(literal >> 1) as usize] += 2;
        }
        for at in 0..self.gates.len() {
            if self.gates[at].cycle.is_none() {
                budget.pass(4 * self.gates[at].bodies.len() as u64)?;
                let (before, rest) = self.gates.split_at_mut(at);
                rest[0].bodies = inline(&rest[0].bodies, first, before, &uses);
            }
        }
        // Go backwards, because a gate uses only gates before it or in its cycle.
        let mut is_used = vec![false; first + self.gates.len()];
        roots
            .iter()
            .for_each(|literal| is_used[(literal >> 1) as usize] = true);
        let mut end = self.gates.len();
        while end > 0 {
            let cycle = self.gates[end - 1].cycle;
            let is_other = |gate: &Gate| cycle.is_none() || gate.cycle != cycle;
            let start = match cycle {
                None => end - 1,
                Some(_) => self.gates[..end]
                    .iter()
                    .rposition(is_other)
                    .map_or(0, |at| at + 1),
            };
            if is_used[first + start..first + end].contains(&true) {
                is_used[first + start..first + end].fill(true);
                for literal in self.gates[start..end]
                    .iter()
                    .flat_map(|gate| gate.bodies.iter().flatten())
                {
                    is_used[(literal >> 1) as usize] = true;
                }
            }
            end = start;
        }
        // Number the nodes without gaps.
        let mut number: Vec<u32> = (0..(first + self.gates.len()) as u32).collect();
        let mut next = first as u32;
        for at in 0..self.gates.len() {
            if is_used[first + at] {
                number[first + at] = next;
                next += 1;
            }
        }
        let renumber = |literal: Literal| 2 * number[(literal >> 1) as usize] + (literal & 1);
        network.nodes = next as usize;
        network
            .legal
            .iter_mut()
            .for_each(|literal| *literal = renumber(*literal));
        network
            .goals
            .iter_mut()
            .for_each(|(_, _, literal)| *literal = renumber(*literal));
        network
            .next
            .iter_mut()
            .for_each(|literal| *literal = renumber(*literal));
        network.terminal = renumber(network.terminal);
        let mut open: Option<(u32, bool)> = None;
        for (at, gate) in self.gates.iter().enumerate() {
            if !is_used[first + at] {
                continue;
            }
            budget.pass(4 * gate.bodies.len() as u64)?;
            let is_step = self.is_step[first + at];
            if let Some((cycle, was_step)) = open
                && gate.cycle != Some(cycle)
            {
                part(network, was_step).end_cycle();
                open = None;
            }
            let bodies: Vec<Vec<Literal>> = gate
                .bodies
                .iter()
                .map(|body| body.iter().map(|&l| renumber(l)).collect())
                .collect();
            let gates = part(network, is_step);
            gates.add(number[first + at], bodies.iter().map(|body| &body[..]));
            match gate.cycle {
                Some(cycle) => open = Some((cycle, is_step)),
                None => gates.end_plain(),
            }
        }
        if let Some((_, was_step)) = open {
            part(network, was_step).end_cycle();
        }
        Ok(())
    }
}

fn part(network: &mut Network, is_step: bool) -> &mut Gates {
    match is_step {
        true => &mut network.step,
        false => &mut network.state,
    }
}

/// Returns bodies with the gates inlined that nothing else uses. A gate that does not fit into a single body stays.
fn inline(bodies: &[Body], first: usize, before: &[Gate], uses: &[u32]) -> Vec<Body> {
    let only = |literal: Literal| -> Option<&Gate> {
        let node = (literal >> 1) as usize;
        let gate = before.get(node.checked_sub(first)?)?;
        (uses[node] == 1 && gate.cycle.is_none()).then_some(gate)
    };
    let mut all = Vec::with_capacity(bodies.len());
    for body in bodies {
        if let [literal] = **body
            && literal & 1 == 0
            && let Some(gate) = only(literal)
        {
            all.extend(gate.bodies.iter().cloned());
            continue;
        }
        let mut literals = Vec::with_capacity(body.len());
        for &literal in body {
            match only(literal) {
                Some(gate) if literal & 1 == 0 && gate.bodies.len() == 1 => {
                    literals.extend_from_slice(&gate.bodies[0]);
                }
                Some(gate)
                    if literal & 1 == 1 && gate.bodies.iter().all(|body| body.len() == 1) =>
                {
                    literals.extend(gate.bodies.iter().map(|body| body[0] ^ 1));
                }
                _ => literals.push(literal),
            }
        }
        literals.sort_unstable();
        literals.dedup();
        if !literals.windows(2).any(|pair| pair[0] ^ 1 == pair[1]) {
            all.push(literals.into());
        }
    }
    all
}
