//! The laws of [`Notation`] and [`Pictured`], the two faces that a game shows to people.

use super::report::{Broken, Count, Law};
use super::sample::{Random, Sampled, children};
use crate::{Notation, Pictured, TextError};
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Positions whose texts are altered and read.
const ALTERED: usize = 64;

/// Positions: what is written is read back; whatever else is read is an error with a good span or a
/// position in its own right. Also gives the texts that were accepted, with their positions.
#[allow(
    clippy::type_complexity,
    reason = "texts and their positions, used in one place"
)]
pub(super) fn positions<G: Notation>(
    sampled: &Sampled<'_, G>,
) -> Result<(Count, Vec<(String, G::Position)>), Broken> {
    let mut count = Count::default();
    let mut texts = Vec::new();
    for position in &sampled.positions {
        texts.push(write_and_read(sampled, position)?);
        count.check();
    }
    let mut random = Random::new(sampled.sample.seed ^ 0x6e6f_7461_7469_6f6e);
    let mut strange = sampled.sample.texts.clone();
    strange.extend(strange_texts(texts.first().map_or("", String::as_str)));
    strange.extend(sampled.lines.iter().flat_map(|line| records(sampled, line)));
    let stems: Vec<String> = (0..ALTERED)
        .filter_map(|_| random.pick(&texts).cloned())
        .chain(sampled.sample.texts.iter().cloned())
        .collect();
    strange.extend((0..sampled.sample.mutations).map(|_| altered(&mut random, &stems)));
    let mut accepted = Vec::new();
    let mut known: HashSet<String> = texts.into_iter().collect();
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

/// Moves: unique, read back, and nothing but legal moves is read. `accepted` are texts of positions
/// that the game need not write itself.
pub(super) fn moves<G: Notation>(
    sampled: &Sampled<'_, G>,
    accepted: &[(String, G::Position)],
) -> Result<Count, Broken> {
    let game = sampled.game;
    let mut count = Count::default();
    let mut random = Random::new(sampled.sample.seed ^ 0x6d6f_7665);
    let altered_at = sampled.positions.len().div_ceil(ALTERED).max(1);
    for (index, position) in sampled.positions.iter().enumerate() {
        let fail = |why: String| Err(sampled.broken(Law::Notation, position, why));
        let legal = children(game, position);
        let mut texts: Vec<String> = Vec::new();
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
            if texts.contains(&text) {
                return fail(format!("the text {text:?} stands for two moves"));
            }
            match game.parse_move(position, &text) {
                Ok(back) if back == *mv => count.check(),
                Ok(back) => return fail(format!("{mv:?} is written {text:?}, read as {back:?}")),
                Err(error) => return fail(format!("{text:?} is written, but not read: {error}")),
            }
            texts.push(text);
        }
        extended(sampled, &game.position_text(position), position, &mut count)?;
        if index % altered_at != 0 {
            continue;
        }
        let stem = texts.first().map_or("1", String::as_str);
        let mut strange = strange_texts(stem);
        strange.extend((0..ALTERED / 4).map(|_| altered(&mut random, &texts)));
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

/// A text extended by a move is the text of the position after it.
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

/// Writes a position and reads it back; gives its text.
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

/// Reads any text at all.
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

/// Runs what must not panic.
fn survive<T>(run: impl FnOnce() -> T) -> Result<T, ()> {
    // Nothing that was being changed is looked at again after a panic.
    catch_unwind(AssertUnwindSafe(run)).map_err(|_| ())
}

fn panicked<G: Notation>(sampled: &Sampled<'_, G>, method: &str, text: &str) -> Broken {
    let why = format!("`{method}` panics on {:?}", shown(text));
    sampled.broken(Law::Notation, &sampled.game.start(), why)
}

/// The beginning of a text, for an error.
fn shown(text: &str) -> String {
    text.chars().take(200).collect()
}

/// The moves of a line strung together: some games accept a record of play as a position.
fn records<G: Notation>(sampled: &Sampled<'_, G>, line: &super::sample::Line<G>) -> [String; 2] {
    let mut position = line.from.clone();
    let mut texts = Vec::new();
    for &mv in &line.moves {
        texts.push(sampled.game.move_text(&position, mv));
        position = sampled.game.play(&position, mv);
    }
    [texts.concat(), texts.join(",")]
}

/// Texts that have broken parsers before.
fn strange_texts(stem: &str) -> Vec<String> {
    let long = stem.repeat(1 + 50_000 / stem.len().max(1));
    let mut texts: Vec<String> = [
        "",
        " ",
        "\0",
        "\n",
        "start",
        "-",
        "--1",
        "-1",
        "0",
        "1",
        "+1",
        "00",
        "1e9",
        "é",
        "٣",
        "𝟘",
        "１",
        "e\u{301}",
        "\u{202e}x",
        "\u{feff}",
        "/",
        "//",
        ",",
        ",,",
        "1,",
        ",1",
        "1,1,1",
        ":",
        "18446744073709551616",
        "-9223372036854775809",
        "99999999999999999999999999999999999999999",
    ]
    .map(str::to_owned)
    .into();
    texts.push("9".repeat(50_000));
    texts.push("é".repeat(20_000));
    texts.push("/".repeat(50_000));
    texts.extend([
        format!("{stem}é"),
        format!("é{stem}"),
        format!("\u{feff}{stem}"),
        format!("{stem}\r\n"),
        format!(" {stem}"),
        stem.to_uppercase(),
        long,
    ]);
    texts
}

/// One of the texts with one to three small changes.
fn altered(random: &mut Random, stems: &[String]) -> String {
    const FOREIGN: [&str; 8] = ["é", "☃", "𝟘", "\u{301}", "٣", "\u{0}", " ", "\u{202e}"];
    const USUAL: &[u8] = b"0123456789.,/:-_#xoXO ";
    let mut text = random.pick(stems).cloned().unwrap_or_default();
    for _ in 0..=random.below(3) {
        let ends: Vec<usize> = text
            .char_indices()
            .map(|(at, _)| at)
            .chain([text.len()])
            .collect();
        let mut at = || ends[random.below(ends.len())];
        let (from, to) = (at(), at());
        let (from, to) = (from.min(to), from.max(to));
        match random.below(9) {
            0 => text.truncate(to),
            1 => text.replace_range(..from, ""),
            2 => text.replace_range(from..to, ""),
            3 => {
                let slice = text[from..to].to_owned();
                text.insert_str(from, &slice);
            }
            4 => text.insert_str(from, FOREIGN[random.below(FOREIGN.len())]),
            5 => text.insert(from, char::from(USUAL[random.below(USUAL.len())])),
            6 => {
                // A character of one text in the place of one of another: the likeliest to be read.
                let donor: Vec<char> = random
                    .pick(stems)
                    .map(|stem| stem.chars().collect())
                    .unwrap_or_default();
                if let (Some(&new), Some(old)) = (random.pick(&donor), text[from..].chars().next())
                {
                    text.replace_range(from..from + old.len_utf8(), new.encode_utf8(&mut [0; 4]));
                }
            }
            7 => {
                let mut bytes = text.into_bytes();
                if let Some(last) = bytes.len().checked_sub(1) {
                    bytes[random.below(last + 1)] ^= 1 << random.below(8);
                }
                text = String::from_utf8_lossy(&bytes).into_owned();
            }
            _ => {
                if let Some(other) = random.pick(stems) {
                    text.push_str(other);
                }
            }
        }
        // Doubling again and again must not make it enormous.
        if text.len() > 100_000 {
            break;
        }
    }
    text
}

pub(super) fn pictured<G: Pictured>(sampled: &Sampled<'_, G>) -> Result<Count, Broken> {
    let mut count = Count::default();
    for position in &sampled.positions {
        let fail = |why: String| Err(sampled.broken(Law::Pictured, position, why));
        let diagram = sampled.game.diagram(position);
        if sampled.game.diagram(position) != diagram {
            return fail("the diagram differs when asked again".to_owned());
        }
        let mut names = HashSet::new();
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
            count.check();
        }
    }
    Ok(count)
}
