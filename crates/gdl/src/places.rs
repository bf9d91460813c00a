//! Where a sheet says what cannot be played.

use crate::rules::{Pattern, Pred, Program, Rule};
use crate::sheet::Refused;
use crate::terms::Term;
use std::ops::Range;

/// The places of the rules that refusals are about, in bytes of the text.
#[derive(Debug)]
pub(crate) struct Places {
    /// The first rule of `legal` for each role.
    legal: [Range<usize>; 2],
    /// The first rule of `goal` for each role.
    goal: [Range<usize>; 2],
    terminal: Range<usize>,
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
        // A sheet need not say when play is over.
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

    pub(crate) fn of_refused(&self, refused: &Refused) -> Range<usize> {
        match refused {
            Refused::Simultaneous => self.legal[0].clone(),
            Refused::NoMove(role) => self.legal[*role].clone(),
            Refused::NoGoal(role) | Refused::TwoGoals(role, _) => self.goal[*role].clone(),
            Refused::Outcome { .. } | Refused::Sum { .. } => self.goal[0].clone(),
            Refused::Cut => self.terminal.clone(),
        }
    }
}
