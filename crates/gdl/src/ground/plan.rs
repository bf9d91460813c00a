//! The order in which the conditions of a rule are looked up, based on the sizes measured so far.

use super::store::{Column, Store, View, key};
use crate::rules::{Atom, Condition, Pattern, Rule, Var};
use crate::terms::Terms;

/// The rows that a condition may use, so that each instance is found once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rounds {
    /// The rows of all rounds so far.
    All,
    /// The rows before the last round.
    Old,
}

/// A step of the search for instances.
#[derive(Debug)]
pub(super) enum Step {
    /// Goes through the matching rows of a view.
    Scan(Scan),
    /// Checks whether an atom holds. The condition's variables are known.
    Holds { condition: usize, rounds: Rounds },
    /// Checks whether an atom of a complete relation does not hold.
    Fails { condition: usize },
    /// Checks whether two terms differ.
    Differ { condition: usize },
}

/// The way to go through a view.
#[derive(Debug)]
pub(super) struct Scan {
    pub(super) condition: usize,
    pub(super) view: usize,
    /// The index by the known columns, if there are any.
    pub(super) index: Option<usize>,
    /// The known columns.
    pub(super) known: Vec<(usize, Column)>,
    /// The columns that give values to variables.
    pub(super) binds: Vec<(usize, Var)>,
    /// Columns whose variable gets its value from another column of the row.
    pub(super) checks: Vec<(usize, Var)>,
    pub(super) rounds: Rounds,
}

impl Scan {
    /// Returns the first row to use and the end of the range.
    #[inline]
    pub(super) fn range(&self, view: &View, is_new: bool, is_growing: bool) -> [u32; 2] {
        let [old, all] = view.ends;
        let end = match self.rounds {
            Rounds::Old if is_growing => old,
            _ => all,
        };
        [if is_new { old } else { 0 }, end]
    }

    /// Returns the row to look at first: the last one. With an index, it is the last row of its chain, which may lie
    /// beyond `end`.
    #[inline]
    pub(super) fn last(&self, view: &View, end: u32, values: &[u32]) -> u32 {
        match self.index {
            Some(index) => {
                let columns = self.known.iter().map(|(_, column)| column.value(values));
                view.indexes[index].last(key(columns))
            }
            None => end.wrapping_sub(1),
        }
    }

    /// Returns the row to look at after `row`, or [`END`](super::store::END).
    #[inline]
    pub(super) fn before(&self, view: &View, row: u32) -> u32 {
        match self.index {
            Some(index) => view.indexes[index].before(row),
            None => row.wrapping_sub(1),
        }
    }

    /// Takes the values of a row. Returns whether the row matches.
    #[inline]
    pub(super) fn take(&self, view: &View, row: u32, values: &mut [u32]) -> bool {
        let cells = view.row(row);
        if !self
            .known
            .iter()
            .all(|(at, column)| cells[*at] == column.value(values))
        {
            return false;
        }
        let binds = self.binds.iter();
        binds.for_each(|&(at, var)| values[var as usize] = cells[at]);
        let mut checks = self.checks.iter();
        checks.all(|&(at, var)| cells[at] == values[var as usize])
    }
}

/// A condition on a relation, with its view.
#[derive(Clone, Debug)]
pub(super) struct Viewed {
    pub(super) view: usize,
    pub(super) columns: Vec<Column>,
}

/// Sorts the columns of a condition into those that are known, that give values, and that have to agree.
#[expect(clippy::type_complexity, reason = "three lists of columns")]
fn sort(
    columns: &[Column],
    is_known: &[bool],
) -> (Vec<(usize, Column)>, Vec<(usize, Var)>, Vec<(usize, Var)>) {
    let (mut known, mut binds, mut checks) = (Vec::new(), Vec::<(usize, Var)>::new(), Vec::new());
    for (at, &column) in columns.iter().enumerate() {
        match column {
            Column::Ground(_) => known.push((at, column)),
            Column::Var(var) if is_known[var as usize] => known.push((at, column)),
            Column::Var(var) if binds.iter().any(|&(_, bound)| bound == var) => {
                checks.push((at, var))
            }
            Column::Var(var) => binds.push((at, var)),
        }
    }
    (known, binds, checks)
}

