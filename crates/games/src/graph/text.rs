//! The text format of graphs: reading and printing.

use super::build::{is_bare, is_name, is_name_char, is_quoted_char};
use super::{Graph, GraphError, Node, NodeId};
use crate::spec::{nearest, quoted};
use std::collections::HashMap;
use std::fmt::Write;
use std::ops::Range;
use yomikiri_core::{Game, Outcome, Player, TextError};

impl Graph {
    /// Reads a graph.
    ///
    /// # Format
    ///
    /// One statement a line. `;` ends a statement as a line break does, `#` begins a comment that runs to the line
    /// break, and blank lines mean nothing. Blanks may stand between words and signs.
    ///
    /// | statement | meaning |
    /// |---|---|
    /// | `a first: b c+5 d-2` | at node `a` First moves: to `b`, to `c` for 5 points, to `d` at a cost of 2 |
    /// | `b second: a c c+1` | at `b` Second moves; `c` can be reached in two ways |
    /// | `c = first` | at `c` the game is over: `first`, `second`, `draw`, or First's points less Second's: `+3`, `0`, `-2` |
    /// | `start a b`
    ///
    /// the starts of play: usually `a`, also `b`. Without it, the first node |
    /// | `endless draw`
    ///
    /// the result of endless play (as after `=`). Without it, a draw |
    ///
    /// A name is made of letters, digits, `_` and `.`, or stands between `"` and is made of any characters except
    /// white space and `"`. `start`, `endless` and `after` are not names. A gain is a sign and digits, directly
    /// after the name. Nodes may be named before they are defined.
    ///
    /// Time and memory are linear in the text.
    ///
    /// # Errors
    ///
    /// If the text is not made of such statements, if a node is unknown, defined twice, or not over and without
    /// moves, if a statement is given twice, if points add up to more than 2<sup>62</sup> (the error names the
    /// edge), or if there are no nodes.
    pub fn parse(text: &str) -> Result<Graph, TextError> {
        let mut reader = Reader::default();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            // Text in quotation marks neither ends a statement nor begins a comment.
            let mut is_quoted = false;
            let is_sign = |sign: char| {
                is_quoted ^= sign == '"';
                !is_quoted && matches!(sign, ';' | '#')
            };
            let mut at = start;
            let mut signs = line.match_indices(is_sign);
            loop {
                let sign = signs.next();
                let end = start + sign.map_or(line.len(), |(at, _)| at);
                reader.statement(text, at..end)?;
                match sign {
                    Some((_, ";")) => at = end + 1,
                    _ => break,
                }
            }
            start += line.len();
        }
        reader.finish(text)
    }

    /// Returns the text form: the nodes in order, and the settings that differ from the defaults. It reads back as
    /// the same graph. With `;` in place of the line breaks it fits one line.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        // To write to a string cannot fail.
        let _ = self.write(&mut text);
        text
    }

    fn write(&self, text: &mut String) -> std::fmt::Result {
        if self.endless != Outcome::Draw {
            writeln!(text, "endless {}", self.endless)?;
        }
        if self.starts != [NodeId(0)] {
            text.push_str("start");
            for &id in &self.starts {
                text.push(' ');
                write_name(self.name(id), text);
            }
            text.push('\n');
        }
        for id in self.ids() {
            write_name(self.name(id), text);
            match self.node(id) {
                Node::Over(outcome) => writeln!(text, " = {outcome}")?,
                Node::Turn(player) => {
                    write!(text, " {player}:")?;
                    for mv in self.moves(&id) {
                        text.push(' ');
                        write_name(self.name(self.play(&id, mv)), text);
                        match self.gain(&id, mv) {
                            0 => {}
                            gain => write!(text, "{gain:+}")?,
                        }
                    }
                    text.push('\n');
                }
            }
        }
        Ok(())
    }
}

