//! The registry's entry.

use super::source::{Options, RuleSheet, Unplayed};
use crate::asked::{Arena, Asked, MEMORY_HELP, Source};
use crate::compact::Compact;
use crate::family::{Family, Info, Visitor};
use crate::spec::{Args, Kind, Param, SpecError, file_name, paths};
use std::sync::Arc;
use yomikiri_core::TextError;
use yomikiri_gdl::{Limits, Sheet, Unread};

/// The path and the text of an example file. (`sheets` in the crate is a link to these files, so that a package also
/// has them.)
macro_rules! example {
    ($name:literal) => {
        (
            concat!("examples/gdl/", $name, ".kif"),
            include_str!(concat!("../../sheets/", $name, ".kif")),
        )
    };
}

/// The example sheets, with their paths in a checkout.
const FILES: &[(&str, &str)] = &[
    example!("tictactoe"),
    example!("connect4"),
    example!("nim"),
    example!("breakthrough"),
    example!("three_mens_morris"),
    example!("coins"),
];

/// The paths of the example sheets.
const EXAMPLES: [&str; FILES.len()] = paths(FILES);

/// The registry's entry of `gdl`: a game defined by a rule sheet.
#[derive(Clone, Copy, Debug)]
pub struct RuleSheetFamily;

impl Family for RuleSheetFamily {
    const INFO: Info = Info {
        name: "gdl",
        title: "A rule sheet",
        summary: "a two-player game from a rule sheet in GDL, the language of general game playing",
        source: "the sheet; Love, Hinrichs, Haley, Schkufza and Genesereth, \"Game Description Language \
                 Specification\" (2008)",
        rules_version: 1,
        params: &[
            Param {
                name: "file",
                kind: Kind::File,
                default: None,
                required: true,
                help: "the rule sheet; a path that ends in `.kif` may stand in place of the whole spec",
            },
            Param {
                name: "steps",
                kind: Kind::Choice(&["keep", "drop"]),
                default: Some("keep"),
                required: false,
                help: "`drop`: play without the sheet's step counter, and endless play is a draw",
            },
            Param {
                name: "rank",
                kind: Kind::Choice(&["none", "falling"]),
                default: Some("none"),
                required: false,
                help: "`falling`: allow a search, if every move removes or adds something for good",
            },
            Param::int(
                "memory",
                (1, 1 << 20),
                "2048",
                "the MiB that all positions and moves may take, and the sheet when it is read",
            ),
        ],
        examples: &EXAMPLES,
        files: FILES,
        notation: "a position: the propositions that hold, `cell(1,1,x)(1,2,o)+control(x)`; a move: as the sheet has it, \
                   `mark(1,2)`",
        capabilities: &["acyclic", "keyed", "ordered"],
    };

    const UNSAID: Option<&'static str> =
        Some("they stand in a rule sheet, which is a file of rules itself");

    fn build<V: Visitor>(args: &Args<'_>, mut visitor: V) -> Result<V::Output, SpecError> {
        let Some(file) = args.file("file")? else {
            return Err(args.error("file", "the path of a rule sheet is needed"));
        };
        let bytes = args.bytes("memory");
        let sheet = match read(&file.text, bytes, &|| args.is_stopped()) {
            Ok(sheet) => sheet,
            Err(Unread::Text(error)) => return Err(file.error(error)),
            Err(Unread::Memory(why)) => {
                return Err(args.error("file", why).help(MEMORY_HELP).of_limit(true));
            }
            Err(Unread::Limit(why)) => return Err(args.error("file", why).of_limit(true)),
            Err(Unread::Stopped) => return Err(args.error("file", "the reading was stopped")),
        };
        let drops = args.get("steps") == Some("drop");
        let title = match drops {
            false => file_name(&file.path).to_owned(),
            true => format!("{} without steps", file_name(&file.path)),
        };
        let is_ranked = args.get("rank") == Some("falling");
        let options = Options {
            drops_steps: drops,
            is_ranked,
        };
        let source = RuleSheet::new(sheet, title.clone(), options, &|| args.is_stopped());
        let source = source.map_err(|Unplayed { fault, place }| {
            let mut error = match place {
                Some(place) => file.error(TextError::new(place, fault.message)),
                None => args.error(if drops { "steps" } else { "rank" }, fault.message),
            };
            error.error.help = fault.help.or(error.error.help);
            error.of_limit(fault.limit.is_some())
        })?;
        visitor.titled(&title);
        visitor.told(source.sentences());
        let source: Box<dyn Source> = Box::new(source);
        let arena = Arc::new(Arena::new(source, bytes));
        visitor.asked(&arena);
        Ok(visitor.visit(Compact::new(Asked::new(arena))))
    }
}

/// Reads a sheet, in at most `bytes` bytes.
///
/// # Errors
///
/// If the sheet has an error, a limit is reached, or `is_stopped` returns true.
pub fn read(text: &str, bytes: u64, is_stopped: &dyn Fn() -> bool) -> Result<Sheet, Unread> {
    let limits = Limits {
        bytes: usize::try_from(bytes).unwrap_or(usize::MAX),
        ..Limits::default()
    };
    Sheet::read(text, &limits, is_stopped)
}
