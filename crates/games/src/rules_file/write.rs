//! Games that were there before as rules files: from [declared rules](yomikiri_core::declared) to TOML.

use crate::make::make;
use crate::positional::Shape;
use crate::registry::{Playable, Visitor};
use crate::spec::{Files, SpecError};
use std::fmt::{self, Write};
use yomikiri_core::Outcome;
use yomikiri_core::capability::Declared;
use yomikiri_core::declared::{
    Declaration, DeclaredCells, DeclaredGraph, DeclaredHeaps, DeclaredNode,
};

/// Why a game is not shown as a rules file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShowError {
    /// The spec, or a file that it names, is wrong.
    Spec(SpecError),
    /// The game has rules that no rules file can declare.
    NotDeclarable {
        /// The game's spec.
        game: String,
    },
}

impl fmt::Display for ShowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShowError::Spec(error) => error.fmt(f),
            ShowError::NotDeclarable { game } => {
                write!(f, "`{game}` cannot be written as a rules file")
            }
        }
    }
}

impl std::error::Error for ShowError {}

/// The game that a spec names as the text of a rules file.
///
/// # Errors
///
/// See [`ShowError`].
pub fn show(spec: &str, files: &dyn Files) -> Result<String, ShowError> {
    struct Declare;
    impl Visitor for Declare {
        type Output = Option<Declaration>;
        fn visit<G: Playable>(self, game: G) -> Option<Declaration> {
            game.declared().map(|view| view.declaration())
        }
    }
    let declared = make(spec, files, Declare).map_err(ShowError::Spec)?;
    let body = match declared {
        Some(Declaration::Cells(cells)) => positional(&cells),
        Some(Declaration::Graph(graph)) => graph_text(&graph),
        Some(Declaration::Heaps(heaps)) => heaps_text(&heaps),
        Some(Declaration::Walk(_)) | None => None,
    };
    let game = spec.to_owned();
    let body = body.ok_or(ShowError::NotDeclarable { game })?;
    Ok(format!("rules = 1\ntitle = {}\n{body}", quoted(spec)))
}

/// Text between quotation marks.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '\n' => quoted.push_str("\\n"),
            '"' | '\\' => quoted.extend(['\\', character]),
            _ if character.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(character));
            }
            _ => quoted.push(character),
        }
    }
    quoted + "\""
}

/// Lines are listed cell by cell; cells are given names where rows and columns would be long.
fn positional(cells: &DeclaredCells) -> Option<String> {
    let mut text = String::from("kind = \"positional\"\n\n[board]\nmap = '''\n");
    text.push_str(&cells.board.replace("//", "\n\n").replace('/', "\n"));
    text.push_str("\n'''\n");
    if cells.boards > 1 {
        let _ = writeln!(text, "copies = {}", cells.boards);
    }
    let shape = Shape::drawn(&cells.board).ok()?;
    text.push_str("\n[lines]\n");
    if !cells.lines_win {
        text.push_str("make = \"loss\"\n");
    }
    text.push_str("sets = [\n");
    for line in &cells.lines {
        let names: Vec<String> = line.iter().map(|&cell| quoted(&shape.name(cell))).collect();
        let _ = writeln!(text, "  [{}],", names.join(", "));
    }
    text.push_str("]\n\n[moves]\n");
    let _ = writeln!(text, "marks = {}", quoted(cells.marks));
    if cells.support.iter().any(Option::is_some) {
        text.push_str("gravity = true\n");
    }
    text.push_str("\n[full]\n");
    match cells.full {
        None => {
            let weights: Vec<String> = cells.weights.iter().map(i64::to_string).collect();
            let _ = writeln!(text, "is = \"points\"\nweights = [{}]", weights.join(", "));
        }
        Some(Outcome::Win(player)) => {
            let _ = writeln!(text, "is = {}", quoted(player.name()));
        }
        Some(_) => text.push_str("is = \"draw\"\n"),
    }
    Some(text)
}

fn graph_text(graph: &DeclaredGraph) -> Option<String> {
    let mut text = String::from("kind = \"graph\"\ngraph = '''\n");
    let _ = writeln!(text, "endless {}", graph.endless);
    for (name, node) in &graph.nodes {
        match node {
            DeclaredNode::Over(outcome) => {
                let _ = writeln!(text, "{name} = {outcome}");
            }
            DeclaredNode::Turn(player, moves) => {
                let _ = write!(text, "{name} {player}:");
                for (to, gain) in moves {
                    let (to, _) = graph.nodes.get(*to as usize)?;
                    let _ = match gain {
                        0 => write!(text, " {to}"),
                        _ => write!(text, " {to}{gain:+}"),
                    };
                }
                text.push('\n');
            }
        }
    }
    text.push_str("'''\n");
    Some(text)
}

fn heaps_text(heaps: &DeclaredHeaps) -> Option<String> {
    let stuck = match heaps.stuck {
        "loses" => "loss",
        "wins" => "win",
        // Stones that are points: no rules file has those.
        _ => return None,
    };
    let list = |numbers: &[u32]| {
        let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
        numbers.join(", ")
    };
    let mut text = format!(
        "kind = \"heaps\"\n\n[heaps]\nsizes = [{}]\n",
        list(&heaps.sizes)
    );
    if let Some(take) = &heaps.take {
        let _ = writeln!(text, "take = [{}]", list(take));
    }
    let _ = writeln!(text, "stuck = {}", quoted(stuck));
    Some(text)
}
