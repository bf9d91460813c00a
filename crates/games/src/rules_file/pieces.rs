//! `kind = "pieces"`: games of pieces that move.

use super::board::{check_name, row_of, rows_of};
use super::read::{At, Direction as Written, Reader};
use crate::pieces::{
    Becomes, Captures, DIRECTIONS, Direction, Ends, Hands, How, Kind, Made, May, Onto, Over,
    Passed, Passes, PieceMove, PieceRules, Pieces, PiecesError, Stuck,
};
use crate::positional::{CellSet, Shape};
use crate::spec::{nearest, quoted};
use crate::turn::named;
use std::collections::BTreeSet;
use yomikiri_core::diagram::Glyph;
use yomikiri_core::{Outcome, Player, TextError};

/// The ways that lines go.
pub(super) const WAYS: [&str; 3] = ["across", "upright", "aslant"];

/// The most moves of one piece and the most directions of one move.
const MOST: usize = 64;

/// Reads the whole file.
pub(super) fn read(file: &Reader<'_>) -> Result<Pieces, TextError> {
    let Some(board) = file.section("board")? else {
        return Err(file.missing("board"));
    };
    let sections = file.sections("piece")?;
    if sections.is_empty() {
        return Err(file.missing("piece"));
    }
    let letters = letters(&sections)?;
    let drawn = Drawn::read(&board, &letters)?;
    let kind = |section: &Reader<'_>| drawn.kind(section, &letters);
    let kinds = sections.iter().map(kind).collect::<Result<Vec<_>, _>>()?;
    let mut rules = PieceRules {
        links: drawn.links(&board, "links")?,
        arrows: drawn.links(&board, "oneway")?,
        mover: match board.choice("mover", "first") {
            "second" => Player::Second,
            _ => Player::First,
        },
        kinds,
        ends: [Ends::default(), Ends::default()],
        endless: Outcome::Draw,
        start: drawn.start.clone(),
        hands: Hands::default(),
        captures: Captures::default(),
        passes: Passes::default(),
        shape: drawn.shape.clone(),
    };
    if let Some(hand) = file.section("hand")? {
        rules.hands = hands(&hand, &letters)?;
    }
    if let Some(section) = file.section("captures")? {
        rules.captures = captures(&section)?;
    }
    if let Some(section) = file.section("moves")? {
        let own = [section.section("first")?, section.section("second")?];
        rules.passes.may = own.map(|own| {
            let says = own.filter(|own| own.has("pass")).unwrap_or(section);
            match says.flag_or("pass") {
                Err(_) => May::Stuck,
                Ok(true) => May::Always,
                Ok(false) => May::Never,
            }
        });
    }
    if let Some(end) = file.section("end")? {
        let [first, second] = [end.section("first")?, end.section("second")?];
        for (key, other) in [
            ("runners", "goal"),
            ("count", "goal"),
            ("safe", "royal"),
            ("ways", "line"),
        ] {
            let all = || [Some(end), first, second].into_iter().flatten();
            let lone = all().find(|section| section.has(key));
            if let Some(section) = lone.filter(|_| !all().any(|section| section.has(other))) {
                return Err(section.error(key, format!("`{key}` goes with `{other}`")));
            }
        }
        rules.ends = [
            drawn.ends(&[first, Some(end)], &letters, Player::First)?,
            drawn.ends(&[second, Some(end)], &letters, Player::Second)?,
        ];
        passes(&end, [first, second], &mut rules)?;
        rules.endless = match end.choice("endless", "draw") {
            "first" => Outcome::Win(Player::First),
            "second" => Outcome::Win(Player::Second),
            _ => Outcome::Draw,
        };
    }
    if Player::BOTH.iter().any(|&player| rules.takes(player)) {
        taking(file, &sections, &rules)?;
    }
    if let Some(section) = sections
        .iter()
        .find(|section| section.has("points"))
        .filter(|_| !rules.counts_points())
    {
        let error = section.error("points", "points decide nothing here");
        return Err(error.help("write `stuck = \"points\"`, or `passed = \"points\"`"));
    }
    Pieces::new(rules).map_err(|error| match error {
        PiecesError::Kinds(_) => file.error("piece", error.to_string()),
        PiecesError::Held(_) => file.error("hand", error.to_string()),
        _ => board.error("start", error.to_string()),
    })
}

