//! Aligned columns of text.

use std::fmt;

/// A table of cells; numbers are aligned right, words left.
pub(crate) struct Table {
    table: comfy_table::Table,
}

impl Table {
    /// Makes a table with these headings.
    pub(crate) fn new<S: Into<String>>(headings: impl IntoIterator<Item = S>) -> Table {
        let mut table = comfy_table::Table::new();
        table.load_preset(comfy_table::presets::NOTHING);
        let headings = headings.into_iter().map(Into::into);
        table.set_header(headings.collect::<Vec<String>>());
        Table { table }
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.table.add_row(cells);
    }

    /// Aligns these columns right.
    pub(crate) fn right(&mut self, columns: std::ops::Range<usize>) {
        for index in columns {
            if let Some(column) = self.table.column_mut(index) {
                column.set_cell_alignment(comfy_table::CellAlignment::Right);
            }
        }
    }
}

impl fmt::Display for Table {
    /// Writes the lines without trailing white space, each ended by a newline.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in self.table.lines() {
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}
