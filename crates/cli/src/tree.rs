//! `tree`: shows the first plies of a game with the value of every position.

use crate::answers::TO_COME;
use crate::args::{AskArgs, At, LimitArgs, OutputArgs, SolverArgs, whole};
use crate::console::Console;
use crate::examples;
use crate::outcome::{Exit, Failure};
use clap::{Args, ValueEnum};
use serde::Serialize;
use serde_json::json;
use std::io::Write;
use yomikiri_catalog::answer::JSON_VERSION;
use yomikiri_catalog::tree::{TreeError, grow};
use yomikiri_catalog::{AnyGame, Control, Outcome, Value};

#[derive(Debug, Args)]
#[command(after_help = examples::TREE)]
pub(crate) struct TreeArgs {
    #[command(flatten)]
    pub(crate) at: At,
    /// The depth of the tree, in plies
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = whole::<u32>(0..=100), allow_negative_numbers = true)]
    pub(crate) plies: u32,
    /// The format of the tree
    #[arg(long, value_enum, default_value_t = TreeFormat::Text)]
    pub(crate) format: TreeFormat,
    /// List, instead of a tree, the finished positions that decide the game for any weights, each with its
    /// points under the given weights
    #[arg(long, conflicts_with_all = ["plies", "format", "ask", "solver"])]
    pub(crate) parametric: bool,
    #[command(flatten)]
    pub(crate) ask: AskArgs,
    #[command(flatten)]
    pub(crate) solver: SolverArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// The format of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TreeFormat {
    /// Indented lines: move, value, `*` if the move is best, position
    Text,
    /// Graphviz
    Dot,
    /// Mermaid
    Mermaid,
    /// One node per line, parents before children; the same as --json
    Json,
}

/// The summary after the nodes, as JSON.
#[derive(Debug, Serialize)]
struct Summary<'a> {
    version: u32,
    summary: bool,
    game: &'a str,
    ask: &'static str,
    /// The number of nodes in the tree shown.
    size: usize,
    nodes: u64,
    seconds: f64,
}

pub(crate) fn run(args: &TreeArgs, console: &mut Console) -> Result<Exit, Failure> {
    let game = console.open(&args.at.game.game)?;
    let mut control = console.search(&args.solver, &args.limits);
    let position = args.at.position();
    let position = position.as_ref();
    if args.parametric {
        return decisive(
            game.as_ref(),
            position,
            args.output.json,
            &mut control,
            console,
        );
    }
    let (ask, solver) = (args.ask.ask, args.solver.solver.0);
    let root = grow(
        game.as_ref(),
        position,
        ask,
        solver,
        args.plies,
        &mut control,
    )
    .map_err(|error| match error {
        TreeError::Query(error) => Failure::in_query(position, error),
        TreeError::TooLarge => Failure::Limit(error.to_string()),
    })?;
    let format = match args.output.json {
        true => TreeFormat::Json,
        false => args.format,
    };
    match format {
        TreeFormat::Text => write!(console.out(), "{}", root.text())?,
        TreeFormat::Dot => write!(console.out(), "{}", root.dot())?,
        TreeFormat::Mermaid => write!(console.out(), "{}", root.mermaid())?,
        TreeFormat::Json => {
            let nodes = root.json();
            for node in &nodes {
                console.json(node)?;
            }
            let done = control.done();
            console.json(&Summary {
                version: JSON_VERSION,
                summary: true,
                game: game.name(),
                ask: ask.name(),
                size: nodes.len(),
                nodes: done.nodes,
                seconds: done.elapsed.as_secs_f64(),
            })?;
        }
    }
    if root.to_come && format != TreeFormat::Json {
        console.flush()?;
        console.say(TO_COME);
    }
    Ok(Exit::Answered)
}

/// Lists the finished positions that decide play for all weights.
fn decisive(
    game: &dyn AnyGame,
    position: &str,
    json: bool,
    control: &mut Control<'_>,
    console: &mut Console,
) -> Result<Exit, Failure> {
    let found = game
        .decisive(position, control)
        .map_err(|error| Failure::in_query(position, error))?;
    let count = found.positions.len();
    let margin = |points: i64| Value::Margin(Outcome::Margin(points)).to_string();
    if json {
        for (position, points) in &found.positions {
            console.json(&json!({
                "version": JSON_VERSION,
                "game": game.name(),
                "position": position,
                "margin": points,
            }))?;
        }
        console.json(&json!({
            "version": JSON_VERSION,
            "summary": true,
            "game": game.name(),
            "size": count,
            "decided_by": if found.nodes == 0 { "table" } else { "diagram" },
            "diagram_nodes": found.nodes,
        }))?;
        return Ok(Exit::Answered);
    }
    let how = match (count, found.nodes) {
        (0, _) => {
            "no finished position matters: the result is the same whatever the weights".into()
        }
        (_, 0) => format!(
            "{count} finished positions decide, by a table of {} bits",
            1_u64 << count
        ),
        (_, nodes) => format!("{count} finished positions decide, by a diagram of {nodes} nodes"),
    };
    writeln!(console.out(), "{how}")?;
    for (position, points) in &found.positions {
        writeln!(console.out(), "{position} {}", margin(*points))?;
    }
    Ok(Exit::Answered)
}
