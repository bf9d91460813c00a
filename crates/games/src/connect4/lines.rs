//! The method by which a board finds lines, chosen at compile time.

#[cfg(target_arch = "x86_64")]
use super::vectors::Vectors;
use std::fmt::Debug;

/// Either `Vectors` (for lines of four, on boards whose stride is a constant too), or the board's own [`Steps`].
/// No other type may implement it.
pub trait Lines: Copy + Debug + Send + Sync + 'static {
    /// Returns the vectors, if `self` is [`Vectors`].
    #[cfg(target_arch = "x86_64")]
    fn vectors(self) -> Option<Vectors>;
}

/// Looks along one step after the other, on any processor.
#[derive(Clone, Copy, Debug)]
pub struct Steps;

impl Lines for Steps {
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn vectors(self) -> Option<Vectors> {
        None
    }
}

#[cfg(target_arch = "x86_64")]
impl Lines for Vectors {
    #[inline(always)]
    fn vectors(self) -> Option<Vectors> {
        Some(self)
    }
}
