//! A board found in the propositions of a sheet.

use yomikiri_gdl::Sheet;

/// The most rows and columns.
const MOST: usize = 40;

/// The names of empty contents in sheets.
const EMPTY: [&str; 8] = ["b", "blank", "empty", "e", "none", "nil", "clear", "0"];

/// A board: the propositions `NAME(ROW,COLUMN,CONTENT)` with a common name.
#[derive(Debug)]
pub(super) struct Board {
    /// For each proposition of a cell that is not empty: its bit, its row and column, and its sign.
    cells: Vec<(usize, usize, usize, char)>,
    /// The bits of all propositions of the board.
    bits: Vec<usize>,
    rows: usize,
    columns: usize,
}

impl Board {
    /// Finds the board of a sheet: the name with the most propositions, of at least two rows and columns.
    pub(super) fn find(sheet: &Sheet) -> Option<Board> {
        let propositions: Vec<String> = (0..sheet.size().propositions)
            .map(|at| sheet.proposition(at))
            .collect();
        let parts = |text: &str| -> Option<[String; 4]> {
            let (name, rest) = text.split_once('(')?;
            let args: Vec<&str> = rest.strip_suffix(')')?.split(',').collect();
            match args[..] {
                [row, column, content]
                    if !rest.contains('(') && !rest[..rest.len() - 1].contains(')') =>
                {
                    Some([name, row, column, content].map(str::to_owned))
                }
                _ => None,
            }
        };
        let all: Vec<(usize, [String; 4])> = propositions
            .iter()
            .enumerate()
            .filter_map(|(at, text)| Some((at, parts(text)?)))
            .collect();
        let mut names: Vec<&String> = all.iter().map(|(_, [name, ..])| name).collect();
        names.sort_unstable();
        let name = names
            .chunk_by(|a, b| a == b)
            .max_by_key(|same| same.len())?[0];
        let here: Vec<&(usize, [String; 4])> = all
            .iter()
            .filter(|(_, [other, ..])| other == name)
            .collect();
        // Rows and columns are sorted: numbers by value before words.
        let places = |which: usize| {
            let mut found: Vec<&str> = Vec::new();
            for (_, parts) in &here {
                if !found.contains(&parts[which].as_str()) {
                    found.push(&parts[which]);
                }
            }
            found.sort_by_key(|text| (text.parse::<i64>().unwrap_or(i64::MAX), text.to_string()));
            found
        };
        let (rows, columns) = (places(1), places(2));
        let fits = |places: &[&str]| (2..=MOST).contains(&places.len());
        if !fits(&rows) || !fits(&columns) || here.len() < rows.len() * columns.len() {
            return None;
        }
        let roles = sheet.roles();
        let cells = here.iter().filter_map(|(at, [_, row, column, content])| {
            let row = rows.iter().position(|other| other == row)?;
            let column = columns.iter().position(|other| other == column)?;
            let sign = sign(content, roles)?;
            Some((*at, row, column, sign))
        });
        Some(Board {
            cells: cells.collect(),
            bits: here.iter().map(|(at, _)| *at).collect(),
            rows: rows.len(),
            columns: columns.len(),
        })
    }

    /// Returns a state without its board.
    pub(super) fn others(&self, state: &[u64]) -> Vec<u64> {
        let mut others = state.to_vec();
        for at in &self.bits {
            others[at / 64] &= !(1 << (at % 64));
        }
        others
    }

    /// Returns the rows of the board in a state.
    pub(super) fn rows(&self, state: &[u64]) -> Vec<String> {
        let mut rows = vec![vec!['.'; self.columns]; self.rows];
        for &(at, row, column, sign) in &self.cells {
            if state[at / 64] >> (at % 64) & 1 == 1 {
                rows[row][column] = sign;
            }
        }
        rows.into_iter()
            .map(|row| row.into_iter().collect())
            .collect()
    }
}

/// Returns the sign of a cell's content, or `None` if it is empty. The men of the roles are `x` and `o`.
fn sign(content: &str, roles: [&str; 2]) -> Option<char> {
    if EMPTY.contains(&content) {
        return None;
    }
    match roles.iter().position(|role| *role == content) {
        Some(0) => Some('x'),
        Some(_) => Some('o'),
        None => content.chars().next(),
    }
}
