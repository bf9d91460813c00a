//! Shapes of inputs: a small language that describes the input of a contest problem once; from a description, inputs
//! are generated, checked and made smaller.
//!
//! ```text
//! n 1..8 | n*{a -9..9}
//! n 2..10 m 0..n*(n-1)/2 | graph(n, m){cost 1..100}
//! h 1..5 w 1..5 | grid(h, w, .#)
//! ```
//!
//! A shape is a row of items. An item is a number with its range, a word, a grid, a permutation, a tree, a graph, or a
//! repeated row of items; `|` ends a line. A range and a count may use the numbers before it. The chapter "Any problem"
//! of the book describes the language.
//!
//! The module has these parts: the syntax tree and its evaluation (`tree`), the parser of the language (`parse`, with
//! `expression` and `words`), the input as values (`values`) and by names (`given`), the reader that checks an input
//! (`read`), the generator (`generate`, `edges`), and the steps to smaller inputs (`smaller`, which combines `bold` and
//! `single`, with `visit`, `cut` and `repair`).
//!
//! ```
//! use yomikiri_contest::problems::{Corner, Random};
//! use yomikiri_contest::shape::Shape;
//!
//! let shape: Shape = "n 1..8 | n*{a -9..9}".parse()?;
//! assert!(shape.check(b"3\n-9 0 9\n").is_ok());
//! let wrong = shape.check(b"3\n-9 0 10\n").unwrap_err();
//! assert_eq!(wrong.to_string(), "a is -9 to 9, not `10`");
//! let input = shape.generate(&mut Random::new(7), Corner::Largest)?;
//! assert!(input.starts_with("8\n"));
//! for smaller in shape.smaller(&input) {
//!     assert!(shape.check(smaller.as_bytes()).is_ok());
//! }
//! # Ok::<(), yomikiri_catalog::TextError>(())
//! ```

mod bold;
mod cut;
mod edges;
mod expression;
mod generate;
mod given;
mod parse;
mod read;
mod repair;
mod single;
mod smaller;
mod tree;
mod values;
mod visit;
mod words;

pub use given::Given;

use crate::problems::{Corner, Random, Scan};
use smaller::Steps;
use std::str::FromStr;
use tree::Tree;
use yomikiri::TextError;

/// Simpler inputs, one attempt after another; `None` is one that failed.
pub(crate) type Attempts<'a> = Box<dyn Iterator<Item = Option<String>> + 'a>;

/// The shape of an input.
#[derive(Clone, Debug)]
pub struct Shape {
    tree: Tree,
    text: String,
}

impl Shape {
    /// The kinds of input that every shape has.
    pub const CORNERS: &'static [Corner] = &[
        Corner::Uniform,
        Corner::Small,
        Corner::Smallest,
        Corner::Extreme,
        Corner::Ties,
        Corner::Row,
        Corner::Column,
        Corner::Equal,
        Corner::Sorted,
        Corner::Largest,
    ];

    /// Returns the text that the shape was read from.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns whether the shape has numbers of this name.
    pub fn has(&self, name: &str) -> bool {
        self.tree.names.iter().any(|known| known.text == name)
    }

    /// Checks that an input has this shape.
    ///
    /// The check is strict: it enforces every limit. It accepts blanks between tokens, CRLF, a missing last newline and
    /// blank lines at the end.
    ///
    /// # Errors
    ///
    /// If the input has another shape. The error is the first fault, with its span in bytes of the input.
    pub fn check(&self, input: &[u8]) -> Result<(), TextError> {
        read::read(&self.tree, input).map(|_| ())
    }

    /// Reads an input that has this shape, as strictly as [`check`](Shape::check) does.
    ///
    /// # Errors
    ///
    /// As for [`check`](Shape::check).
    pub fn read(&self, input: &[u8]) -> Result<Given, TextError> {
        let values = read::read(&self.tree, input)?;
        Ok(Given::new(&self.tree, values))
    }

    /// Reads an input up to the last line of this shape; more may follow.
    pub(crate) fn read_from(&self, scan: &mut Scan<'_>) -> Result<Given, TextError> {
        let values = read::read_from(&self.tree, scan)?;
        Ok(Given::new(&self.tree, values))
    }

    /// Writes an input that this shape has read.
    pub(crate) fn write(&self, given: &Given) -> String {
        values::write(&self.tree.items, &given.values)
    }

    /// Makes an input of this shape; equal seeds make equal inputs.
    ///
    /// # Errors
    ///
    /// If no input was found that keeps all limits, or if the input would be too large. The span is in bytes of
    /// [`text`](Shape::text).
    pub fn generate(&self, random: &mut Random, corner: Corner) -> Result<String, TextError> {
        generate::generate(&self.tree, random, corner)
    }

    /// Returns inputs of this shape that are simpler than an input, the simplest first; none if the input does not have
    /// this shape.
    ///
    /// First all numbers change at once. Then parts are removed: stretches of lists, rows, columns, vertices (two may
    /// also be merged) and letters. Last, single numbers and letters change. All steps descend in the same order, so no
    /// chain of steps returns to its beginning.
    pub fn smaller<'a>(&'a self, input: &str) -> Box<dyn Iterator<Item = String> + 'a> {
        Box::new(self.steps_from(input).flatten())
    }

    /// Returns what [`smaller`](Shape::smaller) returns, and `None` for each step that leads to no simpler input of
    /// this shape. So the caller gets a word in after each step.
    pub(crate) fn steps_from<'a>(&'a self, input: &str) -> Attempts<'a> {
        let single = self.singly_smaller(input);
        Box::new(self.much_smaller(input).chain(single))
    }

    /// Returns the large steps: all numbers at once, and parts.
    pub(crate) fn much_smaller<'a>(&'a self, input: &str) -> Attempts<'a> {
        self.steps(input, Steps::Bold)
    }

    /// Returns the small steps: single numbers and letters, and two things at a time.
    pub(crate) fn singly_smaller<'a>(&'a self, input: &str) -> Attempts<'a> {
        self.steps(input, Steps::Single)
    }

    fn steps<'a>(&'a self, input: &str, which: Steps) -> Attempts<'a> {
        match read::read(&self.tree, input.as_bytes()) {
            Ok(values) => smaller::smaller(&self.tree, values, which),
            Err(_) => Box::new(std::iter::empty()),
        }
    }
}

impl FromStr for Shape {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Shape, TextError> {
        let tree = parse::parse(text)?;
        Ok(Shape {
            tree,
            text: text.to_owned(),
        })
    }
}
