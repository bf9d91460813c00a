//! The memory of the buckets.

use super::bucket::Bucket;
use super::wide::WideBucket;
use std::alloc::{Layout, alloc, dealloc};
use std::marker::PhantomData;
use std::ptr::NonNull;

/// The size of a huge page on most systems, and a good alignment elsewhere.
const HUGE_PAGE: usize = 2 << 20;

/// Types that all-zero bytes represent, and that need no drop.
///
/// # Safety
///
/// All-zero bytes are a valid value of the type, and it has no destructor.
pub(super) unsafe trait Plain: Send + Sync {}

// SAFETY: it consists of atomic words, for which zero is valid.
unsafe impl Plain for Bucket {}
// SAFETY: as for `Bucket`.
unsafe impl Plain for WideBucket {}

/// 2<sup>n</sup> buckets, empty at first. If they take [`HUGE_PAGE`] bytes or more, they lie in huge
/// pages where the system provides them: then the address of a bucket is translated with fewer
/// memory accesses.
pub(super) struct Memory<B: Plain> {
    start: NonNull<B>,
    /// The number of buckets minus 1: all ones in binary.
    mask: usize,
    owned: PhantomData<B>,
}

// SAFETY: a `Memory` owns its buckets, which are `Send`: any thread may use and free them.
unsafe impl<B: Plain> Send for Memory<B> {}
// SAFETY: a shared `Memory` gives out only shared buckets, and those are `Sync`.
unsafe impl<B: Plain> Sync for Memory<B> {}

impl<B: Plain> Memory<B> {
    /// Allocates 2<sup>`bits`</sup> empty buckets; `None` if the system has no room for them.
    pub(super) fn new(bits: u32) -> Option<Memory<B>> {
        let mask = 1usize.checked_shl(bits)? - 1;
        let layout = Memory::<B>::layout(mask)?;
        // SAFETY: the layout is not of size 0.
        let start = NonNull::new(unsafe { alloc(layout) })?;
        #[cfg(all(target_os = "linux", not(miri)))]
        if layout.size() >= HUGE_PAGE {
            use rustix::mm::{Advice, madvise};
            // SAFETY: the bytes are ours alone and hold nothing yet, and this advice changes only
            // the speed.
            let advised =
                unsafe { madvise(start.as_ptr().cast(), layout.size(), Advice::LinuxHugepage) };
            // A system without huge pages uses small ones.
            let _ = advised;
        }
        // SAFETY: the allocation has this size.
        unsafe { start.write_bytes(0, layout.size()) };
        let start = start.cast();
        Some(Memory {
            start,
            mask,
            owned: PhantomData,
        })
    }

    /// Returns the memory layout of the buckets; `None` if it exceeds the address space.
    fn layout(mask: usize) -> Option<Layout> {
        let layout = Layout::array::<B>(mask.checked_add(1)?).ok()?;
        match layout.size() < HUGE_PAGE {
            true => Some(layout),
            false => layout.align_to(HUGE_PAGE).ok(),
        }
    }

    /// Returns the number of buckets.
    pub(super) fn len(&self) -> usize {
        self.mask + 1
    }

    /// Returns the bucket that the low bits of a number choose.
    #[inline(always)]
    pub(super) fn bucket(&self, number: u64) -> &B {
        // SAFETY: the masked number is at most `mask`, and there are `mask + 1` buckets. They are
        // initialised, because zeros are a valid `B`. They live as long as `self`, and no `&mut` to
        // one exists while `self` is shared.
        unsafe { self.start.add(number as usize & self.mask).as_ref() }
    }

    /// Like [`bucket`](Memory::bucket), for the only user of the memory.
    #[inline(always)]
    pub(super) fn bucket_mut(&mut self, number: u64) -> &mut B {
        // SAFETY: as in `bucket`, and `&mut self` excludes any other reference.
        unsafe { self.start.add(number as usize & self.mask).as_mut() }
    }

    /// Returns all buckets in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &B> {
        (0..self.len()).map(|index| self.bucket(index as u64))
    }
}

impl<B: Plain> Drop for Memory<B> {
    fn drop(&mut self) {
        if let Some(layout) = Memory::<B>::layout(self.mask) {
            // SAFETY: allocated with the same layout, once, and not used again. Buckets need no
            // drop.
            unsafe { dealloc(self.start.as_ptr().cast(), layout) };
        }
    }
}
