//! Steps from an input to simpler ones: all numbers at once, then parts, then single numbers and letters.

use super::bold::{at_once, fewer_parts, merged_parts, other_letters, shorter_words};
use super::read::read;
use super::repair::repair;
use super::single::{
    added_items, single_letters, single_numbers, sorted, swapped_parts, two_numbers, two_parts,
};
use super::tree::Tree;
use super::values::{Value, weight, write};
use super::visit::Found;
use std::rc::Rc;

/// The kind of steps.
#[derive(Clone, Copy)]
pub(super) enum Steps {
    /// All numbers change at once, or parts are removed.
    Bold,
    /// Single numbers and letters change, or two things at a time.
    Single,
}

/// Returns simpler inputs. `None` is a change that leads to none.
pub(super) fn smaller<'t>(
    tree: &'t Tree,
    values: Vec<Value>,
    which: Steps,
) -> Box<dyn Iterator<Item = Option<String>> + 't> {
    let now = write(&tree.items, &values);
    let least = weight(&tree.items, &values);
    let values = Rc::new(values);
    let steps: Found<'t> = match which {
        Steps::Bold => Box::new(
            at_once(tree, Rc::clone(&values))
                .chain(fewer_parts(tree, &values))
                .chain(merged_parts(tree, &values))
                .chain(shorter_words(tree, &values))
                .chain(other_letters(tree, &values)),
        ),
        Steps::Single => Box::new(
            single_numbers(tree, Rc::clone(&values))
                .chain(single_letters(tree, Rc::clone(&values)))
                .chain(swapped_parts(tree, &values))
                .chain(two_parts(tree, &values))
                .chain(two_numbers(tree, Rc::clone(&values)))
                .chain(added_items(tree, &values))
                .chain(sorted(tree, &values)),
        ),
    };
    Box::new(steps.map(move |next| {
        let mut next = next?;
        repair(&tree.items, &mut next, &mut vec![0; tree.names.len()])?;
        let simpler = weight(&tree.items, &next);
        if simpler > least {
            return None;
        }
        let text = write(&tree.items, &next);
        // Of two texts with the same weight, the lexicographically first is simpler.
        let is_simpler = simpler < least || text < now;
        (is_simpler && read(tree, text.as_bytes()).is_ok()).then_some(text)
    }))
}
