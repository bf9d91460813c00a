//! The rules of a sheet. Each has a head and conditions that all have to hold, without `or`.

mod pattern;
mod same;
#[cfg(test)]
mod tests;

use self::pattern::compound;
pub(crate) use self::pattern::{Pattern, Var};
use self::same::{LARGEST_SAME, Same};
use crate::read::{Form, Node};
use crate::terms::{Name, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use yomikiri_core::TextError;

/// The number of a relation.
pub(crate) type Pred = u32;

/// The limit for the conditions of a rule, so that code that walks over them may recurse.
const MOST_CONDITIONS: usize = 500;
/// The limit for all conditions that one rule expands to when its `or`s are split.
const MOST_TAKEN_APART: usize = 200_000;

/// A relation applied to patterns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Atom {
    pub(crate) pred: Pred,
    pub(crate) args: Vec<Pattern>,
}

impl Atom {
    /// Returns the variables, each once.
    pub(crate) fn vars(&self) -> Vec<Var> {
        vars(&self.args)
    }

    /// Returns the atom with each variable replaced by a pattern.
    pub(crate) fn replace(&self, terms: &mut Terms, by: &impl Fn(Var) -> Pattern) -> Atom {
        let args = self.args.iter().map(|arg| arg.replace(terms, by));
        Atom {
            pred: self.pred,
            args: args.collect(),
        }
    }
}

fn vars(patterns: &[Pattern]) -> Vec<Var> {
    let mut found = Vec::new();
    for pattern in patterns {
        pattern.each_var(&mut |var| {
            if !found.contains(&var) {
                found.push(var);
            }
        });
    }
    found
}

/// A condition of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Condition {
    Yes(Atom),
    No(Atom),
    /// Two terms have to differ.
    Differ([Pattern; 2]),
    /// A relation that always holds if the rule's other conditions do. It narrows the search for instances but is
    /// not part of them.
    Guard(Atom),
}

impl Condition {
    /// Returns the variables, each once.
    pub(crate) fn vars(&self) -> Vec<Var> {
        match self {
            Condition::Yes(atom) | Condition::No(atom) | Condition::Guard(atom) => atom.vars(),
            Condition::Differ(sides) => vars(sides),
        }
    }

    /// Returns the atom, if the condition has one.
    pub(crate) fn atom(&self) -> Option<&Atom> {
        match self {
            Condition::Yes(atom) | Condition::No(atom) | Condition::Guard(atom) => Some(atom),
            Condition::Differ(_) => None,
        }
    }

    fn replace(&self, terms: &mut Terms, by: &impl Fn(Var) -> Pattern) -> Condition {
        match self {
            Condition::Yes(atom) => Condition::Yes(atom.replace(terms, by)),
            Condition::No(atom) => Condition::No(atom.replace(terms, by)),
            Condition::Guard(atom) => Condition::Guard(atom.replace(terms, by)),
            Condition::Differ([a, b]) => {
                Condition::Differ([a.replace(terms, by), b.replace(terms, by)])
            }
        }
    }
}

/// A rule.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub(crate) head: Atom,
    pub(crate) body: Vec<Condition>,
    /// The place of each condition in the text, or of the whole rule for a condition without its own place.
    pub(crate) places: Vec<Range<usize>>,
    /// The place of the head in the text.
    pub(crate) span: Range<usize>,
    /// The number of variables.
    pub(crate) vars: usize,
    /// The names of the variables that the sheet names.
    pub(crate) names: Vec<Box<str>>,
}

/// A relation of the sheet.
#[derive(Clone, Debug)]
pub(crate) struct Relation {
    pub(crate) name: Name,
    pub(crate) arity: usize,
}

/// The relations with a predefined meaning.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words {
    pub(crate) role: Pred,
    pub(crate) init: Pred,
    pub(crate) true_: Pred,
    pub(crate) does: Pred,
    pub(crate) next: Pred,
    pub(crate) legal: Pred,
    pub(crate) goal: Pred,
    pub(crate) terminal: Pred,
}

/// All rules of a sheet.
#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) terms: Terms,
    pub(crate) relations: Vec<Relation>,
    pub(crate) words: Words,
    pub(crate) rules: Vec<Rule>,
    /// The relations that are the head of a rule in the text, even of a rule that can never hold.
    pub(crate) heads: FxHashSet<Pred>,
}

impl Program {
    /// Returns the name of a relation.
    pub(crate) fn name(&self, pred: Pred) -> &str {
        self.terms.text(self.relations[pred as usize].name)
    }

    /// Adds a relation that no sheet can name.
    pub(crate) fn add_relation(&mut self, arity: usize) -> Pred {
        let name = self.terms.name("( )");
        self.relations.push(Relation { name, arity });
        (self.relations.len() - 1) as Pred
    }
}

