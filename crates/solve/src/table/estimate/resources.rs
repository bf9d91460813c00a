//! The resources of a table whose game has a known size.

use super::size::Size;
use crate::table::cyclic;
use crate::table::format::{PLY, TIER};
use crate::table::site::LEAST_MEMORY;
use crate::table::source::Source;
use crate::table::values::{ENTRY_BYTES, PALETTE_BYTES, values_a_block};
use crate::table::word::Word;
use std::time::Duration;
use yomikiri_core::Ask;

/// The cost of a stored position of a game.
struct Cost {
    /// The number of times that it is expanded, including the search for parents.
    expanded: f64,
    /// The seconds for each of its moves, for one or more lookups of the child.
    a_move: f64,
}

/// If play cannot cycle: one expansion to enumerate, one to value.
const ACYCLIC: Cost = Cost {
    expanded: 1.9,
    a_move: 15e-9,
};
/// If play can cycle, moves are taken back too.
const CYCLIC: Cost = Cost {
    expanded: 3.5,
    a_move: 140e-9,
};
/// Other seconds for each stored position: sorting, encoding, compressing.
const STORING: f64 = 70e-9;
/// Seconds to open and close the files of a table.
const FILES: f64 = 4e-3;

/// The most entries of a block's palette that count in full length, for values that are numbers. More are rare
/// in small blocks, and they compress well.
const PALETTE: f64 = 16.0;
/// The bytes of a block of values besides its palette and its codes: the palette's length, the overhead of the
/// compressor, and the entry in the index.
const VALUE_BLOCK: f64 = 2.0 + 20.0 + ENTRY_BYTES as f64;
/// The bytes of the header, directory and footer, without the entries of tiers and plies.
const FRAME: f64 = 400.0;

/// The estimated resources of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Reachable positions, orbits expanded.
    pub positions: f64,
    /// Stored positions.
    pub stored: f64,
    /// Stored positions of the largest tier.
    pub largest: f64,
    /// A lower bound of the reachable positions, as far as samples show; `most` is the upper bound. All three
    /// are equal if everything was counted.
    pub least: f64,
    /// See `least`.
    pub most: f64,
    /// The most bytes of the file, for that many positions.
    pub bytes: f64,
    /// The bytes of memory that the build can use.
    pub memory: f64,
    /// Whether less memory will do too, because the build can spill to files. (It cannot in games that may
    /// cycle if moves cannot be taken back or gain points.)
    pub spills: bool,
    /// The processor time that one thread of this machine takes. On games of all kinds it was within a factor
    /// of 1.5 of the measured time, if the number of positions was right.
    pub time: Duration,
}

/// Returns the resources of a table whose game has this size.
pub(in crate::table) fn of_size<W: Word>(
    source: &dyn Source<W>,
    ask: Ask,
    sized: &Size,
) -> Estimate {
    // The bits of a value in a block, and the number of different values there.
    let (value_bits, palette) = match ask {
        Ask::Winner => (2.0, 3.0),
        Ask::Distance => (6.0, PALETTE),
        Ask::Margin => (12.0, PALETTE),
    };
    // Each tier has at least one block, however small it is.
    let tiers = sized.tiers.len() as f64;
    let blocks = sized.stored / values_a_block(ask) as f64 + tiers;
    let palettes = (blocks * palette).min(sized.stored) * PALETTE_BYTES as f64;
    let values = sized.stored * value_bits / 8.0 + palettes + blocks * VALUE_BLOCK;
    let frame = FRAME + tiers * TIER as f64 + sized.plies * PLY as f64;
    let key = W::BYTES as f64;
    let memory = match (source.cyclic(), source.taken_back()) {
        (true, true) => cyclic::memory::<W>(sized.stored as u64, source.bits()) as f64,
        (true, false) => {
            let moves = (sized.stored * sized.moves) as u64;
            cyclic::needed_for_moves::<W>(sized.stored as u64, moves) as f64
        }
        (false, _) => sized.largest * 4.0 * (key + 8.0),
    };
    let cost = if source.cyclic() { CYCLIC } else { ACYCLIC };
    let position = cost.expanded * sized.each + cost.a_move * sized.moves + STORING;
    let seconds = FILES + position * sized.stored;
    Estimate {
        positions: sized.positions,
        stored: sized.stored,
        largest: sized.largest,
        least: sized.least,
        most: sized.most,
        bytes: frame + sized.keys + values,
        memory: memory.max(LEAST_MEMORY as f64),
        spills: !source.cyclic() || source.taken_back(),
        time: Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX),
    }
}
