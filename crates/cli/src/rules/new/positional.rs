//! The questions about games of claimed cells.

use super::{Asker, list, words};
use crate::outcome::Failure;

/// The most cells in all copies of a board together.
const MOST_CELLS: u32 = 128;
/// The most copies of a board.
const MOST_COPIES: u32 = 8;
/// The most cells of a game with captures.
const MOST_TO_CAPTURE: u32 = 56;

/// The answers about lines that later questions depend on.
#[derive(Default)]
struct Lines {
    any: bool,
    exact: bool,
    joins: bool,
    points: bool,
}

impl Lines {
    /// Returns whether the board may have copies, which need the usual lines.
    fn fit_copies(&self) -> bool {
        self.any && !self.exact && !self.joins && !self.points
    }
}

/// The answers about neighbouring marks that later questions depend on.
#[derive(Default)]
struct Neighbours {
    /// Whether this rule may leave a player without a move.
    restrict: bool,
    tiles: bool,
}

impl Asker<'_> {
    pub(super) fn positional(&mut self) -> Result<(), Failure> {
        let rows = self.number("how many rows does the board have?", 3, 128)?;
        let cols = self.number("how many columns?", 3, 128)?;
        self.add(&format!("\n[board]\nrows = {rows}\ncols = {cols}"));
        let cells = self.word(
            "what form do the cells have: squares, hexes?",
            "squares",
            &["squares", "hexes"],
        )?;
        if cells == "hexes" {
            self.add("cells = \"hexes\"");
        }
        let wrap = self.word(
            "does the board continue across its edges: no, across (left and right), upright (top and bottom), all?",
            "no",
            &["no", "across", "upright", "all"],
        )?;
        match wrap.as_str() {
            "no" => {}
            "all" => self.add("wrap = true"),
            way => self.add(&format!("wrap = \"{way}\"")),
        }
        let board_ends = self.file.len();
        let lines = self.lines(rows.min(cols))?;
        let most = (MOST_CELLS / (rows * cols)).min(MOST_COPIES);
        if cells == "squares" && lines.fit_copies() && most > 1 {
            let copies =
                "how many copies of the board are there? (the first line on one closes it)";
            let copies = self.number(copies, 1, most)?;
            if copies > 1 {
                self.file
                    .insert_str(board_ends, &format!("copies = {copies}\n"));
                return self.copies(rows * cols);
            }
        }
        // Tiles have their own section, but the questions about them come among those about moves.
        let tiles_at = self.file.len();
        let marks = self.marks()?;
        let is_own = marks == "own";
        let falls = cells == "squares" && self.falls()?;
        let placements = self.number("how many marks are placed in a turn?", 1, 8)?;
        if placements > 1 {
            self.add(&format!("placements = {placements}"));
            let opening = "how many marks in the turn that places the first ones?";
            let opening = self.number(opening, placements, placements)?;
            if opening < placements {
                self.add(&format!("opening = {opening}"));
            }
        }
        self.forbidden()?;
        let single = is_own && placements == 1 && !lines.points;
        let pops = single
            && falls
            && self.yes(
                "may a player take a mark of their own out at the bottom of a column instead?",
            )?;
        if pops {
            self.add("popout = true");
        }
        let beside = match placements == 1 && !pops {
            true => self.neighbours(tiles_at, falls)?,
            false => Neighbours::default(),
        };
        let mut passes = false;
        if !pops {
            let pass = self.word(
                "may a player pass: no, yes, or first, second (only one of them)?",
                "no",
                &["no", "yes", "first", "second"],
            )?;
            passes = pass != "no";
            match pass.as_str() {
                "no" => {}
                "yes" => self.add("pass = true"),
                player => self.add(&format!("pass = \"{player}\"")),
            }
            let swaps = is_own
                && !lines.joins
                && !beside.tiles
                && self.yes("may Second take over First's marks instead of a first turn?")?;
            if swaps {
                self.add("swap = true");
            }
            let kept = passes || swaps || falls || beside.restrict || lines.exact;
            if single && !kept && rows * cols <= MOST_TO_CAPTURE {
                self.captures()?;
            }
        }
        self.full(rows * cols, is_own, !passes)
    }

    /// Asks the remaining questions for copies of a board, which have the usual turns.
    fn copies(&mut self, cells: u32) -> Result<(), Failure> {
        let marks = self.marks()?;
        self.falls()?;
        self.full(cells, marks == "own", false)
    }

    /// Asks whose marks are placed: the first question about moves.
    fn marks(&mut self) -> Result<String, Failure> {
        self.add("\n[moves]");
        let marks = self.word(
            "which marks do players place: own, either (of two), one (that both share)?",
            "own",
            &["own", "either", "one"],
        )?;
        self.add(&format!("marks = \"{marks}\""));
        Ok(marks)
    }

    fn falls(&mut self) -> Result<bool, Failure> {
        let falls = self.yes("do marks fall to the bottom of their column?")?;
        if falls {
            self.add("gravity = true");
        }
        Ok(falls)
    }

    /// Asks for the cells that the first mark may not take.
    fn forbidden(&mut self) -> Result<(), Failure> {
        let cells = self.line(
            "which cells may the very first mark not take? (none, centre, or cells such as 1,1 separated by spaces)",
            "none",
        )?;
        if cells != "none" {
            self.add(&format!("forbidden = {}", list(cells.split_whitespace())));
        }
        Ok(())
    }

    /// Asks for the meaning of a full board. It can mean points only if each mark belongs to a player, and a win or a
    /// loss of the player without a move only if a player may have none.
    fn full(&mut self, cells: u32, is_own: bool, ends: bool) -> Result<(), Failure> {
        let (points, stuck) = match (is_own, ends) {
            (true, true) => (
                ", points (of cells, decide)",
                ", or for the player to move: loss, win",
            ),
            (true, false) => (", points (of cells, decide)", ""),
            (false, true) => ("", ", or for the player to move: loss, win"),
            (false, false) => ("", ""),
        };
        let question = format!(
            "what is the result of a full board without a line, or of having no move: draw, first (wins), second{points}{stuck}?"
        );
        let mut answers = vec!["draw", "first", "second"];
        answers.extend(is_own.then_some("points"));
        answers.extend(ends.then_some(["loss", "win"]).into_iter().flatten());
        let full = self.word(&question, "draw", &answers)?;
        self.add(&format!("\n[full]\nis = \"{full}\""));
        if full == "points" {
            self.weights(cells as usize)?;
        }
        Ok(())
    }

    /// Asks for the points of the cells.
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
                    self.console
                        .say(format!("please answer one number, or {count} of them"));
                    continue;
                }
            }
            return Ok(());
        }
    }

    /// Asks about lines.
    fn lines(&mut self, most: u32) -> Result<Lines, Failure> {
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
            return Ok(Lines::default());
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
        Ok(Lines {
            any: true,
            exact,
            joins,
            points: make == "points",
        })
    }

    /// Asks which marks may be neighbours, and about tiles, whose section goes to `tiles_at` in the file.
    fn neighbours(&mut self, tiles_at: usize, falls: bool) -> Result<Neighbours, Failure> {
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
        let tile = match falls {
            true => "one".to_owned(),
            false => self.line(
                "what does a move cover: one cell, or a drawn shape, such as xx or x/x?",
                "one",
            )?,
        };
        if tile != "one" {
            let tiles = format!("\n[tiles]\nshapes = {}\n", list(words(&tile)));
            self.file.insert_str(tiles_at, &tiles);
        }
        let tiles = tile != "one";
        Ok(Neighbours {
            restrict: apart != "none" || liberties || tiles,
            tiles,
        })
    }

    /// Asks about captures by enclosing.
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
