//! Arrays of NumPy, read where they lie, without Python's lock.

use numpy::{PyArray2, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyWeakrefReference;
use std::sync::atomic::{AtomicI8, Ordering};

/// The rows of a contiguous array.
///
/// They are read while other threads may do with the array what Python lets them do:
///
/// - *write to it*: every cell is read on its own and once, as an atomic one. So what is read is some value
///   that was there, whichever; any value of an `i8` is a good one, and what is looked at and then used is a
///   copy of the row, which nobody changes in between.
/// - *let go of it*: this holds a reference to it, and it to what its memory belongs to.
/// - *change its size*, which would move its memory: NumPy refuses that for an array that somebody holds a
///   weak reference to, whatever it is told of other references; this holds one.
///
/// What is left is `ndarray.__setstate__` on an array that somebody else uses, which nothing can make safe.
pub(crate) struct InPlace {
    cells: *const i8,
    count: usize,
    width: usize,
    _array: Py<PyArray2<i8>>,
    _fixed: Py<PyWeakrefReference>,
}

// SAFETY: the pointer is only read through, as above, and the references may be let go in any thread.
unsafe impl Send for InPlace {}
// SAFETY: as above; reading changes nothing.
unsafe impl Sync for InPlace {}

impl InPlace {
    /// The rows of an array.
    ///
    /// # Errors
    ///
    /// When it is not contiguous.
    pub(crate) fn of(array: &PyReadonlyArray2<'_, i8>) -> PyResult<InPlace> {
        let fixed = PyWeakrefReference::new(array.as_any())?.unbind();
        // Its borrow is over with the call; what it says of the memory stays true as long as `fixed` lives.
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

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// Copies a row. Nothing is done where there is none, or it is of another width.
    pub(crate) fn read(&self, index: usize, row: &mut [i8]) {
        if index >= self.count || row.len() != self.width {
            return;
        }
        for (place, cell) in row.iter_mut().enumerate() {
            // SAFETY: within the array's memory, which stays where it is; see above. An atomic read of a
            // byte is sound where others write, and where nobody may.
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
