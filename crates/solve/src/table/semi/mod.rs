//! Semi-strong solutions: tables of the positions that can arise from the start while at least one player has made no
//! mistake.
//!
//! A *mistake* is a move after which its player can be sure of less than before. A player without a mistake so far is
//! *clean*; at the start both players are. The table follows a move if it leaves a player clean: all moves while the
//! opponent of the mover is clean, but only the best moves while only the mover is. In a table of the [first best
//! moves](super::Extent::FirstBest), any other move is as good as a mistake.
//!
//! So such a table is an ordinary one without some moves. A search ([`Judge`]) decides which moves are left out.
//! Values are found backward as in any table: a position without some moves still has a best one. A value follows
//! from the table alone as a bound for each player who is clean there: that player finds all replies of the opponent
//! in the table, and a move that keeps the value. If both are clean (at the start, for example), the value is exact.
//! The table alone does not prove that the moves left out are mistakes. Searches do.

mod enumerate;
mod judge;
mod pass;
mod sides;
mod verify;

pub(crate) use enumerate::{SIDES, enumerate};
pub(crate) use judge::{Judge, judge};
pub(crate) use verify::verify;
