//! The modules of a crate, and which of them names an item of which.
//!
//! An arrow leads from a file to a file of the same crate if code of the first, outside its tests, names an item
//! that the second defines: by a path, or by a `use` that is not public. Re-exports are followed to the definition.
//! So a `mod.rs` that lists its children and re-exports their items has no arrow to them. A method that is called
//! on a value is not seen, since its name is not a path.

use crate::tokens::{Token, tokens};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A path in the source, by its segments.
type Names = Vec<String>;

/// The modules that each module knows, with the names that it takes from them. A module is named by its path; a
/// crate's root is `crate`.
pub(crate) type Arrows = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

/// Reads a crate from its root file and returns its arrows.
///
/// `read` returns the text of a file, if there is one.
pub(crate) fn arrows(root: &Path, read: &dyn Fn(&Path) -> Option<String>) -> Arrows {
    let text = read(root).unwrap_or_else(|| panic!("{} can be read", root.display()));
    let mut tree = Tree {
        read,
        modules: vec![Module::default()],
        macros: BTreeMap::new(),
    };
    let folder = root.parent().expect("a file lies in a folder");
    tree.scan(0, folder, &tokens(&text));
    tree.arrows()
}

/// A module: a file, or an inline module of one.
#[derive(Default)]
struct Module {
    parent: Option<usize>,
    /// The module's path, `::` between its segments; empty for the root.
    path: String,
    /// The module of the file in which this module stands.
    file: usize,
    children: BTreeMap<String, usize>,
    /// The names of the items that the module defines.
    items: BTreeSet<String>,
    /// What a `use` brings into scope, by the name that it has here, and whether it is public.
    uses: BTreeMap<String, Vec<(Names, bool)>>,
    globs: Vec<(Names, bool)>,
    /// The paths that code names.
    named: BTreeSet<Names>,
    /// The macros that code calls without a path.
    called: BTreeSet<String>,
}

/// Where a path leads.
enum Found {
    /// An item of this module.
    Item(usize),
    /// A module, and no item of it.
    Module,
    /// Another crate, or a local name.
    Outside,
}

struct Tree<'r> {
    read: &'r dyn Fn(&Path) -> Option<String>,
    modules: Vec<Module>,
    /// The modules that define each `macro_rules`.
    macros: BTreeMap<String, usize>,
}

