//! Finds all instances of some rules, round after round: each instance in the round after its newest atom came.

use super::plan::{Rounds, Scan, Step, Viewed, known_value, plan, value};
use super::store::{Column, END, Store, key};
use crate::limits::{Budget, Unread};
use crate::rules::{Condition, Pred, Program, Rule, Words};
use crate::terms::{Term, Terms};
use yomikiri_core::TextError;

/// The deepest term. Sheets count with numbers that they list, or with few `succ`s.
const DEEPEST_TERM: u32 = 60;

/// The instances of rules: the number of an atom, and what it follows from.
#[derive(Debug, Default)]
pub(crate) struct Instances {
    /// For each instance: the head, how many atoms hold and how many do not, and their numbers.
    words: Vec<u32>,
    /// The relation and the terms of each atom that some instance negates. It may be one that never holds.
    negated: Vec<(Pred, Box<[Term]>)>,
    by_negated: rustc_hash::FxHashMap<(Pred, Box<[Term]>), u32>,
    len: usize,
}

/// An instance of a rule.
#[derive(Debug)]
pub(crate) struct Instance<'i> {
    pub(crate) head: u32,
    /// The numbers of atoms that hold.
    pub(crate) yes: &'i [u32],
    /// The numbers of atoms that do not, among [those that are negated](Instances::negated).
    pub(crate) no: &'i [u32],
}

impl Instances {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The atoms that are negated.
    pub(crate) fn negated(&self) -> impl Iterator<Item = (Pred, &[Term])> {
        self.negated.iter().map(|(pred, args)| (*pred, &args[..]))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Instance<'_>> {
        let mut rest = &self.words[..];
        std::iter::from_fn(move || {
            let (&[head, yes, no], after) = rest.split_first_chunk::<3>()?;
            let (yes, after) = after.split_at(yes as usize);
            let (no, after) = after.split_at(no as usize);
            rest = after;
            Some(Instance { head, yes, no })
        })
    }

    fn negate(&mut self, pred: Pred, args: Box<[Term]>) -> u32 {
        let key = (pred, args);
        if let Some(&number) = self.by_negated.get(&key) {
            return number;
        }
        let number = self.negated.len() as u32;
        self.negated.push(key.clone());
        self.by_negated.insert(key, number);
        number
    }

    fn bytes(&self) -> usize {
        self.words.capacity() * 4 + self.negated.len() * 128
    }
}

/// A rule, with the condition whose atom has to be new.
struct Occurrence {
    rule: usize,
    new: Option<usize>,
    steps: Vec<Step>,
    /// The sizes of the conditions' views when the steps were planned.
    sizes: Vec<usize>,
}

/// A search for instances.
pub(super) struct Run<'p> {
    terms: &'p mut Terms,
    store: &'p mut Store,
    rules: &'p [Rule],
    words: Words,
    /// The relations that grow.
    growing: Vec<Pred>,
    is_growing: Vec<bool>,
    viewed: Vec<Vec<Option<Viewed>>>,
    /// For each rule, the conditions that are left to the network.
    later: Vec<Vec<bool>>,
    is_recorded: bool,
    pub(super) instances: Instances,
}

