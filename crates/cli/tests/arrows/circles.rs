//! No circles of modules inside a crate: a module knows only modules that do not know it, on whatever way.
//! [`modules`](crate::modules) says which arrows count.

use crate::modules::{Arrows, arrows};
use std::collections::BTreeSet;
use std::path::Path;

/// The circles that are left, by the crate's folder. Each names all of its modules. Circles may only leave this list.
const LEFT: &[(&str, &[&str])] = &[
    // A game makes positions, and a position knows its game.
    ("python", &["game", "position"]),
];

/// Returns the modules that a module knows, on whatever way.
fn below<'a>(from: &str, arrows: &'a Arrows) -> BTreeSet<&'a str> {
    let known = |module: &str| {
        arrows
            .get(module)
            .into_iter()
            .flat_map(|known| known.keys())
    };
    let mut below = BTreeSet::new();
    let mut next: Vec<&str> = known(from).map(String::as_str).collect();
    while let Some(module) = next.pop() {
        if below.insert(module) {
            next.extend(known(module).map(String::as_str));
        }
    }
    below
}

/// Returns the modules of each circle: all that know each other, on whatever way.
fn circles(arrows: &Arrows) -> Vec<BTreeSet<&str>> {
    let mut circles = BTreeSet::new();
    for from in arrows.keys().map(String::as_str) {
        let below_it = below(from, arrows);
        if below_it.contains(from) {
            let mut circle = below_it;
            circle.retain(|to| below(to, arrows).contains(from));
            circles.insert(circle);
        }
    }
    circles.into_iter().collect()
}

/// Describes a circle, with the names that each of its modules takes from the others.
fn described(circle: &BTreeSet<&str>, arrows: &Arrows) -> String {
    let mut text = format!("a circle of {}: {circle:?}\n", circle.len());
    for from in circle {
        for (to, names) in &arrows[*from] {
            if circle.contains(to.as_str()) {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                text += &format!("    {from} -> {to}: {}\n", names.join(", "));
            }
        }
    }
    text
}

#[test]
fn modules_know_each_other_one_way() {
    let crates = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let read = |path: &Path| std::fs::read_to_string(path).ok();
    let mut left: Vec<(&str, BTreeSet<&str>)> = LEFT
        .iter()
        .map(|(name, circle)| (*name, circle.iter().copied().collect()))
        .collect();
    let mut faults = String::new();
    let folders = std::fs::read_dir(crates).expect("the crates are listed");
    let names = folders.map(|folder| folder.expect("a folder is read").file_name());
    let mut names: Vec<String> = names.filter_map(|name| name.into_string().ok()).collect();
    names.sort_unstable();
    assert!(names.len() >= 9, "not all crates are there: {names:?}");
    for name in &names {
        let roots = ["lib.rs", "main.rs"].map(|root| crates.join(name).join("src").join(root));
        let roots = roots.into_iter().filter(|root| root.exists());
        let all: Vec<Arrows> = roots.map(|root| arrows(&root, &read)).collect();
        assert!(
            !all.is_empty(),
            "{name} has neither a library nor a program"
        );
        for arrows in &all {
            for circle in circles(arrows) {
                let listed = left
                    .iter()
                    .position(|(of, known)| of == name && *known == circle);
                match listed {
                    Some(listed) => _ = left.remove(listed),
                    None => faults += &format!("{name}: {}", described(&circle, arrows)),
                }
            }
        }
    }
    for (name, circle) in left {
        faults += &format!("{name}: no longer a circle, take it from the list: {circle:?}\n");
    }
    assert!(faults.is_empty(), "\n{faults}");
    // The source was really read: the list of verbs names each of them.
    let cli = arrows(&crates.join("cli/src/lib.rs"), &read);
    assert!(cli["verbs"]["solve"].contains("SolveArgs"), "{cli:?}");
}

/// The arrows of a crate that is given as text: the files of `lib.rs`, by their paths.
fn arrows_of(files: &[(&str, &str)]) -> Arrows {
    let read = |path: &Path| {
        let found = files.iter().find(|(name, _)| Path::new(name) == path);
        found.map(|(_, text)| (*text).to_owned())
    };
    arrows(Path::new("src/lib.rs"), &read)
}

/// The arrows as `a -> b: names`.
fn lines(arrows: &Arrows) -> Vec<String> {
    let mut lines = Vec::new();
    for (from, known) in arrows {
        for (to, names) in known {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            lines.push(format!("{from} -> {to}: {}", names.join(" ")));
        }
    }
    lines
}

