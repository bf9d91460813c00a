//! The checks of a sheet: safety, stratification, the use of the keywords, and the number of roles.

#[cfg(test)]
mod tests;

use crate::order::components;
use crate::rules::{Condition, Pattern, Pred, Program, Rule};
use crate::terms::Name;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use yomikiri_core::TextError;

fn error<T>(span: &Range<usize>, message: impl Into<String>) -> Result<T, TextError> {
    Err(TextError::new(span.clone(), message))
}

/// The result of checking a sheet.
#[derive(Debug)]
pub(crate) struct Checked {
    /// The two roles, in the order of the sheet.
    pub(crate) roles: [u32; 2],
    /// A relation of states that depends on its own negation. Many sheets have such a relation although none of its
    /// atoms depends on its own negation, as in `(<= (goal x 0) (not (goal x 100)))`. It is an error only if an atom
    /// does.
    pub(crate) doubt: Option<TextError>,
}

/// Checks a sheet.
///
/// # Errors
///
/// Returns the first mistake, with its place.
pub(crate) fn check(program: &Program) -> Result<Checked, TextError> {
    for rule in &program.rules {
        safe(rule)?;
        goals(program, rule)?;
    }
    arities(program)?;
    let depends = Depends::of(program);
    depends.words(program)?;
    let doubt = depends.strata(program)?;
    let roles = roles(program)?;
    Ok(Checked { roles, doubt })
}

/// Checks that every variable occurs in a positive condition.
fn safe(rule: &Rule) -> Result<(), TextError> {
    let mut bound = vec![false; rule.vars];
    for condition in &rule.body {
        if let Condition::Yes(atom) = condition {
            atom.vars()
                .iter()
                .for_each(|&var| bound[var as usize] = true);
        }
    }
    let places = rule.body.iter().zip(&rule.places);
    let uses = places.map(|(condition, place)| (condition.vars(), place));
    let head = std::iter::once((rule.head.vars(), &rule.span));
    for (vars, place) in head.chain(uses) {
        if let Some(&var) = vars.iter().find(|&&var| !bound[var as usize]) {
            let name = &rule.names[var as usize];
            let message = format!("no condition of this rule says what `{name}` may be");
            return Err(TextError {
                help: Some(
                    "every variable has to occur in a condition without `not` and `distinct`"
                        .to_owned(),
                ),
                ..TextError::new(place.clone(), message)
            });
        }
    }
    Ok(())
}

/// Checks that a goal that is a number lies in 0 to 100.
fn goals(program: &Program, rule: &Rule) -> Result<(), TextError> {
    let Some(Pattern::Ground(value)) = rule.head.args.get(1) else {
        return Ok(());
    };
    let value = program.terms.show(*value);
    let digits = value.strip_prefix(['-', '+']).unwrap_or(&value);
    let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    let fits = value
        .parse()
        .is_ok_and(|value: i64| (0..=100).contains(&value));
    if rule.head.pred == program.words.goal && is_number && !fits {
        let message = format!("a goal has to be between 0 and 100, not {value}");
        return error(&rule.span, message);
    }
    Ok(())
}

/// Checks that each name of a proposition or a move has the same number of arguments everywhere.
fn arities(program: &Program) -> Result<(), TextError> {
    let words = program.words;
    let mut known: FxHashMap<(bool, Name), usize> = FxHashMap::default();
    for rule in &program.rules {
        let body = rule.body.iter().zip(&rule.places);
        let body = body.filter_map(|(condition, place)| Some((condition.atom()?, place)));
        for (atom, place) in std::iter::once((&rule.head, &rule.span)).chain(body) {
            let (is_move, pattern) = match atom.pred {
                pred if [words.true_, words.init, words.next].contains(&pred) => {
                    (false, &atom.args[0])
                }
                pred if [words.does, words.legal].contains(&pred) => (true, &atom.args[1]),
                _ => continue,
            };
            let Some((name, arity)) = pattern.shape(&program.terms) else {
                continue;
            };
            let before = *known.entry((is_move, name)).or_insert(arity);
            if before != arity {
                let name = program.terms.text(name);
                let message = format!("`{name}` has {arity} arguments here and {before} elsewhere");
                return error(place, message);
            }
        }
    }
    Ok(())
}

