//! Splits rules, so that the search handles a variable that few conditions share separately.
//!
//! A rule has as many instances as its variables have combinations of values. Most conditions share few variables,
//! though. So we eliminate the variables that the head does not have, one after the other: the conditions with the
//! variable become the body of a new relation over their other variables, which takes their place. This is a tree
//! decomposition of the rule, as in Bichler, Morak and Woltran, "lpopt" (2016). The variable whose conditions have
//! the fewest variables comes first.

use crate::rules::{Atom, Condition, Pattern, Pred, Program, Rule, Var};

/// A set of variables of a rule, as bits. Rules with more variables than bits are not split.
type Vars = u64;

/// An item of the body of a bag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Item {
    /// A condition of the rule.
    Condition(usize),
    /// The relation of another bag.
    Bag(usize),
}

/// The body of a new relation.
#[derive(Debug, Default)]
struct Bag {
    vars: Vars,
    /// The variables of the relation.
    kept: Vars,
    items: Vec<Item>,
}

/// Splits rules. `is_dynamic` tells whether the network contains the atoms of a relation.
pub(super) fn split(
    program: &mut Program,
    rules: Vec<Rule>,
    is_dynamic: &dyn Fn(Pred) -> bool,
) -> Vec<Rule> {
    let mut all = Vec::with_capacity(rules.len());
    for rule in rules {
        match decompose(&rule, is_dynamic) {
            Some(bags) => write(program, &rule, &bags, &mut all),
            None => all.push(rule),
        }
    }
    all
}

fn mask(vars: &[Var]) -> Vars {
    vars.iter().fold(0, |mask, &var| mask | 1 << var)
}

/// Returns the bags of a rule, with the bag of the head last, or `None` if there is nothing to split.
fn decompose(rule: &Rule, is_dynamic: &dyn Fn(Pred) -> bool) -> Option<Vec<Bag>> {
    let head = rule.head.vars();
    if rule.vars > Vars::BITS as usize || rule.body.len() < 2 {
        return None;
    }
    let mut edges: Vec<(Vars, Item)> = Vec::new();
    for (at, condition) in rule.body.iter().enumerate() {
        edges.push((mask(&condition.vars()), Item::Condition(at)));
    }
    let all = edges.iter().fold(0, |all, (vars, _)| all | vars);
    let mut open = all & !mask(&head);
    let mut bags = Vec::new();
    while open != 0 {
        let around = |var: Var| {
            let with = edges.iter().filter(|(vars, _)| vars >> var & 1 == 1);
            with.fold(0, |around, (vars, _)| around | vars)
        };
        let vars = (0..Vars::BITS).filter(|var| open >> var & 1 == 1);
        let var = vars.min_by_key(|&var| around(var).count_ones())?;
        let vars = around(var);
        let (inside, outside) = edges
            .into_iter()
            .partition(|(vars, _)| vars >> var & 1 == 1);
        let inside: Vec<(Vars, Item)> = inside;
        edges = outside;
        edges.push((vars & !(1 << var), Item::Bag(bags.len())));
        open &= !(1 << var);
        bags.push(Bag {
            vars,
            kept: vars & !(1 << var),
            items: inside.into_iter().map(|(_, item)| item).collect(),
        });
    }
    bags.push(Bag {
        vars: mask(&head),
        kept: 0,
        items: edges.into_iter().map(|(_, item)| item).collect(),
    });
    merge(rule, &mut bags, is_dynamic);
    let is_split = bags
        .last()?
        .items
        .iter()
        .any(|item| matches!(item, Item::Bag(_)));
    is_split.then_some(bags)
}

/// Merges bags into the bags above them where a separate relation would save nothing.
fn merge(rule: &Rule, bags: &mut [Bag], is_dynamic: &dyn Fn(Pred) -> bool) {
    let is_known = |item: &Item| match item {
        Item::Bag(_) => false,
        Item::Condition(at) => match &rule.body[*at] {
            Condition::Yes(atom) | Condition::No(atom) => !is_dynamic(atom.pred),
            Condition::Guard(_) | Condition::Differ(_) => true,
        },
    };
    for above in 0..bags.len() {
        let mut at = 0;
        while let Some(&item) = bags[above].items.get(at) {
            at += 1;
            let Item::Bag(below) = item else {
                continue;
            };
            let is_fixed = bags[below].items.iter().all(is_known);
            let is_wider = bags[above].vars & !bags[below].vars == 0;
            if is_fixed || is_wider {
                let below = std::mem::take(&mut bags[below]);
                bags[above].vars |= below.vars;
                bags[above].items.retain(|&other| other != item);
                bags[above].items.extend(below.items);
                at = 0;
            }
        }
    }
}

