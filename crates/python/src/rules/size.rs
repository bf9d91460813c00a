//! The bytes that the positions of a class take.

use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyFunction, PyModule, PyType};
use rustc_hash::FxHashSet;

/// One of this many positions is measured, and counts for all of them: measuring takes about as long as all other work
/// on a position.
pub(super) const EVERY: u32 = 16;
/// The most objects visited for one position.
const MOST: usize = 100_000;

/// Measures positions.
pub(super) struct Sizes {
    size: Py<PyAny>,
    held: Py<PyAny>,
    /// The objects counted so far, by address, so that shared objects count once. They stay alive, since the positions
    /// do.
    counted: FxHashSet<usize>,
}

impl Sizes {
    pub(super) fn new(py: Python<'_>) -> PyResult<Sizes> {
        Ok(Sizes {
            size: py.import("sys")?.getattr("getsizeof")?.unbind(),
            held: py.import("gc")?.getattr("get_referents")?.unbind(),
            counted: FxHashSet::default(),
        })
    }

    /// Returns the approximate bytes of a value and everything that it holds, except for objects counted before.
    pub(super) fn bytes(&mut self, value: &Bound<'_, PyAny>) -> u64 {
        let py = value.py();
        let (mut waiting, mut bytes) = (vec![value.clone()], 0);
        let before = self.counted.len();
        while let Some(object) = waiting.pop() {
            let is_of_code = object.is_instance_of::<PyType>()
                || object.is_instance_of::<PyModule>()
                || object.is_instance_of::<PyFunction>()
                || object.is_instance_of::<PyCFunction>();
            if is_of_code || !self.counted.insert(object.as_ptr().addr()) {
                continue;
            }
            let size = self.size.bind(py).call1((&object,));
            bytes += size.and_then(|size| size.extract::<u64>()).unwrap_or(0);
            if self.counted.len() - before < MOST
                && let Ok(held) = self.held.bind(py).call1((&object,))
                && let Ok(held) = held.try_iter()
            {
                waiting.extend(held.flatten());
            }
        }
        bytes
    }
}
