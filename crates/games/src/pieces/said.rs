//! The rules in sentences, for people who want to check them.

use super::coding::Board;
use super::ended::End;
use super::{
    Direction, Ends, How, Kind, Lines, Made, May, Onto, Over, Passed, PieceMove, Pieces, Stuck,
    Trap,
};
use crate::compact::Rules;
use crate::positional::CellSet;
use crate::turn::named;
use yomikiri_core::{Counted, Outcome, Player};

/// The words for directions: cells forward and to the right, from the player's view.
pub(crate) const DIRECTIONS: [(&str, &[(i32, i32)]); 13] = [
    ("forward", &[(1, 0)]),
    ("backward", &[(-1, 0)]),
    ("left", &[(0, -1)]),
    ("right", &[(0, 1)]),
    ("sideways", &[(0, -1), (0, 1)]),
    ("forward-left", &[(1, -1)]),
    ("forward-right", &[(1, 1)]),
    ("backward-left", &[(-1, -1)]),
    ("backward-right", &[(-1, 1)]),
    ("orthogonal", &[(1, 0), (-1, 0), (0, -1), (0, 1)]),
    ("diagonal", &[(1, -1), (1, 1), (-1, -1), (-1, 1)]),
    (
        "all",
        &[
            (1, 0),
            (-1, 0),
            (0, -1),
            (0, 1),
            (1, -1),
            (1, 1),
            (-1, -1),
            (-1, 1),
        ],
    ),
    ("link", &[]),
];

/// A direction as a word, or as a leap forward and to the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Named {
    Word(&'static str),
    Leap(i32, i32),
}

/// Describes directions by as few words as possible, the widest first and leaps last.
pub(crate) fn direction_words(directions: &[Direction]) -> Vec<Named> {
    let mut rest: Vec<(i32, i32)> = Vec::new();
    let mut words = Vec::new();
    for direction in directions {
        match direction {
            Direction::Offset(forward, right) => rest.push((*forward, *right)),
            Direction::Link => words.push(Named::Word("link")),
        }
    }
    let mut wide: Vec<_> = DIRECTIONS
        .iter()
        .filter(|(_, offsets)| !offsets.is_empty())
        .collect();
    wide.sort_by_key(|(_, offsets)| std::cmp::Reverse(offsets.len()));
    for (word, offsets) in wide {
        if offsets.iter().all(|offset| rest.contains(offset)) {
            words.push(Named::Word(word));
            rest.retain(|offset| !offsets.contains(offset));
        }
    }
    words.extend(
        rest.into_iter()
            .map(|(forward, right)| Named::Leap(forward, right)),
    );
    words
}

/// Describes directions for people.
fn ways(directions: &[Direction]) -> String {
    let way = |named: Named| match named {
        Named::Word("all") => "in all directions".to_owned(),
        Named::Word("orthogonal") => "orthogonally".to_owned(),
        Named::Word("diagonal") => "diagonally".to_owned(),
        Named::Word("link") => "along links".to_owned(),
        Named::Word(word) => word.to_owned(),
        Named::Leap(forward, right) => format!("by [{forward}, {right}]"),
    };
    let words = direction_words(directions).into_iter().map(way);
    words.collect::<Vec<_>>().join(", ")
}

/// Returns the name of a kind for people: `p`, or its name with the letter.
fn called(kind: &Kind) -> String {
    match &kind.name {
        Some(name) => format!("{name} ({})", kind.letter),
        None => format!("`{}`", kind.letter),
    }
}

/// Describes a way to move as a sentence.
fn move_sentence(who: &str, mv: &PieceMove) -> String {
    let to = ways(&mv.directions);
    let onto = match mv.onto {
        Onto::Empty => "an empty cell",
        Onto::Enemy => "an enemy",
        Onto::Any => "an empty cell or an enemy",
    };
    let over = match mv.over {
        Over::Enemy => "an enemy",
        Over::Own => "a piece of its own",
        Over::Any => "any piece",
    };
    match (mv.how, mv.takes) {
        (How::Step, _) => format!("{who} steps {to} onto {onto}"),
        (How::Slide, _) if mv.far && mv.most > 0 => {
            format!(
                "{who} slides {to} onto {onto}, as far as it can, at most {}",
                Counted(mv.most, "cell")
            )
        }
        (How::Slide, _) if mv.far => format!("{who} slides {to} onto {onto}, as far as it can"),
        (How::Slide, _) if mv.most > 0 => {
            format!(
                "{who} slides {to} onto {onto}, at most {}",
                Counted(mv.most, "cell")
            )
        }
        (How::Slide, _) => format!("{who} slides {to} onto {onto}"),
        (How::Jump, false) => format!("{who} jumps {to} over {over} onto {onto}"),
        (How::Jump, true) => {
            format!("{who} captures {over} by jumping {to} over it onto {onto}")
        }
    }
}

