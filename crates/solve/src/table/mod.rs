//! Tables: whole games on disk. They are built within a limit of memory, resume after any interruption, are
//! verified against the rules, and can be read by any program.
//!
//! * [`build`] enumerates a game tier by tier (the [rank](yomikiri_core::capability::Acyclic::rank) falls
//!   with every move) and values it backward. It works on sorted keys throughout, so no step needs more
//!   than a part of a tier in memory. It treats every game alike, as batches of keys. A game that may cycle
//!   is one tier: `build` finds it ply by ply and values it shard by shard, with a part of its positions in
//!   memory at a time.
//! * A table may be [semi-strong](Extent): it leaves out positions that arise only if both players have
//!   made a mistake.
//! * [`Table`] is one file, mapped into memory or read by ranges, in which a binary search finds a block.
//! * [`verify`] derives every value of a table again, from the rules and from the table's values of the
//!   next positions.
//!
//! The format is documented byte for byte in the book. This module knows no text of games: the caller
//! passes the canonical spec, the file that it names and the digest of the rules as a [`Subject`].

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
mod origin;
mod part;
mod place;
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
pub use format::{FILE, MAGIC, MOST_STARTS, Ply, RulesDigest, Subject, Tier, VERSION};
pub use kept::Kept;
pub use keys::KEYS_A_BLOCK;
pub use origin::{part_from, starts_of, symmetry_holds};
pub use place::{key_of, position_of};
pub use reader::{DEFAULT_CACHE, Entry, Table};
pub use site::{Building, LEAST_MEMORY, Options, Phase, Verified, Verifying};
pub use storage::{Appending, Disk, Reading, Storage, WRITING, open_file, read_exact_at};
pub use values::values_a_block;
pub use verify::verify;
