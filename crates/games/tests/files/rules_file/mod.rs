//! Rules files: what they declare, held to games that are the same, and what is wrong in bad ones.

mod captures;
mod corpus;
mod hands;
mod heaps;
mod laws;
mod mills;
mod neighbours;
mod passes;
mod pieces;
mod popout;
mod random;
mod sides;
mod told;
mod twins;
mod wrong;
