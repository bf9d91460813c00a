//! The bytes of a certificate, from front to back.

use crate::all::All;
use crate::claim::Claim;
use crate::fault::{Fault, Reason};
use crate::grown::{Grown, Symmetry};
use crate::half::Half;
use crate::hashed::Hashed;
use crate::listed::Listed;
use crate::rules::{self, Places, Rules, Step};
use crate::symmetry;
use crate::text::number;
use crate::value::{Ask, Player, Value};
use std::io::Read;

const MAGIC: &str = "yomikiri certificate ";

/// The contents of a file, by its version.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Version {
    /// Lists of positions.
    Lists,
    /// Trees with strategies.
    Trees,
    /// Values as long as a player has made no mistake.
    SemiStrong,
    /// Trees with strategies and threats.
    Threats,
}

/// The versions, from 1 on.
const VERSIONS: [Version; 4] = [
    Version::Lists,
    Version::Trees,
    Version::SemiStrong,
    Version::Threats,
];
const MOST_RULES: usize = 64 << 20;

/// A certificate that has been read.
pub(crate) struct File {
    pub(crate) game: String,
    pub(crate) position: String,
    pub(crate) rules: Box<dyn Rules>,
    /// The root, as if a move had led there.
    pub(crate) root: Step,
    pub(crate) halves: Vec<Half>,
    /// Halves of trees.
    pub(crate) grown: Vec<Grown>,
    /// The places that strategies and threats refer to.
    pub(crate) places: Option<Places>,
    pub(crate) symmetries: Vec<Symmetry>,
    /// The most positions in playing leaves out.
    pub(crate) playout: u64,
    pub(crate) all: Option<All>,
}

/// Reads a certificate to its end and compares the digest; `memory`: the bytes that a list of positions may
/// take. The claims are not checked yet.
pub(crate) fn read(source: impl Read, memory: u64) -> Result<File, Fault> {
    let mut source = Hashed::new(source, memory);
    let first = source.line(Reason::NotACertificate)?;
    let version = first.strip_prefix(MAGIC).ok_or(Reason::NotACertificate)?;
    let version = number(version).and_then(|version: usize| version.checked_sub(1));
    let version = version.and_then(|index| VERSIONS.get(index));
    let version = *version.ok_or(Reason::UnknownVersion)?;
    let has_threats = version == Version::Threats;
    let has_trees = version == Version::Trees || has_threats;
    let semi_strong = version == Version::SemiStrong;
    let game = source.after("game ")?;
    let position = source.after("position ")?;
    let ask = Ask::parse(&source.after("ask ")?).ok_or(Reason::BadHeader)?;
    let mut line = source.after("")?;
    let mut claimed = Vec::new();
    for (word, claimant) in [("least ", Player::First), ("most ", Player::Second)] {
        if let Some(value) = line.strip_prefix(word) {
            claimed.push((claimant, value.to_owned()));
            line = source.after("")?;
        }
    }
    let all = claimed.is_empty() && line == if semi_strong { "both" } else { "all" };
    if all {
        line = source.after("")?;
    }
    let code = line.strip_prefix("root ").and_then(number);
    let code = code.filter(|_| all || !claimed.is_empty() && !semi_strong);
    let code = code.ok_or(Reason::BadHeader)?;
    let (mut images, mut playout) = (Vec::new(), 0);
    line = source.after("")?;
    if has_trees {
        let most = match has_threats {
            true => symmetry::MOST_WITH_THREATS,
            false => symmetry::MOST,
        };
        while let Some(image) = line.strip_prefix("symmetry ") {
            images.push(image.to_owned());
            if images.len() > most {
                return Err(Reason::BadHeader.into());
            }
            line = source.after("")?;
        }
        playout = line
            .strip_prefix("playout ")
            .and_then(number)
            .ok_or(Reason::BadHeader)?;
        line = source.after("")?;
    }
    let length = line.strip_prefix("rules ").and_then(number);
    let length = length.filter(|&length| length <= MOST_RULES);
    let text = source.exactly(length.ok_or(Reason::BadHeader)?)?;
    let text = String::from_utf8(text).map_err(|_| Reason::BadRules)?;
    let bad_line = |line| Fault::at(Reason::BadRules, format!("line {line}"));
    let rules = rules::parse(&text).map_err(bad_line)?;
    drop(text);

    let claim = |(claimant, value): (_, String)| {
        let value = Value::parse(ask, &value)?;
        Some(Claim {
            claimant,
            ask,
            value,
        })
    };
    let claims: Option<Vec<Claim>> = claimed.into_iter().map(claim).collect();
    // Trees are only for games of claimed cells, and only for results.
    let places = if has_trees { rules.places() } else { None };
    let places = places.filter(|places| !has_threats || places.have_threats());
    let can_be_claimed = match all {
        _ if has_trees => !all && ask != Ask::Distance && places.is_some(),
        true => All::can_be_claimed(ask, &*rules, semi_strong),
        false => ask != Ask::Distance || !rules.has_gains(),
    };
    let claims = claims.filter(|_| can_be_claimed).ok_or(Reason::BadClaim)?;
    let (state, gain) = (rules.state(code).ok_or(Reason::BadRoot)?, 0);

    let image = |text: &String| symmetry::read(text, places.as_ref().ok_or(Reason::BadSymmetry)?);
    let symmetries: Vec<Symmetry> = images.iter().map(image).collect::<Result<_, Fault>>()?;
    if !symmetry::are_different(&symmetries) {
        return Err(Reason::BadSymmetry.into());
    }

    let (mut halves, mut grown) = (Vec::new(), Vec::new());
    for claim in claims {
        if let Some(places) = &places {
            grown.push(Grown::read(
                &mut source,
                claim,
                places.count(),
                has_threats,
            )?);
            continue;
        }
        let lists = [claim.has_ranks(rules.endless()), rules.has_gains()];
        halves.push(Half::new(claim, Listed::read(&mut source, lists)?));
    }
    let values = || All::new(ask, Listed::read(&mut source, [false, false])?, semi_strong);
    let all = all.then(values).transpose()?;
    source.end()?;
    Ok(File {
        game,
        position,
        rules,
        root: Step { code, state, gain },
        halves,
        grown,
        places,
        symmetries,
        playout,
        all,
    })
}
