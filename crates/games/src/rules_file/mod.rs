//! Rules files: games written in TOML, read when the program runs.
//!
//! A file names the [kind](keys::KINDS) of its game and then, section by section, its rules. [`keys`] is the one
//! list of all keys. Every declaration becomes one of the existing games (the positional family compiled to
//! bitboards, a graph, [compact](crate::compact) rules), so everything that works for those works for it.
//!
//! A path that ends in `.toml` is a spec of a game. `rules:file=PATH` is equivalent and takes any path.

mod board;
mod form;
mod heaps;
pub mod keys;
mod lines;
mod pieces;
mod positional;
mod quotation;
mod read;
pub mod write;

use crate::compact::Compact;
use crate::family::{Family, Info, Visitor};
use crate::graph::Graph;
use crate::placement::{self, PlacementRules};
use crate::positional as family;
use crate::spec::{Args, FileForm, Kind, Param, SpecError, paths};
use keys::KINDS;
use read::Reader;
use yomikiri_core::TextError;

/// The path and the text of an example file. (`rules` in the crate is a link to these files, so that a package also
/// has them.)
macro_rules! example {
    ($name:literal) => {
        (
            concat!("examples/rules/", $name, ".toml"),
            include_str!(concat!("../../rules/", $name, ".toml")),
        )
    };
}

/// The most bytes of a rules file.
pub const MOST_BYTES: usize = 1 << 20;

/// The content of a rules file.
pub struct RulesFile {
    /// The title of the game.
    pub title: Option<String>,
    /// The name of the kind of game.
    pub kind: &'static str,
    declared: Declared,
}

/// The declared game.
enum Declared {
    Positional(Box<family::Rules>),
    Graph(Box<Graph>),
    Compact(Compact),
}

impl RulesFile {
    /// Reads a rules file. Time and memory are linear in the text and in the lines that shapes make.
    ///
    /// # Errors
    ///
    /// The first error, with its span in the text.
    pub fn parse(text: &str) -> Result<RulesFile, TextError> {
        if text.len() > MOST_BYTES {
            let message = format!("a rules file has at most {} KiB", MOST_BYTES >> 10);
            return Err(TextError::new(0..0, message));
        }
        let document = read::document(text)?;
        let table = document.get_ref();
        // Other versions may have other keys, so the version is checked first.
        let heading = heading(text, table)?;
        let file = Reader::new(text, heading.file, table, 0..0)?;
        let title = file.said("title")?.map(str::to_owned);
        let declared = match heading.name {
            "positional" => match positional::read(&file)? {
                positional::Declared::Family(rules) => Declared::Positional(Box::new(rules)),
                positional::Declared::Beyond(rules) => Declared::Compact(Compact::new(*rules)),
            },
            "pieces" => Declared::Compact(Compact::new(pieces::read(&file)?)),
            "heaps" => Declared::Compact(Compact::new(heaps::read(&file)?)),
            // The last of the kinds is `graph`.
            _ => {
                let graph = file.text("graph").ok_or_else(|| file.missing("graph"))?;
                let read = Graph::parse(graph.value);
                Declared::Graph(Box::new(
                    read.map_err(|error| file.error_in(&graph, error))?,
                ))
            }
        };
        Ok(RulesFile {
            title,
            kind: heading.name,
            declared,
        })
    }

    /// Returns the declaration in sentences for people, who can compare them with what they meant.
    pub fn sentences(&self) -> Vec<String> {
        match &self.declared {
            Declared::Positional(rules) => placement::said(rules, &PlacementRules::of(rules)),
            Declared::Graph(graph) => graph.said(),
            Declared::Compact(game) => game.sentences(),
        }
    }

    /// Returns the reason, in words, why play is over at the start. `None` if it is not.
    pub fn why_over_at_start(&self) -> Option<String> {
        match &self.declared {
            // An empty board has a cell to play in.
            Declared::Positional(_) => None,
            Declared::Graph(graph) => graph.why_over_at_start(),
            Declared::Compact(game) => game.why_over_at_start(),
        }
    }

    /// Hands the game to a visitor.
    ///
    /// # Errors
    ///
    /// If the rules make no game; the error is in words.
    pub fn build<V: Visitor>(self, visitor: V) -> Result<V::Output, String> {
        match self.declared {
            Declared::Positional(rules) => {
                family::compiled(*rules, visitor).map_err(|error| error.to_string())
            }
            Declared::Graph(graph) => Ok(visitor.visit(Compact::of(*graph))),
            Declared::Compact(game) => Ok(visitor.visit(game)),
        }
    }

    /// Hands the game to a visitor for which speed does not matter. Claimed cells use the widest integers, whatever
    /// their number, so that the visitor is compiled for one such type instead of four.
    ///
    /// # Errors
    ///
    /// If the rules make no game; the error is in words.
    pub fn build_widest<V: Visitor>(self, visitor: V) -> Result<V::Output, String> {
        match self.declared {
            Declared::Positional(rules) => family::Positional::<u128>::new(*rules)
                .map(|game| visitor.visit(game))
                .map_err(|error| error.to_string()),
            Declared::Graph(graph) => Ok(visitor.visit(Compact::of(*graph))),
            Declared::Compact(game) => Ok(visitor.visit(game)),
        }
    }
}

