//! The laws of [`Notation`] and [`Pictured`], the text forms and the pictures that a game shows to people.

use super::hashed::{Map, Set};
use super::report::{Broken, Count, Law};
use super::sample::{Line, Sampled, children};
use super::texts;
use crate::random::Random;
use crate::{Notation, Pictured, TextError};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The number of positions whose texts are altered and read.
const ALTERED: usize = 64;

/// Checks positions: each is read back as written, and any other text gives either an error with a valid span or a
/// position that is itself read back. Also returns the accepted texts with their positions.
#[allow(
    clippy::type_complexity,
    reason = "texts and their positions, used in one place"
)]
pub(super) fn positions<G: Notation>(
    sampled: &Sampled<'_, G>,
) -> Result<(Count, Vec<(String, G::Position)>), Broken> {
    let mut count = Count::default();
    let mut written = Vec::new();
    for position in &sampled.positions {
        written.push(write_and_read(sampled, position)?);
        count.check();
    }
    let mut random = Random::new(sampled.sample.seed ^ 0x6e6f_7461_7469_6f6e);
    let mut strange = sampled.sample.texts.clone();
    strange.extend(texts::strange(written.first().map_or("", String::as_str)));
    strange.extend(sampled.lines.iter().flat_map(|line| records(sampled, line)));
    let stems: Vec<String> = (0..ALTERED)
        .filter_map(|_| random.pick(&written).cloned())
        .chain(sampled.sample.texts.iter().cloned())
        .collect();
    strange.extend((0..sampled.sample.mutations).map(|_| texts::altered(&mut random, &stems)));
    let mut accepted = Vec::new();
    let mut known: Set<String> = written.into_iter().collect();
    for text in strange {
        if !known.insert(text.clone()) {
            continue;
        }
        if let Some(position) = read(sampled, &text)? {
            write_and_read(sampled, &position)?;
            accepted.push((text, position));
        }
        count.check();
    }
    Ok((count, accepted))
}

/// Checks moves: their texts are unique, equal for equal numbers, and read back, and only legal moves are read.
/// `accepted` holds texts of positions that the game itself may write in another way.
pub(super) fn moves<G: Notation>(
    sampled: &Sampled<'_, G>,
    accepted: &[(String, G::Position)],
) -> Result<Count, Broken> {
    let game = sampled.game;
    let mut count = Count::default();
    let mut random = Random::new(sampled.sample.seed ^ 0x6d6f_7665);
    let mut numbered: Map<u32, String> = Map::default();
    let altered_at = sampled.positions.len().div_ceil(ALTERED).max(1);
    for (index, position) in sampled.positions.iter().enumerate() {
        let fail = |why: String| Err(sampled.broken(Law::Notation, position, why));
        let legal = children(game, position);
        let mut names: Vec<String> = Vec::new();
        for (mv, _) in &legal {
            let text = game.move_text(position, *mv);
            if game.move_text(position, *mv) != text {
                return fail(format!("the text of {mv:?} differs when asked again"));
            }
            if text.is_empty() || text.contains(char::is_whitespace) {
                return fail(format!(
                    "the text {text:?} of {mv:?} is empty or has white space"
                ));
            }
            if names.contains(&text) {
                return fail(format!("the text {text:?} stands for two moves"));
            }
            if let Some(number) = game.text_number(*mv) {
                let known = numbered.entry(number).or_insert_with(|| text.clone());
                if *known != text {
                    return fail(format!(
                        "the text number {number} is that of {text:?} and of {known:?}"
                    ));
                }
            }
            names.push(text);
        }
        for ((mv, _), text) in legal.iter().zip(&names) {
            match game.parse_move(position, text) {
                Ok(back) if back == *mv => count.check(),
                Ok(back) => return fail(format!("{mv:?} is written {text:?}, read as {back:?}")),
                Err(error) => return fail(format!("{text:?} is written, but not read: {error}")),
            }
        }
        extended(sampled, &game.position_text(position), position, &mut count)?;
        if index % altered_at != 0 {
            continue;
        }
        let stem = names.first().map_or("1", String::as_str);
        let mut strange = texts::strange(stem);
        strange.extend((0..ALTERED / 4).map(|_| texts::altered(&mut random, &names)));
        for text in strange {
            let result = survive(|| game.parse_move(position, &text))
                .map_err(|()| panicked(sampled, "parse_move", &text))?;
            match result {
                Ok(mv) if legal.iter().any(|(other, _)| *other == mv) => {}
                Ok(mv) => return fail(format!("{text:?} is read as {mv:?}, which is not legal")),
                Err(error) => check_span(&text, &error)
                    .map_err(|why| sampled.broken(Law::Notation, position, why))?,
            }
            count.check();
        }
    }
    for (text, position) in accepted {
        extended(sampled, text, position, &mut count)?;
    }
    Ok(count)
}

/// Checks that a text extended by a move is a text of the position after it.
fn extended<G: Notation>(
    sampled: &Sampled<'_, G>,
    text: &str,
    position: &G::Position,
    count: &mut Count,
) -> Result<(), Broken> {
    for (mv, child) in children(sampled.game, position) {
        let Some(longer) = sampled.game.extend_text(text, position, mv) else {
            continue;
        };
        if longer.contains(char::is_whitespace) || read(sampled, &longer)?.as_ref() != Some(&child)
        {
            let why = format!("{text:?} extended by {mv:?} is {longer:?}, which is not {child:?}");
            return Err(sampled.broken(Law::Notation, position, why));
        }
        count.check();
    }
    Ok(())
}

