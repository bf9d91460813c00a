//! Names and ground terms, as numbers.

use rustc_hash::FxHashMap;

/// The number of a name.
pub(crate) type Name = u32;
/// The number of a ground term. Equal terms have equal numbers.
pub(crate) type Term = u32;

/// All names and ground terms of a sheet.
#[derive(Debug, Default)]
pub(crate) struct Terms {
    names: Vec<Box<str>>,
    by_name: FxHashMap<Box<str>, Name>,
    nodes: Vec<Node>,
    args: Vec<Term>,
    by_node: FxHashMap<Box<[u32]>, Term>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    name: Name,
    start: u32,
    len: u32,
    depth: u32,
}

impl Terms {
    /// Returns the number of a name. Adds the name if it is new.
    pub(crate) fn name(&mut self, text: &str) -> Name {
        if let Some(&name) = self.by_name.get(text) {
            return name;
        }
        let name = self.names.len() as Name;
        self.names.push(text.into());
        self.by_name.insert(text.into(), name);
        name
    }

    /// Returns the text of a name.
    pub(crate) fn text(&self, name: Name) -> &str {
        &self.names[name as usize]
    }

    /// Returns the number of terms.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the term of a name and arguments. Adds it if it is new. A constant has no arguments.
    pub(crate) fn make(&mut self, name: Name, args: &[Term]) -> Term {
        let key: Box<[u32]> = std::iter::once(&name).chain(args).copied().collect();
        if let Some(&term) = self.by_node.get(&key) {
            return term;
        }
        let term = self.nodes.len() as Term;
        let deepest = args.iter().map(|&arg| self.depth(arg)).max();
        self.nodes.push(Node {
            name,
            start: self.args.len() as u32,
            len: args.len() as u32,
            depth: deepest.map_or(0, |depth| depth + 1),
        });
        self.args.extend_from_slice(args);
        self.by_node.insert(key, term);
        term
    }

    /// Returns the term of a name and arguments, if it exists.
    pub(crate) fn find(&self, name: Name, args: &[Term]) -> Option<Term> {
        let key: Vec<u32> = std::iter::once(&name).chain(args).copied().collect();
        self.by_node.get(&key[..]).copied()
    }

    /// Returns the name that a term begins with.
    pub(crate) fn head(&self, term: Term) -> Name {
        self.nodes[term as usize].name
    }

    /// Returns the arguments of a term.
    pub(crate) fn args(&self, term: Term) -> &[Term] {
        let node = &self.nodes[term as usize];
        &self.args[node.start as usize..][..node.len as usize]
    }

    /// Returns the nesting depth of a term: 0 for a constant.
    pub(crate) fn depth(&self, term: Term) -> u32 {
        self.nodes[term as usize].depth
    }

    /// Returns a term as text without white space: `cell(1,2,x)`.
    pub(crate) fn show(&self, term: Term) -> String {
        let mut text = String::new();
        self.show_into(term, &mut text);
        text
    }

    fn show_into(&self, term: Term, text: &mut String) {
        text.push_str(self.text(self.head(term)));
        let mut sign = '(';
        for &arg in self.args(term) {
            text.push(sign);
            sign = ',';
            self.show_into(arg, text);
        }
        if sign == ',' {
            text.push(')');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_terms_have_equal_numbers() {
        let mut terms = Terms::default();
        let (a, f) = (terms.name("a"), terms.name("f"));
        let one = terms.make(a, &[]);
        let two = terms.make(f, &[one, one]);
        let three = terms.make(f, &[two, one]);
        assert_eq!(terms.find(f, &[one, one]), Some(two));
        assert_eq!(terms.find(f, &[one]), None);
        assert_eq!(terms.show(three), "f(f(a,a),a)");
        assert_eq!(terms.depth(three), 2);
        assert_eq!(terms.name("a"), a);
    }
}
