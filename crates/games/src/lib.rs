//! Rules of games, and nothing but rules: one folder a game, one line in the [`registry`].
//!
//! A game here knows no solver, no file, no clock and no user interface. What it can offer beyond
//! its rules it hands out as [capabilities](yomikiri_core::capability).

pub mod card_pairs;
pub mod circle;
pub mod compact;
pub mod connect4;
pub mod graph;
pub mod grid_walk;
pub mod lists;
pub mod make;
pub mod mens_morris;
pub mod pair_board;
pub mod pieces;
pub mod placement;
pub mod positional;
pub mod registry;
pub mod rules_file;
pub mod shiritori;
pub mod spec;
pub mod stones;
pub mod take_ends;
mod turn;
pub mod two_stacks;
pub mod word_chain;
mod worth;
