//! `kind = "positional"`: games of claiming cells.

use super::board::Board;
use super::lines::{LinesBySide, lines_by_side, patterns};
use super::read::{At, Reader};
use crate::placement::{Captures, Making, Placement, PlacementError, PlacementRules, Stuck};
use crate::positional::{CellSet, Full, Marks, Rules, RulesError, Wrap};
use crate::spec::quoted;
use crate::turn::named;
use yomikiri_core::{Player, TextError};

/// The declaration of a file: rules of the positional family, or rules beyond it.
pub(super) enum Declared {
    /// The rules are those of the family.
    Family(Rules),
    /// The rules have turns, marks or lines that the family does not have.
    Beyond(Box<Placement>),
}

/// Reads the whole file.
pub(super) fn read(file: &Reader<'_>) -> Result<Declared, TextError> {
    let Some(board_section) = file.section("board")? else {
        return Err(file.missing("board"));
    };
    let lines = file.section("lines")?;
    let moves = file.section("moves")?;
    let full = file.section("full")?;
    let tiles = file.section("tiles")?;
    let captures = file.section("captures")?;
    let board = Board::read(&board_section)?;

    let mut rules = Rules::new(board.shape.clone());
    rules.boards = board_section.size("copies").unwrap_or(1);
    rules.wrap = match board_section.flag_or("wrap") {
        Err("across") => [false, false, true],
        Err(_) => [false, true, false],
        Ok(round) => [round; 3],
    };
    if let Some(lines) = &lines {
        // Exact rows are not part of the family.
        rules.line = lines
            .size("row")
            .filter(|_| lines.flag("exact") != Some(true));
        rules.patterns = patterns(&[Some(*lines)], &board, rules.wrap)?;
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
        weights_are_rows(full, &rules)?;
    }

    let sections = [&moves, &full, &tiles, &captures].map(Option::as_ref);
    let beyond = beyond(sections, &board, &rules, by_side)?;
    let at = Sections {
        board: &board_section,
        lines: lines.as_ref(),
        moves: moves.as_ref(),
        full: full.as_ref(),
        captures: captures.as_ref(),
    };
    rules.check().map_err(|error| at.locate(&error))?;
    match beyond {
        None => Ok(Declared::Family(rules)),
        Some(beyond) => Placement::new(rules, beyond)
            .map(|rules| Declared::Beyond(Box::new(rules)))
            .map_err(|error| at.locate_beyond(error)),
    }
}