/// Writes a position and reads it back. Returns its text.
fn write_and_read<G: Notation>(
    sampled: &Sampled<'_, G>,
    position: &G::Position,
) -> Result<String, Broken> {
    let fail = |why: String| Err(sampled.broken(Law::Notation, position, why));
    let text = sampled.game.position_text(position);
    if sampled.game.position_text(&position.clone()) != text {
        return fail("the text differs when asked again".to_owned());
    }
    if text.is_empty() || text.contains(char::is_whitespace) {
        return fail(format!("the text {text:?} is empty or has white space"));
    }
    if text == "start" {
        return fail("the word `start` is taken".to_owned());
    }
    match sampled.game.parse_position(&text) {
        Ok(back) if back == *position => Ok(text),
        Ok(back) => fail(format!("it is written {text:?}, read back as {back:?}")),
        Err(error) => fail(format!("it is written {text:?}, not read back: {error}")),
    }
}

/// Reads any text.
fn read<G: Notation>(sampled: &Sampled<'_, G>, text: &str) -> Result<Option<G::Position>, Broken> {
    let parse = || survive(|| sampled.game.parse_position(text));
    let result = parse().map_err(|()| panicked(sampled, "parse_position", text))?;
    let fail = |explanation| Broken {
        law: Law::Notation,
        position: None,
        text: None,
        explanation,
    };
    if parse().as_ref() != Ok(&result) {
        return Err(fail(format!(
            "{:?} is read otherwise when read again",
            shown(text)
        )));
    }
    match result {
        Ok(position) => Ok(Some(position)),
        Err(error) => check_span(text, &error).map_err(fail).map(|()| None),
    }
}

fn check_span(text: &str, error: &TextError) -> Result<(), String> {
    let span = &error.span;
    if error.message.is_empty() {
        return Err(format!("the error in {:?} says nothing", shown(text)));
    }
    if text.get(span.clone()).is_none() {
        return Err(format!(
            "the error's span {span:?} does not lie within {:?}",
            shown(text)
        ));
    }
    Ok(())
}

/// Runs a function that must not panic.
fn survive<T>(run: impl FnOnce() -> T) -> Result<T, ()> {
    // No code reads partly changed state after a panic.
    catch_unwind(AssertUnwindSafe(run)).map_err(|_| ())
}

fn panicked<G: Notation>(sampled: &Sampled<'_, G>, method: &str, text: &str) -> Broken {
    let why = format!("`{method}` panics on {:?}", shown(text));
    sampled.broken(Law::Notation, &sampled.game.start(), why)
}

/// Returns the beginning of a text, for an error.
fn shown(text: &str) -> String {
    text.chars().take(200).collect()
}

/// Returns the moves of a line joined together, because some games accept a record of play as a position.
fn records<G: Notation>(sampled: &Sampled<'_, G>, line: &Line<G>) -> [String; 2] {
    let mut position = line.from.clone();
    let mut names = Vec::new();
    for &mv in &line.moves {
        names.push(sampled.game.move_text(&position, mv));
        position = sampled.game.play(&position, mv);
    }
    [names.concat(), names.join(",")]
}

pub(super) fn pictured<G: Pictured>(sampled: &Sampled<'_, G>) -> Result<Count, Broken> {
    let mut count = Count::default();
    for position in &sampled.positions {
        let fail = |why: String| Err(sampled.broken(Law::Pictured, position, why));
        let diagram = sampled.game.diagram(position);
        if sampled.game.diagram(position) != diagram {
            return fail("the diagram differs when asked again".to_owned());
        }
        let mut names = Set::default();
        for place in &diagram.places {
            if !names.insert(&place.name) {
                return fail(format!("two places are named {:?}", place.name));
            }
        }
        let places = diagram.places.len();
        for link in &diagram.links {
            if link.from.max(link.to) >= places {
                return fail(format!("{link:?} names a place that there is not"));
            }
        }
        let decisive = sampled.game.decisive(position);
        if let Some(place) = decisive.iter().find(|&&place| place >= places) {
            return fail(format!("place {place} is decisive, and there is none"));
        }
        let hands = sampled.game.hands(position).len();
        if hands > 0 && !sampled.game.look().hands {
            return fail("there are pieces in hand, and the look has no room for them".to_owned());
        }
        if survive(|| diagram.to_string()).is_err() {
            return fail("drawing the diagram as text panics".to_owned());
        }
        count.check();
        for (mv, _) in children(sampled.game, position) {
            let target = sampled.game.target(position, mv);
            if sampled.game.target(position, mv) != target {
                return fail(format!("the target of {mv:?} differs when asked again"));
            }
            if target.is_some_and(|place| place >= places) {
                return fail(format!("the target of {mv:?} is a place that there is not"));
            }
            let source = sampled.game.source(position, mv);
            if source.is_some_and(|place| place >= places + hands) {
                return fail(format!("the source of {mv:?} is a place that there is not"));
            }
            let choice = sampled.game.choice(position, mv);
            if choice.is_some_and(|place| place >= places) {
                return fail(format!("the choice of {mv:?} is a place that there is not"));
            }
            let covers = sampled.game.covers(position, mv);
            if covers.iter().any(|&place| place >= places) {
                return fail(format!("{mv:?} covers a place that there is not"));
            }
            count.check();
        }
    }
    Ok(count)
}
