//! Facts about a position that need no search, if each player makes lines of their own marks on one board and a line
//! wins.

use super::tactics::{Tactics, may_complete};
use super::{Bits, Full, Move, Position, Positional};
use yomikiri_core::capability::{Expand, Forced};
use yomikiri_core::{Game, Outcome, Plies};

/// The moves of a position that is not over, judged by the threats.
enum Outlook<B> {
    /// The player to move completes a line on each of these cells.
    Wins(B),
    /// The opponent completes a line after every move, also after those on these cells.
    Loses(B),
    /// The best of these moves is a best move.
    Open(B),
}

impl<B: Bits, const COMMON: bool> Positional<B, COMMON> {
    fn outlook(&self, tactics: &Tactics<B>, position: &Position<B>) -> Outlook<B> {
        let open = self.open(position);
        let wins = tactics.completing(position.own) & open;
        if wins != B::NONE {
            return Outlook::Wins(wins);
        }
        let threats = tactics.completing(position.other) & !position.own;
        let answers = threats & open;
        let candidates = match answers {
            none if none == B::NONE => open,
            one if one.without_lowest() == B::NONE => one,
            several => return Outlook::Loses(several),
        };
        if !self.rules.gravity {
            return Outlook::Open(self.without_twins(tactics, position, candidates));
        }
        // A mark right below a threat gives that cell to the opponent. (Below a supported cell lies another column.)
        let handing = (threats & !answers & !self.supported) >> 1;
        let safe = candidates & !handing;
        match safe == B::NONE && candidates != B::NONE {
            true => Outlook::Loses(candidates),
            false => Outlook::Open(safe),
        }
    }

    /// Removes all but the first of the cells on which no line can be completed any more. These cells are
    /// equivalent: after a mark on one, the others can be marked in its place later on, and the same lines are
    /// completed as soon. (Points would tell them apart.)
    fn without_twins(&self, tactics: &Tactics<B>, position: &Position<B>, cells: B) -> B {
        if self.rules.full == Full::Points {
            return cells;
        }
        let alive = tactics.alive(position.own, position.other);
        let dead = cells & !alive;
        match dead == B::NONE {
            true => cells,
            false => cells & alive | B::bit(dead.lowest()),
        }
    }

    /// Returns the first plies at which the player to move can have won, and can have lost; `None` for never.
    pub(super) fn decided_from(
        &self,
        tactics: &Tactics<B>,
        position: &Position<B>,
    ) -> (Option<Plies>, Option<Plies>) {
        let own = tactics.prospects(position.own, position.other);
        let other = tactics.prospects(position.other, position.own);
        // The counting bound holds only if any empty cell may be marked.
        let free = !self.rules.gravity && self.rules.full == Full::Draw;
        // The player who begins on an empty board does not lose. If the second player could win, the first could use
        // the same strategy, because an extra mark never harms (strategy stealing).
        let begins = free && position.taken() == B::NONE;
        let wins = own.wanted.filter(|_| !free || may_complete(own, true));
        let loses = other
            .wanted
            .filter(|_| !begins && (!free || may_complete(other, false)));
        let count = |plies: u32| Plies::Count(plies);
        (
            wins.map(|wanted| count((2 * wanted).max(1) - 1)),
            loses.map(|wanted| count(2 * wanted)),
        )
    }
}

impl<B: Bits, const COMMON: bool> Expand<Positional<B, COMMON>> for Positional<B, COMMON> {
    type Scratch = ();

    /// Yields one winning move, or else one move if all lose two plies later, or else the moves that may be best.
    fn expand(
        &self,
        position: &Position<B>,
        (): &mut (),
    ) -> impl Iterator<Item = (Move, Position<B>)> {
        let cells = match &self.tactics {
            None => self.open(position),
            Some(tactics) => match self.outlook(tactics, position) {
                Outlook::Open(cells) => cells,
                Outlook::Wins(cells) | Outlook::Loses(cells) => B::bit(cells.lowest()),
            },
        };
        cells.cells().map(|cell| {
            let mv = Move::own_mark(cell);
            (mv, self.play(position, mv))
        })
    }

    fn forced(&self, position: &Position<B>) -> Forced<Position<B>> {
        let (mut at, mut plies) = (*position, 0);
        let open = |position, plies| Forced::Open {
            position,
            plies,
            gain: 0,
        };
        let Some(tactics) = &self.tactics else {
            return open(at, plies);
        };
        loop {
            let (outcome, more) = match self.outlook(tactics, &at) {
                Outlook::Open(cells) if cells.without_lowest() == B::NONE => {
                    at = self.play(&at, Move::own_mark(cells.lowest()));
                    plies += 1;
                    match self.outcome(&at) {
                        None => continue,
                        Some(outcome) => (outcome, 0),
                    }
                }
                Outlook::Open(_) => return open(at, plies),
                Outlook::Wins(_) => (Outcome::Win(at.turn), 1),
                Outlook::Loses(_) => (Outcome::Win(at.turn.opponent()), 2),
            };
            return Forced::Decided {
                outcome,
                plies: plies + more,
            };
        }
    }
}
