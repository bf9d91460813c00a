//! Rules of games, and only rules: one folder for each game, one line in the [`registry`].
//!
//! A game here knows no solver, no file, no clock and no user interface. It offers features beyond its rules as
//! [capabilities](yomikiri_core::capability).

pub mod adding;
pub mod amazons;
pub mod asked;
mod bits;
pub mod card_pairs;
pub mod chomp;
pub mod circle;
pub mod clobber;
pub mod colouring;
pub mod compact;
pub mod connect4;
pub mod cutcake;
mod digits;
pub mod dobutsu_shogi;
pub mod domineering;
pub mod dots_and_boxes;
pub mod family;
pub mod gobblet;
pub mod graph;
pub mod grid_walk;
pub mod hackenbush;
pub mod heaps;
pub mod hex;
pub mod kalah;
pub mod lists;
pub mod make;
pub mod mens_morris;
pub mod nogo;
pub mod othello;
pub mod own;
pub mod pair_board;
pub mod pawns;
pub mod pieces;
pub mod placement;
pub mod positional;
pub mod registry;
pub mod rule_sheet;
pub mod rules_file;
pub mod shiritori;
pub mod spec;
pub mod stones;
pub mod switching;
pub mod take_ends;
pub mod toads_and_frogs;
pub mod toppling_dominoes;
pub mod trails;
mod turn;
pub mod two_stacks;
pub mod variants;
pub mod word_chain;
mod worth;