impl Pieces {
    /// Returns the whole declaration, a sentence for each rule.
    pub(super) fn said(&self) -> Vec<String> {
        let mover = named(self.rules.mover);
        let mut said = vec![format!(
            "Capitals are First's and look up, small letters are Second's and look down; {mover} moves first"
        )];
        for kind in &self.rules.kinds {
            let who = called(kind);
            if kind.moves.is_empty() {
                said.push(format!("{who} never moves"));
            }
            said.extend(kind.moves.iter().map(|mv| move_sentence(&who, mv)));
            if let Some(of) = kind.becomes {
                let kinds = self.rules.kinds.iter().enumerate();
                let kinds = kinds.filter(|(number, _)| of.kinds >> number & 1 == 1);
                let kinds: Vec<String> = kinds.map(|(_, kind)| called(kind)).collect();
                let becomes = kinds.join("/");
                let at = Player::BOTH.map(|player| self.cells_said(of.at[player as usize], player));
                match at[0] == at[1] {
                    true => said.push(format!("{who} becomes {becomes} on {}", at[0])),
                    false => said.extend(Player::BOTH.map(|player| {
                        let (whose, at) = (named(player), &at[player as usize]);
                        format!("{who} of {whose} becomes {becomes} on {at}")
                    })),
                }
                if of.may {
                    said.push(format!("{who} may stay what it is there"));
                }
            }
            if let Some(cells) = kind.drops {
                said.extend(Player::BOTH.map(|player| {
                    let cells = self.cells_said(cells[player as usize], player);
                    let cells = match cells.is_empty() {
                        true => "no cell".to_owned(),
                        false => cells,
                    };
                    format!(
                        "{} puts {who} down from the hand on {cells} alone",
                        named(player)
                    )
                }));
            }
            if let Some(held) = kind.held {
                let held = called(&self.rules.kinds[held]);
                said.push(format!(
                    "{who} is {held} in the hand of who has captured it"
                ));
            }
        }
        said.extend(self.captures_said());
        said.extend(self.hands_said());
        said.extend(self.flying_said());
        said.extend(self.passes_said());
        let of_both = Player::BOTH.map(|player| self.ends_said("a player", player));
        for (index, both) in of_both[0].iter().enumerate() {
            if *both == of_both[1][index] {
                said.extend(both.clone());
                continue;
            }
            for player in Player::BOTH {
                said.extend(self.ends_said(named(player), player)[index].clone());
            }
        }
        let waits = self.rules.mover.opponent();
        if self.rules.ends[waits as usize].safe
            && self.exposed(&self.coding.unpack(self.start()), waits)
        {
            said.push(format!(
                "at the start {mover} can capture the last royal piece of {}, and no move may leave it so",
                named(waits)
            ));
        }
        if !self.bound.holds() {
            said.push(match self.rules.endless {
                Outcome::Win(player) => {
                    format!("{} wins where play goes round for ever", named(player))
                }
                _ => "play that goes round for ever is a draw".to_owned(),
            });
        }
        said
    }

    /// Describes the rules of capture, a sentence for each.
    fn captures_said(&self) -> Vec<String> {
        let captures = self.rules.captures;
        let where_to = match captures.custodial {
            [false, false] => None,
            [true, false] => Some("in a row or column"),
            [false, true] => Some("aslant"),
            [true, true] => Some("in a row or column, or aslant"),
        };
        let enclosing = where_to.map(|way| {
            format!("a piece that moves captures each enemy that stands alone between it and another piece of its player, {way}")
        });
        let forced = || "who can capture has to".to_owned();
        let again = match captures.forced {
            true => "a piece that has captured has to go on as long as it can capture",
            false => "a piece that has captured may capture again in the same turn",
        };
        let again = || again.to_owned();
        let all = [
            enclosing,
            captures.forced.then(forced),
            captures.again.then(again),
        ];
        all.into_iter().flatten().collect()
    }

