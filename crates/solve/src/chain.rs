//! Expected values of play with random moves: a Markov chain over positions, with a proven error.
//!
//! If every position's moves have probabilities, an expected value is a sum over the positions that play passes
//! through. These sums solve a sparse linear system `x = own + P x`. It is solved by strongly connected components,
//! later ones in play first. A component without a cycle is one equation. One that play never leaves has a value
//! given by the caller. The others are solved by BiCGSTAB (H. van der Vorst, 1992), preconditioned by one
//! Gauss-Seidel sweep, and again for the remaining residual until only rounding is left.
//!
//! The result does not rely on the success of that method, since the error is proven afterwards. `I - P` on the
//! positions from which play leaves a cycle is a nonsingular M-matrix: its inverse has no negative entry. Let `r` be
//! the greatest residual of an equation, rounding included, and `t` numbers with `t - P t >= least > 0`. Then no sum
//! is off by more than `r t / least`. The numbers `t` are themselves such sums: the expected numbers of moves
//! ([`Lengths`]).

mod krylov;
mod rows;
#[cfg(test)]
mod tests;

use crate::components::Components;
use crate::space::Edges;
use crate::{Control, Stop};
use krylov::Work;
use rows::Rows;
use std::ops::Range;

/// The number of passes over the positions of a component after which it is not corrected again.
const MOST_SWEEPS: u64 = 8000;
/// The Gauss-Seidel sweeps if the other method made no progress.
const SWEEPS: u64 = 20;
/// Positions with random moves.
#[derive(Debug)]
pub struct Chain {
    components: Components,
    /// The place of each position in the order of the components. All other fields go by places.
    place: Vec<u32>,
    rows: Rows,
    /// Whether play from each place goes on for ever with a probability above 0.
    may_stay: Vec<bool>,
}

/// An expected value for every position.
#[derive(Debug)]
pub struct Sums {
    values: Vec<f64>,
    /// The greatest residual of an equation, rounding included.
    missed: f64,
    /// The number of passes over components that can be left.
    sweeps: u64,
}

/// The expected number of moves of play, which bounds the error of every other expected value.
#[derive(Debug)]
pub struct Lengths(Sums);

impl Chain {
    /// Creates the chain of moves with these probabilities, by move number ([`Edges::numbers`]). The probabilities
    /// of a position's moves add up to 1. A move with probability 0 does not exist.
    ///
    /// Memory: 30 bytes a position and 12 a move; during construction, 36 more bytes a position. Computing [`Sums`]
    /// takes 72 bytes a position.
    pub fn new(edges: &Edges, weight: impl Fn(usize) -> f64) -> Chain {
        let components = edges.components(|number| weight(number) > 0.0);
        let mut place = vec![0; edges.positions()];
        for (at, &id) in (0..).zip(components.order()) {
            place[id as usize] = at;
        }
        let mut rows = Rows::new(edges.positions(), edges.len());
        for &id in components.order() {
            let numbers = edges.numbers(id as usize);
            let moves =
                numbers.map(|number| (place[edges.target(number) as usize], weight(number)));
            rows.push(moves.filter(|(_, weight)| *weight > 0.0));
        }
        let mut chain = Chain {
            components,
            place,
            rows,
            may_stay: Vec::new(),
        };
        let mut may_stay = vec![false; edges.positions()];
        for block in chain.blocks() {
            let leads = |at| chain.rows.row(at).any(|(to, _)| may_stay[to]);
            if chain.rows.is_closed(&block) || block.clone().any(leads) {
                may_stay[block].fill(true);
            }
        }
        chain.may_stay = may_stay;
        chain
    }

    /// Returns whether play from a position ends with probability 1.
    pub fn surely_ends(&self, id: usize) -> bool {
        !self.may_stay[self.place[id] as usize]
    }

