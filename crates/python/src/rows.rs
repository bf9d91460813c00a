//! NumPy arrays that are read in place, without Python's lock.

use numpy::{PyArray2, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyWeakrefReference;
use std::sync::atomic::{AtomicI8, Ordering};

/// The rows of a contiguous array.
///
/// Other threads may meanwhile do anything to the array that Python allows:
///
/// - *write to it*: every cell is read separately and once, atomically. So each read gives some value that
///   was there, and any `i8` is valid. The code checks and then uses a copy of the row, which no other thread
///   changes.
/// - *release it*: this holds a reference to the array, which holds one to the owner of its memory.
/// - *resize it*, which would move its memory: NumPy refuses that for an array with a weak reference to it,
///   whatever `refcheck` says; this holds one.
///
/// One case remains: `ndarray.__setstate__` on an array that another thread uses, which nothing can make
/// safe.
pub(crate) struct InPlace {
    cells: *const i8,
    count: usize,
    width: usize,
    _array: Py<PyArray2<i8>>,
    _fixed: Py<PyWeakrefReference>,
}

// SAFETY: the pointer is only read through, as above, and the references may be dropped in any thread.
unsafe impl Send for InPlace {}
// SAFETY: as above; reading changes nothing.
unsafe impl Sync for InPlace {}

impl InPlace {
    /// Takes the rows of an array.
    ///
    /// # Errors
    ///
    /// If the array is not contiguous.
    pub(crate) fn of(array: &PyReadonlyArray2<'_, i8>) -> PyResult<InPlace> {
        let fixed = PyWeakrefReference::new(array.as_any())?.unbind();
        // The borrow ends with this call, but the pointer stays valid as long as `fixed` lives.
        let cells = array.as_slice()?.as_ptr();
        let (count, width) = (array.shape()[0], array.shape()[1]);
        Ok(InPlace {
            cells,
            count,
            width,
            _array: array.as_unbound().clone_ref(array.py()),
            _fixed: fixed,
        })
    }

    /// Returns the number of rows.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// Copies a row. Does nothing if there is no such row, or if the width differs.
    pub(crate) fn read(&self, index: usize, row: &mut [i8]) {
        if index >= self.count || row.len() != self.width {
            return;
        }
        for (place, cell) in row.iter_mut().enumerate() {
            // SAFETY: the address is within the array's memory, which stays in place; see above. An atomic
            // read of a byte is sound while others write.
            let shared = unsafe {
                &*self
                    .cells
                    .add(index * self.width + place)
                    .cast::<AtomicI8>()
            };
            *cell = shared.load(Ordering::Relaxed);
        }
    }
}