/// Returns the kind of game that a file declares. Checks the version first.
fn heading(
    text: &str,
    table: &toml::de::DeTable<'_>,
) -> Result<&'static keys::FileKind, TextError> {
    let Some(version) = table.get("rules") else {
        let error = TextError::new(0..0, "a rules file begins with its version");
        return Err(error.help(format!(
            "write `rules = {}` in the first line",
            keys::VERSION
        )));
    };
    let known = version.get_ref().as_integer();
    if known.is_none_or(|known| known.as_str() != keys::VERSION.to_string()) {
        let message = format!("only version {} of the rules is known", keys::VERSION);
        return Err(TextError::new(version.span(), message));
    }
    let names = keys::KIND_NAMES.join(", ");
    let Some(kind) = table.get("kind") else {
        let end = text.find('\n').unwrap_or(text.len());
        let error = TextError::new(end..end, "a rules file needs `kind =`");
        return Err(error.help(format!("one of {names}")));
    };
    let name = kind.get_ref().as_str().unwrap_or_default();
    KINDS
        .iter()
        .find(|known| known.name == name)
        .ok_or_else(|| {
            let error = TextError::new(kind.span(), "this is not a kind of game");
            match crate::spec::nearest(name, keys::KIND_NAMES) {
                Some(near) => error.help(format!("did you mean `{near}`?")),
                None => error.help(format!("one of {names}")),
            }
        })
}

/// The example files, with their paths in a checkout.
const FILES: &[(&str, &str)] = &[
    example!("tictactoe"),
    example!("drop-three"),
    example!("territory"),
    example!("two-at-a-time"),
    example!("order-and-chaos"),
    example!("squares"),
    example!("patience"),
    example!("popout"),
    example!("pente"),
    example!("swap"),
    example!("maker-breaker"),
    example!("avoider-enforcer"),
    example!("hex"),
    example!("y"),
    example!("cylinder"),
    example!("exactly-three"),
    example!("col"),
    example!("snort"),
    example!("cram"),
    example!("nogo"),
    example!("hexapawn"),
    example!("pong-hau-ki"),
    example!("draughts"),
    example!("checkers"),
    example!("hasami"),
    example!("sliders"),
    example!("seega"),
    example!("tapatan"),
    example!("achi"),
    example!("picaria"),
    example!("morris"),
    example!("flying-morris"),
    example!("dao"),
    example!("teeko"),
    example!("drops"),
    example!("halma"),
    example!("one-way"),
    example!("gold-and-silver"),
    example!("fox-and-geese"),
    example!("wolf-and-sheep"),
    example!("cat-and-mouse"),
    example!("tafl"),
    example!("toads-and-frogs"),
    example!("king-and-rook"),
    example!("toll"),
    example!("nim"),
    example!("split"),
    example!("wythoff"),
    example!("fibonacci"),
    example!("odd-and-even"),
];

/// The paths of the example files.
const EXAMPLES: [&str; FILES.len()] = paths(FILES);

/// The registry's entry of `rules`: a game declared in a file.
#[derive(Clone, Copy, Debug)]
pub struct RulesFamily;

impl Family for RulesFamily {
    const INFO: Info = Info {
        name: "rules",
        title: "A game of your own",
        summary: "a game of your own, declared in a file: cells, pieces, heaps or a graph",
        source: "the file; the book's chapter on rules files tells what may stand in it",
        rules_version: 2,
        params: &[Param {
            name: "file",
            kind: Kind::File,
            default: None,
            required: true,
            help: "the rules file; a path that ends in `.toml` may stand in place of the whole spec",
        }],
        examples: &EXAMPLES,
        files: FILES,
        notation: "claimed cells: as `positional`, and `swap`, `pass`; pieces: a move is its cells, `3,1-2,1`, or `3,1x2,2` \
                   where it captures, a position is its rows joined by `/`, First's pieces in capitals",
        capabilities: &[
            "acyclic",
            "keyed",
            "merged",
            "expand",
            "indexed",
            "reversible",
            "symmetric",
            "bounded",
            "ordered",
            "direct",
            "normal",
            "parametric",
            "declared",
        ],
    };

    fn build<V: Visitor>(args: &Args<'_>, mut visitor: V) -> Result<V::Output, SpecError> {
        let Some(file) = args.file("file")? else {
            return Err(args.error("file", "the path of a rules file is needed"));
        };
        match RulesFile::parse(&file.text) {
            Err(error) => Err(file.error(error)),
            Ok(rules) => {
                if let Some(title) = &rules.title {
                    visitor.titled(title);
                }
                visitor.told(rules.sentences());
                rules.build(visitor).map_err(|why| args.error("file", why))
            }
        }
    }

    fn file_form(text: &str) -> FileForm {
        form::file_form(text)
    }
}
