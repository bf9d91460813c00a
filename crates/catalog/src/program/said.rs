//! The answers of a program, as JSON.

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use yomikiri::{Outcome, Player};
use yomikiri_games::asked::{About, Fault, Said, SaidMove};

/// A JSON object. A derived `Deserialize` would accept arrays in place of objects.
struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Object<T>, D::Error> {
        struct Of<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Of<T> {
            type Value = Object<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Object<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(Object)
            }
        }
        deserializer.deserialize_map(Of(PhantomData))
    }
}

/// The answer to `"start"`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Start {
    start: String,
    title: Option<String>,
    endless: Option<Ending>,
    #[serde(default)]
    gains: bool,
    #[serde(default)]
    ranks: bool,
}

/// An outcome: a word, or First's points minus Second's.
#[derive(Clone, Copy)]
struct Ending(Outcome);

impl<'de> Deserialize<'de> for Ending {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Ending, D::Error> {
        struct Of;
        impl Visitor<'_> for Of {
            type Value = Ending;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an outcome: \"first\", \"second\", \"draw\", or a margin in points")
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Ending, E> {
                let outcome = match text {
                    "first" => Outcome::Win(Player::First),
                    "second" => Outcome::Win(Player::Second),
                    "draw" => Outcome::Draw,
                    _ => return Err(E::invalid_value(serde::de::Unexpected::Str(text), &self)),
                };
                Ok(Ending(outcome))
            }
            fn visit_i64<E: Error>(self, points: i64) -> Result<Ending, E> {
                Ok(Ending(Outcome::Margin(points)))
            }
            fn visit_u64<E: Error>(self, points: u64) -> Result<Ending, E> {
                let points = i64::try_from(points);
                points
                    .map(|points| Ending(Outcome::Margin(points)))
                    .map_err(E::custom)
            }
        }
        deserializer.deserialize_any(Of)
    }
}

/// A player.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Mover {
    First,
    Second,
}

/// Text that borrows from the line if possible.
struct Text<'l>(Cow<'l, str>);

impl<'de: 'l, 'l> Deserialize<'de> for Text<'l> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Text<'l>, D::Error> {
        struct Of;
        impl<'de> Visitor<'de> for Of {
            type Value = Text<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text")
            }
            fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Borrowed(text)))
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(text.to_owned())))
            }
        }
        deserializer.deserialize_str(Of)
    }
}

/// A move: `"NEXT"`, `["MOVE", "NEXT"]` or `["MOVE", "NEXT", GAIN]`.
struct Move<'l> {
    text: Option<Cow<'l, str>>,
    next: Cow<'l, str>,
    gain: i64,
}

impl<'de: 'l, 'l> Deserialize<'de> for Move<'l> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Move<'l>, D::Error> {
        struct Of;
        impl<'de> Visitor<'de> for Of {
            type Value = Move<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a move: \"NEXT\", [\"MOVE\", \"NEXT\"] or [\"MOVE\", \"NEXT\", GAIN]")
            }
            fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Move<'de>, E> {
                Ok(Move {
                    text: None,
                    next: Cow::Borrowed(text),
                    gain: 0,
                })
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Move<'de>, E> {
                Ok(Move {
                    text: None,
                    next: Cow::Owned(text.to_owned()),
                    gain: 0,
                })
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Move<'de>, A::Error> {
                let short = |count| A::Error::invalid_length(count, &self);
                let text: Text<'de> = parts.next_element()?.ok_or_else(|| short(0))?;
                let next: Text<'de> = parts.next_element()?.ok_or_else(|| short(1))?;
                Ok(Move {
                    text: Some(text.0),
                    next: next.0,
                    gain: parts.next_element()?.unwrap_or(0),
                })
            }
        }
        deserializer.deserialize_any(Of)
    }
}

/// The answer about a position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer<'l> {
    outcome: Option<Ending>,
    to_move: Option<Mover>,
    #[serde(borrow)]
    moves: Option<Vec<Move<'l>>>,
    rank: Option<u64>,
    #[serde(borrow)]
    error: Option<Text<'l>>,
}

/// Reads the answer to `"start"`: the facts about the game, and the start.
pub(super) fn start(line: &[u8]) -> Result<(About, String), Fault> {
    let start: Result<Object<Start>, _> = serde_json::from_slice(line);
    let Object(start) = start.map_err(|error| wrong(&error))?;
    let about = About {
        title: start.title,
        endless: start.endless.map_or(Outcome::Draw, |ending| ending.0),
        has_gains: start.gains,
        is_ranked: start.ranks,
    };
    Ok((about, start.start))
}

/// Reads an array of `count` answers. An error has the index of the bad answer, if there is one.
pub(super) fn answers(
    line: &[u8],
    count: usize,
    take: &mut dyn FnMut(Said<'_>) -> Result<(), Fault>,
) -> Result<(), (Option<usize>, Fault)> {
    let answers: Result<Vec<Object<Answer<'_>>>, _> = serde_json::from_slice(line);
    let answers = answers.map_err(|error| (None, wrong(&error)))?;
    if answers.len() != count {
        let given = answers.len();
        let message = format!("positions asked about: {count}, positions answered: {given}");
        return Err((None, Fault::new(message)));
    }
    for (at, Object(answer)) in answers.iter().enumerate() {
        answer.say(take).map_err(|fault| (Some(at), fault))?;
    }
    Ok(())
}

impl Answer<'_> {
    fn say(&self, take: &mut dyn FnMut(Said<'_>) -> Result<(), Fault>) -> Result<(), Fault> {
        if let Some(why) = &self.error {
            return take(Said::Wrong(&why.0));
        }
        match (self.outcome, self.to_move, &self.moves) {
            (Some(ending), None, None) => take(Said::Over(ending.0)),
            // An empty list adds nothing to the outcome.
            (Some(ending), _, Some(moves)) if moves.is_empty() => take(Said::Over(ending.0)),
            (Some(ending), Some(_), None) => take(Said::Over(ending.0)),
            (None, Some(mover), Some(moves)) => {
                let moves = moves.iter().map(|mv| SaidMove {
                    text: mv.text.as_deref(),
                    next: &mv.next,
                    gain: mv.gain,
                });
                take(Said::Turn {
                    to_move: match mover {
                        Mover::First => Player::First,
                        Mover::Second => Player::Second,
                    },
                    rank: self.rank,
                    moves: moves.collect(),
                })
            }
            (Some(_), ..) => Err(Fault::new("an answer with an outcome and with moves")),
            (None, ..) => Err(Fault::new(
                "an answer needs `outcome`, or `to_move` and `moves`, or `error`",
            )),
        }
    }
}

/// Returns the text of one of several answers, for messages.
pub(super) fn nth(line: &[u8], index: usize) -> String {
    let answers: Result<Vec<serde_json::Value>, _> = serde_json::from_slice(line);
    let answer = answers
        .ok()
        .and_then(|answers| answers.into_iter().nth(index));
    answer.map(|answer| answer.to_string()).unwrap_or_default()
}

fn wrong(error: &serde_json::Error) -> Fault {
    match error.is_data() {
        true => Fault::new(format!("the program did not answer as it should: {error}")),
        false => Fault::new(format!("the program's answer is not JSON: {error}")),
    }
}

#[cfg(test)]
mod tests;
