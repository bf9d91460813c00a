//! Octal games: Grundy values of heaps, and their period.

use crate::answer::JSON_VERSION;
use crate::lang::{Lang, Message, said};
use crate::{Control, Stop, TextError};
use serde::Serialize;
use yomikiri_cgt::{Octal, Period};

/// The most stones of a heap whose value may be asked for.
pub const MOST_STONES: usize = 10_000_000;

/// The stones of the largest heap that is listed by default.
pub const HEAPS: usize = 40;
/// The stones of the largest heap among which a period is looked for by default.
pub const STONES: usize = 20_000;

/// The values of an octal game, as far as they were found.
#[derive(Clone, Debug)]
pub struct OctalFound {
    /// The code.
    pub code: String,
    /// The Grundy values of the heaps asked for, from the empty one on; fewer if a limit came first.
    pub values: Vec<u32>,
    /// The period, if the values prove one.
    pub period: Option<Period>,
    /// The largest heap whose value was found; none if a limit came before the first one.
    pub known_to: Option<usize>,
    /// The limit that ended the work, if one did.
    pub stopped: Option<Stop>,
}

/// Finds the Grundy values of heaps of 0 to `heaps` stones of an octal game, and a period that the values of heaps of up to
/// `most` stones prove. Each heap counts as a node, and each number as one of at most [`MOST_STONES`].
///
/// # Errors
///
/// If the code is wrong.
pub fn octal(
    code: &str,
    heaps: usize,
    most: usize,
    control: &mut Control<'_>,
) -> Result<OctalFound, TextError> {
    let mut octal = Octal::parse(code).map_err(|error| {
        let rest = code.get(error.at..).unwrap_or_default();
        let end = error.at + rest.chars().next().map_or(0, char::len_utf8);
        TextError::new(error.at..end, error.message)
    })?;
    let (heaps, most) = (heaps.min(MOST_STONES), most.min(MOST_STONES));
    let mut stored = 0;
    let mut goes_on = |bytes: usize| {
        control.visit()?;
        stored += 1;
        control.set_stored(stored);
        control.may_use(bytes as u64)
    };
    // The values that are found for a period are listed too, and a limit leaves those that are known.
    let period = octal.find_period(most, &mut goes_on);
    let listed = octal.find(heaps, &mut goes_on);
    let stopped = period.as_ref().err().copied().or(listed.err());
    let period = period.ok().flatten().or_else(|| octal.period_of_known());
    let known = octal.known();
    Ok(OctalFound {
        code: code.to_owned(),
        values: known[..known.len().min(heaps + 1)].to_vec(),
        period,
        known_to: known.len().checked_sub(1),
        stopped,
    })
}

impl OctalFound {
    /// Describes the values and the period, a line each.
    pub fn lines(&self, lang: Lang) -> Vec<String> {
        let values: Vec<String> = self.values.iter().map(u32::to_string).collect();
        let values = values.join(" ");
        let heaps = match self.values.len().saturating_sub(1) {
            0 => Message::GrundyValueOfNothing { value: &values },
            most => Message::GrundyValues {
                most: most as u64,
                values: &values,
            },
        };
        let most = self.known_to.unwrap_or(0) as u64;
        let period = match (self.period, self.stopped) {
            (Some(period), _) => Message::OctalPeriod {
                length: period.length as u64,
                start: period.start as u64,
                checked: period.checked as u64,
            }
            .text(lang),
            (None, None) => Message::NoOctalPeriod { most }.text(lang),
            (None, Some(why)) => {
                let why = said(&why.to_string(), lang);
                Message::NoOctalPeriodYet { most, why: &why }.text(lang)
            }
        };
        vec![heaps.text(lang), period]
    }

    /// Returns the values and the period as JSON.
    pub fn json(&self) -> OctalJson<'_> {
        let period = self.period.as_ref();
        OctalJson {
            version: JSON_VERSION,
            code: &self.code,
            values: &self.values,
            known_to: self.known_to,
            period: period.map(|period| period.length),
            period_from: period.map(|period| period.start),
            checked_to: period.map(|period| period.checked),
            stopped: self.stopped.map(|why| why.to_string()),
        }
    }
}

/// Grundy values of an octal game, as JSON.
#[derive(Debug, Serialize)]
pub struct OctalJson<'o> {
    version: u32,
    code: &'o str,
    values: &'o [u32],
    known_to: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    period: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    period_from: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    checked_to: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
}
