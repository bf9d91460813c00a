//! Boards of many sizes: the positional family, Connect Four, grids, and searches on them.

#[macro_use]
mod usual;

mod connect4;
mod grid_walk;
mod parametric;
mod positional;
mod search;
#[path = "../files/shared.rs"]
mod shared;