/// Reads the rules beyond the family, if there are any.
fn beyond(
    [moves, full, tiles, captures]: [Option<&Reader<'_>>; 4],
    board: &Board,
    rules: &Rules,
    by_side: LinesBySide,
) -> Result<Option<PlacementRules>, TextError> {
    let mut beyond = PlacementRules {
        lines: by_side.lines,
        exact: by_side.exact,
        joins: by_side.joins,
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
        beyond.pass = match moves.flag_or("pass") {
            Err("first") => [true, false],
            Err(_) => [false, true],
            Ok(both) => [both; 2],
        };
        if let Some(cells) = moves.words("forbidden") {
            beyond.forbidden = forbidden(&cells, board)?;
        }
        let kinds = |mark: usize| beyond.marks.iter().any(|marks| marks[mark]);
        beyond.apart = match moves.choice("apart", "none") {
            "alike" => [true, false],
            "unlike" if !(kinds(0) && kinds(1)) => {
                let why = "all marks are alike here";
                return Err(moves.error("apart", why));
            }
            "unlike" => [false, true],
            "all" => [true, true],
            _ => [false; 2],
        };
        beyond.popout = moves.flag("popout").unwrap_or(false);
        beyond.liberties = moves.flag("liberties").unwrap_or(false);
        if beyond.swap && !beyond.own_marks() {
            let why = "marks can be taken over only where each player has their own";
            return Err(moves.error("swap", why));
        }
    }
    beyond.stuck = match full.map_or("draw", |full| full.choice("is", "draw")) {
        "loss" => Stuck::Loses,
        "win" => Stuck::Wins,
        _ => Stuck::Full,
    };
    if let Some(captures) = captures {
        let size = |key| captures.size(key).ok_or_else(|| captures.missing(key));
        beyond.captures = Some(Captures {
            length: size("length")?,
            win: size("win")?,
        });
    }
    if let Some(tiles) = tiles {
        beyond.tiles = tiles_by_side(tiles, board, rules.wrap)?;
    }
    if let Some(span) = by_side.named.filter(|_| beyond.own_marks()) {
        let why =
            "each player makes lines of their own marks: say what a line makes for each of them";
        let help = "write `[lines.first]` and `[lines.second]`, each with its own `make =`; without lines of one \
                    player, those mean nothing";
        return Err(TextError::new(span, why).help(help));
    }
    let hexes = board.shape.has_hexes();
    Ok((hexes || beyond != PlacementRules::of(rules)).then_some(beyond))
}

/// Checks that weights written in rows are in rows of the board.
fn weights_are_rows(full: &Reader<'_>, rules: &Rules) -> Result<(), TextError> {
    let cells = rules.shape.cells();
    // A row ends before a cell of another row, and after the last cell.
    let row = |cell: usize| cells.get(cell).map(|cell| (cell.layer, cell.row));
    let lists = full.lengths("weights");
    if lists.iter().all(|list| list.value.is_none()) {
        return Ok(());
    }
    let mut end = 0;
    for list in lists {
        end += list.value.unwrap_or(1);
        let is_row = list.value.is_some_and(|length| length > 0);
        if !is_row || end < cells.len() && row(end - 1) == row(end) {
            let error = list.error("these weights are no whole rows of the board");
            return Err(
                error.help("write the weights of each row in a list, or all of them in one list")
            );
        }
    }
    Ok(())
}

/// Reads the tiles of each player: those of `[tiles]`, or of the player's own section in its place.
fn tiles_by_side(
    tiles: &Reader<'_>,
    board: &Board,
    wrap: Wrap,
) -> Result<[Vec<CellSet>; 2], TextError> {
    let mut found = [Vec::new(), Vec::new()];
    for (player, key) in Player::BOTH.into_iter().zip(["first", "second"]) {
        let sections = [tiles.section(key)?, Some(*tiles)];
        found[player as usize] = patterns(&sections, board, wrap)?;
        if found[player as usize].is_empty() {
            let message = format!("there are no tiles for {}", named(player));
            let error = tiles.error(key, message);
            return Err(error.help("`shapes` draws them, and `sets` lists their cells"));
        }
    }
    Ok(found)
}

/// Returns the marks that a list names.
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

/// Returns the cells that the first mark may not take.
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

/// Returns the cell in the middle, if there is one.
fn centre(board: &Board) -> Option<CellSet> {
    let size = board.shape.size();
    let middle = size.map(|size| size / 2);
    let odd = size.iter().all(|size| size % 2 == 1);
    let cell = board.shape.number(middle).filter(|_| odd)?;
    Some(1 << cell)
}

/// The sections of the file, to locate the errors of the rules.
struct Sections<'s, 't> {
    board: &'s Reader<'t>,
    lines: Option<&'s Reader<'t>>,
    moves: Option<&'s Reader<'t>>,
    full: Option<&'s Reader<'t>>,
    captures: Option<&'s Reader<'t>>,
}

impl Sections<'_, '_> {
    fn locate_beyond(&self, error: PlacementError) -> TextError {
        let (section, key) = match error {
            PlacementError::TooManyCells(_) | PlacementError::TooManyToCapture(_) => (None, "rows"),
            PlacementError::Copies => (None, "copies"),
            PlacementError::NoFirstMark => (self.moves, "forbidden"),
            PlacementError::Points => (self.full, "weights"),
            PlacementError::PointsOfNobody => (self.full, "is"),
            PlacementError::SwapOfLines | PlacementError::SwapOfTiles => (self.moves, "swap"),
            PlacementError::TurnsCutShort => (self.moves, "placements"),
            PlacementError::NeverStuck => (self.full, "is"),
            PlacementError::TilesFall | PlacementError::HexesFall => (self.moves, "gravity"),
            PlacementError::Captures => (self.captures, "length"),
            PlacementError::NoColumns | PlacementError::PopOutOfNobody | PlacementError::PopOut => {
                (self.moves, "popout")
            }
            PlacementError::PointsOfChains => (self.lines, "make"),
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
