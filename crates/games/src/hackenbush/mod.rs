//! Hackenbush: a graph stands on the ground. First cuts a blue edge, Second a red one, either a green one, and all that is no
//! longer joined to the ground falls. Who cannot move has lost.

mod alike;
mod family;
mod graph;
mod picture;
mod play;
mod worth;

pub use family::HackenbushFamily;
