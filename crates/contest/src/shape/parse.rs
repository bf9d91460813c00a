//! The parser of the language.

use super::tree::{Allowed, Expr, Item, Kind, Limits, Name, Operation, Order, Rules, Term, Tree};
use super::words::{LONGEST, Parsed, Parser, RESERVED, STRUCTURES, no_item};
use std::ops::Range;
use yomikiri::TextError;

pub(super) fn parse(text: &str) -> Result<Tree, TextError> {
    if text.len() > LONGEST {
        let error = format!("a shape has at most {LONGEST} bytes");
        return Err(TextError::new(0..text.len(), error));
    }
    let mut parser = Parser {
        text,
        at: 0,
        names: Vec::new(),
        scopes: vec![Vec::new()],
        depth: 0,
    };
    let items = parser.row(None)?;
    if items.iter().all(|item| matches!(item.kind, Kind::Break)) {
        return Err(TextError::new(0..text.len(), "this describes no input")
            .help("for example: n 1..8 | n*{a -9..9}"));
    }
    Ok(Tree {
        items,
        names: parser.names,
    })
}

impl Parser<'_> {
    /// Parses items up to the end of the text, or up to a brace.
    fn row(&mut self, closing: Option<usize>) -> Parsed<Vec<Item>> {
        let mut items: Vec<Item> = Vec::new();
        let ends_line = |items: &[Item]| {
            let last = items.last();
            last.is_none_or(|last| matches!(last.kind, Kind::Break) || last.is_lines())
        };
        loop {
            let at = match self.peek() {
                None => match closing {
                    None => break,
                    Some(open) => {
                        return Err(TextError::new(open..open + 1, "this brace is not closed"));
                    }
                },
                Some('}') if closing.is_some() => break,
                Some(_) => self.at,
            };
            if self.eat("|") {
                // After items with their own lines, the `|` is only a separator.
                if !items.last().is_some_and(Item::is_lines) {
                    items.push(line_end(at..self.at));
                }
                continue;
            }
            let item = self.item()?;
            if item.is_lines() && !ends_line(&items) {
                items.push(line_end(at..at));
            }
            items.push(item);
        }
        let has_lines = items
            .iter()
            .any(|item| item.is_lines() || matches!(item.kind, Kind::Break));
        if (closing.is_none() || has_lines) && !ends_line(&items) {
            items.push(line_end(self.at..self.at));
        }
        Ok(items)
    }

    fn item(&mut self) -> Parsed<Item> {
        self.skip();
        let start = self.at;
        if let Some((span, name)) = self.name() {
            if !RESERVED.contains(&name) {
                let before = self.at;
                self.at = span.end;
                if self.rest().starts_with('(') {
                    return no_item(span, name);
                }
                if matches!(self.peek(), None | Some('|' | '}')) {
                    let error = format!("`{name}` has no range");
                    return Err(TextError::new(span, error).help(format!(
                        "a number is written as in `{name} 1..9`; behind braces stand distinct, sorted, ascending or sum"
                    )));
                }
                // This is a count or the name of the next item.
                if self.peek() == Some('*') {
                    self.at = before;
                    return self.counted(start);
                }
                let named = self.name().map(|(_, word)| word);
                return match named {
                    Some(word) if STRUCTURES.contains(&word) => self.structure(start),
                    _ => self.number(start, Some((span, name))),
                };
            }
            return match name {
                "min" | "max" => self.counted(start),
                _ => self.structure(start),
            };
        }
        self.counted(start)
    }

    /// Parses a repeated row, or a number without a name.
    fn counted(&mut self, start: usize) -> Parsed<Item> {
        let low = self.expression()?;
        self.skip();
        if !self.rest().starts_with('*') {
            return self.limited(start, None, low);
        }
        self.at += 1;
        let open = self.at + (self.rest().len() - self.rest().trim_start().len());
        self.need("{", "`{`")?;
        self.is_size(&low);
        self.deeper()?;
        self.scopes.push(Vec::new());
        let body = self.row(Some(open))?;
        self.scopes.pop();
        self.depth -= 1;
        self.need("}", "`}`")?;
        if body.is_empty() {
            return Err(TextError::new(open..self.at, "these braces are empty"));
        }
        let lines = body
            .iter()
            .any(|item| item.is_lines() || matches!(item.kind, Kind::Break));
        let rules = self.rules()?;
        let first_is_number = matches!(body[0].kind, Kind::Number { .. });
        if rules.sum.is_some() && !first_is_number {
            let error = "a sum needs a number that each repetition begins with";
            return Err(TextError::new(start..self.at, error));
        }
        if matches!(rules.order, Order::Sorted | Order::Ascending) && !first_is_number {
            let error = "an order needs a number that each repetition begins with";
            return Err(TextError::new(start..self.at, error));
        }
        Ok(Item {
            span: start..self.at,
            kind: Kind::Repeat {
                count: low,
                body,
                lines,
                rules,
            },
        })
    }

    fn rules(&mut self) -> Parsed<Rules> {
        let mut rules = Rules::default();
        loop {
            if self.word("distinct") {
                rules.order = Order::Distinct;
            } else if self.word("sorted") {
                rules.order = Order::Sorted;
            } else if self.word("ascending") {
                rules.order = Order::Ascending;
            } else if self.word("sum") {
                self.need("<=", "`<=`")?;
                rules.sum = Some(self.expression()?);
            } else {
                return Ok(rules);
            }
        }
    }

    fn number(&mut self, start: usize, name: Option<(Range<usize>, &str)>) -> Parsed<Item> {
        let low = self.expression()?;
        self.limited(start, name, low)
    }

    /// Parses a number after its lower limit.
    fn limited(
        &mut self,
        start: usize,
        name: Option<(Range<usize>, &str)>,
        low: Expr,
    ) -> Parsed<Item> {
        let high = match self.eat("..") {
            true => self.expression()?,
            false => low.clone(),
        };
        if let Term::Of(Operation::Minus, parts) = &high.term
            && let [Term::Number(least), Term::Number(most)] = [&parts[0].term, &parts[1].term]
            && (0..*most).contains(least)
            && low.span == high.span
        {
            let error = format!("this is the number {}", least - most);
            let help = format!("a range is written as `{least}..{most}`");
            return Err(TextError::new(high.span, error).help(help));
        }
        if let (Term::Number(least), Term::Number(most)) = (&low.term, &high.term)
            && least > most
        {
            let error = format!("no number is {least} to {most}");
            return Err(TextError::new(low.span.start..high.span.end, error));
        }
        let not = match self.eat("!=") {
            true => Some(self.expression()?),
            false => None,
        };
        let slot = self.names.len();
        self.names.push(Name {
            text: name
                .as_ref()
                .map_or("a number", |(_, name)| name)
                .to_owned(),
            is_size: false,
            edges_of: None,
        });
        if let Some((span, name)) = name {
            if self.find(name).is_some() {
                let error = format!("there is a number `{name}` already");
                let after = self.text[span.end..].trim_start();
                let error = TextError::new(span, error);
                return Err(match after.starts_with(['-', '+']) {
                    true => error.help(format!(
                        "a count is put in parentheses, as in `({name}-1)*{{...}}`"
                    )),
                    false => error,
                });
            }
            if let Some(scope) = self.scopes.last_mut() {
                scope.push((name.to_owned(), slot));
            }
        }
        Ok(Item {
            span: start..self.at,
            kind: Kind::Number {
                slot,
                range: Limits { low, high },
                not,
            },
        })
    }

    fn structure(&mut self, start: usize) -> Parsed<Item> {
        let Some((span, word)) = self.name() else {
            return self.expected("an item");
        };
        if !STRUCTURES.contains(&word) {
            return self.expected("an item");
        }
        self.at = span.end;
        self.need("(", "`(`")?;
        let kind = match word {
            "word" => {
                let low = self.expression()?;
                let high = match self.eat("..") {
                    true => self.expression()?,
                    false => low.clone(),
                };
                self.is_size(&low);
                self.is_size(&high);
                self.need(",", "`,`")?;
                Kind::Word {
                    length: Limits { low, high },
                    letters: self.letters()?,
                }
            }
            "grid" => {
                let rows = self.size()?;
                self.need(",", "`,`")?;
                let columns = self.size()?;
                self.need(",", "`,`")?;
                Kind::Grid {
                    rows,
                    columns,
                    letters: self.letters()?,
                }
            }
            "perm" => {
                let count = self.size()?;
                let (base, _) = self.options(false)?;
                Kind::Permutation { count, base }
            }
            _ => self.edges(word == "tree")?,
        };
        self.need(")", "`)`")?;
        let mut item = Item { span, kind };
        if let Kind::Edges { body, .. } = &mut item.kind
            && self.peek() == Some('{')
        {
            let open = self.at;
            self.at += 1;
            self.deeper()?;
            self.scopes.push(Vec::new());
            *body = self.row(Some(open))?;
            self.scopes.pop();
            self.depth -= 1;
            self.need("}", "`}`")?;
            let inline = |item: &Item| matches!(item.kind, Kind::Number { .. } | Kind::Word { .. });
            if !body.iter().all(inline) {
                let error = "an edge has numbers and words only, on its line";
                return Err(TextError::new(open..self.at, error));
            }
        }
        item.span = start..self.at;
        Ok(item)
    }

    fn edges(&mut self, is_tree: bool) -> Parsed<Kind> {
        let vertices = self.size()?;
        let count = match is_tree {
            true => None,
            false => {
                self.need(",", "`,`")?;
                Some(self.size()?)
            }
        };
        let (base, allowed) = self.options(!is_tree)?;
        if let Some(Term::Name(slot)) = count.as_ref().map(|count| &count.term) {
            self.names[*slot].edges_of = Some((vertices.clone(), allowed));
        }
        Ok(Kind::Edges {
            vertices,
            count,
            allowed,
            base,
            body: Vec::new(),
        })
    }

    /// Parses the options after the sizes of a permutation, a tree or a graph.
    fn options(&mut self, of_graph: bool) -> Parsed<(i64, Allowed)> {
        let mut base = 1;
        let mut allowed = Allowed::default();
        while self.eat(",") || self.name().is_some() {
            let Some((span, word)) = self.name() else {
                return self.expected("an option");
            };
            let flag = match word {
                "from" => {
                    self.at = span.end;
                    match self.expression()?.term {
                        Term::Number(first) if (0..=1).contains(&first) => base = first,
                        _ => {
                            let error = "numbering begins `from 0` or `from 1`";
                            return Err(TextError::new(span.start..self.at, error));
                        }
                    }
                    continue;
                }
                "directed" => &mut allowed.directed,
                "loops" => &mut allowed.loops,
                "multi" => &mut allowed.multi,
                "connected" => &mut allowed.connected,
                "acyclic" => &mut allowed.acyclic,
                _ => return self.expected("an option"),
            };
            if !of_graph {
                let error = format!("`{word}` is an option of graphs");
                return Err(TextError::new(span, error));
            }
            *flag = true;
            self.at = span.end;
        }
        if allowed.acyclic && (allowed.loops || !allowed.directed) {
            let error = "an acyclic graph is directed and has no loops: a forest is not known";
            return Err(TextError::new(self.at..self.at, error));
        }
        Ok((base, allowed))
    }

    /// Parses the letters of words and grids: `a-z`, `.#`, or anything between quotes.
    fn letters(&mut self) -> Parsed<Vec<u8>> {
        self.skip();
        let start = self.at;
        let rest = self.rest();
        let (span, is_quoted) = match rest.strip_prefix('\'') {
            Some(quoted) => match quoted.find('\'') {
                Some(length) => (start + 1..start + 1 + length, true),
                None => {
                    return Err(TextError::new(start..start + 1, "this quote is not closed"));
                }
            },
            None => {
                let length = rest.find([')', ' ', ',']).unwrap_or(rest.len());
                (start..start + length, false)
            }
        };
        let bytes = self.text[span.clone()].as_bytes();
        let mut letters = Vec::new();
        let mut at = 0;
        while at < bytes.len() {
            match bytes[at..] {
                [first, b'-', last, ..] if !is_quoted && first < last => {
                    letters.extend(first..=last);
                    at += 3;
                }
                [first, b'-', last, ..] if !is_quoted && first > last => {
                    let at = span.start + at;
                    let error = "the letters of a range ascend, as in `a-z`";
                    return Err(TextError::new(at..at + 3, error));
                }
                _ => {
                    letters.push(bytes[at]);
                    at += 1;
                }
            }
        }
        self.at = span.end + usize::from(is_quoted);
        let mut seen = [false; 256];
        letters.retain(|&letter| !std::mem::replace(&mut seen[usize::from(letter)], true));
        if letters.is_empty() || !letters.iter().all(u8::is_ascii_graphic) {
            let error = "letters are expected, such as `a-z` or `'.#'`";
            return Err(TextError::new(start..self.at.max(start), error));
        }
        Ok(letters)
    }
}

fn line_end(span: Range<usize>) -> Item {
    Item {
        span,
        kind: Kind::Break,
    }
}
