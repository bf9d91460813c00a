//! Reading a whole file of pieces.

use super::drawn::Drawn;
use super::letters::letters;
use crate::pieces::{Captures, Ends, Hands, May, Passed, Passes, PieceRules, Pieces, PiecesError};
use crate::rules_file::read::Reader;
use crate::spec::quoted;
use crate::turn::named;
use yomikiri_core::{Outcome, Player, TextError};

/// Reads the whole file.
pub(in crate::rules_file) fn read(file: &Reader<'_>) -> Result<Pieces, TextError> {
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
        fly: [0; 2],
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
        let of = |key: &str| own.map(|own| own.filter(|own| own.has(key)).unwrap_or(section));
        rules.passes.may = of("pass").map(|says| match says.flag_or("pass") {
            Err(_) => May::Stuck,
            Ok(true) => May::Always,
            Ok(false) => May::Never,
        });
        rules.fly = of("fly").map(|says| says.size("fly").unwrap_or(0) as u32);
    }
    if let Some(end) = file.section("end")? {
        let [first, second] = [end.section("first")?, end.section("second")?];
        for (key, other) in [
            ("runners", "goal"),
            ("count", "goal"),
            ("safe", "royal"),
            ("ways", "line"),
            ("trap", "trapped"),
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

/// Checks that lines which take fit the other rules: they must be the only captures that leave a choice.
fn taking(file: &Reader<'_>, pieces: &[Reader<'_>], rules: &PieceRules) -> Result<(), TextError> {
    const BESIDE: &str = "if a line takes, pieces do not capture by jumps or by enclosing, captures are neither forced nor continued, and no piece has to be safe";
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

/// Reads the result of two passes. A player who may pass is never without a move.
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
                .help("without two passes one after the other, `passed` has no effect"),
        });
    }
    // A key for both players also counts for one who may not pass.
    let both = (*end, passes.meet());
    let own = Player::BOTH.into_iter().zip(own);
    let own = own.filter_map(|(player, section)| Some((section?, passes.has(player))));
    let mut said = own.chain([both]);
    if let Some((section, _)) = said.find(|(section, passes)| *passes && section.has("stuck")) {
        let error = section.error("stuck", "a player without a move passes here");
        return Err(match passes.meet() {
            true => error.help("`passed` is the result of two passes"),
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

/// Reads the pieces in hand.
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

/// The words for the directions of enclosure.
pub(in crate::rules_file) const CUSTODIAL: [&str; 2] = ["orthogonal", "diagonal"];

/// Reads the rules of capture, besides the moves of pieces.
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
