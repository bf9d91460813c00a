//! Existing games as rules files: from [declared rules](yomikiri_core::declared) to TOML.

mod pieces;

use super::RulesFamily;
use super::quotation::quoted;
use crate::compact::Compact;
use crate::family::{Family, Playable, Tour, Visitor};
use crate::heaps::Heaps;
use crate::make::{make, read};
use crate::pieces::PieceRules;
use crate::positional::{CellSet, Shape, Wrap};
use crate::registry::tour;
use crate::spec::{Files, SpecError};
use std::any::Any;
use std::fmt::{self, Write};
use yomikiri_core::Outcome;
use yomikiri_core::capability::Declared;
use yomikiri_core::declared::{
    Declaration, DeclaredCells, DeclaredGraph, DeclaredHeaps, DeclaredNode,
};

/// The reason why a game has no rules file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShowError {
    /// The spec, or a file that it names, is invalid.
    Spec(SpecError),
    /// The game has rules that no rules file can declare.
    NotDeclarable {
        /// The game's spec.
        game: String,
        /// The part of the rules that no rules file can state.
        why: &'static str,
    },
}

impl fmt::Display for ShowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShowError::Spec(error) => error.fmt(f),
            ShowError::NotDeclarable { game, why } => {
                write!(f, "`{game}` cannot be written as a rules file: {why}")
            }
        }
    }
}

impl std::error::Error for ShowError {}

/// Returns the text of a rules file for the game of a spec. A rules file itself is returned as it is.
///
/// # Errors
///
/// See [`ShowError`].
pub fn show(spec: &str, files: &dyn Files) -> Result<String, ShowError> {
    #[derive(Default)]
    struct Shown(Option<String>);
    impl Visitor for Shown {
        type Output = (Option<String>, Option<String>);
        fn titled(&mut self, title: &str) {
            self.0 = Some(title.to_owned());
        }
        fn visit<G: Playable>(self, game: G) -> Self::Output {
            (self.0, body(&game))
        }
    }
    fn body<G: Playable>(game: &G) -> Option<String> {
        let compact = (game as &dyn Any).downcast_ref::<Compact>();
        if let Some(rules) = compact.and_then(Compact::pieces) {
            return pieces::text(&rules);
        }
        if let Some(body) = compact.and_then(Compact::file_body) {
            return Some(body);
        }
        match game.declared()?.declaration() {
            Declaration::Cells(cells) => positional(&cells),
            Declaration::Graph(graph) => graph_text(&graph),
            Declaration::Heaps(heaps) => heaps_text(&heaps),
            Declaration::Walk(_) => None,
        }
    }
    // An invalid file is not shown.
    let (title, body) = make(spec, files, Shown::default()).map_err(ShowError::Spec)?;
    if let Some(text) = file_text(spec, files) {
        return Ok(text);
    }
    let body = body.ok_or_else(|| ShowError::NotDeclarable {
        game: spec.to_owned(),
        why: unsaid(spec),
    })?;
    // A game without a title gets its spec as the title.
    let title = quoted(title.as_deref().unwrap_or(spec));
    Ok(format!("rules = 1\ntitle = {title}\n{body}"))
}

/// Writes a game of taking from heaps; `None` if stones are points, or too many.
fn heaps_text(heaps: &DeclaredHeaps) -> Option<String> {
    let stuck = match heaps.stuck {
        "loses" => "loss",
        "wins" => "win",
        _ => return None,
    };
    let sizes = &heaps.sizes;
    if sizes.iter().any(|&size| size > Heaps::MOST_STONES) {
        return None;
    }
    let take = heaps.take.as_ref();
    let take = take.map_or(String::new(), |take| format!("take = {take:?}\n"));
    Some(format!(
        "kind = \"heaps\"\n\n[heaps]\nsizes = {sizes:?}\n{take}stuck = \"{stuck}\"\n"
    ))
}

/// Returns the part of a game's rules that no rules file can state.
fn unsaid(spec: &str) -> &'static str {
    struct Unsaid(&'static str, Option<&'static str>);
    impl Tour for Unsaid {
        fn family<F: Family>(&mut self) {
            if F::INFO.name == self.0 {
                self.1 = F::UNSAID;
            }
        }
    }
    let mut unsaid = Unsaid(read(spec).map_or("", |(info, _)| info.name), None);
    tour(&mut unsaid);
    unsaid
        .1
        .unwrap_or("its rules are not declared as data, which they are up to 64 cells")
}

