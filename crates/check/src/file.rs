//! The bytes of a certificate, from front to back.

use crate::all::All;
use crate::claim::Claim;
use crate::fault::{Fault, Reason};
use crate::half::Half;
use crate::hashed::Hashed;
use crate::listed::Listed;
use crate::rules::{self, Rules, Step};
use crate::text::number;
use crate::value::{Ask, Player, Value};
use std::io::Read;

const MAGIC: &str = "yomikiri certificate ";
const VERSION: &str = "1";
const MOST_RULES: usize = 64 << 20;

/// A certificate that has been read.
pub(crate) struct File {
    pub(crate) game: String,
    pub(crate) position: String,
    pub(crate) rules: Box<dyn Rules>,
    /// As if a move had led there.
    pub(crate) root: Step,
    pub(crate) halves: Vec<Half>,
    pub(crate) all: Option<All>,
}

/// Reads a certificate to its end and compares the digest; `memory`: the bytes that a list of positions may
/// take. What it claims is not yet checked.
pub(crate) fn read(source: impl Read, memory: u64) -> Result<File, Fault> {
    let mut source = Hashed::new(source, memory);
    let first = source.line(Reason::NotACertificate)?;
    match first.strip_prefix(MAGIC) {
        None => return Err(Reason::NotACertificate.into()),
        Some(VERSION) => {}
        Some(_) => return Err(Reason::UnknownVersion.into()),
    }
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
    let all = claimed.is_empty() && line == "all";
    if all {
        line = source.after("")?;
    }
    let code = line.strip_prefix("root ").and_then(number);
    let code = code.filter(|_| all || !claimed.is_empty());
    let code = code.ok_or(Reason::BadHeader)?;
    let length = number(&source.after("rules ")?).filter(|&length| length <= MOST_RULES);

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
    let can_be_claimed = match all {
        true => All::can_be_claimed(ask, &*rules),
        false => ask != Ask::Distance || !rules.has_gains(),
    };
    let claims = claims.filter(|_| can_be_claimed).ok_or(Reason::BadClaim)?;
    let (state, gain) = (rules.state(code).ok_or(Reason::BadRoot)?, 0);

    let mut halves = Vec::new();
    for claim in claims {
        let lists = [claim.has_ranks(rules.endless()), rules.has_gains()];
        halves.push(Half::new(claim, Listed::read(&mut source, lists)?));
    }
    let values = || All::new(ask, Listed::read(&mut source, [false, false])?);
    let all = all.then(values).transpose()?;
    source.end()?;
    Ok(File {
        game,
        position,
        rules,
        root: Step { code, state, gain },
        halves,
        all,
    })
}
