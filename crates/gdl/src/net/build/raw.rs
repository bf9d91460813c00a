//! Instances of rules as bodies of literals.

use crate::ground::Grounded;
use crate::limits::{Budget, Unread};
use crate::net::Literal;

/// Marks an atom that has no node yet.
pub(super) const NEW: Literal = u32::MAX;

/// The instances, grouped by their heads.
pub(super) struct Raw {
    /// The start of each atom's instances.
    pub(super) starts: Vec<u32>,
    /// The range of each instance's literals. A literal is twice the atom, plus one if negated.
    pub(super) bodies: Vec<(u32, u32)>,
    pub(super) literals: Vec<u32>,
}

impl Raw {
    pub(super) fn new(grounded: &Grounded, budget: &mut Budget<'_>) -> Result<Raw, Unread> {
        let store = &grounded.store;
        let negated: Vec<Option<u32>> = grounded
            .instances
            .negated()
            .map(|(pred, args)| store.find(pred, args))
            .collect();
        let mut starts = vec![0u32; store.len() + 1];
        for instance in grounded.instances.iter() {
            starts[instance.head as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut free = starts.clone();
        let mut bodies = vec![(0, 0); grounded.instances.len()];
        let mut literals = Vec::new();
        for instance in grounded.instances.iter() {
            budget.spend(1)?;
            let begin = literals.len();
            literals.extend(instance.yes.iter().map(|&atom| 2 * atom));
            let no = instance
                .no
                .iter()
                .filter_map(|&atom| negated[atom as usize]);
            literals.extend(no.map(|atom| 2 * atom + 1));
            let slot = &mut free[instance.head as usize];
            bodies[*slot as usize] = (begin as u32, literals.len() as u32);
            *slot += 1;
        }
        budget.hold(literals.len() * 8 + bodies.len() * 16)?;
        if literals.len() > u32::MAX as usize / 2 {
            return Err(Unread::Limit(
                "this sheet has more than 2^31 conditions without variables".to_owned(),
            ));
        }
        Ok(Raw {
            starts,
            bodies,
            literals,
        })
    }

    /// Returns the bodies of an atom.
    pub(super) fn bodies(&self, atom: u32) -> impl Iterator<Item = &[u32]> {
        let range = self.starts[atom as usize] as usize..self.starts[atom as usize + 1] as usize;
        self.bodies[range]
            .iter()
            .map(|&(start, end)| &self.literals[start as usize..end as usize])
    }
}
