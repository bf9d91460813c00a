//! The positions of a class, by number and back.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use rustc_hash::FxHashMap;

/// Roughly the bytes of a position in Python without what it holds: its places in the dict and in the list, and what the
/// allocator adds.
const VALUE: u64 = 200;
/// The same of a whole number here, at the worst.
const WHOLE: u64 = 64;

/// Positions and their numbers. There are two tables where the class does not tell who is to move: one for each
/// player.
pub(super) enum Store {
    /// Values of Python, found by what stands for them.
    Values {
        numbers: [Py<PyDict>; 2],
        positions: Vec<Py<PyAny>>,
    },
    /// Whole numbers.
    Whole {
        numbers: [FxHashMap<i64, u32>; 2],
        positions: Vec<i64>,
    },
}

impl Store {
    /// Values of Python, with the start and its key.
    pub(super) fn values(py: Python<'_>, start: Py<PyAny>, key: Py<PyAny>) -> PyResult<Store> {
        let numbers = [PyDict::new(py), PyDict::new(py)];
        numbers[0].set_item(key, 0)?;
        Ok(Store::Values {
            numbers: numbers.map(Bound::unbind),
            positions: vec![start],
        })
    }

    /// Whole numbers, with the start.
    pub(super) fn whole(start: i64) -> Store {
        let mut numbers = [FxHashMap::default(), FxHashMap::default()];
        numbers[0].insert(start, 0);
        Store::Whole {
            numbers,
            positions: vec![start],
        }
    }

    /// The bytes that one more position takes, without what a value of Python [holds](super::size::Sizes::bytes).
    pub(super) fn bytes(&self) -> u64 {
        match self {
            Store::Values { .. } => VALUE,
            Store::Whole { .. } => WHOLE,
        }
    }

    /// The number of a position, or of its key where it has one.
    pub(super) fn find(
        &self,
        py: Python<'_>,
        table: usize,
        position: &Py<PyAny>,
        key: Option<&Py<PyAny>>,
    ) -> PyResult<Option<u32>> {
        match self {
            Store::Values { numbers, .. } => {
                let found = numbers[table].bind(py).get_item(key.unwrap_or(position))?;
                found.map(|number| number.extract()).transpose()
            }
            Store::Whole { numbers, .. } => {
                Ok(numbers[table].get(&position.extract::<i64>(py)?).copied())
            }
        }
    }

    /// Adds a position that is not there.
    pub(super) fn add(
        &mut self,
        py: Python<'_>,
        table: usize,
        position: Py<PyAny>,
        key: Option<Py<PyAny>>,
        number: u32,
    ) -> PyResult<()> {
        match self {
            Store::Values { numbers, positions } => {
                let numbers = numbers[table].bind(py);
                numbers.set_item(key.as_ref().unwrap_or(&position), number)?;
                positions.push(position);
            }
            Store::Whole { numbers, positions } => {
                let position = position.extract::<i64>(py)?;
                numbers[table].insert(position, number);
                positions.push(position);
            }
        }
        Ok(())
    }

    /// The number of a whole number; `grow` gives a new one.
    pub(super) fn intern<E>(
        &mut self,
        table: usize,
        position: i64,
        grow: impl FnOnce() -> Result<u32, E>,
    ) -> Result<(u32, bool), E> {
        let Store::Whole { numbers, positions } = self else {
            // Only stores of whole numbers are asked.
            return grow().map(|number| (number, true));
        };
        if let Some(&number) = numbers[table].get(&position) {
            return Ok((number, false));
        }
        let number = grow()?;
        numbers[table].insert(position, number);
        positions.push(position);
        Ok((number, true))
    }

    /// The whole number that a position is.
    pub(super) fn whole_value(&self, number: u32) -> i64 {
        match self {
            Store::Values { .. } => 0,
            Store::Whole { positions, .. } => positions[number as usize],
        }
    }

    /// A position as a value of Python.
    pub(super) fn value<'py>(&self, py: Python<'py>, number: u32) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Store::Values { positions, .. } => Ok(positions[number as usize].bind(py).clone()),
            Store::Whole { positions, .. } => {
                let value = positions[number as usize].into_pyobject(py)?;
                Ok(value.into_any())
            }
        }
    }
}