impl<'p> Run<'p> {
    /// A search in which some relations grow and the others are complete.
    pub(super) fn new(
        program: &'p mut Program,
        store: &'p mut Store,
        rules: &'p [Rule],
        growing: &[Pred],
        is_recorded: bool,
    ) -> Run<'p> {
        store.grow(program);
        let mut all = growing.to_vec();
        // Relations that the splitting added.
        all.extend(rules.iter().map(|rule| rule.head.pred));
        all.sort_unstable();
        all.dedup();
        let mut is_growing = vec![false; program.relations.len()];
        all.iter()
            .for_each(|&pred| is_growing[pred as usize] = true);
        let terms = &mut program.terms;
        store.settle(terms);
        store.make_new(&all);
        let view = |condition: &Condition, store: &mut Store| match condition {
            Condition::Yes(atom) | Condition::Guard(atom) => {
                let (view, columns) = store.view(terms, atom);
                Some(Viewed { view, columns })
            }
            _ => None,
        };
        let mut viewed = Vec::new();
        for rule in rules {
            let views = rule.body.iter().map(|condition| view(condition, store));
            viewed.push(views.collect());
        }
        let is_later = |condition: &Condition| match condition {
            Condition::No(atom) => is_growing[atom.pred as usize],
            _ => false,
        };
        let later = rules
            .iter()
            .map(|rule| rule.body.iter().map(is_later).collect());
        Run {
            later: later.collect(),
            terms,
            store,
            rules,
            words: program.words,
            growing: all,
            is_growing,
            viewed,
            is_recorded,
            instances: Instances::default(),
        }
    }

    /// Runs until nothing is new.
    pub(super) fn finish(&mut self, budget: &mut Budget<'_>) -> Result<(), Unread> {
        let mut occurrences = Vec::new();
        for (rule, body) in self.rules.iter().enumerate() {
            let grows = |(at, condition): (usize, &Condition)| {
                let atom = condition.atom()?;
                let is =
                    !matches!(condition, Condition::No(_)) && self.is_growing[atom.pred as usize];
                is.then_some(Some(at))
            };
            let mut news: Vec<Option<usize>> =
                body.body.iter().enumerate().filter_map(grows).collect();
            if news.is_empty() {
                news.push(None);
            }
            occurrences.extend(news.into_iter().map(|new| Occurrence {
                rule,
                new,
                steps: Vec::new(),
                sizes: Vec::new(),
            }));
        }
        let mut is_first = true;
        while self.store.begin_round(self.terms, &self.growing) || is_first {
            budget.hold(self.store.bytes() + self.instances.bytes() + self.terms.len() * 64)?;
            for occurrence in &mut occurrences {
                self.round(occurrence, is_first, budget)?;
            }
            is_first = false;
        }
        Ok(())
    }

    fn round(
        &mut self,
        occurrence: &mut Occurrence,
        is_first: bool,
        budget: &mut Budget<'_>,
    ) -> Result<(), Unread> {
        budget.spend(1)?;
        let viewed = &self.viewed[occurrence.rule];
        let is_due = match occurrence.new {
            None => is_first,
            Some(at) => viewed[at].as_ref().is_some_and(|viewed| {
                let [old, end] = self.store.views[viewed.view].ends;
                old != end
            }),
        };
        if !is_due {
            return Ok(());
        }
        let rule = &self.rules[occurrence.rule];
        let size = |viewed: &Option<Viewed>| match viewed {
            Some(viewed) => self.store.views[viewed.view].of.len(),
            None => 0,
        };
        let sizes: Vec<usize> = viewed.iter().map(size).collect();
        let grew = |(&old, &new): (&usize, &usize)| new > 2 * old + 8;
        if occurrence.steps.is_empty() || occurrence.sizes.iter().zip(&sizes).any(grew) {
            let later = &self.later[occurrence.rule];
            occurrence.steps = plan(self.store, rule, viewed, later, occurrence.new);
            occurrence.sizes = sizes;
            budget.spend(10 * rule.body.len() as u64)?;
        }
        let mut search = Search {
            run: self,
            rule,
            steps: &occurrence.steps,
            new: occurrence.new,
            values: vec![0; rule.vars],
            atoms: vec![0; rule.body.len()],
            budget,
        };
        search.go(0)
    }

    /// Records an instance, or its head alone. `atoms` has the row of each condition that holds.
    fn found(
        &mut self,
        rule: &Rule,
        values: &[u32],
        rows: &[u32],
        budget: &mut Budget<'_>,
    ) -> Result<(), Unread> {
        let head = rule
            .head
            .args
            .iter()
            .map(|arg| value(self.terms, arg, values));
        let args: Vec<Term> = head.collect();
        let (number, is_new) = self.store.add(rule.head.pred, &args);
        if is_new {
            let deepest = args.iter().map(|&arg| self.terms.depth(arg)).max();
            if deepest > Some(DEEPEST_TERM) {
                let message = format!(
                    "this rule makes terms that are nested deeper than {DEEPEST_TERM}: they may grow without end"
                );
                return Err(TextError::new(rule.span.clone(), message).into());
            }
            if rule.head.pred == self.words.next && self.is_recorded {
                self.store.add(self.words.true_, &args);
            } else if rule.head.pred == self.words.legal && self.is_recorded {
                self.store.add(self.words.does, &args);
            }
            if number % 1024 == 0 {
                budget.hold(self.store.bytes() + self.instances.bytes() + self.terms.len() * 64)?;
            }
        }
        if !self.is_recorded {
            return Ok(());
        }
        let at = self.instances.words.len();
        self.instances.words.extend([number, 0, 0]);
        for (condition, &row) in rule.body.iter().zip(rows) {
            if let Condition::Yes(atom) = condition
                && self.is_growing[atom.pred as usize]
            {
                let atom = self.store.of_row(atom.pred, row);
                self.instances.words.push(atom);
                self.instances.words[at + 1] += 1;
            }
        }
        for condition in &rule.body {
            if let Condition::No(atom) = condition
                && self.is_growing[atom.pred as usize]
            {
                let args = atom.args.iter().map(|arg| value(self.terms, arg, values));
                let args: Box<[Term]> = args.collect();
                let atom = self.instances.negate(atom.pred, args);
                self.instances.words.push(atom);
                self.instances.words[at + 2] += 1;
            }
        }
        self.instances.len += 1;
        if self.instances.len.is_multiple_of(4096) {
            budget.hold(self.store.bytes() + self.instances.bytes() + self.terms.len() * 64)?;
        }
        Ok(())
    }
}

