//! Terms with variables.

use crate::terms::{Name, Term, Terms};

/// The number of a variable of a rule.
pub(crate) type Var = u32;

/// A term with variables.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Pattern {
    Var(Var),
    Ground(Term),
    /// A name with arguments, at least one of which has a variable.
    Compound(Name, Vec<Pattern>),
}

impl Pattern {
    /// Returns the name that the pattern begins with, or `None` for a variable.
    pub(crate) fn name(&self, terms: &Terms) -> Option<Name> {
        match self {
            Pattern::Var(_) => None,
            Pattern::Ground(term) => Some(terms.head(*term)),
            Pattern::Compound(name, _) => Some(*name),
        }
    }

    /// Returns the name that the pattern begins with and the number of its arguments, or `None` for a variable.
    pub(crate) fn shape(&self, terms: &Terms) -> Option<(Name, usize)> {
        match self {
            Pattern::Var(_) => None,
            Pattern::Ground(term) => Some((terms.head(*term), terms.args(*term).len())),
            Pattern::Compound(name, args) => Some((*name, args.len())),
        }
    }

    /// Calls `f` for each occurrence of a variable.
    pub(crate) fn each_var(&self, f: &mut impl FnMut(Var)) {
        match self {
            Pattern::Var(var) => f(*var),
            Pattern::Ground(_) => {}
            Pattern::Compound(_, args) => args.iter().for_each(|arg| arg.each_var(f)),
        }
    }

    /// Returns the pattern with each variable replaced by a pattern.
    pub(crate) fn replace(&self, terms: &mut Terms, by: &impl Fn(Var) -> Pattern) -> Pattern {
        match self {
            Pattern::Var(var) => by(*var),
            Pattern::Ground(_) => self.clone(),
            Pattern::Compound(name, args) => {
                let args = args.iter().map(|arg| arg.replace(terms, by)).collect();
                compound(terms, *name, args)
            }
        }
    }
}

/// Returns a name with arguments, as a ground term if all arguments are ground.
pub(super) fn compound(terms: &mut Terms, name: Name, args: Vec<Pattern>) -> Pattern {
    let ground = |arg: &Pattern| match arg {
        Pattern::Ground(term) => Some(*term),
        _ => None,
    };
    match args.iter().map(ground).collect::<Option<Vec<Term>>>() {
        Some(args) => Pattern::Ground(terms.make(name, &args)),
        None => Pattern::Compound(name, args),
    }
}