    /// Returns for each position the expected sum of `own` over the positions that play passes through, itself
    /// included. The positions of a component that play never leaves have the value `stuck`, whatever `own` is.
    ///
    /// # Errors
    ///
    /// If a limit of `control` was reached.
    pub fn sums(
        &self,
        own: impl Fn(usize) -> f64,
        stuck: f64,
        control: &mut Control<'_>,
    ) -> Result<Sums, Stop> {
        let order = self.components.order();
        let own: Vec<f64> = order.iter().map(|&id| own(id as usize)).collect();
        let mut sums = Sums {
            values: vec![0.0; order.len()],
            missed: 0.0,
            sweeps: 0,
        };
        let mut work = Work::default();
        for block in self.blocks() {
            if self.rows.is_closed(&block) {
                control.advance(block.len() as u64)?;
                sums.values[block].fill(stuck);
                continue;
            }
            if self.rows.is_cycle(&block) {
                self.solve(&block, &own, &mut sums, &mut work, control)?;
            } else {
                control.visit()?;
                let at = block.start;
                sums.values[at] = own[at] + self.rows.mean(at, &sums.values);
            }
            let (missed, rounding) = self.rows.missed(&block, &own, &sums.values);
            sums.missed = sums.missed.max(missed + rounding);
        }
        Ok(sums)
    }

    /// Returns for each position the expected number of moves until play ends, or reaches a component that it never
    /// leaves.
    ///
    /// # Errors
    ///
    /// If a limit of `control` was reached.
    pub fn lengths(&self, control: &mut Control<'_>) -> Result<Lengths, Stop> {
        let moves = |id: usize| f64::from(u8::from(!self.rows.is_end(self.place[id] as usize)));
        Ok(Lengths(self.sums(moves, 0.0, control)?))
    }

    /// Returns the expected value of a position and a bound of its error, which is infinite if nothing is proven.
    pub fn figure(&self, id: usize, sums: &Sums, lengths: &Lengths) -> (f64, f64) {
        let at = self.place[id] as usize;
        let Lengths(Sums { values, missed, .. }) = lengths;
        let least = 1.0 - missed;
        let error = match least > 0.0 {
            // This is half a thousandth more than enough for the rounding on this line.
            true => 1.0005 * sums.missed * values[at] / least,
            false => f64::INFINITY,
        };
        (
            sums.values[at],
            if error.is_nan() { f64::INFINITY } else { error },
        )
    }

    /// Returns the components, as ranges of places.
    fn blocks(&self) -> impl Iterator<Item = Range<usize>> {
        let mut end = 0;
        self.components.iter().map(move |ids| {
            end += ids.len();
            end - ids.len()..end
        })
    }

    /// Solves the equations of a component that can be left, given the values after it, until rounding or the number
    /// of passes ends it.
    fn solve(
        &self,
        block: &Range<usize>,
        own: &[f64],
        sums: &mut Sums,
        work: &mut Work,
        control: &mut Control<'_>,
    ) -> Result<(), Stop> {
        let (mut missed, mut rounding) = self.rows.missed(block, own, &sums.values);
        let most = sums.sweeps + MOST_SWEEPS;
        while missed > rounding && sums.sweeps < most {
            let before = missed;
            sums.sweeps += work.correct(&self.rows, block, own, &sums.values, control)?;
            work.add_to(&mut sums.values[block.clone()]);
            (missed, rounding) = self.rows.missed(block, own, &sums.values);
            if missed < before / 2.0 {
                continue;
            }
            if missed >= before {
                work.restore(&mut sums.values[block.clone()]);
            }
            for _ in 0..SWEEPS {
                sums.sweeps += 1;
                control.advance(block.len() as u64)?;
                for at in block.clone() {
                    sums.values[at] = own[at] + self.rows.mean(at, &sums.values);
                }
            }
            (missed, rounding) = self.rows.missed(block, own, &sums.values);
        }
        Ok(())
    }
}

impl Sums {
    /// Returns the number of passes over the components with a cycle, all together.
    pub fn sweeps(&self) -> u64 {
        self.sweeps
    }
}

impl Lengths {
    /// Returns the expected numbers of moves themselves.
    pub fn sums(&self) -> &Sums {
        &self.0
    }
}