/// Writes a name, in quotation marks if it needs them.
fn write_name(name: &str, text: &mut String) {
    match is_bare(name) {
        true => text.push_str(name),
        false => text.extend(["\"", name, "\""]),
    }
}

/// Two graphs are equal if their texts are: the same names, nodes, moves and gains in the same order.
impl PartialEq for Graph {
    fn eq(&self, other: &Graph) -> bool {
        self.names == other.names
            && self.name_ends == other.name_ends
            && self.nodes == other.nodes
            && self.starts == other.starts
            && self.endless == other.endless
            && self.offsets == other.offsets
            && self.targets == other.targets
            && self.gains == other.gains
    }
}

impl Eq for Graph {}

/// The statements read so far. Names are stored as spans, because they may come before their definitions.
#[derive(Default)]
struct Reader {
    nodes: Vec<(Range<usize>, Node)>,
    /// The number of the source, the name of the target, the gain, and the span of both name and gain.
    edges: Vec<(NodeId, Range<usize>, i64, Range<usize>)>,
    starts: Vec<Range<usize>>,
    endless: Option<(Outcome, Range<usize>)>,
}

impl Reader {
    fn statement(&mut self, text: &str, span: Range<usize>) -> Result<(), TextError> {
        let mut line = Cursor {
            text: &text[..span.end],
            at: span.start,
        };
        line.skip_blanks();
        if line.is_done() {
            return Ok(());
        }
        let head = line
            .name()
            .ok_or_else(|| line.unexpected("a node's name is expected here"))?;
        line.skip_blanks();
        match &text[head.clone()] {
            "start" => self.start(head, line),
            "endless" => self.endless(head, line),
            _ if line.eat('=') => {
                let (outcome, _) = line.outcome()?;
                line.end("nothing more is expected after an outcome")?;
                self.nodes.push((head, Node::Over(outcome)));
                Ok(())
            }
            _ => self.turn(text, head, line),
        }
    }

    fn start(&mut self, head: Range<usize>, mut line: Cursor<'_>) -> Result<(), TextError> {
        if !self.starts.is_empty() {
            return Err(TextError::new(head, "`start` is given twice")
                .help("one statement may name several nodes"));
        }
        while let Some(name) = line.name() {
            self.starts.push(name);
            line.skip_blanks();
        }
        if self.starts.is_empty() {
            return Err(line.unexpected("a node's name is expected here"));
        }
        line.end("a node's name is expected here")
    }

    fn endless(&mut self, head: Range<usize>, mut line: Cursor<'_>) -> Result<(), TextError> {
        if self.endless.is_some() {
            return Err(TextError::new(head, "`endless` is given twice"));
        }
        self.endless = Some(line.outcome()?);
        line.end("nothing more is expected after an outcome")
    }

    fn turn(
        &mut self,
        text: &str,
        head: Range<usize>,
        mut line: Cursor<'_>,
    ) -> Result<(), TextError> {
        const FORM: &str = "write `a first: b c+5` or `a = draw`";
        let owner = line.word();
        let player = match owner.clone().map(|owner| &text[owner]) {
            Some("first") => Player::First,
            Some("second") => Player::Second,
            Some(word) => {
                let message = format!("{} is neither `first` nor `second`", quoted(word));
                let error = TextError::new(owner.unwrap_or(head), message);
                return Err(match nearest(word, &["first", "second"]) {
                    Some(near) => error.help(format!("did you mean `{near}`?")),
                    None => error.help(FORM),
                });
            }
            None => {
                let message = format!("who moves at {}, `first` or `second`?", quoted(&text[head]));
                return Err(line.unexpected(&message).help(FORM));
            }
        };
        line.skip_blanks();
        if !line.eat(':') {
            return Err(line.unexpected("`:` is expected here").help(FORM));
        }
        // The builder rejects numbers that do not fit, by the count of nodes.
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push((head, Node::Turn(player)));
        line.skip_blanks();
        let mut without_gain = None;
        while let Some(name) = line.name() {
            let gain = if line.is_done() || line.at_blank() {
                without_gain = Some(name.clone());
                0
            } else {
                without_gain = None;
                line.gain()?
            };
            let span = name.start..line.at;
            self.edges.push((id, name, gain, span));
            line.skip_blanks();
        }
        let sign = line.at;
        if let Some(name) = without_gain
            && let Ok(gain) = line.gain()
        {
            let together = format!("{}{gain:+}", &text[name]);
            let message = "a gain stands directly after the name of its node";
            let error = TextError::new(sign..line.at, message);
            return Err(error.help(format!("write them together: {}", quoted(&together))));
        }
        line.end("the name of a node to move to is expected here")
    }