impl Tree<'_> {
    /// Reads the tokens of a module whose child files lie in `folder`.
    fn scan(&mut self, module: usize, folder: &Path, tokens: &[Token]) {
        let mut depth = 0;
        let mut at = 0;
        while at < tokens.len() {
            let next = |offset: usize| tokens.get(at + offset);
            let word = |offset: usize| next(offset).and_then(Token::word);
            match &tokens[at] {
                Token::Mark('#') if next(1) == Some(&Token::Mark('[')) => {
                    let end = group(tokens, at + 1);
                    let attribute = &tokens[at + 2..end - 1];
                    at = match is_test(attribute) {
                        true => item(tokens, end),
                        false => {
                            self.scan(module, folder, attribute);
                            end
                        }
                    };
                    continue;
                }
                Token::Mark('{') => depth += 1,
                Token::Mark('}') => depth -= 1,
                Token::Word(name) => match (name.as_str(), word(1)) {
                    ("pub", None) if next(1) == Some(&Token::Mark('(')) => {
                        let visible = ["crate", "super", "self", "in"];
                        if word(2).is_some_and(|word| visible.contains(&word)) {
                            at = group(tokens, at + 1);
                            continue;
                        }
                    }
                    // Not the `use<'a>` of a type.
                    ("use", _) if next(1) != Some(&Token::Mark('<')) => {
                        let end = item(tokens, at);
                        let public = at > 0
                            && (tokens[at - 1].is("pub") || tokens[at - 1] == Token::Mark(')'));
                        self.add_use(module, Vec::new(), &tokens[at + 1..end - 1], public);
                        at = end;
                        continue;
                    }
                    ("mod", Some(child)) => {
                        at = self.child(module, folder, child, tokens, at + 2);
                        continue;
                    }
                    ("macro_rules", None) if next(1) == Some(&Token::Mark('!')) => {
                        if let Some(name) = word(2) {
                            self.modules[module].items.insert(name.to_owned());
                            self.macros.insert(name.to_owned(), module);
                        }
                        at += 3;
                        continue;
                    }
                    // Not the pointer `*const T`.
                    (
                        "fn" | "struct" | "enum" | "trait" | "type" | "const" | "static",
                        Some(name),
                    ) if at == 0 || tokens[at - 1] != Token::Mark('*') => {
                        let mutable = name == "mut";
                        let name = word(1 + usize::from(mutable)).unwrap_or(name);
                        // Otherwise the keyword of the item comes now, as in `const fn`.
                        if !["fn", "unsafe", "extern", "async"].contains(&name) {
                            if depth == 0 {
                                self.modules[module].items.insert(name.to_owned());
                            }
                            at += 2 + usize::from(mutable);
                            continue;
                        }
                    }
                    _ => at = self.path(module, tokens, at),
                },
                _ => {}
            }
            at += 1;
        }
    }

    /// Adds a path that starts at a word, and returns the place of its last word.
    fn path(&mut self, module: usize, tokens: &[Token], start: usize) -> usize {
        let mut end = start;
        let mut names = Vec::new();
        while let Some(name) = tokens.get(end).and_then(Token::word) {
            names.push(name.to_owned());
            let more = tokens
                .get(end + 2)
                .is_some_and(|token| token.word().is_some());
            match tokens.get(end + 1) {
                Some(Token::Colons) if more => end += 2,
                _ => break,
            }
        }
        let before = start.checked_sub(1).map(|before| &tokens[before]);
        if matches!(before, Some(Token::Mark('.') | Token::Colons)) {
            return end;
        }
        let module = &mut self.modules[module];
        match tokens.get(end + 1) {
            // The name of a field or a parameter.
            Some(Token::Mark(':')) if names.len() == 1 => {}
            Some(Token::Mark('!')) if names.len() == 1 => _ = module.called.insert(names.remove(0)),
            _ => _ = module.named.insert(names),
        }
        end
    }

    /// Reads a child module, whose `;` or `{` stands at `at`. Returns the place after it.
    fn child(
        &mut self,
        parent: usize,
        folder: &Path,
        name: &str,
        tokens: &[Token],
        at: usize,
    ) -> usize {
        let index = self.modules.len();
        let path = match self.modules[parent].path.as_str() {
            "" => name.to_owned(),
            path => format!("{path}::{name}"),
        };
        let inline = tokens.get(at) == Some(&Token::Mark('{'));
        self.modules.push(Module {
            parent: Some(parent),
            path,
            file: match inline {
                true => self.modules[parent].file,
                false => index,
            },
            ..Module::default()
        });
        self.modules[parent].children.insert(name.to_owned(), index);
        let folder = folder.join(name);
        if inline {
            let end = group(tokens, at);
            self.scan(index, &folder, &tokens[at + 1..end - 1]);
            return end;
        }
        let files: [PathBuf; 2] = [folder.with_extension("rs"), folder.join("mod.rs")];
        let text = files.iter().find_map(|file| (self.read)(file));
        let text = text.unwrap_or_else(|| panic!("one of {files:?} can be read"));
        self.scan(index, &folder, &self::tokens(&text));
        at + 1
    }

    /// Adds what a `use` names after `prefix`.
    fn add_use(&mut self, module: usize, mut prefix: Names, tokens: &[Token], public: bool) {
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            match token {
                Token::Word(word) if word == "as" => break,
                Token::Word(word) => prefix.push(word.clone()),
                Token::Mark('*') => {
                    self.modules[module].globs.push((prefix, public));
                    return;
                }
                Token::Mark('{') => {
                    let inside = &tokens[at + 1..group(tokens, at) - 1];
                    for branch in branches(inside) {
                        self.add_use(module, prefix.clone(), branch, public);
                    }
                    return;
                }
                _ => {}
            }
            at += 1;
        }
        if prefix.len() > 1 && prefix.last().is_some_and(|last| last == "self") {
            prefix.pop();
        }
        let renamed = tokens.get(at + 1).and_then(Token::word);
        let Some(name) = renamed.or(prefix.last().map(String::as_str)) else {
            return;
        };
        let name = name.to_owned();
        let uses = self.modules[module].uses.entry(name).or_default();
        uses.push((prefix, public));
    }

    /// Where a path leads that code of a module names.
    fn resolve(&self, from: usize, names: &[String], patience: usize) -> Found {
        let mut module = from;
        let mut names = names;
        let mut is_ours = false;
        while let Some((first, rest)) = names.split_first() {
            module = match first.as_str() {
                "crate" => 0,
                "self" if names.len() > 1 => module,
                "super" => self.modules[module].parent.unwrap_or(0),
                _ => break,
            };
            (names, is_ours) = (rest, true);
        }
        match self.within(module, names, patience) {
            // An item that a macro defines.
            None if is_ours => Found::Item(module),
            found => found.unwrap_or(Found::Outside),
        }
    }

    /// Where a path leads from inside a module; `None` if the module does not know its first name.
    fn within(&self, at: usize, names: &[String], patience: usize) -> Option<Found> {
        let Some((first, rest)) = names.split_first() else {
            return Some(Found::Module);
        };
        let patience = patience.checked_sub(1)?;
        let module = &self.modules[at];
        let child = module.children.get(first);
        match child {
            Some(&child) if !rest.is_empty() => {
                let found = self.within(child, rest, patience);
                return Some(found.unwrap_or(Found::Item(child)));
            }
            _ if module.items.contains(first) => return Some(Found::Item(at)),
            _ => {}
        }
        let uses = module.uses.get(first).into_iter().flatten();
        let mut best = None;
        for (path, _) in uses {
            let whole: Names = path.iter().chain(rest).cloned().collect();
            match self.resolve(at, &whole, patience) {
                found @ Found::Item(_) => return Some(found),
                found => best = Some(found),
            }
        }
        if best.is_some() || child.is_some() {
            return best.or(Some(Found::Module));
        }
        module.globs.iter().find_map(|(path, _)| {
            let target = self.module(at, path, patience)?;
            self.within(target, names, patience)
        })
    }

    /// The module of this crate that a path names.
    fn module(&self, from: usize, names: &[String], patience: usize) -> Option<usize> {
        let patience = patience.checked_sub(1)?;
        let mut at = from;
        for (index, name) in names.iter().enumerate() {
            at = match name.as_str() {
                "crate" => 0,
                "self" => at,
                "super" => self.modules[at].parent?,
                _ => match self.modules[at].children.get(name) {
                    Some(&child) => child,
                    None => {
                        let (path, _) = self.modules[at].uses.get(name)?.first()?;
                        let rest = &names[index + 1..];
                        let whole: Names = path.iter().chain(rest).cloned().collect();
                        return self.module(at, &whole, patience);
                    }
                },
            };
        }
        Some(at)
    }

    fn arrows(&self) -> Arrows {
        let mut arrows = Arrows::new();
        let mut add = |from: usize, to: usize, name: &str| {
            let (from, to) = (self.modules[from].file, self.modules[to].file);
            if from != to {
                let names = arrows.entry(self.name(from)).or_default();
                let names = names.entry(self.name(to)).or_default();
                names.insert(name.to_owned());
            }
        };
        for (from, module) in self.modules.iter().enumerate() {
            let uses = module.uses.values().flatten().chain(&module.globs);
            for (path, public) in uses {
                if let Found::Item(to) = self.resolve(from, path, PATIENCE)
                    && !(*public && self.is_inside(to, module.file))
                {
                    add(from, to, path.last().map_or("*", String::as_str));
                }
            }
            for path in &module.named {
                if let Found::Item(to) = self.resolve(from, path, PATIENCE) {
                    add(from, to, path.last().map_or("*", String::as_str));
                }
            }
            for name in &module.called {
                match self.within(from, std::slice::from_ref(name), PATIENCE) {
                    Some(Found::Item(to)) => add(from, to, name),
                    _ => {
                        if let Some(&to) = self.macros.get(name) {
                            add(from, to, name);
                        }
                    }
                }
            }
        }
        arrows
    }

    /// Whether a module is `ancestor` or inside it.
    fn is_inside(&self, module: usize, ancestor: usize) -> bool {
        let mut at = Some(module);
        while let Some(module) = at {
            if module == ancestor {
                return true;
            }
            at = self.modules[module].parent;
        }
        false
    }

    fn name(&self, module: usize) -> String {
        match self.modules[module].path.as_str() {
            "" => "crate".to_owned(),
            path => path.to_owned(),
        }
    }
}

