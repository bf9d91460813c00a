//! The registry's entry.

use super::{Asked, LONGEST_TEXT};
use crate::compact::Compact;
use crate::family::{Family, Info, Visitor};
use crate::spec::{Args, Kind, Param, Program, SpecError};

/// A game whose rules a program knows.
pub struct ProgramFamily;

impl Family for ProgramFamily {
    const INFO: Info = Info {
        name: "program",
        title: "A program of yours",
        summary: "any game: a program of yours, in any language, knows the rules",
        source: "the program; the book's page \"A program as a game\" says how it is asked",
        rules_version: 1,
        params: &[
            Param {
                name: "command",
                kind: Kind::Text(
                    "a program and its arguments, such as ./quarto or python3 quarto.py",
                ),
                default: None,
                required: true,
                help: "the program and its arguments, run without a shell",
            },
            Param::int(
                "time",
                (1, 86_400),
                "10",
                "the seconds for each answer of the program",
            ),
            Param::int(
                "memory",
                (1, 1 << 20),
                "2048",
                "the MiB that all positions and moves may take",
            ),
        ],
        examples: &["program:command=./examples/program/two_heaps.py"],
        files: &[],
        notation: "positions: texts of the program without white space; moves: texts of the program, or that of \
                   the position moved to",
        capabilities: &["acyclic", "keyed", "ordered"],
    };

    fn build<V: Visitor>(args: &Args<'_>, mut visitor: V) -> Result<V::Output, SpecError> {
        visitor.told(["The program knows the rules: which moves there are, when the game ends, and who wins then."]);
        let command = args.get("command").unwrap_or_default();
        if command.len() > LONGEST_TEXT {
            return Err(args.error("command", "this command is too long"));
        }
        let program = Program {
            command,
            seconds: args.int("time").unsigned_abs(),
            bytes: args.bytes("memory"),
        };
        let arena = args.program(&program).map_err(|fault| {
            let mut error = args.error("command", fault.message);
            error.error.help = fault.help.or(error.error.help);
            error.of_limit(fault.limit.is_some())
        })?;
        if let Some(title) = &arena.about().title {
            visitor.titled(title);
        }
        visitor.asked(&arena);
        Ok(visitor.visit(Compact::new(Asked::new(arena))))
    }
}
