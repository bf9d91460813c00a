//! A sheet evaluated as the language's definition says, fact by fact, with no thought of speed. It shares no code
//! with the crate.

use std::collections::{BTreeMap, BTreeSet};

/// A term or an atom.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Term {
    Var(String),
    Of(String, Vec<Term>),
}

impl Term {
    fn name(&self) -> &str {
        match self {
            Term::Var(name) | Term::Of(name, _) => name,
        }
    }

    pub(crate) fn args(&self) -> &[Term] {
        match self {
            Term::Var(_) => &[],
            Term::Of(_, args) => args,
        }
    }

    /// As the crate writes terms: `cell(1,2)`.
    pub(crate) fn text(&self) -> String {
        match self.args() {
            [] => self.name().to_owned(),
            args => {
                let args: Vec<String> = args.iter().map(Term::text).collect();
                format!("{}({})", self.name(), args.join(","))
            }
        }
    }
}

type Values = BTreeMap<String, Term>;
type Facts = BTreeSet<Term>;

/// The rules of a sheet: heads and bodies.
pub(crate) struct Naive {
    rules: Vec<(Term, Vec<Term>)>,
    /// The stratum of each relation.
    strata: BTreeMap<String, usize>,
}

fn parse(text: &str) -> Vec<Term> {
    let spaced = text.to_lowercase().replace('(', " ( ").replace(')', " ) ");
    let mut stack: Vec<Vec<Term>> = vec![Vec::new()];
    for word in spaced.split_whitespace() {
        match word {
            "(" => stack.push(Vec::new()),
            ")" => {
                let mut list = stack.pop().unwrap();
                let head = list.remove(0);
                let term = Term::Of(head.name().to_owned(), list);
                stack.last_mut().unwrap().push(term);
            }
            word if word.starts_with('?') => {
                stack.last_mut().unwrap().push(Term::Var(word.to_owned()))
            }
            word => stack
                .last_mut()
                .unwrap()
                .push(Term::Of(word.to_owned(), Vec::new())),
        }
    }
    stack.pop().unwrap()
}

/// The relations of a condition, and whether each is negated.
fn relations(term: &Term, is_negated: bool, found: &mut Vec<(String, bool)>) {
    match (term.name(), term.args()) {
        ("not", [inner]) => relations(inner, !is_negated, found),
        ("or" | "and", parts) => parts
            .iter()
            .for_each(|part| relations(part, is_negated, found)),
        ("distinct", _) => {}
        (name, _) => found.push((name.to_owned(), is_negated)),
    }
}

impl Naive {
    pub(crate) fn read(text: &str) -> Naive {
        let mut rules = Vec::new();
        for term in parse(text) {
            match (term.name(), term.args()) {
                ("<=", [head, body @ ..]) => rules.push((head.clone(), body.to_vec())),
                _ => rules.push((term, Vec::new())),
            }
        }
        let mut strata: BTreeMap<String, usize> = BTreeMap::new();
        for _ in 0..100 {
            for (head, body) in &rules {
                let mut on = Vec::new();
                body.iter().for_each(|part| relations(part, false, &mut on));
                let above = |(name, is_negated): &(String, bool)| {
                    strata.get(name).copied().unwrap_or(0) + usize::from(*is_negated)
                };
                let least = on.iter().map(above).max().unwrap_or(0);
                let stratum = strata.entry(head.name().to_owned()).or_default();
                *stratum = least.max(*stratum);
            }
        }
        assert!(
            strata.values().all(|&stratum| stratum < 90),
            "not stratified"
        );
        Naive { rules, strata }
    }

    /// Everything that follows from some facts.
    fn follow(&self, mut facts: Facts) -> Facts {
        for stratum in 0..=self.strata.values().copied().max().unwrap_or(0) {
            loop {
                let mut new = Vec::new();
                for (head, body) in &self.rules {
                    if self.strata[head.name()] == stratum {
                        solve(&facts, body.clone(), &Values::new(), &mut |values| {
                            new.push(replace(head, values));
                        });
                    }
                }
                let before = facts.len();
                facts.extend(new);
                if facts.len() == before {
                    break;
                }
            }
        }
        facts
    }

    /// What holds at the start.
    pub(crate) fn start(&self) -> Facts {
        of(&self.follow(Facts::new()), "init")
            .map(|args| args[0].clone())
            .collect()
    }

    /// Everything that follows in a state.
    pub(crate) fn state(&self, state: &Facts) -> Facts {
        self.follow(
            state
                .iter()
                .map(|fact| Term::Of("true".to_owned(), vec![fact.clone()]))
                .collect(),
        )
    }

    /// The next state after moves: role and move.
    pub(crate) fn next(&self, state: &Facts, moves: &[[Term; 2]]) -> Facts {
        let holds = state
            .iter()
            .map(|fact| Term::Of("true".to_owned(), vec![fact.clone()]));
        let does = moves
            .iter()
            .map(|pair| Term::Of("does".to_owned(), pair.to_vec()));
        let facts = self.follow(holds.chain(does).collect());
        of(&facts, "next").map(|args| args[0].clone()).collect()
    }
}

/// The arguments of all facts of a relation.
pub(crate) fn of<'f>(facts: &'f Facts, name: &str) -> impl Iterator<Item = &'f [Term]> {
    facts
        .iter()
        .filter(move |fact| fact.name() == name)
        .map(Term::args)
}

fn replace(term: &Term, values: &Values) -> Term {
    match term {
        Term::Var(name) => values.get(name).cloned().unwrap_or_else(|| term.clone()),
        Term::Of(name, args) => Term::Of(
            name.clone(),
            args.iter().map(|arg| replace(arg, values)).collect(),
        ),
    }
}

fn has_vars(term: &Term) -> bool {
    matches!(term, Term::Var(_)) || term.args().iter().any(has_vars)
}

fn matches(pattern: &Term, term: &Term, values: &mut Values) -> bool {
    match pattern {
        Term::Var(name) => match values.get(name) {
            Some(value) => value == term,
            None => {
                values.insert(name.clone(), term.clone());
                true
            }
        },
        Term::Of(name, args) => {
            name == term.name()
                && args.len() == term.args().len()
                && args
                    .iter()
                    .zip(term.args())
                    .all(|(arg, term)| matches(arg, term, values))
        }
    }
}

/// Calls `found` with the values for which all conditions hold.
fn solve(facts: &Facts, mut body: Vec<Term>, values: &Values, found: &mut dyn FnMut(&Values)) {
    if body.is_empty() {
        return found(values);
    }
    // A condition with `not` or `distinct` waits until its variables are known.
    let waits =
        |term: &Term| matches!(term.name(), "not" | "distinct") && has_vars(&replace(term, values));
    let at = body
        .iter()
        .position(|term| !waits(term))
        .expect("a safe rule");
    let term = body.remove(at);
    match (term.name(), term.args()) {
        ("or", parts) => {
            for part in parts {
                let body = [std::slice::from_ref(part), &body[..]].concat();
                solve(facts, body, values, found);
            }
        }
        ("and", parts) => solve(facts, [parts, &body[..]].concat(), values, found),
        ("not", [inner]) => {
            let mut holds = false;
            solve(facts, vec![replace(inner, values)], values, &mut |_| {
                holds = true
            });
            if !holds {
                solve(facts, body, values, found);
            }
        }
        ("distinct", [a, b]) => {
            if replace(a, values) != replace(b, values) {
                solve(facts, body, values, found);
            }
        }
        _ => {
            for fact in facts {
                let mut values = values.clone();
                if matches(&term, fact, &mut values) {
                    solve(facts, body.clone(), &values, found);
                }
            }
        }
    }
}
