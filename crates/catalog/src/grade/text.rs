//! A report as JSON and as a table.

use super::{Group, Rate, Report, Stats};
use std::fmt::{self, Write};
use yomikiri::Counted;

impl Report {
    /// Returns the report as a JSON object on one line.
    pub fn json(&self) -> String {
        // Serialization cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Returns the groups under the headings of a table, all moves first.
    fn tables(&self) -> Vec<(&'static str, Vec<(&str, &Stats)>)> {
        vec![
            ("", vec![("all", &self.all)]),
            ("player", named(&self.by_player)),
            ("name", named(&self.by_name)),
            ("difficulty", named(&self.by_difficulty)),
            ("ply", named(&self.by_ply)),
        ]
    }
}

/// Pairs the groups' names and statistics.
fn named(groups: &[Group]) -> Vec<(&str, &Stats)> {
    let groups = groups.iter();
    groups
        .map(|group| (group.name.as_str(), &group.stats))
        .collect()
}

/// Formats a rate for a table.
pub(super) fn percent(rate: &Rate) -> String {
    if rate.counted.1 == 0 {
        return "-".to_owned();
    }
    let part = |share: f64| format!("{:.1}", 100.0 * share);
    format!(
        "{}% [{}, {}]",
        part(rate.rate),
        part(rate.low),
        part(rate.high)
    )
}

impl fmt::Display for Report {
    /// Writes tables of all moves, by player, by name, by difficulty and by ply, then the other counts.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{}, {}: {}, {}, {}",
            self.game,
            self.ask,
            Counted(self.games, "game"),
            Counted(self.all.moves, "move"),
            Counted(self.positions, "position")
        )?;
        let points = self.all.points.is_some();
        for (heading, rows) in self.tables() {
            if rows.is_empty() {
                continue;
            }
            let mut table = vec![vec![
                heading.to_owned(),
                "moves".to_owned(),
                "perfect".to_owned(),
                "of decisions".to_owned(),
                "keeping".to_owned(),
                "win>draw".to_owned(),
                "win>loss".to_owned(),
                "draw>loss".to_owned(),
            ]];
            if points {
                table[0].push("points a move".to_owned());
            }
            for (name, stats) in rows {
                let mut row = vec![
                    name.to_owned(),
                    stats.moves.to_string(),
                    percent(&stats.perfect),
                    percent(&stats.perfect_decisions),
                    percent(&stats.keeping),
                    stats.blunders.win_to_draw.to_string(),
                    stats.blunders.win_to_loss.to_string(),
                    stats.blunders.draw_to_loss.to_string(),
                ];
                if points {
                    row.push(stats.points.map_or("-".to_owned(), |mean| {
                        format!("{:.2} [{:.2}, {:.2}]", mean.mean, mean.low, mean.high)
                    }));
                }
                table.push(row);
            }
            writeln!(f)?;
            f.write_str(&aligned(&table))?;
        }
        let mut notes = String::new();
        if self.unsolved > 0 {
            writeln!(
                notes,
                "not solved within the limits: {}",
                Counted(self.unsolved, "move")
            )?;
        }
        for (fault, count) in &self.faults {
            writeln!(notes, "{fault}: {count}")?;
        }
        match notes.is_empty() {
            true => Ok(()),
            false => write!(f, "\n{notes}"),
        }
    }
}

/// Aligns columns: the first to the left, all others to the right.
fn aligned(table: &[Vec<String>]) -> String {
    let width = |column: usize| table.iter().map(|row| row[column].chars().count()).max();
    let mut text = String::new();
    for row in table {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let width = width(column).unwrap_or(0);
            match column {
                0 => line += &format!("{cell:<width$}"),
                _ => line += &format!("  {cell:>width$}"),
            }
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}
