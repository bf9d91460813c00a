//! Finds all instances of some rules in rounds. It finds each instance in the round after its newest atom appeared.

use super::plan::{Rounds, Scan, Step, Viewed, known_row, plan, value};
use super::probe::Probe;
use super::store::{END, Store};
use crate::limits::{Budget, Unread};
use crate::rules::{Atom, Condition, Pred, Program, Rule, Words};
use crate::terms::{Term, Terms};
use yomikiri_core::TextError;

/// The maximum depth of a term. Sheets count with numbers that they list, or with few `succ`s.
const DEEPEST_TERM: u32 = 60;

/// The cost of a new atom, in units of one row lookup.
const ATOM: u64 = 24;

/// The cost of a recorded instance, in the same units.
const INSTANCE: u64 = 4;

/// The instances of rules: the number of the head atom and of the atoms in the conditions.
#[derive(Debug, Default)]
pub(crate) struct Instances {
    /// For each instance: the head, the numbers of positive and negated atoms, and these atoms.
    words: Vec<u32>,
    /// The relation and the terms of each atom that an instance negates. The atom may be one that never holds.
    negated: Vec<(Pred, Box<[Term]>)>,
    by_negated: rustc_hash::FxHashMap<(Pred, Box<[Term]>), u32>,
    len: usize,
}

/// An instance of a rule.
#[derive(Debug)]
pub(crate) struct Instance<'i> {
    pub(crate) head: u32,
    /// The numbers of the atoms that have to hold.
    pub(crate) yes: &'i [u32],
    /// The indexes of the atoms that must not hold, among the [negated ones](Instances::negated).
    pub(crate) no: &'i [u32],
}

impl Instances {
    /// Returns the number of instances.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Returns the negated atoms.
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

/// A rule with the condition whose atom has to be new.
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
    /// The relations that grow during the run.
    growing: Vec<Pred>,
    is_growing: Vec<bool>,
    viewed: Vec<Vec<Option<Viewed>>>,
    /// For each rule, whether each condition is left to the network.
    later: Vec<Vec<bool>>,
    /// The instances of this many rules, from the first, are recorded.
    recorded: usize,
    pub(super) instances: Instances,
}

impl<'p> Run<'p> {
    /// Creates a search in which some relations grow and the others are complete. The search records the instances
    /// of the first `recorded` rules.
    pub(super) fn new(
        program: &'p mut Program,
        store: &'p mut Store,
        rules: &'p [Rule],
        growing: &[Pred],
        recorded: usize,
    ) -> Run<'p> {
        store.grow(program);
        let mut all = growing.to_vec();
        // Add the relations that the splitting created.
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
            recorded,
            instances: Instances::default(),
        }
    }

    /// Runs until a round finds nothing new.
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
        let probe = Probe {
            store: self.store,
            terms: self.terms,
            is_growing: &self.is_growing,
            rule,
            steps: &occurrence.steps,
            new: occurrence.new,
        };
        probe.refuse(budget)?;
        let mut search = Search {
            is_recorded: occurrence.rule < self.recorded,
            run: self,
            rule,
            steps: &occurrence.steps,
            new: occurrence.new,
            values: vec![0; rule.vars],
            atoms: vec![0; rule.body.len()],
            args: Vec::new(),
            budget,
        };
        search.go(0)
    }

    /// Records an instance, or its head alone. `rows` has the row of each positive condition, and `args` is a buffer
    /// for arguments.
    fn found(
        &mut self,
        (rule, is_recorded): (&Rule, bool),
        values: &[u32],
        rows: &[u32],
        args: &mut Vec<Term>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Unread> {
        args.clear();
        for arg in &rule.head.args {
            args.push(value(self.terms, arg, values));
        }
        let (number, is_new) = self.store.add(rule.head.pred, args);
        if is_new {
            budget.spend(ATOM)?;
            let deepest = args.iter().map(|&arg| self.terms.depth(arg)).max();
            if deepest > Some(DEEPEST_TERM) {
                let message = format!(
                    "this rule makes terms that are nested deeper than {DEEPEST_TERM}: they may grow without end"
                );
                return Err(TextError::new(rule.span.clone(), message).into());
            }
            if is_recorded {
                let follows = match rule.head.pred {
                    pred if pred == self.words.next => Some(self.words.true_),
                    pred if pred == self.words.legal => Some(self.words.does),
                    _ => None,
                };
                if let Some(pred) = follows {
                    budget.spend(ATOM)?;
                    self.store.add(pred, args);
                }
            }
            if number % 1024 == 0 {
                budget.hold(self.store.bytes() + self.instances.bytes() + self.terms.len() * 64)?;
            }
        }
        if !is_recorded {
            return Ok(());
        }
        budget.spend(INSTANCE)?;
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
    is_recorded: bool,
    steps: &'s [Step],
    new: Option<usize>,
    values: Vec<u32>,
    /// The row of each positive condition.
    atoms: Vec<u32>,
    /// A buffer for the arguments of an atom.
    args: Vec<u32>,
    budget: &'b mut Budget<'l>,
}

impl Search<'_, '_, '_, '_> {
    fn go(&mut self, at: usize) -> Result<(), Unread> {
        let steps = self.steps;
        let Some(step) = steps.get(at) else {
            let (is_recorded, rows) = (self.is_recorded, &self.atoms);
            let found = (self.rule, is_recorded);
            return self
                .run
                .found(found, &self.values, rows, &mut self.args, self.budget);
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
                let atom = rule.body[*condition].atom();
                if atom.is_some_and(|atom| self.row(atom, false).is_some()) {
                    return Ok(());
                }
            }
            Step::Holds { condition, rounds } => {
                let Some(atom) = rule.body[*condition].atom() else {
                    return Ok(());
                };
                let is_old = *rounds == Rounds::Old && self.run.is_growing[atom.pred as usize];
                match self.row(atom, is_old) {
                    Some(row) => self.atoms[*condition] = row,
                    None => return Ok(()),
                }
            }
        }
        self.go(at + 1)
    }

    fn row(&mut self, atom: &Atom, is_old: bool) -> Option<u32> {
        let known = (&*self.run.store, &*self.run.terms);
        known_row(known, atom, &self.values, is_old, &mut self.args)
    }

    fn scan(&mut self, scan: &Scan, at: usize) -> Result<(), Unread> {
        let view = &self.run.store.views[scan.view];
        let is_new = self.new == Some(scan.condition);
        let [first, end] = scan.range(view, is_new, self.run.is_growing[view.pred as usize]);
        let mut row = scan.last(view, end, &self.values);
        while row != END && row >= first {
            self.budget.spend(1)?;
            let view = &self.run.store.views[scan.view];
            let before = scan.before(view, row);
            if row < end && scan.take(view, row, &mut self.values) {
                self.atoms[scan.condition] = view.of[row as usize];
                self.go(at + 1)?;
            }
            row = before;
        }
        Ok(())
    }
}