/// That lines which take go with the rest: they are the only captures that a move can leave a choice of.
fn taking(file: &Reader<'_>, pieces: &[Reader<'_>], rules: &PieceRules) -> Result<(), TextError> {
    const BESIDE: &str = "where a line takes, pieces do not capture by jumps or by enclosing, captures are neither forced nor \
                          go on, and no piece has to be safe";
    if let Some(section) = file.section("captures")? {
        let captures = rules.captures;
        let key = match captures {
            Captures { forced: true, .. } => "forced",
            Captures { again: true, .. } => "again",
            _ => "custodial",
        };
        if captures != Captures::default() {
            return Err(section.error(key, BESIDE));
        }
    }
    for section in pieces {
        let ways = section.sections("moves")?;
        if let Some(way) = ways.iter().find(|way| way.flag("takes") == Some(true)) {
            return Err(way.error("takes", BESIDE));
        }
    }
    let Some(end) = file.section("end")? else {
        return Ok(());
    };
    let own = [end.section("first")?, end.section("second")?];
    let safe = |section: &Reader<'_>| section.flag("safe") == Some(true);
    match own.into_iter().flatten().chain([end]).find(safe) {
        Some(section) => Err(section.error("safe", BESIDE)),
        None => Ok(()),
    }
}

/// What two passes mean. Who may pass is never without a move.
fn passes(
    end: &Reader<'_>,
    own: [Option<Reader<'_>>; 2],
    rules: &mut PieceRules,
) -> Result<(), TextError> {
    let passes = rules.passes;
    if end.has("passed") && !passes.meet() {
        return Err(match Player::BOTH.into_iter().find(|of| passes.has(*of)) {
            None => end
                .error("passed", "nobody passes here")
                .help("write `pass = true` or `pass = \"stuck\"` in [moves]"),
            Some(player) => end
                .error("passed", format!("only {} passes here", named(player)))
                .help("without two passes one after the other, `passed` means nothing"),
        });
    }
    // What is said of both players counts for one who may not pass.
    let both = (*end, passes.meet());
    let own = Player::BOTH.into_iter().zip(own);
    let own = own.filter_map(|(player, section)| Some((section?, passes.has(player))));
    let mut said = own.chain([both]);
    if let Some((section, _)) = said.find(|(section, passes)| *passes && section.has("stuck")) {
        let error = section.error("stuck", "who has no move passes here");
        return Err(match passes.meet() {
            true => error.help("`passed` is what two passes mean"),
            false => error.help("`stuck` is for the player who may not pass"),
        });
    }
    rules.passes.twice = match end.choice("passed", "draw") {
        "first" => Passed::Win(Player::First),
        "second" => Passed::Win(Player::Second),
        "points" => Passed::Points,
        _ => Passed::Draw,
    };
    Ok(())
}

/// The letters of the pieces.
fn letters(sections: &[Reader<'_>]) -> Result<Vec<char>, TextError> {
    let mut letters = Vec::new();
    for section in sections {
        let text = section
            .text("letter")
            .ok_or_else(|| section.missing("letter"))?;
        let letter = single(&text)?;
        if letters.contains(&letter) {
            return Err(text.error(format!("another piece has the letter `{letter}`")));
        }
        letters.push(letter);
    }
    Ok(letters)
}

/// A small letter.
fn single(text: &At<&str>) -> Result<char, TextError> {
    let mut characters = text.value.chars();
    match (characters.next(), characters.next()) {
        (Some(letter), None) if letter.is_ascii_lowercase() => Ok(letter),
        _ => Err(text
            .error(format!("{} is not a small letter", quoted(text.value)))
            .help("one of a to z; First's pieces are drawn by the capital")),
    }
}

/// The number of the piece with a letter.
fn known(text: &At<&str>, letters: &[char]) -> Result<usize, TextError> {
    let letter = single(text)?;
    let found = letters.iter().position(|&known| known == letter);
    found.ok_or_else(|| {
        let known: Vec<String> = letters.iter().map(char::to_string).collect();
        let message = format!("there is no piece `{letter}`");
        text.error(message)
            .help(format!("the pieces are {}", known.join(", ")))
    })
}

/// The letters of a list as a set of pieces.
fn set(words: &At<Vec<At<&str>>>, letters: &[char]) -> Result<u32, TextError> {
    let mut set = 0;
    for word in &words.value {
        set |= 1 << known(word, letters)?;
    }
    Ok(set)
}

/// The pieces beside the board.
fn hands(hand: &Reader<'_>, letters: &[char]) -> Result<Hands, TextError> {
    let mut start: Vec<(Player, usize, u32)> = Vec::new();
    if let Some(text) = hand.text("start") {
        for (at, letter) in text.value.char_indices() {
            if letter.is_whitespace() {
                continue;
            }
            let owner = match letter.is_ascii_uppercase() {
                true => Player::First,
                false => Player::Second,
            };
            let kind = letters
                .iter()
                .position(|&known| known == letter.to_ascii_lowercase());
            let kind = kind.ok_or_else(|| {
                let span = at..at + letter.len_utf8();
                let message = format!("there is no piece {}", quoted(&letter.to_string()));
                hand.error_in(&text, TextError::new(span, message))
            })?;
            match start
                .iter_mut()
                .find(|(of, other, _)| *of == owner && *other == kind)
            {
                Some((_, _, count)) => *count += 1,
                None => start.push((owner, kind, 1)),
            }
        }
        start.sort_unstable();
    }
    Ok(Hands {
        start,
        captures: hand.flag("captures").unwrap_or(false),
        first: hand.flag("first").unwrap_or(false),
    })
}

/// The words for where pieces are captured by being enclosed.
pub(super) const CUSTODIAL: [&str; 2] = ["orthogonal", "diagonal"];

/// What captures are beyond the moves of pieces.
fn captures(section: &Reader<'_>) -> Result<Captures, TextError> {
    let mut captures = Captures {
        forced: section.flag("forced").unwrap_or(false),
        again: section.flag("again").unwrap_or(false),
        custodial: [false; 2],
    };
    if let Some(words) = section.words("custodial") {
        for word in &words.value {
            let place = CUSTODIAL.iter().position(|way| *way == word.value);
            let place = place.ok_or_else(|| {
                let error = word.error(format!("{} is no way to enclose", quoted(word.value)));
                error.help(format!("one of {}", CUSTODIAL.join(", ")))
            })?;
            captures.custodial[place] = true;
        }
    }
    Ok(captures)
}

/// The board as drawn.
struct Drawn {
    shape: Shape,
    start: Vec<Option<(Player, usize)>>,
}

impl Drawn {
    fn read(board: &Reader<'_>, letters: &[char]) -> Result<Drawn, TextError> {
        let text = board.text("start").ok_or_else(|| board.missing("start"))?;
        let mut shape = String::new();
        let mut start = Vec::new();
        each_cell(&text, |row, at, word| {
            if row {
                shape.push('/');
            }
            let here = |message: String| {
                let span = at..at + word.len();
                board.error_in(&text, TextError::new(span, message))
            };
            shape.push(if word == "_" { '_' } else { '.' });
            match (word, word.chars().next()) {
                ("_", _) => {}
                (".", _) => start.push(None),
                (_, Some(letter)) if word.len() == 1 && letter.is_ascii_alphabetic() => {
                    let owner = match letter.is_ascii_uppercase() {
                        true => Player::First,
                        false => Player::Second,
                    };
                    let small = letter.to_ascii_lowercase();
                    let kind = letters.iter().position(|&known| known == small);
                    let kind = kind.ok_or_else(|| {
                        here(format!("there is no piece `{small}`"))
                            .help("each letter needs a [[piece]] of its own")
                    })?;
                    start.push(Some((owner, kind)));
                }
                _ => {
                    return Err(here(format!(
                        "`.`, `_` or the letter of a piece is expected, not {}",
                        quoted(word)
                    )));
                }
            }
            Ok(())
        })?;
        let shape = Shape::drawn(&shape);
        let mut shape = shape.map_err(|error| text.error(error.message))?;
        if let Some(drawn) = board.text("names") {
            let names = cell_names(board, &drawn, &shape)?;
            shape = shape.with_names(names.into_iter().map(Some).collect());
        }
        Ok(Drawn { shape, start })
    }

    /// The number of the cell that a word names.
    fn cell(&self, word: &At<&str>) -> Result<usize, TextError> {
        if let Some(cell) = self.shape.named(word.value) {
            return Ok(cell);
        }
        let number = |text: &str| text.trim().parse::<usize>().ok()?.checked_sub(1);
        let at = word.value.split_once(',');
        let at = at.and_then(|(row, col)| Some((number(row)?, number(col)?)));
        let cell = at.and_then(|(row, col)| self.shape.number([0, row, col]));
        cell.ok_or_else(|| {
            let names = self.shape.given_names();
            let error = word.error(format!("there is no cell {}", quoted(word.value)));
            match nearest(word.value, &names) {
                Some(near) => error.help(format!("did you mean `{near}`?")),
                None => error.help("a cell is named by `names`, or is `row,column` from 1"),
            }
        })
    }

    /// All cells.
    fn all(&self) -> CellSet {
        let cells = 0..self.shape.cells().len();
        cells.fold(0, |set, cell| set | 1 << cell)
    }

    /// A player's set of cells: a list, or the far row.
    fn cells(&self, words: &At<Vec<At<&str>>>, player: Player) -> Result<CellSet, TextError> {
        let mut cells = 0;
        for word in &words.value {
            cells |= match word.value {
                "far" => self.shape.far_row(player),
                _ => 1 << self.cell(word)?,
            };
        }
        Ok(cells)
    }

    /// The pairs of cells of a key. Links go both ways: each stands there with the lower cell first.
    fn links(&self, board: &Reader<'_>, key: &str) -> Result<Vec<(usize, usize)>, TextError> {
        let mut links = Vec::new();
        for pair in board.word_sets(key) {
            let [from, to] = &pair.value[..] else {
                return Err(pair.error("a link joins two cells"));
            };
            let (from, to) = (self.cell(from)?, self.cell(to)?);
            if from == to {
                return Err(pair.error("a link joins two different cells"));
            }
            let ends = match key {
                "links" => (from.min(to), from.max(to)),
                _ => (from, to),
            };
            if links.contains(&ends) {
                return Err(pair.error("these cells are linked twice"));
            }
            links.push(ends);
        }
        Ok(links)
    }

    fn kind(&self, section: &Reader<'_>, letters: &[char]) -> Result<Kind, TextError> {
        // It has been read before.
        let letter = section
            .text("letter")
            .map_or(Ok('?'), |text| single(&text))?;
        let moves = section.sections("moves")?;
        if moves.len() > MOST {
            return Err(section.error("moves", format!("more than {MOST} moves")));
        }
        let becomes = match section.words("becomes") {
            Some(letter) => {
                let words = section.words("at");
                let at = |player: Player| match &words {
                    Some(words) => self.cells(words, player),
                    None => Ok(self.shape.far_row(player)),
                };
                let kinds = set(&letter, letters)?;
                if kinds == 0 {
                    return Err(letter.error("it becomes nothing"));
                }
                Some(Becomes {
                    kinds,
                    at: [at(Player::First)?, at(Player::Second)?],
                    may: section.flag("may").unwrap_or(false),
                })
            }
            None => {
                if let Some(key) = ["at", "may"].into_iter().find(|key| section.has(key)) {
                    return Err(section.error(key, format!("`{key}` goes with `becomes`")));
                }
                None
            }
        };
        let drops = match (section.words("drop"), section.words("undrop")) {
            (None, None) => None,
            (Some(_), Some(_)) => {
                let message = "a piece has either `drop` or `undrop`";
                return Err(section.error("undrop", message));
            }
            (Some(words), None) => Some([
                self.cells(&words, Player::First)?,
                self.cells(&words, Player::Second)?,
            ]),
            (None, Some(words)) => Some([
                self.all() & !self.cells(&words, Player::First)?,
                self.all() & !self.cells(&words, Player::Second)?,
            ]),
        };
        let held = section.text("held");
        let held = held.map(|text| known(&text, letters)).transpose()?;
        Ok(Kind {
            letter,
            name: section.said("name")?.map(str::to_owned),
            glyph: section.text("glyph").and_then(|word| {
                let mut all = Glyph::ALL.into_iter();
                all.find(|glyph| glyph.name() == word.value)
            }),
            moves: moves.iter().map(piece_move).collect::<Result<_, _>>()?,
            becomes,
            held: held.filter(|&held| letters[held] != letter),
            drops,
            points: section.int("points").unwrap_or(1),
        })
    }

    /// What ends the game for a player: each key counts in the first section that has it.
    fn ends(
        &self,
        sections: &[Option<Reader<'_>>],
        letters: &[char],
        player: Player,
    ) -> Result<Ends, TextError> {
        let of = |key: &str| sections.iter().flatten().find(|section| section.has(key));
        let mut ends = Ends::default();
        if let Some(words) = of("goal").and_then(|section| section.words("goal")) {
            ends.goal = self.cells(&words, player)?;
        }
        if let Some(words) = of("runners").and_then(|section| section.words("runners")) {
            ends.runners = set(&words, letters)?;
        }
        let number = |key: &str| {
            let number = of(key).and_then(|section| section.int(key));
            number.and_then(|number| u32::try_from(number).ok())
        };
        ends.count = number("count").unwrap_or(1);
        ends.lines.row = number("line").unwrap_or(0);
        ends.lines.square = number("square").unwrap_or(0);
        if let Some(words) = of("ways").and_then(|section| section.words("ways")) {
            ends.lines.ways = [false; 3];
            for word in &words.value {
                let place = WAYS.iter().position(|way| *way == word.value);
                let place = place.ok_or_else(|| {
                    let error = word.error(format!("{} is no way of lines", quoted(word.value)));
                    error.help(format!("one of {}", WAYS.join(", ")))
                })?;
                ends.lines.ways[place] = true;
            }
        }
        let mut sets = BTreeSet::new();
        for set in of("sets").map_or_else(Vec::new, |section| section.word_sets("sets")) {
            let mut cells: CellSet = 0;
            for word in &set.value {
                let bit = 1 << self.cell(word)?;
                if cells & bit != 0 {
                    return Err(word.error(format!("{} is in this set twice", quoted(word.value))));
                }
                cells |= bit;
            }
            if cells == 0 {
                return Err(set.error("a line needs a cell"));
            }
            if !sets.insert(cells) {
                return Err(set.error("these cells are a line already"));
            }
        }
        ends.lines.sets = sets.into_iter().collect();
        if let Some(words) = of("liners").and_then(|section| section.words("liners")) {
            ends.lines.kinds = set(&words, letters)?;
        }
        ends.lines.made = match of("make").map_or("win", |section| section.choice("make", "win")) {
            "loss" => Made::Loses,
            "take" => Made::Takes,
            _ => Made::Wins,
        };
        if let Some(words) = of("royal").and_then(|section| section.words("royal")) {
            ends.royal = set(&words, letters)?;
        }
        let safe = of("safe").and_then(|section| section.flag("safe"));
        ends.safe = safe.unwrap_or(false);
        ends.least = number("least").unwrap_or(0);
        ends.stuck = match of("stuck").map_or("loss", |section| section.choice("stuck", "loss")) {
            "draw" => Stuck::Draws,
            "points" => Stuck::Points,
            "win" => Stuck::Wins,
            _ => Stuck::Loses,
        };
        Ok(ends)
    }
}

/// Hands every cell of a drawn board to `each`: whether it begins a further row, where in the text it
/// stands, and what is there.
fn each_cell<'t>(
    text: &At<&'t str>,
    mut each: impl FnMut(bool, usize, &'t str) -> Result<(), TextError>,
) -> Result<(), TextError> {
    let rows = rows_of(text.value).filter(|(_, row)| !row.is_empty());
    for (number, (start, row)) in rows.enumerate() {
        for (index, (offset, word)) in row_of(row).into_iter().enumerate() {
            each(index == 0 && number > 0, start + offset, word)?;
        }
    }
    Ok(())
}

/// The names of the cells, drawn over the board.
fn cell_names(
    board: &Reader<'_>,
    drawn: &At<&str>,
    shape: &Shape,
) -> Result<Vec<String>, TextError> {
    let mut names: Vec<String> = Vec::new();
    each_cell(drawn, |_, at, word| {
        if word == "_" {
            return Ok(());
        }
        let taken = names.iter().any(|name| name == word);
        check_name(word, taken).map_err(|error| board.error_in(drawn, error.shifted(at)))?;
        names.push(word.to_owned());
        Ok(())
    })?;
    let cells = shape.cells().len();
    match names.len() == cells {
        true => Ok(names),
        false => Err(drawn.error(format!("{} names for {cells} cells", names.len()))),
    }
}

fn piece_move(section: &Reader<'_>) -> Result<PieceMove, TextError> {
    let ways = [
        ("step", How::Step),
        ("slide", How::Slide),
        ("jump", How::Jump),
    ];
    let mut given = ways.into_iter().filter(|(key, _)| section.has(key));
    let Some((key, how)) = given.next() else {
        return Err(section.missing("step").help("or `slide =`, or `jump =`"));
    };
    if let Some((other, _)) = given.next() {
        let message = format!("a move has either `{key}` or `{other}`");
        return Err(section.error(other, message).help("write two moves"));
    }
    for (key, goes_with, with) in [
        ("most", How::Slide, "slide"),
        ("far", How::Slide, "slide"),
        ("over", How::Jump, "jump"),
        ("takes", How::Jump, "jump"),
    ] {
        if how != goes_with && section.has(key) {
            return Err(section.error(key, format!("`{key}` goes with `{with}`")));
        }
    }
    let mut directions = Vec::new();
    for written in section.directions(key).unwrap_or_default() {
        directions.extend(read_direction(&written)?);
    }
    if directions.is_empty() {
        return Err(section.error(key, "at least one direction is needed"));
    }
    if directions.len() > MOST {
        return Err(section.error(key, format!("more than {MOST} directions")));
    }
    let or = if how == How::Jump { "empty" } else { "any" };
    Ok(PieceMove {
        how,
        directions,
        onto: match section.choice("onto", or) {
            "empty" => Onto::Empty,
            "enemy" => Onto::Enemy,
            _ => Onto::Any,
        },
        over: match section.choice("over", "any") {
            "enemy" => Over::Enemy,
            "own" => Over::Own,
            _ => Over::Any,
        },
        takes: section.flag("takes").unwrap_or(false),
        most: section
            .int("most")
            .and_then(|most| u32::try_from(most).ok())
            .unwrap_or(0),
        far: section.flag("far").unwrap_or(false),
    })
}

fn read_direction(written: &At<Written<'_>>) -> Result<Vec<Direction>, TextError> {
    match written.value {
        Written::Word("link") => Ok(vec![Direction::Link]),
        Written::Word(word) => {
            let found = DIRECTIONS.iter().find(|(known, _)| *known == word);
            let names: Vec<&str> = DIRECTIONS.iter().map(|(known, _)| *known).collect();
            let (_, offsets) = found.ok_or_else(|| {
                let error = written.error(format!("{} is not a direction", quoted(word)));
                match nearest(word, &names) {
                    Some(near) => error.help(format!("did you mean `{near}`?")),
                    None => error.help(format!("one of {}, or [forward, right]", names.join(", "))),
                }
            })?;
            let offset = |&(forward, right): &(i32, i32)| Direction::Offset(forward, right);
            Ok(offsets.iter().map(offset).collect())
        }
        Written::Leap(0, 0) => Err(written.error("a piece has to go somewhere")),
        Written::Leap(forward, right) => {
            let near = |cells: i64| i32::try_from(cells).ok().filter(|cells| cells.abs() <= 64);
            match (near(forward), near(right)) {
                (Some(forward), Some(right)) => Ok(vec![Direction::Offset(forward, right)]),
                _ => Err(written.error("no board is as large as that")),
            }
        }
    }
}
