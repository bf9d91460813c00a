//! The atoms that hold, by relation, and views of them by the form of their arguments.

use crate::rows::Rows;
use crate::rules::{Atom, Pattern, Pred, Program, Var};
use crate::terms::{Name, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::Hasher;

/// All atoms found so far.
#[derive(Debug)]
pub(crate) struct Store {
    relations: Vec<Held>,
    /// The relation and the row of each atom, in the order of insertion.
    atoms: Vec<(Pred, u32)>,
    pub(super) views: Vec<View>,
}

/// The atoms of a relation.
#[derive(Debug)]
struct Held {
    rows: Rows<u32>,
    /// The atom number of each row.
    atoms: Vec<u32>,
    /// The views of the relation.
    views: Vec<usize>,
    /// The number of rows before the last round and before this round.
    ends: [u32; 2],
}

impl Store {
    /// Creates a store for the relations of a sheet.
    pub(super) fn new(program: &Program) -> Store {
        let mut store = Store {
            relations: Vec::new(),
            atoms: Vec::new(),
            views: Vec::new(),
        };
        store.grow(program);
        store
    }

    /// Makes room for relations that were added.
    pub(super) fn grow(&mut self, program: &Program) {
        for relation in &program.relations[self.relations.len()..] {
            self.relations.push(Held {
                rows: Rows::new(relation.arity),
                atoms: Vec::new(),
                views: Vec::new(),
                ends: [0; 2],
            });
        }
    }

    /// Returns the number of atoms.
    pub(crate) fn len(&self) -> usize {
        self.atoms.len()
    }

    /// Returns the relation and the arguments of an atom.
    pub(crate) fn atom(&self, number: u32) -> (Pred, &[Term]) {
        let (pred, row) = self.atoms[number as usize];
        (pred, self.relations[pred as usize].rows.row(row))
    }

    /// Returns the number of an atom, if it holds.
    pub(crate) fn find(&self, pred: Pred, args: &[Term]) -> Option<u32> {
        let held = &self.relations[pred as usize];
        Some(held.atoms[held.rows.find(args)? as usize])
    }

    /// Adds an atom. Returns its number and whether it is new.
    pub(crate) fn add(&mut self, pred: Pred, args: &[Term]) -> (u32, bool) {
        let held = &mut self.relations[pred as usize];
        let (row, is_new) = held.rows.insert(args);
        if is_new {
            held.atoms.push(self.atoms.len() as u32);
            self.atoms.push((pred, row));
        }
        (held.atoms[row as usize], is_new)
    }

    /// Returns the rows of a relation.
    pub(crate) fn rows(&self, pred: Pred) -> impl Iterator<Item = &[Term]> {
        let rows = &self.relations[pred as usize].rows;
        (0..rows.len()).map(|row| rows.row(row))
    }

    /// Returns the row of an atom, if it holds.
    pub(super) fn row(&self, pred: Pred, args: &[Term]) -> Option<u32> {
        self.relations[pred as usize].rows.find(args)
    }

    /// Returns the atom of a row.
    pub(super) fn of_row(&self, pred: Pred, row: u32) -> u32 {
        self.relations[pred as usize].atoms[row as usize]
    }

    /// Returns the number of rows of a relation before the last round and before this round.
    pub(super) fn ends(&self, pred: Pred) -> [u32; 2] {
        self.relations[pred as usize].ends
    }

    /// Returns the approximate size in bytes.
    pub(super) fn bytes(&self) -> usize {
        let views = self.views.iter().map(View::bytes).sum::<usize>();
        let rows = self
            .relations
            .iter()
            .map(|held| held.rows.bytes() + held.atoms.len() * 4);
        self.atoms.len() * 8 + views + rows.sum::<usize>()
    }

    /// Returns the view that matches an atom's patterns, and the required content of its columns.
    pub(super) fn view(&mut self, terms: &Terms, atom: &Atom) -> (usize, Vec<Column>) {
        let mut columns = Vec::new();
        let forms: Vec<Shape> = atom
            .args
            .iter()
            .map(|arg| shape(arg, &mut columns))
            .collect();
        let held = &mut self.relations[atom.pred as usize];
        let known = held
            .views
            .iter()
            .find(|&&view| self.views[view].forms == forms);
        let number = match known {
            Some(&view) => view,
            None => {
                let mut view = View::new(atom.pred, forms, columns.len());
                for row in 0..held.ends[1] {
                    view.add(terms, held.rows.row(row), row);
                }
                let before = view.of.partition_point(|&row| row < held.ends[0]);
                view.ends = [before as u32, view.of.len() as u32];
                held.views.push(self.views.len());
                self.views.push(view);
                self.views.len() - 1
            }
        };
        (number, columns)
    }

    /// Begins a round: rows added since the last round are new in this one. Returns whether there are any.
    pub(super) fn begin_round(&mut self, terms: &Terms, preds: &[Pred]) -> bool {
        let mut any = false;
        for &pred in preds {
            let held = &mut self.relations[pred as usize];
            let [_, end] = held.ends;
            held.ends = [end, held.rows.len()];
            any |= held.ends[0] != held.ends[1];
            for &view in &held.views {
                let view = &mut self.views[view];
                let before = view.of.len() as u32;
                for row in end..held.ends[1] {
                    view.add(terms, held.rows.row(row), row);
                }
                view.ends = [before, view.of.len() as u32];
            }
        }
        any
    }

    /// Marks all rows of some relations as new, before the first round of a run.
    pub(super) fn make_new(&mut self, preds: &[Pred]) {
        for &pred in preds {
            let held = &mut self.relations[pred as usize];
            held.ends = [0; 2];
            for &view in &held.views {
                let old = &self.views[view];
                self.views[view] = View::new(pred, old.forms.clone(), old.width);
            }
        }
    }

    /// Marks all rows of all relations as old, before a run that may use them.
    pub(super) fn settle(&mut self, terms: &Terms) {
        let all: Vec<Pred> = (0..self.relations.len() as Pred).collect();
        self.begin_round(terms, &all);
    }
}

/// The form of an argument: a column, or a name with arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Column,
    Compound(Name, Vec<Shape>),
}

