//! Lines of claimed cells: in a row, listed, drawn, or connected by a chain.

use super::board::Board;
use super::read::{At, Reader};
use crate::placement::{Making, Row};
use crate::positional::{CellSet, Rules, Wrap, turned_by, turns};
use crate::spec::quoted;
use std::ops::Range;
use yomikiri_core::{Player, TextError};

/// The most lines that a file's sets and shapes may make.
const MOST_LINES: usize = 20_000;

/// The lines that each player can make, and the effect of making one.
pub(super) struct LinesBySide {
    pub(super) lines: [Vec<CellSet>; 2],
    /// Rows that must not be part of a longer row.
    pub(super) exact: [Vec<Row>; 2],
    /// The sides that a chain must connect.
    pub(super) joins: [Vec<CellSet>; 2],
    pub(super) making: [Making; 2],
    /// The span of `make` if it says that a named player wins by any line.
    pub(super) named: Option<Range<usize>>,
}

/// Reads the lines of each player: those of `[lines]`, or of the player's own section in its place.
pub(super) fn lines_by_side(
    lines: Option<&Reader<'_>>,
    board: &Board,
    rules: &Rules,
) -> Result<LinesBySide, TextError> {
    let mut found = LinesBySide {
        lines: [Vec::new(), Vec::new()],
        exact: [Vec::new(), Vec::new()],
        joins: [Vec::new(), Vec::new()],
        making: [Making::Wins; 2],
        named: None,
    };
    let Some(lines) = lines else {
        return Ok(found);
    };
    for (player, key) in Player::BOTH.into_iter().zip(["first", "second"]) {
        let own = lines.section(key)?;
        let sections = [own, Some(*lines)];
        let of = |key: &str| {
            sections
                .into_iter()
                .flatten()
                .find(|section| section.has(key))
        };
        let make = of("make").map_or("win", |section| section.choice("make", "win"));
        let points = of("points").and_then(|section| section.int("points"));
        let making = match make {
            "loss" => Making::Loses,
            "points" => Making::Points(points.unwrap_or(1)),
            named @ ("first" | "second") => {
                found.named = Some(lines.span("make"));
                match named == player.name() {
                    true => Making::Wins,
                    false => Making::Loses,
                }
            }
            _ => Making::Wins,
        };
        if let Some(own) = own.filter(|own| own.has("points")) {
            points_are_made(&own, &[making])?;
        }
        if let Some(section) = of("join") {
            if matches!(making, Making::Points(_)) {
                let why = "a chain makes no points: it wins or loses";
                return Err(section.error("join", why));
            }
            found.joins[player as usize] = sides(&section, board)?;
        }
        let exact = of("exact").and_then(|section| section.flag("exact"));
        let row = of("row");
        if let Some(row) = row.filter(|_| exact == Some(true)) {
            let length = row.size("row").unwrap_or(0);
            found.exact[player as usize] = board.shape.rows(length, rules.wrap).collect();
        }
        if let Some(section) = of("exact").filter(|_| row.is_none()) {
            return Err(section.error("exact", "`exact` goes with `row`"));
        }
        found.making[player as usize] = making;
        if let Some(row) = row {
            row_fits(&row, rules)?;
        }
        let set = Rules {
            line: row
                .filter(|_| exact != Some(true))
                .and_then(|row| row.size("row")),
            patterns: patterns(&sections, board, rules.wrap)?,
            wrap: rules.wrap,
            ..Rules::new(board.shape.clone())
        };
        found.lines[player as usize] = set.lines();
    }
    let none = (0..2).all(|of| {
        found.lines[of].is_empty() && found.exact[of].is_empty() && found.joins[of].is_empty()
    });
    if none {
        let error = TextError::new(lines.span("make"), "there are no lines");
        return Err(error.help(
            "`row`, `sets`, `shapes` and `join` make lines; leave `[lines]` out if there are none",
        ));
    }
    if lines.has("points") {
        points_are_made(lines, &found.making)?;
    }
    Ok(found)
}

/// Checks that `points` is given only if lines make points.
fn points_are_made(section: &Reader<'_>, making: &[Making]) -> Result<(), TextError> {
    match making
        .iter()
        .any(|making| matches!(making, Making::Points(_)))
    {
        true => Ok(()),
        false => Err(section
            .error("points", "lines make no points here")
            .help("write `make = \"points\"`")),
    }
}

/// Checks that the board has a row of this many cells.
fn row_fits(section: &Reader<'_>, rules: &Rules) -> Result<(), TextError> {
    let row = section.size("row").unwrap_or(0);
    match rules.shape.lines(row, rules.wrap).is_empty() {
        true => Err(section.error("row", format!("the board has no {row} cells in a row"))),
        false => Ok(()),
    }
}

