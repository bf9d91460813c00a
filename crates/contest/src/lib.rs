//! Contest problems, and the search for an input on which somebody's program fails.
//!
//! * [`problems`]: the problems that this crate answers in the judge's format.
//! * [`shape`]: what inputs a problem allows, as text; readers, generators and shrinking follow from it.
//! * [`stress`]: runs a program on generated inputs, compares it with the truth, and makes the failing input small.

pub mod problems;
pub mod shape;
pub mod stress;
