//! The questions about games of pieces, which cover all keys of such a file.

use super::{Asker, list, words};
use crate::outcome::Failure;

/// Writes cells in TOML. Blanks separate them, because names of rows and columns contain commas.
fn cells(answer: &str) -> String {
    list(answer.split_whitespace())
}

/// Writes sets of cells in TOML, given with `between` between cells and blanks between sets.
fn sets(answer: &str, between: char) -> String {
    let sets = answer
        .split_whitespace()
        .map(|set| list(set.split(between)));
    format!("[{}]", sets.collect::<Vec<_>>().join(", "))
}

/// The answers about the whole game that later questions depend on.
#[derive(Clone, Copy)]
struct Whole {
    /// Whether players have pieces in hand.
    hands: bool,
    /// Whether captured pieces go to the capturer's hand.
    kept: bool,
    /// Whether points of pieces may decide the game.
    points: bool,
    /// The number of rows, and the cells of the longest row.
    sides: [u32; 2],
}

impl Asker<'_> {
    pub(super) fn pieces(&mut self) -> Result<(), Failure> {
        self.add("\n[board]");
        let rows = self.drawing(
            "start",
            "draw the board at the start, row by row: `.` empty, `_` a hole, letters for pieces, First's \
             in capitals",
        )?;
        if self.yes("do the cells have names of their own?")? {
            self.drawing("names", "draw their names, row by row, separated by spaces")?;
        }
        let links = self.line(
            "which cells do links join? (none, or pairs such as 1,1-2,2 separated by spaces)",
            "none",
        )?;
        if links != "none" {
            self.add(&format!("links = {}", sets(&links, '-')));
        }
        let mover = self.word(
            "who moves first: first, second?",
            "first",
            &["first", "second"],
        )?;
        if mover == "second" {
            self.add("mover = \"second\"");
        }
        let oneway = self.line(
            "which links lead only one way? (none, or pairs such as 1,1-2,2 separated by spaces)",
            "none",
        )?;
        if oneway != "none" {
            self.add(&format!("oneway = {}", sets(&oneway, '-')));
        }
        let hand = self.line(
            "which pieces are in hand at the start? (none, or letters, First's in capitals)",
            "none",
        )?;
        let hand = if hand == "none" { String::new() } else { hand };
        let kept =
            self.yes("do captured pieces go into the hand of the player who captured them?")?;
        let first = !hand.is_empty()
            && self.yes(
                "does a player with pieces in hand have to place one before any other move?",
            )?;
        let fly = match first {
            true => self.number_or_none(
                "with how many pieces or fewer may a player move them to any empty cell?",
                128,
            )?,
            false => None,
        };
        let pass = self.passes()?;
        let passes = pass.each_ref().map(|pass| pass != "no");
        let question = match passes == [true; 2] {
            true => "do points of pieces decide after two passes?",
            false => "do points of pieces decide if a player has no move?",
        };
        let cells = |row: &String| row.chars().filter(|cell| !cell.is_whitespace()).count();
        let width = rows.iter().map(cells).max();
        let whole = Whole {
            hands: kept || !hand.is_empty(),
            kept,
            points: self.yes(question)?,
            sides: [rows.len(), width.unwrap_or(0)].map(|side| side as u32),
        };
        let mut letters: Vec<char> = rows
            .iter()
            .map(String::as_str)
            .chain([hand.as_str()])
            .flat_map(str::chars)
            .filter(char::is_ascii_alphabetic)
            .map(|letter| letter.to_ascii_lowercase())
            .collect();
        letters.sort_unstable();
        letters.dedup();
        let mut asked = 0;
        while let Some(&letter) = letters.get(asked) {
            asked += 1;
            // Also ask about the pieces that a piece becomes when it promotes or is captured.
            for other in self.piece(letter, whole)? {
                if !letters.contains(&other) {
                    letters.push(other);
                }
            }
        }
        if whole.hands {
            self.add(&format!(
                "\n[hand]\nstart = \"{}\"\ncaptures = {kept}\nfirst = {first}",
                words(&hand).concat()
            ));
        }
        let [first, second] = &pass;
        if let Some(fly) = fly {
            self.add(&format!("\n[moves]\nfly = {fly}"));
        }
        match first == second {
            true if fly.is_some() => self.add_pass(None, first),
            true => self.add_pass(Some("moves"), first),
            false => {
                self.add_pass(Some("moves.first"), first);
                self.add_pass(Some("moves.second"), second);
            }
        }
        self.captures_of_pieces()?;
        self.add("\n[end]");
        if passes == [true; 2] && whole.points {
            self.add("passed = \"points\"");
        } else if passes == [true; 2] {
            let passed = self.word(
                "what is the result of two passes: draw, first (wins), second?",
                "draw",
                &["draw", "first", "second"],
            )?;
            self.add(&format!("passed = \"{passed}\""));
        }
        let endless = self.word(
            "what is the result of endless play: draw, first (wins), second?",
            "draw",
            &["draw", "first", "second"],
        )?;
        self.add(&format!("endless = \"{endless}\""));
        if self.yes("are the ends of the game different for First and for Second?")? {
            for (player, passes) in ["first", "second"].into_iter().zip(passes) {
                self.add(&format!("\n[end.{player}]"));
                self.ends(&format!("for {player}: "), whole, !passes)?;
            }
            return Ok(());
        }
        // A player who may pass is never without a move.
        self.ends("", whole, passes == [false; 2])?;
        let stuck = match passes {
            [true, false] => "second",
            [false, true] => "first",
            _ => return Ok(()),
        };
        self.add(&format!("\n[end.{stuck}]"));
        self.stuck(&format!("for {stuck}: "), whole)
    }

    /// Asks when First and Second may pass: `no`, `stuck` or `yes`.
    fn passes(&mut self) -> Result<[String; 2], Failure> {
        let words = ["no", "stuck", "yes", "sides"];
        let both = self.word(
            "may a player pass: no, stuck (only without a move), yes, sides (different for each player)?",
            "no",
            &words,
        )?;
        if both != "sides" {
            return Ok([both.clone(), both]);
        }
        let first = self.word("may First pass: no, stuck, yes?", "no", &words[..3])?;
        let second = self.word("may Second pass: no, stuck, yes?", "no", &words[..3])?;
        Ok([first, second])
    }

    /// Adds when a player may pass, to a new section or to the last one.
    fn add_pass(&mut self, section: Option<&str>, pass: &str) {
        let says = match pass {
            "stuck" => "pass = \"stuck\"",
            "yes" => "pass = true",
            _ => return,
        };
        if let Some(section) = section {
            self.add(&format!("\n[{section}]"));
        }
        self.add(says);
    }

    /// Asks about captures beyond the moves of pieces.
    fn captures_of_pieces(&mut self) -> Result<(), Failure> {
        if !self.yes("are captures forced, do they continue in the same turn, or do pieces capture by enclosing?")? {
            return Ok(());
        }
        let forced = self.yes("does a player who can capture have to do so?")?;
        let again = self.yes("may a piece that has captured capture again in the same turn?")?;
        self.add(&format!("\n[captures]\nforced = {forced}\nagain = {again}"));
        let custodial = self.line(
            "in which directions are enemies captured between two pieces: none, orthogonal, diagonal? (several separated by commas)",
            "none",
        )?;
        if custodial != "none" {
            self.add(&format!("custodial = {}", list(words(&custodial))));
        }
        Ok(())
    }

    /// Asks about a kind of piece; returns the letters of the pieces that it becomes or is in hand.
    fn piece(&mut self, letter: char, whole: Whole) -> Result<Vec<char>, Failure> {
        self.add(&format!("\n[[piece]]\nletter = \"{letter}\""));
        self.text(
            "name",
            &format!("what is `{letter}` called?"),
            &letter.to_string(),
        )?;
        let glyph = self.word(
            &format!(
                "how is `{letter}` drawn: auto (by its name), mark, disc, pawn, king, queen, token, tile?"
            ),
            "auto",
            &["auto", "mark", "disc", "pawn", "king", "queen", "token", "tile"],
        )?;
        if glyph != "auto" {
            self.add(&format!("glyph = \"{glyph}\""));
        }
        if whole.points {
            let points = self.line(&format!("how many points is `{letter}` worth?"), "1")?;
            self.add(&format!("points = {points}"));
        }
        let becomes = self.line(
            &format!("which piece does `{letter}` become? (none, or its letter; the mover chooses among several letters)"),
            "none",
        )?;
        let single = |word: &&str| word.chars().count() == 1;
        let mut others: Vec<&str> = words(&becomes).into_iter().filter(single).collect();
        if !others.is_empty() {
            self.add(&format!("becomes = {}", list(others.iter().copied())));
            let at = self.line("where? (far, or cells separated by spaces)", "far")?;
            self.add(&format!("at = {}", cells(&at)));
            if self.yes("may it remain unchanged there?")? {
                self.add("may = true");
            }
        }
        let held = match whole.kept {
            true => self.line(
                &format!("which piece is `{letter}` in the hand of the player who captured it?"),
                &letter.to_string(),
            )?,
            false => letter.to_string(),
        };
        if held != letter.to_string() {
            self.add(&format!("held = \"{held}\""));
            others.extend(words(&held));
        }
        if whole.hands {
            let drop = self.line(
                &format!("where may `{letter}` be placed from the hand? (all, far, or cells separated by spaces; with `not` in front, all other cells)"),
                "all",
            )?;
            match drop.strip_prefix("not ") {
                Some(not) => self.add(&format!("undrop = {}", cells(not))),
                None if drop == "all" => {}
                None => self.add(&format!("drop = {}", cells(&drop))),
            }
        }
        let others: Vec<char> = others.iter().flat_map(|word| word.chars()).collect();
        self.add("moves = [");
        let mut usual = "step";
        loop {
            let how = self.word(
                &format!(
                    "does `{letter}` step (one cell), slide (any distance), jump (over a piece), or is that all: done?"
                ),
                usual,
                &["step", "slide", "jump", "done"],
            )?;
            if how == "done" {
                break;
            }
            self.way(&how)?;
            usual = "done";
        }
        self.add("]");
        Ok(others)
    }

    /// Asks for a way of moving.
    fn way(&mut self, how: &str) -> Result<(), Failure> {
        let directions = self.line(
            "in which directions: forward, backward, left, right, sideways, forward-left and so on, orthogonal, diagonal, \
             all, link, or leaps such as 2/1 (forward/right)? Several with commas between",
            "all",
        )?;
        let direction = |word: &str| match word.split_once('/') {
            Some((forward, right)) => format!("[{forward}, {right}]"),
            None => format!("{word:?}"),
        };
        let directions: Vec<String> = words(&directions).into_iter().map(direction).collect();
        let usual = if how == "jump" { "empty" } else { "any" };
        let onto = self.word(
            "onto what: empty (cells), enemy (which is captured), any of both?",
            usual,
            &["empty", "enemy", "any"],
        )?;
        let mut way = format!(
            "  {{ {how} = [{}], onto = \"{onto}\"",
            directions.join(", ")
        );
        if how == "jump" {
            let over = self.word(
                "over what: enemy, own, any?",
                "enemy",
                &["enemy", "own", "any"],
            )?;
            let takes = self.yes("does the jump capture the piece that it goes over?")?;
            way.push_str(&format!(", over = \"{over}\", takes = {takes}"));
        }
        if how == "slide" {
            if let Some(most) = self.number_or_none("how many cells at most?", 128)? {
                way.push_str(&format!(", most = {most}"));
            }
            if self.yes("does the slide have to go as far as possible?")? {
                way.push_str(", far = true");
            }
        }
        self.add(&format!("{way} }},"));
        Ok(())
    }

    /// Asks what ends the game, for both players or for the one named in the questions. `stuck` tells whether having
    /// no move ends it.
    fn ends(&mut self, whose: &str, whole: Whole, stuck: bool) -> Result<(), Failure> {
        let goal = self.line(
            &format!(
                "{whose}on which cells does a player win by bringing a piece there? (none, far, or cells separated by spaces)"
            ),
            "none",
        )?;
        if goal != "none" {
            self.add(&format!("goal = {}", cells(&goal)));
            let runners = self.line("which pieces win there? (all, or letters)", "all")?;
            if runners != "all" {
                self.add(&format!("runners = {}", list(words(&runners))));
            }
            let count = self.number("how many of them have to be there?", 1, 128)?;
            if count > 1 {
                self.add(&format!("count = {count}"));
            }
        }
        self.lines_of_pieces(whose, whole.sides)?;
        let royal = self.line(
            &format!("{whose}without which pieces does a player lose? (none, or letters)"),
            "none",
        )?;
        if royal != "none" {
            self.add(&format!("royal = {}", list(words(&royal))));
            if self.yes("is it forbidden to leave the last of them where it could be captured?")? {
                self.add("safe = true");
            }
        }
        let least = self.line(
            &format!(
                "{whose}with fewer than how many pieces does a player lose? (none, or a number)"
            ),
            "none",
        )?;
        if least != "none" {
            self.add(&format!("least = {least}"));
        }
        self.traps(whose)?;
        match stuck {
            true => self.stuck(whose, whole),
            false => Ok(()),
        }
    }

    /// Asks about pieces that enemies shut in.
    fn traps(&mut self, whose: &str) -> Result<(), Failure> {
        let traps = format!(
            "{whose}where does a piece that enemies shut in end the game? (none, or its cell and theirs with + between \
             them, and blanks between several such places)"
        );
        let traps = self.line(&traps, "none")?;
        if traps == "none" {
            return Ok(());
        }
        self.add(&format!("trapped = {}", sets(&traps, '+')));
        let trap = self.word(
            "what is the result for the player of that piece: loss, win?",
            "loss",
            &["loss", "win"],
        )?;
        self.add(&format!("trap = \"{trap}\""));
        Ok(())
    }

    /// Asks for the meaning of having no move.
    fn stuck(&mut self, whose: &str, whole: Whole) -> Result<(), Failure> {
        let usual = if whole.points { "points" } else { "loss" };
        let stuck = self.word(
            &format!("{whose}what is the result for a player without a move: loss, draw, win, points (decide)?"),
            usual,
            &["loss", "draw", "win", "points"],
        )?;
        self.add(&format!("stuck = \"{stuck}\""));
        Ok(())
    }

    /// Asks about lines of pieces.
    fn lines_of_pieces(&mut self, whose: &str, [rows, cols]: [u32; 2]) -> Result<(), Failure> {
        let row = format!("{whose}how many pieces in a row are a line?");
        let row = self.number_or_none(&row, rows.max(cols))?;
        if let Some(row) = row {
            self.add(&format!("line = {row}"));
            let ways = self.line(
                "in which directions do lines go: across, upright, aslant? (all, or some separated by commas)",
                "all",
            )?;
            if ways != "all" {
                self.add(&format!("ways = {}", list(words(&ways))));
            }
        }
        let square = format!("{whose}what is the side of a square of pieces that is a line?");
        let square = self.number_or_none(&square, rows.min(cols))?;
        if let Some(square) = square {
            self.add(&format!("square = {square}"));
        }
        let lines = self.line(
            &format!("{whose}which sets of cells are lines? (none, or cells joined by +, and sets separated by spaces)"),
            "none",
        )?;
        if lines != "none" {
            self.add(&format!("sets = {}", sets(&lines, '+')));
        }
        if row.or(square).is_none() && lines == "none" {
            return Ok(());
        }
        let liners = self.line("which pieces make lines? (all, or letters)", "all")?;
        if liners != "all" {
            self.add(&format!("liners = {}", list(words(&liners))));
        }
        let make = self.word(
            "what is the effect of a line: win, loss, take (the move that makes it takes an enemy)?",
            "win",
            &["win", "loss", "take"],
        )?;
        self.add(&format!("make = \"{make}\""));
        Ok(())
    }
}
