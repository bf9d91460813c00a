//! Maps the positions of a class to numbers and back.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use rustc_hash::FxHashMap;

/// The approximate bytes of a Python position without its contents: its places in the dict and in the list, and the
/// allocator's overhead.
const VALUE: u64 = 200;
/// The bytes of a whole number here, at worst.
const WHOLE: u64 = 64;

/// Positions and their numbers. If the class does not tell who is to move, there are two tables, one for each player.
pub(super) enum Store {
    /// Python values, found by their keys.
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
    /// Makes a store of Python values, with the start and its key.
    pub(super) fn values(py: Python<'_>, start: Py<PyAny>, key: Py<PyAny>) -> PyResult<Store> {
        let numbers = [PyDict::new(py), PyDict::new(py)];
        numbers[0].set_item(key, 0)?;
        Ok(Store::Values {
            numbers: numbers.map(Bound::unbind),
            positions: vec![start],
        })
    }

    /// Makes a store of whole numbers, with the start.
    pub(super) fn whole(start: i64) -> Store {
        let mut numbers = [FxHashMap::default(), FxHashMap::default()];
        numbers[0].insert(start, 0);
        Store::Whole {
            numbers,
            positions: vec![start],
        }
    }

    /// Returns the bytes that one more position takes, without the [contents](super::size::Sizes::bytes) of a Python
    /// value.
    pub(super) fn bytes(&self) -> u64 {
        match self {
            Store::Values { .. } => VALUE,
            Store::Whole { .. } => WHOLE,
        }
    }

    /// Returns the number of a position, found by its key if it has one.
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

    /// Adds a new position.
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

    /// Returns the number of a whole-number position; `grow` gives a new one.
    pub(super) fn intern<E>(
        &mut self,
        table: usize,
        position: i64,
        grow: impl FnOnce() -> Result<u32, E>,
    ) -> Result<(u32, bool), E> {
        let Store::Whole { numbers, positions } = self else {
            // Only stores of whole numbers reach this.
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

    /// Returns the whole number of a position.
    pub(super) fn whole_value(&self, number: u32) -> i64 {
        match self {
            Store::Values { .. } => 0,
            Store::Whole { positions, .. } => positions[number as usize],
        }
    }

    /// Returns a position as a Python value.
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
