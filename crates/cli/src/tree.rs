//! `tree`: the first plies of a game with the value of every position.

use crate::args::{TreeArgs, TreeFormat};
use crate::desk::Desk;
use crate::outcome::{Exit, Failure};
use serde::Serialize;
use std::io::Write;
use yomikiri_catalog::answer::JSON_VERSION;
use yomikiri_catalog::tree::{TreeError, grow};

/// After the nodes, as JSON.
#[derive(Debug, Serialize)]
struct Summary<'a> {
    version: u32,
    summary: bool,
    game: &'a str,
    ask: &'static str,
    /// The nodes of the tree drawn.
    size: usize,
    nodes: u64,
    seconds: f64,
}

pub(crate) fn run(args: &TreeArgs, desk: &mut Desk) -> Result<Exit, Failure> {
    let game = desk.open(&args.at.game.game)?;
    let mut control = desk.control(&args.limits);
    let position = args.at.position.as_str();
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
        TreeFormat::Text => write!(desk.out(), "{}", root.text())?,
        TreeFormat::Dot => write!(desk.out(), "{}", root.dot())?,
        TreeFormat::Mermaid => write!(desk.out(), "{}", root.mermaid())?,
        TreeFormat::Json => {
            let nodes = root.json();
            for node in &nodes {
                desk.json(node)?;
            }
            let done = control.done();
            desk.json(&Summary {
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
    Ok(Exit::Answered)
}
