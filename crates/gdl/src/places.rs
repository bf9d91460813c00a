//! The places of the rules that make a sheet unplayable.

use crate::rules::{Pattern, Pred, Program, Rule};
use crate::terms::Term;
use std::ops::Range;

/// The places of the rules that refusals refer to, in bytes of the text.
#[derive(Debug)]
pub(crate) struct Places {
    /// The first rule of `legal` for each role.
    pub(crate) legal: [Range<usize>; 2],
    /// The first rule of `goal` for each role.
    pub(crate) goal: [Range<usize>; 2],
    pub(crate) terminal: Range<usize>,
}

impl Places {
    pub(crate) fn of(program: &Program, roles: [Term; 2]) -> Places {
        let words = program.words;
        let place = |pred: Pred, role: Option<Term>| {
            let is_of = |rule: &&Rule| match (role, rule.head.args.first()) {
                (Some(role), Some(Pattern::Ground(first))) => *first == role,
                _ => true,
            };
            let mut rules = program.rules.iter().filter(|rule| rule.head.pred == pred);
            let first = rules.clone().next();
            rules.find(is_of).or(first).map(|rule| rule.span.clone())
        };
        // A sheet may have no such rule, because rules that can never hold are left out.
        let place = |pred, role| {
            place(pred, role)
                .or(place(words.role, None))
                .unwrap_or(0..0)
        };
        Places {
            legal: roles.map(|role| place(words.legal, Some(role))),
            goal: roles.map(|role| place(words.goal, Some(role))),
            terminal: place(words.terminal, None),
        }
    }
}
