//! Where the buckets lie.

use super::bucket::Bucket;
use super::wide::WideBucket;
use std::alloc::{Layout, alloc, dealloc};
use std::marker::PhantomData;
use std::ptr::NonNull;

/// The size of a huge page on most systems, and a good alignment elsewhere.
const HUGE_PAGE: usize = 2 << 20;

/// What may be made of bytes that are all zero, and forgotten without being dropped.
///
/// # Safety
///
/// Zeros are a value of the type, and it has no destructor.
pub(super) unsafe trait Plain: Send + Sync {}

// SAFETY: atomic words; zero is one.
unsafe impl Plain for Bucket {}
// SAFETY: the same.
unsafe impl Plain for WideBucket {}

/// 2<sup>n</sup> buckets, empty at first. From [`HUGE_PAGE`] on they lie in huge pages where the
/// system gives them: a bucket anywhere in a large table is then found with one look at the tables
/// of pages instead of several.
pub(super) struct Memory<B: Plain> {
    start: NonNull<B>,
    /// The number of buckets, less one: all ones in binary.
    mask: usize,
    owned: PhantomData<B>,
}

// SAFETY: a `Memory` owns its buckets, which are `Send`: they may be used and freed anywhere.
unsafe impl<B: Plain> Send for Memory<B> {}
// SAFETY: through a shared `Memory` there are only shared buckets, and those are `Sync`.
unsafe impl<B: Plain> Sync for Memory<B> {}

impl<B: Plain> Memory<B> {
    /// 2<sup>`bits`</sup> empty buckets, unless the system has no room for them.
    pub(super) fn new(bits: u32) -> Option<Memory<B>> {
        let mask = 1usize.checked_shl(bits)? - 1;
        let layout = Memory::<B>::layout(mask)?;
        // SAFETY: the layout is not of size 0.
        let start = NonNull::new(unsafe { alloc(layout) })?;
        #[cfg(all(target_os = "linux", not(miri)))]
        if layout.size() >= HUGE_PAGE {
            use rustix::mm::{Advice, madvise};
            // SAFETY: the bytes are ours alone and hold nothing yet, and this advice changes nothing
            // that a program can see but its speed.
            let advised =
                unsafe { madvise(start.as_ptr().cast(), layout.size(), Advice::LinuxHugepage) };
            // A system without huge pages gives others.
            let _ = advised;
        }
        // SAFETY: so many bytes are ours.
        unsafe { start.write_bytes(0, layout.size()) };
        let start = start.cast();
        Some(Memory {
            start,
            mask,
            owned: PhantomData,
        })
    }

    /// How buckets are laid out; `None` if no memory has so many.
    fn layout(mask: usize) -> Option<Layout> {
        let layout = Layout::array::<B>(mask.checked_add(1)?).ok()?;
        match layout.size() < HUGE_PAGE {
            true => Some(layout),
            false => layout.align_to(HUGE_PAGE).ok(),
        }
    }

    /// The number of buckets.
    pub(super) fn len(&self) -> usize {
        self.mask + 1
    }

    /// The bucket that the low bits of a number choose.
    #[inline(always)]
    pub(super) fn bucket(&self, number: u64) -> &B {
        // SAFETY: what is left of the number is at most `mask`, and there are `mask + 1` buckets.
        // They are initialised, for zeros are a `B`, they live as long as `self`, and nobody has one
        // for writing while `self` is shared.
        unsafe { self.start.add(number as usize & self.mask).as_ref() }
    }

    /// The same for whoever has all of them alone.
    #[inline(always)]
    pub(super) fn bucket_mut(&mut self, number: u64) -> &mut B {
        // SAFETY: as in `bucket`, and nobody else has any of them while `self` is borrowed so.
        unsafe { self.start.add(number as usize & self.mask).as_mut() }
    }

    /// All buckets in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &B> {
        (0..self.len()).map(|index| self.bucket(index as u64))
    }
}

impl<B: Plain> Drop for Memory<B> {
    fn drop(&mut self) {
        if let Some(layout) = Memory::<B>::layout(self.mask) {
            // SAFETY: allocated with the same layout, once, and used no more. Buckets need no drop.
            unsafe { dealloc(self.start.as_ptr().cast(), layout) };
        }
    }
}