/// Writes the rules of the bags.
fn write(program: &mut Program, rule: &Rule, bags: &[Bag], all: &mut Vec<Rule>) {
    let mut atoms: Vec<Option<Atom>> = Vec::new();
    for (number, bag) in bags.iter().enumerate() {
        let is_last = number + 1 == bags.len();
        if bag.items.is_empty() && !is_last {
            // The bag was merged.
            atoms.push(None);
            continue;
        }
        let mut body = Vec::new();
        let mut bound = 0;
        let mut needed = bag.kept;
        for item in &bag.items {
            let condition = match item {
                Item::Condition(at) => rule.body[*at].clone(),
                Item::Bag(below) => match &atoms[*below] {
                    Some(atom) => Condition::Yes(atom.clone()),
                    None => continue,
                },
            };
            match condition {
                Condition::Yes(_) => bound |= mask(&condition.vars()),
                _ => needed |= mask(&condition.vars()),
            }
            body.push(condition);
        }
        if is_last {
            needed |= mask(&rule.head.vars());
        }
        let mut vars = rule.vars;
        guard(
            program,
            rule,
            bag,
            &mut body,
            (bound, needed & !bound),
            &mut vars,
        );
        let kept = (0..Vars::BITS).filter(|var| bag.kept >> var & 1 == 1);
        let head = match is_last {
            true => rule.head.clone(),
            false => {
                let args: Vec<Pattern> = kept.map(Pattern::Var).collect();
                Atom {
                    pred: program.add_relation(args.len()),
                    args,
                }
            }
        };
        atoms.push(Some(head.clone()));
        all.push(Rule {
            head,
            places: vec![rule.span.clone(); body.len()],
            body,
            span: rule.span.clone(),
            vars,
            names: rule.names.clone(),
        });
    }
}

/// Adds other conditions of the rule that narrow the search in a bag or give values to variables.
fn guard(
    program: &mut Program,
    rule: &Rule,
    bag: &Bag,
    body: &mut Vec<Condition>,
    (mut bound, mut missing): (Vars, Vars),
    vars: &mut usize,
) {
    let others = rule
        .body
        .iter()
        .enumerate()
        .filter_map(|(at, condition)| match condition {
            Condition::Yes(atom) | Condition::Guard(atom)
                if !bag.items.contains(&Item::Condition(at)) =>
            {
                Some((mask(&condition.vars()), atom))
            }
            _ => None,
        });
    let others: Vec<(Vars, &Atom)> = others.collect();
    for &(mask, atom) in &others {
        if mask != 0 && mask & !bag.vars == 0 {
            body.push(Condition::Guard(atom.clone()));
            bound |= mask;
        }
    }
    missing &= !bound;
    while missing != 0 {
        let covers = |&&(mask, _): &&(Vars, &Atom)| (mask & missing).count_ones();
        let Some(&(mask, atom)) = others.iter().max_by_key(covers) else {
            return;
        };
        if mask & missing == 0 {
            return;
        }
        // Rename variables that do not belong to the bag, so that no other condition shares them.
        let first = *vars;
        *vars += rule.vars;
        let inside = bag.vars;
        let rename = |var: Var| match inside >> var & 1 == 1 {
            true => Pattern::Var(var),
            false => Pattern::Var(first as Var + var),
        };
        body.push(Condition::Guard(atom.replace(&mut program.terms, &rename)));
        missing &= !mask;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::read;
    use crate::rules::rules;

    /// Returns the number of conditions and of variables in the head of each rule that a rule becomes.
    fn shapes(text: &str) -> Vec<(usize, usize)> {
        let mut program = rules(&read(text).unwrap()).unwrap();
        let rules = std::mem::take(&mut program.rules);
        let split = split(&mut program, rules, &|_| true);
        let shape = |rule: &Rule| (rule.body.len(), rule.head.vars().len());
        split.iter().map(shape).collect()
    }

    #[test]
    fn variables_that_few_conditions_share_are_forgotten() {
        // Nothing to forget: the conditions share all of it.
        assert_eq!(shapes("(<= (p ?x ?y) (q ?x ?z) (q ?z ?y))"), [(2, 2)]);
        // The mover's square matters to one condition alone.
        let stay = "(<= (next (cell ?x ?p)) (true (cell ?x ?p)) (does ?r (move ?u ?v)) (d ?x ?u) (d ?x ?v))";
        let found = shapes(stay);
        assert!(found.len() > 1, "{found:?}");
        assert_eq!(found.last(), Some(&(2, 2)));
        assert_eq!(shapes("(<= (p) (q ?x) (q ?y))"), [(1, 0), (2, 0)]);
    }

    #[test]
    fn new_relations_are_safe() {
        let text = "(<= (p ?x) (q ?x ?a) (q ?a ?b) (q ?b ?c) (not (q ?a ?c)) (distinct ?x ?c) (q ?c ?d) (not (q ?x ?d)))";
        let mut program = rules(&read(text).unwrap()).unwrap();
        let rules = std::mem::take(&mut program.rules);
        for rule in split(&mut program, rules, &|_| true) {
            let binds = rule
                .body
                .iter()
                .filter(|c| matches!(c, Condition::Yes(_) | Condition::Guard(_)));
            let bound: Vec<Var> = binds.flat_map(Condition::vars).collect();
            let used = rule
                .body
                .iter()
                .flat_map(Condition::vars)
                .chain(rule.head.vars());
            assert!(used.into_iter().all(|var| bound.contains(&var)), "{rule:?}");
        }
    }
}
