//! The registry's entry.

use super::read::{missing, read};
use crate::compact::{Compact, Rules};
use crate::family::{Family, Info, Visitor};
use crate::spec::{Args, Kind, Param, SpecError};
use yomikiri_core::TextError;

/// The example file. (`variants` in the crate is a link to the folder, so that a package also has it.)
const FILE: (&str, &str) = (
    "examples/variants/small.ini",
    include_str!("../../variants/small.ini"),
);

/// The registry's entry of `variants`: a variant from a file in the format of `variants.ini`.
#[derive(Clone, Copy, Debug)]
pub struct VariantsFamily;

impl Family for VariantsFamily {
    const INFO: Info = Info {
        name: "variants",
        title: "A chess variant",
        summary: "a variant of chess from a file in the format of variants.ini, on at most 36 squares",
        source: "the file; the format is that of Fairy-Stockfish's variants.ini",
        rules_version: 1,
        params: &[
            Param {
                name: "file",
                kind: Kind::File,
                default: None,
                required: true,
                help: "the file; `PATH.ini#VARIANT` may stand in place of the whole spec",
            },
            Param {
                name: "variant",
                kind: Kind::Text("the name of a variant in the file, such as gardner"),
                default: None,
                required: false,
                help: "the name of a variant in the file; optional if the file has only one",
            },
        ],
        examples: &[
            "variants:file=examples/variants/small.ini,variant=duel",
            "variants:file=examples/variants/small.ini,variant=promoters",
            "variants:file=examples/variants/small.ini,variant=hoard",
            "variants:file=examples/variants/small.ini,variant=settlers",
            "variants:file=examples/variants/small.ini,variant=crossing",
        ],
        files: &[FILE],
        notation: "a move is `a1-a2`, `a1xa2` where it captures, `=Q` behind it what the piece becomes, `P*a2` a drop; a \
                   position is its rows joined by `/`, First's pieces in capitals, `+` and what is in hand",
        capabilities: &["acyclic", "keyed", "reversible", "symmetric", "ordered"],
    };

    fn build<V: Visitor>(args: &Args<'_>, mut visitor: V) -> Result<V::Output, SpecError> {
        let Some(file) = args.file("file")? else {
            return Err(args.error("file", "the path of a file of variants is needed"));
        };
        let variant = args.get("variant");
        match read(&file.text, variant) {
            Err(error) => Err(file.error(error)),
            Ok(Err(names)) => {
                let (message, help) = missing(variant, &names);
                let key = variant.map_or("file", |_| "variant");
                let error = args.error(key, message);
                Err(SpecError::in_spec(TextError {
                    help: Some(help),
                    ..error.error
                }))
            }
            Ok(Ok((name, pieces))) => {
                visitor.titled(name);
                visitor.told(pieces.sentences());
                Ok(visitor.visit(Compact::new(pieces)))
            }
        }
    }
}