/// Returns the plan for a rule. If `new` is given, this condition comes first and has to be new in this round.
/// `viewed` has the view of each condition that is looked up, and `later` marks the conditions that are left to the
/// network.
pub(super) fn plan(
    store: &mut Store,
    rule: &Rule,
    viewed: &[Option<Viewed>],
    later: &[bool],
    new: Option<usize>,
) -> Vec<Step> {
    let mut is_known = vec![false; rule.vars];
    let mut is_done = later.to_vec();
    let mut steps = Vec::new();
    let know = |vars: &[(usize, Var)], is_known: &mut Vec<bool>| {
        vars.iter()
            .for_each(|&(_, var)| is_known[var as usize] = true);
    };
    let mut next = new;
    loop {
        if let Some(condition) = next.take()
            && let Some(viewed) = &viewed[condition]
        {
            let (known, binds, checks) = sort(&viewed.columns, &is_known);
            is_done[condition] = true;
            know(&binds, &mut is_known);
            let rounds = match new {
                Some(new) if condition < new => Rounds::Old,
                _ => Rounds::All,
            };
            let columns: Vec<usize> = known.iter().map(|&(column, _)| column).collect();
            let view = &mut store.views[viewed.view];
            let index =
                (!columns.is_empty() && new != Some(condition)).then(|| view.index(&columns));
            steps.push(Step::Scan(Scan {
                condition,
                view: viewed.view,
                index,
                known,
                binds,
                checks,
                rounds,
            }));
        }
        // Conditions that can only narrow the search come as soon as possible.
        for (condition, body) in rule.body.iter().enumerate() {
            let vars = |condition: &Condition| condition.vars();
            if is_done[condition] || !vars(body).iter().all(|&var| is_known[var as usize]) {
                continue;
            }
            is_done[condition] = true;
            let rounds = match new {
                Some(new) if condition < new => Rounds::Old,
                _ => Rounds::All,
            };
            steps.push(match body {
                Condition::Differ(_) => Step::Differ { condition },
                Condition::No(_) => Step::Fails { condition },
                Condition::Yes(_) | Condition::Guard(_) => Step::Holds { condition, rounds },
            });
        }
        let cost = |condition: usize| {
            let viewed = viewed[condition].as_ref()?;
            let (known, _, _) = sort(&viewed.columns, &is_known);
            let columns: Vec<usize> = known.iter().map(|&(column, _)| column).collect();
            Some(store.views[viewed.view].estimate(&columns))
        };
        let open = (0..rule.body.len()).filter(|&condition| !is_done[condition]);
        let costs = open.filter_map(|condition| Some((condition, cost(condition)?)));
        match costs.min_by(|(_, a), (_, b)| a.total_cmp(b)) {
            Some((condition, _)) => next = Some(condition),
            None => return steps,
        }
    }
}

/// Returns the value of a pattern whose variables are known. Creates the term if necessary.
pub(super) fn value(terms: &mut Terms, pattern: &Pattern, values: &[u32]) -> u32 {
    match pattern {
        Pattern::Var(var) => values[*var as usize],
        Pattern::Ground(term) => *term,
        Pattern::Compound(name, args) => {
            let args: Vec<u32> = args.iter().map(|arg| value(terms, arg, values)).collect();
            terms.make(*name, &args)
        }
    }
}

/// Returns the row of an atom whose variables are known, if the atom holds in the rounds. `args` is a buffer for its
/// arguments.
pub(super) fn known_row(
    (store, terms): (&Store, &Terms),
    atom: &Atom,
    values: &[u32],
    is_old: bool,
    args: &mut Vec<u32>,
) -> Option<u32> {
    args.clear();
    for arg in &atom.args {
        args.push(known_value(terms, arg, values)?);
    }
    let [old, all] = store.ends(atom.pred);
    let end = if is_old { old } else { all };
    store.row(atom.pred, args).filter(|&row| row < end)
}

/// Returns the value of a pattern whose variables are known, if the term exists.
pub(super) fn known_value(terms: &Terms, pattern: &Pattern, values: &[u32]) -> Option<u32> {
    match pattern {
        Pattern::Var(var) => Some(values[*var as usize]),
        Pattern::Ground(term) => Some(*term),
        Pattern::Compound(name, args) => {
            let args = args.iter().map(|arg| known_value(terms, arg, values));
            terms.find(*name, &args.collect::<Option<Vec<u32>>>()?)
        }
    }
}
