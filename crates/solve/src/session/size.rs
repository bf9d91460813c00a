//! The number of positions of a game, reported before a long search.

use super::Session;
use crate::space::least_bytes;
use crate::table::{MOST_COUNTED, reach};
use crate::{Control, Refusal};
use yomikiri_core::{Capabilities, Counted, Stop};

impl<G: Capabilities> Session<'_, G> {
    /// Reports how many positions play can reach from one, in a session whose method has to enumerate them
    /// all. It enumerates up to about a million; the next question about this position goes on from there.
    /// In larger games it estimates the number, which takes up to a few seconds more. Both count against the
    /// limits of `control`.
    ///
    /// # Errors
    ///
    /// [`Refusal::TooLarge`] if the positions cannot fit the memory that `control` allows.
    pub fn size_up(
        &mut self,
        at: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<Option<String>, Refusal> {
        control.start();
        match self.count(at, MOST_COUNTED, control) {
            Ok(Some(positions)) => {
                return Ok(Some(format!(
                    "{} can be reached",
                    Counted(positions, "position")
                )));
            }
            Ok(None) | Err(Stop::Memory) => {}
            // The solver will stop for the same reason, and report it.
            Err(_) => return Ok(None),
        }
        // If the number cannot be estimated, the solver has to try.
        let Ok((least, most)) = reach(self.game, at, &mut control.part(u64::MAX)) else {
            return Ok(None);
        };
        let needed = least_bytes::<G::Position>(least);
        if let Some(allowed) = control.memory().filter(|allowed| needed > *allowed) {
            return Err(Refusal::TooLarge {
                positions: least,
                needed,
                allowed,
            });
        }
        Ok(Some(match least == most {
            true => format!("{} can be reached", Counted(least, "position")),
            false => format!("{least} to {most} positions can be reached, as samples tell"),
        }))
    }
}
