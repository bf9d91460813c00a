//! `count`: counts positions, endings, values and lines of play, by ply.

use crate::args::{GameArg, LimitArgs, OutputArgs, whole};
use crate::console::Console;
use crate::diagnostic::Diagnostic;
use crate::examples;
use crate::outcome::{Exit, Failure};
use crate::table::Table;
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::ops::Add;
use std::time::Instant;
use yomikiri_catalog::answer::JSON_VERSION;
use yomikiri_catalog::{AnyGame, Census, CensusError, CensusOptions, Counted, Lines, Tally};

#[derive(Debug, Args)]
#[command(after_help = examples::COUNT)]
pub(crate) struct CountArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,
    /// Count positions up to symmetry
    #[arg(long)]
    pub(crate) symmetric: bool,
    /// Also count the lines of play by length, and the nodes of the game tree by depth (perft)
    #[arg(long)]
    pub(crate) lines: bool,
    /// Stop counting after N plies
    #[arg(long, value_name = "N", value_parser = whole::<u32>(0..=u32::MAX.into()), allow_negative_numbers = true)]
    pub(crate) plies: Option<u32>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Numbers by who comes out ahead, as JSON.
#[derive(Debug, Serialize)]
struct JsonTally<N> {
    first: N,
    draw: N,
    second: N,
}

impl<N: Copy> From<&Tally<N>> for JsonTally<N> {
    fn from(tally: &Tally<N>) -> JsonTally<N> {
        JsonTally {
            first: tally.first,
            draw: tally.draw,
            second: tally.second,
        }
    }
}

/// Counts of finished games, as JSON: by winner, or as one number if moves gain points, because then the end
/// does not tell who has won.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum JsonOver<N> {
    ByWinner(JsonTally<N>),
    All { all: N },
}

impl<N: Copy + Add<Output = N>> JsonOver<N> {
    fn new(tally: &Tally<N>, has_gains: bool) -> JsonOver<N> {
        match has_gains {
            true => JsonOver::All { all: tally.all() },
            false => JsonOver::ByWinner(tally.into()),
        }
    }
}

/// A ply, as JSON.
#[derive(Debug, Serialize)]
struct JsonPly {
    version: u32,
    ply: usize,
    positions: u64,
    finished: JsonOver<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<JsonTally<u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<JsonOver<u128>>,
    /// Nodes of the game tree at this depth.
    #[serde(skip_serializing_if = "Option::is_none")]
    perft: Option<u128>,
}

/// The totals, as JSON.
#[derive(Debug, Serialize)]
struct JsonTotal<'a> {
    version: u32,
    summary: bool,
    game: &'a str,
    symmetric: bool,
    /// Whether these are the numbers of the whole game, and not only of the listed plies.
    complete: bool,
    /// The reason why the count ended early.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
    positions: u64,
    finished: JsonOver<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<JsonTally<u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<JsonOver<u128>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tree_nodes: Option<u128>,
    nodes: u64,
    seconds: f64,
}

pub(crate) fn run(args: &CountArgs, console: &mut Console) -> Result<Exit, Failure> {
    let started = Instant::now();
    let game = console.open(&args.game.game)?;
    let mut control = console.control(&args.limits);
    let options = CensusOptions {
        symmetric: args.symmetric,
        values: true,
        lines: args.lines,
        plies: args.plies,
    };
    let census = game.census(options, &mut control);
    let census = census.map_err(|error| refused(error).unless_failed(&*game))?;
    if let Some(refusal) = census.no_values {
        console.say(format_args!("note: values are not counted: {refusal}"));
    }
    let has_gains = game.has_gains();
    if args.output.json {
        let over = |tally: &Tally<u64>| JsonOver::new(tally, has_gains);
        let plies = rows(&census);
        for ply in 0..plies {
            console.json(&JsonPly {
                version: JSON_VERSION,
                ply,
                positions: at(&census.by_ply, ply),
                finished: over(&at(&census.finished_by_ply, ply)),
                values: census
                    .values_by_ply
                    .as_deref()
                    .map(|by| (&at(by, ply)).into()),
                lines: lines_at(&census, ply).map(|(lines, _)| JsonOver::new(&lines, has_gains)),
                perft: lines_at(&census, ply).map(|(_, nodes)| nodes),
            })?;
        }
        console.json(&JsonTotal {
            version: JSON_VERSION,
            summary: true,
            game: game.name(),
            symmetric: args.symmetric,
            complete: census.is_complete(),
            stopped: census.stopped.as_ref().map(ToString::to_string),
            positions: census.positions,
            finished: over(&census.finished),
            values: census.values.as_ref().map(JsonTally::from),
            lines: lines_in_all(&census).map(|(lines, _)| JsonOver::new(&lines, has_gains)),
            tree_nodes: lines_in_all(&census).map(|(_, nodes)| nodes),
            nodes: control.done().nodes,
            seconds: started.elapsed().as_secs_f64(),
        })?;
    } else {
        write(game.as_ref(), &census, console)?;
    }
    match census.stopped {
        None => Ok(Exit::Answered),
        // The counts were written; now report why they end.
        Some(error) => Err(error.into()),
    }
}

