//! The native half of the Python package `yomikiri`: it exposes the catalogue and adds no logic. The
//! Python half, in `python/yomikiri`, provides the idiomatic interface and the types.
//!
//! No call holds Python's lock while it works, and none ignores Ctrl-C. Long work runs in its own thread
//! while the calling thread checks for signals ([`wait`]).

mod calls;
mod errors;
mod files;
mod game;
mod given;
mod grade;
mod inside;
mod laws;
mod parts;
mod position;
mod proofs;
mod rows;
mod rules;
mod solver;
mod stress;
mod table;
mod texts;
mod threads;
mod values;
mod wait;
mod walk;
mod worker;

use pyo3::prelude::*;

/// The native half of `yomikiri`.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::grade::grade;
    #[pymodule_export]
    use crate::laws::check_rules;
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::proofs::{check, prove};
    #[pymodule_export]
    use crate::solver::Solver;
    #[pymodule_export]
    use crate::stress::stress;
    #[pymodule_export]
    use crate::table::{Table, build_table};
    #[pymodule_export]
    use crate::values::{octal, value};
}
