//! The registry's entry.

use super::graph::{Colour, Edge};
use super::play::Hackenbush;
use crate::compact::Compact;
use crate::family::{Family, Info, STUCK_LOSES, Visitor};
use crate::lists::Item;
use crate::spec::{Args, Kind, Param, SpecError};
use crate::turn::count;
use yomikiri_core::TextError;

/// The greatest node number.
const MOST_NODE: u32 = 99;

/// The registry's entry.
#[derive(Clone, Copy, Debug)]
pub struct HackenbushFamily;

impl Family for HackenbushFamily {
    const INFO: Info = Info {
        name: "hackenbush",
        title: "Hackenbush",
        summary: "cut an edge of your colour or a green one, and edges no longer joined to the ground fall; a player who cannot cut loses",
        source: "Berlekamp, Conway and Guy, \"Winning Ways\", chapters 1, 2 and 7",
        rules_version: 1,
        params: &[Param {
            name: "edges",
            kind: Kind::Text(
                "edges such as `0-1b` joined by `/`: two nodes from 0 to 99, 0 the ground, and `b` blue, `r` red or \
                 `g` green",
            ),
            // A house and a flower.
            default: Some("0-1b/1-2b/0-3r/3-4r/2-4g/2-5g/4-5g/0-6g/6-7b/6-8g"),
            required: false,
            help: "the graph: First cuts blue edges, Second red ones, both green ones",
        }],
        examples: &[
            "hackenbush",
            "hackenbush:edges=0-1b/1-2r/1-3r/0-4r/4-5b",
            "hackenbush:edges=0-1g/1-2g/2-0g/1-1g/2-3g/2-4g",
            "hackenbush:edges=0-1b/0-1r/1-1g/0-2g/2-3b/2-3r/3-4g/3-5g",
            "hackenbush:edges=0-0g",
        ],
        files: &[],
        notation: "a move is the two nodes of the edge, the lower one first, then `#2`, `#3`, ... where edges are parallel; a \
                   position is a letter for every edge in their order, `b`, `r` or `g` if it stands, `.` if not, then \
                   `:second` where Second is to move",
        capabilities: &["acyclic", "keyed", "merged", "bounded", "direct", "normal"],
    };

    const UNSAID: Option<&'static str> =
        Some("edges no longer joined to the ground fall, which no rules file can express");

    fn build<V: Visitor>(args: &Args<'_>, mut visitor: V) -> Result<V::Output, SpecError> {
        visitor.told(["First cuts a blue edge, Second a red one, and either of them a green one. All edges that are no longer joined to the ground fall.", STUCK_LOSES]);
        let text = args.get("edges").unwrap_or_default();
        let edges = edges(text).map_err(|error| args.error_within("edges", error))?;
        let game = Hackenbush::new(edges.iter().map(|edge| edge.value).collect());
        let game = game.map_err(|bad| args.error_within("edges", bad.at(&edges, text.len())))?;
        Ok(visitor.visit(Compact::new(game)))
    }
}

/// Reads coloured edges.
fn edges(text: &str) -> Result<Vec<Item<Edge>>, TextError> {
    let mut edges = Vec::new();
    let mut start = 0;
    for part in text.split('/') {
        let span = start..start + part.len();
        let letter = part.char_indices().next_back();
        let (Some((a, rest)), Some((end, letter))) = (part.split_once('-'), letter) else {
            let why = "an edge such as `0-1b` is expected here";
            return Err(TextError::new(span, why));
        };
        let colour = match letter {
            'b' => Colour::Blue,
            'r' => Colour::Red,
            'g' => Colour::Green,
            _ => {
                let span = start + end..span.end;
                return Err(TextError::new(span, "`b`, `r` or `g` is expected here"));
            }
        };
        let a_value = count(a, start, 0..=MOST_NODE)?;
        let b = &rest[..rest.len() - 1];
        let b_value = count(b, start + a.len() + 1, 0..=MOST_NODE)?;
        let nodes = (a_value.min(b_value), a_value.max(b_value));
        start = span.end + 1;
        let value = Edge { nodes, colour };
        edges.push(Item { value, span });
    }
    Ok(edges)
}
