//! What a board looks at its lines with, known when the program is compiled.

#[cfg(target_arch = "x86_64")]
use super::vectors::Vectors;
use std::fmt::Debug;

/// Vectors, or nothing but a board's own [`Steps`]. For those two alone.
pub trait Lines: Copy + Debug + Send + Sync + 'static {
    /// Whether it is for boards alone whose lines are of four and whose stride is known, too, when the program
    /// is compiled.
    const FOURS_ALONE: bool;
    /// The vectors, if it is those.
    #[cfg(target_arch = "x86_64")]
    fn vectors(self) -> Option<Vectors>;
}

/// One step after the other, on any processor.
#[derive(Clone, Copy, Debug)]
pub struct Steps;

impl Lines for Steps {
    const FOURS_ALONE: bool = false;
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn vectors(self) -> Option<Vectors> {
        None
    }
}

#[cfg(target_arch = "x86_64")]
impl Lines for Vectors {
    const FOURS_ALONE: bool = true;
    #[inline(always)]
    fn vectors(self) -> Option<Vectors> {
        Some(self)
    }
}
