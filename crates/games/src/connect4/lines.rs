//! What a board looks at its lines with, known when the program is compiled.

#[cfg(target_arch = "x86_64")]
use super::vectors::Vectors;
use std::fmt::Debug;

/// Vectors (for lines of four, on boards whose stride is known then, too), or nothing but a board's own
/// [`Steps`]. For those two alone.
pub trait Lines: Copy + Debug + Send + Sync + 'static {
    /// The vectors, if it is those.
    #[cfg(target_arch = "x86_64")]
    fn vectors(self) -> Option<Vectors>;
}

/// One step after the other, on any processor.
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