/// The required content of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    Var(Var),
    Ground(Term),
}

impl Column {
    /// Returns the required value, given the values of the variables.
    #[inline]
    pub(super) fn value(&self, values: &[u32]) -> u32 {
        match self {
            Column::Var(var) => values[*var as usize],
            Column::Ground(term) => *term,
        }
    }
}

/// Returns the form of a pattern. A compound ground term is a column.
fn shape(pattern: &Pattern, columns: &mut Vec<Column>) -> Shape {
    match pattern {
        Pattern::Var(var) => {
            columns.push(Column::Var(*var));
            Shape::Column
        }
        Pattern::Ground(term) => {
            columns.push(Column::Ground(*term));
            Shape::Column
        }
        Pattern::Compound(name, args) => {
            let args = args.iter().map(|arg| shape(arg, columns)).collect();
            Shape::Compound(*name, args)
        }
    }
}

/// The rows of a relation whose arguments have a given form, as columns.
#[derive(Debug)]
pub(super) struct View {
    pub(super) pred: Pred,
    forms: Vec<Shape>,
    pub(super) width: usize,
    cells: Vec<u32>,
    /// The row number in the relation for each row of the view.
    pub(super) of: Vec<u32>,
    /// The distinct terms of each column.
    distinct: Vec<FxHashSet<u32>>,
    pub(super) indexes: Vec<Index>,
    /// The number of rows before the last round and before this round.
    pub(super) ends: [u32; 2],
}

impl View {
    fn new(pred: Pred, forms: Vec<Shape>, width: usize) -> View {
        View {
            pred,
            forms,
            width,
            cells: Vec::new(),
            of: Vec::new(),
            distinct: vec![FxHashSet::default(); width],
            indexes: Vec::new(),
            ends: [0; 2],
        }
    }

