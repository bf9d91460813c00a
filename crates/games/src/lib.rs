//! Rules of games, and nothing but rules: one folder a game, one line in the [`registry`].
//!
//! A game here knows no solver, no file, no clock and no user interface. What it can offer beyond
//! its rules it hands out as [capabilities](yomikiri_core::capability).

pub mod graph;
pub mod grid_walk;
pub mod make;
pub mod positional;
pub mod registry;
pub mod spec;
