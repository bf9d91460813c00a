//! Derives only atoms that are asked for.
//!
//! A relation may have millions of atoms of which the rules look up a few: `(count ?square ?men ?all)`, called for the
//! first square and no men, goes on to the other squares with few numbers of men, while its rules hold for all numbers.
//! So each relation that is always called with some columns known gets a second relation, its demand: the values of
//! these columns in all calls. The demand narrows the rules of the relation, and rules of its own derive it from the
//! conditions that come before the call. These are "magic sets": Bancilhon, Maier, Sagiv and Ullman, "Magic sets and
//! other strange ways to implement logic programs" (1986). There is one demand for each relation, of the columns that all
//! calls know, so that its atoms stay the same.
//!
//! Demands are found as if every condition with `not` held that depends on states. So they hold more than is asked for in
//! any one state, and never less.

use crate::rules::{Atom, Condition, Pattern, Pred, Program, Rule, Var};
use rustc_hash::FxHashSet;

/// The columns of each relation that all of its calls know.
struct Known<'k> {
    is_dynamic: &'k [bool],
    /// For each relation, whether each column is known; none for relations without a demand.
    columns: Vec<Vec<bool>>,
}

/// Narrows rules of relations that depend on states to what is asked for. Returns them and the rules of the demands.
pub(super) fn demand(
    program: &mut Program,
    mut rules: Vec<Rule>,
    is_dynamic: &[bool],
) -> [Vec<Rule>; 2] {
    let known = Known::of(program, &rules, is_dynamic);
    let demands: Vec<Option<Pred>> = known
        .columns
        .iter()
        .map(|columns| {
            let width = columns.iter().filter(|&&is| is).count();
            (width > 0).then(|| program.add_relation(width))
        })
        .collect();
    // The demand for an atom.
    let of = |atom: &Atom| {
        let pred = demands[atom.pred as usize]?;
        let columns = &known.columns[atom.pred as usize];
        let args = atom.args.iter().zip(columns).filter(|(_, is)| **is);
        Some(Atom {
            pred,
            args: args.map(|(arg, _)| arg.clone()).collect(),
        })
    };
    let mut asks = Vec::new();
    let mut seen = FxHashSet::default();
    for rule in &rules {
        let asked = of(&rule.head);
        for (at, condition) in rule.body.iter().enumerate() {
            let Some(head) = condition.atom().and_then(of) else {
                continue;
            };
            if asked.as_ref() == Some(&head) {
                continue;
            }
            let vars = known.before(rule, at);
            let mut body: Vec<Condition> = asked.iter().cloned().map(Condition::Yes).collect();
            body.extend(rule.body.iter().enumerate().filter_map(|(other, narrows)| {
                let is_bound = || narrows.vars().iter().all(|&var| vars[var as usize]);
                let counts = match narrows {
                    Condition::Yes(_) => known.comes_before(rule, other, at),
                    Condition::Differ(_) => is_bound(),
                    Condition::No(atom) => !is_dynamic[atom.pred as usize] && is_bound(),
                    Condition::Guard(_) => false,
                };
                counts.then(|| narrows.clone())
            }));
            if seen.insert((head.clone(), body.clone())) {
                asks.push(Rule {
                    head,
                    places: vec![rule.span.clone(); body.len()],
                    body,
                    span: rule.span.clone(),
                    vars: rule.vars,
                    names: rule.names.clone(),
                });
            }
        }
    }
    for rule in &mut rules {
        if let Some(asked) = of(&rule.head) {
            rule.body.push(Condition::Guard(asked));
            rule.places.push(rule.span.clone());
        }
    }
    [rules, asks]
}

impl Known<'_> {
    /// The columns that all calls know, which may depend on each other: the most that agree.
    fn of<'k>(program: &Program, rules: &[Rule], is_dynamic: &'k [bool]) -> Known<'k> {
        let words = program.words;
        let own = [
            words.true_,
            words.does,
            words.next,
            words.legal,
            words.goal,
            words.terminal,
        ];
        let columns = program
            .relations
            .iter()
            .enumerate()
            .map(|(pred, relation)| {
                let is_free = !is_dynamic[pred] || own.contains(&(pred as Pred));
                vec![true; if is_free { 0 } else { relation.arity }]
            });
        let mut known = Known {
            is_dynamic,
            columns: columns.collect(),
        };
        loop {
            let mut changed = false;
            for rule in rules {
                for (at, condition) in rule.body.iter().enumerate() {
                    let Some(atom) = condition.atom() else {
                        continue;
                    };
                    if known.columns[atom.pred as usize].is_empty() {
                        continue;
                    }
                    let vars = known.before(rule, at);
                    let columns = &mut known.columns[atom.pred as usize];
                    for (arg, is) in atom.args.iter().zip(columns) {
                        if *is && !is_known(arg, &vars) {
                            *is = false;
                            changed = true;
                        }
                    }
                }
            }
            if !changed {
                return known;
            }
        }
    }

    /// Whether a condition comes before another one: all that do not depend on states do, since they are complete, and the
    /// others in the order of the sheet. Negated conditions come last.
    fn comes_before(&self, rule: &Rule, at: usize, other: usize) -> bool {
        at != other
            && rule.body[at].atom().is_some_and(|atom| {
                at < other
                    || !self.is_dynamic[atom.pred as usize]
                    || matches!(rule.body[other], Condition::No(_))
            })
    }

    /// The variables that are known before a condition is called.
    fn before(&self, rule: &Rule, at: usize) -> Vec<bool> {
        let mut vars = vec![false; rule.vars];
        let mut know = |var: Var| vars[var as usize] = true;
        let columns = &self.columns[rule.head.pred as usize];
        for (arg, _) in rule.head.args.iter().zip(columns).filter(|(_, is)| **is) {
            arg.each_var(&mut know);
        }
        for (other, condition) in rule.body.iter().enumerate() {
            if let Condition::Yes(atom) = condition
                && self.comes_before(rule, other, at)
            {
                atom.vars().into_iter().for_each(&mut know);
            }
        }
        vars
    }
}

/// Whether all variables of a pattern are known.
fn is_known(pattern: &Pattern, vars: &[bool]) -> bool {
    let mut is = true;
    pattern.each_var(&mut |var| is &= vars[var as usize]);
    is
}
