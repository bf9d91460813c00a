//! The questions about games of pieces: all that a file can say of them.

use super::Asker;
use crate::outcome::Failure;

/// The words between commas or blanks.
fn words(answer: &str) -> Vec<&str> {
    let words = answer.split([',', ' ']);
    words.filter(|word| !word.is_empty()).collect()
}

/// Words as a list in TOML.
fn list<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    let quoted: Vec<String> = words.into_iter().map(|word| format!("{word:?}")).collect();
    format!("[{}]", quoted.join(", "))
}

/// Cells in TOML. Their names hold commas where they are rows and columns, so blanks part them.
fn cells(answer: &str) -> String {
    list(answer.split_whitespace())
}

impl Asker<'_> {
    fn add(&mut self, line: &str) {
        self.file.push_str(line);
        self.file.push('\n');
    }

    pub(super) fn pieces(&mut self) -> Result<(), Failure> {
        self.add("\n[board]");
        let rows = self.drawing(
            "start",
            "draw the board at the start, row by row: `.` empty, `_` a hole, letters for pieces, First's \
             in capitals",
        )?;
        if self.yes("have the cells names of their own?")? {
            self.drawing(
                "names",
                "draw their names, row by row, with blanks between them",
            )?;
        }
        let links = self.line(
            "which cells do links join? (none, or pairs such as 1,1-2,2 with blanks between them)",
            "none",
        )?;
        if links != "none" {
            let pairs = links.split_whitespace().map(|pair| list(pair.split('-')));
            let pairs: Vec<String> = pairs.collect();
            self.add(&format!("links = [{}]", pairs.join(", ")));
        }
        let mover = self.word(
            "who moves first: first, second?",
            "first",
            &["first", "second"],
        )?;
        if mover == "second" {
            self.add("mover = \"second\"");
        }
        let mut letters: Vec<char> = rows
            .iter()
            .flat_map(|row| row.chars())
            .filter(char::is_ascii_alphabetic)
            .map(|letter| letter.to_ascii_lowercase())
            .collect();
        letters.sort_unstable();
        letters.dedup();
        let mut asked = 0;
        while let Some(&letter) = letters.get(asked) {
            asked += 1;
            // What a piece becomes is asked about, too.
            let becomes = self.piece(letter)?;
            letters.extend(becomes.filter(|becomes| !letters.contains(becomes)));
        }
        self.add("\n[end]");
        let endless = self.word(
            "what is play worth that goes round for ever: draw, first (wins), second?",
            "draw",
            &["draw", "first", "second"],
        )?;
        self.add(&format!("endless = \"{endless}\""));
        if self.yes("do different things end the game for First and for Second?")? {
            for player in ["first", "second"] {
                self.add(&format!("\n[end.{player}]"));
                self.ends(&format!("for {player}: "))?;
            }
            return Ok(());
        }
        self.ends("")
    }

    /// A kind of piece; the letter of what it becomes.
    fn piece(&mut self, letter: char) -> Result<Option<char>, Failure> {
        self.add(&format!("\n[[piece]]\nletter = \"{letter}\""));
        self.text(
            "name",
            &format!("what is `{letter}` called?"),
            &letter.to_string(),
        )?;
        let glyph = self.word(
            &format!(
                "how is `{letter}` drawn: auto (as its name tells), mark, disc, pawn, king, token, tile?"
            ),
            "auto",
            &["auto", "mark", "disc", "pawn", "king", "token", "tile"],
        )?;
        if glyph != "auto" {
            self.add(&format!("glyph = \"{glyph}\""));
        }
        let becomes = self.line(
            &format!("which piece does `{letter}` become? (none, or its letter)"),
            "none",
        )?;
        let becomes = becomes
            .chars()
            .next()
            .filter(|_| becomes.chars().count() == 1);
        if let Some(becomes) = becomes {
            self.add(&format!("becomes = \"{becomes}\""));
            let at = self.line("where? (far, or cells with blanks between them)", "far")?;
            self.add(&format!("at = {}", cells(&at)));
        }
        self.add("moves = [");
        let mut usual = "step";
        loop {
            let how = self.word(
                &format!(
                    "does `{letter}` step (one cell), slide (on and on), jump (over a piece), or is that all: done?"
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
        Ok(becomes)
    }

    /// A way of moving.
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
            "onto what: empty (cells), enemy (who is captured), any of both?",
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
            let takes = self.yes("does the jump capture what it goes over?")?;
            way.push_str(&format!(", over = \"{over}\", takes = {takes}"));
        }
        self.add(&format!("{way} }},"));
        Ok(())
    }

    /// What ends the game, for both players or for the one that the questions begin with.
    fn ends(&mut self, whose: &str) -> Result<(), Failure> {
        let goal = self.line(
            &format!(
                "{whose}which cells win for who brings a piece there? (none, far, or cells with blanks between them)"
            ),
            "none",
        )?;
        if goal != "none" {
            self.add(&format!("goal = {}", cells(&goal)));
            let runners = self.line("which pieces win there? (all, or letters)", "all")?;
            if runners != "all" {
                self.add(&format!("runners = {}", list(words(&runners))));
            }
        }
        let royal = self.line(
            &format!("{whose}without which pieces has a player lost? (none, or letters)"),
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
                "{whose}with fewer pieces than how many has a player lost? (none, or a number)"
            ),
            "none",
        )?;
        if least != "none" {
            self.add(&format!("least = {least}"));
        }
        let stuck = self.word(
            &format!("{whose}what does having no move mean: loss, draw, win?"),
            "loss",
            &["loss", "draw", "win"],
        )?;
        self.add(&format!("stuck = \"{stuck}\""));
        Ok(())
    }
}
