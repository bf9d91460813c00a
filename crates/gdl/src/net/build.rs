//! Turns instances of rules into gates.

mod builder;
mod raw;

use self::builder::Builder;
use self::raw::Raw;
use super::{FALSE, Gates, Network};
use crate::ground::Grounded;
use crate::limits::{Budget, Unread};
use crate::rules::Program;
use crate::terms::{Term, Terms};
use rustc_hash::FxHashSet;
use std::cmp::Ordering;
use yomikiri_core::TextError;

/// Builds the network of a grounded sheet.
///
/// # Errors
///
/// Returns an error if an atom depends on its own negation or a limit is exceeded.
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
    let needed = needed(program, grounded, &raw, &roots, budget)?;

    // The inputs are the propositions and the moves, in a readable order.
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
    builder.finish(&mut network, budget)?;
    Ok(network)
}

/// The atoms that define play.
struct Roots {
    /// The role, the move, and the atom that makes it legal.
    legal: Vec<(usize, Term, u32)>,
    goals: Vec<(usize, i32, u32)>,
    terminal: Option<u32>,
}

impl Roots {
    /// Finds the atoms. Omits moves and goals of terms that are not roles, and goals that are not numbers: some
    /// sheets have rules that seem to lead to them. If a rule really does, a role has no goal.
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

/// Returns the atoms that legal moves, goals and the end of play depend on, now or later.
fn needed(
    program: &Program,
    grounded: &Grounded,
    raw: &Raw,
    roots: &Roots,
    budget: &mut Budget<'_>,
) -> Result<Vec<bool>, Unread> {
    let words = program.words;
    let store = &grounded.store;
    let mut is = vec![false; store.len()];
    let legal = roots.legal.iter().map(|&(_, _, atom)| atom);
    let goals = roots.goals.iter().map(|&(_, _, atom)| atom);
    let mut open: Vec<u32> = legal.chain(goals).chain(roots.terminal).collect();
    while let Some(atom) = open.pop() {
        budget.pass(1)?;
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
    Ok(is)
}

/// Compares terms: numbers come before words, in numeric order.
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