    /// Describes the players whose pieces fly, a sentence for each.
    fn flying_said(&self) -> Vec<String> {
        let says = |who: &str, most: u32| {
            let flies = || {
                format!(
                    "{who} with {} or fewer may move them to any empty cell",
                    Counted(most, "piece")
                )
            };
            (most > 0).then(flies)
        };
        let of_player = |player: Player| says(named(player), self.rules.fly[player as usize]);
        match self.rules.fly {
            [first, second] if first == second => says("a player", first).into_iter().collect(),
            _ => Player::BOTH.into_iter().filter_map(of_player).collect(),
        }
    }

    /// Describes the traps of a player and their effect.
    fn traps_said(&self, who: &str, ends: &Ends) -> Option<String> {
        let trap = |&(cell, by): &Trap| {
            let by = self.named_cells(by);
            format!("{} ({by})", self.cell_name(cell as u32))
        };
        let traps: Vec<String> = ends.traps.iter().map(trap).collect();
        let traps = traps.join("; ");
        (!ends.traps.is_empty()).then(|| match ends.trapped_wins {
            true => format!(
                "{who} has won with a piece on a cell and enemies on all cells in its brackets: {traps}"
            ),
            false => format!(
                "{who} has lost with a piece on a cell and enemies on all cells in its brackets: {traps}"
            ),
        })
    }

    /// Describes passes and the points of pieces, a sentence for each rule.
    fn passes_said(&self) -> Vec<String> {
        let passes = self.rules.passes;
        let may = |who: &str, may: May| match may {
            May::Never => None,
            May::Stuck => Some(format!("{who} with no move passes")),
            May::Always => Some(format!("{who} may pass in place of a move")),
        };
        let twice = match passes.twice {
            Passed::Draw => "two passes one after the other end the game in a draw".to_owned(),
            Passed::Win(player) => format!(
                "two passes one after the other end the game, and {} has won",
                named(player)
            ),
            Passed::Points => {
                "two passes one after the other end the game, and points decide".to_owned()
            }
        };
        let mut said: Vec<String> = match passes.may {
            [first, second] if first == second => may("a player", first).into_iter().collect(),
            each => {
                let of_player = |player: Player| may(named(player), each[player as usize]);
                Player::BOTH.into_iter().filter_map(of_player).collect()
            }
        };
        said.extend(passes.meet().then_some(twice));
        if self.rules.counts_points() {
            let counts =
                |kind: &Kind| format!("points of {} for its player: {}", called(kind), kind.points);
            said.extend(self.rules.kinds.iter().map(counts));
        }
        said
    }

    /// Describes the pieces in hand, a sentence for each rule.
    fn hands_said(&self) -> Vec<String> {
        let hands = &self.rules.hands;
        let mut said = Vec::new();
        if !hands.exist() {
            return said;
        }
        for player in Player::BOTH {
            let own = hands.start.iter().filter(|(owner, _, _)| *owner == player);
            let each =
                own.map(|&(_, kind, count)| format!("{count} {}", called(&self.rules.kinds[kind])));
            let all = each.collect::<Vec<_>>().join(", ");
            if !all.is_empty() {
                said.push(format!("{} has {all} in hand at the start", named(player)));
            }
        }
        said.push("a piece in hand may be put on an empty cell in place of a move".to_owned());
        if hands.first {
            said.push("who has pieces in hand has to put one down".to_owned());
        }
        if hands.captures {
            said.push("captured pieces come into the hand of who has captured them".to_owned());
        }
        said
    }

    /// Describes the lines of a player for people.
    fn lines_said(&self, who: &str, lines: &Lines, kinds: String) -> Option<String> {
        let mut what = Vec::new();
        if lines.row > 0 {
            let ways = ["across", "up and down", "aslant"]
                .into_iter()
                .zip(lines.ways);
            let ways: Vec<&str> = ways
                .filter(|(_, counts)| *counts)
                .map(|(way, _)| way)
                .collect();
            what.push(format!("{} in a row ({})", lines.row, ways.join(", ")));
        }
        if lines.square > 0 {
            what.push(format!("a square of {0} x {0}", lines.square));
        }
        what.extend(lines.sets.iter().map(|set| self.named_cells(*set)));
        let what = what.join("; ");
        lines.exist().then(|| match lines.made {
            Made::Wins => format!("{who} wins with a line of {kinds}: {what}"),
            Made::Loses => format!("{who} has lost with a line of {kinds}: {what}"),
            Made::Takes => format!(
                "{who} takes an enemy by a move that makes a line of {kinds}, one in no line if there is such a one: {what}"
            ),
        })
    }

