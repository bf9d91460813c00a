//! BiCGSTAB on one component, preconditioned from the right by a Gauss-Seidel sweep.

use super::rows::{Rows, worse};
use crate::{Control, Stop};
use std::ops::Range;

/// The most steps before the residual is computed anew.
const STEPS: usize = 1000;
/// The part of the residual that a correction may leave.
const ENOUGH: f64 = 1e-9;

/// The vectors of the method: one number for each place of a component.
#[derive(Debug, Default)]
pub(super) struct Work {
    before: Vec<f64>,
    correction: Vec<f64>,
    residual: Vec<f64>,
    shadow: Vec<f64>,
    direction: Vec<f64>,
    swept: Vec<f64>,
    image: Vec<f64>,
    second: Vec<f64>,
}

impl Work {
    /// Computes a correction of the values of a component. Returns the number of passes over its
    /// positions.
    ///
    /// # Errors
    ///
    /// If a limit of `control` was reached.
    pub(super) fn correct(
        &mut self,
        rows: &Rows,
        block: &Range<usize>,
        own: &[f64],
        values: &[f64],
        control: &mut Control<'_>,
    ) -> Result<u64, Stop> {
        fill(&mut self.before, values[block.clone()].iter().copied());
        let missing = |at: usize| own[at] + rows.mean(at, values) - values[at];
        fill(&mut self.residual, block.clone().map(missing));
        fill(&mut self.shadow, self.residual.iter().copied());
        for zeros in [&mut self.correction, &mut self.direction, &mut self.image] {
            fill(zeros, block.clone().map(|_| 0.0));
        }
        for unset in [&mut self.swept, &mut self.second] {
            unset.resize(block.len(), 0.0);
        }
        let enough = largest(&self.residual) * ENOUGH;
        let (mut rho, mut alpha, mut omega) = (1.0, 1.0, 1.0);
        let mut sweeps = 0;
        for _ in 0..STEPS {
            let next = dot(&self.shadow, &self.residual);
            let beta = next / rho * (alpha / omega);
            rho = next;
            let old = self.direction.iter_mut().zip(&self.image);
            for ((direction, image), residual) in old.zip(&self.residual) {
                *direction = residual + beta * (*direction - omega * image);
            }
            sweep(rows, block, &self.direction, &mut self.swept);
            apply(rows, block, &self.swept, &mut self.image);
            alpha = rho / dot(&self.shadow, &self.image);
            if !alpha.is_finite() {
                break;
            }
            add(&mut self.correction, alpha, &self.swept);
            add(&mut self.residual, -alpha, &self.image);
            sweep(rows, block, &self.residual, &mut self.swept);
            apply(rows, block, &self.swept, &mut self.second);
            sweeps += 4;
            control.advance(4 * block.len() as u64)?;
            omega = dot(&self.second, &self.residual) / dot(&self.second, &self.second);
            if !omega.is_finite() {
                break;
            }
            add(&mut self.correction, omega, &self.swept);
            add(&mut self.residual, -omega, &self.second);
            if largest(&self.residual) <= enough {
                break;
            }
        }
        Ok(sweeps)
    }

    /// Adds the correction.
    pub(super) fn add_to(&self, values: &mut [f64]) {
        add(values, 1.0, &self.correction);
    }

    /// Restores the values before the correction.
    pub(super) fn restore(&self, values: &mut [f64]) {
        values.copy_from_slice(&self.before);
    }
}

/// Gauss-Seidel from 0: solves the equations as if moves to later places of the component did not exist.
fn sweep(rows: &Rows, block: &Range<usize>, from: &[f64], to: &mut [f64]) {
    for at in block.clone() {
        let here = at - block.start;
        let (mut sum, mut stays) = (from[here], 1.0);
        for (next, weight) in rows.row(at) {
            if next >= block.start && next < at {
                sum += weight * to[next - block.start];
            } else if next == at {
                stays -= weight;
            }
        }
        to[here] = sum / stays;
    }
}

/// The left side of the equations.
fn apply(rows: &Rows, block: &Range<usize>, from: &[f64], to: &mut [f64]) {
    for at in block.clone() {
        let inside = rows.row(at).filter(|(next, _)| *next >= block.start);
        let mean: f64 = inside
            .map(|(next, weight)| weight * from[next - block.start])
            .sum();
        to[at - block.start] = from[at - block.start] - mean;
    }
}

fn fill(vector: &mut Vec<f64>, numbers: impl Iterator<Item = f64>) {
    vector.clear();
    vector.extend(numbers);
}

fn add(to: &mut [f64], factor: f64, vector: &[f64]) {
    for (number, part) in to.iter_mut().zip(vector) {
        *number += factor * part;
    }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

fn largest(vector: &[f64]) -> f64 {
    let sizes = vector.iter().map(|number| number.abs());
    sizes.fold(0.0, worse)
}
