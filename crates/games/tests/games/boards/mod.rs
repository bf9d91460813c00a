//! Boards of many sizes: the positional family, Connect Four, grids, and searches on them.

mod connect4;
mod grid_walk;
mod parametric;
mod positional;
mod search;