/// Names that a sheet uses in one way only, each once and in the order of the sheet.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Doubtful {
    /// Names in conditions that never hold: relations without a rule, parts of a state in neither `init` nor `next`,
    /// and moves that are never legal.
    never: Vec<String>,
    /// Relations that have rules but no meaning of their own and occur in no condition.
    unused: Vec<String>,
}

impl Doubtful {
    /// Returns a sentence about the names, without a full stop.
    pub(crate) fn tell(&self) -> Option<String> {
        let list = |names: &[String]| {
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            names.join(", ")
        };
        let (never, unused) = (list(&self.never), list(&self.unused));
        match (never.is_empty(), unused.is_empty()) {
            (true, true) => None,
            (false, true) => Some(format!(
                "no rule ever makes {never}: look whether a name is misspelt"
            )),
            (true, false) => Some(format!(
                "no condition asks for {unused}: look whether a name is misspelt"
            )),
            (false, false) => Some(format!(
                "no rule ever makes {never}, and no condition asks for {unused}: look whether a name is misspelt"
            )),
        }
    }
}

/// The relations that have a meaning even if no condition uses them.
const MEANT: [&str; 8] = [
    "role", "init", "next", "legal", "goal", "terminal", "base", "input",
];

/// Returns the names of a program that may be misspelt.
pub(crate) fn doubtful(program: &Program) -> Doubtful {
    let words = program.words;
    let made = |preds: &[Pred], at: usize| -> Option<FxHashSet<Name>> {
        let heads = program.rules.iter().map(|rule| &rule.head);
        let heads = heads.filter(|head| preds.contains(&head.pred));
        // A variable can stand for any name.
        heads
            .map(|head| head.args[at].name(&program.terms))
            .collect()
    };
    let parts = made(&[words.init, words.next], 0);
    let moves = made(&[words.legal], 1);
    let mut never = Vec::new();
    let atoms = program.rules.iter().flat_map(|rule| &rule.body);
    for atom in atoms.clone().filter_map(Condition::atom) {
        let within = match atom.pred {
            pred if pred == words.true_ => Some((&parts, &atom.args[0])),
            pred if pred == words.does => Some((&moves, &atom.args[1])),
            _ => None,
        };
        let name = match within {
            None if program.heads.contains(&atom.pred) => continue,
            None => program.name(atom.pred),
            Some((made, pattern)) => match (made, pattern.name(&program.terms)) {
                (Some(made), Some(name)) if !made.contains(&name) => program.terms.text(name),
                _ => continue,
            },
        };
        if !never.iter().any(|known| known == name) {
            never.push(name.to_owned());
        }
    }
    let mut unused: Vec<String> = Vec::new();
    let asked: FxHashSet<Pred> = atoms
        .filter_map(Condition::atom)
        .map(|atom| atom.pred)
        .collect();
    for rule in &program.rules {
        let pred = rule.head.pred;
        let name = program.name(pred);
        let has_meaning = MEANT.contains(&name);
        if !has_meaning && !asked.contains(&pred) && !unused.iter().any(|known| known == name) {
            unused.push(name.to_owned());
        }
    }
    Doubtful { never, unused }
}

/// The dependencies between relations.
struct Depends {
    /// For each relation, the relations in the conditions of its rules.
    on: Vec<Vec<Pred>>,
}

impl Depends {
    fn of(program: &Program) -> Depends {
        let mut on = vec![Vec::new(); program.relations.len()];
        for rule in &program.rules {
            let atoms = rule.body.iter().filter_map(Condition::atom);
            on[rule.head.pred as usize].extend(atoms.map(|atom| atom.pred));
        }
        for list in &mut on {
            list.sort_unstable();
            list.dedup();
        }
        Depends { on }
    }

    /// Returns the relations that depend on one of `some`, including `some`.
    fn above(&self, some: &[Pred]) -> Vec<bool> {
        let mut above = vec![false; self.on.len()];
        some.iter().for_each(|&pred| above[pred as usize] = true);
        loop {
            let is_new =
                |&pred: &usize| !above[pred] && self.on[pred].iter().any(|&on| above[on as usize]);
            let new: Vec<usize> = (0..above.len()).filter(is_new).collect();
            if new.is_empty() {
                return above;
            }
            new.iter().for_each(|&pred| above[pred] = true);
        }
    }

