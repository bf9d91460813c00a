//! The checks of an answer before it is added.

use super::{Arena, Book, Known, MOST_MOVES};
use crate::asked::{Fault, MOST_POINTS};
use crate::spec::quoted;
use yomikiri_core::Outcome;

impl Arena {
    pub(super) fn check(&self, known: &Known) -> Result<(), Fault> {
        let about = self.about();
        let fits = |points: i64| points.unsigned_abs() <= MOST_POINTS.unsigned_abs();
        match known.outcome {
            Some(Outcome::Margin(points)) if !fits(points) => {
                let message = format!("a margin of {points}, which is more than {MOST_POINTS}");
                return Err(Fault::new(message));
            }
            Some(_) => return Ok(()),
            None => {}
        }
        if known.targets.is_empty() {
            let fault = Fault::new("a position that is not over and has no moves");
            return Err(fault.help("say how play has ended there; passing is a move"));
        }
        if known.targets.len() > MOST_MOVES {
            return Err(Fault::new(format!("more than {MOST_MOVES} moves")));
        }
        if let Some(target) = known.targets.iter().find(|&&target| target >= self.len()) {
            return Err(Fault::new(format!(
                "a move to position {target}, which there is not"
            )));
        }
        if let Some(gain) = known.gains.iter().find(|&&gain| !fits(gain)) {
            let message = format!("a gain of {gain}, which is more than {MOST_POINTS}");
            return Err(Fault::new(message));
        }
        if !about.has_gains && known.gains.iter().any(|&gain| gain != 0) {
            let fault = Fault::new("a move that gains points in a game that does not say so");
            return Err(fault.help("say at the start that moves gain points"));
        }
        if let Some(name) = twice(&known.names) {
            return Err(Fault::new(format!("two moves called {}", quoted(name))));
        }
        if about.is_ranked && known.rank == 0 {
            let fault = Fault::new("a position that is not over and has no rank, or rank 0");
            return Err(fault.help("a rank falls with every move; where play is over it is 0"));
        }
        Ok(())
    }

    /// Checks that the rank falls with every known move to and from a position.
    pub(super) fn lower(&self, book: &mut Book, number: u32, known: &Known) -> Result<(), Fault> {
        if !self.about().is_ranked {
            return Ok(());
        }
        let rank = known.rank;
        let ceiling = &mut book.ceilings[number as usize];
        if rank > *ceiling {
            let message = format!(
                "rank {rank}, after a move from a position of rank {}",
                *ceiling + 1
            );
            return Err(Fault::new(message).help("the rank has to fall with every move"));
        }
        *ceiling = rank;
        for &target in &known.targets {
            let least = self.get(target).map_or(0, |next| next.rank);
            if least >= rank {
                let message = format!("rank {rank}, and a move to a position of rank {least}");
                return Err(Fault::new(message).help("the rank has to fall with every move"));
            }
            let ceiling = &mut book.ceilings[target as usize];
            *ceiling = (*ceiling).min(rank - 1);
        }
        Ok(())
    }
}

/// Returns a line that occurs twice.
pub(super) fn twice(lines: &str) -> Option<&str> {
    let mut lines: Vec<&str> = lines.split_terminator('\n').collect();
    // Most positions have few moves, so a quadratic search is faster.
    if lines.len() <= 8 {
        let later = |(at, line): (usize, &&str)| lines[at + 1..].contains(line);
        let at = lines.iter().enumerate().position(later)?;
        return Some(lines[at]);
    }
    lines.sort_unstable();
    let pair = lines.windows(2).find(|pair| pair[0] == pair[1])?;
    Some(pair[0])
}