/// Reads the sides of a chain: words, or lists of cells.
fn sides(section: &Reader<'_>, board: &Board) -> Result<Vec<CellSet>, TextError> {
    let mut sides = Vec::new();
    for set in section.word_sets("join") {
        let mut side: CellSet = 0;
        for word in &set.value {
            // A single word names a side, and a word in a list names a cell.
            let whole = board.shape.side(word.value);
            side |= match whole.filter(|_| word.span == set.span) {
                Some(whole) => whole,
                None => 1 << board.cell(word)?,
            };
        }
        if side == 0 {
            return Err(set.error("a side needs a cell"));
        }
        sides.push(side);
    }
    match sides.len() {
        0 | 1 => Err(section.error("join", "a chain joins two sides or more")),
        _ => Ok(sides),
    }
}

/// Returns the listed and drawn sets of cells. Each key counts in the first section that has it.
pub(super) fn patterns(
    sections: &[Option<Reader<'_>>],
    board: &Board,
    wrap: Wrap,
) -> Result<Vec<CellSet>, TextError> {
    let of = |key: &str| sections.iter().flatten().find(|section| section.has(key));
    let mut patterns = Vec::new();
    let sets = of("sets").map_or(Vec::new(), |section| section.word_sets("sets"));
    for set in sets {
        let mut cells: CellSet = 0;
        for word in &set.value {
            let bit = 1 << board.cell(word)?;
            if cells & bit != 0 {
                return Err(word.error(format!("{} is in this set twice", quoted(word.value))));
            }
            cells |= bit;
        }
        if cells == 0 {
            return Err(set.error("a set needs a cell"));
        }
        patterns.push(cells);
    }
    let turned = of("turned").and_then(|section| section.flag("turned"));
    let turned = turned.unwrap_or(true);
    let shapes = of("shapes").and_then(|section| section.words("shapes"));
    for word in shapes.iter().flat_map(|words| &words.value) {
        let before = patterns.len();
        for offsets in forms(word, turned, board.shape.has_hexes())? {
            place(&offsets, board, wrap, &mut patterns);
        }
        if patterns.len() == before {
            return Err(word.error("this shape fits nowhere on the board"));
        }
        if patterns.len() > MOST_LINES {
            return Err(word.error(format!("there are more than {MOST_LINES} lines")));
        }
    }
    patterns.sort_unstable();
    patterns.dedup();
    Ok(patterns)
}

/// Returns the cells of a drawn shape, as rows and columns, in all orientations allowed.
fn forms(word: &At<&str>, turned: bool, hexes: bool) -> Result<Vec<Vec<(i32, i32)>>, TextError> {
    let mut cells: Vec<(i32, i32)> = Vec::new();
    for (row, line) in (0..).zip(word.value.split('/')) {
        for (col, character) in (0..).zip(line.chars()) {
            match character {
                'x' => cells.push((row, col)),
                '.' => {}
                other => {
                    let message = format!("`x` or `.` is expected in a shape, not `{other}`");
                    return Err(word.error(message));
                }
            }
        }
    }
    if cells.is_empty() {
        return Err(word.error("a shape needs a cell `x`"));
    }
    let mut forms: Vec<Vec<(i32, i32)>> = Vec::new();
    for turn in turns(hexes).into_iter().take(if turned { 12 } else { 1 }) {
        let image = |&place: &(i32, i32)| turned_by(turn, place);
        let mut form: Vec<(i32, i32)> = cells.iter().map(image).collect();
        let low = |axis: fn(&(i32, i32)) -> i32| form.iter().map(axis).min().unwrap_or(0);
        let (top, left) = (low(|cell| cell.0), low(|cell| cell.1));
        form.iter_mut()
            .for_each(|cell| *cell = (cell.0 - top, cell.1 - left));
        form.sort_unstable();
        forms.push(form);
    }
    forms.sort_unstable();
    forms.dedup();
    Ok(forms)
}

/// Adds a form of a shape in every place where it fits in a layer, also across the edges as `wrap` says. A form that is
/// larger than the board fits nowhere.
fn place(form: &[(i32, i32)], board: &Board, wrap: Wrap, into: &mut Vec<CellSet>) {
    let [layers, rows, cols] = board.shape.size();
    let fits = |&(down, right): &(i32, i32)| (down as usize) < rows && (right as usize) < cols;
    if !form.iter().all(fits) {
        return;
    }
    let round = |at: usize, size: usize, wrap: bool| if wrap { at % size } else { at };
    for layer in 0..layers {
        for row in 0..rows {
            for col in 0..cols {
                let cells = form.iter().try_fold(0, |set: CellSet, &(down, right)| {
                    let row = round(row + down as usize, rows, wrap[1]);
                    let col = round(col + right as usize, cols, wrap[2]);
                    Some(set | 1 << board.shape.number([layer, row, col])?)
                });
                into.extend(cells);
            }
        }
    }
}