    fn finish(self, text: &str) -> Result<Graph, TextError> {
        let mut ids: HashMap<&str, NodeId> = HashMap::with_capacity(self.nodes.len());
        let mut builder = Graph::builder();
        for (name, node) in &self.nodes {
            let id = builder.node(&text[name.clone()], *node);
            if ids.insert(&text[name.clone()], id).is_some() {
                let message = format!("{} is defined twice", quoted(&text[name.clone()]));
                return Err(TextError::new(name.clone(), message));
            }
        }
        let known = |span: &Range<usize>| {
            let name = &text[span.clone()];
            ids.get(name)
                .copied()
                .ok_or_else(|| self.unknown(text, span.clone()))
        };
        for (from, name, gain, _) in &self.edges {
            builder.edge(*from, known(name)?, *gain);
        }
        for name in &self.starts {
            builder.start(known(name)?);
        }
        if let Some((outcome, _)) = self.endless {
            builder.endless(outcome);
        }
        builder.build().map_err(|error| {
            let name = |id: NodeId| {
                self.nodes
                    .get(id.index())
                    .map_or(0..0, |(name, _)| name.clone())
            };
            let of = |id: NodeId| quoted(&text[name(id)]);
            match error {
                GraphError::NoNodes => TextError::new(0..text.len(), error.to_string())
                    .help("a node is `a first: b c+5` or `b = draw`"),
                GraphError::TooLarge => TextError::new(0..text.len(), error.to_string()),
                GraphError::Name(id) => {
                    TextError::new(name(id), format!("{} cannot be a node's name", of(id)))
                }
                GraphError::Twice(id) => {
                    TextError::new(name(id), format!("{} is defined twice", of(id)))
                }
                GraphError::Stuck(id) => {
                    TextError::new(name(id), format!("{} is not over and has no moves", of(id)))
                        .help("list the nodes to move to after the `:`, or write `= draw`")
                }
                // The text format cannot produce these.
                GraphError::GoesOn(id) | GraphError::Foreign(id) => {
                    TextError::new(name(id), error.to_string())
                }
                GraphError::Gain(edge) => TextError::new(
                    self.edges[edge.index()].3.clone(),
                    "with this gain the points add up to more than 2^62",
                ),
                GraphError::Margin(id) => TextError::new(
                    name(id),
                    format!("all gains and the margin of {} exceed 2^62 points", of(id)),
                ),
                GraphError::Endless => TextError::new(
                    self.endless.as_ref().map_or(0..0, |(_, span)| span.clone()),
                    "all gains and this margin exceed 2^62 points",
                ),
            }
        })
    }

    fn unknown(&self, text: &str, span: Range<usize>) -> TextError {
        // This many names suffice to find a typing error in a graph written by hand.
        const LOOKED_AT: usize = 1000;
        let word = &text[span.clone()];
        let names: Vec<&str> = self
            .nodes
            .iter()
            .take(LOOKED_AT)
            .map(|(name, _)| &text[name.clone()])
            .collect();
        let error = TextError::new(span, format!("no node is called {}", quoted(word)));
        match nearest(word, &names) {
            Some(near) => error.help(format!("did you mean `{near}`?")),
            None if is_name(word) => {
                error.help(format!("define it: `{word} = draw` or `{word} first: ...`"))
            }
            None => error,
        }
    }
}