/// A search for the instances of one rule.
struct Search<'s, 'p, 'b, 'l> {
    run: &'s mut Run<'p>,
    rule: &'p Rule,
    steps: &'s [Step],
    new: Option<usize>,
    values: Vec<u32>,
    /// The row of each condition that holds.
    atoms: Vec<u32>,
    budget: &'b mut Budget<'l>,
}

impl Search<'_, '_, '_, '_> {
    fn go(&mut self, at: usize) -> Result<(), Unread> {
        let steps = self.steps;
        let Some(step) = steps.get(at) else {
            return self
                .run
                .found(self.rule, &self.values, &self.atoms, self.budget);
        };
        let rule = self.rule;
        match step {
            Step::Scan(scan) => return self.scan(scan, at),
            Step::Differ { condition } => {
                if let Condition::Differ([a, b]) = &rule.body[*condition]
                    && value(self.run.terms, a, &self.values)
                        == value(self.run.terms, b, &self.values)
                {
                    return Ok(());
                }
            }
            Step::Fails { condition } => {
                if self.row(*condition).is_some() {
                    return Ok(());
                }
            }
            Step::Holds { condition, rounds } => {
                let Some(atom) = rule.body[*condition].atom() else {
                    return Ok(());
                };
                let [old, end] = self.run.store.ends(atom.pred);
                let end = match rounds {
                    Rounds::Old if self.run.is_growing[atom.pred as usize] => old,
                    _ => end,
                };
                match self.row(*condition) {
                    Some(row) if row < end => self.atoms[*condition] = row,
                    _ => return Ok(()),
                }
            }
        }
        self.go(at + 1)
    }

    /// The row of a condition whose variables are known.
    fn row(&mut self, condition: usize) -> Option<u32> {
        let atom = self.rule.body[condition].atom()?;
        let mut args = Vec::with_capacity(atom.args.len());
        for arg in &atom.args {
            args.push(known_value(self.run.terms, arg, &self.values)?);
        }
        self.run.store.row(atom.pred, &args)
    }

    fn scan(&mut self, scan: &Scan, at: usize) -> Result<(), Unread> {
        let view = &self.run.store.views[scan.view];
        let [old, all] = view.ends;
        let is_new = self.new == Some(scan.condition);
        let is_growing = self.run.is_growing[view.pred as usize];
        let end = match scan.rounds {
            Rounds::Old if is_growing => old,
            _ => all,
        };
        let value = |column: &Column, values: &[u32]| match column {
            Column::Var(var) => values[*var as usize],
            Column::Ground(term) => *term,
        };
        let mut row = match scan.index {
            Some(index) => {
                let columns = scan
                    .known
                    .iter()
                    .map(|(_, column)| value(column, &self.values));
                view.indexes[index].last(key(columns))
            }
            None => end.wrapping_sub(1),
        };
        let first = if is_new { old } else { 0 };
        while row != END && row >= first {
            self.budget.spend(1)?;
            let view = &self.run.store.views[scan.view];
            let before = match scan.index {
                Some(index) => view.indexes[index].before(row),
                None => row.wrapping_sub(1),
            };
            let cells = view.row(row);
            let values = &mut self.values;
            let fits = row < end
                && scan
                    .known
                    .iter()
                    .all(|(at, column)| cells[*at] == value(column, values));
            if fits {
                scan.binds
                    .iter()
                    .for_each(|&(at, var)| values[var as usize] = cells[at]);
                if scan
                    .checks
                    .iter()
                    .all(|&(at, var)| cells[at] == values[var as usize])
                {
                    self.atoms[scan.condition] = view.of[row as usize];
                    self.go(at + 1)?;
                }
            }
            row = before;
        }
        Ok(())
    }
}
