//! `kind = "positional"`: games of claiming cells.

use super::board::Board;
use super::read::{At, Reader};
use crate::placement::{Making, Placement, PlacementError, PlacementRules};
use crate::positional::{CellSet, Full, Marks, Rules, RulesError};
use crate::spec::quoted;
use std::ops::Range;
use yomikiri_core::{Player, TextError};

/// What a file declares: rules of the positional family, or ones that go beyond it.
pub(super) enum Declared {
    /// The family's own.
    Family(Rules),
    /// With turns, marks or lines that the family has not.
    Beyond(Box<Placement>),
}

/// The most cells of all lines together that a file may make.
const MOST_LINES: usize = 20_000;

/// Reads the whole file.
pub(super) fn read(file: &Reader<'_>) -> Result<Declared, TextError> {
    let Some(board_section) = file.section("board")? else {
        return Err(file.missing("board"));
    };
    let lines = file.section("lines")?;
    let moves = file.section("moves")?;
    let full = file.section("full")?;
    let board = Board::read(&board_section)?;

    let mut rules = Rules::new(board.shape.clone());
    rules.boards = board_section.size("copies").unwrap_or(1);
    rules.wrap = board_section.flag("wrap").unwrap_or(false);
    if let Some(lines) = &lines {
        rules.line = lines.size("row");
        rules.patterns = patterns(&[Some(*lines)], &board)?;
    }
    let by_side = lines_by_side(lines.as_ref(), &board, &rules)?;
    rules.misere = by_side.making == [Making::Loses; 2];
    if let Some(moves) = &moves {
        rules.gravity = moves.flag("gravity").unwrap_or(false);
        rules.marks = match moves.choice("marks", "own") {
            "either" => Marks::Either,
            "one" => Marks::One,
            _ => Marks::Own,
        };
    }
    if let Some(full) = &full {
        rules.full = match full.choice("is", "draw") {
            "first" => Full::Win(Player::First),
            "second" => Full::Win(Player::Second),
            "points" => Full::Points,
            _ => Full::Draw,
        };
        let weights = full.numbers("weights");
        rules.weights = weights.map_or(Vec::new(), |weights| {
            weights.value.iter().map(|weight| weight.value).collect()
        });
    }

    let beyond = beyond(moves.as_ref(), &board, &rules, by_side)?;
    let at = Sections {
        board: &board_section,
        lines: lines.as_ref(),
        moves: moves.as_ref(),
        full: full.as_ref(),
    };
    rules.check().map_err(|error| at.locate(&error))?;
    match beyond {
        None => Ok(Declared::Family(rules)),
        Some(beyond) => Placement::new(rules, beyond)
            .map(|rules| Declared::Beyond(Box::new(rules)))
            .map_err(|error| at.locate_beyond(error)),
    }
}

/// What goes beyond the family, if anything does.
fn beyond(
    moves: Option<&Reader<'_>>,
    board: &Board,
    rules: &Rules,
    by_side: LinesBySide,
) -> Result<Option<PlacementRules>, TextError> {
    let mut beyond = PlacementRules {
        lines: by_side.lines,
        making: by_side.making,
        ..PlacementRules::of(rules)
    };
    if let Some(moves) = moves {
        for (player, key) in Player::BOTH.into_iter().zip(["first", "second"]) {
            let Some(marks) = moves.words(key) else {
                continue;
            };
            if moves.has("marks") {
                return Err(moves.error(key, format!("`marks` and `{key}` say the same thing")));
            }
            beyond.marks[player as usize] = mark_set(&marks)?;
        }
        beyond.placements = moves.size("placements").unwrap_or(1);
        beyond.opening = moves.size("opening").unwrap_or(beyond.placements);
        if beyond.opening > beyond.placements {
            let why = "the first turn cannot have more placements than others";
            return Err(moves.error("opening", why));
        }
        beyond.swap = moves.flag("swap").unwrap_or(false);
        beyond.pass = moves.flag("pass").unwrap_or(false);
        if let Some(cells) = moves.words("forbidden") {
            beyond.forbidden = forbidden(&cells, board)?;
        }
        if beyond.swap && !beyond.own_marks() {
            let why = "marks can be taken over only where each player has their own";
            return Err(moves.error("swap", why));
        }
    }
    if let Some(span) = by_side.named.filter(|_| beyond.own_marks()) {
        let why =
            "each player makes lines of their own marks: say what a line makes for each of them";
        let help = "write `[lines.first]` and `[lines.second]`, each with its own `make =`; without lines of one \
                    player, those mean nothing";
        return Err(TextError::new(span, why).help(help));
    }
    Ok((beyond != PlacementRules::of(rules)).then_some(beyond))
}

/// Which of the two marks a list names.
fn mark_set(words: &At<Vec<At<&str>>>) -> Result<[bool; 2], TextError> {
    let mut marks = [false; 2];
    for word in &words.value {
        match word.value {
            "x" => marks[0] = true,
            "o" => marks[1] = true,
            other => {
                let message = format!("{} is not a mark", quoted(other));
                return Err(word.error(message).help("the marks are `x` and `o`"));
            }
        }
    }
    match marks {
        [false, false] => Err(words.error("a player needs a mark to place")),
        marks => Ok(marks),
    }
}

/// The cells that the first mark may not take.
fn forbidden(words: &At<Vec<At<&str>>>, board: &Board) -> Result<CellSet, TextError> {
    let mut cells: CellSet = 0;
    for word in &words.value {
        cells |= match word.value {
            "centre" => centre(board).ok_or_else(|| word.error("the board has no centre"))?,
            _ => 1 << board.cell(word)?,
        };
    }
    if cells.count_ones() as usize == board.shape.cells().len() {
        return Err(words.error("there is no cell left for the first mark"));
    }
    Ok(cells)
}

