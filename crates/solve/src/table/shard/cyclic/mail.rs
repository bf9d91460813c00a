//! Taking moves back: finding the parents of settled positions, by range.

use crate::Control;
use crate::table::TableError;
use crate::table::cyclic::{Hand, parents, share};
use crate::table::key_writer::KeyWriter;
use crate::table::shard::file::{Kind, QUESTIONS_A_BLOCK, Section};
use crate::table::shard::ranges::Cut;
use crate::table::source::Source;
use crate::table::storage::Sink;
use crate::table::word::Word;
use crate::table::work::in_pieces;
use crate::table::worth::Worth;
use std::mem::take;

/// The number of keys that are sorted at once. It does not depend on memory, so that a task has the same
/// bytes for every worker.
pub(super) const AT_ONCE: usize = 1 << 17;

/// Keys on their way to their ranges.
pub(super) struct Mailing<W> {
    /// The first keys of all ranges but the first.
    bounds: Vec<W>,
    bits: u32,
    /// The bytes of memory to work in.
    memory: u64,
    waiting: Vec<W>,
    pub(super) sections: Vec<Section>,
}

impl<W: Word> Mailing<W> {
    pub(super) fn new(cut: &Cut, bits: u32, memory: u64) -> Mailing<W> {
        Mailing {
            bounds: cut.bounds.iter().map(|bound| W::narrow(*bound)).collect(),
            bits,
            memory,
            waiting: Vec::new(),
            sections: Vec::new(),
        }
    }

    /// Takes back the moves into positions of a score.
    pub(super) fn back_from(
        &mut self,
        source: &dyn Source<W>,
        settled: &[W],
        score: Worth,
        hands: &mut [Hand<W>],
        control: &mut Control<'_>,
        sink: &mut Sink,
    ) -> Result<(), TableError> {
        let share = share(settled.len(), hands.len(), self.memory);
        for round in settled.chunks(share * 4 * hands.len()) {
            let found = in_pieces(hands, round.len().div_ceil(share), |hand, number| {
                let keys = &round[number * share..round.len().min((number + 1) * share)];
                hand.keys.clear();
                hand.keys.extend_from_slice(keys);
                hand.made.clear();
                parents(source, hand)?;
                Ok(take(&mut hand.made))
            })?;
            for keys in found {
                let mut rest = &keys[..];
                while !rest.is_empty() {
                    let (some, more) = rest.split_at(rest.len().min(AT_ONCE - self.waiting.len()));
                    self.waiting.extend_from_slice(some);
                    rest = more;
                    if self.waiting.len() == AT_ONCE {
                        self.put(score, sink)?;
                    }
                }
            }
            control.advance(round.len() as u64)?;
        }
        self.put(score, sink)
    }

    /// Writes the waiting keys: for each range all keys, then those that occur twice once more, and so on.
    fn put(&mut self, score: Worth, sink: &mut Sink) -> Result<(), TableError> {
        let mut waiting = take(&mut self.waiting);
        waiting.sort_unstable();
        let mut at = 0;
        for number in 0..=self.bounds.len() {
            let rest = &waiting[at..];
            let count = match self.bounds.get(number) {
                Some(next) => rest.partition_point(|key| key < next),
                None => rest.len(),
            };
            at += count;
            let mut layers: Vec<Vec<W>> = Vec::new();
            for same in rest[..count].chunk_by(|a, b| a == b) {
                if same.len() > layers.len() {
                    layers.resize_with(same.len(), Vec::new);
                }
                for layer in &mut layers[..same.len()] {
                    layer.push(same[0]);
                }
            }
            for layer in layers {
                let mut writer = KeyWriter::new(sink.len(), self.bits, QUESTIONS_A_BLOCK);
                writer.put(&layer, sink)?;
                let list = writer.finish(sink)?;
                self.sections.push(Section {
                    b: number as u64,
                    ..Section::of_keys(Kind::Mail, score as u64, &list)
                });
            }
        }
        waiting.clear();
        self.waiting = waiting;
        Ok(())
    }
}