/// The most re-exports that are followed for one path: far more than any crate has, and an end to two that name
/// each other.
const PATIENCE: usize = 32;

/// Returns the place after a group, whose opening bracket stands at `open`.
fn group(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token {
            Token::Mark('(' | '[' | '{') => depth += 1,
            Token::Mark(')' | ']' | '}') => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    tokens.len()
}

/// Splits the inside of the braces of a `use` at its commas.
fn branches(tokens: &[Token]) -> Vec<&[Token]> {
    let mut branches = Vec::new();
    let (mut start, mut at) = (0, 0);
    while at < tokens.len() {
        match tokens[at] {
            Token::Mark('{') => at = group(tokens, at),
            Token::Mark(',') => {
                branches.push(&tokens[start..at]);
                at += 1;
                start = at;
            }
            _ => at += 1,
        }
    }
    branches.push(&tokens[start..]);
    branches.retain(|branch| !branch.is_empty());
    branches
}

/// Whether an attribute keeps what follows for tests alone.
fn is_test(attribute: &[Token]) -> bool {
    let only = |at: usize| {
        let token = |offset: usize| attribute.get(at + offset);
        token(0) == Some(&Token::Mark('(')) && token(1).is_some_and(|token| token.is("test"))
    };
    match attribute {
        [token] => token.is("test"),
        [first, _, second, ..] if first.is("cfg") => only(1) || (second.is("all") && only(3)),
        _ => false,
    }
}

/// Returns the place after the item, statement, field or arm that starts at `at`, with its attributes.
fn item(tokens: &[Token], mut at: usize) -> usize {
    while tokens.get(at) == Some(&Token::Mark('#')) {
        at = group(tokens, at + 1);
    }
    if tokens.get(at).is_some_and(|token| token.is("pub")) {
        at += 1;
        if tokens.get(at) == Some(&Token::Mark('(')) {
            at = group(tokens, at);
        }
    }
    let is =
        |offset: usize, word: &str| tokens.get(at + offset).is_some_and(|token| token.is(word));
    let to_semicolon = ["use", "static", "type", "let"]
        .iter()
        .any(|word| is(0, word))
        || (is(0, "const") && !is(1, "fn") && !is(1, "unsafe"));
    let items = [
        "const",
        "fn",
        "impl",
        "struct",
        "enum",
        "trait",
        "mod",
        "unsafe",
        "macro_rules",
        "extern",
    ];
    let to_brace = items.iter().any(|word| is(0, word));
    while let Some(token) = tokens.get(at) {
        match token {
            Token::Mark(';') => return at + 1,
            Token::Mark(',') if !to_semicolon && !to_brace => return at + 1,
            Token::Mark('{') if !to_semicolon => return group(tokens, at),
            Token::Mark(')' | ']' | '}') => return at,
            Token::Mark('(' | '[' | '{') => at = group(tokens, at),
            _ => at += 1,
        }
    }
    at
}