/// Turns the nodes of a sheet into rules.
///
/// # Errors
///
/// Returns an error for a node that is not a rule, and for a relation with two different numbers of arguments.
pub(crate) fn rules(nodes: &[Node]) -> Result<Program, TextError> {
    let mut reader = Reader::new();
    let word = |reader: &mut Reader, name, arity| reader.pred(name, arity, 0..0);
    let words = Words {
        role: word(&mut reader, "role", 1)?,
        init: word(&mut reader, "init", 1)?,
        true_: word(&mut reader, "true", 1)?,
        does: word(&mut reader, "does", 2)?,
        next: word(&mut reader, "next", 1)?,
        legal: word(&mut reader, "legal", 2)?,
        goal: word(&mut reader, "goal", 2)?,
        terminal: word(&mut reader, "terminal", 0)?,
    };
    for node in nodes {
        reader.sentence(node)?;
    }
    Ok(Program {
        terms: reader.terms,
        relations: reader.relations,
        words,
        rules: reader.rules,
        heads: reader.heads,
    })
}

/// A condition and its place.
type Placed = (Condition, Range<usize>);

/// Conditions during the splitting of `or`s: one of the lists has to hold.
type Either = Vec<Vec<Part>>;

/// A part of an unfinished body. `Same` disappears when variables are replaced.
#[derive(Clone)]
enum Part {
    Condition(Placed),
    Same([Pattern; 2]),
}

struct Reader {
    terms: Terms,
    relations: Vec<Relation>,
    by_name: FxHashMap<Name, Pred>,
    rules: Vec<Rule>,
    heads: FxHashSet<Pred>,
    /// The variables of the current rule.
    vars: Vec<Box<str>>,
}

impl Reader {
    fn new() -> Reader {
        Reader {
            terms: Terms::default(),
            relations: Vec::new(),
            by_name: FxHashMap::default(),
            rules: Vec::new(),
            heads: FxHashSet::default(),
            vars: Vec::new(),
        }
    }

    fn pred(&mut self, name: &str, arity: usize, span: Range<usize>) -> Result<Pred, TextError> {
        let name = self.terms.name(name);
        if let Some(&pred) = self.by_name.get(&name) {
            let known = self.relations[pred as usize].arity;
            if known == arity {
                return Ok(pred);
            }
            let text = self.terms.text(name);
            let message = format!("`{text}` has {arity} arguments here and {known} elsewhere");
            return Err(TextError::new(span, message));
        }
        let pred = self.relations.len() as Pred;
        self.relations.push(Relation { name, arity });
        self.by_name.insert(name, pred);
        Ok(pred)
    }

    /// Reads a fact or a rule.
    fn sentence(&mut self, node: &Node) -> Result<(), TextError> {
        self.vars.clear();
        let wrong = |span, message: &str| Err(TextError::new(span, message));
        match node.call() {
            Some(("<=", [])) => wrong(node.span.clone(), "this rule has no head"),
            Some(("<=", [head, body @ ..])) => {
                let atom = self.head(head)?;
                let mut either = vec![Vec::new()];
                for part in body {
                    let more = self.either(part, true)?;
                    either = both(&either, &more, &node.span)?;
                }
                for parts in either {
                    self.add(&atom, parts, head.span.clone())?;
                }
                Ok(())
            }
            _ if node.word() == Some("<=") => {
                wrong(node.span.clone(), "an arrow stands at the start of a list")
            }
            _ => {
                let atom = self.head(node)?;
                self.add(&atom, Vec::new(), node.span.clone())
            }
        }
    }

    fn head(&mut self, node: &Node) -> Result<Atom, TextError> {
        if let Some((word @ ("true" | "does" | "distinct" | "not" | "or" | "and"), _)) = node.call()
        {
            let message = format!("`{word}` cannot be the head of a rule");
            return Err(TextError::new(node.span.clone(), message));
        }
        let atom = self.atom(node)?;
        self.heads.insert(atom.pred);
        Ok(atom)
    }

    fn atom(&mut self, node: &Node) -> Result<Atom, TextError> {
        let (name, args) = match (&node.form, node.call()) {
            (Form::Word(word), _) => (&**word, &[][..]),
            (_, Some((name, args))) => (name, args),
            _ => {
                let message = "a relation begins with its name";
                return Err(TextError::new(node.span.clone(), message));
            }
        };
        if name.starts_with('?') {
            let message = "a variable cannot stand for a relation";
            return Err(TextError::new(node.span.clone(), message));
        }
        let pred = self.pred(name, args.len(), node.span.clone())?;
        let args = args.iter().map(|arg| self.pattern(arg));
        Ok(Atom {
            pred,
            args: args.collect::<Result<_, _>>()?,
        })
    }

