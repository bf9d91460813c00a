//! Boards of numbers dealt at random: any, fair, or spicy.

use super::Random;
use crate::answer::QueryError;
use crate::{START, open};
use std::fmt;
use std::str::FromStr;
use yomikiri::{Ask, Control, Player, TextError};
use yomikiri_games::make::read;
use yomikiri_games::spec::{NoFiles, SpecError};

/// A kind of dealt board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Deal {
    /// Any board.
    Random,
    /// The first move decides: at least a quarter of the openings win for First, and at least a
    /// quarter for Second.
    Fair,
    /// Nearly all moves lose: exactly one opening does not lose for First.
    Spicy,
}

impl Deal {
    /// All kinds.
    pub const ALL: [Deal; 3] = [Deal::Random, Deal::Fair, Deal::Spicy];

    /// Returns its name.
    pub const fn name(self) -> &'static str {
        match self {
            Deal::Random => "random",
            Deal::Fair => "fair",
            Deal::Spicy => "spicy",
        }
    }
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Deal {
    type Err = String;
    fn from_str(text: &str) -> Result<Deal, String> {
        let found = Deal::ALL.into_iter().find(|deal| deal.name() == text);
        found.ok_or_else(|| "a deal is `random`, `fair` or `spicy`".to_owned())
    }
}

/// The reason why nothing was dealt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DealError {
    /// The spec is wrong, or its game has no numbers to deal.
    Spec(SpecError),
    /// The game could not be solved.
    Query(QueryError),
    /// None of the tried boards fits, or a limit was reached first.
    NotFound,
}

impl fmt::Display for DealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DealError::Spec(error) => error.fmt(f),
            DealError::Query(error) => error.fmt(f),
            DealError::NotFound => f.write_str("no such board was found"),
        }
    }
}

impl std::error::Error for DealError {}

impl From<SpecError> for DealError {
    fn from(error: SpecError) -> DealError {
        DealError::Spec(error)
    }
}

impl From<QueryError> for DealError {
    fn from(error: QueryError) -> DealError {
        DealError::Query(error)
    }
}

/// The setting that holds the numbers.
const KEY: &str = "weights";
/// Numbers are dealt from minus this number to this number.
const GREATEST: i64 = 9;
/// The boards tried before the search gives up.
const TRIES: usize = 2_000;

/// Deals numbers to the cells of a game that has a setting `weights`, and returns its spec with
/// that setting replaced. Openings are judged by perfect play, so `fair` and `spicy` are facts, not
/// guesses. The same seed deals the same board.
///
/// # Errors
///
/// See [`DealError`].
pub fn deal(
    spec: &str,
    deal: Deal,
    random: &mut Random,
    control: &mut Control<'_>,
) -> Result<String, DealError> {
    let (info, canonical) = read(spec).map_err(SpecError::in_spec)?;
    if !info.params.iter().any(|param| param.name == KEY) {
        let name = 0..info.name.len();
        let message = format!("`{}` has no numbers to deal", info.name);
        return Err(SpecError::in_spec(TextError::new(name, message)).into());
    }
    let cells = open(spec, &NoFiles)?
        .board(START)
        .map_err(|error| DealError::Query(error.into()))?;
    let cells = cells.diagram.places.len();
    let kept: String = canonical
        .settings()
        .filter(|(key, _)| *key != KEY)
        .map(|(key, value)| format!("{key}={value},"))
        .collect();
    for _ in 0..TRIES {
        if control.advance(0).is_err() {
            return Err(DealError::NotFound);
        }
        let numbers: Vec<String> = (0..cells)
            .map(|_| random.within(-GREATEST..=GREATEST).to_string())
            .collect();
        let dealt = format!("{}:{kept}{KEY}={}", info.name, numbers.join("/"));
        if deal == Deal::Random || fits(&dealt, deal, control)? {
            let (_, canonical) = read(&dealt).map_err(SpecError::in_spec)?;
            return Ok(canonical.to_string());
        }
    }
    Err(DealError::NotFound)
}

fn fits(spec: &str, deal: Deal, control: &mut Control<'_>) -> Result<bool, DealError> {
    let game = open(spec, &NoFiles)?;
    let session = game.session(Ask::Winner, None);
    let mut session = session.map_err(|refusal| DealError::Query(refusal.into()))?;
    let openings = session.moves(START, control)?;
    if openings.answer.stopped.is_some() {
        return Err(DealError::NotFound);
    }
    let count = |winner| {
        let won = openings.moves.iter();
        won.filter(|mv| mv.value.winner() == Some(winner)).count()
    };
    let (first, second) = (count(Player::First), count(Player::Second));
    let all = openings.moves.len();
    Ok(match deal {
        Deal::Random => true,
        Deal::Fair => first >= all.div_ceil(4) && second >= all.div_ceil(4),
        Deal::Spicy => second + 1 == all,
    })
}
