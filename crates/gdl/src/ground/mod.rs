//! Grounding: turns rules with variables into the atoms that can ever hold and the rule instances among them.
//!
//! Relations that depend on neither states nor moves are computed exactly, one stratum after the other. The others
//! are computed as if every reachable state had occurred and every negated condition held, so they contain more than
//! any one state. The [network](crate::net) is built from their instances.

mod demand;
mod plan;
mod probe;
mod run;
mod split;
mod store;

use crate::limits::{Budget, Unread};
use crate::order::components;
use crate::rules::{Condition, Pattern, Pred, Program, Rule};
use crate::terms::Term;
pub(crate) use run::Instances;
use run::Run;
pub(crate) use store::Store;

/// A sheet without variables.
#[derive(Debug)]
pub(crate) struct Grounded {
    pub(crate) store: Store,
    pub(crate) instances: Instances,
    /// The number of atoms, not counting demands.
    pub(crate) atoms: usize,
    /// The terms that hold at the start.
    pub(crate) init: Vec<Term>,
}

/// Grounds a checked sheet. For relations that depend on states, it derives the [requested](demand) atoms, or all if
/// `all` is set.
///
/// # Errors
///
/// Returns an error if a limit is exceeded or terms grow without end.
pub(crate) fn ground(
    program: &mut Program,
    all: bool,
    budget: &mut Budget<'_>,
) -> Result<Grounded, Unread> {
    let words = program.words;
    let is_dynamic = dynamic(program);
    let needed = needed(program);
    let rules = std::mem::take(&mut program.rules);
    let rules = rules
        .into_iter()
        .filter(|rule| needed[rule.head.pred as usize]);
    let (moving, fixed): (Vec<Rule>, Vec<Rule>) =
        rules.partition(|rule| is_dynamic[rule.head.pred as usize]);
    let mut store = Store::new(program);
    let mut edges = vec![Vec::new(); program.relations.len()];
    for rule in &fixed {
        let atoms = rule.body.iter().filter_map(Condition::atom);
        edges[rule.head.pred as usize].extend(atoms.map(|atom| atom.pred));
    }
    let mut by_head = vec![Vec::new(); program.relations.len()];
    for rule in fixed {
        by_head[rule.head.pred as usize].push(rule);
    }
    for component in components(&edges) {
        let mut here = Vec::new();
        for &pred in &component {
            for rule in std::mem::take(&mut by_head[pred as usize]) {
                match fact(&rule) {
                    Some(args) => {
                        store.add(pred, &args);
                    }
                    None => here.push(rule),
                }
            }
        }
        if !here.is_empty() {
            let rules = split::split(program, here, &|_| false);
            let mut run = Run::new(program, &mut store, &rules, &component, 0);
            run.finish(budget)?;
        }
    }
    let inits = store.rows(words.init);
    let init: Vec<Term> = inits.map(|row| row[0]).collect();
    init.iter().for_each(|&term| {
        store.add(words.true_, &[term]);
    });
    let [moving, asks] = match all {
        true => [moving, Vec::new()],
        false => demand::demand(program, moving, &is_dynamic),
    };
    let mut moving = split::split(program, moving, &|pred| {
        is_dynamic.get(pred as usize).is_none_or(|&is| is)
    });
    // Demands are not part of the network.
    let recorded = moving.len();
    moving.extend(split::split(program, asks, &|_| true));
    store.grow(program);
    let dynamic: Vec<u32> = (0..program.relations.len() as u32)
        .filter(|&pred| is_dynamic.get(pred as usize).is_none_or(|&is| is))
        .collect();
    let mut run = Run::new(program, &mut store, &moving, &dynamic, recorded);
    run.finish(budget)?;
    let instances = run.instances;
    let mut asks: Vec<Pred> = moving[recorded..].iter().map(|ask| ask.head.pred).collect();
    asks.sort_unstable();
    asks.dedup();
    let asked = asks.into_iter().map(|pred| store.rows(pred).count());
    Ok(Grounded {
        atoms: store.len() - asked.sum::<usize>(),
        store,
        instances,
        init,
    })
}

/// Returns the arguments of a fact.
fn fact(rule: &Rule) -> Option<Vec<Term>> {
    let ground = |arg: &Pattern| match arg {
        Pattern::Ground(term) => Some(*term),
        _ => None,
    };
    match rule.body.is_empty() {
        true => rule.head.args.iter().map(ground).collect(),
        false => None,
    }
}

/// Returns the relations that depend on states or moves.
fn dynamic(program: &Program) -> Vec<bool> {
    let words = program.words;
    let mut is = vec![false; program.relations.len()];
    for pred in [
        words.true_,
        words.does,
        words.next,
        words.legal,
        words.goal,
        words.terminal,
    ] {
        is[pred as usize] = true;
    }
    loop {
        let mut changed = false;
        for rule in &program.rules {
            let head = rule.head.pred as usize;
            let depends =
                |condition: &Condition| condition.atom().is_some_and(|atom| is[atom.pred as usize]);
            if !is[head] && rule.body.iter().any(depends) {
                is[head] = true;
                changed = true;
            }
        }
        if !changed {
            return is;
        }
    }
}

/// Returns the relations that play depends on.
fn needed(program: &Program) -> Vec<bool> {
    let words = program.words;
    let mut on = vec![Vec::new(); program.relations.len()];
    for rule in &program.rules {
        let atoms = rule.body.iter().filter_map(Condition::atom);
        on[rule.head.pred as usize].extend(atoms.map(|atom| atom.pred));
    }
    let mut is = vec![false; program.relations.len()];
    let mut open = vec![
        words.init,
        words.next,
        words.legal,
        words.goal,
        words.terminal,
    ];
    while let Some(pred) = open.pop() {
        if !std::mem::replace(&mut is[pred as usize], true) {
            open.append(&mut on[pred as usize]);
        }
    }
    is
}