    fn words(&self, program: &Program) -> Result<(), TextError> {
        let words = program.words;
        let of_moves = self.above(&[words.does]);
        let of_states = self.above(&[words.true_, words.does]);
        for rule in &program.rules {
            for (condition, place) in rule.body.iter().zip(&rule.places) {
                let Some(atom) = condition.atom() else {
                    continue;
                };
                let head = program.name(rule.head.pred);
                let on = program.name(atom.pred);
                if atom.pred == words.next {
                    return error(place, "`next` cannot be a condition");
                }
                let before = [words.legal, words.goal, words.terminal];
                if before.contains(&rule.head.pred) && of_moves[atom.pred as usize] {
                    let message =
                        format!("`{head}` cannot depend on the moves, as it does through `{on}`");
                    return error(place, message);
                }
                if rule.head.pred == words.init && of_states[atom.pred as usize] {
                    let message =
                        format!("`init` cannot depend on a state, as it does through `{on}`");
                    return error(place, message);
                }
            }
        }
        for (pred, name) in [
            (words.legal, "legal"),
            (words.terminal, "terminal"),
            (words.goal, "goal"),
        ] {
            if !program.heads.contains(&pred) {
                return Err(TextError {
                    help: doubtful(program).tell(),
                    ..TextError::new(0..0, format!("there is no rule for `{name}`"))
                });
            }
        }
        Ok(())
    }

    /// Checks that no relation depends on its own negation. For a relation that depends on states, returns the error
    /// as a doubt.
    fn strata(&self, program: &Program) -> Result<Option<TextError>, TextError> {
        let words = program.words;
        let of_states = self.above(&[words.true_, words.does]);
        let seems = [words.next, words.legal, words.goal, words.terminal];
        let mut doubt = None;
        let mut component = vec![0; self.on.len()];
        for (number, members) in components(&self.on).iter().enumerate() {
            members
                .iter()
                .for_each(|&pred| component[pred as usize] = number);
        }
        for rule in &program.rules {
            for (condition, place) in rule.body.iter().zip(&rule.places) {
                if let Condition::No(atom) = condition
                    && component[atom.pred as usize] == component[rule.head.pred as usize]
                {
                    let (head, on) = (program.name(rule.head.pred), program.name(atom.pred));
                    let message = format!("`{head}` depends on itself through `not {on}`");
                    let found = TextError::new(place.clone(), message);
                    let pred = rule.head.pred;
                    if !of_states[pred as usize] && !seems.contains(&pred) {
                        return Err(found);
                    }
                    doubt.get_or_insert(found);
                }
            }
        }
        Ok(doubt)
    }
}

/// Returns the two roles, in the order of the sheet.
fn roles(program: &Program) -> Result<[u32; 2], TextError> {
    let mut roles = Vec::new();
    let heads = program
        .rules
        .iter()
        .filter(|rule| rule.head.pred == program.words.role);
    for rule in heads {
        let Pattern::Ground(role) = rule.head.args[0] else {
            return error(&rule.span, "a role has to be a name");
        };
        if !rule.body.is_empty() {
            return error(&rule.span, "a role has to be a fact, without conditions");
        }
        if program.terms.show(role) == "random" {
            return error(
                &rule.span,
                "this game has chance: its role `random` throws dice",
            );
        }
        if !roles.iter().any(|&(known, _)| known == role) {
            roles.push((role, &rule.span));
        }
    }
    match &roles[..] {
        [(first, _), (second, _)] => Ok([*first, *second]),
        [] => Err(TextError::new(
            0..0,
            "there are no roles; a game for two has two of them",
        )),
        [(_, span)] => error(
            span,
            "this game has one role; games of two roles are solved",
        ),
        [_, _, (_, span), ..] => {
            let message = format!(
                "this game has {} roles; games of two roles are solved",
                roles.len()
            );
            error(span, message)
        }
    }
}
