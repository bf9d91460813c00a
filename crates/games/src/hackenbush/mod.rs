//! Hackenbush: a graph stands on the ground. First cuts a blue edge, Second a red one, either of them a green one,
//! and all edges that are no longer connected to the ground fall. A player who cannot move loses.

mod alike;
mod family;
mod graph;
mod picture;
mod play;
mod worth;

pub use family::HackenbushFamily;
