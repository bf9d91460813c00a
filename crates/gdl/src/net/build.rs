//! From instances of rules to gates.

use super::{FALSE, Gates, Literal, Network, TRUE};
use crate::ground::Grounded;
use crate::limits::{Budget, Unread};
use crate::order::components;
use crate::rules::Program;
use crate::terms::{Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Ordering;
use yomikiri_core::TextError;

/// A body whose head is known: literals that all hold.
type Body = Box<[Literal]>;

/// An atom that has no node yet.
const NEW: Literal = u32::MAX;

/// Makes the network of a grounded sheet.
///
/// # Errors
///
/// An atom that depends on its own opposite, and limits.
pub(crate) fn build(
    program: &Program,
    grounded: &Grounded,
    roles: [Term; 2],
    doubt: Option<TextError>,
    budget: &mut Budget<'_>,
) -> Result<Network, Unread> {
    let raw = Raw::new(grounded, budget)?;
    let roots = Roots::find(program, grounded, roles);
    let words = program.words;
    let store = &grounded.store;
    let needed = needed(program, grounded, &raw, &roots);

    // The inputs: propositions and moves, in an order for people.
    let mut base: Vec<u32> = Vec::new();
    let mut idle = 0;
    for atom in 0..store.len() as u32 {
        if store.atom(atom).0 == words.true_ {
            match needed[atom as usize] {
                true => base.push(atom),
                false => idle += 1,
            }
        }
    }
    let args = |atom: u32| store.atom(atom).1;
    base.sort_by(|&a, &b| compare(&program.terms, args(a)[0], args(b)[0]));
    let mut legal: Vec<(usize, Term, u32)> = roots.legal.clone();
    legal.sort_by(|a, b| {
        a.0.cmp(&b.0)
            .then_with(|| compare(&program.terms, a.1, b.1))
    });
    let mut builder = Builder::new(store.len(), base.len() + legal.len());
    for (at, &atom) in base.iter().enumerate() {
        builder.literal[atom as usize] = 2 * (at as u32 + 1);
    }
    for (at, &(role, mv, _)) in legal.iter().enumerate() {
        let node = (base.len() + at + 1) as u32;
        if let Some(does) = store.find(words.does, &[roles[role], mv]) {
            builder.literal[does as usize] = 2 * node;
        }
        builder.is_step[node as usize] = true;
    }
    let is_opposed = builder.define(&raw, &needed, budget)?;
    if let Some(error) = doubt.filter(|_| is_opposed) {
        return Err(error.into());
    }

    let literal = |atom: Option<u32>| match atom {
        Some(atom) => builder.literal[atom as usize],
        None => FALSE,
    };
    let mut network = Network {
        base: base.iter().map(|&atom| args(atom)[0]).collect(),
        moves: legal.iter().map(|&(role, mv, _)| (role, mv)).collect(),
        nodes: 0,
        legal: legal
            .iter()
            .map(|&(_, _, atom)| literal(Some(atom)))
            .collect(),
        goals: Vec::new(),
        terminal: literal(roots.terminal),
        next: Vec::new(),
        state: Gates::default(),
        step: Gates::default(),
        start: Vec::new(),
        idle,
    };
    for &(role, value, atom) in &roots.goals {
        network.goals.push((role, value, literal(Some(atom))));
    }
    for &term in &network.base {
        network.next.push(literal(store.find(words.next, &[term])));
    }
    let mut start = vec![0; network.words()];
    let init: FxHashSet<Term> = grounded.init.iter().copied().collect();
    for (at, term) in network.base.iter().enumerate() {
        if init.contains(term) {
            start[at / 64] |= 1 << (at % 64);
        }
    }
    network.start = start;
    builder.finish(&mut network);
    Ok(network)
}

/// The instances by their heads.
struct Raw {
    /// Where each atom's instances begin.
    starts: Vec<u32>,
    /// Where each instance's literals begin; they are atoms, doubled, plus one for the opposite.
    bodies: Vec<(u32, u32)>,
    literals: Vec<u32>,
}

impl Raw {
    fn new(grounded: &Grounded, budget: &mut Budget<'_>) -> Result<Raw, Unread> {
        let store = &grounded.store;
        let negated: Vec<Option<u32>> = grounded
            .instances
            .negated()
            .map(|(pred, args)| store.find(pred, args))
            .collect();
        let mut starts = vec![0u32; store.len() + 1];
        for instance in grounded.instances.iter() {
            starts[instance.head as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut free = starts.clone();
        let mut bodies = vec![(0, 0); grounded.instances.len()];
        let mut literals = Vec::new();
        for instance in grounded.instances.iter() {
            budget.spend(1)?;
            let begin = literals.len();
            literals.extend(instance.yes.iter().map(|&atom| 2 * atom));
            let no = instance
                .no
                .iter()
                .filter_map(|&atom| negated[atom as usize]);
            literals.extend(no.map(|atom| 2 * atom + 1));
            let slot = &mut free[instance.head as usize];
            bodies[*slot as usize] = (begin as u32, literals.len() as u32);
            *slot += 1;
        }
        budget.hold(literals.len() * 8 + bodies.len() * 16)?;
        if literals.len() > u32::MAX as usize / 2 {
            return Err(Unread::Limit(
                "this sheet has more than 2^31 conditions without variables".to_owned(),
            ));
        }
        Ok(Raw {
            starts,
            bodies,
            literals,
        })
    }

    /// The bodies of an atom.
    fn bodies(&self, atom: u32) -> impl Iterator<Item = &[u32]> {
        let range = self.starts[atom as usize] as usize..self.starts[atom as usize + 1] as usize;
        self.bodies[range]
            .iter()
            .map(|&(start, end)| &self.literals[start as usize..end as usize])
    }
}

/// The atoms that the play is made of.
struct Roots {
    /// The role, the move, and the atom that says that it is legal.
    legal: Vec<(usize, Term, u32)>,
    goals: Vec<(usize, i32, u32)>,
    terminal: Option<u32>,
}

impl Roots {
    /// Moves and goals of what is no role, and goals that are no numbers, are left out: some sheets have rules that
    /// seem to lead to them, and where one really does, a role has no goal.
    fn find(program: &Program, grounded: &Grounded, roles: [Term; 2]) -> Roots {
        let words = program.words;
        let terms = &program.terms;
        let mut found = Roots {
            legal: Vec::new(),
            goals: Vec::new(),
            terminal: None,
        };
        let role = |term: Term| roles.iter().position(|&role| role == term);
        for atom in 0..grounded.store.len() as u32 {
            match grounded.store.atom(atom) {
                (pred, &[who, mv]) if pred == words.legal => {
                    found.legal.extend(role(who).map(|role| (role, mv, atom)));
                }
                (pred, &[who, value]) if pred == words.goal => {
                    let number = terms.show(value).parse().ok();
                    let number = number.filter(|value: &i32| value.abs() <= 1_000_000);
                    let goal = role(who).zip(number);
                    found
                        .goals
                        .extend(goal.map(|(role, number)| (role, number, atom)));
                }
                (pred, _) if pred == words.terminal => found.terminal = Some(atom),
                _ => {}
            }
        }
        found
    }
}

/// The atoms that legal moves, goals and the end of play depend on, now or later.
fn needed(program: &Program, grounded: &Grounded, raw: &Raw, roots: &Roots) -> Vec<bool> {
    let words = program.words;
    let store = &grounded.store;
    let mut is = vec![false; store.len()];
    let legal = roots.legal.iter().map(|&(_, _, atom)| atom);
    let goals = roots.goals.iter().map(|&(_, _, atom)| atom);
    let mut open: Vec<u32> = legal.chain(goals).chain(roots.terminal).collect();
    while let Some(atom) = open.pop() {
        if std::mem::replace(&mut is[atom as usize], true) {
            continue;
        }
        let (pred, args) = store.atom(atom);
        if pred == words.true_ {
            open.extend(store.find(words.next, args));
        }
        let literals = raw.bodies(atom).flatten().map(|&literal| literal >> 1);
        open.extend(literals.filter(|&atom| !is[atom as usize]));
    }
    is
}

/// Numbers before words, and numbers by their size.
fn compare(terms: &Terms, a: Term, b: Term) -> Ordering {
    let (x, y) = (terms.text(terms.head(a)), terms.text(terms.head(b)));
    let number = |text: &str| text.parse::<i64>().ok();
    let heads = match (number(x), number(y)) {
        (Some(m), Some(n)) => m.cmp(&n).then_with(|| x.cmp(y)),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => x.cmp(y),
    };
    let (some, others) = (terms.args(a), terms.args(b));
    let args = || {
        let pairs = some.iter().zip(others).map(|(&a, &b)| compare(terms, a, b));
        pairs
            .fold(Ordering::Equal, Ordering::then)
            .then(some.len().cmp(&others.len()))
    };
    heads.then_with(args)
}

/// A node's definition.
#[derive(Clone, Debug, Default)]
struct Gate {
    bodies: Vec<Body>,
    /// The cycle that it belongs to.
    cycle: Option<u32>,
}

/// Gives nodes to atoms.
struct Builder {
    /// The literal of each atom.
    literal: Vec<Literal>,
    inputs: usize,
    /// The gates, after the inputs, each after those that it needs.
    gates: Vec<Gate>,
    /// Whether each node depends on moves.
    is_step: Vec<bool>,
    by_bodies: FxHashMap<Vec<Body>, Literal>,
    cycles: u32,
}

impl Builder {
    fn new(atoms: usize, inputs: usize) -> Builder {
        Builder {
            literal: vec![NEW; atoms],
            inputs,
            gates: Vec::new(),
            is_step: vec![false; inputs + 1],
            by_bodies: FxHashMap::default(),
            cycles: 0,
        }
    }

    /// Defines all atoms that are needed. Returns whether one depends on its own opposite.
    fn define(
        &mut self,
        raw: &Raw,
        needed: &[bool],
        budget: &mut Budget<'_>,
    ) -> Result<bool, Unread> {
        let mut edges: Vec<Vec<u32>> = vec![Vec::new(); needed.len()];
        let mut size = 0;
        for (atom, edges) in edges.iter_mut().enumerate() {
            if needed[atom] && self.literal[atom] == NEW {
                edges.extend(
                    raw.bodies(atom as u32)
                        .flatten()
                        .map(|&literal| literal >> 1),
                );
                edges.sort_unstable();
                edges.dedup();
                size += edges.len();
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
                    let bodies = raw.bodies(first).filter_map(|body| self.body(body));
                    let bodies: Vec<Body> = bodies.collect();
                    self.literal[first as usize] = self.gate(bodies);
                }
            }
        }
        Ok(is_opposed)
    }

    /// A body in literals of nodes; none if it never holds. Atoms without a node stay as they are, marked.
    fn body(&self, body: &[u32]) -> Option<Body> {
        let mut literals = Vec::with_capacity(body.len());
        for &literal in body {
            match self.literal[(literal >> 1) as usize] ^ (literal & 1) {
                TRUE => {}
                FALSE => return None,
                literal => literals.push(literal),
            }
        }
        literals.sort_unstable();
        literals.dedup();
        match literals.windows(2).any(|pair| pair[0] ^ 1 == pair[1]) {
            true => None,
            false => Some(literals.into()),
        }
    }

    /// The literal of some bodies, one of which has to hold.
    fn gate(&mut self, mut bodies: Vec<Body>) -> Literal {
        bodies.sort_unstable();
        bodies.dedup();
        match &bodies[..] {
            [] => return FALSE,
            [one] if one.len() == 1 => return one[0],
            [empty, ..] if empty.is_empty() => return TRUE,
            _ => {}
        }
        // A literal and its opposite.
        let single = |body: &Body| (body.len() == 1).then(|| body[0]);
        let mut singles: Vec<Literal> = bodies.iter().filter_map(single).collect();
        singles.sort_unstable();
        if singles.windows(2).any(|pair| pair[0] ^ 1 == pair[1]) {
            return TRUE;
        }
        // A single literal stands for every body that has it.
        if !singles.is_empty() {
            let is_covered = |body: &Body| {
                body.len() > 1
                    && body
                        .iter()
                        .any(|literal| singles.binary_search(literal).is_ok())
            };
            bodies.retain(|body| !is_covered(body));
            if bodies.len() == 1 {
                return singles[0];
            }
        }
        if let Some(&known) = self.by_bodies.get(&bodies) {
            return known;
        }
        let literal = 2 * (self.inputs + 1 + self.gates.len()) as u32;
        self.by_bodies.insert(bodies.clone(), literal);
        self.push(bodies, None);
        literal
    }

    fn push(&mut self, bodies: Vec<Body>, cycle: Option<u32>) {
        let is_step = bodies
            .iter()
            .flatten()
            .any(|&literal| self.is_step[(literal >> 1) as usize]);
        self.is_step.push(is_step);
        self.gates.push(Gate { bodies, cycle });
    }

    /// Defines atoms that depend on each other: a gate for each.
    fn cycle(&mut self, raw: &Raw, atoms: &[u32]) {
        // What holds anyway, and what cannot hold.
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

    /// Puts gates that one other gate alone needs into it, drops those that nothing needs, and writes the rest.
    fn finish(mut self, network: &mut Network) {
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
                let (before, rest) = self.gates.split_at_mut(at);
                rest[0].bodies = inline(&rest[0].bodies, first, before, &uses);
            }
        }
        // Backwards, as a gate needs only those before it, or of its cycle.
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
        // Nodes without gaps.
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
    }
}

fn part(network: &mut Network, is_step: bool) -> &mut Gates {
    match is_step {
        true => &mut network.step,
        false => &mut network.state,
    }
}

/// Bodies with the gates in them that nothing else needs. A body that would become too long stays.
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
