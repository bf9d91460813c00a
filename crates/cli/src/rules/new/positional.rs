//! The questions about games of claimed cells.

use super::{Asker, list, words};
use crate::outcome::Failure;

impl Asker<'_> {
    pub(super) fn positional(&mut self) -> Result<(), Failure> {
        let rows = self.number("how many rows has the board?", 3, 128)?;
        let cols = self.number("how many columns?", 3, 128)?;
        self.add(&format!("\n[board]\nrows = {rows}\ncols = {cols}"));
        let cells = self.word(
            "what form have the cells: squares, hexes?",
            "squares",
            &["squares", "hexes"],
        )?;
        if cells == "hexes" {
            self.add("cells = \"hexes\"");
        }
        let wrap = self.word(
            "does the board go on across its edges: no, across (left and right), upright (top and bottom), all?",
            "no",
            &["no", "across", "upright", "all"],
        )?;
        match wrap.as_str() {
            "no" => {}
            "all" => self.add("wrap = true"),
            way => self.add(&format!("wrap = \"{way}\"")),
        }
        let points = self.lines(rows.min(cols))?;
        // Tiles have a section of their own, and are asked about among the moves.
        let tiles_at = self.file.len();
        self.add("\n[moves]");
        let marks = self.word(
            "whose marks are placed: own, either (of two), one (that both share)?",
            "own",
            &["own", "either", "one"],
        )?;
        self.add(&format!("marks = \"{marks}\""));
        let falls =
            cells == "squares" && self.yes("do marks fall to the bottom of their column?")?;
        if falls {
            self.add("gravity = true");
        }
        let placements = self.number("how many marks are placed in a turn?", 1, 8)?;
        if placements > 1 {
            self.add(&format!("placements = {placements}"));
        }
        let single = marks == "own" && placements == 1 && !points;
        let pops = single
            && falls
            && self.yes(
                "may a player take a mark of their own out at the bottom of a column instead?",
            )?;
        if pops {
            self.add("popout = true");
        }
        let restricts = placements == 1 && !pops && self.neighbours(tiles_at)?;
        if !pops {
            let pass = self.word(
                "may a player pass: no, yes, or first, second (one of them alone)?",
                "no",
                &["no", "yes", "first", "second"],
            )?;
            if pass == "yes" {
                self.add("pass = true");
            } else if pass != "no" {
                self.add(&format!("pass = \"{pass}\""));
            } else if single && !falls && !restricts {
                self.captures()?;
            }
        }
        let full = self.word(
            "what does a full board without a line mean, and having no move: draw, first (wins), second, points (of cells, \
             decide), or for whose turn it is loss, win?",
            "draw",
            &["draw", "first", "second", "points", "loss", "win"],
        )?;
        self.add(&format!("\n[full]\nis = \"{full}\""));
        if full == "points" {
            self.weights((rows * cols) as usize)?;
        }
        Ok(())
    }

    /// The points of the cells.
    fn weights(&mut self, count: usize) -> Result<(), Failure> {
        let question = "how many points does each cell count, in reading order? (one number for all, or one for each with \
                        blanks between them)";
        loop {
            let answer = self.line(question, "1")?;
            let weights: Result<Vec<i64>, _> = words(&answer).into_iter().map(str::parse).collect();
            match weights.as_deref() {
                Ok([weight]) => self.add(&format!("weights = {:?}", vec![*weight; count])),
                Ok(weights) if weights.len() == count => {
                    self.add(&format!("weights = {weights:?}"));
                }
                _ => {
                    self.desk
                        .say(format!("please answer one number, or {count} of them"));
                    continue;
                }
            }
            return Ok(());
        }
    }

    /// What lines there are; whether they make points.
    fn lines(&mut self, most: u32) -> Result<bool, Failure> {
        let row = self.line(
            "how many cells in a row are a line? (none, or a number)",
            &most.to_string(),
        )?;
        let exact = row != "none" && self.yes("is a longer row no line?")?;
        let shapes = self.line(
            "which drawn shapes are lines? (none, or some with blanks between them, such as xx/xx or x/x.)",
            "none",
        )?;
        let turned = shapes != "none"
            && self.word("may these be turned and mirrored?", "yes", &["yes", "no"])? == "yes";
        let joins = self.yes("is a chain of marks that joins sides of the board a line?")?;
        if row == "none" && shapes == "none" && !joins {
            return Ok(false);
        }
        self.add("\n[lines]");
        if row != "none" {
            self.add(&format!("row = {row}"));
        }
        if exact {
            self.add("exact = true");
        }
        if shapes != "none" {
            self.add(&format!("shapes = {}", list(words(&shapes))));
            if !turned {
                self.add("turned = false");
            }
        }
        let all = ["win", "loss", "points"];
        let (question, makes) = match joins {
            true => ("what does making a line mean: win, loss?", &all[..2]),
            false => ("what does making a line mean: win, loss, points?", &all[..]),
        };
        let make = self.word(question, "win", makes)?;
        self.add(&format!("make = \"{make}\""));
        if joins {
            for (player, usual) in [("first", "top, bottom"), ("second", "left, right")] {
                let question = format!(
                    "which sides does {player} join: top, right, bottom, left? (two or more)"
                );
                let sides = self.line(&question, usual)?;
                self.add(&format!(
                    "\n[lines.{player}]\njoin = {}",
                    list(words(&sides))
                ));
            }
        }
        Ok(make == "points")
    }

    /// What marks may lie side by side, and where in the file tiles go; whether this may leave a player without a move.
    fn neighbours(&mut self, tiles_at: usize) -> Result<bool, Failure> {
        let apart = self.word(
            "which marks may not lie side by side: none, alike, unlike, all?",
            "none",
            &["none", "alike", "unlike", "all"],
        )?;
        if apart != "none" {
            self.add(&format!("apart = \"{apart}\""));
        }
        let liberties =
            self.yes("does every chain of marks have to keep an empty cell beside it?")?;
        if liberties {
            self.add("liberties = true");
        }
        let tile = self.line(
            "what does a move cover: one cell, or a drawn shape, such as xx or x/x?",
            "one",
        )?;
        if tile != "one" {
            let tiles = format!("\n[tiles]\nshapes = {}\n", list(words(&tile)));
            self.file.insert_str(tiles_at, &tiles);
        }
        Ok(apart != "none" || liberties || tile != "one")
    }

    /// Captures by enclosing.
    fn captures(&mut self) -> Result<(), Failure> {
        let length = self.number_or_none(
            "how many enemies in a row does a mark capture by enclosing them?",
            8,
        )?;
        if let Some(length) = length {
            let win = self.number("how many captures win?", 5, 15)?;
            self.add(&format!("\n[captures]\nlength = {length}\nwin = {win}"));
        }
        Ok(())
    }
}
