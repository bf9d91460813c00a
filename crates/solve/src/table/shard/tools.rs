//! What a task works with.

use crate::Control;
use crate::table::site::{Building, Options};
use crate::table::source::Source;
use crate::table::storage::Storage;
use crate::table::word::Word;

/// What a task works with, beside the store that it reads.
pub(super) struct Tools<'t, 'c, W: Word> {
    pub(super) source: &'t dyn Source<W>,
    /// Where the task's file goes.
    pub(super) out: &'t dyn Storage,
    /// Where scratch files go.
    pub(super) scratch: &'t dyn Storage,
    /// What tells this worker's unfinished files from those of others.
    pub(super) tag: &'t str,
    /// Whether the file has to be lasting before it gets its name.
    pub(super) lasting: bool,
    pub(super) options: &'t Options,
    pub(super) control: &'t mut Control<'c>,
    pub(super) told: &'t mut dyn FnMut(&Building),
}
