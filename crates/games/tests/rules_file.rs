//! Rules files: what they declare, held to games that are the same, and what is wrong in bad ones.

#[path = "shared/mod.rs"]
mod shared;

#[path = "rules_file/captures.rs"]
mod captures;
#[path = "rules_file/corpus.rs"]
mod corpus;
#[path = "rules_file/hands.rs"]
mod hands;
#[path = "rules_file/heaps.rs"]
mod heaps;
#[path = "rules_file/laws.rs"]
mod laws;
#[path = "rules_file/mills.rs"]
mod mills;
#[path = "rules_file/neighbours.rs"]
mod neighbours;
#[path = "rules_file/passes.rs"]
mod passes;
#[path = "rules_file/pieces.rs"]
mod pieces;
#[path = "rules_file/popout.rs"]
mod popout;
#[path = "rules_file/random.rs"]
mod random;
#[path = "rules_file/sides.rs"]
mod sides;
#[path = "rules_file/told.rs"]
mod told;
#[path = "rules_file/twins.rs"]
mod twins;
#[path = "rules_file/wrong.rs"]
mod wrong;
