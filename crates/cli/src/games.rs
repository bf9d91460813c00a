//! `games`: lists the games, or describes one game.

use crate::args::OutputArgs;
use crate::console::Console;
use crate::examples;
use crate::outcome::{Exit, Failure};
use crate::table::Table;
use clap::Args;
use serde::Serialize;
use std::io::Write;
use yomikiri_catalog::answer::JSON_VERSION;
use yomikiri_catalog::{AnyGame, Info, START, Shipped, SpecError, infos, open, read};

#[derive(Debug, Args)]
#[command(after_help = examples::GAMES)]
pub(crate) struct GamesArgs {
    /// The name of a game, or a spec with settings
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// A game family, as JSON.
#[derive(Debug, Serialize)]
struct JsonGame<'a> {
    version: u32,
    name: &'a str,
    title: &'a str,
    summary: &'a str,
    source: &'a str,
    rules_version: u32,
    notation: &'a str,
    params: Vec<JsonParam<'a>>,
    /// The capabilities that the family may offer.
    capabilities: &'a [&'a str],
    examples: &'a [&'a str],
    /// The rules in sentences: of the game, or of the family's first example.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    says: &'a [String],
    /// The spec whose rules they are.
    #[serde(skip_serializing_if = "str::is_empty")]
    says_of: &'a str,
    /// For a whole spec: its canonical form.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<&'a str>,
    /// For a whole spec: the capabilities of this game.
    #[serde(skip_serializing_if = "Option::is_none")]
    offered: Option<&'a [&'a str]>,
}

/// A key that a spec may set, as JSON.
#[derive(Debug, Serialize)]
struct JsonParam<'a> {
    name: &'a str,
    values: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<&'a str>,
    required: bool,
    help: &'a str,
}

/// One game of a family.
struct Instance {
    name: String,
    offered: Vec<&'static str>,
}

pub(crate) fn run(args: &GamesArgs, console: &mut Console) -> Result<Exit, Failure> {
    let Some(spec) = &args.name else {
        list(args, console)?;
        return Ok(Exit::Answered);
    };
    // A bare name may not be a complete spec yet, because the game may need a setting.
    let family = infos().into_iter().find(|info| info.name == spec);
    let (info, instance, game) = match family {
        Some(info) => (info, None, example(&info)),
        None => {
            let (info, _) =
                read(spec).map_err(|error| Failure::in_spec(spec, SpecError::in_spec(error)))?;
            let game = console.open(spec)?;
            let instance = Instance {
                name: game.name().to_owned(),
                offered: game.offered(),
            };
            (info, Some(instance), Some(game))
        }
    };
    let said = Said::by(game);
    match args.output.json {
        true => console.json(&json(&info, &said, instance.as_ref()))?,
        false => describe(&info, &said, instance.as_ref(), console)?,
    }
    Ok(Exit::Answered)
}

/// Opens the first example of a family.
fn example(info: &Info) -> Option<Box<dyn AnyGame>> {
    open(info.examples[0], &Shipped).ok()
}

/// The rules of a game in sentences, and its spec. There are none of games of other crates.
#[derive(Default)]
struct Said {
    of: String,
    says: Vec<String>,
}

impl Said {
    fn by(game: Option<Box<dyn AnyGame>>) -> Said {
        let board = game.and_then(|game| game.board(START).ok());
        let board = board.filter(|board| !board.says.is_empty());
        board.map_or_else(Said::default, |board| Said {
            of: board.game,
            says: board.says,
        })
    }
}

fn list(args: &GamesArgs, console: &mut Console) -> Result<(), Failure> {
    let infos = infos();
    if args.output.json {
        for info in &infos {
            console.json(&json(info, &Said::by(example(info)), None))?;
        }
        return Ok(());
    }
    let width = infos.iter().map(|info| info.name.len()).max().unwrap_or(0);
    for info in &infos {
        writeln!(console.out(), "{:width$}  {}", info.name, info.summary)?;
    }
    Ok(())
}

fn json<'a>(info: &'a Info, said: &'a Said, instance: Option<&'a Instance>) -> JsonGame<'a> {
    let param = |param: &'a yomikiri_catalog::Param| JsonParam {
        name: param.name,
        values: param.kind.to_string(),
        default: param.default,
        required: param.required,
        help: param.help,
    };
    JsonGame {
        version: JSON_VERSION,
        name: info.name,
        title: info.title,
        summary: info.summary,
        source: info.source,
        rules_version: info.rules_version,
        notation: info.notation,
        params: info.params.iter().map(param).collect(),
        capabilities: info.capabilities,
        examples: info.examples,
        says: &said.says,
        says_of: &said.of,
        game: instance.map(|instance| instance.name.as_str()),
        offered: instance.map(|instance| instance.offered.as_slice()),
    }
}

fn describe(
    info: &Info,
    said: &Said,
    instance: Option<&Instance>,
    console: &mut Console,
) -> Result<(), Failure> {
    let bold = console.styled(anstyle::Style::new().bold());
    let out = console.out();
    writeln!(out, "{bold}{}{bold:#}: {}", info.name, info.summary)?;
    if !said.of.is_empty() {
        writeln!(out, "{bold}rules{bold:#} of {}:", said.of)?;
    }
    for sentence in &said.says {
        writeln!(out, "  {sentence}")?;
    }
    writeln!(out, "{bold}source{bold:#}: {}", info.source)?;
    writeln!(out, "{bold}notation{bold:#}: {}", info.notation)?;
    if info.params.is_empty() {
        writeln!(out, "{bold}settings{bold:#}: none")?;
    } else {
        let mut table = Table::new(["  setting", "values", "default", ""]);
        for param in info.params {
            let default = match (param.default, param.required) {
                (Some(default), _) => default,
                (None, true) => "required",
                (None, false) => "none",
            };
            table.row([
                format!("  {}", param.name),
                param.kind.to_string(),
                default.to_owned(),
                param.help.to_owned(),
            ]);
        }
        writeln!(out, "{bold}settings{bold:#}:")?;
        write!(out, "{table}")?;
    }
    writeln!(
        out,
        "{bold}can offer{bold:#}: {}",
        info.capabilities.join(", ")
    )?;
    if let Some(instance) = instance {
        let offered = instance.offered.join(", ");
        writeln!(out, "{bold}{}{bold:#} offers: {offered}", instance.name)?;
    }
    writeln!(out, "{bold}examples{bold:#}:")?;
    for example in info.examples {
        writeln!(out, "  {example}")?;
    }
    Ok(())
}