/// Explains why nothing is counted, and what can be counted.
fn refused(error: CensusError) -> Failure {
    match error {
        CensusError::EndlessLines => Diagnostic::bare(error.to_string())
            .helped("give `--plies N` to count the lines of the first N plies")
            .into(),
        error => error.into(),
    }
}

/// Returns the lines of play that end after a ply, and the nodes of the game tree at that depth. `None` if
/// they were not counted; beyond the deepest node of a whole tree they are 0.
fn lines_at(census: &Census, ply: usize) -> Option<(Tally<u128>, u128)> {
    let lines = census.lines.as_ref()?;
    let is_known = ply < lines.by_depth.len() || census.is_complete();
    is_known.then(|| (at(&lines.by_length, ply), at(&lines.by_depth, ply)))
}

/// Returns the counted lines of play, and the nodes of the game tree. `None` if a limit came before the
/// first.
fn lines_in_all(census: &Census) -> Option<(Tally<u128>, u128)> {
    let lines = census.lines.as_ref()?;
    (!lines.by_depth.is_empty()).then_some((lines.total, lines.tree_nodes))
}

/// Returns the entry of a ply; 0 beyond the last one.
fn at<T: Copy + Default>(by_ply: &[T], ply: usize) -> T {
    by_ply.get(ply).copied().unwrap_or_default()
}

/// Returns the number of plies to show: all with positions, and all after which a line of play ends.
fn rows(census: &Census) -> usize {
    let longest = census
        .lines
        .as_ref()
        .map_or(0, |lines| lines.by_length.len());
    census.by_ply.len().max(longest)
}

fn write(game: &dyn AnyGame, census: &Census, console: &mut Console) -> Result<(), Failure> {
    // If moves gain points, the end does not tell who has won, and values count only the points to come.
    let has_gains = game.has_gains();
    let players = ["first", "draw", "second"];
    let mut headings = vec!["ply", "positions"];
    match has_gains {
        true => headings.push("over"),
        false => headings.extend(["over:"].into_iter().chain(players)),
    }
    if census.values.is_some() {
        headings.push(if has_gains { "to come:" } else { "value:" });
        headings.extend(players);
    }
    if census.lines.is_some() {
        match has_gains {
            true => headings.push("lines"),
            false => headings.extend(["lines:"].into_iter().chain(players)),
        }
        headings.push("perft");
    }
    let columns = headings.len();
    let mut table = Table::new(headings);
    for ply in 0..rows(census) {
        table.row(cells(
            has_gains,
            ply.to_string(),
            at(&census.by_ply, ply),
            at(&census.finished_by_ply, ply),
            census.values_by_ply.as_deref().map(|by| at(by, ply)),
            census.lines.as_ref().map(|_| lines_at(census, ply)),
        ));
    }
    let all = match census.is_complete() {
        true => "all",
        false => "so far",
    };
    table.row(cells(
        has_gains,
        all.to_owned(),
        census.positions,
        census.finished,
        census.values,
        census.lines.as_ref().map(|_| lines_in_all(census)),
    ));
    table.right(0..columns);
    let out = console.out();
    writeln!(out, "{}", game.name())?;
    write!(out, "{table}")?;
    if let Some(Lines { tree_nodes, .. }) = census.lines.as_ref().filter(|_| census.is_complete()) {
        writeln!(out, "{} of the game tree", Counted(tree_nodes, "node"))?;
    }
    Ok(())
}

/// Returns the cells of a row. Lines of play come with the nodes of the game tree; they are unknown beyond
/// the ply at which the count stopped.
fn cells(
    has_gains: bool,
    name: String,
    positions: u64,
    finished: Tally<u64>,
    values: Option<Tally<u64>>,
    lines: Option<Option<(Tally<u128>, u128)>>,
) -> Vec<String> {
    let mut cells = vec![name, positions.to_string()];
    match has_gains {
        true => cells.push(finished.all().to_string()),
        false => push(&mut cells, finished),
    }
    if let Some(values) = values {
        push(&mut cells, values);
    }
    match lines {
        None => {}
        Some(None) => cells.extend(vec!["-".to_owned(); if has_gains { 2 } else { 5 }]),
        Some(Some((lines, nodes))) => {
            match has_gains {
                true => cells.push(lines.all().to_string()),
                false => push(&mut cells, lines),
            }
            cells.push(nodes.to_string());
        }
    }
    cells
}

/// Adds the cells of a tally, after the empty cell below its name.
fn push<N: ToString>(cells: &mut Vec<String>, tally: Tally<N>) {
    cells.push(String::new());
    cells.extend([tally.first, tally.draw, tally.second].map(|number| number.to_string()));
}
