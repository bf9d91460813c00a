//! A kind of pieces and its moves.

use super::drawn::Drawn;
use super::letters::{known, set, single};
use crate::pieces::{Becomes, DIRECTIONS, Direction, How, Kind, Onto, Over, PieceMove};
use crate::rules_file::read::{At, Direction as Written, Reader};
use crate::spec::{nearest, quoted};
use yomikiri_core::diagram::Glyph;
use yomikiri_core::{Player, TextError};

/// The most moves of one piece and the most directions of one move.
const MOST: usize = 64;

impl Drawn {
    pub(super) fn kind(&self, section: &Reader<'_>, letters: &[char]) -> Result<Kind, TextError> {
        // The letter was read before.
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
