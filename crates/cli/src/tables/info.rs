//! `table info`: describes the contents of a table.

use super::args::{DirArg, of_table};
use crate::args::OutputArgs;
use crate::console::Console;
use crate::files;
use crate::outcome::{Exit, Failure};
use crate::sources::open_table;
use clap::Args;
use indicatif::HumanBytes;
use serde::Serialize;
use std::io::Write;
use yomikiri_catalog::answer::JSON_VERSION;
use yomikiri_catalog::table::{OpenTable, Ply, Tier};
use yomikiri_catalog::{Counted, open_table_game};

/// Describe a table, as JSON: positions and values in total and by ply, sizes, digests
#[derive(Debug, Args)]
pub(crate) struct TableInfoArgs {
    #[command(flatten)]
    pub(crate) dir: DirArg,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// The contents of a table, as JSON.
#[derive(Debug, Serialize)]
pub(crate) struct Info<'t> {
    version: u32,
    game: &'t str,
    ask: &'static str,
    symmetric: bool,
    cyclic: bool,
    /// For a semi-strong table: whether it follows `all` best moves, or `one`.
    #[serde(skip_serializing_if = "Option::is_none")]
    semi_strong: Option<&'static str>,
    /// For a table of a part of a game: the positions that play starts from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    from: Vec<String>,
    /// The positions with orbits expanded, and their values.
    pub(crate) positions: u64,
    first: u64,
    draw: u64,
    second: u64,
    /// The positions in the file.
    stored: u64,
    tiers: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    by_ply: Vec<InfoPly>,
    bytes: u64,
    key_bytes: u64,
    value_bytes: u64,
    bits_per_position: f64,
    bits_per_stored: f64,
    format: u32,
    /// The file that the game was read from, in canonical form.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'t str>,
    rules: String,
    digest: String,
}

#[derive(Debug, Serialize)]
struct InfoPly {
    ply: usize,
    positions: u64,
    first: u64,
    draw: u64,
    second: u64,
}

impl<'t> Info<'t> {
    /// Describes a table. The texts of the positions that a part of a game starts from are read by its rules.
    ///
    /// # Errors
    ///
    /// If the table is of a part of a game and its game cannot be opened, or a key belongs to no position.
    pub(crate) fn of(table: &'t OpenTable) -> Result<Info<'t>, Failure> {
        let tiers: Vec<Tier> = table.tiers().collect();
        let sum = |of: fn(&Tier) -> u64| tiers.iter().map(of).fold(0, u64::saturating_add);
        let subject = table.subject();
        let (positions, stored) = (sum(|tier| tier.positions), sum(|tier| tier.stored));
        let bits = |count: u64| table.size() as f64 * 8.0 / count.max(1) as f64;
        let by_ply = table.plies().enumerate();
        let by_ply = by_ply
            .map(|(ply, counts)| InfoPly::of(ply, &counts))
            .collect();
        let from = match subject.is_part() {
            true => {
                let game = of_table(subject, open_table_game(table, &files::Disk))?;
                game.start_texts(&subject.from)?
            }
            false => Vec::new(),
        };
        Ok(Info {
            version: JSON_VERSION,
            game: &subject.game,
            ask: subject.ask.name(),
            symmetric: subject.symmetric,
            cyclic: table.cyclic(),
            semi_strong: subject
                .extent
                .is_semi_strong()
                .then(|| subject.extent.name()),
            from,
            positions,
            first: sum(|tier| tier.first),
            draw: sum(Tier::draw),
            second: sum(|tier| tier.second),
            stored,
            tiers: tiers.len(),
            by_ply,
            bytes: table.size(),
            key_bytes: sum(|tier| tier.keys_len),
            value_bytes: sum(|tier| tier.values_len),
            bits_per_position: bits(positions),
            bits_per_stored: bits(stored),
            format: table.version(),
            file: subject.file.as_deref(),
            rules: hex(&subject.rules),
            digest: hex(&table.digest()),
        })
    }

    /// Returns where play starts, in words after the name of the game.
    fn part(&self) -> String {
        match &self.from[..] {
            [] => String::new(),
            [from] => format!(" from `{from}`"),
            from => format!(" from {} positions", from.len()),
        }
    }

    /// Describes a table that was just finished, in a line or as JSON.
    pub(crate) fn say(&self, json: bool, console: &mut Console) -> Result<(), Failure> {
        match json {
            true => console.json(self)?,
            false => writeln!(
                console.out(),
                "{}{}: {}, first {}, draw {}, second {}; {} stored in {}",
                self.game,
                self.part(),
                Counted(self.positions, "position"),
                self.first,
                self.draw,
                self.second,
                self.stored,
                HumanBytes(self.bytes),
            )?,
        }
        console.flush()
    }
}

impl InfoPly {
    fn of(ply: usize, counts: &Ply) -> InfoPly {
        let Ply {
            positions,
            first,
            second,
        } = *counts;
        InfoPly {
            ply,
            positions,
            first,
            draw: positions.saturating_sub(first).saturating_sub(second),
            second,
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

pub(super) fn run(args: &TableInfoArgs, console: &mut Console) -> Result<Exit, Failure> {
    let table = open_table(&args.dir.dir)?;
    console.json(&Info::of(&table)?)?;
    Ok(Exit::Answered)
}
