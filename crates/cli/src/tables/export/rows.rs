//! All positions of a table, row by row.

use std::io;
use yomikiri_catalog::table::{OpenTable, Row, TableFault};
use yomikiri_catalog::{AnyGame, Control};

/// All positions of a table, within limits.
pub(super) struct Rows<'a> {
    pub(super) game: &'a dyn AnyGame,
    pub(super) table: &'a OpenTable,
    /// Whether mirror images are separate positions.
    pub(super) unfold: bool,
    pub(super) control: Control<'static>,
}

impl Rows<'_> {
    /// Calls `each` with every row, in the table's order.
    pub(super) fn each(
        mut self,
        each: &mut dyn FnMut(Row) -> io::Result<()>,
    ) -> Result<io::Result<()>, TableFault> {
        let mut stopped = None;
        let written = self
            .game
            .export_table(self.table, self.unfold, &mut |row| {
                if let Err(why) = self.control.visit() {
                    stopped = Some(why);
                    return Err(io::ErrorKind::Interrupted.into());
                }
                each(row)
            })?;
        match stopped {
            Some(why) => Err(TableFault::Stopped(why)),
            None => Ok(written),
        }
    }
}
