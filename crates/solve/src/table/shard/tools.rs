//! The environment of a task.

use super::file::{self, Facts, Section};
use super::head::Head;
use super::held::Held;
use super::store::part_name;
use super::task::Task;
use crate::Control;
use crate::table::TableError;
use crate::table::site::{Building, Options};
use crate::table::source::Source;
use crate::table::storage::{Reading, Sink, Storage};
use crate::table::word::Word;

/// The environment of a task, besides the store that it reads.
pub(super) struct Tools<'t, 'c, W: Word> {
    pub(super) source: &'t dyn Source<W>,
    pub(super) output: Output<'t>,
    /// The place of scratch files.
    pub(super) scratch: &'t dyn Storage,
    pub(super) held: Option<&'t Held>,
    pub(super) options: &'t Options,
    pub(super) control: &'t mut Control<'c>,
    pub(super) told: &'t mut dyn FnMut(&Building),
}

/// The destination of a task's file.
pub(super) struct Output<'t> {
    pub(super) storage: &'t dyn Storage,
    /// A tag in the names of this worker's unfinished files, so that workers do not overwrite each
    /// other's.
    pub(super) tag: &'t str,
    /// Whether the file has to be durable before it gets its final name.
    pub(super) lasting: bool,
    /// The most bytes of the file, if there is a limit.
    pub(super) most: Option<u64>,
}

impl Output<'_> {
    /// Begins the file of a task, under a name of this worker's own.
    pub(super) fn begin(&self, task: Task, head: &Head) -> Result<Sink, TableError> {
        let part = part_name(self.tag, &task.to_string());
        file::begin(self.storage, &part, head)
    }

    /// Opens the unfinished file of a task to read it.
    pub(super) fn reopen(&self, task: Task) -> Result<Box<dyn Reading>, TableError> {
        let part = part_name(self.tag, &task.to_string());
        let file = self.storage.open(&part);
        file.map_err(|error| TableError::io(format!("cannot read {part}"), error))
    }

    /// Ends the file of a task, and renames it to the task's name.
    pub(super) fn end(
        &self,
        task: Task,
        sink: Sink,
        sections: &[Section],
        facts: Facts,
    ) -> Result<(), TableError> {
        let needed = sink.len();
        if let Some(allowed) = self.most.filter(|most| needed > *most) {
            return Err(TableError::NoRoom {
                of: "disk",
                needed,
                allowed,
            });
        }
        let name = task.to_string();
        let names = (&*part_name(self.tag, &name), &*name);
        file::end(self.storage, sink, names, sections, facts, self.lasting)
    }
}
