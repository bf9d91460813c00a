//! The list of games.

use super::VERSION;
use serde::Serialize;
use yomikiri_catalog::known::{Known, Size, known};
use yomikiri_catalog::lang::{Lang, said};
use yomikiri_catalog::{AFTER, Info, Kind, Param, START};

/// All games.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct GamesData {
    version: u32,
    /// The game named when the server was started.
    #[serde(skip_serializing_if = "Option::is_none")]
    opened: Option<String>,
    games: Vec<GameData>,
}

impl GamesData {
    pub(crate) fn new(opened: Option<String>, infos: &[Info], lang: Lang) -> GamesData {
        GamesData {
            version: VERSION,
            opened,
            games: infos.iter().map(|info| GameData::new(info, lang)).collect(),
        }
    }
}

/// A family of games.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct GameData {
    name: &'static str,
    /// The title of the game.
    title: String,
    summary: String,
    /// The source of the rules.
    source: &'static str,
    rules_version: u32,
    /// The notation of positions and moves.
    notation: String,
    params: Vec<ParamData>,
    capabilities: &'static [&'static str],
    /// Specs to begin with.
    examples: &'static [&'static str],
    /// Facts about the first of these examples.
    #[serde(skip_serializing_if = "Option::is_none")]
    known: Option<KnownData>,
}

/// Facts about a game that are known before a solver runs.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct KnownData {
    /// The positions that play can reach.
    positions: u64,
    /// Whether there are more positions than were counted. Absent if there are not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    more: bool,
    /// `first`, `second` or `draw`: the result of perfect play.
    winner: &'static str,
    /// Whether the result is a published one of a game too large to be solved while a person waits. Absent if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    cited: bool,
    /// A position that shows a typical board of the game.
    scene: String,
}

impl From<&Known> for KnownData {
    fn from(known: &Known) -> KnownData {
        let (Size::Exactly(positions) | Size::MoreThan(positions)) = known.size;
        KnownData {
            positions,
            more: matches!(known.size, Size::MoreThan(_)),
            winner: known.winner,
            cited: known.is_cited,
            scene: match known.scene {
                "" => START.to_owned(),
                moves => format!("{AFTER} {moves}"),
            },
        }
    }
}

/// A setting of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct ParamData {
    name: &'static str,
    /// `int`, `flag`, `choice`, `text` or `file`.
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    min: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max: Option<i64>,
    /// The words of a choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    choices: Option<&'static [&'static str]>,
    /// The form of a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    form: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<&'static str>,
    required: bool,
    help: String,
}

impl GameData {
    fn new(info: &Info, lang: Lang) -> GameData {
        let params = info.params.iter();
        GameData {
            name: info.name,
            title: said(info.title, lang),
            summary: said(info.summary, lang),
            source: info.source,
            rules_version: info.rules_version,
            notation: said(info.notation, lang),
            params: params.map(|param| ParamData::new(param, lang)).collect(),
            capabilities: info.capabilities,
            examples: info.examples,
            known: known(info).map(KnownData::from),
        }
    }
}

impl ParamData {
    fn new(param: &Param, lang: Lang) -> ParamData {
        let mut data = ParamData {
            name: param.name,
            kind: "text",
            min: None,
            max: None,
            choices: None,
            form: None,
            default: param.default,
            required: param.required,
            help: said(param.help, lang),
        };
        match param.kind {
            Kind::Int { min, max } => {
                (data.kind, data.min, data.max) = ("int", Some(min), Some(max));
            }
            Kind::Flag => data.kind = "flag",
            Kind::Choice(words) => (data.kind, data.choices) = ("choice", Some(words)),
            Kind::Text(form) => data.form = Some(said(form, lang)),
            Kind::File => data.kind = "file",
        }
        data
    }
}
