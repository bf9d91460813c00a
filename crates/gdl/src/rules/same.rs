//! Unification of the variables in `same` conditions.

use super::pattern::{Pattern, Var, compound};
use crate::terms::Terms;

/// The limit for the parts of the terms that a rule makes equal, with all its variables replaced.
pub(super) const LARGEST_SAME: usize = 5000;
/// The limit for the depth of these terms.
const DEEPEST_SAME: usize = 100;

/// The values that variables must have.
pub(super) struct Same {
    pub(super) values: Vec<Option<Pattern>>,
}

impl Same {
    pub(super) fn value(&self, var: Var) -> Pattern {
        match &self.values[var as usize] {
            None => Pattern::Var(var),
            Some(Pattern::Var(var)) => self.value(*var),
            Some(pattern) => pattern.clone(),
        }
    }

    /// Returns a pattern in which each variable with a value is replaced, or `None` if it is too large.
    pub(super) fn full(
        &self,
        terms: &mut Terms,
        pattern: &Pattern,
        left: &mut usize,
        depth: usize,
    ) -> Option<Pattern> {
        *left = left.checked_sub(1).filter(|_| depth < DEEPEST_SAME)?;
        match pattern {
            Pattern::Var(var) => match self.value(*var) {
                Pattern::Var(var) => Some(Pattern::Var(var)),
                other => self.full(terms, &other, left, depth + 1),
            },
            Pattern::Ground(_) => Some(pattern.clone()),
            Pattern::Compound(name, args) => {
                let args = args
                    .iter()
                    .map(|arg| self.full(terms, arg, left, depth + 1));
                let args = args.collect::<Option<Vec<Pattern>>>()?;
                Some(compound(terms, *name, args))
            }
        }
    }

    /// Returns whether a pattern contains a variable. Returns false for a pattern that is too large for
    /// [`full`](Self::full).
    pub(super) fn has(&self, pattern: &Pattern, var: Var, left: &mut usize, depth: usize) -> bool {
        *left = left.saturating_sub(1);
        if *left == 0 || depth > DEEPEST_SAME {
            return false;
        }
        match pattern {
            Pattern::Var(other) => match self.value(*other) {
                Pattern::Var(other) => other == var,
                inner => self.has(&inner, var, left, depth + 1),
            },
            Pattern::Ground(_) => false,
            Pattern::Compound(_, args) => {
                args.iter().any(|arg| self.has(arg, var, left, depth + 1))
            }
        }
    }

    /// Unifies two terms. Returns whether this is possible.
    pub(super) fn unify(
        &mut self,
        terms: &Terms,
        a: &Pattern,
        b: &Pattern,
        left: &mut usize,
    ) -> bool {
        // The replacement of the variables rejects terms that are too large.
        let Some(less) = left.checked_sub(1) else {
            return true;
        };
        *left = less;
        let look = |same: &Same, pattern: &Pattern| match pattern {
            Pattern::Var(var) => same.value(*var),
            other => other.clone(),
        };
        let (a, b) = (look(self, a), look(self, b));
        match (&a, &b) {
            _ if a == b => true,
            (Pattern::Var(var), other) | (other, Pattern::Var(var)) => {
                if self.has(other, *var, &mut { LARGEST_SAME }, 0) {
                    return false;
                }
                self.values[*var as usize] = Some(other.clone());
                true
            }
            (Pattern::Compound(name, args), Pattern::Compound(other, others)) => {
                let pairs = args.iter().zip(others);
                name == other
                    && args.len() == others.len()
                    && pairs
                        .into_iter()
                        .all(|(a, b)| self.unify(terms, a, b, left))
            }
            (Pattern::Compound(name, args), Pattern::Ground(term))
            | (Pattern::Ground(term), Pattern::Compound(name, args)) => {
                let others = terms.args(*term);
                let mut pairs = args.iter().zip(others);
                *name == terms.head(*term)
                    && args.len() == others.len()
                    && pairs.all(|(a, &b)| self.unify(terms, a, &Pattern::Ground(b), left))
            }
            (Pattern::Ground(_), Pattern::Ground(_)) => false,
        }
    }
}
