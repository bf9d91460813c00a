//! The games, as one program: what they share with the solvers is compiled once.

#[macro_use]
mod usual;
mod shared;

mod boards;
mod files;
mod shelf;
