//! Derives only the atoms that are requested.
//!
//! A relation may have millions of atoms of which the rules look up a few. For example, `(count ?square ?men ?all)`,
//! called for the first square and no men, calls itself for the other squares with few numbers of men, while its
//! rules hold for all numbers. So each relation whose calls all know some columns gets a second relation, its
//! demand: the values of these columns in all calls. The demand narrows the rules of the relation, and separate
//! rules derive it from the conditions before each call. This method is called "magic sets": Bancilhon, Maier, Sagiv
//! and Ullman, "Magic sets and other strange ways to implement logic programs" (1986). Each relation has one demand,
//! for the columns that all calls know, so that its atoms stay the same.
//!
//! The demands are computed as if every negated condition that depends on states held. So they contain everything
//! that any one state requests, and more.

use crate::rules::{Atom, Condition, Pattern, Pred, Program, Rule, Var};
use rustc_hash::FxHashSet;

/// The columns of each relation that all of its calls know.
struct Known<'k> {
    is_dynamic: &'k [bool],
    /// For each relation, whether each column is known. Relations without a demand have no entries.
    columns: Vec<Vec<bool>>,
}

/// Narrows the rules of relations that depend on states to the requested atoms. Returns them and the rules of the
/// demands.
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
    // Returns the demand for an atom.
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
            let mut body: Vec<Condition> = asked.iter().cloned().map(Condition::Yes).collect();
            body.extend(known.narrow(rule, at, &head.vars()));
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
    /// Finds the largest set of columns that all calls know. Whether a column is known may depend on other columns.
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
                    let vars = known.vars_before(rule, at);
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

    /// Returns, for each variable of a rule, whether the demand for the head fixes it.
    fn vars_of_head(&self, rule: &Rule) -> Vec<bool> {
        let mut vars = vec![false; rule.vars];
        let columns = &self.columns[rule.head.pred as usize];
        for (arg, _) in rule.head.args.iter().zip(columns).filter(|(_, is)| **is) {
            arg.each_var(&mut |var| vars[var as usize] = true);
        }
        vars
    }

    /// Returns the conditions that come before a call: first those that depend on states, in the order of the sheet,
    /// then the others, which are complete. Negated calls come last.
    ///
    /// A condition on states that shares no variable with the demand for the head does not count, because the demand
    /// would be a product of both. For example, the question whether a rook threatens a cell through another piece
    /// does not include the rook's place.
    fn before(&self, rule: &Rule, at: usize) -> Vec<usize> {
        let mut near = self.vars_of_head(rule);
        let is_asked = near.contains(&true);
        let is_last = matches!(rule.body[at], Condition::No(_));
        let (mut moving, mut fixed) = (Vec::new(), Vec::new());
        for (other, condition) in rule.body.iter().enumerate() {
            let Condition::Yes(atom) = condition else {
                continue;
            };
            if !self.is_dynamic[atom.pred as usize] {
                fixed.push(other);
                continue;
            }
            let vars = atom.vars();
            let is_near = !is_asked || vars.iter().any(|&var| near[var as usize]);
            if is_near && (other < at || is_last && other != at) {
                vars.iter().for_each(|&var| near[var as usize] = true);
                moving.push(other);
            }
        }
        moving.append(&mut fixed);
        moving
    }

    /// Returns, for each variable of a rule, whether it is known before a call.
    fn vars_before(&self, rule: &Rule, at: usize) -> Vec<bool> {
        let mut vars = self.vars_of_head(rule);
        for other in self.before(rule, at) {
            know(&mut vars, &rule.body[other]);
        }
        vars
    }

    /// Returns the conditions that narrow the demand for a call with the variables `asked`: as few as give these
    /// variables values, and all conditions on the variables of these few.
    fn narrow(&self, rule: &Rule, at: usize, asked: &[Var]) -> Vec<Condition> {
        let mut vars = self.vars_of_head(rule);
        let before = self.before(rule, at);
        let mut chosen = vec![false; rule.body.len()];
        for &other in &before {
            let tells = |var: &Var| asked.contains(var) && !vars[*var as usize];
            if rule.body[other].vars().iter().any(tells) {
                know(&mut vars, &rule.body[other]);
                chosen[other] = true;
            }
        }
        for (other, condition) in rule.body.iter().enumerate() {
            let counts = match condition {
                Condition::Yes(_) => before.contains(&other),
                Condition::No(atom) => !self.is_dynamic[atom.pred as usize],
                Condition::Differ(_) => true,
                Condition::Guard(_) => false,
            };
            chosen[other] |= counts && condition.vars().iter().all(|&var| vars[var as usize]);
        }
        let body = rule.body.iter().zip(chosen);
        body.filter(|(_, is)| *is)
            .map(|(condition, _)| condition.clone())
            .collect()
    }
}

/// Marks the variables of a condition as known.
fn know(vars: &mut [bool], condition: &Condition) {
    let known = condition.vars();
    known.into_iter().for_each(|var| vars[var as usize] = true);
}

/// Returns whether the value of an argument is known. Compound terms with variables do not count, because their
/// demands could grow without end, as where `(p ?x)` calls `(p (s ?x))`.
fn is_known(pattern: &Pattern, vars: &[bool]) -> bool {
    match pattern {
        Pattern::Var(var) => vars[*var as usize],
        Pattern::Ground(_) => true,
        Pattern::Compound(..) => false,
    }
}