#[test]
fn a_child_that_uses_its_parent_makes_a_circle() {
    let parent = "mod child; pub struct Kept; fn work() { child::help(); }";
    let known = arrows_of(&[
        ("src/lib.rs", "mod parent;"),
        ("src/parent/mod.rs", parent),
        (
            "src/parent/child.rs",
            "use super::Kept; pub fn help() -> Kept { Kept }",
        ),
    ]);
    let circle = BTreeSet::from(["parent", "parent::child"]);
    assert_eq!(circles(&known), std::slice::from_ref(&circle));
    let text = described(&circle, &known);
    assert!(text.contains("parent -> parent::child: help\n"), "{text}");
    assert!(text.contains("parent::child -> parent: Kept\n"), "{text}");
}

#[test]
fn a_parent_that_lists_its_children_and_hands_on_their_items_makes_none() {
    let known = arrows_of(&[
        (
            "src/lib.rs",
            "pub mod parent; pub use parent::{Done, Kept};",
        ),
        (
            "src/parent.rs",
            "mod a; mod b; pub use a::{Done, help}; pub(crate) use b::*; pub struct Kept;",
        ),
        (
            "src/parent/a.rs",
            "pub struct Done; pub fn help(_: super::Kept) {}",
        ),
        // What the parent hands on is its sibling's.
        (
            "src/parent/b.rs",
            "use super::{Done as D, help}; pub enum Way { Up } fn f(_: D) {}",
        ),
        // And so for others.
        ("src/other.rs", "not declared anywhere"),
    ]);
    assert_eq!(
        lines(&known),
        [
            "parent::a -> parent: Kept",
            "parent::b -> parent::a: D Done help"
        ]
    );
    assert!(circles(&known).is_empty());
}

#[test]
fn a_circle_may_be_long() {
    let known = arrows_of(&[
        (
            "src/lib.rs",
            "mod a; mod b; mod c; mod d; fn main() { a::one() }",
        ),
        ("src/a.rs", "pub fn one() { crate::b::two(1) }"),
        (
            "src/b.rs",
            "use crate::c; pub fn two<T>(_: T) { c::Three::<u8>::new(); }",
        ),
        (
            "src/c.rs",
            "#[derive(Debug)] pub struct Three<T>(T); mod far { use crate::d::Four; }",
        ),
        (
            "src/d.rs",
            "pub type Four = u8; use crate::*; static S: fn() = a::one;",
        ),
    ]);
    assert_eq!(
        lines(&known),
        [
            "a -> b: two",
            "b -> c: Three",
            "c -> d: Four",
            "crate -> a: one",
            "d -> a: one"
        ]
    );
    assert_eq!(circles(&known), [BTreeSet::from(["a", "b", "c", "d"])]);
}

#[test]
fn only_names_in_code_outside_tests_count() {
    let known = arrows_of(&[
        ("src/lib.rs", "mod a; mod b; mod c;"),
        (
            "src/a.rs",
            "pub struct Kept; pub(crate) const NAME: u8 = 1; pub fn free(_: *const Kept) {}",
        ),
        (
            "src/b.rs",
            r#"
            //! Compare crate::a::Kept.
            /* crate::a::free() */
            use std::fmt; // and not a module of ours
            #[cfg(test)]
            use crate::a::Kept;
            pub struct Own { free: u8 }
            impl Own {
                fn free(&self) -> &str { let _ = self.free; "crate::a::free()" }
                #[cfg(test)]
                fn other(&self) -> Kept { Kept }
            }
            #[cfg(test)]
            mod tests { use crate::a::*; #[test] fn all() { free(&Kept); } }
            "#,
        ),
        // An attribute names code as well.
        (
            "src/c.rs",
            "#[cfg(not(test))] use crate::a; #[arg(default_value_t = a::NAME)] struct C;",
        ),
    ]);
    assert_eq!(lines(&known), ["c -> a: NAME"]);
}

#[test]
fn macros_are_items_too() {
    let known = arrows_of(&[
        ("src/lib.rs", "#[macro_use] mod a; mod b; mod c;"),
        (
            "src/a.rs",
            "macro_rules! made { () => { $crate::c::help() } } pub(crate) use made;",
        ),
        ("src/b.rs", "fn f() { made!(); }"),
        ("src/c.rs", "pub fn help() { let a = 1; if a != 2 {} }"),
    ]);
    assert_eq!(lines(&known), ["a -> c: help", "b -> a: made"]);
}