    #[inline]
    pub(super) fn row(&self, number: u32) -> &[u32] {
        &self.cells[number as usize * self.width..][..self.width]
    }

    fn bytes(&self) -> usize {
        let indexes = self
            .indexes
            .iter()
            .map(|index| index.next.len() * 4 + index.last.len() * 16);
        self.cells.len() * 4 + self.of.len() * 4 + indexes.sum::<usize>()
    }

    /// Adds a row of the relation, if it has the form.
    fn add(&mut self, terms: &Terms, args: &[Term], row: u32) {
        let before = self.cells.len();
        let fits = self
            .forms
            .iter()
            .zip(args)
            .all(|(form, &arg)| take(terms, form, arg, &mut self.cells));
        if !fits {
            self.cells.truncate(before);
            return;
        }
        let cells = &self.cells[before..];
        for (distinct, &cell) in self.distinct.iter_mut().zip(cells) {
            distinct.insert(cell);
        }
        for index in &mut self.indexes {
            index.add(cells, self.of.len() as u32);
        }
        self.of.push(row);
    }

    /// Returns the index by some columns. Creates it if necessary.
    pub(super) fn index(&mut self, columns: &[usize]) -> usize {
        if let Some(at) = self
            .indexes
            .iter()
            .position(|index| index.columns == columns)
        {
            return at;
        }
        let mut index = Index {
            columns: columns.to_vec(),
            last: FxHashMap::default(),
            next: Vec::new(),
        };
        for number in 0..self.of.len() as u32 {
            index.add(
                &self.cells[number as usize * self.width..][..self.width],
                number,
            );
        }
        self.indexes.push(index);
        self.indexes.len() - 1
    }

    /// Returns the expected number of rows that match if some columns are known: measured if there is an index.
    pub(super) fn estimate(&self, known: &[usize]) -> f64 {
        let rows = self.of.len() as f64;
        if let Some(index) = self.indexes.iter().find(|index| index.columns == known) {
            return rows / (index.last.len().max(1) as f64);
        }
        let values: f64 = known
            .iter()
            .map(|&column| self.distinct[column].len().max(1) as f64)
            .product();
        rows / values
    }
}

/// Appends the columns of an argument. Returns whether it has the form.
fn take(terms: &Terms, form: &Shape, arg: Term, cells: &mut Vec<u32>) -> bool {
    match form {
        Shape::Column => {
            cells.push(arg);
            true
        }
        Shape::Compound(name, forms) => {
            let args = terms.args(arg);
            *name == terms.head(arg)
                && forms.len() == args.len()
                && forms
                    .iter()
                    .zip(args)
                    .all(|(form, &arg)| take(terms, form, arg, cells))
        }
    }
}

/// The rows of a view by the values of some columns: chains from the last row to the first.
#[derive(Debug)]
pub(super) struct Index {
    pub(super) columns: Vec<usize>,
    /// The last row of the chain of each hash.
    last: FxHashMap<u64, u32>,
    /// The previous row of each row in its chain.
    next: Vec<u32>,
}

/// The end of a chain.
pub(super) const END: u32 = u32::MAX;

impl Index {
    fn add(&mut self, cells: &[u32], number: u32) {
        let key = key(self.columns.iter().map(|&column| cells[column]));
        let before = self.last.insert(key, number);
        self.next.push(before.unwrap_or(END));
    }

    /// Returns the last row of a chain. The chain may contain rows with other values.
    pub(super) fn last(&self, key: u64) -> u32 {
        self.last.get(&key).copied().unwrap_or(END)
    }

    pub(super) fn before(&self, row: u32) -> u32 {
        self.next[row as usize]
    }
}

/// Returns the hash of some columns.
pub(super) fn key(cells: impl Iterator<Item = u32>) -> u64 {
    let mut hasher = FxHasher::default();
    cells.for_each(|cell| hasher.write_u32(cell));
    hasher.finish()
}
