//! Bodies of literals, and their simplification when some literals are known.

use super::{FALSE, Literal, TRUE};

/// A conjunction of literals.
pub(super) type Body = Box<[Literal]>;

/// Substitutes `literal` for each atom or node of a body. Returns `None` if the result never holds.
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

/// Simplifies a disjunction of bodies: sorts them and removes redundant ones. Returns the literal that is equal to
/// it, or `None` if it needs a gate.
pub(super) fn simplify(bodies: &mut Vec<Body>) -> Option<Literal> {
    bodies.sort_unstable();
    bodies.dedup();
    match &bodies[..] {
        [] => return Some(FALSE),
        [one] if one.len() == 1 => return Some(one[0]),
        [empty, ..] if empty.is_empty() => return Some(TRUE),
        _ => {}
    }
    // Check for a literal and its negation.
    let single = |body: &Body| (body.len() == 1).then(|| body[0]);
    let mut singles: Vec<Literal> = bodies.iter().filter_map(single).collect();
    singles.sort_unstable();
    if singles.windows(2).any(|pair| pair[0] ^ 1 == pair[1]) {
        return Some(TRUE);
    }
    // A single literal covers every longer body that contains it.
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
