//! Semi-strong solutions: tables of the positions that can come about from the start while at least one player
//! has made no mistake.
//!
//! A *mistake* is a move after which the player who made it can be sure of less than before. A player without a
//! mistake so far is *clean*. At the start both players are. A move is followed if it leaves somebody clean: all
//! moves while the opponent of the mover is clean, and the best moves alone while only the mover is. In a table of the
//! [first best moves](super::Extent::FirstBest), any other move is as good as a mistake.
//!
//! So such a table is one from which some moves have been left out, and nothing else. A search ([`Judge`]) decides
//! which. Values are found backward as in any table: where moves are left out, the others are as good as any. And
//! a value follows from the table alone as a bound for the players who are clean there: whoever is clean finds all
//! replies of the opponent in the table, and a move that keeps the value. Where both are clean (at the start,
//! for one), it is exact. That the moves left out are mistakes does not follow from the table. Searches say so.

mod enumerate;
mod judge;
mod pass;
mod sides;
mod verify;

pub(crate) use enumerate::{SIDES, enumerate};
pub(crate) use judge::{Judge, judge};
pub(crate) use verify::verify;
