//! The games, as one program: what they share with the solvers is compiled once.

#[macro_use]
mod usual;
mod shared;

mod asked;
mod connect4;
mod declared;
mod file_form;
mod graph;
mod grid_walk;
mod parametric;
mod positional;
mod positional_text;
mod registry;
mod rule_sheet;
mod rules_file;
mod search;
mod shelf;
mod siblings;
mod spec;
mod variants;