    /// Describes the ends of the game for a player called `who`, a sentence for each: goals, lines, royal pieces,
    /// their safety, the number of pieces, traps, having no move.
    fn ends_said(&self, who: &str, player: Player) -> [Option<String>; 7] {
        let ends = &self.rules.ends[player as usize];
        let kinds = |set: u32| {
            let known = self.rules.kinds.iter().enumerate();
            let letters = known.filter(|(kind, _)| set >> kind & 1 == 1);
            let letters = letters.map(|(_, kind)| format!("`{}`", kind.letter));
            letters.collect::<Vec<_>>().join(", ")
        };
        let all = (1u64 << self.rules.kinds.len()) - 1;
        let any = |set: u32| match u64::from(set) & all == all {
            true => "any piece".to_owned(),
            false => kinds(set),
        };
        // An end that never comes is described as such.
        let never = |said: String, is: bool| match is {
            true => format!("{said}, but never has so many"),
            false => said,
        };
        let lines = &ends.lines;
        let men = self.rules.most_men(player, lines.kinds);
        let row = (lines.row > 0).then_some(lines.row);
        let square = (lines.square > 0).then_some(lines.square.saturating_pow(2));
        let sets = lines.sets.iter().map(|set| set.count_ones());
        let shortest = row.into_iter().chain(square).chain(sets).min();
        let no_line = shortest.is_some_and(|shortest| shortest > men);
        let no_goal = ends.count > self.rules.most_men(player, ends.runners);
        let runners = any(ends.runners);
        let goal = self.cells_said(ends.goal, player);
        let royal = kinds(ends.royal);
        [
            (ends.goal != 0).then(|| {
                let wins = match ends.count {
                    0 | 1 => format!("{who} wins by bringing {runners} to {goal}"),
                    count => format!("{who} wins by having {count} of {runners} on {goal}"),
                };
                never(wins, no_goal)
            }),
            self.lines_said(who, lines, any(lines.kinds))
                .map(|said| never(said, no_line)),
            (ends.royal != 0).then(|| format!("{who} has lost with none left of {royal}")),
            (ends.safe && ends.royal != 0).then(|| {
                format!(
                    "{who} may not leave the last of {royal} where it could be captured, and has lost with no move while it could be"
                )
            }),
            (ends.least > 0).then(|| format!("{who} has lost with fewer pieces than {}", ends.least)),
            self.traps_said(who, ends),
            (!self.rules.passes.has(player)).then(|| match ends.stuck {
                Stuck::Loses => format!("{who} with no move has lost"),
                Stuck::Draws => format!("{who} with no move ends the game in a draw"),
                Stuck::Wins => format!("{who} with no move has won"),
                Stuck::Points => format!("{who} with no move ends the game, and points decide"),
            }),
        ]
    }

    /// Describes a set of cells for people, from a player's view.
    fn cells_said(&self, set: CellSet, player: Player) -> String {
        let far = self.rules.shape.far_row(player);
        match set == far {
            true => "the far row".to_owned(),
            false => self.named_cells(set),
        }
    }

    /// Returns the names of a set of cells.
    fn named_cells(&self, set: CellSet) -> String {
        let cells = (0..self.cells()).filter(|cell| set >> cell & 1 == 1);
        let names = cells.map(|cell| self.cell_name(cell));
        names.collect::<Vec<_>>().join(" ")
    }

    /// Returns the reason why the game is over, if it is.
    pub(super) fn why(&self, board: &Board) -> Option<String> {
        let (_, end) = self.ended(board)?;
        Some(match end {
            End::Goal(player) => format!("{} has a piece on its goal (`goal`)", named(player)),
            End::Line(player) => format!("{} has a line (`line`)", named(player)),
            End::Royal(player) => format!("{} has no royal piece (`royal`)", named(player)),
            End::Least(player) => {
                let least = self.rules.ends[player as usize].least;
                format!("{} has fewer pieces than {least} (`least`)", named(player))
            }
            End::Mate(player) => format!(
                "{} has no move, and the last royal piece could be captured (`safe`)",
                named(player)
            ),
            End::Trapped(player) => format!("{} has a piece trapped (`trapped`)", named(player)),
            End::Passed => "both players have passed".to_owned(),
            End::Stuck(player) => format!("{} has no move (`stuck`)", named(player)),
        })
    }
}