/// A place in a statement. `text` ends where the statement ends.
struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl Cursor<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn is_done(&self) -> bool {
        self.at == self.text.len()
    }

    fn at_blank(&self) -> bool {
        self.rest().starts_with(char::is_whitespace)
    }

    fn skip_blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn eat(&mut self, wanted: char) -> bool {
        let eaten = self.rest().starts_with(wanted);
        if eaten {
            self.at += wanted.len_utf8();
        }
        eaten
    }

    /// Returns the name or word here, if there is one.
    fn word(&mut self) -> Option<Range<usize>> {
        let length = self
            .rest()
            .find(|c| !is_name_char(c))
            .unwrap_or(self.rest().len());
        let start = self.at;
        self.at += length;
        (length > 0).then_some(start..self.at)
    }

    /// Returns the name here, if there is one: a word, or the text between quotation marks.
    fn name(&mut self) -> Option<Range<usize>> {
        let Some(inner) = self.rest().strip_prefix('"') else {
            return self.word();
        };
        let length = inner.find(|c| !is_quoted_char(c))?;
        if length == 0 || !inner[length..].starts_with('"') {
            return None;
        }
        let start = self.at + 1;
        self.at = start + length + 1;
        Some(start..start + length)
    }

    /// Reads a sign and digits.
    fn gain(&mut self) -> Result<i64, TextError> {
        if !self.rest().starts_with(['+', '-']) {
            return Err(self.unexpected("a gain such as `+5`, or a blank, is expected here"));
        }
        self.number()
    }

    fn number(&mut self) -> Result<i64, TextError> {
        let digits = &self.rest()[usize::from(self.rest().starts_with(['+', '-']))..];
        let count = digits
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(digits.len());
        let end = self.text.len() - digits.len() + count;
        if count == 0 {
            return Err(self.unexpected("a whole number is expected here"));
        }
        let number = self.text[self.at..end]
            .parse()
            .map_err(|_| TextError::new(self.at..end, "this number exceeds 2^62"))?;
        self.at = end;
        if self.rest().starts_with(is_name_char) {
            return Err(self.unexpected("a blank is expected after a number"));
        }
        Ok(number)
    }

    fn outcome(&mut self) -> Result<(Outcome, Range<usize>), TextError> {
        const FORM: &str = "first, second, draw, or a margin such as +3, 0, -2";
        self.skip_blanks();
        let start = self.at;
        if self
            .rest()
            .starts_with(|c: char| matches!(c, '+' | '-') || c.is_ascii_digit())
        {
            let margin = self.number()?;
            return Ok((Outcome::Margin(margin), start..self.at));
        }
        let Some(word) = self.word() else {
            return Err(self.unexpected("an outcome is expected here").help(FORM));
        };
        let outcome = match &self.text[word.clone()] {
            "first" => Outcome::Win(Player::First),
            "second" => Outcome::Win(Player::Second),
            "draw" => Outcome::Draw,
            other => {
                let error = TextError::new(word, format!("{} is no outcome", quoted(other)));
                return Err(match nearest(other, &["first", "second", "draw"]) {
                    Some(near) => error.help(format!("did you mean `{near}`?")),
                    None => error.help(FORM),
                });
            }
        };
        Ok((outcome, word))
    }

    fn end(&mut self, otherwise: &str) -> Result<(), TextError> {
        self.skip_blanks();
        if self.is_done() {
            Ok(())
        } else {
            Err(self.unexpected(otherwise))
        }
    }

    /// Returns the error that something else should stand here. It points at the next character, or at the end.
    fn unexpected(&self, message: &str) -> TextError {
        let length = self.rest().chars().next().map_or(0, char::len_utf8);
        TextError::new(self.at..self.at + length, message)
    }
}
