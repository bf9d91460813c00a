//! A shape as a syntax tree, and the evaluation of its expressions.

use std::ops::Range;
use yomikiri::TextError;

/// The place of a name's value. A name of a repeated row has one place for all repetitions, because
/// each one ends before the next begins.
pub(super) type Slot = usize;

/// A whole shape.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    pub(super) items: Vec<Item>,
    /// The name of each slot, with its use as a size.
    pub(super) names: Vec<Name>,
}

#[derive(Clone, Debug)]
pub(super) struct Name {
    pub(super) text: String,
    pub(super) is_size: bool,
    /// The graph whose number of edges is this value.
    pub(super) edges_of: Option<(Expr, Allowed)>,
}

/// A part of a shape, with its span in the text.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) span: Range<usize>,
    pub(super) kind: Kind,
}

#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// The end of a line.
    Break,
    Number {
        slot: Slot,
        range: Limits,
        /// A value that the number must not have.
        not: Option<Expr>,
    },
    Word {
        length: Limits,
        letters: Vec<u8>,
    },
    Grid {
        rows: Expr,
        columns: Expr,
        letters: Vec<u8>,
    },
    Permutation {
        count: Expr,
        base: i64,
    },
    Edges {
        vertices: Expr,
        /// The number of edges; `None` for a tree.
        count: Option<Expr>,
        allowed: Allowed,
        base: i64,
        body: Vec<Item>,
    },
    Repeat {
        count: Expr,
        body: Vec<Item>,
        /// Whether each repetition has its own lines.
        lines: bool,
        rules: Rules,
    },
}

impl Item {
    /// Returns whether the item begins and ends its own lines.
    pub(super) fn is_lines(&self) -> bool {
        match &self.kind {
            Kind::Grid { .. } | Kind::Edges { .. } => true,
            Kind::Repeat { lines, .. } => *lines,
            _ => false,
        }
    }
}

/// The kinds of edges that a graph may have.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Allowed {
    pub(super) directed: bool,
    pub(super) loops: bool,
    pub(super) multi: bool,
    pub(super) connected: bool,
    pub(super) acyclic: bool,
}

/// The rules for all repetitions together.
#[derive(Clone, Debug, Default)]
pub(super) struct Rules {
    pub(super) order: Order,
    /// The greatest sum of the first numbers.
    pub(super) sum: Option<Expr>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Order {
    #[default]
    Any,
    /// No two repetitions are equal.
    Distinct,
    /// Not descending.
    Sorted,
    /// Each greater than the one before.
    Ascending,
}

/// The least and the greatest value.
#[derive(Clone, Debug)]
pub(super) struct Limits {
    pub(super) low: Expr,
    pub(super) high: Expr,
}

/// A whole number computed from earlier numbers.
#[derive(Clone, Debug)]
pub(super) struct Expr {
    pub(super) span: Range<usize>,
    pub(super) term: Term,
}

#[derive(Clone, Debug)]
pub(super) enum Term {
    Number(i64),
    Name(Slot),
    Of(Operation, Box<[Expr; 2]>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    Plus,
    Minus,
    Times,
    Over,
    Modulo,
    Power,
    Least,
    Greatest,
}

impl Expr {
    /// Evaluates the expression with the values of the names.
    ///
    /// # Errors
    ///
    /// If it has no value within 64 bits. The span is its place in the shape.
    pub(super) fn value(&self, env: &[i64]) -> Result<i64, TextError> {
        let wrong = |what: &str| TextError::new(self.span.clone(), what);
        match &self.term {
            Term::Number(number) => Ok(*number),
            Term::Name(slot) => Ok(env[*slot]),
            Term::Of(operation, sides) => {
                let (a, b) = (sides[0].value(env)?, sides[1].value(env)?);
                let value = match operation {
                    Operation::Plus => a.checked_add(b),
                    Operation::Minus => a.checked_sub(b),
                    Operation::Times => a.checked_mul(b),
                    Operation::Over => a.checked_div_euclid(b),
                    Operation::Modulo => a.checked_rem_euclid(b),
                    Operation::Power => u32::try_from(b).ok().and_then(|b| a.checked_pow(b)),
                    Operation::Least => Some(a.min(b)),
                    Operation::Greatest => Some(a.max(b)),
                };
                value.ok_or_else(|| wrong("this has no value of 64 bits here"))
            }
        }
    }

    /// Returns whether the value depends on a slot.
    pub(super) fn mentions(&self, slot: Slot) -> bool {
        match &self.term {
            Term::Number(_) => false,
            Term::Name(name) => *name == slot,
            Term::Of(_, sides) => sides.iter().any(|side| side.mentions(slot)),
        }
    }

    /// Returns whether the expression is just the slot's name.
    pub(super) fn is_name(&self, slot: Slot) -> bool {
        matches!(self.term, Term::Name(name) if name == slot)
    }

    /// Returns whether the expression contains no names.
    pub(super) fn is_constant(&self) -> bool {
        match &self.term {
            Term::Number(_) => true,
            Term::Name(_) => false,
            Term::Of(_, sides) => sides.iter().all(Expr::is_constant),
        }
    }

    /// Adds every slot that the expression depends on.
    pub(super) fn slots(&self, into: &mut Vec<Slot>) {
        match &self.term {
            Term::Number(_) => {}
            Term::Name(slot) => into.push(*slot),
            Term::Of(_, sides) => sides.iter().for_each(|side| side.slots(into)),
        }
    }
}

impl Limits {
    /// Returns the least and the greatest value.
    pub(super) fn values(&self, env: &[i64]) -> Result<(i64, i64), TextError> {
        Ok((self.low.value(env)?, self.high.value(env)?))
    }

    /// Returns whether both ends depend on a slot.
    pub(super) fn follows(&self, slot: Slot) -> bool {
        self.low.mentions(slot) && self.high.mentions(slot)
    }
}

impl Allowed {
    /// Returns the fewest and the most edges of a graph with this many vertices.
    pub(super) fn edges(&self, vertices: i64) -> (i64, i64) {
        if vertices <= 0 {
            return (0, 0);
        }
        let others = vertices - 1;
        let pairs = vertices.saturating_mul(others);
        let pairs = match self.directed && !self.acyclic {
            true => pairs,
            false => pairs / 2,
        };
        let most = match (self.multi, self.loops) {
            (true, loops) if loops || vertices > 1 => i64::MAX,
            (_, true) => pairs.saturating_add(vertices),
            (_, false) => pairs,
        };
        let fewest = match self.connected {
            true => others,
            false => 0,
        };
        (fewest, most)
    }
}
