//! Bodies of literals, and what they are when some of the literals are known.

use super::{FALSE, Literal, TRUE};

/// Literals that all hold.
pub(super) type Body = Box<[Literal]>;

/// A body with `literal` of each of its atoms or nodes in its place; none if it never holds.
pub(super) fn substituted(
    body: &[u32],
    literal: &[Literal],
    scratch: &mut Vec<Literal>,
) -> Option<Body> {
    scratch.clear();
    for &old in body {
        match literal[(old >> 1) as usize] ^ (old & 1) {
            TRUE => {}
            FALSE => return None,
            new => scratch.push(new),
        }
    }
    scratch.sort_unstable();
    scratch.dedup();
    match scratch.windows(2).any(|pair| pair[0] ^ 1 == pair[1]) {
        true => None,
        false => Some(scratch[..].into()),
    }
}

/// The literal that bodies come to, one of which has to hold; none if they need a gate. Sorts them and leaves out those that
/// change nothing.
pub(super) fn simplify(bodies: &mut Vec<Body>) -> Option<Literal> {
    bodies.sort_unstable();
    bodies.dedup();
    match &bodies[..] {
        [] => return Some(FALSE),
        [one] if one.len() == 1 => return Some(one[0]),
        [empty, ..] if empty.is_empty() => return Some(TRUE),
        _ => {}
    }
    // A literal and its opposite.
    let single = |body: &Body| (body.len() == 1).then(|| body[0]);
    let mut singles: Vec<Literal> = bodies.iter().filter_map(single).collect();
    singles.sort_unstable();
    if singles.windows(2).any(|pair| pair[0] ^ 1 == pair[1]) {
        return Some(TRUE);
    }
    // A single literal stands for every body that has it.
    if !singles.is_empty() {
        let is_covered = |body: &Body| {
            body.len() > 1
                && body
                    .iter()
                    .any(|literal| singles.binary_search(literal).is_ok())
        };
        bodies.retain(|body| !is_covered(body));
        if bodies.len() == 1 {
            return Some(singles[0]);
        }
    }
    None
}
