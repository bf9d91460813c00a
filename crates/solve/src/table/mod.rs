//! Tables: whole games on disk, built within a bound of memory, gone on with after any interruption,
//! verified against the rules, and read by anyone.
//!
//! * [`build`] enumerates a game tier by tier (the [rank](yomikiri_core::capability::Acyclic::rank)
//!   falls with every move) and values it backward, sorted keys all the way: no step needs more than a
//!   part of a tier in memory. What it does is the same for every game; it sees a game as batches of
//!   keys.
//!   A game that may cycle is one tier, found ply by ply and valued shard by shard, a part of its positions
//!   in memory at a time.
//! * A table may be [semi-strong](Extent): it leaves out what comes about only if both players have
//!   made a mistake.
//! * [`Table`] is one file, mapped into memory or read by ranges, whose blocks are found by binary search.
//! * [`verify`] works out everything that a table says from the rules and from what it says of the
//!   next positions.
//!
//! The format is documented byte for byte in the book. No text of games is known here: the caller
//! passes the canonical spec, the file that it names and the digest of the rules in, as a [`Subject`].

mod backward;
mod bits;
mod block;
mod buckets;
mod build;
mod clock;
mod column;
mod cyclic;
mod error;
mod estimate;
mod extent;
mod finished;
mod fold;
mod format;
mod forward;
mod gather;
mod job;
mod journal;
mod kept;
mod key_writer;
mod keys;
mod part;
mod plan;
mod reader;
mod runs;
mod semi;
pub mod shard;
mod site;
mod source;
mod starts;
mod storage;
mod tiers;
mod values;
mod verify;
mod word;
mod work;
mod worth;

pub use build::{Built, build, supports};
pub use error::TableError;
pub use estimate::{Estimate, estimate};
pub(crate) use estimate::{MOST_COUNTED, reach};
pub use extent::Extent;
pub use format::{FILE, MAGIC, Ply, RulesDigest, Subject, Tier, VERSION};
pub use kept::Kept;
pub use keys::KEYS_A_BLOCK;
pub use reader::{DEFAULT_CACHE, Entry, Table};
pub use site::{Building, LEAST_MEMORY, Options, Phase};
pub use source::{key_of, position_of, symmetry_holds};
pub use storage::{Appending, Disk, Reading, Storage, WRITING, open_file, read_exact_at};
pub use values::values_a_block;
pub use verify::{Verified, Verifying, verify};