/// The cell in the middle, where there is one.
fn centre(board: &Board) -> Option<CellSet> {
    let size = board.shape.size();
    let middle = size.map(|size| size / 2);
    let odd = size.iter().all(|size| size % 2 == 1);
    let cell = board.shape.number(middle).filter(|_| odd)?;
    Some(1 << cell)
}

/// What lines each player can make, and what making one means.
struct LinesBySide {
    lines: [Vec<CellSet>; 2],
    making: [Making; 2],
    /// Where a named player is said to win by any line.
    named: Option<Range<usize>>,
}

/// Reads the lines of each player: what `[lines]` says, or in its place the player's own section.
fn lines_by_side(
    lines: Option<&Reader<'_>>,
    board: &Board,
    rules: &Rules,
) -> Result<LinesBySide, TextError> {
    let mut found = LinesBySide {
        lines: [Vec::new(), Vec::new()],
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
        found.making[player as usize] = making;
        found.lines[player as usize] = match own {
            None => rules.lines(),
            Some(_) => {
                let row = of("row");
                let set = Rules {
                    line: row.and_then(|section| section.size("row")),
                    patterns: patterns(&sections, board)?,
                    wrap: rules.wrap,
                    ..Rules::new(board.shape.clone())
                };
                row.map_or(Ok(()), |section| row_fits(&section, &set))?;
                set.lines()
            }
        };
    }
    if lines.has("points") {
        points_are_made(lines, &found.making)?;
    }
    if lines.has("row") {
        row_fits(lines, rules)?;
    }
    Ok(found)
}

/// That `points` stands where lines make some.
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

/// That the board has so many cells in a row.
fn row_fits(section: &Reader<'_>, rules: &Rules) -> Result<(), TextError> {
    let row = rules.line.unwrap_or(0);
    match rules.shape.lines(row, rules.wrap).is_empty() {
        true => Err(section.error("row", format!("the board has no {row} cells in a row"))),
        false => Ok(()),
    }
}

/// The lines that are listed or drawn; each key counts in the first section that has it.
fn patterns(sections: &[Option<Reader<'_>>], board: &Board) -> Result<Vec<CellSet>, TextError> {
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
            return Err(set.error("a line needs a cell"));
        }
        patterns.push(cells);
    }
    let turned = of("turned").and_then(|section| section.flag("turned"));
    let turned = turned.unwrap_or(true);
    let shapes = of("shapes").and_then(|section| section.words("shapes"));
    for word in shapes.iter().flat_map(|words| &words.value) {
        let before = patterns.len();
        for offsets in forms(word, turned)? {
            place(&offsets, board, &mut patterns);
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

/// The cells of a drawn shape, as rows and columns, in all forms that it may take.
fn forms(word: &At<&str>, turned: bool) -> Result<Vec<Vec<(i32, i32)>>, TextError> {
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
    for turn in 0..if turned { 8 } else { 1 } {
        let image = |&(row, col): &(i32, i32)| {
            let (row, col) = if turn & 4 != 0 {
                (row, -col)
            } else {
                (row, col)
            };
            match turn & 3 {
                0 => (row, col),
                1 => (col, -row),
                2 => (-row, -col),
                _ => (-col, row),
            }
        };
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

/// A form of a shape wherever it fits in a layer.
fn place(form: &[(i32, i32)], board: &Board, into: &mut Vec<CellSet>) {
    let [layers, rows, cols] = board.shape.size();
    for layer in 0..layers {
        for row in 0..rows {
            for col in 0..cols {
                let cell = |&(down, right): &(i32, i32)| {
                    let at = [layer, row + down as usize, col + right as usize];
                    board.shape.number(at)
                };
                let cells: Option<Vec<usize>> = form.iter().map(cell).collect();
                into.extend(cells.map(|cells| {
                    cells
                        .into_iter()
                        .fold(0, |set: CellSet, cell| set | 1 << cell)
                }));
            }
        }
    }
}

/// The sections of the file, to point at what the rules find wrong.
struct Sections<'s, 't> {
    board: &'s Reader<'t>,
    lines: Option<&'s Reader<'t>>,
    moves: Option<&'s Reader<'t>>,
    full: Option<&'s Reader<'t>>,
}

impl Sections<'_, '_> {
    fn locate_beyond(&self, error: PlacementError) -> TextError {
        let (section, key) = match error {
            PlacementError::TooManyCells(_) => (None, "rows"),
            PlacementError::Copies => (None, "copies"),
            PlacementError::NoFirstMark => (self.moves, "forbidden"),
            PlacementError::Points => (self.full, "weights"),
            PlacementError::PointsOfNobody => (self.full, "is"),
            PlacementError::SwapOfLines => (self.moves, "swap"),
        };
        section.unwrap_or(self.board).error(key, error.to_string())
    }

    fn locate(&self, error: &RulesError) -> TextError {
        let (section, key) = match error {
            RulesError::WeightCount { .. } | RulesError::WeightsUnused | RulesError::Points(_) => {
                (self.full, "weights")
            }
            RulesError::PointsOfNobody => (self.full.or(self.moves), "is"),
            RulesError::Pattern(_) => (self.lines, "sets"),
            RulesError::Boards(_) => (None, "copies"),
            _ => (None, "rows"),
        };
        let section = section.unwrap_or(self.board);
        let weight = match error {
            RulesError::Points(cell) => section
                .numbers("weights")
                .and_then(|weights| weights.value.get(*cell).cloned()),
            _ => None,
        };
        if let Some(weight) = weight {
            return weight.error(error.to_string());
        }
        section.error(key, error.to_string())
    }
}