/// Returns the text of the rules file that a spec names, if it names one.
fn file_text(spec: &str, files: &dyn Files) -> Option<String> {
    let (info, spec) = read(spec).ok()?;
    let mut settings = spec.settings();
    let file = settings.find(|(key, _)| info.name == RulesFamily::INFO.name && *key == "file");
    files.text(file?.1).ok()
}

/// Returns the normal form of everything that determines the play of a game. Games with the same form are the same.
/// `None` if the spec determines the rules.
pub fn one_form(game: &Compact) -> Option<String> {
    let pieces = || Some(canonical_pieces(&game.pieces()?));
    game.one_form().or_else(pieces)
}

/// Returns the normal form of the rules of a game of pieces. Names are not part of it.
fn canonical_pieces(rules: &PieceRules) -> String {
    let mut rules = rules.clone();
    rules.shape = rules.shape.without_names();
    rules.links.sort_unstable();
    rules.arrows.sort_unstable();
    let all = (1u32 << rules.kinds.len()) - 1;
    for ends in &mut rules.ends {
        if ends.runners & all == all || ends.goal == 0 {
            ends.runners = u32::MAX;
        }
        if ends.lines.kinds & all == all || !ends.lines.exist() {
            ends.lines.kinds = u32::MAX;
        }
    }
    for kind in &mut rules.kinds {
        kind.name = None;
        kind.glyph = None;
    }
    // If no file can state the rules, the form is one that no file has either.
    pieces::text(&rules).unwrap_or_else(|| format!("{rules:?}"))
}

/// Writes positional rules. Rows of cells are declared as such, and other lines are listed cell by cell.
fn positional(cells: &DeclaredCells) -> Option<String> {
    let shape = Shape::drawn(&cells.board).ok()?;
    let set = |line: &Vec<usize>| line.iter().fold(0, |set: CellSet, &cell| set | 1 << cell);
    let lines: Vec<CellSet> = cells.lines.iter().map(set).collect();
    let rows = Rows::among(&lines, &shape);
    let mut text = String::from("kind = \"positional\"\n\n[board]\nmap = '''\n");
    text.push_str(&cells.board.replace("//", "\n\n").replace('/', "\n"));
    text.push_str("\n'''\n");
    match rows.wrap {
        [_, false, false] => {}
        [_, false, true] => text.push_str("wrap = \"across\"\n"),
        [_, true, false] => text.push_str("wrap = \"upright\"\n"),
        [_, true, true] => text.push_str("wrap = true\n"),
    }
    if cells.boards > 1 {
        let _ = writeln!(text, "copies = {}", cells.boards);
    }
    text.push_str("\n[lines]\n");
    if !cells.lines_win {
        text.push_str("make = \"loss\"\n");
    }
    if let Some(length) = rows.length {
        let _ = writeln!(text, "row = {length}");
    }
    let listed = lines.iter().zip(&cells.lines);
    let mut listed = listed
        .filter(|(set, _)| !rows.lines.contains(set))
        .peekable();
    if listed.peek().is_some() {
        text.push_str("sets = [\n");
        for (_, line) in listed {
            let names: Vec<String> = line.iter().map(|&cell| quoted(&shape.name(cell))).collect();
            let _ = writeln!(text, "  [{}],", names.join(", "));
        }
        text.push_str("]\n");
    }
    text.push_str("\n[moves]\n");
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

/// The lines that are rows of some length.
#[derive(Default)]
struct Rows {
    length: Option<usize>,
    wrap: Wrap,
    lines: Vec<CellSet>,
}

impl Rows {
    /// Finds the length whose rows are all lines, and make up most of the lines.
    fn among(lines: &[CellSet], shape: &Shape) -> Rows {
        let mut found = Rows::default();
        let longest = lines.iter().map(|line| line.count_ones() as usize).max();
        for length in 1..=longest.unwrap_or(0) {
            for wrap in [
                [false; 3],
                [false, false, true],
                [false, true, false],
                [true; 3],
            ] {
                let rows = shape.lines(length, wrap);
                if rows.len() > found.lines.len() && rows.iter().all(|row| lines.contains(row)) {
                    found = Rows {
                        length: Some(length),
                        wrap,
                        lines: rows,
                    };
                }
            }
        }
        found
    }
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