    fn pattern(&mut self, node: &Node) -> Result<Pattern, TextError> {
        if let Some(word) = node.word() {
            if word.starts_with('?') {
                let known = self.vars.iter().position(|var| **var == *word);
                let var = known.unwrap_or_else(|| {
                    self.vars.push(word.into());
                    self.vars.len() - 1
                });
                return Ok(Pattern::Var(var as Var));
            }
            let name = self.terms.name(word);
            return Ok(Pattern::Ground(self.terms.make(name, &[])));
        }
        match node.call() {
            Some((name, args)) if !name.starts_with('?') => {
                let name = self.terms.name(name);
                let args = args.iter().map(|arg| self.pattern(arg));
                let args = args.collect::<Result<_, _>>()?;
                Ok(compound(&mut self.terms, name, args))
            }
            _ => {
                let message = "a term begins with its name";
                Err(TextError::new(node.span.clone(), message))
            }
        }
    }

    /// Splits a condition or, unless `holds`, its negation.
    fn either(&mut self, node: &Node, holds: bool) -> Result<Either, TextError> {
        match node.call() {
            Some(("not", [inner])) => return self.either(inner, !holds),
            Some((word @ ("or" | "and"), parts)) if !parts.is_empty() => {
                let mut all = match (word == "or") == holds {
                    true => Vec::new(),
                    false => vec![Vec::new()],
                };
                for part in parts {
                    let more = self.either(part, holds)?;
                    match (word == "or") == holds {
                        true => all.extend(more),
                        false => all = both(&all, &more, &node.span)?,
                    }
                }
                return Ok(all);
            }
            Some(("distinct", [a, b])) => {
                let sides = [self.pattern(a)?, self.pattern(b)?];
                let part = match holds {
                    true => Part::Condition((Condition::Differ(sides), node.span.clone())),
                    false => Part::Same(sides),
                };
                return Ok(vec![vec![part]]);
            }
            Some((word @ ("not" | "or" | "and" | "distinct" | "<="), _)) => {
                let message = format!("`{word}` is not used like this in a condition");
                return Err(TextError::new(node.span.clone(), message));
            }
            _ => {}
        }
        let atom = self.atom(node)?;
        let condition = match holds {
            true => Condition::Yes(atom),
            false => Condition::No(atom),
        };
        Ok(vec![vec![Part::Condition((condition, node.span.clone()))]])
    }

    /// Adds a rule of conditions that all have to hold. Adds nothing if two terms that must be equal cannot be.
    fn add(&mut self, head: &Atom, parts: Vec<Part>, span: Range<usize>) -> Result<(), TextError> {
        let mut same = Same {
            values: vec![None; self.vars.len()],
        };
        let mut steps = LARGEST_SAME;
        for part in &parts {
            if let Part::Same([a, b]) = part
                && !same.unify(&self.terms, a, b, &mut steps)
            {
                return Ok(());
            }
        }
        let terms = &mut self.terms;
        let mut body = Vec::new();
        let mut places = Vec::new();
        let mut left = if steps == 0 { 0 } else { LARGEST_SAME };
        let vars = 0..self.vars.len() as Var;
        let full = vars.map(|var| same.full(terms, &Pattern::Var(var), &mut left, 0));
        let Some(full) = full.collect::<Option<Vec<Pattern>>>() else {
            let message = "the terms that this rule makes the same are too large";
            return Err(TextError::new(span, message));
        };
        let value = |var: Var| full[var as usize].clone();
        for part in parts {
            if let Part::Condition((condition, place)) = part {
                let condition = condition.replace(terms, &value);
                // Duplicate conditions are common when `or`s are split.
                if !body.contains(&condition) {
                    body.push(condition);
                    places.push(place);
                }
            }
        }
        self.rules.push(Rule {
            head: head.replace(terms, &value),
            body,
            places,
            span,
            vars: self.vars.len(),
            names: self.vars.clone(),
        });
        Ok(())
    }
}

/// Returns the conjunction of two alternatives.
fn both(some: &Either, more: &Either, span: &Range<usize>) -> Result<Either, TextError> {
    let len = |either: &Either| either.iter().map(|parts| parts.len().max(1)).sum::<usize>();
    let total = len(some).saturating_mul(more.len()) + len(more).saturating_mul(some.len());
    let longest = |either: &Either| either.iter().map(Vec::len).max().unwrap_or(0);
    if total > MOST_TAKEN_APART || longest(some) + longest(more) > MOST_CONDITIONS {
        let message = "this rule has too many conditions when its `or`s are taken apart";
        return Err(TextError::new(span.clone(), message));
    }
    let pairs = some.iter().flat_map(|a| more.iter().map(move |b| (a, b)));
    Ok(pairs.map(|(a, b)| [&a[..], &b[..]].concat()).collect())
}
